//! Resources made of blocks (`systemshock.md` 1.3): a count, offsets from the resource's start, the blocks.

use std::ops::Range;

use super::{ResError, array};

/// Size of the count.
const COUNT: usize = 2;
/// Size of an offset.
const OFFSET: usize = 4;

/// How long the table of blocks is.
///
/// # Errors
/// If the resource is too short for it.
pub(super) fn table_length(id: u16, bytes: &[u8]) -> Result<usize, ResError> {
    let short = |blocks, need| ResError::BlockTable { id, blocks, need, have: bytes.len() };
    let count = usize::from(u16::from_le_bytes(array(bytes, 0).ok_or(short(0, COUNT + OFFSET))?));
    let need = COUNT + OFFSET * (count + 1);
    if need > bytes.len() { Err(short(count, need)) } else { Ok(need) }
}

/// Where the blocks of an unpacked compound resource lie.
///
/// # Errors
/// At the first block that lies outside, or before an earlier one.
pub fn blocks(id: u16, bytes: &[u8]) -> Result<Vec<Range<usize>>, ResError> {
    let table = table_length(id, bytes)?;
    let count = (table - COUNT) / OFFSET - 1;
    let offset = |block: usize| array(bytes, COUNT + block * OFFSET).map_or(-1, i32::from_le_bytes);
    let place = |offset: i32| usize::try_from(offset).ok().filter(|at| (table..=bytes.len()).contains(at));
    (0..count)
        .map(|block| {
            let (from, to) = (offset(block), offset(block + 1));
            match (place(from), place(to)) {
                (Some(a), Some(b)) if a <= b => Ok(a..b),
                _ => Err(ResError::Block { id, block, from, to, len: bytes.len() }),
            }
        })
        .collect()
}

/// The blocks themselves.
///
/// # Errors
/// As [`blocks`].
pub fn blocks_of(id: u16, bytes: &[u8]) -> Result<Vec<&[u8]>, ResError> {
    let ranges = blocks(id, bytes)?;
    Ok(ranges.into_iter().map(|range| bytes.get(range).unwrap_or_default()).collect())
}

/// A compound resource of these blocks.
///
/// # Errors
/// If they are too many or too long.
pub fn compound(id: u16, blocks: &[&[u8]]) -> Result<Vec<u8>, ResError> {
    let most = u64::from(u16::MAX);
    let count = u16::try_from(blocks.len()).map_err(|_| ResError::Outgrown { what: "a list of blocks", most })?;
    let table = COUNT + OFFSET * (blocks.len() + 1);
    let size = table + blocks.iter().map(|b| b.len()).sum::<usize>();
    let mut out = Vec::with_capacity(size);
    out.extend(count.to_le_bytes());
    let mut at = table;
    for block in blocks.iter().copied().chain([[].as_slice()]) {
        out.extend(i32::try_from(at).map_err(|_| ResError::TooLarge { id, size })?.to_le_bytes());
        at += block.len();
    }
    blocks.iter().for_each(|block| out.extend_from_slice(block));
    Ok(out)
}
