//! The view from above: floors, walls, the borders of unequal floors, and solid tiles, so that they can be picked and dug
//! out.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec3;

use super::World;
use super::colours;
use super::surfaces::SharedCell;
use super::tile::{BEYOND, CORNERS};
use crate::scene::{Chunk, Plan, Wall};

/// The view from above. Floors are the scene's own chunks.
pub(super) fn plan(world: &World<'_>, cells: &[SharedCell]) -> Plan {
    let surfaces = cells.iter().map(|cell| &cell.floors).filter(|chunk| !chunk.triangles.is_empty());
    let mut walls = Vec::new();
    for (x, y, row, _, shape) in world.tiles.all().filter(|(.., shape)| !shape.is_solid()) {
        let outline = shape.outline();
        let next = outline.iter().cycle().skip(1);
        for (&from, &to) in outline.iter().zip(next) {
            let point = |corner: usize| {
                let (dx, dy) = CORNERS.get(corner).copied().unwrap_or_default();
                let height = shape.floor.get(corner).copied().unwrap_or_default() * world.unit;
                Vec3::new(f32::from(x) + f32::from(dx), f32::from(y) + f32::from(dy), height)
            };
            let beyond = BEYOND.get(from).filter(|_| (from + 1) % 4 == to);
            let other = beyond.and_then(|(dx, dy)| world.tiles.get(x + dx, y + dy));
            let opposite = (from + 2) % 4;
            let solid = match other {
                Some((_, other)) if other.is_open_at(opposite) => {
                    // A border between equal floors is none; each of the others is drawn once, by the southern or
                    // western tile.
                    let own = [from, to].map(|c| shape.floor.get(c).copied());
                    let theirs = [(opposite + 1) % 4, opposite].map(|c| other.floor.get(c).copied());
                    if own == theirs || !matches!(from, 1 | 2) {
                        continue;
                    }
                    false
                }
                _ => true,
            };
            walls.push(Wall { key: world.tile_key(row), from: point(from), to: point(to), solid });
        }
    }
    Plan { surfaces: surfaces.map(Arc::clone).chain(solid(world)).collect(), walls }
}

/// The solid tiles, in rows of the map.
fn solid(world: &World<'_>) -> Vec<Arc<Chunk>> {
    /// Rows of tiles in a chunk.
    const ROWS: i16 = 16;
    let mut chunks: BTreeMap<i16, Chunk> = BTreeMap::new();
    for (x, y, row, _, shape) in world.tiles.all() {
        // A diagonal tile is solid in the corner that its open part leaves out.
        let open = shape.outline();
        let corners: Vec<usize> = match (0..CORNERS.len()).find(|corner| !open.contains(corner)) {
            _ if open.is_empty() => (0..CORNERS.len()).collect(),
            Some(corner) => [3, 0, 1].map(|step| (corner + step) % CORNERS.len()).to_vec(),
            None => continue,
        };
        let chunk = chunks.entry(y.div_euclid(ROWS)).or_default();
        let group = chunk.group(world.tile_key(row), colours::plain(colours::SOLID));
        let place = |(dx, dy): (u8, u8)| Vec3::new(f32::from(x) + f32::from(dx), f32::from(y) + f32::from(dy), 0.0);
        let corners: Vec<Vec3> = corners.into_iter().filter_map(|at| CORNERS.get(at).copied()).map(place).collect();
        chunk.polygon(group, &corners);
    }
    chunks.into_values().map(Arc::new).collect()
}
