//! What people do to a level, as plans on drafts.
//!
//! Places and ways are given in thousandths of the game's units along its own axes (y is up), angles in thousandths of a
//! degree. Setting a field goes through [`set_field`], which knows what follows from it.

mod baked;
mod common;
mod copy;
mod create;
mod delete;
mod moves;
mod points;
#[cfg(test)]
mod published_tests;
mod rename;
mod renumber;
mod set;
mod sort;
#[cfg(test)]
mod tests;

pub use copy::CLIPBOARD;
pub use set::set_field;

use crate::games::PlanSpec;

/// The plans, in the order in which people see them.
pub static PLANS: &[PlanSpec] = &[
    PlanSpec {
        key: "place",
        label: "Place",
        doc: "Puts an object on the map, with the next free number and the class that most of its kind have in the level. \
              Of doors, consoles, laser triggers, turrets and furniture the body is part of the environment and is not \
              made.",
        arguments: &[
            (
                "kind",
                "character, flag, trigger-volume, sliding-door, console, laser, turret, weapon, power-up, particle, \
                 ambient-sound or furniture",
            ),
            ("x", "thousandths of a unit"),
            ("y", "up, thousandths of a unit; 0 if not given"),
            ("z", "thousandths of a unit"),
            ("turn", "about the vertical axis, thousandths of a degree; 0 if not given"),
            ("class", "its class or, of power-ups, what it is; as most of its kind if not given"),
            ("name", "what scripts call it; made up if not given"),
        ],
        run: create::place,
    },
    PlanSpec {
        key: "create",
        label: "Create",
        doc: "Makes a patrol path, neutral behaviour, combat profile or melee profile with the next free number. A patrol \
              path goes through the flags that are selected.",
        arguments: &[
            ("kind", "patrol-path, conversation, combat-profile or melee-profile"),
            ("name", "what it is called; made up if not given"),
        ],
        run: create::create,
    },
    PlanSpec {
        key: "rename",
        label: "Rename",
        doc: "Gives a character, patrol path, trigger volume, neutral behaviour or particle another name, in the lists and \
              in every script that names it, in one step. Scripts stay as they are otherwise.",
        arguments: &[("name", "the new name; one word if scripts use it")],
        run: rename::object,
    },
    PlanSpec {
        key: "rename_in_scripts",
        label: "Rename in scripts",
        doc: "Gives a function or a variable another name, in every script and in every field that names the function.",
        arguments: &[
            ("sort", "function or variable"),
            ("old", "its name"),
            ("name", "the new name: letters, digits and _, at most 31"),
        ],
        run: rename::in_scripts,
    },
    PlanSpec {
        key: "add_point",
        label: "Add patrol point",
        doc: "Adds a point to a patrol path, behind a point that is selected, else at the end. Selected flags become points \
              that go there.",
        arguments: &[
            ("type", "number of the point's type; 0 (move to flag) or 8 (move to point) if not given"),
            ("at", "its position in the path; as said above if not given"),
            ("x", "of a point with a place: thousandths of a unit"),
            ("y", "up; 0 if not given"),
            ("z", "thousandths of a unit"),
        ],
        run: points::add,
    },
    PlanSpec {
        key: "move_point",
        label: "Move patrol point in its path",
        doc: "Gives a patrol point another position in its path. Points that loop to a position follow.",
        arguments: &[("to", "its new position, counted from 0")],
        run: points::reorder,
    },
    PlanSpec {
        key: "duplicate",
        label: "Duplicate",
        doc: "Copies objects to the end of their lists, with new object ids, the next free numbers and names of their own. \
              A patrol point is copied behind itself.",
        arguments: &[
            ("dx", "how far the copies stand from the originals, thousandths of a unit; 0 if not given"),
            ("dy", "how far up; 0 if not given"),
            ("dz", "how far along z; 0 if not given"),
        ],
        run: copy::duplicate,
    },
    PlanSpec {
        key: "delete",
        label: "Delete",
        doc: "Deletes objects and patrol points. What is baked into the environment stays visible there.",
        arguments: &[],
        run: delete::delete,
    },
    PlanSpec {
        key: "move",
        label: "Move",
        doc: "Moves objects. A door's frame centre follows. A patrol point that goes to a flag moves the flag. What is baked \
              into the environment stays behind.",
        arguments: &[
            ("dx", "how far along x, thousandths of a unit; 0 if not given"),
            ("dy", "how far up; 0 if not given"),
            ("dz", "how far along z; 0 if not given"),
        ],
        run: moves::move_by,
    },
    PlanSpec {
        key: "rotate",
        label: "Rotate",
        doc: "Turns objects about the vertical axis.",
        arguments: &[("turn", "thousandths of a degree, counter-clockwise seen from above")],
        run: moves::rotate,
    },
    PlanSpec {
        key: "renumber",
        label: "Renumber",
        doc: "Gives an object another number of its own kind (flag, path, volume and so on); every number that refers to it \
              follows, in scripts too. Numbers that are taken are refused, and so are doors, consoles, laser triggers \
              and turrets: they are part of the environment.",
        arguments: &[("id", "the new number")],
        run: renumber::renumber,
    },
    PlanSpec {
        key: "renumber_objects",
        label: "Renumber object ids",
        doc: "Gives every object the next free object id, in the order of the lists. Objects that are baked into the \
              environment keep theirs: its quads name them.",
        arguments: &[("from", "the first number; 1 if not given")],
        run: renumber::renumber_objects,
    },
];
