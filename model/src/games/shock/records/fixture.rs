//! Fixtures: buttons, receptacles, terminals, panels (`systemshock.md` 5.7).

use super::action::ACTION_OVERLAYS;
use super::class::Class;
use super::condition::{Compare, Receptacle, Retina};
use super::keys::{ACCESS, KEY, MESSAGE_KEY, OBJECT, OBJECT_KEY};
use super::names::*;
use super::trap::under;
use crate::record::codec::Bits;
use crate::record::codec::le::*;
use crate::record::{Condition, Unit};

crate::record_table! {
    /// A fixture.
    pub FIXTURE: Fixture, FixtureField = "shock.fixture", "Fixture", 24 bytes after Class, "systemshock.md 5.7",
        overlays(&[
            under("condition", COMPARES, &[Compare::OVERLAY]),
            under("receptacle", RECEPTACLES, &[Receptacle::OVERLAY]),
            under("retina scanner", SCANNERS, &[Retina::OVERLAY]),
            under("action", ACTS, ACTION_OVERLAYS),
            Antenna::OVERLAY, Charger::OVERLAY, AccessPanel::OVERLAY, Elevator::OVERLAY, Keypad::OVERLAY,
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
    /// The access that a card must give; 0 for none.
    access @ 22: U16, kind(ACCESS), label("Access level");
}

macro_rules! of {
    ($subclass:literal) => {
        Condition::All(&[Condition::Is("common.class", 9), Condition::Is("common.subclass", $subclass)])
    };
    ($subclass:literal, $types:expr) => {
        Condition::All(&[
            Condition::Is("common.class", 9),
            Condition::Is("common.subclass", $subclass),
            Condition::In("common.type", $types),
        ])
    };
}
/// Buttons, toggles of cyberspace, terminals, panels: what is no receptacle.
const COMPARES: Condition =
    Condition::All(&[Condition::Is("common.class", 9), Condition::In("common.subclass", &[0, 2, 3, 5])]);
/// Receptacles but the retina scanner, and vending machines. Antenna panels are of this subclass, too.
const RECEPTACLES: Condition = Condition::Any(&[of!(1, &[0, 1, 2]), of!(4)]);
const SCANNERS: Condition = of!(1, &[6]);
/// What does an action.
const ACTS: Condition = Condition::Any(&[of!(0), of!(1, &[0, 1, 2, 6]), of!(2, &[0]), of!(4), of!(5)]);

crate::overlay! {
    /// One of four relays of an antenna.
    pub Antenna "antenna panel" over [Fixture::FIELDS], when of!(1, &[3, 4, 5]);
    /// Used when the fourth antenna is gone.
    used_at_last @ 12: U32, kind(OBJECT), group("Antenna");
    /// Used when plastique is placed.
    used_when_placed @ 16: U32, kind(OBJECT), group("Antenna");
    /// Destroyed with it.
    destroyed @ 20: U32, kind(OBJECT), group("Antenna");
}
crate::overlay! {
    /// Gives energy.
    pub Charger "charger" over [Fixture::FIELDS], when of!(2, &[1]);
    /// How much.
    energy @ 12: U32, group("Charger");
    /// Seconds until it is ready again.
    seconds @ 16: U32, group("Charger");
    /// What is used with it.
    used_object @ 20: U32, kind(OBJECT), group("Charger");
    /// The game time at which it is ready.
    ready @ 24: U32, unit(Unit { name: "s", divisor: 280.0 }), group("Charger");
}
crate::overlay! {
    /// A panel with a puzzle.
    pub AccessPanel "access panel" over [Fixture::FIELDS], when of!(3, &[0, 1, 2, 3, 9, 10]),
        nested [Wires::OVERLAY, Blocks::OVERLAY];
    /// Used when it is solved.
    used_object @ 12: U32, kind(OBJECT), group("Puzzle");
    /// What the puzzle says of itself.
    puzzle @ 16: U24, group("Puzzle");
    /// Which puzzle.
    puzzle_kind @ 19: U8, choice(&PANEL_KINDS), group("Puzzle");
    /// What it looks like.
    puzzle_layout @ 20: U32, group("Puzzle");
    /// How far it is.
    puzzle_state @ 24: U32, group("Puzzle");
}
crate::overlay! {
    /// Wires are to be put right.
    pub Wires "wires" over [Fixture::FIELDS, AccessPanel::FIELDS],
        when Condition::Masked("p2", 0xFF00_0000, 0);
    /// How many wires; 0 for 4.
    wires @ 16: Bits<U8, 0, 4>, group("Puzzle");
    /// How many pins; 0 for 6.
    pins @ 16: Bits<U8, 4, 4>, group("Puzzle");
    /// The power that is wanted.
    wanted_power @ 17: U8, group("Puzzle");
    /// Properties of the puzzle.
    properties @ 18: U8, group("Puzzle");
    /// How the wires shall be, three bits for each end.
    wanted_state @ 20: U32, group("Puzzle");
    /// How they are, three bits for each end.
    state @ 24: U32, group("Puzzle");
}
crate::overlay! {
    /// Blocks are to be pushed into a line.
    pub Blocks "blocks" over [Fixture::FIELDS, AccessPanel::FIELDS],
        when Condition::Masked("p2", 0xFF00_0000, 0x1000_0000);
    /// The trigger whose four parameters hold the blocks, three bits a cell.
    state_store @ 16: U16, kind(OBJECT), group("Puzzle");
    /// Kept as it is.
    state_store_rest @ 18: U8, group("Puzzle"), label("Rest");
    /// Whether it is solved.
    solved @ 20: Bits<U32, 0, 1>, yes_no(), group("Puzzle");
    /// Kept as it is.
    blocks_rest_1 @ 20: Bits<U32, 1, 3>, group("Puzzle"), label("Rest");
    /// Where the source is along its side.
    source @ 20: Bits<U32, 4, 3>, group("Puzzle");
    /// On which side the source is.
    source_side @ 20: Bits<U32, 7, 2>, group("Puzzle");
    /// Unknown.
    blocks_unknown @ 20: Bits<U32, 9, 3>, group("Puzzle"), label("Unknown");
    /// Where the goal is along its side.
    goal @ 20: Bits<U32, 12, 3>, group("Puzzle");
    /// On which side the goal is.
    goal_side @ 20: Bits<U32, 15, 2>, group("Puzzle");
    /// Kept as it is.
    blocks_rest_2 @ 20: Bits<U32, 17, 3>, group("Puzzle"), label("Rest");
    /// How wide it is.
    puzzle_width @ 20: Bits<U32, 20, 3>, group("Puzzle"), label("Width");
    /// Kept as it is.
    blocks_rest_3 @ 20: Bits<U32, 23, 1>, group("Puzzle"), label("Rest");
    /// How high it is.
    puzzle_height @ 20: Bits<U32, 24, 3>, group("Puzzle"), label("Height");
    /// Kept as it is.
    blocks_rest_4 @ 20: Bits<U32, 27, 1>, group("Puzzle"), label("Rest");
    /// What a push does.
    effect @ 20: Bits<U32, 28, 3>, group("Puzzle");
    /// Kept as it is.
    blocks_rest_5 @ 20: Bits<U32, 31, 1>, group("Puzzle"), label("Rest");
}
crate::overlay! {
    /// The buttons of an elevator: each leads to the panel of another floor.
    pub Elevator "elevator panel" over [Fixture::FIELDS], when of!(3, &[4, 5, 6]);
    /// The panel of the second floor.
    panel_1 @ 12: U16, kind(super::keys::OUTSIDE_PANEL), group("Elevator");
    /// The panel of the first floor.
    panel_0 @ 14: U16, kind(super::keys::OUTSIDE_PANEL), group("Elevator");
    /// The panel of the fourth floor.
    panel_3 @ 16: U16, kind(super::keys::OUTSIDE_PANEL), group("Elevator");
    /// The panel of the third floor.
    panel_2 @ 18: U16, kind(super::keys::OUTSIDE_PANEL), group("Elevator");
    /// The panel of the sixth floor.
    panel_5 @ 20: U16, kind(super::keys::OUTSIDE_PANEL), group("Elevator");
    /// The panel of the fifth floor.
    panel_4 @ 22: U16, kind(super::keys::OUTSIDE_PANEL), group("Elevator");
    /// The floors that can be reached, a bit a level.
    reachable @ 24: U16, group("Elevator");
    /// The floors of the shaft, a bit a level.
    shaft @ 26: U16, group("Elevator");
}
crate::overlay! {
    /// Buttons with digits: every code that fits uses something.
    pub Keypad "keypad" over [Fixture::FIELDS], when of!(3, &[7, 8]);
    /// A code, a digit in each nibble; 0 for never.
    code_1 @ 12: U16, kind(KEY), group("Keypad");
    /// What is used then.
    object_1 @ 14: U16, kind(OBJECT_KEY), group("Keypad");
    /// A second code.
    code_2 @ 16: U16, kind(KEY), group("Keypad");
    /// What is used then.
    object_2 @ 18: U16, kind(OBJECT_KEY), group("Keypad");
    /// A third code.
    code_3 @ 20: U16, kind(KEY), group("Keypad");
    /// What is used then.
    object_3 @ 22: U16, kind(OBJECT_KEY), group("Keypad");
    /// Used on a wrong code.
    wrong_object @ 24: U16, kind(OBJECT_KEY), group("Keypad");
    /// What is said on a wrong code: a trap message, 0 for the usual text.
    wrong_code_message @ 26: U16, kind(MESSAGE_KEY), group("Keypad");
}
