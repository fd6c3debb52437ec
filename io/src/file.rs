//! An open file: a document, where it came from, what is on disk, and its journal.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use levelwright_model::document::{Document, State};

use crate::format::{Difference, EncodeError, Encoded, FORMATS, Guest, OpenError, Opened, Origin, Summary, open_bytes};
use crate::journal::frame::{Frame, Header};
use crate::journal::writer::{Beginning, JournalWriter};
use crate::save::changes::{self, Changes, Matching};
use crate::save::disk::{Disk, RealDisk};
use crate::save::fingerprint::Fingerprint;
use crate::save::task::{Done, SaveTask};
use crate::save::{Change, ContentHash, DataFolder, LiveIds, SaveError};

/// An open file.
#[derive(Debug)]
pub struct OpenFile {
    path: Option<PathBuf>,
    name: String,
    /// The document.
    pub document: Document,
    origin: Arc<dyn Origin>,
    summary: Summary,
    guests: Vec<Guest>,
    /// What may be on disk without being a change by another program, after a save.
    on_disk: Vec<Fingerprint>,
    /// Whether that still is the file as opened. Its hash is made when it is asked for: hashing takes longer than
    /// opening and verifying.
    as_opened: bool,
    /// The state that is on disk.
    saved: State,
    data: Option<Arc<DataFolder>>,
    journal: Option<JournalWriter>,
    journal_problem: Option<String>,
    /// The content that a new journal's first step applies to, made when it is asked for, and its ids.
    base: (OnceLock<ContentHash>, LiveIds),
    /// Steps of this session so far.
    steps: u64,
    /// The last of them, while no journal takes them.
    unwritten: Vec<Frame>,
}

/// What a round trip found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundTrip {
    /// Decoding and encoding gives the same bytes.
    Identical,
    /// It does not; the first difference.
    Differs(Difference),
}

/// How to save.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SaveOptions {
    /// Write over what another program left there. Its version goes to the backups.
    pub overwrite: bool,
}

impl OpenFile {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, is no level, or its container is broken.
    pub fn open(path: &Path) -> Result<OpenFile, OpenError> {
        OpenFile::open_on(&RealDisk, path)
    }

    /// Opens a file with a data folder: with backups, a journal, and saves that can be repaired.
    ///
    /// # Errors
    /// As [`OpenFile::open`].
    pub fn open_in(data: &Arc<DataFolder>, path: &Path) -> Result<OpenFile, OpenError> {
        let mut file = OpenFile::open_on(data.disk().as_ref(), path)?;
        file.use_data_folder(data.clone());
        Ok(file)
    }

    fn open_on(disk: &dyn Disk, path: &Path) -> Result<OpenFile, OpenError> {
        let bytes = disk.read(path).map_err(|reason| OpenError::Read { path: path.display().to_string(), reason })?;
        OpenFile::from_bytes(path, bytes)
    }

    /// A file that was read already.
    ///
    /// # Errors
    /// If the bytes are no level.
    pub(crate) fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<OpenFile, OpenError> {
        let mut file = OpenFile::from_opened(open_bytes(bytes)?);
        let game = file.document.game().key;
        file.guests = FORMATS.iter().filter(|f| f.game == game).flat_map(|f| (f.guests)(path)).collect();
        file.name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        file.path = Some(path.to_owned());
        file.as_opened = true;
        Ok(file)
    }

    /// A file that has no place on disk yet.
    ///
    /// # Errors
    /// If the bytes are no level.
    pub fn untitled(bytes: Vec<u8>) -> Result<OpenFile, OpenError> {
        open_bytes(bytes).map(OpenFile::from_opened)
    }

    /// A document that is open already and has no place on disk: what a format made, registered or not.
    pub fn from_opened(opened: Opened) -> OpenFile {
        let Opened { document, origin, summary } = opened;
        OpenFile {
            path: None,
            name: String::new(),
            saved: document.state().clone(),
            document,
            base: (OnceLock::new(), LiveIds::default()),
            origin,
            summary,
            guests: Vec::new(),
            on_disk: Vec::new(),
            as_opened: false,
            data: None,
            journal: None,
            journal_problem: None,
            steps: 0,
            unwritten: Vec::new(),
        }
    }

    /// Gives the file backups and a journal. What was done before is not in the journal.
    pub fn use_data_folder(&mut self, data: Arc<DataFolder>) {
        self.data = Some(data);
        self.document.note_steps();
    }

    /// Where it lies.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What the window calls it: the file's name, or what it was called with [`OpenFile::set_name`].
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Calls a document without a file something.
    pub fn set_name(&mut self, name: &str) {
        name.clone_into(&mut self.name);
    }

    /// What it is.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Files beside it that lend names or pictures, read only.
    pub fn guests(&self) -> &[Guest] {
        &self.guests
    }

    /// The bytes as opened.
    pub fn origin_bytes(&self) -> &[u8] {
        self.origin.bytes()
    }

