//! A made-up level for the tests of this folder: square rooms of one world unit in a row from west to east. Between
//! neighbours anybody can walk.

use crate::document::{Level, LevelBuilder, LevelId};
use crate::games::marathon::chunks;
use crate::preview::{Event, Input, Log, Start, Subject, Verb, World};

use super::world::MarathonWorld;

/// The bytes of a level's chunks, to be changed at will.
#[derive(Clone)]
pub(super) struct Made {
    pub(super) polygons: Vec<[u8; 128]>,
    lines: Vec<[u8; 32]>,
    points: Vec<[u8; 4]>,
    pub(super) sides: Vec<[u8; 64]>,
    lights: Vec<[u8; 100]>,
    platforms: Vec<[u8; 32]>,
    media: Vec<[u8; 32]>,
    objects: Vec<[u8; 16]>,
    random_sounds: Vec<[u8; 32]>,
    placement: Vec<[u8; 12]>,
    info: [u8; 88],
}

/// Writes a 16-bit number into a record.
pub(super) fn put(record: &mut [u8], at: usize, value: i16) {
    record[at..at + 2].copy_from_slice(&value.to_be_bytes());
}

fn put32(record: &mut [u8], at: usize, value: u32) {
    record[at..at + 4].copy_from_slice(&value.to_be_bytes());
}

/// Line k < rooms + 1 is the wall west of room k; then come the walls to the north, then those to the south.
pub(super) fn rooms(count: i16) -> Made {
    let mut made = Made {
        polygons: Vec::new(),
        lines: Vec::new(),
        points: Vec::new(),
        sides: Vec::new(),
        lights: Vec::new(),
        platforms: Vec::new(),
        media: Vec::new(),
        objects: Vec::new(),
        random_sounds: Vec::new(),
        placement: vec![[0; 12]; 128],
        info: [0; 88],
    };
    let mut line = |ends: [i16; 2], clockwise: i16, other: i16| {
        let mut record = [0; 32];
        put(&mut record, 0, ends[0]);
        put(&mut record, 2, ends[1]);
        // Solid where there is nothing beyond, transparent else.
        put(&mut record, 4, if clockwise < 0 || other < 0 { 0x4000 } else { 0x2000 });
        for (at, value) in [(12, -1), (14, -1), (16, clockwise), (18, other)] {
            put(&mut record, at, value);
        }
        made.lines.push(record);
    };
    // Points 2k (north) and 2k + 1 (south) lie at x = 1024 k.
    for k in 0..=count {
        line([2 * k + 1, 2 * k], if k < count { k } else { -1 }, k - 1);
    }
    for k in 0..count {
        line([2 * k, 2 * k + 2], k, -1);
    }
    for k in 0..count {
        line([2 * k + 3, 2 * k + 1], k, -1);
    }
    for k in 0..=count {
        for y in [0_i16, 1024] {
            let mut record = [0; 4];
            // Rows longer than the map lie over themselves.
            put(&mut record, 0, k.wrapping_mul(1024));
            put(&mut record, 2, y);
            made.points.push(record);
        }
    }
    for k in 0..count {
        let mut record = [0; 128];
        put(&mut record, 6, 4);
        // Clockwise from the north west corner: north, east, south, west.
        for (n, value) in [count + 1 + k, k + 1, 2 * count + 1 + k, k].into_iter().enumerate() {
            put(&mut record, 24 + 2 * n, value);
        }
        for at in (116..=118).step_by(2).chain(122..=124).filter(|at| at % 2 == 0) {
            put(&mut record, at, -1);
        }
        put(&mut record, 46, 1024);
        for (at, value) in [(48, -1), (50, -1), (56, -1)] {
            put(&mut record, at, value);
        }
        made.polygons.push(record);
    }
    made
}

impl Made {
    /// Gives a room a type and a permutation.
    pub(super) fn kind(mut self, room: usize, kind: i16, permutation: i16) -> Made {
        put(&mut self.polygons[room], 0, kind);
        put(&mut self.polygons[room], 4, permutation);
        self
    }

    /// Gives a room its heights.
    pub(super) fn heights(mut self, room: usize, floor: i16, ceiling: i16) -> Made {
        put(&mut self.polygons[room], 44, floor);
        put(&mut self.polygons[room], 46, ceiling);
        self
    }

