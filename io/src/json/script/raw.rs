//! Primitive edits in a script: what a comparison found, exactly (`docs/json.md`, "raw").
//!
//! Their nodes are numbers in the order in which a level is decoded, so they fit only the file they were made for; the old
//! bytes in them see to that.

use std::io::{self, Write};

use levelwright_model::document::{LevelId, NodeId, State};
use levelwright_model::edit::{Edit, Transaction};
use levelwright_model::record::{hex, unhex};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value as Json, json};

use crate::json::address::record_name;

/// Members of an edit that hold bytes, written as pairs of hexadecimal digits.
const BYTES: [&str; 6] = ["old", "new", "head", "tail", "rows", "tag"];

/// Reads an edit.
pub(super) fn edit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Edit, D::Error> {
    let json = Json::deserialize(deserializer)?;
    serde_json::from_value(with_lists(json)).map_err(serde::de::Error::custom)
}

/// Bytes as lists, as edits are read.
pub(in crate::json) fn with_lists(json: Json) -> Json {
    each_member(json, &|value| match value {
        Json::String(digits) => unhex(&digits).map_or(Json::String(digits), |bytes| json!(bytes)),
        other => other,
    })
}

/// Bytes as digits, as people read them.
pub(in crate::json) fn with_digits(json: Json) -> Json {
    each_member(json, &|value| {
        let byte = |v: &Json| v.as_u64().and_then(|n| u8::try_from(n).ok());
        match &value {
            Json::Array(list) => match list.iter().map(byte).collect::<Option<Vec<u8>>>() {
                Some(bytes) => Json::String(hex(&bytes)),
                None => value,
            },
            _ => value,
        }
    })
}

/// Changes the members that hold bytes, however deep.
fn each_member(json: Json, change: &dyn Fn(Json) -> Json) -> Json {
    match json {
        Json::Object(map) => {
            let members = map.into_iter().map(|(name, value)| {
                let value = if BYTES.contains(&name.as_str()) { change(value) } else { value };
                (name, each_member(value, change))
            });
            Json::Object(members.collect::<Map<String, Json>>())
        }
        Json::Array(list) => Json::Array(list.into_iter().map(|v| each_member(v, change)).collect()),
        other => other,
    }
}

/// Writes a transaction as a script, an edit a line, each with what it is about in words. `base` is the state that it
/// begins with.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_transaction(out: &mut dyn Write, transaction: &Transaction, base: &State) -> io::Result<()> {
    writeln!(out, "{{\"name\": {}, \"edits\": [", json!(transaction.name()))?;
    let edits = transaction.edits();
    for (at, edit) in edits.iter().enumerate() {
        let raw = with_digits(serde_json::to_value(edit)?);
        let comma = if at + 1 == edits.len() { "" } else { "," };
        writeln!(out, "{{\"about\": {}, \"raw\": {raw}}}{comma}", json!(about(edit, base)))?;
    }
    writeln!(out, "]}}")
}

/// What an edit changes, in words.
fn about(edit: &Edit, base: &State) -> String {
    match edit {
        Edit::Splice { node, tail, at, old, .. } => {
            let fields = fields_at(*node, *tail, *at as usize, old.len(), base);
            format!("{}: {fields}", name(*node, base))
        }
        Edit::Insert { parent, at, .. } => format!("new in {} at {at}", name(*parent, base)),
        Edit::Remove { parent, subtree, .. } => {
            format!("remove {}", name(NodeId { level: parent.level, number: subtree.number }, base))
        }
        Edit::Move { node, to, .. } => format!("move {} to {}", name(*node, base), to.1),
    }
}

fn name(node: NodeId, base: &State) -> String {
    let place = if node.level == LevelId::FILE { "file".to_owned() } else { format!("level {}", node.level.0) };
    let level = base.level(node.level);
    let record = level.and_then(|l| l.record(node.number)).map(|r| record_name(&r));
    let table = || level.and_then(|l| l.table_by_number(node.number)).map(|t| t.key().to_owned());
    match record.or_else(table) {
        Some(name) => format!("{place} {name}"),
        None if node.number == 0 => place,
        None => format!("{place}, something new"),
    }
}

/// The fields that lie on the bytes, as far as the record stood there before.
fn fields_at(node: NodeId, tail: bool, at: usize, len: usize, base: &State) -> String {
    let Some(record) = base.level(node.level).and_then(|l| l.record(node.number)) else { return "bytes".to_owned() };
    let touched = |span: &(usize, usize)| span.0 < at + len.max(1) && at < span.0 + span.1;
    let fields = record.fields().into_iter().filter(|f| f.in_tail == tail);
    let names: Vec<&str> = fields
        .filter(|f| f.place_in(record.layout()).is_some_and(|p| p.spans().iter().any(touched)))
        .map(|f| f.name)
        .collect();
    if names.is_empty() { "bytes".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_goes_through_its_text() {
        let node = NodeId { level: LevelId(0), number: 7 };
        let splice = Edit::Splice { node, tail: false, at: 3, old: vec![0, 255], new: Vec::new() };
        let written = with_digits(serde_json::to_value(&splice).unwrap());
        assert_eq!(written["Splice"]["old"], "00ff");
        let read: Edit = serde_json::from_value(with_lists(written)).unwrap();
        assert_eq!(read, splice);
    }

    #[test]
    fn what_is_no_edit_is_refused() {
        let mut text = serde_json::Deserializer::from_str(r#"{"Splice": {"old": "0"}}"#);
        assert!(edit(&mut text).is_err());
    }
}
