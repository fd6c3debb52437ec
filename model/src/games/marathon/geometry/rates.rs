//! How well the rules reproduce what a level stores: everything is derived anew and compared, field by field.

use super::indices::{self, MapIndices};
use super::map::{EndpointOwners, Kind, Line, Map, NONE, Polygon, indexed};
use super::{endpoint, line, platform, polygon, side};

/// One field's count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Record and field, such as `line.length`.
    pub field: &'static str,
    /// In how many records the stored value is the rule's.
    pub matching: usize,
    /// In how many records it was compared.
    pub total: usize,
    /// The first record whose value is another (a platform is named by its polygon).
    pub first_mismatch: Option<i16>,
}

struct Counts(Vec<Rate>);

impl Counts {
    fn count(&mut self, field: &'static str, index: i16, matches: bool) {
        let rate = match self.0.iter().position(|rate| rate.field == field) {
            Some(position) => self.0.get_mut(position),
            None => {
                self.0.push(Rate { field, matching: 0, total: 0, first_mismatch: None });
                self.0.last_mut()
            }
        };
        let Some(rate) = rate else { return };
        rate.total += 1;
        if matches {
            rate.matching += 1;
        } else {
            rate.first_mismatch.get_or_insert(index);
        }
    }
}

/// Derives everything and compares it with the stored values. Of a raw level only polygons, lines and sides are
/// compared: it stores nothing else. Fields that occur in no record are left out.
///
/// Elevation flags and the index list were made before the game moved the platforms: they are compared
/// with what follows from the heights at rest ([`platform::at_rest`]), all else with the stored heights.
#[must_use]
pub fn match_rates(map: &Map) -> Vec<Rate> {
    let mut counts = Counts(Vec::new());
    let rested = platform::at_rest(map);
    polygons(map, &mut counts);
    lines(map, &rested, &mut counts);
    sides(map, &mut counts);
    if !map.index_list.is_empty() {
        endpoints(map, &rested, &mut counts);
        if let Ok(rebuilt) = indices::rebuilt(map) {
            index_lists(map, &rebuilt, &mut counts);
        }
    }
    counts.0
}

fn polygons(map: &Map, counts: &mut Counts) {
    for (index, stored) in indexed(&map.polygons).filter(|(_, stored)| !stored.is_detached()) {
        let used = stored.corners();
        let same = |one: [i16; 8], other: [i16; 8]| one.iter().zip(&other).take(used).all(|(one, other)| one == other);
        let endpoints = polygon::endpoints(map, index, stored);
        counts.count("polygon.endpoints", index, same(endpoints, stored.endpoints));
        counts.count("polygon.adjacents", index, same(polygon::adjacents(map, index, stored), stored.adjacents));
        counts.count("polygon.sides", index, same(polygon::sides(map, index, stored), stored.sides));
        counts.count("polygon.area", index, polygon::area(map, index, stored) == Some(stored.area));
        counts.count("polygon.centre", index, polygon::centre(map, index, stored) == Some(stored.centre));
    }
}

fn lines(map: &Map, rested: &Map, counts: &mut Counts) {
    for (index, stored) in indexed(&map.lines) {
        let flag = |bit: u16, derived: bool| (stored.flags & bit != 0) == derived;
        counts.count("line.length", index, line::length(map, stored) == Some(stored.length));
        counts.count(
            "line.highest_adjacent_floor",
            index,
            line::highest_adjacent_floor(map, stored) == stored.highest_adjacent_floor,
        );
        counts.count(
            "line.lowest_adjacent_ceiling",
            index,
            line::lowest_adjacent_ceiling(map, stored) == stored.lowest_adjacent_ceiling,
        );
        counts.count("line.elevation", index, flag(line::ELEVATION, line::is_elevation(rested, stored)));
        counts.count(
            "line.variable_elevation",
            index,
            flag(line::VARIABLE_ELEVATION, line::is_variable_elevation(map, stored)),
        );
        if stored.flags & line::VARIABLE_ELEVATION != 0 && platform_has_started(map) {
            let closed = line::is_closed(map, stored);
            let as_closed = stored.is_solid() == closed && stored.is_transparent() != closed;
            counts.count("line.closed_by_platform", index, as_closed);
        }
        counts.count("line.landscape", index, flag(line::LANDSCAPE, line::is_landscape(map, stored)));
        counts.count(
            "line.transparent_side",
            index,
            flag(line::TRANSPARENT_SIDE, line::has_transparent_side(map, stored)),
        );
    }
}

/// The level was saved by a tool of Marathon 2, with its platforms set up.
fn platform_has_started(map: &Map) -> bool {
    map.kind == Kind::Preprocessed && !map.marathon_1
}

