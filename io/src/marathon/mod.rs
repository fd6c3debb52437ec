//! Marathon 1, 2 and Infinity: the wad container and what is told apart by content.

pub mod convert;
mod encode;
pub mod flat;
mod level;
pub mod merge;
mod open;
pub mod recognise;
pub mod sample;
pub mod terminal;
pub mod wad;

pub use open::FORMAT;

#[cfg(test)]
mod data_tests;
#[cfg(test)]
mod document_tests;
#[cfg(test)]
mod json_tests;
#[cfg(test)]
mod operation_tests;
#[cfg(test)]
mod order_tests;
