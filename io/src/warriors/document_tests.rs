//! Documents of several files: a level's extracted files, and the archive.

use std::path::Path;
use std::sync::Arc;

use levelwright_model::document::{Document, LevelId, NodeId};
use levelwright_model::games::warriors::WARRIORS;
use levelwright_model::games::warriors::level::{all_calls, lines};
use levelwright_model::games::warriors::records::{LineField, calls};
use levelwright_model::links::LinkIndex;
use levelwright_model::problems;
use levelwright_model::record::Value;

use super::archive::pack;
use super::data_tests::bytes;
use crate::file::{OpenFile, RoundTrip};
use crate::format::{NewFile, Opened, open_files};
use crate::save::DataFolder;
use crate::save::disk::Disk;
use crate::save::memory::MemoryDisk;

pub(super) fn file(name: &str, bytes: &[u8]) -> NewFile {
    NewFile { name: name.to_owned(), bytes: bytes.to_vec(), notes: Vec::new() }
}

pub(super) fn sample() -> Vec<NewFile> {
    super::sample::sample().unwrap()
}

fn open(files: &[NewFile]) -> Opened {
    let mut opened = open_files(files).unwrap();
    opened.document.decode_all();
    opened
}

const FIRST: LevelId = LevelId(0);

fn said(document: &Document, id: LevelId) -> Vec<String> {
    let level = document.state().level(id).unwrap();
    let notices = level.notices().iter().map(|n| format!("{}: {}", n.place, n.message));
    let found = problems::of_level(&WARRIORS, level);
    notices.chain(found.iter().map(|p| format!("{} {}: {}", p.place, p.field, p.message))).collect()
}

#[test]
fn the_sample_is_one_level_of_four_files_with_nothing_wrong() {
    let opened = open(&sample());
    let document = &opened.document;
    assert_eq!(said(document, FIRST), Vec::<String>::new());
    assert_eq!((opened.origin.set().unwrap().others.len(), opened.summary.extras.len()), (2, 1));
    let objects = document.objects(FIRST);
    let count = |kind: &str| objects.all().iter().filter(|o| o.kind.key == kind).count();
    let counts = ["object", "emitter", "door", "pane", "train", "train-point", "type", "glass-type", "collision-mesh"];
    assert_eq!(counts.map(count), [14, 3, 3, 2, 1, 3, 13, 19, 1]);
    // Points hang under their train.
    let train = objects.all().iter().position(|o| o.kind.key == "train").unwrap();
    let points = objects.all().iter().filter(|o| o.kind.key == "train-point");
    assert!(points.into_iter().all(|o| o.parent == Some(train as u32)));
    // The same however it is opened: by its script, by its mesh.
    for first in 1..4 {
        if first == 2 {
            continue;
        }
        let mut files = sample();
        files.swap(0, first);
        assert!(open_files(&files).unwrap().main().unwrap().ends_with("level0_objs.txt"));
    }
}

#[test]
fn links_lead_over_names_handles_and_numbers() {
    let opened = open(&sample());
    let level = opened.document.state().level(FIRST).unwrap();
    let links = LinkIndex::with(&WARRIORS, level);
    let from = |node: NodeId| -> Vec<String> {
        let target = |link: &levelwright_model::links::Link| {
            let record = level.record(link.to.number).unwrap();
            format!("{} {}", link.field.name, record.schema().key.trim_start_matches("warriors."))
        };
        let mut found: Vec<String> = links.from(node).iter().map(target).collect();
        found.sort();
        found
    };
    let first = |schema| all_calls(level).into_iter().find(|r| std::ptr::eq(r.schema(), schema)).unwrap().id();
    let ring = lines(level).nth(9).unwrap().id();
    assert_eq!(from(ring), ["flag_name flag", "name object_type", "zone zone_enable"]);
    // By its number it leads to both links through it, there and back.
    let of_door =
        ["name object_type", "number nav_link", "number nav_link", "triangle1 triangle", "triangle2 triangle"];
    assert_eq!(from(first(&calls::DOOR)), of_door);
    assert_eq!(from(first(&calls::PANE)), ["glass glass_type", "triangle1 triangle", "triangle2 triangle"]);
    assert_eq!(from(first(&calls::TRAIN_POINT)), ["object object_spawn", "slot train_start"]);
    assert_eq!(from(first(&calls::OBJECT_SHOW)), ["object object_spawn"]);
    let kind = first(&calls::OBJECT_TYPE);
    assert_eq!(links.to(kind).count(), 2, "two cans are of the first type");
}

