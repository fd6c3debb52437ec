//! Copying and pasting objects, and copies in a row: what the commands do, and what they ask.

use egui::{RichText, WidgetType};
use glam::Vec3;
use levelwright_io::json::clip::{self, ClipError};
use levelwright_model::clipboard::{Clip, Dangling, Offset, PasteError, Question, copy, paste, with_contents};
use levelwright_model::document::{Level, LevelId, NodeId, ObjectId};
use levelwright_model::edit::Draft;
use levelwright_model::record::Refusal;

use super::dialogs::{Answer, buttons};
use super::doc::Doc;
use super::intent::How;
use super::panes::name;
use super::texts::{self, clipboard as words};
use super::theme;

/// Where pasted objects come to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// Where they stood.
    InPlace,
    /// In the middle of what the viewport shows.
    InView,
}

/// What copies in a row are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// How far each stands from the one before: x, y, z in shown units, as typed.
    pub offset: [String; 3],
    /// How many.
    pub count: String,
    /// How much the game's own number of each grows.
    pub id_step: String,
    /// Whether anything has a place, and a number of its own.
    pub roles: (bool, bool),
    /// Why nothing was made.
    pub wrong: String,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// References that were not found again.
    References {
        /// The text that is pasted.
        text: String,
        /// Where to.
        place: Where,
        /// What is not here.
        questions: Vec<Question>,
    },
    /// Copies in a row.
    Row(Row),
}

/// What was answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// Paste, with this for what was not found.
    Paste(String, Where, Dangling),
    /// Make the copies.
    Row(Row),
}

/// What became of a paste.
#[derive(Debug)]
pub enum Pasted {
    /// It is done.
    Done,
    /// The person is to be asked.
    Ask(Asked),
}

/// What the file is called in copied text.
fn file_of(doc: &Doc) -> String {
    doc.file.path().map_or_else(|| doc.name(), |p| p.display().to_string())
}

/// The selected objects as text.
///
/// # Errors
/// If nothing of the level that is shown is selected.
pub fn copied(doc: &Doc) -> Result<String, Refusal> {
    let ids = ids(doc);
    if ids.is_empty() {
        return Err(Refusal::rule(texts::NOTHING_SELECTED));
    }
    clip::write(&doc.file.document, &file_of(doc), doc.level, &ids)
}

/// The selected objects of the level that is shown, in the order of the tree.
fn ids(doc: &Doc) -> Vec<ObjectId> {
    let objects = doc.file.document.objects(doc.level);
    objects.all().iter().map(|o| o.id).filter(|id| doc.selection.holds(*id)).collect()
}

/// Makes objects of a copied text, in one transaction, and selects them.
///
/// # Errors
/// In words: what the text is, or why the game refuses it. Nothing is changed then.
pub fn paste_text(doc: &mut Doc, text: &str, place: Where, dangling: Dangling) -> Result<Pasted, String> {
    let refused = |r: &Refusal| format!("{}: {r}", texts::REFUSED);
    let (mut clip, from) = clip::read(doc.file.document.game(), text).map_err(|e| match e {
        ClipError::Other => words::NOT_COPIED.to_owned(),
        other => format!("{}: {other}", texts::REFUSED),
    })?;
    if place == Where::InView {
        let middle = clip.middle().zip(view(doc)).ok_or_else(|| words::NO_PLACE.to_owned())?;
        let (middle, to) = middle;
        // Across the map; heights stay.
        let mut way = [0.0; 3];
        for axis in doc.file.document.game().axes.on_map() {
            if let (Some(way), Some(to), Some(from)) = (way.get_mut(axis), to.get(axis), middle.get(axis)) {
                *way = (*to as f64 - from).round();
            }
        }
        clip.shift(Offset::Stored(way), 0).map_err(|r| refused(&r))?;
    }
    let home = from.file == file_of(doc) && from.level == doc.level.0;
    doc.show_draft(None);
    let mut draft = doc.file.document.draft();
    match paste(&mut draft, doc.level, &clip, home, dangling) {
        Ok(made) => commit(doc, draft, &words::pasted(&clip), &made).map_err(|r| refused(&r))?,
        Err(PasteError::Refused(refusal)) => return Err(refused(&refusal)),
        Err(PasteError::Ask(questions)) => {
            return Ok(Pasted::Ask(Asked::References { text: text.to_owned(), place, questions }));
        }
    }
    Ok(Pasted::Done)
}

