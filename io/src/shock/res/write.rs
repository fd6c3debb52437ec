//! Writing a resource file: what is unchanged is taken over, the directory made anew (`systemshock.md` 1.2, 1.5).

use std::borrow::Cow;

use super::{ALIGN, DIRECTORY, DIRECTORY_AT, HEADER, LARGEST, ResError, ResFile, SIGNATURE, flag, packed};

/// The bytes of a resource that is to be written.
#[derive(Clone, Debug)]
pub enum Body<'a> {
    /// As it stands in the file that was opened, at this place of its directory.
    Origin(usize),
    /// Other bytes, not yet packed.
    Plain(Cow<'a, [u8]>),
}

/// A resource that is to be written.
#[derive(Clone, Debug)]
pub struct ResourceOut<'a> {
    /// Its number; 0 for an erased slot.
    pub id: u16,
    /// How it should be stored. Bytes that would grow by packing are stored as they are.
    pub flags: u8,
    /// What it is.
    pub kind: u8,
    /// Its bytes.
    pub body: Body<'a>,
}

impl<'a> ResourceOut<'a> {
    /// A resource of the opened file as it is.
    pub fn unchanged(file: &ResFile, at: usize) -> ResourceOut<'a> {
        let resource = file.resources.get(at);
        let part = |f: fn(&super::Resource) -> u8| resource.map_or(0, f);
        ResourceOut {
            id: resource.map_or(0, |r| r.id),
            flags: part(|r| r.flags),
            kind: part(|r| r.kind),
            body: Body::Origin(at),
        }
    }
}

/// A resource file that was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewRes {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Bytes behind the opened file's directory that were left out.
    pub dropped: usize,
    /// How many resources were packed anew.
    pub packed: usize,
}

/// Writes a resource file. The header is the opened file's, comment and all; of one made from nothing it has an empty
/// comment, which is all that every reader takes (1.1).
///
/// # Errors
/// If a resource or the file grows beyond what the directory can say.
pub fn write(origin: &ResFile, data: &[u8], out: &[ResourceOut<'_>]) -> Result<NewRes, ResError> {
    let behind = origin.resources.last().map_or(origin.first, super::Resource::end_aligned);
    let made = data.is_empty();
    if !made && origin.directory < behind.min(data.len()) {
        return Err(ResError::DirectoryInFront(origin.directory));
    }
    // What lies between header and first resource, which the directory allows, is kept.
    let mut bytes = if made { empty_header() } else { data.get(..origin.first).unwrap_or_default().to_vec() };
    let first = bytes.len();
    let mut new = NewRes::default();
    let mut directory = Vec::with_capacity(out.len() * super::ENTRY);
    for resource in out {
        let (size, stored, flags) = body(origin, data, resource)?;
        let long = |size: usize| u32::try_from(size).ok().filter(|n| *n as usize <= LARGEST);
        let sizes = (long(size), long(stored.len()));
        let (Some(size), Some(packed)) = sizes else {
            return Err(ResError::TooLarge { id: resource.id, size: size.max(stored.len()) });
        };
        new.packed += usize::from(matches!(resource.body, Body::Plain(_)) && flags & flag::LZW != 0);
        directory.extend(resource.id.to_le_bytes());
        directory.extend_from_slice(size.to_le_bytes().get(..3).unwrap_or_default());
        directory.push(flags);
        directory.extend_from_slice(packed.to_le_bytes().get(..3).unwrap_or_default());
        directory.push(resource.kind);
        bytes.extend_from_slice(&stored);
        let padding = match resource.body {
            Body::Origin(at) => padding(origin, data, at),
            Body::Plain(_) => &[],
        };
        bytes.extend_from_slice(padding);
        bytes.resize(bytes.len().next_multiple_of(ALIGN), 0);
    }
    if !made {
        bytes.extend_from_slice(data.get(behind..origin.directory).unwrap_or_default());
    }
    let at = i32::try_from(bytes.len()).map_err(|_| ResError::Outgrown { what: "the file", most: i32::MAX as u64 })?;
    let most = u64::from(u16::MAX);
    let count = u16::try_from(out.len()).map_err(|_| ResError::Outgrown { what: "the directory", most })?;
    if let Some(place) = bytes.get_mut(DIRECTORY_AT..HEADER) {
        place.copy_from_slice(&at.to_le_bytes());
    }
    bytes.reserve(DIRECTORY + directory.len());
    bytes.extend(count.to_le_bytes());
    bytes.extend(u32::try_from(first).unwrap_or(u32::MAX).to_le_bytes());
    bytes.extend(directory);
    new.dropped = data.len().saturating_sub(origin.end());
    new.bytes = bytes;
    Ok(new)
}

/// Unpacked size, stored bytes and flags of a resource.
fn body<'a>(
    origin: &ResFile,
    data: &'a [u8],
    resource: &'a ResourceOut<'_>,
) -> Result<(usize, Cow<'a, [u8]>, u8), ResError> {
    match &resource.body {
        Body::Origin(at) => {
            let old = origin.resources.get(*at);
            let stored = old.and_then(|old| data.get(old.range())).unwrap_or_default();
            Ok((old.map_or(0, |old| old.size as usize), Cow::Borrowed(stored), old.map_or(0, |old| old.flags)))
        }
        Body::Plain(plain) => {
            let (stored, is_packed) = packed(plain, resource.flags);
            let flags = if is_packed { resource.flags } else { resource.flags & !flag::LZW };
            Ok((plain.len(), stored, flags))
        }
    }
}

/// The bytes behind a resource of the opened file, up to the next one: zeros in every known file.
fn padding<'a>(origin: &ResFile, data: &'a [u8], at: usize) -> &'a [u8] {
    let range = origin.resources.get(at).map(|old| old.range().end..old.end_aligned().min(data.len()));
    range.and_then(|range| data.get(range)).unwrap_or_default()
}

fn empty_header() -> Vec<u8> {
    let mut header = SIGNATURE.to_vec();
    header.push(0x1A);
    header.resize(HEADER, 0);
    header
}
