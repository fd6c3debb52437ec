//! The walker: it plays the player's character.

use glam::Vec3;

use super::fixed::{Placed, ahead};
use super::person::{Person, Way};
use super::spawning::{Spec, flag};
use super::world::Run;
use crate::preview::{Cause, Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "walker",
        what: "movement",
        truth: Truth::Assumed,
        note: "straight lines at set speeds and at the height it has: no walls, no ground, no falling",
    },
    Fidelity { file: "walker", what: "fighting, weapons, picking up", truth: Truth::NotSimulated, note: "" },
];

/// Who it is in the log.
pub(super) const SUBJECT: Subject = Subject::new("walker", 0);

/// Degrees a tick while turning with a key.
const TURN: f32 = 4.0;

/// What the walker is told to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Keys {
    pub(super) forward: i8,
    pub(super) side: i8,
    pub(super) turn: i8,
    pub(super) pace: i8,
}

/// Puts it somewhere; in a level without a player's character somebody is made.
pub(super) fn place(run: &mut Run<'_>, x: f32, z: f32, height: Option<f32>, facing: f32, cause: Cause) -> bool {
    if run.live.player().is_none() {
        let at = run.live.persons.len();
        // It may have left before.
        match run.live.persons.iter().position(|person| person.player) {
            Some(at) => {
                if let Some(person) = run.live.persons.get_mut(at) {
                    person.present = true;
                    person.alive = true;
                }
            }
            None => run.live.persons.push(Person { present: true, spawned: true, ..Person::of(at, &nobody()) }),
        }
        run.log.add(SUBJECT, "appears", SUBJECT, 0, cause);
    }
    let Some(person) = run.live.player().and_then(|at| run.live.persons.get_mut(at)) else { return false };
    person.halt();
    person.position = Vec3::new(x, height.unwrap_or(person.position.y), z);
    person.last = person.position;
    person.facing = facing;
    run.live.keys = Keys::default();
    true
}

fn nobody() -> Spec {
    Spec {
        subject: SUBJECT,
        placed: Placed::default(),
        flags: flag::PLAYER,
        name: String::new(),
        name_text: 0,
        spawn: String::new(),
        die: String::new(),
        hurt: String::new(),
        defeated: String::new(),
        health: 0,
        patrol: None,
        neutral: -1,
        team: 0,
        drops: [0; 5],
        carries: [0; 2],
    }
}

/// Takes it away.
pub(super) fn leave(run: &mut Run<'_>) -> bool {
    let Some(person) = run.live.player().and_then(|at| run.live.persons.get_mut(at)) else { return false };
    person.present = false;
    person.halt();
    person.slots = [None; 4];
    true
}

/// Walks in a straight line, at its height.
pub(super) fn walk(run: &mut Run<'_>, x: f32, z: f32) -> bool {
    run.live.keys = Keys::default();
    let Some(person) = run.live.player().and_then(|at| run.live.persons.get_mut(at)) else { return false };
    // The walker runs.
    person.mode = 7;
    person.way = Some(Way { to: Vec3::new(x, person.position.y, z), facing: None });
    true
}

/// What the keys do in a tick.
pub(super) fn tick(run: &mut Run<'_>) {
    let keys = run.live.keys;
    if keys == Keys::default() {
        return;
    }
    let speeds = run.fixed.speeds;
    let Some(person) = run.live.player().and_then(|at| run.live.persons.get_mut(at)) else { return };
    person.way = None;
    // Turning to the right is against the angles, which grow to the left (`oni.md` 2.1).
    person.facing = (person.facing - TURN * f32::from(keys.turn)).rem_euclid(360.0);
    let speed = if keys.pace < 0 { speeds.walk } else { speeds.run };
    let right = ahead(person.facing - 90.0);
    let way = ahead(person.facing) * f32::from(keys.forward) + right * f32::from(keys.side);
    person.position += way.normalize_or_zero() * speed;
}
