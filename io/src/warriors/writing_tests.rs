//! Byte-exact writing of lists and compiled scripts (`warriors.md` 1.1, 1.2), on files that are made here.

use levelwright_model::document::{Document, LevelId, NodeId, Record};
use levelwright_model::games::Arguments;
use levelwright_model::games::warriors::level::{all_calls, lines};
use levelwright_model::games::warriors::records::{LineField, part, word_of};
use levelwright_model::games::warriors::script::assemble::{Expression, Statement, op};
use levelwright_model::games::warriors::script::text;
use levelwright_model::problems;
use levelwright_model::record::{Refusal, Value};

use super::chunk;
use super::data_tests::{document, written};

const HERE: LevelId = LevelId(0);

fn text_of(document: &Document) -> String {
    written(document).iter().map(|b| char::from(*b)).collect()
}

fn run(document: &mut Document, key: &str, objects: &[NodeId], values: &[(&str, Value)]) -> Result<(), Refusal> {
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let arguments = Arguments { level: 0, objects: objects.to_vec(), values };
    let plan = document.game().plans.iter().find(|plan| plan.key == key).unwrap();
    let mut draft = document.draft();
    (plan.run)(&mut draft, &arguments)?;
    document.commit(draft, key).map(|_| ()).map_err(|error| Refusal::rule(error.to_string()))
}

fn set(document: &mut Document, node: NodeId, field: &str, value: Value) -> Result<(), Refusal> {
    let mut draft = document.draft();
    let field = draft.field(node, field)?;
    draft.set(node, field, &value)?;
    document.commit(draft, "set").map(|_| ()).map_err(|error| Refusal::rule(error.to_string()))
}

fn line(document: &Document, at: usize) -> NodeId {
    lines(document.state().level(HERE).unwrap()).nth(at).unwrap().id()
}

