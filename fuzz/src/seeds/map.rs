//! A made map: a row of square rooms with one of everything in them.

use std::borrow::Cow;

use levelwright_io::marathon::wad::{Body, ChunkOut, Entry, HeaderOut, LEVEL_DATA, LevelOut, Wad, encode};

/// Rooms in the row. Each has another type, so that every variant of a polygon occurs.
const ROOMS: usize = ROOM_TYPES.len();
/// Normal, base, platform, light trigger, platform trigger, light off, platform off, teleporter, exit.
const ROOM_TYPES: [i16; 9] = [0, 4, 5, 6, 7, 8, 9, 10, 18];
/// Side of a room: one world unit (`marathon.md` 2).
const SIDE: i16 = 1024;
const CEILING: i16 = 1024;
const NONE: i16 = -1;

/// Rows of one size, written field by field.
struct Rows {
    size: usize,
    bytes: Vec<u8>,
}

impl Rows {
    fn new(size: usize) -> Rows {
        Rows { size, bytes: Vec::new() }
    }

    /// Adds a row with 16-bit numbers at byte offsets; the rest is zero.
    fn row(&mut self, numbers: &[(usize, i16)]) -> &mut Rows {
        let start = self.bytes.len();
        self.bytes.resize(start + self.size, 0);
        for (at, number) in numbers {
            if let Some(two) = self.bytes.get_mut(start + at..start + at + 2) {
                two.copy_from_slice(&number.to_be_bytes());
            }
        }
        self
    }
}

type Chunk = ([u8; 4], Vec<u8>);

/// An index in the row of rooms as the map stores it.
fn index(n: usize) -> i16 {
    i16::try_from(n).unwrap_or(NONE)
}

/// Ends of each line, and its polygons clockwise and counter-clockwise: uprights from west to east, then the north walls,
/// then the south walls.
fn lines() -> Vec<(i16, i16, i16, i16)> {
    let room = |j: Option<usize>| j.filter(|j| *j < ROOMS).map_or(NONE, index);
    let uprights = (0..=ROOMS).map(|i| (index(2 * i), index(2 * i + 1), room(i.checked_sub(1)), room(Some(i))));
    let north = (0..ROOMS).map(|j| (index(2 * j), index(2 * j + 2), index(j), NONE));
    let south = (0..ROOMS).map(|j| (index(2 * j + 1), index(2 * j + 3), NONE, index(j)));
    uprights.chain(north).chain(south).collect()
}

fn line_rows() -> Vec<u8> {
    let mut rows = Rows::new(32);
    let mut side = 0;
    for (a, b, clockwise, counter) in lines() {
        let wall = clockwise == NONE || counter == NONE;
        let mut side_of = |polygon: i16| {
            if !wall || polygon == NONE {
                return NONE;
            }
            side += 1;
            side - 1
        };
        let (right, left) = (side_of(clockwise), side_of(counter));
        // Solid is bit 14, transparent bit 13 (seed 001, Line).
        let flags = if wall { 1 << 14 } else { 1 << 13 };
        rows.row(&[
            (0, a),
            (2, b),
            (4, flags),
            (6, SIDE),
            (8, 0),
            (10, CEILING),
            (12, right),
            (14, left),
            (16, clockwise),
            (18, counter),
        ]);
    }
    rows.bytes
}

fn side_rows() -> Vec<u8> {
    let mut rows = Rows::new(64);
    for (line, (.., clockwise, counter)) in lines().into_iter().enumerate() {
        if clockwise != NONE && counter != NONE {
            continue;
        }
        let polygon = clockwise.max(counter);
        let texture = (17 << 8) | 3;
        rows.row(&[(8, texture), (14, NONE), (20, NONE), (48, polygon), (50, index(line))]);
    }
    rows.bytes
}

fn polygon_rows() -> Vec<u8> {
    let mut rows = Rows::new(128);
    let walls = lines();
    let side_of = |line: usize| {
        let before = walls.iter().take(line).filter(|l| l.2 == NONE || l.3 == NONE).count();
        let wall = walls.get(line).is_some_and(|l| l.2 == NONE || l.3 == NONE);
        if wall { index(before) } else { NONE }
    };
    for (j, kind) in ROOM_TYPES.into_iter().enumerate() {
        let (north, south) = (ROOMS + 1 + j, 2 * ROOMS + 1 + j);
        let mut numbers = vec![
            (0, kind),
            // Targets of triggers, platforms and teleporters: what has index 0.
            (6, 4),
            (44, 0),
            (46, CEILING),
            (56, NONE),
            (88, index(j) * SIDE + SIDE / 2),
            (90, SIDE / 2),
            (116, if j == 0 { 0 } else { NONE }),
            (120, NONE),
            (122, if j == 0 { 0 } else { NONE }),
            (124, if j == 0 { 0 } else { NONE }),
            // The area in world units squared, 32 bits.
            (52, 16),
        ];
        let corners = [2 * j, 2 * j + 2, 2 * j + 3, 2 * j + 1].map(index);
        let edges = [north, j + 1, south, j];
        let beyond = [NONE, if j + 1 < ROOMS { index(j + 1) } else { NONE }, NONE, index(j) - 1];
        for k in 0..8 {
            let corner = |list: [i16; 4]| list.get(k).copied().unwrap_or(NONE);
            numbers.push((8 + 2 * k, corner(corners)));
            numbers.push((24 + 2 * k, corner(edges.map(index))));
            numbers.push((68 + 2 * k, corner(beyond)));
            numbers.push((92 + 2 * k, corner(edges.map(side_of))));
        }
        rows.row(&numbers);
    }
    rows.bytes
}

