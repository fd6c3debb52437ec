//! Tiny made levels for tests of plans: square rooms of one world unit in a row, from west to east.
//!
//! Room i has the corners 2i, 2i + 2, 2i + 3, 2i + 1 (clockwise from the north-west), the lines 2i (north), 2n + i + 1
//! (east, shared), 2i + 1 (south), 2n + i (west, shared) and the sides 4i to 4i + 3 on them. Floors are 0, ceilings
//! 1024, all derived data follow the rules. Everything is lit by light 0.

use std::sync::Arc;

use super::bulk;
use super::geometry::map::{NONE, Point};
use super::geometry::{endpoint, indices, line, side};
use super::records::{TERMINAL, TERMINAL_FACES, TERMINAL_GROUP, TERMINAL_GROUPS};
use super::tables::*;
use crate::document::{Document, Level, LevelBuilder, LevelId, LevelSource, Node, NodeList, OpenReport};

/// What the level holds.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) rooms: usize,
    pub(crate) preprocessed: bool,
    pub(crate) marathon_1: bool,
    pub(crate) lights: usize,
    pub(crate) media: usize,
    pub(crate) sounds: usize,
    /// Group, index, facing, polygon, x, y, z, flags.
    pub(crate) objects: Vec<[i16; 8]>,
    /// Polygon, x, y.
    pub(crate) annotations: Vec<[i16; 3]>,
    /// Whether there is a `plac` chunk, empty counts.
    pub(crate) placement: bool,
    /// Type and permutation of the groups of a terminal; no terminal if empty.
    pub(crate) groups: Vec<[i16; 2]>,
    /// Whether there are level information and a directory entry with level data, all zero.
    pub(crate) info: bool,
}

impl Default for Made {
    fn default() -> Made {
        Made {
            rooms: 4,
            preprocessed: false,
            marathon_1: false,
            lights: 3,
            media: 3,
            sounds: 3,
            objects: Vec::new(),
            annotations: Vec::new(),
            placement: true,
            groups: Vec::new(),
            info: false,
        }
    }
}

pub(crate) const LEVEL: LevelId = LevelId(0);

impl LevelSource for Made {
    fn len(&self) -> u32 {
        1
    }
    fn name(&self, _: LevelId) -> String {
        "made".to_owned()
    }
    fn game_index(&self, _: LevelId) -> i64 {
        0
    }
    fn decode(&self, id: LevelId) -> Level {
        self.level(id)
    }
}

fn put(bytes: &mut [u8], at: usize, value: i16) {
    bytes[at..at + 2].copy_from_slice(&value.to_be_bytes());
}

fn short(n: usize) -> i16 {
    i16::try_from(n).unwrap()
}

impl Made {
    /// The level in a document.
    pub(crate) fn document(self) -> Document {
        let file = LevelBuilder::new(LevelId::FILE).finish();
        let mut document = Document::new(&super::MARATHON, Arc::new(self), file, OpenReport::default());
        document.level(LEVEL).unwrap();
        document
    }

    fn point(at: usize) -> Point {
        Point { x: short(at / 2 * 1024), y: short(at % 2 * 1024) }
    }

    fn line(&self, at: usize) -> Vec<u8> {
        let n = self.rooms;
        let (ends, clockwise, counter, sides);
        if at < 2 * n {
            let room = at / 2;
            ends = if at.is_multiple_of(2) { [2 * room, 2 * room + 2] } else { [2 * room + 3, 2 * room + 1] };
            (clockwise, counter) = (short(room), NONE);
            sides = [short(4 * room + if at.is_multiple_of(2) { 0 } else { 2 }), NONE];
        } else {
            let wall = at - 2 * n;
            ends = [2 * wall, 2 * wall + 1];
            clockwise = if wall == 0 { NONE } else { short(wall - 1) };
            counter = if wall == n { NONE } else { short(wall) };
            sides = [
                if wall == 0 { NONE } else { short(4 * (wall - 1) + 1) },
                if wall == n { NONE } else { short(4 * wall + 3) },
            ];
        }
        let inner = clockwise != NONE && counter != NONE;
        let mut bytes = vec![0; 32];
        let flags = if inner { line::TRANSPARENT } else { line::SOLID | line::ELEVATION };
        let values = [
            short(ends[0]),
            short(ends[1]),
            flags.cast_signed(),
            1024,
            0,
            1024,
            sides[0],
            sides[1],
            clockwise,
            counter,
        ];
        for (k, value) in values.into_iter().enumerate() {
            put(&mut bytes, 2 * k, value);
        }
        bytes
    }

