//! Doors, consoles, lasers, sounds, neutral characters, what is there at the start: by seed 000 and `oni.md` 2.21.

use super::test_levels::*;
use crate::games::oni::records::{BOX, SPHERE};
use crate::games::oni::tables::*;
use crate::preview::{Verb, World};

fn hit(target: &str, strength: i32) -> Verb {
    Verb::Hit { target: target.parse().unwrap(), strength }
}

/// A door at x 100 with these flags, that opens within 30.
fn door(flags: i64) -> Thing {
    let centre = v([100.0, 0.0, 0.0]);
    let set = [("id", n(7)), ("flags", n(flags)), ("position", centre.clone()), ("center", centre)];
    thing(&DOORS, &[&set[..], &[("activation_radius_squared", f(900.0))]].concat())
        .with(&[("type", n(1)), ("function", t("opened"))])
}

const OPENED: &str = "var int opened_count;\nfunc opened(string who) { opened_count = opened_count + 1 }\n\
    func lock { door_lock 7 }\nfunc jam { door_jam 7 }\nfunc free { door_unjam 7 }\nfunc shut { door_close 7 }\n";

fn at_door(flags: i64) -> Running {
    run(&[player([0.0; 3]), door(flags)], &[("a.bsl", OPENED)])
}

#[test]
fn a_door_opens_within_its_distance_and_closes_when_nobody_is_near() {
    let mut running = at_door(0);
    running.place(69, 0).wait(5);
    assert!(running.events("door opens").is_empty());
    running.place(70, 0).wait(31);
    assert_eq!(running.events("door is open").len(), 1);
    assert_eq!(running.value("doors/0", "open"), 1.0);
    assert_eq!(running.value("level/0", "opened_count"), 1.0);
    running.place(0, 0).wait(15);
    assert!((running.value("doors/0", "open") - 0.5).abs() < 0.1);
    running.place(70, 0).wait(50);
    assert_eq!(running.events("door is closed").len(), 1, "closed first, then it opens again");
    assert_eq!(running.events("door is open").len(), 2);
}

#[test]
fn locked_manual_and_one_way_doors() {
    let opens = |flags: i64, x: i32, z: i32| {
        let mut running = at_door(flags);
        running.place(x, z).wait(3);
        running.value("doors/0", "open") > 0.0
    };
    assert!(!opens(0x01, 100, 5), "locked");
    assert!(!opens(0x10, 100, 5), "manual");
    // Locked, it still opens for one side: along its z axis, or against it.
    assert!(opens(0x201, 100, 5) && !opens(0x201, 100, -5));
    assert!(opens(0x401, 100, -5) && !opens(0x401, 100, 5));
    let mut manual = at_door(0x10);
    manual.place(100, 5).act(Verb::Use).wait(31);
    assert_eq!(manual.value("doors/0", "open"), 1.0);
    let mut locked = at_door(0x11);
    locked.place(100, 5).act(Verb::Use);
    assert_eq!(locked.events("door is locked").len(), 1);
    assert_eq!(at_door(0x1000).value("doors/0", "open"), 1.0, "initially open");
    assert_eq!(at_door(0x0802).value("doors/0", "locked"), 0.0, "run-time bits are cleared on load");
}

#[test]
fn a_jammed_door_stays_as_it_is() {
    let mut running = at_door(0);
    running.place(100, 5).wait(10);
    running.fire("scripts/0", "jam");
    let open = running.value("doors/0", "open");
    running.wait(50);
    assert_eq!(running.value("doors/0", "open"), open);
    running.fire("scripts/0", "shut");
    assert_eq!(running.events("door is jammed").len(), 1);
    running.fire("scripts/0", "free").wait(31);
    assert_eq!(running.value("doors/0", "open"), 1.0);
    running.fire("scripts/0", "lock");
    assert_eq!(running.value("doors/0", "locked"), 1.0);
}

