//! A field's value as JSON and back, without loss.
//!
//! Whole numbers are raw as stored; bytes are hexadecimal digits; floats that JSON has no number for are objects.
//! When a script is read a string stands for the text that people see (`"monster"`, `"12.5"`).

use levelwright_model::record::{Field, Kind, Refusal, Value, hex, parse_shown, unhex};
use serde_json::{Number, Value as Json, json};

/// The value as JSON.
pub fn to_json(value: &Value) -> Json {
    match value {
        Value::Int(n) => match (i64::try_from(*n), u64::try_from(*n)) {
            (Ok(n), _) => json!(n),
            (_, Ok(n)) => json!(n),
            // No stored number is wider than 64 bits; computed ones might be.
            _ => json!({ "int": n.to_string() }),
        },
        Value::Real(real) => match Number::from_f64(*real) {
            Some(number) => Json::Number(number),
            None => json!({ "infinite": if *real > 0.0 { 1 } else { -1 } }),
        },
        Value::NanBits(bits) => json!({ "nan": format!("{bits:#x}") }),
        Value::Text(text) => json!(text),
        Value::Bytes(bytes) => json!(hex(bytes)),
        Value::List(list) => Json::Array(list.iter().map(to_json).collect()),
        Value::Symbol(name) => json!({ "symbol": name }),
        Value::Computed => json!({ "computed": true }),
    }
}

/// The value that JSON stands for in a field; `present` is what the field holds now, so that typing back the text
/// that is shown changes no bit.
///
/// # Errors
/// A refusal that says what the field takes.
pub fn from_json(field: &Field, json: &Json, present: &Value) -> Result<Value, Refusal> {
    match (json, present) {
        // An element of a list may be a text of its own, and odd elements keep their bits.
        (Json::Array(list), _) => {
            let olds = match present {
                Value::List(olds) => olds.as_slice(),
                _ => &[],
            };
            let element = element_of(field);
            let pairs = list.iter().enumerate();
            pairs
                .map(|(i, v)| from_json(&element, v, olds.get(i).unwrap_or(&Value::Int(0))))
                .collect::<Result<_, _>>()
                .map(Value::List)
        }
        // A text is taken as it is: blanks at its ends belong to it.
        (Json::String(text), _) if matches!(field.kind, Kind::Text { .. } | Kind::Tag) => Ok(Value::Text(text.clone())),
        (Json::String(text), _) => parse_shown(field, text, present),
        (Json::Number(number), _) => from_number(field, number),
        (Json::Bool(yes), _) => Ok(Value::Int(i128::from(*yes))),
        (Json::Object(map), _) => {
            let entry = map.iter().next().filter(|_| map.len() == 1);
            entry.and_then(|(key, value)| from_object(key, value)).ok_or_else(|| wrong(field, json))
        }
        (Json::Null, _) => Err(wrong(field, json)),
    }
}

fn element_of(field: &Field) -> Field {
    match field.kind {
        Kind::Vector { of, .. } | Kind::Array { of, .. } => Field { kind: *of, ..*field },
        _ => *field,
    }
}

fn from_number(field: &Field, number: &Number) -> Result<Value, Refusal> {
    let whole = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
    match (field.kind, whole, number.as_f64()) {
        (Kind::Real32 | Kind::Real64, _, Some(real)) => Ok(Value::Real(real)),
        (_, Some(whole), _) => Ok(Value::Int(whole)),
        (_, _, Some(real)) if matches!(field.place, levelwright_model::record::Place::Path(_)) => Ok(Value::Real(real)),
        _ => Err(Refusal::WrongSort {
            field: field.name.to_owned(),
            expected: "the raw whole number, or the shown number as a text".to_owned(),
            got: number.to_string(),
        }),
    }
}

fn from_object(key: &str, value: &Json) -> Option<Value> {
    match key {
        "int" => value.as_str()?.parse().ok().map(Value::Int),
        "infinite" => Some(Value::Real(if value.as_i64()? > 0 { f64::INFINITY } else { f64::NEG_INFINITY })),
        "nan" => u64::from_str_radix(value.as_str()?.strip_prefix("0x")?, 16).ok().map(Value::NanBits),
        "symbol" => Some(Value::Symbol(value.as_str()?.to_owned())),
        "hex" => unhex(value.as_str()?).map(Value::Bytes),
        "computed" => Some(Value::Computed),
        _ => None,
    }
}

