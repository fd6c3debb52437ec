//! Tiles (`systemshock.md` 3.4).

use super::keys::REFERENCE;
use super::names::*;
use crate::record::codec::Bits;
use crate::record::codec::le::*;
use crate::record::{Condition, Target};

crate::record_table! {
    /// A tile of the map: 64 rows of 64, the southmost first, each from west to east.
    pub TILE: Tile, TileField = "shock.tile", "Tile", 16 bytes, "systemshock.md 3.4",
        overlays(&[CyberTile::OVERLAY]);
    /// Its shape.
    r#type @ 0: U8, choice(&TILE_TYPES), label("Shape");
    /// Height of the floor in tile height units.
    floor @ 1: Bits<U8, 0, 5>, group("Floor");
    /// How far the floor's texture is turned.
    floor_turn @ 1: Bits<U8, 5, 2>, choice(&TURNS), group("Floor");
    /// The floor is a biohazard, or, where the level says so, has another gravity.
    biohazard @ 1: Bits<U8, 7, 1>, yes_no(), group("Floor");
    /// How far the ceiling hangs below 32 tile height units.
    ceiling @ 2: Bits<U8, 0, 5>, group("Ceiling"), label("Ceiling below 32");
    /// How far the ceiling's texture is turned.
    ceiling_turn @ 2: Bits<U8, 5, 2>, choice(&TURNS), group("Ceiling");
    /// The tile is radioactive.
    radiation @ 2: Bits<U8, 7, 1>, yes_no(), group("Ceiling");
    /// How high the slope rises in tile height units.
    slope @ 3: U8, label("Slope height");
    /// The first cross reference of what stands in it.
    reference @ 4: I16, kind(REFERENCE), derived(), fixed("objects are moved, their references follow"), group("Objects");
    /// Texture of the walls, an entry of the level's list.
    wall_texture @ 6: Bits<U16, 0, 6>, link_none(Target::Row("textures"), &[]), group("Wall");
    /// Texture of the ceiling, one of the first 32 of the level's list.
    ceiling_texture @ 6: Bits<U16, 6, 5>, link_none(Target::Row("textures"), &[]), group("Ceiling");
    /// Texture of the floor, one of the first 32 of the level's list.
    floor_texture @ 6: Bits<U16, 11, 5>, link_none(Target::Row("textures"), &[]), group("Floor");
    /// How far up the wall's texture is moved, in tile height units.
    wall_offset @ 8: Bits<U8, 0, 5>, group("Wall");
    /// How the wall's texture is flipped.
    wall_flip @ 8: Bits<U8, 5, 2>, choice(&FLIPS), group("Wall");
    /// Unused.
    family @ 8: Bits<U8, 7, 1>, group("State");
    /// Each wall shows the texture of the tile beyond it.
    neighbour_texture @ 9: Bits<U8, 0, 1>, yes_no(), group("Wall");
    /// The music is spooky here.
    spooky_music @ 9: Bits<U8, 1, 1>, yes_no(), group("Music");
    /// How floor and ceiling follow the slope.
    slope_control @ 9: Bits<U8, 2, 2>, choice(&SLOPE_CONTROLS);
    /// The music is that of peril here.
    peril_music @ 9: Bits<U8, 4, 1>, yes_no(), group("Music");
    /// The zone of music; 7 is an elevator.
    music @ 9: Bits<U8, 5, 3>, choice(&ZONES), group("Music");
    /// How dark the floor is at its south-west corner: 0 bright, 15 dark.
    floor_darkness @ 10: Bits<U8, 0, 4>, group("Floor");
    /// The engine's scratch.
    scratch_a @ 10: Bits<U8, 4, 4>, group("State");
    /// How dark the ceiling is at its south-west corner: 0 bright, 15 dark.
    ceiling_darkness @ 11: Bits<U8, 0, 4>, group("Ceiling");
    /// The engine's scratch.
    scratch_b @ 11: Bits<U8, 4, 3>, group("State");
    /// The player has seen it on the map.
    seen @ 11: Bits<U8, 7, 1>, yes_no(), group("State");
    /// The engine's; FF in files.
    sub_clip @ 12: U8, group("State");
    /// The engine's.
    clear_solid @ 13: U8, group("State");
    /// The engine's.
    quick_clip @ 14: Bits<U8, 0, 4>, group("State");
    /// The engine's.
    flicker @ 14: Bits<U8, 4, 4>, group("State");
    /// What triggers of light add to the floor.
    floor_light @ 15: Bits<U8, 0, 4>, group("Floor"), label("Floor light change");
    /// What triggers of light add to the ceiling.
    ceiling_light @ 15: Bits<U8, 4, 4>, group("Ceiling"), label("Ceiling light change");
}
crate::names! {
    /// The eight zones of music.
    pub ZONES = "music zone", "systemshock.md 3.4": 0 "zone 0", 1 "zone 1", 2 "zone 2", 3 "zone 3", 4 "zone 4",
        5 "zone 5", 6 "zone 6", 7 "elevator"
}
crate::overlay! {
    /// In cyberspace tiles have colours and currents.
    pub CyberTile "cyberspace" over [Tile::FIELDS], when Condition::Level("cyberspace", 1);
    /// Colour of the floor, one of the game's palette.
    floor_colour @ 6: U8, group("Floor");
    /// Colour of the ceiling, one of the game's palette.
    ceiling_colour @ 7: U8, group("Ceiling");
    /// State of the game of life.
    game_of_life @ 8: Bits<U8, 5, 2>;
    /// The current (`systemshock.md` 6.7): 1 to 4 low, 5 to 8 in the middle, 9 to 12 high, each to east, west, north and
    /// south; 13 up and 14 down low, 15 up in the middle; 0 what the other says.
    pull @ 10: Bits<U8, 0, 4>, label("Pull");
    /// The current where the other is 0, less 15: 1 down in the middle, 2 up high, 3 down high.
    pull_beyond @ 11: Bits<U8, 0, 4>, label("Pull beyond 15");
}
