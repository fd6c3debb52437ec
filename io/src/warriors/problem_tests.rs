//! Every check with a case made for it, and the synthetic level, which has nothing wrong.

use levelwright_model::document::{Level, LevelBuilder, LevelId};
use levelwright_model::games::warriors::WARRIORS;
use levelwright_model::problems;

use super::data_tests::bytes;
use super::list::List;
use super::{lent, script};

/// A level of a list and a script.
fn level(list: &str, text: &str) -> Level {
    let mut build = LevelBuilder::new(LevelId(0));
    if !list.is_empty() {
        List::read(&list.as_bytes().to_vec().into()).unwrap().decode(&mut build, "level1_objs.txt");
    }
    if !text.is_empty() {
        script::decode(text.as_bytes(), &mut build, "level1.lua");
    }
    build.finish()
}

/// What one check says: place, field and message.
fn said(level: &Level, check: &str) -> Vec<String> {
    assert!(WARRIORS.checks.iter().any(|c| c.id == check), "{check}");
    let found = problems::of_level(&WARRIORS, level).into_iter().filter(|p| p.check == check);
    found.map(|p| format!("{} {}: {}", p.place, p.field, p.message)).collect()
}

fn line(name: &str, rest: &str) -> String {
    format!("{{{name} {{1, 2, 3}}, {rest} )\n")
}

const PLAIN: &str = "{0, 0, 0, 1}, -1, 0, 0, ffffffff, nil";

fn list(lines: &[String]) -> String {
    format!("{}\n{}", lines.len(), lines.concat())
}

#[test]
fn names_are_checked_against_the_configuration_and_its_limits() {
    let config = "CfgObj(\"dyn_ring\", \"pickup_item\", 0)\nCfgObj(\"dyn_a_name_of_more_than_26_chars\", \"a_class_of_more_than_20\", 0)\n\
                  AddFlag(\"fWithMoreThan15Chars\", {0, 0, 0}, 0, 0, 0)\nSpawnDoor(\"dyn_door_x\", {0,0,0}, {0,0,0,1}, {0,1}, 1)\n";
    let lines =
        [line("dyn_ring", PLAIN), line("dyn_other", PLAIN), line("part_steam", PLAIN), line("partition", PLAIN)];
    let made = level(&list(&lines), config);
    assert_eq!(
        said(&made, "type-unknown"),
        ["lines/1 name: no type dyn_other is configured", "texts/6 name: no type dyn_door_x is configured"]
    );
    assert!(said(&level(&list(&lines), ""), "type-unknown").is_empty(), "without a configuration nobody can tell");
    assert_eq!(
        said(&made, "emitter-unknown"),
        ["lines/3 name: partition is an emitter by its first four letters, and none is called so"]
    );
    assert_eq!(
        said(&made, "name-too-long"),
        [
            "texts/2 name: 32 characters, the game keeps 26",
            "texts/2 class: 23 characters, the game keeps 20",
            "texts/4 name: 20 characters, the game keeps 15"
        ]
    );
    let flag = [line("dyn_ring", "{0, 0, 0, 1}, -1, 0, 0, ffffffff, fWithMoreThan15Chars")];
    assert_eq!(
        said(&level(&list(&flag), ""), "name-too-long"),
        ["lines/0 flag_name: 20 characters, the game keeps 15"]
    );
}

#[test]
fn the_count_is_compared_with_the_lines() {
    let one = line("dyn_ring", PLAIN);
    assert_eq!(said(&level(&format!("3\n{one}"), ""), "list-count"), [" : the count is 3, there are 1 lines"]);
    assert_eq!(
        said(&level(&format!("1\n{one}{one}"), ""), "list-count"),
        [" : the count is 1, 1 lines follow that the game does not read"]
    );
    assert!(said(&level(&format!("1\n{one}\n"), ""), "list-count").is_empty());
}

