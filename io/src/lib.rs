//! Original level files to and from the model.
//!
//! [`source`] is a file as it lies on disk: its bytes and the wrapper around them (MacBinary, AppleSingle, resource
//! forks). Each game's module reads and writes that game's own containers inside a source. Nothing here opens a window.

pub mod exchange;
pub mod file;
pub mod format;
pub mod journal;
pub mod json;
pub mod marathon;
pub mod oni;
pub mod save;
pub mod set;
pub mod shock;
pub mod source;
pub mod warriors;

#[cfg(test)]
mod set_tests;
#[cfg(test)]
mod test_data;
