//! The tables of a level and of a file. Nearly all have the rows that the file has: objects come and go by taking rows
//! from lists of free ones.

use super::objects::beside;
use super::records::{self, *};
use super::resources::CLASSES;
use crate::document::TableSpec;

/// Map version: L02.
pub static MAP_VERSION: TableSpec = TableSpec::new("map_version", "Map version", &VERSION).fixed_rows();
/// Object version: L03.
pub static OBJECT_VERSION: TableSpec = TableSpec::new("object_version", "Object version", &VERSION).fixed_rows();
/// Level information: L04.
pub static INFOS: TableSpec = TableSpec::new("info", "Level", &INFO).fixed_rows();
/// Tiles: L05.
pub static TILES: TableSpec = TableSpec::new("tiles", "Tiles", &TILE).fixed_rows();
/// Events: L06.
pub static SCHEDULE: TableSpec = TableSpec::new("schedule", "Schedule", &EVENT);
/// Textures: L07.
pub static TEXTURES: TableSpec = TableSpec::new("textures", "Textures", &TEXTURE).fixed_rows();
/// Objects: L08.
pub static OBJECTS: TableSpec = TableSpec::new("objects", "Objects", &OBJECT).fixed_rows();
/// Cross references: L09.
pub static REFERENCES: TableSpec = TableSpec::new("references", "Cross references", &REFERENCE_ROW).fixed_rows();

macro_rules! classes {
    ($($class:literal $table:ident $default:ident $key:literal $default_key:literal $label:literal $schema:path;)*) => {
        $(
            #[doc = concat!("Class ", $class, ".")]
            pub static $table: TableSpec = TableSpec::new($key, $label, &$schema).fixed_rows().sibling(beside);
            #[doc = concat!("What new objects of class ", $class, " begin with.")]
            pub static $default: TableSpec =
                TableSpec::new($default_key, concat!($label, ": default"), &$schema).fixed_rows();
        )*
        /// The class tables: L10 to L24.
        pub static CLASS_TABLES: [&TableSpec; CLASSES] = [$(&$table),*];
        /// The defaults of the classes: L25 to L39.
        pub static DEFAULT_TABLES: [&TableSpec; CLASSES] = [$(&$default),*];
    };
}

classes! {
    0 GUNS DEFAULT_GUN "guns" "default_gun" "Guns" GUN;
    1 AMMO DEFAULT_AMMO "ammo" "default_ammo" "Ammunition" CLASS;
    2 PROJECTILES DEFAULT_PROJECTILE "projectiles" "default_projectile" "Projectiles" PROJECTILE;
    3 GRENADES DEFAULT_GRENADE "grenades" "default_grenade" "Grenades" GRENADE;
    4 DRUGS DEFAULT_DRUG "drugs" "default_drug" "Drugs" CLASS;
    5 HARDWARES DEFAULT_HARDWARE "hardware" "default_hardware" "Hardware" HARDWARE;
    6 SOFTWARES DEFAULT_SOFTWARE "software" "default_software" "Software" SOFTWARE;
    7 BIG_STUFFS DEFAULT_BIG_STUFF "big_stuff" "default_big_stuff" "Big stuff" BIG_STUFF;
    8 SMALL_STUFFS DEFAULT_SMALL_STUFF "small_stuff" "default_small_stuff" "Small stuff" SMALL_STUFF;
    9 FIXTURES DEFAULT_FIXTURE "fixtures" "default_fixture" "Fixtures" FIXTURE;
    10 DOORS DEFAULT_DOOR "doors" "default_door" "Doors" DOOR;
    11 ANIMATINGS DEFAULT_ANIMATING "animating" "default_animating" "Animating" ANIMATING;
    12 TRAPS DEFAULT_TRAP "traps" "default_trap" "Traps" TRAP;
    13 CONTAINERS DEFAULT_CONTAINER "containers" "default_container" "Containers" CONTAINER;
    14 CRITTERS DEFAULT_CRITTER "critters" "default_critter" "Critters" CRITTER;
}

/// Save version: L40.
pub static SAVE_VERSION: TableSpec = TableSpec::new("save_version", "Save version", &VERSION).fixed_rows();
/// Unused: L41.
pub static FLICKERING_LIGHTS: TableSpec = TableSpec::new("flickering", "Flickering lights", &FLICKERING).fixed_rows();
/// Texture animations: L42.
pub static TEXTURE_ANIMATIONS: TableSpec =
    TableSpec::new("texture_animations", "Texture animations", &TEXTURE_ANIMATION).fixed_rows();
