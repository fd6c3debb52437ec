//! What a level looks like: surfaces, markers, lines and labels, with no graphics library.
//!
//! A game turns a level into a [`Scene`]; the viewport turns the scene into pixels, and [`pick`]
//! turns a pointer into [`SceneKey`]s again. Nothing here knows a game.
//!
//! # Conventions
//! Right-handed axes: +x east, +y north, **+z up**. Lengths are in the game's own world unit.
//! Angles are radians; a heading of 0 looks along +x and grows counter-clockwise seen from above.
//! The visible side of a face is the one from which its corners run counter-clockwise.
//! Pixels have their origin at the top left, +y down; a pixel is a point of a picture whose size is
//! given with it, so physical pixels and the window's points both work.

pub mod bvh;
pub mod camera;
pub mod chunk;
pub mod colour;
pub mod cycle;
mod forest;
pub mod gizmo;
pub mod image;
pub mod links;
pub mod pick;
pub mod shapes;

use glam::Vec3;
use std::sync::Arc;

pub use camera::Camera;
pub use chunk::{Chunk, Group, GroupId, Material, Vertex};
pub use colour::Colour;
pub use image::{Image, ImageId, Skin, Texel};
pub use shapes::{Label, Line, Marker, MarkerShape, Wall};

/// Names the object that a part of the scene belongs to. The caller maps it to an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SceneKey(pub u64);

impl SceneKey {
    /// What belongs to no object: a click on it selects nothing.
    pub const NOBODY: SceneKey = SceneKey(u64::MAX);
}

/// What the colours of surfaces tell. Each [`Group`] carries one colour for every colouring, so
/// that changing it sends new colours only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colouring {
    /// The kind of place (plain, hurts, teleports, door ...).
    #[default]
    Type,
    /// How high it lies.
    Height,
    /// How bright it is.
    Light,
    /// Which liquid it holds.
    Medium,
    /// Which texture it wears.
    Texture,
}

impl Colouring {
    /// How many colourings there are.
    pub const COUNT: usize = 5;

    /// All colourings, in the order of [`Group::colours`].
    pub const ALL: [Self; Self::COUNT] = [Self::Type, Self::Height, Self::Light, Self::Medium, Self::Texture];

    /// The place of this colouring in [`Group::colours`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The box around a scene or a part of it. Empty when `min` exceeds `max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The lowest corner.
    pub min: Vec3,
    /// The highest corner.
    pub max: Vec3,
}

impl Default for Bounds {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Bounds {
    /// Holds nothing.
    pub const EMPTY: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    /// The box around some points. Points that are not finite are left out.
    pub fn around(points: impl IntoIterator<Item = Vec3>) -> Self {
        let mut bounds = Self::EMPTY;
        for point in points {
            bounds.include(point);
        }
        bounds
    }

    /// Grows to hold a point, unless the point is not finite.
    pub fn include(&mut self, point: Vec3) {
        if point.is_finite() {
            self.min = self.min.min(point);
            self.max = self.max.max(point);
        }
    }

    /// Grows to hold another box.
    pub fn join(&mut self, other: &Self) {
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    /// Whether no point was included.
    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// The middle, or the origin when empty.
    pub fn centre(&self) -> Vec3 {
        if self.is_empty() { Vec3::ZERO } else { self.min * 0.5 + self.max * 0.5 }
    }

    /// Half the space diagonal, 0 when empty.
    pub fn radius(&self) -> f32 {
        if self.is_empty() { 0.0 } else { (self.max - self.min).length() * 0.5 }
    }

    /// The eight corners; the origin eight times when empty.
    pub fn corners(&self) -> [Vec3; 8] {
        if self.is_empty() {
            return [Vec3::ZERO; 8];
        }
        let (a, b) = (self.min, self.max);
        [
            Vec3::new(a.x, a.y, a.z),
            Vec3::new(b.x, a.y, a.z),
            Vec3::new(b.x, b.y, a.z),
            Vec3::new(a.x, b.y, a.z),
            Vec3::new(a.x, a.y, b.z),
            Vec3::new(b.x, a.y, b.z),
            Vec3::new(b.x, b.y, b.z),
            Vec3::new(a.x, b.y, b.z),
        ]
    }
}

/// What the view from above draws instead of the surfaces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Filled floors, each at its own height, facing up.
    pub surfaces: Vec<Arc<Chunk>>,
    /// Walls and the open borders between floors.
    pub walls: Vec<Wall>,
}

/// Everything a level shows.
///
/// Chunks are shared: a scene that differs from the last in one door reuses all other chunks, and
/// the renderer sends only that one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The meshes. A few dozen are best: each is culled and drawn as one.
    pub surfaces: Vec<Arc<Chunk>>,
    /// Placed things.
    pub markers: Vec<Marker>,
    /// Links, paths, outlines of volumes.
    pub lines: Vec<Line>,
    /// Texts the window writes over the picture.
    pub labels: Vec<Label>,
    /// The view from above; `None` draws `surfaces` from above.
    pub plan: Option<Plan>,
    /// Distance between grid lines in world units; 0 for no grid.
    pub grid_step: f32,
    /// The images that groups name. The same list is shared as long as nothing else is worn.
    pub images: Arc<[Arc<Image>]>,
}

