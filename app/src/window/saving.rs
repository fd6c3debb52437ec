//! Saving: on a thread of its own, one at a time; and what to do about a file that is another one now.

use std::path::Path;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use levelwright_io::file::SaveOptions;
use levelwright_io::format::{EncodeError, OpenError};
use levelwright_io::save::task::Done;
use levelwright_io::save::{Choice, SaveError};

use super::Window;
use super::dialogs::{After, Dialog};
use super::doc::Doc;
use super::panes::messages::Tone;
use super::questions::{Plan, Question};
use super::safety::Safety;
use super::session::{Session, real};
use super::texts::{self, saving as words};
use super::theme;

/// A save that runs.
#[derive(Debug)]
pub(super) struct Running {
    plan: Plan,
    answer: Receiver<Done>,
}

impl Safety {
    /// Whether a save runs.
    pub fn is_saving(&self) -> bool {
        self.running.is_some()
    }

    /// Whether this document is being saved.
    pub(super) fn saves(&self, at: usize) -> bool {
        self.running.as_ref().is_some_and(|r| r.plan.doc == at)
    }

    /// Does something once the running save is done.
    pub(super) fn afterwards(&mut self, then: After) {
        if let Some(running) = &mut self.running {
            running.plan.then = then;
        }
    }

    /// A document is gone: those behind it moved up.
    pub(super) fn closed(&mut self, at: usize) {
        match &mut self.running {
            Some(running) if running.plan.doc > at => running.plan.doc -= 1,
            // The file is written all the same, but there is nobody to tell.
            Some(running) if running.plan.doc == at => self.running = None,
            _ => {}
        }
    }
}

/// What an open error says, with its help.
pub(super) fn open_error(error: &OpenError) -> String {
    match error {
        OpenError::Container { message, help } => format!("{message}\n\n{help}"),
        other => other.to_string(),
    }
}

fn encode_error(error: EncodeError) -> String {
    let error = SaveError::from(error);
    format!("{error}\n\n{}", error.help())
}

impl Session {
    /// What saving would change, as a list.
    fn changes_of(&self, at: usize) -> Option<Result<Question, String>> {
        let doc = self.docs.get(at)?;
        Some(doc.file.changes().map(|found| Question::changes(words::CHANGES, &found)).map_err(encode_error))
    }

    /// Shows what saving would change.
    pub fn show_changes(&mut self) {
        match self.changes_of(self.active) {
            Some(Ok(question)) => self.ask(question),
            Some(Err(text)) => self.error(words::NOT_COMPARED, text, false),
            None => {}
        }
    }

    /// Asks a question.
    pub(super) fn ask(&mut self, question: Question) {
        self.dialog = Some(Dialog::Question(Box::new(question)));
    }

    /// The file as it lies on disk in place of an open document; its edits are given up.
    ///
    /// # Errors
    /// If it cannot be read or opened; the document stays.
    pub(super) fn reload(&mut self, at: usize) -> Result<(), OpenError> {
        let Some(doc) = self.docs.get_mut(at) else { return Ok(()) };
        doc.file.reload()?;
        let old = self.docs.remove(at);
        let (level, eyes, front, bookmarks) = (old.level, (old.eye, old.aside), old.front, old.bookmarks);
        let mut doc = Doc::new(old.file);
        if doc.file.document.level(level).is_ok() {
            doc.level = level;
            ((doc.eye, doc.aside), doc.front) = (eyes, front);
        }
        doc.bookmarks = bookmarks;
        self.messages.say(Tone::Good, words::reloaded(&doc.name()));
        self.docs.insert(at, doc);
        Ok(())
    }
}

impl Window {
    /// Saves, after showing what will change where the person wants that.
    pub(super) fn save_asking(&mut self, ctx: &egui::Context, plan: Plan) {
        // If they cannot be told, the save itself says what is wrong.
        if self.session.preferences.show_changes
            && let Some(Ok(mut question)) = self.session.changes_of(plan.doc)
        {
            if let Question::Changes { save, .. } = &mut question {
                *save = Some(plan);
            }
            return self.session.ask(question);
        }
        self.save_now(ctx, plan);
    }

