//! Marathon's preview against the game's engine and against itself, on real levels.
//!
//! Reads levels from `LEVELWRIGHT_DATA` (else the `shared/data` folder beside the workspace) and skips without it.

// What is read here is known to be sound; a broken assumption must fail the test.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use levelwright_model::document::Level;
use levelwright_model::games::marathon::MARATHON;
use levelwright_model::games::marathon::preview::MarathonWorld;
use levelwright_model::preview::{Input, Log, Moment, Reading, Scenario, Start, Subject, Timeline, Verb, World, sheet};
use serde_json::Value;

/// The seed that was set before the traces' levels were loaded.
const TRACE_SEED: u32 = 6906;
/// The one level whose lights were left alone: the original never comes back from switching them.
const ENDLESS: &str = "All-dressed-up-and-no-place-to-go.json";

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

/// What a frame says, in the order of a trace's lists.
fn frame(world: &MarathonWorld, expected: &Value) -> Vec<Vec<i64>> {
    let get = |table: &'static str, row: usize, field: &str| {
        world.value(&Subject::new(table, u32::try_from(row).unwrap()), field).and_then(Reading::int)
    };
    let mut out = vec![vec![i64::from(world.random_state())]];
    let rows = |key: &str| expected[key].as_array().unwrap().len();
    for row in 0..rows("lights") {
        out.push(["intensity", "state", "phase"].map(|field| get("lights", row, field).unwrap()).to_vec());
    }
    for row in 0..rows("media") {
        out.push(["height", "origin_x", "origin_y"].map(|field| get("media", row, field).unwrap()).to_vec());
    }
    out.extend(world.platform_states().into_iter().map(|state| state.map(i64::from).to_vec()));
    out
}

fn expected_frame(frame: &Value) -> Vec<Vec<i64>> {
    let mut out = vec![vec![number(&frame["seed"])]];
    for key in ["lights", "media", "platforms"] {
        out.extend(
            frame[key].as_array().unwrap().iter().map(|row| row.as_array().unwrap().iter().map(number).collect()),
        );
    }
    out
}

/// The commands of a tick, given before its updates.
fn commands(tick: u32, world: &MarathonWorld, lights: usize, touch_lights: bool) -> Vec<Input> {
    let fire = |table: &'static str, row: u32, event: &str| Input {
        tick,
        verb: Verb::Fire { target: Subject::new(table, row).into(), event: event.to_owned() },
    };
    match tick {
        31 | 301 => {
            let event = if tick == 31 { "activate" } else { "deactivate" };
            world.platform_subjects().into_iter().map(|subject| fire(subject.table, subject.row, event)).collect()
        }
        151 | 451 if touch_lights => (0..u32::try_from(lights).unwrap())
            .map(|row| {
                let on = world.value(&Subject::new("lights", row), "state").and_then(Reading::int).unwrap() < 3;
                fire("lights", row, if on { "off" } else { "on" })
            })
            .collect(),
        _ => Vec::new(),
    }
}

