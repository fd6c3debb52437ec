//! Textures and the palette out of the game's folder: `texture.res` and `gamepal.res` (`systemshock.md` 3.6 for their
//! numbers; bitmaps and palette by the published description of the game's resource files, ss-specs). Both are only read.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::games::shock::textures::{MOST, Textures};
use levelwright_model::scene::Image;

use super::lent::find_all;
use super::res::{ResFile, Resource, array, blocks_of, unpacked};
use crate::format::Guest;

/// Where a texture of 128 and of 64 pixels lies.
const LARGE: u16 = 0x03E8;
const SMALL: u16 = 0x02C3;
/// The palette that is in use while the game is played.
const PALETTE: u16 = 0x02BC;
/// Red, green and blue of 256 colours.
const PALETTE_SIZE: usize = 768;
/// Largest file that is looked at: the textures of the game are some megabytes.
const LARGEST: u64 = 32 << 20;
/// The longest side of a texture that is shown: the game's have 128 pixels, and what a packed one says of itself may not
/// take memory at will.
const LONGEST: usize = 1024;

/// A file of textures: only its directory is held.
#[derive(Debug)]
struct Shelf {
    path: PathBuf,
    file: ResFile,
}

/// What lies around a file: the textures, and lines for people.
pub(super) fn beside(path: &Path) -> (Option<Arc<Textures>>, Vec<Guest>) {
    let mut guests = Vec::new();
    let palette = find_all(path, "gamepal.res").into_iter().next().map(|path| {
        let palette = read(&path).and_then(|bytes| palette(&bytes));
        let line = palette.as_ref().map_or_else(|why| format!("it lends nothing: {why}"), |_| "the palette".to_owned());
        (palette.ok(), Guest { path, lines: vec![line] })
    });
    let (palette, palette_guest) = palette.map_or((None, None), |(palette, guest)| (palette, Some(guest)));
    let mut shelves = Vec::new();
    for path in find_all(path, "texture.res") {
        let file = read(&path).and_then(|bytes| ResFile::read(&bytes).map_err(|e| e.to_string()));
        let line = match file {
            Ok(file) => {
                let count = (0..MOST).filter(|number| texture(&file, *number).is_some()).count();
                shelves.push(Shelf { path: path.clone(), file });
                let textures = if count == 1 { "1 texture".to_owned() } else { format!("{count} textures") };
                if palette.as_ref().is_some() {
                    textures
                } else {
                    format!("{textures}, not shown: gamepal.res with their colours is not there")
                }
            }
            Err(why) => format!("it lends nothing: {why}"),
        };
        guests.push(Guest { path, lines: vec![line] });
    }
    guests.extend(palette_guest);
    let textures = palette.filter(|_| !shelves.is_empty()).map(|palette| {
        let palette = Arc::new(palette);
        // A mission's own textures come before those of the game.
        Arc::new(Textures::new(move |number| shelves.iter().find_map(|shelf| shelf.image(number, &palette))))
    });
    (textures, guests)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let len = std::fs::metadata(path).map_err(|e| e.to_string())?.len();
    if len > LARGEST {
        return Err(format!("{len} bytes are more than such a file has"));
    }
    std::fs::read(path).map_err(|e| e.to_string())
}

fn palette(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let file = ResFile::read(bytes).map_err(|e| e.to_string())?;
    let resource = file.get(PALETTE).ok_or_else(|| format!("resource {PALETTE:04X} is not in it"))?;
    let plain = unpacked(bytes, resource).map_err(|e| e.to_string())?;
    let colours = plain.get(..PALETTE_SIZE).ok_or_else(|| format!("{} bytes are no palette", plain.len()))?;
    Ok(colours.to_vec())
}

/// The resource of a texture: the larger one where there are two.
fn texture(file: &ResFile, number: usize) -> Option<&Resource> {
    let number = u16::try_from(number).ok()?;
    [LARGE, SMALL].into_iter().find_map(|base| file.get(base.checked_add(number)?).filter(|r| r.is_compound()))
}