    /// Sets a field of a room.
    pub(super) fn polygon(mut self, room: usize, at: usize, value: i16) -> Made {
        put(&mut self.polygons[room], at, value);
        self
    }

    /// Makes a room a platform: speed 100, delay 5, limits from the neighbours.
    pub(super) fn platform(self, room: usize, flags: u32) -> Made {
        self.platform_with(room, flags, [0, 100, 5, -1, -1], 0)
    }

    /// The same with type, speed, delay, maximum, minimum, and a tag.
    pub(super) fn platform_with(self, room: usize, flags: u32, numbers: [i16; 5], tag: i16) -> Made {
        let mut made = self.kind(room, 5, 0);
        let mut record = [0; 32];
        for (n, number) in numbers.into_iter().enumerate() {
            put(&mut record, 2 * n, number);
        }
        put32(&mut record, 10, flags);
        put(&mut record, 14, i16::try_from(room).unwrap());
        put(&mut record, 16, tag);
        made.platforms.push(record);
        made
    }

    /// Adds a light that is constant at 65,536 or 0 and takes 10 ticks to change.
    pub(super) fn light(mut self, on: bool, tag: i16) -> Made {
        let mut record = [0; 100];
        put(&mut record, 2, i16::from(on));
        for (n, (function, period, bright)) in
            [(0, 30, true), (0, 30, true), (1, 10, true), (0, 30, false), (0, 30, false), (1, 10, false)]
                .into_iter()
                .enumerate()
        {
            put(&mut record, 6 + 14 * n, function);
            put(&mut record, 8 + 14 * n, period);
            put32(&mut record, 12 + 14 * n, if bright { 65536 } else { 0 });
        }
        put(&mut record, 90, tag);
        self.lights.push(record);
        self
    }

    /// Adds a liquid: type, light, low, high.
    pub(super) fn medium(mut self, kind: i16, light: i16, low: i16, high: i16) -> Made {
        let mut record = [0; 32];
        for (at, value) in [(0, kind), (4, light), (10, low), (12, high)] {
            put(&mut record, at, value);
        }
        self.media.push(record);
        self
    }

    /// Adds an object in the middle of a room.
    pub(super) fn object(mut self, group: i16, index: i16, room: i16, flags: i16) -> Made {
        let mut record = [0; 16];
        for (at, value) in [(0, group), (2, index), (6, room), (8, 1024 * room + 512), (10, 512), (14, flags)] {
            put(&mut record, at, value);
        }
        self.objects.push(record);
        self
    }

    /// Sets placement: flags, initial, minimum, maximum, random count, chance.
    pub(super) fn place(mut self, row: usize, numbers: [i16; 6]) -> Made {
        for (n, number) in numbers.into_iter().enumerate() {
            put(&mut self.placement[row], 2 * n, number);
        }
        self
    }

    /// Adds a random sound: volume and delta, period and delta.
    pub(super) fn random_sound(mut self, numbers: [i16; 4]) -> Made {
        let mut record = [0; 32];
        for (n, number) in numbers.into_iter().enumerate() {
            put(&mut record, 4 + 2 * n, number);
        }
        put(&mut record, 24, -1);
        self.random_sounds.push(record);
        self
    }

    /// Adds a side on the north wall of a room: flags, panel type, permutation, light.
    pub(super) fn panel(mut self, room: usize, flags: i16, panel: i16, permutation: i16, light: i16) -> Made {
        let mut record = [0; 64];
        for (at, value) in [(2, flags | 2), (38, panel), (40, permutation), (52, light)] {
            put(&mut record, at, value);
        }
        let line = self.polygons.len() + 1 + room;
        put(&mut self.lines[line], 12, i16::try_from(self.sides.len()).unwrap());
        self.sides.push(record);
        self
    }

    /// Adds a side of a type on the west or east wall of a room, facing into it.
    pub(super) fn side(mut self, room: usize, east: bool, kind: i16) -> Made {
        let mut record = [0; 64];
        put(&mut record, 0, kind);
        // The wall to the west belongs to the room clockwise, the one to the east to its neighbour.
        let (line, at) = if east { (room + 1, 14) } else { (room, 12) };
        put(&mut self.lines[line], at, i16::try_from(self.sides.len()).unwrap());
        self.sides.push(record);
        self
    }

