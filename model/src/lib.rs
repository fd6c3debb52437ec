//! See the crate's description in Cargo.toml.
pub mod scene;
