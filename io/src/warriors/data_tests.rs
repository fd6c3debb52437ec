//! The test data's files, read against what they are expected to hold, and edited against what they must become.

use levelwright_model::document::{Document, Level, LevelBuilder, LevelId, LevelSource, OpenReport, Record};
use levelwright_model::games::warriors::level::all_calls;
use levelwright_model::games::warriors::records::{LineField, Mesh, Triangle, calls};
use levelwright_model::games::warriors::script::argument::Argument;
use levelwright_model::games::warriors::script::{compiled, text};
use levelwright_model::games::warriors::{WARRIORS, names};
use levelwright_model::record::access::PathStep;
use levelwright_model::record::{Field, Place, Value};
use serde_json::Value as Json;
use std::sync::Arc;

use super::archive::{Change, Directory};
use super::chunk::Chunk;
use super::list::List;
use super::{lent, script};
use crate::save::ContentHash;
use crate::test_data::data;

pub(crate) fn bytes(file: &str) -> Option<Vec<u8>> {
    data(&format!("warriors/{file}")).map(|path| std::fs::read(path).unwrap())
}

fn expected(file: &str) -> Json {
    serde_json::from_slice(&bytes(&format!("{file}.expected.json")).unwrap()).unwrap()
}

/// A level of one file.
pub(crate) fn level(name: &str, bytes: &[u8]) -> Level {
    let mut build = LevelBuilder::new(LevelId(0));
    let shared = Arc::new(bytes.to_vec());
    if super::chunk::recognise(bytes) {
        Chunk::read(&shared).unwrap().decode(&mut build, name);
    } else if super::list::recognise(bytes) {
        List::read(&shared).unwrap().decode(&mut build, name);
    } else if lent::recognise_lev(bytes) {
        lent::decode_lev(bytes, &mut build, name).unwrap();
    } else {
        script::decode(bytes, &mut build, name);
    }
    build.finish()
}

#[derive(Debug)]
struct One(Vec<u8>);

impl LevelSource for One {
    fn len(&self) -> u32 {
        1
    }
    fn name(&self, _: LevelId) -> String {
        String::new()
    }
    fn game_index(&self, _: LevelId) -> i64 {
        0
    }
    fn decode(&self, _: LevelId) -> Level {
        level("file", &self.0)
    }
}

/// A document of one file.
pub(crate) fn document(bytes: &[u8]) -> Document {
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let mut document = Document::new(&WARRIORS, Arc::new(One(bytes.to_vec())), file, OpenReport::default());
    document.decode_all();
    document
}

pub(crate) fn written(document: &Document) -> Vec<u8> {
    document.state().level(LevelId(0)).unwrap().tables().flat_map(|t| t.bytes()).collect()
}

fn sha(bytes: &[u8]) -> String {
    ContentHash::of(bytes).to_string()
}

#[test]
fn every_file_comes_back_byte_for_byte() {
    let files = [
        "level99_synth_objs.txt",
        "edge_cases_objs.txt",
        "level99_synth.lua",
        "config_synth.lua",
        "level99_text.lua",
        "config_text.lua",
        "hex_text.lua",
        "level99_text_luac_debug.lua",
        "level99_text_luac_stripped.lua",
        "config_text_luac_debug.lua",
        "config_text_luac_stripped.lua",
    ];
    for file in files {
        let Some(bytes) = bytes(file) else { return };
        let level = level(file, &bytes);
        let again: Vec<u8> = level.tables().flat_map(|t| t.bytes()).collect();
        assert!(again == bytes, "{file} is not the same");
        // The edge cases have junk behind the counted lines, the hexadecimal text is no Lua 4.0.
        let odd = matches!(file, "edge_cases_objs.txt" | "hex_text.lua");
        assert_eq!(level.notices().is_empty(), !odd, "{file}: {:?}", level.notices());
    }
}

