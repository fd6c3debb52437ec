//! The fields of what is selected, one line each.

use std::sync::Arc;

use egui::{RichText, WidgetType, vec2};

use super::sheet::{Folded, Row, Sheet, SheetCache};
use super::{empty, name};
use levelwright_model::document::NodeId;
use levelwright_model::record::{Field, Kind};

use crate::window::change::Change;
use crate::window::doc::Doc;
use crate::window::fields;
use crate::window::intent::Intent;
use crate::window::scripts::ScriptView;
use crate::window::{icons, texts, theme};

/// Draws the inspector of a document.
pub fn show(
    ui: &mut egui::Ui,
    doc: &Doc,
    cache: &mut SheetCache,
    links: &mut super::links::LinksCache,
    script: &mut ScriptView,
    out: &mut Vec<Intent>,
) {
    let sheet: Arc<Sheet> = cache.get((doc.key(), doc.selection.stamp()), || super::sheet::data(doc));
    if sheet.count == 0 {
        empty(ui, texts::NOTHING_SELECTED, texts::SELECT_HINT);
        return;
    }
    let c = theme::of(ui);
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(26.0, 30.0), egui::Sense::hover());
        icons::paint(ui, sheet.icon, egui::Rect::from_center_size(rect.center(), vec2(24.0, 24.0)), c.text);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.add(egui::Label::new(RichText::new(&sheet.title).color(c.strong).size(15.0)).truncate());
            ui.add(egui::Label::new(RichText::new(&sheet.subtitle).color(c.weak).small()).truncate());
        });
    });
    ui.separator();
    ui.data_mut(|d| d.insert_temp(wanted_id(), doc.reveal_field));
    egui::ScrollArea::vertical().id_salt("inspector").auto_shrink([false, false]).show(ui, |ui| {
        crate::window::preview::live::show(ui, doc, out);
        fields::called::tell(ui, doc, &sheet, script);
        show_sheet(ui, &sheet, out);
        super::links::in_inspector(ui, doc, links, out);
    });
}

/// After all panes were drawn: if nothing is pointed at any more, the mark goes with the next frame.
pub fn let_go(ctx: &egui::Context) {
    let told = ctx.data(|d| d.get_temp::<Told>(pointed_id()));
    if told.is_some_and(|told| told.frame + 1 == ctx.cumulative_frame_nr()) {
        ctx.request_repaint();
    }
}

/// Draws all groups of a sheet.
pub fn show_sheet(ui: &mut egui::Ui, sheet: &Sheet, out: &mut Vec<Intent>) {
    let width = ui.available_width();
    // In a narrow pane a line's editor stands below its label.
    let label_width = if width < theme::NARROW { width } else { (width * theme::LABEL_SHARE).clamp(84.0, 190.0) };
    let title_needed = sheet.groups.len() > 1;
    for group in &sheet.groups {
        let rows = |ui: &mut egui::Ui, out: &mut Vec<Intent>| {
            for row in &group.rows {
                show_row(ui, row, sheet.count, label_width, out);
            }
        };
        if title_needed {
            let title = RichText::new(&group.title).strong();
            egui::CollapsingHeader::new(title).id_salt(&group.title).default_open(true).show_unindented(ui, |ui| {
                rows(ui, out);
                ui.add_space(theme::GAP);
            });
        } else {
            rows(ui, out);
        }
    }
    super::lists::show(ui, &sheet.lists, label_width, out);
}

fn help(row: &Row, count: usize) -> String {
    let field = row.field;
    let mut text = field.doc_text().to_owned();
    if !field.unit.name.is_empty() {
        text.push_str(&format!("\n\nUnit: {}", field.unit.name));
        if field.unit.divisor != 1.0 {
            text.push_str(&format!(" ({} stored units each)", field.unit.divisor));
        }
    }
    if let Some(display) = field.display {
        text.push_str(&format!("\n\nShown: {}", display.what));
    }
    if let Some((low, high)) = field.limits {
        text.push_str(&format!("\n\nStored: {low} to {high}"));
    }
    if field.derived {
        text.push_str("\n\nIt follows from other fields.");
    }
    if let Some(reason) = &row.locked {
        text.push_str(&format!("\n\nIt cannot be set: {reason}."));
    }
    if row.owners.len() < count {
        text.push_str(&format!("\n\n{}.", texts::some_have(row.owners.len(), count)));
    }
    text.push_str(&format!("\n\n{} · {}", field.name, field.kind.word()));
    text
}

