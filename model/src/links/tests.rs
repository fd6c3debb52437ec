//! On the made-up game: things walk paths.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::document::{Document, LevelBuilder, LevelId, NodeId, OpenReport};
use crate::games::test::{Source, TEST};

fn document() -> Document {
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let mut document = Document::new(&TEST, Arc::new(Source), file, OpenReport::default());
    document.level(LevelId(0)).unwrap();
    document
}

#[test]
fn links_are_known_both_ways() {
    let document = document();
    let mut draft = document.draft();
    let level = LevelId(0);
    for (at, path) in [(0, 1), (3, 1), (5, -1), (6, 9)] {
        let id = draft.row(level, "things", at).unwrap().id();
        draft.set_int(id, "path", path).unwrap();
    }
    let index = LinkIndex::of(draft.level(level).unwrap());
    let thing = |at| draft.row(level, "things", at).unwrap().id();
    let path = |at| draft.row(level, "paths", at).unwrap().id();
    assert_eq!(index.from(thing(3)).iter().map(|l| (l.field.name, l.to)).collect::<Vec<_>>(), [("path", path(1))]);
    assert!(index.from(thing(5)).is_empty(), "none");
    assert!(index.from(thing(6)).is_empty(), "dangling");
    assert!(index.to(path(1)).map(|l| l.from).any(|from| from == thing(0)));
    assert_eq!(index.to(path(0)).count() + index.to(path(1)).count(), index.len());
    assert_eq!(index.to(thing(0)).count(), 0);
}

#[test]
fn mappings_say_where_rows_go() {
    let document = document();
    let level = document.state().level(LevelId(0)).unwrap();
    let things = level.table("things").unwrap();
    let removed = Mapping::removing(things, &BTreeSet::from([1, 3]));
    assert_eq!(removed.new[..5], [Some(0), None, Some(1), None, Some(2)]);
    assert_eq!(Mapping::inserting(things, 2).new[..4], [Some(0), Some(1), Some(3), Some(4)]);
    assert_eq!(Mapping::moving(things, 1, 3).new[..5], [Some(0), Some(3), Some(1), Some(2), Some(4)]);
    assert_eq!(Mapping::moving(things, 3, 1).new[..5], [Some(0), Some(2), Some(3), Some(1), Some(4)]);
}

#[test]
fn references_follow_and_those_to_nothing_ask() {
    let document = document();
    let level = LevelId(0);
    let mut draft = document.draft();
    for (at, path) in [(0, 0), (1, 1), (2, -1), (3, 7)] {
        let id = draft.row(level, "things", at).unwrap().id();
        draft.set_int(id, "path", path).unwrap();
    }
    let mapping = Mapping::removing(draft.table(level, "paths").unwrap(), &BTreeSet::from([0]));
    let mut asked = BTreeSet::new();
    remap(&mut draft, level, std::slice::from_ref(&mapping), &mut |reference| {
        asked.insert(reference.place());
        Ok(Gone::Nothing)
    })
    .unwrap();
    assert!(asked.contains("things/0 path") && !asked.contains("things/1 path"));
    let paths: Vec<i128> =
        (0..4).map(|at| draft.int(draft.row(level, "things", at).unwrap().id(), "path").unwrap()).collect();
    assert_eq!(paths, [-1, 0, -1, 7], "none, up by one, still none, still dangling");

    let mut draft = document.draft();
    let id = draft.row(level, "things", 0).unwrap().id();
    draft.set_int(id, "path", 0).unwrap();
    remap(&mut draft, level, &[mapping], &mut |_| Ok(Gone::Row(1))).unwrap();
    assert_eq!(draft.int(id, "path").unwrap(), 0, "row 1, which becomes row 0");
}

#[test]
fn every_link_is_found_from_its_other_end() {
    let document = document();
    let mut draft = document.draft();
    let level = LevelId(0);
    // Rows that came and went leave gaps in the numbers, and the newest row has the highest.
    for at in [0, 3, 5] {
        let id = draft.row(level, "things", at).unwrap().id();
        draft.set_int(id, "path", i128::try_from(at).unwrap() % 2).unwrap();
    }
    let gone = draft.row(level, "things", 1).unwrap().id();
    draft.remove(gone).unwrap();
    let index = LinkIndex::of(draft.level(level).unwrap());
    let mut seen = 0;
    for key in ["things", "paths"] {
        let level = draft.level(level).unwrap();
        for record in level.rows(level.table(key).unwrap()) {
            for link in index.from(record.id()) {
                let back: Vec<NodeId> = index.to(link.to).map(|l| l.from).collect();
                assert!(back.contains(&record.id()) && back.is_sorted(), "{back:?}");
                seen += 1;
            }
        }
    }
    assert!(seen >= 3);
    assert_eq!(seen, index.len());
}
