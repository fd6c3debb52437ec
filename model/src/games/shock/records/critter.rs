//! Critters (`systemshock.md` 5.12).

use super::class::Class;
use super::keys::OBJECT;
use super::names::*;
use crate::record::codec::le::*;
use crate::record::{Condition, Unit};

const TICKS: Unit = Unit { name: "s", divisor: 280.0 };

crate::record_table! {
    /// A critter: robots, mutants, cyborgs and programs.
    pub CRITTER: Critter, CritterField = "shock.critter", "Critter", 40 bytes after Class, "systemshock.md 5.12",
        overlays(&[Patrol::OVERLAY, Roam::OVERLAY, Highway::OVERLAY]);
    /// The heading it wants, in radians.
    wanted_heading @ 0: I32, fixed_point(16), group("Mind");
    /// The speed it wants.
    wanted_speed @ 4: I32, fixed_point(16), group("Mind");
    /// How urgent that is.
    urgency @ 8: I32, fixed_point(16), group("Mind");
    /// Frames until it thinks again.
    wait_frames @ 12: I16, group("Mind");
    /// What is on its mind.
    flags @ 14: U16, flags(&MIND_FLAGS), group("Mind");
    /// The game time of its next attack.
    next_attack @ 16: I32, unit(TICKS), group("Mind");
    /// Mode of its mind.
    ai_mode @ 20: U8, label("AI mode"), group("Mind");
    /// Who it is for.
    mood @ 21: U8, choice(&MOODS);
    /// What it does in peace.
    orders @ 22: U8, choice(&ORDERS);
    /// What it is doing.
    posture @ 23: U8, choice(&POSTURES);
    /// Column of a second tile; what it means depends on the orders.
    x1 @ 24: U8, group("Way");
    /// Row of a second tile; what it means depends on the orders.
    y1 @ 25: U8, group("Way");
    /// Column of the tile it goes to.
    destination_x @ 26: U8, group("Way");
    /// Row of the tile it goes to.
    destination_y @ 27: U8, group("Way");
    /// Column of the next tile on its way.
    path_x @ 28: U8, group("Way");
    /// Row of the next tile on its way.
    path_y @ 29: U8, group("Way");
    /// Its way among the sixteen; 255 for none. Any other number claims one.
    path @ 30: U8, group("Way");
    /// How often it tried to go on.
    path_tries @ 31: U8, group("Way");
    /// What it leaves behind.
    loot_1 @ 32: I16, kind(OBJECT), group("Loot");
    /// What it leaves behind.
    loot_2 @ 34: I16, kind(OBJECT), group("Loot");
    /// How far it steps aside.
    sidestep @ 36: I32, fixed_point(16), group("Mind");
}
crate::overlay! {
    /// It walks between two tiles.
    pub Patrol "patrol" over [Critter::FIELDS], when Condition::Is("orders", 3);
    /// Column of the other end of its way.
    other_end_x @ 30: U8, group("Way");
    /// Row of the other end of its way.
    other_end_y @ 31: U8, group("Way");
}
crate::overlay! {
    /// It walks about.
    pub Roam "roam" over [Critter::FIELDS], when Condition::Is("orders", 1);
    /// How often it tried.
    roam_tries @ 30: U8, group("Way");
    /// How far it goes; 0 for 5 tiles.
    roam_range @ 31: U8, group("Way");
}
crate::overlay! {
    /// It follows hints.
    pub Highway "highway" over [Critter::FIELDS], when Condition::Is("orders", 4);
    /// Which of the hint's three next ones it takes.
    hint_choice @ 30: U8, group("Way");
    /// Unused with these orders.
    y1 @ 31: U8, group("Way");
    /// The hint it is at.
    hint @ 40: I16, kind(OBJECT), group("Way");
}
