//! Levels made to have one fault.

use std::collections::BTreeMap;

use crate::document::{Document, LevelId, NodeId};
use crate::games::Arguments;
use crate::games::shock::sample::{Blank, document};
use crate::problems::{Check, Problem, Run, Whole, of_document};
use crate::record::{Field, Value};

pub(super) const LEVEL: LevelId = LevelId(0);

/// Runs a plan.
pub(super) fn plan(
    document: &mut Document,
    level: u32,
    key: &str,
    objects: &[NodeId],
    values: &[(&str, Value)],
) -> Option<NodeId> {
    let spec = document.game().plans.iter().find(|p| p.key == key).unwrap();
    let values: BTreeMap<String, Value> = values.iter().map(|(name, v)| ((*name).to_owned(), v.clone())).collect();
    let mut draft = document.draft();
    let made = (spec.run)(&mut draft, &Arguments { level, objects: objects.to_vec(), values }).unwrap();
    document.commit(draft, spec.label).unwrap();
    made
}

/// Places an object in the middle of a tile.
pub(super) fn place(document: &mut Document, kind: &str, subclass: u8, sort: u8, x: u8, y: u8) {
    place_on(document, 0, kind, subclass, sort, x, y);
}

fn place_on(document: &mut Document, level: u32, kind: &str, subclass: u8, sort: u8, x: u8, y: u8) {
    let middle = |tile: u8| Value::Int(i128::from(tile) * 256 + 128);
    let values = [
        ("kind", Value::Text(kind.to_owned())),
        ("subclass", Value::Int(subclass.into())),
        ("type", Value::Int(sort.into())),
        ("x", middle(x)),
        ("y", middle(y)),
    ];
    plan(document, level, "place", &[], &values);
}

/// Places many objects of a sort in one step.
pub(super) fn place_many(document: &mut Document, kind: &str, count: usize) {
    let spec = document.game().plans.iter().find(|p| p.key == "place").unwrap();
    let values = [("kind", Value::Text(kind.to_owned())), ("x", Value::Int(1800)), ("y", Value::Int(1800))];
    let values: BTreeMap<String, Value> = values.into_iter().map(|(name, v)| (name.to_owned(), v)).collect();
    let mut draft = document.draft();
    for _ in 0..count {
        (spec.run)(&mut draft, &Arguments { level: 0, objects: Vec::new(), values: values.clone() }).unwrap();
    }
    document.commit(draft, "place").unwrap();
}

fn room(document: &mut Document, level: u32) {
    let numbers = [("x1", 4), ("y1", 4), ("x2", 10), ("y2", 10), ("type", 1), ("floor", 2)];
    let values: Vec<(&str, Value)> = numbers.map(|(name, n)| (name, Value::Int(n))).to_vec();
    plan(document, level, "paint", &[], &values);
}

fn blank(number: u16) -> Blank {
    Blank { number, cyberspace: false, height_shift: 3 }
}

/// A room with two traps (objects 1 and 2), a door (3) and a gun (4). Trap 1 uses trap 2 at once and the door after half
/// a second.
pub(super) fn level() -> Document {
    let mut document = document(vec![blank(1)]);
    room(&mut document, 0);
    for (kind, subclass, sort, x) in [("trap", 0, 0, 5), ("trap", 0, 1, 6), ("door", 0, 0, 7), ("gun", 0, 0, 8)] {
        place(&mut document, kind, subclass, sort, x, 5);
    }
    put(&mut document, "traps", 1, "action", 6);
    put(&mut document, "traps", 1, "p1", 2);
    put(&mut document, "traps", 1, "p2", 3 | 5 << 16);
    document
}

/// The same with two containers (5 and 6), the first of which holds a gun (7).
pub(super) fn level_with_containers() -> Document {
    let mut document = level();
    for (kind, x) in [("container", 5), ("container", 6), ("gun", 7)] {
        place(&mut document, kind, 0, 0, x, 7);
    }
    let gun = document.draft().row(LEVEL, "objects", 7).unwrap().id();
    plan(&mut document, 0, "put_in", &[gun], &[("into", Value::Int(5))]);
    document
}

/// Levels 1 and 2 with an elevator panel each, object 1 on both, in an elevator.
pub(super) fn two_levels_with_an_elevator() -> Document {
    let mut document = document(vec![blank(1), blank(2)]);
    for level in 0..2 {
        room(&mut document, level);
        let values = [("x1", 5), ("y1", 5), ("music", 7)].map(|(name, n)| (name, Value::Int(n)));
        plan(&mut document, level, "paint", &[], &values);
        place_on(&mut document, level, "fixture", 3, 4, 5, 5);
        let mut draft = document.draft();
        let id = draft.row(LevelId(level), "fixtures", 1).unwrap().id();
        // Both floors are reached by both: levels 1 and 2.
        for (field, value) in [("panel_0", 1), ("panel_1", 1), ("shaft", 6), ("reachable", 6)] {
            draft.set_int(id, field, value).unwrap();
        }
        document.commit(draft, "panel").unwrap();
    }
    document
}

