use std::sync::Arc;

use crate::document::{Document, Level, LevelBuilder, LevelId, LevelSource, NodeId, OpenReport};
use crate::games::Arguments;
use crate::games::oni::ONI;
use crate::games::oni::chunk::{self, EMPTY, TYPES};
use crate::games::oni::objects::{KINDS, type_of_kind};
use crate::record::{Refusal, Value};

const HERE: LevelId = LevelId(0);

/// A level with an empty list of each type.
#[derive(Debug)]
struct Lists;

impl LevelSource for Lists {
    fn len(&self) -> u32 {
        1
    }
    fn name(&self, _: LevelId) -> String {
        "lists".to_owned()
    }
    fn game_index(&self, _: LevelId) -> i64 {
        1
    }
    fn decode(&self, id: LevelId) -> Level {
        let mut build = LevelBuilder::new(id);
        TYPES.iter().for_each(|of| chunk::decode(&mut build, of, &EMPTY));
        build.finish()
    }
}

pub(super) fn document() -> Document {
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let mut document = Document::new(&ONI, Arc::new(Lists), file, OpenReport::default());
    document.level(HERE).unwrap();
    document
}

pub(super) fn run(
    document: &mut Document,
    key: &str,
    objects: &[NodeId],
    values: &[(&str, Value)],
) -> Result<Option<NodeId>, Refusal> {
    let plan = ONI.plan(key).unwrap();
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let arguments = Arguments { level: 0, objects: objects.to_vec(), values };
    let mut draft = document.draft();
    let made = (plan.run)(&mut draft, &arguments)?;
    document.commit(draft, plan.label).unwrap();
    Ok(made)
}

pub(super) fn place(document: &mut Document, kind: &str, at: [i64; 3]) -> NodeId {
    let int = |i: usize| Value::Int(i128::from(at[i]));
    let kind = Value::Text(kind.to_owned());
    run(document, "place", &[], &[("kind", kind), ("x", int(0)), ("y", int(1)), ("z", int(2))]).unwrap().unwrap()
}

pub(super) fn make(document: &mut Document, kind: &str, objects: &[NodeId]) -> NodeId {
    run(document, "create", objects, &[("kind", Value::Text(kind.to_owned()))]).unwrap().unwrap()
}

fn int(document: &Document, node: NodeId, field: &str) -> i128 {
    document.draft().int(node, field).unwrap()
}

pub(super) fn list(document: &Document, node: NodeId, field: &str) -> Vec<f64> {
    let draft = document.draft();
    let Value::List(list) = draft.record(node).unwrap().get(draft.field(node, field).unwrap()).unwrap() else {
        panic!("{field}");
    };
    list.iter().map(|v| v.as_f64().unwrap()).collect()
}

fn text(document: &Document, node: NodeId, field: &str) -> String {
    let draft = document.draft();
    let value = draft.record(node).unwrap().get(draft.field(node, field).unwrap()).unwrap();
    value.as_text().unwrap().to_owned()
}

#[test]
fn every_kind_can_be_made_and_its_list_is_read_again() {
    let mut document = document();
    for of in TYPES {
        let kind = KINDS.iter().find(|k| type_of_kind(k.key).is_some_and(|t| std::ptr::eq(t, of))).unwrap();
        for _ in 0..2 {
            let made = if matches!(of.tag, b"PATR" | b"NEUT" | b"CMBT" | b"MELE") {
                make(&mut document, kind.key, &[])
            } else {
                place(&mut document, kind.key, [1500, 2000, -3250])
            };
            let draft = document.draft();
            let record = draft.record(made).unwrap();
            assert!(std::ptr::eq(record.schema(), of.schema), "{}", kind.key);
            assert_eq!(record.int("object_flags"), Some(if of.baked { 8 } else { 0 }), "{}", kind.key);
        }
        let level = document.state().level(HERE).unwrap();
        let bytes = chunk::encode(level.table(of.table.key).unwrap());
        let mut build = LevelBuilder::new(HERE);
        chunk::decode(&mut build, of, &bytes);
        let again = build.finish();
        assert!(again.notices().is_empty(), "{}: {:?}", kind.key, again.notices());
        assert_eq!(chunk::encode(again.tables().next().unwrap()), bytes);
        // Published sizes (`oni.md` 2.1).
        let sizes = again.rows(again.tables().next().unwrap()).map(|r| r.int("object_size").unwrap());
        let want = match of.tag {
            b"TRIG" => 124,
            b"CONS" => 296,
            _ => again.tables().next().unwrap().spec.record.unwrap().size.next_multiple_of(4) - 4,
        };
        assert_eq!(sizes.collect::<Vec<_>>(), [i128::from(want); 2], "{}", kind.key);
    }
    let objects = document.objects(HERE);
    assert_eq!(objects.all().len(), 32);
    // Object ids are given one after the other; numbers of a kind too.
    let ids: std::collections::BTreeSet<i128> =
        objects.all().iter().map(|o| int(&document, o.id.node, "object_id")).collect();
    assert_eq!(ids, (1..=32).collect());
    let flags: Vec<i128> =
        objects.all().iter().filter(|o| o.kind.key == "flag").map(|o| int(&document, o.id.node, "id")).collect();
    assert_eq!(flags, [1, 2]);
}

