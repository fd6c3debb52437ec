//! What a line's ends, owners and sides say about it (`marathon.md` 1.5, Line).

use super::distance;
use super::map::{Line, Map, Polygon, Side};

/// Flag, derived: a side has a transparent texture.
pub const TRANSPARENT_SIDE: u16 = 0x0200;
/// Flag, derived: a platform adjoins and the line is not solid.
pub const VARIABLE_ELEVATION: u16 = 0x0400;
/// Flag, derived: the floors differ, or an owner is missing.
pub const ELEVATION: u16 = 0x0800;
/// Flag, derived: a side's primary texture is a landscape.
pub const LANDSCAPE: u16 = 0x1000;
/// Flag, the editor's choice: it can be seen through.
pub const TRANSPARENT: u16 = 0x2000;
/// Flag, the editor's choice: it cannot be walked through.
pub const SOLID: u16 = 0x4000;

/// Transfer mode of a landscape (`marathon.md` 2.8).
pub const LANDSCAPE_MODE: i16 = 9;

/// "No texture" (seed 001, texture ids).
pub const NO_TEXTURE: u16 = 0xFFFF;

impl Line {
    /// The editor made it solid.
    #[must_use]
    pub fn is_solid(&self) -> bool {
        self.flags & SOLID != 0
    }

    /// The editor made it transparent.
    #[must_use]
    pub fn is_transparent(&self) -> bool {
        self.flags & TRANSPARENT != 0
    }
}

/// Its owners, clockwise first; an index that names no polygon is no owner.
#[must_use]
pub fn owners<'a>(map: &'a Map, line: &Line) -> [Option<&'a Polygon>; 2] {
    [map.polygon(line.clockwise_polygon), map.polygon(line.counterclockwise_polygon)]
}

fn sides<'a>(map: &'a Map, line: &Line) -> [Option<&'a Side>; 2] {
    [map.side(line.clockwise_side), map.side(line.counterclockwise_side)]
}

/// Length = the rounded distance of its ends, clamped to 32767; `None` if an end is missing.
#[must_use]
pub fn length(map: &Map, line: &Line) -> Option<i16> {
    let [first, second] = map.ends(line)?;
    Some(distance::distance(first, second))
}

/// Highest floor over its one or two owners; 0 without an owner.
#[must_use]
pub fn highest_adjacent_floor(map: &Map, line: &Line) -> i16 {
    owners(map, line).into_iter().flatten().map(|polygon| polygon.floor).max().unwrap_or(0)
}

/// Lowest ceiling over its one or two owners; 0 without an owner.
#[must_use]
pub fn lowest_adjacent_ceiling(map: &Map, line: &Line) -> i16 {
    owners(map, line).into_iter().flatten().map(|polygon| polygon.ceiling).min().unwrap_or(0)
}

/// Elevation = floors differ or an owner is missing.
#[must_use]
pub fn is_elevation(map: &Map, line: &Line) -> bool {
    match owners(map, line) {
        [Some(one), Some(other)] => one.floor != other.floor,
        _ => true,
    }
}

/// An owner is a platform, so that the line's heights change while the game runs.
#[must_use]
pub fn has_platform(map: &Map, line: &Line) -> bool {
    owners(map, line).into_iter().flatten().any(Polygon::is_platform)
}

/// Variable elevation = an owner is a platform and the line is not solid. Marathon 1's files have it on
/// solid lines too. In a preprocessed level this says no where the stored flag says yes if the game has
/// closed the line ([`is_closed`]) and so made it solid.
#[must_use]
pub fn is_variable_elevation(map: &Map, line: &Line) -> bool {
    has_platform(map, line) && (map.marathon_1 || !line.is_solid())
}

/// What the running game makes of a line of variable elevation: solid and not transparent while the
/// highest floor reaches the lowest ceiling (`marathon.md` 2.1). A preprocessed level stores it so, in
/// the editor's own flags.
#[must_use]
pub fn is_closed(map: &Map, line: &Line) -> bool {
    highest_adjacent_floor(map, line) >= lowest_adjacent_ceiling(map, line)
}

