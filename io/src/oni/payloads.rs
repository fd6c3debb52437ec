//! Which words of an instance file say where payloads lie, as far as templates are described (`oni.md` 1.4, 3.2, 3.5).

use std::collections::{BTreeMap, BTreeSet};

use super::instance::{InstanceFile, Platform, Tag, tag_text};
use super::lists::word;

/// Templates whose data hold no place of a payload, as far as they are described (`oni.md` 3).
const NO_PAYLOAD: &[&Tag] = &[
    b"ABNA", b"AGQC", b"AGQG", b"AGQR", b"AISA", b"AKAA", b"AKBA", b"AKBP", b"AKDA", b"AKEV", b"AKOT", b"CONS",
    b"CRSA", b"DOOR", b"ENVP", b"IDXA", b"M3GA", b"M3GM", b"OBAN", b"OBOA", b"OFGA", b"ONLD", b"ONLV", b"ONOA",
    b"ONSK", b"OTIT", b"OTLF", b"PLEA", b"PNTA", b"QTNA", b"TRGE", b"TRIG", b"TURR", b"TXAN", b"TXCA", b"TXMA",
    b"VCRA",
];

/// Where a texture says where its pixels lie (`oni.md` 1.1).
pub(super) fn texture_field(platform: Platform) -> usize {
    if platform == Platform::Windows { 0x94 } else { 0x98 }
}

/// A payload of a known size, and the words of the instance file that say where it lies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) size: u64,
    pub(super) fields: Vec<usize>,
}

/// The payloads of lists, textures and sound banks by their places: those that lie in `.raw` on Windows and in `.sep` on
/// the Mac.
pub(super) fn of_lists(file: &InstanceFile, dat: &[u8]) -> BTreeMap<u64, Known> {
    let texture = texture_field(file.header.platform());
    let mut found = Vec::new();
    for (at, instance) in file.instances.iter().enumerate() {
        let (Some(range), Some(data)) = (file.data_range(at), file.data(dat, at)) else { continue };
        match &instance.tag {
            b"BINA" | b"OSBD" => found.extend(word(data, 0).map(|size| (range.start + 4, u64::from(size)))),
            b"TXMP" => found.extend(super::texture::size(data).map(|size| (range.start + texture, size))),
            _ => {}
        }
    }
    by_place(dat, found)
}

/// The grids of rooms by their places: they lie in `.raw` everywhere.
pub(super) fn of_rooms(file: &InstanceFile, dat: &[u8]) -> BTreeMap<u64, Known> {
    /// A room, and where in it offset and size of its grid stand (`oni.md` 3.2).
    const ROOM: usize = 116;
    const GRID: usize = 36;
    let mut found = Vec::new();
    for at in file.of(b"AKVA") {
        let (Some(range), Some(data)) = (file.data_range(at), file.data(dat, at)) else { continue };
        let rooms = (word(data, 0x14).unwrap_or(0) as usize).min(data.len() / ROOM);
        let room = |n: usize| 0x18 + ROOM * n + GRID;
        found.extend((0..rooms).filter_map(|n| Some((range.start + room(n), u64::from(word(data, room(n) + 4)?)))));
    }
    by_place(dat, found)
}

/// What shares a place goes on sharing it; 0 means none.
fn by_place(dat: &[u8], found: Vec<(usize, u64)>) -> BTreeMap<u64, Known> {
    let mut out: BTreeMap<u64, Known> = BTreeMap::new();
    for (field, size) in found {
        let at = word(dat, field).map_or(0, u64::from);
        if at != 0 {
            let known = out.entry(at).or_default();
            known.size = known.size.max(size);
            known.fields.push(field);
        }
    }
    out
}

/// Payloads that nobody has described: of these templates, anywhere that a word of their data could mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Undescribed {
    pub(super) templates: BTreeSet<String>,
    /// Every word of their data.
    pub(super) words: BTreeSet<u64>,
}

/// Looks for instances whose payloads are not described. What lies in another file has no data here.
pub(super) fn undescribed(file: &InstanceFile, dat: &[u8]) -> Undescribed {
    let texture = texture_field(file.header.platform());
    let mut out = Undescribed::default();
    for (at, instance) in file.instances.iter().enumerate() {
        let Some(data) = file.data(dat, at) else { continue };
        let described = match &instance.tag {
            b"BINA" | b"OSBD" | b"AKVA" => true,
            // A format that is not known has no known size.
            b"TXMP" => super::texture::size(data).is_some() || word(data, texture).unwrap_or(0) == 0,
            // Each entry is two places of texts.
            b"AGDB" => word(data, 0x14).unwrap_or(0) == 0,
            tag => NO_PAYLOAD.contains(&tag),
        };
        if !described {
            out.templates.insert(tag_text(instance.tag));
            out.words.extend(data.chunks_exact(4).filter_map(|w| word(w, 0)).map(u64::from));
        }
    }
    out
}
