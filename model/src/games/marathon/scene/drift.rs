//! Textures that lie elsewhere than they are stored: those that move by themselves (`marathon.md` 2.8), those that
//! liquids carry along and those that platforms drag. A texture is not drawn, so lines that lie on it show its way.

use super::at_height;
use super::running::all;
use super::walls::{self, Cover, Face};
use super::world::World;
use crate::games::marathon::geometry::line::NO_TEXTURE;
use crate::games::marathon::geometry::map::{Line as MapLine, Point, indexed};
use crate::games::marathon::geometry::polygon;
use crate::games::marathon::preview::transfer_mode::{Drawn, drawn};
use crate::games::marathon::records;
use crate::preview::{Moment, Reading};
use crate::scene::{Colour, Line};
use glam::{Vec2, Vec3};
use std::collections::BTreeMap;

const COLOUR: Colour = Colour::rgb(80, 200, 220);
/// A texture covers so many units.
const TILE: i32 = 1024;
/// A line for every quarter of a texture.
const RULE: i32 = TILE / 4;
/// Half the size of the mark on a floor, at most.
const MARK: f32 = 96.0;
/// How far a line stays before its wall, so that it is seen.
const GAP: f32 = 3.0;

/// A face whose texture moves by its transfer mode, or with a liquid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    /// The polygon, or the side's.
    polygon: i16,
    on: On,
    mode: i16,
}

#[derive(Clone, Copy, Debug)]
enum On {
    Floor,
    Ceiling,
    /// A liquid, whose texture has an origin.
    Medium(i16),
    Side(i16, Cover),
}

/// Whether a mode moves a texture along its surface.
fn moves(mode: i16) -> bool {
    [1, 77].into_iter().any(|tick| {
        let Drawn { x, y, .. } = drawn(mode, tick);
        (x, y) != (0, 0)
    })
}

/// All such faces of a level.
pub(super) fn movers(world: &World<'_>) -> Vec<Mover> {
    let mut movers = Vec::new();
    for (polygon, record) in all(world) {
        let faces = [(On::Floor, record.floor_transfer_mode()), (On::Ceiling, record.ceiling_transfer_mode())];
        movers.extend(faces.into_iter().filter(|(_, mode)| moves(*mode)).map(|(on, mode)| Mover { polygon, on, mode }));
        if world.medium(record.media()).is_some() {
            movers.push(Mover { polygon, on: On::Medium(record.media()), mode: 0 });
        }
    }
    for index in world.side_rows.indices() {
        let Some(side) = world.side_rows.row(index).and_then(|(row, layout)| records::Side::new(row, layout)) else {
            continue;
        };
        let faces = [
            (Cover::Primary, side.primary_transfer_mode()),
            (Cover::Secondary, side.secondary_transfer_mode()),
            (Cover::Transparent, side.transparent_transfer_mode()),
        ];
        for (cover, mode) in faces.into_iter().filter(|(_, mode)| moves(*mode)) {
            movers.extend(line_of(world, index).map(|(_, polygon)| Mover {
                polygon,
                on: On::Side(index, cover),
                mode,
            }));
        }
    }
    movers
}

/// The line a side lies on and the polygon it belongs to. Marathon 1 does not store a side's line: it is looked for.
fn line_of<'a>(world: &World<'a>, side: i16) -> Option<(&'a MapLine, i16)> {
    let owns = |line: &&MapLine| [line.clockwise_side, line.counterclockwise_side].contains(&side);
    let stored = world.side_rows.row(side).and_then(|(row, layout)| records::Side::new(row, layout));
    let stored = stored.filter(|_| !world.map().marathon_1).and_then(|side| world.map().line(side.line())).filter(owns);
    let line = stored.or_else(|| indexed(&world.map().lines).map(|(_, line)| line).find(owns))?;
    let clockwise = line.clockwise_side == side;
    Some((line, if clockwise { line.clockwise_polygon } else { line.counterclockwise_polygon }))
}

