//! What the running level shows beside its surfaces, in the axes of its scenes.

use core::f32::consts::TAU;

use glam::Vec3;

use super::fixed::Fixed;
use super::placement::Group;
use super::world::Live;
use super::{sound, walker};
use crate::preview::{Actor, Shape};

/// Kinds of object that are actors while a level runs.
pub(in crate::games::marathon) const ACTED: &[&str] = &["monster", "item"];

/// Angles of a full turn, clockwise (`marathon.md` 1.2).
const FULL_TURN: f32 = 512.0;

/// A place of the map, whose y grows to the south.
pub(super) fn place([x, y, z]: [i32; 3]) -> Vec3 {
    Vec3::new(x as f32, -(y as f32), z as f32)
}

fn heading(facing: i32) -> f32 {
    (-(facing as f32) * TAU / FULL_TURN).rem_euclid(TAU)
}

/// The walker, monsters and items.
pub(super) fn actors(live: &Live) -> Vec<Actor> {
    let walker = live.walker.iter().map(|walker| Actor {
        subject: walker::SUBJECT,
        kind: "player",
        position: place(walker.position),
        heading: Some(heading(walker.facing)),
        state: walker.state(),
        visible: true,
        awake: false,
        glides: walker.glides(),
    });
    let there = live.things.iter().enumerate().filter(|(_, thing)| thing.is_there());
    let things = there.map(|(index, thing)| {
        let (kind, state) = match (thing.group, thing.active, thing.visible) {
            (Group::Item, _, true) => ("item", "lying"),
            (Group::Item, _, false) => ("item", "invisible"),
            (Group::Monster, _, false) => ("monster", "invisible"),
            (Group::Monster, true, _) => ("monster", "activated"),
            (Group::Monster, false, _) => ("monster", "standing"),
        };
        Actor {
            subject: thing.subject(index),
            kind,
            position: place(thing.position),
            heading: (thing.group == Group::Monster).then(|| heading(thing.facing.into())),
            state,
            visible: thing.visible,
            awake: thing.group == Group::Monster && thing.active,
            glides: true,
        }
    });
    walker.chain(things).collect()
}

/// What is drawn beside: where sounds are.
pub(super) fn shapes(fixed: &Fixed, live: &Live) -> Vec<Shape> {
    sound::shapes(fixed, live)
}
