//! Rules of references, on the made-up game and on a made level of the first registered one.

use std::sync::Arc;

use super::*;
use crate::document::{Document, Level, LevelBuilder, ObjectId, OpenReport};
use crate::games::marathon::test_level::{LEVEL, Made};
use crate::games::test::{Source, TEST};

fn document() -> Document {
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let mut document = Document::new(&TEST, Arc::new(Source), file, OpenReport::default());
    document.decode_all();
    document
}

fn ids(document: &Document, level: LevelId, wanted: impl Fn(usize, &crate::document::Object) -> bool) -> Vec<ObjectId> {
    let objects = document.objects(level);
    objects.all().iter().enumerate().filter(|(at, o)| wanted(*at, o)).map(|(_, o)| o.id).collect()
}

fn copied(document: &Document, level: LevelId, wanted: impl Fn(usize, &crate::document::Object) -> bool) -> Clip {
    copy(document.state().level(level).unwrap(), &document.objects(level), &ids(document, level, wanted)).unwrap()
}

fn ints(level: &Level, table: &str, field: &str) -> Vec<i128> {
    level.rows(level.table(table).unwrap()).map(|r| r.int(field).unwrap()).collect()
}

const FIRST: LevelId = LevelId(0);
const SECOND: LevelId = LevelId(1);

#[test]
fn at_home_references_stay_and_the_copies_stand_at_the_end() {
    let document = document();
    let clip = copied(&document, FIRST, |at, _| at == 3 || at == 5);
    let mut draft = document.draft();
    let made = paste(&mut draft, FIRST, &clip, true, Dangling::Ask).unwrap();
    let level = draft.state().level(FIRST).unwrap();
    assert_eq!(made.len(), 2);
    assert_eq!(ints(level, "things", "x")[10..], [3, 5]);
    assert_eq!(ints(level, "things", "path")[10..], [0, 0]);
}

#[test]
fn equal_rows_of_another_level_are_found_and_others_are_asked_for() {
    let mut document = document();
    let clip = copied(&document, FIRST, |at, _| at < 2);
    // Paths are alike in all levels, so nothing is asked.
    paste(&mut document.draft(), SECOND, &clip, false, Dangling::Ask).unwrap();
    // Where the row moved, its only twin is found.
    let mut draft = document.draft();
    let table = NodeId { level: SECOND, number: draft.table(SECOND, "paths").unwrap().number };
    let path = draft.row(SECOND, "paths", 0).unwrap().id();
    draft.move_to(path, table, 1).unwrap();
    document.commit(draft, "reorder").unwrap();
    let mut draft = document.draft();
    paste(&mut draft, SECOND, &clip, false, Dangling::Ask).unwrap();
    assert_eq!(ints(draft.state().level(SECOND).unwrap(), "things", "path")[10..], [1, 1]);
    // Where it changed, the person decides.
    let mut draft = document.draft();
    draft.store_int(path, "number", 99).unwrap();
    document.commit(draft, "change").unwrap();
    let Err(PasteError::Ask(asked)) = paste(&mut document.draft(), SECOND, &clip, false, Dangling::Ask) else {
        panic!("it is asked")
    };
    let [question] = asked.as_slice() else { panic!("{asked:?}") };
    assert_eq!((question.address.as_str(), question.fields, question.clearable), ("paths/0", 2, true));
    assert_eq!(question.here.as_deref(), Some("Path 0"));
    for (dangling, expected) in [(Dangling::Keep, 0), (Dangling::Clear, -1)] {
        let mut draft = document.draft();
        paste(&mut draft, SECOND, &clip, false, dangling).unwrap();
        assert_eq!(ints(draft.state().level(SECOND).unwrap(), "things", "path")[10..], [expected; 2]);
    }
}

#[test]
fn copies_are_shifted_and_numbered_by_roles() {
    let document = document();
    let mut clip = copied(&document, FIRST, |at, _| at == 4);
    assert_eq!(clip.roles(), (true, false));
    clip.shift(Offset::Shown([100.0, -3.0, 9.0]), 7).unwrap();
    let mut draft = document.draft();
    paste(&mut draft, FIRST, &clip, true, Dangling::Ask).unwrap();
    let level = draft.state().level(FIRST).unwrap();
    assert_eq!((ints(level, "things", "x")[10], ints(level, "things", "y")[10]), (104, 257));
    let error = clip.shift(Offset::Stored([40_000.0, 0.0, 0.0]), 0).unwrap_err();
    assert!(error.to_string().contains("32767") || error.to_string().contains("32,767"), "{error}");
}

#[test]
fn things_copied_along_are_named_as_copies_are() {
    let document = Made { info: true, ..Made::default() }.document();
    let clip = copied(&document, LEVEL, |_, o| matches!(o.kind.key, "light" | "medium"));
    let lights = clip.things.iter().filter(|t| t.kind.key == "light").count();
    let media = clip.things.len() - lights;
    assert!(lights > 0 && media > 0, "the made level has both");
    let mut draft = document.draft();
    paste(&mut draft, LEVEL, &clip, true, Dangling::Ask).unwrap();
    let level = draft.state().level(LEVEL).unwrap();
    let own: Vec<i128> = ints(level, "media", "light");
    let before = own.len() - media;
    for (old, new) in own[..before].iter().zip(&own[before..]) {
        assert_eq!(*new, old + i128::try_from(lights).unwrap());
    }
}

#[test]
fn what_is_part_of_the_map_is_refused_in_words() {
    let document = Made { info: true, ..Made::default() }.document();
    for kind in ["polygon", "line", "point", "level"] {
        let clip = copied(&document, LEVEL, |_, o| o.kind.key == kind);
        assert!(!clip.things.is_empty(), "{kind}");
        match paste(&mut document.draft(), LEVEL, &clip, true, Dangling::Keep) {
            Err(PasteError::Refused(refusal)) => assert!(refusal.to_string().contains("cannot be pasted"), "{refusal}"),
            other => panic!("{kind}: {other:?}"),
        }
    }
}
