//! The rules of seed 000, TRGV, each by its name.

use super::test_levels::*;
use crate::games::oni::tables::*;
use crate::preview::{Verb, World};
use crate::record::Value;

/// A volume of 10 by 30 by 10 at x 100, with all its scripts.
fn volume(id: i64, set: &[Set]) -> Thing {
    let all = [
        ("name", t(&format!("tv_{id}"))),
        ("id", n(id)),
        ("position", v([100.0, 0.0, 0.0])),
        ("size", v([10.0, 30.0, 10.0])),
        ("teams", n(0xFFFF_FF01)),
        ("entry_script", t(&format!("in_{id}"))),
        ("inside_script", t(&format!("stay_{id}"))),
        ("exit_script", t(&format!("out_{id}"))),
    ];
    // The later of two values stays.
    thing(&TRIGGER_VOLUMES, &[&all[..], set].concat())
}

const SCRIPTS: &str = "var int ins; var int stays; var int outs; var string who;\n\
    func in_1(string ai_name) { ins = ins + 1\n who = ai_name }\n func stay_1 { stays = stays + 1 }\n func out_1 { outs = outs + 1 }\n\
    func in_2 { ins = ins + 100 }\n func stay_2 { stays = stays + 100 }\n func out_2 { outs = outs + 100 }\n";

fn run_with(things: &[Thing]) -> Running {
    let all = [&[player([0.0; 3])], things].concat();
    run(&all, &[("a.bsl", SCRIPTS)])
}

fn counts(running: &Running) -> [i32; 3] {
    ["ins", "stays", "outs"].map(|name| running.value("level/0", name) as i32)
}

#[test]
fn entering_fires_the_entry_script_being_in_the_inside_script_every_tick_and_leaving_the_exit_script() {
    let mut running = run_with(&[volume(1, &[])]);
    running.wait(3);
    assert_eq!(counts(&running), [0, 0, 0]);
    running.place(105, 5).wait(10);
    assert_eq!(counts(&running), [1, 10, 0]);
    running.place(0, 0).wait(5);
    assert_eq!(counts(&running), [1, 10, 1]);
    let starts: Vec<_> = running.started().into_iter().filter(|(_, name)| name == "in_1").collect();
    assert_eq!(starts, [(4, "in_1".to_owned())], "in the tick it is there, before anybody moves");
}

#[test]
fn the_script_gets_the_characters_name() {
    let mut running = run_with(&[volume(1, &[])]);
    running.place(105, 5).wait(1);
    let level = &running.world.live;
    let who = running.world.fixed.program.variable("who").unwrap();
    let value = level.globals[usize::from(who)];
    assert_eq!(running.world.fixed.program.show(value), "char_0");
}

#[test]
fn the_box_runs_from_its_corner_along_the_turned_axes() {
    // About y by 90 degrees: x goes to -z, z to x.
    let turned = volume(1, &[("rotation", v([0.0, 90.0, 0.0])), ("size", v([40.0, 30.0, 10.0]))]);
    let inside = |x: i32, z: i32| {
        let mut running = run_with(std::slice::from_ref(&turned));
        running.place(x, z).wait(1);
        counts(&running)[0] == 1
    };
    assert!(inside(105, -35) && inside(101, -1), "x of the box is -z of the world");
    assert!(!inside(105, 5) && !inside(135, 5) && !inside(95, -35));
}

#[test]
fn the_rotation_is_about_x_then_y_then_z() {
    // A point on the box's z axis: about x by 90 it goes to -y, and about y nothing moves it from there; in the other
    // order it would go to x first and stay there.
    let turned = volume(
        1,
        &[("rotation", v([90.0, 90.0, 0.0])), ("position", v([100.0, 60.0, 0.0])), ("size", v([1.0, 1.0, 50.0]))],
    );
    let mut running = run_with(&[turned]);
    running.act(Verb::Place {
        x: 100.into(),
        y: crate::preview::Number::thousandths(-500),
        z: Some(20.into()),
        facing: 0.into(),
        who: None,
    });
    running.wait(1);
    assert_eq!(counts(&running)[0], 1);
}

#[test]
fn three_angles_turn_the_box_as_rz_ry_rx() {
    // Along the box's z axis: about x by 90 degrees it is -y, about y nothing changes, about z by 90 it is x. In any other
    // order the last turn leaves it elsewhere.
    let turned = |rotation: [f64; 3]| {
        volume(1, &[("rotation", v(rotation)), ("position", v([100.0, 9.0, 0.0])), ("size", v([3.0, 3.0, 50.0]))])
    };
    let inside = |rotation: [f64; 3], x: i32, z: i32| {
        let mut running = run_with(&[turned(rotation)]);
        running.place(x, z).wait(1);
        counts(&running)[0] == 1
    };
    assert!(inside([90.0, 0.0, 90.0], 130, 1) && !inside([90.0, 0.0, 90.0], 70, 1));
    // About x by 90 to -y, about y nothing, about z by -90 to -x.
    assert!(inside([90.0, 0.0, -90.0], 70, 1));
    // About y by 90 it is x, about z by 180 -x.
    assert!(inside([0.0, 90.0, 180.0], 70, -1) && !inside([0.0, 90.0, 180.0], 130, -1));
}

