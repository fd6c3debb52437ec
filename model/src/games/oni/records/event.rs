//! Events of consoles, doors and triggers (`oni.md` 2.5).

use crate::games::oni::names::*;
use crate::record::codec::FullLatinText;
use crate::record::codec::le::*;
use crate::record::{Condition, Matching, Target};

crate::record_table! {
    /// What happens when a console is used, a door is opened or a beam is broken.
    pub EVENT: Event, EventField = "oni.event", "Event", 2 bytes, "oni.md 2.5",
        matching(Matching::Alignment),
        variants("type", &[
            (0, 2), (1, 34), (2, 4), (3, 4), (4, 4), (5, 4), (6, 4), (7, 4), (8, 4), (9, 4), (10, 4), (11, 4),
        ]),
        overlays(&[
            ScriptEvent::OVERLAY, TurretEvent::OVERLAY, ConsoleEvent::OVERLAY, AlarmEvent::OVERLAY,
            TriggerEvent::OVERLAY, DoorEvent::OVERLAY,
        ]);
    /// What happens.
    r#type @ 0: U16, choice(&EVENTS), label("Event");
}

crate::overlay! {
    /// Calls a function.
    pub ScriptEvent "script" over [Event::FIELDS], when Condition::Is("type", 1);
    /// The function called.
    function @ 2: FullLatinText<32>;
}
crate::overlay! {
    /// Switches a turret.
    pub TurretEvent "turret" over [Event::FIELDS], when Condition::In("type", &[2, 3]);
    /// Id of the turret.
    target @ 2: U16, link_none(Target::Id("turrets"), &[]), label("Turret");
}
crate::overlay! {
    /// Switches a console.
    pub ConsoleEvent "console" over [Event::FIELDS], when Condition::In("type", &[4, 5]);
    /// Id of the console.
    target @ 2: U16, link_none(Target::Id("consoles"), &[]), label("Console");
}
crate::overlay! {
    /// Switches an alarm.
    pub AlarmEvent "alarm" over [Event::FIELDS], when Condition::In("type", &[6, 7]);
    /// Number of the alarm.
    target @ 2: U16, label("Alarm");
}
crate::overlay! {
    /// Switches a laser trigger.
    pub TriggerEvent "trigger" over [Event::FIELDS], when Condition::In("type", &[8, 9]);
    /// Id of the trigger.
    target @ 2: U16, link_none(Target::Id("triggers"), &[]), label("Trigger");
}
crate::overlay! {
    /// Locks or unlocks a door.
    pub DoorEvent "door" over [Event::FIELDS], when Condition::In("type", &[10, 11]);
    /// Id of the door.
    target @ 2: U16, link_none(Target::Id("doors"), &[]), label("Door");
}

/// The most events an object's 16-bit count can say.
pub const MOST_EVENTS: u32 = 65_535;
