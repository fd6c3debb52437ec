//! Copying and deleting.

use super::common::{free_door, free_name, is_line, level_of, offset, whole_or};
use super::{list, moves};
use crate::document::{Level, NodeId};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::warriors::level::{all_calls, symbol};
use crate::games::warriors::links::handle;
use crate::games::warriors::names::shown_name;
use crate::games::warriors::records::calls::{self, DOOR, DoorField};
use crate::games::warriors::script::cut;
use crate::record::{Refusal, Value};

/// Plan `duplicate`. Answers the last copy.
pub(super) fn duplicate(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let by = offset(arguments)?;
    let mut last = None;
    for node in &arguments.objects {
        let record = draft.record(*node)?;
        let copy = if is_line(&record) {
            list::copy(draft, *node)?
        } else if calls::call_of(record.schema()).is_some() {
            let like = handle(&record).unwrap_or_default();
            let name = free_name(draft.level(level)?, &like);
            cut::copy(draft, *node, &name)?
        } else {
            return Err(Refusal::rule(format!("{} cannot be copied", record.schema().label)));
        };
        if std::ptr::eq(draft.record(copy)?.schema(), &DOOR) {
            let number = free_door(draft.level(level)?);
            draft.set(copy, DoorField::number.field(), &Value::Int(number))?;
        }
        if by != [0.0; 3] {
            moves::shift(draft, copy, by)?;
        }
        last = Some(copy);
    }
    Ok(last)
}

/// Plan `delete`.
pub(super) fn delete(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let force = whole_or(arguments, "force", 0, (0, 1))? == 1;
    for node in &arguments.objects {
        // A thing that is named twice is gone by now.
        let Ok(record) = draft.record(*node) else { continue };
        if is_line(&record) {
            list::remove(draft, *node)?;
        } else if calls::call_of(record.schema()).is_some() {
            let users = users(draft.level(level)?, *node, &arguments.objects);
            if let (Some((name, count)), false) = (users, force) {
                return Err(Refusal::rule(format!(
                    "{count} calls use {}, which this one gives: delete them too, or delete it with “force”",
                    shown_name(&name)
                )));
            }
            cut::remove(draft, *node)?;
        } else {
            return Err(Refusal::rule(format!("{} cannot be deleted", record.schema().label)));
        }
    }
    Ok(None)
}

/// The arguments that name a variable which a call gives.
pub(super) const HANDLES: [&str; 4] = ["object", "door", "box_name", "human"];

/// The variable that a call gives and how many other calls use it, but for those that go as well.
fn users(level: &Level, node: NodeId, going: &[NodeId]) -> Option<(String, usize)> {
    let name = handle(&level.record(node.number)?)?;
    let uses = |record: &crate::document::Record<'_>| {
        let fields = record.schema().base_fields().filter(|f| HANDLES.contains(&f.name));
        fields.into_iter().any(|f| symbol(record, f).is_some_and(|used| used == name))
    };
    let calls = all_calls(level);
    let count = calls.iter().filter(|record| !going.contains(&record.id()) && uses(record)).count();
    (count > 0).then_some((name, count))
}
