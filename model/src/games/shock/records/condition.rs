//! Conditions (`systemshock.md` 6.3), and what other things stand in their place (6.4, 5.7). In traps, fixtures and
//! surgery machines they lie at the same offset.

use super::fixture::Fixture;
use super::keys::{MESSAGE, OBJECT};
use super::names::*;
use super::trap::Trap;
use crate::record::codec::Bits;
use crate::record::codec::le::*;
use crate::record::{Condition, Kind, Link, Target};

/// An integer variable.
pub(super) const INTEGER: Kind = Kind::Link(Link { target: Target::Row("integers"), none: &[] });
/// A boolean variable.
pub(super) const BOOLEAN: Kind = Kind::Link(Link { target: Target::Row("booleans"), none: &[] });

crate::overlay! {
    /// A variable is compared. The low 24 bits all 0 hold always.
    pub Compare "condition" over [Trap::FIELDS], when Condition::Always,
        nested [CompareInteger::OVERLAY, CompareBoolean::OVERLAY];
    /// The variable.
    condition_variable @ 8: Bits<U16, 0, 12>, group("Condition"), label("Variable");
    /// Whether it is an integer variable, not a boolean one.
    condition_integer @ 8: Bits<U16, 12, 1>, yes_no(), group("Condition"), label("Is an integer");
    /// How it is compared; the variable stands on the left.
    condition_operator @ 8: Bits<U16, 13, 3>, choice(&OPERATORS), group("Condition"), label("Operator");
    /// What it is compared with.
    condition_value @ 10: U8, group("Condition"), label("Value");
    /// What is said where it does not hold: a trap message; 0 for none, 255 a warning where the variable is this level's
    /// security.
    condition_message @ 11: U8, kind(MESSAGE), group("Condition"), label("Message");
}
crate::overlay! {
    /// An integer variable is compared.
    pub CompareInteger "integer" over [Trap::FIELDS, Compare::FIELDS], when Condition::Bit("condition", 12);
    /// The variable.
    condition_variable @ 8: Bits<U16, 0, 12>, kind(INTEGER), group("Condition"), label("Variable");
}
crate::overlay! {
    /// A boolean variable is compared.
    pub CompareBoolean "boolean" over [Trap::FIELDS, Compare::FIELDS], when BOOLEAN_COMPARED;
    /// The variable.
    condition_variable @ 8: Bits<U16, 0, 12>, kind(BOOLEAN), group("Condition"), label("Variable");
}
/// A word whose low 24 bits are 0 compares nothing.
const BOOLEAN_COMPARED: Condition = Condition::All(&[
    Condition::Masked("condition", 0x1000, 0),
    Condition::Not(&Condition::Masked("condition", 0xFF_FFFF, 0)),
]);

crate::overlay! {
    /// Fires when something is destroyed.
    pub DeathWatch "death watch" over [Trap::FIELDS], when Condition::Always, nested [DeathWatchOne::OVERLAY];
    /// Type of what is watched.
    watched_type @ 8: U8, group("Condition"), label("Type");
    /// Subclass of what is watched.
    watched_subclass @ 9: U8, group("Condition"), label("Subclass");
    /// Class of what is watched.
    watched_class @ 10: U8, choice(&CLASSES), group("Condition"), label("Class");
    /// One object is watched, not all of a type.
    watches_one @ 11: Bits<U8, 0, 1>, yes_no(), group("Condition"), label("One object");
    /// Fires when its hit points run out, not when it is removed.
    when_dying @ 11: Bits<U8, 1, 1>, yes_no(), group("Condition"), label("When dying");
    /// Kept as it is.
    watch_rest @ 11: Bits<U8, 2, 6>, group("Condition"), label("Rest");
}
crate::overlay! {
    /// One object is watched.
    pub DeathWatchOne "of one object" over [Trap::FIELDS, DeathWatch::FIELDS], when Condition::Bit("condition", 24);
    /// The object.
    watched @ 8: U16, kind(OBJECT), group("Condition"), label("Object");
    /// Kept as it is.
    watched_rest @ 10: U8, group("Condition"), label("Rest of the number");
}
crate::overlay! {
    /// Fires when the player comes into a circle of tiles, or leaves it.
    pub Area "area" over [Trap::FIELDS], when Condition::Always;
    /// Radius in tiles; 4096 and more, as negative numbers are, means outside, the radius then being the low byte of the
    /// number without its sign.
    radius @ 8: U16, group("Condition");
    /// Kept as it is.
    radius_rest @ 10: U16, group("Condition"), label("Rest");
}
crate::overlay! {
    /// Fires when there are too few of a type.
    pub Ecology "ecology" over [Trap::FIELDS], when Condition::Always;
    /// Type of what is counted.
    counted_type @ 8: U8, group("Condition"), label("Type");
    /// Subclass of what is counted.
    counted_subclass @ 9: U8, group("Condition"), label("Subclass");
    /// Class of what is counted.
    counted_class @ 10: U8, choice(&CLASSES), group("Condition"), label("Class");
    /// Fires while there are fewer than this.
    enough @ 11: U8, group("Condition");
}
crate::overlay! {
    /// Wants an item to be put in.
    pub Receptacle "receptacle" over [Fixture::FIELDS], when Condition::Always;
    /// Type of what is wanted.
    wanted_type @ 8: U8, group("Condition"), label("Wanted type");
    /// Subclass of what is wanted.
    wanted_subclass @ 9: U8, group("Condition"), label("Wanted subclass");
    /// Class of what is wanted.
    wanted_class @ 10: U8, choice(&CLASSES), group("Condition"), label("Wanted class");
    /// What is said about a wrong item: a trap message, 0 for none.
    wrong_message @ 11: U8, kind(MESSAGE), group("Condition"), label("Message");
}
crate::overlay! {
    /// Wants a head to be shown.
    pub Retina "retina scanner" over [Fixture::FIELDS], when Condition::Always;
    /// The number of the head.
    head @ 8: U24, group("Condition");
    /// What is said about a wrong head: a trap message, 0 for none.
    wrong_message @ 11: U8, kind(MESSAGE), group("Condition"), label("Message");
}