impl Scene {
    /// Takes over the chunks of another scene that stand in the same place and hold the same, so that nothing is
    /// sorted or sent again for them.
    pub fn share(&mut self, old: &Scene) {
        let share = |new: &mut Vec<Arc<Chunk>>, old: &[Arc<Chunk>]| {
            for (new, old) in new.iter_mut().zip(old) {
                if !Arc::ptr_eq(new, old) && new == old {
                    *new = Arc::clone(old);
                }
            }
        };
        share(&mut self.surfaces, &old.surfaces);
        if let (Some(new), Some(old)) = (&mut self.plan, &old.plan) {
            share(&mut new.surfaces, &old.surfaces);
        }
        if self.images == old.images {
            self.images = Arc::clone(&old.images);
        }
    }

    /// The box around all surfaces, markers and lines.
    pub fn bounds(&self) -> Bounds {
        let mut bounds = self.bounds_of_things();
        let plan = self.plan.iter().flat_map(|plan| &plan.surfaces);
        for chunk in self.surfaces.iter().chain(plan) {
            bounds.join(&chunk.bounds());
        }
        bounds
    }

    /// The box that a camera is set up to show. What only the view from above draws (the rock around a level's rooms)
    /// counts only where there is nothing else.
    pub fn frame(&self) -> Bounds {
        let mut bounds = self.bounds_of_things();
        self.surfaces.iter().for_each(|chunk| bounds.join(&chunk.bounds()));
        if bounds.is_empty() { self.bounds() } else { bounds }
    }

    /// The box around all markers and lines, without the surfaces.
    pub fn bounds_of_things(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for marker in &self.markers {
            bounds.include(marker.position);
            // Its badge stands on it, and is drawn only if it lies within.
            bounds.include(marker.position + Vec3::Z * (2.0 * marker.radius.max(0.0)));
        }
        for line in &self.lines {
            bounds.include(line.from);
            bounds.include(line.to);
        }
        bounds
    }

    /// The box around the parts that belong to the given keys.
    pub fn bounds_of(&self, wanted: impl Fn(SceneKey) -> bool) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        let plan = self.plan.iter().flat_map(|plan| &plan.surfaces);
        for chunk in self.surfaces.iter().chain(plan) {
            for vertex in &chunk.vertices {
                if chunk.key_of(vertex).is_some_and(&wanted) {
                    bounds.include(vertex.position);
                }
            }
        }
        for marker in self.markers.iter().filter(|marker| wanted(marker.key)) {
            let reach = Vec3::splat(marker.radius.max(0.0));
            bounds.include(marker.centre() - reach);
            bounds.include(marker.centre() + reach);
        }
        for line in &self.lines {
            if line.key.is_some_and(&wanted) {
                bounds.include(line.from);
                bounds.include(line.to);
            }
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_leave_out_what_is_not_finite() {
        let bounds = Bounds::around([Vec3::NAN, Vec3::ONE, Vec3::INFINITY, Vec3::ZERO]);
        assert_eq!((bounds.min, bounds.max), (Vec3::ZERO, Vec3::ONE));
        assert!(Bounds::around([Vec3::NAN]).is_empty());
        assert_eq!(Bounds::EMPTY.centre(), Vec3::ZERO);
    }

    #[test]
    fn colourings_index_their_table() {
        for (index, colouring) in Colouring::ALL.into_iter().enumerate() {
            assert_eq!(colouring.index(), index);
        }
    }

    #[test]
    fn bounds_of_a_key_hold_its_marker_and_faces_only() {
        let mut chunk = Chunk::new(Material::Solid);
        let here = chunk.group(SceneKey(1), [Colour::WHITE; Colouring::COUNT]);
        let there = chunk.group(SceneKey(2), [Colour::WHITE; Colouring::COUNT]);
        chunk.block(here, Vec3::ZERO, Vec3::ONE);
        chunk.block(there, Vec3::splat(8.0), Vec3::splat(9.0));
        let scene = Scene {
            surfaces: vec![Arc::new(chunk)],
            markers: vec![Marker::new(SceneKey(3), Vec3::splat(-4.0), 0.5)],
            ..Scene::default()
        };
        let of = |key| scene.bounds_of(|found| found == SceneKey(key));
        assert_eq!(of(2).min, Vec3::splat(8.0));
        assert_eq!(of(1).max, Vec3::ONE);
        assert_eq!(of(3).min, Vec3::new(-4.5, -4.5, -4.0));
        assert!(of(9).is_empty());
        assert_eq!(scene.bounds().min, Vec3::splat(-4.0));
        let mut rock = Chunk::new(Material::Solid);
        let far = rock.group(SceneKey(4), [Colour::WHITE; Colouring::COUNT]);
        rock.block(far, Vec3::splat(60.0), Vec3::splat(64.0));
        let plan = Plan { surfaces: vec![Arc::new(rock)], walls: Vec::new() };
        let mut scene = Scene { plan: Some(plan), ..scene };
        assert_eq!((scene.bounds().max, scene.frame().max), (Vec3::splat(64.0), Vec3::splat(9.0)));
        scene.surfaces.clear();
        scene.markers.clear();
        assert_eq!(scene.frame().max, Vec3::splat(64.0), "with nothing else it is shown");
    }
}
