//! Text of a limited length, tags, and what only a script knows.

use egui::{RichText, WidgetType};
use levelwright_model::record::{Kind, Place, Value};

use super::Slot;
use crate::window::change::Change;
use crate::window::intent::Intent;
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
pub(super) fn show(ui: &mut egui::Ui, slot: &Slot<'_>, out: &mut Vec<Intent>) -> Option<Change> {
    let id = ui.make_persistent_id(("text", slot.name));
    let computed = matches!(slot.value, Some(Value::Computed));
    let shown = slot.shown();
    let start = shown.clone().unwrap_or_default();
    let kept: Option<String> = ui.data(|d| d.get_temp(id));
    let mut text = kept.unwrap_or_else(|| start.clone());
    let limit = limit(slot);
    let called = super::called::of(ui, slot.row);
    // Only what is being written is completed: a field that is merely passed by Tab keeps what it has.
    let writing = text != start && ui.memory(|m| m.has_focus(id));
    if let Some(called) = called.as_ref().filter(|_| writing)
        && let Some(function) = called.keys(ui, id, &text)
    {
        ui.data_mut(|d| d.remove_temp::<String>(id));
        ui.memory_mut(|m| m.surrender_focus(id));
        return Some(Change::Typed(function));
    }
    let width = ui.available_width() - 4.0;
    // What is only read is shown whole; what is edited stays a line that Enter leaves.
    let read = !ui.is_enabled() && (text.contains('\n') || text.chars().count() as f32 * LETTER > width);
    let edit =
        if read { egui::TextEdit::multiline(&mut text).desired_rows(1) } else { egui::TextEdit::singleline(&mut text) };
    let hint = if shown.is_none() { texts::MIXED } else { "" };
    let response = ui.add_enabled(
        !computed,
        edit.id(id).lock_focus(called.is_some() && writing).desired_width(width).hint_text(hint),
    );
    name(&response, WidgetType::TextEdit, slot.name);
    if response.has_focus() {
        if let Some(limit) = limit {
            // Character sets of these games have one byte for a character.
            let used = text.chars().count();
            let c = theme::of(ui);
            let colour = if used > limit as usize { c.error } else { c.weak };
            ui.label(RichText::new(format!("{used} of {limit} characters")).color(colour).small());
        }
        if let Some(called) = called.filter(|_| text != start) {
            let (taken, _) = called.offer(ui, &response, &text);
            if let Some(function) = taken {
                ui.data_mut(|d| d.remove_temp::<String>(id));
                ui.memory_mut(|m| m.surrender_focus(id));
                return Some(Change::Typed(function));
            }
        }
        if text != start {
            ui.data_mut(|d| d.insert_temp(id, text));
        }
        return None;
    }
    // A click on what is offered takes the focus along for a moment; what was typed waits for it.
    if let Some(called) = called.as_ref().filter(|_| text != start && !ui.input(|i| i.key_pressed(egui::Key::Escape))) {
        let (taken, on) = called.offer(ui, &response, &text);
        if on && taken.is_none() {
            ui.data_mut(|d| d.insert_temp(id, text));
            ui.data_mut(|d| d.insert_temp(id.with("waits"), true));
            return None;
        }
        if let Some(function) = taken {
            ui.data_mut(|d| d.remove_temp::<String>(id));
            return Some(Change::Typed(function));
        }
    }
    if let Some(called) = &called {
        called.goal(ui, slot.name, out);
    }
    let waited = ui.data(|d| d.get_temp::<bool>(id.with("waits"))).unwrap_or(false);
    ui.data_mut(|d| d.remove_temp::<bool>(id.with("waits")));
    ui.data_mut(|d| d.remove_temp::<String>(id));
    if waited && text != start {
        return Some(Change::Typed(text));
    }
    if response.lost_focus() && text != start && !ui.input(|i| i.key_pressed(egui::Key::Escape)) {
        return Some(Change::Typed(text));
    }
    None
}
