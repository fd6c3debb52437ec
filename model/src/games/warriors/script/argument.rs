//! An argument of a call, as far as it can be told without running the script.

use crate::games::warriors::names::{self, shown_name};
use crate::record::access::PathStep;
use crate::record::{Field, FieldError, FlagNames, Kind, Names, Place, Refusal, Value};

/// An argument; `L` says where it stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument<L> {
    /// A number as it is written.
    Number(f64, L),
    /// A text as it is written.
    Text(String, L),
    /// A name, or names added up: `PHYS.OBB`, `Objects.marker`, `PHYFLAG.A+PHYFLAG.B`, `nil`.
    Symbol(String, L),
    /// A list of arguments.
    List(Vec<Argument<L>>),
    /// What the script works out.
    Computed,
}

impl<L> Argument<L> {
    /// Where it stands, if it is one thing that can be replaced.
    pub fn place(&self) -> Option<&L> {
        match self {
            Argument::Number(_, at) | Argument::Text(_, at) | Argument::Symbol(_, at) => Some(at),
            Argument::List(_) | Argument::Computed => None,
        }
    }
}

/// The argument that a field's path names.
///
/// # Errors
/// If the call has no such argument.
pub fn find<'a, L>(arguments: &'a [Argument<L>], field: &Field) -> Result<&'a Argument<L>, FieldError> {
    let not_there = |reason: String| FieldError::NotThere { field: field.name, reason };
    let Place::Path(path) = field.place else { return Err(not_there("it is no argument".to_owned())) };
    let mut list = arguments;
    let mut found: Option<&'a Argument<L>> = None;
    for step in path {
        let PathStep::Item(n) = step else { return Err(not_there("the call names no arguments".to_owned())) };
        let next = list.get(usize::from(*n)).ok_or_else(|| match &found {
            Some(Argument::List(_)) | None => not_there(format!("the call gives no argument {}", dotted(path))),
            Some(_) => not_there(format!("argument {} is no list", dotted(path.get(..1).unwrap_or_default()))),
        })?;
        list = match next {
            Argument::List(list) => list,
            _ => &[],
        };
        found = Some(next);
        if matches!(next, Argument::Computed) {
            break;
        }
    }
    found.ok_or_else(|| not_there("it has no path".to_owned()))
}

fn dotted(path: &[PathStep]) -> String {
    let numbers = path.iter().map(|step| match step {
        // People count arguments from 1.
        PathStep::Item(n) => (u32::from(*n) + 1).to_string(),
        PathStep::Named(name) => (*name).to_owned(),
    });
    numbers.collect::<Vec<_>>().join(".")
}

/// What an argument is worth as a value of a field. A symbol that names a number of the field's own list is that number.
///
/// # Errors
/// If it is of another sort.
pub fn value<L>(argument: &Argument<L>, field: &Field) -> Result<Value, FieldError> {
    let wrong =
        |what: &str| FieldError::NotThere { field: field.name, reason: format!("{what} stands where it should be") };
    match (argument, &field.kind) {
        (Argument::Computed, _) => Ok(Value::Computed),
        (Argument::Symbol(symbol, _), kind) => {
            Ok(number_of(symbol, kind).map_or_else(|| Value::Symbol(symbol.clone()), Value::Int))
        }
        (Argument::Number(n, _), Kind::Real32 | Kind::Real64) => Ok(Value::Real(*n)),
        (Argument::Number(n, _), Kind::Text { .. }) => Err(wrong(&n.to_string())),
        (Argument::Number(n, _), _) if n.fract() == 0.0 && n.abs() < WHOLE => Ok(Value::Int(*n as i128)),
        (Argument::Number(n, _), _) => Err(wrong(&n.to_string())),
        (Argument::Text(text, _), Kind::Text { .. }) => Ok(Value::Text(text.clone())),
        (Argument::Text(..), _) => Err(wrong("a text")),
        (Argument::List(_), _) => Err(wrong("a list")),
    }
}

/// Whole numbers below this are exact in a script's numbers, which are doubles.
const WHOLE: f64 = 9_007_199_254_740_992.0;

/// The script's words for yes and no. Lua 4.0 has none of its own: what a script sets as `FALSE` is nil or not set.
const YES: &str = "TRUE";
const NO: &str = "FALSE";

/// The number that a symbol stands for in a field of this kind.
pub fn number_of(symbol: &str, kind: &Kind) -> Option<i128> {
    match kind {
        Kind::Bool => match symbol {
            YES => Some(1),
            NO => Some(0),
            _ => None,
        },
        Kind::Choice(list) => list.value(symbol.strip_prefix(list.key)?.strip_prefix('.')?),
        Kind::Flags(list) => symbol.split('+').try_fold(0i128, |sum, part| {
            let name = part.strip_prefix(list.key)?.strip_prefix('.')?;
            let bits = match list.bit(name) {
                Some(bit) => 1i128 << bit,
                None if name == names::COMBATTARGET.0 && list.key == names::PHYFLAGS.key => names::COMBATTARGET.1,
                None => return None,
            };
            // Scripts add: a bit twice would be another bit.
            (sum & bits == 0).then_some(sum + bits)
        }),
        _ => None,
    }
}

