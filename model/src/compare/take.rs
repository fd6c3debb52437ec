//! Taking over some of what differs, from the second level into the first.
//!
//! Rows that come are put where they stand in the second level, with what they refer to seen through the matching of
//! rows; rows that go are named by nobody any more. Values are stored as the second level has them: what follows from
//! them is a difference of its own. Taking over everything gives the second level byte for byte.

use std::collections::{BTreeMap, BTreeSet};

use super::differences::{Difference, What};
use super::edits::turn_into;
use super::matching::{Matched, Pairs, children};
use crate::document::{Level, LevelId, NodeId, Record, RecordFacts, Subtree};
use crate::edit::{Draft, local};
use crate::links::{Gone, Mapping, remap};
use crate::record::{ByteSplice, Field, Kind, Refusal, Target, Value};

/// A difference that is wanted, whole or one field of it.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'d> {
    /// The difference, of these two levels.
    pub difference: &'d Difference,
    /// The field; `None` for all of it.
    pub field: Option<&'static str>,
}

/// Takes some differences between the draft's level and another over into the draft. `all` says that nothing was left
/// out: then the levels are the same afterwards, byte for byte.
///
/// # Errors
/// If a row that goes must be named by something that stays, or a value does not fit; drop the draft then.
pub fn take_over(
    draft: &mut Draft,
    level: LevelId,
    other: &Level,
    wanted: &[Wanted<'_>],
    all: bool,
) -> Result<(), Refusal> {
    if all {
        return turn_into(draft, level, other);
    }
    let base = draft.level(level)?.clone();
    let mut take = Take { draft, level, other, own: BTreeMap::new(), links: Vec::new() };
    take.match_rows(&Matched::new(&base, other));
    take.tables(wanted)?;
    take.added(wanted)?;
    for want in wanted {
        if let (What::Changed(changes), Some(old), Some(new)) =
            (&want.difference.what, want.difference.old, want.difference.new)
        {
            for change in changes.iter().filter(|c| want.field.is_none_or(|f| f == c.field)) {
                take.links.extend(take.is_link(new, change.field).then_some((old, new, change.field)));
            }
        }
    }
    take.set_links()?;
    take.moved(wanted)?;
    take.removed(wanted)?;
    take.values(wanted)
}

struct Take<'t> {
    draft: &'t mut Draft,
    level: LevelId,
    other: &'t Level,
    /// By number in the second level, the number of the same thing in the first.
    own: BTreeMap<u32, u32>,
    /// Fields that name rows: record in the first level, in the second, and which.
    links: Vec<(NodeId, NodeId, &'static str)>,
}

impl Take<'_> {
    fn node(&self, number: u32) -> NodeId {
        NodeId { level: self.level, number }
    }

    fn match_rows(&mut self, matched: &Matched<'_>) {
        for (in_a, in_b, pairs) in matched.tables() {
            self.own.insert(in_b.number, in_a.number);
            let (a, b) = matched.levels();
            self.pair(pairs, &|at| a.row(in_a, at), &|at| b.row(in_b, at));
        }
    }

    fn pair<'r>(
        &mut self,
        pairs: &Pairs,
        a: &dyn Fn(usize) -> Option<Record<'r>>,
        b: &dyn Fn(usize) -> Option<Record<'r>>,
    ) {
        for (at, with) in pairs.forward.iter().enumerate() {
            let (Some(old), Some(new)) = (a(at), with.and_then(b)) else { continue };
            self.own.insert(new.id().number, old.id().number);
            if old.child(0).is_some() && new.child(0).is_some() {
                self.pair(&children(&old, &new), &|at| old.child(at), &|at| new.child(at));
            }
        }
    }

    /// Whole tables that come or go, and bytes around the rows.
    fn tables(&mut self, wanted: &[Wanted<'_>]) -> Result<(), Refusal> {
        for want in wanted.iter().filter(|w| w.difference.old.is_none() && w.difference.new.is_none()) {
            let key = want.difference.table;
            match &want.difference.what {
                What::Added => {
                    let known: BTreeSet<u32> = self.own.keys().copied().collect();
                    let other = self.other;
                    for (at, table) in other.tables().enumerate() {
                        if table.key() != key || known.contains(&table.number) {
                            continue;
                        }
                        let subtree = other.subtree(table.number);
                        let subtree = subtree.ok_or_else(|| Refusal::Missing(key.to_owned()))?;
                        let count = self.draft.level(self.level)?.tables().count();
                        self.insert(NodeId::root(self.level), at.min(count), subtree)?;
                    }
                }
                What::Removed => {
                    let kept: BTreeSet<u32> = self.own.values().copied().collect();
                    let gone =
                        self.draft.level(self.level)?.tables().find(|t| t.key() == key && !kept.contains(&t.number));
                    if let Some(number) = gone.map(|t| t.number) {
                        self.draft.remove(self.node(number))?;
                    }
                }
                What::Bytes(_) => {
                    let tables: Vec<_> = self.other.tables().filter(|t| t.key() == key).collect();
                    for table in tables {
                        let Some(own) = self.own.get(&table.number).map(|n| self.node(*n)) else { continue };
                        let (head, tail) = {
                            let level = self.draft.level(self.level)?;
                            let Some(mine) = level.table_by_number(own.number) else { continue };
                            (mine.head.len(), mine.tail.len())
                        };
                        self.draft.splice(own, false, whole(head, &table.head))?;
                        self.draft.splice(own, true, whole(tail, &table.tail))?;
                    }
                }
                What::Moved | What::Changed(_) => {}
            }
        }
        Ok(())
    }

    /// Rows that come, in the order of the second level, so that each finds the one before it.
    fn added(&mut self, wanted: &[Wanted<'_>]) -> Result<(), Refusal> {
        for want in wanted {
            let (What::Added, Some(new)) = (&want.difference.what, want.difference.new) else { continue };
            let record = self.theirs(new)?;
            let parent = self.other.parent(new.number).and_then(|p| self.own.get(&p)).map(|n| self.node(*n));
            let parent = parent.ok_or_else(|| {
                Refusal::rule(format!(
                    "{} stands in something that is not here: take that over first",
                    want.difference.new_place
                ))
            })?;
            let at = self.place(&record, parent)?;
            let subtree = record.subtree();
            self.make_room(parent, at)?;
            self.insert(parent, at, subtree)?;
            if self.draft.record(parent).is_ok() {
                local::after_list_change(self.draft, parent)?;
            }
        }
        Ok(())
    }

    /// Behind the nearest row before it that is here.
    fn place(&self, record: &Record<'_>, parent: NodeId) -> Result<usize, Refusal> {
        let up = self.other.parent(record.id().number);
        let sibling = |at: usize| -> Option<u32> {
            let table = up.and_then(|p| self.other.table_by_number(p));
            match table {
                Some(table) => self.other.row(table, at).map(|r| r.id().number),
                None => self.other.record(up?)?.child(at).map(|r| r.id().number),
            }
        };
        let level = self.draft.level(self.level)?;
        let before = (0..record.position()).rev().find_map(|at| {
            let own = self.own.get(&sibling(at)?)?;
            let (under, position) = level.place_of(*own)?;
            (under == parent.number).then_some(position)
        });
        Ok(before.map_or(0, |at| at + 1))
    }

    /// References to the rows behind a place follow them.
    fn make_room(&mut self, parent: NodeId, at: usize) -> Result<(), Refusal> {
        let level = self.draft.level(self.level)?;
        let Some(table) = level.table_by_number(parent.number).filter(|t| at < t.len()) else { return Ok(()) };
        let mapping = Mapping::inserting(table, at);
        remap(self.draft, self.level, &[mapping], &mut |_| Ok(Gone::Nothing))
    }

    /// Puts in a copy of something of the second level; its references are seen to afterwards.
    fn insert(&mut self, parent: NodeId, at: usize, mut subtree: Subtree) -> Result<(), Refusal> {
        let mut theirs = Vec::new();
        numbers(&subtree, &mut theirs);
        let mut next = self.draft.next_number(self.level)?;
        subtree.renumber(&mut next);
        let mut ours = Vec::new();
        numbers(&subtree, &mut ours);
        self.draft.insert(parent, at, subtree)?;
        for (theirs, ours) in theirs.into_iter().zip(ours) {
            self.own.insert(theirs, ours);
            let Some(record) = self.other.record(theirs) else { continue };
            let links = record.fields().into_iter().filter(|f| f.is_link());
            let held: Vec<_> = links.map(|f| (self.node(ours), record.id(), f.name)).collect();
            self.links.extend(held);
        }
        Ok(())
    }

    fn theirs(&self, node: NodeId) -> Result<Record<'_>, Refusal> {
        self.other
            .record(node.number)
            .ok_or_else(|| Refusal::Missing(format!("record {} of the other level", node.number)))
    }

    fn is_link(&self, new: NodeId, field: &str) -> bool {
        let found = self.theirs(new).ok().and_then(|r| r.schema().field_for(field, &RecordFacts(r)));
        found.is_some_and(Field::is_link)
    }

    fn set_links(&mut self) -> Result<(), Refusal> {
        for (old, new, name) in std::mem::take(&mut self.links) {
            let (field, value) = {
                let record = self.theirs(new)?;
                let Some(field) = record.schema().field_for(name, &RecordFacts(record)) else { continue };
                let Ok(value) = record.get(field) else { continue };
                (field, self.seen(&record, field, &value)?)
            };
            self.store(old, field, &value)?;
        }
        Ok(())
    }

    /// A value of the second level with its references as the first level counts. What is not here is named by nobody,
    /// where the field can name nobody.
    fn seen(&self, record: &Record<'_>, field: &'static Field, value: &Value) -> Result<Value, Refusal> {
        let mut out = value.clone();
        for reference in field.references(value, &RecordFacts(*record)) {
            let Target::Row(key) = reference.target else { continue };
            let row = self.other.link_table(key).and_then(|t| self.other.row(t, usize::try_from(reference.raw).ok()?));
            // What dangles there dangles here.
            let Some(row) = row else { continue };
            let own = self.own.get(&row.id().number).and_then(|n| self.draft.level(self.level).ok()?.place_of(*n));
            let raw = match own {
                Some((_, position)) => i128::try_from(position).map_err(|_| Refusal::rule("the list is too long"))?,
                None => match nothing(field) {
                    Some(none) => none,
                    None => continue,
                },
            };
            out = field.with_reference(&out, &reference, raw);
        }
        Ok(out)
    }

    fn moved(&mut self, wanted: &[Wanted<'_>]) -> Result<(), Refusal> {
        for want in wanted {
            let (What::Moved, Some(old), Some(new)) = (&want.difference.what, want.difference.old, want.difference.new)
            else {
                continue;
            };
            let (parent, from) = self.placed(old)?;
            let record = self.theirs(new)?;
            let behind = self.place(&record, parent)?;
            // Counted after it has left its place.
            let to = behind - usize::from(from < behind);
            if self.draft.record(parent).is_ok() {
                local::move_child(self.draft, old, to)?;
                continue;
            }
            if let Some(table) = self.draft.level(self.level)?.table_by_number(parent.number) {
                let mapping = Mapping::moving(table, from, to);
                remap(self.draft, self.level, &[mapping], &mut |_| Ok(Gone::Nothing))?;
            }
            self.draft.move_to(old, parent, to)?;
        }
        Ok(())
    }

    fn placed(&self, node: NodeId) -> Result<(NodeId, usize), Refusal> {
        let place = self.draft.level(self.level)?.place_of(node.number);
        let (parent, at) = place.ok_or_else(|| Refusal::Missing(format!("record {}", node.number)))?;
        Ok((self.node(parent), at))
    }

    fn removed(&mut self, wanted: &[Wanted<'_>]) -> Result<(), Refusal> {
        let mut by_table: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
        let mut nodes = Vec::new();
        for want in wanted {
            let (What::Removed, Some(old)) = (&want.difference.what, want.difference.old) else { continue };
            let (parent, at) = self.placed(old)?;
            if self.draft.record(parent).is_ok() {
                local::remove_child(self.draft, old)?;
            } else {
                by_table.entry(parent.number).or_default().insert(at);
                nodes.push(old);
            }
        }
        let level = self.draft.level(self.level)?;
        let tables = by_table.iter().filter_map(|(number, gone)| Some((level.table_by_number(*number)?, gone)));
        let mappings: Vec<Mapping> = tables.map(|(table, gone)| Mapping::removing(table, gone)).collect();
        if !mappings.is_empty() {
            remap(self.draft, self.level, &mappings, &mut |_| Ok(Gone::Nothing))?;
        }
        for node in nodes.into_iter().rev() {
            self.draft.remove(node)?;
        }
        Ok(())
    }

    /// What names no rows, fields that decide about variants first, then bytes that no field shows.
    fn values(&mut self, wanted: &[Wanted<'_>]) -> Result<(), Refusal> {
        for want in wanted {
            let (Some(old), Some(new)) = (want.difference.old, want.difference.new) else { continue };
            match &want.difference.what {
                What::Changed(changes) => {
                    let named = |name: &str| want.field.is_none_or(|f| f == name);
                    for change in changes.iter().filter(|c| named(c.field)) {
                        if self.is_link(new, change.field) {
                            continue;
                        }
                        let (field, value) = {
                            let record = self.theirs(new)?;
                            let Some(field) = record.schema().field_for(change.field, &RecordFacts(record)) else {
                                continue;
                            };
                            (field, record.get(field)?)
                        };
                        self.store(old, field, &value)?;
                    }
                }
                What::Bytes(_) => {
                    let (head, tail) = {
                        let record = self.draft.record(old)?;
                        (record.head().len(), record.tail().len())
                    };
                    let (new_head, new_tail) = {
                        let record = self.theirs(new)?;
                        (record.head().to_vec(), record.tail().to_vec())
                    };
                    self.draft.splice(old, false, whole(head, &new_head))?;
                    self.draft.splice(old, true, whole(tail, &new_tail))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Stores a value as it is; a field that decides about the record's size changes the size too.
    fn store(&mut self, node: NodeId, field: &'static Field, value: &Value) -> Result<(), Refusal> {
        let schema = self.draft.record(node)?.schema();
        if schema.variants.is_some_and(|(decides, _)| decides == field.name) {
            return local::change_variant(self.draft, node, value);
        }
        let open = Field { limits: None, ..*field };
        self.draft.store(node, &open, value).map(|_| ())
    }
}

/// The number that means nothing in a link field.
fn nothing(field: &Field) -> Option<i128> {
    let kind: &Kind = match &field.kind {
        Kind::Array { of, .. } | Kind::Vector { of, .. } => of,
        kind => kind,
    };
    kind.link()?.none.first().map(|n| i128::from(*n))
}

fn whole(old_len: usize, new: &[u8]) -> ByteSplice {
    ByteSplice { at: 0, old_len, new: new.to_vec() }
}

/// All numbers of a subtree, in the order in which new ones are given.
fn numbers(subtree: &Subtree, out: &mut Vec<u32>) {
    out.push(subtree.number);
    if let Some(table) = &subtree.table {
        out.extend(&table.numbers);
    }
    subtree.children.iter().for_each(|child| numbers(child, out));
}
