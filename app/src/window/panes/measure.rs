//! Measuring in the picture: from a click to the pointer, and from a click to a click.

use egui::{Align2, Stroke, TextStyle};
use glam::Vec3;
use levelwright_model::scene::pick::{Picker, Sight};

use super::viewport::Sees;
use crate::window::texts::hints;
use crate::window::theme;

/// What is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measure {
    /// Where it begins, once that was clicked.
    pub from: Option<Vec3>,
    /// Where it ends, once that was clicked.
    pub to: Option<Vec3>,
}

impl Measure {
    /// Takes a place; a third one begins anew.
    pub fn take(&mut self, place: Vec3) {
        match (self.from, self.to) {
            (Some(_), None) => self.to = Some(place),
            _ => *self = Measure { from: Some(place), to: None },
        }
    }
}

/// The place in the level under a place of the picture: on what is seen there, else on the ground.
fn place(sees: &Sees<'_>, picker: &Picker, sight: &Sight<'_>, at: egui::Pos2) -> Option<Vec3> {
    let pixel = sees.local(at);
    if sees.camera.is_top() {
        let ground = picker.floor_under(sight, pixel);
        return ground.or_else(|| Some(sees.camera.ray(pixel, sees.size).at(0.0).truncate().extend(0.0)));
    }
    picker.nearest(&sees.camera.ray(pixel, sees.size)).map(|hit| hit.point)
}

/// While one measures, clicks are places.
#[expect(clippy::too_many_arguments, reason = "everything a click may depend on")]
pub fn act(
    ui: &egui::Ui,
    sees: &Sees<'_>,
    response: &egui::Response,
    picker: &Picker,
    sight: &Sight<'_>,
    measure: &mut Option<Measure>,
    tapped: bool,
    square: f32,
) {
    let Some(measure) = measure else { return };
    if (response.clicked() || tapped)
        && let Some(at) = response.interact_pointer_pos().and_then(|at| place(sees, picker, sight, at))
    {
        measure.take(at);
    }
    let pointer = response.hover_pos().and_then(|at| place(sees, picker, sight, at));
    draw(ui, sees, measure, pointer, square);
}

/// Draws it, up to the pointer while the end was not clicked; `square` is a square of the grid.
fn draw(ui: &egui::Ui, sees: &Sees<'_>, measure: &Measure, pointer: Option<Vec3>, square: f32) {
    let Some((from, to)) = measure.from.zip(measure.to.or(pointer)) else { return };
    let project = |place| sees.camera.project(place, sees.size).map(|seen| sees.global(seen.pixel));
    let Some((a, b)) = project(from).zip(project(to)) else { return };
    let c = theme::of(ui);
    let painter = ui.painter().with_clip_rect(sees.rect);
    painter.line_segment([a, b], Stroke::new(4.0, c.bar.gamma_multiply(0.8)));
    painter.line_segment([a, b], Stroke::new(1.5, c.accent));
    for end in [a, b] {
        painter.circle(end, 3.5, c.accent, Stroke::new(1.0, c.bar));
    }
    let square = if square > 0.0 { square } else { 1.0 };
    let font = TextStyle::Monospace.resolve(ui.style());
    let galley = painter.layout_no_wrap(hints::length((to - from) / square), font, c.strong);
    let middle = a + (b - a) / 2.0 - egui::vec2(0.0, 16.0);
    let room = sees.rect.shrink(8.0);
    let corner = Align2::CENTER_CENTER.anchor_size(middle, galley.size()).min;
    let corner = corner.clamp(room.min, (room.max - galley.size()).max(room.min));
    let back = egui::Rect::from_min_size(corner, galley.size()).expand(4.0);
    painter.rect_filled(back, 3.0, c.bar.gamma_multiply(0.92));
    painter.galley(corner, galley, c.strong);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_clicks_measure_and_a_third_begins_anew() {
        let mut measure = Measure::default();
        for (place, expected) in [
            (Vec3::X, (Some(Vec3::X), None)),
            (Vec3::Y, (Some(Vec3::X), Some(Vec3::Y))),
            (Vec3::Z, (Some(Vec3::Z), None)),
        ] {
            measure.take(place);
            assert_eq!((measure.from, measure.to), expected);
        }
    }
}
