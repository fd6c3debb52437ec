//! What people read: the meaning of a value as text.

use super::kind::ColourForm;
use super::{Field, Kind, Value, read};

impl Field {
    /// The value as people read it, without the unit. [`super::parse_shown`] is the way back.
    pub fn show(&self, value: &Value) -> String {
        self.show_as(&self.kind, value)
    }

    pub(crate) fn show_as(&self, kind: &Kind, value: &Value) -> String {
        match (kind, value) {
            (Kind::Vector { of, .. } | Kind::Array { of, .. }, Value::List(list)) => {
                let shown: Vec<String> = list.iter().map(|v| self.show_as(of, v)).collect();
                shown.join(&format!("{} ", separator(of)))
            }
            (Kind::Fixed { fraction }, Value::Int(raw)) => {
                plain(self.shown_number(*raw as f64 / power_of_two(*fraction)))
            }
            (Kind::Angle { turn }, Value::Int(raw)) => {
                format!("{}°", plain(*raw as f64 * 360.0 / f64::from(*turn)))
            }
            (Kind::Choice(names), Value::Int(raw)) => {
                names.name(*raw).map_or_else(|| format!("unknown {raw}"), str::to_owned)
            }
            (Kind::Flags(names), Value::Int(raw)) => {
                let (mut words, rest) = names.split(self.bit_pattern(*raw));
                let rest_text = format!("{rest:#x}");
                if rest != 0 {
                    words.push(&rest_text);
                }
                if words.is_empty() { "none".to_owned() } else { words.join(", ") }
            }
            (Kind::Link(link), Value::Int(raw)) => {
                if link.is_none(*raw) {
                    "none".to_owned()
                } else {
                    raw.to_string()
                }
            }
            (Kind::Keyed { mask, variables, plain, .. }, Value::Int(raw)) => {
                let high = raw & i128::from(*mask);
                match variables.iter().find(|(bits, _)| high != 0 && i128::from(*bits) == high) {
                    Some((bits, name)) => format!("{name} {}", raw & !i128::from(*bits)),
                    None if plain.is_some_and(|link| link.is_none(*raw)) => "none".to_owned(),
                    None => raw.to_string(),
                }
            }
            (Kind::Bool, Value::Int(raw)) => match raw {
                0 => "no".to_owned(),
                1 => "yes".to_owned(),
                other => format!("yes ({other})"),
            },
            (Kind::Colour(form), Value::Int(raw)) => show_colour(*form, self.bit_pattern(*raw)),
            (_, Value::Int(raw)) if self.unit.divisor != 1.0 || self.display.is_some() => {
                plain(self.shown_number(*raw as f64))
            }
            (_, Value::Int(raw)) => raw.to_string(),
            (Kind::Real32, Value::Real(real)) => plain32(self.shown_number(*real) as f32),
            (_, Value::Real(real)) => plain(self.shown_number(*real)),
            (_, Value::NanBits(bits)) => format!("NaN {bits:#x}"),
            (_, Value::Text(text) | Value::Symbol(text)) => text.clone(),
            (_, Value::Bytes(bytes)) => hex(bytes),
            (_, Value::List(list)) => list.iter().map(|v| self.show_as(&Kind::Int, v)).collect::<Vec<_>>().join(", "),
            (_, Value::Computed) => "computed by the script".to_owned(),
        }
    }

    /// The number that people see for a value, in the field's unit; `None` where it is no number.
    pub fn number_shown(&self, value: &Value) -> Option<f64> {
        match (&self.kind, value) {
            (Kind::Fixed { fraction }, Value::Int(raw)) => {
                Some(self.shown_number(*raw as f64 / power_of_two(*fraction)))
            }
            (Kind::Angle { turn }, Value::Int(raw)) => Some(*raw as f64 * 360.0 / f64::from(*turn)),
            (Kind::Text { .. } | Kind::Tag | Kind::Bytes, _) => None,
            (_, value) => value.as_f64().map(|stored| self.shown_number(stored)),
        }
    }

    fn shown_number(&self, stored: f64) -> f64 {
        self.display.map_or(stored, |d| (d.show)(stored)) / self.unit.divisor
    }

    pub(crate) fn stored_number(&self, shown: f64) -> f64 {
        let shown = shown * self.unit.divisor;
        self.display.map_or(shown, |d| (d.store)(shown))
    }

    /// The bits of a raw number, without a sign: flags and colours may lie in signed words.
    fn bit_pattern(&self, raw: i128) -> i128 {
        // Where only an access pair knows the width, script numbers have at most 64 bits.
        let bits = self.width().map_or(64, |(bits, _)| bits);
        if raw < 0 { raw & ((1i128 << bits.min(126)) - 1) } else { raw }
    }

    /// The raw number with these bits: the way back from [`Field::bit_pattern`]. Bits that do not fit
    /// stay, so that they are refused and not lost.
    pub(crate) fn of_bit_pattern(&self, bits: i128) -> i128 {
        match self.width() {
            Some((width, true)) if bits >= 0 && bits >> width == 0 => read::sign(bits, width),
            _ => bits,
        }
    }
}

/// What stands between the elements of a list: a set of flags has commas of its own.
pub(crate) const fn separator(of: &Kind) -> char {
    if matches!(of, Kind::Flags(_)) { ';' } else { ',' }
}

/// 2^n, exactly; a table with n beyond 63 does not compile.
pub(crate) fn power_of_two(n: u8) -> f64 {
    (1u64 << n.min(63)) as f64
}

/// Colours are shown as `#rrggbb`, or `#rrggbbaa` where the form has an alpha (or stray bits there).
fn show_colour(form: ColourForm, raw: i128) -> String {
    let Ok(raw) = u32::try_from(raw) else { return format!("{raw:#x}") };
    match form {
        ColourForm::Rgba32 => format!("#{raw:08x}"),
        ColourForm::Argb32 => format!("#{:08x}", raw.rotate_left(8)),
        ColourForm::Bgr24 => {
            let rgb_top = raw.swap_bytes(); // 0xRRGGBBxx
            if raw >> 24 == 0 { format!("#{:06x}", rgb_top >> 8) } else { format!("#{rgb_top:08x}") }
        }
    }
}

/// A number in its shortest form that reads back to the same value.
pub(crate) fn plain(number: f64) -> String {
    match number.abs() {
        big if big.is_finite() && (big >= 1e16 || (big < 1e-5 && big > 0.0)) => format!("{number:e}"),
        _ => format!("{number}"),
    }
}

/// A 32-bit number in its shortest form that reads back to the same 32-bit value.
pub(crate) fn plain32(number: f32) -> String {
    match number.abs() {
        big if big.is_finite() && (big >= 1e16 || (big < 1e-5 && big > 0.0)) => format!("{number:e}"),
        _ => format!("{number}"),
    }
}

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Bytes from hexadecimal digits.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    if !digits.len().is_multiple_of(2) || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    digits.chunks(2).map(|pair| std::str::from_utf8(pair).ok().and_then(|p| u8::from_str_radix(p, 16).ok())).collect()
}
