//! The types of doors and barriers (`warriors.md` 1.8, `door_types.csv`).

/// A type of door.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoorType {
    /// Its name.
    pub name: &'static str,
    /// Its class; empty where the barrier's class is not named.
    pub class: &'static str,
    /// Whether it is a breakable barrier without leaves by rule.
    pub barrier: bool,
    /// Hit points.
    pub hitpoints: u16,
    /// How many leaves it has; `None` where that is not known.
    pub leaves: Option<u8>,
    /// Name hashes of its sounds: opening, closing; 0 for none.
    pub sounds: [u32; 2],
    /// How it starts: `closed`, `pickable`, `rest10`, `barrier` or `unknown`.
    pub start: &'static str,
    /// Extents of its box in metres; zero where not known.
    pub size: [f32; 3],
}

/// Every type of door, by name.
pub static DOOR_TYPES: &[DoorType] = &[
    door("dyn_door_big_gate", "dyn_door_swinging", false, 100, Some(2), [0x43E4_B743, 0x2D88_622B], "closed", [8.86, 0.1, 3.32]),
    door("dyn_door_cabin_a", "dyn_door_swinging", false, 12, Some(2), [0xECC3_AB3C, 0xB70E_3EE2], "rest10", [1.64, 0.07, 1.89]),
    door("dyn_door_cabin_b", "dyn_door_swinging", false, 12, Some(2), [0xECC3_AB3C, 0xB70E_3EE2], "rest10", [1.64, 0.07, 1.89]),
    door("dyn_door_cabin_c", "dyn_door_swinging", false, 12, Some(2), [0xECC3_AB3C, 0xB70E_3EE2], "rest10", [1.64, 0.07, 1.89]),
    door("dyn_door_cemgate", "dyn_door_swinging", false, 100, Some(2), [0x43E4_B743, 0x2D88_622B], "closed", [2.66, 0.16, 2.84]),
    door("dyn_door_chainlnk_a", "dyn_door_swinging", false, 100, Some(1), [0xCA9B_DEA4, 0x5392_8F1E], "closed", [2.31, 0.07, 3.28]),
    door("dyn_door_chainlnk_ag", "dyn_door_swinging", false, 100, Some(1), [0xCA9B_DEA4, 0x5392_8F1E], "closed", [2.31, 0.07, 3.28]),
    door("dyn_door_chainlnk_ap", "dyn_door_swinging", false, 100, Some(1), [0xCA9B_DEA4, 0x5392_8F1E], "closed", [3.35, 0.07, 3.28]),
    door("dyn_door_chainlnk_ar", "dyn_door_swinging", false, 100, Some(1), [0xCA9B_DEA4, 0x5392_8F1E], "closed", [2.31, 0.07, 3.28]),
    door("dyn_door_chainlnk_aw", "dyn_door_swinging", false, 100, Some(1), [0xCA9B_DEA4, 0x5392_8F1E], "closed", [2.31, 0.07, 3.28]),
    door("dyn_door_chainlnk_pick", "dyn_door_swinging", false, 100, Some(1), [0xCA9B_DEA4, 0x5392_8F1E], "pickable", [2.31, 0.07, 3.28]),
    door("dyn_door_corr", "dyn_door_swinging", false, 100, Some(1), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [3.4, 0.18, 4.29]),
    door("dyn_door_dblgate", "dyn_door_swinging", false, 100, Some(2), [0x43E4_B743, 0x2D88_622B], "closed", [1.96, 0.1, 3.03]),
    door("dyn_door_dblgate_d", "dyn_door_swinging", false, 100, Some(2), [0x43E4_B743, 0x2D88_622B], "closed", [1.96, 0.1, 3.03]),
    door("dyn_door_dblstlwin", "dyn_door_swinging", false, 100, Some(2), [0xC098_23BE, 0x62B0_26B4], "closed", [1.09, 0.07, 2.33]),
    door("dyn_door_dblwood", "dyn_door_swinging", false, 100, Some(0), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [1.09, 0.07, 2.33]),
    door("dyn_door_dblwoodfnce_xl", "dyn_door_swinging", false, 100, Some(2), [0xA75A_C8F5, 0x4954_A9D9], "closed", [4.12, 0.11, 2.65]),
    door("dyn_door_dclub", "dyn_door_swinging", false, 20, Some(2), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [2.18, 0.07, 2.33]),
    door("dyn_door_ele", "dyn_door_sliding", false, 100, None, [0, 0], "unknown", [4.75, 0.1, 4.92]),
    door("dyn_door_ele_c", "dyn_door_sliding", false, 100, None, [0, 0], "unknown", [3.71, 0.0, 1.6]),
    door("dyn_door_fence_r", "dyn_door_sliding", false, 100, None, [0, 0], "unknown", [3.44, 0.18, 4.61]),
    door("dyn_door_fence_s", "dyn_door_sliding", false, 100, None, [0, 0], "unknown", [2.31, 0.08, 3.28]),
    door("dyn_door_liz", "dyn_door_swinging", false, 100, Some(2), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [2.18, 0.07, 2.33]),
    door("dyn_door_ornate", "dyn_door_swinging", false, 100, Some(2), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [1.09, 0.05, 2.33]),
    door("dyn_door_ornate_single", "dyn_door_swinging", false, 100, Some(1), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [1.09, 0.05, 2.33]),
    door("dyn_door_pol", "dyn_door_sliding", false, 100, None, [0, 0], "unknown", [0.11, 0.11, 1.32]),
    door("dyn_door_portcullis", "dyn_door_sliding", false, 100, None, [0, 0], "unknown", [3.27, 0.2, 2.64]),
    door("dyn_door_red_fence", "dyn_door_swinging", false, 100, Some(1), [0x3406_2C42, 0xB044_3866], "closed", [2.11, 0.1, 3.88]),
    door("dyn_door_redgate", "dyn_door_swinging", false, 100, Some(2), [0x43E4_B743, 0x2D88_622B], "closed", [3.44, 0.09, 4.97]),
    door("dyn_door_rollup", "dyn_door_sliding", false, 100, None, [0, 0], "unknown", [3.82, 0.1, 3.48]),
    door("dyn_door_shackdoor", "dyn_door_swinging", false, 100, Some(2), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [4.27, 0.18, 4.29]),
    door("dyn_door_sheetmtl", "dyn_door_swinging", false, 100, Some(1), [0x3406_2C42, 0xB044_3866], "closed", [4.27, 0.18, 4.29]),
    door("dyn_door_spook", "dyn_door_sliding", false, 100, None, [0, 0], "unknown", [2.49, 0.16, 8.44]),
    door("dyn_door_stall", "dyn_door_swinging", false, 10, Some(1), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [1.31, 0.07, 2.2]),
    door("dyn_door_steel_b", "dyn_door_swinging", false, 100, Some(2), [0xC098_23BE, 0x62B0_26B4], "closed", [1.09, 0.07, 2.33]),
    door("dyn_door_stlslot", "dyn_door_swinging", false, 100, Some(2), [0xC098_23BE, 0x62B0_26B4], "closed", [1.09, 0.07, 2.33]),
    door("dyn_door_stlwin", "dyn_door_swinging", false, 100, Some(2), [0xC098_23BE, 0x62B0_26B4], "closed", [1.09, 0.07, 2.33]),
    door("dyn_door_store", "dyn_door_swinging", false, 1, Some(2), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [2.18, 0.07, 2.33]),
    door("dyn_door_storeb", "dyn_door_swinging", false, 100, Some(2), [0xECC3_AB3C, 0xB70E_3EE2], "pickable", [2.18, 0.2, 2.33]),
    door("dyn_door_strip", "dyn_door_swinging", false, 100, Some(2), [0xC098_23BE, 0xD883_1BF0], "closed", [1.09, 0.07, 2.33]),
    door("dyn_door_subcan", "dyn_door_swinging", false, 100, Some(2), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [1.09, 0.04, 2.33]),
    door("dyn_door_subway", "dyn_door_sliding", false, 100, None, [0, 0], "unknown", [0.83, 0.06, 2.31]),
    door("dyn_door_temple", "dyn_door_swinging", false, 100, Some(2), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [1.09, 0.07, 2.33]),
    door("dyn_door_templedoor", "dyn_door_swinging", false, 100, Some(2), [0xECC3_AB3C, 0xB70E_3EE2], "pickable", [1.09, 0.07, 2.33]),
    door("dyn_door_templeshutter", "dyn_door_swinging", false, 100, Some(2), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [3.154, 0.07, 2.22]),
    door("dyn_door_wood", "dyn_door_swinging", false, 100, Some(2), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [1.09, 0.07, 2.33]),
    door("dyn_door_woodbrd", "dyn_door_swinging", false, 100, Some(0), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [2.41, 0.06, 2.58]),
    door("dyn_door_woodfnce_xl", "dyn_door_swinging", false, 100, Some(1), [0xA75A_C8F5, 0x4954_A9D9], "closed", [2.06, 0.11, 2.65]),
    door("dyn_door_woodp", "dyn_door_swinging", false, 100, Some(0), [0xECC3_AB3C, 0xB70E_3EE2], "closed", [1.2, 0.1, 3.0]),
    door("dyn_door_fence", "dyn_door_fence", true, 10, Some(0), [0, 0], "barrier", [0.0, 0.0, 0.0]),
    door("dyn_door_bar_bani", "dyn_door_bar_bani", true, 100, Some(0), [0, 0], "barrier", [0.0, 0.0, 0.0]),
    door("dyn_door_bnstr", "dyn_door_bnstr", true, 100, Some(0), [0, 0], "barrier", [0.0, 0.0, 0.0]),
    door("dyn_door_chain_s", "dyn_door_chain_s", true, 100, Some(0), [0, 0], "barrier", [0.0, 0.0, 0.0]),
    door("dyn_door_fence_o", "dyn_door_fence_o", true, 100, Some(0), [0, 0], "barrier", [0.0, 0.0, 0.0]),
    door("dyn_door_parapet", "dyn_door_parapet", true, 100, Some(0), [0, 0], "barrier", [0.0, 0.0, 0.0]),
    door("dyn_door_wall_a", "dyn_door_fence", true, 3, Some(0), [0, 0], "barrier", [0.0, 0.0, 0.0]),
    door("dyn_door_wall_b", "dyn_door_fence", true, 3, Some(0), [0, 0], "barrier", [0.0, 0.0, 0.0]),
    door("dyn_door_vargas", "dyn_door_fence", true, 1, Some(0), [0, 0], "barrier", [0.0, 0.0, 0.0]),
    door("dyn_door_barricade", "dyn_door_barricade", true, 100, Some(0), [0, 0], "barrier", [0.0, 0.0, 0.0]),
];

#[expect(clippy::too_many_arguments, reason = "a row of the table")]
const fn door(
    name: &'static str,
    class: &'static str,
    barrier: bool,
    hitpoints: u16,
    leaves: Option<u8>,
    sounds: [u32; 2],
    start: &'static str,
    size: [f32; 3],
) -> DoorType {
    DoorType { name, class, barrier, hitpoints, leaves, sounds, start, size }
}

/// The type of a name.
pub fn door_type(name: &str) -> Option<&'static DoorType> {
    DOOR_TYPES.iter().find(|t| t.name == name)
}
