//! The whole index list, `iidx` (`marathon.md` 1.5, Map indices): for each polygon what it can bump into and which
//! polygons are near, then for each polygon the sound sources in earshot, then for each platform what touches its
//! vertices.

use thiserror::Error;

use super::flood::Flood;
use super::local::Local;
use super::map::{EndpointOwners, MAXIMUM_VERTICES, Map, indexed};
use super::{platform, polygon, sounds};

/// How near a line or point must be to exclude someone of a polygon (`marathon.md` 1.5).
pub const EXCLUSION_SEPARATION: i32 = 256;

/// How near a polygon must be to be a neighbour (`marathon.md` 1.5).
pub const NEIGHBOUR_SEPARATION: i32 = 768;

/// The list must stay below this (`marathon.md` 1.5, Aleph One).
pub const MAXIMUM_LENGTH: usize = 65535;

/// Above this, engines before Aleph One cannot load the level (`marathon.md` 1.5): worth a warning.
pub const MAXIMUM_OLD_LENGTH: usize = 32767;

/// Why no index list can be made.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum IndicesError {
    /// The list is too long.
    #[error(
        "the index list (iidx) would need more than {MAXIMUM_LENGTH} entries at polygon {polygon}; \
         make the level smaller, or save it as a raw level (PNTS)"
    )]
    TooLong {
        /// The polygon whose entries no longer fit.
        polygon: i16,
    },
    /// More elements than an index can name.
    #[error("the level has {count} {what}, and the format can name only 32768; delete some")]
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// How many there are.
        count: usize,
    },
    /// The stored list cannot be taken apart, see [`sounds::rebuilt`].
    #[error(
        "the sound list of polygon {polygon} does not lie in the index list (iidx) at {position}, or shares entries \
         with something else; rebuild the whole list"
    )]
    SoundsNotApart {
        /// The polygon whose stored sound list is wrong.
        polygon: i16,
        /// Where its list is said to begin.
        position: u16,
    },
}

/// Where a polygon's entries lie in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PolygonIndices {
    /// Where its exclusion lines begin; its exclusion points follow them.
    pub first_exclusion: u16,
    /// How many exclusion lines.
    pub exclusion_lines: i16,
    /// How many exclusion points.
    pub exclusion_points: i16,
    /// Where its neighbours begin.
    pub first_neighbour: u16,
    /// How many neighbours.
    pub neighbours: i16,
    /// Where its sound list begins, which ends with -1; 0 in Marathon 1.
    pub sound_sources: u16,
}

/// Where the entries of a platform lie in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlatformIndices {
    /// Its polygon.
    pub polygon: i16,
    /// One for each vertex. The rest is zero here and uninitialised memory in real records: leave what is
    /// stored there.
    pub owners: [EndpointOwners; MAXIMUM_VERTICES],
}

/// An index list and everything that points into it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapIndices {
    /// The list, as `iidx` holds it.
    pub list: Vec<i16>,
    /// One for each polygon.
    pub polygons: Vec<PolygonIndices>,
    /// One for each platform polygon, in polygon order, with or without a record.
    pub platforms: Vec<PlatformIndices>,
}

impl MapIndices {
    /// Entries, if there are more than engines before Aleph One can load.
    #[must_use]
    pub fn too_long_for_old_engines(&self) -> Option<usize> {
        Some(self.list.len()).filter(|&length| length > MAXIMUM_OLD_LENGTH)
    }

    /// The next free position.
    fn position(&self, polygon: i16) -> Result<u16, IndicesError> {
        // Below the limit, so that a list that ends exactly at the limit is refused as well.
        u16::try_from(self.list.len()).ok().filter(|&at| at < u16::MAX).ok_or(IndicesError::TooLong { polygon })
    }

    fn append(&mut self, found: &[i16], polygon: i16) -> Result<(), IndicesError> {
        if self.list.len() + found.len() >= MAXIMUM_LENGTH {
            return Err(IndicesError::TooLong { polygon });
        }
        self.list.extend_from_slice(found);
        Ok(())
    }

    /// Appends and counts.
    fn add(&mut self, found: &[i16], polygon: i16) -> Result<i16, IndicesError> {
        self.append(found, polygon)?;
        i16::try_from(found.len()).map_err(|_| IndicesError::TooLong { polygon })
    }
}

