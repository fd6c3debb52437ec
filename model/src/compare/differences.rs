//! What differs, for people and programs.

use super::align::increasing;
use super::matching::{Matched, Pairs, children};
use crate::document::{Level, NodeId, Record, RecordFacts, Rows, Table};
use crate::problems::place_of;
use crate::record::{Field, Target, Value};

/// One thing that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The table's key.
    pub table: &'static str,
    /// Its address in the first level; empty if it is not there.
    pub old_place: String,
    /// Its address in the second level; empty if it is not there.
    pub new_place: String,
    /// The record in the first level.
    pub old: Option<NodeId>,
    /// The record in the second level.
    pub new: Option<NodeId>,
    /// What happened to it.
    pub what: What,
}

/// What happened to a thing between two levels.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// It came.
    Added,
    /// It went.
    Removed,
    /// It stands elsewhere among its neighbours.
    Moved,
    /// Fields of it changed.
    Changed(Vec<FieldChange>),
    /// Bytes differ that no field shows: so many at least.
    Bytes(usize),
}

/// A field with another value.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldChange {
    /// Identifier of the field.
    pub field: &'static str,
    /// Its value as people read it; `None` where the record had no such field.
    pub old: Option<String>,
    /// Its value as people read it; `None` where the record has no such field any more.
    pub new: Option<String>,
    /// The stored values.
    pub values: (Option<Value>, Option<Value>),
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = if self.old_place == self.new_place || self.new_place.is_empty() {
            self.old_place.clone()
        } else {
            format!("{} (now {})", self.old_place, self.new_place)
        };
        match &self.what {
            What::Added => write!(f, "added {}", self.new_place),
            What::Removed => write!(f, "removed {}", self.old_place),
            What::Moved => write!(f, "moved {} to {}", self.old_place, self.new_place),
            What::Bytes(count) => write!(f, "{place}: {count} bytes differ"),
            What::Changed(fields) => {
                write!(f, "{place}:")?;
                for (at, change) in fields.iter().enumerate() {
                    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
                    let comma = if at == 0 { "" } else { "," };
                    write!(f, "{comma} {} {} -> {}", change.field, text(&change.old), text(&change.new))?;
                }
                Ok(())
            }
        }
    }
}

/// What differs between two levels: tables first, then row by row in the order of the tables.
pub fn differences(a: &Level, b: &Level) -> Vec<Difference> {
    let matched = Matched::new(a, b);
    let mut out = Vec::new();
    let table_only = |table: &Table, what: What| {
        let place = table.key().to_owned();
        let removed = what == What::Removed;
        let (old_place, new_place) = if removed { (place, String::new()) } else { (String::new(), place) };
        Difference { table: table.key(), old_place, new_place, old: None, new: None, what }
    };
    let own = |table: &&Table| !table.spec.lent;
    let gone = a.tables().filter(own).filter(|t| !matched.tables().iter().any(|(m, ..)| m.number == t.number));
    out.extend(gone.map(|t| table_only(t, What::Removed)));
    let came = b.tables().filter(own).filter(|t| !matched.tables().iter().any(|(_, m, _)| m.number == t.number));
    out.extend(came.map(|t| table_only(t, What::Added)));
    for (in_a, in_b, pairs) in matched.tables().iter().filter(|(in_a, ..)| own(in_a)) {
        table(&matched, (a, in_a), (b, in_b), pairs, &mut out);
    }
    out
}

fn table(matched: &Matched<'_>, a: (&Level, &Table), b: (&Level, &Table), pairs: &Pairs, out: &mut Vec<Difference>) {
    let ((level_a, in_a), (level_b, in_b)) = (a, b);
    let bytes = differing(&in_a.head, &in_b.head) + differing(&in_a.tail, &in_b.tail);
    if bytes > 0 {
        let place = in_a.key().to_owned();
        let what = What::Bytes(bytes);
        out.push(Difference {
            table: in_a.key(),
            old_place: place.clone(),
            new_place: place,
            old: None,
            new: None,
            what,
        });
    }
    if matched.is_identity() && in_a.same_rows(in_b) || matches!(in_a.rows, Rows::None) {
        return;
    }
    rows(matched, pairs, &|at| level_a.row(in_a, at), &|at| level_b.row(in_b, at), out);
}

