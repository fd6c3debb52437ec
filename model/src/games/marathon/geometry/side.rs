//! What a side inherits from its line (`marathon.md` 1.5, Side).

use super::line;
use super::map::{Map, Point};
use super::platform;

/// How far the exclusion zone is pushed out of the wall (`marathon.md` 1.5).
pub const SEPARATION_FROM_WALL: i32 = 256;

/// The fields of a side that its line decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The polygon it faces, as the line names it.
    pub polygon: i16,
    /// The line itself.
    pub line: i16,
    /// The exclusion zone; `None` if an end of the line is missing.
    pub exclusion: Option<[Point; 4]>,
}

/// Which panels a side shows (seed 001, "Side Type"; 3 was never implemented).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i16)]
pub enum SideType {
    /// The whole side.
    Full = 0,
    /// Above the opposite ceiling.
    High = 1,
    /// Below the opposite floor.
    Low = 2,
    /// Above and below.
    Split = 4,
}

/// The derived fields of a side of this line; `None` if the line is missing or does not have that side. A side that
/// is named on both parts counts as the clockwise one.
#[must_use]
pub fn derived(map: &Map, line_index: i16, side_index: i16) -> Option<Derived> {
    let line = map.line(line_index)?;
    let ends = map.ends(line);
    let (polygon, ends) = if line.clockwise_side == side_index {
        (line.clockwise_polygon, ends)
    } else if line.counterclockwise_side == side_index {
        (line.counterclockwise_polygon, ends.map(|[first, second]| [second, first]))
    } else {
        return None;
    };
    let length = line::length(map, line).unwrap_or(0);
    Some(Derived { polygon, line: line_index, exclusion: ends.map(|ends| exclusion_zone(ends, length)) })
}

/// e2, e3 = the line's ends in clockwise order as seen from the side; e0, e1 = the same pushed by
/// (-256 * dy / length, 256 * dx / length), truncating division. A line without length pushes nothing.
#[must_use]
pub fn exclusion_zone([first, second]: [Point; 2], length: i16) -> [Point; 4] {
    let push = |difference: i32| match i32::from(length) {
        0 => 0,
        // At most 256 * 65535, far inside an i32.
        length => SEPARATION_FROM_WALL * difference / length,
    };
    let dx = push(-(i32::from(second.y) - i32::from(first.y)));
    let dy = push(i32::from(second.x) - i32::from(first.x));
    let pushed = |end: Point| Point { x: wrapped(end.x, dx), y: wrapped(end.y, dy) };
    [pushed(first), pushed(second), first, second]
}

/// The engine adds in 16 bits: a zone at the map's edge wraps.
fn wrapped(coordinate: i16, push: i32) -> i16 {
    // The low 16 bits are what is wanted.
    #[allow(clippy::cast_possible_truncation)]
    let low = push as i16;
    coordinate.wrapping_add(low)
}

/// The type of a side when it is created: full if there is no opposite polygon; with one: split if its ceiling is
/// lower and its floor higher, low if the floor is higher, high if the ceiling is lower, else full. Platforms count
/// with their extremes: the own polygon with maximum ceiling and minimum floor, the opposite one with minimum ceiling
/// and maximum floor.
#[must_use]
pub fn type_when_created(map: &Map, own: i16, opposite: i16) -> Option<SideType> {
    let own_polygon = map.polygon(own)?;
    let Some(opposite_polygon) = map.polygon(opposite) else {
        return Some(SideType::Full);
    };
    let own_limits = platform::limits(map, own, own_polygon);
    let opposite_limits = platform::limits(map, opposite, opposite_polygon);
    let low = opposite_limits.maximum_floor > own_limits.minimum_floor;
    let high = opposite_limits.minimum_ceiling < own_limits.maximum_ceiling;
    Some(match (low, high) {
        (true, true) => SideType::Split,
        (true, false) => SideType::Low,
        (false, true) => SideType::High,
        (false, false) => SideType::Full,
    })
}

#[cfg(test)]
mod tests {
    use super::super::map::{Extremes, NONE, Platform, PlatformHeights};
    use super::super::polygon::PLATFORM;
    use super::super::test_maps::two_rooms;
    use super::*;

    fn point(x: i16, y: i16) -> Point {
        Point { x, y }
    }

    #[test]
    fn each_side_sees_the_line_clockwise_and_is_pushed_into_its_polygon() {
        let mut map = two_rooms();
        map.lines[1].clockwise_side = 0;
        map.lines[1].counterclockwise_side = 1;
        let west = derived(&map, 1, 0).unwrap();
        assert_eq!((west.polygon, west.line), (0, 1));
        assert_eq!(west.exclusion.unwrap(), [point(768, 0), point(768, 1024), point(1024, 0), point(1024, 1024)]);
        let east = derived(&map, 1, 1).unwrap();
        assert_eq!(east.polygon, 1);
        assert_eq!(east.exclusion.unwrap(), [point(1280, 1024), point(1280, 0), point(1024, 1024), point(1024, 0)]);
        assert_eq!(derived(&map, 1, 2), None);
        assert_eq!(derived(&map, 100, 0), None);
    }

    #[test]
    fn the_push_truncates_toward_zero_and_wraps() {
        assert_eq!(exclusion_zone([point(0, 0), point(7, 1)], 7)[0], point(-36, 256));
        assert_eq!(exclusion_zone([point(0, 0), point(-7, -1)], 7)[0], point(36, -256));
        assert_eq!(exclusion_zone([point(5, 5), point(5, 5)], 0), [point(5, 5); 4]);
        assert_eq!(exclusion_zone([point(0, 32767), point(10, 32767)], 10)[0], point(0, -32513));
    }

    #[test]
    fn a_new_side_shows_what_sticks_out() {
        let mut map = two_rooms();
        let created = |map: &Map| type_when_created(map, 0, 1);
        assert_eq!(created(&map), Some(SideType::Full));
        map.polygons[1].floor = 100;
        assert_eq!(created(&map), Some(SideType::Low));
        map.polygons[1].ceiling = 900;
        assert_eq!(created(&map), Some(SideType::Split));
        map.polygons[1].floor = 0;
        assert_eq!(created(&map), Some(SideType::High));
        assert_eq!(type_when_created(&map, 0, NONE), Some(SideType::Full));
        assert_eq!(type_when_created(&map, 9, 0), None);
    }

    #[test]
    fn a_platform_counts_with_its_extremes() {
        let mut map = two_rooms();
        map.polygons[1].polygon_type = PLATFORM;
        map.platforms.push(Platform {
            polygon: 1,
            flags: platform::FROM_FLOOR,
            heights: PlatformHeights::Saved {
                extremes: Extremes {
                    minimum_floor: 0,
                    maximum_floor: 512,
                    minimum_ceiling: 1024,
                    maximum_ceiling: 1024,
                },
                floor: 0,
                ceiling: 1024,
            },
            owners: Default::default(),
        });
        assert_eq!(type_when_created(&map, 0, 1), Some(SideType::Low), "it can rise above our floor");
        assert_eq!(type_when_created(&map, 1, 0), Some(SideType::Full), "at its lowest it is level with the other");
    }
}
