//! Flight, wear and what breaks, by the numbers of `warriors.md` P28 to P30 and P20.

use glam::{Quat, Vec3};

use super::flight::blow;
use super::kind::{ENDLESS, Kind};
use super::pick_tests::{before, hand};
use super::test_levels::{Made, Running, n};
use super::throw::turned;
use super::wear::{Meets, wears, worn};
use crate::games::warriors::types::Types;
use crate::preview::Verb;

fn of(name: &str) -> Kind {
    Kind::of(name, &Types::default().get(name))
}

/// Takes the one thing and throws it straight ahead, up to where it has just left the hand.
fn thrown(mut run: Running) -> Running {
    run.act(Verb::Take).wait(14).act(Verb::Use);
    let frames = run.world.live.tick;
    while run.events("lets go").is_empty() {
        run.wait(1);
        assert!(run.world.live.tick < frames + 60, "it is never let go");
    }
    run
}

#[test]
fn p28_a_can_of_fifty_leaves_at_twelve_metres_a_second() {
    let run = thrown(before("", "dyn_trashcan"));
    let object = run.world.live.objects[0];
    assert!((object.velocity - Vec3::new(0.0, 11.94, 1.19)).abs().max_element() < 0.006, "{}", object.velocity);
    let began = run.events("throws, clip")[0].0;
    assert_eq!((run.values("throws, clip"), run.events("lets go")[0].0), (vec![505], began + 32));
    assert!(object.thrown && object.spin.x == 0.0 && (5.0..=7.0).contains(&(-object.spin.z / std::f32::consts::PI)));
}

#[test]
fn p28_a_jogger_throws_a_bottle_at_fifty() {
    let mut run = before("", "dyn_beerbottle");
    run.act(Verb::Take).wait(14);
    run.act(Verb::Keys { forward: 1, side: 0, turn: 0, pace: 0 }).act(Verb::Use).wait(22);
    assert_eq!(run.values("throws, clip"), [472]);
    let velocity = run.world.live.objects[0].velocity;
    assert!((velocity - Vec3::new(0.0, 49.75, 4.98)).abs().max_element() < 0.01, "{velocity}");
}

#[test]
fn p29_knives_and_batons_turn_over_the_rest_spins_about_the_vertical() {
    for (name, set, spin) in [("dyn_bowie", 1, -8.0), ("dyn_dagger", 1, -4.0), ("dyn_stick", 2, -4.0)] {
        let mut run = before(&hand(name, "melee_weapon", 0, 20, [0, 11, set], 0.0), name);
        run.act(Verb::Take).wait(14).act(Verb::Throw { x: n(0.0), y: n(20.0), z: n(1.5) }).wait(36);
        let object = run.world.live.objects[0];
        assert!((object.spin - Vec3::X * spin * std::f32::consts::PI).length() < 1e-4, "{name} {}", object.spin);
    }
    // A dropped knife turns over too, a dropped bat does not.
    for (name, spins) in [("dyn_tknife", true), ("dyn_bat", false)] {
        let mut run = before("", name);
        run.act(Verb::Take).wait(14).act(Verb::Take);
        assert_eq!(run.world.live.objects[0].spin != Vec3::ZERO, spins, "{name}");
    }
}

#[test]
fn p29_spin_is_about_the_worlds_axes() {
    // A quarter of a turn about the world's x, from a thing that lies turned about z.
    let lies = Quat::from_xyzw(0.0, 0.0, std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2);
    let mut turn = lies;
    for _ in 0..60 {
        turn = turned(turn, Vec3::X * std::f32::consts::FRAC_PI_2, 1.0 / 60.0);
    }
    // Its own x looked to the world's y, which turned up.
    let own = turn * Vec3::X;
    assert!((own - Vec3::Z).length() < 1e-3, "{own}");
}

#[test]
fn p30_what_wears_by_class_hand_and_contact() {
    let all = [Meets::Level, Meets::Body, Meets::Human];
    let row = |kind: &Kind, held: bool, thrown: bool| all.map(|meets| wears(kind, held, thrown, meets));
    let (can, bottle, register, bat) = (of("dyn_trashcan"), of("dyn_beerbottle"), of("dyn_cashreg"), of("dyn_bat"));
    for (held, thrown) in [(true, false), (false, true), (false, false)] {
        assert_eq!(row(&can, held, thrown), [true; 3]);
        let guitar = Kind { material: 154, ..bat.clone() };
        assert_eq!(row(&guitar, held, thrown), [true; 3]);
    }
    assert_eq!(row(&register, true, false), [true; 3]);
    for kind in [&bottle, &bat] {
        assert_eq!(row(kind, true, false), [false, false, true]);
        assert_eq!((row(kind, false, true), row(kind, false, false)), ([true; 3], [false; 3]));
    }
    assert_eq!((worn([1, ENDLESS], true), worn([3, 2], true), worn([3, 2], false)), ([0, 255], [3, 1], [2, 2]));
    assert_eq!((worn([ENDLESS, ENDLESS], true), worn([ENDLESS, 2], false)), ([255, 255], [255, 2]));
}

#[test]
fn p30_a_thrown_can_breaks_into_its_pieces_a_metre_off_what_it_met() {
    let mut run = thrown(before("", "dyn_trashcan"));
    run.wait(120);
    assert_eq!(run.events("breaks"), [(run.events("breaks")[0].0, "lines/0".to_owned())]);
    assert_eq!((run.events("dyn_trashcan_b").len(), run.value("lines/0", "removed")), (1, 1.0));
    assert!(run.world.live.objects.is_empty());
}

