//! The record tables, one file per record type. All numbers are big-endian, "none" is -1 (`marathon.md` 0, 1.2).

pub mod annotation;
pub mod info;
pub mod light;
pub mod line;
pub mod media;
pub mod object;
pub mod placement;
pub mod platform;
pub mod points;
pub mod polygon;
pub mod side;
pub mod sound;
pub mod terminal;
pub mod wad;

#[cfg(test)]
mod tests;

pub use annotation::{ANNOTATION, Annotation};
pub use info::{DIRECTORY, DIRECTORY_EMPTY, DIRECTORY_INDEX_ONLY, Directory, INFO, Info, NAME_M1, NameM1};
pub use light::{LIGHT, LIGHT_M1, Light, LightM1, SAVED_LIGHT, SavedLight};
pub use line::{LINE, Line};
pub use media::{MEDIA, Media};
pub use object::{OBJECT, Object};
pub use placement::{PLACEMENT, Placement};
pub use platform::{PLATFORM, Platform, SAVED_PLATFORM, SavedPlatform};
pub use points::{ENDPOINT, Endpoint, POINT, Point};
pub use polygon::{POLYGON, Polygon};
pub use side::{SIDE, Side};
pub use sound::{AMBIENT_SOUND, AmbientSound, RANDOM_SOUND, RandomSound};
pub use terminal::{
    TERMINAL, TERMINAL_FACE, TERMINAL_FACES, TERMINAL_GROUP, TERMINAL_GROUPS, Terminal, TerminalFace, TerminalGroup,
    recode,
};
pub use wad::{WAD, Wad};

use crate::record::Unit;

/// World units: 1024 raw (`marathon.md` 2).
const WU: Unit = Unit { name: "WU", divisor: 1024.0 };
/// Ticks, 30 a second (`marathon.md` 2).
const SECONDS: Unit = Unit { name: "s", divisor: 30.0 };
/// Why what only the running game uses cannot be set.
const DERIVED: &str = "the game computes it while it runs";
/// Why what points into the map indices cannot be set.
const INDICES: &str = "it is rebuilt together with the map indices";
