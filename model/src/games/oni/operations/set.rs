//! Setting a field with all that follows from it.

use super::common::{Thing, put_vector, thing, vector};
use super::{baked, sort};
use crate::document::NodeId;
use crate::edit::Draft;
use crate::games::oni::records::SOUND;
use crate::record::{Field, Refusal, Role, Value};

/// Sets a field: a door's frame centre follows its place, a sound of another shape keeps its reach, a baked object's
/// consequences are told.
///
/// # Errors
/// A refusal; drop the draft then.
pub fn set_field(draft: &mut Draft, node: NodeId, field: &'static Field, value: &Value) -> Result<(), Refusal> {
    let what = thing(draft, node).ok().map(|(_, what)| what);
    let Some(Thing::Object(of)) = what else { return draft.store(node, field, value).map(|_| ()) };
    if field.name == "shape" && std::ptr::eq(draft.record(node)?.schema(), &SOUND) {
        return sort::set_shape(draft, node, field, value);
    }
    if field.name == "object_id" && of.baked {
        draft.note(
            "The environment's quads name this object by its object id: with another one its body belongs to nobody.",
        );
    }
    match field.role {
        Role::Position => {
            let record = draft.record(node)?;
            let old = vector(&record, field.name)?;
            let centre = if of.tag == b"DOOR" { Some(vector(&record, "center")?) } else { None };
            draft.store(node, field, value)?;
            if let Some(centre) = centre {
                let new = vector(&draft.record(node)?, field.name)?;
                let part = |list: &[f64; 3], i: usize| list.get(i).copied().unwrap_or(0.0);
                let moved = [0, 1, 2].map(|i| part(&centre, i) + part(&new, i) - part(&old, i));
                put_vector(draft, node, "center", moved)?;
            }
            baked::warn(draft, of);
            Ok(())
        }
        Role::Rotation => {
            baked::warn(draft, of);
            draft.store(node, field, value).map(|_| ())
        }
        _ => draft.store(node, field, value).map(|_| ()),
    }
}
