//! The levels between which platforms move (`marathon.md` 2.1, and 1.5 for the way back to raw records).

use super::map::{Extremes, Map, NONE, Platform, PlatformHeights, Polygon, at_mut, indexed};
use super::polygon;

/// Static flag: it begins at its extended end (seed 001, "Static Platform Flags").
pub const INITIALLY_EXTENDED: u32 = 1 << 1;
/// Static flag: it goes all the way between floor and ceiling.
pub const EXTENDS_FLOOR_TO_CEILING: u32 = 1 << 5;
/// Static flag: its floor moves.
pub const FROM_FLOOR: u32 = 1 << 6;
/// Static flag: its ceiling moves.
pub const FROM_CEILING: u32 = 1 << 7;
/// Static flag: the polygon's own height is one of the limits.
pub const NATIVE_HEIGHTS: u32 = 1 << 17;

/// Which surfaces a platform moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surfaces {
    /// Floor and ceiling meet in the middle.
    Both,
    /// The floor alone.
    Floor,
    /// The ceiling alone.
    Ceiling,
    /// A record that moves nothing.
    Neither,
}

impl Platform {
    /// Which surfaces it moves.
    #[must_use]
    pub fn surfaces(&self) -> Surfaces {
        match (self.flags & FROM_FLOOR != 0, self.flags & FROM_CEILING != 0) {
            (true, true) => Surfaces::Both,
            (true, false) => Surfaces::Floor,
            (false, true) => Surfaces::Ceiling,
            (false, false) => Surfaces::Neither,
        }
    }
}

/// Lowest and highest of something.
#[derive(Clone, Copy)]
struct Range {
    lowest: i16,
    highest: i16,
}

impl Range {
    fn at(height: i16) -> Self {
        Self { lowest: height, highest: height }
    }

    fn add(&mut self, height: i16) {
        self.lowest = self.lowest.min(height);
        self.highest = self.highest.max(height);
    }
}

/// The limits of a platform. A saved record holds them; of a raw record they are worked out from the heights the map
/// shows now: start from the polygon's own floor and ceiling, take minimum and maximum over the adjacent polygons.
/// A surface that does not move has its own height for both limits. `None` if the polygon is missing.
#[must_use]
pub fn extremes(map: &Map, platform: &Platform) -> Option<Extremes> {
    let own = map.polygon(platform.polygon)?;
    match platform.heights {
        PlatformHeights::Saved { extremes, .. } => Some(extremes),
        PlatformHeights::Given { maximum, minimum } => Some(calculated(map, own, platform, minimum, maximum)),
    }
}

fn calculated(map: &Map, own: &Polygon, platform: &Platform, minimum: i16, maximum: i16) -> Extremes {
    let flag = |bit: u32| platform.flags & bit != 0;
    let given = |given: i16, found: i16| if given == NONE { found } else { given };
    let (mut floors, mut ceilings) = (Range::at(own.floor), Range::at(own.ceiling));
    let adjacents = polygon::adjacents(map, platform.polygon, own);
    for adjacent in adjacents.iter().take(own.corners()).filter_map(|&adjacent| map.polygon(adjacent)) {
        floors.add(adjacent.floor);
        ceilings.add(adjacent.ceiling);
    }
    // Extends floor to ceiling: highest floor = at least the own ceiling, lowest ceiling = at most the own floor.
    if flag(EXTENDS_FLOOR_TO_CEILING) {
        floors.highest = floors.highest.max(own.ceiling);
        ceilings.lowest = ceilings.lowest.min(own.floor);
    }
    match platform.surfaces() {
        // Both ways: the outer limits are given or the adjacent ones; they meet at the mean, truncated.
        Surfaces::Both => {
            let minimum_floor = given(minimum, floors.lowest);
            let maximum_ceiling = given(maximum, ceilings.highest);
            let mean = (i32::from(minimum_floor) + i32::from(maximum_ceiling)) / 2;
            // The mean of two i16 is one.
            let mean = i16::try_from(mean).unwrap_or(minimum_floor);
            Extremes { minimum_floor, maximum_floor: mean, minimum_ceiling: mean, maximum_ceiling }
        }
        // From floor only, native: if the own floor is below all, or it extends to the ceiling, it is the lowest
        // level, else the highest.
        Surfaces::Floor => {
            if flag(NATIVE_HEIGHTS) {
                if own.floor < floors.lowest || flag(EXTENDS_FLOOR_TO_CEILING) {
                    floors.lowest = own.floor;
                } else {
                    floors.highest = own.floor;
                }
            }
            Extremes {
                minimum_floor: given(minimum, floors.lowest),
                maximum_floor: given(maximum, floors.highest),
                minimum_ceiling: own.ceiling,
                maximum_ceiling: own.ceiling,
            }
        }
        // From ceiling only: mirrored.
        Surfaces::Ceiling => {
            if flag(NATIVE_HEIGHTS) {
                if own.ceiling > ceilings.highest || flag(EXTENDS_FLOOR_TO_CEILING) {
                    ceilings.highest = own.ceiling;
                } else {
                    ceilings.lowest = own.ceiling;
                }
            }
            Extremes {
                minimum_floor: own.floor,
                maximum_floor: own.floor,
                minimum_ceiling: given(minimum, ceilings.lowest),
                maximum_ceiling: given(maximum, ceilings.highest),
            }
        }
        Surfaces::Neither => Extremes {
            minimum_floor: own.floor,
            maximum_floor: own.floor,
            minimum_ceiling: own.ceiling,
            maximum_ceiling: own.ceiling,
        },
    }
}