#[test]
fn a_type_leads_to_its_model_where_the_model_list_is_there() {
    // `warriors.md` 1.11: a list of two models, one of them the can's.
    let model = |name: &str| {
        let hash = levelwright_model::games::warriors::names::model_hash(name);
        let numbers = [hash, 0, hash ^ 1, 7, 0, 1, 2, 3, 4];
        numbers.iter().flat_map(|n: &u32| n.to_le_bytes()).collect::<Vec<u8>>()
    };
    let list = [&2u32.to_le_bytes()[..], &[0; 12], &model("dyn_phone_b"), &model("dyn_trashcan")].concat();
    let glr = super::lent::container(0, &[(0x46, list)]);
    let mut files = sample();
    files.push(file("warriors.glr", &glr));
    let opened = open(&files);
    let level = opened.document.state().level(FIRST).unwrap();
    assert_eq!(level.table("models").unwrap().len(), 2);
    let (_, model) = levelwright_model::games::warriors::types::model_of(level, "dyn_trashcan").unwrap();
    assert_eq!(model, 0xFBF3_E3AE ^ 1);
    let links = LinkIndex::with(&WARRIORS, level);
    let kind = all_calls(level).into_iter().find(|r| std::ptr::eq(r.schema(), &calls::OBJECT_TYPE)).unwrap();
    assert_eq!(links.from(kind.id()).len(), 1);
}

#[test]
fn the_scene_has_the_mesh_with_its_owners_boxes_leaves_panes_and_lines() {
    let opened = open(&sample());
    let level = opened.document.state().level(FIRST).unwrap();
    let objects = opened.document.objects(FIRST);
    let scene = (WARRIORS.scene)(level, &objects);
    let key = |kind: &str, at: usize| {
        let object = objects.all().iter().filter(|o| o.kind.key == kind).nth(at).unwrap();
        levelwright_model::scene::SceneKey(u64::from(object.id.node.number))
    };
    let door = key("door", 0);
    let faces = |key| -> usize {
        let of = |chunk: &std::sync::Arc<levelwright_model::scene::Chunk>| {
            let own =
                chunk.triangles.iter().filter(|t| chunk.corners(t).is_some_and(|c| chunk.key_of(c[0]) == Some(key)));
            own.count()
        };
        scene.surfaces.iter().map(of).sum()
    };
    assert_eq!(faces(door), 2 * 12 + 2, "two leaves and two triangles");
    assert_eq!(faces(key("door", 2)), 12 + 2, "a barrier is a box");
    assert_eq!(faces(key("pane", 0)), 2 + 2);
    assert_eq!(faces(key("object", 0)), 12);
    assert!(faces(key("collision-mesh", 0)) > 20);
    assert_eq!(scene.lines.iter().filter(|line| line.key == Some(key("train", 0))).count(), 2);
    assert_eq!(scene.markers.iter().filter(|m| m.key == door).count(), 1);
    let keys = scene.markers.iter().map(|m| m.key);
    assert!(keys.into_iter().all(|k| objects.of_node(u32::try_from(k.0).unwrap()).is_some()));
}

pub(super) struct Scene {
    pub(super) disk: MemoryDisk,
    pub(super) data: Arc<DataFolder>,
}

impl Scene {
    pub(super) fn new(files: &[NewFile]) -> Scene {
        let disk = MemoryDisk::with_folders(&["/game", "/other", "/home"]);
        files.iter().for_each(|f| disk.put(&Path::new("/game").join(&f.name), &f.bytes));
        Scene { data: Arc::new(DataFolder::with(Arc::new(disk.clone()), "/home/data".into(), || 1)), disk }
    }

    pub(super) fn open(&self, name: &str) -> OpenFile {
        let mut file = OpenFile::open_in(&self.data, &Path::new("/game").join(name)).unwrap();
        file.document.decode_all();
        file
    }

