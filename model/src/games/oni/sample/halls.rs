//! The sample's environment: quads with light baked into their corners.

use crate::games::oni::chunk::ObjectType;
use crate::games::oni::environment::quad_flags::{DOOR_FRAME, GHOST};

/// An environment as it is written: points, planes and quads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Halls {
    /// Corners.
    pub points: Vec<[f32; 3]>,
    /// Places in textures.
    pub texcoords: Vec<[f32; 2]>,
    /// Quads by their corners, with the light of each, their flags and the object they are the body of.
    pub quads: Vec<HallQuad>,
}

/// A quad of the sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HallQuad {
    /// Positions of its corners among the points.
    pub points: [u32; 4],
    /// Light, 0xAARRGGBB.
    pub shades: [u32; 4],
    /// Flags.
    pub flags: u32,
    /// Type number and object id, or -1.
    pub object: i32,
    /// Its texture, by its position in [`super::textures`].
    pub texture: u16,
    /// Where its corners lie in it, as positions among the places in textures.
    pub texcoords: [u32; 4],
}

/// Textures of the sample by their positions.
const FLOOR: u16 = 0;
const WALL: u16 = 1;
const BOX: u16 = 2;
/// How much of a floor its texture covers, in units; a wall's covers the wall's height.
const FLOOR_SIDE: f32 = 40.0;
/// The whole texture, from the lower left counter-clockwise.
const WHOLE: [[f32; 2]; 4] = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];

/// Half of a hall's side along x, its side along z, its height.
pub(super) const WIDTH: f32 = 160.0;
pub(super) const DEPTH: f32 = 200.0;
pub(super) const HEIGHT: f32 = 50.0;
/// Where the door stands: on the wall between the halls.
pub(super) const DOOR_AT: [f32; 3] = [WIDTH, 0.0, DEPTH / 2.0];
const DOOR_WIDTH: f32 = 30.0;
const DOOR_HEIGHT: f32 = 30.0;
/// Lamps: place and how far they reach.
const LAMPS: [([f32; 3], f32); 3] =
    [([80.0, 45.0, 100.0], 170.0), ([240.0, 45.0, 60.0], 130.0), ([250.0, 45.0, 160.0], 130.0)];
/// Flag of floors.
const HORIZONTAL: u32 = 0x0008_0000;
/// Flag of walls.
const VERTICAL: u32 = 0x0010_0000;

impl Halls {
    fn point(&mut self, at: [f32; 3]) -> u32 {
        let found = self.points.iter().position(|p| *p == at).unwrap_or_else(|| {
            self.points.push(at);
            self.points.len() - 1
        });
        u32::try_from(found).unwrap_or(0)
    }

    fn texcoord(&mut self, at: [f32; 2]) -> u32 {
        let found = self.texcoords.iter().position(|p| *p == at).unwrap_or_else(|| {
            self.texcoords.push(at);
            self.texcoords.len() - 1
        });
        u32::try_from(found).unwrap_or(0)
    }

    /// A quad that is seen from where its corners run counter-clockwise, with its texture and where they lie in it.
    fn quad(&mut self, corners: [[f32; 3]; 4], flags: u32, object: i32, (texture, at): (u16, [[f32; 2]; 4])) {
        let points = corners.map(|c| self.point(c));
        let texcoords = at.map(|at| self.texcoord(at));
        self.quads.push(HallQuad { points, shades: corners.map(light), flags, object, texture, texcoords });
    }

    /// A flat piece in squares of about 20 units, so that the light is seen.
    fn sheet(&mut self, corner: [f32; 3], along: [f32; 3], up: [f32; 3], flags: u32) {
        let steps = |way: [f32; 3]| (length(way) / 20.0).ceil().max(1.0) as u16;
        let (columns, rows) = (steps(along), steps(up));
        let share = |column: u16, row: u16| (f32::from(column) / f32::from(columns), f32::from(row) / f32::from(rows));
        let at = |column: u16, row: u16| {
            let (u, v) = share(column, row);
            std::array::from_fn(|i| part(corner, i) + part(along, i) * u + part(up, i) * v)
        };
        let is_floor = flags & HORIZONTAL != 0;
        let in_texture = |column: u16, row: u16| {
            let (u, v) = share(column, row);
            let (right, high) = (length(along) * u, length(up) * v);
            if is_floor {
                [right / FLOOR_SIDE, high / FLOOR_SIDE]
            } else {
                [right / HEIGHT, 1.0 - (part(corner, 1) + high) / HEIGHT]
            }
        };
        let texture = if is_floor { FLOOR } else { WALL };
        for row in 0..rows {
            for column in 0..columns {
                let places = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)];
                let corners = places.map(|(column, row)| at(column, row));
                self.quad(corners, flags, -1, (texture, places.map(|(column, row)| in_texture(column, row))));
            }
        }
    }

    /// The body of an object: a box.
    fn body(&mut self, min: [f32; 3], max: [f32; 3], object: i32) {
        let c = |x: usize, y: usize, z: usize| {
            let pick = |axis: usize, high: usize| if high == 1 { part(max, axis) } else { part(min, axis) };
            [pick(0, x), pick(1, y), pick(2, z)]
        };
        for face in [
            [c(0, 1, 0), c(0, 1, 1), c(1, 1, 1), c(1, 1, 0)],
            [c(0, 0, 1), c(1, 0, 1), c(1, 1, 1), c(0, 1, 1)],
            [c(1, 0, 0), c(0, 0, 0), c(0, 1, 0), c(1, 1, 0)],
            [c(1, 0, 1), c(1, 0, 0), c(1, 1, 0), c(1, 1, 1)],
            [c(0, 0, 0), c(0, 0, 1), c(0, 1, 1), c(0, 1, 0)],
        ] {
            self.quad(face, 0, object, (BOX, WHOLE));
        }
    }
}

