//! The engine's own ways of measuring: whole numbers, with its roundings (`marathon.md` 1.5).

use super::map::Point;

/// Square root, rounded to the nearest: up when the remainder is greater than the root (`marathon.md` 1.5, Line).
#[must_use]
pub fn rounded_root(square: u64) -> u64 {
    let root = square.isqrt();
    if square - root * root > root {
        root + 1
    } else {
        root
    }
}

/// Distance of two points, clamped to 32767 as Aleph One stores it (`marathon.md` 1.5, Line).
#[must_use]
pub fn distance(a: Point, b: Point) -> i16 {
    let dx = (i64::from(b.x) - i64::from(a.x)).unsigned_abs();
    let dy = (i64::from(b.y) - i64::from(a.y)).unsigned_abs();
    i16::try_from(rounded_root(dx * dx + dy * dy)).unwrap_or(i16::MAX)
}

/// The engine's quick distance: the larger difference plus half the smaller (`marathon.md` 1.5, sound lists).
#[must_use]
pub fn guess(a: Point, b: Point) -> i32 {
    let dx = (i32::from(b.x) - i32::from(a.x)).abs();
    let dy = (i32::from(b.y) - i32::from(a.y)).abs();
    dx.max(dy) + dx.min(dy) / 2
}

/// Squared distance of a point from the segment a-b, as the engine measures it: exact beyond the ends; abreast of the
/// segment the cross product is first cut to sixteen bits and the squared length cut with it, so that the result is a
/// little rough for far points. A segment without length is a point.
#[must_use]
pub fn squared_to_segment(point: Point, a: Point, b: Point) -> i64 {
    let difference = |to: Point, from: Point| {
        (
            i64::from(to.x) - i64::from(from.x),
            i64::from(to.y) - i64::from(from.y),
        )
    };
    let (abx, aby) = difference(b, a);
    let (apx, apy) = difference(point, a);
    let (bpx, bpy) = difference(point, b);
    if abx * bpx + aby * bpy >= 0 {
        return bpx * bpx + bpy * bpy;
    }
    if abx * apx + aby * apy <= 0 {
        return apx * apx + apy * apy;
    }
    let mut cross = (apx * aby - apy * abx).abs();
    let mut length = abx * abx + aby * aby;
    // The cross product is below 2^34, so this ends after at most 18 rounds.
    while cross >= 1 << 16 {
        cross >>= 1;
        length >>= 2;
    }
    cross * cross / length.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: i16, y: i16) -> Point {
        Point { x, y }
    }

    #[test]
    fn the_root_rounds_to_the_nearest() {
        assert_eq!(
            [0, 1, 2, 3, 6, 7, 12, 13].map(rounded_root),
            [0, 1, 1, 2, 2, 3, 3, 4]
        );
    }

    #[test]
    fn lengths_stop_at_the_largest_short() {
        assert_eq!(distance(point(0, 0), point(3, -4)), 5);
        assert_eq!(distance(point(-32768, -32768), point(32767, 32767)), 32767);
    }

    #[test]
    fn the_guess_adds_half_the_shorter_leg() {
        assert_eq!(guess(point(0, 0), point(10, -7)), 13);
        assert_eq!(guess(point(0, 0), point(-7, 10)), 13);
    }

    #[test]
    fn a_segment_is_nearest_abreast_or_at_an_end() {
        let (a, b) = (point(0, 0), point(100, 0));
        assert_eq!(squared_to_segment(point(50, 7), a, b), 49);
        assert_eq!(squared_to_segment(point(-3, 4), a, b), 25);
        assert_eq!(squared_to_segment(point(103, -4), a, b), 25);
        assert_eq!(squared_to_segment(point(3, 4), a, a), 25);
    }

    #[test]
    fn the_farthest_points_are_measured_without_overflow() {
        let (low, high) = (i16::MIN, i16::MAX);
        let far = squared_to_segment(point(low, high), point(low, low), point(high, high));
        // Twice the true value: the squared length was cut to one bit. It is never cut to be nearer.
        assert_eq!(far, 65534 * 65534);
    }
}
