//! Links and trains by the numbers of `warriors.md` P11b, P13, P22 and P33.

use glam::Vec3;

use super::link::{CHARGE, DOOR, JUMP, Link, Navigation, Node, Polygon};
use super::test_levels::{Made, Running, door, kind};
use super::wheel;

fn square(flags: u16, centre: Vec3, half: f32) -> Polygon {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let corners = corners.map(|[x, y]: [f32; 2]| centre + Vec3::new(x, y, 0.0) * half);
    Polygon { flags, corners: corners.to_vec() }
}

/// The neighbourhood of door 15 of level 87: links 1530 and 1537 between nodes 219 and 220, 1.4 m apart, polygon 33.
fn level87() -> Navigation {
    let link = |node, kind, door| Link { node, kind, door, avoid: true };
    let mut navigation = Navigation {
        links: vec![link(0, JUMP, 0); 1540],
        nodes: vec![Node { at: Vec3::ZERO, first: 0, count: 0 }; 221],
        polygons: vec![square(1, Vec3::ZERO, 1.0); 34],
    };
    navigation.nodes[219] = Node { at: Vec3::new(40.0, 10.0, 0.0), first: 1530, count: 1 };
    navigation.nodes[220] = Node { at: Vec3::new(41.4, 10.0, 0.0), first: 1537, count: 1 };
    navigation.links[1530] = link(220, DOOR, 15);
    navigation.links[1537] = link(219, DOOR, 15);
    navigation.polygons[33] = square(7, Vec3::new(40.7, 10.0, 0.0), 0.8);
    navigation
}

#[test]
fn p22_opening_by_number_clears_the_avoid_bits_and_opens_the_hole() {
    let mut navigation = level87();
    assert_eq!(navigation.hole(15), Some(33));
    assert_eq!(navigation.by_number(15, true), 2);
    assert!([1530, 1537].iter().all(|at| !navigation.links[*at].avoid));
    assert_eq!(navigation.polygons[33].flags, 15);
    navigation.by_number(15, false);
    assert!(navigation.links[1530].avoid && navigation.polygons[33].flags == 7);
    assert_eq!(navigation.hole(16), None);
}

#[test]
fn p22_of_several_holes_the_nearest_that_holds_the_middle() {
    let mut navigation = level87();
    navigation.polygons[3] = square(4, Vec3::new(40.9, 10.0, 0.0), 1.0);
    assert_eq!(navigation.hole(15), Some(33));
    navigation.polygons[33].flags = 1;
    assert_eq!(navigation.hole(15), Some(3));
    navigation.polygons[3].flags = 1;
    assert_eq!(navigation.hole(15), None);
}

#[test]
fn p22_links_by_place_go_both_ways() {
    let navigation = level87();
    assert_eq!(navigation.nearest(DOOR, Vec3::new(40.7, 12.0, 0.0), 5.0), Some(1530));
    assert_eq!(navigation.nearest(DOOR, Vec3::new(40.7, 16.0, 0.0), 5.0), None);
}

#[test]
fn p22_breakable_doors_are_charged_and_breaking_one_opens_its_links() {
    let fence = kind("dyn_door_fence", "dyn_door_fence", 10, [3.0, 0.1, 2.5], 0, 0.0);
    // Bit 15 is the avoid bit.
    let links = vec![(0, 0x10, 7 | 0x8000), (0, 0x10, 8 | 0x8000), (1, 0x10, 7 | 0x8000)];
    let script = fence + &door("dyn_door_fence", [0.0; 3], 7);
    let mut run = Made { links, ..Made::script(&script) }.run();
    let all = |run: &Running, field: &str| [0, 1, 2].map(|at| run.value(&format!("nav_links/{at}"), field));
    assert_eq!(all(&run, "kind"), [64.0, 16.0, 64.0]);
    assert_eq!(all(&run, "avoid"), [1.0, 1.0, 1.0]);
    run.hit("doors/0", 2);
    assert_eq!(all(&run, "avoid"), [0.0, 1.0, 0.0]);
    assert_eq!(run.values("links opened"), [2]);
}

