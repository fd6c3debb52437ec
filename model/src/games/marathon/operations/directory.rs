//! The level's entry in the file's directory repeats fields of the level itself (`marathon.md` 1.1).

use super::common::found;
use crate::document::NodeId;
use crate::edit::Draft;
use crate::record::{Field, Refusal, Value};

/// Sets a field of the level; the directory's copy follows if it was the same so far. Names may differ on purpose and
/// then stay apart.
pub(super) fn set(draft: &mut Draft, info: NodeId, field: &'static Field, value: &Value) -> Result<(), Refusal> {
    let (record, _) = found(draft, info)?;
    let old = record.get(field)?;
    draft.store(info, field, value)?;
    let level = draft.level(info.level)?;
    let Some(entry) = level.table("directory").and_then(|table| level.row(table, 0)) else { return Ok(()) };
    let copy = entry.fields().into_iter().find(|f| f.name == field.name && f.name != "index");
    if let Some(copy) = copy
        && entry.get(copy)?.same(&old)
    {
        let node = entry.id();
        draft.store(node, copy, value)?;
    }
    Ok(())
}
