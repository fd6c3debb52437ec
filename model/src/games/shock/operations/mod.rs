//! What people do to a level, as plans on drafts.
//!
//! Objects take rows from lists of free ones and give them back, in the engine's order ([`lists`]); setting a field goes
//! through [`set_field`], which knows what follows from it.

pub(crate) mod common;
pub(crate) mod contents;
mod delete;
pub mod lists;
pub(crate) mod notes;
mod paste;
mod place;
mod repair;
mod schedule;
mod set;
#[cfg(test)]
mod tests;
mod tiles;

use crate::games::PlanSpec;

pub use paste::CLIPBOARD;
pub(crate) use repair::repair as repair_lists;
pub use set::set_field;

/// The plans, in the order in which people see them.
pub static PLANS: &[PlanSpec] = &[
    PlanSpec {
        key: "place",
        label: "Place",
        doc: "Puts an object on the map. It begins with what the level says new objects of its class begin with.",
        arguments: &[
            (
                "kind",
                "critter, container, trap, fixture, door, big-stuff, small-stuff, gun, ammo, grenade, drug, hardware, \
                 software, projectile or animating",
            ),
            ("subclass", "in the class; 0 if not given"),
            ("type", "in the subclass; 0 if not given"),
            ("x", "east, in 256ths of a tile"),
            ("y", "north, in 256ths of a tile"),
            ("z", "height in object units; on the floor if not given"),
            ("heading", "0 north, 64 east; 0 if not given"),
            ("hit_points", "if not given as many as another of its type has, 0 if there is none"),
        ],
        run: place::place,
    },
    PlanSpec {
        key: "create",
        label: "Create",
        doc: "Makes an event of the schedule, or an object that is nowhere: put it into something then.",
        arguments: &[
            ("kind", "event, or a kind of object as for place"),
            ("time", "of an event: when, in stamps of 16 game ticks"),
            ("event", "of an event: what happens, 0 to 10"),
            ("data", "of an event: its four bytes as a number, the first one lowest; 0 if not given"),
            ("subclass", "of an object: in the class; 0 if not given"),
            ("type", "of an object: in the subclass; 0 if not given"),
            ("hit_points", "of an object: if not given as many as another of its type has"),
        ],
        run: schedule::create,
    },
    PlanSpec {
        key: "duplicate",
        label: "Duplicate",
        doc: "Copies objects with everything that is set in them. What a copy refers to is what the old one refers to.",
        arguments: &[
            ("dx", "how far east the copies stand, in 256ths of a tile; 0 if not given"),
            ("dy", "how far north; 0 if not given"),
            ("dz", "how far up, in 256ths of a tile; 0 if not given"),
        ],
        run: place::duplicate,
    },
    PlanSpec {
        key: "delete",
        label: "Delete",
        doc: "Deletes objects and events. Numbers that name a deleted object become none, so that they do not come to \
              mean a later one that gets its number. The text of a map note goes with it.",
        arguments: &[("keep", "1: numbers that name a deleted object stay as they are")],
        run: delete::delete,
    },
    PlanSpec {
        key: "move",
        label: "Move",
        doc: "Moves objects. What they touch beside their own tile moves with them.",
        arguments: &[
            ("dx", "how far east, in 256ths of a tile; 0 if not given"),
            ("dy", "how far north; 0 if not given"),
            ("dz", "how far up, in 256ths of a tile; 0 if not given"),
        ],
        run: place::move_by,
    },
    PlanSpec {
        key: "rotate",
        label: "Rotate",
        doc: "Turns objects about the vertical axis.",
        arguments: &[("turn", "how far clockwise, 256 for a full turn")],
        run: place::rotate,
    },
    PlanSpec {
        key: "put_in",
        label: "Put in",
        doc: "Puts objects into a container, corpse, briefcase or cabinet, or gives them to a critter: they leave the map.",
        arguments: &[("into", "number of the object that shall hold them")],
        run: contents::put_in,
    },
    PlanSpec {
        key: "take_out",
        label: "Take out",
        doc: "Takes objects out of whatever holds them and puts them on the map where that stands.",
        arguments: &[],
        run: contents::take_out,
    },
    PlanSpec {
        key: "paint",
        label: "Paint tiles",
        doc: "Sets fields of all selected tiles, or of all tiles of a rectangle. Only what is given changes.",
        arguments: tiles::ARGUMENTS,
        run: tiles::paint,
    },
    PlanSpec {
        key: "set_note",
        label: "Set note",
        doc: "Sets the text of a map note. The texts behind it move, and the notes that name them follow.",
        arguments: &[("text", "at most 39 letters of code page 437")],
        run: notes::set_note,
    },
    PlanSpec {
        key: "clear_free_rows",
        label: "Clear free rows",
        doc: "Zeroes what deleted objects left behind in free rows, as the engine does when it saves.",
        arguments: &[],
        run: |draft, arguments| {
            let level = common::level_of(draft, arguments)?;
            lists::Lists::new(draft, level)?.zero_unused().map(|()| None)
        },
    },
    PlanSpec {
        key: "repair_lists",
        label: "Repair lists",
        doc: "Makes the lists of objects, class rows and cross references anew from what the rows say of themselves. \
              Objects whose class row belongs to another object become free.",
        arguments: &[],
        run: |draft, arguments| {
            let level = common::level_of(draft, arguments)?;
            repair::repair(draft, level).map(|()| None)
        },
    },
];
