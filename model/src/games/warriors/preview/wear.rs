//! What contacts wear, and what breaks of it (`warriors.md` P30).

use glam::Vec3;

use super::kind::{ENDLESS, Kind};
use super::loose::{self, Place};
use super::walker::SUBJECT;
use super::world::Run;
use super::{hold, prop};
use crate::preview::{Cause, Fidelity, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "wear",
        what: "which contacts of what is held, thrown or dropped cost a hit, which counter, what breaks then",
        truth: Truth::Documents,
        note: "(P30, P24, P25)",
    },
    Fidelity {
        file: "wear",
        what: "contacts of what is held",
        truth: Truth::Assumed,
        note: "what the walker sprints into or strikes with it",
    },
    Fidelity {
        file: "wear",
        what: "what other kinds do that wear out, shards of bottles, sounds",
        truth: Truth::NotSimulated,
        note: "they lie where they broke (seed 002, open questions)",
    },
];

/// The material whose every contact wears (`enums.json`, GUITAR).
const GUITAR: i64 = 154;

/// What an object meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meets {
    Level,
    Body,
    Human,
}

/// Whether a contact costs a hit.
pub(super) fn wears(kind: &Kind, held: bool, thrown: bool, meets: Meets) -> bool {
    if kind.class == "overhead_weapon" || kind.material == GUITAR {
        return true;
    }
    if held { kind.class == "dyn_cashreg" || meets == Meets::Human } else { thrown }
}

/// The counters after a hit: the second first for what flies and for a held register; 255 never wears.
pub(super) fn worn([first, second]: [u8; 2], second_first: bool) -> [u8; 2] {
    if second_first && second != ENDLESS {
        [first, second.saturating_sub(1)]
    } else if first != ENDLESS {
        [first.saturating_sub(1), second]
    } else {
        [first, second]
    }
}

/// An object touches something with a normal; answers whether that breaks it.
pub(super) fn contact(run: &mut Run<'_>, at: usize, meets: Meets, normal: Vec3, cause: Cause) -> bool {
    let Some(object) = run.live.objects.get_mut(at) else { return false };
    let Some(kind) = object.kind(run.fixed) else { return false };
    let held = object.is_held();
    if wears(kind, held, object.thrown, meets) {
        object.hits = worn(object.hits, !held || kind.class == "dyn_cashreg");
    }
    // A throw wears once.
    object.thrown = false;
    let (hits, thing) = (object.hits, object.thing);
    if let Some(state) = thing.and_then(|thing| run.live.things_mut().get_mut(thing))
        && state.prop.left > 0
    {
        state.prop.left = hits[0].into();
    }
    let over = hits.contains(&0);
    if over {
        breaks(run, at, normal, cause);
    }
    over
}

/// An object whose counter is at 0 breaks by its class.
fn breaks(run: &mut Run<'_>, at: usize, normal: Vec3, cause: Cause) {
    let Some(object) = run.live.objects.get(at).copied() else { return };
    let Some(kind) = object.kind(run.fixed) else { return };
    let flies = object.place == Place::Air;
    if object.is_held() {
        hold::let_go(run, at, "drops", cause);
        run.live.hand.throws = None;
    }
    if kind.is_molotov() {
        // Its radius in thousandths of a metre.
        let row = run.log.add(SUBJECT, "explodes", object.subject, 1500, cause);
        loose::remove(run, at, row);
        return;
    }
    match kind.class.as_str() {
        "overhead_weapon" => {
            // What flies breaks a metre off what it met (seed 002, "Trash cans and bags").
            if let Some(object) = run.live.objects.get_mut(at).filter(|_| flies) {
                object.at += normal;
            }
            loose::settle(run, at);
            if let Some(thing) = object.thing {
                run.live.objects.remove(at);
                prop::breaks(run, thing, cause);
            } else {
                loose::remove(run, at, cause);
            }
        }
        "dyn_cashreg" => {
            let row = run.log.add(object.subject, "breaks", object.subject, 0, cause);
            if let Some(spec) = object.thing.and_then(|thing| run.fixed.things.get(thing)) {
                prop::piece(run, spec, "dyn_cashreg_c", object.at, None, row);
            }
            loose::remove(run, at, row);
        }
        "thrown_weapon" => {
            let row = run.log.add(object.subject, "breaks", object.subject, 0, cause);
            loose::remove(run, at, row);
        }
        _ => {
            run.log.add(object.subject, "is worn out", object.subject, 0, cause);
            if let Some(object) = run.live.objects.get_mut(at) {
                (object.place, object.velocity, object.spin) = (Place::Lies, Vec3::ZERO, Vec3::ZERO);
            }
            loose::settle(run, at);
        }
    }
}