#[test]
fn a_console_is_used_once_and_sets_off_every_sort_of_event() {
    let console = thing(&CONSOLES, &[("id", n(1)), ("flags", n(8)), ("position", v([10.0, 0.0, 0.0]))]);
    let events =
        [(1, 0), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4), (8, 9), (9, 9), (10, 7), (11, 7), (10, 99), (0, 0)];
    let console = events.iter().fold(console, |console, (kind, id)| match kind {
        1 => console.with(&[("type", n(1)), ("function", t("opened"))]),
        0 => console.with(&[("type", n(0))]),
        _ => console.with(&[("type", n(*kind)), ("target", n(*id))]),
    });
    let others = [
        player([0.0; 3]),
        console,
        thing(&CONSOLES, &[("id", n(3))]),
        thing(&TURRETS, &[("id", n(2))]),
        thing(&TRIGGERS, &[("id", n(9)), ("emitters", n(1))]),
        door(0x10),
    ];
    let mut running = run(&others, &[("a.bsl", OPENED)]);
    running.act(Verb::Use);
    let row = |running: &Running, kind: &str| running.log.events().iter().position(|event| event.kind == kind).unwrap();
    let used = row(&running, "console used");
    let order = [
        "script starts",
        "turret activated",
        "turret deactivated",
        "console activated",
        "console deactivated",
        "alarm on",
        "alarm off",
        "trigger activated",
        "trigger deactivated",
        "door locked",
        "door unlocked",
        "door missing",
    ];
    let rows: Vec<usize> = order.iter().map(|kind| row(&running, kind)).collect();
    assert!(rows.is_sorted() && rows[0] > used, "{rows:?}");
    for at in &rows {
        let why = running.log.why(u32::try_from(*at).unwrap());
        assert!(why.contains(&u32::try_from(used).unwrap()), "the log says why");
    }
    assert_eq!(running.value("consoles/0", "used"), 1.0);
    running.act(Verb::Use);
    assert_eq!(running.events("refused").len(), 1, "used, and no door is near");
    running.fire("consoles/0", "reset").act(Verb::Use);
    assert_eq!(running.events("console used").len(), 2);
    running.fire("consoles/0", "reset").fire("consoles/0", "deactivate").act(Verb::Use);
    assert_eq!(running.events("console used").len(), 2, "inactive");
}

/// A laser at the origin that shines along z.
fn laser(set: &[Set]) -> Thing {
    let all = [("id", n(9)), ("flags", n(8)), ("emitters", n(1)), ("speed", f(0.5)), ("colour", n(0xFFFF_0000))];
    thing(&TRIGGERS, &[&all[..], set].concat()).with(&[("type", n(1)), ("function", t("opened"))])
}

fn at_laser(set: &[Set]) -> Running {
    run(&[player([0.0, 0.0, -50.0]), laser(set)], &[("a.bsl", OPENED)])
}

fn frame(running: &Running) -> f64 {
    running.value("triggers/0", "frame")
}

#[test]
fn emitters_begin_spread_evenly_and_all_at_the_end_where_the_start_is_1() {
    let frames = |set: &[Set]| -> Vec<f32> {
        at_laser(&[set, &[("flags", n(0))]].concat()).world.live.triggers[0].frames().collect()
    };
    // 60 frames, four emitters; one step of 0.5 at set-up.
    assert_eq!(frames(&[("emitters", n(4))]), [0.5, 15.5, 30.5, 45.5]);
    assert_eq!(
        frames(&[("emitters", n(2)), ("start", f(0.5))]),
        [30.0, 1.0],
        "fmod of 29.5 and of 59.5 by 59, and a half"
    );
    assert_eq!(frames(&[("start", f(1.0)), ("speed", f(0.0))]), [59.0]);
    assert_eq!(frames(&[("start", f(7.0)), ("speed", f(0.0))]), [59.0], "clamped");
    assert_eq!(frames(&[("emitters", n(0))]).len(), 1);
    assert_eq!(frames(&[("emitters", n(99))]).len(), 32);
}

#[test]
fn an_active_laser_takes_two_steps_more_at_a_reset_and_a_third_at_set_up() {
    let mut running = at_laser(&[]);
    assert_eq!(frame(&running), 1.5, "the update's, the reset's and the set-up's");
    running.wait(10);
    assert_eq!(frame(&running), 6.5);
    running.fire("triggers/0", "reset");
    assert_eq!(frame(&running), 1.5, "the update's, the reset's, and that of this tick");
}

