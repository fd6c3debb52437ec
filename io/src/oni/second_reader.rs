//! A reader of objects written from the tables of `oni.md` 2 alone, without the record tables: tests compare both.

use serde_json::{Map, Value, json};

/// How a number or text is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) enum K {
    U8,
    U16,
    I16,
    U32,
    I32,
    F32,
    V3,
    S(usize),
}
use K::*;

/// Where it lies in the type's data, how, its name in the expected values, the name of the field.
pub(crate) type Line = (usize, K, &'static str, &'static str);

/// Every type's plain values by its code (`oni.md` 2.2 to 2.18).
pub(crate) const LINES: &[(&str, &[Line])] = &[
    (
        "CHAR",
        &[
            (0x000, U32, "Flags", "flags"),
            (0x004, S(64), "Class", "class"),
            (0x044, S(32), "Name", "name"),
            (0x064, S(64), "Weapon", "weapon"),
            (0x0A4, S(32), "Scripts.Spawn", "spawn_script"),
            (0x0C4, S(32), "Scripts.Die", "die_script"),
            (0x0E4, S(32), "Scripts.Combat", "combat_script"),
            (0x104, S(32), "Scripts.Alarm", "alarm_script"),
            (0x124, S(32), "Scripts.Hurt", "hurt_script"),
            (0x144, S(32), "Scripts.Defeated", "defeated_script"),
            (0x164, S(32), "Scripts.OutOfAmmo", "out_of_ammo_script"),
            (0x184, S(32), "Scripts.NoPath", "no_path_script"),
            (0x1A4, I32, "AdditionalHealth", "additional_health"),
            (0x1A8, U32, "Job.Type", "job"),
            (0x1AC, I16, "Job.PatrolPathId", "patrol_path"),
            (0x1AE, I16, "Behaviors.CombatId", "combat"),
            (0x1B0, I16, "Behaviors.MeleeId", "melee"),
            (0x1B2, I16, "Behaviors.NeutralId", "neutral"),
            (0x1B4, I16, "Inventory.Ammo.Use", "ammo_use"),
            (0x1B6, I16, "Inventory.Ammo.Drop", "ammo_drop"),
            (0x1B8, I16, "Inventory.EnergyCell.Use", "cell_use"),
            (0x1BA, I16, "Inventory.EnergyCell.Drop", "cell_drop"),
            (0x1BC, I16, "Inventory.Hypo.Use", "hypo_use"),
            (0x1BE, I16, "Inventory.Hypo.Drop", "hypo_drop"),
            (0x1C0, I16, "Inventory.Shield.Use", "shield_use"),
            (0x1C2, I16, "Inventory.Shield.Drop", "shield_drop"),
            (0x1C4, I16, "Inventory.Invisibility.Use", "invisibility_use"),
            (0x1C6, I16, "Inventory.Invisibility.Drop", "invisibility_drop"),
            (0x1CC, U32, "Team", "team"),
            (0x1D0, U32, "AmmoPercentage", "ammo_percentage"),
            (0x1D4, U32, "Alert.Initial", "alert_initial"),
            (0x1D8, U32, "Alert.Minimal", "alert_minimal"),
            (0x1DC, U32, "Alert.JobStart", "alert_job_start"),
            (0x1E0, U32, "Alert.Investigate", "alert_investigate"),
            (0x1E4, U32, "AlarmGroups", "alarm_groups"),
            (0x1E8, U32, "Pursuit.StrongUnseen", "pursuit_strong_unseen"),
            (0x1EC, U32, "Pursuit.WeakUnseen", "pursuit_weak_unseen"),
            (0x1F0, U32, "Pursuit.StrongSeen", "pursuit_strong_seen"),
            (0x1F4, U32, "Pursuit.WeakSeen", "pursuit_weak_seen"),
            (0x1F8, U32, "Pursuit.Lost", "pursuit_lost"),
        ],
    ),
    (
        "CMBT",
        &[
            (0x00, S(64), "Name", "name"),
            (0x40, U32, "CombatId", "id"),
            (0x44, U32, "Behaviors.LongRange", "long_range"),
            (0x48, U32, "Behaviors.MediumRange", "medium_range_behaviour"),
            (0x4C, U32, "Behaviors.ShortRange", "short_range_behaviour"),
            (0x50, U32, "Behaviors.MediumRetreat", "medium_retreat"),
            (0x54, U32, "Behaviors.LongRetreat", "long_retreat"),
            (0x58, F32, "Combat.MediumRange", "medium_range"),
            (0x5C, U32, "Combat.MeleeOverride", "melee_override"),
            (0x60, U32, "Combat.NoGunBehavior", "no_gun"),
            (0x64, F32, "Combat.ShortRange", "short_range"),
            (0x68, F32, "Combat.PursuitDistance", "pursuit_distance"),
            (0x6C, I32, "Panic.Hurt", "panic_hurt"),
            (0x70, I32, "Panic.GunFire", "panic_gunfire"),
            (0x74, I32, "Panic.Melee", "panic_melee"),
            (0x78, I32, "Panic.Sight", "panic_sight"),
            (0x7C, F32, "Alarm.SearchDistance", "alarm_search_distance"),
            (0x80, F32, "Alarm.EnemyIgnoreDistance", "enemy_ignore_distance"),
            (0x84, F32, "Alarm.EnemyAttackDistance", "enemy_attack_distance"),
            (0x88, I32, "Alarm.DamageThreshold", "damage_threshold"),
            (0x8C, I32, "Alarm.FightTimer", "fight_timer"),
        ],
    ),
    (
        "CONS",
        &[
            (0x00, S(63), "Class", "class"),
            (0x3F, U16, "ConsoleId", "id"),
            (0x41, U16, "Flags", "flags"),
            (0x43, S(63), "InactiveTexture", "inactive_texture"),
            (0x82, S(63), "ActiveTexture", "active_texture"),
            (0xC1, S(63), "TriggeredTexture", "used_texture"),
        ],
    ),
    (
        "DOOR",
        &[
            (0x00, S(63), "Class", "class"),
            (0x3F, U16, "DoorId", "id"),
            (0x41, U16, "KeyId", "key"),
            (0x43, U16, "Flags", "flags"),
            (0x45, V3, "Center", "center"),
            (0x51, F32, "SquaredActivationRadius", "activation_radius_squared"),
            (0x55, S(63), "Texture1", "texture_1"),
            (0x94, S(63), "Texture2", "texture_2"),
        ],
    ),
    (
        "FLAG",
        &[
            (0x00, U8, "Color.b", ""),
            (0x01, U8, "Color.g", ""),
            (0x02, U8, "Color.r", ""),
            (0x03, U8, "Color.a", ""),
            (0x00, U32, "", "colour"),
            (0x04, U16, "Prefix", "prefix"),
            (0x06, I16, "FlagId", "id"),
            (0x08, S(128), "Notes", "note"),
        ],
    ),
    ("FURN", &[(0x00, S(32), "Class", "class"), (0x20, S(48), "Particle", "particle")]),
    (
        "MELE",
        &[
            (0x00, U32, "MeleeId", "id"),
            (0x04, S(64), "Name", "name"),
            (0x44, S(64), "CharacterClass", "class"),
            (0x84, I32, "Notice", "notice"),
            (0x88, I32, "Dodge.Base", "dodge_base"),
            (0x8C, I32, "Dodge.Extra", "dodge_extra"),
            (0x90, I32, "Dodge.ExtraDamageThreshold", "dodge_extra_damage"),
            (0x94, I32, "BlockSkill.Single", "block_single"),
            (0x98, I32, "BlockSkill.Group", "block_group"),
            (0x9C, F32, "NotBlocked", "weight_not_blocked"),
            (0xA0, F32, "MustChangeStance", "weight_change_stance"),
            (0xA4, F32, "BlockedButUnblockable", "weight_unblockable"),
            (0xA8, F32, "BlockedButHasStagger", "weight_stagger"),
            (0xAC, F32, "BlockedButHasBlockstun", "weight_blockstun"),
            (0xB0, F32, "Blocked", "weight_blocked"),
            (0xB4, F32, "ThrowDanger", "weight_throw_danger"),
            (0xB8, I16, "DazedMinFrames", "dazed_min"),
            (0xBA, I16, "DazedMaxFrames", "dazed_max"),
        ],
    ),
    (
        "NEUT",
        &[
            (0x00, S(32), "Name", "name"),
            (0x20, U16, "NeutralId", "id"),
            (0x22, U16, "LineCount", "line_count"),
            (0x24, U32, "Flags", "flags"),
            (0x28, F32, "Ranges.Trigger", "trigger_range"),
            (0x2C, F32, "Ranges.Talk", "talk_range"),
            (0x30, F32, "Ranges.Follow", "follow_range"),
            (0x34, F32, "Ranges.Enemy", "enemy_range"),
            (0x38, S(32), "Speech.Trigger", "trigger_speech"),
            (0x58, S(32), "Speech.Abort", "abort_speech"),
            (0x78, S(32), "Speech.Enemy", "enemy_speech"),
            (0x98, S(32), "Script.AfterTalk", "end_script"),
            (0xB8, S(32), "Rewards.WeaponClass", "weapon"),
            (0xD8, U8, "Rewards.Ammo", "ammo"),
            (0xD9, U8, "Rewards.EnergyCell", "cells"),
            (0xDA, U8, "Rewards.Hypo", "hypos"),
            (0xDB, U8, "Rewards.Other", "items"),
        ],
    ),
    (
        "PART",
        &[
            (0x00, S(64), "Class", "class"),
            (0x40, S(48), "Tag", "particle_tag"),
            (0x70, U16, "Flags", "flags"),
            (0x72, F32, "DecalScale.0", ""),
            (0x76, F32, "DecalScale.1", ""),
        ],
    ),
    (
        "PATR",
        &[
            (0x00, S(32), "Name", "name"),
            (0x24, U16, "PatrolId", "id"),
            (0x26, U16, "ReturnToNearest", "return_to_nearest"),
        ],
    ),
    ("PWRU", &[(0x00, U32, "Class", "")]),
    ("SNDG", &[(0x00, S(32), "Class", "name")]),
    (
        "TRGV",
        &[
            (0x000, S(63), "Name", "name"),
            (0x03F, S(32), "Scripts.Entry", "entry_script"),
            (0x05F, S(32), "Scripts.Inside", "inside_script"),
            (0x07F, S(32), "Scripts.Exit", "exit_script"),
            (0x09F, U32, "Teams", "teams"),
            (0x0A3, V3, "Size", "size"),
            (0x0AF, I32, "TriggerVolumeId", "id"),
            (0x0B3, I32, "ParentId", "parent"),
            (0x0B7, S(128), "Notes", "note"),
            (0x137, U32, "Flags", "flags"),
        ],
    ),
    (
        "TRIG",
        &[
            (0x00, S(63), "Class", "class"),
            (0x3F, U16, "TriggerId", "id"),
            (0x41, U16, "Flags", "flags"),
            (0x43, U8, "LaserColor.b", ""),
            (0x44, U8, "LaserColor.g", ""),
            (0x45, U8, "LaserColor.r", ""),
            (0x46, U8, "LaserColor.a", ""),
            (0x43, U32, "", "colour"),
            (0x47, F32, "StartPosition", "start"),
            (0x4B, F32, "Speed", "speed"),
            (0x4F, U16, "EmitterCount", "emitters"),
            (0x51, U16, "TimeOn", "ticks_on"),
            (0x53, U16, "TimeOff", "ticks_off"),
        ],
    ),
    (
        "TURR",
        &[
            (0x00, S(63), "Class", "class"),
            (0x3F, U16, "TurretId", "id"),
            (0x41, U16, "Flags", "flags"),
            (0x67, U32, "TargetedTeams", "teams"),
        ],
    ),
    ("WEAP", &[(0x00, S(32), "Class", "class")]),
];

