//! A format of two files for tests: an index that says where in a large file a map lies, and that file, which is
//! written in place. `a.pair` begins with `PAIR` and holds position and length; `a.bulk` holds the map among others.

use std::path::Path;
use std::sync::Arc;

use levelwright_model::document::{Document, LevelId};

use crate::file::{OpenFile, RoundTrip, SaveOptions};
use crate::format::{
    Beside, Difference, EncodeError, Encoded, FileSet, Format, Location, NewFile, OpenError, Opened, Origin, Reading,
    SetFile, open_bytes,
};
use crate::journal::recovery::{self, Base};
use crate::save::disk::Disk;
use crate::save::faulty::{Fault, FaultyDisk};
use crate::save::fingerprint::Fingerprint;
use crate::save::memory::{MemoryDisk, PowerCut};
use crate::save::writes::{Patch, Writes};
use crate::save::{Change, DataFolder, SaveError};

pub(crate) static PAIR: Format = Format {
    game: "marathon",
    name: "pair",
    reading: Reading::Place { recognise, open },
    guests: |_| Vec::new(),
    merge: None,
    split: None,
    to_map: None,
    pack: None,
    exchange: None,
    sample: None,
};

const JUNK: usize = 40;

fn recognise(at: &Location) -> bool {
    let main = at.other(&at.path().with_extension("pair"));
    matches!(at.path().extension().and_then(|e| e.to_str()), Some("pair" | "bulk")) && main.head(4) == b"PAIR"
}

fn number(bytes: &[u8], at: usize) -> usize {
    let four = bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).unwrap_or_default();
    u32::from_le_bytes(four) as usize
}

fn index(at: usize, len: usize) -> Vec<u8> {
    [*b"PAIR", (at as u32).to_le_bytes(), (len as u32).to_le_bytes()].concat()
}

fn open(at: &Location) -> Result<Opened, OpenError> {
    let main = at.other(&at.path().with_extension("pair"));
    let bulk = at.other(&at.path().with_extension("bulk"));
    let bytes = main.read()?;
    let (place, len) = (number(&bytes, 4), number(&bytes, 8));
    let map = bulk.disk().read_at(bulk.path(), place as u64, len).map_err(|reason| bulk.unreadable(reason))?;
    let watch: Vec<_> = std::iter::once(place as u64..(place + len) as u64).collect();
    let seen = Fingerprint::take(bulk.disk().as_ref(), bulk.path(), &watch).map_err(|e| bulk.unreadable(e))?;
    let bulk_len = bulk.disk().metadata(bulk.path()).map_err(|reason| bulk.unreadable(reason))?.len;
    let inner = open_bytes(map)?;
    let set = FileSet { at: main, others: vec![SetFile { path: bulk.path().to_owned(), seen, watch }] };
    let origin = PairOrigin { inner: inner.origin, bytes, set, place: place as u64, bulk_len };
    Ok(Opened { document: inner.document, origin: Arc::new(origin), summary: inner.summary })
}

#[derive(Debug)]
struct PairOrigin {
    inner: Arc<dyn Origin>,
    bytes: Vec<u8>,
    set: FileSet,
    place: u64,
    bulk_len: u64,
}

impl Origin for PairOrigin {
    fn encode(&self, document: &Document) -> Result<Encoded, EncodeError> {
        let map = self.inner.encode(document)?.bytes;
        let old = self.inner.bytes();
        if map == old {
            return Ok(Encoded::one(self.bytes.clone()));
        }
        let fits = map.len() <= old.len();
        let at = if fits { self.place } else { self.bulk_len };
        let main = index(at as usize, map.len());
        let new_len = if fits { self.bulk_len } else { at + map.len() as u64 };
        let writes = Writes::InPlace { patches: vec![Patch { at, bytes: map }], new_len };
        let beside = vec![Beside { path: self.set.others[0].path.clone(), writes, watch: Vec::new() }];
        Ok(Encoded { beside, ..Encoded::one(main) })
    }

