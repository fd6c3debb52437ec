//! Picking up by the numbers of `warriors.md` P38 and P26.

use super::kind::Kind;
use super::pick::{Taker, flags, refusal};
use super::test_levels::{Made, Running, line, n};
use crate::games::warriors::types::Types;
use crate::preview::Verb;

/// A type's CfgObj for a hand: weight, clip, slide, object type, set, place in the hand.
pub(super) fn hand(name: &str, class: &str, hits: i32, weight: i32, by: [i64; 3], grip: f32) -> String {
    let [pickup, object_type, set] = by;
    format!(
        "CfgObj(\"{name}\", \"{class}\", 30, {hits}, 0, {weight}, {{0, 0, 0.1}}, {{0.2, 0.2, 0.2}}, 1, 4, 0.1, 1, 13, \
         {pickup}, 0, 0, {grip}, 0, {object_type}, {set}, {{0, 0, 0}}, {{0, 0, 0, 1}})\n"
    )
}

/// The walker a metre south of one thing.
pub(super) fn before(script: &str, name: &str) -> Running {
    let mut run = Made { lines: vec![line(name, [0.0, 1.0, 0.0], 0)], ..Made::script(script) }.run();
    run.place("walker/0", [0.0; 3], 0.0).wait(4);
    assert_eq!(run.value("lines/0", "live"), 1.0);
    run
}

/// What the last event was.
pub(super) fn last(run: &Running) -> &'static str {
    run.log.events().last().unwrap().kind
}

#[test]
fn p38_flags_by_class_and_model() {
    let all = ["melee_weapon", "thrown_weapon", "overhead_weapon", "dyn_molotv", "pickup_item", "powerup_item"];
    let found = all.map(|class| flags(class, 0));
    assert_eq!(found, [0x218081, 0x228081, 0x228001, 0x228081, 0x208081, 0x808081]);
    for (class, model) in
        [("melee_weapon", 0x13ff_8ee4), ("overhead_weapon", 0x8fc6_ac30), ("pickup_item", 0x2fd6_90d6)]
    {
        assert_eq!(flags(class, model) & 0x8000, 0, "{class}");
    }
    assert_eq!([flags("simple_object", 0), flags("simple_object", 0xfcbe_9fbb)], [1, 0x8081]);
    assert_eq!((flags("dyn_pile", 0), flags("dyn_masks", 0)), (0x228481, 1));
}

#[test]
fn p38_what_is_refused_and_to_whom() {
    let types = Types::default();
    let bottle = Kind::of("dyn_beerbottle", &types.get("dyn_beerbottle"));
    let walker = Taker { class: 0, player: true };
    assert_eq!(refusal(&bottle, walker), None);
    for (weight, class, taken) in [(74.0, 0, true), (75.0, 0, false), (75.0, 13, true), (75.0, 12, false)] {
        let heavy = Kind { weight, ..bottle.clone() };
        assert_eq!(refusal(&heavy, Taker { class, ..walker }).is_none(), taken, "{weight} {class}");
    }
    let own = Kind { hash: 0xd2cf_cd44, ..bottle.clone() };
    assert!(refusal(&own, walker).is_none());
    assert_eq!(refusal(&own, Taker { player: false, ..walker }), Some("not taken: for players alone"));
    let bench = Kind::of("dyn_parkbench_a", &types.get("dyn_parkbench_a"));
    assert_eq!(refusal(&bench, walker), Some("not taken: its kind is not picked up"));
    let key = Kind::of("dyn_key", &types.get("dyn_key"));
    assert_eq!(refusal(&key, walker), Some("not taken: it is walked over"));
}

#[test]
fn a_thing_is_in_the_hand_fourteen_ticks_after_its_clip_began() {
    let mut run = before("", "dyn_beerbottle");
    run.act(Verb::Take);
    let began = run.world.live.tick;
    assert_eq!(run.values("picks up, clip"), [461]);
    run.until(began + 13);
    assert_eq!(run.value("lines/0", "held"), 0.0);
    run.until(began + 14);
    assert_eq!((run.value("lines/0", "held"), run.value("walker/0", "holds")), (1.0, 1.0));
    // Its body is in nobody's way, and it is taken only once.
    run.act(Verb::Touch { target: "lines/0".parse().unwrap() });
    assert_eq!(last(&run), "not taken: attached");
}

