//! Floors, ceilings, walls, liquids and what platforms sweep, in chunks by neighbourhood.

use super::colours::{self, Colours};
use super::walls::{self, Cover, Face};
use super::world::{Heights, World};
use super::{at_height, place};
use crate::games::marathon::geometry::line;
use crate::games::marathon::geometry::map::{Point, Polygon, indexed};
use crate::games::marathon::records;
use crate::scene::{Chunk, Colour, Colouring, Material, SceneKey};
use glam::Vec2;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A neighbourhood is a square of 16 world units, so that a level has a few dozen chunks. Its border does not move with edits, so an edit
/// changes the chunks of one or two.
const CELL: i16 = 16 * 1024;
/// How far what a platform sweeps stays away from the faces it would touch.
const GAP: i16 = 4;
/// Transfer mode of landscapes (`marathon.md` 2.8).
const LANDSCAPE: i16 = 9;
/// Flag of a side: it is a control panel.
const IS_PANEL: u16 = 1 << 1;

/// The chunks of a neighbourhood. What moves with platforms stands apart from what does not.
#[derive(Default)]
pub(super) struct Cell {
    pub(super) floors: Chunk,
    shell: Chunk,
    pub(super) moving_floors: Chunk,
    moving_shell: Chunk,
    pub(super) liquids: Chunk,
    glass: Chunk,
    ghosts: Chunk,
}

impl Cell {
    fn empty() -> Self {
        let see_through = |material, two_sided| Chunk { two_sided, ..Chunk::new(material) };
        Self {
            liquids: see_through(Material::Liquid, true),
            glass: see_through(Material::Ghost, false),
            ghosts: see_through(Material::Ghost, true),
            ..Self::default()
        }
    }
}

/// Chunks that are shared between the scene and its view from above.
pub(super) struct SharedCell {
    /// Chunks that the view from above shows too.
    pub(super) flat: [Arc<Chunk>; 3],
    rest: [Arc<Chunk>; 4],
}

/// All neighbourhoods of a level in a fixed order.
pub(super) fn cells(world: &World<'_>) -> Vec<SharedCell> {
    let heights = HeightRange::of(world);
    let mut cells: BTreeMap<(i16, i16), Cell> = BTreeMap::new();
    for (index, polygon) in indexed(&world.map.polygons) {
        let (Some(corners), Some(own)) = (world.corners(polygon), world.heights(index)) else { continue };
        let Some(first) = corners.first() else { continue };
        let key = (first.x.div_euclid(CELL), first.y.div_euclid(CELL));
        let cell = cells.entry(key).or_insert_with(Cell::empty);
        Room { world, heights: &heights, index, polygon, corners: &corners, own }.add_to(cell);
    }
    for built in &world.platforms {
        let Some(polygon) = world.map.polygon(built.polygon) else { continue };
        let Some(corners) = world.corners(polygon) else { continue };
        let Some(first) = corners.first() else { continue };
        let key = (first.x.div_euclid(CELL), first.y.div_euclid(CELL));
        let cell = cells.entry(key).or_insert_with(Cell::empty);
        let sweep = Sweep::new(world.key(world.polygon_rows, built.polygon), &corners);
        let extremes = built.extremes;
        for end in [extremes.minimum_floor, extremes.maximum_floor] {
            sweep.add_to(&mut cell.ghosts, built.floor, end);
        }
        for end in [extremes.minimum_ceiling, extremes.maximum_ceiling] {
            sweep.add_to(&mut cell.ghosts, built.ceiling, end);
        }
    }
    cells.into_values().map(shared).collect()
}

fn shared(cell: Cell) -> SharedCell {
    let Cell { floors, shell, moving_floors, moving_shell, liquids, glass, ghosts } = cell;
    SharedCell {
        flat: [floors, moving_floors, liquids].map(Arc::new),
        rest: [shell, moving_shell, glass, ghosts].map(Arc::new),
    }
}

/// The chunks of all neighbourhoods.
pub(super) fn chunks(cells: Vec<SharedCell>) -> Vec<Arc<Chunk>> {
    cells
        .into_iter()
        .flat_map(|cell| cell.flat.into_iter().chain(cell.rest))
        .filter(|c| !c.triangles.is_empty())
        .collect()
}

/// The heights of the level's floors and ceilings.
pub(super) struct HeightRange {
    floors: (i16, i16),
    ceilings: (i16, i16),
}

