//! Scripts that run.

use super::test_levels::*;
use crate::games::oni::tables::*;
use crate::preview::World;

fn running(script: &str) -> Running {
    run(&[player([0.0; 3])], &[("lab/a.bsl", script)])
}

fn variable(running: &Running, name: &str) -> f64 {
    running.value("level/0", name)
}

#[test]
fn main_runs_when_the_level_starts_and_goes_on_after_its_sleeps() {
    let mut running =
        running("var int n = 5;\nfunc main\n{\n n = n + 1\n sleep 60\n n = n + 10\n sleep f30\n n = n + 100\n}");
    assert_eq!(variable(&running, "n"), 6.0);
    assert_eq!(running.started(), [(0, "main".to_owned())]);
    running.wait(59);
    assert_eq!(variable(&running, "n"), 6.0);
    running.wait(1);
    assert_eq!(variable(&running, "n"), 16.0);
    running.wait(30);
    assert_eq!(variable(&running, "n"), 116.0);
    assert!(running.world.live.threads.is_empty());
}

#[test]
fn calls_wait_for_what_they_call_and_forks_do_not() {
    let mut running = running(
        "var int a; var int b;\nfunc slow { sleep 10\n a = a + 1 }\n\
         func main { slow\n b = 1\n fork slow\n b = 2\n slow() b = 3 }",
    );
    assert_eq!(variable(&running, "b"), 0.0);
    running.wait(10);
    assert_eq!([variable(&running, "a"), variable(&running, "b")], [1.0, 2.0]);
    running.wait(10);
    assert_eq!([variable(&running, "a"), variable(&running, "b")], [3.0, 2.0]);
}

#[test]
fn conditions_parameters_locals_and_values_work() {
    let running = running(
        "var int x = -3; var bool yes; var float half = .5; var int big;\n\
         func int twice(int n) { var int sum = n;\n sum = sum + n\n return sum\n x = 99 }\n\
         func main {\n if (x eq -3 and !yes) yes = true\n if (x >= -2 or 1 > 2) { big = 1 } else { big = twice(21) }\n\
         half = half + 1\n if (name ne name) x = 1\n if (twice(2) eq 4) x = x - 1\n }",
    );
    assert_eq!(["x", "yes", "half", "big"].map(|name| variable(&running, name)), [-4.0, 1.0, 1.5, 42.0]);
}

#[test]
fn a_function_that_calls_itself_after_a_sleep_goes_on_for_ever() {
    let mut running =
        running("var int n;\nfunc again { n = n + 1\n sleep 2\n if (n < 100000) { again } }\nfunc main { again }");
    running.wait(1000);
    assert_eq!(variable(&running, "n"), 501.0);
    assert_eq!(running.world.live.threads.len(), 1);
    assert!(running.world.live.threads[0].bytes() < 400, "it does not grow");
}

#[test]
fn what_never_sleeps_calls_too_deep_or_starts_too_much_is_ended() {
    let mut endless = running("func main { main }");
    endless.wait(1);
    assert_eq!(endless.said("script ended: it never sleeps"), [(0, "main".to_owned())]);
    let deep = running("var int n; func f { f\n n = 1 }\nfunc main { f }");
    assert_eq!(deep.said("script ended: calls too deep").len(), 1);
    let mut forks = running("func f { fork f\n fork f\n sleep 1\n f }\nfunc main { f }");
    forks.wait(20);
    assert!(forks.world.live.threads.len() <= 1024);
    assert!(!forks.events("too many scripts").is_empty());
}

#[test]
fn what_is_not_simulated_is_logged_with_its_arguments_and_what_is_unknown_too() {
    let running = running(
        "func main { sound_music_start mus_wls 0.75\n dprint \"a b\" 3\n no_such_thing x\n door_open 7\n if (chr_has_lsi(0)) win\n schedule f at 3 }",
    );
    let said = |kind: &str| running.said(kind).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
    assert_eq!(said("called, not simulated"), ["sound_music_start mus_wls 0.75", "dprint a b 3", "schedule"]);
    assert_eq!(said("called, unknown"), ["no_such_thing x"]);
    assert_eq!(said("called, nobody to do it"), ["door_open 7"]);
}

