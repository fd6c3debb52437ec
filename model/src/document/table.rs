//! A table of a level: rows of one record type, or bytes that are kept as they are.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::NodeId;
use super::node::NodeList;
use super::packed::Packed;
use crate::record::{Access, Schema};

/// What a game says about one of its tables.
#[derive(Debug)]
pub struct TableSpec {
    /// Identifier used in addresses: `objects`.
    pub key: &'static str,
    /// Name shown to people.
    pub label: &'static str,
    /// The record type of its rows. `None` for bulk bytes.
    pub record: Option<&'static Schema>,
    /// How its records are stored.
    pub access: &'static Access,
    /// Whether its bytes are derived in bulk from other tables and never in the history.
    pub bulk: bool,
    /// Key of the table in whose place a level may have this one; empty for none. Links to rows of that
    /// table then lead here.
    pub stands_for: &'static str,
    /// The record types that single rows may have instead: forms that other tools write, rows that could not be read.
    pub others: &'static [&'static Schema],
    /// Whether its rows are given by the file: none can come, go or move, because there is no place to write it.
    pub fixed_rows: bool,
    /// What its rows are called that lie in another file, in levels that have none of their own: a number that names one
    /// of them is not missing then. Empty where its rows lie in the level alone.
    pub elsewhere: &'static str,
    /// Whether it comes from elsewhere and is never written: comparing two files leaves it out.
    pub lent: bool,
    /// Finds the record that lies beside one of its rows as a part of the same object, so that conditions like
    /// `common.class` hold for a row seen alone; `None` where rows have nothing beside them.
    pub sibling: Option<Sibling>,
    /// Brings what the file says about its rows in step after one came, went or moved by itself, or refuses that; `None`
    /// where the file says nothing. Plans see to it on their own.
    pub follow: Option<Follow>,
}

/// Follows rows of a table (the node) that came (1), went (-1) or moved (0).
pub type Follow = fn(&mut crate::edit::Draft, NodeId, i64) -> Result<(), crate::record::Refusal>;

/// Finds the part of a name of the object that a record belongs to; of no name, its main part. A record that belongs to
/// nothing, such as a row in a list of free ones, has neither.
pub type Sibling = for<'a> fn(&super::view::Record<'a>, &str) -> Option<super::view::Record<'a>>;

impl TableSpec {
    /// A table of records stored directly.
    pub const fn new(key: &'static str, label: &'static str, record: &'static Schema) -> TableSpec {
        TableSpec {
            key,
            label,
            record: Some(record),
            access: &crate::record::DIRECT,
            bulk: false,
            stands_for: "",
            others: &[],
            fixed_rows: false,
            elsewhere: "",
            lent: false,
            sibling: None,
            follow: None,
        }
    }

    /// Its rows can be changed but none can come, go or move.
    pub const fn fixed_rows(mut self) -> TableSpec {
        self.fixed_rows = true;
        self
    }

    /// Where a level has none of its rows, they lie in another file and are called this.
    pub const fn elsewhere(mut self, word: &'static str) -> TableSpec {
        self.elsewhere = word;
        self
    }

    /// It comes from elsewhere, such as a game's folder, and is never written.
    pub const fn lent(mut self) -> TableSpec {
        self.lent = true;
        self
    }

    /// Its rows are parts of objects, and this finds the other parts.
    pub const fn sibling(mut self, sibling: Sibling) -> TableSpec {
        self.sibling = Some(sibling);
        self
    }

    /// What follows when a row comes, goes or moves by itself.
    pub const fn follow(mut self, follow: Follow) -> TableSpec {
        self.follow = Some(follow);
        self
    }

    /// Single rows may have one of these record types instead.
    pub const fn others(mut self, others: &'static [&'static Schema]) -> TableSpec {
        self.others = others;
        self
    }

    /// A level may have it in place of the table with this key.
    pub const fn stands_for(mut self, key: &'static str) -> TableSpec {
        self.stands_for = key;
        self
    }

    /// Bytes that are derived in bulk.
    pub const fn bulk(key: &'static str, label: &'static str) -> TableSpec {
        TableSpec {
            key,
            label,
            record: None,
            access: &crate::record::DIRECT,
            bulk: true,
            stands_for: "",
            others: &[],
            fixed_rows: false,
            elsewhere: "",
            lent: false,
            sibling: None,
            follow: None,
        }
    }

    /// Bytes that nothing interprets.
    pub const fn opaque(key: &'static str, label: &'static str) -> TableSpec {
        TableSpec {
            key,
            label,
            record: None,
            access: &crate::record::DIRECT,
            bulk: false,
            stands_for: "",
            others: &[],
            fixed_rows: false,
            elsewhere: "",
            lent: false,
            sibling: None,
            follow: None,
        }
    }
}

/// A table's rows.
#[derive(Clone, Debug)]
pub enum Rows {
    /// None: the table is its head's bytes (bulk or opaque).
    None,
    /// Rows of one size.
    Packed(Packed),
    /// Rows that are nodes of their own.
    Nodes(NodeList),
}

/// A table of a level. A level is a list of tables: keys may repeat, and an empty table that is
/// present is not the same as none.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its node number in the level.
    pub number: u32,
    /// What the game says about it.
    pub spec: &'static TableSpec,
    /// The tag it is stored under.
    pub tag: Arc<[u8]>,
    /// Which layout its rows have.
    pub layout: u16,
    /// Bytes before the rows.
    pub head: Arc<[u8]>,
    /// The rows.
    pub rows: Rows,
    /// Bytes behind the rows (a remainder too short to be a row).
    pub tail: Arc<[u8]>,
    /// Why it can be looked at but not edited; empty when it can be.
    pub opaque: Option<Arc<str>>,
    stamp: u64,
    shape: u64,
}

