//! Rows come, go and move: every reference follows.

use std::collections::{BTreeMap, BTreeSet};

use super::walk::{Reference, for_each_record};
use crate::document::{LevelId, NodeId, Record, Table};
use crate::edit::Draft;
use crate::record::{ByteSplice, DIRECT, Field, Refusal, Value};

/// Where each row of a table will stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The table's number.
    pub table: u32,
    /// The new position by the old one; `None` for rows that go.
    pub new: Vec<Option<usize>>,
}

impl Mapping {
    /// Rows go: those behind them move up.
    pub fn removing(table: &Table, gone: &BTreeSet<usize>) -> Mapping {
        let mut next = 0;
        let new = (0..table.len()).map(|at| {
            let stays = !gone.contains(&at);
            let to = stays.then_some(next);
            next += usize::from(stays);
            to
        });
        Mapping { table: table.number, new: new.collect() }
    }

    /// A row comes at a position: those from there on move down.
    pub fn inserting(table: &Table, at: usize) -> Mapping {
        Mapping { table: table.number, new: (0..table.len()).map(|row| Some(row + usize::from(row >= at))).collect() }
    }

    /// A row moves to another position, counted after it has left its own.
    pub fn moving(table: &Table, from: usize, to: usize) -> Mapping {
        let place = |row: usize| {
            if row == from {
                to
            } else {
                let left = row - usize::from(row > from);
                left + usize::from(left >= to)
            }
        };
        Mapping { table: table.number, new: (0..table.len()).map(|row| Some(place(row))).collect() }
    }

    fn of(&self, position: usize) -> Option<Option<usize>> {
        self.new.get(position).copied()
    }
}

/// What a reference to a row that goes shall become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gone {
    /// It names nothing.
    Nothing,
    /// It names the row that stands at this position now.
    Row(usize),
}

/// Writes the new positions into every reference, before the rows themselves come, go or move. `gone` is asked about
/// references to rows that go; references held by rows that go are left alone. References that dangle stay.
///
/// # Errors
/// Whatever `gone` refuses; or if a new position cannot be written.
pub fn remap(
    draft: &mut Draft,
    level: LevelId,
    mappings: &[Mapping],
    gone: &mut dyn FnMut(&Reference<'_>) -> Result<Gone, Refusal>,
) -> Result<(), Refusal> {
    let mappings: BTreeMap<u32, &Mapping> = mappings.iter().map(|m| (m.table, m)).collect();
    let mut patches: Vec<(NodeId, bool, ByteSplice)> = Vec::new();
    let mut stores: Vec<(NodeId, &'static Field, Value)> = Vec::new();
    for_each_record(draft.level(level)?, &mut |record, references| {
        let own = mappings.get(&record.table().number);
        if own.is_some_and(|m| m.of(record.position()) == Some(None) && is_row(record)) {
            return Ok(());
        }
        let changed = new_values(references, &mappings, gone)?;
        if changed.is_empty() {
            return Ok(());
        }
        if !std::ptr::eq(record.table().spec.access, &DIRECT) {
            stores.extend(changed.into_iter().map(|(field, value)| (record.id(), field, value)));
            return Ok(());
        }
        let (mut head, mut tail) = (record.head().to_vec(), record.tail().to_vec());
        for (field, value) in changed {
            let open = Field { fixed: "", limits: None, ..*field };
            for splice in open.write(&head, &tail, record.layout(), &value)? {
                let bytes = if field.in_tail { &mut tail } else { &mut head };
                let range = splice.at..splice.at.saturating_add(splice.old_len);
                if bytes.get(range.clone()).is_none() {
                    return Err(Refusal::Mismatch { what: format!("{} is too short", record.schema().label) });
                }
                bytes.splice(range, splice.new);
            }
        }
        for (in_tail, old, new) in [(false, record.head(), head), (true, record.tail(), tail)] {
            patches.extend(difference(old, &new).map(|splice| (record.id(), in_tail, splice)));
        }
        Ok(())
    })?;
    for (node, tail, splice) in patches {
        draft.splice(node, tail, splice)?;
    }
    for (node, field, value) in stores {
        draft.store(node, field, &value)?;
    }
    Ok(())
}

/// A row of its table, not a child of one.
fn is_row(record: &Record<'_>) -> bool {
    record.table().row_number(record.position()) == Some(record.id().number)
}

/// The fields that change, with their new values.
fn new_values(
    references: &[Reference<'_>],
    mappings: &BTreeMap<u32, &Mapping>,
    gone: &mut dyn FnMut(&Reference<'_>) -> Result<Gone, Refusal>,
) -> Result<Vec<(&'static Field, Value)>, Refusal> {
    let mut changed: Vec<(&'static Field, Value)> = Vec::new();
    for reference in references {
        let Some(mapping) = mappings.get(&reference.table.number) else { continue };
        let raw = match mapping.of(reference.position) {
            // Behind the end: it dangles and stays as it is.
            None => continue,
            Some(Some(new)) if new == reference.position => continue,
            Some(Some(new)) => number(reference, new)?,
            Some(None) => match gone(reference)? {
                Gone::Nothing => nothing(reference)?,
                Gone::Row(at) => match mapping.of(at) {
                    Some(Some(new)) => number(reference, new)?,
                    _ => return Err(Refusal::Missing(format!("{}/{at}", reference.key))),
                },
            },
        };
        match reference.element {
            None => changed.push((reference.field, Value::Int(raw))),
            Some(element) => {
                if !changed.iter().any(|(field, _)| std::ptr::eq(*field, reference.field)) {
                    changed.push((reference.field, reference.record.get(reference.field)?));
                }
                let value = changed.iter_mut().find(|(field, _)| std::ptr::eq(*field, reference.field));
                if let Some((_, Value::List(list))) = value
                    && let Some(value) = list.get_mut(usize::from(element))
                {
                    *value = Value::Int(raw);
                }
            }
        }
    }
    Ok(changed)
}

/// The number that names a position, unless the field takes that for nothing.
fn number(reference: &Reference<'_>, position: usize) -> Result<i128, Refusal> {
    let number = i128::try_from(position).map_err(|_| Refusal::rule("the list is too long"))?;
    if reference.none.iter().any(|none| i128::from(*none) == number) {
        return Err(Refusal::rule(format!(
            "{} would have to name {}/{position}, which it cannot: {position} means none there; change it first, or \
             use another row",
            reference.place(),
            reference.key,
        )));
    }
    Ok(number)
}

fn nothing(reference: &Reference<'_>) -> Result<i128, Refusal> {
    let none = reference.none.first();
    none.map(|none| i128::from(*none)).ok_or_else(|| {
        Refusal::rule(format!("{} must name one of {}; change it first", reference.place(), reference.key))
    })
}

/// The splice from old to new bytes; `None` if they are equal.
fn difference(old: &[u8], new: &[u8]) -> Option<ByteSplice> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    if start == old.len() && old.len() == new.len() {
        return None;
    }
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let end = end.min(old.len() - start).min(new.len() - start);
    let new = new.get(start..new.len() - end)?.to_vec();
    Some(ByteSplice { at: start, old_len: old.len() - end - start, new })
}
