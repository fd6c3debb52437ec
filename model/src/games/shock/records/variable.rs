//! The variables of a game (`systemshock.md` 6.2). A level does not store them, it only names them by number: they are
//! listed so that what reads and writes one can be looked up from it.

use crate::record::Role;
use crate::record::codec::le::U16;

/// How many boolean variables there are.
pub const BOOLEANS: u16 = 512;
/// How many integer variables there are.
pub const INTEGERS: u16 = 64;

crate::record_table! {
    /// A variable that is on or off. Its value lies in the player's record of a save.
    pub BOOLEAN: Boolean, BooleanField = "shock.boolean", "Boolean variable", 2 bytes, "systemshock.md 6.2";
    /// Its number.
    number @ 0: U16, role(Role::Id), fixed("the game numbers its variables");
}

crate::record_table! {
    /// A variable of 16 bits with a sign. Its value lies in the player's record of a save.
    pub INTEGER: Integer, IntegerField = "shock.integer", "Integer variable", 2 bytes, "systemshock.md 6.2";
    /// Its number.
    number @ 0: U16, role(Role::Id), fixed("the game numbers its variables");
}
