//! One edit of a script as written.

use std::collections::BTreeMap;

use levelwright_model::edit::Edit;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::without_place;

/// A level by position or by name.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum LevelName {
    /// Position in the file.
    At(u32),
    /// `#` and the game's number, or the name.
    Text(String),
}

impl LevelName {
    pub(super) fn text(&self) -> String {
        match self {
            LevelName::At(at) => at.to_string(),
            LevelName::Text(text) => text.clone(),
        }
    }
}

/// In front of which row: a position or `#id` in the file as opened, or a thing made earlier.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Before {
    /// Position.
    At(usize),
    /// `#id` or `$name`.
    Text(String),
}

/// What must stand there before a record is removed: fields, or all its bytes.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum OldRecord {
    /// Bytes as hexadecimal digits.
    Bytes(String),
    /// Fields by name.
    Fields(Map<String, Json>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Set {
    pub(super) level: Option<LevelName>,
    pub(super) set: String,
    #[serde(default, deserialize_with = "present")]
    pub(super) old: Option<Json>,
    pub(super) to: Json,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Insert {
    pub(super) level: Option<LevelName>,
    pub(super) insert: String,
    pub(super) at: Option<Before>,
    pub(super) like: Option<String>,
    pub(super) bytes: Option<String>,
    pub(super) tail: Option<String>,
    #[serde(default)]
    pub(super) fields: Map<String, Json>,
    #[serde(rename = "as")]
    pub(super) name: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Remove {
    pub(super) level: Option<LevelName>,
    pub(super) remove: String,
    pub(super) old: Option<OldRecord>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Move {
    pub(super) level: Option<LevelName>,
    #[serde(rename = "move")]
    pub(super) record: String,
    pub(super) at: Option<Before>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    pub(super) level: Option<LevelName>,
    pub(super) plan: String,
    #[serde(default)]
    pub(super) objects: Vec<String>,
    #[serde(default)]
    pub(super) arguments: BTreeMap<String, Json>,
    #[serde(rename = "as")]
    pub(super) name: Option<String>,
}

/// A primitive edit as it stands.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    #[serde(deserialize_with = "super::raw::edit")]
    pub(super) raw: Edit,
    /// What it does, for people.
    #[serde(rename = "about")]
    pub(super) _about: Option<String>,
}

/// One edit.
#[derive(Debug)]
pub(super) enum Entry {
    Set(Set),
    Insert(Insert),
    Remove(Remove),
    Move(Move),
    Plan(Plan),
    Raw(Raw),
}

/// `null` is a value here, not the same as none.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}

const VERBS: &str = "set, insert, remove, move, plan or raw";

impl Entry {
    /// Reads an edit; an error is the line within it and a message.
    pub(super) fn parse(text: &str) -> Result<Entry, (usize, String)> {
        let fail = |e: serde_json::Error| (e.line(), without_place(&e));
        let map: Map<String, Json> = serde_json::from_str(text).map_err(fail)?;
        let verbs: Vec<&String> =
            map.keys().filter(|k| ["set", "insert", "remove", "move", "plan", "raw"].contains(&k.as_str())).collect();
        let [verb] = verbs.as_slice() else {
            return Err((1, format!("an edit has exactly one of {VERBS}; this one has {}", verbs.len())));
        };
        match verb.as_str() {
            "set" => read(text).map(Entry::Set),
            "insert" => read(text).map(Entry::Insert),
            "remove" => read(text).map(Entry::Remove),
            "move" => read(text).map(Entry::Move),
            "raw" => read(text).map(Entry::Raw),
            _ => read(text).map(Entry::Plan),
        }
        .map_err(fail)
    }

    pub(super) fn level(&self) -> Option<&LevelName> {
        match self {
            Entry::Set(e) => e.level.as_ref(),
            Entry::Insert(e) => e.level.as_ref(),
            Entry::Remove(e) => e.level.as_ref(),
            Entry::Move(e) => e.level.as_ref(),
            Entry::Plan(e) => e.level.as_ref(),
            Entry::Raw(_) => None,
        }
    }

    /// Whether the edit names its record by a thing made earlier, which says the level.
    pub(super) fn begins_with_a_name(&self) -> bool {
        let address = match self {
            Entry::Set(e) => &e.set,
            Entry::Insert(e) => &e.insert,
            Entry::Remove(e) => &e.remove,
            Entry::Move(e) => &e.record,
            Entry::Plan(_) | Entry::Raw(_) => return false,
        };
        address.starts_with('$')
    }
}

fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str(text)
}
