//! AppleSingle (both forks in one file) and AppleDouble (the resource fork beside the data file): a header and a
//! table of entries (`marathon.md` 1.4).

use std::ops::Range;

use super::SourceError;
use super::bytes::{be_u16, be_u32};
use super::limits::MAX_FORK;
use super::problem::Problems;

const MAGIC_SINGLE: u32 = 0x0005_1600;
const MAGIC_DOUBLE: u32 = 0x0005_1607;
const COUNT_AT: usize = 24;
const TABLE_AT: usize = 26;
const ENTRY: usize = 12;
/// Entry id of the data fork.
pub const DATA_FORK: u32 = 1;
/// Entry id of the resource fork.
pub const RESOURCE_FORK: u32 = 2;

/// One entry of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it is: 1 data fork, 2 resource fork, others (name, dates, Finder information) are only carried.
    pub id: u32,
    /// Its bytes in the file; `None` when the entry points outside of it.
    pub range: Option<Range<usize>>,
}

/// A recognised AppleSingle or AppleDouble file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppleSingle {
    /// AppleDouble: there is no data fork in this file.
    pub double: bool,
    /// The entries in stored order.
    pub entries: Vec<Entry>,
    /// Some entry lies about its place: nothing may be moved, so saving a change is refused.
    pub damaged: bool,
}

impl AppleSingle {
    /// Recognises the wrapper. `Ok(None)` when the magic number is another one.
    ///
    /// # Errors
    /// The table of entries runs past the end, or the data fork's entry does.
    pub(crate) fn read(bytes: &[u8], problems: &mut Problems) -> Result<Option<Self>, SourceError> {
        let double = match be_u32(bytes, 0) {
            Some(MAGIC_SINGLE) => false,
            Some(MAGIC_DOUBLE) => true,
            _ => return Ok(None),
        };
        let count = usize::from(be_u16(bytes, COUNT_AT).unwrap_or(0));
        let table_end = TABLE_AT + count * ENTRY;
        let mut entries = Vec::new();
        let mut damaged = false;
        for number in 0..count {
            let at = TABLE_AT + number * ENTRY;
            let (Some(id), Some(offset), Some(length)) =
                (be_u32(bytes, at), be_u32(bytes, at + 4), be_u32(bytes, at + 8))
            else {
                return Err(SourceError::AppleTable { count, present: number, file: bytes.len() });
            };
            let end = u64::from(offset) + u64::from(length);
            let fits = end <= bytes.len() as u64;
            if !fits && id == DATA_FORK {
                return Err(SourceError::AppleEntry { number, id, offset, length, count, file: bytes.len() });
            }
            if !fits || (length > 0 && (offset as usize) < table_end) {
                damaged = true;
                problems.warn(
                    format!("AppleSingle entry {number}, id {id}, byte {at}"),
                    format!(
                        "offset {offset} and length {length} do not fit into a file of {} bytes with {count} entries",
                        bytes.len()
                    ),
                    "This part is left out; the rest is shown read-only.",
                );
            }
            if entries.iter().take(64).any(|entry: &Entry| entry.id == id) {
                problems.warn(
                    format!("AppleSingle entry {number}, byte {at}"),
                    format!("a second entry with id {id}"),
                    "The first one is used, both are kept.",
                );
            }
            entries.push(Entry {
                id,
                // Both are at most the file's length here, so they fit a usize.
                range: fits.then_some(offset as usize..end as usize),
            });
        }
        let mut ranges: Vec<_> = entries.iter().filter_map(|entry| entry.range.clone()).collect();
        ranges.sort_by_key(|range| (range.start, range.end));
        if ranges.windows(2).any(|pair| matches!(pair, [a, b] if a.end > b.start && !b.is_empty())) {
            damaged = true;
            problems.warn("AppleSingle table, byte 26", "two entries share bytes", "The file is shown read-only.");
        }
        Ok(Some(Self { double, entries, damaged }))
    }

    /// The bytes of the first entry with this id.
    pub fn entry(&self, id: u32) -> Option<Range<usize>> {
        let entry = self.entries.iter().find(|entry| entry.id == id)?;
        entry.range.clone()
    }

