//! Writing a field: the splices of the record's bytes that store a value.

use super::place::{BitSpan, Number, Order, bit_range};
use super::{Field, Kind, Place, Refusal, Value, read};

/// Replace `old_len` bytes at `at` by `new`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByteSplice {
    /// Byte offset in the record's head or tail.
    pub at: usize,
    /// How many bytes are replaced.
    pub old_len: usize,
    /// What replaces them.
    pub new: Vec<u8>,
}

/// The bytes of a number, or `None` if it does not fit.
pub(crate) fn number_bytes(number: Number, value: i128) -> Option<Vec<u8>> {
    let (min, max) = number.int.range();
    if value < min || value > max {
        return None;
    }
    let width = number.int.bytes() as usize;
    let all = (value as u64).to_le_bytes();
    let mut bytes: Vec<u8> = all.iter().take(width).copied().collect();
    if number.order == Order::Big {
        bytes.reverse();
    }
    Some(bytes)
}

/// The raw number that stores `value` in a scalar field of this kind, or a refusal.
pub(crate) fn raw_of(field: &str, kind: &Kind, value: &Value) -> Result<i128, Refusal> {
    let wrong = |expected: &str| Refusal::WrongSort {
        field: field.to_owned(),
        expected: expected.to_owned(),
        got: value.sort().to_owned(),
    };
    match (kind, value) {
        (Kind::Real32, Value::NanBits(bits)) => {
            u32::try_from(*bits).map(i128::from).map_err(|_| wrong("the bits of a 32-bit float"))
        }
        (Kind::Real64, Value::NanBits(bits)) => Ok(i128::from(*bits)),
        (Kind::Real32, _) => {
            let real = value.as_f64().ok_or_else(|| wrong("a number"))?;
            let narrow = real as f32;
            if narrow.is_infinite() && real.is_finite() {
                return Err(Refusal::rule(format!("{field}: {real} is too large for a 32-bit float")));
            }
            Ok(i128::from(narrow.to_bits()))
        }
        (Kind::Real64, _) => {
            let real = value.as_f64().ok_or_else(|| wrong("a number"))?;
            Ok(i128::from(real.to_bits()))
        }
        (Kind::Tag, Value::Text(text)) => {
            let bytes = super::text::Encoding::MacRoman.encode(field, text)?;
            let four: [u8; 4] = bytes.try_into().map_err(|_| wrong("exactly four characters"))?;
            Ok(i128::from(u32::from_be_bytes(four)))
        }
        (Kind::Tag, _) => Err(wrong("four characters")),
        (Kind::Bool, Value::Int(n)) => Ok(*n),
        (_, Value::Int(n)) => Ok(*n),
        (Kind::Choice(names), Value::Symbol(name)) => names.value(name).ok_or_else(|| wrong("a known name")),
        _ => Err(wrong("a whole number")),
    }
}

impl Field {
    /// The splices that store `value`; none if the bytes already read so.
    ///
    /// # Errors
    /// A refusal that names the limit; the bytes are never touched here.
    pub fn write(&self, head: &[u8], tail: &[u8], layout: u16, value: &Value) -> Result<Vec<ByteSplice>, Refusal> {
        if !self.fixed.is_empty() {
            return Err(Refusal::ReadOnly { field: self.name.to_owned(), reason: self.fixed.to_owned() });
        }
        let present = self.read(head, tail, layout)?;
        if present.same(value) {
            return Ok(Vec::new());
        }
        let bytes = if self.in_tail { tail } else { head };
        let place = self.place_in(layout).ok_or(super::FieldError::Absent { field: self.name, layout })?;
        match place {
            Place::Number { at, number } => {
                let raw = raw_of(self.name, &self.kind, value)?;
                let raw = self.fit(raw, number)?;
                self.put_number(at as usize, number, raw).map(|s| vec![s])
            }
            Place::Bits { span, signed } => {
                let raw = raw_of(self.name, &self.kind, value)?;
                self.check_range(raw, u32::from(span.count), signed)?;
                self.put_bits(bytes, &span, raw).map(|s| vec![s])
            }
            Place::Split { spans, signed } => {
                let raw = raw_of(self.name, &self.kind, value)?;
                let width = spans.iter().map(|s| u32::from(s.count)).sum();
                self.check_range(raw, width, signed)?;
                let mut copy = bytes.to_vec();
                let mut done = 0u32;
                let mut splices: Vec<ByteSplice> = Vec::new();
                for span in spans {
                    let piece = raw >> done & ((1 << span.count) - 1);
                    // Spans may share a word: later pieces build on the earlier ones.
                    let splice = self.put_bits(&copy, span, piece)?;
                    if let Some(target) = copy.get_mut(splice.at..splice.at + splice.new.len()) {
                        target.copy_from_slice(&splice.new);
                    }
                    splices.retain(|s| s.at != splice.at);
                    splices.push(splice);
                    done += u32::from(span.count);
                }
                splices.retain(|s| bytes.get(s.at..s.at + s.old_len) != Some(s.new.as_slice()));
                Ok(splices)
            }
            Place::Bytes { at, len } => self.write_bytes(bytes, at as usize, len as usize, value),
            Place::Computed(pair) => (pair.set)(bytes, value),
            Place::Token(_) | Place::Path(_) => Err(Refusal::ReadOnly {
                field: self.name.to_owned(),
                reason: "it is set by its table's access pair".to_owned(),
            }),
        }
    }

