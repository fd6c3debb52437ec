//! Resource files (`systemshock.md` 1): a header with a comment, resources one behind the other, a directory at the end.
//!
//! The directory holds no offsets: where a resource lies follows from the sizes of those before it, so their order is
//! kept. Whatever is not changed is written back with its packed bytes as they are.

mod compound;
mod error;
pub mod lzw;
#[cfg(test)]
mod tests;
mod write;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::source::{OpenProblem, Problems};

pub use compound::{blocks, blocks_of, compound};
pub use error::ResError;
pub use write::{Body, NewRes, ResourceOut, write};

/// What every resource file begins with.
pub const SIGNATURE: &[u8; 16] = b"LG Res File v2\r\n";
/// Size of the header.
pub const HEADER: usize = 128;
/// Where the comment lies in the header; byte 1A ends it.
const COMMENT: Range<usize> = 16..112;
/// Where the header says where the directory is.
const DIRECTORY_AT: usize = 124;
/// Size of what the directory begins with: a count and the offset of the first resource.
const DIRECTORY: usize = 6;
/// Size of an entry of the directory.
const ENTRY: usize = 10;
/// The largest size that an entry can say (24 bits).
const LARGEST: usize = (1 << 24) - 1;
/// Resources begin at multiples of this.
const ALIGN: usize = 4;

/// Flags of a resource.
pub mod flag {
    /// Packed with LZW.
    pub const LZW: u8 = 1;
    /// Made of blocks.
    pub const COMPOUND: u8 = 2;
}

/// Type of all resources of an archive.
pub const APPLICATION: u8 = 0x30;
/// Type of texts.
pub const STRING: u8 = 1;

/// An entry of the directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Its number; 0 for an erased slot.
    pub id: u16,
    /// Size when unpacked.
    pub size: u32,
    /// Size in the file.
    pub packed: u32,
    /// How it is stored.
    pub flags: u8,
    /// What it is.
    pub kind: u8,
    /// Where it begins in the file.
    pub at: usize,
}

impl Resource {
    /// Whether it is packed.
    pub fn is_packed(&self) -> bool {
        self.flags & flag::LZW != 0
    }

    /// Whether it is made of blocks.
    pub fn is_compound(&self) -> bool {
        self.flags & flag::COMPOUND != 0
    }

    /// Its packed bytes in the file.
    pub fn range(&self) -> Range<usize> {
        self.at..self.at + self.packed as usize
    }

    /// Where the next one begins.
    fn end_aligned(&self) -> usize {
        self.range().end.next_multiple_of(ALIGN)
    }
}

/// A resource file: what its directory says. Its bytes are held elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResFile {
    resources: Vec<Resource>,
    by_id: BTreeMap<u16, usize>,
    directory: usize,
    first: usize,
    problems: Vec<OpenProblem>,
}

impl ResFile {
    /// Whether the bytes begin as a resource file does.
    pub fn recognise(bytes: &[u8]) -> bool {
        bytes.starts_with(SIGNATURE)
    }

    /// Reads the directory.
    ///
    /// # Errors
    /// If the file is too short for what it announces.
    pub fn read(bytes: &[u8]) -> Result<ResFile, ResError> {
        let short = ResError::TooShort(bytes.len());
        let offset = i32::from_le_bytes(array(bytes, DIRECTORY_AT).ok_or(short)?);
        let outside = ResError::DirectoryOffset { offset, len: bytes.len() };
        let directory = usize::try_from(offset).ok().filter(|at| *at >= HEADER).ok_or(outside.clone())?;
        let count = u16::from_le_bytes(array(bytes, directory).ok_or(outside.clone())?);
        let first = i32::from_le_bytes(array(bytes, directory + 2).ok_or(outside)?);
        let room = (bytes.len() - directory - DIRECTORY) / ENTRY;
        if usize::from(count) > room {
            return Err(ResError::DirectoryCount { at: directory, count, room });
        }
        let len = bytes.len();
        let wrong = ResError::FirstOffset { at: directory, first, len };
        let first = usize::try_from(first).ok().filter(|at| (HEADER..=len).contains(at)).ok_or(wrong)?;

        let mut out = ResFile { directory, first, ..ResFile::default() };
        let mut problems = Problems::default();
        let mut at = first;
        for entry in 0..usize::from(count) {
            let place = directory + DIRECTORY + entry * ENTRY;
            // Inside the file: looked at above.
            let Some([i0, i1, s0, s1, s2, flags, p0, p1, p2, kind]) = array::<ENTRY>(bytes, place) else { break };
            let id = u16::from_le_bytes([i0, i1]);
            let size = u32::from_le_bytes([s0, s1, s2, 0]);
            let packed = u32::from_le_bytes([p0, p1, p2, 0]);
            let resource = Resource { id, size, packed, flags, kind, at };
            if resource.range().end > len {
                return Err(ResError::PastEnd { id, entry, at, size: packed, len });
            }
            if id != 0
                && let Some(before) = out.by_id.insert(id, entry)
            {
                out.by_id.insert(id, before);
                let message = format!("resource {id} occurs twice, as entries {before} and {entry}");
                problems.warn(format!("directory, entry {entry}"), message, "The first is read; both are kept.");
            }
            at = resource.end_aligned();
            out.resources.push(resource);
        }
        out.problems = problems.finish();
        Ok(out)
    }

