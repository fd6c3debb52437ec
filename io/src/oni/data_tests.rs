//! The levels of the data folder: identical when unedited, and what is edited changes its own bytes.

use std::path::PathBuf;

use super::origin::LEVEL;
use crate::file::{OpenFile, RoundTrip};
use crate::test_data::files_below;

/// Every level made with OniSplit, and the one laid out as the game's own files are.
fn levels() -> Vec<PathBuf> {
    let files = files_below("oni/onisplit-made").into_iter();
    files.filter(|p| p.extension().is_some_and(|e| e == "dat" || e == "oni")).collect()
}

#[test]
fn every_level_comes_back_identical() {
    for path in levels() {
        let mut file = OpenFile::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(file.document.report().notices.is_empty(), "{}: {:?}", path.display(), file.document.report());
        assert_eq!(file.round_trip(), RoundTrip::Identical, "{}", path.display());
        let encoded = file.encode().unwrap();
        assert!(encoded.bytes == std::fs::read(&path).unwrap() && encoded.beside.is_empty(), "{}", path.display());
        let level = file.document.state().level(LEVEL).unwrap();
        assert!(level.notices().is_empty(), "{}: {:?}", path.display(), level.notices());
        let lists = level.tables().filter(|t| t.key() != "marker_quads").count();
        assert!(lists == 16 || path.extension().is_some_and(|e| e == "oni") && lists <= 1, "{}", path.display());
    }
}

/// The first row of each table that has rows, with a plan-free edit: another position and object id.
fn edit_every_list(file: &mut OpenFile) -> usize {
    let rows: Vec<_> = {
        let level = file.document.level(LEVEL).unwrap();
        level.tables().filter(|t| t.opaque.is_none()).filter_map(|t| Some(level.row(t, t.len() / 2)?.id())).collect()
    };
    for node in &rows {
        let mut draft = file.document.draft();
        draft.set_int(*node, "object_id", 0x00BA_DCAF).unwrap();
        file.document.commit(draft, "another id").unwrap();
    }
    rows.len()
}

/// Where two files of one length differ.
fn differing(a: &[u8], b: &[u8]) -> Vec<usize> {
    assert_eq!(a.len(), b.len());
    (0..a.len()).filter(|i| a[*i] != b[*i]).collect()
}

#[test]
fn an_edit_changes_its_own_bytes_in_the_payload_and_none_in_the_dat() {
    use crate::save::writes::Writes;
    for path in levels().into_iter().filter(|p| p.extension().is_some_and(|e| e == "dat")) {
        let mut file = OpenFile::open(&path).unwrap();
        let lists = edit_every_list(&mut file);
        let encoded = file.encode().unwrap();
        assert!(encoded.bytes == std::fs::read(&path).unwrap(), "{}: {:?}", path.display(), encoded.notes);
        let [beside] = encoded.beside.as_slice() else { panic!("{}", path.display()) };
        let old = std::fs::read(&beside.path).unwrap();
        let Writes::InPlace { patches, new_len } = &beside.writes else { panic!("{}", path.display()) };
        assert_eq!((patches.len(), *new_len), (lists, old.len() as u64), "{}", path.display());
        let new = super::origin::flat(old.clone(), patches, *new_len);
        let changed = differing(&old, &new);
        assert!(changed.len() <= 4 * lists, "{}: {changed:?}", path.display());
        file.verify(&encoded).unwrap();
        while file.document.undo() {}
        let encoded = file.encode().unwrap();
        assert!(encoded.beside.is_empty(), "{}: undone", path.display());
    }
}

#[test]
fn a_single_instance_is_edited_in_its_own_file() {
    for path in levels().into_iter().filter(|p| p.extension().is_some_and(|e| e == "oni")) {
        let mut file = OpenFile::open(&path).unwrap();
        let lists = edit_every_list(&mut file);
        let encoded = file.encode().unwrap();
        let changed = differing(file.origin_bytes(), &encoded.bytes);
        assert!(changed.len() <= 4 * lists, "{}: {changed:?}", path.display());
        file.verify(&encoded).unwrap();
    }
}

