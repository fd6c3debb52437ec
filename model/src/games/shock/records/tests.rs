//! What the tables say of made rows: the fields that show, the links, both layouts.

use crate::document::{Document, LevelId, NodeId, RecordFacts};
use crate::games::shock::sample::{Blank, document};
use crate::links::LinkIndex;
use crate::record::{ByteSplice, Value};

const HERE: LevelId = LevelId(0);

/// A level with one object of a sort whose class row holds these bytes behind the prefix.
fn with(kind: &str, subclass: u8, sort: u8, bytes: &[u8]) -> (Document, NodeId) {
    let mut document = document(vec![Blank { number: 1, cyberspace: false, height_shift: 3 }]);
    let values = [
        ("kind", Value::Text(kind.to_owned())),
        ("subclass", Value::Int(subclass.into())),
        ("type", Value::Int(sort.into())),
        ("x", Value::Int(1000)),
        ("y", Value::Int(1000)),
    ];
    let values = values.into_iter().map(|(n, v)| (n.to_owned(), v)).collect();
    let plan = document.game().plans.iter().find(|p| p.key == "place").unwrap();
    let mut draft = document.draft();
    let arguments = crate::games::Arguments { level: 0, objects: Vec::new(), values };
    (plan.run)(&mut draft, &arguments).unwrap();
    let class = crate::games::shock::objects::class_of_kind(kind).unwrap();
    let key = crate::games::shock::tables::CLASS_TABLES[usize::from(class)].key;
    let node = draft.row(HERE, key, 1).unwrap().id();
    draft.splice(node, false, ByteSplice { at: 6, old_len: bytes.len(), new: bytes.to_vec() }).unwrap();
    document.commit(draft, "place").unwrap();
    (document, node)
}

fn shown(document: &Document, node: NodeId) -> Vec<(String, i128)> {
    let level = document.state().level(HERE).unwrap();
    let record = level.record(node.number).unwrap();
    let fields = record.schema().fields_for(&RecordFacts(record));
    let value = |f: &&'static crate::record::Field| Some((f.name.to_owned(), record.get(f).ok()?.as_int()?));
    fields.iter().filter_map(value).skip(3).collect()
}

/// A trap's bytes behind the prefix.
fn trap(action: u8, quota: u8, condition: u32, parameters: [u32; 4]) -> Vec<u8> {
    let mut out = vec![action, quota];
    out.extend(condition.to_le_bytes());
    out.extend(parameters.map(u32::to_le_bytes).concat());
    out
}

#[test]
fn every_action_has_fields_of_its_own() {
    for action in (1..=24u8).filter(|a| !matches!(a, 5 | 14)) {
        let (document, node) = with("trap", 0, 1, &trap(action, 0, 0, [0; 4]));
        let names: Vec<String> = shown(&document, node).into_iter().map(|(name, _)| name).collect();
        let parameters = names.iter().filter(|n| matches!(n.as_str(), "p1" | "p2" | "p3" | "p4")).count();
        assert!(parameters < 4, "action {action}: {names:?}");
    }
    for hack in [1u32, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14, 16] {
        let (document, node) = with("trap", 0, 1, &trap(19, 0, 0, [hack, 0, 0, 0]));
        let names: Vec<String> = shown(&document, node).into_iter().map(|(name, _)| name).collect();
        assert!(names.contains(&"hack".to_owned()) && !names.contains(&"p2".to_owned()), "hack {hack}: {names:?}");
    }
}

#[test]
fn a_trap_of_the_real_archive_reads_as_it_is_meant() {
    // Row 2 of level 1: transport to tile 35, 23 at level 3, once, while integer ... boolean 1 = 0.
    let (document, node) = with("trap", 0, 1, &trap(1, 1, 1, [0x23, 0x17, 0, 3]));
    let want = [
        ("action", 1),
        ("quota", 1),
        ("condition_variable", 1),
        ("condition_integer", 0),
        ("condition_operator", 0),
        ("condition_value", 0),
        ("condition_message", 0),
        ("to_x", 35),
        ("to_y", 23),
        ("to_z", 0),
        ("to_level", 3),
    ];
    assert_eq!(shown(&document, node), want.map(|(n, v)| (n.to_owned(), v)));
}