    fn encode_to(&self, document: &Document, path: &Path) -> Result<Encoded, EncodeError> {
        let map = self.inner.encode(document)?.bytes;
        let main = index(JUNK, map.len());
        let writes = Writes::Replace([vec![7; JUNK], map].concat());
        let beside = vec![Beside { path: path.with_extension("bulk"), writes, watch: Vec::new() }];
        Ok(Encoded { beside, ..Encoded::one(main) })
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn set(&self) -> Option<&FileSet> {
        Some(&self.set)
    }

    fn verify(&self, document: &Document) -> Result<(), Difference> {
        self.inner.verify(document)
    }
}

fn map() -> Vec<u8> {
    crate::test_data::small_map(1, 6)
}

fn files() -> Vec<NewFile> {
    let bulk = [vec![7; JUNK], map(), vec![9; 100]].concat();
    let file = |name: &str, bytes| NewFile { name: name.to_owned(), bytes, notes: Vec::new() };
    vec![file("a.pair", index(JUNK, map().len())), file("a.bulk", bulk)]
}

struct Scene {
    disk: MemoryDisk,
    data: Arc<DataFolder>,
}

const MAIN: &str = "/game/a.pair";
const BULK: &str = "/game/a.bulk";

impl Scene {
    fn new() -> Scene {
        let disk = MemoryDisk::with_folders(&["/game", "/other", "/home"]);
        files().iter().for_each(|f| disk.put(&Path::new("/game").join(&f.name), &f.bytes));
        Scene { data: Arc::new(DataFolder::with(Arc::new(disk.clone()), "/home/data".into(), || 1)), disk }
    }

    fn open(&self, path: &str) -> OpenFile {
        OpenFile::open_in(&self.data, Path::new(path)).unwrap()
    }

