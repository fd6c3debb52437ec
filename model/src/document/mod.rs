//! The document: a tree of nodes over original bytes (`design.md` 1 and 3).
//!
//! Document, level, table, record, child record. A node is a *head*, one list, and a *tail*. Tables of
//! fixed-size records are packed into shared blocks; levels are decoded when first asked for; cloning
//! a [`State`] costs a few reference counts, so snapshots and drafts are cheap.

mod bytes;
mod field_lists;
mod ids;
mod level;
mod node;
mod object;
mod order;
mod packed;
mod shape;
mod state;
mod subtree;
mod table;
mod view;

#[allow(clippy::module_inception)]
mod document;

#[cfg(test)]
mod block_tests;

pub use bytes::{NodeBytes, TailBytes};
pub use document::{Committed, Document, Intent, OpenReport};
pub use field_lists::FieldLists;
pub use ids::{LevelId, NodeId, ObjectId};
pub use level::{ApplyError, Level, LevelBuilder};
pub use node::{Node, NodeList};
pub use object::{Icon, Object, ObjectKind, Objects, Part, Parts};
pub use packed::Packed;
pub use state::{LevelSource, Notice, Severity, State};
pub use subtree::{Subtree, TableHead};
pub use table::{Follow, Rows, Sibling, Table, TableSpec};
pub use view::{ObjectFacts, Record, RecordFacts};
