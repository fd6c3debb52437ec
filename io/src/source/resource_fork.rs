//! The resource fork: a map of typed, numbered pieces (`marathon.md` 1.4). A fork that lies never stops the file from
//! opening: what cannot be read is a problem, and the fork's bytes are carried as they are.

use std::ops::Range;

use super::bytes::{be_i16, be_u16, be_u32, show_tag, tag_at};
use super::problem::{OpenProblem, Problems};

/// Data offset, map offset, data length, map length.
const HEADER: usize = 16;
/// Place of the type list's offset in the map; the name list's follows.
const TYPE_LIST_AT: usize = 24;
const NAME_LIST_AT: usize = 26;
const MAP_HEAD: usize = 28;
const TYPE: usize = 8;
const REFERENCE: usize = 12;

/// One resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// Four-byte type, such as `PICT` or `term`.
    pub kind: [u8; 4],
    /// Number within the type.
    pub id: i16,
    /// Name bytes (MacRoman) in the fork, without the length byte.
    pub name: Option<Range<usize>>,
    /// Attribute bits as stored.
    pub attributes: u8,
    /// Data bytes in the fork, without the length before them. `None` when they cannot be read.
    pub data: Option<Range<usize>>,
}

/// The resources of a fork, in map order, and what is wrong with it. All ranges count from the fork's start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResourceFork {
    /// The resources, in map order.
    pub resources: Vec<Resource>,
    /// What cannot be read.
    pub problems: Vec<OpenProblem>,
}

/// The four numbers at the start, checked against the fork's size.
struct Frame {
    data: Range<usize>,
    map: Range<usize>,
}

fn frame(fork: &[u8]) -> Result<Frame, String> {
    let (Some(data_at), Some(map_at), Some(data_length), Some(map_length)) =
        (be_u32(fork, 0), be_u32(fork, 4), be_u32(fork, 8), be_u32(fork, 12))
    else {
        return Err(format!("only {} bytes, fewer than a header", fork.len()));
    };
    let part = |name: &str, at: u32, length: u32| {
        let end = u64::from(at) + u64::from(length);
        if (at as usize) < HEADER || end > fork.len() as u64 {
            return Err(format!(
                "{name} offset {at} and length {length} do not fit into a fork of {} bytes",
                fork.len()
            ));
        }
        Ok(at as usize..end as usize)
    };
    let map = part("map", map_at, map_length)?;
    let data = part("data", data_at, data_length)?;
    if map.len() < MAP_HEAD + 2 {
        return Err(format!("map length {map_length} is shorter than a map's head"));
    }
    Ok(Frame { data, map })
}

impl ResourceFork {
    /// Reads the map. Never fails: see [`ResourceFork::problems`].
    pub fn read(fork: &[u8]) -> Self {
        let mut problems = Problems::default();
        let resources = match frame(fork) {
            Ok(frame) => read_map(fork, &frame, &mut problems),
            Err(message) => {
                problems.warn(
                    "resource fork header, byte 0",
                    message,
                    "Its resources cannot be shown; its bytes are kept.",
                );
                Vec::new()
            }
        };
        Self { resources, problems: problems.finish() }
    }

    /// Whether these bytes, a whole file, are a resource fork: both parts in order and inside, the map's copy of the
    /// header right or zero, and at least one resource readable without complaint.
    pub fn recognise(bytes: &[u8]) -> bool {
        let Ok(frame) = frame(bytes) else {
            return false;
        };
        let header = bytes.get(..HEADER);
        let copy = bytes.get(frame.map.start..frame.map.start + HEADER);
        let copy_fits = copy == header || copy.is_some_and(|copy| copy.iter().all(|b| *b == 0));
        let ordered = frame.data.end <= frame.map.start || frame.map.end <= frame.data.start;
        if !copy_fits || !ordered {
            return false;
        }
        let fork = Self::read(bytes);
        fork.problems.is_empty() && !fork.resources.is_empty()
    }

    /// The first resource of this type and id.
    pub fn find(&self, kind: [u8; 4], id: i16) -> Option<&Resource> {
        self.resources.iter().find(|r| r.kind == kind && r.id == id)
    }

    /// Whether any resource has this type.
    pub fn has_kind(&self, kind: [u8; 4]) -> bool {
        self.resources.iter().any(|r| r.kind == kind)
    }
}

