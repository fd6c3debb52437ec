//! Flies over garbage and bugs around lamps (`warriors.md` P41; the Coney project's page "Particles", "Fly piles").

use glam::Vec3;

use super::emitter::Spec;
use super::world::Run;
use crate::preview::{Fidelity, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "flies",
        what: "three flies while a view is near, looked at every 60 ticks, every 120 where none is; the hum of garbage flies",
        truth: Truth::Documents,
        note: "(P41) the first look is 60 ticks after loading",
    },
    Fidelity {
        file: "flies",
        what: "how near, and where each fly is",
        truth: Truth::Assumed,
        note: "the game asks for 50 m beside what a camera sees, which has no direction here: a setting says how far; flies jump every 20 ticks on a ball of 1.5 m, sometimes twice as often in the game",
    },
];

/// Flies of a swarm.
pub(super) const COUNT: usize = 3;
/// Metres that they keep around the emitter.
const REACH: f32 = 1.5;
/// Ticks between jumps.
const JUMP: u32 = 20;

/// Whether somebody is near enough to see them.
pub(super) fn near(run: &Run<'_>, spec: &Spec) -> bool {
    let far = run.fixed.assumed.flies;
    (spec.at - run.camera()).length_squared() <= far * far
}

/// Ticks until the next look.
pub(super) fn wait(near: bool) -> u32 {
    if near { 60 } else { 120 }
}

/// Writes down that they came or went.
pub(super) fn log(run: &mut Run<'_>, spec: &Spec, hum: bool, come: bool) {
    let row = run.log.add(spec.subject, if come { "flies come" } else { "flies go" }, spec.subject, 0, None);
    if hum {
        run.log.add(spec.subject, if come { "hum starts" } else { "hum stops" }, spec.subject, 0, row);
    }
}

/// Where the flies of a swarm are, so many ticks after they came.
pub(super) fn places(at: Vec3, age: u32) -> [Vec3; COUNT] {
    let jumps = (age / JUMP) % 10;
    [0_u8, 1, 2].map(|fly| {
        // A tenth and a fifth of a turn with every jump; which way they start is ours.
        let turn = core::f32::consts::TAU * (jumps as f32 + f32::from(fly) * 3.3) / 10.0;
        let (up, around) = (turn, turn * 2.0);
        let flat = libm::sinf(up) * libm::sinf(up);
        let aside = Vec3::new(libm::cosf(around), libm::sinf(around), 0.0) * flat;
        at + (aside + Vec3::Z * (libm::sinf(up) * libm::cosf(up))) * REACH
    })
}
