//! When what was dropped or thrown goes (`warriors.md` P31).

use super::kind::{Kind, TYPE_KNIFE, TYPE_MACE};
use super::loose;
use super::world::Run;
use crate::preview::{Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "removal",
        what: "when what was dropped or thrown goes, that streaming takes it out instead of storing it",
        truth: Truth::Documents,
        note: "(P31) the time is CfgSetGlobalTimeToLive's where a configuration has one; P31 gives knives and maces their own times for throws too, seed 002 for drops alone",
    },
    Fidelity {
        file: "removal",
        what: "three models that keep their time when they are thrown, what lands anew while its time is over",
        truth: Truth::NotSimulated,
        note: "they are not named",
    },
];

/// The game's time in thousandths of a second.
pub(super) const USUAL: u32 = 30_000;
/// The model that never goes: dyn_bat_tuff.
const NEVER: u32 = 0x03C5_256C;
/// The tint of what is over: white without alpha.
const GONE: u32 = 0xFFFF_FF00;

/// Thousandths of a second that a kind stays, with the configuration's own; `None` for ever.
pub(super) fn time(kind: &Kind, configured: u32) -> Option<u32> {
    match kind.object_type {
        _ if kind.hash == NEVER => None,
        TYPE_KNIFE => Some(120_000),
        TYPE_MACE => Some(1),
        _ => Some(configured),
    }
}

/// The tick from which on a kind that is let go now is over.
pub(super) fn after(run: &Run<'_>, kind: &Kind) -> Option<u32> {
    let time = u64::from(time(kind, run.fixed.time_to_live)?);
    // 60 ticks a second; a part of one counts whole.
    let ticks = u32::try_from((time * 60).div_ceil(1000)).unwrap_or(u32::MAX);
    Some(run.live.tick.saturating_add(ticks))
}

/// Whether a thing has a time: then it is not stored.
pub(super) fn is_timed(run: &Run<'_>, what: Subject) -> bool {
    loose::index(run, what).and_then(|at| run.live.objects.get(at)).is_some_and(|object| object.removal.is_some())
}

/// One frame: what is over vanishes, what has vanished goes; what was made and is too far goes with its time. The walk of
/// streaming looks, so nothing goes while that is paused (seed 002, "The removal time").
pub(super) fn frame(run: &mut Run<'_>) {
    if run.live.paused {
        return;
    }
    let (now, camera) = (run.live.tick, run.camera());
    let far = super::streaming::far(run);
    let mut at = 0;
    while let Some(object) = run.live.objects.get(at).copied() {
        let strayed = object.thing.is_none() && (object.at - camera).length() > far;
        let timed = object.removal.is_some() && !object.is_held();
        if timed && (object.over || strayed) {
            loose::remove(run, at, object.cause);
            continue;
        }
        if timed && object.removal.is_some_and(|over| over <= now) {
            run.log.add(object.subject, "time is over", object.subject, 0, object.cause);
            if let Some(object) = run.live.objects.get_mut(at) {
                object.over = true;
            }
            if let Some(state) = object.thing.and_then(|thing| run.live.things_mut().get_mut(thing)) {
                (state.written, state.tint) = (GONE, GONE);
            }
        }
        at += 1;
    }
}