    /// The bytes that saving would write.
    ///
    /// # Errors
    /// If the format cannot hold the document.
    pub fn encode(&self) -> Result<Encoded, EncodeError> {
        self.origin.encode(&self.document)
    }

    /// Decodes everything, makes it anew and compares with the file as opened. Nothing is taken over from the origin
    /// unseen: levels are compared as the tables hold them, the container as the writer would lay it. Works on the
    /// document as opened; edits are not looked at.
    pub fn round_trip(&mut self) -> RoundTrip {
        self.document.decode_all();
        if let Err(difference) = self.origin.verify(&self.document) {
            return RoundTrip::Differs(difference);
        }
        RoundTrip::Identical
    }

    fn disk(&self) -> Arc<dyn Disk> {
        self.data.as_ref().map_or_else(|| Arc::new(RealDisk) as Arc<dyn Disk>, |data| data.disk().clone())
    }

    // ---- the journal ----

    /// Hands what happened since the last call to the journal. Call it after every edit, undo and redo; it does not
    /// wait for the disk. The journal is made with the first step.
    pub fn record(&mut self) {
        let Some(data) = self.data.clone() else { return };
        let now = data.now();
        let frames = self.document.take_steps();
        self.steps += frames.len() as u64;
        self.unwritten.extend(frames.iter().map(|step| Frame::step(now, step)));
        if self.unwritten.is_empty() {
            return;
        }
        if self.journal.is_none() {
            let first = self.steps - self.unwritten.len() as u64;
            let beginning = Beginning {
                disk: data.disk().clone(),
                folder: data.journals(),
                now,
                header: self.header(first),
                base: self.path.is_none().then(|| self.origin.bytes().to_vec()),
            };
            let made = JournalWriter::start(beginning, first);
            match made {
                Ok(writer) => {
                    self.journal = Some(writer);
                    self.journal_problem = None;
                }
                // The steps are kept for the next call.
                Err(e) => self.journal_problem = Some(format!("no journal can be kept ({e}): save soon")),
            }
        }
        if let Some(journal) = &mut self.journal {
            self.unwritten.drain(..).for_each(|frame| journal.step(frame));
        }
    }

    fn header(&self, first: u64) -> Header {
        Header::new(self.path.as_deref(), &self.name, self.base_hash(), self.base.1.clone(), first)
    }

    fn base_hash(&self) -> ContentHash {
        *self.base.0.get_or_init(|| ContentHash::of(self.origin.bytes()))
    }

    /// What may be on disk without being a change by another program.
    fn known(&self) -> Vec<Fingerprint> {
        // Until the first save the base is the file as opened.
        if self.as_opened { vec![Fingerprint::Whole(self.base_hash())] } else { self.on_disk.clone() }
    }

