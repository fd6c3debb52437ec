//! Textures, as far as their mean colour (`oni.md` 3.5).

use levelwright_model::scene::Colour;

use super::environment::Payloads;
use super::lists::word;

/// How pixels are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// 16 bits with four of alpha.
    Argb4444,
    /// 16 bits, the highest unused.
    Rgb555,
    /// 16 bits with one of alpha.
    Argb1555,
    /// Four bytes: red, green, blue, alpha.
    Rgba8888,
    /// Four bytes: blue, green, red, unused.
    Bgr888,
    /// Blocks of 4 by 4 pixels in 8 bytes.
    Dxt1,
}

impl Format {
    pub(super) fn of(number: u32) -> Option<Format> {
        Some(match number {
            0 => Format::Argb4444,
            1 => Format::Rgb555,
            2 => Format::Argb1555,
            7 => Format::Rgba8888,
            8 => Format::Bgr888,
            9 => Format::Dxt1,
            _ => return None,
        })
    }

    pub(super) fn has_alpha(self) -> bool {
        matches!(self, Format::Argb4444 | Format::Argb1555 | Format::Rgba8888)
    }

    /// Bytes of an image of this size.
    fn bytes(self, width: u64, height: u64) -> u64 {
        match self {
            Format::Argb4444 | Format::Rgb555 | Format::Argb1555 => width * height * 2,
            Format::Rgba8888 | Format::Bgr888 => width * height * 4,
            Format::Dxt1 => (width / 4).max(1) * (height / 4).max(1) * 8,
        }
    }
}

/// Flag: smaller images follow, each half as large, down to one pixel.
const MIPMAPS: u32 = 1;
/// Images no larger than this are read for their colour; of textures without smaller images, the beginning.
const ENOUGH: u64 = 4096;

/// How many bytes a texture's pixels take, with the smaller images behind the first; `None` where there are none.
pub(super) fn size(data: &[u8]) -> Option<u64> {
    let format = Format::of(word(data, 0x88)?)?;
    let size = word(data, 0x84)?;
    let (mut width, mut height) = (u64::from(size & 0xFFFF), u64::from(size >> 16));
    let mut bytes = format.bytes(width, height);
    if word(data, 0x80)? & MIPMAPS != 0 {
        while width > 1 || height > 1 {
            (width, height) = ((width / 2).max(1), (height / 2).max(1));
            bytes += format.bytes(width, height);
        }
    }
    Some(bytes)
}

/// The mean colour of a texture's pixels; `None` if they are not there or in an unknown form.
pub(super) fn mean(data: &[u8], offset_at: usize, payloads: Payloads<'_>) -> Option<Colour> {
    let format = Format::of(word(data, 0x88)?)?;
    let size = word(data, 0x84)?;
    let (mut width, mut height) = (u64::from(size & 0xFFFF), u64::from(size >> 16));
    let mut at = u64::from(word(data, offset_at)?);
    if at == 0 || width == 0 || height == 0 {
        return None;
    }
    let mips = word(data, 0x80)? & MIPMAPS != 0;
    while mips && format.bytes(width, height) > ENOUGH {
        at += format.bytes(width, height);
        (width, height) = ((width / 2).max(1), (height / 2).max(1));
    }
    let bytes = payloads(at..at + format.bytes(width, height).min(ENOUGH))?;
    average(format, &bytes)
}

fn average(format: Format, bytes: &[u8]) -> Option<Colour> {
    let mut sum = [0u32; 3];
    let mut count = 0u32;
    let mut add = |rgb: [u32; 3]| {
        sum.iter_mut().zip(rgb).for_each(|(sum, part)| *sum += part);
        count += 1;
    };
    // A part of so many bits as a byte.
    let part = |word: u16, from: u32, bits: u32| {
        let max = (1u32 << bits) - 1;
        (u32::from(word) >> from & max) * 255 / max
    };
    let rgb555 = |word: u16| [part(word, 10, 5), part(word, 5, 5), part(word, 0, 5)];
    let rgb565 = |word: u16| [part(word, 11, 5), part(word, 5, 6), part(word, 0, 5)];
    let word16 = |b: &[u8]| b.first_chunk().map_or(0, |b| u16::from_le_bytes(*b));
    match format {
        Format::Argb4444 => {
            bytes.chunks_exact(2).map(word16).for_each(|w| add([part(w, 8, 4), part(w, 4, 4), part(w, 0, 4)]))
        }
        Format::Rgb555 | Format::Argb1555 => bytes.chunks_exact(2).map(word16).for_each(|w| add(rgb555(w))),
        Format::Rgba8888 => bytes.as_chunks().0.iter().for_each(|[r, g, b, _]| add([*r, *g, *b].map(u32::from))),
        Format::Bgr888 => bytes.as_chunks().0.iter().for_each(|[b, g, r, _]| add([*r, *g, *b].map(u32::from))),
        Format::Dxt1 => {
            for block in bytes.chunks_exact(8) {
                let ends = [word16(block), word16(block.get(2..).unwrap_or_default())];
                ends.into_iter().for_each(|end| add(rgb565(end)));
            }
        }
    }
    let mean = |sum: u32| sum.checked_div(count).and_then(|m| u8::try_from(m).ok());
    let [r, g, b] = sum;
    Some(Colour::rgb(mean(r)?, mean(g)?, mean(b)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_gives_its_colour() {
        let of = |format, bytes: &[u8]| average(format, bytes).unwrap();
        assert_eq!(of(Format::Argb4444, &[0x0F, 0xF0]), Colour::rgb(0, 0, 255));
        assert_eq!(of(Format::Rgb555, &[0x00, 0x7C]), Colour::rgb(255, 0, 0));
        assert_eq!(of(Format::Argb1555, &[0xE0, 0x83]), Colour::rgb(0, 255, 0));
        assert_eq!(of(Format::Rgba8888, &[10, 20, 30, 0]), Colour::rgb(10, 20, 30));
        assert_eq!(of(Format::Bgr888, &[30, 20, 10, 0]), Colour::rgb(10, 20, 30));
        // Both ends of a block, red and blue.
        assert_eq!(of(Format::Dxt1, &[0x00, 0xF8, 0x1F, 0x00, 0, 0, 0, 0]), Colour::rgb(127, 0, 127));
        assert_eq!(average(Format::Dxt1, &[]), None);
        assert_eq!(Format::Dxt1.bytes(32, 2), 64);
    }

    #[test]
    fn the_smaller_images_are_skipped_to() {
        let mut data = vec![0; 0xA0];
        data[0x80] = 1;
        data[0x84] = 64;
        data[0x86] = 64;
        data[0x88] = 8;
        data[0x94] = 32;
        // 64 x 64 pixels of 4 bytes, then 32 x 32.
        let read = |range: Range| {
            assert_eq!(range, 32 + 16_384..32 + 16_384 + 4096);
            Some(vec![1, 2, 3, 0])
        };
        assert_eq!(mean(&data, 0x94, &read), Some(Colour::rgb(3, 2, 1)));
        type Range = std::ops::Range<u64>;
    }
}
