//! Operations on real files, and the engine's own trace (`systemshock.md` 9.3).

use std::sync::Arc;

use levelwright_model::clipboard::{Dangling, PasteError, copy, paste};
use levelwright_model::compare::{differences, turn_state_into};
use levelwright_model::document::{Document, Level, LevelBuilder, LevelId, LevelSource, NodeId, OpenReport, Severity};
use levelwright_model::edit::Draft;
use levelwright_model::games::Arguments;
use levelwright_model::games::shock::operations::lists::{Lists, Sort};
use levelwright_model::games::shock::resources::LEVEL_RESOURCES;
use levelwright_model::games::shock::{SHOCK, tables};
use levelwright_model::problems;
use levelwright_model::record::{Refusal, Value};
use sha2::{Digest, Sha256};

use super::res::ResFile;
use crate::file::OpenFile;

use crate::test_data::data;

const HERE: LevelId = LevelId(0);

/// A level of empty tables whose free lists ascend: where the trace begins.
#[derive(Debug)]
struct Empty;

impl LevelSource for Empty {
    fn len(&self) -> u32 {
        1
    }
    fn name(&self, _: LevelId) -> String {
        String::new()
    }
    fn game_index(&self, _: LevelId) -> i64 {
        1
    }
    fn decode(&self, id: LevelId) -> Level {
        let mut build = LevelBuilder::new(id);
        for resource in &LEVEL_RESOURCES {
            let levelwright_model::games::shock::resources::Rows::Exactly(rows) = resource.rows else { continue };
            let stride = resource.spec.record.unwrap().size as usize;
            let mut bytes = vec![0; rows as usize * stride];
            let next = match resource.number {
                8 => Some(7),
                9 => Some(6),
                10..=24 => Some(2),
                _ => None,
            };
            if let Some(next) = next {
                for row in 0..rows as usize {
                    let after = if row + 1 < rows as usize { row as u16 + 1 } else { 0 };
                    bytes[row * stride + next..][..2].copy_from_slice(&after.to_le_bytes());
                }
            }
            build.packed(resource.spec, &[], 0, stride, &bytes);
        }
        build.finish()
    }
}

fn hash(document: &levelwright_model::edit::Draft, key: &str) -> String {
    let bytes = document.table(HERE, key).unwrap().bytes();
    let digest = Sha256::digest(&bytes);
    digest.iter().take(8).map(|b| format!("{b:02x}")).collect()
}

#[test]
fn the_engines_trace_comes_out_byte_for_byte() {
    let Some(path) = data("systemshock/synthetic/ops_trace_level1.json") else { return };
    let trace: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let mut document = Document::new(&SHOCK, Arc::new(Empty), file, OpenReport::default());
    document.level(HERE).unwrap();
    let mut draft = document.draft();
    let mut refused = 0;
    let mut skip;
    for (at, step) in trace["ops"].as_array().unwrap().iter().enumerate() {
        let number = |key: &str| step[key].as_u64().unwrap_or(0) as u16;
        let row = number("id");
        match step["op"].as_str().unwrap() {
            "create" => {
                let [class, subclass, kind] = [0, 1, 2].map(|n| step["triple"][n].as_u64().unwrap() as u8);
                let sort = Sort { class, subclass, kind };
                let made = Lists::new(&mut draft, HERE).unwrap().create(sort, step["hp"].as_i64().unwrap_or(0) as i16);
                match made {
                    Ok(made) => {
                        assert_eq!(made, row, "step {at}");
                        skip = false;
                    }
                    Err(refusal) => {
                        // The engine's mark in the free record is not ours (4.5).
                        assert!(refusal.to_string().contains("at most"), "{refusal}");
                        assert_eq!(row, 0, "step {at}: {refusal}");
                        refused += 1;
                        skip = true;
                    }
                }
            }
            "move" => {
                let tiles: Vec<(u8, u8)> = step["tiles"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|t| (t[0].as_u64().unwrap() as u8, t[1].as_u64().unwrap() as u8))
                    .collect();
                Lists::new(&mut draft, HERE).unwrap().spread(row, &tiles).unwrap();
                let node = draft.row(HERE, "objects", usize::from(row)).unwrap().id();
                for (field, key) in [("x", "x"), ("y", "y"), ("z", "z"), ("heading", "h")] {
                    draft.store_int(node, field, i128::from(number(key))).unwrap();
                }
                skip = false;
            }
            "destroy" => {
                Lists::new(&mut draft, HERE).unwrap().delete(row).unwrap();
                skip = false;
            }
            _ => {
                Lists::new(&mut draft, HERE).unwrap().zero_unused().unwrap();
                skip = false;
            }
        }
        if !skip {
            assert_eq!(hash(&draft, "objects"), step["sha_L08"].as_str().unwrap(), "L08 after step {at}: {step}");
        }
        assert_eq!(hash(&draft, "references"), step["sha_L09"].as_str().unwrap(), "L09 after step {at}: {step}");
        for (spec, name) in tables::CLASS_TABLES.iter().zip(CLASSES) {
            let Some(want) = step["head"]["spec"][name].as_array() else { continue };
            let head = draft.table(HERE, spec.key).unwrap().row_head(0).unwrap().to_vec();
            let have: Vec<u64> =
                (0..3).map(|n| u64::from(u16::from_le_bytes([head[n * 2], head[n * 2 + 1]]))).collect();
            let want: Vec<u64> = want.iter().map(|n| n.as_u64().unwrap()).collect();
            assert_eq!(have, want, "{name} after step {at}");
        }
    }
    assert!(refused > 0);
}

