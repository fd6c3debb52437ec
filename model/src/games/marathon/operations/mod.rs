//! What people do to a level, as plans on drafts.
//!
//! Setting a field goes through [`set_field`], which knows what follows from it; the rest is in [`PLANS`].

mod common;
mod convert;
mod delete;
mod derived;
mod directory;
mod heights;
pub(crate) mod locate;
mod moves;
mod objects;
pub(crate) mod paste;
mod piece;
pub(crate) mod placement;
mod platform;
mod rows;

use crate::document::{NodeId, State};
use crate::edit::Draft;
use crate::games::PlanSpec;
use crate::record::{Field, Refusal, Value};

#[cfg(test)]
mod tests;

/// The plans, in the order in which people see them.
pub static PLANS: &[PlanSpec] = &[
    PlanSpec {
        key: "place",
        label: "Place",
        doc: "Puts a monster, item, piece of scenery, player start, goal or sound source on the map. Initial counts of \
              monsters and items follow; where a level keeps none, monsters and items may never appear until “Counts \
              from level” makes them.",
        arguments: &[
            ("kind", "monster, item, scenery, player, goal or sound-source"),
            ("index", "which of its group; 0 if not given"),
            ("x", "east, raw"),
            ("y", "south, raw"),
            ("z", "height over the floor, raw; 0 if not given"),
            ("facing", "0 to 511; of sound sources the volume, 256 if not given"),
            ("flags", "raw; 0 if not given"),
            ("polygon", "the polygon it stands in; found from the point if not given"),
        ],
        run: objects::place,
    },
    PlanSpec {
        key: "create",
        label: "Create",
        doc: "Makes a light, liquid, ambient sound, random sound, annotation or platform.",
        arguments: &[
            ("kind", "light, medium, ambient-sound, random-sound, annotation or platform"),
            ("light", "of a liquid: the light that moves it; 0 if not given"),
            ("x", "of an annotation: east, raw"),
            ("y", "of an annotation: south, raw"),
            ("text", "of an annotation"),
            ("polygon", "of a platform: the polygon that shall move"),
        ],
        run: rows::create,
    },
    PlanSpec {
        key: "duplicate",
        label: "Duplicate",
        doc: "Copies objects, lights, liquids, sounds or annotations to the end of their lists. Initial counts follow \
              where the level keeps them.",
        arguments: &[
            ("dx", "how far east the copies stand, raw; 0 if not given"),
            ("dy", "how far south, raw; 0 if not given"),
            ("dz", "how far up, raw; 0 if not given"),
        ],
        run: rows::duplicate,
    },
    PlanSpec {
        key: "delete",
        label: "Delete",
        doc: "Deletes what is selected. Every number that refers to something behind it is lowered.",
        arguments: &[
            (
                "replacement",
                "the light, liquid or sound that shall be named where a deleted one was; of polygons, where something must be named",
            ),
            ("objects", "delete: objects in deleted polygons go as well; otherwise they stop it"),
        ],
        run: delete::delete,
    },
    PlanSpec {
        key: "move",
        label: "Move",
        doc: "Moves objects and annotations, which take the polygon they come to lie in; or points, or the points of \
              lines and polygons.",
        arguments: &[
            ("dx", "how far east, raw; 0 if not given"),
            ("dy", "how far south, raw; 0 if not given"),
            ("dz", "how far up, raw; 0 if not given"),
        ],
        run: moves::move_by,
    },
    PlanSpec {
        key: "rotate",
        label: "Rotate",
        doc: "Turns objects. Sound sources look nowhere and stay as they are.",
        arguments: &[("turn", "how far clockwise, 512 for a full turn")],
        run: objects::rotate,
    },
    PlanSpec {
        key: "renumber",
        label: "Renumber",
        doc: "Moves a row of a table to another number; everything that refers to it or to the rows between follows.",
        arguments: &[("table", "the table"), ("from", "its number"), ("to", "the number it shall have")],
        run: rows::renumber,
    },
    PlanSpec {
        key: "counts_from_level",
        label: "Counts from level",
        doc: "Sets every initial count of monsters and items to the number of them that are placed. A level without \
              placement gets one.",
        arguments: &[],
        run: placement::counts_from_level,
    },
    PlanSpec {
        key: "convert_to_raw",
        label: "Convert to raw",
        doc: "Makes a preprocessed level a raw one, from which the engine derives everything anew: endpoints become \
              points, saved platforms and lights plain ones; map indices and the state of a saved game go. A level \
              with both kinds of points can be edited afterwards.",
        arguments: &[],
        run: convert::convert_to_raw,
    },
];

/// What follows from the geometry that was set in many records since a state.
///
/// # Errors
/// A refusal; drop the draft then.
pub fn settle(draft: &mut Draft, before: &State, touched: &[NodeId]) -> Result<(), Refusal> {
    derived::settle_all(draft, before, touched)
}

/// Sets a field with all that follows from it.
///
/// # Errors
/// A refusal; drop the draft then.
pub fn set_field(draft: &mut Draft, node: NodeId, field: &'static Field, value: &Value) -> Result<(), Refusal> {
    let (_, key) = common::found(draft, node)?;
    match (key, field.name) {
        ("objects", "group" | "index") => objects::set_sort(draft, node, field, value),
        ("polygons", "kind") => platform::set_kind(draft, node, value),
        ("polygons", "floor_height" | "ceiling_height") => heights::set(draft, node, field, value),
        ("saved_platforms", "floor_height" | "ceiling_height") => heights::set_platform(draft, node, field, value),
        ("saved_platforms", "minimum_floor_height" | "maximum_ceiling_height" | "flags" | "polygon") => {
            heights::set_rest(draft, node, field, value)
        }
        ("polygons", "lines" | "vertex_count" | "flags") | ("points" | "endpoints", "x" | "y") => {
            derived::set(draft, node, field, value)
        }
        (
            "lines",
            "first_endpoint"
            | "second_endpoint"
            | "flags"
            | "clockwise_side"
            | "counterclockwise_side"
            | "clockwise_polygon"
            | "counterclockwise_polygon",
        ) => derived::set(draft, node, field, value),
        (
            "sides",
            "primary_transfer_mode"
            | "transparent_texture_shape"
            | "transparent_texture_collection"
            | "transparent_texture_clut",
        ) => derived::set(draft, node, field, value),
        ("info", _) => directory::set(draft, node, field, value),
        _ => draft.store(node, field, value).map(|_| ()),
    }
}