#[test]
fn a_door_takes_its_centre_along_and_says_what_stays_behind() {
    let mut document = document();
    let door = place(&mut document, "sliding-door", [207_000, 108_000, -408_997]);
    assert_eq!(list(&document, door, "center"), [207.0, 123.0, f64::from(-408.997f32)]);
    document.take_notes();
    run(&mut document, "move", &[door], &[("dx", Value::Int(1500)), ("dy", Value::Int(-500))]).unwrap();
    assert_eq!(list(&document, door, "position")[..2], [208.5, 107.5]);
    assert_eq!(list(&document, door, "center")[..2], [208.5, 122.5]);
    assert!(document.take_notes()[0].contains("part of the environment"));
    // The inspector moves it as well.
    let mut draft = document.draft();
    let field = draft.field(door, "position").unwrap();
    draft.set(door, field, &Value::List([0.0, 0.0, 0.0].map(Value::Real).to_vec())).unwrap();
    document.commit(draft, "position").unwrap();
    assert_eq!(list(&document, door, "center")[..2], [0.0, 15.0]);
    assert_eq!(document.take_notes().len(), 1);
    let character = place(&mut document, "character", [0, 0, 0]);
    run(&mut document, "rotate", &[character], &[("turn", Value::Int(-90_000))]).unwrap();
    assert_eq!(list(&document, character, "rotation"), [0.0, 270.0, 0.0]);
    assert!(document.take_notes().is_empty(), "a character is in its list alone");
}

#[test]
fn a_path_goes_through_flags_and_its_points_are_added_reordered_and_dragged() {
    let mut document = document();
    let flags: Vec<NodeId> = (0..3).map(|i| place(&mut document, "flag", [i * 10_000, 0, 0])).collect();
    let path = make(&mut document, "patrol-path", &flags);
    let point = |document: &Document, at: usize| document.draft().record(path).unwrap().child(at).unwrap().id();
    assert_eq!(int(&document, path, "point_count"), 3);
    let run_on = |document: &mut Document, key: &str, node: NodeId, values: &[(&str, Value)]| {
        run(document, key, &[node], values)
    };
    // A loop to the second point, at the end.
    let looped = run_on(&mut document, "add_point", path, &[("type", Value::Int(16))]).unwrap().unwrap();
    let mut draft = document.draft();
    draft.set_int(looped, "target", 1).unwrap();
    document.commit(draft, "loop").unwrap();
    // A point with a place behind the first: the loop follows.
    let values = [("x", Value::Int(5000)), ("z", Value::Int(2000))];
    let first = point(&document, 0);
    let placed = run_on(&mut document, "add_point", first, &values).unwrap().unwrap();
    assert_eq!((int(&document, placed, "type"), int(&document, looped, "target")), (8, 2));
    run_on(&mut document, "move", placed, &[("dy", Value::Int(250))]).unwrap();
    assert_eq!(list(&document, placed, "point"), [5.0, 0.25, 2.0]);
    // A point at a flag is dragged by its flag; both selected move it once.
    let second = point(&document, 2);
    assert_eq!(int(&document, second, "flag"), 2);
    run(&mut document, "move", &[second, flags[1]], &[("dz", Value::Int(1000))]).unwrap();
    assert_eq!(list(&document, flags[1], "position"), [10.0, 0.0, 1.0]);
    run_on(&mut document, "move_point", second, &[("to", Value::Int(0))]).unwrap();
    assert_eq!(int(&document, looped, "target"), 0);
    let refused = run_on(&mut document, "move_point", second, &[("to", Value::Int(5))]).unwrap_err();
    assert_eq!(refused.to_string(), "the path has 5 points: the position is 0 to 4");
    run_on(&mut document, "delete", first, &[]).unwrap();
    assert_eq!(int(&document, path, "point_count"), 4);
    let copy = run(&mut document, "duplicate", &[path], &[]).unwrap().unwrap();
    assert_eq!((int(&document, copy, "point_count"), int(&document, copy, "id")), (4, 2));
    assert_ne!(text(&document, copy, "name"), text(&document, path, "name"));
    let loops = run_on(&mut document, "move", looped, &[("dx", Value::Int(1))]).unwrap_err();
    assert_eq!(loops.to_string(), "this patrol point has no place: it cannot be moved");
}