/// Stores a number in its place, whatever a plan would make of it.
pub(super) fn put(document: &mut Document, table: &str, row: usize, field: &str, value: i32) {
    put_value(document, table, row, field, Value::Int(value.into()));
}

/// The same for a list.
pub(super) fn put_list(document: &mut Document, table: &str, row: usize, field: &str, list: &[i32]) {
    put_value(document, table, row, field, Value::List(list.iter().map(|n| Value::Int((*n).into())).collect()));
}

fn put_value(document: &mut Document, table: &str, row: usize, field: &str, value: Value) {
    let mut draft = document.draft();
    let id = draft.row(LEVEL, table, row).unwrap().id();
    let field = draft.field(id, field).or_else(|_| base(&draft, id, field)).unwrap();
    let open = Field { fixed: "", limits: None, ..*field };
    draft.store(id, &open, &value).unwrap();
    document.commit(draft, "fault").unwrap();
}

fn base(draft: &crate::edit::Draft, id: NodeId, name: &str) -> Result<&'static Field, crate::record::Refusal> {
    let schema = draft.record(id)?.schema();
    schema.base_field(name).ok_or_else(|| crate::record::Refusal::Missing(name.to_owned()))
}

fn node(document: &Document, row: usize) -> NodeId {
    document.draft().row(LEVEL, "objects", row).unwrap().id()
}

/// Deletes an object; what names it forgets it.
pub(super) fn delete(document: &mut Document, row: usize) {
    let node = node(document, row);
    plan(document, 0, "delete", &[node], &[]);
}

/// Deletes an object as the game does.
pub(super) fn delete_keeping(document: &mut Document, row: usize) {
    let node = node(document, row);
    plan(document, 0, "delete", &[node], &[("keep", Value::Int(1))]);
}

/// What a check finds, and that it finds the same where only the tables are left that it says it reads.
pub(super) fn problems(document: &Document, check: &'static Check) -> Vec<Problem> {
    let alone: &'static [&'static Check] = Box::leak(Box::new([check]));
    let game = crate::games::Game { checks: alone, ..crate::games::shock::SHOCK };
    let look = |state: &crate::document::State| {
        let whole = Whole { state, source: &**document.source() };
        of_document(&game, &whole)
    };
    let found = look(document.state());
    if let (Run::Level(_), false) = (check.run, check.reads.is_empty()) {
        for key in check.reads {
            assert!(document.game().tables.iter().any(|t| t.key == *key), "{} reads no table {key}", check.id);
        }
        let mut draft = document.draft();
        let tables = document.state().level(LEVEL).unwrap().tables();
        let others: Vec<u32> = tables.filter(|t| !check.reads.contains(&t.key())).map(|t| t.number).collect();
        for number in others {
            draft.remove(NodeId { level: LEVEL, number }).unwrap();
        }
        assert_eq!(look(draft.state()), found, "{} reads more than it says", check.id);
    }
    found
}

/// The same in words: place, field and message.
pub(super) fn found(document: &Document, check: &'static Check) -> Vec<String> {
    let words = |p: Problem| {
        assert_eq!(p.severity, check.severity, "{}", p.message);
        format!("{} {}: {}", p.place, p.field, p.message)
    };
    problems(document, check).into_iter().map(words).collect()
}

/// Carries out a fix for everything a check finds, in one draft; nothing is found afterwards, and no list is broken.
pub(super) fn fix(document: &mut Document, check: &'static Check, fix: usize) {
    let before = problems(document, check);
    assert!(!before.is_empty());
    let mut draft = document.draft();
    for problem in &before {
        (check.fixes[fix].run)(&mut draft, problem).unwrap();
    }
    document.commit(draft, check.fixes[fix].label).unwrap();
    assert_eq!(problems(document, check), [], "{}", check.fixes[fix].label);
    let whole = Whole { state: document.state(), source: &**document.source() };
    let errors = of_document(document.game(), &whole);
    let errors: Vec<_> = errors.into_iter().filter(|p| p.severity == crate::document::Severity::Error).collect();
    assert_eq!(errors, []);
    document.undo();
    assert_eq!(problems(document, check), before, "undo brings it back");
    document.redo();
}
