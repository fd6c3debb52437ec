//! What a level looks like.
use crate::document::{Level, Objects};
use crate::scene::Scene;
/// A level's scene.
pub fn scene(_: &Level, _: &Objects) -> Scene {
    Scene::default()
}