#[test]
fn another_number_takes_its_references_along() {
    let mut document = document();
    let flag = place(&mut document, "flag", [0; 3]);
    let other = place(&mut document, "flag", [0; 3]);
    let path = make(&mut document, "patrol-path", &[flag, other]);
    let guard = place(&mut document, "character", [0; 3]);
    let mut draft = document.draft();
    draft.set_int(guard, "patrol_path", 1).unwrap();
    document.commit(draft, "path").unwrap();
    run(&mut document, "renumber", &[flag], &[("id", Value::Int(203))]).unwrap();
    run(&mut document, "renumber", &[path], &[("id", Value::Int(7))]).unwrap();
    let child = |at: usize| document.draft().record(path).unwrap().child(at).unwrap().int("flag").unwrap();
    assert_eq!([child(0), child(1), int(&document, guard, "patrol_path")], [203, 2, 7]);
    let taken = run(&mut document, "renumber", &[flag], &[("id", Value::Int(2))]).unwrap_err();
    assert_eq!(taken.to_string(), "Flag 2 exists already");
    let limit = run(&mut document, "renumber", &[flag], &[("id", Value::Int(40_000))]).unwrap_err();
    assert!(limit.to_string().contains("-32768..32767"), "{limit}");
    let none = run(&mut document, "renumber", &[guard], &[("id", Value::Int(2))]).unwrap_err();
    assert_eq!(none.to_string(), "Character has no number of its own");
}

#[test]
fn baked_objects_keep_their_object_ids() {
    let mut document = document();
    let flag = place(&mut document, "flag", [0; 3]);
    let door = place(&mut document, "sliding-door", [0; 3]);
    let guard = place(&mut document, "character", [0; 3]);
    run(&mut document, "delete", &[flag], &[]).unwrap();
    assert_eq!(int(&document, door, "object_id"), 2);
    run(&mut document, "renumber_objects", &[], &[("from", Value::Int(2))]).unwrap();
    assert_eq!([int(&document, door, "object_id"), int(&document, guard, "object_id")], [2, 3]);
}

#[test]
fn a_sound_of_another_shape_is_about_as_large() {
    let mut document = document();
    let sound = place(&mut document, "ambient-sound", [0; 3]);
    let mut draft = document.draft();
    let volume = draft.field(sound, "volume").unwrap();
    draft.set(sound, volume, &Value::Real(0.5)).unwrap();
    draft.set(sound, draft.field(sound, "shape").unwrap(), &Value::Symbol("box".to_owned())).unwrap();
    document.commit(draft, "box").unwrap();
    assert_eq!(list(&document, sound, "box_max"), [60.0; 3]);
    assert_eq!(document.draft().record(sound).unwrap().head().len(), 108);
    let mut draft = document.draft();
    let shape = draft.field(sound, "shape").unwrap();
    draft.set(sound, shape, &Value::Symbol("sphere".to_owned())).unwrap();
    let read = |name: &str| draft.record(sound).unwrap().get(draft.field(sound, name).unwrap()).unwrap();
    assert_eq!([read("max_radius"), read("volume")], [Value::Real(60.0), Value::Real(0.5)]);
}

