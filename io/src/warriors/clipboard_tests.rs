//! Things copied from one level and pasted into another, whichever form the scripts have.

use levelwright_model::clipboard::{Clip, Dangling, Offset, copy, paste, with_contents};
use levelwright_model::document::{Document, LevelId, NodeId, Object};
use levelwright_model::games::warriors::level::{all_calls, lines};
use levelwright_model::record::Value;

use crate::format::{NewFile, Opened, open_files};
use crate::json::clip;

const HERE: LevelId = LevelId(0);

fn file(name: &str, bytes: &[u8]) -> NewFile {
    NewFile { name: name.to_owned(), bytes: bytes.to_vec(), notes: Vec::new() }
}

fn open(files: &[NewFile]) -> Opened {
    let mut opened = open_files(files).unwrap();
    opened.document.decode_all();
    opened
}

/// The sample, whose scripts are compiled.
fn compiled() -> Opened {
    open(&super::sample::sample().unwrap())
}

/// A level whose script is a text: one door, number 1, kept as Door01, and a train in slot 0.
fn text() -> Opened {
    let script = b"-- nothing lost\r\nDoor01 = SpawnDoor(\"dyn_door_store\", {1, 2, 3}, {0, 0, 0, 1}, {4, 5}, 1)\r\n\
                   ObjStartTrain(0, 1.4)\r\n";
    let list = b"1\r\n{dyn_trashcan {1, 2, 3}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )\r\n";
    open(&[file("level7_objs.txt", list), file("level7.lua", script)])
}

/// What is copied, through its text.
fn copied(document: &Document, wanted: impl Fn(&Object) -> bool) -> Clip {
    let objects = document.objects(HERE);
    let ids: Vec<_> = objects.all().iter().filter(|o| wanted(o)).map(|o| o.id).collect();
    let level = document.state().level(HERE).unwrap();
    let clip = copy(level, &objects, &with_contents(document.game(), level, &objects, &ids)).unwrap();
    let text = clip::write(document, "level", HERE, &ids).unwrap();
    let (read, _) = clip::read(document.game(), &text).unwrap();
    assert!(read == clip, "{text}");
    read
}

fn pasted(document: &mut Document, clip: &Clip) -> Result<Vec<NodeId>, String> {
    let mut draft = document.draft();
    let made = paste(&mut draft, HERE, clip, false, Dangling::Keep).map_err(|error| format!("{error:?}"))?;
    document.commit(draft, "paste").unwrap();
    Ok(made)
}

fn shown(document: &Document, node: NodeId, fields: &[&str]) -> Vec<String> {
    let draft = document.draft();
    let record = draft.record(node).unwrap();
    let value = |name: &&str| match record.get(record.schema().base_field(name).unwrap()) {
        Ok(Value::Text(text) | Value::Symbol(text)) => text,
        Ok(value) => value.as_f64().map_or_else(|| format!("{value:?}"), |n| n.to_string()),
        Err(error) => error.to_string(),
    };
    fields.iter().map(value).collect()
}

/// What was pasted is read again as the same calls and lines, and undoing it brings every byte back.
fn proved(opened: &mut Opened, files: &[&str], before: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let bytes = |opened: &Opened| -> Vec<Vec<u8>> {
        let level = opened.document.state().level(HERE).unwrap();
        level.tables().take(files.len()).map(|table| table.bytes()).collect()
    };
    let after = bytes(opened);
    let again: Vec<NewFile> = files.iter().zip(&after).map(|(name, bytes)| file(name, bytes)).collect();
    let again = open(&again);
    let values = |document: &Document| -> Vec<String> {
        let level = document.state().level(HERE).unwrap();
        let of = |record: levelwright_model::document::Record<'_>| {
            let fields = record.schema().base_fields();
            fields.map(|f| format!("{}={:?} ", f.name, record.get(f))).collect::<String>()
        };
        all_calls(level).into_iter().chain(lines(level)).map(of).collect()
    };
    assert_eq!(values(&opened.document), values(&again.document));
    let rows = |document: &Document| -> Vec<Vec<u8>> {
        let tables = document.state().level(HERE).unwrap().tables().take(files.len());
        tables.flat_map(|table| table.heads().map(<[u8]>::to_vec).collect::<Vec<_>>()).collect()
    };
    assert_eq!(rows(&opened.document), rows(&again.document));
    while opened.document.undo() {}
    assert_eq!(bytes(opened), before);
    while opened.document.redo() {}
    after
}

