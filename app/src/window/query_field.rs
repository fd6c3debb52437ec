//! A text field for queries: what may stand at the cursor is offered below it, and a mistake is marked at its
//! character. Used by the tree's filter, by selecting, and by the preview's log.

use egui::text::{CCursor, CCursorRange};
use egui::{Key, Modifiers, RichText, WidgetType, vec2};
use levelwright_model::query::{Completion, QueryError, Vocabulary, complete};

use super::panes::name;
use super::texts::query as texts;
use super::theme;

/// So many candidates are shown at once.
const MOST: usize = 8;

/// How a field looks and what is known of its text.
pub struct Ask<'a> {
    /// Its id.
    pub id: egui::Id,
    /// Its accessible name.
    pub name: &'a str,
    /// What stands in it while it is empty.
    pub hint: &'a str,
    /// Its width in points.
    pub width: f32,
    /// The names that may be used.
    pub words: Vocabulary,
    /// What is wrong with the text.
    pub error: Option<&'a QueryError>,
}

/// What was offered in the last frame, and what is chosen of it.
#[derive(Clone, Debug, Default)]
struct Offer {
    completion: Completion,
    chosen: Option<usize>,
    /// Escape put it away until more is typed.
    away: bool,
    cursor: usize,
}

/// Draws the field; the text changes as it is typed and when a candidate is taken.
pub fn show(ui: &mut egui::Ui, ask: &Ask<'_>, text: &mut String) -> egui::Response {
    let focused = ui.memory(|m| m.has_focus(ask.id));
    let mut offer: Offer = ui.data(|d| d.get_temp(ask.id)).unwrap_or_default();
    let open = focused && !offer.away && !offer.completion.candidates.is_empty();
    if open && keys(ui, &mut offer) {
        take(ui, ask, text, &offer);
        offer = Offer::default();
    }
    let before = text.clone();
    let field = egui::TextEdit::singleline(text).id(ask.id).hint_text(ask.hint).desired_width(ask.width);
    // While something is offered, Tab takes it and does not go on to the next control.
    let offers = !offer.away && !offer.completion.candidates.is_empty();
    let field = field.lock_focus(offers).show(ui);
    // Its own changes are told by the text: taking a candidate is one as well.
    let response = field.response.response;
    name(&response, WidgetType::TextEdit, ask.name);
    if let Some(error) = ask.error {
        let c = theme::of(ui);
        let at = field.galley.pos_from_cursor(CCursor::new(error.at)).translate(field.galley_pos.to_vec2());
        let line = [at.left_bottom(), at.left_bottom() + vec2(7.0, 0.0)];
        ui.painter().line_segment(line, egui::Stroke::new(2.0, c.error));
    }
    let cursor = field.cursor_range.map_or(text.chars().count(), |range| range.primary.index.into());
    if before != *text || cursor != offer.cursor {
        offer = Offer { cursor, away: before == *text && offer.away, ..Offer::default() };
    }
    if response.has_focus() {
        offer.completion = offered(ask.words, text, cursor);
        if !offer.away && !offer.completion.candidates.is_empty() {
            popup(ui, ask, &response, &offer, text);
        }
    }
    ui.data_mut(|d| d.insert_temp(ask.id, offer));
    response
}

/// What is wrong, under the field.
pub fn trouble(ui: &mut egui::Ui, error: Option<&QueryError>, warnings: &[String]) {
    let c = theme::of(ui);
    if let Some(error) = error {
        ui.add(egui::Label::new(RichText::new(error.to_string()).color(c.error).small()).wrap());
    }
    for warning in warnings {
        ui.add(egui::Label::new(RichText::new(warning).color(c.warning).small()).wrap());
    }
}

/// Nothing is offered for an empty text, nor what stands there already.
fn offered(words: Vocabulary, text: &str, cursor: usize) -> Completion {
    if text.trim().is_empty() {
        return Completion::default();
    }
    let mut completion = complete(words, text, cursor);
    let begun: String = text.chars().take(cursor).skip(completion.from).collect();
    completion.candidates.retain(|candidate| candidate.text != begun);
    completion.candidates.truncate(64);
    completion
}

/// The keys of the offer. Whether the chosen candidate is taken.
fn keys(ui: &egui::Ui, offer: &mut Offer) -> bool {
    let last = offer.completion.candidates.len().saturating_sub(1);
    let pressed = |key: Key| ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
    if pressed(Key::ArrowDown) {
        offer.chosen = Some(offer.chosen.map_or(0, |at| (at + 1).min(last)));
    }
    if offer.chosen.is_some() && pressed(Key::ArrowUp) {
        offer.chosen = offer.chosen.and_then(|at| at.checked_sub(1));
    }
    if pressed(Key::Tab) {
        offer.chosen = offer.chosen.or(Some(0));
        return true;
    }
    offer.chosen.is_some() && pressed(Key::Enter)
}

/// Puts the chosen candidate into the text, with the cursor behind it.
fn take(ui: &egui::Ui, ask: &Ask<'_>, text: &mut String, offer: &Offer) {
    let Some(candidate) = offer.chosen.and_then(|at| offer.completion.candidates.get(at)) else { return };
    put(ui.ctx(), ask.id, text, &offer.completion, offer.cursor, &candidate.text, candidate.sort == "table");
}

fn put(
    ctx: &egui::Context,
    id: egui::Id,
    text: &mut String,
    completion: &Completion,
    cursor: usize,
    candidate: &str,
    goes_on: bool,
) {
    let head: String = text.chars().take(completion.from).collect();
    let tail: String = text.chars().skip(cursor).collect();
    let blank = if goes_on || tail.starts_with(' ') { "" } else { " " };
    let at = completion.from + candidate.chars().count() + blank.len();
    *text = format!("{head}{candidate}{blank}{tail}");
    let mut state = egui::TextEdit::load_state(ctx, id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(at))));
    state.store(ctx, id);
}

fn popup(ui: &egui::Ui, ask: &Ask<'_>, field: &egui::Response, offer: &Offer, text: &mut String) {
    let c = theme::of(ui);
    let place = field.rect.left_bottom() + vec2(0.0, 2.0);
    let area = egui::Area::new(ask.id.with("offer")).order(egui::Order::Foreground).fixed_pos(place);
    area.show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(280.0);
            ui.spacing_mut().item_spacing.y = 1.0;
            let first = offer.chosen.map_or(0, |at| (at + 1).saturating_sub(MOST));
            let list = &offer.completion.candidates;
            for (at, candidate) in list.iter().enumerate().skip(first).take(MOST) {
                ui.horizontal(|ui| {
                    let row = ui.selectable_label(offer.chosen == Some(at), &candidate.text);
                    ui.label(RichText::new(candidate.sort).color(c.weak).small());
                    if row.clicked() {
                        let goes_on = candidate.sort == "table";
                        put(ui.ctx(), ask.id, text, &offer.completion, offer.cursor, &candidate.text, goes_on);
                        ui.memory_mut(|m| m.request_focus(ask.id));
                    }
                });
            }
            if let Some(more) = list.len().checked_sub(first + MOST).filter(|more| *more > 0) {
                ui.label(RichText::new(texts::more(more)).color(c.weak).small());
            }
            ui.label(RichText::new(texts::KEYS).color(c.weak).small());
        });
    });
}
