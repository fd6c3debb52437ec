//! WEAP: weapons that lie about (`oni.md` 2.18).

use super::ObjectHeader;
use crate::record::Matching;
use crate::record::codec::FullLatinText;

crate::record_table! {
    /// A weapon that lies there at the start.
    pub WEAPON: Weapon, WeaponField = "oni.weapon", "Weapon", 32 bytes after ObjectHeader, "oni.md 2.18",
        matching(Matching::Alignment);
    /// The weapon class, an ONWC instance's name without its tag.
    class @ 0x00: FullLatinText<32>;
}
