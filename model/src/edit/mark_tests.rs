//! The saved mark belongs to the state that was written, and the journal hears of every step.

use std::sync::Arc;

use super::{Step, Transaction};
use crate::document::{Document, LevelBuilder, LevelId, OpenReport};
use crate::games::test::{Source, TEST};

fn document() -> Document {
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let mut document = Document::new(&TEST, Arc::new(Source), file, OpenReport::default());
    document.level(LevelId(0)).unwrap();
    document
}

fn set(document: &mut Document, x: i16) {
    let mut draft = document.draft();
    let id = draft.row(LevelId(0), "things", 0).unwrap().id();
    draft.set_int(id, "x", x).unwrap();
    document.commit(draft, &format!("x {x}")).unwrap();
}

#[test]
fn only_the_state_that_was_written_counts_as_saved() {
    let mut document = document();
    let opened = document.history().mark();
    set(&mut document, 100);
    let written = document.history().mark();
    set(&mut document, 200);
    document.mark_saved_at(written);
    assert!(document.is_modified(), "edited while it was written");
    document.undo();
    assert!(!document.is_modified());
    document.undo();
    assert!(document.is_modified());
    document.mark_saved_at(opened);
    assert!(!document.is_modified());
    // Another entry in the same position is another state.
    set(&mut document, 300);
    document.mark_saved_at(written);
    assert!(document.is_modified());
    document.undo();
    assert!(document.is_modified(), "what is on disk cannot be reached any more");
}

#[test]
fn a_mark_survives_dropping_old_entries() {
    let mut document = document();
    for x in 100..140 {
        set(&mut document, x);
    }
    let mark = document.history().mark();
    let bytes = document.history().bytes();
    document.history_bound(bytes / 4);
    assert!(document.history().dropped() > 0);
    document.mark_saved_at(mark);
    assert!(!document.is_modified());
    let oldest = document.history().mark();
    while document.undo() {}
    let reachable = document.history().mark();
    document.mark_saved_at(reachable);
    assert!(!document.is_modified());
    document.mark_saved_at(oldest);
    assert!(document.is_modified());
}

#[test]
fn every_step_is_noted_once_and_in_order() {
    let mut document = document();
    set(&mut document, 99);
    document.note_steps();
    set(&mut document, 1);
    set(&mut document, 2);
    document.travel(crate::document::Intent::Jump(0));
    document.redo();
    let names: Vec<String> = document
        .take_steps()
        .iter()
        .map(|step| {
            let name = |t: &Transaction| t.name().to_owned();
            match step {
                Step::Do(t) => format!("do {}", name(t)),
                Step::Undo(t) => format!("undo {}", name(t)),
                Step::Redo(t) => format!("redo {}", name(t)),
            }
        })
        .collect();
    assert_eq!(names, ["do x 1", "do x 2", "undo x 2", "undo x 1", "undo x 99", "redo x 99"]);
    assert!(document.take_steps().is_empty());
    assert!(!document.redo() || document.take_steps().len() == 1);
}
