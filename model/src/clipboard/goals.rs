//! The references of a record and of all below it, and the rows they name.

use crate::document::{Level, NodeId, Object, ObjectFacts, Record, RecordFacts};
use crate::record::{Facts, Field, Reference, Role, Target};

/// A reference with the field that holds it.
pub(super) struct Held {
    pub(super) node: NodeId,
    pub(super) field: &'static Field,
    pub(super) reference: Reference,
    pub(super) key: &'static str,
    pub(super) by_id: bool,
}

/// The references to rows that a record of an object holds, those of its children included.
pub(super) fn held(level: &Level, object: Option<&Object>, record: &Record<'_>) -> Vec<Held> {
    let mut out = Vec::new();
    let own = object.and_then(|o| Some((o, o.parts.iter().find(|p| p.node == record.id())?)));
    match own {
        Some((object, part)) => {
            let facts = ObjectFacts { level, object, record: *record };
            read(record, &object.fields(level, part), &facts, &mut out);
        }
        None => read(record, &record.fields(), &RecordFacts(*record), &mut out),
    }
    below(record, &mut out);
    out
}

fn below(record: &Record<'_>, out: &mut Vec<Held>) {
    for child in (0..).map_while(|at| record.child(at)) {
        read(&child, &child.fields(), &RecordFacts(child), out);
        below(&child, out);
    }
}

fn read(record: &Record<'_>, fields: &[&'static Field], facts: &dyn Facts, out: &mut Vec<Held>) {
    for field in fields.iter().copied().filter(|f| f.is_link()) {
        let Ok(value) = record.get(field) else { continue };
        let used = if field.counted_by.is_empty() { None } else { record.int(field.counted_by) };
        for reference in field.references(&value, facts) {
            // What stands behind the elements in use is left over from something else.
            if used.is_some_and(|used| i128::try_from(reference.element).is_ok_and(|at| at >= used)) {
                continue;
            }
            let (key, by_id) = match reference.target {
                Target::Row(key) => (*key, false),
                Target::Id(key) => (*key, true),
                _ => continue,
            };
            out.push(Held { node: record.id(), field, reference, key, by_id });
        }
    }
}

/// The row that a number names.
pub(super) fn row<'a>(level: &'a Level, key: &str, number: i128, by_id: bool) -> Option<Record<'a>> {
    let table = level.link_table(key)?;
    if by_id {
        level.rows(table).find(|r| own_id(r) == Some(number))
    } else {
        level.row(table, usize::try_from(number).ok()?)
    }
}

/// The number that names a row.
pub(super) fn number_of(record: &Record<'_>, by_id: bool) -> Option<i128> {
    if by_id { own_id(record) } else { i128::try_from(record.position()).ok() }
}

fn own_id(record: &Record<'_>) -> Option<i128> {
    let field = record.fields().into_iter().find(|f| f.role == Role::Id)?;
    record.get(field).ok()?.as_int()
}

/// A hash of what a row holds (FNV-1a, 64 bits): equal rows have equal ones.
pub(super) fn content(record: &Record<'_>) -> u64 {
    let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    record.bytes().iter().fold(0xCBF2_9CE4_8422_2325, hash)
}