    pub(super) fn read(&self, name: &str) -> Vec<u8> {
        self.disk.read(&Path::new("/game").join(name)).unwrap()
    }
}

/// Sets a field of the first record of a sort.
pub(super) fn set(
    file: &mut OpenFile,
    level: LevelId,
    schema: &'static levelwright_model::record::Schema,
    field: &str,
    value: Value,
) {
    let mut draft = file.document.draft();
    let records = all_calls(draft.level(level).unwrap());
    let node = records.iter().find(|r| std::ptr::eq(r.schema(), schema)).unwrap().id();
    let field = draft.field(node, field).unwrap();
    assert!(draft.set(node, field, &value).unwrap());
    file.document.commit(draft, "set").unwrap();
    file.record();
}

#[test]
fn files_of_a_level_are_edited_and_saved_together() {
    let scene = Scene::new(&sample());
    let mut file = scene.open("level0.lua");
    assert_eq!(file.round_trip(), RoundTrip::Identical);
    let before: Vec<Vec<u8>> = sample().iter().map(|f| scene.read(&f.name)).collect();
    set(&mut file, FIRST, &calls::DOOR, "x", Value::Real(1.5));
    set(&mut file, FIRST, &calls::OBJECT_TYPE, "hitpoints", Value::Int(99));
    let mut draft = file.document.draft();
    let line = draft.row(FIRST, "lines", 0).unwrap().id();
    draft.set(line, LineField::zone.field(), &Value::Int(3)).unwrap();
    file.document.commit(draft, "zone").unwrap();
    file.save().unwrap();
    let after: Vec<Vec<u8>> = sample().iter().map(|f| scene.read(&f.name)).collect();
    let changed: Vec<bool> = before.iter().zip(&after).map(|(a, b)| a != b).collect();
    assert_eq!(changed, [true, true, true, false], "the mesh is only read");
    let again = scene.open("level0_objs.txt");
    assert!(
        again
            .document
            .state()
            .level(FIRST)
            .unwrap()
            .table("lines")
            .unwrap()
            .row_head(0)
            .unwrap()
            .windows(6)
            .any(|w| w == b"-1, 3,")
    );
    // Undone and saved, files that differ from nothing any more are what they were, too.
    while file.document.undo() {}
    file.save().unwrap();
    let undone: Vec<Vec<u8>> = sample().iter().map(|f| scene.read(&f.name)).collect();
    assert!(undone == before);
    assert_eq!(file.disk_change().unwrap(), None);
}

/// An archive of the sample, a level of the test data's names, and entries that nobody knows.
pub(super) fn archive() -> Vec<NewFile> {
    let sample = sample();
    let part = |at: usize| sample[at].bytes.as_slice();
    let (dir, wad) = pack(&[
        ("level99_objs.txt", part(0)),
        ("nobody.dat", &[7; 5000]),
        ("level99.lua", part(1)),
        ("config_preload3.lua", part(2)),
        ("level99.lev", part(3)),
        ("level3_objs.txt", b"1\n{dyn_ring {1, 2, 3}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )\n"),
    ]);
    vec![file("WARRIORS.DIR", &dir), file("WARRIORS.WAD", &wad)]
}