/// The middle of what the viewport shows, in stored units.
fn view(doc: &Doc) -> Option<[i64; 3]> {
    let point = if doc.eye.above {
        let top = doc.eye.top?;
        let at = top.place(doc.eye.size * 0.5, doc.eye.size);
        Vec3::new(at.x, at.y, 0.0)
    } else {
        doc.eye.perspective?.pivot()
    };
    Some(doc.file.document.game().axes.store(point.to_array()))
}

fn commit(doc: &mut Doc, draft: Draft, title: &str, made: &[NodeId]) -> Result<(), Refusal> {
    doc.file.document.commit(draft, title)?;
    select(doc, made);
    Ok(())
}

fn select(doc: &mut Doc, made: &[NodeId]) {
    let level = made.first().map_or(doc.level, |n| n.level);
    let objects = doc.file.document.objects(level);
    let new = made.iter().filter_map(|n| objects.of_node(n.number)).map(|o| o.id).collect();
    doc.selection.change(new, How::Replace);
}

/// What is selected, with what it takes along.
fn copied_row(doc: &Doc, level: &Level) -> Result<Clip, Refusal> {
    let objects = doc.file.document.objects(doc.level);
    copy(level, &objects, &with_contents(doc.file.document.game(), level, &objects, &ids(doc)))
}

/// The question for copies in a row of what is selected; `None` if nothing is.
pub fn row_of(doc: &Doc) -> Option<Row> {
    let level = doc.file.document.state().level(doc.level)?;
    let clip = copied_row(doc, level).ok()?;
    if clip.things.is_empty() {
        return None;
    }
    Some(Row {
        offset: ["1".to_owned(), "0".to_owned(), "0".to_owned()],
        count: "1".to_owned(),
        id_step: "1".to_owned(),
        roles: clip.roles(),
        wrong: String::new(),
    })
}

/// The most copies that are made at once.
const MOST: u32 = 1000;

/// Makes copies in a row, in one transaction, and selects them.
///
/// # Errors
/// In words; nothing is changed then.
pub fn make_row(doc: &mut Doc, row: &Row) -> Result<(), String> {
    let number = |text: &str, what: &str| {
        text.trim().parse::<f64>().ok().filter(|n| n.is_finite()).ok_or_else(|| words::no_number(what, text))
    };
    let count = row.count.trim().parse::<u32>().ok().filter(|c| (1..=MOST).contains(c));
    let count = count.ok_or_else(|| words::no_count(&row.count, MOST))?;
    let mut by = [0.0; 3];
    for (by, (text, what)) in by.iter_mut().zip(row.offset.iter().zip(texts::AXES)) {
        *by = if row.roles.0 { number(text, what)? } else { 0.0 };
    }
    let step = if row.roles.1 {
        row.id_step.trim().parse::<i32>().map_err(|_| words::no_number(words::ID_STEP, &row.id_step))?
    } else {
        0
    };
    let refused = |r: Refusal| r.to_string();
    let level: LevelId = doc.level;
    let state = doc.file.document.state().level(level).ok_or_else(|| texts::NOTHING_SELECTED.to_owned())?;
    let mut clip: Clip = copied_row(doc, state).map_err(refused)?;
    doc.show_draft(None);
    let mut draft = doc.file.document.draft();
    let mut made = Vec::new();
    for _ in 0..count {
        clip.shift(Offset::Shown(by), step.into()).map_err(refused)?;
        match paste(&mut draft, level, &clip, true, Dangling::Keep) {
            Ok(new) => made.extend(new),
            Err(PasteError::Refused(refusal)) => return Err(refusal.to_string()),
            // At home every number is kept.
            Err(PasteError::Ask(_)) => return Err(words::NOT_COPIED.to_owned()),
        }
    }
    commit(doc, draft, &words::row(clip.things.len(), count), &made).map_err(refused)
}

