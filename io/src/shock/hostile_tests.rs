//! Files broken on purpose: what is said names the place and the values, nothing hangs, nothing is lost.

use std::collections::BTreeMap;

use levelwright_model::document::{Document, Severity};
use levelwright_model::games::Arguments;
use levelwright_model::problems;
use levelwright_model::record::Value;

use crate::format::{OpenError, Opened, open_bytes};
use crate::test_data::data;

/// Words that must be said about each file: resource, rule, value, as the index asks.
const SAID: &[(&str, &[&str])] = &[
    ("control.res", &[]),
    ("directory-in-header.res", &["directory offset 8 "]),
    ("directory-negative.res", &["directory offset -4 "]),
    ("directory-past-end.res", &["directory offset 2147483647"]),
    ("count-65535.res", &["65535 entries", "room for 3"]),
    ("sizes-ffffff.res", &["resource 10", "16777215"]),
    ("first-offset-past-end.res", &["first resource", "268435456"]),
    ("lzw-no-end-code.res", &["resource 10", "ends early"]),
    ("lzw-first-not-literal.res", &["resource 10", "0100"]),
    ("lzw-code-beyond-next.res", &["resource 10", "2000", "0101"]),
    ("lzw-too-long.res", &["resource 10", "more than the 4 bytes"]),
    ("lzw-too-short.res", &["resource 10", "2 bytes", "60000"]),
    ("lzw-flush-then-string.res", &["resource 10", "literal"]),
    ("compound-offsets-fall.res", &["resource 11", "block 0", "100", "18"]),
    ("compound-65535-blocks.res", &["resource 11", "65535"]),
    ("same-id-twice.res", &["resource 10 occurs twice"]),
    ("control.dat", &[]),
    ("l08-used-chain-loop.dat", &["rule O1", "95", "93"]),
    ("l08-free-chain-loop.dat", &["rule O2", "100", "28"]),
    ("l08-next-out-of-range.dat", &["rule O1", "30000", "rule X3", "-30000"]),
    ("l08-class-99.dat", &["rule O8", "class 99", "-1", "objects/97"]),
    ("l08-short.dat", &["resource 4108", "1000", "23544"]),
    ("l09-tile-chain-loop.dat", &["rule X4", "again"]),
    ("l05-tile-reference-wild.dat", &["rule X4", "1600", "-1", "32767"]),
    ("l06-count-lies.dat", &["2147483647", "3 rows"]),
    ("l22-class-chain-loop.dat", &["rule C1", "rule C2", "traps"]),
    ("l02-version-77.dat", &["resource 4102", "77", "11 and 12"]),
    ("l04-height-shift-200.dat", &["height shift", "200", "0..7"]),
    ("no-l05.dat", &["4105", "missing", "Tiles"]),
];

/// Everything that is said about a file.
fn said(opened: &mut Opened) -> String {
    opened.document.decode_all();
    let report = opened.document.report();
    let mut lines: Vec<String> = report.notices.iter().map(|n| format!("{}: {}", n.place, n.message)).collect();
    for id in opened.document.state().ids() {
        let level = opened.document.state().level(id).unwrap();
        lines.extend(level.notices().iter().map(|n| format!("{}: {}", n.place, n.message)));
        let found = problems::of_level(opened.document.game(), level).into_iter();
        lines.extend(found.map(|p| format!("{}.{}: {}", p.place, p.field, p.message)));
        // Nothing hangs while it is looked at.
        let objects = opened.document.objects(id);
        drop((opened.document.game().scene)(level, &objects));
    }
    lines.join("\n")
}

/// What makes the game go wrong, and what was said while the file was opened.
fn errors(document: &Document) -> Vec<String> {
    let levels = document.state().ids().filter_map(|id| document.state().level(id));
    let found = levels.flat_map(|level| problems::of_level(document.game(), level));
    let errors = found.filter(|p| p.severity == Severity::Error).map(|p| p.message);
    errors.chain(document.report().notices.iter().map(|n| n.message.clone())).collect()
}

#[test]
fn every_broken_file_is_refused_or_opened_as_its_index_expects() {
    let Some(folder) = data("hostile") else { return };
    let index = std::fs::read_to_string(folder.join("index.csv")).unwrap();
    let mut seen = 0;
    for row in index.lines().filter(|row| row.starts_with("systemshock/")) {
        let (file, rest) = row.split_once(',').unwrap();
        let expect =
            ["open-with-warning", "error", "open"].into_iter().find(|e| rest.contains(&format!(",{e},"))).unwrap();
        let name = file.trim_start_matches("systemshock/");
        let bytes = std::fs::read(folder.join(file)).unwrap();
        let (_, words) = SAID.iter().find(|(n, _)| *n == name).unwrap_or_else(|| panic!("nothing asked of {name}"));
        let text = match (open_bytes(bytes.clone()), expect) {
            (Err(OpenError::Container { message, .. }), "error") => message,
            (Ok(mut opened), "open" | "open-with-warning") => {
                let text = said(&mut opened);
                let errors = errors(&opened.document);
                assert!(expect != "open" || errors.is_empty(), "{name}: {errors:?}");
                assert!(opened.origin.encode(&opened.document).unwrap().bytes == bytes, "{name} is not written back");
                text
            }
            (other, _) => panic!("{name}: expected {expect}: {:?}", other.map(|_| "it opened")),
        };
        for word in *words {
            assert!(text.contains(word), "{name} does not say {word:?}:\n{text}");
        }
        seen += 1;
    }
    assert_eq!(seen, SAID.len(), "files that are in the list and not in the index");
}

#[test]
fn broken_lists_refuse_new_objects_until_they_are_repaired() {
    let Some(folder) = data("hostile/systemshock") else { return };
    for name in ["l08-used-chain-loop", "l08-free-chain-loop", "l08-next-out-of-range", "l22-class-chain-loop"] {
        let bytes = std::fs::read(folder.join(format!("{name}.dat"))).unwrap();
        let mut document = open_bytes(bytes).unwrap().document;
        document.decode_all();
        let run = |document: &Document, key: &str| {
            let plan = document.game().plans.iter().find(|p| p.key == key).unwrap();
            let values = [("kind", Value::Text("trap".to_owned())), ("x", Value::Int(5000)), ("y", Value::Int(5000))];
            let values: BTreeMap<_, _> = values.into_iter().map(|(n, v)| (n.to_owned(), v)).collect();
            let mut draft = document.draft();
            (plan.run)(&mut draft, &Arguments { level: 0, objects: Vec::new(), values }).map(|_| draft)
        };
        let refusal = run(&document, "place").err().unwrap_or_else(|| panic!("{name}: an object was placed"));
        assert!(refusal.to_string().contains("repair the lists first"), "{name}: {refusal}");
        let draft = run(&document, "repair_lists").unwrap();
        document.commit(draft, "repair").unwrap();
        assert_eq!(errors(&document), [] as [&str; 0], "{name}");
        let draft = run(&document, "place").unwrap();
        document.commit(draft, "place").unwrap();
        assert_eq!(errors(&document), [] as [&str; 0], "{name}");
    }
}
