//! Problems of a level: what is surely not meant, or makes the engine go wrong.
//!
//! [`basic`] asks only what the tables say and so works for every game.

pub mod basic;

use crate::document::{NodeId, Severity};

/// Something wrong with a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which check found it.
    pub check: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The record.
    pub node: NodeId,
    /// Address of the record in words: `polygons/3`.
    pub place: String,
    /// The field, if one is to blame.
    pub field: &'static str,
    /// What is wrong, in plain words.
    pub message: String,
}
