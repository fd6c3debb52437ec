//! Who refers to whom inside a level, computed from the link targets of the record tables; and what happens to those
//! references when rows come, go or move.
//!
//! Which fields of a record are links depends on its values (`design.md` 3, overlays). One pass over a level therefore
//! reads the few fields that conditions name, and resolves the link fields of each combination of their values only once.

mod index;
mod remap;
mod walk;

pub use index::{Link, LinkIndex};
pub use remap::{Gone, Mapping, remap};
pub use walk::{Reference, Visit, for_each_record};

#[cfg(test)]
mod tests;
