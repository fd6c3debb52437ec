//! What floors, ceilings and walls wear where the game's folder lends it, and how it lies on them (`systemshock.md` 3.4).
//!
//! From the specification: turns go clockwise seen from above; walls are shifted in height units; the four ways of
//! flipping. Assumed, for no tool says so: an image that is not turned has its top in the north, on ceilings too; an
//! image covers a tile's side in every direction; its bottom lies at the height that the shift says; walls get the
//! light of the floor at their foot and of the ceiling at their top.

use std::sync::Arc;

use glam::Vec3;

use crate::document::Level;
use crate::games::shock::records::Tile;
use crate::games::shock::textures::Textures;
use crate::scene::image::Wardrobe;
use crate::scene::{Colour, Image, Skin, Texel};

/// The darkest light of a tile (3.4), and how much of it an image keeps: in the game that is black.
const DARKEST: f32 = 15.0;
const LEAST: f32 = 0.2;

/// What the entries of a level's list of textures are.
#[derive(Default)]
pub(super) struct Skins {
    list: Vec<Option<Skin>>,
    pub(super) images: Arc<[Arc<Image>]>,
}

impl Skins {
    /// The pictures of a level's textures. In cyberspace a tile's numbers name colours.
    pub(super) fn new(level: &Level, textures: &[i16]) -> Skins {
        let lent = level.surroundings::<Textures>().filter(|_| level.fact("cyberspace") != Some(1));
        let Some(lent) = lent else { return Skins::default() };
        let mut wardrobe = Wardrobe::default();
        let image = |number: &i16| u16::try_from(*number).ok().and_then(|number| lent.get(number));
        let list = textures.iter().map(|number| wardrobe.skin(image(number).as_ref(), false)).collect();
        Skins { list, images: wardrobe.finish() }
    }

    /// What an entry of the list looks like.
    pub(super) fn get(&self, entry: u64) -> Option<Skin> {
        usize::try_from(entry).ok().and_then(|at| self.list.get(at)).copied().flatten()
    }
}

/// How bright a corner of this darkness is.
pub(super) fn light(darkness: f32) -> Colour {
    let bright = 1.0 - (1.0 - LEAST) * (darkness / DARKEST).clamp(0.0, 1.0);
    Colour::WHITE.scaled(bright)
}

/// Where a corner of a floor or a ceiling lies in its image. `x` and `y` run from the tile's south-west corner.
pub(super) fn flat(x: f32, y: f32, turns: u64) -> [f32; 2] {
    let (right, down) = (x, 1.0 - y);
    match turns % 4 {
        0 => [right, down],
        // A quarter turn clockwise has the image's left where its top was.
        1 => [down, 1.0 - right],
        2 => [1.0 - right, 1.0 - down],
        _ => [1.0 - down, right],
    }
}

/// Whether a wall wears its image flipped. `along_x` holds for those to the north and the south.
pub(super) fn flipped(tile: &Tile<'_>, x: i16, y: i16, along_x: bool) -> bool {
    let odd = (i32::from(x) + i32::from(y)) % 2 != 0;
    match tile.wall_flip() {
        0 => false,
        1 => true,
        // By turns from tile to tile, northern and southern walls unlike eastern and western ones.
        2 => odd == along_x,
        _ => odd != along_x,
    }
}

/// How an image lies on a wall.
pub(super) struct Hung {
    /// The wall's beginning as it is seen from inside: its right end.
    pub(super) from: Vec3,
    /// Its left end.
    pub(super) to: Vec3,
    /// Where the image's bottom is, in tiles.
    pub(super) bottom: f32,
    pub(super) flipped: bool,
    /// Darkness of floor and ceiling at the beginning and at the end, with the heights that they hold for.
    pub(super) dark: [[f32; 2]; 2],
    pub(super) heights: [[f32; 2]; 2],
}

impl Hung {
    /// A corner of the wall in its image.
    pub(super) fn texel(&self, corner: Vec3) -> Texel {
        let way = self.to.truncate() - self.from.truncate();
        let share = (corner.truncate() - self.from.truncate()).dot(way) / way.length_squared().max(f32::EPSILON);
        // The end lies to the left.
        let right = (1.0 - share) * way.length();
        let mix = |ends: [f32; 2]| ends[0] + (ends[1] - ends[0]) * share.clamp(0.0, 1.0);
        let ([low, high], [floor, ceiling]) = (
            [mix([self.heights[0][0], self.heights[1][0]]), mix([self.heights[0][1], self.heights[1][1]])],
            [mix([self.dark[0][0], self.dark[1][0]]), mix([self.dark[0][1], self.dark[1][1]])],
        );
        let up = if high > low { ((corner.z - low) / (high - low)).clamp(0.0, 1.0) } else { 0.0 };
        let across = if self.flipped { -right } else { right };
        Texel { at: [across, self.bottom - corner.z], light: light(floor + (ceiling - floor) * up) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_clockwise_seen_from_above() {
        // The image's top left corner: north-west, then north-east, south-east, south-west.
        for (turns, at) in [(0, (0.0, 1.0)), (1, (1.0, 1.0)), (2, (1.0, 0.0)), (3, (0.0, 0.0))] {
            assert_eq!(flat(at.0, at.1, turns), [0.0, 0.0], "{turns}");
        }
        // Its top right corner follows clockwise.
        for (turns, at) in [(0, (1.0, 1.0)), (1, (1.0, 0.0)), (2, (0.0, 0.0)), (3, (0.0, 1.0))] {
            assert_eq!(flat(at.0, at.1, turns), [1.0, 0.0], "{turns}");
        }
    }

    #[test]
    fn walls_flip_by_turns() {
        let flips = |way: u8, x, y, along_x| {
            let mut row = [0u8; 16];
            row[8] = way << 5;
            flipped(&Tile::new(&row, 0).unwrap(), x, y, along_x)
        };
        assert!(!flips(0, 1, 0, true) && flips(1, 1, 0, true) && flips(1, 0, 0, false));
        // By odd parity: northern walls of odd tiles, eastern ones of even tiles.
        assert_eq!(
            [flips(2, 1, 0, true), flips(2, 1, 1, true), flips(2, 1, 0, false), flips(2, 1, 1, false)],
            [true, false, false, true]
        );
        assert_eq!(
            [flips(3, 1, 0, true), flips(3, 1, 1, true), flips(3, 1, 0, false), flips(3, 1, 1, false)],
            [false, true, true, false]
        );
    }

    #[test]
    fn walls_count_from_their_left_and_from_the_shift_up() {
        let dark = [[0.0, 15.0], [0.0, 15.0]];
        let wall = Hung {
            from: Vec3::X,
            to: Vec3::ZERO,
            bottom: 0.25,
            flipped: false,
            dark,
            heights: [[0.0, 2.0], [0.0, 2.0]],
        };
        assert_eq!(wall.texel(Vec3::ZERO).at, [0.0, 0.25]);
        assert_eq!(wall.texel(Vec3::new(1.0, 0.0, 1.0)).at, [1.0, -0.75], "a tile up is an image up");
        assert_eq!(wall.texel(Vec3::ZERO).light, Colour::WHITE);
        assert_eq!(wall.texel(Vec3::new(0.5, 0.0, 2.0)).light, Colour::rgb(51, 51, 51), "dark, not black");
        let flipped = Hung { flipped: true, ..wall };
        assert_eq!(flipped.texel(Vec3::X).at, [-1.0, 0.25]);
    }
}
