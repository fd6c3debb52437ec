//! What several plans need.

use std::collections::BTreeSet;

use crate::document::{Level, LevelId, NodeId, Record};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::warriors::level::{all_calls, int};
use crate::games::warriors::links::handle;
use crate::games::warriors::records::{calls, part};
use crate::games::warriors::script::token::{Sort, Tokens};
use crate::games::warriors::tables;
use crate::record::text::Encoding;
use crate::record::{Field, Kind, Refusal, Role, Value};

/// The level that a plan works on.
pub(super) fn level_of(draft: &Draft, arguments: &Arguments) -> Result<LevelId, Refusal> {
    let level = LevelId(arguments.level);
    draft.level(level)?;
    match arguments.objects.iter().find(|node| node.level != level) {
        None => Ok(level),
        Some(node) => {
            Err(Refusal::rule(format!("level {} was asked for, an object of level {} given", level.0, node.level.0)))
        }
    }
}

/// Largest length in thousandths: 1000 km.
const FARTHEST: f64 = 1e9;

/// A length in thousandths of a metre, as metres.
pub(super) fn metres(arguments: &Arguments, name: &str) -> Result<Option<f64>, Refusal> {
    let Some(value) = arguments.values.get(name) else { return Ok(None) };
    let thousandths = value.as_f64().filter(|n| n.is_finite() && n.abs() <= FARTHEST);
    let wrong =
        || Refusal::rule(format!("argument {name} must be a length in thousandths of a metre, 1000 km at most"));
    Ok(Some(thousandths.ok_or_else(wrong)? / 1000.0))
}

/// A length in metres, or a default.
pub(super) fn metres_or(arguments: &Arguments, name: &str, default: f64) -> Result<f64, Refusal> {
    Ok(metres(arguments, name)?.unwrap_or(default))
}

/// An angle in thousandths of a degree, as degrees.
pub(super) fn degrees_or(arguments: &Arguments, name: &str, default: f64) -> Result<f64, Refusal> {
    let Some(value) = arguments.values.get(name) else { return Ok(default) };
    let thousandths = value.as_f64().filter(|n| n.is_finite() && n.abs() <= FARTHEST);
    let wrong = || Refusal::rule(format!("argument {name} must be an angle in thousandths of a degree"));
    Ok(thousandths.ok_or_else(wrong)? / 1000.0)
}

/// A whole number between limits, or a default.
pub(super) fn whole_or(
    arguments: &Arguments,
    name: &str,
    default: i128,
    (min, max): (i128, i128),
) -> Result<i128, Refusal> {
    let Some(value) = arguments.values.get(name) else { return Ok(default) };
    let number = value.as_int().ok_or_else(|| Refusal::rule(format!("argument {name} must be a whole number")))?;
    if number < min || number > max {
        return Err(Refusal::OutOfRange { field: name.to_owned(), value: number.to_string(), min, max });
    }
    Ok(number)
}

/// The offset a plan is given; what is not given is 0.
pub(super) fn offset(arguments: &Arguments) -> Result<[f64; 3], Refusal> {
    Ok([metres_or(arguments, "dx", 0.0)?, metres_or(arguments, "dy", 0.0)?, metres_or(arguments, "dz", 0.0)?])
}

/// A number as it is written: a millionth of a metre is as fine as anybody wants it, and tails of rounding stay away.
pub(super) fn tidy(n: f64) -> f64 {
    let tidy = (n * 1e6).round() / 1e6;
    // No minus before a zero that came of rounding.
    if tidy == 0.0 { 0.0 } else { tidy }
}

/// Sets a field to a number as the field holds it.
pub(super) fn put(draft: &mut Draft, node: NodeId, field: &'static Field, n: f64) -> Result<(), Refusal> {
    let n = if matches!(field.kind, Kind::Real32) { f64::from(tidy(n) as f32) } else { tidy(n) };
    draft.set(node, field, &Value::Real(n)).map(|_| ())
}

/// The fields that hold a record's place, by their roles.
pub(super) fn place_fields(record: &Record<'_>) -> Option<[&'static Field; 3]> {
    let find = |role: Role| record.schema().base_fields().find(|f| f.role == role);
    Some([find(Role::X)?, find(Role::Y)?, find(Role::Z)?])
}

