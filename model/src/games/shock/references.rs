//! The cross references of a level, read as the rings and lists that they form (`systemshock.md` 4.2).

use super::objects::{MOST_REFERENCES, table_of};
use super::problems::Walk;
use super::records::{Object, ReferenceRow, Tile};
use super::tables::{OBJECTS, REFERENCES, TILES};
use crate::document::Level;

/// The cross references of a level.
pub(crate) struct References<'a> {
    pub(crate) rows: Vec<ReferenceRow<'a>>,
    objects: Vec<Object<'a>>,
    tiles: Vec<i16>,
}

/// The references of one object.
pub(crate) struct Ring {
    /// Its row.
    pub(crate) object: usize,
    /// The references in the order of the ring, as far as it is one.
    pub(crate) rows: Vec<usize>,
    /// Why it is none, in words.
    pub(crate) fault: Option<String>,
}

impl<'a> References<'a> {
    /// Reads them; `None` where a table is missing.
    pub(crate) fn of(level: &'a Level) -> Option<References<'a>> {
        let (references, objects) = (table_of(level, &REFERENCES)?, table_of(level, &OBJECTS)?);
        let rows: Vec<_> = references.heads().filter_map(|row| ReferenceRow::new(row, 0)).collect();
        let objects: Vec<_> = objects.heads().filter_map(|row| Object::new(row, objects.layout)).collect();
        let tiles = table_of(level, &TILES)?.heads();
        let tiles = tiles.filter_map(|row| Some(Tile::new(row, 0)?.reference())).collect();
        (!rows.is_empty()).then_some(References { rows, objects, tiles })
    }

    fn next(&self, row: usize) -> i64 {
        self.rows.get(row).map_or(0, |r| i64::from(r.next()))
    }

    /// The free ones.
    pub(crate) fn free(&self) -> Walk {
        Walk::along(self.rows.len(), self.next(0), &|row| self.next(row))
    }

    /// What hangs in each tile that is not empty, by the tile's row.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = (usize, Walk)> {
        // One list belongs to one tile: a loop that many tiles lead to is followed once for each, so it is cut short.
        let tiles = self.tiles.iter().enumerate().filter(|(_, first)| **first != 0);
        tiles.map(|(tile, first)| (tile, Walk::along(self.rows.len(), i64::from(*first), &|row| self.next(row))))
    }

    /// The ring of every object that has one.
    pub(crate) fn rings(&self) -> Vec<Ring> {
        let with = self.objects.iter().enumerate().skip(1).filter(|(_, o)| o.active() == 1 && o.reference() != 0);
        with.map(|(object, view)| self.ring(object, view.reference())).collect()
    }

    fn ring(&self, object: usize, first: i16) -> Ring {
        let mut ring = Ring { object, rows: Vec::new(), fault: None };
        let mut at = first;
        loop {
            let Some((row, view)) = usize::try_from(at).ok().and_then(|row| Some((row, self.rows.get(row)?))) else {
                ring.fault = Some(format!("lead to row {at}; there are {} rows", self.rows.len()));
                return ring;
            };
            if usize::try_from(view.object()) != Ok(object) {
                ring.fault = Some(format!("lead to row {at}, which is of object {}", view.object()));
                return ring;
            }
            if ring.rows.len() == MOST_REFERENCES {
                ring.fault = Some(format!("do not come back within {MOST_REFERENCES} steps"));
                return ring;
            }
            ring.rows.push(row);
            at = view.ring();
            if at == first {
                return ring;
            }
        }
    }
}
