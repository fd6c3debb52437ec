//! What the lines at a point say about it (`marathon.md` 1.5, Endpoint).
//!
//! The transformed position of a saved endpoint (offset 10) belongs to the running game and is never derived.

use super::line;
use super::map::{Line, Map, NONE};

/// Flag: a line here is solid.
pub const SOLID: u16 = 0x0001;
/// Flag: a line here is an elevation line.
pub const ELEVATION: u16 = 0x0002;
/// Flag: every line here is transparent.
pub const TRANSPARENT: u16 = 0x0004;

/// The derived fields of one endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Derived {
    /// Solid if any line is solid.
    pub solid: bool,
    /// Elevation if any line is an elevation line.
    pub elevation: bool,
    /// Transparent if all lines are; also without any line.
    pub transparent: bool,
    /// Highest floor over the owners of its lines; -32768 without one.
    pub highest_adjacent_floor: i16,
    /// Lowest ceiling over the owners of its lines; 32767 without one.
    pub lowest_adjacent_ceiling: i16,
    /// The first polygon found with the highest floor; [`NONE`] without one.
    pub supporting_polygon: i16,
}

impl Derived {
    const NO_LINES: Self = Self {
        solid: false,
        elevation: false,
        transparent: true,
        highest_adjacent_floor: i16::MIN,
        lowest_adjacent_ceiling: i16::MAX,
        supporting_polygon: NONE,
    };

    fn add(&mut self, map: &Map, line: &Line) {
        self.solid |= line.is_solid();
        self.transparent &= line.is_transparent();
        self.elevation |= line::is_elevation(map, line);
        for owner in [line.clockwise_polygon, line.counterclockwise_polygon] {
            let Some(polygon) = map.polygon(owner) else {
                continue;
            };
            if polygon.floor > self.highest_adjacent_floor {
                self.highest_adjacent_floor = polygon.floor;
                self.supporting_polygon = owner;
            }
            self.lowest_adjacent_ceiling = self.lowest_adjacent_ceiling.min(polygon.ceiling);
        }
    }

    /// The stored flags with the three derived ones put right.
    #[must_use]
    pub fn flags(&self, stored: u16) -> u16 {
        let mut flags = stored & !(SOLID | ELEVATION | TRANSPARENT);
        for (bit, set) in [
            (SOLID, self.solid),
            (ELEVATION, self.elevation),
            (TRANSPARENT, self.transparent),
        ] {
            if set {
                flags |= bit;
            }
        }
        flags
    }
}

/// The derived fields of one endpoint: looks at every line.
#[must_use]
pub fn derived(map: &Map, index: i16) -> Derived {
    let mut derived = Derived::NO_LINES;
    for line in map
        .lines
        .iter()
        .filter(|line| line.endpoints.contains(&index))
    {
        derived.add(map, line);
    }
    derived
}

/// The derived fields of every endpoint, in one pass over the lines.
#[must_use]
pub fn all_derived(map: &Map) -> Vec<Derived> {
    let mut all = vec![Derived::NO_LINES; map.points.len()];
    for line in &map.lines {
        for end in line.endpoints {
            // A line with the same endpoint twice adds the same facts twice, which changes nothing.
            if let Some(derived) = usize::try_from(end).ok().and_then(|end| all.get_mut(end)) {
                derived.add(map, line);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::test_maps::two_rooms;
    use super::*;

    #[test]
    fn a_point_knows_the_tightest_heights_around_it() {
        let mut map = two_rooms();
        map.polygons[1].floor = 200;
        map.polygons[0].ceiling = 900;
        let shared = derived(&map, 1);
        assert_eq!(
            (
                shared.highest_adjacent_floor,
                shared.lowest_adjacent_ceiling
            ),
            (200, 900)
        );
        assert_eq!(shared.supporting_polygon, 1);
        let west = derived(&map, 0);
        assert_eq!(
            (west.highest_adjacent_floor, west.supporting_polygon),
            (0, 0)
        );
        assert!(shared.solid && shared.elevation && !shared.transparent);
    }

    #[test]
    fn all_lines_must_be_transparent_and_one_must_be_solid() {
        let mut map = two_rooms();
        for line in &mut map.lines {
            line.flags = line::TRANSPARENT;
        }
        assert_eq!(
            derived(&map, 1).flags(0x8000),
            0x8000 | ELEVATION | TRANSPARENT
        );
        map.lines[1].flags = line::SOLID;
        assert_eq!(derived(&map, 1).flags(TRANSPARENT), SOLID | ELEVATION);
    }

    #[test]
    fn of_equal_floors_the_first_found_supports() {
        assert_eq!(derived(&two_rooms(), 1).supporting_polygon, 0);
    }

    #[test]
    fn one_pass_says_the_same_as_looking_at_one() {
        let mut map = two_rooms();
        map.lines[0].endpoints[0] = 50;
        map.lines[2].endpoints[1] = NONE;
        map.lines[3].endpoints = [3, 3];
        let all = all_derived(&map);
        for (index, derived_here) in (0..).zip(&all) {
            assert_eq!(*derived_here, derived(&map, index));
        }
        assert_eq!(derived(&map, 40), Derived::NO_LINES);
    }
}
