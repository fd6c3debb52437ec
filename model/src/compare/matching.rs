//! Which table and which row of one level is which of the other.

use super::align::align;
use crate::document::{Level, Record, Rows, Table};
use crate::record::{Field, Kind, Matching, Schema, Target, Value};

/// The rows of two lists that are the same things.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// By position in the first list, the position in the second.
    pub forward: Vec<Option<usize>>,
    /// By position in the second list, the position in the first.
    pub back: Vec<Option<usize>>,
}

impl Pairs {
    fn new(a: usize, b: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Pairs {
        let mut out = Pairs { forward: vec![None; a], back: vec![None; b] };
        for (at, with) in pairs {
            if let (Some(forward @ None), Some(back @ None)) = (out.forward.get_mut(at), out.back.get_mut(with)) {
                (*forward, *back) = (Some(with), Some(at));
            }
        }
        out
    }

    /// Whether every row is where it was.
    pub fn is_identity(&self) -> bool {
        self.forward.len() == self.back.len() && self.forward.iter().enumerate().all(|(at, with)| *with == Some(at))
    }
}

/// The tables of two levels that are the same, and their rows.
#[derive(Debug)]
pub struct Matched<'a> {
    a: &'a Level,
    b: &'a Level,
    /// Tables of both, as their places there, in the order of the second.
    tables: Vec<(&'a Table, &'a Table, Pairs)>,
    identity: bool,
}

impl<'a> Matched<'a> {
    /// Matches two levels.
    pub fn new(a: &'a Level, b: &'a Level) -> Matched<'a> {
        let nth = |level: &'a Level, table: &Table| {
            level.tables().take_while(|t| t.number != table.number).filter(|t| is_alike(t, table)).count()
        };
        let other = |table: &Table| a.tables().filter(|t| is_alike(t, table)).nth(nth(b, table));
        let tables: Vec<_> = b
            .tables()
            .filter_map(|in_b| {
                let in_a = other(in_b)?;
                Some((in_a, in_b, pairs(a, in_a, b, in_b)))
            })
            .collect();
        let identity = tables.iter().all(|(_, _, pairs)| pairs.is_identity());
        Matched { a, b, tables, identity }
    }

    /// Both levels.
    pub fn levels(&self) -> (&'a Level, &'a Level) {
        (self.a, self.b)
    }

    /// The tables of both, in the order of the second level, with their rows matched.
    pub fn tables(&self) -> &[(&'a Table, &'a Table, Pairs)] {
        &self.tables
    }

    /// Whether every row of every table of both is where it was.
    pub fn is_identity(&self) -> bool {
        self.identity
    }

    /// What a reference of the first level to a row of `key` must be in the second; `None` if the row is gone. Rows that
    /// do not exist, and rows of tables that only one of the levels has, keep their number.
    pub fn reference(&self, key: &str, position: usize) -> Option<usize> {
        let (Some(in_a), Some(in_b)) = (self.a.link_table(key), self.b.link_table(key)) else { return Some(position) };
        let found = self.tables.iter().find(|(a, b, _)| a.number == in_a.number && b.number == in_b.number);
        match found.and_then(|(_, _, pairs)| pairs.forward.get(position)) {
            Some(with) => *with,
            None => Some(position),
        }
    }
}

/// Whether two tables hold the same sort of rows in the same form.
fn is_alike(a: &Table, b: &Table) -> bool {
    let form = match (&a.rows, &b.rows) {
        (Rows::None, Rows::None) | (Rows::Nodes(_), Rows::Nodes(_)) => true,
        (Rows::Packed(a), Rows::Packed(b)) => a.stride() == b.stride(),
        _ => false,
    };
    form && std::ptr::eq(a.spec, b.spec) && a.tag == b.tag && a.layout == b.layout
}

