//! Objects, and the links between them.

use glam::{Vec2, Vec3};

use super::World;
use super::colours::{self, BRIDGE, DOOR, FORCE};
use crate::document::{Level, NodeId, Objects};
use crate::games::shock::objects::{KINDS, kind_of_class, table_of};
use crate::games::shock::operations::lists::NOWHERE;
use crate::games::shock::records::{BigStuff, Object};
use crate::games::shock::tables::{BIG_STUFFS, OBJECTS, SMALL_STUFFS};
use crate::links::LinkIndex;
use crate::scene::{Chunk, Colour, GroupId, Label, Line, Marker, MarkerShape, Material, SceneKey};

/// What is not a tile.
#[derive(Default)]
pub(super) struct Things {
    pub(super) markers: Vec<Marker>,
    pub(super) labels: Vec<Label>,
    pub(super) lines: Vec<Line>,
    /// Bridges and doors.
    pub(super) solid: Chunk,
    /// What is made of force.
    pub(super) force: Chunk,
}

/// Half a marker's width, in tiles.
const RADIUS: f32 = 0.16;
/// Thickness of a door and of its frame's opening, in tiles.
const DOOR_THICKNESS: f32 = 0.06;
/// Quarters of a tile in a bridge's size (5.5).
const QUARTERS: f32 = 4.0;
/// The class of small stuff, and the type of barricades in its subclass 5 (5.6).
const SMALL_STUFF: u8 = 8;
const BARRICADE: u8 = 9;
/// A bridge of force that is switched off (5.5).
const ABSENT: u8 = 8;

struct Look {
    colour: Colour,
    shape: MarkerShape,
    turns: bool,
    importance: u8,
}

fn look(class: u8) -> Look {
    let look = |colour, shape, turns, importance| Look { colour, shape, turns, importance };
    match class {
        14 => look(Colour::rgb(226, 84, 76), MarkerShape::Round, true, 3),
        12 => look(Colour::rgb(240, 196, 64), MarkerShape::Diamond, false, 2),
        9 => look(Colour::rgb(120, 200, 220), MarkerShape::Square, true, 2),
        10 => look(DOOR, MarkerShape::Square, true, 1),
        7 => look(BRIDGE, MarkerShape::Square, true, 0),
        8 => look(Colour::rgb(190, 176, 140), MarkerShape::Square, false, 0),
        13 => look(Colour::rgb(160, 140, 220), MarkerShape::Square, true, 1),
        2 | 11 => look(Colour::rgb(240, 140, 60), MarkerShape::Diamond, false, 0),
        0..=6 => look(Colour::rgb(86, 180, 233), MarkerShape::Square, false, 1),
        _ => look(Colour::rgb(214, 0, 214), MarkerShape::Diamond, true, 4),
    }
}

/// A heading of the scene: stored 0 is north and grows clockwise, 256 to a turn (3.3).
pub(super) fn heading(stored: u8) -> f32 {
    use core::f32::consts::{FRAC_PI_2, TAU};
    (FRAC_PI_2 - f32::from(stored) * TAU / 256.0).rem_euclid(TAU)
}

pub(super) fn things(world: &World<'_>, level: &Level, objects: &Objects) -> Things {
    let force = Chunk { two_sided: true, ..Chunk::new(Material::Ghost) };
    let mut things = Things { force, ..Things::default() };
    let Some(table) = table_of(level, &OBJECTS) else { return things };
    for (row, head) in table.heads().enumerate().skip(1) {
        let Some(object) = Object::new(head, table.layout).filter(|o| o.active() != 0 && o.x() != NOWHERE) else {
            continue;
        };
        let Some(number) = table.row_number(row) else { continue };
        things.add(world, level, objects, &object, number);
    }
    things.add_pulls(world);
    things.add_links(world, level);
    things
}

