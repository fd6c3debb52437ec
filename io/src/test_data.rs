//! Finds the folder with real files. It is not part of the repository; without it such tests are skipped.

use std::path::PathBuf;

/// A file or folder below the data folder, or `None` with a message when there is no such folder.
pub(crate) fn data(part: &str) -> Option<PathBuf> {
    let root = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    let path = root.join(part);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: no {part} in the data folder (set LEVELWRIGHT_DATA)");
    None
}

/// All files below a folder, sorted by path. Empty, with a message, when the folder is absent.
pub(crate) fn files_below(part: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders: Vec<_> = data(part).into_iter().collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A small map: levels of two lights and so many objects, made from nothing.
pub(crate) fn small_map(levels: usize, objects: usize) -> Vec<u8> {
    use crate::marathon::wad::{Body, ChunkOut, Entry, HeaderOut, LevelOut, Wad, encode};
    use std::borrow::Cow;
    let rows: Vec<u8> = (0..objects).flat_map(|n| (0..16u8).map(move |b| if b == 15 { n as u8 } else { 0 })).collect();
    let out: Vec<LevelOut<'_>> = (0..levels)
        .map(|index| {
            let chunk = |tag: &[u8; 4], bytes: Vec<u8>| ChunkOut { tag: *tag, bytes: Cow::Owned(bytes) };
            let chunks = vec![chunk(b"Minf", vec![0; 88]), chunk(b"LITE", vec![0; 200]), chunk(b"OBJS", rows.clone())];
            let entry = Entry::New { index: index as i16, application: Cow::Borrowed(&[]) };
            LevelOut { entry, body: Body::Chunks(chunks) }
        })
        .collect();
    let wad = Wad::new(2, 1, b"Small", 0).unwrap();
    encode(&wad, &[], &HeaderOut::default(), &out).unwrap().0
}
