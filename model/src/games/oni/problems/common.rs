//! What several checks ask.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::{Level, Record, Table};
use crate::games::oni::records::OBJECT_HEADER;
use crate::record::{Field, Role, Value};

/// The rows of a list that could be read as its type.
pub(super) fn rows<'a>(level: &'a Level, key: &str) -> impl Iterator<Item = Record<'a>> {
    level.table(key).into_iter().flat_map(|table| rows_of(level, table))
}

/// The same of a table: a level may have two lists of one type.
pub(super) fn rows_of<'a>(level: &'a Level, table: &'a Table) -> impl Iterator<Item = Record<'a>> {
    level.rows(table).filter(|r| !std::ptr::eq(r.schema(), &OBJECT_HEADER))
}

/// The children of a record.
pub(super) fn children<'a>(record: &Record<'a>) -> Vec<Record<'a>> {
    (0..record.children().map_or(0, |c| c.len())).filter_map(|at| record.child(at)).collect()
}

/// A base field that is a whole number.
pub(super) fn int(record: &Record<'_>, name: &str) -> i128 {
    record.base_int(name).unwrap_or(0)
}

/// A base field that is a text.
pub(super) fn text(record: &Record<'_>, name: &str) -> String {
    let value = record.schema().base_field(name).and_then(|f| record.get(f).ok());
    value.and_then(|v| v.as_text().map(str::to_owned)).unwrap_or_default()
}

/// A base field that is a vector.
pub(super) fn vector(record: &Record<'_>, field: &Field) -> [f64; 3] {
    let Ok(Value::List(list)) = record.get(field) else { return [f64::NAN; 3] };
    let mut numbers = list.iter().map(|v| v.as_f64().unwrap_or(f64::NAN));
    std::array::from_fn(|_| numbers.next().unwrap_or(f64::NAN))
}

/// The numbers of a kind that a list has.
pub(super) fn ids(level: &Level, key: &str) -> BTreeSet<i128> {
    rows(level, key).filter_map(|r| r.base_int(r.schema().base_fields().find(|f| f.role == Role::Id)?.name)).collect()
}

/// What comes more than once, with the place where it came first.
pub(super) fn repeated<'a, K: Ord>(
    rows: impl Iterator<Item = Record<'a>>,
    of: impl Fn(&Record<'a>) -> Option<K>,
) -> Vec<(Record<'a>, String, K)> {
    let mut first: BTreeMap<K, Record<'a>> = BTreeMap::new();
    let mut out = Vec::new();
    for record in rows {
        let Some(key) = of(&record) else { continue };
        match first.get(&key) {
            // Put into words for those alone that are told about: levels have thousands of rows.
            Some(first) => out.push((record, format!("{}/{}", first.table().key(), first.position()), key)),
            None => {
                first.insert(key, record);
            }
        }
    }
    out
}
