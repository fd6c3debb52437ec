//! Aiming by the numbers of `warriors.md` P39 and P29.

use glam::Vec3;

use super::aim::{POINTS, arc};
use super::pick_tests::{before, last};
use super::test_levels::{Made, Running, kind, line, n};
use crate::games::warriors::sample::SampleMesh;
use crate::preview::{Form, Verb, World};

fn keys(run: &mut Running, forward: i8, turn: i8) -> &mut Running {
    run.act(Verb::Keys { forward, side: 0, turn, pace: 0 })
}

/// The walker holds a bottle at the origin, looks north and aims; on an even tick.
fn aiming(made: Made) -> Running {
    let mut lines = vec![line("dyn_beerbottle", [0.0, 0.6, 0.0], 0)];
    lines.extend(made.lines);
    let mut run = Made { lines, ..made }.run();
    run.place("walker/0", [0.0; 3], 0.0).wait(9).act(Verb::Take).wait(15);
    run.act(Verb::Aim);
    if run.world.live.tick % 2 == 1 {
        run.wait(1);
    }
    assert_eq!(run.value("walker/0", "aims"), 1.0);
    run
}

#[test]
fn p39_only_things_thrown_with_one_hand_are_aimed() {
    let mut run = before("", "dyn_trashcan");
    run.act(Verb::Aim);
    assert_eq!(last(&run), "not aimed: nothing to throw with one hand");
    run.act(Verb::Take).wait(14).act(Verb::Aim);
    assert_eq!(last(&run), "not aimed: nothing to throw with one hand");
    let mut run = aiming(Made::default());
    assert!((run.value("walker/0", "pitch") - 0.157).abs() < 1e-6);
    assert_eq!((run.value("walker/0", "style"), run.value("walker/0", "slot_23")), (19.0, 469.0));
    // He stands while he aims, and leaves it by the same button or with the thing.
    run.act(Verb::walk(5, 5)).act(Verb::Jump);
    assert_eq!(run.events("refused").len(), 2);
    run.act(Verb::Aim).act(Verb::Aim).act(Verb::Take);
    assert_eq!((run.events("aims no more").len(), run.value("walker/0", "aims")), (2, 0.0));
}

#[test]
fn p29_a_stick_turns_and_pitches_six_hundredths_of_a_radian_a_frame() {
    let mut run = aiming(Made::default());
    let rate = 0.000589 * 103.0;
    assert!((rate - 0.06_f64).abs() < 0.001);
    keys(&mut run, 1, 1).wait(1);
    assert!((run.value("walker/0", "pitch") - (0.157 + rate)).abs() < 1e-5, "{}", run.value("walker/0", "pitch"));
    let right = 360.0 - run.value("walker/0", "facing");
    assert!((right.to_radians() - rate).abs() < 1e-4, "{right}");
    // It ends at 36 degrees either way; the keys walk nobody.
    run.wait(60);
    assert!((run.value("walker/0", "pitch") - 0.628).abs() < 1e-6);
    keys(&mut run, -1, 0).wait(120);
    assert!((run.value("walker/0", "pitch") + 0.628).abs() < 1e-6);
    assert_eq!((run.value("walker/0", "x"), run.value("walker/0", "y")), (0.0, 0.0));
    keys(&mut run, 0, 0).act(Verb::Look { facing: n(30.0), pitch: n(9.0) });
    assert!((run.value("walker/0", "pitch") - 9.0_f64.to_radians()).abs() < 1e-5);
}

#[test]
fn p29_the_arc_has_eighteen_points() {
    let points = arc(Vec3::new(0.3009, -0.6354, 1.5865), Vec3::new(0.0, 19.75, 3.13), 1);
    assert_eq!(points.len(), POINTS);
    assert!((points[1] - points[0] - Vec3::new(0.0, 19.75 / 60.0, (3.13 - 0.2613) / 60.0)).length() < 1e-4);
    let run = aiming(Made::default());
    let shapes = run.world.shapes();
    let way = shapes.iter().find_map(|shape| match &shape.form {
        Form::Path(way) => Some(way.clone()),
        _ => None,
    });
    assert_eq!(way.unwrap().len(), 18, "nothing is in its way");
}

