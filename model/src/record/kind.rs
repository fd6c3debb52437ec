//! What a field means.

use super::names::{FlagNames, Names};
use super::place::Number;
use super::text::Encoding;

/// How a colour is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourForm {
    /// One number 0xRRGGBBAA.
    Rgba32,
    /// One number 0xAARRGGBB.
    Argb32,
    /// One number 0x00BBGGRR without alpha: red in the low byte. The top byte, if the number has one,
    /// is kept and shown as a fourth pair of digits where it is not 0.
    Bgr24,
}

/// What a link's number names.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// A row of a table of the same level, by position.
    Row(&'static str),
    /// A row of a table of the same level, by the field with the role `Id`.
    Id(&'static str),
    /// All things that carry the same tag number.
    Tag(&'static str),
    /// A level of the same game, by its number.
    Level,
    /// Something outside the level (a sound, a picture, a string), named by this word.
    Outside(&'static str),
    /// A child of the same record, by position: in a child's own field a sibling, in its parent's field
    /// one of the parent's children. Such links follow moves ([`crate::edit::local`]).
    Child,
    /// It depends on another field of the same object: (part or "", field), value to target.
    By {
        /// Field that decides, `part.field` or `field`.
        field: &'static str,
        /// What each of its values means.
        cases: &'static [(i64, &'static Target)],
        /// What all other values mean.
        otherwise: Option<&'static Target>,
    },
}

/// A number that refers to something.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// What it refers to.
    pub target: Target,
    /// Raw numbers that mean "nothing".
    pub none: &'static [i64],
}

/// What a field means. A closed list: adding one needs its inspector, JSON, query and documentation,
/// and the compiler finds every such place.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A plain whole number.
    Int,
    /// A 32-bit float (the place is a 32-bit number).
    Real32,
    /// A 64-bit float (the place is a 64-bit number).
    Real64,
    /// Fixed point: raw / 2^fraction.
    Fixed {
        /// Bits behind the point.
        fraction: u8,
    },
    /// An angle: a full turn is `turn` raw units.
    Angle {
        /// Raw units in a full turn.
        turn: u32,
    },
    /// Fixed-size text, ended by NUL if shorter than its place.
    Text {
        /// Character set.
        encoding: Encoding,
        /// Whether one byte must stay free for the NUL.
        terminated: bool,
    },
    /// A four-character code (the place is a 32-bit number in either order).
    Tag,
    /// A colour (the place is a number).
    Colour(ColourForm),
    /// A few numbers that belong together: point, quaternion, size.
    Vector {
        /// How each is stored.
        number: Number,
        /// What each means.
        of: &'static Kind,
        /// How many.
        count: u16,
    },
    /// A list of fixed length.
    Array {
        /// How each is stored.
        number: Number,
        /// What each means.
        of: &'static Kind,
        /// How many.
        count: u16,
    },
    /// One of a list of named numbers; others are kept and shown raw.
    Choice(&'static Names),
    /// A set of named bits; unnamed bits are kept and shown raw.
    Flags(&'static FlagNames),
    /// A number that names another thing.
    Link(Link),
    /// A number, or, where one of the high bits is set, a variable.
    Keyed {
        /// Mask of the bits that make it a variable.
        mask: u32,
        /// What each such bit means: (bits under the mask, name).
        variables: &'static [(u32, &'static str)],
        /// What the number names while it is no variable; `None` for a plain number.
        plain: Option<&'static Link>,
        /// What the number without the high bits names while it is a variable: (bits, where the variables are listed).
        rows: &'static [(u32, &'static Target)],
    },
    /// Yes or no; any non-zero number reads as yes.
    Bool,
    /// Bytes whose meaning is unknown or of no use to edit.
    Bytes,
}

impl Kind {
    /// The word for this kind in reference pages and messages.
    pub const fn word(&self) -> &'static str {
        match self {
            Kind::Int => "number",
            Kind::Real32 => "float",
            Kind::Real64 => "double",
            Kind::Fixed { .. } => "fixed point",
            Kind::Angle { .. } => "angle",
            Kind::Text { .. } => "text",
            Kind::Tag => "tag",
            Kind::Colour(_) => "colour",
            Kind::Vector { .. } => "vector",
            Kind::Array { .. } => "array",
            Kind::Choice(_) => "choice",
            Kind::Flags(_) => "flags",
            Kind::Link(_) => "link",
            Kind::Keyed { .. } => "number or variable",
            Kind::Bool => "yes/no",
            Kind::Bytes => "bytes",
        }
    }

    /// A link to a row of `table`, with -1 for none.
    pub const fn row(table: &'static str) -> Kind {
        Kind::Link(Link { target: Target::Row(table), none: &[-1] })
    }
}
