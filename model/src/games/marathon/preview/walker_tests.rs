//! The walker, what it enters, uses, hears; things that come and go.

use super::super::test_levels::{Running, rooms};
use super::*;
use crate::preview::{Address, Number, Verb, World};

fn place(room: i32) -> Verb {
    Verb::place(1024 * room + 512, 512, 0)
}

fn walk(room: i32) -> Verb {
    Verb::walk(1024 * room + 512, 512)
}

fn at(running: &Running) -> [i64; 3] {
    ["x", "y", "z"].map(|field| running.value("walker", 0, field))
}

fn touch(row: u32) -> Verb {
    Verb::Touch { target: Address::from(Subject::new("sides", row)) }
}

#[test]
fn it_walks_in_a_straight_line_up_steps_and_stops_at_walls() {
    let mut running = rooms(3).heights(0, 0, 2000).heights(1, 341, 2000).heights(2, 683, 2000).run();
    running.act(place(0)).act(walk(1)).wait(7);
    assert_eq!((at(&running), running.last().kind), ([1536, 512, 341], "walker arrives"));
    running.act(walk(2)).wait(8);
    assert_eq!(running.last().kind, "walker stopped", "342 units are too high a step");
    assert_eq!(running.value("walker", 0, "polygon"), 1);
    running.act(Verb::walk(1536, 5000)).wait(9);
    assert_eq!(running.last().kind, "walker stopped");
    // Down it falls: slowly at first.
    running.act(walk(0)).wait(9);
    assert!(at(&running)[2] > 0 && at(&running)[2] < 341);
    assert_eq!(at(running.wait(30))[2], 0);
}

#[test]
fn keys_move_and_turn_it() {
    let mut running = rooms(3).run();
    running.act(place(0)).act(Verb::Keys { forward: 1, side: 0, turn: 0, pace: 0 });
    assert_eq!(at(&running), [640, 512, 0]);
    running.act(Verb::Keys { forward: 0, side: 1, turn: 0, pace: 0 });
    assert_eq!(at(&running), [640, 640, 0]);
    running.act(Verb::Keys { forward: 0, side: 0, turn: 1, pace: 0 });
    assert_eq!(running.value("walker", 0, "facing"), 10);
    running.act(Verb::Keys { forward: 0, side: 0, turn: 0, pace: 0 }).wait(5);
    assert_eq!(at(&running), [640, 640, 0]);
}

#[test]
fn triggers_work_when_their_polygon_is_entered() {
    let level = rooms(6).kind(1, 6, 0).kind(2, 8, 0).kind(3, 7, 5).kind(4, 9, 5).light(false, 0);
    let mut running = level.heights(4, 300, 1024).platform(5, 1 << 6).run();
    running.act(place(1));
    assert_eq!(running.value("lights", 0, "state"), 0, "where it is put counts as entered");
    running.act(place(2));
    assert_eq!(running.value("lights", 0, "state"), 3);
    running.act(place(3));
    assert_eq!(running.active(), [true]);
    running.act(place(4));
    assert_eq!(running.active(), [false]);
    assert_eq!(running.events("polygon entered").len(), 4);
}

#[test]
fn a_platform_that_is_no_door_starts_when_it_is_stepped_on_and_carries() {
    let mut running = rooms(3).heights(2, 300, 2000).heights(1, 0, 2000).platform(1, 1 << 6 | 1 << 13).run();
    running.act(place(1)).wait(1);
    assert_eq!((running.floors(), at(&running)[2]), (vec![100], 100));
}

#[test]
fn a_teleport_takes_30_ticks_and_jumps_at_15() {
    let mut running = rooms(5).kind(1, 10, 3).run();
    running.act(place(1));
    assert_eq!(running.events("teleport begins"), [(1, SUBJECT)]);
    running.wait(14);
    assert_eq!(running.value("walker", 0, "polygon"), 1);
    running.wait(1);
    assert_eq!(running.value("walker", 0, "polygon"), 3);
    assert_eq!(at(&running), [3584, 512, 0]);
    running.wait(14);
    assert_eq!(running.world.actors()[0].state, "teleporting");
    running.wait(1);
    assert_eq!(running.world.actors()[0].state, "standing");
    assert_eq!(running.events("polygon entered").last().unwrap(), &(17, Subject::new("polygons", 3)));
    let mut nowhere = rooms(2).kind(1, 10, 99).run();
    nowhere.act(place(1)).wait(40);
    assert!(!nowhere.events("teleport leads nowhere").is_empty());
}

