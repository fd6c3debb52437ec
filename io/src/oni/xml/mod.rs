//! Exchange with OniSplit: its XML, one file a list of objects (`oni.md` 2.19).
//!
//! What stands in the files is told by tables: [`layout`] says which element holds which field of the record tables,
//! [`names`] how OniSplit spells enumerations and flags. Writer and reader follow the same tables.

mod exchange;
#[cfg(test)]
mod exchange_tests;
mod float;
mod layout;
mod loss;
mod names;
mod parse;
mod place;
mod read;
#[cfg(test)]
mod tests;
mod write;

/// Why a text is not the XML of a list, or a list cannot be put into XML.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum XmlError {
    /// A place in a text.
    #[error("line {line}: {message}")]
    Text {
        /// Counted from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// An object of a list.
    #[error("object {at}: {message}")]
    Object {
        /// Its position.
        at: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The list as a whole.
    #[error("{0}")]
    List(String),
}

pub(crate) use exchange::EXCHANGE;
pub(crate) use read::read;
pub(crate) use write::write;
