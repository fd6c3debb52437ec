//! Chunks: the tagged pieces a level is made of (`marathon.md` 1.1). Next offsets count from the level's own start and
//! the last one is zero. Tags may repeat (Marathon 1 stores `door` twice), so a level is a list and never a map.

use std::borrow::Cow;
use std::ops::Range;

use super::error::{ChunkFault, MAX_OFFSET, WadError};
use super::header::WadHeader;
use super::out::Out;
use crate::source::Problems;
use crate::source::bytes::{be_i32, show_tag, tag_at};

/// One chunk as found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Its tag, MacRoman.
    pub tag: [u8; 4],
    /// Where its header begins in the data fork.
    pub at: usize,
    /// Its bytes in the data fork.
    pub data: Range<usize>,
    /// Stored next offset, from the level's start; 0 for the last chunk.
    pub next: i32,
    /// Stored patch offset, 0 in every file seen and in versions without one.
    pub patch: i32,
}

/// A chunk to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkOut<'a> {
    /// Its tag.
    pub tag: [u8; 4],
    /// Its bytes; none are needed.
    pub bytes: Cow<'a, [u8]>,
}

/// Follows the chain of a level. Each step goes forward, so it ends after at most as many steps as the level has room
/// for headers.
pub(crate) fn read_chunks(
    header: &WadHeader,
    bytes: &[u8],
    level: usize,
    range: &Range<usize>,
    problems: &mut Problems,
) -> Result<Vec<Chunk>, WadError> {
    let level_bytes = bytes.get(range.clone()).unwrap_or_default();
    let level_length = level_bytes.len();
    let header_len = header.chunk_header_len();
    let mut chunks = Vec::new();
    let mut at = 0;
    if level_bytes.is_empty() {
        problems.warn(
            format!("level {level} at {}", range.start),
            "it has no bytes and so no chunks",
            "It is kept as it is.",
        );
        return Ok(chunks);
    }
    loop {
        let tag = tag_at(level_bytes, at).unwrap_or_default();
        let fail = |fault| Err(WadError::Chunk { level, number: chunks.len(), tag, at: range.start + at, fault });
        let data_at = at + header_len;
        let fields = (be_i32(level_bytes, at + 4), be_i32(level_bytes, at + 8));
        let ((Some(next), Some(length)), true) = (fields, data_at <= level_length) else {
            return fail(ChunkFault::HeaderPastLevel { level_length });
        };
        let patch = if header.is_old() { 0 } else { be_i32(level_bytes, at + 12).unwrap_or(0) };
        let Ok(size) = usize::try_from(length) else {
            return fail(ChunkFault::LengthNegative(length));
        };
        if size > level_length - data_at {
            return fail(ChunkFault::LengthPastLevel { length, level_length });
        }
        let end = data_at + size;
        let Ok(next_at) = usize::try_from(next) else {
            return fail(ChunkFault::NextNegative(next));
        };
        if next_at != 0 {
            if next_at == at {
                return fail(ChunkFault::NextSelf(next));
            }
            if next_at < at {
                return fail(ChunkFault::NextBack(next));
            }
            if next_at < end {
                return fail(ChunkFault::NextInside { next, end });
            }
            if next_at >= level_length {
                return fail(ChunkFault::NextPastLevel { next, level_length });
            }
        }
        let place = || format!("level {level}, chunk {} '{}' at {}", chunks.len(), show_tag(tag), range.start + at);
        if patch != 0 {
            problems.warn(
                place(),
                format!("patch offset {patch} instead of 0"),
                "Kept until the level changes; Aleph One refuses it.",
            );
        }
        let follows = if next_at == 0 { level_length } else { next_at };
        if follows != end {
            problems.warn(
                place(),
                format!("{} bytes after it belong to no chunk", follows - end),
                "Kept until the level changes, then left out.",
            );
        }
        chunks.push(Chunk { tag, at: range.start + at, data: range.start + data_at..range.start + end, next, patch });
        if next_at == 0 {
            return Ok(chunks);
        }
        at = next_at;
    }
}

