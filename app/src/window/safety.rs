//! What keeps work safe while the window runs: the data folder, the journals, the session, and what the last start
//! left (`docs/guide/files.md`).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui_dock::DockState;
use levelwright_io::file::OpenFile;
use levelwright_io::format::OpenError;
use levelwright_io::journal::recovery::{self, Recovery};
use levelwright_io::save::DataFolder;
use levelwright_io::save::repair::{Outcome, Repair};
use levelwright_io::save::session::{self as kept, Keeper, SessionPath};

use super::Window;
use super::dialogs::Dialog;
use super::dock::Pane;
use super::panes::messages::{Messages, Tone};
use super::questions::{JournalRow, Question};
use super::saving::Running;
use super::session::Session;
use super::texts::saving as words;
use crate::data_folder;

/// What keeps work safe.
#[derive(Debug, Default)]
pub struct Safety {
    pub(super) data: Option<Arc<DataFolder>>,
    /// Whether saves run on a thread of their own. Without it the window waits for them, which stories want.
    pub threads: bool,
    pub(super) running: Option<Running>,
    pub(super) journals: Vec<Recovery>,
    /// Files that were open at a crash and were not opened again yet.
    pub(super) offered: Vec<PathBuf>,
    ask: bool,
    keeper: Option<Keeper>,
    /// The session as it was written last.
    kept: kept::Session,
    /// What was open when leaving began: closing one document after the other does not forget them.
    leaving_with: Option<(Vec<SessionPath>, usize)>,
    /// Problems of journals that were told.
    told: BTreeSet<String>,
}

impl Safety {
    /// The data folder, if there is one.
    pub fn data(&self) -> Option<&Arc<DataFolder>> {
        self.data.as_ref()
    }

    /// Opens a file, with backups and a journal if there is a data folder.
    ///
    /// # Errors
    /// As [`OpenFile::open`].
    pub fn open(&self, path: &Path) -> Result<OpenFile, OpenError> {
        match &self.data {
            Some(data) => OpenFile::open_in(data, path),
            None => OpenFile::open(path),
        }
    }

    /// Gives a document that has no file a journal.
    pub(super) fn guard(&self, file: &mut OpenFile) {
        if let Some(data) = &self.data {
            file.use_data_folder(data.clone());
        }
    }

    /// Whether there is something that a crash left.
    pub fn has_offers(&self) -> bool {
        !self.journals.is_empty() || !self.offered.is_empty()
    }

    /// The question what to do about it.
    pub(super) fn question(&self) -> Option<Question> {
        self.has_offers().then(|| Question::Recover {
            journals: self.journals.iter().map(JournalRow::of).collect(),
            open: self.offered.clone(),
        })
    }

    /// Leaving was called off.
    pub(super) fn stay(&mut self) {
        self.leaving_with = None;
    }
}

fn say_repairs(messages: &mut Messages, repairs: &[Repair]) {
    for repair in repairs {
        let files: Vec<String> = repair.files.iter().map(|f| f.display().to_string()).collect();
        match &repair.result {
            Ok(Outcome::Finished) => messages.say(Tone::Good, words::finished(&files.join(", "))),
            Ok(Outcome::TakenBack) => messages.say(Tone::Good, words::taken_back(&files.join(", "))),
            Err(error) => messages.say(Tone::Bad, error.to_string()),
        }
    }
}

impl Session {
    /// What is open, and which of them is in front.
    fn open_files(&self) -> (Vec<SessionPath>, usize) {
        let mut open = Vec::new();
        let mut front = 0;
        for (at, doc) in self.docs.iter().enumerate() {
            if let Some(path) = doc.file.path() {
                if at == self.active {
                    front = open.len();
                }
                open.push(SessionPath(absolute(path)));
            }
        }
        (open, front)
    }

    /// Opens files of the last session; those that are gone are named.
    pub(super) fn reopen(&mut self, files: Vec<PathBuf>) {
        for path in files {
            if path.exists() {
                self.open(&path);
            } else {
                self.messages.say(Tone::Bad, words::gone(&path));
            }
        }
    }

    /// Tells each problem of a journal once, and again if it comes back.
    fn tell_journals(&mut self) {
        let problem = |d: &super::doc::Doc| d.file.journal_problem().map(|p| format!("{}: {p}", d.name()));
        let now: BTreeSet<String> = self.docs.iter().filter_map(problem).collect();
        for text in now.difference(&self.safety.told) {
            self.messages.say(Tone::Bad, text.clone());
        }
        self.safety.told = now;
    }

