//! A refusal names its reason and leaves every byte as it was.

use levelwright_model::document::{Document, LevelId, NodeId};
use levelwright_model::edit::{Edit, Transaction};
use levelwright_model::record::{Refusal, Value};

use super::support::{Case, cases, records, state_hash};

/// The first record and field that a person may set, with another value for it.
fn settable(document: &Document) -> Option<(NodeId, &'static str, i128)> {
    let ids: Vec<LevelId> = document.state().ids().collect();
    let levels = ids.into_iter().filter_map(|id| document.state().level(id));
    let mut found = levels.flat_map(|level| records(level, 1)).filter(|r| r.table().opaque.is_none());
    found.find_map(|record| {
        let field = record.fields().into_iter().find(|f| {
            let (min, max) = f.number_range().unwrap_or((0, 0));
            f.fixed.is_empty() && min <= 0 && max >= 1 && record.get(f).is_ok_and(|v| v.as_int().is_some())
        })?;
        let value = record.get(field).ok()?.as_int()?;
        Some((record.id(), field.name, if value == 0 { 1 } else { 0 }))
    })
}

#[test]
fn an_edit_that_does_not_fit_is_refused_and_changes_nothing() {
    for case in cases() {
        let mut document = case.open().document;
        let before = state_hash(document.state());
        let Some((node, ..)) = settable(&document) else { continue };
        let nowhere = NodeId { number: u32::MAX - 1, ..node };
        let far = NodeId { level: LevelId(60_000), number: 1 };
        let splice = |node: NodeId, at: u32, old: &[u8]| Edit::Splice {
            node,
            tail: false,
            at,
            old: old.to_vec(),
            new: vec![0; old.len()],
        };
        let head = document.state().level(node.level).unwrap().record(node.number).unwrap().head().to_vec();
        let wrong: Vec<u8> = head.iter().map(|b| !b).collect();
        let fits = splice(node, 0, &head);
        let bad = [
            vec![splice(node, 0, &wrong)],
            vec![splice(node, u32::MAX, &head)],
            vec![splice(nowhere, 0, &head)],
            vec![splice(far, 0, &head)],
            // The first fits, the second does not: neither may stay.
            vec![fits.clone(), splice(node, 0, &wrong)],
            vec![Edit::Move { node, from: (nowhere, 0), to: (nowhere, 0) }],
        ];
        for edits in bad {
            let what = format!("{}: {edits:?}", case.name);
            let refused = document.commit_transaction(Transaction::new("bad", edits, Vec::new()));
            assert!(refused.is_err(), "{what} was accepted");
            assert_eq!(state_hash(document.state()), before, "{what} left something behind");
            assert_eq!((document.history().len(), document.is_modified()), (0, false), "{what}");
        }
    }
}

#[test]
fn a_read_only_document_refuses_with_its_reason_until_that_is_accepted() {
    let mut seen = 0;
    for case in cases() {
        let mut document = case.open().document;
        let Some(reason) = document.read_only().map(str::to_owned) else { continue };
        let Some((node, field, value)) = settable(&document) else { continue };
        seen += 1;
        let before = state_hash(document.state());
        let mut draft = document.draft();
        draft.set_int(node, field, value).unwrap();
        let refusal = document.commit(draft, "set").unwrap_err();
        assert!(refusal.to_string().contains(&reason), "{}: {refusal}", case.name);
        assert_eq!(state_hash(document.state()), before, "{}", case.name);
        document.accept();
        let mut draft = document.draft();
        draft.set_int(node, field, value).unwrap();
        document.commit(draft, "set").unwrap();
        assert!(document.undo());
        assert_eq!(state_hash(document.state()), before, "{}", case.name);
    }
    println!("{seen} read-only files");
}

#[test]
fn what_cannot_be_edited_says_why() {
    let mut refused = 0;
    for case in cases().iter().filter(|c| c.made || c.bytes.len() < 1 << 16) {
        refused += check_reasons(case);
    }
    assert!(refused > 100, "{refused}");
}

fn check_reasons(case: &Case) -> usize {
    let document = case.open().document;
    let mut refused = 0;
    for id in document.state().ids().chain([LevelId::FILE]) {
        for record in records(document.state().level(id).unwrap(), 1) {
            for field in record.fields() {
                let Ok(Value::Int(present)) = record.get(field) else { continue };
                let reason = record.table().opaque.as_deref().or((!field.fixed.is_empty()).then_some(field.fixed));
                let Some(reason) = reason else { continue };
                let mut draft = document.draft();
                let refusal = draft.set(record.id(), field, &Value::Int(present ^ 1)).unwrap_err();
                assert!(matches!(refusal, Refusal::ReadOnly { .. }), "{}: {refusal}", case.name);
                assert!(refusal.to_string().contains(reason), "{}: {refusal}", case.name);
                refused += 1;
            }
        }
    }
    refused
}
