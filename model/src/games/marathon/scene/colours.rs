//! Which colour a face wears in each colouring.

use super::lights::FULL;
use crate::games::marathon::names::later_polygon_type;
use crate::scene::{Colour, Colouring};

/// The colours of one face, in the order of [`Colouring::ALL`].
pub(super) type Colours = [Colour; Colouring::COUNT];

const NORMAL: Colour = Colour::rgb(138, 144, 156);
/// Where a colouring has nothing to say.
const NOTHING: Colour = Colour::rgb(92, 96, 104);
/// A wall where the game draws none.
pub(super) const BARE: Colour = Colour::rgb(92, 72, 104);
/// Control panels.
pub(super) const PANEL: Colour = Colour::rgb(255, 208, 64);
/// Control panels of a running level, on and off.
pub(super) const PANEL_ON: Colour = Colour::rgb(96, 236, 110);
pub(super) const PANEL_OFF: Colour = Colour::rgb(196, 84, 64);
/// Landscapes: the sky shows there.
pub(super) const SKY: Colour = Colour::rgb(120, 168, 214);
/// What a platform sweeps.
pub(super) const GHOST: Colour = Colour([232, 150, 60, 52]);
/// What is seen through.
pub(super) const GLASS: Colour = Colour([160, 200, 220, 110]);
/// Opacity of liquids.
const LIQUID_OPACITY: u8 = 150;

/// Polygon types of Marathon 1 that have other numbers later (`marathon.md` 1.2).
pub(super) fn later_type(kind: i16, marathon_1: bool) -> i16 {
    if marathon_1 { later_polygon_type(kind) } else { kind }
}

/// What a polygon does, by its type's number in Marathon 2 and Infinity.
pub(super) fn of_type(kind: i16) -> Colour {
    match kind {
        0 => NORMAL,
        // Impassable to items, to monsters.
        1 => Colour::rgb(150, 122, 100),
        2 => Colour::rgb(170, 112, 88),
        // Hill, base.
        3 => Colour::rgb(160, 160, 90),
        4 => Colour::rgb(96, 128, 190),
        // Platform.
        5 => Colour::rgb(206, 138, 62),
        // Triggers of lights, of platforms.
        6 | 8 => Colour::rgb(222, 202, 96),
        7 | 9 => Colour::rgb(216, 172, 84),
        // Teleporter.
        10 => Colour::rgb(150, 104, 206),
        // Zone border.
        11 => Colour::rgb(108, 150, 150),
        // Goal.
        12 => Colour::rgb(96, 196, 148),
        // Triggers of monsters, of items.
        13..=15 => Colour::rgb(204, 96, 120),
        16 => Colour::rgb(92, 186, 190),
        // Must be explored, exit.
        17 => Colour::rgb(112, 188, 104),
        18 => Colour::rgb(76, 208, 92),
        // Ouch.
        19 => Colour::rgb(212, 100, 72),
        20 => Colour::rgb(226, 66, 58),
        // Glue.
        21..=23 => Colour::rgb(164, 150, 196),
        _ => Colour::rgb(214, 0, 214),
    }
}

/// A height as a share of the level's.
pub(super) fn of_height(height: i16, (lowest, highest): (i16, i16)) -> Colour {
    let span = f32::from(highest) - f32::from(lowest);
    if span <= 0.0 { Colour::ramp(0.5) } else { Colour::ramp((f32::from(height) - f32::from(lowest)) / span) }
}

/// An intensity, 16.16; `None` for a light that does not exist.
pub(super) fn of_light(intensity: Option<i32>) -> Colour {
    intensity.map_or(NOTHING, |intensity| Colour::brightness(intensity as f32 / FULL as f32))
}

/// A liquid's opaque colour, by type; `None` for none.
pub(super) fn of_medium(kind: Option<i16>) -> Colour {
    match kind {
        None => NOTHING,
        Some(0) => Colour::rgb(64, 118, 208),
        Some(1) => Colour::rgb(232, 92, 36),
        Some(2) => Colour::rgb(196, 72, 176),
        Some(3) => Colour::rgb(116, 136, 52),
        Some(4) => Colour::rgb(72, 176, 132),
        Some(_) => Colour::rgb(200, 200, 200),
    }
}

/// A texture by its descriptor (`marathon.md` 4.1), where 0xFFFF is none.
pub(super) fn of_texture(descriptor: u16) -> Colour {
    // The colour table does not make another texture.
    if descriptor == u16::MAX { NOTHING } else { Colour::distinct(u32::from(descriptor & 0x1FFF)) }
}

/// The surface of a liquid.
pub(super) fn liquid(kind: i16, height: Colour, light: Colour) -> Colours {
    let own = of_medium(Some(kind));
    [own, height, light, own, own].map(|colour| colour.with_opacity(LIQUID_OPACITY))
}
