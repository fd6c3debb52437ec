//! Rows of one size in shared blocks, copied a block at a time when written.

use std::ops::Range;
use std::sync::Arc;

use super::order::Order;

/// Rows a block holds when it is full; blocks that grow past twice this are split.
const BLOCK: usize = 64;

/// A run of rows: a piece of a larger buffer (that of the file, as it was read) until it is written to, then one of its own.
#[derive(Clone, Debug)]
struct Block {
    buffer: Arc<Vec<u8>>,
    at: usize,
    len: usize,
}

impl Block {
    fn own(bytes: Vec<u8>) -> Block {
        let len = bytes.len();
        Block { buffer: Arc::new(bytes), at: 0, len }
    }

    fn bytes(&self) -> &[u8] {
        self.buffer.get(self.at..self.at + self.len).unwrap_or_default()
    }

    fn same(&self, other: &Block) -> bool {
        (Arc::ptr_eq(&self.buffer, &other.buffer) && (self.at, self.len) == (other.at, other.len))
            || self.bytes() == other.bytes()
    }

    /// Does something to its bytes, which nobody else sees.
    fn change<T>(&mut self, with: impl FnOnce(&mut Vec<u8>) -> T) -> T {
        if self.at != 0 || self.len != self.buffer.len() {
            *self = Block::own(self.bytes().to_vec());
        }
        let buffer = Arc::make_mut(&mut self.buffer);
        let done = with(buffer);
        self.len = buffer.len();
        done
    }
}

/// A table's rows, all `stride` bytes long.
#[derive(Clone, Debug)]
pub struct Packed {
    stride: usize,
    pub(crate) order: Order,
    blocks: Vec<Block>,
    /// Whether every block but the last is exactly full, so that positions are divisions.
    even: bool,
}

impl Packed {
    /// Rows from one buffer; a remainder shorter than a row is ignored here (the table keeps it).
    /// A stride of 0 holds no rows.
    pub fn new(stride: usize, bytes: &[u8], numbers: Vec<u32>) -> Packed {
        Packed::shared(stride, &Arc::new(bytes.to_vec()), 0..bytes.len(), numbers)
    }

    /// The same from a piece of a buffer that is kept as long as any of these rows are as they were: opening a file
    /// copies none of them.
    pub fn shared(stride: usize, buffer: &Arc<Vec<u8>>, piece: Range<usize>, mut numbers: Vec<u32>) -> Packed {
        let there = piece.end.min(buffer.len()).saturating_sub(piece.start);
        let rows = there.checked_div(stride).unwrap_or(0).min(numbers.len());
        numbers.truncate(rows);
        let block = |row: usize| Block {
            buffer: Arc::clone(buffer),
            at: piece.start + row * stride,
            len: BLOCK.min(rows - row) * stride,
        };
        let blocks = (0..rows).step_by(BLOCK).map(block).collect();
        Packed { stride, order: Order::new(numbers), blocks, even: true }
    }

    /// Size of a row in bytes.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// How many rows.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows' node numbers in order.
    pub fn numbers(&self) -> &[u32] {
        self.order.numbers()
    }

    /// Where a row stands.
    pub fn position(&self, number: u32) -> Option<usize> {
        self.order.position(number)
    }

    /// The block and the row in it at a position; one past the end is the end of the last block.
    fn locate(&self, at: usize) -> (usize, usize) {
        if self.even {
            return (at / BLOCK, at % BLOCK);
        }
        let mut rest = at;
        for (i, block) in self.blocks.iter().enumerate() {
            let rows = block.len / self.stride;
            if rest < rows {
                return (i, rest);
            }
            rest -= rows;
        }
        (self.blocks.len(), rest)
    }

    /// The bytes of the row at a position.
    pub fn row(&self, at: usize) -> Option<&[u8]> {
        let (block, row) = self.locate(at);
        self.blocks.get(block)?.bytes().get(row * self.stride..(row + 1) * self.stride)
    }

