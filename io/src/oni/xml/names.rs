//! OniSplit's spelling of enumerations and flags where it differs from the record tables' (`oni.md` 2, 2.19).

use levelwright_model::record::{FlagNames, Names};

/// Lists of names by their key: value and spelling. What is not here is spelled as in the record tables.
static ENUMS: &[(&str, &[(i64, &str)])] = &[
    // Slips that the other program has and an exporter must copy.
    ("job", &[(4, "TeamBatle")]),
    ("pursuit", &[(7, "Glanc")]),
    ("event", &[(7, "DeactivateAlaram")]),
    (
        "movement mode",
        &[
            (0, "ByAlertLevel"),
            (1, "Stop"),
            (2, "Crouch"),
            (3, "Creep"),
            (4, "WalkNoAim"),
            (5, "Walk"),
            (6, "RunNoAim"),
            (7, "Run"),
        ],
    ),
    (
        "power-up",
        &[
            (0x414D_4D42, "Ammo"),
            (0x414D_4D45, "EnergyCell"),
            (0x4859_504F, "Hypo"),
            (0x5348_4C44, "Shield"),
            (0x494E_5649, "Invisibility"),
            (0x414C_5349, "LSI"),
        ],
    ),
];

/// Facings of patrol points (`oni.md` 2.12): "Backward" has the number of "Left" too, so it is read and never written.
pub(super) static FACINGS: &[(i64, &str)] =
    &[(0, "Forward"), (1, "Left"), (1, "Backward"), (2, "Right"), (3, "Stopped")];

/// Flag sets by their key: bit and spelling. A set with a bit that has no name is written as a number.
static FLAGS: &[(&str, &[(u8, &str)])] = &[
    ("object flags", &[(0, "Locked"), (1, "PlacedInGame"), (2, "Temporary"), (3, "Gunk")]),
    (
        "character flags",
        &[
            (0, "IsPlayer"),
            (1, "RandomCostume"),
            (2, "NotInitiallyPresent"),
            (3, "NonCombatant"),
            (4, "CanSpawnMultiple"),
            (5, "Spawned"),
            (6, "Unkillable"),
            (7, "InfiniteAmmo"),
            (8, "Omniscient"),
            (9, "HasLSI"),
            (10, "Boss"),
            (11, "UpgradeDifficulty"),
            (12, "NoAutoDrop"),
        ],
    ),
    ("console flags", &[(3, "InitialActive"), (5, "Punch"), (6, "IsAlarm")]),
    (
        "door flags",
        &[
            (0, "InitialLocked"),
            (2, "InDoorFrame"),
            (4, "Manual"),
            (7, "DoubleDoor"),
            (8, "Mirror"),
            (9, "OneWay"),
            (10, "Reverse"),
            (11, "Jammed"),
            (12, "InitialOpen"),
        ],
    ),
    ("particle flags", &[(1, "NotInitiallyCreated")]),
    (
        "trigger volume flags",
        &[
            (0, "OneTimeEnter"),
            (1, "OneTimeInside"),
            (2, "OneTimeExit"),
            (3, "EnterDisabled"),
            (4, "InsideDisabled"),
            (5, "ExitDisabled"),
            (6, "Disabled"),
            (7, "PlayerOnly"),
        ],
    ),
    ("trigger flags", &[(3, "InitialActive"), (4, "ReverseAnim"), (5, "PingPong")]),
    ("turret flags", &[(1, "InitialActive")]),
    ("neutral flags", &[(0, "NoResume"), (1, "NoResumeAfterGive"), (2, "Uninterruptible")]),
    ("gifts", &[(0, "Shield"), (1, "Invisibility"), (2, "LSI")]),
    ("line flags", &[(0, "IsPlayer"), (1, "GiveItems"), (2, "AnimOnce"), (3, "OtherAnimOnce")]),
    ("technique flags", &[(0, "Interruptible"), (1, "GenerousDir"), (2, "Fearless")]),
];

fn spelled(names: &Names) -> &'static [(i64, &'static str)] {
    ENUMS.iter().find(|(key, _)| *key == names.key).map_or(&[], |(_, list)| list)
}

/// How a value of an enumeration is spelled; `None` if it has no name.
pub(super) fn name(names: &'static Names, value: i64) -> Option<&'static str> {
    let own = spelled(names).iter().find(|(own, _)| *own == value);
    own.map(|(_, name)| *name).or_else(|| names.name(value.into()).filter(|name| !name.contains(' ')))
}

/// The value of a name; other spellings than OniSplit's own are read too where they mean the same.
pub(super) fn value(names: &'static Names, name: &str) -> Option<i64> {
    let own = spelled(names).iter().find(|(_, own)| *own == name);
    own.map(|(value, _)| *value).or_else(|| names.value(name).and_then(|value| i64::try_from(value).ok()))
}

/// The spellings of a flag set's bits, in the order of the bits.
pub(super) fn flags(names: &'static FlagNames) -> Vec<(u8, &'static str)> {
    match FLAGS.iter().find(|(key, _)| *key == names.key) {
        Some((_, list)) => list.to_vec(),
        None => names.list.iter().map(|flag| (flag.bit, flag.name)).collect(),
    }
}
