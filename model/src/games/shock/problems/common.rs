//! What several checks ask.

use crate::document::{Level, Record, Table, TableSpec};
use crate::edit::Draft;
use crate::games::shock::objects::table_of;
use crate::games::shock::operations::repair_lists;
use crate::games::shock::records::Object;
use crate::games::shock::tables::{CLASS_TABLES, OBJECTS};
use crate::problems::{Fix, Problem, Report};
use crate::record::Refusal;

/// Tables that hold a level's lists.
pub(super) const LISTS: &[&str] = &[
    "objects",
    "references",
    "tiles",
    "guns",
    "ammo",
    "projectiles",
    "grenades",
    "drugs",
    "hardware",
    "software",
    "big_stuff",
    "small_stuff",
    "fixtures",
    "doors",
    "animating",
    "traps",
    "containers",
    "critters",
];

/// The fix of everything that is wrong with lists.
pub(super) static REPAIR: &[Fix] = &[Fix {
    label: "Make the lists anew",
    doc: "Links all lists of objects, class rows and cross references anew, from what the rows say of themselves.",
    run: repair,
}];

fn repair(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    repair_lists(draft, problem.node.level)
}

/// The rows of a list, with the fault that ended it.
pub(crate) struct Walk {
    /// The rows in order.
    pub(crate) rows: Vec<usize>,
    /// Why it stopped early: the row where, and what.
    pub(crate) fault: Option<(usize, String)>,
}

impl Walk {
    /// Follows a list from a first row along a number of each row until 0.
    pub(crate) fn along(len: usize, first: i64, next: &dyn Fn(usize) -> i64) -> Walk {
        walk(len, first, next)
    }
}

/// Follows a list from a first row along a number of each row until 0.
fn walk(len: usize, first: i64, next: &dyn Fn(usize) -> i64) -> Walk {
    let mut seen = vec![false; len];
    let mut rows = Vec::new();
    let (mut at, mut from) = (first, 0);
    while at != 0 {
        let row = usize::try_from(at).ok().filter(|row| *row < len);
        let Some(row) = row else {
            return Walk { rows, fault: Some((from, format!("leads from row {from} to {at}; there are {len} rows"))) };
        };
        match seen.get_mut(row) {
            Some(seen) if !*seen => *seen = true,
            _ => return Walk { rows, fault: Some((row, format!("comes from row {from} to row {row} again"))) },
        }
        rows.push(row);
        from = row;
        at = next(row);
    }
    Walk { rows, fault: None }
}

/// The table of objects with a view of each row.
pub(super) fn objects(level: &Level) -> Option<(&Table, Vec<Object<'_>>)> {
    let table = table_of(level, &OBJECTS)?;
    let rows: Vec<Object<'_>> = table.heads().filter_map(|row| Object::new(row, table.layout)).collect();
    (rows.len() == table.len() && !rows.is_empty()).then_some((table, rows))
}

/// The used and the free list of objects.
pub(super) fn object_lists(rows: &[Object<'_>]) -> (Walk, Walk) {
    let next = |row: usize| rows.get(row).map_or(0, |o| i64::from(o.next()));
    let (used, free) = rows.first().map_or((0, 0), |o| (i64::from(o.reference()), i64::from(o.next())));
    (walk(rows.len(), used, &next), walk(rows.len(), free, &next))
}

/// The beginning of a class row: object, next, previous.
pub(super) type Entry = [u16; 3];

/// A class table with the beginnings of its rows.
pub(super) struct ClassTable<'a> {
    pub(super) class: u8,
    pub(super) spec: &'static TableSpec,
    pub(super) table: &'a Table,
    pub(super) rows: Vec<Entry>,
}

/// The class tables of a level.
pub(super) fn class_tables(level: &Level) -> Vec<ClassTable<'_>> {
    let entry = |row: &[u8]| -> Entry {
        [0, 2, 4].map(|at| row.get(at..).and_then(|r| r.first_chunk()).map_or(0, |two| u16::from_le_bytes(*two)))
    };
    let tables = (0u8..).zip(CLASS_TABLES).filter_map(|(class, spec)| {
        let table = table_of(level, spec)?;
        Some(ClassTable { class, spec, table, rows: table.heads().map(entry).collect() })
    });
    tables.collect()
}

impl ClassTable<'_> {
    /// Its used and its free list.
    pub(super) fn lists(&self) -> (Walk, Walk) {
        let next = |row: usize| self.rows.get(row).map_or(0, |r| i64::from(r[1]));
        let [used, free, _] = self.rows.first().copied().unwrap_or_default();
        (walk(self.rows.len(), used.into(), &next), walk(self.rows.len(), free.into(), &next))
    }
}

/// Says something of a row of a table.
pub(super) fn say(
    report: &mut Report,
    level: &Level,
    spec: &'static TableSpec,
    row: usize,
    field: &'static str,
    message: impl Into<String>,
) {
    if let Some(record) = table_of(level, spec).and_then(|table| level.row(table, row)) {
        report.record(&record, field, message);
    }
}

/// The rows of a table.
pub(super) fn rows<'a>(level: &'a Level, spec: &'static TableSpec) -> impl Iterator<Item = Record<'a>> {
    table_of(level, spec).into_iter().flat_map(|table| level.rows(table))
}

/// Problems of one sort are listed up to this many, then counted: a broken file may have one in every row.
pub(super) const MOST: usize = 50;

/// Lists rows with what is wrong with them, and counts those beyond [`MOST`].
pub(super) fn say_all(
    report: &mut Report,
    level: &Level,
    spec: &'static TableSpec,
    field: &'static str,
    found: impl Iterator<Item = (usize, String)>,
) {
    let found: Vec<(usize, String)> = found.collect();
    let more = found.len().saturating_sub(MOST);
    for (at, (row, message)) in found.into_iter().take(MOST).enumerate() {
        let message =
            if at + 1 == MOST && more > 0 { format!("{message}; {more} more are not listed") } else { message };
        say(report, level, spec, row, field, message);
    }
}