#[test]
fn an_exit_waits_for_the_mission() {
    // Exploration: room 2 must be entered.
    let mut running = rooms(3).kind(1, 18, 7).kind(2, 17, 0).info(2, 0).run();
    running.act(place(1)).wait(5);
    assert!(running.events("teleport begins").is_empty());
    running.act(walk(2)).wait(20);
    assert_eq!(running.events("mission finished").len(), 1);
    running.act(walk(1)).wait(30);
    let left = running.log.events().iter().find(|event| event.kind == "level left").unwrap();
    assert_eq!(left.value, 7);
}

#[test]
fn in_the_first_game_seeing_is_exploring() {
    let level = rooms(4).kind(0, 17, 0).kind(3, 17, 0);
    let mut running = level.clone().info(1 << 5, 0).run();
    running.act(place(1)).wait(5);
    assert_eq!(running.events("polygon explored"), [(1, Subject::new("polygons", 3))], "ahead, not behind");
    running.act(Verb::Look { facing: Number::whole(256), pitch: Number::ZERO });
    assert_eq!(running.events("mission finished").len(), 1);
    let mut later = level.info(1 << 1, 0).run();
    later.act(place(1)).wait(5);
    assert!(later.events("polygon explored").is_empty(), "Marathon 2 wants it entered");
}

#[test]
fn ouch_hurts_at_its_ticks() {
    let mut minor = rooms(2).kind(1, 19, 0).run();
    minor.act(place(1)).wait(31);
    assert_eq!(minor.value("walker", 0, "energy"), 150 - 2 * 15);
    let mut major = rooms(2).kind(1, 20, 0).run();
    major.act(place(1)).wait(31);
    assert_eq!(major.value("walker", 0, "energy"), 150 - 4 * 7);
    let mut lava = rooms(2).light(true, 0).medium(1, 0, 0, 100).polygon(1, 116, 0).run();
    lava.act(place(1)).wait(31);
    assert_eq!(lava.value("walker", 0, "energy"), 150 - 2 * 16);
}

#[test]
fn switches_follow_and_are_followed() {
    // Water: 4 light, 5 platform, 6 tag. Panels 0 to 2.
    let level = rooms(4).heights(0, 300, 1024).light(true, 0).light(false, 7);
    let level = level.panel(0, 0, 4, 1, 0).panel(1, 0, 5, 1, 0).panel(2, 0, 6, 7, 0).panel(3, 0, 6, 8, 0);
    let mut running = level.platform_with(1, 1 << 6, [0, 100, 5, -1, -1], 7).run();
    let on = |running: &Running| [0, 1, 2].map(|row| running.value("sides", row, "on"));
    assert_eq!(on(&running), [0, 0, 0]);
    running.act(touch(0));
    assert_eq!((on(&running), running.value("lights", 1, "state")), ([1, 0, 0], 0));
    running.act(touch(1));
    assert_eq!((on(&running), running.active()), ([1, 1, 0], vec![true]));
    // Nothing changes, but a platform that is as it should be counts for the original.
    running.act(touch(2));
    assert_eq!(on(&running), [1, 1, 1]);
    running.fire("tags", 7, "off");
    assert_eq!((on(&running), running.active()), ([0, 0, 1], vec![false]), "tag switches do not follow");
    running.act(touch(2));
    assert_eq!(on(&running), [0, 0, 0]);
    // A tag that nothing has: the switch does not keep its new state.
    running.act(touch(3));
    assert_eq!(running.value("sides", 3, "on"), 0);
    running.act(touch(2));
    assert_eq!((on(&running), running.active()), ([1, 1, 1], vec![true]));
    assert_eq!(running.value("sides", 2, "primary_texture_shape"), 0);
}

