//! Moving and turning.

use std::collections::BTreeSet;

use super::baked;
use super::common::{Thing, level_of, offset, put_vector, thing, thousandths, vector};
use crate::document::NodeId;
use crate::edit::Draft;
use crate::games::Arguments;
use crate::record::{Refusal, Role};

/// Plan `move`.
pub(super) fn move_by(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    level_of(draft, arguments)?;
    let by = offset(arguments, ["dx", "dy", "dz"])?;
    // A flag that is selected together with a point that goes there moves once.
    let mut moved: BTreeSet<NodeId> = BTreeSet::new();
    for node in &arguments.objects {
        let target = target(draft, *node)?;
        if moved.insert(target) {
            shift(draft, target, by)?;
        }
    }
    Ok(None)
}

/// What moves when an object is dragged: a patrol point without a place of its own stands at its flag.
fn target(draft: &Draft, node: NodeId) -> Result<NodeId, Refusal> {
    let (record, what) = thing(draft, node)?;
    if !matches!(what, Thing::Point) || record.fields().iter().any(|f| f.role == Role::Position) {
        return Ok(node);
    }
    let flag = record.int("flag").ok_or_else(|| Refusal::rule("this patrol point has no place: it cannot be moved"))?;
    let level = draft.level(node.level)?;
    let flags = level.table("flags").into_iter().flat_map(|t| level.rows(t));
    let found = flags.filter(|f| f.int("id") == Some(flag)).map(|f| f.id()).next();
    found.ok_or_else(|| Refusal::rule(format!("the point goes to flag {flag}, which does not exist")))
}

/// Moves an object and what goes with it.
///
/// # Errors
/// If it has no place or its list cannot be edited.
pub(super) fn shift(draft: &mut Draft, node: NodeId, by: [f64; 3]) -> Result<(), Refusal> {
    let (record, what) = thing(draft, node)?;
    let name = if matches!(what, Thing::Point) { "point" } else { "position" };
    let sum = |at: [f64; 3]| [0, 1, 2].map(|i| at.get(i).unwrap_or(&0.0) + by.get(i).unwrap_or(&0.0));
    let to = sum(vector(&record, name)?);
    let centre = match what {
        Thing::Object(of) if of.tag == b"DOOR" => Some(sum(vector(&record, "center")?)),
        _ => None,
    };
    put_vector(draft, node, name, to)?;
    if let Some(centre) = centre {
        put_vector(draft, node, "center", centre)?;
    }
    if let Thing::Object(of) = what
        && by != [0.0; 3]
    {
        baked::warn(draft, of);
    }
    Ok(())
}

/// Plan `rotate`.
pub(super) fn rotate(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    level_of(draft, arguments)?;
    let turn = thousandths(arguments, "turn")?;
    for node in &arguments.objects {
        let (record, what) = thing(draft, *node)?;
        if matches!(what, Thing::Point) {
            return Err(Refusal::rule("patrol points look nowhere: turn the flag they go to"));
        }
        let [x, y, z] = vector(&record, "rotation")?;
        if turn != 0.0 {
            put_vector(draft, *node, "rotation", [x, (y + turn).rem_euclid(360.0), z])?;
            if let Thing::Object(of) = what {
                baked::warn(draft, of);
            }
        }
    }
    Ok(None)
}
