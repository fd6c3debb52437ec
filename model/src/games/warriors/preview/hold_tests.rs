//! What is held, by the numbers of `warriors.md` P37 and P34.

use glam::{Quat, Vec3};

use super::carry::{pickup_clip, slot};
use super::hold::{local, nearest_drop, within};
use super::kind::Kind;
use super::pick_tests::{before, hand};
use super::test_levels::{Made, line};
use crate::games::warriors::types::Types;
use crate::preview::{Number, Verb};

fn near(a: Vec3, b: [f32; 3]) {
    assert!((a - Vec3::from_array(b)).abs().max_element() < 1e-4, "{a} {b:?}");
}

#[test]
fn p37_a_bat_slides_along_its_own_y_and_a_register_lies_by_its_type() {
    let level = Made::script(&hand("dyn_bat_tuff", "melee_weapon", 0, 20, [0, 3, 3], 0.39)).level();
    let bat = Kind::of("dyn_bat_tuff", &Types::of(&level).get("dyn_bat_tuff"));
    assert_eq!(local(&bat), (Vec3::new(0.0, 0.39, 0.0), Quat::IDENTITY));
    // The slide turns with it, and is for melee weapons alone.
    let quarter = Quat::from_xyzw(0.0, 0.0, std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2);
    let turned = Kind { hold: (Vec3::X, quarter), ..bat.clone() };
    near(local(&turned).0, [1.0 - 0.39, 0.0, 0.0]);
    let crate_ = Kind { class: "overhead_weapon".to_owned(), ..turned };
    near(local(&crate_).0, [1.0, 0.0, 0.0]);
    let register = Kind::of("dyn_cashreg", &Types::default().get("dyn_cashreg"));
    let (at, turn) = local(&register);
    near(at, [0.3075, 0.1306, 0.2869]);
    assert_eq!(turn.to_array(), [-0.1485, 0.0522, -0.9863, -0.0484]);
}

#[test]
fn p37_the_pose_of_a_held_thing_is_its_own_in_the_hands() {
    let (at, turn) = within(
        (
            Vec3::new(1.0, 2.0, 3.0),
            Quat::from_xyzw(0.0, 0.0, std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2),
        ),
        (Vec3::new(0.0, 0.5, 0.25), Quat::IDENTITY),
    );
    near(at, [0.5, 2.0, 3.25]);
    near(turn * Vec3::Y, [-1.0, 0.0, 0.0]);
    // A bat in the hand of a walker who looks west: 0.39 m farther ahead than the hand.
    let mut run = before(&hand("dyn_bat", "melee_weapon", 0, 20, [0, 3, 3], 0.39), "dyn_bat");
    run.act(Verb::Take).wait(14).place("walker/0", [10.0, 0.0, 0.0], 90.0).wait(1);
    let held = run.world.live.objects[0];
    near(held.at, [10.0 - 0.25 - 0.39, 0.3, 0.95]);
    near(held.turn * Vec3::Y, [-1.0, 0.0, 0.0]);
    assert_eq!(run.value("lines/0", "x") as f32, held.at.x, "the thing itself goes along");
}

#[test]
fn p37_a_drop_lies_no_farther_than_an_arm() {
    assert!((nearest_drop(1.0) - 0.34).abs() < 1e-6 && (nearest_drop(0.97) - 0.3295).abs() < 1e-6);
    let mut run = before("", "dyn_beerbottle");
    run.act(Verb::Take).wait(14);
    let held = run.world.live.objects[0];
    assert!(held.at.truncate().length() > 0.34);
    run.act(Verb::Take);
    let dropped = run.world.live.objects[0];
    assert!((dropped.at.truncate().length() - 0.34).abs() < 1e-4, "{}", dropped.at);
    // It starts where it was drawn, and falls for the first tick.
    assert!((held.at.z - dropped.at.z - 15.68 / 3600.0).abs() < 1e-5);
    assert_eq!(dropped.turn, held.turn);
    run.wait(60);
    assert!(run.value("lines/0", "z").abs() < 1e-4);
    assert_eq!((run.events("comes to rest").len(), run.events("breaks").len()), (1, 0));
    assert_eq!(run.value("lines/0", "hits_left"), 0.0);
}

