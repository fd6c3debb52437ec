//! Panes by the numbers of `warriors.md` P11 to P14.

use super::shatter;
use super::test_levels::{Made, Running, line, pane};

/// A level with one pane of a type, 2.95 by 3.18 m, its middle at (0, 0, 1.59).
fn one(glass: u32) -> Running {
    Made::script(&pane(glass, [-1.475, 0.0, 0.0], [2.95, 3.18], 20)).run()
}

#[test]
fn p11_a_whole_pane_has_a_body_within_50_metres() {
    let mut run = one(13);
    for (y, body) in [(49.99, 1.0), (50.01, 0.0), (10.0, 1.0)] {
        run.place("cameras/0", [0.0, y, 1.59], 0.0).wait(2);
        assert_eq!(run.value("panes/0", "body"), body, "{y}");
    }
    for (y, near) in [(3.46, 1.0), (3.47, 0.0)] {
        run.place("cameras/0", [0.0, y, 1.59], 0.0).wait(2);
        assert_eq!(run.value("panes/0", "near"), near, "{y}");
    }
    run.hit("panes/0", 0).wait(4);
    assert_eq!((run.value("panes/0", "body"), run.value("panes/0", "colour")), (0.0, f64::from(0xFFFF_FF70_u32)));
}

#[test]
fn p11b_types_17_and_18_are_placed_broken_and_yet_seen() {
    for (glass, collision) in [(1, 1.0), (17, 0.0), (18, 0.0)] {
        let mut run = one(glass);
        run.wait(2);
        assert_eq!(run.value("panes/0", "collision"), collision, "{glass}");
        assert_eq!((run.value("panes/0", "broken"), run.value("panes/0", "body")), (0.0, 1.0));
    }
    let run = one(15);
    assert_eq!(run.value("panes/0", "colour"), 0.0);
    // Both triangles are two-sided, of glass.
    assert_eq!((run.value("triangles/20", "flags"), run.value("triangles/21", "material")), (2.0, 2.0));
}

#[test]
fn p11_a_colourless_pane_that_lost_its_body_far_away_does_not_get_it_back() {
    let mut run = one(15);
    for (y, body) in [(10.0, 1.0), (50.01, 0.0), (10.0, 0.0)] {
        run.place("cameras/0", [0.0, y, 1.59], 0.0).wait(2);
        assert_eq!(run.value("panes/0", "body"), body, "{y}");
    }
}

#[test]
fn p23_a_pane_broken_by_a_blow_counts_two_for_the_riot() {
    let mut run = one(1);
    run.hit("panes/0", 0);
    assert_eq!(run.values("riot points"), [2]);
    // What a script breaks is nobody's blow.
    let mut run = one(1);
    run.set("panes/0", "break_radius", 1.0);
    assert_eq!((run.value("panes/0", "broken"), run.events("riot points").len()), (1.0, 0));
}

#[test]
fn p11b_message_0_shatters_without_breaking() {
    let mut run = one(1);
    run.fire("panes/0", "shake");
    assert_eq!((run.value("panes/0", "broken"), run.value("panes/0", "collision")), (0.0, 0.0));
    assert_eq!(run.events("shatters").len(), 1);
}

#[test]
fn p12_the_first_hit_breaks_and_nothing_brings_it_back() {
    let mut run = one(1);
    run.hit("panes/0", 0);
    assert_eq!((run.value("panes/0", "broken"), run.value("panes/0", "collision")), (1.0, 0.0));
    run.hit("panes/0", 3);
    assert_eq!((run.events("breaks").len(), run.events("refused").len()), (1, 1));
}

#[test]
fn p12_destroying_is_no_break() {
    let mut run = one(1);
    run.fire("panes/0", "destroy").wait(10);
    assert_eq!((run.value("panes/0", "gone"), run.value("panes/0", "broken")), (1.0, 0.0));
    assert_eq!((run.events("shatters").len(), run.value("panes/0", "collision")), (0, 1.0));
}

