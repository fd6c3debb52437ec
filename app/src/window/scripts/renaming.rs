//! Another name for something: first every place is shown, then all of them change in one step.

use egui::{RichText, WidgetType};
use levelwright_model::document::LevelId;
use levelwright_model::scripting::{Name, Place};

use super::spec;
use crate::window::dialogs::{Answer, buttons};
use crate::window::doc::Doc;
use crate::window::panes::messages::Tone;
use crate::window::panes::name;
use crate::window::session::Session;
use crate::window::texts::scripts as texts;
use crate::window::{texts as all_texts, theme};

/// So many places are listed; the rest are counted.
const MOST_LISTED: usize = 500;

/// What is to be called otherwise, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Renaming {
    /// The name it has.
    pub old: Name,
    /// The name it shall have.
    pub new: String,
    /// Where it is named.
    pub places: Vec<Place>,
    /// Why it was refused.
    pub refused: Option<String>,
    level: LevelId,
}

impl Renaming {
    /// The question about a name of the shown level.
    pub(super) fn of(doc: &Doc, old: Name) -> Option<Renaming> {
        let level = doc.file.document.state().level(doc.level)?;
        let places = (spec(doc)?.places)(level, &old);
        Some(Renaming { new: old.text.clone(), old, places, refused: None, level: doc.level })
    }
}

/// Draws the question.
pub fn show(ui: &mut egui::Ui, asked: &mut Renaming, answer: &mut Option<Answer>) {
    let c = theme::of(ui);
    ui.heading(texts::rename(asked.old.sort, &asked.old.text));
    ui.add_space(theme::GAP);
    ui.label(texts::places(asked.places.len()));
    let height = (ui.ctx().content_rect().height() - 320.0).clamp(80.0, 320.0);
    egui::ScrollArea::vertical().id_salt("places").max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        for place in asked.places.iter().take(MOST_LISTED) {
            let title = ui.add(egui::Label::new(RichText::new(&place.title).color(c.weak).small()).truncate());
            let text = ui.add(egui::Label::new(RichText::new(&place.text).monospace()).truncate());
            let whole = format!("{}: {}", place.title, place.text);
            title.on_hover_text(&whole);
            text.on_hover_text(whole);
        }
        if let Some(more) = asked.places.len().checked_sub(MOST_LISTED).filter(|more| *more > 0) {
            ui.label(RichText::new(texts::more(more)).color(c.weak));
        }
    });
    ui.add_space(theme::GAP);
    let field = ui.add(egui::TextEdit::singleline(&mut asked.new).desired_width(f32::INFINITY));
    name(&field, WidgetType::TextEdit, texts::NEW_NAME);
    if field.changed() {
        asked.refused = None;
    }
    let seen = egui::Id::new(("renaming", &asked.old.text));
    if ui.data(|d| d.get_temp::<bool>(seen)).is_none() {
        field.request_focus();
        ui.data_mut(|d| d.insert_temp(seen, true));
    }
    if let Some(reason) = &asked.refused {
        ui.add(egui::Label::new(RichText::new(reason).color(c.error)).wrap());
    }
    let entered = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
    let ready = !asked.new.is_empty() && asked.new != asked.old.text;
    buttons(ui, |ui| {
        let go = ui.add_enabled_ui(ready, |ui| ui.add(theme::main_button(ui, texts::DO_RENAME))).inner;
        if (go.on_hover_text(texts::DO_RENAME_HELP).clicked() || entered) && ready {
            *answer = Some(Answer::Rename(Box::new(asked.clone())));
        }
        if ui.button(all_texts::CANCEL).clicked() {
            *answer = Some(Answer::Close);
        }
    });
    if answer.is_some() {
        ui.data_mut(|d| d.remove_temp::<bool>(seen));
    }
}

/// Carries it out; a refusal comes back with the question.
pub fn finish(session: &mut Session, mut asked: Renaming) -> Option<Renaming> {
    let doc = session.doc_mut()?;
    let spec = spec(doc)?;
    let mut draft = doc.file.document.draft();
    let done = (spec.rename)(&mut draft, asked.level, &asked.old, &asked.new).and_then(|count| {
        doc.file.document.commit(draft, &texts::renamed(&asked.old.text, &asked.new))?;
        Ok(count)
    });
    match done {
        Ok(count) => {
            doc.file.record();
            session.messages.say(Tone::Good, texts::done(count, &asked.new));
            None
        }
        Err(refusal) => {
            asked.refused = Some(refusal.to_string());
            Some(asked)
        }
    }
}