#[test]
fn the_archive_is_a_document_of_its_levels_and_its_configuration() {
    let opened = open(&archive());
    let source = opened.document.source();
    let names: Vec<String> = (0..source.len()).map(|at| source.name(LevelId(at))).collect();
    assert_eq!(names, ["level3", "level99", "configuration"]);
    assert_eq!((source.game_index(LevelId(1)), source.game_index(LevelId(2))), (99, -1));
    let level = opened.document.state().level(LevelId(1)).unwrap();
    let tables: Vec<&str> = level.tables().map(|t| t.key()).collect();
    let lent = ["mesh", "mesh_points", "triangles", "nav_links", "nav_nodes", "nav_polygons", "nav_corners"];
    assert_eq!(tables, [&["lines", "scripts", "lent"], &lent[..]].concat());
    // Lent types are the same as where they stand, and not for editing here.
    let own = opened.document.state().level(LevelId(2)).unwrap();
    let types = |level| -> Vec<Vec<String>> {
        let calls = all_calls(level).into_iter().filter(|r| std::ptr::eq(r.schema(), &calls::OBJECT_TYPE));
        let fields = |r: levelwright_model::document::Record<'_>| {
            r.schema().base_fields().map(|f| format!("{:?}", r.get(f))).collect()
        };
        calls.map(fields).collect()
    };
    assert_eq!(types(level), types(own));
    assert_eq!(said(&opened.document, LevelId(1)), Vec::<String>::new());
    let mut draft = opened.document.draft();
    let lent = draft.row(LevelId(1), "lent", 0).unwrap().id();
    let field = draft.field(lent, "hitpoints").unwrap();
    assert!(draft.set(lent, field, &Value::Int(1)).unwrap_err().to_string().contains("configuration"));
    assert!(opened.summary.extras.iter().any(|line| line.contains("level99.lua") && line.contains("to spare")));
}

#[test]
fn entries_are_written_in_place_and_move_only_when_that_is_allowed() {
    let scene = Scene::new(&archive());
    let (dir, wad) = (scene.read("WARRIORS.DIR"), scene.read("WARRIORS.WAD"));
    let mut file = scene.open("WARRIORS.WAD");
    assert_eq!(file.round_trip(), RoundTrip::Identical);
    assert!(file.path().unwrap().ends_with("WARRIORS.DIR"));
    set(&mut file, LevelId(1), &calls::DOOR, "x", Value::Real(1.5));
    file.save().unwrap();
    let after = scene.read("WARRIORS.WAD");
    assert_eq!(after.len(), wad.len());
    let changed: Vec<usize> = (0..wad.len()).filter(|at| wad[*at] != after[*at]).collect();
    // level99.lua is the third entry, behind one sector and three.
    let entry = 4 * 2048..6 * 2048;
    assert!(!changed.is_empty() && changed.iter().all(|at| entry.contains(at)), "{changed:?}");
    file.document.undo();
    file.save().unwrap();
    assert!(scene.read("WARRIORS.WAD") == wad && scene.read("WARRIORS.DIR") == dir, "undone and saved");
    // Forty lines more than the list of level 3 has room for.
    let mut draft = file.document.draft();
    let place = WARRIORS.plans.iter().find(|p| p.key == "place").unwrap();
    let values = [("kind", Value::Text("object".to_owned())), ("x", Value::Int(0)), ("y", Value::Int(0))];
    let arguments = levelwright_model::games::Arguments {
        level: 0,
        values: values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        ..Default::default()
    };
    for _ in 0..40 {
        (place.run)(&mut draft, &arguments).unwrap();
    }
    file.document.commit(draft, "place").unwrap();
    let refusal = file.save().unwrap_err();
    assert_eq!(refusal.choices(), [crate::save::Choice::Grow]);
    let refusal = refusal.to_string();
    assert!(refusal.contains("level3_objs.txt") && refusal.contains("2048"), "{refusal}");
    assert!(scene.read("WARRIORS.WAD") == wad, "refused, and nothing was written");
    file.let_grow(true);
    file.save().unwrap();
    let after = scene.read("WARRIORS.WAD");
    assert!(after.len() > wad.len() && after[..wad.len()] == wad, "behind the end, the old entry stays");
    let again = scene.open("WARRIORS.DIR");
    assert_eq!(again.document.state().level(FIRST).unwrap().table("lines").unwrap().len(), 41);
}

/// A disk that counts what is read and written.
#[derive(Debug)]
struct Counting {
    disk: crate::save::disk::RealDisk,
    read: Arc<std::sync::atomic::AtomicU64>,
    written: Arc<std::sync::atomic::AtomicU64>,
}

impl Counting {
    fn note<T>(counter: &std::sync::atomic::AtomicU64, len: usize, done: T) -> T {
        counter.fetch_add(len as u64, std::sync::atomic::Ordering::Relaxed);
        done
    }
}

