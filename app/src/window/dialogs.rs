//! Questions and notices that hold up the window.

use egui::{RichText, WidgetType};

use super::clipboard;
use super::commands::{COMMANDS, Menu};
use super::deleting::{self, Deleting};
use super::files::{PreviewFile, Purpose};
use super::making::{self, Making};
use super::panes::name;
use super::questions::{self, Question, Reply};
use super::scripts::{self, Renaming};
use super::select_query::{self, Asking};
use super::{texts, theme};

/// What happens once a document is closed or saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// Nothing.
    Nothing,
    /// Close it.
    Close,
    /// Go on leaving the program.
    Quit,
}

/// A dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// A document has changes.
    Unsaved {
        /// Which document.
        doc: usize,
        /// Its name.
        file: String,
        /// Then what.
        then: After,
    },
    /// Something failed.
    Error {
        /// What.
        title: String,
        /// Why, and what can be done.
        text: String,
        /// Whether saving elsewhere is a way out.
        save_as: bool,
    },
    /// Without file dialogs: the path is typed.
    Path {
        /// What for.
        purpose: Purpose,
        /// What was typed.
        text: String,
    },
    /// Others refer to what is to be deleted.
    Delete(Box<Deleting>),
    /// What is to be made.
    Making(Box<Making>),
    /// What something shall be called.
    Rename(Box<Renaming>),
    /// What is to be selected.
    SelectQuery(Box<Asking>),
    /// A question about saving.
    Question(Box<Question>),
    /// A question about copies.
    Clipboard(Box<clipboard::Asked>),
    /// All keys.
    CheatSheet,
    /// About the program.
    About,
}

/// What a person answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Close the dialog.
    Close,
    /// Save the document, then go on.
    Save(usize, After),
    /// Throw its changes away and go on.
    Discard(usize, After),
    /// Save elsewhere.
    SaveAs,
    /// Open this path.
    OpenPath(String),
    /// Save to this path.
    SavePath(String),
    /// List the levels of this folder.
    FolderPath(String),
    /// What was said about copies.
    Clipboard(Box<clipboard::Said>),
    /// This file is for the preview.
    PreviewPath(PreviewFile, String),
    /// Delete, and mend as decided.
    Delete(Box<Deleting>),
    /// Ask for the folder and make it.
    Make(Box<Making>),
    /// What is made goes into this folder.
    IntoPath(String),
    /// Read from this file, or this folder.
    FromPath(String),
    /// Give it this name.
    Rename(Box<Renaming>),
    /// Select what a query finds.
    SelectQuery(Box<Asking>),
    /// What was chosen about saving.
    Reply(Box<Reply>),
}

/// Draws a dialog; answers once the person did.
pub fn show(ctx: &egui::Context, dialog: &mut Dialog) -> Option<Answer> {
    let mut answer = None;
    let frame = theme::dialog(ctx);
    let id = egui::Id::new("dialog");
    let modal = egui::Modal::new(id).frame(frame).show(ctx, |ui| {
        ui.set_width(theme::DIALOG.min(ui.ctx().content_rect().width() - 60.0));
        match dialog {
            Dialog::Unsaved { doc, file, then } => unsaved(ui, *doc, file, *then, &mut answer),
            Dialog::Error { title, text, save_as } => {
                ui.label(RichText::new(title.as_str()).heading().color(theme::of(ui).error));
                ui.add_space(theme::GAP);
                ui.add(egui::Label::new(text.as_str()).wrap());
                buttons(ui, |ui| {
                    let close = ui.button(texts::CLOSE);
                    if close.clicked() {
                        answer = Some(Answer::Close);
                    }
                    if *save_as && ui.button("Save as…").clicked() {
                        answer = Some(Answer::SaveAs);
                    }
                });
            }
            Dialog::Path { purpose, text } => path(ui, *purpose, text, &mut answer),
            Dialog::Delete(deleting) => deleting::show(ui, deleting, &mut answer),
            Dialog::Making(making) => making::show(ui, making, &mut answer),
            Dialog::Rename(asked) => scripts::renaming::show(ui, asked, &mut answer),
            Dialog::SelectQuery(asking) => select_query::show(ui, asking, &mut answer),
            Dialog::Question(question) => questions::show(ui, question, &mut answer),
            Dialog::Clipboard(asked) => clipboard::show(ui, asked, &mut answer),
            Dialog::CheatSheet => cheat_sheet(ui, &mut answer),
            Dialog::About => about(ui, &mut answer),
        }
    });
    // It stands in the middle only once its size is known.
    let size = modal.response.rect.size();
    if ctx.data_mut(|data| data.get_temp(id)) != Some(size) {
        ctx.data_mut(|data| data.insert_temp(id, size));
        ctx.request_repaint();
    }
    if modal.should_close() && answer.is_none() {
        answer = Some(Answer::Close);
    }
    answer
}

pub(super) fn buttons(ui: &mut egui::Ui, add: impl FnOnce(&mut egui::Ui)) {
    ui.add_space(theme::GAP * 2.0);
    // One row high: else a dialog never gets smaller than the one before it.
    let row = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(row, egui::Layout::right_to_left(egui::Align::Center), add);
}

