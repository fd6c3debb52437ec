//! Platforms, as levels and as saved levels hold them (`marathon.md` 1.4, 2.1).

use super::{INDICES, SECONDS, WU};
use crate::games::marathon::names::*;
use crate::record::codec::be::*;
use crate::record::codec::{Array, Raw};
use crate::record::{Matching, Role, Target};

crate::record_table! {
    /// A polygon whose floor or ceiling moves: a door, a lift.
    pub PLATFORM: Platform, PlatformField = "marathon.platform", "Platform", 32 bytes, "seed 001, Platform Data",
        matching(Matching::Alignment);
    /// Chooses sounds, crush damage and the key; nothing else.
    kind @ 0: I16, choice(&PLATFORM_TYPES), label("Type");
    /// Raw units a tick. Slow is 17, fast 34, blinding 68.
    speed @ 2: I16;
    /// How long it waits at each end.
    delay @ 4: I16, unit(SECONDS);
    /// The upper limit; -1 raw takes it from the neighbours.
    maximum_height @ 6: I16, unit(WU);
    /// The lower limit; -1 raw takes it from the neighbours.
    minimum_height @ 8: I16, unit(WU);
    /// How it behaves.
    flags @ 10: U32, flags(&PLATFORM_FLAGS);
    /// The polygon that moves.
    polygon @ 14: I16, link(Target::Row("polygons"));
    /// Switches and terminals with this tag work on it; 0 for none.
    tag @ 16: I16, link_none(Target::Tag("tag"), &[0]), role(Role::Tag);
    /// Unused.
    unused_18 @ 18: Raw<14>, label("Unused");
}

crate::record_table! {
    /// A platform of a preprocessed or saved level, with its state.
    pub SAVED_PLATFORM: SavedPlatform, SavedPlatformField = "marathon.saved_platform", "Platform (saved)", 140 bytes,
        "marathon.md 1.4",
        matching(Matching::Alignment);
    /// Chooses sounds, crush damage and the key; nothing else.
    kind @ 0: I16, choice(&PLATFORM_TYPES), label("Type");
    /// How it behaves.
    flags @ 2: U32, flags(&PLATFORM_FLAGS);
    /// Raw units a tick. Slow is 17, fast 34, blinding 68.
    speed @ 6: I16;
    /// How long it waits at each end.
    delay @ 8: I16, unit(SECONDS);
    /// The floor's lower limit.
    minimum_floor_height @ 10: I16, unit(WU);
    /// The floor's upper limit.
    maximum_floor_height @ 12: I16, unit(WU);
    /// The ceiling's lower limit.
    minimum_ceiling_height @ 14: I16, unit(WU);
    /// The ceiling's upper limit.
    maximum_ceiling_height @ 16: I16, unit(WU);
    /// The polygon that moves.
    polygon @ 18: I16, link(Target::Row("polygons"));
    /// What it is doing.
    state @ 20: U16, flags(&PLATFORM_STATE), group("State");
    /// Where the floor is.
    floor_height @ 22: I16, unit(WU), group("State");
    /// Where the ceiling is.
    ceiling_height @ 24: I16, unit(WU), group("State");
    /// How long until it starts again.
    ticks_until_restart @ 26: I16, unit(SECONDS), label("Time until restart"), group("State");
    /// For each corner: first polygon, how many, first line, how many, all in the map indices.
    endpoint_owners @ 28: Array<I16, 32>, derived(), fixed(INDICES), group("State");
    /// The platform that started it.
    parent_platform @ 92: I16, link(Target::Row("saved_platforms")), group("State");
    /// Switches and terminals with this tag work on it; 0 for none.
    tag @ 94: I16, link_none(Target::Tag("tag"), &[0]), role(Role::Tag);
    /// Unused.
    unused_96 @ 96: Raw<44>, label("Unused");
}
