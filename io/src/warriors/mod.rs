//! The Warriors' files: object lists, scripts, the archive that holds them, and what collision meshes and model lists lend
//! (`warriors.md` 1.0 to 1.2, 1.10, 1.11). One file per format part, reader and writer side by side.

pub mod archive;
mod archive_open;
mod calls;
mod chunk;
pub mod lent;
mod list;
mod open;
mod part;
mod paths;
mod plain_line;
mod sample;
mod script;

#[cfg(test)]
mod clipboard_tests;
#[cfg(test)]
mod data_tests;
#[cfg(test)]
mod document_tests;
#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod lent_tests;
#[cfg(test)]
mod odd_tests;
#[cfg(test)]
mod operation_tests;
#[cfg(test)]
mod problem_tests;
#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod session_tests;
#[cfg(test)]
mod writing_tests;

pub use archive_open::ARCHIVE;
pub use open::{FILE, LEVEL};
pub use sample::large_script;

/// Why a file cannot be read: what is wrong and where, and what the person can do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// Where and what.
    pub message: String,
    /// What the person can do.
    pub help: String,
}

impl Fault {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Fault {
        Fault { message: message.into(), help: help.into() }
    }
}
