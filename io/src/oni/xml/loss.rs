//! What the other program's XML does not hold of a list (`oni.md` 2.19): found by reading the text again.

use std::collections::BTreeMap;

use levelwright_model::document::{Level, LevelBuilder, LevelId, Node, Rows, Table};
use levelwright_model::games::oni::chunk::{self, ObjectType};

/// A list as bytes, taken apart.
pub(super) fn level_of(of: &'static ObjectType, payload: &[u8]) -> Level {
    let mut build = LevelBuilder::new(LevelId(0));
    chunk::decode(&mut build, of, payload);
    build.finish()
}

/// The objects of a list.
pub(super) fn objects<'a>(level: &'a Level, of: &ObjectType) -> Vec<&'a Node> {
    match level.table(of.table.key).map(|table| &table.rows) {
        Some(Rows::Nodes(list)) => list.iter().collect(),
        _ => Vec::new(),
    }
}

/// What is lost of a list if its text is all that is left of it: one sentence a sort of loss, with how many objects have
/// it. `made` is the list that the text makes.
pub(super) fn losses(table: &Table, of: &'static ObjectType, made: &[u8]) -> Vec<String> {
    if table.is(made) {
        return Vec::new();
    }
    let again = level_of(of, made);
    let Rows::Nodes(list) = &table.rows else { return Vec::new() };
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for (old, new) in list.iter().zip(objects(&again, of)) {
        for loss in of_object(old, new) {
            *found.entry(loss).or_default() += 1;
        }
    }
    found.into_iter().map(|(loss, count)| format!("{}: {loss} ({count})", of.table.label)).collect()
}

fn of_object(old: &Node, new: &Node) -> Vec<String> {
    let mut out = Vec::new();
    if !std::ptr::eq(old.schema, new.schema) {
        out.push("becomes the long form, with sixteen unused bytes more".to_owned());
        return out;
    }
    of_head(old, new, &mut out);
    let same = |a: &Node, b: &Node| stored(a) == stored(b);
    let (below, made) = (&old.children, &new.children);
    if below.len() != made.len() || below.iter().zip(made.iter()).any(|(a, b)| !same(a, b)) {
        let name = old.schema.below().next().map_or("what it holds", |schema| schema.label);
        out.push(format!("{name}: laid out anew, without what is unused"));
    }
    if old.tail != new.tail {
        out.push("padding at the end becomes zeros".to_owned());
    }
    out
}

fn of_head(old: &Node, new: &Node, out: &mut Vec<String>) {
    let before = out.len();
    for field in old.schema.base_fields().filter(|field| field.fixed.is_empty()) {
        let value = |node: &Node| field.read(&node.head, &node.tail, 0).ok();
        if value(old) != value(new) {
            out.push(format!("“{}” is not kept whole", field.label_text()));
        }
    }
    if out.len() == before && old.head != new.head {
        out.push("bytes behind the ends of texts become zeros".to_owned());
    }
}

/// A node's bytes with everything below it.
pub(super) fn stored(node: &Node) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(node.byte_len());
    node.write_to(&mut bytes);
    bytes
}
