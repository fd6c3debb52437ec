//! What a person decides about a map; everything else follows from it.

use crate::games::marathon::geometry::map::{NONE, Point};

/// A texture by collection and shape.
pub(super) const fn texture(collection: u16, shape: u16) -> u16 {
    collection << 8 | shape
}

/// The walls of the water set (`marathon.md` 4.1).
pub(super) const WALLS: u16 = 17;
/// No texture.
pub(super) const NO_TEXTURE: u16 = 0xFFFF;
/// The sky by day.
pub(super) const SKY: u16 = texture(27, 0);

/// A polygon.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Its type.
    pub kind: i16,
    /// What its type works on.
    pub permutation: i16,
    /// Height of its floor.
    pub floor: i16,
    /// Height of its ceiling.
    pub ceiling: i16,
    /// The light on its faces.
    pub light: i16,
    /// Its liquid.
    pub media: i16,
    /// The ambient sound in it.
    pub ambient: i16,
    /// The random sound in it.
    pub random: i16,
    /// It has the sky for its ceiling.
    pub open: bool,
}

impl Room {
    /// An ordinary room.
    pub fn new(floor: i16, ceiling: i16) -> Self {
        Self {
            kind: 0,
            permutation: NONE,
            floor,
            ceiling,
            light: 0,
            media: NONE,
            ambient: NONE,
            random: NONE,
            open: false,
        }
    }
}

/// A platform, as a person gives it.
#[derive(Clone, Copy, Debug)]
pub struct GivenPlatform {
    /// Chooses the sounds.
    pub kind: i16,
    /// Units a tick.
    pub speed: i16,
    /// Ticks at each end.
    pub delay: i16,
    /// How it behaves.
    pub flags: u32,
    /// Highest level; -1 for the neighbours'.
    pub maximum: i16,
    /// Lowest level; -1 for the neighbours'.
    pub minimum: i16,
    /// Its tag; 0 for none.
    pub tag: i16,
}

/// A control panel on a wall.
#[derive(Clone, Copy, Debug)]
pub struct Panel {
    /// Its type.
    pub kind: i16,
    /// What it works on.
    pub permutation: i16,
    /// Its texture.
    pub shape: u16,
}

/// A placed thing.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// Monster, scenery, item, player, goal, sound source.
    pub group: i16,
    /// Which of its group.
    pub index: i16,
    /// Where it looks, or how loud it is.
    pub facing: i16,
    /// The polygon it stands in.
    pub polygon: i16,
    /// Where.
    pub at: Point,
    /// Its flags.
    pub flags: u16,
}
