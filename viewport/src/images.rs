//! Images on the graphics card: each sent once, when it is first worn, with its smaller copies.

use levelwright_model::scene::image::{BUDGET, within};
use levelwright_model::scene::{Image, ImageId};
use std::sync::Arc;
use three_d::core::{Context, CpuTexture, Interpolation, Mipmap, Texture2D, TextureData, Wrapping};

/// The images of a scene.
#[derive(Default)]
pub(crate) struct Images {
    /// Those that the scene names.
    list: Arc<[Arc<Image>]>,
    /// What each of them is on the card; `None` for those that are beyond the budget or have no pixels.
    held: Vec<Option<(Arc<Image>, Texture2D)>>,
    /// Whether `held` is made for `list`.
    sent: bool,
    /// Another number whenever other images are held.
    stamp: u64,
}

impl Images {
    /// Takes over the images of a scene; nothing is sent yet.
    pub(crate) fn set(&mut self, images: &Arc<[Arc<Image>]>) {
        self.sent = self.sent && self.list == *images;
        self.list = Arc::clone(images);
    }

    /// Sends what is not on the card yet.
    pub(crate) fn send(&mut self, context: &Context) {
        if self.sent {
            return;
        }
        self.sent = true;
        let mut old: Vec<_> = self.held.drain(..).flatten().collect();
        let fits = within(&self.list, BUDGET);
        // What is not worn any more goes first, so that the card never holds more than the budget.
        old.retain(|(image, _)| self.list.iter().zip(&fits).any(|(new, fits)| *fits && Arc::ptr_eq(new, image)));
        for (image, fits) in self.list.iter().zip(fits) {
            let known = old.iter().position(|(held, _)| Arc::ptr_eq(held, image));
            self.held.push(match known {
                _ if !fits => None,
                Some(at) => Some(old.swap_remove(at)),
                None => texture(context, image).map(|texture| (Arc::clone(image), texture)),
            });
        }
        self.stamp += 1;
    }

    /// Which images are held: the same number for the same.
    pub(crate) fn stamp(&self) -> u64 {
        self.stamp
    }

    /// An image on the card.
    pub(crate) fn get(&self, id: ImageId) -> Option<&Texture2D> {
        let (_, texture) = self.held.get(usize::try_from(id.0).ok()?)?.as_ref()?;
        Some(texture)
    }
}

fn texture(context: &Context, image: &Image) -> Option<Texture2D> {
    let pixels = image.pixels()?;
    let [width, height] = image.size();
    let near = if image.is_smooth() { Interpolation::Linear } else { Interpolation::Nearest };
    let texture = CpuTexture {
        data: TextureData::RgbaU8(pixels),
        width,
        height,
        min_filter: Interpolation::Linear,
        mag_filter: near,
        mipmap: Some(Mipmap::default()),
        wrap_s: Wrapping::Repeat,
        wrap_t: Wrapping::Repeat,
        ..CpuTexture::default()
    };
    Some(Texture2D::new(context, &texture))
}
