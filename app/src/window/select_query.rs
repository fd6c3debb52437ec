//! Selecting by query: over the shown level or all that were looked at.

use levelwright_model::games::game;
use levelwright_model::query::{Query, Vocabulary};

use super::dialogs::{Answer, Dialog, buttons};
use super::filter;
use super::intent::{How, Intent};
use super::panes::messages::Tone;
use super::query_field::{self, Ask};
use super::session::Session;
use super::texts::query as texts;
use super::{texts as all_texts, theme};

/// The question what to select.
#[derive(Clone, Debug, PartialEq)]
pub struct Asking {
    /// Whose words it may use.
    game: &'static str,
    text: String,
    all: bool,
    /// Whether what is selected stays.
    add: bool,
}

/// Asks, beginning with what the tree is filtered by.
pub(super) fn begin(session: &mut Session) {
    let Some(doc) = session.doc() else { return };
    let (game, text) = (doc.file.document.game().key, doc.filter.clone());
    session.dialog = Some(Dialog::SelectQuery(Box::new(Asking { game, text, all: false, add: false })));
}

/// Selects what was asked for, and says how much it is.
pub(super) fn finish(session: &mut Session, asking: &Asking) {
    let Some(doc) = session.doc_mut() else { return };
    let mut caches = std::mem::take(&mut doc.caches);
    let found = filter::find(doc, &mut caches, &asking.text, asking.all);
    doc.caches = caches;
    match found {
        Ok((ids, warnings)) => {
            session.messages.say(Tone::Good, format!("{} {}", asking.text, texts::found(ids.len())));
            warnings.into_iter().for_each(|warning| session.messages.say(Tone::Bad, warning));
            session.carry_out(Intent::Select(ids, if asking.add { How::Add } else { How::Replace }));
        }
        Err(error) => session.messages.say(Tone::Bad, error.to_string()),
    }
}

/// Draws the question.
pub(super) fn show(ui: &mut egui::Ui, asking: &mut Asking, answer: &mut Option<Answer>) {
    let Some(game) = game(asking.game) else { return };
    ui.heading(texts::SELECT);
    ui.add_space(theme::GAP);
    let error = Query::parse(game, &asking.text).err();
    let id = egui::Id::new("select by query");
    let ask = Ask {
        id,
        name: texts::FIELD,
        hint: texts::HINT,
        width: f32::INFINITY,
        words: Vocabulary::from(game),
        error: error.as_ref(),
    };
    let field = query_field::show(ui, &ask, &mut asking.text);
    let entered = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
    if !field.has_focus() && !entered && ui.memory(|m| m.focused().is_none()) {
        field.request_focus();
    }
    query_field::trouble(ui, error.as_ref(), &[]);
    ui.checkbox(&mut asking.all, texts::ALL_LEVELS);
    let ready = error.is_none() && !asking.text.trim().is_empty();
    buttons(ui, |ui| {
        let go = ui.add_enabled_ui(ready, |ui| ui.add(theme::main_button(ui, texts::GO))).inner;
        let go = go.on_hover_text(texts::GO_HELP).clicked();
        let add = ui.add_enabled(ready, egui::Button::new(texts::ADD)).on_hover_text(texts::ADD_HELP).clicked();
        if ready && (go || add || entered) {
            asking.add = add;
            *answer = Some(Answer::SelectQuery(Box::new(asking.clone())));
        }
        if ui.button(all_texts::CANCEL).clicked() {
            *answer = Some(Answer::Close);
        }
    });
}
