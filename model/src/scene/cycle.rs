//! Clicking again on the same spot takes the next thing under the pointer.
//!
//! The rule (craft.md 1.1): nothing under the pointer is selected: take the top one; a selected
//! one is under it: take the next; after the last comes the first. The ring is known by the *set*
//! of things, so a hand that trembles does not start over.

use super::SceneKey;

/// Remembers the ring of the last click.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cycle {
    ring: Vec<SceneKey>,
    taken: Option<SceneKey>,
}

impl Cycle {
    /// What a click takes. `under` are the things under the pointer, nearest first (a key may
    /// occur more than once); `selected` tells which are selected now.
    pub fn click(&mut self, under: &[SceneKey], selected: impl Fn(SceneKey) -> bool) -> Option<SceneKey> {
        let mut ring: Vec<SceneKey> = Vec::with_capacity(under.len());
        for key in under {
            if !ring.contains(key) {
                ring.push(*key);
            }
        }
        if !same_set(&ring, &self.ring) {
            self.ring = ring;
            self.taken = None;
        }
        // With several selected, go on from the one the last click took.
        let taken = self.taken.filter(|taken| selected(*taken));
        let from = match taken {
            Some(taken) => self.ring.iter().position(|key| *key == taken),
            None => self.ring.iter().rposition(|key| selected(*key)),
        };
        let next = match from {
            Some(at) => self.ring.get(at + 1).or(self.ring.first()),
            None => self.ring.first(),
        };
        self.taken = next.copied();
        self.taken
    }
}

fn same_set(a: &[SceneKey], b: &[SceneKey]) -> bool {
    // Both hold each key once, so equal length and one inside the other is enough.
    a.len() == b.len() && a.iter().all(|key| b.contains(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: SceneKey = SceneKey(1);
    const B: SceneKey = SceneKey(2);
    const C: SceneKey = SceneKey(3);

    #[test]
    fn nothing_selected_takes_the_top() {
        let mut cycle = Cycle::default();
        assert_eq!(cycle.click(&[B, A], |_| false), Some(B));
        assert_eq!(cycle.click(&[B, A], |_| false), Some(B), "still none");
        assert_eq!(cycle.click(&[], |_| false), None);
    }

    #[test]
    fn clicking_on_goes_around() {
        let mut cycle = Cycle::default();
        let mut selected = C;
        let mut order = Vec::new();
        for _ in 0..4 {
            let now = cycle.click(&[A, A, B, C, B], |key| key == selected);
            selected = now.expect("three are under the pointer");
            order.push(selected);
        }
        assert_eq!(order, [A, B, C, A], "after the selected last comes the first");
    }

    #[test]
    fn a_trembling_hand_keeps_the_ring() {
        let mut cycle = Cycle::default();
        assert_eq!(cycle.click(&[A, B, C], |_| false), Some(A));
        assert_eq!(cycle.click(&[B, A, C], |key| key == A), Some(B));
        assert_eq!(cycle.click(&[C, B, A], |key| key == B), Some(C));
        assert_eq!(cycle.click(&[C, B], |key| key == C), Some(B), "another set");
    }

    #[test]
    fn a_selection_made_elsewhere_counts() {
        let mut cycle = Cycle::default();
        assert_eq!(cycle.click(&[A, B, C], |key| key == B), Some(C));
        let all = |_| true;
        assert_eq!(cycle.click(&[A, B, C], all), Some(A), "on from the last taken");
        assert_eq!(cycle.click(&[A, B, C], all), Some(B));
    }
}
