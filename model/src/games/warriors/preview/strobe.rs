//! Alarm strobes: a red light that flashes in four steps (`warriors.md` P41; the Coney project's page "Particles", "Light
//! types").

use crate::preview::{Fidelity, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "strobe",
        what: "red alarm strobes: off until message 0x12, red in four steps until message 0x13, the alarm's sound with them",
        truth: Truth::Documents,
        note: "(1.1, P41) red for 30 ticks, then 10 down, 20 dark and 10 up, over and over; `light` says how bright; what they light is not drawn",
    },
    Fidelity {
        file: "strobe",
        what: "part_strobe and part_multi_strobe",
        truth: Truth::NotSimulated,
        note: "a break-in sends message 0x12 to them as well; what they make of it is not published",
    },
];

/// Ticks of a step, and steps until the light is red again.
const STEP: u32 = 10;
const STEPS: u32 = 4;
/// Steps that it is red at first.
const FIRST: u32 = 3;

/// How bright it is so many ticks after it came on: 0 to 1.
pub(super) fn brightness(age: u32) -> f32 {
    let (step, share) = (age / STEP, (age % STEP) as f32 / STEP as f32);
    if step < FIRST {
        return 1.0;
    }
    match step % STEPS {
        // It aims at black with every third step, and at red with every second (of those that count from 1).
        3 => 1.0 - share,
        2 => share,
        _ => 0.0,
    }
}

/// When a light that came on at a tick ends once it is told to: at its next update.
pub(super) fn end(since: u32, now: u32) -> u32 {
    let age = now.saturating_sub(since);
    since.saturating_add((age / STEP + 1).saturating_mul(STEP))
}
