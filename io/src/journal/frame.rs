//! What stands in a journal: a magic number, then checksummed frames. The first is the header.

use std::path::{Path, PathBuf};

use levelwright_model::edit::Step;
use serde::{Deserialize, Serialize};

use crate::save::frames::{Frames, frame_of, value_of};
use crate::save::platform::{path_from_bytes, path_to_bytes};
use crate::save::{ContentHash, LiveIds};

/// Begins every journal; the digit is the layout's version.
pub(crate) const MAGIC: &[u8; 8] = b"LWJRNL\x001";

/// What a journal belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The program that wrote it.
    pub program: String,
    path: Option<Vec<u8>>,
    /// What the window calls the document, for one without a file.
    pub name: String,
    /// The hash of the file that the first step applies to.
    pub base: ContentHash,
    /// Which of the document's nodes that file's nodes are.
    pub ids: LiveIds,
    /// How many steps of the session stand before the first one here.
    pub first: u64,
}

impl Header {
    /// A header for a document with this file, or without one.
    pub fn new(path: Option<&Path>, name: &str, base: ContentHash, ids: LiveIds, first: u64) -> Header {
        Header {
            program: concat!("levelwright ", env!("CARGO_PKG_VERSION")).to_owned(),
            path: path.map(path_to_bytes),
            name: name.to_owned(),
            base,
            ids,
            first,
        }
    }

    /// The document's file.
    pub fn path(&self) -> Option<PathBuf> {
        self.path.as_deref().map(path_from_bytes)
    }
}

/// What a step does with its transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verb {
    /// Done for the first time.
    Do,
    /// Taken back.
    Undo,
    /// Done again.
    Redo,
}

/// A frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Frame {
    /// The first one.
    Header(Header),
    /// The file itself, for a document that has none on disk.
    Base(Vec<u8>),
    /// Something happened. Undo and redo carry their transaction too: it may be from before the last save.
    Step {
        /// When, in milliseconds since 1970.
        at: u64,
        /// What.
        verb: Verb,
        /// The transaction's own frame.
        transaction: Vec<u8>,
    },
    /// A save begins. If the file has this content, everything up to `steps` is in it.
    Saving {
        /// When.
        at: u64,
        /// Where to.
        path: Vec<u8>,
        /// The content that is about to be written.
        content: ContentHash,
        /// How many steps of the session it contains.
        steps: u64,
        /// Which of the document's nodes that file's nodes are.
        ids: LiveIds,
    },
    /// The files themselves, the main one first, for a document of several files that has none on disk.
    BaseFiles(Vec<(String, Vec<u8>)>),
}

impl Frame {
    /// A step of a document.
    pub fn step(at: u64, step: &Step) -> Frame {
        let (verb, transaction) = match step {
            Step::Do(t) => (Verb::Do, t),
            Step::Undo(t) => (Verb::Undo, t),
            Step::Redo(t) => (Verb::Redo, t),
        };
        Frame::Step { at, verb, transaction: transaction.frame().to_vec() }
    }

    /// A save.
    pub fn saving(at: u64, path: &Path, content: ContentHash, steps: u64, ids: LiveIds) -> Frame {
        Frame::Saving { at, path: path_to_bytes(path), content, steps, ids }
    }

    /// Its bytes; `None` if it is longer than 4 GiB.
    pub(crate) fn bytes(&self) -> Option<Vec<u8>> {
        frame_of(self)
    }
}

/// A journal read whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    /// What it belongs to.
    pub header: Header,
    /// The other frames.
    pub frames: Vec<Frame>,
    /// Something stood behind them that could not be read: the frame that was being written when the program died.
    pub torn: bool,
}

/// Reads a journal; `None` if not even its header is whole.
pub(crate) fn read(bytes: &[u8]) -> Option<Journal> {
    if !bytes.starts_with(MAGIC) {
        return None;
    }
    let mut frames = Frames::new(bytes, MAGIC.len());
    let Frame::Header(header) = value_of(frames.next()?)? else { return None };
    let mut out = Vec::new();
    let mut torn = false;
    for payload in frames.by_ref() {
        match value_of(payload) {
            Some(frame) => out.push(frame),
            // Whole, but of another version: what follows may depend on it.
            None => {
                torn = true;
                break;
            }
        }
    }
    Some(Journal { header, frames: out, torn: torn || frames.is_torn() })
}

/// Where the frames of a journal end that can be read.
pub(crate) fn whole_len(bytes: &[u8]) -> usize {
    let mut frames = Frames::new(bytes, MAGIC.len());
    while frames.next().is_some() {}
    frames.at()
}
