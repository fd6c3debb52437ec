//! Textures that move by themselves (`marathon.md` 2.8): where a texture lies at a tick.

use super::trig::{cosine, sine};
use crate::preview::{Fidelity, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "transfer_mode",
        what: "slides, wandering, pulsating, wobbling, 2x and 4x",
        truth: Truth::Documents,
        note: "values for drawing alone; nothing depends on them",
    },
    Fidelity {
        file: "transfer_mode",
        what: "static, fades, invisibility, smearing, folding",
        truth: Truth::NotSimulated,
        note: "on polygons and walls the game draws them as normal",
    },
];

/// How a texture is drawn at a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Added to the texture's origin: along the wall or east, raw units.
    pub x: i32,
    /// Added to the texture's origin: down the wall or south, raw units.
    pub y: i32,
    /// How far the surface itself is moved: floors up, walls outwards; a wobble shears by it.
    pub surface: i32,
    /// The texture is sheared by [`Drawn::surface`] instead of moved.
    pub shears: bool,
    /// How many times as large the texture is.
    pub scale: i32,
    /// It is a landscape, fixed to the screen.
    pub landscape: bool,
}

/// How a transfer mode draws a texture at a tick. Modes without a meaning for polygons and walls are normal.
#[must_use]
pub fn drawn(mode: i16, tick: u32) -> Drawn {
    // The original counts in 32 bits; what is kept of it repeats within them.
    let t = i32::try_from(tick & 0x3FFF_FFFF).unwrap_or(0);
    let slide = |shift: u32| t.wrapping_shl(shift) & 1023;
    let normal = Drawn { scale: 1, ..Drawn::default() };
    match mode {
        15 => Drawn { x: slide(2), ..normal },
        16 => Drawn { x: slide(3), ..normal },
        17 => Drawn { y: slide(2), ..normal },
        18 => Drawn { y: slide(3), ..normal },
        22 => Drawn { x: 1024 - slide(2), ..normal },
        23 => Drawn { x: 1024 - slide(3), ..normal },
        24 => Drawn { y: 1024 - slide(2), ..normal },
        25 => Drawn { y: 1024 - slide(3), ..normal },
        19 => wander(t, normal),
        20 => wander(t.wrapping_mul(2), normal),
        4 => Drawn { surface: swing(t), ..normal },
        5 => Drawn { surface: swing(t), shears: true, ..normal },
        6 => Drawn { surface: swing(t.wrapping_mul(15)), shears: true, ..normal },
        9 | 21 => Drawn { landscape: true, ..normal },
        26 => Drawn { scale: 2, ..normal },
        27 => Drawn { scale: 4, ..normal },
        _ => normal,
    }
}

fn wander(t: i32, normal: Drawn) -> Drawn {
    let (u, v) = (t.rem_euclid(5120), t.rem_euclid(3072));
    Drawn {
        x: (cosine(u) + cosine(2 * u) / 2 + cosine(5 * u) / 2) >> 2,
        y: (sine(v) + sine(2 * v) / 2 + sine(3 * v) / 2) >> 2,
        ..normal
    }
}

/// Up and down between -16 and 16 within 64 ticks.
fn swing(t: i32) -> i32 {
    let p = t & 63;
    if p >= 32 { 48 - p } else { p - 16 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_come_round_after_256_ticks() {
        assert_eq!([0, 1, 255, 256].map(|t| drawn(15, t).x), [0, 4, 1020, 0]);
        assert_eq!([1, 127, 128].map(|t| drawn(18, t).y), [8, 1016, 0]);
        assert_eq!([0, 1].map(|t| drawn(22, t).x), [1024, 1020]);
    }

    #[test]
    fn pulses_go_up_and_down() {
        assert_eq!([0, 16, 31, 32, 48, 63].map(|t| drawn(4, t).surface), [-16, 0, 15, 16, 0, -15]);
        assert!(drawn(5, 0).shears && !drawn(4, 0).shears);
        assert_eq!(drawn(6, 1).surface, drawn(5, 15).surface);
    }

    #[test]
    fn wandering_begins_in_the_east_and_the_rest_is_normal() {
        assert_eq!((drawn(19, 0).x, drawn(19, 0).y), (512, 0));
        assert_eq!(drawn(20, 7), drawn(19, 14));
        assert_eq!(drawn(13, 99), Drawn { scale: 1, ..Drawn::default() });
        assert_eq!((drawn(26, 0).scale, drawn(27, 0).scale, drawn(9, 0).landscape), (2, 4, true));
    }
}
