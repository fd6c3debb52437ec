//! PATR: patrol paths and their points (`oni.md` 2.12).

use super::{DEGREES, ObjectHeader, SECONDS};
use crate::games::oni::names::*;
use crate::record::codec::le::*;
use crate::record::codec::{Array, FullLatinText};
use crate::record::{Condition, Matching, Role, Target};

/// The most points of a path (`oni.md` 2.12).
pub const MOST_POINTS: u32 = 64;

crate::record_table! {
    /// A step of a patrol.
    pub PATROL_POINT: PatrolPoint, PatrolPointField = "oni.patrol_point", "Patrol point", 4 bytes, "oni.md 2.12",
        matching(Matching::Alignment),
        variants("type", &[
            (0, 6), (1, 4), (2, 8), (3, 6), (4, 16), (5, 6), (6, 4), (7, 8), (8, 16), (9, 8), (10, 10), (11, 20),
            (12, 4), (13, 4), (14, 10), (15, 10), (16, 8), (17, 10), (18, 4), (19, 12), (20, 6), (21, 6), (22, 5),
            (23, 12),
        ]),
        overlays(&[
            ToFlag::OVERLAY, Pause::OVERLAY, AtPoint::OVERLAY, ThroughPoint::OVERLAY, Mode::OVERLAY, Facing::OVERLAY,
            NearFlag::OVERLAY, Glance::OVERLAY, LoopFrom::OVERLAY, Scan::OVERLAY, FlagAndWait::OVERLAY,
            PatrolScript::OVERLAY, IgnorePlayer::OVERLAY, Fire::OVERLAY,
        ]);
    /// What to do.
    r#type @ 0: U32, choice(&POINT_TYPES), label("Point type");
}

crate::overlay! {
    /// Goes to or looks at a flag.
    pub ToFlag "to flag" over [PatrolPoint::FIELDS], when Condition::In("type", &[0, 3, 5]);
    /// Id of the flag.
    flag @ 4: I16, link_none(Target::Id("flags"), &[]);
}
crate::overlay! {
    /// Waits.
    pub Pause "pause" over [PatrolPoint::FIELDS], when Condition::Is("type", 2);
    /// How long.
    frames @ 4: I32, unit(SECONDS), label("Time");
}
crate::overlay! {
    /// Goes to or looks at a place.
    pub AtPoint "at point" over [PatrolPoint::FIELDS], when Condition::In("type", &[4, 8]);
    /// The place.
    point @ 4: Array<F32, 3>, vector(), role(Role::Position);
}
crate::overlay! {
    /// Passes a place.
    pub ThroughPoint "through point" over [PatrolPoint::FIELDS], when Condition::Is("type", 11);
    /// The place.
    point @ 4: Array<F32, 3>, vector(), role(Role::Position);
    /// How near is near enough.
    distance @ 16: F32;
}
crate::overlay! {
    /// Changes the gait.
    pub Mode "mode" over [PatrolPoint::FIELDS], when Condition::Is("type", 7);
    /// How it moves from here on.
    mode @ 4: U32, choice(&MOVEMENT_MODES);
}
crate::overlay! {
    /// Keeps a facing.
    pub Facing "facing" over [PatrolPoint::FIELDS], when Condition::Is("type", 9);
    /// Its number; what each one means is uncertain.
    facing @ 4: U32;
}
crate::overlay! {
    /// Passes or nears a flag.
    pub NearFlag "near flag" over [PatrolPoint::FIELDS], when Condition::In("type", &[10, 15]);
    /// Id of the flag.
    flag @ 4: I16, link_none(Target::Id("flags"), &[]);
    /// How near is near enough.
    distance @ 6: F32;
}
crate::overlay! {
    /// Looks at a flag for a while, mostly on the way.
    pub Glance "glance" over [PatrolPoint::FIELDS], when Condition::Is("type", 14);
    /// Id of the flag.
    flag @ 4: I16, link_none(Target::Id("flags"), &[]);
    /// How long.
    frames @ 6: I32, unit(SECONDS), label("Time");
}
crate::overlay! {
    /// Goes on elsewhere in the list.
    pub LoopFrom "loop from" over [PatrolPoint::FIELDS], when Condition::Is("type", 16);
    /// The point to go on with, counted from 0. The game takes the last for numbers behind the end; a point that names
    /// itself leads to the next, the last to the first.
    target @ 4: I32, link_none(Target::Child, &[]), label("Point");
}
crate::overlay! {
    /// Looks around.
    pub Scan "scan" over [PatrolPoint::FIELDS], when Condition::Is("type", 17);
    /// How long.
    frames @ 4: I16, unit(SECONDS), label("Time");
    /// How far to each side.
    angle @ 6: F32, unit(DEGREES);
}
crate::overlay! {
    /// Goes to a flag, faces its way, waits and looks around.
    pub FlagAndWait "flag and wait" over [PatrolPoint::FIELDS], when Condition::Is("type", 19);
    /// How long, 0 for good.
    frames @ 4: I16, unit(SECONDS), label("Time");
    /// Id of the flag.
    flag @ 6: I16, link_none(Target::Id("flags"), &[]);
    /// How far it looks to each side.
    angle @ 8: F32, unit(DEGREES);
}
crate::overlay! {
    /// Calls the function `patrolscript` with this number in four digits.
    pub PatrolScript "patrol script" over [PatrolPoint::FIELDS], when Condition::In("type", &[20, 21]);
    /// Number in the function's name. OniSplit calls the type that goes on CallScript and the one that waits ForkScript,
    /// which suggests the opposite; here the game's disassembled behaviour counts.
    number @ 4: I16, label("Script number");
}
crate::overlay! {
    /// Whether the player is ignored from here on.
    pub IgnorePlayer "ignore player" over [PatrolPoint::FIELDS], when Condition::Is("type", 22);
    /// Yes or no.
    ignore @ 4: U8, yes_no(), label("Ignores the player");
}
crate::overlay! {
    /// Fires at a flag.
    pub Fire "fire" over [PatrolPoint::FIELDS], when Condition::Is("type", 23);
    /// Id of the flag.
    flag @ 4: I16, link_none(Target::Id("flags"), &[]);
    /// How long.
    frames @ 6: I16, unit(SECONDS), label("Time");
    /// How far the shots go astray.
    spread @ 8: F32;
}

crate::record_table! {
    /// A path that characters walk whose job is patrol, or that scripts send along it.
    pub PATROL_PATH: PatrolPath, PatrolPathField = "oni.patrol_path", "Patrol path", 40 bytes after ObjectHeader,
        "oni.md 2.12", children("points", &PATROL_POINT, MOST_POINTS), pad_to(4), matching(Matching::Alignment);
    /// What scripts call it.
    name @ 0x00: FullLatinText<32>, role(Role::Name);
    /// How many points it has.
    point_count @ 0x20: U32, role(Role::CountOf("points")), fixed("it follows from the points");
    /// The number that characters name it by.
    id @ 0x24: U16, role(Role::Id), label("Path id");
    /// Whether a character that left it comes back to the nearest point.
    return_to_nearest @ 0x26: U16, yes_no();
}
