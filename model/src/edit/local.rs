//! Local derived data of records with children: counts, sizes and padding in the record's own bytes.
//!
//! Kept as found until the list changes; then patched in the same transaction, by their roles.

use super::draft::Draft;
use crate::document::{NodeId, Subtree};
use crate::record::{Field, Refusal, Role, Value};

/// Inserts a child and brings the parent's counts, sizes and padding in step.
///
/// # Errors
/// If the list is full or the child does not fit.
pub fn insert_child(draft: &mut Draft, parent: NodeId, at: usize, head: Vec<u8>) -> Result<NodeId, Refusal> {
    let record = draft.record(parent)?;
    let spec =
        record.schema().children.ok_or_else(|| Refusal::rule(format!("{} has no list", record.schema().label)))?;
    let have = record.children().map_or(0, |c| c.len());
    if have >= spec.limit as usize {
        return Err(Refusal::Limit {
            what: record.schema().label.to_owned(),
            limit: u64::from(spec.limit),
            unit: spec.name.to_owned(),
        });
    }
    let number = draft.next_number(parent.level)?;
    let node = draft.insert(parent, at, Subtree::record(number, spec.schema, head))?;
    after_list_change(draft, parent)?;
    Ok(node)
}

/// Removes a child and brings the parent's counts, sizes and padding in step.
///
/// # Errors
/// If it does not exist.
pub fn remove_child(draft: &mut Draft, child: NodeId) -> Result<(), Refusal> {
    let parent = draft
        .level(child.level)?
        .parent(child.number)
        .ok_or_else(|| Refusal::Missing(format!("record {}", child.number)))?;
    draft.remove(child)?;
    after_list_change(draft, NodeId { level: child.level, number: parent })
}

/// Patches counts, sizes and padding of a record by their roles.
///
/// # Errors
/// If a count does not fit its field.
pub fn after_list_change(draft: &mut Draft, parent: NodeId) -> Result<(), Refusal> {
    let record = draft.record(parent)?;
    let schema = record.schema();
    let fields: Vec<&'static Field> = record.fields();
    let children = record.children().map_or(0, |c| c.len());
    for field in &fields {
        if matches!(field.role, Role::CountOf(_)) {
            draft.store(parent, field, &Value::Int(children as i128))?;
        }
    }
    if schema.pad_to > 1 {
        let record = draft.record(parent)?;
        let own = record.bytes().len() - record.tail().len();
        let fixed_tail = fields.iter().filter(|f| f.in_tail && f.role != Role::Padding).flat_map(|f| f.place.spans());
        let fixed: usize = fixed_tail.map(|(_, len)| len).sum();
        let pad_to = schema.pad_to as usize;
        let want = fixed + (pad_to - (own + fixed) % pad_to) % pad_to;
        let have = record.tail().len();
        if want > have {
            let new = vec![0; want - have];
            draft.splice(parent, true, crate::record::ByteSplice { at: have, old_len: 0, new })?;
        } else if want < have {
            let splice = crate::record::ByteSplice { at: want, old_len: have - want, new: Vec::new() };
            draft.splice(parent, true, splice)?;
        }
    }
    let size = draft.record(parent)?.bytes().len();
    for field in fields {
        if matches!(field.role, Role::SizeOf(_)) {
            draft.store(parent, field, &Value::Int(size as i128))?;
        }
    }
    Ok(())
}