fn part(vector: [f32; 3], axis: usize) -> f32 {
    vector.get(axis).copied().unwrap_or(0.0)
}

fn length(way: [f32; 3]) -> f32 {
    way.iter().map(|p| p * p).sum::<f32>().sqrt()
}

/// The light at a place: what reaches it from the lamps.
fn light(at: [f32; 3]) -> u32 {
    let mut bright = 0.28f32;
    for (lamp, reach) in LAMPS {
        let way: [f32; 3] = std::array::from_fn(|i| part(lamp, i) - part(at, i));
        let share = 1.0 - length(way) / reach;
        bright += share.max(0.0) * 0.8;
    }
    let level = (bright.min(1.0) * 255.0) as u32;
    let warm = level * 15 / 16;
    0xFF00_0000 | level << 16 | level << 8 | warm
}

/// The word that a quad stores of an object.
fn owner(tag: &[u8; 4], object_id: u32) -> i32 {
    let number = ObjectType::of_tag(tag).map_or(0, |of| of.number);
    (u32::from(number) << 24 | object_id & 0x00FF_FFFF).cast_signed()
}

/// The sample's environment; `ids` are the object ids of its door, console, laser trigger, turret and furniture.
pub fn halls(ids: [u32; 5]) -> Halls {
    let mut halls = Halls::default();
    let [door, console, laser, turret, furniture] = ids;
    for x in [0.0, WIDTH] {
        halls.sheet([x, 0.0, 0.0], [0.0, 0.0, DEPTH], [WIDTH, 0.0, 0.0], HORIZONTAL);
        // The outer walls, seen from inside.
        halls.sheet([x, 0.0, 0.0], [WIDTH, 0.0, 0.0], [0.0, HEIGHT, 0.0], VERTICAL);
        halls.sheet([x + WIDTH, 0.0, DEPTH], [-WIDTH, 0.0, 0.0], [0.0, HEIGHT, 0.0], VERTICAL);
    }
    halls.sheet([0.0, 0.0, DEPTH], [0.0, 0.0, -DEPTH], [0.0, HEIGHT, 0.0], VERTICAL);
    halls.sheet([2.0 * WIDTH, 0.0, 0.0], [0.0, 0.0, DEPTH], [0.0, HEIGHT, 0.0], VERTICAL);
    // The wall between the halls has two sides and a gap for the door.
    let (near, far) = (DEPTH / 2.0 - DOOR_WIDTH / 2.0, DEPTH / 2.0 + DOOR_WIDTH / 2.0);
    for (from, to, bottom) in [(0.0, near, 0.0), (far, DEPTH, 0.0), (near, far, DOOR_HEIGHT)] {
        let up = [0.0, HEIGHT - bottom, 0.0];
        halls.sheet([WIDTH, bottom, to], [0.0, 0.0, from - to], up, VERTICAL);
        halls.sheet([WIDTH, bottom, from], [0.0, 0.0, to - from], up, VERTICAL);
    }
    let gap = [[WIDTH, 0.0, near], [WIDTH, 0.0, far], [WIDTH, DOOR_HEIGHT, far], [WIDTH, DOOR_HEIGHT, near]];
    halls.quad(gap, GHOST, -1, (BOX, WHOLE));
    halls.quad(gap, DOOR_FRAME, -1, (BOX, WHOLE));
    halls.body([WIDTH - 1.0, 0.0, near], [WIDTH + 1.0, DOOR_HEIGHT, far], owner(b"DOOR", door));
    halls.body([20.0, 0.0, 10.0], [30.0, 14.0, 20.0], owner(b"CONS", console));
    halls.body([240.0, 0.0, 188.0], [260.0, 2.0, 192.0], owner(b"TRIG", laser));
    halls.body([300.0, 0.0, 20.0], [312.0, 4.0, 32.0], owner(b"TURR", turret));
    halls.body([100.0, 0.0, 30.0], [130.0, 8.0, 45.0], owner(b"FURN", furniture));
    halls
}