    fn read(&self, path: &str) -> Vec<u8> {
        self.disk.read(Path::new(path)).unwrap()
    }
}

fn edit(file: &mut OpenFile, x: i16) {
    file.document.level(LevelId(0)).unwrap();
    let mut draft = file.document.draft();
    let id = draft.row(LevelId(0), "objects", 1).unwrap().id();
    draft.set_int(id, "x", x).unwrap();
    file.document.commit(draft, "Move").unwrap();
    file.record();
}

/// One more object: the map grows.
fn grow(file: &mut OpenFile) {
    file.document.level(LevelId(0)).unwrap();
    let mut draft = file.document.draft();
    let schema = draft.table(LevelId(0), "objects").unwrap().spec.record.unwrap();
    let id = draft.insert_row(LevelId(0), "objects", 0, schema, vec![0; 16]).unwrap();
    draft.new_generation(id).unwrap();
    file.document.commit(draft, "Add").unwrap();
    file.record();
}

fn x_on_disk(scene: &Scene, path: &str) -> i128 {
    let mut file = OpenFile::open_on(Arc::new(scene.disk.clone()), Path::new(path)).unwrap();
    let level = file.document.level(LevelId(0)).unwrap();
    level.row(level.table("objects").unwrap(), 1).unwrap().int("x").unwrap()
}

#[test]
fn either_file_opens_the_document_which_is_called_by_the_main_one() {
    let scene = Scene::new();
    for path in [MAIN, BULK] {
        let mut file = scene.open(path);
        assert_eq!((file.path(), file.name()), (Some(Path::new(MAIN)), "a.pair"));
        assert_eq!(file.companions().collect::<Vec<_>>(), [Path::new(BULK)]);
        assert_eq!(file.round_trip(), RoundTrip::Identical);
    }
}

#[test]
fn a_save_writes_the_part_in_place_and_undoing_it_all_brings_both_files_back() {
    let scene = Scene::new();
    let (main, bulk) = (scene.read(MAIN), scene.read(BULK));
    let mut file = scene.open(MAIN);
    edit(&mut file, 11);
    file.save().unwrap();
    assert!(!file.document.is_modified());
    assert_eq!(x_on_disk(&scene, MAIN), 11);
    assert_eq!((scene.read(MAIN), scene.read(BULK).len()), (main.clone(), bulk.len()));
    grow(&mut file);
    edit(&mut file, 12);
    file.save().unwrap();
    assert!(scene.read(BULK).len() > bulk.len(), "it does not fit, so it is appended");
    assert_eq!(scene.read(BULK)[..bulk.len()], bulk, "and the old place is as it was opened");
    while file.document.undo() {}
    file.record();
    file.save().unwrap();
    assert!(scene.read(MAIN) == main && scene.read(BULK) == bulk, "nothing is left of the saves");
    assert_eq!(file.disk_change().unwrap(), None);
}

#[test]
fn a_change_of_either_file_by_another_program_is_noticed() {
    let scene = Scene::new();
    let mut file = scene.open(MAIN);
    edit(&mut file, 11);
    scene.disk.write_at(Path::new(BULK), JUNK as u64 + 200, b"theirs").unwrap();
    assert_eq!(file.disk_change().unwrap(), Some(Change::Changed));
    let theirs = scene.read(BULK);
    assert!(matches!(file.save(), Err(SaveError::ChangedOnDisk { .. })));
    assert_eq!(scene.read(BULK), theirs);
    file.save_with(Path::new(MAIN), SaveOptions { overwrite: true }).unwrap();
    assert_eq!(x_on_disk(&scene, MAIN), 11);
    assert_eq!(file.disk_change().unwrap(), None);
}

#[test]
fn saved_elsewhere_all_files_go_there_and_later_saves_too() {
    let scene = Scene::new();
    let (main, bulk) = (scene.read(MAIN), scene.read(BULK));
    let mut file = scene.open(MAIN);
    edit(&mut file, 11);
    file.save_as(Path::new("/other/b.pair")).unwrap();
    assert_eq!((scene.read(MAIN), scene.read(BULK)), (main, bulk), "where it was opened nothing changed");
    assert_eq!(x_on_disk(&scene, "/other/b.pair"), 11);
    edit(&mut file, 12);
    file.save().unwrap();
    assert_eq!(x_on_disk(&scene, "/other/b.pair"), 12);
    // Nobody was asked about a file beside the one that was named.
    scene.disk.put(Path::new("/other/c.bulk"), b"precious");
    assert!(matches!(file.save_as(Path::new("/other/c.pair")), Err(SaveError::ChangedOnDisk { .. })));
    assert_eq!(scene.read("/other/c.bulk"), b"precious");
}

#[test]
fn what_was_done_comes_back_after_a_crash() {
    let scene = Scene::new();
    let mut file = scene.open(MAIN);
    edit(&mut file, 11);
    file.save().unwrap();
    edit(&mut file, 12);
    file.flush_journal().unwrap();
    drop(file);
    scene.disk.die(PowerCut::LosesAll);
    let found = recovery::find(&scene.data).unwrap().remove(0);
    assert_eq!((found.edits(), found.base()), (1, &Base::File));
    let mut file = found.recover(&scene.data).unwrap().file;
    file.save().unwrap();
    assert_eq!(x_on_disk(&scene, MAIN), 12);
}

#[test]
fn files_without_a_place_come_back_after_a_crash() {
    let scene = Scene::new();
    let mut file = OpenFile::untitled_files(&files()).unwrap();
    file.use_data_folder(scene.data.clone());
    edit(&mut file, 11);
    file.flush_journal().unwrap();
    drop(file);
    scene.disk.die(PowerCut::LosesAll);
    let found = recovery::find(&scene.data).unwrap().remove(0);
    assert_eq!((found.edits(), found.base()), (1, &Base::Untitled));
    let mut file = found.recover(&scene.data).unwrap().file;
    file.save_as(Path::new("/other/b.pair")).unwrap();
    assert_eq!(x_on_disk(&scene, "/other/b.pair"), 11);
}

#[test]
fn without_a_data_folder_several_files_are_not_written() {
    let scene = Scene::new();
    let mut file = OpenFile::open_on(Arc::new(scene.disk.clone()), Path::new(MAIN)).unwrap();
    let before = scene.read(BULK);
    edit(&mut file, 11);
    let task = file.begin_save(Path::new(MAIN), SaveOptions::default());
    assert!(matches!(task.run().error(), Some(SaveError::NoDataFolder { .. })));
    assert_eq!(scene.read(BULK), before);
}

#[test]
fn whichever_call_is_the_last_both_files_are_old_or_new() {
    let scene = Scene::new();
    let (main, bulk) = (scene.read(MAIN), scene.read(BULK));
    let mut new = None;
    for at in 0.. {
        let scene = Scene::new();
        let faulty = FaultyDisk::new(Arc::new(scene.disk.clone()), at, Fault::DiesWithin);
        let data = Arc::new(DataFolder::with(Arc::new(faulty.clone()), "/home/data".into(), || 1));
        let saved = OpenFile::open_in(&data, Path::new(MAIN)).is_ok_and(|mut file| {
            grow(&mut file);
            edit(&mut file, 11);
            file.save().is_ok()
        });
        scene.disk.die(PowerCut::LosesAll);
        scene.data.repair().unwrap();
        let now = (scene.read(MAIN), scene.read(BULK));
        if saved {
            new.get_or_insert(now);
            break;
        }
        assert!(now == (main.clone(), bulk.clone()) || x_on_disk(&scene, MAIN) == 11, "call {at}");
    }
    assert!(new.is_some_and(|new| new != (main, bulk)));
}