/// A field of a record type by name.
pub(super) fn named(record: &Record<'_>, name: &str) -> Option<&'static Field> {
    record.schema().base_field(name)
}

/// Whether a record is a line of an object list.
pub(super) fn is_line(record: &Record<'_>) -> bool {
    record.table().key() == tables::LINES.key
}

/// The scripts of a level that may be edited, in order: number of the table and name of the file.
pub(super) fn scripts(level: &Level) -> Vec<(u32, String)> {
    let is = |key: &str| key == tables::SCRIPTS.key || key == tables::TEXTS.key;
    let found = level.tables().filter(|t| is(t.key()) && t.opaque.is_none());
    found.map(|t| (t.number, Encoding::Latin1.decode(&t.tag))).collect()
}

/// Where a new call of a sort belongs: the script that has such calls already, else the level's own.
pub(super) fn script_for(level: &Level, call: &'static str) -> Option<NodeId> {
    let schema = calls::schema_of(call)?;
    let of_sort = all_calls(level).into_iter().filter(|record| std::ptr::eq(record.schema(), schema));
    let has = of_sort.map(|record| record.table()).find(|t| t.opaque.is_none()).map(|t| t.number);
    let own = || {
        let scripts = scripts(level);
        // Scripts of the configuration serve all levels.
        let shared = |name: &str| name.starts_with("config") || name.starts_with("global");
        scripts.iter().find(|(_, name)| !shared(name)).or(scripts.first()).map(|(number, _)| *number)
    };
    has.or_else(own).map(|number| level.node_id(number))
}

/// The names that the scripts of a level use already.
pub(super) fn taken(level: &Level) -> BTreeSet<String> {
    let mut taken: BTreeSet<String> = all_calls(level).iter().filter_map(handle).collect();
    for table in level.tables() {
        if table.key() == tables::SCRIPTS.key {
            level.rows(table).for_each(|function| strings_of(&function, &mut taken));
        } else if table.key() == tables::TEXTS.key {
            let words =
                |head: &[u8]| Tokens::new(head).filter(|t| t.sort == Sort::Name).map(|t| t.span).collect::<Vec<_>>();
            for head in table.heads() {
                taken.extend(words(head).into_iter().filter_map(|span| Some(Encoding::Latin1.decode(head.get(span)?))));
            }
        }
    }
    taken
}

/// The texts of a compiled function and of those in it: each has a pool of its own.
fn strings_of(function: &Record<'_>, out: &mut BTreeSet<String>) {
    let nodes = |at| function.child(at).and_then(|list| list.children()).into_iter().flat_map(|list| list.iter());
    out.extend(nodes(part::STRINGS).map(|node| {
        let text = node.head.get(4..).unwrap_or_default();
        Encoding::Latin1.decode(text.strip_suffix(&[0]).unwrap_or(text))
    }));
    let Some(functions) = function.child(part::FUNCTIONS) else { return };
    let count = functions.children().map_or(0, |list| list.len());
    (0..count).filter_map(|at| functions.child(at)).for_each(|inner| strings_of(&inner, out));
}

/// A variable that no script of the level uses, called after another.
pub(super) fn free_name(level: &Level, like: &str) -> String {
    let taken = taken(level);
    let stem = like.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
    let stem = if stem.is_empty() { "Thing" } else { stem };
    // Among one name more than are taken there is a free one.
    let mut names = (2..=taken.len() + 2).map(|n| format!("{stem}_{n}"));
    names.find(|name| !taken.contains(name)).unwrap_or_else(|| format!("{stem}_new"))
}

/// The next number that no door of the level has.
pub(super) fn free_door(level: &Level) -> i128 {
    let doors = crate::games::warriors::level::calls_of(level, &calls::DOOR);
    let taken: BTreeSet<i128> = doors.iter().filter_map(|door| int(door, calls::DoorField::number.field())).collect();
    (1..).find(|n| !taken.contains(n)).unwrap_or(1)
}
