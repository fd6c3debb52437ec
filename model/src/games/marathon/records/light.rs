//! Lights: of levels, of Marathon 1, of saved levels (`marathon.md` 1.4, 2.2).

use super::SECONDS;
use crate::games::marathon::names::*;
use crate::record::codec::Raw;
use crate::record::codec::be::*;
use crate::record::{Matching, Role, Target};

crate::record_table! {
    /// A light: six functions of time, for being on and off and the ways between.
    pub LIGHT: Light, LightField = "marathon.light", "Light", 100 bytes, "seed 001, Light; marathon.md 2.2",
        matching(Matching::Alignment);
    /// What the editor calls it; Aleph One ignores it.
    kind @ 0: I16, choice(&LIGHT_PRESETS), label("Type");
    /// Whether it is on at the start and whether it can be switched.
    flags @ 2: U16, flags(&LIGHT_FLAGS);
    /// Ticks by which it is ahead at the start.
    phase @ 4: I16, unit(SECONDS);
    /// How the intensity moves while it is on.
    primary_active_function @ 6: I16, choice(&LIGHT_FUNCTIONS), group("Primary active");
    /// How long that takes.
    primary_active_period @ 8: I16, unit(SECONDS), group("Primary active");
    /// Up to this much is added to the period at random.
    primary_active_delta_period @ 10: I16, unit(SECONDS), group("Primary active");
    /// The intensity at its end.
    primary_active_intensity @ 12: I32, fixed_point(16), group("Primary active");
    /// Up to this much is added to the intensity at random.
    primary_active_delta_intensity @ 16: I32, fixed_point(16), group("Primary active");
    /// How the intensity moves while it is on, in turn with the primary one.
    secondary_active_function @ 20: I16, choice(&LIGHT_FUNCTIONS), group("Secondary active");
    /// How long that takes.
    secondary_active_period @ 22: I16, unit(SECONDS), group("Secondary active");
    /// Up to this much is added to the period at random.
    secondary_active_delta_period @ 24: I16, unit(SECONDS), group("Secondary active");
    /// The intensity at its end.
    secondary_active_intensity @ 26: I32, fixed_point(16), group("Secondary active");
    /// Up to this much is added to the intensity at random.
    secondary_active_delta_intensity @ 30: I32, fixed_point(16), group("Secondary active");
    /// How the intensity moves while it is going on.
    becoming_active_function @ 34: I16, choice(&LIGHT_FUNCTIONS), group("Becoming active");
    /// How long that takes.
    becoming_active_period @ 36: I16, unit(SECONDS), group("Becoming active");
    /// Up to this much is added to the period at random.
    becoming_active_delta_period @ 38: I16, unit(SECONDS), group("Becoming active");
    /// The intensity at its end.
    becoming_active_intensity @ 40: I32, fixed_point(16), group("Becoming active");
    /// Up to this much is added to the intensity at random.
    becoming_active_delta_intensity @ 44: I32, fixed_point(16), group("Becoming active");
    /// How the intensity moves while it is off.
    primary_inactive_function @ 48: I16, choice(&LIGHT_FUNCTIONS), group("Primary inactive");
    /// How long that takes.
    primary_inactive_period @ 50: I16, unit(SECONDS), group("Primary inactive");
    /// Up to this much is added to the period at random.
    primary_inactive_delta_period @ 52: I16, unit(SECONDS), group("Primary inactive");
    /// The intensity at its end.
    primary_inactive_intensity @ 54: I32, fixed_point(16), group("Primary inactive");
    /// Up to this much is added to the intensity at random.
    primary_inactive_delta_intensity @ 58: I32, fixed_point(16), group("Primary inactive");
    /// How the intensity moves while it is off, in turn with the primary one.
    secondary_inactive_function @ 62: I16, choice(&LIGHT_FUNCTIONS), group("Secondary inactive");
    /// How long that takes.
    secondary_inactive_period @ 64: I16, unit(SECONDS), group("Secondary inactive");
    /// Up to this much is added to the period at random.
    secondary_inactive_delta_period @ 66: I16, unit(SECONDS), group("Secondary inactive");
    /// The intensity at its end.
    secondary_inactive_intensity @ 68: I32, fixed_point(16), group("Secondary inactive");
    /// Up to this much is added to the intensity at random.
    secondary_inactive_delta_intensity @ 72: I32, fixed_point(16), group("Secondary inactive");
    /// How the intensity moves while it is going off.
    becoming_inactive_function @ 76: I16, choice(&LIGHT_FUNCTIONS), group("Becoming inactive");
    /// How long that takes.
    becoming_inactive_period @ 78: I16, unit(SECONDS), group("Becoming inactive");
    /// Up to this much is added to the period at random.
    becoming_inactive_delta_period @ 80: I16, unit(SECONDS), group("Becoming inactive");
    /// The intensity at its end.
    becoming_inactive_intensity @ 82: I32, fixed_point(16), group("Becoming inactive");
    /// Up to this much is added to the intensity at random.
    becoming_inactive_delta_intensity @ 86: I32, fixed_point(16), group("Becoming inactive");
    /// Switches and terminals with this tag work on it; 0 for none.
    tag @ 90: I16, link_none(Target::Tag("tag"), &[0]), role(Role::Tag);
    /// Unused.
    unused_92 @ 92: Raw<8>, label("Unused");
}

