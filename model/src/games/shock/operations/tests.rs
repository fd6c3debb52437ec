//! Operations on made levels: they keep every rule, refuse with the limit in their words, and are undone without a trace.

use std::collections::BTreeMap;

use crate::clipboard::{Dangling, PasteError, copy, paste, with_contents};
use crate::document::{Document, LevelId, NodeId, Severity};
use crate::games::Arguments;
use crate::games::shock::sample::{Blank, document};
use crate::links::LinkIndex;
use crate::problems;
use crate::record::{Refusal, Value};

const HERE: LevelId = LevelId(0);

fn level() -> Document {
    let mut document = document(vec![Blank { number: 1, cyberspace: false, height_shift: 3 }]);
    let room = [("x1", 2), ("y1", 2), ("x2", 60), ("y2", 60), ("type", 1), ("floor", 3), ("ceiling", 8)];
    run(&mut document, "paint", &[], &room.map(|(name, n)| (name, Value::Int(n)))).unwrap();
    document
}

fn run(
    document: &mut Document,
    key: &str,
    objects: &[NodeId],
    values: &[(&str, Value)],
) -> Result<Option<NodeId>, Refusal> {
    let plan = document.game().plans.iter().find(|p| p.key == key).unwrap();
    let values: BTreeMap<String, Value> = values.iter().map(|(n, v)| ((*n).to_owned(), v.clone())).collect();
    let mut draft = document.draft();
    let made = (plan.run)(&mut draft, &Arguments { level: 0, objects: objects.to_vec(), values })?;
    document.commit(draft, plan.label)?;
    Ok(made)
}

fn place(document: &mut Document, kind: &str, sort: (i128, i128), at: (i128, i128)) -> Result<NodeId, Refusal> {
    let values = [
        ("kind", Value::Text(kind.to_owned())),
        ("subclass", Value::Int(sort.0)),
        ("type", Value::Int(sort.1)),
        ("x", Value::Int(at.0)),
        ("y", Value::Int(at.1)),
    ];
    run(document, "place", &[], &values).map(|made| made.unwrap())
}

fn errors(document: &Document) -> Vec<String> {
    let found = problems::of_level(document.game(), document.state().level(HERE).unwrap()).into_iter();
    found.filter(|p| p.severity > Severity::Info).map(|p| format!("{} {}: {}", p.place, p.field, p.message)).collect()
}

fn bytes(document: &Document) -> Vec<Vec<u8>> {
    document.state().level(HERE).unwrap().tables().map(|t| t.bytes()).collect()
}

fn number(document: &Document, node: NodeId) -> i128 {
    document.state().level(HERE).unwrap().record(node.number).unwrap().position() as i128
}

#[test]
fn random_operations_keep_every_rule_and_are_undone() {
    let mut document = level();
    let before = bytes(&document);
    let start = document.history().position();
    let mut seed = 7u64;
    let mut random = |below: i128| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i128::from(seed >> 33) % below
    };
    let kinds = ["trap", "container", "critter", "gun", "hardware", "big-stuff", "door", "small-stuff", "fixture"];
    let mut live: Vec<NodeId> = Vec::new();
    let (mut done, mut refused) = (0, 0);
    for step in 0..400 {
        let pick = live.get(random(1 + live.len() as i128) as usize).copied();
        let way = [("dx", random(900) - 450), ("dy", random(900) - 450), ("dz", random(200) - 100)];
        let way = way.map(|(name, n)| (name, Value::Int(n)));
        let outcome = match (random(8), pick) {
            (0..=2, _) | (_, None) => {
                let kind = kinds[random(9) as usize];
                let sort = (0, random(3));
                place(&mut document, kind, sort, (random(64 * 256), random(64 * 256))).map(|node| live.push(node))
            }
            (3 | 4, Some(node)) => run(&mut document, "move", &[node], &way).map(|_| ()),
            (5, Some(node)) => run(&mut document, "duplicate", &[node], &way).map(|made| live.extend(made)),
            (6, Some(node)) => {
                live.retain(|n| *n != node);
                run(&mut document, "delete", &[node], &[]).map(|_| ())
            }
            (_, Some(node)) => {
                let into = live[random(live.len() as i128) as usize];
                let into = Value::Int(number(&document, into));
                let put = run(&mut document, "put_in", &[node], &[("into", into)]);
                if random(2) == 0 { put.and_then(|_| run(&mut document, "take_out", &[node], &[])) } else { put }
                    .map(|_| ())
            }
        };
        match outcome {
            Ok(()) => done += 1,
            Err(refusal) => {
                assert!(!refusal.to_string().is_empty());
                refused += 1;
            }
        }
        if step % 40 == 39 {
            assert_eq!(errors(&document), [] as [&str; 0], "after step {step}");
        }
    }
    assert!(done > 250 && refused > 10, "{done} done, {refused} refused");
    while document.history().position() > start {
        assert!(document.undo());
    }
    assert!(bytes(&document) == before, "undone, and something is left");
}

