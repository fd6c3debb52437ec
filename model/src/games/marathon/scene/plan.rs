//! The view from above: floors and liquids, lines.

use super::at_height;
use super::surfaces::SharedCell;
use super::world::World;
use crate::games::marathon::geometry::map::{Line, indexed};
use crate::scene::{Chunk, Wall};
use std::sync::Arc;

/// What the view from above shows of the scene's own chunks: floors and liquids.
pub(super) fn surfaces(cells: &[SharedCell]) -> Vec<Arc<Chunk>> {
    cells.iter().flat_map(SharedCell::flat).map(Arc::clone).collect()
}

/// All walls, with the numbers of their lines.
pub(super) fn walls<'a>(world: &'a World<'_>) -> impl Iterator<Item = (i16, Wall)> + use<'a> {
    indexed(&world.map().lines).filter_map(|(index, line)| Some((index, wall(world, index, line)?)))
}

/// A line as a wall; `None` for one without length or ends.
pub(super) fn wall(world: &World<'_>, index: i16, line: &Line) -> Option<Wall> {
    let [from, to] = world.map().ends(line)?;
    let owners = [line.clockwise_polygon, line.counterclockwise_polygon].map(|owner| world.heights(owner));
    let floor = owners.iter().flatten().map(|heights| heights.floor).max().unwrap_or(0);
    let alone = matches!(owners, [Some(_), None] | [None, Some(_)]);
    (from != to).then(|| Wall {
        key: world.key(world.line_rows, index),
        from: at_height(from, floor),
        to: at_height(to, floor),
        solid: alone || line.is_solid(),
    })
}
