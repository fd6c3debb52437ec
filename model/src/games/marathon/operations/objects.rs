//! Placed objects: put down, copied, turned into another.

use std::collections::BTreeSet;

use super::common::{append, fit, found, level_of, put, short, short_or, shorts};
use super::locate::Locator;
use super::placement::{self, Change};
use crate::document::{LevelId, NodeId};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::marathon::geometry::map::{NONE, Point};
use crate::games::marathon::objects::{SOUND_SOURCE, group_of_kind};
use crate::games::marathon::records::Object;
use crate::games::marathon::records::object::ObjectField;
use crate::games::marathon::{bulk, tables};
use crate::record::{ByteSplice, Field, Refusal, Value};

/// Full volume of a sound source, which stands in the place of its facing (`marathon.md` 1.3).
const FULL_VOLUME: i16 = 256;

/// Where the flags of an object begin, behind everything a move may change.
const FLAGS: usize = 14;

/// Plan `place`: a new object of one of the six groups.
pub(super) fn place(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let kind = arguments.text("kind")?;
    let group = group_of_kind(kind)
        .ok_or_else(|| Refusal::rule(format!("{kind} is not placed on the map; use create for it")))?;
    let at = Point { x: short(arguments, "x")?, y: short(arguments, "y")? };
    let locator = Locator::new(&bulk::geometry(draft.level(level)?));
    let polygon = if arguments.values.contains_key("polygon") {
        let polygon = short(arguments, "polygon")?;
        let polygons = draft.level(level)?.table("polygons").map_or(0, |t| t.len());
        if usize::try_from(polygon).map_or(true, |polygon| polygon >= polygons) {
            return Err(Refusal::Missing(format!("polygons/{polygon}")));
        }
        polygon
    } else {
        locator.polygon_at(at, NONE).ok_or_else(|| outside(at))?
    };
    let facing = short_or(arguments, "facing", if kind == SOUND_SOURCE.key { FULL_VOLUME } else { 0 })?;
    let flags = short_or(arguments, "flags", 0)?;
    let z = short_or(arguments, "z", 0)?;
    let index = short_or(arguments, "index", 0)?;
    let bytes = shorts([group, index, facing, polygon, at.x, at.y, z, flags]);
    let node = append(draft, level, &tables::OBJECTS, bytes)?;
    placement::adjust(draft, level, &Change::from([((group, index), 1)]))?;
    Ok(Some(node))
}

fn outside(at: Point) -> Refusal {
    Refusal::rule(format!("the point {}, {} lies in no polygon", at.x, at.y))
}

/// Copies of objects at the end of the table, moved by an offset; their polygons follow. Answers the last copy.
pub(super) fn duplicate(
    draft: &mut Draft,
    level: LevelId,
    objects: &[NodeId],
    by: [i16; 3],
) -> Result<Option<NodeId>, Refusal> {
    let mut last = None;
    let mut change = Change::new();
    let locator = Locator::new(&bulk::geometry(draft.level(level)?));
    for node in objects {
        let record = draft.record(*node)?;
        let bytes = record.head().to_vec();
        if let Some(object) = Object::new(&bytes, 0) {
            placement::count(&mut change, &object, 1);
        }
        let copy = moved(&locator, &bytes, by)
            .map_err(|e| Refusal::rule(format!("a copy of objects/{}: {e}", record.position())))?;
        last = Some(append(draft, level, &tables::OBJECTS, copy)?);
    }
    placement::adjust(draft, level, &change)?;
    Ok(last)
}

/// Moves an object; its polygon follows.
///
/// # Errors
/// If it would leave the map's coordinates or every polygon.
pub(super) fn shift(draft: &mut Draft, locator: &Locator, node: NodeId, by: [i16; 3]) -> Result<(), Refusal> {
    let record = draft.record(node)?;
    let new =
        moved(locator, record.head(), by).map_err(|e| Refusal::rule(format!("objects/{}: {e}", record.position())))?;
    // One splice for all four fields: people move thousands of objects at once.
    draft.splice(node, false, ByteSplice { at: 0, old_len: new.len(), new })
}

/// The bytes of an object somewhere else.
fn moved(locator: &Locator, bytes: &[u8], [dx, dy, dz]: [i16; 3]) -> Result<Vec<u8>, Refusal> {
    let object = Object::new(bytes, 0).ok_or_else(|| Refusal::Missing("the object".to_owned()))?;
    let sum = |name: &str, have: i16, by: i16| fit(name, i128::from(have) + i128::from(by));
    let to = Point { x: sum("x", object.x(), dx)?, y: sum("y", object.y(), dy)? };
    let z = sum("z", object.z(), dz)?;
    let polygon = if (dx, dy) == (0, 0) {
        object.polygon()
    } else {
        locator.polygon_at(to, object.polygon()).ok_or_else(|| outside(to))?
    };
    let flags = bytes.get(FLAGS..).unwrap_or_default();
    let new = shorts([object.group(), object.index(), object.facing(), polygon, to.x, to.y, z]);
    Ok([&new, flags].concat())
}

/// Sets the group or the index: another kind of thing, counted as such.
pub(super) fn set_sort(draft: &mut Draft, node: NodeId, field: &Field, value: &Value) -> Result<(), Refusal> {
    let mut change = Change::new();
    let mut note = |draft: &Draft, by| -> Result<(), Refusal> {
        if let Some(object) = Object::new(draft.record(node)?.head(), 0) {
            placement::count(&mut change, &object, by);
        }
        Ok(())
    };
    note(draft, -1)?;
    draft.store(node, field, value)?;
    note(draft, 1)?;
    placement::adjust(draft, node.level, &change)
}

/// Plan `rotate`: turns what looks somewhere. Sound sources store a volume there and are left alone.
pub(super) fn rotate(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    /// A full turn (`marathon.md` 1.2).
    const TURN: i128 = 512;
    level_of(draft, arguments)?;
    let turn = arguments.int("turn")?.rem_euclid(TURN);
    for node in &arguments.objects {
        let (record, key) = found(draft, *node)?;
        let object = Object::new(record.head(), 0).filter(|_| key == tables::OBJECTS.key);
        let Some(object) = object else { return Err(Refusal::rule(format!("{key} cannot be rotated"))) };
        // Angles outside a turn stay as they are stored until they are turned (`marathon.md` 1.2).
        if object.group() != crate::games::marathon::geometry::sounds::SOUND_SOURCE && turn != 0 {
            let facing = (i128::from(object.facing()) + turn).rem_euclid(TURN);
            put(draft, *node, ObjectField::facing.field(), fit("facing", facing)?)?;
        }
    }
    Ok(None)
}

/// The objects that stand in some polygons, by position.
pub(super) fn standing_in(
    draft: &Draft,
    level: LevelId,
    polygons: &BTreeSet<usize>,
) -> Result<BTreeSet<usize>, Refusal> {
    let Some(table) = draft.level(level)?.table(tables::OBJECTS.key) else { return Ok(BTreeSet::new()) };
    let inside = |head: &[u8]| {
        let polygon = Object::new(head, 0).map_or(NONE, |o| o.polygon());
        usize::try_from(polygon).is_ok_and(|polygon| polygons.contains(&polygon))
    };
    Ok(table.heads().enumerate().filter(|(_, head)| inside(head)).map(|(at, _)| at).collect())
}
