//! PWRU: power-ups (`oni.md` 2.13).

use super::ObjectHeader;
use crate::games::oni::names::*;
use crate::record::Matching;
use crate::record::codec::be::U32;

crate::record_table! {
    /// Ammunition, a hypo, a shield or another thing to pick up.
    pub POWER_UP: PowerUp, PowerUpField = "oni.power_up", "Power-up", 4 bytes after ObjectHeader, "oni.md 2.13",
        matching(Matching::Alignment);
    /// What it is: four letters in reading order, not reversed like other tags.
    kind @ 0: U32, choice(&POWER_UPS);
}
