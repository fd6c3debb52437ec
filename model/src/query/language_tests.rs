//! Queries on a made level of the first registered game: monsters, items, a sound source, lights, a random sound.

use std::collections::BTreeSet;

use super::*;
use crate::document::{LevelBuilder, LevelId, Severity};
use crate::games::marathon::{MARATHON, tables};
use crate::problems::Problem;

/// Group, index, facing, x, y, z, flags.
const THINGS: [[i16; 7]; 6] = [
    [0, 8, 0, 1024, 1024, 0, 0x0001],
    [0, 12, 128, 2048, 1024, 512, 0x2003],
    [2, 1, 0, 4096, 4096, 0, 0],
    [5, 0, -2, 0, 0, 0, 0x0001],
    [4, 7, 0, 1536, 1024, 0, 0],
    [1, 6, 300, 1024, 2048, 0, 0x0002],
];

fn level() -> Level {
    let mut build = LevelBuilder::new(LevelId(0));
    build.fact("data_version", 1);
    let put = |bytes: &mut [u8], at: usize, value: i16| bytes[at..at + 2].copy_from_slice(&value.to_be_bytes());
    let mut objects = Vec::new();
    for [group, index, facing, x, y, z, flags] in THINGS {
        let row = [group, index, facing, 0, x, y, z, flags];
        objects.extend(row.iter().flat_map(|v| v.to_be_bytes()));
    }
    build.packed(&tables::OBJECTS, b"OBJS", 0, 16, &objects);
    let mut lights = vec![0; 300];
    put(&mut lights, 90, 7);
    put(&mut lights, 8, 60);
    build.packed(&tables::LIGHTS, b"LITE", 0, 100, &lights);
    let mut sound = vec![0; 32];
    put(&mut sound, 8, 45);
    build.packed(&tables::RANDOM_SOUND_TABLE, b"bonk", 0, 32, &sound);
    let mut polygon = vec![0; 128];
    put(&mut polygon, 6, 4);
    for (k, line) in [5, 6, 7, 8].into_iter().enumerate() {
        put(&mut polygon, 24 + 2 * k, line);
    }
    put(&mut polygon, 48, 1);
    put(&mut polygon, 50, 2);
    build.packed(&tables::POLYGONS, b"POLY", 0, 128, &polygon);
    let mut side = vec![0; 64];
    put(&mut side, 2, 2);
    put(&mut side, 38, 6);
    put(&mut side, 40, 7);
    build.packed(&tables::SIDES, b"SIDS", 0, 64, &side);
    build.finish()
}

/// What a query finds, as kinds with rows, and its warnings.
fn ask(text: &str) -> (String, Vec<String>) {
    let level = level();
    let objects = (MARATHON.objects)(&level);
    let problem = |row: usize, check: &'static str| Problem {
        check,
        severity: Severity::Warning,
        node: level.row(level.table("objects").unwrap(), row).unwrap().id(),
        place: String::new(),
        field: "",
        line: None,
        message: String::new(),
    };
    let problems = [problem(1, "limits"), problem(2, "link")];
    let context = LevelContext { links: None, problems: &problems };
    let query = Query::parse(&MARATHON, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let found = query.matches(&level, &objects, &context);
    let name = |at: &u32| {
        let object = objects.get(*at).unwrap();
        format!("{}/{}", object.kind.key, level.record(object.id.node.number).unwrap().position())
    };
    let names: Vec<String> = found.objects.iter().map(name).collect();
    (names.join(" "), found.warnings.iter().map(Warning::to_string).collect())
}

fn found(text: &str) -> String {
    ask(text).0
}

fn refused(text: &str) -> (usize, String) {
    let error = Query::parse(&MARATHON, text).unwrap_err();
    (error.at, error.message)
}

#[test]
fn kinds_texts_and_connectives() {
    assert_eq!(found("").split(' ').count(), 12);
    assert_eq!(found("monster"), "monster/0 monster/1");
    assert_eq!(found("Monsters or goal"), "monster/0 monster/1 goal/4");
    assert_eq!(found("sound-source"), "sound-source/3");
    assert_eq!(found("bob"), "monster/1", "the name holds it, whatever the case");
    assert_eq!(found("\"minor fighter\""), "monster/0");
    assert_eq!(found("monster bob"), "monster/1", "side by side is and");
    assert_eq!(found("monster and not bob"), "monster/0");
    assert_eq!(found("not (monster or item) and (goal or scenery)"), "scenery/5 goal/4");
    assert_eq!(found("goal or monster and bob"), "monster/1 goal/4", "and binds closer than or");
}

