//! What the game's own files lend a level: names of types and their properties (`systemshock.md` 4.6, 4.7). The level
//! carries them beside its tables; they are never written.

use super::labels;
use super::objects::table_of;
use super::operations::lists::Sort;
use super::tables::{TYPE_NAMES, TYPE_PROPERTIES};
use crate::document::Level;
use crate::record::text::Encoding;

/// Size of a common record of `objprop.dat`.
pub const RECORD: usize = 27;
/// Where it holds hit points, render type and radius.
const HIT_POINTS: usize = 4;
const RENDER_TYPE: usize = 7;
const RADIUS: usize = 11;
/// The radius counts in 96ths of a tile.
const RADIUS_UNITS: i32 = 96;
/// The render type of flat surfaces.
const FLAT: u8 = 8;

/// The name that the game gives a type; `None` where no folder lends one, or it is empty there.
pub(crate) fn name(level: &Level, sort: Sort) -> Option<String> {
    let index = labels::index(sort.class, sort.subclass, sort.kind)?;
    let names = &table_of(level, &TYPE_NAMES)?.head;
    let name = names.split(|b| *b == 0).nth(index).filter(|name| !name.is_empty())?;
    Some(Encoding::Cp437.decode(name))
}

fn record(level: &Level, sort: Sort) -> Option<&[u8]> {
    let index = labels::index(sort.class, sort.subclass, sort.kind)?;
    table_of(level, &TYPE_PROPERTIES)?.head.get(index * RECORD..(index + 1) * RECORD)
}

/// How many hit points a type has.
pub(crate) fn hit_points(level: &Level, sort: Sort) -> Option<i16> {
    let two = record(level, sort)?.get(HIT_POINTS..)?.first_chunk()?;
    Some(i16::from_le_bytes(*two))
}

/// Whether a type is picked up when it is used (4.6, use mode 0).
pub(crate) fn is_picked_up(level: &Level, sort: Sort) -> Option<bool> {
    const FLAGS: usize = 20;
    const USE_MODE: u8 = 0x0C;
    Some(record(level, sort)?.get(FLAGS)? & USE_MODE == 0)
}

/// The tiles that an object of a type touches where it stands, its own first, then column by column (4.5). `None` where
/// no folder lends the properties.
pub(crate) fn tiles(level: &Level, sort: Sort, x: u16, y: u16, heading: u8) -> Option<Vec<(u8, u8)>> {
    /// A quarter turn.
    const QUARTER: u8 = 64;
    let record = record(level, sort)?;
    let radius = i32::from(*record.get(RADIUS)?) * 256 / RADIUS_UNITS;
    // What is flat and looks along an axis spreads only across it.
    let flat = record.get(RENDER_TYPE) == Some(&FLAT) && heading.is_multiple_of(QUARTER);
    let along_x = !flat || heading.is_multiple_of(2 * QUARTER);
    let along_y = !flat || !heading.is_multiple_of(2 * QUARTER);
    let range = |at: u16, spreads: bool| {
        let radius = if spreads { radius } else { 0 };
        let tile = |place: i32| (place >> 8).clamp(0, i32::from(super::resources::SIDE as u16) - 1) as u8;
        tile(i32::from(at) - radius)..=tile(i32::from(at) + radius)
    };
    let home = ((x >> 8) as u8, (y >> 8) as u8);
    let mut tiles = vec![home];
    for column in range(x, along_x) {
        tiles.extend(range(y, along_y).map(|row| (column, row)).filter(|tile| *tile != home));
    }
    // More than the engine allows would be refused; it leaves out the rest.
    tiles.truncate(super::objects::MOST_REFERENCES);
    Some(tiles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{LevelBuilder, LevelId};

    fn level(radius: u8, render: u8) -> Level {
        let mut build = LevelBuilder::new(LevelId(0));
        build.bytes(&TYPE_NAMES, b"", b"Sparq\0\0third\0");
        let mut record = vec![0; RECORD];
        (record[HIT_POINTS], record[RENDER_TYPE], record[RADIUS]) = (33, render, radius);
        build.bytes(&TYPE_PROPERTIES, b"", &record);
        build.finish()
    }

    const FIRST: Sort = Sort { class: 0, subclass: 0, kind: 0 };

    #[test]
    fn names_and_hit_points_are_found_by_the_running_number() {
        let level = level(0, 1);
        let name = |kind| super::name(&level, Sort { class: 0, subclass: 0, kind });
        assert_eq!(name(0).as_deref(), Some("Sparq"));
        assert_eq!(name(1), None, "empty: our label is shown");
        assert_eq!(name(2).as_deref(), Some("third"));
        assert_eq!(name(4), None, "behind the end");
        assert_eq!(hit_points(&level, FIRST), Some(33));
        assert_eq!(hit_points(&level, Sort { kind: 1, ..FIRST }), None);
    }

    #[test]
    fn a_wide_object_touches_the_tiles_around_and_a_flat_one_those_across() {
        // Half a tile.
        let tiles = |render, x, y, heading| super::tiles(&level(48, render), FIRST, x, y, heading).unwrap();
        assert_eq!(tiles(1, 5 * 256 + 128, 5 * 256 + 100, 0), [(5, 5), (5, 4), (6, 4), (6, 5)]);
        assert_eq!(tiles(FLAT, 5 * 256 + 200, 5 * 256 + 10, 0), [(5, 5), (6, 5)]);
        assert_eq!(tiles(FLAT, 5 * 256 + 200, 5 * 256 + 10, 64), [(5, 5), (5, 4)]);
        assert_eq!(tiles(1, 20, 20, 0), [(0, 0)], "none outside the map");
    }
}
