//! Liquids (`marathon.md` 2.3).

use super::WU;
use crate::games::marathon::names::*;
use crate::record::codec::be::*;
use crate::record::codec::{Bits, Raw};
use crate::record::{Matching, Target};

/// Heading of what the game takes from the type when it loads the level.
const BY_TYPE: &str = "By type";

crate::record_table! {
    /// A liquid whose surface follows a light.
    pub MEDIA: Media, MediaField = "marathon.media", "Liquid", 32 bytes, "seed 001, Media Data; marathon.md 2.3",
        matching(Matching::Alignment);
    /// Which liquid; it decides texture, sounds and damage.
    kind @ 0: I16, choice(&MEDIA_TYPES), label("Type");
    /// What is special about it.
    flags @ 2: U16, flags(&MEDIA_FLAGS);
    /// The light whose intensity moves the surface between low and high tide.
    light @ 4: I16, link(Target::Row("lights"));
    /// Where it flows to.
    direction @ 6: I16, angle(512);
    /// How fast it flows, raw units a tick.
    magnitude @ 8: I16;
    /// The surface while the light is off.
    low @ 10: I16, unit(WU);
    /// The surface while the light is at its brightest.
    high @ 12: I16, unit(WU);
    /// How far the texture has flowed east; the game starts from 0.
    origin_x @ 14: I16, unit(WU), group("Derived");
    /// How far the texture has flowed south; the game starts from 0.
    origin_y @ 16: I16, unit(WU), group("Derived");
    /// The surface at the moment; it follows from the light.
    height @ 18: I16, unit(WU), derived(), group("Derived");
    /// The surface is never darker than this.
    minimum_light_intensity @ 20: I32, fixed_point(16);
    /// The bitmap; the game takes it from the type.
    texture_shape @ 24: Bits<U16, 0, 8>, group(BY_TYPE);
    /// The collection of the bitmap; the game takes it from the type.
    texture_collection @ 24: Bits<U16, 8, 5>, choice(&COLLECTIONS), group(BY_TYPE);
    /// The colour table of the collection; the game takes it from the type.
    texture_clut @ 24: Bits<U16, 13, 3>, group(BY_TYPE);
    /// How the surface moves; the game takes it from the type.
    transfer_mode @ 26: I16, choice(&TRANSFER_MODES), group(BY_TYPE);
    /// Unused.
    unused_28 @ 28: Raw<4>, label("Unused");
}
