//! Two levels side by side: what was added, removed, moved and changed, and the edits that turn one into the other.
//!
//! Rows are matched by what their table declares ([`crate::record::Matching`]): position, a key field, or alignment of
//! equal rows and then of the most alike. References are compared through that matching, so a deleted row is one
//! difference, however many numbers behind it were lowered.

mod align;
mod differences;
mod edits;
mod matching;
mod take;

pub use differences::{Difference, FieldChange, What, differences};
pub use edits::{turn_into, turn_state_into};
pub use matching::{Matched, Pairs};
pub use take::{Wanted, take_over};

#[cfg(test)]
mod level_tests;
