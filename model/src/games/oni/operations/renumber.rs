//! Other numbers, with every reference.

use super::common::{Thing, field_of, ids, level_of, list, thing};
use crate::document::{NodeId, RecordFacts};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::oni::chunk::{ObjectType, TYPES};
use crate::games::oni::scripts::rename;
use crate::games::oni::scripts::things::sorts_of;
use crate::links::for_each_mention;
use crate::record::{Field, Refusal, Role, Target, Value};

/// Plan `renumber`.
pub(super) fn renumber(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    level_of(draft, arguments)?;
    let node = arguments.object()?;
    let new = arguments.int("id")?;
    let (record, what) = thing(draft, node)?;
    let field = field_of(&record, Role::Id).filter(|_| matches!(what, Thing::Object(_)));
    let field = field.ok_or_else(|| Refusal::rule(format!("{} has no number of its own", record.schema().label)))?;
    if let Thing::Object(of) = what
        && of.baked
    {
        return Err(Refusal::rule(format!(
            "{} are baked into the environment, which is not changed: they keep their numbers. Setting the field {} changes \
             this object alone, and nothing that refers to it",
            of.table.label,
            field.label_text(),
        )));
    }
    let table = record.table();
    let old = record.get(field)?.as_int().unwrap_or(0);
    if old == new {
        return Ok(None);
    }
    if ids(record.level(), table).contains(&new) {
        return Err(Refusal::rule(format!("{} {new} exists already", record.schema().label)));
    }
    // Where several have the number, the game takes the first: references mean that one.
    let meant = record.level().rows(table).find(|r| r.get(field).is_ok_and(|v| v.as_int() == Some(old)));
    let mut refer = Vec::new();
    if meant.is_some_and(|r| r.id() == node) {
        let key = table.key();
        for_each_mention(record.level(), &mut |mention| {
            if matches!(mention.target, Target::Id(to) if *to == key) && mention.raw == old {
                refer.push((mention.record.id(), mention.field));
            }
        });
    }
    // Scripts mean the first as well.
    let first = meant.is_some_and(|r| r.id() == node);
    let sort = sorts_of(table.key()).map(|(sort, _)| sort).find(|sort| sort.is_number()).filter(|_| first);
    draft.store(node, field, &Value::Int(new))?;
    for (holder, field) in refer {
        follow(draft, holder, field, old, new)?;
    }
    if let Some(sort) = sort {
        rename::numbers_in_scripts(draft, node.level, sort, old, new)?;
    }
    Ok(None)
}

/// Replaces a number in a field by another.
fn follow(draft: &mut Draft, holder: NodeId, field: &'static Field, old: i128, new: i128) -> Result<(), Refusal> {
    let record = draft.record(holder)?;
    let mut value = record.get(field)?;
    for reference in field.references(&value.clone(), &RecordFacts(record)) {
        if reference.raw == old {
            value = field.with_reference(&value, &reference, new);
        }
    }
    draft.store(holder, field, &value).map(|_| ())
}

/// Plan `renumber_objects`.
pub(super) fn renumber_objects(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let from = arguments.int_or("from", 1);
    let mut next = u32::try_from(from).map_err(|_| Refusal::OutOfRange {
        field: "from".to_owned(),
        value: from.to_string(),
        min: 0,
        max: i128::from(u32::MAX),
    })?;
    let decoded = draft.level(level)?;
    // What the environment's quads name must keep its number, and nothing else may take it.
    let baked = |of: &ObjectType| of.baked;
    let mut kept = std::collections::BTreeSet::new();
    let mut change = Vec::new();
    for of in TYPES {
        if decoded.table(of.table.key).is_none() {
            continue;
        }
        let table = list(draft, level, of)?;
        for record in decoded.rows(table) {
            if baked(of) {
                kept.extend(record.base_int("object_id"));
            } else {
                change.push(record.id());
            }
        }
    }
    for node in change {
        while kept.contains(&i128::from(next)) {
            next = next.checked_add(1).ok_or_else(|| Refusal::rule("the object ids outgrow 32 bits"))?;
        }
        draft.store_int(node, "object_id", i128::from(next))?;
        next = next.checked_add(1).ok_or_else(|| Refusal::rule("the object ids outgrow 32 bits"))?;
    }
    Ok(None)
}
