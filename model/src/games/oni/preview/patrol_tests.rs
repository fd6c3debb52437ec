//! Patrols, by seed 000, PATR.

use super::test_levels::*;
use crate::games::oni::tables::*;
use crate::preview::Verb;

/// A guard at 0, 0, 0 whose job is the path with id 1, the player far away, and flags.
fn level_of(points: &[Vec<Set>]) -> Vec<Thing> {
    let guard = thing(
        &CHARACTERS,
        &[("name", t("guard")), ("job", n(3)), ("patrol_path", n(1)), ("rotation", v([0.0, 45.0, 0.0]))],
    );
    let mut path = thing(&PATROL_PATHS, &[("name", t("round")), ("id", n(1))]);
    for point in points {
        path = path.with(point);
    }
    vec![player([9000.0, 0.0, 0.0]), guard, path, flag(1, [20.0, 0.0, 0.0], 90.0), flag(2, [20.0, 0.0, 20.0], 180.0)]
}

fn point(kind: i64, set: &[Set]) -> Vec<Set> {
    [&[("type", n(kind))], set].concat()
}

fn to(flag: i64) -> Vec<Set> {
    point(0, &[("flag", n(flag))])
}

fn pause(ticks: i64) -> Vec<Set> {
    point(2, &[("frames", n(ticks))])
}

fn running(points: &[Vec<Set>], script: &str) -> Running {
    run(&level_of(points), &[("a.bsl", script)])
}

/// The points that were begun, with their ticks.
fn points(running: &Running) -> Vec<(u32, i64)> {
    let of = running.log.events().iter().filter(|event| event.kind == "patrol point");
    of.map(|event| (event.tick, event.value)).collect()
}

fn at(running: &Running) -> [f64; 3] {
    ["x", "z", "facing"].map(|field| running.value("characters/1", field))
}

#[test]
fn a_character_walks_straight_to_flags_one_after_the_other() {
    // 20 units at 20 a second.
    let mut running = running(&[to(1), to(2), pause(1)], "");
    running.wait(30);
    let [x, z, facing] = at(&running);
    assert!((x - 10.0).abs() < 0.01 && z == 0.0 && facing == 90.0, "{x} {z} {facing}");
    running.wait(100);
    assert_eq!(at(&running), [20.0, 20.0, 0.0]);
    assert_eq!(running.events("patrol ends").len(), 1, "past the last point the patrol ends");
    let begun: Vec<i64> = points(&running).into_iter().map(|(_, point)| point).collect();
    assert_eq!(begun, [0, 1, 2]);
}

#[test]
fn points_done_at_once_are_done_in_one_tick() {
    let at_once = [
        point(3, &[("flag", n(1))]),
        point(4, &[("point", v([1.0, 2.0, 3.0]))]),
        point(7, &[("mode", n(7))]),
        point(9, &[("facing", n(0))]),
        point(12, &[]),
        point(13, &[]),
        point(18, &[]),
        point(22, &[("ignore", n(1))]),
        pause(5),
        point(1, &[]),
        to(1),
    ];
    let mut running = running(&at_once, "");
    running.wait(1);
    assert_eq!(points(&running), (0..9).map(|point| (1, point)).collect::<Vec<_>>());
    assert_eq!(running.value("characters/1", "ignores_player"), 1.0);
    running.wait(5);
    assert_eq!(points(&running).last(), Some(&(6, 9)), "five ticks of pause");
    assert_eq!(running.events("patrol ends"), [(6, "patrol_paths/0".to_owned())], "stop ends the patrol");
    running.wait(5);
    assert_eq!(at(&running)[0], 0.0);
}

#[test]
fn a_path_that_comes_back_to_where_it_began_goes_on_in_the_next_tick() {
    let mut running = running(&[point(12, &[]), point(13, &[]), point(6, &[])], "");
    running.wait(4);
    assert_eq!(running.events("patrol is looping endlessly"), [(1, "patrol_paths/0".to_owned())], "told once");
    assert_eq!(running.value("characters/1", "patrol_point"), 0.0);
    assert!(running.events("patrol ends").is_empty());
}

#[test]
fn a_loop_past_the_beginning_stops_after_as_many_points_as_the_path_has() {
    // The tick begins with point 0, which is never come back to.
    let mut running = running(&[point(12, &[]), point(13, &[]), point(16, &[("target", n(1))])], "");
    running.wait(2);
    assert!(points(&running).iter().filter(|(tick, _)| *tick == 1).count() <= 3);
    assert!(running.events("patrol ends").is_empty());
}