fn points() -> Vec<(i16, i16)> {
    (0..=ROOMS).flat_map(|i| [(index(i) * SIDE, 0), (index(i) * SIDE, SIDE)]).collect()
}

fn object_rows() -> Vec<u8> {
    let mut rows = Rows::new(16);
    // Monster, scenery, item, player, goal, sound source, sound source with the volume of light 1.
    for (at, (group, kind, facing)) in
        [(3, 0, 0), (0, 1, 128), (1, 2, 0), (2, 3, 0), (4, 1, 0), (5, 3, 200), (5, 4, -1)].into_iter().enumerate()
    {
        let room = index(at % ROOMS);
        rows.row(&[(0, group), (2, kind), (4, facing), (6, room), (8, room * SIDE + 300), (10, 400)]);
    }
    rows.bytes
}

fn terminal() -> Vec<u8> {
    let text = b"Welcome.\0";
    let mut out = Rows::new(10);
    let length = 10 + 2 * 12 + 6 + text.len();
    out.row(&[(0, index(length)), (4, 22), (6, 2), (8, 1)]);
    out.size = 12;
    out.row(&[(2, 5), (8, 8), (10, 1)]).row(&[(2, 7), (4, 0), (6, 8), (8, 1), (10, 1)]);
    out.size = 6;
    out.row(&[(2, 1), (4, 3)]);
    out.bytes.extend_from_slice(text);
    out.bytes
}

fn info(name: &[u8]) -> Vec<u8> {
    let mut rows = Rows::new(88);
    rows.row(&[(2, 1), (86, 7)]);
    if let Some(field) = rows.bytes.get_mut(18..18 + name.len()) {
        field.copy_from_slice(name);
    }
    rows.bytes
}

fn note() -> Vec<u8> {
    let mut rows = Rows::new(72);
    rows.row(&[(2, 500), (4, 500)]);
    if let Some(text) = rows.bytes.get_mut(8..13) {
        text.copy_from_slice(b"Here.");
    }
    rows.bytes
}

fn placement() -> Vec<u8> {
    let mut rows = Rows::new(12);
    for at in 0..128 {
        rows.row(&[(2, index(at % 3)), (8, NONE)]);
    }
    rows.bytes
}

fn lights() -> Vec<u8> {
    let mut rows = Rows::new(100);
    // Periods of a second in all six functions, bright while active.
    let periods = [8, 22, 36, 50, 64, 78].map(|at| (at, 30));
    let bright = [(12, 1), (26, 1), (40, 1), (90, 2)];
    rows.row(&[periods.as_slice(), bright.as_slice()].concat()).row(&periods);
    rows.bytes
}

/// The chunks that a raw level and a preprocessed one have alike.
fn common(name: &[u8]) -> Vec<Chunk> {
    let mut media = Rows::new(32);
    media.row(&[(4, 0), (8, 256), (20, 500)]);
    let mut ambient = Rows::new(16);
    ambient.row(&[(2, 4), (4, 200)]);
    let mut random = Rows::new(32);
    random.row(&[(2, 1), (4, 200), (8, 90)]);
    vec![
        (*b"LINS", line_rows()),
        (*b"SIDS", side_rows()),
        (*b"POLY", polygon_rows()),
        (*b"LITE", lights()),
        (*b"NOTE", note()),
        (*b"OBJS", object_rows()),
        (*b"Minf", info(name)),
        (*b"plac", placement()),
        (*b"medi", media.bytes),
        (*b"ambi", ambient.bytes),
        (*b"bonk", random.bytes),
        (*b"term", terminal()),
    ]
}

/// The chunks of a raw level.
pub fn made_level(name: &[u8]) -> Vec<Chunk> {
    let mut points_chunk = Rows::new(4);
    for (x, y) in points() {
        points_chunk.row(&[(0, x), (2, y)]);
    }
    let mut platforms = Rows::new(32);
    platforms.row(&[(2, 17), (4, 60), (6, CEILING), (8, 0), (14, 2), (16, 2)]);
    let mut chunks = vec![(*b"PNTS", points_chunk.bytes)];
    chunks.extend(common(name));
    chunks.push((*b"plat", platforms.bytes));
    chunks.push((*b"ZZzz", vec![1, 2, 3]));
    chunks
}

