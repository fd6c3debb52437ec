//! A map made from nothing, for tests that need a file to edit.

use std::borrow::Cow;

use levelwright_io::marathon::wad::{Body, ChunkOut, Entry, HeaderOut, LevelOut, Wad, WadError, encode};

/// A map of some levels, each with so many objects. `ballast` bytes that nothing interprets make it larger.
///
/// # Errors
/// If it is more than a wad can hold.
pub fn made(levels: i16, objects: u32, ballast: usize) -> Result<Vec<u8>, WadError> {
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
