//! What tests of the whole product share: a window without a display, pictures of it, a program that is killed.

pub mod canvas;
pub mod kill;
pub mod maps;
pub mod picture;
pub mod stage;
