//! An object of three records with fields by action, halves that may be variables, and conditions that
//! ask a sibling part: the trap and the door (systemshock.md 4.1-4.3, 5.8, 5.10, 6.3-6.5).

use super::{HERE, open, written};
use crate::document::{
    Document, Level, NodeId, Object, ObjectFacts, ObjectId, ObjectKind, Objects, Part, Record, TableSpec,
};
use crate::edit::Draft;
use crate::record::codec::Bits;
use crate::record::codec::le::*;
use crate::record::{Condition, Field, Link, Refusal, Role, Target, Value};

crate::names! {
    ACTIONS = "action", "systemshock.md 6.5": 0 "nothing", 1 "transport", 2 "vitals", 3 "clone or move",
        4 "set variable", 6 "use four", 13 "destroy";
    OPERATORS = "operator", "systemshock.md 6.3": 0 "=", 1 "<", 2 "<=", 3 ">", 4 ">=", 5 "!=", 6 "> random", 7 "never";
    STEPS = "step", "systemshock.md 6.5": 0 "set", 1 "add", 2 "subtract", 3 "multiply", 4 "divide", 5 "remainder"
}

/// Which numbers are variables (systemshock.md 6.2).
static VARIABLES: &[(u32, &str)] = &[(0x1000, "integer"), (0x2000, "boolean")];
static OBJECT_LINK: Link = Link { target: Target::Row("objects"), none: &[0] };

crate::record_table! {
    /// What all objects have.
    pub(super) OBJECT: ObjectRow, ObjectRowField = "miniature.object", "Object", 27 bytes, "systemshock.md 4.1";
    /// Whether the row is in use.
    active @ 0: U8, yes_no();
    /// Which class table.
    class @ 1: U8;
    /// Which sort within the class.
    subclass @ 2: U8;
    /// Row of the class table.
    class_row @ 3: I16;
    /// First cross reference.
    reference @ 5: I16, link_none(Target::Row("references"), &[0]);
    /// Next in the list of objects.
    next @ 7: I16, link_none(Target::Row("objects"), &[0]);
    /// Previous in the list of objects.
    previous @ 9: I16, link_none(Target::Row("objects"), &[0]);
    /// East, in tiles.
    x @ 11: U16, fixed_point(8), role(Role::X);
    /// North, in tiles.
    y @ 13: U16, fixed_point(8), role(Role::Y);
    /// Height.
    z @ 15: U8, role(Role::Z);
    /// Pitch.
    pitch @ 16: U8, angle(256);
    /// Heading.
    heading @ 17: U8, angle(256), role(Role::Heading);
    /// Bank.
    bank @ 18: U8, angle(256);
    /// Made by the engine.
    physics @ 19: I8, derived();
    /// Which type within the subclass.
    r#type @ 20: U8;
    /// Hit points.
    hit_points @ 21: I16;
    /// Maker.
    maker @ 23: U8;
    /// Current frame.
    frame @ 24: U8;
    /// Rest of the frame's time.
    frame_time @ 25: U8;
    /// Instance flags.
    flags @ 26: U8;
}

crate::record_table! {
    /// Where an object touches a tile.
    pub(super) REFERENCE: ReferenceRow, ReferenceRowField = "miniature.reference", "Cross reference", 10 bytes,
        "systemshock.md 4.2";
    /// Tile column.
    x @ 0: I16;
    /// Tile row.
    y @ 2: I16;
    /// Whose.
    object @ 4: I16, link_none(Target::Row("objects"), &[0]);
    /// Next in the tile.
    next @ 6: I16, link_none(Target::Row("references"), &[0]);
    /// Next of the same object.
    ring @ 8: I16, link_none(Target::Row("references"), &[0]);
}

crate::record_table! {
    /// What every class table begins with.
    pub(super) CLASS: ClassRow, ClassRowField = "miniature.class", "Class row", 6 bytes, "systemshock.md 4.3";
    /// Whose.
    owner @ 0: U16, link_none(Target::Row("objects"), &[0]);
    /// Next in use.
    next @ 2: U16;
    /// Previous in use.
    previous @ 4: U16;
}

crate::record_table! {
    /// A trap or trigger.
    pub(super) TRAP: TrapRow, TrapRowField = "miniature.trap", "Trap", 22 bytes after ClassRow, "systemshock.md 5.10",
        overlays(&[
            Variable::OVERLAY, Watch::OVERLAY, Ecology::OVERLAY,
            CloneMove::OVERLAY, SetVariable::OVERLAY, UseFour::OVERLAY, Destroy::OVERLAY,
        ]);
    /// What it does.
    action @ 0: U8, choice(&ACTIONS);
    /// How often it can, 0 for always.
    quota @ 1: U8;
    /// When it may; what it means depends on the type.
    condition @ 2: U32;
    /// First parameter.
    p1 @ 6: U32;
    /// Second parameter.
    p2 @ 10: U32;
    /// Third parameter.
    p3 @ 14: U32;
    /// Fourth parameter.
    p4 @ 18: U32;
}

