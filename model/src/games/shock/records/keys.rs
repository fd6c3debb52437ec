//! Numbers that may be variables, and what they name (`systemshock.md` 6.2).

use crate::games::shock::strings::word;
use crate::record::{Kind, Link, Target};

/// The layout of map version 12, where it differs from version 11 (`systemshock.md` 3.2).
pub const V12: u16 = 1;

/// What the high bits of a key mean.
const VARIABLES: &[(u32, &str)] = &[(0x1000, "integer"), (0x2000, "boolean")];
/// Where the variables are listed.
const ROWS: &[(u32, &Target)] = &[(0x1000, &Target::Row("integers")), (0x2000, &Target::Row("booleans"))];

/// A link to an object; 0 for none.
pub(super) static OBJECT_LINK: Link = Link { target: Target::Row("objects"), none: &[0] };
/// A link to a boolean variable: keys without a high bit are booleans where only variables are meant.
static BOOLEAN_LINK: Link = Link { target: Target::Row("booleans"), none: &[] };

/// The number of an object.
pub(super) const OBJECT: Kind = Kind::Link(Link { target: Target::Row("objects"), none: &[0] });
/// The number of an object where -1 is none, too.
pub(super) const OBJECT_OR_NONE: Kind = Kind::Link(Link { target: Target::Row("objects"), none: &[0, -1] });
/// A cross reference; 0 for none.
pub(super) const REFERENCE: Kind = Kind::Link(Link { target: Target::Row("references"), none: &[0] });
/// A number or a variable, in 16 bits.
pub(super) const KEY: Kind = Kind::Keyed { mask: 0xF000, variables: VARIABLES, plain: None, rows: ROWS };
/// A number or a variable, in 32 bits.
pub(super) const KEY_32: Kind = Kind::Keyed { mask: 0xFFFF_F000, variables: VARIABLES, plain: None, rows: ROWS };
/// An object or a variable that holds its number, in 16 bits.
pub(super) const OBJECT_KEY: Kind =
    Kind::Keyed { mask: 0xF000, variables: VARIABLES, plain: Some(&OBJECT_LINK), rows: ROWS };
/// An object or a variable that holds its number, in 32 bits.
pub(super) const OBJECT_KEY_32: Kind =
    Kind::Keyed { mask: 0xFFFF_F000, variables: VARIABLES, plain: Some(&OBJECT_LINK), rows: ROWS };
/// A variable, in 32 bits; without a high bit a boolean.
pub(super) const VARIABLE_32: Kind =
    Kind::Keyed { mask: 0xFFFF_F000, variables: VARIABLES, plain: Some(&BOOLEAN_LINK), rows: ROWS };
/// A panel on another floor of an elevator: an object of another level, 0 for none.
pub(super) const OUTSIDE_PANEL: Kind =
    Kind::Link(Link { target: Target::Outside("object of the elevator's other level"), none: &[0] });

/// What is said: a trap message of the game's strings; 0 for none.
static MESSAGE_LINK: Link = Link { target: Target::Outside(word::TRAP_MESSAGE), none: &[0] };
/// The same where 0 is a message, too.
static ANY_MESSAGE_LINK: Link = Link { target: Target::Outside(word::TRAP_MESSAGE), none: &[] };

/// A trap message; 0 for none.
pub(super) const MESSAGE: Kind = Kind::Link(MESSAGE_LINK);
/// A trap message or a variable that holds its number, in 16 bits; 0 for none.
pub(super) const MESSAGE_KEY: Kind =
    Kind::Keyed { mask: 0xF000, variables: VARIABLES, plain: Some(&MESSAGE_LINK), rows: ROWS };
/// The same in 32 bits.
pub(super) const MESSAGE_KEY_32: Kind =
    Kind::Keyed { mask: 0xFFFF_F000, variables: VARIABLES, plain: Some(&MESSAGE_LINK), rows: ROWS };
/// The same where 0 is a message, too.
pub(super) const ANY_MESSAGE_KEY_32: Kind =
    Kind::Keyed { mask: 0xFFFF_F000, variables: VARIABLES, plain: Some(&ANY_MESSAGE_LINK), rows: ROWS };
/// The access that a card must give; 0 for none.
pub(super) const ACCESS: Kind = Kind::Link(Link { target: Target::Outside(word::ACCESS), none: &[0] });

/// A number of the game's strings.
pub(super) const fn text(word: &'static str) -> Kind {
    Kind::Link(Link { target: Target::Outside(word), none: &[] })
}

static LEVEL_LINK: Link = Link { target: Target::Level, none: &[] };
/// A level of the game; numbers from 1000 hex on are none.
pub(super) const LEVEL: Kind = Kind::Keyed { mask: 0xFFFF_F000, variables: &[], plain: Some(&LEVEL_LINK), rows: &[] };
