//! What a level is: its information, its directory entry, Marathon 1's second name (`marathon.md` 1.1, 1.2).

use crate::games::marathon::names::*;
use crate::record::codec::be::*;
use crate::record::codec::{MacText, Raw};
use crate::record::{ABSENT, Condition, Matching, Role};

crate::record_table! {
    /// What a level is. Layout 0 is the usual one; layout 1, written by Pfhorte, ends two bytes early, so it has no
    /// entry point flags.
    pub INFO: Info, InfoField = "marathon.info", "Level", 88 bytes, "seed 001, Static Map Info; marathon.md 1.2",
        sizes(&[(1, 86)]), overlays(&[MarathonOneInfo::OVERLAY]);
    /// The texture set.
    environment_code @ 0: I16, choice(&ENVIRONMENTS), label("Environment");
    /// Of old editors; 1 everywhere.
    physics_model @ 2: I16;
    /// The sky.
    landscape @ 4: I16, choice(&LANDSCAPES);
    /// What is to be done.
    mission_flags @ 6: U16, flags(&MISSION_FLAGS), label("Mission");
    /// What is special.
    environment_flags @ 8: U16, flags(&ENVIRONMENT_FLAGS);
    /// Unused.
    unused_10 @ 10: Raw<8>, label("Unused");
    /// What the level is called. Lists of levels show the name in the directory where there is one.
    name @ 18: MacText<66>, role(Role::Name);
    /// Which games it can be played in. In Marathon 1 none means single player.
    entry_flags @ 84: U32, flags(&ENTRY_FLAGS), label("Games"), moved(&[(1, ABSENT)]);
}

crate::overlay! {
    /// Of Marathon 1, which numbers its texture sets otherwise and has music instead of a sky.
    pub MarathonOneInfo "Marathon 1" over [Info::FIELDS], when Condition::Level("data_version", 0);
    /// The texture set.
    environment_code @ 0: I16, choice(&ENVIRONMENTS_M1), label("Environment");
    /// The music.
    music @ 4: I16;
}

/// Layout of a directory entry without level data.
pub const DIRECTORY_INDEX_ONLY: u16 = 1;
/// Layout of a directory entry of wad versions 0 and 1, which holds nothing beside the level's place.
pub const DIRECTORY_EMPTY: u16 = 2;

crate::record_table! {
    /// What the file's directory says of a level beside where it lies. Layout 0 has the index and 74 bytes of level
    /// data, layout 1 (single levels) the index alone, layout 2 (Marathon 1) nothing.
    pub DIRECTORY: Directory, DirectoryField = "marathon.directory", "Directory entry", 76 bytes, "marathon.md 1.1",
        sizes(&[(1, 2), (2, 0)]), matching(Matching::Key("index"));
    /// The number that exits and terminals name the level by. At or above the number of levels, Aleph One cannot
    /// reach it.
    index @ 0: I16, role(Role::Id), moved(&[(2, ABSENT)]);
    /// What is to be done; repeats the level's own.
    mission_flags @ 2: U16, flags(&MISSION_FLAGS), label("Mission"), moved(&[(1, ABSENT), (2, ABSENT)]);
    /// What is special; repeats the level's own.
    environment_flags @ 4: U16, flags(&ENVIRONMENT_FLAGS), moved(&[(1, ABSENT), (2, ABSENT)]);
    /// Which games it can be played in; repeats the level's own.
    entry_flags @ 6: U32, flags(&ENTRY_FLAGS), label("Games"), moved(&[(1, ABSENT), (2, ABSENT)]);
    /// The name in lists of levels, which may differ from the level's own on purpose.
    name @ 10: MacText<66>, role(Role::Name), moved(&[(1, ABSENT), (2, ABSENT)]);
}

crate::record_table! {
    /// Marathon 1's second copy of the level name; what follows the NUL is left over.
    pub NAME_M1: NameM1, NameM1Field = "marathon.name_m1", "Level name (Marathon 1)", 64 bytes, "marathon.md 1.2";
    /// What the level is called.
    name @ 0: MacText<64>, role(Role::Name);
}