#[test]
fn emitters_go_round_or_turn_round_at_the_ends() {
    let after = |flags: i64, ticks: u32| {
        let mut running = at_laser(&[("flags", n(8 | flags)), ("speed", f(10.0))]);
        running.wait(ticks);
        frame(&running)
    };
    // Three steps at the start: 30.
    assert_eq!([0, 2, 3, 4].map(|ticks| after(0, ticks)), [30.0, 50.0, 0.0, 10.0]);
    assert_eq!([2, 3, 4, 5].map(|ticks| after(0x20, ticks)), [50.0, 59.0, 49.0, 39.0], "ping-pong");
    assert_eq!([0, 1, 2].map(|ticks| after(0x10, ticks)), [39.0, 29.0, 19.0], "backwards: 0, then to the last frame");
}

#[test]
fn speed_is_a_factor_of_the_stored_one() {
    let script = "func slow { trig_speed 9 .2 }";
    let mut running = run(&[player([0.0; 3]), laser(&[("speed", f(2.0))])], &[("a.bsl", script)]);
    running.fire("scripts/0", "slow");
    assert!((running.value("triggers/0", "speed") - 0.4).abs() < 1e-6);
    let fast = at_laser(&[("speed", f(1000.0))]);
    assert_eq!(fast.value("triggers/0", "speed"), 100.0, "clamped");
}

#[test]
fn beams_go_on_and_off_by_their_times() {
    let mut running = at_laser(&[("ticks_on", n(5)), ("ticks_off", n(3))]);
    // The reset's update takes one of the first on time.
    let mut on = String::new();
    for _ in 0..16 {
        on.push(if running.value("triggers/0", "on") == 1.0 { '1' } else { '0' });
        running.wait(1);
    }
    assert_eq!(on, "1111000111110001");
    let mut always = at_laser(&[]);
    always.wait(500);
    assert_eq!(always.value("triggers/0", "on"), 1.0, "without times they stay on");
}

#[test]
fn the_player_sets_it_off_once_until_an_emitter_misses() {
    let mut running = at_laser(&[]);
    running.place(0, 100).wait(10);
    assert_eq!(running.value("level/0", "opened_count"), 1.0);
    running.place(50, 100).wait(2);
    running.place(3, 400);
    assert_eq!(running.value("level/0", "opened_count"), 2.0);
    running.place(3, 520).wait(2);
    assert_eq!(running.value("level/0", "opened_count"), 2.0, "500 units long");
    running.fire("triggers/0", "hide").place(0, 100).wait(2);
    assert_eq!(running.value("level/0", "opened_count"), 2.0, "hidden");
    running.fire("triggers/0", "show").fire("triggers/0", "deactivate").wait(2);
    assert_eq!(running.value("level/0", "opened_count"), 3.0, "shown for one tick");
    let guard = thing(&CHARACTERS, &[("name", t("guard")), ("position", v([0.0, 0.0, 100.0]))]);
    let mut others = run(&[player([90.0; 3]), guard, laser(&[])], &[("a.bsl", OPENED)]);
    others.wait(10);
    assert_eq!(others.value("level/0", "opened_count"), 0.0, "the player alone");
}

fn sphere(name: &str, x: f64, min: f64, max: f64) -> Thing {
    let set = [("shape", n(SPHERE)), ("name", t(name)), ("position", v([x, 0.0, 0.0]))];
    thing(&SOUNDS, &[&set[..], &[("min_radius", f(min)), ("max_radius", f(max))]].concat())
}

fn sound_box(name: &str, x: f64) -> Thing {
    let set = [("shape", n(BOX)), ("name", t(name)), ("position", v([x, 0.0, 0.0])), ("rotation", v([0.0, 45.0, 0.0]))];
    let corners = [("box_min", v([-10.0, -10.0, -10.0])), ("box_max", v([10.0, 10.0, 10.0]))];
    thing(&SOUNDS, &[&set[..], &corners].concat())
}

fn loudness(running: &Running, row: u32) -> f64 {
    running.value(&format!("sounds/{row}"), "loudness")
}

