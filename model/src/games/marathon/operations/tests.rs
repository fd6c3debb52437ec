//! Plans on made levels.

use std::collections::BTreeMap;

use super::super::test_level::{LEVEL, Made};
use crate::document::{Document, NodeId};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::record::{Refusal, Value};

mod geometry;
mod objects;
mod references;

/// Arguments from objects and named values.
fn arguments(objects: &[NodeId], values: &[(&str, Value)]) -> Arguments {
    let values: BTreeMap<String, Value> = values.iter().map(|(n, v)| ((*n).to_owned(), v.clone())).collect();
    Arguments { level: 0, objects: objects.to_vec(), values }
}

fn number(n: i128) -> Value {
    Value::Int(n)
}

fn word(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// Runs a plan on a draft.
fn run(draft: &mut Draft, key: &str, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let plan = super::PLANS.iter().find(|p| p.key == key).unwrap();
    (plan.run)(draft, arguments)
}

/// Deletes rows.
fn delete(draft: &mut Draft, rows: &[(&str, usize)], values: &[(&str, Value)]) -> Result<Option<NodeId>, Refusal> {
    let rows: Vec<NodeId> = rows.iter().map(|(table, at)| node(draft, table, *at)).collect();
    run(draft, "delete", &arguments(&rows, values))
}

fn node(draft: &Draft, table: &str, at: usize) -> NodeId {
    draft.row(LEVEL, table, at).unwrap().id()
}

fn get(draft: &Draft, table: &str, at: usize, field: &str) -> i128 {
    draft.int(node(draft, table, at), field).unwrap()
}

fn list(draft: &Draft, table: &str, at: usize, field: &str) -> Vec<i128> {
    let node = node(draft, table, at);
    let field = draft.field(node, field).unwrap();
    match draft.record(node).unwrap().get(field).unwrap() {
        Value::List(list) => list.iter().map(|v| v.as_int().unwrap()).collect(),
        other => panic!("{other:?}"),
    }
}

fn set(draft: &mut Draft, table: &str, at: usize, field: &str, value: i128) {
    let node = node(draft, table, at);
    draft.set_int(node, field, value).unwrap();
}

/// Commits, undoes and compares with the state as opened.
fn comes_back(document: &mut Document, draft: Draft) {
    let opened = document.state().clone();
    let after = draft.state().clone();
    document.commit(draft, "test").unwrap();
    assert!(document.state().same(&after), "what is committed is what the draft showed");
    assert!(document.undo());
    assert!(document.state().same(&opened), "undone");
    assert!(document.redo());
    assert!(document.state().same(&after), "done again");
}

#[test]
fn every_plan_says_what_it_takes() {
    for plan in super::PLANS {
        assert!(!plan.label.is_empty() && plan.doc.ends_with('.'), "{}", plan.key);
        assert!(plan.arguments.iter().all(|(name, meaning)| !name.is_empty() && !meaning.is_empty()));
    }
    for key in ["place", "duplicate", "delete", "move", "rotate"] {
        assert!(super::PLANS.iter().any(|p| p.key == key), "the window runs {key}");
    }
}

#[test]
fn made_levels_are_as_their_rules_say() {
    use super::super::geometry::rates::match_rates;
    for preprocessed in [false, true] {
        let document = Made { preprocessed, ..Made::default() }.document();
        let level = document.state().level(LEVEL).unwrap();
        let rates = match_rates(&super::super::bulk::geometry(level));
        assert!(rates.iter().all(|rate| rate.matching == rate.total), "{rates:?}");
    }
}
