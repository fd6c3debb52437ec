//! The preview in the viewport: an unmistakable frame, the walker with its trail, who has woken up; and steering.

use egui::{Stroke, StrokeKind, TextStyle, vec2};
use glam::Vec3;

use super::act::Act;
use super::pane::wish;
use super::run::{Held, Preview, WALKER};
use crate::window::doc::Doc;
use crate::window::intent::Intent;
use crate::window::panes::viewport::Sees;
use crate::window::texts::preview as texts;
use crate::window::theme;

const FRAME: f32 = 4.0;

/// Draws over the picture.
pub fn show(ui: &egui::Ui, sees: &Sees<'_>) {
    let Some(preview) = sees.doc.running() else { return };
    let c = theme::of(ui);
    let painter = ui.painter().with_clip_rect(sees.rect);
    walker(ui, &painter, sees, preview);
    painter.rect_stroke(sees.rect, 0.0, Stroke::new(FRAME, c.preview), StrokeKind::Inside);
    let now = texts::tick(preview.now(), preview.timeline().world().ticks_per_second());
    let mut text = format!("{} · {now}", texts::MARK);
    if preview.stale(sees.doc) {
        text = format!("{text} · {}", texts::STALE);
    }
    let font = TextStyle::Heading.resolve(ui.style());
    let galley = painter.layout_no_wrap(text, font, c.ground);
    let size = galley.size() + vec2(20.0, 6.0);
    let corner = egui::pos2(sees.rect.center().x - size.x / 2.0, sees.rect.top());
    painter.rect_filled(egui::Rect::from_min_size(corner, size), 4.0, c.preview);
    painter.galley(corner + vec2(10.0, 3.0), galley, c.ground);
}

/// Where the walker is and where it looks, over everything.
fn walker(ui: &egui::Ui, painter: &egui::Painter, sees: &Sees<'_>, preview: &Preview) {
    let c = theme::of(ui);
    let moment = preview.shown().moment();
    let Some(walker) = moment.actors.iter().find(|actor| actor.subject == WALKER) else { return };
    let seen = |place: Vec3| sees.camera.project(place, sees.size).map(|seen| sees.global(seen.pixel));
    let Some(at) = seen(walker.position).filter(|at| sees.rect.contains(*at)) else { return };
    painter.circle_filled(at, 8.0, c.preview);
    let scale = sees.camera.pixels_per_unit(walker.position, sees.size).max(f32::MIN_POSITIVE);
    let ahead = walker.heading.map(|to| walker.position + Vec3::new(to.cos(), to.sin(), 0.0) * 18.0 / scale);
    if let Some(ahead) = ahead.and_then(seen) {
        painter.line_segment([at, ahead], Stroke::new(4.0, c.preview));
    }
    painter.circle_stroke(at, 8.0, Stroke::new(1.5, c.ground));
}

/// Whether a click in the picture steers the walker.
pub fn steers(doc: &Doc, modifiers: egui::Modifiers) -> bool {
    let plain = !(modifiers.command || modifiers.ctrl || modifiers.shift || modifiers.alt);
    plain && doc.armed.is_none() && doc.running().is_some_and(|p| p.steering)
}

/// A click on a floor.
pub fn go_to(floor: Vec3, out: &mut Vec<Intent>) {
    wish(out, Act::GoTo(floor));
}

/// The keys that drive while the picture has the focus. With the right button they fly the camera instead. `drives` tells
/// whether they did here: a picture that never had the focus does not stop the walker that another one drives.
pub fn drive(ui: &egui::Ui, doc: &Doc, response: &egui::Response, drives: &mut bool, out: &mut Vec<Intent>) {
    use egui::Key::{A, Comma, D, Period, S, Space, W};
    let Some(preview) = doc.running() else { return };
    let driving = preview.steering && response.has_focus() && !ui.input(|i| i.pointer.secondary_down());
    if !driving && !std::mem::take(drives) {
        return;
    }
    *drives = driving;
    let there = || preview.timeline().world().actors().iter().any(|a| a.subject == WALKER);
    let (held, jumps) = if driving {
        ui.input(|i| {
            let plain = !(i.modifiers.command || i.modifiers.ctrl || i.modifiers.alt);
            let axis = |plus, minus| i8::from(plain && i.key_down(plus)) - i8::from(plain && i.key_down(minus));
            let pace = i8::from(preview.spec.walker.paces && i.modifiers.shift);
            // Turning clockwise, to the right, is positive.
            let (forward, side, turn) = (axis(W, S), axis(Period, Comma), axis(D, A));
            let moves = (forward, side, turn) != (0, 0, 0);
            let held = Held { forward, side, turn, pace: if moves { pace } else { 0 } };
            (held, plain && preview.spec.walker.jumps && i.key_pressed(Space))
        })
    } else {
        (Held::default(), false)
    };
    if held != preview.held && there() {
        wish(out, Act::Keys(held));
    }
    if jumps && there() {
        wish(out, Act::Jump);
    }
}

/// A drag with the main button turns the walker while clicks steer it. Answers whether the pointer does that.
pub fn looks(ui: &egui::Ui, doc: &Doc, response: &egui::Response, out: &mut Vec<Intent>) -> bool {
    // A drag across a picture of usual width is about half a turn.
    const RADIANS_A_POINT: f32 = 0.006;
    let walker = |preview: &Preview| preview.moment().actors.iter().any(|actor| actor.subject == WALKER);
    if !response.dragged_by(egui::PointerButton::Primary)
        || !steers(doc, ui.input(|i| i.modifiers))
        || !doc.running().is_some_and(walker)
    {
        return false;
    }
    let delta = response.drag_delta();
    if delta != egui::Vec2::ZERO {
        wish(out, Act::Look(-delta.x * RADIANS_A_POINT, -delta.y * RADIANS_A_POINT));
    }
    if response.drag_started() {
        response.request_focus();
    }
    true
}
