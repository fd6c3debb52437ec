//! A document as JSON: a dump that loses nothing, and edit scripts (`docs/json.md`).

pub mod address;
pub mod clip;
pub mod dump;
pub mod script;
pub mod value;
