//! Oni.

pub mod scripts;