#[test]
fn lights_media_and_platforms_equal_the_engines_in_every_frame() {
    let Some(folder) = support::data_folder() else { return };
    let mut compared = (0, 0);
    let mut wrong = Vec::new();
    for file in support::map_files(&folder.join("marathon")) {
        for level in support::levels(&std::fs::read(&file).unwrap()) {
            let Some((name, trace)) = support::trace(&folder, &file, &level) else { continue };
            let mut log = Log::default();
            let mut world = MarathonWorld::without_things(&level, Some(TRACE_SEED), &mut log);
            let frames = trace["frames"].as_array().unwrap();
            let lights = frames[0]["lights"].as_array().unwrap().len();
            for expected in frames {
                let tick = u32::try_from(number(&expected["tick"])).unwrap();
                while world.now() < tick {
                    let inputs = commands(world.now() + 1, &world, lights, name != ENDLESS);
                    world.tick(&inputs, &mut log);
                }
                let (found, expected) = (frame(&world, expected), expected_frame(expected));
                if found != expected {
                    let at = found
                        .iter()
                        .zip(&expected)
                        .position(|(a, b)| a != b)
                        .unwrap_or(found.len().min(expected.len()));
                    wrong.push(format!(
                        "{name} tick {tick} row {at} ({lights} lights): {:?} is not {:?}",
                        found.get(at),
                        expected.get(at),
                    ));
                    break;
                }
                compared.1 += 1;
            }
            compared.0 += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(compared, (64, 64 * 66), "levels and frames of the reference");
}

/// A number of a row, by field name.
fn int(level: &Level, table: &str, row: usize, field: &str) -> i32 {
    let table = level.table(table).unwrap();
    i32::try_from(level.row(table, row).unwrap().int(field).unwrap()).unwrap()
}

fn rows(level: &Level, table: &str) -> usize {
    level.table(table).map_or(0, |table| table.len())
}

/// Somebody goes through a level: begins at the player's start, operates every fourth control panel, enters
/// every sixth polygon that does something, starts every third platform, switches every fifth light, kills and walks.
fn tour(level: &Level) -> Scenario {
    let mut scenario = Scenario::default();
    let start = (0..rows(level, "objects")).find(|row| int(level, "objects", *row, "group") == 3);
    let at = |table: &str, row: usize, x: &str, y: &str| (int(level, table, row, x), int(level, table, row, y));
    let (x, y) = start.map_or_else(|| at("polygons", 0, "center_x", "center_y"), |row| at("objects", row, "x", "y"));
    scenario.add(1, Verb::place(x, y, 128));
    scenario.add(5, Verb::Keys { forward: 1, side: 0, turn: 1, pace: 0 });
    scenario.add(30, Verb::Keys { forward: 0, side: 0, turn: 0, pace: 0 });
    scenario.add(31, Verb::Use);
    let address = |table: &'static str, row: usize| Subject::new(table, u32::try_from(row).unwrap()).into();
    let fire = |table, row, event: &str| Verb::Fire { target: address(table, row), event: event.to_owned() };
    let mut tick = 40;
    let mut later = |verb| {
        tick += 3;
        scenario.add(tick, verb);
    };
    let panels = (0..rows(level, "sides")).filter(|row| int(level, "sides", *row, "flags") & 2 != 0);
    panels.step_by(4).take(25).for_each(|row| later(Verb::Touch { target: address("sides", row) }));
    let triggers = (0..rows(level, "polygons")).filter(|row| int(level, "polygons", *row, "kind") > 5);
    triggers.step_by(6).take(25).for_each(|row| later(fire("polygons", row, "enter")));
    (0..rows(level, "platforms")).step_by(3).take(20).for_each(|row| later(fire("platforms", row, "activate")));
    let lights = level.link_table("lights").map_or(0, |table| table.len());
    (0..lights).step_by(5).for_each(|row| later(fire("lights", row, "off")));
    (0..5).for_each(|row| later(Verb::Hit { target: address("objects", row), strength: 1 }));
    let teleporter = (0..rows(level, "polygons")).find(|row| int(level, "polygons", *row, "kind") == 10);
    let (x, y) = at("polygons", teleporter.unwrap_or(0), "center_x", "center_y");
    later(Verb::place(x, y, 0));
    scenario
}

/// File and level of the tours, by number: raw and preprocessed levels, liquids, many platforms, lights that go round
/// without end, Marathon 1.
const TOURS: [(&str, usize); 8] = [
    ("Unwired", 0),
    ("Escape-Two-Thousand", 0),
    ("Beaver-Skin-Fishing-Line", 0),
    ("All-dressed-up-and-no-place-to-go", 0),
    ("Hysterical-Womb", 0),
    ("Food-Fight-", 0),
    ("Map", 0),
    ("Map", 20),
];
const TOUR_TICKS: u32 = 480;

fn toured() -> Option<Vec<(Level, Scenario)>> {
    let folder = support::data_folder()?.join("marathon");
    let read = |(stem, number): (&str, usize)| {
        let file = std::fs::read(support::map_file(&folder, stem)).unwrap();
        let level = support::levels(&file).swap_remove(number);
        let scenario = tour(&level);
        (level, scenario)
    };
    Some(TOURS.into_iter().map(read).collect())
}

fn timeline(level: &Level, scenario: &Scenario) -> Timeline {
    MARATHON.preview.unwrap().timeline(level, scenario.clone())
}

fn golden(name: &str, found: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, found).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let line = stored.lines().zip(found.lines()).position(|(a, b)| a != b);
    assert!(stored == found, "{name} differs from line {line:?}; UPDATE_GOLDENS=1 accepts it");
}

#[test]
fn tours_take_the_course_they_took() {
    let Some(tours) = toured() else { return };
    for (number, (level, scenario)) in tours.iter().enumerate() {
        let mut timeline = timeline(level, scenario);
        timeline.seek(TOUR_TICKS);
        let log = timeline.log().json_lines();
        golden(&format!("tests/goldens/marathon/preview/tour-{number}.scenario.json"), &scenario.to_json());
        assert_eq!(&Scenario::from_json(&scenario.to_json()).unwrap(), scenario);
        let hash = timeline.world().hash();
        golden(
            &format!("tests/goldens/marathon/preview/tour-{number}.jsonl"),
            &format!("{log}{{\"hash\":\"{hash:016x}\"}}\n"),
        );
    }
}

#[test]
fn every_tick_has_one_hash_from_the_start_and_from_any_key_frame() {
    let Some(tours) = toured() else { return };
    for (level, scenario) in &tours {
        // Without key frames: the world alone.
        let mut log = Log::default();
        let mut world = MarathonWorld::new(level, &Start::default(), &mut log);
        let mut hashes = vec![world.hash()];
        while world.now() < TOUR_TICKS {
            world.tick(scenario.at(world.now() + 1), &mut log);
            hashes.push(world.hash());
        }
        let mut timeline = timeline(level, scenario);
        timeline.seek(TOUR_TICKS);
        assert_eq!(timeline.log(), &log);
        // There and back again in steps that meet every remainder of the key frames' interval.
        let mut tick = TOUR_TICKS;
        for _ in 0..60 {
            tick = (tick + 337) % (TOUR_TICKS + 1);
            timeline.seek(tick);
            assert_eq!(timeline.world().hash(), hashes[tick as usize], "tick {tick}");
        }
        assert_eq!(timeline.log(), &log);
        // With so small a budget that nearly all key frames are dropped.
        let mut early = Log::default();
        let world = Box::new(MarathonWorld::new(level, &Start::default(), &mut early));
        let budget = 3 * world.bytes();
        let mut poor = Timeline::with_budget(world, scenario.clone(), early, budget);
        for tick in [TOUR_TICKS, 17, 333] {
            poor.seek(tick);
            assert_eq!(poor.world().hash(), hashes[tick as usize]);
        }
        assert!(poor.frames().bytes() <= budget.max(2 * (poor.world().bytes() + 64)));
    }
}

#[test]
fn lights_that_go_round_without_end_are_held_and_logged() {
    let Some(folder) = support::data_folder() else { return };
    let file = std::fs::read(support::map_file(&folder.join("marathon"), "All-dressed-up-and-no-place-to-go")).unwrap();
    let level = support::levels(&file).remove(0);
    let mut scenario = Scenario::default();
    for row in 0..u32::try_from(rows(&level, "lights")).unwrap() {
        scenario.add(151, Verb::Fire { target: Subject::new("lights", row).into(), event: "off".to_owned() });
    }
    let mut timeline = timeline(&level, &scenario);
    timeline.seek(400);
    let held: Vec<u32> = timeline
        .log()
        .events()
        .iter()
        .filter(|event| event.kind == "light held")
        .map(|event| event.target.row)
        .collect();
    // The three that the original never comes back from (`marathon.md` 2.2).
    assert_eq!(held, [12, 13, 14]);
}

#[test]
fn what_is_drawn_again_looks_as_if_drawn_for_the_first_time() {
    let Some(tours) = toured() else { return };
    for (number, (level, scenario)) in tours.iter().enumerate().step_by(3) {
        let objects = (MARATHON.objects)(level);
        let picture = MARATHON.preview.unwrap().picture;
        let mut kept = picture(level, &objects);
        let mut timeline = timeline(level, scenario);
        for tick in [1, 120, 121, 300, 60] {
            timeline.seek(tick);
            let moment = Moment::of(timeline.world());
            let (again, first) =
                (kept.at(level, &objects, &moment), picture(level, &objects).at(level, &objects, &moment));
            assert!(again == first, "tour {number} tick {tick}");
        }
    }
}

#[test]
fn the_sheet_of_fidelity_names_every_behaviour() {
    let preview = MARATHON.preview.unwrap();
    let lines: Vec<_> = preview.fidelity.iter().copied().flatten().copied().collect();
    golden("docs/reference/fidelity-marathon.md", &sheet("How true Marathon's preview is", &lines, preview.settings));
    // What the behaviours stand on is none itself.
    const GROUND: [&str; 6] = ["mod", "drawing", "fixed", "live", "trig", "world"];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/marathon/preview");
    let mut behaviours = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().trim_end_matches(".rs").to_owned();
        if GROUND.contains(&name.as_str()) || name.ends_with("_tests") || name == "test_levels" {
            continue;
        }
        assert!(lines.iter().any(|line| line.file == name), "{name}.rs does not say how true it is");
        behaviours += 1;
    }
    assert_eq!(behaviours, 11);
}

#[test]
fn whatever_an_event_is_about_has_its_lines_in_the_sheet() {
    let Some(tours) = toured() else { return };
    let sheet: Vec<&str> = MARATHON.preview.unwrap().fidelity.iter().copied().flatten().map(|line| line.file).collect();
    let mut met = std::collections::BTreeSet::new();
    for (level, scenario) in &tours {
        let mut timeline = timeline(level, scenario);
        timeline.seek(TOUR_TICKS);
        for event in timeline.log().events() {
            for table in [event.source.table, event.target.table].into_iter().filter(|table| *table != "person") {
                let files = timeline.world().behaviours(table);
                assert!(!files.is_empty(), "{table} of “{}”", event.kind);
                met.extend(files);
            }
        }
        for live in timeline.world().live() {
            assert!(!timeline.world().behaviours(live.subject.table).is_empty(), "{}", live.subject);
        }
    }
    assert!(met.iter().all(|file| sheet.contains(file)), "{met:?}");
    assert!(sheet.iter().all(|file| met.contains(file)), "no event shows a part of the sheet: {met:?}");
}
