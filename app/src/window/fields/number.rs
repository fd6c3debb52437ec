//! The one number field of the window.

use egui::{Key, RichText, WidgetType, text::CCursor, text::CCursorRange};

use super::{Slot, raw};
use crate::window::change::Change;
use crate::window::panes::name;
use crate::window::{texts, theme};

/// Width of a digit, in points.
const DIGIT: f32 = 7.8;

/// A number with its unit and its stored form.
pub fn show(ui: &mut egui::Ui, slot: &Slot<'_>) -> Option<Change> {
    ui.horizontal(|ui| {
        let shown = slot.shown();
        // Every digit is seen; long numbers take what room there is.
        let digits = shown.as_ref().map_or(0, |text| text.chars().count());
        let width = (digits as f32 * DIGIT + 12.0).clamp(84.0, 150.0);
        let typed = field(ui, slot.name, shown.as_deref(), width, true);
        if !slot.field.unit.name.is_empty() {
            ui.label(RichText::new(slot.field.unit.name).color(theme::of(ui).weak).small());
        }
        raw(ui, slot);
        typed.map(Change::Typed)
    })
    .inner
}

/// A text field for one number. `shown` is `None` where several values differ. Answers with what was
/// typed once the person leaves the field or presses Enter; Escape takes it back. Up and Down step.
pub fn field(ui: &mut egui::Ui, label: &str, shown: Option<&str>, width: f32, steps: bool) -> Option<String> {
    let id = ui.make_persistent_id(("number", label));
    let focused = ui.memory(|m| m.has_focus(id));
    let kept: Option<String> = ui.data(|d| d.get_temp(id));
    let start = shown.unwrap_or_default();
    let mut text = kept.clone().unwrap_or_else(|| start.to_owned());
    let step = if focused && steps { pressed_step(ui) } else { None };
    let hint = if shown.is_none() { texts::MIXED } else { "" };
    let edit = egui::TextEdit::singleline(&mut text)
        .id(id)
        .desired_width(width.min(ui.available_width()))
        .hint_text(hint)
        .font(egui::TextStyle::Monospace)
        .show(ui);
    let response = edit.response.response;
    name(&response, WidgetType::TextEdit, label);
    if response.gained_focus() {
        // Typing replaces the old number, as everywhere.
        let mut state = edit.state;
        let end = text.chars().count();
        state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(end))));
        state.store(ui.ctx(), id);
    }
    if response.lost_focus() {
        ui.data_mut(|d| d.remove_temp::<String>(id));
        let escaped = ui.input(|i| i.key_pressed(Key::Escape));
        return (!escaped && text != start && !text.trim().is_empty()).then_some(text);
    }
    if let Some(step) = step {
        // The step is committed at once; the field then shows the new value.
        ui.data_mut(|d| d.remove_temp::<String>(id));
        return Some(step);
    }
    if response.has_focus() {
        if text != start || kept.is_some() {
            ui.data_mut(|d| d.insert_temp(id, text));
        }
    } else if kept.is_some() {
        ui.data_mut(|d| d.remove_temp::<String>(id));
    }
    if shown.is_none() || steps {
        response.on_hover_text(texts::NUMBER_HELP);
    }
    None
}

/// What became of a field that lies over a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// It is still typed.
    Typing,
    /// It is done: by Enter, or because the person went elsewhere.
    Done {
        /// By Enter.
        entered: bool,
    },
    /// Escape took it back.
    GivenUp,
}

/// The same field over a cell of a table, which keeps the text itself. A fresh one takes the focus; its text is typed
/// over where it is the cell's own (`whole`), and gone on with where its first letter was just typed.
pub fn cell(ui: &mut egui::Ui, id: egui::Id, label: &str, text: &mut String, fresh: bool, whole: bool) -> Cell {
    let edit = egui::TextEdit::singleline(text)
        .id(id)
        .desired_width(ui.available_width())
        .font(egui::TextStyle::Monospace)
        .show(ui);
    let response = edit.response.response;
    name(&response, WidgetType::TextEdit, label);
    if fresh {
        response.request_focus();
        let mut state = edit.state;
        let end = CCursor::new(text.chars().count());
        let start = if whole { CCursor::new(0) } else { end };
        state.cursor.set_char_range(Some(CCursorRange::two(start, end)));
        state.store(ui.ctx(), id);
        return Cell::Typing;
    }
    if response.lost_focus() || !response.has_focus() {
        if ui.input(|i| i.key_pressed(Key::Escape)) {
            return Cell::GivenUp;
        }
        return Cell::Done { entered: ui.input(|i| i.key_pressed(Key::Enter)) };
    }
    Cell::Typing
}

/// The sum that a pressed arrow key stands for.
fn pressed_step(ui: &egui::Ui) -> Option<String> {
    ui.input_mut(|input| {
        let mut step = |key, sign| {
            if input.consume_key(egui::Modifiers::SHIFT, key) {
                Some(format!("{sign}10"))
            } else if input.consume_key(egui::Modifiers::NONE, key) {
                Some(format!("{sign}1"))
            } else {
                None
            }
        };
        step(Key::ArrowUp, "+").or_else(|| step(Key::ArrowDown, "-="))
    })
}
