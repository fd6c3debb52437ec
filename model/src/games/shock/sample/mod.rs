//! Levels made from nothing: the bundled sample, and blank ones.

mod blank;

pub use blank::{Blank, blank, document};
