//! Steam vents and their puffs (`warriors.md` P35; the Coney project's page "Particles", "Steam vents").

use std::sync::Arc;

use glam::Vec3;

use super::emitter::{self, Spec};
use super::thing::vector;
use super::world::Run;
use crate::preview::{Fidelity, StateHasher, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "steam",
        what: "steam vents: on from the start, when they puff within 30 m of the camera, how puffs start, move, grow and fade",
        truth: Truth::Documents,
        note: "(P35) a puff leaves along its vent's -x at 1 m/s; drawn as three discs as wide as the game's square",
    },
    Fidelity {
        file: "steam",
        what: "the numbers that the dice give, sizes of large and huge vents' puffs",
        truth: Truth::Assumed,
        note: "dice of the scenario's seed; large and huge vents puff as the small one does, with their own figures",
    },
    Fidelity {
        file: "steam",
        what: "whether a vent is in view, the level's wind, CfgSteam",
        truth: Truth::NotSimulated,
        note: "the camera has no direction here; which way the wind blows is not published",
    },
];

/// Within which of a camera a vent puffs, in metres, and ticks after which it looks again where it does not.
const SEEN: f32 = 30.0;
const IDLE: u32 = 60;
/// Metres a second along the vent's -x.
const SPEED: f32 = 1.0;
/// What sizes, growth and rise are multiplied with at random, and what a puff's speed is.
const SPREAD: [f32; 2] = [0.8, 1.2];
const GUST: [f32; 2] = [0.75, 1.15];

/// A kind of vent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vent {
    /// Metres a second upwards.
    pub(super) rise: f32,
    /// The share of the rise that is lost over a puff's life.
    pub(super) drag: f32,
    /// Half a puff's width in metres, and what comes to it with each update.
    pub(super) size: f32,
    pub(super) growth: f32,
    /// Of 255.
    pub(super) alpha: f32,
    /// Updates of a puff until it ends.
    pub(super) life: u32,
    /// Ticks between updates of a puff, and between puffs.
    pub(super) puff: u32,
    pub(super) vent: u32,
}

/// What a vent of a name is; `None` for other emitters.
pub(super) fn vent(name: &str) -> Option<Vent> {
    let vent = |rise, drag, [size, growth]: [f32; 2], alpha, [life, puff, vent]: [u32; 3]| {
        Some(Vent { rise, drag, size, growth, alpha, life, puff, vent })
    };
    match name {
        "part_steam" => vent(0.25, 0.0, [0.25, 0.125], 64.0, [11, 10, 17]),
        "part_steam_large" => vent(0.45, 0.0, [0.75, 0.02], 84.0, [11, 10, 6]),
        // It loses less than nothing: it rises faster and faster.
        "part_steam_huge" => vent(0.75, -0.3, [2.5, 0.32], 64.0, [4, 30, 7]),
        _ => None,
    }
}

/// A puff.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Puff {
    /// Of which emitter.
    pub(super) vent: usize,
    /// When it came.
    pub(super) born: u32,
    /// Where it was at its last update, and how fast it goes from there, in metres a second.
    at: Vec3,
    velocity: Vec3,
    /// How fast it started.
    start: Vec3,
    /// Its size at the update before and at the last: what is drawn lies between.
    size: [f32; 2],
    /// Updates that it had.
    age: u32,
}

impl Puff {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.count(self.vent);
        hasher.add(self.born);
        hasher.add(self.age);
        [self.at, self.velocity, self.start].into_iter().for_each(|part| vector(hasher, part));
        self.size.into_iter().for_each(|size| hasher.add(size.to_bits()));
    }

    fn last(&self, vent: &Vent) -> u32 {
        self.born.saturating_add(self.age.saturating_mul(vent.puff))
    }

    /// Where it is at a tick.
    pub(super) fn place(&self, vent: &Vent, now: u32) -> Vec3 {
        self.at + self.velocity * (now.saturating_sub(self.last(vent)) as f32 / 60.0)
    }

    fn share(&self, vent: &Vent, now: u32) -> f32 {
        (now.saturating_sub(self.last(vent)) as f32 / vent.puff as f32).min(1.0)
    }

    /// Half its width in metres.
    pub(super) fn radius(&self, vent: &Vent, now: u32) -> f32 {
        let [was, is] = self.size;
        was + (is - was) * self.share(vent, now)
    }

    /// Its alpha, of 255: it comes from nothing and goes to nothing.
    pub(super) fn alpha(&self, vent: &Vent, now: u32) -> f32 {
        let at = |age: u32| {
            if age == 0 { 0.0 } else { vent.alpha * vent.life.saturating_sub(age) as f32 / vent.life as f32 }
        };
        let was = at(self.age.saturating_sub(1));
        was + (at(self.age) - was) * self.share(vent, now)
    }
}

fn between(run: &mut Run<'_>, [least, most]: [f32; 2]) -> f32 {
    least + (most - least) * f32::from(run.air_dice(1000)) / 1000.0
}

/// A vent's turn: a puff where somebody can see it. Answers the ticks until the next.
pub(super) fn blow(run: &mut Run<'_>, at: usize, spec: &Spec, vent: &Vent, on: bool) -> u32 {
    let near = (spec.at - run.camera()).length_squared() <= SEEN * SEEN;
    if !on || !near || !emitter::room(run) {
        return IDLE;
    }
    let mut start = spec.turn * -Vec3::X * SPEED;
    start.z = vent.rise * between(run, SPREAD);
    let size = vent.size * between(run, SPREAD);
    let born = run.live.tick;
    let puff = Puff { vent: at, born, at: spec.at, velocity: start, start, size: [size, size], age: 0 };
    Arc::make_mut(&mut run.live.air).puffs.push(puff);
    vent.vent
}

/// One tick: the puffs whose update it is.
pub(super) fn tick(run: &mut Run<'_>) {
    let (fixed, now) = (run.fixed, run.live.tick);
    let vent = |puff: &Puff| match fixed.emitters.get(puff.vent)?.sort {
        emitter::Sort::Steam(vent) => Some(vent),
        _ => None,
    };
    let due = |puff: &Puff| vent(puff).is_none_or(|vent| now >= puff.last(&vent).saturating_add(vent.puff));
    if !run.live.air.puffs.iter().any(due) {
        return;
    }
    let puffs = core::mem::take(&mut Arc::make_mut(&mut run.live.air).puffs);
    let mut kept = Vec::with_capacity(puffs.len());
    for mut puff in puffs {
        if !due(&puff) {
            kept.push(puff);
            continue;
        }
        let Some(vent) = vent(&puff).filter(|vent| puff.age + 1 < vent.life) else { continue };
        puff.at = puff.place(&vent, now);
        puff.age += 1;
        let gone = puff.age as f32 / vent.life as f32;
        let slowed = puff.start - Vec3::Z * (puff.start.z * gone * vent.drag);
        puff.velocity = slowed * between(run, GUST);
        let [_, size] = puff.size;
        puff.size = [size, size + vent.growth * between(run, SPREAD)];
        kept.push(puff);
    }
    Arc::make_mut(&mut run.live.air).puffs = kept;
}
