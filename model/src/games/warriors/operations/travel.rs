//! Lines and calls on their way over a clipboard: a line as its words, a call as a statement of text, whichever form its
//! script has, behind the names of the variables that only its place has. Constants that a compiled call names are nothing
//! without their function.

use super::common::tidy;
use super::list;
use super::moves::CORNERS;
use crate::document::{Record, Subtree, TableSpec};
use crate::games::warriors::records::{LINE, calls};
use crate::games::warriors::script::assemble::{Expression, Statement};
use crate::games::warriors::script::{argument, compiled, text};
use crate::games::warriors::tables;
use crate::record::access::Travel;
use crate::record::text::Encoding;
use crate::record::{ByteSplice, FieldError, Kind, Refusal, Role, Schema, Value, token};

/// How lines of object lists travel.
pub static WORDS: Travel = Travel {
    pack: |record| Ok((&tables::LINES, Subtree::record(0, &LINE, list::alone(record.head()).to_vec()))),
    get: |line, field| token::get(line, field, tables::separator),
    set: |line, field, value| Ok(spliced(line, token::set(line, field, tables::separator, value)?)),
    moved: |line, schema, by| moved(&WORDS, line, schema, by),
};

/// How calls travel.
pub static CALLS: Travel = Travel {
    pack: statement,
    get: |call, field| argument::value(argument::find(&text::arguments(call), field)?, field),
    set: |call, field, value| Ok(spliced(call, text::splice(call, field, value)?)),
    moved: |call, schema, by| moved(&CALLS, call, schema, by),
};

fn statement(record: &Record<'_>) -> Result<(&'static TableSpec, Subtree), Refusal> {
    let schema = record.schema();
    let call = calls::call_of(schema).ok_or_else(|| Refusal::rule(format!("{} cannot be copied", schema.label)))?;
    let bytes = if record.table().key() == tables::SCRIPTS.key {
        let found = compiled::call(record).ok_or_else(|| Refusal::rule(format!("{call}: it cannot be followed")))?;
        let arguments = found.arguments.iter().map(Expression::of).collect::<Option<Vec<_>>>();
        let arguments = arguments.ok_or_else(|| {
            Refusal::rule(format!("{call}: the script works out one of its arguments, so it is nothing by itself"))
        })?;
        Encoding::Latin1.encode(call, &Statement { call, arguments, result: found.result.clone() }.text())?
    } else {
        let own = text::own_variables(record);
        // Said along, for in another place their names mean nothing.
        let own = if own.is_empty() { String::new() } else { format!("local {}\n", own.join(", ")) };
        let before = text::assigned(record).map(|kept| format!("{} = ", kept.name)).unwrap_or_default();
        [Encoding::Latin1.encode(call, &(own + &before))?.as_slice(), record.head()].concat()
    };
    Ok((&tables::TEXTS, Subtree::record(0, schema, bytes)))
}

fn spliced(old: &[u8], splice: ByteSplice) -> Vec<u8> {
    let mut new = old.to_vec();
    // The splice was made for these bytes.
    let end = splice.at.saturating_add(splice.old_len).min(new.len());
    new.splice(splice.at.min(end)..end, splice.new);
    new
}

/// A text with everything that has a place in it moved: of a pane all corners.
fn moved(travel: &Travel, words: &[u8], schema: &'static Schema, by: [f64; 3]) -> Result<Vec<u8>, Refusal> {
    let place = [Role::X, Role::Y, Role::Z].map(|role| schema.base_fields().find(|field| field.role == role));
    let corners = CORNERS.iter().skip(1).map(|names| names.map(|name| schema.base_field(name)));
    let mut new = words.to_vec();
    for (field, by) in std::iter::once(place).chain(corners).flat_map(|fields| fields.into_iter().zip(by)) {
        let (Some(field), true) = (field, by != 0.0) else { continue };
        let old = (travel.get)(&new, field).map_err(|error: FieldError| Refusal::rule(error.to_string()))?;
        let worked_out = || Refusal::rule(format!("{}: its place is worked out by the script", schema.label));
        let sum = old.as_f64().ok_or_else(worked_out)? + by;
        let sum = if matches!(field.kind, Kind::Real32) { f64::from(tidy(sum) as f32) } else { tidy(sum) };
        new = (travel.set)(&new, field, &Value::Real(sum))?;
    }
    Ok(new)
}
