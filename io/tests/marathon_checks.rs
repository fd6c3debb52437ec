//! How often each check fires over real levels: `tests/goldens/marathon/checks.tsv`, ids and counts only. What differs
//! from the survey in `marathon.md` 5.1, and every error, is explained in `docs/marathon-checks.md`.
//!
//! `UPDATE_GOLDENS=1 cargo test -p levelwright-io --test marathon_checks` writes the table anew;
//! `LEVELWRIGHT_LIST=1` lists every error.

#![allow(clippy::unwrap_used, reason = "the helpers of tests may stop them")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use levelwright_io::format::open_bytes;
use levelwright_model::document::{LevelId, Severity};
use levelwright_model::games::Game;
use levelwright_model::problems::{Problem, Whole, of_document};

fn data() -> Option<PathBuf> {
    let root = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    let path = root.join("marathon");
    if path.exists() {
        return Some(path);
    }
    println!("skipped: no marathon in the data folder (set LEVELWRIGHT_DATA)");
    None
}

/// The levels of the survey's column “folder”: every `.sceA` outside `merged` and `weland-resaved`.
fn folder(root: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("merged") && !path.ends_with("weland-resaved") {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "sceA") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn check(path: &Path) -> (&'static Game, Vec<Problem>) {
    let mut document = open_bytes(std::fs::read(path).unwrap()).unwrap().document;
    document.decode_all();
    let whole = Whole { state: document.state(), source: &**document.source() };
    let found = of_document(document.game(), &whole);
    if std::env::var_os("LEVELWRIGHT_LIST").is_some() {
        for problem in found
            .iter()
            .filter(|p| p.severity == Severity::Error || std::env::var("LEVELWRIGHT_LIST").is_ok_and(|l| l == p.check))
        {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            println!(
                "{name} level {}: {} {}: {} {}",
                problem.node.level.0, problem.check, problem.place, problem.field, problem.message
            );
        }
    }
    (document.game(), found)
}

/// Hits of each check and in how many levels.
#[derive(Default)]
struct Counts(BTreeMap<&'static str, Hits>);

/// How often, and in which levels of which files.
type Hits = (usize, BTreeSet<(usize, LevelId)>);

impl Counts {
    fn add(&mut self, file: usize, found: &[Problem]) {
        for problem in found {
            let (hits, levels) = self.0.entry(problem.check).or_default();
            *hits += 1;
            levels.insert((file, problem.node.level));
        }
    }

    fn of(&self, check: &str) -> (usize, usize) {
        self.0.get(check).map_or((0, 0), |(hits, levels)| (*hits, levels.len()))
    }
}

/// Hits and levels.
type Figures = (usize, usize);

/// The survey's figures (`marathon.md` 5.1): hits and levels of Marathon 1, then of the folder.
const SURVEY: [(&str, Figures, Figures); 13] = [
    ("light-zero-cycle", (0, 0), (3, 1)),
    ("line-zero-length", (2, 2), (3, 2)),
    ("floor-above-ceiling", (0, 0), (13, 5)),
    ("object-outside-polygon", (11, 10), (62, 20)),
    ("platform-trigger-target", (2, 2), (1, 1)),
    ("teleporter-range", (0, 0), (0, 0)),
    ("light-trigger-range", (0, 0), (0, 0)),
    ("index-range", (0, 0), (0, 0)),
    ("platform-without-record", (0, 0), (0, 0)),
    ("line-without-polygon", (1218, 19), (1592, 30)),
    ("polygon-concave", (0, 0), (0, 0)),
    ("polygon-counter-clockwise", (0, 0), (0, 0)),
    ("no-player-start", (0, 0), (0, 0)),
];

#[test]
fn each_check_fires_as_often_as_the_table_says() {
    let Some(root) = data() else { return };
    let (mut old, mut new) = (Counts::default(), Counts::default());
    let (game, found) = check(&root.join("official/m1/Map.scen"));
    old.add(0, &found);
    let files = folder(&root);
    assert_eq!(files.len(), 44);
    for (at, path) in files.iter().enumerate() {
        new.add(at, &check(path).1);
    }
    for (check, marathon_1, in_folder) in SURVEY {
        assert_eq!((old.of(check), new.of(check)), (marathon_1, in_folder), "{check}");
    }
    let mut table = "check\tMarathon 1 hits\tMarathon 1 levels\tfolder hits\tfolder levels\n".to_owned();
    for check in game.checks {
        let (a, b) = (old.of(check.id), new.of(check.id));
        table.push_str(&format!("{}\t{}\t{}\t{}\t{}\n", check.id, a.0, a.1, b.0, b.1));
    }
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/goldens/marathon/checks.tsv");
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::write(&golden, &table).unwrap();
    }
    let known = std::fs::read_to_string(&golden).unwrap();
    assert_eq!(table, known, "if it is meant: UPDATE_GOLDENS=1, and explain it in docs/marathon-checks.md");
}
