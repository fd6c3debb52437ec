//! Yes or no.

use egui::{RichText, WidgetType};
use levelwright_model::record::Value;

use super::Slot;
use crate::window::change::Change;
use crate::window::{texts, theme};

/// A box; stored numbers other than 0 and 1 are shown beside it.
pub(super) fn show(ui: &mut egui::Ui, slot: &Slot<'_>) -> Option<Change> {
    let raw = slot.value.and_then(Value::as_int);
    ui.horizontal(|ui| {
        let mut on = raw.is_some_and(|r| r != 0);
        let word = match raw {
            None => texts::MIXED,
            Some(0) => "no",
            Some(_) => "yes",
        };
        let response = ui.add(egui::Checkbox::new(&mut on, word).indeterminate(raw.is_none()));
        let enabled = ui.is_enabled();
        let checked = raw.is_some_and(|r| r != 0);
        response.widget_info(|| egui::WidgetInfo::selected(WidgetType::Checkbox, enabled, checked, slot.name));
        if let Some(raw) = raw {
            ui.label(RichText::new(format!("{} {raw}", texts::RAW)).color(theme::of(ui).weak).small());
        }
        response.changed().then(|| Change::Value(Value::Int(i128::from(on))))
    })
    .inner
}
