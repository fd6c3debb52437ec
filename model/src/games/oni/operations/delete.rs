//! Deleting.

use super::common::{Thing, level_of, thing};
use crate::document::NodeId;
use crate::edit::{Draft, local};
use crate::games::Arguments;
use crate::record::Refusal;

/// Plan `delete`.
pub(super) fn delete(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    level_of(draft, arguments)?;
    let mut rows = Vec::new();
    // What is named twice goes once.
    let mut seen = std::collections::BTreeSet::new();
    for node in arguments.objects.iter().filter(|node| seen.insert(**node)) {
        match thing(draft, *node)?.1 {
            // Points first: a path takes its points along.
            Thing::Point => local::remove_child(draft, *node)?,
            Thing::Object(of) => {
                rows.push(*node);
                if of.baked {
                    draft.note(format!(
                        "{}: what is baked into the environment stays visible in the game.",
                        of.table.label
                    ));
                }
            }
            Thing::Unknown => rows.push(*node),
        }
    }
    for node in rows {
        draft.remove(node)?;
    }
    Ok(None)
}
