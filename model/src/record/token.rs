//! Tokens of a text line and literals of a script text: the part that access pairs of text tables
//! share. What separates tokens, and where a record's line lies, is the format's own business.

use std::ops::Range;

use super::kind::ColourForm;
use super::show::{plain, plain32};
use super::text::{Encoding, beginning};
use super::write::ByteSplice;
use super::{Field, FieldError, Kind, Place, Refusal, Value};

/// How much of a word is said in a message.
const MOST_WORD: usize = 60;

/// Where the tokens of a line lie: the runs of bytes that are no separators.
pub fn spans(line: &[u8], separator: fn(u8) -> bool) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line.get(at..)?.iter().position(|&b| !separator(b))?;
        let end = line.get(start..)?.iter().position(|&b| separator(b)).map_or(line.len(), |len| start + len);
        at = end;
        Some(start..end)
    })
}

/// Reads a field with a token place out of a line.
///
/// # Errors
/// If the line has too few tokens, or the token is no value of the field's kind.
pub fn get(line: &[u8], field: &Field, separator: fn(u8) -> bool) -> Result<Value, FieldError> {
    read(field, find(line, field, separator)?)
}

/// The same for somebody who reads many fields of a line and has found its tokens already ([`spans`]).
///
/// # Errors
/// As [`get`].
pub fn get_among(line: &[u8], spans: &[Range<usize>], field: &Field) -> Result<Value, FieldError> {
    read(field, found(line, field, |n| spans.get(n).cloned())?)
}

fn read(field: &Field, (span, text): (Range<usize>, String)) -> Result<Value, FieldError> {
    literal(&field.kind, &text).ok_or_else(|| FieldError::NotThere {
        field: field.name,
        reason: {
            // A damaged file may be one word.
            let word = beginning(&text, MOST_WORD);
            format!("“{word}” at byte {} is no {}", span.start, field.kind.word())
        },
    })
}

/// The splice of the line that stores a value: the token's own bytes and nothing else.
///
/// # Errors
/// A refusal that names the limit.
pub fn set(line: &[u8], field: &Field, separator: fn(u8) -> bool, value: &Value) -> Result<ByteSplice, Refusal> {
    if !field.fixed.is_empty() {
        return Err(Refusal::ReadOnly { field: field.name.to_owned(), reason: field.fixed.to_owned() });
    }
    let (span, _) = find(line, field, separator)?;
    let text = written(field, value)?;
    let new = encoding(field).encode(field.name, &text)?;
    if new.is_empty() || new.iter().copied().any(separator) {
        return Err(Refusal::rule(format!("{}: one word without separators is needed", field.name)));
    }
    Ok(ByteSplice { at: span.start, old_len: span.len(), new })
}

/// The character set of a field's words: the one it names, else Latin-1, which has every byte.
fn encoding(field: &Field) -> Encoding {
    match field.kind {
        Kind::Text { encoding, .. } => encoding,
        _ => Encoding::Latin1,
    }
}

fn find(line: &[u8], field: &Field, separator: fn(u8) -> bool) -> Result<(Range<usize>, String), FieldError> {
    found(line, field, |n| spans(line, separator).nth(n))
}

fn found(
    line: &[u8],
    field: &Field,
    token: impl FnOnce(usize) -> Option<Range<usize>>,
) -> Result<(Range<usize>, String), FieldError> {
    let not_there = |reason: String| FieldError::NotThere { field: field.name, reason };
    let Place::Token(n) = field.place else { return Err(not_there("it is no token".to_owned())) };
    let span = token(usize::from(n)).ok_or_else(|| not_there(format!("the line has no token {n}")))?;
    let text = encoding(field).decode(line.get(span.clone()).unwrap_or_default());
    Ok((span, text))
}

/// The value that a word stands for in a text; `None` if it is none of this kind. `nil` is a symbol
/// everywhere.
pub fn literal(kind: &Kind, text: &str) -> Option<Value> {
    if text == "nil" {
        return Some(Value::Symbol(text.to_owned()));
    }
    match kind {
        Kind::Text { .. } => Some(Value::Text(text.to_owned())),
        Kind::Real32 => text.parse::<f32>().ok().filter(|r| !r.is_nan()).map(|real| Value::Real(f64::from(real))),
        Kind::Real64 => text.parse::<f64>().ok().filter(|r| !r.is_nan()).map(Value::Real),
        // Tints are hexadecimal without a prefix (warriors.md 1.1).
        Kind::Colour(_) => {
            let digits = !text.is_empty() && text.len() <= 8 && text.bytes().all(|b| b.is_ascii_hexdigit());
            digits.then(|| i128::from_str_radix(text, 16).ok().map(Value::Int)).flatten()
        }
        Kind::Tag | Kind::Bytes | Kind::Vector { .. } | Kind::Array { .. } => None,
        _ => text.parse().ok().map(Value::Int),
    }
}