/// Builds the whole list from the map's geometry; stored lists and derived fields are not looked at. A
/// detached polygon gets no exclusions and no neighbours.
///
/// The heights are those with every saved platform at rest ([`platform::at_rest`]): the list was made
/// before the game moved the platforms. Marathon 1's list ends with the neighbours: it has neither sound
/// lists nor platforms (all 37 levels of its map).
///
/// # Errors
/// [`IndicesError::TooLong`], [`IndicesError::TooMany`].
pub fn rebuilt(map: &Map) -> Result<MapIndices, IndicesError> {
    for (what, count) in [
        ("polygons", map.polygons.len()),
        ("lines", map.lines.len()),
        ("points", map.points.len()),
        ("objects", map.objects.len()),
    ] {
        if count > usize::from(i16::MAX.unsigned_abs()) + 1 {
            return Err(IndicesError::TooMany { what, count });
        }
    }
    let local = Local::new(&platform::at_rest(map));
    let mut indices = MapIndices::default();
    exclusions_and_neighbours(map, &local, &mut indices)?;
    if !map.marathon_1 {
        sound_lists(map, &local, &mut indices)?;
        platform_owners(map, &mut indices)?;
    }
    Ok(indices)
}

/// Per polygon in order: lines then points found with separation 256, then the polygons found with separation 768.
fn exclusions_and_neighbours(map: &Map, local: &Local, indices: &mut MapIndices) -> Result<(), IndicesError> {
    let mut flood = Flood::new(local, map.points.len(), map.marathon_1);
    for (index, polygon) in indexed(&local.polygons) {
        let mut entry = PolygonIndices { first_exclusion: indices.position(index)?, ..Default::default() };
        entry.first_neighbour = entry.first_exclusion;
        if !polygon.detached {
            flood.search(index, EXCLUSION_SEPARATION);
            entry.exclusion_lines = indices.add(&flood.lines, index)?;
            entry.exclusion_points = indices.add(&flood.points, index)?;
            entry.first_neighbour = indices.position(index)?;
            flood.search(index, NEIGHBOUR_SEPARATION);
            entry.neighbours = indices.add(&flood.polygons, index)?;
        }
        indices.polygons.push(entry);
    }
    Ok(())
}

/// Then per polygon the sound list.
fn sound_lists(map: &Map, local: &Local, indices: &mut MapIndices) -> Result<(), IndicesError> {
    let lists = sounds::Lists::new(map);
    let mut list = Vec::new();
    for (index, polygon) in indexed(&local.polygons) {
        let position = indices.position(index)?;
        lists.of(local, polygon, &mut list);
        indices.append(&list, index)?;
        if let Some(entry) = indices.polygons.get_mut(usize::from(index.unsigned_abs())) {
            entry.sound_sources = position;
        }
    }
    Ok(())
}

/// Then, per platform in polygon order: for each vertex the polygons and then the lines that touch it.
fn platform_owners(map: &Map, indices: &mut MapIndices) -> Result<(), IndicesError> {
    let platforms = platform::platform_polygons(map);
    if platforms.is_empty() {
        return Ok(());
    }
    let touching = Touching::new(map);
    for index in platforms {
        let Some(own) = map.polygon(index) else {
            continue;
        };
        let mut owners = [EndpointOwners::default(); MAXIMUM_VERTICES];
        let endpoints = polygon::endpoints(map, index, own);
        for (owner, endpoint) in owners.iter_mut().zip(endpoints).take(own.corners()) {
            owner.first_polygon = indices.position(index)?;
            owner.polygons = indices.add(touching.polygons.of(endpoint), index)?;
            owner.first_line = indices.position(index)?;
            owner.lines = indices.add(touching.lines.of(endpoint), index)?;
        }
        indices.platforms.push(PlatformIndices { polygon: index, owners });
    }
    Ok(())
}

/// For each endpoint the elements that touch it, in order.
struct Touching {
    polygons: Grouped,
    lines: Grouped,
}

