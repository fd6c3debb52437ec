//! The bundled sample level: a hall with a door, a yard with a pool, a lift to a ledge, and one of each thing that
//! people place.

use super::build::Builder;
use super::lights::{FLICKER, FULL, LightSpec, SMOOTH};
use super::room::{GivenPlatform, Panel, Placed, Room};
use super::row::Rows;
use super::terminal::{self, CHECKPOINT, END, Group, INFORMATION, UNFINISHED};
use crate::games::marathon::geometry::map::{NONE, Point};
use crate::games::marathon::geometry::platform;

/// Lights by what they do.
const DAY: i16 = 0;
const DIM: i16 = 1;
const TORCH: i16 = 2;
const SWITCHED: i16 = 3;
const TIDE: i16 = 4;
/// The tag of what a switch shares with its lamp.
const LAMP_TAG: i16 = 1;
/// The number of the goal that the terminal's map shows.
const GOAL: i16 = 1;

/// Polygon types (`marathon.md` 1.2).
const LIGHT_ON_TRIGGER: i16 = 6;
const PLATFORM_ON_TRIGGER: i16 = 7;
const TELEPORTER: i16 = 10;
const VISIBLE_MONSTER_TRIGGER: i16 = 13;
const EXIT: i16 = 18;

/// Flags of platforms (seed 001).
const DEACTIVATES_AT_INITIAL_LEVEL: u32 = 1 << 3;
const DEACTIVATES_AT_EACH_LEVEL: u32 = 1 << 2;
const PLAYER_CONTROLLABLE: u32 = 1 << 13;
const MONSTER_CONTROLLABLE: u32 = 1 << 14;
const REVERSES: u32 = 1 << 15;
const DOOR: u32 = 1 << 26;

/// The rooms by what they are.
struct Yard {
    hall: i16,
    pool: i16,
    yard: i16,
    step: i16,
    ledge: i16,
    ambush: i16,
}

/// The map, not yet finished. `next_level` is where its exit leads.
pub(super) fn build(next_level: i16) -> Builder {
    let mut map = Builder::default();
    let yard = rooms(&mut map, next_level);
    things(&mut map, &yard);
    map
}

fn rooms(map: &mut Builder, next_level: i16) -> Yard {
    let inside = |room: Room| Room { light: DIM, ..room };
    let outside = |floor| Room { open: true, ambient: 0, ..Room::new(floor, 3072) };
    let hall = map.room(
        &[(0, 0), (4096, 0), (4096, 1536), (4096, 2560), (4096, 4096), (2048, 4096), (0, 4096)],
        inside(Room { random: 0, ..Room::new(0, 2048) }),
    );
    let door = map.square((4096, 1536), (4352, 2560), inside(Room::new(0, 1536)));
    let yard = map.room(
        &[(4352, 0), (8448, 0), (8448, 4096), (7424, 4096), (5376, 4096), (4352, 4096), (4352, 2560), (4352, 1536)],
        outside(0),
    );
    let pool = map.square((5376, 4096), (7424, 6144), Room { media: 0, ..outside(-512) });
    let step = map.room(&[(8448, 0), (9472, 0), (9472, 1536), (9472, 2560), (9472, 4096), (8448, 4096)], outside(256));
    let lift = map.square((9472, 1536), (10496, 2560), outside(256));
    let ledge = map.room(
        &[(10496, 0), (12544, 0), (12544, 4096), (11520, 4096), (10496, 4096), (10496, 2560), (10496, 1536)],
        outside(1280),
    );
    let lamp = inside(Room { kind: LIGHT_ON_TRIGGER, permutation: SWITCHED, ..Room::new(0, 1536) });
    let lamp = map.square((0, 4096), (2048, 5120), lamp);
    let call = Room { kind: PLATFORM_ON_TRIGGER, permutation: lift, light: SWITCHED, ..Room::new(0, 1536) };
    let call = map.square((2048, 4096), (4096, 5120), call);
    let trap = Room { kind: VISIBLE_MONSTER_TRIGGER, light: TORCH, ..Room::new(256, 1792) };
    let ambush = map.square((8448, 4096), (9472, 5120), trap);
    let back = Room { kind: TELEPORTER, permutation: hall, light: TORCH, ..Room::new(1280, 2560) };
    let back = map.square((10496, 4096), (11520, 5120), back);
    let exit = Room { kind: EXIT, permutation: next_level, ..Room::new(1280, 2560) };
    map.square((11520, 4096), (12544, 5120), exit);

    map.platform(
        door,
        GivenPlatform {
            kind: 0,
            speed: 34,
            delay: 60,
            flags: platform::INITIALLY_EXTENDED
                | platform::EXTENDS_FLOOR_TO_CEILING
                | platform::FROM_CEILING
                | DEACTIVATES_AT_INITIAL_LEVEL
                | PLAYER_CONTROLLABLE
                | MONSTER_CONTROLLABLE
                | REVERSES
                | DOOR,
            maximum: NONE,
            minimum: NONE,
            tag: 0,
        },
    );
    map.platform(
        lift,
        GivenPlatform {
            kind: 3,
            speed: 17,
            delay: 120,
            flags: platform::FROM_FLOOR | DEACTIVATES_AT_EACH_LEVEL | PLAYER_CONTROLLABLE,
            maximum: NONE,
            minimum: NONE,
            // Its switch names it, so it needs no tag.
            tag: 0,
        },
    );
    // Panels of the water set (`marathon.md` 2.5), each on the wall that begins at the corner given.
    map.panel(lamp, (0, 5120), Panel { kind: 8, permutation: 0, shape: 4 });
    map.panel(call, (4096, 4096), Panel { kind: 6, permutation: LAMP_TAG, shape: 1 });
    map.panel(back, (11520, 5120), Panel { kind: 4, permutation: TORCH, shape: 0 });
    map.panel(ambush, (9472, 5120), Panel { kind: 5, permutation: lift, shape: 1 });
    Yard { hall, pool, yard, step, ledge, ambush }
}