/// Appends a level's chunks: next offsets from the level's start, the last one zero, no padding.
pub(crate) fn write_chunks(
    out: &mut impl Out,
    header: &WadHeader,
    level: usize,
    chunks: &[ChunkOut<'_>],
) -> Result<(), WadError> {
    let start = out.end();
    for (number, chunk) in chunks.iter().enumerate() {
        let end = out.end() - start + header.chunk_header_len() + chunk.bytes.len();
        let fits = i32::try_from(end).and_then(|end| Ok((end, i32::try_from(chunk.bytes.len())?)));
        let Ok((end, length)) = fits else {
            let what = format!("level {level} up to chunk '{}'", show_tag(chunk.tag));
            return Err(WadError::too_large(what, end));
        };
        let next = if number + 1 == chunks.len() { 0 } else { end };
        out.put(&chunk.tag);
        out.put(&next.to_be_bytes());
        out.put(&length.to_be_bytes());
        if !header.is_old() {
            out.put(&[0; 4]);
        }
        out.put(&chunk.bytes);
    }
    debug_assert!(out.end() - start <= MAX_OFFSET);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(version: i16, chunks: &[([u8; 4], &'static [u8])]) -> (WadHeader, Vec<u8>) {
        let header = WadHeader::new(version, 1, b"", 0).unwrap();
        let chunks: Vec<_> =
            chunks.iter().map(|(tag, bytes)| ChunkOut { tag: *tag, bytes: Cow::Borrowed(*bytes) }).collect();
        let mut out = Vec::new();
        write_chunks(&mut out, &header, 0, &chunks).unwrap();
        (header, out)
    }

    fn read(header: &WadHeader, bytes: &[u8]) -> Result<Vec<Chunk>, WadError> {
        read_chunks(header, bytes, 0, &(0..bytes.len()), &mut Problems::default())
    }

    fn fault(header: &WadHeader, bytes: &[u8]) -> (usize, ChunkFault) {
        match read(header, bytes) {
            Err(WadError::Chunk { number, fault, .. }) => (number, fault),
            other => panic!("{other:?}"),
        }
    }

    fn put(bytes: &mut [u8], at: usize, value: i32) {
        bytes[at..at + 4].copy_from_slice(&value.to_be_bytes());
    }

    #[test]
    fn repeated_and_empty_chunks_read_back() {
        for (version, head) in [(0, 12), (1, 12), (2, 16), (4, 16)] {
            let (header, bytes) = level(version, &[(*b"door", b""), (*b"LINS", b"xyz"), (*b"door", b"")]);
            assert_eq!(bytes.len(), 3 * head + 3);
            let chunks = read(&header, &bytes).unwrap();
            let found: Vec<_> = chunks.iter().map(|c| (c.tag, &bytes[c.data.clone()], c.next)).collect();
            assert_eq!(
                found,
                [(*b"door", b"".as_slice(), head as i32), (*b"LINS", b"xyz", 2 * head as i32 + 3), (*b"door", b"", 0)]
            );
        }
    }

    #[test]
    fn every_prefix_is_refused() {
        let (header, bytes) = level(2, &[(*b"PNTS", b"abcd"), (*b"LINS", b"xyz")]);
        for end in 1..bytes.len() {
            assert!(read(&header, &bytes[..end]).is_err(), "{end}");
        }
    }

    #[test]
    fn chains_that_do_not_end_are_stopped() {
        let (header, bytes) = level(2, &[(*b"PNTS", b"abcd"), (*b"LINS", b"xyz"), (*b"SIDS", b"")]);
        // The second chunk begins at 20, the third at 39.
        let with = |at, value| {
            let mut bytes = bytes.clone();
            put(&mut bytes, at, value);
            fault(&header, &bytes)
        };
        assert_eq!(with(24, 20), (1, ChunkFault::NextSelf(20)));
        assert_eq!(with(43, 20), (2, ChunkFault::NextBack(20)));
        assert_eq!(with(4, -64), (0, ChunkFault::NextNegative(-64)));
        assert_eq!(with(4, 19), (0, ChunkFault::NextInside { next: 19, end: 20 }));
        let past = |next| ChunkFault::NextPastLevel { next, level_length: 55 };
        assert_eq!(with(24, i32::MAX), (1, past(i32::MAX)));
        assert_eq!(with(24, 55), (1, past(55)));
        assert_eq!(with(8, -4), (0, ChunkFault::LengthNegative(-4)));
        let long = ChunkFault::LengthPastLevel { length: i32::MAX, level_length: 55 };
        assert_eq!(with(47, i32::MAX), (2, long));
        let no_room = ChunkFault::HeaderPastLevel { level_length: 55 };
        assert_eq!(with(24, 40), (2, no_room));
    }

    #[test]
    fn gaps_and_patches_are_warnings() {
        let (header, mut bytes) = level(2, &[(*b"PNTS", b"abcd"), (*b"LINS", b"xyz")]);
        put(&mut bytes, 8, 2);
        put(&mut bytes, 32, 5);
        bytes.push(0);
        let mut problems = Problems::default();
        let range = 0..bytes.len();
        let chunks = read_chunks(&header, &bytes, 3, &range, &mut problems).unwrap();
        assert_eq!(chunks.len(), 2);
        assert_eq!((chunks[0].data.clone(), chunks[1].patch), (16..18, 5));
        let text: Vec<_> = problems.finish().iter().map(ToString::to_string).collect();
        assert!(text[0].contains("level 3, chunk 0 'PNTS' at 0: 2 bytes"), "{text:?}");
        assert!(text[1].contains("patch offset 5"), "{text:?}");
        assert!(text[2].contains("chunk 1 'LINS' at 20: 1 bytes"), "{text:?}");
    }
}
