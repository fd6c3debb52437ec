//! Local derived data of records with children: counts, sizes and padding in the record's own bytes,
//! and links by position among the children.
//!
//! Kept as found until the list changes; then patched in the same transaction, by their roles.

use super::draft::Draft;
use crate::document::{NodeId, Record, RecordFacts, Subtree};
use crate::record::{ByteSplice, Field, Refusal, Role, Target, Value};

/// Inserts a child and brings the parent's counts, sizes and padding in step; links by position follow
/// the children that moved up. Positions in the new child's own bytes are those after the insertion.
///
/// # Errors
/// If the list is full or the child does not fit.
pub fn insert_child(draft: &mut Draft, parent: NodeId, at: usize, head: Vec<u8>) -> Result<NodeId, Refusal> {
    let record = draft.record(parent)?;
    let spec =
        record.schema().children.ok_or_else(|| Refusal::rule(format!("{} has no list", record.schema().label)))?;
    let have = record.children().map_or(0, |c| c.len());
    if have >= spec.limit as usize {
        return Err(Refusal::Limit {
            what: record.schema().label.to_owned(),
            limit: u64::from(spec.limit),
            unit: spec.name.to_owned(),
        });
    }
    let number = draft.next_number(parent.level)?;
    let node = draft.insert(parent, at, Subtree::record(number, spec.schema, head))?;
    follow(draft, parent, Some(node), have, |old| Some(if old >= at { old + 1 } else { old }))?;
    after_list_change(draft, parent)?;
    Ok(node)
}

/// Removes a child and brings the parent's counts, sizes and padding in step. Links to the removed
/// child become "none" where the link has such a number, else they name the child that took its place.
///
/// # Errors
/// If it does not exist.
pub fn remove_child(draft: &mut Draft, child: NodeId) -> Result<(), Refusal> {
    let parent = parent_of(draft, child)?;
    let gone = draft.record(child)?.position();
    let have = draft.record(parent)?.children().map_or(0, |c| c.len());
    draft.remove(child)?;
    follow(draft, parent, None, have, |old| (old != gone).then_some(if old > gone { old - 1 } else { old }))?;
    after_list_change(draft, parent)
}

/// Moves a child to a position among its siblings (counted after it has left its place); links by
/// position follow.
///
/// # Errors
/// If it does not exist or the position lies behind the end.
pub fn move_child(draft: &mut Draft, child: NodeId, at: usize) -> Result<(), Refusal> {
    let parent = parent_of(draft, child)?;
    let from = draft.record(child)?.position();
    let have = draft.record(parent)?.children().map_or(0, |c| c.len());
    draft.move_to(child, parent, at)?;
    follow(draft, parent, None, have, |old| {
        let left = if old > from { old - 1 } else { old };
        Some(match old {
            _ if old == from => at,
            _ if left >= at => left + 1,
            _ => left,
        })
    })
}