#[test]
fn a_move_less_shifts_the_techniques_that_begin_behind_it() {
    use crate::edit::local;
    let mut document = document();
    let profile = make(&mut document, "melee-profile", &[]);
    let mut draft = document.draft();
    let lists = |draft: &crate::edit::Draft| -> Vec<NodeId> {
        let record = draft.record(profile).unwrap();
        (0..4).map(|at| record.child(at).unwrap().id()).collect()
    };
    let [attacks, evades, _, moves] = lists(&draft)[..] else { panic!("four lists") };
    for _ in 0..5 {
        local::insert_child(&mut draft, moves, 0, vec![0; 16]).unwrap();
    }
    let punch = local::insert_child(&mut draft, attacks, 0, vec![0; 88]).unwrap();
    let jump = local::insert_child(&mut draft, evades, 0, vec![0; 88]).unwrap();
    for (node, count, first) in [(punch, 2, 0), (jump, 3, 2)] {
        draft.set_int(node, "move_count", count).unwrap();
        draft.set_int(node, "first_move", first).unwrap();
    }
    let gone = draft.record(moves).unwrap().child(1).unwrap().id();
    local::remove_child(&mut draft, gone).unwrap();
    assert_eq!((draft.int(punch, "first_move").unwrap(), draft.int(jump, "first_move").unwrap()), (0, 1));
    assert_eq!(draft.int(profile, "move_count").unwrap(), 4);
    local::insert_child(&mut draft, moves, 0, vec![0; 16]).unwrap();
    assert_eq!((draft.int(punch, "first_move").unwrap(), draft.int(jump, "first_move").unwrap()), (1, 2));
    document.commit(draft, "moves").unwrap();
    assert!(document.undo());
}

#[test]
fn moving_and_turning_what_is_baked_says_what_stays_behind_and_the_rest_moves_in_silence() {
    let mut document = document();
    let words = [
        ("DOOR", "panels, quads and frame"),
        ("CONS", "only its screen follows"),
        ("TRIG", "emitters and beams follow"),
        ("TURR", "arm and barrel follow"),
        ("FURN", "nothing moves in it"),
    ];
    for of in TYPES.iter().filter(|of| !matches!(of.tag, b"PATR" | b"NEUT" | b"CMBT" | b"MELE")) {
        let kind = KINDS.iter().find(|k| type_of_kind(k.key).is_some_and(|t| std::ptr::eq(t, of))).unwrap();
        let node = place(&mut document, kind.key, [0; 3]);
        document.take_notes();
        let tag = std::str::from_utf8(of.tag).unwrap();
        let word = words.iter().find(|(t, _)| *t == tag).map(|(_, word)| *word);
        assert_eq!(word.is_some(), of.baked, "{tag}");
        let ways: [(&str, &[(&str, Value)]); 2] =
            [("move", &[("dx", Value::Int(1000))]), ("rotate", &[("turn", Value::Int(90_000))])];
        for (plan, values) in ways {
            run(&mut document, plan, &[node], values).unwrap();
            let notes = document.take_notes().join("\n");
            match word {
                Some(word) => assert!(notes.contains(word), "{tag} {plan}: {notes}"),
                None => assert_eq!(notes, "", "{tag} {plan}"),
            }
        }
        let mut draft = document.draft();
        let field = draft.field(node, "rotation").unwrap();
        draft.set(node, field, &Value::List([1.0, 2.0, 3.0].map(Value::Real).to_vec())).unwrap();
        document.commit(draft, "rotation").unwrap();
        assert_eq!(document.take_notes().is_empty(), word.is_none(), "{tag}");
        // A move by nothing moves nothing and says nothing.
        run(&mut document, "move", &[node], &[("dx", Value::Int(0))]).unwrap();
        assert!(document.take_notes().is_empty(), "{tag}");
    }
}