#[test]
fn p11b_p13_a_window_is_charged_and_its_break_opens_the_way() {
    let link = |node, kind| Link { node, kind, door: 0, avoid: false };
    let at = |x: f32| Vec3::new(x, 0.0, 0.0);
    let made = |polygons: Vec<Polygon>| Navigation {
        links: vec![link(1, JUMP), link(0, JUMP), link(2, JUMP)],
        nodes: vec![
            Node { at: at(0.0), first: 0, count: 1 },
            Node { at: at(2.0), first: 1, count: 1 },
            Node { at: at(60.0), first: 2, count: 1 },
        ],
        polygons,
    };
    // Out of any polygon it stays a jump that is avoided.
    let mut outside = made(Vec::new());
    outside.window(at(1.0));
    assert_eq!((outside.links[0].kind, outside.links[0].avoid, outside.links[1].avoid), (JUMP, true, false));
    outside.window_broken(at(1.0));
    assert!(!outside.links[0].avoid);
    // In one it and its reverse are charged.
    let mut inside = made(vec![square(4, at(1.0), 0.5)]);
    inside.window(at(1.0));
    assert_eq!([0, 1, 2].map(|l: usize| inside.links[l].kind), [CHARGE, CHARGE, JUMP]);
    inside.window_broken(at(1.0));
    assert!(!inside.links[0].avoid && inside.polygons[0].flags == 12);
    // Type 18 opens its polygon when it is placed.
    let mut open = made(vec![square(4, at(1.0), 0.5)]);
    open.open_at(at(1.0), true);
    assert_eq!(open.polygons[0].flags, 12);
}

/// The train of the specification: three points, 20 m apart.
fn train() -> Running {
    let car = |at: usize, x: f32| {
        format!("Car{at} = ObjSpawn(\"dyn_car\", {{{x}, 80, 7}}, {{0, 0, 0, 1}}, -1, 0, 0, 4294967295, nil)\n")
    };
    let point = |at: usize, gap: u8| format!("ObjSetTrainPoint(0, Car{at}, {at}, {gap})\n");
    let cars = car(0, 100.0) + &car(1, 120.0) + &car(2, 140.0);
    Made::script(&(cars + "ObjStartTrain(0, 2.5)\n" + &point(0, 0) + &point(1, 0) + &point(2, 1))).run()
}

#[test]
fn p33_who_is_in_the_way_of_a_train() {
    let run = train();
    let train = &run.world.live.trains[0];
    let [least, most] = train.bounds().unwrap();
    assert_eq!((least, most), (Vec3::new(97.5, 77.5, 4.5), Vec3::new(142.5, 82.5, 9.5)));
    assert!(train.threatens(Vec3::new(110.0, 82.4, 7.0)));
    assert!(!train.threatens(Vec3::new(110.0, 82.6, 7.0)));
    // The last segment is never tried.
    let dodged = |x: f32| train.dodged(Vec3::new(x, 82.0, 7.0));
    assert_eq!([110.0, 130.0, 95.0].map(dodged), [Some(0), None, None]);
}

#[test]
fn p33_a_dummy_is_told_once_and_again_when_it_comes_back() {
    let mut run = train();
    run.place("dummies/3", [110.0, 82.4, 7.0], 0.0).place("dummies/4", [130.0, 82.0, 7.0], 0.0).wait(20);
    let told = run.events("must dodge");
    assert_eq!(told.iter().map(|(_, who)| who.as_str()).collect::<Vec<_>>(), ["dummies/3", "dummies/4"]);
    assert_eq!(run.values("must dodge"), [0, -1]);
    run.place("dummies/3", [110.0, 90.0, 7.0], 0.0).wait(4).place("dummies/3", [110.0, 81.0, 7.0], 0.0).wait(4);
    assert_eq!(run.events("must dodge").len(), 3);
    run.fire("trains/0", "stop").place("dummies/5", [110.0, 81.0, 7.0], 0.0).wait(4);
    assert_eq!(run.events("must dodge").len(), 3);
    run.fire("trains/0", "start").wait(4);
    assert_eq!(run.events("must dodge").len(), 6, "all three stand there");
}