crate::overlay! {
    /// Triggers that compare a variable.
    Variable "variable condition" over [TrapRow::FIELDS],
        when Condition::All(&[
            Condition::Is("common.class", 12), Condition::Is("common.subclass", 0),
            Condition::In("common.type", &[0, 1, 2, 3, 8, 12]),
        ]);
    /// Number of the variable.
    variable @ 8: Bits<U16, 0, 12>;
    /// Whether it is an integer, not a boolean.
    integer @ 8: Bits<U16, 12, 1>, yes_no();
    /// How it is compared.
    operator @ 8: Bits<U16, 13, 3>, choice(&OPERATORS);
    /// With what.
    value @ 10: U8;
    /// What the player is told.
    message @ 11: U8;
}
crate::overlay! {
    /// Fires when something dies: all of a triple.
    Watch "death watch" over [TrapRow::FIELDS],
        when Condition::All(&[Condition::Is("common.class", 12), Condition::Is("common.type", 4)]),
        nested [WatchOne::OVERLAY];
    /// Class, subclass and type.
    triple @ 8: Bits<U32, 0, 24>;
    /// Whether one object is meant.
    one @ 8: Bits<U32, 24, 1>, yes_no();
    /// Whether dying is meant, not being removed.
    dying @ 8: Bits<U32, 25, 1>, yes_no();
    /// Kept.
    rest @ 8: Bits<U32, 26, 6>;
}
crate::overlay! {
    /// One object.
    WatchOne "of one object" over [TrapRow::FIELDS, Watch::FIELDS], when Condition::Bit("condition", 24);
    /// Which.
    watched @ 8: Bits<U32, 0, 16>, link_none(Target::Row("objects"), &[0]);
    /// Kept.
    watched_rest @ 8: Bits<U32, 16, 8>;
}
crate::overlay! {
    /// Fires when there are too few of a triple.
    Ecology "ecology" over [TrapRow::FIELDS],
        when Condition::All(&[Condition::Is("common.class", 12), Condition::Is("common.type", 11)]);
    /// Class, subclass and type.
    triple @ 8: U24;
    /// How many are enough.
    enough @ 11: U8;
}
crate::overlay! {
    /// Moves an object.
    CloneMove "move" over [TrapRow::FIELDS], when Condition::Is("action", 3), nested [Clone::OVERLAY];
    /// Which.
    object @ 12: U16, keyed_link(0xF000, VARIABLES, &OBJECT_LINK);
    /// Where the clone's number goes.
    kept_in @ 14: U16;
    /// To this column.
    x @ 16: U32;
    /// To this row.
    y @ 20: U32;
    /// To this height.
    z @ 24: U32;
}
crate::overlay! {
    /// Makes a copy.
    Clone "clone" over [TrapRow::FIELDS, CloneMove::FIELDS], when Condition::Bit("p1", 28);
    /// The variable that gets the copy's number.
    counter @ 14: Bits<U16, 0, 12>;
    /// That it is a copy, and which sort of variable.
    sort @ 14: Bits<U16, 12, 4>;
}
crate::overlay! {
    /// Changes a variable.
    SetVariable "set variable" over [TrapRow::FIELDS], when Condition::Is("action", 4), nested [Calculate::OVERLAY];
    /// Which.
    key @ 12: U32, keyed(0xF000, VARIABLES);
    /// 0 off, 1 on, else toggle.
    state @ 16: U32;
    /// Message for anything but 0.
    message_on @ 20: U32;
    /// Message for 0.
    message_off @ 24: U32;
}
crate::overlay! {
    /// An integer is calculated.
    Calculate "calculate" over [TrapRow::FIELDS, SetVariable::FIELDS], when Condition::Bit("p1", 12);
    /// With what.
    operand @ 16: U16, keyed(0xF000, VARIABLES);
    /// How.
    step @ 18: U16, choice(&STEPS);
}
crate::overlay! {
    /// Uses up to four objects, each after a delay in tenths of a second.
    UseFour "use four" over [TrapRow::FIELDS], when Condition::Is("action", 6);
    /// First object.
    object_1 @ 12: U16, keyed_link(0xF000, VARIABLES, &OBJECT_LINK);
    /// Its delay.
    delay_1 @ 14: U16;
    /// Second object.
    object_2 @ 16: U16, keyed_link(0xF000, VARIABLES, &OBJECT_LINK);
    /// Its delay.
    delay_2 @ 18: U16;
    /// Third object.
    object_3 @ 20: U16, keyed_link(0xF000, VARIABLES, &OBJECT_LINK);
    /// Its delay.
    delay_3 @ 22: U16;
    /// Fourth object.
    object_4 @ 24: U16, keyed_link(0xF000, VARIABLES, &OBJECT_LINK);
    /// Its delay.
    delay_4 @ 26: U16;
}
crate::overlay! {
    /// Destroys up to three objects.
    Destroy "destroy" over [TrapRow::FIELDS], when Condition::Is("action", 13);
    /// First object.
    object_1 @ 12: U32, keyed_link(0xF000, VARIABLES, &OBJECT_LINK);
    /// Second object.
    object_2 @ 16: U32, keyed_link(0xF000, VARIABLES, &OBJECT_LINK);
    /// Third object.
    object_3 @ 20: U32, keyed_link(0xF000, VARIABLES, &OBJECT_LINK);
    /// What the player is told.
    message @ 24: U32;
}

