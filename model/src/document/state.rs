//! The state of a document at one moment: cheap to clone, shared until changed.

use std::sync::Arc;

use super::ids::LevelId;
use super::level::{ApplyError, Level};
use crate::edit::{Edit, Transaction};

/// How bad something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Surely not meant, or only partly understood.
    Warning,
    /// The engine goes wrong, or the part cannot be read.
    Error,
}

/// Something found while opening or decoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// How bad.
    pub severity: Severity,
    /// Where: structure, offset, object.
    pub place: String,
    /// What, in plain words, and what a person can do.
    pub message: String,
}

/// Decodes levels on demand. Implemented by `io`; the same call gives the same level every time.
pub trait LevelSource: std::fmt::Debug + Send + Sync {
    /// How many levels the file holds.
    fn len(&self) -> u32;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The level's name as far as it can be told without decoding it.
    fn name(&self, level: LevelId) -> String;
    /// The level's number in the game, where it differs from its position.
    fn game_index(&self, level: LevelId) -> i64;
    /// Where the file lies: told once, before any level is decoded, to those who find something beside it that levels
    /// show (names of types).
    fn lies_at(&self, _path: &std::path::Path) {}
    /// Decodes a level. Never fails: damaged parts become notices and stay as opaque bytes.
    fn decode(&self, level: LevelId) -> Level;
    /// Whether something outside the levels (a sort of thing as links name it, and its number) is there, in the file or in
    /// what lies beside it; `None` where nobody can tell.
    fn lent(&self, _sort: &str, _number: i64) -> Option<bool> {
        None
    }
}

/// The levels of a document at one moment.
#[derive(Clone, Debug)]
pub struct State {
    file: Option<Arc<Level>>,
    levels: Vec<Option<Arc<Level>>>,
}

impl State {
    /// A state in which nothing is decoded.
    pub fn undecoded(levels: u32) -> State {
        State { file: None, levels: vec![None; levels as usize] }
    }

    fn slot(&self, id: LevelId) -> Option<&Option<Arc<Level>>> {
        if id == LevelId::FILE { Some(&self.file) } else { self.levels.get(id.0 as usize) }
    }

    fn slot_mut(&mut self, id: LevelId) -> Option<&mut Option<Arc<Level>>> {
        if id == LevelId::FILE { Some(&mut self.file) } else { self.levels.get_mut(id.0 as usize) }
    }

    /// A level, if it is decoded.
    pub fn level(&self, id: LevelId) -> Option<&Level> {
        self.slot(id)?.as_deref()
    }

    /// A level to hand to a worker.
    pub fn shared(&self, id: LevelId) -> Option<Arc<Level>> {
        self.slot(id)?.clone()
    }

    /// The ids of all levels, decoded or not, without the file's own.
    pub fn ids(&self) -> impl Iterator<Item = LevelId> + use<> {
        (0..u32::try_from(self.levels.len()).unwrap_or(0)).map(LevelId)
    }

    /// Fills in a decoded level; an already decoded one stays.
    pub fn fill(&mut self, id: LevelId, level: Arc<Level>) {
        if let Some(slot @ None) = self.slot_mut(id) {
            *slot = Some(level);
        }
    }

    /// Carries out one edit.
    ///
    /// # Errors
    /// If it does not fit; the state is then as before.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), ApplyError> {
        let id = edit.level();
        let level = self.slot_mut(id).and_then(Option::as_mut).ok_or(ApplyError::NoLevel(id.0))?;
        Arc::make_mut(level).apply(edit)
    }

    /// Carries out a transaction, or undoes it.
    ///
    /// # Errors
    /// At the first edit that does not fit; the state may then be half changed: apply to a clone.
    pub fn apply_transaction(&mut self, transaction: &Transaction, undo: bool) -> Result<(), ApplyError> {
        let edits = transaction.edits();
        if undo {
            for edit in edits.iter().rev() {
                self.apply(&edit.inverse())?;
            }
        } else {
            for edit in &edits {
                self.apply(edit)?;
            }
        }
        for change in transaction.generations() {
            let id = change.node.level;
            if let Some(level) = self.slot_mut(id).and_then(Option::as_mut) {
                let value = if undo { change.old } else { change.new };
                Arc::make_mut(level).set_generation(change.node.number, value);
            }
        }
        Ok(())
    }

    pub(crate) fn set_generation(&mut self, node: super::NodeId, value: u32) {
        if let Some(level) = self.slot_mut(node.level).and_then(Option::as_mut) {
            Arc::make_mut(level).set_generation(node.number, value);
        }
    }

    /// Whether both hold the same bytes; levels decoded in only one of them count as unchanged.
    pub fn same(&self, other: &State) -> bool {
        let same = |a: &Option<Arc<Level>>, b: &Option<Arc<Level>>| match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a.same(b),
            _ => true,
        };
        same(&self.file, &other.file)
            && self.levels.len() == other.levels.len()
            && self.levels.iter().zip(&other.levels).all(|(a, b)| same(a, b))
    }
}
