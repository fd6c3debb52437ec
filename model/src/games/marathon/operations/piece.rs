//! A small piece of a level's geometry: what lies around an edit and all that the rules ask about it.
//!
//! Decoding a whole large level takes milliseconds, and people set a field of a thousand polygons at once. So the rows
//! around an edit are taken out, renumbered in their order, and decoded as a map of their own.

use std::collections::BTreeSet;

use super::common::is_marathon_1;
use super::derived::Touched;
use crate::document::{Level, Table};
use crate::games::marathon::geometry::map::{ChunkBytes, Map, NONE};

/// The rows of a piece, by their numbers in the level, ascending.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    /// What the rules are asked about.
    pub(super) affected: Touched,
    pub(super) points: Vec<i16>,
    pub(super) lines: Vec<i16>,
    pub(super) sides: Vec<i16>,
    pub(super) polygons: Vec<i16>,
}

/// The numbers in a line's row that name others (`marathon.md` 1.2).
#[derive(Clone, Copy, Debug)]
struct Row {
    ends: [i16; 2],
    sides: [i16; 2],
    owners: [i16; 2],
}

fn short(row: &[u8], at: usize) -> i16 {
    row.get(at..).and_then(|rest| rest.first_chunk::<2>()).map_or(NONE, |two| i16::from_be_bytes(*two))
}

fn row(bytes: &[u8]) -> Row {
    let pair = |at: usize| [short(bytes, at), short(bytes, at + 2)];
    Row { ends: pair(0), sides: pair(12), owners: pair(16) }
}

/// The rows of all lines, with their numbers.
fn heads(level: &Level) -> impl Iterator<Item = (i16, &[u8])> {
    (0..=i16::MAX).zip(level.table("lines").into_iter().flat_map(Table::heads))
}

/// A set of indices that is asked for every line of a level.
struct Bits(Vec<u64>);

impl Bits {
    fn of(set: &BTreeSet<i16>) -> Bits {
        // One bit for each number of 16 bits, the negative ones behind the others.
        let mut bits = vec![0; 1 << 10];
        for index in set {
            if let Some(word) = bits.get_mut(usize::from(index.cast_unsigned() >> 6)) {
                *word |= 1 << (index.cast_unsigned() & 63);
            }
        }
        Bits(bits)
    }

    fn has(&self, index: i16) -> bool {
        let word = self.0.get(usize::from(index.cast_unsigned() >> 6)).copied().unwrap_or(0);
        word >> (index.cast_unsigned() & 63) & 1 == 1
    }
}

/// The lines of a polygon: eight numbers from byte 24.
fn polygon_lines(level: &Level, polygon: i16) -> Vec<i16> {
    let at = usize::try_from(polygon).ok();
    let head = at.and_then(|at| level.table("polygons")?.row_head(at));
    head.map_or(Vec::new(), |head| (0..8).map(|k| short(head, 24 + 2 * k)).filter(|line| *line >= 0).collect())
}