    /// The file with another data fork: spliced into its place, later entries moved.
    ///
    /// # Errors
    /// There is no data fork here, or the new one is too long for the table.
    pub(crate) fn rewrap(&self, file: &[u8], new_data: &[u8]) -> Result<Vec<u8>, SourceError> {
        let old = self.entry(DATA_FORK).ok_or(SourceError::NoDataFork)?;
        // An empty fork may give any offset, even one inside the table: what fills it goes to the end.
        let old = if old.is_empty() { file.len()..file.len() } else { old };
        let size = file.len() - old.len() + new_data.len();
        if size > MAX_FORK as usize {
            return Err(SourceError::ForkTooLong { bytes: new_data.len(), limit: MAX_FORK });
        }
        let mut out = Vec::with_capacity(size);
        out.extend_from_slice(file.get(..old.start).unwrap_or_default());
        out.extend_from_slice(new_data);
        out.extend_from_slice(file.get(old.end..).unwrap_or_default());
        let mut data_done = false;
        for (number, entry) in self.entries.iter().enumerate() {
            let Some(range) = &entry.range else { continue };
            let is_data = entry.id == DATA_FORK && !data_done;
            data_done |= is_data;
            let (start, length) = if is_data {
                (old.start, new_data.len())
            } else if range.start >= old.end {
                (range.start - old.len() + new_data.len(), range.len())
            } else {
                (range.start, range.len())
            };
            let at = TABLE_AT + number * ENTRY;
            for (place, value) in [(at + 4, start), (at + 8, length)] {
                // Sizes were bounded by MAX_FORK above.
                if let Some(field) = out.get_mut(place..place + 4) {
                    field.copy_from_slice(&(value as u32).to_be_bytes());
                }
            }
        }
        Ok(out)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A file with these entries, in this order.
    pub(crate) fn build(magic: u32, entries: &[(u32, &[u8])]) -> Vec<u8> {
        let mut out = magic.to_be_bytes().to_vec();
        out.extend_from_slice(&0x0002_0000u32.to_be_bytes());
        out.resize(COUNT_AT, 0);
        out.extend_from_slice(&(entries.len() as u16).to_be_bytes());
        let mut at = TABLE_AT + entries.len() * ENTRY;
        for (id, data) in entries {
            for value in [*id, at as u32, data.len() as u32] {
                out.extend_from_slice(&value.to_be_bytes());
            }
            at += data.len();
        }
        for (_, data) in entries {
            out.extend_from_slice(data);
        }
        out
    }

    fn read(bytes: &[u8]) -> Result<Option<AppleSingle>, SourceError> {
        AppleSingle::read(bytes, &mut Problems::default())
    }

    #[test]
    fn finds_forks_and_rewraps() {
        let file = build(MAGIC_SINGLE, &[(3, b"name"), (1, b"data fork"), (2, b"resources")]);
        let apple = read(&file).unwrap().unwrap();
        assert!(!apple.double && !apple.damaged);
        assert_eq!(&file[apple.entry(DATA_FORK).unwrap()], b"data fork");
        assert_eq!(&file[apple.entry(RESOURCE_FORK).unwrap()], b"resources");
        assert_eq!(apple.rewrap(&file, b"data fork").unwrap(), file);

        let longer = apple.rewrap(&file, b"a longer data fork").unwrap();
        let expected = build(MAGIC_SINGLE, &[(3, b"name"), (1, b"a longer data fork"), (2, b"resources")]);
        assert_eq!(longer, expected);
    }

    #[test]
    fn an_empty_data_fork_is_filled_wherever_its_entry_points() {
        for offset in [0u32, 26, 50, 59] {
            let mut file = build(MAGIC_SINGLE, &[(1, b""), (2, b"resources")]);
            file[TABLE_AT + 4..][..4].copy_from_slice(&offset.to_be_bytes());
            let apple = read(&file).unwrap().unwrap();
            let filled = apple.rewrap(&file, b"new").unwrap();
            let again = read(&filled).unwrap().unwrap();
            assert_eq!(&filled[again.entry(DATA_FORK).unwrap()], b"new", "{offset}");
            assert_eq!(&filled[again.entry(RESOURCE_FORK).unwrap()], b"resources", "{offset}");
        }
    }

    #[test]
    fn double_has_no_data_fork() {
        let file = build(MAGIC_DOUBLE, &[(2, b"resources")]);
        let apple = read(&file).unwrap().unwrap();
        assert!(apple.double);
        assert!(matches!(apple.rewrap(&file, b"x"), Err(SourceError::NoDataFork)));
    }

    #[test]
    fn prefixes_and_lies() {
        let file = build(MAGIC_SINGLE, &[(1, b"data fork"), (2, b"resources")]);
        for end in 0..file.len() {
            match read(&file[..end]) {
                // Not even a magic number, or a table with no entries yet.
                Ok(None) => assert!(end < 4),
                Ok(Some(apple)) => assert!(apple.damaged || apple.entries.is_empty()),
                Err(_) => {}
            }
        }
        let mut lying = file.clone();
        lying[TABLE_AT + 8..][..4].copy_from_slice(&0x7FFF_FFFFu32.to_be_bytes());
        let text = read(&lying).unwrap_err().to_string();
        assert!(text.contains("entry 0") && text.contains("2147483647"), "{text}");
        let mut many = build(MAGIC_SINGLE, &[(1, b"")]);
        many[COUNT_AT..][..2].copy_from_slice(&[0xFF, 0xFF]);
        let text = read(&many).unwrap_err().to_string();
        assert!(text.contains("65535"), "{text}");
    }
}
