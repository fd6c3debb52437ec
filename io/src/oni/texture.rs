//! Textures: their pixels and their mean colour (`oni.md` 3.5).

use std::ops::Range;
use std::sync::Arc;

use levelwright_model::scene::{Colour, Image};

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
pub(super) fn mean(data: &[u8], offset_at: usize, payloads: &dyn Fn(Range<u64>) -> Option<Vec<u8>>) -> Option<Colour> {
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

/// A texture's pixels, read when they are first drawn. `None` if they do not lie in the payloads, which are so long:
/// what a header says of its size takes no memory then.
pub(super) fn image(data: &[u8], offset_at: usize, payloads: &Payloads, len: u64) -> Option<Image> {
    let format = Format::of(word(data, 0x88)?)?;
    let size = word(data, 0x84)?;
    let (width, height) = (size & 0xFFFF, size >> 16);
    let at = u64::from(word(data, offset_at)?);
    let range = at..at.checked_add(format.bytes(u64::from(width), u64::from(height)))?;
    if at == 0 || range.end > len {
        return None;
    }
    let payloads = Arc::clone(payloads);
    // The game draws textures blurred from near by.
    Image::new([width, height], true, move || {
        decode(format, width as usize, height as usize, &payloads(range.clone())?)
    })
}

/// Pixels as red, green, blue and alpha, the top row first. Alpha of formats without it is full: what a surface does
/// with it is told by its flags. `None` for fewer bytes than the size asks for.
fn decode(format: Format, width: usize, height: usize, bytes: &[u8]) -> Option<Vec<u8>> {
    let wanted = format.bytes(width as u64, height as u64);
    let bytes = bytes.get(..usize::try_from(wanted).ok()?)?;
    let words = bytes.as_chunks::<2>().0.iter().map(|two| u16::from_le_bytes(*two));
    Some(match format {
        Format::Argb4444 => words.flat_map(|w| [part(w, 8, 4), part(w, 4, 4), part(w, 0, 4), part(w, 12, 4)]).collect(),
        Format::Rgb555 => words.flat_map(|w| rgb555(w, u8::MAX)).collect(),
        Format::Argb1555 => words.flat_map(|w| rgb555(w, part(w, 15, 1))).collect(),
        Format::Rgba8888 => bytes.to_vec(),
        Format::Bgr888 => bytes.as_chunks().0.iter().flat_map(|[b, g, r, _]| [*r, *g, *b, u8::MAX]).collect(),
        Format::Dxt1 => dxt1(width, height, bytes),
    })
}

/// A part of so many bits as a byte.
fn part(word: u16, from: u32, bits: u32) -> u8 {
    let max = (1u32 << bits) - 1;
    ((u32::from(word) >> from & max) * 255 / max) as u8
}

fn rgb555(word: u16, alpha: u8) -> [u8; 4] {
    [part(word, 10, 5), part(word, 5, 5), part(word, 0, 5), alpha]
}

fn rgb565(word: u16) -> [u8; 3] {
    [part(word, 11, 5), part(word, 5, 6), part(word, 0, 5)]
}

/// The four colours of a block: its ends, and what lies between. The fourth is black where the first end is not the
/// larger number; that it is also see-through there is left aside, for this format counts as one without alpha.
fn block_colours(block: [u8; 8]) -> [[u8; 3]; 4] {
    let [a0, a1, b0, b1, ..] = block;
    let (from, to) = (u16::from_le_bytes([a0, a1]), u16::from_le_bytes([b0, b1]));
    let (a, b) = (rgb565(from), rgb565(to));
    let mix = |of_a: u16, of_b: u16| -> [u8; 3] {
        let all = of_a + of_b;
        std::array::from_fn(|i| {
            let [a, b] = [a, b].map(|c| u16::from(c.get(i).copied().unwrap_or_default()));
            ((a * of_a + b * of_b) / all) as u8
        })
    };
    if from > to { [a, b, mix(2, 1), mix(1, 2)] } else { [a, b, mix(1, 1), [0; 3]] }
}

/// Blocks of 4 by 4 pixels, row by row. Sides that are no multiple of four lose their rest in the file (3.5): the last
/// block's pixels stand in.
fn dxt1(width: usize, height: usize, bytes: &[u8]) -> Vec<u8> {
    let blocks = bytes.as_chunks::<8>().0;
    let (columns, rows) = ((width / 4).max(1), (height / 4).max(1));
    let colours: Vec<[[u8; 3]; 4]> = blocks.iter().map(|block| block_colours(*block)).collect();
    let mut out = Vec::with_capacity(width * height * 4);
    for y in 0..height {
        for x in 0..width {
            let at = (y / 4).min(rows - 1) * columns + (x / 4).min(columns - 1);
            // Two bits a pixel, the first pixel in the lowest, a byte for each row of the block.
            let row = blocks.get(at).and_then(|block| block.get(4 + y % 4)).copied().unwrap_or_default();
            let choice = usize::from(row >> (2 * (x % 4)) & 3);
            let [r, g, b] = colours.get(at).and_then(|of| of.get(choice)).copied().unwrap_or_default();
            out.extend([r, g, b, u8::MAX]);
        }
    }
    out
}

fn average(format: Format, bytes: &[u8]) -> Option<Colour> {
    let mut sum = [0u32; 3];
    let mut count = 0u32;
    let mut add = |rgb: [u8; 3]| {
        sum.iter_mut().zip(rgb).for_each(|(sum, part)| *sum += u32::from(part));
        count += 1;
    };
    let word16 = |b: &[u8]| b.first_chunk().map_or(0, |b| u16::from_le_bytes(*b));
    let plain = |[r, g, b, _]: [u8; 4]| [r, g, b];
    match format {
        Format::Argb4444 => {
            bytes.chunks_exact(2).map(word16).for_each(|w| add([part(w, 8, 4), part(w, 4, 4), part(w, 0, 4)]))
        }
        Format::Rgb555 | Format::Argb1555 => {
            bytes.chunks_exact(2).map(word16).for_each(|w| add(plain(rgb555(w, u8::MAX))))
        }
        Format::Rgba8888 => bytes.as_chunks().0.iter().for_each(|pixel| add(plain(*pixel))),
        Format::Bgr888 => bytes.as_chunks().0.iter().for_each(|[b, g, r, _]| add([*r, *g, *b])),
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
        let read = |range: Range<u64>| {
            assert_eq!(range, 32 + 16_384..32 + 16_384 + 4096);
            Some(vec![1, 2, 3, 0])
        };
        assert_eq!(mean(&data, 0x94, &read), Some(Colour::rgb(3, 2, 1)));
    }

    /// Pixels of a format, by hand.
    fn pixels(format: Format, width: usize, height: usize, bytes: &[u8]) -> Vec<[u8; 4]> {
        decode(format, width, height, bytes).unwrap().as_chunks().0.to_vec()
    }

    #[test]
    fn each_format_gives_its_pixels() {
        // 1010 1111 0000 0101: alpha 10, red 15, green 0, blue 5 of 15.
        assert_eq!(pixels(Format::Argb4444, 1, 1, &[0x05, 0xAF]), [[255, 0, 85, 170]]);
        // 1 11111 00000 10000 and 0 00000 11111 00001: the highest bit is nothing, or alpha.
        let words = [0x10, 0xFC, 0xE1, 0x03];
        assert_eq!(pixels(Format::Rgb555, 2, 1, &words), [[255, 0, 131, 255], [0, 255, 8, 255]]);
        assert_eq!(pixels(Format::Argb1555, 1, 2, &words), [[255, 0, 131, 255], [0, 255, 8, 0]]);
        assert_eq!(pixels(Format::Rgba8888, 1, 1, &[1, 2, 3, 4]), [[1, 2, 3, 4]]);
        assert_eq!(pixels(Format::Bgr888, 1, 1, &[1, 2, 3, 4]), [[3, 2, 1, 255]]);
        assert!(decode(Format::Bgr888, 2, 2, &[0; 15]).is_none(), "too short");
    }

    #[test]
    fn blocks_hold_two_colours_and_what_lies_between() {
        // From white to black (the larger number first): 0 and 1 the ends, 2 and 3 a third of the way in.
        let mut block = vec![0xFF, 0xFF, 0x00, 0x00];
        // Each row of pixels a byte, the leftmost in the lowest bits: 0 1 2 3, then 3 2 1 0, then all 2, all 0.
        block.extend([0b1110_0100, 0b0001_1011, 0b1010_1010, 0]);
        let seen = pixels(Format::Dxt1, 4, 4, &block);
        let grey = |g: u8| [g, g, g, 255];
        assert_eq!(seen[..4], [255, 0, 170, 85].map(grey));
        assert_eq!(seen[4..8], [85, 170, 0, 255].map(grey));
        assert_eq!(seen[8..12], [170; 4].map(grey));
        assert_eq!(seen[12..], [255; 4].map(grey));
        // Black first: three colours, the third in the middle, the fourth black.
        let mut block = vec![0x00, 0x00, 0xFF, 0xFF];
        block.extend([0b1110_0100, 0, 0, 0]);
        assert_eq!(pixels(Format::Dxt1, 4, 4, &block)[..4], [0, 255, 127, 0].map(grey));
        // 10000 100000 00001 is red 131, green 129, blue 8.
        let block = [0x01, 0x84, 0x00, 0x00, 0, 0, 0, 0];
        assert_eq!(pixels(Format::Dxt1, 1, 1, &block), [[131, 129, 8, 255]]);
    }

    #[test]
    fn blocks_go_row_by_row_and_ragged_sides_repeat_the_last() {
        let block = |low: u8, high: u8| vec![low, high, low, high, 0, 0, 0, 0];
        // Red, green; blue, white.
        let four = [block(0x00, 0xF8), block(0xE0, 0x07), block(0x1F, 0x00), block(0xFF, 0xFF)].concat();
        let seen = pixels(Format::Dxt1, 8, 8, &four);
        let at = |x: usize, y: usize| seen[y * 8 + x];
        assert_eq!([at(3, 3), at(4, 0)], [[255, 0, 0, 255], [0, 255, 0, 255]]);
        assert_eq!([at(0, 4), at(7, 7)], [[0, 0, 255, 255], [255, 255, 255, 255]]);
        let ragged = pixels(Format::Dxt1, 6, 2, &block(0x1F, 0x00));
        assert_eq!(ragged, [[0, 0, 255, 255]; 12]);
    }

    #[test]
    fn headers_that_lie_make_no_image() {
        let header = |format: u8, width: u16, height: u16, at: u32| {
            let mut data = vec![0; 0xA0];
            data[0x84..0x86].copy_from_slice(&width.to_le_bytes());
            data[0x86..0x88].copy_from_slice(&height.to_le_bytes());
            data[0x88] = format;
            data[0x94..0x98].copy_from_slice(&at.to_le_bytes());
            data
        };
        let payloads: Payloads = Arc::new(|range| {
            assert!(range.end <= 96, "{range:?} is beyond the payloads");
            Some(vec![9; usize::try_from(range.end - range.start).unwrap()])
        });
        let image = |data: &[u8]| image(data, 0x94, &payloads, 96);
        let sound = image(&header(8, 4, 4, 32)).unwrap();
        assert_eq!(sound.pixels().unwrap(), [[9, 9, 9, 255]; 16]);
        for (format, width, height, at) in [
            (8, 4, 4, 33),
            (8, 0, 4, 32),
            (8, 4, 4, 0),
            (8, u16::MAX, u16::MAX, 32),
            (9, u16::MAX, 1, 32),
            (3, 4, 4, 32),
            (8, 1, 1, u32::MAX),
        ] {
            assert!(image(&header(format, width, height, at)).is_none(), "{format} {width} {height} {at}");
        }
        // The side is too long for a picture, though its bytes are there.
        let long: Payloads = Arc::new(|_| None);
        assert!(super::image(&header(0, 5000, 1, 32), 0x94, &long, 1 << 20).is_none());
        assert!(image(&[]).is_none());
    }
}
