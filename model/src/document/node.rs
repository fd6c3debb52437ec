//! Records that have children or sizes of their own.

use std::sync::Arc;

use super::order::Order;
use crate::record::Schema;

/// A record: head, children, tail.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its number in the level.
    pub number: u32,
    /// Its table of fields.
    pub schema: &'static Schema,
    /// The bytes before the children.
    pub head: Arc<[u8]>,
    /// The children.
    pub children: NodeList,
    /// The bytes behind the children.
    pub tail: Arc<[u8]>,
}

impl Node {
    /// The node's bytes as stored: head, children, tail.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.head);
        for child in self.children.iter() {
            child.write_to(out);
        }
        out.extend_from_slice(&self.tail);
    }

    /// Length in bytes.
    pub fn byte_len(&self) -> usize {
        self.head.len() + self.tail.len() + self.children.iter().map(|c| c.byte_len()).sum::<usize>()
    }

    /// Whether both hold the same bytes under the same numbers.
    pub fn same(&self, other: &Node) -> bool {
        self.number == other.number
            && std::ptr::eq(self.schema, other.schema)
            && self.head == other.head
            && self.tail == other.tail
            && self.children.same(&other.children)
    }
}

/// A list of records that are nodes of their own.
#[derive(Clone, Debug, Default)]
pub struct NodeList {
    pub(crate) order: Order,
    nodes: Arc<Vec<Arc<Node>>>,
}

impl NodeList {
    /// A list of nodes in order.
    pub fn new(nodes: Vec<Node>) -> NodeList {
        // Most nodes have no children: lists of none share their memory.
        if nodes.is_empty() {
            return NodeList::none();
        }
        NodeList {
            order: Order::new(nodes.iter().map(|n| n.number).collect()),
            nodes: Arc::new(nodes.into_iter().map(Arc::new).collect()),
        }
    }

    fn none() -> NodeList {
        static NONE: std::sync::OnceLock<Arc<Vec<Arc<Node>>>> = std::sync::OnceLock::new();
        NodeList { order: Order::default(), nodes: Arc::clone(NONE.get_or_init(Arc::default)) }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node at a position.
    pub fn get(&self, at: usize) -> Option<&Node> {
        self.nodes.get(at).map(Arc::as_ref)
    }

    /// All nodes in order.
    pub fn iter(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().map(Arc::as_ref)
    }

    /// Where a node stands.
    pub fn position(&self, number: u32) -> Option<usize> {
        self.order.position(number)
    }

    pub(crate) fn get_mut(&mut self, at: usize) -> Option<&mut Node> {
        Arc::make_mut(&mut self.nodes).get_mut(at).map(Arc::make_mut)
    }

    pub(crate) fn insert(&mut self, at: usize, node: Node) -> bool {
        if at > self.len() {
            return false;
        }
        self.order.insert(at, node.number);
        Arc::make_mut(&mut self.nodes).insert(at, Arc::new(node));
        true
    }

    pub(crate) fn remove(&mut self, at: usize) -> Option<Node> {
        if at >= self.len() {
            return None;
        }
        self.order.remove(at);
        let node = Arc::make_mut(&mut self.nodes).remove(at);
        Some(Arc::unwrap_or_clone(node))
    }

    /// Whether both hold the same nodes in the same order.
    pub fn same(&self, other: &NodeList) -> bool {
        Arc::ptr_eq(&self.nodes, &other.nodes)
            || (self.len() == other.len()
                && self.nodes.iter().zip(other.nodes.iter()).all(|(a, b)| Arc::ptr_eq(a, b) || a.same(b)))
    }
}
