//! The sound sources in earshot of each polygon (`marathon.md` 1.5, sound lists), and what an edit of objects alone
//! does to a stored index list: the sound lists change, everything behind them shifts, nothing else.

use std::ops::Range;

use super::distance::guess;
use super::indices::{IndicesError, MAXIMUM_LENGTH, MapIndices, PlatformIndices, PolygonIndices};
use super::local::{Local, LocalPolygon, safe_gap};
use super::map::{Map, NONE, Object, Point, Polygon, indexed};

/// Object group: sound source (`marathon.md` 1.2).
pub const SOUND_SOURCE: i16 = 5;

/// The distance, and the *squared* distance of a line, below which a source is heard (`marathon.md` 1.5).
pub const ZERO_VOLUME_DISTANCE: i32 = 10240;

/// The sound sources of a map.
pub(super) struct Lists {
    sources: Vec<(i16, Point)>,
}

impl Lists {
    pub(super) fn new(map: &Map) -> Self {
        let is_source = |object: &Object| object.group == SOUND_SOURCE;
        let sources = indexed(&map.objects).filter(|(_, object)| is_source(object));
        Self { sources: sources.map(|(index, object)| (index, object.position)).collect() }
    }

    /// Every object of group 5 that, for some k, is nearer than 10240 by the guess distance to vertex k, or whose
    /// squared distance to line k is < 10240; ended by None.
    pub(super) fn of(&self, local: &Local, polygon: &LocalPolygon, list: &mut Vec<i16>) {
        list.clear();
        let squared = ZERO_VOLUME_DISTANCE;
        // 102² is over 10240.
        let gap = safe_gap(102);
        for &(index, place) in &self.sources {
            // The guess is never below the larger difference, so past this gap neither rule can hold.
            if polygon.bounds.is_none_or(|bounds| bounds.is_far_from(place, ZERO_VOLUME_DISTANCE)) {
                continue;
            }
            let mut vertices = polygon.corners().iter().filter_map(|corner| corner.endpoint);
            if vertices.any(|(_, vertex)| guess(vertex, place) < ZERO_VOLUME_DISTANCE)
                || local.segments(polygon).any(|segment| segment.is_near(place, squared, gap))
            {
                list.push(index);
            }
        }
        list.push(NONE);
    }
}

/// The stored index list with only the sound lists made anew from the map's objects: every other entry is carried
/// over, whatever it says, and what points behind the sound lists is shifted. With unchanged objects and sound lists
/// that follow the rule the result is the stored list.
///
/// The new lists stand together where the first stored one stood. Marathon 1 has no sound lists: there
/// the stored list comes back as it is.
///
/// # Errors
/// [`IndicesError::SoundsNotApart`] if a stored sound list lies outside the list, has no end, or shares entries with
/// another list; [`IndicesError::TooLong`].
pub fn rebuilt(map: &Map) -> Result<MapIndices, IndicesError> {
    if map.marathon_1 {
        return Ok(stored(map));
    }
    let local = Local::new(map);
    let lists = Lists::new(map);
    let old_lists = stored_lists(map)?;
    let block = old_lists.iter().map(|range| range.start).min().unwrap_or(map.index_list.len());
    let removed = removed_before(&map.index_list, &old_lists);

    let mut new_list = Vec::new();
    let mut starts = Vec::with_capacity(map.polygons.len());
    let mut one = Vec::new();
    for (index, polygon) in indexed(&local.polygons) {
        starts.push((index, block + new_list.len()));
        lists.of(&local, polygon, &mut one);
        new_list.extend_from_slice(&one);
        if new_list.len() >= MAXIMUM_LENGTH {
            return Err(IndicesError::TooLong { polygon: index });
        }
    }

    // Every position moves back by the sound entries before it, and on by the new ones if it is behind the block.
    let moved = |position: u16, polygon: i16| -> Result<u16, IndicesError> {
        let position = usize::from(position);
        // A position outside the list names nothing: it stays as it is stored.
        let Some(&before) = removed.get(position) else {
            return Ok(u16::try_from(position).unwrap_or(u16::MAX));
        };
        let added = if position > block { new_list.len() } else { 0 };
        u16::try_from(position - before + added).map_err(|_| IndicesError::TooLong { polygon })
    };

    let mut new = stored(map);
    for ((index, start), polygon) in starts.into_iter().zip(&mut new.polygons) {
        polygon.first_exclusion = moved(polygon.first_exclusion, index)?;
        polygon.first_neighbour = moved(polygon.first_neighbour, index)?;
        polygon.sound_sources = u16::try_from(start).map_err(|_| IndicesError::TooLong { polygon: index })?;
    }
    for platform in &mut new.platforms {
        let used = vertices_of(map, platform.polygon);
        for owner in platform.owners.iter_mut().take(used) {
            owner.first_polygon = moved(owner.first_polygon, platform.polygon)?;
            owner.first_line = moved(owner.first_line, platform.polygon)?;
        }
    }
    let list = spliced(&map.index_list, &old_lists, block, &new_list);
    if list.len() >= MAXIMUM_LENGTH {
        return Err(IndicesError::TooLong { polygon: NONE });
    }
    new.list = list;
    Ok(new)
}

