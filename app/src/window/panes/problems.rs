//! What is wrong with the file and the level.

use egui::{RichText, Sense, TextStyle, WidgetType, vec2};
use levelwright_model::document::{LevelId, NodeId, Severity};
use levelwright_model::problems::basic;

use super::{Cache, empty, name};
use crate::window::doc::{Doc, StateKey};
use crate::window::intent::Intent;
use crate::window::{texts, theme};

/// A line of the list.
#[derive(Clone, Debug)]
pub struct Line {
    /// How bad.
    pub severity: Severity,
    /// Where.
    pub place: String,
    /// What.
    pub message: String,
    /// The record, if it is about one.
    pub node: Option<NodeId>,
}

/// Cached by state and level.
pub type ProblemsCache = Cache<(StateKey, LevelId), Vec<Line>>;

/// What was found while opening and what the tables tell, worst first.
pub fn data(doc: &Doc) -> Vec<Line> {
    let report = doc.file.document.report();
    let level = doc.state().level(doc.level);
    let notices = report.notices.iter().chain(level.map(|l| l.notices()).unwrap_or_default());
    let mut list: Vec<Line> = notices
        .map(|n| Line { severity: n.severity, place: n.place.clone(), message: n.message.clone(), node: None })
        .collect();
    let found = level.map(basic::problems).unwrap_or_default();
    list.extend(found.into_iter().map(|p| Line {
        severity: p.severity,
        place: p.place,
        message: p.message,
        node: Some(p.node),
    }));
    list.sort_by_key(|n| std::cmp::Reverse(n.severity));
    list
}

/// Draws the list.
pub fn show(ui: &mut egui::Ui, doc: &Doc, cache: &mut ProblemsCache, out: &mut Vec<Intent>) {
    // While something is dragged the list stays as it was: the checks look at everything.
    let key = if doc.has_draft() { (doc.file.document.revision(), 0) } else { doc.key() };
    let list = cache.get((key, doc.level), || data(doc));
    let c = theme::of(ui);
    if let Some(reason) = doc.file.document.read_only() {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(format!("Read-only: {reason}")).color(c.warning));
            if ui.button(texts::ACCEPT).clicked() {
                out.push(Intent::Accept);
            }
        });
        ui.separator();
    }
    if list.is_empty() {
        empty(ui, texts::NO_PROBLEMS, "");
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = egui::ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]);
    area.show_rows(ui, theme::ROW, list.len(), |ui, range| {
        for at in range {
            if let Some(line) = list.get(at) {
                row(ui, doc, line, out);
            }
        }
    });
}

fn row(ui: &mut egui::Ui, doc: &Doc, line: &Line, out: &mut Vec<Intent>) {
    let c = theme::of(ui);
    let (word, mark, colour) = match line.severity {
        Severity::Error => ("Error", "✖", c.error),
        Severity::Warning => ("Warning", "⚠", c.warning),
        Severity::Info => ("Note", "ℹ", c.weak),
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
    name(&response, WidgetType::Button, &format!("{word}: {}: {}", line.place, line.message));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 3.0, c.bar);
    }
    let font = TextStyle::Body.resolve(ui.style());
    let y = rect.center().y;
    let left = egui::Align2::LEFT_CENTER;
    ui.painter().text(egui::pos2(rect.left() + 4.0, y), left, mark, font.clone(), colour);
    let place = ui.painter().text(egui::pos2(rect.left() + 24.0, y), left, &line.place, font.clone(), c.weak);
    let x = (place.right() + 10.0).max(rect.left() + 130.0);
    let mut job = egui::text::LayoutJob::simple_singleline(line.message.clone(), font, c.text);
    job.wrap = egui::text::TextWrapping::truncate_at_width((rect.right() - x).max(10.0));
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(egui::pos2(x, y - galley.size().y / 2.0), galley, c.text);
    if response.clicked()
        && let Some(node) = line.node
        && let Some(id) = doc.objects(node.level).of_node(node.number).map(|o| o.id)
    {
        out.push(Intent::GoTo(id));
    }
    response.on_hover_text(&line.message);
}
