//! A scene to pixels; knows no game and no window library.
//!
//! [`Renderer`] draws a [`Scene`](levelwright_model::scene::Scene) as a [`View`] asks into a
//! framebuffer of its own and copies it into whatever framebuffer is bound, so it works inside a
//! window's paint callback and, through [`Headless`], without any window. Picking and gizmo drags
//! need no graphics and live in `levelwright_model::scene`.

mod error;
mod grid;
pub mod headless;
mod images;
mod lines;
mod markers;
mod program;
mod renderer;
mod surfaces;
mod target;
mod view;

#[cfg(test)]
mod tests;

pub use error::ViewportError;
pub use headless::Headless;
pub use markers::Atlas;
pub use renderer::Renderer;
pub use target::{Picture, PixelRect};
pub use three_d::context as gl;
pub use view::{Overlays, Theme, View};