#[test]
fn a_sphere_is_heard_out_to_three_times_its_larger_radius_and_begins_at_a_quarter() {
    let mut running = run(&[player([0.0; 3]), sphere("amb", 100.0, 5.0, 10.0)], &[]);
    running.place(69, 0).wait(3);
    assert_eq!(loudness(&running, 0), 0.0);
    running.place(70, 0);
    assert_eq!(loudness(&running, 0), 0.25);
    assert_eq!(running.said("sound begins"), [(5, "amb".to_owned())]);
    running.wait(1);
    assert_eq!(loudness(&running, 0), 0.0, "at the very edge");
    running.place(98, 0).wait(1);
    assert_eq!(loudness(&running, 0), 1.0);
    running.place(0, 0);
    assert_eq!(running.events("sound ends").len(), 1);
}

#[test]
fn a_box_fades_over_120_ticks_and_its_rotation_does_not_count() {
    let mut running = run(&[player([0.0; 3]), sound_box("amb", 100.0)], &[]);
    running.place(109, 9);
    assert_eq!(loudness(&running, 0), 0.0, "the corner of an unturned box");
    running.wait(60);
    assert_eq!(loudness(&running, 0), 0.75, "1 - (60 - 120)² / 14400");
    running.wait(60);
    assert_eq!(loudness(&running, 0), 1.0);
    running.place(0, 0).wait(60);
    assert_eq!(loudness(&running, 0), 0.75, "1 - 60² / 14400");
    running.wait(61);
    assert_eq!(loudness(&running, 0), 0.0);
    assert_eq!([running.events("sound begins").len(), running.events("sound ends").len()], [1, 1]);
}

#[test]
fn the_same_sound_is_handed_over_with_its_fade_carried_on() {
    let mut running =
        run(&[player([0.0; 3]), sound_box("amb", 100.0), sound_box("amb", 200.0), sound_box("other", 200.0)], &[]);
    running.place(100, 0).wait(60).place(200, 0);
    assert_eq!(running.events("sound handed over"), [(62, "sounds/1".to_owned())]);
    assert_eq!(loudness(&running, 0), 0.0);
    // The first box was at 0.75 + one tick when it was left, and began to fade out from there.
    let taken = loudness(&running, 1);
    assert!((0.75..0.77).contains(&taken), "{taken}");
    assert_eq!(loudness(&running, 2), 0.0, "another sound begins anew");
    running.wait(60);
    assert_eq!(loudness(&running, 1), 1.0);
    assert_eq!(loudness(&running, 2), 0.75);
}

#[test]
fn boxes_over_each_other_handed_their_sound_to_and_fro_every_tick() {
    let mut running = run(&[player([0.0; 3]), sound_box("amb", 100.0), sound_box("amb", 110.0)], &[]);
    running.place(92, 0).wait(60).place(105, 0);
    assert_eq!(running.events("sound handed over"), [(62, "sounds/1".to_owned())]);
    running.wait(200);
    assert_eq!(running.events("sound handed over").len(), 1, "once, at the entry");
    assert_eq!([loudness(&running, 0), loudness(&running, 1)], [0.0, 1.0]);
    // Out of the second and still in the first: that takes it back where it is.
    running.place(95, 0).wait(1);
    assert_eq!(running.events("sound handed over").len(), 2);
    assert!(loudness(&running, 0) > 0.9 && loudness(&running, 1) == 0.0);
    running.place(0, 0).wait(300);
    assert_eq!([loudness(&running, 0), loudness(&running, 1)], [0.0, 0.0]);
}

/// Somebody at the origin who talks by the behaviour 5, the player at x.
fn talk(flags: i64, lines: &[Vec<Set>], x: f64) -> Running {
    let mut neutral = thing(
        &NEUTRALS,
        &[
            ("name", t("chat")),
            ("id", n(5)),
            ("flags", n(flags)),
            ("trigger_range", f(100.0)),
            ("talk_range", f(40.0)),
            ("follow_range", f(200.0)),
            ("enemy_range", f(70.0)),
            ("trigger_speech", t("hey")),
            ("abort_speech", t("oh")),
            ("enemy_speech", t("help")),
            ("end_script", t("opened")),
            ("weapon", t("w1_tap")),
            ("ammo", n(2)),
            ("items", n(5)),
        ],
    );
    for line in lines {
        neutral = neutral.with(line);
    }
    let bob = thing(&CHARACTERS, &[("name", t("bob")), ("neutral", n(5))]);
    run(&[player([x, 0.0, 0.0]), bob, neutral], &[("a.bsl", OPENED)])
}

fn line(flags: i64, sound: &str) -> Vec<Set> {
    vec![("flags", n(flags)), ("sound", t(sound))]
}

