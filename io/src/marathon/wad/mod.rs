//! The wad: a header, levels as lists of chunks, and a directory that may lie anywhere (`marathon.md` 1.1).
//!
//! A [`Wad`] holds no bytes of its own but the header: everything else is a range in the data fork it was read from.
//! [`encode`] makes a new data fork from that origin and a list of what each level shall be.

mod chunk;
mod directory;
mod encode;
mod error;
mod header;
mod out;

use std::ops::Range;
use std::sync::Arc;

pub(crate) use chunk::read_chunks;
pub use chunk::{Chunk, ChunkOut};
pub use directory::DirectoryEntry;
pub use encode::{Body, Entry, HeaderOut, LevelOut, WriteSummary, encode, makes_origin};
pub use error::{ChunkFault, WadError};
pub use header::{DATA_VERSIONS, HEADER, LEVEL_DATA, VERSIONS, WadHeader, checksum};

use crate::source::bytes::tag_at;
use crate::source::{OpenProblem, Problems};
use directory::{directory_range, read_directory};

/// One level: an ordered list of chunks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WadLevel {
    /// Its directory entry.
    pub entry: DirectoryEntry,
    /// Its chunks in chain order.
    pub chunks: Arc<[Chunk]>,
    /// Position of an earlier level with the very same bytes.
    pub same_as: Option<usize>,
}

impl WadLevel {
    /// The first chunk with this tag. Tags may repeat; go through [`WadLevel::chunks`] to see all.
    pub fn find(&self, tag: [u8; 4]) -> Option<&Chunk> {
        self.chunks.iter().find(|chunk| chunk.tag == tag)
    }
}

/// What the stored checksum is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checksum {
    /// Version 0: no CRC, nobody checks it, the stored value stays for ever.
    NotChecked,
    /// Right over the whole data fork.
    Whole,
    /// Right up to the end of what the directory knows; a stale tail follows. Weland leaves such files when it
    /// overwrites a longer one.
    WithoutTail,
    /// Right over neither; what the whole data fork would give.
    Wrong(u32),
}

/// A wad that was read, or a new one without levels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wad {
    header: WadHeader,
    levels: Vec<WadLevel>,
    directory: Range<usize>,
    tail: Range<usize>,
    checksum: Checksum,
    problems: Vec<OpenProblem>,
    read_only: Option<&'static str>,
}

impl Wad {
    /// Reads a data fork. Levels are followed but not looked into.
    ///
    /// # Errors
    /// An unknown version, a header or directory that cannot be true, a level that overlaps another, a chunk that
    /// cannot be followed. Lesser faults become [`Wad::problems`].
    pub fn read(data_fork: &[u8]) -> Result<Self, WadError> {
        let header = WadHeader::read(data_fork)?;
        header.check_versions()?;
        header.check_sizes()?;
        let directory = directory_range(&header, data_fork.len())?;
        let entries = read_directory(&header, data_fork, &directory)?;
        let same_as = find_shared(&entries, &directory, data_fork)?;

        let mut problems = Problems::default();
        let mut levels: Vec<WadLevel> = Vec::with_capacity(entries.len());
        for (position, (entry, same_as)) in entries.into_iter().zip(same_as).enumerate() {
            // Shared bytes are followed once, or a directory full of the same entry would multiply them.
            let shared = same_as.and_then(|first| levels.get(first));
            let chunks = match shared {
                Some(first) => Arc::clone(&first.chunks),
                None => read_chunks(&header, data_fork, position, &entry.level, &mut problems)?.into(),
            };
            levels.push(WadLevel { entry, chunks, same_as });
        }

        let end = levels.iter().map(|level| level.entry.level.end).fold(directory.end, usize::max);
        let tail = end..data_fork.len();
        let checksum = judge_checksum(&header, data_fork, end);
        let mut wad = Self { header, levels, directory, tail, checksum, problems: Vec::new(), read_only: None };
        wad.collect_problems(&mut problems);
        wad.problems = problems.finish();
        Ok(wad)
    }

    /// A new wad without levels, to be filled by [`encode`] with an empty origin: version 2 for one level, version 4
    /// with [`LEVEL_DATA`] bytes of application data for several (`marathon.md` 1.1). `name` is MacRoman.
    ///
    /// # Errors
    /// A version that is never written, an unknown data version, a name that does not fit.
    pub fn new(version: i16, data_version: i16, name: &[u8], application_size: i16) -> Result<Self, WadError> {
        let header = WadHeader::new(version, data_version, name, application_size)?;
        let checksum = if version == 0 { Checksum::NotChecked } else { Checksum::Whole };
        Ok(Self {
            header,
            levels: Vec::new(),
            directory: 0..0,
            tail: 0..0,
            checksum,
            problems: Vec::new(),
            read_only: None,
        })
    }

    /// The header.
    pub fn header(&self) -> &WadHeader {
        &self.header
    }

