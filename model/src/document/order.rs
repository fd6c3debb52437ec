//! The order of the rows of a list, and where each row stands.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// How rows are found by their number: a binary search while numbers ascend (the usual case: rows are numbered as decoded
/// and new ones go to the end), else an index built on demand. Who holds the rows says what their numbers are.
#[derive(Clone, Debug, Default)]
pub(super) struct Lookup {
    ascending: bool,
    index: OnceLock<Arc<HashMap<u32, u32>>>,
}

impl Lookup {
    pub(super) fn of(numbers: impl Iterator<Item = u32>) -> Lookup {
        Lookup { ascending: numbers.is_sorted(), index: OnceLock::new() }
    }

    /// Where a row stands; `search` finds it while numbers ascend.
    pub(super) fn position<I: Iterator<Item = u32>>(
        &self,
        number: u32,
        search: impl FnOnce() -> Option<usize>,
        numbers: impl FnOnce() -> I,
    ) -> Option<usize> {
        if self.ascending {
            return search();
        }
        let index = self.index.get_or_init(|| {
            let pairs = numbers().enumerate();
            Arc::new(pairs.filter_map(|(at, n)| Some((n, u32::try_from(at).ok()?))).collect())
        });
        index.get(&number).map(|at| *at as usize)
    }

    /// A row came between two others.
    pub(super) fn inserted(&mut self, before: Option<u32>, number: u32, after: Option<u32>) {
        let fits = before.is_none_or(|n| n < number) && after.is_none_or(|n| n > number);
        self.ascending &= fits;
        self.index = OnceLock::new();
    }

    /// A row went; these are left.
    pub(super) fn removed(&mut self, left: impl Iterator<Item = u32>) {
        self.ascending = self.ascending || left.is_sorted();
        self.index = OnceLock::new();
    }
}

/// Row numbers in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    numbers: Arc<Vec<u32>>,
    lookup: Lookup,
}

impl Order {
    pub(crate) fn new(numbers: Vec<u32>) -> Order {
        let lookup = Lookup::of(numbers.iter().copied());
        Order { numbers: Arc::new(numbers), lookup }
    }

    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    pub(crate) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    pub(crate) fn position(&self, number: u32) -> Option<usize> {
        let search = || self.numbers.binary_search(&number).ok();
        self.lookup.position(number, search, || self.numbers.iter().copied())
    }

    /// Inserts at `at`, which must not lie behind the end.
    pub(crate) fn insert(&mut self, at: usize, number: u32) {
        let before = at.checked_sub(1).and_then(|i| self.numbers.get(i)).copied();
        self.lookup.inserted(before, number, self.numbers.get(at).copied());
        Arc::make_mut(&mut self.numbers).insert(at, number);
    }

    /// Removes the row at `at`, which must exist.
    pub(crate) fn remove(&mut self, at: usize) -> u32 {
        let number = Arc::make_mut(&mut self.numbers).remove(at);
        self.lookup.removed(self.numbers.iter().copied());
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
        assert!(order.lookup.ascending);
        assert_eq!((order.position(9), order.position(5)), (None, Some(0)));
    }
}
