//! Real and hostile maps through the whole document: open, decode every level, encode, compare.

use levelwright_model::document::{LevelId, Severity};
use levelwright_model::problems;
use levelwright_model::record::Value;

use crate::file::{OpenFile, RoundTrip};
use crate::format::OpenError;
use crate::test_data::{data, files_below};

#[test]
fn every_map_and_wad_comes_back_byte_for_byte() {
    let mut seen = 0;
    for path in files_below("marathon").into_iter().chain(files_below("peers-made/marathon")) {
        let mut file = match OpenFile::open(&path) {
            Ok(file) => file,
            Err(OpenError::NotALevel(_)) => continue,
            Err(error) => panic!("{}: {error}", path.display()),
        };
        assert_eq!(file.round_trip(), RoundTrip::Identical, "{}", path.display());
        assert_eq!(file.encode().unwrap().bytes, file.origin_bytes(), "{}", path.display());
        seen += 1;
    }
    println!("{seen} files came back byte for byte");
}

#[test]
fn one_edited_field_changes_its_bytes_and_what_is_encoded_from_them() {
    for path in files_below("marathon").into_iter().filter(|p| p.extension().is_some_and(|e| e == "sceA")) {
        let mut file = OpenFile::open(&path).unwrap();
        let id = LevelId(0);
        file.document.level(id).unwrap();
        let mut draft = file.document.draft();
        let light = draft.level(id).unwrap().link_table("lights").unwrap();
        let record = draft.level(id).unwrap().row(light, 0).unwrap().id();
        let field = draft.field(record, "tag").unwrap();
        let tag = draft.int(record, "tag").unwrap();
        draft.set(record, field, &Value::Int(tag ^ 5)).unwrap();
        file.document.commit(draft, "set tag").unwrap();
        let edited = file.encode().unwrap();
        let stale = file.summary().facts.iter().any(|(name, _)| name.starts_with("stale"));
        assert_eq!(edited.notes.iter().any(|n| n.contains("stale")), stale, "{}", path.display());
        let origin = file.origin_bytes().to_vec();
        let version_3 = origin.get(128 + 1) == Some(&3) || origin.get(1) == Some(&3);
        let differences: Vec<usize> =
            (0..edited.bytes.len()).filter(|at| edited.bytes.get(*at) != origin.get(*at)).collect();
        // Two bytes of the tag, four of the checksum, one of version 3; tails are checked by length.
        if !stale {
            assert_eq!(edited.bytes.len(), origin.len());
            assert!(differences.len() <= 6 + usize::from(version_3), "{}: {differences:?}", path.display());
        }
        file.document.undo();
        assert_eq!(file.encode().unwrap().bytes, origin, "{}: undone", path.display());
        file.document.redo();
        file.verify(&edited).unwrap();
    }
}

#[test]
fn hostile_files_do_what_their_index_says() {
    let Some(root) = data("hostile") else { return };
    let index = std::fs::read_to_string(root.join("index.csv")).unwrap();
    for line in index.lines().filter(|l| l.starts_with("marathon/")) {
        let mut columns = line.split(',');
        let name = columns.next().unwrap();
        let expect = columns.nth(3).unwrap();
        let opened = OpenFile::open(&root.join(name));
        match (expect, opened) {
            ("error", Err(error)) => assert!(!error.to_string().is_empty()),
            ("error", Ok(_)) => panic!("{name} opened"),
            ("either", _) => {}
            (_, Err(error)) => panic!("{name}: {error}"),
            (expect, Ok(mut file)) => {
                assert_eq!(file.round_trip(), RoundTrip::Identical, "{name}");
                assert_eq!(file.encode().unwrap().bytes, file.origin_bytes(), "{name}");
                let mut warnings: Vec<String> = Vec::new();
                warnings.extend(file.document.report().notices.iter().map(|n| format!("{}: {}", n.place, n.message)));
                for id in file.document.state().ids() {
                    let level = file.document.state().level(id).unwrap();
                    warnings.extend(level.notices().iter().map(|n| n.message.clone()));
                    let found = problems::basic::problems(level);
                    warnings.extend(found.into_iter().filter(|p| p.severity >= Severity::Warning).map(|p| p.message));
                }
                match expect {
                    "open" => assert!(warnings.is_empty(), "{name}: {warnings:?}"),
                    _ => assert!(!warnings.is_empty(), "{name} has no warning"),
                }
            }
        }
    }
}

#[test]
fn a_resource_fork_beside_a_map_is_a_guest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Map.sceA");
    let wad = crate::marathon::wad::tests::wad_of(2, &[&[(b"Minf", &[0; 88])]]);
    std::fs::write(&path, wad).unwrap();
    assert!(OpenFile::open(&path).unwrap().guests().is_empty());
    let fork = crate::source::resource_fork::tests::build(&[(*b"TEXT", 128, b"abc")]);
    let double = crate::source::applesingle::tests::build(0x0005_1607, &[(2, &fork)]);
    std::fs::write(folder.path().join("._Map.sceA"), double).unwrap();
    let file = OpenFile::open(&path).unwrap();
    assert_eq!(file.guests().len(), 1);
    assert!(file.guests()[0].lines[0].starts_with("TEXT 128"), "{:?}", file.guests());
}

#[test]
fn an_edited_level_of_a_film_saves_as_a_map_with_all_that_was_set() {
    let Some(path) = data("marathon/official/m2/M2-L01-L03.filA") else { return };
    let mut file = OpenFile::open(&path).unwrap();
    file.document.decode_all();
    let mut draft = file.document.draft();
    let header = draft.row(LevelId::FILE, "wad", 0).unwrap().id();
    draft.set(header, draft.field(header, "name").unwrap(), &Value::Text("Renamed".to_owned())).unwrap();
    let entry = draft.row(LevelId(0), "directory", 0).unwrap().id();
    draft.set_int(entry, "index", 5).unwrap();
    file.document.commit(draft, "rename").unwrap();
    let encoded = file.encode().unwrap();
    assert!(encoded.new_file_only.is_some());
    file.verify(&encoded).unwrap();
}

#[test]
fn levels_that_share_their_bytes_are_decoded_once_and_cannot_be_edited() {
    let Some(path) = data("hostile/marathon/same-level-twice.sceA") else { return };
    let mut file = OpenFile::open(&path).unwrap();
    assert_eq!(file.round_trip(), RoundTrip::Identical);
    assert!(file.document.read_only().is_some_and(|reason| reason.contains("share")));
    let second = file.document.level(LevelId(1)).unwrap();
    assert!(second.table("polygons").is_none());
    assert!(second.notices()[0].message.contains("those of level 0"), "{:?}", second.notices());
    let mut draft = file.document.draft();
    let object = draft.row(LevelId(0), "objects", 0).unwrap().id();
    draft.set_int(object, "x", 3).unwrap();
    let refusal = file.document.commit(draft, "set").unwrap_err();
    assert!(refusal.to_string().contains("share"), "{refusal}");
}