fn read_map(fork: &[u8], frame: &Frame, problems: &mut Problems) -> Vec<Resource> {
    let map = fork.get(frame.map.clone()).unwrap_or_default();
    let list_at = usize::from(be_u16(map, TYPE_LIST_AT).unwrap_or(0));
    let names_at = usize::from(be_u16(map, NAME_LIST_AT).unwrap_or(0));
    let Some(list) = map.get(list_at..).filter(|list| list.len() >= 2) else {
        problems.warn(
            format!("resource map, byte {TYPE_LIST_AT}"),
            format!("type list offset {list_at} lies outside a map of {} bytes", map.len()),
            "Its resources cannot be shown; its bytes are kept.",
        );
        return Vec::new();
    };
    // Stored less one; 0xFFFF stands for none.
    let announced = usize::from(be_u16(list, 0).unwrap_or(u16::MAX).wrapping_add(1));
    // The first reference list follows the type list, so it tells how many types there is room for.
    let room = be_u16(list, 2 + 6).map_or(0, |first| usize::from(first).saturating_sub(2)).min(list.len() - 2) / TYPE;
    if announced > room {
        problems.warn(
            format!("resource map, type list at {list_at}"),
            format!("{announced} types announced, room for {room}"),
            "Only those that fit are shown; the fork's bytes are kept.",
        );
    }
    // A map cannot hold more resources than it has room for references, however often lists are shared.
    let most = map.len() / REFERENCE;
    let mut resources = Vec::new();
    for number in 0..announced.min(room) {
        let at = 2 + number * TYPE;
        let (Some(kind), Some(last), Some(references_at)) =
            (tag_at(list, at), be_u16(list, at + 4), be_u16(list, at + 6))
        else {
            break;
        };
        for position in 0..usize::from(last) + 1 {
            let at = usize::from(references_at) + position * REFERENCE;
            let reference = list.get(at..at + REFERENCE);
            let Some(reference) = reference.filter(|_| resources.len() < most) else {
                problems.warn(
                    format!("resource map, type '{}', entry {position}", show_tag(kind)),
                    format!("{} resources announced, the map ends before", usize::from(last) + 1),
                    "Only those that fit are shown; the fork's bytes are kept.",
                );
                break;
            };
            resources.push(read_reference(fork, frame, names_at, kind, reference, problems));
        }
    }
    resources
}

