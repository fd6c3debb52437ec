//! How many monsters and items appear (`marathon.md` 1.2, 2.6).

use crate::games::marathon::names::*;
use crate::record::codec::be::*;

crate::record_table! {
    /// How many of one item or monster appear. Rows 0 to 63 are the items, rows 64 to 127 the monsters, each in
    /// the order of their numbers. Monster 0 is the player and means nothing.
    pub PLACEMENT: Placement, PlacementField = "marathon.placement", "Placement", 12 bytes, "marathon.md 2.6";
    /// Where they may appear.
    flags @ 0: U16, flags(&PLACEMENT_FLAGS);
    /// How many appear at the start.
    initial_count @ 2: I16;
    /// Below this many they come back.
    minimum_count @ 4: I16;
    /// Above this many none appear at random.
    maximum_count @ 6: I16;
    /// How many may appear at random in all; -1 for any number.
    random_count @ 8: I16;
    /// How likely one appears at random every 15 seconds, of 65536.
    random_chance @ 10: U16;
}