impl Disk for Counting {
    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        let bytes = self.disk.read(path)?;
        Ok(Counting::note(&self.read, bytes.len(), bytes))
    }
    fn read_at(&self, path: &Path, at: u64, len: usize) -> std::io::Result<Vec<u8>> {
        Counting::note(&self.read, len, self.disk.read_at(path, at, len))
    }
    fn metadata(&self, path: &Path) -> std::io::Result<crate::save::disk::Meta> {
        self.disk.metadata(path)
    }
    fn resolve(&self, path: &Path) -> std::io::Result<std::path::PathBuf> {
        self.disk.resolve(path)
    }
    fn create(&self, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
        Counting::note(&self.written, bytes.len(), self.disk.create(path, bytes))
    }
    fn write_at(&self, path: &Path, at: u64, bytes: &[u8]) -> std::io::Result<()> {
        Counting::note(&self.written, bytes.len(), self.disk.write_at(path, at, bytes))
    }
    fn set_len(&self, path: &Path, len: u64) -> std::io::Result<()> {
        self.disk.set_len(path, len)
    }
    fn sync(&self, path: &Path) -> std::io::Result<()> {
        self.disk.sync(path)
    }
    fn keep_permissions(&self, from: &Path, to: &Path) -> std::io::Result<()> {
        self.disk.keep_permissions(from, to)
    }
    fn rename(&self, from: &Path, to: &Path) -> std::io::Result<()> {
        self.disk.rename(from, to)
    }
    fn sync_folder(&self, folder: &Path) -> std::io::Result<()> {
        self.disk.sync_folder(folder)
    }
    fn list(&self, folder: &Path) -> std::io::Result<Vec<std::path::PathBuf>> {
        self.disk.list(folder)
    }
    fn folders(&self, folder: &Path) -> std::io::Result<Vec<std::path::PathBuf>> {
        self.disk.folders(folder)
    }
    fn remove(&self, path: &Path) -> std::io::Result<()> {
        self.disk.remove(path)
    }
    fn create_folders(&self, folder: &Path) -> std::io::Result<()> {
        self.disk.create_folders(folder)
    }
    fn lock(&self, path: &Path) -> std::io::Result<Option<Box<dyn crate::save::disk::Held>>> {
        self.disk.lock(path)
    }
}

#[test]
fn an_archive_of_a_gigabyte_and_a_half_is_never_read_or_written_whole() {
    use std::io::{Seek, SeekFrom, Write};
    use std::sync::atomic::{AtomicU64, Ordering};
    /// The game's archive (`warriors.md` 1.0).
    const WAD: u64 = 1_495_371_776;
    let folder = tempfile::tempdir().unwrap();
    let files = archive();
    let (dir, wad) = (folder.path().join("WARRIORS.DIR"), folder.path().join("WARRIORS.WAD"));
    std::fs::write(&dir, &files[0].bytes).unwrap();
    // Sparse: the file system keeps nothing of what was never written.
    let mut file = std::fs::File::create(&wad).unwrap();
    file.write_all(&files[1].bytes).unwrap();
    file.seek(SeekFrom::Start(WAD - 1)).unwrap();
    file.write_all(&[0]).unwrap();
    drop(file);
    let (read, written) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let disk = Counting { disk: crate::save::disk::RealDisk, read: Arc::clone(&read), written: Arc::clone(&written) };
    let data = Arc::new(DataFolder::with(Arc::new(disk), folder.path().join("data"), || 1));
    let mut file = OpenFile::open_in(&data, &dir).unwrap();
    file.document.decode_all();
    set(&mut file, LevelId(1), &calls::PANE, "glass", Value::Int(3));
    file.save().unwrap();
    assert_eq!(std::fs::metadata(&wad).unwrap().len(), WAD);
    let total = files.iter().map(|f| f.bytes.len() as u64).sum::<u64>();
    let (read, written) = (read.load(Ordering::Relaxed), written.load(Ordering::Relaxed));
    assert!(read < 8 * total && written < 8 * total, "{read} read, {written} written of {WAD}");
}

#[test]
fn an_archive_is_only_copied_whole_when_it_is_small() {
    let scene = Scene::new(&archive());
    let mut file = scene.open("WARRIORS.DIR");
    set(&mut file, LevelId(1), &calls::PANE, "glass", Value::Int(3));
    file.save_as(Path::new("/other/COPY.DIR")).unwrap();
    let copy = scene.disk.read(Path::new("/other/COPY.WAD")).unwrap();
    assert_eq!(copy.len(), scene.read("WARRIORS.WAD").len());
}

