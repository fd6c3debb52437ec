//! A node with everything below it, as edits carry it: numbers and bytes, no field names.

use std::cell::Cell;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::node::Node;
use super::packed::Packed;
use super::table::{Rows, Table, TableSpec};
use crate::record::Schema;

/// What makes a subtree a whole table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableHead {
    /// Which table.
    pub spec: SpecKey,
    /// The tag it is stored under.
    pub tag: Vec<u8>,
    /// Its layout.
    pub layout: u16,
    /// Size of its packed rows; 0 if its rows are nodes or it has none.
    pub stride: u32,
    /// Whether its rows are nodes.
    pub nodes: bool,
    /// Numbers of packed rows; their bytes follow each other in `rows`.
    pub numbers: Vec<u32>,
    /// Bytes of packed rows.
    pub rows: Vec<u8>,
    /// Why it cannot be edited.
    pub opaque: Option<String>,
}

/// A node with everything below it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Subtree {
    /// The node's number.
    pub number: u32,
    /// Its table of fields, for records.
    pub schema: Option<SchemaKey>,
    /// What makes it a table.
    pub table: Option<Box<TableHead>>,
    /// Bytes before the children.
    pub head: Vec<u8>,
    /// Children that are nodes.
    #[serde(deserialize_with = "children")]
    pub children: Vec<Subtree>,
    /// Bytes behind the children.
    pub tail: Vec<u8>,
}

/// Nodes below nodes that an edit may carry. The deepest records known have three levels; a damaged journal must not
/// make reading it run out of stack.
pub(crate) const DEEPEST: usize = 8;

thread_local! {
    /// How deep in a subtree the reading is. Derived deserialisation passes nothing down, so it stands here.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

fn children<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Subtree>, D::Error> {
    let depth = DEPTH.get();
    if depth >= DEEPEST {
        return Err(serde::de::Error::custom(format!("records in records, more than {DEEPEST} deep")));
    }
    DEPTH.set(depth + 1);
    let read = Vec::deserialize(deserializer);
    DEPTH.set(depth);
    read
}

/// A schema, written as its key.
#[derive(Clone, Copy, Debug)]
pub struct SchemaKey(pub &'static Schema);

impl PartialEq for SchemaKey {
    fn eq(&self, other: &SchemaKey) -> bool {
        self.0.key == other.0.key
    }
}

impl Serialize for SchemaKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.key)
    }
}

impl<'de> Deserialize<'de> for SchemaKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SchemaKey, D::Error> {
        let key = String::deserialize(deserializer)?;
        crate::games::schema(&key)
            .map(SchemaKey)
            .ok_or_else(|| serde::de::Error::custom(format!("no record type is called {key}")))
    }
}

