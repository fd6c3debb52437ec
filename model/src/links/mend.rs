//! Deleting what others refer to: which references would hang, and mending them in the same transaction.

use std::collections::BTreeSet;

use super::index::own_id;
use super::walk::{link_of, settled};
use super::{Goal, Line, LinkIndex, Linked};
use crate::document::{Level, LevelId, NodeId};
use crate::edit::Draft;
use crate::games::{Arguments, PlanSpec};
use crate::record::{Field, Refusal, Target, Value};

/// The plan of a game that deletes (by convention of all games).
const DELETE: &str = "delete";
/// The argument of that plan that says what shall be named instead, where it has one.
const REPLACEMENT: &str = "replacement";
/// The shared plan's own.
const INSTEAD: &str = "instead";

/// Deletes, and mends what referred to it: the window's delete and edit scripts run the same plan.
pub static DELETE_MENDED: PlanSpec = PlanSpec {
    key: "delete_mended",
    label: "Delete and mend references",
    doc: "Deletes objects. Every reference to them names nothing afterwards, or the row given as `instead`. Takes the \
          arguments of the game's own `delete` as well.",
    arguments: &[
        (INSTEAD, "the row that is named instead, in the table of what is deleted; nothing if not given"),
        ("objects", "delete: what stands in deleted places goes as well, in games whose delete has this argument"),
    ],
    run: delete_mended,
};

/// References that would lead to nothing if some objects were deleted.
#[derive(Clone, Debug, Default)]
pub struct Hanging {
    /// The references, by holder; each line's end is what goes.
    pub lines: Vec<Line>,
    /// Why deleting alone is refused, if it is.
    pub refusal: Option<Refusal>,
}

/// What would hang if the game's plan `delete` ran on these arguments. What the plan takes along does not count, neither
/// does what the game derives anew.
///
/// # Errors
/// If the level or the plan does not exist.
pub fn hanging(draft: &Draft, arguments: &Arguments) -> Result<Hanging, Refusal> {
    let game = draft.game();
    let plan = plan(draft)?;
    let level = draft.level(LevelId(arguments.level))?;
    let objects = (game.objects)(level);
    let index = LinkIndex::with(game, level);
    let linked = Linked { level, objects: &objects, index: &index };
    let mut after = draft.clone();
    let refusal = (plan.run)(&mut after, &own_arguments(plan, arguments)).err();
    let left = if refusal.is_none() { Some(after.level(level.id())?) } else { None };
    let named: BTreeSet<NodeId> = arguments.objects.iter().copied().collect();
    let left_objects = left.map(game.objects);
    // Where rows are given by the file, what is deleted leaves a free row behind, which is no object any more.
    let was_object = |node: NodeId| objects.of_node(node.number).is_some_and(|o| o.id.node == node);
    let is_object = |node: NodeId| left_objects.as_ref().is_some_and(|list| list.of_node(node.number).is_some());
    let goes = |node: NodeId| match left {
        Some(left) => left.record(node.number).is_none() || was_object(node) && !is_object(node),
        // It was not tried: what is named goes.
        None => named.contains(&node),
    };
    // What stays of the things themselves (the room that was a platform) is the plan's affair.
    let own: BTreeSet<NodeId> =
        named.iter().filter_map(|node| objects.of_node(node.number)).flat_map(|o| linked.nodes(o)).collect();
    let mut lines = Vec::new();
    let end = |node: NodeId| match linked.owner(node) {
        Some(object) => super::End::Object(object.id),
        None => super::End::Record(node),
    };
    for link in index.all() {
        let told = !link.field.derived && (!link.implied || link.field.is_link());
        if told && goes(link.to) && !goes(link.from) && !own.contains(&link.from) {
            let (holder, field, element) = (link.from, link.field, link.element);
            lines.push(Line { holder, field, element, implied: link.implied, line: link.line, end: end(link.to) });
        }
    }
    // A tag that nothing is called by any more.
    for loose in index.all_loose().iter().filter(|l| !l.obeys()) {
        let Goal::Tag(tag) = loose.goal else { continue };
        let mut called = index.tagged(tag, loose.raw).filter(|l| l.obeys()).peekable();
        if called.peek().is_some() && called.all(|l| goes(l.from)) && !goes(loose.from) {
            let end = super::End::Tag(tag, loose.raw);
            lines.push(Line {
                holder: loose.from,
                field: loose.field,
                element: loose.element,
                implied: false,
                line: None,
                end,
            });
        }
    }
    Ok(Hanging { lines, refusal })
}

fn plan(draft: &Draft) -> Result<&'static PlanSpec, Refusal> {
    let found = draft.game().plans.iter().find(|p| p.key == DELETE);
    found.ok_or_else(|| Refusal::rule(format!("{} has no plan that deletes", draft.game().name)))
}

fn takes(plan: &PlanSpec, name: &str) -> bool {
    plan.arguments.iter().any(|(known, _)| *known == name)
}

/// The arguments that the game's own plan knows.
fn own_arguments(plan: &PlanSpec, arguments: &Arguments) -> Arguments {
    let mut own = arguments.clone();
    own.values.retain(|name, _| takes(plan, name));
    own
}