fn unsaved(ui: &mut egui::Ui, doc: usize, file: &str, then: After, answer: &mut Option<Answer>) {
    ui.heading(texts::UNSAVED);
    ui.add_space(theme::GAP);
    ui.add(egui::Label::new(texts::unsaved(file)).wrap());
    buttons(ui, |ui| {
        let save = ui.add(theme::main_button(ui, texts::SAVE));
        if save.clicked() || ui.input(|i| i.key_pressed(egui::Key::Enter)) {
            *answer = Some(Answer::Save(doc, then));
        }
        if ui.button(texts::CANCEL).clicked() {
            *answer = Some(Answer::Close);
        }
        let discard = RichText::new(texts::DISCARD).color(theme::of(ui).error);
        if ui.button(discard).clicked() {
            *answer = Some(Answer::Discard(doc, then));
        }
    });
}

fn path(ui: &mut egui::Ui, purpose: Purpose, text: &mut String, answer: &mut Option<Answer>) {
    let (title, word) = match purpose {
        Purpose::Open => (texts::OPEN_PATH, texts::OPEN_PATH),
        Purpose::Save => (texts::SAVE_PATH, texts::SAVE),
        Purpose::Folder => (texts::FOLDER_PATH, texts::ADD),
        Purpose::Into => (texts::making::FOLDER_INTO, texts::SAVE),
        Purpose::From => (texts::making::FILES_FROM, texts::OPEN_PATH),
        Purpose::Preview(what @ PreviewFile::Load) => (what.title(), "Load"),
        Purpose::Preview(what) => (what.title(), texts::SAVE),
    };
    ui.heading(title);
    ui.add_space(theme::GAP);
    ui.add(egui::Label::new(texts::NO_CHOOSER).wrap());
    let field = ui.add(egui::TextEdit::singleline(text).desired_width(f32::INFINITY));
    name(&field, WidgetType::TextEdit, texts::PATH);
    if !field.has_focus() && text.is_empty() {
        field.request_focus();
    }
    let entered = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
    buttons(ui, |ui| {
        let go = ui.add_enabled_ui(!text.trim().is_empty(), |ui| ui.add(theme::main_button(ui, word))).inner;
        if (go.clicked() || entered) && !text.trim().is_empty() {
            let path = text.trim().to_owned();
            *answer = Some(match purpose {
                Purpose::Open => Answer::OpenPath(path),
                Purpose::Save => Answer::SavePath(path),
                Purpose::Folder => Answer::FolderPath(path),
                Purpose::Preview(what) => Answer::PreviewPath(what, path),
                Purpose::Into => Answer::IntoPath(path),
                Purpose::From => Answer::FromPath(path),
            });
        }
        if ui.button(texts::CANCEL).clicked() {
            *answer = Some(Answer::Close);
        }
    });
}

fn cheat_sheet(ui: &mut egui::Ui, answer: &mut Option<Answer>) {
    ui.heading(texts::CHEAT_SHEET);
    let height = (ui.ctx().content_rect().height() - 180.0).max(120.0);
    egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
        ui.set_width(ui.available_width());
        for menu in Menu::ALL {
            ui.add_space(theme::GAP);
            ui.label(RichText::new(menu.label()).strong());
            egui::Grid::new(menu.label()).num_columns(2).spacing([18.0, 2.0]).min_col_width(200.0).show(ui, |ui| {
                for spec in COMMANDS.iter().filter(|s| s.menu == menu) {
                    let keys: Vec<String> = spec.keys.iter().map(|k| ui.ctx().format_shortcut(k)).collect();
                    ui.label(RichText::new(keys.join(", ")).monospace().color(theme::of(ui).weak));
                    ui.label(format!("{} – {}", spec.label.trim_end_matches('…'), spec.doc));
                    ui.end_row();
                }
            });
        }
        let lists = [
            (texts::pane::VIEWPORT, texts::MOUSE),
            (texts::pane::OBJECTS, texts::TREE_KEYS),
            (texts::matrix::PANE, texts::matrix::KEYS),
        ];
        for (title, lines) in lists {
            ui.add_space(theme::GAP);
            ui.label(RichText::new(title).strong());
            egui::Grid::new(title).num_columns(2).spacing([18.0, 2.0]).min_col_width(200.0).show(ui, |ui| {
                for (act, does) in lines {
                    ui.label(RichText::new(*act).color(theme::of(ui).weak));
                    ui.label(*does);
                    ui.end_row();
                }
            });
        }
    });
    buttons(ui, |ui| {
        if ui.button(texts::CLOSE).clicked() {
            *answer = Some(Answer::Close);
        }
    });
}

fn about(ui: &mut egui::Ui, answer: &mut Option<Answer>) {
    ui.heading(format!("{} {}", texts::PROGRAM, env!("CARGO_PKG_VERSION")));
    ui.add_space(theme::GAP);
    ui.add(egui::Label::new(texts::ABOUT).wrap());
    ui.add_space(theme::GAP);
    ui.label(RichText::new(concat!("Licence: ", env!("CARGO_PKG_LICENSE"))).color(theme::of(ui).weak));
    ui.add(egui::Label::new(RichText::new(texts::FONTS).color(theme::of(ui).weak)).wrap());
    buttons(ui, |ui| {
        if ui.button(texts::CLOSE).clicked() {
            *answer = Some(Answer::Close);
        }
    });
}
