//! Dumps and edit scripts on maps.

use std::sync::Arc;

use levelwright_model::document::{Document, Level, LevelBuilder, LevelId, LevelSource, OpenReport, Record};
use levelwright_model::games::marathon::{MARATHON, tables};
use levelwright_model::record::{Value, unhex};
use serde_json::{Value as Json, json};

use super::merge::{Part, merge, single_level};
use super::terminal;
use super::wad::ChunkOut;
use crate::file::OpenFile;
use crate::json::address::{self, record_name, table};
use crate::json::dump::write_dump;
use crate::json::script::{ScriptError, apply};
use crate::json::value::from_json;
use crate::test_data::data;

/// The map that the examples of `docs/json.md` edit: six points, two lights, three objects.
fn example() -> Vec<u8> {
    let words = |list: &[i16]| -> Vec<u8> { list.iter().flat_map(|n| n.to_be_bytes()).collect() };
    let mut info = vec![0; 88];
    info[18..25].copy_from_slice(b"Example");
    // What stands behind a text is nobody's business, and kept.
    info[30] = 0xAB;
    let points = words(&[0, 0, 1024, 0, 1024, 1024, 0, 1024, 512, 512, 2048, 0]);
    let object = |group, index, x, y| [group, index, 128, 0, x, y, 0, 0];
    let objects = [object(0, 1, 512, 512), object(1, 4, 100, -100), object(2, 2, 0, 7)].concat();
    let chunks = [
        (*b"PNTS", points),
        (*b"LITE", vec![0; 200]),
        (*b"OBJS", words(&objects)),
        (*b"Minf", info),
        (*b"plac", vec![0; 1536]),
        (*b"MNpx", vec![1, 2]),
        (*b"FXpx", vec![3, 4]),
    ];
    let chunks = chunks.into_iter().map(|(tag, bytes)| ChunkOut { tag, bytes: bytes.into() }).collect();
    single_level(b"example", 1, chunks).unwrap()
}

fn open(bytes: Vec<u8>) -> OpenFile {
    let mut file = OpenFile::untitled(bytes).unwrap();
    file.document.decode_all();
    file
}

fn level(document: &Document) -> &Level {
    document.state().level(LevelId(0)).unwrap()
}

fn dump(document: &Document) -> String {
    let mut out = Vec::new();
    let levels: Vec<LevelId> = document.state().ids().collect();
    write_dump(&mut out, document, &levels).unwrap();
    String::from_utf8(out).unwrap()
}

fn points(file: &OpenFile) -> Vec<(i128, i128)> {
    let level = level(&file.document);
    let table = level.table("points").unwrap();
    level.rows(table).map(|r| (r.int("x").unwrap(), r.int("y").unwrap())).collect()
}

/// Every table and record of a dump against the document it was made of; how many values were compared.
fn compare(document: &Document, dump: &str) -> usize {
    let dump: Json = serde_json::from_str(dump).unwrap();
    let mut values = 0;
    for json in dump["levels"].as_array().unwrap() {
        let id = json["level"].as_u64().map_or(LevelId::FILE, |n| LevelId(n as u32));
        let level = document.state().level(id).unwrap();
        let tables = json["tables"].as_array().unwrap();
        assert_eq!(tables.len(), level.tables().count());
        for (json, found) in tables.iter().zip(level.tables()) {
            let named = table(level, json["table"].as_str().unwrap()).unwrap();
            assert_eq!(named.number, found.number);
            let bytes = |key: &str| unhex(json[key].as_str().unwrap_or_default()).unwrap();
            assert_eq!((bytes("head").as_slice(), bytes("tail").as_slice()), (&*found.head, &*found.tail));
            let rows = json["rows"].as_array().cloned().unwrap_or_default();
            assert_eq!(rows.len(), found.len());
            for (json, record) in rows.iter().zip(level.rows(found)) {
                values += compare_record(json, &record);
            }
        }
    }
    values
}

fn compare_record(json: &Json, record: &Record<'_>) -> usize {
    let mut values = 0;
    let fields = json["fields"].as_object().unwrap();
    for field in record.fields() {
        let Ok(value) = record.get(field) else {
            assert!(json["bytes"].is_string(), "what cannot be read is there as bytes");
            continue;
        };
        // Nothing of the present value may help.
        let back = from_json(field, &fields[field.name], &Value::Computed).unwrap();
        assert!(back.same(&value), "{}.{}: {back:?}, {value:?}", record_name(record), field.name);
        values += 1;
    }
    if let Some(bytes) = json["bytes"].as_str() {
        assert_eq!(unhex(bytes).unwrap(), record.head());
    }
    assert_eq!(unhex(json["tail"].as_str().unwrap_or_default()).unwrap(), record.tail());
    if let (Some(children), Some(name)) = (record.children(), record.schema().list_name()) {
        let list = json[name].as_array().unwrap();
        assert_eq!(list.len(), children.len());
        for (at, json) in list.iter().enumerate() {
            values += compare_record(json, &record.child(at).unwrap());
        }
    }
    values
}