    /// Begins a save. One at a time: a second one is refused.
    pub(super) fn save_now(&mut self, ctx: &egui::Context, mut plan: Plan) {
        if self.session.safety.is_saving() {
            self.session.messages.say(Tone::Bad, words::STILL_SAVING);
            return;
        }
        let Some(doc) = self.session.docs.get_mut(plan.doc) else { return };
        // The same file by another name is the file's own place: what guards it must know.
        if let Some(own) = doc.file.path().filter(|own| real(own) == real(&plan.path)) {
            plan.path = own.to_owned();
        }
        let options = SaveOptions { overwrite: plan.overwrite };
        let (send, answer) = channel();
        let task = doc.file.begin_save(&plan.path, options);
        if self.session.safety.threads {
            let waking = ctx.clone();
            let work = move || {
                let done = task.run();
                // Nobody listens any more only when the window is gone.
                if send.send(done).is_ok() {
                    waking.request_repaint();
                }
            };
            if std::thread::Builder::new().name("save".to_owned()).spawn(work).is_err() {
                // The system has no thread left: the window waits.
                self.session.safety.threads = false;
                return self.save_now(ctx, plan);
            }
        } else if send.send(task.run()).is_err() {
            return;
        }
        self.session.safety.running = Some(Running { plan, answer });
        if !self.session.safety.threads {
            self.poll_save();
        }
    }

    /// Takes the answer of a save that ran, if there is one.
    pub(super) fn poll_save(&mut self) {
        let Some(running) = &self.session.safety.running else { return };
        match running.answer.try_recv() {
            Ok(done) => self.take_answer(done),
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                self.session.safety.running = None;
                self.session.error(texts::NOT_SAVED, words::BROKE_OFF.to_owned(), true);
            }
        }
    }

    fn take_answer(&mut self, done: Done) {
        let Some(Running { plan, .. }) = self.session.safety.running.take() else { return };
        let Some(doc) = self.session.docs.get_mut(plan.doc) else { return };
        match doc.file.finish_save(done) {
            Ok(encoded) => {
                let name = doc.name();
                for note in encoded.notes {
                    self.session.messages.say(Tone::Good, note);
                }
                self.session.preferences.remember(&plan.path);
                self.session.messages.say(Tone::Good, texts::saved(&name));
                self.go_on(plan.doc, plan.then);
            }
            Err(error) => self.save_failed(plan, &error),
        }
    }

    fn save_failed(&mut self, plan: Plan, error: &SaveError) {
        self.session.safety.stay();
        let text = format!("{error}\n\n{}", error.help());
        // The other ways out concern this document.
        self.session.active = plan.doc;
        let choices = error.choices();
        if choices.is_empty() {
            self.session.error(texts::NOT_SAVED, text, true);
        } else {
            self.session.ask(Question::OnDisk { plan, text, choices });
        }
    }

    /// Does what was chosen about a file that is another one now.
    pub(super) fn choose(&mut self, ctx: &egui::Context, question: Question, choice: Choice) {
        let Question::OnDisk { plan, .. } = question.clone() else { return };
        match choice {
            Choice::Reload => {
                if let Err(error) = self.session.reload(plan.doc) {
                    self.session.error(texts::NOT_OPENED, open_error(&error), false);
                }
            }
            Choice::Overwrite => self.save_now(ctx, Plan { overwrite: true, ..plan }),
            Choice::Grow => {
                // Asked for this document, and for as long as it is open.
                if let Some(doc) = self.session.docs.get(plan.doc) {
                    doc.file.let_grow(true);
                }
                self.save_now(ctx, plan);
            }
            Choice::SaveBeside => {
                let beside = self.session.docs.get(plan.doc).and_then(|d| d.file.name_beside());
                match beside {
                    Some(path) => self.save_now(ctx, Plan { path, overwrite: false, ..plan }),
                    None => self.save_as(ctx, plan.doc, plan.then),
                }
            }
            Choice::Compare => {
                let Some(doc) = self.session.docs.get_mut(plan.doc) else { return };
                match doc.file.compare_with_disk() {
                    Ok(found) => {
                        self.session.ask(Question::changes(words::DIFFERENCES, &found).leading_back(question));
                    }
                    Err(error) => self.session.error(words::NOT_COMPARED, open_error(&error), false),
                }
            }
        }
    }

    /// Says that a save runs.
    pub(super) fn draw_progress(&self, ctx: &egui::Context) {
        let Some(running) = &self.session.safety.running else { return };
        let name = running.plan.path.file_name().unwrap_or_else(|| Path::new("").as_os_str()).to_string_lossy();
        progress(ctx, &words::saving(&name));
    }
}

/// Says that something runs that takes its time.
pub(super) fn progress(ctx: &egui::Context, text: &str) {
    let area = egui::Area::new(egui::Id::new(("progress", text)))
        .anchor(egui::Align2::CENTER_BOTTOM, egui::vec2(0.0, -34.0))
        .order(egui::Order::Foreground);
    area.show(ctx, |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.add(egui::Spinner::new().size(theme::GAP * 2.0));
                ui.label(text);
            });
        });
    });
}
