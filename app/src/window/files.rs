//! Choosing files: behind a trait, so that tests never open a dialog.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use super::texts::making as texts;

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Open these.
    Open(Vec<PathBuf>),
    /// Save there.
    Save(PathBuf),
    /// The person thought better of it.
    Nothing,
    /// This is a game folder.
    Folder(PathBuf),
    /// This file is for the preview.
    Preview(PreviewFile, PathBuf),
    /// What is made goes into this folder.
    Into(PathBuf),
    /// What is imported comes from here.
    From(Vec<PathBuf>),
    /// This system has no file dialogs.
    Unavailable(Purpose),
}

/// What a path is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To open a file.
    Open,
    /// To save there.
    Save,
    /// To list the levels of a folder.
    Folder,
    /// For the preview.
    Preview(PreviewFile),
    /// For a folder that what is made goes into.
    Into,
    /// For files to read something from.
    From,
}

/// Files of the preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewFile {
    /// A scenario to read.
    Load,
    /// Where to write the scenario.
    Save,
    /// Where to write what happened.
    Log,
}

impl PreviewFile {
    /// What the dialog is headed with.
    pub const fn title(self) -> &'static str {
        match self {
            PreviewFile::Load => "Load a scenario",
            PreviewFile::Save => "Save the scenario",
            PreviewFile::Log => "Save the event log",
        }
    }
}

/// Asks a person for files without holding up the window.
pub trait Chooser {
    /// Asks which files to open.
    fn open(&mut self, ctx: &egui::Context);
    /// Asks where to save.
    fn save(&mut self, ctx: &egui::Context, suggestion: &str);
    /// Asks for a folder.
    fn folder(&mut self, ctx: &egui::Context);
    /// Asks for a file of the preview.
    fn preview(&mut self, ctx: &egui::Context, what: PreviewFile, suggestion: &str);
    /// Asks for a folder that what is made goes into.
    fn into_folder(&mut self, ctx: &egui::Context);
    /// Asks for files to read something from.
    fn to_read(&mut self, ctx: &egui::Context);
    /// The answer, once.
    fn answer(&mut self) -> Option<Chosen>;
}

/// The system's own dialogs, each on a thread: they block.
#[derive(Debug, Default)]
pub struct SystemChooser {
    waiting: Option<Receiver<Chosen>>,
}

/// A dialog that a person saw takes longer than this; without portal and zenity the answer comes at once.
const SEEN: Duration = Duration::from_millis(120);

impl SystemChooser {
    fn ask(&mut self, ctx: &egui::Context, purpose: Purpose, ask: impl FnOnce() -> Option<Chosen> + Send + 'static) {
        if self.waiting.is_some() {
            return;
        }
        let (send, receive) = channel();
        let ctx = ctx.clone();
        let start = std::thread::Builder::new().name("file dialog".to_owned()).spawn(move || {
            let begun = Instant::now();
            let answer =
                ask().unwrap_or(if begun.elapsed() < SEEN { Chosen::Unavailable(purpose) } else { Chosen::Nothing });
            // Nobody listens any more only when the window is gone.
            if send.send(answer).is_ok() {
                ctx.request_repaint();
            }
        });
        self.waiting = match start {
            Ok(_) => Some(receive),
            Err(_) => {
                // Without a thread there is no dialog either; the path field remains.
                let (send, receive) = channel();
                send.send(Chosen::Unavailable(purpose)).ok();
                Some(receive)
            }
        };
    }
}

impl Chooser for SystemChooser {
    fn open(&mut self, ctx: &egui::Context) {
        self.ask(ctx, Purpose::Open, || {
            rfd::FileDialog::new().set_title("Open a level").pick_files().map(Chosen::Open)
        });
    }

    fn save(&mut self, ctx: &egui::Context, suggestion: &str) {
        let suggestion = suggestion.to_owned();
        self.ask(ctx, Purpose::Save, move || {
            let dialog = rfd::FileDialog::new().set_title("Save as").set_file_name(suggestion);
            dialog.save_file().map(Chosen::Save)
        });
    }

    fn folder(&mut self, ctx: &egui::Context) {
        let ask = || rfd::FileDialog::new().set_title("Add a game folder").pick_folder().map(Chosen::Folder);
        self.ask(ctx, Purpose::Folder, ask);
    }

    fn into_folder(&mut self, ctx: &egui::Context) {
        let ask = || rfd::FileDialog::new().set_title(texts::FOLDER_INTO).pick_folder().map(Chosen::Into);
        self.ask(ctx, Purpose::Into, ask);
    }

    fn to_read(&mut self, ctx: &egui::Context) {
        let ask = || rfd::FileDialog::new().set_title(texts::FILES_FROM).pick_files().map(Chosen::From);
        self.ask(ctx, Purpose::From, ask);
    }

    fn preview(&mut self, ctx: &egui::Context, what: PreviewFile, suggestion: &str) {
        let suggestion = suggestion.to_owned();
        self.ask(ctx, Purpose::Preview(what), move || {
            let dialog = rfd::FileDialog::new().set_title(what.title());
            let path = match what {
                PreviewFile::Load => dialog.pick_file(),
                PreviewFile::Save | PreviewFile::Log => dialog.set_file_name(suggestion).save_file(),
            };
            path.map(|path| Chosen::Preview(what, path))
        });
    }

    fn answer(&mut self) -> Option<Chosen> {
        match self.waiting.as_ref()?.try_recv() {
            Ok(answer) => {
                self.waiting = None;
                Some(answer)
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.waiting = None;
                Some(Chosen::Nothing)
            }
        }
    }
}

/// Answers with what it was given: for tests and scripts.
#[derive(Debug, Default)]
pub struct FixedChooser {
    /// The next answers, the first first.
    pub answers: Vec<Chosen>,
    asked: usize,
}

impl FixedChooser {
    /// With answers.
    pub fn new(answers: Vec<Chosen>) -> FixedChooser {
        FixedChooser { answers, asked: 0 }
    }
}

impl Chooser for FixedChooser {
    fn open(&mut self, ctx: &egui::Context) {
        self.asked += 1;
        ctx.request_repaint();
    }

    fn save(&mut self, ctx: &egui::Context, _suggestion: &str) {
        self.asked += 1;
        ctx.request_repaint();
    }

    fn folder(&mut self, ctx: &egui::Context) {
        self.asked += 1;
        ctx.request_repaint();
    }

    fn into_folder(&mut self, ctx: &egui::Context) {
        self.asked += 1;
        ctx.request_repaint();
    }

    fn to_read(&mut self, ctx: &egui::Context) {
        self.asked += 1;
        ctx.request_repaint();
    }

    fn preview(&mut self, ctx: &egui::Context, _what: PreviewFile, _suggestion: &str) {
        self.asked += 1;
        ctx.request_repaint();
    }

    fn answer(&mut self) -> Option<Chosen> {
        self.asked = self.asked.checked_sub(1)?;
        if self.answers.is_empty() { Some(Chosen::Nothing) } else { Some(self.answers.remove(0)) }
    }
}