#[test]
fn a_document_is_saved_by_the_name_of_any_of_its_files() {
    // In its place.
    let scene = Scene::new(&archive());
    let dir = scene.read("WARRIORS.DIR");
    let mut file = scene.open("WARRIORS.WAD");
    set(&mut file, LevelId(1), &calls::PANE, "glass", Value::Int(3));
    file.save_as(Path::new("/game/WARRIORS.WAD")).unwrap();
    assert!(file.path().unwrap().ends_with("WARRIORS.DIR") && !file.document.is_modified());
    assert!(scene.read("WARRIORS.DIR") == dir, "the entry kept its place and its size");
    // Elsewhere.
    file.save_as(Path::new("/other/copy.wad")).unwrap();
    let copy = |name: &str| scene.disk.read(&Path::new("/other").join(name)).unwrap();
    assert!(copy("copy.wad") == scene.read("WARRIORS.WAD") && copy("copy.dir") == dir);
    set(&mut file, LevelId(1), &calls::PANE, "glass", Value::Int(4));
    file.save().unwrap();
    assert!(copy("copy.wad") != scene.read("WARRIORS.WAD") && copy("copy.dir") == dir);
    // The files of a level.
    let scene = Scene::new(&sample());
    let list = scene.read("level0_objs.txt");
    let mut file = scene.open("level0.lua");
    set(&mut file, FIRST, &calls::PANE, "glass", Value::Int(3));
    file.save_as(Path::new("/game/level0.lua")).unwrap();
    assert!(file.path().unwrap().ends_with("level0_objs.txt") && !file.document.is_modified());
    file.save_as(Path::new("/other/level5.lua")).unwrap();
    let copy = |name: &str| scene.disk.read(&Path::new("/other").join(name)).unwrap();
    assert!(copy("level5.lua") == scene.read("level0.lua") && copy("level5_objs.txt") == list);
    set(&mut file, FIRST, &calls::PANE, "glass", Value::Int(4));
    file.save().unwrap();
    assert!(copy("level5.lua") != scene.read("level0.lua") && copy("level5_objs.txt") == list);
}

#[test]
fn a_copy_of_an_archive_holds_no_edit_that_was_saved_and_undone() {
    let scene = Scene::new(&archive());
    let (dir, wad) = (scene.read("WARRIORS.DIR"), scene.read("WARRIORS.WAD"));
    let mut file = scene.open("WARRIORS.DIR");
    set(&mut file, LevelId(1), &calls::PANE, "glass", Value::Int(3));
    file.save().unwrap();
    assert!(scene.read("WARRIORS.WAD") != wad);
    assert!(file.document.undo());
    file.save_as(Path::new("/other/COPY.DIR")).unwrap();
    let copy = |name: &str| scene.disk.read(&Path::new("/other").join(name)).unwrap();
    assert!(copy("COPY.WAD") == wad && copy("COPY.DIR") == dir);
}

#[test]
fn the_level_of_the_test_data_has_nothing_wrong_but_what_its_makers_meant() {
    let (Some(list), Some(script), Some(config), Some(lev)) = (
        bytes("level99_synth_objs.txt"),
        bytes("level99_synth.lua"),
        bytes("config_synth.lua"),
        bytes("level99_synth.lev"),
    ) else {
        return;
    };
    let files = [
        file("level99_objs.txt", &list),
        file("level99.lua", &script),
        file("config_preload3.lua", &config),
        file("level99.lev", &lev),
    ];
    let opened = open(&files);
    let level = opened.document.state().level(FIRST).unwrap();
    assert!(level.notices().is_empty());
    let found = problems::of_level(&WARRIORS, level);
    let ids: std::collections::BTreeSet<&str> = found.iter().map(|p| p.check).collect();
    // The configuration has 36 of the types, emitters have tints, and quaternions have four digits.
    let meant = ["type-unknown", "emitter-fields"];
    assert!(ids.iter().all(|id| meant.contains(id)), "{found:#?}");
}
