//! A sound of another shape.

use super::common::put_vector;
use crate::document::NodeId;
use crate::edit::Draft;
use crate::games::oni::records::{BOX, SPHERE};
use crate::record::{ByteSplice, Field, Refusal, Value};

/// Where the bytes of the shape lie in a sound, and how many (`oni.md` 2.14).
const DATA: std::ops::Range<usize> = 0x4C..0x6C;

/// Gives a sound another shape: about as large as the old one, with its volume and pitch.
pub(super) fn set_shape(draft: &mut Draft, node: NodeId, field: &'static Field, value: &Value) -> Result<(), Refusal> {
    let read = |draft: &Draft, name: &str| -> Option<Value> {
        draft.record(node).ok()?.get(draft.field(node, name).ok()?).ok()
    };
    let real = |value: Option<Value>| value.and_then(|v| v.as_f64()).unwrap_or(0.0);
    let old = draft.int(node, field.name)?;
    let kept = ["volume", "pitch"].map(|name| (name, read(draft, name)));
    let reach = if old == i128::from(SPHERE) {
        real(read(draft, "max_radius"))
    } else {
        let corner = |name| super::common::vector(&draft.record(node)?, name);
        match (corner("box_min"), corner("box_max")) {
            (Ok(min), Ok(max)) => min.iter().zip(max).map(|(a, b)| (b - a) / 2.0).fold(0.0, f64::max),
            _ => 0.0,
        }
    };
    draft.store(node, field, value)?;
    let new = draft.int(node, field.name)?;
    if new == old {
        return Ok(());
    }
    let blank = vec![0; DATA.len()];
    draft.splice(node, false, ByteSplice { at: DATA.start, old_len: blank.len(), new: blank })?;
    if new == i128::from(SPHERE) {
        draft.store(node, draft.field(node, "max_radius")?, &Value::Real(f64::from(reach as f32)))?;
    } else if new == i128::from(BOX) {
        put_vector(draft, node, "box_min", [-reach; 3])?;
        put_vector(draft, node, "box_max", [reach; 3])?;
    }
    for (name, value) in kept {
        if let (Ok(field), Some(value)) = (draft.field(node, name), value) {
            draft.store(node, field, &value)?;
        }
    }
    Ok(())
}
