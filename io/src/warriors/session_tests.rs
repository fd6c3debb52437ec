//! Sessions in odd orders: edits of every kind, undo, redo, saves in place and elsewhere, and crashes in between. After
//! each save the disk holds what the document holds; after each crash the journal brings back what was there.

use std::path::{Path, PathBuf};

use levelwright_model::document::{Document, LevelId, NodeId};
use levelwright_model::games::Arguments;
use levelwright_model::games::warriors::level::{all_calls, lines};
use levelwright_model::games::warriors::records::calls;
use levelwright_model::record::Value;

use super::document_tests::{Scene, archive, file, sample, set};
use crate::file::{OpenFile, SaveOptions};
use crate::format::NewFile;
use crate::journal::recovery;
use crate::save::disk::Disk;

/// The bytes of all tables that are written, by level.
fn tables(document: &Document) -> Vec<Vec<u8>> {
    let levels = document.state().ids().filter_map(|id| document.state().level(id));
    levels
        .flat_map(|level| level.tables().filter(|t| t.opaque.is_none()).map(|t| t.bytes()).collect::<Vec<_>>())
        .collect()
}

fn opened(scene: &Scene, path: &Path) -> OpenFile {
    let mut file = OpenFile::open_in(&scene.data, path).unwrap();
    file.document.decode_all();
    file
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// Something that can be edited, in any level.
fn thing(document: &Document, dice: &mut Dice) -> Option<NodeId> {
    let ids: Vec<LevelId> = document.state().ids().collect();
    let level = document.state().level(ids[dice.below(ids.len())]).unwrap();
    let mut all: Vec<NodeId> = lines(level).map(|line| line.id()).collect();
    all.extend(all_calls(level).iter().filter(|call| call.table().opaque.is_none()).map(|call| call.id()));
    all.get(dice.below(all.len())).copied()
}

/// Edits something, if it lets itself be edited. Answers what was done.
fn edit(document: &mut Document, dice: &mut Dice) -> Option<String> {
    let node = thing(document, dice)?;
    let mut draft = document.draft();
    let what = dice.below(6);
    let done = match what {
        0..=2 => {
            let record = draft.record(node).ok()?;
            let fields: Vec<_> = record.fields().into_iter().filter(|f| f.fixed.is_empty()).collect();
            let field = *fields.get(dice.below(fields.len()))?;
            let value = match record.get(field).ok()? {
                Value::Int(n) => Value::Int((n + 1 + dice.below(3) as i128) % 1000),
                Value::Real(x) => Value::Real(x + dice.below(1000) as f64 / 8.0 + 0.125),
                Value::Text(text) => Value::Text(format!("{}{}", text.get(..text.len().min(20))?, dice.below(100))),
                _ => return None,
            };
            draft.set(node, field, &value).map(drop)
        }
        plan => {
            let key = ["duplicate", "delete", "move"][plan - 3];
            let plan = document.game().plans.iter().find(|plan| plan.key == key).unwrap();
            let values = if key == "delete" { Vec::new() } else { vec![("dx".to_owned(), Value::Int(1500))] };
            let level = node.level.0;
            let arguments = Arguments { level, objects: vec![node], values: values.into_iter().collect() };
            (plan.run)(&mut draft, &arguments).map(drop)
        }
    };
    done.ok()?;
    let name = format!("{what} on {}", draft.record(node).map_or("what is gone", |r| r.schema().key));
    document.commit(draft, &name).ok()?;
    Some(name)
}

/// Plays a session. Each save is compared with a fresh look at the disk, each crash with what was there before.
fn session(files: &[NewFile], first: &str, others: &[&str], seed: u64, steps: usize) -> usize {
    let scene = Scene::new(files);
    let mut dice = Dice(seed);
    let mut open = opened(&scene, &Path::new("/game").join(first));
    open.let_grow(true);
    let places: Vec<PathBuf> =
        others.iter().map(|name| Path::new("/other").join(name)).chain([Path::new("/game").join(first)]).collect();
    let (mut told, mut edits) = (Vec::new(), 0);
    for step in 0..steps {
        let act = dice.below(12);
        match act {
            0..=5 => {
                let name = edit(&mut open.document, &mut dice);
                edits += usize::from(name.is_some());
                told.push(format!("edit {name:?}"));
            }
            6 => told.push(format!("undo {}", open.document.undo())),
            7 => told.push(format!("redo {}", open.document.redo())),
            8 | 9 => {
                open.record();
                told.push("save".to_owned());
                saved(&scene, &mut open, None, &told);
            }
            10 => {
                open.record();
                let place = &places[dice.below(places.len())];
                told.push(format!("save as {}", place.display()));
                saved(&scene, &mut open, Some(place), &told);
            }
            _ => {
                open.record();
                told.push(format!("crash in {:?}", open.path()));
                let (want, path) = (tables(&open.document), open.path().unwrap().to_owned());
                let modified = open.document.is_modified();
                open.flush_journal().unwrap();
                drop(open);
                let mut found = recovery::find(&scene.data).unwrap();
                assert!(found.len() <= 1 && (found.len() == 1 || !modified), "step {step}, {told:#?}");
                open = match found.pop() {
                    None => opened(&scene, &path),
                    Some(found) => {
                        let recovered = found.recover(&scene.data).unwrap_or_else(|(e, _)| panic!("{e}, {told:#?}"));
                        assert!(recovered.stopped.is_none(), "{:?}, {told:#?}", recovered.stopped);
                        recovered.file
                    }
                };
                open.document.decode_all();
                open.let_grow(true);
                assert!(tables(&open.document) == want, "something else came back: {told:#?}");
            }
        }
        open.record();
    }
    while open.document.undo() {}
    open.record();
    edits
}

fn saved(scene: &Scene, open: &mut OpenFile, place: Option<&PathBuf>, told: &[String]) {
    let want = tables(&open.document);
    let done = match place {
        None => open.save(),
        Some(place) => open.save_with(place, SaveOptions { overwrite: true }),
    };
    if let Err(error) = done {
        panic!("{error}, {told:#?}");
    }
    assert!(!open.document.is_modified());
    let path = open.path().unwrap().to_owned();
    let mut again = OpenFile::open_on(scene.data.disk().clone(), &path).unwrap();
    again.document.decode_all();
    assert!(tables(&again.document) == want, "the disk holds something else: {told:#?}");
}

/// A level whose script is a text.
fn in_text() -> Vec<NewFile> {
    let script = "-- made\r\nPoolSetSizes(10, 20)\r\nfShop = AddFlag(1, 2, 0, 14, \"shop\", 3)\r\n\
                  ObjSpawn(\"dyn_ring\", 1, 2, 3, 90, 0)\r\nSpawnDoor(1, \"dyn_door_store\", 1, 2, 0, 90, 0, 0)\r\n\
                  if x then\r\n  ObjSpawn(\"dyn_ring\", 4, 5, 6, 0, 0)\r\nend\r\n";
    vec![
        file("level5_objs.txt", &sample()[0].bytes),
        file("level5.lua", script.as_bytes()),
        file("config_preload3.lua", &sample()[2].bytes),
    ]
}

#[test]
fn sessions_in_odd_orders_keep_compiled_levels() {
    let edits: usize =
        (0..6).map(|seed| session(&sample(), "level0_objs.txt", &["level7_objs.txt", "level8.lua"], seed, 40)).sum();
    assert!(edits > 50, "{edits} edits");
}

#[test]
fn sessions_in_odd_orders_keep_levels_in_text() {
    let edits: usize =
        (0..6).map(|seed| session(&in_text(), "level5_objs.txt", &["level7_objs.txt", "level8.lua"], seed, 40)).sum();
    assert!(edits > 50, "{edits} edits");
}

#[test]
fn sessions_in_odd_orders_keep_the_archive() {
    let edits: usize =
        (0..6).map(|seed| session(&archive(), "WARRIORS.DIR", &["COPY.DIR", "copy2.wad"], seed, 40)).sum();
    assert!(edits > 50, "{edits} edits");
}

#[test]
fn a_level_in_capital_letters_is_saved_under_another_name() {
    let files: Vec<NewFile> = sample().iter().map(|f| file(&f.name.to_uppercase(), &f.bytes)).collect();
    let scene = Scene::new(&files);
    let mut file = scene.open("LEVEL0_OBJS.TXT");
    assert_eq!(file.document.source().name(LevelId(0)), "level0");
    assert_eq!(file.companions().count(), 2);
    file.save_as(Path::new("/other/LEVEL7_OBJS.TXT")).unwrap();
    let there = |name: &str| scene.disk.read(&Path::new("/other").join(name)).unwrap();
    for (made, from) in [("LEVEL7_OBJS.TXT", 0), ("LEVEL7.LUA", 1), ("CONFIG_PRELOAD3.LUA", 2), ("LEVEL7.LEV", 3)] {
        assert!(there(made) == files[from].bytes, "{made}");
    }
}

const OVER: SaveOptions = SaveOptions { overwrite: true };

#[test]
fn a_copy_elsewhere_is_left_alone_when_the_level_is_saved_in_its_own_place_again() {
    let scene = Scene::new(&sample());
    let mut file = scene.open("level0_objs.txt");
    set(&mut file, LevelId(0), &calls::PANE, "glass", Value::Int(3));
    file.save_as(Path::new("/other/level8.lua")).unwrap();
    set(&mut file, LevelId(0), &calls::PANE, "glass", Value::Int(4));
    file.save().unwrap();
    let copy =
        || ["level8_objs.txt", "level8.lua"].map(|name| scene.disk.read(&Path::new("/other").join(name)).unwrap());
    let before = copy();
    file.save_with(Path::new("/game/level0_objs.txt"), OVER).unwrap();
    set(&mut file, LevelId(0), &calls::PANE, "glass", Value::Int(5));
    file.save().unwrap();
    assert!(copy() == before, "it lies where nothing was saved to");
}

#[test]
fn an_edit_that_was_saved_back_over_the_files_as_opened_is_undone_there() {
    for (files, first, level, other, changed) in [
        (sample(), "level0_objs.txt", 0, "/other/level8_objs.txt", "level0.lua"),
        (archive(), "WARRIORS.DIR", 1, "/other/COPY.DIR", "WARRIORS.WAD"),
    ] {
        for in_place_first in [false, true] {
            let scene = Scene::new(&files);
            let before = scene.read(changed);
            let mut file = scene.open(first);
            let home = file.path().unwrap().to_owned();
            if in_place_first {
                set(&mut file, LevelId(level), &calls::PANE, "glass", Value::Int(2));
                file.save().unwrap();
            }
            file.save_as(Path::new(other)).unwrap();
            set(&mut file, LevelId(level), &calls::DOOR, "number", Value::Int(77));
            file.save_with(&home, OVER).unwrap();
            assert!(scene.read(changed) != before);
            while file.document.undo() {}
            file.save().unwrap();
            assert!(scene.read(changed) == before, "{changed}");
        }
    }
}

#[test]
fn a_type_of_the_configuration_is_saved_while_levels_that_it_lends_to_are_looked_at() {
    let scene = Scene::new(&archive());
    let mut file = scene.open("WARRIORS.DIR");
    set(&mut file, LevelId(2), &calls::GLASS_TYPE, "sprite", Value::Int(98765));
    file.save().unwrap();
    let again = scene.open("WARRIORS.DIR");
    let lent = |id| again.document.state().level(id).unwrap().table("lent").unwrap().bytes();
    assert!(String::from_utf8_lossy(&lent(LevelId(1))).contains("98765"), "the other levels see it from then on");
}
