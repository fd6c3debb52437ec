//! The four primitive edits. Nothing else changes a document.

use serde::{Deserialize, Serialize};

use crate::document::{LevelId, NodeId, Subtree};

/// A primitive edit: ids and bytes, no field names, so that it means the same in every version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// Replaces bytes of a node's head or tail; old and new may differ in length.
    Splice {
        /// The node.
        node: NodeId,
        /// Whether its tail is meant, not its head.
        tail: bool,
        /// Byte offset.
        at: u32,
        /// The bytes that must stand there.
        old: Vec<u8>,
        /// The bytes that replace them.
        new: Vec<u8>,
    },
    /// Inserts a node with everything below it.
    Insert {
        /// Under this node (the level itself for tables).
        parent: NodeId,
        /// At this position.
        at: u32,
        /// What.
        subtree: Subtree,
    },
    /// Removes a node with everything below it.
    Remove {
        /// From under this node.
        parent: NodeId,
        /// At this position.
        at: u32,
        /// What must stand there.
        subtree: Subtree,
    },
    /// Moves a node with everything below it.
    Move {
        /// The node.
        node: NodeId,
        /// Parent and position it leaves.
        from: (NodeId, u32),
        /// Parent and position it takes, counted after it has left.
        to: (NodeId, u32),
    },
}

impl Edit {
    /// The level it changes.
    pub fn level(&self) -> LevelId {
        match self {
            Edit::Splice { node, .. } | Edit::Move { node, .. } => node.level,
            Edit::Insert { parent, .. } | Edit::Remove { parent, .. } => parent.level,
        }
    }

    /// The edit that takes this one back.
    pub fn inverse(&self) -> Edit {
        match self.clone() {
            Edit::Splice { node, tail, at, old, new } => Edit::Splice { node, tail, at, old: new, new: old },
            Edit::Insert { parent, at, subtree } => Edit::Remove { parent, at, subtree },
            Edit::Remove { parent, at, subtree } => Edit::Insert { parent, at, subtree },
            Edit::Move { node, from, to } => Edit::Move { node, from: to, to: from },
        }
    }
}
