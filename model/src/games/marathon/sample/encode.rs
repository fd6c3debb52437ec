//! A finished map as the bytes of its chunks (`marathon.md` 1.2 to 1.5).

use super::build::{Builder, Look};
use super::room::{NO_TEXTURE, Room, SKY, WALLS, texture};
use super::row::Rows;
use crate::games::marathon::geometry::map::{EndpointOwners, Kind, Line, NONE, PlatformHeights, Point, Polygon, Side};
use crate::games::marathon::geometry::platform;

/// Transfer mode of skies.
const LANDSCAPE: i16 = 9;
/// Flag of a side with a control panel.
const IS_PANEL: u16 = 1 << 1;
/// Static flag of a platform: it is on at the start.
const INITIALLY_ACTIVE: u32 = 1;

pub(super) fn points(builder: &Builder) -> Vec<u8> {
    let mut out = Rows::default();
    for point in &builder.map.points {
        let Point { x, y } = point.position;
        if builder.map.kind == Kind::Raw {
            out.i16(x).i16(y);
        } else {
            out.u16(point.flags).i16(point.highest_adjacent_floor).i16(point.lowest_adjacent_ceiling);
            // The transformed position is the running game's.
            out.i16(x).i16(y).zeros(4).i16(point.supporting_polygon);
        }
    }
    out.0
}

pub(super) fn lines(builder: &Builder) -> Vec<u8> {
    let mut out = Rows::default();
    for line in &builder.map.lines {
        let Line { endpoints, flags, length, highest_adjacent_floor, lowest_adjacent_ceiling, .. } = *line;
        out.i16s(&endpoints).u16(flags).i16(length).i16(highest_adjacent_floor).i16(lowest_adjacent_ceiling);
        out.i16(line.clockwise_side).i16(line.counterclockwise_side);
        out.i16(line.clockwise_polygon).i16(line.counterclockwise_polygon).zeros(12);
    }
    out.0
}

pub(super) fn sides(builder: &Builder) -> Vec<u8> {
    let mut out = Rows::default();
    for (side, look) in builder.map.sides.iter().zip(&builder.looks) {
        write_side(&mut out, side, look);
    }
    out.0
}

fn write_side(out: &mut Rows, side: &Side, look: &Look) {
    let (kind, permutation) = look.panel.map_or((0, 0), |panel| (panel.kind, panel.permutation));
    out.i16(side.side_type).u16(if look.panel.is_some() { IS_PANEL } else { 0 });
    // Texture origins and textures: primary, secondary, transparent.
    out.zeros(4).u16(look.primary).zeros(4).u16(look.secondary).zeros(4).u16(side.transparent_texture);
    for corner in side.exclusion {
        out.i16(corner.x).i16(corner.y);
    }
    out.i16(kind).i16(permutation).i16s(&[0; 3]).i16(side.polygon).i16(side.line);
    // Lights of the three textures, ambient delta, unused.
    out.i16s(&[look.light; 3]).i32(0).zeros(2);
}

pub(super) fn polygons(builder: &Builder) -> Vec<u8> {
    let mut out = Rows::default();
    for (polygon, room) in builder.rooms_with_polygons() {
        write_polygon(&mut out, polygon, room);
    }
    out.0
}

fn write_polygon(out: &mut Rows, polygon: &Polygon, room: &Room) {
    let (ceiling, mode) = if room.open { (SKY, LANDSCAPE) } else { (texture(WALLS, 8), 0) };
    out.i16(polygon.polygon_type).u16(polygon.flags).i16(polygon.permutation).i16(polygon.vertex_count);
    out.i16s(&polygon.endpoints).i16s(&polygon.lines).u16(texture(WALLS, 7)).u16(ceiling);
    out.i16(polygon.floor).i16(polygon.ceiling).i16(room.light).i16(room.light).i32(polygon.area).i16(NONE);
    out.u16(polygon.first_exclusion).i16(polygon.exclusion_lines).i16(polygon.exclusion_points).i16(0).i16(mode);
    out.i16s(&polygon.adjacents).u16(polygon.first_neighbour).i16(polygon.neighbours);
    out.i16(polygon.centre.x).i16(polygon.centre.y).i16s(&polygon.sides).zeros(8).i16(room.media).i16(room.light);
    out.u16(polygon.sound_sources).i16(room.ambient).i16(room.random).zeros(2);
}

pub(super) fn objects(builder: &Builder) -> Vec<u8> {
    let mut out = Rows::default();
    for object in &builder.objects {
        out.i16(object.group).i16(object.index).i16(object.facing).i16(object.polygon);
        out.i16(object.at.x).i16(object.at.y).i16(0).u16(object.flags);
    }
    out.0
}

/// `plac`: 64 items, then 64 monsters, each with as many at the start as are placed.
pub(super) fn placement(builder: &Builder) -> Vec<u8> {
    const ITEMS: i16 = 2;
    const MONSTERS: i16 = 0;
    let mut out = Rows::default();
    for group in [ITEMS, MONSTERS] {
        for index in 0..64 {
            let placed = builder.objects.iter().filter(|object| (object.group, object.index) == (group, index));
            let count = i16::try_from(placed.count()).unwrap_or(i16::MAX);
            // Flags, initial, minimum, maximum, random count, random chance.
            out.u16(0).i16(count).i16(0).i16(count).i16(0).u16(0);
        }
    }
    out.0
}

pub(super) fn platforms(builder: &Builder) -> Vec<u8> {
    let mut out = Rows::default();
    for (platform, given) in builder.map.platforms.iter().zip(&builder.platforms) {
        match platform.heights {
            PlatformHeights::Given { maximum, minimum } => {
                out.i16(given.kind).i16(given.speed).i16(given.delay).i16(maximum).i16(minimum).u32(given.flags);
                out.i16(platform.polygon).i16(given.tag).zeros(14);
            }
            PlatformHeights::Saved { extremes, floor, ceiling } => {
                out.i16(given.kind).u32(given.flags).i16(given.speed).i16(given.delay);
                out.i16(extremes.minimum_floor).i16(extremes.maximum_floor);
                out.i16(extremes.minimum_ceiling).i16(extremes.maximum_ceiling);
                out.i16(platform.polygon).u16(state(given.flags)).i16(floor).i16(ceiling).i16(0);
                for owner in platform.owners {
                    let EndpointOwners { first_polygon, polygons, first_line, lines } = owner;
                    out.u16(first_polygon).i16(polygons).u16(first_line).i16(lines);
                }
                out.i16(NONE).i16(given.tag).zeros(44);
            }
        }
    }
    out.0
}

/// What a platform is doing at the start (`marathon.md` 1.4, 2.1).
fn state(flags: u32) -> u16 {
    const ACTIVE: u16 = 1 | 1 << 2 | 1 << 3;
    const EXTENDING: u16 = 1 << 1;
    const FULLY_EXTENDED: u16 = 1 << 5;
    const FULLY_CONTRACTED: u16 = 1 << 6;
    let active = if flags & INITIALLY_ACTIVE != 0 { ACTIVE } else { 0 };
    let place = if flags & platform::INITIALLY_EXTENDED != 0 { FULLY_EXTENDED } else { EXTENDING | FULLY_CONTRACTED };
    active | place
}

pub(super) fn map_indices(builder: &Builder) -> Vec<u8> {
    let mut out = Rows::default();
    out.i16s(&builder.map.index_list);
    out.0
}

/// What a texture field holds without a texture; named here so that encoders agree.
const _: () = assert!(NO_TEXTURE == crate::games::marathon::geometry::line::NO_TEXTURE);
