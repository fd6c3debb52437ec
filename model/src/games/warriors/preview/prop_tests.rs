//! Props, trash, registers, piles and BreakObjectsInRadius by the numbers of `warriors.md` P23 to P26 and P36.

use super::prop::handed;
use super::test_levels::{Made, Running, door, kind, line};

/// One thing of a name, 2 m from the camera, streamed in.
fn one(name: &str) -> Running {
    let mut run = Made::lines(vec![line(name, [2.0, 0.0, 0.0], 0)]).run();
    run.place("cameras/0", [0.0; 3], 0.0).wait(3);
    assert_eq!(run.value("lines/0", "live"), 1.0, "{name}");
    run
}

fn kinds(run: &Running) -> Vec<&str> {
    run.log.events().iter().map(|event| event.kind).collect()
}

#[test]
fn p23_a_bench_takes_three_bare_blows_or_one_armed() {
    let mut run = one("dyn_parkbench_a");
    for left in [6.0, 2.0, -2.0] {
        run.hit("lines/0", 0);
        assert_eq!(run.value("lines/0", "hits_left"), left);
    }
    assert_eq!((run.value("lines/0", "broken"), run.values("splinters")), (1.0, vec![25]));
    assert_eq!(run.events("dyn_parkbench_aa").len(), 1);
    // Each blow while it was whole counts; a broken one takes none.
    run.hit("lines/0", 0);
    assert_eq!(run.values("riot points"), [1, 1, 1]);
    let mut run = one("dyn_parkbench_a");
    run.hit("lines/0", 2);
    assert_eq!(run.value("lines/0", "broken"), 1.0);
}

#[test]
fn p23_stands_and_crates_break_at_the_first_blow_and_go_on_their_next_update() {
    for (name, points, piece) in
        [("dyn_newsstand_a", 3, "paper"), ("dyn_newsstand_b", 3, "paper"), ("dyn_crate_stack", 1, "dyn_wooddmg_a")]
    {
        let mut run = one(name);
        let came = run.events("streams in")[0].0;
        run.until(came + 29).hit("lines/0", 0);
        assert_eq!((run.value("lines/0", "broken"), run.values("riot points")), (1.0, vec![points]), "{name}");
        assert!(kinds(&run).contains(&piece), "{name}");
        // Updates come every 20 ticks from when it came in: 40 is the next.
        run.until(came + 39);
        assert_eq!(run.value("lines/0", "removed"), 0.0, "{name}");
        run.until(came + 40);
        assert_eq!(run.value("lines/0", "removed"), 1.0, "{name}");
    }
}

#[test]
fn p24_trash_breaks_at_any_blow_is_hidden_next_and_gone_after() {
    let mut run = one("dyn_trashcan");
    run.hit("lines/0", 0);
    let broke = run.events("breaks")[0].0;
    let pieces: Vec<&str> = run.world.live.pieces.iter().map(|piece| piece.name).collect();
    // Without path data there is no polygon for a bottle.
    let bits = ["dyn_trashbit_a", "dyn_trashbit_b", "dyn_trashbit_d", "dyn_trashbit_d"];
    assert_eq!(pieces, [&["dyn_trashcan_b"][..], &bits].concat());
    assert_eq!(run.values("splinters"), [10]);
    run.until(broke + 1);
    assert_eq!((run.value("lines/0", "tint") as u32 & 0xFF, run.value("lines/0", "removed")), (0, 0.0));
    run.until(broke + 2);
    assert_eq!(run.value("lines/0", "removed"), 1.0);
    // The dented can fades 151 updates after the break and is gone 51 later; the bits stay.
    let can = |run: &Running| run.world.live.pieces.iter().find(|p| p.name == "dyn_trashcan_b").copied();
    run.until(broke + 302);
    assert_eq!(can(&run).unwrap().opacity(run.world.live.tick), 1.0);
    run.until(broke + 403);
    assert!(can(&run).unwrap().opacity(run.world.live.tick) < 0.02);
    run.until(broke + 404);
    assert!(can(&run).is_none() && run.world.live.pieces.len() == 4);
    // Other litter after 3,551.
    run.until(broke + 7102 + 102);
    assert!(run.world.live.pieces.is_empty());
}

