//! Carrying out the steps of a journal on a document that was opened anew.

use std::collections::BTreeMap;

use levelwright_model::document::{Document, LevelId};
use levelwright_model::edit::Transaction;

use super::frame::Verb;
use crate::save::LiveIds;

/// A step as the journal holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredStep {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What.
    pub verb: Verb,
    /// The transaction's frame.
    pub transaction: Vec<u8>,
}

/// Where and why a replay stopped before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// How many steps were carried out.
    pub after: usize,
    /// What the step is called that was not.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// From the numbers of the session that wrote the journal to those of the file opened anew.
#[derive(Debug)]
struct Translation {
    levels: BTreeMap<LevelId, BTreeMap<u32, u32>>,
}

impl Translation {
    fn new(ids: &LiveIds) -> Translation {
        let level = |numbers: &Vec<u32>| numbers.iter().copied().zip(1..).collect();
        Translation { levels: ids.levels.iter().map(|(id, numbers)| (*id, level(numbers))).collect() }
    }

    fn translate(&mut self, transaction: &Transaction, document: &mut Document) -> Transaction {
        if self.levels.is_empty() {
            return transaction.clone();
        }
        transaction.renumbered(&mut |node| {
            // The same numbers in both: new nodes were numbered behind them, and are again.
            let Some(map) = self.levels.get_mut(&node.level) else { return node.number };
            if let Some(number) = map.get(&node.number) {
                return *number;
            }
            // A node that is not in the file: it gets a number of its own, and keeps it.
            let free = document.level(node.level).map_or(0, |level| level.next_number());
            let behind = map.values().max().map_or(0, |n| n.saturating_add(1));
            let number = free.max(behind);
            map.insert(node.number, number);
            number
        })
    }
}

/// Carries out the steps; stops at the first that does not fit.
pub fn replay(document: &mut Document, ids: &LiveIds, steps: &[StoredStep]) -> Option<Stopped> {
    let mut translation = Translation::new(ids);
    for (after, step) in steps.iter().enumerate() {
        let read = match Transaction::from_frame(&step.transaction) {
            Ok(read) => read,
            Err(e) => return Some(Stopped { after, name: "an edit".to_owned(), reason: e.to_string() }),
        };
        let transaction = translation.translate(&read, document);
        let name = transaction.name().to_owned();
        let position = document.history().position();
        let entry = |at: Option<usize>| at.and_then(|at| document.history().transactions().nth(at));
        let done = match step.verb {
            Verb::Do => document.commit_transaction(transaction),
            Verb::Undo if entry(position.checked_sub(1)) == Some(&transaction) => {
                document.undo();
                Ok(())
            }
            // It was done before the last save, so it is no entry of this history.
            Verb::Undo => document.commit_transaction(transaction.inverse(&format!("Undo {name}"))),
            Verb::Redo if entry(Some(position)) == Some(&transaction) => {
                document.redo();
                Ok(())
            }
            Verb::Redo => document.commit_transaction(transaction),
        };
        if let Err(refusal) = done {
            return Some(Stopped { after, name, reason: refusal.to_string() });
        }
    }
    None
}
