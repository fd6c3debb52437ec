//! How a table's records are stored: the pair of functions that get and set a field.
//!
//! Nearly every table stores its fields directly in the record's bytes ([`DIRECT`]). A script call or
//! a text line does not: there the pair finds the argument or token, and a set may have to touch
//! other records (a compiled call must not change a constant that other calls share). So `set` works
//! on a draft and is itself a plan (`design.md` 1.3).

use super::{Field, FieldError, Refusal, Schema, Value};
use crate::document::{NodeId, Record, Subtree, TableSpec};
use crate::edit::Draft;

/// A step on the way to an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// The n-th argument or list item, from 0.
    Item(u16),
    /// The value under a name in a table constructor.
    Named(&'static str),
}

/// A way of storing records.
#[derive(Debug)]
pub struct Access {
    /// Name of the way, stable in journals.
    pub key: &'static str,
    /// Reads a field.
    pub get: fn(&Record<'_>, &Field) -> Result<Value, FieldError>,
    /// Sets a field; called only when the value differs from what `get` answers.
    pub set: fn(&mut Draft, NodeId, &Field, &Value) -> Result<(), Refusal>,
    /// How records travel over a clipboard; `None` if their bytes say everything by themselves.
    pub travel: Option<&'static Travel>,
}

/// How a record travels that its bytes alone do not tell: as a text that holds all of it.
#[derive(Debug)]
pub struct Travel {
    /// What it becomes: the table whose form it takes, and the text as its bytes.
    pub pack: fn(&Record<'_>) -> Result<(&'static TableSpec, Subtree), Refusal>,
    /// Reads a field out of the text.
    pub get: fn(&[u8], &Field) -> Result<Value, FieldError>,
    /// The text with a field set.
    pub set: fn(&[u8], &Field, &Value) -> Result<Vec<u8>, Refusal>,
    /// The text of the thing moved by a way in the units of its fields.
    pub moved: fn(&[u8], &'static Schema, [f64; 3]) -> Result<Vec<u8>, Refusal>,
}

/// Fields lie directly in the record's bytes.
pub static DIRECT: Access = Access {
    key: "direct",
    get: |record, field| field.read(record.head(), record.tail(), record.layout()),
    set: |draft, id, field, value| {
        let record = draft.record(id)?;
        // The field that decides about a record's size cannot be stored without the rest.
        let decides = record.schema().variants.is_some_and(|(name, _)| name == field.name);
        if decides && record.children().is_some() {
            field.check(value)?;
            return crate::edit::local::change_variant(draft, id, value);
        }
        let splices = field.write(record.head(), record.tail(), record.layout(), value)?;
        for splice in splices {
            draft.splice(id, field.in_tail, splice)?;
        }
        Ok(())
    },
    travel: None,
};
