//! The scrub bar: where in time the preview stands, and where something happens.

use egui::{Sense, WidgetType, pos2, vec2};
use levelwright_model::preview::Filter;

use super::act::Act;
use super::pane::wish;
use super::run::Preview;
use crate::window::intent::Intent;
use crate::window::panes::name;
use crate::window::texts::preview as texts;
use crate::window::theme;

/// The bar is at least so many seconds long.
const SHORTEST: u32 = 30;
const HEIGHT: f32 = 26.0;
/// Events of one column looked at for the filter; more would not be seen anyway.
const LOOK: usize = 64;

/// The last tick of the bar.
pub(super) fn end(preview: &Preview) -> u32 {
    let least = preview.timeline.world().ticks_per_second().saturating_mul(SHORTEST);
    let looped = preview.looped.map_or(0, |(_, to)| to);
    preview.timeline.furthest().max(least).max(looped)
}

/// Draws the bar; a click or a drag goes to a tick.
pub(super) fn show(ui: &mut egui::Ui, preview: &Preview, out: &mut Vec<Intent>) {
    let c = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click_and_drag());
    name(&response, WidgetType::Slider, texts::SCRUB);
    let end = end(preview);
    let x = |tick: u32| rect.left() + rect.width() * (f64::from(tick) / f64::from(end.max(1))) as f32;
    let tick = |x: f32| {
        let share = f64::from(((x - rect.left()) / rect.width().max(1.0)).clamp(0.0, 1.0));
        (share * f64::from(end)).round() as u32
    };
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 3.0, c.field);
    if let Some((from, to)) = preview.looped {
        let range = egui::Rect::from_x_y_ranges(x(from)..=x(to), rect.y_range());
        painter.rect_filled(range, 0.0, c.selected);
    }
    let known =
        egui::Rect::from_x_y_ranges(rect.left()..=x(preview.timeline.furthest()), rect.bottom() - 4.0..=rect.bottom());
    painter.rect_filled(known, 0.0, c.line);
    marks(preview, &painter, rect, end, c);
    for input in preview.timeline.scenario().inputs() {
        let foot = pos2(x(input.tick), rect.bottom());
        let points = vec![foot + vec2(-4.0, 0.0), foot + vec2(4.0, 0.0), foot + vec2(0.0, -7.0)];
        painter.add(egui::Shape::convex_polygon(points, c.accent, egui::Stroke::NONE));
    }
    if let Some(marked) = &preview.difference {
        painter.vline(x(marked.event.tick), rect.y_range(), egui::Stroke::new(2.0, c.warning));
    }
    painter.vline(x(preview.now()), rect.y_range(), egui::Stroke::new(2.0, c.preview));
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 3.0, egui::Stroke::new(1.0, c.accent), egui::StrokeKind::Inside);
    }
    if response.clicked() || response.dragged() {
        let wanted = response.interact_pointer_pos().map(|at| tick(at.x));
        if let Some(wanted) = wanted.filter(|wanted| *wanted != preview.now()) {
            wish(out, Act::Seek(wanted));
        }
    }
    if let Some(at) = response.hover_pos() {
        response.on_hover_text_at_pointer(texts::tick(tick(at.x), preview.timeline.world().ticks_per_second()));
    }
}

/// A line for every column in which something happens that the filter lets through.
fn marks(preview: &Preview, painter: &egui::Painter, rect: egui::Rect, end: u32, c: &theme::Colours) {
    let columns = rect.width().floor().clamp(1.0, 4096.0) as u32;
    let filter = Filter::new(&preview.filter);
    let log = preview.timeline.log();
    let first_tick = |column: u32| {
        let tick = u64::from(column) * (u64::from(end) + 1) / u64::from(columns);
        u32::try_from(tick).unwrap_or(u32::MAX)
    };
    let mut from = 0usize;
    for column in 0..columns {
        let to = log.row_at(first_tick(column + 1)) as usize;
        let events = log.events().get(from..to).unwrap_or_default();
        if events.iter().take(LOOK).any(|event| filter.passes(event)) {
            let share = column as f32 / columns as f32;
            let line = rect.top() + 4.0..=rect.bottom() - 6.0;
            painter.vline(rect.left() + rect.width() * share, line, egui::Stroke::new(1.0, c.weak));
        }
        from = to;
    }
}
