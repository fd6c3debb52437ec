//! A list of unaligned variants in a record padded as a whole: the patrol path (oni.md 2.1, 2.12).

use super::{HERE, open, refused, row, set, written};
use crate::document::{Document, LevelBuilder, Node, NodeId, NodeList, Record, TableSpec};
use crate::edit::local;
use crate::record::codec::le::*;
use crate::record::codec::{Array, LatinText};
use crate::record::{Condition, Role, Target, Unit, Value};

crate::names! {
    pub(super) POINT_TYPES = "point type", "oni.md 2.12":
        0 "move to flag", 1 "stop", 2 "pause", 3 "look at flag", 4 "look at point", 5 "move to and face flag",
        6 "loop", 7 "movement mode", 8 "move to point", 9 "lock facing", 10 "move through flag",
        11 "move through point", 12 "stop looking", 13 "free facing", 14 "glance at flag", 15 "move near flag",
        16 "loop to point", 17 "scan", 18 "stop scanning", 19 "wait at flag and look around",
        20 "call script", 21 "call script and wait", 22 "ignore player", 23 "face flag and fire"
}

crate::record_table! {
    /// One step of a patrol.
    pub(super) POINT: Point, PointField = "miniature.point", "Patrol point", 4 bytes, "oni.md 2.12",
        variants("type", &[
            (0, 6), (1, 4), (2, 8), (3, 6), (4, 16), (5, 6), (6, 4), (7, 8), (8, 16), (9, 8), (10, 10), (11, 20),
            (12, 4), (13, 4), (14, 10), (15, 10), (16, 8), (17, 10), (18, 4), (19, 12), (20, 6), (21, 6), (22, 5),
            (23, 12),
        ]),
        overlays(&[
            ToFlag::OVERLAY, Pause::OVERLAY, AtPoint::OVERLAY, ThroughPoint::OVERLAY, Mode::OVERLAY, Facing::OVERLAY,
            NearFlag::OVERLAY, Glance::OVERLAY, Loop::OVERLAY, Scan::OVERLAY, Wait::OVERLAY, Script::OVERLAY,
            Ignore::OVERLAY, Fire::OVERLAY,
        ]);
    /// What to do.
    r#type @ 0: U32, choice(&POINT_TYPES);
}

crate::overlay! {
    /// Goes to or looks at a flag.
    ToFlag "to flag" over [Point::FIELDS], when Condition::In("type", &[0, 3, 5]);
    /// The flag's id.
    flag @ 4: I16, link(Target::Id("flags"));
}
crate::overlay! {
    /// Waits.
    Pause "pause" over [Point::FIELDS], when Condition::Is("type", 2);
    /// How long.
    frames @ 4: I32, unit(Unit { name: "s", divisor: 60.0 });
}
crate::overlay! {
    /// Goes to or looks at a place.
    AtPoint "at point" over [Point::FIELDS], when Condition::In("type", &[4, 8]);
    /// The place.
    point @ 4: Array<F32, 3>, vector(), role(Role::Position);
}
crate::overlay! {
    /// Passes a place.
    ThroughPoint "through point" over [Point::FIELDS], when Condition::Is("type", 11);
    /// The place.
    point @ 4: Array<F32, 3>, vector(), role(Role::Position);
    /// How near is near enough.
    distance @ 16: F32;
}
crate::overlay! {
    /// Changes the gait.
    Mode "mode" over [Point::FIELDS], when Condition::Is("type", 7);
    /// Movement mode.
    mode @ 4: U32;
}
crate::overlay! {
    /// Keeps a facing.
    Facing "facing" over [Point::FIELDS], when Condition::Is("type", 9);
    /// Its number; the names are uncertain.
    facing @ 4: U32;
}
crate::overlay! {
    /// Passes or nears a flag.
    NearFlag "near flag" over [Point::FIELDS], when Condition::In("type", &[10, 15]);
    /// The flag's id.
    flag @ 4: I16, link(Target::Id("flags"));
    /// How near is near enough.
    distance @ 6: F32;
}
crate::overlay! {
    /// Looks at a flag for a while.
    Glance "glance" over [Point::FIELDS], when Condition::Is("type", 14);
    /// The flag's id.
    flag @ 4: I16, link(Target::Id("flags"));
    /// How long.
    frames @ 6: I32;
}
crate::overlay! {
    /// Goes on elsewhere in the list.
    Loop "loop to point" over [Point::FIELDS], when Condition::Is("type", 16);
    /// The point to go on with; the game takes the last for numbers behind the end.
    target @ 4: I32, link_none(Target::Child, &[]);
}
crate::overlay! {
    /// Looks around.
    Scan "scan" over [Point::FIELDS], when Condition::Is("type", 17);
    /// How long.
    frames @ 4: I16;
    /// How far to each side, in degrees.
    angle @ 6: F32;
}
crate::overlay! {
    /// Waits at a flag.
    Wait "wait" over [Point::FIELDS], when Condition::Is("type", 19);
    /// How long, 0 for good.
    frames @ 4: I16;
    /// The flag's id.
    flag @ 6: I16, link(Target::Id("flags"));
    /// How far to each side, in degrees.
    angle @ 8: F32;
}
crate::overlay! {
    /// Calls a script.
    Script "script" over [Point::FIELDS], when Condition::In("type", &[20, 21]);
    /// Number in the script's name.
    number @ 4: I16, link_none(Target::Outside("patrolscript"), &[]);
}
crate::overlay! {
    /// Whether the player is ignored.
    Ignore "ignore" over [Point::FIELDS], when Condition::Is("type", 22);
    /// Yes or no.
    ignore @ 4: U8, yes_no();
}
crate::overlay! {
    /// Fires.
    Fire "fire" over [Point::FIELDS], when Condition::Is("type", 23);
    /// The flag's id.
    flag @ 4: I16, link(Target::Id("flags"));
    /// How long.
    frames @ 6: I16;
    /// How far to each side.
    spread @ 8: F32;
}

