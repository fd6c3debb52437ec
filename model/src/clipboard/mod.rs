//! Objects on their way from one place to another: what is copied, and how it becomes objects again.
//!
//! What a number in a copied object refers to follows stated rules ([`paste`]): a thing that was copied along becomes its
//! copy; a row that is the same in the other level is found again; the rest is asked.

mod copy;
mod goals;
mod paste;
mod shift;

pub use copy::{copy, with_contents};
pub use paste::{Dangling, PasteError, Question, paste};
pub use shift::Offset;

use crate::document::{Level, LevelId, NodeId, ObjectId, ObjectKind, Objects, Subtree, TableSpec};
use crate::edit::Draft;
use crate::record::Refusal;

/// Copied objects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    /// The objects.
    pub things: Vec<Thing>,
    /// What their numbers refer to.
    pub goals: Vec<Goal>,
}

/// A copied object.
#[derive(Clone, Debug)]
pub struct Thing {
    /// Its kind.
    pub kind: &'static ObjectKind,
    /// What it was called.
    pub name: String,
    /// Its records, the main one first.
    pub parts: Vec<Part>,
}

impl PartialEq for Thing {
    fn eq(&self, other: &Thing) -> bool {
        self.kind.key == other.kind.key && self.name == other.name && self.parts == other.parts
    }
}

/// A record of a copied object.
#[derive(Clone, Debug)]
pub struct Part {
    /// What the part is called; empty for a one-part object.
    pub name: String,
    /// Its table.
    pub table: &'static TableSpec,
    /// The layout of its bytes.
    pub layout: u16,
    /// Where it stood in its table.
    pub position: usize,
    /// Its bytes and what lies below them. The numbers mean nothing here.
    pub subtree: Subtree,
}

impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        let same = self.name == other.name && std::ptr::eq(self.table, other.table);
        same && self.layout == other.layout && self.position == other.position && self.subtree == other.subtree
    }
}

/// A row that copied objects refer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Key of the table that the link names.
    pub table: String,
    /// The number that names the row.
    pub number: i128,
    /// Whether that is the row's own id instead of its position.
    pub by_id: bool,
    /// What it was called.
    pub name: String,
    /// A hash of what it held; `None` if there was no such row.
    pub content: Option<u64>,
    /// The thing and the part that it is, if it was copied along.
    pub copied: Option<(usize, usize)>,
}

impl Goal {
    /// Its address: `lights/5`, `paths/#3`.
    pub fn address(&self) -> String {
        let mark = if self.by_id { "#" } else { "" };
        format!("{}/{mark}{}", self.table, self.number)
    }
}

/// The records of an object that was made, in the order of its parts.
pub type Made = Vec<NodeId>;

/// Makes an object of each thing. Links keep their numbers: what they become is decided afterwards.
pub type Make = fn(&mut Draft, LevelId, &[Thing]) -> Result<Vec<Made>, Refusal>;

/// The objects that an object takes along when it is copied.
pub type Along = fn(&Level, &Objects, ObjectId) -> Vec<ObjectId>;

/// How a game makes objects of copied ones.
#[derive(Debug)]
pub struct ClipboardSpec {
    /// Makes the objects.
    pub make: Make,
    /// Which objects an object takes along when it is copied, such as what it holds; `None` if it goes alone.
    pub along: Option<Along>,
    /// Table and field of the links that `make` decides itself.
    pub decided: &'static [(&'static str, &'static str)],
}

#[cfg(test)]
mod level_tests;