/// Landscape = a side's primary transfer mode is 9.
#[must_use]
pub fn is_landscape(map: &Map, line: &Line) -> bool {
    sides(map, line).into_iter().flatten().any(|side| side.primary_transfer_mode == LANDSCAPE_MODE)
}

/// Transparent side = a side has a transparent texture.
#[must_use]
pub fn has_transparent_side(map: &Map, line: &Line) -> bool {
    sides(map, line).into_iter().flatten().any(|side| side.transparent_texture != NO_TEXTURE)
}

/// The stored flags with the four derived ones put right; solid and transparent are never derived.
#[must_use]
pub fn flags(map: &Map, line: &Line) -> u16 {
    let mut flags = line.flags & !(TRANSPARENT_SIDE | VARIABLE_ELEVATION | ELEVATION | LANDSCAPE);
    for (bit, set) in [
        (TRANSPARENT_SIDE, has_transparent_side(map, line)),
        (VARIABLE_ELEVATION, is_variable_elevation(map, line)),
        (ELEVATION, is_elevation(map, line)),
        (LANDSCAPE, is_landscape(map, line)),
    ] {
        if set {
            flags |= bit;
        }
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::super::map::NONE;
    use super::super::polygon::PLATFORM;
    use super::super::test_maps::two_rooms;
    use super::*;

    #[test]
    fn heights_are_the_tightest_of_both_owners() {
        let mut map = two_rooms();
        map.polygons[1].floor = 300;
        map.polygons[0].ceiling = 700;
        let shared = map.lines[1];
        assert_eq!(length(&map, &shared), Some(1024));
        assert_eq!(highest_adjacent_floor(&map, &shared), 300);
        assert_eq!(lowest_adjacent_ceiling(&map, &shared), 700);
        assert!(is_elevation(&map, &shared));
        let outer = map.lines[5];
        assert_eq!((highest_adjacent_floor(&map, &outer), lowest_adjacent_ceiling(&map, &outer)), (300, 1024));
    }

    #[test]
    fn a_flat_shared_line_is_no_elevation_and_an_outer_one_is() {
        let map = two_rooms();
        assert_eq!(flags(&map, &map.lines[1]), TRANSPARENT);
        assert_eq!(flags(&map, &map.lines[0]), SOLID | ELEVATION);
    }

    #[test]
    fn a_platform_varies_the_lines_that_can_be_crossed() {
        let mut map = two_rooms();
        map.polygons[0].polygon_type = PLATFORM;
        assert!(is_variable_elevation(&map, &map.lines[1]));
        assert!(!is_variable_elevation(&map, &map.lines[0]), "solid");
        assert!(!is_variable_elevation(&map, &map.lines[5]), "not the platform's");
    }

    #[test]
    fn sides_say_landscape_and_transparent() {
        let mut map = two_rooms();
        map.sides = vec![
            Side { transparent_texture: NO_TEXTURE, primary_transfer_mode: LANDSCAPE_MODE, ..Side::default() },
            Side { transparent_texture: 5, ..Side::default() },
        ];
        map.lines[0].clockwise_side = 0;
        map.lines[1].counterclockwise_side = 1;
        map.lines[2].clockwise_side = 77;
        let derived: Vec<u16> = map.lines.iter().map(|line| flags(&map, line)).collect();
        assert_eq!(derived[..3], [SOLID | ELEVATION | LANDSCAPE, TRANSPARENT | TRANSPARENT_SIDE, SOLID | ELEVATION]);
    }

    #[test]
    fn a_line_without_ends_or_owners_has_no_length_and_no_heights() {
        let map = two_rooms();
        let stray =
            Line { endpoints: [0, 600], clockwise_polygon: -9, counterclockwise_polygon: NONE, ..Line::default() };
        assert_eq!(length(&map, &stray), None);
        assert_eq!((highest_adjacent_floor(&map, &stray), lowest_adjacent_ceiling(&map, &stray)), (0, 0));
        assert!(is_elevation(&map, &stray));
        let point = Line { endpoints: [2, 2], ..stray };
        assert_eq!(length(&map, &point), Some(0));
    }
}