crate::record_table! {
    /// An object that is a patrol path.
    pub(super) PATROL: Patrol, PatrolField = "miniature.patrol", "Patrol path", 80 bytes, "oni.md 2.1, 2.12",
        children("points", &POINT, 64), pad_to(4);
    /// Bytes that follow.
    size @ 0: U32, role(Role::SizeOf("rest")), fixed("it follows from the points");
    /// Which type of object.
    tag @ 4: U32, tag();
    /// Object id.
    object_id @ 8: U32, role(Role::Id);
    /// Object flags.
    flags @ 12: U32;
    /// Where it stands.
    position @ 16: Array<F32, 3>, vector(), role(Role::Position);
    /// How it is turned, in degrees.
    rotation @ 28: Array<F32, 3>, vector(), role(Role::Rotation);
    /// Its name.
    name @ 40: LatinText<32>, role(Role::Name);
    /// How many points.
    count @ 72: U32, role(Role::CountOf("points")), fixed("it follows from the points");
    /// Number of the path.
    id @ 76: U16;
    /// Whether to begin at the nearest point.
    nearest @ 78: U16, yes_no();
}

pub(super) static PATROLS: TableSpec = TableSpec::new("patrols", "Patrol paths", &PATROL);

/// Reads one object: the head, as many points as its count says and its bytes hold, the rest as tail.
fn read(build: &mut LevelBuilder, table: u32, object: &[u8]) -> Node {
    let number = build.number(table);
    let head_len = (PATROL.size as usize).min(object.len());
    let (head, mut rest) = object.split_at(head_len);
    let mut points = Vec::new();
    let count = Patrol::new(head, 0).map_or(0, |p| p.count());
    while points.len() < count as usize
        && let Some(len) = POINT.length(rest, 0).filter(|len| *len <= rest.len())
    {
        let (point, behind) = rest.split_at(len);
        let number = build.number(number);
        points.push(Node::leaf(number, &POINT, point));
        rest = behind;
    }
    Node { number, schema: &PATROL, head: head.into(), children: NodeList::new(points), tail: rest.into() }
}

fn point(kind: u32, payload: &[u8]) -> Vec<u8> {
    [&kind.to_le_bytes(), payload].concat()
}

fn object(points: &[Vec<u8>], pad: u8) -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes[4..8].copy_from_slice(b"RTAP");
    bytes[40..45].copy_from_slice(b"path1");
    bytes[46..50].copy_from_slice(b"junk");
    bytes[72..76].copy_from_slice(&(points.len() as u32).to_le_bytes());
    bytes.extend(points.concat());
    while !bytes.len().is_multiple_of(4) {
        bytes.push(pad);
    }
    let size = bytes.len() as u32 - 4;
    bytes[..4].copy_from_slice(&size.to_le_bytes());
    bytes
}

/// Wait at flag 203 (12), ignore the player (5), loop to 1 (8), stop (4), loop to 4 (8): 117 bytes.
fn points() -> Vec<Vec<u8>> {
    let wait = [&600i16.to_le_bytes()[..], &203i16.to_le_bytes(), &80f32.to_le_bytes()].concat();
    vec![
        point(19, &wait),
        point(22, &[1]),
        point(16, &1i32.to_le_bytes()),
        point(1, &[]),
        point(16, &4i32.to_le_bytes()),
    ]
}

