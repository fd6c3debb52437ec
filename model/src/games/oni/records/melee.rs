//! MELE: melee profiles, objects of level 0 (`oni.md` 2.9).

use super::{ObjectHeader, SECONDS};
use crate::games::oni::names::*;
use crate::record::codec::le::*;
use crate::record::codec::{Bits, FullLatinText};
use crate::record::{Condition, Matching, Role, Schema};

/// No limit of the format's own is known; the profiles that ship have a few dozen techniques and some hundred moves
/// (`oni.md` 2.9, appendix A), and this many keep a damaged count from filling the memory.
pub const MOST_TECHNIQUES: u32 = 65_535;

crate::record_table! {
    /// How characters that name it fight hand to hand. Its techniques name moves of its own list by position.
    pub MELEE: Melee, MeleeField = "oni.melee", "Melee profile", 204 bytes after ObjectHeader, "oni.md 2.9",
        lists(&[&ATTACK_LIST, &EVADE_LIST, &MANEUVER_LIST, &MOVE_LIST]), pad_to(4), matching(Matching::Alignment);
    /// The number that characters name it by.
    id @ 0x00: U32, role(Role::Id), label("Melee id");
    /// What it is called.
    name @ 0x04: FullLatinText<64>, role(Role::Name);
    /// The character class whose moves it uses.
    class @ 0x44: FullLatinText<64>, label("Character class");
    /// How often it notices an attack, in percent.
    notice @ 0x84: I32, group("Chances");
    /// How often it dodges, in percent.
    dodge_base @ 0x88: I32, group("Chances");
    /// How much more often after damage, in percent.
    dodge_extra @ 0x8C: I32, group("Chances");
    /// How much damage brings the extra.
    dodge_extra_damage @ 0x90: I32, group("Chances");
    /// How often it blocks a single enemy, in percent.
    block_single @ 0x94: I32, group("Chances");
    /// How often it blocks one of a group, in percent.
    block_group @ 0x98: I32, group("Chances");
    /// Weight of attacks that will not be blocked.
    weight_not_blocked @ 0x9C: F32, group("Weights");
    /// Weight of attacks that make the enemy change its stance.
    weight_change_stance @ 0xA0: F32, group("Weights");
    /// Weight of blocked attacks that cannot be blocked.
    weight_unblockable @ 0xA4: F32, group("Weights");
    /// Weight of blocked attacks that stagger.
    weight_stagger @ 0xA8: F32, group("Weights");
    /// Weight of blocked attacks that stun the blocker.
    weight_blockstun @ 0xAC: F32, group("Weights");
    /// Weight of attacks that will be blocked.
    weight_blocked @ 0xB0: F32, group("Weights");
    /// Weight of the danger of being thrown.
    weight_throw_danger @ 0xB4: F32, group("Weights");
    /// Shortest time it is dazed; the game seems to ignore it.
    dazed_min @ 0xB8: I16, unit(SECONDS);
    /// Longest time it is dazed; the game seems to ignore it.
    dazed_max @ 0xBA: I16, unit(SECONDS);
    /// How many attacks.
    attack_count @ 0xBC: I32, role(Role::CountOf("attacks")), fixed("it follows from the attacks");
    /// How many evades.
    evade_count @ 0xC0: I32, role(Role::CountOf("evades")), fixed("it follows from the evades");
    /// How many maneuvers.
    maneuver_count @ 0xC4: I32, role(Role::CountOf("maneuvers")), fixed("it follows from the maneuvers");
    /// How many moves.
    move_count @ 0xC8: I32, role(Role::CountOf("moves")), fixed("it follows from the moves");
}

crate::record_table! {
    /// A technique: some moves in a row. Several may share moves.
    pub TECHNIQUE: Technique, TechniqueField = "oni.technique", "Technique", 88 bytes, "oni.md 2.9",
        matching(Matching::Alignment);
    /// What it is called.
    name @ 0: FullLatinText<64>, role(Role::Name);
    /// What is special about it.
    flags @ 64: U32, flags(&TECHNIQUE_FLAGS);
    /// How often it is chosen.
    weight @ 68: U32;
    /// How important it is.
    importance @ 72: U32;
    /// How long before it can be repeated.
    repeat_delay @ 76: U32, unit(SECONDS);
    /// How many moves it has.
    move_count @ 80: I32;
    /// The first of its moves in the profile's list, counted from 0.
    first_move @ 84: I32, role(Role::FirstOf("moves"));
}

crate::record_table! {
    /// A move of a technique.
    pub MOVE: Move, MoveField = "oni.move", "Move", 16 bytes, "oni.md 2.9", matching(Matching::Alignment),
        overlays(&[
            AttackMove::OVERLAY, PositionMove::OVERLAY, ManeuverMove::OVERLAY, EvadeMove::OVERLAY, ThrowMove::OVERLAY,
        ]);
    /// Which of its sort.
    r#type @ 0: Bits<U32, 0, 24>;
    /// What sort of move.
    category @ 0: Bits<U32, 24, 8>, choice(&MOVE_CATEGORIES);
    /// First parameter.
    parameter_1 @ 4: F32;
    /// Second parameter.
    parameter_2 @ 8: F32;
    /// Third parameter.
    parameter_3 @ 12: F32;
}

