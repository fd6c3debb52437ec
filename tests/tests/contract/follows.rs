//! What setting a field may change beside the field and what is marked as derived: decisions of the games, each with its
//! reason. Anything else fails the contract.

use levelwright_model::games::warriors::records::calls;

/// (record type and field that is set, what may follow).
const FOLLOWS: &[(&str, &[&str])] = &[
    // An object that is taken out of the world has no height and no row of the map either (`systemshock.md` 4.1).
    ("shock.object.x", &["shock.object.y", "shock.object.z"]),
    // The centre of a door is kept with its position (`oni.md` 3.6).
    ("oni.door.position", &["oni.door.center"]),
    // What follows a type depends on it, in meaning and in length, and the object is padded to a multiple of 4
    // (`oni.md` 2.1): events, points of patrol paths, the shapes of sounds.
    (
        "oni.event.type",
        &[
            "the length of a oni.console",
            "the length of a oni.door",
            "the length of a oni.event",
            "the length of a oni.trigger",
        ],
    ),
    (
        "oni.patrol_point.type",
        &[
            "oni.patrol_point.flag",
            "oni.patrol_point.point",
            "the length of a oni.patrol_path",
            "the length of a oni.patrol_point",
        ],
    ),
    ("oni.sound.shape", &["oni.sound.shape_data"]),
    // The directory repeats what the level says of itself (`marathon.md` 1.1); the name only where it was the same.
    ("marathon.info.mission_flags", &["marathon.directory.mission_flags"]),
    ("marathon.info.environment_flags", &["marathon.directory.environment_flags"]),
    ("marathon.info.entry_flags", &["marathon.directory.entry_flags"]),
    ("marathon.info.name", &["marathon.directory.name"]),
    // Counts of placed monsters and items are kept in step (`marathon.md` 0).
    ("marathon.object.group", &["marathon.placement.initial_count"]),
    ("marathon.object.index", &["marathon.placement.initial_count"]),
    // A polygon is a platform exactly while there is a platform record for it (`marathon.md` 1.5, 2.1).
    (
        "marathon.polygon.kind",
        &[
            "rows of platforms",
            "rows of saved_platforms",
            "marathon.polygon.permutation",
            "marathon.polygon.floor_height",
        ],
    ),
    // A saved platform repeats the heights of its polygon; a surface that it does not move has both limits there
    // (`marathon.md` 1.4, 2.1).
    (
        "marathon.polygon.floor_height",
        &[
            "marathon.saved_platform.floor_height",
            "marathon.saved_platform.minimum_floor_height",
            "marathon.saved_platform.maximum_floor_height",
        ],
    ),
    (
        "marathon.saved_platform.floor_height",
        &[
            "marathon.polygon.floor_height",
            "marathon.saved_platform.minimum_floor_height",
            "marathon.saved_platform.maximum_floor_height",
        ],
    ),
    (
        "marathon.polygon.ceiling_height",
        &[
            "marathon.saved_platform.ceiling_height",
            "marathon.saved_platform.minimum_ceiling_height",
            "marathon.saved_platform.maximum_ceiling_height",
        ],
    ),
    (
        "marathon.saved_platform.ceiling_height",
        &[
            "marathon.polygon.ceiling_height",
            "marathon.saved_platform.minimum_ceiling_height",
            "marathon.saved_platform.maximum_ceiling_height",
        ],
    ),
];

/// Where an argument of a compiled call lies: in the instruction that pushes it, and in the constant that this names, which
/// may be a new one (`warriors.md` 1.2).
const ARGUMENTS: &[&str] = &[
    "warriors.instruction.word",
    "warriors.number.number",
    "warriors.string.length",
    "warriors.string.no field",
    "the length of a warriors.string",
    "rows of a record",
];

/// Whether `what` may change when the field is set.
pub(crate) fn may_follow(field: (&str, &str), what: &str) -> bool {
    let name = format!("{}.{}", field.0, field.1);
    let argument = calls::ALL.iter().any(|call| call.key == field.0) && ARGUMENTS.contains(&what);
    argument || FOLLOWS.iter().any(|(set, list)| *set == name && list.contains(&what))
}