fn wrong(field: &Field, json: &Json) -> Refusal {
    Refusal::WrongSort { field: field.name.to_owned(), expected: field.kind.word().to_owned(), got: json.to_string() }
}

/// What people see beside a raw number: the names of a choice or of flags. `None` where the number says all.
pub fn shown(field: &Field, value: &Value) -> Option<String> {
    let named = match field.kind {
        Kind::Choice(_) | Kind::Flags(_) | Kind::Fixed { .. } | Kind::Angle { .. } | Kind::Keyed { .. } => true,
        _ => field.unit.divisor != 1.0 && matches!(value, Value::Int(_)),
    };
    named.then(|| field.show(value))
}

#[cfg(test)]
mod tests {
    use levelwright_model::names;
    use levelwright_model::record::{Int, Number as Stored, Order, Place};

    use super::*;

    names! {
        GROUPS = "group", "made up": 0 "monster", 1 "scenery"
    }

    const I16: Stored = Stored { int: Int::I16, order: Order::Big };

    fn field(kind: Kind) -> Field {
        Field::new("x", "", Place::Number { at: 0, number: I16 }, kind)
    }

    fn back(field: &Field, value: &Value) -> Value {
        let text = serde_json::to_string(&to_json(value)).unwrap();
        let json: Json = serde_json::from_str(&text).unwrap();
        from_json(field, &json, &Value::Int(0)).unwrap()
    }

    #[test]
    fn every_value_survives() {
        let real = field(Kind::Real64);
        let patterns = [0.1, -0.0, 1e-320, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::from(0.1f32), 3.0];
        for number in patterns {
            let value = Value::Real(number);
            assert!(back(&real, &value).same(&value), "{number}");
        }
        let nan = Value::NanBits(0x7FF8_0000_0000_1234);
        assert!(back(&real, &nan).same(&nan));
        let int = field(Kind::Int);
        for number in [0, -1, i128::from(i64::MIN), i128::from(u64::MAX), i128::MAX] {
            assert!(back(&int, &Value::Int(number)).same(&Value::Int(number)));
        }
        let text =
            field(Kind::Text { encoding: levelwright_model::record::text::Encoding::MacRoman, terminated: false });
        let blanks = Value::Text("  “quoted” \u{7} ".to_owned());
        assert!(back(&text, &blanks).same(&blanks));
        let bytes = Value::Bytes(vec![0, 255, 16]);
        assert!(back(&field(Kind::Bytes), &bytes).same(&bytes));
        let list = Value::List(vec![Value::Int(-1), Value::Int(7)]);
        let array = field(Kind::Array { number: I16, of: &Kind::Int, count: 2 });
        assert!(back(&array, &list).same(&list));
        let symbol = Value::Symbol("name".to_owned());
        assert!(back(&int, &symbol).same(&symbol));
    }

    #[test]
    fn scripts_may_write_what_people_see() {
        let choice = field(Kind::Choice(&GROUPS));
        assert_eq!(from_json(&choice, &json!("scenery"), &Value::Int(0)).unwrap(), Value::Int(1));
        assert_eq!(from_json(&choice, &json!(40), &Value::Int(0)).unwrap(), Value::Int(40));
        assert_eq!(shown(&choice, &Value::Int(1)).as_deref(), Some("scenery"));
        let fixed = field(Kind::Fixed { fraction: 8 });
        assert_eq!(from_json(&fixed, &json!("12.5"), &Value::Int(0)).unwrap(), Value::Int(3200));
        assert_eq!(from_json(&field(Kind::Bool), &json!(true), &Value::Int(0)).unwrap(), Value::Int(1));
    }

    #[test]
    fn the_wrong_sort_says_what_is_wanted() {
        let choice = field(Kind::Choice(&GROUPS));
        let error = from_json(&choice, &json!("door"), &Value::Int(0)).unwrap_err().to_string();
        assert!(error.contains("a group or its number"), "{error}");
        let error = from_json(&choice, &json!(1.5), &Value::Int(0)).unwrap_err().to_string();
        assert!(error.contains("raw whole number"), "{error}");
        for json in [json!(null), json!({}), json!({"what": 1}), json!({"int": "1", "nan": "0x1"})] {
            assert!(from_json(&choice, &json, &Value::Int(0)).is_err(), "{json}");
        }
    }
}
