//! Where a field lies.

use super::access::PathStep;

/// The width and sign of a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Int {
    /// 8 bits, unsigned.
    U8,
    /// 8 bits, two's complement.
    I8,
    /// 16 bits, unsigned.
    U16,
    /// 16 bits, two's complement.
    I16,
    /// 24 bits, unsigned.
    U24,
    /// 32 bits, unsigned.
    U32,
    /// 32 bits, two's complement.
    I32,
    /// 64 bits, unsigned.
    U64,
    /// 64 bits, two's complement.
    I64,
}

impl Int {
    /// Width in bytes.
    pub const fn bytes(self) -> u32 {
        match self {
            Int::U8 | Int::I8 => 1,
            Int::U16 | Int::I16 => 2,
            Int::U24 => 3,
            Int::U32 | Int::I32 => 4,
            Int::U64 | Int::I64 => 8,
        }
    }

    /// Whether negative numbers can be held.
    pub const fn signed(self) -> bool {
        matches!(self, Int::I8 | Int::I16 | Int::I32 | Int::I64)
    }

    /// The smallest and the largest number that fits.
    pub const fn range(self) -> (i128, i128) {
        bit_range(self.bytes() * 8, self.signed())
    }
}

/// The smallest and largest number of `bits` bits.
pub(crate) const fn bit_range(bits: u32, signed: bool) -> (i128, i128) {
    if bits == 0 {
        (0, 0)
    } else if signed {
        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else {
        (0, (1 << bits) - 1)
    }
}

/// Which byte of a number comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Most significant byte first (Marathon, PICT).
    Big,
    /// Least significant byte first (Oni on PC, System Shock, The Warriors).
    Little,
}

/// How a whole number is stored in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Width and sign.
    pub int: Int,
    /// Byte order.
    pub order: Order,
}

/// A run of bits inside a stored number; bit 0 is the least significant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitSpan {
    /// Byte offset of the word from the start of the record.
    pub at: u32,
    /// The word.
    pub word: Number,
    /// Lowest bit of the run.
    pub first: u8,
    /// How many bits.
    pub count: u8,
}

/// Where a field lies in its record.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// A whole number at a byte offset.
    Number {
        /// Byte offset.
        at: u32,
        /// How it is stored.
        number: Number,
    },
    /// A run of bytes (text, opaque bytes, vectors, arrays).
    Bytes {
        /// Byte offset.
        at: u32,
        /// How many bytes.
        len: u32,
    },
    /// A run of bits within one stored number.
    Bits {
        /// The run.
        span: BitSpan,
        /// Whether its top bit is a sign.
        signed: bool,
    },
    /// One number spread over several runs of bits, least significant run first.
    Split {
        /// The runs.
        spans: &'static [BitSpan],
        /// Whether the topmost bit is a sign.
        signed: bool,
    },
    /// The n-th token of a text line; the record's access pair finds tokens.
    Token(u16),
    /// An argument path resolved by the record's access pair (get, set), which alone knows how the
    /// record is stored.
    Path(&'static [PathStep]),
    /// A value computed by a getter from the record's bytes, stored back by a setter. The last resort.
    Computed(Computed),
}

/// A getter with its setter, for what no other place can say.
#[derive(Clone, Copy, Debug)]
pub struct Computed {
    /// Reads the value from the record's bytes.
    pub get: fn(&[u8]) -> Option<super::Value>,
    /// Gives the splices that store a value.
    pub set: fn(&[u8], &super::Value) -> Result<Vec<super::ByteSplice>, super::Refusal>,
}

impl Place {
    /// The bytes of the record that the place may touch, as (offset, length) of each piece.
    /// Tokens, paths and computed places answer with nothing: their bytes are not fixed.
    pub fn spans(&self) -> Vec<(usize, usize)> {
        match self {
            Place::Number { at, number } => vec![(*at as usize, number.int.bytes() as usize)],
            Place::Bytes { at, len } => vec![(*at as usize, *len as usize)],
            Place::Bits { span, .. } => vec![(span.at as usize, span.word.int.bytes() as usize)],
            Place::Split { spans, .. } => spans.iter().map(|s| (s.at as usize, s.word.int.bytes() as usize)).collect(),
            Place::Token(_) | Place::Path(_) | Place::Computed(_) => Vec::new(),
        }
    }

    /// The same place `by` bytes further on (used for prefixes).
    pub fn shifted(self, by: u32) -> Place {
        match self {
            Place::Number { at, number } => Place::Number { at: at + by, number },
            Place::Bytes { at, len } => Place::Bytes { at: at + by, len },
            Place::Bits { span, signed } => Place::Bits { span: BitSpan { at: span.at + by, ..span }, signed },
            other => other,
        }
    }
}
