//! Values of a running level.

use std::fmt;

use super::{Number, Subject};

/// A value at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    /// A whole number, raw.
    Int(i64),
    /// A floating-point number.
    Real(f64),
}

impl Reading {
    /// The whole number, if it is one.
    pub const fn int(self) -> Option<i64> {
        match self {
            Reading::Int(number) => Some(number),
            Reading::Real(_) => None,
        }
    }

    /// As a floating-point number, for plots and between two moments.
    pub const fn to_f64(self) -> f64 {
        match self {
            Reading::Int(number) => number as f64,
            Reading::Real(number) => number,
        }
    }

    /// How it compares with a number that a person wrote; `None` for what is no number.
    pub fn compare(self, with: Number) -> Option<std::cmp::Ordering> {
        match (self, Number::of(with.round())) {
            (Reading::Int(number), Some(whole)) if whole == with => Some(number.cmp(&with.round())),
            _ => self.to_f64().partial_cmp(&with.to_f64()),
        }
    }

    /// The same bit for bit, so that a NaN is like itself.
    pub fn same(self, other: Reading) -> bool {
        match (self, other) {
            (Reading::Int(a), Reading::Int(b)) => a == b,
            (Reading::Real(a), Reading::Real(b)) => a.to_bits() == b.to_bits(),
            _ => false,
        }
    }

    /// The way from this one to another: where the share of it that is gone stands.
    pub(super) fn towards(self, to: Reading, share: f32) -> Reading {
        let between = self.to_f64() + (to.to_f64() - self.to_f64()) * f64::from(share);
        match to {
            Reading::Int(_) => Reading::Int(between.round() as i64),
            Reading::Real(_) => Reading::Real(between),
        }
    }
}

impl From<i64> for Reading {
    fn from(number: i64) -> Reading {
        Reading::Int(number)
    }
}

impl From<i32> for Reading {
    fn from(number: i32) -> Reading {
        Reading::Int(number.into())
    }
}

impl From<i16> for Reading {
    fn from(number: i16) -> Reading {
        Reading::Int(number.into())
    }
}

impl From<f32> for Reading {
    fn from(number: f32) -> Reading {
        Reading::Real(number.into())
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reading::Int(number) => write!(f, "{number}"),
            Reading::Real(number) => write!(f, "{number}"),
        }
    }
}

/// One live value. Where `field` is a field of the subject's record, the value is a raw value of that field and can be
/// applied as an edit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Live {
    /// Whose.
    pub subject: Subject,
    /// Which value.
    pub field: &'static str,
    /// The raw value.
    pub value: Reading,
    /// Whether it goes steadily from one tick's value to the next one's, so that pictures may show what lies between.
    pub glides: bool,
}

impl Live {
    /// A value that jumps: a state, a flag, a counter.
    pub fn new(subject: Subject, field: &'static str, value: impl Into<Reading>) -> Live {
        Live { subject, field, value: value.into(), glides: false }
    }

    /// A value that glides: a height, a brightness, a place.
    pub fn gliding(subject: Subject, field: &'static str, value: impl Into<Reading>) -> Live {
        Live { glides: true, ..Live::new(subject, field, value) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    #[test]
    fn readings_compare_with_what_a_person_wrote() {
        let number = |text: &str| text.parse::<Number>().unwrap();
        assert_eq!(Reading::Int(3).compare(number("3")), Some(Ordering::Equal));
        assert_eq!(Reading::Int(3).compare(number("3.5")), Some(Ordering::Less));
        assert_eq!(Reading::Int(i64::MAX).compare(number("9000000000000")), Some(Ordering::Greater));
        assert_eq!(Reading::Real(0.5).compare(number("0.5")), Some(Ordering::Equal));
        assert_eq!(Reading::Real(f64::NAN).compare(number("0")), None);
        assert!(Reading::Real(f64::NAN).same(Reading::Real(f64::NAN)) && !Reading::Int(0).same(Reading::Real(0.0)));
    }

    #[test]
    fn what_lies_between_keeps_the_kind() {
        assert_eq!(Reading::Int(10).towards(Reading::Int(20), 0.25), Reading::Int(13));
        assert_eq!(Reading::Real(1.0).towards(Reading::Real(2.0), 0.5), Reading::Real(1.5));
    }
}
