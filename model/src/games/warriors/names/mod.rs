//! Names and numbers of the game, restated as facts, each with its source.

mod doors;
mod enums;
mod glass;
mod hash;
mod levels;
mod shown;
mod types;

#[cfg(test)]
mod data_tests;
#[cfg(test)]
mod tests;

pub use doors::*;
pub use enums::*;
pub use glass::*;
pub use hash::*;
pub use levels::*;
pub use shown::*;
pub use types::*;
