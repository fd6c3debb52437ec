//! What a person reads of an object's references: one line for each, from either end.

use super::{Goal, Link, LinkIndex, Loose};
use crate::document::{Level, NodeId, Object, ObjectId, Objects, Record};
use crate::record::Field;

/// The other end of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// An object.
    Object(ObjectId),
    /// A record that belongs to no object.
    Record(NodeId),
    /// Everything with this number of a tag.
    Tag(&'static str, i128),
    /// A level, by its number in the game.
    Level(i128),
    /// Something that lies elsewhere.
    Outside(&'static str, i128),
    /// A row of this table that does not exist.
    Missing(&'static str, i128),
}

/// A reference as a person reads it.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The record that holds the number.
    pub holder: NodeId,
    /// The field.
    pub field: &'static Field,
    /// Which element, if the field is an array.
    pub element: Option<u16>,
    /// Whether it is the game that sees it, not the number alone.
    pub implied: bool,
    /// Which line of the text that names or is named.
    pub line: Option<u32>,
    /// The other end, seen from whoever the line was made for.
    pub end: End,
}

impl Line {
    fn of(link: &Link, end: End) -> Line {
        let Link { from, field, element, implied, line, .. } = *link;
        Line { holder: from, field, element, implied, line, end }
    }

    fn of_loose(loose: &Loose, end: End) -> Line {
        Line { holder: loose.from, field: loose.field, element: loose.element, implied: false, line: None, end }
    }

    /// Whether it leads nowhere.
    pub fn is_broken(&self) -> bool {
        matches!(self.end, End::Missing(..))
    }
}

/// A level with what its references are read by.
#[derive(Clone, Copy, Debug)]
pub struct Linked<'a> {
    /// The level.
    pub level: &'a Level,
    /// Its objects.
    pub objects: &'a Objects,
    /// Its links.
    pub index: &'a LinkIndex,
}

impl<'a> Linked<'a> {
    /// The object that a record, or the record above it, belongs to.
    pub fn owner(&self, node: NodeId) -> Option<&'a Object> {
        self.objects.owner(self.level, node.number)
    }

    fn end(&self, node: NodeId) -> End {
        self.owner(node).map_or(End::Record(node), |object| End::Object(object.id))
    }

    /// What an object refers to, in the order of its fields; what the game derives comes last.
    pub fn refers_to(&self, object: &Object) -> Vec<Line> {
        self.refer_to(self.nodes(object), End::Object(object.id))
    }

    /// The same of a record that belongs to no object.
    pub fn record_refers_to(&self, node: NodeId) -> Vec<Line> {
        self.refer_to(vec![node], End::Record(node))
    }

    fn refer_to(&self, nodes: Vec<NodeId>, own: End) -> Vec<Line> {
        let mut out = Vec::new();
        for node in nodes {
            for link in self.index.from(node) {
                let end = self.end(link.to);
                if end != own {
                    out.push(Line::of(link, end));
                }
            }
            for loose in self.index.loose(node) {
                match loose.goal {
                    Goal::Tag(tag) => {
                        out.push(Line::of_loose(loose, End::Tag(tag, loose.raw)));
                        // Who is called by the tag is meant by whoever names it.
                        let others = self.index.tagged(tag, loose.raw).filter(|other| other.obeys() && !loose.obeys());
                        out.extend(others.map(|other| Line::of_loose(loose, self.end(other.from))));
                    }
                    Goal::Level => out.push(Line::of_loose(loose, End::Level(loose.raw))),
                    Goal::Outside(sort) => out.push(Line::of_loose(loose, End::Outside(sort, loose.raw))),
                    Goal::Missing(key) => out.push(Line::of_loose(loose, End::Missing(key, loose.raw))),
                }
            }
        }
        tidy(out)
    }

    /// What refers to an object, by the place of the fields.
    pub fn referred_by(&self, object: &Object) -> Vec<Line> {
        self.refer_back(self.nodes(object), End::Object(object.id))
    }

    /// The same of a record that belongs to no object.
    pub fn record_referred_by(&self, node: NodeId) -> Vec<Line> {
        self.refer_back(vec![node], End::Record(node))
    }

    fn refer_back(&self, nodes: Vec<NodeId>, own: End) -> Vec<Line> {
        let mut out = Vec::new();
        for node in nodes {
            for link in self.index.to(node) {
                let end = self.end(link.from);
                if end != own {
                    out.push(Line::of(link, end));
                }
            }
            for loose in self.index.loose(node).iter().filter(|l| l.obeys()) {
                let Goal::Tag(tag) = loose.goal else { continue };
                let others = self.index.tagged(tag, loose.raw).filter(|other| !other.obeys());
                out.extend(others.map(|other| Line::of_loose(other, self.end(other.from))));
            }
        }
        tidy(out)
    }

    /// Who names a tag, and who is called by it.
    pub fn tag(&self, tag: &str, number: i128) -> (Vec<Line>, Vec<Line>) {
        let all = self.index.tagged(tag, number);
        let (called, naming): (Vec<&Loose>, Vec<&Loose>) = all.partition(|l| l.obeys());
        let lines = |list: Vec<&Loose>| tidy(list.into_iter().map(|l| Line::of_loose(l, self.end(l.from))).collect());
        (lines(naming), lines(called))
    }

    /// What leads to a level of this number in the game.
    pub fn exits(&self, number: i128) -> Vec<Line> {
        let leave = self.index.all_loose().iter().filter(|l| l.goal == Goal::Level && l.raw == number);
        tidy(leave.map(|l| Line::of_loose(l, self.end(l.from))).collect())
    }

    /// Every record that makes up an object: its parts and what lies in them.
    pub fn nodes(&self, object: &Object) -> Vec<NodeId> {
        let mut out = Vec::new();
        for part in &object.parts {
            // A part that another object is listed with first is that one's.
            let own = self.objects.of_node(part.node.number).is_none_or(|owner| owner.id == object.id);
            if own || part.node == object.id.node {
                out.push(part.node);
                if let Some(record) = self.level.record(part.node.number) {
                    below(&record, &mut out);
                }
            }
        }
        out
    }
}

fn below(record: &Record<'_>, out: &mut Vec<NodeId>) {
    for at in 0..record.children().map_or(0, |c| c.len()) {
        if let Some(child) = record.child(at) {
            out.push(child.id());
            below(&child, out);
        }
    }
}

/// What a person set comes before what the game derives; a reference that both a number and the game tell stays once.
fn tidy(mut lines: Vec<Line>) -> Vec<Line> {
    lines.sort_by_key(|line| line.field.derived);
    let mut seen = std::collections::BTreeSet::new();
    lines.retain(|line| {
        seen.insert((line.holder, std::ptr::from_ref(line.field).addr(), line.element, line.line, line.end))
    });
    lines
}
