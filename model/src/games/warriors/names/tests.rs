//! Facts of `warriors.md` 1.0, 1.3, 1.7 and 6.

use super::*;
use std::collections::BTreeSet;

#[test]
fn models_and_entries_are_named_by_their_hashes() {
    // `warriors.md` 6, facts 1 to 5, and 1.3.
    let models = [("dyn_w_mission", 0x27AF_4FE0), ("dyn_trashcan", 0xFBF3_E3AE), ("dyn_cashreg", 0x3C4E_590B)];
    for (name, hash) in models {
        assert_eq!(model_hash(name), hash, "{name}");
    }
    assert_ne!(model_hash("dyn_cashreg_b"), 0x5902_6F53, "the broken register's model is no hash of that name");
    let entries = [
        ("level99_objs.txt", 0x4EB4_06A2),
        ("global.lua", 0x7E23_A6F2),
        ("LEVEL99.lua", 0x8DF8_3362),
        ("level99.lev", 0x44E9_A4F4),
        ("config_preload3.lua", 0xE15A_707A),
    ];
    for (name, hash) in entries {
        assert_eq!(entry_hash(name), hash, "{name}");
    }
}

#[test]
fn the_lists_have_the_lengths_that_the_game_has() {
    // `warriors.md` 1.0, 1.1, 1.7, 6 (7, 33, 34, 69, 70).
    assert_eq!((LEVELS.len(), LEVELS.contains(&FRONT_END)), (64, true));
    assert_eq!((EMITTERS.len(), FIRST_EMITTER), (74, 76));
    assert!(EMITTERS.iter().all(|name| is_emitter(name)));
    assert_eq!(GLASS_TYPES.iter().map(|t| u32::from(t.panes)).sum::<u32>(), 929);
    assert_eq!((TINTS.len(), TINTS.iter().all(|(tint, _)| tint & 0xFF == 0xFF)), (33, true));
    let with = |f: fn(&GlassType) -> bool| (0..19).filter(|t| f(&GLASS_TYPES[*t])).collect::<Vec<usize>>();
    assert_eq!(with(|t| t.alarm), [4, 5, 6, 7, 13]);
    assert_eq!(with(|t| t.window_link), [8, 9, 10, 11, 13, 14, 18]);
    assert_eq!((GLASS_TYPES[0].sprite, GLASS_TYPES[0].broken_sprite), (65556, 65557));
    assert_eq!((DOOR_TYPES.len(), KNOWN_TYPES.len()), (59, 85));
}

#[test]
fn every_name_occurs_once() {
    let once = |names: Vec<&str>| assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    once(DOOR_TYPES.iter().map(|t| t.name).collect());
    once(KNOWN_TYPES.iter().map(|t| t.name).collect());
    once(EMITTERS.to_vec());
}

#[test]
fn doors_start_and_break_as_the_game_has_them() {
    // `warriors.md` 1.8, 6 (48 to 51).
    let pickable: Vec<&str> = DOOR_TYPES.iter().filter(|t| t.start == "pickable").map(|t| t.name).collect();
    assert_eq!(pickable, ["dyn_door_chainlnk_pick", "dyn_door_storeb", "dyn_door_templedoor"]);
    let door = |name: &str| door_type(name).copied().unwrap();
    assert_eq!(door("dyn_door_store").hitpoints, 1);
    assert_eq!((door("dyn_door_cabin_a").hitpoints, door("dyn_door_cabin_a").leaves), (12, Some(2)));
    assert_eq!(door("dyn_door_cabin_a").sounds, [0xECC3_AB3C, 0xB70E_3EE2]);
    assert_eq!(door("dyn_door_chainlnk_a").leaves, Some(1));
    assert!(door("dyn_door_fence").barrier && door("dyn_door_fence").hitpoints == 10);
    for name in ["dyn_door_dblwood", "dyn_door_woodbrd", "dyn_door_woodp"] {
        assert_eq!(door(name).leaves, Some(0), "{name}");
    }
}