#[test]
fn p30_a_dropped_can_breaks_a_dropped_bottle_does_not() {
    for (name, breaks) in [("dyn_trashcan", 1), ("dyn_beerbottle", 0)] {
        let mut run = before("", name);
        run.act(Verb::Take).wait(14).act(Verb::Take).wait(60);
        assert_eq!((run.events("drops").len(), run.events("breaks").len()), (1, breaks), "{name}");
    }
}

#[test]
fn p30_a_register_spends_one_hit_a_throw() {
    let script = hand("dyn_cashreg", "dyn_cashreg", 2, 50, [2, 2, 4], 0.0);
    let mut run = thrown(before(&script, "dyn_cashreg"));
    run.wait(120);
    assert_eq!((run.value("lines/0", "hits_left"), run.events("comes to rest").len()), (1.0, 1));
}

#[test]
fn p30_a_can_in_the_hands_of_a_sprinter_breaks_on_what_it_meets() {
    let script = super::test_levels::kind("dyn_stop", "simple_object", 0, [1.0, 1.0, 2.0], 0x203, 0.0);
    let lines = vec![
        super::test_levels::line("dyn_trashcan", [0.0, 1.0, 0.0], 0),
        super::test_levels::line("dyn_stop", [0.0, 9.0, 0.0], 0),
    ];
    let mut run = Made { lines, ..Made::script(&script) }.run();
    run.place("walker/0", [0.0; 3], 0.0).wait(8).act(Verb::Take).wait(14);
    run.act(Verb::Keys { forward: 1, side: 0, turn: 0, pace: 1 }).wait(90);
    assert_eq!(run.events("runs into").len(), 1);
    assert_eq!((run.events("breaks").len(), run.value("walker/0", "holds")), (1, 0.0));
}

#[test]
fn knives_stick_in_people_and_friends_take_no_damage() {
    for (team, damage, sticks) in [(1.0, 30, 1), (0.0, 0, 0)] {
        let mut run = before(&hand("dyn_bowie", "melee_weapon", 0, 20, [0, 11, 1], 0.0), "dyn_bowie");
        run.place("dummies/0", [0.0, 6.0, 0.0], 0.0).set("dummies/0", "team", team);
        run.act(Verb::Take).wait(14).act(Verb::Throw { x: n(0.0), y: n(6.0), z: n(1.5) }).wait(60);
        assert_eq!(run.values("hits"), [damage], "{team}");
        assert_eq!(run.events("sticks in").len(), sticks, "{team}");
        if sticks == 1 {
            run.place("dummies/0", [5.0, 6.0, 0.0], 0.0).wait(1);
            assert!((run.value("lines/0", "x") - 5.0).abs() < 0.5, "it goes with whom it sticks in");
            run.act(Verb::Leave { who: Some("dummies/0".parse().unwrap()) }).wait(60);
            assert!(run.value("lines/0", "z").abs() < 1e-3, "and falls when that one leaves");
        }
    }
}

#[test]
fn p20_kinds_of_thrown_blows() {
    assert_eq!((blow(&of("dyn_trashcan")), blow(&of("dyn_beerbottle")), blow(&of("dyn_molotv"))), (1, 0, 1));
    assert_eq!(blow(&Kind { object_type: 35, ..of("dyn_tv") }), 3);
}

#[test]
fn p28_a_key_throws_at_the_nearest_dummy_of_another_team() {
    let mut run = before("", "dyn_beerbottle");
    run.place("dummies/0", [-8.0, 0.0, 0.0], 0.0).place("dummies/1", [0.0, 25.0, 0.0], 0.0);
    run.set("dummies/0", "team", 1.0).set("dummies/1", "team", 1.0);
    run.act(Verb::Take).wait(14).act(Verb::Use).wait(60);
    assert!((run.value("walker/0", "facing") - 90.0).abs() < 1e-2, "it turned to face it");
    assert_eq!(run.events("hits")[0].1, "dummies/0");
}

#[test]
fn a_molotov_explodes_on_its_first_contact() {
    let mut run = thrown(before("", "dyn_molotv"));
    run.wait(120);
    assert_eq!((run.values("explodes"), run.value("lines/0", "removed")), (vec![1500], 1.0));
}

#[test]
fn what_wears_out_without_a_rule_lies_where_it_broke() {
    let script = hand("dyn_bat", "melee_weapon", 1, 20, [0, 3, 3], 0.0);
    let mut run = before(&script, "dyn_bat");
    run.act(Verb::Take).wait(14).act(Verb::Throw { x: n(0.0), y: n(9.0), z: n(0.0) }).wait(90);
    assert_eq!((run.events("is worn out").len(), run.value("lines/0", "removed")), (1, 0.0));
    // It can be taken again.
    run.place("walker/0", [0.0, 8.5, 0.0], 0.0).act(Verb::Touch { target: "lines/0".parse().unwrap() }).wait(14);
    assert_eq!(run.value("lines/0", "held"), 1.0);
}

#[test]
fn a_bottle_dropped_beside_a_pane_falls_and_breaks_nothing() {
    let mut run = before(&super::test_levels::pane(1, [-1.0, 0.5, 0.0], [2.0, 3.0], 4), "dyn_beerbottle");
    run.act(Verb::Take).wait(14).act(Verb::Take).wait(60);
    assert_eq!((run.value("panes/0", "broken"), run.value("lines/0", "airborne")), (0.0, 0.0));
    assert!(run.value("lines/0", "z").abs() < 1e-3);
}

#[test]
fn what_is_destroyed_in_a_hand_leaves_it_empty() {
    let mut run = before("", "dyn_trashcan");
    run.act(Verb::Take).wait(14).fire("lines/0", "destroy").wait(2);
    assert_eq!((run.value("walker/0", "holds"), run.value("walker/0", "style")), (0.0, 0.0));
    assert!(run.world.live.objects.is_empty() && !run.world.live.things[0].carried);
}