#[test]
fn p24_what_each_sort_of_trash_leaves() {
    for (name, what) in
        [("dyn_gbags", "dyn_trashbit_a"), ("dyn_parktrash_a", "dyn_parktrash_aa"), ("dyn_pstack", "debris")]
    {
        let mut run = one(name);
        run.hit("lines/0", 0);
        assert!(kinds(&run).contains(&what), "{name}: {:?}", kinds(&run));
        assert_eq!(kinds(&run).contains(&"dyn_trashbit_d"), name != "dyn_pstack");
    }
    // Where people walk, there is a bottle.
    let mut run = Made::sample().run();
    run.place("walker/0", [4.0, -8.0, 0.0], 0.0).wait(60).hit("lines/0", 0);
    assert_eq!(run.events("is made"), [(62, "made/0".to_owned())]);
}

#[test]
fn p24_sprinters_break_bags_and_stop_dead() {
    let mut run =
        Made::lines(vec![line("dyn_gbags", [0.0, 6.0, 0.0], 0), line("dyn_trashcan", [5.0, 6.0, 0.0], 0)]).run();
    run.place("walker/0", [0.0, 0.0, 0.0], 0.0).wait(8);
    run.act(crate::preview::Verb::Keys { forward: 1, side: 0, turn: 0, pace: 1 }).wait(60);
    assert_eq!((run.value("lines/0", "broken"), run.value("walker/0", "gait")), (1.0, 0.0));
    // Cans are not struck by running.
    run.place("walker/0", [5.0, 0.0, 0.0], 0.0);
    run.act(crate::preview::Verb::Keys { forward: 1, side: 0, turn: 0, pace: 1 }).wait(60);
    assert_eq!(run.value("lines/1", "broken"), 0.0);
    // A blow breaks one.
    run.act(crate::preview::Verb::Keys { forward: 0, side: 0, turn: 0, pace: 0 }).act(crate::preview::Verb::Use);
    assert_eq!(run.value("lines/1", "broken"), 1.0);
}

fn register() -> Running {
    let script = kind("dyn_cashreg", "dyn_cashreg", 0, [0.5, 0.5, 0.5], 0xBF, 0.0)
        .replace("\", 0, 0, 0, 100,", "\", 0, 16, 0, 50,")
        .replace("13, 0,", "13, 2,");
    let mut run = Made { lines: vec![line("dyn_cashreg", [2.0, 0.0, 1.0], 0)], ..Made::script(&script) }.run();
    run.place("cameras/0", [0.0; 3], 0.0).wait(3);
    run
}

#[test]
fn p25_a_register_takes_eight_bare_blows_two_throws_or_one_charge() {
    for (kind, blows) in [(0, 8), (1, 2), (2, 1)] {
        let mut run = register();
        for blow in 1..=blows {
            assert_eq!(run.value("lines/0", "broken"), 0.0, "{kind} {blow}");
            run.hit("lines/0", kind);
        }
        assert_eq!(run.value("lines/0", "broken"), 1.0, "{kind}");
    }
}

#[test]
fn p25_its_drawer_opens_on_the_first_update_and_gives_25_to_50_on_the_second() {
    let mut run = register();
    let came = run.events("streams in")[0].0;
    run.until(came + 70).hit("lines/0", 2).until(came + 119);
    assert!(run.events("drawer opens").is_empty());
    run.until(came + 120);
    assert_eq!(run.events("drawer opens").len(), 1);
    run.until(came + 180);
    let money = run.values("money");
    assert!(money.len() == 1 && (25..=50).contains(&money[0]), "{money:?}");
    // At (0, 0.02 + 0.35, -0.22) and 0.22 above.
    let at = run.world.live.pieces[0].at;
    assert!((at - glam::Vec3::new(2.0, 0.37, 1.0)).length() < 1e-5, "{at}");
    // It keeps its body and stays.
    run.wait(400);
    assert_eq!((run.value("lines/0", "removed"), run.values("money").len()), (0.0, 1));
}

