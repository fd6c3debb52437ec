//! Moving whatever has a place.

use std::collections::BTreeSet;

use super::common::{fit, found, index, level_of, number, put, short_or};
use super::derived::{Touched, around};
use super::locate::Locator;
use super::{heights, objects};
use crate::document::{LevelId, NodeId};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::marathon::bulk;
use crate::games::marathon::geometry::map::{Map, Point};
use crate::games::marathon::records::annotation::AnnotationField;
use crate::games::marathon::records::polygon::PolygonField;
use crate::record::{Refusal, Value};

/// The offset a plan is given; what is not given is 0.
pub(super) fn offset(arguments: &Arguments) -> Result<[i16; 3], Refusal> {
    Ok([short_or(arguments, "dx", 0)?, short_or(arguments, "dy", 0)?, short_or(arguments, "dz", 0)?])
}

/// Plan `move`. Objects take the polygon they come to lie in; lines, polygons and platforms move their points, and
/// polygons and platforms their floor and ceiling.
pub(super) fn move_by(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let by = offset(arguments)?;
    let map = bulk::geometry(draft.level(level)?);
    let locator = Locator::new(&map);
    let mut points = BTreeSet::new();
    let mut polygons = BTreeSet::new();
    for node in &arguments.objects {
        let (record, key) = found(draft, *node)?;
        let at = index(record.position())?;
        match key {
            "objects" => objects::shift(draft, &locator, *node, by)?,
            "annotations" => shift_annotation(draft, &locator, *node, by)?,
            "points" | "endpoints" => points.extend([at]),
            "lines" => points.extend(map.line(at).map(|line| line.endpoints).into_iter().flatten()),
            "polygons" => polygons.extend([at]),
            "platforms" | "saved_platforms" => {
                polygons.extend(record.int("polygon").and_then(|p| i16::try_from(p).ok()));
            }
            _ => return Err(Refusal::rule(format!("{} has no place to move from", record.table().spec.label))),
        }
    }
    for polygon in &polygons {
        points.extend(corners(&map, *polygon));
        shift_heights(draft, level, *polygon, by)?;
    }
    shift_points(draft, level, points, by)?;
    Ok(None)
}

fn corners(map: &Map, polygon: i16) -> Vec<i16> {
    let own = map.polygon(polygon);
    let lines = own.into_iter().flat_map(|own| own.lines.iter().take(own.corners()));
    lines.filter_map(|line| map.line(*line)).flat_map(|line| line.endpoints).collect()
}

/// A note's polygon only says when it is shown: outside every polygon it keeps the one it had.
pub(super) fn shift_annotation(
    draft: &mut Draft,
    locator: &Locator,
    node: NodeId,
    [dx, dy, _]: [i16; 3],
) -> Result<(), Refusal> {
    let record = draft.record(node)?;
    let read = |field: AnnotationField| number(&record, field.field());
    let (x, y, polygon) = (read(AnnotationField::x)?, read(AnnotationField::y)?, read(AnnotationField::polygon)?);
    let to = Point { x: sum("x", x, dx)?, y: sum("y", y, dy)? };
    put(draft, node, AnnotationField::x.field(), to.x)?;
    put(draft, node, AnnotationField::y.field(), to.y)?;
    if (dx, dy) != (0, 0)
        && let Some(polygon) = locator.polygon_at(to, polygon)
    {
        put(draft, node, AnnotationField::polygon.field(), polygon)?;
    }
    Ok(())
}

fn sum(name: &str, have: i16, by: i16) -> Result<i16, Refusal> {
    fit(name, i128::from(have) + i128::from(by))
}

fn shift_heights(draft: &mut Draft, level: LevelId, polygon: i16, [_, _, dz]: [i16; 3]) -> Result<(), Refusal> {
    if dz == 0 {
        return Ok(());
    }
    let Some(record) = super::common::row(draft.level(level)?, "polygons", polygon) else {
        return Err(Refusal::Missing(format!("polygons/{polygon}")));
    };
    let node = record.id();
    for field in [PolygonField::floor_height.field(), PolygonField::ceiling_height.field()] {
        let height = sum(field.name, number(&draft.record(node)?, field)?, dz)?;
        heights::set(draft, node, field, &Value::Int(height.into()))?;
    }
    Ok(())
}

fn shift_points(
    draft: &mut Draft,
    level: LevelId,
    points: BTreeSet<i16>,
    [dx, dy, _]: [i16; 3],
) -> Result<(), Refusal> {
    if points.is_empty() || (dx, dy) == (0, 0) {
        return Ok(());
    }
    let touched = Touched { points: points.clone(), ..Touched::default() };
    around(draft, level, touched, |draft| {
        for point in points {
            let table = draft.level(level)?.link_table("points").map_or("points", |t| t.key());
            let Some(record) = super::common::row(draft.level(level)?, table, point) else { continue };
            let node = record.id();
            for (name, by) in [("x", dx), ("y", dy)] {
                let to = i128::from(by) + draft.int(node, name)?;
                draft.store_int(node, name, fit(name, to)?)?;
            }
        }
        Ok(())
    })
}
