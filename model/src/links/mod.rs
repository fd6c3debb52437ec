//! Who refers to whom inside a level, computed from the link targets of the record tables; and what happens to those
//! references when rows come, go or move.
//!
//! Which fields of a record are links depends on its values (`design.md` 3, overlays). One pass over a level therefore
//! reads the few fields that conditions name, and resolves the link fields of each combination of their values only once.

mod graph;
mod index;
pub mod layout;
mod lines;
mod mend;
mod remap;
mod walk;

pub use graph::{Arrow, Graph};
pub use index::{Goal, Implied, Link, LinkIndex, Loose};
pub use lines::{End, Line, Linked};
pub use mend::{DELETE_MENDED, Hanging, hanging};
pub use remap::{Gone, Mapping, remap};
pub use walk::{Mention, Reference, Visit, for_each_mention, for_each_record};

#[cfg(test)]
mod tests;
