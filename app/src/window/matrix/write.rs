//! What was typed or pasted, as one transaction.

use std::collections::BTreeSet;
use std::mem::discriminant;
use std::sync::Arc;

use levelwright_model::document::{NodeId, Objects, RecordFacts};
use levelwright_model::edit::Draft;
use levelwright_model::record::{Field, Refusal};

use super::{Act, Matrix, tsv};
use crate::window::change::Change;
use crate::window::doc::Doc;
use crate::window::expression::Names;
use crate::window::texts::matrix as words;

/// A cell to set.
#[derive(Clone, Debug)]
pub struct Write {
    /// The record.
    pub node: NodeId,
    /// The field.
    pub field: &'static Field,
    /// To what.
    pub change: Change,
    /// Its place among the chosen rows, from 0.
    pub n: usize,
    /// Its row in the matrix, from 0.
    pub row: usize,
    /// Its column's heading.
    pub column: Arc<str>,
}

/// Does what the matrix wants of its document.
///
/// # Errors
/// A refusal; nothing is changed then.
pub fn act(doc: &mut Doc, act: Act) -> Result<(), Refusal> {
    match act {
        Act::Write(name, cells) => write(doc, &name, &cells),
        // What is remembered is the session's affair.
        Act::Choose(..) => Ok(()),
    }
}

/// Sets cells in one transaction.
///
/// # Errors
/// The first refusal, with its row and column; nothing is changed then.
pub fn write(doc: &mut Doc, name: &str, cells: &[Write]) -> Result<(), Refusal> {
    let objects = cells.first().map(|c| doc.objects(c.node.level));
    let document = &mut doc.file.document;
    let mut draft = document.draft();
    let mut seen: BTreeSet<NodeId> = BTreeSet::new();
    // Column by column: what follows from one is there before the next is set.
    for column in cells.chunk_by(|a, b| std::ptr::eq(a.field, b.field)) {
        draft.together(|draft| column.iter().try_for_each(|cell| set(draft, cell, &mut seen, objects.as_deref())))?;
    }
    document.commit(draft, name).map(|_| ())
}

fn set(draft: &mut Draft, cell: &Write, seen: &mut BTreeSet<NodeId>, objects: Option<&Objects>) -> Result<(), Refusal> {
    let again = !seen.insert(cell.node);
    let mut set = || -> Result<(), Refusal> {
        let record = draft.record(cell.node)?;
        let mut field = cell.field;
        if again {
            // What was set before may have turned the record into another variant.
            let now = record.schema().field_for(field.name, &RecordFacts(record));
            field = now.filter(|f| discriminant(&f.kind) == discriminant(&field.kind)).unwrap_or(field);
        }
        let present = record.get(field)?;
        let names = Names { x: 0.0, row: record.position() as f64, n: cell.n as f64 };
        let value = cell.change.apply(field, &present, names)?;
        draft.set(cell.node, field, &value)?;
        Ok(())
    };
    set().map_err(|refusal| {
        let object = objects.and_then(|o| o.of_node(cell.node.number));
        let object = object.map_or("", |o| o.name.as_str());
        Refusal::rule(words::refused(cell.row + 1, object, &cell.column, &refusal))
    })
}

impl Matrix {
    /// One change for all chosen cells; cells of kinds that lack the field are left out.
    pub fn fill(&self, doc: &Doc, change: &Change) -> Vec<Write> {
        let mut cells = Vec::new();
        for column in self.columns() {
            cells.extend(self.fill_column(doc, change, column));
        }
        cells
    }

    fn fill_column(&self, doc: &Doc, change: &Change, column: usize) -> Vec<Write> {
        let heading: Arc<str> = self.table.columns.get(column).map(|c| c.label()).unwrap_or_default().into();
        let cell = |(n, row)| {
            let cell = self.table.cell(doc.state(), row, column)?;
            let (node, field) = (cell.record.id(), cell.field);
            Some(Write { node, field, change: change.clone(), n, row, column: heading.clone() })
        };
        self.rows().enumerate().filter_map(cell).collect()
    }

    /// One change for those chosen cells of the cursor's column that hold the very same field as the cursor's.
    pub(super) fn fill_like_cursor(&self, doc: &Doc, change: &Change) -> Vec<Write> {
        let own = self.table.cell(doc.state(), self.cursor.row, self.cursor.column).map(|c| c.field);
        let mut cells = self.fill_column(doc, change, self.cursor.column);
        cells.retain(|cell| own.is_some_and(|own| std::ptr::eq(own, cell.field)));
        cells
    }

    /// The cells that a text from a spreadsheet sets: from the cursor on where one cell is chosen, else the chosen
    /// rectangle, which must have its size or a multiple of it.
    ///
    /// # Errors
    /// In words: what does not fit, or the first cell that cannot hold anything.
    pub fn pasted(&self, doc: &Doc, text: &str) -> Result<Vec<Write>, String> {
        let mut block = tsv::read(text);
        let headed = block.first().and_then(|row| row.first()).is_some_and(|cell| cell == words::OBJECT);
        if headed {
            block.remove(0);
            for row in &mut block {
                row.drain(..row.len().min(1));
            }
        }
        let (high, wide) = (block.len(), block.iter().map(Vec::len).max().unwrap_or(0));
        if high == 0 || wide == 0 {
            return Err(words::NOTHING_TO_PASTE.to_owned());
        }
        if let Some(at) = block.iter().position(|row| row.len() != wide) {
            return Err(words::ragged(at + 1, block.get(at).map_or(0, Vec::len), wide));
        }
        let (rows, columns) = (self.rows(), self.columns());
        let one = self.count() == 1;
        let (want_rows, want_columns) =
            if one { (high, wide) } else { (rows.end() - rows.start() + 1, columns.end() - columns.start() + 1) };
        if want_rows % high != 0 || want_columns % wide != 0 {
            return Err(words::other_size(high, wide, want_rows, want_columns));
        }
        let (left_rows, left_columns) = (
            self.table.len() - rows.start().min(&self.table.len()),
            self.table.columns.len().saturating_sub(*columns.start()),
        );
        if want_rows > left_rows || want_columns > left_columns {
            return Err(words::no_room(high, wide, left_rows, left_columns));
        }
        let mut out = Vec::new();
        for column in 0..want_columns {
            let at = columns.start() + column;
            let heading: Arc<str> = self.table.columns.get(at).map(|c| c.label()).unwrap_or_default().into();
            for n in 0..want_rows {
                let row = rows.start() + n;
                let Some(text) = block.get(n % high).and_then(|r| r.get(column % wide)) else { continue };
                let Some(cell) = self.table.cell(doc.state(), row, at) else {
                    if text.trim().is_empty() {
                        continue;
                    }
                    let name = self.table.object(row).map_or("", |o| o.name.as_str());
                    return Err(words::no_such_cell(row + 1, name, &heading));
                };
                let (node, field) = (cell.record.id(), cell.field);
                let change = Change::Shown(text.clone());
                out.push(Write { node, field, change, n, row, column: heading.clone() });
            }
        }
        Ok(out)
    }
}