#[test]
fn p37_who_is_larger_holds_higher_and_drops_farther() {
    let mut made = Made::lines(vec![line("dyn_beerbottle", [0.0, 1.0, 0.0], 0)]);
    made.start.settings.insert("scale".to_owned(), Number::thousandths(1200));
    let mut run = made.run();
    run.place("walker/0", [0.0; 3], 0.0).wait(4).act(Verb::Take).wait(14);
    near(run.world.live.objects[0].at, [0.36, 0.3, 1.14]);
    run.act(Verb::Take);
    assert!((run.world.live.objects[0].at.truncate().length() - 0.41).abs() < 1e-4);
}

#[test]
fn p34_clips_of_a_pickup_by_hand_and_height() {
    assert_eq!([0.0, 0.8, 0.81, 1.42].map(|height| pickup_clip(2, height)), [503, 503, 504, 504]);
    assert_eq!(
        [0, 1, 5, 7].map(|clip| [pickup_clip(clip, 0.0), pickup_clip(clip, 1.0)]),
        [[461, 462], [461, 462], [463, 464], [549, 550]]
    );
}

#[test]
fn p34_slots_of_the_carry_with_both_hands() {
    let slots = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 33];
    assert_eq!(
        slots.map(|at| slot(4, false, at).unwrap()),
        [509, 535, 537, 515, 515, 516, 517, 518, 529, 519, 519, 527, 535, 537, 541, 529, 523]
    );
    assert_eq!(
        slots.map(|at| slot(3, false, at).unwrap()),
        [388, 401, 403, 407, 408, 409, 410, 411, 390, 412, 413, 358, 366, 368, 380, 360, 417]
    );
    assert_eq!([0, 4, 6, 33].map(|at| slot(6, false, at).unwrap()), [555, 561, 563, 569]);
    assert_eq!([0, 11, 21, 23, 24].map(|at| slot(5, true, at).unwrap()), [469, 469, 466, 469, 470]);
    assert_eq!(slot(4, false, 21), None);
}

#[test]
fn p34_a_cans_style_comes_with_it_and_goes_with_the_drop_and_the_throw() {
    for throws in [false, true] {
        let mut run = before("", "dyn_trashcan");
        let slots =
            |run: &super::test_levels::Running| ["slot_0", "slot_6", "slot_33"].map(|slot| run.value("walker/0", slot));
        assert_eq!(slots(&run), [388.0, 410.0, 417.0]);
        run.act(Verb::Take).wait(14);
        assert_eq!((run.values("picks up, clip"), run.values("carries, style")), (vec![503], vec![4]));
        assert_eq!((run.value("walker/0", "style"), slots(&run)), (4.0, [509.0, 517.0, 523.0]));
        if throws {
            run.act(Verb::Use).wait(32)
        } else {
            run.act(Verb::Take)
        };
        assert_eq!((run.values("style ends"), run.value("walker/0", "style")), (vec![4], 0.0));
        assert_eq!(slots(&run), [388.0, 410.0, 417.0]);
    }
}

#[test]
fn a_register_is_lifted_from_a_counter_and_only_once() {
    let mut made = Made::lines(vec![line("dyn_cashreg", [0.0, 0.8, 1.42], 0)]);
    made.start.settings.insert("take_reach".to_owned(), Number::whole(2));
    let mut run = made.run();
    run.place("walker/0", [0.0; 3], 0.0).wait(4).act(Verb::Take).wait(14);
    assert_eq!((run.values("picks up, clip"), run.value("walker/0", "slot_0")), (vec![504], 509.0));
    assert_eq!(run.events("drawer removed").len(), 1);
    run.act(Verb::Take).wait(90).act(Verb::Touch { target: "lines/0".parse().unwrap() });
    assert_eq!(super::pick_tests::last(&run), "not taken: it was lifted before");
}