fn document() -> Document {
    let bytes = object(&points(), 0xEE);
    let document = open(|build| {
        build.nodes(&PATROLS, b"PATR", 0, |build, table| vec![read(build, table, &bytes)].into());
    });
    assert_eq!(written(document.state(), "patrols"), bytes, "read and written back");
    document
}

fn child(document: &Document, at: usize) -> NodeId {
    document.draft().row(HERE, "patrols", 0).unwrap().child(at).unwrap().id()
}

fn targets(patrol: &Record<'_>) -> Vec<Option<i128>> {
    let count = patrol.children().unwrap().len();
    (0..count).map(|at| patrol.child(at).unwrap().int("target")).collect()
}

#[test]
fn every_variant_has_the_size_of_its_fields() {
    let (_, sizes) = POINT.variants.unwrap();
    assert_eq!(sizes.len(), 24);
    for (kind, size) in sizes {
        let bytes = point(*kind as u32, &[0; 20]);
        let document = open(|build| {
            build.packed(&POINTS, b"PNTS", 0, bytes.len(), &bytes);
        });
        let draft = document.draft();
        let record = draft.row(HERE, "points", 0).unwrap();
        let end = record.fields().iter().map(|f| f.place.extent().1).max().unwrap();
        assert_eq!(end, *size, "type {kind}");
        assert_eq!(POINT.length(&bytes, 0), Some(*size as usize));
    }
    assert_eq!(POINT.length(&point(24, &[0; 20]), 0), None);
    assert_eq!(POINT.length(&[0, 0], 0), None);
}

static POINTS: TableSpec = TableSpec::new("points", "Points", &POINT);

#[test]
fn unaligned_points_are_read_by_their_variant() {
    let document = document();
    let draft = document.draft();
    let patrol = draft.row(HERE, "patrols", 0).unwrap();
    assert_eq!((patrol.int("count"), patrol.int("size")), (Some(5), Some(116)));
    let wait = patrol.child(0).unwrap();
    assert_eq!((wait.int("frames"), wait.int("flag"), wait.int("mode")), (Some(600), Some(203), None));
    assert_eq!(patrol.child(1).unwrap().int("ignore"), Some(1));
    assert_eq!(targets(&patrol), [None, None, Some(1), None, Some(4)]);
    assert_eq!(patrol.tail(), [0xEE; 3]);
}

#[test]
fn a_field_of_a_point_changes_its_bytes_and_the_padding_stays_as_found() {
    let mut document = document();
    let point = child(&document, 0);
    assert_eq!(set(&mut document, point, "flag", Value::Int(204)), [86]);
    let point = child(&document, 1);
    assert_eq!(set(&mut document, point, "ignore", Value::Int(0)), [96]);
    let patrol = row(&document, "patrols", 0);
    assert_eq!(set(&mut document, patrol, "name", Value::Text("p".to_owned())), [41, 42, 43, 44]);
    assert_eq!(written(document.state(), "patrols")[46..50], *b"junk");
    assert_eq!(document.draft().record(patrol).unwrap().tail(), [0xEE; 3]);
    assert!(refused(&document, patrol, "count", Value::Int(4)).contains("it follows from the points"));
    assert!(refused(&document, point, "ignore", Value::Int(256)).contains("0..255"));
}

#[test]
fn loops_follow_the_points_they_name() {
    let mut document = document();
    let before = written(document.state(), "patrols");
    let patrol = row(&document, "patrols", 0);
    let mut draft = document.draft();
    // A loop of its own is inserted before all: it speaks of the list as it is then.
    local::insert_child(&mut draft, patrol, 0, point(16, &3i32.to_le_bytes())).unwrap();
    assert_eq!(targets(&draft.record(patrol).unwrap()), [Some(3), None, None, Some(2), None, Some(5)]);
    let record = draft.record(patrol).unwrap();
    assert_eq!((record.int("count"), record.int("size"), record.tail()), (Some(6), Some(124), &[0xEE; 3][..]));
    // “Ignore the player” goes to the end.
    let ignore = record.child(2).unwrap().id();
    local::move_child(&mut draft, ignore, 5).unwrap();
    assert_eq!(targets(&draft.record(patrol).unwrap()), [Some(2), None, Some(5), None, Some(4), None]);
    // And away: the link stays at the end; the record shrinks by 5, which takes 2 bytes of padding more.
    local::remove_child(&mut draft, ignore).unwrap();
    let record = draft.record(patrol).unwrap();
    assert_eq!(targets(&record), [Some(2), None, Some(4), None, Some(4)]);
    assert_eq!((record.int("count"), record.int("size"), record.tail().len()), (Some(5), Some(116), 0));
    document.commit(draft, "three steps").unwrap();
    assert!(document.undo());
    assert_eq!(written(document.state(), "patrols"), before, "padding too");
}

