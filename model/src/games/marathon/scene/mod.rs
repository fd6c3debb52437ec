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
//! tick; in a running level ([`live_scene`]) all of them as they are at the moment. Indices that lead nowhere and faces without area are left out.

mod colours;
mod lights;
mod plan;
mod surfaces;
mod things;
mod walls;
mod world;

#[cfg(test)]
mod tests;

use super::geometry::map::Point;
use crate::document::{Level, Objects};
use crate::games::marathon::objects::KINDS;
use crate::games::marathon::preview::ACTED;
use crate::preview::{Live, Moment, Overlay, Picture};
use crate::scene::Scene;
use core::f32::consts::TAU;
use glam::{Vec2, Vec3};

/// Distance between grid lines: one world unit.
const GRID_STEP: f32 = 1024.0;
/// Angles of a full turn (`marathon.md` 1.2).
const FULL_TURN: f32 = 512.0;

/// A level's scene. See the module's description for places and keys.
pub fn scene(level: &Level, objects: &Objects) -> Scene {
    draw(&world::World::new(level, objects))
}

/// The surfaces of a running level, made anew: platforms, liquids and lights as they are at the moment.
pub fn live_scene(level: &Level, objects: &Objects, live: &[Live]) -> Scene {
    let mut world = world::World::new(level, objects);
    for value in live {
        world.take(value);
    }
    draw(&world)
}

/// Draws a running level.
#[derive(Debug)]
pub struct RunningScene {
    overlay: Overlay,
}

impl RunningScene {
    /// Of a level as it is stored.
    pub fn new(_: &Level, _: &Objects) -> RunningScene {
        RunningScene { overlay: Overlay::new(KINDS, ACTED) }
    }
}

impl Picture for RunningScene {
    fn at(&mut self, level: &Level, objects: &Objects, moment: &Moment) -> Scene {
        let mut scene = live_scene(level, objects, &moment.live);
        self.overlay.lay_over(&mut scene, level, objects, moment);
        scene
    }
}

fn draw(world: &world::World<'_>) -> Scene {
    let cells = surfaces::cells(world);
    let things = things::things(world);
    Scene {
        plan: Some(plan::plan(world, &cells)),
        surfaces: surfaces::chunks(cells),
        markers: things.markers,
        lines: Vec::new(),
        labels: things.labels,
        grid_step: GRID_STEP,
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
