//! The icons of a game's kinds as one picture, for the badges in the viewport.
//!
//! By convention of all games a marker's icon is the position of its kind in [`Game::kinds`].

use levelwright_model::games::Game;
use levelwright_viewport::Atlas;
use resvg::{tiny_skia, usvg};

use crate::window::icons;

/// Pixels along an icon's side: badges are at most 44 points wide, and screens have up to two pixels in a point.
const SIDE: u32 = 64;
/// Icons are drawn on 24 by 24 units.
const UNITS: f32 = 24.0;
/// Icons in a row.
const COLUMNS: u32 = 8;
/// Room around an icon as a share of its side, so that neighbours do not shine through.
const ROOM: f32 = 0.06;

/// The drawn icons of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Icons {
    rows: u32,
    cover: Vec<u8>,
}

impl Icons {
    /// Draws the icons of all kinds of a game.
    pub fn of(game: &Game) -> Icons {
        let kinds = u32::try_from(game.kinds.len()).unwrap_or(0);
        let rows = kinds.div_ceil(COLUMNS).max(1);
        let mut cover = Vec::new();
        if let Some(mut picture) = tiny_skia::Pixmap::new(COLUMNS * SIDE, rows * SIDE) {
            for (at, kind) in (0u32..).zip(game.kinds) {
                draw(&mut picture, kind.icon, at % COLUMNS * SIDE, at / COLUMNS * SIDE);
            }
            cover = picture.pixels().iter().map(|pixel| pixel.alpha()).collect();
        }
        Icons { rows, cover }
    }

    /// As the renderer takes them.
    pub fn atlas(&self) -> Atlas<'_> {
        Atlas { columns: COLUMNS, rows: self.rows, side: SIDE, cover: &self.cover }
    }
}

/// Draws one icon into its cell; one that cannot be read leaves the cell empty.
fn draw(picture: &mut tiny_skia::Pixmap, icon: &str, x: u32, y: u32) {
    let (_, bytes) = icons::drawing(icon);
    let Ok(tree) = usvg::Tree::from_data(bytes, &usvg::Options::default()) else { return };
    let scale = SIDE as f32 * (1.0 - 2.0 * ROOM) / UNITS;
    let room = SIDE as f32 * ROOM;
    let place = tiny_skia::Transform::from_row(scale, 0.0, 0.0, scale, x as f32 + room, y as f32 + room);
    resvg::render(&tree, place, &mut picture.as_mut());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_ink_in_its_own_cell() {
        for game in levelwright_model::games::all() {
            let icons = Icons::of(game);
            let atlas = icons.atlas();
            assert_eq!(atlas.cover.len() as u32, atlas.columns * atlas.rows * SIDE * SIDE);
            for (at, kind) in (0u32..).zip(game.kinds) {
                let (x, y) = (at % COLUMNS * SIDE, at / COLUMNS * SIDE);
                let row = |line: u32| {
                    let start = ((y + line) * COLUMNS * SIDE + x) as usize;
                    &atlas.cover[start..start + SIDE as usize]
                };
                let ink = (0..SIDE).flat_map(row).filter(|cover| **cover > 127).count();
                assert!((30..2500).contains(&ink), "{}: {ink} pixels", kind.key);
                assert!(row(0).iter().chain(row(SIDE - 1)).all(|cover| *cover == 0), "{} touches its border", kind.key);
            }
        }
    }
}
