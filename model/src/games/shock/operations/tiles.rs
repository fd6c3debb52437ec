//! Painting tiles.

use super::common::*;
use super::lists::tile_row;
use crate::document::{NodeId, RecordFacts};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::shock::resources::SIDE;
use crate::games::shock::tables::TILES;
use crate::record::Refusal;

/// A rectangle, then every field of a tile that can be painted.
pub(super) static ARGUMENTS: &[(&str, &str)] = &[
    ("x1", "column of one corner of the rectangle; without corners the selected tiles are painted"),
    ("y1", "row of that corner"),
    ("x2", "column of the opposite corner; x1 if not given"),
    ("y2", "row of the opposite corner; y1 if not given"),
    ("type", "shape, 0 to 17"),
    ("floor", "height of the floor, 0 to 31"),
    ("ceiling", "how far the ceiling hangs below 32, 0 to 31"),
    ("slope", "height of the slope"),
    ("slope_control", "how floor and ceiling follow the slope, 0 to 3"),
    ("floor_texture", "an entry of the level's list, 0 to 31"),
    ("ceiling_texture", "an entry of the level's list, 0 to 31"),
    ("wall_texture", "an entry of the level's list, 0 to 53"),
    ("floor_turn", "quarter turns of the floor's texture"),
    ("ceiling_turn", "quarter turns of the ceiling's texture"),
    ("wall_offset", "how far up the wall's texture is moved, 0 to 31"),
    ("wall_flip", "how the wall's texture is flipped, 0 to 3"),
    ("neighbour_texture", "1: walls show the texture of the tile beyond"),
    ("biohazard", "1: the floor is a biohazard, or has another gravity"),
    ("radiation", "1: the tile is radioactive"),
    ("spooky_music", "1: spooky music"),
    ("peril_music", "1: music of peril"),
    ("music", "zone of music, 7 for an elevator"),
    ("floor_darkness", "0 bright to 15 dark"),
    ("ceiling_darkness", "0 bright to 15 dark"),
    ("floor_light", "what triggers of light add to the floor"),
    ("ceiling_light", "what triggers of light add to the ceiling"),
    ("floor_colour", "in cyberspace: colour of the floor"),
    ("ceiling_colour", "in cyberspace: colour of the ceiling"),
    ("pull", "in cyberspace: the current"),
    ("pull_beyond", "in cyberspace: the current where the other is 0, less 15"),
];
/// How many of them are no fields.
const CORNERS: usize = 4;

/// Plan `paint`.
pub(super) fn paint(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let last = i128::from(SIDE) - 1;
    let corner = |name| optional(arguments, name, last);
    let nodes = match (corner("x1")?, corner("y1")?) {
        (Some(x1), Some(y1)) => {
            let (x2, y2) = (corner("x2")?.unwrap_or(x1), corner("y2")?.unwrap_or(y1));
            let table = draft.table(level, TILES.key)?;
            let tiles =
                (y1.min(y2)..=y1.max(y2)).flat_map(|y| (x1.min(x2)..=x1.max(x2)).map(move |x| (x as u8, y as u8)));
            let numbers = tiles.filter_map(|(x, y)| table.row_number(usize::from(tile_row(x, y))));
            numbers.map(|number| NodeId { level, number }).collect()
        }
        (None, None) => arguments.objects.clone(),
        _ => return Err(Refusal::rule("a corner needs both x1 and y1")),
    };
    let given: Vec<_> =
        ARGUMENTS.iter().skip(CORNERS).filter_map(|(n, _)| Some((*n, arguments.values.get(*n)?))).collect();
    if given.is_empty() {
        return Err(Refusal::rule("nothing to paint with: give a field of tiles"));
    }
    for node in nodes {
        for (name, value) in &given {
            let record = draft.record(node)?;
            if !std::ptr::eq(record.table().spec, &TILES) {
                return Err(Refusal::rule("only tiles can be painted: select tiles or name a rectangle"));
            }
            let field = record.schema().field_for(name, &RecordFacts(record));
            let place =
                if name.contains("colour") || name.contains("pull") { "outside cyberspace" } else { "in cyberspace" };
            let field = field.ok_or_else(|| Refusal::rule(format!("tiles have no {name} {place}")))?;
            draft.set(node, field, value)?;
        }
    }
    Ok(None)
}
