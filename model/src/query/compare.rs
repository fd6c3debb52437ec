//! Whether a field's value is what a query asks for, prepared once for each field.

use super::ast::{Comparison, FieldName, NAME, Operator};
use super::parser::spaced;
use crate::record::{Field, FlagNames, Kind, Value, parse_shown};

/// The test of a value of one field.
#[derive(Clone, Debug)]
pub(super) enum ValueTest {
    Equal(Value),
    /// Equal to a text, whatever the case.
    EqualText(String),
    /// A yes or no.
    Yes(bool),
    /// The shown number compared.
    Number(Operator, f64),
    /// The stored number compared.
    Raw(Operator, i128),
    /// One of these numbers: choices whose name contains the text.
    OneOf(Vec<i128>),
    /// The shown text contains this, in lower case.
    Contains(String),
    /// All these bits are set.
    Bits(i128),
    /// At least one element passes.
    Element(Box<(Field, ValueTest)>),
    Not(Box<ValueTest>),
}

/// The names of the bits of a field, if it is a set of flags.
pub(super) fn flags_of(field: &Field) -> Option<&'static FlagNames> {
    match &field.kind {
        Kind::Flags(names) => Some(names),
        _ => None,
    }
}

/// The bit of a name, blanks and hyphens being the same.
pub(super) fn bit_named(names: &FlagNames, name: &str) -> Option<u8> {
    let name = spaced(name);
    names.list.iter().find(|f| spaced(f.name).eq_ignore_ascii_case(&name)).map(|f| f.bit)
}

impl ValueTest {
    /// The test of a field.
    ///
    /// # Errors
    /// Why the field cannot be compared so.
    pub(super) fn new(field: &Field, comparison: &Comparison) -> Result<ValueTest, String> {
        let Comparison { field: FieldName { raw, .. }, operator, value } = comparison;
        let text = value.trim();
        match operator {
            Operator::NotEqual => {
                let equal = Comparison { operator: Operator::Equal, ..comparison.clone() };
                return Ok(ValueTest::Not(Box::new(ValueTest::new(field, &equal)?)));
            }
            Operator::Has => return has(field, text),
            _ => {}
        }
        if *raw {
            let number = whole(text).ok_or_else(|| format!("“{text}” is no whole number"))?;
            return Ok(ValueTest::Raw(*operator, number));
        }
        match operator {
            Operator::Contains => Ok(contains(field, text)),
            Operator::Equal => equal(field, text),
            _ => {
                let number = number_of(field, text)?;
                Ok(ValueTest::Number(*operator, number))
            }
        }
    }

    /// The test of what no field holds: the object's name, the row.
    ///
    /// # Errors
    /// Why it cannot be compared so.
    pub(super) fn special(comparison: &Comparison) -> Result<ValueTest, String> {
        let text = comparison.value.trim();
        if comparison.field.name == NAME {
            return match comparison.operator {
                Operator::Equal => Ok(ValueTest::EqualText(text.to_lowercase())),
                Operator::NotEqual => Ok(ValueTest::Not(Box::new(ValueTest::EqualText(text.to_lowercase())))),
                Operator::Contains => Ok(ValueTest::Contains(text.to_lowercase())),
                _ => Err("a name is compared with =, != or ~".to_owned()),
            };
        }
        let number = whole(text).ok_or_else(|| format!("“{text}” is no row"))?;
        match comparison.operator {
            Operator::Contains | Operator::Has => Err("a row is compared with =, !=, <, <=, > or >=".to_owned()),
            operator => Ok(ValueTest::Raw(operator, number)),
        }
    }

    /// Whether a value passes. `field` is the field the test was made for.
    pub(super) fn passes(&self, field: &Field, value: &Value) -> bool {
        match self {
            ValueTest::Equal(wanted) => value.same(wanted),
            ValueTest::EqualText(wanted) => value.as_text().is_some_and(|t| same_text(t, wanted)),
            ValueTest::Yes(wanted) => value.as_int().is_some_and(|n| (n != 0) == *wanted),
            ValueTest::Number(operator, wanted) => {
                field.number_shown(value).is_some_and(|n| n.partial_cmp(wanted).is_some_and(|o| holds(*operator, o)))
            }
            ValueTest::Raw(operator, wanted) => value.as_int().is_some_and(|n| holds(*operator, n.cmp(wanted))),
            ValueTest::OneOf(list) => value.as_int().is_some_and(|n| list.contains(&n)),
            ValueTest::Contains(wanted) => match value.as_text() {
                Some(text) => contains_text(text, wanted),
                None => contains_text(&field.show(value), wanted),
            },
            ValueTest::Bits(bits) => value.as_int().is_some_and(|n| n & bits == *bits),
            ValueTest::Element(inner) => match value {
                Value::List(list) => list.iter().any(|v| inner.1.passes(&inner.0, v)),
                _ => false,
            },
            ValueTest::Not(inner) => !inner.passes(field, value),
        }
    }