#[test]
fn the_nearest_thing_in_reach_is_taken_and_nothing_beyond() {
    let lines = [[0.0, 1.3, 0.0], [0.0, 1.0, 0.0], [0.0, 3.0, 0.0]];
    let lines = lines.into_iter().map(|at| line("dyn_beerbottle", at, 0)).collect();
    let mut run = Made::lines(lines).run();
    run.place("walker/0", [0.0; 3], 0.0).wait(8);
    run.act(Verb::Take).wait(20);
    assert_eq!(run.events("in hand")[0].1, "lines/1");
    // Another one instead of it: the first is dropped.
    run.act(Verb::Take).wait(20);
    assert_eq!((run.events("drops").len(), run.events("in hand")[1].1.as_str()), (1, "lines/0"));
    run.place("walker/0", [0.0, -20.0, 0.0], 0.0).act(Verb::Take).wait(60);
    assert_eq!(run.events("drops").len(), 2, "nothing is near");
    run.place("walker/0", [0.0, -25.0, 0.0], 0.0).act(Verb::Take);
    assert_eq!(last(&run), "takes nothing");
}

#[test]
fn p38_every_refusal_says_why() {
    let touch = || Verb::Touch { target: "lines/0".parse().unwrap() };
    let mut run = before(&hand("dyn_fridge", "overhead_weapon", 1, 75, [2, 5, 4], 0.0), "dyn_fridge");
    run.act(Verb::Take);
    assert_eq!(last(&run), "not taken: too heavy");
    run.set("walker/0", "class", 13.0).act(Verb::Take).wait(14);
    assert_eq!(run.value("walker/0", "holds"), 1.0, "class 13 lifts it");
    // In the air.
    run.act(Verb::Take).wait(2).act(touch());
    assert_eq!(last(&run), "not taken: in the air");
    let mut run = before("", "dyn_key");
    run.act(touch());
    assert_eq!(last(&run), "not taken: it is walked over");
    let mut run = before("", "dyn_parkbench_a");
    run.act(touch());
    assert_eq!(last(&run), "not taken: its kind is not picked up");
    // Behind a wall.
    let mut mesh = crate::games::warriors::sample::SampleMesh::default();
    mesh.points.extend([[-9.0, 0.5, 0.0, 1.0], [9.0, 0.5, 0.0, 1.0], [9.0, 0.5, 3.0, 1.0]]);
    mesh.triangles.push(([0, 1, 2], 3, 0, 0));
    let made = Made { mesh, lines: vec![line("dyn_beerbottle", [6.0, 1.0, 0.0], 0)], ..Made::default() };
    let mut run = made.run();
    run.place("walker/0", [6.0, 0.0, 0.0], 0.0).wait(4).act(touch());
    assert_eq!(last(&run), "not taken: out of sight");
    run.place("walker/0", [6.0, 2.0, 0.0], 0.0).wait(4).act(touch());
    assert_eq!(last(&run), "picks up, clip", "from the other side it is seen");
}

#[test]
fn p38_powerups_are_walked_over() {
    let mut run = before("", "dyn_key");
    run.act(Verb::Keys { forward: 1, side: 0, turn: 0, pace: 0 }).wait(20);
    assert_eq!((run.events("walks over").len(), run.value("lines/0", "removed")), (1, 1.0));
}

#[test]
fn p26_a_pile_puts_what_it_makes_into_an_empty_hand() {
    let mut run = before("", "dyn_beerpile");
    run.act(Verb::Take).wait(14);
    assert_eq!(run.values("hands out dyn_beerbottle"), [27]);
    assert_eq!((run.value("made/0", "held"), run.value("lines/0", "live")), (1.0, 1.0));
    run.act(Verb::Touch { target: "lines/0".parse().unwrap() });
    assert_eq!(last(&run), "not taken: the hands are not empty");
    assert_eq!(run.events("is made").len(), 1);
}

#[test]
fn p26_a_box_of_spray_cans_gives_nine_charges() {
    let mut run = before("", "dyn_spraycan_box");
    for _ in 0..10 {
        run.act(Verb::Take).wait(20);
    }
    assert_eq!((run.value("walker/0", "spray_charges"), run.events("gives a spray charge").len()), (9.0, 9));
    assert!(run.events("is made").is_empty());
    assert_eq!(run.events("not taken: no room for a spray charge").len(), 1);
}

#[test]
fn what_is_gone_when_the_hand_comes_is_not_taken() {
    let mut run = before("", "dyn_trashcan");
    run.act(Verb::Take).hit("lines/0", 0).wait(20);
    assert_eq!((run.events("it is gone").len(), run.value("walker/0", "holds")), (1, 0.0));
}

#[test]
fn who_leaves_drops_what_it_holds() {
    let mut run = before("", "dyn_beerbottle");
    run.act(Verb::Take).wait(14).act(Verb::Leave { who: None }).wait(60);
    assert_eq!((run.value("lines/0", "held"), run.value("lines/0", "airborne")), (0.0, 0.0));
    assert!((run.value("lines/0", "z")).abs() < 1e-3);
    run.act(Verb::Take).act(Verb::Aim).act(Verb::Throw { x: n(0.0), y: n(1.0), z: n(1.0) });
    assert_eq!(run.events("refused").len(), 3);
}