/// A line's label. Numbers side by side have no room for their unit behind them.
fn heading(row: &Row) -> String {
    let unit = row.field.unit.name;
    match row.field.kind {
        Kind::Vector { .. } if !unit.is_empty() => format!("{} ({unit})", row.label),
        _ => row.label.clone(),
    }
}

pub(super) fn show_row(ui: &mut egui::Ui, row: &Row, count: usize, label_width: f32, out: &mut Vec<Intent>) {
    let c = theme::of(ui);
    let weak = row.locked.is_some() || row.owners.len() < count;
    // Two kinds may each have a field of this name, and so has each entry of a list; their lines are many.
    let entry = row.owners.first().filter(|_| row.entry);
    let line = ui.push_id((row.part, std::ptr::from_ref(row.field).addr(), entry), |ui| {
        let narrow = ui.available_width() < theme::NARROW;
        let layout = if narrow {
            egui::Layout::top_down(egui::Align::Min)
        } else {
            egui::Layout::left_to_right(egui::Align::Min)
        };
        ui.with_layout(layout, |ui| {
            let size = vec2(label_width, theme::ROW);
            let layout = egui::Layout::left_to_right(egui::Align::Center);
            ui.allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_size(size);
                let text = RichText::new(heading(row)).color(if weak { c.weak } else { c.text });
                let label = ui.add(egui::Label::new(text).truncate().sense(egui::Sense::hover()));
                label.on_hover_ui(|ui| {
                    ui.set_max_width(320.0);
                    ui.label(RichText::new(&row.label).strong());
                    ui.label(help(row, count));
                });
            });
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                if let Folded::Failed(reason) = &row.value {
                    let text = ui.add(egui::Label::new(RichText::new(reason).color(c.error)).wrap());
                    name(&text, WidgetType::Label, &format!("{}: {reason}", row.label));
                    return;
                }
                let editable = row.locked.is_none();
                if let Some(change) = ui.add_enabled_ui(editable, |ui| fields::show(ui, row, out)).inner {
                    out.push(set(row, change));
                }
            });
        });
    });
    let wanted: Option<(NodeId, &'static str)> = ui.data(|d| d.get_temp(wanted_id())).flatten();
    if wanted.is_some_and(|(node, field)| field == row.field.name && row.owners.contains(&node)) {
        line.response.scroll_to_me(Some(egui::Align::Center));
        let place = line.response.rect.expand(2.0);
        ui.painter().rect_stroke(place, 3.0, egui::Stroke::new(1.5, c.accent), egui::StrokeKind::Outside);
    }
    if line.response.contains_pointer() {
        let pointed = Pointed { part: row.part, field: std::ptr::from_ref(row.field).addr() };
        let before = ui.data(|d| d.get_temp::<Told>(pointed_id()));
        if before.is_none_or(|told| told.pointed != pointed) {
            ui.ctx().request_repaint();
        }
        let told = Told { pointed, frame: ui.ctx().cumulative_frame_nr() };
        ui.data_mut(|d| d.insert_temp(pointed_id(), told));
    }
}

/// The field that the pointer is on, for the pane that shows its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointed {
    part: &'static str,
    field: usize,
}

impl Pointed {
    /// Names a field of a part.
    pub fn at(part: &'static str, field: &'static Field) -> Pointed {
        Pointed { part, field: std::ptr::from_ref(field).addr() }
    }
}

/// A field with the frame in which it was pointed at.
#[derive(Clone, Copy)]
struct Told {
    pointed: Pointed,
    frame: u64,
}

/// Where the field that is to be scrolled to is kept.
fn wanted_id() -> egui::Id {
    egui::Id::new("wanted field")
}

fn pointed_id() -> egui::Id {
    egui::Id::new("pointed field")
}

/// The field that was pointed at in this frame or the one before: panes are drawn one after the other.
pub fn pointed(ctx: &egui::Context) -> Option<Pointed> {
    let told: Told = ctx.data(|d| d.get_temp(pointed_id()))?;
    (ctx.cumulative_frame_nr().saturating_sub(told.frame) <= 1).then_some(told.pointed)
}

fn set(row: &Row, change: Change) -> Intent {
    Intent::Set { fields: row.owners.iter().map(|node| (*node, row.field)).collect(), change }
}
