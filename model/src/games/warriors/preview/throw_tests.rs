//! Throws by the numbers of `warriors.md` P20 and P27 to P30.

use glam::Vec3;

use super::test_levels::{Made, Running, door, kind, n, pane};
use super::throw::{aimed, at_target, clip, factor, plain, search};
use crate::preview::Verb;

fn near(a: Vec3, b: [f32; 3]) {
    assert!((a - Vec3::from_array(b)).abs().max_element() < 0.006, "{a} {b:?}");
}

fn throw(run: &mut Running, [x, y, z]: [f64; 3]) -> &mut Running {
    run.act(Verb::Throw { x: n(x), y: n(y), z: n(z) })
}

/// How many bottles broke.
fn bottles(run: &Running) -> usize {
    run.events("breaks").iter().filter(|(_, what)| what.starts_with("made/")).count()
}

#[test]
fn p28_velocities_by_weight_gait_and_target() {
    assert_eq!(
        [(20.0, false, 1.0), (50.0, false, 1.0), (75.0, false, 1.0), (50.0, true, 1.0), (50.0, false, 1.2)]
            .map(|(w, k, s)| factor(w, k, s)),
        [1.0, 2.5, 3.75, 1.0, 1.25]
    );
    near(plain(1.0, false), [0.0, 29.85, 2.99]);
    near(plain(1.0, true), [0.0, 49.75, 4.98]);
    near(plain(2.5, false), [0.0, 11.94, 1.19]);
    near(aimed(1.0, 0.157), [0.0, 19.75, 3.13]);
    // The lift of 7.84 d / s.
    near(at_target(1.0, Vec3::Y * 10.0).unwrap(), [0.0, 30.0, 2.613]);
    near(at_target(2.5, Vec3::Y * 10.0).unwrap(), [0.0, 12.0, 6.533]);
    // 45 degrees to the side are the most; what lies too steep is no target.
    let aside = at_target(1.0, Vec3::new(-10.0, 1.0, 0.0)).unwrap();
    near(aside, [-21.213, 21.213, 7.84 * 10.05 / 30.0]);
    assert!(at_target(1.0, Vec3::new(0.0, 1.0, 9.0)).is_none() && at_target(1.0, Vec3::ZERO).is_none());
}

#[test]
fn p27_a_bottle_leaves_the_hand_at_its_clips_frame() {
    let all = [4, 5, 6].map(|set| [0, 1, 3, 4].map(|gait| clip(set, gait).unwrap()));
    assert_eq!(all[0], [(505, 16), (506, 12), (507, 13), (507, 13)]);
    assert_eq!(all[1], [(467, 5), (471, 11), (472, 11), (472, 11)]);
    assert_eq!(all[2], [(551, 9), (552, 10), (553, 7), (553, 7)]);
    assert_eq!((clip(1, 0), clip(3, 3), clip(0, 0)), (Some((491, 18)), Some((502, 15)), None));
    assert_eq!([4, 5, 6, 3].map(search), [10.0, 20.0, 20.0, 0.0]);
    let mut run = Made::sample().run();
    run.place("walker/0", [0.0, 0.0, 0.0], 0.0);
    throw(&mut run, [0.0, 20.0, 1.0]);
    let began = run.events("throws, clip")[0].0;
    run.wait(30);
    // 30 frames a second: two ticks each.
    assert_eq!((run.values("throws, clip"), run.events("lets go")[0].0), (vec![467], began + 10));
}

#[test]
fn p29_flight_loses_a_quarter_of_a_metre_a_second_each_tick() {
    let mut run = Made::default().run();
    run.place("walker/0", [0.0, 0.0, 0.0], 0.0);
    throw(&mut run, [0.0, 30.0, 1.5]).wait(10);
    let first = run.world.live.objects[0];
    near(first.at, [0.3009, -0.6354, 1.5865]);
    run.wait(1);
    let second = run.world.live.objects[0];
    assert!((first.velocity.z - second.velocity.z - 0.2613).abs() < 1e-4);
    near((second.at - first.at) * 60.0, second.velocity.to_array());
}

#[test]
fn p30_a_bottle_breaks_a_pane_and_itself_on_its_first_contact() {
    let mut run = Made::script(&pane(1, [-1.0, 6.0, 0.0], [2.0, 3.0], 4)).run();
    run.place("walker/0", [0.0, 0.0, 0.0], 0.0).wait(4);
    throw(&mut run, [0.0, 6.0, 1.4]).wait(60);
    assert_eq!((run.value("panes/0", "broken"), bottles(&run)), (1.0, 1));
    assert!(run.world.live.objects.is_empty());
}

#[test]
fn p20_a_thrown_bottle_takes_four_of_a_fence() {
    let fence = kind("dyn_door_fence", "dyn_door_fence", 10, [3.0, 0.2, 3.0], 0, 0.0);
    let mut run = Made::script(&(fence + &door("dyn_door_fence", [0.0, 6.0, 0.0], 1))).run();
    run.place("walker/0", [0.0, 0.0, 0.0], 0.0).wait(4);
    for left in [6.0, 2.0, -2.0] {
        throw(&mut run, [0.0, 6.0, 1.5]).wait(60);
        assert_eq!(run.value("doors/0", "hitpoints"), left);
    }
    assert_eq!(run.events("boards").len(), 1);
}

#[test]
fn p30_walls_and_the_ground_end_a_flight_too() {
    let mut run = Made::sample().run();
    // The yard's wall in the north, 12 m away, and the street.
    run.place("walker/0", [-6.0, 2.0, 0.0], 0.0);
    throw(&mut run, [-6.0, 11.9, 1.5]).wait(60);
    assert_eq!(bottles(&run), 1);
    run.place("walker/0", [-6.0, 2.0, 0.0], 90.0);
    throw(&mut run, [-8.0, 2.0, 0.0]).wait(60);
    assert_eq!(bottles(&run), 2);
}
