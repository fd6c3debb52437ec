//! Decoding what is about to be written, and comparing it with the document.

use levelwright_model::document::{Document, Level, LevelId, NodeList, Rows, Table};
use serde::{Deserialize, Serialize};

use super::error::SaveError;
use crate::format::{Encoded, Opened, Origin};

/// Which of a document's nodes a file's nodes are. A file that is opened numbers its nodes in the order in which they
/// lie in it; the document that wrote it has had its own numbers since it was opened. Levels without an entry have the
/// same numbers in both.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveIds {
    /// By level: the document's numbers of the nodes that the file calls 1, 2, 3 …
    pub levels: Vec<(LevelId, Vec<u32>)>,
}

/// A number that no node has.
const NONE: u32 = u32::MAX;

fn live_ids(document: &Level, file: &Level) -> Option<Vec<u32>> {
    let mut numbers = vec![NONE; (file.next_number() as usize).saturating_sub(1)];
    let mut set = |file: u32, own: u32| {
        if let Some(slot) = (file as usize).checked_sub(1).and_then(|at| numbers.get_mut(at)) {
            *slot = own;
        }
    };
    for lent in [false, true] {
        let of = |table: &&Table| table.spec.lent == lent;
        for (own, file) in document.tables().filter(of).zip(file.tables().filter(of)) {
            table_ids(own, file, &mut set);
        }
    }
    let identical = numbers.iter().zip(1u32..).all(|(own, file)| *own == file);
    (!identical).then_some(numbers)
}

fn table_ids(own: &Table, file: &Table, set: &mut dyn FnMut(u32, u32)) {
    set(file.number, own.number);
    match (&own.rows, &file.rows) {
        (Rows::Packed(own), Rows::Packed(file)) => {
            file.numbers().iter().zip(own.numbers()).for_each(|(file, own)| set(*file, *own));
        }
        (Rows::Nodes(own), Rows::Nodes(file)) => node_ids(own, file, set),
        _ => {}
    }
}

fn node_ids(own: &NodeList, file: &NodeList, set: &mut dyn FnMut(u32, u32)) {
    for (own, file) in own.iter().zip(file.iter()) {
        set(file.number, own.number);
        node_ids(&own.children, &file.children, set);
    }
}

/// Compares what belongs to the file as a whole, field by field: what the writer makes itself (offsets, checksums) may
/// differ, what a person can set may not.
fn same_file_fields(document: &Document, again: &Document) -> Result<(), SaveError> {
    let file = |d: &Document| d.state().shared(LevelId::FILE);
    let (Some(ours), Some(theirs)) = (file(document), file(again)) else { return Ok(()) };
    for (table, other) in ours.tables().zip(theirs.tables()) {
        for (row, other) in ours.rows(table).zip(theirs.rows(other)) {
            for field in row.fields().into_iter().filter(|f| f.fixed.is_empty() && !f.derived) {
                let same = match (row.get(field), other.get(field)) {
                    (Ok(a), Ok(b)) => a.same(&b),
                    (a, b) => a.is_err() && b.is_err(),
                };
                if !same {
                    return Err(SaveError::NotTheSame(format!("the file's {}", field.label_text())));
                }
            }
        }
    }
    Ok(())
}

/// Decodes what is about to be written and compares it with the document.
///
/// # Errors
/// If it does not open, or differs; the first differing table is named.
pub fn verify(document: &Document, encoded: &Encoded, origin: &dyn Origin) -> Result<(), SaveError> {
    verify_ids(document, encoded.reopen(origin).map_err(SaveError::NotReadable)?).map(|_| ())
}

/// Compares a document with what was made of it and opened again, and answers which node is which.
///
/// # Errors
/// If it differs; the first differing table is named.
pub(super) fn verify_ids(document: &Document, reopened: Opened) -> Result<LiveIds, SaveError> {
    let mut ids = LiveIds::default();
    let mut again = reopened.document;
    same_file_fields(document, &again)?;
    let count = document.state().ids().count();
    if again.state().ids().count() != count {
        return Err(SaveError::NotTheSame("the number of levels".to_owned()));
    }
    for id in document.state().ids() {
        // A level that was never decoded was copied as it lay.
        let Some(level) = document.state().level(id) else { continue };
        let Ok(other) = again.level(id) else {
            return Err(SaveError::NotTheSame(format!("level {}", id.0)));
        };
        // What is lent from elsewhere is not written, and there it may have changed meanwhile.
        let own = |table: &&Table| !table.spec.lent;
        if level.tables().filter(own).count() != other.tables().filter(own).count() {
            return Err(SaveError::NotTheSame(format!("the list of tables of level {}", id.0)));
        }
        ids.levels.extend(live_ids(level, other).map(|numbers| (id, numbers)));
        for (table, other) in level.tables().filter(own).zip(other.tables().filter(own)) {
            let same = (document.game().same_but_bulk)(table, other);
            if !same {
                return Err(SaveError::NotTheSame(format!("level {}, table {}", id.0, table.key())));
            }
        }
    }
    Ok(ids)
}
