//! The tables of a level: one for each list of objects.

use super::records::*;
use crate::document::TableSpec;
use crate::record::Schema;

/// Rows that could not be read as their list's type.
const UNREAD: &[&Schema] = &[&OBJECT_HEADER];

/// `CHAR`.
pub static CHARACTERS: TableSpec = TableSpec::new("characters", "Characters", &CHARACTER).others(UNREAD);
/// `CMBT`, in level 0.
pub static COMBATS: TableSpec =
    TableSpec::new("combat", "Combat profiles", &COMBAT).others(UNREAD).elsewhere("combat profile of level 0");
/// `CONS`.
pub static CONSOLES: TableSpec = TableSpec::new("consoles", "Consoles", &CONSOLE).others(UNREAD);
/// `DOOR`.
pub static DOORS: TableSpec = TableSpec::new("doors", "Doors", &DOOR).others(UNREAD);
/// `FLAG`.
pub static FLAGS: TableSpec = TableSpec::new("flags", "Flags", &FLAG).others(UNREAD);
/// `FURN`.
pub static FURNITURES: TableSpec = TableSpec::new("furniture", "Furniture", &FURNITURE).others(UNREAD);
/// `MELE`, in level 0.
pub static MELEES: TableSpec =
    TableSpec::new("melee", "Melee profiles", &MELEE).others(UNREAD).elsewhere("melee profile of level 0");
/// `NEUT`.
pub static NEUTRALS: TableSpec = TableSpec::new("neutrals", "Neutral behaviours", &NEUTRAL).others(UNREAD);
/// `PART`.
pub static PARTICLES: TableSpec = TableSpec::new("particles", "Particles", &PARTICLE).others(UNREAD);
/// `PATR`.
pub static PATROL_PATHS: TableSpec = TableSpec::new("patrol_paths", "Patrol paths", &PATROL_PATH).others(UNREAD);
/// `PWRU`.
pub static POWER_UPS: TableSpec = TableSpec::new("power_ups", "Power-ups", &POWER_UP).others(UNREAD);
/// The script files of the level's folder, and those for all levels.
pub static SCRIPTS: TableSpec = TableSpec::new("scripts", "Scripts", &SCRIPT).fixed_rows();
/// `SNDG`.
pub static SOUNDS: TableSpec = TableSpec::new("sounds", "Sounds", &SOUND).others(&[&OBJECT_HEADER, &SHORT_SOUND]);
/// `TRGV`.
pub static TRIGGER_VOLUMES: TableSpec =
    TableSpec::new("trigger_volumes", "Trigger volumes", &TRIGGER_VOLUME).others(UNREAD);
/// `TRIG`.
pub static TRIGGERS: TableSpec = TableSpec::new("triggers", "Triggers", &TRIGGER).others(UNREAD);
/// `TURR`.
pub static TURRETS: TableSpec = TableSpec::new("turrets", "Turrets", &TURRET).others(UNREAD);
/// `WEAP`.
pub static WEAPONS: TableSpec = TableSpec::new("weapons", "Weapons", &WEAPON).others(UNREAD);
/// Quads that the game does not draw, by what they mark: read from the environment.
pub static MARKERS: TableSpec = TableSpec::new("marker_quads", "Marker quads", &MARKER_QUADS).fixed_rows();
