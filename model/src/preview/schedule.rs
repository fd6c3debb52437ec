//! What is due later.

use super::StateHasher;

/// Things that are due at ticks: a door that closes by itself, a script that sleeps, a beam that goes on. What is due
/// at the same tick comes out in the order it was put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule<T> {
    /// In the order they come out.
    due: Vec<(u32, T)>,
}

impl<T> Default for Schedule<T> {
    fn default() -> Schedule<T> {
        Schedule { due: Vec::new() }
    }
}

impl<T> Schedule<T> {
    /// Puts something in for a tick.
    pub fn put(&mut self, tick: u32, what: T) {
        let at = self.due.partition_point(|(due, _)| *due <= tick);
        self.due.insert(at, (tick, what));
    }

    /// Takes out the first thing that is due at a tick or before; ask until there is none. What is put in meanwhile
    /// for that tick comes out as well.
    pub fn take(&mut self, now: u32) -> Option<T> {
        let is_due = self.due.first().is_some_and(|(due, _)| *due <= now);
        is_due.then(|| self.due.remove(0).1)
    }

    /// Forgets what is no longer wanted.
    pub fn retain(&mut self, mut wanted: impl FnMut(&T) -> bool) {
        self.due.retain(|(_, what)| wanted(what));
    }

    /// Everything that is put in, with its tick, in the order it will come out.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.due.iter().map(|(tick, what)| (*tick, what))
    }

    /// Adds everything to a world's hash.
    pub fn hash(&self, hasher: &mut StateHasher, mut add: impl FnMut(&T, &mut StateHasher)) {
        hasher.count(self.due.len());
        for (tick, what) in &self.due {
            hasher.add(*tick);
            add(what, hasher);
        }
    }

    /// Heap bytes.
    pub fn bytes(&self) -> usize {
        self.due.capacity() * size_of::<(u32, T)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_due_comes_out_in_order() {
        let mut schedule = Schedule::default();
        for (tick, what) in [(5, 'c'), (3, 'a'), (5, 'd'), (3, 'b'), (9, 'x')] {
            schedule.put(tick, what);
        }
        assert_eq!(schedule.take(2), None);
        let mut out = Vec::new();
        while let Some(what) = schedule.take(5) {
            out.push(what);
            if what == 'd' {
                schedule.put(5, 'e');
            }
        }
        assert_eq!(out, ['a', 'b', 'c', 'd', 'e']);
        let hash = |schedule: &Schedule<char>| {
            let mut hasher = StateHasher::new();
            schedule.hash(&mut hasher, |what, hasher| hasher.add(u32::from(*what)));
            hasher.finish()
        };
        let before = hash(&schedule);
        assert_eq!(schedule.iter().collect::<Vec<_>>(), [(9, &'x')]);
        schedule.retain(|what| *what != 'x');
        assert_ne!(hash(&schedule), before);
        assert_eq!(schedule.take(u32::MAX), None);
    }
}