impl HeightRange {
    fn of(world: &World<'_>) -> Self {
        let all = || indexed(&world.map.polygons).filter_map(|(index, _)| world.heights(index));
        let range = |heights: &mut dyn Iterator<Item = i16>| {
            heights.fold((i16::MAX, i16::MIN), |(low, high), height| (low.min(height), high.max(height)))
        };
        Self {
            floors: range(&mut all().map(|heights| heights.floor)),
            ceilings: range(&mut all().map(|heights| heights.ceiling)),
        }
    }
}

/// One polygon with what its faces are made of.
struct Room<'a> {
    world: &'a World<'a>,
    heights: &'a HeightRange,
    index: i16,
    polygon: &'a Polygon,
    corners: &'a [Point],
    own: Heights,
}

impl Room<'_> {
    fn add_to(&self, cell: &mut Cell) {
        // Rooms without area show nothing, not even walls: they would stand in each other's place.
        let turn = twice_area(self.corners);
        if turn == 0 {
            return;
        }
        let key = self.world.key(self.world.polygon_rows, self.index);
        let Some((row, layout)) = self.world.polygon_rows.row(self.index) else { return };
        let Some(record) = records::Polygon::new(row, layout) else { return };
        let kind = colours::of_type(colours::later_type(self.polygon.polygon_type, self.world.map.marathon_1));
        let liquid = self.world.liquid_in(self.index);
        let medium = colours::of_medium(liquid.map(|(_, medium)| medium.kind));

        let floor = [
            sky_or(record.floor_transfer_mode(), kind),
            colours::of_height(self.own.floor, self.heights.floors),
            colours::of_light(self.world.light(record.floor_light())),
            medium,
            colours::of_texture(descriptor(row, 40)),
        ];
        let ceiling = [
            sky_or(record.ceiling_transfer_mode(), kind),
            colours::of_height(self.own.ceiling, self.heights.ceilings),
            colours::of_light(self.world.light(record.ceiling_light())),
            medium,
            colours::of_texture(descriptor(row, 42)),
        ];
        let moves = self.polygon.is_platform();
        let floors = if moves { &mut cell.moving_floors } else { &mut cell.floors };
        flat(floors, key, floor, self.corners, self.own.floor, turn, true);
        let shell = if moves { &mut cell.moving_shell } else { &mut cell.shell };
        flat(shell, key, ceiling, self.corners, self.own.ceiling, turn, false);
        if let Some((index, medium)) = liquid.filter(|(_, medium)| medium.height < self.own.ceiling) {
            let key = self.world.key(self.world.medium_rows, index);
            let height = colours::of_height(medium.height, self.heights.floors);
            let light = colours::of_light(self.world.light(record.media_light()));
            let colours = colours::liquid(medium.kind, height, light);
            flat(&mut cell.liquids, key, colours, self.corners, medium.height, turn, true);
        }
        self.add_walls(cell, &record, floor, turn);
    }

    fn add_walls(&self, cell: &mut Cell, record: &records::Polygon<'_>, floor: Colours, turn: i64) {
        let next = self.corners.iter().cycle().skip(1);
        let edges = self.corners.iter().zip(next).zip(self.polygon.lines.iter().zip(&self.polygon.sides));
        for ((&from, &to), (&line_index, &side_index)) in edges {
            let Some(line) = self.world.map.line(line_index) else { continue };
            // Clockwise on the map, the room lies to the right; panels face their left.
            let (from, to) = if turn > 0 { (to, from) } else { (from, to) };
            if from == to {
                continue;
            }
            let other = if line.clockwise_polygon == self.index {
                line.counterclockwise_polygon
            } else {
                line.clockwise_polygon
            };
            let opposite = self.world.heights(other);
            let side = self.world.side_rows.row(side_index);
            let side = side.and_then(|(row, layout)| Some((row, records::Side::new(row, layout)?)));
            let face = side.as_ref().map(|(row, side)| Face {
                side_type: side.kind(),
                primary: descriptor(row, 8) != line::NO_TEXTURE,
                transparent: descriptor(row, 20) != line::NO_TEXTURE,
            });
            let key = match side {
                Some(_) => self.world.key(self.world.side_rows, side_index),
                None => self.world.key(self.world.line_rows, line_index),
            };
            let moves = line::has_platform(&self.world.map, line);
            for panel in walls::panels(self.own, opposite, face) {
                let chunk = match (panel.cover, moves) {
                    (Cover::Transparent, _) => &mut cell.glass,
                    (_, true) => &mut cell.moving_shell,
                    (_, false) => &mut cell.shell,
                };
                let colours = self.wall_colours(record, side.as_ref(), panel.cover, floor);
                let group = chunk.group(key, colours);
                chunk.upright(group, place(from), place(to), f32::from(panel.bottom), f32::from(panel.top));
            }
        }
    }

    fn wall_colours(
        &self,
        record: &records::Polygon<'_>,
        side: Option<&(&[u8], records::Side<'_>)>,
        cover: Cover,
        floor: Colours,
    ) -> Colours {
        let [kind, height, _, medium, _] = floor;
        let Some((row, side)) = side.filter(|_| cover != Cover::Bare) else {
            let light = colours::of_light(self.world.light(record.ceiling_light()));
            return [colours::BARE, height, light, medium, colours::of_texture(line::NO_TEXTURE)];
        };
        let (texture_at, light, mode) = match cover {
            Cover::Secondary => (14, side.secondary_light(), side.secondary_transfer_mode()),
            Cover::Transparent => (20, side.transparent_light(), side.transparent_transfer_mode()),
            _ => (8, side.primary_light(), side.primary_transfer_mode()),
        };
        // Marathon 1 stores no lights with its sides (`marathon.md` 1.5, M1 loading extras).
        let low = side.kind() == 2 || cover == Cover::Secondary;
        let light = match (self.world.map.marathon_1, low) {
            (false, _) => light,
            (true, true) => record.floor_light(),
            (true, false) => record.ceiling_light(),
        };
        let light = self.world.light(light).map(|light| light.saturating_add(side.ambient_delta()));
        let texture = colours::of_texture(descriptor(row, texture_at));
        let kind =
            if cover == Cover::Primary && side.flags() & IS_PANEL != 0 { colours::PANEL } else { sky_or(mode, kind) };
        let solid = [kind, height, colours::of_light(light), medium, texture];
        if cover == Cover::Transparent {
            let Colour([_, _, _, opacity]) = colours::GLASS;
            let [_, rest @ ..] = solid.map(|colour| colour.with_opacity(opacity));
            let [height, light, medium, texture] = rest;
            return [colours::GLASS, height, light, medium, texture];
        }
        solid
    }
}

