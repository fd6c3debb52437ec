//! Making the lists anew from what the rows say of themselves.

use std::collections::BTreeSet;

use super::lists::{NOWHERE, object};
use crate::document::{LevelId, NodeId, Table, TableSpec};
use crate::edit::Draft;
use crate::games::shock::labels;
use crate::games::shock::objects::{MOST_REFERENCES, table_of};
use crate::games::shock::records::{ReferenceRow, V12};
use crate::games::shock::resources::{CLASSES, SIDE};
use crate::games::shock::tables::{CLASS_TABLES, OBJECTS, REFERENCES, TILES};
use crate::record::{ByteSplice, Refusal};

/// Rows of a table as they will be.
struct Rows {
    node: Vec<u32>,
    old: Vec<Vec<u8>>,
    new: Vec<Vec<u8>>,
    /// Where version 12 has a byte more in front of what lies behind the subclass.
    shift: usize,
}

impl Rows {
    fn of(table: &Table) -> Rows {
        let old: Vec<Vec<u8>> = table.heads().map(<[u8]>::to_vec).collect();
        let node = (0..table.len()).filter_map(|at| table.row_number(at)).collect();
        let shift = usize::from(std::ptr::eq(table.spec, &OBJECTS) && table.layout == V12);
        Rows { node, new: old.clone(), old, shift }
    }

    fn at(&self, at: usize) -> usize {
        if at >= object::CLASS_INDEX { at + self.shift } else { at }
    }

    fn get(&self, row: usize, at: usize) -> u16 {
        let at = self.at(at);
        let two = self.new.get(row).and_then(|r| r.get(at..)).and_then(|rest| rest.first_chunk());
        two.map_or(0, |two| u16::from_le_bytes(*two))
    }

    fn put(&mut self, row: usize, at: usize, value: u16) {
        let at = self.at(at);
        if let Some(place) = self.new.get_mut(row).and_then(|r| r.get_mut(at..at + 2)) {
            place.copy_from_slice(&value.to_le_bytes());
        }
    }

    fn byte(&self, row: usize, at: usize) -> u8 {
        let at = self.at(at);
        self.new.get(row).and_then(|r| r.get(at)).copied().unwrap_or(0)
    }

    /// The rows of a list as far as it goes without coming to one twice.
    fn walk(&self, first: u16, next: usize) -> Vec<usize> {
        let mut seen = BTreeSet::new();
        let mut at = usize::from(first);
        while at != 0 && at < self.new.len() && seen.len() < self.new.len() {
            if !seen.insert(at) {
                break;
            }
            at = usize::from(self.get(at, next));
        }
        // In the order of the list, not of the numbers.
        let mut out = Vec::with_capacity(seen.len());
        let mut at = usize::from(first);
        while seen.remove(&at) {
            out.push(at);
            at = usize::from(self.get(at, next));
        }
        out
    }

    /// Links both lists: the used rows and all others, each in the order of its old list as far as that went, the rest
    /// behind it by number. Offsets: first used, next, previous.
    fn link(&mut self, is_used: &dyn Fn(usize) -> bool, (used, next, previous): (usize, usize, usize)) {
        let order = |rows: &Rows, first: u16, wanted: bool| {
            let mut list: Vec<usize> =
                rows.walk(first, next).into_iter().filter(|row| is_used(*row) == wanted).collect();
            let there: BTreeSet<usize> = list.iter().copied().collect();
            list.extend((1..rows.new.len()).filter(|row| is_used(*row) == wanted && !there.contains(row)));
            list
        };
        let used_rows = order(self, self.get(0, used), true);
        let free_rows = order(self, self.get(0, next), false);
        let number = |row: Option<&usize>| row.and_then(|row| u16::try_from(*row).ok()).unwrap_or(0);
        for (list, is_used) in [(&used_rows, true), (&free_rows, false)] {
            for (place, row) in list.iter().enumerate() {
                self.put(*row, next, number(list.get(place + 1)));
                if is_used {
                    self.put(*row, previous, number(place.checked_sub(1).and_then(|before| list.get(before))));
                }
            }
        }
        self.put(0, used, number(used_rows.first()));
        self.put(0, next, number(free_rows.first()));
        self.put(0, previous, number(used_rows.last()));
    }

    /// Writes what has changed.
    fn store(self, draft: &mut Draft, level: LevelId) -> Result<(), Refusal> {
        for ((number, old), new) in self.node.into_iter().zip(self.old).zip(self.new) {
            if old != new {
                let splice = ByteSplice { at: 0, old_len: new.len(), new };
                draft.splice(NodeId { level, number }, false, splice)?;
            }
        }
        Ok(())
    }
}

/// Offsets in class rows, references and tiles (4.2, 4.3, 3.4).
const ENTRY_OBJECT: usize = 0;
const ENTRY_NEXT: usize = 2;
const ENTRY_PREVIOUS: usize = 4;
const REFERENCE_NEXT: usize = 6;
const REFERENCE_RING: usize = 8;
const TILE_REFERENCE: usize = 4;

