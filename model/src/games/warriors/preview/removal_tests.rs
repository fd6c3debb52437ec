//! How long what was let go stays (`warriors.md` P31), and key frames of all of it.

use super::kind::Kind;
use super::pick_tests::{before, hand};
use super::removal::time;
use super::test_levels::{Made, line, n};
use crate::games::warriors::types::Types;
use crate::preview::{Log, Verb, World};

#[test]
fn p31_times_by_type() {
    let of = |name: &str| Kind::of(name, &Types::default().get(name));
    assert_eq!(time(&of("dyn_beerbottle"), 30_000), Some(30_000));
    assert_eq!(time(&of("dyn_bowie"), 30_000), Some(120_000));
    assert_eq!(time(&Kind { object_type: 39, ..of("dyn_bat") }, 30_000), Some(1));
    assert_eq!((time(&of("dyn_bat"), 500), time(&of("dyn_bat_tuff"), 500)), (Some(500), None));
}

#[test]
fn p31_a_dropped_weapon_vanishes_after_thirty_seconds_and_goes_at_the_next_check() {
    for (script, ticks) in [("", 1800), ("CfgSetGlobalTimeToLive(2000)\n", 120)] {
        let mut run = before(script, "dyn_beerbottle");
        run.act(Verb::Take).wait(14).act(Verb::Take);
        let dropped = run.world.live.tick;
        assert_eq!(run.value("lines/0", "removal"), f64::from(ticks));
        run.until(dropped + ticks - 1);
        assert_eq!((run.value("lines/0", "tint") as u32, run.value("lines/0", "removed")), (u32::MAX, 0.0));
        run.until(dropped + ticks + dropped % 2);
        // At once, without a fade; nobody takes it any more.
        assert_eq!((run.value("lines/0", "tint") as u32, run.value("lines/0", "removed")), (0xFFFF_FF00, 0.0));
        run.act(Verb::Touch { target: "lines/0".parse().unwrap() });
        assert_eq!(run.events("not taken: its time is over").len(), 1);
        run.until(dropped + ticks + dropped % 2 + 2);
        assert_eq!((run.value("lines/0", "removed"), run.events("time is over").len()), (1.0, 1));
    }
}

#[test]
fn p31_a_mace_goes_at_once_and_the_tuff_bat_never() {
    let mut run = before(&hand("dyn_mace", "melee_weapon", 0, 20, [0, 39, 2], 0.0), "dyn_mace");
    run.act(Verb::Take).wait(14).act(Verb::Take).wait(6);
    assert_eq!(run.value("lines/0", "removed"), 1.0);
    let mut run = before("", "dyn_bat_tuff");
    run.act(Verb::Take).wait(14).act(Verb::Take).wait(3000);
    assert_eq!(run.value("lines/0", "removed"), 0.0);
}

#[test]
fn p31_taking_it_again_ends_its_time() {
    let mut run = before("CfgSetGlobalTimeToLive(2000)\n", "dyn_beerbottle");
    run.act(Verb::Take).wait(14).act(Verb::Take).wait(60).act(Verb::Take).wait(300);
    assert_eq!((run.value("walker/0", "holds"), run.events("time is over").len()), (1.0, 0));
}

#[test]
fn p31_what_has_a_time_is_removed_where_others_are_stored() {
    let lines = vec![line("dyn_beerbottle", [0.0, 1.0, 0.0], 0), line("dyn_beerbottle", [0.0, -2.0, 0.0], 0)];
    let mut run = Made::lines(lines).run();
    run.place("walker/0", [0.0; 3], 0.0).wait(8);
    run.act(Verb::Take).wait(14).act(Verb::Take).wait(60);
    run.place("walker/0", [300.0, 0.0, 0.0], 0.0).wait(4);
    assert_eq!(["lines/0", "lines/1"].map(|of| run.value(of, "live")), [0.0, 0.0]);
    assert_eq!(["lines/0", "lines/1"].map(|of| run.value(of, "removed")), [1.0, 0.0]);
    // What is carried comes along.
    run.place("walker/0", [0.0, -3.0, 0.0], 0.0).wait(4).act(Verb::Take).wait(20);
    run.place("walker/0", [300.0, 0.0, 0.0], 0.0).wait(60);
    assert_eq!((run.value("lines/1", "held"), run.value("lines/1", "live")), (1.0, 1.0));
}

#[test]
fn the_same_hash_from_a_key_frame_while_things_are_taken_aimed_thrown_and_end() {
    let made = || {
        let lines = vec![line("dyn_beerpile", [0.0, 1.0, 0.0], 0), line("dyn_tknife", [0.0, -1.0, 0.0], 0)];
        Made { lines, ..Made::script("CfgSetGlobalTimeToLive(500)\n") }
    };
    let course = |tick: u32| match tick {
        10 => Some(Verb::Take),
        30 => Some(Verb::Aim),
        34 => Some(Verb::Keys { forward: 1, side: 0, turn: 1, pace: 0 }),
        50 => Some(Verb::Use),
        90 => Some(Verb::Touch { target: "lines/1".parse().unwrap() }),
        110 => Some(Verb::Throw { x: n(3.0), y: n(3.0), z: n(1.0) }),
        180 => Some(Verb::Touch { target: "lines/0".parse().unwrap() }),
        220 => Some(Verb::Take),
        _ => None,
    };
    let all = || {
        let mut run = made().run();
        run.place("walker/0", [0.0; 3], 0.0).place("dummies/0", [4.0, 4.0, 0.0], 0.0).set("dummies/0", "team", 1.0);
        run
    };
    let (mut run, mut again) = (all(), all());
    for tick in 4..260 {
        let mut copy = run.world.copy();
        let mut log = Log::default();
        match course(tick) {
            Some(verb) => {
                copy.tick(&[crate::preview::Input { tick, verb: verb.clone() }], &mut log);
                run.act(verb.clone());
                again.act(verb);
            }
            None => {
                copy.tick(&[], &mut log);
                run.wait(1);
                again.wait(1);
            }
        }
        assert_eq!((run.world.hash(), again.world.hash()), (copy.hash(), copy.hash()), "{tick}");
    }
    assert_eq!(run.log, again.log);
    let seen = ["is made", "aims", "lets go", "sticks in", "drops"].map(|kind| run.events(kind).len());
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}