#[test]
fn zones_places_rotations_and_tints_are_checked() {
    let lines = [
        line("dyn_ring", "{0, 0, 0, 1}, -1, 255, 0, ffffffff, nil"),
        line("dyn_ring", "{9, 0, 0, 1}, -1, 254, 0, ffffff09, nil"),
        line("dyn_ring", "{0, 0, 0.5, 0.5}, -1, 0, 0, ffffff0a, nil"),
        "{dyn_ring {inf, 2, 3}, {0, 0, 0.7071, 0.7071}, -1, 0, 0, ffffffff, nil )\n".to_owned(),
        line("part_steam", "{0, 0, 0, 1}, -1, 3, 2, 80ff0000, fStore"),
    ];
    let made = level(&list(&lines), "ObjSpawn(\"dyn_key_a\", {0,0,0}, {0,0,0,2}, -1, 300, 0, 4294967040)\n");
    assert_eq!(
        said(&made, "zone-range"),
        ["lines/0 zone: zone 255 is outside 0 to 254", "texts/0 zone: zone 300 is outside 0 to 254"]
    );
    assert_eq!(
        said(&made, "rotation"),
        [
            "lines/1 qx: a part of [9.0, 0.0, 0.0, 1.0] does not fit: 8 and more overflow",
            "lines/2 qx: its length is 0.707, not 1",
            "texts/0 qx: its length is 2.000, not 1"
        ]
    );
    assert_eq!(said(&made, "position"), ["lines/3 x: inf is no place"]);
    assert_eq!(
        said(&made, "invisible"),
        [
            "lines/1 tint: opacity 9 of 255: below 10 nothing is drawn",
            "texts/0 tint: opacity 0 of 255: below 10 nothing is drawn"
        ]
    );
    assert_eq!(said(&made, "unlockable"), ["texts/0 name: dyn_key_a does not appear until it is unlocked"]);
    assert_eq!(
        said(&made, "emitter-fields"),
        ["lines/4 zone: the game does not use an emitter's zone, flags, tint, flag_name"]
    );
}

#[test]
fn a_rotation_may_be_a_hundredth_longer_or_shorter_and_parts_stay_below_8() {
    let of = |q: &str| {
        said(&level(&list(&[line("dyn_ring", &format!("{{{q}}}, -1, 0, 0, ffffffff, nil"))]), ""), "rotation")
    };
    for fits in ["0, 0, 0, 1.0099", "0, 0, 0, -0.9901", "0.5, 0.5, -0.5, 0.5"] {
        assert!(of(fits).is_empty(), "{fits}");
    }
    for skew in ["0, 0, 0, 1.011", "0, 0, 0, 0.989", "0, 0, 0, 0", "0, 0, 0, 7.99"] {
        assert!(of(skew)[0].contains("length"), "{skew}");
    }
    for over in ["0, 0, 8, 0", "-8, 0, 0, 0"] {
        assert!(of(over)[0].contains("overflow"), "{over}");
    }
}

#[test]
fn the_last_number_of_a_door_that_fits_13_bits_is_8191() {
    let of = |number: u32| {
        let door = format!("SpawnDoor(\"dyn_door_store\", {{0,0,0}}, {{0,0,0,1}}, {{1, 2}}, {number})\n");
        said(&level("", &door), "door-number")
    };
    assert!(of(1).is_empty() && of(27).is_empty());
    assert!(of(8191)[0].contains("go up to 27"));
    assert!(of(8192)[0].contains("13 bits"));
}

#[test]
fn pools_panes_and_types_are_counted() {
    let spawn = "ObjSpawn(\"dyn_ring\", {0,0,0}, {0,0,0,1}, -1, 0, 0)\n";
    let lines = [line("dyn_ring", PLAIN), line("part_steam", PLAIN)];
    let sizes = "CfgSetDatabaseSizes(1, 0, {0, 0, 0, 0})\n";
    let made = level(&list(&lines), &format!("{sizes}{}", spawn.repeat(500)));
    assert!(said(&made, "pool-overflow").is_empty(), "1 and 500 have room, emitters need none");
    let flags = "AddFlag(\"f\", {0, 0, 0}, 0, 0, 0)\n".repeat(5);
    let made = level(&list(&lines), &format!("{sizes}{}{flags}", spawn.repeat(501)));
    assert_eq!(
        said(&made, "pool-overflow"),
        [
            "texts/0 objects: 502 objects, there is room for 501 (1 and 500)",
            "texts/0 flags: 5 flags, there is room for 4 (0 and 4)"
        ]
    );
    let pane = "SpawnBreakableGlass(1, {0,0,0}, {0,0,1}, {1,0,0}, {0,0}, {1,1}, 0, 1, 2)\n";
    assert!(said(&level("", &pane.repeat(100)), "too-many").is_empty());
    assert_eq!(
        said(&level("", &pane.repeat(102)), "too-many"),
        ["texts/200 : the first of 2 panes too many: 100 have room"]
    );
    let types = "CfgObj(\"dyn_a\", \"dyn_b\", 0)\n".repeat(1501);
    assert_eq!(said(&level("", &types), "too-many"), ["texts/3000 : the first of 1 types too many: 1500 have room"]);
}