/// Makes a record another variant of its type ([`crate::record::Schema::variants`]): sets the field
/// that decides, gives the record the variant's size and brings what contains it in step. Fields that
/// both variants have under one name and kind keep their value, the others begin as 0.
///
/// # Errors
/// If the type has no such variant.
pub fn change_variant(draft: &mut Draft, node: NodeId, value: &Value) -> Result<(), Refusal> {
    let record = draft.record(node)?;
    let schema = record.schema();
    let decides = schema
        .variants
        .and_then(|(name, _)| schema.base_field(name))
        .ok_or_else(|| Refusal::rule(format!("{} has no variants", schema.label)))?;
    let no_variant = || Refusal::rule(format!("{} has no variant {}", schema.label, decides.show(value)));
    // By its number, if the names of a choice were given.
    let splices = Field { fixed: "", ..*decides }.write(record.head(), record.tail(), record.layout(), value)?;
    let carried: Vec<(&'static Field, Value)> = record
        .fields()
        .into_iter()
        .filter(|f| schema.base_field(f.name).is_none())
        .filter_map(|f| Some((f, record.get(f).ok()?)))
        .collect();
    let base = (schema.size_in(record.layout()) as usize).min(record.head().len());
    let mut head = record.head().to_vec();
    for splice in &splices {
        if let Some(target) = head.get_mut(splice.at..splice.at + splice.new.len()) {
            target.copy_from_slice(&splice.new);
        }
    }
    let size = schema.length(&head, record.layout()).ok_or_else(no_variant)?;
    let old_len = record.head().len() - base;
    draft.splice(node, false, ByteSplice { at: base, old_len, new: vec![0; size.saturating_sub(base)] })?;
    for splice in splices {
        draft.splice(node, false, splice)?;
    }
    for (old, value) in carried {
        let Ok(new) = draft.field(node, old.name) else { continue };
        // A value that the new variant cannot hold begins as 0 like any other.
        if new.kind.word() == old.kind.word() && draft.store(node, new, &value).is_err() {
            continue;
        }
    }
    match parent_of(draft, node) {
        Ok(parent) if draft.record(parent).is_ok() => after_resize(draft, parent),
        _ => Ok(()),
    }
}

fn parent_of(draft: &Draft, child: NodeId) -> Result<NodeId, Refusal> {
    let number = draft
        .level(child.level)?
        .parent(child.number)
        .ok_or_else(|| Refusal::Missing(format!("record {}", child.number)))?;
    Ok(NodeId { level: child.level, number })
}

/// Patches links by position after the list of `parent` changed. `place` tells where the child of an
/// old position stands now, `None` if it is gone; `new` is a child that came and speaks of the
/// positions as they are now; `had` is how many children there were.
fn follow(
    draft: &mut Draft,
    parent: NodeId,
    new: Option<NodeId>,
    had: usize,
    place: impl Fn(usize) -> Option<usize>,
) -> Result<(), Refusal> {
    let record = draft.record(parent)?;
    let last = record.children().map_or(0, |c| c.len()).saturating_sub(1);
    let mut patches: Vec<(NodeId, &'static Field, Value)> = Vec::new();
    let mut collect = |record: Record<'_>| {
        for field in record.fields().into_iter().filter(|f| f.is_link()) {
            let Ok(old) = record.get(field) else { continue };
            let mut value = old.clone();
            for reference in field.references(&old, &RecordFacts(record)) {
                let Ok(at) = usize::try_from(reference.raw) else { continue };
                // A number behind the end never named a child: it stays as found.
                if !matches!(reference.target, Target::Child) || at >= had {
                    continue;
                }
                let none = field.link_of().and_then(|l| l.none.first().copied()).map(i128::from);
                let raw = match (place(at), none) {
                    (Some(now), _) => now as i128,
                    (None, Some(none)) => none,
                    (None, None) => at.min(last) as i128,
                };
                value = field.with_reference(&value, &reference, raw);
            }
            if !value.same(&old) {
                patches.push((record.id(), field, value));
            }
        }
    };
    collect(record);
    let mut firsts: Vec<(NodeId, &'static Field, Value)> = Vec::new();
    for (record, field) in named_from_beside(draft, parent)? {
        let Some(raw) = record.get(field)?.as_int() else { continue };
        // Behind the last element nothing is named: it stays as found, but for the end itself, which lists that are empty
        // name.
        let Some(at) = usize::try_from(raw).ok().filter(|at| *at < had) else { continue };
        let now = place(at).unwrap_or(at);
        if now != at {
            firsts.push((record.id(), field, Value::Int(now as i128)));
        }
    }
    let siblings = (0..=last).filter_map(|at| record.child(at));
    // A child with a list of its own speaks of its own children.
    siblings.filter(|c| Some(c.id()) != new && c.schema().children.is_none()).for_each(&mut collect);
    for (node, field, value) in patches.into_iter().chain(firsts) {
        draft.store(node, field, &value)?;
    }
    Ok(())
}

/// Where a list beside others is: the fields of the other lists' records that say which of its elements is their first.
fn named_from_beside(draft: &Draft, list: NodeId) -> Result<Vec<(Record<'_>, &'static Field)>, Refusal> {
    let name = draft.record(list)?.schema().children.map_or("", |c| c.name);
    let owner = parent_of(draft, list)?;
    let Some(owner) = draft.record(owner).ok().filter(|r| !r.schema().lists.is_empty()) else { return Ok(Vec::new()) };
    let mut out = Vec::new();
    for at in 0..owner.children().map_or(0, |c| c.len()) {
        let Some(beside) = owner.child(at) else { continue };
        let Some(schema) = beside.schema().children.map(|c| c.schema) else { continue };
        let first = schema.base_fields().find(|f| matches!(f.role, Role::FirstOf(of) if of == name));
        let Some(field) = first else { continue };
        let rows = beside.children().map_or(0, |c| c.len());
        out.extend((0..rows).filter_map(|row| Some((beside.child(row)?, field))));
    }
    Ok(out)
}

/// Patches counts, sizes and padding of a record by their roles, and the sizes and padding of
/// whatever contains it.
///
/// # Errors
/// If a count does not fit its field.
pub fn after_list_change(draft: &mut Draft, parent: NodeId) -> Result<(), Refusal> {
    let record = draft.record(parent)?;
    if let Some(list) = record.schema().children {
        let count = Value::Int(record.children().map_or(0, |c| c.len()) as i128);
        patch_count(draft, parent, list.name, &count)?;
        // A list node of a record with several lists: the count stands in that record.
        let owner = parent_of(draft, parent)?;
        if draft.record(owner).is_ok_and(|r| !r.schema().lists.is_empty()) {
            patch_count(draft, owner, list.name, &count)?;
        }
    }
    after_resize(draft, parent)
}

fn patch_count(draft: &mut Draft, node: NodeId, list: &str, count: &Value) -> Result<(), Refusal> {
    for field in draft.record(node)?.fields() {
        if matches!(field.role, Role::CountOf(name) if name == list) {
            draft.store(node, field, count)?;
        }
    }
    Ok(())
}

/// Patches sizes and padding of a record whose length changed, and of whatever contains it.
///
/// # Errors
/// If a size does not fit its field.
pub fn after_resize(draft: &mut Draft, node: NodeId) -> Result<(), Refusal> {
    let mut node = node;
    loop {
        patch_padding(draft, node)?;
        patch_sizes(draft, node)?;
        node = parent_of(draft, node)?;
        if draft.record(node).is_err() {
            return Ok(()); // the table
        }
    }
}

fn patch_padding(draft: &mut Draft, node: NodeId) -> Result<(), Refusal> {
    let record = draft.record(node)?;
    let pad_to = record.schema().pad_to as usize;
    if pad_to <= 1 {
        return Ok(());
    }
    let own = record.bytes().len() - record.tail().len();
    let fields = record.fields();
    let fixed_tail = fields.iter().filter(|f| f.in_tail && f.role != Role::Padding).flat_map(|f| f.place.spans());
    let fixed: usize = fixed_tail.map(|(_, len)| len).sum();
    let want = fixed + (pad_to - (own + fixed) % pad_to) % pad_to;
    let have = record.tail().len();
    if want > have {
        draft.splice(node, true, ByteSplice { at: have, old_len: 0, new: vec![0; want - have] })?;
    } else if want < have {
        draft.splice(node, true, ByteSplice { at: want, old_len: have - want, new: Vec::new() })?;
    }
    Ok(())
}

fn patch_sizes(draft: &mut Draft, node: NodeId) -> Result<(), Refusal> {
    let record = draft.record(node)?;
    let layout = record.layout();
    let whole = record.bytes().len();
    let head_and_tail = record.head().len() + record.tail().len();
    let list = record.schema().children.map(|c| c.name);
    for field in record.fields() {
        let Role::SizeOf(what) = field.role else { continue };
        let size = match what {
            "rest" => {
                let end = field.place_in(layout).map_or(0, |p| p.extent().1 as usize);
                whole.saturating_sub(end)
            }
            name if Some(name) == list => whole - head_and_tail,
            _ => whole,
        };
        draft.store(node, field, &Value::Int(size as i128))?;
    }
    Ok(())
}
