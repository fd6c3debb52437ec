//! The history of a document: linear, bounded by real bytes.
//!
//! It rests on `undo::Record`. That crate cannot drop its oldest entries nor fail in an edit, so a
//! transaction is tried on a clone of the state before it is pushed, and the record is rebuilt on a
//! muted target when the bound is passed.

use super::transaction::Transaction;
use crate::document::{ApplyError, State};

/// Default bound of the history in bytes.
const DEFAULT_BOUND: usize = 256 << 20;

/// What `undo` works on: the state, and whether to leave it alone while the record is rebuilt.
#[derive(Debug)]
struct Hand {
    state: State,
    muted: bool,
}

/// A history entry as `undo` sees it.
#[derive(Clone, Debug)]
struct Entry {
    transaction: Transaction,
    /// Tells this entry from every other one that ever stood in its place.
    serial: u64,
}

/// A place in the history that keeps its meaning: the state after one certain entry. Taken when a save begins, so
/// that what was edited while it was written does not count as saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(u64);

/// What happened to a document, for its journal.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A transaction was done.
    Do(Transaction),
    /// It was taken back.
    Undo(Transaction),
    /// It was done again.
    Redo(Transaction),
}

impl undo::Edit for Entry {
    type Target = Hand;
    type Output = Result<(), ApplyError>;

    fn edit(&mut self, hand: &mut Hand) -> Self::Output {
        if hand.muted { Ok(()) } else { hand.state.apply_transaction(&self.transaction, false) }
    }

    fn undo(&mut self, hand: &mut Hand) -> Self::Output {
        if hand.muted { Ok(()) } else { hand.state.apply_transaction(&self.transaction, true) }
    }
    // No `merge`: gestures are one transaction from the start, and merging into a saved entry would
    // move the saved mark.
}

/// The history.
#[derive(Debug)]
pub struct History {
    record: undo::Record<Entry>,
    bytes: usize,
    bound: usize,
    /// Entries that were dropped at the old end.
    dropped: usize,
    /// The serial of the newest entry ever.
    last_serial: u64,
    /// The serial of the last entry that was dropped.
    base_serial: u64,
}

impl Default for History {
    fn default() -> History {
        History {
            record: undo::Record::new(),
            bytes: 0,
            bound: DEFAULT_BOUND,
            dropped: 0,
            last_serial: 0,
            base_serial: 0,
        }
    }
}

impl History {
    /// Sets the bound in bytes.
    pub fn set_bound(&mut self, bytes: usize) {
        self.bound = bytes;
        self.trim();
    }

    /// How many entries.
    pub fn len(&self) -> usize {
        self.record.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.record.is_empty()
    }

    /// How many entries are done: 0 is the oldest state that can be reached.
    pub fn position(&self) -> usize {
        self.record.head()
    }

    /// How many entries were dropped to keep the bound.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// Bytes of memory the entries take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The transactions, oldest first.
    pub fn transactions(&self) -> impl Iterator<Item = &Transaction> {
        self.record.entries().map(|e| &e.as_ref().transaction)
    }

    /// Whether the present position is the saved one.
    pub fn is_saved(&self) -> bool {
        self.record.is_saved()
    }

    /// The saved position, if it can still be reached.
    pub fn saved(&self) -> Option<usize> {
        self.record.saved()
    }

    pub(crate) fn mark_saved(&mut self) {
        self.record.set_saved();
    }

    pub(crate) fn mark_unsaved(&mut self) {
        self.record.clear_saved();
    }

    /// The present place.
    pub fn mark(&self) -> Mark {
        let at = self.position().checked_sub(1);
        Mark(at.and_then(|at| self.record.entries().nth(at)).map_or(self.base_serial, |e| e.as_ref().serial))
    }

    /// The place counts as saved, wherever the history stands now. If it cannot be reached any more, none does.
    pub(crate) fn mark_saved_at(&mut self, mark: Mark) {
        let position = if mark.0 == self.base_serial {
            Some(0)
        } else {
            self.record.entries().position(|e| e.as_ref().serial == mark.0).map(|at| at + 1)
        };
        match position {
            None => self.record.clear_saved(),
            Some(position) => {
                let back = self.position();
                let mut hand = Hand { state: State::undecoded(0), muted: true };
                self.record.go_to(&mut hand, position);
                self.record.set_saved();
                self.record.go_to(&mut hand, back);
            }
        }
    }

    /// The transactions between two positions as the steps that lead from one to the other.
    pub(crate) fn steps(&self, from: usize, to: usize) -> Vec<Step> {
        let (low, high) = (from.min(to), from.max(to));
        let between = self.transactions().skip(low).take(high - low).cloned();
        if from <= to {
            between.map(Step::Redo).collect()
        } else {
            let mut steps: Vec<Step> = between.map(Step::Undo).collect();
            steps.reverse();
            steps
        }
    }

    /// Applies a transaction to a clone of the state and appends it; entries ahead are dropped.
    pub(crate) fn push(&mut self, state: &State, transaction: Transaction) -> Result<State, ApplyError> {
        let mut trial = state.clone();
        trial.apply_transaction(&transaction, false)?;
        // What is ahead goes with the push.
        let ahead: usize = self.record.entries().skip(self.record.head()).map(|e| e.as_ref().transaction.heap()).sum();
        self.bytes = self.bytes - ahead + transaction.heap();
        let mut hand = Hand { state: trial, muted: true };
        self.last_serial += 1;
        self.record.edit(&mut hand, Entry { transaction, serial: self.last_serial })?;
        self.trim();
        Ok(hand.state)
    }

    /// The state at a position; `None` if it is the present one, does not exist or does not fit.
    pub(crate) fn go_to(&mut self, state: &State, position: usize) -> Option<State> {
        if position == self.position() || position > self.len() {
            return None;
        }
        let mut hand = Hand { state: state.clone(), muted: false };
        let back = self.position();
        let results = self.record.go_to(&mut hand, position);
        if results.iter().all(Result::is_ok) {
            return Some(hand.state);
        }
        // The state was not the one this history leads to. Put the position back, change nothing.
        hand.muted = true;
        self.record.go_to(&mut hand, back);
        None
    }

    /// Drops the oldest done entries once the bound is passed by a quarter, down to the bound.
    fn trim(&mut self) {
        if self.bytes <= self.bound + self.bound / 4 {
            return;
        }
        let mut drop = 0;
        let mut bytes = self.bytes;
        for entry in self.record.entries().take(self.record.head().saturating_sub(1)) {
            if bytes <= self.bound {
                break;
            }
            bytes -= entry.as_ref().transaction.heap();
            drop += 1;
        }
        if drop == 0 {
            return;
        }
        let head = self.record.head();
        let saved = self.record.saved();
        if let Some(last) = self.record.entries().nth(drop - 1) {
            self.base_serial = last.as_ref().serial;
        }
        let entries: Vec<Entry> = self.record.entries().skip(drop).map(|e| e.as_ref().clone()).collect();
        let mut hand = Hand { state: State::undecoded(0), muted: true };
        // A record starts as saved; start unsaved and mark where the mark was.
        let mut record: undo::Record<Entry> = undo::Record::new();
        record.clear_saved();
        if saved == Some(drop) {
            record.set_saved();
        }
        for (at, entry) in entries.into_iter().enumerate() {
            // A muted edit cannot fail.
            let done = record.edit(&mut hand, entry);
            debug_assert!(done.is_ok());
            if saved == Some(drop + at + 1) {
                record.set_saved();
            }
        }
        record.go_to(&mut hand, head - drop);
        self.record = record;
        self.bytes = bytes;
        self.dropped += drop;
    }
}
