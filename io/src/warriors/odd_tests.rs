//! Files as somebody else may write them, and orders of edits as nobody planned them: what went wrong with them once.

use std::collections::BTreeMap;

use levelwright_model::document::{Document, LevelId, NodeId};
use levelwright_model::games::Arguments;
use levelwright_model::games::warriors::WARRIORS;
use levelwright_model::games::warriors::level::{all_calls, lines};
use levelwright_model::games::warriors::records::stored_text;
use levelwright_model::games::warriors::script::assemble::{op, whole};
use levelwright_model::problems;
use levelwright_model::record::Value;

use super::archive::pack;
use super::chunk::{HEADER, TEST_NUMBER};
use super::data_tests::{document, written};
use crate::format::{NewFile, open_files};
use crate::json::script::apply;
use crate::save;

const HERE: LevelId = LevelId(0);
const LINE: &str = "{dyn_ring {1, 2, 3}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )";
const REST: &str = "{1, 2, 3}, {0, 0, 0, 1}, -1, 0, 0";

/// Runs a plan.
fn run(document: &mut Document, key: &str, objects: &[NodeId], values: &[(&str, Value)]) -> Result<NodeId, String> {
    let plan = WARRIORS.plans.iter().find(|plan| plan.key == key).unwrap();
    let values: BTreeMap<String, Value> =
        values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let mut draft = document.draft();
    let made = (plan.run)(&mut draft, &Arguments { level: 0, objects: objects.to_vec(), values });
    let made = made.map_err(|refusal| refusal.to_string())?;
    document.commit(draft, key).unwrap();
    Ok(made.or(objects.first().copied()).unwrap())
}

/// The call whose field reads so.
fn call(document: &Document, field: &str, value: &str) -> NodeId {
    let level = document.state().level(HERE).unwrap();
    let found = all_calls(level).into_iter().find(|call| shown(document, call.id(), field) == value);
    found.unwrap_or_else(|| panic!("no call with {field} {value}")).id()
}

fn shown(document: &Document, node: NodeId, field: &str) -> String {
    let draft = document.draft();
    let record = draft.record(node).unwrap();
    match record.schema().base_field(field).map(|field| record.get(field)) {
        Some(Ok(Value::Text(text) | Value::Symbol(text))) => text,
        Some(Ok(value)) => value.as_f64().map_or_else(|| format!("{value:?}"), |n| n.to_string()),
        other => format!("{other:?}"),
    }
}

fn text(document: &Document) -> String {
    String::from_utf8(written(document)).unwrap()
}

/// A compiled script of one function.
fn compiled(strings: &[&str], code: &[u32]) -> Vec<u8> {
    let count = |n: usize| u32::try_from(n).unwrap().to_le_bytes();
    let mut out = HEADER.to_vec();
    out.extend(TEST_NUMBER.to_le_bytes());
    out.extend(stored_text("source", "=(none)").unwrap());
    out.extend([0; 9]);
    out.extend(count(8));
    out.extend([0; 8]);
    out.extend(count(strings.len()));
    strings.iter().for_each(|text| out.extend(stored_text("text", text).unwrap()));
    out.extend([0; 8]);
    out.extend(count(code.len()));
    code.iter().for_each(|word| out.extend(word.to_le_bytes()));
    out
}

#[test]
fn a_line_is_added_before_the_nuls_that_fill_its_entry() {
    for (file, end) in [(format!("1\r\n{LINE}\0\0\0"), "\r\n"), (format!("1\n{LINE}\n\0\0"), "\n")] {
        let mut list = document(file.as_bytes());
        let first = lines(list.state().level(HERE).unwrap()).next().unwrap().id();
        assert!(written(&list) == file.as_bytes());
        run(&mut list, "duplicate", &[first], &[]).unwrap();
        let nuls = file.trim_start_matches(|c| c != '\0');
        assert_eq!(text(&list), format!("2{end}{LINE}{end}{LINE}{end}{nuls}"));
        assert_eq!(document(&written(&list)).state().level(HERE).unwrap().table("lines").unwrap().len(), 2);
        assert!(list.undo());
        assert!(written(&list) == file.as_bytes());
    }
}

#[test]
fn two_objects_in_one_line_are_told() {
    let list = document(format!("2\n{LINE}{LINE}\n").as_bytes());
    let said: Vec<String> =
        list.state().level(HERE).unwrap().notices().iter().map(|notice| notice.message.clone()).collect();
    assert!(said.iter().any(|message| message.contains("13 words more")), "{said:?}");
}

