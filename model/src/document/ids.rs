//! Names for levels, nodes and objects that survive undo and reordering.

use serde::{Deserialize, Serialize};

/// A level of a document, in the order of the file as opened; or what belongs to the file as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LevelId(pub u32);

impl LevelId {
    /// The pseudo-level that holds what belongs to the whole file (its header).
    pub const FILE: LevelId = LevelId(u32::MAX);
}

/// A node: the level it lives in and its number there. Numbers are given in the level's own decode
/// order and never used twice, so a node keeps its id through undo and reordering, whatever order the
/// levels were looked at in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId {
    /// The level.
    pub level: LevelId,
    /// The number in the level; 0 is the level itself.
    pub number: u32,
}

impl NodeId {
    /// The level itself, parent of its tables.
    pub const fn root(level: LevelId) -> NodeId {
        NodeId { level, number: 0 }
    }
}

/// An object: its main record and a generation that never comes back, so that a name held elsewhere
/// (a selection, a bookmark) cannot mean a later object that reuses the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObjectId {
    /// The main record.
    pub node: NodeId,
    /// Its generation.
    pub generation: u32,
}
