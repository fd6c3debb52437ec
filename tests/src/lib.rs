//! What tests of the whole product share: a window without a display, and pictures of it.

pub mod maps;
pub mod picture;
pub mod stage;
