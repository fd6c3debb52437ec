//! Emitters by the numbers of `warriors.md` 1.1, P3, P35 and P41.

use super::steam::{self, Vent};
use super::test_levels::{Made, Running, door, kind, line};
use super::{flies, strobe};
use crate::preview::{Start, World};

/// One emitter at the origin, with the camera so far away along y.
fn one(name: &str, far: f64) -> Running {
    let mut run = Made::lines(vec![line(name, [0.0; 3], 26)]).run();
    run.place("cameras/0", [0.0, far, 0.0], 0.0);
    run
}

#[test]
fn p3_emitters_are_there_at_once_whatever_their_zone_and_are_no_things() {
    let mut run = one("part_steam", 5.0);
    assert_eq!((run.value("lines/0", "on"), run.value("lines/0", "ended")), (1.0, 0.0));
    run.fire("zones/26", "enable").wait(20);
    assert!(run.events("streams in").is_empty());
    // Four letters make an emitter; of one that does nothing all is refused.
    let mut run = one("partition_wall_a", 5.0);
    assert_eq!(run.value("lines/0", "on"), 0.0);
    run.fire("lines/0", "on").fire("lines/0", "show");
    assert_eq!(run.events("refused").len(), 2);
}

#[test]
fn p35_the_vents_figures() {
    let of = |name| {
        let Vent { rise, size, growth, alpha, life, puff, vent, .. } = steam::vent(name).unwrap();
        ([rise, size, growth, alpha], [life, puff, vent])
    };
    assert_eq!(of("part_steam"), ([0.25, 0.25, 0.125, 64.0], [11, 10, 17]));
    assert_eq!(of("part_steam_large"), ([0.45, 0.75, 0.02, 84.0], [11, 10, 6]));
    assert_eq!(of("part_steam_huge"), ([0.75, 2.5, 0.32, 64.0], [4, 30, 7]));
    assert!(steam::vent("part_steamer").is_none());
}

#[test]
fn p35_the_first_puff_comes_after_60_ticks_and_the_next_after_17() {
    let mut run = one("part_steam", 5.0);
    for (tick, puffs) in [(59, 0.0), (60, 1.0), (76, 1.0), (77, 2.0), (94, 3.0)] {
        run.until(tick);
        assert_eq!(run.value("lines/0", "puffs"), puffs, "{tick}");
    }
    // 11 updates of 10 ticks after it came the first ends: at 162 there is the seventh, at 170 the first is gone.
    run.until(169);
    assert_eq!(run.value("lines/0", "puffs"), 7.0);
    run.until(170);
    assert_eq!(run.value("lines/0", "puffs"), 6.0);
}

#[test]
fn p35_a_puff_drifts_along_minus_x_rises_grows_and_fades() {
    let mut run = one("part_steam", 5.0);
    let vent = steam::vent("part_steam").unwrap();
    run.until(60);
    let puff = run.world.live.air.puffs[0];
    let size = puff.radius(&vent, 60);
    assert!((0.2..=0.3).contains(&size) && puff.alpha(&vent, 65) == 0.0, "it comes from nothing");
    // A metre a second for ten ticks, and a quarter upwards.
    let at = puff.place(&vent, 70);
    assert!((at.x + 1.0 / 6.0).abs() < 1e-4 && at.y.abs() < 1e-6 && (0.2..=0.3).contains(&(at.z * 6.0)), "{at}");
    run.until(80);
    let puff = run.world.live.air.puffs[0];
    // After its first update it fades from 64 x 10 / 11 on.
    assert!((puff.alpha(&vent, 80) - 64.0 * 10.0 / 11.0).abs() < 0.01, "{}", puff.alpha(&vent, 80));
    run.until(169);
    let puff = run.world.live.air.puffs[0];
    let grown = puff.radius(&vent, 169) - size;
    assert!((0.9..=1.5).contains(&grown), "ten times about 0.125: {grown}");
    assert!((0.0..=7.0).contains(&puff.alpha(&vent, 169)));
    assert!(puff.place(&vent, 169).x < -1.2);
}

#[test]
fn p35_a_turned_vent_blows_along_its_own_minus_x() {
    let turned = "{part_steam {0, 0, 0}, {0, 0, 0.70710678, 0.70710678}, -1, 0, 0, ffffffff, nil )\r\n".to_owned();
    let mut run = Made::lines(vec![turned]).run();
    run.until(60);
    let puff = run.world.live.air.puffs[0];
    let at = puff.place(&steam::vent("part_steam").unwrap(), 70);
    assert!((at.y + 1.0 / 6.0).abs() < 1e-4 && at.x.abs() < 1e-4, "{at}");
}