    /// Waits until the journal is on disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush_journal(&self) -> io::Result<()> {
        let failed = || io::Error::other(self.journal_problem().unwrap_or_else(|| "no journal".to_owned()));
        match &self.journal {
            Some(journal) if journal.flush() => Ok(()),
            Some(_) => Err(failed()),
            None if self.journal_problem.is_some() => Err(failed()),
            None => Ok(()),
        }
    }

    /// What is wrong with the journal at present, to be shown.
    pub fn journal_problem(&self) -> Option<String> {
        self.journal_problem.clone().or_else(|| self.journal.as_ref().and_then(JournalWriter::problem))
    }

    /// Closes the document for good: what is not saved is not wanted any more, and the journal goes. To leave the
    /// edits for the next start, drop the file instead.
    pub fn close(mut self) {
        if let Some(journal) = self.journal.take() {
            journal.end();
        }
    }

    // ---- what differs ----

    /// What saving would change on disk: objects, fields, bytes.
    ///
    /// # Errors
    /// If the format cannot hold the document.
    pub fn changes(&self) -> Result<Changes, EncodeError> {
        let mut saved = self.saved.clone();
        // Levels that were decoded since the last save were not changed before it.
        for id in self.document.origin().ids() {
            if let Some(level) = self.document.origin().shared(id) {
                saved.fill(id, level);
            }
        }
        let mut found = changes::between(self.document.game(), &saved, self.document.state(), Matching::Numbers);
        let present = self.path.as_ref().and_then(|path| self.disk().read(path).ok());
        let new = self.encode()?.bytes;
        found.bytes = present.map(|old| changes::byte_count(&old, &new));
        Ok(found)
    }

    /// Whether another program changed the file since it was opened or saved.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn disk_change(&self) -> io::Result<Option<Change>> {
        let Some(path) = &self.path else { return Ok(None) };
        let now = Fingerprint::take(self.disk().as_ref(), path, &[])?;
        Ok(match now {
            now if self.known().contains(&now) => None,
            Fingerprint::Absent => Some(Change::Removed),
            _ => Some(Change::Changed),
        })
    }

    /// What differs between the file as it lies on disk and the document.
    ///
    /// # Errors
    /// If the file cannot be read or opened.
    pub fn compare_with_disk(&mut self) -> Result<Changes, OpenError> {
        let path = self.path.clone().unwrap_or_default();
        let mut other = OpenFile::open_on(self.disk().as_ref(), &path)?;
        other.document.decode_all();
        self.document.decode_all();
        let (old, new) = (other.document.state(), self.document.state());
        let mut found = changes::between(self.document.game(), old, new, Matching::Places);
        found.bytes = self.encode().ok().map(|new| changes::byte_count(other.origin_bytes(), &new.bytes));
        Ok(found)
    }

    /// The file as it lies on disk now, in place of this one. The edits since the last save are given up.
    ///
    /// # Errors
    /// If it cannot be read or opened; nothing is changed then.
    pub fn reload(&mut self) -> Result<(), OpenError> {
        let path = self.path.clone().unwrap_or_default();
        let fresh = match &self.data {
            Some(data) => OpenFile::open_in(data, &path)?,
            None => OpenFile::open(&path)?,
        };
        std::mem::replace(self, fresh).close();
        Ok(())
    }

    /// A free name beside the file: `Map.sceA`, `Map 2.sceA`, `Map 3.sceA` …
    pub fn name_beside(&self) -> Option<PathBuf> {
        let path = self.path.as_ref()?;
        let disk = self.disk();
        let stem = path.file_stem()?.to_string_lossy().into_owned();
        let end = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
        (2..10_000u32)
            .map(|n| path.with_file_name(format!("{stem} {n}{end}")))
            .find(|p| disk.metadata(p).is_err_and(|e| e.kind() == io::ErrorKind::NotFound))
    }

    // ---- saving ----

    /// Saves to the file's own place.
    ///
    /// # Errors
    /// If there is no place yet, the file on disk is not the one opened, or writing fails. The old
    /// file is whole then, and the document stays modified.
    pub fn save(&mut self) -> Result<Encoded, SaveError> {
        let path = self.path.clone().ok_or(SaveError::NoPlace)?;
        self.save_as(&path)
    }

    /// Saves to a place.
    ///
    /// # Errors
    /// As [`OpenFile::save`].
    pub fn save_as(&mut self, path: &Path) -> Result<Encoded, SaveError> {
        self.save_with(path, SaveOptions::default())
    }

    /// Saves to a place, in so many words.
    ///
    /// # Errors
    /// As [`OpenFile::save`].
    pub fn save_with(&mut self, path: &Path, options: SaveOptions) -> Result<Encoded, SaveError> {
        let done = self.begin_save(path, options).run();
        self.finish_save(done)
    }

    /// A save as a task for a worker: the window may go on editing. [`OpenFile::finish_save`] takes its answer.
    pub fn begin_save(&mut self, path: &Path, options: SaveOptions) -> SaveTask {
        self.record();
        let disk = self.disk();
        let same = |a: &Path, b: &Path| match (disk.resolve(a), disk.resolve(b)) {
            (Ok(a), Ok(b)) => a == b,
            _ => a == b,
        };
        let own = self.path.as_deref().is_some_and(|own| same(own, path));
        SaveTask {
            document: self.document.snapshot(),
            mark: self.document.history().mark(),
            origin: self.origin.clone(),
            path: path.to_owned(),
            own,
            expected: if own && !options.overwrite { self.known() } else { Vec::new() },
            data: self.data.clone(),
            journal: self.journal.as_ref().map(|j| (j.line(), j.steps())),
            steps: self.steps,
        }
    }

    /// Takes the answer of a save: only now, and only for the state that was written, is the document unmodified.
    ///
    /// # Errors
    /// What the task could not do.
    pub fn finish_save(&mut self, done: Done) -> Result<Encoded, SaveError> {
        let written = match done.result {
            Ok(written) => written,
            Err(error) => {
                if matches!(error, SaveError::Unconfirmed { .. } | SaveError::Unfinished { .. }) && done.own {
                    // The file may be the new one: that is no change by another program.
                    self.on_disk = self.known();
                    self.as_opened = false;
                    self.on_disk.extend(done.attempted);
                }
                return Err(error);
            }
        };
        self.name = done.path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        self.path = Some(done.path);
        let content = written.fingerprints.first().and_then(Fingerprint::content);
        self.base = (OnceLock::from(content.unwrap_or_else(|| ContentHash::of(&done.encoded.bytes))), done.ids);
        self.on_disk = written.fingerprints;
        self.as_opened = false;
        self.saved = done.state;
        self.document.mark_saved_at(done.mark);
        match &self.journal {
            Some(journal) => journal.restart(self.header(done.steps)),
            None => {
                let after = (self.steps - done.steps) as usize;
                self.unwritten.drain(..self.unwritten.len().saturating_sub(after));
                self.journal_problem = None;
            }
        }
        Ok(done.encoded)
    }
}