#[test]
fn placed_objects_are_read_as_expected() {
    let Some(bytes) = bytes("level99_synth_objs.txt") else { return };
    let want = expected("level99_synth_objs");
    let level = level("level99_objs.txt", &bytes);
    let table = level.table("lines").unwrap();
    let list = want["objects_list"].as_array().unwrap();
    assert_eq!((table.len(), list.len()), (112, 112));
    let mut emitters = 0;
    for (line, want) in level.rows(table).zip(list) {
        let get = |field: LineField| line.get(field.field()).unwrap();
        let name = want["name"].as_str().unwrap();
        assert_eq!(get(LineField::name), Value::Text(name.to_owned()));
        assert_eq!(names::is_emitter(name), want["emitter"].as_bool().unwrap());
        emitters += usize::from(names::is_emitter(name));
        let real = |field, at: &Json| {
            let Value::Real(have) = get(field) else { panic!("{name}") };
            assert_eq!(have as f32, at.as_f64().unwrap() as f32, "{name}");
        };
        for (field, at) in [LineField::x, LineField::y, LineField::z].into_iter().zip(want["pos"].as_array().unwrap()) {
            real(field, at);
        }
        let turn = [LineField::qx, LineField::qy, LineField::qz, LineField::qw];
        turn.into_iter().zip(want["rot"].as_array().unwrap()).for_each(|(field, at)| real(field, at));
        assert_eq!(get(LineField::unused).as_int(), want["unused"].as_i64().map(i128::from));
        assert_eq!(get(LineField::zone).as_int(), want["zone"].as_i64().map(i128::from));
        assert_eq!(get(LineField::flags).as_int(), want["flags"].as_i64().map(i128::from));
        let tint = u32::from_str_radix(want["tint"].as_str().unwrap(), 16).unwrap();
        assert_eq!(get(LineField::tint).as_int(), Some(i128::from(tint)));
        match want["flag"].as_str() {
            None => assert_eq!(get(LineField::flag_name), Value::Symbol("nil".to_owned())),
            Some(flag) => assert_eq!(get(LineField::flag_name), Value::Text(flag.to_owned())),
        }
    }
    assert_eq!((emitters, 112 - emitters), (14, 98), "warriors.md 6, fact 8");
}

#[test]
fn the_edge_cases_are_nine_lines_and_one_emitter_by_four_letters() {
    let Some(bytes) = bytes("edge_cases_objs.txt") else { return };
    let level = level("x_objs.txt", &bytes);
    let name = |r: Record<'_>| r.get(LineField::name.field()).unwrap().as_text().unwrap().to_owned();
    let found: Vec<String> = level.rows(level.table("lines").unwrap()).map(name).collect();
    assert_eq!(
        found,
        [
            "dyn_ring",
            "dyn_pwatch",
            "dyn_trashcan",
            "part_steam",
            "dyn_unknown_type_x",
            "dyn_gbags",
            "dyn_key_a",
            "dyn_crate_stack",
            "partition_wall_a"
        ]
    );
    let objects = (WARRIORS.objects)(&level);
    let emitters = objects.all().iter().filter(|o| o.kind.key == "emitter").count();
    assert_eq!((objects.all().len(), emitters), (9, 2));
}

/// An argument as the expected files write it.
fn as_json<L>(argument: &Argument<L>) -> Json {
    match argument {
        Argument::Number(n, _) => serde_json::json!(n),
        Argument::Text(text, _) => serde_json::json!(text),
        Argument::Symbol(symbol, _) if symbol == "nil" => Json::Null,
        Argument::Symbol(symbol, _) => serde_json::json!(format!("@{symbol}")),
        Argument::List(list) => Json::Array(list.iter().map(as_json).collect()),
        Argument::Computed => serde_json::json!("computed"),
    }
}

fn same(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Json::Number(a), Json::Number(b)) => a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}

/// Name, arguments and result of every call.
fn found(level: &Level) -> Vec<(String, Vec<Json>, Option<String>)> {
    let of = |record: Record<'_>| {
        let name = calls::call_of(record.schema()).unwrap().to_owned();
        if record.table().key() == "texts" {
            let arguments = text::arguments(record.head()).iter().map(as_json).collect();
            (name, arguments, text::assigned(&record).map(|a| a.name))
        } else {
            let call = compiled::call(&record).unwrap();
            (name, call.arguments.iter().map(as_json).collect(), call.result.clone())
        }
    };
    all_calls(level).into_iter().map(of).collect()
}

