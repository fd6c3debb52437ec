//! What people type: a text as a value.

use super::kind::ColourForm;
use super::show::{power_of_two, separator, unhex};
use super::{Field, Kind, Refusal, Value};

/// The value that a typed text stands for. Typing back the text that is shown gives the present
/// value, bit for bit; in a list the elements whose text is unchanged stay as they are.
///
/// # Errors
/// A refusal that says what the field takes.
pub fn parse(field: &Field, text: &str, present: &Value) -> Result<Value, Refusal> {
    parse_as(field, &field.kind, text, Some(present))
}

/// A whole number, decimal or hexadecimal with `0x`, with an optional sign.
fn whole(text: &str) -> Option<i128> {
    let (minus, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (radix, digits) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => (16, hex),
        None => (10, digits),
    };
    // The library would take a second sign.
    if !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let number = i128::from_str_radix(digits, radix).ok()?;
    Some(if minus { -number } else { number })
}

/// Whether blanks at the ends of a typed text belong to the value.
const fn keeps_blanks(kind: &Kind) -> bool {
    match kind {
        Kind::Text { .. } | Kind::Tag => true,
        Kind::Vector { of, .. } | Kind::Array { of, .. } => matches!(of, Kind::Tag),
        _ => false,
    }
}

fn parse_as(field: &Field, kind: &Kind, text: &str, present: Option<&Value>) -> Result<Value, Refusal> {
    let text = if keeps_blanks(kind) { text } else { text.trim() };
    if let Some(present) = present
        && text == field.show_as(kind, present).as_str()
    {
        return Ok(present.clone());
    }
    let wrong = |expected: &str| Refusal::WrongSort {
        field: field.name.to_owned(),
        expected: expected.to_owned(),
        got: format!("“{text}”"),
    };
    let real = |text: &str, expected: &str| {
        text.trim().parse::<f64>().ok().filter(|r| r.is_finite()).ok_or_else(|| wrong(expected))
    };
    if text == "none"
        && let Some(link) = kind.link()
    {
        return link.none.first().map(|n| Value::Int(i128::from(*n))).ok_or_else(|| wrong("a number"));
    }
    match kind {
        Kind::Text { .. } | Kind::Tag => Ok(Value::Text(text.to_owned())),
        Kind::Bytes => unhex(text).map(Value::Bytes).ok_or_else(|| wrong("hexadecimal digits")),
        Kind::Vector { of, count, .. } | Kind::Array { of, count, .. } => {
            let parts: Vec<&str> = text.split(separator(of)).collect();
            if parts.len() != usize::from(*count) {
                return Err(wrong(&format!("{count} values with “{}” between", separator(of))));
            }
            let old = match present {
                Some(Value::List(list)) => list.as_slice(),
                _ => &[],
            };
            let parse = |(i, part): (usize, &&str)| {
                // One blank belongs to the separator; those of a tag belong to the tag.
                let part = if i > 0 { part.strip_prefix(' ').unwrap_or(part) } else { part };
                parse_as(field, of, part, old.get(i))
            };
            parts.iter().enumerate().map(parse).collect::<Result<_, _>>().map(Value::List)
        }
        Kind::Real32 | Kind::Real64 => {
            if let Some(bits) = text.strip_prefix("NaN ").and_then(whole) {
                return u64::try_from(bits).map(Value::NanBits).map_err(|_| wrong("a number"));
            }
            let stored = field.stored_number(real(text, "a number")?);
            let narrow = stored as f32;
            // What the storage will hold, so that the same number typed in another way is no change.
            let kept = if matches!(kind, Kind::Real32) && narrow.is_finite() { f64::from(narrow) } else { stored };
            Ok(Value::Real(kept))
        }
        Kind::Fixed { fraction } => {
            let raw = (field.stored_number(real(text, "a number")?) * power_of_two(*fraction)).round();
            Ok(Value::Int(raw as i128))
        }
        Kind::Angle { turn } => {
            let degrees = real(text.trim_end_matches('°'), "an angle in degrees")?;
            Ok(Value::Int((degrees * f64::from(*turn) / 360.0).round() as i128))
        }
        Kind::Choice(names) => names
            .value(text)
            .or_else(|| whole(text.strip_prefix("unknown ").unwrap_or(text)))
            .map(Value::Int)
            .ok_or_else(|| wrong(&format!("a {} or its number", names.key))),
        Kind::Flags(names) => {
            if text == "none" || text.is_empty() {
                return Ok(Value::Int(0));
            }
            let mut raw = 0i128;
            for word in text.split(',').map(str::trim) {
                raw |= match names.bit(word) {
                    Some(bit) => 1 << bit.min(126),
                    None => whole(word).ok_or_else(|| wrong(&format!("names of {} or a number", names.key)))?,
                };
            }
            Ok(Value::Int(field.of_bit_pattern(raw)))
        }
        Kind::Link(_) => whole(text).map(Value::Int).ok_or_else(|| wrong("a number or none")),
        Kind::Keyed { mask, variables, .. } => {
            if let Some(n) = whole(text) {
                return Ok(Value::Int(n));
            }
            variables
                .iter()
                .find_map(|(bits, name)| {
                    let number = whole(text.strip_prefix(name)?.trim())?;
                    // A number that reaches into the mask would name another sort of variable.
                    (number & i128::from(*mask) == 0).then_some(number | i128::from(*bits))
                })
                .map(Value::Int)
                .ok_or_else(|| wrong("a number or a variable"))
        }
        Kind::Bool => match text {
            "yes" | "true" => Ok(Value::Int(1)),
            "no" | "false" => Ok(Value::Int(0)),
            other => {
                let number = other.strip_prefix("yes (").and_then(|t| t.strip_suffix(')')).unwrap_or(other);
                whole(number).map(Value::Int).ok_or_else(|| wrong("yes or no"))
            }
        },
        Kind::Colour(form) => parse_colour(*form, text)
            .map(|raw| Value::Int(field.of_bit_pattern(raw)))
            .ok_or_else(|| wrong("a colour such as #ff8000 or #ff8000ff")),
        Kind::Int if field.unit.divisor != 1.0 || field.display.is_some() => {
            Ok(Value::Int(field.stored_number(real(text, "a number")?).round() as i128))
        }
        Kind::Int => whole(text).map(Value::Int).ok_or_else(|| wrong("a whole number")),
    }
}

/// A colour from `#rrggbb` or `#rrggbbaa` (the `#` may be missing); without an alpha it is opaque.
/// `0x…` is the raw number as stored.
fn parse_colour(form: ColourForm, text: &str) -> Option<i128> {
    if text.starts_with("0x") {
        return whole(text);
    }
    let digits = text.strip_prefix('#').unwrap_or(text);
    if !digits.chars().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let number = u32::from_str_radix(digits, 16).ok()?;
    let rgba = match (digits.len(), form) {
        (6, ColourForm::Bgr24) => number << 8,
        (6, _) => number << 8 | 0xFF,
        (8, _) => number,
        _ => return None,
    };
    Some(i128::from(match form {
        ColourForm::Rgba32 => rgba,
        ColourForm::Argb32 => rgba.rotate_right(8),
        ColourForm::Bgr24 => rgba.swap_bytes(),
    }))
}