    /// Its resources in order.
    pub fn resources(&self) -> &[Resource] {
        &self.resources
    }

    /// The place of a resource in the directory.
    pub fn position(&self, id: u16) -> Option<usize> {
        self.by_id.get(&id).copied()
    }

    /// A resource by number.
    pub fn get(&self, id: u16) -> Option<&Resource> {
        self.resources.get(self.position(id)?)
    }

    /// Where the directory lies.
    pub fn directory(&self) -> usize {
        self.directory
    }

    /// Where its entries end.
    pub fn end(&self) -> usize {
        self.directory + DIRECTORY + self.resources.len() * ENTRY
    }

    /// What is unusual.
    pub fn problems(&self) -> &[OpenProblem] {
        &self.problems
    }

    /// The comment in the header, without the byte that ends it.
    pub fn comment(bytes: &[u8]) -> &[u8] {
        const ENDS: u8 = 0x1A;
        let comment = bytes.get(COMMENT).unwrap_or_default();
        let end = comment.iter().position(|b| *b == ENDS || *b == 0).unwrap_or(comment.len());
        comment.get(..end).unwrap_or_default()
    }
}

/// The unpacked bytes of a resource: for one made of blocks its table and the blocks.
///
/// # Errors
/// If the stream cannot be expanded to the size that the directory says.
pub fn unpacked<'a>(file: &'a [u8], resource: &Resource) -> Result<Cow<'a, [u8]>, ResError> {
    let stored = file.get(resource.range()).unwrap_or_default();
    let id = resource.id;
    if !resource.is_packed() {
        if resource.size != resource.packed {
            return Err(ResError::PlainSize { id, size: resource.size, packed: resource.packed });
        }
        return Ok(Cow::Borrowed(stored));
    }
    let fault = |fault| ResError::Lzw { id, fault };
    if !resource.is_compound() {
        return lzw::expand(stored, resource.size as usize).map(Cow::Owned).map_err(fault);
    }
    // The table is never packed (`systemshock.md` 1.3).
    let (table, stream) = stored.split_at(compound::table_length(id, stored)?);
    let rest = (resource.size as usize).saturating_sub(table.len());
    let mut out = table.to_vec();
    out.extend(lzw::expand(stream, rest).map_err(fault)?);
    Ok(Cow::Owned(out))
}

/// Packs what has been edited: with LZW where it was packed before, unless that would make it longer (1.4). Answers the
/// bytes and whether they are packed.
pub(crate) fn packed(plain: &[u8], flags: u8) -> (Cow<'_, [u8]>, bool) {
    if flags & flag::LZW == 0 || plain.is_empty() {
        return (Cow::Borrowed(plain), false);
    }
    let table = if flags & flag::COMPOUND == 0 { 0 } else { compound::table_length(0, plain).unwrap_or(0) };
    let (table, body) = plain.split_at(table);
    let stream = lzw::compress(body);
    if body.is_empty() || stream.len() > body.len() {
        return (Cow::Borrowed(plain), false);
    }
    (Cow::Owned([table, &stream].concat()), true)
}

/// The bytes at a place; `None` behind the end.
pub(crate) fn array<const LEN: usize>(bytes: &[u8], at: usize) -> Option<[u8; LEN]> {
    bytes.get(at..)?.first_chunk::<LEN>().copied()
}
