//! Streaming, zones, tints and markers by the numbers of `warriors.md` P0 to P10.

use super::calls::colour_part;
use super::marker::column_colour;
use super::test_levels::{Made, Running, kind, line};
use super::tint;
use crate::preview::{Start, World};

fn live(run: &Running) -> Vec<usize> {
    let things = run.world.live.things.iter().enumerate();
    things.filter(|(_, thing)| thing.live).map(|(at, _)| at).collect()
}

/// A level of bags along x, with a camera at the origin and nothing run yet.
fn row(places: &[f32]) -> Running {
    let mut run = Made::lines(places.iter().map(|x| line("dyn_gbags", [*x, 0.0, 0.0], 0)).collect()).run();
    run.place("cameras/0", [0.0, 0.0, 0.0], 0.0);
    run
}

#[test]
fn p1_one_a_call_the_nearest_first_within_70_metres() {
    let mut run = row(&[70.0, 69.99, 30.0, 10.0]);
    let after: Vec<Vec<usize>> = (0..4).map(|call| live(run.until(2 + call * 2))).collect();
    assert_eq!(after, [vec![3], vec![2, 3], vec![1, 2, 3], vec![1, 2, 3]]);
}

#[test]
fn p1_a_pass_over_1100_records_takes_three_calls() {
    // Only the last is near.
    let mut places = vec![1000.0; 1099];
    places.push(5.0);
    let mut run = row(&places);
    let after: Vec<usize> = (0..3).map(|call| live(run.until(2 + call * 2)).len()).collect();
    assert_eq!(after, [0, 0, 1]);
}

#[test]
fn p1_a_full_pool_stores_the_farthest_first() {
    let places: Vec<f32> = (0..385).map(|at| 60.0 - at as f32 * 0.1).collect();
    let mut run = row(&places[..384]);
    run.until(384 * 2 + 2);
    assert_eq!(live(&run).len(), 384);
    let mut run = row(&places);
    run.until(384 * 2);
    assert!(!live(&run).contains(&0), "the farthest waits");
    run.until(800);
    assert_eq!(live(&run).len(), 384);
    // It comes near, and the farthest of the others goes.
    run.place("lines/0", [1.0, 0.0, 0.0], 0.0).wait(2);
    assert!(live(&run).contains(&0) && !live(&run).contains(&1) && live(&run).len() == 384);
}

#[test]
fn p2_what_is_stored_comes_back_where_it_was() {
    let mut run = Made::lines(vec![line("dyn_gbags", [1.0, 0.0, 0.0], 26)]).run();
    run.fire("zones/26", "enable").wait(2);
    assert_eq!(run.value("lines/0", "live"), 1.0);
    run.place("lines/0", [5.0, 5.0, 0.0], 0.0).fire("zones/26", "disable").wait(2);
    assert_eq!(run.value("lines/0", "live"), 0.0);
    run.fire("zones/26", "enable").wait(2);
    assert_eq!(["live", "x", "y"].map(|field| run.value("lines/0", field)), [1.0, 5.0, 5.0]);
}

#[test]
fn p2_farther_than_the_distance_and_10_metres_more() {
    let mut run = row(&[30.0]);
    run.wait(2);
    for (x, there) in [(109.9, 1.0), (110.1, 0.0)] {
        run.place("cameras/0", [30.0 - x, 0.0, 0.0], 0.0).wait(2);
        assert_eq!(run.value("lines/0", "live"), there, "{x}");
    }
    let mut near = Made::lines(vec![line("dyn_gbags", [30.0, 0.0, 0.0], 0)]);
    near.start = Start { settings: [("store_distance".to_owned(), 70.into())].into(), ..Start::default() };
    let mut run = near.run();
    run.place("cameras/0", [30.0, 0.0, 0.0], 0.0).wait(2).place("cameras/0", [-51.0, 0.0, 0.0], 0.0).wait(2);
    assert_eq!(run.value("lines/0", "live"), 0.0);
}

#[test]
fn p3_zones_hold_things_back_but_not_emitters() {
    // Level 99 by its counts: 75 and 23 objects, 14 emitters.
    let of = |name: &str, zone: u32, count: usize| vec![line(name, [0.0; 3], zone); count];
    let lines = [of("dyn_gbags", 0, 75), of("dyn_ring", 26, 23), of("part_steam", 26, 14)].concat();
    let mut run = Made::lines(lines).run();
    run.wait(300);
    assert_eq!(live(&run).len(), 75);
    run.fire("zones/26", "enable").wait(100);
    assert_eq!(live(&run).len(), 98);
    assert_eq!(run.world.fixed.things.len(), 98, "emitters are no records");
    run.fire("zones/26", "remove").fire("zones/255", "enable");
    assert_eq!(run.events("refused").len(), 1, "zone 255 has no bit");
}

