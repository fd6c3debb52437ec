//! Oni: instance files (`.dat` with `.raw` and `.sep`, `.oni`) and the lists of objects in them.

mod add;
pub mod instance;
mod lists;
mod write;
