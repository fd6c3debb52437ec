//! The small rules by the numbers of `warriors.md` P41, and the bits of the game's state (section 3).

use super::impact;
use super::test_levels::{Made, Running, door, kind, line};
use super::tread;
use crate::games::warriors::names::model_hash;
use crate::games::warriors::sample::{SamplePaths, SamplePolygon};
use crate::preview::{Start, World};

fn set(key: &str) -> Start {
    Start { settings: [(key.to_owned(), 1.into())].into(), ..Start::default() }
}

/// A simple object of a name at the origin, streamed in.
fn simple(name: &str) -> Running {
    let script = kind(name, "simple_object", 0, [1.0, 1.0, 1.0], 0, 0.0);
    let mut run = Made { lines: vec![line(name, [0.0; 3], 0)], ..Made::script(&script) }.run();
    run.place("cameras/0", [0.0, 5.0, 0.0], 0.0).wait(2);
    assert_eq!(run.value("lines/0", "live"), 1.0);
    run
}

#[test]
fn p41_messages_show_and_hide_a_simple_object_and_say_whether_it_can_be_hit() {
    let mut run = simple("dyn_s_sign");
    for (message, hidden) in [("message_13", 1.0), ("message_12", 0.0), ("message_3c", 1.0), ("message_12", 0.0)] {
        run.fire("lines/0", message);
        assert_eq!(run.value("lines/0", "hidden"), hidden, "{message}");
    }
    for (word, can) in [("not_hittable", 0.0), ("hittable", 1.0), ("hide", 0.0), ("show", 1.0)] {
        run.fire("lines/0", word);
        assert_eq!(run.value("lines/0", "hittable"), can, "{word}");
    }
    assert!(run.events("refused").is_empty());
    // Other classes do not know them.
    let mut run = Made::lines(vec![line("dyn_gbags", [0.0; 3], 0)]).run();
    run.wait(4).fire("lines/0", "message_13").fire("lines/0", "not_hittable");
    assert_eq!(run.events("refused").len(), 2);
    // A marker takes 0x3c for ObjShow.
    let mut run = Made::lines(vec![line("dyn_w_mission", [0.0; 3], 0)]).run();
    run.wait(4).fire("lines/0", "message_3c").wait(8);
    assert!(run.value("lines/0", "alpha") > 0.0);
}

#[test]
fn p41_a_simple_objects_tint_is_drawn_with_its_update_of_240_ticks() {
    let mut run = simple("dyn_s_sign");
    let came = run.events("streams in")[0].0;
    run.set("lines/0", "tint", 255.0).until(came + 239);
    assert_ne!(run.value("lines/0", "tint"), 255.0);
    run.until(came + 240);
    assert_eq!(run.value("lines/0", "tint"), 255.0);
}

#[test]
fn p41_two_types_loop_a_sound_while_somebody_is_near() {
    // Names made to have the hashes that are published; the game's own names are not.
    for (name, hash, sound) in
        [("dyn_s_ubdftj0", 0x14E8_682C, 0x3260_71DE), ("dyn_s_cbb_jox", 0x014D_30CE, 0x26AC_304B)]
    {
        assert_eq!(model_hash(name), hash);
        let mut run = simple(name);
        let came = run.events("streams in")[0].0;
        run.until(came + 59);
        assert_eq!(run.value("lines/0", "sounds"), 0.0);
        run.until(came + 60);
        assert_eq!((run.value("lines/0", "sounds"), run.values("sound loops")), (1.0, vec![sound]));
        // Beyond its range and 10 m more it stops at once, and looks every 60 ticks from then on.
        run.place("cameras/0", [0.0, 30.1, 0.0], 0.0).wait(2);
        assert_eq!((run.value("lines/0", "sounds"), run.values("sound stops")), (0.0, vec![sound]));
        run.place("cameras/0", [0.0, 29.9, 0.0], 0.0).until(came + 119);
        assert_eq!(run.value("lines/0", "sounds"), 0.0);
        run.until(came + 120);
        assert_eq!(run.value("lines/0", "sounds"), 1.0);
    }
    let mut run = simple("dyn_s_sign");
    run.wait(300);
    assert!(run.events("sound loops").is_empty());
}

