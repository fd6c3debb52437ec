//! Which element of OniSplit's XML holds which field of the record tables.

use levelwright_model::games::oni::chunk::ObjectType;

/// A part of an element, in the order of the file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// An element that holds a field.
    Field(&'static str, &'static str),
    /// An element that holds the lowest eight bits of a field; the others are lost.
    Low(&'static str, &'static str),
    /// An element that holds elements.
    Group(&'static str, &'static [Part]),
    /// The shape of a sound.
    Shape,
    /// The children: events.
    Events,
    /// The children: lines of a conversation.
    Lines,
    /// The children: points of a path.
    Points,
    /// One of the three lists of techniques, in the order of the record's lists.
    Techniques(&'static str, usize),
}

use Part::*;

/// What stands in `Header`.
pub(super) static HEADER: &[Part] =
    &[Field("Flags", "object_flags"), Field("Position", "position"), Field("Rotation", "rotation")];

static CHARACTER: &[Part] = &[
    Field("Flags", "flags"),
    Field("Class", "class"),
    Field("Name", "name"),
    Field("Weapon", "weapon"),
    Group(
        "Scripts",
        &[
            Field("Spawn", "spawn_script"),
            Field("Die", "die_script"),
            Field("Combat", "combat_script"),
            Field("Alarm", "alarm_script"),
            Field("Hurt", "hurt_script"),
            Field("Defeated", "defeated_script"),
            Field("OutOfAmmo", "out_of_ammo_script"),
            Field("NoPath", "no_path_script"),
        ],
    ),
    Field("AdditionalHealth", "additional_health"),
    Group("Job", &[Field("Type", "job"), Field("PatrolPathId", "patrol_path")]),
    Group("Behaviors", &[Field("CombatId", "combat"), Field("MeleeId", "melee"), Field("NeutralId", "neutral")]),
    Group(
        "Inventory",
        &[
            Group("Ammo", &[Field("Use", "ammo_use"), Field("Drop", "ammo_drop")]),
            Group("EnergyCell", &[Field("Use", "cell_use"), Field("Drop", "cell_drop")]),
            Group("Hypo", &[Field("Use", "hypo_use"), Field("Drop", "hypo_drop")]),
            Group("Shield", &[Field("Use", "shield_use"), Field("Drop", "shield_drop")]),
            Group("Invisibility", &[Field("Use", "invisibility_use"), Field("Drop", "invisibility_drop")]),
        ],
    ),
    Field("Team", "team"),
    Field("AmmoPercentage", "ammo_percentage"),
    Group(
        "Alert",
        &[
            Field("Initial", "alert_initial"),
            Field("Minimal", "alert_minimal"),
            Field("JobStart", "alert_job_start"),
            Field("Investigate", "alert_investigate"),
        ],
    ),
    Field("AlarmGroups", "alarm_groups"),
    Group(
        "Pursuit",
        &[
            Field("StrongUnseen", "pursuit_strong_unseen"),
            Field("WeakUnseen", "pursuit_weak_unseen"),
            Field("StrongSeen", "pursuit_strong_seen"),
            Field("WeakSeen", "pursuit_weak_seen"),
            Field("Lost", "pursuit_lost"),
        ],
    ),
];

static COMBAT: &[Part] = &[
    Field("Name", "name"),
    Field("CombatId", "id"),
    Group(
        "Behaviors",
        &[
            Field("LongRange", "long_range"),
            Field("MediumRange", "medium_range_behaviour"),
            Field("ShortRange", "short_range_behaviour"),
            Field("MediumRetreat", "medium_retreat"),
            Field("LongRetreat", "long_retreat"),
        ],
    ),
    Group(
        "Combat",
        &[
            Field("MediumRange", "medium_range"),
            Field("MeleeOverride", "melee_override"),
            Field("NoGunBehavior", "no_gun"),
            Field("ShortRange", "short_range"),
            Field("PursuitDistance", "pursuit_distance"),
        ],
    ),
    Group(
        "Panic",
        &[
            Field("Hurt", "panic_hurt"),
            Field("GunFire", "panic_gunfire"),
            Field("Melee", "panic_melee"),
            Field("Sight", "panic_sight"),
        ],
    ),
    Group(
        "Alarm",
        &[
            Field("SearchDistance", "alarm_search_distance"),
            Field("EnemyIgnoreDistance", "enemy_ignore_distance"),
            Field("EnemyAttackDistance", "enemy_attack_distance"),
            Field("DamageThreshold", "damage_threshold"),
            Field("FightTimer", "fight_timer"),
        ],
    ),
];

static CONSOLE: &[Part] = &[
    Field("Class", "class"),
    Field("ConsoleId", "id"),
    Field("Flags", "flags"),
    Field("InactiveTexture", "inactive_texture"),
    Field("ActiveTexture", "active_texture"),
    Field("TriggeredTexture", "used_texture"),
    Events,
];

