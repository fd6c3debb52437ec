//! Doors and barriers by the numbers of `warriors.md` P15 to P21.

use glam::Vec3;

use super::leaf::Swing;
use super::strike::damage;
use super::test_levels::{Made, Running, door, kind};
use crate::games::warriors::sample::SampleMesh;

const STORE: [f32; 3] = [2.18, 0.07, 2.33];

fn swing_kind(name: &str, hitpoints: i32) -> String {
    kind(name, "dyn_door_swinging", hitpoints, STORE, 0, 1.09)
}

/// A level with one door.
fn one(name: &str, hitpoints: i32) -> Running {
    Made::script(&(swing_kind(name, hitpoints) + &door(name, [52.67, 51.10, 0.22], 9))).run()
}

fn barrier(name: &str, hitpoints: i32) -> Running {
    let kind = kind(name, "dyn_door_fence", hitpoints, [3.0, 0.1, 2.5], 0, 0.0);
    Made::script(&(kind + &door(name, [23.6, -6.67, 1.48], 7))).run()
}

#[test]
fn p15_a_door_opens_in_29_ticks_and_closes_by_its_own_phase() {
    let mut run = one("dyn_door_steel_b", 100);
    // The specification's tick 0 is the tick of the command, here tick 10.
    run.until(9).fire("doors/0", "open");
    assert_eq!(run.value("doors/0", "state"), 3.0);
    run.until(11);
    assert_eq!(run.value("doors/0", "state"), 4.0);
    run.until(38);
    assert_eq!((run.value("doors/0", "state"), run.value("doors/0", "collision")), (4.0, 1.0));
    run.until(39);
    assert_eq!((run.value("doors/0", "state"), run.value("doors/0", "collision")), (5.0, 0.0));
    assert_eq!((run.value("doors/0", "is_open"), run.value("doors/0", "body")), (1.0, 0.0));
    run.until(109).fire("doors/0", "close");
    assert_eq!((run.value("doors/0", "state"), run.value("doors/0", "collision")), (0.0, 1.0));
    run.until(122);
    assert_eq!(run.value("doors/0", "state"), 0.0);
    run.until(123);
    assert_eq!(run.value("doors/0", "state"), 1.0);
    run.until(150);
    assert_eq!(run.value("doors/0", "state"), 1.0);
    run.until(151);
    assert_eq!((run.value("doors/0", "state"), run.value("doors/0", "angle")), (2.0, 0.0));
}

#[test]
fn p15_cabin_doors_update_every_180_ticks() {
    let mut run = one("dyn_door_cabin_a", 12);
    assert_eq!(run.value("doors/0", "state"), 10.0);
    run.fire("doors/0", "open").until(2);
    assert_eq!(run.value("doors/0", "state"), 4.0);
    run.until(181);
    assert_eq!(run.value("doors/0", "state"), 4.0);
    run.until(182);
    assert_eq!(run.value("doors/0", "state"), 5.0);
}

#[test]
fn p16_by_an_angle_and_away_from_people() {
    let mut run = one("dyn_door_steel_b", 100);
    run.set("doors/0", "angle", 45.0).wait(29);
    assert_eq!((run.value("doors/0", "angle"), run.value("doors/0", "state")), (45.0, 5.0));
    for (y, angle) in [(60.0, 170.0), (40.0, -170.0)] {
        let mut run = one("dyn_door_steel_b", 100);
        run.place("walker/0", [52.0, y, 0.0], 0.0).fire("doors/0", "open_by").wait(29);
        assert_eq!(run.value("doors/0", "angle"), angle);
        // It is open, not closed: it does not open again.
        run.fire("doors/0", "open_by");
        assert_eq!(run.events("refused").len(), 1);
    }
}

#[test]
fn p17_the_glint_hangs_over_the_seam() {
    let run = one("dyn_door_store", 1);
    let spec = &run.world.fixed.doors[0];
    assert!((spec.glint() - Vec3::new(51.58, 51.10, 1.52)).length() < 1e-4);
    assert!((spec.leaves[1].hinge.at - Vec3::new(50.49, 51.10, 0.22)).length() < 1e-4);
}

#[test]
fn p18_leaves_turn_steadily_from_the_target_before() {
    let mut swing = Swing::default();
    swing.towards(170.0, 9);
    for (ticks, angle) in [(0, 0.0), (7, 42.5), (14, 85.0), (28, 170.0), (99, 170.0)] {
        assert!((swing.angle(10 + ticks) - angle).abs() < 1e-4, "{ticks}");
    }
    // In the middle of it: first it jumps to the old target.
    swing.towards(0.0, 24);
    assert_eq!(swing.angle(25), 170.0);
    // From one side to the other the shorter arc leads over 180.
    let mut swing = Swing::default();
    swing.towards(170.0, 0);
    swing.towards(-170.0, 40);
    assert!((swing.angle(41 + 14) - 180.0).abs() < 1e-4);
    assert_eq!(swing.angle(41 + 28), -170.0);
}

#[test]
fn p18_a_door_is_at_85_degrees_14_ticks_into_its_opening() {
    let mut run = one("dyn_door_steel_b", 100);
    run.until(9).fire("doors/0", "open").until(11 + 14);
    assert_eq!(run.value("doors/0", "angle"), 85.0);
}

