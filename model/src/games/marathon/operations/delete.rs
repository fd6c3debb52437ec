//! Deleting, with every reference patched (`marathon.md` 1.6).

use std::collections::{BTreeMap, BTreeSet};

use super::common::{found, index, level_of};
use super::derived::{Touched, around};
use super::placement::{self, Change};
use super::{objects, platform, rows};
use crate::document::{LevelId, NodeId};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::marathon::bulk;
use crate::games::marathon::geometry::map::{Line, Map, NONE};
use crate::games::marathon::records::Object;
use crate::games::marathon::records::line::LineField;
use crate::links::{Gone, Mapping, Reference, remap};
use crate::record::{Refusal, Value};

/// Rows that go, by table key and position.
type Going = BTreeMap<&'static str, BTreeSet<usize>>;

/// Plan `delete`. Monsters and items take their counts with them; polygons their sides and platform records; lines
/// their sides. References become none, or name the replacement where the game needs something there.
pub(super) fn delete(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let mut going = Going::new();
    let mut platforms = Vec::new();
    for node in &arguments.objects {
        let (record, key) = found(draft, *node)?;
        match key {
            "platforms" | "saved_platforms" => platforms.push(*node),
            "objects" | "lights" | "lights_m1" | "saved_lights" | "media" | "ambient_sounds" | "random_sounds"
            | "annotations" | "polygons" | "lines" | "sides" | "points" | "endpoints" => {
                going.entry(key).or_default().insert(record.position());
            }
            _ => return Err(Refusal::rule(format!("{} cannot be deleted", record.table().spec.label))),
        }
    }
    for node in platforms {
        delete_platform(draft, level, node, going.get("polygons"))?;
    }
    add_what_goes_along(draft, level, &mut going, arguments)?;
    check_needed(draft, level, &going)?;
    detach(draft, level, &going)?;
    uncount(draft, level, &going)?;
    patch_references(draft, level, &going, arguments)?;
    for (key, positions) in &going {
        for at in positions.iter().rev() {
            let node = draft.row(level, key, *at)?.id();
            draft.remove(node)?;
        }
    }
    Ok(None)
}

/// A platform goes when its polygon becomes a normal one. Records that belong to no platform polygon just go.
fn delete_platform(
    draft: &mut Draft,
    level: LevelId,
    node: NodeId,
    polygons: Option<&BTreeSet<usize>>,
) -> Result<(), Refusal> {
    // A platform named twice may be gone already.
    let Ok(record) = draft.record(node) else { return Ok(()) };
    let polygon = record.int("polygon").and_then(|p| usize::try_from(p).ok());
    if polygon.is_some_and(|p| polygons.is_some_and(|going| going.contains(&p))) {
        return Ok(());
    }
    let own = polygon.and_then(|p| draft.row(level, "polygons", p).ok());
    let own = own.filter(|p| p.int("kind") == Some(crate::games::marathon::geometry::polygon::PLATFORM.into()));
    if let Some(polygon) = own.map(|p| p.id()) {
        return platform::set_kind(draft, polygon, &Value::Int(0));
    }
    let key = record.table().key();
    let going = Going::from([(key, BTreeSet::from([record.position()]))]);
    patch_references(draft, level, &going, &Arguments::default())?;
    draft.remove(node)
}

fn add_what_goes_along(draft: &Draft, level: LevelId, going: &mut Going, arguments: &Arguments) -> Result<(), Refusal> {
    let polygons = going.get("polygons").cloned().unwrap_or_default();
    let lines = going.get("lines").cloned().unwrap_or_default();
    if polygons.is_empty() && lines.is_empty() {
        return Ok(());
    }
    let standing = objects::standing_in(draft, level, &polygons)?;
    if !standing.is_empty() {
        match arguments.values.get("objects").and_then(Value::as_text) {
            Some("delete") => going.entry("objects").or_default().extend(standing),
            _ => {
                let goes = |at: &&usize| going.get("objects").is_some_and(|going| going.contains(at));
                let left: Vec<&usize> = standing.iter().filter(|at| !goes(at)).collect();
                if let Some(first) = left.first() {
                    let left = left.len();
                    return Err(Refusal::rule(format!(
                        "{left} objects stand there (the first is objects/{first}): move them first, or delete them \
                         as well"
                    )));
                }
            }
        }
    }
    let map = bulk::geometry(draft.level(level)?);
    let (sides, records) = belongings(draft, level, &map, &polygons, &lines)?;
    if !sides.is_empty() {
        going.entry("sides").or_default().extend(sides);
    }
    if !records.is_empty() {
        going.entry(platform::table(draft, level)?.key).or_default().extend(records);
    }
    Ok(())
}

