//! System Shock (1994): resource files, archives and saves.

mod archive;
mod encode;
mod lent;
mod level;
mod open;
mod pack;
pub mod res;
pub mod sample;
mod texts;

pub use open::FORMAT;

#[cfg(test)]
mod data_tests;
#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
mod operation_tests;
