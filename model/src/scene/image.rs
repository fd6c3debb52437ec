//! Images that surfaces wear: named by a scene, decoded when they are first drawn, never kept twice.

use super::Colour;
use std::fmt;
use std::sync::Arc;

/// How an image's pixels are had: four bytes each (red, green, blue, alpha), the top row first. `None` where they cannot
/// be had after all.
type Load = dyn Fn() -> Option<Vec<u8>> + Send + Sync;

/// An image. Two are the same only if they are one: a level makes each once and shares it.
pub struct Image {
    size: [u32; 2],
    smooth: bool,
    load: Box<Load>,
}

impl Image {
    /// The longest side that is drawn. Old games' textures have 256 pixels, those of mods up to 2048; what OpenGL 3.3
    /// promises is less than any card of today takes.
    pub const LONGEST: u32 = 4096;

    /// An image whose pixels are had when they are first needed. `None` for one without pixels or with a side longer
    /// than [`Self::LONGEST`]. `smooth` says whether it is drawn blurred from near by, or in squares.
    pub fn new(
        size: [u32; 2],
        smooth: bool,
        load: impl Fn() -> Option<Vec<u8>> + Send + Sync + 'static,
    ) -> Option<Self> {
        let fits = size.iter().all(|side| (1..=Self::LONGEST).contains(side));
        fits.then(|| Self { size, smooth, load: Box::new(load) })
    }

    /// Width and height in pixels.
    pub const fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Whether it is drawn blurred from near by.
    pub const fn is_smooth(&self) -> bool {
        self.smooth
    }

    /// Its pixels, decoded anew with each call. `None` where they cannot be had, or are not as many as its size says.
    pub fn pixels(&self) -> Option<Vec<[u8; 4]>> {
        let [width, height] = self.size;
        let wanted = usize::try_from(u64::from(width) * u64::from(height)).ok()?;
        let bytes = (self.load)()?;
        let (pixels, rest) = bytes.as_chunks::<4>();
        (rest.is_empty() && pixels.len() == wanted).then(|| pixels.to_vec())
    }

    /// What it takes on the graphics card with its smaller copies, in bytes.
    pub fn cost(&self) -> u64 {
        let [width, height] = self.size;
        // The smaller copies together are a third of the image.
        u64::from(width) * u64::from(height) * 4 * 4 / 3
    }
}

impl PartialEq for Image {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height] = self.size;
        write!(f, "Image({width} x {height})")
    }
}

/// The position of an image in [`super::Scene::images`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImageId(pub u32);

/// What a group wears while textures are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skin {
    /// The image.
    pub image: ImageId,
    /// Multiplies the image; its alpha is the opacity of see-through surfaces.
    pub tint: Colour,
    /// Whether faces are shaded by the way they look, as plain colours are: for meshes that carry no light of their own.
    pub shaded: bool,
}

/// Where a corner lies in the image of its group, and the light there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Texel {
    /// From the image's left and top, in images: 1 is its whole side, and beyond it the image repeats.
    pub at: [f32; 2],
    /// Multiplies the image at this corner.
    pub light: Colour,
}

/// What all images of a scene may take together on the graphics card, in bytes, smaller copies included. A level of
/// 300 textures of 256 by 256 pixels takes 105 MB.
pub const BUDGET: u64 = 256 << 20;

/// Which images are drawn within a budget: as many as fit, in their order; one that does not fit is left out and those
/// behind it may still fit.
pub fn within(images: &[Arc<Image>], budget: u64) -> Vec<bool> {
    let mut left = budget;
    let fits = images.iter().map(|image| {
        let rest = left.checked_sub(image.cost());
        left = rest.unwrap_or(left);
        rest.is_some()
    });
    fits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    fn image(side: u32) -> Arc<Image> {
        let count = (side * side * 4) as usize;
        Arc::new(Image::new([side, side], true, move || Some(vec![7; count])).unwrap())
    }

    #[test]
    fn pixels_are_decoded_when_asked_for_and_must_be_as_many_as_the_size_says() {
        static ASKED: AtomicU32 = AtomicU32::new(0);
        let load = || {
            ASKED.fetch_add(1, Ordering::Relaxed);
            Some(vec![1, 2, 3, 4, 5, 6, 7, 8])
        };
        let two = Image::new([2, 1], true, load).unwrap();
        assert_eq!(ASKED.load(Ordering::Relaxed), 0);
        assert_eq!(two.pixels().unwrap(), [[1, 2, 3, 4], [5, 6, 7, 8]]);
        assert_eq!(ASKED.load(Ordering::Relaxed), 1);
        assert!(Image::new([2, 2], true, load).unwrap().pixels().is_none(), "too few");
        assert!(Image::new([1, 1], true, || Some(vec![0; 5])).unwrap().pixels().is_none(), "no whole pixel");
        assert!(Image::new([1, 1], true, || None).unwrap().pixels().is_none());
    }

    #[test]
    fn lying_sizes_make_no_image() {
        for size in [[0, 4], [4, 0], [Image::LONGEST + 1, 1], [u32::MAX, u32::MAX]] {
            assert!(Image::new(size, true, || None).is_none(), "{size:?}");
        }
        assert_eq!(Image::new([Image::LONGEST; 2], true, || None).unwrap().cost(), 89_478_485);
    }

    #[test]
    fn what_does_not_fit_is_left_out_and_smaller_ones_behind_it_are_not() {
        let images = [image(16), image(64), image(16), image(16)];
        // 1365 bytes each for the small ones.
        assert_eq!(within(&images, 3000), [true, false, true, false]);
        assert_eq!(within(&images, BUDGET), [true; 4]);
        assert!(images[0] == images[0].clone() && images[0] != images[2], "an image is itself alone");
    }
}
