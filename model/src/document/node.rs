//! Records that have children or sizes of their own.

use std::sync::Arc;

use smallvec::SmallVec;

use super::bytes::{NodeBytes, TailBytes};
use super::order::Lookup;
use crate::record::Schema;

/// A record: head, children, tail.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its number in the level.
    pub number: u32,
    /// Its table of fields.
    pub schema: &'static Schema,
    /// The bytes before the children.
    pub head: NodeBytes,
    /// The children.
    pub children: NodeList,
    /// The bytes behind the children.
    pub tail: TailBytes,
}

impl Node {
    /// A node that is these bytes alone.
    pub fn leaf(number: u32, schema: &'static Schema, head: impl Into<NodeBytes>) -> Node {
        Node { number, schema, head: head.into(), children: NodeList::default(), tail: TailBytes::default() }
    }

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

    /// What of these bytes follows the node's own; `None` if they do not begin with those.
    pub(crate) fn strip_from<'a>(&self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let below = bytes.strip_prefix(&*self.head)?;
        self.children.strip_from(below)?.strip_prefix(&*self.tail)
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

/// Nodes a block holds when it is made; blocks that grow past twice this are split.
const BLOCK: usize = 64;

/// A list of records that are nodes of their own, in shared blocks that are copied one at a time when written.
#[derive(Clone, Debug, Default)]
pub struct NodeList(Option<Arc<Blocks>>);

/// Nodes lie in their block, one behind the other: a node is no allocation of its own.
#[derive(Clone, Debug)]
struct Blocks {
    /// None is empty.
    blocks: SmallVec<[Arc<Vec<Node>>; 1]>,
    lookup: Lookup,
    /// Nodes in all. A level's nodes have numbers of 32 bits.
    len: u32,
    /// Whether every block but the last has exactly [`BLOCK`] nodes, so that positions are divisions.
    even: bool,
}

impl FromIterator<Node> for NodeList {
    fn from_iter<T: IntoIterator<Item = Node>>(nodes: T) -> NodeList {
        let mut nodes = nodes.into_iter();
        let mut blocks = SmallVec::new();
        while let Some(first) = nodes.next() {
            let mut block = Vec::with_capacity((nodes.size_hint().0 + 1).min(BLOCK));
            block.push(first);
            block.extend(nodes.by_ref().take(BLOCK - 1));
            block.shrink_to_fit();
            blocks.push(Arc::new(block));
        }
        blocks.shrink_to_fit();
        NodeList::of(blocks)
    }
}

impl From<Vec<Node>> for NodeList {
    fn from(nodes: Vec<Node>) -> NodeList {
        NodeList::new(nodes)
    }
}

impl NodeList {
    /// A list of nodes in order.
    pub fn new(nodes: Vec<Node>) -> NodeList {
        nodes.into_iter().collect()
    }

    fn of(blocks: SmallVec<[Arc<Vec<Node>>; 1]>) -> NodeList {
        if blocks.is_empty() {
            return NodeList::default();
        }
        let len = blocks.iter().map(|block| block.len()).sum::<usize>();
        let lookup = Lookup::of(blocks.iter().flat_map(|block| block.iter()).map(|node| node.number));
        NodeList(Some(Arc::new(Blocks { blocks, lookup, len: u32::try_from(len).unwrap_or(u32::MAX), even: true })))
    }

    fn blocks(&self) -> &[Arc<Vec<Node>>] {
        self.0.as_ref().map_or(&[], |list| &list.blocks)
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |list| list.len as usize)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The node at a position.
    pub fn get(&self, at: usize) -> Option<&Node> {
        self.0.as_ref()?.get(at)
    }

    /// All nodes in order.
    pub fn iter(&self) -> impl Iterator<Item = &Node> {
        self.blocks().iter().flat_map(|block| block.iter())
    }

    /// Where a node stands.
    pub fn position(&self, number: u32) -> Option<usize> {
        let list = self.0.as_ref()?;
        list.lookup.position(number, || list.search(number), || self.iter().map(|node| node.number))
    }

    pub(crate) fn get_mut(&mut self, at: usize) -> Option<&mut Node> {
        let list = Arc::make_mut(self.0.as_mut()?);
        let (block, row) = list.locate(at);
        Arc::make_mut(list.blocks.get_mut(block)?).get_mut(row)
    }

    pub(crate) fn insert(&mut self, at: usize, node: Node) -> bool {
        if at > self.len() {
            return false;
        }
        let before = at.checked_sub(1).and_then(|at| self.get(at)).map(|node| node.number);
        let after = self.get(at).map(|node| node.number);
        let Some(list) = &mut self.0 else {
            *self = NodeList::new(vec![node]);
            return true;
        };
        let list = Arc::make_mut(list);
        list.lookup.inserted(at, before, node.number, after);
        list.insert(at, node);
        true
    }

    pub(crate) fn remove(&mut self, at: usize) -> Option<Node> {
        let list = Arc::make_mut(self.0.as_mut()?);
        let (block, row) = list.locate(at);
        let nodes = Arc::make_mut(list.blocks.get_mut(block)?);
        let node = (row < nodes.len()).then(|| nodes.remove(row))?;
        list.even &= block + 1 == list.blocks.len();
        list.blocks.retain(|block| !block.is_empty());
        list.len -= 1;
        let before = at.checked_sub(1).and_then(|at| list.get(at)).map(|node| node.number);
        let after = list.get(at).map(|node| node.number);
        let left = list.blocks.iter().flat_map(|block| block.iter()).map(|node| node.number);
        list.lookup.removed(at, (before, node.number, after), left);
        if list.len == 0 {
            self.0 = None;
        }
        Some(node)
    }

    fn strip_from<'a>(&self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        self.iter().try_fold(bytes, |rest, node| node.strip_from(rest))
    }

