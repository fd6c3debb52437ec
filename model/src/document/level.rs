//! A level: its tables, where every node hangs, and how edits are carried out on it.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;

use super::ids::{LevelId, NodeId};
use super::node::{Node, NodeList};
use super::packed::Packed;
use super::shape::{Change, shapes};
use super::state::Notice;
use super::subtree::{DEEPEST, Subtree};
use super::table::{Rows, Table, TableSpec};
use super::view::Record;
use crate::edit::Edit;

/// A number that no node has.
const NOWHERE: u32 = u32::MAX;
/// How many numbers an inserted node may leave out. Numbers are given one after another; what was inserted and taken
/// back leaves gaps, but a number far beyond them comes from a damaged journal and would make the level allocate for
/// all the numbers between.
const MOST_SKIPPED: usize = 1 << 16;

/// Why an edit could not be carried out. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApplyError {
    /// The node does not exist.
    #[error("node {0} does not exist")]
    NoNode(u32),
    /// The level does not exist or is not decoded.
    #[error("level {0} is not there")]
    NoLevel(u32),
    /// The bytes found are not those the edit replaces.
    #[error("node {node} at byte {at}: the bytes there are not what the edit replaces")]
    OldBytes {
        /// The node.
        node: u32,
        /// Byte offset in its head or tail.
        at: u32,
    },
    /// Rows of one size cannot change their length.
    #[error("node {0} has a fixed length")]
    Length(u32),
    /// The position lies behind the end.
    #[error("position {at} lies behind the end of node {parent}")]
    Position {
        /// The parent.
        parent: u32,
        /// The position.
        at: u32,
    },
    /// The subtree does not fit under this parent, or its number is taken.
    #[error("node {number} does not fit under node {parent}")]
    Subtree {
        /// The parent.
        parent: u32,
        /// The subtree's root.
        number: u32,
    },
}

/// A decoded level.
#[derive(Clone, Debug)]
pub struct Level {
    id: LevelId,
    /// Facts that overlays and behaviours ask for by name (game version, container version …).
    facts: Arc<BTreeMap<&'static str, i64>>,
    tables: Vec<Arc<Table>>,
    /// By node number: the parent's number, or [`NOWHERE`].
    parents: Arc<Vec<u32>>,
    /// By node number: the generation of the object whose main record it is, where not 0.
    generations: Arc<BTreeMap<u32, u32>>,
    notices: Arc<Vec<Notice>>,
    /// What the game shows around the tables and nothing writes.
    surroundings: Option<Arc<dyn Any + Send + Sync>>,
}

/// Builds a level while its bytes are decoded; numbers are given in the order of the calls.
#[derive(Debug)]
pub struct LevelBuilder {
    level: Level,
    parents: Vec<u32>,
    notices: Vec<Notice>,
}

impl LevelBuilder {
    /// Starts a level.
    pub fn new(id: LevelId) -> LevelBuilder {
        LevelBuilder {
            level: Level {
                id,
                facts: Arc::default(),
                tables: Vec::new(),
                parents: Arc::default(),
                generations: Arc::default(),
                notices: Arc::default(),
                surroundings: None,
            },
            parents: vec![NOWHERE],
            notices: Vec::new(),
        }
    }

    /// States a fact about the level.
    pub fn fact(&mut self, name: &'static str, value: i64) {
        Arc::make_mut(&mut self.level.facts).insert(name, value);
    }

    /// Notes something found while decoding.
    pub fn notice(&mut self, notice: Notice) {
        self.notices.push(notice);
    }

    /// Hangs something on the level that is looked at and never edited nor written: its environment, names of classes.
    pub fn surroundings<T: Any + Send + Sync>(&mut self, surroundings: Arc<T>) {
        self.level.surroundings = Some(surroundings);
    }

    /// The next free number, given to a node under `parent`.
    pub fn number(&mut self, parent: u32) -> u32 {
        let number = u32::try_from(self.parents.len()).unwrap_or(NOWHERE);
        if self.parents.len() == self.parents.capacity() {
            // There is one for every node. Twice as many would stay, or be held beside them when they are cut to size.
            self.parents.reserve_exact((self.parents.len() / 8).max(64));
        }
        self.parents.push(parent);
        number
    }

