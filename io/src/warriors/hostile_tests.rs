//! The hostile files of this game: each opens, opens with a warning, or is refused, as its index says, and what is said
//! names the place and the values. What opens comes back byte for byte.

use std::time::Instant;

use levelwright_model::games::warriors::WARRIORS;
use levelwright_model::problems;

use crate::format::{NewFile, OpenError, open_files};
use crate::test_data::data;

/// Words that must be said about each file.
const SAID: &[(&str, &[&str])] = &[
    ("warriors/control_objs.txt", &[]),
    ("warriors/count-minus-1_objs.txt", &["line 1", "-1"]),
    ("warriors/count-10-12_objs.txt", &["1000000000000", "2"]),
    ("warriors/lines-cut_objs.txt", &["line 3", "line 4", "line 5"]),
    (
        "warriors/bad-numbers_objs.txt",
        &["line 2", "line 3", "line 4", "line 5", "line 6", "line 7", "finite", "32 bits"],
    ),
    ("warriors/one-long-line_objs.txt", &["line 2"]),
    ("warriors/utf16_objs.txt", &["Latin-1"]),
    ("warriors/empty_objs.txt", &["empty"]),
    ("lua/control.lua", &[]),
    ("lua/string-length-ffffffff.lua", &["byte", "4294967295"]),
    ("lua/nested-1400.lua", &[]),
    ("lua/nested-10000.lua", &[]),
    ("lua/pool-index-out-of-range.lua", &["instruction", "cannot be followed"]),
    ("lua/stack-underflow.lua", &["instruction", "cannot be followed"]),
    ("lua/code-count-huge.lua", &["byte", "1073741824"]),
    ("lua/no-end-instruction.lua", &["END"]),
    ("lua/jump-loop.lua", &["instruction", "cannot be followed"]),
    ("lua/wrong-sizes.lua", &["byte 7", "size of a length"]),
    ("lua/test-number.lua", &["test number is 1"]),
    ("lua/trailing-bytes.lua", &["104 bytes"]),
    ("wad/control/WARRIORS.DIR", &[]),
    ("wad/offsets-past-wad/WARRIORS.DIR", &["entries 0, 1", "4096"]),
    ("wad/count-lies/WARRIORS.DIR", &["1073741824", "28"]),
    ("wad/entries-overlap/WARRIORS.DIR", &["entry 0", "entry 1", "entry 2", "Neither is written"]),
    ("wad/not-aligned/WARRIORS.DIR", &["13", "3 bytes"]),
    ("lev/control.lev", &[]),
    ("lev/chunk-count-4g.lev", &["4294967295"]),
    ("lev/chunk-size-wraps.lev", &["type 0x04", "0xfffffff0"]),
    ("lev/vertex-index-wild.lev", &["triangle 0", "65535"]),
    ("lev/triangle-count-lies.lev", &["65535", "20"]),
];

/// Opens a file with what lies beside it; whether it opened, all that is said, and whether it comes back as it is.
fn open(path: &std::path::Path) -> (bool, String) {
    let file = |path: &std::path::Path| NewFile {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        bytes: std::fs::read(path).unwrap(),
        notes: Vec::new(),
    };
    let mut files = vec![file(path)];
    if path.extension().is_some_and(|e| e == "DIR") {
        files.push(file(&path.with_extension("WAD")));
    }
    let mut opened = match open_files(&files) {
        Ok(opened) => opened,
        Err(OpenError::Container { message, help }) => return (false, format!("{message}\n{help}")),
        Err(error) => return (false, error.to_string()),
    };
    opened.document.decode_all();
    opened.origin.verify(&opened.document).unwrap();
    let encoded = opened.origin.encode(&opened.document).unwrap();
    assert!(encoded.bytes == files[0].bytes && encoded.beside.is_empty(), "{path:?} does not come back");
    let mut lines: Vec<String> = Vec::new();
    lines.extend(opened.document.report().notices.iter().map(|n| format!("{}: {}", n.place, n.message)));
    for id in opened.document.state().ids() {
        let level = opened.document.state().level(id).unwrap();
        lines.extend(level.notices().iter().map(|n| format!("{}: {}", n.place, n.message)));
        let found = problems::of_level(&WARRIORS, level);
        lines.extend(found.iter().map(|p| format!("{}.{}: {}", p.place, p.field, p.message)));
        let objects = opened.document.objects(id);
        let _ = (WARRIORS.scene)(level, &objects);
    }
    (true, lines.join("\n"))
}

#[test]
fn broken_files_are_opened_or_refused_as_their_index_says() {
    let Some(folder) = data("hostile") else { return };
    let index = std::fs::read_to_string(folder.join("index.csv")).unwrap();
    let mut seen = 0;
    let own = |row: &&str| ["warriors/", "lua/", "wad/", "lev/"].iter().any(|part| row.starts_with(part));
    for row in index.lines().filter(own) {
        // The reason may hold commas; what is expected stands behind hash and format, which hold none.
        let fields: Vec<&str> = row.split(',').take(5).collect();
        let [file, _, _, _, expect] = fields[..] else { panic!("{row}") };
        let began = Instant::now();
        let (opened, text) = open(&folder.join(file));
        println!("{file}: {text}");
        match expect {
            "error" => assert!(!opened, "{file} opened"),
            "open" => assert!(opened && text.is_empty(), "{file}: {text}"),
            "open-with-warning" => assert!(opened && !text.is_empty(), "{file}: {text}"),
            _ => {}
        }
        let (_, words) = SAID.iter().find(|(n, _)| *n == file).unwrap_or_else(|| panic!("nothing asked of {file}"));
        for word in *words {
            assert!(text.contains(word), "{file} does not say {word:?}:\n{text}");
        }
        assert!(began.elapsed().as_secs() < 5, "{file} takes long");
        seen += 1;
    }
    assert_eq!(seen, SAID.len(), "files that are in the list and not in the index");
}

#[test]
fn an_entry_that_shares_its_bytes_is_not_written_to() {
    let Some(folder) = data("hostile/wad/entries-overlap") else { return };
    let dir = std::fs::read(folder.join("WARRIORS.DIR")).unwrap();
    let directory = super::archive::Directory::read(dir, 4096).unwrap();
    let change = [super::archive::Change { entry: 0, name: "level99_objs.txt", bytes: b"0\n" }];
    let refusal = directory.plan(&change, true).unwrap_err();
    assert!(refusal.message.contains("belong to another entry"), "{refusal}");
}

#[test]
fn every_beginning_of_every_file_is_refused_or_kept() {
    for file in super::data_tests::SMALL {
        let Some(bytes) = super::data_tests::bytes(file) else { return };
        for end in (0..bytes.len()).step_by(if bytes.len() > 4000 { 13 } else { 1 }) {
            let name = (*file).to_owned();
            let files = [NewFile { name, bytes: bytes[..end].to_vec(), notes: Vec::new() }];
            if let Ok(mut opened) = open_files(&files) {
                opened.document.decode_all();
                opened.origin.verify(&opened.document).unwrap();
                assert!(opened.origin.encode(&opened.document).unwrap().bytes == bytes[..end], "{file} {end}");
            }
        }
    }
}
