//! A save from beginning to end, on a snapshot: encode → decode and compare → tell the journal → write.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::document::{Document, State};
use levelwright_model::edit::Mark;

use super::commit::{self, Place, Written};
use super::disk::Disk;
use super::error::{SaveError, disk_error};
use super::fingerprint::Fingerprint;
use super::folder::DataFolder;
use super::hash::ContentHash;
use super::originals::Original;
use super::overlay::Overlay;
use super::verify::{LiveIds, verify_ids};
use super::writes::{FileWrite, Writes};
use crate::file::Known;
use crate::format::{Encoded, Location, Opened, Origin, open_at, open_bytes};
use crate::journal::frame::Frame;
use crate::journal::writer::JournalLine;

/// A save that is ready to run, on this thread or another.
#[derive(Debug)]
pub struct SaveTask {
    pub(crate) document: Document,
    pub(crate) mark: Mark,
    pub(crate) origin: Arc<dyn Origin>,
    pub(crate) disk: Arc<dyn Disk>,
    pub(crate) path: PathBuf,
    /// Whether it goes where the document lies now.
    pub(crate) own: bool,
    /// Whether that is another place than the one where it was opened.
    pub(crate) moved: bool,
    pub(crate) expected: Known,
    pub(crate) overwrite: bool,
    pub(crate) originals: Vec<(PathBuf, Original)>,
    pub(crate) data: Option<Arc<DataFolder>>,
    pub(crate) journal: Option<(JournalLine, u64)>,
    pub(crate) steps: u64,
}

/// What became of a save.
#[derive(Debug)]
pub struct Done {
    pub(crate) result: Result<Written, SaveError>,
    pub(crate) encoded: Encoded,
    pub(crate) ids: LiveIds,
    pub(crate) path: PathBuf,
    pub(crate) own: bool,
    pub(crate) state: State,
    pub(crate) mark: Mark,
    pub(crate) steps: u64,
    /// The hash over the content of all files.
    pub(crate) content: Option<ContentHash>,
    /// What each file will look like if the save is finished later.
    pub(crate) attempted: Vec<(PathBuf, Fingerprint)>,
    /// Which files were written.
    pub(crate) written: Vec<PathBuf>,
    pub(crate) originals: Vec<(PathBuf, Original)>,
}

impl Done {
    /// What went wrong, if something did.
    pub fn error(&self) -> Option<&SaveError> {
        self.result.as_ref().err()
    }
}

impl SaveTask {
    /// Does it.
    pub fn run(self) -> Done {
        let mut done = Done {
            result: Err(SaveError::NoPlace),
            encoded: Encoded::one(Vec::new()),
            ids: LiveIds::default(),
            path: self.path.clone(),
            own: self.own,
            state: self.document.state().clone(),
            mark: self.mark,
            steps: self.steps,
            content: None,
            attempted: Vec::new(),
            written: Vec::new(),
            originals: self.originals.clone(),
        };
        done.result = self.steps_of(&mut done);
        done
    }

    fn steps_of(&self, done: &mut Done) -> Result<Written, SaveError> {
        let mut encoded = match self.moved {
            true => self.origin.encode_to(&self.document, &self.path)?,
            false => self.origin.encode(&self.document)?,
        };
        if self.own
            && let Some(reason) = &encoded.new_file_only
        {
            return Err(SaveError::OtherFormat(reason.clone()));
        }
        self.rebase(&mut encoded);
        let reopened = self.reopened(&encoded)?;
        // The hash that the next start would find, over all files.
        let content = match self.origin.set() {
            None => ContentHash::of(&encoded.bytes),
            Some(_) => reopened.origin.hash(),
        };
        done.content = Some(content);
        done.ids = verify_ids(&self.document, reopened)?;
        if let Some((line, steps)) = &self.journal {
            let now = self.data.as_ref().map_or(0, |data| data.now());
            // A journal that cannot be written is no reason not to save: saving is what helps then.
            line.flushed(Frame::saving(now, &self.path, content, *steps, done.ids.clone()));
        }
        let mut writes =
            vec![FileWrite::replace(self.path.clone(), encoded.bytes.clone(), self.expected_at(&self.path))];
        for file in &encoded.beside {
            let expected = self.expected_at(&file.path);
            // Compared with what was seen, so by the ranges that were looked at then.
            let seen = expected.first().map(Fingerprint::watched).filter(|watch| !watch.is_empty());
            let watch = seen.unwrap_or_else(|| file.watch.clone());
            writes.push(FileWrite { path: file.path.clone(), expected, writes: file.writes.clone(), watch });
        }
        self.note_originals(&encoded, done)?;
        for write in &writes {
            if let Writes::Replace(bytes) = &write.writes {
                done.attempted.push((write.path.clone(), Fingerprint::of(bytes)));
            }
        }
        done.written = writes.iter().map(|write| write.path.clone()).collect();
        done.encoded = encoded;
        match &self.data {
            Some(data) => data.write(&writes),
            None => commit::write(&Place { disk: self.disk.as_ref(), pending: None, backups: None, now: 0 }, &writes),
        }
    }

