//! The walls of the house (`ARCHITECTURE.md`): which crate may depend on which, where the games' names
//! may stand, how long a file may be.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every Rust source file of the workspace's crates, as (path from the root, text).
fn sources() -> Vec<(String, String)> {
    let mut out = Vec::new();
    for member in ["model", "io", "viewport", "app", "tests", "fuzz"] {
        walk(&root().join(member), member, &mut out);
    }
    assert!(out.len() > 50, "the sources are where this test looks for them");
    out.sort();
    out
}

fn walk(folder: &Path, name: &str, out: &mut Vec<(String, String)>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if path.is_dir() {
            walk(&path, &name, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push((name, fs::read_to_string(&path).expect("a source file")));
        }
    }
}

/// The names in a `[dependencies]` section of a member's manifest.
fn dependencies(member: &str) -> Vec<String> {
    let manifest = fs::read_to_string(root().join(member).join("Cargo.toml")).expect("a manifest");
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line == "[dependencies]";
        } else if inside && let Some((name, _)) = line.split_once(['.', '=', ' ']) {
            names.push(name.trim().to_owned());
        }
    }
    names
}

#[test]
fn every_dependency_arrow_points_down() {
    let allowed = [
        ("model", vec![]),
        ("io", vec!["levelwright-model"]),
        ("viewport", vec!["levelwright-model"]),
        ("app", vec!["levelwright-model", "levelwright-io", "levelwright-viewport"]),
    ];
    for (member, allowed) in allowed {
        for name in dependencies(member) {
            if name.starts_with("levelwright") {
                assert!(allowed.contains(&name.as_str()), "{member} must not depend on {name}");
            }
        }
    }
    // Graphics and windows stay where they belong.
    for (member, banned) in [
        ("model", vec!["three-d", "egui", "eframe", "egui_dock", "rfd", "glow", "image"]),
        ("io", vec!["three-d", "egui", "eframe", "egui_dock", "rfd", "glow"]),
        ("viewport", vec!["egui", "eframe", "egui_dock", "rfd"]),
    ] {
        let have = dependencies(member);
        for name in banned {
            assert!(!have.iter().any(|d| d == name), "{member} must not depend on {name}");
        }
    }
}

/// The line without its comment. A comment may name a game: it may have to say where a fact comes from.
fn code_of(line: &str) -> &str {
    let trimmed = line.trim_start();
    if trimmed.starts_with("//") {
        return "";
    }
    line.split_once(" // ").map_or(line, |(code, _)| code)
}

#[test]
fn only_the_games_own_folders_and_the_registries_name_a_game() {
    let games = ["marathon", "oni", "shock", "systemshock", "warriors"];
    let allowed = |file: &str| {
        file.starts_with("model/src/games/")
            || games.iter().any(|g| file.starts_with(&format!("io/src/{g}/")))
            || file == "io/src/format.rs" // the registry of formats
            || file == "io/src/lib.rs" // declares the games' modules
            || file == "app/src/cli/texts.rs"
            || file == "app/src/window/texts.rs"
            || file.contains("/tests/")
            || file.contains("/benches/")
            || file.starts_with("tests/")
            || file.starts_with("fuzz/")
            || file.contains("/miniatures/")
            || file.contains("test_data")
            || file.ends_with("_tests.rs")
    };
    let mut found = Vec::new();
    for (file, text) in sources() {
        if allowed(&file) {
            continue;
        }
        // What stands behind `#[cfg(test)] mod tests` is a test.
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
        for (number, line) in text.lines().enumerate() {
            let lower = code_of(line).to_lowercase();
            let words = lower.split(|c: char| !c.is_ascii_alphanumeric());
            if words.into_iter().any(|w| games.contains(&w)) {
                found.push(format!("{file}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "shared code must not know a game:\n{}", found.join("\n"));
}

#[test]
fn no_source_file_is_over_700_lines() {
    let long: Vec<String> = sources()
        .into_iter()
        .map(|(file, text)| (file, text.lines().count()))
        .filter(|(_, lines)| *lines > 700)
        .map(|(file, lines)| format!("{file}: {lines}"))
        .collect();
    assert!(long.is_empty(), "one idea a file:\n{}", long.join("\n"));
}

#[test]
fn every_format_has_its_game_and_every_game_its_format() {
    let mut games: Vec<&str> = levelwright_model::games::all().iter().map(|g| g.key).collect();
    let mut formats: Vec<&str> = levelwright_io::format::FORMATS.iter().map(|f| f.game).collect();
    games.sort_unstable();
    formats.sort_unstable();
    formats.dedup();
    assert_eq!(games, formats);
    assert!(!games.is_empty());
}