static DOOR: &[Part] = &[
    Field("Class", "class"),
    Field("DoorId", "id"),
    Field("KeyId", "key"),
    Field("Flags", "flags"),
    Field("Center", "center"),
    Field("SquaredActivationRadius", "activation_radius_squared"),
    Field("Texture1", "texture_1"),
    Field("Texture2", "texture_2"),
    Events,
];

static FLAG: &[Part] =
    &[Field("Color", "colour"), Field("Prefix", "prefix"), Field("FlagId", "id"), Field("Notes", "note")];

static FURNITURE: &[Part] = &[Field("Class", "class"), Field("Particle", "particle")];

static MELEE: &[Part] = &[
    Field("MeleeId", "id"),
    Field("Name", "name"),
    Field("CharacterClass", "class"),
    Field("Notice", "notice"),
    Group(
        "Dodge",
        &[
            Field("Base", "dodge_base"),
            Field("Extra", "dodge_extra"),
            Field("ExtraDamageThreshold", "dodge_extra_damage"),
        ],
    ),
    Group("BlockSkill", &[Field("Single", "block_single"), Field("Group", "block_group")]),
    Field("NotBlocked", "weight_not_blocked"),
    Field("MustChangeStance", "weight_change_stance"),
    Field("BlockedButUnblockable", "weight_unblockable"),
    Field("BlockedButHasStagger", "weight_stagger"),
    Field("BlockedButHasBlockstun", "weight_blockstun"),
    Field("Blocked", "weight_blocked"),
    Field("ThrowDanger", "weight_throw_danger"),
    Field("DazedMinFrames", "dazed_min"),
    Field("DazedMaxFrames", "dazed_max"),
    Techniques("Attacks", 0),
    Techniques("Evades", 1),
    Techniques("Maneuvers", 2),
];

static NEUTRAL: &[Part] = &[
    Field("Name", "name"),
    Field("NeutralId", "id"),
    Field("Flags", "flags"),
    Group(
        "Ranges",
        &[
            Field("Trigger", "trigger_range"),
            Field("Talk", "talk_range"),
            Field("Follow", "follow_range"),
            Field("Enemy", "enemy_range"),
        ],
    ),
    Group(
        "Speech",
        &[Field("Trigger", "trigger_speech"), Field("Abort", "abort_speech"), Field("Enemy", "enemy_speech")],
    ),
    Group("Script", &[Field("AfterTalk", "end_script")]),
    Group(
        "Rewards",
        &[
            Field("WeaponClass", "weapon"),
            Field("Ammo", "ammo"),
            Field("EnergyCell", "cells"),
            Field("Hypo", "hypos"),
            Field("Other", "items"),
        ],
    ),
    Lines,
];

static PARTICLE: &[Part] = &[
    Field("Class", "class"),
    Field("Tag", "particle_tag"),
    Field("Flags", "flags"),
    Field("DecalScale", "decal_scale"),
];

static PATROL_PATH: &[Part] =
    &[Field("Name", "name"), Field("PatrolId", "id"), Field("ReturnToNearest", "return_to_nearest"), Points];

static POWER_UP: &[Part] = &[Field("Class", "kind")];

static SOUND: &[Part] = &[Field("Class", "name"), Shape, Field("Volume", "volume"), Field("Pitch", "pitch")];

static TRIGGER: &[Part] = &[
    Field("Class", "class"),
    Field("TriggerId", "id"),
    Field("Flags", "flags"),
    Field("LaserColor", "colour"),
    Field("StartPosition", "start"),
    Field("Speed", "speed"),
    Field("EmitterCount", "emitters"),
    Field("TimeOn", "ticks_on"),
    Field("TimeOff", "ticks_off"),
    Events,
];

static TRIGGER_VOLUME: &[Part] = &[
    Field("Name", "name"),
    Group("Scripts", &[Field("Entry", "entry_script"), Field("Inside", "inside_script"), Field("Exit", "exit_script")]),
    Low("Teams", "teams"),
    Field("Size", "size"),
    Field("TriggerVolumeId", "id"),
    Field("ParentId", "parent"),
    Field("Notes", "note"),
    Field("Flags", "flags"),
];

static TURRET: &[Part] =
    &[Field("Class", "class"), Field("TurretId", "id"), Field("Flags", "flags"), Field("TargetedTeams", "teams")];

static WEAPON: &[Part] = &[Field("Class", "class")];

