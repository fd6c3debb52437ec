//! The walker among walls, glass and props (`warriors.md` P12, P40).

use super::test_levels::{Made, Running, kind, line, n};
use super::walker::ahead;
use crate::preview::Verb;

fn keys(run: &mut Running, pace: i8) -> &mut Running {
    run.act(Verb::Keys { forward: 1, side: 0, turn: 0, pace })
}

/// North of the sample's yard stands the shop; the right window is at x 1.2 to 2.9, y 5.
fn before_the_window() -> Running {
    let mut run = Made::sample().run();
    run.place("walker/0", [2.05, 0.0, 0.0], 0.0).wait(4);
    run
}

#[test]
fn headings_grow_to_the_left_from_the_north() {
    assert!((ahead(0.0) - glam::Vec2::Y).length() < 1e-6);
    assert!((ahead(90.0) + glam::Vec2::X).length() < 1e-6);
}

#[test]
fn gaits_go_by_the_pace() {
    let mut run = before_the_window();
    for (pace, gait, speed) in [(-1, 1.0, 1.46), (0, 3.0, 4.5), (1, 4.0, 7.8)] {
        let before = run.value("walker/0", "y");
        keys(&mut run, pace);
        assert_eq!(run.value("walker/0", "gait"), gait);
        assert!(((run.value("walker/0", "y") - before) * 60.0 - speed).abs() < 1e-2, "{pace}");
    }
    run.act(Verb::Keys { forward: 0, side: 0, turn: 0, pace: 0 });
    assert_eq!(run.value("walker/0", "gait"), 0.0);
    run.act(Verb::walk(2, 0)).wait(60);
    assert!((run.value("walker/0", "y")).abs() < 1e-3 && (run.value("walker/0", "x") - 2.0).abs() < 1e-3);
}

#[test]
fn p12_a_walker_on_the_ground_is_stopped_by_a_pane() {
    let mut run = before_the_window();
    keys(&mut run, 0).wait(120);
    assert!((run.value("walker/0", "y") - 4.6).abs() < 1e-3, "{}", run.value("walker/0", "y"));
    assert!(run.events("breaks").is_empty());
}

#[test]
fn p12_an_airborne_body_breaks_the_pane_and_passes() {
    let mut run = before_the_window();
    keys(&mut run, 1).wait(24).act(Verb::Jump).wait(40);
    assert_eq!(run.events("breaks").iter().map(|(_, what)| what.as_str()).collect::<Vec<_>>(), ["panes/1"]);
    assert!(run.value("walker/0", "y") > 5.5, "{}", run.value("walker/0", "y"));
    run.wait(40);
    assert_eq!((run.events("jumps").len(), run.events("lands").len()), (1, 1));
}

#[test]
fn p12_a_strike_breaks_the_pane_ahead() {
    let mut run = before_the_window();
    run.act(Verb::Use);
    assert_eq!(run.events("strikes nothing").len(), 1);
    keys(&mut run, 0).wait(120);
    run.act(Verb::Use).wait(60);
    assert_eq!(run.events("breaks").len(), 1);
    // The sill is higher than a step: it stops the walker still where the front has one.
    assert!(run.value("walker/0", "y") > 5.0);
}

#[test]
fn p40_a_closed_door_is_two_triangles_that_stop_from_both_sides() {
    for (from, facing, stopped) in [([0.0, 3.0], 0.0, 4.6), ([0.0, 7.0], 180.0, 5.4)] {
        let mut run = Made::sample().run();
        run.place("walker/0", [from[0], from[1], 0.0], facing);
        keys(&mut run, -1).wait(300);
        assert!((run.value("walker/0", "y") - stopped).abs() < 1e-2, "{}", run.value("walker/0", "y"));
        run.fire("doors/0", "open").wait(100);
        assert!((run.value("walker/0", "y") - 5.0).abs() > (stopped - 5.0_f64).abs(), "it went on");
        assert!((run.value("walker/0", "y") - 5.0) * (stopped - 5.0) < 0.0, "to the other side");
    }
}