    /// All rows in order, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &[u8])> {
        let rows = self.blocks.iter().flat_map(|b| b.bytes().chunks_exact(self.stride.max(1)));
        self.order.numbers().iter().copied().zip(rows)
    }

    /// All rows as one run of bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.len() * self.stride);
        self.blocks.iter().for_each(|block| out.extend_from_slice(block.bytes()));
        out
    }

    /// Whether all rows are these bytes, without copying them.
    pub fn is(&self, bytes: &[u8]) -> bool {
        let mut rest = bytes;
        self.blocks.iter().all(|block| match rest.split_at_checked(block.len) {
            Some((head, tail)) => {
                rest = tail;
                head == block.bytes()
            }
            None => false,
        }) && rest.is_empty()
    }

    pub(crate) fn row_mut(&mut self, at: usize) -> Option<&mut [u8]> {
        let (block, row) = self.locate(at);
        let stride = self.stride;
        let block = self.blocks.get_mut(block)?;
        block.change(|_| ());
        Arc::get_mut(&mut block.buffer)?.get_mut(row * stride..(row + 1) * stride)
    }

    /// Inserts a row; false (and nothing done) if the position or the length is wrong.
    pub(crate) fn insert(&mut self, at: usize, number: u32, bytes: &[u8]) -> bool {
        if at > self.len() || bytes.len() != self.stride || self.stride == 0 {
            return false;
        }
        let (mut block, mut row) = self.locate(at);
        if row == 0 && block > 0 {
            // The end of the block before is the same place, and appending is cheaper.
            block -= 1;
            row = self.blocks.get(block).map_or(0, |b| b.len / self.stride);
        }
        if self.blocks.is_empty() {
            self.blocks.push(Block::own(Vec::new()));
        }
        let last = block + 1 == self.blocks.len();
        let Some(target) = self.blocks.get_mut(block) else { return false };
        let offset = row * self.stride;
        target.change(|target| drop(target.splice(offset..offset, bytes.iter().copied())));
        let rows = target.len / self.stride;
        let full = BLOCK * self.stride;
        if last && rows > BLOCK && at == self.order.len() {
            // Appending past a full block opens a new one and keeps positions divisible.
            let rest = target.change(|target| target.split_off(full));
            self.blocks.push(Block::own(rest));
        } else if rows > 2 * BLOCK {
            let rest = target.change(|target| target.split_off(full));
            self.blocks.insert(block + 1, Block::own(rest));
            self.even = false;
        } else if !last || rows > BLOCK {
            self.even = false;
        }
        self.order.insert(at, number);
        true
    }

    pub(crate) fn remove(&mut self, at: usize) -> Option<(u32, Vec<u8>)> {
        if at >= self.len() {
            return None;
        }
        let (block, row) = self.locate(at);
        let last = block + 1 == self.blocks.len();
        let target = self.blocks.get_mut(block)?;
        let (from, to) = (row * self.stride, (row + 1) * self.stride);
        let bytes: Vec<u8> = target.change(|target| target.splice(from..to, []).collect());
        if target.len == 0 {
            self.blocks.remove(block);
        }
        if !last {
            self.even = false;
        }
        Some((self.order.remove(at), bytes))
    }

    /// Whether both hold the same rows in the same order. Shared blocks are equal without a look.
    pub fn same(&self, other: &Packed) -> bool {
        if self.stride != other.stride || !self.order.same(&other.order) {
            return false;
        }
        if self.blocks.len() == other.blocks.len() && self.blocks.iter().zip(&other.blocks).all(|(a, b)| a.same(b)) {
            return true;
        }
        self.iter().zip(other.iter()).all(|(a, b)| a == b)
    }

    /// Bytes this clone would cost if nothing were shared.
    pub fn heap(&self) -> usize {
        self.blocks.iter().map(|b| b.len).sum::<usize>() + self.len() * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(n: u32) -> Packed {
        let bytes: Vec<u8> = (0..n).flat_map(|i| i.to_be_bytes()).collect();
        Packed::new(4, &bytes, (0..n).collect())
    }

    #[test]
    fn inserting_and_removing_anywhere_matches_a_plain_list() {
        let mut packed = rows(300);
        let mut plain: Vec<(u32, Vec<u8>)> = packed.iter().map(|(n, b)| (n, b.to_vec())).collect();
        let mut seed = 7u32;
        for step in 0..2000u32 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = (seed >> 8) as usize % (plain.len() + 1);
            if seed & 1 == 0 && at < plain.len() {
                assert_eq!(packed.remove(at), Some(plain.remove(at)));
            } else {
                let number = 1000 + step;
                assert!(packed.insert(at, number, &number.to_be_bytes()));
                plain.insert(at, (number, number.to_be_bytes().to_vec()));
            }
        }
        let have: Vec<(u32, Vec<u8>)> = packed.iter().map(|(n, b)| (n, b.to_vec())).collect();
        assert_eq!(have, plain);
        for (at, (number, bytes)) in plain.iter().enumerate() {
            assert_eq!(packed.row(at), Some(bytes.as_slice()));
            assert_eq!(packed.position(*number), Some(at));
        }
    }

    #[test]
    fn a_clone_shares_blocks_until_written() {
        let mut packed = rows(200);
        let snapshot = packed.clone();
        packed.row_mut(70).unwrap()[0] = 9;
        let shared =
            packed.blocks.iter().zip(&snapshot.blocks).filter(|(a, b)| Arc::ptr_eq(&a.buffer, &b.buffer)).count();
        assert_eq!(shared, packed.blocks.len() - 1);
        assert!(!packed.same(&snapshot));
    }

    #[test]
    fn rows_of_a_shared_buffer_leave_it_as_it_was() {
        let buffer = Arc::new((0..=255u8).collect::<Vec<u8>>());
        let mut packed = Packed::shared(2, &buffer, 10..211, (0..100).collect());
        assert_eq!((packed.len(), packed.bytes().as_slice()), (100, &buffer[10..210]));
        assert!(packed.blocks.iter().all(|b| Arc::ptr_eq(&b.buffer, &buffer)), "nothing was copied");
        let before = packed.clone();
        packed.row_mut(70).unwrap().fill(7);
        assert!(packed.insert(3, 500, &[1, 2]) && packed.remove(0).is_some());
        assert_eq!((packed.row(70), packed.row(2)), (Some(&[7, 7][..]), Some(&[1, 2][..])));
        assert_eq!(before.bytes(), &buffer[10..210]);
        assert_eq!(*buffer, (0..=255).collect::<Vec<u8>>());
        assert!(Packed::shared(2, &buffer, 300..400, vec![1]).is_empty(), "beyond the end there are none");
    }

    #[test]
    fn wrong_lengths_and_positions_change_nothing() {
        let mut packed = rows(3);
        assert!(!packed.insert(4, 9, &[0; 4]));
        assert!(!packed.insert(0, 9, &[0; 3]));
        assert_eq!(packed.remove(3), None);
        assert!(packed.same(&rows(3)));
    }
}