#[test]
fn a_tag_switch_of_tag_0_always_works_and_chips_are_wanted() {
    let level = rooms(2).panel(0, 0, 6, 0, -1).panel(1, 0, 3, 0, -1).object(2, 25, 0, 0).place(25, [0, 1, 0, 0, 0, 0]);
    let mut running = level.run();
    running.act(touch(0));
    assert_eq!(running.value("sides", 0, "on"), 1);
    running.act(touch(1));
    assert_eq!((running.last().kind, running.value("sides", 1, "on")), ("panel refuses", 0));
    running.act(place(0));
    assert_eq!(running.events("item picked up").len(), 1);
    running.act(touch(1));
    assert_eq!(running.value("sides", 1, "on"), 1);
    running.act(touch(1));
    assert_eq!(running.last().kind, "panel refuses", "the chip stays in");
}

#[test]
fn lighted_destroyed_and_projectile_switches() {
    // Lighted is bit 4, destroyed 5, projectiles only 6.
    let level = rooms(3).light(false, 0).panel(0, 1 << 4, 6, 0, 0).panel(1, 1 << 5, 6, 0, 0).panel(2, 1 << 6, 6, 0, 0);
    let mut running = level.run();
    running.act(touch(0));
    assert_eq!(running.last().kind, "panel refuses", "too dark");
    running.fire("lights", 0, "on").wait(6).act(touch(0));
    assert_eq!(running.last().kind, "panel refuses", "7 of 10 ticks are below three quarters");
    running.act(touch(0));
    assert_eq!(running.value("sides", 0, "on"), 1);
    running.act(touch(1));
    assert_eq!(running.events("panel destroyed").len(), 1);
    running.act(touch(1));
    assert_eq!(running.last().kind, "no control panel");
    running.act(touch(2));
    assert_eq!(running.last().kind, "panel refuses");
    running.act(Verb::Hit { target: Address::from(Subject::new("sides", 2)), strength: 0 });
    assert_eq!(running.value("sides", 2, "on"), 1);
}

#[test]
fn the_use_key_reaches_panels_within_one_and_a_half_units_and_doors_within_three() {
    let door = 1 << 26 | 1 << 13 | 1 << 7 | 1 << 5 | 1 << 1;
    let mut running = rooms(4).panel(0, 0, 6, 0, -1).platform(2, door).run();
    running.act(place(0)).act(Verb::Look { facing: Number::whole(384), pitch: Number::ZERO }).act(Verb::Use);
    assert_eq!(running.value("sides", 0, "on"), 1, "north of it");
    running.act(Verb::Look { facing: Number::whole(0), pitch: Number::ZERO }).act(Verb::Use);
    assert_eq!(running.active(), [true], "1.5 units to the door");
    let mut far = rooms(6).platform(5, door).run();
    far.act(place(0)).act(Verb::Use);
    assert_eq!((far.last().kind, far.active()), ("nothing to use", vec![false]));
}

#[test]
fn rechargers_fill_until_full_or_left() {
    // Water's single shield and oxygen rechargers.
    let mut running = rooms(2).panel(0, 0, 1, 0, -1).panel(1, 0, 0, 0, -1).run();
    running.act(place(0)).act(Verb::Set {
        target: "walker/0".parse().unwrap(),
        field: "energy".to_owned(),
        value: Number::whole(100),
    });
    running.act(touch(0)).wait(10);
    assert_eq!(running.value("walker", 0, "energy"), 111, "1 a tick");
    running.wait(60);
    assert_eq!(running.value("walker", 0, "energy"), 150);
    assert_eq!(running.events("recharge ends").len(), 1);
    running.act(Verb::Set { target: "walker/0".parse().unwrap(), field: "oxygen".to_owned(), value: Number::whole(0) });
    running.act(touch(1)).wait(1);
    assert_eq!(running.value("walker", 0, "oxygen"), 60, "30 a tick");
    running.act(walk(1)).wait(2);
    assert_eq!(running.events("recharge ends").len(), 2, "moving away ends it");
}

#[test]
fn monsters_of_a_zone_are_activated() {
    // Rooms: 0 monster, 1 visible trigger, 2 invisible monster, 3 zone border, 4 monster; 5 dual trigger.
    let level = rooms(6).kind(1, 13, 0).kind(3, 11, 0).object(0, 8, 0, 0).object(0, 8, 2, 1).object(0, 8, 4, 0);
    let mut running = level.kind(5, 15, 0).place(64 + 8, [0, 3, 0, 0, 0, 0]).run();
    assert_eq!(running.world.actors().len(), 3);
    running.act(place(1));
    let activated: Vec<u32> = running.events("monster activated").iter().map(|(_, target)| target.row).collect();
    assert_eq!(activated, [0], "the visible one on this side of the border");
    let mut dual = level_with_dual().run();
    dual.act(place(1));
    assert_eq!(dual.events("monster activated").len(), 2);
    assert_eq!(dual.events("monster teleports in").len(), 1);
}