/// A table's spec, written as game and key.
#[derive(Clone, Copy, Debug)]
pub struct SpecKey(pub &'static TableSpec);

impl PartialEq for SpecKey {
    fn eq(&self, other: &SpecKey) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Serialize for SpecKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (game, key) = crate::games::spec_address(self.0)
            .ok_or_else(|| serde::ser::Error::custom(format!("table {} belongs to no registered game", self.0.key)))?;
        (game, key).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SpecKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SpecKey, D::Error> {
        let (game, key) = <(String, String)>::deserialize(deserializer)?;
        crate::games::table_spec(&game, &key)
            .map(SpecKey)
            .ok_or_else(|| serde::de::Error::custom(format!("{game} has no table {key}")))
    }
}

impl Subtree {
    /// A record without children.
    pub fn record(number: u32, schema: &'static Schema, head: Vec<u8>) -> Subtree {
        Subtree { number, schema: Some(SchemaKey(schema)), table: None, head, children: Vec::new(), tail: Vec::new() }
    }

    /// An empty table for rows of one size (`stride` > 0), for nodes (0), or for bytes alone.
    pub fn table(number: u32, spec: &'static TableSpec, tag: &[u8], layout: u16, stride: u32, nodes: bool) -> Subtree {
        Subtree {
            number,
            schema: None,
            table: Some(Box::new(TableHead {
                spec: SpecKey(spec),
                tag: tag.to_vec(),
                layout,
                stride,
                nodes,
                numbers: Vec::new(),
                rows: Vec::new(),
                opaque: None,
            })),
            head: Vec::new(),
            children: Vec::new(),
            tail: Vec::new(),
        }
    }

    /// Gives it and everything below it new numbers, from `next` on.
    pub fn renumber(&mut self, next: &mut u32) {
        let mut fresh = || {
            let number = *next;
            *next = next.saturating_add(1);
            number
        };
        self.number = fresh();
        if let Some(table) = &mut self.table {
            table.numbers.iter_mut().for_each(|number| *number = fresh());
        }
        for child in &mut self.children {
            child.renumber(next);
        }
    }

    /// A node and what lies below it.
    pub fn of_node(node: &Node) -> Subtree {
        Subtree {
            number: node.number,
            schema: Some(SchemaKey(node.schema)),
            table: None,
            head: node.head.to_vec(),
            children: node.children.iter().map(Subtree::of_node).collect(),
            tail: node.tail.to_vec(),
        }
    }

    /// A whole table.
    pub fn of_table(table: &Table) -> Subtree {
        let (stride, nodes, numbers, rows, children) = match &table.rows {
            Rows::None => (0, false, Vec::new(), Vec::new(), Vec::new()),
            Rows::Packed(p) => {
                (u32::try_from(p.stride()).unwrap_or(0), false, p.numbers().to_vec(), p.bytes(), Vec::new())
            }
            Rows::Nodes(n) => (0, true, Vec::new(), Vec::new(), n.iter().map(Subtree::of_node).collect()),
        };
        Subtree {
            number: table.number,
            schema: None,
            table: Some(Box::new(TableHead {
                spec: SpecKey(table.spec),
                tag: table.tag.to_vec(),
                layout: table.layout,
                stride,
                nodes,
                numbers,
                rows,
                opaque: table.opaque.as_deref().map(str::to_owned),
            })),
            head: table.head.to_vec(),
            children,
            tail: table.tail.to_vec(),
        }
    }

    /// The record node this describes; `None` for tables, and for what no node could hold.
    pub(crate) fn to_node(&self) -> Option<Node> {
        if self.table.is_some() {
            return None;
        }
        Some(Node {
            number: self.number,
            schema: self.schema?.0,
            head: self.head.as_slice().into(),
            children: self.children.iter().map(Subtree::to_node).collect::<Option<_>>()?,
            tail: self.tail.as_slice().into(),
        })
    }

    /// The table this describes; `None` for records, and for what no table could hold: it could not be taken back.
    pub(crate) fn to_table(&self) -> Option<Table> {
        let head = self.table.as_ref()?;
        let rows = head.numbers.len().checked_mul(head.stride as usize)?;
        let packed = head.stride > 0;
        if self.schema.is_some()
            || rows != head.rows.len()
            || (head.nodes && packed)
            || (!head.nodes && !self.children.is_empty())
            || (!packed && !head.numbers.is_empty())
        {
            return None;
        }
        let rows = if head.nodes {
            Rows::Nodes(self.children.iter().map(Subtree::to_node).collect::<Option<_>>()?)
        } else if head.stride > 0 {
            Rows::Packed(Packed::new(head.stride as usize, &head.rows, head.numbers.clone()))
        } else {
            Rows::None
        };
        let mut table = Table::new(self.number, head.spec.0, &head.tag, head.layout, rows);
        table.head = self.head.as_slice().into();
        table.tail = self.tail.as_slice().into();
        table.opaque = head.opaque.as_deref().map(Into::into);
        Some(table)
    }

    /// How many nodes lie below each other in it, itself included.
    pub(crate) fn depth(&self) -> usize {
        1 + self.children.iter().map(Subtree::depth).max().unwrap_or(0)
    }

    /// Every number in the subtree with its parent's, the root's given.
    pub(crate) fn numbers(&self, parent: u32, out: &mut Vec<(u32, u32)>) {
        out.push((self.number, parent));
        if let Some(table) = &self.table {
            out.extend(table.numbers.iter().map(|n| (*n, self.number)));
        }
        for child in &self.children {
            child.numbers(self.number, out);
        }
    }
}