#[test]
fn a_dump_loses_nothing() {
    let file = open(example());
    let text = dump(&file.document);
    assert!(compare(&file.document, &text) > 60);
    let json: Json = serde_json::from_str(&text).unwrap();
    let tables = json["levels"][1]["tables"].as_array().unwrap();
    let names: Vec<&str> = tables.iter().map(|t| t["table"].as_str().unwrap()).collect();
    assert_eq!(names, ["directory", "points", "lights", "objects", "info", "placement", "physics", "physics:2"]);
    // Stray bytes behind a text are no field's value.
    assert!(tables[4]["rows"][0]["bytes"].as_str().unwrap().contains("ab"));
    assert_eq!(tables[3]["rows"][0]["shown"]["group"], json!("monster"));
    assert_eq!(tables[7]["head"], json!("0304"));
}

#[test]
fn dumps_of_real_maps_lose_nothing() {
    for file in ["marathon/squadron/Quasai-Intro.sceA", "marathon/official/m2/M2-L01-L03.filA"] {
        let Some(path) = data(file) else { continue };
        let file = open(std::fs::read(path).unwrap());
        assert!(compare(&file.document, &dump(&file.document)) > 1000);
    }
    if let Some(path) = data("marathon/official/m1/Map.scen") {
        let mut file = OpenFile::untitled(std::fs::read(path).unwrap()).unwrap();
        file.document.level(LevelId(3)).unwrap();
        let mut out = Vec::new();
        write_dump(&mut out, &file.document, &[LevelId(3)]).unwrap();
        assert!(compare(&file.document, std::str::from_utf8(&out).unwrap()) > 1000);
    }
}

/// A record and everything below it, with how deep it lies.
fn with_children<'a>(record: Record<'a>, depth: usize, out: &mut Vec<(Record<'a>, usize)>) {
    out.push((record, depth));
    for at in 0..record.children().map_or(0, |c| c.len()) {
        with_children(record.child(at).unwrap(), depth + 1, out);
    }
}

#[test]
fn every_record_is_found_by_the_name_it_is_given() {
    let Some(path) = data("marathon/merged/six-levels.sceA") else { return };
    let mut file = OpenFile::untitled(std::fs::read(path).unwrap()).unwrap();
    let level = file.document.level(LevelId(0)).unwrap();
    let mut records = Vec::new();
    for table in level.tables() {
        level.rows(table).for_each(|r| with_children(r, 0, &mut records));
    }
    for (record, _) in &records {
        let name = record_name(record);
        let address = address::Address::parse(&name).unwrap();
        assert_eq!(address::record(level, &address, None).unwrap().id(), record.id(), "{name}");
    }
    assert_eq!(records.iter().map(|(_, depth)| *depth).max(), Some(2), "terminals, lists, groups");
}

/// A level of one terminal with two groups, whose rows can be edited.
#[derive(Debug)]
struct OneTerminal;

impl LevelSource for OneTerminal {
    fn len(&self) -> u32 {
        1
    }
    fn name(&self, _: LevelId) -> String {
        "terminal".to_owned()
    }
    fn game_index(&self, _: LevelId) -> i64 {
        0
    }
    fn decode(&self, id: LevelId) -> Level {
        let mut build = LevelBuilder::new(id);
        let mut chunk = vec![0, 36, 0, 0, 0, 22, 0, 2, 0, 0];
        for kind in [3, 4] {
            chunk.extend_from_slice(&[0, 0, 0, kind, 0, 0, 0, 0, 0, 1, 0, 1]);
        }
        chunk.extend_from_slice(b"a\0");
        let extents = terminal::extents(&chunk).unwrap();
        build.nodes(&tables::TERMINALS, b"term", 0, |build, table| terminal::nodes(build, table, &chunk, &extents));
        build.finish()
    }
}

#[test]
fn children_are_edited_like_rows() {
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let mut document = Document::new(&MARATHON, Arc::new(OneTerminal), file, OpenReport::default());
    let script = json!({ "edits": [
        { "insert": "terminals/0/lists/0/groups", "at": 1, "fields": { "kind": 9 }, "as": "$a" },
        { "insert": "terminals/0/lists/0/groups", "like": "terminals/0/lists/0/groups/0" },
        { "set": "$a.permutation", "to": 7 },
        { "set": "terminals/0/lists/0/groups/1.maximum_lines", "old": 1, "to": 5 },
        { "move": "terminals/0/lists/0/groups/1", "at": 0 },
        { "insert": "terminals", "like": "terminals/0", "as": "$b" },
        { "remove": "$b/lists/0/groups/0", "old": { "maximum_lines": 5 } },
    ] });
    apply(&mut document, &script.to_string()).unwrap();
    let level = level(&document);
    let table = level.table("terminals").unwrap();
    let kinds = |at: usize| -> Vec<i128> {
        let list = level.row(table, at).unwrap().child(0).unwrap();
        (0..list.children().unwrap().len()).map(|i| list.child(i).unwrap().int("kind").unwrap()).collect()
    };
    assert_eq!((kinds(0), kinds(1)), (vec![4, 3, 9, 3], vec![3, 9, 3]));
    assert!(compare(&document, &dump(&document)) > 40);
    while document.undo() {}
    assert!(document.state().same(document.origin()));
}