/// What stands in `OSD` of a type.
pub(super) fn of(of: &ObjectType) -> &'static [Part] {
    match of.tag {
        b"CHAR" => CHARACTER,
        b"CMBT" => COMBAT,
        b"CONS" => CONSOLE,
        b"DOOR" => DOOR,
        b"FLAG" => FLAG,
        b"FURN" => FURNITURE,
        b"MELE" => MELEE,
        b"NEUT" => NEUTRAL,
        b"PART" => PARTICLE,
        b"PATR" => PATROL_PATH,
        b"PWRU" => POWER_UP,
        b"SNDG" => SOUND,
        b"TRIG" => TRIGGER,
        b"TRGV" => TRIGGER_VOLUME,
        b"TURR" => TURRET,
        b"WEAP" => WEAPON,
        _ => &[],
    }
}

/// What stands in `DialogLine`.
pub(super) static LINE: &[Part] = &[
    Field("Flags", "flags"),
    Field("Anim", "speaker_animation"),
    Field("OtherAnim", "listener_animation"),
    Field("SpeechName", "sound"),
];

/// What stands in `Technique`, before its moves.
pub(super) static TECHNIQUE: &[Part] = &[
    Field("Name", "name"),
    Field("Flags", "flags"),
    Field("Weight", "weight"),
    Field("Importance", "importance"),
    Field("RepeatDelay", "repeat_delay"),
];

/// Attributes and the fields that they hold.
type Attributes = &'static [(&'static str, &'static str)];
/// Types of moves and the attributes of their parameters.
type Parameters = (&'static [i64], &'static [&'static str]);

/// Patrol points: type, element, attributes with their fields. `point` is spread over X, Y and Z.
pub(super) static POINTS: &[(i64, &str, Attributes)] = &[
    (0, "MoveToFlag", &[("FlagId", "flag")]),
    (1, "Stop", &[]),
    (2, "Pause", &[("Frames", "frames")]),
    (3, "LookAtFlag", &[("FlagId", "flag")]),
    (4, "LookAtPoint", &[("X", "point"), ("Y", "point"), ("Z", "point")]),
    (5, "MoveAndFaceFlag", &[("FlagId", "flag")]),
    (7, "MovementMode", &[("Mode", "mode")]),
    (8, "MoveToPoint", &[("X", "point"), ("Y", "point"), ("Z", "point")]),
    (9, "LockFacing", &[("Facing", "facing")]),
    (10, "MoveThroughFlag", &[("FlagId", "flag"), ("Distance", "distance")]),
    (11, "MoveThroughPoint", &[("X", "point"), ("Y", "point"), ("Z", "point"), ("Distance", "distance")]),
    (12, "StopLooking", &[]),
    (13, "FreeFacing", &[]),
    (14, "GlanceAtFlagFor", &[("FlagId", "flag"), ("Frames", "frames")]),
    (15, "MoveNearFlag", &[("FlagId", "flag"), ("Distance", "distance")]),
    (17, "Scan", &[("Frames", "frames"), ("Rotation", "angle")]),
    (18, "StopScanning", &[]),
    (19, "MoveToFlagLookAndWait", &[("Frames", "frames"), ("FlagId", "flag"), ("Rotation", "angle")]),
    (20, "CallScript", &[("ScriptId", "number")]),
    (21, "ForkScript", &[("ScriptId", "number")]),
    (22, "IgnorePlayer", &[("Value", "ignore")]),
    (23, "FaceToFlagAndFire", &[("FlagId", "flag"), ("Frames", "frames"), ("Spread", "spread")]),
];

/// Loops of patrols: to the first point, and to another one. Both are an element around the points that are repeated.
pub(super) const LOOP: i64 = 6;
pub(super) const LOOP_FROM: i64 = 16;

/// Moves of techniques: category, element, types, and the attributes of the three parameters.
pub(super) static MOVES: &[(i64, &str, &[Parameters])] = &[
    (0x00, "Attack", &[]),
    (
        0x10,
        "Position",
        &[(&[0, 1, 2, 3, 12, 13, 14, 15, 16, 17, 18, 19], &["MinRunInDist", "MaxRunInDist", "ToleranceRange"])],
    ),
    (
        0x20,
        "Maneuver",
        &[
            (&[0], &["Duration", "MinRange", "ThresholdRange"]),
            (&[1], &["Duration", "MaxRange", "ThresholdRange"]),
            (&[2, 3], &["Duration", "MinAngle", "MaxAngle"]),
            (&[4, 5, 6, 7, 9, 10, 11, 12], &["Duration"]),
            (&[8], &["Chance"]),
            (&[13], &["MaxRange"]),
        ],
    ),
    (0x30, "Evade", &[]),
    (0x40, "Throw", &[]),
];

/// The attributes of a move's parameters.
pub(super) fn parameters(category: i64, kind: i64) -> &'static [&'static str] {
    let of = MOVES.iter().find(|(own, ..)| *own == category).map_or(&[] as &[_], |(_, _, types)| types);
    of.iter().find(|(types, _)| types.contains(&kind)).map_or(&[], |(_, attributes)| attributes)
}