/// The symbols that stand for a number in a field of this kind, in the order in which a script adds them; `None` where a
/// bit or number has no name.
pub fn symbols_of(number: i128, kind: &Kind) -> Option<Vec<String>> {
    match kind {
        Kind::Bool => match number {
            0 => Some(vec![NO.to_owned()]),
            1 => Some(vec![YES.to_owned()]),
            _ => None,
        },
        Kind::Choice(list) => Some(vec![choice_symbol(list, number)?]),
        Kind::Flags(list) => flag_symbols(list, number),
        _ => None,
    }
}

fn choice_symbol(list: &Names, number: i128) -> Option<String> {
    Some(format!("{}.{}", list.key, list.name(number)?))
}

fn flag_symbols(list: &FlagNames, number: i128) -> Option<Vec<String>> {
    let (found, rest) = list.split(number);
    (rest == 0 && !found.is_empty()).then(|| found.iter().map(|name| format!("{}.{name}", list.key)).collect())
}

/// What a script must say for a value of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A symbol, or several added up.
    Symbols(Vec<String>),
}

/// Turns a value into what the script must say where `old` stands.
///
/// # Errors
/// If the field does not take the value, or the argument cannot be replaced.
pub fn say<L>(old: &Argument<L>, field: &Field, new: &Value) -> Result<Said, Refusal> {
    field.check(new)?;
    let computed = || Refusal::ReadOnly { field: field.name.to_owned(), reason: "computed by the script".to_owned() };
    let number = |n: f64| {
        if n.is_finite() {
            Ok(Said::Number(n))
        } else {
            Err(Refusal::rule(format!("{}: a script has no word for {n}", field.name)))
        }
    };
    match (old, new) {
        (Argument::List(_) | Argument::Computed, _) => Err(computed()),
        (_, Value::Symbol(symbol)) => {
            let names: Vec<String> = symbol.split('+').map(|part| part.trim().to_owned()).collect();
            match names.iter().all(|name| is_symbol(name)) {
                true => Ok(Said::Symbols(names)),
                false => Err(Refusal::rule(format!("{}: {:?} is no name of a script", field.name, shown_name(symbol)))),
            }
        }
        (Argument::Symbol(symbol, _), Value::Int(n)) if symbol != "nil" => {
            // Where the script names a number it goes on naming it, as far as there is a name.
            match number_of(symbol, &field.kind) {
                None if !of_another_list(symbol, &field.kind) => Err(computed()),
                _ => Ok(symbols_of(*n, &field.kind).map_or(Said::Number(*n as f64), Said::Symbols)),
            }
        }
        // `nil` stands for “nothing given”: anything may take its place.
        (Argument::Symbol(symbol, _), _) if symbol != "nil" => Err(computed()),
        (_, Value::Text(text)) => Ok(Said::Text(text.clone())),
        (_, Value::Int(n)) if n.unsigned_abs() <= WHOLE as u128 => number(*n as f64),
        (_, Value::Real(n)) => number(*n),
        _ => Err(Refusal::WrongSort {
            field: field.name.to_owned(),
            expected: "a number or a text".to_owned(),
            got: new.sort().to_owned(),
        }),
    }
}

/// Whether a symbol is a word where the field has a list of its own words, but none of that list: `ANIM.na`, which most
/// types give for their axis (`warriors.md` 1.3). A word of the list may take its place.
fn of_another_list(symbol: &str, kind: &Kind) -> bool {
    matches!(kind, Kind::Choice(_) | Kind::Flags(_)) && symbol.contains('.')
}

/// Whether a word is a name, or names with dots between them.
fn is_symbol(word: &str) -> bool {
    word.split('.').all(|part| {
        part.bytes().next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::warriors::names::{AXIS, PHYFLAGS, PHYS};

    #[test]
    fn symbols_are_the_numbers_of_their_own_list() {
        assert_eq!(number_of("PHYS.OBB", &Kind::Choice(&PHYS)), Some(1));
        assert_eq!(number_of("ANIM.na", &Kind::Choice(&AXIS)), None);
        assert_eq!(number_of("PHYS.OBB", &Kind::Choice(&AXIS)), None);
        let flags = Kind::Flags(&PHYFLAGS);
        assert_eq!(number_of("PHYFLAG.BLOCKOBJECTS+PHYFLAG.COMBATTARGET", &flags), Some(61));
        assert_eq!(number_of("PHYFLAG.MELEETARGET+PHYFLAG.COMBATTARGET", &flags), None, "adding is not or");
        assert_eq!(number_of("TRUE", &Kind::Bool), Some(1));
        assert_eq!(number_of("Mark01", &Kind::Bool), None);
        assert_eq!(symbols_of(0x201, &flags), Some(vec!["PHYFLAG.BLOCKOBJECTS".into(), "PHYFLAG.RUNTARGET".into()]));
        assert_eq!(symbols_of(0x401, &flags), None, "bit 10 has no name");
        assert_eq!(symbols_of(12, &Kind::Choice(&AXIS)), None);
    }
}
