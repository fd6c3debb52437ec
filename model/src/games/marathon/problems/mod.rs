//! The checks of `marathon.md` 5.1, one a file.

mod common;
mod derived_stale;
mod floor_above_ceiling;
mod goal_missing;
mod index_budget;
mod index_range;
mod level_index;
mod level_missing;
mod light_trigger_range;
mod light_zero_cycle;
mod line_without_polygon;
mod line_zero_length;
#[cfg(test)]
mod made;
mod monster_on_teleporter;
mod name_too_long;
mod no_player_start;
mod object_outside_polygon;
mod panel_without_texture;
mod pict_missing;
mod placement_initial;
mod platform_trigger_target;
mod platform_without_record;
mod polygon_concave;
mod polygon_counter_clockwise;
mod tag_one_sided;
mod teleporter_range;
mod terminal_missing;
mod too_many_active_monsters;
mod unreachable_polygon;
mod wad_version;

use crate::problems::{Check, basic};

/// Every check of the game: what makes the engine go wrong first. The general check of links is not among them: the
/// range checks say the same with what it means.
pub static CHECKS: &[&Check] = &[
    &light_zero_cycle::CHECK,
    &line_zero_length::CHECK,
    &polygon_concave::CHECK,
    &polygon_counter_clockwise::CHECK,
    &no_player_start::CHECK,
    &teleporter_range::CHECK,
    &light_trigger_range::CHECK,
    &index_range::CHECK,
    &name_too_long::CHECK,
    &index_budget::CHECK,
    &floor_above_ceiling::CHECK,
    &object_outside_polygon::CHECK,
    &platform_trigger_target::CHECK,
    &platform_without_record::CHECK,
    &tag_one_sided::CHECK,
    &goal_missing::CHECK,
    &terminal_missing::CHECK,
    &level_missing::CHECK,
    &level_index::CHECK,
    &wad_version::CHECK,
    &pict_missing::CHECK,
    &line_without_polygon::CHECK,
    &placement_initial::CHECK,
    &unreachable_polygon::CHECK,
    &too_many_active_monsters::CHECK,
    &monster_on_teleporter::CHECK,
    &panel_without_texture::CHECK,
    &derived_stale::CHECK,
    &basic::UNREADABLE,
    &basic::LIMITS,
    &basic::UNKNOWN_VALUE,
];
