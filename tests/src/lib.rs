//! See the crate's description in Cargo.toml.

pub mod kill;
pub mod map;
