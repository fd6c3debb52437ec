//! References both ways.

use std::collections::BTreeMap;

use super::walk::{Mention, for_each_mention};
use crate::document::{Level, NodeId, Record, Table};
use crate::games::Game;
use crate::record::{Field, Role, Target};

/// A reference that leads to a record of the same level.
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
    /// Whether the game sees it in what no single number says ([`Implied`]).
    pub implied: bool,
    /// Which line, counted from 1, where one of the two is a text: the line that names the other, or that is named.
    pub line: Option<u32>,
}

/// A number that names something else than a record of the level, or a record that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Everything that carries the same number of this sort of tag.
    Tag(&'static str),
    /// A level by its number in the game.
    Level,
    /// Something that lies elsewhere.
    Outside(&'static str),
    /// A row of the table with this key, or a child; it does not exist.
    Missing(&'static str),
}

/// A number that leads out of the level's records.
#[derive(Clone, Copy, Debug)]
pub struct Loose {
    /// The record that holds it.
    pub from: NodeId,
    /// The field.
    pub field: &'static Field,
    /// Which element, if the field is an array.
    pub element: Option<u16>,
    /// The number.
    pub raw: i128,
    /// What it names.
    pub goal: Goal,
}

impl Loose {
    /// Whether a tag is what the thing is called by, so that it is meant where others name the tag.
    pub fn obeys(&self) -> bool {
        self.field.role == Role::Tag
    }
}

/// What a game sees beyond the tables' links ([`Game::links`]).
#[derive(Debug)]
pub struct Implied {
    /// Keys of the tables whose bytes decide about it; rows and links count anyway.
    pub reads: &'static [&'static str],
    /// Finds them. No more may come of it than a few for each row.
    pub find: fn(&Level, &mut dyn FnMut(Link)),
}

/// All references of a level, by position, by id and by tag; those that dangle are known as such.
#[derive(Clone, Debug, Default)]
pub struct LinkIndex {
    /// Sorted by the record that refers.
    forward: Vec<Link>,
    /// Indices into `forward`, sorted by the record that is referred to.
    back: Vec<u32>,
    /// Sorted by the record that holds them.
    loose: Vec<Loose>,
    /// Indices into `loose` of those that name tags, sorted by sort and number.
    tags: Vec<u32>,
}

impl LinkIndex {
    /// What the tables alone say about a level, in one pass over its records.
    pub fn of(level: &Level) -> LinkIndex {
        LinkIndex::made(level, None)
    }

    /// The same with what the game sees beyond that.
    pub fn with(game: &Game, level: &Level) -> LinkIndex {
        LinkIndex::made(level, game.links)
    }

    /// What an index is made from: as long as it is the same, so is the index.
    pub fn stamps(game: &Game, level: &Level) -> Vec<u64> {
        let reads = game.links.map_or(&[] as &[&str], |l| l.reads);
        let stamp = |t: &Table| if reads.contains(&t.key()) { t.stamp() } else { t.shape() };
        level.tables().map(stamp).collect()
    }

    fn made(level: &Level, implied: Option<&Implied>) -> LinkIndex {
        let (mut forward, mut loose) = (Vec::new(), Vec::new());
        let mut rows = Rows { level, tables: Vec::new(), ids: Vec::new() };
        for_each_mention(level, &mut |mention| {
            let Mention { record, field, element, raw, .. } = *mention;
            // What a free row still says refers to nothing any more.
            if record.table().spec.sibling.is_some_and(|other| other(&record, "").is_none()) {
                return;
            }
            let from = record.id();
            match rows.find(mention) {
                Found::Row(to) => forward.push(Link { from, field, element, to, implied: false, line: None }),
                Found::Other(goal) => loose.push(Loose { from, field, element, raw, goal }),
            }
        });
        if let Some(implied) = implied {
            (implied.find)(level, &mut |link| forward.push(Link { implied: true, ..link }));
        }
        forward.sort_by_key(|link| link.from);
        loose.sort_by_key(|l: &Loose| l.from);
        let back = by_target(level, &forward);
        let tag = |at: &u32| match loose.get(*at as usize) {
            Some(Loose { goal: Goal::Tag(tag), raw, .. }) => Some((*tag, *raw)),
            _ => None,
        };
        let mut tags: Vec<u32> = (0..).take(loose.len()).filter(|at| tag(at).is_some()).collect();
        tags.sort_by_key(tag);
        LinkIndex { forward, back, loose, tags }
    }

    /// How many references lead to a record.
    pub fn len(&self) -> usize {
        self.forward.len()
    }

    /// Whether none does.
    pub fn is_empty(&self) -> bool {
        self.forward.is_empty()
    }

    /// All that lead to a record.
    pub fn all(&self) -> &[Link] {
        &self.forward
    }

    /// All that lead elsewhere, or nowhere.
    pub fn all_loose(&self) -> &[Loose] {
        &self.loose
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

    /// The numbers of a record that name something else than a record of the level.
    pub fn loose(&self, node: NodeId) -> &[Loose] {
        let start = self.loose.partition_point(|l| l.from < node);
        let rest = self.loose.get(start..).unwrap_or_default();
        rest.get(..rest.partition_point(|l| l.from == node)).unwrap_or_default()
    }

    /// Everything that carries a number of a sort of tag.
    pub fn tagged<'i>(&'i self, tag: &'i str, number: i128) -> impl Iterator<Item = &'i Loose> + 'i {
        let of = |at: &u32| self.loose.get(*at as usize);
        let key = move |l: &Loose| match l.goal {
            Goal::Tag(tag) => (tag, l.raw),
            _ => ("", 0),
        };
        let start = self.tags.partition_point(|at| of(at).is_some_and(|l| key(l) < (tag, number)));
        self.tags.iter().skip(start).filter_map(of).take_while(move |l| key(l) == (tag, number))
    }

    /// References to rows that do not exist.
    pub fn broken(&self) -> impl Iterator<Item = &Loose> {
        self.loose.iter().filter(|l| matches!(l.goal, Goal::Missing(_)))
    }
}

/// Where a mention leads.
enum Found {
    Row(NodeId),
    Other(Goal),
}

/// Finds the rows that numbers name.
struct Rows<'a> {
    level: &'a Level,
    /// The table that each key leads to.
    tables: Vec<(&'static str, Option<&'a Table>)>,
    /// Rows by the game's own number, for each key that was asked for.
    ids: Vec<(&'static str, BTreeMap<i128, NodeId>)>,
}

impl<'a> Rows<'a> {
    fn find(&mut self, mention: &Mention<'a>) -> Found {
        let missing = |key| Found::Other(Goal::Missing(key));
        let at = usize::try_from(mention.raw).ok();
        match mention.target {
            Target::Row(key) => {
                let number = self.table(key).zip(at).and_then(|(table, at)| table.row_number(at));
                number.map_or(missing(key), |number| Found::Row(self.level.node_id(number)))
            }
            Target::Id(key) => match self.by_id(key, mention.raw) {
                Some(row) => Found::Row(row),
                None => {
                    self.table(key).and_then(Table::lent).map_or(missing(key), |word| Found::Other(Goal::Outside(word)))
                }
            },
            Target::Tag(tag) => Found::Other(Goal::Tag(tag)),
            Target::Level => Found::Other(Goal::Level),
            Target::Outside(sort) => Found::Other(Goal::Outside(sort)),
            Target::Child => {
                let child = at.and_then(|at| mention.record.child(at));
                child.map_or(missing(mention.record.schema().list_name().unwrap_or("children")), |c| Found::Row(c.id()))
            }
            // The walk has decided it.
            Target::By { field, .. } => missing(field),
        }
    }

    fn table(&mut self, key: &'static str) -> Option<&'a Table> {
        if let Some((_, table)) = self.tables.iter().find(|(k, _)| *k == key) {
            return *table;
        }
        let table = self.level.link_table(key);
        self.tables.push((key, table));
        table
    }

    fn by_id(&mut self, key: &'static str, id: i128) -> Option<NodeId> {
        if !self.ids.iter().any(|(k, _)| *k == key) {
            let mut rows = BTreeMap::new();
            for record in self.level.link_table(key).into_iter().flat_map(|table| self.level.rows(table)) {
                if let Some(own) = own_id(&record) {
                    // The first of several with one id is the one that is meant.
                    rows.entry(own).or_insert(record.id());
                }
            }
            self.ids.push((key, rows));
        }
        self.ids.iter().find(|(k, _)| *k == key).and_then(|(_, rows)| rows.get(&id).copied())
    }
}

/// The game's own number of a record.
pub(super) fn own_id(record: &Record<'_>) -> Option<i128> {
    let field = record.fields().into_iter().find(|f| f.role == Role::Id)?;
    record.get(field).ok()?.as_int()
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