/// The list and what points into it, as they are stored.
fn stored(map: &Map) -> MapIndices {
    let polygons = indexed(&map.polygons).map(|(_, stored)| PolygonIndices {
        first_exclusion: stored.first_exclusion,
        exclusion_lines: stored.exclusion_lines,
        exclusion_points: stored.exclusion_points,
        first_neighbour: stored.first_neighbour,
        neighbours: stored.neighbours,
        sound_sources: stored.sound_sources,
    });
    let platforms =
        map.platforms.iter().map(|platform| PlatformIndices { polygon: platform.polygon, owners: platform.owners });
    MapIndices { list: map.index_list.clone(), polygons: polygons.collect(), platforms: platforms.collect() }
}

/// Where each polygon's stored sound list lies, with its end mark.
fn stored_lists(map: &Map) -> Result<Vec<Range<usize>>, IndicesError> {
    let mut taken = vec![false; map.index_list.len()];
    for polygon in &map.polygons {
        let exclusions = i32::from(polygon.exclusion_lines) + i32::from(polygon.exclusion_points);
        take(&mut taken, polygon.first_exclusion, exclusions);
        take(&mut taken, polygon.first_neighbour, i32::from(polygon.neighbours));
    }
    for platform in &map.platforms {
        let used = vertices_of(map, platform.polygon);
        for owner in platform.owners.iter().take(used) {
            take(&mut taken, owner.first_polygon, i32::from(owner.polygons));
            take(&mut taken, owner.first_line, i32::from(owner.lines));
        }
    }
    let mut ranges = Vec::with_capacity(map.polygons.len());
    for (index, polygon) in indexed(&map.polygons) {
        let wrong = IndicesError::SoundsNotApart { polygon: index, position: polygon.sound_sources };
        let start = usize::from(polygon.sound_sources);
        let rest = map.index_list.get(start..).ok_or_else(|| wrong.clone())?;
        let length = rest.iter().position(|&entry| entry == NONE).ok_or_else(|| wrong.clone())? + 1;
        let marks = taken.get_mut(start..start + length).ok_or_else(|| wrong.clone())?;
        if marks.contains(&true) {
            return Err(wrong);
        }
        marks.fill(true);
        ranges.push(start..start + length);
    }
    Ok(ranges)
}

/// How many of a platform's owners mean something: the rest of a saved record is uninitialised memory.
fn vertices_of(map: &Map, polygon: i16) -> usize {
    map.polygon(polygon).map_or(0, Polygon::corners)
}

/// Marks entries as belonging to something; a range that runs out of the list is cut.
fn take(taken: &mut [bool], first: u16, count: i32) {
    let count = usize::try_from(count).unwrap_or(0);
    taken.iter_mut().skip(usize::from(first)).take(count).for_each(|mark| *mark = true);
}

/// For each position of the list, and the one behind its end: how many sound entries lie before it.
fn removed_before(list: &[i16], lists: &[Range<usize>]) -> Vec<usize> {
    let mut is_sound = vec![false; list.len()];
    for range in lists {
        if let Some(marks) = is_sound.get_mut(range.clone()) {
            marks.fill(true);
        }
    }
    let mut before = Vec::with_capacity(list.len() + 1);
    let mut count = 0;
    before.push(0);
    for sound in is_sound {
        count += usize::from(sound);
        before.push(count);
    }
    before
}

/// The list without its sound entries, with the new ones at the block's place.
fn spliced(list: &[i16], old: &[Range<usize>], block: usize, new: &[i16]) -> Vec<i16> {
    let removed = removed_before(list, old);
    let mut spliced = Vec::with_capacity(list.len() + new.len());
    for ((position, &entry), pair) in list.iter().enumerate().zip(removed.windows(2)) {
        if position == block {
            spliced.extend_from_slice(new);
        }
        if let &[before, after] = pair
            && before == after
        {
            spliced.push(entry);
        }
    }
    if block >= list.len() {
        spliced.extend_from_slice(new);
    }
    spliced
}

#[cfg(test)]
mod tests {
    use super::super::indices;
    use super::super::map::{EndpointOwners, Platform, PlatformHeights};
    use super::super::polygon::PLATFORM;
    use super::super::test_maps::two_rooms;
    use super::*;

