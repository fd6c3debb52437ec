//! The edits that turn one level into another, byte for byte.

use super::matching::{Matched, Pairs, children};
use crate::document::{Level, LevelId, NodeId, Record, State, Subtree, Table};
use crate::edit::Draft;
use crate::record::{ByteSplice, Refusal};

/// Makes a level of the draft the same as another: the same tables in the same order, the same rows, the same bytes. Rows
/// that are the same things keep their ids. Nothing is derived: the other level is right as it is.
///
/// # Errors
/// If the draft has no such level.
pub fn turn_into(draft: &mut Draft, level: LevelId, other: &Level) -> Result<(), Refusal> {
    let base = draft.level(level)?.clone();
    let matched = Matched::new(&base, other);
    let root = NodeId::root(level);
    let node = |number: u32| NodeId { level, number };
    for table in base.tables().filter(|t| !t.spec.lent) {
        if !matched.tables().iter().any(|(a, ..)| a.number == table.number) {
            draft.remove(node(table.number))?;
        }
    }
    for (at, table) in other.tables().enumerate() {
        match matched.tables().iter().find(|(_, b, _)| b.number == table.number) {
            Some((a, ..)) => draft.move_to(node(a.number), root, at)?,
            None if table.spec.lent => {}
            None => {
                let subtree = other.subtree(table.number).ok_or_else(|| Refusal::Missing(table.key().to_owned()))?;
                insert(draft, root, at, subtree)?;
            }
        }
    }
    for (in_a, in_b, pairs) in matched.tables() {
        // What is lent belongs to neither file.
        if in_a.spec.lent || in_a.same_bytes(in_b) {
            continue;
        }
        splice(draft, node(in_a.number), false, &in_a.head, &in_b.head)?;
        splice(draft, node(in_a.number), true, &in_a.tail, &in_b.tail)?;
        let rows = |level: &'_ Level, table: &'_ Table, at: usize| level.row(table, at).map(|r| r.id().number);
        list(draft, node(in_a.number), pairs, &|at| rows(&base, in_a, at), &|at| Some(other.row(in_b, at)?.subtree()))?;
        for (at, with) in pairs.forward.iter().enumerate() {
            let (Some(old), Some(new)) = (base.row(in_a, at), with.and_then(|with| other.row(in_b, with))) else {
                continue;
            };
            record(draft, &old, &new)?;
        }
    }
    Ok(())
}

/// Makes all decoded levels of the draft the same as those of another state with the same ids.
///
/// # Errors
/// If the states have different levels.
pub fn turn_state_into(draft: &mut Draft, other: &State) -> Result<(), Refusal> {
    if !draft.state().ids().eq(other.ids()) {
        return Err(Refusal::rule("the two files do not have the same number of levels"));
    }
    for id in other.ids().chain([LevelId::FILE]) {
        if let Some(level) = other.level(id) {
            turn_into(draft, id, level)?;
        }
    }
    Ok(())
}

/// Brings a list's rows: those that go go, those that stay stand where they belong, those that come are put between.
fn list(
    draft: &mut Draft,
    parent: NodeId,
    pairs: &Pairs,
    own: &dyn Fn(usize) -> Option<u32>,
    new: &dyn Fn(usize) -> Option<Subtree>,
) -> Result<(), Refusal> {
    let node = |number: u32| NodeId { level: parent.level, number };
    for (at, _) in pairs.forward.iter().enumerate().rev().filter(|(_, with)| with.is_none()) {
        if let Some(number) = own(at) {
            draft.remove(node(number))?;
        }
    }
    for (at, from) in pairs.back.iter().enumerate() {
        match from.and_then(own) {
            Some(number) => draft.move_to(node(number), parent, at)?,
            None => {
                let subtree = new(at).ok_or_else(|| Refusal::Missing("a row of the other file".to_owned()))?;
                insert(draft, parent, at, subtree)?;
            }
        }
    }
    Ok(())
}

fn record(draft: &mut Draft, old: &Record<'_>, new: &Record<'_>) -> Result<(), Refusal> {
    splice(draft, old.id(), false, old.head(), new.head())?;
    splice(draft, old.id(), true, old.tail(), new.tail())?;
    if old.child(0).is_none() && new.child(0).is_none() {
        return Ok(());
    }
    let pairs = children(old, new);
    list(draft, old.id(), &pairs, &|at| old.child(at).map(|c| c.id().number), &|at| Some(new.child(at)?.subtree()))?;
    for (at, with) in pairs.forward.iter().enumerate() {
        if let (Some(a), Some(b)) = (old.child(at), with.and_then(|with| new.child(with))) {
            record(draft, &a, &b)?;
        }
    }
    Ok(())
}

/// Inserts a copy with numbers of its own.
fn insert(draft: &mut Draft, parent: NodeId, at: usize, mut subtree: Subtree) -> Result<(), Refusal> {
    let mut next = draft.next_number(parent.level)?;
    subtree.renumber(&mut next);
    draft.insert(parent, at, subtree).map(|_| ())
}

fn splice(draft: &mut Draft, node: NodeId, tail: bool, old: &[u8], new: &[u8]) -> Result<(), Refusal> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    if start == old.len() && old.len() == new.len() {
        return Ok(());
    }
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let end = end.min(old.len() - start).min(new.len() - start);
    let bytes = new.get(start..new.len() - end).unwrap_or_default().to_vec();
    draft.splice(node, tail, ByteSplice { at: start, old_len: old.len() - end - start, new: bytes })
}
