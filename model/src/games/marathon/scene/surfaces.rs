//! Floors, ceilings, walls, liquids and what platforms sweep, in chunks by neighbourhood.

use super::basis::{Heights, LiveSide};
use super::colours::{self, Colours};
use super::walls::{self, Cover, Face};
use super::world::World;
use super::{at_height, place};
use crate::games::marathon::geometry::line;
use crate::games::marathon::geometry::map::{Point, Polygon, indexed};
use crate::games::marathon::records;
use crate::scene::{Chunk, Colour, Colouring, GroupId, Material, SceneKey};
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
struct Cell {
    floors: Chunk,
    shell: Chunk,
    moving_floors: Chunk,
    moving_shell: Chunk,
    liquids: Chunk,
    glass: Chunk,
    ghosts: Chunk,
    lit: Vec<Lit>,
}

/// The chunks of all neighbourhoods.
pub(super) fn chunks(cells: &[SharedCell]) -> Vec<Arc<Chunk>> {
    cells.iter().flat_map(SharedCell::chunks).map(Arc::clone).collect()
}

/// Where in a [`Cell`] a chunk stands; the order of [`SharedCell::chunks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Floors,
    MovingFloors,
    Liquids,
    Shell,
    MovingShell,
    Glass,
}

/// A group whose colour by light follows a light.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Lit {
    slot: Slot,
    group: GroupId,
    light: i16,
    /// Added to its intensity.
    delta: i32,
    opacity: u8,
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

    fn chunk(&mut self, slot: Slot) -> &mut Chunk {
        match slot {
            Slot::Floors => &mut self.floors,
            Slot::MovingFloors => &mut self.moving_floors,
            Slot::Liquids => &mut self.liquids,
            Slot::Shell => &mut self.shell,
            Slot::MovingShell => &mut self.moving_shell,
            Slot::Glass => &mut self.glass,
        }
    }

    fn light(&mut self, slot: Slot, group: GroupId, light: i16, delta: i32) {
        let by_light = self.chunk(slot).groups.get(group.0 as usize).and_then(|own| own.colours.get(LIGHT)).copied();
        let Colour([_, _, _, opacity]) = by_light.unwrap_or_default();
        self.lit.push(Lit { slot, group, light, delta, opacity });
    }
}

/// The place of the colouring by light.
const LIGHT: usize = Colouring::Light.index();
/// How many chunks the view from above shows too: floors, moving floors, liquids.
const FLAT: usize = 3;

/// Chunks that are shared between the scene and its view from above.
#[derive(Debug)]
pub(super) struct SharedCell {
    chunks: [Arc<Chunk>; 7],
    lit: Vec<Lit>,
}

impl SharedCell {
    /// The chunks that the view from above shows.
    pub(super) fn flat(&self) -> impl Iterator<Item = &Arc<Chunk>> {
        self.chunks.iter().take(FLAT).filter(|chunk| !chunk.triangles.is_empty())
    }

    /// All chunks.
    pub(super) fn chunks(&self) -> impl Iterator<Item = &Arc<Chunk>> {
        self.chunks.iter().filter(|chunk| !chunk.triangles.is_empty())
    }

    /// Takes over the chunks of an older one that hold the same.
    pub(super) fn share(&mut self, old: &SharedCell) {
        for (new, old) in self.chunks.iter_mut().zip(&old.chunks) {
            if new == old {
                *new = Arc::clone(old);
            }
        }
    }

    /// Colours it by the lights as they are now; its faces stay.
    pub(super) fn relight(&mut self, world: &World<'_>) {
        for lit in &self.lit {
            let colour = light_colour(world, lit.light, lit.delta).with_opacity(lit.opacity);
            let Some(chunk) = self.chunks.get_mut(lit.slot as usize) else { continue };
            let group = usize::try_from(lit.group.0).unwrap_or(usize::MAX);
            let old = chunk.groups.get(group).and_then(|group| group.colours.get(LIGHT));
            if old.is_some_and(|old| *old != colour)
                && let Some(own) = Arc::make_mut(chunk).groups.get_mut(group).and_then(|g| g.colours.get_mut(LIGHT))
            {
                *own = colour;
            }
        }
    }
}

fn light_colour(world: &World<'_>, light: i16, delta: i32) -> Colour {
    colours::of_light(world.light(light).map(|light| light.saturating_add(delta)))
}