fn sides(map: &Map, counts: &mut Counts) {
    for (index, line) in indexed(&map.lines) {
        for side_index in sides_of(line) {
            let Some(stored) = map.side(side_index) else {
                continue;
            };
            let Some(derived) = side::derived(map, index, side_index) else {
                continue;
            };
            counts.count("side.exclusion", side_index, derived.exclusion == Some(stored.exclusion));
            // Marathon 1 files do not store them (`marathon.md` 1.5, Side).
            if !map.marathon_1 {
                counts.count("side.polygon", side_index, derived.polygon == stored.polygon);
                counts.count("side.line", side_index, derived.line == stored.line);
            }
        }
    }
}

fn sides_of(line: &Line) -> impl Iterator<Item = i16> {
    [line.clockwise_side, line.counterclockwise_side].into_iter().filter(|&side| side != NONE)
}

fn endpoints(map: &Map, rested: &Map, counts: &mut Counts) {
    let at_rest = endpoint::all_derived(rested);
    for (((index, stored), derived), at_rest) in indexed(&map.points).zip(endpoint::all_derived(map)).zip(at_rest) {
        let flag = |bit: u16, derived: bool| (stored.flags & bit != 0) == derived;
        counts.count("endpoint.solid", index, flag(endpoint::SOLID, derived.solid));
        counts.count("endpoint.elevation", index, flag(endpoint::ELEVATION, at_rest.elevation));
        counts.count("endpoint.transparent", index, flag(endpoint::TRANSPARENT, derived.transparent));
        counts.count(
            "endpoint.highest_adjacent_floor",
            index,
            derived.highest_adjacent_floor == stored.highest_adjacent_floor,
        );
        counts.count(
            "endpoint.lowest_adjacent_ceiling",
            index,
            derived.lowest_adjacent_ceiling == stored.lowest_adjacent_ceiling,
        );
        counts.count("endpoint.supporting_polygon", index, derived.supporting_polygon == stored.supporting_polygon);
    }
}

fn index_lists(map: &Map, rebuilt: &MapIndices, counts: &mut Counts) {
    for ((index, stored), new) in indexed(&map.polygons).zip(&rebuilt.polygons) {
        if !stored.is_detached() {
            let same = |old: (u32, i16), new: (u32, i16)| part(&map.index_list, old) == part(&rebuilt.list, new);
            let (old_points, new_points) = (points_at(stored), u32::from(new.first_exclusion));
            let new_points = new_points + u32::try_from(new.exclusion_lines).unwrap_or(0);
            counts.count(
                "indices.exclusion_lines",
                index,
                same(
                    (u32::from(stored.first_exclusion), stored.exclusion_lines),
                    (u32::from(new.first_exclusion), new.exclusion_lines),
                ),
            );
            counts.count(
                "indices.exclusion_points",
                index,
                same((old_points, stored.exclusion_points), (new_points, new.exclusion_points)),
            );
            counts.count(
                "indices.neighbours",
                index,
                same(
                    (u32::from(stored.first_neighbour), stored.neighbours),
                    (u32::from(new.first_neighbour), new.neighbours),
                ),
            );
        }
        if !map.marathon_1 {
            let (old, new) =
                (sounds_at(&map.index_list, stored.sound_sources), sounds_at(&rebuilt.list, new.sound_sources));
            counts.count("indices.sounds", index, old == new);
        }
    }
    owners(map, rebuilt, counts);
    counts.count("indices.whole_list", 0, map.index_list == rebuilt.list);
}

fn owners(map: &Map, rebuilt: &MapIndices, counts: &mut Counts) {
    for new in &rebuilt.platforms {
        let corners = map.polygon(new.polygon).map_or(0, Polygon::corners);
        let Some(stored) = map.platform_of(new.polygon) else {
            continue;
        };
        if stored.owners == [EndpointOwners::default(); 8] {
            continue;
        }
        let all = |field: fn(&EndpointOwners) -> (u32, i16)| {
            stored
                .owners
                .iter()
                .zip(&new.owners)
                .take(corners)
                .all(|(old, new)| part(&map.index_list, field(old)) == part(&rebuilt.list, field(new)))
        };
        let polygons = all(|owner| (u32::from(owner.first_polygon), owner.polygons));
        counts.count("indices.endpoint_polygons", new.polygon, polygons);
        let lines = all(|owner| (u32::from(owner.first_line), owner.lines));
        counts.count("indices.endpoint_lines", new.polygon, lines);
    }
}

fn points_at(stored: &Polygon) -> u32 {
    u32::from(stored.first_exclusion) + u32::try_from(stored.exclusion_lines).unwrap_or(0)
}

