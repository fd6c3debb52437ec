//! CMBT: combat profiles, objects of level 0 (`oni.md` 2.3).

use super::{ObjectHeader, SECONDS};
use crate::games::oni::names::*;
use crate::record::codec::FullLatinText;
use crate::record::codec::le::*;
use crate::record::{Matching, Role};

crate::record_table! {
    /// How characters that name it fight: behaviours by range, panic, alarm.
    pub COMBAT: Combat, CombatField = "oni.combat", "Combat profile", 144 bytes after ObjectHeader, "oni.md 2.3",
        matching(Matching::Alignment);
    /// What it is called.
    name @ 0x00: FullLatinText<64>, role(Role::Name);
    /// The number that characters name it by.
    id @ 0x40: U32, role(Role::Id), label("Combat id");
    /// Behind the medium range.
    long_range @ 0x44: U32, choice(&BEHAVIOURS), group("Behaviours");
    /// Between the short and the medium range.
    medium_range_behaviour @ 0x48: U32, choice(&BEHAVIOURS), label("Medium range"), group("Behaviours");
    /// Within the short range.
    short_range_behaviour @ 0x4C: U32, choice(&BEHAVIOURS), label("Short range"), group("Behaviours");
    /// Retreating at medium range.
    medium_retreat @ 0x50: U32, choice(&BEHAVIOURS), group("Behaviours");
    /// Retreating at long range.
    long_retreat @ 0x54: U32, choice(&BEHAVIOURS), group("Behaviours");
    /// Where the medium range ends.
    medium_range @ 0x58: F32, label("Medium range distance"), group("Ranges");
    /// When it fights hand to hand instead.
    melee_override @ 0x5C: U32, choice(&MELEE_OVERRIDES);
    /// What it does without a gun.
    no_gun @ 0x60: U32, choice(&NO_GUN), label("Without a gun");
    /// Where the short range ends.
    short_range @ 0x64: F32, label("Short range distance"), group("Ranges");
    /// How far it goes after an enemy.
    pursuit_distance @ 0x68: F32, group("Ranges");
    /// How long it panics when hurt.
    panic_hurt @ 0x6C: I32, unit(SECONDS), group("Panic");
    /// How long it panics at gunfire.
    panic_gunfire @ 0x70: I32, unit(SECONDS), group("Panic");
    /// How long it panics at a fight.
    panic_melee @ 0x74: I32, unit(SECONDS), group("Panic");
    /// How long it panics at the sight of an enemy.
    panic_sight @ 0x78: I32, unit(SECONDS), group("Panic");
    /// How far it looks for an alarm console.
    alarm_search_distance @ 0x7C: F32, group("Alarm");
    /// Within which distance it ignores enemies on the way.
    enemy_ignore_distance @ 0x80: F32, group("Alarm");
    /// Within which distance it attacks enemies on the way.
    enemy_attack_distance @ 0x84: F32, group("Alarm");
    /// How much damage makes it fight back.
    damage_threshold @ 0x88: I32, group("Alarm");
    /// How long it fights before it goes on.
    fight_timer @ 0x8C: I32, unit(SECONDS), group("Alarm");
}
