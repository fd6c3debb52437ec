//! Puts rooms together: shared points and lines, sides where something shows, and every field that follows from them
//! (`marathon.md` 1.5, by the rules of [`crate::games::marathon::geometry`]).

use super::room::{GivenPlatform, NO_TEXTURE, Panel, Placed, Room, WALLS, texture};
use crate::games::marathon::geometry::indices;
use crate::games::marathon::geometry::map::{
    Endpoint, Kind, Line, MAXIMUM_VERTICES, Map, NONE, Object, Platform, PlatformHeights, Point, Polygon, Side, at_mut,
    indexed,
};
use crate::games::marathon::geometry::{endpoint, line, platform, polygon, side};
use std::collections::BTreeMap;

/// A map in the making.
#[derive(Debug, Default)]
pub struct Builder {
    pub(super) map: Map,
    pub(super) rooms: Vec<Room>,
    pub(super) platforms: Vec<GivenPlatform>,
    pub(super) objects: Vec<Placed>,
    /// What each side wears.
    pub(super) looks: Vec<Look>,
    panels: BTreeMap<(i16, i16), Panel>,
    points: BTreeMap<(i16, i16), i16>,
    lines: BTreeMap<(i16, i16), i16>,
}

/// What a side wears.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) primary: u16,
    pub(super) secondary: u16,
    pub(super) light: i16,
    pub(super) panel: Option<Panel>,
}

/// The number a new element gets. A builder is only asked for maps that fit the format.
fn next<T>(list: &[T]) -> i16 {
    i16::try_from(list.len()).unwrap_or(i16::MAX)
}

impl Builder {
    /// Adds a polygon; its corners go clockwise on the map (x east, y south), at most eight. Points and lines of
    /// earlier polygons are shared.
    pub fn room(&mut self, corners: &[(i16, i16)], room: Room) -> i16 {
        let index = next(&self.map.polygons);
        let mut polygon = Polygon {
            polygon_type: room.kind,
            permutation: room.permutation,
            vertex_count: next(corners),
            endpoints: [NONE; MAXIMUM_VERTICES],
            lines: [NONE; MAXIMUM_VERTICES],
            adjacents: [NONE; MAXIMUM_VERTICES],
            sides: [NONE; MAXIMUM_VERTICES],
            floor: room.floor,
            ceiling: room.ceiling,
            ..Polygon::default()
        };
        let ends = corners.iter().zip(corners.iter().cycle().skip(1));
        for ((line, endpoint), (from, to)) in polygon.lines.iter_mut().zip(&mut polygon.endpoints).zip(ends) {
            *endpoint = self.point(*from);
            let to = self.point(*to);
            *line = self.line(*endpoint, to, index);
        }
        self.map.polygons.push(polygon);
        self.rooms.push(room);
        index
    }

    /// Adds a room whose walls run along the axes, from its north-western to its south-eastern corner.
    pub fn square(&mut self, (west, north): (i16, i16), (east, south): (i16, i16), room: Room) -> i16 {
        self.room(&[(west, north), (east, north), (east, south), (west, south)], room)
    }

    fn point(&mut self, (x, y): (i16, i16)) -> i16 {
        let points = &mut self.map.points;
        *self.points.entry((x, y)).or_insert_with(|| {
            points.push(Endpoint { position: Point { x, y }, supporting_polygon: NONE, ..Endpoint::default() });
            next(points) - 1
        })
    }

    fn line(&mut self, from: i16, to: i16, owner: i16) -> i16 {
        if let Some(&known) = self.lines.get(&(to, from)) {
            if let Some(line) = at_mut(&mut self.map.lines, known) {
                line.counterclockwise_polygon = owner;
            }
            return known;
        }
        let index = next(&self.map.lines);
        self.map.lines.push(Line {
            endpoints: [from, to],
            clockwise_side: NONE,
            counterclockwise_side: NONE,
            clockwise_polygon: owner,
            counterclockwise_polygon: NONE,
            ..Line::default()
        });
        self.lines.insert((from, to), index);
        index
    }

