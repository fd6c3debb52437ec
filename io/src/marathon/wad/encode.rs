//! Making a data fork from the origin and what each level shall be.
//!
//! The rule for byte-exactness (`marathon.md` 1.1): if nothing changed, the origin's bytes, tail and wrong checksum
//! included. If something changed: the levels in order, unchanged ones copied whole, then the directory, then a right
//! checksum, and no tail.

use std::borrow::Cow;
use std::ops::Range;

use super::chunk::{ChunkOut, write_chunks};
use super::directory::write_entry;
use super::error::WadError;
use super::header::{HEADER, WadHeader, checksum};
use super::out::{Against, Out};
use super::{Checksum, Wad, WadLevel};

/// A level's place in the directory: its index and application data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry<'a> {
    /// As the origin's level at this position has it.
    Origin(usize),
    /// These.
    New {
        /// The number the level is found by. Versions 0 and 1 can only store the position.
        index: i16,
        /// Application data, as long as the header says.
        application: Cow<'a, [u8]>,
    },
}

/// A level's bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body<'a> {
    /// Those of the origin's level at this position, gaps and stored next offsets included.
    Origin(usize),
    /// These chunks. Counts as a change, even if the bytes should be the same.
    Chunks(Vec<ChunkOut<'a>>),
}

/// What one level shall be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelOut<'a> {
    /// Its place in the directory.
    pub entry: Entry<'a>,
    /// Its bytes.
    pub body: Body<'a>,
}

impl LevelOut<'_> {
    /// The origin's level at `position`, nothing changed.
    pub fn unchanged(position: usize) -> Self {
        Self { entry: Entry::Origin(position), body: Body::Origin(position) }
    }
}

/// What shall be different in the header. Counts, offsets and the checksum are the writer's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HeaderOut {
    /// The whole name field.
    pub name_field: Option<[u8; 64]>,
    /// The parent checksum.
    pub parent_checksum: Option<u32>,
}

/// What a save did beside the edits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WriteSummary {
    /// False: these are the origin's bytes.
    pub changed: bool,
    /// Stale bytes at the end that were left out.
    pub dropped_tail_bytes: usize,
    /// Bytes between chunks, levels and directory that were left out.
    pub dropped_gap_bytes: usize,
    /// The wad version was 3, which Aleph One refuses.
    pub version_3_became_4: bool,
    /// The checksum written.
    pub checksum: u32,
}

