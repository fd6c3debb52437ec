//! Changing a document: four primitive edits, transactions made of them, drafts that record them, and
//! the history (`design.md` 1.3).

mod draft;
mod history;
pub mod local;
mod primitive;
mod renumber;
mod transaction;

#[cfg(test)]
mod mark_tests;
#[cfg(test)]
pub(crate) mod tests;

pub use draft::Draft;
pub use history::{History, Mark, Step};
pub use primitive::Edit;
pub use transaction::{FrameError, GenerationChange, Transaction};
