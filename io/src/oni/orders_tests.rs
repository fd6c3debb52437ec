//! Plans in odd orders: undone and done again, saved and opened again, whatever came before.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use levelwright_model::document::{Document, NodeId};
use levelwright_model::games::Arguments;
use levelwright_model::games::oni::chunk;
use levelwright_model::record::Value;

use super::instance::InstanceFile;
use super::origin::LEVEL;
use super::second_reader::objects;
use crate::file::{OpenFile, RoundTrip};
use crate::save::DataFolder;
use crate::test_data::data;

/// The same numbers every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }
    fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }
    fn int(&mut self, least: i64, most: i64) -> Value {
        Value::Int(i128::from(least + self.below((most - least + 1) as usize) as i64))
    }
}

const PLACED: [&str; 12] = [
    "character",
    "flag",
    "trigger-volume",
    "sliding-door",
    "console",
    "laser",
    "turret",
    "weapon",
    "power-up",
    "particle",
    "ambient-sound",
    "furniture",
];
const CREATED: [&str; 4] = ["patrol-path", "conversation", "combat-profile", "melee-profile"];

/// Objects and patrol points, some of them twice.
fn some(document: &Document, dice: &mut Dice) -> Vec<NodeId> {
    let objects = document.objects(LEVEL);
    let all: Vec<NodeId> =
        objects.all().iter().map(|o| o.id.node).filter(|node| document.draft().record(*node).is_ok()).collect();
    let count = 1 + dice.below(4);
    (0..count).filter_map(|_| (!all.is_empty()).then(|| dice.of(&all))).collect()
}

/// One plan with arguments of any sort; answers whether it was done.
fn step(document: &mut Document, dice: &mut Dice) -> bool {
    let text = |word: &str| Value::Text(word.to_owned());
    let mut objects = some(document, dice);
    let mut values: Vec<(&str, Value)> = Vec::new();
    let key = dice.of(&[
        "place",
        "create",
        "duplicate",
        "delete",
        "move",
        "rotate",
        "add_point",
        "add_point",
        "move_point",
        "renumber",
        "renumber_objects",
        "rename",
    ]);
    let ways = ["dx", "dy", "dz"].map(|name| (name, dice.int(-5000, 5000)));
    match key {
        "place" => {
            values.push(("kind", text(dice.of(&PLACED))));
            values.extend(["x", "y", "z", "turn"].map(|name| (name, dice.int(-90_000, 90_000))));
        }
        "create" => values.push(("kind", text(dice.of(&CREATED)))),
        "duplicate" | "move" => values.extend(ways),
        "rotate" => values.push(("turn", dice.int(-400_000, 400_000))),
        "add_point" => {
            values.push(("type", dice.int(0, 24)));
            values.push(("at", dice.int(0, 9)));
            values.extend(["x", "z"].map(|name| (name, dice.int(-1000, 1000))));
        }
        "move_point" => values.push(("to", dice.int(0, 9))),
        "renumber" => values.push(("id", dice.int(-3, 40))),
        "renumber_objects" => values.push(("from", dice.int(0, 500))),
        "rename" => {
            objects.truncate(1);
            values.push(("name", text(&format!("name_{}", dice.below(50)))));
        }
        _ => {}
    }
    if matches!(key, "move_point" | "renumber") {
        objects.truncate(1);
    }
    let values: BTreeMap<String, Value> = values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let mut draft = document.draft();
    let plan = document.game().plan(key).unwrap_or_else(|| panic!("{key}"));
    // A refusal leaves nothing behind: the draft is dropped.
    match (plan.run)(&mut draft, &Arguments { level: 0, objects, values }) {
        Ok(_) => {
            document.commit(draft, key).unwrap();
            true
        }
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty());
            false
        }
    }
}

fn lists(document: &Document) -> Vec<(&'static str, Vec<u8>)> {
    let level = document.state().level(LEVEL).unwrap();
    let all = level.tables().filter(|t| t.opaque.is_none() && t.key() != "scripts");
    all.map(|t| (t.spec.key, chunk::encode(t))).collect()
}

/// What the second reader finds in the files, list by list.
fn on_disk(path: &Path) -> BTreeMap<String, usize> {
    let (dat, raw) = (std::fs::read(path).unwrap(), std::fs::read(path.with_extension("raw")).unwrap());
    let file = InstanceFile::read(&dat).unwrap();
    assert!(file.problems.is_empty(), "{:?}", file.problems);
    let of = |list: &super::lists::List| {
        let range = list.payload.start as usize..list.payload.end as usize;
        (list.of.table.key.to_owned(), objects(&raw[range]).len())
    };
    super::lists::lists(&file, &dat).iter().map(of).collect()
}

#[test]
fn plans_in_any_order_are_undone_saved_and_opened_again() {
    let sources = [
        "level31-every-field/nosep/level31_Final.dat",
        "level35-dirty/level35_Final.dat",
        "level32-typical/plugin/level32_Tools.dat",
    ];
    for (seed, from) in sources.into_iter().enumerate() {
        let Some(dat) = data(&format!("oni/onisplit-made/{from}")) else { return };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(dat.file_name().unwrap());
        for ending in ["dat", "raw"] {
            std::fs::write(path.with_extension(ending), std::fs::read(dat.with_extension(ending)).unwrap()).unwrap();
        }
        let opened = ["dat", "raw"].map(|ending| std::fs::read(path.with_extension(ending)).unwrap());
        let kept = Arc::new(DataFolder::new(folder.path().join("home")));
        let mut file = OpenFile::open(&path).unwrap();
        file.use_backups(kept);
        file.document.level(LEVEL).unwrap();
        let first = lists(&file.document);
        let mut dice = Dice(77 + seed as u64);
        let mut done = 0;
        for round in 0..4 {
            for _ in 0..30 {
                done += usize::from(step(&mut file.document, &mut dice));
            }
            // What is written reads as what is shown.
            let encoded = file.encode().unwrap();
            file.verify(&encoded).unwrap();
            let now = lists(&file.document);
            let mut undone = 0;
            for _ in 0..dice.below(25) {
                undone += usize::from(file.document.undo());
            }
            (0..undone).for_each(|_| assert!(file.document.redo()));
            assert!(lists(&file.document) == now, "{from} round {round}");
            file.save().unwrap();
            let mut again = OpenFile::open(&path).unwrap();
            assert_eq!(again.round_trip(), RoundTrip::Identical, "{from} round {round}");
            again.document.level(LEVEL).unwrap();
            assert!(lists(&again.document) == now, "{from} round {round}");
            let counts = on_disk(&path);
            for table in file.document.state().level(LEVEL).unwrap().tables().filter(|t| t.opaque.is_none()) {
                let found = counts.get(table.key()).copied().unwrap_or(0);
                assert!(found == table.len() || table.key() == "scripts", "{from} {}: {found}", table.key());
            }
        }
        assert!(done > 60, "{from}: {done} of 120 plans were done");
        while file.document.undo() {}
        assert!(lists(&file.document) == first, "{from}");
        file.save().unwrap();
        for (ending, bytes) in ["dat", "raw"].iter().zip(&opened) {
            let now = std::fs::read(path.with_extension(ending)).unwrap();
            assert!(now.starts_with(bytes), "{from}: {ending} is as it was opened");
        }
    }
}
