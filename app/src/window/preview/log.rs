//! What happened: a list that draws only the rows one sees, and the chain of causes of one of them.

use egui::{Sense, TextStyle, WidgetType, vec2};
use levelwright_model::document::ObjectId;
use levelwright_model::preview::{Event, Filter};
use levelwright_model::query::EVENTS;

use super::act::Act;
use super::pane::wish;
use super::run::Preview;
use super::words;
use crate::window::commands::Command;
use crate::window::doc::Doc;
use crate::window::intent::Intent;
use crate::window::panes::empty;
use crate::window::query_field::{self, Ask};
use crate::window::texts::preview as texts;
use crate::window::theme;

/// The rows that the filter lets through. Rows that were looked at are not looked at again while the log only grows.
#[derive(Debug, Default)]
pub struct Rows {
    filter: String,
    epoch: u64,
    looked: u32,
    rows: Vec<u32>,
    /// The tick that the list was last scrolled to.
    at: u32,
}

impl Rows {
    fn refresh(&mut self, preview: &Preview) {
        if self.epoch != preview.epoch || self.filter != preview.filter {
            let filter = preview.filter.clone();
            *self = Rows { filter, epoch: preview.epoch, at: u32::MAX, ..Rows::default() };
        }
        let filter = Filter::new(&self.filter);
        let log = preview.timeline.log();
        for row in self.looked..log.next_row() {
            if log.row(row).is_some_and(|event| filter.passes(event)) {
                self.rows.push(row);
            }
        }
        self.looked = log.next_row();
    }
}

/// The object an event is about: its target, else its source.
fn object(doc: &Doc, preview: &Preview, event: &Event) -> Option<ObjectId> {
    let level = doc.file.document.state().level(preview.level)?;
    let objects = doc.file.document.objects(preview.level);
    let moment = preview.moment();
    [event.target, event.source].iter().find_map(|subject| {
        let node = moment.node(subject, level)?;
        objects.of_node(node.number).map(|o| o.id)
    })
}

/// Draws the filter and the list.
pub(super) fn show(ui: &mut egui::Ui, doc: &Doc, preview: &Preview, rows: &mut Rows, out: &mut Vec<Intent>) {
    let mut text = preview.filter.clone();
    let filter = Filter::new(&text);
    let ask = Ask {
        id: ui.make_persistent_id("preview filter"),
        name: texts::FILTER,
        hint: texts::FILTER_HINT,
        width: f32::INFINITY,
        words: EVENTS,
        error: filter.error(),
    };
    query_field::show(ui, &ask, &mut text);
    query_field::trouble(ui, filter.error(), &[]);
    if text != preview.filter {
        wish(out, Act::Filter(text));
    }
    rows.refresh(preview);
    if rows.rows.is_empty() {
        empty(ui, texts::NO_EVENTS, "");
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = egui::ScrollArea::vertical().id_salt("preview log").auto_shrink([false, false]);
    if rows.at != preview.now() {
        // The last event up to now stays in sight.
        rows.at = preview.now();
        let log = preview.timeline.log();
        let past = rows.rows.partition_point(|row| log.row(*row).is_some_and(|e| e.tick <= rows.at));
        let offset = past as f32 * theme::ROW - ui.available_height() * 0.7;
        area = area.vertical_scroll_offset(offset.max(0.0));
    }
    area.show_rows(ui, theme::ROW, rows.rows.len(), |ui, range| {
        for row in rows.rows.get(range).unwrap_or_default() {
            if let Some(event) = preview.timeline.log().row(*row) {
                line(ui, doc, preview, *row, event, out);
            }
        }
    });
}

fn line(ui: &mut egui::Ui, doc: &Doc, preview: &Preview, row: u32, event: &Event, out: &mut Vec<Intent>) {
    let c = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
    let text = words::event(event);
    let here = preview.row == Some(row);
    let title = texts::row(event.tick, &text);
    let enabled = ui.is_enabled();
    response.widget_info(|| egui::WidgetInfo::selected(WidgetType::SelectableLabel, enabled, here, &title));
    let painter = ui.painter();
    if here {
        painter.rect_filled(rect, 3.0, c.selected);
    } else if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, 3.0, c.bar);
    }
    if preview.difference.as_ref().is_some_and(|d| d.row == Some(row)) {
        let edge = egui::Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        painter.rect_filled(edge, 0.0, c.warning);
    }
    let font = TextStyle::Body.resolve(ui.style());
    let small = TextStyle::Small.resolve(ui.style());
    let y = rect.center().y;
    let tick = egui::pos2(rect.left() + 56.0, y);
    painter.text(tick, egui::Align2::RIGHT_CENTER, event.tick.to_string(), small, c.weak);
    let colour = if event.tick > preview.now() { c.weak } else { c.text };
    let mut job = egui::text::LayoutJob::simple_singleline(text, font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width((rect.width() - 70.0).max(10.0));
    let galley = painter.layout_job(job);
    painter.galley(egui::pos2(rect.left() + 66.0, y - galley.size().y / 2.0), galley, colour);
    if response.clicked() {
        wish(out, Act::Row(Some(row)));
        if let Some(id) = object(doc, preview, event) {
            out.push(Intent::GoTo(id));
            out.push(Intent::Command(Command::Focus));
        }
    }
}

/// Draws the chain of causes of the row that is looked into, that row first.
pub(super) fn why(ui: &mut egui::Ui, doc: &Doc, preview: &Preview, out: &mut Vec<Intent>) {
    let log = preview.timeline.log();
    let Some((row, event)) = preview.row.and_then(|row| Some((row, log.row(row)?))) else {
        empty(ui, texts::NO_ROW, "");
        return;
    };
    if ui.button(texts::GO_TO_TICK).clicked() {
        wish(out, Act::Seek(event.tick));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    for (depth, row) in log.why(row).into_iter().enumerate() {
        let Some(event) = log.row(row) else { continue };
        ui.push_id(("why", row), |ui| {
            ui.horizontal(|ui| {
                if depth > 0 {
                    ui.label("because");
                }
                ui.vertical(|ui| line(ui, doc, preview, row, event, out));
            });
        });
    }
}
