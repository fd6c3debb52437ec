//! What is selected: one and the same in all panes.

use std::collections::BTreeSet;

use levelwright_model::document::{NodeId, ObjectId, State};

use super::intent::How;

/// A selection. The order is that of selecting; the last is the one that keys and links go on from.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    list: Vec<ObjectId>,
    set: BTreeSet<ObjectId>,
    stamp: u64,
}

impl Selection {
    /// The selected objects in the order in which they were selected.
    pub fn all(&self) -> &[ObjectId] {
        &self.list
    }

    /// The one selected last.
    pub fn last(&self) -> Option<ObjectId> {
        self.list.last().copied()
    }

    /// Whether an object is selected.
    pub fn holds(&self, id: ObjectId) -> bool {
        self.set.contains(&id)
    }

    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Grows with every change.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// The main records.
    pub fn nodes(&self) -> Vec<NodeId> {
        self.list.iter().map(|id| id.node).collect()
    }

    /// Changes the selection.
    pub fn change(&mut self, ids: Vec<ObjectId>, how: How) {
        let before = self.list.clone();
        match how {
            How::Replace => {
                self.set = ids.iter().copied().collect();
                self.list = ids;
                self.list.dedup();
                if self.list.len() != self.set.len() {
                    // A thing named twice counts where it stands last.
                    let mut seen = BTreeSet::new();
                    self.list.reverse();
                    self.list.retain(|id| seen.insert(*id));
                    self.list.reverse();
                }
            }
            How::Add => {
                for id in ids {
                    if self.set.insert(id) {
                        self.list.push(id);
                    }
                }
            }
            How::Toggle => {
                let mut gone = BTreeSet::new();
                for id in ids {
                    if self.set.remove(&id) {
                        gone.insert(id);
                    } else {
                        self.set.insert(id);
                        self.list.push(id);
                    }
                }
                self.list.retain(|id| !gone.contains(id));
            }
        }
        if before != self.list {
            self.stamp += 1;
        }
    }

    /// Lets go of what no longer exists in a state.
    pub fn keep_living(&mut self, state: &State) {
        if self.list.is_empty() {
            return;
        }
        let lives = |id: &ObjectId| {
            state.level(id.node.level).is_some_and(|level| {
                level.record(id.node.number).is_some() && level.generation(id.node.number) == id.generation
            })
        };
        if self.list.iter().all(lives) {
            return;
        }
        self.list.retain(lives);
        self.set = self.list.iter().copied().collect();
        self.stamp += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use levelwright_model::document::LevelId;

    fn id(number: u32) -> ObjectId {
        ObjectId { node: NodeId { level: LevelId(0), number }, generation: 0 }
    }

    #[test]
    fn replacing_adding_and_toggling() {
        let mut s = Selection::default();
        s.change(vec![id(1), id(2), id(1)], How::Replace);
        assert_eq!(s.all(), [id(2), id(1)]);
        s.change(vec![id(3), id(1)], How::Add);
        assert_eq!(s.all(), [id(2), id(1), id(3)]);
        s.change(vec![id(2), id(4)], How::Toggle);
        assert_eq!(s.all(), [id(1), id(3), id(4)]);
        assert!(!s.holds(id(2)) && s.holds(id(4)));
        let stamp = s.stamp();
        s.change(vec![id(4)], How::Add);
        assert_eq!(s.stamp(), stamp, "nothing changed");
    }
}
