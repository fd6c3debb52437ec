//! A query over the objects of one level.

use std::collections::BTreeMap;

use super::ast::{Comparison, Expression, NAME, Place, ROW};
use super::compare::{ValueTest, contains_text};
use super::context::Context;
use super::near::{Near, anchor};
use crate::document::{Level, NodeId, Object, ObjectFacts, ObjectKind, Objects, Record};
use crate::record::{Field, Lookup, Schema};

/// What a query found in a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matches {
    /// The objects, as indices into the level's objects, ascending.
    pub objects: Vec<u32>,
    /// What could not be asked, each once.
    pub warnings: Vec<Warning>,
}

/// Something a query could not ask.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// Objects of these kinds have no such field, so they do not match.
    #[error("{} have no field “{field}”", listed(kinds))]
    NoField {
        /// The field.
        field: String,
        /// Plural names of the kinds, in the order in which they were met.
        kinds: Vec<&'static str>,
    },
    /// The address names nothing in this level.
    #[error("{0} does not exist in this level")]
    NoObject(String),
    /// It stands nowhere, so nothing is near it.
    #[error("{0} has no position")]
    NoPosition(String),
}

/// Kinds in words: a few by name, the rest by their number.
fn listed(kinds: &[&'static str]) -> String {
    /// So many are named.
    const NAMED: usize = 3;
    match kinds.get(..NAMED) {
        Some(named) if kinds.len() > NAMED + 1 => {
            format!("{} and {} other kinds", named.join(", "), kinds.len() - NAMED)
        }
        _ => kinds.join(", "),
    }
}

/// A query made ready for a level.
enum Test<'q> {
    All(Vec<Test<'q>>),
    Any(Vec<Test<'q>>),
    Not(Box<Test<'q>>),
    Kind(&'static ObjectKind),
    Text(&'q str),
    Name(ValueTest),
    Row(ValueTest),
    Field(Box<FieldTest<'q>>),
    Near(Near),
    /// By index of the object.
    Set(Vec<bool>),
    Never,
}

/// A comparison with the fields it found in the record types met so far.
struct FieldTest<'q> {
    comparison: &'q Comparison,
    known: Vec<Known>,
    /// Kinds whose objects lack the field.
    lacking: Vec<&'static ObjectKind>,
}

/// The field in the records of one schema and layout, with the test for each field it may be.
struct Known {
    schema: &'static Schema,
    layout: u16,
    lookup: Lookup,
    tests: Vec<(&'static Field, Option<ValueTest>)>,
}

/// The level with its records by number: finding a record's row again for every object would cost more than the tests.
struct Records<'a> {
    level: &'a Level,
    by_number: Vec<Option<Record<'a>>>,
}

impl<'a> Records<'a> {
    fn new(level: &'a Level) -> Records<'a> {
        let mut by_number: Vec<Option<Record<'a>>> = vec![None; level.next_number() as usize];
        for record in level.tables().flat_map(|t| level.rows(t)) {
            if let Some(slot) = by_number.get_mut(record.id().number as usize) {
                *slot = Some(record);
            }
        }
        Records { level, by_number }
    }

    fn get(&self, number: u32) -> Option<Record<'a>> {
        let row = self.by_number.get(number as usize).copied().flatten();
        row.or_else(|| self.level.record(number))
    }
}

pub(super) fn matches(expression: &Expression, level: &Level, objects: &Objects, context: &dyn Context) -> Matches {
    let mut warnings = Vec::new();
    let mut test = Maker { level, objects, context, warnings: &mut warnings }.test(expression);
    let records = Records::new(level);
    let mut found = Vec::new();
    for (at, object) in (0u32..).zip(objects.all()) {
        if test.holds(&records, at, object) {
            found.push(at);
        }
    }
    let mut lacking: BTreeMap<&str, Vec<&'static ObjectKind>> = BTreeMap::new();
    test.lacking(&mut lacking);
    warnings.extend(lacking.into_iter().map(|(field, kinds)| Warning::NoField {
        field: field.to_owned(),
        kinds: kinds.into_iter().map(|k| k.plural).collect(),
    }));
    Matches { objects: found, warnings }
}

struct Maker<'m> {
    level: &'m Level,
    objects: &'m Objects,
    context: &'m dyn Context,
    warnings: &'m mut Vec<Warning>,
}

impl Maker<'_> {
    fn test<'q>(&mut self, expression: &'q Expression) -> Test<'q> {
        match expression {
            Expression::All(list) => Test::All(list.iter().map(|e| self.test(e)).collect()),
            Expression::Any(list) => Test::Any(list.iter().map(|e| self.test(e)).collect()),
            Expression::Not(inner) => Test::Not(Box::new(self.test(inner))),
            Expression::Kind(kind) => Test::Kind(kind),
            Expression::Text(text) => Test::Text(text),
            Expression::Compare(comparison) => match (comparison.field.name.as_str(), &comparison.field.part) {
                (NAME, None) => ValueTest::special(comparison).map_or(Test::Never, Test::Name),
                (ROW, None) => ValueTest::special(comparison).map_or(Test::Never, Test::Row),
                _ => Test::Field(Box::new(FieldTest { comparison, known: Vec::new(), lacking: Vec::new() })),
            },
            Expression::Near(Place::At(numbers), distance) => Test::Near(Near::new(numbers.clone(), *distance)),
            Expression::Near(Place::Object(address), distance) => match self.object(address) {
                Some(object) => match anchor(self.level, &object) {
                    Some(place) => Test::Near(Near::new(place, *distance)),
                    None => self.never(Warning::NoPosition(address.clone())),
                },
                None => self.never(Warning::NoObject(address.clone())),
            },
            Expression::Linked { address, back } => self.linked(address, *back),
            Expression::Problem(check) => {
                let found = self.context.problems(self.level, check.as_deref());
                Test::Set(self.set(&found))
            }
        }
    }

    fn never<'q>(&mut self, warning: Warning) -> Test<'q> {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
        Test::Never
    }

    /// The object that an address names: the one whose main record it is, or else the one that the record belongs to.
    fn object(&self, address: &str) -> Option<Object> {
        let node = self.context.find(self.level, address)?;
        let main = self.objects.all().iter().find(|o| o.id.node == node);
        main.or_else(|| self.objects.of_node(node.number)).cloned()
    }

    fn linked<'q>(&mut self, address: &str, back: bool) -> Test<'q> {
        let tag = address.split_once('/').and_then(|(tag, number)| Some((tag, number.parse::<i128>().ok()?)));
        if let Some((tag, number)) = tag.filter(|(tag, _)| self.level.table(tag).is_none()) {
            let found = self.context.tagged(self.level, tag, number);
            if !found.is_empty() {
                return Test::Set(self.set(&found));
            }
        }
        let Some(node) = self.context.find(self.level, address) else {
            return self.never(Warning::NoObject(address.to_owned()));
        };
        // A thing of several records is meant as a whole.
        let whole = self.objects.all().iter().find(|o| o.id.node == node);
        let nodes: Vec<NodeId> = whole.map_or_else(|| vec![node], |o| o.parts.iter().map(|p| p.node).collect());
        let found = self.context.linked(self.level, &nodes, back);
        Test::Set(self.set(&found))
    }

    /// The objects that these records belong to, themselves or as something below a part.
    fn set(&self, nodes: &[NodeId]) -> Vec<bool> {
        let mut wanted = vec![false; self.level.next_number() as usize];
        for node in nodes.iter().filter(|n| n.level == self.level.id()) {
            let mut number = Some(node.number);
            // From the record up to its row; a longer way could only be a loop.
            for _ in 0..16 {
                let Some(at) = number else { break };
                if let Some(slot) = wanted.get_mut(at as usize) {
                    *slot = true;
                }
                number = self.level.parent(at).filter(|p| *p != 0);
            }
        }
        let has = |o: &Object| o.parts.iter().any(|p| wanted.get(p.node.number as usize) == Some(&true));
        self.objects.all().iter().map(has).collect()
    }
}

impl<'q> Test<'q> {
    fn holds(&mut self, records: &Records<'_>, at: u32, object: &Object) -> bool {
        match self {
            Test::All(list) => list.iter_mut().all(|t| t.holds(records, at, object)),
            Test::Any(list) => list.iter_mut().any(|t| t.holds(records, at, object)),
            Test::Not(inner) => !inner.holds(records, at, object),
            Test::Kind(kind) => std::ptr::eq(*kind, object.kind),
            Test::Text(text) => contains_text(&object.name, text),
            Test::Name(test) => test.passes_text(&object.name),
            Test::Row(test) => {
                records.get(object.id.node.number).is_some_and(|r| test.passes_number(r.position() as i128))
            }
            Test::Field(test) => test.holds(records, object),
            Test::Near(near) => near.holds(object, |n| records.get(n)),
            Test::Set(set) => set.get(at as usize).copied().unwrap_or(false),
            Test::Never => false,
        }
    }

    /// Which kinds were asked for a field that they lack, by field.
    fn lacking(&self, out: &mut BTreeMap<&'q str, Vec<&'static ObjectKind>>) {
        match self {
            Test::All(list) | Test::Any(list) => list.iter().for_each(|t| t.lacking(out)),
            Test::Not(inner) => inner.lacking(out),
            Test::Field(test) if !test.lacking.is_empty() => {
                let known = out.entry(&test.comparison.field.name).or_default();
                for kind in &test.lacking {
                    if !known.iter().any(|k| std::ptr::eq(*k, *kind)) {
                        known.push(kind);
                    }
                }
            }
            _ => {}
        }
    }
}

impl FieldTest<'_> {
    fn holds(&mut self, records: &Records<'_>, object: &Object) -> bool {
        let wanted = self.comparison.field.part.as_deref();
        for part in object.parts.iter().filter(|p| wanted.is_none_or(|w| w == p.name)) {
            let Some(record) = records.get(part.node.number) else { continue };
            let schema = part.schema.unwrap_or(record.schema());
            let Some(known) = self.known(schema, record.layout()).filter(|k| !k.lookup.is_empty()) else { continue };
            let facts = ObjectFacts { level: records.level, object, record };
            let Some(field) = known.lookup.find(&facts, &|f| record.get(f).ok()?.as_int()) else { continue };
            // The first part that has the field decides.
            let test = known.tests.iter().find(|(f, _)| std::ptr::eq(*f, field)).and_then(|(_, test)| test.as_ref());
            return match (test, record.get(field)) {
                (Some(test), Ok(value)) => test.passes(field, &value),
                _ => false,
            };
        }
        if !self.lacking.iter().any(|k| std::ptr::eq(*k, object.kind)) {
            self.lacking.push(object.kind);
        }
        false
    }

    fn known(&mut self, schema: &'static Schema, layout: u16) -> Option<&Known> {
        let at = self.known.iter().position(|k| std::ptr::eq(k.schema, schema) && k.layout == layout);
        let at = at.unwrap_or_else(|| {
            let lookup = Lookup::new(schema, &self.comparison.field.name, layout);
            // A value that this field cannot take never equals it.
            let test = |f: &'static Field| (f, ValueTest::new(f, self.comparison).ok());
            let tests = lookup.candidates().map(test).collect();
            self.known.push(Known { schema, layout, lookup, tests });
            self.known.len() - 1
        });
        self.known.get(at)
    }
}
