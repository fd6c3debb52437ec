//! What is to be written where.

use std::ops::Range;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::fingerprint::Fingerprint;

/// Bytes at a place of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patch {
    /// Byte offset.
    pub at: u64,
    /// The bytes that will stand there.
    pub bytes: Vec<u8>,
}

impl Patch {
    /// The bytes it covers.
    pub fn range(&self) -> Range<u64> {
        self.at..self.at.saturating_add(self.bytes.len() as u64)
    }
}

/// The two ways of writing; the format chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Writes {
    /// A new file takes the place of the old one at once.
    Replace(Vec<u8>),
    /// Parts of a file too large to be copied are overwritten, with a rollback file in case that stops half way.
    InPlace {
        /// The parts.
        patches: Vec<Patch>,
        /// Length of the file afterwards.
        new_len: u64,
    },
}

/// One file of a save.
#[derive(Clone, Debug)]
pub struct FileWrite {
    /// Where. Links are followed.
    pub path: PathBuf,
    /// What may lie there now; anything may if this is empty.
    pub expected: Vec<Fingerprint>,
    /// What to write.
    pub writes: Writes,
    /// For very large files: directory and opened entries, by which changes are noticed. They go into the backup.
    pub watch: Vec<Range<u64>>,
}

impl FileWrite {
    /// A file that is replaced.
    pub fn replace(path: PathBuf, bytes: Vec<u8>, expected: Vec<Fingerprint>) -> FileWrite {
        FileWrite { path, expected, writes: Writes::Replace(bytes), watch: Vec::new() }
    }
}

/// Ranges in order, those that touch joined.
pub(crate) fn joined(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.retain(|r| r.start < r.end);
    ranges.sort_by_key(|r| (r.start, r.end));
    let mut out: Vec<Range<u64>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match out.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => out.push(range),
        }
    }
    out
}

/// The same writes without overlaps and in order: where two patches cover a byte, the later one counts. Nothing behind
/// `len` is kept.
pub(crate) fn overlaid(patches: &[Patch], len: u64) -> Vec<Patch> {
    let mut covered: Vec<Range<u64>> = Vec::new();
    let mut out = Vec::with_capacity(patches.len());
    for patch in patches.iter().rev() {
        let end = patch.range().end.min(len);
        let mut at = patch.at;
        let mut add = |from: u64, to: u64| {
            let start = usize::try_from(from - patch.at).unwrap_or(usize::MAX);
            let stop = usize::try_from(to.saturating_sub(patch.at)).unwrap_or(usize::MAX);
            if let Some(bytes) = patch.bytes.get(start..stop).filter(|b| !b.is_empty()) {
                out.push(Patch { at: from, bytes: bytes.to_vec() });
            }
        };
        for taken in covered.iter().filter(|r| r.end > patch.at && r.start < end) {
            if taken.start > at {
                add(at, taken.start);
            }
            at = at.max(taken.end);
        }
        if at < end {
            add(at, end);
        }
        covered.push(patch.range());
        covered = joined(covered);
    }
    out.sort_by_key(|p| p.at);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_patch_counts() {
        let patch = |at: u64, bytes: &[u8]| Patch { at, bytes: bytes.to_vec() };
        let made = overlaid(&[patch(0, b"aaaaaa"), patch(2, b"bb"), patch(5, b"cccc"), patch(3, b"d")], 8);
        let mut flat = [0u8; 8];
        for p in &made {
            flat[p.at as usize..][..p.bytes.len()].copy_from_slice(&p.bytes);
        }
        assert_eq!(&flat, b"aabdaccc");
        assert!(made.windows(2).all(|w| w[0].range().end <= w[1].at), "{made:?}");
    }

    #[test]
    fn ranges_are_joined() {
        assert_eq!(joined(vec![5..7, 0..2, 2..3, 9..9, 6..8]), vec![0..3, 5..8]);
    }
}
