//! Real Marathon levels for tests and benchmarks: enough of a reader for files known to be sound (`marathon.md` 1.1).

// Each user takes what it needs; what is read here is known to be sound, and a broken assumption must fail.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};

use levelwright_model::document::{Level, LevelBuilder, LevelId};
use levelwright_model::games::marathon::chunks;

/// The folder of real files, if there is one.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let folder = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no folder of real levels ({})", folder.display());
    None
}

/// Every map file of the folder in the order of their paths, except those that tools merged or saved again.
pub(crate) fn map_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && name != "merged" && name != "weland-resaved" {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "sceA" || extension == "scen") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The map file with this name without its ending.
pub(crate) fn map_file(folder: &Path, stem: &str) -> PathBuf {
    map_files(folder).into_iter().find(|path| path.file_stem().is_some_and(|name| name == stem)).unwrap()
}

fn u16_at(bytes: &[u8], offset: usize) -> usize {
    usize::from(u16::from_be_bytes(bytes[offset..offset + 2].try_into().unwrap()))
}

fn u32_at(bytes: &[u8], offset: usize) -> usize {
    u32::from_be_bytes(bytes[offset..offset + 4].try_into().unwrap()) as usize
}

/// The levels of a map file.
pub(crate) fn levels(file: &[u8]) -> Vec<Level> {
    let wad = if &file[65..69] == b"scen" { &file[128..128 + u32_at(file, 83)] } else { file };
    let (wad_version, data_version) = (u16_at(wad, 0), u16_at(wad, 2));
    let (directory, count) = (u32_at(wad, 72), u16_at(wad, 76));
    let (chunk_header, entry) =
        if wad_version < 2 { (12, 8) } else { (u16_at(wad, 80), u16_at(wad, 82) + u16_at(wad, 78)) };
    let level = |number: usize| {
        let entry = directory + number * entry;
        let level = &wad[u32_at(wad, entry)..][..u32_at(wad, entry + 4)];
        let mut build = LevelBuilder::new(LevelId(u32::try_from(number).unwrap()));
        build.fact("data_version", i64::try_from(data_version).unwrap());
        let mut at = 0;
        loop {
            let tag: [u8; 4] = level[at..at + 4].try_into().unwrap();
            let data = &level[at + chunk_header..][..u32_at(level, at + 8)];
            add_chunk(&mut build, tag, data, data_version);
            let next = u32_at(level, at + 4);
            if next <= at {
                break;
            }
            at = next;
        }
        build.finish()
    };
    (0..count).map(level).collect()
}

fn add_chunk(build: &mut LevelBuilder, tag: [u8; 4], data: &[u8], data_version: usize) {
    let lights = tag == *b"LITE";
    let spec = lights
        .then(|| chunks::lights_spec(i64::try_from(data_version).unwrap(), data.len(), false))
        .flatten()
        .unwrap_or_else(|| chunks::spec_for(&tag));
    match spec.record.filter(|_| tag != *b"term") {
        Some(schema) => build.packed(spec, &tag, 0, schema.size as usize, data),
        None => build.bytes(spec, &tag, data),
    };
}

/// A trace of the game's engine for this level of this file, if there is one.
pub(crate) fn trace(folder: &Path, file: &Path, level: &Level) -> Option<(String, serde_json::Value)> {
    let name = if level.fact("data_version") == Some(0) {
        format!("m1/Map_{:02}.json", level.id().0)
    } else {
        format!("{}.json", file.file_stem().unwrap().to_string_lossy())
    };
    let text = std::fs::read_to_string(folder.join("peers-made/marathon/a1-trace").join(&name)).ok()?;
    Some((name, serde_json::from_str(&text).unwrap()))
}