#[test]
fn p40_one_sided_walls_let_through_from_behind() {
    use crate::games::warriors::sample::SampleMesh;
    let mut mesh = SampleMesh::default();
    // A wall along x that faces south, and one that is two-sided.
    for (y, flags) in [(5.0, 1_u16), (10.0, 3)] {
        let first = mesh.points.len() as u16;
        mesh.points.extend([[-9.0, y, 0.0, 1.0], [9.0, y, 0.0, 1.0], [9.0, y, 3.0, 1.0], [-9.0, y, 3.0, 1.0]]);
        mesh.triangles.push(([first, first + 1, first + 2], flags, 0, 0));
        mesh.triangles.push(([first, first + 2, first + 3], flags, 0, 0));
    }
    let made = Made { mesh, ..Made::default() };
    for (from, facing, stopped) in
        [(0.0, 0.0, Some(4.6)), (9.0, 180.0, None), (9.0, 0.0, Some(9.6)), (14.0, 180.0, Some(10.4))]
    {
        let mut run = made.run();
        run.place("walker/0", [0.0, from, 0.0], facing);
        keys(&mut run, 0).wait(180);
        let y = run.value("walker/0", "y");
        match stopped {
            Some(stopped) => assert!((y - stopped).abs() < 1e-3, "{from} {facing}: {y}"),
            None => assert!(y < 0.0, "{from} {facing}: {y}"),
        }
    }
}

#[test]
fn p40_props_block_by_their_flags_and_nothing_moves_them() {
    // Trash by `warriors.md` P24: gbags 0x2bf, pstack 0x2bd, a can 0xbf.
    for (flags, pace, blocked, struck) in
        [(0x2BF, 0, true, 0), (0x2BD, 0, false, 0), (0xBF, 1, true, 0), (0x2BF, 1, true, 1), (0x2BD, 1, false, 1)]
    {
        let script = kind("dyn_prop", "overhead_weapon", 50, [0.8, 0.8, 0.9], flags, 0.0);
        let lines = vec![line("dyn_prop", [0.0, 5.0, 0.0], 0)];
        let mut run = Made { lines, ..Made::script(&script) }.run();
        run.place("walker/0", [0.0, 1.0, 0.0], 0.0).wait(4);
        keys(&mut run, pace).wait(100);
        assert_eq!(run.events("runs into").len(), struck, "{flags:x}");
        let y = run.value("walker/0", "y");
        if blocked {
            assert!((y - 4.2).abs() < 1e-3, "{flags:x}: {y}");
        } else if struck == 0 {
            assert!(y > 6.0, "{flags:x}: {y}");
        }
        assert_eq!(run.value("lines/0", "y"), 5.0);
    }
}

#[test]
fn p40_a_runner_is_stopped_dead() {
    let script = kind("dyn_prop", "overhead_weapon", 50, [0.8, 0.8, 0.9], 0x2BF, 0.0);
    let mut run = Made { lines: vec![line("dyn_prop", [0.0, 5.0, 0.0], 0)], ..Made::script(&script) }.run();
    run.place("walker/0", [0.0, 1.0, 0.0], 0.0).wait(4);
    keys(&mut run, 1).wait(100);
    assert_eq!(run.value("walker/0", "gait"), 0.0);
}

#[test]
fn p40_one_slides_along_a_wall() {
    let mut run = before_the_window();
    run.act(Verb::Place { x: n(2.05), y: n(4.0), z: Some(n(0.0)), facing: n(45.0), who: None });
    keys(&mut run, 0).wait(30);
    assert!((run.value("walker/0", "y") - 4.6).abs() < 1e-2, "{}", run.value("walker/0", "y"));
    assert!(run.value("walker/0", "x") < 1.0, "it went on along the front");
}

#[test]
fn a_touch_opens_a_door_and_a_broken_one_is_not_struck() {
    let mut run = Made::sample().run();
    run.place("walker/0", [-8.0, 0.0, 0.0], 90.0);
    run.act(Verb::Touch { target: "doors/1".parse().unwrap() }).wait(30);
    assert_eq!(run.value("doors/1", "is_open"), 1.0);
    // The fence: a charge breaks it.
    run.place("walker/0", [8.0, 0.0, 0.0], 270.0);
    keys(&mut run, 1).wait(8);
    run.act(Verb::Use);
    assert_eq!(run.events("breaks").iter().filter(|(_, what)| what == "doors/2").count(), 1);
}
