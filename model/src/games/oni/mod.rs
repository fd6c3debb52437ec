//! Oni.

pub mod chunk;
pub mod environment;
pub mod names;
pub mod objects;
pub mod operations;
pub mod preview;
pub mod problems;
pub mod records;
pub mod sample;
pub mod scene;
pub mod scripts;
pub mod tables;

use super::Game;
use records::*;
use tables::*;

/// The game.
pub static ONI: Game = Game {
    key: "oni",
    name: "Oni",
    // y is up and z comes towards the viewer of the map; plans take thousandths of units and degrees.
    axes: super::Axes { stored: [1000.0, 1000.0, -1000.0], order: [0, 2, 1], turn: 360_000.0 },
    schemas: &[
        &OBJECT_HEADER,
        &CHARACTER,
        &COMBAT,
        &CONSOLE,
        &DOOR,
        &FLAG,
        &FURNITURE,
        &MELEE,
        &ATTACK_LIST,
        &EVADE_LIST,
        &MANEUVER_LIST,
        &MOVE_LIST,
        &TECHNIQUE,
        &MOVE,
        &NEUTRAL,
        &DIALOGUE_LINE,
        &PARTICLE,
        &PATROL_PATH,
        &PATROL_POINT,
        &POWER_UP,
        &SCRIPT,
        &SOUND,
        &SHORT_SOUND,
        &TRIGGER_VOLUME,
        &TRIGGER,
        &EVENT,
        &TURRET,
        &WEAPON,
        &MARKER_QUADS,
    ],
    tables: &[
        &CHARACTERS,
        &COMBATS,
        &CONSOLES,
        &DOORS,
        &FLAGS,
        &FURNITURES,
        &MELEES,
        &NEUTRALS,
        &PARTICLES,
        &PATROL_PATHS,
        &POWER_UPS,
        &SCRIPTS,
        &SOUNDS,
        &TRIGGER_VOLUMES,
        &TRIGGERS,
        &TURRETS,
        &WEAPONS,
        &MARKERS,
    ],
    kinds: objects::KINDS,
    objects: objects::objects,
    links: Some(&scripts::things::IMPLIED),
    scene: scene::scene,
    set_field: operations::set_field,
    settle: None,
    same_but_bulk: super::same_bytes,
    plans: operations::PLANS,
    checks: problems::CHECKS,
    outside: None,
    clipboard: Some(&operations::CLIPBOARD),
    scripts: Some(&scripts::pane::PANE),
    preview: Some(&preview::PREVIEW),
};
