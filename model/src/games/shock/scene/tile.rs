//! The shape of a tile: which corners it has, how high floor and ceiling are at each (`systemshock.md` 3.4).

use crate::games::shock::records;
use crate::games::shock::resources::SIDE;

/// Corners counter-clockwise from the south-west, as the specification's table has them.
pub(super) const SOUTH_WEST: usize = 0;
pub(super) const SOUTH_EAST: usize = 1;
pub(super) const NORTH_EAST: usize = 2;
pub(super) const NORTH_WEST: usize = 3;
/// Where the corners lie in the tile.
pub(super) const CORNERS: [(u8, u8); 4] = [(0, 0), (1, 0), (1, 1), (0, 1)];
/// The neighbour beyond the edge that begins at each corner: south, east, north, west.
pub(super) const BEYOND: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// Which corners the slope raises, by type.
const RAISED: [[u8; 4]; 18] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 1, 1],
    [0, 1, 1, 0],
    [1, 1, 0, 0],
    [1, 0, 0, 1],
    [1, 0, 1, 1],
    [0, 1, 1, 1],
    [1, 1, 1, 0],
    [1, 1, 0, 1],
    [0, 1, 0, 0],
    [1, 0, 0, 0],
    [0, 0, 0, 1],
    [0, 0, 1, 0],
];

/// How the ceiling follows the slope.
const CEILING_PARALLEL: u64 = 0;
const CEILING_MIRRORED: u64 = 1;
const FLOOR_FLAT: u64 = 3;

/// A tile as it is drawn. Heights count in tile height units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Shape {
    /// Its type, 0 to 17; unknown ones count as open.
    kind: usize,
    /// Height of the floor at each corner.
    pub(super) floor: [f32; 4],
    /// Height of the ceiling at each corner.
    pub(super) ceiling: [f32; 4],
}

impl Shape {
    /// The shape of a tile.
    pub(in super::super) fn of(tile: &records::Tile<'_>) -> Shape {
        let kind = usize::from(tile.r#type());
        let raised = RAISED.get(kind).copied().unwrap_or_default();
        let kind = if kind < RAISED.len() { kind } else { 1 };
        let base = tile.floor() as f32;
        let top = 32.0 - tile.ceiling() as f32;
        let slope = f32::from(tile.slope());
        let control = tile.slope_control();
        let is_slope = kind >= 6;
        let floor = raised.map(|f| if control == FLOOR_FLAT { base } else { base + slope * f32::from(f) });
        let ceiling = raised.map(|f| match control {
            // Tiles without a slope have none above them either.
            _ if !is_slope => top,
            CEILING_PARALLEL | FLOOR_FLAT => top - slope * (1.0 - f32::from(f)),
            CEILING_MIRRORED => top - slope * f32::from(f),
            _ => top,
        });
        Shape { kind, floor, ceiling }
    }

    /// Whether there is nothing in it.
    pub(in super::super) fn is_solid(&self) -> bool {
        self.kind == 0
    }

    /// Whether the floor reaches the ceiling at every corner of its open part.
    pub(in super::super) fn is_sealed(&self) -> bool {
        let at = |heights: &[f32; 4], corner: &usize| heights.get(*corner).copied().unwrap_or_default();
        self.outline().iter().all(|corner| at(&self.floor, corner) >= at(&self.ceiling, corner))
    }

    /// The corners of its open part, counter-clockwise; none of a solid tile.
    pub(super) fn outline(&self) -> &'static [usize] {
        match self.kind {
            0 => &[],
            // The solid half is named by its corner.
            2 => &[SOUTH_WEST, SOUTH_EAST, NORTH_EAST],
            3 => &[SOUTH_WEST, SOUTH_EAST, NORTH_WEST],
            4 => &[SOUTH_WEST, NORTH_EAST, NORTH_WEST],
            5 => &[SOUTH_EAST, NORTH_EAST, NORTH_WEST],
            _ => &[SOUTH_WEST, SOUTH_EAST, NORTH_EAST, NORTH_WEST],
        }
    }

    /// Its faces: the outline, or two triangles where valleys and ridges are cut from the corner that is singled out to
    /// the opposite one.
    pub(super) fn faces(&self) -> Vec<Vec<usize>> {
        // Types 10 to 17 single out south-east, south-west, north-west, north-east, twice.
        let singled = match self.kind {
            10 | 14 => SOUTH_EAST,
            11 | 15 => SOUTH_WEST,
            12 | 16 => NORTH_WEST,
            13 | 17 => NORTH_EAST,
            _ => return vec![self.outline().to_vec()],
        };
        let at = |step: usize| (singled + step) % 4;
        vec![vec![at(0), at(1), at(2)], vec![at(0), at(2), at(3)]]
    }

    /// Whether one can come in over the edge that begins at a corner and leads counter-clockwise to the next.
    pub(super) fn is_open_at(&self, edge: usize) -> bool {
        let next = (edge + 1) % 4;
        let outline = self.outline();
        outline.contains(&edge) && outline.contains(&next)
    }
}

/// The tiles of a level.
pub(super) struct Tiles<'a> {
    list: Vec<records::Tile<'a>>,
    shapes: Vec<Shape>,
}

impl<'a> Tiles<'a> {
    /// Reads them.
    pub(super) fn new(heads: impl Iterator<Item = &'a [u8]>) -> Tiles<'a> {
        let list: Vec<records::Tile<'a>> = heads.filter_map(|row| records::Tile::new(row, 0)).collect();
        let shapes = list.iter().map(Shape::of).collect();
        Tiles { list, shapes }
    }

    fn row(x: i16, y: i16) -> Option<usize> {
        let side = SIDE as usize;
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < side && y < side).then_some(y * side + x)
    }

    /// A tile; `None` outside the map.
    pub(super) fn get(&self, x: i16, y: i16) -> Option<(&records::Tile<'a>, &Shape)> {
        let row = Tiles::row(x, y)?;
        Some((self.list.get(row)?, self.shapes.get(row)?))
    }

    /// Every tile with its place and its row.
    pub(super) fn all(&self) -> impl Iterator<Item = (i16, i16, usize, &records::Tile<'a>, &Shape)> {
        let side = SIDE as usize;
        let place = move |row: usize| (row % side, row / side);
        self.list.iter().zip(&self.shapes).enumerate().filter_map(move |(row, (tile, shape))| {
            let (x, y) = place(row);
            Some((i16::try_from(x).ok()?, i16::try_from(y).ok()?, row, tile, shape))
        })
    }
}