#[test]
fn a_move_either_way_keeps_what_every_loop_means() {
    for from in 0..5 {
        for to in 0..5 {
            let document = document();
            let mut draft = document.draft();
            let meant = |draft: &crate::edit::Draft| -> Vec<(NodeId, NodeId)> {
                let patrol = draft.row(HERE, "patrols", 0).unwrap();
                let points: Vec<_> = (0..5).map(|at| patrol.child(at).unwrap()).collect();
                let mut pairs: Vec<_> =
                    points.iter().filter_map(|p| Some((p.id(), points[p.int("target")? as usize].id()))).collect();
                pairs.sort();
                pairs
            };
            let before = meant(&draft);
            let point = child(&document, from);
            local::move_child(&mut draft, point, to).unwrap();
            assert_eq!(draft.record(point).unwrap().position(), to);
            assert_eq!(meant(&draft), before, "{from} to {to}");
        }
    }
}

#[test]
fn a_number_behind_the_end_stays_as_found() {
    let bytes = object(&[point(16, &99i32.to_le_bytes()), point(16, &(-3i32).to_le_bytes())], 0);
    let document = open(|build| {
        build.nodes(&PATROLS, b"PATR", 0, |build, table| vec![read(build, table, &bytes)].into());
    });
    let mut draft = document.draft();
    let patrol = row(&document, "patrols", 0);
    local::insert_child(&mut draft, patrol, 0, point(1, &[])).unwrap();
    assert_eq!(targets(&draft.record(patrol).unwrap()), [None, Some(99), Some(-3)]);
}

#[test]
fn another_type_brings_its_size_and_keeps_what_both_have() {
    let mut document = document();
    let before = written(document.state(), "patrols");
    let (patrol, wait) = (row(&document, "patrols", 0), child(&document, 0));
    let mut draft = document.draft();
    draft.set_int(wait, "type", 0).unwrap();
    let record = draft.record(wait).unwrap();
    assert_eq!((record.head().len(), record.int("flag"), record.int("frames")), (6, Some(203), None));
    let owner = draft.record(patrol).unwrap();
    assert_eq!((owner.int("size"), owner.tail().len(), owner.int("count")), (Some(108), 1, Some(5)));
    let field = draft.field(wait, "type").unwrap();
    draft.set(wait, field, &Value::Symbol("glance at flag".to_owned())).unwrap();
    let record = draft.record(wait).unwrap();
    assert_eq!((record.head().len(), record.int("flag"), record.int("frames")), (10, Some(203), Some(0)));
    let unknown = draft.set_int(wait, "type", 24).unwrap_err();
    assert_eq!(unknown.to_string(), "Patrol point has no variant unknown 24");
    document.commit(draft, "another type").unwrap();
    assert!(document.undo());
    assert_eq!(written(document.state(), "patrols"), before);
}

#[test]
fn the_list_is_full_at_64_and_damage_stays_in_the_tail() {
    let stops: Vec<_> = (0..64).map(|_| point(1, &[])).collect();
    let mut bytes = object(&stops, 0);
    bytes.extend(point(77, &[1, 2, 3]));
    bytes[72] = 66;
    let document = open(|build| {
        build.nodes(&PATROLS, b"PATR", 0, |build, table| vec![read(build, table, &bytes)].into());
    });
    assert_eq!(written(document.state(), "patrols"), bytes);
    let patrol = row(&document, "patrols", 0);
    let mut draft = document.draft();
    assert_eq!(draft.record(patrol).unwrap().tail().len(), 7, "a point of no known type ends the list");
    let full = local::insert_child(&mut draft, patrol, 0, point(1, &[])).unwrap_err();
    assert_eq!(full.to_string(), "Patrol path: at most 64 points");
    for len in 0..bytes.len() {
        let short = open(|build| {
            build.nodes(&PATROLS, b"PATR", 0, |build, table| vec![read(build, table, &bytes[..len])].into());
        });
        assert_eq!(written(short.state(), "patrols"), bytes[..len]);
    }
}
