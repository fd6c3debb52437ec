//! Marathon, Marathon 2 and Marathon Infinity.

pub mod bulk;
pub mod geometry;
