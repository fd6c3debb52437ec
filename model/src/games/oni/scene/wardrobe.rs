//! The images that a scene names, each once.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::scene::{Colour, Image, ImageId, Skin};

/// The images so far.
#[derive(Default)]
pub(super) struct Wardrobe {
    list: Vec<Arc<Image>>,
    /// Where an image stands in the list, by where it lies in memory: there are hundreds.
    known: BTreeMap<usize, ImageId>,
}

impl Wardrobe {
    /// The name of an image in the scene.
    fn id(&mut self, image: &Arc<Image>) -> ImageId {
        let next = ImageId(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        let id = *self.known.entry(Arc::as_ptr(image).addr()).or_insert(next);
        if id == next {
            self.list.push(Arc::clone(image));
        }
        id
    }

    /// An image as it is worn: as it is, or shaded where no light is baked into the corners.
    pub(super) fn skin(&mut self, image: Option<&Arc<Image>>, shaded: bool) -> Option<Skin> {
        image.map(|image| Skin { image: self.id(image), tint: Colour::WHITE, shaded })
    }

    /// The list for the scene.
    pub(super) fn finish(self) -> Arc<[Arc<Image>]> {
        self.list.into()
    }
}
