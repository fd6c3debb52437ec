//! Polygons become platforms and cease to be.

use std::collections::BTreeSet;

use super::common::{append, index, is_preprocessed, number, put};
use super::derived::{Touched, around};
use super::heights;
use crate::document::{LevelId, NodeId, TableSpec};
use crate::edit::Draft;
use crate::games::marathon::geometry::map::{EndpointOwners, Extremes, MAXIMUM_VERTICES, NONE, PlatformHeights};
use crate::games::marathon::geometry::platform::{EXTENDS_FLOOR_TO_CEILING, FROM_FLOOR, INITIALLY_EXTENDED};
use crate::games::marathon::geometry::polygon::PLATFORM;
use crate::games::marathon::geometry::{self, platform};
use crate::games::marathon::records::polygon::PolygonField;
use crate::games::marathon::{bulk, tables};
use crate::links::{Gone, Mapping, remap};
use crate::record::{Kind, Refusal, Value};

/// What a new platform is: an S'pht platform whose floor moves slowly between the neighbours' floors, waits two
/// seconds, stops at each end and is started by players.
mod fresh {
    use super::FROM_FLOOR;
    /// S'pht platform.
    pub(super) const KIND: i16 = 3;
    /// Slow (`marathon.md` 2.1).
    pub(super) const SPEED: i16 = 17;
    /// In ticks.
    pub(super) const DELAY: i16 = 60;
    /// Comes from the floor, deactivates at each level, player controllable.
    pub(super) const FLAGS: u32 = FROM_FLOOR | 1 << 2 | 1 << 13;
}

/// Sets a polygon's type. Becoming a platform makes the record, ceasing to be one deletes it; the permutation names
/// the record by convention (`marathon.md` 1.5), and afterwards nothing.
pub(super) fn set_kind(draft: &mut Draft, polygon: NodeId, value: &Value) -> Result<(), Refusal> {
    let record = draft.record(polygon)?;
    let at = index(record.position())?;
    let was = number(&record, PolygonField::kind.field())? == PLATFORM;
    let is = value.as_int() == Some(i128::from(PLATFORM));
    let touched = Touched { polygons: [at].into(), ..Touched::default() };
    // The record belongs to the edit: elevation hangs on where its platform rests.
    around(draft, polygon.level, touched, |draft| {
        draft.store(polygon, PolygonField::kind.field(), value)?;
        match (was, is) {
            (false, true) => become_platform(draft, polygon, at),
            (true, false) => cease(draft, polygon, at),
            _ => Ok(()),
        }
    })
}

fn become_platform(draft: &mut Draft, polygon: NodeId, at: i16) -> Result<(), Refusal> {
    let record = match records_of(draft, polygon.level, at)?.first() {
        Some(position) => *position,
        None => make_record(draft, polygon, at)?,
    };
    draft.store_int(polygon, "permutation", index(record)?).map(|_| ())
}

fn cease(draft: &mut Draft, polygon: NodeId, at: i16) -> Result<(), Refusal> {
    remove_records(draft, polygon.level, &records_of(draft, polygon.level, at)?)?;
    let is_link = matches!(draft.field(polygon, "permutation")?.kind, Kind::Link(_));
    put(draft, polygon, PolygonField::permutation.field(), if is_link { NONE } else { 0 })
}

/// The table that holds the level's platforms.
pub(super) fn table(draft: &Draft, level: LevelId) -> Result<&'static TableSpec, Refusal> {
    let level = draft.level(level)?;
    let saved = level.table("saved_platforms").is_some_and(|t| !t.is_empty()) || is_preprocessed(level);
    Ok(if saved { &tables::SAVED_PLATFORMS } else { &tables::PLATFORMS })
}

/// The platform records of a polygon, by position.
pub(super) fn records_of(draft: &Draft, level: LevelId, polygon: i16) -> Result<BTreeSet<usize>, Refusal> {
    let spec = table(draft, level)?;
    let level = draft.level(level)?;
    let Some(table) = level.table(spec.key) else { return Ok(BTreeSet::new()) };
    let own = |record: &crate::document::Record<'_>| record.int("polygon") == Some(polygon.into());
    Ok(level.rows(table).filter(own).map(|record| record.position()).collect())
}