/// The corners of a rectangle around a place, half as wide across and along the way it looks.
fn corners(at: Vec3, heading: f32, half: Vec2) -> [Vec2; 4] {
    let way = Vec2::from_angle(heading);
    let (across, along) = (way.perp() * half.x, way * half.y);
    [across + along, across - along, -across - along, -across + along].map(|c| at.truncate() + c)
}

/// A block on such a rectangle that rises from its height.
fn slab(chunk: &mut Chunk, group: GroupId, at: Vec3, heading: f32, half: Vec2, rise: f32) {
    let corners = corners(at, heading, half);
    let (bottom, top) = (at.z, at.z + rise);
    let next = corners.iter().cycle().skip(1);
    for (from, to) in corners.iter().zip(next) {
        chunk.upright(group, *to, *from, bottom, top);
    }
    chunk.polygon(group, &corners.map(|c| c.extend(top)));
    let [a, b, c, d] = corners.map(|c| c.extend(bottom));
    chunk.polygon(group, &[d, c, b, a]);
}

impl Things {
    fn add(&mut self, world: &World<'_>, level: &Level, objects: &Objects, object: &Object<'_>, number: u32) {
        let key = SceneKey(u64::from(number));
        let at = world.place(object);
        let look = look(object.class());
        match (object.class(), object.subclass()) {
            (7, 7) if !world.cyberspace => self.add_bridge(world, level, object, key, at),
            // Barricades of cyberspace are such bridges, too (5.6).
            (8, 5) if object.r#type() == BARRICADE => self.add_bridge(world, level, object, key, at),
            (10, _) if !world.cyberspace => self.add_door(object, key, at),
            _ => {}
        }
        let kind = kind_of_class(object.class());
        let icon = KINDS.iter().position(|k| std::ptr::eq(*k, kind)).and_then(|at| u16::try_from(at).ok());
        let heading = look.turns.then(|| heading(object.heading()));
        let marker = Marker { heading, icon, colour: look.colour, shape: look.shape, ..Marker::new(key, at, RADIUS) };
        if let Some(named) = objects.of_node(number) {
            let text = named.name.clone();
            self.labels.push(Label { key: Some(key), at: marker.centre(), text, importance: look.importance });
        }
        self.markers.push(marker);
    }

    /// Bridges, pillars and barricades are as large as they say: quarters of a tile, and object units upwards (5.5). The
    /// specification is silent about what follows, which is from the published engine source (objsim.c, gameobj.c): a 0
    /// counts as what the type has; they lie around their place, turned as they look, and rise from its height.
    fn add_bridge(&mut self, world: &World<'_>, level: &Level, object: &Object<'_>, key: SceneKey, at: Vec3) {
        let row = usize::try_from(object.class_index()).ok();
        // Small stuff has its data where big stuff has it.
        let table = if object.class() == SMALL_STUFF { &SMALL_STUFFS } else { &BIG_STUFFS };
        let head = table_of(level, table).and_then(|t| t.row_head(row?));
        let Some(data) = head.and_then(|head| BigStuff::new(head, 0)).map(|view| view.data1().to_le_bytes()) else {
            return;
        };
        let [size, height, ..] = data;
        let usual = match (object.class(), object.r#type()) {
            (SMALL_STUFF, _) => [4, 1, 16],
            // Catwalks and bridges of force.
            (_, 1 | 7..=9) => [2, 4, 1],
            // Pillars.
            (_, 6) => [2, 2, 0xB0],
            _ => [4, 4, 1],
        };
        let given = [size & 15, size >> 4, height];
        let [x, y, z] = [0, 1, 2].map(|at| if given[at] == 0 { usual[at] } else { given[at] });
        let half = Vec2::new(f32::from(x), f32::from(y)) / QUARTERS / 2.0;
        let rise = f32::from(z) * world.object_unit;
        if object.class() != SMALL_STUFF && object.r#type() == ABSENT {
            self.outline(key, at, heading(object.heading()), half, rise);
            return;
        }
        let is_force = object.class() == SMALL_STUFF || matches!(object.r#type(), 7 | 9);
        let chunk = if is_force { &mut self.force } else { &mut self.solid };
        let group = chunk.group(key, colours::plain(if is_force { FORCE } else { BRIDGE }));
        slab(chunk, group, at, heading(object.heading()), half, rise);
    }

