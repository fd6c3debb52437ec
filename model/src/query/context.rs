//! What a query asks beyond the objects' own fields: who refers to whom, and what is wrong.

use std::collections::BTreeSet;

use crate::document::{Level, NodeId, Record, RecordFacts};
use crate::links::LinkIndex;
use crate::problems::Problem;
use crate::record::{Lookup, Role, Schema, Target};

/// Answers about one level.
pub trait Context {
    /// The record that an address names; `None` if there is none in this level.
    fn find(&self, level: &Level, address: &str) -> Option<NodeId>;

    /// The records that refer to these, or, with `back`, those that these refer to.
    fn linked(&self, level: &Level, to: &[NodeId], back: bool) -> Vec<NodeId>;

    /// The records that carry a number of a tag, whichever field holds it; empty if there is no such sort of tag.
    fn tagged(&self, level: &Level, tag: &str, number: i128) -> Vec<NodeId>;

    /// The records that a check has found something wrong with; any check if none is named.
    fn problems(&self, level: &Level, check: Option<&str>) -> Vec<NodeId>;
}

/// The usual answers, from a link index and a list of problems.
#[derive(Clone, Copy, Debug, Default)]
pub struct LevelContext<'a> {
    /// The level's links; made anew for each question where it is not at hand.
    pub links: Option<&'a LinkIndex>,
    /// The level's problems.
    pub problems: &'a [Problem],
}

impl Context for LevelContext<'_> {
    fn find(&self, level: &Level, address: &str) -> Option<NodeId> {
        let mut steps = address.split('/');
        let (table, key) = (steps.next()?, steps.next()?);
        let (key_of_table, nth) = match table.split_once(':') {
            Some((table, nth)) => (table, nth.parse::<usize>().ok()?.checked_sub(1)?),
            None => (table, 0),
        };
        let table = level.tables().filter(|t| t.key() == key_of_table).nth(nth)?;
        let mut record = match key.strip_prefix('#') {
            Some(id) => {
                let id: i128 = id.parse().ok()?;
                level.rows(table).find(|r| own_id(r) == Some(id))?
            }
            None => level.row(table, key.parse().ok()?)?,
        };
        while let Some(list) = steps.next() {
            record.schema().list_name().filter(|name| *name == list)?;
            record = record.child(steps.next()?.parse().ok()?)?;
        }
        Some(record.id())
    }

    fn linked(&self, level: &Level, to: &[NodeId], back: bool) -> Vec<NodeId> {
        let made;
        let links = match self.links {
            Some(links) => links,
            None => {
                made = LinkIndex::of(level);
                &made
            }
        };
        let found = to.iter().flat_map(|node| -> Vec<NodeId> {
            if back {
                links.from(*node).iter().map(|l| l.to).collect()
            } else {
                links.to(*node).map(|l| l.from).collect()
            }
        });
        found.collect()
    }

    fn tagged(&self, level: &Level, tag: &str, number: i128) -> Vec<NodeId> {
        let mut found = Vec::new();
        for table in level.tables() {
            let Some(schema) = table.spec.record else { continue };
            let own = tag_fields(schema, tag, table.layout);
            level.rows(table).for_each(|record| tagged_below(&record, tag, number, &own, &mut found));
        }
        found
    }

    fn problems(&self, level: &Level, check: Option<&str>) -> Vec<NodeId> {
        let own = self.problems.iter().filter(|p| p.node.level == level.id());
        let found: BTreeSet<NodeId> = own.filter(|p| check.is_none_or(|c| c == p.check)).map(|p| p.node).collect();
        found.into_iter().collect()
    }
}

fn own_id(record: &Record<'_>) -> Option<i128> {
    let field = record.fields().into_iter().find(|f| f.role == Role::Id)?;
    record.get(field).ok()?.as_int()
}

/// The look-ups of the fields that may hold a number of a tag.
fn tag_fields(schema: &'static Schema, tag: &str, layout: u16) -> Vec<Lookup> {
    let holds = |target: &Target| matches!(target, Target::Tag(name) if *name == tag);
    let fields = schema.all_fields().into_iter().filter(|f| f.link_of().is_some_and(|l| holds(&l.target)));
    let names: BTreeSet<&str> = fields.map(|f| f.name).collect();
    names.into_iter().map(|name| Lookup::new(schema, name, layout)).collect()
}

fn tagged_below(record: &Record<'_>, tag: &str, number: i128, own: &[Lookup], out: &mut Vec<NodeId>) {
    let carries = own.iter().any(|lookup| {
        let field = lookup.find(&RecordFacts(*record), &|f| record.get(f).ok()?.as_int());
        // A field of that name may mean something else just now.
        let field = field.filter(|f| f.link_of().is_some_and(|l| matches!(l.target, Target::Tag(t) if t == tag)));
        field.is_some_and(|f| record.get(f).ok().and_then(|v| v.as_int()) == Some(number))
    });
    if carries {
        out.push(record.id());
    }
    let Some(first) = record.child(0) else { return };
    let mut lookups = (first.schema(), tag_fields(first.schema(), tag, record.layout()));
    for child in (0..).map_while(|at| record.child(at)) {
        // The lists of one record may be of several types.
        if !std::ptr::eq(lookups.0, child.schema()) {
            lookups = (child.schema(), tag_fields(child.schema(), tag, record.layout()));
        }
        tagged_below(&child, tag, number, &lookups.1, out);
    }
}
