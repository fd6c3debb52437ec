//! SNDG: sounds (`oni.md` 2.14).

use super::ObjectHeader;
use crate::games::oni::names::*;
use crate::record::codec::le::*;
use crate::record::codec::{Array, FullLatinText, Raw};
use crate::record::{Condition, Matching, Role};

/// The tag of a sphere as a number.
pub const SPHERE: i64 = 0x5350_4852;
/// The tag of a box as a number.
pub const BOX: i64 = 0x564C_4D45;

crate::record_table! {
    /// An ambient sound that is heard near a place or within a box.
    pub SOUND: Sound, SoundField = "oni.sound", "Sound", 68 bytes after ObjectHeader, "oni.md 2.14",
        matching(Matching::Alignment), overlays(&[SphereSound::OVERLAY, BoxSound::OVERLAY]);
    /// The ambient sound's name.
    name @ 0x00: FullLatinText<32>, role(Role::Name), label("Ambient sound");
    /// Where it is heard: around a place, or within a box.
    shape @ 0x20: U32, choice(&SHAPES);
    /// What belongs to the shape; of unknown shapes kept as bytes.
    shape_data @ 0x24: Raw<32>;
}

crate::overlay! {
    /// A sphere. It is heard out to three times the larger radius.
    pub SphereSound "sphere" over [Sound::FIELDS], when Condition::Is("shape", SPHERE);
    /// Within this distance it is at its loudest.
    min_radius @ 0x4C: F32, group("Sphere");
    /// From here on it fades out.
    max_radius @ 0x50: F32, group("Sphere");
    /// Volume and pitch, 1 as a rule. Which of the two comes first is not verified: other notes call this one the pitch.
    volume @ 0x54: F32;
    /// See the volume.
    pitch @ 0x58: F32;
    /// Unused behind a sphere; kept.
    padding @ 0x5C: Raw<16>;
}

crate::overlay! {
    /// A box along the axes, relative to the object's place; the rotation does not turn it.
    pub BoxSound "box" over [Sound::FIELDS], when Condition::Is("shape", BOX);
    /// Its corner with the smallest coordinates.
    box_min @ 0x4C: Array<F32, 3>, vector(), group("Box");
    /// Its corner with the largest coordinates.
    box_max @ 0x58: Array<F32, 3>, vector(), group("Box");
    /// Volume and pitch, 1 as a rule. Which of the two comes first is not verified: other notes call this one the pitch.
    volume @ 0x64: F32;
    /// See the volume.
    pitch @ 0x68: F32;
}

crate::record_table! {
    /// A sphere without the sixteen unused bytes behind it, as OniSplit's level importer writes it.
    pub SHORT_SOUND: ShortSound, ShortSoundField = "oni.short_sound", "Sound (short sphere)",
        52 bytes after ObjectHeader, "oni.md 2.14, 2.19 row 15", matching(Matching::Alignment);
    /// The ambient sound's name.
    name @ 0x00: FullLatinText<32>, role(Role::Name), label("Ambient sound");
    /// Where it is heard: always around a place, there is no room for a box.
    shape @ 0x20: U32, choice(&SHAPES), fixed("a box does not fit into so short an object");
    /// Within this distance it is at its loudest.
    min_radius @ 0x24: F32, group("Sphere");
    /// From here on it fades out.
    max_radius @ 0x28: F32, group("Sphere");
    /// Volume and pitch, 1 as a rule. Which of the two comes first is not verified: other notes call this one the pitch.
    volume @ 0x2C: F32;
    /// See the volume.
    pitch @ 0x30: F32;
}
