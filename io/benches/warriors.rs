//! Figures of `design.md` 8 for The Warriors: a list of 10,000 lines, the largest script, and an archive of 1.4 GB (sparse)
//! of which one entry is written in place. Run with `cargo bench -p levelwright-io --bench warriors`; made files only.

use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use divan::{Bencher, black_box};
use levelwright_io::file::{OpenFile, RoundTrip};
use levelwright_io::save::DataFolder;
use levelwright_io::warriors::archive;
use levelwright_model::document::LevelId;
use levelwright_model::games::Arguments;
use levelwright_model::record::Value;

fn main() {
    divan::main();
}

const LEVEL: LevelId = LevelId(0);
/// Ten times the longest list of the game and more (`warriors.md` 1.1).
const LINES: usize = 10_000;
/// As many types as the game configures (`warriors.md` 1.3).
const TYPES: usize = 1371;
/// Size of the game's archive (`warriors.md` 1.0).
const WAD: u64 = 1_495_371_776;

/// What any reader has to pay at least.
#[divan::bench]
fn calibration() -> u64 {
    (0..100_000u64).fold(1, |a, b| black_box(a).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(b))
}

fn list() -> Vec<u8> {
    let line = |n: usize| {
        format!(
            "{{dyn_gbags {{{}.25, {}, 0.7}}, {{0, 0, 0.7071, 0.7071}}, -1, {}, 0, ffffffff, nil )\r\n",
            n % 900,
            n / 90,
            n % 27
        )
    };
    format!("{LINES}\r\n{}", (0..LINES).map(line).collect::<String>()).into_bytes()
}

/// The sample's configuration with as many types as the game's, compiled.
fn script() -> Vec<u8> {
    levelwright_io::warriors::large_script(TYPES).expect("a script")
}

fn opened(bytes: Vec<u8>) -> OpenFile {
    let mut file = OpenFile::untitled(bytes).expect("a file of the game");
    file.document.decode_all();
    file
}

/// What opening and verifying is measured by: the file read from the disk and hashed.
#[divan::bench]
fn list_10000_read_and_crc(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("level99_objs.txt");
    std::fs::write(&path, list()).expect("written");
    bencher.bench_local(|| crc32fast::hash(&std::fs::read(&path).expect("it is there")));
}

#[divan::bench(sample_count = 20)]
fn list_10000_open_and_verify(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("level99_objs.txt");
    std::fs::write(&path, list()).expect("written");
    bencher.bench_local(|| {
        let mut file = opened(std::fs::read(&path).expect("it is there"));
        assert_eq!(file.round_trip(), RoundTrip::Identical);
    });
}

#[divan::bench(sample_count = 20)]
fn list_10000_objects(bencher: Bencher<'_, '_>) {
    let file = opened(list());
    let level = file.document.state().level(LEVEL).expect("its level");
    bencher.bench_local(|| (file.document.game().objects)(level).all().len());
}

#[divan::bench(sample_count = 20)]
fn list_10000_move_all(bencher: Bencher<'_, '_>) {
    let file = opened(list());
    let objects = file.document.objects(LEVEL).all().iter().map(|o| o.id.node).collect();
    let plan = file.document.game().plan("move").expect("a plan");
    let values = [("dx".to_owned(), Value::Int(1000))].into_iter().collect();
    let arguments = Arguments { level: 0, objects, values };
    bencher.bench_local(|| {
        let mut draft = file.document.draft();
        (plan.run)(&mut draft, &arguments).expect("they move");
        draft
    });
}

#[divan::bench(sample_count = 10)]
fn script_1371_types_open_and_verify(bencher: Bencher<'_, '_>) {
    let bytes = script();
    bencher.bench_local(|| {
        let mut file = opened(bytes.clone());
        assert_eq!(file.round_trip(), RoundTrip::Identical);
    });
}

#[divan::bench(sample_count = 10)]
fn script_1371_types_objects(bencher: Bencher<'_, '_>) {
    let file = opened(script());
    let level = file.document.state().level(LEVEL).expect("its level");
    bencher.bench_local(|| (file.document.game().objects)(level).all().len());
}

#[divan::bench(sample_count = 10)]
fn script_1371_types_set_one(bencher: Bencher<'_, '_>) {
    let file = opened(script());
    let node = file.document.objects(LEVEL).all().iter().rev().find(|o| o.kind.key == "type").expect("a type").id.node;
    bencher.bench_local(|| {
        let mut draft = file.document.draft();
        let field = draft.field(node, "size_x").expect("its size");
        draft.set(node, field, &Value::Real(1.75)).expect("it fits");
        draft
    });
}

/// An archive of the sample's files in front of 1.4 GB of nothing.
fn sparse(folder: &Path) -> PathBuf {
    let list = list();
    let script = script();
    let (dir, wad) = archive::pack(&[("level99_objs.txt", &list), ("config_preload3.lua", &script)]);
    let path = folder.join("WARRIORS.WAD");
    let mut file = std::fs::File::create(&path).expect("a file");
    file.write_all(&wad).expect("written");
    file.seek(SeekFrom::Start(WAD - 1)).expect("a sparse file");
    file.write_all(&[0]).expect("written");
    std::fs::write(folder.join("WARRIORS.DIR"), dir).expect("written");
    path
}

#[divan::bench(sample_count = 10)]
fn archive_1400_mb_open(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = sparse(folder.path());
    bencher.bench_local(|| OpenFile::open(&path).expect("the archive"));
}

#[divan::bench(sample_count = 10)]
fn archive_1400_mb_edit_and_save_one_entry(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = sparse(folder.path());
    let data = Arc::new(DataFolder::new(folder.path().join("data")));
    let mut file = OpenFile::open_in(&data, &path).expect("the archive");
    file.document.level(LEVEL).expect("its level");
    let line = file.document.draft().row(LEVEL, "lines", 5000).expect("a line").id();
    let mut zone = 0;
    bencher.bench_local(|| {
        zone = (zone + 1) % 100;
        let mut draft = file.document.draft();
        draft.set_int(line, "zone", zone + 100).expect("a zone");
        file.document.commit(draft, "zone").expect("it fits");
        file.save().expect("saved in place");
    });
}
