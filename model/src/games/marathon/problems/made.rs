//! Levels made to have one fault.

use crate::document::{Document, NodeId};
use crate::games::marathon::test_level::{LEVEL, Made};
use crate::problems::{Check, Problem, Run, SHAPE, Whole, of_document};

/// Four rooms in a row with a player in the first.
pub(super) fn rooms() -> Made {
    Made { objects: vec![[3, 0, 0, 0, 512, 512, 0, 0]], ..Made::default() }
}

/// Stores a number, whatever a plan would make of it.
pub(super) fn put(document: &mut Document, table: &str, row: usize, field: &str, value: i32) {
    let mut draft = document.draft();
    let id = draft.row(LEVEL, table, row).unwrap().id();
    let field = draft.field(id, field).unwrap();
    let open = crate::record::Field { fixed: "", limits: None, ..*field };
    draft.store(id, &open, &crate::record::Value::Int(value.into())).unwrap();
    document.commit(draft, "fault").unwrap();
}

/// Replaces bytes of a row.
pub(super) fn put_bytes(document: &mut Document, table: &str, row: usize, at: usize, new: &[u8]) {
    let mut draft = document.draft();
    let id = draft.row(LEVEL, table, row).unwrap().id();
    draft.splice(id, false, crate::record::ByteSplice { at, old_len: new.len(), new: new.to_vec() }).unwrap();
    document.commit(draft, "fault").unwrap();
}

/// What a check finds, and that it finds the same where only the tables are left that it says it reads.
pub(super) fn problems(document: &Document, check: &Check) -> Vec<Problem> {
    let look = |state: &crate::document::State| {
        let whole = Whole { state, source: &**document.source() };
        let found = of_document(document.game(), &whole);
        found.into_iter().filter(|p| p.check == check.id).collect::<Vec<_>>()
    };
    let found = look(document.state());
    if let (Run::Level(_), false) = (check.run, check.reads.is_empty()) {
        let mut draft = document.draft();
        let tables = document.state().level(LEVEL).unwrap().tables();
        let read = |key: &str| {
            let own = |k: &&str| k.strip_suffix(SHAPE).unwrap_or(k) == key || k.strip_suffix(SHAPE) == Some("*");
            check.reads.iter().any(own)
        };
        let others: Vec<u32> = tables.filter(|t| !read(t.key())).map(|t| t.number).collect();
        for number in others {
            draft.remove(NodeId { level: LEVEL, number }).unwrap();
        }
        assert_eq!(look(draft.state()), found, "{} reads more than it says", check.id);
        assert_eq!(look(shaken(document, check).state()), found, "{} reads more than the shape", check.id);
    }
    found
}

/// The level with every byte changed that, in tables whose shape alone the check says it reads, leaves the shape alone.
fn shaken(document: &Document, check: &Check) -> crate::edit::Draft {
    let mut draft = document.draft();
    for key in check.reads.iter().filter_map(|key| key.strip_suffix(SHAPE)) {
        let level = draft.level(LEVEL).unwrap();
        let tables = level.tables().filter(|t| t.key() == key || key == "*");
        let rows: Vec<(u32, NodeId)> =
            tables.flat_map(|t| level.rows(t).take(3).map(|r| (t.number, r.id())).collect::<Vec<_>>()).collect();
        for (table, node) in rows {
            let head = draft.record(node).unwrap().head().to_vec();
            for (at, byte) in head.into_iter().enumerate() {
                let mut trial = draft.clone();
                let splice = crate::record::ByteSplice { at, old_len: 1, new: vec![byte ^ 0x55] };
                if trial.splice(node, false, splice).is_err() {
                    continue;
                }
                let shape = |d: &crate::edit::Draft| d.level(LEVEL).unwrap().table_by_number(table).unwrap().shape();
                if shape(&trial) == shape(&draft) {
                    draft = trial;
                }
            }
        }
    }
    draft
}

/// The same in words: place, field and message.
pub(super) fn found(document: &Document, check: &Check) -> Vec<String> {
    let words = |p: Problem| {
        assert_eq!(p.severity, check.severity, "{}", p.message);
        format!("{} {}: {}", p.place, p.field, p.message)
    };
    problems(document, check).into_iter().map(words).collect()
}

/// Carries out a fix for everything a check finds, in one draft; nothing is found afterwards.
pub(super) fn fix(document: &mut Document, check: &Check, fix: usize) {
    let before = problems(document, check);
    assert!(!before.is_empty());
    let mut draft = document.draft();
    for problem in &before {
        (check.fixes[fix].run)(&mut draft, problem).unwrap();
    }
    document.commit(draft, check.fixes[fix].label).unwrap();
    assert_eq!(problems(document, check), [], "{}", check.fixes[fix].label);
    document.undo();
    assert_eq!(problems(document, check), before, "undo brings it back");
    document.redo();
}