    /// Whether a text passes: the object's name.
    pub(super) fn passes_text(&self, text: &str) -> bool {
        match self {
            ValueTest::EqualText(wanted) => same_text(text, wanted),
            ValueTest::Contains(wanted) => contains_text(text, wanted),
            ValueTest::Not(inner) => !inner.passes_text(text),
            _ => false,
        }
    }

    /// Whether a row passes.
    pub(super) fn passes_number(&self, number: i128) -> bool {
        match self {
            ValueTest::Raw(operator, wanted) => holds(*operator, number.cmp(wanted)),
            _ => false,
        }
    }
}

fn holds(operator: Operator, order: std::cmp::Ordering) -> bool {
    match operator {
        Operator::Equal => order.is_eq(),
        Operator::NotEqual => order.is_ne(),
        Operator::Less => order.is_lt(),
        Operator::LessOrEqual => order.is_le(),
        Operator::Greater => order.is_gt(),
        Operator::GreaterOrEqual => order.is_ge(),
        Operator::Contains | Operator::Has => false,
    }
}

/// Whether a text holds another, which is in lower case. Nothing is allocated.
pub(super) fn contains_text(text: &str, lower: &str) -> bool {
    text.char_indices().map(|(at, _)| at).chain([text.len()]).any(|at| {
        let mut rest = text.get(at..).unwrap_or_default().chars().flat_map(char::to_lowercase);
        lower.chars().all(|c| rest.next() == Some(c))
    })
}

fn same_text(text: &str, lower: &str) -> bool {
    text.chars().flat_map(char::to_lowercase).eq(lower.chars())
}

fn whole(text: &str) -> Option<i128> {
    match text.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The field with the kind of its elements, for lists.
fn element_of(field: &Field) -> Option<Field> {
    match field.kind {
        Kind::Array { of, .. } | Kind::Vector { of, .. } => Some(Field { kind: *of, ..*field }),
        _ => None,
    }
}

fn has(field: &Field, text: &str) -> Result<ValueTest, String> {
    if let Some(names) = flags_of(field) {
        let bits = bit_named(names, text).map(|bit| 1i128 << bit.min(126)).or_else(|| whole(text));
        return bits.map(ValueTest::Bits).ok_or_else(|| format!("{} has no flag “{text}”", field.name));
    }
    match element_of(field) {
        Some(element) => {
            let test = equal(&element, text)?;
            Ok(ValueTest::Element(Box::new((element, test))))
        }
        None => Err(format!("{} is no set of flags and no list", field.name)),
    }
}

fn contains(field: &Field, text: &str) -> ValueTest {
    let lower = text.to_lowercase();
    match &field.kind {
        Kind::Choice(names) => {
            let named = names.list.iter().filter(|n| contains_text(n.name, &lower));
            ValueTest::OneOf(named.map(|n| i128::from(n.value)).collect())
        }
        _ => ValueTest::Contains(lower),
    }
}

fn equal(field: &Field, text: &str) -> Result<ValueTest, String> {
    if matches!(field.kind, Kind::Text { .. }) {
        return Ok(ValueTest::EqualText(text.to_lowercase()));
    }
    let value = typed(field, text)?;
    Ok(match (&field.kind, &value) {
        (Kind::Bool, Value::Int(n)) => ValueTest::Yes(*n != 0),
        _ => ValueTest::Equal(value),
    })
}

/// What a person means who types this into the field: the unit may stand behind a number, hyphens for blanks.
fn typed(field: &Field, text: &str) -> Result<Value, String> {
    // No value shows as this, so nothing counts as "unchanged".
    let present = Value::Computed;
    let bare = if field.unit.name.is_empty() { None } else { text.strip_suffix(field.unit.name) };
    let first = parse_shown(field, text, &present);
    let others = bare.map(str::to_owned).into_iter().chain([spaced(text)]);
    first.or_else(|error| {
        others.into_iter().find_map(|t| parse_shown(field, t.trim(), &present).ok()).ok_or_else(|| error.to_string())
    })
}

/// The number to compare the shown one with.
fn number_of(field: &Field, text: &str) -> Result<f64, String> {
    if matches!(field.kind, Kind::Text { .. } | Kind::Tag | Kind::Bytes) || element_of(field).is_some() {
        return Err(format!("{} is no number: it is compared with =, != or ~", field.name));
    }
    let bare = text.strip_suffix(field.unit.name).unwrap_or(text).trim_end_matches('°').trim();
    if let Ok(number) = bare.parse::<f64>() {
        return Ok(number);
    }
    if let Some(number) = whole(bare) {
        return Ok(number as f64);
    }
    let value = typed(field, text)?;
    field.number_shown(&value).ok_or_else(|| format!("“{text}” is no number"))
}
