//! Pictures of test windows.

use std::cell::RefCell;
use std::rc::Rc;

pub use crate::canvas::{Canvas, PictureError};

/// Feeds the textures of a test window to a canvas.
pub struct Feed(pub Rc<RefCell<Canvas>>);

impl egui_kittest::TestRenderer for Feed {
    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        self.0.borrow_mut().feed(delta);
    }
}
