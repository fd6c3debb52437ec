//! Numbers as people write them into scenarios.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number with up to three decimals, exact: it comes back from a file as it was written, on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(i64);

/// Parts of a whole.
const PARTS: i64 = 1000;

/// Why a text is no number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no number that fits here")]
pub struct NumberError(pub String);

impl Number {
    /// Nothing.
    pub const ZERO: Number = Number(0);

    /// A whole number.
    pub const fn whole(number: i32) -> Number {
        Number(number as i64 * PARTS)
    }

    /// So many thousandths.
    pub const fn thousandths(number: i64) -> Number {
        Number(number)
    }

    /// The nearest one; `None` for what is not finite or beyond the range.
    pub fn nearest(number: f64) -> Option<Number> {
        let parts = (number * PARTS as f64).round();
        // Far from the ends of i64, so that every whole number of the range is exact.
        (parts.abs() < 9e18).then_some(Number(parts as i64))
    }

    /// A whole number that may be too great.
    pub fn of(number: i64) -> Option<Number> {
        number.checked_mul(PARTS).map(Number)
    }

    /// The nearest whole number; halves go away from 0.
    pub const fn round(self) -> i64 {
        let half = if self.0 < 0 { -PARTS / 2 } else { PARTS / 2 };
        self.0.saturating_add(half) / PARTS
    }

    /// The nearest whole number of 32 bits.
    pub fn round_i32(self) -> i32 {
        // Within 32 bits by clamping.
        self.round().clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// As a floating-point number.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / PARTS as f64
    }

    /// As a floating-point number of a game that keeps 32 bits.
    pub fn to_f32(self) -> f32 {
        self.to_f64() as f32
    }
}

impl From<i32> for Number {
    fn from(number: i32) -> Number {
        Number::whole(number)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, parts) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let (whole, rest) = (parts / PARTS.unsigned_abs(), parts % PARTS.unsigned_abs());
        if rest == 0 {
            return write!(f, "{sign}{whole}");
        }
        let decimals = format!("{rest:03}");
        write!(f, "{sign}{whole}.{}", decimals.trim_end_matches('0'))
    }
}

impl FromStr for Number {
    type Err = NumberError;
    fn from_str(text: &str) -> Result<Number, NumberError> {
        let wrong = || NumberError(text.to_owned());
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let number: f64 = text.parse().ok().filter(|_| plain).ok_or_else(wrong)?;
        match text.parse::<i64>() {
            Ok(whole) => Number::of(whole).ok_or_else(wrong),
            Err(_) => Number::nearest(number).ok_or_else(wrong),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % PARTS == 0 {
            serializer.serialize_i64(self.0 / PARTS)
        } else {
            serializer.serialize_f64(self.to_f64())
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = Number;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Number, E> {
                Number::of(number).ok_or_else(|| E::custom(NumberError(number.to_string())))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Number, E> {
                let wrong = || E::custom(NumberError(number.to_string()));
                i64::try_from(number).ok().and_then(Number::of).ok_or_else(wrong)
            }
            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Number, E> {
                Number::nearest(number).ok_or_else(|| E::custom(NumberError(number.to_string())))
            }
        }
        deserializer.deserialize_any(Read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_reads_as_it_is_written() {
        for text in ["0", "-1", "512", "0.5", "-0.125", "69.99", "-543.2", "9000000000000"] {
            let number: Number = text.parse().unwrap();
            assert_eq!(number.to_string(), text);
            let json = serde_json::to_string(&number).unwrap();
            assert_eq!(json, text);
            assert_eq!(serde_json::from_str::<Number>(&json).unwrap(), number);
        }
        for wrong in ["", "-", ".", "1e5", "nan", "inf", "1.2.3", "99999999999999999999", "0x10"] {
            assert_eq!(wrong.parse::<Number>(), Err(NumberError(wrong.to_owned())));
        }
        assert!(serde_json::from_str::<Number>("1e300").is_err());
        assert!(serde_json::from_str::<Number>("18446744073709551615").is_err());
        assert!(serde_json::from_str::<Number>("\"1\"").is_err());
    }

    #[test]
    fn whole_numbers_are_the_nearest() {
        let round = |text: &str| text.parse::<Number>().unwrap().round();
        assert_eq!(["0.4", "0.5", "-0.5", "-1.4", "-7"].map(round), [0, 1, -1, -1, -7]);
        assert_eq!(Number::of(1 << 40).unwrap().round_i32(), i32::MAX);
        assert_eq!(Number::nearest(f64::NAN), None);
        assert_eq!(Number::thousandths(i64::MAX).round(), i64::MAX / 1000);
    }
}