#[test]
fn p35_a_vent_puffs_only_near_the_camera_and_while_it_is_on() {
    let mut run = one("part_steam_large", 30.1);
    run.until(300);
    assert_eq!(run.value("lines/0", "puffs"), 0.0);
    // It looks again every 60 ticks.
    run.place("cameras/0", [0.0, 29.9, 0.0], 0.0).until(359);
    assert_eq!(run.value("lines/0", "puffs"), 0.0);
    run.until(366);
    assert_eq!(run.value("lines/0", "puffs"), 2.0);
    run.fire("lines/0", "off").wait(111);
    assert_eq!((run.value("lines/0", "on"), run.value("lines/0", "puffs")), (0.0, 0.0));
    run.fire("lines/0", "on").wait(61);
    assert!(run.value("lines/0", "puffs") > 0.0);
}

#[test]
fn p35_particles_are_at_most_1400() {
    let lines = (0..200).map(|_| line("part_steam_large", [0.0; 3], 0)).collect();
    let mut run = Made::lines(lines).run();
    let most = (0..240).map(|_| run.wait(1).world.live.air.puffs.len()).max();
    // The emitters are particle tasks themselves.
    assert_eq!(most, Some(1400 - 200));
}

#[test]
fn p41_a_strobe_is_off_until_message_12_and_flashes_in_four_steps() {
    let mut run = one("part_strobe_red", 5.0);
    run.wait(20);
    assert_eq!((run.value("lines/0", "on"), run.value("lines/0", "light")), (0.0, 0.0));
    run.fire("lines/0", "on");
    let since = run.world.now();
    assert_eq!(run.events("alarm sounds"), [(since, "lines/0".to_owned())]);
    // Red, down, dark, up, down.
    for (age, light) in [(0, 1.0), (29, 1.0), (35, 0.5), (40, 0.0), (59, 0.0), (65, 0.5), (70, 1.0), (75, 0.5)] {
        run.until(since + age);
        assert!((run.value("lines/0", "light") - light).abs() < 1e-6, "{age}");
    }
    run.until(since + 104).fire("lines/0", "off");
    assert!(run.value("lines/0", "light") > 0.0, "what flashes ends with its next update");
    run.until(since + 110);
    assert_eq!((run.value("lines/0", "light"), run.events("alarm stops").len()), (0.0, 1));
    assert_eq!([0, 9, 10, 25].map(|age| strobe::end(100, 100 + age)), [110, 110, 120, 130]);
}

#[test]
fn a_strobe_that_goes_on_again_while_it_ends_stays_on() {
    let mut run = one("part_strobe_red", 5.0);
    run.fire("lines/0", "on").wait(3).fire("lines/0", "off").fire("lines/0", "on").wait(20);
    assert_eq!((run.value("lines/0", "on"), run.value("lines/0", "light")), (1.0, 1.0));
}

/// A store with its door, its flag, strobes and customers.
fn store() -> Running {
    let flags = "AddFlag(\"storeFront\", {0, 0, 0}, 0, 14, 24)\nAddFlag(\"fBuyer\", {0, 3, 0}, 0, 2, 24)\n\
                 AddFlag(\"fOther\", {0, 4, 0}, 0, 22, 25)\n";
    let script = kind("dyn_door_store", "dyn_door_swinging", 1, [1.0, 0.1, 2.0], 0, 1.09)
        + &door("dyn_door_store", [0.0, 2.0, 0.0], 1)
        + flags;
    let lines = vec![
        line("part_strobe_red", [0.0, 0.0, 6.1], 0),
        line("part_strobe_red", [0.0, 0.0, 5.9], 0),
        line("part_steam", [0.0; 3], 0),
    ];
    Made { lines, ..Made::script(&script) }.run()
}

#[test]
fn p41_a_break_in_lights_the_nearest_strobe_within_6_metres_of_the_stores_flag() {
    let mut run = store();
    run.place("walker/0", [0.0, 9.9, 0.0], 0.0).hit("doors/0", 0);
    assert_eq!([0, 1].map(|at| run.value(&format!("lines/{at}"), "on")), [0.0, 1.0]);
    assert_eq!(run.events("store is robbed").len(), 1);
    // Its own buyers go, those of another store stay.
    assert_eq!([0, 1, 2].map(|at| run.value(&format!("flags/{at}"), "on")), [1.0, 0.0, 1.0]);
    // Who breaks in from farther away than 10 m robs nobody.
    let mut run = store();
    run.place("walker/0", [0.0, 10.1, 0.0], 0.0).hit("doors/0", 0);
    assert!(run.events("break-in").len() == 1 && run.events("store is robbed").is_empty());
}