    /// Whether all nodes are these bytes, without copying them.
    pub(crate) fn is(&self, bytes: &[u8]) -> bool {
        self.strip_from(bytes).is_some_and(<[u8]>::is_empty)
    }

    /// Whether both hold the same nodes in the same order. Shared blocks are equal without a look.
    pub fn same(&self, other: &NodeList) -> bool {
        let (a, b) = match (&self.0, &other.0) {
            (Some(a), Some(b)) => (a, b),
            (a, b) => return a.is_none() && b.is_none(),
        };
        if Arc::ptr_eq(a, b) {
            return true;
        }
        let alike = |(a, b): (&Arc<Vec<Node>>, &Arc<Vec<Node>>)| {
            Arc::ptr_eq(a, b) || (a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.same(b)))
        };
        let blocks = a.blocks.len() == b.blocks.len() && a.blocks.iter().zip(&b.blocks).all(alike);
        blocks || (a.len == b.len && self.iter().zip(other.iter()).all(|(a, b)| a.same(b)))
    }
}

impl Blocks {
    fn get(&self, at: usize) -> Option<&Node> {
        let (block, row) = self.locate(at);
        self.blocks.get(block)?.get(row)
    }

    /// The block and the place in it of a position; of the end, the end of the last block or the block behind it.
    fn locate(&self, at: usize) -> (usize, usize) {
        if self.even {
            return (at / BLOCK, at % BLOCK);
        }
        let mut rest = at;
        for (number, block) in self.blocks.iter().enumerate() {
            if rest < block.len() {
                return (number, rest);
            }
            rest -= block.len();
        }
        (self.blocks.len(), rest)
    }

    /// Where a node stands while numbers ascend.
    fn search(&self, number: u32) -> Option<usize> {
        let begins_behind = |block: &Arc<Vec<Node>>| block.first().is_none_or(|first| first.number <= number);
        let block = self.blocks.partition_point(begins_behind).checked_sub(1)?;
        let row = self.blocks.get(block)?.binary_search_by_key(&number, |node| node.number).ok()?;
        let before = if self.even { block * BLOCK } else { self.blocks.iter().take(block).map(|b| b.len()).sum() };
        Some(before + row)
    }

    /// Inserts at a position that does not lie behind the end.
    fn insert(&mut self, at: usize, node: Node) {
        self.len += 1;
        let (mut block, mut row) = self.locate(at);
        if block == self.blocks.len() {
            if self.even {
                // All blocks are full: positions stay divisions.
                return self.blocks.push(Arc::new(vec![node]));
            }
            block = block.saturating_sub(1);
            row = self.blocks.last().map_or(0, |last| last.len());
        }
        let last = block + 1 == self.blocks.len();
        let Some(target) = self.blocks.get_mut(block) else { return };
        let nodes = Arc::make_mut(target);
        nodes.insert(row, node);
        self.even &= last && nodes.len() <= BLOCK;
        if nodes.len() > 2 * BLOCK {
            let rest = nodes.split_off(BLOCK);
            self.blocks.insert(block + 1, Arc::new(rest));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::test::STEP;

    fn node(number: u32) -> Node {
        Node::leaf(number, &STEP, number.to_be_bytes().as_slice())
    }

    #[test]
    fn a_node_is_small_and_one_without_children_allocates_nothing() {
        assert_eq!(size_of::<NodeList>(), 8);
        assert_eq!(size_of::<Node>(), 48);
        assert!(NodeList::new(Vec::new()).0.is_none());
    }

    #[test]
    fn inserting_and_removing_anywhere_matches_a_plain_list() {
        for begin in [0, 1, 64, 200] {
            let mut list: NodeList = (1..=begin).map(node).collect();
            let mut plain: Vec<u32> = (1..=begin).collect();
            let mut seed = 7u32;
            for step in 0..1500u32 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let at = (seed >> 8) as usize % (plain.len() + 1);
                // The first third grows at its end, so that it stays even.
                let at = if step < 500 { plain.len() } else { at };
                if seed & 3 == 0 && at < plain.len() {
                    assert_eq!(list.remove(at).map(|node| node.number), Some(plain.remove(at)));
                } else {
                    assert!(list.insert(at, node(1000 + step)));
                    plain.insert(at, 1000 + step);
                }
                assert_eq!(list.len(), plain.len());
                assert_eq!(list.position(1000 + step), plain.iter().position(|n| *n == 1000 + step));
            }
            assert_eq!(list.iter().map(|node| node.number).collect::<Vec<_>>(), plain);
            for (at, number) in plain.iter().enumerate() {
                assert_eq!(list.get(at).map(|node| node.number), Some(*number));
                assert_eq!(list.position(*number), Some(at));
            }
            let bytes: Vec<u8> = plain.iter().flat_map(|number| number.to_be_bytes()).collect();
            assert!(list.is(&bytes) && !list.is(&bytes[1..]));
            assert!(list.same(&plain.iter().copied().map(node).collect()), "whatever the blocks");
            assert!(!list.insert(plain.len() + 1, node(1)) && list.remove(plain.len()).is_none());
            while list.remove(0).is_some() {}
            assert!(list.is_empty() && list.0.is_none());
        }
    }

    #[test]
    fn a_clone_shares_blocks_until_written() {
        let mut list: NodeList = (1..=200).map(node).collect();
        let snapshot = list.clone();
        list.get_mut(70).unwrap().head = [9].as_slice().into();
        let shared = list.blocks().iter().zip(snapshot.blocks()).filter(|(a, b)| Arc::ptr_eq(a, b)).count();
        assert_eq!((shared, list.blocks().len()), (3, 4));
        assert!(!list.same(&snapshot) && *snapshot.get(70).unwrap().head == 71u32.to_be_bytes());
    }
}