#[test]
fn the_type_of_a_fixture_chooses_its_fields() {
    let has = |subclass, sort, name: &str| {
        let (document, node) = with("fixture", subclass, sort, &[0; 24]);
        shown(&document, node).iter().any(|(n, _)| n == name)
    };
    assert!(has(0, 0, "condition_variable") && !has(1, 0, "condition_variable"));
    assert!(has(1, 0, "wanted_class") && has(4, 0, "wanted_class") && has(1, 6, "head"));
    assert!(has(1, 3, "used_at_last") && has(2, 1, "energy") && has(3, 0, "wires"));
    assert!(has(3, 4, "panel_5") && has(3, 7, "code_3") && !has(3, 7, "panel_0"));
}

#[test]
fn links_lead_to_objects_and_variables() {
    // Uses object 1 (itself) at once, and what integer variable 7 names; asks boolean 20.
    let (document, node) = with("trap", 0, 0, &trap(6, 0, 20, [1, 0x1007, 0, 0]));
    let level = document.state().level(HERE).unwrap();
    let links = LinkIndex::of(level);
    let goal = |to: NodeId| {
        let record = level.record(to.number).unwrap();
        format!("{}/{}", record.table().key(), record.position())
    };
    let from: Vec<(String, String)> = links
        .from(node)
        .iter()
        .filter(|l| l.field.fixed.is_empty())
        .map(|l| (l.field.name.to_owned(), goal(l.to)))
        .collect();
    let want = [("condition_variable", "booleans/20"), ("object_1", "objects/1"), ("object_2", "integers/7")];
    assert_eq!(from, want.map(|(f, t)| (f.to_owned(), t.to_owned())));
    // From the variable to all that touch it.
    let integer = level.row(level.table("integers").unwrap(), 7).unwrap().id();
    assert_eq!(links.to(integer).map(|l| l.from).collect::<Vec<_>>(), [node]);
}

#[test]
fn a_lock_is_a_boolean_or_a_trigger() {
    for (access, goal) in [(0u8, "booleans"), (0xFF, "objects")] {
        let (document, node) = with("door", 0, 0, &[1, 0, 0, 0, access, 0, 0, 0]);
        let level = document.state().level(HERE).unwrap();
        let links = LinkIndex::of(level);
        let lock = links.from(node).iter().find(|l| l.field.name == "lock").unwrap();
        assert_eq!(level.record(lock.to.number).unwrap().table().key(), goal);
    }
}

#[test]
fn layouts_of_version_12_have_a_byte_more_where_it_says() {
    use super::*;
    let sizes = |schema: &crate::record::Schema| (schema.size_in(0), schema.size_in(V12));
    assert_eq!(sizes(&OBJECT), (27, 28));
    assert_eq!(sizes(&HARDWARE), (7, 8));
    assert_eq!(sizes(&SOFTWARE), (9, 10));
    assert_eq!(sizes(&CONTAINER), (21, 22));
    assert_eq!(sizes(&TEXTURE_ANIMATION), (7, 8));
    assert_eq!(sizes(&LEVEL_VARIABLES), (94, 98));
    assert_eq!(sizes(&ANIMATION), (15, 20));
    assert_eq!(sizes(&TRAP), (28, 28));
    assert_eq!(sizes(&FIXTURE), (30, 30));
    assert_eq!(sizes(&CRITTER), (46, 46));
    assert_eq!([&GUN, &CLASS, &PROJECTILE, &GRENADE, &DOOR, &ANIMATING].map(|s| s.size), [8, 6, 40, 12, 14, 10]);
}
