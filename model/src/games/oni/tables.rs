//! The tables of a level: one for each list of objects.

use super::records::*;
use crate::document::TableSpec;

/// `CHAR`.
pub static CHARACTERS: TableSpec = TableSpec::new("characters", "Characters", &CHARACTER);
/// `CMBT`, in level 0.
pub static COMBATS: TableSpec = TableSpec::new("combat", "Combat profiles", &COMBAT);
/// `CONS`.
pub static CONSOLES: TableSpec = TableSpec::new("consoles", "Consoles", &CONSOLE);
/// `DOOR`.
pub static DOORS: TableSpec = TableSpec::new("doors", "Doors", &DOOR);
/// `FLAG`.
pub static FLAGS: TableSpec = TableSpec::new("flags", "Flags", &FLAG);
/// `FURN`.
pub static FURNITURES: TableSpec = TableSpec::new("furniture", "Furniture", &FURNITURE);
/// `MELE`, in level 0.
pub static MELEES: TableSpec = TableSpec::new("melee", "Melee profiles", &MELEE);
/// `NEUT`.
pub static NEUTRALS: TableSpec = TableSpec::new("neutrals", "Neutral behaviours", &NEUTRAL);
/// `PART`.
pub static PARTICLES: TableSpec = TableSpec::new("particles", "Particles", &PARTICLE);
/// `PATR`.
pub static PATROL_PATHS: TableSpec = TableSpec::new("patrol_paths", "Patrol paths", &PATROL_PATH);
/// `PWRU`.
pub static POWER_UPS: TableSpec = TableSpec::new("power_ups", "Power-ups", &POWER_UP);
/// The script files of the level's folder, and those for all levels.
pub static SCRIPTS: TableSpec = TableSpec::new("scripts", "Scripts", &SCRIPT).fixed_rows();
/// `SNDG`.
pub static SOUNDS: TableSpec = TableSpec::new("sounds", "Sounds", &SOUND);
/// `TRGV`.
pub static TRIGGER_VOLUMES: TableSpec = TableSpec::new("trigger_volumes", "Trigger volumes", &TRIGGER_VOLUME);
/// `TRIG`.
pub static TRIGGERS: TableSpec = TableSpec::new("triggers", "Triggers", &TRIGGER);
/// `TURR`.
pub static TURRETS: TableSpec = TableSpec::new("turrets", "Turrets", &TURRET);
/// `WEAP`.
pub static WEAPONS: TableSpec = TableSpec::new("weapons", "Weapons", &WEAPON);
/// Quads that the game does not draw, by what they mark: read from the environment.
pub static MARKERS: TableSpec = TableSpec::new("marker_quads", "Marker quads", &MARKER_QUADS).fixed_rows();
