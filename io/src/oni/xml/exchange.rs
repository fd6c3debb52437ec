//! A level's lists to OniSplit's files and back.

use std::collections::{BTreeMap, VecDeque};

use levelwright_model::document::{Level, LevelId, Node, NodeId, Rows, Subtree};
use levelwright_model::edit::{Draft, local};
use levelwright_model::games::oni::chunk::{self, LIST_NAME, ObjectType, TYPES};
use levelwright_model::games::oni::records::ObjectHeader;
use levelwright_model::record::{Refusal, Value};

use super::layout::{self, Part};
use super::loss::{level_of, losses, objects, stored};
use super::{XmlError, read, write};
use crate::exchange::{Exchange, Given, Imported};
use crate::format::{EncodeError, NewFile};

/// Exchange with OniSplit.
pub(crate) static EXCHANGE: Exchange = Exchange {
    game: "oni",
    name: "OniSplit's XML, one file a list of objects",
    ending: "xml",
    lists: || TYPES.iter().map(|of| of.table.key).collect(),
    export,
    import: Some(import),
};

fn refused(error: &XmlError, what: &str) -> EncodeError {
    EncodeError::Refused {
        message: format!("{what}: {error}"),
        help: "Leave this list out (name those you want), or change what has no form in XML.".to_owned(),
    }
}

fn export(level: &Level, wanted: &[String]) -> Result<Vec<NewFile>, EncodeError> {
    let mut files = Vec::new();
    for of in TYPES.iter().filter(|of| wanted.is_empty() || wanted.iter().any(|key| key == of.table.key)) {
        let Some(table) = level.table(of.table.key) else { continue };
        // A list that the file lacks stands as an empty table; there is nothing to tell of it.
        if table.is_empty() && table.opaque.is_none() {
            continue;
        }
        let text = write(table, of).map_err(|error| refused(&error, of.table.label))?;
        // The proof that it can be read again is the way to know what it does not hold.
        let (_, made) = read(&text).map_err(|error| refused(&error, of.table.label))?;
        let notes = losses(table, of, &made);
        files.push(NewFile { name: format!("BINA{LIST_NAME}{}.xml", of.word), bytes: text.into_bytes(), notes });
    }
    Ok(files)
}

fn import(draft: &mut Draft, level: LevelId, files: &[Given<'_>]) -> Result<Imported, EncodeError> {
    let mut all = Imported::default();
    for file in files {
        let refused = |message: String| EncodeError::Refused {
            message: format!("{}: {message}", file.name),
            help: "Nothing was imported.".to_owned(),
        };
        let (of, payload) = read(file.text).map_err(|error| refused(error.to_string()))?;
        let done = lay_over(draft, level, of, &payload).map_err(|error| refused(error.to_string()))?;
        all.changed += done.changed;
        all.added += done.added;
        all.removed += done.removed;
    }
    Ok(all)
}

/// Brings a list to what a text says. Objects are known by their ids; those that the text does not change keep every
/// byte, of the others only what the text tells is changed.
fn lay_over(draft: &mut Draft, level: LevelId, of: &'static ObjectType, payload: &[u8]) -> Result<Imported, Refusal> {
    let new_level = level_of(of, payload);
    let new = objects(&new_level, of);
    let table = draft.table(level, of.table.key)?;
    if let Some(reason) = &table.opaque {
        return Err(Refusal::ReadOnly { field: table.spec.label.to_owned(), reason: reason.to_string() });
    }
    let parent = NodeId { level, number: table.number };
    let Rows::Nodes(list) = &table.rows else { return Err(Refusal::Missing(of.table.label.to_owned())) };
    let old: Vec<Node> = list.iter().cloned().collect();
    let mut old_ids = by_id(old.iter());
    let mut done = Imported::default();
    let mut order: Vec<NodeId> = Vec::with_capacity(new.len());
    let mut kept: Vec<u32> = Vec::new();
    for (at, node) in new.iter().enumerate() {
        let id = id(node);
        // Of several with one id each stands for its own turn.
        let own = old_ids.get_mut(&id).and_then(VecDeque::pop_front).and_then(|at| old.get(at));
        match own {
            Some(own) => {
                let target = NodeId { level, number: own.number };
                kept.push(own.number);
                order.push(target);
                done.changed += usize::from(change(draft, target, own, node, of)?);
            }
            None => {
                let next = draft.next_number(level)?;
                let mut given = next;
                let mut numbers = |_| {
                    given += 1;
                    given - 1
                };
                let (made, _) = chunk::object(of, &stored(node), parent.number, &mut numbers);
                let place = at.min(draft.table(level, of.table.key)?.len());
                order.push(draft.insert(parent, place, Subtree::of_node(&made))?);
                done.added += 1;
            }
        }
    }
    for own in old.iter().filter(|own| !kept.contains(&own.number)) {
        draft.remove(NodeId { level, number: own.number })?;
        done.removed += 1;
    }
    for (at, node) in order.into_iter().enumerate() {
        draft.move_to(node, parent, at)?;
    }
    Ok(done)
}

fn id(node: &Node) -> u32 {
    ObjectHeader::new(&node.head, 0).map_or(0, |header| header.object_id())
}

/// Where each id stands, in their order.
fn by_id<'a>(nodes: impl Iterator<Item = &'a Node>) -> BTreeMap<u32, VecDeque<usize>> {
    let mut all: BTreeMap<u32, VecDeque<usize>> = BTreeMap::new();
    for (at, node) in nodes.enumerate() {
        all.entry(id(node)).or_default().push_back(at);
    }
    all
}

