//! What all plans share.

use super::lists::{Lists, NOWHERE, Sort, object, tile_row};
use crate::document::{Level, LevelId, NodeId, Table};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::shock::lent;
use crate::games::shock::objects::table_of;
use crate::games::shock::records::{Info, Object, Tile};
use crate::games::shock::resources::SIDE;
use crate::games::shock::tables::{INFOS, OBJECTS, TILES};
use crate::record::Refusal;

/// A tile in the 256ths that places count in.
pub(super) const TILE_UNITS: i128 = 256;

/// The level a plan works on; refused where its tables cannot be edited.
pub(super) fn level_of(draft: &Draft, arguments: &Arguments) -> Result<LevelId, Refusal> {
    let id = LevelId(arguments.level);
    if id == LevelId::FILE {
        return Err(Refusal::rule("what belongs to the file as a whole is no level: name a level"));
    }
    let closed = |t: &&Table| t.opaque.is_some();
    match draft.level(id)?.tables().find(closed) {
        Some(table) => Err(Refusal::ReadOnly {
            field: table.spec.label.to_owned(),
            reason: table.opaque.as_deref().unwrap_or_default().to_owned(),
        }),
        None => Ok(id),
    }
}

/// The row of an object; refused for what is none.
pub(super) fn object_row(draft: &Draft, node: NodeId) -> Result<u16, Refusal> {
    let record = draft.record(node)?;
    if !std::ptr::eq(record.table().spec, &OBJECTS) {
        let place = format!("{}/{}", record.table().key(), record.position());
        return Err(Refusal::rule(format!("{place} is no object of the level: only those can be moved and copied")));
    }
    u16::try_from(record.position()).map_err(|_| Refusal::Missing(format!("objects/{}", record.position())))
}

/// A number that fits a field of so many values.
pub(super) fn fit(name: &str, value: i128, max: i128) -> Result<u16, Refusal> {
    let out = || Refusal::OutOfRange { field: name.to_owned(), value: value.to_string(), min: 0, max };
    u16::try_from(value).ok().filter(|v| i128::from(*v) <= max).ok_or_else(out)
}

/// A number argument in its limits, or nothing where it is not given.
pub(super) fn optional(arguments: &Arguments, name: &str, max: i128) -> Result<Option<u16>, Refusal> {
    if !arguments.values.contains_key(name) {
        return Ok(None);
    }
    fit(name, arguments.int(name)?, max).map(Some)
}

/// A place east or north, on the map.
pub(super) fn coordinate(name: &str, value: i128) -> Result<u16, Refusal> {
    fit(name, value, i128::from(SIDE) * TILE_UNITS - 1)
}

/// How many halvings of a tile make a tile height unit: 0 to 7, whatever stands there (3.3).
pub(crate) fn height_shift(level: &Level) -> u32 {
    let row = table_of(level, &INFOS).and_then(|t| t.row_head(0)).and_then(|row| Info::new(row, 0));
    row.map_or(0, |info| u32::try_from(info.height_shift()).unwrap_or(0).min(7))
}

/// A way up in 256ths of a tile as object units, of which a tile has 8 times as many as height units.
pub(super) fn object_units(level: &Level, way: i128) -> i128 {
    let in_a_tile = 8i128 << height_shift(level);
    let scaled = way.saturating_mul(in_a_tile);
    // To the nearest.
    (scaled + TILE_UNITS / 2).div_euclid(TILE_UNITS)
}

/// The height of the floor of a tile in object units.
pub(super) fn floor_of(level: &Level, x: u8, y: u8) -> u8 {
    let row = table_of(level, &TILES).and_then(|t| t.row_head(usize::from(tile_row(x, y))));
    let floor = row.and_then(|row| Tile::new(row, 0)).map_or(0, |tile| tile.floor());
    u8::try_from(floor * 8).unwrap_or(u8::MAX)
}

/// The sort and the place of an object.
pub(super) struct Placed {
    pub(super) sort: Sort,
    pub(super) x: u16,
    pub(super) y: u16,
    pub(super) z: u8,
    pub(super) hit_points: i16,
}

pub(super) fn placed(draft: &Draft, level: LevelId, row: u16) -> Result<Placed, Refusal> {
    let record = draft.row(level, OBJECTS.key, usize::from(row))?;
    let view = Object::new(record.head(), record.layout());
    let view = view.filter(|view| view.active() != 0).ok_or_else(|| Refusal::Missing(format!("object {row}")))?;
    Ok(Placed {
        sort: Sort { class: view.class(), subclass: view.subclass(), kind: view.r#type() },
        x: view.x(),
        y: view.y(),
        z: view.z(),
        hit_points: view.hit_points(),
    })
}

impl Placed {
    /// Whether it is in the world.
    pub(super) fn is_placed(&self) -> bool {
        self.x != NOWHERE
    }
}

/// Puts an object at a place. In another tile it touches what its width reaches, where the game's own files lend that;
/// else what it touches beside its own tile moves with it, as far as that is on the map (4.5).
pub(super) fn put_at(draft: &mut Draft, level: LevelId, row: u16, x: u16, y: u16, z: u8) -> Result<(), Refusal> {
    let mut lists = Lists::new(draft, level)?;
    let old = lists.tiles(row)?;
    let before = (lists.get(&OBJECTS, row, object::X)?, lists.get(&OBJECTS, row, object::Y)?);
    let tile = |place: u16| u8::try_from(place >> 8).unwrap_or(u8::MAX);
    let home = (tile(x), tile(y));
    let from = (tile(before.0), tile(before.1));
    let [class, subclass, kind] =
        [object::CLASS, object::CLASS + 1, object::TYPE].map(|at| lists.byte(&OBJECTS, row, at));
    let sort = Sort { class: class?, subclass: subclass?, kind: kind? };
    let heading = lists.byte(&OBJECTS, row, object::HEADING)?;
    let lent = lent::tiles(lists.level()?, sort, x, y, heading);
    if let Some(tiles) = lent.filter(|_| home != from || old.is_empty()) {
        lists.spread(row, &tiles)?;
    } else if old.is_empty() || before.0 == NOWHERE {
        lists.spread(row, &[home])?;
    } else if home != from {
        let side = SIDE as i16;
        let way = (i16::from(home.0) - i16::from(from.0), i16::from(home.1) - i16::from(from.1));
        let moved = old.iter().map(|(x, y)| (x.saturating_add(way.0), y.saturating_add(way.1)));
        let inside = moved.filter(|(x, y)| (0..side).contains(x) && (0..side).contains(y));
        let others = inside.filter_map(|(x, y)| Some((u8::try_from(x).ok()?, u8::try_from(y).ok()?)));
        let mut tiles = vec![home];
        tiles.extend(others.filter(|tile| *tile != home));
        lists.spread(row, &tiles)?;
    }
    lists.put(&OBJECTS, row, object::X, x)?;
    lists.put(&OBJECTS, row, object::Y, y)?;
    lists.write(&OBJECTS, row, object::Z, &[z])
}