#[test]
fn calls_of_all_scripts_are_found_with_their_arguments() {
    for (file, list, result) in [
        ("level99_synth.lua", "level99_synth.lua", true),
        ("config_synth.lua", "config_synth.lua", true),
        ("level99_text.lua", "level99_text.lua", true),
        ("config_text.lua", "config_text.lua", true),
        ("hex_text.lua", "hex_text.lua", true),
        ("level99_text_luac_stripped.lua", "level99_text.lua", true),
        ("level99_text_luac_debug.lua", "level99_text.lua", true),
        ("config_text_luac_stripped.lua", "config_text.lua", true),
        ("config_text_luac_debug.lua", "config_text.lua", true),
    ] {
        let Some(bytes) = bytes(file) else { return };
        let want = expected(list);
        let have = found(&level(file, &bytes));
        let want = want["calls"].as_array().unwrap();
        assert_eq!(have.len(), want.len(), "{file}");
        for ((name, arguments, kept), want) in have.iter().zip(want) {
            let place = || format!("{file}: {name} {arguments:?} against {want}");
            assert_eq!(name, want["call"].as_str().unwrap(), "{}", place());
            let wanted = want["args"].as_array().unwrap();
            assert!(same(&Json::Array(arguments.clone()), &Json::Array(wanted.clone())), "{}", place());
            if result {
                assert_eq!(kept.as_deref(), want["result"].as_str(), "{}", place());
            }
        }
    }
}

