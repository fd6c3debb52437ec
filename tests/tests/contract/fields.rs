//! Setting a field changes the field's bytes, and what the game derives from it, and nothing else; undoing it brings
//! every byte back. What is set can be saved and read again.

use std::collections::{BTreeMap, BTreeSet};

use levelwright_io::format::Opened;
use levelwright_io::save;
use levelwright_model::document::{Document, NodeId, State};
use levelwright_model::edit::Edit;
use levelwright_model::record::{BitSpan, Field, Kind, Place, Role, Value};

use super::edges::{Edge, edges};
use super::follows::may_follow;
use super::support::{Case, cases, levels, records, state_hash};

/// A field: record type and name.
type Key = (&'static str, &'static str);

/// What happened to a field over all cases.
#[derive(Default)]
struct Seen {
    set: BTreeSet<Key>,
    only_refused: BTreeMap<Key, String>,
    saved: BTreeSet<Key>,
    also: BTreeSet<String>,
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
        assert!(
            encoded.bytes == case.bytes && encoded.beside.is_empty(),
            "{}: undone, and the file differs",
            case.name
        );
    }
    seen.only_refused.retain(|key, _| !seen.set.contains(key));
    assert!(seen.only_refused.is_empty(), "fields that nothing can set: {:#?}", seen.only_refused);
    println!("{} values set, {} refused, {} fields", seen.changes, seen.refusals, seen.set.len());
    assert!(seen.also.is_empty(), "{:#?}", seen.also);
    assert!(seen.changes > 1000);
}

fn check_case(case: &Case, number: usize, opened: &mut Opened, seen: &mut Seen) {
    for id in levels(case, &opened.document) {
        let Some(level) = opened.document.state().shared(id) else { continue };
        // Sets on large levels take long: of files from outside one row of a table, of each fourth file two.
        let rows = match (case.made, number % 4) {
            (true, _) => 9,
            (false, 0) => 2,
            (false, _) => 1,
        };
        for (row, record) in records(&level, rows).into_iter().enumerate() {
            for (at, field) in record.fields().into_iter().enumerate() {
                // Damaged files may hold records that are too short for their fields.
                let Ok(present) = record.get(field) else { continue };
                let all = edges(field, &present);
                // And one value a field, another one in each row and file. So in made files that only wrap another.
                let turn = number + row + at;
                let picked: Vec<&Edge> =
                    if case.whole { all.iter().collect() } else { all.get(turn % all.len()).into_iter().collect() };
                for edge in picked {
                    let key = (record.schema().key, field.name);
                    check_set(case, opened, record.id(), field, edge, key, seen);
                }
                // What is refused with one value must take another.
                let key = (record.schema().key, field.name);
                for edge in &all {
                    if !case.made || !seen.only_refused.contains_key(&key) || seen.set.contains(&key) {
                        break;
                    }
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
    key: Key,
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
                seen.only_refused.entry(key).or_insert_with(|| refusal.to_string());
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
    // A float may be rounded to its width; bits that the game derives follow its rule at once.
    let floats = matches!(field.kind, Kind::Vector { of: Kind::Real32, .. } | Kind::Array { of: Kind::Real32, .. });
    let rounded = matches!(edge.value, Value::Real(_)) || floats;
    let decided = |value: &Value| value.as_int().map(|n| n & !i128::from(field.derived_bits));
    let same = read.same(&edge.value) || (decided(&read).is_some() && decided(&read) == decided(&edge.value));
    assert!(same || rounded, "{}: reads {read:?}", place());
    assert_eq!(draft.set(node, field, &read).ok(), Some(false), "{}: the same again is an edit", place());
    if let Err(refusal) = document.commit(draft, "set") {
        assert!(document.read_only().is_some(), "{}: {refusal}", place());
        return;
    }
    seen.changes += 1;
    seen.set.insert(key);
    check_changes(document, &before, node, field, key, seen);
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

/// Only bytes of the field, of derived fields and bits and of bulk tables may differ, and what the game says follows.
fn check_changes(document: &Document, before: &State, node: NodeId, field: &Field, key: Key, seen: &mut Seen) {
    let transaction = document.history().transactions().last().unwrap();
    // A script's argument may be stored anywhere, a computed field in another's bytes.
    let anywhere = matches!(field.place, Place::Token(_) | Place::Path(_) | Place::Computed(_));
    let mut also = |what: String| {
        if !may_follow(key, &what) {
            seen.also.insert(format!("setting {}.{} also changes {what}", key.0, key.1));
        }
    };
    for edit in transaction.edits() {
        let (changed, tail, at, old, new) = match &edit {
            Edit::Splice { node, tail, at, old, new } => (*node, *tail, *at, old, new),
            Edit::Insert { parent, .. } | Edit::Remove { parent, .. } | Edit::Move { to: (parent, _), .. } => {
                let table = before.level(parent.level).and_then(|l| l.table_by_number(parent.number));
                also(format!("rows of {}", table.map_or("a record", |t| t.key())));
                continue;
            }
        };
        let level = before.level(changed.level).unwrap();
        let Some(record) = level.record(changed.number) else {
            if !level.table_by_number(changed.number).is_some_and(|t| t.spec.bulk) {
                also("bytes outside of all records".to_owned());
            }
            continue;
        };
        if changed == node && anywhere {
            continue;
        }
        let schema = record.schema();
        if old.len() != new.len() {
            also(format!("the length of a {}", schema.key));
            continue;
        }
        for (byte, (a, b)) in (at..).zip(old.iter().zip(new)) {
            let fields: Vec<&Field> = schema.all_fields().into_iter().filter(|f| f.in_tail == tail).collect();
            let mask = |f: &Field| f.place_in(record.layout()).map_or(0, |p| p.mask_at(byte));
            let own = if changed == node { mask(field) } else { 0 };
            let allowed = fields.iter().fold(own, |m, f| m | derived_mask(f, record.layout(), byte));
            let extra = (a ^ b) & !allowed;
            if extra != 0 {
                let name = fields.iter().find(|f| mask(f) & extra != 0).map_or("no field", |f| f.name);
                also(format!("{}.{name}", schema.key));
            }
        }
    }
}

/// Which bits of a byte of the record the game derives through this field.
fn derived_mask(field: &Field, layout: u16, byte: u32) -> u8 {
    let Some(place) = field.place_in(layout) else { return 0 };
    if field.derived || matches!(field.role, Role::CountOf(_) | Role::SizeOf(_) | Role::Padding) {
        return place.mask_at(byte);
    }
    let Place::Number { at, number } = place else { return 0 };
    let bits = (0..64u8).filter(|bit| field.derived_bits >> bit & 1 == 1);
    bits.fold(0, |mask, bit| mask | BitSpan::new(at, number, bit, 1).mask_at(byte))
}

/// What the file would be saved as holds what was set.
fn check_saved(opened: &Opened, place: &dyn Fn() -> String) {
    match opened.origin.encode(&opened.document) {
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
        Ok(encoded) => {
            save::verify(&opened.document, &encoded, opened.origin.as_ref())
                .unwrap_or_else(|e| panic!("{}: {e}", place()));
        }
    }
}