    /// Makes a room's polygon a platform.
    pub fn platform(&mut self, room: i16, given: GivenPlatform) {
        let record = next(&self.platforms);
        if let Some(polygon) = at_mut(&mut self.map.polygons, room) {
            polygon.polygon_type = polygon::PLATFORM;
            polygon.permutation = record;
        }
        self.map.platforms.push(Platform {
            polygon: room,
            flags: given.flags,
            heights: PlatformHeights::Given { maximum: given.maximum, minimum: given.minimum },
            owners: Default::default(),
        });
        self.platforms.push(given);
    }

    /// Puts a control panel on a room's wall: the one that begins at its given corner.
    pub fn panel(&mut self, room: i16, corner: (i16, i16), panel: Panel) {
        let endpoint = self.points.get(&corner).copied();
        let polygon = self.map.polygon(room);
        let edge = polygon.and_then(|own| own.endpoints.iter().zip(&own.lines).find(|(e, _)| Some(**e) == endpoint));
        if let Some((_, &line)) = edge {
            self.panels.insert((line, room), panel);
        }
    }

    /// Places something.
    pub fn place(&mut self, placed: Placed) {
        self.map.objects.push(Object { group: placed.group, polygon: placed.polygon, position: placed.at });
        self.objects.push(placed);
    }

    /// Works out everything that follows. A preprocessed map has its platforms set up and its index list made; one
    /// that does not fit an index list stays without.
    pub(super) fn finish(&mut self, kind: Kind) {
        self.add_sides();
        if kind == Kind::Preprocessed {
            self.map.kind = kind;
            self.start_platforms();
        }
        self.derive_lines();
        self.derive_sides();
        self.derive_polygons();
        if kind == Kind::Preprocessed {
            self.derive_endpoints();
            self.derive_indices();
        }
    }

    /// A side wherever a wall or a step shows.
    fn add_sides(&mut self) {
        for index in 0..next(&self.map.lines) {
            let Some(line) = self.map.line(index).copied() else { continue };
            let (own, opposite) = (line.clockwise_polygon, line.counterclockwise_polygon);
            let clockwise = self.add_side(index, own, opposite);
            let counterclockwise = self.add_side(index, opposite, own);
            if let Some(line) = at_mut(&mut self.map.lines, index) {
                (line.clockwise_side, line.counterclockwise_side) = (clockwise, counterclockwise);
            }
        }
    }

    fn add_side(&mut self, line: i16, own: i16, opposite: i16) -> i16 {
        let Some(side_type) = side::type_when_created(&self.map, own, opposite) else { return NONE };
        if self.map.polygon(opposite).is_some() && side_type == side::SideType::Full {
            return NONE;
        }
        let room = usize::try_from(own).ok().and_then(|own| self.rooms.get(own)).copied();
        let panel = self.panels.get(&(line, own)).copied();
        let wall = texture(WALLS, panel.map_or(5, |panel| panel.shape));
        let secondary = if side_type == side::SideType::Split { texture(WALLS, 6) } else { NO_TEXTURE };
        self.map.sides.push(Side {
            side_type: side_type as i16,
            transparent_texture: NO_TEXTURE,
            polygon: own,
            line,
            ..Side::default()
        });
        self.looks.push(Look { primary: wall, secondary, light: room.map_or(0, |room| room.light), panel });
        next(&self.map.sides) - 1
    }

    fn start_platforms(&mut self) {
        for built in platform::built(&self.map) {
            if let Some(polygon) = at_mut(&mut self.map.polygons, built.polygon) {
                (polygon.floor, polygon.ceiling) = (built.floor, built.ceiling);
            }
            for platform in self.map.platforms.iter_mut().filter(|platform| platform.polygon == built.polygon) {
                let (extremes, floor, ceiling) = (built.extremes, built.floor, built.ceiling);
                platform.heights = PlatformHeights::Saved { extremes, floor, ceiling };
            }
        }
    }