/// The word that stands for a value in a text.
///
/// # Errors
/// A refusal if the field does not take the value.
pub fn written(field: &Field, value: &Value) -> Result<String, Refusal> {
    let wrong = |expected: &str| Refusal::WrongSort {
        field: field.name.to_owned(),
        expected: expected.to_owned(),
        got: value.sort().to_owned(),
    };
    if let Value::Symbol(symbol) = value {
        let name = !symbol.is_empty() && symbol.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.');
        return name.then(|| symbol.clone()).ok_or_else(|| wrong("a name"));
    }
    field.check(value)?;
    match (&field.kind, value) {
        (Kind::Real32 | Kind::Real64, Value::NanBits(_)) => Err(wrong("a number: a text has no NaN")),
        (Kind::Real32, Value::Int(_) | Value::Real(_)) => {
            value.as_f64().map(|real| plain32(real as f32)).ok_or_else(|| wrong("a number"))
        }
        (Kind::Real64, Value::Int(_) | Value::Real(_)) => value.as_f64().map(plain).ok_or_else(|| wrong("a number")),
        (Kind::Colour(form), Value::Int(raw)) => {
            let raw = u32::try_from(*raw).map_err(|_| wrong("a colour of 32 bits"))?;
            Ok(if matches!(form, ColourForm::Bgr24) { format!("{raw:06x}") } else { format!("{raw:08x}") })
        }
        (_, Value::Int(raw)) => Ok(raw.to_string()),
        (_, Value::Text(text)) => Ok(text.clone()),
        _ => Err(wrong(field.kind.word())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::codec::{Codec, Elsewhere};

    const LATIN: Kind = Kind::Text { encoding: Encoding::Latin1, terminated: false };

    fn blank(b: u8) -> bool {
        b == b' ' || b == b','
    }

    fn field(n: u16, kind: Kind) -> Field {
        Field::new("word", "", Elsewhere::SHAPE.place, kind).token(n)
    }

    #[test]
    fn tokens_lie_between_any_number_of_separators() {
        let found: Vec<_> = spans(b"  ab,, c ", blank).collect();
        assert_eq!(found, [2..4, 7..8]);
        assert_eq!(spans(b"", blank).count() + spans(b" , ", blank).count(), 0);
    }

    #[test]
    fn words_read_by_kind_and_others_are_named() {
        let line = b"caf\xE9 -1.50 FFFFFFFF nil 7x";
        assert_eq!(get(line, &field(0, LATIN), blank), Ok(Value::Text("caf\u{e9}".to_owned())));
        assert_eq!(get(line, &field(1, Kind::Real32), blank), Ok(Value::Real(-1.5)));
        assert_eq!(get(line, &field(2, Kind::Colour(ColourForm::Rgba32)), blank), Ok(Value::Int(0xFFFF_FFFF)));
        assert_eq!(get(line, &field(3, LATIN), blank), Ok(Value::Symbol("nil".to_owned())));
        let wrong = get(line, &field(4, Kind::Int), blank).map_err(|e| e.to_string());
        assert_eq!(wrong, Err("word: “7x” at byte 24 is no number".to_owned()));
        let short = get(line, &field(5, Kind::Int), blank).map_err(|e| e.to_string());
        assert_eq!(short, Err("word: the line has no token 5".to_owned()));
    }

    #[test]
    fn a_set_touches_the_token_alone_and_refuses_what_would_be_two() {
        let line = b"a  2.50,c";
        let splice = set(line, &field(1, Kind::Real32), blank, &Value::Real(f64::from(0.1f32)));
        assert_eq!(splice, Ok(ByteSplice { at: 3, old_len: 4, new: b"0.1".to_vec() }));
        assert!(set(line, &field(0, LATIN), blank, &Value::Text("b d".to_owned())).is_err());
        assert!(set(line, &field(0, LATIN), blank, &Value::Text(String::new())).is_err());
        assert!(set(line, &field(0, LATIN), blank, &Value::Text("☃".to_owned())).is_err());
        assert!(set(line, &field(1, Kind::Real32), blank, &Value::NanBits(0x7FC0_0000)).is_err());
        let tint = field(0, Kind::Colour(ColourForm::Rgba32));
        assert!(set(line, &tint, blank, &Value::Int(1 << 32)).is_err());
        assert_eq!(set(line, &tint, blank, &Value::Int(0xFF)).map(|s| s.new), Ok(b"000000ff".to_vec()));
        assert!(set(line, &field(0, Kind::Int).limits(0, 9), blank, &Value::Int(10)).is_err());
        assert!(set(line, &field(0, Kind::Int).fixed("it is fixed"), blank, &Value::Int(1)).is_err());
    }
}
