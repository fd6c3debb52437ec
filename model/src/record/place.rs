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

impl BitSpan {
    /// A run of `count` bits from bit `first` of the word at byte `at`.
    pub const fn new(at: u32, word: Number, first: u8, count: u8) -> BitSpan {
        BitSpan { at, word, first, count }
    }

    /// Which bits of a byte of the record belong to the run.
    pub const fn mask_at(&self, byte: u32) -> u8 {
        let width = self.word.int.bytes();
        if byte < self.at || byte >= self.at + width {
            return 0;
        }
        let index = match self.word.order {
            Order::Little => byte - self.at,
            Order::Big => width - 1 - (byte - self.at),
        };
        let low = index * 8;
        let first = self.first as u32;
        let end = first + self.count as u32;
        let from = first.saturating_sub(low);
        let to = end.saturating_sub(low);
        let to = if to > 8 { 8 } else { to };
        if from >= to { 0 } else { ((1u16 << to) - (1u16 << from)) as u8 }
    }
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

    /// First byte and one past the last byte that the place may touch; (0, 0) where its bytes are not
    /// fixed.
    pub const fn extent(&self) -> (u32, u32) {
        match self {
            Place::Number { at, number } => (*at, *at + number.int.bytes()),
            Place::Bytes { at, len } => (*at, *at + *len),
            Place::Bits { span, .. } => (span.at, span.at + span.word.int.bytes()),
            Place::Split { spans, .. } => {
                let mut from = u32::MAX;
                let mut to = 0;
                let mut i = 0;
                while i < spans.len() {
                    let end = spans[i].at + spans[i].word.int.bytes();
                    if spans[i].at < from {
                        from = spans[i].at;
                    }
                    if end > to {
                        to = end;
                    }
                    i += 1;
                }
                if to == 0 { (0, 0) } else { (from, to) }
            }
            Place::Token(_) | Place::Path(_) | Place::Computed(_) => (0, 0),
        }
    }

    /// Which bits of a byte of the record belong to the place.
    pub const fn mask_at(&self, byte: u32) -> u8 {
        match self {
            Place::Number { .. } | Place::Bytes { .. } => {
                let (from, to) = self.extent();
                if from <= byte && byte < to { 0xFF } else { 0 }
            }
            Place::Bits { span, .. } => span.mask_at(byte),
            Place::Split { spans, .. } => {
                let mut mask = 0;
                let mut i = 0;
                while i < spans.len() {
                    mask |= spans[i].mask_at(byte);
                    i += 1;
                }
                mask
            }
            Place::Token(_) | Place::Path(_) | Place::Computed(_) => 0,
        }
    }

    /// Whether two places have a bit in common.
    pub const fn shares_bits(&self, other: &Place) -> bool {
        let (a, a_end) = self.extent();
        let (b, b_end) = other.extent();
        let mut byte = if a > b { a } else { b };
        let end = if a_end < b_end { a_end } else { b_end };
        while byte < end {
            if self.mask_at(byte) & other.mask_at(byte) != 0 {
                return true;
            }
            byte += 1;
        }
        false
    }

    /// How many bits a number at this place has and whether the topmost is a sign; `None` for places
    /// that hold no single number or whose width only an access pair knows.
    pub const fn width(&self) -> Option<(u32, bool)> {
        match self {
            Place::Number { number, .. } => Some((number.int.bytes() * 8, number.int.signed())),
            Place::Bits { span, signed } => Some((span.count as u32, *signed)),
            Place::Split { spans, signed } => {
                let mut bits = 0;
                let mut i = 0;
                while i < spans.len() {
                    bits += spans[i].count as u32;
                    i += 1;
                }
                Some((bits, *signed))
            }
            Place::Bytes { .. } | Place::Token(_) | Place::Path(_) | Place::Computed(_) => None,
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
