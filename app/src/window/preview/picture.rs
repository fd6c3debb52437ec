//! The preview in the viewport: an unmistakable frame, the walker with its trail, who has woken up; and steering.

use egui::{Align2, Color32, Pos2, Stroke, StrokeKind, TextStyle, vec2};
use glam::Vec3;

use super::act::Act;
use super::pane::wish;
use super::run::{Preview, WALKER};
use crate::window::doc::Doc;
use crate::window::intent::Intent;
use crate::window::panes::viewport::Sees;
use crate::window::texts::preview as texts;
use crate::window::theme;

/// The trail goes so many ticks back.
const TRAIL: u32 = 900;
const FRAME: f32 = 4.0;

/// Draws over the picture.
pub fn show(ui: &egui::Ui, sees: &Sees<'_>) {
    let Some(preview) = sees.doc.running() else { return };
    let c = theme::of(ui);
    let painter = ui.painter().with_clip_rect(sees.rect);
    trail(&painter, sees, preview, c.preview);
    actors(ui, &painter, sees, preview);
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

/// A stored place in the window, if it is in sight.
fn seen(sees: &Sees<'_>, stored: [i32; 3]) -> Option<Pos2> {
    let place = Vec3::from_array(sees.doc.file.document.game().axes.place(stored));
    sees.camera.project(place, sees.size).map(|seen| sees.global(seen.pixel))
}

fn trail(painter: &egui::Painter, sees: &Sees<'_>, preview: &Preview, colour: Color32) {
    let now = preview.now();
    let points: Vec<Pos2> =
        preview.trail.range(now.saturating_sub(TRAIL)..=now).filter_map(|(_, at)| seen(sees, *at)).collect();
    if points.len() > 1 {
        painter.add(egui::Shape::line(points, Stroke::new(2.0, colour.gamma_multiply(0.6))));
    }
}

fn actors(ui: &egui::Ui, painter: &egui::Painter, sees: &Sees<'_>, preview: &Preview) {
    let c = theme::of(ui);
    let axes = sees.doc.file.document.game().axes;
    for actor in preview.timeline().world().actors() {
        let walker = actor.subject == WALKER;
        let awake = preview.at_first.get(&actor.subject) != Some(&actor.state);
        if !walker && !awake {
            continue;
        }
        let Some(at) = seen(sees, actor.position).filter(|at| sees.rect.contains(*at)) else { continue };
        let font = TextStyle::Small.resolve(ui.style());
        if walker {
            let heading = axes.heading(actor.facing);
            let place = Vec3::from_array(axes.place(actor.position));
            let ahead = place
                + Vec3::new(heading.cos(), heading.sin(), 0.0) * 18.0
                    / sees.camera.pixels_per_unit(place, sees.size).max(f32::MIN_POSITIVE);
            painter.circle_filled(at, 8.0, c.preview);
            if let Some(ahead) = sees.camera.project(ahead, sees.size) {
                painter.line_segment([at, sees.global(ahead.pixel)], Stroke::new(4.0, c.preview));
            }
            painter.circle_stroke(at, 8.0, Stroke::new(1.5, c.ground));
        } else {
            painter.circle_stroke(at, 13.0, Stroke::new(2.5, c.warning));
            painter.text(at + vec2(0.0, -16.0), Align2::CENTER_BOTTOM, actor.state, font, c.warning);
        }
    }
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

/// The keys that drive while the picture has the focus. With the right button they fly the camera instead.
pub fn drive(ui: &egui::Ui, doc: &Doc, response: &egui::Response, out: &mut Vec<Intent>) {
    use egui::Key::{A, D, S, W};
    let Some(preview) = doc.running() else { return };
    let driving = preview.steering && response.has_focus() && !ui.input(|i| i.pointer.secondary_down());
    let there = || preview.timeline().world().actors().iter().any(|a| a.subject == WALKER);
    let keys = if driving {
        ui.input(|i| {
            let plain = !(i.modifiers.command || i.modifiers.ctrl || i.modifiers.alt);
            let down = |key| i8::from(plain && i.key_down(key));
            // Turning clockwise, to the right, is positive.
            (down(W) - down(S), down(D) - down(A))
        })
    } else {
        (0, 0)
    };
    if keys != preview.held && there() {
        wish(out, Act::Keys(keys.0, keys.1));
    }
}
