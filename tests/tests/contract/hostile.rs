//! Files broken on purpose, opened as a person would: the message names the place, the tag, the values.

use levelwright_io::format::{OpenError, open_bytes};
use levelwright_model::problems;

use super::support::data;

/// Words that must be said about each file: structure, place, value, as its index asks.
const SAID: &[(&str, &[&str])] = &[
    ("control.sceA", &[]),
    ("control-two-levels.sceA", &[]),
    ("overlapping-levels.sceA", &["level 1", "428", "chunk", "level 0"]),
    ("same-level-twice.sceA", &["directory entry 1", "level 0", "read-only"]),
    ("next-offset-cycle.sceA", &["level 0", "SIDS", "304"]),
    ("next-offset-self.sceA", &["level 0", "LINS"]),
    ("next-offset-negative.sceA", &["level 0", "PNTS", "-64"]),
    ("next-offset-past-level.sceA", &["level 0", "LINS", "2147483392"]),
    ("length-negative.sceA", &["level 0", "PNTS", "-4"]),
    ("length-huge.sceA", &["level 0", "plac", "2147483647"]),
    ("directory-past-end.sceA", &["directory offset 16777215", "2550"]),
    ("directory-in-header.sceA", &["directory offset 4 "]),
    ("directory-negative.sceA", &["directory offset -2147483648"]),
    ("65535-levels.sceA", &["65535"]),
    ("zero-entry-sizes.sceA", &["chunk header size", "directory entry size"]),
    ("application-size-negative.sceA", &["application data size", "-10"]),
    ("version-9.sceA", &["version 9", "0 to 4"]),
    ("bad-crc.sceA", &["checksum", "12345678"]),
    (
        "poly-indices-out-of-range.sceA",
        &["polygons/0", "32767", "lights/500", "lights/-7", "lines/0", "points/900", "points/-3"],
    ),
    ("vertex-count-200.sceA", &["polygons/0", "200", "3..8"]),
    ("chunk-not-multiple.sceA", &["level 0", "LINS", "123", "32", "27"]),
    ("raw-and-preprocessed.sceA", &["level 0", "PNTS", "EPNT", "read-only"]),
    ("terminal-counts-lie.sceA", &["level 0", "term", "terminal 0", "3000", "30000", "kept"]),
    ("terminal-length-zero.sceA", &["level 0", "term", "terminal", "length of 0", "kept"]),
    ("object-extremes.sceA", &["objects/1", "99", "polygons/9999"]),
    ("macbinary-data-too-long.bin", &["5000000", "2688"]),
    ("macbinary-lengths-overflow.bin", &["4294967168", "data fork", "resource fork"]),
    ("macbinary-name-garbage.bin", &[]),
    ("resource-map-past-end.bin", &["map offset 2147483647"]),
    ("resource-65535-types.bin", &["65535 types"]),
    ("resource-length-lies.bin", &["PICT 128", "4294967295"]),
    ("applesingle-entries-lie.as", &["entry 0", "2147483647", "65535"]),
    ("pict-row-lies.bin", &["PICT 128", "32000 x 32000"]),
];

/// Everything that is said about a file.
fn said(bytes: Vec<u8>) -> (bool, String) {
    let mut opened = match open_bytes(bytes) {
        Ok(opened) => opened,
        Err(OpenError::Container { message, help }) => return (false, format!("{message}\n{help}")),
        Err(error) => return (false, error.to_string()),
    };
    opened.document.decode_all();
    let mut lines: Vec<String> = Vec::new();
    let report = opened.document.report();
    lines.extend(report.notices.iter().map(|n| format!("{}: {}", n.place, n.message)));
    lines.extend(report.read_only.iter().map(|reason| format!("read-only: {reason}")));
    for id in opened.document.state().ids() {
        let level = opened.document.state().level(id).unwrap();
        lines.extend(level.notices().iter().map(|n| format!("{}: {}", n.place, n.message)));
        let found = problems::basic::problems(level).into_iter();
        lines.extend(found.map(|p| format!("{}.{}: {}", p.place, p.field, p.message)));
    }
    (true, lines.join("\n"))
}

#[test]
fn what_is_said_about_a_broken_file_names_the_place_and_the_values() {
    let Some(folder) = data("hostile") else {
        println!("skipped: no hostile in the data folder (set LEVELWRIGHT_DATA)");
        return;
    };
    let index = std::fs::read_to_string(folder.join("index.csv")).unwrap();
    let mut seen = 0;
    for row in index.lines().filter(|row| row.starts_with("marathon/")) {
        let fields: Vec<&str> = row.split(',').take(5).collect();
        let [file, _, _, _, expect] = fields[..] else { panic!("{row}") };
        let name = file.trim_start_matches("marathon/");
        let (opened, text) = said(std::fs::read(folder.join(file)).unwrap());
        println!("{name}: {text}");
        match expect {
            "error" => assert!(!opened, "{name} opened"),
            "open" | "open-with-warning" => assert!(opened, "{name}: {text}"),
            _ => {}
        }
        let (_, words) = SAID.iter().find(|(n, _)| *n == name).unwrap_or_else(|| panic!("nothing asked of {name}"));
        for word in *words {
            assert!(text.contains(word), "{name} does not say {word:?}:\n{text}");
        }
        seen += 1;
    }
    assert_eq!(seen, SAID.len(), "files that are in the list and not in the index");
}