/// Words that must be said about a broken file: list or instance, place, values, as its index asks.
const SAID: &[(&str, &[&str])] = &[
    ("control", &[]),
    ("instance-count-4g", &["instance descriptor count 4294967295", "173"]),
    ("template-count-lies", &["100000", "1"]),
    ("template-descriptors-lie", &["template descriptor count 268435456"]),
    ("data-table-past-end", &["data table", "offset 4294967280"]),
    ("name-offset-past-end", &["instance 0", "name"]),
    ("name-not-terminated", &["name table", "NUL"]),
    ("data-offset-in-prefix", &["instance 0", "offset 4"]),
    ("cyclic-links", &["ring", "TXMP", "TXAN is expected"]),
    ("link-index-out-of-range", &["dangling", "16777215", "instance 5"]),
    ("bina-past-end", &["BINACJBOFlag", "2147483616", "416"]),
    ("bina-size-4g", &["BINACJBOFlag", "4294967295"]),
    ("bina-no-raw-file", &["BINACJBOFlag", "level1_Test.raw", "0 bytes"]),
    ("objc-object-size-0", &["list Flag, object 1", "follow the terminator", "kept"]),
    ("objc-object-past-end", &["list Flag, object 1", "byte 188", "2147483644"]),
    ("objc-object-too-small", &["object 1", "size of 8"]),
    ("objc-size-lies", &["size field says", "368"]),
    ("objc-no-terminator", &["no terminator"]),
    ("objc-unknown-type", &["object 1", "ZZZZ", "kept as bytes"]),
    ("patr-4g-points", &["object 0", "4294967295 points", "8 bytes"]),
    ("patr-unknown-point", &["object 0", "unknown type 77"]),
    ("patr-loops-for-ever", &[]),
    ("event-count-65535", &["object 0", "65535 events"]),
    ("mele-negative-counts", &["object 0", "-1"]),
    ("neut-65535-lines", &["object 0", "65535 lines"]),
];

#[test]
fn hostile_levels_do_what_their_index_says() {
    let Some(root) = crate::test_data::data("hostile") else { return };
    let index = std::fs::read_to_string(root.join("index.csv")).unwrap();
    let mut seen = 0;
    for row in index.lines().filter(|row| row.starts_with("oni/")) {
        let fields: Vec<&str> = row.split(',').take(5).collect();
        let [file, _, _, _, expect] = fields[..] else { panic!("{row}") };
        let path = root.join(file);
        let name = path.parent().unwrap().file_name().unwrap().to_str().unwrap();
        let mut severe = false;
        let mut text = String::new();
        match OpenFile::open(&path) {
            Err(error) => {
                severe = true;
                text = error.to_string();
            }
            Ok(mut file) => {
                file.document.decode_all();
                let level = file.document.state().level(LEVEL).unwrap();
                for n in file.document.report().notices.iter().chain(level.notices()) {
                    severe |= n.severity == levelwright_model::document::Severity::Error;
                    text += &format!("{}: {}\n", n.place, n.message);
                }
                assert_eq!(file.round_trip(), RoundTrip::Identical, "{name}");
                let encoded = file.encode().unwrap();
                assert!(encoded.bytes == std::fs::read(&path).unwrap() && encoded.beside.is_empty(), "{name}");
                // What is not understood cannot be edited into something else.
                edit_what_can_be_edited(&mut file, name);
            }
        }
        match expect {
            "error" => assert!(severe, "{name}: {text}"),
            "open" => assert!(!severe && text.is_empty(), "{name}: {text}"),
            // A broken payload is an error of its part alone.
            "open-with-warning" => {
                assert!(!severe || name.starts_with("bina"), "{name}: {text}");
                assert_eq!(text.is_empty(), name == "patr-loops-for-ever", "{name}: {text}");
            }
            _ => {}
        }
        let (_, words) = SAID.iter().find(|(n, _)| *n == name).unwrap_or_else(|| panic!("nothing asked of {name}"));
        for word in *words {
            assert!(text.contains(word), "{name} does not say {word:?}:\n{text}");
        }
        seen += 1;
    }
    assert_eq!(seen, SAID.len());
}

fn edit_what_can_be_edited(file: &mut OpenFile, name: &str) {
    let level = file.document.state().level(LEVEL).unwrap();
    let rows: Vec<_> =
        level.tables().flat_map(|t| level.rows(t)).map(|r| (r.id(), r.table().opaque.is_some())).collect();
    for (node, opaque) in rows {
        let mut draft = file.document.draft();
        let set = draft.set_int(node, "object_id", 77);
        assert_eq!(set.is_err(), opaque, "{name}");
        if set.is_ok() {
            file.document.commit(draft, "edit").unwrap();
        }
    }
    let encoded = file.encode().unwrap();
    file.verify(&encoded).unwrap();
}