#[test]
fn a_loop_to_a_point_goes_there_at_most_to_the_last_and_itself_means_the_next() {
    let next = |target: i64, at: usize| {
        let mut points: Vec<Vec<Set>> = (0..4).map(|_| pause(100)).collect();
        points[at] = point(16, &[("target", n(target))]);
        let mut running = running(&points, "");
        running.fire("characters/1", "round").wait(1);
        // Straight to the loop: its own pauses are cut short.
        let person = &mut running.world.live.persons[1];
        person.patrol.as_mut().unwrap().begin_at(at);
        running.wait(1);
        running.value("characters/1", "patrol_point")
    };
    assert_eq!(next(2, 0), 2.0);
    assert_eq!(next(99, 0), 3.0, "at most the last");
    assert_eq!(next(-1, 0), 3.0, "read without a sign it is far behind the last");
    assert_eq!(next(1, 1), 2.0, "itself means the next");
    assert_eq!(next(3, 3), 0.0, "of the last the first");
}

#[test]
fn waiting_at_a_flag_faces_its_way_for_the_time_and_0_is_for_good() {
    let wait = |ticks: i64| point(19, &[("flag", n(1)), ("frames", n(ticks)), ("angle", f(80.0))]);
    let mut timed = running(&[wait(30), pause(1000)], "");
    timed.wait(61);
    assert_eq!(at(&timed), [20.0, 0.0, 90.0]);
    assert_eq!(points(&timed).len(), 1);
    timed.wait(30);
    assert_eq!(points(&timed).len(), 2);
    let mut good = running(&[wait(0), pause(1000)], "");
    good.wait(5000);
    assert_eq!(points(&good).len(), 1);
}

#[test]
fn a_flag_whose_way_is_faced_turns_the_character_and_a_plain_one_does_not() {
    let mut faced = running(&[point(5, &[("flag", n(2))]), pause(1000)], "");
    let mut plain = running(&[to(2), pause(1000)], "");
    for running in [&mut faced, &mut plain] {
        running.wait(200);
    }
    assert_eq!(at(&faced)[2], 180.0);
    assert_eq!(at(&plain)[2], 45.0, "as it walked");
}

#[test]
fn through_and_near_are_near_enough_at_their_distance() {
    for kind in [10, 15] {
        let mut running = running(&[point(kind, &[("flag", n(1)), ("distance", f(5.0))]), pause(1000)], "");
        running.wait(46);
        let [x, ..] = at(&running);
        assert!((15.0..15.7).contains(&x), "{x}");
        running.wait(60);
        let [later, ..] = at(&running);
        // Near stops there; through goes on, here to the flag because nothing else comes.
        assert_eq!(later == x, kind == 15, "{later}");
    }
    let mut place = running(&[point(11, &[("point", v([0.0, 0.0, 30.0])), ("distance", f(10.0))]), pause(9)], "");
    place.wait(61);
    assert!(at(&place)[1] >= 20.0 && points(&place).len() == 2);
}

#[test]
fn a_glance_on_the_way_does_not_hold_the_path_up_and_one_at_a_kept_facing_does() {
    let glance = point(14, &[("flag", n(2)), ("frames", n(40))]);
    let mut on_the_way = running(&[glance.clone(), to(1)], "");
    on_the_way.wait(1);
    assert_eq!(points(&on_the_way), [(1, 0), (1, 1)]);
    assert!(on_the_way.world.live.persons[1].glance.is_some());
    on_the_way.wait(40);
    assert!(on_the_way.world.live.persons[1].glance.is_none());
    // Arrived, its facing kept: the patrol waits for the glance's end.
    let mut kept = running(&[point(5, &[("flag", n(1))]), glance.clone(), pause(1000)], "");
    kept.wait(300);
    let begun = points(&kept);
    assert_eq!(begun.len(), 3);
    assert_eq!(begun[2].0 - begun[1].0, 40, "{begun:?}");
    // A second glance begins when none is under way.
    let mut twice = running(&[glance.clone(), glance, pause(1000)], "");
    twice.wait(100);
    let begun = points(&twice);
    assert_eq!(twice.events("glances").len(), 2);
    assert_eq!(begun.last().unwrap().0, 41);
}

