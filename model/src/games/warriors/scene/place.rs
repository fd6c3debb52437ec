//! Where things stand, as their records say.

use glam::{Quat, Vec3};

use crate::document::Record;
use crate::games::warriors::level::reals;
use crate::games::warriors::records::calls::PaneField as P;
use crate::record::{Field, Role};

/// Place and rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where, in metres.
    pub at: Vec3,
    /// How it is turned.
    pub turn: Quat,
}

impl Pose {
    /// The direction of its own x axis on the ground, in radians counter-clockwise from east.
    pub fn heading(&self) -> f32 {
        let x = self.turn * Vec3::X;
        libm::atan2f(x.y, x.x)
    }
}

fn three(record: &Record<'_>, fields: [&Field; 3]) -> Option<Vec3> {
    let [x, y, z] = reals(record, fields)?;
    Some(Vec3::new(x as f32, y as f32, z as f32)).filter(|at| at.is_finite())
}

/// The place of a record, by the roles of its fields; `None` where a script works it out.
pub fn position(record: &Record<'_>) -> Option<Vec3> {
    let find = |role: Role| record.schema().base_fields().find(|f| f.role == role);
    three(record, [find(Role::X)?, find(Role::Y)?, find(Role::Z)?])
}

/// Place and rotation of a record; not turned where it has no rotation or one that is none.
pub fn pose(record: &Record<'_>) -> Option<Pose> {
    let at = position(record)?;
    let part = |name: &str| record.schema().base_field(name);
    let turn = match (part("qx"), part("qy"), part("qz"), part("qw")) {
        (Some(x), Some(y), Some(z), Some(w)) => reals(record, [x, y, z, w]),
        _ => None,
    };
    let turn = turn.map(|q| Quat::from_array(q.map(|n| n as f32)));
    let turn = turn.filter(|q| q.is_finite() && q.length_squared() > 1e-6).map_or(Quat::IDENTITY, Quat::normalize);
    Some(Pose { at, turn })
}

/// A pane by its corners (`warriors.md` 1.7).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaneShape {
    /// The first corner.
    pub corner: Vec3,
    /// The edge to the second corner: its height.
    pub h: Vec3,
    /// The edge to the third corner: its width.
    pub w: Vec3,
}

impl PaneShape {
    /// Reads a pane's corners.
    pub fn of(pane: &Record<'_>) -> Option<PaneShape> {
        let corner = three(pane, [P::x, P::y, P::z].map(P::field))?;
        let u = three(pane, [P::ux, P::uy, P::uz].map(P::field))?;
        let v = three(pane, [P::vx, P::vy, P::vz].map(P::field))?;
        Some(PaneShape { corner, h: u - corner, w: v - corner })
    }

    /// Its middle.
    pub fn centre(&self) -> Vec3 {
        self.corner + (self.w + self.h) * 0.5
    }

    /// Which way it faces: H × W; zero where its corners lie in a line.
    pub fn normal(&self) -> Vec3 {
        self.h.cross(self.w).normalize_or_zero()
    }

    /// Width and height in metres.
    pub fn size(&self) -> [f32; 2] {
        [self.w.length(), self.h.length()]
    }

    /// Whole metres of width and, times 65,536, of height.
    pub fn size_word(&self) -> u32 {
        let [width, height] = self.size().map(|n| n.clamp(0.0, 65_535.0) as u32);
        width | height << 16
    }

    /// Its four corners, around.
    pub fn corners(&self) -> [Vec3; 4] {
        [self.corner, self.corner + self.w, self.corner + self.w + self.h, self.corner + self.h]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roof_window_of_level_99_is_as_the_game_has_it() {
        // `warriors.md` 1.7, facts 35 and 36.
        let corner = Vec3::new(47.4, -1.23, 4.36);
        let pane =
            PaneShape { corner, h: Vec3::new(47.4, -1.23, 7.54) - corner, w: Vec3::new(47.4, 1.72, 4.36) - corner };
        assert!((pane.w - Vec3::new(0.0, 2.95, 0.0)).length() < 1e-5);
        assert!((pane.centre() - Vec3::new(47.4, 0.245, 5.95)).length() < 1e-5);
        assert_eq!(pane.normal(), Vec3::NEG_X);
        assert_eq!(pane.size_word(), 0x0003_0002);
    }
}
