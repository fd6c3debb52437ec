//! A set of bits: one box for each named bit, and the rest as a number.

use egui::{RichText, WidgetType};
use levelwright_model::record::{FlagNames, Value};

use super::Slot;
use crate::window::change::Change;
use crate::window::{texts, theme};

/// A box for each named bit; unnamed bits that are set are shown and kept.
pub(super) fn show(ui: &mut egui::Ui, slot: &Slot<'_>, names: &'static FlagNames) -> Option<Change> {
    let c = theme::of(ui);
    let mut change = None;
    for flag in names.list {
        let state = slot.folded.bit(flag.bit);
        let mut on = state == Some(true);
        let response = ui.add(egui::Checkbox::new(&mut on, flag.name).indeterminate(state.is_none()));
        let enabled = ui.is_enabled();
        let label = texts::flag(slot.name, flag.name);
        response.widget_info(|| egui::WidgetInfo::selected(WidgetType::Checkbox, enabled, state == Some(true), &label));
        if response.changed() {
            change = Some(Change::Bit(flag.bit, state != Some(true)));
        }
        if !flag.doc.is_empty() {
            response.on_hover_text(format!("{} (bit {})", flag.doc, flag.bit));
        } else {
            response.on_hover_text(format!("bit {}", flag.bit));
        }
    }
    match slot.value.and_then(Value::as_int) {
        Some(raw) => {
            let (_, rest) = names.split(raw);
            let mut text = format!("{} {raw:#x}", texts::RAW);
            if rest != 0 {
                text.push_str(&format!(", without a name: {rest:#x}"));
            }
            ui.label(RichText::new(text).color(c.weak).small());
        }
        None => {
            ui.label(RichText::new(texts::MIXED).color(c.weak).small());
        }
    }
    change
}
