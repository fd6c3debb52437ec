//! The linked lists of a level, changed in the engine's order (`systemshock.md` 4.5), so that the numbers of later
//! objects are those that the game would give.

use super::super::objects::{MOST_REFERENCES, table_of};
use super::super::records::V12;
use super::super::records::class::PREFIX;
use super::super::resources::{CLASS_ROWS, OBJECT_ROWS, REFERENCE_ROWS, SIDE};
use super::super::tables::{CLASS_TABLES, DEFAULT_TABLES, OBJECTS, REFERENCES, TILES};
use crate::document::{Level, LevelId, NodeId, Table, TableSpec};
use crate::edit::Draft;
use crate::record::{ByteSplice, Refusal};

/// Offsets in an object's row of version 11 (4.1).
pub(super) mod object {
    pub(in super::super) const ACTIVE: usize = 0;
    pub(in super::super) const CLASS: usize = 1;
    pub(in super::super) const CLASS_INDEX: usize = 3;
    pub(in super::super) const REFERENCE: usize = 5;
    pub(in super::super) const NEXT: usize = 7;
    pub(in super::super) const PREVIOUS: usize = 9;
    pub(in super::super) const X: usize = 11;
    pub(in super::super) const Y: usize = 13;
    pub(in super::super) const Z: usize = 15;
    pub(in super::super) const HEADING: usize = 17;
    pub(in super::super) const PHYSICS: usize = 19;
    pub(in super::super) const TYPE: usize = 20;
    pub(in super::super) const FLAGS: usize = 26;
    pub(in super::super) const END: usize = 27;
}
/// Offsets in a cross reference (4.2).
mod reference {
    pub(super) const X: usize = 0;
    pub(super) const Y: usize = 2;
    pub(super) const OBJECT: usize = 4;
    pub(super) const NEXT: usize = 6;
    pub(super) const RING: usize = 8;
}
/// Offsets in the beginning of a class row (4.3).
mod class {
    pub(super) const OBJECT: usize = 0;
    pub(super) const NEXT: usize = 2;
    pub(super) const PREVIOUS: usize = 4;
}
/// Offset of the first cross reference in a tile (3.4).
const TILE_REFERENCE: usize = 4;
/// An object that is nowhere has this column.
pub const NOWHERE: u16 = 0xFFFF;
/// No tile.
const NO_TILE: u16 = 0xFFFF;
/// No physics.
const NO_PHYSICS: u8 = 0xFF;

/// What sort of object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// Class, 0 to 14.
    pub class: u8,
    /// Subclass.
    pub subclass: u8,
    /// Type in the subclass.
    pub kind: u8,
}

/// The lists of a level in a draft.
#[derive(Debug)]
pub struct Lists<'d> {
    draft: &'d mut Draft,
    level: LevelId,
    /// Whether objects have the layout of version 12.
    wide: bool,
}

