//! The checks of `oni.md` 4.4 on what a level's lists say; those on scripts are beside the scripts.

mod baked;
mod character;
mod class;
mod common;
mod door;
mod id_twice;
#[cfg(test)]
mod made;
mod name;
mod neutral;
mod object_id_twice;
mod patrol;
mod player;
mod reference;
mod run_time_flags;
mod shape;
mod text_full;
mod trigger_volume;

use super::scripts::problems as scripts;
use crate::problems::{Check, basic};

/// Every check of the game: what makes it go wrong first.
pub static CHECKS: &[&Check] = &[
    &player::CHECK,
    &object_id_twice::CHECK,
    &id_twice::CHECK,
    &name::TWICE,
    &name::EMPTY,
    &class::CHECK,
    &reference::CHECK,
    &reference::OF_CHARACTERS,
    &character::CHECK,
    &trigger_volume::CHECK,
    &patrol::ENDLESS,
    &patrol::RANGE,
    &patrol::TOO_LONG,
    &patrol::UNREACHED,
    &neutral::TOO_LONG,
    &neutral::RANGES,
    &shape::UNKNOWN,
    &shape::REVERSED,
    &door::CENTRE,
    &door::RADIUS,
    &run_time_flags::CHECK,
    &text_full::CHECK,
    &scripts::UNDEFINED,
    &scripts::TWICE,
    &scripts::UNKNOWN,
    &scripts::LONG,
    &scripts::SYNTAX,
    &scripts::UNCALLED,
    &baked::MOVED,
    &baked::ORPHAN,
    &basic::UNREADABLE,
    &basic::LIMITS,
    &basic::UNKNOWN_VALUE,
];