    /// What may lie at a place.
    fn expected_at(&self, path: &Path) -> Vec<Fingerprint> {
        match self.expected.iter().find(|(known, _)| known == path) {
            Some((_, known)) => known.clone(),
            // The person named the main file and was asked; nobody was asked about the others.
            None if self.overwrite || path == self.path => Vec::new(),
            None => vec![Fingerprint::Absent],
        }
    }

    /// Parts are given as seen from the file as opened; an earlier save may have overwritten others.
    fn rebase(&self, encoded: &mut Encoded) {
        for (path, original) in self.originals.iter().filter(|_| !self.moved) {
            match encoded.beside.iter_mut().find(|file| file.path == *path).map(|file| &mut file.writes) {
                Some(Writes::InPlace { patches, new_len }) => *patches = original.rebase(patches, *new_len),
                Some(Writes::Replace(_)) => {}
                // Nothing differs from the file as opened any more, but it does from the last save.
                None => encoded.beside.push(original.restored(path)),
            }
        }
    }

    /// What the files as they will be open as.
    fn reopened(&self, encoded: &Encoded) -> Result<Opened, SaveError> {
        let opened = match self.origin.set() {
            None => open_bytes(encoded.bytes.clone()),
            Some(_) => {
                let at = Location::new(self.disk.clone(), &self.path);
                open_at(&Location::new(Arc::new(Overlay::encoded(&at, encoded)), &self.path))
            }
        };
        opened.map_err(SaveError::NotReadable)
    }

    /// Of the files as opened alone, from wherever they are written over: elsewhere everything is written whole.
    fn note_originals(&self, encoded: &Encoded, done: &mut Done) -> Result<(), SaveError> {
        for file in &encoded.beside {
            let Some(path) = self.opened_at(&file.path) else { continue };
            let earlier = done.originals.iter().position(|(other, _)| *other == path);
            let known = earlier.and_then(|at| done.originals.get(at)).map(|(_, original)| original);
            let unread = disk_error(&path, "reading what is to be overwritten");
            let original = match (&file.writes, known) {
                (Writes::Replace(_), Some(known)) if known.is_whole() => continue,
                (Writes::Replace(_), None) if !self.in_place(&path) => {
                    match Original::replaced(self.disk.as_ref(), &path).map_err(unread)? {
                        Some(original) => original,
                        None => continue,
                    }
                }
                // Written whole from elsewhere, but in place the next time: all of it is overwritten.
                (Writes::Replace(_), known) => {
                    Original::with(known, self.disk.as_ref(), &path, &[], 0).map_err(unread)?
                }
                (Writes::InPlace { patches, new_len }, known) => {
                    Original::with(known, self.disk.as_ref(), &path, patches, *new_len).map_err(unread)?
                }
            };
            match earlier.and_then(|at| done.originals.get_mut(at)) {
                Some(slot) => slot.1 = original,
                None => done.originals.push((path, original)),
            }
        }
        Ok(())
    }

    /// Whether a file beside the main one is written in place where the document was opened.
    fn in_place(&self, path: &Path) -> bool {
        self.origin.set().is_some_and(|set| set.others.iter().any(|file| file.path == path && !file.watch.is_empty()))
    }

    /// What the document calls a file beside its main one where it was opened; `None` if this is none of them.
    fn opened_at(&self, path: &Path) -> Option<PathBuf> {
        if !self.moved {
            return Some(path.to_owned());
        }
        let resolved = |path: &Path| self.disk.resolve(path).unwrap_or_else(|_| path.to_owned());
        let mut others = self.origin.set()?.others.iter();
        others.find(|other| resolved(&other.path) == resolved(path)).map(|other| other.path.clone())
    }
}