    fn derive_lines(&mut self) {
        let rested = platform::at_rest(&self.map);
        let mut lines = self.map.lines.clone();
        for line in &mut lines {
            let alone = line::owners(&self.map, line).into_iter().flatten().count() < 2;
            line.flags = if alone { line::SOLID } else { line::TRANSPARENT };
            line.length = line::length(&self.map, line).unwrap_or(0);
            line.highest_adjacent_floor = line::highest_adjacent_floor(&self.map, line);
            line.lowest_adjacent_ceiling = line::lowest_adjacent_ceiling(&self.map, line);
            line.flags = line::flags(&self.map, line) & !line::ELEVATION;
            if line::is_elevation(&rested, line) {
                line.flags |= line::ELEVATION;
            }
            // A platform that has started has closed its lines (`marathon.md` 2.1).
            let started = self.map.kind == Kind::Preprocessed && line.flags & line::VARIABLE_ELEVATION != 0;
            if started && line::is_closed(&self.map, line) {
                line.flags = line.flags & !line::TRANSPARENT | line::SOLID;
            }
        }
        self.map.lines = lines;
    }

    fn derive_sides(&mut self) {
        for index in 0..next(&self.map.sides) {
            let line = self.map.side(index).map_or(NONE, |side| side.line);
            let zone = side::derived(&self.map, line, index).and_then(|derived| derived.exclusion);
            if let (Some(side), Some(zone)) = (at_mut(&mut self.map.sides, index), zone) {
                side.exclusion = zone;
            }
        }
    }

    fn derive_polygons(&mut self) {
        let mut polygons = self.map.polygons.clone();
        for (index, polygon) in (0..i16::MAX).zip(&mut polygons) {
            polygon.endpoints = polygon::endpoints(&self.map, index, polygon);
            polygon.adjacents = polygon::adjacents(&self.map, index, polygon);
            polygon.sides = polygon::sides(&self.map, index, polygon);
            polygon.area = polygon::area(&self.map, index, polygon).unwrap_or(0);
            polygon.centre = polygon::centre(&self.map, index, polygon).unwrap_or_default();
        }
        self.map.polygons = polygons;
    }

    fn derive_endpoints(&mut self) {
        let at_rest = endpoint::all_derived(&platform::at_rest(&self.map));
        let derived = endpoint::all_derived(&self.map);
        for ((point, mut derived), at_rest) in self.map.points.iter_mut().zip(derived).zip(at_rest) {
            derived.elevation = at_rest.elevation;
            point.flags = derived.flags(0);
            point.highest_adjacent_floor = derived.highest_adjacent_floor;
            point.lowest_adjacent_ceiling = derived.lowest_adjacent_ceiling;
            point.supporting_polygon = derived.supporting_polygon;
        }
    }

    fn derive_indices(&mut self) {
        let Ok(made) = indices::rebuilt(&self.map) else { return };
        for (polygon, made) in self.map.polygons.iter_mut().zip(&made.polygons) {
            polygon.first_exclusion = made.first_exclusion;
            polygon.exclusion_lines = made.exclusion_lines;
            polygon.exclusion_points = made.exclusion_points;
            polygon.first_neighbour = made.first_neighbour;
            polygon.neighbours = made.neighbours;
            polygon.sound_sources = made.sound_sources;
        }
        for platform in &mut self.map.platforms {
            if let Some(made) = made.platforms.iter().find(|made| made.polygon == platform.polygon) {
                platform.owners = made.owners;
            }
        }
        self.map.index_list = made.list;
    }

    /// The middle of a room, for placing things.
    pub fn middle(&self, room: i16) -> Point {
        let own = self.map.polygon(room);
        own.and_then(|own| polygon::centre(&self.map, room, own)).unwrap_or_default()
    }

    /// The rooms with their numbers.
    pub(super) fn rooms_with_polygons(&self) -> impl Iterator<Item = (&Polygon, &Room)> {
        indexed(&self.map.polygons).map(|(_, polygon)| polygon).zip(&self.rooms)
    }
}