    /// The levels in directory order.
    pub fn levels(&self) -> &[WadLevel] {
        &self.levels
    }

    /// The directory's bytes in the data fork.
    pub fn directory(&self) -> Range<usize> {
        self.directory.clone()
    }

    /// Bytes at the end that neither a level nor the directory knows. Kept until something changes.
    pub fn tail(&self) -> Range<usize> {
        self.tail.clone()
    }

    /// What the stored checksum is worth.
    pub fn checksum(&self) -> Checksum {
        self.checksum
    }

    /// What was found wrong, without being an error.
    pub fn problems(&self) -> &[OpenProblem] {
        &self.problems
    }

    /// Why a change cannot be written; `None` when it can.
    pub fn read_only(&self) -> Option<&'static str> {
        self.read_only
    }

    /// Size of the data fork this was read from, 0 for a new wad.
    pub fn origin_len(&self) -> usize {
        self.tail.end
    }

    fn collect_problems(&mut self, problems: &mut Problems) {
        if self.header.version() == 3 {
            problems.warn(
                "wad header, byte 0",
                "wad version 3, which Weland writes and Aleph One refuses",
                "The first changed save makes it version 4.",
            );
        }
        if self.header.has_foreign_sizes() {
            self.read_only = Some("its chunk headers or directory entries are longer than any known");
            problems.warn(
                "wad header, byte 80",
                format!(
                    "chunk headers of {} and directory entries of {} bytes; known are 16 and 10",
                    self.header.chunk_header_size(),
                    self.header.directory_entry_size()
                ),
                "The file is shown read-only.",
            );
        }
        if let Checksum::Wrong(right) = self.checksum {
            problems.warn(
                "wad header, byte 68",
                format!("stored checksum {:08X}, the file's is {right:08X}", self.header.checksum()),
                "Kept until something changes, then made right.",
            );
        }
        if !self.tail.is_empty() {
            problems.warn(
                format!("end of the wad at {}", self.tail.start),
                format!("{} bytes behind it belong to nothing", self.tail.len()),
                "Probably left from a longer file that was overwritten. Kept until something changes.",
            );
        }
        for (position, level) in self.levels.iter().enumerate() {
            let place = || format!("directory entry {position} at {}", level.entry.raw.start);
            if let Some(first) = level.same_as {
                self.read_only = Some("two of its levels share the same bytes");
                problems.warn(
                    place(),
                    format!("offset and length are those of level {first}"),
                    "Both show the same level; the file is read-only.",
                );
                continue;
            }
            let unreachable = usize::try_from(level.entry.index).map_or(true, |index| index >= self.levels.len());
            if unreachable && level.find(*b"Minf").is_some() {
                problems.warn(
                    place(),
                    format!(
                        "level index {} in a map of {} levels: Aleph One cannot reach it",
                        level.entry.index,
                        self.levels.len()
                    ),
                    "Right for a part that is to be merged; kept as it is.",
                );
            }
        }
    }
}

/// For each level the first one with the very same place, if any. Levels that overlap otherwise are an error: writing
/// one would write over the other.
fn find_shared(
    entries: &[DirectoryEntry],
    directory: &Range<usize>,
    bytes: &[u8],
) -> Result<Vec<Option<usize>>, WadError> {
    let overlap = |level: usize, entry: &DirectoryEntry, other: String| {
        Err(WadError::Overlap {
            level,
            at: entry.level.start,
            tag: tag_at(bytes, entry.level.start).unwrap_or_default(),
            other,
        })
    };
    let mut order: Vec<_> = entries.iter().enumerate().filter(|(_, entry)| !entry.level.is_empty()).collect();
    order.sort_by_key(|(position, entry)| (entry.level.start, *position));
    let mut same_as = vec![None; entries.len()];
    let mut last: Option<(usize, &Range<usize>)> = None;
    for (position, entry) in order {
        let level = &entry.level;
        if level.start < directory.end && directory.start < level.end {
            return overlap(position, entry, format!("the directory at {}", directory.start));
        }
        match last {
            Some((first, range)) if range == level => {
                if let Some(place) = same_as.get_mut(position) {
                    *place = Some(first);
                }
            }
            Some((first, range)) if level.start < range.end => {
                return overlap(position, entry, format!("level {first} at {}", range.start));
            }
            _ => last = Some((position, level)),
        }
    }
    Ok(same_as)
}

fn judge_checksum(header: &WadHeader, bytes: &[u8], end: usize) -> Checksum {
    if header.version() == 0 {
        return Checksum::NotChecked;
    }
    let whole = checksum(bytes);
    let stored = header.checksum();
    if stored == whole {
        return Checksum::Whole;
    }
    let known = bytes.get(..end).unwrap_or(bytes);
    if end < bytes.len() && stored == checksum(known) {
        return Checksum::WithoutTail;
    }
    Checksum::Wrong(whole)
}

#[cfg(test)]
pub(crate) mod tests;