crate::record_table! {
    /// A door.
    pub(super) DOOR: DoorRow, DoorRowField = "miniature.door", "Door", 14 bytes within ClassRow, "systemshock.md 5.8";
    /// What locks it: a boolean, or the trigger whose condition is the lock.
    lock @ 6: I16, link_none(
        Target::By {
            field: "access",
            cases: &[(0xFF, &Target::Row("objects"))],
            otherwise: Some(&Target::Outside("boolean variable")),
        },
        &[0],
    );
    /// Message when it is locked.
    message @ 8: U8;
    /// Colour of a force door.
    colour @ 9: U8;
    /// Which card opens it.
    access @ 10: U8;
    /// Half seconds until it closes.
    autoclose @ 11: U8;
    /// The other half.
    other_half @ 12: I16, link_none(Target::Row("objects"), &[0]);
}

pub(super) static OBJECTS: TableSpec = TableSpec::new("objects", "Objects", &OBJECT);
pub(super) static REFERENCES: TableSpec = TableSpec::new("references", "Cross references", &REFERENCE);
pub(super) static TRAPS: TableSpec = TableSpec::new("class12", "Traps", &TRAP);
pub(super) static DOORS: TableSpec = TableSpec::new("class10", "Doors", &DOOR);
pub(super) static KIND: ObjectKind = ObjectKind { key: "object", label: "Object", plural: "Objects", icon: "object" };

/// Every row in use with its class row and its first cross reference.
pub(super) fn objects(level: &Level) -> Objects {
    let Some(table) = level.table("objects") else { return Objects::default() };
    let at = |key: &str, row: i128| {
        let record = level.row(level.table(key)?, usize::try_from(row).ok()?)?;
        Some(record.id())
    };
    let parts = |record: Record<'_>| {
        let class = record.int("class").and_then(|c| at(&format!("class{c}"), record.int("class_row")?));
        let reference = record.int("reference").filter(|r| *r != 0).and_then(|r| at("references", r));
        let rest = [("class", class), ("reference", reference)];
        let rest = rest.into_iter().filter_map(|(name, node)| Some(Part { name, node: node?, schema: None }));
        [Part { name: "common", node: record.id(), schema: None }].into_iter().chain(rest).collect::<Vec<_>>()
    };
    let list = level.rows(table).filter(|r| r.int("active") == Some(1)).map(|record| Object {
        id: ObjectId { node: record.id(), generation: level.generation(record.id().number) },
        kind: &KIND,
        name: format!("object {}", record.position()),
        parts: parts(record).into(),
        parent: None,
    });
    Objects::new(list.collect())
}

fn object_row(class: u8, kind: u8, class_row: u8, reference: u8) -> [u8; 27] {
    let mut row = [0; 27];
    (row[0], row[1], row[3], row[5], row[20]) = (1, class, class_row, reference, kind);
    row
}

fn trap_row(object: u16, action: u8, condition: u32, parameters: [u32; 4]) -> Vec<u8> {
    let mut row = [object, 0, 0].map(u16::to_le_bytes).concat();
    row.extend([action, 0]);
    row.extend(condition.to_le_bytes());
    row.extend(parameters.map(u32::to_le_bytes).concat());
    row
}

