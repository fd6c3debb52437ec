//! The view from above: floors and liquids, lines.

use super::at_height;
use super::surfaces::SharedCell;
use super::world::World;
use crate::games::marathon::geometry::map::indexed;
use crate::scene::{Plan, Wall};
use std::sync::Arc;

/// The view from above. Floors and liquids are the scene's own chunks.
pub(super) fn plan(world: &World<'_>, cells: &[SharedCell]) -> Plan {
    let surfaces = cells.iter().flat_map(|cell| &cell.flat).filter(|chunk| !chunk.triangles.is_empty());
    let walls = indexed(&world.map.lines).filter_map(|(index, line)| {
        let [from, to] = world.map.ends(line)?;
        let owners = [line.clockwise_polygon, line.counterclockwise_polygon].map(|owner| world.heights(owner));
        let floor = owners.iter().flatten().map(|heights| heights.floor).max().unwrap_or(0);
        let alone = matches!(owners, [Some(_), None] | [None, Some(_)]);
        (from != to).then(|| Wall {
            key: world.key(world.line_rows, index),
            from: at_height(from, floor),
            to: at_height(to, floor),
            solid: alone || line.is_solid(),
        })
    });
    Plan { surfaces: surfaces.map(Arc::clone).collect(), walls: walls.collect() }
}
