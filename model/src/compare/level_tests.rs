//! On the made-up game and on made levels of the first registered one.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::document::{Document, LevelBuilder, LevelId, NodeId, OpenReport};
use crate::games::Arguments;
use crate::games::marathon::test_level::{LEVEL, Made};
use crate::games::test::{Source, TEST, THING};

fn document() -> Document {
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let mut document = Document::new(&TEST, Arc::new(Source), file, OpenReport::default());
    document.decode_all();
    document
}

/// What differs between a level before and after a plan, in words; and the edits make one of the other, both ways.
fn told(document: &Document, level: LevelId, plan: impl FnOnce(&mut crate::edit::Draft)) -> Vec<String> {
    let mut draft = document.draft();
    plan(&mut draft);
    let (before, after) = (document.state().level(level).unwrap(), draft.state().level(level).unwrap());
    for (from, to) in [(document.state(), draft.state()), (draft.state(), document.state())] {
        let mut other = crate::edit::Draft::new(document.game(), from.clone(), 1);
        turn_state_into(&mut other, to).unwrap();
        let (made, wanted) = (other.state().level(level).unwrap(), to.level(level).unwrap());
        assert!(made.tables().count() == wanted.tables().count());
        assert!(made.tables().zip(wanted.tables()).all(|(a, b)| a.same_bytes(b)));
        assert!(differences(made, wanted).is_empty());
    }
    differences(before, after).iter().map(Difference::to_string).collect()
}

#[test]
fn fields_rows_and_children_are_told_apart() {
    let document = document();
    let level = LevelId(0);
    let told = |plan: &dyn Fn(&mut crate::edit::Draft)| told(&document, level, plan);
    assert!(told(&|_| ()).is_empty());
    let thing = |at| document.draft().row(level, "things", at).unwrap().id();
    assert_eq!(
        told(&|draft| {
            draft.set_int(thing(3), "x", 700).unwrap();
            draft.set_int(thing(3), "path", -1).unwrap();
        }),
        ["things/3: x 3 -> 700, path 0 -> none"]
    );
    assert_eq!(told(&|draft| draft.remove(thing(4)).unwrap()), ["removed things/4"]);
    assert_eq!(
        told(&|draft| {
            draft.insert_row(level, "things", 2, &THING, vec![1, 2, 3, 4, 0, 0, 7, 8]).unwrap();
        }),
        ["added things/2"]
    );
    let table = document.state().level(level).unwrap().table("things").unwrap().number;
    assert_eq!(
        told(&|draft| draft.move_to(thing(9), NodeId { level, number: table }, 0).unwrap()).len(),
        1,
        "one that moved is one difference"
    );
    let path = document.draft().row(level, "paths", 1).unwrap().id();
    let found = told(&|draft| {
        crate::edit::local::insert_child(draft, path, 0, vec![9, 1, 0]).unwrap();
    });
    assert_eq!(found, ["paths/1: size 16 -> 20, count 2 -> 3", "added paths/1/steps/0"]);
}

#[test]
fn a_deleted_row_is_one_difference_however_many_numbers_follow() {
    let document = document();
    let level = LevelId(0);
    let found = told(&document, level, |draft| {
        for at in 0..10 {
            let id = draft.row(level, "things", at).unwrap().id();
            draft.set_int(id, "path", 1).unwrap();
        }
    });
    assert_eq!(found.len(), 10, "each of them names another path now");
    let mut changed = document.draft();
    for at in 0..10 {
        let id = changed.row(level, "things", at).unwrap().id();
        changed.set_int(id, "path", 1).unwrap();
    }
    let mut deleted = crate::edit::Draft::new(&TEST, changed.state().clone(), 1);
    let first = deleted.row(level, "paths", 0).unwrap().id();
    let mapping =
        crate::links::Mapping::removing(deleted.table(level, "paths").unwrap(), &std::collections::BTreeSet::from([0]));
    crate::links::remap(&mut deleted, level, &[mapping], &mut |_| Ok(crate::links::Gone::Nothing)).unwrap();
    deleted.remove(first).unwrap();
    let (a, b) = (changed.state().level(level).unwrap(), deleted.state().level(level).unwrap());
    let words: Vec<String> = differences(a, b).iter().map(Difference::to_string).collect();
    assert_eq!(words, ["removed paths/0"]);
    // The same numbers as before mean something else now.
    let words = differences(a, document.state().level(level).unwrap());
    assert_eq!(words.len(), 10);
}