impl<'d> Lists<'d> {
    /// The lists of a level.
    ///
    /// # Errors
    /// If the level has no objects.
    pub fn new(draft: &'d mut Draft, level: LevelId) -> Result<Lists<'d>, Refusal> {
        let wide = find(draft.level(level)?, &OBJECTS)?.layout == V12;
        Ok(Lists { draft, level, wide })
    }

    /// The level as it stands.
    pub(super) fn level(&self) -> Result<&Level, Refusal> {
        self.draft.level(self.level)
    }

    fn table(&self, spec: &'static TableSpec) -> Result<&Table, Refusal> {
        find(self.draft.level(self.level)?, spec)
    }

    /// Where a field of version 11 lies.
    fn at(&self, spec: &'static TableSpec, at: usize) -> usize {
        // Version 12 has a byte of padding behind the subclass (3.2).
        if self.wide && std::ptr::eq(spec, &OBJECTS) && at >= object::CLASS_INDEX { at + 1 } else { at }
    }

    /// Bytes of a row.
    pub(super) fn bytes(&self, spec: &'static TableSpec, row: u16, at: usize, len: usize) -> Result<&[u8], Refusal> {
        let at = self.at(spec, at);
        let head = self.table(spec)?.row_head(usize::from(row));
        let missing = || Refusal::Missing(format!("{}/{row}", spec.key));
        head.and_then(|head| head.get(at..at + len)).ok_or_else(missing)
    }

    /// All bytes of a row.
    pub(super) fn row(&self, spec: &'static TableSpec, row: u16) -> Result<&[u8], Refusal> {
        let head = self.table(spec)?.row_head(usize::from(row));
        head.ok_or_else(|| Refusal::Missing(format!("{}/{row}", spec.key)))
    }

    pub(super) fn get(&self, spec: &'static TableSpec, row: u16, at: usize) -> Result<u16, Refusal> {
        let bytes = self.bytes(spec, row, at, 2)?;
        Ok(bytes.first_chunk().map_or(0, |two| u16::from_le_bytes(*two)))
    }

    pub(super) fn byte(&self, spec: &'static TableSpec, row: u16, at: usize) -> Result<u8, Refusal> {
        Ok(self.bytes(spec, row, at, 1)?.first().copied().unwrap_or_default())
    }

    /// The node of a row.
    ///
    /// # Errors
    /// If there is no such row.
    pub fn node(&self, spec: &'static TableSpec, row: u16) -> Result<NodeId, Refusal> {
        let number = self.table(spec)?.row_number(usize::from(row));
        let number = number.ok_or_else(|| Refusal::Missing(format!("{}/{row}", spec.key)))?;
        Ok(NodeId { level: self.level, number })
    }

    /// Writes bytes into a row.
    pub(super) fn write(&mut self, spec: &'static TableSpec, row: u16, at: usize, new: &[u8]) -> Result<(), Refusal> {
        let (node, at) = (self.node(spec, row)?, self.at(spec, at));
        self.draft.splice(node, false, ByteSplice { at, old_len: new.len(), new: new.to_vec() })
    }

    pub(super) fn put(&mut self, spec: &'static TableSpec, row: u16, at: usize, value: u16) -> Result<(), Refusal> {
        self.write(spec, row, at, &value.to_le_bytes())
    }

    /// Makes an object that is nowhere yet: the head of the list of free ones becomes the head of the used ones, in the
    /// object table and then in that of its class.
    ///
    /// # Errors
    /// If one of the two tables is full, or its lists are broken.
    pub fn create(&mut self, sort: Sort, hit_points: i16) -> Result<u16, Refusal> {
        let Sort { class: number, subclass, kind } = sort;
        let (table, rows) = class_table(number)?;
        sound(self.draft.level(self.level)?, Some(number))?;
        let row = self.get(&OBJECTS, 0, object::NEXT)?;
        if row == 0 {
            return Err(full(OBJECTS.label, OBJECT_ROWS));
        }
        let entry = self.get(table, 0, class::NEXT)?;
        if entry == 0 {
            return Err(full(table.label, rows));
        }
        let head = (object::REFERENCE, object::NEXT, object::NEXT, object::PREVIOUS);
        self.take(&OBJECTS, row, head)?;
        self.take(table, entry, (class::OBJECT, class::NEXT, class::NEXT, class::PREVIOUS))?;

        self.put(table, entry, class::OBJECT, row)?;
        let default = DEFAULT_TABLES.get(usize::from(number)).copied();
        let default = default.and_then(|spec| table_of(self.draft.level(self.level).ok()?, spec)?.row_head(0));
        if let Some(rest) = default.and_then(|row| row.get(PREFIX..)).map(<[u8]>::to_vec) {
            self.write(table, entry, PREFIX, &rest)?;
        }
        self.fresh(sort, entry)?;
        let [hp0, hp1] = hit_points.to_le_bytes();
        let [entry0, entry1] = entry.to_le_bytes();
        self.write(&OBJECTS, row, object::ACTIVE, &[1, number, subclass])?;
        self.write(&OBJECTS, row, object::CLASS_INDEX, &[entry0, entry1, 0, 0])?;
        self.put(&OBJECTS, row, object::X, NOWHERE)?;
        self.write(&OBJECTS, row, object::Y, &[0; 3])?;
        self.write(&OBJECTS, row, object::HEADING, &[0])?;
        self.write(&OBJECTS, row, object::PHYSICS, &[NO_PHYSICS, kind, hp0, hp1, 0, 0, 0])?;
        // Corpses have loot that is not yet rolled (4.5).
        if (number, subclass) == (8, 2) && kind < 8 {
            self.write(&OBJECTS, row, object::FLAGS, &[0x80])?;
        }
        let node = self.node(&OBJECTS, row)?;
        self.draft.new_generation(node)?;
        Ok(row)
    }

    /// What the engine gives some classes beyond their defaults (4.5, step 3).
    fn fresh(&mut self, sort: Sort, entry: u16) -> Result<(), Refusal> {
        /// Charge of beam guns, and "no path" of critters (5.1, 5.12).
        const CHARGE: u8 = 30;
        const NO_PATH: u8 = 0xFF;
        const PATH: usize = 0x24;
        let (table, _) = class_table(sort.class)?;
        match (sort.class, sort.subclass) {
            (0, 4 | 5) => self.write(table, entry, PREFIX, &[CHARGE]),
            (14, _) => self.write(table, entry, PATH, &[NO_PATH]),
            _ => Ok(()),
        }
    }

    /// Takes a row out of the list of free ones and puts it at the head of the used ones. Offsets: first used, first
    /// free, next, previous.
    fn take(
        &mut self,
        spec: &'static TableSpec,
        row: u16,
        (used, free, next, previous): (usize, usize, usize, usize),
    ) -> Result<(), Refusal> {
        let rest = self.get(spec, row, next)?;
        self.put(spec, 0, free, rest)?;
        let old = self.get(spec, 0, used)?;
        self.put(spec, row, next, old)?;
        self.put(spec, row, previous, 0)?;
        // With an empty list that is row 0, which so gets to know the last one.
        self.put(spec, old, previous, row)?;
        self.put(spec, 0, used, row)
    }

    /// Takes a row out of the list of used ones and puts it at the head of the free ones.
    fn give(
        &mut self,
        spec: &'static TableSpec,
        row: u16,
        (used, free, next, previous): (usize, usize, usize, usize),
    ) -> Result<(), Refusal> {
        let (after, before) = (self.get(spec, row, next)?, self.get(spec, row, previous)?);
        if before == 0 {
            self.put(spec, 0, used, after)?;
        } else {
            self.put(spec, before, next, after)?;
        }
        self.put(spec, after, previous, before)?;
        let head = self.get(spec, 0, free)?;
        self.put(spec, row, next, head)?;
        self.put(spec, 0, free, row)
    }

    /// Deletes an object: its references along their ring, its row, the row of its class.
    ///
    /// # Errors
    /// If it is none, or the lists are broken.
    pub fn delete(&mut self, row: u16) -> Result<(), Refusal> {
        self.check_used(row)?;
        let number = self.byte(&OBJECTS, row, object::CLASS)?;
        let (table, _) = class_table(number)?;
        sound(self.draft.level(self.level)?, Some(number))?;
        for reference in self.ring(row)? {
            self.delete_reference(row, reference)?;
        }
        let entry = self.get(&OBJECTS, row, object::CLASS_INDEX)?;
        if entry == 0 || self.get(table, entry, class::OBJECT)? != row {
            return Err(broken(format!("objects/{row} does not own {}/{entry}", table.key)));
        }
        self.write(&OBJECTS, row, object::ACTIVE, &[0])?;
        self.give(&OBJECTS, row, (object::REFERENCE, object::NEXT, object::NEXT, object::PREVIOUS))?;
        self.give(table, entry, (class::OBJECT, class::NEXT, class::NEXT, class::PREVIOUS))
    }

    /// Refuses rows that are no object.
    fn check_used(&self, row: u16) -> Result<(), Refusal> {
        if row == 0 || self.byte(&OBJECTS, row, object::ACTIVE)? == 0 {
            return Err(Refusal::rule(format!("objects/{row} is no object but a free row")));
        }
        Ok(())
    }

    /// The references of an object, from the first along the ring.
    ///
    /// # Errors
    /// If the ring does not close within the 12 tiles that the engine allows.
    pub fn ring(&self, row: u16) -> Result<Vec<u16>, Refusal> {
        let first = self.get(&OBJECTS, row, object::REFERENCE)?;
        let mut out = Vec::new();
        let mut at = first;
        while at != 0 {
            if out.len() == MOST_REFERENCES || self.get(&REFERENCES, at, reference::OBJECT)? != row {
                return Err(broken(format!("the cross references of objects/{row} form no ring")));
            }
            out.push(at);
            at = self.get(&REFERENCES, at, reference::RING)?;
            if at == first {
                break;
            }
        }
        Ok(out)
    }

    /// The tiles that an object touches, from the first reference along the ring.
    ///
    /// # Errors
    /// As [`Lists::ring`].
    pub fn tiles(&self, row: u16) -> Result<Vec<(i16, i16)>, Refusal> {
        let tile = |at: u16| -> Result<(i16, i16), Refusal> {
            let [x, y] = [reference::X, reference::Y].map(|part| self.get(&REFERENCES, at, part));
            Ok((x? as i16, y? as i16))
        };
        self.ring(row)?.into_iter().map(tile).collect()
    }

    /// Makes an object touch these tiles, its own first: references to other tiles go, those that stay are kept, missing
    /// ones are made in the order of the list.
    ///
    /// # Errors
    /// If there are more than 12, one lies outside the map, or no reference is free.
    pub fn spread(&mut self, row: u16, tiles: &[(u8, u8)]) -> Result<(), Refusal> {
        self.check_used(row)?;
        let side = SIDE as u8;
        if let Some((x, y)) = tiles.iter().find(|(x, y)| *x >= side || *y >= side) {
            return Err(Refusal::rule(format!("the tile {x}, {y} lies outside the map of {side} by {side} tiles")));
        }
        if tiles.len() > MOST_REFERENCES {
            let most = MOST_REFERENCES as u64;
            return Err(Refusal::Limit { what: "an object".to_owned(), limit: most, unit: "tiles".to_owned() });
        }
        // One that was nowhere first gets its own tile (4.5).
        let home = tiles.first().copied();
        if let (true, Some(home)) = (self.ring(row)?.is_empty(), home) {
            self.make_reference(row, home)?;
        }
        let wanted = |tile: &(i16, i16)| tiles.iter().any(|(x, y)| (i16::from(*x), i16::from(*y)) == *tile);
        let old: Vec<(u16, (i16, i16))> = self.ring(row)?.into_iter().zip(self.tiles(row)?).collect();
        for (reference, _) in old.iter().filter(|(_, tile)| !wanted(tile)) {
            self.delete_reference(row, *reference)?;
        }
        for tile in tiles {
            let (x, y) = (i16::from(tile.0), i16::from(tile.1));
            if !self.tiles(row)?.contains(&(x, y)) {
                self.make_reference(row, *tile)?;
            }
        }
        Ok(())
    }

    fn make_reference(&mut self, row: u16, (x, y): (u8, u8)) -> Result<(), Refusal> {
        let new = self.get(&REFERENCES, 0, reference::NEXT)?;
        if new == 0 {
            return Err(full(REFERENCES.label, REFERENCE_ROWS));
        }
        let rest = self.get(&REFERENCES, new, reference::NEXT)?;
        self.put(&REFERENCES, 0, reference::NEXT, rest)?;
        let tile = tile_row(x, y);
        let below = self.get(&TILES, tile, TILE_REFERENCE)?;
        self.put(&REFERENCES, new, reference::X, u16::from(x))?;
        self.put(&REFERENCES, new, reference::Y, u16::from(y))?;
        self.put(&REFERENCES, new, reference::OBJECT, row)?;
        self.put(&REFERENCES, new, reference::NEXT, below)?;
        self.put(&TILES, tile, TILE_REFERENCE, new)?;
        let first = self.get(&OBJECTS, row, object::REFERENCE)?;
        if first == 0 {
            self.put(&OBJECTS, row, object::REFERENCE, new)?;
            return self.put(&REFERENCES, new, reference::RING, new);
        }
        let second = self.get(&REFERENCES, first, reference::RING)?;
        self.put(&REFERENCES, new, reference::RING, second)?;
        self.put(&REFERENCES, first, reference::RING, new)
    }

    fn delete_reference(&mut self, row: u16, gone: u16) -> Result<(), Refusal> {
        let [x, y] = [reference::X, reference::Y].map(|part| self.get(&REFERENCES, gone, part));
        let place = (u8::try_from(x?), u8::try_from(y?));
        let after = self.get(&REFERENCES, gone, reference::NEXT)?;
        // HackEd leaves new objects with a reference that hangs in no tile (4.1).
        if let (Ok(x), Ok(y)) = place
            && u32::from(x.max(y)) < SIDE
        {
            self.unhang(tile_row(x, y), gone, after)?;
        }
        self.put(&REFERENCES, gone, reference::X, NO_TILE)?;
        self.put(&REFERENCES, gone, reference::Y, NO_TILE)?;
        let ring = self.ring(row)?;
        let place = ring.iter().position(|at| *at == gone);
        let before = place.and_then(|at| ring.get((at + ring.len() - 1).checked_rem(ring.len())?)).copied();
        match before.filter(|before| *before != gone) {
            None => self.put(&OBJECTS, row, object::REFERENCE, 0)?,
            Some(before) => {
                let next = self.get(&REFERENCES, gone, reference::RING)?;
                self.put(&REFERENCES, before, reference::RING, next)?;
                self.put(&OBJECTS, row, object::REFERENCE, before)?;
                self.put(&REFERENCES, gone, reference::OBJECT, 0)?;
            }
        }
        let head = self.get(&REFERENCES, 0, reference::NEXT)?;
        self.put(&REFERENCES, gone, reference::NEXT, head)?;
        self.put(&REFERENCES, 0, reference::NEXT, gone)
    }

    /// Takes a reference out of a tile's list.
    fn unhang(&mut self, tile: u16, gone: u16, after: u16) -> Result<(), Refusal> {
        let mut at = self.get(&TILES, tile, TILE_REFERENCE)?;
        if at == gone {
            return self.put(&TILES, tile, TILE_REFERENCE, after);
        }
        for _ in 0..REFERENCE_ROWS {
            if at == 0 {
                break;
            }
            let next = self.get(&REFERENCES, at, reference::NEXT)?;
            if next == gone {
                return self.put(&REFERENCES, at, reference::NEXT, after);
            }
            at = next;
        }
        Err(broken(format!("references/{gone} is not in the list of its tile")))
    }

    /// Takes an object out of the world: it keeps its row, and no tile knows of it.
    ///
    /// # Errors
    /// If it is none, or the lists are broken.
    pub fn unplace(&mut self, row: u16) -> Result<(), Refusal> {
        self.check_used(row)?;
        for reference in self.ring(row)? {
            self.delete_reference(row, reference)?;
        }
        self.put(&OBJECTS, row, object::X, NOWHERE)?;
        self.write(&OBJECTS, row, object::Y, &[0; 3])
    }

    /// Clears what the engine clears in free rows when it saves: all but the lists' own numbers (4.4 O7, C7).
    ///
    /// # Errors
    /// If the level lacks a table.
    pub fn zero_unused(&mut self) -> Result<(), Refusal> {
        for row in 1..self.table(&OBJECTS)?.len() as u16 {
            if self.byte(&OBJECTS, row, object::ACTIVE)? == 0 {
                self.clear(&OBJECTS, row, object::CLASS, 2)?;
                self.clear(&OBJECTS, row, object::CLASS_INDEX, 2)?;
                self.clear(&OBJECTS, row, object::X, object::END - object::X)?;
            }
        }
        for spec in CLASS_TABLES {
            let (rows, stride) = {
                let table = self.table(spec)?;
                (table.len() as u16, table.row_head(0).map_or(0, <[u8]>::len))
            };
            for row in 1..rows {
                let object = self.get(spec, row, class::OBJECT)?;
                // The engine asks the object whether the row is free: one whose number is in use again keeps its bytes.
                let used = self.byte(&OBJECTS, object, object::ACTIVE).unwrap_or(0) != 0;
                if !used {
                    self.clear(spec, row, PREFIX, stride.saturating_sub(PREFIX))?;
                }
            }
        }
        Ok(())
    }

    fn clear(&mut self, spec: &'static TableSpec, row: u16, at: usize, len: usize) -> Result<(), Refusal> {
        let have = self.bytes(spec, row, at, len)?;
        if have.iter().all(|b| *b == 0) { Ok(()) } else { self.write(spec, row, at, &vec![0; len]) }
    }
}

fn find<'a>(level: &'a Level, spec: &'static TableSpec) -> Result<&'a Table, Refusal> {
    table_of(level, spec).ok_or_else(|| Refusal::Missing(format!("table {}", spec.key)))
}

/// The table of a class and how many rows it has.
pub(super) fn class_table(class: u8) -> Result<(&'static TableSpec, u32), Refusal> {
    let at = usize::from(class);
    let found = CLASS_TABLES.get(at).copied().zip(CLASS_ROWS.get(at).copied());
    found.ok_or_else(|| Refusal::rule(format!("class {class} does not exist: there are 0 to 14")))
}

fn full(what: &str, rows: u32) -> Refusal {
    Refusal::Limit { what: what.to_owned(), limit: u64::from(rows - 1), unit: "of them in a level".to_owned() }
}

fn broken(what: String) -> Refusal {
    Refusal::rule(format!("{what}: repair the lists first, with the fixes of the problems"))
}

/// The row of a tile.
pub(super) fn tile_row(x: u8, y: u8) -> u16 {
    u16::from(y) * SIDE as u16 + u16::from(x)
}

/// Refuses to go on where a list does not end, leaves its table, or holds a row that belongs to the other list.
pub(super) fn sound(level: &Level, class_number: Option<u8>) -> Result<(), Refusal> {
    let objects = find(level, &OBJECTS)?;
    let wide = usize::from(objects.layout == V12);
    let rows: Vec<[u16; 2]> =
        objects.heads().map(|row| pair(row, [object::REFERENCE + wide, object::NEXT + wide])).collect();
    chains(&OBJECTS, &rows)?;
    if let Some(class_number) = class_number {
        let (spec, _) = class_table(class_number)?;
        let rows: Vec<[u16; 2]> =
            find(level, spec)?.heads().map(|row| pair(row, [class::OBJECT, class::NEXT])).collect();
        chains(spec, &rows)?;
    }
    let rows: Vec<[u16; 2]> =
        find(level, &REFERENCES)?.heads().map(|row| pair(row, [reference::NEXT, reference::NEXT])).collect();
    let mut seen = vec![false; rows.len()];
    walk(&REFERENCES, &rows, rows.first().map_or(0, |row| row[1]), &mut seen)
}

fn pair(row: &[u8], at: [usize; 2]) -> [u16; 2] {
    at.map(|at| row.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |two| u16::from_le_bytes(*two)))
}

/// Both lists of a table: (first used, next) of each row.
fn chains(spec: &'static TableSpec, rows: &[[u16; 2]]) -> Result<(), Refusal> {
    let mut seen = vec![false; rows.len()];
    let [used, free] = rows.first().copied().unwrap_or_default();
    walk(spec, rows, used, &mut seen)?;
    walk(spec, rows, free, &mut seen)
}

fn walk(spec: &'static TableSpec, rows: &[[u16; 2]], first: u16, seen: &mut [bool]) -> Result<(), Refusal> {
    let mut at = first;
    while at != 0 {
        match (seen.get_mut(usize::from(at)), rows.get(usize::from(at))) {
            (Some(seen), Some([_, next])) if !*seen => {
                *seen = true;
                at = *next;
            }
            (Some(_), _) => return Err(broken(format!("a list of {} comes to row {at} twice", spec.key))),
            (None, _) => return Err(broken(format!("a list of {} leads to row {at}, behind its end", spec.key))),
        }
    }
    Ok(())
}
