//! Names of numbers and bits, in the games' own words. Numbers without a name are kept and shown raw.

mod fighting;
mod flags;
mod map;
mod sounds;
mod terminals;
mod things;

#[cfg(test)]
mod tests;

pub use fighting::*;
pub use flags::*;
pub use map::*;
pub use sounds::*;
pub use terminals::*;
pub use things::*;