fn pairs(a: &Level, in_a: &Table, b: &Level, in_b: &Table) -> Pairs {
    let (have, want) = (in_a.len(), in_b.len());
    if in_a.same_rows(in_b) {
        return Pairs::new(have, want, (0..have).map(|at| (at, at)));
    }
    let rows =
        |level: &'_ Level, table: &'_ Table| -> Vec<Vec<u8>> { level.rows(table).map(|r| signature(&r)).collect() };
    match in_a.spec.record.map_or(Matching::Position, |s| s.matching) {
        Matching::Position => Pairs::new(have, want, (0..have.min(want)).map(|at| (at, at))),
        Matching::Alignment => Pairs::new(
            have,
            want,
            align(&rows(a, in_a), &rows(b, in_b), &|second, at| {
                let record = if second { b.row(in_b, at) } else { a.row(in_a, at) };
                record.map(|r| values(&r)).unwrap_or_default()
            }),
        ),
        Matching::Key(name) => {
            let keys = |level: &Level, table: &Table| -> Vec<Option<i128>> {
                level.rows(table).map(|r| r.int(name)).collect()
            };
            let (keys_a, keys_b) = (keys(a, in_a), keys(b, in_b));
            // Rows whose key nobody can tell go by their position.
            let found = keys_a.iter().enumerate().filter_map(|(at, key)| match key {
                Some(_) => keys_b.iter().position(|k| k == key).map(|with| (at, with)),
                None => (keys_b.get(at) == Some(&None)).then_some((at, at)),
            });
            Pairs::new(have, want, found.collect::<Vec<_>>())
        }
    }
}

/// The children of two records, matched by alignment.
pub(super) fn children(a: &Record<'_>, b: &Record<'_>) -> Pairs {
    let list = |record: &Record<'_>| -> Vec<Vec<u8>> {
        (0..).map_while(|at| record.child(at)).map(|c| signature(&c)).collect()
    };
    let (list_a, list_b) = (list(a), list(b));
    let fixed = !a.schema().lists.is_empty() || a.child(0).is_some_and(|c| c.schema().size == 0);
    if fixed {
        // Lists of a record with several lists are told apart by their place.
        return Pairs::new(list_a.len(), list_b.len(), (0..list_a.len().min(list_b.len())).map(|at| (at, at)));
    }
    Pairs::new(
        list_a.len(),
        list_b.len(),
        align(&list_a, &list_b, &|second, at| {
            let record = if second { b.child(at) } else { a.child(at) };
            record.map(|r| values(&r)).unwrap_or_default()
        }),
    )
}

/// A record's bytes without what renumbering changes: numbers that name rows, and what cannot be set because it follows
/// from something else.
fn signature(record: &Record<'_>) -> Vec<u8> {
    let mut bytes = record.head().to_vec();
    for (from, to) in masked(record.schema(), record.layout()) {
        if let Some(part) = bytes.get_mut(from..to) {
            part.fill(0);
        }
    }
    for child in (0..).map_while(|at| record.child(at)) {
        bytes.extend(signature(&child));
    }
    bytes.extend_from_slice(record.tail());
    bytes
}

/// What a record's own fields hold, but for those that its signature leaves out.
fn values(record: &Record<'_>) -> Vec<Value> {
    // What people cannot set follows from something else.
    let own = |f: &&'static Field| f.fixed.is_empty() && !f.derived && !is_masked(f) && !matches!(f.kind, Kind::Bytes);
    let told = record.schema().base_fields().filter(own);
    told.map(|f| record.get(f).unwrap_or(Value::Computed)).collect()
}

fn is_masked(field: &'static Field) -> bool {
    field.derived && !field.fixed.is_empty() || names_rows(&field.kind)
}

fn masked(schema: &'static Schema, layout: u16) -> impl Iterator<Item = (usize, usize)> {
    let fields = schema.all_fields().into_iter().filter(|f| !f.in_tail);
    let hidden = fields.filter(|f| is_masked(f));
    hidden.filter_map(move |f| f.place_in(layout)).flat_map(|p| p.spans()).map(|(at, len)| (at, at + len))
}

fn names_rows(kind: &'static Kind) -> bool {
    fn rows(target: &Target) -> bool {
        match target {
            Target::Row(_) => true,
            Target::By { cases, otherwise, .. } => cases.iter().any(|(_, t)| rows(t)) || otherwise.is_some_and(rows),
            _ => false,
        }
    }
    match kind {
        Kind::Array { of, .. } | Kind::Vector { of, .. } => of.link().is_some_and(|l| rows(&l.target)),
        kind => kind.link().is_some_and(|l| rows(&l.target)),
    }
}
