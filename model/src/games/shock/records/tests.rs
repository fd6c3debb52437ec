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

#[test]
fn what_depends_on_the_use_of_a_parameter_has_a_field_of_its_own() {
    let fields = |action: u8, p: [u32; 4]| {
        let (document, node) = with("trap", 0, 1, &trap(action, 0, 0, p));
        shown(&document, node)
    };
    let has = |action, p, name: &str, value: i128| {
        let fields = fields(action, p);
        assert!(fields.contains(&(name.to_owned(), value)), "action {action} {p:x?}: no {name} {value} in {fields:?}");
    };
    // Textures: two objects, or one tile (column in the high byte).
    has(20, [0x0007_0003, 0, 0, 0], "corner_2", 7);
    has(20, [0x0503, 0, 0, 0], "tile_x", 5);
    has(20, [0x0503, 0, 0, 0], "tile_y", 3);
    // Critters: half a side alone, or two objects.
    has(21, [0, 9 << 16, 0, 0], "corner_2", 9);
    // Spawn: two objects, or half a side in the low half.
    has(23, [0, 4, 0, 0], "half_side", 4);
    has(23, [0, 0x0002_0001, 0, 0], "corner_1", 1);
    assert!(!fields(23, [0, 4, 0, 0]).iter().any(|(name, _)| name == "corner_1"));
    // A repulsor's switch is a condition.
    let (document, node) = with("trap", 0, 10, &trap(0, 0, 0x0000_1007, [0; 4]));
    assert!(shown(&document, node).contains(&("condition_integer".to_owned(), 1)));
    // What is in a pack of games is a set of them.
    let (document, node) = with("software", 3, 0, &[5, 0, 0]);
    let level = document.state().level(HERE).unwrap();
    let objects = document.objects(HERE);
    let object = objects.of_node(node.number).unwrap();
    let part = object.parts.iter().find(|p| p.node == node).unwrap();
    let version = object.fields(level, part).into_iter().find(|f| f.name == "version").unwrap();
    let value = level.record(node.number).unwrap().get(version).unwrap();
    assert_eq!(version.show(&value), "Ping, Road");
}

#[test]
fn fields_stand_where_the_specification_says_in_both_versions() {
    use super::*;
    use crate::record::Place;
    let at = |schema: &'static crate::record::Schema, name: &str, layout: u16| {
        let field = schema.base_field(name).unwrap_or_else(|| panic!("{} has no {name}", schema.key));
        match field.place_in(layout) {
            Some(Place::Number { at, .. } | Place::Bytes { at, .. }) => at as usize,
            Some(Place::Bits { span, .. }) => span.at as usize,
            other => panic!("{name}: {other:?}"),
        }
    };
    // Sections 3.1 to 3.11, 4.1, 5.3, 5.4 and 5.11, with the paddings of 3.2.
    for (schema, name, v11, v12) in [
        (&OBJECT, "subclass", 0x02, 0x02),
        (&OBJECT, "class_index", 0x03, 0x04),
        (&OBJECT, "x", 0x0B, 0x0C),
        (&OBJECT, "type", 0x14, 0x15),
        (&OBJECT, "flags", 0x1A, 0x1B),
        (&SOFTWARE, "version", 0x06, 0x06),
        (&SOFTWARE, "message", 0x07, 0x08),
        (&SOFTWARE, "data_kind", 0x08, 0x09),
        (&CONTAINER, "contents", 0x06, 0x06),
        (&CONTAINER, "size_z", 0x10, 0x10),
        (&CONTAINER, "top_texture", 0x11, 0x12),
        (&CONTAINER, "spare", 0x13, 0x14),
        (&TEXTURE_ANIMATION, "flags", 0x06, 0x06),
        (&LEVEL_VARIABLES, "radiation_height", 0x08, 0x08),
        (&LEVEL_VARIABLES, "exit_time", 0x09, 0x0A),
        (&LEVEL_VARIABLES, "map_1_init", 0x0D, 0x0E),
        (&LEVEL_VARIABLES, "map_1_x", 0x0F, 0x10),
        (&LEVEL_VARIABLES, "map_1_version", 0x0D + 24, 0x0E + 24),
        (&LEVEL_VARIABLES, "sensor_radius_1", 0x0D + 25, 0x0E + 26),
        (&LEVEL_VARIABLES, "map_2_init", 0x0D + 27, 0x0E + 28),
        (&LEVEL_VARIABLES, "sensor_radius_3", 92, 96),
        (&ANIMATION, "flags", 2, 2),
        (&ANIMATION, "callback_moment", 3, 4),
        (&ANIMATION, "callback", 5, 8),
        (&ANIMATION, "speed", 13, 16),
        (&INFO, "height_shift", 0x10, 0x10),
        (&INFO, "cyberspace", 0x18, 0x18),
        (&INFO, "schedule_count", 0x29, 0x29),
        (&GRENADE, "time_stamp", 0x0A, 0x0A),
        (&PROJECTILE, "expires", 0x0C, 0x0C),
        (&FIXTURE, "condition", 0x08, 0x08),
        (&FIXTURE, "access", 0x1C, 0x1C),
        (&DOOR, "lock", 0x06, 0x06),
        (&DOOR, "other_half", 0x0C, 0x0C),
        (&TRAP, "p1", 0x0C, 0x0C),
        (&TRAP, "p4", 0x18, 0x18),
        (&CRITTER, "wait_frames", 0x12, 0x12),
        (&CRITTER, "mood", 0x1B, 0x1B),
        (&CRITTER, "path", 0x24, 0x24),
        (&CRITTER, "loot_1", 0x26, 0x26),
        (&CRITTER, "sidestep", 0x2A, 0x2A),
    ] {
        assert_eq!((at(schema, name, 0), at(schema, name, V12)), (v11, v12), "{} {name}", schema.key);
    }
}

#[test]
fn the_place_of_the_start_lies_where_each_edition_has_it() {
    use super::file::{PLAYER_ARCHIVE, PLAYER_DOS, Player};
    // +053F (2), 32 bytes earlier in the DOS game with its 32 puzzle bytes less.
    for (layout, size, at) in [(0, 1429, 0x53F), (PLAYER_ARCHIVE, 1357, 0x53F), (PLAYER_DOS, 1397, 0x51F)] {
        let mut row = vec![0u8; size];
        row[at..at + 4].copy_from_slice(&0x1E_8000i32.to_le_bytes());
        row[at + 4..at + 8].copy_from_slice(&0x16_8000i32.to_le_bytes());
        let view = Player::new(&row, layout).unwrap();
        assert_eq!((view.start_x(), view.start_y(), view.start_z()), (0x1E_8000, 0x16_8000, 0), "{size} bytes");
    }
}
