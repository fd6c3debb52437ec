//! The checks of `systemshock.md` 4.4 and of what else goes wrong, one a file.

mod animation_list;
mod class_free_dirty;
mod class_free_list;
mod class_last;
mod class_lists_cover;
mod class_owner;
mod class_previous;
mod class_used_list;
mod common;
mod contents_shared;
mod dangling;
mod elevator_panel;
mod fixed_boolean;
#[cfg(test)]
mod made;
mod near_limits;
mod note_text;
mod object_free_dirty;
mod object_free_list;
mod object_home_tile;
mod object_last;
mod object_lists_cover;
mod object_lost;
mod object_nowhere;
mod object_previous;
mod object_row_0;
mod object_sort;
mod object_used_list;
mod odd_target;
mod open_border;
mod operator;
mod reference_free_list;
mod reference_once;
mod reference_ring;
#[cfg(test)]
mod rules;
mod schedule_count;
mod sealed_tile;
mod tile_list;
mod too_many_references;
mod trigger_loop;
mod variable_missing;

pub(crate) use common::Walk;

use crate::problems::{Check, basic};

/// Every check of the game: what makes the engine go wrong first. The general check of links is not among them: those
/// of lists and of dangling numbers say the same with what it means.
pub static CHECKS: &[&Check] = &[
    &object_used_list::CHECK,
    &object_free_list::CHECK,
    &object_lists_cover::CHECK,
    &object_previous::CHECK,
    &object_row_0::CHECK,
    &object_sort::CHECK,
    &class_used_list::CHECK,
    &class_free_list::CHECK,
    &class_lists_cover::CHECK,
    &class_previous::CHECK,
    &class_owner::CHECK,
    &reference_free_list::CHECK,
    &reference_once::CHECK,
    &reference_ring::CHECK,
    &tile_list::CHECK,
    &object_home_tile::CHECK,
    &too_many_references::CHECK,
    &object_last::CHECK,
    &class_last::CHECK,
    &object_nowhere::CHECK,
    &object_lost::CHECK,
    &dangling::CHECK,
    &variable_missing::CHECK,
    &contents_shared::CHECK,
    &schedule_count::CHECK,
    &note_text::CHECK,
    &animation_list::CHECK,
    &elevator_panel::CHECK,
    &trigger_loop::CHECK,
    &odd_target::CHECK,
    &operator::CHECK,
    &fixed_boolean::CHECK,
    &open_border::CHECK,
    &near_limits::CHECK,
    &sealed_tile::CHECK,
    &object_free_dirty::CHECK,
    &class_free_dirty::CHECK,
    &basic::UNREADABLE,
    &basic::LIMITS,
];