fn bytes(opened: &Opened, count: usize) -> Vec<Vec<u8>> {
    opened.document.state().level(HERE).unwrap().tables().take(count).map(|table| table.bytes()).collect()
}

#[test]
fn lines_doors_panes_and_a_whole_train_go_from_a_compiled_script_into_a_text() {
    let source = compiled();
    let mut target = text();
    let before = bytes(&target, 2);
    let wanted = ["door", "pane", "train", "train-point"];
    let clip = copied(&source.document, |o| {
        wanted.contains(&o.kind.key)
            || o.name == "dyn_s_train_med_full"
            || o.name == "part_steam"
            || o.name == "dyn_ring"
    });
    let made = pasted(&mut target.document, &clip).unwrap();
    let after = proved(&mut target, &["level7_objs.txt", "level7.lua"], &before);
    let (list, script) = (String::from_utf8(after[0].clone()).unwrap(), String::from_utf8(after[1].clone()).unwrap());
    // Two rings and the steam stand behind the line that was there, and are counted.
    assert!(
        list.starts_with("4\r\n") && list.matches("dyn_ring").count() == 2 && list.contains("{part_steam {9, -9, 0}")
    );
    // Nothing that was there changed.
    assert!(script.starts_with(std::str::from_utf8(&before[1]).unwrap()));
    // Number 1 and its variable are taken: the sample's first door becomes the first free one, the others keep theirs.
    for words in [
        "Door_2 = SpawnDoor(\"dyn_door_store\", {1.09, 5, 0}",
        "Door02 = SpawnDoor(\"dyn_door_chainlnk_a\"",
        "PaneLeft = SpawnBreakableGlass(13, {-2.9, 5, 0.8}, {-2.9, 5, 2.6}, {-1.2, 5, 0.8}, {0, 0}, {1, 1}, 0, ",
        "Car0 = ObjSpawn(\"dyn_s_train_med_full\", {-12, -13, 0}",
        "ObjStartTrain(1, 2.5)",
        "ObjSetTrainPoint(1, Car2, 2, 1)",
    ] {
        assert!(script.contains(words), "{words}\n{script}");
    }
    let level = target.document.state().level(HERE).unwrap();
    let mut doors: Vec<String> = Vec::new();
    for call in all_calls(level).iter().filter(|call| call.schema().label == "Door") {
        doors.extend(shown(&target.document, call.id(), &["number"]));
    }
    doors.sort();
    assert_eq!(doors, ["1", "2", "3", "4"]);
    assert_eq!(made.len(), clip.things.len());
}

#[test]
fn calls_of_a_text_go_into_a_compiled_script_unless_they_are_worked_out() {
    let mut target = compiled();
    let before = bytes(&target, 3);
    let source = open(&[
        file("level8_objs.txt", b"0\r\n"),
        file(
            "level8.lua",
            b"Objects.mark = ObjSpawn(\"dyn_w_goto\", {1, 2.5, -3}, {0, 0, 0, 1}, -1, 0, 0, 4294967295, \"fPen\")\n\
              ObjShow(Objects.mark, 12.5)\nfor i = 1, 3 do ObjSpawn(\"dyn_brick\", {i * 2, 0, 0}, {0, 0, 0, 1}, -1, 0, 0) end\n",
        ),
    ]);
    let clip = copied(&source.document, |o| o.name == "dyn_w_goto" || o.kind.key == "script-call");
    let made = pasted(&mut target.document, &clip).unwrap();
    // A field of a table that is not here becomes a variable, and the call that used it follows.
    let place = shown(&target.document, made[0], &["name", "x", "y", "z", "tint", "flag_name", "handle"]);
    assert_eq!(place, ["dyn_w_goto", "1", "2.5", "-3", "4294967295", "fPen", "mark"]);
    assert_eq!(shown(&target.document, made[1], &["object", "fade_distance"]), ["mark", "12.5"]);
    proved(&mut target, &["level0_objs.txt", "level0.lua", "config_preload3.lua"], &before);
    // What a loop works out is nothing without the loop.
    let clip = copied(&source.document, |o| o.name == "dyn_brick");
    let refusal = pasted(&mut target.document, &clip).unwrap_err();
    assert!(refusal.contains("worked out") && refusal.contains("{i * 2, 0, 0}"), "{refusal}");
}