#[test]
fn comparisons_are_in_the_units_people_see() {
    assert_eq!(found("x > 1.5 and x < 3"), "monster/1");
    assert_eq!(found("monster x>=2WU"), "monster/1");
    assert_eq!(found("x.raw = 1536"), "goal/4");
    assert_eq!(found("facing = 90°"), "monster/1");
    assert_eq!(found("monster and facing != 90"), "monster/0");
    assert_eq!(found("random-sound period = 1.5s"), "random-sound/0");
    assert_eq!(found("primary_active_period > 1.9"), "light/0");
    assert_eq!(found("row >= 4 and not polygon"), "scenery/5 goal/4");
    assert_eq!(found("row != 0 and monster"), "monster/1");
}

#[test]
fn the_field_is_the_one_that_applies() {
    // The index means something else in each group, and facing is a volume in sound sources.
    assert_eq!(found("index = minor-fighter"), "monster/0");
    assert_eq!(found("index ~ pistol"), "item/2");
    assert_eq!(found("index ~ \"hanging light\""), "scenery/5");
    assert_eq!(found("volume_light = 2"), "sound-source/3");
    assert_eq!(found("sound-source facing = -2"), "sound-source/3");
    assert_eq!(found("name = \"Minor FIGHTER\""), "monster/0");
    assert_eq!(found("name ~ light and not light"), "scenery/5");
}

#[test]
fn flags_and_lists() {
    assert_eq!(found("flags.invisible"), "monster/0 monster/1");
    assert_eq!(found("flags has \"from ceiling\""), "monster/1 scenery/5");
    assert_eq!(found("flags.\"from ceiling\" monster"), "monster/1");
    assert_eq!(found("flags.from-ceiling not monster"), "scenery/5");
    assert_eq!(found("flags has 0x3"), "monster/1");
    assert_eq!(found("activation_bias = goal"), "monster/1");
    assert_eq!(found("lines has 7"), "polygon/0");
    assert_eq!(found("lines has 9"), "");
    assert_eq!(found("flags has \"control panel\""), "side/0");
}

#[test]
fn near_is_on_the_map_unless_a_height_is_given() {
    assert_eq!(found("near(1, 1, 0.6)"), "monster/0 goal/4");
    assert_eq!(found("monster near(1,1,1)"), "monster/0 monster/1");
    assert_eq!(found("monster near(1,1,0,1)"), "monster/0", "the other one hangs half a unit higher");
    assert_eq!(found("near(objects/4, 0.5) not goal"), "monster/0 monster/1");
    assert_eq!(ask("near(lights/0, 5)"), (String::new(), vec!["lights/0 has no position".to_owned()]));
}

#[test]
fn links_and_problems() {
    assert_eq!(found("linked-to lights/1"), "polygon/0");
    assert_eq!(found("linked-to lights/2"), "sound-source/3 polygon/0");
    assert_eq!(found("linked-from polygons/0 and light"), "light/0 light/1 light/2");
    assert_eq!(found("linked-to tag/7"), "light/0 side/0");
    assert_eq!(ask("linked-to lights/9"), (String::new(), vec!["lights/9 does not exist in this level".to_owned()]));
    assert_eq!(found("has-problem"), "monster/1 item/2");
    assert_eq!(found("has-problem limits"), "monster/1");
    assert_eq!(found("has-problem item"), "item/2", "a kind is no check");
}

#[test]
fn what_a_kind_lacks_does_not_match_and_is_said_once() {
    let (found, warnings) = ask("period > 1 or period < 0");
    assert_eq!(found, "random-sound/0");
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].starts_with("Monsters, ") && warnings[0].ends_with(" have no field “period”"), "{warnings:?}");
    assert!(warnings[0].contains(" other kinds ") && warnings[0].len() < 90, "many are counted: {warnings:?}");
    assert_eq!(ask("random-sound and period > 1").1, Vec::<String>::new(), "only those asked count");
}