#[test]
fn a_parent_whose_script_is_off_or_used_up_stays_silent() {
    let far = ("position", v([9000.0, 0.0, 0.0]));
    for (flags, expected) in [(0x08, 1), (0x01, 101), (0x10, 201)] {
        let parent = volume(2, &[far.clone(), ("flags", n(flags))]);
        let mut running = run_with(&[volume(1, &[("parent", n(2))]), parent]);
        running.place(105, 5).place(0, 0).place(105, 5);
        let counted = counts(&running)[0];
        // The own script fires both times.
        assert_eq!(counted, expected + 1, "{flags:#x}");
    }
}

#[test]
fn the_stored_flags_and_scripts_stay_apart_from_the_current_ones() {
    let script = "func back { trigvolume_reset tv_1 }\nfunc off { trigvolume_enable tv_1 0 entry }";
    let all = [player([0.0; 3]), volume(1, &[("flags", n(0x01))])];
    let mut running = run(&all, &[("a.bsl", SCRIPTS), ("b.bsl", script)]);
    running.fire("scripts/0", "off");
    assert_eq!(running.value("trigger_volumes/0", "flags"), f64::from(0x09), "one script alone");
    running.place(105, 5);
    assert_eq!(counts(&running)[0], 0);
    running.fire("scripts/0", "back");
    assert_eq!(running.value("trigger_volumes/0", "flags"), 1.0);
    running.place(0, 0).place(105, 5);
    assert_eq!(counts(&running)[0], 1);
}

#[test]
fn a_segment_of_18_units_from_the_feet_up_must_meet_the_box() {
    let high = |height: f64| {
        let mut running = run_with(&[volume(1, &[("position", v([100.0, height, 0.0]))])]);
        running.place(105, 5).wait(1);
        counts(&running)[0] == 1
    };
    assert!(high(17.9) && high(-29.9) && !high(18.1) && !high(-30.1));
}

#[test]
fn only_teams_of_the_mask_are_let_in() {
    let mut running = run_with(&[volume(1, &[("teams", n(0xFFFF_FF02))])]);
    running.place(105, 5).wait(1);
    assert_eq!(counts(&running)[0], 0);
    running.act(Verb::Set { target: "walker/0".parse().unwrap(), field: "team".to_owned(), value: 1.into() });
    assert_eq!(counts(&running)[0], 1);
    running.act(Verb::Set { target: "walker/0".parse().unwrap(), field: "team".to_owned(), value: 40.into() });
    assert_eq!(counts(&running), [1, 0, 1], "a team that no bit stands for");
}

#[test]
fn a_player_only_volume_lets_nobody_else_in() {
    let guard = thing(&CHARACTERS, &[("name", t("guard")), ("position", v([105.0, 0.0, 5.0]))]);
    let mut running = run_with(&[guard.clone(), volume(1, &[("flags", n(0x80))])]);
    running.wait(5);
    assert_eq!(counts(&running), [0, 0, 0]);
    let mut running = run_with(&[guard, volume(1, &[])]);
    running.wait(5);
    assert_eq!(counts(&running), [1, 4, 0]);
    running.place(105, 5);
    assert_eq!(counts(&running)[0], 2, "each on its own");
}

#[test]
fn once_switches_the_script_off_when_it_fires() {
    let mut running = run_with(&[volume(1, &[("flags", n(0x07))])]);
    for _ in 0..3 {
        running.place(105, 5).wait(4).place(0, 0);
    }
    assert_eq!(counts(&running), [1, 1, 1]);
    assert_eq!(running.value("trigger_volumes/0", "flags"), f64::from(0x3F));
}

#[test]
fn a_script_that_is_off_does_not_fire_and_a_volume_that_is_off_notices_nobody() {
    for (flags, expected) in [(0x08, [0, 2, 1]), (0x10, [1, 0, 1]), (0x20, [1, 2, 0]), (0x40, [0, 0, 0])] {
        let mut running = run_with(&[volume(1, &[("flags", n(flags))])]);
        running.place(105, 5).wait(2).place(0, 0);
        assert_eq!(counts(&running), expected, "{flags:#x}");
    }
}

#[test]
fn a_character_holds_four_volumes_and_the_fifth_is_not_noted() {
    let volumes: Vec<Thing> = [1, 3, 4, 5, 2].into_iter().map(|id| volume(id, &[])).collect();
    let mut running = run_with(&volumes);
    running.place(105, 5).wait(3);
    assert_eq!(running.value("walker/0", "volumes"), 4.0);
    assert_eq!(counts(&running), [1, 3, 0], "the fifth, which would count 100, fires nothing");
    assert_eq!(running.events("entered").len(), 4);
    // One of the four lets go, so the fifth finds a place.
    running.fire("trigger_volumes/1", "disable").wait(1);
    assert_eq!(counts(&running)[0], 101);
}

