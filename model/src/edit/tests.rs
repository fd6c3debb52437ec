//! Random plans, undo through every state, redo, and the journal replayed on a fresh decode.

use std::sync::Arc;

use proptest::prelude::*;

use super::{Draft, Edit, FrameError, Transaction, local};
use crate::document::{Committed, Document, LevelBuilder, LevelId, NodeId, OpenReport, State, Subtree, TableHead};
use crate::games::test::{PATH, Source, TEST, THING, THINGS};
use crate::record::{Refusal, Value};

fn document() -> Document {
    let file = LevelBuilder::new(LevelId::FILE).finish();
    Document::new(&TEST, Arc::new(Source), file, OpenReport::default())
}

/// Every byte of every level, in order.
fn bytes(state: &State) -> Vec<Vec<u8>> {
    let tables = |id| state.level(id).map(|l| l.tables().map(|t| t.bytes()).collect::<Vec<_>>()).unwrap_or_default();
    state.ids().flat_map(tables).collect()
}

/// One random operation: level, what, where, value.
pub(crate) type Op = (u8, u8, u8, i16);

pub(crate) fn run(draft: &mut Draft, (level, what, place, value): Op) -> Result<(), Refusal> {
    let level = LevelId(u32::from(level % 3));
    let things = draft.table(level, "things")?.len();
    let paths = draft.table(level, "paths")?.len();
    let pick = |n: usize| usize::from(place) % n.max(1);
    match what % 9 {
        0 => {
            let id = draft.row(level, "things", pick(things))?.id();
            draft.set_int(id, "x", value)?;
        }
        1 => {
            let bytes = vec![1, 2, 3, 4, 5, 6, 7, place];
            draft.insert_row(level, "things", pick(things + 1), &THING, bytes)?;
        }
        2 => {
            let id = draft.row(level, "things", pick(things))?.id();
            draft.remove(id)?;
        }
        3 => {
            let table = draft.table(level, "things")?.number;
            let id = draft.row(level, "things", pick(things))?.id();
            draft.move_to(id, NodeId { level, number: table }, usize::from(place) % things.max(1))?;
        }
        4 => {
            let path = draft.row(level, "paths", pick(paths))?;
            let (id, steps) = (path.id(), path.children().map_or(0, |c| c.len()));
            local::insert_child(draft, id, usize::from(place) % (steps + 1), vec![place, 0, 0])?;
        }
        5 => {
            let path = draft.row(level, "paths", pick(paths))?;
            let child = path.child(0).ok_or_else(|| Refusal::rule("no step"))?.id();
            local::remove_child(draft, child)?;
        }
        6 => {
            let path = draft.row(level, "paths", pick(paths))?;
            let (id, subtree) = (path.id(), path.subtree());
            draft.remove(id)?;
            let table = draft.table(level, "paths")?.number;
            // The same numbers may come back: they are free again.
            draft.insert(NodeId { level, number: table }, 0, subtree)?;
        }
        7 => {
            let id = draft.row(level, "things", pick(things))?.id();
            draft.new_generation(id)?;
        }
        _ => {
            let id = draft.row(level, "things", pick(things))?.id();
            draft.set_int(id, "y", value)?;
            draft.set_int(id, "x", value)?;
            draft.set_int(id, "y", i128::from(value) / 2)?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_state_comes_back_byte_for_byte(ops in prop::collection::vec(prop::collection::vec(any::<Op>(), 1..6), 1..12)) {
        let mut document = document();
        document.decode_all();
        let opened = bytes(document.state());
        let mut states = vec![opened.clone()];
        let mut journal: Vec<Transaction> = Vec::new();
        for (n, plan) in ops.iter().enumerate() {
            let before = bytes(document.state());
            let mut draft = document.draft();
            match plan.iter().try_for_each(|op| run(&mut draft, *op)) {
                // A refusal drops the draft: nothing may have changed.
                Err(_) => prop_assert_eq!(&bytes(document.state()), &before),
                Ok(()) => {
                    let after = bytes(draft.state());
                    let committed = document.commit(draft, &format!("plan {n}")).unwrap();
                    prop_assert_eq!(&bytes(document.state()), &after, "merging kept the result");
                    if committed == Committed::Entry {
                        states.push(after);
                        journal.push(document.history().transactions().last().unwrap().clone());
                    }
                }
            }
        }
        for want in states.iter().rev().skip(1) {
            prop_assert!(document.undo());
            prop_assert_eq!(&bytes(document.state()), want);
        }
        prop_assert!(!document.undo());
        prop_assert!(document.state().same(document.origin()) || states.len() == 1 || opened == bytes(document.state()));
        for want in states.iter().skip(1) {
            prop_assert!(document.redo());
            prop_assert_eq!(&bytes(document.state()), want);
        }

        // The journal, through its bytes, on a fresh decode with the levels looked at in another order.
        let mut fresh = self::document();
        for level in [2, 0, 1] {
            fresh.level(LevelId(level)).unwrap();
        }
        for (transaction, want) in journal.iter().zip(states.iter().skip(1)) {
            let read = Transaction::from_frame(transaction.frame()).unwrap();
            prop_assert_eq!(&read, transaction);
            fresh.commit_transaction(read).unwrap();
            prop_assert_eq!(&bytes(fresh.state()), want);
        }
    }
}

#[test]
fn a_value_that_reads_the_same_is_no_edit() {
    let mut document = document();
    document.level(LevelId(0)).unwrap();
    let mut draft = document.draft();
    let id = draft.row(LevelId(0), "things", 3).unwrap().id();
    let x = draft.int(id, "x").unwrap();
    assert!(!draft.set_int(id, "x", x).unwrap());
    assert_eq!(document.commit(draft, "nothing").unwrap(), Committed::Nothing);
    assert!(!document.is_modified());
}

#[test]
fn back_and_forth_in_one_draft_is_no_edit() {
    let mut document = document();
    document.level(LevelId(0)).unwrap();
    let mut draft = document.draft();
    let id = draft.row(LevelId(0), "things", 3).unwrap().id();
    let x = draft.int(id, "x").unwrap();
    assert!(draft.set_int(id, "x", x + 1).unwrap());
    assert!(draft.set_int(id, "x", x).unwrap());
    assert_eq!(document.commit(draft, "nothing").unwrap(), Committed::Nothing);
}

#[test]
fn a_number_that_does_not_fit_is_refused_with_its_limits() {
    let mut document = document();
    document.level(LevelId(0)).unwrap();
    let mut draft = document.draft();
    let id = draft.row(LevelId(0), "things", 0).unwrap().id();
    let refusal = draft.set_int(id, "x", 40000).unwrap_err();
    assert_eq!(refusal.to_string(), "x: 40000 is outside -32768..32767");
    assert!(draft.is_empty());
}

#[test]
fn children_keep_counts_sizes_and_padding_in_step() {
    let mut document = document();
    document.level(LevelId(0)).unwrap();
    let mut draft = document.draft();
    let id = draft.row(LevelId(0), "paths", 0).unwrap().id();
    assert_eq!(draft.record(id).unwrap().bytes().len(), 12);
    local::insert_child(&mut draft, id, 1, vec![9, 9, 9]).unwrap();
    let record = draft.record(id).unwrap();
    assert_eq!((record.int("count"), record.int("size"), record.bytes().len()), (Some(2), Some(16), 16));
    for _ in 0..3 {
        local::insert_child(&mut draft, id, 0, vec![1, 1, 1]).unwrap();
    }
    let full = local::insert_child(&mut draft, id, 0, vec![1, 1, 1]).unwrap_err();
    assert_eq!(full.to_string(), "Path: at most 5 steps");
}

#[test]
fn a_generation_never_comes_back() {
    let mut document = document();
    document.level(LevelId(0)).unwrap();
    let mut seen = Vec::new();
    for _ in 0..3 {
        let mut draft = document.draft();
        let id = draft.row(LevelId(0), "things", 0).unwrap().id();
        seen.push(draft.new_generation(id).unwrap());
        document.commit(draft, "new object").unwrap();
        assert_eq!(document.object_id(id).generation, *seen.last().unwrap());
        document.undo();
        assert_eq!(document.object_id(id).generation, 0, "undo restores the old object");
    }
    seen.dedup();
    assert_eq!(seen.len(), 3, "each is new, though each was undone: {seen:?}");
}

#[test]
fn the_saved_mark_follows_the_history_and_the_bound_drops_the_oldest() {
    let mut document = document();
    document.level(LevelId(0)).unwrap();
    let id = document.draft().row(LevelId(0), "things", 0).unwrap().id();
    let set = |document: &mut Document, x: i16| {
        let mut draft = document.draft();
        draft.set_int(id, "x", x).unwrap();
        document.commit(draft, "set x").unwrap();
    };
    for x in 100..200 {
        set(&mut document, x);
        if x == 190 {
            document.mark_saved();
        }
    }
    assert!(document.is_modified());
    let one = document.history().bytes() / 100;
    let mut before = Vec::new();
    for _ in 0..9 {
        document.undo();
        before.push(document.draft().int(id, "x").unwrap());
    }
    assert!(!document.is_modified(), "190 is the saved state");
    document.history_bound(one * 20);
    assert!(!document.is_modified(), "the mark survives dropping old entries");
    assert!(document.history().len() < 30 && document.history().bytes() <= one * 20);
    while document.redo() {}
    assert_eq!(document.draft().int(id, "x").unwrap(), 199);
    while document.undo() {}
    assert!(document.draft().int(id, "x").unwrap() > 100, "the oldest are gone");
}

#[test]
fn a_transaction_that_does_not_fit_changes_nothing() {
    let mut document = document();
    document.level(LevelId(0)).unwrap();
    let mut draft = document.draft();
    let id = draft.row(LevelId(0), "things", 0).unwrap().id();
    draft.set_int(id, "x", 77).unwrap();
    let field = draft.field(id, "x").unwrap();
    draft.set(id, field, &Value::Int(78)).unwrap();
    let transaction = draft.finish("twice");
    document.commit_transaction(transaction.clone()).unwrap();
    let before = bytes(document.state());
    assert!(document.commit_transaction(transaction).is_err(), "the old bytes are not there any more");
    assert_eq!(bytes(document.state()), before);
    assert_eq!(document.history().len(), 1);
}

#[test]
fn frames_of_other_versions_and_torn_frames_are_refused() {
    let mut document = document();
    document.level(LevelId(0)).unwrap();
    let mut draft = document.draft();
    let id = draft.row(LevelId(0), "paths", 0).unwrap().id();
    draft.remove(id).unwrap();
    let frame = draft.finish("remove").frame().to_vec();
    for cut in 0..frame.len() {
        assert!(Transaction::from_frame(&frame[..cut]).is_err(), "cut at {cut}");
    }
    let mut other = frame.clone();
    other[0] = 9;
    assert_eq!(
        Transaction::from_frame(&other).unwrap_err().to_string(),
        "the frame has version 9, this program reads version 1"
    );
    assert_eq!(PATH.key, "test.path");
}

/// A frame that inserts `subtree` under a node of level 0; the frame is as a damaged journal would give it back.
fn inserting(parent: u32, subtree: Subtree) -> Vec<u8> {
    let parent = NodeId { level: LevelId(0), number: parent };
    Transaction::new("insert", vec![Edit::Insert { parent, at: 0, subtree }], Vec::new()).frame().to_vec()
}

fn refused(frame: &[u8]) {
    let mut document = document();
    document.decode_all();
    let before = bytes(document.state());
    if let Ok(transaction) = Transaction::from_frame(frame) {
        document.commit_transaction(transaction).unwrap_err();
    }
    assert_eq!(bytes(document.state()), before);
}

#[test]
fn a_number_far_beyond_the_levels_own_is_refused_before_anything_is_allocated() {
    let mut document = document();
    let level = document.level(LevelId(0)).unwrap();
    let things = level.table("things").unwrap().number;
    for number in [u32::MAX, u32::MAX - 1, 1 << 24] {
        refused(&inserting(things, Subtree::record(number, &THING, vec![0; 8])));
    }
    let near = Subtree::record(level.next_number() + 1000, &THING, vec![0; 8]);
    document.commit_transaction(Transaction::from_frame(&inserting(things, near)).unwrap()).unwrap();
    assert!(document.undo());
}

#[test]
fn records_nested_without_end_are_refused_while_they_are_read() {
    let mut subtree = Subtree::record(1000, &PATH, Vec::new());
    for number in 1001..3000 {
        let mut outer = Subtree::record(number, &PATH, Vec::new());
        outer.children.push(subtree);
        subtree = outer;
    }
    let frame = inserting(0, subtree);
    let error = Transaction::from_frame(&frame).unwrap_err();
    assert!(matches!(error, FrameError::Damaged(_)), "{error}");
    // The next frame is not the worse for it.
    Transaction::from_frame(&inserting(0, Subtree::record(1000, &PATH, Vec::new()))).unwrap();
}

#[test]
fn a_row_of_another_type_is_refused() {
    let mut document = document();
    let level = document.level(LevelId(0)).unwrap();
    let things = level.table("things").unwrap().number;
    let row = Subtree::record(1000, &PATH, vec![0; 8]);
    refused(&inserting(things, row.clone()));
    refused(&inserting(things, Subtree { schema: None, ..row }));
}

#[test]
fn a_table_that_could_not_be_taken_back_is_refused() {
    let good = Subtree::table(1000, &THINGS, b"THNG", 0, 8, false);
    let with = |change: fn(&mut TableHead)| {
        let mut subtree = good.clone();
        change(subtree.table.as_mut().unwrap());
        inserting(0, subtree)
    };
    let mut document = document();
    document.level(LevelId(0)).unwrap();
    document.commit_transaction(Transaction::from_frame(&inserting(0, good.clone())).unwrap()).unwrap();
    assert!(document.undo());
    // More numbers than rows, rows without numbers, numbers without rows, rows of both sorts.
    refused(&with(|t| t.numbers = vec![1001]));
    refused(&with(|t| t.rows = vec![0; 8]));
    refused(&with(|t| (t.stride, t.numbers) = (0, vec![1001])));
    refused(&with(|t| t.nodes = true));
    let mut children = good.clone();
    children.children.push(Subtree::record(1001, &THING, vec![0; 8]));
    refused(&inserting(0, children));
}
