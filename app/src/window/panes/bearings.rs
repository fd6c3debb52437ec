//! Which way is north and how long a square is: the compass and the scale bar in the corners of the picture.

use egui::{Align2, Pos2, Stroke, TextStyle, vec2};
use glam::Vec3;

use super::viewport::Sees;
use crate::window::texts::hints;
use crate::window::theme;

/// Radius of the compass in points.
const RADIUS: f32 = 15.0;
/// The scale bar is at least as long as this, in points.
const LEAST: f32 = 44.0;
/// Smaller pictures have no room for either.
const ROOM: f32 = 180.0;

/// Draws both; `square` is a square of the grid.
pub fn show(ui: &egui::Ui, sees: &Sees<'_>, square: f32) {
    if sees.rect.width() < ROOM || sees.rect.height() < ROOM {
        return;
    }
    compass(ui, sees);
    if sees.camera.is_top() && square > 0.0 {
        scale_bar(ui, sees, square);
    }
}

/// Where both stand, or nothing where there is no room for them.
pub fn places(sees: &Sees<'_>) -> [egui::Rect; 2] {
    if sees.rect.width() < ROOM || sees.rect.height() < ROOM {
        return [egui::Rect::NOTHING; 2];
    }
    let side = vec2(2.0 * RADIUS + 12.0, 2.0 * RADIUS + 12.0);
    let compass = egui::Rect::from_two_pos(sees.rect.right_top(), sees.rect.right_top() + vec2(-side.x, side.y));
    let bar = egui::Rect::from_two_pos(sees.rect.right_bottom(), sees.rect.right_bottom() - vec2(2.0 * LEAST, 36.0));
    [compass, if sees.camera.is_top() { bar } else { egui::Rect::NOTHING }]
}

/// Where north is on the screen, as a direction; `None` if one looks along it.
fn north(sees: &Sees<'_>) -> Option<egui::Vec2> {
    let (right, up) = sees.camera.sides();
    let way = vec2(Vec3::Y.dot(right), -Vec3::Y.dot(up));
    (way.length() > 1e-3).then(|| way.normalized())
}

fn compass(ui: &egui::Ui, sees: &Sees<'_>) {
    let c = theme::of(ui);
    let painter = ui.painter().with_clip_rect(sees.rect);
    let centre = sees.rect.right_top() + vec2(-RADIUS - 12.0, RADIUS + 12.0);
    painter.circle(centre, RADIUS, c.bar.gamma_multiply(0.75), Stroke::new(1.0, c.line));
    let Some(way) = north(sees) else { return };
    let side = way.rot90();
    let tip: Pos2 = centre + way * (RADIUS - 2.0);
    for (sign, fill) in [(1.0, c.axes[1]), (-1.0, c.axes[1].gamma_multiply(0.6))] {
        let points = vec![tip, centre + side * (4.5 * sign), centre - way * 2.0];
        painter.add(egui::Shape::convex_polygon(points, fill, Stroke::NONE));
    }
    let font = TextStyle::Small.resolve(ui.style());
    painter.text(centre - way * (RADIUS * 0.5), Align2::CENTER_CENTER, "N", font, c.strong);
}

/// How many squares the bar stands for: 1, 2 or 5 with a power of ten, the first that is long enough.
fn bar_squares(points_a_square: f32) -> Option<f32> {
    let steps = (-3..=6).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f32.powi(power)));
    steps.into_iter().find(|squares| squares * points_a_square >= LEAST)
}

fn scale_bar(ui: &egui::Ui, sees: &Sees<'_>, square: f32) {
    let points = sees.camera.pixels_per_unit(Vec3::ZERO, sees.size) * square;
    let Some(squares) = bar_squares(points) else { return };
    let length = squares * points;
    if length > sees.rect.width() * 0.5 {
        return;
    }
    let c = theme::of(ui);
    let painter = ui.painter().with_clip_rect(sees.rect);
    let end = sees.rect.right_bottom() + vec2(-14.0, -12.0);
    let font = TextStyle::Small.resolve(ui.style());
    let galley = painter.layout_no_wrap(hints::squares(squares), font, c.strong);
    let wide = length.max(galley.size().x);
    let back = egui::Rect::from_min_max(end - vec2(wide, galley.size().y + 6.0), end).expand(5.0);
    painter.rect_filled(back, 3.0, c.bar.gamma_multiply(0.75));
    let start = end - vec2(length, 0.0);
    let stroke = Stroke::new(1.5, c.strong);
    painter.line_segment([start, end], stroke);
    for at in [start, end] {
        painter.line_segment([at - vec2(0.0, 4.0), at], stroke);
    }
    // Over the middle of the bar it measures, and never beyond the picture.
    let middle = (wide - length.max(galley.size().x)).max(0.0) + (length + galley.size().x) / 2.0;
    let left = middle.max(galley.size().x);
    painter.galley(end - vec2(left, galley.size().y + 5.0), galley, c.strong);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_stands_for_a_round_number_and_is_long_enough() {
        for (points, squares) in [(50.0, 1.0), (44.0, 1.0), (20.0, 5.0), (22.5, 2.0), (0.3, 200.0), (1000.0, 0.05)] {
            let found = bar_squares(points).unwrap();
            assert!((found - squares).abs() < squares * 1e-3, "{points}: {found}");
        }
        assert_eq!(bar_squares(0.0), None);
        assert_eq!(bar_squares(f32::NAN), None);
    }
}