    /// Leaving begins: what is open now comes back at the next start.
    pub(super) fn begin_to_leave(&mut self) {
        if self.safety.leaving_with.is_none() {
            self.safety.leaving_with = Some(self.open_files());
        }
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

impl Window {
    /// Begins with a data folder, before any file is opened: repairs what was interrupted, brings the last session back
    /// after a clean end, and offers what a crash left.
    pub fn begin(&mut self, data: DataFolder) {
        let Session { messages, safety, preferences, .. } = &mut self.session;
        // Every save would be refused for want of a backup: better to be told once, and to save without.
        if let Some(error) = data_folder::refused(&data) {
            return messages.say(Tone::Bad, words::no_data_in(data.root(), &error));
        }
        match data.repair() {
            Ok(repairs) => say_repairs(messages, &repairs),
            Err(error) => messages.say(Tone::Bad, format!("{}: {error}", data.pending().display())),
        }
        match recovery::find(&data) {
            Ok(found) => safety.journals = found,
            Err(error) => messages.say(Tone::Bad, format!("{}: {error}", data.journals().display())),
        }
        let mut reopen = None;
        match kept::start(&data) {
            Ok(start) => {
                if let Some(problem) = start.problem {
                    messages.say(Tone::Bad, problem);
                }
                if !start.session.recent.is_empty() {
                    preferences.recent = start.session.recent.iter().map(|p| p.0.clone()).collect();
                }
                let open: Vec<PathBuf> = start.session.open.iter().map(|p| p.0.clone()).collect();
                if start.crashed {
                    safety.offered = open;
                } else {
                    if let Some(layout) = start.session.layout.as_deref().and_then(layout_of) {
                        self.layout = layout;
                    }
                    reopen = Some((open, start.session.front));
                }
                safety.kept = start.session;
                safety.keeper = Some(start.keeper);
            }
            Err(error) => messages.say(Tone::Bad, format!("{}: {error}", data.root().display())),
        }
        safety.data = Some(Arc::new(data));
        safety.ask = safety.has_offers();
        if let Some((open, front)) = reopen {
            let front = open.get(front).cloned();
            self.session.reopen(open);
            let is_front = |d: &super::doc::Doc| d.file.path().is_some_and(|p| Some(absolute(p)) == front);
            if let Some(at) = self.session.docs.iter().position(is_front) {
                self.session.active = at;
            }
        }
    }

    /// After everything of a frame was done: hands edits to the journals, writes the session if it changed, asks what to
    /// do about what a crash left.
    pub(super) fn keep(&mut self) {
        for doc in &mut self.session.docs {
            doc.file.record();
        }
        self.session.tell_journals();
        if self.session.safety.ask && self.session.dialog.is_none() {
            self.session.safety.ask = false;
            self.session.dialog = self.session.safety.question().map(|q| Dialog::Question(Box::new(q)));
        }
        let (mut open, front) = self.session.open_files();
        if let Some((leaving, _)) = &self.session.safety.leaving_with {
            open = leaving.clone();
        }
        // What was offered and not decided on is offered again after another crash.
        for path in &self.session.safety.offered {
            if !open.iter().any(|p| p.0 == *path) {
                open.push(SessionPath(path.clone()));
            }
        }
        let recent: Vec<SessionPath> = self.session.preferences.recent.iter().cloned().map(SessionPath).collect();
        let Session { messages, safety, .. } = &mut self.session;
        let Some(keeper) = &safety.keeper else { return };
        if safety.kept.open == open && safety.kept.front == front && safety.kept.recent == recent {
            return;
        }
        (safety.kept.open, safety.kept.front, safety.kept.recent) = (open, front, recent);
        safety.kept.layout = serde_json::to_string(&self.layout).ok();
        if let Err(error) = keeper.save(&safety.kept) {
            messages.say(Tone::Bad, format!("the session was not written: {error}"));
        }
    }

    /// The end: after a clean one the session comes back, and the journals of documents without changes go. If the
    /// window ends otherwise, everything stays for the next start.
    pub fn finish(&mut self) {
        if !self.leaves() {
            return;
        }
        let (open, front) = self.session.safety.leaving_with.take().unwrap_or_else(|| self.session.open_files());
        let Session { docs, safety, .. } = &mut self.session;
        for doc in docs.drain(..) {
            if doc.file.document.is_modified() {
                // Not asked about, so not thrown away.
                drop(doc.file);
            } else {
                doc.file.close();
            }
        }
        if let Some(keeper) = safety.keeper.take() {
            (safety.kept.open, safety.kept.front) = (open, front);
            safety.kept.layout = serde_json::to_string(&self.layout).ok();
            if let Err(error) = keeper.finish(&safety.kept) {
                eprintln!("the session was not written: {error}");
            }
        }
    }
}

/// A layout as it was written; `None` if it cannot be read or is empty.
fn layout_of(text: &str) -> Option<DockState<Pane>> {
    let state: DockState<Pane> = serde_json::from_str(text).ok()?;
    let empty = state.iter_all_tabs().next().is_none();
    (!empty).then_some(state)
}
