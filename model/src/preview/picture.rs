//! From a moment of a running level to its scene.

use std::fmt::Debug;

use super::{Moment, Overlay};
use crate::document::{Level, ObjectKind, Objects};
use crate::scene::Scene;

/// Draws one level at many moments; what did not change since the last one is not made anew.
pub trait Picture: Debug + Send {
    /// The scene at a moment. The level and its objects are those it was begun with.
    fn at(&mut self, level: &Level, objects: &Objects, moment: &Moment) -> Scene;
}

/// A picture of a level whose surfaces stand still but for poses: the scene of the editor with a moment laid over it.
#[derive(Debug)]
pub struct StillPicture {
    scene: Scene,
    overlay: Overlay,
}

impl StillPicture {
    /// Of the editor's scene, see [`Overlay::new`].
    pub fn new(scene: Scene, kinds: &'static [&'static ObjectKind], acted: &'static [&'static str]) -> StillPicture {
        StillPicture { scene, overlay: Overlay::new(kinds, acted) }
    }
}

impl Picture for StillPicture {
    fn at(&mut self, level: &Level, objects: &Objects, moment: &Moment) -> Scene {
        let mut scene = self.scene.clone();
        self.overlay.lay_over(&mut scene, level, objects, moment);
        scene
    }
}