    fn room_lines(&self, room: usize) -> [usize; 4] {
        let n = self.rooms;
        [2 * room, 2 * n + room + 1, 2 * room + 1, 2 * n + room]
    }

    fn side(&self, at: usize) -> Vec<u8> {
        let (room, edge) = (at / 4, at % 4);
        let corners = [2 * room, 2 * room + 2, 2 * room + 3, 2 * room + 1];
        let ends = [Self::point(corners[edge]), Self::point(corners[(edge + 1) % 4])];
        let mut bytes = vec![0; 64];
        for texture in [8, 14, 20] {
            put(&mut bytes, texture, -1);
        }
        for (k, p) in side::exclusion_zone(ends, 1024).into_iter().enumerate() {
            put(&mut bytes, 22 + 4 * k, p.x);
            put(&mut bytes, 24 + 4 * k, p.y);
        }
        if !self.marathon_1 {
            put(&mut bytes, 48, short(room));
            put(&mut bytes, 50, short(self.room_lines(room)[edge]));
        }
        bytes
    }

    fn polygon(&self, room: usize) -> Vec<u8> {
        let mut bytes = vec![0; 128];
        put(&mut bytes, 6, 4);
        let lists: [(usize, [i16; 4]); 4] = [
            (8, [2 * room, 2 * room + 2, 2 * room + 3, 2 * room + 1].map(short)),
            (24, self.room_lines(room).map(short)),
            (
                68,
                [
                    NONE,
                    if room + 1 < self.rooms { short(room + 1) } else { NONE },
                    NONE,
                    if room > 0 { short(room - 1) } else { NONE },
                ],
            ),
            (92, [4 * room, 4 * room + 1, 4 * room + 2, 4 * room + 3].map(short)),
        ];
        for (at, list) in lists {
            for k in 0..8 {
                put(&mut bytes, at + 2 * k, list.get(k).copied().unwrap_or(NONE));
            }
        }
        put(&mut bytes, 46, 1024);
        // 1024 squared.
        put(&mut bytes, 52, 16);
        put(&mut bytes, 56, NONE);
        put(&mut bytes, 88, short(room * 1024 + 512));
        put(&mut bytes, 90, 512);
        for none in [116, 122, 124] {
            put(&mut bytes, none, NONE);
        }
        bytes
    }

    fn terminals(&self, build: &mut LevelBuilder) {
        if self.groups.is_empty() {
            return;
        }
        build.nodes(&TERMINALS, b"term", 0, |build, table| {
            let node = |number, schema, head: Vec<u8>, children| Node {
                number,
                schema,
                head: head.into(),
                children: NodeList::new(children),
                tail: [].as_slice().into(),
            };
            let terminal = build.number(table);
            let (groups, faces) = (build.number(terminal), build.number(terminal));
            let list = self.groups.iter().map(|[kind, permutation]| {
                let head = [0, *kind, *permutation, 0, 0, 0].iter().flat_map(|v: &i16| v.to_be_bytes()).collect();
                node(build.number(groups), &TERMINAL_GROUP, head, Vec::new())
            });
            let list = list.collect();
            let lists = vec![
                node(groups, &TERMINAL_GROUPS, Vec::new(), list),
                node(faces, &TERMINAL_FACES, Vec::new(), Vec::new()),
            ];
            vec![node(terminal, &TERMINAL, vec![0; 10], lists)].into()
        });
    }