fn level_with_dual() -> super::super::test_levels::Made {
    rooms(4).kind(1, 15, 0).object(0, 8, 0, 0).object(0, 8, 2, 1).place(64 + 8, [0, 2, 0, 0, 0, 0])
}

#[test]
fn an_item_trigger_teleports_invisible_items_in() {
    let level =
        rooms(5).kind(0, 16, 0).kind(3, 11, 0).object(2, 1, 2, 1).object(2, 1, 4, 1).place(1, [0, 2, 0, 0, 0, 0]);
    let mut running = level.run();
    assert!(running.world.actors().iter().all(|actor| actor.state == "invisible"));
    running.act(place(0));
    assert_eq!(running.events("item teleports in").len(), 1);
}

#[test]
fn things_are_placed_by_their_counts_and_come_back() {
    // Three spots, two initially, at least two, at most three, one at random in all, always.
    let level = (0..3).fold(rooms(3), |level, room| level.object(2, 1, room, 0)).place(1, [0, 2, 2, 3, 1, -1]);
    let mut running = level.run();
    assert_eq!(running.world.actors().len(), 2);
    running.wait(451);
    assert_eq!(running.world.actors().len(), 2);
    running.wait(1);
    assert_eq!(running.world.actors().len(), 3, "one more after 451 ticks");
    running.wait(460);
    assert_eq!(running.world.actors().len(), 3, "there was only one at random");
    // Of three one is taken: two are left, which is enough. Of two it comes back at once.
    running.act(place(1));
    assert_eq!(running.events("item picked up").len(), 1);
    assert_eq!(running.world.actors().len(), 3, "two and the walker");
    running.act(place(0));
    assert_eq!(running.world.actors().len(), 3, "back at a free spot");

    let crowded = rooms(1).object(2, 1, 0, 0).place(1, [0, 5, 0, 0, 0, 0]).run();
    assert_eq!(crowded.world.actors().len(), 1, "one spot takes one");
    let anywhere = rooms(9).object(2, 1, 0, 0).place(1, [1, 3, 0, 0, 0, 0]).run();
    assert!(anywhere.world.actors().len() > 1, "the rest lies at random");
    let none = rooms(2).place(1, [0, 5, 5, 5, -1, -1]).run();
    assert!(none.world.actors().is_empty(), "no objects, no spots");
}

#[test]
fn network_items_and_killed_monsters() {
    let level = rooms(2).object(2, 1, 0, 0x20).place(1, [0, 1, 0, 0, 0, 0]).object(0, 8, 1, 0);
    let mut running = level.place(64 + 8, [0, 1, 0, 0, 0, 0]).info(1, 0).run();
    running.act(place(0));
    assert!(running.events("item picked up").is_empty());
    running.act(Verb::Hit { target: "objects/1".parse().unwrap(), strength: 1 });
    assert_eq!(running.events("monster dies").len(), 1);
    assert_eq!(running.world.actors().iter().filter(|actor| actor.state == "standing").count(), 1, "the walker");
}

#[test]
fn a_rescue_fails_when_more_than_half_have_died() {
    let bobs = (0..4).fold(rooms(4), |level, room| level.object(0, 12, room, 0)).place(64 + 12, [0, 4, 0, 0, 0, 0]);
    let mut running = bobs.info(1 << 4, 0).run();
    let hit = |row: u32| Verb::Hit { target: Address::from(Subject::new("objects", row)), strength: 1 };
    running.act(hit(0)).act(hit(1));
    assert!(running.events("mission failed").is_empty());
    running.act(hit(2));
    assert_eq!(running.events("mission failed").len(), 1);
}

