//! What people do to a level, as plans on drafts. Lengths are whole thousandths of a metre and angles whole thousandths of
//! a degree, counter-clockwise: plans take whole numbers.

mod common;
mod list;
mod moves;
mod numbers;
mod paste;
mod place;
mod rows;
pub mod travel;

pub use list::follow as follow_lines;
pub use paste::CLIPBOARD;

use crate::document::NodeId;
use crate::edit::Draft;
use crate::games::PlanSpec;
use crate::record::{Field, Refusal, Value};

/// Sets a field. Nothing follows from one in this game: what derives from a pane's corners or a door's place is worked out
/// by the running game.
///
/// # Errors
/// A refusal; drop the draft then.
pub fn set_field(draft: &mut Draft, node: NodeId, field: &'static Field, value: &Value) -> Result<(), Refusal> {
    draft.store(node, field, value).map(|_| ())
}

/// Pieces of a script's text have their ends where its calls are: none comes or goes by itself.
///
/// # Errors
/// Always.
pub fn follow_pieces(_: &mut Draft, _: NodeId, _: i64) -> Result<(), Refusal> {
    Err(Refusal::rule(
        "the rows of a script's text are its pieces: calls come and go by plans (place, duplicate, delete), or by hand in \
         the text",
    ))
}

/// The plans, in the order in which people see them.
pub static PLANS: &[PlanSpec] = &[
    PlanSpec {
        key: "place",
        label: "Place",
        doc: "Puts an object, emitter, door, pane, flag, volume box or train into the level: objects and emitters into the \
              object list, the others as a call at the end of a script. A compiled script must run straight on there.",
        arguments: &[
            ("kind", "object, emitter, door, pane, flag, volume-box or train"),
            ("type", "name of the type, emitter, flag or box; of a pane the number of its glass"),
            ("x", "east, mm"),
            ("y", "north, mm"),
            ("z", "up, mm; the collision mesh's height there if not given"),
            ("turn", "counter-clockwise from above, in thousandths of a degree; 0 if not given"),
            ("zone", "of an object: its zone; 0 if not given"),
            ("flags", "of an object: its spawn flags; 0 if not given"),
            ("tint", "of an object: 0xRRGGBBAA; white if not given"),
            ("script", "of an object: 1 to place it by script"),
            ("number", "of a door: its number, the next free one if not given; of a train: its slot"),
            ("triangle1", "of a door or pane: first collision triangle; 0 if not given"),
            ("triangle2", "of a door or pane: second collision triangle; 0 if not given"),
            ("width", "of a pane or box, mm; 1000 if not given"),
            ("height", "of a pane or box, mm; 2000 if not given"),
            ("ux", "of a pane: its second corner (height), east, mm"),
            ("uy", "of a pane: its second corner, north, mm"),
            ("uz", "of a pane: its second corner, up, mm"),
            ("vx", "of a pane: its third corner (width), east, mm"),
            ("vy", "of a pane: its third corner, north, mm"),
            ("vz", "of a pane: its third corner, up, mm"),
            ("radius", "of a train, mm; 2500 if not given"),
        ],
        run: place::place,
    },
    PlanSpec {
        key: "duplicate",
        label: "Duplicate",
        doc: "Copies what is selected behind itself. Copies of doors take the next free number; results of calls go to new \
              variables.",
        arguments: &[
            ("dx", "how far east the copies stand, mm; 0 if not given"),
            ("dy", "how far north, mm; 0 if not given"),
            ("dz", "how far up, mm; 0 if not given"),
        ],
        run: rows::duplicate,
    },
    PlanSpec {
        key: "delete",
        label: "Delete",
        doc: "Deletes lines of the list, whose count follows, and calls of scripts.",
        arguments: &[("force", "1 deletes calls although the script uses their result elsewhere")],
        run: rows::delete,
    },
    PlanSpec {
        key: "move",
        label: "Move",
        doc: "Moves what has a place; a pane with all its corners.",
        arguments: &[
            ("dx", "how far east, mm; 0 if not given"),
            ("dy", "how far north, mm; 0 if not given"),
            ("dz", "how far up, mm; 0 if not given"),
        ],
        run: moves::move_by,
    },
    PlanSpec {
        key: "rotate",
        label: "Rotate",
        doc: "Turns objects and doors about their place, panes and volume boxes about their middle, flags by their heading.",
        arguments: &[("turn", "how far, counter-clockwise from above, in thousandths of a degree")],
        run: moves::rotate,
    },
    PlanSpec {
        key: "set_zone",
        label: "Put into zone",
        doc: "Puts objects into a zone. Emitters have none: the game does not read theirs.",
        arguments: &[("zone", "the zone, 0 to 254")],
        run: numbers::set_zone,
    },
    PlanSpec {
        key: "set_tint",
        label: "Tint",
        doc: "Tints objects.",
        arguments: &[("tint", "0xRRGGBBAA")],
        run: numbers::set_tint,
    },
    PlanSpec {
        key: "renumber_doors",
        label: "Renumber doors",
        doc: "Gives the selected doors, or all, the numbers from 1 on in their order. Navigation links carry the numbers too \
              and are in another file: only do this where they follow.",
        arguments: &[("first", "the first number; 1 if not given")],
        run: numbers::renumber_doors,
    },
];
