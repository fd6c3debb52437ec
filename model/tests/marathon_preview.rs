//! Marathon's preview against the game's engine and against itself, on real levels.
//!
//! Reads levels from `LEVELWRIGHT_DATA` (else the `shared/data` folder beside the workspace) and skips without it.

// What is read here is known to be sound; a broken assumption must fail the test.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use levelwright_model::games::marathon::preview::MarathonWorld;
use levelwright_model::preview::{Input, Log, Subject, Verb, World};
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
        world.value(&Subject::new(table, u32::try_from(row).unwrap()), field)
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
                let on = world.value(&Subject::new("lights", row), "state").unwrap() < 3;
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
                        "{name} tick {tick} row {at} ({lights} lights): {:?} is not {:?} {:?}",
                        found.get(at),
                        expected.get(at),
                        found.iter().zip(&expected).enumerate().filter(|(_, (a, b))| a != b).collect::<Vec<_>>()
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
