//! The tables of a level.

use super::records::*;
use crate::document::TableSpec;

/// `LINS`.
pub static LINES: TableSpec = TableSpec::new("lines", "Lines", &LINE);
/// `SIDS`.
pub static SIDES: TableSpec = TableSpec::new("sides", "Sides", &SIDE);
/// `POLY`.
pub static POLYGONS: TableSpec = TableSpec::new("polygons", "Polygons", &POLYGON);
/// `OBJS`.
pub static OBJECTS: TableSpec = TableSpec::new("objects", "Objects", &OBJECT);
/// `PNTS`, in raw levels.
pub static POINTS: TableSpec = TableSpec::new("points", "Points", &POINT);
/// `EPNT`, in preprocessed levels and in Marathon 1: links to points lead here.
pub static ENDPOINTS: TableSpec = TableSpec::new("endpoints", "Endpoints", &ENDPOINT).stands_for("points");
/// `plat`.
pub static PLATFORMS: TableSpec = TableSpec::new("platforms", "Platforms", &PLATFORM);
/// `PLAT`, in preprocessed and saved levels: links to platforms lead here.
pub static SAVED_PLATFORMS: TableSpec =
    TableSpec::new("saved_platforms", "Platforms (saved)", &SAVED_PLATFORM).stands_for("platforms");
/// `LITE` of 100 bytes.
pub static LIGHTS: TableSpec = TableSpec::new("lights", "Lights", &LIGHT);
/// `LITE` of 32 bytes, in Marathon 1: links to lights lead here.
pub static LIGHTS_M1: TableSpec = TableSpec::new("lights_m1", "Lights (Marathon 1)", &LIGHT_M1).stands_for("lights");
/// `LITE` of 128 bytes, in saved levels: links to lights lead here.
pub static SAVED_LIGHTS: TableSpec =
    TableSpec::new("saved_lights", "Lights (saved)", &SAVED_LIGHT).stands_for("lights");

/// `Minf`. Layout 1 is the form of 86 bytes.
pub static INFOS: TableSpec = TableSpec::new("info", "Level", &INFO);
/// `NOTE`.
pub static ANNOTATIONS: TableSpec = TableSpec::new("annotations", "Annotations", &ANNOTATION);
/// `plac`: 64 items, then 64 monsters.
pub static PLACEMENTS: TableSpec = TableSpec::new("placement", "Placement", &PLACEMENT);
/// `medi`.
pub static MEDIAS: TableSpec = TableSpec::new("media", "Liquids", &MEDIA);
/// `ambi`.
pub static AMBIENT_SOUND_TABLE: TableSpec = TableSpec::new("ambient_sounds", "Ambient sounds", &AMBIENT_SOUND);
/// `bonk`.
pub static RANDOM_SOUND_TABLE: TableSpec = TableSpec::new("random_sounds", "Random sounds", &RANDOM_SOUND);
/// `iidx`, rebuilt from the map.
pub static MAP_INDICES: TableSpec = TableSpec::bulk("map_indices", "Map indices");
/// `term`.
pub static TERMINALS: TableSpec = TableSpec::new("terminals", "Terminals", &TERMINAL);
/// `NAME` of Marathon 1.
pub static NAMES_M1: TableSpec = TableSpec::new("name_m1", "Level name (Marathon 1)", &NAME_M1);
/// What the directory says of the level: one row, none in layout 2.
pub static DIRECTORIES: TableSpec = TableSpec::new("directory", "Directory entry", &DIRECTORY).fixed_rows();
/// The file's header: one row.
pub static WADS: TableSpec = TableSpec::new("wad", "File header", &WAD).fixed_rows();

/// Physics models of a level or of a physics file.
pub static PHYSICS: TableSpec = TableSpec::opaque("physics", "Physics");
/// Changed shapes of a level.
pub static SHAPES_PATCH: TableSpec = TableSpec::opaque("shapes_patch", "Shapes patch");
/// Changed sounds of a level.
pub static SOUNDS_PATCH: TableSpec = TableSpec::opaque("sounds_patch", "Sounds patch");
/// Scripts.
pub static SCRIPTS: TableSpec = TableSpec::opaque("scripts", "Scripts");
/// State of a saved game. Marathon 1 levels hold its chunks too, empty.
pub static SAVED_GAME: TableSpec = TableSpec::opaque("saved_game", "Saved game");
/// Whatever else.
pub static UNKNOWN: TableSpec = TableSpec::opaque("unknown", "Unknown");
