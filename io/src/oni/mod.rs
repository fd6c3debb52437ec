//! Oni: instance files (`.dat` with `.raw` and `.sep`, `.oni`) and the lists of objects in them.

mod add;
mod environment;
mod guest;
pub mod instance;
mod lists;
mod mesh;
mod open;
mod origin;
mod single;
mod texture;
mod write;

pub use open::FORMAT;
pub use single::SINGLE;

#[cfg(test)]
mod data_tests;
#[cfg(test)]
mod expected_tests;
#[cfg(test)]
mod second_reader;
