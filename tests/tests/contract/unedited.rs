//! What was opened and not edited is written back identical, and decoding it twice gives the same.

use super::support::{cases, state_hash};

#[test]
fn a_file_that_was_not_edited_is_written_back_identical() {
    for case in cases() {
        let opened = case.open();
        let name = &case.name;
        let encoded = opened.origin.encode(&opened.document).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(encoded.bytes == case.bytes, "{name} is not written back identical");
        assert!(encoded.beside.is_empty(), "{name}: a file beside it is written without an edit");
        assert_eq!(encoded.new_file_only, None, "{name}");
        assert!(opened.origin.bytes() == case.bytes, "{name}: the origin is not the file");
        // And made anew from the tables, with nothing taken over unseen.
        opened.origin.verify(&opened.document).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(!opened.document.is_modified(), "{name} is modified without an edit");
    }
}

#[test]
fn decoding_a_level_again_gives_the_same_level_whatever_was_decoded_before() {
    for case in cases().iter().filter(|c| c.bytes.len() < 1 << 20) {
        let all = case.open().document;
        let mut backwards = case.open_with(case.bytes.clone()).unwrap().document;
        let ids: Vec<_> = backwards.state().ids().collect();
        for id in ids.into_iter().rev() {
            backwards.level(id).unwrap();
        }
        assert_eq!(state_hash(all.state()), state_hash(backwards.state()), "{}", case.name);
    }
}
