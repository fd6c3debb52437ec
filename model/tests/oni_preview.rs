//! Oni's preview as a whole: the sheet of fidelity, and the game's own scripts running.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::sync::Arc;

use levelwright_model::document::{LevelBuilder, LevelId, Node, NodeList};
use levelwright_model::games::oni::records::SCRIPT;
use levelwright_model::games::oni::{ONI, tables};
use levelwright_model::preview::{Log, Start, sheet};

#[test]
fn the_sheet_of_fidelity_names_every_behaviour() {
    let preview = ONI.preview.unwrap();
    let lines: Vec<_> = preview.fidelity.iter().copied().flatten().copied().collect();
    let found = sheet("How true Oni's preview is", &lines, preview.settings);
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference/fidelity-oni.md");
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    assert!(std::fs::read_to_string(&path).unwrap_or_default() == found, "UPDATE_GOLDENS=1 accepts the difference");
    // What is no behaviour of its own.
    let parts = ["mod", "calls", "drawing", "fixed", "live", "person", "test_levels", "world"];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/oni/preview");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let known = lines.iter().any(|line| line.file == stem) || parts.contains(&stem.as_str());
        assert!(known || stem.ends_with("_tests"), "{stem} has no line in the sheet of fidelity");
    }
}

#[test]
fn the_games_own_scripts_run_for_a_minute_without_ending_early() {
    let Some(data) = support::data_folder() else { return };
    for folder in std::fs::read_dir(data.join("oni/bsl")).unwrap() {
        let folder = folder.unwrap().path();
        let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let mut build = LevelBuilder::new(LevelId(0));
        build.nodes(&tables::SCRIPTS, b"", 0, |build, table| {
            let make = |path: &std::path::PathBuf| Node {
                number: build.number(table),
                schema: &SCRIPT,
                head: path.file_name().unwrap().to_string_lossy().as_bytes().into(),
                children: NodeList::default(),
                tail: std::fs::read(path).unwrap().into(),
            };
            files.iter().map(make).collect()
        });
        let level = Arc::new(build.finish());
        let run = || {
            let mut log = Log::default();
            let mut world = (ONI.preview.unwrap().build)(&level, &Start::default(), &mut log);
            for _ in 0..3600 {
                world.tick(&[], &mut log);
            }
            (world.hash(), log)
        };
        let (hash, log) = run();
        assert_eq!(hash, run().0);
        let kinds = |kind: &str| log.events().iter().filter(|event| event.kind.starts_with(kind)).count();
        assert!(kinds("script starts") > 0 && kinds("called") > 0, "{}", folder.display());
        assert_eq!((kinds("script ended"), kinds("too many")), (0, 0), "{}", folder.display());
    }
}