/// The polygons and platforms of a neighbourhood, in the order they are drawn.
#[derive(Debug, Default)]
pub(super) struct Site {
    pub(super) polygons: Vec<i16>,
    /// Places in the list of platforms.
    pub(super) platforms: Vec<usize>,
}

/// All neighbourhoods of a level in a fixed order.
pub(super) fn sites(world: &World<'_>) -> Vec<Site> {
    let neighbourhood = |polygon: &Polygon| {
        let first = *world.corners(polygon)?.first()?;
        Some((first.x.div_euclid(CELL), first.y.div_euclid(CELL)))
    };
    let mut sites: BTreeMap<(i16, i16), Site> = BTreeMap::new();
    for (index, polygon) in indexed(&world.map().polygons) {
        if let Some(key) = neighbourhood(polygon).filter(|_| world.heights(index).is_some()) {
            sites.entry(key).or_default().polygons.push(index);
        }
    }
    for (at, built) in world.basis.platforms.iter().enumerate() {
        if let Some(key) = world.map().polygon(built.polygon).and_then(neighbourhood) {
            sites.entry(key).or_default().platforms.push(at);
        }
    }
    sites.into_values().collect()
}

/// What a neighbourhood looks like.
pub(super) fn cell(world: &World<'_>, site: &Site) -> SharedCell {
    let mut cell = Cell::empty();
    for &index in &site.polygons {
        let Some((polygon, own)) = world.map().polygon(index).zip(world.heights(index)) else { continue };
        let Some(corners) = world.corners(polygon) else { continue };
        Room { world, index, polygon, corners: &corners, own }.add_to(&mut cell);
    }
    for built in site.platforms.iter().filter_map(|at| world.basis.platforms.get(*at)) {
        let Some(corners) = world.map().polygon(built.polygon).and_then(|polygon| world.corners(polygon)) else {
            continue;
        };
        let sweep = Sweep::new(world.key(world.polygon_rows, built.polygon), &corners);
        let extremes = built.extremes;
        for end in [extremes.minimum_floor, extremes.maximum_floor] {
            sweep.add_to(&mut cell.ghosts, built.floor, end);
        }
        for end in [extremes.minimum_ceiling, extremes.maximum_ceiling] {
            sweep.add_to(&mut cell.ghosts, built.ceiling, end);
        }
    }
    let Cell { floors, shell, moving_floors, moving_shell, liquids, glass, ghosts, lit } = cell;
    SharedCell { chunks: [floors, moving_floors, liquids, shell, moving_shell, glass, ghosts].map(Arc::new), lit }
}

