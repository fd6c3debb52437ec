//! A note where a level has more textures than are drawn.

use std::sync::Arc;

use levelwright_model::document::LevelId;
use levelwright_model::scene::image::{BUDGET, within};
use levelwright_model::scene::{Image, Scene};

use crate::window::doc::Doc;
use crate::window::texts;

/// For which level and images the note was made last.
#[derive(Debug, Default)]
pub struct TextureNote {
    of: Option<(LevelId, Arc<[Arc<Image>]>)>,
}

impl TextureNote {
    /// What is to be said of textures that are not drawn; once for each level and list of them.
    pub fn unsaid(&mut self, doc: &Doc, scene: &Scene) -> Option<String> {
        let images = &scene.images;
        let known = self.of.as_ref().is_some_and(|(level, of)| *level == doc.level && Arc::ptr_eq(of, images));
        if known || !doc.eye.textures {
            return None;
        }
        self.of = Some((doc.level, images.clone()));
        let out = within(images, BUDGET).into_iter().filter(|fits| !fits).count();
        (out > 0).then(|| texts::textures_left_out(out, images.len(), BUDGET >> 20))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::doc::Doc;
    use levelwright_io::file::OpenFile;

    #[test]
    fn too_many_textures_are_said_once() {
        let format = levelwright_io::format::FORMATS[0];
        let file = OpenFile::made(format, format.sample.unwrap()().unwrap()).unwrap().remove(0);
        let mut doc = Doc::new(file);
        // Three of these fit.
        let large = || Arc::new(Image::new([4096, 4096], true, || None).unwrap());
        let scene = Scene { images: [large(), large(), large(), large()].into(), ..Scene::default() };
        let mut note = TextureNote::default();
        doc.eye.textures = false;
        assert_eq!(note.unsaid(&doc, &scene), None, "they are not shown anyway");
        doc.eye.textures = true;
        let said = note.unsaid(&doc, &scene).unwrap();
        assert!(said.starts_with("1 of 4 textures") && said.contains("256 MB"), "{said}");
        assert_eq!(note.unsaid(&doc, &scene), None, "it was said");
        let few = Scene { images: [large()].into(), ..Scene::default() };
        assert_eq!(note.unsaid(&doc, &few), None);
    }
}
