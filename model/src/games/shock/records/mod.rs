//! The record tables, one file per sort of record. All numbers are little-endian; 0 is "none" for objects, rows and
//! references (`systemshock.md` 0, 4).

pub mod action;
pub mod class;
pub mod condition;
pub mod critter;
pub mod door;
pub mod file;
pub mod fixture;
pub mod hack;
mod keys;
pub mod level;
pub mod names;
pub mod object;
pub mod stuff;
#[cfg(test)]
mod tests;
pub mod tile;
pub mod trap;
pub mod variable;

pub use class::{
    ANIMATING, Animating, CLASS, CONTAINER, Class, Container, GRENADE, GUN, Grenade, Gun, HARDWARE, Hardware,
    PROJECTILE, Projectile, SOFTWARE, Software,
};
pub use critter::{CRITTER, Critter};
pub use door::{DOOR, Door};
pub use file::{COOKIE, PLAYER, Player, RESOURCE, SCHEDULE_HEAD, TEXT_BLOCK, TITLE};
pub use fixture::{FIXTURE, Fixture};
pub use keys::V12;
pub use level::*;
pub use object::{OBJECT, Object, REFERENCE_ROW, ReferenceRow};
pub use stuff::{BIG_STUFF, BigStuff, SMALL_STUFF, SmallStuff};
pub use tile::{TILE, Tile};
pub use trap::{TRAP, Trap};
pub use variable::{BOOLEAN, BOOLEANS, INTEGER, INTEGERS};
