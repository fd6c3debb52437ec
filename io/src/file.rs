//! An open file: a document, where it came from, what is on disk, and its journal.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use levelwright_model::document::{Document, State};

use crate::format::{
    Difference, EncodeError, Encoded, FORMATS, Format, Guest, Location, NewFile, OpenError, Opened, Origin, Reading,
    Summary, open_at, open_bytes, open_files,
};
use crate::journal::frame::{Frame, Header};
use crate::journal::writer::{Beginning, JournalWriter};
use crate::save::changes::{self, Changes, Matching};
use crate::save::disk::{Disk, RealDisk, folder_of};
use crate::save::fingerprint::{Fingerprint, read_range};
use crate::save::originals::Original;
use crate::save::task::{Done, SaveTask};
use crate::save::writes::Writes;
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
    on_disk: Known,
    /// Whether that still is the file as opened. Its hash is made when it is asked for: hashing takes longer than
    /// opening and verifying.
    as_opened: bool,
    /// Of files that are written in place: what stood where they were overwritten.
    originals: Vec<(PathBuf, Original)>,
    /// The state that is on disk.
    saved: State,
    /// Where it lies, or will be saved to.
    disk: Arc<dyn Disk>,
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

/// By file: what may lie there.
pub(crate) type Known = Vec<(PathBuf, Vec<Fingerprint>)>;

/// Something that is to be made of a document as it is now.
#[derive(Debug)]
pub struct MakeTask {
    document: Document,
    origin: Arc<dyn Origin>,
}

