//! The engine's sines and cosines (`marathon.md` 2): 1024 times the number, for 512 angles a turn.
//!
//! The engine adds one half and cuts the fraction off toward zero, so negative numbers come out one too high where
//! rounding would lower them: -0.7 turns to 0. The four quarters are exact.

use std::sync::LazyLock;

/// Angles of a turn.
pub(super) const FULL_CIRCLE: i32 = 512;

struct Table {
    cosine: [i16; FULL_CIRCLE as usize],
    sine: [i16; FULL_CIRCLE as usize],
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let theta = |at: usize| 8.0 * libm::atan(1.0) * (at as f64) / f64::from(FULL_CIRCLE);
    // The sum lies within -1024 and 1025.
    let cut = |number: f64| (1024.0 * number + 0.5) as i16;
    let mut table = Table {
        cosine: std::array::from_fn(|at| cut(libm::cos(theta(at)))),
        sine: std::array::from_fn(|at| cut(libm::sin(theta(at)))),
    };
    for (at, (cosine, sine)) in [(0, (1024, 0)), (128, (0, 1024)), (256, (-1024, 0)), (384, (0, -1024))] {
        (table.cosine[at], table.sine[at]) = (cosine, sine);
    }
    table
});

fn at(table: &[i16], angle: i32) -> i32 {
    let angle = usize::try_from(angle.rem_euclid(FULL_CIRCLE)).unwrap_or(0);
    table.get(angle).copied().map_or(0, i32::from)
}

/// 1024 times the cosine of an angle; any angle is taken into the turn.
pub(super) fn cosine(angle: i32) -> i32 {
    at(&TABLE.cosine, angle)
}

/// 1024 times the sine of an angle; any angle is taken into the turn.
pub(super) fn sine(angle: i32) -> i32 {
    at(&TABLE.sine, angle)
}

/// The angle of a direction, the nearest of the 512; 0 for no direction.
pub(super) fn angle_of(dx: i32, dy: i32) -> i32 {
    let turn = libm::atan2(f64::from(dy), f64::from(dx)) * f64::from(FULL_CIRCLE) / (8.0 * libm::atan(1.0));
    (libm::round(turn) as i32).rem_euclid(FULL_CIRCLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_are_exact_and_the_rest_is_cut_as_the_engine_cuts() {
        assert_eq!([0, 128, 256, 384, 512, -128].map(cosine), [1024, 0, -1024, 0, 1024, 0]);
        assert_eq!([0, 128, 256, 384, 640].map(sine), [0, 1024, 0, -1024, 1024]);
        // 1024 cos 45 degrees = 724.08; -724.08 + 0.5 is cut to -723.
        assert_eq!([64, 192, 320, 448].map(cosine), [724, -723, -723, 724]);
        assert_eq!([1, 127, 129, 255].map(sine), [13, 1024, 1024, 13]);
    }

    #[test]
    fn directions_have_their_angles() {
        assert_eq!(
            [(5, 0), (0, 5), (-5, 0), (0, -5), (7, 7), (0, 0)].map(|(x, y)| angle_of(x, y)),
            [0, 128, 256, 384, 64, 0]
        );
    }
}
