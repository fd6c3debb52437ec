//! Objects: made, copied, moved, turned.

use super::common::*;
use super::lists::{Lists, Sort, class_table, object};
use crate::document::{LevelId, NodeId};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::shock::labels;
use crate::games::shock::objects::{class_of_kind, table_of};
use crate::games::shock::records::Object;
use crate::games::shock::records::class::PREFIX;
use crate::games::shock::tables::OBJECTS;
use crate::record::Refusal;

/// Greatest number of a byte.
const BYTE: i128 = 255;

/// The sort that the arguments name.
fn sort_of(arguments: &Arguments) -> Result<Sort, Refusal> {
    let kind = arguments.text("kind")?;
    let class = class_of_kind(kind).ok_or_else(|| Refusal::rule(format!("{kind} is no kind of object")))?;
    let byte = |name| -> Result<u8, Refusal> {
        Ok(optional(arguments, name, BYTE)?.and_then(|n| u8::try_from(n).ok()).unwrap_or(0))
    };
    let (subclass, kind) = (byte("subclass")?, byte("type")?);
    if labels::label(class, subclass, kind).is_none() {
        return Err(Refusal::rule(format!("the game has no object of type {class}/{subclass}/{kind}")));
    }
    Ok(Sort { class, subclass, kind })
}

/// How many hit points a type has: as the game's own files say where they are lent, else as another object of the level
/// has, 0 if there is none.
fn usual_hit_points(draft: &Draft, level: LevelId, sort: Sort) -> Result<i16, Refusal> {
    let level = draft.level(level)?;
    if let Some(lent) = crate::games::shock::lent::hit_points(level, sort) {
        return Ok(lent);
    }
    let Some(table) = table_of(level, &OBJECTS) else { return Ok(0) };
    let same = |view: &Object<'_>| {
        view.active() != 0 && (view.class(), view.subclass(), view.r#type()) == (sort.class, sort.subclass, sort.kind)
    };
    let found = table.heads().filter_map(|row| Object::new(row, table.layout)).find(same);
    Ok(found.map_or(0, |view| view.hit_points()))
}

/// Plan `place`: a new object on the map.
pub(super) fn place(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let sort = sort_of(arguments)?;
    let (x, y) = (coordinate("x", arguments.int("x")?)?, coordinate("y", arguments.int("y")?)?);
    let floor = floor_of(draft.level(level)?, (x >> 8) as u8, (y >> 8) as u8);
    let z = optional(arguments, "z", BYTE)?.and_then(|z| u8::try_from(z).ok()).unwrap_or(floor);
    let heading = optional(arguments, "heading", BYTE)?.and_then(|h| u8::try_from(h).ok()).unwrap_or(0);
    let hit_points = hit_points(draft, level, arguments, sort)?;
    let row = Lists::new(draft, level)?.create(sort, hit_points)?;
    put_at(draft, level, row, x, y, z)?;
    let mut lists = Lists::new(draft, level)?;
    lists.write(&OBJECTS, row, object::HEADING, &[heading])?;
    lists.node(&OBJECTS, row).map(Some)
}

fn hit_points(draft: &Draft, level: LevelId, arguments: &Arguments, sort: Sort) -> Result<i16, Refusal> {
    match optional(arguments, "hit_points", i128::from(i16::MAX))? {
        Some(given) => Ok(i16::try_from(given).unwrap_or(i16::MAX)),
        None => usual_hit_points(draft, level, sort),
    }
}

/// An object that is nowhere: for the contents of something.
pub(super) fn create(draft: &mut Draft, level: LevelId, arguments: &Arguments) -> Result<NodeId, Refusal> {
    let sort = sort_of(arguments)?;
    let hit_points = hit_points(draft, level, arguments, sort)?;
    let mut lists = Lists::new(draft, level)?;
    let row = lists.create(sort, hit_points)?;
    lists.node(&OBJECTS, row)
}

/// The way that the arguments name, in 256ths of a tile.
fn way(arguments: &Arguments) -> [i128; 3] {
    ["dx", "dy", "dz"].map(|name| arguments.int_or(name, 0))
}

