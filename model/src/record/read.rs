//! Reading a field out of a record's bytes.

use super::place::{BitSpan, Int, Number, Order};
use super::text::Encoding;
use super::{Field, FieldError, Kind, Place, Value};

/// The number stored at an offset; `None` if the bytes end before it.
pub(crate) fn number(bytes: &[u8], at: usize, number: Number) -> Option<i128> {
    let width = number.int.bytes() as usize;
    let slice = bytes.get(at..at.checked_add(width)?)?;
    let mut raw: u64 = 0;
    let push = |raw: u64, b: &u8| raw << 8 | u64::from(*b);
    raw = match number.order {
        Order::Big => slice.iter().fold(raw, push),
        Order::Little => slice.iter().rev().fold(raw, push),
    };
    Some(extend(raw, number.int))
}

/// The unsigned bits of a number as the signed or unsigned value they stand for.
pub(crate) fn extend(raw: u64, int: Int) -> i128 {
    if int.signed() { sign(i128::from(raw), int.bytes() * 8) } else { i128::from(raw) }
}

/// Reads `value` as a two's-complement number of `bits` bits.
pub(crate) const fn sign(value: i128, bits: u32) -> i128 {
    if bits > 0 && value >> (bits - 1) & 1 == 1 { value - (1 << bits) } else { value }
}

/// The unsigned value of a run of bits.
pub(crate) fn bits(bytes: &[u8], span: &BitSpan) -> Option<i128> {
    let raw = number(bytes, span.at as usize, span.word)?;
    let mask = (1i128 << span.count) - 1;
    Some(raw >> span.first & mask)
}

/// What the bits of a number mean as a value of this kind.
pub(crate) fn meaning(kind: &Kind, raw: i128) -> Value {
    match kind {
        Kind::Real32 => {
            let bits = raw as u32; // a 32-bit pattern, by the table check
            let real = f32::from_bits(bits);
            if real.is_nan() { Value::NanBits(u64::from(bits)) } else { Value::Real(f64::from(real)) }
        }
        Kind::Real64 => {
            let bits = raw as u64;
            let real = f64::from_bits(bits);
            if real.is_nan() { Value::NanBits(bits) } else { Value::Real(real) }
        }
        Kind::Tag => {
            let bytes = (raw as u32).to_be_bytes();
            Value::Text(Encoding::MacRoman.decode(&bytes))
        }
        _ => Value::Int(raw),
    }
}

impl Field {
    /// The value in a record's bytes.
    ///
    /// # Errors
    /// If the record is too short, or its layout has no such field. Tokens and paths are not direct
    /// places: they are refused here and read by their table's access pair.
    pub fn read(&self, head: &[u8], tail: &[u8], layout: u16) -> Result<Value, FieldError> {
        let bytes = if self.in_tail { tail } else { head };
        let place = self.place_in(layout).ok_or(FieldError::Absent { field: self.name, layout })?;
        let short = |at: u32, len: u32| FieldError::Short {
            field: self.name,
            at: at as usize,
            end: at as usize + len as usize,
            have: bytes.len(),
        };
        match place {
            Place::Number { at, number: n } => number(bytes, at as usize, n)
                .map(|raw| meaning(&self.kind, raw))
                .ok_or_else(|| short(at, n.int.bytes())),
            Place::Bits { span, signed } => bits(bytes, &span)
                .map(|raw| if signed { sign(raw, u32::from(span.count)) } else { raw })
                .map(|raw| meaning(&self.kind, raw))
                .ok_or_else(|| short(span.at, span.word.int.bytes())),
            Place::Split { spans, signed } => {
                let mut raw = 0i128;
                let mut width = 0u32;
                for span in spans {
                    let piece = bits(bytes, span).ok_or_else(|| short(span.at, span.word.int.bytes()))?;
                    raw |= piece << width;
                    width += u32::from(span.count);
                }
                Ok(meaning(&self.kind, if signed { sign(raw, width) } else { raw }))
            }
            Place::Bytes { at, len } => {
                let end = at as usize + len as usize;
                let slice = bytes.get(at as usize..end).ok_or_else(|| short(at, len))?;
                Ok(self.read_bytes(slice))
            }
            Place::Computed(pair) => (pair.get)(bytes).ok_or_else(|| FieldError::NotThere {
                field: self.name,
                reason: "it cannot be computed from these bytes".to_owned(),
            }),
            Place::Token(_) | Place::Path(_) => Err(FieldError::NotThere {
                field: self.name,
                reason: "it is read by its table's access pair".to_owned(),
            }),
        }
    }

    /// The bytes that its value is read from; `None` where it has no place of its own or the record is too short. Equal
    /// bytes of one layout are equal values.
    pub fn stored<'b>(&self, head: &'b [u8], tail: &'b [u8], layout: u16) -> Option<&'b [u8]> {
        let bytes = if self.in_tail { tail } else { head };
        let (at, len) = match self.place_in(layout)? {
            Place::Number { at, number } => (at, number.int.bytes()),
            Place::Bits { span, .. } => (span.at, span.word.int.bytes()),
            Place::Bytes { at, len } => (at, len),
            Place::Split { .. } | Place::Computed(_) | Place::Token(_) | Place::Path(_) => return None,
        };
        bytes.get(at as usize..(at as usize).checked_add(len as usize)?)
    }

    fn read_bytes(&self, slice: &[u8]) -> Value {
        match self.kind {
            Kind::Text { encoding, .. } => {
                let end = slice.iter().position(|&b| b == 0).unwrap_or(slice.len());
                Value::Text(encoding.decode(slice.get(..end).unwrap_or_default()))
            }
            Kind::Vector { number: n, of, count } | Kind::Array { number: n, of, count } => {
                let width = n.int.bytes() as usize;
                let list = (0..usize::from(count))
                    .filter_map(|i| number(slice, i * width, n))
                    .map(|raw| meaning(of, raw))
                    .collect();
                Value::List(list)
            }
            _ => Value::Bytes(slice.to_vec()),
        }
    }
}
