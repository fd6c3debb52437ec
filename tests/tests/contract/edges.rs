//! Values at the edges of what a field can hold, and beyond.

use levelwright_model::record::{Field, Kind, Place, Value};

/// A value to set.
pub(crate) struct Edge {
    /// The value.
    pub(crate) value: Value,
    /// Whether the field must refuse it.
    pub(crate) beyond: bool,
}

fn inside(value: Value) -> Edge {
    Edge { value, beyond: false }
}

fn beyond(value: Value) -> Edge {
    Edge { value, beyond: true }
}

/// The edges of a field that holds `present` now.
pub(crate) fn edges(field: &Field, present: &Value) -> Vec<Edge> {
    match (&field.kind, present) {
        (Kind::Text { encoding, terminated }, _) => text_edges(field, *terminated, encoding.name()),
        (Kind::Tag, _) => {
            vec![inside(text("ABCD")), inside(text("\0\0\0\0")), beyond(text("ABC")), beyond(Value::Int(1))]
        }
        (Kind::Bytes, Value::Bytes(bytes)) => vec![
            inside(Value::Bytes(vec![0; bytes.len()])),
            inside(Value::Bytes(vec![0xFF; bytes.len()])),
            inside(Value::Bytes(vec![0x5A; bytes.len()])),
            beyond(Value::Bytes(vec![1; bytes.len() + 1])),
            beyond(text("bytes")),
        ],
        (Kind::Vector { of, .. } | Kind::Array { of, .. }, Value::List(list)) => list_edges(field, of, list),
        (Kind::Real32 | Kind::Real64, _) => real_edges(),
        (kind, _) => number_edges(field, kind),
    }
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn text_edges(field: &Field, terminated: bool, encoding: &str) -> Vec<Edge> {
    let mut out = vec![inside(text("")), inside(text("a")), inside(text("Grüße")), beyond(Value::Int(1))];
    // No one-byte character set of these games has Chinese.
    assert!(!encoding.is_empty());
    out.push(beyond(text("水")));
    if let Place::Bytes { len, .. } = field.place {
        let room = len as usize - usize::from(terminated);
        out.push(inside(text(&"x".repeat(room))));
        out.push(beyond(text(&"x".repeat(room + 1))));
    }
    out
}

fn numbers(field: &Field, kind: &Kind) -> (Vec<i128>, Vec<i128>) {
    let mut good = vec![0, 1, -1];
    let mut bad = Vec::new();
    if let Some((min, max)) = field.number_range() {
        good.extend([min, max, min + (max - min) / 2, min + (max - min) / 3]);
        good.retain(|n| min <= *n && *n <= max);
        bad.extend([min - 1, max + 1, i128::from(i64::MAX) * 4]);
    }
    if let Kind::Choice(names) = kind {
        let named = names.list.iter().map(|n| i128::from(n.value));
        let unknown = named.clone().max().unwrap_or(0) + 1;
        good.extend(named.chain([unknown]).filter(|n| !bad.iter().any(|b| b == n)));
    }
    if let (Kind::Flags(names), Some((_, max))) = (kind, field.number_range()) {
        good.extend(names.list.iter().map(|flag| 1i128 << flag.bit).filter(|bit| *bit <= max));
    }
    let range = field.number_range();
    good.retain(|n| range.is_none_or(|(min, max)| min <= *n && *n <= max));
    good.dedup();
    (good, bad)
}

fn number_edges(field: &Field, kind: &Kind) -> Vec<Edge> {
    let (good, bad) = numbers(field, kind);
    let good = good.into_iter().map(|n| inside(Value::Int(n)));
    let bad = bad.into_iter().map(|n| beyond(Value::Int(n)));
    good.chain(bad).chain([beyond(Value::Bytes(vec![1])), beyond(text("much"))]).collect()
}

fn list_edges(field: &Field, of: &Kind, list: &[Value]) -> Vec<Edge> {
    if matches!(of, Kind::Real32 | Kind::Real64) {
        let all = |r: f64| inside(Value::List(vec![Value::Real(r); list.len()]));
        let mut out: Vec<Edge> = [0.0, -1.5, f64::from(f32::MAX)].into_iter().map(all).collect();
        out.push(beyond(Value::List(vec![Value::Real(0.0); list.len() + 1])));
        out.push(beyond(text("list")));
        return out;
    }
    let (good, bad) = numbers(field, of);
    let all = |n: &i128| Value::List(vec![Value::Int(*n); list.len()]);
    let mut out: Vec<Edge> = good.iter().map(|n| inside(all(n))).collect();
    out.extend(bad.iter().map(|n| beyond(all(n))));
    // One element alone, at either end: the neighbours must stay.
    for at in [0, list.len().saturating_sub(1)] {
        let mut one = list.to_vec();
        if let Some(element) = one.get_mut(at) {
            *element = Value::Int(good.last().copied().unwrap_or(0));
            out.push(inside(Value::List(one)));
        }
    }
    out.push(beyond(Value::List(vec![Value::Int(0); list.len() + 1])));
    out.push(beyond(text("list")));
    out
}

fn real_edges() -> Vec<Edge> {
    let reals = [0.0, -0.0, 1.0, -1.5, f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE), f64::INFINITY];
    reals.into_iter().map(|r| inside(Value::Real(r))).chain([beyond(text("much"))]).collect()
}
