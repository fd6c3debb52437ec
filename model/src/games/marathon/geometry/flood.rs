//! The search that finds what lies near a polygon (`marathon.md` 1.5, Map indices).

use super::local::{Local, LocalPolygon, safe_gap};

/// What one search found, in the order it was found. Reused from search to search: nothing is allocated per polygon.
pub(super) struct Flood<'a> {
    local: &'a Local,
    /// Near lines that can stop someone: the index, or -index-1 if the centre is not on its clockwise side.
    pub(super) lines: Vec<i16>,
    /// Near endpoints.
    pub(super) points: Vec<i16>,
    /// The adjacent polygons, then those the search kept.
    pub(super) polygons: Vec<i16>,
    queue: Vec<i16>,
    /// Which search last listed or queued each element.
    line_seen: Vec<u32>,
    point_seen: Vec<u32>,
    polygon_listed: Vec<u32>,
    polygon_queued: Vec<u32>,
    search: u32,
    /// As the tools of Marathon 1 did it, see [`Flood::search`].
    first_rules: bool,
}

/// Marks the element as seen in this search; says whether it was already. An index that names nothing counts as seen,
/// so that it is never listed.
fn seen(marks: &mut [u32], index: i16, search: u32) -> bool {
    let mark = usize::try_from(index).ok().and_then(|index| marks.get_mut(index));
    mark.is_none_or(|mark| std::mem::replace(mark, search) == search)
}

fn is_marked(marks: &[u32], index: i16, search: u32) -> bool {
    super::map::at(marks, index).is_none_or(|&mark| mark == search)
}

impl<'a> Flood<'a> {
    pub(super) fn new(local: &'a Local, point_count: usize, first_rules: bool) -> Self {
        Self {
            local,
            lines: Vec::new(),
            points: Vec::new(),
            polygons: Vec::new(),
            queue: Vec::new(),
            line_seen: vec![0; local.lines.len()],
            point_seen: vec![0; point_count],
            polygon_listed: vec![0; local.polygons.len()],
            polygon_queued: vec![0; local.polygons.len()],
            search: 0,
            first_rules,
        }
    }

    /// Breadth-first from the polygon: when a polygon is taken from the queue, then for each of its adjacent polygons
    /// (line order, not yet queued) the polygon taken is examined; if that says keep, the adjacent one is queued.
    ///
    /// Marathon 1's files (all 7,595 polygons) show two differences: the neighbour list is not seeded,
    /// and a polygon is examined for adjacent polygons that are queued already, too.
    pub(super) fn search(&mut self, origin: i16, separation: i32) {
        self.lines.clear();
        self.points.clear();
        self.polygons.clear();
        self.queue.clear();
        // Two searches a polygon and at most 32768 polygons: the counter cannot run over.
        self.search += 1;
        let local = self.local;
        let Some(own) = local.polygon(origin) else {
            return;
        };
        // The neighbour list is seeded with the adjacent polygons first, in line order.
        if !self.first_rules {
            for adjacent in own.corners().iter().filter_map(|corner| corner.adjacent) {
                self.polygons.push(adjacent);
                seen(&mut self.polygon_listed, adjacent, self.search);
            }
        }
        seen(&mut self.polygon_queued, origin, self.search);
        self.queue.push(origin);
        let mut next = 0;
        while let Some(&taken) = self.queue.get(next) {
            next += 1;
            let Some(polygon) = local.polygon(taken) else {
                continue;
            };
            for adjacent in polygon.corners().iter().filter_map(|corner| corner.adjacent) {
                let queued = is_marked(&self.polygon_queued, adjacent, self.search);
                if queued && !self.first_rules {
                    continue;
                }
                if self.examine(own, taken, polygon, separation) && !queued {
                    seen(&mut self.polygon_queued, adjacent, self.search);
                    self.queue.push(adjacent);
                }
            }
        }
    }

    /// If the polygon's height range overlaps the original's, then for each of its corners, first the line, then the
    /// point. Says keep if it listed a line or met anything listed before; a kept polygon is listed itself.
    fn examine(&mut self, own: &LocalPolygon, index: i16, polygon: &LocalPolygon, separation: i32) -> bool {
        if polygon.floor > own.ceiling || polygon.ceiling < own.floor {
            return false;
        }
        let mut keep = false;
        let gap = safe_gap(separation);
        let squared = separation * separation;
        let apart = match (&own.bounds, &polygon.bounds) {
            (Some(one), Some(other)) => one.are_apart(other, gap),
            _ => true,
        };
        for corner in polygon.corners() {
            if let Some(line) = corner.line {
                if is_marked(&self.line_seen, line, self.search) {
                    keep = true;
                } else if !apart && let Some(listed) = self.near_line(own, line, squared, gap) {
                    seen(&mut self.line_seen, line, self.search);
                    self.lines.push(listed);
                    keep = true;
                }
            }
            if let Some((endpoint, position)) = corner.endpoint {
                if is_marked(&self.point_seen, endpoint, self.search) {
                    keep = true;
                } else if !apart && self.local.segments(own).any(|segment| segment.is_near(position, squared, gap)) {
                    // Listing a point does not by itself keep.
                    seen(&mut self.point_seen, endpoint, self.search);
                    self.points.push(endpoint);
                }
            }
        }
        if keep && !seen(&mut self.polygon_listed, index, self.search) {
            self.polygons.push(index);
        }
        keep
    }

    /// If the line is solid, or has a platform owner, or its lowest ceiling < our ceiling, or its highest floor > our
    /// floor, and any of our vertices is nearer than the separation: how it is listed.
    fn near_line(&self, own: &LocalPolygon, index: i16, squared: i32, gap: i32) -> Option<i16> {
        let line = self.local.line(index)?;
        let blocks =
            line.always_blocks || line.lowest_adjacent_ceiling < own.ceiling || line.highest_adjacent_floor > own.floor;
        let segment = line.segment.as_ref().filter(|_| blocks)?;
        if own.bounds.is_some_and(|bounds| bounds.are_apart(&segment.bounds, gap)) {
            return None;
        }
        let mut vertices = own.corners().iter().filter_map(|corner| corner.endpoint);
        vertices.any(|(_, position)| segment.is_near(position, squared, gap)).then(|| {
            // -index - 1 is the complement.
            if segment.is_clockwise_of(own.centre) { index } else { !index }
        })
    }
}
