//! System Shock (1994): resource files, archives and saves.

mod archive;
mod encode;
mod level;
mod open;
pub mod res;

pub use open::FORMAT;

#[cfg(test)]
mod data_tests;
#[cfg(test)]
mod operation_tests;
