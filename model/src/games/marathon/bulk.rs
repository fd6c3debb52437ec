//! What a preprocessed level derives in bulk: the index list `iidx` and the numbers in polygons and
//! platforms that point into it (`marathon.md` 1.5).
//!
//! Never in the history: kept as found, stale where what it is made from differs from the origin,
//! rebuilt by the writer. Undoing to the stored state brings the stored bytes back.

use std::collections::BTreeMap;

use super::geometry::carried::{self, Renamed};
use super::geometry::indices::{IndicesError, MapIndices};
use super::geometry::map::{ChunkBytes, EndpointOwners, Kind, Map};
use super::geometry::sounds;
use crate::document::{Level, Table};

/// Offsets in a polygon of what points into the list: first exclusion, line count, point count, first
/// neighbour, neighbour count, sound sources (`marathon.md` 1.2).
const POLYGON_FIELDS: [usize; 6] = [58, 60, 62, 84, 86, 120];
const POLYGON: usize = 128;
/// `PLAT`: eight endpoint owners of eight bytes from byte 28 (`marathon.md` 1.4).
const OWNERS: usize = 28;
const OWNER: usize = 8;
const OWNER_COUNT: usize = 8;
const SAVED_PLATFORM: usize = 140;
/// The polygon a saved platform belongs to.
const PLATFORM_POLYGON: usize = 18;

/// A level's geometry, decoded from its tables.
pub fn geometry(level: &Level) -> Map {
    let bytes = |key: &str| level.table(key).map(Table::bytes).unwrap_or_default();
    let (pnts, epnt, lins, sids) = (bytes("points"), bytes("endpoints"), bytes("lines"), bytes("sides"));
    let (poly, objs, plat) = (bytes("polygons"), bytes("objects"), bytes("platforms"));
    let (saved_plat, iidx) = (bytes("saved_platforms"), bytes("map_indices"));
    Map::from_chunks(&ChunkBytes {
        pnts: &pnts,
        epnt: &epnt,
        lins: &lins,
        sids: &sids,
        poly: &poly,
        objs: &objs,
        plat: &plat,
        saved_plat: &saved_plat,
        iidx: &iidx,
        marathon_1: level.fact("data_version") == Some(0),
    })
}

/// Which part of the bulk data no longer follows from the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    /// None: what is stored is right, or at least as right as it was.
    Nothing,
    /// The sound lists: sound sources moved, came or went.
    Sounds,
    /// Everything: the geometry changed.
    Everything,
}

/// What is stale in a level, compared with the level as opened.
pub fn stale(origin: &Level, level: &Level) -> Stale {
    let inputs = ["points", "endpoints", "lines", "polygons", "platforms", "saved_platforms", "objects"];
    let untouched = inputs.iter().all(|key| match (origin.table(key), level.table(key)) {
        (Some(a), Some(b)) => a.same(b),
        (None, None) => true,
        _ => false,
    });
    if untouched || level.table("map_indices").is_none_or(|t| t.head.is_empty()) {
        return Stale::Nothing;
    }
    let (old, new) = (geometry(origin), geometry(level));
    if new.kind == Kind::Raw {
        return Stale::Nothing;
    }
    if shape(&old) != shape(&new) {
        return Stale::Everything;
    }
    if sources(&old) == sources(&new) { Stale::Nothing } else { Stale::Sounds }
}

/// The geometry that the index list is made from, without the list and what points into it.
fn shape(map: &Map) -> Map {
    let mut map = map.clone();
    map.index_list.clear();
    map.objects.clear();
    map.sides.clear();
    for point in &mut map.points {
        point.flags = 0;
    }
    for polygon in &mut map.polygons {
        polygon.first_exclusion = 0;
        polygon.exclusion_lines = 0;
        polygon.exclusion_points = 0;
        polygon.first_neighbour = 0;
        polygon.neighbours = 0;
        polygon.sound_sources = 0;
    }
    for platform in &mut map.platforms {
        platform.owners = [EndpointOwners::default(); OWNER_COUNT];
    }
    map
}

/// The sound sources: index and place of each object of group 5.
fn sources(map: &Map) -> Vec<(usize, i16, i16)> {
    let all = map.objects.iter().enumerate();
    all.filter(|(_, o)| o.group == sounds::SOUND_SOURCE).map(|(i, o)| (i, o.position.x, o.position.y)).collect()
}