/// Draws a question.
pub(super) fn show(ui: &mut egui::Ui, asked: &mut Asked, answer: &mut Option<Answer>) {
    match asked {
        Asked::References { text, place, questions } => {
            ui.heading(words::REFERENCES);
            ui.add_space(theme::GAP);
            ui.add(egui::Label::new(words::REFERENCES_HELP).wrap());
            ui.add_space(theme::GAP);
            let height = (ui.ctx().content_rect().height() - 260.0).clamp(80.0, 300.0);
            egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
                ui.set_width(ui.available_width());
                for question in questions.iter() {
                    ui.add(egui::Label::new(words::question(question)).wrap());
                }
            });
            let clearable = questions.iter().all(|q| q.clearable);
            let mut chosen = None;
            buttons(ui, |ui| {
                if ui.button(words::KEEP).on_hover_text(words::KEEP_HELP).clicked() {
                    chosen = Some(Dangling::Keep);
                }
                let help = if clearable { words::CLEAR_HELP } else { words::CANNOT_CLEAR };
                let clear = ui.add_enabled(clearable, egui::Button::new(words::CLEAR));
                if clear.on_hover_text(help).on_disabled_hover_text(help).clicked() {
                    chosen = Some(Dangling::Clear);
                }
                if ui.button(texts::CANCEL).clicked() {
                    *answer = Some(Answer::Close);
                }
            });
            if let Some(dangling) = chosen {
                *answer = Some(Answer::Clipboard(Box::new(Said::Paste(text.clone(), *place, dangling))));
            }
        }
        Asked::Row(row) => show_row(ui, row, answer),
    }
}

fn show_row(ui: &mut egui::Ui, row: &mut Row, answer: &mut Option<Answer>) {
    ui.heading(words::ROW);
    ui.add_space(theme::GAP);
    ui.add(egui::Label::new(words::ROW_HELP).wrap());
    ui.add_space(theme::GAP);
    let line = |ui: &mut egui::Ui, label: &str, text: &mut String, on: bool, help: &str| {
        let edit = egui::TextEdit::singleline(text).desired_width(110.0).font(egui::TextStyle::Monospace);
        ui.add_enabled(on, egui::Label::new(RichText::new(label).color(theme::of(ui).weak)));
        let field = ui.add_enabled(on, edit);
        name(&field, WidgetType::TextEdit, label);
        field.on_hover_text(help);
        ui.end_row();
    };
    egui::Grid::new("copies in a row").num_columns(2).spacing([18.0, 6.0]).show(ui, |ui| {
        line(ui, words::COUNT, &mut row.count, true, words::COUNT_HELP);
        for (text, axis) in row.offset.iter_mut().zip(texts::AXES) {
            line(ui, &words::offset(axis), text, row.roles.0, words::OFFSET_HELP);
        }
        line(ui, words::ID_STEP, &mut row.id_step, row.roles.1, words::ID_STEP_HELP);
    });
    if !row.wrong.is_empty() {
        ui.add(egui::Label::new(RichText::new(&row.wrong).color(theme::of(ui).error)).wrap());
    }
    let mut go = ui.input(|i| i.key_pressed(egui::Key::Enter));
    buttons(ui, |ui| {
        go |= ui.add(theme::main_button(ui, words::MAKE)).clicked();
        if ui.button(texts::CANCEL).clicked() {
            *answer = Some(Answer::Close);
        }
    });
    if go && answer.is_none() {
        *answer = Some(Answer::Clipboard(Box::new(Said::Row(row.clone()))));
    }
}
