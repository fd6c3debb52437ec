//! What a loose object sounds like when it meets the level's mesh (`warriors.md` P41; seed 002, "Impact sounds").

use super::world::Run;
use crate::preview::{Cause, Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "impact",
        what: "sounds of impacts with the level's mesh: 1 / (n + 1) loud, the first three above 2 m/s",
        truth: Truth::Documents,
        note: "(P41) pieces that drop, and what was dropped or thrown and does not break; the event's value is how loud, in thousandths",
    },
    Fidelity {
        file: "impact",
        what: "which speed counts, and how long impacts are counted",
        truth: Truth::Assumed,
        note: "the whole speed, not that into the surface alone; anew with every flight; a piece falls straight and meets the ground once",
    },
    Fidelity {
        file: "impact",
        what: "which sound it is",
        truth: Truth::NotSimulated,
        note: "it lies in the pair of both materials",
    },
];

/// Impacts that sound, and the speed above which they do, in metres a second.
const MOST: u32 = 3;
const SLOWEST: f32 = 2.0;
/// Metres a second, squared (`warriors.md` P29).
const GRAVITY: f32 = 15.68;

/// How loud the next impact is after so many that sounded, 0 to 1; `None` for a silent one.
pub(super) fn volume(before: u32, speed: f32) -> Option<f32> {
    (before < MOST && speed > SLOWEST).then(|| 1.0 / (before as f32 + 1.0))
}

/// A piece of a thing falls so many metres from rest and lands.
pub(super) fn lands(run: &mut Run<'_>, of: Subject, height: f32, cause: Cause) {
    let speed = (2.0 * GRAVITY * height.max(0.0)).sqrt();
    if let Some(volume) = volume(0, speed) {
        // At most 1,000.
        run.log.add(of, "impact sound", of, (volume * 1000.0) as i64, cause);
    }
}

/// What flies meets the mesh at a speed and does not break.
pub(super) fn meets(run: &mut Run<'_>, object: usize, speed: f32, cause: Cause) {
    let Some(object) = run.live.objects.get_mut(object) else { return };
    let Some(volume) = volume(object.impacts, speed) else { return };
    object.impacts += 1;
    let of = object.subject;
    // At most 1,000.
    run.log.add(of, "impact sound", of, (volume * 1000.0) as i64, cause);
}
