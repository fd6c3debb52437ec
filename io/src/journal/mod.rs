//! The journal: every edit, undo and redo of a document, written as it happens, so that a crash loses nothing
//! (`design.md` 4).
//!
//! [`frame`] is what stands in a journal, [`log`] the file, [`writer`] the thread that writes it, [`replay`] carries it
//! out on a fresh document, [`recovery`] finds journals of programs that died.

pub mod frame;
pub mod log;
pub mod recovery;
pub mod replay;
pub mod writer;

#[cfg(test)]
mod journal_tests;

pub use recovery::{Base, Recovery};
pub use writer::JournalWriter;