#[test]
fn a_light_that_is_deleted_is_one_difference() {
    let document = Made::default().document();
    let mut draft = document.draft();
    let lights: Vec<NodeId> = (0..3).map(|at| draft.row(LEVEL, "lights", at).unwrap().id()).collect();
    for (at, light) in lights.iter().enumerate() {
        draft.set_int(*light, "primary_active_period", 10 + at as i32).unwrap();
    }
    for at in 0..4 {
        let polygon = draft.row(LEVEL, "polygons", at).unwrap().id();
        draft.set_int(polygon, "ceiling_light", 2).unwrap();
    }
    let before = draft.state().clone();
    let mut after = crate::edit::Draft::new(document.game(), before.clone(), 1);
    let plan = document.game().plans.iter().find(|p| p.key == "delete").unwrap();
    let arguments = Arguments { level: 0, objects: vec![lights[1]], ..Arguments::default() };
    (plan.run)(&mut after, &arguments).unwrap();
    let found = differences(before.level(LEVEL).unwrap(), after.state().level(LEVEL).unwrap());
    let words: Vec<String> = found.iter().map(Difference::to_string).collect();
    assert_eq!(words, ["removed lights/1"]);
}

#[test]
fn tables_come_and_go() {
    let a = Made { annotations: vec![[0, 10, 10]], ..Made::default() }.document();
    let b = Made { media: 0, preprocessed: true, ..Made::default() }.document();
    let words: Vec<String> = differences(a.state().level(LEVEL).unwrap(), b.state().level(LEVEL).unwrap())
        .iter()
        .map(Difference::to_string)
        .filter(|w| !w.contains('/'))
        .collect();
    assert_eq!(
        words,
        ["removed points", "removed annotations", "removed media", "added map_indices", "added endpoints"]
    );
    let mut draft = a.draft();
    turn_into(&mut draft, LEVEL, b.state().level(LEVEL).unwrap()).unwrap();
    let made = draft.level(LEVEL).unwrap();
    assert!(made.tables().zip(b.state().level(LEVEL).unwrap().tables()).all(|(a, b)| a.same_bytes(b)));
    // The transaction goes through its bytes and fits the file as opened.
    let transaction = crate::edit::Transaction::from_frame(draft.finish("take over").frame()).unwrap();
    let mut fresh = Made { annotations: vec![[0, 10, 10]], ..Made::default() }.document();
    fresh.commit_transaction(transaction).unwrap();
    assert!(differences(fresh.state().level(LEVEL).unwrap(), b.state().level(LEVEL).unwrap()).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whatever random plans did to a level, the edits make one state of the other, byte for byte, both ways.
    #[test]
    fn edits_reproduce_what_random_plans_made(ops in prop::collection::vec(any::<crate::edit::tests::Op>(), 1..24)) {
        let document = document();
        let mut draft = document.draft();
        for op in ops {
            // A refused step leaves the draft half done; such a state can be compared like any other.
            if crate::edit::tests::run(&mut draft, op).is_err() {
                break;
            }
        }
        for (from, to) in [(document.state(), draft.state()), (draft.state(), document.state())] {
            let mut other = crate::edit::Draft::new(&TEST, from.clone(), 1);
            turn_state_into(&mut other, to).unwrap();
            for id in to.ids() {
                let (made, wanted) = (other.state().level(id).unwrap(), to.level(id).unwrap());
                prop_assert!(made.tables().zip(wanted.tables()).all(|(a, b)| a.same_bytes(b)));
                prop_assert!(differences(made, wanted).is_empty());
            }
        }
    }
}

/// Takes each difference over by itself, and then all but one together: whatever is left over is told afterwards, and no
/// difference that was taken is.
fn taken_one_by_one(document: &Document, level: LevelId, plan: impl FnOnce(&mut crate::edit::Draft)) -> usize {
    let mut draft = document.draft();
    plan(&mut draft);
    let other = draft.state().level(level).unwrap().clone();
    let base = document.state().level(level).unwrap();
    let all = differences(base, &other);
    for at in 0..all.len() {
        let mut draft = document.draft();
        let wanted = [Wanted { difference: &all[at], field: None }];
        take_over(&mut draft, level, &other, &wanted, false).unwrap();
        let left = differences(draft.state().level(level).unwrap(), &other);
        assert!(
            left.len() < all.len(),
            "{}: {:?}",
            all[at],
            left.iter().map(Difference::to_string).collect::<Vec<_>>()
        );
    }
    let mut draft = document.draft();
    let wanted: Vec<_> = all.iter().map(|difference| Wanted { difference, field: None }).collect();
    take_over(&mut draft, level, &other, &wanted, false).unwrap();
    let made = draft.state().level(level).unwrap();
    let left: Vec<String> = differences(made, &other).iter().map(Difference::to_string).collect();
    assert!(left.is_empty(), "{left:?}");
    all.len()
}

#[test]
fn differences_are_taken_over_one_by_one_and_together() {
    let document = document();
    let level = LevelId(0);
    let thing = |at| document.draft().row(level, "things", at).unwrap().id();
    let path = |at| document.draft().row(level, "paths", at).unwrap().id();
    let count = taken_one_by_one(&document, level, |draft| {
        draft.set_int(thing(3), "x", 700).unwrap();
        draft.set_int(thing(3), "path", 1).unwrap();
        draft.set_int(thing(6), "y", 9).unwrap();
        draft.remove(thing(4)).unwrap();
        draft.insert_row(level, "things", 2, &THING, vec![1, 2, 3, 4, 1, 0, 7, 8]).unwrap();
        draft.store_int(path(1), "number", 77).unwrap();
    });
    assert_eq!(count, 5, "one field of a thing is no difference of its own");
}

#[test]
fn one_field_of_a_record_is_taken_and_the_others_stay() {
    let document = document();
    let level = LevelId(0);
    let mut draft = document.draft();
    let thing = draft.row(level, "things", 3).unwrap().id();
    draft.set_int(thing, "x", 700).unwrap();
    draft.set_int(thing, "y", 800).unwrap();
    let other = draft.state().level(level).unwrap().clone();
    let all = differences(document.state().level(level).unwrap(), &other);
    let mut draft = document.draft();
    take_over(&mut draft, level, &other, &[Wanted { difference: &all[0], field: Some("y") }], false).unwrap();
    assert_eq!((draft.int(thing, "x").unwrap(), draft.int(thing, "y").unwrap()), (3, 800));
}

#[test]
fn a_row_that_comes_between_others_shifts_what_names_them() {
    let document = Made::default().document();
    let mut draft = document.draft();
    let first = draft.row(LEVEL, "lights", 0).unwrap();
    let bytes: Vec<u8> = first.head().iter().map(|b| b ^ 1).collect();
    let schema = first.schema();
    let mapping = crate::links::Mapping::inserting(draft.table(LEVEL, "lights").unwrap(), 0);
    crate::links::remap(&mut draft, LEVEL, &[mapping], &mut |_| Ok(crate::links::Gone::Nothing)).unwrap();
    draft.insert_row(LEVEL, "lights", 0, schema, bytes).unwrap();
    let other = draft.state().level(LEVEL).unwrap().clone();
    let base = document.state().level(LEVEL).unwrap();
    let all = differences(base, &other);
    assert_eq!(all.len(), 1, "{:?}", all.iter().map(Difference::to_string).collect::<Vec<_>>());
    let mut taken = document.draft();
    take_over(&mut taken, LEVEL, &other, &[Wanted { difference: &all[0], field: None }], false).unwrap();
    let made = taken.state().level(LEVEL).unwrap();
    assert!(made.tables().zip(other.tables()).all(|(a, b)| a.same_bytes(b)), "numbers follow");
    // And back: what named the row that goes names the ones that stay as before.
    let back = differences(&other, base);
    let document_of_other = {
        let mut d = document;
        d.commit(draft, "other").unwrap();
        d
    };
    let mut taken = document_of_other.draft();
    let origin = document_of_other.origin().level(LEVEL).unwrap();
    take_over(&mut taken, LEVEL, origin, &[Wanted { difference: &back[0], field: None }], false).unwrap();
    assert!(taken.state().level(LEVEL).unwrap().tables().zip(origin.tables()).all(|(a, b)| a.same_bytes(b)));
}