#[test]
fn a_full_table_refuses_with_its_limit_and_changes_nothing() {
    let mut document = level();
    for n in 0..7 {
        place(&mut document, "hardware", (0, 0), (1000 + n, 1000)).unwrap();
    }
    let before = bytes(&document);
    let refusal = place(&mut document, "hardware", (0, 0), (1000, 1000)).unwrap_err();
    assert_eq!(refusal.to_string(), "Hardware: at most 7 of them in a level");
    assert!(bytes(&document) == before);
}

#[test]
fn a_number_that_was_freed_last_is_given_first() {
    let mut document = level();
    let nodes: Vec<NodeId> =
        (0..4).map(|n| place(&mut document, "trap", (0, 0), (1000, 1000 + n * 300)).unwrap()).collect();
    run(&mut document, "delete", &[nodes[1]], &[]).unwrap();
    run(&mut document, "delete", &[nodes[3]], &[]).unwrap();
    let again: Vec<i128> = (0..3)
        .map(|_| place(&mut document, "gun", (0, 0), (2000, 2000)).map(|n| number(&document, n)).unwrap())
        .collect();
    assert_eq!(again, [4, 2, 5]);
    // A name held elsewhere does not come to mean the new object.
    assert_ne!(document.object_id(nodes[3]).generation, 0);
}

#[test]
fn setting_a_place_moves_the_references() {
    let mut document = level();
    let node = place(&mut document, "gun", (0, 0), (1000, 1000)).unwrap();
    for (field, value) in [("x", 5 * 256), ("y", 9 * 256 + 7), ("x", 0xFFFF), ("x", 300), ("y", 2000)] {
        let mut draft = document.draft();
        draft.set_int(node, field, value).unwrap();
        document.commit(draft, field).unwrap();
        assert_eq!(errors(&document), [] as [&str; 0], "{field} to {value}");
    }
    let mut draft = document.draft();
    let refusal = draft.set_int(node, "x", 0x4000).unwrap_err();
    assert_eq!(refusal.to_string(), "x: 16384 is outside 0..16383");
}

#[test]
fn an_object_in_two_tiles_stays_in_two_when_it_moves_and_when_it_is_copied() {
    let mut document = level();
    let node = place(&mut document, "door", (0, 0), (5 * 256 + 128, 5 * 256 + 128)).unwrap();
    let row = u16::try_from(number(&document, node)).unwrap();
    let mut draft = document.draft();
    super::lists::Lists::new(&mut draft, HERE).unwrap().spread(row, &[(5, 5), (6, 5)]).unwrap();
    document.commit(draft, "spread").unwrap();
    let tiles = |document: &Document, row: u16| {
        let mut draft = document.draft();
        super::lists::Lists::new(&mut draft, HERE).unwrap().tiles(row).unwrap()
    };
    run(&mut document, "move", &[node], &[("dx", Value::Int(100))]).unwrap();
    assert_eq!(tiles(&document, row), [(5, 5), (6, 5)], "in the same tile the ring is kept");
    run(&mut document, "move", &[node], &[("dx", Value::Int(512)), ("dy", Value::Int(256))]).unwrap();
    let moved: std::collections::BTreeSet<_> = tiles(&document, row).into_iter().collect();
    assert_eq!(moved.into_iter().collect::<Vec<_>>(), [(7, 6), (8, 6)]);
    let copy = run(&mut document, "duplicate", &[node], &[("dy", Value::Int(512))]).unwrap().unwrap();
    let copied = tiles(&document, u16::try_from(number(&document, copy)).unwrap());
    assert_eq!(copied.len(), 2);
    assert_eq!(errors(&document), [] as [&str; 0]);
}

