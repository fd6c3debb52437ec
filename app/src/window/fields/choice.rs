//! One of a list of names; numbers without a name are kept and can be typed.

use egui::{RichText, WidgetType};
use levelwright_model::record::{Names, Value};

use super::{Slot, number};
use crate::window::change::Change;
use crate::window::panes::name;
use crate::window::{texts, theme};

/// A drop-down list with the raw number beside it.
pub(super) fn show(ui: &mut egui::Ui, slot: &Slot<'_>, names: &'static Names) -> Option<Change> {
    let present = slot.value.and_then(Value::as_int);
    let shown = slot.shown().unwrap_or_else(|| texts::MIXED.to_owned());
    let raw_width = 46.0;
    ui.horizontal(|ui| {
        let width = (ui.available_width() - raw_width - 16.0).max(60.0);
        let mut chosen = None;
        let combo = egui::ComboBox::from_id_salt(("choice", slot.name))
            .width(width)
            .truncate()
            .selected_text(shown.as_str())
            .height(320.0)
            .show_ui(ui, |ui| {
                for entry in names.list {
                    let value = i128::from(entry.value);
                    let on = present == Some(value);
                    let number = RichText::new(entry.value.to_string()).color(theme::of(ui).weak).small();
                    ui.horizontal(|ui| {
                        if ui.selectable_label(on, entry.name).clicked() && !on {
                            chosen = Some(Change::Value(Value::Int(value)));
                        }
                        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.label(number));
                    });
                }
            });
        let enabled = ui.is_enabled();
        combo.response.widget_info(|| {
            let mut info = egui::WidgetInfo::labeled(WidgetType::ComboBox, enabled, slot.name);
            info.current_text_value = Some(shown.clone());
            info
        });
        let raw = present.map(|p| p.to_string());
        let label = format!("{} ({})", slot.name, texts::RAW);
        let typed = number::field(ui, &label, raw.as_deref(), raw_width, false);
        chosen.or_else(|| typed.map(Change::Typed))
    })
    .inner
}

/// Used by other editors that offer names.
pub(super) fn named(response: &egui::Response, text: &str) {
    name(response, WidgetType::ComboBox, text);
}
