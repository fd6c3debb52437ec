//! Shards of a pane (`warriors.md` P14).

use glam::Vec3;

use super::pane::Spec;
use super::thing::vector;
use super::world::Run;
use crate::preview::{Cause, Fidelity, StateHasher, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "shatter",
        what: "how many shards, of which size, with which sound; within 15 m of the camera; gravity, landing",
        truth: Truth::Documents,
        note: "(P14) drawn as small triangles",
    },
    Fidelity {
        file: "shatter",
        what: "the numbers that the dice give, which way shards fly, the ground they land on",
        truth: Truth::Assumed,
        note: "dice of the scenario's seed; 1 to 2 m/s up and up to 1 m/s aside; they land at the height of the walker's ground under the pane",
    },
    Fidelity {
        file: "shatter",
        what: "the frustum, the budget of particles, pieces of shards",
        truth: Truth::NotSimulated,
        note: "at most 512 shards fly at once",
    },
];

/// Within which of a camera there are shards, in metres.
const SEEN: f32 = 15.0;
/// Metres a second, squared.
const GRAVITY: f32 = 9.8;
/// Seconds of an update: two ticks.
const STEP: f32 = 2.0 / 60.0;
/// Most that fly at once.
const MOST: usize = 512;

/// What a pane breaks into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Count {
    /// Tries, of which each gives up to two shards.
    pub(super) count: u32,
    /// Size of a shard in metres.
    pub(super) size: f32,
    /// The material that sounds: 88 for small panes, 2 for others.
    pub(super) sound: u8,
}

/// By whole metres of width and height.
pub(super) fn count(width: f32, height: f32) -> Count {
    let whole = |metres: f32| metres.clamp(0.0, 65_535.0) as u32;
    match whole(width).saturating_mul(whole(height)) {
        0 | 1 => Count { count: 10, size: 0.06, sound: 88 },
        area => Count { count: area.saturating_mul(10), size: 0.2, sound: 2 },
    }
}

/// A shard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shard {
    /// Of which pane.
    pub(super) pane: u32,
    pub(super) at: Vec3,
    velocity: Vec3,
    pub(super) size: f32,
    /// Where it lands.
    ground: f32,
}

impl Shard {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.add(self.pane);
        vector(hasher, self.at);
        vector(hasher, self.velocity);
        [self.size, self.ground].into_iter().for_each(|part| hasher.add(part.to_bits()));
    }
}

/// A pane goes to pieces.
pub(super) fn burst(run: &mut Run<'_>, spec: &Spec, cause: Cause) {
    let shape = spec.shape;
    let [width, height] = shape.size();
    let Count { count, size, sound } = count(width, height);
    let centre = shape.centre();
    run.log.add(spec.subject, "sound of glass", spec.subject, sound.into(), cause);
    if (centre - run.camera()).length_squared() > SEEN * SEEN {
        return;
    }
    let ground = run.fixed.ground.below(centre, &run.live.off).unwrap_or(shape.corner.z.min(centre.z));
    let (along, up) = (shape.w.normalize_or_zero(), shape.h.normalize_or_zero());
    // 4/7 of whole metres each way.
    let reach = Vec3::new(width.floor(), height.floor(), 0.0) * (4.0 / 7.0);
    let mut made = 0_i64;
    for _ in 0..count.saturating_mul(2) {
        if run.live.shards.len() >= MOST {
            break;
        }
        // Two in three.
        if run.dice(2) >= 2 {
            continue;
        }
        let mut step = || f32::from(run.dice(1000)) / 500.0 - 1.0;
        let place = centre + along * (step() * reach.x) + up * (step() * reach.y);
        let velocity = Vec3::new(step(), step(), 1.5 + step() * 0.5);
        let grown = size * (0.8 + step() * 0.7);
        run.live.shards.push(Shard { pane: spec.subject.row, at: place, velocity, size: grown, ground });
        made += 1;
    }
    run.log.add(spec.subject, "shatters", spec.subject, made, cause);
}

/// One frame: shards fall until they land.
pub(super) fn frame(run: &mut Run<'_>) {
    for shard in &mut run.live.shards {
        shard.velocity.z -= GRAVITY * STEP;
        shard.at += shard.velocity * STEP;
    }
    run.live.shards.retain(|shard| shard.at.z > shard.ground);
}
