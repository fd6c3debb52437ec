//! Dialogs about saving: what will change, a file that is another one now, what a crash left, backups.

use std::path::PathBuf;

use egui::{RichText, WidgetType};
use levelwright_io::journal::recovery::{Base, Recovery};
use levelwright_io::save::backups::{Backup, Kind};
use levelwright_io::save::changes::Changes;
use levelwright_io::save::{Choice, show};

use super::dialogs::{After, Answer, buttons};
use super::panes::name;
use super::texts::{self, saving as words};
use super::theme;

/// A save that is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Which document.
    pub doc: usize,
    /// Where to.
    pub path: PathBuf,
    /// What happens afterwards.
    pub then: After,
    /// Write over what another program left there.
    pub overwrite: bool,
}

/// A journal in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalRow {
    /// The document.
    pub name: String,
    /// Its file.
    pub path: Option<PathBuf>,
    /// How many edits, undos and redos.
    pub edits: usize,
    /// When the last one was made, in milliseconds since 1970.
    pub last: u64,
    /// Where the file is that they belong to.
    pub base: Base,
}

impl JournalRow {
    /// Of a journal.
    pub fn of(recovery: &Recovery) -> JournalRow {
        JournalRow {
            name: recovery.name().to_owned(),
            path: recovery.path().map(std::path::Path::to_owned),
            edits: recovery.edits(),
            last: recovery.last_at(),
            base: recovery.base().clone(),
        }
    }
}

/// A question or a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// What differs.
    Changes {
        /// The title.
        title: &'static str,
        /// One line.
        summary: String,
        /// Every difference.
        lines: Vec<String>,
        /// The save that waits for an answer.
        save: Option<Plan>,
        /// Where it was asked.
        back: Option<Box<Question>>,
    },
    /// The file on disk is not the one that was opened.
    OnDisk {
        /// The save that was refused.
        plan: Plan,
        /// Why.
        text: String,
        /// What can be done.
        choices: &'static [Choice],
    },
    /// What a crash left.
    Recover {
        /// Journals.
        journals: Vec<JournalRow>,
        /// Files that were open.
        open: Vec<PathBuf>,
    },
    /// The backups.
    Backups {
        /// Of this file only.
        file: Option<PathBuf>,
        /// Newest first.
        backups: Vec<Backup>,
        /// How many cannot be read.
        damaged: usize,
    },
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Ask this again.
    Ask(Question),
    /// Save now.
    Save(Plan),
    /// What to do about the file on disk.
    OnDisk(Question, Choice),
    /// Recover a journal of the list.
    Recover(usize),
    /// See what it changes.
    CompareJournal(usize),
    /// Throw it away.
    Discard(usize),
    /// Open what was open.
    Reopen,
    /// Put a backup back.
    Restore(Backup),
    /// See what is different since.
    CompareBackup(Question, Backup),
}

impl Question {
    /// The list of what differs.
    pub fn changes(title: &'static str, found: &Changes) -> Question {
        let summary = if found.is_empty() { words::NO_CHANGES.to_owned() } else { found.summary() };
        Question::Changes { title, summary, lines: found.lines(), save: None, back: None }
    }

    /// The same with a way back.
    #[must_use]
    pub fn leading_back(mut self, to: Question) -> Question {
        if let Question::Changes { back, .. } = &mut self {
            *back = Some(Box::new(to));
        }
        self
    }
}

/// Draws a question.
pub(super) fn show(ui: &mut egui::Ui, question: &Question, answer: &mut Option<Answer>) {
    let mut reply = None;
    let mut closed = false;
    match question {
        Question::Changes { title, summary, lines, save, back } => {
            ui.heading(*title);
            ui.add_space(theme::GAP);
            ui.add(egui::Label::new(summary).wrap());
            rows(ui, lines.len(), 1.0, |ui, at| {
                let line = lines.get(at).map_or("", String::as_str);
                // The other font has no arrow.
                ui.add(egui::Label::new(RichText::new(line).family(egui::FontFamily::Monospace).small()).truncate())
                    .on_hover_text(line);
            });
            buttons(ui, |ui| {
                if let Some(plan) = save
                    && ui.button(texts::SAVE).clicked()
                {
                    reply = Some(Reply::Save(plan.clone()));
                }
                if let Some(back) = back
                    && ui.button(words::BACK).clicked()
                {
                    reply = Some(Reply::Ask((**back).clone()));
                }
                closed |= ui.button(if save.is_some() { texts::CANCEL } else { texts::CLOSE }).clicked();
            });
        }
        Question::OnDisk { text, choices, .. } => {
            let title = if choices.contains(&Choice::Grow) { words::NO_ROOM } else { words::ON_DISK };
            ui.label(RichText::new(title).heading().color(theme::of(ui).error));
            ui.add_space(theme::GAP);
            ui.add(egui::Label::new(text).wrap());
            if choices.contains(&Choice::Reload) {
                ui.add(egui::Label::new(RichText::new(words::RELOAD_COSTS).color(theme::of(ui).weak)).wrap());
            }
            buttons(ui, |ui| {
                closed |= ui.button(texts::CANCEL).clicked();
                for choice in choices.iter().rev() {
                    if ui.button(words::choice(*choice)).clicked() {
                        reply = Some(Reply::OnDisk(question.clone(), *choice));
                    }
                }
            });
        }
        Question::Recover { journals, open } => {
            recover(ui, journals, open, &mut reply);
            buttons(ui, |ui| closed |= ui.button(words::LATER).clicked());
        }
        Question::Backups { backups, damaged, .. } => {
            list(ui, question, backups, *damaged, &mut reply);
            buttons(ui, |ui| closed |= ui.button(texts::CLOSE).clicked());
        }
    }
    if let Some(reply) = reply {
        *answer = Some(Answer::Reply(Box::new(reply)));
    } else if closed {
        *answer = Some(Answer::Close);
    }
}