/// Makes the data fork. `origin` are the bytes `wad` was read from, empty for a new one.
///
/// # Errors
/// A limit of the format, a level the origin does not have, directory data that do not fit the header, a change to a
/// wad that is [read-only](Wad::read_only).
pub fn encode(
    wad: &Wad,
    origin: &[u8],
    header_out: &HeaderOut,
    levels: &[LevelOut<'_>],
) -> Result<(Vec<u8>, WriteSummary), WadError> {
    if origin.len() != wad.origin_len() {
        return Err(WadError::WrongOrigin { found: origin.len(), wanted: wad.origin_len() });
    }
    let mut header = changed_header(wad, header_out);
    let mut unchanged = header == *wad.header() && levels.len() == wad.levels().len();
    for (position, level) in levels.iter().enumerate() {
        unchanged &= is_unchanged(wad, origin, position, level)?;
    }
    if unchanged && !origin.is_empty() {
        let summary = WriteSummary { checksum: header.checksum(), ..WriteSummary::default() };
        return Ok((origin.to_vec(), summary));
    }

    if let Some(reason) = wad.read_only() {
        return Err(WadError::ReadOnly(reason));
    }
    let count = i16::try_from(levels.len()).ok().filter(|count| *count > 0);
    let count = count.ok_or_else(|| WadError::Limit {
        what: "the number of levels (at least one)".into(),
        size: levels.len(),
        limit: i16::MAX as usize,
    })?;
    let version_3_became_4 = header.version() == 3;
    if version_3_became_4 {
        header.set_version(4);
    }

    let mut out = Vec::with_capacity(expected_size(wad, &header, levels));
    out.extend_from_slice(header.raw());
    let directory = write_levels(&mut out, wad, origin, &header, levels)?;
    header.set_directory(directory, count);
    lay(&mut out, &header);
    // Marathon 1's checksum is no CRC and nobody knows what it is: it stays.
    if header.version() != 0 {
        header.set_checksum(checksum(&out));
        lay(&mut out, &header);
    }
    let summary = WriteSummary {
        changed: true,
        dropped_tail_bytes: wad.tail().len(),
        dropped_gap_bytes: dropped_gaps(wad, levels),
        version_3_became_4,
        checksum: header.checksum(),
    };
    Ok((out, summary))
}

/// Whether [`encode`] with these levels makes the origin's bytes, told without holding what it makes. `false` also where the
/// writer would change something by rule (a tail, a checksum that is wrong, version 3).
///
/// # Errors
/// As [`encode`].
pub fn makes_origin(wad: &Wad, origin: &[u8], levels: &[LevelOut<'_>]) -> Result<bool, WadError> {
    let by_rule = wad.header().version() == 3 || !wad.tail().is_empty() || matches!(wad.checksum(), Checksum::Wrong(_));
    let Ok(count) = i16::try_from(levels.len()) else { return Ok(false) };
    if by_rule || wad.read_only().is_some() || origin.len() != wad.origin_len() {
        return Ok(false);
    }
    let mut header = wad.header().clone();
    let mut out = Against::new(origin, HEADER);
    header.set_directory(write_levels(&mut out, wad, origin, &header, levels)?, count);
    // The stored checksum is right for these bytes, so the same bytes have it too.
    Ok(out.is_same() && origin.get(..HEADER) == Some(header.raw().as_slice()))
}

/// Levels and directory behind the header; answers where the directory is.
fn write_levels(
    out: &mut impl Out,
    wad: &Wad,
    origin: &[u8],
    header: &WadHeader,
    levels: &[LevelOut<'_>],
) -> Result<i32, WadError> {
    let mut places = Vec::with_capacity(levels.len());
    for (position, level) in levels.iter().enumerate() {
        let start = offset(out, position)?;
        match &level.body {
            Body::Origin(from) => {
                let range = origin_level(wad, *from)?.entry.level.clone();
                out.put(origin.get(range).unwrap_or_default());
            }
            Body::Chunks(chunks) => write_chunks(out, header, position, chunks)?,
        }
        places.push(start..offset(out, position)?);
    }
    let directory = offset(out, levels.len())?;
    for (position, (level, place)) in levels.iter().zip(&places).enumerate() {
        let (index, application) = entry_data(wad, origin, &level.entry)?;
        check_entry(header, position, index, application)?;
        write_entry(out, header, place, index, application);
    }
    offset(out, levels.len())?;
    Ok(directory)
}

fn changed_header(wad: &Wad, out: &HeaderOut) -> WadHeader {
    let mut header = wad.header().clone();
    if let Some(field) = out.name_field {
        header.set_name_field(field);
    }
    if let Some(parent) = out.parent_checksum {
        header.set_parent_checksum(parent);
    }
    header
}

fn lay(out: &mut [u8], header: &WadHeader) {
    if let Some(place) = out.get_mut(..HEADER) {
        place.copy_from_slice(header.raw());
    }
}

/// The end of `out` as an offset, or the limit.
fn offset(out: &impl Out, position: usize) -> Result<i32, WadError> {
    i32::try_from(out.end()).map_err(|_| WadError::too_large(format!("the wad up to level {position}"), out.end()))
}

fn origin_level(wad: &Wad, position: usize) -> Result<&WadLevel, WadError> {
    wad.levels().get(position).ok_or(WadError::NoSuchLevel(position))
}

fn entry_data<'a>(wad: &Wad, origin: &'a [u8], entry: &'a Entry<'_>) -> Result<(i16, &'a [u8]), WadError> {
    match entry {
        Entry::Origin(from) => {
            let entry = &origin_level(wad, *from)?.entry;
            let application = origin.get(entry.application.clone()).unwrap_or_default();
            Ok((entry.index, application))
        }
        Entry::New { index, application } => Ok((*index, application)),
    }
}

fn is_unchanged(wad: &Wad, origin: &[u8], position: usize, level: &LevelOut<'_>) -> Result<bool, WadError> {
    let same_body = match &level.body {
        Body::Origin(from) => {
            origin_level(wad, *from)?;
            *from == position
        }
        Body::Chunks(_) => false,
    };
    let entry = entry_data(wad, origin, &level.entry)?;
    let same_entry = wad
        .levels()
        .get(position)
        .is_some_and(|_| entry_data(wad, origin, &Entry::Origin(position)).is_ok_and(|stored| stored == entry));
    Ok(same_body && same_entry)
}

fn check_entry(header: &WadHeader, level: usize, index: i16, application: &[u8]) -> Result<(), WadError> {
    if application.len() != header.application_len() {
        return Err(WadError::ApplicationData { level, found: application.len(), wanted: header.application_len() });
    }
    if header.is_old() && usize::try_from(index) != Ok(level) {
        return Err(WadError::IndexIsPosition { level, index, version: header.version() });
    }
    Ok(())
}

/// Bytes the result will have, to allocate once.
fn expected_size(wad: &Wad, header: &WadHeader, levels: &[LevelOut<'_>]) -> usize {
    let entry = header.entry_len() + header.application_len();
    let bodies = levels.iter().map(|level| match &level.body {
        Body::Origin(from) => wad.levels().get(*from).map_or(0, |level| level.entry.level.len()),
        Body::Chunks(chunks) => chunks.iter().map(|chunk| header.chunk_header_len() + chunk.bytes.len()).sum(),
    });
    HEADER + levels.len() * entry + bodies.sum::<usize>()
}

/// Bytes of the origin that belong to no chunk, no directory and no tail, and are not copied with their level.
fn dropped_gaps(wad: &Wad, levels: &[LevelOut<'_>]) -> usize {
    let mut known: Vec<Range<usize>> = vec![0..HEADER, wad.directory(), wad.tail()];
    let mut copied = vec![false; wad.levels().len()];
    for level in levels {
        if let Body::Origin(from) = level.body
            && let Some(mark) = copied.get_mut(from)
        {
            *mark = true;
        }
    }
    for (level, copied) in wad.levels().iter().zip(copied) {
        if copied {
            known.push(level.entry.level.clone());
        } else {
            known.extend(level.chunks.iter().map(|chunk| chunk.at..chunk.data.end));
        }
    }
    known.iter().fold(wad.origin_len(), |gaps, range| gaps.saturating_sub(range.len()))
}