fn remove_records(draft: &mut Draft, level: LevelId, gone: &BTreeSet<usize>) -> Result<(), Refusal> {
    if gone.is_empty() {
        return Ok(());
    }
    let spec = table(draft, level)?;
    let mapping = Mapping::removing(draft.table(level, spec.key)?, gone);
    remap(draft, level, &[mapping], &mut |_| Ok(Gone::Nothing))?;
    for at in gone.iter().rev() {
        let node = draft.row(level, spec.key, *at)?.id();
        draft.remove(node)?;
    }
    Ok(())
}

/// A record for a polygon that has none, at the end of the table; its position.
fn make_record(draft: &mut Draft, polygon: NodeId, at: i16) -> Result<usize, Refusal> {
    let spec = table(draft, polygon.level)?;
    if std::ptr::eq(spec, &tables::SAVED_PLATFORMS) {
        return make_saved(draft, polygon, at);
    }
    let mut bytes = super::common::shorts([fresh::KIND, fresh::SPEED, fresh::DELAY, NONE, NONE]);
    bytes.extend(fresh::FLAGS.to_be_bytes());
    bytes.extend(at.to_be_bytes());
    // Tag and unused bytes.
    bytes.resize(tables::PLATFORMS.record.map_or(0, |schema| schema.size as usize), 0);
    let node = append(draft, polygon.level, spec, bytes)?;
    Ok(draft.record(node)?.position())
}

/// The same in a preprocessed level: with its limits, at its start, and the polygon there too (`marathon.md` 2.1). The
/// endpoint owners are filled in with the index list when the level is written.
fn make_saved(draft: &mut Draft, polygon: NodeId, at: i16) -> Result<usize, Refusal> {
    let map = bulk::geometry(draft.level(polygon.level)?);
    let made = geometry::map::Platform {
        polygon: at,
        flags: fresh::FLAGS,
        heights: PlatformHeights::Given { maximum: NONE, minimum: NONE },
        owners: [EndpointOwners::default(); MAXIMUM_VERTICES],
    };
    let limits = platform::extremes(&map, &made).ok_or_else(|| Refusal::Missing(format!("polygons/{at}")))?;
    // The made platform comes from the floor and is not extended: at its start the floor is down.
    let (floor, ceiling) = (limits.minimum_floor, limits.maximum_ceiling);
    let node = append(draft, polygon.level, &tables::SAVED_PLATFORMS, saved_bytes(at, limits, floor, ceiling))?;
    heights::set(draft, polygon, PolygonField::floor_height.field(), &Value::Int(floor.into()))?;
    heights::set(draft, polygon, PolygonField::ceiling_height.field(), &Value::Int(ceiling.into()))?;
    Ok(draft.record(node)?.position())
}

/// Offsets as in `marathon.md` 1.4.
fn saved_bytes(polygon: i16, limits: Extremes, floor: i16, ceiling: i16) -> Vec<u8> {
    /// State of a platform at rest at its near end: extending, fully contracted.
    const CONTRACTED: i16 = 1 << 1 | 1 << 6;
    const _: () = assert!(fresh::FLAGS & (INITIALLY_EXTENDED | EXTENDS_FLOOR_TO_CEILING) == 0, "starts contracted");
    const OWNERS: usize = 64;
    const REST: usize = 44;
    let mut bytes = fresh::KIND.to_be_bytes().to_vec();
    bytes.extend(fresh::FLAGS.to_be_bytes());
    bytes.extend(super::common::shorts([
        fresh::SPEED,
        fresh::DELAY,
        limits.minimum_floor,
        limits.maximum_floor,
        limits.minimum_ceiling,
        limits.maximum_ceiling,
        polygon,
        CONTRACTED,
        floor,
        ceiling,
        0,
    ]));
    bytes.extend([0; OWNERS]);
    bytes.extend(super::common::shorts([NONE, 0]));
    bytes.extend([0; REST]);
    bytes
}