/// The sides of lines that go, those that face polygons that go, and the platform records of these.
fn belongings(
    draft: &Draft,
    level: LevelId,
    map: &Map,
    polygons: &BTreeSet<usize>,
    lines: &BTreeSet<usize>,
) -> Result<(BTreeSet<usize>, BTreeSet<usize>), Refusal> {
    let goes = |polygon: i16| usize::try_from(polygon).is_ok_and(|p| polygons.contains(&p));
    let (mut sides, mut kept) = (BTreeSet::new(), BTreeSet::new());
    for (at, line) in map.lines.iter().enumerate() {
        for (side, polygon) in parts(line) {
            let orphan = lines.contains(&at) || goes(polygon);
            if orphan {
                sides.insert(side)
            } else {
                kept.insert(side)
            };
        }
    }
    let sides = sides.difference(&kept).filter_map(|side| usize::try_from(*side).ok());
    let sides = sides.filter(|side| *side < map.sides.len()).collect();
    let mut records = BTreeSet::new();
    for polygon in polygons {
        records.extend(platform::records_of(draft, level, index(*polygon)?)?);
    }
    Ok((sides, records))
}

/// Side and polygon of both parts of a line, clockwise first.
fn parts(line: &Line) -> [(i16, i16); 2] {
    [(line.clockwise_side, line.clockwise_polygon), (line.counterclockwise_side, line.counterclockwise_polygon)]
}

/// Points that lines need and lines that polygons need stay.
fn check_needed(draft: &Draft, level: LevelId, going: &Going) -> Result<(), Refusal> {
    let points = going.get("points").or(going.get("endpoints"));
    let lines = going.get("lines");
    if points.is_none() && lines.is_none() {
        return Ok(());
    }
    let map = bulk::geometry(draft.level(level)?);
    let has = |set: Option<&BTreeSet<usize>>, at: i16| {
        usize::try_from(at).is_ok_and(|at| set.is_some_and(|set| set.contains(&at)))
    };
    let stays = |key: &str, at: usize| !going.get(key).is_some_and(|going| going.contains(&at));
    for (at, line) in map.lines.iter().enumerate().filter(|(at, _)| stays("lines", *at)) {
        if let Some(point) = line.endpoints.iter().find(|point| has(points, **point)) {
            return Err(Refusal::rule(format!("line {at} needs point {point}: delete the line first")));
        }
    }
    for (at, polygon) in map.polygons.iter().enumerate().filter(|(at, _)| stays("polygons", *at)) {
        if let Some(line) = polygon.lines.iter().take(polygon.corners()).find(|line| has(lines, **line)) {
            return Err(Refusal::rule(format!("polygon {at} needs line {line}: delete the polygon first")));
        }
    }
    Ok(())
}

/// Cuts polygons, sides and lines that go out of the geometry while every row still stands, so that what follows from
/// it can be compared and brought in step.
fn detach(draft: &mut Draft, level: LevelId, going: &Going) -> Result<(), Refusal> {
    let of = |key: &str| going.get(key).cloned().unwrap_or_default();
    let (polygons, sides, lines) = (of("polygons"), of("sides"), of("lines"));
    if polygons.is_empty() && sides.is_empty() && lines.is_empty() {
        return Ok(());
    }
    let indices =
        |set: &BTreeSet<usize>| -> Result<BTreeSet<i16>, Refusal> { set.iter().map(|at| index(*at)).collect() };
    let (polygons, sides) = (indices(&polygons)?, indices(&sides)?);
    let map = bulk::geometry(draft.level(level)?);
    let touched =
        Touched { polygons: polygons.clone(), sides: sides.clone(), lines: indices(&lines)?, ..Touched::default() };
    around(draft, level, touched, |draft| {
        for (at, line) in map.lines.iter().enumerate() {
            let parts = [
                (LineField::clockwise_polygon, line.clockwise_polygon, &polygons),
                (LineField::counterclockwise_polygon, line.counterclockwise_polygon, &polygons),
                (LineField::clockwise_side, line.clockwise_side, &sides),
                (LineField::counterclockwise_side, line.counterclockwise_side, &sides),
            ];
            for (field, value, gone) in parts {
                if gone.contains(&value) {
                    let node = draft.row(level, "lines", at)?.id();
                    draft.store(node, field.field(), &Value::Int(NONE.into()))?;
                }
            }
            if lines.contains(&at) {
                // Its points no longer count it.
                let node = draft.row(level, "lines", at)?.id();
                for field in [LineField::first_endpoint, LineField::second_endpoint] {
                    draft.store(node, field.field(), &Value::Int(NONE.into()))?;
                }
            }
        }
        Ok(())
    })
}