#[test]
fn patrol_scripts_get_the_name_and_are_waited_for_or_not() {
    let script = "var string who; func patrolscript0007(string ai_name) { who = ai_name\n sleep 50\n }";
    let call = |kind| [point(kind, &[("number", n(7))]), pause(1000)];
    let mut waits = running(&call(21), script);
    waits.wait(200);
    assert_eq!(points(&waits), [(1, 0), (51, 1)]);
    let mut goes_on = running(&call(20), script);
    goes_on.wait(200);
    assert_eq!(points(&goes_on), [(1, 0), (1, 1)]);
    assert_eq!(goes_on.started(), [(1, "patrolscript0007".to_owned())]);
    // A script that is not there is passed over.
    let mut missing = running(&[point(21, &[("number", n(8))]), pause(1000)], script);
    missing.wait(2);
    assert_eq!(missing.said("script missing"), [(1, "patrolscript0008".to_owned())]);
    assert_eq!(points(&missing).len(), 2);
}

#[test]
fn a_scan_takes_its_time_or_goes_on_until_it_is_stopped() {
    let scan = |ticks: i64| point(17, &[("frames", n(ticks)), ("angle", f(60.0))]);
    let mut timed = running(&[scan(20), pause(1000)], "");
    timed.wait(100);
    assert_eq!(points(&timed), [(1, 0), (21, 1)]);
    let mut open = running(&[scan(0), pause(30), point(18, &[]), pause(1000)], "");
    open.wait(20);
    assert!(open.world.live.persons[1].scan.is_some());
    open.wait(20);
    assert!(open.world.live.persons[1].scan.is_none());
}

#[test]
fn a_glance_waits_for_a_scan_that_is_under_way() {
    let scan = |ticks: i64| point(17, &[("frames", n(ticks)), ("angle", f(60.0))]);
    let glance = point(14, &[("flag", n(2)), ("frames", n(10))]);
    let mut timed = running(&[scan(20), glance.clone(), pause(1000)], "");
    timed.wait(60);
    assert_eq!(points(&timed), [(1, 0), (21, 1), (21, 2)]);
    // One without a time is under way until it is stopped.
    let mut open = running(&[scan(0), glance, pause(1000)], "");
    open.wait(60);
    assert!(open.events("glances").is_empty() && open.value("characters/1", "patrol_point") == 1.0);
}

#[test]
fn firing_faces_the_flag_and_takes_its_time_and_a_missing_flag_is_passed_over() {
    let fire = |flag: i64| point(23, &[("flag", n(flag)), ("frames", n(10)), ("spread", f(1.0))]);
    let mut running = running(&[fire(9), to(9), fire(1), pause(1000)], "");
    running.wait(50);
    assert_eq!(running.events("flag missing").len(), 2);
    assert_eq!(at(&running)[2], 90.0);
    assert_eq!(points(&running).last(), Some(&(11, 3)));
}

#[test]
fn scripts_send_characters_along_paths_and_to_flags() {
    let script = "func go { ai2_dopath guard round }\nfunc send { ai2_movetoflag guard 2 setfacing }\n\
        func away { ai2_dopath nobody round }\nfunc jump { chr_teleport guard 2 }";
    let mut things = level_of(&[to(1), pause(1000)]);
    things[1] = thing(&CHARACTERS, &[("name", t("guard")), ("patrol_path", n(1)), ("rotation", v([0.0, 45.0, 0.0]))]);
    let mut running = run(&things, &[("a.bsl", script)]);
    running.wait(5);
    assert!(points(&running).is_empty(), "a path without the job is not walked");
    running.fire("scripts/0", "go").wait(100);
    assert_eq!(at(&running), [20.0, 0.0, 90.0]);
    running.fire("scripts/0", "send").wait(100);
    assert_eq!(at(&running), [20.0, 20.0, 180.0]);
    running.fire("scripts/0", "away");
    assert_eq!(running.said("called, nobody to do it").len(), 1);
    running.act(Verb::Place { x: 0.into(), y: 0.into(), z: None, facing: 10.into(), who: "characters/1".parse().ok() });
    running.fire("scripts/0", "jump");
    assert_eq!(at(&running), [20.0, 20.0, 10.0], "a teleport keeps the facing");
}

#[test]
fn a_path_without_points_and_one_of_unknown_types_end() {
    let mut empty = running(&[], "");
    empty.wait(3);
    assert_eq!(empty.events("patrol ends").len(), 1);
}
