//! Oni.

pub mod chunk;
pub mod names;
pub mod preview;
pub mod records;
pub mod scripts;
pub mod tables;

use super::Game;
use records::*;
use tables::*;

/// The game.
pub static ONI: Game = Game {
    key: "oni",
    name: "Oni",
    axes: super::Axes::SCENE,
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
    ],
    kinds: &[],
    objects: |_| crate::document::Objects::default(),
    links: None,
    scene: |_, _| crate::scene::Scene::default(),
    set_field: super::store_in_place,
    same_but_bulk: super::same_bytes,
    plans: &[],
    checks: crate::problems::basic::CHECKS,
    preview: Some(&preview::PREVIEW),
};
