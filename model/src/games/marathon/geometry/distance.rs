//! The engine's own ways of measuring: whole numbers, with its roundings (`marathon.md` 1.5).

use super::map::Point;

/// Square root, rounded to the nearest: up when the remainder is greater than the root (`marathon.md` 1.5, Line).
#[must_use]
pub fn rounded_root(square: u64) -> u64 {
    let root = square.isqrt();
    if square - root * root > root { root + 1 } else { root }
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

/// Squared distance of a point from the segment a-b as Marathon 2 measures it: differences in 16 bits,
/// products in 32. Beyond the ends it is the plain square; abreast of the segment the cross product is
/// first cut to sixteen bits and the squared length cut with it, which is a little rough. A segment
/// without length is a point.
///
/// Two things wrap, and stored lists show both (with them all 13,626 complete sound lists of the real
/// levels come out right, without them 153 do not): differences of 32,768 and more, so that the far edge of
/// the map is near; and, abreast of a segment, squares of 2^31 and more, which are negative here and
/// which every comparison takes for *near*.
#[must_use]
pub fn squared_to_segment(point: Point, a: Point, b: Point) -> i32 {
    let difference =
        |to: Point, from: Point| (i32::from(to.x.wrapping_sub(from.x)), i32::from(to.y.wrapping_sub(from.y)));
    let dot = |(ux, uy): (i32, i32), (vx, vy): (i32, i32)| ux.wrapping_mul(vx).wrapping_add(uy.wrapping_mul(vy));
    let ab = difference(b, a);
    let ap = difference(point, a);
    let bp = difference(point, b);
    if dot(ab, bp) >= 0 {
        return dot(bp, bp);
    }
    if dot(ab, ap) <= 0 {
        return dot(ap, ap);
    }
    let mut cross = dot(ap, (ab.1, ab.0.wrapping_neg())).unsigned_abs();
    let mut length = dot(ab, ab).cast_unsigned();
    // At most 16 rounds.
    while cross >= 1 << 16 {
        cross >>= 1;
        length >>= 2;
    }
    (cross * cross / length.max(1)).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: i16, y: i16) -> Point {
        Point { x, y }
    }

    #[test]
    fn the_root_rounds_to_the_nearest() {
        assert_eq!([0, 1, 2, 3, 6, 7, 12, 13].map(rounded_root), [0, 1, 1, 2, 2, 3, 3, 4]);
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
    fn far_squares_wrap_and_look_near() {
        // 41,200 units abreast of a short wall: a real source in a real list.
        let (a, b) = (point(-7352, -6068), point(-6920, -6500));
        assert!(squared_to_segment(point(21_880, 22_972), a, b) < 0);
        // Across the whole map the differences wrap.
        assert_eq!(squared_to_segment(point(i16::MIN, 0), point(i16::MAX, 0), point(i16::MAX, 0)), 1);
    }

    #[test]
    fn no_corner_of_the_map_is_too_far() {
        let corners = [(i16::MIN, i16::MIN), (0, i16::MIN), (i16::MAX, 0), (i16::MAX, i16::MAX), (-1, 0), (0, 1)]
            .map(|(x, y)| point(x, y));
        for place in corners {
            for a in corners {
                for b in corners {
                    // The answer may be anything; there must be one.
                    std::hint::black_box(squared_to_segment(place, a, b));
                }
            }
        }
    }
}
