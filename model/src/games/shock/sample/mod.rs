//! Levels made from nothing: the bundled sample, and blank ones.

mod blank;
mod station;

pub use blank::{Blank, blank, document};
pub use station::{SampleLevel, practice_station};
