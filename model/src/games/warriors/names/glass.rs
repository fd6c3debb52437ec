//! The 19 types of glass and the tints that the game's scripts use (`warriors.md` 1.7, `glass_types.csv`,
//! `objspawn_tints.csv`).

/// What the configuration says about a type of glass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlassType {
    /// Whether breaking it opens a way.
    pub window_link: bool,
    /// Whether breaking it raises an alarm.
    pub alarm: bool,
    /// Sprite of the whole pane; the low 16 bits are a rectangle of its sheet.
    pub sprite: u32,
    /// Sprite of the broken pane; 0 hides it.
    pub broken_sprite: u32,
    /// How many panes of it the game places.
    pub panes: u16,
}

/// By type, 0 to 18.
pub static GLASS_TYPES: [GlassType; 19] = [
    glass(0, 0, 0x0001_0014, 0x0001_0015, 97),
    glass(0, 0, 0x0001_0014, 0x0001_0015, 422),
    glass(0, 0, 0x0001_0014, 0x0001_0015, 50),
    glass(0, 0, 0x0001_0014, 0x0001_0015, 14),
    glass(0, 1, 0x0001_0014, 0x0001_0015, 0),
    glass(0, 1, 0x0001_0014, 0x0001_0015, 0),
    glass(0, 1, 0x0001_0014, 0x0001_0015, 0),
    glass(0, 1, 0x0001_0014, 0x0001_0015, 0),
    glass(1, 0, 0x0001_0014, 0x0001_0015, 157),
    glass(1, 0, 0x0001_0014, 0x0001_0015, 2),
    glass(1, 0, 0x0001_0016, 0x0001_0017, 0),
    glass(1, 0, 0x0001_0016, 0x0001_0017, 25),
    glass(0, 0, 0x0001_0014, 0x0001_0015, 1),
    glass(1, 1, 0x0001_0014, 0x0001_0015, 142),
    glass(1, 0, 0x0002_0000, 0x0001_0015, 0),
    glass(0, 0, 0x0001_0014, 0x0001_0015, 0),
    glass(0, 0, 0x0001_0016, 0x0001_0017, 19),
    glass(0, 0, 0x0001_0015, 0x0001_0015, 0),
    glass(1, 0, 0x0001_0015, 0x0001_0015, 0),
];

const fn glass(window_link: u8, alarm: u8, sprite: u32, broken_sprite: u32, panes: u16) -> GlassType {
    GlassType { window_link: window_link != 0, alarm: alarm != 0, sprite, broken_sprite, panes }
}

/// Tints 0xRRGGBBAA and how many calls of the game give each.
pub static TINTS: &[(u32, u16)] = &[
    (0xA49E_98FF, 60),
    (0x8888_88FF, 48),
    (0xB1B1_B1FF, 48),
    (0x5C58_4DFF, 47),
    (0x5954_59FF, 32),
    (0xE8E3_DEFF, 24),
    (0x757A_7EFF, 18),
    (0xE2DE_DAFF, 16),
    (0xF7F7_F7FF, 12),
    (0x8A86_82FF, 11),
    (0xF9F9_F9FF, 9),
    (0x787D_81FF, 6),
    (0xDAD9_D8FF, 4),
    (0x1113_19FF, 3),
    (0xEBEB_EBFF, 3),
    (0x4338_31FF, 2),
    (0x4745_42FF, 2),
    (0x8384_83FF, 2),
    (0x8688_87FF, 2),
    (0x9994_8EFF, 2),
    (0x4943_41FF, 1),
    (0x544F_52FF, 1),
    (0x8080_FFFF, 1),
    (0x80BF_80FF, 1),
    (0xA0A0_6EFF, 1),
    (0xAEAE_FFFF, 1),
    (0xAED6_AEFF, 1),
    (0xE1E0_E0FF, 1),
    (0xF4F4_F5FF, 1),
    (0xFCFC_FCFF, 1),
    (0xFEFE_FEFF, 1),
    (0xFF81_81FF, 1),
    (0xFFAD_ADFF, 1),
];
