//! Events of the schedule: sorted by time, one spare row behind the live ones unless there are 64 (`systemshock.md` 3.1,
//! 3.5).

use super::common::*;
use super::{contents, place};
use crate::document::{LevelId, NodeId};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::shock::objects::table_of;
use crate::games::shock::records::{EVENT, Event, Info};
use crate::games::shock::resources::MOST_EVENTS;
use crate::games::shock::tables::{INFOS, SCHEDULE};
use crate::record::Refusal;

/// Size of an event.
const SIZE: usize = 8;

/// Plan `create`.
pub(super) fn create(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let kind = arguments.text("kind")?;
    if contents::is_object_kind(kind) {
        return place::create(draft, level, arguments).map(Some);
    }
    if kind != "event" {
        return Err(Refusal::rule(format!("{kind} cannot be made: name event or a kind of object")));
    }
    let time = optional(arguments, "time", i128::from(u16::MAX))?.unwrap_or(0);
    let event = optional(arguments, "event", i128::from(u16::MAX))?.unwrap_or(0);
    let data = arguments.int_or("data", 0);
    let data = u32::try_from(data).map_err(|_| Refusal::OutOfRange {
        field: "data".to_owned(),
        value: data.to_string(),
        min: 0,
        max: i128::from(u32::MAX),
    })?;
    let mut row = [time, event].map(u16::to_le_bytes).concat();
    row.extend(data.to_le_bytes());
    add(draft, level, &row).map(Some)
}

/// How many events are live, and how many rows there are.
fn counts(draft: &Draft, level: LevelId) -> Result<(usize, usize), Refusal> {
    let level = draft.level(level)?;
    let info = table_of(level, &INFOS).and_then(|t| t.row_head(0)).and_then(|row| Info::new(row, 0));
    let live = info.map_or(0, |info| usize::try_from(info.schedule_count()).unwrap_or(0));
    let rows = table_of(level, &SCHEDULE).ok_or_else(|| Refusal::Missing("table schedule".to_owned()))?.len();
    Ok((live.min(rows), rows))
}

fn set_count(draft: &mut Draft, level: LevelId, live: usize) -> Result<(), Refusal> {
    let node = draft.row(level, INFOS.key, 0)?.id();
    draft.store_int(node, "schedule_count", live as i128).map(|_| ())
}

pub(super) fn add(draft: &mut Draft, level: LevelId, row: &[u8]) -> Result<NodeId, Refusal> {
    let (live, rows) = counts(draft, level)?;
    if live >= MOST_EVENTS as usize {
        let limit = u64::from(MOST_EVENTS);
        return Err(Refusal::Limit { what: "the schedule".to_owned(), limit, unit: "events".to_owned() });
    }
    let time = |row: &[u8]| Event::new(row, 0).map_or(0, |e| e.time());
    let table = draft.table(level, SCHEDULE.key)?;
    let at = table.heads().take(live).position(|other| time(other) > time(row)).unwrap_or(live);
    let node = draft.insert_row(level, SCHEDULE.key, at, &EVENT, row.to_vec())?;
    if live + 1 == MOST_EVENTS as usize && rows == MOST_EVENTS as usize {
        // Full: there is no room for the spare one.
        let spare = draft.row(level, SCHEDULE.key, live + 1)?.id();
        draft.remove(spare)?;
    }
    set_count(draft, level, live + 1)?;
    Ok(node)
}

/// Removes an event.
pub(super) fn remove(draft: &mut Draft, node: NodeId) -> Result<(), Refusal> {
    let level = node.level;
    let at = draft.record(node)?.position();
    let (live, rows) = counts(draft, level)?;
    if at >= live {
        return Err(Refusal::rule(format!("schedule/{at} is no event but the spare row behind them")));
    }
    draft.remove(node)?;
    if rows == live {
        draft.insert_row(level, SCHEDULE.key, live - 1, &EVENT, vec![0; SIZE])?;
    }
    set_count(draft, level, live - 1)
}