#[test]
fn a_loops_counter_does_not_become_a_global_of_a_compiled_script() {
    let script = b"x = 1\nfor i = 1, 3 do ObjSpawn(\"dyn_counted\", {i, 0, 0}, {0, 0, 0, 1}, -1, 0, 0) end\n\
        function f(place)\n local zone = 3\n ObjSpawn(\"dyn_given\", {place.x, 0, 0}, {0, 0, 0, 1}, -1, 0, 0)\n \
        ObjSpawn(\"dyn_zoned\", {1, 0, 0}, {0, 0, 0, 1}, -1, zone, 0)\nend\n\
        ObjSpawn(\"dyn_global\", {i, x, 0}, {0, 0, 0, 1}, -1, zone, 0)\n\
        local mark = ObjSpawn(\"dyn_marked\", {1, 2, 3}, {0, 0, 0, 1}, -1, 0, 0)\nObjShow(mark, 5)\n";
    let source = open(&[file("level8_objs.txt", b"0\r\n"), file("level8.lua", script)]);
    for (name, variable) in [("dyn_counted", "i"), ("dyn_given", "place"), ("dyn_zoned", "zone")] {
        let clip = copied(&source.document, |o| o.name == name);
        let mut target = compiled();
        let before = bytes(&target, 3);
        let refusal = pasted(&mut target.document, &clip).unwrap_err();
        assert!(refusal.contains(&format!("{variable} is worked out")) && refusal.contains(name), "{refusal}");
        assert!(bytes(&target, 3) == before);
        // In a text it is there to be seen, as it was written.
        let mut target = text();
        pasted(&mut target.document, &clip).unwrap();
        let script = String::from_utf8(bytes(&target, 2).remove(1)).unwrap();
        let words = script.find(&format!("ObjSpawn(\"{name}\", {{")).unwrap();
        assert!(script[words..].contains(variable) && !script.contains("local"), "{script}");
    }
    let clip = copied(&source.document, |o| o.kind.key == "script-call");
    let refusal = pasted(&mut compiled().document, &clip).unwrap_err();
    assert!(refusal.contains("mark is worked out"), "{refusal}");
    // What is no variable of a block's own, or comes along, has a variable there.
    let clip =
        copied(&source.document, |o| o.name == "dyn_global" || o.name == "dyn_marked" || o.kind.key == "script-call");
    let mut target = compiled();
    let before = bytes(&target, 3);
    let made = pasted(&mut target.document, &clip).unwrap();
    assert_eq!(shown(&target.document, made[0], &["x", "y", "zone"]), ["i", "x", "zone"]);
    assert_eq!(shown(&target.document, made[2], &["object"]), ["mark"]);
    proved(&mut target, &["level0_objs.txt", "level0.lua", "config_preload3.lua"], &before);
}

#[test]
fn calls_of_a_loop_are_only_named_in_a_list_of_calls() {
    let script = b"for i = 1, 3 do ObjSpawn(\"dyn_counted\", {i, 0, 0}, {0, 0, 0, 1}, -1, 0, 0) end\n\
        local mark = ObjSpawn(\"dyn_marked\", {1, 2, 3}, {0, 0, 0, 1}, -1, 0, 0)\nObjShow(mark, 5)\n";
    let source = open(&[file("level8_objs.txt", b"0\r\n"), file("level8.lua", script)]);
    let level = source.document.state().level(HERE).unwrap();
    let made = (super::calls::EXCHANGE.export)(level, &[]).unwrap();
    let text = String::from_utf8(made[0].bytes.clone()).unwrap();
    assert_eq!(
        text.lines().skip(1).collect::<Vec<_>>(),
        [
            "-- ObjSpawn: the script works out an argument",
            "mark = ObjSpawn(\"dyn_marked\", {1, 2, 3}, {0, 0, 0, 1}, -1, 0, 0)",
            "ObjShow(mark, 5)"
        ]
    );
    assert_eq!(made[0].notes.len(), 1);
}

#[test]
fn a_train_brings_its_cars_and_its_points() {
    let source = compiled();
    let mut target = text();
    let before = bytes(&target, 2);
    let clip = copied(&source.document, |o| o.kind.key == "train");
    let kinds: Vec<&str> = clip.things.iter().map(|thing| thing.kind.key).collect();
    assert_eq!(kinds, ["train", "object", "object", "object", "train-point", "train-point", "train-point"]);
    pasted(&mut target.document, &clip).unwrap();
    let after = proved(&mut target, &["level7_objs.txt", "level7.lua"], &before);
    let script = String::from_utf8(after[1].clone()).unwrap();
    let places =
        ["ObjStartTrain(1,", "Car0 = ObjSpawn", "Car2 = ObjSpawn", "ObjSetTrainPoint(1, Car0, 0", "(1, Car2, 2"]
            .map(|words| script.find(words).unwrap_or_else(|| panic!("{words}\n{script}")));
    assert!(places.is_sorted(), "{script}");
    // A second time every name and the slot are others, and the points follow the new cars.
    pasted(&mut target.document, &clip).unwrap();
    let again = proved(&mut target, &["level7_objs.txt", "level7.lua"], &before);
    let script = String::from_utf8(again[1].clone()).unwrap();
    assert!(script.contains("ObjStartTrain(2,") && script.contains("ObjSetTrainPoint(2, Car_2, 0"), "{script}");
}

