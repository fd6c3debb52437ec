//! Little maps made by our own code, for stories that need no game.

use std::borrow::Cow;

use levelwright_io::marathon::wad::{Body, ChunkOut, Entry, HeaderOut, LevelOut, Wad, WadError, encode};

/// Size of a level's data in the directory (`marathon.md` 1.1).
const LEVEL_DATA: i16 = 74;

fn words(values: &[i16]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_be_bytes()).collect()
}

/// A square room of two world units with three monsters, two items and a player start.
fn room(name: &str, east: i16) -> Vec<([u8; 4], Vec<u8>)> {
    let corners = [(0, 0), (2048, 0), (2048, 2048), (0, 2048)];
    let mut info = vec![0; 88];
    for (slot, byte) in info.iter_mut().skip(18).zip(name.bytes()) {
        *slot = byte;
    }
    let points = corners.iter().flat_map(|(x, y)| words(&[x + east, *y])).collect();
    let mut lines = Vec::new();
    for at in 0..4i16 {
        // Solid, two world units long, the room on its right.
        lines.extend(words(&[at, (at + 1) % 4, 0x4000, 2048, 0, 1024, -1, -1, 0, -1]));
        lines.extend([0; 12]);
    }
    let mut polygon = words(&[0, 0, 0, 4]);
    polygon.extend(words(&[0, 1, 2, 3, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0]));
    polygon.extend(words(&[-1, -1, 0, 1024, 0, 0]));
    polygon.extend(4096i32.to_be_bytes());
    polygon.extend(words(&[-1, -1, 0, 0, 0, 0]));
    polygon.extend(words(&[-1; 8]));
    polygon.extend(words(&[-1, 0, 1024, 1024]));
    polygon.extend(words(&[-1; 8]));
    polygon.extend(words(&[0, 0, 0, 0, -1, -1, -1, -1, -1, 0]));
    assert_eq!(polygon.len(), 128, "a polygon has 128 bytes");
    let things = [(0, 1, 512), (0, 2, 1024), (0, 5, 1536), (2, 3, 700), (2, 4, 900), (3, 0, 300)];
    let objects = things.iter().flat_map(|(group, index, x)| words(&[*group, *index, 64, 0, x + east, 1024, 0, 0]));
    let objects = objects.collect();
    let light = vec![0; 100];
    vec![
        (*b"Minf", info),
        (*b"PNTS", points),
        (*b"LINS", lines),
        (*b"POLY", polygon),
        (*b"LITE", light),
        (*b"OBJS", objects),
    ]
}

/// A map of two levels, `First` and `Second`.
pub fn two_rooms() -> Vec<u8> {
    let wad = Wad::new(4, 1, b"Two rooms", LEVEL_DATA).expect("the header fits");
    let rooms = [("First", room("First", 0)), ("Second", room("Second", 4096))];
    let levels: Vec<LevelOut<'_>> = (0i16..)
        .zip(&rooms)
        .map(|(index, (name, chunks))| {
            let mut entry = vec![0; LEVEL_DATA as usize];
            for (slot, byte) in entry.iter_mut().skip(8).zip(name.bytes()) {
                *slot = byte;
            }
            let chunks =
                chunks.iter().map(|(tag, bytes)| ChunkOut { tag: *tag, bytes: Cow::Borrowed(bytes) }).collect();
            LevelOut { entry: Entry::New { index, application: entry.into() }, body: Body::Chunks(chunks) }
        })
        .collect();
    encode(&wad, &[], &HeaderOut::default(), &levels).expect("the map fits").0
}

/// A map of some levels, each with so many objects. `ballast` bytes that nothing interprets make it larger.
///
/// # Errors
/// If it is more than a wad can hold.
pub fn sized(levels: i16, objects: u32, ballast: usize) -> Result<Vec<u8>, WadError> {
    let rows: Vec<u8> = (0..objects).flat_map(|n| [[0; 12].as_slice(), &n.to_be_bytes()].concat()).collect();
    let chunk = |tag: &[u8; 4], bytes: Vec<u8>| ChunkOut { tag: *tag, bytes: Cow::Owned(bytes) };
    let level = |index| {
        let mut chunks = vec![
            // `marathon.md` 1.2: level information of 88 bytes, lights of 100, objects of 16.
            chunk(b"Minf", vec![0; 88]),
            chunk(b"LITE", vec![0; 200]),
            chunk(b"OBJS", rows.clone()),
        ];
        if ballast > 0 {
            chunks.push(chunk(b"ZZZZ", (0..ballast).map(|n| (n * 31 % 251) as u8).collect()));
        }
        LevelOut { entry: Entry::New { index, application: Cow::Borrowed(&[]) }, body: Body::Chunks(chunks) }
    };
    let out: Vec<LevelOut<'_>> = (0..levels).map(level).collect();
    encode(&Wad::new(2, 1, b"Made", 0)?, &[], &HeaderOut::default(), &out).map(|(bytes, _)| bytes)
}
