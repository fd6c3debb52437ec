//! The checks of `warriors.md` 1.12 that files alone can decide, one a file. What only a running game tells (live objects,
//! paths, spheres) is not among them, nor is the general check of choices: the mesh of every level has triangles of
//! material 0, which has no name.

mod common;
mod door_number;
mod door_without_leaves;
mod emitter_fields;
mod emitter_unknown;
mod invisible;
mod list_count;
mod name_too_long;
mod pane_flat;
mod pane_type;
mod pool_overflow;
mod position;
mod rotation;
mod too_many;
mod train;
mod triangle;
mod type_unknown;
mod unlockable;
mod zone_range;

use crate::problems::{Check, basic};

/// Every check of the game: what makes it go wrong first.
pub static CHECKS: &[&Check] = &[
    &pool_overflow::CHECK,
    &too_many::CHECK,
    &position::CHECK,
    &rotation::CHECK,
    &train::CHECK,
    &triangle::CHECK,
    &door_number::CHECK,
    &type_unknown::CHECK,
    &emitter_unknown::CHECK,
    &name_too_long::CHECK,
    &list_count::CHECK,
    &zone_range::CHECK,
    &pane_flat::CHECK,
    &pane_type::CHECK,
    &door_without_leaves::CHECK,
    &invisible::CHECK,
    &unlockable::CHECK,
    &emitter_fields::CHECK,
    &basic::UNREADABLE,
    &basic::LIMITS,
];