fn sky_or(transfer_mode: i16, colour: Colour) -> Colour {
    if transfer_mode == LANDSCAPE { colours::SKY } else { colour }
}

/// A texture's whole descriptor at a place of a record.
fn descriptor(row: &[u8], at: usize) -> u16 {
    row.get(at..).and_then(|rest| rest.first_chunk::<2>()).map_or(line::NO_TEXTURE, |two| u16::from_be_bytes(*two))
}

/// Twice the area, above 0 for clockwise on the map.
fn twice_area(corners: &[Point]) -> i64 {
    let next = corners.iter().cycle().skip(1);
    let wide = |point: &Point| (i64::from(point.x), i64::from(point.y));
    corners.iter().zip(next).map(|(a, b)| (wide(a), wide(b))).map(|((ax, ay), (bx, by))| ax * by - bx * ay).sum()
}

/// A level face over a polygon's outline, seen from above or from below.
fn flat(chunk: &mut Chunk, key: SceneKey, colours: Colours, corners: &[Point], height: i16, turn: i64, up: bool) {
    let group = chunk.group(key, colours);
    let mut outline: Vec<_> = corners.iter().map(|&corner| at_height(corner, height)).collect();
    // Clockwise on the map is clockwise from above.
    if (turn > 0) == up {
        outline.reverse();
    }
    chunk.polygon(group, &outline);
}

/// The room that a platform's surface goes through, a little smaller than its polygon: walls of other rooms that stand
/// on the same line stay clear.
struct Sweep {
    key: SceneKey,
    outline: Vec<Vec2>,
}

impl Sweep {
    fn new(key: SceneKey, corners: &[Point]) -> Self {
        let corners: Vec<Vec2> = corners.iter().map(|&corner| place(corner)).collect();
        let middle = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
        let inwards = |corner: &Vec2| *corner + (middle - *corner).clamp_length_max(f32::from(GAP));
        Self { key, outline: corners.iter().map(inwards).collect() }
    }

    /// From where the surface is to one of its ends: walls around, and the face at the end.
    fn add_to(&self, chunk: &mut Chunk, from: i16, end: i16) {
        if from == end {
            return;
        }
        let end = if end > from { end.saturating_sub(GAP) } else { end.saturating_add(GAP) };
        let group = chunk.group(self.key, [colours::GHOST; Colouring::COUNT]);
        let face: Vec<_> = self.outline.iter().map(|corner| corner.extend(f32::from(end))).collect();
        chunk.polygon(group, &face);
        let next = self.outline.iter().cycle().skip(1);
        let (bottom, top) = (f32::from(from.min(end)), f32::from(from.max(end)));
        for (&a, &b) in self.outline.iter().zip(next).filter(|(a, b)| a != b) {
            chunk.upright(group, a, b, bottom, top);
        }
    }
}