/// A raw number: its little-endian bits.
fn bits(bytes: &[u8], at: usize, len: usize) -> u64 {
    bytes[at..at + len].iter().rev().fold(0, |all, b| all << 8 | u64::from(*b))
}

/// One value. Floats are given as their bits, so that -0 and the smallest ones count.
pub(crate) fn value(bytes: &[u8], at: usize, kind: K) -> Value {
    match kind {
        U8 => json!(bits(bytes, at, 1)),
        U16 => json!(bits(bytes, at, 2)),
        I16 => json!(bits(bytes, at, 2) as u16 as i16),
        U32 => json!(bits(bytes, at, 4)),
        I32 => json!(bits(bytes, at, 4) as u32 as i32),
        F32 => json!(bits(bytes, at, 4)),
        V3 => json!([0, 4, 8].map(|by| bits(bytes, at + by, 4))),
        S(len) => {
            let text = bytes[at..at + len].iter().take_while(|b| **b != 0);
            json!(text.map(|b| char::from(*b)).collect::<String>())
        }
    }
}

/// One object: header and data, as the expected values name them.
pub(crate) struct Object<'a> {
    /// Its type in reading order.
    pub(crate) tag: String,
    /// From the size field on.
    pub(crate) bytes: &'a [u8],
}

impl Object<'_> {
    /// The type's own data.
    pub(crate) fn data(&self) -> &[u8] {
        &self.bytes[40..]
    }
}

