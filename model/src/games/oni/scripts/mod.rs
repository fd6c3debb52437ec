//! Scripts: BSL, the language of a level's logic (`oni.md` 4).
//!
//! The files are the document: each is a record whose tail is its text, byte for byte. What they say is computed.

pub mod arguments;
mod builtin_functions;
mod builtin_variables;
pub mod builtins;
pub mod complete;
#[cfg(test)]
mod level_tests;
pub mod library;
pub mod pane;
pub mod parse;
#[cfg(test)]
mod parse_tests;
pub mod problems;
pub mod program;
pub mod rename;
pub mod syntax;
pub mod things;
pub mod token;

pub use arguments::Sort;
pub use library::Scripts;