#[test]
fn a_neutral_character_calls_comes_talks_gives_and_ends_with_its_script() {
    let mut running = talk(0, &[line(0, "a"), line(1, "b"), line(2, "c")], 90.0);
    running.wait(1);
    assert_eq!(running.said("calls the player"), [(1, "hey".to_owned())]);
    // 50 units at 20 a second.
    running.wait(152);
    let said: Vec<String> = running.said("says").into_iter().map(|(_, text)| text).collect();
    assert_eq!(said, ["a"]);
    running.wait(360);
    let ticks: Vec<u32> = running.said("says").into_iter().map(|(tick, _)| tick).collect();
    assert_eq!([ticks[1] - ticks[0], ticks[2] - ticks[1]], [120, 120]);
    let speakers: Vec<String> =
        running.log.events().iter().filter(|e| e.kind == "says").map(|e| e.source.to_string()).collect();
    assert_eq!(speakers, ["characters/1", "walker/0", "characters/1"]);
    assert_eq!(running.said("gives a weapon").into_iter().map(|(_, text)| text).collect::<Vec<_>>(), ["w1_tap"]);
    for kind in ["gives ammo", "gives a shield", "gives the LSI", "talk ends"] {
        assert_eq!(running.events(kind).len(), 1, "{kind}");
    }
    assert!(running.events("gives cells").is_empty() && running.events("gives invisibility").is_empty());
    assert_eq!(running.value("level/0", "opened_count"), 1.0);
    assert!(running.world.live.persons[0].lsi);
    // Anew after the player was away.
    running.place(5000, 0).wait(1).place(0, 0).wait(2);
    assert_eq!(running.events("calls the player").len(), 2);
}

#[test]
fn one_conversation_only_and_one_give_only() {
    let mut once = talk(1, &[line(0, "a")], 10.0);
    let mut gives = talk(2, &[line(2, "a")], 10.0);
    for running in [&mut once, &mut gives] {
        running.wait(200).place(5000, 0).wait(2).place(0, 0).wait(200);
    }
    assert_eq!(once.events("talk ends").len(), 1);
    assert_eq!([gives.events("talk ends").len(), gives.events("gives ammo").len()], [2, 1]);
}

#[test]
fn talks_are_broken_off_by_distance_and_fights_unless_they_cannot_be() {
    let started = |flags: i64| {
        let mut running = talk(flags, &[line(0, "a"), line(0, "b")], 10.0);
        running.wait(10);
        assert_eq!(running.events("talk begins").len(), 1);
        running
    };
    let mut gone = started(0);
    gone.place(500, 0).wait(1);
    assert_eq!(gone.said("talk broken off").into_iter().map(|(_, text)| text).collect::<Vec<_>>(), ["oh"]);
    let mut fight = started(0);
    fight.act(hit("walker/0", 1));
    assert_eq!(fight.said("talk ended by a fight").into_iter().map(|(_, text)| text).collect::<Vec<_>>(), ["help"]);
    let mut cannot = started(4);
    cannot.act(hit("walker/0", 1)).place(500, 0).wait(300);
    assert_eq!(cannot.events("talk ends").len(), 1);
    let mut before = talk(0, &[line(0, "a")], 90.0);
    before.act(hit("walker/0", 1)).wait(10);
    assert_eq!(before.events("talk begins").len(), 0);
    let mut far = talk(0, &[line(0, "a")], 90.0);
    far.wait(2).place(201, 0).wait(2);
    assert_eq!(far.events("follows no farther").len(), 1);
}

