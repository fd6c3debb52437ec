//! CONS: consoles (`oni.md` 2.4).

use super::{EVENT, MOST_EVENTS, ObjectHeader};
use crate::games::oni::names::*;
use crate::record::codec::FullLatinText;
use crate::record::codec::le::*;
use crate::record::{Matching, Role};

crate::record_table! {
    /// A console that the player uses, with what it sets off. Its body is part of the environment; only the screen
    /// follows the object.
    pub CONSOLE: Console, ConsoleField = "oni.console", "Console", 258 bytes after ObjectHeader, "oni.md 2.4",
        children("events", &EVENT, MOST_EVENTS), pad_to(4), matching(Matching::Alignment);
    /// The class, a CONS instance's name without its tag.
    class @ 0x00: FullLatinText<63>;
    /// The number that scripts and events name it by.
    id @ 0x3F: U16, role(Role::Id), label("Console id");
    /// What is special about it.
    flags @ 0x41: U16, flags(&CONSOLE_FLAGS);
    /// The screen's texture while it is inactive, a TXMP instance's name without its tag.
    inactive_texture @ 0x43: FullLatinText<63>, group("Screen");
    /// The screen's texture while it is active.
    active_texture @ 0x82: FullLatinText<63>, group("Screen");
    /// The screen's texture once it was used.
    used_texture @ 0xC1: FullLatinText<63>, group("Screen");
    /// How many events it sets off.
    event_count @ 0x100: U16, role(Role::CountOf("events")), fixed("it follows from the events");
}