#[test]
fn p4_a_tint_is_drawn_one_update_later() {
    let mut run = row(&[1.0]);
    run.until(2).set("lines/0", "tint", f64::from(0x1122_33FF_u32));
    assert_eq!(run.value("lines/0", "tint"), f64::from(u32::MAX));
    run.wait(2);
    assert_eq!(run.value("lines/0", "tint"), f64::from(0x1122_33FF_u32));
}

#[test]
fn p4_obj_color_keeps_a_byte_of_the_product() {
    assert_eq!([200.0, 1.0, 0.5].map(colour_part), [200, 1, 0]);
    assert_eq!(colour_part(f32::NAN), 0);
    let script = "Bag = ObjSpawn(\"dyn_gbags\", {0, 0, 0}, {0, 0, 0, 1}, -1, 0, 0, 4294967295, nil)\n\
                  ObjColor(Bag, {200, 1.0, 0.5, 255})\n";
    let mut run = Made::script(script).run();
    run.wait(4);
    assert_eq!(run.value("spawns/0", "tint"), f64::from(0xC801_00FF_u32));
}

#[test]
fn p5_small_things_fade_with_the_square_of_the_distance() {
    assert_eq!(tint::by_size(0.5, 31.62), 1.0);
    assert!((tint::by_size(0.5, 33.5) - 0.455).abs() < 1e-3);
    assert_eq!(tint::by_size(0.5, 35.36), 0.0);
    assert_eq!(tint::by_size(1.5, 80.0), 0.0);
    // The wheel's parts are exempt.
    let of = |name: &str| line(name, [80.0, 0.0, 0.0], 0);
    let mut run = Made::lines(vec![of("dyn_s_wwcart_simple_a"), of("dyn_gbags")]).run();
    run.place("cameras/0", [80.0, 0.0, 0.0], 0.0).wait(80).place("cameras/0", [0.0, 0.0, 0.0], 0.0);
    assert_eq!([0, 1].map(|at| run.value(&format!("lines/{at}"), "opacity")), [255.0, 0.0]);
}

#[test]
fn p6_obj_show_fades_over_its_last_two_metres() {
    assert_eq!([28.0, 29.0, 31.0].map(|d| tint::by_show(30.0, d)), [1.0, 0.5, 0.0]);
    assert!((tint::by_show(30.0, 29.95) - 0.025).abs() < 1e-4);
    // 6 of 255 is under 10: not drawn.
    let size = [30.0, 30.0, 30.0];
    let script = kind("dyn_big", "dyn_masks", 0, size, 0, 0.0);
    let mut run = Made { lines: vec![line("dyn_big", [0.0; 3], 0)], ..Made::script(&script) }.run();
    run.place("cameras/0", [0.0, 0.0, 0.0], 0.0).set("lines/0", "show_distance", 30.0).wait(90);
    for (x, opacity) in [(28.0, 255.0), (29.0, 127.5), (29.95, 0.0)] {
        run.place("cameras/0", [x, 0.0, 0.0], 0.0);
        assert!((run.value("lines/0", "opacity") - opacity).abs() < 0.1, "{x}");
    }
}

#[test]
fn p7_a_thing_fades_in_within_a_second() {
    let mut run = row(&[1.0]);
    run.until(32);
    assert_eq!(run.value("lines/0", "opacity"), 127.5);
    run.until(62);
    assert_eq!(run.value("lines/0", "opacity"), 255.0);
    // A first blow ends it; a marker that is shown does without.
    let mut run =
        Made::lines(vec![line("dyn_parkbench_a", [1.0, 0.0, 0.0], 0), line("dyn_w_mission", [1.0; 3], 0)]).run();
    run.wait(4).hit("lines/0", 0);
    assert_eq!(run.value("lines/0", "opacity"), 255.0);
    run.fire("lines/1", "show").wait(10);
    let alpha = f64::from(run.world.live.things[1].marker.drawn);
    assert!(alpha >= 10.0 && run.value("lines/1", "opacity") == alpha);
}