#[test]
fn texts_of_notes_close_up_and_offsets_follow() {
    let mut document = level();
    let notes: Vec<NodeId> =
        (0..3).map(|n| place(&mut document, "trap", (2, 3), (1000, 1000 + n * 300)).unwrap()).collect();
    for (node, text) in notes.iter().zip(["first", "Größe", "last"]) {
        run(&mut document, "set_note", &[*node], &[("text", Value::Text(text.to_owned()))]).unwrap();
    }
    let names = |document: &Document| {
        let objects = document.objects(HERE);
        objects.all().iter().filter_map(|o| Some(o.name.strip_prefix("Map note: ")?.to_owned())).collect::<Vec<_>>()
    };
    let end = |document: &Document| document.draft().row(HERE, "note_end", 0).unwrap().base_int("end").unwrap();
    assert_eq!((names(&document), end(&document)), (vec!["first".into(), "Größe".into(), "last".into()], 17));
    run(&mut document, "set_note", &[notes[0]], &[("text", Value::Text("a longer first".to_owned()))]).unwrap();
    assert_eq!(names(&document), ["a longer first", "Größe", "last"]);
    run(&mut document, "delete", &[notes[1]], &[]).unwrap();
    assert_eq!((names(&document), end(&document)), (vec!["a longer first".into(), "last".into()], 20));
    assert_eq!(errors(&document), [] as [&str; 0]);
    let long = Value::Text("x".repeat(40));
    let refusal = run(&mut document, "set_note", &[notes[0]], &[("text", long)]).unwrap_err();
    assert_eq!(refusal.to_string(), "text: the text needs 40 bytes, there is room for 39");
}

