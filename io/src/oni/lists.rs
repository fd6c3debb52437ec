//! The lists of objects in an instance file and where their payloads lie (`oni.md` 1.4).

use std::ops::Range;

use levelwright_model::games::oni::chunk::ObjectType;

use super::instance::{InstanceFile, Platform, Tag};

/// A list's instance.
#[derive(Clone, Debug)]
pub(crate) struct List {
    /// Which instance.
    pub(crate) instance: usize,
    /// What it holds.
    pub(crate) of: &'static ObjectType,
    /// Where its payload lies in the payload file.
    pub(crate) payload: Range<u64>,
}

const BINA: &Tag = b"BINA";
/// Instance data of a BINA: size and offset of the payload.
const BINA_DATA: usize = 8;

/// A word of an instance's data.
pub(crate) fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?)?.try_into().ok().map(u32::from_le_bytes)
}

/// Every list of the file, in the order of its instances.
pub(crate) fn lists(file: &InstanceFile, bytes: &[u8]) -> Vec<List> {
    let found = file.of(BINA).filter_map(|instance| {
        let of = ObjectType::of_name(&file.name(bytes, instance)?)?;
        let data = file.data(bytes, instance).filter(|d| d.len() >= BINA_DATA)?;
        let (size, offset) = (u64::from(word(data, 0)?), u64::from(word(data, 4)?));
        Some(List { instance, of, payload: offset..offset + size })
    });
    found.collect()
}

/// Where the other known payloads of the same file begin, sorted: with those of lists these are all that a patch must not
/// touch.
pub(crate) fn known_offsets(file: &InstanceFile, bytes: &[u8]) -> Vec<u64> {
    let raw = file.header.platform() == Platform::Windows;
    let texture = super::payloads::texture_field(file.header.platform());
    let mut out = Vec::new();
    for (at, instance) in file.instances.iter().enumerate() {
        let Some(data) = file.data(bytes, at) else { continue };
        match &instance.tag {
            b"BINA" | b"OSBD" => out.extend(word(data, 4)),
            b"TXMP" => out.extend(word(data, texture)),
            // Rooms with their grids: 116 bytes each, the offset at 36 (`oni.md` 3.2).
            b"AKVA" if raw => {
                let rooms = data.get(0x18..).unwrap_or_default().chunks_exact(116);
                out.extend(rooms.take(word(data, 0x14).unwrap_or(0) as usize).filter_map(|room| word(room, 36)));
            }
            _ => {}
        }
    }
    let mut out: Vec<u64> = out.into_iter().filter(|o| *o != 0).map(u64::from).collect();
    out.sort_unstable();
    out
}

/// Whether any word of any instance's data could be an offset into this range. Templates whose payloads nobody has
/// described yet are covered by that too.
pub(crate) fn any_word_in(file: &InstanceFile, bytes: &[u8], range: &Range<u64>) -> bool {
    let from = file.header.data_offset as usize;
    let table = bytes.get(from..from.saturating_add(file.header.data_size as usize)).unwrap_or_default();
    // Instances of some tools are not aligned, but words within their data are.
    let starts = file.instances.iter().enumerate().filter_map(|(at, _)| file.data(bytes, at));
    let mut instances = starts.flat_map(|data| data.chunks_exact(4)).filter_map(|w| word(w, 0));
    !table.is_empty() && instances.any(|w| range.contains(&u64::from(w)))
}