#[test]
fn p19_a_pickable_door_refuses_to_open_and_keeps_an_angle() {
    for name in ["dyn_door_chainlnk_pick", "dyn_door_storeb", "dyn_door_templedoor"] {
        let mut run = one(name, 100);
        assert_eq!((run.value("doors/0", "pickable"), run.value("doors/0", "body")), (1.0, 0.0));
        run.fire("doors/0", "open").fire("doors/0", "open_by").set("doors/0", "angle", 30.0).wait(40);
        assert_eq!(run.events("is locked").len(), 3);
        assert_eq!((run.value("doors/0", "state"), run.value("doors/0", "angle")), (2.0, 0.0));
        run.fire("doors/0", "not_pickable").fire("doors/0", "open").wait(29);
        assert_eq!(run.value("doors/0", "is_open"), 1.0);
        // Only while it is nearly closed.
        run.fire("doors/0", "pickable");
        assert_eq!(run.value("doors/0", "pickable"), 0.0);
    }
}

#[test]
fn p20_blows_take_4_10_16_and_22() {
    assert_eq!([0, 1, 2, 3].map(damage), [4, 10, 16, 22]);
    assert_eq!((damage(-5), damage(99)), (4, 22));
}

#[test]
fn p20_a_store_opens_on_the_first_hit() {
    let mut run = one("dyn_door_store", 1);
    run.place("walker/0", [52.0, 55.0, 0.0], 0.0).hit("doors/0", 0);
    assert_eq!((run.value("doors/0", "state"), run.value("doors/0", "collision")), (3.0, 0.0));
    assert_eq!(run.events("break-in").len(), 1);
    run.wait(29);
    assert_eq!((run.value("doors/0", "is_open"), run.value("doors/0", "angle")), (1.0, 170.0));
}

#[test]
fn p20_a_cabin_loses_a_leaf_at_the_second_and_breaks_at_the_third_plain_hit() {
    let mut run = one("dyn_door_cabin_a", 12);
    run.hit("doors/0", 0);
    assert_eq!((run.value("doors/0", "hitpoints"), run.events("leaf breaks").len()), (8.0, 0));
    run.hit("doors/0", 0);
    assert_eq!((run.value("doors/0", "hitpoints"), run.events("leaf breaks").len()), (4.0, 1));
    run.hit("doors/0", 0);
    assert_eq!((run.value("doors/0", "state"), run.value("doors/0", "collision")), (6.0, 0.0));
    run.hit("doors/0", 0);
    assert_eq!(run.events("refused").len(), 1, "it is broken");
}

#[test]
fn p20_doors_get_worse_and_break() {
    for (name, hitpoints, hits, worse) in
        [("dyn_door_dclub", 20, 5, 1), ("dyn_door_liz", 100, 25, 4), ("dyn_door_stall", 10, 1, 0)]
    {
        let mut run = one(name, hitpoints);
        for hit in 1..=hits {
            assert_ne!(run.value("doors/0", "state"), 6.0, "{name} before hit {hit}");
            run.hit("doors/0", 0);
        }
        assert_eq!(run.value("doors/0", "state"), 6.0, "{name}");
        assert_eq!(run.events("gets worse").len(), worse, "{name}");
    }
    let mut run = one("dyn_door_steel_b", 100);
    run.hit("doors/0", 3);
    assert_eq!((run.value("doors/0", "hitpoints"), run.events("refused").len()), (100.0, 1), "others ignore hits");
}

#[test]
fn p21_a_fence_breaks_by_three_plain_hits_or_one_charge() {
    let mut run = barrier("dyn_door_fence", 10);
    let left: Vec<f64> = (0..3).map(|_| run.hit("doors/0", 0).value("doors/0", "hitpoints")).collect();
    assert_eq!(left, [6.0, 2.0, -2.0]);
    assert_eq!(run.values("boards"), [3]);
    let mut run = barrier("dyn_door_fence", 10);
    // It keeps its body until its next update of 60 ticks.
    run.until(64).hit("doors/0", 2);
    assert_eq!((run.value("doors/0", "collision"), run.value("doors/0", "body")), (0.0, 1.0));
    run.until(200);
    assert_eq!(run.events("removed"), [(120, "doors/0".to_owned())]);
    assert_eq!(run.value("doors/0", "body"), 0.0);
}

#[test]
fn p21_walls_and_the_barrier_of_the_vargas() {
    for (name, hitpoints, boards, removed) in
        [("dyn_door_wall_a", 3, 0, 1), ("dyn_door_wall_b", 3, 0, 1), ("dyn_door_vargas", 1, 1, 0)]
    {
        let mut run = barrier(name, hitpoints);
        run.hit("doors/0", 0).wait(120);
        assert_eq!(run.events("breaks").len(), 1, "{name}");
        assert_eq!((run.events("boards").len(), run.events("removed").len()), (boards, removed), "{name}");
    }
}

#[test]
fn door_triangles_get_the_flags_that_were_read_from_the_running_game() {
    // Fact 54: 0xf001 becomes 0xf443, material 13; cabin doors have 0x800 more (`warriors.md` 1.8).
    for (name, flags) in [("dyn_door_stlslot", 0xF443), ("dyn_door_cabin_a", 0xFC43)] {
        let mut mesh = SampleMesh { points: vec![[0.0; 4]; 3], ..SampleMesh::default() };
        mesh.triangles = vec![([0, 1, 2], 0xF001, 0, 0); 2];
        let script = swing_kind(name, 12) + &door(name, [0.0; 3], 4);
        let mut run = Made { mesh, ..Made::script(&script) }.run();
        assert_eq!((run.value("triangles/0", "flags"), run.value("triangles/1", "material")), (f64::from(flags), 13.0));
        run.fire("doors/0", "collision_off");
        assert_eq!(run.value("triangles/0", "flags"), f64::from(flags - 1));
    }
}
