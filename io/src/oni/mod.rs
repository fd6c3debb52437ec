//! Oni: instance files (`.dat` with `.raw` and `.sep`, `.oni`) and the lists of objects in them.

mod add;
mod animation;
mod build;
mod convert;
mod environment;
mod guest;
pub mod instance;
mod lists;
mod making;
mod mesh;
mod open;
mod origin;
mod packing;
mod panels;
mod payloads;
mod sample;
mod scripts;
mod single;
mod texture;
mod write;
mod xml;

pub use open::FORMAT;
pub use single::SINGLE;
pub(crate) use xml::EXCHANGE;

#[cfg(test)]
mod companion_tests;
#[cfg(test)]
mod data_tests;
#[cfg(test)]
mod expected_tests;
#[cfg(test)]
mod guest_tests;
#[cfg(test)]
mod orders_tests;
#[cfg(test)]
mod restoring_tests;
#[cfg(test)]
mod saving_tests;
#[cfg(test)]
mod script_tests;
#[cfg(test)]
mod second_reader;