    /// Sets mission and environment flags.
    pub(super) fn info(mut self, mission: i16, environment: i16) -> Made {
        put(&mut self.info, 6, mission);
        put(&mut self.info, 8, environment);
        self
    }

    /// Puts a wrong byte somewhere into a chunk.
    pub(super) fn spoil(&mut self, chunk: usize, at: usize, byte: u8) {
        let bytes: [&mut [u8]; 11] = [
            self.polygons.as_flattened_mut(),
            self.lines.as_flattened_mut(),
            self.points.as_flattened_mut(),
            self.sides.as_flattened_mut(),
            self.lights.as_flattened_mut(),
            self.platforms.as_flattened_mut(),
            self.media.as_flattened_mut(),
            self.objects.as_flattened_mut(),
            self.random_sounds.as_flattened_mut(),
            self.placement.as_flattened_mut(),
            &mut self.info,
        ];
        if let Some(bytes) = bytes.into_iter().nth(chunk).filter(|bytes| !bytes.is_empty()) {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
    }

    /// The level.
    pub(super) fn level(&self) -> Level {
        let mut build = LevelBuilder::new(LevelId(0));
        build.fact("data_version", 1);
        let placement = self.placement.concat();
        let chunks: [(&[u8; 4], &[u8]); 11] = [
            (b"PNTS", self.points.as_flattened()),
            (b"LINS", self.lines.as_flattened()),
            (b"SIDS", self.sides.as_flattened()),
            (b"POLY", self.polygons.as_flattened()),
            (b"OBJS", self.objects.as_flattened()),
            (b"Minf", &self.info),
            (b"plac", &placement),
            (b"plat", self.platforms.as_flattened()),
            (b"medi", self.media.as_flattened()),
            (b"bonk", self.random_sounds.as_flattened()),
            (b"LITE", self.lights.as_flattened()),
        ];
        for (tag, bytes) in chunks {
            let spec = chunks::lights_spec(1, bytes.len(), false).filter(|_| tag == b"LITE");
            let spec = spec.unwrap_or_else(|| chunks::spec_for(tag));
            build.packed(spec, tag, 0, spec.record.unwrap().size as usize, bytes);
        }
        build.finish()
    }

    /// The level running.
    pub(super) fn run(&self) -> Running {
        let mut log = Log::default();
        let world = MarathonWorld::new(&self.level(), &Start { seed: Some(6906), ..Start::default() }, &mut log);
        Running { world, log }
    }
}

/// A level that runs, with its log.
pub(super) struct Running {
    pub(super) world: MarathonWorld,
    pub(super) log: Log,
}

impl Running {
    /// Does something at the beginning of the next tick.
    pub(super) fn act(&mut self, verb: Verb) -> &mut Running {
        let tick = self.world.now() + 1;
        self.world.tick(&[Input { tick, verb }], &mut self.log);
        self
    }

    /// Ticks go by.
    pub(super) fn wait(&mut self, ticks: u32) -> &mut Running {
        (0..ticks).for_each(|_| self.world.tick(&[], &mut self.log));
        self
    }

    /// Fires an event.
    pub(super) fn fire(&mut self, table: &'static str, row: u32, event: &str) -> &mut Running {
        self.act(Verb::Fire { target: Subject::new(table, row).into(), event: event.to_owned() })
    }

    /// A value.
    pub(super) fn value(&self, table: &'static str, row: u32, field: &str) -> i64 {
        self.world.value(&Subject::new(table, row), field).unwrap().int().unwrap()
    }

    /// Floors of the first rooms of platforms, in the engine's order.
    pub(super) fn floors(&self) -> Vec<i32> {
        self.world.platform_states().iter().map(|state| state[0]).collect()
    }

    /// Which platforms are active.
    pub(super) fn active(&self) -> Vec<bool> {
        self.world.platform_states().iter().map(|state| state[2] & 1 == 1).collect()
    }

    /// Events of a kind as (tick, target).
    pub(super) fn events(&self, kind: &str) -> Vec<(u32, Subject)> {
        self.log.events().iter().filter(|event| event.kind == kind).map(|event| (event.tick, event.target)).collect()
    }

    /// The last event.
    pub(super) fn last(&self) -> Event {
        self.log.events().last().unwrap().clone()
    }
}