impl MakeTask {
    /// Makes it.
    ///
    /// # Errors
    /// As [`Origin::make`].
    pub fn run(mut self, made: &crate::format::Made<'_>) -> Result<Vec<NewFile>, EncodeError> {
        self.document.decode_all();
        self.origin.make(&self.document, made)
    }
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
        OpenFile::open_on(Arc::new(RealDisk), path)
    }

    /// Opens a file with a data folder: with backups, a journal, and saves that can be repaired.
    ///
    /// # Errors
    /// As [`OpenFile::open`].
    pub fn open_in(data: &Arc<DataFolder>, path: &Path) -> Result<OpenFile, OpenError> {
        let mut file = OpenFile::open_on(data.disk().clone(), path)?;
        file.use_data_folder(data.clone());
        Ok(file)
    }

    pub(crate) fn open_on(disk: Arc<dyn Disk>, path: &Path) -> Result<OpenFile, OpenError> {
        // A bare name is a file of the folder in which the program was started; what belongs to it lies beside it, and
        // no folder can be listed that has no name.
        let here = Path::new(".").join(path);
        let bare = path.parent().is_some_and(|folder| folder.as_os_str().is_empty());
        let path = if bare && disk.metadata(&here).is_ok() { here.as_path() } else { path };
        let opened = open_at(&Location::new(disk.clone(), path))?;
        Ok(OpenFile { disk, ..OpenFile::placed(path, opened) })
    }

    /// A file that was read already.
    ///
    /// # Errors
    /// If the bytes are no level.
    pub(crate) fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<OpenFile, OpenError> {
        Ok(OpenFile::placed(path, open_bytes(bytes)?))
    }

    /// A document that was opened from a place. It is called by its main file.
    fn placed(path: &Path, opened: Opened) -> OpenFile {
        let path = opened.main().unwrap_or(path).to_owned();
        opened.document.source().lies_at(&path);
        let mut file = OpenFile::from_opened(opened);
        let game = file.document.game().key;
        file.guests = FORMATS.iter().filter(|f| f.game == game).flat_map(|f| (f.guests)(&path)).collect();
        file.name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        file.path = Some(path);
        file.as_opened = true;
        file
    }

    /// A file that has no place on disk yet.
    ///
    /// # Errors
    /// If the bytes are no level.
    pub fn untitled(bytes: Vec<u8>) -> Result<OpenFile, OpenError> {
        open_bytes(bytes).map(OpenFile::from_opened)
    }

    /// Files that have no place on disk yet; the first is the main one, and the document is called by it.
    ///
    /// # Errors
    /// If they are no level.
    pub fn untitled_files(files: &[NewFile]) -> Result<OpenFile, OpenError> {
        let mut file = OpenFile::from_opened(open_files(files)?);
        file.name = files.first().map(|f| f.name.clone()).unwrap_or_default();
        Ok(file)
    }

    /// The documents that files of a format make, called by their names: the bundled samples.
    ///
    /// # Errors
    /// If they do not open.
    pub fn made(format: &Format, files: Vec<NewFile>) -> Result<Vec<OpenFile>, OpenError> {
        if matches!(format.reading, Reading::Place { .. }) {
            return Ok(vec![OpenFile::untitled_files(&files)?]);
        }
        let each = files.into_iter().map(|made| {
            let mut file = OpenFile::untitled(made.bytes)?;
            file.set_name(&made.name);
            Ok(file)
        });
        each.collect()
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
            originals: Vec::new(),
            disk: Arc::new(RealDisk),
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

    /// Gives the file a place for what a save in several steps needs, and backups, but no journal: for commands.
    pub fn use_backups(&mut self, data: Arc<DataFolder>) {
        self.data = Some(data);
    }

    /// The other files of a document of several files: they are saved with it.
    pub fn companions(&self) -> impl Iterator<Item = &Path> {
        let others = self.origin.set().filter(|_| self.path.is_some()).map(|set| set.others.as_slice());
        others.unwrap_or_default().iter().map(|file| file.path.as_path())
    }

    /// Whether the document has several files.
    pub fn is_set(&self) -> bool {
        self.origin.set().is_some()
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

    /// The bytes as opened; of a document of several files, those of the main one.
    pub fn origin_bytes(&self) -> &[u8] {
        self.origin.bytes()
    }

    /// Whether saving may write what does not fit where it stands behind a file's end ([`Origin::let_grow`]).
    pub fn let_grow(&self, allow: bool) {
        self.origin.let_grow(allow);
    }

    /// The bytes that saving would write.
    ///
    /// # Errors
    /// If the format cannot hold the document.
    pub fn encode(&self) -> Result<Encoded, EncodeError> {
        match &self.path {
            Some(path) if self.moved(path) => self.origin.encode_to(&self.document, path),
            _ => self.origin.encode(&self.document),
        }
    }

    /// Whether a place is another than the one where a document of several files was opened.
    fn moved(&self, path: &Path) -> bool {
        self.origin.set().is_some_and(|set| set.at.path() != path)
    }

    /// Makes other files of the document's present state.
    ///
    /// # Errors
    /// If the format has no such form, or cannot hold the document in it.
    pub fn make(&self, made: &crate::format::Made<'_>) -> Result<Vec<NewFile>, EncodeError> {
        self.origin.make(&self.document, made)
    }

    /// The forms that it can be made in.
    pub fn forms(&self) -> &'static [crate::format::Form] {
        self.origin.forms()
    }

    /// What [`OpenFile::make`] needs, to be done elsewhere while the document goes on.
    pub fn begin_make(&self) -> MakeTask {
        MakeTask { document: self.document.snapshot(), origin: self.origin.clone() }
    }

    /// Opens what would be written.
    ///
    /// # Errors
    /// If it does not open.
    pub fn reopen(&self, encoded: &Encoded) -> Result<Opened, OpenError> {
        encoded.reopen(self.origin.as_ref())
    }

    /// Opens what would be written and compares it with the document.
    ///
    /// # Errors
    /// If it does not open, or differs.
    pub fn verify(&self, encoded: &Encoded) -> Result<(), SaveError> {
        crate::save::verify(&self.document, encoded, self.origin.as_ref())
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
        self.data.as_ref().map_or_else(|| self.disk.clone(), |data| data.disk().clone())
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
                base: self.path.is_none().then(|| self.base_frame()),
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
        *self.base.0.get_or_init(|| self.origin.hash())
    }

    /// What a journal needs to begin with a document that has no file.
    fn base_frame(&self) -> Frame {
        let Some(set) = self.origin.set() else { return Frame::Base(self.origin.bytes().to_vec()) };
        let root = folder_of(set.at.path());
        let name = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned();
        let mut files = vec![(name(set.at.path()), self.origin.bytes().to_vec())];
        for other in &set.others {
            if let Ok(bytes) = set.at.disk().read(&other.path) {
                files.push((name(&other.path), bytes));
            }
        }
        Frame::BaseFiles(files)
    }

    /// What may be on disk without being a change by another program.
    fn known(&self) -> Known {
        let Some(path) = self.path.as_ref().filter(|_| self.as_opened) else { return self.on_disk.clone() };
        // Until the first save the base is the file as opened.
        let Some(set) = self.origin.set() else {
            return vec![(path.clone(), vec![Fingerprint::Whole(self.base_hash())])];
        };
        let main = (path.clone(), vec![Fingerprint::of(self.origin.bytes())]);
        let others = set.others.iter().map(|file| (file.path.clone(), vec![file.seen.clone()]));
        std::iter::once(main).chain(others).collect()
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
        let saved = self.saved_state();
        let mut found = changes::between(self.document.game(), &saved, self.document.state(), Matching::Numbers);
        let new = self.encode()?;
        found.bytes = self.path.as_ref().and_then(|path| self.bytes_changed(path, &new));
        Ok(found)
    }

    /// The state that was opened or saved last, as far as levels are decoded.
    pub fn saved_state(&self) -> State {
        let mut saved = self.saved.clone();
        // Levels that were decoded since the last save were not changed before it.
        for id in self.document.origin().ids() {
            if let Some(level) = self.document.origin().shared(id) {
                saved.fill(id, level);
            }
        }
        saved
    }

    /// How many bytes on disk would change; `None` if the main file is not there.
    fn bytes_changed(&self, path: &Path, new: &Encoded) -> Option<usize> {
        let disk = self.disk();
        let mut count = changes::byte_count(&disk.read(path).ok()?, &new.bytes);
        for file in &new.beside {
            count += match &file.writes {
                Writes::Replace(bytes) => changes::byte_count(&disk.read(&file.path).unwrap_or_default(), bytes),
                Writes::InPlace { patches, .. } => {
                    let Ok(meta) = disk.metadata(&file.path) else { continue };
                    let changed = patches.iter().filter_map(|patch| {
                        let old = read_range(disk.as_ref(), &file.path, &patch.range(), meta.len).ok()?;
                        Some(changes::byte_count(&old, &patch.bytes))
                    });
                    changed.sum()
                }
            };
        }
        Some(count)
    }

    /// Whether another program changed the file since it was opened or saved.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn disk_change(&self) -> io::Result<Option<Change>> {
        if self.path.is_none() {
            return Ok(None);
        }
        let disk = self.disk();
        for (path, known) in self.known() {
            let watch = known.first().map(Fingerprint::watched).unwrap_or_default();
            let now = Fingerprint::take(disk.as_ref(), &path, &watch)?;
            if !known.contains(&now) {
                return Ok(Some(if now == Fingerprint::Absent { Change::Removed } else { Change::Changed }));
            }
        }
        Ok(None)
    }

    /// What differs between the file as it lies on disk and the document.
    ///
    /// # Errors
    /// If the file cannot be read or opened.
    pub fn compare_with_disk(&mut self) -> Result<Changes, OpenError> {
        let path = self.path.clone().unwrap_or_default();
        let mut other = OpenFile::open_on(self.disk(), &path)?;
        other.document.decode_all();
        self.document.decode_all();
        let (old, new) = (other.document.state(), self.document.state());
        let mut found = changes::between(self.document.game(), old, new, Matching::Places);
        found.bytes = self.encode().ok().and_then(|new| self.bytes_changed(&path, &new));
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
        // Whoever names another file of the document means the document.
        let beside = |own: &Path| {
            let set = self.origin.set().filter(|_| !self.moved(own));
            set.is_some_and(|set| set.others.iter().any(|file| same(&file.path, path)))
        };
        let own = self.path.as_deref().is_some_and(|own| same(own, path) || beside(own));
        SaveTask {
            document: self.document.snapshot(),
            mark: self.document.history().mark(),
            origin: self.origin.clone(),
            disk: disk.clone(),
            moved: if own { self.path.as_deref().is_some_and(|own| self.moved(own)) } else { true },
            path: if own { self.path.clone().unwrap_or_default() } else { path.to_owned() },
            own,
            expected: if own && !options.overwrite { self.known() } else { Vec::new() },
            overwrite: options.overwrite,
            originals: self.originals.clone(),
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
        // What stood there stood there, however the save ended.
        self.originals = done.originals;
        let written = match done.result {
            Ok(written) => written,
            Err(error) => {
                if matches!(error, SaveError::Unconfirmed { .. } | SaveError::Unfinished { .. }) && done.own {
                    // The file may be the new one: that is no change by another program.
                    self.on_disk = self.known();
                    self.as_opened = false;
                    for (path, attempted) in done.attempted {
                        match self.on_disk.iter_mut().find(|(p, _)| *p == path) {
                            Some((_, known)) => known.push(attempted),
                            None => self.on_disk.push((path, vec![attempted])),
                        }
                    }
                }
                return Err(error);
            }
        };
        // Files that did not change are as they were.
        let mut on_disk = if done.own { self.known() } else { Vec::new() };
        let (disk, set) = (self.disk(), self.origin.set());
        for (path, now) in done.written.into_iter().zip(written.fingerprints) {
            // Written whole from elsewhere, and next time in place again: changes are then noticed as they were.
            let parts = set.and_then(|set| set.others.iter().find(|file| file.path == path && !file.watch.is_empty()));
            let now = match parts.filter(|_| matches!(now, Fingerprint::Whole(_))) {
                Some(file) => Fingerprint::take(disk.as_ref(), &path, &file.watch).unwrap_or(now),
                None => now,
            };
            match on_disk.iter_mut().find(|(p, _)| *p == path) {
                Some((_, known)) => *known = vec![now],
                None => on_disk.push((path, vec![now])),
            }
        }
        self.name = done.path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        self.path = Some(done.path);
        self.base = (OnceLock::from(done.content.unwrap_or_else(|| ContentHash::of(&done.encoded.bytes))), done.ids);
        self.on_disk = on_disk;
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