#[test]
fn p41_the_eight_types_of_the_wonder_wheel_are_never_too_small() {
    let names =
        ["wwheel_a", "wwcart_simple_a", "wwcart_simple_b", "wwcart_simple_c", "neon_a", "neon_b", "neon_c", "neon_d"];
    let lines = names.iter().map(|name| line(&format!("dyn_s_{name}"), [0.0; 3], 0)).collect();
    let run = Made::lines(lines).run();
    assert!(run.world.fixed.things.iter().all(super::thing::Spec::exempt));
    let run = Made::lines(vec![line("dyn_s_sign", [0.0; 3], 0)]).run();
    assert!(!run.world.fixed.things[0].exempt());
}

/// A type of TYPE_GLASS.
fn glass(name: &str) -> String {
    format!(
        "CfgObj(\"{name}\", \"simple_object\", 0, 0, 0, 100, {{0, 0, 0}}, {{1, 1, 1}}, 1, 4, 0.1, 0, 2, 0, 0, 0, 0, 0, 32, \
         0, {{0, 0, 0}}, {{0, 0, 0, 1}})\n"
    )
}

#[test]
fn p41_level_84_has_its_glass_at_once() {
    let lines = vec![line("dyn_vase", [0.0; 3], 26), line("dyn_gbags", [0.0; 3], 26)];
    let mut made = Made { lines, ..Made::script(&glass("dyn_vase")) };
    assert_eq!(made.run().value("lines/0", "live"), 0.0, "elsewhere it streams in");
    made.number = 84;
    let run = made.run();
    assert_eq!([0, 1].map(|at| run.value(&format!("lines/{at}"), "live")), [1.0, 0.0]);
}

#[test]
fn p12_breaking_glass_in_a_radius_hits_things_of_glass() {
    let lines = vec![line("dyn_vase", [0.0, 1.4, 0.0], 0), line("dyn_vase", [0.0, 1.6, 0.0], 0)];
    let script = glass("dyn_vase") + &super::test_levels::pane(1, [-0.5, 0.0, -0.5], [1.0, 1.0], 2);
    let mut run = Made { lines, ..Made::script(&script) }.run();
    run.wait(6).set("panes/0", "break_radius", 1.5);
    assert_eq!(run.events("is hit"), [(7, "lines/0".to_owned())]);
}

#[test]
fn p41_nothing_streams_while_the_manager_pauses() {
    let mut run = Made::lines(vec![line("dyn_gbags", [0.0; 3], 0)]).run();
    run.set("streaming/0", "paused", 1.0).wait(10);
    assert_eq!((run.value("streaming/0", "paused"), run.value("lines/0", "live")), (1.0, 0.0));
    let paused = run.world.hash();
    let mut other = Running { world: run.world.clone(), log: run.log.clone() };
    other.world.live.paused = false;
    assert_ne!(paused, other.world.hash());
    run.set("streaming/0", "paused", 0.0).wait(2);
    assert_eq!(run.value("lines/0", "live"), 1.0);
    run.set("streaming/0", "paused", 1.0).place("cameras/0", [500.0, 0.0, 0.0], 0.0).wait(10);
    assert_eq!(run.value("lines/0", "live"), 1.0, "nor does it go");
}

#[test]
fn p41_message_19_sets_a_doors_hit_points() {
    let script = kind("dyn_door_fence", "dyn_door_fence", 10, [2.0, 0.1, 2.0], 0, 0.0);
    let mut run = Made::script(&(script + &door("dyn_door_fence", [0.0; 3], 1))).run();
    run.set("doors/0", "hitpoints", 4.0).hit("doors/0", 0);
    assert_eq!(run.events("breaks").len(), 1);
}

#[test]
fn p41_the_first_three_impacts_above_2_metres_a_second_sound() {
    let volumes: Vec<Option<f32>> = (0..4).map(|before| impact::volume(before, 2.01)).collect();
    assert_eq!(volumes, [Some(1.0), Some(0.5), Some(1.0 / 3.0), None]);
    assert_eq!(impact::volume(0, 2.0), None);
}

/// A can that hangs so high above a floor, streamed in beside the camera.
fn can(start: Start) -> Running {
    let mut made = Made { start, ..Made::sample() };
    made.lines = vec![line("dyn_trashcan", [4.0, -6.5, 0.7], 0)];
    let mut run = made.run();
    run.place("cameras/0", [4.0, -6.5, 1.0], 0.0).wait(12);
    run
}