    /// The border of what is not there yet, at the height of its top.
    fn outline(&mut self, key: SceneKey, at: Vec3, heading: f32, half: Vec2, rise: f32) {
        let corners = corners(at, heading, half).map(|corner| corner.extend(at.z + rise));
        for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            let line = Line::new(*from, *to, FORCE);
            self.lines.push(Line { key: Some(key), dashed: true, ..line });
        }
    }

    /// A door is a tile wide and high, across the way it looks.
    fn add_door(&mut self, object: &Object<'_>, key: SceneKey, at: Vec3) {
        const FORCE_DOORS: u8 = 4;
        let is_force = object.subclass() == FORCE_DOORS;
        let chunk = if is_force { &mut self.force } else { &mut self.solid };
        let group = chunk.group(key, colours::plain(if is_force { FORCE } else { DOOR }));
        slab(chunk, group, at, heading(object.heading()), Vec2::new(0.5, DOOR_THICKNESS / 2.0), 1.0);
    }

    /// Currents of cyberspace, as arrows in the middle of their tiles (6.7).
    fn add_pulls(&mut self, world: &World<'_>) {
        if !world.cyberspace {
            return;
        }
        const LOW: f32 = 0.25;
        for (x, y, row, tile, shape) in world.tiles.all().filter(|(.., shape)| !shape.is_solid()) {
            let value = match tile.floor_darkness() {
                0 if tile.ceiling_darkness() == 0 => continue,
                0 => 15 + tile.ceiling_darkness(),
                value => value,
            };
            let (way, strength) = match value {
                1..=12 => {
                    let ways = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y];
                    (ways[((value - 1) % 4) as usize], (value - 1) / 4)
                }
                13..=18 => ([Vec3::Z, Vec3::NEG_Z][((value - 13) % 2) as usize], (value - 13) / 2),
                _ => continue,
            };
            let floor = shape.floor.iter().copied().fold(f32::INFINITY, f32::min) * world.unit;
            let middle = Vec3::new(f32::from(x) + 0.5, f32::from(y) + 0.5, floor + LOW);
            let reach = way * (0.2 + 0.1 * strength as f32);
            let line = Line { arrow: true, ..Line::new(middle - reach, middle + reach, Colour::rgb(120, 220, 255)) };
            self.lines.push(Line { key: Some(world.tile_key(row)), ..line });
        }
    }

    /// What a trap, fixture, door or anything else names is shown by an arrow.
    fn add_links(&mut self, world: &World<'_>, level: &Level) {
        let Some(table) = table_of(level, &OBJECTS) else { return };
        let object = |number: u32| {
            let record = level.record(number)?;
            std::ptr::eq(record.table().spec, &OBJECTS).then_some(())?;
            let view = Object::new(record.head(), table.layout)?;
            (view.active() != 0 && view.x() != NOWHERE).then(|| world.place(&view) + Vec3::Z * RADIUS)
        };
        let owner = |node: NodeId| {
            let record = level.record(node.number)?;
            Some(crate::games::shock::objects::beside(&record, "common")?.id().number)
        };
        for link in LinkIndex::of(level).all().iter().filter(|link| link.field.fixed.is_empty()) {
            let Some(from) = owner(link.from) else { continue };
            let (Some(start), Some(end)) = (object(from), object(link.to.number)) else { continue };
            if start != end {
                let key = SceneKey(u64::from(from));
                let line = Line::link(key, start, end, Colour::rgb(255, 208, 64));
                self.lines.push(Line { dashed: true, ..line });
            }
        }
    }
}
