//! DOOR: doors (`oni.md` 2.6).

use super::{EVENT, MOST_EVENTS, ObjectHeader};
use crate::games::oni::names::*;
use crate::record::codec::le::*;
use crate::record::codec::{Array, FullLatinText};
use crate::record::{Matching, Role};

crate::record_table! {
    /// A door. Its panels, quads and frame are part of the environment: see the guide before moving one.
    pub DOOR: Door, DoorField = "oni.door", "Door", 213 bytes after ObjectHeader, "oni.md 2.6",
        children("events", &EVENT, MOST_EVENTS), pad_to(4), matching(Matching::Alignment);
    /// The class, a DOOR instance's name without its tag.
    class @ 0x00: FullLatinText<63>;
    /// The number that scripts and events name it by.
    id @ 0x3F: U16, role(Role::Id), label("Door id");
    /// The key it needs, 0 for none.
    key @ 0x41: U16, label("Key id");
    /// What is special about it.
    flags @ 0x43: U16, flags(&DOOR_FLAGS);
    /// The centre of its frame. Moving the door moves it.
    center @ 0x45: Array<F32, 3>, vector(), label("Frame centre");
    /// Square of the distance at which it opens: 900 is 30 units.
    activation_radius_squared @ 0x51: F32, label("Activation radius, squared");
    /// A texture's name, of use to the developers' editor.
    texture_1 @ 0x55: FullLatinText<63>;
    /// A second one.
    texture_2 @ 0x94: FullLatinText<63>;
    /// How many events it sets off.
    event_count @ 0xD3: U16, role(Role::CountOf("events")), fixed("it follows from the events");
}