/// An object as its own text makes it; `None` if it has none.
fn canonical(node: &Node, of: &'static ObjectType) -> Option<Level> {
    let text = super::write::nodes(std::iter::once(node), 1, of).ok()?;
    let (_, payload) = read(&text).ok()?;
    Some(level_of(of, &payload))
}

/// Brings an object to what a text says; answers whether anything differed.
fn change(draft: &mut Draft, target: NodeId, old: &Node, new: &Node, of: &'static ObjectType) -> Result<bool, Refusal> {
    if stored(old) == stored(new) {
        return Ok(false);
    }
    let own = canonical(old, of);
    let own = own.as_ref().and_then(|level| objects(level, of).first().copied());
    if own.is_some_and(|own| stored(own) == stored(new)) {
        return Ok(false);
    }
    if !std::ptr::eq(old.schema, new.schema) {
        return Err(Refusal::rule(format!(
            "object {} is stored in a form that the text does not have: delete it first to import it anew",
            id(old)
        )));
    }
    head(draft, target, own.unwrap_or(old), new, of)?;
    let lists: Vec<(NodeId, &Node, &Node)> = if old.schema.lists.is_empty() {
        vec![(target, own.unwrap_or(old), new)]
    } else {
        let lists = old.children.iter().zip(own.unwrap_or(old).children.iter().zip(new.children.iter()));
        lists.map(|(old, (own, new))| (NodeId { level: target.level, number: old.number }, own, new)).collect()
    };
    for (parent, own, new) in lists {
        let same = own.children.len() == new.children.len()
            && own.children.iter().zip(new.children.iter()).all(|(a, b)| a.head == b.head);
        if same {
            continue;
        }
        for _ in 0..draft.record(parent)?.children().map_or(0, |children| children.len()) {
            let Some(child) = draft.record(parent)?.child(0).map(|child| child.id()) else { break };
            local::remove_child(draft, child)?;
        }
        for (at, child) in new.children.iter().enumerate() {
            local::insert_child(draft, parent, at, child.head.to_vec())?;
        }
    }
    Ok(true)
}

/// Stores the fields that a text gives otherwise than the object's own would.
fn head(draft: &mut Draft, target: NodeId, own: &Node, new: &Node, of: &'static ObjectType) -> Result<(), Refusal> {
    let low = |name: &str| {
        let parts = layout::of(of).iter();
        parts.clone().any(|part| matches!(part, Part::Low(_, field) if *field == name))
    };
    // What decides about other fields comes first: the base table before what lies over it.
    for field in new.schema.all_fields() {
        let value = |node: &Node| field.read(&node.head, &node.tail, 0).ok();
        let (Some(before), Some(after)) = (value(own), value(new)) else { continue };
        let applies = draft.record(target)?.fields().iter().any(|known| std::ptr::eq(*known, field));
        if !field.fixed.is_empty() || before.same(&after) || !applies {
            continue;
        }
        let after = match (low(field.name), draft.record(target)?.get(field)?, after) {
            (true, Value::Int(stored), Value::Int(low)) => Value::Int((stored & !0xFF) | (low & 0xFF)),
            (_, _, after) => after,
        };
        draft.store(target, field, &after)?;
    }
    Ok(())
}