/// The classes as the data folder's tables call them, in their order.
pub(super) const CLASSES: [&str; 15] = [
    "Gun",
    "Ammo",
    "Physics",
    "Grenade",
    "Drug",
    "Hardware",
    "Software",
    "BigStuff",
    "SmallStuff",
    "Fixture",
    "Door",
    "Animating",
    "Trap",
    "Container",
    "Critter",
];

/// A number below an end, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: i128) -> i128 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i128::from(self.0 >> 33) % end
    }
}

/// One step in whatever order comes: objects, contents, notes, tiles, events, textures, level variables.
fn step(draft: &mut Draft, level: LevelId, dice: &mut Dice) -> Result<(), Refusal> {
    let live: Vec<NodeId> =
        draft.objects(level)?.all().iter().filter(|o| o.parts[0].name == "common").map(|o| o.id.node).collect();
    let pick = live[dice.below(live.len() as i128) as usize];
    let int = |name: &str, n: i128| (name.to_owned(), Value::Int(n));
    let text = |name: &str, t: &str| (name.to_owned(), Value::Text(t.to_owned()));
    let kinds = ["trap", "container", "critter", "gun", "door", "big-stuff", "small-stuff", "fixture", "software"];
    let (key, objects, values) = match dice.below(11) {
        0 | 1 => {
            let kind = kinds[dice.below(9) as usize];
            let (x, y) = (dice.below(64 * 256), dice.below(64 * 256));
            ("place", vec![], vec![text("kind", kind), int("type", dice.below(2)), int("x", x), int("y", y)])
        }
        2 => ("delete", vec![pick], vec![int("keep", dice.below(2))]),
        3 => ("move", vec![pick], vec![int("dx", dice.below(2000) - 1000), int("dy", dice.below(2000) - 1000)]),
        4 => {
            let into = draft.record(live[dice.below(live.len() as i128) as usize])?.position() as i128;
            ("put_in", vec![pick], vec![int("into", into)])
        }
        5 => ("take_out", vec![pick], vec![]),
        6 => (
            "place",
            vec![],
            vec![text("kind", "trap"), int("subclass", 2), int("type", 3), int("x", 5000), int("y", 5000)],
        ),
        7 => ("set_note", vec![pick], vec![text("text", &"note ".repeat(dice.below(7) as usize))]),
        8 => {
            let corners = ["x1", "y1", "x2", "y2"].map(|name| int(name, 1 + dice.below(62)));
            let mut values = corners.to_vec();
            values.extend([int("floor", dice.below(32)), int("slope", dice.below(9)), int("music", dice.below(8))]);
            ("paint", vec![], values)
        }
        9 => {
            ("create", vec![], vec![text("kind", "event"), int("time", dice.below(9000)), int("event", dice.below(11))])
        }
        _ => {
            let texture = draft.row(level, "textures", dice.below(54) as usize)?.id();
            draft.set_int(texture, "texture", dice.below(200))?;
            let hazards = draft.row(level, "variables", 0)?.id();
            draft.set_int(hazards, "radiation", dice.below(256))?;
            return Ok(());
        }
    };
    let plan = SHOCK.plans.iter().find(|p| p.key == key).unwrap();
    let values = values.into_iter().collect();
    (plan.run)(draft, &Arguments { level: level.0, objects, values }).map(|_| ())
}