/// The field of a record type with an argument path.
fn field_at(record: &Record<'_>, path: &[u64]) -> &'static Field {
    let is = |field: &&Field| match field.place {
        Place::Path(steps) => {
            steps.len() == path.len()
                && steps.iter().zip(path).all(|(s, p)| matches!(s, PathStep::Item(n) if u64::from(*n) == *p))
        }
        _ => false,
    };
    record.schema().base_fields().find(is).unwrap()
}

#[test]
fn edits_of_texts_give_the_files_they_must_give() {
    for file in ["level99_text.lua", "config_text.lua"] {
        let Some(bytes) = bytes(file) else { return };
        for edit in expected(file)["edits"].as_array().unwrap() {
            let mut document = document(&bytes);
            let mut draft = document.draft();
            let call = edit["call_index"].as_u64().unwrap() as usize;
            let path: Vec<u64> =
                edit["argument_path"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
            let (node, field) = {
                let record = all_calls(draft.level(LevelId(0)).unwrap())[call];
                (record.id(), field_at(&record, &path))
            };
            let new: f64 = edit["new"].as_str().unwrap().parse().unwrap();
            let real = matches!(field.kind, levelwright_model::record::Kind::Real64);
            let value = if real { Value::Real(new) } else { Value::Int(new as i128) };
            assert!(draft.set(node, field, &value).unwrap(), "{edit}");
            document.commit(draft, "edit").unwrap();
            let after = written(&document);
            assert_eq!(sha(&after), edit["result_sha256"].as_str().unwrap(), "{file}: {edit}");
            assert!(document.undo());
            assert!(written(&document) == bytes, "{file}: undone");
        }
    }
}

#[test]
fn the_archive_is_read_and_edited_as_expected() {
    let (Some(dir), Some(wad)) = (bytes("WARRIORS.DIR"), bytes("WARRIORS.WAD")) else { return };
    let want = expected("WARRIORS");
    let directory = Directory::read(dir.clone(), wad.len() as u64).unwrap();
    assert!(super::archive::recognise(&dir) && directory.problems().is_empty());
    for (at, entry) in want["entries"].as_array().unwrap().iter().enumerate() {
        let name = entry["name"].as_str().unwrap();
        assert_eq!(directory.find(name), Some(at), "{name}");
        assert_eq!(Some(directory.room(at)), entry["slot"].as_u64(), "{name}");
        let range = directory.entries()[at].range();
        let own = &wad[range.start as usize..range.end as usize];
        assert_eq!(sha(own), entry["sha256"].as_str().unwrap());
        if let Some(file) = entry["same_as"].as_str() {
            assert!(own == bytes(file).unwrap(), "{name}");
        }
    }
    for edit in want["edits"].as_array().unwrap() {
        let name = edit["entry"].as_str().unwrap();
        let new = match (edit["new_text"].as_str(), edit["new_made_of"].as_str().unwrap_or_default()) {
            (Some(text), _) => text.as_bytes().to_vec(),
            (None, how) if how.starts_with("level99_synth_objs") => one_more_ring(),
            (None, how) if how.starts_with("9 bytes") => {
                let text = bytes("level99_text.lua").unwrap();
                [b"-- grown\n", text.as_slice(), text.as_slice()].concat()
            }
            (None, how) => bytes(how).unwrap(),
        };
        assert_eq!(sha(&new), edit["new_sha256"].as_str().unwrap(), "{name}");
        let change = [Change { entry: directory.find(name).unwrap(), name, bytes: &new }];
        let grows = edit["how"] == "appended";
        assert_eq!(directory.plan(&change, false).is_err(), grows, "{name}");
        let plan = directory.plan(&change, true).unwrap();
        assert_eq!(sha(&plan.directory), edit["dir_sha256"].as_str().unwrap(), "{name}");
        let mut after = wad.clone();
        after.resize(plan.wad_len as usize, 0);
        let ranges: Vec<(u64, u64)> = plan.patches.iter().map(|(at, b)| (*at, at + b.len() as u64)).collect();
        for (at, bytes) in &plan.patches {
            after[*at as usize..*at as usize + bytes.len()].copy_from_slice(bytes);
        }
        let range = edit["written_range"].as_array().unwrap();
        assert_eq!(ranges, [(range[0].as_u64().unwrap(), range[1].as_u64().unwrap())], "{name}");
        if let Some(sum) = edit["wad_sha256"].as_str() {
            assert_eq!(sha(&after), sum, "{name}");
        }
        if let Some(sum) = edit["wad_sha256_up_to_written_end"].as_str() {
            assert_eq!(sha(&after[..ranges[0].1 as usize]), sum, "{name}");
        }
    }
}

/// The list of level 99 with a ring more at its end.
fn one_more_ring() -> Vec<u8> {
    let text = String::from_utf8(bytes("level99_synth_objs.txt").unwrap()).unwrap();
    let line = "{dyn_ring {1, 2, 3}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )\r\n";
    format!("{}{line}", text.replacen("112", "113", 1)).into_bytes()
}

#[test]
fn the_collision_mesh_is_read_as_expected() {
    let Some(bytes) = bytes("level99_synth.lev") else { return };
    let want = expected("level99_synth.lev");
    assert!(lent::recognise_lev(&bytes));
    let chunks = lent::chunks("x.lev", &bytes).unwrap();
    for (chunk, want) in chunks.iter().zip(want["chunks"].as_array().unwrap()) {
        assert_eq!(Some(u64::from(chunk.kind)), want["type"].as_u64());
        assert_eq!(Some(chunk.data.start as u64), want["data_offset"].as_u64());
        assert_eq!(sha(&bytes[chunk.data.clone()]), want["sha256"].as_str().unwrap());
    }
    let level = level("level99.lev", &bytes);
    let mesh = level.table("mesh").unwrap();
    let mesh = Mesh::new(mesh.row_head(0).unwrap(), 0).unwrap();
    assert_eq!((u64::from(mesh.triangle_count()), u64::from(mesh.vertex_count())), (46, 75));
    let triangles = level.table("triangles").unwrap();
    assert_eq!(triangles.len(), 46);
    for (at, want) in want["triangles"].as_array().unwrap().iter().enumerate() {
        let t = Triangle::new(triangles.row_head(at).unwrap(), 0).unwrap();
        let corners: Vec<u64> = [t.v0(), t.v1(), t.v2()].map(u64::from).to_vec();
        assert_eq!(serde_json::json!(corners), want["v"]);
        assert_eq!(
            (Some(u64::from(t.flags())), Some(u64::from(t.material()))),
            (want["flags"].as_u64(), want["material"].as_u64())
        );
        assert_eq!(Some(u64::from(t.area())), want["area"].as_u64());
    }
}

/// Files to cut off anywhere.
pub(crate) const SMALL: &[&str] =
    &["edge_cases_objs.txt", "hex_text.lua", "level99_synth.lua", "level99_text.lua", "level99_synth.lev"];
