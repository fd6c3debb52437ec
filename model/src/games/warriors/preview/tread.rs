//! Trash and riot props that stand in the way of planners: each marks the path polygon it stands on (`warriors.md` P41;
//! seed 002, "Path polygons" and "Breakable props").

use std::sync::Arc;

use super::prop::Sort;
use super::thing::Spec;
use super::world::Run;
use crate::games::warriors::names::model_hash;
use crate::preview::{Cause, Fidelity, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[Fidelity {
    file: "tread",
    what: "riot props and overhead weapons mark the path polygon under them while they stand, of the latter all but 18 small ones",
    truth: Truth::Documents,
    note: "(P41) where the level's .lev has path data; the polygon is found by the rule of doors' holes; a break clears the mark; of the 18 one is known by its hash alone",
}];

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

/// Marks the ground under a thing that came in, or clears the mark of one that broke.
pub(super) fn mark(run: &mut Run<'_>, spec: &Spec, at: glam::Vec3, stands: bool, cause: Cause) {
    let minds = match spec.prop {
        Some(Sort::Trash) => marks(&spec.name) && !run.fixed.assumed.state.no_path_flag,
        Some(Sort::Masks { .. }) => true,
        _ => spec.class == "dyn_masks",
    };
    if minds && run.live.navigation.hole_at(at).is_some() {
        Arc::make_mut(&mut run.live.navigation).open_at(at, stands);
        run.log.add(spec.subject, if stands { "path marked" } else { "path free" }, spec.subject, 0, cause);
    }
}
