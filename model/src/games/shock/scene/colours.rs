//! Which colour a face wears in each colouring.

use crate::games::shock::records::Tile;
use crate::scene::{Colour, Colouring};

/// The colours of one face, in the order of [`Colouring::ALL`].
pub(super) type Colours = [Colour; Colouring::COUNT];

const NORMAL: Colour = Colour::rgb(138, 144, 156);
const NOTHING: Colour = Colour::rgb(92, 96, 104);
const SLOPE: Colour = Colour::rgb(150, 146, 128);
const BIOHAZARD: Colour = Colour::rgb(112, 178, 84);
const RADIATION: Colour = Colour::rgb(214, 196, 72);
const ELEVATOR: Colour = Colour::rgb(96, 136, 206);
const UNKNOWN: Colour = Colour::rgb(214, 0, 214);
/// Solid tiles, seen from above.
pub(super) const SOLID: Colour = Colour::rgb(66, 70, 80);
/// Bridges, and doors of force.
pub(super) const BRIDGE: Colour = Colour::rgb(170, 150, 112);
pub(super) const FORCE: Colour = Colour([110, 180, 250, 96]);
pub(super) const DOOR: Colour = Colour::rgb(196, 140, 72);

/// The most that a floor or ceiling can be high, in tile height units.
const HIGHEST: f32 = 32.0;
/// The zone of music that makes an elevator, and the darkest of lights (3.4).
const ELEVATOR_ZONE: u64 = 7;
const DARKEST: f32 = 15.0;

/// What a tile does.
fn of_type(tile: &Tile<'_>) -> Colour {
    match tile.r#type() {
        18.. => UNKNOWN,
        _ if tile.biohazard() != 0 => BIOHAZARD,
        _ if tile.radiation() != 0 => RADIATION,
        _ if tile.music() == ELEVATOR_ZONE => ELEVATOR,
        6.. => SLOPE,
        _ => NORMAL,
    }
}

fn of_hazard(tile: &Tile<'_>) -> Colour {
    match (tile.biohazard() != 0, tile.radiation() != 0) {
        (true, _) => BIOHAZARD,
        (_, true) => RADIATION,
        _ => NOTHING,
    }
}

/// A face of a tile: at a height, with a darkness and a texture.
pub(super) fn face(tile: &Tile<'_>, height: f32, darkness: f32, texture: u64, cyberspace: bool) -> Colours {
    let texture = Colour::distinct(u32::try_from(texture).unwrap_or(0));
    // In cyberspace the colour of a floor is what there is to see.
    let kind = if cyberspace { texture } else { of_type(tile) };
    let light = Colour::brightness(1.0 - darkness / DARKEST);
    [kind, Colour::ramp(height / HIGHEST), light, of_hazard(tile), texture]
}

/// The same colour in every colouring.
pub(super) fn plain(colour: Colour) -> Colours {
    [colour; Colouring::COUNT]
}