impl Touching {
    fn new(map: &Map) -> Self {
        let polygons = indexed(&map.polygons).flat_map(|(index, own)| {
            let endpoints = polygon::endpoints(map, index, own);
            endpoints.into_iter().take(own.corners()).map(move |endpoint| (endpoint, index))
        });
        let lines = indexed(&map.lines).flat_map(|(index, line)| {
            let [first, second] = line.endpoints;
            // A line that has the same endpoint twice touches it once.
            [Some((first, index)), Some((second, index)).filter(|_| second != first)].into_iter().flatten()
        });
        Self { polygons: Grouped::new(polygons), lines: Grouped::new(lines) }
    }
}

/// Pairs of (endpoint, element), sorted by endpoint; elements of one endpoint keep their order.
struct Grouped {
    endpoints: Vec<i16>,
    elements: Vec<i16>,
}

impl Grouped {
    fn new(pairs: impl Iterator<Item = (i16, i16)>) -> Self {
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_by_key(|&(endpoint, _)| endpoint);
        let (endpoints, elements) = pairs.into_iter().unzip();
        Self { endpoints, elements }
    }

    fn of(&self, endpoint: i16) -> &[i16] {
        let from = self.endpoints.partition_point(|&other| other < endpoint);
        let to = self.endpoints.partition_point(|&other| other <= endpoint);
        self.elements.get(from..to).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::map::{NONE, Object, Point};
    use super::super::polygon::{DETACHED, PLATFORM};
    use super::super::test_maps::two_rooms;
    use super::*;

    fn slice(indices: &MapIndices, first: u16, count: i16) -> &[i16] {
        let first = usize::from(first);
        &indices.list[first..first + usize::try_from(count).unwrap()]
    }

    #[test]
    fn a_room_lists_its_walls_corners_and_neighbours() {
        let map = two_rooms();
        let indices = rebuilt(&map).unwrap();
        let west = indices.polygons[0];
        // The shared line is level and not solid: it stops no one. The other room is queued, but as
        // its only adjacent polygon is queued already, it is never examined: lines 4 and 6, which
        // start at our corners, are not found.
        assert_eq!(slice(&indices, west.first_exclusion, west.exclusion_lines), [0, 2, 3]);
        assert_eq!(slice(&indices, west.first_exclusion + 3, west.exclusion_points), [0, 1, 2, 3]);
        assert_eq!(slice(&indices, west.first_neighbour, west.neighbours), [1, 0]);
        let east = indices.polygons[1];
        assert_eq!(slice(&indices, east.first_neighbour, east.neighbours), [0, 1]);
        assert_eq!(indices.platforms, []);
        assert_eq!(indices.too_long_for_old_engines(), None);
    }

    #[test]
    fn sound_lists_follow_all_neighbours_and_end_with_none() {
        let mut map = two_rooms();
        map.objects = vec![
            Object { group: 0, ..Object::default() },
            Object { group: sounds::SOUND_SOURCE, polygon: 0, position: Point { x: 10, y: 10 } },
        ];
        let indices = rebuilt(&map).unwrap();
        let [west, east] = indices.polygons[..] else { panic!("two polygons") };
        assert_eq!(usize::from(west.sound_sources), usize::from(east.first_neighbour) + 2);
        assert_eq!(slice(&indices, west.sound_sources, 4), [1, NONE, 1, NONE]);
        assert_eq!(east.sound_sources, west.sound_sources + 2);
    }

    #[test]
    fn a_platform_lists_what_touches_its_vertices() {
        let mut map = two_rooms();
        map.polygons[1].polygon_type = PLATFORM;
        let indices = rebuilt(&map).unwrap();
        let [platform] = indices.platforms[..] else { panic!("one platform") };
        assert_eq!(platform.polygon, 1);
        let shared = platform.owners[0];
        assert_eq!(slice(&indices, shared.first_polygon, shared.polygons), [0, 1]);
        assert_eq!(slice(&indices, shared.first_line, shared.lines), [0, 1, 4]);
        let outer = platform.owners[1];
        assert_eq!(slice(&indices, outer.first_polygon, outer.polygons), [1]);
        assert_eq!(platform.owners[4], EndpointOwners::default());
        let last = platform.owners[3];
        assert_eq!(usize::from(last.first_line) + usize::try_from(last.lines).unwrap(), indices.list.len());
    }

    #[test]
    fn rooms_one_above_the_other_are_no_further_searched() {
        let mut map = two_rooms();
        map.polygons[1].floor = 2000;
        map.polygons[1].ceiling = 3000;
        let indices = rebuilt(&map).unwrap();
        let west = indices.polygons[0];
        // Adjacent polygons are always neighbours; the lines of the room above are not listed.
        assert_eq!(slice(&indices, west.first_neighbour, west.neighbours), [1, 0]);
        assert_eq!(slice(&indices, west.first_exclusion, west.exclusion_lines), [0, 1, 2, 3]);
    }

    #[test]
    fn a_line_seen_from_behind_is_complemented() {
        let mut map = two_rooms();
        map.lines[0].endpoints = [1, 0];
        map.lines[0].clockwise_polygon = NONE;
        map.lines[0].counterclockwise_polygon = 0;
        let indices = rebuilt(&map).unwrap();
        assert_eq!(indices.list[0], -1, "line 0 as -0-1");
    }

    #[test]
    fn a_detached_polygon_gets_empty_lists() {
        let mut map = two_rooms();
        map.polygons[1].flags = DETACHED;
        let east = rebuilt(&map).unwrap().polygons[1];
        assert_eq!((east.exclusion_lines, east.exclusion_points, east.neighbours), (0, 0, 0));
    }

    #[test]
    fn marathon_1_examines_more_and_lists_less() {
        let mut map = two_rooms();
        map.marathon_1 = true;
        map.polygons[1].polygon_type = PLATFORM;
        let indices = rebuilt(&map).unwrap();
        let west = indices.polygons[0];
        // Not seeded, and the other room is examined though its only adjacent polygon is queued.
        assert_eq!(slice(&indices, west.first_neighbour, west.neighbours), [0, 1]);
        assert_eq!(slice(&indices, west.first_exclusion, west.exclusion_lines), [0, 1, 2, 3, 4, 6]);
        let east = indices.polygons[1];
        let end = usize::from(east.first_neighbour) + usize::try_from(east.neighbours).unwrap();
        assert_eq!(indices.list.len(), end, "no sound lists");
        assert_eq!(indices.platforms, []);
    }

    #[test]
    fn saved_platforms_count_as_at_rest() {
        use super::super::map::{Extremes, Platform, PlatformHeights};
        let mut map = two_rooms();
        map.polygons[1].polygon_type = PLATFORM;
        let open = rebuilt(&map).unwrap();
        let extremes =
            Extremes { maximum_floor: 900, minimum_ceiling: 1024, maximum_ceiling: 1024, ..Default::default() };
        map.platforms.push(Platform {
            polygon: 1,
            flags: platform::FROM_FLOOR,
            heights: PlatformHeights::Saved { extremes, floor: 900, ceiling: 1024 },
            owners: Default::default(),
        });
        map.polygons[1].floor = 900;
        assert_eq!(rebuilt(&map).unwrap(), open);
    }

    #[test]
    fn too_many_entries_are_refused() {
        let mut map = two_rooms();
        let sound = Object { group: sounds::SOUND_SOURCE, ..Object::default() };
        map.objects = vec![sound; 20_000];
        assert!(rebuilt(&map).unwrap().too_long_for_old_engines().is_some());
        map.objects = vec![sound; 32_768];
        assert_eq!(rebuilt(&map), Err(IndicesError::TooLong { polygon: 1 }));
        map.objects.push(sound);
        assert_eq!(rebuilt(&map), Err(IndicesError::TooMany { what: "objects", count: 32_769 }));
    }

    #[test]
    fn lies_are_survived() {
        let mut map = two_rooms();
        map.polygons[0].vertex_count = 200;
        map.polygons[0].lines[4..].fill(-7);
        map.polygons[1].lines[2] = 5000;
        map.lines[3].endpoints = [3, 3];
        map.lines[4].endpoints = [1, -400];
        map.lines[1].counterclockwise_polygon = 90;
        map.polygons[0].polygon_type = PLATFORM;
        let indices = rebuilt(&map).unwrap();
        assert_eq!(indices.polygons.len(), 2);
        map.points.clear();
        assert!(rebuilt(&map).is_ok());
        assert_eq!(rebuilt(&Map::default()), Ok(MapIndices::default()));
    }
}
