//! The collision mesh, ready to be drawn and stood on (`warriors.md` 1.10).

use glam::{Vec2, Vec3};

use crate::document::Level;
use crate::games::warriors::records::{MeshPoint, Triangle};
use crate::games::warriors::tables;

/// Points and triangles of a level's mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CollisionMesh {
    /// The points.
    pub points: Vec<Vec3>,
    /// Corners of each triangle, with its flags and its material.
    pub triangles: Vec<([u16; 3], u16, u8)>,
}

impl CollisionMesh {
    /// The mesh of a level; `None` where no `.lev` lends one.
    pub fn of(level: &Level) -> Option<CollisionMesh> {
        let points = level.table(tables::MESH_POINTS.key)?;
        let triangles = level.table(tables::TRIANGLES.key)?;
        let point = |row: &[u8]| MeshPoint::new(row, 0).map_or(Vec3::NAN, |p| Vec3::new(p.x(), p.y(), p.z()));
        let triangle = |row: &[u8]| Triangle::new(row, 0).map(|t| ([t.v0(), t.v1(), t.v2()], t.flags(), t.material()));
        Some(CollisionMesh {
            points: points.heads().map(point).collect(),
            // A row is as long as a triangle, so none is left out and numbers stay right.
            triangles: triangles.heads().filter_map(triangle).collect(),
        })
    }

    /// The corners of a triangle; `None` where one of its points does not exist.
    pub fn corners(&self, triangle: usize) -> Option<[Vec3; 3]> {
        let (corners, ..) = self.triangles.get(triangle)?;
        let [a, b, c] = corners.map(|at| self.points.get(usize::from(at)).copied());
        Some([a?, b?, c?]).filter(|corners| corners.iter().all(|p| p.is_finite()))
    }

    /// The height of the highest surface above or below a place.
    pub fn height(&self, x: f32, y: f32) -> Option<f32> {
        let at = Vec2::new(x, y);
        let heights = (0..self.triangles.len()).filter_map(|triangle| height_on(self.corners(triangle)?, at));
        heights.reduce(f32::max)
    }
}

/// The height of a triangle over a place; `None` beside it and on walls.
fn height_on([a, b, c]: [Vec3; 3], at: Vec2) -> Option<f32> {
    let normal = (b - a).cross(c - a);
    // A wall has no height, only an edge.
    if normal.z.abs() <= 1e-3 * normal.length() {
        return None;
    }
    let side = |p: Vec3, q: Vec3| (q - p).truncate().perp_dot(at - p.truncate());
    let sides = [side(a, b), side(b, c), side(c, a)];
    let inside = sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0);
    inside.then(|| a.z - (normal.x * (at.x - a.x) + normal.y * (at.y - a.y)) / normal.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_stands_on_the_highest_surface_and_not_on_walls() {
        let points = [
            Vec3::ZERO,
            Vec3::new(4.0, 0.0, 0.0),
            Vec3::new(0.0, 4.0, 4.0),
            Vec3::new(0.0, 0.0, 9.0),
            Vec3::new(4.0, 0.0, 9.0),
        ];
        let mesh = CollisionMesh {
            points: points.to_vec(),
            triangles: vec![([0, 1, 2], 1, 5), ([0, 1, 3], 1, 5), ([0, 1, 99], 1, 5)],
        };
        assert_eq!(mesh.height(1.0, 1.0), Some(1.0));
        assert_eq!(mesh.height(1.0, 0.0), Some(0.0), "the wall over its edge does not count");
        assert_eq!(mesh.height(5.0, 5.0), None);
        assert_eq!(mesh.corners(2), None);
    }
}