#[test]
fn what_is_there_at_the_start_stands_where_and_as_it_should() {
    let things = [
        player([0.0; 3]),
        thing(&CHARACTERS, &[("name", t("late")), ("flags", n(0x24)), ("spawn_script", t("opened"))]),
        thing(
            &WEAPONS,
            &[("class", t("w1_tap")), ("position", v([1.0, 5.0, 3.0])), ("rotation", v([30.0, 60.0, 0.0]))],
        ),
        thing(&POWER_UPS, &[("kind", n(0x5348_4C44)), ("rotation", v([30.0, 60.0, 0.0]))]),
        thing(&POWER_UPS, &[("kind", n(0x494E_5649))]),
        thing(&POWER_UPS, &[("kind", n(0x4859_504F))]),
        thing(&POWER_UPS, &[("kind", n(0x1234))]),
    ];
    let script = format!("{OPENED}func again {{ ai2_spawn late }}\nfunc force {{ ai2_spawn late force }}");
    let mut running = run(&things, &[("a.bsl", &script)]);
    let items: Vec<_> =
        running.world.fixed.items.iter().map(|item| (item.kind, item.position.y, item.facing, item.amount)).collect();
    assert_eq!(
        items,
        [
            ("weapon", 7.0, 30.0, 1),
            ("power-up", 0.0, 60.0, 100),
            ("power-up", 0.0, 0.0, 1800),
            ("power-up", 0.0, 0.0, 1)
        ]
    );
    assert_eq!(
        running.value("characters/1", "present"),
        0.0,
        "not there at the start, though the file says it was made"
    );
    running.fire("scripts/0", "again");
    assert_eq!(running.value("characters/1", "present"), 1.0);
    assert_eq!(running.value("level/0", "opened_count"), 1.0, "the spawn script");
    running.fire("scripts/0", "again");
    assert_eq!(running.events("not made again").len(), 1);
    running.fire("scripts/0", "force");
    assert_eq!(running.value("level/0", "opened_count"), 2.0);
}

#[test]
fn a_death_runs_two_scripts_once_and_drops_the_second_values() {
    let victim = thing(
        &CHARACTERS,
        &[
            ("name", t("v")),
            ("flags", n(0x210)),
            ("hurt_script", t("hurt")),
            ("die_script", t("die")),
            ("defeated_script", t("def")),
            ("ammo_drop", n(2)),
            ("hypo_drop", n(1)),
            ("shield_drop", n(1)),
            ("invisibility_drop", n(1)),
            ("additional_health", n(-50)),
        ],
    );
    let script = "func hurt(string a) { }\nfunc die(string a) { }\nfunc def(string a) { }";
    let mut running = run(&[player([0.0; 3]), victim], &[("a.bsl", script)]);
    running.act(hit("characters/1", 20));
    assert_eq!(running.value("characters/1", "health"), 30.0);
    running.act(hit("characters/1", 40));
    let started: Vec<String> = running.started().into_iter().map(|(_, name)| name).collect();
    assert_eq!(started, ["hurt", "hurt", "def", "die"]);
    let dropped: Vec<String> = running.said("thing dropped").into_iter().map(|(_, text)| text).collect();
    assert_eq!(dropped, ["ammo", "ammo", "hypo", "shield", "invis", "lsi"]);
    assert_eq!(running.value("made/3", "amount"), 100.0);
    assert_eq!(running.value("made/4", "amount"), 1800.0);
    running.act(hit("characters/1", 40));
    assert_eq!(running.started().len(), 4, "dead already");
    let unkillable = thing(&CHARACTERS, &[("name", t("u")), ("flags", n(0x40))]);
    let mut running = run(&[player([0.0; 3]), unkillable], &[]);
    running.act(hit("characters/1", 500));
    assert_eq!(running.value("characters/1", "alive"), 1.0);
}

#[test]
fn who_may_be_made_many_times_is_made_again_without_force() {
    let many = thing(&CHARACTERS, &[("name", t("many")), ("flags", n(0x14))]);
    let mut running = run(&[player([0.0; 3]), many], &[("a.bsl", "func again { ai2_spawn many }")]);
    running.fire("scripts/0", "again").fire("scripts/0", "again");
    assert!(running.events("not made again").is_empty());
    let appeared = running.events("appears").into_iter().filter(|(_, who)| who == "characters/1").count();
    assert_eq!(appeared, 2);
}

#[test]
fn the_shield_and_the_invisibility_somebody_was_made_with_were_not_dropped() {
    let carries = [("shield_use", n(1)), ("invisibility_use", n(1)), ("hypo_drop", n(1))];
    let victim = thing(&CHARACTERS, &[&[("name", t("v"))][..], &carries].concat());
    let mut running = run(&[player([0.0; 3]), victim], &[]);
    let made = ["shield", "invisibility"].map(|field| running.value("characters/1", field));
    assert_eq!(made, [100.0, 600.0]);
    running.act(hit("characters/1", 500));
    let dropped: Vec<String> = running.said("thing dropped").into_iter().map(|(_, text)| text).collect();
    assert_eq!(dropped, ["hypo", "shield", "invis"], "the second values first");
    assert_eq!([1, 2].map(|row| running.value(&format!("made/{row}"), "amount")), [100.0, 600.0]);
}

