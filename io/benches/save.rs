//! Figures of `design.md` 8 for saving: a save with verification, appending to a journal and replaying it, the store of
//! backups at 1,000 backups, beside copying and hashing the same bytes. Run with
//! `cargo bench -p levelwright-io --bench save`. The map is the largest of the data folder (`LEVELWRIGHT_DATA` or
//! `../shared/data`); without it, one of the same size made here.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use divan::{Bencher, black_box};
use levelwright_io::file::OpenFile;
use levelwright_io::journal::frame::{Frame, Header};
use levelwright_io::journal::log::Log;
use levelwright_io::journal::recovery;
use levelwright_io::marathon::wad::{Body, ChunkOut, Entry, HeaderOut, LevelOut, Wad, encode};
use levelwright_io::save::backups::{Backups, Budget};
use levelwright_io::save::disk::{Disk, RealDisk};
use levelwright_io::save::{ContentHash, DataFolder, LiveIds};
use levelwright_model::document::LevelId;
use tempfile::TempDir;

fn main() {
    divan::main();
}

/// The map: 4 MB.
fn map() -> Vec<u8> {
    let data = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from);
    std::fs::read(data.join("marathon/official/m1/Map.scen")).unwrap_or_else(|_| made())
}

/// A map of 30 levels of 140 kB, each with 1,000 objects.
fn made() -> Vec<u8> {
    let chunk = |tag: &[u8; 4], bytes: Vec<u8>| ChunkOut { tag: *tag, bytes: Cow::Owned(bytes) };
    let levels: Vec<LevelOut<'_>> = (0..30)
        .map(|index| LevelOut {
            entry: Entry::New { index, application: Cow::Borrowed(&[]) },
            body: Body::Chunks(vec![
                chunk(b"Minf", vec![0; 88]),
                chunk(b"OBJS", vec![1; 16_000]),
                chunk(b"ZZZZ", vec![2; 124_000]),
            ]),
        })
        .collect();
    let wad = Wad::new(2, 1, b"Made", 0).expect("a name that fits");
    encode(&wad, &[], &HeaderOut::default(), &levels).expect("a map that fits").0
}

struct Place {
    _folder: TempDir,
    data: Arc<DataFolder>,
    path: PathBuf,
}

fn place() -> Place {
    let folder = TempDir::new().expect("a folder for temporary files");
    let path = folder.path().join("Map.scen");
    std::fs::write(&path, map()).expect("room for it");
    Place { data: Arc::new(DataFolder::new(folder.path().join("data"))), path, _folder: folder }
}

/// Sets a field of some object to another value than it has.
fn edit(file: &mut OpenFile, n: usize) {
    let level = LevelId(0);
    let mut draft = file.document.draft();
    let rows = draft.table(level, "objects").expect("objects").len();
    let id = draft.row(level, "objects", n % rows).expect("a row").id();
    let x = draft.int(id, "x").expect("a number");
    draft.set_int(id, "x", (x + 1) % 30_000).expect("it fits");
    file.document.commit(draft, "Move").expect("it can be edited");
}

/// What any save has to pay at least: a copy, a hash, a write and a flush of the same bytes.
#[divan::bench]
fn calibration_copy_hash_write_flush(bencher: Bencher<'_, '_>) {
    let place = place();
    let bytes = map();
    let path = place.path.with_extension("plain");
    bencher.bench_local(|| {
        let copy = black_box(&bytes).clone();
        black_box(ContentHash::of(&copy));
        std::fs::write(&path, &copy).expect("room for it");
        RealDisk.sync(&path).expect("a disk that flushes");
    });
}

#[divan::bench]
fn save_with_verification_backup_and_journal(bencher: Bencher<'_, '_>) {
    let place = place();
    let mut file = OpenFile::open_in(&place.data, &place.path).expect("a map");
    file.document.decode_all();
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        edit(&mut file, n);
        file.save().expect("it can be saved");
    });
    file.close();
}

