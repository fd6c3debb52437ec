//! Types of objects as the game's configuration gives them (`object_types_ref.csv`): what is drawn for a type while no
//! configuration script is open.

/// What is known of a type without its configuration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownType {
    /// Its name.
    pub name: &'static str,
    /// Its class.
    pub class: &'static str,
    /// Extents of its box in metres.
    pub size: [f32; 3],
}

/// 85 of the 1,371 types, by name.
pub static KNOWN_TYPES: &[KnownType] = &[
    known("dyn_baseball", "thrown_weapon", [0.15, 0.15, 0.16]),
    known("dyn_bat", "melee_weapon", [0.09, 0.89, 0.08]),
    known("dyn_bat_tuff", "melee_weapon", [0.09, 0.89, 0.08]),
    known("dyn_baton", "melee_weapon", [0.04, 0.6, 0.05]),
    known("dyn_beerbottle", "thrown_weapon", [0.1, 0.3, 0.09]),
    known("dyn_beerbottleheavy", "thrown_weapon", [0.1, 0.3, 0.09]),
    known("dyn_boltcutter_b", "melee_weapon", [0.02, 0.63, 0.17]),
    known("dyn_bowie", "melee_weapon", [0.03, 0.46, 0.08]),
    known("dyn_box_stereo", "overhead_weapon", [0.61, 0.39, 0.19]),
    known("dyn_brick", "thrown_weapon", [0.07, 0.21, 0.1]),
    known("dyn_cbox", "overhead_weapon", [0.53, 0.54, 0.52]),
    known("dyn_chair01_", "overhead_weapon", [0.53, 0.52, 1.2]),
    known("dyn_crate_c", "overhead_weapon", [0.9, 0.9, 0.9]),
    known("dyn_crowbar", "melee_weapon", [0.11, 0.81, 0.06]),
    known("dyn_cueball", "thrown_weapon", [0.11, 0.11, 0.12]),
    known("dyn_oilcan", "thrown_weapon", [0.12, 0.12, 0.17]),
    known("dyn_parktrash_a", "overhead_weapon", [0.68, 0.73, 0.92]),
    known("dyn_poolball08_", "thrown_weapon", [0.11, 0.11, 0.12]),
    known("dyn_poolcue", "melee_weapon", [0.05, 1.61, 0.05]),
    known("dyn_porcelain_weap_b", "overhead_weapon", [0.63, 0.88, 0.96]),
    known("dyn_pstack", "overhead_weapon", [0.68, 0.68, 0.43]),
    known("dyn_swhbld", "melee_weapon", [0.04, 0.32, 0.04]),
    known("dyn_tire", "overhead_weapon", [0.72, 0.69, 0.23]),
    known("dyn_tknife", "melee_weapon", [0.03, 0.46, 0.08]),
    known("dyn_trashcan", "overhead_weapon", [0.84, 0.74, 0.97]),
    known("dyn_tv", "overhead_weapon", [0.51, 0.46, 0.42]),
    known("dyn_jewelcase_a", "dyn_masks", [0.58, 0.56, 2.1]),
    known("dyn_ladder", "dyn_masks", [0.07, 0.71, 4.93]),
    known("dyn_mailbox_a", "dyn_masks", [0.63, 0.64, 1.45]),
    known("dyn_milk_crate_a", "dyn_masks", [0.49, 0.49, 0.46]),
    known("dyn_newsbox_a", "dyn_masks", [0.78, 0.82, 1.43]),
    known("dyn_newsstand_a", "dyn_masks", [3.68, 1.13, 1.29]),
    known("dyn_newsstand_b", "dyn_masks", [0.11, 2.17, 2.95]),
    known("dyn_oil_fire", "dyn_masks", [0.72, 0.73, 1.12]),
    known("dyn_parkbench_a", "dyn_masks", [1.98, 0.81, 1.01]),
    known("dyn_parknmeter_a", "dyn_masks", [0.23, 0.11, 1.65]),
    known("dyn_phone_b", "dyn_masks", [0.55, 0.35, 0.85]),
    known("dyn_picnic", "dyn_masks", [2.75, 2.21, 0.95]),
    known("dyn_propane_a", "dyn_masks", [0.38, 0.33, 0.74]),
    known("dyn_baseballpile", "dyn_pile", [0.43, 0.42, 0.69]),
    known("dyn_beerpile", "dyn_pile", [0.48, 0.64, 0.3]),
    known("dyn_beerpileheavy", "dyn_pile", [0.48, 0.64, 0.3]),
    known("dyn_blokpile", "dyn_pile", [1.45, 1.37, 0.77]),
    known("dyn_boltcut_box", "dyn_pile", [0.51, 0.69, 0.62]),
    known("dyn_brickpile", "dyn_pile", [0.59, 0.56, 0.32]),
    known("dyn_donut_spawner", "dyn_pile", [0.48, 0.64, 0.3]),
    known("dyn_liquorpile", "dyn_pile", [1.45, 1.37, 0.77]),
    known("dyn_molotovpile_b", "dyn_pile", [0.48, 0.41, 0.41]),
    known("dyn_oilcan_box", "dyn_pile", [0.5, 0.69, 0.46]),
    known("dyn_poolballpile", "dyn_pile", [0.5, 0.41, 0.1]),
    known("dyn_spraycan_box", "dyn_pile", [0.5, 0.69, 0.46]),
    known("dyn_brooch", "pickup_item", [0.07, 0.12, 0.16]),
    known("dyn_camera", "pickup_item", [0.16, 0.22, 0.13]),
    known("dyn_carstereo", "powerup_item", [0.4, 0.22, 0.1]),
    known("dyn_key", "powerup_item", [0.33, 0.2, 0.26]),
    known("dyn_money", "powerup_item", [0.29, 0.15, 0.18]),
    known("dyn_necklace", "pickup_item", [0.23, 0.28, 0.26]),
    known("dyn_powercuffs", "powerup_item", [0.0, 0.0, 0.0]),
    known("dyn_pwatch", "pickup_item", [0.15, 0.09, 0.15]),
    known("dyn_revival", "powerup_item", [0.12, 0.18, 0.24]),
    known("dyn_ring", "pickup_item", [0.16, 0.13, 0.17]),
    known("dyn_spraycan", "powerup_item", [0.1, 0.1, 0.31]),
    known("dyn_objective_green", "dyn_objective", [1.59, 1.57, 2.16]),
    known("dyn_objective_red", "dyn_objective", [1.59, 1.57, 2.16]),
    known("dyn_objective_w", "dyn_objective", [1.89, 1.7, 2.16]),
    known("dyn_objective_yellow", "dyn_objective", [1.59, 1.57, 2.16]),
    known("dyn_throwtarget", "dyn_objective", [0.27, 0.02, 0.26]),
    known("dyn_w_bonus", "dyn_objective", [0.65, 0.65, 2.0]),
    known("dyn_w_cinematics", "dyn_objective", [0.38, 0.38, 2.0]),
    known("dyn_w_goto", "dyn_objective", [0.52, 0.52, 2.0]),
    known("dyn_w_mission", "dyn_objective", [0.52, 0.52, 2.0]),
    known("dyn_w_mission_b", "dyn_objective", [0.39, 0.03, 0.38]),
    known("dyn_dr_store", "sub_swinging_door", [2.18, 0.07, 2.33]),
    known("dyn_dr_cabin_a", "sub_swinging_door", [1.64, 0.07, 1.89]),
    known("dyn_dr_chainlnk_a", "sub_swinging_door", [2.31, 0.07, 3.28]),
    known("dyn_dr_big_gate", "sub_swinging_door", [4.43, 0.0, 3.32]),
    known("dyn_dr_stlslot", "sub_swinging_door", [1.09, 0.07, 2.33]),
    known("dyn_dr_woodfnce_xl", "sub_swinging_door", [2.06, 0.11, 2.65]),
    known("dyn_barrel_b", "simple_object", [0.72, 0.73, 1.12]),
    known("dyn_barric", "simple_object", [1.88, 0.5, 1.1]),
    known("dyn_blocker", "dyn_blocker", [3.67, 3.67, 1.0]),
    known("dyn_boat", "simple_object", [5.2, 1.17, 2.56]),
    known("dyn_big_fan", "rotating_object", [1.06, 0.17, 1.01]),
    known("dyn_autosign", "rotating_object", [0.99, 1.14, 4.62]),
    known("dyn_bar_table", "dyn_table", [1.61, 1.99, 0.86]),
];

const fn known(name: &'static str, class: &'static str, size: [f32; 3]) -> KnownType {
    KnownType { name, class, size }
}

/// The type of a name.
pub fn known_type(name: &str) -> Option<&'static KnownType> {
    KNOWN_TYPES.iter().find(|t| t.name == name)
}
