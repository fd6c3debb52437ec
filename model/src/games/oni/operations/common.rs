//! What all plans share.

use std::collections::BTreeSet;

use crate::document::{Level, LevelId, NodeId, Record, Table};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::oni::chunk::ObjectType;
use crate::games::oni::records::{OBJECT_HEADER, ObjectHeader, PATROL_POINT};
use crate::record::{Field, Refusal, Role, Value};

/// Thousandths in a unit.
const THOUSAND: f64 = 1000.0;

/// The level a plan works on.
pub(super) fn level_of(draft: &Draft, arguments: &Arguments) -> Result<LevelId, Refusal> {
    let level = LevelId(arguments.level);
    if level == LevelId::FILE {
        return Err(Refusal::rule("what belongs to the file as a whole is no level: name a level"));
    }
    draft.level(level)?;
    Ok(level)
}

/// The list of a type; refused where it cannot be edited or the file has no place for it.
pub(super) fn list<'a>(draft: &'a Draft, level: LevelId, of: &ObjectType) -> Result<&'a Table, Refusal> {
    let table = draft.table(level, of.table.key).map_err(|_| {
        Refusal::rule(format!("this file holds another list: {} cannot be added to it", of.table.label))
    })?;
    check_open(table)?;
    Ok(table)
}

/// Refuses a table that can only be looked at.
pub(super) fn check_open(table: &Table) -> Result<(), Refusal> {
    match &table.opaque {
        None => Ok(()),
        Some(reason) => Err(Refusal::ReadOnly { field: table.spec.label.to_owned(), reason: reason.to_string() }),
    }
}

/// What an object of the arguments is.
pub(super) enum Thing {
    /// A row of a list.
    Object(&'static ObjectType),
    /// A point of a patrol path.
    Point,
    /// A row that only its header is known of.
    Unknown,
}

/// A record that plans can work on, with what it is.
pub(super) fn thing(draft: &Draft, node: NodeId) -> Result<(Record<'_>, Thing), Refusal> {
    let record = draft.record(node)?;
    check_open(record.table())?;
    if std::ptr::eq(record.schema(), &PATROL_POINT) {
        return Ok((record, Thing::Point));
    }
    let row = record.level().parent(node.number) == Some(record.table().number);
    let of = ObjectType::of_table(record.table().key()).filter(|_| row);
    match of {
        Some(_) if std::ptr::eq(record.schema(), &OBJECT_HEADER) => Ok((record, Thing::Unknown)),
        Some(of) => Ok((record, Thing::Object(of))),
        None => Err(Refusal::rule(format!("{} is no object of its own", record.schema().label))),
    }
}

/// An offset in units; what is not given is 0.
pub(super) fn offset(arguments: &Arguments, names: [&str; 3]) -> Result<[f64; 3], Refusal> {
    let mut out = [0.0; 3];
    for (out, name) in out.iter_mut().zip(names) {
        if arguments.values.contains_key(name) {
            *out = thousandths(arguments, name)?;
        }
    }
    Ok(out)
}

/// A number given in thousandths.
pub(super) fn thousandths(arguments: &Arguments, name: &str) -> Result<f64, Refusal> {
    /// No level reaches further; beyond, 32-bit floats tell neighbouring units apart no more.
    const FAR: i128 = 1 << 34;
    let raw = arguments.int(name)?;
    if raw.abs() > FAR {
        return Err(Refusal::OutOfRange { field: name.to_owned(), value: raw.to_string(), min: -FAR, max: FAR });
    }
    Ok(raw as f64 / THOUSAND)
}

/// A vector field's coordinates.
pub(super) fn vector(record: &Record<'_>, name: &str) -> Result<[f64; 3], Refusal> {
    let missing = || Refusal::Missing(format!("field {name} of {}", record.schema().label));
    let field = record.fields().into_iter().find(|f| f.name == name).ok_or_else(missing)?;
    let Value::List(list) = record.get(field)? else { return Err(missing()) };
    let mut numbers = list.iter().map(|v| v.as_f64().unwrap_or(0.0));
    let mut next = || numbers.next().unwrap_or(0.0);
    Ok([next(), next(), next()])
}

/// Stores a vector as the game holds it.
pub(super) fn put_vector(draft: &mut Draft, node: NodeId, name: &str, value: [f64; 3]) -> Result<(), Refusal> {
    let field = draft.field(node, name)?;
    let list = value.map(|v| Value::Real(f64::from(v as f32))).to_vec();
    draft.store(node, field, &Value::List(list)).map(|_| ())
}

/// A field of a record by its role.
pub(super) fn field_of(record: &Record<'_>, role: Role) -> Option<&'static Field> {
    record.schema().base_fields().find(|f| f.role == role)
}

/// The numbers of a list's own kind that are taken.
pub(super) fn ids(level: &Level, table: &Table) -> BTreeSet<i128> {
    level.rows(table).filter_map(|r| r.get(field_of(&r, Role::Id)?).ok()?.as_int()).collect()
}

/// The smallest number above all that are taken, else the first free one from 1.
pub(super) fn next_id(level: &Level, table: &Table) -> i128 {
    let taken = ids(level, table);
    let field = table.spec.record.and_then(|s| s.base_fields().find(|f| f.role == Role::Id));
    let (_, max) = field.and_then(Field::number_range).unwrap_or((0, i128::MAX));
    let above = taken.last().map_or(1, |last| last + 1);
    if above <= max { above.max(1) } else { (1..=max).find(|id| !taken.contains(id)).unwrap_or(0) }
}

/// The next object id: one above the highest in the level, else the first free one (`oni.md` 2.1).
pub(super) fn next_object_id(level: &Level) -> u32 {
    let taken = || {
        let tables = level.tables().filter(|t| ObjectType::of_table(t.key()).is_some());
        let rows = tables.flat_map(|t| level.rows(t));
        rows.filter_map(|r| ObjectHeader::new(r.head(), 0)).map(|h| h.object_id())
    };
    match taken().max().map(|highest| highest.checked_add(1)) {
        None => 1,
        Some(Some(next)) => next,
        Some(None) => {
            let taken: BTreeSet<u32> = taken().collect();
            (1..=u32::MAX).find(|id| !taken.contains(id)).unwrap_or(u32::MAX)
        }
    }
}

/// The names in use in a list.
pub(super) fn names(level: &Level, table: &Table) -> BTreeSet<String> {
    level
        .rows(table)
        .filter_map(|r| match r.get(field_of(&r, Role::Name)?).ok()? {
            Value::Text(text) => Some(text),
            _ => None,
        })
        .collect()
}

/// A name like another one that is not taken: `guard`, `guard_2`, `guard_3` …
pub(super) fn free_name(taken: &BTreeSet<String>, like: &str, most: usize) -> String {
    if !like.is_empty() && !taken.contains(like) {
        return like.to_owned();
    }
    let stem = match like.rsplit_once('_') {
        Some((stem, number)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => stem,
        _ => like,
    };
    let named = |n: usize| {
        let end = format!("_{n}");
        let stem: String = stem.chars().take(most.saturating_sub(end.len())).collect();
        stem + &end
    };
    // Among one more than are taken there is a free one.
    (2..=taken.len() + 2).map(named).find(|name| !taken.contains(name)).unwrap_or_default()
}

/// The bytes that a text field holds.
pub(super) fn room(field: &Field) -> usize {
    let (from, to) = field.place.extent();
    (to - from) as usize
}
