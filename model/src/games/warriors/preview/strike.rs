//! What a blow does to doors (`warriors.md` P20).

use glam::Vec3;

use super::door::{self, Order, Sort, collision, state};
use super::world::Run;
use super::{barrier, leaf, store};
use crate::preview::{Cause, Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "strike",
        what: "damage by kind, stores, cabins, doors that get worse and break",
        truth: Truth::Documents,
        note: "(P20) the strength of `hit` is the kind: 0 plain, 1 thrown, 2 charge, 3 in the air; a break-in is reported for stores alone",
    },
    Fidelity {
        file: "strike",
        what: "armed blows",
        truth: Truth::Assumed,
        note: "(P20) a blow with something in hand counts as kind 2 for props alone",
    },
    Fidelity {
        file: "strike",
        what: "dust, splinters, wreck pieces, what broken cabin leaves do",
        truth: Truth::NotSimulated,
        note: "",
    },
];

/// Hit points under which a leaf of a cabin door breaks.
const CABIN_LEAF: i32 = 7;

/// What a blow of a kind takes: 4, 10, 16, 22.
pub(super) fn damage(kind: i32) -> i32 {
    4 + 6 * kind.clamp(0, 3)
}

/// How many times a model is replaced by the time it has so many of its hit points left.
fn worse(sort: Sort, left: i32, whole: i32) -> u8 {
    let shares: &[i32] = match sort {
        Sort::Liz => &[80, 60, 40, 20],
        Sort::Dclub => &[50],
        _ => &[],
    };
    let passed = shares.iter().filter(|share| i64::from(left) * 100 <= i64::from(whole) * i64::from(**share));
    u8::try_from(passed.count()).unwrap_or(u8::MAX)
}

/// A blow of a kind from a place; answers whether the door minds.
pub(super) fn hit(run: &mut Run<'_>, at: usize, kind: i32, from: Vec3, by: Subject, cause: Cause) -> bool {
    let Some(spec) = run.fixed.doors.get(at) else { return false };
    if spec.sort.is_barrier() {
        return barrier::hit(run, at, kind, by, cause);
    }
    let minds = matches!(spec.sort, Sort::Store | Sort::Cabin | Sort::Liz | Sort::Dclub | Sort::Stall);
    let Some(door) = run.live.doors.get_mut(at).filter(|door| minds && !door.over()) else { return false };
    let before = door.hitpoints;
    door.hitpoints = before.saturating_sub(damage(kind));
    let left = door.hitpoints;
    let row = run.log.add(by, "is hit", spec.subject, left.into(), cause);
    match spec.sort {
        Sort::Store => {
            let row = run.log.add(by, "break-in", spec.subject, 1, row);
            store::break_in(run, from, row);
            if before > 0 && left <= 0 {
                collision(run, at, false, row);
                door::order(run, at, Order::OpenBy(from), by, row);
            }
        }
        Sort::Cabin => {
            if left < CABIN_LEAF && before >= CABIN_LEAF {
                let leaf = i64::from(run.dice(1));
                run.log.add(spec.subject, "leaf breaks", spec.subject, leaf, row);
            }
            if left <= 0 {
                breaks(run, at, row);
            }
        }
        sort => {
            let now = worse(sort, left, spec.hitpoints);
            if let Some(door) = run.live.doors.get_mut(at).filter(|door| door.worse < now && left > 0) {
                door.worse = now;
                run.log.add(spec.subject, "gets worse", spec.subject, now.into(), row);
            }
            // A stall breaks on its first hit.
            if left <= 0 || sort == Sort::Stall {
                breaks(run, at, row);
            }
        }
    }
    true
}

fn breaks(run: &mut Run<'_>, at: usize, cause: Cause) {
    let Some(spec) = run.fixed.doors.get(at) else { return };
    if let Some(door) = run.live.doors.get_mut(at) {
        door.state = state::BROKEN;
        door.swing = leaf::Swing::default();
    }
    let row = run.log.add(spec.subject, "breaks", spec.subject, 0, cause);
    collision(run, at, false, row);
}