/// A disc that has streamed in: its updates come on even ticks.
fn disc() -> Running {
    let script = kind("dyn_w_mission", "dyn_objective", 0, [0.52, 0.52, 2.0], 0, 0.0)
        + "Mark = ObjSpawn(\"dyn_w_mission\", {0, 0, 0}, {0, 0, 0, 1}, -1, 0, 0, 4294967295, nil)\n";
    let mut run = Made::script(&script).run();
    run.until(80);
    run
}

#[test]
fn p8_a_disc_turns_half_around_in_120_ticks() {
    let mut run = disc();
    let before = run.value("spawns/0", "angle");
    run.wait(2);
    assert_eq!(run.value("spawns/0", "angle"), before + 3.0);
    run.wait(118);
    assert_eq!((run.value("spawns/0", "angle") - before).rem_euclid(360.0), 180.0);
}

#[test]
fn p8_a_disc_fades_in_in_32_updates_and_is_drawn_one_late() {
    let mut run = disc();
    assert_eq!((run.value("spawns/0", "alpha"), run.value("spawns/0", "opacity")), (0.0, 0.0));
    run.fire("spawns/0", "show");
    let mut seen = None;
    let mut alphas = Vec::new();
    for update in 1..=32 {
        run.until(80 + update * 2);
        alphas.push(run.value("spawns/0", "alpha"));
        if seen.is_none() && run.value("spawns/0", "opacity") > 0.0 {
            seen = Some(update);
        }
    }
    assert_eq!([0, 15, 30, 31].map(|at: usize| alphas[at]), [8.0, 128.0, 248.0, 255.0]);
    // Alpha is 16 after the second update: seen from the third.
    assert_eq!(seen, Some(3));
    run.fire("spawns/0", "hide").until(80 + 33 * 2);
    assert_eq!(run.value("spawns/0", "alpha"), 247.0);
}

#[test]
fn p9_columns_by_the_disc() {
    for (names, colour) in [
        (["dyn_w_mission", "dyn_objective_yellow", "dyn_throwtarget"], 0xC1A0_4700),
        (["dyn_w_goto", "dyn_objective_w", "dyn_objective_red"], 0x9912_1300),
        (["dyn_w_bonus", "dyn_objective_green", "dyn_w_bonus"], 0x5F44_7000),
        (["dyn_objective_a", "dyn_x", ""], 0xFFFF_FF00),
    ] {
        assert_eq!(names.map(column_colour), [colour; 3]);
    }
}

#[test]
fn p10_a_marker_goes_at_once_or_when_it_has_faded() {
    let mut run = disc();
    run.fire("spawns/0", "show").until(160).fire("spawns/0", "destroy_by_message").until(400);
    // 32 updates from 255: the first is that of tick 162.
    assert_eq!(run.events("removed"), [(162 + 31 * 2, "spawns/0".to_owned())]);
    let mut run = disc();
    run.fire("spawns/0", "destroy");
    assert_eq!(run.events("removed"), [(81, "spawns/0".to_owned())]);
    run.wait(10);
    assert_eq!(run.value("spawns/0", "live"), 0.0);
}

#[test]
fn keys_that_a_script_places_wait_until_they_are_unlocked() {
    let spawn = "ObjSpawn(\"dyn_key_a\", {0, 0, 0}, {0, 0, 0, 1}, -1, 0, 0, 4294967295, nil)\n";
    let made = Made { lines: vec![line("dyn_key_a", [0.0; 3], 0)], ..Made::script(spawn) };
    let mut run = made.run();
    run.wait(10);
    assert_eq!(["spawns/0", "lines/0"].map(|at| run.value(at, "live")), [0.0, 1.0]);
    let start = Start { settings: [("unlocked".to_owned(), 1.into())].into(), ..Start::default() };
    let mut run = Made { start, ..made }.run();
    run.wait(10);
    assert_eq!(run.value("spawns/0", "live"), 1.0);
}

#[test]
fn the_same_hash_twice_and_from_a_key_frame() {
    let drive = |run: &mut Running| {
        run.place("walker/0", [0.0, 0.0, 0.0], 0.0).hit("panes/0", 0).fire("doors/0", "open");
        run.place("dummies/0", [0.0, -13.0, 0.0], 0.0).wait(100);
    };
    let mut run = Made::sample().run();
    drive(&mut run);
    let mut again = Made::sample().run();
    drive(&mut again);
    assert_eq!(run.world.hash(), again.world.hash());
    assert_eq!(run.log, again.log);
    // A copy goes on alike.
    let mut copy = run.world.copy();
    let mut log = crate::preview::Log::default();
    (0..50).for_each(|_| copy.tick(&[], &mut log));
    run.wait(50);
    assert_eq!(run.world.hash(), copy.hash());
    run.fire("zones/9", "enable");
    assert_ne!(run.world.hash(), copy.hash());
    assert!(run.world.bytes() > 1000);
}

