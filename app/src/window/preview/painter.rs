//! Draws the levels that run, one at a time.

use levelwright_model::document::LevelId;
use levelwright_model::preview::Picture;
use levelwright_model::scene::Scene;

use super::run::Preview;
use crate::window::doc::{Doc, StateKey};

/// Keeps what the last picture was made of, so that the next one is made from what changed.
#[derive(Debug, Default)]
pub struct Painter {
    kept: Option<((StateKey, LevelId), Box<dyn Picture>)>,
}

impl Painter {
    /// The scene of a level that runs; `None` if the level is not there.
    pub fn scene(&mut self, doc: &Doc, preview: &Preview) -> Option<Scene> {
        let level = doc.state().level(doc.level)?;
        let objects = doc.objects(doc.level);
        let key = (doc.key(), doc.level);
        if self.kept.as_ref().is_none_or(|(of, _)| *of != key) {
            self.kept = Some((key, (preview.spec.picture)(level, &objects)));
        }
        let (_, picture) = self.kept.as_mut()?;
        Some(picture.at(level, &objects, preview.shown().moment()))
    }
}