#[test]
fn the_count_follows_lines_that_an_edit_script_adds_and_removes() {
    let file = format!("2\r\n{LINE}\r\n{}\r\nnot counted\r\n", LINE.replace("ring", "shoe"));
    let (mut list, mut done) = (document(file.as_bytes()), 0);
    for (edits, want) in [
        (r#"{"remove": "lines/0"}"#, Ok("1\r\n{dyn_shoe")),
        (r#"{"insert": "lines", "at": 0, "like": "lines/0"}"#, Ok("2\r\n{dyn_shoe")),
        (r#"{"insert": "lines", "bytes": "7b61207b317d290d0a"}"#, Ok("3\r\n{dyn_shoe")),
        (r#"{"move": "lines/2", "at": 0}"#, Ok("3\r\n{a {1})\r\n{dyn_shoe")),
        // What would be read with other lines is refused.
        (r#"{"insert": "lines"}"#, Err("is one line")),
        (r#"{"insert": "lines", "bytes": "7b61207b317d29"}"#, Err("is one line")),
        (r#"{"insert": "lines", "bytes": "610a620a"}"#, Err("is one line")),
    ] {
        match (apply(&mut list, &format!(r#"{{"level": 0, "edits": [{edits}]}}"#)), want) {
            (Ok(_), Ok(begins)) => {
                done += 1;
                assert!(text(&list).starts_with(begins) && text(&list).ends_with("\r\nnot counted\r\n"), "{edits}");
                let again = document(&written(&list));
                let rows = |document: &Document| document.state().level(HERE).unwrap().table("lines").unwrap().len();
                assert_eq!(rows(&again), rows(&list), "{edits}");
            }
            (Err(error), Err(says)) => assert!(error.to_string().contains(says), "{error}"),
            (done, _) => panic!("{edits}: {done:?}"),
        }
    }
    assert_eq!((0..done).filter(|_| list.undo()).count(), done);
    assert_eq!(text(&list), file);
}

#[test]
fn pieces_of_a_script_neither_come_nor_go_by_themselves() {
    let file = format!("x = ObjSpawn(\"dyn_a\", {REST})\nObjShow(x, 5)\n");
    let mut script = document(file.as_bytes());
    for edit in [
        r#"{"remove": "texts/1"}"#,
        r#"{"insert": "texts", "like": "texts/0"}"#,
        r#"{"insert": "texts", "bytes": "20"}"#,
        r#"{"move": "texts/0"}"#,
    ] {
        let error = apply(&mut script, &format!(r#"{{"level": 0, "edits": [{edit}]}}"#)).unwrap_err().to_string();
        assert!(error.contains("by plans"), "{edit}: {error}");
        assert_eq!(text(&script), file);
    }
}

#[test]
fn a_file_that_would_be_read_with_other_rows_is_not_saved() {
    let file = |name: &str, bytes: &[u8]| NewFile { name: name.to_owned(), bytes: bytes.to_vec(), notes: Vec::new() };
    let script = format!("x = ObjSpawn(\"dyn_a\", {REST})\nObjShow(x, 5)\n");
    let mut opened = open_files(&[file("level1_objs.txt", b"0\n"), file("level1.lua", script.as_bytes())]).unwrap();
    opened.document.decode_all();
    let mut draft = opened.document.draft();
    // As a raw edit may leave it: the piece between two calls gone, and a remark begun before the second.
    let piece = draft.row(HERE, "texts", 2).unwrap().id();
    let splice = levelwright_model::record::ByteSplice { at: 0, old_len: 1, new: b"\n-- ".to_vec() };
    draft.splice(piece, false, splice).unwrap();
    opened.document.commit(draft, "raw").unwrap();
    let encoded = opened.origin.encode(&opened.document).unwrap();
    let error = save::verify(&opened.document, &encoded, opened.origin.as_ref()).unwrap_err().to_string();
    assert!(error.contains("texts"), "{error}");
}

#[test]
fn a_text_with_control_characters_stays_a_script() {
    let mut script = document(format!("ObjSpawn(\"dyn_a\", {REST})\n").as_bytes());
    let node = call(&script, "name", "dyn_a");
    let mut draft = script.draft();
    let name = draft.field(node, "name").unwrap();
    draft.set(node, name, &Value::Text("a\u{7}1\t\r\n\u{1b}z".to_owned())).unwrap();
    script.commit(draft, "set").unwrap();
    assert_eq!(text(&script), format!("ObjSpawn(\"a\\0071\\9\\r\\n\\27z\", {REST})\n"));
    assert!(super::script::recognise(&written(&script)));
    assert_eq!(shown(&script, node, "name"), "a\u{7}1\t\r\n\u{1b}z");
}

#[test]
fn a_box_that_a_call_turns_is_not_deleted_without_a_word() {
    let file = "Box = AddVolumeBox(\"v\", 0, {0, 0, 0}, {1, 1, 1})\nRotateVolumeBox(Box, 0, -1, 1, 0)\n";
    let mut script = document(file.as_bytes());
    let node = call(&script, "handle", "Box");
    let refusal = run(&mut script, "delete", &[node], &[]).unwrap_err();
    assert!(refusal.contains("use Box"), "{refusal}");
    run(&mut script, "delete", &[node], &[("force", Value::Int(1))]).unwrap();
    assert_eq!(text(&script), "RotateVolumeBox(Box, 0, -1, 1, 0)\n");
}

#[test]
fn a_new_variable_is_none_that_the_script_uses_for_something_else() {
    let file = format!("Door = ObjSpawn(\"dyn_a\", {REST})\nDoor_2 = 5\nfunction Door_3() end\n");
    let mut script = document(file.as_bytes());
    let node = call(&script, "handle", "Door");
    let copy = run(&mut script, "duplicate", &[node], &[]).unwrap();
    assert_eq!(shown(&script, copy, "handle"), "Door_4");
}

#[test]
fn a_copy_of_what_a_table_in_a_table_keeps_gets_a_place_of_its_own() {
    const BIAS: i64 = levelwright_model::games::warriors::script::follow::BIAS;
    let one = whole(1.0).unwrap();
    assert_eq!(i64::from(one >> 6), 1 + BIAS);
    let code = [
        op::GETGLOBAL,
        op::GETDOTTED | 1 << 6,
        op::PUSHSTRING | 2 << 6,
        op::GETGLOBAL | 3 << 6,
        op::PUSHSTRING | 4 << 6,
        op::CALL | 1 << 6 | 2 << 15,
        op::SETTABLE | 3 << 6 | 3 << 15,
        op::END,
    ];
    let mut script = document(&compiled(&["Level", "Objects", "mark", "ObjSpawn", "dyn_a"], &code));
    let node = call(&script, "handle", "Level.Objects.mark");
    let copy = run(&mut script, "duplicate", &[node], &[]).unwrap();
    assert_eq!(shown(&script, copy, "handle"), "Level.Objects.mark_2");
    assert_eq!(shown(&script, node, "handle"), "Level.Objects.mark");
    // Where the table is found another way, nothing is copied over the original.
    let by_index = [
        op::GETGLOBAL,
        op::PUSHSTRING | 1 << 6,
        op::GETTABLE,
        op::PUSHSTRING | 2 << 6,
        op::GETGLOBAL | 3 << 6,
        op::PUSHSTRING | 4 << 6,
        op::CALL | 1 << 6 | 2 << 15,
        op::SETTABLE | 3 << 6 | 3 << 15,
        op::END,
    ];
    let mut script = document(&compiled(&["Level", "Objects", "mark", "ObjSpawn", "dyn_a"], &by_index));
    let node = call(&script, "handle", "Level.Objects.mark");
    let refusal = run(&mut script, "duplicate", &[node], &[]).unwrap_err();
    assert!(refusal.contains("by hand"), "{refusal}");
}

#[test]
fn a_field_of_a_list_and_one_of_several_variables_keep_no_handle() {
    let spawn = |name: &str| format!("ObjSpawn(\"{name}\", {REST})");
    let file = format!(
        "t = {{ n = {}; k = {} }}\nlocal a, b = {}, 2\nc = {}; d = {}\n",
        spawn("dyn_n"),
        spawn("dyn_k"),
        spawn("dyn_a"),
        spawn("dyn_c"),
        spawn("dyn_d")
    );
    let mut script = document(file.as_bytes());
    for (name, handle) in [("dyn_n", "nil"), ("dyn_k", "nil"), ("dyn_a", "nil"), ("dyn_c", "c"), ("dyn_d", "d")] {
        let node = call(&script, "name", name);
        assert_eq!(shown(&script, node, "handle"), handle, "{name}");
        let done = run(&mut script, "duplicate", &[node], &[]);
        assert_eq!(done.is_ok(), handle != "nil", "{name}: {done:?}");
        let done = run(&mut script, "delete", &[node], &[]);
        assert_eq!(done.is_ok(), handle != "nil", "{name}: {done:?}");
    }
    assert!(text(&script).starts_with(&file[..file.find("c = ").unwrap()]), "{}", text(&script));
}

#[test]
fn a_call_at_the_end_names_no_variable_that_only_a_block_has() {
    let spawn = |name: &str| format!("ObjSpawn(\"{name}\", {REST})");
    let file = format!(
        "function f() local inner = {}\n late = 1 end\nlocal outer = {}\nGlobal = {}\ndo local box = AddVolumeBox(\"v\", 0, \
         {{0, 0, 0}}, {{1, 1, 1}}) end\n",
        spawn("dyn_a"),
        spawn("dyn_b"),
        spawn("dyn_c")
    );
    let mut script = document(file.as_bytes());
    let train = [("kind", Value::Text("train".to_owned()))];
    let cars = ["dyn_a", "dyn_b", "dyn_c"].map(|name| call(&script, "name", name));
    let refusal = run(&mut script, "place", &cars, &train).unwrap_err();
    assert!(refusal.contains("inner is a local variable"), "{refusal}");
    let turned = call(&script, "handle", "box");
    let refusal = run(&mut script, "rotate", &[turned], &[("turn", Value::Int(90_000))]).unwrap_err();
    assert!(refusal.contains("box is a local variable"), "{refusal}");
    assert_eq!(text(&script), file);
    run(&mut script, "place", &cars[1..], &train).unwrap();
    assert!(text(&script).contains("ObjSetTrainPoint(0, outer, 0, 0)\nObjSetTrainPoint(0, Global, 1, 1)\n"));
}

#[test]
fn messages_do_not_quote_a_name_of_thousands_of_characters() {
    let name = "x".repeat(20_000);
    let script = format!(
        "CfgObj(\"dyn_a\", \"c\", 0)\nObjSpawn(\"dyn_key{name}\", {REST})\n{name} = ObjSpawn(\"dyn_a\\n\", {REST})\n\
         ObjShow({name}, 5)\nfunction {name}(i) ObjSpawn(\"{name}\", {{i, 0, 0}}) end return 1\n"
    );
    let mut script = document(script.as_bytes());
    let list =
        document(format!("1\n{{part{name} {{{name}, 2, 3}}, {{0, 0, 0, 1}}, -1, 0, 0, ffffffff, nil )\n").as_bytes());
    let mut said: Vec<String> = Vec::new();
    for document in [&script, &list] {
        let level = document.state().level(HERE).unwrap();
        said.extend(problems::of_level(&WARRIORS, level).into_iter().map(|problem| problem.message));
        said.extend(level.notices().iter().map(|notice| notice.message.clone()));
        said.extend(document.objects(HERE).all().iter().map(|object| object.name.clone()));
    }
    assert!(said.len() > 8, "{said:?}");
    let kept = call(&script, "name", "dyn_a\n");
    said.push(run(&mut script, "delete", &[kept], &[]).unwrap_err());
    let long = Value::Text(name.clone());
    for kind in ["object", "emitter", "flag"] {
        let values = [("kind", Value::Text(kind.to_owned())), ("type", long.clone())];
        let place = [("x", Value::Int(0)), ("y", Value::Int(0))];
        said.push(run(&mut script, "place", &[], &[values, place].concat()).unwrap_err());
    }
    said.push(run(&mut script, "place", &[], &[("kind", long)]).unwrap_err());
    for message in said {
        assert!(message.len() < 3000 && !message.contains('\n'), "{} bytes: {:.200}", message.len(), message);
    }
}

#[test]
fn what_a_configuration_works_out_is_no_symbol_where_it_is_lent() {
    let configuration = compiled(
        &["CfgObj", "dyn_a", "class", "worth"],
        &[
            op::GETGLOBAL,
            op::PUSHSTRING | 1 << 6,
            op::PUSHSTRING | 2 << 6,
            op::GETGLOBAL | 3 << 6,
            whole(2.0).unwrap(),
            op::MULT,
            op::CALL,
            op::END,
        ],
    );
    let (dir, wad) =
        pack(&[("level1_objs.txt", format!("1\n{LINE}\n").as_bytes()), ("config_preload3.lua", &configuration)]);
    let file = |name: &str, bytes: Vec<u8>| NewFile { name: name.to_owned(), bytes, notes: Vec::new() };
    let mut opened = open_files(&[file("WARRIORS.DIR", dir), file("WARRIORS.WAD", wad)]).unwrap();
    opened.document.decode_all();
    let level = opened.document.state().level(HERE).unwrap();
    let lent = level.table("lent").and_then(|table| level.row(table, 0)).unwrap();
    let field = |name: &str| lent.get(lent.schema().base_field(name).unwrap()).unwrap();
    assert_eq!((field("name"), field("hitpoints")), (Value::Text("dyn_a".to_owned()), Value::Computed));
}