#[test]
fn p12_breaking_in_a_radius_goes_by_the_middles() {
    let near = pane(5, [-0.5, 1.4, -0.5], [1.0, 1.0], 2);
    let far = pane(5, [-0.5, 1.6, -0.5], [1.0, 1.0], 4);
    let bag = "Bag = ObjSpawn(\"dyn_gbags\", {0, 0, 0}, {0, 0, 0, 1}, -1, 0, 0, 4294967295, nil)\n";
    let run = Made::script(&(near + &far + bag + "BreakGlassInRadius(Bag, 1.5)\n")).run();
    assert_eq!(run.events("breaks"), [(0, "panes/0".to_owned())]);
    assert!(run.events("alarm").is_empty(), "alarms belong to hits");
}

#[test]
fn p13_a_hit_sets_off_alarms_and_ends_looking() {
    let flags = "AddFlag(\"fNear\", {0, 3, 1.59}, 0, 9, 0)\nAddFlag(\"fFar\", {0, 3.3, 1.59}, 0, 9, 0)\n\
                 AddFlag(\"fOther\", {0, 1, 1.59}, 0, 2, 9)\n";
    for (glass, alarms) in [(4, 1), (13, 1), (0, 0), (8, 0)] {
        let script = pane(glass, [-1.475, 0.0, 0.0], [2.95, 3.18], 20) + flags;
        let mut run = Made::script(&script).run();
        run.hit("panes/0", 0);
        assert_eq!(run.events("alarm").len(), alarms, "{glass}");
        assert_eq!(["flags/0", "flags/1", "flags/2"].map(|flag| run.value(flag, "on")), [0.0, 1.0, 1.0]);
    }
}

#[test]
fn p13_type_12_frees_the_stereo_however_it_breaks() {
    let script = pane(12, [-0.5, 0.0, 0.0], [1.0, 1.0], 2);
    let lines = vec![line("dyn_carstereo", [0.0, 1.9, 0.5], 0), line("dyn_carstereo", [0.0, 2.1, 0.5], 0)];
    let mut run = Made { lines, ..Made::script(&script) }.run();
    run.set("panes/0", "break_radius", 0.1);
    assert_eq!(run.events("comes free"), [(1, "lines/0".to_owned())]);
}

#[test]
fn p14_shards_by_whole_metres() {
    let of = |width, height| {
        let shatter::Count { count, size, sound } = shatter::count(width, height);
        (count, size, sound)
    };
    assert_eq!(of(2.95, 3.18), (60, 0.2, 2));
    assert_eq!(of(3.0, 3.18), (90, 0.2, 2));
    assert_eq!(of(2.7, 2.0), (40, 0.2, 2));
    assert_eq!(of(0.9, 0.9), (10, 0.06, 88));
    assert_eq!(of(1.9, 1.9), (10, 0.06, 88));
    assert_eq!(of(2.5, 1.5), (20, 0.2, 2));
    assert_eq!(of(f32::INFINITY, f32::INFINITY).0, u32::MAX, "held, not wrapped");
    assert_eq!(of(f32::NAN, 3.0).0, 10);
}

#[test]
fn p14_two_tries_in_three_each_and_shards_fall() {
    let mut counts = Vec::new();
    for seed in 1..=40 {
        let mut made = Made::script(&pane(0, [-1.475, 0.0, 0.0], [2.95, 3.18], 20));
        made.start.seed = Some(seed * 1000);
        let mut run = made.run();
        run.place("cameras/0", [0.0, 5.0, 1.0], 0.0).hit("panes/0", 0);
        counts.push(run.values("shatters")[0]);
        run.wait(300);
        assert!(run.world.live.shards.is_empty(), "all have landed");
    }
    assert!(counts.iter().all(|count| (0..=120).contains(count)), "{counts:?}");
    let mean = counts.iter().sum::<i64>() as f64 / counts.len() as f64;
    assert!((mean - 80.0).abs() < 4.0, "{mean}");
    // No camera within 15 m: no shards, but the sound.
    let mut run = one(0);
    run.place("cameras/0", [0.0, 15.1, 1.59], 0.0).hit("panes/0", 0);
    assert!(run.events("shatters").is_empty());
    assert_eq!(run.values("sound of glass"), [2]);
}