    fn check_range(&self, raw: i128, width: u32, signed: bool) -> Result<(), Refusal> {
        let (min, max) = self.range(bit_range(width, signed));
        if raw < min || raw > max {
            return Err(Refusal::OutOfRange { field: self.name.to_owned(), value: raw.to_string(), min, max });
        }
        Ok(())
    }

    /// A raw number as the storage holds it; signed and unsigned readings of one pattern are not
    /// mixed up, numbers that do not fit are refused.
    fn fit(&self, raw: i128, number: Number) -> Result<i128, Refusal> {
        if matches!(self.kind, Kind::Real32 | Kind::Real64 | Kind::Tag) {
            return Ok(read::extend(raw as u64, number.int));
        }
        let (min, max) = self.range(number.int.range());
        if raw < min || raw > max {
            return Err(Refusal::OutOfRange { field: self.name.to_owned(), value: raw.to_string(), min, max });
        }
        Ok(raw)
    }

    fn range(&self, storage: (i128, i128)) -> (i128, i128) {
        match self.limits {
            None => storage,
            Some((min, max)) => (storage.0.max(i128::from(min)), storage.1.min(i128::from(max))),
        }
    }

    fn put_number(&self, at: usize, number: Number, raw: i128) -> Result<ByteSplice, Refusal> {
        let (min, max) = number.int.range();
        let new = number_bytes(number, raw).ok_or(Refusal::OutOfRange {
            field: self.name.to_owned(),
            value: raw.to_string(),
            min,
            max,
        })?;
        Ok(ByteSplice { at, old_len: new.len(), new })
    }

    fn put_bits(&self, bytes: &[u8], span: &BitSpan, raw: i128) -> Result<ByteSplice, Refusal> {
        let at = span.at as usize;
        let width = span.word.int.bytes();
        let word = read::number(bytes, at, span.word).ok_or(super::FieldError::Short {
            field: self.name,
            at,
            end: at + width as usize,
            have: bytes.len(),
        })?;
        let mask = ((1i128 << span.count) - 1) << span.first;
        let unsigned = (word & !mask | raw << span.first & mask) & ((1i128 << (width * 8)) - 1);
        self.put_number(at, span.word, read::extend(unsigned as u64, span.word.int))
    }

    fn write_bytes(&self, bytes: &[u8], at: usize, len: usize, value: &Value) -> Result<Vec<ByteSplice>, Refusal> {
        let old = bytes.get(at..at + len).unwrap_or_default();
        let wrong = |expected: String| Refusal::WrongSort {
            field: self.name.to_owned(),
            expected,
            got: value.sort().to_owned(),
        };
        match (self.kind, value) {
            (Kind::Text { encoding, terminated }, Value::Text(text)) => {
                let new = encoding.encode(self.name, text)?;
                let room = if terminated { len.saturating_sub(1) } else { len };
                if new.len() > room {
                    return Err(Refusal::TextTooLong { field: self.name.to_owned(), need: new.len(), room });
                }
                if new.contains(&0) {
                    return Err(Refusal::rule(format!("{}: a text cannot hold a NUL", self.name)));
                }
                Ok(vec![text_splice(old, at, new)])
            }
            (Kind::Vector { number, of, count } | Kind::Array { number, of, count }, Value::List(list)) => {
                if list.len() != usize::from(count) {
                    return Err(wrong(format!("{count} numbers")));
                }
                let width = number.int.bytes() as usize;
                let mut splices = Vec::new();
                for (i, element) in list.iter().enumerate() {
                    // Only elements that change are written, so that neighbours keep odd bit patterns.
                    let present = read::number(old, i * width, number).map(|raw| read::meaning(of, raw));
                    if present.as_ref().is_some_and(|p| p.same(element)) {
                        continue;
                    }
                    let raw = raw_of(self.name, of, element)?;
                    let raw = self.fit(raw, number)?;
                    splices.push(self.put_number(at + i * width, number, raw)?);
                }
                Ok(splices)
            }
            (Kind::Bytes, Value::Bytes(new)) if new.len() == len => {
                Ok(vec![ByteSplice { at, old_len: len, new: new.clone() }])
            }
            (Kind::Text { .. }, _) => Err(wrong("text".to_owned())),
            (Kind::Bytes, _) => Err(wrong(format!("{len} bytes"))),
            _ => Err(wrong(self.kind.word().to_owned())),
        }
    }
}

/// Writes a text and NULs up to the end of the old text; every byte after the old terminator stays.
fn text_splice(old: &[u8], at: usize, mut new: Vec<u8>) -> ByteSplice {
    let old_end = old.iter().position(|&b| b == 0).unwrap_or(old.len());
    if new.len() < old_end {
        new.resize(old_end, 0);
    } else if new.len() < old.len() && old.get(new.len()) != Some(&0) {
        // The longer text runs into stray bytes behind the old terminator: end it.
        new.push(0);
    }
    ByteSplice { at, old_len: new.len(), new }
}