#[test]
fn the_same_hash_from_a_key_frame_while_bottles_shards_and_pieces_fly() {
    use super::test_levels::pane;
    let script = pane(1, [-1.0, 4.0, 0.0], [2.0, 3.0], 20);
    let lines = || vec![line("dyn_trashcan", [3.0, 0.0, 0.0], 0), line("dyn_gbags", [-3.0, 0.0, 0.0], 0)];
    let made = || Made { lines: lines(), ..Made::script(&script) };
    let mut run = made().run();
    run.place("walker/0", [0.0; 3], 0.0).wait(30);
    run.hit("lines/0", 0).hit("lines/1", 0);
    let to = crate::preview::Verb::Throw { x: 0.into(), y: 4.into(), z: 2.into() };
    run.act(to);
    // From every tick on, until the bottle has broken the pane and its shards have landed, a copy goes on alike.
    for tick in 0..90 {
        let mut copy = run.world.copy();
        let mut log = crate::preview::Log::default();
        copy.tick(&[], &mut log);
        run.wait(1);
        assert_eq!(run.world.hash(), copy.hash(), "{tick}");
    }
    let bottles = run.events("breaks").iter().filter(|(_, what)| what == "made/0").count();
    assert_eq!((bottles, run.events("shatters").len()), (1, 1));
    let mut again = made().run();
    again.place("walker/0", [0.0; 3], 0.0).wait(30);
    again.hit("lines/0", 0).hit("lines/1", 0);
    again.act(crate::preview::Verb::Throw { x: 0.into(), y: 4.into(), z: 2.into() }).wait(90);
    assert_eq!((again.world.hash(), &again.log), (run.world.hash(), &run.log));
}

#[test]
fn what_makes_no_sense_is_refused() {
    use crate::preview::Verb;
    let mut run = Made::sample().run();
    run.act(Verb::Jump).act(Verb::Use).act(Verb::walk(1, 1));
    run.hit("lines/6", 1).hit("doors/99", 1).fire("doors/0", "sing").set("doors/0", "colour", 1.0);
    run.fire("zones/255", "enable").place("dummies/60", [0.0; 3], 0.0);
    run.act(Verb::Throw { x: 0.into(), y: 0.into(), z: 0.into() });
    assert_eq!(run.events("refused").len(), 10, "nobody is there to throw");
}

#[test]
fn every_number_is_found_by_the_name_it_is_shown_with() {
    let mut run = Made::sample().run();
    run.place("walker/0", [0.0; 3], 0.0).wait(60);
    for live in run.world.live() {
        let found = run.world.find(&live.subject.into()).unwrap();
        assert!(run.world.value(&found, live.field).is_some_and(|value| value.same(live.value)), "{live:?}");
    }
    let level = Made::sample().level();
    let subjects: Vec<_> = run.world.records().unwrap().iter().map(|(subject, node)| (*subject, *node)).collect();
    assert!(subjects.iter().filter(|(subject, _)| subject.table == "doors").count() == 3);
    for (subject, node) in subjects {
        assert!(level.record(node.number).is_some(), "{subject}");
    }
}

/// What happens in the sample along a scenario is what it was. `UPDATE_GOLDENS=1` writes it anew.
#[test]
fn the_sample_runs_as_it_did() {
    use crate::preview::Verb;
    let mut run = Made::sample().run();
    run.place("walker/0", [2.05, 0.0, 0.0], 0.0).place("dummies/0", [1.0, -12.0, 0.0], 0.0).until(29);
    run.act(Verb::Keys { forward: 1, side: 0, turn: 0, pace: 1 }).until(57).act(Verb::Jump).until(119);
    run.act(Verb::Keys { forward: 0, side: 0, turn: 0, pace: 0 }).until(129).hit("doors/2", 2);
    run.fire("doors/1", "open").until(179).fire("zones/26", "disable").until(240);
    let found = format!("{}{:016x}\n", run.log.json_lines(), run.world.hash());
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/goldens/warriors/sample.preview.jsonl");
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &found).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == found, "UPDATE_GOLDENS=1 accepts the difference");
}
