//! A named list of edits that is done and undone as one, kept as one run of bytes.

use serde::{Deserialize, Serialize};

use super::primitive::Edit;
use crate::document::{LevelId, NodeId};

/// The version of the frame layout; written first, so that old journals stay readable or are refused
/// by name.
const FRAME_VERSION: u8 = 1;

/// The main record of an object changed its generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GenerationChange {
    /// The main record.
    pub node: NodeId,
    /// Generation before.
    pub old: u32,
    /// Generation after.
    pub new: u32,
}

/// Why a frame could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// Written by another version of the program.
    #[error("the frame has version {found}, this program reads version {known}")]
    Version {
        /// What was found.
        found: u8,
        /// What is known.
        known: u8,
    },
    /// Not a frame.
    #[error("the frame cannot be read: {0}")]
    Damaged(String),
}

#[derive(Serialize, Deserialize)]
struct Body {
    name: String,
    gesture: u64,
    edits: Vec<Edit>,
    generations: Vec<GenerationChange>,
}

/// A transaction. Its edits live in one buffer, so the history knows its real size, and writing a
/// journal frame is writing that buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct Transaction {
    name: Box<str>,
    empty: bool,
    frame: Box<[u8]>,
}

impl Transaction {
    /// A transaction from its edits.
    pub fn new(name: &str, edits: Vec<Edit>, generations: Vec<GenerationChange>) -> Transaction {
        let empty = edits.is_empty() && generations.is_empty();
        let body = Body { name: name.to_owned(), gesture: 0, edits, generations };
        let mut frame = vec![FRAME_VERSION];
        match postcard::to_extend(&body, frame) {
            Ok(bytes) => frame = bytes,
            // Writing to memory fails only for values that refuse to be serialised: unregistered
            // schemas, which the registry test rules out. An unreadable frame is refused on apply.
            Err(_) => frame = Vec::new(),
        }
        Transaction { name: name.into(), empty, frame: frame.into_boxed_slice() }
    }

    /// A transaction from a journal frame.
    ///
    /// # Errors
    /// If the frame is of another version or damaged.
    pub fn from_frame(frame: &[u8]) -> Result<Transaction, FrameError> {
        let body = read(frame)?;
        let empty = body.edits.is_empty() && body.generations.is_empty();
        Ok(Transaction { name: body.name.into(), empty, frame: frame.into() })
    }

    /// The bytes that a journal stores.
    pub fn frame(&self) -> &[u8] {
        &self.frame
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.empty
    }

    /// Its edits in order.
    pub fn edits(&self) -> Vec<Edit> {
        read(&self.frame).map(|b| b.edits).unwrap_or_default()
    }

    /// The generations it changes.
    pub fn generations(&self) -> Vec<GenerationChange> {
        read(&self.frame).map(|b| b.generations).unwrap_or_default()
    }

    /// The levels it changes, each once.
    pub fn levels(&self) -> Vec<LevelId> {
        let mut levels: Vec<LevelId> = self.edits().iter().map(Edit::level).collect();
        levels.sort_unstable();
        levels.dedup();
        levels
    }

    /// Bytes of memory it takes.
    pub fn heap(&self) -> usize {
        self.frame.len() + self.name.len() + size_of::<Transaction>()
    }
}

fn read(frame: &[u8]) -> Result<Body, FrameError> {
    match frame.split_first() {
        None => Err(FrameError::Damaged("it is empty".to_owned())),
        Some((&FRAME_VERSION, rest)) => postcard::from_bytes(rest).map_err(|e| FrameError::Damaged(e.to_string())),
        Some((&found, _)) => Err(FrameError::Version { found, known: FRAME_VERSION }),
    }
}
