//! TURR: turrets (`oni.md` 2.17).

use super::ObjectHeader;
use crate::games::oni::names::*;
use crate::record::codec::le::*;
use crate::record::codec::{FullLatinText, Raw};
use crate::record::{Matching, Role};

crate::record_table! {
    /// A turret. Its base is part of the environment; arm and barrel follow the object.
    pub TURRET: Turret, TurretField = "oni.turret", "Turret", 107 bytes after ObjectHeader, "oni.md 2.17",
        matching(Matching::Alignment);
    /// The class, a TURR instance's name without its tag.
    class @ 0x00: FullLatinText<63>;
    /// The number that scripts and events name it by.
    id @ 0x3F: U16, role(Role::Id), label("Turret id");
    /// What is special about it.
    flags @ 0x41: U16, flags(&TURRET_FLAGS);
    /// Not read by the game; kept.
    unread @ 0x43: Raw<36>;
    /// The teams it shoots at.
    teams @ 0x67: U32, flags(&TEAM_MASK), label("Target teams");
}
