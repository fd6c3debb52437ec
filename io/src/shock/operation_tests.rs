//! Operations on real files, and the engine's own trace (`systemshock.md` 9.3).

use std::sync::Arc;

use levelwright_model::document::{Document, Level, LevelBuilder, LevelId, LevelSource, OpenReport};
use levelwright_model::games::shock::operations::lists::{Lists, Sort};
use levelwright_model::games::shock::resources::LEVEL_RESOURCES;
use levelwright_model::games::shock::{SHOCK, tables};
use sha2::{Digest, Sha256};

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