/// The heights a polygon can take: a platform's extremes, or its own floor and ceiling.
#[must_use]
pub fn limits(map: &Map, index: i16, polygon: &Polygon) -> Extremes {
    let platform = if polygon.is_platform() { map.platform_of(index) } else { None };
    platform.and_then(|platform| extremes(map, platform)).unwrap_or(Extremes {
        minimum_floor: polygon.floor,
        maximum_floor: polygon.floor,
        minimum_ceiling: polygon.ceiling,
        maximum_ceiling: polygon.ceiling,
    })
}

/// One platform as the level starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Built {
    /// Its polygon.
    pub polygon: i16,
    /// Its limits.
    pub extremes: Extremes,
    /// Its floor.
    pub floor: i16,
    /// Its ceiling.
    pub ceiling: i16,
}

/// Every platform as the engine builds it, in polygon order. Each is built from heights in which the platforms before
/// it already stand at their start: extended (floor at the maximum, ceiling at the minimum) or contracted. Platform
/// polygons without a record are left out.
#[must_use]
pub fn built(map: &Map) -> Vec<Built> {
    let mut map = map.clone();
    let mut all = Vec::with_capacity(map.platforms.len());
    for index in platform_polygons(&map) {
        let Some(platform) = map.platform_of(index).copied() else {
            continue;
        };
        let Some(extremes) = extremes(&map, &platform) else {
            continue;
        };
        let Some(own) = at_mut(&mut map.polygons, index) else {
            continue;
        };
        if let PlatformHeights::Saved { floor, ceiling, .. } = platform.heights {
            (own.floor, own.ceiling) = (floor, ceiling);
        } else {
            let extended = platform.flags & INITIALLY_EXTENDED != 0;
            if matches!(platform.surfaces(), Surfaces::Floor | Surfaces::Both) {
                own.floor = if extended { extremes.maximum_floor } else { extremes.minimum_floor };
            }
            if matches!(platform.surfaces(), Surfaces::Ceiling | Surfaces::Both) {
                own.ceiling = if extended { extremes.minimum_ceiling } else { extremes.maximum_ceiling };
            }
        }
        all.push(Built { polygon: index, extremes, floor: own.floor, ceiling: own.ceiling });
    }
    all
}

/// The polygons that are platforms, in order.
pub(super) fn platform_polygons(map: &Map) -> Vec<i16> {
    indexed(&map.polygons).filter(|(_, polygon)| polygon.is_platform()).map(|(index, _)| index).collect()
}

/// The (minimum, maximum) of the `plat` record that a saved one becomes: both ways = minimum floor and maximum
/// ceiling, from floor = the floor pair, from ceiling = the ceiling pair (`marathon.md` 1.5, "Preprocessed to raw").
/// `None` for a raw record, and for one that moves nothing.
#[must_use]
pub fn given_heights(platform: &Platform) -> Option<(i16, i16)> {
    let PlatformHeights::Saved { extremes, .. } = platform.heights else {
        return None;
    };
    match platform.surfaces() {
        Surfaces::Both => Some((extremes.minimum_floor, extremes.maximum_ceiling)),
        Surfaces::Floor => Some((extremes.minimum_floor, extremes.maximum_floor)),
        Surfaces::Ceiling => Some((extremes.minimum_ceiling, extremes.maximum_ceiling)),
        Surfaces::Neither => None,
    }
}

/// The (floor, ceiling) a saved platform's polygon gets in a raw level: the floor's minimum, the ceiling's maximum,
/// for the surfaces that move. `None` for a raw record or a missing polygon.
#[must_use]
pub fn rest_heights(map: &Map, platform: &Platform) -> Option<(i16, i16)> {
    let own = map.polygon(platform.polygon)?;
    let PlatformHeights::Saved { extremes, .. } = platform.heights else {
        return None;
    };
    Some(match platform.surfaces() {
        Surfaces::Both => (extremes.minimum_floor, extremes.maximum_ceiling),
        Surfaces::Floor => (extremes.minimum_floor, own.ceiling),
        Surfaces::Ceiling => (own.floor, extremes.maximum_ceiling),
        Surfaces::Neither => (own.floor, own.ceiling),
    })
}

/// The map with every saved platform's polygon at rest: what the tool that derived the stored data saw,
/// as far as it can be known; the editor's own heights of a platform's polygon are lost. A raw map comes
/// back as it is.
#[must_use]
pub fn at_rest(map: &Map) -> Map {
    let mut rested = map.clone();
    for platform in &map.platforms {
        if let Some((floor, ceiling)) = rest_heights(map, platform)
            && let Some(own) = at_mut(&mut rested.polygons, platform.polygon)
        {
            (own.floor, own.ceiling) = (floor, ceiling);
        }
    }
    rested
}