    fn push(&mut self, table: Table) -> &mut Table {
        self.level.tables.push(Arc::new(table));
        // Just pushed, and owned by nobody else.
        let last = self.level.tables.len() - 1;
        Arc::make_mut(&mut self.level.tables[last])
    }

    /// Adds a table of rows of `stride` bytes; a remainder becomes its tail.
    pub fn packed(
        &mut self,
        spec: &'static TableSpec,
        tag: &[u8],
        layout: u16,
        stride: usize,
        bytes: &[u8],
    ) -> &mut Table {
        let number = self.number(0);
        let rows = bytes.len().checked_div(stride).unwrap_or(0);
        let numbers: Vec<u32> = (0..rows).map(|_| self.number(number)).collect();
        let mut table = Table::new(number, spec, tag, layout, Rows::Packed(Packed::new(stride, bytes, numbers)));
        table.tail = bytes.get(rows * stride..).unwrap_or_default().into();
        self.push(table)
    }

    /// The same from a piece of a buffer that others hold too, without copying its rows.
    pub fn packed_shared(
        &mut self,
        spec: &'static TableSpec,
        tag: &[u8],
        layout: u16,
        stride: usize,
        (buffer, piece): (&Arc<Vec<u8>>, Range<usize>),
    ) -> &mut Table {
        let number = self.number(0);
        let bytes = buffer.get(piece.clone()).unwrap_or_default();
        let rows = bytes.len().checked_div(stride).unwrap_or(0);
        let numbers: Vec<u32> = (0..rows).map(|_| self.number(number)).collect();
        let tail = bytes.get(rows * stride..).unwrap_or_default();
        let rows = Packed::shared(stride, buffer, piece, numbers);
        let mut table = Table::new(number, spec, tag, layout, Rows::Packed(rows));
        table.tail = tail.into();
        self.push(table)
    }

    /// Adds a table of nodes. `make` is given this builder and the table's number and must number its
    /// nodes with [`LevelBuilder::number`].
    pub fn nodes(
        &mut self,
        spec: &'static TableSpec,
        tag: &[u8],
        layout: u16,
        make: impl FnOnce(&mut LevelBuilder, u32) -> NodeList,
    ) -> &mut Table {
        let number = self.number(0);
        let nodes = make(self, number);
        self.push(Table::new(number, spec, tag, layout, Rows::Nodes(nodes)))
    }

    /// Adds a table that is bytes alone.
    pub fn bytes(&mut self, spec: &'static TableSpec, tag: &[u8], bytes: &[u8]) -> &mut Table {
        let number = self.number(0);
        let mut table = Table::new(number, spec, tag, 0, Rows::None);
        table.head = bytes.into();
        self.push(table)
    }

    /// The level.
    pub fn finish(mut self) -> Level {
        self.level.parents = Arc::new(self.parents);
        self.level.notices = Arc::new(self.notices);
        self.level
    }
}

impl Level {
    /// Its id.
    pub fn id(&self) -> LevelId {
        self.id
    }

    /// A fact by name.
    pub fn fact(&self, name: &str) -> Option<i64> {
        self.facts.get(name).copied()
    }

