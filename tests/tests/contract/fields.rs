//! Setting a field changes the field's bytes, and what the game derives from it, and nothing else; undoing it brings
//! every byte back. What is set can be saved and read again.

use std::collections::{BTreeMap, BTreeSet};

use levelwright_io::format::Opened;
use levelwright_io::save;
use levelwright_model::document::{Document, NodeId, State};
use levelwright_model::edit::Edit;
use levelwright_model::record::{Field, Place, Role, Value};

use super::edges::{Edge, edges};
use super::support::{Case, cases, levels, records, state_hash};

/// What happened to a field over all cases.
#[derive(Default)]
struct Seen {
    set: BTreeSet<(&'static str, &'static str)>,
    only_refused: BTreeMap<(&'static str, &'static str), String>,
    saved: BTreeSet<(&'static str, &'static str)>,
    changes: usize,
    refusals: usize,
}

#[test]
fn every_field_at_its_edges_changes_only_allowed_bytes_and_undo_restores_them() {
    let mut seen = Seen::default();
    for (number, case) in cases().iter().enumerate() {
        let mut opened = case.open();
        let before = state_hash(opened.document.state());
        check_case(case, number, &mut opened, &mut seen);
        assert_eq!(state_hash(opened.document.state()), before, "{}: undoing everything did not restore it", case.name);
        let encoded = opened.origin.encode(&opened.document).unwrap_or_else(|e| panic!("{}: {e}", case.name));
        assert!(encoded.bytes == case.bytes, "{}: undone, and the file differs", case.name);
    }
    seen.only_refused.retain(|key, _| !seen.set.contains(key));
    assert!(seen.only_refused.is_empty(), "fields that nothing can set: {:#?}", seen.only_refused);
    println!("{} values set, {} refused, {} fields", seen.changes, seen.refusals, seen.set.len());
    assert!(seen.changes > 1000);
}

fn check_case(case: &Case, number: usize, opened: &mut Opened, seen: &mut Seen) {
    for id in levels(case, &opened.document) {
        let Some(level) = opened.document.state().shared(id) else { continue };
        for (row, record) in records(&level, if case.made { 9 } else { 2 }).into_iter().enumerate() {
            for (at, field) in record.fields().into_iter().enumerate() {
                // Damaged files may hold records that are too short for their fields.
                let Ok(present) = record.get(field) else { continue };
                let all = edges(field, &present);
                // Of files from outside two values a field, other ones in each row and file.
                let picked: Vec<&Edge> = if case.made {
                    all.iter().collect()
                } else {
                    let turn = number + row + at;
                    all.iter().cycle().skip(turn % all.len()).step_by(2).take(2.min(all.len())).collect()
                };
                for edge in picked {
                    let key = (record.schema().key, field.name);
                    check_set(case, opened, record.id(), field, edge, key, seen);
                }
            }
        }
    }
}

fn check_set(
    case: &Case,
    opened: &mut Opened,
    node: NodeId,
    field: &'static Field,
    edge: &Edge,
    key: (&'static str, &'static str),
    seen: &mut Seen,
) {
    let place = || format!("{}: {}.{} to {:?}", case.name, key.0, key.1, edge.value);
    let document = &mut opened.document;
    let before = document.state().clone();
    let mut draft = document.draft();
    let opaque = draft.record(node).unwrap().table().opaque.is_some();
    match draft.set(node, field, &edge.value) {
        Ok(false) => return,
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty(), "{}: refused without a word", place());
            if field.fixed.is_empty() && !opaque && !edge.beyond {
                seen.only_refused.insert(key, refusal.to_string());
            }
            seen.refusals += 1;
            return;
        }
        Ok(true) => {}
    }
    assert!(field.fixed.is_empty(), "{}: set, and it is fixed: {}", place(), field.fixed);
    assert!(!opaque, "{}: set in a table that cannot be edited", place());
    assert!(!edge.beyond, "{}: beyond what the field can hold, and accepted", place());
    let read = draft.record(node).unwrap().get(field).unwrap();
    let exact = !matches!(edge.value, Value::Real(_));
    assert!(read.same(&edge.value) || !exact, "{}: reads {read:?}", place());
    assert_eq!(draft.set(node, field, &read).ok(), Some(false), "{}: the same again is an edit", place());
    if let Err(refusal) = document.commit(draft, "set") {
        assert!(document.read_only().is_some(), "{}: {refusal}", place());
        return;
    }
    seen.changes += 1;
    seen.set.insert(key);
    check_changes(document, &before, node, field, &place);
    if case.made && seen.saved.insert(key) {
        check_saved(opened, &place);
    }
    let document = &mut opened.document;
    let after = document.state().clone();
    assert!(document.undo(), "{}: cannot be undone", place());
    assert!(document.state().same(&before), "{}: undo does not restore", place());
    if case.made {
        assert!(document.redo() && document.state().same(&after), "{}: redo differs", place());
        document.undo();
    }
}

/// Only bytes of the field, of derived fields and of bulk tables may differ.
fn check_changes(document: &Document, before: &State, node: NodeId, field: &Field, place: &dyn Fn() -> String) {
    let transaction = document.history().transactions().last().unwrap();
    // A script's argument may be stored anywhere, a computed field in another's bytes.
    let anywhere = matches!(field.place, Place::Token(_) | Place::Path(_) | Place::Computed(_));
    for edit in transaction.edits() {
        let Edit::Splice { node: changed, tail, at, old, new } = &edit else {
            assert!(anywhere, "{}: rows came, went or moved: {edit:?}", place());
            continue;
        };
        let level = before.level(changed.level).unwrap();
        let Some(record) = level.record(changed.number) else {
            let bulk = level.table_by_number(changed.number).is_some_and(|t| t.spec.bulk);
            assert!(bulk, "{}: bytes outside of all records changed", place());
            continue;
        };
        if *changed == node && anywhere {
            continue;
        }
        assert_eq!(old.len(), new.len(), "{}: {} changed its length", place(), record.schema().key);
        let derived = |f: &Field| f.derived || matches!(f.role, Role::CountOf(_) | Role::SizeOf(_) | Role::Padding);
        for (i, (a, b)) in old.iter().zip(new).enumerate() {
            let byte = at + i as u32;
            let mask = |f: &Field| f.place_in(record.layout()).map_or(0, |p| p.mask_at(byte));
            let own = if *changed == node { mask(field) } else { 0 };
            let fields = record.schema().all_fields();
            let allowed = fields.iter().filter(|f| f.in_tail == *tail && derived(f)).fold(own, |m, f| m | mask(f));
            let extra = (a ^ b) & !allowed;
            assert_eq!(extra, 0, "{}: byte {byte} of a {} changed too", place(), record.schema().key);
        }
    }
}

/// What the file would be saved as holds what was set.
fn check_saved(opened: &Opened, place: &dyn Fn() -> String) {
    match opened.origin.encode(&opened.document) {
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
        Ok(encoded) => {
            save::verify(&opened.document, &encoded.bytes).unwrap_or_else(|e| panic!("{}: {e}", place()));
        }
    }
}
