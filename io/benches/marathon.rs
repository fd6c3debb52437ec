//! Figures of `design.md` 8 for Marathon files: open, open and verify, encode, beside reading and CRC-ing the same
//! bytes. Run with `cargo bench -p levelwright-io --bench marathon`; needs the data folder (`LEVELWRIGHT_DATA` or
//! `../shared/data`), without it the benches say so and measure nothing.

use std::path::{Path, PathBuf};

use divan::{Bencher, black_box};
use levelwright_io::file::{OpenFile, RoundTrip};
use levelwright_model::compare::differences;
use levelwright_model::document::LevelId;
use levelwright_model::links::{Gone, Mapping, remap};

fn main() {
    divan::main();
}

fn data() -> PathBuf {
    std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from)
        .join("marathon")
}

/// The single-level community maps: 44 files in the usual data folder.
fn community_maps() -> Vec<PathBuf> {
    let mut paths = Vec::new();
    let mut folders = vec![data()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                let skip = ["merged", "weland-resaved", "official"];
                if !skip.iter().any(|s| path.ends_with(s)) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|e| e == "sceA") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    if paths.is_empty() {
        println!("no data folder: set LEVELWRIGHT_DATA");
    }
    paths
}

fn file(name: &str) -> Option<PathBuf> {
    Some(data().join(name)).filter(|p| p.is_file())
}

const LARGEST: &str = "apotheosis/Beaver-Skin-Fishing-Line.sceA";
const MANY_LEVELS: &str = "official/m1/Map.scen";

/// What any reader has to pay at least.
fn read_and_crc(path: &Path) -> u32 {
    crc32fast::hash(&std::fs::read(path).unwrap_or_default())
}

fn verified(path: &Path) -> OpenFile {
    let mut file = OpenFile::open(path).expect("a map");
    assert_eq!(file.round_trip(), RoundTrip::Identical);
    file
}

#[divan::bench]
fn calibration() -> u64 {
    (0..100_000u64).fold(1, |a, b| black_box(a).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(b))
}

#[divan::bench(sample_count = 20)]
fn maps_44_read_and_crc(bencher: Bencher<'_, '_>) {
    let maps = community_maps();
    bencher.bench_local(|| maps.iter().map(|m| read_and_crc(m)).fold(0, u32::wrapping_add));
}

#[divan::bench(sample_count = 20)]
fn maps_44_open_and_verify(bencher: Bencher<'_, '_>) {
    let maps = community_maps();
    bencher.bench_local(|| maps.iter().filter(|m| !verified(m).document.is_modified()).count());
}

#[divan::bench]
fn largest_read_and_crc(bencher: Bencher<'_, '_>) {
    let Some(path) = file(LARGEST) else { return };
    bencher.bench_local(|| read_and_crc(&path));
}

#[divan::bench]
fn largest_open(bencher: Bencher<'_, '_>) {
    let Some(path) = file(LARGEST) else { return };
    bencher.bench_local(|| {
        let mut file = OpenFile::open(&path).expect("a map");
        file.document.level(LevelId(0)).expect("its level");
        file
    });
}

#[divan::bench]
fn largest_open_and_verify(bencher: Bencher<'_, '_>) {
    let Some(path) = file(LARGEST) else { return };
    bencher.bench_local(|| verified(&path));
}

#[divan::bench]
fn levels_37_open_and_verify(bencher: Bencher<'_, '_>) {
    let Some(path) = file(MANY_LEVELS) else { return };
    bencher.bench_local(|| verified(&path));
}

#[divan::bench]
fn levels_37_read_and_crc(bencher: Bencher<'_, '_>) {
    let Some(path) = file(MANY_LEVELS) else { return };
    bencher.bench_local(|| read_and_crc(&path));
}

/// Encoding after one edit: every chunk of one level written anew, the checksum over the whole file.
#[divan::bench]
fn largest_encode_one_edit(bencher: Bencher<'_, '_>) {
    let Some(path) = file(LARGEST) else { return };
    let mut file = OpenFile::open(&path).expect("a map");
    let level = LevelId(0);
    file.document.level(level).expect("its level");
    let mut draft = file.document.draft();
    let light = draft.row(level, "lights", 0).expect("a light").id();
    let tag = draft.int(light, "tag").expect("its tag");
    draft.set_int(light, "tag", tag ^ 1).expect("a tag");
    file.document.commit(draft, "set tag").expect("it fits");
    bencher.bench_local(|| file.encode().expect("it can be encoded"));
}

/// The largest level against itself with a light in front of all others and a thousand things turned: every reference
/// is seen through the matching of rows.
#[divan::bench(sample_count = 20)]
fn largest_compare(bencher: Bencher<'_, '_>) {
    let Some(path) = file(LARGEST) else { return };
    let mut opened = OpenFile::open(&path).expect("a map").document;
    let level = LevelId(0);
    opened.level(level).expect("it has one");
    let mut draft = opened.draft();
    let nodes: Vec<_> = {
        let objects = draft.table(level, "objects").expect("it has things");
        let own = draft.level(level).expect("it is decoded");
        own.rows(objects).take(1000).map(|r| r.id()).collect()
    };
    for node in nodes {
        let facing = draft.int(node, "facing").expect("things look somewhere");
        draft.store_int(node, "facing", (facing + 64).rem_euclid(512)).expect("it fits");
    }
    let light = draft.row(level, "lights", 0).expect("it has lights");
    let (schema, bytes) = (light.schema(), light.head().to_vec());
    let mapping = Mapping::inserting(draft.table(level, "lights").expect("it has lights"), 0);
    remap(&mut draft, level, &[mapping], &mut |_| Ok(Gone::Nothing)).expect("all can be named");
    draft.insert_row(level, "lights", 0, schema, bytes).expect("there is room");
    let (here, there) = (opened.state().level(level).expect("decoded"), draft.state().level(level).expect("decoded"));
    bencher.bench_local(|| differences(here, there).len());
}