#[test]
fn p25_lifting_it_takes_the_drawer_away() {
    let mut run = register();
    let touch = || crate::preview::Verb::Touch { target: "lines/0".parse().unwrap() };
    run.place("walker/0", [2.0, -1.0, 0.0], 0.0).act(touch());
    // 1 m above the feet: the high clip.
    assert_eq!((run.values("picks up, clip"), run.events("drawer removed").len()), (vec![504], 1));
    run.hit("lines/0", 2).wait(200);
    assert!(run.values("money").is_empty(), "there is no drawer any more");
    let mut run = register();
    run.hit("lines/0", 2).act(touch());
    assert!(run.values("picks up, clip").is_empty(), "a broken one is not lifted");
}

#[test]
fn p26_piles_hand_out_by_their_object_type() {
    let all = [17, 18, 19, 20, 21, 22, 23, 41, 44, 46, 47, 49].map(|hands| handed(hands).unwrap());
    let cues = all.map(|(_, cue)| cue);
    assert_eq!(cues, [25, 26, 27, 28, 29, 30, 31, 0, 0, 0, 27, 0]);
    assert_eq!(all[4].0, ["hands out dyn_bottle_a", "hands out dyn_bottle_b", "hands out dyn_bottle_c"]);
    assert!(handed(2).is_none(), "dyn_blokpile is of no type that hands out");
    let mut run = one("dyn_brickpile");
    let touch = || crate::preview::Verb::Touch { target: "lines/0".parse().unwrap() };
    for _ in 0..9 {
        run.act(touch());
    }
    assert_eq!(run.values("hands out dyn_brick"), [25; 9], "it never runs out");
}

#[test]
fn p26_one_pile_ends_after_five_takes() {
    let mut run = one("dyn_molotovpile_b");
    let touch = || crate::preview::Verb::Touch { target: "lines/0".parse().unwrap() };
    for _ in 0..6 {
        run.act(touch());
    }
    assert_eq!((run.values("hands out dyn_molotv").len(), run.events("refused").len()), (5, 1));
    let ended = run.events("runs out")[0].0;
    run.until(ended + 239);
    assert_eq!(run.value("lines/0", "tint") as u32, u32::MAX);
    run.until(ended + 240);
    assert_eq!((run.value("lines/0", "tint"), run.value("lines/0", "removed")), (0.0, 0.0));
    run.until(ended + 480);
    assert_eq!(run.value("lines/0", "removed"), 1.0);
}

#[test]
fn p36_breaking_objects_reaches_molotovs_and_swinging_doors_within_the_radius() {
    let mut script = kind("dyn_door_store", "dyn_door_swinging", 1, [2.18, 0.1, 2.6], 0, 1.09);
    script += &kind("dyn_molotv", "dyn_molotv", 0, [0.1, 0.1, 0.3], 0, 0.0);
    script += &door("dyn_door_store", [1.4, 0.0, 0.0], 1);
    script += &door("dyn_door_store", [1.6, 0.0, 0.0], 2);
    script += "Bomb = ObjSpawn(\"dyn_molotv\", {0, 0, 0}, {0, 0, 0, 1}, -1, 0, 0, 4294967295, nil)\n";
    let mut run = Made::script(&script).run();
    run.place("cameras/0", [0.0; 3], 0.0).wait(3);
    run.set("spawns/0", "break_objects_radius", 1.5);
    let now = run.world.live.tick;
    // The one in the middle goes off with a radius of 1.5 m.
    assert_eq!((run.values("explodes"), run.value("spawns/0", "removed")), (vec![1500], 1.0));
    assert_eq!(run.events("will be hit"), [(now, "doors/0".to_owned())]);
    run.until(now + 4);
    assert!(run.events("break-in").is_empty());
    run.until(now + 5);
    assert_eq!(run.events("break-in").len(), 1, "two updates later: 2 and 3 ticks");
}
