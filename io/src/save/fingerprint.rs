//! What a file on disk looked like when it was last seen, to notice that another program changed it. By content; for
//! very large files by size, time, directory and opened entries.

use std::io;
use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::disk::{Disk, read_if_there};
use super::hash::ContentHash;

/// What a file looked like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fingerprint {
    /// There was none.
    Absent,
    /// Its whole content.
    Whole(ContentHash),
    /// Parts of a very large file.
    Parts {
        /// Length in bytes.
        len: u64,
        /// Last change, in milliseconds since 1970.
        modified: u64,
        /// The hash of each watched range: directory and opened entries.
        parts: Vec<(Range<u64>, ContentHash)>,
    },
}

impl Fingerprint {
    /// The fingerprint of these bytes as a whole file.
    pub fn of(bytes: &[u8]) -> Fingerprint {
        Fingerprint::Whole(ContentHash::of(bytes))
    }

    /// What a file looks like now. With nothing to watch, its whole content counts.
    ///
    /// # Errors
    /// As the system says; that there is no file is no error.
    pub fn take(disk: &dyn Disk, path: &Path, watch: &[Range<u64>]) -> io::Result<Fingerprint> {
        if watch.is_empty() {
            return Ok(read_if_there(disk, path)?.map_or(Fingerprint::Absent, |bytes| Fingerprint::of(&bytes)));
        }
        let meta = match disk.metadata(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Fingerprint::Absent),
            other => other?,
        };
        let mut parts = Vec::with_capacity(watch.len());
        for range in watch {
            parts.push((range.clone(), ContentHash::of(&read_range(disk, path, range, meta.len)?)));
        }
        Ok(Fingerprint::Parts { len: meta.len, modified: meta.modified, parts })
    }

    /// The ranges that it watches; none if the whole content counts.
    pub fn watched(&self) -> Vec<Range<u64>> {
        match self {
            Fingerprint::Parts { parts, .. } => parts.iter().map(|(range, _)| range.clone()).collect(),
            _ => Vec::new(),
        }
    }

    /// The hash of the whole content, if it is known.
    pub fn content(&self) -> Option<ContentHash> {
        match self {
            Fingerprint::Whole(hash) => Some(*hash),
            _ => None,
        }
    }
}

/// The bytes of a range as far as the file goes.
///
/// # Errors
/// As the system says.
pub(crate) fn read_range(disk: &dyn Disk, path: &Path, range: &Range<u64>, len: u64) -> io::Result<Vec<u8>> {
    let end = range.end.min(len);
    let start = range.start.min(end);
    if start == end {
        return Ok(Vec::new());
    }
    let count = usize::try_from(end - start).map_err(|_| io::ErrorKind::OutOfMemory)?;
    disk.read_at(path, start, count)
}

#[cfg(test)]
mod tests {
    use super::super::memory::MemoryDisk;
    use super::*;

    #[test]
    fn a_change_is_seen_by_content_or_by_size_time_and_watched_parts() {
        let disk = MemoryDisk::with_folders(&["/g"]);
        let path = Path::new("/g/WAD");
        assert_eq!(Fingerprint::take(&disk, path, &[]).unwrap(), Fingerprint::Absent);
        assert_eq!(Fingerprint::take(&disk, path, &[0..4, 5..6]).unwrap(), Fingerprint::Absent);
        disk.put(path, b"0123456789");
        let whole = Fingerprint::take(&disk, path, &[]).unwrap();
        let parts = Fingerprint::take(&disk, path, &[0..4, 8..99]).unwrap();
        assert_eq!(whole, Fingerprint::of(b"0123456789"));
        assert_eq!(parts, Fingerprint::take(&disk, path, &[0..4, 8..99]).unwrap());
        disk.write_at(path, 5, b"x").unwrap();
        assert_ne!(whole, Fingerprint::take(&disk, path, &[]).unwrap());
        assert_ne!(parts, Fingerprint::take(&disk, path, &[0..4, 8..99]).unwrap(), "the time tells");
    }
}