/// One polygon with what its faces are made of.
struct Room<'a> {
    world: &'a World<'a>,
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
        let stored = colours::later_type(self.polygon.polygon_type, self.world.map().marathon_1);
        let kind = colours::of_type(self.world.basis.kinds.get(&self.index).copied().unwrap_or(stored));
        let liquid = self.world.liquid_in(self.index);
        let medium = colours::of_medium(liquid.map(|(_, medium)| medium.kind));

        let floor = [
            sky_or(record.floor_transfer_mode(), kind),
            colours::of_height(self.own.floor, self.world.basis.range.floors),
            colours::of_light(self.world.light(record.floor_light())),
            medium,
            colours::of_texture(descriptor(row, 40)),
        ];
        let ceiling = [
            sky_or(record.ceiling_transfer_mode(), kind),
            colours::of_height(self.own.ceiling, self.world.basis.range.ceilings),
            colours::of_light(self.world.light(record.ceiling_light())),
            medium,
            colours::of_texture(descriptor(row, 42)),
        ];
        let moves = self.polygon.is_platform();
        let (floors, shell) = if moves { (Slot::MovingFloors, Slot::MovingShell) } else { (Slot::Floors, Slot::Shell) };
        let group = flat(cell.chunk(floors), key, floor, self.corners, self.own.floor, turn, true);
        cell.light(floors, group, record.floor_light(), 0);
        let group = flat(cell.chunk(shell), key, ceiling, self.corners, self.own.ceiling, turn, false);
        cell.light(shell, group, record.ceiling_light(), 0);
        if let Some((index, medium)) = liquid.filter(|(_, medium)| medium.height < self.own.ceiling) {
            let key = self.world.key(self.world.medium_rows, index);
            let height = colours::of_height(medium.height, self.world.basis.range.floors);
            let light = colours::of_light(self.world.light(record.media_light()));
            let colours = colours::liquid(medium.kind, height, light);
            let group = flat(cell.chunk(Slot::Liquids), key, colours, self.corners, medium.height, turn, true);
            cell.light(Slot::Liquids, group, record.media_light(), 0);
        }
        self.add_walls(cell, &record, floor, turn);
    }

    fn add_walls(&self, cell: &mut Cell, record: &records::Polygon<'_>, floor: Colours, turn: i64) {
        let next = self.corners.iter().cycle().skip(1);
        let edges = self.corners.iter().zip(next).zip(self.polygon.lines.iter().zip(&self.polygon.sides));
        for ((&from, &to), (&line_index, &side_index)) in edges {
            let Some(line) = self.world.map().line(line_index) else { continue };
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
            let moves = line::has_platform(self.world.map(), line);
            for panel in walls::panels(self.own, opposite, face) {
                let slot = match (panel.cover, moves) {
                    (Cover::Transparent, _) => Slot::Glass,
                    (_, true) => Slot::MovingShell,
                    (_, false) => Slot::Shell,
                };
                let live = self.world.basis.sides.get(&side_index);
                let (colours, light, delta) = self.wall_colours(record, side.as_ref(), live, panel.cover, floor);
                let chunk = cell.chunk(slot);
                let group = chunk.group(key, colours);
                chunk.upright(group, place(from), place(to), f32::from(panel.bottom), f32::from(panel.top));
                cell.light(slot, group, light, delta);
            }
        }
    }

    /// With the light it follows, and what is added to that.
    fn wall_colours(
        &self,
        record: &records::Polygon<'_>,
        side: Option<&(&[u8], records::Side<'_>)>,
        live: Option<&LiveSide>,
        cover: Cover,
        floor: Colours,
    ) -> (Colours, i16, i32) {
        let [kind, height, _, medium, _] = floor;
        let Some((row, side)) = side.filter(|_| cover != Cover::Bare) else {
            let light = record.ceiling_light();
            let by_light = light_colour(self.world, light, 0);
            return ([colours::BARE, height, by_light, medium, colours::of_texture(line::NO_TEXTURE)], light, 0);
        };
        let (texture_at, light, mode) = match cover {
            Cover::Secondary => (14, side.secondary_light(), side.secondary_transfer_mode()),
            Cover::Transparent => (20, side.transparent_light(), side.transparent_transfer_mode()),
            _ => (8, side.primary_light(), side.primary_transfer_mode()),
        };
        // Marathon 1 stores no lights with its sides (`marathon.md` 1.5, M1 loading extras).
        let low = side.kind() == 2 || cover == Cover::Secondary;
        let light = match (self.world.map().marathon_1, low) {
            (false, _) => light,
            (true, true) => record.floor_light(),
            (true, false) => record.ceiling_light(),
        };
        let delta = side.ambient_delta();
        let live = live.filter(|_| cover == Cover::Primary);
        let texture = live.and_then(panel_texture).unwrap_or_else(|| descriptor(row, texture_at));
        let kind = match live.and_then(|live| live.on) {
            Some(true) => colours::PANEL_ON,
            Some(false) => colours::PANEL_OFF,
            None if cover == Cover::Primary && side.flags() & IS_PANEL != 0 => colours::PANEL,
            None => sky_or(mode, kind),
        };
        let by_light = light_colour(self.world, light, delta);
        let solid = [kind, height, by_light, medium, colours::of_texture(texture)];
        if cover == Cover::Transparent {
            let Colour([_, _, _, opacity]) = colours::GLASS;
            let [_, rest @ ..] = solid.map(|colour| colour.with_opacity(opacity));
            let [height, by_light, medium, texture] = rest;
            return ([colours::GLASS, height, by_light, medium, texture], light, delta);
        }
        (solid, light, delta)
    }
}

/// The texture that a panel of a running level wears: shape in the low 8 bits, collection above (`marathon.md` 4.1).
fn panel_texture(side: &LiveSide) -> Option<u16> {
    let (collection, shape) = (side.collection?, side.shape?);
    Some(u16::try_from(collection).ok()? << 8 | u16::try_from(shape).ok()? & 0xFF)
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
fn flat(
    chunk: &mut Chunk,
    key: SceneKey,
    colours: Colours,
    corners: &[Point],
    height: i16,
    turn: i64,
    up: bool,
) -> GroupId {
    let group = chunk.group(key, colours);
    let mut outline: Vec<_> = corners.iter().map(|&corner| at_height(corner, height)).collect();
    // Clockwise on the map is clockwise from above.
    if (turn > 0) == up {
        outline.reverse();
    }
    chunk.polygon(group, &outline);
    group
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
