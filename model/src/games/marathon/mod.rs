//! Marathon, Marathon 2 and Marathon Infinity.

pub mod bulk;
pub mod chunks;
pub mod geometry;
pub mod links;
pub mod names;
pub mod objects;
pub mod operations;
pub mod preview;
pub mod problems;
pub mod records;
pub mod sample;
pub mod scene;
pub mod tables;
#[cfg(test)]
pub(crate) mod test_level;

use super::Game;
use records::*;
use tables::*;

/// The game.
pub static MARATHON: Game = Game {
    key: "marathon",
    name: "Marathon",
    // y grows to the south, 512 units of angle clockwise (`marathon.md` 1.2 and 2); scenes keep raw units.
    axes: super::Axes { stored: [1.0, -1.0, 1.0], turn: -512.0, ..super::Axes::SCENE },
    schemas: &[
        &WAD,
        &DIRECTORY,
        &INFO,
        &NAME_M1,
        &POINT,
        &ENDPOINT,
        &LINE,
        &SIDE,
        &POLYGON,
        &LIGHT,
        &LIGHT_M1,
        &SAVED_LIGHT,
        &OBJECT,
        &PLACEMENT,
        &PLATFORM,
        &SAVED_PLATFORM,
        &MEDIA,
        &AMBIENT_SOUND,
        &RANDOM_SOUND,
        &ANNOTATION,
        &TERMINAL,
        &TERMINAL_GROUPS,
        &TERMINAL_GROUP,
        &TERMINAL_FACES,
        &TERMINAL_FACE,
    ],
    tables: &[
        &WADS,
        &DIRECTORIES,
        &INFOS,
        &NAMES_M1,
        &POINTS,
        &ENDPOINTS,
        &LINES,
        &SIDES,
        &POLYGONS,
        &LIGHTS,
        &LIGHTS_M1,
        &SAVED_LIGHTS,
        &OBJECTS,
        &PLACEMENTS,
        &PLATFORMS,
        &SAVED_PLATFORMS,
        &MEDIAS,
        &AMBIENT_SOUND_TABLE,
        &RANDOM_SOUND_TABLE,
        &ANNOTATIONS,
        &TERMINALS,
        &MAP_INDICES,
        &PHYSICS,
        &SHAPES_PATCH,
        &SOUNDS_PATCH,
        &SCRIPTS,
        &SAVED_GAME,
        &UNKNOWN,
    ],
    kinds: objects::KINDS,
    objects: objects::objects,
    scene: scene::scene,
    links: Some(&links::IMPLIED),
    set_field: operations::set_field,
    settle: Some(operations::settle),
    same_but_bulk: bulk::same_but_bulk,
    plans: operations::PLANS,
    checks: problems::CHECKS,
    outside: None,
    clipboard: Some(&operations::paste::CLIPBOARD),
    scripts: None,
    preview: Some(&preview::PREVIEW),
};