/// Makes all lists of a level anew.
///
/// # Errors
/// If the level lacks a table.
pub(crate) fn repair(draft: &mut Draft, level: LevelId) -> Result<(), Refusal> {
    let there = draft.level(level)?;
    let rows = |spec: &'static TableSpec| {
        table_of(there, spec).map(Rows::of).ok_or_else(|| Refusal::Missing(format!("table {}", spec.key)))
    };
    let (mut objects, mut references, mut tiles) = (rows(&OBJECTS)?, rows(&REFERENCES)?, rows(&TILES)?);
    let mut classes = CLASS_TABLES.into_iter().map(rows).collect::<Result<Vec<_>, _>>()?;

    // An object is a row that says so, of a sort that the game has, whose class row is nobody else's.
    let mut owned: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); CLASSES];
    let mut used = BTreeSet::new();
    for row in 1..objects.new.len() {
        let [class, subclass, kind] = [object::CLASS, object::CLASS + 1, object::TYPE].map(|at| objects.byte(row, at));
        let entry = usize::from(objects.get(row, object::CLASS_INDEX));
        let table = classes.get_mut(usize::from(class)).filter(|t| entry != 0 && entry < t.new.len());
        let known = labels::label(class, subclass, kind).is_some() && objects.byte(row, object::ACTIVE) == 1;
        let (true, Some(table), Some(owned)) = (known, table, owned.get_mut(usize::from(class))) else { continue };
        if owned.insert(entry) {
            used.insert(row);
            table.put(entry, ENTRY_OBJECT, u16::try_from(row).unwrap_or(0));
        }
    }
    for row in 1..objects.new.len() {
        if !used.contains(&row)
            && let Some(active) = objects.new.get_mut(row).and_then(|r| r.get_mut(object::ACTIVE))
        {
            *active = 0;
        }
    }
    // The first reference and the beginning of the used list share a place: take the order first.
    let tiles_of: Vec<(usize, Vec<(u8, u8)>)> =
        used.iter().map(|row| (*row, touched(&objects, &references, *row))).collect();
    objects.link(&|row| used.contains(&row), (object::REFERENCE, object::NEXT, object::PREVIOUS));
    for (table, owned) in classes.iter_mut().zip(&owned) {
        table.link(&|row| owned.contains(&row), (ENTRY_OBJECT, ENTRY_NEXT, ENTRY_PREVIOUS));
    }
    hang(&mut objects, &mut references, &mut tiles, &tiles_of)?;
    for table in [objects, references, tiles].into_iter().chain(classes) {
        table.store(draft, level)?;
    }
    Ok(())
}

/// The tiles that an object touches, its own first: those that its ring names, as far as that is one.
fn touched(objects: &Rows, references: &Rows, row: usize) -> Vec<(u8, u8)> {
    let (x, y) = (objects.get(row, object::X), objects.get(row, object::Y));
    if x == NOWHERE {
        return Vec::new();
    }
    let inside = |(x, y): (u16, u16)| {
        let tile = (u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        (u32::from(tile.0) < SIDE && u32::from(tile.1) < SIDE).then_some(tile)
    };
    let mut out: Vec<(u8, u8)> = inside((x >> 8, y >> 8)).into_iter().collect();
    let first = usize::from(objects.get(row, object::REFERENCE));
    let mut at = first;
    for _ in 0..MOST_REFERENCES {
        let view = references.new.get(at).and_then(|r| ReferenceRow::new(r, 0));
        let Some(view) = view.filter(|v| at != 0 && usize::try_from(v.object()) == Ok(row)) else { break };
        let tile = u16::try_from(view.x()).ok().zip(u16::try_from(view.y()).ok()).and_then(inside);
        if let Some(tile) = tile.filter(|t| !out.contains(t) && out.len() < MOST_REFERENCES) {
            out.push(tile);
        }
        at = usize::try_from(view.ring()).unwrap_or(0);
        if at == first {
            break;
        }
    }
    out
}

/// Gives out the cross references from the first on.
fn hang(
    objects: &mut Rows,
    references: &mut Rows,
    tiles: &mut Rows,
    tiles_of: &[(usize, Vec<(u8, u8)>)],
) -> Result<(), Refusal> {
    for tile in 0..tiles.new.len() {
        tiles.put(tile, TILE_REFERENCE, 0);
    }
    let mut next = 1usize;
    let number = |at: usize| u16::try_from(at).unwrap_or(0);
    for (row, list) in tiles_of {
        let first = next;
        let last = next + list.len();
        if last > references.new.len() {
            let limit = references.new.len().saturating_sub(1) as u64;
            let what = REFERENCES.label.to_owned();
            return Err(Refusal::Limit { what, limit, unit: "of them in a level".to_owned() });
        }
        objects.put(*row, object::REFERENCE, if list.is_empty() { 0 } else { number(first) });
        for (x, y) in list {
            let tile = usize::from(*y) * SIDE as usize + usize::from(*x);
            let ring = if next + 1 == last { first } else { next + 1 };
            let numbers = [u16::from(*x), u16::from(*y), number(*row), tiles.get(tile, TILE_REFERENCE), number(ring)];
            if let Some(row) = references.new.get_mut(next) {
                *row = numbers.map(u16::to_le_bytes).concat();
            }
            tiles.put(tile, TILE_REFERENCE, number(next));
            next += 1;
        }
    }
    references.put(0, REFERENCE_NEXT, if next < references.new.len() { number(next) } else { 0 });
    for free in next..references.new.len() {
        let rest = if free + 1 < references.new.len() { number(free + 1) } else { 0 };
        references.put(free, 0, u16::MAX);
        references.put(free, 2, u16::MAX);
        references.put(free, REFERENCE_NEXT, rest);
        references.put(free, REFERENCE_RING, 0);
    }
    Ok(())
}