#[test]
fn repair_switches_are_all_wanted_or_only_the_last() {
    let level = rooms(2).panel(0, 1 << 2, 6, 0, -1).panel(1, 1 << 2, 6, 0, -1);
    let mut all = level.clone().info(1 << 3, 0).run();
    all.act(touch(1));
    assert!(all.events("mission finished").is_empty());
    all.act(touch(0));
    assert_eq!(all.events("mission finished").len(), 1);
    let mut last = level.info(1 << 7, 0).run();
    last.act(touch(1));
    assert_eq!(last.events("mission finished").len(), 1, "Marathon 1's asks the last alone");
}

#[test]
fn retrieval_wants_the_chips() {
    let mut running = rooms(2).object(2, 25, 1, 0).place(25, [0, 1, 0, 0, 0, 0]).info(1 << 2, 0).run();
    running.act(place(0)).act(walk(1)).wait(12);
    assert_eq!(running.events("mission finished").len(), 1);
}

#[test]
fn random_sounds_play_at_their_period() {
    let mut running = rooms(1).random_sound([100, 0, 30, 0]).polygon(0, 124, 0).run();
    running.act(place(0)).wait(99);
    // The phase begins at -1, so the first pause is whole: 30 counts down to 0, and the next begins below it.
    let ticks: Vec<u32> = running.events("random sound").iter().map(|(tick, _)| *tick).collect();
    assert_eq!(ticks, [32, 63, 94]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut running = rooms(2).light(true, 0).run();
    let fire = |target: &str, event: &str| Verb::Fire { target: target.parse().unwrap(), event: event.to_owned() };
    for verb in [
        Verb::Use,
        Verb::Leave { who: None },
        walk(1),
        Verb::place(-500, 0, 0),
        Verb::Throw { x: Number::ZERO, y: Number::ZERO, z: Number::ZERO },
        Verb::Jump,
        Verb::Leave { who: Some("objects/0".parse().unwrap()) },
        fire("lights/0", "explode"),
        fire("lights/9", "on"),
        fire("cats/0", "on"),
        Verb::Set { target: "lights/0".parse().unwrap(), field: "colour".to_owned(), value: Number::whole(1) },
        Verb::Touch { target: "lights/0".parse().unwrap() },
    ] {
        let before = running.events("refused").len();
        running.act(verb.clone());
        assert_eq!(running.events("refused").len(), before + 1, "{verb:?}");
    }
}

/// Whatever a file says, a level runs: no panic, no endless loop, and the same twice.
#[test]
fn made_up_bytes_run() {
    let mut random = crate::preview::ShiftRegister::new(0xB400, 4711);
    let mut draw = |below: usize| usize::from(random.draw()) % below;
    for round in 0..200 {
        let level = rooms(6).light(true, 1).light(false, 2).medium(1, 0, 0, 900).random_sound([9, 9, 9, 9]);
        let level = level.platform_with(2, 0xFFFF_FFFF, [0, 100, 5, -1, -1], 1).platform(3, 0x0FF_FFFF);
        let level = level.panel(0, 0, 6, 1, 0).panel(1, 0, 3, 2, 0).side(2, true, 0).side(4, false, 4);
        let level = level.object(0, 8, 1, 0).object(2, 25, 2, 0).object(3, 0, 0, 0).object(5, 3, 3, -1);
        let mut level = level.place(1, [1, 9, 9, 9, -1, -1]).place(72, [1, 9, 9, 9, -1, -1]).info(255, 255);
        for _ in 0..=round / 10 {
            let (chunk, at, value) = (draw(11), draw(60_000), draw(256));
            level.spoil(chunk, at, u8::try_from(value).unwrap());
        }
        let run = || {
            let mut running = level.run();
            running
                .act(place(0))
                .act(Verb::Keys { forward: 1, side: 1, turn: 1, pace: 0 })
                .wait(30)
                .act(walk(5))
                .wait(30);
            for row in 0..4 {
                running.act(touch(row)).act(Verb::Use).fire("platforms", row, "on").fire("lights", row, "off");
                running.fire("polygons", row, "enter").act(Verb::Place {
                    x: Number::whole(700),
                    y: Number::whole(500),
                    z: Some(Number::whole(i32::MIN)),
                    facing: Number::whole(-9),
                    who: None,
                });
                running.act(Verb::walk(i32::MAX, i32::MIN)).wait(3);
            }
            running.wait(500);
            (running.world.hash(), running.log.next_row(), running.world.live().len())
        };
        assert_eq!(run(), run(), "round {round}");
    }
}
