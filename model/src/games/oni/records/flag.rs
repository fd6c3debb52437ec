//! FLAG: flags (`oni.md` 2.7).

use super::ObjectHeader;
use crate::record::codec::FullLatinText;
use crate::record::codec::le::*;
use crate::record::{ColourForm, Matching, Role};

crate::record_table! {
    /// A point with a direction that scripts and patrols name by its id.
    pub FLAG: Flag, FlagField = "oni.flag", "Flag", 136 bytes after ObjectHeader, "oni.md 2.7",
        matching(Matching::Alignment);
    /// The colour in which it is drawn.
    colour @ 0x00: U32, colour(ColourForm::Argb32), role(Role::Colour);
    /// Two letters shown before the id, the first in the high byte.
    prefix @ 0x04: U16;
    /// The number that scripts and patrol points name it by.
    id @ 0x06: I16, role(Role::Id), label("Flag id");
    /// A note for people.
    note @ 0x08: FullLatinText<128>;
}
