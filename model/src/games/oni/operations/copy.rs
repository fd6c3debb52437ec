//! Copies.

use super::common::{Thing, field_of, free_name, level_of, list, names, next_id, next_object_id, offset, room, thing};
use super::{moves, points};
use crate::document::{NodeId, Subtree};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::record::{Refusal, Role, Value};

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
    let of = match what {
        Thing::Point => return points::copy(draft, node),
        Thing::Object(of) => Some(of),
        Thing::Unknown => None,
    };
    let table = record.table();
    let level = record.level();
    let (parent, rows) = (NodeId { level: node.level, number: table.number }, table.len());
    let mut subtree: Subtree = record.subtree();
    let mut next = level.next_number();
    subtree.renumber(&mut next);
    let object_id = next_object_id(level);
    let id = field_of(&record, Role::Id).map(|field| (field, next_id(level, table)));
    // Two sounds of one name are no matter; scripts tell the others by their names.
    let name = field_of(&record, Role::Name).filter(|_| of.is_some_and(|of| of.tag != b"SNDG" && of.tag != b"PART"));
    let name = match name {
        Some(field) => match record.get(field)? {
            Value::Text(name) if !name.is_empty() => {
                Some((field, free_name(&names(level, table), &name, room(field).min(31))))
            }
            _ => None,
        },
        None => None,
    };
    if let Some(of) = of {
        list(draft, node.level, of)?;
    }
    let made = draft.insert(parent, rows, subtree)?;
    draft.store_int(made, "object_id", i128::from(object_id))?;
    if let Some((field, id)) = id {
        draft.store(made, field, &Value::Int(id))?;
    }
    if let Some((field, name)) = name {
        draft.store(made, field, &Value::Text(name))?;
    }
    Ok(made)
}