#[test]
fn every_call_that_is_carried_out_does_something() {
    let script = "func main {\n ai2_spawn late\n ai2_makeignoreplayer guard 1\n ai2_setmovementmode guard run\n\
        ai2_neutralbehavior guard talk\n chr_changeteam guard Syndicate\n chr_facetoflag guard 1\n chr_teleport 0 1\n\
        console_deactivate 3\n console_activate 3\n console_reset 3\n door_lock 7\n door_unlock 7\n door_open 7\n door_close 7\n\
        door_jam 7\n door_unjam 7\n powerup_spawn hypo 1\n weapon_spawn w1_tap 1\n trig_activate 9\n trig_deactivate 9\n\
        trig_hide 9\n trig_show 9\n trig_speed 9 .5\n trig_reset 9\n turret_activate 2\n turret_deactivate 2\n turret_reset 2\n\
        trigvolume_corpse 4\n chr_delete guard\n }";
    let things = [
        player([0.0; 3]),
        thing(&CHARACTERS, &[("name", t("guard"))]),
        thing(&CHARACTERS, &[("name", t("late")), ("flags", n(4))]),
        thing(&CONSOLES, &[("id", n(3))]),
        thing(&DOORS, &[("id", n(7))]),
        thing(&NEUTRALS, &[("name", t("talk")), ("id", n(5))]),
        thing(&TRIGGERS, &[("id", n(9)), ("speed", f(2.0)), ("emitters", n(1))]),
        thing(&TURRETS, &[("id", n(2))]),
        thing(&TRIGGER_VOLUMES, &[("id", n(4)), ("name", t("tv"))]),
        flag(1, [10.0, 0.0, 10.0], 90.0),
    ];
    let running = run(&things, &[("a.bsl", script)]);
    assert_eq!(running.said("called, nobody to do it"), []);
    assert_eq!(running.said("called, not simulated"), []);
    let is = |of: &str, field: &str| running.value(of, field);
    assert_eq!([is("characters/2", "present"), is("characters/1", "present")], [1.0, 0.0]);
    assert_eq!(is("characters/1", "team"), 2.0);
    assert_eq!([is("walker/0", "x"), is("walker/0", "z")], [10.0, 10.0]);
    assert_eq!(is("made/0", "amount"), 1.0);
    assert_eq!(running.said("thing placed").into_iter().map(|(_, text)| text).collect::<Vec<_>>(), ["hypo", "w1_tap"]);
    for kind in [
        "console activated",
        "console reset",
        "door locked",
        "door closes",
        "trigger speed set",
        "turret activated",
        "behaviour set",
        "teleported",
    ] {
        assert_eq!(running.events(kind).len(), 1, "{kind}");
    }
}

#[test]
fn the_same_level_gives_the_same_state_and_a_copy_goes_on_alike() {
    let script =
        "var int n;\nfunc again(string who) { n = n + 1\n sleep 7\n again who }\nfunc main { again x\n fork again y }";
    let hashes = |running: &mut Running| -> Vec<u64> {
        (0..50)
            .map(|_| {
                running.wait(1);
                running.world.hash()
            })
            .collect()
    };
    let (mut one, mut two) = (running(script), running(script));
    assert_eq!(hashes(&mut one), hashes(&mut two));
    assert_eq!(one.log, two.log);
    let mut copy = one.world.copy();
    let mut log = crate::preview::Log::default();
    for _ in 0..20 {
        copy.tick(&[], &mut log);
    }
    one.wait(20);
    assert_eq!(copy.hash(), one.world.hash());
    assert_ne!(one.world.hash(), two.world.hash());
}