#[test]
fn the_player_dropped_things_though_only_those_of_the_ai_do() {
    let carries = [("flags", n(0x201)), ("shield_use", n(1)), ("ammo_drop", n(3))];
    let mut running = run(&[thing(&CHARACTERS, &[&[("name", t("k"))][..], &carries].concat())], &[]);
    running.act(hit("walker/0", 500));
    assert_eq!([running.events("dies").len(), running.events("thing dropped").len()], [1, 0]);
}

#[test]
fn a_character_without_a_behaviour_took_the_one_with_the_id_0() {
    let behaviour = thing(&NEUTRALS, &[("name", t("chat")), ("id", n(0)), ("trigger_range", f(100.0))]);
    let bob = thing(&CHARACTERS, &[("name", t("bob"))]);
    let mut running = run(&[player([5.0, 0.0, 0.0]), bob, behaviour], &[]);
    running.wait(3);
    assert!(running.events("calls the player").is_empty());
}

#[test]
fn the_walker_walks_keys_move_it_and_what_makes_no_sense_is_refused() {
    let mut running = run(&[player([0.0; 3])], &[]);
    // 60 units a second.
    running.act(Verb::walk(30, 0)).wait(14);
    assert_eq!([running.value("walker/0", "x"), running.value("walker/0", "z")], [15.0, 0.0]);
    running.wait(20);
    assert_eq!(running.value("walker/0", "x"), 30.0);
    running.act(Verb::Look { facing: 0.into(), pitch: 0.into() });
    running.act(Verb::Keys { forward: 1, side: 0, turn: 0, pace: 0 }).wait(9);
    assert_eq!(running.value("walker/0", "z"), 10.0);
    running.act(Verb::Keys { forward: 0, side: 1, turn: 0, pace: 0 }).wait(9);
    assert!((running.value("walker/0", "x") - 20.0).abs() < 1e-4, "x grows to the left");
    running.act(Verb::Keys { forward: 0, side: 0, turn: 0, pace: 0 }).wait(5);
    assert!((running.value("walker/0", "x") - 20.0).abs() < 1e-4);
    for verb in [
        Verb::Jump,
        Verb::Use,
        Verb::Throw { x: 0.into(), y: 0.into(), z: 0.into() },
        hit("doors/0", 1),
        Verb::Touch { target: "doors/0".parse().unwrap() },
        Verb::Fire { target: "walker/0".parse().unwrap(), event: "explode".to_owned() },
        Verb::Set { target: "level/0".parse().unwrap(), field: "nothing".to_owned(), value: 1.into() },
    ] {
        let before = running.events("refused").len();
        running.act(verb.clone());
        assert_eq!(running.events("refused").len(), before + 1, "{verb:?}");
    }
    running.act(Verb::Leave { who: None });
    assert!(running.world.actors().is_empty());
    running.place(1, 2);
    assert_eq!(running.world.actors().len(), 1);
    let mut nobody = run(&[], &[]);
    nobody.place(3, 4).wait(3);
    assert_eq!(nobody.value("walker/0", "z"), 4.0, "in a level without a player somebody is made");
}

#[test]
fn shapes_show_what_goes_on() {
    let volume = thing(&TRIGGER_VOLUMES, &[("id", n(1)), ("size", v([5.0; 3])), ("teams", n(255)), ("name", t("tv"))]);
    let mut running = run(&[player([0.0; 3]), volume, laser(&[]), sphere("amb", 0.0, 5.0, 10.0), door(0)], &[]);
    running.place(1, 1).wait(1);
    let shown: Vec<String> = running.world.shapes().iter().map(|shape| shape.subject.to_string()).collect();
    assert_eq!(shown, ["trigger_volumes/0", "triggers/0", "sounds/0"]);
    running.place(100, 0).wait(3);
    assert!(running.world.shapes().iter().any(|shape| shape.subject.table == "doors"));
    assert!(!running.world.live().is_empty() && running.world.bytes() > 0);
}