#[test]
fn errors_point_at_the_character() {
    assert_eq!(
        refused("monster and"),
        (11, "here stands a condition: a kind, a field with a value, or a text".to_owned())
    );
    assert_eq!(refused("é perod > 3").0, 2);
    assert!(refused("perod > 3").1.ends_with("there is “period”"));
    assert_eq!(refused("kind = platfrm").0, 7);
    assert!(refused("flags.invisble").1.contains("no flag “invisble”"));
    assert_eq!(refused("flags.invisble").0, 6);
    assert_eq!(refused("(monster").0, 8);
    assert_eq!(refused("monster)").0, 7);
    assert_eq!(refused("x >").0, 3);
    assert_eq!(refused("x > and y").0, 4);
    assert_eq!(refused("near(1)").0, 6);
    assert_eq!(refused("linked-to goal").0, 10);
    assert_eq!(refused("has-problem no-such").0, 12);
    assert_eq!(refused("x has 3"), (6, "x is no set of flags and no list".to_owned()));
    assert_eq!(refused("text > 3").1, "text is no number: it is compared with =, != or ~");
    assert!(Query::parse(&MARATHON, &"(".repeat(5000)).is_err(), "nesting is bounded");
    let error = Query::parse(&MARATHON, "x ! 3").unwrap_err();
    assert_eq!(error.to_string(), "character 3: “!” stands before “=” only; write “not”");
    assert_eq!(error.marked("x ! 3"), "x ! 3\n  ^");
}

#[test]
fn completion_offers_what_may_stand_there() {
    let offered = |text: &str| {
        let made = complete(&MARATHON, text, text.chars().count());
        (made.from, made.candidates.into_iter().map(|c| c.text).collect::<BTreeSet<_>>())
    };
    let has = |text: &str, word: &str| offered(text).1.contains(word);
    assert!(has("", "monster") && has("", "facing") && has("", "not") && !has("", "and"));
    assert_eq!(offered("mons"), (0, BTreeSet::from(["monster".to_owned()])));
    assert!(has("monster ", "and") && has("monster ", "facing"));
    assert!(has("facing ", ">=") && !has("facing ", "monster"));
    assert!(has("index = ", "\"minor fighter\"") && !has("index = ", "and"));
    assert_eq!(offered("index = \"minor f").0, 8);
    assert!(has("index = \"minor f", "\"minor fighter\""));
    assert_eq!(offered("flags.inv"), (6, BTreeSet::from(["invisible".to_owned()])));
    assert!(has("flags has ", "\"from ceiling\""));
    assert!(has("linked-to ", "lights/") && has("near(", "objects/"));
    assert!(has("has-problem ", "limits"));
    assert!(has("x > 3 ", "and") && !has("x > 3 ", "<"));
}

#[test]
fn any_text_is_parsed_or_refused_inside_itself() {
    let pieces =
        ["monster", "(", ")", "not", "x", ">", "3", "\"a\"", "near(", ",", "flags.", "é", "has", "!=", "linked-to"];
    let mut seed = 1u64;
    for _ in 0..300 {
        let mut text = String::new();
        for _ in 0..seed % 7 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
            text.push(' ');
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let length = text.chars().count();
        if let Err(error) = Query::parse(&MARATHON, &text) {
            assert!(error.at <= length, "{text}: {error}");
        }
        for cursor in [0, length / 2, length] {
            assert!(complete(&MARATHON, &text, cursor).from <= cursor);
        }
    }
}

#[test]
fn the_examples_of_the_guide_are_queries() {
    let guide = include_str!("../../../docs/guide/queries.md");
    let rows = guide.lines().filter(|l| l.starts_with("| `"));
    let mut parsed = 0;
    for row in rows {
        let written = row.split('|').nth(1).unwrap();
        for text in written.split('`').skip(1).step_by(2) {
            // Marathon's checks are listed in its own folder.
            if let Err(error) = Query::parse(&MARATHON, text) {
                assert!(text.contains("floor-above-ceiling"), "{text}: {error}");
            }
            parsed += 1;
        }
    }
    assert!(parsed > 15);
}
