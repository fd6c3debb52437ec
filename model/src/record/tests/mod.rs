//! The language as a whole: every kind at every sort of place.

mod audit;
mod kinds;
mod layouts;
mod properties;

use crate::record::{ByteSplice, Field};

/// The bytes with splices carried out, the last one first so that offsets hold.
fn spliced(bytes: &[u8], splices: &[ByteSplice]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    let mut sorted = splices.to_vec();
    sorted.sort_by_key(|s| std::cmp::Reverse(s.at));
    for splice in sorted {
        out.splice(splice.at..splice.at + splice.old_len, splice.new);
    }
    out
}

/// Whether two byte strings differ only in bits that belong to the field.
fn only_in(field: &Field, before: &[u8], after: &[u8]) -> bool {
    before.len() == after.len()
        && (0..before.len()).all(|i| (before[i] ^ after[i]) & !field.place.mask_at(i as u32) == 0)
}
