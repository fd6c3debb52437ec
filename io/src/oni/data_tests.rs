//! The levels of the data folder: identical when unedited, and what is edited changes its own bytes.

use std::path::PathBuf;

use super::origin::LEVEL;
use crate::file::{OpenFile, RoundTrip};
use crate::test_data::files_below;

/// Every level made with OniSplit, and the one laid out as the game's own files are.
fn levels() -> Vec<PathBuf> {
    let files = files_below("oni/onisplit-made").into_iter();
    files.filter(|p| p.extension().is_some_and(|e| e == "dat")).collect()
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
        assert_eq!(level.tables().count(), 16, "{}", path.display());
    }
}
