//! Placed things and the lines between them.

use super::{Colour, SceneKey};
use glam::{Vec2, Vec3};

/// The outline of a marker, so that kinds differ without colour as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MarkerShape {
    /// Beings and starting places.
    #[default]
    Round,
    /// Things.
    Square,
    /// What is not seen in the game: triggers, sounds, cameras.
    Diamond,
}

/// A placed thing, drawn as a badge that faces the viewer, with an arrow for its heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Marker {
    /// The object it stands for.
    pub key: SceneKey,
    /// Where it stands: the point on the floor below its middle.
    pub position: Vec3,
    /// Where it looks, in radians; `None` for things without a heading.
    pub heading: Option<f32>,
    /// Its picture in the icon atlas; `None` for a plain badge.
    pub icon: Option<u16>,
    /// The colour of its kind.
    pub colour: Colour,
    /// Half its width in world units. On screen it never gets too small to click.
    pub radius: f32,
    /// The outline.
    pub shape: MarkerShape,
}

impl Marker {
    /// The least half width on screen, in points.
    pub const LEAST_POINTS: f32 = 5.0;
    /// The greatest half width on screen, in points.
    pub const MOST_POINTS: f32 = 22.0;

    /// A plain marker.
    pub fn new(key: SceneKey, position: Vec3, radius: f32) -> Self {
        Self {
            key,
            position,
            heading: None,
            icon: None,
            colour: Colour::rgb(200, 200, 210),
            radius,
            shape: MarkerShape::Round,
        }
    }

    /// The middle of the badge: it stands on the floor.
    pub fn centre(&self) -> Vec3 {
        self.position + Vec3::Z * self.radius.max(0.0)
    }

    /// Half the width on screen in points, where a world unit has `points_per_unit` of them.
    pub fn points(&self, points_per_unit: f32) -> f32 {
        let wanted = self.radius * points_per_unit;
        if wanted.is_nan() { Self::LEAST_POINTS } else { wanted.clamp(Self::LEAST_POINTS, Self::MOST_POINTS) }
    }
}

/// A straight line: a link, a step of a path, an edge of a volume.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The object it belongs to, if it can be picked.
    pub key: Option<SceneKey>,
    /// Its start.
    pub from: Vec3,
    /// Its end.
    pub to: Vec3,
    /// Its colour.
    pub colour: Colour,
    /// Its width on screen in points.
    pub width: f32,
    /// Drawn in dashes.
    pub dashed: bool,
    /// With an arrow head at its end.
    pub arrow: bool,
    /// Drawn over everything instead of being hidden by surfaces.
    pub through: bool,
}

impl Line {
    /// A plain thin line that surfaces hide.
    pub fn new(from: Vec3, to: Vec3, colour: Colour) -> Self {
        Self { key: None, from, to, colour, width: 1.5, dashed: false, arrow: false, through: false }
    }

    /// A link from one object to another: over everything, with an arrow head.
    pub fn link(key: SceneKey, from: Vec3, to: Vec3, colour: Colour) -> Self {
        Self { key: Some(key), arrow: true, through: true, ..Self::new(from, to, colour) }
    }

    /// The lines of a level circle, such as a radius in which something happens.
    pub fn circle(key: SceneKey, centre: Vec3, radius: f32, colour: Colour) -> Vec<Self> {
        const STEPS: u8 = 32;
        let point = |step: u8| {
            let angle = f32::from(step % STEPS) * core::f32::consts::TAU / f32::from(STEPS);
            centre + (Vec2::from_angle(angle) * radius).extend(0.0)
        };
        (0..STEPS).map(|step| Self { key: Some(key), ..Self::new(point(step), point(step + 1), colour) }).collect()
    }
}

/// A wall as the view from above shows it; its colour is the theme's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// The object it belongs to.
    pub key: SceneKey,
    /// Its start.
    pub from: Vec3,
    /// Its end.
    pub to: Vec3,
    /// Whether it stops people; else it is an open border.
    pub solid: bool,
}

/// A text at a place; the window writes it over the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The object it belongs to, if any.
    pub key: Option<SceneKey>,
    /// Where.
    pub at: Vec3,
    /// What it says.
    pub text: String,
    /// Labels of low importance give way first; 0 is the lowest.
    pub importance: u8,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_keeps_a_size_one_can_click() {
        let marker = Marker::new(SceneKey(1), Vec3::ZERO, 0.5);
        assert_eq!(marker.points(0.001), Marker::LEAST_POINTS);
        assert_eq!(marker.points(20.0), 10.0);
        assert_eq!(marker.points(1e9), Marker::MOST_POINTS);
        assert_eq!(marker.points(f32::NAN), Marker::LEAST_POINTS);
        assert_eq!(marker.centre(), Vec3::new(0.0, 0.0, 0.5));
    }

    #[test]
    fn a_circle_closes() {
        let lines = Line::circle(SceneKey(1), Vec3::ONE, 2.0, Colour::WHITE);
        assert_eq!(lines.len(), 32);
        for pair in lines.windows(2) {
            assert_eq!(pair[0].to, pair[1].from);
        }
        assert_eq!(lines[31].to, lines[0].from);
        assert!((lines[5].from.distance(Vec3::ONE) - 2.0).abs() < 1e-5);
    }
}
