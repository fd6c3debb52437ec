//! What several checks ask.

use std::cell::Cell;
use std::rc::Rc;
use std::thread::LocalKey;

use crate::document::{Level, Record, Table};
use crate::edit::Draft;
use crate::games::marathon::bulk;
use crate::games::marathon::geometry::map::{MAXIMUM_VERTICES, Map, Point, Polygon};
use crate::games::marathon::geometry::polygon;
use crate::problems::Problem;
use crate::record::{Field, Refusal, Target, Value};

/// The geometry of a level, decoded once for all checks that ask for it one after the other.
pub(super) fn geometry(level: &Level) -> Rc<Map> {
    thread_local! {
        static LAST: Cell<Option<(Vec<u64>, Rc<Map>)>> = const { Cell::new(None) };
    }
    remembered(&LAST, stamps(level, &[]), || Rc::new(bulk::geometry(level)))
}

/// The stamps of all tables but some. Stamps are never given twice, so equal lists mean equal tables.
fn stamps(level: &Level, but: &[&str]) -> Vec<u64> {
    level.tables().filter(|t| !but.contains(&t.key())).map(Table::stamp).collect()
}

/// What was made last for a key on this thread; made anew for another.
fn remembered<K: PartialEq, V: Clone>(
    last: &'static LocalKey<Cell<Option<(K, V)>>>,
    key: K,
    make: impl FnOnce() -> V,
) -> V {
    let held = last.take().filter(|(k, _)| *k == key);
    let (key, value) = held.unwrap_or_else(|| (key, make()));
    last.set(Some((key, value.clone())));
    value
}

/// Where the level's sound sources are, as stored. They alone of all objects count in the map indices (`marathon.md` 1.5).
type Sources = Vec<u8>;

/// What was last made of geometry and sound sources.
pub(super) type Remembered<V> = Cell<Option<((Vec<u64>, Sources), V)>>;

/// What depends on the geometry and on sound sources, made once while both stay as they are: other objects may move.
pub(super) fn but_other_objects<V: Clone>(
    last: &'static LocalKey<Remembered<V>>,
    level: &Level,
    make: impl FnOnce() -> V,
) -> V {
    // Every object's number counts, so those that come or go do as well.
    let mut sources = Sources::new();
    for (at, record) in (0u32..).zip(rows(level, &["objects"])) {
        if record.base_int("group") == Some(group::SOUND) {
            sources.extend(at.to_be_bytes());
            sources.extend_from_slice(record.head());
        }
    }
    sources.extend((count(level, "objects") as u64).to_be_bytes());
    remembered(last, (stamps(level, &["objects"]), sources), make)
}

/// Tables that a level's outline lies in.
pub(super) const OUTLINE: &[&str] = &["points", "endpoints", "lines", "polygons"];

/// Types of polygons that have one meaning in all three games (`marathon.md` 1.2).
pub(super) mod polygon_type {
    pub(in super::super) const LIGHT_ON: i16 = 6;
    pub(in super::super) const PLATFORM_ON: i16 = 7;
    pub(in super::super) const LIGHT_OFF: i16 = 8;
    pub(in super::super) const PLATFORM_OFF: i16 = 9;
    pub(in super::super) const TELEPORTER: i16 = 10;
}

/// Groups of objects (`marathon.md` 1.3).
pub(super) mod group {
    pub(in super::super) const MONSTER: i128 = 0;
    pub(in super::super) const PLAYER: i128 = 3;
    pub(in super::super) const GOAL: i128 = 4;
    pub(in super::super) const SOUND: i128 = 5;
}

pub(super) fn is_marathon_1(level: &Level) -> bool {
    level.fact("data_version") == Some(0)
}

/// The rows of all tables with these keys.
pub(super) fn rows<'a>(level: &'a Level, keys: &'a [&'static str]) -> impl Iterator<Item = Record<'a>> {
    level.tables().filter(|t| keys.contains(&t.key())).flat_map(|t| level.rows(t))
}

/// How many rows the table has that links to this key lead to.
pub(super) fn count(level: &Level, key: &str) -> usize {
    level.link_table(key).map_or(0, |t| t.len())
}

/// Whether an index names none of so many elements.
pub(super) fn outside(index: i16, count: usize) -> bool {
    usize::try_from(index).map_or(true, |at| at >= count)
}

/// The element of an index.
pub(super) fn at<T>(list: &[T], index: i16) -> Option<&T> {
    usize::try_from(index).ok().and_then(|at| list.get(at))
}

/// The corners of a polygon in order; `None` if one is missing.
pub(super) fn corners(map: &Map, index: i16, own: &Polygon) -> Option<Vec<Point>> {
    let endpoints = if own.is_detached() { own.endpoints } else { polygon::endpoints(map, index, own) };
    let used = endpoints.iter().take(own.corners().min(MAXIMUM_VERTICES));
    used.map(|endpoint| map.point(*endpoint).map(|p| p.position)).collect()
}

/// For each corner, on which hand the outline turns there: negative, 0 or positive as the cross product of the edges.
pub(super) fn turns(corners: &[Point]) -> Vec<i64> {
    let n = corners.len();
    let corner = |at: usize| corners.get(at.checked_rem(n).unwrap_or(0)).copied().unwrap_or_default();
    let difference = |to: i16, from: i16| i64::from(to) - i64::from(from);
    let turn = |at: usize| {
        let (a, b, c) = (corner(at), corner(at + 1), corner(at + 2));
        difference(b.x, a.x) * difference(c.y, b.y) - difference(b.y, a.y) * difference(c.x, b.x)
    };
    (0..n).map(turn).collect()
}

/// Polygons with their index as the format writes it.
pub(super) fn polygons(map: &Map) -> impl Iterator<Item = (i16, &Polygon)> {
    (0..=i16::MAX).zip(&map.polygons)
}

/// The record's numbers that name a tag, as (field, tag); 0 and -1 name none.
pub(super) fn tags(record: &Record<'_>, names: &[&str]) -> Vec<(&'static Field, i128)> {
    let fields = record.fields().into_iter().filter(|f| names.contains(&f.name));
    let link = fields.filter_map(|f| Some((f, f.link_of()?)));
    let tagged = link.filter(|(_, link)| matches!(link.target, Target::Tag(_)));
    tagged
        .filter_map(|(f, link)| {
            let raw = record.get(f).ok()?.as_int()?;
            (!link.is_none(raw)).then_some((f, raw))
        })
        .collect()
}

/// Every group of every terminal.
pub(super) fn terminal_groups(level: &Level) -> Vec<Record<'_>> {
    let lists = rows(level, &["terminals"]).filter_map(|terminal| terminal.child(0));
    lists.flat_map(|list| (0..).map_while(move |at| list.child(at))).collect()
}

/// A fix: the field to blame becomes its "none".
pub(super) fn name_nothing(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    let field = draft.field(problem.node, problem.field)?;
    let none = field
        .link_of()
        .and_then(|l| l.none.first().copied())
        .ok_or_else(|| Refusal::rule(format!("{} must name something", field.label_text())))?;
    draft.set(problem.node, field, &Value::Int(none.into()))?;
    Ok(())
}
