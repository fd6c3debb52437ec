//! References both ways.

use super::walk::{for_each_record, link_of, settled};
use crate::document::{Level, NodeId, Record, Table};
use crate::record::{Field, Role, Schema, Target, Value};

/// A reference that leads somewhere.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The record that refers.
    pub from: NodeId,
    /// The field.
    pub field: &'static Field,
    /// Which element, if the field is an array.
    pub element: Option<u16>,
    /// The record that is referred to.
    pub to: NodeId,
}

/// All links between the records of a level, by position and by id. Links that dangle are left out; tags join any
/// number of things and are no links between two.
#[derive(Clone, Debug, Default)]
pub struct LinkIndex {
    /// Sorted by the record that refers.
    forward: Vec<Link>,
    /// Indices into `forward`, sorted by the record that is referred to.
    back: Vec<u32>,
}

impl LinkIndex {
    /// The links of a level of a game: those that its numbers tell, and those that only the game can tell.
    pub fn of_game(game: &crate::games::Game, level: &Level) -> LinkIndex {
        LinkIndex::with(level, (game.links)(level))
    }

    /// The links that a level's numbers tell, in one pass over its records.
    pub fn of(level: &Level) -> LinkIndex {
        LinkIndex::with(level, Vec::new())
    }

    fn with(level: &Level, mut forward: Vec<Link>) -> LinkIndex {
        let done: Result<(), std::convert::Infallible> = for_each_record(level, &mut |record, references| {
            for reference in references {
                if let Some(to) = reference.table.row_number(reference.position) {
                    let to = level.node_id(to);
                    forward.push(Link { from: record.id(), field: reference.field, element: reference.element, to });
                }
            }
            Ok(())
        });
        match done {
            Ok(()) => {}
            Err(never) => match never {},
        }
        by_id(level, &mut forward);
        forward.sort_by_key(|link| link.from);
        let back = by_target(level, &forward);
        LinkIndex { forward, back }
    }

    /// How many links there are.
    pub fn len(&self) -> usize {
        self.forward.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.forward.is_empty()
    }

    /// What a record refers to.
    pub fn from(&self, node: NodeId) -> &[Link] {
        let start = self.forward.partition_point(|link| link.from < node);
        let rest = self.forward.get(start..).unwrap_or_default();
        rest.get(..rest.partition_point(|link| link.from == node)).unwrap_or_default()
    }

    /// What refers to a record.
    pub fn to(&self, node: NodeId) -> impl Iterator<Item = &Link> {
        let link = |at: &u32| self.forward.get(*at as usize);
        let start = self.back.partition_point(|at| link(at).is_some_and(|l| l.to < node));
        self.back.iter().skip(start).filter_map(link).take_while(move |link| link.to == node)
    }
}

/// Indices into the links, sorted by the record that is referred to. Counted, not compared: a large level has a hundred
/// thousand links, and sorting them would take a third of the time.
fn by_target(level: &Level, forward: &[Link]) -> Vec<u32> {
    // What is linked to exists, so its number is one that the level has given.
    let mut next = vec![0usize; level.next_number() as usize + 1];
    for link in forward {
        if let Some(count) = next.get_mut(link.to.number as usize + 1) {
            *count += 1;
        }
    }
    let mut before = 0;
    for start in &mut next {
        before += *start;
        *start = before;
    }
    let mut back = vec![0; forward.len()];
    for (at, link) in (0..).zip(forward) {
        let Some(place) = next.get_mut(link.to.number as usize) else { continue };
        if let Some(slot) = back.get_mut(*place) {
            *slot = at;
        }
        *place += 1;
    }
    back
}

/// Adds the links that name a row by its id.
fn by_id(level: &Level, out: &mut Vec<Link>) {
    for table in level.tables().filter(|t| t.spec.record.is_some_and(|schema| may_name_ids(schema, 8))) {
        for record in level.rows(table) {
            ids_below(level, &record, out);
        }
    }
}

/// Whether records of this type, or their children down to a depth, may name rows by id.
fn may_name_ids(schema: &'static Schema, depth: u8) -> bool {
    let by_id = |f: &'static Field| matches!(link_of(f), Some((Target::Id(_) | Target::By { .. }, _)));
    schema.all_fields().into_iter().any(by_id) || depth > 0 && schema.below().any(|s| may_name_ids(s, depth - 1))
}

fn ids_below(level: &Level, record: &Record<'_>, out: &mut Vec<Link>) {
    for field in record.fields() {
        let Some((target, none)) = link_of(field) else { continue };
        let Some(Target::Id(key)) = settled(target, record) else { continue };
        let Some(raw) = record.get(field).ok().and_then(|v| v.as_int()) else { continue };
        if none.iter().any(|n| i128::from(*n) == raw) {
            continue;
        }
        if let Some(to) = level.link_table(key).and_then(|table| row_with_id(level, table, raw)) {
            out.push(Link { from: record.id(), field, element: None, to });
        }
    }
    for at in 0..record.children().map_or(0, |c| c.len()) {
        if let Some(child) = record.child(at) {
            ids_below(level, &child, out);
        }
    }
}

fn row_with_id(level: &Level, table: &Table, id: i128) -> Option<NodeId> {
    let has = |record: &Record<'_>| {
        let field = record.fields().into_iter().find(|f| f.role == Role::Id);
        field.and_then(|f| record.get(f).ok()).is_some_and(|v| v == Value::Int(id))
    };
    level.rows(table).find(has).map(|record| record.id())
}
