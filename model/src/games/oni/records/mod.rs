//! The record tables of Oni's placed objects, chunk version 39 (`oni.md` 2): one file a type.

mod character;
mod combat;
mod console;
mod door;
mod environment;
mod event;
mod flag;
mod furniture;
mod header;
mod melee;
mod neutral;
mod particle;
mod patrol_path;
mod power_up;
mod script;
mod sound;
mod trigger;
mod trigger_volume;
mod turret;
mod weapon;

#[cfg(test)]
mod tests;

pub use character::*;
pub use combat::*;
pub use console::*;
pub use door::*;
pub use environment::*;
pub use event::*;
pub use flag::*;
pub use furniture::*;
pub use header::*;
pub use melee::*;
pub use neutral::*;
pub use particle::*;
pub use patrol_path::*;
pub use power_up::*;
pub use script::*;
pub use sound::*;
pub use trigger::*;
pub use trigger_volume::*;
pub use turret::*;
pub use weapon::*;

use crate::record::Unit;

/// Seconds of a number of ticks: the game runs 60 a second (`oni.md` 2.1).
pub const SECONDS: Unit = Unit { name: "s", divisor: 60.0 };
/// Degrees.
pub const DEGREES: Unit = Unit { name: "°", divisor: 1.0 };