#[test]
fn odd_orders_survive_saving_and_are_undone_to_the_byte() {
    let bytes = super::sample::sample().unwrap().remove(0).bytes;
    for seed in 0..3 {
        let mut file = OpenFile::untitled(bytes.clone()).unwrap();
        file.document.decode_all();
        let start = file.document.history().position();
        let mut dice = Dice(seed);
        let mut done = 0;
        for _ in 0..120 {
            let level = LevelId(dice.below(2) as u32);
            let mut draft = file.document.draft();
            if step(&mut draft, level, &mut dice).is_ok() {
                file.document.commit(draft, "step").unwrap();
                done += 1;
            }
        }
        assert!(done > 60, "{done} of 120 steps were done");
        let mut again = OpenFile::untitled(file.encode().unwrap().bytes).unwrap();
        again.document.decode_all();
        for id in file.document.state().ids() {
            let (a, b) = (file.document.state().level(id).unwrap(), again.document.state().level(id).unwrap());
            for (a, b) in a.tables().zip(b.tables()) {
                assert!(a.same_bytes(b), "seed {seed}, {id:?}: {}", a.key());
            }
            let found = problems::of_level(again.document.game(), b);
            let errors: Vec<_> = found.iter().filter(|p| p.severity == Severity::Error).collect();
            assert!(errors.is_empty(), "seed {seed}: {errors:#?}");
        }
        while file.document.history().position() > start {
            assert!(file.document.undo());
        }
        assert!(file.encode().unwrap().bytes == bytes, "seed {seed}: undone, and something is left");
    }
}

/// Directory entries and bytes of all resources but one, before and after: only one differs, and those behind it have
/// moved.
#[test]
fn setting_one_field_changes_one_resource_and_the_directory() {
    let bytes = super::sample::sample().unwrap().remove(0).bytes;
    let mut file = OpenFile::untitled(bytes.clone()).unwrap();
    file.document.decode_all();
    for (table, field, value, resource) in [
        ("traps", "quota", 9, 4122),
        ("doors", "autoclose", 77, 4120),
        ("tiles", "floor_darkness", 5, 4105),
        ("textures", "texture", 77, 4107),
        ("variables", "radiation", 3, 4145),
        ("info", "height_shift", 2, 4104),
    ] {
        let mut draft = file.document.draft();
        let row = usize::from(matches!(table, "traps" | "doors"));
        let node = draft.row(HERE, table, row).unwrap().id();
        draft.set_int(node, field, value).unwrap();
        file.document.commit(draft, field).unwrap();
        let after = file.encode().unwrap().bytes;
        let (old, new) = (ResFile::read(&bytes).unwrap(), ResFile::read(&after).unwrap());
        assert_eq!(bytes[..124], after[..124], "the header but for the directory's place");
        for (a, b) in old.resources().iter().zip(new.resources()) {
            let same = bytes[a.range()] == after[b.range()];
            assert_eq!(same, a.id != resource, "{table}: resource {}", a.id);
            assert_eq!((a.id, a.size, a.kind), (b.id, b.size, b.kind));
            assert!(!same || (a.flags, a.packed) == (b.flags, b.packed));
        }
        assert_eq!(old.resources().len(), new.resources().len());
        assert!(file.document.undo());
    }
}

fn opened(path: &std::path::Path) -> OpenFile {
    let mut file = OpenFile::untitled(std::fs::read(path).unwrap()).unwrap();
    file.document.decode_all();
    file
}

#[test]
fn levels_of_one_map_version_take_nothing_from_those_of_the_other_and_say_so() {
    let versions = ["systemshock/synthetic/synth_v11.dat", "systemshock/synthetic/synth_v12.dat"].map(data);
    let [Some(eleven), Some(twelve)] = versions else { return };
    let (eleven, twelve) = (opened(&eleven), opened(&twelve));
    for (from, to) in [(&eleven, &twelve), (&twelve, &eleven)] {
        let (level, objects) = (from.document.state().level(HERE).unwrap(), from.document.objects(HERE));
        let door = objects.all().iter().find(|o| o.kind.key == "door").unwrap();
        let clip = copy(level, &objects, &[door.id]).unwrap();
        let mut draft = to.document.draft();
        let Err(PasteError::Refused(refusal)) = paste(&mut draft, HERE, &clip, false, Dangling::Ask) else {
            panic!("bytes of one layout came to the other")
        };
        assert!(refusal.to_string().starts_with("Objects are stored in another way in this level"), "{refusal}");
    }
}

#[test]
fn what_the_games_folder_lends_is_no_difference_between_two_files() {
    let Some(path) = data("systemshock/derelict/archive.dat") else { return };
    // Beside its strings, and without a folder.
    let (mut lent, alone) = (OpenFile::open(&path).unwrap(), opened(&path));
    lent.document.decode_all();
    let strings = |file: &OpenFile| file.document.state().level(HERE).unwrap().table("strings").unwrap().bytes();
    assert_ne!(strings(&lent), strings(&alone));
    for (a, b) in [(&lent, &alone), (&alone, &lent)] {
        for id in a.document.state().ids() {
            let (a, b) = (a.document.state().level(id).unwrap(), b.document.state().level(id).unwrap());
            assert!(differences(a, b).is_empty(), "{id:?}");
        }
        let mut draft = a.document.draft();
        turn_state_into(&mut draft, b.document.state()).unwrap();
        assert!(draft.finish("difference").is_empty());
    }
}