/// The objects of a chunk, by their size fields (`oni.md` 2.1).
pub(crate) fn objects(chunk: &[u8]) -> Vec<Object<'_>> {
    assert_eq!(&chunk[..4], b"CJBO");
    assert_eq!(bits(chunk, 4, 4) as usize, chunk.len() - 8);
    assert_eq!(bits(chunk, 8, 4), 39);
    let mut at = 12;
    let mut out = Vec::new();
    loop {
        let size = bits(chunk, at, 4) as usize;
        if size == 0 {
            assert_eq!(at + 4, chunk.len());
            return out;
        }
        let bytes = &chunk[at..at + 4 + size];
        out.push(Object { tag: bytes[4..8].iter().rev().map(|b| char::from(*b)).collect(), bytes });
        at += 4 + size;
    }
}

/// What an expected event, point, line, technique or move holds.
pub(crate) type Item = Map<String, Value>;

fn item(fields: &[(&str, Value)]) -> Item {
    fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

/// Events (`oni.md` 2.5), and how many bytes they take.
fn events(data: &[u8], at: usize) -> (Vec<Item>, usize) {
    let mut out = Vec::new();
    let mut next = at + 2;
    for _ in 0..bits(data, at, 2) {
        let kind = json!(bits(data, next, 2));
        match bits(data, next, 2) {
            0 => {
                out.push(item(&[("type", kind)]));
                next += 2;
            }
            1 => {
                out.push(item(&[("type", kind), ("function", value(data, next + 2, S(32)))]));
                next += 34;
            }
            2..=11 => {
                out.push(item(&[("type", kind), ("target", value(data, next + 2, U16))]));
                next += 4;
            }
            other => panic!("event {other}"),
        }
    }
    (out, next)
}

/// Payloads of patrol points: name and how stored, one after the other (`oni.md` 2.12).
const POINTS: [&[(&str, K)]; 24] = [
    &[("FlagId", I16)],
    &[],
    &[("Frames", I32)],
    &[("FlagId", I16)],
    &[("X", F32), ("Y", F32), ("Z", F32)],
    &[("FlagId", I16)],
    &[],
    &[("Mode", U32)],
    &[("X", F32), ("Y", F32), ("Z", F32)],
    &[("Facing", U32)],
    &[("FlagId", I16), ("Distance", F32)],
    &[("X", F32), ("Y", F32), ("Z", F32), ("Distance", F32)],
    &[],
    &[],
    &[("FlagId", I16), ("Frames", I32)],
    &[("FlagId", I16), ("Distance", F32)],
    &[("index", I32)],
    &[("Frames", I16), ("Rotation", F32)],
    &[],
    &[("Frames", I16), ("FlagId", I16), ("Rotation", F32)],
    &[("ScriptId", I16)],
    &[("ScriptId", I16)],
    &[("Value", U8)],
    &[("FlagId", I16), ("Frames", I16), ("Spread", F32)],
];

fn points(data: &[u8]) -> (Vec<Item>, usize) {
    let mut next = 0x28;
    let mut out = Vec::new();
    for _ in 0..bits(data, 0x20, 4) {
        let kind = bits(data, next, 4);
        let mut point = item(&[("type", json!(kind))]);
        next += 4;
        for (name, stored) in POINTS[kind as usize] {
            point.insert((*name).to_owned(), value(data, next, *stored));
            next += match stored {
                U8 => 1,
                U16 | I16 => 2,
                _ => 4,
            };
        }
        out.push(point);
    }
    (out, next)
}

fn lines(data: &[u8]) -> (Vec<Item>, usize) {
    let count = bits(data, 0x22, 2) as usize;
    let line = |at: usize| {
        item(&[
            ("Flags", value(data, at, U16)),
            ("Anim", value(data, at + 4, I16)),
            ("OtherAnim", value(data, at + 6, I16)),
            ("SpeechName", value(data, at + 8, S(32))),
        ])
    };
    ((0..count).map(|i| line(0xDC + 0x28 * i)).collect(), 0xDC + 0x28 * count)
}

/// A profile's lists: techniques of the three sorts with the moves that each names (`oni.md` 2.9).
fn techniques(data: &[u8]) -> (Vec<(&'static str, Vec<Item>)>, usize) {
    let counts = [0xBC, 0xC0, 0xC4, 0xC8].map(|at| bits(data, at, 4) as usize);
    let moves = 0xCC + 88 * (counts[0] + counts[1] + counts[2]);
    let one = |at: usize| {
        let (count, first) = (bits(data, at + 80, 4) as usize, bits(data, at + 84, 4) as usize);
        let step = |n: usize| {
            let at = moves + 16 * (first + n);
            let word = bits(data, at, 4);
            json!({ "category": word >> 24, "type": word & 0xFF_FFFF, "params": value(data, at + 4, V3) })
        };
        item(&[
            ("Name", value(data, at, S(64))),
            ("Flags", value(data, at + 64, U32)),
            ("Weight", value(data, at + 68, U32)),
            ("Importance", value(data, at + 72, U32)),
            ("RepeatDelay", value(data, at + 76, U32)),
            ("FirstMove", json!(first)),
            ("Moves", json!((0..count).map(step).collect::<Vec<_>>())),
        ])
    };
    let mut at = 0xCC;
    let lists = ["Attacks", "Evades", "Maneuvers"].iter().zip(counts).map(|(name, count)| {
        let list = (0..count).map(|i| one(at + 88 * i)).collect();
        at += 88 * count;
        (*name, list)
    });
    (lists.collect(), moves + 16 * counts[3])
}

/// Everything an object's data hold, by path, and how many bytes of them are understood.
pub(crate) fn read(object: &Object<'_>) -> (Vec<(String, Value)>, usize) {
    let data = object.data();
    let (_, known) = LINES.iter().find(|(tag, _)| *tag == object.tag).unwrap();
    let plain = known.iter().filter(|(_, _, path, _)| !path.is_empty());
    let mut out: Vec<(String, Value)> =
        plain.map(|(at, kind, path, _)| ((*path).to_owned(), value(data, *at, *kind))).collect();
    let mut list = |name: &str, items: Vec<Item>| out.push((name.to_owned(), json!(items)));
    let size = match object.tag.as_str() {
        "CONS" => {
            let (found, end) = events(data, 0x100);
            list("events", found);
            end
        }
        "DOOR" => {
            let (found, end) = events(data, 0xD3);
            list("events", found);
            end
        }
        "TRIG" => {
            let (found, end) = events(data, 0x55);
            list("events", found);
            end
        }
        "PATR" => {
            let (found, end) = points(data);
            list("points", found);
            end
        }
        "NEUT" => {
            let (found, end) = lines(data);
            list("DialogLines", found);
            end
        }
        "MELE" => {
            let (found, end) = techniques(data);
            found.into_iter().for_each(|(name, items)| list(name, items));
            end
        }
        "SNDG" => {
            let sphere = &data[0x20..0x24] == b"RHPS";
            let shape: &[(usize, K, &str)] = if sphere {
                &[(0x24, F32, "MinRadius"), (0x28, F32, "MaxRadius"), (0x2C, F32, "Volume"), (0x30, F32, "Pitch")]
            } else {
                assert_eq!(&data[0x20..0x24], b"EMLV");
                &[(0x24, V3, "Min"), (0x30, V3, "Max"), (0x3C, F32, "Volume"), (0x40, F32, "Pitch")]
            };
            out.extend(shape.iter().map(|(at, kind, name)| ((*name).to_owned(), value(data, *at, *kind))));
            if sphere { 0x34 } else { 0x44 }
        }
        "CHAR" => 0x1FC,
        "CMBT" => 0x90,
        "FLAG" => 0x88,
        "FURN" => 0x50,
        "PART" => 0x7A,
        "PWRU" => 4,
        "TRGV" => 0x13B,
        "TURR" => 0x6B,
        "WEAP" => 0x20,
        other => panic!("{other}"),
    };
    (out, size)
}