fn uncount(draft: &mut Draft, level: LevelId, going: &Going) -> Result<(), Refusal> {
    let mut change = Change::new();
    for at in going.get("objects").into_iter().flatten() {
        if let Some(object) = Object::new(draft.row(level, "objects", *at)?.head(), 0) {
            placement::count(&mut change, &object, -1);
        }
    }
    // Without placement nothing was counted: deleting does not make one.
    if draft.level(level)?.table("placement").is_none_or(|t| t.is_empty()) {
        return Ok(());
    }
    placement::adjust(draft, level, &change)
}

/// Whether what takes the place of a deleted row is named here. Polygons are named by the geometry as well, which must
/// not come to name another one.
fn takes_replacement(reference: &Reference<'_>) -> bool {
    reference.key != "polygons" || needs_something(reference)
}

/// Whether the game goes wrong if this reference names nothing. Everything that is lit needs a light; teleporters,
/// terminals' teleports, platform triggers and platform switches need the polygon they work on. All else takes none.
fn needs_something(reference: &Reference<'_>) -> bool {
    let works_on = matches!(reference.field.name, "permutation" | "panel_permutation");
    match reference.key {
        "lights" => !works_on,
        "polygons" => works_on,
        _ => false,
    }
}

fn patch_references(draft: &mut Draft, level: LevelId, going: &Going, arguments: &Arguments) -> Result<(), Refusal> {
    let mut mappings = Vec::new();
    for (key, positions) in going {
        mappings.push(Mapping::removing(draft.table(level, key)?, positions));
    }
    let replacement = replacement(draft, level, going, arguments)?;
    let mut lacking: Option<(String, String, usize)> = None;
    remap(draft, level, &mappings, &mut |reference| match replacement {
        Some((key, row)) if key == reference.key && takes_replacement(reference) => Ok(Gone::Row(row)),
        _ if !needs_something(reference) => Ok(Gone::Nothing),
        _ => {
            let what = format!("{}/{}", reference.key, reference.position);
            lacking.get_or_insert_with(|| (what, reference.place(), 0)).2 += 1;
            Ok(Gone::Nothing)
        }
    })?;
    match lacking {
        None => Ok(()),
        Some((what, place, count)) => Err(Refusal::rule(format!(
            "{count} places need what would be deleted (the first is {place}, which names {what}): change them first, \
             or say what they shall name instead"
        ))),
    }
}

/// The row that takes the place of deleted lights, polygons, liquids or sounds.
fn replacement(
    draft: &Draft,
    level: LevelId,
    going: &Going,
    arguments: &Arguments,
) -> Result<Option<(&'static str, usize)>, Refusal> {
    if !arguments.values.contains_key("replacement") {
        return Ok(None);
    }
    const LIGHTS: [&str; 3] = ["lights", "lights_m1", "saved_lights"];
    let lights = LIGHTS.iter().any(|key| going.contains_key(key)).then_some("lights");
    let others = ["polygons", "media", "ambient_sounds", "random_sounds"];
    let keys: Vec<&str> = lights.into_iter().chain(others.into_iter().filter(|key| going.contains_key(key))).collect();
    let [key] = keys.as_slice() else {
        return Err(Refusal::rule(
            "a replacement can be given for lights, polygons, liquids or sounds of one sort: delete the one, then the \
             other",
        ));
    };
    let key = *key;
    rows::row_argument(draft, level, key, arguments.int("replacement")?).map(|row| Some((key, row)))
}
