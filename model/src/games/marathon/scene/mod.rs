//! What a Marathon level looks like: rooms, liquids, platforms at their start and at their ends, placed things.
//!
//! # Places
//! Scenes are right-handed with z up and north at +y; Marathon counts y to the south, so [`place`] turns y around and
//! keeps raw units (1024 to a world unit, `marathon.md` 2). Angles of Marathon grow clockwise, 512 to a turn, scenes
//! count radians counter-clockwise: [`heading`] and [`facing`] convert.
//!
//! # Keys
//! Every key is the number of a record's node in the level:
//! - floors and ceilings: the polygon's object (a platform's are its platform record's);
//! - walls: the side; where a line has none towards a polygon, the line;
//! - liquids: the medium; in the view from above the same;
//! - what a platform sweeps: its platform record;
//! - lines of the view from above: the line;
//! - markers and labels: the object or annotation;
//!
//! # What is shown
//! Platforms stand as the level starts ([`super::geometry::platform::built`]), liquids and lights as in the first
//! tick; in a running level ([`RunningScene`]) all of them, with switches and moving textures,
//! as they are at the moment. Indices that lead nowhere and faces without area are left out.

mod basis;
mod colours;
mod drift;
mod lights;
mod plan;
mod running;
mod surfaces;
mod things;
mod walls;
mod world;

#[cfg(test)]
mod tests;

pub use running::RunningScene;

use super::geometry::map::Point;
use crate::document::{Level, Objects};
use crate::scene::{Plan, Scene};
use core::f32::consts::TAU;
use glam::{Vec2, Vec3};

/// Distance between grid lines: one world unit.
const GRID_STEP: f32 = 1024.0;
/// Angles of a full turn (`marathon.md` 1.2).
const FULL_TURN: f32 = 512.0;

/// A level's scene. See the module's description for places and keys.
pub fn scene(level: &Level, objects: &Objects) -> Scene {
    draw(&world::World::new(level, objects, &basis::Basis::of(level)))
}

fn draw(world: &world::World<'_>) -> Scene {
    let cells: Vec<_> = surfaces::sites(world).iter().map(|site| surfaces::cell(world, site)).collect();
    let things = things::things(world);
    let walls = plan::walls(world).map(|(_, wall)| wall).collect();
    Scene {
        plan: Some(Plan { surfaces: plan::surfaces(&cells), walls }),
        surfaces: surfaces::chunks(&cells),
        markers: things.markers,
        lines: Vec::new(),
        labels: things.labels,
        grid_step: GRID_STEP,
        images: std::sync::Arc::default(),
    }
}

/// A point of the map on the scene's plane.
pub fn place(point: Point) -> Vec2 {
    Vec2::new(f32::from(point.x), -f32::from(point.y))
}

/// A point of the map at a height.
fn at_height(point: Point, height: i16) -> Vec3 {
    place(point).extend(f32::from(height))
}

/// A facing as a heading: 0 stays east, the direction of growth turns around.
pub fn heading(facing: i16) -> f32 {
    (-f32::from(facing) * TAU / FULL_TURN).rem_euclid(TAU)
}

/// The facing, 0 to 511, nearest to a heading.
pub fn facing(heading: f32) -> i16 {
    let raw = (-heading * FULL_TURN / TAU).round().rem_euclid(FULL_TURN);
    // Below 512 by construction; not a number counts as 0.
    raw as i16
}