fn read_reference(
    fork: &[u8],
    frame: &Frame,
    names_at: usize,
    kind: [u8; 4],
    reference: &[u8],
    problems: &mut Problems,
) -> Resource {
    let id = be_i16(reference, 0).unwrap_or(0);
    let name_offset = be_u16(reference, 2).unwrap_or(u16::MAX);
    let packed = be_u32(reference, 4).unwrap_or(0);
    let place = || format!("resource {} {id}", show_tag(kind));

    let name = (name_offset != u16::MAX)
        .then(|| {
            let at = frame.map.start + names_at + usize::from(name_offset);
            let length = usize::from(*fork.get(at)?);
            let range = at + 1..at + 1 + length;
            (range.end <= frame.map.end).then_some(range)
        })
        .flatten();
    if name.is_none() && name_offset != u16::MAX {
        problems.warn(
            place(),
            format!("name offset {name_offset} lies outside the map"),
            "It is shown without a name.",
        );
    }

    let at = frame.data.start + (packed & 0x00FF_FFFF) as usize;
    let length = (at + 4 <= frame.data.end).then(|| be_u32(fork, at)).flatten();
    let data = length.and_then(|length| {
        let end = (at + 4).checked_add(length as usize)?;
        (end <= frame.data.end).then_some(at + 4..end)
    });
    if data.is_none() {
        let message = match length {
            Some(length) => {
                format!("data length {length} at byte {at} of the fork runs past its end")
            }
            None => format!("data offset {} lies outside the fork's data", packed & 0x00FF_FFFF),
        };
        problems.warn(place(), message, "It cannot be shown; its bytes are kept.");
    }
    Resource { kind, id, name, attributes: packed.to_be_bytes()[0], data }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A fork with one list per type, unnamed resources, in the order given (same types adjacent).
    pub(crate) fn build(resources: &[([u8; 4], i16, &[u8])]) -> Vec<u8> {
        let mut data = Vec::new();
        let mut types: Vec<([u8; 4], Vec<u8>)> = Vec::new();
        for (kind, id, bytes) in resources {
            let offset = data.len() as u32;
            data.extend_from_slice(&(bytes.len() as u32).to_be_bytes());
            data.extend_from_slice(bytes);
            if types.last().is_none_or(|last| last.0 != *kind) {
                types.push((*kind, Vec::new()));
            }
            let list = &mut types.last_mut().unwrap().1;
            list.extend_from_slice(&id.to_be_bytes());
            list.extend_from_slice(&[0xFF, 0xFF]);
            list.extend_from_slice(&offset.to_be_bytes());
            list.extend_from_slice(&[0; 4]);
        }
        let mut list = (types.len() as u16).wrapping_sub(1).to_be_bytes().to_vec();
        let mut at = 2 + types.len() * TYPE;
        for (kind, references) in &types {
            list.extend_from_slice(kind);
            list.extend_from_slice(&((references.len() / REFERENCE - 1) as u16).to_be_bytes());
            list.extend_from_slice(&(at as u16).to_be_bytes());
            at += references.len();
        }
        for (_, references) in &types {
            list.extend_from_slice(references);
        }
        let map_at = 256 + data.len();
        let mut fork = Vec::new();
        for value in [256, map_at, data.len(), MAP_HEAD + list.len()] {
            fork.extend_from_slice(&(value as u32).to_be_bytes());
        }
        fork.resize(256, 0);
        fork.extend_from_slice(&data);
        fork.resize(map_at + TYPE_LIST_AT, 0);
        fork.extend_from_slice(&(MAP_HEAD as u16).to_be_bytes());
        fork.extend_from_slice(&((MAP_HEAD + list.len()) as u16).to_be_bytes());
        fork.extend_from_slice(&list);
        fork
    }

    fn sample() -> Vec<u8> {
        build(&[(*b"PICT", 128, b"abc"), (*b"PICT", -5, b""), (*b"TEXT", 1, b"hello")])
    }

    #[test]
    fn reads_types_ids_and_data() {
        let bytes = sample();
        assert!(ResourceFork::recognise(&bytes));
        let fork = ResourceFork::read(&bytes);
        assert_eq!(fork.problems, []);
        let found: Vec<_> = fork.resources.iter().map(|r| (r.kind, r.id, &bytes[r.data.clone().unwrap()])).collect();
        assert_eq!(
            found,
            [(*b"PICT", 128, b"abc".as_slice()), (*b"PICT", -5, b"".as_slice()), (*b"TEXT", 1, b"hello".as_slice())]
        );
        assert!(fork.has_kind(*b"TEXT") && fork.find(*b"PICT", 128).is_some());
        assert_eq!(fork.find(*b"TEXT", 2), None);
    }

    #[test]
    fn empty_type_list_is_no_problem() {
        let fork = ResourceFork::read(&build(&[]));
        assert_eq!(fork, ResourceFork::default());
        assert!(!ResourceFork::recognise(&build(&[])));
    }

    #[test]
    fn prefixes_are_problems() {
        let bytes = sample();
        for end in 0..bytes.len() {
            assert!(!ResourceFork::read(&bytes[..end]).problems.is_empty(), "{end}");
            assert!(!ResourceFork::recognise(&bytes[..end]));
        }
    }

    #[test]
    fn one_bad_resource_leaves_the_others() {
        let mut bytes = sample();
        bytes[256..260].copy_from_slice(&[0xFF; 4]);
        let fork = ResourceFork::read(&bytes);
        assert_eq!(fork.problems.len(), 1);
        assert!(fork.problems[0].to_string().contains("PICT 128"));
        assert_eq!(fork.resources.len(), 3);
        assert_eq!(fork.find(*b"PICT", 128).unwrap().data, None);
        assert!(fork.find(*b"TEXT", 1).unwrap().data.is_some());
    }

    #[test]
    fn every_single_byte_change_is_survived() {
        let bytes = sample();
        for at in 0..bytes.len() {
            for value in [0, 0x7F, 0x80, 0xFF] {
                let mut changed = bytes.clone();
                changed[at] = value;
                let fork = ResourceFork::read(&changed);
                assert!(fork.resources.len() <= 16);
            }
        }
    }
}