fn delete_mended(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let plan = plan(draft)?;
    let hanging = hanging(draft, arguments)?.lines;
    let mut own = own_arguments(plan, arguments);
    let instead = match arguments.values.get(INSTEAD) {
        Some(_) => Some(Instead::of(draft, arguments)?),
        None => None,
    };
    // Positions that shift are the game's affair, and so is what it puts in the place of a plain reference, if it has a
    // word in that.
    let by_game = |line: &Line| !line.implied && !matches!(line.end, super::End::Tag(..));
    if let Some(instead) = instead.as_ref().filter(|_| takes(plan, REPLACEMENT) && hanging.iter().any(by_game)) {
        own.values.insert(REPLACEMENT.to_owned(), Value::Int(instead.row));
    }
    for line in &hanging {
        let number = match (&instead, by_game(line)) {
            (Some(_), true) if takes(plan, REPLACEMENT) => continue,
            (None, true) if names_row(draft, line)? => continue,
            (Some(instead), _) => instead.number(draft, line)?,
            (None, _) => nothing(draft, line)?,
        };
        set(draft, line, number)?;
    }
    (plan.run)(draft, &own)
}

/// Whether a reference counts rows: the game's plan patches those.
fn names_row(draft: &Draft, line: &Line) -> Result<bool, Refusal> {
    let record = draft.record(line.holder)?;
    let target = link_of(line.field).and_then(|link| settled(link.target?, &record));
    Ok(matches!(target, Some(Target::Row(_) | Target::Child)))
}

/// The number that means nothing in the field of a reference.
fn nothing(draft: &Draft, line: &Line) -> Result<i128, Refusal> {
    let none = line.field.link_of().and_then(|link| link.none.first().copied());
    none.map(i128::from).ok_or_else(|| {
        let record = draft.record(line.holder);
        let place = record.map(|r| crate::problems::place_of(&r)).unwrap_or_default();
        Refusal::rule(format!(
            "{place} {} must name something: say what it shall name instead (argument {INSTEAD})",
            line.field.name
        ))
    })
}

fn set(draft: &mut Draft, line: &Line, number: i128) -> Result<(), Refusal> {
    let value = match line.element {
        None => Value::Int(number),
        Some(element) => {
            let mut value = draft.record(line.holder)?.get(line.field)?;
            if let Value::List(list) = &mut value
                && let Some(slot) = list.get_mut(usize::from(element))
            {
                *slot = Value::Int(number);
            }
            value
        }
    };
    draft.set(line.holder, line.field, &value).map(|_| ())
}

/// What is named instead.
struct Instead {
    /// Its position in the table of what is deleted.
    row: i128,
    /// The records of its object.
    records: Vec<NodeId>,
}

impl Instead {
    fn of(draft: &Draft, arguments: &Arguments) -> Result<Instead, Refusal> {
        let row = arguments.int(INSTEAD)?;
        let first = arguments.objects.first().ok_or_else(|| Refusal::rule("nothing is to be deleted"))?;
        let record = draft.record(*first)?;
        let (level, table) = (record.level(), record.table());
        let at = usize::try_from(row).ok();
        let found = at.and_then(|at| level.row(table, at));
        let found = found.ok_or_else(|| Refusal::Missing(format!("{}/{row}", table.key())))?;
        if arguments.objects.contains(&found.id()) {
            return Err(Refusal::rule(format!("{}/{row} is deleted itself: name another row", table.key())));
        }
        let other = |node: &NodeId| draft.record(*node).is_ok_and(|r| r.table().number != table.number);
        if arguments.objects.iter().any(other) {
            return Err(Refusal::rule("only things of one table can have something named in their place at once"));
        }
        let objects = (draft.game().objects)(level);
        let records = match objects.of_node(found.id().number) {
            Some(object) => object.parts.iter().map(|part| part.node).collect(),
            None => vec![found.id()],
        };
        Ok(Instead { row, records })
    }

    /// The number that names it in the field of a reference.
    fn number(&self, draft: &Draft, line: &Line) -> Result<i128, Refusal> {
        let record = draft.record(line.holder)?;
        let level = record.level();
        let target = link_of(line.field).and_then(|link| settled(link.target?, &record));
        let number = match target {
            Some(Target::Row(key)) => self.in_table(level, key, |at, _| i128::try_from(at).ok()),
            Some(Target::Id(key)) => self.in_table(level, key, |_, record| own_id(record)),
            // Without a tag of its own it cannot be called: the tag is named for nothing.
            Some(Target::Tag(_)) => return self.tag(draft).map_or_else(|| nothing(draft, line), Ok),
            _ => None,
        };
        number.ok_or_else(|| {
            Refusal::rule(format!("{} cannot name row {}: delete without it", line.field.label_text(), self.row))
        })
    }

    fn in_table(
        &self,
        level: &Level,
        key: &str,
        number: impl Fn(usize, &crate::document::Record<'_>) -> Option<i128>,
    ) -> Option<i128> {
        let table = level.link_table(key)?;
        let mut records = self.records.iter().filter_map(|node| level.record(node.number));
        let record = records.find(|record| std::ptr::eq(record.table(), table))?;
        number(record.position(), &record)
    }

    fn tag(&self, draft: &Draft) -> Option<i128> {
        self.records.iter().find_map(|node| {
            let record = draft.record(*node).ok()?;
            let tag = |field: &&'static Field| field.role == crate::record::Role::Tag;
            let field = record.fields().into_iter().find(tag)?;
            let raw = record.get(field).ok()?.as_int()?;
            (!field.link_of()?.is_none(raw)).then_some(raw)
        })
    }
}
