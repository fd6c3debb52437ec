//! What the lines at a point say about it (`marathon.md` 1.5, Endpoint).
//!
//! The transformed position of a saved endpoint (offset 10) belongs to the running game and is never derived.

use super::line;
use super::map::{Kind, Line, Map, NONE, Polygon, at_mut, indexed};
use super::polygon;

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
    /// Transparent if all lines are; also without any line. Never in Marathon 1.
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

    /// Two things the lines do not say. At the vertices of a platform the supporting polygon was found
    /// again when the platform was set up, in polygon order (29,234 of 29,735 endpoints against 28,956
    /// by lines alone; the rest lie in two levels with incomplete lists). And Marathon 1 never sets the
    /// transparent flag (18,175 endpoints).
    fn finished(mut self, map: &Map, around: AroundPoint) -> Self {
        if around.has_platform {
            self.supporting_polygon = around.supporting_polygon;
        }
        self.transparent &= !map.marathon_1;
        self
    }

    /// The stored flags with the three derived ones put right.
    #[must_use]
    pub fn flags(&self, stored: u16) -> u16 {
        let mut flags = stored & !(SOLID | ELEVATION | TRANSPARENT);
        for (bit, set) in [(SOLID, self.solid), (ELEVATION, self.elevation), (TRANSPARENT, self.transparent)] {
            if set {
                flags |= bit;
            }
        }
        flags
    }
}

/// The derived fields of one endpoint: looks at every line, and at every polygon if the level is
/// preprocessed.
#[must_use]
pub fn derived(map: &Map, index: i16) -> Derived {
    let mut derived = Derived::NO_LINES;
    for line in map.lines.iter().filter(|line| line.endpoints.contains(&index)) {
        derived.add(map, line);
    }
    let mut around = AroundPoint::NOTHING;
    if platforms_have_started(map) {
        for (polygon_index, polygon) in indexed(&map.polygons) {
            let corners = polygon::endpoints(map, polygon_index, polygon);
            if corners.iter().take(polygon.corners()).any(|&corner| corner == index) {
                around.add(polygon_index, polygon);
            }
        }
    }
    derived.finished(map, around)
}

/// The derived fields of every endpoint, in one pass over the lines and polygons.
#[must_use]
pub fn all_derived(map: &Map) -> Vec<Derived> {
    let mut all = vec![(Derived::NO_LINES, AroundPoint::NOTHING); map.points.len()];
    for line in &map.lines {
        for end in line.endpoints {
            // A line with the same endpoint twice adds the same facts twice, which changes nothing.
            if let Some((derived, _)) = at_mut(&mut all, end) {
                derived.add(map, line);
            }
        }
    }
    if platforms_have_started(map) {
        for (index, polygon) in indexed(&map.polygons) {
            for &corner in polygon::endpoints(map, index, polygon).iter().take(polygon.corners()) {
                if let Some((_, around)) = at_mut(&mut all, corner) {
                    around.add(index, polygon);
                }
            }
        }
    }
    all.into_iter().map(|(derived, around)| derived.finished(map, around)).collect()
}

/// A level that a Marathon 2 tool preprocessed: it was saved after its platforms had been set up.
fn platforms_have_started(map: &Map) -> bool {
    map.kind == Kind::Preprocessed && !map.marathon_1
}

/// What setting up a platform looks at: the polygons at a point, in polygon order.
#[derive(Clone, Copy)]
struct AroundPoint {
    has_platform: bool,
    highest_floor: i16,
    supporting_polygon: i16,
}

impl AroundPoint {
    const NOTHING: Self = Self { has_platform: false, highest_floor: i16::MIN, supporting_polygon: NONE };

    fn add(&mut self, index: i16, polygon: &Polygon) {
        self.has_platform |= polygon.is_platform();
        if polygon.floor > self.highest_floor {
            self.highest_floor = polygon.floor;
            self.supporting_polygon = index;
        }
    }
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
        assert_eq!((shared.highest_adjacent_floor, shared.lowest_adjacent_ceiling), (200, 900));
        assert_eq!(shared.supporting_polygon, 1);
        let west = derived(&map, 0);
        assert_eq!((west.highest_adjacent_floor, west.supporting_polygon), (0, 0));
        assert!(shared.solid && shared.elevation && !shared.transparent);
    }

    #[test]
    fn all_lines_must_be_transparent_and_one_must_be_solid() {
        let mut map = two_rooms();
        for line in &mut map.lines {
            line.flags = line::TRANSPARENT;
        }
        assert_eq!(derived(&map, 1).flags(0x8000), 0x8000 | ELEVATION | TRANSPARENT);
        map.lines[1].flags = line::SOLID;
        assert_eq!(derived(&map, 1).flags(TRANSPARENT), SOLID | ELEVATION);
    }

    #[test]
    fn of_equal_floors_the_first_found_supports() {
        assert_eq!(derived(&two_rooms(), 1).supporting_polygon, 0);
    }

    #[test]
    fn beside_a_platform_the_first_polygon_of_the_highest_floor_supports() {
        let mut map = two_rooms();
        map.lines[1].clockwise_polygon = 1;
        map.lines[1].counterclockwise_polygon = 0;
        map.lines[0].clockwise_polygon = NONE;
        assert_eq!(derived(&map, 1).supporting_polygon, 1, "by lines");
        map.kind = Kind::Preprocessed;
        assert_eq!(derived(&map, 1).supporting_polygon, 1, "no platform");
        map.polygons[1].polygon_type = polygon::PLATFORM;
        map.polygons[0].endpoints = [1, 2, 3, 0, -1, -1, -1, -1];
        assert_eq!(derived(&map, 1).supporting_polygon, 0);
        assert_eq!(all_derived(&map)[1], derived(&map, 1));
    }

    #[test]
    fn marathon_1_sets_no_transparent_flag() {
        let mut map = two_rooms();
        map.marathon_1 = true;
        map.lines.iter_mut().for_each(|line| line.flags = line::TRANSPARENT);
        assert!(!derived(&map, 1).transparent);
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