    /// The map as if it had been saved with these indices.
    fn saved(mut map: Map, indices: &MapIndices) -> Map {
        map.index_list.clone_from(&indices.list);
        for (polygon, entry) in map.polygons.iter_mut().zip(&indices.polygons) {
            polygon.first_exclusion = entry.first_exclusion;
            polygon.exclusion_lines = entry.exclusion_lines;
            polygon.exclusion_points = entry.exclusion_points;
            polygon.first_neighbour = entry.first_neighbour;
            polygon.neighbours = entry.neighbours;
            polygon.sound_sources = entry.sound_sources;
        }
        for (platform, entry) in map.platforms.iter_mut().zip(&indices.platforms) {
            platform.owners = entry.owners;
        }
        map
    }

    fn saved_map() -> Map {
        let mut map = two_rooms();
        map.polygons[1].polygon_type = PLATFORM;
        map.platforms.push(Platform {
            polygon: 1,
            flags: 0,
            heights: PlatformHeights::Given { maximum: NONE, minimum: NONE },
            owners: Default::default(),
        });
        map.objects.push(source(0, 0));
        let indices = indices::rebuilt(&map).unwrap();
        saved(map, &indices)
    }

    fn source(x: i16, y: i16) -> Object {
        Object { group: SOUND_SOURCE, polygon: 0, position: Point { x, y } }
    }

    fn lists_of(map: &Map) -> Vec<Vec<i16>> {
        let local = Local::new(map);
        let lists = Lists::new(map);
        let mut list = Vec::new();
        local
            .polygons
            .iter()
            .map(|polygon| {
                lists.of(&local, polygon, &mut list);
                list.clone()
            })
            .collect()
    }

    #[test]
    fn a_source_is_heard_by_guess_from_a_vertex_or_close_to_a_line() {
        let mut map = two_rooms();
        // Two rooms further apart than a source can be heard.
        for point in &mut map.points[4..] {
            point.position.x = 30_000;
        }
        // The guess from vertex 0 to (-10239, 0) is below the limit, to (-10240, 0) not.
        map.objects = vec![source(-10239, 0), source(-10240, 0), source(15_000, 50), source(15_000, 150)];
        assert_eq!(lists_of(&map), [vec![0, NONE], vec![2, NONE]]);
    }

    #[test]
    fn nothing_changes_when_no_object_does() {
        let map = saved_map();
        let rebuilt = rebuilt(&map).unwrap();
        assert_eq!(rebuilt.list, map.index_list);
        assert_eq!(saved(map.clone(), &rebuilt), map);
    }

    #[test]
    fn owners_past_the_vertex_count_are_left_alone() {
        let mut map = saved_map();
        let noise = EndpointOwners { first_polygon: 1, polygons: 9000, first_line: 2, lines: -7 };
        map.platforms[0].owners[4] = noise;
        map.objects.push(source(1, 1));
        assert_eq!(rebuilt(&map).unwrap().platforms[0].owners[4], noise);
    }

    #[test]
    fn marathon_1_has_no_sound_lists() {
        let mut map = two_rooms();
        map.marathon_1 = true;
        map.index_list = vec![1, 2, 3];
        map.objects.push(source(0, 0));
        assert_eq!(rebuilt(&map).unwrap(), super::stored(&map));
    }

    #[test]
    fn a_changed_source_gives_what_rebuilding_everything_gives() {
        let mut map = saved_map();
        for objects in [vec![], vec![source(0, 0), source(5, 5), source(9, 9)], vec![Object::default(), source(1, 1)]] {
            map.objects = objects;
            assert_eq!(rebuilt(&map), indices::rebuilt(&map));
        }
    }

    #[test]
    fn other_entries_are_carried_over_whatever_they_say() {
        let mut map = saved_map();
        map.index_list[0] = 777;
        map.objects.push(source(3, 3));
        let rebuilt = rebuilt(&map).unwrap();
        assert_eq!(rebuilt.list[0], 777);
        assert_eq!(rebuilt.list.len(), map.index_list.len() + 2);
        let owner = (map.platforms[0].owners[0], rebuilt.platforms[0].owners[0]);
        assert_eq!(owner.1.first_polygon, owner.0.first_polygon + 2);
    }

    #[test]
    fn lists_that_cannot_be_taken_apart_are_refused() {
        let refused = |map: &Map| matches!(rebuilt(map), Err(IndicesError::SoundsNotApart { .. }));
        let mut map = saved_map();
        map.polygons[1].sound_sources = 60_000;
        assert!(refused(&map), "outside");
        map = saved_map();
        map.polygons[1].sound_sources = map.polygons[0].sound_sources;
        assert!(refused(&map), "shared with another polygon");
        map = saved_map();
        map.polygons[0].sound_sources = 0;
        assert!(refused(&map), "shared with exclusions");
        map = saved_map();
        map.index_list.clear();
        assert!(refused(&map), "no list");
    }
}
