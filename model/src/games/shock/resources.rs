//! The resources of a level and of a file, with the tables they become (`systemshock.md` 2, 3.1).

use super::tables::*;
use crate::document::TableSpec;

/// How many classes of objects there are.
pub const CLASSES: usize = 15;
/// How many levels an archive may have.
pub const LEVELS: u16 = 16;
/// Number of the title's resource; levels follow.
pub const TITLE_ID: u16 = 4000;
/// Number of the player's record.
pub const PLAYER_ID: u16 = 4001;
/// Number of the cookie of a save.
pub const COOKIE_ID: u16 = 3999;
/// Numbers of the game's own schedule.
pub const SCHEDULE_HEAD_ID: u16 = 590;
/// Its events.
pub const SCHEDULE_ID: u16 = 591;
/// Resources of a level count from here in steps of 100.
const FIRST_LEVEL: u16 = 4000;
const PER_LEVEL: u16 = 100;
/// First and last resource of a level.
const FIRST: u16 = 2;
const LAST: u16 = 53;

/// How long a resource of a level must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// This many rows.
    Exactly(u32),
    /// Any number of rows.
    Any,
    /// Any number of rows, as long as it is not more.
    UpTo(u32),
}

/// A resource of a level.
#[derive(Debug)]
pub struct LevelResource {
    /// Its place in the level: 2 to 53.
    pub number: u16,
    /// The table it becomes.
    pub spec: &'static TableSpec,
    /// How many rows it has.
    pub rows: Rows,
    /// Whether every level has it; some came with the CD release.
    pub required: bool,
}

/// The number of a level's resource.
pub fn id_of(level: u16, number: u16) -> u16 {
    FIRST_LEVEL + PER_LEVEL * level + number
}

/// The tag of the table that a resource becomes: its number as people write it.
pub fn tag(id: u16) -> Vec<u8> {
    id.to_string().into_bytes()
}

/// The number of the resource that a tag names; `None` for a table that is not stored.
pub fn of_tag(tag: &[u8]) -> Option<u16> {
    std::str::from_utf8(tag).ok()?.parse().ok()
}

/// Level and place in it of a resource; `None` for resources that belong to no level.
pub fn of_level(id: u16) -> Option<(u16, u16)> {
    let rest = id.checked_sub(FIRST_LEVEL)?;
    let (level, number) = (rest / PER_LEVEL, rest % PER_LEVEL);
    (level < LEVELS && (FIRST..=LAST).contains(&number)).then_some((level, number))
}

/// What a level's resource is.
pub fn level_resource(number: u16) -> Option<&'static LevelResource> {
    LEVEL_RESOURCES.get(usize::from(number.checked_sub(FIRST)?))
}

const fn required(number: u16, spec: &'static TableSpec, rows: u32) -> LevelResource {
    LevelResource { number, spec, rows: Rows::Exactly(rows), required: true }
}

const fn optional(number: u16, spec: &'static TableSpec, rows: Rows) -> LevelResource {
    LevelResource { number, spec, rows, required: false }
}

const fn class(number: u16, class: usize) -> LevelResource {
    required(number, CLASS_TABLES[class], CLASS_ROWS[class])
}

const fn default(number: u16, class: usize) -> LevelResource {
    optional(number, DEFAULT_TABLES[class], Rows::Exactly(1))
}

/// How many rows the object table has, row 0 included.
pub const OBJECT_ROWS: u32 = 872;
/// How many rows the table of cross references has, row 0 included.
pub const REFERENCE_ROWS: u32 = 1600;
/// How many rows each class table has, row 0 included.
pub const CLASS_ROWS: [u32; CLASSES] = [16, 32, 32, 32, 32, 8, 16, 176, 128, 64, 64, 32, 160, 64, 64];
/// Tiles in a row of the map, and rows of tiles.
pub const SIDE: u32 = 64;
/// Events that a schedule can hold.
pub const MOST_EVENTS: u32 = 64;

/// Every resource of a level, by number from 2 on.
pub static LEVEL_RESOURCES: [LevelResource; 52] = [
    required(2, &MAP_VERSION, 1),
    optional(3, &OBJECT_VERSION, Rows::Exactly(1)),
    required(4, &INFOS, 1),
    required(5, &TILES, SIDE * SIDE),
    optional(6, &SCHEDULE, Rows::UpTo(MOST_EVENTS + 1)),
    required(7, &TEXTURES, 54),
    required(8, &OBJECTS, OBJECT_ROWS),
    required(9, &REFERENCES, REFERENCE_ROWS),
    class(10, 0),
    class(11, 1),
    class(12, 2),
    class(13, 3),
    class(14, 4),
    class(15, 5),
    class(16, 6),
    class(17, 7),
    class(18, 8),
    class(19, 9),
    class(20, 10),
    class(21, 11),
    class(22, 12),
    class(23, 13),
    class(24, 14),
    default(25, 0),
    default(26, 1),
    default(27, 2),
    default(28, 3),
    default(29, 4),
    default(30, 5),
    default(31, 6),
    default(32, 7),
    default(33, 8),
    default(34, 9),
    default(35, 10),
    default(36, 11),
    default(37, 12),
    default(38, 13),
    default(39, 14),
    optional(40, &SAVE_VERSION, Rows::Exactly(1)),
    optional(41, &FLICKERING_LIGHTS, Rows::Exactly(1)),
    optional(42, &TEXTURE_ANIMATIONS, Rows::Exactly(4)),
    optional(43, &CAMERAS, Rows::Exactly(8)),
    optional(44, &CAMERA_DEATHS, Rows::Exactly(8)),
    optional(45, &VARIABLES, Rows::Exactly(1)),
    optional(46, &NOTES, Rows::Exactly(1)),
    optional(47, &NOTES_END, Rows::Exactly(1)),
    optional(48, &PHYSICS_STATE, Rows::Exactly(1)),
    optional(49, &PATHS, Rows::Exactly(16)),
    optional(50, &PATHS_USED, Rows::Exactly(1)),
    optional(51, &ANIMATIONS, Rows::Exactly(64)),
    optional(52, &ANIMATIONS_COUNT, Rows::Exactly(1)),
    // The CD release has 16, Shockolate writes 32 (3.1).
    optional(53, &SEMAPHORES, Rows::Any),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_both_ways() {
        for (at, resource) in (FIRST..).zip(&LEVEL_RESOURCES) {
            assert_eq!(resource.number, at);
            for level in 0..LEVELS {
                assert_eq!(of_level(id_of(level, at)), Some((level, at)));
            }
        }
        assert_eq!((id_of(1, 8), of_tag(&tag(4108)), of_tag(b"")), (4108, Some(4108), None));
        assert_eq!([4000, 4001, 4054, 4100, 4101, 5602, 3999].map(of_level), [None; 7]);
        assert!(level_resource(1).is_none() && level_resource(54).is_none());
        assert_eq!(CLASS_ROWS.iter().map(|n| n - 1).sum::<u32>(), 905);
    }
}
