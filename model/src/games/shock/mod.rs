//! System Shock (1994).

pub mod labels;
pub mod lent;
pub mod objects;
pub mod operations;
pub mod problems;
pub mod records;
pub(crate) mod references;
pub mod resources;
pub mod sample;
pub mod scene;
pub mod strings;
pub mod tables;

use super::Game;
use records::*;
use tables::*;

/// The game.
pub static SHOCK: Game = Game {
    key: "shock",
    name: "System Shock",
    // A tile is the scene's unit; stored places count 256 to a tile, headings 256 to a turn, clockwise from north
    // (`systemshock.md` 3.3). Heights depend on the level and are converted by the plans.
    axes: super::Axes { order: [0, 1, 2], stored: [256.0, 256.0, 1.0], turn: -256.0 },
    schemas: SCHEMAS,
    tables: ALL,
    kinds: objects::KINDS,
    objects: objects::objects,
    links: None,
    scene: scene::scene,
    set_field: operations::set_field,
    settle: None,
    same_but_bulk: same_but_lent,
    plans: operations::PLANS,
    checks: problems::CHECKS,
    outside: Some(strings::outside),
    clipboard: Some(&operations::CLIPBOARD),
    scripts: None,
    preview: None,
};

/// Whether two tables hold the same. What the game's folder lends is not the file's, and the writer makes the directory.
fn same_but_lent(a: &crate::document::Table, b: &crate::document::Table) -> bool {
    let lent = |table: &crate::document::Table| LENT.iter().any(|spec| std::ptr::eq(*spec, table.spec));
    // The directory of a file of texts follows what it lists.
    let directory = |table: &crate::document::Table| std::ptr::eq(table.spec, &RESOURCES);
    lent(a) && lent(b) || directory(a) && directory(b) || super::same_bytes(a, b)
}

const SCHEMAS: &[&crate::record::Schema] = &[
    &VERSION,
    &FLICKERING,
    &INFO,
    &TILE,
    &EVENT,
    &TEXTURE,
    &OBJECT,
    &REFERENCE_ROW,
    &GUN,
    &CLASS,
    &PROJECTILE,
    &GRENADE,
    &HARDWARE,
    &SOFTWARE,
    &BIG_STUFF,
    &SMALL_STUFF,
    &FIXTURE,
    &DOOR,
    &ANIMATING,
    &TRAP,
    &CONTAINER,
    &CRITTER,
    &TEXTURE_ANIMATION,
    &CAMERA,
    &CAMERA_DEATH,
    &LEVEL_VARIABLES,
    &NOTE_TEXTS,
    &NOTE_END,
    &records::PHYSICS,
    &PATH,
    &USED_PATHS,
    &ANIMATION,
    &ANIMATION_COUNT,
    &SEMAPHORE,
    &BOOLEAN,
    &INTEGER,
    &TITLE,
    &PLAYER,
    &COOKIE,
    &SCHEDULE_HEAD,
    &RESOURCE,
    &TEXT_BLOCK,
];

const ALL: &[&crate::document::TableSpec] = &[
    &MAP_VERSION,
    &OBJECT_VERSION,
    &INFOS,
    &TILES,
    &SCHEDULE,
    &TEXTURES,
    &OBJECTS,
    &REFERENCES,
    &GUNS,
    &AMMO,
    &PROJECTILES,
    &GRENADES,
    &DRUGS,
    &HARDWARES,
    &SOFTWARES,
    &BIG_STUFFS,
    &SMALL_STUFFS,
    &FIXTURES,
    &DOORS,
    &ANIMATINGS,
    &TRAPS,
    &CONTAINERS,
    &CRITTERS,
    &DEFAULT_GUN,
    &DEFAULT_AMMO,
    &DEFAULT_PROJECTILE,
    &DEFAULT_GRENADE,
    &DEFAULT_DRUG,
    &DEFAULT_HARDWARE,
    &DEFAULT_SOFTWARE,
    &DEFAULT_BIG_STUFF,
    &DEFAULT_SMALL_STUFF,
    &DEFAULT_FIXTURE,
    &DEFAULT_DOOR,
    &DEFAULT_ANIMATING,
    &DEFAULT_TRAP,
    &DEFAULT_CONTAINER,
    &DEFAULT_CRITTER,
    &SAVE_VERSION,
    &FLICKERING_LIGHTS,
    &TEXTURE_ANIMATIONS,
    &CAMERAS,
    &CAMERA_DEATHS,
    &VARIABLES,
    &NOTES,
    &NOTES_END,
    &PHYSICS_STATE,
    &PATHS,
    &PATHS_USED,
    &ANIMATIONS,
    &ANIMATIONS_COUNT,
    &SEMAPHORES,
    &tables::BOOLEANS,
    &tables::INTEGERS,
    &TITLES,
    &PLAYERS,
    &COOKIES,
    &GAME_SCHEDULE_HEAD,
    &GAME_SCHEDULE,
    &RESOURCES,
    &tables::TEXTS,
    &UNKNOWN,
    &TYPE_NAMES,
    &TYPE_PROPERTIES,
    &tables::STRINGS,
];
