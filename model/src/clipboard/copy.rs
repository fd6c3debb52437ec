//! Copying.

use super::goals::{content, held, row};
use std::collections::BTreeSet;

use super::{Clip, Goal, Part, Thing};
use crate::document::{Level, NodeId, ObjectId, Objects};
use crate::games::Game;
use crate::record::Refusal;

/// Objects with all that they take along, each once and behind what takes it.
pub fn with_contents(game: &Game, level: &Level, objects: &Objects, ids: &[ObjectId]) -> Vec<ObjectId> {
    let mut out: Vec<ObjectId> = Vec::new();
    let mut seen: BTreeSet<u32> = BTreeSet::new();
    for id in ids {
        let mut waiting = vec![*id];
        while let Some(id) = waiting.pop() {
            if seen.insert(id.node.number) {
                out.push(id);
                let along = game.clipboard.and_then(|spec| spec.along);
                waiting.extend(along.map(|along| along(level, objects, id)).unwrap_or_default().into_iter().rev());
            }
        }
    }
    out
}

/// Copies objects of a level, in the order in which they are named.
///
/// # Errors
/// If one of them does not exist, or cannot be told without the rest of its file.
pub fn copy(level: &Level, objects: &Objects, ids: &[ObjectId]) -> Result<Clip, Refusal> {
    let mut clip = Clip::default();
    let mut nodes: Vec<(NodeId, (usize, usize))> = Vec::new();
    for id in ids {
        let missing = || Refusal::Missing(format!("object {}", id.node.number));
        let object = objects.by_id(*id).ok_or_else(missing)?;
        let mut parts = Vec::new();
        for part in &object.parts {
            let record = level.record(part.node.number).ok_or_else(missing)?;
            nodes.push((part.node, (clip.things.len(), parts.len())));
            let spec = record.table().spec;
            let (table, subtree) = match spec.access.travel {
                Some(travel) => (travel.pack)(&record)?,
                None => (spec, record.subtree()),
            };
            let (layout, position) = (record.layout(), record.position());
            parts.push(Part { name: part.name.to_owned(), table, layout, position, subtree });
        }
        clip.things.push(Thing { kind: object.kind, name: object.name.clone(), parts });
    }
    for (node, _) in &nodes {
        let Some(record) = level.record(node.number) else { continue };
        for held in held(level, objects.of_node(node.number), &record) {
            let number = held.reference.raw;
            let known = |g: &Goal| g.table == held.key && g.number == number && g.by_id == held.by_id;
            if clip.goals.iter().any(known) {
                continue;
            }
            let found = row(level, held.key, number, held.by_id);
            let name = found.as_ref().map(|r| match objects.of_node(r.id().number) {
                Some(object) => object.name.clone(),
                None => format!("{} {}", r.schema().label, r.position()),
            });
            clip.goals.push(Goal {
                table: held.key.to_owned(),
                number,
                by_id: held.by_id,
                name: name.unwrap_or_default(),
                content: found.as_ref().map(content),
                copied: found.and_then(|r| nodes.iter().find(|(n, _)| *n == r.id())).map(|(_, place)| *place),
            });
        }
    }
    Ok(clip)
}
