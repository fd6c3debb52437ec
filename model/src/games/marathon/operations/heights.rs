//! Heights of polygons, and of the platforms that move them.

use super::common::{index, is_preprocessed, number, put};
use super::derived::{self, Touched, around};
use crate::document::{NodeId, Record};
use crate::edit::Draft;
use crate::games::marathon::geometry::platform::{FROM_CEILING, FROM_FLOOR};
use crate::games::marathon::records::SavedPlatform;
use crate::games::marathon::records::platform::SavedPlatformField as Saved;
use crate::games::marathon::records::polygon::PolygonField;
use crate::record::{Field, Refusal, Value};

/// Sets a polygon's floor or ceiling: heights and elevation of its lines and points follow. In a preprocessed level,
/// a platform's record repeats the polygon's heights and follows where it did so far; a surface that the platform
/// does not move has both its limits at the same height.
pub(super) fn set(draft: &mut Draft, polygon: NodeId, field: &'static Field, value: &Value) -> Result<(), Refusal> {
    let record = draft.record(polygon)?;
    let at = index(record.position())?;
    let old = number(&record, field)?;
    derived::set(draft, polygon, field, value)?;
    let new = number(&draft.record(polygon)?, field)?;
    if new == old || !is_preprocessed(draft.level(polygon.level)?) {
        return Ok(());
    }
    let Some((platform, flags)) = platform_of(draft, polygon, at)? else { return Ok(()) };
    let floor = field.name == PolygonField::floor_height.field().name;
    let (own, minimum, maximum, moves) = if floor {
        (Saved::floor_height, Saved::minimum_floor_height, Saved::maximum_floor_height, flags & FROM_FLOOR != 0)
    } else {
        (Saved::ceiling_height, Saved::minimum_ceiling_height, Saved::maximum_ceiling_height, flags & FROM_CEILING != 0)
    };
    let follow = if moves { vec![own] } else { vec![own, minimum, maximum] };
    for field in follow {
        if number(&draft.record(platform)?, field.field())? == old {
            put(draft, platform, field.field(), new)?;
        }
    }
    Ok(())
}

/// Sets where a saved platform's floor or ceiling is; its polygon follows where it was there too.
pub(super) fn set_platform(
    draft: &mut Draft,
    platform: NodeId,
    field: &'static Field,
    value: &Value,
) -> Result<(), Refusal> {
    let record = draft.record(platform)?;
    let old = number(&record, field)?;
    let polygon = SavedPlatform::new(record.head(), 0).map_or(-1, |p| p.polygon());
    draft.store(platform, field, value)?;
    let floor = field.name == Saved::floor_height.field().name;
    let own = if floor { PolygonField::floor_height.field() } else { PolygonField::ceiling_height.field() };
    let level = draft.level(platform.level)?;
    let polygon = super::common::row(level, "polygons", polygon).filter(|p| number(p, own) == Ok(old)).map(|p| p.id());
    match polygon {
        Some(polygon) => set(draft, polygon, own, value),
        None => Ok(()),
    }
}

/// Sets what decides where a saved platform rests: elevation around its polygon follows.
pub(super) fn set_rest(draft: &mut Draft, platform: NodeId, field: &Field, value: &Value) -> Result<(), Refusal> {
    let polygon = SavedPlatform::new(draft.record(platform)?.head(), 0).map_or(-1, |p| p.polygon());
    let new = if field.name == "polygon" { value.as_int().and_then(|n| i16::try_from(n).ok()) } else { None };
    let nodes: Vec<NodeId> = {
        let level = draft.level(platform.level)?;
        let rows = [Some(polygon), new].into_iter().flatten();
        rows.filter_map(|at| super::common::row(level, "polygons", at)).map(|row| row.id()).collect()
    };
    // Either all are put off or none is.
    if !nodes.is_empty() && nodes.iter().all(|node| draft.put_off(*node)) {
        return draft.store(platform, field, value).map(|_| ());
    }
    let touched = Touched { polygons: [Some(polygon), new].into_iter().flatten().collect(), ..Touched::default() };
    around(draft, platform.level, touched, |draft| draft.store(platform, field, value).map(|_| ()))
}

/// The saved platform of a polygon and its flags.
fn platform_of(draft: &Draft, polygon: NodeId, at: i16) -> Result<Option<(NodeId, u32)>, Refusal> {
    let level = draft.level(polygon.level)?;
    let Some(table) = level.table("saved_platforms") else { return Ok(None) };
    let found = |record: Record<'_>| {
        let platform = SavedPlatform::new(record.head(), 0)?;
        (platform.polygon() == at).then(|| (record.id(), platform.flags()))
    };
    Ok(level.rows(table).find_map(found))
}