#[test]
fn leaving_moves_the_later_ids_down_and_switching_off_does_not() {
    let volumes: Vec<Thing> = [(1, 10.0), (2, 50.0), (3, 50.0)]
        .into_iter()
        .map(|(id, size)| volume(id, &[("size", v([size, 30.0, 10.0]))]))
        .collect();
    let mut running = run_with(&volumes);
    running.place(105, 5);
    let slots = |running: &Running| running.world.live.persons[0].slots;
    assert_eq!(slots(&running), [Some(1), Some(2), Some(3), None]);
    running.place(140, 5);
    assert_eq!(slots(&running), [Some(2), Some(3), None, None]);
    running.fire("trigger_volumes/1", "disable");
    assert_eq!(slots(&running), [None, Some(3), None, None]);
    running.place(105, 5);
    assert_eq!(slots(&running), [Some(1), Some(3), None, None], "the first free one");
}

#[test]
fn the_parents_script_of_the_same_kind_fires_with_each() {
    let parent = volume(2, &[("position", v([9000.0, 0.0, 0.0]))]);
    let mut running = run_with(&[volume(1, &[("parent", n(2))]), parent]);
    running.place(105, 5).wait(2).place(0, 0);
    assert_eq!(counts(&running), [101, 202, 101]);
    // Parents in a circle fire once each.
    let round = volume(2, &[("position", v([9000.0, 0.0, 0.0])), ("parent", n(1))]);
    let mut running = run_with(&[volume(1, &[("parent", n(2))]), round]);
    running.place(105, 5);
    assert_eq!(counts(&running)[0], 101);
}

#[test]
fn the_queue_holds_128_scripts() {
    let crowd =
        (0..200).map(|at| thing(&CHARACTERS, &[("name", t(&format!("c{at}"))), ("position", v([105.0, 0.0, 5.0]))]));
    let mut things: Vec<Thing> = crowd.collect();
    things.push(volume(1, &[]));
    let mut running = run_with(&things);
    running.wait(1);
    assert_eq!(counts(&running)[0], 128);
    assert_eq!(running.events("script lost: the queue is full").len(), 72);
}

#[test]
fn enabling_setting_scripts_resetting_and_setting_off_by_name() {
    let script = "func off { trigvolume_enable tv_1 0 }\nfunc on { trigvolume_enable tv_1 1 }\n\
        func swap { trigvolume_setscript tv_1 in_2 entry }\nfunc back { trigvolume_reset tv_1 }\n\
        func shoot { trigvolume_trigger tv_1 exit char_0 }\nvar int inside;\n\
        func many { inside = trigvolume_count(1) }\nfunc kill { trigvolume_kill 1 }\n";
    let all = [player([0.0; 3]), volume(1, &[("flags", n(1))])];
    let mut running = run(&all, &[("a.bsl", SCRIPTS), ("b.bsl", script)]);
    let call = |running: &mut Running, name: &str| {
        running.fire("scripts/0", name);
    };
    call(&mut running, "off");
    running.place(105, 5).wait(2);
    assert_eq!(counts(&running), [0, 0, 0]);
    call(&mut running, "on");
    assert_eq!(counts(&running)[0], 1);
    running.place(0, 0).place(105, 5);
    assert_eq!(counts(&running)[0], 1, "once");
    // A reset brings the stored flags and scripts back.
    call(&mut running, "swap");
    call(&mut running, "back");
    running.place(0, 0).place(105, 5);
    assert_eq!(counts(&running)[0], 2);
    call(&mut running, "back");
    call(&mut running, "swap");
    running.place(0, 0).place(105, 5);
    assert_eq!(counts(&running)[0], 102, "the function it was given");
    let outs = counts(&running)[2];
    call(&mut running, "shoot");
    assert_eq!(counts(&running)[2], outs + 1);
    call(&mut running, "many");
    assert_eq!(running.value("level/0", "inside"), 1.0);
    call(&mut running, "kill");
    assert_eq!(running.value("walker/0", "alive"), 0.0);
    assert_eq!(running.events("dies").len(), 1);
}

#[test]
fn what_is_no_number_meets_nothing() {
    let nan =
        Value::List([0x7FC0_0000, 0, 0].map(|bits| if bits == 0 { f(0.0) } else { Value::NanBits(bits) }).to_vec());
    let mut running = run_with(&[volume(1, &[("position", nan)])]);
    running.place(105, 5).wait(2);
    assert_eq!(counts(&running), [0, 0, 0]);
    assert!(running.world.hash() != 0);
}