/// The fenced blocks of the documentation.
fn blocks(text: &str) -> Vec<&str> {
    text.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn every_example_of_the_documentation_works() {
    let text = include_str!("../../../docs/json.md");
    let mut scripts = 0;
    for block in blocks(text) {
        let mut file = open(example());
        if !block.contains("\"edits\"") {
            let dump = dump(&file.document);
            for line in block.lines() {
                assert!(dump.contains(line), "{line}");
            }
            continue;
        }
        scripts += 1;
        match apply(&mut file.document, block) {
            Ok(applied) => assert!(applied.changed || block.contains("\"plan\""), "{block}"),
            // The plan of the example may have nothing to do here, or not be there yet.
            Err(ScriptError::Edit { .. }) if block.contains("\"plan\"") => {}
            Err(error) => panic!("{block}\n{error}"),
        }
        let encoded = file.encode().unwrap();
        file.verify(&encoded).unwrap();
        while file.document.undo() {}
        assert_eq!(file.encode().unwrap().bytes, example(), "{block}");
    }
    assert_eq!(scripts, 6);
    for verb in ["set", "insert", "remove", "move", "plan"] {
        assert!(text.contains(&format!("### {verb}\n")), "{verb}");
    }
}

fn run(script: Json) -> OpenFile {
    let mut file = open(example());
    apply(&mut file.document, &script.to_string()).unwrap();
    file
}

#[test]
fn names_mean_the_file_as_opened() {
    let file = run(json!({ "edits": [
        { "insert": "points", "at": 0, "fields": { "x": 7 }, "as": "$a" },
        { "remove": "points/1" },
        { "set": "points/2.x", "old": 1024, "to": 5 },
        { "insert": "points", "at": 2, "like": "points/5", "as": "$b" },
        { "move": "points/0", "at": "$b" },
        { "set": "$a.y", "to": 8 },
        { "move": "points/3" },
    ] }));
    assert_eq!(points(&file), [(7, 8), (0, 0), (2048, 0), (5, 1024), (512, 512), (2048, 0), (0, 1024)]);
    assert_eq!(file.document.history().len(), 1);
}

#[test]
fn fields_may_come_in_any_order_and_take_what_is_shown() {
    let file = run(json!({ "edits": [
        { "insert": "objects", "fields": { "facing": "45°", "activation_bias": "random", "group": "monster" } },
    ] }));
    let level = level(&file.document);
    let record = level.row(level.table("objects").unwrap(), 3).unwrap();
    assert_eq!((record.int("group"), record.int("facing")), (Some(0), Some(64)));
    assert_eq!(record.int("activation_bias"), Some(3));
}

#[test]
fn a_refused_script_says_where_and_leaves_no_trace() {
    let several = "{\"edits\": [\n{\"set\": \"points/0.x\", \"to\": 1},\n";
    for (rest, why) in [
        (
            "{\"set\": \"points/1.x\", \"old\": 5, \"to\": 1}]}",
            "edit 1 (line 3): points/1.x is 1 (1024), the script was made for",
        ),
        ("{\"set\": \"points/9.x\", \"to\": 1}]}", "edit 1 (line 3): points has no row 9; it has 6"),
        ("{\"set\": \"points/1.q\", \"to\": 1}]}", "points/1 has no field or part “q”; it has x, y"),
        ("{\"set\": \"points/1\", \"to\": 1}]}", "points/1 names a record"),
        ("{\"set\": \"pints/1.x\", \"to\": 1}]}", "the level has no table “pints”; it has directory, points"),
        ("{\"set\": \"points/1.x\", \"to\": 99999}]}", "x: 99999 is outside"),
        ("{\"set\": \"points/1.x\", \"to\": \"far\"}]}", "x: expected a number"),
        ("{\"set\": \"points/#1.x\", \"to\": 1}]}", "the rows of points have no id of their own"),
        ("{\"set\": \"directory/#8.index\", \"to\": 1}]}", "0 rows of directory have the id 8"),
        ("{\"set\": \"points/1.x\", \"to\": 1, \"level\": 4}]}", "the file has no level “4”"),
        ("{\"insert\": \"points\", \"tail\": \"00\"}]}", "no tail; given are 4 and a tail of 1"),
        (
            "{\"insert\": \"points\", \"as\": \"$a\"}, {\"remove\": \"$a\"}, {\"set\": \"$a.x\", \"to\": 1}]}",
            "$a was removed earlier in the script",
        ),
        ("{\"set\": \"$a.x\", \"to\": 1}]}", "nothing earlier was made as $a"),
        ("{\"remove\": \"points/0\"}, {\"set\": \"points/0.y\", \"to\": 1}]}", "points/0.y was removed earlier"),
        ("{\"remove\": \"points/0\", \"old\": \"00\"}]}", "points/0 is 00000000, the script was made for 00"),
        ("{\"remove\": \"points/0\", \"old\": {\"x\": 3}}]}", "the script was made for"),
        ("{\"remove\": \"points\"}]}", "it names a table, not a row"),
        ("{\"move\": \"points/0\", \"at\": 7}]}", "points has no row 7"),
        ("{\"insert\": \"physics\"}]}", "physics has no rows: it is bytes alone"),
        ("{\"insert\": \"points\", \"bytes\": \"00\"}]}", "every Point has 4 bytes and no tail; given are 1"),
        ("{\"insert\": \"points\", \"like\": \"lights/0\"}]}", "lights/0 is no Point"),
        ("{\"insert\": \"points\", \"as\": \"a\"}]}", "it begins with $"),
        ("{\"insert\": \"points/0/steps\"}]}", "points/0 has no list “steps”"),
        ("{\"plan\": \"no such plan\"}]}", "there is no plan “no such plan”"),
        ("{\"set\": \"points/1.x\", \"to\": 1,\n\"what\": 2}]}", "line 4: unknown field `what`"),
        ("{\"put\": \"points/1.x\"}]}", "line 3: an edit has exactly one of set, insert, remove, move, plan or raw"),
        ("{\"set\": \"points/1.x\"}]}", "line 3: missing field `to`"),
        ("{]}", "line 3: "),
    ] {
        let mut file = open(example());
        let error = apply(&mut file.document, &format!("{several}{rest}")).unwrap_err().to_string();
        assert!(error.contains(why), "{rest}: {error}");
        assert!(!file.document.is_modified() && file.document.history().is_empty());
        assert!(file.document.state().same(file.document.origin()));
        assert_eq!(file.encode().unwrap().bytes, example());
    }
}

#[test]
fn a_script_that_is_a_list_is_refused_in_words() {
    for text in ["[]", "[\"name\", 0, []]", " 7", ""] {
        let error = apply(&mut open(example()).document, text).unwrap_err().to_string();
        assert!(error.contains("a script is an object with “edits”"), "{text}: {error}");
    }
}

#[test]
fn the_file_itself_is_dumped_once() {
    let file = open(example());
    let mut out = Vec::new();
    write_dump(&mut out, &file.document, &[LevelId::FILE]).unwrap();
    assert_eq!(String::from_utf8(out).unwrap().matches("\"table\": \"wad\"").count(), 1);
}

#[test]
fn a_script_that_changes_nothing_is_no_edit() {
    let mut file = open(example());
    let applied = apply(&mut file.document, r#"{"edits": [{"set": "points/1.x", "to": "1"}]}"#).unwrap();
    assert!(!applied.changed && file.document.history().is_empty());
    assert!(!apply(&mut file.document, r#"{"edits": []}"#).unwrap().changed);
}

#[test]
fn levels_are_named_by_position_number_and_name() {
    let fork = example();
    let part = Part { name: "a", fork: &fork };
    let merged = merge(b"two", &[part, part]).unwrap().bytes;
    for level in [json!(1), json!("#1")] {
        let mut file = open(merged.clone());
        let script = json!({ "edits": [{ "set": "points/0.x", "to": 9, "level": level }] });
        apply(&mut file.document, &script.to_string()).unwrap();
        let x = |id| file.document.state().level(LevelId(id)).unwrap().table("points").unwrap().row_head(0).unwrap()[1];
        assert_eq!((x(0), x(1)), (0, 9));
    }
    for (script, why) in [
        (json!({ "edits": [{ "set": "points/0.x", "to": 9 }] }), "the file has several levels"),
        (
            json!({ "level": "Example", "edits": [{ "set": "points/0.x", "to": 9 }] }),
            "several levels are called Example",
        ),
    ] {
        let mut file = open(merged.clone());
        let error = apply(&mut file.document, &script.to_string()).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    let mut file = open(merged);
    let script = json!({ "edits": [{ "set": "wad/0.name", "level": "@file", "to": "Three" }] });
    apply(&mut file.document, &script.to_string()).unwrap();
    let again = open(file.encode().unwrap().bytes);
    assert!(again.summary().facts.contains(&("name".to_owned(), "Three".to_owned())));
}
