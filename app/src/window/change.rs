//! A change to one field, applied to each record's own present value.

use levelwright_model::record::{Field, Kind, Refusal, Value, parse_shown};

use super::expression::{Names, Term};

/// What is to happen to a field's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// The same value for all.
    Value(Value),
    /// What a person typed: a value as it is shown, or an expression over the present one.
    Typed(String),
    /// The text that shows a value, from a clipboard: never a sum.
    Shown(String),
    /// One bit; the others stay as they are.
    Bit(u8, bool),
    /// One element of a vector or an array.
    Element(usize, Box<Change>),
}

impl Change {
    /// The new value of a record's field.
    ///
    /// # Errors
    /// A refusal that says what the field takes.
    pub fn apply(&self, field: &Field, present: &Value, names: Names) -> Result<Value, Refusal> {
        match self {
            Change::Value(value) => Ok(value.clone()),
            Change::Typed(text) => typed(field, text, present, names),
            Change::Shown(text) => parse_shown(field, text, present),
            Change::Bit(bit, on) => match present {
                Value::Int(raw) => {
                    let mask = 1i128 << bit;
                    Ok(Value::Int(if *on { raw | mask } else { raw & !mask }))
                }
                other => Err(wrong(field, "a set of flags", other)),
            },
            Change::Element(at, change) => {
                let Value::List(list) = present else { return Err(wrong(field, "a list", present)) };
                let mut list = list.clone();
                let one = element(field);
                let slot = list.get_mut(*at).ok_or_else(|| Refusal::Missing(format!("{} {at}", field.name)))?;
                *slot = change.apply(&one, slot, names)?;
                Ok(Value::List(list))
            }
        }
    }
}

/// The field of one element of a vector or an array; the field itself for all others.
pub fn element(field: &Field) -> Field {
    match field.kind {
        Kind::Vector { of, .. } | Kind::Array { of, .. } => Field { kind: *of, ..*field },
        _ => *field,
    }
}

fn wrong(field: &Field, expected: &str, got: &Value) -> Refusal {
    Refusal::WrongSort { field: field.name.to_owned(), expected: expected.to_owned(), got: got.sort().to_owned() }
}

fn is_number(kind: &Kind) -> bool {
    match kind {
        Kind::Int
        | Kind::Real32
        | Kind::Real64
        | Kind::Fixed { .. }
        | Kind::Angle { .. }
        | Kind::Choice(_)
        | Kind::Link(_)
        | Kind::Keyed { .. } => true,
        Kind::Text { .. }
        | Kind::Tag
        | Kind::Colour(_)
        | Kind::Vector { .. }
        | Kind::Array { .. }
        | Kind::Flags(_)
        | Kind::Bool
        | Kind::Bytes => false,
    }
}

fn typed(field: &Field, text: &str, present: &Value, names: Names) -> Result<Value, Refusal> {
    let trimmed = text.trim();
    let term = if is_number(&field.kind) { Term::read(trimmed) } else { None };
    let Some(term) = term else { return parse_shown(field, text, present) };
    let term = term.map_err(|reason| Refusal::rule(format!("{}: {reason}", field.label_text())))?;
    let shown = field.show(present);
    let now: f64 = match (&field.kind, present) {
        // Where the shown text is a name, the number is the raw one.
        (Kind::Choice(_) | Kind::Link(_) | Kind::Keyed { .. }, Value::Int(raw)) => *raw as f64,
        _ => shown
            .trim_end_matches('°')
            .parse()
            .map_err(|_| Refusal::rule(format!("{}: “{shown}” is no number to compute with", field.label_text())))?,
    };
    let result = term.value(&Names { x: now, ..names });
    if !result.is_finite() {
        return Err(Refusal::rule(format!("{}: {trimmed} has no result", field.label_text())));
    }
    parse_shown(field, &plain(result), present)
}

/// A number as people type it: whole numbers without a point.
fn plain(number: f64) -> String {
    // Sums such as 0.1 + 0.2 are not meant to the last bit.
    let tidy = (number * 1e9).round() / 1e9;
    format!("{}", if tidy.is_finite() { tidy } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;
    use levelwright_model::record::{Int, Number, Order, Place, Unit};

    const WORD: Number = Number { int: Int::I16, order: Order::Big };

    fn field(kind: Kind) -> Field {
        Field::new("f", "A field.", Place::Number { at: 0, number: WORD }, kind)
    }

    fn apply(kind: Kind, text: &str, present: i128, row: f64) -> Result<Value, Refusal> {
        let names = Names { x: 0.0, row, n: 0.0 };
        Change::Typed(text.to_owned()).apply(&field(kind), &Value::Int(present), names)
    }

    #[test]
    fn numbers_take_expressions_over_the_present_value() {
        for (text, expected) in
            [("+10", 17), ("*2", 14), ("/7", 1), ("-=3", 4), ("-3", -3), ("=row*16", 48), ("12", 12)]
        {
            assert_eq!(apply(Kind::Int, text, 7, 3.0), Ok(Value::Int(expected)), "{text}");
        }
        assert!(apply(Kind::Int, "=row*", 7, 3.0).is_err());
        assert!(apply(Kind::Int, "/0", 7, 3.0).is_err());
        assert!(apply(Kind::Int, "seven", 7, 3.0).is_err());
    }

    #[test]
    fn expressions_work_in_shown_units() {
        let unit = Unit { name: "wu", divisor: 1024.0 };
        let field = Field { unit, ..field(Kind::Int) };
        let names = Names { x: 0.0, row: 0.0, n: 0.0 };
        let result = Change::Typed("+0.5".to_owned()).apply(&field, &Value::Int(1024), names);
        assert_eq!(result, Ok(Value::Int(1536)));
        assert_eq!(apply(Kind::Angle { turn: 512 }, "+90", 128, 0.0), Ok(Value::Int(256)));
    }

    #[test]
    fn a_bit_leaves_the_others_and_an_element_leaves_its_neighbours() {
        let names = Names { x: 0.0, row: 0.0, n: 0.0 };
        let flags = field(Kind::Int);
        assert_eq!(Change::Bit(3, true).apply(&flags, &Value::Int(1), names), Ok(Value::Int(9)));
        assert_eq!(Change::Bit(0, false).apply(&flags, &Value::Int(9), names), Ok(Value::Int(8)));
        let list = Field { kind: Kind::Array { number: WORD, of: &Kind::Int, count: 2 }, ..flags };
        let present = Value::List(vec![Value::Int(1), Value::Int(2)]);
        let change = Change::Element(1, Box::new(Change::Typed("+5".to_owned())));
        assert_eq!(change.apply(&list, &present, names), Ok(Value::List(vec![Value::Int(1), Value::Int(7)])));
        assert!(Change::Element(2, Box::new(Change::Typed("1".to_owned()))).apply(&list, &present, names).is_err());
    }
}
