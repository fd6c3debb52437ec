//! Deleting, and what becomes of the numbers that name what is deleted.

use std::collections::BTreeSet;

use super::common::*;
use super::lists::Lists;
use super::{notes, schedule};
use crate::document::{LevelId, NodeId};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::shock::objects::table_of;
use crate::games::shock::records::{Animation, AnimationCount};
use crate::games::shock::tables::{ANIMATIONS, ANIMATIONS_COUNT, OBJECTS, SCHEDULE};
use crate::links::LinkIndex;
use crate::record::{ByteSplice, Refusal, Value};

/// Plan `delete`.
pub(super) fn delete(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let (mut rows, mut events) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for node in &arguments.objects {
        if !seen.insert(*node) {
            continue;
        }
        let record = draft.record(*node)?;
        if std::ptr::eq(record.table().spec, &SCHEDULE) {
            events.push(*node);
        } else {
            let row = object_row(draft, *node)?;
            placed(draft, level, row)?;
            rows.push(row);
        }
    }
    if arguments.int_or("keep", 0) == 0 && !rows.is_empty() {
        forget(draft, level, &rows)?;
    }
    for row in rows {
        notes::close(draft, level, row)?;
        stop_animation(draft, level, row)?;
        Lists::new(draft, level)?.delete(row)?;
    }
    for node in events {
        schedule::remove(draft, node)?;
    }
    Ok(None)
}

/// Every number that names one of these objects becomes none, but in what goes with them.
fn forget(draft: &mut Draft, level: LevelId, rows: &[u16]) -> Result<(), Refusal> {
    let mut changes: Vec<(NodeId, &'static crate::record::Field, Option<u16>)> = Vec::new();
    {
        let there = draft.level(level)?;
        let links = LinkIndex::of(there);
        let going: BTreeSet<u16> = rows.iter().copied().collect();
        let owned = |node: NodeId| {
            let record = there.record(node.number);
            let owner = record.and_then(|r| crate::games::shock::objects::beside(&r, "common"));
            owner.is_some_and(|o| u16::try_from(o.position()).is_ok_and(|row| going.contains(&row)))
        };
        for row in rows {
            let node = table_of(there, &OBJECTS).and_then(|t| t.row_number(usize::from(*row)));
            let Some(number) = node else { continue };
            // The lists' own numbers are not a person's to set; they are kept by deleting.
            let links = links.to(NodeId { level, number }).filter(|l| l.field.fixed.is_empty() && !owned(l.from));
            changes.extend(links.map(|link| (link.from, link.field, link.element)));
        }
    }
    for (node, field, element) in changes {
        let value = match (draft.record(node)?.get(field)?, element) {
            (Value::List(mut list), Some(at)) => {
                if let Some(slot) = list.get_mut(usize::from(at)) {
                    *slot = Value::Int(0);
                }
                Value::List(list)
            }
            _ => Value::Int(0),
        };
        draft.store(node, field, &value)?;
    }
    Ok(())
}

/// Takes an object out of the list of animations; those behind it move up.
fn stop_animation(draft: &mut Draft, level: LevelId, row: u16) -> Result<(), Refusal> {
    let there = draft.level(level)?;
    let (Some(list), Some(count)) = (table_of(there, &ANIMATIONS), table_of(there, &ANIMATIONS_COUNT)) else {
        return Ok(());
    };
    let used = count.row_head(0).and_then(|row| AnimationCount::new(row, 0)).map_or(0, |c| usize::from(c.count()));
    let used = used.min(list.len());
    let rows: Vec<Vec<u8>> = list.heads().take(used).map(<[u8]>::to_vec).collect();
    let layout = list.layout;
    let keeps = |head: &&Vec<u8>| Animation::new(head, layout).is_none_or(|a| a.object() != row);
    let kept: Vec<&Vec<u8>> = rows.iter().filter(keeps).collect();
    if kept.len() == rows.len() {
        return Ok(());
    }
    let numbers: Vec<Option<u32>> = (0..used).map(|at| list.row_number(at)).collect();
    let count = count.row_number(0);
    let empty = vec![0; rows.first().map_or(0, Vec::len)];
    let new = kept.iter().copied().chain(std::iter::repeat(&empty));
    for (number, new) in numbers.into_iter().flatten().zip(new) {
        let splice = ByteSplice { at: 0, old_len: new.len(), new: new.clone() };
        draft.splice(NodeId { level, number }, false, splice)?;
    }
    if let Some(number) = count {
        draft.store_int(NodeId { level, number }, "count", kept.len() as i128)?;
    }
    Ok(())
}
