//! The parts of a map that the flood and the sound lists ask for again and again, looked up once: positions instead
//! of indices, derived topology and heights instead of stored ones, and boxes to leave out far pairs early.

use super::distance::squared_to_segment;
use super::line;
use super::map::{MAXIMUM_VERTICES, Map, NONE, Point, indexed};
use super::polygon;

/// Within this many units on both axes no step of [`squared_to_segment`] wraps: distances are below
/// 32,768, the rough square is at most twice the true one, and twice 32,767² is below 2^31.
const WRAPPING_EXTENT: i32 = 23_170;

/// A box around some points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    low: Point,
    high: Point,
}

impl Bounds {
    fn around(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        points.into_iter().fold(None, |bounds: Option<Self>, point| {
            Some(bounds.map_or(Self { low: point, high: point }, |Self { low, high }| Self {
                low: Point { x: low.x.min(point.x), y: low.y.min(point.y) },
                high: Point { x: high.x.max(point.x), y: high.y.max(point.y) },
            }))
        })
    }

    /// On some axis the boxes are at least this far apart, and close enough together that no squared
    /// distance between them wraps: nothing in one is within the gap of anything in the other.
    pub(super) fn are_apart(&self, other: &Self, gap: i32) -> bool {
        let apart = |low: i16, high: i16| i32::from(low) - i32::from(high) >= gap;
        let extent = |a: (i16, i16), b: (i16, i16)| i32::from(a.1.max(b.1)) - i32::from(a.0.min(b.0));
        let across = [
            extent((self.low.x, self.high.x), (other.low.x, other.high.x)),
            extent((self.low.y, self.high.y), (other.low.y, other.high.y)),
        ];
        let somewhere_apart = apart(self.low.x, other.high.x)
            || apart(other.low.x, self.high.x)
            || apart(self.low.y, other.high.y)
            || apart(other.low.y, self.high.y);
        somewhere_apart && across.into_iter().all(|across| across < WRAPPING_EXTENT)
    }

    /// The same for a point.
    pub(super) fn is_far_from(&self, point: Point, gap: i32) -> bool {
        self.are_apart(&Self { low: point, high: point }, gap)
    }
}

/// One line with its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) a: Point,
    pub(super) b: Point,
    pub(super) bounds: Bounds,
}

impl Segment {
    fn new([a, b]: [Point; 2]) -> Self {
        let low = Point { x: a.x.min(b.x), y: a.y.min(b.y) };
        let high = Point { x: a.x.max(b.x), y: a.y.max(b.y) };
        Self { a, b, bounds: Bounds { low, high } }
    }

    /// The point is nearer than the separation. `gap` is [`safe_gap`] of it.
    pub(super) fn is_near(&self, point: Point, squared: i32, gap: i32) -> bool {
        !self.bounds.is_far_from(point, gap) && squared_to_segment(point, self.a, self.b) < squared
    }

    /// The place lies on the line's clockwise side.
    pub(super) fn is_clockwise_of(&self, place: Point) -> bool {
        let difference = |to: i16, from: i16| i64::from(to) - i64::from(from);
        difference(self.b.x, self.a.x) * difference(place.y, self.b.y)
            - difference(self.b.y, self.a.y) * difference(place.x, self.b.x)
            > 0
    }
}

/// A distance at which a point is surely not within the separation, though [`squared_to_segment`] is rough: what it
/// cuts off is below one part in 4,096 of the squared distance.
pub(super) fn safe_gap(separation: i32) -> i32 {
    separation + separation / 64 + 2
}

/// One corner of a polygon: an endpoint and the line that starts there. What is missing is left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    /// The line, if it and its ends exist.
    pub(super) line: Option<i16>,
    /// The endpoint and its position, if it exists.
    pub(super) endpoint: Option<(i16, Point)>,
    /// The polygon across the line, if it exists.
    pub(super) adjacent: Option<i16>,
}

