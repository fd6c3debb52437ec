//! What a polygon's lines say about it: vertices, adjacent polygons, sides, area, centre (`marathon.md` 1.5, Polygon).
//!
//! A *detached* polygon (a twin with the same lines, flag 0x4000) is left as it is stored: its lines belong to
//! another.

use super::map::{Line, MAXIMUM_VERTICES, Map, NONE, Point, Polygon};

/// Flag: the polygon keeps its stored fields (`marathon.md` 1.5).
pub const DETACHED: u16 = 0x4000;

/// Polygon type: platform (seed 001, "Polygon Type").
pub const PLATFORM: i16 = 5;

impl Polygon {
    /// How many of its eight entries are in use, whatever count is stored.
    #[must_use]
    pub fn corners(&self) -> usize {
        usize::try_from(self.vertex_count).unwrap_or(0).min(MAXIMUM_VERTICES)
    }

    /// It moves.
    #[must_use]
    pub fn is_platform(&self) -> bool {
        self.polygon_type == PLATFORM
    }

    /// Its fields are not derived.
    #[must_use]
    pub fn is_detached(&self) -> bool {
        self.flags & DETACHED != 0
    }
}

/// Endpoint k = of line k, the first endpoint if this polygon is the line's clockwise owner, else the second.
/// Entries past the vertex count stay as stored; where the line is missing the entry is [`NONE`].
#[must_use]
pub fn endpoints(map: &Map, index: i16, polygon: &Polygon) -> [i16; MAXIMUM_VERTICES] {
    per_line(map, polygon, polygon.endpoints, |line| {
        let [first, second] = line.endpoints;
        if line.clockwise_polygon == index { first } else { second }
    })
}

/// Adjacent k = the line's other owner.
#[must_use]
pub fn adjacents(map: &Map, index: i16, polygon: &Polygon) -> [i16; MAXIMUM_VERTICES] {
    per_line(map, polygon, polygon.adjacents, |line| {
        if line.clockwise_polygon == index { line.counterclockwise_polygon } else { line.clockwise_polygon }
    })
}

/// Side k = the side on our part of line k.
#[must_use]
pub fn sides(map: &Map, index: i16, polygon: &Polygon) -> [i16; MAXIMUM_VERTICES] {
    per_line(map, polygon, polygon.sides, |line| {
        if line.clockwise_polygon == index { line.clockwise_side } else { line.counterclockwise_side }
    })
}

/// Area = |sum of fan cross products from vertex 0| >> 1 with 32-bit wrap; `None` if a vertex is missing.
#[must_use]
pub fn area(map: &Map, index: i16, polygon: &Polygon) -> Option<i32> {
    if polygon.is_detached() {
        return Some(polygon.area);
    }
    let (vertices, count) = positions(map, index, polygon)?;
    let vertices = vertices.get(..count)?;
    let Some((&first, rest)) = vertices.split_first() else {
        return Some(0);
    };
    let mut twice = 0_i32;
    for pair in rest.windows(2) {
        if let &[here, next] = pair {
            for (from, to) in [(first, here), (here, next), (next, first)] {
                // Products of two i16 fit an i32; their sums need not.
                twice = twice.wrapping_add(i32::from(from.x) * i32::from(to.y));
                twice = twice.wrapping_sub(i32::from(to.x) * i32::from(from.y));
            }
        }
    }
    Some(twice.wrapping_abs() >> 1)
}

/// Centre = sum of vertices / count, truncated toward zero; `None` if there is no vertex or one is missing.
#[must_use]
pub fn centre(map: &Map, index: i16, polygon: &Polygon) -> Option<Point> {
    if polygon.is_detached() {
        return Some(polygon.centre);
    }
    let (vertices, count) = positions(map, index, polygon)?;
    let vertices = vertices.get(..count)?;
    let divisor = i32::try_from(count).ok().filter(|&count| count > 0)?;
    let mean = |axis: fn(&Point) -> i16| {
        let sum: i32 = vertices.iter().map(|vertex| i32::from(axis(vertex))).sum();
        i16::try_from(sum / divisor).ok()
    };
    Some(Point { x: mean(|vertex| vertex.x)?, y: mean(|vertex| vertex.y)? })
}

