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
        let lists = level.tables().count();
        assert!(lists == 16 || path.extension().is_some_and(|e| e == "oni") && lists <= 1, "{}", path.display());
    }
}

/// The first row of each table that has rows, with a plan-free edit: another position and object id.
fn edit_every_list(file: &mut OpenFile) -> usize {
    let rows: Vec<_> = {
        let level = file.document.level(LEVEL).unwrap();
        level.tables().filter_map(|t| Some(level.row(t, t.len() / 2)?.id())).collect()
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