#[cfg(test)]
thread_local! {
    static MADE: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// How many pieces this thread has taken out of levels: each looks at all lines.
#[cfg(test)]
pub(super) fn made() -> usize {
    MADE.with(std::cell::Cell::get)
}

impl Piece {
    /// The piece around what an edit touched, as the level was before and is now.
    pub(super) fn around(mut touched: Touched, levels: [&Level; 2]) -> Piece {
        #[cfg(test)]
        MADE.with(|made| made.set(made.get() + 1));
        // Most edits leave the lines alone: then one look at them is enough.
        let [old, new] = levels.map(|level| level.table("lines").map(Table::stamp));
        let different: &[&Level] = if old == new { &levels[1..] } else { &levels };
        let (points, sides, polygons) =
            (Bits::of(&touched.points), Bits::of(&touched.sides), Bits::of(&touched.polygons));
        for level in different {
            let hangs = |head: &[u8]| {
                let row = row(head);
                row.ends.iter().any(|point| points.has(*point))
                    || row.sides.iter().any(|side| sides.has(*side))
                    || row.owners.iter().any(|owner| polygons.has(*owner))
            };
            touched.lines.extend(heads(level).filter(|(_, head)| hangs(head)).map(|(index, _)| index));
        }
        let mut lines = touched.lines.clone();
        for level in different {
            for row in lines_of(level, &touched.lines) {
                touched.points.extend(row.ends);
                touched.sides.extend(row.sides);
                touched.polygons.extend(row.owners);
            }
        }
        // A point is asked about all its lines and the polygons around it, a polygon about all its lines.
        let mut polygons = touched.polygons.clone();
        let ends = Bits::of(&touched.points);
        for level in different {
            for (index, head) in heads(level).filter(|(_, head)| ends.has(short(head, 0)) || ends.has(short(head, 2))) {
                lines.insert(index);
                polygons.extend(row(head).owners);
            }
        }
        for level in levels {
            lines.extend(polygons.iter().flat_map(|polygon| polygon_lines(level, *polygon)));
        }
        let (mut points, mut sides) = (touched.points.clone(), touched.sides.clone());
        for level in levels {
            for row in lines_of(level, &lines) {
                points.extend(row.ends);
                sides.extend(row.sides);
                polygons.extend(row.owners);
            }
        }
        let exist = |set: BTreeSet<i16>, key: &str| -> Vec<i16> {
            let [_, new] = levels;
            let rows = new.link_table(key).map_or(0, Table::len);
            set.into_iter().filter(|index| usize::try_from(*index).is_ok_and(|at| at < rows)).collect()
        };
        Piece {
            affected: touched,
            points: exist(points, "points"),
            lines: exist(lines, "lines"),
            sides: exist(sides, "sides"),
            polygons: exist(polygons, "polygons"),
        }
    }

    /// The piece as a map, with numbers of its own.
    pub(super) fn map(&self, level: &Level) -> Map {
        let taken = |key: &str, rows: &[i16]| -> Vec<u8> {
            let Some(table) = level.table(key) else { return Vec::new() };
            let heads = rows.iter().filter_map(|row| table.row_head(usize::try_from(*row).ok()?));
            heads.flatten().copied().collect()
        };
        let platforms = |key: &str, polygon_at: usize| -> Vec<u8> {
            let heads = level.table(key).into_iter().flat_map(Table::heads);
            let here = heads.filter(|head| self.polygons.binary_search(&short(head, polygon_at)).is_ok());
            here.flatten().copied().collect()
        };
        let mut map = Map::from_chunks(&ChunkBytes {
            pnts: &taken("points", &self.points),
            epnt: &taken("endpoints", &self.points),
            lins: &taken("lines", &self.lines),
            sids: &taken("sides", &self.sides),
            poly: &taken("polygons", &self.polygons),
            objs: &[],
            // The polygon's place in both forms of a platform (`marathon.md` 1.4).
            plat: &platforms("platforms", 14),
            saved_plat: &platforms("saved_platforms", 18),
            iidx: &[],
            marathon_1: is_marathon_1(level),
        });
        self.renumber(&mut map);
        map
    }

    fn renumber(&self, map: &mut Map) {
        let point = |index: &mut i16| *index = inside(&self.points, *index);
        let line = |index: &mut i16| *index = inside(&self.lines, *index);
        let side = |index: &mut i16| *index = inside(&self.sides, *index);
        let polygon = |index: &mut i16| *index = inside(&self.polygons, *index);
        for own in &mut map.points {
            polygon(&mut own.supporting_polygon);
        }
        for own in &mut map.lines {
            own.endpoints.iter_mut().for_each(point);
            [&mut own.clockwise_side, &mut own.counterclockwise_side].into_iter().for_each(side);
            [&mut own.clockwise_polygon, &mut own.counterclockwise_polygon].into_iter().for_each(polygon);
        }
        for own in &mut map.sides {
            polygon(&mut own.polygon);
            line(&mut own.line);
        }
        for own in &mut map.polygons {
            own.endpoints.iter_mut().for_each(point);
            own.lines.iter_mut().for_each(line);
            own.adjacents.iter_mut().for_each(polygon);
            own.sides.iter_mut().for_each(side);
        }
        for own in &mut map.platforms {
            polygon(&mut own.polygon);
        }
    }
}

fn lines_of<'a>(level: &'a Level, lines: &'a BTreeSet<i16>) -> impl Iterator<Item = Row> + 'a {
    let table = level.table("lines");
    lines.iter().filter_map(move |line| table?.row_head(usize::try_from(*line).ok()?)).map(row)
}

/// The number inside the piece; what lies outside is none there.
pub(super) fn inside(list: &[i16], index: i16) -> i16 {
    list.binary_search(&index).ok().and_then(|at| i16::try_from(at).ok()).unwrap_or(NONE)
}

/// The number in the level.
pub(super) fn outside(list: &[i16], index: i16) -> i16 {
    usize::try_from(index).ok().and_then(|at| list.get(at)).copied().unwrap_or(NONE)
}
