//! Vectors and arrays: the editor of their elements, several times.

use egui::{RichText, WidgetType};

use super::{Folded, Slot, number, one};
use crate::window::change::{Change, element};
use crate::window::intent::Intent;
use crate::window::panes::name;
use crate::window::panes::sheet::Row;
use crate::window::{texts, theme};

/// A few numbers that belong together, side by side.
pub(super) fn vector(ui: &mut egui::Ui, row: &Row, count: usize, _out: &mut Vec<Intent>) -> Option<Change> {
    let field = element(row.field);
    // Beside each number stand its letter and two small gaps.
    let each = (ui.available_width() / count.max(1) as f32 - 17.0).clamp(30.0, 90.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let mut change = None;
        for at in 0..count {
            let Some(value) = row.value.element(at) else { continue };
            let axis = texts::AXES.get(at).filter(|_| count <= texts::AXES.len());
            let short = axis.map_or_else(|| at.to_string(), |a| (*a).to_owned());
            ui.label(RichText::new(&short).color(theme::of(ui).weak).small());
            let shown = value.map(|v| field.show(v));
            let label = format!("{} {short}", row.label);
            if let Some(typed) = number::field(ui, &label, shown.as_deref(), each, true) {
                change = Some(Change::Element(at, Box::new(Change::Typed(typed))));
            }
        }
        change
    })
    .inner
}

/// A list of fixed length, one line for each element; long ones are folded.
pub(super) fn array(ui: &mut egui::Ui, row: &Row, count: usize, out: &mut Vec<Intent>) -> Option<Change> {
    const SHORT: usize = 4;
    if count <= SHORT {
        return elements(ui, row, count, out);
    }
    let summary = match row.value.one() {
        Some(value) => row.field.show(value),
        None => texts::MIXED.to_owned(),
    };
    let mut title: String = summary.chars().take(24).collect();
    if title.len() < summary.len() {
        title.push('…');
    }
    let header = egui::CollapsingHeader::new(title).id_salt(("array", row.field.name));
    let shown = header.show_unindented(ui, |ui| elements(ui, row, count, out));
    name(&shown.header_response, WidgetType::CollapsingHeader, &format!("{}, {count} values", row.label));
    shown.body_returned.flatten()
}

fn elements(ui: &mut egui::Ui, row: &Row, count: usize, out: &mut Vec<Intent>) -> Option<Change> {
    let field = element(row.field);
    let mut change = None;
    for at in 0..count {
        let Some(value) = row.value.element(at) else { continue };
        let label = texts::element(&row.label, at);
        let folded = match value {
            Some(value) => Folded::One(value.clone()),
            None => {
                Folded::Mixed { example: levelwright_model::record::Value::Int(0), and: 0, or: -1, same: Vec::new() }
            }
        };
        let slot = Slot {
            field: &field,
            name: &label,
            value,
            folded: &folded,
            goal: row.goals.get(at),
            row,
            element: Some(at),
        };
        ui.horizontal(|ui| {
            ui.label(RichText::new(format!("{at:>2}")).color(theme::of(ui).weak).small());
            if let Some(inner) = one(ui, &slot, out) {
                change = Some(Change::Element(at, Box::new(inner)));
            }
        });
    }
    change
}