/// Rows of `lines` text lines each, of which only those in sight are drawn.
fn rows(ui: &mut egui::Ui, count: usize, lines: f32, mut row: impl FnMut(&mut egui::Ui, usize)) {
    let height = (ui.ctx().content_rect().height() - 260.0).clamp(80.0, 420.0);
    let each = ui.spacing().interact_size.y * lines;
    egui::ScrollArea::vertical().max_height(height).show_rows(ui, each, count, |ui, range| {
        ui.set_width(ui.available_width());
        for at in range {
            ui.allocate_ui(egui::vec2(ui.available_width(), each), |ui| {
                ui.set_min_height(each);
                row(ui, at);
            });
        }
    });
}

/// A button whose name says for what.
fn button(ui: &mut egui::Ui, word: &str, what: &str) -> bool {
    let response = ui.button(word);
    name(&response, WidgetType::Button, &format!("{word} {what}"));
    response.clicked()
}

fn recover(ui: &mut egui::Ui, journals: &[JournalRow], open: &[PathBuf], reply: &mut Option<Reply>) {
    ui.heading(if journals.is_empty() { words::CRASHED } else { words::RECOVER_TITLE });
    ui.add_space(theme::GAP);
    let weak = theme::of(ui).weak;
    if !journals.is_empty() {
        ui.add(egui::Label::new(RichText::new(words::RECOVER_HELP).color(weak)).wrap());
    }
    let height = (ui.ctx().content_rect().height() - 260.0).max(80.0);
    egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
        for (at, row) in journals.iter().enumerate() {
            ui.add_space(theme::GAP);
            let file = if row.name.is_empty() { texts::UNTITLED } else { &row.name };
            let label = ui.label(RichText::new(file).strong());
            if let Some(path) = &row.path {
                label.on_hover_text(path.display().to_string());
            }
            ui.label(words::edits(row.edits, &show::time(row.last)));
            ui.add(egui::Label::new(RichText::new(words::base(&row.base)).color(weak)).wrap());
            ui.horizontal(|ui| {
                if button(ui, words::RECOVER, file) {
                    *reply = Some(Reply::Recover(at));
                }
                if button(ui, words::COMPARE, file) {
                    *reply = Some(Reply::CompareJournal(at));
                }
                if button(ui, texts::DISCARD, file) {
                    *reply = Some(Reply::Discard(at));
                }
            });
        }
        if !open.is_empty() {
            ui.add_space(theme::GAP);
            ui.label(words::WAS_OPEN);
            for path in open {
                ui.add(egui::Label::new(RichText::new(path.display().to_string()).color(weak)).truncate());
            }
            if ui.button(words::REOPEN).clicked() {
                *reply = Some(Reply::Reopen);
            }
        }
    });
}

fn list(ui: &mut egui::Ui, question: &Question, backups: &[Backup], damaged: usize, reply: &mut Option<Reply>) {
    ui.heading(words::BACKUPS);
    ui.add_space(theme::GAP);
    if backups.is_empty() {
        ui.add(egui::Label::new(words::NO_BACKUPS).wrap());
    }
    if damaged > 0 {
        ui.label(RichText::new(words::damaged(damaged)).color(theme::of(ui).error));
    }
    rows(ui, backups.len(), 1.0, |ui, at| {
        let Some(backup) = backups.get(at) else { return };
        let time = show::time(backup.at);
        let file = backup.path.file_name().unwrap_or_default().to_string_lossy();
        ui.horizontal(|ui| {
            if button(ui, words::RESTORE, &time) {
                *reply = Some(Reply::Restore(backup.clone()));
            }
            let whole = backup.kind == Kind::Whole;
            ui.add_enabled_ui(whole, |ui| {
                if button(ui, words::COMPARE, &time) {
                    *reply = Some(Reply::CompareBackup(question.clone(), backup.clone()));
                }
            });
            let parts = if whole { "" } else { ", changed parts" };
            let text = format!("{time} UTC  {file}");
            let more = format!("{}, {} bytes{parts}", backup.path.display(), backup.len);
            ui.add(egui::Label::new(text).truncate()).on_hover_text(more);
        });
    });
}