    /// What was found while decoding.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// The tables in their order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter().map(Arc::as_ref)
    }

    /// The first table with this key.
    pub fn table(&self, key: &str) -> Option<&Table> {
        self.tables().find(|t| t.key() == key)
    }

    /// The table that links to rows of `key` lead to: the one with this key, or, where that is missing or
    /// empty, one with rows that stands in its place.
    pub fn link_table(&self, key: &str) -> Option<&Table> {
        let own = self.table(key);
        own.filter(|t| !t.is_empty())
            .or_else(|| self.tables().find(|t| t.spec.stands_for == key && !t.is_empty()))
            .or(own)
    }

    /// What was hung on the level while it was decoded, if it is of this type.
    pub fn surroundings<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.surroundings.as_deref()?.downcast_ref()
    }

    /// The table with this node number.
    pub fn table_by_number(&self, number: u32) -> Option<&Table> {
        self.tables().find(|t| t.number == number)
    }

    /// Where a table stands among the level's tables.
    pub fn table_position(&self, number: u32) -> Option<usize> {
        self.tables().position(|t| t.number == number)
    }

    /// The number that the next new node gets.
    pub fn next_number(&self) -> u32 {
        u32::try_from(self.parents.len()).unwrap_or(NOWHERE)
    }

    /// The parent's number.
    pub fn parent(&self, number: u32) -> Option<u32> {
        self.parents.get(number as usize).copied().filter(|p| *p != NOWHERE)
    }

    /// The generation of the object whose main record this is.
    pub fn generation(&self, number: u32) -> u32 {
        self.generations.get(&number).copied().unwrap_or(0)
    }

    pub(crate) fn set_generation(&mut self, number: u32, generation: u32) {
        Arc::make_mut(&mut self.generations).insert(number, generation);
    }

    /// From the table down to the node, the numbers on the way (table first); empty if it is nowhere.
    fn path(&self, number: u32) -> SmallVec<[u32; 4]> {
        let mut path = SmallVec::new();
        let mut at = number;
        // A record hangs a few steps below its table; a longer way could only be a loop.
        while at != 0 && path.len() < 16 {
            path.push(at);
            match self.parent(at) {
                Some(parent) => at = parent,
                None => return SmallVec::new(),
            }
        }
        path.reverse();
        path
    }

    /// The record with this number; `None` for tables and for what does not exist.
    pub fn record(&self, number: u32) -> Option<Record<'_>> {
        let path = self.path(number);
        let (table, rest) = path.split_first()?;
        let table = self.table_by_number(*table)?;
        let (row, below) = rest.split_first()?;
        let position = table.position(*row)?;
        match &table.rows {
            Rows::None => None,
            Rows::Packed(p) => {
                let schema = table.spec.record?;
                below.is_empty().then_some(Record::packed(self, table, *row, position, schema, p.row(position)?))
            }
            Rows::Nodes(list) => {
                let mut node = list.get(position)?;
                let mut position = position;
                for number in below {
                    position = node.children.position(*number)?;
                    node = node.children.get(position)?;
                }
                Some(Record::node(self, table, node, position))
            }
        }
    }

    /// The record at a position of a table.
    pub fn row<'a>(&'a self, table: &'a Table, position: usize) -> Option<Record<'a>> {
        match &table.rows {
            Rows::None => None,
            Rows::Packed(p) => Some(Record::packed(
                self,
                table,
                *p.numbers().get(position)?,
                position,
                table.spec.record?,
                p.row(position)?,
            )),
            Rows::Nodes(list) => Some(Record::node(self, table, list.get(position)?, position)),
        }
    }

    /// All records of a table in order.
    pub fn rows<'a>(&'a self, table: &'a Table) -> Box<dyn Iterator<Item = Record<'a>> + 'a> {
        match &table.rows {
            Rows::None => Box::new(std::iter::empty()),
            Rows::Packed(p) => {
                let schema = table.spec.record;
                Box::new(p.iter().enumerate().filter_map(move |(at, (number, bytes))| {
                    Some(Record::packed(self, table, number, at, schema?, bytes))
                }))
            }
            Rows::Nodes(list) => Box::new(list.iter().enumerate().map(move |(at, n)| Record::node(self, table, n, at))),
        }
    }

    /// A node id in this level.
    pub fn node_id(&self, number: u32) -> NodeId {
        NodeId { level: self.id, number }
    }

    /// A node with everything below it, as an edit carries it.
    pub fn subtree(&self, number: u32) -> Option<Subtree> {
        if let Some(table) = self.table_by_number(number) {
            return Some(Subtree::of_table(table));
        }
        self.record(number).map(|r| r.subtree())
    }

    /// The parent of a node and its position there.
    pub fn place_of(&self, number: u32) -> Option<(u32, usize)> {
        let parent = self.parent(number)?;
        let position = if parent == 0 { self.table_position(number)? } else { self.record(number)?.position() };
        Some((parent, position))
    }

    /// Whether both hold the same bytes in the same tables.
    pub fn same(&self, other: &Level) -> bool {
        self.tables.len() == other.tables.len()
            && self
                .tables
                .iter()
                .zip(&other.tables)
                .all(|(a, b)| Arc::ptr_eq(a, b) || (a.number == b.number && a.same(b)))
    }

    fn table_mut(&mut self, number: u32) -> Option<&mut Table> {
        self.tables.iter_mut().find(|t| t.number == number).map(Arc::make_mut)
    }

    fn node_mut<'a>(table: &'a mut Table, path: &[u32]) -> Option<&'a mut Node> {
        let Rows::Nodes(list) = &mut table.rows else { return None };
        let (first, rest) = path.split_first()?;
        let mut node = list.get_mut(list.position(*first)?)?;
        for number in rest {
            let at = node.children.position(*number)?;
            node = node.children.get_mut(at)?;
        }
        Some(node)
    }

    /// Carries out one edit, forwards.
    ///
    /// # Errors
    /// If it does not fit; the level is then as before.
    pub(crate) fn apply(&mut self, edit: &Edit) -> Result<(), ApplyError> {
        match edit {
            Edit::Splice { node, tail, at, old, new } => self.splice(node.number, *tail, *at, old, new),
            Edit::Insert { parent, at, subtree } => self.insert(parent.number, *at, subtree),
            Edit::Remove { parent, at, subtree } => self.remove(parent.number, *at, subtree),
            Edit::Move { node, from, to } => self.shift(node.number, from.0.number, from.1, to.0.number, to.1),
        }
    }

    fn splice(&mut self, number: u32, tail: bool, at: u32, old: &[u8], new: &[u8]) -> Result<(), ApplyError> {
        let path = self.path(number);
        let (table_number, rest) = path.split_first().ok_or(ApplyError::NoNode(number))?;
        let wrong = ApplyError::OldBytes { node: number, at };
        let from = at as usize;
        let to = from.checked_add(old.len()).ok_or(wrong.clone())?;
        let shape = old.len() != new.len()
            || self.record(number).is_none_or(|r| {
                let (schema, layout, head) = (r.schema(), r.layout(), r.head());
                shapes(&Change { schema, layout, tail, from, new, head })
            });
        let table = self.table_mut(*table_number).ok_or(ApplyError::NoNode(number))?;
        if let (Rows::Packed(packed), [_]) = (&mut table.rows, rest) {
            if old.len() != new.len() || tail {
                return Err(ApplyError::Length(number));
            }
            let position = packed.position(number).ok_or(ApplyError::NoNode(number))?;
            let row = packed.row(position).ok_or(ApplyError::NoNode(number))?;
            if row.get(from..to) != Some(old) {
                return Err(wrong);
            }
            if let Some(target) = packed.row_mut(position).and_then(|r| r.get_mut(from..to)) {
                target.copy_from_slice(new);
            }
        } else if rest.is_empty() {
            let bytes = if tail { &mut table.tail } else { &mut table.head };
            *bytes = spliced(bytes, from, to, old, new).ok_or(wrong)?.into();
        } else {
            let node = Level::node_mut(table, rest).ok_or(ApplyError::NoNode(number))?;
            let bytes: &[u8] = if tail { &node.tail } else { &node.head };
            let bytes = spliced(bytes, from, to, old, new).ok_or(wrong)?;
            if tail {
                node.tail = bytes.into();
            } else {
                node.head = bytes.into();
            }
        }
        table.touch(shape);
        Ok(())
    }

    fn insert(&mut self, parent: u32, at: u32, subtree: &Subtree) -> Result<(), ApplyError> {
        let position = at as usize;
        let misfit = ApplyError::Subtree { parent, number: subtree.number };
        let mut numbers = Vec::new();
        subtree.numbers(parent, &mut numbers);
        let end = self.parents.len() + numbers.len() + MOST_SKIPPED;
        let mut seen = std::collections::BTreeSet::new();
        let mut free = |n: u32| n != 0 && (n as usize) < end && self.parent(n).is_none() && seen.insert(n);
        if !numbers.iter().all(|(n, _)| free(*n)) || self.path(parent).len() + subtree.depth() > DEEPEST {
            return Err(misfit);
        }
        if parent == 0 {
            let table = subtree.to_table().ok_or(misfit)?;
            if position > self.tables.len() {
                return Err(ApplyError::Position { parent, at });
            }
            self.tables.insert(position, Arc::new(table));
        } else {
            let path = self.path(parent);
            let (table_number, rest) = path.split_first().ok_or(ApplyError::NoNode(parent))?;
            let table = self.table_mut(*table_number).ok_or(ApplyError::NoNode(parent))?;
            let behind = ApplyError::Position { parent, at };
            match (&mut table.rows, rest) {
                (Rows::Packed(packed), []) => {
                    if position > packed.len() {
                        return Err(behind);
                    }
                    // What the row could not give back would make undoing it fail.
                    let own = subtree.schema.map(|s| s.0) == table.spec.record;
                    let plain = subtree.table.is_none() && subtree.children.is_empty() && subtree.tail.is_empty();
                    let plain = plain && own;
                    if !plain || !packed.insert(position, subtree.number, &subtree.head) {
                        return Err(misfit);
                    }
                }
                (Rows::Nodes(list), []) => {
                    let node = subtree.to_node().ok_or(misfit)?;
                    if !list.insert(position, node) {
                        return Err(behind);
                    }
                }
                (Rows::Nodes(_), rest) => {
                    let node = subtree.to_node().ok_or(misfit)?;
                    let target = Level::node_mut(table, rest).ok_or(ApplyError::NoNode(parent))?;
                    if !target.children.insert(position, node) {
                        return Err(behind);
                    }
                }
                _ => return Err(misfit),
            }
            table.touch(true);
        }
        let parents = Arc::make_mut(&mut self.parents);
        for (number, parent) in numbers {
            let slot = number as usize;
            if slot >= parents.len() {
                parents.resize(slot + 1, NOWHERE);
            }
            if let Some(p) = parents.get_mut(slot) {
                *p = parent;
            }
        }
        Ok(())
    }

    fn remove(&mut self, parent: u32, at: u32, subtree: &Subtree) -> Result<(), ApplyError> {
        let number = subtree.number;
        let position = at as usize;
        if self.place_of(number) != Some((parent, position)) {
            return Err(ApplyError::NoNode(number));
        }
        if self.subtree(number).as_ref() != Some(subtree) {
            return Err(ApplyError::OldBytes { node: number, at: 0 });
        }
        if parent == 0 {
            self.tables.remove(position);
        } else {
            let path = self.path(parent);
            let (table_number, rest) = path.split_first().ok_or(ApplyError::NoNode(parent))?;
            let table = self.table_mut(*table_number).ok_or(ApplyError::NoNode(parent))?;
            let done = match (&mut table.rows, rest) {
                (Rows::Packed(packed), []) => packed.remove(position).is_some(),
                (Rows::Nodes(list), []) => list.remove(position).is_some(),
                (Rows::Nodes(_), rest) => {
                    Level::node_mut(table, rest).is_some_and(|n| n.children.remove(position).is_some())
                }
                _ => false,
            };
            if !done {
                return Err(ApplyError::NoNode(number));
            }
            table.touch(true);
        }
        let mut numbers = Vec::new();
        subtree.numbers(parent, &mut numbers);
        let parents = Arc::make_mut(&mut self.parents);
        for (number, _) in numbers {
            if let Some(slot) = parents.get_mut(number as usize) {
                *slot = NOWHERE;
            }
        }
        Ok(())
    }

    fn shift(&mut self, number: u32, from: u32, from_at: u32, to: u32, to_at: u32) -> Result<(), ApplyError> {
        let subtree = self.subtree(number).ok_or(ApplyError::NoNode(number))?;
        // A move under itself would cut the node off.
        if self.path(to).contains(&number) {
            return Err(ApplyError::Subtree { parent: to, number });
        }
        self.remove(from, from_at, &subtree)?;
        self.insert(to, to_at, &subtree).inspect_err(|_| {
            // Nothing may be half done: it fitted there a moment ago, so it fits again.
            let back = self.insert(from, from_at, &subtree);
            debug_assert!(back.is_ok(), "a node goes back where it was");
        })
    }
}

fn spliced(bytes: &[u8], from: usize, to: usize, old: &[u8], new: &[u8]) -> Option<Vec<u8>> {
    if bytes.get(from..to)? != old {
        return None;
    }
    let mut out = Vec::with_capacity(bytes.len() - old.len() + new.len());
    out.extend_from_slice(bytes.get(..from)?);
    out.extend_from_slice(new);
    out.extend_from_slice(bytes.get(to..)?);
    Some(out)
}
