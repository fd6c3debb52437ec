//! Copies, within a level and from the clipboard.

use super::common::{Thing, field_of, free_name, level_of, list, names, next_id, next_object_id, offset, room, thing};
use super::{moves, points};
use crate::clipboard::{ClipboardSpec, Made, Thing as Copied};
use crate::document::{LevelId, NodeId, Subtree};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::oni::chunk::ObjectType;
use crate::record::{Refusal, Role, Value};

/// Objects of Oni on the clipboard.
pub static CLIPBOARD: ClipboardSpec = ClipboardSpec { make: paste, along: None, decided: &[] };

/// Plan `duplicate`.
pub(super) fn duplicate(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    level_of(draft, arguments)?;
    let by = offset(arguments, ["dx", "dy", "dz"])?;
    let mut last = None;
    for node in &arguments.objects {
        let made = one(draft, *node)?;
        let (record, what) = thing(draft, made)?;
        let has_place = !matches!(what, Thing::Point) || record.fields().iter().any(|f| f.role == Role::Position);
        if by != [0.0; 3] && has_place {
            moves::shift(draft, made, by)?;
        }
        last = Some(made);
    }
    Ok(last)
}

fn one(draft: &mut Draft, node: NodeId) -> Result<NodeId, Refusal> {
    let (record, what) = thing(draft, node)?;
    if matches!(what, Thing::Point) {
        return points::copy(draft, node);
    }
    let of = ObjectType::of_table(record.table().key());
    let of = of.ok_or_else(|| Refusal::rule(format!("{} cannot be copied", record.schema().label)))?;
    let subtree = record.subtree();
    insert(draft, node.level, of, subtree)
}

/// Makes objects of copied ones: with object ids, numbers and names of their own.
fn paste(draft: &mut Draft, level: LevelId, things: &[Copied]) -> Result<Vec<Made>, Refusal> {
    let mut out = Vec::with_capacity(things.len());
    for thing in things {
        let part = thing.parts.first().ok_or_else(|| Refusal::rule(format!("{} holds nothing", thing.name)))?;
        let of = ObjectType::of_table(part.table.key);
        let of = of.ok_or_else(|| Refusal::rule(format!("{} cannot be pasted", part.table.label)))?;
        // A point alone has no path to stand in; it comes along with its path.
        if part.subtree.schema.is_some_and(|s| s.0.key == crate::games::oni::records::PATROL_POINT.key) {
            return Err(Refusal::rule("patrol points are pasted with their path: copy the path"));
        }
        out.push(vec![insert(draft, level, of, part.subtree.clone())?]);
    }
    Ok(out)
}

/// Adds a row like another one at the end of its list.
fn insert(draft: &mut Draft, level: LevelId, of: &'static ObjectType, mut subtree: Subtree) -> Result<NodeId, Refusal> {
    let table = list(draft, level, of)?;
    let decoded = draft.level(level)?;
    let (parent, rows) = (NodeId { level, number: table.number }, table.len());
    let mut next = decoded.next_number();
    subtree.renumber(&mut next);
    let object_id = next_object_id(decoded);
    let (id, taken) = (next_id(decoded, table), names(decoded, table));
    let made = draft.insert(parent, rows, subtree)?;
    draft.store_int(made, "object_id", i128::from(object_id))?;
    let record = draft.record(made)?;
    let own = field_of(&record, Role::Id);
    // Two sounds or particles of one name are no matter; scripts tell the others by their names.
    let name = field_of(&record, Role::Name).filter(|_| !matches!(of.tag, b"SNDG" | b"PART"));
    let name = match name.map(|field| (field, record.get(field))) {
        Some((field, Ok(Value::Text(name)))) if !name.is_empty() => {
            Some((field, free_name(&taken, &name, room(field).min(31))))
        }
        _ => None,
    };
    if let Some(field) = own {
        draft.store(made, field, &Value::Int(id))?;
    }
    if let Some((field, name)) = name {
        draft.store(made, field, &Value::Text(name))?;
    }
    Ok(made)
}
