//! Doors (`systemshock.md` 5.8).

use super::class::Class;
use super::keys::{ACCESS, OBJECT, text};
use crate::games::shock::strings::word;
use crate::record::codec::le::*;
use crate::record::{Condition, Kind, Link, Target, Unit};

/// What locks a door whose access level is FF.
const TRIGGER: Target = Target::Row("objects");
const BOOLEAN: Target = Target::Row("booleans");
const LOCK: Kind = Kind::Link(Link {
    target: Target::By { field: "access", cases: &[(0xFF, &TRIGGER)], otherwise: Some(&BOOLEAN) },
    none: &[0],
});

crate::record_table! {
    /// A door.
    pub DOOR: Door, DoorField = "shock.door", "Door", 8 bytes after Class, "systemshock.md 5.8",
        overlays(&[ForceDoor::OVERLAY]);
    /// The boolean variable that locks it while it is on; with access FF the trigger whose condition is the lock. 0 for
    /// none.
    lock @ 0: I16, kind(LOCK);
    /// What is said when it is locked, counted from the seventh message.
    message @ 2: U8, kind(text(word::LOCK_MESSAGE)), label("Lock message");
    /// Colour of force doors.
    colour @ 3: U8;
    /// Which card opens it: 0 none is needed, 255 SHODAN.
    access @ 4: U8, kind(ACCESS), label("Access level");
    /// When it closes by itself; 0 never, 255 never and what is under way is cancelled.
    autoclose @ 5: U8, unit(Unit { name: "s", divisor: 2.0 });
    /// The other half of a double door.
    other_half @ 6: I16, kind(OBJECT);
}
crate::overlay! {
    /// Doors made of force.
    pub ForceDoor "force door" over [Door::FIELDS],
        when Condition::All(&[Condition::Is("common.class", 10), Condition::Is("common.subclass", 4)]);
    /// Colour of the field.
    colour @ 9: U8, label("Field colour");
}