/// The rows of two lists: those that went, then those of the second list in order.
fn rows<'a>(
    matched: &Matched<'_>,
    pairs: &Pairs,
    a: &dyn Fn(usize) -> Option<Record<'a>>,
    b: &dyn Fn(usize) -> Option<Record<'a>>,
    out: &mut Vec<Difference>,
) {
    let gone = pairs.forward.iter().enumerate().filter(|(_, with)| with.is_none());
    out.extend(gone.filter_map(|(at, _)| Some(one(Some(&a(at)?), None, What::Removed))));
    // The longest run in the same order stays; what is not in it has moved.
    let order: Vec<(usize, usize)> =
        pairs.back.iter().enumerate().filter_map(|(at, from)| Some((at, (*from)?))).collect();
    let mut staying = increasing(&order).into_iter().peekable();
    for (at, from) in pairs.back.iter().enumerate() {
        let Some(record) = b(at) else { continue };
        match from.and_then(a) {
            None => out.push(one(None, Some(&record), What::Added)),
            Some(old) => {
                if staying.next_if(|(stays, _)| *stays == at).is_none() {
                    out.push(one(Some(&old), Some(&record), What::Moved));
                }
                pair(matched, &old, &record, out);
            }
        }
    }
}

fn one(old: Option<&Record<'_>>, new: Option<&Record<'_>>, what: What) -> Difference {
    let place = |record: Option<&Record<'_>>| record.map(place_of).unwrap_or_default();
    let table = old.or(new).map_or("", |r| r.table().key());
    Difference {
        table,
        old_place: place(old),
        new_place: place(new),
        old: old.map(|r| r.id()),
        new: new.map(|r| r.id()),
        what,
    }
}

fn pair<'a>(matched: &Matched<'_>, old: &Record<'a>, new: &Record<'a>, out: &mut Vec<Difference>) {
    let bytes = differing(old.head(), new.head()) + differing(old.tail(), new.tail());
    if bytes > 0 || !matched.is_identity() {
        let (changes, explained) = fields(matched, old, new);
        if !changes.is_empty() {
            out.push(one(Some(old), Some(new), What::Changed(changes)));
        } else if bytes > 0 && !explained {
            out.push(one(Some(old), Some(new), What::Bytes(bytes)));
        }
    }
    if old.child(0).is_some() || new.child(0).is_some() {
        let pairs = children(old, new);
        let (old, new) = (*old, *new);
        rows(matched, &pairs, &move |at| old.child(at), &move |at| new.child(at), out);
    }
}

/// The fields that differ, references seen through the matching; and whether some differ only by that.
fn fields(matched: &Matched<'_>, old: &Record<'_>, new: &Record<'_>) -> (Vec<FieldChange>, bool) {
    let (before, after) = (old.fields(), new.fields());
    let mut changes = Vec::new();
    let mut renumbered = false;
    let names = before.iter().chain(after.iter().filter(|f| !before.iter().any(|b| b.name == f.name)));
    for name in names.map(|f| f.name) {
        let find = |list: &[&'static Field]| list.iter().copied().find(|f| f.name == name);
        let (field_a, field_b) = (find(&before), find(&after));
        let value = |record: &Record<'_>, field: Option<&'static Field>| field.and_then(|f| record.get(f).ok());
        let (value_a, value_b) = (value(old, field_a), value(new, field_b));
        let same = match (&value_a, &value_b) {
            (Some(a), Some(b)) if a.same(b) && matched.is_identity() => true,
            (Some(a), Some(b)) => {
                let expected = field_a.map_or_else(|| Some(a.clone()), |f| seen(matched, f, a, old));
                let same = expected.is_some_and(|e| e.same(b));
                renumbered |= same && !a.same(b);
                same
            }
            (None, None) => true,
            _ => false,
        };
        // What only one variant has is not told: the field that decides about the variant differs and is.
        if !same && field_a.is_some() && field_b.is_some() {
            let show = |field: Option<&'static Field>, value: &Option<Value>| Some(field?.show(value.as_ref()?));
            let (old, new) = (show(field_a, &value_a), show(field_b, &value_b));
            changes.push(FieldChange { field: name, old, new, values: (value_a, value_b) });
        }
    }
    (changes, renumbered)
}

/// The value that a field must have in the second level to mean the same; `None` if it names what is gone.
fn seen(matched: &Matched<'_>, field: &'static Field, value: &Value, record: &Record<'_>) -> Option<Value> {
    if !field.is_link() {
        return Some(value.clone());
    }
    let mut out = value.clone();
    for reference in field.references(value, &RecordFacts(*record)) {
        let Target::Row(key) = reference.target else { continue };
        let Ok(position) = usize::try_from(reference.raw) else { continue };
        let raw = i128::try_from(matched.reference(key, position)?).ok()?;
        out = field.with_reference(&out, &reference, raw);
    }
    Some(out)
}

/// How many bytes differ, counting what one has more.
fn differing(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).filter(|(x, y)| x != y).count() + a.len().abs_diff(b.len())
}
