//! Carrying out the steps of a journal on a document that was opened anew.

use std::collections::BTreeMap;

use levelwright_model::document::{Document, LevelId, State, Subtree};
use levelwright_model::edit::{Edit, Transaction};
use levelwright_model::record::Schema;

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
    // The document's history begins here, so these are its entries, as the journal has them.
    let mut entries: Vec<Transaction> = Vec::new();
    for (after, step) in steps.iter().enumerate() {
        let read = match Transaction::from_frame(&step.transaction) {
            Ok(read) => read,
            Err(e) => return Some(Stopped { after, name: "an edit".to_owned(), reason: e.to_string() }),
        };
        let transaction = translation.translate(&read, document);
        let name = transaction.name().to_owned();
        let position = document.history().position();
        let known = |at: Option<usize>| at.and_then(|at| entries.get(at)) == Some(&transaction);
        let moved = match step.verb {
            Verb::Undo if known(position.checked_sub(1)) => document.undo(),
            Verb::Redo if known(Some(position)) => document.redo(),
            _ => false,
        };
        if moved {
            continue;
        }
        // Undone, but done before the last save, so it is no entry of this history.
        let transaction = match step.verb {
            Verb::Undo => transaction.inverse(&format!("Undo {name}")),
            Verb::Do | Verb::Redo => transaction,
        };
        let fitted = fitted(&transaction, document);
        if let Err(refusal) = document.commit_transaction(fitted) {
            return Some(Stopped { after, name, reason: refusal.to_string() });
        }
        entries.truncate(position);
        entries.push(transaction);
    }
    None
}

/// The transaction with its old bytes as they are in the document, where only derived fields differ: a save writes
/// those anew (an index list, and the numbers that point into it), the session keeps them as they were.
fn fitted(transaction: &Transaction, document: &mut Document) -> Transaction {
    for level in transaction.levels() {
        if document.level(level).is_err() {
            return transaction.clone();
        }
    }
    let mut state = document.state().clone();
    let mut changed = false;
    let mut edits = Vec::new();
    for edit in transaction.edits() {
        let edit = match state.apply(&edit) {
            Ok(()) => edit,
            Err(_) => match fitted_edit(&edit, &state).filter(|other| state.apply(other).is_ok()) {
                Some(other) => {
                    changed = true;
                    other
                }
                None => return transaction.clone(),
            },
        };
        edits.push(edit);
    }
    if changed { Transaction::new(transaction.name(), edits, transaction.generations()) } else { transaction.clone() }
}

fn fitted_edit(edit: &Edit, state: &State) -> Option<Edit> {
    match edit {
        Edit::Splice { node, tail: false, at, old, new } if old.len() == new.len() => {
            let record = state.level(node.level)?.record(node.number)?;
            let from = *at as usize;
            let present = record.head().get(from..from.checked_add(old.len())?)?;
            let derived = derived(record.schema(), record.layout(), record.head().len());
            let mut target = new.clone();
            for (i, byte) in target.iter_mut().enumerate() {
                let (is, was) = (present.get(i)?, old.get(i)?);
                if is != was && !*derived.get(from + i)? {
                    return None;
                }
                if was == byte {
                    *byte = *is;
                }
            }
            Some(Edit::Splice { node: *node, tail: false, at: *at, old: present.to_vec(), new: target })
        }
        Edit::Remove { parent, at, subtree } => {
            let level = state.level(parent.level)?;
            let record = level.record(subtree.number)?;
            let present = record.subtree();
            same_but_derived(subtree, &present, record.layout()).then_some(())?;
            Some(Edit::Remove { parent: *parent, at: *at, subtree: present })
        }
        _ => None,
    }
}

/// By byte of a record's head, whether a derived field covers it.
fn derived(schema: &Schema, layout: u16, len: usize) -> Vec<bool> {
    let mut out = vec![false; len];
    for field in schema.base_fields().filter(|f| f.derived && !f.in_tail) {
        for (at, count) in field.place_in(layout).map(|p| p.spans().to_vec()).unwrap_or_default() {
            out.iter_mut().skip(at).take(count).for_each(|byte| *byte = true);
        }
    }
    out
}

fn same_but_derived(a: &Subtree, b: &Subtree, layout: u16) -> bool {
    let Some(schema) = a.schema else { return false };
    let derived = derived(schema.0, layout, a.head.len());
    a.number == b.number
        && a.schema == b.schema
        && a.tail == b.tail
        && a.table.is_none()
        && b.table.is_none()
        && a.head.len() == b.head.len()
        && a.head.iter().zip(&b.head).zip(derived).all(|((x, y), derived)| x == y || derived)
        && a.children.len() == b.children.len()
        && a.children.iter().zip(&b.children).all(|(x, y)| same_but_derived(x, y, layout))
}

#[cfg(test)]
mod tests {
    use levelwright_model::record::ByteSplice;

    use super::*;
    use crate::file::OpenFile;
    use crate::marathon::merge::single_level;
    use crate::marathon::wad::ChunkOut;

    const LINES: LevelId = LevelId(0);

    /// A map of one line whose derived length (bytes 6 and 7) is this and whose flags (bytes 4 and 5) are these.
    fn map(length: u8, flags: u8) -> OpenFile {
        let mut line = vec![0; 32];
        line[7] = length;
        line[5] = flags;
        let chunk = |tag: &[u8; 4], bytes: Vec<u8>| ChunkOut { tag: *tag, bytes: bytes.into() };
        let chunks = vec![chunk(b"Minf", vec![0; 88]), chunk(b"LINS", line)];
        let mut file = OpenFile::untitled(single_level(b"Lines", 1, chunks).unwrap()).unwrap();
        file.document.level(LINES).unwrap();
        file
    }

    /// Bytes 1 and 13 set at once, and then the line removed.
    fn steps(file: &mut OpenFile) -> Vec<StoredStep> {
        let mut commit = |make: &dyn Fn(&mut levelwright_model::edit::Draft)| {
            let mut draft = file.document.draft();
            make(&mut draft);
            file.document.commit(draft, "Edit").unwrap();
            let transaction = file.document.history().transactions().last().unwrap().frame().to_vec();
            StoredStep { at: 0, verb: Verb::Do, transaction }
        };
        let line = |draft: &levelwright_model::edit::Draft| draft.row(LINES, "lines", 0).unwrap().id();
        vec![
            commit(&|draft| {
                let id = line(draft);
                for at in [1, 13] {
                    draft.splice(id, false, ByteSplice { at, old_len: 1, new: vec![9] }).unwrap();
                }
            }),
            commit(&|draft| draft.remove(line(draft)).unwrap()),
        ]
    }

    #[test]
    fn derived_bytes_may_differ_and_are_kept_others_stop_the_replay() {
        let steps = steps(&mut map(77, 0));
        let mut other = map(88, 0);
        assert_eq!(replay(&mut other.document, &LiveIds::default(), &steps[..1]), None);
        let level = other.document.state().level(LINES).unwrap();
        let head = level.table("lines").unwrap().row_head(0).unwrap();
        assert_eq!((head[1], head[7], head[13]), (9, 88, 9));

        let mut other = map(88, 0);
        assert_eq!(replay(&mut other.document, &LiveIds::default(), &steps), None);
        assert!(other.document.state().level(LINES).unwrap().table("lines").unwrap().is_empty());
        other.document.undo();
        other.document.undo();
        assert!(!other.document.is_modified());

        let mut other = map(88, 1);
        let stopped = replay(&mut other.document, &LiveIds::default(), &steps).unwrap();
        assert_eq!(stopped.after, 0);
        assert!(other.document.history().is_empty());
    }
}