const NO_CORNER: Corner = Corner { line: None, endpoint: None, adjacent: None };

/// One polygon.
#[derive(Clone, Debug)]
pub(super) struct LocalPolygon {
    corners: [Corner; MAXIMUM_VERTICES],
    count: usize,
    pub(super) floor: i16,
    pub(super) ceiling: i16,
    pub(super) centre: Point,
    pub(super) bounds: Option<Bounds>,
    pub(super) detached: bool,
}

impl LocalPolygon {
    pub(super) fn corners(&self) -> &[Corner] {
        self.corners.get(..self.count).unwrap_or_default()
    }
}

/// One line.
#[derive(Clone, Copy, Debug)]
pub(super) struct LocalLine {
    pub(super) segment: Option<Segment>,
    /// Solid, or beside a platform: it can stop someone whatever the heights.
    pub(super) always_blocks: bool,
    pub(super) highest_adjacent_floor: i16,
    pub(super) lowest_adjacent_ceiling: i16,
}

/// Polygons and lines with all that is asked of them.
pub(super) struct Local {
    pub(super) polygons: Vec<LocalPolygon>,
    pub(super) lines: Vec<LocalLine>,
}

impl Local {
    pub(super) fn new(map: &Map) -> Self {
        let lines: Vec<_> = map
            .lines
            .iter()
            .map(|line| LocalLine {
                segment: map.ends(line).map(Segment::new),
                always_blocks: line.is_solid() || line::has_platform(map, line),
                highest_adjacent_floor: line::highest_adjacent_floor(map, line),
                lowest_adjacent_ceiling: line::lowest_adjacent_ceiling(map, line),
            })
            .collect();
        let polygons = indexed(&map.polygons).map(|(index, _)| local_polygon(map, &lines, index)).collect();
        Self { polygons, lines }
    }

    pub(super) fn polygon(&self, index: i16) -> Option<&LocalPolygon> {
        super::map::at(&self.polygons, index)
    }

    pub(super) fn line(&self, index: i16) -> Option<&LocalLine> {
        super::map::at(&self.lines, index)
    }

    /// The segments of a polygon's lines.
    pub(super) fn segments<'a>(&'a self, polygon: &'a LocalPolygon) -> impl Iterator<Item = &'a Segment> {
        polygon.corners().iter().filter_map(|corner| self.line(corner.line?)?.segment.as_ref())
    }
}

fn local_polygon(map: &Map, lines: &[LocalLine], index: i16) -> LocalPolygon {
    let stored = map.polygon(index).copied().unwrap_or_default();
    let count = stored.corners();
    let endpoints = polygon::endpoints(map, index, &stored);
    let adjacents = polygon::adjacents(map, index, &stored);
    let mut corners = [NO_CORNER; MAXIMUM_VERTICES];
    for (((corner, line), endpoint), adjacent) in corners.iter_mut().zip(stored.lines).zip(endpoints).zip(adjacents) {
        let segment = super::map::at(lines, line).and_then(|line| line.segment);
        *corner = Corner {
            line: segment.map(|_| line),
            endpoint: map.point(endpoint).map(|point| (endpoint, point.position)),
            adjacent: Some(adjacent).filter(|&adjacent| adjacent != NONE && map.polygon(adjacent).is_some()),
        };
    }
    let used = corners.get(..count).unwrap_or_default();
    let vertices = used.iter().filter_map(|corner| corner.endpoint.map(|(_, position)| position));
    let ends = used
        .iter()
        .filter_map(|corner| super::map::at(lines, corner.line?)?.segment)
        .flat_map(|segment| [segment.a, segment.b]);
    LocalPolygon {
        bounds: Bounds::around(vertices.chain(ends)),
        corners,
        count,
        floor: stored.floor,
        ceiling: stored.ceiling,
        centre: polygon::centre(map, index, &stored).unwrap_or(stored.centre),
        detached: stored.is_detached(),
    }
}