#[test]
fn p41_trash_raises_its_own_dust_and_riot_props_theirs() {
    let mut run = can(Start::default());
    run.hit("lines/0", 0);
    assert_eq!((run.values("dust, 3.75 m"), run.values("dust, 2.75 m")), (vec![0x8B7D_6994], vec![0x8B7D_6994]));
    for (far, bursts) in [(39.0, 1), (41.0, 0)] {
        let mut run = Made::lines(vec![line("dyn_parkbench_a", [0.0; 3], 0)]).run();
        run.place("cameras/0", [far, 0.0, 0.0], 0.0).wait(4).hit("lines/0", 0);
        assert_eq!(run.values("dust, 3.75 m"), vec![0x8B7D_6964; bursts], "{far}");
    }
}

#[test]
fn p41_pieces_that_drop_sound_as_they_land() {
    let mut run = can(Start::default());
    run.hit("lines/0", 0);
    // The can and four bits from 0.7 m: 4.7 m/s; the bottle is where people walk.
    let pieces = run.world.live.pieces.len();
    assert_eq!(run.values("impact sound"), vec![1000; pieces]);
    assert!(pieces >= 5);
}

#[test]
fn section_3_no_pieces_and_silent_breaks() {
    let mut run = can(set("no_pieces"));
    run.hit("lines/0", 0);
    assert!(run.world.live.pieces.is_empty() && run.events("dyn_trashcan_b").is_empty());
    assert_eq!(run.events("sound of material").len(), 1);
    let mut run = can(set("silent_breaks"));
    run.hit("lines/0", 0);
    assert!(run.events("sound of material").is_empty() && !run.world.live.pieces.is_empty());
    let fence =
        kind("dyn_door_fence", "dyn_door_fence", 4, [2.0, 0.1, 2.0], 0, 0.0) + &door("dyn_door_fence", [0.0; 3], 1);
    for (start, boards, sounds) in [(Start::default(), 1, 1), (set("no_pieces"), 0, 1), (set("silent_breaks"), 1, 0)] {
        let mut run = Made { start, ..Made::script(&fence) }.run();
        run.hit("doors/0", 0);
        assert_eq!((run.events("boards").len(), run.events("sound of material").len()), (boards, sounds));
    }
}

#[test]
fn section_3_walking_through_trash() {
    for (start, blocked) in [(Start::default(), true), (set("walk_through_trash"), false)] {
        let mut run = Made { start, ..Made::lines(vec![line("dyn_trashcan", [0.0, 2.0, 0.0], 0)]) }.run();
        run.place("walker/0", [0.0; 3], 0.0).wait(4);
        run.act(crate::preview::Verb::Walk { x: 0.into(), y: 5.into() }).wait(120);
        assert_eq!(run.value("walker/0", "y") < 2.0, blocked);
    }
}

/// A hole in the ground that trash stands in.
fn hole(name: &str, start: Start) -> Running {
    let corners = vec![[-2.0, -2.0], [-2.0, 2.0], [2.0, 2.0], [2.0, -2.0]];
    let paths = SamplePaths { nodes: Vec::new(), polygons: vec![SamplePolygon { flags: 7, corners }] };
    let script = kind(name, "overhead_weapon", 10, [0.5, 0.5, 0.5], 0xBF, 0.0);
    let mut run = Made { start, lines: vec![line(name, [0.0; 3], 0)], paths, ..Made::script(&script) }.run();
    run.wait(4);
    run
}

#[test]
fn p41_trash_marks_the_path_polygon_it_stands_on_but_18_small_ones_do_not() {
    let flags = |run: &Running| run.world.live.navigation.polygons[0].flags;
    let mut run = hole("dyn_trashcan", Start::default());
    assert_eq!(flags(&run), 15);
    run.hit("lines/0", 0);
    assert_eq!(flags(&run), 7);
    // So does a riot prop.
    let corners = vec![[-2.0, -2.0], [-2.0, 2.0], [2.0, 2.0], [2.0, -2.0]];
    let paths = SamplePaths { nodes: Vec::new(), polygons: vec![SamplePolygon { flags: 7, corners }] };
    let mut run = Made { paths, ..Made::lines(vec![line("dyn_crate_stack", [0.0; 3], 0)]) }.run();
    run.wait(4);
    assert_eq!(flags(&run), 15);
    run.hit("lines/0", 0);
    assert_eq!(flags(&run), 7);
    assert_eq!(flags(&hole("dyn_tvsmall", Start::default())), 7);
    assert_eq!(flags(&hole("dyn_trashcan", set("no_path_flag"))), 7);
    assert!(!tread::marks("dyn_bagdrug") && tread::marks("dyn_gbags"));
}
