//! The Preview pane: controls on top, then the log and, beside it, why, where to stop, the scenario, how true it is.

use std::collections::BTreeSet;

use egui::{RichText, WidgetType};

use super::act::Act;
use super::run::Preview;
use super::{inputs, log, strip, transport, words};
use crate::window::doc::Doc;
use crate::window::intent::Intent;
use crate::window::panes::{empty, name};
use crate::window::texts::preview as texts;
use crate::window::theme;

/// What stands beside the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Side {
    #[default]
    Why,
    Stop,
    Scenario,
    Truth,
}

const SIDES: [Side; 4] = [Side::Why, Side::Stop, Side::Scenario, Side::Truth];

/// An act as an intent.
pub(super) fn wish(out: &mut Vec<Intent>, act: Act) {
    out.push(Intent::Preview(act));
}

/// Draws the pane.
pub fn show(ui: &mut egui::Ui, doc: &Doc, rows: &mut log::Rows, out: &mut Vec<Intent>) {
    let Some(preview) = doc.preview.as_deref() else {
        let runs = doc.file.document.game().preview.is_some();
        empty(ui, texts::NONE, if runs { texts::NONE_HINT } else { texts::CANNOT_RUN });
        ui.vertical_centered(|ui| {
            if ui.add_enabled(runs, egui::Button::new(texts::START)).clicked() {
                wish(out, Act::Start);
            }
        });
        return;
    };
    transport::show(ui, preview, out);
    strip::show(ui, preview, out);
    notes(ui, doc, preview, out);
    ui.columns(2, |columns| {
        if let [left, right] = columns {
            log::show(left, doc, preview, rows, out);
            side(right, doc, preview, out);
        }
    });
}

/// What a person has to know: another level, an edit, a stop, a difference.
fn notes(ui: &mut egui::Ui, doc: &Doc, preview: &Preview, out: &mut Vec<Intent>) {
    let c = theme::of(ui);
    if preview.level != doc.level {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(texts::ELSEWHERE).color(c.warning));
            if ui.button(texts::GO_THERE).clicked() {
                out.push(Intent::Level(preview.level));
            }
            if ui.button(texts::START_HERE).clicked() {
                wish(out, Act::Start);
            }
        });
    }
    if preview.stale(doc) {
        ui.label(RichText::new(texts::STALE_DOC).color(c.warning));
    }
    if let Some(marked) = &preview.difference {
        let text = texts::difference(marked.word, marked.event.tick, &words::event(&marked.event));
        let link = ui.add(egui::Link::new(RichText::new(&text).color(c.preview)));
        name(&link, WidgetType::Link, &text);
        if link.clicked() {
            wish(out, Act::Seek(marked.event.tick));
            wish(out, Act::Row(marked.row));
        }
    }
    if let Some(note) = &preview.note {
        ui.label(RichText::new(note).color(c.strong));
    }
}

fn side(ui: &mut egui::Ui, doc: &Doc, preview: &Preview, out: &mut Vec<Intent>) {
    let id = ui.make_persistent_id("preview side");
    let mut shown: Side = ui.data(|d| d.get_temp(id)).unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        for (side, label) in SIDES.into_iter().zip(texts::SIDES) {
            if ui.selectable_label(shown == side, label).clicked() {
                shown = side;
                ui.data_mut(|d| d.insert_temp(id, side));
            }
        }
    });
    let area = egui::ScrollArea::vertical().id_salt("preview side").auto_shrink([false, false]);
    area.show(ui, |ui| match shown {
        Side::Why => log::why(ui, doc, preview, out),
        Side::Stop => conditions(ui, preview, out),
        Side::Scenario => inputs::show(ui, preview, out),
        Side::Truth => truth(ui, doc, preview),
    });
}

/// A line of text with a name.
pub(super) fn line(ui: &mut egui::Ui, label: &str, text: &mut String, hint: &str) -> egui::Response {
    ui.horizontal(|ui| {
        ui.label(label);
        let field = egui::TextEdit::singleline(text).hint_text(hint).desired_width(ui.available_width());
        let response = ui.add(field);
        name(&response, WidgetType::TextEdit, label);
        response
    })
    .inner
}

/// Whether a line was finished with Enter.
pub(super) fn entered(ui: &egui::Ui, response: &egui::Response) -> bool {
    response.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter))
}

fn conditions(ui: &mut egui::Ui, preview: &Preview, out: &mut Vec<Intent>) {
    let mut wanted = preview.conditions.clone();
    line(ui, texts::BREAK_EVENT, &mut wanted.event, texts::FILTER_HINT);
    line(ui, texts::BREAK_VALUE, &mut wanted.value, "platforms/3 state > 0");
    ui.horizontal(|ui| {
        let label = ui.label(texts::BREAK_SILENCE);
        ui.add(egui::DragValue::new(&mut wanted.silence).range(0..=preview.longest())).labelled_by(label.id);
    });
    if wanted != preview.conditions {
        wish(out, Act::Break(wanted));
    }
}

/// Whether a line of the sheet is about one of these tables. A game that does not tell which behaviours move a table's
/// rows names both alike.
fn about(preview: &Preview, file: &str, tables: &BTreeSet<&'static str>) -> bool {
    tables.iter().any(|table| match preview.timeline.world().behaviours(table) {
        [] => table.starts_with(file) || file.starts_with(table.trim_end_matches('s')),
        files => files.contains(&file),
    })
}

fn truth(ui: &mut egui::Ui, doc: &Doc, preview: &Preview) {
    let lines = || preview.spec.fidelity.iter().flat_map(|lines| lines.iter());
    let mut keys: BTreeSet<&'static str> = BTreeSet::new();
    if let Some(event) = preview.row.and_then(|row| preview.timeline.log().row(row)) {
        keys.extend([event.source.table, event.target.table]);
    }
    for id in doc.selection.all() {
        let Some(level) = doc.state().level(id.node.level) else { continue };
        let parts = doc.object(*id, |o| o.parts.iter().map(|p| p.node.number).collect::<Vec<_>>());
        for record in parts.into_iter().flatten().filter_map(|number| level.record(number)) {
            keys.extend([record.table().spec.key, record.schema().key]);
        }
    }
    let c = theme::of(ui);
    let draw = |ui: &mut egui::Ui, title: &str, of: &mut dyn Iterator<Item = &levelwright_model::preview::Fidelity>| {
        let mut of = of.peekable();
        if of.peek().is_none() {
            return;
        }
        ui.label(RichText::new(title).strong());
        for line in of {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                ui.label(RichText::new(line.what).color(c.text));
                ui.label(RichText::new(line.truth.words()).color(c.preview));
                ui.label(RichText::new(line.note).color(c.weak).small());
            });
        }
        ui.add_space(theme::GAP);
    };
    let concerned = |line: &&levelwright_model::preview::Fidelity| about(preview, line.file, &keys);
    draw(ui, texts::TRUTH_OF_SELECTION, &mut lines().filter(concerned));
    draw(ui, texts::TRUTH, &mut lines());
}