#[test]
fn numbers_and_triangles_of_doors_are_checked() {
    let door = |number: u32, triangles: &str| {
        format!("SpawnDoor(\"dyn_door_woodp\", {{0,0,0}}, {{0,0,0,1}}, {{{triangles}}}, {number})\n")
    };
    let text = [door(0, "0, 1"), door(28, "2, 2"), door(5, "4, 5"), door(5, "5, 99"), door(9000, "7, 8")].concat();
    let pane = "SpawnBreakableGlass(14, {0,0,0}, {0,0,2}, {0,0,4}, {0,0}, {1,1}, 0, 8, 9)\n\
                SpawnBreakableGlass(19, {0,0,0}, {0,0,2}, {0,0,0}, {0,0}, {1,1}, 0, 10, 11)\n";
    let made = level("", &format!("{text}{pane}"));
    assert_eq!(
        said(&made, "door-number"),
        [
            "texts/0 number: number 0: no link can name it",
            "texts/2 number: number 28: the game's own levels go up to 27",
            "texts/6 number: door 3 has number 5 too",
            "texts/8 number: number 9000 does not fit 13 bits"
        ]
    );
    assert_eq!(
        said(&made, "triangle"),
        [
            "texts/2 triangle2: triangle 2 is named twice",
            "texts/6 triangle1: triangle 5 is door 3's too",
            "texts/10 triangle1: triangle 8 is door 5's too"
        ]
    );
    assert_eq!(said(&made, "door-without-leaves").len(), 5);
    assert_eq!(
        said(&made, "pane-flat"),
        ["texts/10 : its three corners lie in a line", "texts/12 : it is 0 m wide and 2 m high"]
    );
    assert_eq!(
        said(&made, "pane-type"),
        ["texts/10 glass: type 14: no level of the game has one", "texts/12 glass: type 19 is outside 0 to 18"]
    );
    // With a mesh the numbers have an end.
    let Some(mesh) = bytes("level99_synth.lev") else { return };
    let mut build = LevelBuilder::new(LevelId(0));
    script::decode(text.as_bytes(), &mut build, "level1.lua");
    lent::decode_lev(&mesh, &mut build, "level1.lev").unwrap();
    assert!(said(&build.finish(), "triangle").contains(&"texts/6 triangle2: triangle 99, the mesh has 46".to_owned()));
}

#[test]
fn trains_are_checked() {
    let text = "ObjSetTrainPoint(0, Car0, 0, 0)\nObjStartTrain(0, 2.5)\nObjSetTrainPoint(0, Car0, 12, 0)\n\
                ObjStartTrain(4, 1.4)\nObjSetTrainPoint(4, A, 0, 0)\nObjSetTrainPoint(4, B, 1, 0)\nObjSetTrainPoint(4, C, 2, 1)\n";
    assert_eq!(
        said(&level("", text), "train"),
        [
            "texts/0 slot: train 0 is not started before its point is set",
            "texts/4 index: point 12 is outside 0 to 11",
            "texts/6 slot: slot 4 is outside 0 to 3",
            "texts/8 slot: slot 4 is outside 0 to 3",
            "texts/10 slot: slot 4 is outside 0 to 3",
            "texts/12 slot: slot 4 is outside 0 to 3",
            "texts/2 slot: 1 points: nobody steps aside with fewer than 3"
        ]
    );
}

#[test]
fn a_train_that_is_started_again_loses_its_points() {
    let point = |index: u8| format!("ObjSetTrainPoint(1, Car{index}, {index}, 0)\n");
    let points: String = [0, 1, 2].map(point).concat();
    let start = "ObjStartTrain(1, 2.5)\n";
    // Started twice before its points, or stopped between: nothing is lost that was meant to stay.
    assert_eq!(said(&level("", &format!("{start}{start}{points}")), "train"), Vec::<String>::new());
    let stopped = format!("{start}{points}ObjStopTrain(1)\n{start}{points}");
    assert_eq!(said(&level("", &stopped), "train"), Vec::<String>::new());
    let again = "train 1 is started again, which takes away its points";
    assert_eq!(
        said(&level("", &format!("{start}{points}{start}{points}")), "train"),
        [format!("texts/8 slot: {again} (3)")]
    );
    assert_eq!(
        said(&level("", &format!("{start}{}{start}", point(0))), "train"),
        [
            format!("texts/4 slot: {again} (1)"),
            "texts/4 slot: 0 points: nobody steps aside with fewer than 3".to_owned()
        ]
    );
    // Another slot's points stay.
    let other = format!("{start}{points}ObjStartTrain(2, 1.4)\n{}", points.replace("(1,", "(2,"));
    assert_eq!(said(&level("", &other), "train"), Vec::<String>::new());
}

#[test]
fn every_check_has_a_made_case_in_this_file() {
    let own = include_str!("problem_tests.rs");
    let general = ["unreadable", "limits"];
    for check in WARRIORS.checks.iter().filter(|c| !general.contains(&c.id)) {
        assert!(own.contains(&format!("\"{}\"", check.id)), "{}", check.id);
    }
}