#[test]
fn p33_starting_forgets_the_points_and_records_are_not_overrun() {
    let mut script = String::from("Car0 = ObjSpawn(\"dyn_car\", {0, 0, 0}, {0, 0, 0, 1}, -1, 0, 0, 4294967295, nil)\n");
    script += "ObjSetTrainPoint(1, Car0, 3, 0)\nObjStartTrain(1, 1.4)\nObjSetTrainPoint(1, Car0, 12, 0)\n";
    script += "ObjSetTrainPoint(4, Car0, 0, 0)\nObjStartTrain(9, 1)\nObjSetTrainPoint(1, Car0, 11, 0)\n";
    let run = Made::script(&script).run();
    assert_eq!((run.value("trains/1", "points"), run.value("trains/1", "running")), (12.0, 1.0));
    assert_eq!(run.events("train starts"), [(0, "trains/1".to_owned())]);
}

#[test]
fn p32_the_wheel_turns_and_its_signs_take_turns() {
    let lit = |frame: u32| [0, 1, 2, 3].map(|sign| wheel::lit(sign, frame));
    assert_eq!(lit(75), [true, false, false, true]);
    assert_eq!(lit(45), [false, true, false, true]);
    assert_eq!(lit(10), [false, false, true, true]);
    assert_eq!(lit(610), lit(10));
    assert_eq!(lit(100), [true, false, false, true]);
    // Fact 65, and a turn in 160 seconds.
    assert_eq!((wheel::angle(600), wheel::angle(4800 + 300)), (45.0, 22.5));
    let speed = (wheel::on_rim(wheel::angle(1)) - wheel::on_rim(0.0)).length() * 30.0;
    assert!((speed - 0.846).abs() < 2e-3, "{speed}");
    assert!(((wheel::on_rim(77.0) - wheel::HUB).length() - 21.55).abs() < 1e-3);
}

#[test]
fn p32_a_level_with_the_wheel_shows_it() {
    use crate::preview::{Form, World};
    let spawn = |name: &str| {
        format!("ObjSpawn(\"{name}\", {{515.51, -68.89, -188.67}}, {{0, 0, 0, 1}}, -1, 0, 0, 4294967295, nil)\n")
    };
    let script = ["dyn_s_wwheel_a", "dyn_s_neon_a", "dyn_s_neon_d"].map(spawn).concat();
    let mut run = Made::script(&script).run();
    run.until(90);
    let signs = |run: &Running| {
        let shapes = run.world.shapes();
        let text = shapes.into_iter().filter_map(|shape| match shape.form {
            Form::Text { text, .. } => Some(text),
            _ => None,
        });
        text.collect::<Vec<_>>()
    };
    // A sign that is not lit is not seen, wherever it stands.
    let seen = |run: &Running| [1, 2].map(|sign| run.value(&format!("spawns/{sign}"), "opacity") > 0.0);
    assert_eq!((signs(&run), seen(&run)), (vec!["neon d".to_owned()], [false, true]), "frame 45");
    run.until(150);
    assert_eq!((signs(&run), seen(&run)), (vec!["neon a".to_owned(), "neon d".to_owned()], [true, true]), "frame 75");
}

#[test]
fn p22_the_samples_path_data_has_a_hole_for_each_door_and_the_window() {
    let run = Made::sample().run();
    let ways = &run.world.fixed.navigation;
    assert_eq!([1, 2, 3].map(|door| ways.hole(door)), [Some(1), Some(2), Some(3)]);
    // The fence is broken, not opened: both of its links are charged. The left window is linked: P11b.
    let of = |door: u16| ways.links.iter().filter(move |l| l.door == door).map(|l| (l.kind, l.avoid));
    assert_eq!(of(2).collect::<Vec<_>>(), [(DOOR, true); 2]);
    assert_eq!(of(3).collect::<Vec<_>>(), [(CHARGE, true); 2]);
    let window: Vec<_> = run.world.live.navigation.links.iter().filter(|l| l.door == 0 && l.kind != 1).collect();
    assert_eq!(window.iter().map(|l| l.kind).collect::<Vec<_>>(), [CHARGE; 2]);
}

#[test]
fn p22_breaking_the_samples_fence_opens_its_hole() {
    let mut run = Made::sample().run();
    assert_eq!(run.world.live.navigation.polygons[3].flags, 7);
    run.hit("doors/2", 2);
    assert_eq!(run.values("links opened"), [2]);
    assert_eq!(run.world.live.navigation.polygons[3].flags, 15);
}
