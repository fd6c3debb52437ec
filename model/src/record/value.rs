//! What a field holds.

use serde::{Deserialize, Serialize};

/// The value of one field, without loss: whole numbers (also fixed point, angles, enums, flags, links
/// and colours) are the raw stored number, so every bit pattern can be read and written back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// A whole number, raw as stored.
    Int(i128),
    /// A floating-point number that is not a NaN.
    Real(f64),
    /// The bits of a floating-point NaN, kept because NaNs carry a payload.
    NanBits(u64),
    /// Text, decoded.
    Text(String),
    /// Opaque bytes.
    Bytes(Vec<u8>),
    /// The elements of a vector or an array.
    List(Vec<Value>),
    /// A name in place of a number: an argument that a script gives by symbol.
    Symbol(String),
    /// An argument that a script computes; it can be shown but not set.
    Computed,
}

impl Value {
    /// The whole number, if it is one.
    pub fn as_int(&self) -> Option<i128> {
        match self {
            Value::Int(n) => Some(*n),
            _ => None,
        }
    }

    /// The number as a float, whole or real.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Value::Int(n) => Some(*n as f64),
            Value::Real(r) => Some(*r),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(t) | Value::Symbol(t) => Some(t),
            _ => None,
        }
    }

    /// Equal bit for bit: 0.0 and -0.0 differ, equal NaN bits are the same.
    pub fn same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Real(a), Value::Real(b)) => a.to_bits() == b.to_bits(),
            (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b)),
            (a, b) => a == b,
        }
    }

    /// What sort of value it is, for messages.
    pub const fn sort(&self) -> &'static str {
        match self {
            Value::Int(_) => "a whole number",
            Value::Real(_) | Value::NanBits(_) => "a number",
            Value::Text(_) => "text",
            Value::Bytes(_) => "bytes",
            Value::List(_) => "a list",
            Value::Symbol(_) => "a symbol",
            Value::Computed => "a computed value",
        }
    }
}