/// Objects 1..: a trap with the given row, then a door whose lock is 1 behind this access level.
fn document(kind: u8, action: u8, condition: u32, parameters: [u32; 4], access: u8) -> Document {
    let rows = [[0; 27], object_row(12, kind, 1, 1), object_row(10, 0, 1, 0)].concat();
    let references = [[0u8; 10], [3, 0, 4, 0, 1, 0, 0, 0, 1, 0]].concat();
    let traps = [vec![0; 28], trap_row(1, action, condition, parameters), trap_row(0, action, 0, parameters)].concat();
    let doors = [[0; 14], [2, 0, 0, 0, 0, 0, 1, 0, 9, 0, access, 5, 0, 0]].concat();
    open(|build| {
        build.packed(&OBJECTS, b"08", 0, 27, &rows);
        build.packed(&REFERENCES, b"09", 0, 10, &references);
        build.packed(&TRAPS, b"22", 0, 28, &traps);
        build.packed(&DOORS, b"20", 0, 14, &doors);
    })
}

/// A part of the object in a row of the object table, with the facts it asks for.
fn with_part<T>(draft: &Draft, row: usize, part: &str, then: impl FnOnce(Record<'_>, &ObjectFacts<'_>) -> T) -> T {
    let level = draft.level(HERE).unwrap();
    let objects = draft.objects(HERE).unwrap();
    let object = objects.of_node(draft.row(HERE, "objects", row).unwrap().id().number).unwrap();
    let part = object.parts.iter().find(|p| p.name == part).unwrap();
    let record = level.record(part.node.number).unwrap();
    then(record, &ObjectFacts { level, object, record })
}

fn trap_fields(document: &Document) -> Vec<(&'static str, i128)> {
    with_part(&document.draft(), 1, "class", |record, facts| {
        let fields = record.schema().fields_for(facts);
        fields.iter().map(|f| (f.name, record.get(f).unwrap().as_int().unwrap())).collect()
    })
}

fn field(draft: &Draft, row: usize, name: &str) -> (NodeId, &'static Field) {
    with_part(draft, row, "class", |record, facts| (record.id(), record.schema().field_for(name, facts).unwrap()))
}

#[test]
fn an_object_is_three_records() {
    let document = document(0, 0, 0, [0; 4], 0);
    let draft = document.draft();
    let objects = draft.objects(HERE).unwrap();
    let parts: Vec<_> = objects.all()[0].parts.iter().map(|p| p.name).collect();
    assert_eq!(parts, ["common", "class", "reference"]);
    assert_eq!(with_part(&draft, 1, "reference", |r, _| r.int("y")), Some(4));
    assert_eq!(objects.all()[1].parts.len(), 2, "the door stands in no tile");
    assert_eq!((TrapRow::SIZE, DoorRow::SIZE), (28, 14));
}

#[test]
fn the_action_and_the_sibling_part_choose_the_fields() {
    let key = 20 | 1 << 12 | 5 << 13;
    let fields = trap_fields(&document(0, 6, key | 7 << 16 | 9 << 24, [5 | 30 << 16, 0x1005, 2, 0], 0));
    let want = [
        ("owner", 1),
        ("next", 0),
        ("previous", 0),
        ("action", 6),
        ("quota", 0),
        ("variable", 20),
        ("integer", 1),
        ("operator", 5),
        ("value", 7),
        ("message", 9),
        ("object_1", 5),
        ("delay_1", 30),
        ("object_2", 0x1005),
        ("delay_2", 0),
        ("object_3", 2),
        ("delay_3", 0),
        ("object_4", 0),
        ("delay_4", 0),
    ];
    assert_eq!(fields, want);
    // Another type of trigger reads the condition in another way.
    let names = |kind, action, condition, p1| {
        let fields = trap_fields(&document(kind, action, condition, [p1, 0, 0, 0], 0));
        fields[5..].iter().map(|(name, _)| *name).collect::<Vec<_>>()
    };
    assert_eq!(names(9, 0, 0, 0), ["condition", "p1", "p2", "p3", "p4"]);
    assert_eq!(names(4, 0, 0, 0)[..4], ["triple", "one", "dying", "rest"]);
    assert_eq!(names(4, 0, 1 << 24, 0)[..5], ["watched", "watched_rest", "one", "dying", "rest"]);
    assert_eq!(names(11, 0, 0, 0)[..2], ["triple", "enough"]);
    // The first parameter's bit chooses what lies in it.
    assert_eq!(names(9, 3, 0, 7)[1..], ["object", "kept_in", "x", "y", "z"]);
    assert_eq!(names(9, 3, 0, 7 | 1 << 28)[1..], ["object", "counter", "sort", "x", "y", "z"]);
    assert_eq!(names(9, 4, 0, 0x2014)[1..], ["key", "state", "message_on", "message_off"]);
    assert_eq!(names(9, 4, 0, 0x1014)[1..], ["key", "operand", "step", "message_on", "message_off"]);
}