#[test]
fn what_is_baked_keeps_its_number_and_its_field_can_be_set() {
    let mut document = document();
    for kind in ["sliding-door", "console", "laser", "turret"] {
        let node = place(&mut document, kind, [0; 3]);
        let refused = run(&mut document, "renumber", &[node], &[("id", Value::Int(9))]).unwrap_err().to_string();
        assert!(refused.contains("baked into the environment") && refused.contains("id changes this"), "{refused}");
        let mut draft = document.draft();
        draft.set_int(node, "id", 9).unwrap();
        document.commit(draft, "id").unwrap();
        assert_eq!(int(&document, node, "id"), 9);
    }
}

#[test]
fn a_flags_number_is_changed_in_scripts_too_and_other_numbers_there_stay() {
    use crate::games::oni::preview::test_levels::{document, flag, row};
    let text =
        "func main {\n\tchr_teleport 0 12 # to flag 12\n\tai2_movetoflag guard 12\n\tdoor_open 12\n\tsleep 12\n}\n";
    let mut document = document(&[flag(12, [0.0; 3], 0.0), flag(12, [1.0; 3], 0.0)], &[("a.bsl", text)]);
    let rows: Vec<NodeId> = [0, 1].map(|at| row(document.state().level(HERE).unwrap(), "flags", at)).to_vec();
    let script = |document: &Document| {
        let draft = document.draft();
        String::from_utf8(draft.row(HERE, "scripts", 0).unwrap().tail().to_vec()).unwrap()
    };
    // The second of one number is what nothing means.
    run(&mut document, "renumber", &[rows[1]], &[("id", Value::Int(13))]).unwrap();
    assert_eq!(script(&document), text);
    run(&mut document, "renumber", &[rows[0]], &[("id", Value::Int(7))]).unwrap();
    let want = text.replacen("0 12", "0 7", 1).replacen("guard 12", "guard 7", 1);
    assert_eq!(script(&document), want);
    let below = run(&mut document, "renumber", &[rows[0]], &[("id", Value::Int(-7))]).unwrap_err().to_string();
    assert!(below.contains("must not be negative"), "{below}");
    while document.undo() {}
    assert_eq!(script(&document), text);
}

#[test]
fn what_is_selected_twice_is_deleted_once() {
    let mut document = document();
    let (a, b) = (place(&mut document, "flag", [0; 3]), place(&mut document, "flag", [0; 3]));
    let path = make(&mut document, "patrol-path", &[a, b, a]);
    let point = document.draft().record(path).unwrap().child(0).unwrap().id();
    run(&mut document, "delete", &[a, point, a, path, point, b], &[]).unwrap();
    assert!(document.objects(HERE).all().is_empty());
    assert!(document.undo());
    assert_eq!(int(&document, path, "point_count"), 3);
}

#[test]
fn an_object_id_at_the_end_of_its_numbers_makes_the_first_free_one_next() {
    let mut document = document();
    let flags: Vec<NodeId> = (0..3).map(|_| place(&mut document, "flag", [0; 3])).collect();
    let mut draft = document.draft();
    draft.set_int(flags[1], "object_id", u32::MAX).unwrap();
    document.commit(draft, "id").unwrap();
    let next = place(&mut document, "weapon", [0; 3]);
    assert_eq!(int(&document, next, "object_id"), 2, "1 and 3 are taken");
}

#[test]
fn an_unknown_kind_was_said_to_have_a_place_and_to_have_none() {
    let mut document = document();
    let mut refused = |plan: &str, kind: &str| {
        let kind = ("kind", Value::Text(kind.to_owned()));
        run(&mut document, plan, &[], &[kind, ("x", Value::Int(0)), ("z", Value::Int(0))]).unwrap_err().to_string()
    };
    for plan in ["place", "create"] {
        let said = refused(plan, "combat");
        assert!(said.starts_with("no kind is called combat; there are character, "), "{said}");
        assert!(said.contains("combat-profile"), "{said}");
        assert!(refused(plan, "patrol-point").contains("use add_point"));
    }
    assert!(refused("place", "combat-profile").contains("use create"));
    assert!(refused("create", "flag").contains("use place"));
}