crate::overlay! {
    /// An attack.
    pub AttackMove "attack" over [Move::FIELDS], when Condition::Is("category", 0x00);
    /// Which attack.
    r#type @ 0: Bits<U32, 0, 24>, choice(&ATTACKS), label("Attack");
}
crate::overlay! {
    /// A position.
    pub PositionMove "position" over [Move::FIELDS], when Condition::Is("category", 0x10), nested [RunIn::OVERLAY];
    /// Which position.
    r#type @ 0: Bits<U32, 0, 24>, choice(&POSITIONS), label("Position");
}
crate::overlay! {
    /// A position taken by running in.
    pub RunIn "run in" over [Move::FIELDS, PositionMove::FIELDS],
        when Condition::In("type", &[0, 1, 2, 3, 12, 13, 14, 15, 16, 17, 18, 19]);
    /// The least distance run.
    parameter_1 @ 4: F32, label("Min run-in distance");
    /// The greatest distance run.
    parameter_2 @ 8: F32, label("Max run-in distance");
    /// How near to the position is near enough.
    parameter_3 @ 12: F32, label("Tolerance");
}
crate::overlay! {
    /// A maneuver.
    pub ManeuverMove "maneuver" over [Move::FIELDS], when Condition::Is("category", 0x20),
        nested [Advance::OVERLAY, Retreat::OVERLAY, Circle::OVERLAY, Timed::OVERLAY, Chance::OVERLAY, Wave::OVERLAY];
    /// Which maneuver.
    r#type @ 0: Bits<U32, 0, 24>, choice(&MANEUVERS), label("Maneuver");
}
crate::overlay! {
    /// Going forward.
    pub Advance "advance" over [Move::FIELDS, ManeuverMove::FIELDS], when Condition::Is("type", 0);
    /// For how long, in seconds.
    parameter_1 @ 4: F32, label("Duration");
    /// How near at most.
    parameter_2 @ 8: F32, label("Min range");
    /// From which range on.
    parameter_3 @ 12: F32, label("Threshold range");
}
crate::overlay! {
    /// Going back.
    pub Retreat "retreat" over [Move::FIELDS, ManeuverMove::FIELDS], when Condition::Is("type", 1);
    /// For how long, in seconds.
    parameter_1 @ 4: F32, label("Duration");
    /// How far at most.
    parameter_2 @ 8: F32, label("Max range");
    /// From which range on.
    parameter_3 @ 12: F32, label("Threshold range");
}
crate::overlay! {
    /// Going around the enemy.
    pub Circle "circle" over [Move::FIELDS, ManeuverMove::FIELDS], when Condition::In("type", &[2, 3]);
    /// For how long, in seconds.
    parameter_1 @ 4: F32, label("Duration");
    /// The least angle.
    parameter_2 @ 8: F32, label("Min angle");
    /// The greatest angle.
    parameter_3 @ 12: F32, label("Max angle");
}
crate::overlay! {
    /// For a time.
    pub Timed "timed" over [Move::FIELDS, ManeuverMove::FIELDS],
        when Condition::In("type", &[4, 5, 6, 7, 9, 10, 11, 12]);
    /// For how long, in seconds.
    parameter_1 @ 4: F32, label("Duration");
}
crate::overlay! {
    /// A stop at random.
    pub Chance "random stop" over [Move::FIELDS, ManeuverMove::FIELDS], when Condition::Is("type", 8);
    /// How likely.
    parameter_1 @ 4: F32, label("Chance");
}
crate::overlay! {
    /// Barabas's wave.
    pub Wave "wave" over [Move::FIELDS, ManeuverMove::FIELDS], when Condition::Is("type", 13);
    /// How far at most.
    parameter_1 @ 4: F32, label("Max range");
}
crate::overlay! {
    /// An evade.
    pub EvadeMove "evade" over [Move::FIELDS], when Condition::Is("category", 0x30);
    /// Which evade.
    r#type @ 0: Bits<U32, 0, 24>, choice(&EVADES), label("Evade");
}
crate::overlay! {
    /// A throw.
    pub ThrowMove "throw" over [Move::FIELDS], when Condition::Is("category", 0x40);
    /// Which throw.
    r#type @ 0: Bits<U32, 0, 24>, choice(&THROWS), label("Throw");
}

/// The attacks of a profile.
pub static ATTACK_LIST: Schema = list("oni.attacks", "Attacks").children("attacks", &TECHNIQUE, MOST_TECHNIQUES);
/// The evades of a profile.
pub static EVADE_LIST: Schema = list("oni.evades", "Evades").children("evades", &TECHNIQUE, MOST_TECHNIQUES);
/// The maneuvers of a profile.
pub static MANEUVER_LIST: Schema =
    list("oni.maneuvers", "Maneuvers").children("maneuvers", &TECHNIQUE, MOST_TECHNIQUES);
/// The moves of a profile.
pub static MOVE_LIST: Schema = list("oni.moves", "Moves").children("moves", &MOVE, MOST_TECHNIQUES);

const fn list(key: &'static str, label: &'static str) -> Schema {
    Schema::new(key, label, "A list of a melee profile.", "oni.md 2.9", 0, &[])
}
