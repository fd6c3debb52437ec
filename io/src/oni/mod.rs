//! Oni: instance files (`.dat` with `.raw` and `.sep`, `.oni`) and the lists of objects in them.

mod add;
mod guest;
pub mod instance;
mod lists;
mod open;
mod origin;
mod write;

pub use open::FORMAT;

#[cfg(test)]
mod data_tests;
