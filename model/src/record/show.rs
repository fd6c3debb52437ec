//! What people read and type: the meaning of a value as text, and a text as a value.

use super::kind::ColourForm;
use super::{Field, Kind, Refusal, Value};

impl Field {
    /// The value as people read it, without the unit.
    pub fn show(&self, value: &Value) -> String {
        self.show_as(&self.kind, value)
    }

    fn show_as(&self, kind: &Kind, value: &Value) -> String {
        match (kind, value) {
            (Kind::Vector { of, .. } | Kind::Array { of, .. }, Value::List(list)) => {
                list.iter().map(|v| self.show_as(of, v)).collect::<Vec<_>>().join(", ")
            }
            (Kind::Fixed { fraction }, Value::Int(raw)) => {
                plain(self.shown_number(*raw as f64 / (1u64 << fraction) as f64))
            }
            (Kind::Angle { turn }, Value::Int(raw)) => {
                format!("{}°", plain(*raw as f64 * 360.0 / f64::from(*turn)))
            }
            (Kind::Choice(names), Value::Int(raw)) => {
                names.name(*raw).map_or_else(|| format!("unknown {raw}"), str::to_owned)
            }
            (Kind::Flags(names), Value::Int(raw)) => {
                let (mut words, rest) = names.split(*raw);
                let rest_text = format!("{rest:#x}");
                if rest != 0 {
                    words.push(&rest_text);
                }
                if words.is_empty() { "none".to_owned() } else { words.join(", ") }
            }
            (Kind::Link(link), Value::Int(raw)) => {
                if link.none.iter().any(|n| i128::from(*n) == *raw) {
                    "none".to_owned()
                } else {
                    raw.to_string()
                }
            }
            (Kind::Keyed { mask, variables }, Value::Int(raw)) => {
                let high = (*raw as u32) & mask;
                match variables.iter().find(|(bits, _)| high != 0 && *bits == high) {
                    Some((bits, name)) => format!("{name} {}", raw & !i128::from(*bits)),
                    None => raw.to_string(),
                }
            }
            (Kind::Bool, Value::Int(raw)) => match raw {
                0 => "no".to_owned(),
                1 => "yes".to_owned(),
                other => format!("yes ({other})"),
            },
            (Kind::Colour(form), Value::Int(raw)) => {
                let digits = if matches!(form, ColourForm::Bgr24) { 6 } else { 8 };
                format!("#{raw:0digits$x}")
            }
            (_, Value::Int(raw)) if self.unit.divisor != 1.0 || self.display.is_some() => {
                plain(self.shown_number(*raw as f64))
            }
            (_, Value::Int(raw)) => raw.to_string(),
            (_, Value::Real(real)) => plain(self.shown_number(*real)),
            (_, Value::NanBits(bits)) => format!("NaN {bits:#x}"),
            (_, Value::Text(text) | Value::Symbol(text)) => text.clone(),
            (_, Value::Bytes(bytes)) => hex(bytes),
            (_, Value::List(list)) => list.iter().map(|v| self.show_as(&Kind::Int, v)).collect::<Vec<_>>().join(", "),
            (_, Value::Computed) => "computed by the script".to_owned(),
        }
    }

    fn shown_number(&self, stored: f64) -> f64 {
        self.display.map_or(stored, |d| (d.show)(stored)) / self.unit.divisor
    }

    fn stored_number(&self, shown: f64) -> f64 {
        let shown = shown * self.unit.divisor;
        self.display.map_or(shown, |d| (d.store)(shown))
    }
}

/// A number in its shortest form that reads back to the same value.
fn plain(number: f64) -> String {
    format!("{number}")
}

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Bytes from hexadecimal digits.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    digits.chunks(2).map(|pair| std::str::from_utf8(pair).ok().and_then(|p| u8::from_str_radix(p, 16).ok())).collect()
}

fn whole(text: &str) -> Option<i128> {
    let (minus, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(if minus { -number } else { number })
}

/// The value that a typed text stands for. Typing back the text that is shown gives the present
/// value, bit for bit.
///
/// # Errors
/// A refusal that says what the field takes.
pub fn parse(field: &Field, text: &str, present: &Value) -> Result<Value, Refusal> {
    let text = text.trim();
    if text == field.show(present) {
        return Ok(present.clone());
    }
    parse_as(field, &field.kind, text)
}

fn parse_as(field: &Field, kind: &Kind, text: &str) -> Result<Value, Refusal> {
    let wrong = |expected: &str| Refusal::WrongSort {
        field: field.name.to_owned(),
        expected: expected.to_owned(),
        got: format!("“{text}”"),
    };
    let real = |expected: &str| text.parse::<f64>().ok().filter(|r| r.is_finite()).ok_or_else(|| wrong(expected));
    match kind {
        Kind::Text { .. } | Kind::Tag => Ok(Value::Text(text.to_owned())),
        Kind::Bytes => unhex(text).map(Value::Bytes).ok_or_else(|| wrong("hexadecimal digits")),
        Kind::Vector { of, count, .. } | Kind::Array { of, count, .. } => {
            let parts: Vec<&str> = text.split(',').map(str::trim).collect();
            if parts.len() != usize::from(*count) {
                return Err(wrong(&format!("{count} values with commas between")));
            }
            parts.iter().map(|p| parse_as(field, of, p)).collect::<Result<_, _>>().map(Value::List)
        }
        Kind::Real32 | Kind::Real64 => Ok(Value::Real(field.stored_number(real("a number")?))),
        Kind::Fixed { fraction } => {
            let raw = (field.stored_number(real("a number")?) * (1u64 << fraction) as f64).round();
            Ok(Value::Int(raw as i128))
        }
        Kind::Angle { turn } => {
            let degrees = text.trim_end_matches('°').trim();
            let degrees: f64 = degrees.parse().map_err(|_| wrong("an angle in degrees"))?;
            if !degrees.is_finite() {
                return Err(wrong("an angle in degrees"));
            }
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
                    Some(bit) => 1 << bit,
                    None => whole(word).ok_or_else(|| wrong(&format!("names of {} or a number", names.key)))?,
                };
            }
            Ok(Value::Int(raw))
        }
        Kind::Link(link) if text == "none" => {
            link.none.first().map(|n| Value::Int(i128::from(*n))).ok_or_else(|| wrong("a number"))
        }
        Kind::Link(_) => whole(text).map(Value::Int).ok_or_else(|| wrong("a number or none")),
        Kind::Keyed { variables, .. } => {
            if let Some(n) = whole(text) {
                return Ok(Value::Int(n));
            }
            variables
                .iter()
                .find_map(|(bits, name)| {
                    let rest = text.strip_prefix(name)?.trim();
                    whole(rest).map(|n| Value::Int(n | i128::from(*bits)))
                })
                .ok_or_else(|| wrong("a number or a variable"))
        }
        Kind::Bool => match text {
            "yes" | "true" | "1" => Ok(Value::Int(1)),
            "no" | "false" | "0" => Ok(Value::Int(0)),
            other => whole(other).map(Value::Int).ok_or_else(|| wrong("yes or no")),
        },
        Kind::Colour(_) => {
            let digits = text.trim_start_matches('#').trim_start_matches("0x");
            i128::from_str_radix(digits, 16).map(Value::Int).map_err(|_| wrong("a colour such as #ff8000ff"))
        }
        Kind::Int if field.unit.divisor != 1.0 || field.display.is_some() => {
            Ok(Value::Int(field.stored_number(real("a number")?).round() as i128))
        }
        Kind::Int => whole(text).map(Value::Int).ok_or_else(|| wrong("a whole number")),
    }
}