fn things(map: &mut Builder, yard: &Yard) {
    const MONSTER: i16 = 0;
    const SCENERY: i16 = 1;
    const ITEM: i16 = 2;
    const PLAYER: i16 = 3;
    const GOALS: i16 = 4;
    const SOUND: i16 = 5;
    let mut place = |group, index, facing, polygon, (x, y)| {
        map.place(Placed { group, index, facing, polygon, at: Point { x, y }, flags: 0 });
    };
    place(PLAYER, 0, 0, yard.hall, (1024, 2048));
    place(ITEM, 1, 0, yard.hall, (2048, 1024));
    place(ITEM, 2, 0, yard.hall, (2304, 1024));
    place(ITEM, 2, 0, yard.hall, (2560, 1024));
    place(ITEM, 19, 0, yard.ledge, (11008, 512));
    place(MONSTER, 8, 256, yard.yard, (7680, 1024));
    place(MONSTER, 8, 256, yard.yard, (7680, 3072));
    place(MONSTER, 12, 128, yard.step, (8960, 512));
    place(MONSTER, 29, 384, yard.ambush, (8960, 4864));
    place(SCENERY, 14, 0, yard.hall, (512, 512));
    place(SCENERY, 17, 64, yard.pool, (6400, 5632));
    place(GOALS, GOAL, 0, yard.ledge, (12032, 2048));
    // Of sound sources the facing is the volume (`marathon.md` 1.3).
    place(SOUND, 5, 192, yard.yard, (6400, 2048));
    place(SOUND, 0, 256, yard.pool, (6400, 5120));
}

/// `LITE`.
pub(super) fn lights() -> Vec<u8> {
    let mut out = Rows::default();
    let flicker = LightSpec { function: FLICKER, period: 45, low: FULL / 4, ..LightSpec::constant(FULL * 3 / 4) };
    let switched = LightSpec { active: false, off: FULL / 8, tag: LAMP_TAG, ..LightSpec::constant(FULL) };
    let tide = LightSpec { kind: 2, function: SMOOTH, period: 150, low: FULL / 4, ..LightSpec::constant(FULL) };
    debug_assert_eq!([DAY, DIM, TORCH, SWITCHED, TIDE], [0, 1, 2, 3, 4], "in the order written");
    for light in [LightSpec::constant(FULL), LightSpec::constant(FULL * 5 / 8), flicker, switched, tide] {
        light.write(&mut out);
    }
    out.0
}

/// `medi`: water whose tide is a light.
pub(super) fn media() -> Vec<u8> {
    let (low, high) = (-448, -128);
    let mut out = Rows::default();
    // Type, flags, light, direction, magnitude, low, high, origin.
    out.i16(0).u16(0).i16(TIDE).i16(64).i16(4).i16(low).i16(high).zeros(4);
    // The tide begins at the end of its secondary function: a quarter of the way.
    out.i16(low + (high - low) / 4).i32(FULL / 8);
    // Water is shape 19 of collection 17 (`marathon.md` 2.3).
    out.u16(super::room::texture(17, 19)).i16(0).zeros(4);
    out.0
}

/// `ambi`: wind.
pub(super) fn ambient_sounds() -> Vec<u8> {
    let mut out = Rows::default();
    out.u16(0).i16(5).i16(128).zeros(10);
    out.0
}

/// `bonk`: drops of water.
pub(super) fn random_sounds() -> Vec<u8> {
    let mut out = Rows::default();
    // Flags, sound, volume, its delta, period, its delta, direction, its delta, pitch, its delta, phase.
    out.u16(0).i16(0).i16(160).i16(64).i16(300).i16(150).i16(0).i16(511).i32(FULL).i32(FULL / 8).i16(NONE).zeros(6);
    out.0
}

/// `NOTE`.
pub(super) fn annotations(map: &Builder) -> Vec<u8> {
    let mut out = Rows::default();
    for (room, text) in [(0, "Hall"), (3, "Pool"), (6, "Ledge")] {
        let Point { x, y } = map.middle(room);
        out.i16(0).i16(x).i16(y).i16(room).text(text, 64);
    }
    out.0
}

/// `term`.
pub(super) fn terminals() -> Vec<u8> {
    let group = |kind, permutation, lines| Group { kind, permutation, lines };
    let mut out = Vec::new();
    terminal::write(
        &mut out,
        &[
            group(UNFINISHED, NONE, &[]),
            group(
                INFORMATION,
                NONE,
                &[
                    "*Welcome to the practice yard.*",
                    "",
                    "The door opens when you ask it to, the lift when you stand on it.",
                    "Beside this terminal a switch works on everything with tag 1.",
                ],
            ),
            group(CHECKPOINT, GOAL, &["The goal lies on the ledge."]),
            group(END, NONE, &[]),
        ],
    );
    out
}