fn word(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn ring() -> Vec<(&'static str, Value)> {
    let mut values = vec![("kind", word("object")), ("type", word("dyn_ring"))];
    values.extend(["x", "y", "z"].map(|axis| (axis, Value::Int(0))));
    values
}

/// What a ring that is placed adds.
const RING: &str = "{dyn_ring {0, 0, 0}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )";
const A: &str = "{dyn_a{1.50,-0.0,+7},{0,0,0,-1},-1,026,64,FFFFFFFF,nil)";
const B: &str = "dyn_b   1e1 .5 2\t{0 0 0 1} 7 -1 -2 ff fHere )";

#[test]
fn nuls_behind_a_last_line_without_an_end_stay_behind_what_is_added() {
    for nuls in ["\0", "\0\0\0\0\0"] {
        let mut list = document(format!("1\r\n{A}{nuls}").as_bytes());
        run(&mut list, "place", &[], &ring()).unwrap();
        assert_eq!(text_of(&list), format!("2\r\n{A}\r\n{RING}\r\n{nuls}"));
        let mut list = document(format!("1\r\n{A}{nuls}").as_bytes());
        let first = line(&list, 0);
        run(&mut list, "duplicate", &[first], &[]).unwrap();
        assert_eq!(text_of(&list), format!("2\r\n{A}\r\n{A}\r\n{nuls}"));
        run(&mut list, "delete", &[first], &[]).unwrap();
        assert_eq!(text_of(&list), format!("1\r\n{A}\r\n{nuls}"));
        // A list that has no line and no line end at all.
        let mut list = document(format!("0\n{nuls}").as_bytes());
        run(&mut list, "place", &[], &ring()).unwrap();
        assert_eq!(text_of(&list), format!("1\n{RING}\n{nuls}"));
    }
}

#[test]
fn lines_keep_their_own_ends_and_what_follows_the_counted_ones_stays_last() {
    let tail = "junk that no count covers\r\n\r\n\0\0";
    let file = format!("0002\n{A}\r\n\n{B}\n{tail}");
    let mut list = document(file.as_bytes());
    run(&mut list, "place", &[], &ring()).unwrap();
    assert_eq!(text_of(&list), format!("3\n{A}\r\n\n{B}\n{RING}\r\n{tail}"), "the digits of the count and a line");
    let made = line(&list, 2);
    run(&mut list, "delete", &[made], &[]).unwrap();
    let both = [line(&list, 0), line(&list, 1)];
    assert_eq!(text_of(&list), file.replacen("0002", "2", 1));
    run(&mut list, "delete", &both, &[]).unwrap();
    assert_eq!(text_of(&list), format!("0\n{tail}"));
    // Lines that the count does not cover are not made to count.
    run(&mut list, "place", &[], &ring()).unwrap();
    assert_eq!(text_of(&list), format!("1\n{RING}\n{tail}"));
}

#[test]
fn a_count_that_would_be_no_count_is_refused() {
    let mut list = document(b"-0\n");
    assert!(run(&mut list, "place", &[], &ring()).unwrap_err().to_string().contains("count"));
    assert_eq!(text_of(&list), "-0\n");
    let mut list = document(format!("9007199254740993 \r\n{A}\r\n").as_bytes());
    run(&mut list, "place", &[], &ring()).unwrap();
    assert_eq!(text_of(&list), format!("9007199254740994 \r\n{A}\r\n{RING}\r\n"), "no digit is lost");
}

#[test]
fn an_edit_changes_its_word_alone_in_either_form_of_line() {
    // A field, a value, what becomes of the first line and of the second.
    let edits = [
        (
            "name",
            word("dyn_a_name_of_more_than_26_chars"),
            A.replace("dyn_a", "dyn_a_name_of_more_than_26_chars"),
            B.replace("dyn_b", "dyn_a_name_of_more_than_26_chars"),
        ),
        ("x", Value::Real(f64::from(0.1f32)), A.replace("1.50", "0.1"), B.replace("1e1", "0.1")),
        ("y", Value::Real(f64::from(-16_777_217.0f32)), A.replace("-0.0", "-16777216"), B.replace(" .5", " -16777216")),
        ("z", Value::Real(f64::from(1.0e-7f32)), A.replace("+7", "1e-7"), B.replace(" 2\t", " 1e-7\t")),
        (
            "qw",
            Value::Real(f64::from(0.707_106_77f32)),
            A.replace("0,-1}", "0,0.70710677}"),
            B.replace("0 1}", "0 0.70710677}"),
        ),
        ("zone", Value::Int(254), A.replace("026", "254"), B.replace("7 -1", "7 254")),
        ("flags", Value::Int(0xFFFF_FFFF), A.replace("64", "4294967295"), B.replace("-2", "4294967295")),
        ("tint", Value::Int(0x8040_20FF), A.replace("FFFFFFFF", "804020ff"), B.replace("ff", "804020ff")),
        ("flag_name", word("fThere"), A.replace("nil", "fThere"), B.replace("fHere", "fThere")),
        ("flag_name", Value::Symbol("nil".to_owned()), A.to_owned(), B.replace("fHere", "nil")),
    ];
    for (field, value, first, second) in edits {
        let mut list = document(format!("2\n{A}\r\n{B}").as_bytes());
        for at in 0..2 {
            let node = line(&list, at);
            set(&mut list, node, field, value.clone()).unwrap();
        }
        assert_eq!(text_of(&list), format!("2\n{first}\r\n{second}"), "{field}");
    }
    // The fourth number is read and never written; a word that would be two is none.
    let mut list = document(format!("2\n{A}\n{B}").as_bytes());
    let node = line(&list, 1);
    for (field, value) in [
        ("unused", Value::Int(-1)),
        ("zone", Value::Int(1024)),
        ("zone", Value::Int(-3)),
        ("flags", Value::Int(0x1_0000_0000)),
        ("tint", Value::Int(0x1_0000_0000)),
        ("name", word("two words")),
        ("name", word("")),
        ("flag_name", word("a)")),
    ] {
        assert!(set(&mut list, node, field, value).is_err(), "{field}");
    }
}

#[test]
fn negative_zones_and_flags_are_read_kept_and_told() {
    // `warriors.md` 1.1: a negative wraps as unsigned, so that the zone has no bit and every flag is set.
    let mut list = document(format!("1\n{B}\n").as_bytes());
    let level = list.state().level(HERE).unwrap();
    let record = lines(level).next().unwrap();
    let get = |field: LineField| record.get(field.field()).unwrap();
    assert_eq!(
        (get(LineField::zone), get(LineField::flags), get(LineField::unused)),
        (Value::Int(-1), Value::Int(-2), Value::Int(7))
    );
    assert_eq!(get(LineField::tint), Value::Int(0xFF));
    assert!(LineField::flags.field().show(&Value::Int(-2)).contains("bit 64"));
    assert!(level.notices().is_empty());
    let told = problems::of_level(list.game(), level);
    assert!(told.iter().any(|p| p.check == "zone-range" && p.message.contains("-1")), "{told:?}");
    let node = line(&list, 0);
    set(&mut list, node, "x", Value::Real(3.0)).unwrap();
    assert_eq!(text_of(&list), format!("1\n{}\n", B.replace("1e1", "3")));
}

/// A compiled script of calls that are written as text, one a line.
fn compiled(script: &str) -> Document {
    let statement = |line: &str| {
        let (pieces, _) = text::pieces(line.as_bytes());
        let call = pieces.iter().find(|piece| piece.call.is_some()).unwrap();
        let words = &line.as_bytes()[call.span.clone()];
        let name = levelwright_model::games::warriors::records::calls::call_of(call.call.unwrap()).unwrap();
        let arguments = text::arguments(words).iter().map(|argument| Expression::of(argument).unwrap()).collect();
        Statement { call: name, arguments, result: None }
    };
    document(&chunk::write(&script.lines().map(statement).collect::<Vec<_>>()).unwrap())
}

fn call(document: &Document, at: usize) -> NodeId {
    all_calls(document.state().level(HERE).unwrap())[at].id()
}

/// The children of a part of the script's main function, as bytes.
fn part_of(document: &Document, at: usize) -> Vec<Vec<u8>> {
    let level = document.state().level(HERE).unwrap();
    let list = level.row(level.table("scripts").unwrap(), 0).unwrap().child(at).unwrap();
    (0..list.children().unwrap().len()).map(|at| list.child(at).unwrap().head().to_vec()).collect()
}

fn words(document: &Document) -> Vec<u32> {
    part_of(document, part::CODE).iter().map(|word| word_of(word).unwrap()).collect()
}

fn numbers(document: &Document) -> Vec<f64> {
    part_of(document, part::NUMBERS).iter().map(|n| f64::from_le_bytes(n.as_slice().try_into().unwrap())).collect()
}

fn strings(document: &Document) -> Vec<String> {
    let text = |bytes: &Vec<u8>| String::from_utf8(bytes[4..bytes.len() - 1].to_vec()).unwrap();
    part_of(document, part::STRINGS).iter().map(text).collect()
}

#[test]
fn a_whole_number_changes_its_instruction_and_a_larger_one_goes_to_the_pool() {
    let mut script = compiled("SpawnBreakableGlass(1, {0, 0, 0}, {0, 0, 2}, {1, 0, 0}, {0, 0}, {1, 1}, 0, 1, 2)");
    let before = words(&script);
    let pane = call(&script, 0);
    for (value, word, pool) in [
        (33_554_430, op::PUSHINT | 67_108_861 << 6, vec![]),
        (-33_554_430, op::PUSHINT | 1 << 6, vec![]),
        (33_554_431, op::PUSHNUM, vec![33_554_431.0]),
        (-33_554_432, op::PUSHNEGNUM, vec![33_554_432.0]),
        (5, op::PUSHINT | (33_554_431 + 5) << 6, vec![33_554_432.0]),
    ] {
        set(&mut script, pane, "glass", Value::Int(value)).unwrap();
        let mut want = before.clone();
        want[1] = word;
        assert_eq!((words(&script), numbers(&script)), (want, pool), "{value}");
    }
    set(&mut script, pane, "x", Value::Real(-0.5)).unwrap();
    assert_eq!(numbers(&script), [33_554_432.0, 0.5], "a new constant goes to the end");
    assert_eq!(words(&script)[3], op::PUSHNEGNUM | 1 << 6);
}

#[test]
fn a_constant_that_two_calls_share_keeps_its_place_and_its_value() {
    // `warriors.md` 1.2, 6 (72).
    let mut script = compiled(
        "ObjStartTrain(0, 1.5)\nObjStartTrain(1, 1.5)\nObjStartTrain(2, 2.25)\nAddFlag(\"fA\", {0, 0, 0}, 0, 0, 0)\n\
         AddFlag(\"fA\", {0, 0, 0}, 0, 0, 0)",
    );
    let (code, names) = (words(&script).len(), strings(&script));
    let [first, second, third] = [0, 1, 2].map(|at| call(&script, at));
    set(&mut script, first, "radius", Value::Real(3.75)).unwrap();
    assert_eq!(numbers(&script), [1.5, 2.25, 3.75], "shared: a new one at the end");
    set(&mut script, third, "radius", Value::Real(4.5)).unwrap();
    assert_eq!(numbers(&script), [1.5, 4.5, 3.75], "its own: in place");
    set(&mut script, second, "radius", Value::Real(-5.5)).unwrap();
    assert_eq!(numbers(&script), [5.5, 4.5, 3.75], "nobody shares it any more");
    let flag = call(&script, 3);
    set(&mut script, flag, "name", word("fB")).unwrap();
    assert_eq!(strings(&script), [names.as_slice(), &["fB".to_owned()]].concat());
    let said = |at: usize, field: &str| {
        let level = script.state().level(HERE).unwrap();
        let record: Record<'_> = all_calls(level)[at];
        record.get(record.schema().base_field(field).unwrap()).unwrap()
    };
    assert_eq!([0, 1, 2].map(|at| said(at, "radius")), [3.75, -5.5, 4.5].map(Value::Real));
    assert_eq!([3, 4].map(|at| said(at, "name")), ["fB", "fA"].map(word));
    assert_eq!(words(&script).len(), code, "not an instruction more");
    // The name of a function and a text that is the same word share a constant, too.
    let mut script = compiled("AddFlag(\"AddFlag\", {0, 0, 0}, 0, 0, 0)");
    let flag = call(&script, 0);
    set(&mut script, flag, "name", word("fC")).unwrap();
    assert_eq!(strings(&script), ["AddFlag", "fC"]);
}

/// A function as the game's compiler writes it.
fn function(strings: &[&str], inner: &[Vec<u8>], code: &[u32]) -> Vec<u8> {
    let count = |n: usize| u32::try_from(n).unwrap().to_le_bytes();
    let string = |text: &str| [&count(text.len() + 1)[..], text.as_bytes(), &[0]].concat();
    let mut out = string("=(none)");
    out.extend([0; 9]);
    out.extend(count(9));
    out.extend([0; 8]);
    out.extend(count(strings.len()));
    strings.iter().for_each(|text| out.extend(string(text)));
    out.extend(count(0));
    out.extend(count(inner.len()));
    inner.iter().for_each(|function| out.extend(function));
    out.extend(count(code.len()));
    code.iter().for_each(|word| out.extend(word.to_le_bytes()));
    out
}

fn script(main: &[u8]) -> Document {
    document(&[&chunk::HEADER[..], &chunk::TEST_NUMBER.to_le_bytes(), main].concat())
}

fn push(n: u32) -> u32 {
    op::PUSHINT | (33_554_431 + n) << 6
}

const FLAG: [(&str, i128); 2] = [("x", 0), ("y", 0)];

fn flag() -> Vec<(&'static str, Value)> {
    let at = FLAG.map(|(axis, n)| (axis, Value::Int(n)));
    [&[("kind", word("flag")), ("type", word("fNew"))][..], &at].concat()
}

#[test]
fn calls_come_and_go_in_the_script_itself_and_in_no_function_of_it() {
    let stop = |train: u32| [op::GETGLOBAL, push(train), op::CALL];
    let inner = function(&["ObjStopTrain"], &[], &[&stop(1)[..], &[op::END]].concat());
    let begin = [op::CLOSURE, op::SETGLOBAL | 1 << 6];
    let main = function(&["ObjStopTrain", "f"], &[inner], &[&begin[..], &stop(0), &[op::END]].concat());
    let mut level = script(&main);
    let file = written(&level);
    let (own, of_function) = (call(&level, 0), call(&level, 1));
    for plan in ["delete", "duplicate"] {
        let refusal = run(&mut level, plan, &[of_function], &[]).unwrap_err().to_string();
        assert!(refusal.contains("main function"), "{refusal}");
    }
    assert!(written(&level) == file);
    // Editing is allowed there: the instruction stays where it is.
    set(&mut level, of_function, "slot", Value::Int(3)).unwrap();
    assert_eq!(written(&level).len(), file.len());
    run(&mut level, "duplicate", &[own], &[]).unwrap();
    assert_eq!(words(&level), [&begin[..], &stop(0), &stop(0), &[op::END]].concat());
    run(&mut level, "place", &[], &flag()).unwrap();
    assert_eq!(words(&level).last(), Some(&op::END), "END stays the last instruction");
    assert_eq!(words(&level)[..8], [&begin[..], &stop(0), &stop(0)].concat());
    run(&mut level, "delete", &[own], &[]).unwrap();
    assert_eq!(words(&level)[..5], [&begin[..], &stop(0)].concat());
}

#[test]
fn jumps_stay_as_they_are_and_no_call_moves_under_them() {
    // if x then ObjStopTrain(0) end; ObjStopTrain(1)
    let over = op::JMPF | (33_554_431 + 3) << 6;
    let stop = |train: u32| [op::GETGLOBAL | 1 << 6, push(train), op::CALL];
    let code = [&[op::GETGLOBAL, over][..], &stop(0), &stop(1), &[op::END]].concat();
    let mut level = script(&function(&["x", "ObjStopTrain"], &[], &code));
    let (inside, behind) = (call(&level, 0), call(&level, 1));
    for plan in ["delete", "duplicate"] {
        assert!(run(&mut level, plan, &[inside], &[]).unwrap_err().to_string().contains("branches"), "{plan}");
    }
    set(&mut level, inside, "slot", Value::Int(2)).unwrap();
    assert_eq!(words(&level), [&[op::GETGLOBAL, over][..], &stop(2), &stop(1), &[op::END]].concat());
    run(&mut level, "delete", &[behind], &[]).unwrap();
    assert_eq!(words(&level), [&[op::GETGLOBAL, over][..], &stop(2), &[op::END]].concat());
    // The jump leads to the end now: what is put there is run whether it is taken or not.
    run(&mut level, "place", &[], &flag()).unwrap();
    assert_eq!(words(&level)[..5], [&[op::GETGLOBAL, over][..], &stop(2)].concat());
    assert_eq!(words(&level).last(), Some(&op::END));
}

#[test]
fn an_axis_that_a_script_gives_as_a_word_of_another_list_can_be_set() {
    // `warriors.md` 1.3: `ANIM.na`, which most types have.
    let mut script = compiled(
        "CfgObj(\"dyn_a\", \"simple_object\", 0, 0, 0, 0, {0, 0, 0}, {1, 1, 1}, PHYS.OBB, ANIM.na, 0.1, 0, MATERIAL.BAT, ANIM.na)",
    );
    let before = words(&script).len();
    let node = call(&script, 0);
    set(&mut script, node, "axis", Value::Int(2)).unwrap();
    set(&mut script, node, "pickup_anim", Value::Int(2)).unwrap();
    let draft = script.draft();
    let get = |field: &str| {
        let record = draft.record(node).unwrap();
        record.get(record.schema().base_field(field).unwrap()).unwrap()
    };
    assert_eq!(["axis", "pickup_anim", "shape"].map(get), [2, 2, 1].map(Value::Int));
    assert_eq!(words(&script).len(), before);
    let names = strings(&script);
    assert!(
        names.contains(&"AXIS".to_owned())
            && names.contains(&"TwoHandPickUp".to_owned())
            && names.contains(&"na".to_owned())
    );
    // A number without a word has no room in two instructions.
    assert!(set(&mut script, node, "axis", Value::Int(12)).is_err());
}

#[test]
fn a_script_without_a_call_is_the_games_header_an_empty_frame_and_an_end() {
    // `warriors.md` 1.2, 6 (71).
    let header = [0x1B, 0x4C, 0x75, 0x61, 0x40, 1, 4, 4, 4, 0x20, 6, 9, 8];
    // 3.14159265358979e8 as a double.
    let test = [0x12, 0xE6, 0x5B, 0xA1, 0xB0, 0xB9, 0xB2, 0x41];
    let source = b"\x08\0\0\0=(none)\0";
    // Line, parameters, variadic, stack; locals, lines, texts, numbers, functions; one instruction, END.
    let frame = [0; 4 + 4 + 1 + 4 + 5 * 4];
    let want = [&header[..], &test, source, &frame, &[1, 0, 0, 0], &[0; 4]].concat();
    assert_eq!(chunk::write(&[]).unwrap(), want);
    let mut script = document(&want);
    run(&mut script, "place", &[], &flag()).unwrap();
    assert_eq!((words(&script).last(), words(&script).iter().filter(|w| **w == op::END).count()), (Some(&op::END), 1));
    // What the new call needs at once: its name, the text, three numbers and their table, and three numbers more.
    let level = script.state().level(HERE).unwrap();
    let shape = level.row(level.table("scripts").unwrap(), 0).unwrap().child(part::SHAPE).unwrap();
    assert_eq!(shape.base_int("max_stack"), Some(6));
}
