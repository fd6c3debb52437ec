//! What Marathon derives from a level's geometry: the fields its editors compute and its engine trusts
//! (`marathon.md` 1.5), as functions from a [`Map`] to values.
//!
//! Nothing here writes a byte: plans and writers compare a rule's answer before and after an edit and splice the
//! difference. Every stored index may lie, so every look-up can fail, and a rule that meets a missing element says so
//! with `None` or leaves the element out.

pub mod carried;
pub mod distance;
pub mod endpoint;
mod flood;
pub mod indices;
pub mod line;
mod local;
pub mod map;
pub mod platform;
pub mod polygon;
pub mod rates;
pub mod side;
pub mod sounds;
#[cfg(test)]
mod test_maps;

pub use map::{ChunkBytes, Kind, Map};
