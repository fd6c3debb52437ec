//! Floors, ceilings and walls, in chunks by neighbourhood.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Vec2, Vec3};

use super::World;
use super::colours::{self, Colours};
use super::skins::{self, Hung};
use super::tile::{BEYOND, CORNERS, Shape};
use crate::games::shock::records::Tile;
use crate::scene::{Chunk, GroupId, SceneKey, Texel};

/// A neighbourhood is a square of 16 tiles, so that a level has sixteen. Its border does not move with edits.
const CELL: i16 = 16;

/// Asks a tile how dark it is.
type Darkness = fn(&Tile<'_>) -> u64;
const OF_FLOOR: Darkness = |tile| tile.floor_darkness();
const OF_CEILING: Darkness = |tile| tile.ceiling_darkness();

/// The chunks of a neighbourhood.
#[derive(Default)]
pub(super) struct Cell {
    floors: Chunk,
    shell: Chunk,
}

/// Chunks that are shared between the scene and its view from above.
pub(super) struct SharedCell {
    /// What the view from above shows too.
    pub(super) floors: Arc<Chunk>,
    shell: Arc<Chunk>,
}

/// All neighbourhoods of a level in a fixed order.
pub(super) fn cells(world: &World<'_>) -> Vec<SharedCell> {
    let mut cells: BTreeMap<(i16, i16), Cell> = BTreeMap::new();
    for (x, y, row, tile, shape) in world.tiles.all() {
        if !shape.is_solid() {
            let cell = cells.entry((x.div_euclid(CELL), y.div_euclid(CELL))).or_default();
            Place { world, x, y, key: world.tile_key(row), tile, shape }.add_to(cell);
        }
    }
    let shared = |cell: Cell| SharedCell { floors: Arc::new(cell.floors), shell: Arc::new(cell.shell) };
    cells.into_values().map(shared).collect()
}

/// The chunks of all neighbourhoods.
pub(super) fn chunks(cells: Vec<SharedCell>) -> Vec<Arc<Chunk>> {
    let all = cells.into_iter().flat_map(|cell| [cell.floors, cell.shell]);
    all.filter(|chunk| !chunk.triangles.is_empty()).collect()
}

/// A tile in its place.
struct Place<'a> {
    world: &'a World<'a>,
    x: i16,
    y: i16,
    key: SceneKey,
    tile: &'a Tile<'a>,
    shape: &'a Shape,
}

