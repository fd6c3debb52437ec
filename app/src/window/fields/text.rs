//! Text of a limited length, tags, and what only a script knows.

use egui::{RichText, WidgetType};
use levelwright_model::record::{Kind, Place, Value};

use super::Slot;
use crate::window::change::Change;
use crate::window::panes::name;
use crate::window::{texts, theme};

/// How many bytes the text may have.
fn limit(slot: &Slot<'_>) -> Option<u32> {
    match (slot.field.place, slot.field.kind) {
        (Place::Bytes { len, .. }, Kind::Text { terminated, .. }) => Some(len - u32::from(terminated).min(len)),
        (_, Kind::Tag) => Some(4),
        _ => None,
    }
}

/// About the width of a letter, in points.
const LETTER: f32 = 6.5;

/// A text field that is committed when the person leaves it.
pub(super) fn show(ui: &mut egui::Ui, slot: &Slot<'_>) -> Option<Change> {
    let id = ui.make_persistent_id(("text", slot.name));
    let computed = matches!(slot.value, Some(Value::Computed));
    let shown = slot.shown();
    let start = shown.clone().unwrap_or_default();
    let kept: Option<String> = ui.data(|d| d.get_temp(id));
    let mut text = kept.unwrap_or_else(|| start.clone());
    let limit = limit(slot);
    let width = ui.available_width() - 4.0;
    // What is only read is shown whole; what is edited stays a line that Enter leaves.
    let read = !ui.is_enabled() && (text.contains('\n') || text.chars().count() as f32 * LETTER > width);
    let edit =
        if read { egui::TextEdit::multiline(&mut text).desired_rows(1) } else { egui::TextEdit::singleline(&mut text) };
    let hint = if shown.is_none() { texts::MIXED } else { "" };
    let response = ui.add_enabled(!computed, edit.id(id).desired_width(width).hint_text(hint));
    name(&response, WidgetType::TextEdit, slot.name);
    if response.has_focus() {
        if let Some(limit) = limit {
            // Character sets of these games have one byte for a character.
            let used = text.chars().count();
            let c = theme::of(ui);
            let colour = if used > limit as usize { c.error } else { c.weak };
            ui.label(RichText::new(format!("{used} of {limit} characters")).color(colour).small());
        }
        if text != start {
            ui.data_mut(|d| d.insert_temp(id, text));
        }
        return None;
    }
    ui.data_mut(|d| d.remove_temp::<String>(id));
    if response.lost_focus() && text != start && !ui.input(|i| i.key_pressed(egui::Key::Escape)) {
        return Some(Change::Typed(text));
    }
    None
}
