//! Marathon 1, 2 and Infinity: the wad container and what is told apart by content.

pub mod flat;
pub mod merge;
pub mod recognise;
pub mod wad;

#[cfg(test)]
mod data_tests;
