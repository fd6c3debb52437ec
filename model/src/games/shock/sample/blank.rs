//! A level with nothing in it: solid everywhere, all lists of free rows ascending (`systemshock.md` 3.1, 9.4).

use crate::document::{Document, Level, LevelBuilder, LevelId, LevelSource, OpenReport};
use crate::games::shock::SHOCK;
use crate::games::shock::records::variable;
use crate::games::shock::resources::{self, LEVEL_RESOURCES, LevelResource, Rows, SIDE};
use crate::games::shock::tables;
use std::sync::Arc;

/// What a blank level is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blank {
    /// Its number in the game.
    pub number: u16,
    /// Whether it is cyberspace.
    pub cyberspace: bool,
    /// A tile height unit is one tile halved so many times.
    pub height_shift: i32,
}

/// Map, object and save versions that tools write (1.5, 3.1).
const MAP_VERSION: i32 = 11;
const OBJECT_VERSION: i32 = 27;
const SAVE_VERSION: i32 = 13;
/// Where the next free row stands in a row of objects, cross references and class tables (4.1-4.3).
const OBJECT_NEXT: usize = 7;
const REFERENCE_NEXT: usize = 6;
const CLASS_NEXT: usize = 2;

/// A blank level.
pub fn blank(id: LevelId, what: Blank) -> Level {
    let mut build = LevelBuilder::new(id);
    build.fact("number", i64::from(what.number));
    build.fact("map_version", i64::from(MAP_VERSION));
    build.fact("cyberspace", i64::from(what.cyberspace));
    for resource in &LEVEL_RESOURCES {
        let stride = resource.spec.record.map_or(1, |schema| schema.size) as usize;
        let bytes = bytes_of(resource, stride, what);
        build.packed(resource.spec, &tag(what.number, resource), 0, stride, &bytes);
    }
    let numbers = |count: u16| (0..count).flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    build.packed(&tables::BOOLEANS, b"", 0, 2, &numbers(variable::BOOLEANS));
    build.packed(&tables::INTEGERS, b"", 0, 2, &numbers(variable::INTEGERS));
    tables::LENT.iter().for_each(|spec| {
        build.bytes(spec, b"", &[]);
    });
    build.finish()
}

fn tag(level: u16, resource: &LevelResource) -> Vec<u8> {
    resources::tag(resources::id_of(level, resource.number))
}

fn bytes_of(resource: &LevelResource, stride: usize, what: Blank) -> Vec<u8> {
    /// Moving floors of the CD release (3.1).
    const SEMAPHORES: usize = 16;
    let rows = match resource.rows {
        Rows::Exactly(rows) => rows as usize,
        // Of the schedule the spare row.
        Rows::UpTo(_) => 1,
        Rows::Any => SEMAPHORES,
    };
    let mut bytes = vec![0; rows * stride];
    let mut put = |at: usize, new: &[u8]| {
        if let Some(place) = bytes.get_mut(at..at + new.len()) {
            place.copy_from_slice(new);
        }
    };
    match resource.number {
        2 => put(0, &MAP_VERSION.to_le_bytes()),
        3 => put(0, &OBJECT_VERSION.to_le_bytes()),
        4 => put(0, &info(what)),
        // Nothing is known of "sub clip" but that it is FF (3.4).
        5 => (0..rows).for_each(|row| put(row * stride + 12, &[0xFF])),
        7 => (0..rows).for_each(|row| put(row * stride, &u16::try_from(row).unwrap_or(0).to_le_bytes())),
        8 => free(rows, stride, OBJECT_NEXT, &mut put),
        9 => free(rows, stride, REFERENCE_NEXT, &mut put),
        10..=24 => free(rows, stride, CLASS_NEXT, &mut put),
        40 => put(0, &SAVE_VERSION.to_le_bytes()),
        45 => put(0, &u16::try_from(stride).unwrap_or(0).to_le_bytes()),
        _ => {}
    }
    bytes
}

/// Level information (3.3).
fn info(what: Blank) -> Vec<u8> {
    /// 64 as a power of two, and the schedule's capacity and event size.
    const SHIFT: i32 = 6;
    const EVENTS: i32 = 64;
    const EVENT: i32 = 8;
    let side = SIDE as i32;
    let mut out: Vec<u8> = [side, side, SHIFT, SHIFT, what.height_shift, 0].map(i32::to_le_bytes).concat();
    out.push(u8::from(what.cyberspace));
    out.extend([0, 0, 0, EVENTS, 0, EVENT].map(i32::to_le_bytes).concat());
    out
}

/// A list of free rows from the first to the last.
fn free(rows: usize, stride: usize, at: usize, put: &mut dyn FnMut(usize, &[u8])) {
    for row in 0..rows {
        let next = if row + 1 < rows { row + 1 } else { 0 };
        put(row * stride + at, &u16::try_from(next).unwrap_or(0).to_le_bytes());
    }
}

#[derive(Debug)]
struct BlankLevels(Vec<Blank>);

impl LevelSource for BlankLevels {
    fn len(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(0)
    }
    fn name(&self, level: LevelId) -> String {
        format!("level {}", level.0)
    }
    fn game_index(&self, level: LevelId) -> i64 {
        self.0.get(level.0 as usize).map_or(-1, |what| i64::from(what.number))
    }
    fn decode(&self, id: LevelId) -> Level {
        match self.0.get(id.0 as usize) {
            Some(what) => blank(id, *what),
            None => LevelBuilder::new(id).finish(),
        }
    }
}

/// A document of blank levels, all of them decoded.
pub fn document(levels: Vec<Blank>) -> Document {
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let mut document = Document::new(&SHOCK, Arc::new(BlankLevels(levels)), file, OpenReport::default());
    document.decode_all();
    document
}
