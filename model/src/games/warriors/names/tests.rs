//! Facts of `warriors.md` 1.0, 1.3, 1.7 and 6.

use super::*;
use std::collections::BTreeSet;

#[test]
fn models_and_entries_are_named_by_their_hashes() {
    // `warriors.md` 6, facts 1 to 5, and 1.3.
    let models = [
        ("dyn_w_mission", 0x27AF_4FE0),
        ("dyn_objective_a", 0x1F3B_85EA),
        ("dyn_newsstand_a", 0x18F3_1E91),
        ("dyn_newsstand_b", 0x81FA_4F2B),
        ("dyn_crate_stack", 0x1A06_86F7),
        ("dyn_parkbench_a", 0x7852_CEDB),
        ("dyn_trashcan", 0xFBF3_E3AE),
        ("dyn_gbags", 0x6250_2B03),
        ("dyn_parktrash_a", 0xB0C6_9542),
        ("dyn_pstack", 0xFBD2_1393),
        ("dyn_molotovpile_b", 0x69B9_D1A0),
        ("dyn_cashreg", 0x3C4E_590B),
        ("dyn_objective_yellow", 0x39CB_FB46),
        ("dyn_throwtarget", 0x6465_20BA),
        ("dyn_w_goto", 0xA83A_74DA),
        ("dyn_objective_w", 0xEBEF_30BB),
        ("dyn_objective_red", 0x34AF_4687),
        ("dyn_w_bonus", 0x14DC_9DB8),
        ("dyn_objective_green", 0x7C28_0227),
    ];
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
    // Rectangles of the sheet: 20 whole and 21 broken; 22 and 23; 21 for both; a batch of its own.
    let rectangles = |t: usize| [GLASS_TYPES[t].sprite & 0xFFFF, GLASS_TYPES[t].broken_sprite & 0xFFFF];
    for t in 0..19 {
        let want = match t {
            10 | 11 | 16 => [22, 23],
            14 => [0, 21],
            17 | 18 => [21, 21],
            _ => [20, 21],
        };
        assert_eq!(rectangles(t), want, "{t}");
    }
    assert_eq!((GLASS_TYPES[0].sprite, GLASS_TYPES[0].broken_sprite), (65556, 65557));
    assert_eq!(GLASS_TYPES[14].sprite, 0x0002_0000);
    let panes = [97, 422, 50, 14, 0, 0, 0, 0, 157, 2, 0, 25, 1, 142, 0, 0, 19, 0, 0];
    assert_eq!(GLASS_TYPES.map(|t| t.panes), panes);
    assert_eq!((DOOR_TYPES.len(), KNOWN_TYPES.len()), (59, 85));
}

#[test]
fn the_doors_of_level_2_are_as_many_and_have_as_many_leaves_as_on_the_disc() {
    // `warriors.md` 6, fact 52: 26 doors, 14 swinging, 12 barriers, 21 leaves.
    let doors =
        [("fence", 9), ("chainlnk_a", 7), ("cabin_a", 4), ("bar_bani", 3), ("ornate", 1), ("storeb", 1), ("temple", 1)];
    let of = |name: &str| *door_type(&format!("dyn_door_{name}")).unwrap();
    let sum = |count: fn(&DoorType) -> usize| doors.iter().map(|(name, n)| n * count(&of(name))).sum::<usize>();
    let swinging = sum(|door| usize::from(door.class == "dyn_door_swinging"));
    assert_eq!((sum(|_| 1), swinging, sum(|door| usize::from(door.barrier))), (26, 14, 12));
    assert_eq!(sum(|door| usize::from(door.leaves.unwrap())), 21);
}

#[test]
fn doors_of_a_kind_have_their_sounds() {
    // Seed 002, the table of swinging doors.
    let sounds = |name: &str| door_type(&format!("dyn_door_{name}")).unwrap().sounds;
    for (names, want) in [
        (&["big_gate", "cemgate", "dblgate", "dblgate_d", "redgate"][..], [0x43E4_B743, 0x2D88_622B]),
        (
            &["chainlnk_a", "chainlnk_pick", "chainlnk_ag", "chainlnk_ap", "chainlnk_ar", "chainlnk_aw"][..],
            [0xCA9B_DEA4, 0x5392_8F1E],
        ),
        (&["dblstlwin", "steel_b", "stlslot", "stlwin"][..], [0xC098_23BE, 0x62B0_26B4]),
        (&["strip"][..], [0xC098_23BE, 0xD883_1BF0]),
        (&["dblwoodfnce_xl", "woodfnce_xl"][..], [0xA75A_C8F5, 0x4954_A9D9]),
        (&["red_fence", "sheetmtl"][..], [0x3406_2C42, 0xB044_3866]),
        (
            &["corr", "ornate_single", "stall", "store", "storeb", "liz", "temple", "wood"][..],
            [0xECC3_AB3C, 0xB70E_3EE2],
        ),
    ] {
        names.iter().for_each(|name| assert_eq!(sounds(name), want, "{name}"));
    }
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
