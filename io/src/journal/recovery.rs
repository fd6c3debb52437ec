//! Finding the journals of programs that died, and offering what is in them: Recover, Compare, Discard. Nothing is
//! ever loaded by itself.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::document::Document;

use super::frame::{self, Frame, Header};
use super::log::{JOURNAL, LOCK};
use super::replay::{Stopped, StoredStep, replay};
use crate::file::OpenFile;
use crate::format::{Location, NewFile, OpenError, is_set, open_at};
use crate::save::changes::{self, Changes, Matching};
use crate::save::disk::{Disk, Held, folder_of, read_if_there, remove_if_there};
use crate::save::platform::path_from_bytes;
use crate::save::{ContentHash, DataFolder, LiveIds};

/// Where the file is that the steps apply to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// The file is as it was: recovery goes on with it.
    File,
    /// The document never had a file: the journal holds what it began with.
    Untitled,
    /// The file was changed since, but the backups hold what it was: recovery makes a copy without a name.
    Backup,
    /// The file was changed since or is gone, and there is no backup.
    Missing,
}

/// A journal with edits that are in no file.
pub struct Recovery {
    disk: Arc<dyn Disk>,
    journal: PathBuf,
    held: Box<dyn Held>,
    header: Header,
    path: Option<PathBuf>,
    base: Base,
    content: Option<Content>,
    ids: LiveIds,
    steps: Vec<StoredStep>,
    torn: bool,
}

impl std::fmt::Debug for Recovery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Recovery({}, {} steps, {:?})", self.journal.display(), self.steps.len(), self.base)
    }
}

/// A recovered document.
#[derive(Debug)]
pub struct Recovered {
    /// The document, with the recovered edits in its history.
    pub file: OpenFile,
    /// How many steps were carried out.
    pub applied: usize,
    /// Where the replay stopped, if it did before its end.
    pub stopped: Option<Stopped>,
}

/// Why nothing was recovered. The journal is still there.
#[derive(Debug, thiserror::Error)]
pub enum RecoverError {
    /// The file that the edits belong to is not to be had.
    #[error(
        "{file} is not the file that these edits were made in, and no backup holds that one: put it back, then try again"
    )]
    NoBase {
        /// Which file.
        file: String,
    },
    /// It does not open.
    #[error("the file that these edits belong to does not open: {0}")]
    Open(#[from] OpenError),
    /// The new journal could not be made.
    #[error("the recovered edits cannot be noted in a new journal ({0}): make room on the disk, then try again")]
    Journal(io::Error),
}

/// What the steps apply to.
#[derive(Clone, Debug)]
enum Content {
    /// A file that stands alone.
    Bytes(Vec<u8>),
    /// Several files that never were on disk.
    Files(Vec<NewFile>),
    /// Several files that lie there as they were.
    OnDisk,
}

/// Where a journal's steps may begin: a content, where it lies, its ids, the steps that are in it.
struct Start<'a> {
    content: ContentHash,
    path: Option<PathBuf>,
    ids: &'a LiveIds,
    skip: u64,
}

/// The journals of programs that died with edits that are in no file, oldest first. Those of running programs are not
/// touched; those without edits are cleared away.
///
/// # Errors
/// If the folder cannot be read.
pub fn find(data: &DataFolder) -> io::Result<Vec<Recovery>> {
    let mut found = Vec::new();
    for path in data.disk().list(&data.journals())?.into_iter().filter(|p| p.extension().is_some_and(|e| e == JOURNAL))
    {
        let Some(held) = data.disk().lock(&path.with_extension(LOCK))? else { continue };
        let Some(bytes) = read_if_there(data.disk().as_ref(), &path)? else { continue };
        let journal = frame::read(&bytes);
        match journal.map(|journal| Recovery::new(data, path.clone(), held, journal)) {
            Some(Ok(recovery)) => found.push(recovery),
            // Torn while it was made, or everything is saved.
            None | Some(Err(_)) => {
                remove_if_there(data.disk().as_ref(), &path)?;
                remove_if_there(data.disk().as_ref(), &path.with_extension(LOCK))?;
            }
        }
    }
    Ok(found)
}

