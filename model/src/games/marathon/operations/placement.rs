//! The placement counts, which decide how many monsters and items the game puts on the map (`marathon.md` 0.3, 2.6).
//!
//! **The rule**: whatever places a monster or an item raises its type's initial count by one, whatever deletes one
//! lowers it by one, and a change of type does both. So the difference between the initial count and the number of
//! placed objects stays what the level's author made it: mostly none, sometimes more (the rest appears at random
//! spots), seldom less (spare spots). Only a count that is 0 already is not lowered further. What it costs does not
//! depend on how many objects there are.
//!
//! A level **without** the table keeps no counts, and gets none unasked: one copy of a monster would otherwise bring
//! 128 rows with it. Without counts its monsters and items may never appear (`marathon.md` 0.3), those that were there
//! before no more than the new one; `counts_from_level` makes the table and counts all of them.
//!
//! Scenery, players, goals and sound sources have no counts; neither has monster 0, which is the player.

use std::collections::BTreeMap;

use super::common::{level_of, make_table};
use crate::document::{LevelId, NodeId};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::marathon::records::placement::PlacementField;
use crate::games::marathon::records::{Object, PLACEMENT, Placement};
use crate::games::marathon::tables::PLACEMENTS;
use crate::record::{Refusal, Value};

/// Rows of items, and as many of monsters behind them (`marathon.md` 1.2, "plac order").
const TYPES: usize = 64;
const MONSTER: i16 = 0;
const ITEM: i16 = 2;

/// How many more (or fewer) of each group and index stand on the map.
pub(super) type Change = BTreeMap<(i16, i16), i64>;

/// The row that counts an object; `None` for what is not counted.
pub(crate) fn row_of(group: i16, index: i16) -> Option<usize> {
    let index = usize::try_from(index).ok().filter(|i| *i < TYPES)?;
    match group {
        ITEM => Some(index),
        MONSTER if index > 0 => Some(TYPES + index),
        _ => None,
    }
}

/// Notes one object more or less.
pub(super) fn count(change: &mut Change, object: &Object<'_>, by: i64) {
    if row_of(object.group(), object.index()).is_some() {
        *change.entry((object.group(), object.index())).or_default() += by;
    }
}

/// Brings the initial counts in step; a level without placement keeps none.
///
/// # Errors
/// If a count grows past 32,767, or the placement is shorter than its 128 rows.
pub(super) fn adjust(draft: &mut Draft, level: LevelId, change: &Change) -> Result<(), Refusal> {
    if draft.level(level)?.table(PLACEMENTS.key).is_none_or(crate::document::Table::is_empty) {
        return Ok(());
    }
    for ((group, index), by) in change {
        let Some(row) = row_of(*group, *index).filter(|_| *by != 0) else { continue };
        ensure_rows(draft, level)?;
        let record = draft.row(level, PLACEMENTS.key, row)?;
        let present = Placement::new(record.head(), record.layout()).map_or(0, |p| p.initial_count());
        let new = i64::from(present).saturating_add(*by);
        let new = if *by < 0 { new.max(i64::from(present.min(0))) } else { new };
        set_initial(draft, record.id(), new)?;
    }
    Ok(())
}

fn set_initial(draft: &mut Draft, row: NodeId, count: i64) -> Result<(), Refusal> {
    if count > i64::from(i16::MAX) {
        return Err(Refusal::Limit {
            what: "the initial count of one type".to_owned(),
            limit: i16::MAX.unsigned_abs().into(),
            unit: "monsters or items".to_owned(),
        });
    }
    draft.store(row, PlacementField::initial_count.field(), &Value::Int(count.into()))?;
    Ok(())
}

fn ensure_rows(draft: &mut Draft, level: LevelId) -> Result<(), Refusal> {
    match draft.level(level)?.table(PLACEMENTS.key).map_or(0, |table| table.len()) {
        0 => make_table(draft, level, &PLACEMENTS, &vec![0; 2 * TYPES * PLACEMENT.size as usize]),
        rows if rows < 2 * TYPES => Err(Refusal::rule(format!(
            "the level's placement has {rows} rows instead of 128, so monsters and items cannot be counted"
        ))),
        _ => Ok(()),
    }
}

/// Plan `counts_from_level`: every initial count becomes the number of objects placed. A level without placement gets one.
pub(super) fn counts_from_level(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let mut placed = vec![0i64; 2 * TYPES];
    if let Some(objects) = draft.level(level)?.table("objects") {
        for object in objects.heads().filter_map(|head| Object::new(head, 0)) {
            let row = row_of(object.group(), object.index());
            if let Some(count) = row.and_then(|row| placed.get_mut(row)) {
                *count += 1;
            }
        }
    }
    ensure_rows(draft, level)?;
    for (row, count) in placed.into_iter().enumerate() {
        // The player's row means nothing (`marathon.md` 1.2).
        if row != TYPES {
            let record = draft.row(level, PLACEMENTS.key, row)?.id();
            set_initial(draft, record, count)?;
        }
    }
    Ok(None)
}