fn preprocessed_level(name: &[u8]) -> Vec<Chunk> {
    let mut endpoints = Rows::new(16);
    for (x, y) in points() {
        endpoints.row(&[(2, 0), (4, CEILING), (6, x), (8, y), (14, 0)]);
    }
    let mut platforms = Rows::new(140);
    platforms.row(&[(6, 17), (8, 60), (12, 0), (14, 0), (16, CEILING), (18, 2), (24, CEILING), (92, NONE), (94, 2)]);
    let mut chunks = common(name);
    // An index list that is short and not what the rooms give: kept as found until something changes.
    chunks.push((*b"iidx", (0..40i16).flat_map(i16::to_be_bytes).collect()));
    chunks.push((*b"EPNT", endpoints.bytes));
    chunks.push((*b"PLAT", platforms.bytes));
    chunks
}

fn write(version: i16, data_version: i16, levels: Vec<(Vec<u8>, Vec<Chunk>)>) -> Vec<u8> {
    let application = levels.first().map_or(0, |(data, _)| data.len());
    let wad = Wad::new(version, data_version, b"Made", i16::try_from(application).unwrap_or(0));
    let out: Vec<LevelOut<'_>> = (0..)
        .zip(levels)
        .map(|(index, (data, chunks))| LevelOut {
            entry: Entry::New { index, application: Cow::Owned(data) },
            body: Body::Chunks(
                chunks.into_iter().map(|(tag, bytes)| ChunkOut { tag, bytes: Cow::Owned(bytes) }).collect(),
            ),
        })
        .collect();
    let made = wad.and_then(|wad| encode(&wad, &[], &HeaderOut::default(), &out));
    // The levels are ours and small; a writer that refuses them fails the tests of these files.
    made.map(|(bytes, _)| bytes).unwrap_or_default()
}

/// A raw level alone, wad version 2.
pub fn made_map() -> Vec<u8> {
    write(2, 1, vec![(Vec::new(), made_level(b"Rooms"))])
}

/// Two levels, one raw and one preprocessed, wad version 4 with level data in the directory.
pub fn made_two_levels() -> Vec<u8> {
    let data = |name: &[u8]| {
        let mut data = vec![0; LEVEL_DATA];
        data[7] = 7;
        data[8..8 + name.len()].copy_from_slice(name);
        data
    };
    write(4, 2, vec![(data(b"First"), made_level(b"First")), (data(b"Second"), preprocessed_level(b"Second"))])
}

/// A preprocessed level alone.
pub fn made_preprocessed() -> Vec<u8> {
    write(2, 1, vec![(Vec::new(), preprocessed_level(b"Rooms"))])
}

/// A level of the first game, wad version 0, with its empty chunks and its light of 32 bytes.
pub fn made_map_m1() -> Vec<u8> {
    let mut chunks = preprocessed_level(b"Rooms");
    chunks.retain(|(tag, _)| !matches!(tag, b"medi" | b"ambi" | b"bonk" | b"term"));
    let mut lights = Rows::new(32);
    lights.row(&[(2, 0), (8, 0), (12, 1), (16, 30)]).row(&[(2, 3), (16, 60)]);
    if let Some((_, bytes)) = chunks.iter_mut().find(|(tag, _)| tag == b"LITE") {
        *bytes = lights.bytes;
    }
    let mut name = b"Rooms\0left over".to_vec();
    name.resize(64, 0);
    chunks.push((*b"NAME", name));
    chunks.push((*b"door", Vec::new()));
    chunks.push((*b"door", Vec::new()));
    write(0, 0, vec![(Vec::new(), chunks)])
}

/// A level of nothing but points, as many as fit into a quarter of a megabyte: the most records for the least bytes.
pub fn made_of_points() -> Vec<u8> {
    write(2, 1, vec![(Vec::new(), vec![(*b"PNTS", vec![0; 1 << 18]), (*b"Minf", info(b"Points"))])])
}

/// A map whose directory names the same level a thousand times: the most levels for the least bytes.
pub fn made_of_one_level() -> Vec<u8> {
    /// Directory entries are 10 bytes; their number stands at byte 76 (`marathon.md` 1.1).
    const ENTRY: usize = 10;
    const COUNT: std::ops::Range<usize> = 76..78;
    let mut bytes = made_map();
    let entry = bytes.get(bytes.len().saturating_sub(ENTRY)..).unwrap_or_default().to_vec();
    for _ in 1..1000 {
        bytes.extend_from_slice(&entry);
    }
    if let Some(count) = bytes.get_mut(COUNT) {
        count.copy_from_slice(&1000i16.to_be_bytes());
    }
    bytes
}