impl Recovery {
    /// `Err` with the lock if there is nothing in it that is not in the file.
    fn new(
        data: &DataFolder,
        journal: PathBuf,
        held: Box<dyn Held>,
        read: frame::Journal,
    ) -> Result<Recovery, Box<dyn Held>> {
        let frame::Journal { header, frames, torn } = read;
        let mut starts =
            vec![Start { content: header.base, path: header.path(), ids: &header.ids, skip: header.first }];
        let mut all: Vec<(u64, StoredStep)> = Vec::new();
        let mut untitled = None;
        let mut number = header.first;
        for frame in &frames {
            match frame {
                Frame::Header(_) => {}
                Frame::Base(bytes) => untitled = Some(Content::Bytes(bytes.clone())),
                Frame::BaseFiles(files) => {
                    let file = |(name, bytes): &(String, Vec<u8>)| NewFile {
                        name: name.clone(),
                        bytes: bytes.clone(),
                        notes: Vec::new(),
                    };
                    untitled = Some(Content::Files(files.iter().map(file).collect()));
                }
                Frame::Step { at, verb, transaction } => {
                    number += 1;
                    all.push((number, StoredStep { at: *at, verb: *verb, transaction: transaction.clone() }));
                }
                Frame::Saving { path, content, steps, ids, .. } => {
                    starts.push(Start { content: *content, path: Some(path_from_bytes(path)), ids, skip: *steps });
                }
            }
        }
        let backups = data.backups();
        let on_disk = |start: &Start<'_>| {
            let at = Location::new(data.disk().clone(), start.path.as_deref()?);
            if is_set(&at) {
                return (open_at(&at).ok()?.origin.hash() == start.content).then_some(Content::OnDisk);
            }
            let bytes = at.read().ok()?;
            (ContentHash::of(&bytes) == start.content).then_some(Content::Bytes(bytes))
        };
        // The newest save that reached the disk, else the newest content that can be had at all.
        let chosen = starts.iter().rev().find_map(|s| Some((s, Base::File, on_disk(s)?)));
        let chosen = chosen
            .or_else(|| {
                let first = starts.first().filter(|s| s.path.is_none())?;
                Some((first, Base::Untitled, untitled.clone()?))
            })
            .or_else(|| {
                starts.iter().rev().find_map(|s| Some((s, Base::Backup, Content::Bytes(backups.content(s.content)?))))
            });
        let (start, base, content) = match (chosen, starts.first()) {
            (Some((start, base, content)), _) => (start, base, Some(content)),
            (None, Some(first)) => (first, Base::Missing, None),
            (None, None) => return Err(held),
        };
        let skip = start.skip;
        let (path, ids) = (start.path.clone(), start.ids.clone());
        let steps: Vec<StoredStep> = all.into_iter().filter(|(n, _)| *n > skip).map(|(_, s)| s).collect();
        if steps.is_empty() {
            return Err(held);
        }
        let disk = data.disk().clone();
        Ok(Recovery { disk, journal, held, path, base, content, ids, steps, torn, header })
    }

    /// The file that the edits belong to; `None` for a document that never had one.
    pub fn path(&self) -> Option<&std::path::Path> {
        self.path.as_deref()
    }

    /// What the document was called.
    pub fn name(&self) -> &str {
        &self.header.name
    }

    /// How many steps there are: edits, undos and redos.
    pub fn edits(&self) -> usize {
        self.steps.len()
    }

    /// When the last one was made, in milliseconds since 1970.
    pub fn last_at(&self) -> u64 {
        self.steps.iter().map(|s| s.at).max().unwrap_or(0)
    }

    /// Where the file is that they apply to.
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// Whether the last thing written was cut off by the crash.
    pub fn is_torn(&self) -> bool {
        self.torn
    }

    /// The document with the edits, in no journal.
    fn replayed(&self, data: &Arc<DataFolder>, noted: bool) -> Result<Recovered, RecoverError> {
        let Some(content) = self.content.clone() else {
            let file = self.path.as_ref().map_or(self.header.name.clone(), |p| p.display().to_string());
            return Err(RecoverError::NoBase { file });
        };
        let mut file = match (content, &self.base, &self.path) {
            (Content::Bytes(bytes), Base::File, Some(path)) => OpenFile::from_bytes(path, bytes)?,
            (Content::Bytes(bytes), ..) => OpenFile::untitled(bytes)?,
            (Content::Files(files), ..) => OpenFile::untitled_files(&files)?,
            (Content::OnDisk, _, path) => {
                OpenFile::open_on(data.disk().clone(), path.as_deref().unwrap_or(Path::new("")))?
            }
        };
        file.set_name(&self.header.name);
        if noted {
            file.use_data_folder(data.clone());
        }
        // Whoever edited it had accepted what was wrong with it.
        file.document.accept();
        let stopped = replay(&mut file.document, &self.ids, &self.steps);
        let applied = stopped.as_ref().map_or(self.steps.len(), |s| s.after);
        Ok(Recovered { file, applied, stopped })
    }

    /// The document with the edits, to look at.
    ///
    /// # Errors
    /// If the file that they belong to cannot be had.
    pub fn document(&self, data: &Arc<DataFolder>) -> Result<Document, RecoverError> {
        Ok(self.replayed(data, false)?.file.document)
    }

    /// Opens the document and carries out the edits. They are in a new journal before the old one goes.
    ///
    /// # Errors
    /// If the file cannot be had; the journal stays.
    pub fn recover(self, data: &Arc<DataFolder>) -> Result<Recovered, (RecoverError, Box<Recovery>)> {
        let done = self.replayed(data, true).and_then(|mut recovered| {
            if self.base == Base::Backup {
                recovered.file.document.mark_unsaved();
            }
            recovered.file.record();
            recovered.file.flush_journal().map_err(RecoverError::Journal)?;
            Ok(recovered)
        });
        match done {
            // A part only: the whole stays, for another version of the program or another look at the file.
            Ok(recovered) if recovered.stopped.is_some() => Ok(recovered),
            Ok(recovered) => {
                // One that cannot be removed is offered again: better twice than never.
                drop(self.discard());
                Ok(recovered)
            }
            Err(error) => Err((error, Box::new(self))),
        }
    }

    /// What the edits would change: objects and fields.
    ///
    /// # Errors
    /// If the file cannot be had.
    pub fn compare(&self, data: &Arc<DataFolder>) -> Result<(Changes, Option<Stopped>), RecoverError> {
        let recovered = self.replayed(data, false)?;
        let document = &recovered.file.document;
        let found = changes::between(document.game(), document.origin(), document.state(), Matching::Numbers);
        Ok((found, recovered.stopped))
    }

    /// Throws the journal away.
    ///
    /// # Errors
    /// As the disk says.
    pub fn discard(self) -> io::Result<()> {
        remove_if_there(self.disk.as_ref(), &self.journal)?;
        self.disk.sync_folder(folder_of(&self.journal))?;
        drop(self.held);
        remove_if_there(self.disk.as_ref(), &self.journal.with_extension(LOCK))?;
        Ok(())
    }
}
