//! Setting a field with all that follows from it.

use super::common::{coordinate, put_at};
use super::lists::{Lists, NOWHERE};
use crate::document::NodeId;
use crate::edit::Draft;
use crate::games::shock::records::Object;
use crate::games::shock::tables::OBJECTS;
use crate::record::{Field, Refusal, Value};

/// Sets a field. The place of an object moves its cross references.
///
/// # Errors
/// A refusal; drop the draft then.
pub fn set_field(draft: &mut Draft, node: NodeId, field: &'static Field, value: &Value) -> Result<(), Refusal> {
    let record = draft.record(node)?;
    if !std::ptr::eq(record.table().spec, &OBJECTS) || !matches!(field.name, "x" | "y") {
        return draft.store(node, field, value).map(|_| ());
    }
    let view = Object::new(record.head(), record.layout());
    let (Some(view), Some(raw)) = (view, value.as_int()) else { return draft.store(node, field, value).map(|_| ()) };
    let row = u16::try_from(record.position()).map_err(|_| Refusal::Missing("the object".to_owned()))?;
    let (is_object, x, y, z) = (view.active() != 0, view.x(), view.y(), view.z());
    match field.name {
        _ if !is_object => draft.store(node, field, value).map(|_| ()),
        // Nothing in the world has no other place either.
        "y" if x == NOWHERE => draft.store(node, field, value).map(|_| ()),
        "x" if raw == i128::from(NOWHERE) => Lists::new(draft, node.level)?.unplace(row),
        "x" => put_at(draft, node.level, row, coordinate("x", raw)?, coordinate("y", i128::from(y))?, z),
        _ => put_at(draft, node.level, row, coordinate("x", i128::from(x))?, coordinate("y", raw)?, z),
    }
}
