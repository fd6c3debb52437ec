//! What is in containers, corpses, briefcases, cabinets and critters (`systemshock.md` 5.5, 5.6, 5.11, 5.12).

use super::common::*;
use super::lists::{Lists, Sort, class_table, object};
use crate::document::{LevelId, NodeId};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::shock::objects::{class_of_kind, table_of};
use crate::games::shock::records::Object;
use crate::games::shock::tables::OBJECTS;
use crate::record::Refusal;

/// Where in its class row a thing keeps the numbers of what it holds; nothing for what holds nothing.
pub(crate) fn slots(sort: Sort) -> &'static [usize] {
    match (sort.class, sort.subclass, sort.kind) {
        (13, _, _) => &[6, 8, 10, 12],
        (8, 2, 0..=7) | (8, 0, 7) => &[8, 10, 12, 14],
        (7, 1, 2) => &[8, 10],
        (14, _, _) => &[0x26, 0x28],
        _ => &[],
    }
}

/// The same of a class row: a critter on its highway keeps the hint it is at in the place of its second loot (5.12).
pub(crate) fn slots_in(sort: Sort, row: &[u8]) -> &'static [usize] {
    const ORDERS: usize = 0x1C;
    const HIGHWAY: u8 = 4;
    let slots = slots(sort);
    match slots {
        [first, _] if sort.class == 14 && row.get(ORDERS) == Some(&HIGHWAY) => std::slice::from_ref(first),
        _ => slots,
    }
}

/// Who holds an object: its row, and where in its class row the number stands.
pub(super) fn holder(draft: &mut Draft, level: LevelId, held: u16) -> Result<Option<(u16, usize)>, Refusal> {
    let holders: Vec<(u16, Sort)> = {
        let level = draft.level(level)?;
        let Some(table) = table_of(level, &OBJECTS) else { return Ok(None) };
        let rows = (0u16..).zip(table.heads()).skip(1).filter_map(|(row, head)| {
            let view = Object::new(head, table.layout).filter(|view| view.active() != 0)?;
            Some((row, Sort { class: view.class(), subclass: view.subclass(), kind: view.r#type() }))
        });
        rows.filter(|(_, sort)| !slots(*sort).is_empty()).collect()
    };
    let lists = Lists::new(draft, level)?;
    for (row, sort) in holders {
        let (table, _) = class_table(sort.class)?;
        let entry = lists.get(&OBJECTS, row, object::CLASS_INDEX)?;
        for at in slots_in(sort, lists.row(table, entry)?) {
            if lists.get(table, entry, *at).is_ok_and(|number| number == held) {
                return Ok(Some((row, *at)));
            }
        }
    }
    Ok(None)
}

/// Plan `put_in`.
pub(super) fn put_in(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let into = fit("into", arguments.int("into")?, i128::from(u16::MAX))?;
    let sort = placed(draft, level, into)?.sort;
    if slots(sort).is_empty() {
        return Err(Refusal::rule(format!(
            "objects/{into} holds nothing: name a container, corpse, cabinet or critter"
        )));
    }
    for node in &arguments.objects {
        let row = object_row(draft, *node)?;
        placed(draft, level, row)?;
        if let Some((other, _)) = holder(draft, level, row)? {
            return Err(Refusal::rule(format!("objects/{row} is in objects/{other} already")));
        }
        // What holds the holder, and so on.
        let mut outer = Some(into);
        for _ in 0..crate::games::shock::resources::OBJECT_ROWS {
            let Some(at) = outer else { break };
            if at == row {
                return Err(Refusal::rule(format!("objects/{row} cannot be put into itself")));
            }
            outer = holder(draft, level, at)?.map(|(row, _)| row);
        }
        let (table, _) = class_table(sort.class)?;
        let mut lists = Lists::new(draft, level)?;
        let entry = lists.get(&OBJECTS, into, object::CLASS_INDEX)?;
        let places = slots_in(sort, lists.row(table, entry)?);
        let mut free = None;
        for at in places {
            if lists.get(table, entry, *at)? == 0 {
                free = Some(*at);
                break;
            }
        }
        let limit = places.len() as u64;
        let what = format!("objects/{into}");
        let at = free.ok_or_else(|| Refusal::Limit { what, limit, unit: "things in it".to_owned() })?;
        lists.put(table, entry, at, row)?;
        lists.unplace(row)?;
    }
    Ok(None)
}

/// Plan `take_out`.
pub(super) fn take_out(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    for node in &arguments.objects {
        let row = object_row(draft, *node)?;
        let held = holder(draft, level, row)?;
        let (from, at) = held.ok_or_else(|| Refusal::rule(format!("nothing holds objects/{row}")))?;
        let place = placed(draft, level, from)?;
        if !place.is_placed() {
            return Err(Refusal::rule(format!("objects/{from}, which holds objects/{row}, is not on the map itself")));
        }
        let (table, _) = class_table(place.sort.class)?;
        let mut lists = Lists::new(draft, level)?;
        let entry = lists.get(&OBJECTS, from, object::CLASS_INDEX)?;
        lists.put(table, entry, at, 0)?;
        put_at(draft, level, row, place.x, place.y, place.z)?;
    }
    Ok(None)
}

/// Whether a kind's key names objects of the level.
pub(super) fn is_object_kind(kind: &str) -> bool {
    class_of_kind(kind).is_some()
}
