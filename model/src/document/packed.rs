//! Rows of one size in shared blocks, copied a block at a time when written.

use std::sync::Arc;

use super::order::Order;

/// Rows a block holds when it is full; blocks that grow past twice this are split.
const BLOCK: usize = 64;

/// A table's rows, all `stride` bytes long.
#[derive(Clone, Debug)]
pub struct Packed {
    stride: usize,
    pub(crate) order: Order,
    blocks: Vec<Arc<Vec<u8>>>,
    /// Whether every block but the last is exactly full, so that positions are divisions.
    even: bool,
}

impl Packed {
    /// Rows from one buffer; a remainder shorter than a row is ignored here (the table keeps it).
    /// A stride of 0 holds no rows.
    pub fn new(stride: usize, bytes: &[u8], numbers: Vec<u32>) -> Packed {
        let rows = bytes.len().checked_div(stride).unwrap_or(0).min(numbers.len());
        let mut numbers = numbers;
        numbers.truncate(rows);
        let whole = bytes.get(..rows * stride).unwrap_or_default();
        let blocks =
            if stride == 0 { Vec::new() } else { whole.chunks(BLOCK * stride).map(|c| Arc::new(c.to_vec())).collect() };
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
            let rows = block.len() / self.stride;
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
        self.blocks.get(block)?.get(row * self.stride..(row + 1) * self.stride)
    }

    /// All rows in order, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &[u8])> {
        let rows = self.blocks.iter().flat_map(|b| b.chunks_exact(self.stride.max(1)));
        self.order.numbers().iter().copied().zip(rows)
    }

    /// All rows as one run of bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.len() * self.stride);
        self.blocks.iter().for_each(|block| out.extend_from_slice(block));
        out
    }

    /// Whether all rows are these bytes, without copying them.
    pub fn is(&self, bytes: &[u8]) -> bool {
        let mut rest = bytes;
        self.blocks.iter().all(|block| match rest.split_at_checked(block.len()) {
            Some((head, tail)) => {
                rest = tail;
                head == block.as_slice()
            }
            None => false,
        }) && rest.is_empty()
    }

    pub(crate) fn row_mut(&mut self, at: usize) -> Option<&mut [u8]> {
        let (block, row) = self.locate(at);
        let stride = self.stride;
        Arc::make_mut(self.blocks.get_mut(block)?).get_mut(row * stride..(row + 1) * stride)
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
            row = self.blocks.get(block).map_or(0, |b| b.len() / self.stride);
        }
        if self.blocks.is_empty() {
            self.blocks.push(Arc::default());
        }
        let last = block + 1 == self.blocks.len();
        let Some(target) = self.blocks.get_mut(block) else { return false };
        let target = Arc::make_mut(target);
        let offset = row * self.stride;
        target.splice(offset..offset, bytes.iter().copied());
        let rows = target.len() / self.stride;
        if last && rows > BLOCK && at == self.order.len() {
            // Appending past a full block opens a new one and keeps positions divisible.
            let rest = target.split_off(BLOCK * self.stride);
            self.blocks.push(Arc::new(rest));
        } else if rows > 2 * BLOCK {
            let rest = target.split_off(BLOCK * self.stride);
            self.blocks.insert(block + 1, Arc::new(rest));
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
        let target = Arc::make_mut(self.blocks.get_mut(block)?);
        let offset = row * self.stride;
        let bytes: Vec<u8> = target.splice(offset..offset + self.stride, []).collect();
        if target.is_empty() {
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
        if self.blocks.len() == other.blocks.len()
            && self.blocks.iter().zip(&other.blocks).all(|(a, b)| Arc::ptr_eq(a, b) || a == b)
        {
            return true;
        }
        self.iter().zip(other.iter()).all(|(a, b)| a == b)
    }

    /// Bytes this clone would cost if nothing were shared.
    pub fn heap(&self) -> usize {
        self.blocks.iter().map(|b| b.capacity()).sum::<usize>() + self.len() * 4
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
        let shared = packed.blocks.iter().zip(&snapshot.blocks).filter(|(a, b)| Arc::ptr_eq(a, b)).count();
        assert_eq!(shared, packed.blocks.len() - 1);
        assert!(!packed.same(&snapshot));
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
