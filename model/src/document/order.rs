//! The order of the rows of a list, and where each row stands.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Changes that an index is followed through before it is made anew. One after each change would make edits of many rows
/// take their number squared.
const MOST_CHANGES: usize = 256;

/// A row that came or went, since an index was made.
#[derive(Clone, Copy, Debug)]
enum Change {
    Inserted { at: u32, number: u32 },
    Removed { at: u32 },
}

/// How rows are found by their number: a binary search while numbers ascend (the usual case: rows are numbered as decoded
/// and new ones go to the end), else an index built on demand. Who holds the rows says what their numbers are.
#[derive(Clone, Debug, Default)]
pub(super) struct Lookup {
    ascending: bool,
    index: OnceLock<Arc<HashMap<u32, u32>>>,
    /// What happened since the index was made.
    changes: Vec<Change>,
}

impl Lookup {
    pub(super) fn of(numbers: impl Iterator<Item = u32>) -> Lookup {
        Lookup { ascending: numbers.is_sorted(), ..Lookup::default() }
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
        let mut place = index.get(&number).copied();
        for change in &self.changes {
            place = match (*change, place) {
                (Change::Inserted { at, number: other }, _) if other == number => Some(at),
                (Change::Inserted { at, .. }, Some(place)) if at <= place => Some(place + 1),
                (Change::Removed { at }, Some(place)) if at == place => None,
                (Change::Removed { at }, Some(place)) if at < place => Some(place - 1),
                (_, place) => place,
            };
        }
        place.map(|at| at as usize)
    }

    /// A row came between two others.
    pub(super) fn inserted(&mut self, at: usize, before: Option<u32>, number: u32, after: Option<u32>) {
        self.ascending &= fits(before, number, after);
        self.follow(u32::try_from(at).ok().map(|at| Change::Inserted { at, number }));
    }

    /// A row between two others went; these are left.
    pub(super) fn removed(
        &mut self,
        at: usize,
        (before, number, after): (Option<u32>, u32, Option<u32>),
        left: impl Iterator<Item = u32>,
    ) {
        // Where the row was in its place, what is out of place is still there.
        self.ascending = self.ascending || !fits(before, number, after) && left.is_sorted();
        self.follow(u32::try_from(at).ok().map(|at| Change::Removed { at }));
    }

    fn follow(&mut self, change: Option<Change>) {
        match change.filter(|_| self.index.get().is_some() && !self.ascending && self.changes.len() < MOST_CHANGES) {
            Some(change) => self.changes.push(change),
            None => {
                self.index = OnceLock::new();
                self.changes.clear();
            }
        }
    }
}

fn fits(before: Option<u32>, number: u32, after: Option<u32>) -> bool {
    before.is_none_or(|n| n < number) && after.is_none_or(|n| n > number)
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
        self.lookup.inserted(at, before, number, self.numbers.get(at).copied());
        Arc::make_mut(&mut self.numbers).insert(at, number);
    }

    /// Removes the row at `at`, which must exist.
    pub(crate) fn remove(&mut self, at: usize) -> u32 {
        let number = Arc::make_mut(&mut self.numbers).remove(at);
        let before = at.checked_sub(1).and_then(|i| self.numbers.get(i)).copied();
        let after = self.numbers.get(at).copied();
        self.lookup.removed(at, (before, number, after), self.numbers.iter().copied());
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
    #[test]
    fn an_index_follows_changes_without_being_made_anew_after_each() {
        let mut order = Order::new((0..1000).rev().collect());
        let mut seed = 7u32;
        let mut built = 0;
        for step in 0..2000u32 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = (seed >> 8) as usize % (order.len() + 1);
            match seed >> 4 & 3 {
                0 if at < order.len() => {
                    let gone = order.remove(at);
                    assert_eq!(order.position(gone), None);
                }
                1 if at < order.len() => {
                    let moved = order.remove(at);
                    order.insert(at / 2, moved);
                }
                _ => order.insert(at, 1000 + step),
            }
            built += usize::from(order.lookup.index.get().is_none());
            let want = order.numbers().get(at / 3).copied();
            assert_eq!(want.and_then(|number| order.position(number)), want.map(|_| at / 3));
            assert_eq!(order.position(u32::MAX), None);
        }
        for (at, number) in order.numbers().to_vec().into_iter().enumerate() {
            assert_eq!(order.position(number), Some(at));
        }
        assert!(built < 20, "made {built} times");
    }
}
