//! Traps and triggers (`systemshock.md` 5.10, 6.4).

use super::action::ACTION_OVERLAYS;
use super::class::Class;
use super::condition::{Area, Compare, DeathWatch, Ecology};
use super::keys::OBJECT;
use super::names::*;
use crate::record::codec::le::*;
use crate::record::{Condition, Overlay, Unit};

crate::record_table! {
    /// A trap or trigger: waits for something, then does something.
    pub TRAP: Trap, TrapField = "shock.trap", "Trap", 22 bytes after Class, "systemshock.md 5.10",
        overlays(&[
            under("condition", COMPARES, &[Compare::OVERLAY]),
            under("death watch", DEATH_WATCHES, &[DeathWatch::OVERLAY]),
            under("area", AREAS, &[Area::OVERLAY]),
            under("ecology", ECOLOGIES, &[Ecology::OVERLAY]),
            under("action", ACTS, ACTION_OVERLAYS),
            Hint::OVERLAY, Repulsor::OVERLAY, MapNote::OVERLAY, Music::OVERLAY,
        ]);
    /// What it does.
    action @ 0: U8, choice(&ACTIONS), group("Action");
    /// How often it can; 0 for always.
    quota @ 1: U8;
    /// When it does it; what the number means depends on the type.
    condition @ 2: U32, group("Condition");
    /// First parameter of the action.
    p1 @ 6: U32, group("Action"), label("Parameter 1");
    /// Second parameter of the action.
    p2 @ 10: U32, group("Action"), label("Parameter 2");
    /// Third parameter of the action.
    p3 @ 14: U32, group("Action"), label("Parameter 3");
    /// Fourth parameter of the action.
    p4 @ 18: U32, group("Action"), label("Parameter 4");
}

/// Overlays that lie under one condition.
pub(super) const fn under(name: &'static str, when: Condition, overlays: &'static [Overlay]) -> Overlay {
    Overlay { name, when, fields: &[], overlays }
}

const TRIGGER: Condition = Condition::All(&[Condition::Is("common.class", 12), Condition::Is("common.subclass", 0)]);

macro_rules! of_type {
    ($list:expr) => {
        Condition::All(&[TRIGGER, Condition::In("common.type", $list)])
    };
}

const DEATH_WATCHES: Condition = of_type!(&[4]);
const ECOLOGIES: Condition = of_type!(&[11]);
const AREAS: Condition = of_type!(&[5, 6]);

/// Triggers that compare a variable (6.4); of repulsors it is the switch (5.10, 6.7).
const COMPARES: Condition = of_type!(&[0, 1, 2, 3, 8, 9, 10, 12]);
/// Triggers that do an action: hints and repulsors do not.
const ACTS: Condition = Condition::All(&[TRIGGER, Condition::Not(&Condition::In("common.type", &[7, 10]))]);
const HINTS: Condition = of_type!(&[7]);
const REPULSORS: Condition = of_type!(&[10]);

crate::overlay! {
    /// Leads critters on their highway.
    pub Hint "AI hint" over [Trap::FIELDS], when HINTS;
    /// The next hint.
    next_hint_1 @ 12: U32, kind(OBJECT), group("Hint");
    /// Another next hint.
    next_hint_2 @ 16: U32, kind(OBJECT), group("Hint");
    /// A third next hint.
    next_hint_3 @ 20: U32, kind(OBJECT), group("Hint");
    /// Whether something is used when the critter chooses its next leg: 1 yes.
    uses_object @ 24: U16, yes_no(), group("Hint");
    /// What is used then.
    used_object @ 26: U16, kind(OBJECT), group("Hint");
}
/// Tiles with 16 bits behind the point.
const TILES: Unit = Unit { name: "tiles", divisor: 1.0 };
crate::overlay! {
    /// Lifts the player.
    pub Repulsor "repulsor" over [Trap::FIELDS], when REPULSORS;
    /// It works above this height; 0 for everywhere.
    lower_limit @ 16: I32, fixed_point(16), unit(TILES), group("Repulsor");
    /// It works below this height; 0 for everywhere.
    upper_limit @ 20: I32, fixed_point(16), unit(TILES), group("Repulsor");
    /// Where to.
    direction @ 24: U32, choice(&DIRECTIONS), group("Repulsor");
}
crate::overlay! {
    /// A note on the map; its text lies among the level's.
    pub MapNote "map note" over [Trap::FIELDS],
        when Condition::All(&[
            Condition::Is("common.class", 12), Condition::Is("common.subclass", 2), Condition::Is("common.type", 3),
        ]);
    /// Where its text begins among the texts of all notes.
    text_offset @ 24: U32, fixed("it follows the text: set the text of the note"), group("Note");
}
crate::overlay! {
    /// Changes the music within 7 tiles, where the tile's zone is 0.
    pub Music "music" over [Trap::FIELDS],
        when Condition::All(&[
            Condition::Is("common.class", 12), Condition::Is("common.subclass", 2), Condition::Is("common.type", 4),
        ]);
    /// Which flavour.
    flavour @ 12: U8, limits(0, 4), group("Music");
    /// Kept as it is.
    flavour_rest @ 13: U24, group("Music"), label("Rest");
}
