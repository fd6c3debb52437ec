//! Patrol points: added and put elsewhere in their path.

use super::common::{Thing, level_of, offset, put_vector, thing};
use crate::document::NodeId;
use crate::edit::{Draft, local};
use crate::games::Arguments;
use crate::games::oni::records::PATROL_POINT;
use crate::record::{Refusal, Value};

/// Point types (`oni.md` 2.12).
const MOVE_TO_FLAG: i128 = 0;
const MOVE_TO_POINT: i128 = 8;

/// The flags among the objects of the arguments, as their ids.
fn flags(draft: &Draft, arguments: &Arguments) -> Vec<i128> {
    let flag = |node: &NodeId| match thing(draft, *node) {
        Ok((record, Thing::Object(of))) if of.tag == b"FLAG" => record.int("id"),
        _ => None,
    };
    arguments.objects.iter().filter_map(flag).collect()
}

/// Gives a new path a point for each selected flag.
pub(super) fn along_flags(draft: &mut Draft, path: NodeId, arguments: &Arguments) -> Result<(), Refusal> {
    for (at, flag) in flags(draft, arguments).into_iter().enumerate() {
        let point = insert(draft, path, at, MOVE_TO_FLAG)?;
        draft.store_int(point, "flag", flag)?;
    }
    Ok(())
}

fn insert(draft: &mut Draft, path: NodeId, at: usize, kind: i128) -> Result<NodeId, Refusal> {
    let head = u32::try_from(kind).unwrap_or(u32::MAX).to_le_bytes().to_vec();
    let size = PATROL_POINT.length(&head, 0).ok_or_else(|| Refusal::OutOfRange {
        field: "type".to_owned(),
        value: kind.to_string(),
        min: 0,
        max: 23,
    })?;
    let mut head = head;
    head.resize(size, 0);
    local::insert_child(draft, path, at, head)
}

/// The path that a plan works on, and the position behind the point that is selected, if one is.
fn path(draft: &Draft, arguments: &Arguments) -> Result<(NodeId, Option<usize>), Refusal> {
    for node in &arguments.objects {
        match thing(draft, *node)? {
            (record, Thing::Point) => {
                let parent = record.level().parent(node.number).unwrap_or(0);
                return Ok((NodeId { level: node.level, number: parent }, Some(record.position() + 1)));
            }
            (_, Thing::Object(of)) if of.tag == b"PATR" => return Ok((*node, None)),
            _ => {}
        }
    }
    Err(Refusal::rule("select a patrol path or one of its points"))
}

/// Plan `add_point`.
pub(super) fn add(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    level_of(draft, arguments)?;
    let (path, behind) = path(draft, arguments)?;
    let have = draft.record(path)?.children().map_or(0, |c| c.len());
    let mut at = match arguments.values.get("at") {
        Some(_) => usize::try_from(arguments.int("at")?).map_err(|_| Refusal::rule("a position begins at 0"))?,
        None => behind.unwrap_or(have),
    };
    if at > have {
        return Err(Refusal::rule(format!("the path has {have} points: none can be added at {at}")));
    }
    let flags = flags(draft, arguments);
    let mut last = None;
    for flag in &flags {
        let point = insert(draft, path, at, arguments.int_or("type", MOVE_TO_FLAG))?;
        if draft.field(point, "flag").is_err() {
            return Err(Refusal::rule("points of this type go to no flag"));
        }
        draft.store_int(point, "flag", *flag)?;
        at += 1;
        last = Some(point);
    }
    if flags.is_empty() {
        let placed = arguments.values.contains_key("x") && arguments.values.contains_key("z");
        let usual = if placed { MOVE_TO_POINT } else { MOVE_TO_FLAG };
        let point = insert(draft, path, at, arguments.int_or("type", usual))?;
        if draft.field(point, "point").is_ok() {
            put_vector(draft, point, "point", offset(arguments, ["x", "y", "z"])?)?;
        }
        last = Some(point);
    }
    Ok(last)
}

/// Plan `move_point`.
pub(super) fn reorder(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    level_of(draft, arguments)?;
    let node = arguments.object()?;
    let (record, Thing::Point) = thing(draft, node)? else {
        return Err(Refusal::rule("this works on a point of a patrol path"));
    };
    let parent = record.level().parent(node.number).unwrap_or(0);
    let have = draft.record(NodeId { level: node.level, number: parent })?.children().map_or(0, |c| c.len());
    let to = usize::try_from(arguments.int("to")?).ok().filter(|to| *to < have);
    let to =
        to.ok_or_else(|| Refusal::rule(format!("the path has {have} points: the position is 0 to {}", have - 1)))?;
    local::move_child(draft, node, to)?;
    Ok(None)
}

/// A copy of a point behind itself.
pub(super) fn copy(draft: &mut Draft, node: NodeId) -> Result<NodeId, Refusal> {
    let record = draft.record(node)?;
    let parent = NodeId { level: node.level, number: record.level().parent(node.number).unwrap_or(0) };
    let (at, head) = (record.position() + 1, record.head().to_vec());
    let target = record.int("target");
    let copy = local::insert_child(draft, parent, at, head)?;
    // A loop means the same point as the original does now.
    if let (Some(_), Ok(now)) = (target, draft.int(node, "target")) {
        draft.store(copy, draft.field(copy, "target")?, &Value::Int(now))?;
    }
    Ok(copy)
}