/// Everything but the disk: encode, decode again, compare.
#[divan::bench]
fn encode_and_verify(bencher: Bencher<'_, '_>) {
    let place = place();
    let mut file = OpenFile::open(&place.path).expect("a map");
    file.document.decode_all();
    edit(&mut file, 0);
    bencher.bench_local(|| {
        let encoded = file.encode().expect("it can be encoded");
        file.verify(&encoded).expect("it is the same");
    });
}

/// What the window's thread pays for a step.
#[divan::bench]
fn journal_record_one_edit(bencher: Bencher<'_, '_>) {
    let place = place();
    let mut file = OpenFile::open_in(&place.data, &place.path).expect("a map");
    file.document.level(LevelId(0)).expect("a level");
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        edit(&mut file, n);
        file.record();
    });
    file.close();
}

fn log(place: &Place) -> Log {
    let header = Header::new(Some(&place.path), "Map", ContentHash::of(b""), LiveIds::default(), 0);
    Log::create(place.data.disk().clone(), &place.data.journals(), 0, &header, None).expect("a journal")
}

/// What the journal's thread pays for a step of 10,000 changed records (300 kB) that goes to the system.
#[divan::bench]
fn journal_append_300_kb(bencher: Bencher<'_, '_>) {
    let place = place();
    let mut log = log(&place);
    let frame = Frame::Step { at: 0, verb: levelwright_io::journal::frame::Verb::Do, transaction: vec![7; 300_000] };
    bencher.bench_local(|| {
        log.push(&frame);
        log.write().expect("room for it");
    });
    log.end().expect("it can be removed");
}

/// A small step, flushed: at most once a second.
#[divan::bench]
fn journal_append_and_flush(bencher: Bencher<'_, '_>) {
    let place = place();
    let mut log = log(&place);
    let frame = Frame::Step { at: 0, verb: levelwright_io::journal::frame::Verb::Do, transaction: vec![7; 60] };
    bencher.bench_local(|| {
        log.push(&frame);
        log.flush().expect("room for it");
    });
    log.end().expect("it can be removed");
}

/// Finding a journal of 1,000 edits after a crash, opening its file and carrying them out.
#[divan::bench]
fn journal_replay_1000_edits(bencher: Bencher<'_, '_>) {
    let place = place();
    let mut file = OpenFile::open_in(&place.data, &place.path).expect("a map");
    file.document.level(LevelId(0)).expect("a level");
    for n in 0..1000 {
        edit(&mut file, n);
        file.record();
    }
    drop(file);
    bencher.bench_local(|| {
        let found = recovery::find(&place.data).expect("a folder");
        let (changes, stopped) = found.first().expect("a journal").compare(&place.data).expect("its file");
        assert!(stopped.is_none() && !changes.is_empty());
    });
}

/// A store with 1,000 backups of 2 kB.
fn store() -> (TempDir, Backups) {
    let folder = TempDir::new().expect("a folder for temporary files");
    let disk: Arc<dyn Disk> = Arc::new(RealDisk);
    let backups = Backups::new(disk, folder.path().join("backups"), Budget { count: 1000, bytes: 1 << 30 });
    for n in 0..1000u64 {
        let file = PathBuf::from(format!("/game/Map {}", n % 10));
        backups.keep(&file, &n.to_le_bytes().repeat(250), n).expect("room for it");
    }
    (folder, backups)
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn backups_keep_one_at_1000(bencher: Bencher<'_, '_>) {
    let (_folder, backups) = store();
    let mut n = 1000u64;
    bencher.bench_local(|| {
        n += 1;
        backups.keep(Path::new("/game/Map 3"), &n.to_le_bytes().repeat(250), n).expect("room for it")
    });
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn backups_list_1000(bencher: Bencher<'_, '_>) {
    let (_folder, backups) = store();
    bencher.bench_local(|| assert_eq!(backups.list(None).expect("a folder").backups.len(), 1000));
}
