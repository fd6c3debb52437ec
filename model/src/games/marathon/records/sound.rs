//! Ambient and random sounds that polygons name (`marathon.md` 2.7).

use super::SECONDS;
use crate::games::marathon::names::*;
use crate::record::Matching;
use crate::record::codec::Raw;
use crate::record::codec::be::*;

crate::record_table! {
    /// A sound heard without a pause in the polygons that name it.
    pub AMBIENT_SOUND: AmbientSound, AmbientSoundField = "marathon.ambient_sound", "Ambient sound", 16 bytes,
        "seed 001, Ambient Sound",
        matching(Matching::Alignment);
    /// Unknown bits.
    flags @ 0: U16;
    /// Which sound.
    sound @ 2: I16, choice(&AMBIENT_SOUNDS);
    /// 0 to 256.
    volume @ 4: I16;
    /// Unused.
    unused_6 @ 6: Raw<10>, label("Unused");
}

crate::record_table! {
    /// A sound heard now and then in the polygons that name it.
    pub RANDOM_SOUND: RandomSound, RandomSoundField = "marathon.random_sound", "Random sound", 32 bytes,
        "seed 001, Random Sound; marathon.md 2.7",
        matching(Matching::Alignment);
    /// What is special about it.
    flags @ 0: U16, flags(&RANDOM_SOUND_FLAGS);
    /// Which sound.
    sound @ 2: I16, choice(&RANDOM_SOUNDS);
    /// 0 to 256.
    volume @ 4: I16;
    /// Less than this is added to the volume at random.
    delta_volume @ 6: I16;
    /// The pause between two.
    period @ 8: I16, unit(SECONDS);
    /// Less than this is added to the pause at random.
    delta_period @ 10: I16, unit(SECONDS);
    /// Where it comes from.
    direction @ 12: I16, angle(512);
    /// Less than this is added to the direction at random.
    delta_direction @ 14: I16, angle(512);
    /// How high it sounds; 1 is as recorded.
    pitch @ 16: I32, fixed_point(16);
    /// Less than this is added to the pitch at random.
    delta_pitch @ 20: I32, fixed_point(16);
    /// The time left while the game runs; -1 raw in files.
    phase @ 24: I16;
    /// Unused.
    unused_26 @ 26: Raw<6>, label("Unused");
}
