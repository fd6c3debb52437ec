//! A transaction with other node numbers: after a save the file is decoded anew, and its nodes are numbered in the
//! order in which they lie in it, so a journal that goes on over a save has to be translated.

use super::primitive::Edit;
use super::transaction::{GenerationChange, Transaction};
use crate::document::{NodeId, Subtree};

impl Transaction {
    /// The same transaction with each node's number replaced. The level itself (number 0) stays.
    #[must_use]
    pub fn renumbered(&self, map: &mut dyn FnMut(NodeId) -> u32) -> Transaction {
        let mut map = |id: NodeId| NodeId { level: id.level, number: if id.number == 0 { 0 } else { map(id) } };
        let edits = self.edits().into_iter().map(|edit| renumber(edit, &mut map)).collect();
        let generations = self.generations().into_iter().map(|g| GenerationChange { node: map(g.node), ..g }).collect();
        Transaction::new(self.name(), edits, generations)
    }

    /// The transaction that takes this one back, under another name.
    #[must_use]
    pub fn inverse(&self, name: &str) -> Transaction {
        let edits = self.edits().iter().rev().map(Edit::inverse).collect();
        let swapped = |g: GenerationChange| GenerationChange { node: g.node, old: g.new, new: g.old };
        Transaction::new(name, edits, self.generations().into_iter().rev().map(swapped).collect())
    }
}

fn renumber(edit: Edit, map: &mut dyn FnMut(NodeId) -> NodeId) -> Edit {
    match edit {
        Edit::Splice { node, tail, at, old, new } => Edit::Splice { node: map(node), tail, at, old, new },
        Edit::Insert { parent, at, subtree } => {
            Edit::Insert { parent: map(parent), at, subtree: renumber_tree(subtree, parent, map) }
        }
        Edit::Remove { parent, at, subtree } => {
            Edit::Remove { parent: map(parent), at, subtree: renumber_tree(subtree, parent, map) }
        }
        Edit::Move { node, from, to } => {
            Edit::Move { node: map(node), from: (map(from.0), from.1), to: (map(to.0), to.1) }
        }
    }
}

fn renumber_tree(mut tree: Subtree, parent: NodeId, map: &mut dyn FnMut(NodeId) -> NodeId) -> Subtree {
    let mut new = |number: u32| map(NodeId { level: parent.level, number }).number;
    tree.number = new(tree.number);
    if let Some(table) = &mut tree.table {
        table.numbers.iter_mut().for_each(|n| *n = new(*n));
    }
    tree.children = tree.children.into_iter().map(|child| renumber_tree(child, parent, map)).collect();
    tree
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::document::{Document, LevelBuilder, LevelId, OpenReport};
    use crate::edit::{Transaction, local};
    use crate::games::test::{Source, TEST};

    #[test]
    fn numbers_are_replaced_everywhere_and_the_inverse_takes_back() {
        let file = LevelBuilder::new(LevelId::FILE).finish();
        let mut document = Document::new(&TEST, Arc::new(Source), file, OpenReport::default());
        document.level(LevelId(0)).unwrap();
        let mut draft = document.draft();
        let path = draft.row(LevelId(0), "paths", 1).unwrap().id();
        local::insert_child(&mut draft, path, 1, vec![9, 9, 9]).unwrap();
        let (table, at) = draft.level(LevelId(0)).unwrap().place_of(path.number).unwrap();
        assert_eq!(at, 1);
        draft.move_to(path, crate::document::NodeId { level: LevelId(0), number: table }, 0).unwrap();
        draft.remove(path).unwrap();
        draft.new_generation(path).unwrap();
        let made = draft.finish("much");

        let shifted = made.renumbered(&mut |id| id.number + 1000);
        assert_ne!(shifted, made);
        assert_eq!(shifted.renumbered(&mut |id| id.number - 1000), made);
        assert!(shifted.edits().iter().all(|e| !format!("{e:?}").contains(&format!("number: {} ", path.number))));

        let before: Vec<_> = document.state().level(LevelId(0)).unwrap().tables().map(|t| t.bytes()).collect();
        document.commit_transaction(made.clone()).unwrap();
        let back: Transaction = made.inverse("back");
        document.commit_transaction(back).unwrap();
        let after: Vec<_> = document.state().level(LevelId(0)).unwrap().tables().map(|t| t.bytes()).collect();
        assert_eq!(before, after);
    }
}
