//! Levels made by our own code: the bundled sample, and levels of any size for benchmarks. Nothing in them comes from
//! anybody's file.

mod build;
mod encode;
mod large;
mod lights;
mod room;
mod row;
mod terminal;
mod yard;

#[cfg(test)]
mod tests;

pub use build::Builder;
pub use room::{GivenPlatform, Panel, Placed, Room};

use super::geometry::map::Kind;
use lights::{FULL, LightSpec};
use row::Rows;

/// A level as a container stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleLevel {
    /// What it is called.
    pub name: &'static str,
    /// Its chunks by tag, in the order of the file.
    pub chunks: Vec<([u8; 4], Vec<u8>)>,
    /// The 74 bytes that a directory of several levels holds for it (`marathon.md` 1.1).
    pub directory: Vec<u8>,
}

impl SampleLevel {
    /// The bytes of its first chunk with a tag; none if it has no such chunk.
    pub fn chunk(&self, tag: [u8; 4]) -> &[u8] {
        self.chunks.iter().find(|(found, _)| *found == tag).map_or(&[], |(_, bytes)| bytes)
    }
}

/// Single player, cooperative.
const GAMES: u32 = 0b11;

/// The bundled sample. `next_level` is the level to which its exit leads.
pub fn practice_yard(kind: Kind, next_level: i16) -> SampleLevel {
    let name = match kind {
        Kind::Raw => "Practice Yard",
        Kind::Preprocessed => "Practice Yard, preprocessed",
    };
    let mut map = yard::build(next_level);
    map.finish(kind);
    let more = [
        (*b"LITE", yard::lights()),
        (*b"NOTE", yard::annotations(&map)),
        (*b"term", yard::terminals()),
        (*b"medi", yard::media()),
        (*b"ambi", yard::ambient_sounds()),
        (*b"bonk", yard::random_sounds()),
    ];
    level(name, &map, kind, &more)
}

/// A raw level with this many objects, at most 32767, in a grid of rooms.
pub fn large(objects: usize) -> SampleLevel {
    let mut map = large::build(objects);
    map.finish(Kind::Raw);
    let mut lights = Rows::default();
    for intensity in [FULL, FULL / 2, FULL / 3] {
        LightSpec::constant(intensity).write(&mut lights);
    }
    level("Large Level", &map, Kind::Raw, &[(*b"LITE", lights.0)])
}

/// A level of rooms that somebody put together, with other chunks by tag.
pub fn made(mut rooms: Builder, kind: Kind, more: &[([u8; 4], Vec<u8>)]) -> SampleLevel {
    rooms.finish(kind);
    level("Made Level", &rooms, kind, more)
}

/// A finished map with its other chunks, in the order that Aleph One writes (raw) or Forge wrote (preprocessed).
fn level(name: &'static str, map: &Builder, kind: Kind, more: &[([u8; 4], Vec<u8>)]) -> SampleLevel {
    let mut chunks = Vec::new();
    let mut put = |tag: &[u8; 4], bytes: Vec<u8>| {
        if !bytes.is_empty() {
            chunks.push((*tag, bytes));
        }
    };
    let extra = |tag: &[u8; 4]| more.iter().find(|(found, _)| found == tag).map(|(_, b)| b.clone()).unwrap_or_default();
    if kind == Kind::Raw {
        put(b"PNTS", encode::points(map));
    }
    put(b"LINS", encode::lines(map));
    put(b"POLY", encode::polygons(map));
    put(b"SIDS", encode::sides(map));
    put(b"LITE", extra(b"LITE"));
    put(b"NOTE", extra(b"NOTE"));
    put(b"OBJS", encode::objects(map));
    put(b"Minf", info(name));
    put(b"plac", encode::placement(map));
    if kind == Kind::Raw {
        put(b"plat", encode::platforms(map));
    }
    for tag in [b"term", b"medi", b"ambi", b"bonk"] {
        put(tag, extra(tag));
    }
    if kind == Kind::Preprocessed {
        put(b"iidx", encode::map_indices(map));
        put(b"EPNT", encode::points(map));
        put(b"PLAT", encode::platforms(map));
    }
    let mut directory = Rows::default();
    // Mission, environment, games, name: the same as in the level itself.
    directory.u16(0).u16(0).u32(GAMES).text(name, 66);
    SampleLevel { name, chunks, directory: directory.0 }
}

/// `Minf`.
fn info(name: &str) -> Vec<u8> {
    let mut out = Rows::default();
    // Environment, physics model, landscape, mission, environment flags, unused.
    out.i16(0).i16(1).i16(0).u16(0).u16(0).zeros(8).text(name, 66).u32(GAMES);
    out.0
}