/// Cameras: L43.
pub static CAMERAS: TableSpec = TableSpec::new("cameras", "Cameras", &CAMERA).fixed_rows();
/// What turns cameras to static: L44.
pub static CAMERA_DEATHS: TableSpec =
    TableSpec::new("camera_deaths", "Cameras' death watches", &CAMERA_DEATH).fixed_rows();
/// Level variables: L45.
pub static VARIABLES: TableSpec = TableSpec::new("variables", "Level variables", &LEVEL_VARIABLES).fixed_rows();
/// Texts of map notes: L46.
pub static NOTES: TableSpec = TableSpec::new("note_texts", "Texts of map notes", &NOTE_TEXTS).fixed_rows();
/// Where they end: L47.
pub static NOTES_END: TableSpec = TableSpec::new("note_end", "End of map notes", &NOTE_END).fixed_rows();
/// Physics state: L48.
pub static PHYSICS_STATE: TableSpec = TableSpec::new("physics", "Physics state", &PHYSICS).fixed_rows();
/// Paths: L49.
pub static PATHS: TableSpec = TableSpec::new("paths", "Paths", &PATH).fixed_rows();
/// Which are used: L50.
pub static PATHS_USED: TableSpec = TableSpec::new("used_paths", "Used paths", &USED_PATHS).fixed_rows();
/// Animations: L51.
pub static ANIMATIONS: TableSpec = TableSpec::new("animations", "Animations", &ANIMATION).fixed_rows();
/// How many: L52.
pub static ANIMATIONS_COUNT: TableSpec =
    TableSpec::new("animation_count", "Number of animations", &ANIMATION_COUNT).fixed_rows();
/// Moving floors: L53.
pub static SEMAPHORES: TableSpec = TableSpec::new("semaphores", "Moving floors", &SEMAPHORE).fixed_rows();
/// The boolean variables; not stored.
pub static BOOLEANS: TableSpec = TableSpec::new("booleans", "Boolean variables", &BOOLEAN).fixed_rows();
/// The integer variables; not stored.
pub static INTEGERS: TableSpec = TableSpec::new("integers", "Integer variables", &INTEGER).fixed_rows();

/// The title of an archive or save.
pub static TITLES: TableSpec = TableSpec::new("title", "Title", &TITLE).fixed_rows();
/// The player's record.
pub static PLAYERS: TableSpec = TableSpec::new("player", "Player", &PLAYER).fixed_rows();
/// The cookie of a save.
pub static COOKIES: TableSpec = TableSpec::new("cookie", "Save cookie", &COOKIE).fixed_rows();
/// The game's own schedule.
pub static GAME_SCHEDULE_HEAD: TableSpec =
    TableSpec::new("game_schedule", "Game schedule", &SCHEDULE_HEAD).fixed_rows();
/// Its events.
pub static GAME_SCHEDULE: TableSpec = TableSpec::new("game_events", "Events of the game", &records::EVENT).fixed_rows();
/// The directory of a file that is no archive.
pub static RESOURCES: TableSpec = TableSpec::new("resources", "Resources", &RESOURCE).fixed_rows();
/// The texts of a resource of a file of strings; the tag is the resource's number.
pub static TEXTS: TableSpec = TableSpec::new("texts", "Texts", &records::TEXT_BLOCK).fixed_rows();
/// A resource that no table knows.
pub static UNKNOWN: TableSpec = TableSpec::opaque("unknown", "Unknown");
/// The game's own names of types, lent by its folder: one behind the other, each ended by 0.
pub static TYPE_NAMES: TableSpec = TableSpec::bulk("type_names", "Names of types, lent").lent();
/// The common records of `objprop.dat`, lent by the game's folder.
pub static TYPE_PROPERTIES: TableSpec = TableSpec::bulk("type_properties", "Properties of types, lent").lent();
/// The strings that fields of a level can name, lent by the game's folder.
pub static STRINGS: TableSpec = TableSpec::bulk("strings", "Strings, lent").lent();
/// What the game's folder lends; never written.
pub static LENT: [&TableSpec; 3] = [&TYPE_NAMES, &TYPE_PROPERTIES, &STRINGS];