/// Stamps are unique over drafts and snapshots: equal stamps mean equal contents.
static NEXT_STAMP: AtomicU64 = AtomicU64::new(1);

fn fresh_stamp() -> u64 {
    NEXT_STAMP.fetch_add(1, Ordering::Relaxed)
}

impl Table {
    /// The word for its rows if they lie in another file for lack of own ones.
    pub fn lent(&self) -> Option<&'static str> {
        (!self.spec.elsewhere.is_empty() && self.is_empty()).then_some(self.spec.elsewhere)
    }

    /// A table with a number and rows.
    pub fn new(number: u32, spec: &'static TableSpec, tag: &[u8], layout: u16, rows: Rows) -> Table {
        let stamp = fresh_stamp();
        Table {
            number,
            spec,
            tag: tag.into(),
            layout,
            head: Arc::from([]),
            rows,
            tail: Arc::from([]),
            opaque: None,
            stamp,
            shape: stamp,
        }
    }

    /// The table's key.
    pub fn key(&self) -> &'static str {
        self.spec.key
    }

    /// How many rows.
    pub fn len(&self) -> usize {
        match &self.rows {
            Rows::None => 0,
            Rows::Packed(p) => p.len(),
            Rows::Nodes(n) => n.len(),
        }
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Changes with any byte of the table.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Changes with rows coming, going or moving, and with links, names and counts.
    pub fn shape(&self) -> u64 {
        self.shape
    }

    pub(crate) fn touch(&mut self, shape_too: bool) {
        self.stamp = fresh_stamp();
        if shape_too {
            self.shape = self.stamp;
        }
    }

    /// The bytes of the row at a position: head only, without children.
    pub fn row_head(&self, at: usize) -> Option<&[u8]> {
        match &self.rows {
            Rows::None => None,
            Rows::Packed(p) => p.row(at),
            Rows::Nodes(n) => n.get(at).map(|node| node.head.as_ref()),
        }
    }

    /// The node number of the row at a position.
    pub fn row_number(&self, at: usize) -> Option<u32> {
        match &self.rows {
            Rows::None => None,
            Rows::Packed(p) => p.numbers().get(at).copied(),
            Rows::Nodes(n) => n.get(at).map(|node| node.number),
        }
    }

    /// Where a row stands.
    pub fn position(&self, number: u32) -> Option<usize> {
        match &self.rows {
            Rows::None => None,
            Rows::Packed(p) => p.position(number),
            Rows::Nodes(n) => n.position(number),
        }
    }

    /// The rows' head bytes in order.
    pub fn heads(&self) -> Box<dyn Iterator<Item = &[u8]> + '_> {
        match &self.rows {
            Rows::None => Box::new(std::iter::empty()),
            Rows::Packed(p) => Box::new(p.iter().map(|(_, b)| b)),
            Rows::Nodes(n) => Box::new(n.iter().map(|node| node.head.as_ref())),
        }
    }

    /// The table's bytes as stored: head, rows, tail.
    pub fn bytes(&self) -> Vec<u8> {
        let rows = match &self.rows {
            Rows::None => 0,
            Rows::Packed(p) => p.len() * p.stride(),
            Rows::Nodes(n) => n.iter().map(|node| node.byte_len()).sum(),
        };
        let mut out = Vec::with_capacity(self.head.len() + rows + self.tail.len());
        out.extend_from_slice(&self.head);
        match &self.rows {
            Rows::None => {}
            Rows::Packed(p) => out.extend(p.bytes()),
            Rows::Nodes(n) => n.iter().for_each(|node| node.write_to(&mut out)),
        }
        out.extend_from_slice(&self.tail);
        out
    }

    /// Whether the table's bytes as stored are these, without copying them.
    pub fn is(&self, bytes: &[u8]) -> bool {
        let inner = bytes.strip_prefix(self.head.as_ref()).and_then(|b| b.strip_suffix(self.tail.as_ref()));
        match (&self.rows, inner) {
            (_, None) => false,
            (Rows::None, Some(inner)) => inner.is_empty(),
            (Rows::Packed(p), Some(inner)) => p.is(inner),
            (Rows::Nodes(n), Some(inner)) => n.is(inner),
        }
    }

    /// Whether both have rows of the same bytes, whatever their numbers.
    pub fn same_rows(&self, other: &Table) -> bool {
        let stored = |node: &super::node::Node| {
            let mut bytes = Vec::with_capacity(node.byte_len());
            node.write_to(&mut bytes);
            (node.children.len(), bytes)
        };
        match (&self.rows, &other.rows) {
            (Rows::None, Rows::None) => true,
            (Rows::Packed(a), Rows::Packed(b)) => {
                a.stride() == b.stride() && a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.1 == b.1)
            }
            (Rows::Nodes(a), Rows::Nodes(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.same(b) || stored(a) == stored(b))
            }
            _ => false,
        }
    }

    /// Whether both hold the same bytes, whatever the numbers of their rows.
    pub fn same_bytes(&self, other: &Table) -> bool {
        self.tag == other.tag
            && self.layout == other.layout
            && self.head == other.head
            && self.tail == other.tail
            && self.same_rows(other)
    }

    /// Whether both hold the same bytes in the same rows. Unchanged tables share their blocks, so
    /// this is cheap where nothing changed.
    pub fn same(&self, other: &Table) -> bool {
        if self.stamp == other.stamp {
            return true;
        }
        self.tag == other.tag
            && self.layout == other.layout
            && self.head == other.head
            && self.tail == other.tail
            && match (&self.rows, &other.rows) {
                (Rows::None, Rows::None) => true,
                (Rows::Packed(a), Rows::Packed(b)) => a.same(b),
                (Rows::Nodes(a), Rows::Nodes(b)) => a.same(b),
                _ => false,
            }
    }
}
