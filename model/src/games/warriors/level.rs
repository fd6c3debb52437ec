//! Finding one's way in a level: its calls, whichever way their scripts are stored, and reading them.

use super::records::{calls, part};
use super::tables;
use crate::document::{Level, Record, Table};
use crate::record::{Field, Schema, Value};

/// The tables of object lists, in order.
pub fn lists(level: &Level) -> impl Iterator<Item = &Table> {
    level.tables().filter(|t| t.key() == tables::LINES.key)
}

/// The number that the game knows a level by, from the names of its files: 99 of `level99.lua`.
pub fn game_number(level: &Level) -> Option<u16> {
    level.tables().find_map(|table| {
        let name = core::str::from_utf8(&table.tag).ok()?.strip_prefix("level")?;
        let digits = name.bytes().take_while(u8::is_ascii_digit).count();
        name.get(..digits)?.parse().ok()
    })
}

/// The lines of all object lists.
pub fn lines(level: &Level) -> impl Iterator<Item = Record<'_>> {
    lists(level).flat_map(move |table| level.rows(table))
}

/// Every known call of all scripts, script by script, a function before the functions in it.
pub fn all_calls(level: &Level) -> Vec<Record<'_>> {
    let mut out = Vec::new();
    for table in level.tables() {
        if table.key() == tables::TEXTS.key || table.key() == tables::LENT.key {
            out.extend(level.rows(table).filter(|row| calls::call_of(row.schema()).is_some()));
        } else if table.key() == tables::SCRIPTS.key {
            level.rows(table).for_each(|function| calls_in(&function, &mut out));
        }
    }
    out
}

fn calls_in<'a>(function: &Record<'a>, out: &mut Vec<Record<'a>>) {
    let children = |list: &Record<'a>| list.children().map_or(0, |c| c.len());
    if let Some(code) = function.child(part::CODE) {
        let known = (0..children(&code)).filter(|at| {
            let node = code.children().and_then(|list| list.get(*at));
            node.is_some_and(|node| calls::call_of(node.schema).is_some())
        });
        out.extend(known.filter_map(|at| code.child(at)));
    }
    if let Some(functions) = function.child(part::FUNCTIONS) {
        (0..children(&functions)).filter_map(|at| functions.child(at)).for_each(|inner| calls_in(&inner, out));
    }
}

/// Every call of one sort.
pub fn calls_of<'a>(level: &'a Level, schema: &'static Schema) -> Vec<Record<'a>> {
    all_calls(level).into_iter().filter(|record| std::ptr::eq(record.schema(), schema)).collect()
}

/// The call that turns a volume box, by the variable that holds it; of several the last is what counts.
pub fn turn_of_box<'a>(level: &'a Level, volume: &Record<'_>) -> Option<Record<'a>> {
    let handle = super::links::handle(volume)?;
    let name = calls::VolumeBoxTurnField::box_name.field();
    let turns = calls_of(level, &calls::VOLUME_BOX_TURN);
    turns.into_iter().rev().find(|turn| symbol(turn, name).is_some_and(|name| name == handle))
}

/// The four numbers of a call that turns a box.
pub fn box_matrix(turn: &Record<'_>) -> Option<[f64; 4]> {
    use calls::VolumeBoxTurnField as F;
    reals(turn, [F::m00.field(), F::m01.field(), F::m10.field(), F::m11.field()])
}

/// A field as a number, whole or not; `None` if the script works it out or it cannot be read.
pub fn real(record: &Record<'_>, field: &Field) -> Option<f64> {
    record.get(field).ok()?.as_f64()
}

/// Three or four fields as numbers.
pub fn reals<const N: usize>(record: &Record<'_>, fields: [&Field; N]) -> Option<[f64; N]> {
    let mut out = [0.0; N];
    for (out, field) in out.iter_mut().zip(fields) {
        *out = real(record, field)?;
    }
    Some(out)
}

/// A field as a whole number.
pub fn int(record: &Record<'_>, field: &Field) -> Option<i128> {
    record.get(field).ok()?.as_int()
}

/// A field as a text as it is written; `None` for `nil` and what is worked out.
pub fn text(record: &Record<'_>, field: &Field) -> Option<String> {
    match record.get(field).ok()? {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// A field as the name of a variable.
pub fn symbol(record: &Record<'_>, field: &Field) -> Option<String> {
    match record.get(field).ok()? {
        Value::Symbol(symbol) if symbol != "nil" => Some(symbol),
        _ => None,
    }
}
