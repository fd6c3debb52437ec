//! The checks.
use crate::problems::{Check, basic};
/// Every check of the game.
pub static CHECKS: &[&Check] = &[&basic::UNREADABLE];
