//! Which polygon a point lies in.

use crate::games::marathon::geometry::map::{MAXIMUM_VERTICES, Map, NONE, Point, Polygon};
use crate::games::marathon::geometry::polygon;

/// A polygon's outline with the box around it.
#[derive(Clone, Copy, Debug)]
struct Outline {
    corners: [Point; MAXIMUM_VERTICES],
    count: usize,
    low: Point,
    high: Point,
    adjacents: [i16; MAXIMUM_VERTICES],
}

/// The outlines of a map's polygons, made once for any number of questions.
#[derive(Debug)]
pub(crate) struct Locator {
    outlines: Vec<Option<Outline>>,
}

impl Locator {
    pub(crate) fn new(map: &Map) -> Locator {
        let outline = |(index, own): (i16, &Polygon)| {
            let endpoints = polygon::endpoints(map, index, own);
            let count = own.corners();
            let mut corners = [Point::default(); MAXIMUM_VERTICES];
            for (corner, endpoint) in corners.iter_mut().zip(endpoints).take(count) {
                *corner = map.point(endpoint)?.position;
            }
            let used = corners.get(..count)?;
            let low = Point { x: used.iter().map(|p| p.x).min()?, y: used.iter().map(|p| p.y).min()? };
            let high = Point { x: used.iter().map(|p| p.x).max()?, y: used.iter().map(|p| p.y).max()? };
            Some(Outline { corners, count, low, high, adjacents: polygon::adjacents(map, index, own) })
        };
        Locator { outlines: (0..=i16::MAX).zip(&map.polygons).map(outline).collect() }
    }

    /// The polygon a point lies in: the one it was in if it still does, else one beside that, else the first. Where
    /// rooms overlap on the map, that keeps things in the room they are in.
    pub(crate) fn polygon_at(&self, point: Point, from: i16) -> Option<i16> {
        if self.holds(from, point) {
            return Some(from);
        }
        let beside = self.outline(from).and_then(|outline| {
            let beside = outline.adjacents.iter().take(outline.count);
            beside.copied().find(|adjacent| self.holds(*adjacent, point))
        });
        beside.or_else(|| (0..=i16::MAX).take(self.outlines.len()).find(|index| self.holds(*index, point)))
    }

    fn outline(&self, index: i16) -> Option<&Outline> {
        if index == NONE {
            return None;
        }
        usize::try_from(index).ok().and_then(|index| self.outlines.get(index))?.as_ref()
    }

    /// Whether the point lies in the polygon or on its edge.
    pub(crate) fn holds(&self, index: i16, point: Point) -> bool {
        self.outline(index).is_some_and(|outline| outline.holds(point))
    }
}

impl Outline {
    fn holds(&self, point: Point) -> bool {
        if point.x < self.low.x || point.x > self.high.x || point.y < self.low.y || point.y > self.high.y {
            return false;
        }
        // Polygons are convex (`marathon.md` 1.7): the point is on one hand of every edge. Which hand does not matter,
        // so that outlines that run the wrong way still hold what is in them.
        let (mut left, mut right) = (false, false);
        for (k, a) in self.corners.iter().enumerate().take(self.count) {
            let next = if k + 1 == self.count { 0 } else { k + 1 };
            let Some(b) = self.corners.get(next) else { return false };
            let difference = |to: i16, from: i16| i64::from(to) - i64::from(from);
            let cross =
                difference(b.x, a.x) * difference(point.y, a.y) - difference(b.y, a.y) * difference(point.x, a.x);
            left |= cross < 0;
            right |= cross > 0;
        }
        !(left && right)
    }
}
