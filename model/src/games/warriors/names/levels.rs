//! Emitters by their script type, and the levels of the game with the names of their files (`script_types.csv`,
//! `levels.csv`, `warriors.md` 1.0, 1.1).

/// Script type of the first emitter; the others follow one after the other.
pub const FIRST_EMITTER: u16 = 76;

/// The particle emitters that a line of an object list may name.
pub static EMITTERS: &[&str] = &[
    "part_blood_spray",
    "part_coke_machine",
    "part_copcar_lights",
    "part_explosion",
    "part_explosion_screen_shake",
    "part_fear",
    "part_fire",
    "part_fire_large",
    "part_fire_large_ns",
    "part_fire_light_large",
    "part_fire_light_medium",
    "part_fire_ns",
    "part_fire_plume",
    "part_fire_tiki",
    "part_firebarrel",
    "part_firebarrel_ns",
    "part_firetruck_lights",
    "part_fog",
    "part_garbage_flies",
    "part_garbage_flies_ns",
    "part_gasmeter",
    "part_generator_sparks",
    "part_ghost_light",
    "part_gun_flash",
    "part_large_ac",
    "part_large_ac_two",
    "part_lava_light",
    "part_level2_subway",
    "part_light_bugs",
    "part_motorbike_gang",
    "part_multi_strobe",
    "part_narrowflame",
    "part_ominous_smoke",
    "part_open_air_vent",
    "part_orange_neon",
    "part_pelham_subway",
    "part_pink_neon",
    "part_plaster_drop",
    "part_plaster_drop_ns",
    "part_raindrops",
    "part_ridecart_sound",
    "part_rotate_vent",
    "part_s_fire",
    "part_s_shack_dust_puff",
    "part_s_subway_sparks",
    "part_small_ac",
    "part_small_light",
    "part_smaller_light",
    "part_spray_tag",
    "part_squareflame_lrg",
    "part_squareflame_med",
    "part_squareflame_sml",
    "part_steam",
    "part_steam_huge",
    "part_steam_large",
    "part_strobe",
    "part_strobe_red",
    "part_subway_light",
    "part_torch_flame",
    "part_torch_flame_ns",
    "part_truck_sound",
    "part_truck_humans",
    "part_train_sound",
    "part_train_splat",
    "part_trans_five",
    "part_trans_four",
    "part_trans_one",
    "part_trans_three",
    "part_trans_two",
    "part_tv",
    "part_tv_light",
    "part_urine_spray",
    "part_urine_stain2",
    "part_water",
];

/// Whether the game takes a placed name for an emitter: four letters decide, whatever follows.
pub fn is_emitter(name: &str) -> bool {
    name.starts_with("part")
}

/// Numbers of the 64 levels. All but [`FRONT_END`] have an object list.
pub static LEVELS: &[u16] = &[
    1, 2, 3, 5, 9, 11, 14, 20, 31, 34, 51, 52, 54, 55, 60, 61, 62, 63, 64, 80, 81, 82, 83, 84, 86, 87, 92, 93, 95, 99,
    100, 101, 102, 103, 104, 105, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 118, 119, 120, 121, 122, 123, 124,
    126, 127, 128, 129, 130, 131, 132, 133, 134, 136, 137,
];

/// The front end, which spawns its objects by script.
pub const FRONT_END: u16 = 100;
