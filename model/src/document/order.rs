//! The order of the rows of a list, and where each row stands.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Row numbers in their order. Looking up a row is a binary search while numbers ascend (the usual
/// case: rows are numbered as decoded and new ones go to the end), else an index built on demand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    numbers: Arc<Vec<u32>>,
    ascending: bool,
    index: OnceLock<Arc<HashMap<u32, u32>>>,
}

impl Order {
    pub(crate) fn new(numbers: Vec<u32>) -> Order {
        let ascending = numbers.is_sorted();
        Order { numbers: Arc::new(numbers), ascending, index: OnceLock::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    pub(crate) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    pub(crate) fn position(&self, number: u32) -> Option<usize> {
        if self.ascending {
            return self.numbers.binary_search(&number).ok();
        }
        let index = self.index.get_or_init(|| {
            let pairs = self.numbers.iter().enumerate();
            Arc::new(pairs.filter_map(|(at, n)| Some((*n, u32::try_from(at).ok()?))).collect())
        });
        index.get(&number).map(|at| *at as usize)
    }

    /// Inserts at `at`, which must not lie behind the end.
    pub(crate) fn insert(&mut self, at: usize, number: u32) {
        let fits_before = at.checked_sub(1).and_then(|i| self.numbers.get(i)).is_none_or(|n| *n < number);
        let fits_after = self.numbers.get(at).is_none_or(|n| *n > number);
        self.ascending = self.ascending && fits_before && fits_after;
        Arc::make_mut(&mut self.numbers).insert(at, number);
        self.index = OnceLock::new();
    }

    /// Removes the row at `at`, which must exist.
    pub(crate) fn remove(&mut self, at: usize) -> u32 {
        let number = Arc::make_mut(&mut self.numbers).remove(at);
        if !self.ascending {
            self.ascending = self.numbers.is_sorted();
        }
        self.index = OnceLock::new();
        number
    }

    pub(crate) fn same(&self, other: &Order) -> bool {
        Arc::ptr_eq(&self.numbers, &other.numbers) || self.numbers == other.numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_whether_or_not_they_ascend() {
        let mut order = Order::new(vec![5, 6, 7]);
        order.insert(0, 9);
        assert_eq!((order.position(9), order.position(7), order.position(8)), (Some(0), Some(3), None));
        assert_eq!(order.remove(0), 9);
        assert!(order.ascending);
        assert_eq!((order.position(9), order.position(5)), (None, Some(0)));
    }
}