/// New bytes for the tables that are stale, by table number; empty if nothing is.
///
/// # Errors
/// If the list grows past what the engine can hold.
pub fn rebuilt(origin: &Level, level: &Level) -> Result<BTreeMap<u32, Vec<u8>>, IndicesError> {
    let made = match stale(origin, level) {
        Stale::Nothing => return Ok(BTreeMap::new()),
        Stale::Sounds => match sounds::rebuilt(&geometry(level)) {
            // The stored lists cannot be taken apart: whatever cannot be carried over is made anew.
            Err(IndicesError::SoundsNotApart { .. }) => carried(origin, level)?,
            other => other?,
        },
        Stale::Everything => carried(origin, level)?,
    };
    Ok(written(level, &made))
}

/// The list after an edit of the geometry; what the edit does not concern stays as stored.
fn carried(origin: &Level, level: &Level) -> Result<MapIndices, IndicesError> {
    let names = |key: &str| -> Vec<Option<i16>> {
        let (Some(old), Some(new)) = (origin.table(key), level.table(key)) else { return Vec::new() };
        let rows = (0..old.len()).map(|at| old.row_number(at));
        rows.map(|row| i16::try_from(new.position(row?)?).ok()).collect()
    };
    let renamed = Renamed {
        points: names("endpoints"),
        lines: names("lines"),
        polygons: names("polygons"),
        objects: names("objects"),
    };
    carried::rebuilt(&geometry(origin), &geometry(level), &renamed)
}

/// The bytes of `iidx`, polygons and saved platforms with these indices in them.
fn written(level: &Level, made: &MapIndices) -> BTreeMap<u32, Vec<u8>> {
    let mut out = BTreeMap::new();
    if let Some(table) = level.table("map_indices") {
        out.insert(table.number, made.list.iter().flat_map(|n| n.to_be_bytes()).collect());
    }
    if let Some(table) = level.table("polygons") {
        let mut bytes = table.bytes();
        for (polygon, row) in made.polygons.iter().zip(bytes.chunks_exact_mut(POLYGON)) {
            let values = [
                polygon.first_exclusion.to_be_bytes(),
                polygon.exclusion_lines.to_be_bytes(),
                polygon.exclusion_points.to_be_bytes(),
                polygon.first_neighbour.to_be_bytes(),
                polygon.neighbours.to_be_bytes(),
                polygon.sound_sources.to_be_bytes(),
            ];
            for (at, value) in POLYGON_FIELDS.iter().zip(values) {
                if let Some(field) = row.get_mut(*at..at + 2) {
                    field.copy_from_slice(&value);
                }
            }
        }
        out.insert(table.number, bytes);
    }
    if let Some(table) = level.table("saved_platforms") {
        let map = geometry(level);
        let mut bytes = table.bytes();
        for row in bytes.chunks_exact_mut(SAVED_PLATFORM) {
            let polygon = row.get(PLATFORM_POLYGON..PLATFORM_POLYGON + 2).and_then(|b| b.try_into().ok());
            let polygon = polygon.map_or(-1, i16::from_be_bytes);
            let Some(platform) = made.platforms.iter().find(|p| p.polygon == polygon) else { continue };
            let used = map.polygon(polygon).map_or(0, |p| p.corners());
            // Owners past the vertex count are uninitialised memory: they stay.
            for (k, owner) in platform.owners.iter().take(used).enumerate() {
                let at = OWNERS + k * OWNER;
                let values = [
                    owner.first_polygon.to_be_bytes(),
                    owner.polygons.to_be_bytes(),
                    owner.first_line.to_be_bytes(),
                    owner.lines.to_be_bytes(),
                ];
                if let Some(field) = row.get_mut(at..at + OWNER) {
                    field.copy_from_slice(&values.concat());
                }
            }
        }
        out.insert(table.number, bytes);
    }
    out
}

/// Whether two tables hold the same but for bulk data.
pub fn same_but_bulk(a: &Table, b: &Table) -> bool {
    if a.tag != b.tag {
        return false;
    }
    match a.key() {
        "map_indices" => true,
        "polygons" => masked(a, POLYGON, mask_polygon) == masked(b, POLYGON, mask_polygon),
        "saved_platforms" => masked(a, SAVED_PLATFORM, mask_platform) == masked(b, SAVED_PLATFORM, mask_platform),
        _ => a.bytes() == b.bytes(),
    }
}

fn masked(table: &Table, stride: usize, mask: fn(&mut [u8])) -> Vec<u8> {
    let mut bytes = table.bytes();
    bytes.chunks_exact_mut(stride).for_each(mask);
    bytes
}

fn mask_polygon(row: &mut [u8]) {
    for at in POLYGON_FIELDS {
        if let Some(field) = row.get_mut(at..at + 2) {
            field.fill(0);
        }
    }
}

fn mask_platform(row: &mut [u8]) {
    if let Some(field) = row.get_mut(OWNERS..OWNERS + OWNER * OWNER_COUNT) {
        field.fill(0);
    }
}
