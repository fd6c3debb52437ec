//! Every real and made archive of the data folder.

use crate::file::{OpenFile, RoundTrip};
use crate::test_data::files_below;

#[test]
fn every_sample_opens_and_comes_back_identical() {
    for path in files_below("systemshock") {
        let bytes = std::fs::read(&path).unwrap();
        if !super::res::ResFile::recognise(&bytes) {
            continue;
        }
        let mut file = OpenFile::untitled(bytes.clone()).unwrap();
        assert_eq!(file.round_trip(), RoundTrip::Identical, "{}", path.display());
        assert_eq!(file.document.read_only(), None, "{}", path.display());
        assert!(file.encode().unwrap().bytes == bytes, "{}", path.display());
    }
}