impl Shelf {
    fn image(&self, number: u16, palette: &Arc<Vec<u8>>) -> Option<Image> {
        let resource = texture(&self.file, usize::from(number))?;
        // The file is read anew: it may be gone, or another by now.
        let bytes = read(&self.path).ok()?;
        let plain = unpacked(&bytes, resource).ok()?;
        let [bitmap, ..] = *blocks_of(resource.id, &plain).ok()? else { return None };
        let Bitmap { width, height, pixels } = Bitmap::read(bitmap)?;
        let palette = Arc::clone(palette);
        let size = [u32::try_from(width).ok()?, u32::try_from(height).ok()?];
        // The game draws its textures in squares.
        Image::new(size, false, move || {
            let colour = |index: &u8| {
                let at = usize::from(*index) * 3;
                let [r, g, b] = array(&palette, at).unwrap_or_default();
                [r, g, b, u8::MAX]
            };
            Some(pixels.iter().flat_map(colour).collect())
        })
    }
}

/// A bitmap: an index into the palette for each pixel, the top row first.
#[derive(Debug, PartialEq, Eq)]
pub struct Bitmap {
    /// Pixels from left to right.
    pub width: usize,
    /// Pixels from the top down.
    pub height: usize,
    /// As many as both make.
    pub pixels: Vec<u8>,
}

impl Bitmap {
    /// Its header: type, then width, height and the bytes of a row.
    const HEADER: usize = 28;
    const TYPE: usize = 4;
    const WIDTH: usize = 8;
    const HEIGHT: usize = 10;
    const STRIDE: usize = 12;
    /// Rows as they are, by two names, and runs.
    const PLAIN: [u16; 2] = [0, 2];
    const RUNS: u16 = 4;

    /// Reads one; `None` for other types, for sizes that it cannot have, and if pixels lack.
    pub fn read(bytes: &[u8]) -> Option<Bitmap> {
        let word = |at: usize| array(bytes, at).map(u16::from_le_bytes);
        let (kind, width, height) = (word(Self::TYPE)?, word(Self::WIDTH)?, word(Self::HEIGHT)?);
        let (width, height, stride) = (usize::from(width), usize::from(height), usize::from(word(Self::STRIDE)?));
        if width == 0 || height == 0 || width.max(height).max(stride) > LONGEST || stride < width {
            return None;
        }
        let data = bytes.get(Self::HEADER..)?;
        let rows = match kind {
            plain if Self::PLAIN.contains(&plain) => data.get(..stride * height)?.to_vec(),
            Self::RUNS => expand(data, stride * height)?,
            _ => return None,
        };
        let pixels = rows.chunks_exact(stride).filter_map(|row| row.get(..width)).flatten().copied().collect();
        Some(Bitmap { width, height, pixels })
    }
}

