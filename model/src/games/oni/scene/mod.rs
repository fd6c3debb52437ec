//! What a level of Oni looks like.
//!
//! # Places
//! The game's y is up; seen from above, x grows to the right and z towards the viewer's feet, so the scene has east at x,
//! north at -z, up at y ([`place`]). A rotation of 0 looks along +z (`oni.md` 2.1: "forward").
//!
//! # Keys
//! Every key is the number of a record's node: of objects, of patrol points, of rows of the table of marker quads. Quads of
//! the environment that are an object's body carry that object's key; the others carry 0, which is nobody's.
//!
//! # What is shown
//! The environment with the light baked into its corners; what the game does not draw as see-through markers that can be
//! hidden; trigger volumes and sounds as outlines; patrol paths as numbered lines; classes' meshes and doors' panels where
//! the level has them, and badges elsewhere; textures where the level holds their pixels.

mod colours;
mod lines;
mod meshes;
mod paths;
mod surfaces;
#[cfg(test)]
mod tests;
mod things;
mod wardrobe;

use glam::{Mat3, Vec3};

use super::environment::Environment;
use crate::document::{Level, Objects};
use crate::scene::{Label, Line, Marker, Scene};

/// Distance between grid lines: two metres.
const GRID_STEP: f32 = 20.0;

/// What is not a surface.
#[derive(Default)]
pub(super) struct Things {
    pub(super) markers: Vec<Marker>,
    pub(super) labels: Vec<Label>,
    pub(super) lines: Vec<Line>,
}

/// A level's scene. See the module's description for places and keys.
pub fn scene(level: &Level, objects: &Objects) -> Scene {
    let nothing = Environment::default();
    let environment = level.surroundings::<Environment>().unwrap_or(&nothing);
    let mut things = Things::default();
    things::add(level, objects, &mut things);
    paths::add(level, &mut things);
    let mut wardrobe = wardrobe::Wardrobe::default();
    let mut surfaces = surfaces::surfaces(level, environment, &mut wardrobe);
    surfaces.extend(meshes::meshes(level, environment, &mut wardrobe));
    surfaces.extend(lines::add(level, environment, &mut things));
    Scene {
        surfaces: surfaces.into_iter().map(std::sync::Arc::new).collect(),
        markers: things.markers,
        lines: things.lines,
        labels: things.labels,
        plan: None,
        grid_step: GRID_STEP,
        images: wardrobe.finish(),
    }
}

/// A place of the game in the scene.
pub fn place([x, y, z]: [f32; 3]) -> Vec3 {
    Vec3::new(x, -z, y)
}

/// An object's rotation in the game's axes: about x, then y, then z (`oni.md` 2.1).
pub fn rotation(degrees: [f32; 3]) -> Mat3 {
    let [x, y, z] = degrees.map(|d| f64::from(d).to_radians());
    let turn = |angle: f64| (libm::sin(angle) as f32, libm::cos(angle) as f32);
    let ((sx, cx), (sy, cy), (sz, cz)) = (turn(x), turn(y), turn(z));
    let about_x = Mat3::from_cols(Vec3::X, Vec3::new(0.0, cx, sx), Vec3::new(0.0, -sx, cx));
    let about_y = Mat3::from_cols(Vec3::new(cy, 0.0, -sy), Vec3::Y, Vec3::new(sy, 0.0, cy));
    let about_z = Mat3::from_cols(Vec3::new(cz, sz, 0.0), Vec3::new(-sz, cz, 0.0), Vec3::Z);
    about_z * about_y * about_x
}

/// Where an object looks on the map, in radians: along +z turned by its rotation.
pub fn heading(degrees: [f32; 3]) -> f32 {
    let way = rotation(degrees) * Vec3::Z;
    let seen = place(way.to_array());
    // Straight up or down there is no heading; the angle about y tells.
    if seen.x.abs() + seen.y.abs() < 1e-4 {
        return (degrees[1] - 90.0).to_radians();
    }
    libm::atan2f(seen.y, seen.x)
}

/// An object's own space in the scene.
pub(super) struct Frame {
    turn: Mat3,
    at: Vec3,
}

impl Frame {
    pub(super) fn new(position: [f32; 3], degrees: [f32; 3]) -> Frame {
        Frame { turn: rotation(degrees), at: Vec3::from_array(position) }
    }

    /// A place of the object's space in the scene.
    pub(super) fn place(&self, local: [f32; 3]) -> Vec3 {
        place((self.turn * Vec3::from_array(local) + self.at).to_array())
    }
}