#[test]
fn events_stay_sorted_and_the_spare_row_behind_them() {
    let mut document = level();
    let add = |document: &mut Document, time: i128| {
        let values = [("kind", Value::Text("event".to_owned())), ("time", Value::Int(time)), ("event", Value::Int(4))];
        run(document, "create", &[], &values)
    };
    for time in [500, 100, 300] {
        add(&mut document, time).unwrap();
    }
    let times = |document: &Document| {
        let level = document.state().level(HERE).unwrap();
        level.rows(level.table("schedule").unwrap()).map(|r| r.base_int("time").unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(times(&document), [100, 300, 500, 0]);
    let first = document.draft().row(HERE, "schedule", 0).unwrap().id();
    run(&mut document, "delete", &[first], &[]).unwrap();
    assert_eq!(times(&document), [300, 500, 0]);
    for time in 0..62 {
        add(&mut document, 1000 + time).unwrap();
    }
    assert_eq!(times(&document).len(), 64, "full: without a spare row");
    assert_eq!(add(&mut document, 5).unwrap_err().to_string(), "the schedule: at most 64 events");
    assert_eq!(errors(&document), [] as [&str; 0]);
    let first = document.draft().row(HERE, "schedule", 0).unwrap().id();
    run(&mut document, "delete", &[first], &[]).unwrap();
    assert_eq!((times(&document).len(), times(&document)[63]), (64, 0), "the spare row is back");
}

#[test]
fn nothing_can_hold_itself() {
    let mut document = level();
    let crates: Vec<NodeId> =
        (0..2).map(|n| place(&mut document, "container", (0, 0), (1000 + n * 300, 1000)).unwrap()).collect();
    let numbers: Vec<i128> = crates.iter().map(|node| number(&document, *node)).collect();
    run(&mut document, "put_in", &[crates[0]], &[("into", Value::Int(numbers[1]))]).unwrap();
    let refusal = run(&mut document, "put_in", &[crates[1]], &[("into", Value::Int(numbers[0]))]).unwrap_err();
    assert_eq!(refusal.to_string(), "objects/2 cannot be put into itself");
    let refusal = run(&mut document, "move", &[crates[0]], &[("dx", Value::Int(1))]).unwrap_err();
    assert_eq!(refusal.to_string(), "objects/1 is not on the map: take it out of where it is first");
}

/// Copies objects of a level with all they take along, and pastes them into another one.
fn carried(
    document: &mut Document,
    from: LevelId,
    to: LevelId,
    nodes: &[NodeId],
    dangling: Dangling,
) -> Result<Vec<NodeId>, PasteError> {
    let objects = document.objects(from);
    let ids: Vec<_> = nodes.iter().map(|node| objects.of_node(node.number).unwrap().id).collect();
    let level = document.state().level(from).unwrap();
    let clip = copy(level, &objects, &with_contents(document.game(), level, &objects, &ids)).unwrap();
    let mut draft = document.draft();
    let made = paste(&mut draft, to, &clip, from == to, dangling)?;
    document.commit(draft, "paste").unwrap();
    Ok(made)
}

fn two_levels() -> Document {
    let blank = |number| Blank { number, cyberspace: false, height_shift: 3 };
    let mut document = document(vec![blank(1), blank(2)]);
    let room = [("x1", 2), ("y1", 2), ("x2", 60), ("y2", 60), ("type", 1), ("floor", 3), ("ceiling", 8)];
    let room = room.map(|(name, n)| (name, Value::Int(n)));
    run(&mut document, "paint", &[], &room).unwrap();
    let plan = document.game().plans.iter().find(|p| p.key == "paint").unwrap();
    let values = room.into_iter().map(|(n, v)| (n.to_owned(), v)).collect();
    let mut draft = document.draft();
    (plan.run)(&mut draft, &Arguments { level: 1, objects: Vec::new(), values }).unwrap();
    document.commit(draft, "paint").unwrap();
    document
}

const THERE: LevelId = LevelId(1);

fn warnings(document: &Document, level: LevelId) -> Vec<String> {
    let found = problems::of_level(document.game(), document.state().level(level).unwrap()).into_iter();
    found.filter(|p| p.severity > Severity::Info).map(|p| format!("{} {}: {}", p.place, p.field, p.message)).collect()
}

#[test]
fn what_is_copied_together_names_its_copies_in_the_other_level() {
    let mut document = two_levels();
    // Numbers there are others than here.
    for n in 0..3 {
        let plan = document.game().plans.iter().find(|p| p.key == "place").unwrap();
        let values = [("kind", Value::Text("trap".to_owned())), ("x", Value::Int(900 + n)), ("y", Value::Int(900))];
        let values = values.into_iter().map(|(n, v)| (n.to_owned(), v)).collect();
        let mut draft = document.draft();
        (plan.run)(&mut draft, &Arguments { level: 1, objects: Vec::new(), values }).unwrap();
        document.commit(draft, "place").unwrap();
    }
    let trap = place(&mut document, "trap", (0, 0), (1300, 1300)).unwrap();
    let door = place(&mut document, "door", (0, 0), (1600, 1300)).unwrap();
    let crate_ = place(&mut document, "container", (0, 0), (1900, 1300)).unwrap();
    let inside = place(&mut document, "gun", (0, 0), (1900, 1300)).unwrap();
    let left = place(&mut document, "gun", (0, 0), (2200, 1300)).unwrap();
    let row = number(&document, crate_);
    run(&mut document, "put_in", &[inside], &[("into", Value::Int(row))]).unwrap();
    let row = u16::try_from(number(&document, door)).unwrap();
    let mut draft = document.draft();
    super::lists::Lists::new(&mut draft, HERE).unwrap().spread(row, &[(6, 5), (7, 5)]).unwrap();
    let class = draft.row(HERE, "traps", 1).unwrap().id();
    for (field, value) in [("action", 6), ("object_1", number(&document, door)), ("object_2", number(&document, left))]
    {
        draft.store_int(class, field, value).unwrap();
    }
    document.commit(draft, "uses").unwrap();
    let before: Vec<Vec<u8>> = document.state().level(THERE).unwrap().tables().map(|t| t.bytes()).collect();

    let nodes = [trap, door, crate_];
    let Err(PasteError::Ask(asked)) = carried(&mut document, HERE, THERE, &nodes, Dangling::Ask) else {
        panic!("the gun that stayed is not in the other level")
    };
    let words: Vec<_> = asked.iter().map(|q| (q.address.as_str(), q.name.as_str(), q.fields, q.clearable)).collect();
    assert_eq!(words, [("objects/5", "Mini pistol", 1, true)]);
    let made = carried(&mut document, HERE, THERE, &nodes, Dangling::Clear).unwrap();
    assert_eq!(warnings(&document, THERE), [] as [&str; 0]);
    assert_eq!(warnings(&document, HERE), [] as [&str; 0]);
    // Four came: the gun in the crate came along.
    let level = document.state().level(THERE).unwrap();
    let position = |node: &NodeId| level.record(node.number).unwrap().position() as i128;
    let numbers: Vec<i128> = made.iter().map(position).collect();
    assert_eq!(numbers, [4, 5, 6, 7]);
    let field = |table: &str, row: usize, field: &str| {
        level.row(level.table(table).unwrap(), row).unwrap().base_int(field).unwrap()
    };
    assert_eq!((field("traps", 4, "p1"), field("traps", 4, "p2")), (5, 0));
    let contents = level.row(level.table("containers").unwrap(), 1).unwrap();
    let list = contents.get(contents.schema().base_field("contents").unwrap()).unwrap();
    assert_eq!(list, Value::List([7, 0, 0, 0].map(Value::Int).to_vec()));
    assert_eq!((field("objects", 7, "x"), field("objects", 7, "reference")), (0xFFFF, 0), "it is nowhere there, too");
    let objects = document.objects(THERE);
    let door = objects.of_node(made[1].number).unwrap();
    assert_eq!(door.parts.iter().filter(|p| p.name.starts_with("reference")).count(), 2);
    assert!(document.undo());
    let after: Vec<Vec<u8>> = document.state().level(THERE).unwrap().tables().map(|t| t.bytes()).collect();
    assert!(after == before, "undone, and something is left");
}

#[test]
fn a_copied_note_brings_its_text_and_an_event_its_place_in_time() {
    let mut document = two_levels();
    let note = place(&mut document, "trap", (2, 3), (1300, 1300)).unwrap();
    run(&mut document, "set_note", &[note], &[("text", Value::Text("here: Größe".to_owned()))]).unwrap();
    let values = [("kind", Value::Text("event".to_owned())), ("time", Value::Int(70))];
    let event = run(&mut document, "create", &[], &values).unwrap().unwrap();
    for to in [THERE, HERE] {
        carried(&mut document, HERE, to, &[note, event], Dangling::Ask).unwrap();
        assert_eq!(warnings(&document, to), [] as [&str; 0]);
        let objects = document.objects(to);
        let names: Vec<&str> = objects.all().iter().map(|o| o.name.as_str()).collect();
        let notes = names.iter().filter(|name| **name == "Map note: here: Größe").count();
        let events = names.iter().filter(|name| **name == "Event 0: none").count();
        assert_eq!((notes, events), (if to == HERE { 2 } else { 1 }, 1), "{to:?}");
    }
    // At home it has a text of its own: changing it leaves the other.
    run(&mut document, "set_note", &[note], &[("text", Value::Text("changed".to_owned()))]).unwrap();
    let objects = document.objects(HERE);
    assert!(objects.all().iter().any(|o| o.name == "Map note: here: Größe"));
}

#[test]
fn what_a_level_has_once_and_what_it_has_no_room_for_is_not_pasted() {
    let mut document = two_levels();
    let tile = document.draft().row(HERE, "tiles", 70).unwrap().id();
    let Err(PasteError::Refused(refusal)) = carried(&mut document, HERE, THERE, &[tile], Dangling::Ask) else {
        panic!("a tile was pasted")
    };
    assert_eq!(refusal.to_string(), "Tile 6, 1 cannot be pasted: every level has its own fixed list of Tiles");
    let ware = place(&mut document, "hardware", (0, 0), (1300, 1300)).unwrap();
    let before: Vec<Vec<u8>> = document.state().level(THERE).unwrap().tables().map(|t| t.bytes()).collect();
    for _ in 0..7 {
        carried(&mut document, HERE, THERE, &[ware], Dangling::Ask).unwrap();
    }
    let Err(PasteError::Refused(refusal)) = carried(&mut document, HERE, THERE, &[ware], Dangling::Ask) else {
        panic!("eight pieces of hardware")
    };
    assert_eq!(refusal.to_string(), "Hardware: at most 7 of them in a level");
    for _ in 0..7 {
        assert!(document.undo());
    }
    let after: Vec<Vec<u8>> = document.state().level(THERE).unwrap().tables().map(|t| t.bytes()).collect();
    assert!(after == before);
}

#[test]
fn what_a_deleted_container_held_is_no_longer_called_used_by_its_row() {
    let mut document = level();
    let crate_ = place(&mut document, "container", (0, 0), (1900, 1300)).unwrap();
    let thing = place(&mut document, "drug", (0, 0), (1900, 1600)).unwrap();
    let into = number(&document, crate_);
    run(&mut document, "put_in", &[thing], &[("into", Value::Int(into))]).unwrap();
    let users = |document: &Document| {
        let level = document.state().level(HERE).unwrap();
        let index = LinkIndex::with(document.game(), level);
        index.to(thing).filter(|link| level.record(link.from.number).unwrap().table().key() == "containers").count()
    };
    assert!(users(&document) > 0);
    run(&mut document, "delete", &[crate_], &[]).unwrap();
    assert_eq!(users(&document), 0, "the row is free");
}
