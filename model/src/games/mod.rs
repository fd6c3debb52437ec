//! One folder a game.

pub mod marathon;
