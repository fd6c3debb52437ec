//! Where behaviours meet: hands and flights with streaming, paths, impacts, breaking and removal.

use std::sync::Arc;

use super::test_levels::{Made, Running, kind, line, n};
use super::{emitter, thing};
use crate::games::warriors::sample::{SampleMesh, SamplePaths, SamplePolygon};
use crate::preview::{Address, Input, Log, Start, Verb, World};

/// The walker at the origin holds the only thing of a level.
fn holding(made: &Made) -> Running {
    let mut run = made.run();
    run.place("walker/0", [0.0; 3], 0.0).wait(8);
    run.act(Verb::Touch { target: "lines/0".parse().unwrap() }).wait(20);
    assert_eq!(run.value("walker/0", "holds"), 1.0, "{:?}", run.log.events().last());
    run
}

/// A type's CfgObj that is light enough for a hand.
fn light(name: &str, class: &str, size: [f32; 3], flags: i32) -> String {
    kind(name, class, 0, size, flags, 0.0).replace(", 100, ", ", 20, ")
}

#[test]
fn what_stands_in_a_negative_zone_never_comes() {
    let lines = ["-1", "70000", "300", "0"]
        .map(|zone| format!("{{dyn_newsstand_a {{0, 0, 0}}, {{0, 0, 0, 1}}, -1, {zone}, 0, ffffffff, nil )\r\n"));
    let mut run = Made::lines(lines.to_vec()).run();
    run.wait(20);
    let live = [0, 1, 2, 3].map(|row| run.value(&format!("lines/{row}"), "live"));
    assert_eq!(live, [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn what_is_dropped_and_stays_whole_sounds_where_it_lands() {
    let mut run = holding(&Made::lines(vec![line("dyn_beerbottle", [0.0, 1.0, 0.0], 0)]));
    run.act(Verb::Take).wait(60);
    assert_eq!((run.events("comes to rest").len(), run.values("impact sound")), (1, vec![1000]));
    // Every flight counts anew; what breaks is not counted.
    run.act(Verb::Take).wait(20).act(Verb::Take).wait(60);
    assert_eq!(run.values("impact sound"), [1000, 1000]);
    run.act(Verb::Take).wait(20).act(Verb::Use).wait(120);
    assert_eq!((run.events("breaks").len(), run.values("impact sound").len()), (1, 2));
}

#[test]
fn a_molotov_out_of_a_pile_minds_breaking_in_a_radius() {
    for held in [true, false] {
        let lines = vec![line("dyn_molotovpile", [0.0, 1.0, 0.0], 0), line("dyn_beerbottle", [0.5, 1.0, 0.0], 0)];
        let mut run = holding(&Made::lines(lines));
        if !held {
            run.act(Verb::Aim).act(Verb::Aim).act(Verb::Touch { target: "lines/1".parse().unwrap() }).wait(90);
        }
        run.set("lines/0", "break_objects_radius", 0.1);
        assert!(run.events("explodes").is_empty(), "it is not that near");
        run.set("lines/0", "break_objects_radius", 3.0).wait(2);
        assert_eq!(run.events("explodes").len(), 1);
        assert_eq!((run.value("made/0", "live"), run.value("walker/0", "holds")), (0.0, f64::from(!held)));
        assert_eq!(run.events("style ends").len(), 1, "whoever held it let go");
    }
}

#[test]
fn a_pile_that_no_script_configures_is_taken_from() {
    for (name, made) in [("dyn_molotovpile", "hands out dyn_molotv"), ("dyn_boltcut_box", "hands out dyn_boltcutter_b")]
    {
        let run = holding(&Made::lines(vec![line(name, [0.0, 1.0, 0.0], 0)]));
        assert_eq!(run.events(made).len(), 1, "{name}");
    }
}

#[test]
fn a_pile_that_ran_out_says_so() {
    let mut run = holding(&Made::lines(vec![line("dyn_molotovpile_b", [0.0, 1.0, 0.0], 0)]));
    for _ in 0..4 {
        run.fire("made/0", "destroy").act(Verb::Leave { who: None }).place("walker/0", [0.0; 3], 0.0).wait(2);
        run.act(Verb::Touch { target: "lines/0".parse().unwrap() }).wait(20);
    }
    run.act(Verb::Leave { who: None }).place("walker/0", [0.0; 3], 0.0).wait(2);
    run.act(Verb::Touch { target: "lines/0".parse().unwrap() });
    assert_eq!((run.events("runs out").len(), run.events("not taken: it ran out").len()), (1, 1));
}

#[test]
fn a_type_whose_place_in_the_hand_has_no_rotation_is_held_and_thrown() {
    let script = light("dyn_dot", "thrown_weapon", [0.2; 3], 0).replace("{0, 0, 0, 1})", "{0, 0, 0, 0})");
    assert!(script.ends_with("{0, 0, 0, 0})\n"));
    let mut run = holding(&Made { lines: vec![line("dyn_dot", [0.0, 1.0, 0.0], 0)], ..Made::script(&script) });
    run.act(Verb::Take).wait(10);
    let object = run.world.live.objects[0];
    assert!(object.at.is_finite() && (object.turn.length() - 1.0).abs() < 1e-4, "{object:?}");
}

#[test]
fn a_full_pool_does_not_store_what_is_carried() {
    let mut lines = vec![line("dyn_bat", [0.0, 1.0, 0.0], 0)];
    lines.extend((0..390).map(|_| line("dyn_newsstand_a", [60.0, 0.0, 0.0], 1)));
    let mut run = holding(&Made::lines(lines));
    run.place("cameras/0", [61.0, 0.0, 0.0], 0.0).fire("zones/1", "enable").wait(900);
    assert_eq!(run.world.live.things.iter().filter(|state| state.live).count(), 384);
    assert_eq!((run.value("lines/0", "live"), run.value("walker/0", "holds")), (1.0, 1.0));
}

#[test]
fn nothing_ends_while_streaming_is_paused() {
    let lines = vec![line("dyn_beerbottle", [0.0, 1.0, 0.0], 0)];
    let mut run = holding(&Made { lines, ..Made::script("CfgSetGlobalTimeToLive(500)\n") });
    run.set("streaming/0", "paused", 1.0).act(Verb::Take).wait(120);
    assert_eq!((run.value("lines/0", "live"), run.events("time is over").len()), (1.0, 0));
    run.set("streaming/0", "paused", 0.0).wait(6);
    assert_eq!((run.value("lines/0", "removed"), run.events("time is over").len()), (1.0, 1));
}

/// A can that stands in one hole; another is 20 m to the north.
fn between_holes() -> Made {
    let hole = |y: f32| SamplePolygon {
        flags: 7,
        corners: vec![[-4.0, y - 8.0], [-4.0, y + 8.0], [4.0, y + 8.0], [4.0, y - 8.0]],
    };
    let paths = SamplePaths { nodes: Vec::new(), polygons: vec![hole(0.0), hole(20.0)] };
    Made { paths, ..Made::lines(vec![line("dyn_trashcan", [0.0, 1.0, 0.0], 0)]) }
}

#[test]
fn a_can_that_is_thrown_away_frees_the_polygon_it_stood_on_and_no_other() {
    let flags = |run: &Running| [0, 1].map(|at: usize| run.world.live.navigation.polygons[at].flags);
    let mut run = between_holes().run();
    run.place("walker/0", [0.0; 3], 0.0).wait(8);
    assert_eq!(flags(&run), [15, 7]);
    run.act(Verb::Take).wait(20);
    assert_eq!((flags(&run), run.events("path free").len()), ([7, 7], 1));
    // What a door has opened there stays open.
    Arc::make_mut(&mut run.world.live.navigation).polygons[1].flags = 15;
    run.act(Verb::Throw { x: n(0.0), y: n(20.0), z: n(0.0) }).wait(150);
    assert_eq!((run.events("breaks").len(), flags(&run)), (1, [7, 15]));
    // What is destroyed does not stand there any more.
    let mut run = between_holes().run();
    run.place("walker/0", [0.0; 3], 0.0).wait(8).fire("lines/0", "destroy");
    assert_eq!(flags(&run), [7, 7]);
}

#[test]
fn a_can_that_is_struck_in_the_air_breaks_once() {
    let mut run = holding(&between_holes());
    run.act(Verb::Use);
    while run.events("breaks").is_empty() {
        let mut struck = run.clone();
        struck.hit("lines/0", 0).wait(4);
        assert_eq!((struck.events("breaks").len(), struck.events("dyn_trashcan_b").len()), (1, 1));
        assert_eq!(struck.value("lines/0", "removed"), 1.0);
        run.wait(1);
        assert!(run.world.live.tick < 300, "it never breaks");
    }
}

#[test]
fn what_is_destroyed_in_a_hand_ends_its_style() {
    let mut run = holding(&between_holes());
    run.fire("lines/0", "destroy").wait(2);
    assert_eq!((run.events("drops").len(), run.values("style ends")), (1, vec![4]));
    assert_eq!((run.value("walker/0", "holds"), run.value("walker/0", "slot_0")), (0.0, 388.0));
}

#[test]
fn a_marked_zone_takes_nothing_out_of_a_hand() {
    let mut run = holding(&between_holes());
    run.fire("zones/0", "remove").wait(4);
    assert_eq!((run.value("walker/0", "holds"), run.value("lines/0", "live")), (1.0, 1.0));
    // Dropped it breaks and goes as any other, and does not come again.
    run.act(Verb::Take).wait(60);
    assert_eq!((run.events("breaks").len(), run.value("lines/0", "live")), (1, 0.0));
}

#[test]
fn a_bottle_that_fell_out_of_trash_lies_whole_and_is_taken() {
    let mut run = Made::sample().run();
    run.place("walker/0", [4.0, -8.0, 0.0], 0.0).wait(60).hit("lines/0", 0).wait(60);
    assert_eq!((run.value("made/0", "live"), run.value("made/0", "airborne")), (1.0, 0.0));
    run.act(Verb::Touch { target: "made/0".parse().unwrap() }).wait(20);
    assert_eq!((run.value("made/0", "held"), run.value("walker/0", "holds")), (1.0, 1.0));
}

#[test]
fn a_thing_without_a_size_on_a_floor_is_in_sight() {
    let script = light("dyn_dot", "thrown_weapon", [0.0; 3], 0);
    let mut made = Made { script, ..Made::sample() };
    made.lines = vec![line("dyn_dot", [4.0, -7.0, 0.0], 0)];
    let mut run = made.run();
    run.place("walker/0", [4.0, -8.0, 0.0], 0.0).wait(8).act(Verb::Take).wait(20);
    assert_eq!(run.value("walker/0", "holds"), 1.0, "{:?}", run.log.events().last());
    // Where it fell it is taken again.
    run.act(Verb::Take).wait(60).act(Verb::Take).wait(20);
    assert_eq!((run.events("comes to rest").len(), run.value("walker/0", "holds")), (1, 1.0));
}

#[test]
fn what_slides_down_a_steep_face_does_not_fall_through_it() {
    for slope in [1.9_f32, 2.3, 3.1, 4.7] {
        // Down to the north, wider than anything flies.
        let points = [[-50.0, -30.0], [50.0, -30.0], [50.0, 30.0], [-50.0, 30.0]];
        let points = points.map(|[x, y]| [x, y, -y * slope, 1.0]).to_vec();
        let mesh =
            SampleMesh { points, triangles: vec![([0, 1, 2], 1, 0, 0), ([0, 2, 3], 1, 0, 0)], ..Made::sample().mesh };
        let lines = vec![line("dyn_beerbottle", [0.0, 0.0, 10.0], 0)];
        let mut run = Made { lines, mesh, ..Made::default() }.run();
        run.place("walker/0", [0.0, 0.0, 10.0], 0.0).wait(8);
        run.act(Verb::Touch { target: "lines/0".parse().unwrap() }).wait(20).act(Verb::Take);
        let mut touched = false;
        for _ in 0..120 {
            run.wait(1);
            let Some(object) = run.world.live.objects.first() else { break };
            if object.at.y.abs() < 29.0 {
                let above = object.at.z + object.at.y * slope;
                assert!(above > -0.01, "slope {slope}: {above} at {}", object.at);
                touched |= above < 0.1;
            }
        }
        assert!(touched, "slope {slope}");
    }
}

#[test]
fn a_moved_bench_raises_its_dust_where_it_is() {
    let mut run = Made::lines(vec![line("dyn_parkbench_a", [0.0; 3], 0)]).run();
    run.wait(4).place("lines/0", [60.0, 0.0, 0.0], 0.0).place("cameras/0", [60.0, 0.0, 0.0], 0.0);
    run.hit("lines/0", 0);
    assert_eq!(run.values("dust, 3.75 m").len(), 1);
}

#[test]
fn emitters_that_have_ended_take_no_room_from_others() {
    let mut lines = vec![line("part_steam", [0.0; 3], 0)];
    lines.extend((0..1500).map(|_| line("part_pink_neon", [0.0; 3], 0)));
    let mut run = Made::lines(lines).run();
    run.wait(120);
    assert!(run.value("lines/0", "puffs") > 0.0);
}

#[test]
fn every_thing_and_emitter_is_found_by_its_name() {
    let mut made = Made::sample();
    made.lines.extend((0..40).map(|row| line(["part_steam", "dyn_gbags"][row % 2], [0.0; 3], 0)));
    let run = made.run();
    let fixed = &run.world.fixed;
    assert!(fixed.things.iter().any(|spec| spec.subject.table == "spawns"));
    for (at, spec) in fixed.things.iter().enumerate() {
        assert_eq!((thing::index(fixed, spec.subject), emitter::index(fixed, spec.subject)), (Some(at), None));
    }
    for (at, spec) in fixed.emitters.iter().enumerate() {
        assert_eq!((emitter::index(fixed, spec.subject), thing::index(fixed, spec.subject)), (Some(at), None));
    }
}

/// Numbers that look random and are always the same.
struct Lot(u64);

impl Lot {
    fn of(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn one<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.of(all.len() as u64) as usize].clone()
    }

    fn number(&mut self) -> f64 {
        match self.of(12) {
            0 => 8e15,
            1 => -8e15,
            2 => 0.0,
            _ => (self.of(24_000) as f64 - 12_000.0) / 1000.0,
        }
    }

    fn target(&mut self) -> Address {
        let table =
            self.one(&["lines", "lines", "lines", "made", "doors", "panes", "spawns", "dummies", "zones", "flags"]);
        let row = self.of(if table == "lines" { 30 } else { 5 });
        let other = ["walker/0", "cameras/0", "streaming/0", "trains/0", "nothing/7", "lines/4000000000", "calls/0"];
        let text = if self.of(8) == 0 { self.one(&other).to_owned() } else { format!("{table}/{row}") };
        text.parse().unwrap()
    }

    fn verb(&mut self) -> Verb {
        let [x, y, z] = [0; 3].map(|_| n(self.number()));
        let events = [
            "on",
            "off",
            "open",
            "close",
            "destroy",
            "destroy_by_message",
            "hide",
            "show",
            "remove",
            "restore",
            "enable",
            "disable",
            "message_12",
            "message_13",
            "message_3c",
            "hittable",
            "shake",
            "pickable",
            "stop",
            "start",
        ];
        let fields = [
            "angle",
            "hitpoints",
            "tint",
            "show_distance",
            "break_radius",
            "break_objects_radius",
            "team",
            "class",
            "paused",
        ];
        match self.of(17) {
            0 => Verb::Place { x, y, z: Some(z), facing: n(self.number()), who: Some(self.target()) },
            1 => Verb::Place { x, y, z: None, facing: n(self.number()), who: Some("walker/0".parse().unwrap()) },
            2 => Verb::Leave { who: Some(self.target()) },
            3 => Verb::Walk { x, y },
            4 | 5 => Verb::Keys {
                forward: self.of(3) as i8 - 1,
                side: 0,
                turn: self.of(3) as i8 - 1,
                pace: self.of(3) as i8 - 1,
            },
            6 => Verb::Look { facing: x, pitch: y },
            7 => Verb::Jump,
            8 => Verb::Use,
            9 | 10 => Verb::Take,
            11 => Verb::Aim,
            12 => Verb::Touch { target: self.target() },
            13 => Verb::Hit { target: self.target(), strength: self.of(9) as i32 - 3 },
            14 => Verb::Throw { x, y, z },
            15 => Verb::Set { target: self.target(), field: self.one(&fields).to_owned(), value: x },
            _ => Verb::Fire { target: self.target(), event: self.one(&events).to_owned() },
        }
    }
}

/// A level with a thing of every kind around the origin, some without a size.
fn crowd(start: Start) -> Made {
    let names = [
        "dyn_beerpile",
        "dyn_molotovpile_b",
        "dyn_spraycan_box",
        "dyn_trashcan",
        "dyn_gbags",
        "dyn_pstack",
        "dyn_bat",
        "dyn_tknife",
        "dyn_beerbottle",
        "dyn_molotv",
        "dyn_cashreg",
        "dyn_newsstand_a",
        "dyn_parkbench_a",
        "dyn_w_mission",
        "dyn_dot",
        "dyn_wall",
        "dyn_money",
        "part_steam_huge",
        "part_strobe_red",
        "part_garbage_flies",
        "dyn_s_wwheel_a",
    ];
    let place = |at: usize| [(at % 5) as f32 * 1.5 - 3.0, (at / 5) as f32 * 1.5 - 3.0, 0.0];
    let lines = names.iter().enumerate().map(|(at, name)| line(name, place(at), u32::from(at == 8))).collect();
    let script = light("dyn_dot", "thrown_weapon", [0.0; 3], 0)
        + &light("dyn_wall", "overhead_weapon", [1e9, -1e9, 1e9], 0x3FF)
        + &light("dyn_cashreg", "dyn_cashreg", [0.4, 0.4, 0.4], 0x13F);
    Made { lines, script, start, ..Made::sample() }
}

#[test]
fn whatever_is_done_runs_the_same_from_every_key_frame() {
    let scale =
        |text: &str| Start { settings: [("scale".to_owned(), text.parse().unwrap())].into(), ..Start::default() };
    for seed in 0..12_u64 {
        let mut lot = Lot(seed);
        let made = match seed % 4 {
            0 => Made::sample(),
            1 => crowd(Start::default()),
            2 => crowd(scale("0")),
            _ => Made { mesh: SampleMesh::default(), ..crowd(scale("2")) },
        };
        let mut run = made.run();
        run.place("walker/0", [0.0; 3], 0.0)
            .place("dummies/0", [2.0, 2.0, 0.0], 0.0)
            .set("dummies/0", "team", 1.0)
            .wait(60);
        let mut copies: Vec<(Box<dyn World>, Log)> = Vec::new();
        for tick in run.world.now() + 1..run.world.now() + 400 {
            let inputs: Vec<Input> = if lot.of(4) == 0 { vec![Input { tick, verb: lot.verb() }] } else { Vec::new() };
            run.world.tick(&inputs, &mut run.log);
            for (copy, log) in &mut copies {
                copy.tick(&inputs, log);
            }
            if tick % 97 == 0 {
                // Everything that can be shown of it, too.
                let _ = (
                    run.world.live().len(),
                    run.world.shapes().len(),
                    run.world.poses().len(),
                    run.world.actors().len(),
                );
                assert!(copies.iter().all(|(copy, _)| copy.hash() == run.world.hash()), "seed {seed}, tick {tick}");
                copies.push((run.world.copy(), Log::default()));
            }
        }
        for (copy, log) in &copies {
            assert_eq!(copy.hash(), run.world.hash(), "seed {seed}");
            let told = run.log.events().iter().skip(run.log.events().len() - log.events().len());
            assert!(told.zip(log.events()).all(|(a, b)| (a.tick, a.kind, a.target) == (b.tick, b.kind, b.target)));
        }
    }
}