/// Where the derived vertices are, and how many; `None` if one is missing.
fn positions(map: &Map, index: i16, polygon: &Polygon) -> Option<([Point; MAXIMUM_VERTICES], usize)> {
    let mut vertices = [Point::default(); MAXIMUM_VERTICES];
    let count = polygon.corners();
    for (vertex, endpoint) in vertices.iter_mut().zip(endpoints(map, index, polygon)).take(count) {
        *vertex = map.point(endpoint)?.position;
    }
    Some((vertices, count))
}

fn per_line(
    map: &Map,
    polygon: &Polygon,
    stored: [i16; MAXIMUM_VERTICES],
    rule: impl Fn(&Line) -> i16,
) -> [i16; MAXIMUM_VERTICES] {
    let mut derived = stored;
    if !polygon.is_detached() {
        for (entry, &line) in derived.iter_mut().zip(&polygon.lines).take(polygon.corners()) {
            *entry = map.line(line).map_or(NONE, &rule);
        }
    }
    derived
}

#[cfg(test)]
mod tests {
    use super::super::test_maps::two_rooms;
    use super::*;

    #[test]
    fn two_rooms_know_each_other_through_their_shared_line() {
        let map = two_rooms();
        for index in [0, 1] {
            let polygon = map.polygon(index).unwrap();
            assert_eq!(endpoints(&map, index, polygon), polygon.endpoints);
            assert_eq!(adjacents(&map, index, polygon)[..4], polygon.adjacents[..4]);
        }
        let left = map.polygon(0).unwrap();
        assert_eq!(adjacents(&map, 0, left)[..4], [NONE, 1, NONE, NONE]);
        assert_eq!(area(&map, 0, left), Some(1024 * 1024));
        assert_eq!(centre(&map, 0, left), Some(Point { x: 512, y: 512 }));
    }

    #[test]
    fn sides_are_taken_from_our_part_of_the_line() {
        let mut map = two_rooms();
        map.lines[1].clockwise_side = 3;
        map.lines[1].counterclockwise_side = 4;
        assert_eq!(sides(&map, 0, map.polygon(0).unwrap())[1], 3);
        assert_eq!(sides(&map, 1, map.polygon(1).unwrap())[3], 4);
    }

    #[test]
    fn the_centre_truncates_toward_zero() {
        let mut map = two_rooms();
        for (point, x) in map.points.iter_mut().zip([-1, -2, -2, -2]) {
            point.position.x = x;
        }
        assert_eq!(centre(&map, 0, map.polygon(0).unwrap()).unwrap().x, -1);
    }

    #[test]
    fn a_detached_polygon_keeps_what_it_stores() {
        let mut map = two_rooms();
        map.polygons[0].flags = DETACHED;
        map.polygons[0].adjacents = [7; 8];
        map.polygons[0].area = -5;
        let polygon = map.polygon(0).unwrap();
        assert_eq!(adjacents(&map, 0, polygon), [7; 8]);
        assert_eq!(area(&map, 0, polygon), Some(-5));
    }

    #[test]
    fn lies_are_survived() {
        let mut map = two_rooms();
        map.polygons[0].vertex_count = 200;
        assert_eq!(map.polygons[0].corners(), 8);
        assert_eq!(area(&map, 0, &map.polygons[0]), None);
        map.polygons[0].vertex_count = -3;
        assert_eq!(area(&map, 0, &map.polygons[0]), Some(0));
        assert_eq!(centre(&map, 0, &map.polygons[0]), None);
        map.polygons[0].vertex_count = 4;
        map.polygons[0].lines[2] = 99;
        assert_eq!(endpoints(&map, 0, &map.polygons[0])[2], NONE);
    }

    #[test]
    fn a_huge_area_wraps() {
        let mut map = two_rooms();
        let (low, high) = (i16::MIN, i16::MAX);
        for (point, (x, y)) in map.points.iter_mut().zip([(low, low), (high, low), (high, high), (low, high)]) {
            point.position = Point { x, y };
        }
        // Twice the area is 2 * 65535², which is 0xFFFC0002 in 32 bits: -262142, halved 131071.
        assert_eq!(area(&map, 0, map.polygon(0).unwrap()), Some(131_071));
    }
}