/// Some entries of a list; `None` if they do not lie in it.
fn part(list: &[i16], (first, count): (u32, i16)) -> Option<&[i16]> {
    let first = usize::try_from(first).ok()?;
    list.get(first..first + usize::try_from(count).ok()?)
}

/// The entries up to the next [`NONE`]; `None` if there is no such list.
fn sounds_at(list: &[i16], first: u16) -> Option<&[i16]> {
    let rest = list.get(usize::from(first)..)?;
    rest.split(|&entry| entry == NONE).next()
}

#[cfg(test)]
mod tests {
    use super::super::test_maps::two_rooms;
    use super::*;

    fn rate<'a>(rates: &'a [Rate], field: &str) -> &'a Rate {
        rates.iter().find(|rate| rate.field == field).unwrap()
    }

    #[test]
    fn a_raw_level_is_compared_as_far_as_it_stores_anything() {
        let mut map = two_rooms();
        map.lines.iter_mut().for_each(|line| line.length = 1024);
        map.lines[3].length = 7;
        let rates = match_rates(&map);
        let length = rate(&rates, "line.length");
        assert_eq!((length.matching, length.total, length.first_mismatch), (6, 7, Some(3)));
        assert_eq!(rate(&rates, "polygon.endpoints").matching, 2);
        assert!(rates.iter().all(|rate| !rate.field.starts_with("indices")));
    }

    #[test]
    fn a_stored_list_that_follows_the_rules_matches_wholly() {
        let mut map = two_rooms();
        let rebuilt = indices::rebuilt(&map).unwrap();
        map.index_list = rebuilt.list;
        for (polygon, new) in map.polygons.iter_mut().zip(rebuilt.polygons) {
            polygon.first_exclusion = new.first_exclusion;
            polygon.exclusion_lines = new.exclusion_lines;
            polygon.exclusion_points = new.exclusion_points;
            polygon.first_neighbour = new.first_neighbour;
            polygon.neighbours = new.neighbours;
            polygon.sound_sources = new.sound_sources;
        }
        let rates = match_rates(&map);
        for field in ["lines", "points"] {
            let rate = rates.iter().find(|rate| rate.field == format!("indices.exclusion_{field}")).unwrap();
            assert_eq!((rate.matching, rate.total), (2, 2), "{field}");
        }
        assert_eq!(rate(&rates, "indices.whole_list").matching, 1);
        map.index_list[0] += 1;
        map.polygons[1].neighbours = 30_000;
        let rates = match_rates(&map);
        assert_eq!(rate(&rates, "indices.exclusion_lines").first_mismatch, Some(0));
        assert_eq!(rate(&rates, "indices.neighbours").first_mismatch, Some(1));
        assert_eq!(rate(&rates, "indices.whole_list").matching, 0);
    }

    /// Levels made of noise: small numbers, so that most indices name something wrong and some lie.
    #[test]
    fn noise_is_survived() {
        use super::super::sounds;
        use super::super::{ChunkBytes, Kind};
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut built = 0;
        for round in 0..200_u64 {
            let mut noise = |records: usize, size: usize| -> Vec<u8> {
                let mut bytes = vec![0; records * size + 1];
                for pair in bytes.chunks_mut(2) {
                    let bits = random();
                    let value = match bits & 15 {
                        0 => 0xFFFF,
                        1 => (bits >> 16) & 0xFFFF,
                        _ => (bits >> 16) % 24,
                    };
                    for (byte, value) in pair.iter_mut().zip([value >> 8, value]) {
                        *byte = u8::try_from(value & 0xFF).unwrap();
                    }
                }
                bytes
            };
            let (points, lines, sides, polygons) = (noise(24, 16), noise(30, 32), noise(20, 64), noise(24, 128));
            let (objects, given, saved, list) = (noise(20, 16), noise(4, 32), noise(4, 140), noise(400, 2));
            let map = Map::from_chunks(&ChunkBytes {
                pnts: &points,
                epnt: if round % 2 == 0 { &points } else { &[] },
                lins: &lines,
                sids: &sides,
                poly: &polygons,
                objs: &objects,
                plat: &given,
                saved_plat: &saved,
                iidx: &list,
                marathon_1: round % 3 == 0,
            });
            assert_eq!(map.kind == Kind::Preprocessed, round % 2 == 0);
            assert!(!match_rates(&map).is_empty());
            built += usize::from(indices::rebuilt(&map).is_ok());
            built += usize::from(sounds::rebuilt(&map).is_ok());
            built += platform::built(&map).len();
            for index in -1..24 {
                built += usize::from(side::type_when_created(&map, index, index + 1).is_some());
            }
        }
        assert!(built > 0);
    }
}
