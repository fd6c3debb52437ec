//! TRIG: laser triggers (`oni.md` 2.16).

use super::{EVENT, MOST_EVENTS, ObjectHeader, SECONDS};
use crate::games::oni::names::*;
use crate::record::codec::FullLatinText;
use crate::record::codec::le::*;
use crate::record::{ColourForm, Matching, Role};

crate::record_table! {
    /// A laser trigger: emitters that run along an animation, with beams that set off its events. Its rail is part of
    /// the environment.
    pub TRIGGER: Trigger, TriggerField = "oni.trigger", "Trigger", 87 bytes after ObjectHeader, "oni.md 2.16",
        children("events", &EVENT, MOST_EVENTS), pad_to(4), matching(Matching::Alignment);
    /// The class, a TRIG instance's name without its tag.
    class @ 0x00: FullLatinText<63>;
    /// The number that scripts and events name it by.
    id @ 0x3F: U16, role(Role::Id), label("Trigger id");
    /// What is special about it.
    flags @ 0x41: U16, flags(&TRIGGER_FLAGS);
    /// The colour of the beams.
    colour @ 0x43: U32, colour(ColourForm::Argb32), role(Role::Colour), label("Beam colour");
    /// Where along the animation the emitters begin, 0 to 1.
    start @ 0x47: F32, label("Start position");
    /// Frames of the animation a tick; the game takes 0 to 100.
    speed @ 0x4B: F32;
    /// How many emitters; the game takes 1 to 32.
    emitters @ 0x4F: U16;
    /// How long the beams are on at a time.
    ticks_on @ 0x51: U16, unit(SECONDS), label("Time on");
    /// How long they are off.
    ticks_off @ 0x53: U16, unit(SECONDS), label("Time off");
    /// How many events it sets off.
    event_count @ 0x55: U16, role(Role::CountOf("events")), fixed("it follows from the events");
}
