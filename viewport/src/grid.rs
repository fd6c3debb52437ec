//! The lines of the grid: from above over the whole picture, else under the scene.

use crate::lines::Stroke;
use glam::{Vec2, Vec3};
use levelwright_model::scene::{Bounds, Camera, Colour};

/// No more lines than this in a direction; the step doubles until it is so.
const MOST: f32 = 120.0;
/// Lines come no closer than this on screen, in points.
const LEAST_POINTS: f32 = 10.0;

/// Which lines there are, so that they are made anew only when they change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Grid {
    low: Vec2,
    high: Vec2,
    height: f32,
    step: f32,
}

impl Grid {
    /// The grid of a view; `None` when there is none to draw.
    pub(crate) fn new(step: f32, camera: &Camera, size: Vec2, scale: f32, bounds: &Bounds) -> Option<Self> {
        // A broken or missing step is no grid.
        if !(step.is_finite() && step > 0.0) || bounds.is_empty() {
            return None;
        }
        let (low, high, least) = match camera {
            Camera::Top(view) => {
                let a = view.place(Vec2::ZERO, size);
                let b = view.place(size, size);
                let least = view.units_per_pixel * LEAST_POINTS * scale;
                (a.min(b), a.max(b), least)
            }
            Camera::Perspective(_) => {
                let room = Vec2::splat(step * 2.0);
                (bounds.min.truncate() - room, bounds.max.truncate() + room, 0.0)
            }
        };
        let widest = (high - low).max_element();
        let least = least.max(widest / MOST);
        let mut wide = step;
        while wide < least && wide.is_finite() {
            wide *= 2.0;
        }
        let low = (low / wide).floor() * wide;
        let high = (high / wide).ceil() * wide;
        (low.is_finite() && high.is_finite()).then_some(Self { low, high, height: bounds.min.z, step: wide })
    }

    pub(crate) fn strokes(&self, colour: Colour) -> Vec<Stroke> {
        let mut strokes = Vec::new();
        let Self { low, high, step, .. } = *self;
        let mut line = |from: Vec2, to: Vec2, at: f32| {
            // Every eighth line is stronger, counted from 0 so that it stays where it is.
            let number = (at / step).round();
            let width = if number.rem_euclid(8.0) == 0.0 { 1.6 } else { 0.9 };
            let place = |point: Vec2| Vec3::new(point.x, point.y, self.height);
            strokes.push(Stroke::new(place(from), place(to), colour, width));
        };
        let count = |length: f32| (length / step).round().clamp(0.0, MOST * 2.0) as u16;
        for number in 0..=count(high.x - low.x) {
            let x = low.x + f32::from(number) * step;
            line(Vec2::new(x, low.y), Vec2::new(x, high.y), x);
        }
        for number in 0..=count(high.y - low.y) {
            let y = low.y + f32::from(number) * step;
            line(Vec2::new(low.x, y), Vec2::new(high.x, y), y);
        }
        strokes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use levelwright_model::scene::camera::Top;

    const SIZE: Vec2 = Vec2::new(800.0, 600.0);

    fn bounds() -> Bounds {
        Bounds::around([Vec3::ZERO, Vec3::new(64.0, 32.0, 4.0)])
    }

    #[test]
    fn lines_stay_apart_however_far_one_zooms_out() {
        for exponent in -3..30 {
            let view = Top { centre: Vec2::new(7.0, 3.0), units_per_pixel: 2.0_f32.powi(exponent) };
            let camera = Camera::Top(view);
            let grid = Grid::new(1.0, &camera, SIZE, 1.0, &bounds()).expect("a grid");
            assert!(grid.step / view.units_per_pixel >= LEAST_POINTS || grid.step == 1.0);
            assert!(grid.strokes(Colour::WHITE).len() <= 2 * (MOST as usize + 3));
        }
    }

    #[test]
    fn no_step_no_grid() {
        let camera = Camera::Top(Top::over(&bounds(), SIZE));
        for step in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert_eq!(Grid::new(step, &camera, SIZE, 1.0, &bounds()), None);
        }
        assert_eq!(Grid::new(1.0, &camera, SIZE, 1.0, &Bounds::EMPTY), None);
    }
}