crate::record_table! {
    /// A light of Marathon 1. Later games turn it into one of theirs by its type.
    pub LIGHT_M1: LightM1, LightM1Field = "marathon.light_m1", "Light (Marathon 1)", 32 bytes, "marathon.md 2.2",
        matching(Matching::Alignment);
    /// Unknown bits.
    flags @ 0: U16;
    /// Which of the built-in courses it takes.
    kind @ 2: I16, choice(&LIGHT_TYPES_M1), label("Type");
    /// What it is doing; the first two mean on at the start.
    mode @ 4: I16, choice(&LIGHT_MODES_M1);
    /// Where in its course it is; Aleph One ignores it.
    phase @ 6: I16, unit(SECONDS);
    /// The intensity of all phases of the course whose own is 0.
    minimum_intensity @ 8: I32, fixed_point(16);
    /// The intensity of all other phases.
    maximum_intensity @ 12: I32, fixed_point(16);
    /// How long a course takes; only strobes use it.
    period @ 16: I16, unit(SECONDS);
    /// The intensity at the moment; Aleph One ignores it.
    intensity @ 18: I32, fixed_point(16);
    /// Unused.
    unused_22 @ 22: Raw<10>, label("Unused");
}

crate::record_table! {
    /// A light of a saved level: its state, then the light itself.
    pub SAVED_LIGHT: SavedLight, SavedLightField = "marathon.saved_light", "Light (saved)", 128 bytes,
        "marathon.md 1.4",
        matching(Matching::Alignment);
    /// Flags of the state.
    state_flags @ 0: U16, flags(&LIGHT_FLAGS), group("State");
    /// What it is doing.
    state @ 2: I16, choice(&LIGHT_STATES), group("State");
    /// The intensity at the moment.
    intensity @ 4: I32, fixed_point(16), group("State");
    /// Ticks since it entered the state.
    state_phase @ 8: I16, unit(SECONDS), group("State");
    /// How long the state lasts.
    state_period @ 10: I16, unit(SECONDS), group("State");
    /// The intensity when it entered the state.
    initial_intensity @ 12: I32, fixed_point(16), group("State");
    /// The intensity when it will leave the state.
    final_intensity @ 16: I32, fixed_point(16), group("State");
    /// Unused.
    unused_20 @ 20: Raw<8>, label("Unused"), group("State");
    /// What the editor calls it; Aleph One ignores it.
    kind @ 28: I16, choice(&LIGHT_PRESETS), label("Type");
    /// Whether it is on at the start and whether it can be switched.
    flags @ 30: U16, flags(&LIGHT_FLAGS);
    /// Ticks by which it is ahead at the start.
    phase @ 32: I16, unit(SECONDS);
    /// How the intensity moves while it is on.
    primary_active_function @ 34: I16, choice(&LIGHT_FUNCTIONS), group("Primary active");
    /// How long that takes.
    primary_active_period @ 36: I16, unit(SECONDS), group("Primary active");
    /// Up to this much is added to the period at random.
    primary_active_delta_period @ 38: I16, unit(SECONDS), group("Primary active");
    /// The intensity at its end.
    primary_active_intensity @ 40: I32, fixed_point(16), group("Primary active");
    /// Up to this much is added to the intensity at random.
    primary_active_delta_intensity @ 44: I32, fixed_point(16), group("Primary active");
    /// How the intensity moves while it is on, in turn with the primary one.
    secondary_active_function @ 48: I16, choice(&LIGHT_FUNCTIONS), group("Secondary active");
    /// How long that takes.
    secondary_active_period @ 50: I16, unit(SECONDS), group("Secondary active");
    /// Up to this much is added to the period at random.
    secondary_active_delta_period @ 52: I16, unit(SECONDS), group("Secondary active");
    /// The intensity at its end.
    secondary_active_intensity @ 54: I32, fixed_point(16), group("Secondary active");
    /// Up to this much is added to the intensity at random.
    secondary_active_delta_intensity @ 58: I32, fixed_point(16), group("Secondary active");
    /// How the intensity moves while it is going on.
    becoming_active_function @ 62: I16, choice(&LIGHT_FUNCTIONS), group("Becoming active");
    /// How long that takes.
    becoming_active_period @ 64: I16, unit(SECONDS), group("Becoming active");
    /// Up to this much is added to the period at random.
    becoming_active_delta_period @ 66: I16, unit(SECONDS), group("Becoming active");
    /// The intensity at its end.
    becoming_active_intensity @ 68: I32, fixed_point(16), group("Becoming active");
    /// Up to this much is added to the intensity at random.
    becoming_active_delta_intensity @ 72: I32, fixed_point(16), group("Becoming active");
    /// How the intensity moves while it is off.
    primary_inactive_function @ 76: I16, choice(&LIGHT_FUNCTIONS), group("Primary inactive");
    /// How long that takes.
    primary_inactive_period @ 78: I16, unit(SECONDS), group("Primary inactive");
    /// Up to this much is added to the period at random.
    primary_inactive_delta_period @ 80: I16, unit(SECONDS), group("Primary inactive");
    /// The intensity at its end.
    primary_inactive_intensity @ 82: I32, fixed_point(16), group("Primary inactive");
    /// Up to this much is added to the intensity at random.
    primary_inactive_delta_intensity @ 86: I32, fixed_point(16), group("Primary inactive");
    /// How the intensity moves while it is off, in turn with the primary one.
    secondary_inactive_function @ 90: I16, choice(&LIGHT_FUNCTIONS), group("Secondary inactive");
    /// How long that takes.
    secondary_inactive_period @ 92: I16, unit(SECONDS), group("Secondary inactive");
    /// Up to this much is added to the period at random.
    secondary_inactive_delta_period @ 94: I16, unit(SECONDS), group("Secondary inactive");
    /// The intensity at its end.
    secondary_inactive_intensity @ 96: I32, fixed_point(16), group("Secondary inactive");
    /// Up to this much is added to the intensity at random.
    secondary_inactive_delta_intensity @ 100: I32, fixed_point(16), group("Secondary inactive");
    /// How the intensity moves while it is going off.
    becoming_inactive_function @ 104: I16, choice(&LIGHT_FUNCTIONS), group("Becoming inactive");
    /// How long that takes.
    becoming_inactive_period @ 106: I16, unit(SECONDS), group("Becoming inactive");
    /// Up to this much is added to the period at random.
    becoming_inactive_delta_period @ 108: I16, unit(SECONDS), group("Becoming inactive");
    /// The intensity at its end.
    becoming_inactive_intensity @ 110: I32, fixed_point(16), group("Becoming inactive");
    /// Up to this much is added to the intensity at random.
    becoming_inactive_delta_intensity @ 114: I32, fixed_point(16), group("Becoming inactive");
    /// Switches and terminals with this tag work on it; 0 for none.
    tag @ 118: I16, link_none(Target::Tag("tag"), &[0]), role(Role::Tag);
    /// Unused.
    unused_120 @ 120: Raw<8>, label("Unused");
}