#[test]
fn p41_dust_puff_and_sparks_come_when_they_are_told_to() {
    for (name, word) in [("part_s_shack_dust_puff", "dust puff"), ("part_s_subway_sparks", "sparks")] {
        let mut run = one(name, 5.0);
        run.wait(100);
        assert!(run.events(word).is_empty() && run.world.shapes().is_empty());
        run.fire("lines/0", "on");
        assert_eq!((run.events(word).len(), run.world.shapes().len()), (1, 1), "{name}");
        run.wait(30);
        assert!(run.world.shapes().is_empty());
        run.fire("lines/0", "off");
        assert_eq!(run.events("refused").len(), 1);
    }
}

#[test]
fn p41_flies_show_themselves_near_a_view() {
    let mut run = one("part_garbage_flies", 50.1);
    run.until(60);
    assert_eq!(run.value("lines/0", "flies"), 0.0);
    // It looks again after 120 ticks.
    run.place("cameras/0", [0.0, 49.9, 0.0], 0.0).until(179);
    assert_eq!(run.value("lines/0", "flies"), 0.0);
    run.until(180);
    assert_eq!((run.value("lines/0", "flies"), run.events("hum starts").len()), (3.0, 1));
    run.place("cameras/0", [0.0, 60.0, 0.0], 0.0).until(240);
    assert_eq!((run.value("lines/0", "flies"), run.events("hum stops").len()), (0.0, 1));
    // How near is a setting; bugs around a lamp do not hum.
    let start = Start { settings: [("fly_distance".to_owned(), 5.into())].into(), ..Start::default() };
    let mut run = Made { start, ..Made::lines(vec![line("part_light_bugs", [0.0; 3], 0)]) }.run();
    run.place("cameras/0", [0.0, 4.9, 0.0], 0.0).until(60);
    assert_eq!((run.value("lines/0", "flies"), run.events("hum starts").len()), (3.0, 0));
    for age in 0..400 {
        assert!(flies::places(glam::Vec3::ZERO, age).iter().all(|fly| fly.length() <= 1.5 + 1e-4), "{age}");
    }
}

#[test]
fn p41_neon_emitters_place_a_light_and_end() {
    let mut run = one("part_pink_neon", 5.0);
    assert_eq!(run.events("places a light and ends"), [(0, "lines/0".to_owned())]);
    run.wait(600);
    assert_eq!((run.value("lines/0", "ended"), run.value("lines/0", "light")), (1.0, 1.0));
    run.fire("lines/0", "off");
    assert_eq!(run.events("refused").len(), 1);
}

#[test]
fn one_more_vent_does_not_change_how_a_pane_shatters() {
    let shards = |vents: usize| {
        let script = super::test_levels::pane(1, [-1.475, 3.0, 0.0], [2.95, 3.18], 20);
        let lines = (0..vents).map(|_| line("part_steam", [0.0; 3], 0)).collect();
        let mut run = Made { lines, ..Made::script(&script) }.run();
        run.place("cameras/0", [0.0; 3], 0.0).until(200).hit("panes/0", 0);
        run.values("shatters")
    };
    assert_eq!(shards(0), shards(3));
}

#[test]
fn what_emitters_make_is_the_same_twice_and_from_a_copy() {
    let made = Made::sample();
    let (mut a, mut b) = (made.run(), made.run());
    for run in [&mut a, &mut b] {
        run.place("cameras/0", [5.0, -5.0, 1.5], 0.0).fire("lines/11", "on").until(150);
    }
    assert!(a.value("lines/7", "puffs") > 0.0 && a.value("lines/11", "light") > 0.0);
    assert_eq!(a.world.hash(), b.world.hash());
    let mut copy = Running { world: a.world.clone(), log: a.log.clone() };
    copy.until(250);
    b.until(250);
    assert_eq!(copy.world.hash(), b.world.hash());
    // A puff elsewhere is another state.
    let before = b.world.hash();
    std::sync::Arc::make_mut(&mut b.world.live.air).puffs.pop();
    assert_ne!(before, b.world.hash());
}
