//! Zones, tints and the numbers of doors.

use super::common::{is_line, level_of, named, whole_or};
use crate::document::NodeId;
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::warriors::level::{calls_of, text};
use crate::games::warriors::names::is_emitter;
use crate::games::warriors::records::LineField;
use crate::games::warriors::records::calls::{DOOR, DoorField};
use crate::record::{Refusal, Value};

/// The highest zone that the game's mask has a bit for (`warriors.md` 1.1).
const LAST_ZONE: i128 = 254;
/// The highest number of a door that navigation links have room for (`warriors.md` 1.9).
const LAST_DOOR: i128 = 8191;

/// Sets a field of every object by name.
fn set_all(draft: &mut Draft, nodes: &[NodeId], name: &str, value: i128) -> Result<(), Refusal> {
    for node in nodes {
        let record = draft.record(*node)?;
        let field =
            named(&record, name).ok_or_else(|| Refusal::rule(format!("{} has no {name}", record.schema().label)))?;
        draft.set(*node, field, &Value::Int(value))?;
    }
    Ok(())
}

/// Plan `set_zone`.
pub(super) fn set_zone(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    level_of(draft, arguments)?;
    arguments.int("zone")?;
    let zone = whole_or(arguments, "zone", 0, (0, LAST_ZONE))?;
    for node in &arguments.objects {
        let record = draft.record(*node)?;
        let emitter = is_line(&record) && text(&record, LineField::name.field()).is_some_and(|name| is_emitter(&name));
        if emitter {
            return Err(Refusal::rule("the game does not read an emitter's zone"));
        }
    }
    set_all(draft, &arguments.objects, "zone", zone)?;
    Ok(None)
}

/// Plan `set_tint`.
pub(super) fn set_tint(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    level_of(draft, arguments)?;
    arguments.int("tint")?;
    let tint = whole_or(arguments, "tint", 0, (0, 0xFFFF_FFFF))?;
    set_all(draft, &arguments.objects, "tint", tint)?;
    Ok(None)
}

/// Plan `renumber_doors`.
pub(super) fn renumber_doors(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let first = whole_or(arguments, "first", 1, (1, LAST_DOOR))?;
    let doors: Vec<NodeId> = calls_of(draft.level(level)?, &DOOR).iter().map(|door| door.id()).collect();
    let chosen = |door: &&NodeId| arguments.objects.is_empty() || arguments.objects.contains(door);
    for (number, door) in (first..).zip(doors.iter().filter(chosen)) {
        if number > LAST_DOOR {
            return Err(Refusal::Limit {
                what: "doors".to_owned(),
                limit: LAST_DOOR as u64,
                unit: "numbers".to_owned(),
            });
        }
        draft.set(*door, DoorField::number.field(), &Value::Int(number))?;
    }
    Ok(None)
}
