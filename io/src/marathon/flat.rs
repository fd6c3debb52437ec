//! One level without a directory: what Aleph One sends over a network, and what a film that starts from a saved game
//! carries (`marathon.md` 1.4). u32 0xDEADDEAD, u32 length of the whole, a wad header, the level's chunks.

use std::ops::Range;

use super::wad::{Chunk, HEADER, WadError, WadHeader, read_chunks};
use crate::source::bytes::be_u32;
use crate::source::{OpenProblem, Problems};

const MAGIC: [u8; 4] = [0xDE, 0xAD, 0xDE, 0xAD];
/// Magic number and length.
const LEAD: usize = 8;
/// Places with the magic number that are followed before giving up: random data hold none, hostile ones many.
const MOST_TRIES: usize = 16;

/// A flat level inside other bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlatLevel {
    /// All of it, magic number included.
    pub range: Range<usize>,
    /// The wad header; its directory offset and count mean the file it was taken from.
    pub header: WadHeader,
    /// The level's bytes.
    pub level: Range<usize>,
    /// The level's chunks. Ranges are in the bytes that were searched.
    pub chunks: Vec<Chunk>,
    /// What was found wrong, without being an error.
    pub problems: Vec<OpenProblem>,
}

/// Finds the first flat level, wherever it begins. `Ok(None)` when there is none.
///
/// # Errors
/// The magic number and a true length are there, and then the header or a chunk cannot be right.
pub fn find_flat(bytes: &[u8]) -> Result<Option<FlatLevel>, WadError> {
    let mut first_error = None;
    let mut from = 0;
    for _ in 0..MOST_TRIES {
        let rest = bytes.get(from..).unwrap_or_default();
        let Some(found) = rest.windows(MAGIC.len()).position(|four| four == MAGIC) else {
            break;
        };
        let at = from + found;
        match read_flat(bytes, at) {
            Ok(Some(flat)) => return Ok(Some(flat)),
            Ok(None) => {}
            Err(error) => {
                first_error.get_or_insert(error);
            }
        }
        from = at + 1;
    }
    first_error.map_or(Ok(None), Err)
}

fn read_flat(bytes: &[u8], at: usize) -> Result<Option<FlatLevel>, WadError> {
    let Some(length) = be_u32(bytes, at + 4).and_then(|length| usize::try_from(length).ok()) else {
        return Ok(None);
    };
    let Some(end) = at.checked_add(length).filter(|end| *end <= bytes.len()) else {
        return Ok(None);
    };
    let level_at = at + LEAD + HEADER;
    if level_at > end {
        return Ok(None);
    }
    let header = WadHeader::read(bytes.get(at + LEAD..).unwrap_or_default())?;
    header.check_versions()?;
    header.check_sizes()?;
    let mut problems = Problems::default();
    let level = level_at..end;
    let chunks = read_chunks(&header, bytes, 0, &level, &mut problems)?;
    Ok(Some(FlatLevel { range: at..end, header, level, chunks, problems: problems.finish() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marathon::wad::ChunkFault;

    /// A flat level with one chunk, behind `before` other bytes.
    fn sample(before: usize) -> Vec<u8> {
        let mut level = b"Minf".to_vec();
        level.extend_from_slice(&[0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0]);
        level.extend_from_slice(b"abc");
        let mut out = vec![0; before];
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&((LEAD + HEADER + level.len()) as u32).to_be_bytes());
        out.extend_from_slice(WadHeader::new(4, 2, b"a.sgaA", 0).unwrap().raw());
        out.extend_from_slice(&level);
        out
    }

    #[test]
    fn found_at_the_start_and_later() {
        for before in [0, 1, 777] {
            let mut bytes = sample(before);
            bytes.extend_from_slice(b"more");
            let flat = find_flat(&bytes).unwrap().unwrap();
            assert_eq!(flat.range, before..bytes.len() - 4);
            assert_eq!(flat.header.name(), b"a.sgaA");
            assert_eq!(&bytes[flat.chunks[0].data.clone()], b"abc");
        }
    }

    #[test]
    fn a_stray_magic_number_is_passed_over() {
        let mut bytes = MAGIC.repeat(3);
        bytes.extend_from_slice(&sample(0));
        let flat = find_flat(&bytes).unwrap().unwrap();
        assert_eq!(flat.range.start, 12);
        assert_eq!(find_flat(&MAGIC.repeat(1000)).unwrap(), None);
    }

    #[test]
    fn short_and_wrong() {
        let bytes = sample(5);
        for end in 0..bytes.len() {
            assert_eq!(find_flat(&bytes[..end]), Ok(None));
        }
        let mut wrong = bytes.clone();
        wrong[5 + LEAD + HEADER + 7] = 1;
        let error = find_flat(&wrong).unwrap_err();
        let inside = ChunkFault::NextInside { next: 1, end: 19 };
        assert!(matches!(error, WadError::Chunk { fault, .. } if fault == inside), "{error}");
        let mut unknown = bytes;
        unknown[5 + LEAD + 1] = 9;
        assert_eq!(find_flat(&unknown), Err(WadError::Version(9)));
    }
}
