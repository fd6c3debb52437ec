//! Writing a field: the splices of the record's bytes that store a value.

use super::place::{BitSpan, Number, Order};
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
        (Kind::Real32, Value::NanBits(bits)) => u32::try_from(*bits)
            .ok()
            .filter(|bits| f32::from_bits(*bits).is_nan())
            .map(i128::from)
            .ok_or_else(|| wrong("the bits of a 32-bit NaN")),
        (Kind::Real64, Value::NanBits(bits)) if f64::from_bits(*bits).is_nan() => Ok(i128::from(*bits)),
        (Kind::Real64, Value::NanBits(_)) => Err(wrong("the bits of a 64-bit NaN")),
        // A NaN has a payload: it is given by its bits or not at all.
        (Kind::Real32 | Kind::Real64, Value::Real(real)) if real.is_nan() => Err(wrong("a number")),
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
        let present = self.read(head, tail, layout)?;
        if present.same(value) {
            return Ok(Vec::new());
        }
        if !self.fixed.is_empty() {
            return Err(Refusal::ReadOnly { field: self.name.to_owned(), reason: self.fixed.to_owned() });
        }
        let bytes = if self.in_tail { tail } else { head };
        let mut splices = self.splices(bytes, layout, value)?;
        // A value may differ and still be stored in the same bits (0.1 in a 32-bit float).
        splices.retain(|s| bytes.get(s.at..s.at.saturating_add(s.old_len)) != Some(s.new.as_slice()));
        Ok(splices)
    }

    /// Whether the field's kind and limits allow the value, whatever its place: what an access pair
    /// asks before it stores a value in its own way.
    ///
    /// # Errors
    /// A refusal that names the limit.
    pub fn check(&self, value: &Value) -> Result<(), Refusal> {
        match (&self.kind, value) {
            (Kind::Text { .. }, Value::Text(_)) | (Kind::Bytes, Value::Bytes(_)) => Ok(()),
            (Kind::Vector { of, count, .. } | Kind::Array { of, count, .. }, Value::List(list))
                if list.len() == usize::from(*count) =>
            {
                list.iter().try_for_each(|element| self.checked(of, element).map(|_| ()))
            }
            (Kind::Text { .. } | Kind::Bytes | Kind::Vector { .. } | Kind::Array { .. }, _) => {
                Err(Refusal::WrongSort {
                    field: self.name.to_owned(),
                    expected: self.kind.word().to_owned(),
                    got: value.sort().to_owned(),
                })
            }
            (kind, value) => self.checked(kind, value).map(|_| ()),
        }
    }

    /// The raw number that stores a value, within the limits and the storage.
    fn checked(&self, kind: &Kind, value: &Value) -> Result<i128, Refusal> {
        let raw = raw_of(self.name, kind, value)?;
        match kind {
            Kind::Real32 | Kind::Real64 => {
                let outside = |(min, max): (i64, i64)| value.as_f64().is_none_or(|r| r < min as f64 || r > max as f64);
                match self.limits.filter(|limits| outside(*limits)) {
                    Some((min, max)) => Err(self.outside(self.show(value), i128::from(min), i128::from(max))),
                    None => Ok(raw),
                }
            }
            Kind::Tag => Ok(raw),
            _ => match self.number_range() {
                Some((min, max)) if raw < min || raw > max => Err(self.outside(raw.to_string(), min, max)),
                _ => Ok(raw),
            },
        }
    }

    fn outside(&self, value: String, min: i128, max: i128) -> Refusal {
        Refusal::OutOfRange { field: self.name.to_owned(), value, min, max }
    }

    fn splices(&self, bytes: &[u8], layout: u16, value: &Value) -> Result<Vec<ByteSplice>, Refusal> {
        let place = self.place_in(layout).ok_or(super::FieldError::Absent { field: self.name, layout })?;
        match place {
            Place::Number { at, number } => {
                let raw = self.checked(&self.kind, value)?;
                self.put_number(at as usize, number, self.pattern(&self.kind, raw, number)).map(|s| vec![s])
            }
            Place::Bits { span, .. } => {
                let raw = self.checked(&self.kind, value)?;
                self.put_bits(bytes, &span, raw).map(|s| vec![s])
            }
            Place::Split { spans, .. } => {
                let raw = self.checked(&self.kind, value)?;
                let mut copy = bytes.to_vec();
                let mut done = 0u32;
                for span in spans {
                    let piece = raw >> done & ((1 << span.count) - 1);
                    // Spans may share a word, or read it with another width: later pieces build on the
                    // earlier ones.
                    let splice = self.put_bits(&copy, span, piece)?;
                    if let Some(target) = copy.get_mut(splice.at..splice.at + splice.new.len()) {
                        target.copy_from_slice(&splice.new);
                    }
                    done += u32::from(span.count);
                }
                Ok(changed_runs(bytes, &copy))
            }
            Place::Bytes { at, len } => self.write_bytes(bytes, at as usize, len as usize, value),
            Place::Computed(pair) => (pair.set)(bytes, value),
            Place::Token(_) | Place::Path(_) => Err(Refusal::ReadOnly {
                field: self.name.to_owned(),
                reason: "it is set by its table's access pair".to_owned(),
            }),
        }
    }

    /// The bits of floats and tags as the storage reads them: a tag in a signed word may be negative.
    fn pattern(&self, kind: &Kind, raw: i128, number: Number) -> i128 {
        match kind {
            Kind::Real32 | Kind::Real64 | Kind::Tag => read::extend(raw as u64, number.int),
            _ => raw,
        }
    }

    fn put_number(&self, at: usize, number: Number, raw: i128) -> Result<ByteSplice, Refusal> {
        let (min, max) = number.int.range();
        let new = number_bytes(number, raw).ok_or_else(|| self.outside(raw.to_string(), min, max))?;
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
                    let raw = self.pattern(of, self.checked(of, element)?, number);
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

/// A splice for every run of bytes that differ.
fn changed_runs(old: &[u8], new: &[u8]) -> Vec<ByteSplice> {
    let mut splices: Vec<ByteSplice> = Vec::new();
    for (at, (_, new)) in old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new) {
        match splices.last_mut() {
            Some(last) if last.at + last.old_len == at => {
                last.old_len += 1;
                last.new.push(*new);
            }
            _ => splices.push(ByteSplice { at, old_len: 1, new: vec![*new] }),
        }
    }
    splices
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