#[test]
fn a_row_without_an_owner_shows_what_it_knows_by_itself() {
    let document = document(0, 6, 1, [0; 4], 0);
    let draft = document.draft();
    let lost = draft.row(HERE, "class12", 2).unwrap();
    let names: Vec<_> = lost.fields().iter().map(|f| f.name).collect();
    assert_eq!(names[..6], ["owner", "next", "previous", "action", "quota", "condition"]);
    assert_eq!(names[6], "object_1", "its own action is known");
}

#[test]
fn a_half_is_set_by_itself() {
    let mut document = document(0, 6, 0x9999, [0xAAAA_BBBB; 4], 0);
    let before = written(document.state(), "class12");
    let mut draft = document.draft();
    let (node, delay) = field(&draft, 1, "delay_2");
    draft.set(node, delay, &Value::Int(0x1234)).unwrap();
    let (_, operator) = field(&draft, 1, "operator");
    draft.set(node, operator, &Value::Symbol("=".to_owned())).unwrap();
    let (_, message) = field(&draft, 1, "message");
    let refusal = draft.set(node, message, &Value::Int(256)).unwrap_err();
    assert_eq!(refusal.to_string(), "message: 256 is outside 0..255");
    document.commit(draft, "halves").unwrap();
    let after = written(document.state(), "class12");
    let changed: Vec<_> = (0..before.len()).filter(|i| before[*i] != after[*i]).collect();
    assert_eq!(changed, [28 + 9, 28 + 18, 28 + 19]);
    assert_eq!(after[28 + 9], 0x19);
}

/// Gives every reference to a row of the object table another number: what a plan that shifts rows does.
fn renumber(draft: &mut Draft, from: i128, to: i128) -> Result<usize, Refusal> {
    let level = draft.level(HERE)?;
    let mut patches = Vec::new();
    for object in draft.objects(HERE)?.all() {
        for part in &object.parts {
            let Some(record) = level.record(part.node.number) else { continue };
            let facts = ObjectFacts { level, object, record };
            for field in record.schema().fields_for(&facts) {
                let old = record.get(field)?;
                let mut new = old.clone();
                for reference in field.references(&old, &facts) {
                    if matches!(reference.target, Target::Row("objects")) && reference.raw == from {
                        new = field.with_reference(&new, &reference, to);
                    }
                }
                if !new.same(&old) {
                    patches.push((part.node, field, new));
                }
            }
        }
    }
    for (node, field, value) in &patches {
        draft.store(*node, field, value)?;
    }
    Ok(patches.len())
}

#[test]
fn references_are_followed_through_halves_and_dependent_targets() {
    for (access, patched) in [(0xFF, 4), (3, 3)] {
        // A variable with the same low bits is no reference, nor is a delay of 1.
        let mut document = document(4, 6, 1 | 1 << 24, [1 | 1 << 16, 0x2001, 2, 0], access);
        let mut draft = document.draft();
        // The trap's owner, its first object and the watched one; the lock if it names a trigger.
        // The cross reference names the object as well.
        assert_eq!(renumber(&mut draft, 1, 5).unwrap(), patched + 1);
        document.commit(draft, "renumber").unwrap();
        let draft = document.draft();
        let trap = draft.row(HERE, "class12", 1).unwrap();
        assert_eq!((trap.int("owner"), trap.int("condition")), (Some(5), Some(5 | 1 << 24)));
        assert_eq!((trap.int("object_1"), trap.int("delay_1"), trap.int("object_2")), (Some(5), Some(1), Some(0x2001)));
        let lock = if access == 0xFF { 5 } else { 1 };
        assert_eq!(draft.row(HERE, "class10", 1).unwrap().int("lock"), Some(lock));
    }
}

#[test]
fn the_lock_of_a_door_names_what_its_access_level_says() {
    let target = |access| {
        let document = document(0, 0, 0, [0; 4], access);
        with_part(&document.draft(), 2, "class", |record, facts| {
            let lock = DoorRowField::lock.field();
            let found = lock.references(&record.get(lock).unwrap(), facts);
            found.first().map(|r| r.target)
        })
    };
    assert!(matches!(target(0xFF), Some(Target::Row("objects"))));
    assert!(matches!(target(0), Some(Target::Outside("boolean variable"))));
}