#[cfg(test)]
mod tests {
    use super::super::polygon::PLATFORM;
    use super::super::test_maps::two_rooms;
    use super::*;

    fn platform(flags: u32, minimum: i16, maximum: i16) -> Platform {
        Platform { polygon: 0, flags, heights: PlatformHeights::Given { maximum, minimum }, owners: Default::default() }
    }

    /// Room 0 (0..1024) beside a room of 512..2000.
    fn beside_a_ledge() -> Map {
        let mut map = two_rooms();
        map.polygons[0].polygon_type = PLATFORM;
        map.polygons[1].floor = 512;
        map.polygons[1].ceiling = 2000;
        map
    }

    fn numbers(extremes: Extremes) -> [i16; 4] {
        [extremes.minimum_floor, extremes.maximum_floor, extremes.minimum_ceiling, extremes.maximum_ceiling]
    }

    #[test]
    fn limits_come_from_the_adjacent_polygons_unless_given() {
        let map = beside_a_ledge();
        let of = |flags, minimum, maximum| numbers(extremes(&map, &platform(flags, minimum, maximum)).unwrap());
        assert_eq!(of(FROM_FLOOR, NONE, NONE), [0, 512, 1024, 1024]);
        assert_eq!(of(FROM_FLOOR, -300, 900), [-300, 900, 1024, 1024]);
        assert_eq!(of(FROM_CEILING, NONE, NONE), [0, 0, 1024, 2000]);
        assert_eq!(of(FROM_FLOOR | FROM_CEILING, NONE, NONE), [0, 1000, 1000, 2000]);
        assert_eq!(of(FROM_FLOOR | FROM_CEILING, -5, 2), [-5, -1, -1, 2]);
        assert_eq!(of(0, NONE, NONE), [0, 0, 1024, 1024]);
    }

    #[test]
    fn a_full_door_closes_against_its_own_surfaces() {
        let map = beside_a_ledge();
        let of = |flags| numbers(extremes(&map, &platform(flags | EXTENDS_FLOOR_TO_CEILING, NONE, NONE)).unwrap());
        assert_eq!(of(FROM_FLOOR), [0, 1024, 1024, 1024]);
        assert_eq!(of(FROM_CEILING), [0, 0, 0, 2000]);
    }

    #[test]
    fn native_heights_put_one_limit_at_the_polygon() {
        let map = beside_a_ledge();
        let of = |flags| numbers(extremes(&map, &platform(flags | NATIVE_HEIGHTS, NONE, NONE)).unwrap());
        assert_eq!(of(FROM_FLOOR), [0, 0, 1024, 1024]);
        assert_eq!(of(FROM_FLOOR | EXTENDS_FLOOR_TO_CEILING), [0, 1024, 1024, 1024]);
        assert_eq!(of(FROM_CEILING), [0, 0, 1024, 2000]);
        assert_eq!(of(FROM_CEILING | EXTENDS_FLOOR_TO_CEILING), [0, 0, 0, 1024]);
    }

    #[test]
    fn platforms_start_at_their_end() {
        let mut map = beside_a_ledge();
        map.platforms = vec![platform(FROM_FLOOR | INITIALLY_EXTENDED, NONE, NONE)];
        let start = built(&map);
        assert_eq!(start.len(), 1);
        assert_eq!((start[0].floor, start[0].ceiling), (512, 1024));
        map.platforms = vec![platform(FROM_CEILING, NONE, NONE)];
        assert_eq!((built(&map)[0].floor, built(&map)[0].ceiling), (0, 2000));
        map.platforms[0].polygon = 70;
        assert!(built(&map).is_empty());
        assert_eq!(extremes(&map, &map.platforms[0]), None);
    }

    #[test]
    fn a_saved_record_goes_back_to_given_heights() {
        let mut map = beside_a_ledge();
        let extremes = Extremes { minimum_floor: 1, maximum_floor: 2, minimum_ceiling: 3, maximum_ceiling: 4 };
        let saved = |flags| Platform {
            heights: PlatformHeights::Saved { extremes, floor: 2, ceiling: 3 },
            ..platform(flags, 0, 0)
        };
        assert_eq!(given_heights(&saved(FROM_FLOOR | FROM_CEILING)), Some((1, 4)));
        assert_eq!(given_heights(&saved(FROM_FLOOR)), Some((1, 2)));
        assert_eq!(given_heights(&saved(FROM_CEILING)), Some((3, 4)));
        assert_eq!(given_heights(&saved(0)), None);
        assert_eq!(given_heights(&platform(FROM_FLOOR, 0, 0)), None);
        map.platforms = vec![saved(FROM_FLOOR)];
        let rested = at_rest(&map);
        assert_eq!((rested.polygons[0].floor, rested.polygons[0].ceiling), (1, 1024));
        map.platforms[0].polygon = 70;
        assert_eq!(at_rest(&map), map);
    }
}