#[test]
fn a_train_with_a_car_that_a_loop_makes_goes_into_texts_alone() {
    let script =
        b"for i = 1, 3 do Car0 = ObjSpawn(\"dyn_s_train_med_full\", {i * 2, 0, 0}, {0, 0, 0, 1}, -1, 0, 0) end\n\
                   ObjStartTrain(0, 2.5)\nObjSetTrainPoint(0, Car0, 0, 1)\n";
    let source = open(&[file("level8_objs.txt", b"0\r\n"), file("level8.lua", script)]);
    let clip = copied(&source.document, |o| o.kind.key == "train");
    assert_eq!(clip.things.len(), 3);
    pasted(&mut text().document, &clip).unwrap();
    let mut target = compiled();
    let before = bytes(&target, 3);
    let refusal = pasted(&mut target.document, &clip).unwrap_err();
    assert!(refusal.contains("worked out"), "{refusal}");
    assert!(bytes(&target, 3) == before);
}

#[test]
fn copies_are_moved_whole_and_numbered() {
    let source = compiled();
    let mut clip = copied(&source.document, |o| o.kind.key == "pane" || o.kind.key == "door" || o.name == "dyn_ring");
    assert_eq!(clip.roles(), (true, true));
    clip.shift(Offset::Shown([10.0, 0.25, -1.0]), 20).unwrap();
    let mut target = text();
    let made = pasted(&mut target.document, &clip).unwrap();
    let of = |name: &str| clip.things.iter().position(|t| t.name.contains(name)).unwrap();
    let pane = ["x", "y", "z", "ux", "uy", "uz", "vx", "vy", "vz"];
    let left = shown(&target.document, made[of("Pane of glass 13")], &pane);
    assert_eq!(left, ["7.1", "5.25", "-0.2", "7.1", "5.25", "1.6", "8.8", "5.25", "-0.2"]);
    assert_eq!(shown(&target.document, made[of("store")], &["x", "number"]), ["11.09", "21"]);
    assert_eq!(shown(&target.document, made[of("dyn_ring")], &["y", "z", "zone"]), ["7.449999809265137", "0", "26"]);
    // In thousandths, as the window's map counts, the middle is where it is shown.
    let one = copied(&source.document, |o| o.kind.key == "door" && o.name.contains("store"));
    assert_eq!(one.middle(), Some([1090.0, 5000.0, 0.0]));
}

#[test]
fn what_somebody_wrote_into_the_text_is_taken_or_refused() {
    let source = compiled();
    let objects = source.document.objects(HERE);
    let ids: Vec<_> = objects.all().iter().filter(|o| o.kind.key == "pane").map(|o| o.id).collect();
    let text_of = clip::write(&source.document, "level", HERE, &ids[..1]).unwrap();
    assert!(text_of.contains("\"glass\":13"), "{text_of}");
    let (clip, _) = clip::read(source.document.game(), &text_of.replace("\"glass\":13", "\"glass\":3")).unwrap();
    let mut target = text();
    let made = pasted(&mut target.document, &clip).unwrap();
    assert_eq!(shown(&target.document, made[0], &["glass", "x"]), ["3", "-2.9"]);
    // A text that is no call, two calls, or another call.
    let (clip, _) = clip::read(source.document.game(), &text_of).unwrap();
    for words in [
        &b"print(1)"[..],
        b"SpawnBreakableGlass(1) SpawnBreakableGlass(2)",
        b"SpawnDoor(\"a\")",
        b"SpawnBreakableGlass(1",
        b"os.execute = SpawnBreakableGlass(1) print",
        b"",
    ] {
        let mut clip = clip.clone();
        clip.things[0].parts[0].subtree.head = words.to_vec();
        let refusal = pasted(&mut target.document, &clip).unwrap_err();
        assert!(refusal.contains("no call of SpawnBreakableGlass"), "{refusal}");
    }
}
