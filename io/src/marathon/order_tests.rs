//! Edits, undo, saves and decoding in odd orders.

use levelwright_model::document::LevelId;
use levelwright_model::record::Value;
use serde_json::json;
use tempfile::TempDir;

use super::wad::{Body, ChunkOut, Entry, HeaderOut, LevelOut, Wad, encode};
use crate::file::{OpenFile, RoundTrip};
use crate::json::script::apply;

fn set(file: &mut OpenFile, level: u32, table: &str, field: &str, value: &Value) {
    let id = LevelId(level);
    if id != LevelId::FILE {
        file.document.level(id).unwrap();
    }
    let mut draft = file.document.draft();
    let node = draft.row(id, table, 0).unwrap().id();
    let field = draft.field(node, field).unwrap();
    assert!(draft.set(node, field, value).unwrap());
    file.document.commit(draft, "set").unwrap();
}

/// The sample, with two levels, in a file of its own.
fn sample(folder: &TempDir) -> (std::path::PathBuf, Vec<u8>) {
    let bytes = super::sample::sample().unwrap().remove(0).bytes;
    let path = folder.path().join("map.sceA");
    std::fs::write(&path, &bytes).unwrap();
    (path, bytes)
}

#[test]
fn undoing_past_a_save_and_saving_again_gives_the_file_as_opened() {
    let folder = TempDir::new().unwrap();
    let (path, origin) = sample(&folder);
    let mut file = OpenFile::open(&path).unwrap();
    set(&mut file, 0, "lights", "tag", &Value::Int(5));
    assert!(file.document.undo());
    // The other level is decoded between an undo and its redo.
    file.document.level(LevelId(1)).unwrap();
    assert!(file.document.redo());
    file.save().unwrap();
    assert!(!file.document.is_modified());
    let once = std::fs::read(&path).unwrap();
    set(&mut file, 1, "polygons", "floor_height", &Value::Int(-300));
    set(&mut file, LevelId::FILE.0, "wad", "parent_checksum", &Value::Int(77));
    file.save().unwrap();
    let twice = std::fs::read(&path).unwrap();
    assert_ne!(once, twice);
    assert!(file.document.undo() && file.document.undo());
    assert!(file.document.is_modified());
    file.save().unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), once);
    assert!(file.document.undo() && !file.document.undo());
    file.save().unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), origin);
    while file.document.redo() {}
    file.save().unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), twice);
    let mut again = OpenFile::open(&path).unwrap();
    assert_eq!(again.round_trip(), RoundTrip::Identical);
}

#[test]
fn a_directory_name_alone_changes_the_directory_and_the_checksum() {
    let folder = TempDir::new().unwrap();
    let (path, origin) = sample(&folder);
    let mut file = OpenFile::open(&path).unwrap();
    set(&mut file, 1, "directory", "name", &Value::Text("Øther".to_owned()));
    let made = file.encode().unwrap().bytes;
    let directory = Wad::read(&origin).unwrap().directory();
    let differs: Vec<usize> = (0..origin.len().max(made.len())).filter(|at| origin.get(*at) != made.get(*at)).collect();
    assert!(!differs.is_empty() && differs.iter().all(|at| directory.contains(at) || (68..72).contains(at)));
    file.save().unwrap();
    file.document.undo();
    assert_eq!(file.encode().unwrap().bytes, origin);
}

#[test]
fn the_file_header_and_directory_entries_cannot_come_or_go() {
    let origin = super::sample::sample().unwrap().remove(0).bytes;
    for edit in [
        json!({ "level": "@file", "insert": "wad" }),
        json!({ "level": "@file", "insert": "wad", "like": "wad/0" }),
        json!({ "level": "@file", "remove": "wad/0" }),
        json!({ "level": 1, "insert": "directory" }),
        json!({ "level": 1, "remove": "directory/0" }),
    ] {
        let mut file = OpenFile::untitled(origin.clone()).unwrap();
        let error = apply(&mut file.document, &json!({ "edits": [edit] }).to_string()).unwrap_err().to_string();
        assert!(error.contains("none can be added, removed or moved"), "{edit}: {error}");
    }
}

#[test]
fn plans_are_for_levels_and_not_for_the_file() {
    let origin = super::sample::sample().unwrap().remove(0).bytes;
    for plan in ["counts_from_level", "convert_to_raw", "create", "place"] {
        let mut file = OpenFile::untitled(origin.clone()).unwrap();
        let arguments = if plan == "create" { json!({ "kind": "light" }) } else { json!({}) };
        let edit = json!({ "level": "@file", "plan": plan, "arguments": arguments });
        let error = apply(&mut file.document, &json!({ "edits": [edit] }).to_string()).unwrap_err().to_string();
        assert!(error.contains("name a level"), "{plan}: {error}");
    }
}

/// Directory data of another size than 74 bytes are legal and mean nothing here (`marathon.md` 1.1).
#[test]
fn a_level_with_unknown_directory_data_can_get_another_number() {
    let wad = Wad::new(4, 1, b"made up", 10).unwrap();
    let info = [0; 88];
    let level = LevelOut {
        entry: Entry::New { index: 3, application: b"0123456789".as_slice().into() },
        body: Body::Chunks(vec![ChunkOut { tag: *b"Minf", bytes: info.as_slice().into() }]),
    };
    let (origin, _) = encode(&wad, &[], &HeaderOut::default(), &[level]).unwrap();
    let mut file = OpenFile::untitled(origin).unwrap();
    set(&mut file, 0, "directory", "index", &Value::Int(0));
    let made = file.encode().unwrap().bytes;
    let again = Wad::read(&made).unwrap();
    let entry = &again.levels()[0].entry;
    assert_eq!((entry.index, &made[entry.application.clone()]), (0, b"0123456789".as_slice()));
}