#[test]
fn p39_people_are_found_first_and_faced_for_five_frames() {
    let mut run = aiming(Made::default());
    run.place("dummies/0", [0.5, 9.0, 0.0], 0.0);
    run.wait(2);
    assert_eq!(run.value("dummies/0", "aimed_at"), 1.0, "a friend is something in the way");
    assert!(run.world.live.aim.as_ref().unwrap().target.is_none());
    run.set("dummies/0", "team", 1.0).wait(1);
    run.wait(2);
    assert_eq!(run.world.live.aim.as_ref().unwrap().target, Some(0));
    // From the release point, 0.3009 m to the right of it: 3.18 degrees less the 1.91 by which that looks past.
    run.wait(20);
    assert!((run.value("walker/0", "facing") - 358.733).abs() < 1e-2, "{}", run.value("walker/0", "facing"));
    // With the stick to the side it is faced for 5 frames and then let go.
    let mut run = aiming(Made::default());
    run.place("dummies/0", [0.5, 9.0, 0.0], 0.0);
    run.set("dummies/0", "team", 1.0);
    keys(&mut run, 0, 1);
    let by_stick = (0.000589_f64 * 103.0).to_degrees();
    let (mut faced, mut before) = (0, 360.0);
    for _ in 0..12 {
        let facing = run.wait(2).value("walker/0", "facing");
        faced += i32::from((before - facing - by_stick).abs() > 0.01);
        before = facing;
    }
    // One of them came with the key.
    assert_eq!(faced, 4);
    assert!(before < 340.0, "{before}");
}

#[test]
fn p39_nothing_is_seen_through_a_wall() {
    let mark = kind("dyn_w_mission", "dyn_objective", 0, [0.52, 0.52, 2.0], 256, 0.0);
    let lines = || vec![line("dyn_w_mission", [0.3, 12.0, 0.0], 0)];
    let mut mesh = SampleMesh::default();
    mesh.points.extend([[-9.0, 8.0, -1.0, 1.0], [9.0, 8.0, -1.0, 1.0], [0.0, 8.0, 20.0, 1.0]]);
    mesh.triangles.push(([0, 1, 2], 3, 0, 0));
    for (walled, seen) in [(false, 1.0), (true, 0.0)] {
        let mesh = if walled { mesh.clone() } else { SampleMesh::default() };
        let mut run = aiming(Made { lines: lines(), mesh, ..Made::script(&mark) });
        run.act(Verb::Look { facing: n(0.0), pitch: n(8.0) }).wait(4);
        assert_eq!(run.value("lines/1", "aimed_at"), seen, "{walled}");
        let arc = run.world.live.aim.as_ref().unwrap().arc.clone();
        let end = arc.last().unwrap().y;
        assert!((end - if walled { 8.0 } else { 11.7 }).abs() < 0.1, "{end}");
        assert!((run.value("walker/0", "facing")).abs() < 1e-4, "objects are never turned to");
    }
}

#[test]
fn p39_a_throw_goes_along_the_aim() {
    let mut run = aiming(Made::default());
    let arc = run.world.live.aim.as_ref().unwrap().arc.clone();
    run.act(Verb::Use);
    let began = run.world.live.tick;
    run.until(began + 10);
    assert_eq!((run.values("throws, clip"), run.events("lets go")[0].0), (vec![467], began + 10));
    let object = run.world.live.objects[0];
    assert!((object.at - Vec3::new(0.3009, -0.6354, 1.5865)).length() < 1e-5, "{}", object.at);
    assert!((object.velocity - Vec3::new(0.0, 19.75, 3.13)).abs().max_element() < 0.006, "{}", object.velocity);
    assert_eq!((run.value("walker/0", "aims"), run.events("aims no more").len()), (0.0, 1));
    // Four ticks lie between two points.
    run.wait(8);
    assert!((run.world.live.objects[0].at - arc[2]).length() < 1e-4);
    run.wait(60);
    assert_eq!(run.events("breaks").len(), 1);
}