/// Lines on the textures at a moment.
pub(super) fn lines(world: &World<'_>, movers: &[Mover], moment: &Moment) -> Vec<Line> {
    let mut lines = Vec::new();
    // Ticks of a preview have 32 bits.
    let tick = moment.tick.floor() as u32;
    let mut origins: BTreeMap<u32, (i32, i32)> = BTreeMap::new();
    for live in moment.live.iter().filter(|live| live.subject.table == "media") {
        let offset = live.value.int().and_then(|offset| i32::try_from(offset.rem_euclid(TILE.into())).ok());
        let (x, y) = origins.entry(live.subject.row).or_default();
        match live.field {
            "origin_x" => *x = offset.unwrap_or(0),
            "origin_y" => *y = offset.unwrap_or(0),
            _ => {}
        }
    }
    for mover in movers {
        let Drawn { x, y, .. } = drawn(mover.mode, tick);
        match mover.on {
            On::Floor => lines.extend(mark(world, mover.polygon, |h| h.floor, (x, y)).into_iter().flatten()),
            On::Ceiling => lines.extend(mark(world, mover.polygon, |h| h.ceiling, (x, y)).into_iter().flatten()),
            On::Medium(medium) => {
                let origin = u32::try_from(medium).ok().and_then(|row| origins.get(&row)).copied().unwrap_or((0, 0));
                if let Some((_, medium)) = world.liquid_in(mover.polygon).filter(|_| origin != (0, 0)) {
                    lines.extend(mark(world, mover.polygon, |_| medium.height, origin).into_iter().flatten());
                }
            }
            On::Side(side, cover) => rule(world, side, cover, (x, y), &mut lines),
        }
    }
    for live in moment.live.iter().filter(|live| live.subject.table == "sides" && live.field == "primary_y") {
        if let (Ok(side), Reading::Int(y)) = (i16::try_from(live.subject.row), live.value) {
            rule(world, side, Cover::Primary, (0, i32::try_from(y).unwrap_or(0)), &mut lines);
        }
    }
    lines
}

/// A cross on a floor or ceiling that goes along with the texture.
fn mark(
    world: &World<'_>,
    index: i16,
    height: impl Fn(super::basis::Heights) -> i16,
    (x, y): (i32, i32),
) -> Option<[Line; 2]> {
    let shape = world.map().polygon(index)?;
    let centre = polygon::centre(world.map(), index, shape)?;
    let corners = world.corners(shape)?;
    let near = |p: &Point| super::place(*p).distance(super::place(centre));
    let reach = corners.iter().map(near).fold(f32::INFINITY, f32::min) * 0.5;
    // An origin that grows moves the texture west and north.
    let wrapped = |offset: i32| ((offset + TILE / 2).rem_euclid(TILE) - TILE / 2) as f32 / (TILE / 2) as f32;
    let way = Vec2::new(-wrapped(x), wrapped(y)) * reach;
    let at = at_height(centre, height(world.heights(index)?)) + way.extend(GAP);
    let arm = MARK.min(reach * 0.4);
    Some([Vec3::X, Vec3::Y].map(|axis| Line { width: 2.0, ..Line::new(at - axis * arm, at + axis * arm, COLOUR) }))
}

/// Lines across a wall, one for every quarter of the texture.
fn rule(world: &World<'_>, index: i16, cover: Cover, (x, y): (i32, i32), lines: &mut Vec<Line>) {
    let Some((line, polygon)) = line_of(world, index) else { return };
    let Some((own, [a, b])) = world.heights(polygon).zip(world.map().ends(line)) else { return };
    let Some((row, layout)) = world.side_rows.row(index) else { return };
    let Some(side) = records::Side::new(row, layout) else { return };
    let worn = |at: usize| {
        let bytes = row.get(at..).and_then(|rest| rest.first_chunk::<2>());
        bytes.is_some_and(|two| u16::from_be_bytes(*two) != NO_TEXTURE)
    };
    let other = if line.clockwise_polygon == polygon { line.counterclockwise_polygon } else { line.clockwise_polygon };
    let face = Face { side_type: side.kind(), primary: worn(8), transparent: worn(20) };
    let Some(panel) = walls::panels(own, world.heights(other), Some(face)).find(|panel| panel.cover == cover) else {
        return;
    };
    // Clockwise on the map, the room lies to the right.
    let (from, to) = if line.clockwise_polygon == polygon { (a, b) } else { (b, a) };
    let (from, to) = (super::place(from), super::place(to));
    let along = (to - from).normalize_or_zero();
    let inwards = Vec2::new(along.y, -along.x) * GAP;
    let (from, to) = (from + inwards, to + inwards);
    let stroke = |a: Vec3, b: Vec3| Line { width: 1.5, ..Line::new(a, b, COLOUR) };
    // A panel hangs from its top: an origin that grows moves the texture up, and against the wall's way.
    let (top, bottom) = (i32::from(panel.top), i32::from(panel.bottom));
    let first = bottom + (top + y - bottom).rem_euclid(RULE);
    let heights = (first..top).step_by(usize::try_from(RULE).unwrap_or(1));
    lines.extend(heights.map(|z| stroke(from.extend(z as f32), to.extend(z as f32))));
    if x != 0 {
        let length = from.distance(to);
        let mut way = (-x).rem_euclid(RULE) as f32;
        while way < length {
            let at = from + along * way;
            lines.push(stroke(at.extend(f32::from(panel.bottom)), at.extend(f32::from(panel.top))));
            way += RULE as f32;
        }
    }
}
