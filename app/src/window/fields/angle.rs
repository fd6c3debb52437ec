//! An angle: degrees, and a dial to drag.

use egui::{Sense, Stroke, WidgetType, vec2};
use levelwright_model::record::Value;

use super::{Slot, number, raw};
use crate::window::change::Change;
use crate::window::panes::name;
use crate::window::theme;

/// A number field in degrees and a dial. The dial commits once, when it is let go.
pub(super) fn show(ui: &mut egui::Ui, slot: &Slot<'_>, turn: u32) -> Option<Change> {
    ui.horizontal(|ui| {
        let typed = number::field(
            ui,
            slot.name,
            slot.shown().as_deref(),
            (ui.available_width() - 34.0).clamp(40.0, 84.0),
            true,
        )
        .map(Change::Typed);
        let present = slot.value.and_then(Value::as_int);
        let dialled = dial(ui, slot.name, present, turn);
        raw(ui, slot);
        typed.or_else(|| dialled.map(|d| Change::Value(Value::Int(d))))
    })
    .inner
}

fn dial(ui: &mut egui::Ui, label: &str, present: Option<i128>, turn: u32) -> Option<i128> {
    let (rect, response) = ui.allocate_exact_size(vec2(theme::ROW, theme::ROW), Sense::drag());
    name(&response, WidgetType::Slider, &format!("{label} dial"));
    let held: Option<i128> = ui.data(|d| d.get_temp(response.id));
    let centre = rect.center();
    let mut angle = held.or(present);
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        let off = pointer - centre;
        let share = f64::from(off.y.atan2(off.x)) / std::f64::consts::TAU;
        let share = share.rem_euclid(1.0);
        let raw = (share * f64::from(turn)).round() as i128 % i128::from(turn.max(1));
        ui.data_mut(|d| d.insert_temp(response.id, raw));
        angle = Some(raw);
    }
    let c = theme::of(ui);
    let radius = rect.width() / 2.0 - 2.0;
    let rim = if response.hovered() || response.dragged() { c.accent } else { c.weak };
    ui.painter().circle_stroke(centre, radius, Stroke::new(1.0, rim));
    if let Some(raw) = angle {
        let radians = raw as f32 / turn.max(1) as f32 * std::f32::consts::TAU;
        let tip = centre + radius * egui::Vec2::angled(radians);
        ui.painter().line_segment([centre, tip], Stroke::new(2.0, c.accent));
    }
    if response.drag_stopped() {
        ui.data_mut(|d| d.remove_temp::<i128>(response.id));
        return held.filter(|h| Some(*h) != present);
    }
    None
}