impl Place<'_> {
    /// A corner of the tile at a height.
    fn corner(&self, corner: usize, height: f32) -> Vec3 {
        let (dx, dy) = CORNERS.get(corner).copied().unwrap_or_default();
        let at = Vec2::new(f32::from(self.x) + f32::from(dx), f32::from(self.y) + f32::from(dy));
        at.extend(height * self.world.unit)
    }

    /// The darkness of floors or ceilings at a corner: that of the tile which begins there.
    fn dark_at(&self, corner: usize, of: Darkness) -> f32 {
        let (dx, dy) = CORNERS.get(corner).copied().unwrap_or_default();
        let there = self.world.tiles.get(self.x + i16::from(dx), self.y + i16::from(dy));
        of(there.map_or(self.tile, |(tile, _)| tile)) as f32
    }

    /// A corner of a floor or ceiling in its image.
    fn texel(&self, corner: usize, turns: u64, darkness: Darkness) -> Texel {
        let (dx, dy) = CORNERS.get(corner).copied().unwrap_or_default();
        let at = skins::flat(f32::from(dx), f32::from(dy), turns);
        Texel { at, light: skins::light(self.dark_at(corner, darkness)) }
    }

    /// The darkness of floors or ceilings, on the average of the corners: each is that of the tile which begins there.
    fn darkness(&self, of: Darkness) -> f32 {
        let at = CORNERS.map(|(dx, dy)| self.world.tiles.get(self.x + i16::from(dx), self.y + i16::from(dy)));
        let known: Vec<f32> = at.iter().flatten().map(|(tile, _)| of(tile) as f32).collect();
        known.iter().sum::<f32>() / known.len().max(1) as f32
    }

    fn add_to(&self, cell: &mut Cell) {
        let cyberspace = self.world.cyberspace;
        let dark = |of: Darkness| if cyberspace { 0.0 } else { self.darkness(of) };
        let (floor_dark, ceiling_dark) = (dark(OF_FLOOR), dark(OF_CEILING));
        let word = self.tile.wall_texture() | self.tile.ceiling_texture() << 6 | self.tile.floor_texture() << 11;
        // In cyberspace the same bytes are two colours (3.4).
        let texture = |entry: u64| self.world.texture(entry);
        let (floor, ceiling) = match cyberspace {
            true => (word & 0xFF, word >> 8),
            false => (texture(self.tile.floor_texture()), texture(self.tile.ceiling_texture())),
        };
        let low = self.shape.floor.iter().copied().fold(f32::INFINITY, f32::min);
        let high = self.shape.ceiling.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let floor = colours::face(self.tile, low, floor_dark, floor, cyberspace);
        let ceiling = colours::face(self.tile, high, ceiling_dark, ceiling, cyberspace);
        let wall = |entry: u64| {
            let texture = if cyberspace { word & 0xFF } else { texture(entry) };
            colours::face(self.tile, low, (floor_dark + ceiling_dark) / 2.0, texture, cyberspace)
        };
        let skin = |entry| self.world.skins.get(entry);
        let floor_group = cell.floors.clad(self.key, floor, skin(self.tile.floor_texture()));
        let ceiling_group = cell.shell.clad(self.key, ceiling, skin(self.tile.ceiling_texture()));
        for face in self.shape.faces() {
            let at = |heights: &[f32; 4], corner: &usize| {
                self.corner(*corner, heights.get(*corner).copied().unwrap_or_default())
            };
            let up: Vec<Vec3> = face.iter().map(|c| at(&self.shape.floor, c)).collect();
            let turns = self.tile.floor_turn();
            let above: Vec<Texel> = face.iter().map(|c| self.texel(*c, turns, OF_FLOOR)).collect();
            cell.floors.textured(floor_group, &up, &above);
            let down: Vec<Vec3> = face.iter().rev().map(|c| at(&self.shape.ceiling, c)).collect();
            let turns = self.tile.ceiling_turn();
            let below: Vec<Texel> = face.iter().rev().map(|c| self.texel(*c, turns, OF_CEILING)).collect();
            cell.shell.textured(ceiling_group, &down, &below);
        }
        self.add_walls(&mut cell.shell, &wall);
    }

    /// The wall's entry of the list of textures over an edge: the tile's own, or that of the neighbour there.
    fn wall_texture(&self, edge: usize) -> u64 {
        let there = BEYOND.get(edge).filter(|_| self.tile.neighbour_texture() != 0);
        let neighbour = there.and_then(|(dx, dy)| self.world.tiles.get(self.x + dx, self.y + dy));
        neighbour.map_or(self.tile, |(tile, _)| tile).wall_texture()
    }

    fn add_walls(&self, shell: &mut Chunk, colours: &dyn Fn(u64) -> Colours) {
        let mut groups: BTreeMap<u64, GroupId> = BTreeMap::new();
        let outline = self.shape.outline();
        let next = outline.iter().cycle().skip(1);
        for (&from, &to) in outline.iter().zip(next) {
            let straight = (from + 1) % 4 == to;
            // The slanted wall of a half has no neighbour of its own.
            let texture = if straight { self.wall_texture(from) } else { self.tile.wall_texture() };
            let skin = self.world.skins.get(texture);
            let group = *groups.entry(texture).or_insert_with(|| shell.clad(self.key, colours(texture), skin));
            let floor = [from, to].map(|c| self.shape.floor.get(c).copied().unwrap_or_default());
            let ceiling = [from, to].map(|c| self.shape.ceiling.get(c).copied().unwrap_or_default());
            let beyond = if straight { self.beyond(from) } else { None };
            let hung = self.hung([from, to], floor, ceiling, straight && from % 2 == 0);
            let mut wall = |bottom, top| self.wall(shell, group, [from, to], bottom, top, &hung);
            match beyond {
                None => wall(floor, ceiling),
                Some((other_floor, other_ceiling)) => {
                    let least = |a: [f32; 2], b: [f32; 2]| [a[0].min(b[0]), a[1].min(b[1])];
                    let most = |a: [f32; 2], b: [f32; 2]| [a[0].max(b[0]), a[1].max(b[1])];
                    wall(floor, least(other_floor, ceiling));
                    wall(most(other_ceiling, floor), ceiling);
                }
            }
        }
    }

    /// How an image lies on the wall over an edge.
    fn hung(&self, edge: [usize; 2], floor: [f32; 2], ceiling: [f32; 2], along_x: bool) -> Hung {
        let unit = self.world.unit;
        let dark = edge.map(|corner| [self.dark_at(corner, OF_FLOOR), self.dark_at(corner, OF_CEILING)]);
        let [from, to] = edge.map(|corner| self.corner(corner, 0.0));
        Hung {
            from,
            to,
            bottom: self.tile.wall_offset() as f32 * unit,
            flipped: skins::flipped(self.tile, self.x, self.y, along_x),
            dark,
            heights: [[floor[0] * unit, ceiling[0] * unit], [floor[1] * unit, ceiling[1] * unit]],
        }
    }

    /// Heights of the neighbour's floor and ceiling along the edge that begins at a corner, at its beginning and its end
    /// as seen from here; `None` where the neighbour is closed there.
    fn beyond(&self, edge: usize) -> Option<([f32; 2], [f32; 2])> {
        let (dx, dy) = *BEYOND.get(edge)?;
        let (_, other) = self.world.tiles.get(self.x + dx, self.y + dy)?;
        let opposite = (edge + 2) % 4;
        if !other.is_open_at(opposite) {
            return None;
        }
        // The neighbour's edge runs the other way.
        let ends = [(opposite + 1) % 4, opposite];
        let at = |heights: &[f32; 4]| ends.map(|c| heights.get(c).copied().unwrap_or_default());
        Some((at(&other.floor), at(&other.ceiling)))
    }

    /// A wall over an edge between two lines, where the upper one lies above the lower; seen from inside the tile.
    fn wall(&self, shell: &mut Chunk, group: GroupId, edge: [usize; 2], bottom: [f32; 2], top: [f32; 2], hung: &Hung) {
        let (mut bottom, mut top) = (bottom, top);
        let mut ends = edge.map(|corner| self.corner(corner, 0.0).truncate());
        let gap = [top[0] - bottom[0], top[1] - bottom[1]];
        if gap[0] <= 0.0 && gap[1] <= 0.0 {
            return;
        }
        // Where the lines cross, the wall ends in a point.
        for (this, other) in [(0, 1), (1, 0)] {
            if gap[this] < 0.0 {
                let share = gap[other] / (gap[other] - gap[this]);
                let meet = bottom[other] + (bottom[this] - bottom[other]) * share;
                ends[this] = ends[other].lerp(ends[this], share);
                bottom[this] = meet;
                top[this] = meet;
            }
        }
        let point = |end: usize, heights: [f32; 2]| ends[end].extend(heights[end] * self.world.unit);
        // The outline runs counter-clockwise: inside is to its left.
        let mut corners = vec![point(1, bottom), point(0, bottom)];
        if top[0] > bottom[0] {
            corners.push(point(0, top));
        }
        if top[1] > bottom[1] {
            corners.push(point(1, top));
        }
        let texels: Vec<Texel> = corners.iter().map(|corner| hung.texel(*corner)).collect();
        shell.textured(group, &corners, &texels);
    }
}