/// Where an object comes to lie.
fn target(draft: &Draft, level: LevelId, row: u16, [dx, dy, dz]: [i128; 3]) -> Result<(u16, u16, u8), Refusal> {
    let place = placed(draft, level, row)?;
    let place_of = format!("objects/{row}");
    if !place.is_placed() {
        return Err(Refusal::rule(format!("{place_of} is not on the map: take it out of where it is first")));
    }
    let up = object_units(draft.level(level)?, dz);
    let x = coordinate("x", i128::from(place.x).saturating_add(dx));
    let y = coordinate("y", i128::from(place.y).saturating_add(dy));
    let z = fit("z", i128::from(place.z).saturating_add(up), BYTE);
    let told = |refusal: Refusal| Refusal::rule(format!("{place_of}: {refusal}"));
    Ok((x.map_err(told)?, y.map_err(told)?, u8::try_from(z.map_err(told)?).unwrap_or(u8::MAX)))
}

/// Plan `move`.
pub(super) fn move_by(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let way = way(arguments);
    for node in &arguments.objects {
        let row = object_row(draft, *node)?;
        let (x, y, z) = target(draft, level, row, way)?;
        put_at(draft, level, row, x, y, z)?;
    }
    Ok(None)
}

/// Plan `duplicate`: the last copy.
pub(super) fn duplicate(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let way = way(arguments);
    let mut last = None;
    for node in &arguments.objects {
        let row = object_row(draft, *node)?;
        last = Some(copy(draft, level, row, way)?);
    }
    Ok(last)
}

fn copy(draft: &mut Draft, level: LevelId, row: u16, way: [i128; 3]) -> Result<NodeId, Refusal> {
    let old = placed(draft, level, row)?;
    let (x, y, z) = target(draft, level, row, way)?;
    let (table, _) = class_table(old.sort.class)?;
    let (rest, tiles, class_row) = {
        let lists = Lists::new(draft, level)?;
        let entry = lists.get(&OBJECTS, row, object::CLASS_INDEX)?;
        let stride = draft_stride(draft, level, table.key)?;
        let lists = Lists::new(draft, level)?;
        let class_row = lists.bytes(table, entry, PREFIX, stride.saturating_sub(PREFIX))?.to_vec();
        let rest = lists.bytes(&OBJECTS, row, object::Z, object::END - object::Z)?.to_vec();
        (rest, lists.tiles(row)?, class_row)
    };
    let mut lists = Lists::new(draft, level)?;
    let new = lists.create(old.sort, old.hit_points)?;
    let entry = lists.get(&OBJECTS, new, object::CLASS_INDEX)?;
    lists.write(table, entry, PREFIX, &class_row)?;
    // It touches the tiles beside it as the old one does.
    let own = ((old.x >> 8) as u8, (old.y >> 8) as u8);
    let mut wanted = vec![own];
    let others = tiles.iter().filter_map(|(x, y)| Some((u8::try_from(*x).ok()?, u8::try_from(*y).ok()?)));
    wanted.extend(others.filter(|tile| *tile != own));
    lists.spread(new, &wanted)?;
    lists.put(&OBJECTS, new, object::X, old.x)?;
    lists.put(&OBJECTS, new, object::Y, old.y)?;
    lists.write(&OBJECTS, new, object::Z, &rest)?;
    put_at(draft, level, new, x, y, z)?;
    Lists::new(draft, level)?.node(&OBJECTS, new)
}

/// Length of a table's rows.
fn draft_stride(draft: &Draft, level: LevelId, key: &str) -> Result<usize, Refusal> {
    Ok(draft.table(level, key)?.row_head(0).map_or(0, <[u8]>::len))
}

/// Plan `rotate`.
pub(super) fn rotate(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let turn = arguments.int("turn")?;
    for node in &arguments.objects {
        let row = object_row(draft, *node)?;
        placed(draft, level, row)?;
        let mut lists = Lists::new(draft, level)?;
        let heading = lists.byte(&OBJECTS, row, object::HEADING)?;
        let turned = i128::from(heading).saturating_add(turn).rem_euclid(256);
        lists.write(&OBJECTS, row, object::HEADING, &[u8::try_from(turned).unwrap_or(0)])?;
    }
    Ok(None)
}
