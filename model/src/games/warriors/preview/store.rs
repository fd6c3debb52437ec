//! What a reported break-in (crime type 1) does to the store it happens at (`warriors.md` 1.1, P41; seed 002, "Emitter
//! lines"; the Coney project's page "World flags", "Groups").

use glam::Vec3;

use super::emitter;
use super::fixed::Flag;
use super::world::Run;
use crate::preview::{Cause, Fidelity, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "store",
        what: "a break-in finds its store, sends buyers and browsers away, and message 0x12 to the nearest strobe",
        truth: Truth::Documents,
        note: "(1.1, P41) the nearest flag of activity 14 within 10 m, flags of activities 2 and 22 with its number within 10 m of it, an emitter with `strobe` in its name within 6 m of it",
    },
    Fidelity { file: "store", what: "which gang did it, the police", truth: Truth::NotSimulated, note: "" },
];

/// Activities of flags: a store, its buyers, its browsers.
const STORE: i64 = 14;
const CUSTOMERS: [i64; 2] = [2, 22];
/// Within which of a break-in a store is, and its customers of it, in metres.
const REACH: f32 = 10.0;
/// Within which of a store's flag its strobe is, in metres.
const STROBE: f32 = 6.0;
/// The part of a store's group that is its number.
const NUMBER: i64 = 0xFF;

/// A break-in at a place.
pub(super) fn break_in(run: &mut Run<'_>, at: Vec3, cause: Cause) {
    let fixed = run.fixed;
    let far = |flag: &Flag, from: Vec3| (flag.at - from).length_squared();
    let near = |flag: &&Flag, from: Vec3| far(flag, from) <= REACH * REACH;
    let stores = fixed.flags.iter().filter(|flag| flag.activity == STORE && near(flag, at));
    let Some(store) = stores.min_by(|a, b| far(a, at).total_cmp(&far(b, at))) else { return };
    let row = run.log.add(store.subject, "store is robbed", store.subject, 0, cause);
    for flag in fixed.flags.iter().filter(|flag| CUSTOMERS.contains(&flag.activity) && near(flag, store.at)) {
        if flag.group == store.group & NUMBER && run.live.flags_off.insert(flag.subject.row) {
            run.log.add(store.subject, "flag off", flag.subject, 0, row);
        }
    }
    if let Some(at) = emitter::nearest(fixed, "strobe", store.at, STROBE)
        && let Some(strobe) = fixed.emitters.get(at)
    {
        let row = run.log.add(store.subject, "message", strobe.subject, 0x12, row);
        emitter::switch(run, at, true, store.subject, row);
    }
}
