//! Directory entries: where each level lies, its index, and its application data (`marathon.md` 1.1).

use std::ops::Range;

use super::error::WadError;
use super::header::{HEADER, WadHeader};
use super::out::Out;
use crate::source::bytes::{be_i16, be_i32};

/// One entry of the directory. Ranges are in the data fork.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectoryEntry {
    /// The entry's own bytes, application data included.
    pub raw: Range<usize>,
    /// The level's bytes.
    pub level: Range<usize>,
    /// The number a level is found by. It need not be the position: Images wads use the picture's id, merged maps
    /// keep old numbers. Versions 0 and 1 store none; then it is the position.
    pub index: i16,
    /// Application data: 74 bytes of level data in maps of several levels, else usually empty.
    pub application: Range<usize>,
}

/// Place of the directory, checked against the file.
pub(crate) fn directory_range(header: &WadHeader, len: usize) -> Result<Range<usize>, WadError> {
    let (offset, count) = (header.directory_offset(), header.level_count());
    if count < 1 {
        return Err(WadError::LevelCount(count));
    }
    let entry = header.entry_len() + header.application_len();
    let start = usize::try_from(offset).ok();
    start
        // The product is below 2^31: both factors come from 16-bit fields.
        .and_then(|start| Some(start..start.checked_add(entry * usize::from(count.unsigned_abs()))?))
        .filter(|range| range.start >= HEADER && range.end <= len)
        .ok_or(WadError::Directory { offset, count, entry, len })
}

/// Reads all entries. As many are allocated as the directory has bytes for.
pub(crate) fn read_directory(
    header: &WadHeader,
    bytes: &[u8],
    directory: &Range<usize>,
) -> Result<Vec<DirectoryEntry>, WadError> {
    let (base, application) = (header.entry_len(), header.application_len());
    let mut entries = Vec::new();
    for (level, at) in directory.clone().step_by(base + application).enumerate() {
        let offset = be_i32(bytes, at).unwrap_or(-1);
        let length = be_i32(bytes, at + 4).unwrap_or(-1);
        let range = usize::try_from(offset)
            .ok()
            .zip(usize::try_from(length).ok())
            .and_then(|(start, length)| Some(start..start.checked_add(length)?))
            .filter(|range| range.start >= HEADER && range.end <= bytes.len())
            .ok_or(WadError::Level { level, at, offset, length, len: bytes.len() })?;
        let index = if header.is_old() {
            // The count was a positive i16.
            i16::try_from(level).unwrap_or(i16::MAX)
        } else {
            be_i16(bytes, at + 8).unwrap_or(0)
        };
        entries.push(DirectoryEntry {
            raw: at..at + base + application,
            level: range,
            index,
            application: at + base..at + base + application,
        });
    }
    Ok(entries)
}

/// Appends an entry as the version stores it.
pub(crate) fn write_entry(out: &mut impl Out, header: &WadHeader, level: &Range<i32>, index: i16, application: &[u8]) {
    out.put(&level.start.to_be_bytes());
    out.put(&(level.end - level.start).to_be_bytes());
    if !header.is_old() {
        out.put(&index.to_be_bytes());
        out.put(application);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &WadHeader, entries: &[(Range<i32>, i16, &[u8])]) -> Vec<u8> {
        let mut header = header.clone();
        header.set_directory(HEADER as i32, entries.len() as i16);
        let mut out = header.raw().to_vec();
        for (level, index, application) in entries {
            write_entry(&mut out, &header, level, *index, application);
        }
        out
    }

    fn read(bytes: &[u8]) -> Result<Vec<DirectoryEntry>, WadError> {
        let header = WadHeader::read(bytes)?;
        let range = directory_range(&header, bytes.len())?;
        read_directory(&header, bytes, &range)
    }

    #[test]
    fn entries_of_both_kinds_read_back() {
        let new = WadHeader::new(4, 1, b"", 4).unwrap();
        let bytes = file(&new, &[(130..140, 7, b"abcd"), (128..128, -1, b"efgh")]);
        let entries = read(&bytes).unwrap();
        assert_eq!((entries[0].level.clone(), entries[0].index), (130..140, 7));
        assert_eq!((entries[1].level.clone(), entries[1].index), (128..128, -1));
        assert_eq!(&bytes[entries[1].application.clone()], b"efgh");

        let old = WadHeader::new(0, 0, b"", 0).unwrap();
        let entries = read(&file(&old, &[(128..130, 9, b""), (130..131, 9, b"")])).unwrap();
        assert_eq!((entries[1].index, entries[1].raw.len()), (1, 8));
    }

    #[test]
    fn short_and_wrong_directories() {
        let header = WadHeader::new(2, 1, b"", 0).unwrap();
        let bytes = file(&header, &[(128..138, 0, b"")]);
        for end in 0..bytes.len() {
            assert!(read(&bytes[..end]).is_err());
        }
        for (offset, count) in [(i32::MIN, 1), (4, 1), (129, 1), (i32::MAX, i16::MAX)] {
            let mut header = header.clone();
            header.set_directory(offset, count);
            let error = directory_range(&header, bytes.len()).unwrap_err().to_string();
            assert!(error.contains(&offset.to_string()), "{error}");
        }
        for (offset, length) in [(-1, 2), (128, -2), (4, 2), (128, 11), (i32::MAX, i32::MAX)] {
            let mut bytes = bytes.clone();
            bytes[128..132].copy_from_slice(&i32::to_be_bytes(offset));
            bytes[132..136].copy_from_slice(&i32::to_be_bytes(length));
            assert!(matches!(read(&bytes), Err(WadError::Level { level: 0, .. })));
        }
    }
}
