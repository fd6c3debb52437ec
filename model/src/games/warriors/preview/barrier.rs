//! Breakable barriers (`warriors.md` P21).

use super::door::{Sort, Spec, collision, state};
use super::strike::damage;
use super::world::Run;
use crate::preview::{Cause, Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "barrier",
        what: "hit points, what breaks into what, when the barrier is removed",
        truth: Truth::Documents,
        note: "(P21) updates count from loading; classes other than the fence's follow its rules, which is inferred; walls hide and go like fences, as the seed has it",
    },
    Fidelity {
        file: "barrier",
        what: "boards, dust, the second object of dyn_door_vargas",
        truth: Truth::NotSimulated,
        note: "events say when they come",
    },
];

/// Ticks between updates.
const INTERVAL: u32 = 60;
/// Boards that a fence breaks into.
const BOARDS: i64 = 3;

/// Whether people charge its links from the start (`warriors.md` P22).
pub(super) fn retags(door: &Spec) -> bool {
    let classes = ["dyn_door_fence", "dyn_door_bar_bani", "dyn_door_bnstr", "dyn_door_fence_o", "dyn_door_parapet"];
    matches!(door.sort, Sort::Dclub | Sort::Liz) || classes.contains(&door.class.as_str())
}

/// A blow of a kind.
pub(super) fn hit(run: &mut Run<'_>, at: usize, kind: i32, by: Subject, cause: Cause) -> bool {
    let Some(spec) = run.fixed.doors.get(at) else { return false };
    let Some(barrier) = run.live.doors.get_mut(at).filter(|barrier| !barrier.over()) else { return false };
    barrier.hitpoints = barrier.hitpoints.saturating_sub(damage(kind));
    let left = barrier.hitpoints;
    let row = run.log.add(by, "is hit", spec.subject, left.into(), cause);
    if left > 0 {
        return true;
    }
    let row = run.log.add(spec.subject, "breaks", spec.subject, 0, row);
    if let Some(barrier) = run.live.doors.get_mut(at) {
        barrier.state = state::BROKEN;
        barrier.hidden = spec.sort != Sort::Vargas;
    }
    collision(run, at, false, row);
    // A broken fence keeps its body until it is removed.
    let keeps = matches!(spec.sort, Sort::Fence | Sort::WallB);
    if let Some(barrier) = run.live.doors.get_mut(at) {
        barrier.body = keeps;
        barrier.worse = u8::from(!keeps);
    }
    let state = run.fixed.assumed.state;
    if !state.silent {
        run.log.add(spec.subject, "sound of material", spec.subject, spec.material.into(), row);
    }
    if matches!(spec.sort, Sort::Fence | Sort::Vargas) && !state.no_pieces {
        run.log.add(spec.subject, "boards", spec.subject, BOARDS, row);
    }
    true
}

/// ObjDestroy: it is taken away, its triangles stay as they are.
pub(super) fn destroy(run: &mut Run<'_>, what: Subject, by: Subject, cause: Cause) -> bool {
    let at = usize::try_from(what.row).unwrap_or(usize::MAX);
    let Some(door) = run.live.doors.get_mut(at).filter(|door| !door.gone) else { return false };
    door.gone = true;
    door.body = false;
    run.log.add(by, "removed", what, 0, cause);
    true
}

/// One tick: what is broken goes on its next update. A barrier of dyn_door_vargas never does.
pub(super) fn tick(run: &mut Run<'_>) {
    if !run.live.tick.is_multiple_of(INTERVAL) {
        return;
    }
    for (spec, barrier) in run.fixed.doors.iter().zip(&mut run.live.doors) {
        let goes = spec.sort.is_barrier() && spec.sort != Sort::Vargas;
        if goes && barrier.state == state::BROKEN && !barrier.gone {
            barrier.gone = true;
            barrier.body = false;
            run.log.add(spec.subject, "removed", spec.subject, 0, None);
        }
    }
}
