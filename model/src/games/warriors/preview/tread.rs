//! Trash and riot props that stand in the way of planners: each marks the path polygon it stands on (`warriors.md` P41;
//! seed 002, "Path polygons" and "Breakable props").

use std::sync::Arc;

use super::prop::Sort;
use super::thing;
use super::world::Run;
use crate::games::warriors::names::model_hash;
use crate::preview::{Cause, Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "tread",
        what: "riot props and overhead weapons mark the path polygon under them while they stand, of the latter all but 18 small ones",
        truth: Truth::Documents,
        note: "(P41) where the level's .lev has path data; the polygon is found by the rule of doors' holes; a break clears the mark; of the 18 one is known by its hash alone",
    },
    Fidelity {
        file: "tread",
        what: "marks of what is taken away or destroyed",
        truth: Truth::Assumed,
        note: "they are cleared where they were made; what lies again marks nothing until it is streamed in anew",
    },
];

/// What does not mark the ground.
const SMALL: [&str; 17] = [
    "dyn_gascan",
    "dyn_cbox",
    "dyn_tire",
    "dyn_crate_c",
    "dyn_crate_e",
    "dyn_tvsmall",
    "dyn_tv",
    "dyn_box_stereo",
    "dyn_ricebag_b",
    "dyn_keyboard",
    "dyn_drumkit_a",
    "dyn_drumkit_e",
    "dyn_paintcan",
    "dyn_detergent",
    "dyn_cinderblok",
    "dyn_bagcash",
    "dyn_bagdrug",
];
/// The eighteenth, whose name is not known.
const UNNAMED: u32 = 0xE910_F959;

/// Whether an overhead weapon of a name marks the ground.
pub(super) fn marks(name: &str) -> bool {
    !SMALL.contains(&name) && model_hash(name) != UNNAMED
}

/// Marks the ground under a thing that came in.
pub(super) fn mark(run: &mut Run<'_>, what: Subject, cause: Cause) {
    let fixed = run.fixed;
    let Some(at) = thing::index(fixed, what) else { return };
    let (Some(spec), Some(state)) = (fixed.things.get(at), run.live.things.get(at)) else { return };
    let minds = match spec.prop {
        Some(Sort::Trash) => marks(&spec.name) && !fixed.assumed.state.no_path_flag,
        Some(Sort::Masks { .. }) => true,
        _ => spec.class == "dyn_masks",
    };
    let place = state.at;
    if minds && run.live.navigation.hole_at(place).is_some() {
        // Stored and moved, it may have marked another place.
        clear(run, what, cause);
        Arc::make_mut(&mut run.live.navigation).open_at(place, true);
        if let Some(state) = run.live.things_mut().get_mut(at) {
            state.marked = Some(place);
        }
        run.log.add(what, "path marked", what, 0, cause);
    }
}

/// Clears the mark of a thing that broke or that stands there no more: where it made it, not where it is now.
pub(super) fn clear(run: &mut Run<'_>, what: Subject, cause: Cause) {
    let Some(at) = thing::index(run.fixed, what) else { return };
    if run.live.things.get(at).is_none_or(|state| state.marked.is_none()) {
        return;
    }
    let Some(place) = run.live.things_mut().get_mut(at).and_then(|state| state.marked.take()) else { return };
    Arc::make_mut(&mut run.live.navigation).open_at(place, false);
    run.log.add(what, "path free", what, 0, cause);
}