/// Expands runs to so many bytes. What lacks at the end is 0, as the game's own stop after the last pixel that is not.
fn expand(data: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = data.iter().copied();
    while out.len() < size {
        // A run of one value, or bytes as they are.
        let (count, value) = match rest.next()? {
            0 => (usize::from(rest.next()?), Some(rest.next()?)),
            count @ 1..0x80 => (usize::from(count), None),
            0x80 => match u16::from_le_bytes([rest.next()?, rest.next()?]) {
                0 => break,
                count @ 1..0x8000 => (usize::from(count), Some(0)),
                count @ 0x8000..0xC000 => (usize::from(count & 0x3FFF), None),
                count => (usize::from(count & 0x3FFF), Some(rest.next()?)),
            },
            skip => (usize::from(skip & 0x7F), Some(0)),
        };
        let count = count.min(size - out.len());
        match value {
            Some(value) => out.extend(std::iter::repeat_n(value, count)),
            None => {
                for _ in 0..count {
                    out.push(rest.next()?);
                }
            }
        }
    }
    out.resize(size, 0);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{OpenFile, RoundTrip};
    use crate::shock::res::{Body, ResourceOut, compound, flag, write};
    use levelwright_model::document::LevelId;
    use levelwright_model::games::shock::SHOCK;

    /// Type of pictures (1.2).
    const IMAGE: u8 = 2;

    fn header(kind: u16, width: u16, height: u16, stride: u16) -> Vec<u8> {
        let mut out = vec![0; Bitmap::HEADER];
        for (at, word) in [(4, kind), (8, width), (10, height), (12, stride)] {
            out[at..at + 2].copy_from_slice(&word.to_le_bytes());
        }
        out
    }

    fn bitmap(kind: u16, [width, height, stride]: [u16; 3], data: &[u8]) -> Option<Vec<u8>> {
        Bitmap::read(&[header(kind, width, height, stride), data.to_vec()].concat()).map(|bitmap| bitmap.pixels)
    }

    #[test]
    fn plain_bitmaps_drop_what_fills_their_rows() {
        assert_eq!(bitmap(2, [2, 2, 3], &[1, 2, 9, 3, 4, 9]).unwrap(), [1, 2, 3, 4]);
        assert_eq!(bitmap(0, [2, 1, 2], &[1, 2, 9]).unwrap(), [1, 2], "what follows is no pixel");
        assert!(bitmap(2, [2, 2, 2], &[1, 2, 3]).is_none(), "too short");
        assert!(bitmap(3, [1, 1, 1], &[1]).is_none(), "an unknown type");
    }

    #[test]
    fn runs_by_hand() {
        let of = |data: &[u8], width: u16| bitmap(4, [width, 1, width], data);
        assert_eq!(of(&[0, 3, 7, 2, 8, 9], 5).unwrap(), [7, 7, 7, 8, 9]);
        assert_eq!(of(&[0x82, 1, 5], 3).unwrap(), [0, 0, 5], "a skip of two");
        assert_eq!(of(&[0x80, 2, 0, 1, 5], 3).unwrap(), [0, 0, 5], "a long skip");
        assert_eq!(of(&[0x80, 2, 0x80, 5, 6, 1, 7], 3).unwrap(), [5, 6, 7], "a long copy");
        assert_eq!(of(&[0x80, 2, 0xC1, 5, 1, 7], 300).map(|all| all[257..260].to_vec()), None, "it stops short");
        assert_eq!(of(&[0x80, 2, 0xC1, 5, 0x80, 0, 0], 300).unwrap()[256..260], [5, 5, 0, 0], "a long run, the end");
        assert_eq!(of(&[0, 255, 7], 4).unwrap(), [7; 4], "no more than fits");
        assert!(of(&[3, 1, 2], 3).is_none(), "too short");
    }

    #[test]
    fn sizes_that_lie_take_no_memory() {
        for size in [[u16::MAX, u16::MAX, u16::MAX], [0, 4, 4], [4, 0, 4], [4, 4, 3], [1025, 1, 1025]] {
            assert!(bitmap(2, size, &[0; 64]).is_none() && bitmap(4, size, &[0, 255, 1]).is_none(), "{size:?}");
        }
        assert!(Bitmap::read(&[0; 20]).is_none());
    }

    fn resource(id: u16, flags: u8, kind: u8, bytes: Vec<u8>) -> ResourceOut<'static> {
        ResourceOut { id, flags, kind, body: Body::Plain(bytes.into()) }
    }

    fn textures(numbers: &[u16], colour: u8) -> Vec<u8> {
        let make = |number: &u16| {
            let block = [header(2, 2, 2, 2), vec![colour, 0, 0, 0]].concat();
            resource(LARGE + number, flag::COMPOUND, IMAGE, compound(LARGE + number, &[&block]).unwrap())
        };
        let all: Vec<ResourceOut<'_>> = numbers.iter().map(make).collect();
        write(&ResFile::default(), &[], &all).unwrap().bytes
    }

    fn colours() -> Vec<u8> {
        let mut palette = vec![0; PALETTE_SIZE];
        palette[3..9].copy_from_slice(&[10, 20, 30, 40, 50, 60]);
        write(&ResFile::default(), &[], &[resource(PALETTE, 0, 0, palette)]).unwrap().bytes
    }

    fn lines(file: &OpenFile) -> Vec<String> {
        file.guests().iter().flat_map(|guest| guest.lines.clone()).collect()
    }

    #[test]
    fn a_game_folder_lends_textures_the_missions_own_first() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        std::fs::create_dir(&data).unwrap();
        let sample = folder.path().join("archive.dat");
        std::fs::write(&sample, crate::shock::sample::sample().unwrap().remove(0).bytes).unwrap();
        std::fs::write(data.join("TEXTURE.RES"), textures(&(0..280).collect::<Vec<_>>(), 1)).unwrap();
        std::fs::write(folder.path().join("texture.res"), textures(&[1], 2)).unwrap();
        let file = OpenFile::open(&sample).unwrap();
        assert_eq!(lines(&file)[0], "1 texture, not shown: gamepal.res with their colours is not there");
        std::fs::write(data.join("gamepal.res"), colours()).unwrap();
        let mut file = OpenFile::open(&sample).unwrap();
        assert_eq!(lines(&file), ["1 texture", "280 textures", "the palette"]);
        assert_eq!(file.round_trip(), RoundTrip::Identical);
        let level = file.document.state().level(LevelId(0)).unwrap();
        let lent: &Textures = level.surroundings().unwrap();
        let first = |number| lent.get(number).map(|image| image.pixels().unwrap()[0]);
        assert_eq!([first(0), first(1), first(280)], [Some([10, 20, 30, 255]), Some([40, 50, 60, 255]), None]);
        assert!(Arc::ptr_eq(&lent.get(0).unwrap(), &lent.get(0).unwrap()), "made once");
        // The deck wears them, cyberspace does not.
        let objects = file.document.objects(LevelId(0));
        let scene = (SHOCK.scene)(level, &objects);
        assert!(!scene.images.is_empty());
        let worn = |scene: &levelwright_model::scene::Scene| {
            let faces = scene.surfaces.iter().flat_map(|chunk| (0..chunk.vertices.len()).map(|at| chunk.worn(at)));
            faces.flatten().count()
        };
        assert!(worn(&scene) > 100);
        file.document.level(LevelId(2)).unwrap();
        let cyberspace = file.document.state().level(LevelId(2)).unwrap();
        let scene = (SHOCK.scene)(cyberspace, &file.document.objects(LevelId(2)));
        assert_eq!((scene.images.len(), worn(&scene)), (0, 0));
        // A file that is gone when it is wanted leaves the colours.
        let mut file = OpenFile::open(&sample).unwrap();
        file.document.level(LevelId(0)).unwrap();
        std::fs::remove_file(data.join("TEXTURE.RES")).unwrap();
        let level = file.document.state().level(LevelId(0)).unwrap();
        assert!(level.surroundings::<Textures>().unwrap().get(0).is_none());
    }

    #[test]
    fn broken_files_lend_no_textures_and_say_why() {
        let folder = tempfile::tempdir().unwrap();
        let sample = folder.path().join("archive.dat");
        std::fs::write(&sample, crate::shock::sample::sample().unwrap().remove(0).bytes).unwrap();
        std::fs::write(folder.path().join("texture.res"), b"LG Res File v2\r\n").unwrap();
        let short = write(&ResFile::default(), &[], &[resource(PALETTE, 0, 0, vec![0; 767])]).unwrap().bytes;
        std::fs::write(folder.path().join("gamepal.res"), short).unwrap();
        let mut file = OpenFile::open(&sample).unwrap();
        file.document.level(LevelId(0)).unwrap();
        let lines = lines(&file);
        assert!(lines.len() == 2 && lines.iter().all(|line| line.starts_with("it lends nothing: ")), "{lines:?}");
        let level = file.document.state().level(LevelId(0)).unwrap();
        assert!(level.surroundings::<Textures>().is_none());
    }

    #[test]
    fn the_public_missions_textures_are_read() {
        let Some(root) = crate::test_data::data("systemshock/derelict/texture.res") else { return };
        let bytes = std::fs::read(root).unwrap();
        let file = ResFile::read(&bytes).unwrap();
        for (number, size) in [(0xBB, 128), (0x1D, 128)] {
            let resource = texture(&file, number).unwrap();
            let plain = unpacked(&bytes, resource).unwrap();
            let bitmap = Bitmap::read(blocks_of(resource.id, &plain).unwrap()[0]).unwrap();
            assert_eq!((bitmap.width, bitmap.height, bitmap.pixels.len()), (size, size, size * size));
        }
    }
}
