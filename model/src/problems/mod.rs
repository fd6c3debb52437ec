//! Problems of a level: what is surely not meant, or makes the engine go wrong.
//!
//! A [`Check`] looks for one thing and says which tables it reads, so that a [`Checker`] asks again only what may have
//! changed. A game lists its checks; [`basic`] holds those that ask only what the tables say and so work for every game.

pub mod basic;
mod check;
mod checker;
mod fix;

pub(crate) use check::place_of;
pub use check::{Check, Fix, Report, Run, SHAPE, Whole};
pub use checker::{Checker, of_document, of_level};
pub use fix::{Fixed, fix};

use crate::document::{NodeId, Severity};

/// Something wrong with a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which check found it.
    pub check: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The record; the level itself where no record is to blame.
    pub node: NodeId,
    /// Address of the record in words: `polygons/3`; empty for the level itself.
    pub place: String,
    /// The field, if one is to blame.
    pub field: &'static str,
    /// The line of a text field, counted from 1, if one is to blame.
    pub line: Option<u32>,
    /// What is wrong, in plain words.
    pub message: String,
}

/// A check by its id, in any game.
pub fn check(id: &str) -> Option<&'static Check> {
    crate::games::all().iter().flat_map(|g| g.checks).copied().find(|c| c.id == id)
}