    fn level(&self, id: LevelId) -> Level {
        let n = self.rooms;
        let rows = |count: usize, row: &dyn Fn(usize) -> Vec<u8>| -> Vec<u8> { (0..count).flat_map(row).collect() };
        let place = |at: usize| -> Vec<u8> {
            let p = Self::point(at);
            [p.x.to_be_bytes(), p.y.to_be_bytes()].concat()
        };
        let build_with = |endpoints: &[u8], polygons: &[u8], iidx: &[u8]| -> Level {
            let mut build = LevelBuilder::new(id);
            build.fact("data_version", if self.marathon_1 { 0 } else { 1 });
            if self.info {
                build.packed(&DIRECTORIES, b"", 0, 76, &[0; 76]);
                build.packed(&INFOS, b"Minf", 0, 88, &[0; 88]);
            }
            let stored = self.preprocessed || self.marathon_1;
            if !stored {
                build.packed(&POINTS, b"PNTS", 0, 4, &rows(2 * n + 2, &place));
            }
            build.packed(&LINES, b"LINS", 0, 32, &rows(3 * n + 1, &|at| self.line(at)));
            build.packed(&POLYGONS, b"POLY", 0, 128, polygons);
            build.packed(&SIDES, b"SIDS", 0, 64, &rows(4 * n, &|at| self.side(at)));
            if self.marathon_1 {
                build.packed(&LIGHTS_M1, b"LITE", 0, 32, &vec![0; 32 * self.lights]);
            } else {
                build.packed(&LIGHTS, b"LITE", 0, 100, &vec![0; 100 * self.lights]);
            }
            let objects: Vec<u8> = self.objects.iter().flatten().flat_map(|v| v.to_be_bytes()).collect();
            build.packed(&OBJECTS, b"OBJS", 0, 16, &objects);
            if self.placement {
                build.packed(&PLACEMENTS, b"plac", 0, 12, &[0; 12 * 128]);
            }
            if !self.annotations.is_empty() {
                let note = |[polygon, x, y]: &[i16; 3]| {
                    let mut bytes: Vec<u8> = [0, *x, *y, *polygon].iter().flat_map(|v| v.to_be_bytes()).collect();
                    bytes.resize(72, 0);
                    bytes
                };
                build.packed(
                    &ANNOTATIONS,
                    b"NOTE",
                    0,
                    72,
                    &self.annotations.iter().flat_map(note).collect::<Vec<u8>>(),
                );
            }
            for (spec, tag, stride, count) in [
                (&MEDIAS, b"medi", 32, self.media),
                (&AMBIENT_SOUND_TABLE, b"ambi", 16, self.sounds),
                (&RANDOM_SOUND_TABLE, b"bonk", 32, self.sounds),
            ] {
                if count > 0 {
                    build.packed(spec, tag, 0, stride, &vec![0; stride * count]);
                }
            }
            self.terminals(&mut build);
            if stored {
                build.bytes(&MAP_INDICES, b"iidx", iidx);
                build.packed(&ENDPOINTS, b"EPNT", 0, 16, endpoints);
            }
            if self.marathon_1 {
                build.packed(&PLATFORMS, b"plat", 0, 32, &[]);
            }
            build.finish()
        };
        let mut endpoints = rows(2 * n + 2, &|at| [vec![0; 6], place(at), vec![0; 6]].concat());
        let mut polygons = rows(n, &|room| self.polygon(room));
        let map = bulk::geometry(&build_with(&endpoints, &polygons, &[]));
        for (row, derived) in endpoints.chunks_exact_mut(16).zip(endpoint::all_derived(&map)) {
            put(row, 0, derived.flags(0).cast_signed());
            put(row, 2, derived.highest_adjacent_floor);
            put(row, 4, derived.lowest_adjacent_ceiling);
            put(row, 14, derived.supporting_polygon);
        }
        let made = indices::rebuilt(&map).unwrap();
        if self.preprocessed {
            for (row, own) in polygons.chunks_exact_mut(128).zip(&made.polygons) {
                put(row, 58, own.first_exclusion.cast_signed());
                put(row, 60, own.exclusion_lines);
                put(row, 62, own.exclusion_points);
                put(row, 84, own.first_neighbour.cast_signed());
                put(row, 86, own.neighbours);
                put(row, 120, own.sound_sources.cast_signed());
            }
        }
        let iidx: Vec<u8> = made.list.iter().flat_map(|n| n.to_be_bytes()).collect();
        build_with(&endpoints, &polygons, &iidx)
    }
}
