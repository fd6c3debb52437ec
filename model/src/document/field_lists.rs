//! Which fields apply to each of many records: [`Schema::fields_for`] answered once for each set of overlays that apply.
//!
//! Ten thousand selected objects have a few dozen lists of fields between them. What remains to be done for each object
//! is to ask the conditions, and for that each field that they name is read once.

use std::cell::Cell;
use std::collections::HashMap;

use smallvec::SmallVec;

use super::level::Level;
use super::object::{Object, Part};
use super::view::{ObjectFacts, Record};
use crate::record::{Condition, Facts, Field, Overlay, Schema};

/// The lists of fields that were needed so far.
#[derive(Debug, Default)]
pub struct FieldLists {
    /// By schema (its place in memory: it is static) and layout.
    prepared: HashMap<(usize, u16), Prepared>,
    lists: Vec<Vec<&'static Field>>,
}

/// A bit for each overlay that applies.
type Pattern = SmallVec<[u64; 2]>;

#[derive(Debug, Default)]
struct Prepared {
    /// All overlays, those nested in one directly behind it.
    overlays: Vec<Step>,
    /// What the conditions ask for, and the record's own base field of that name.
    asked: Vec<(&'static str, Option<&'static Field>)>,
    by_pattern: HashMap<Pattern, usize>,
    /// Neighbours are mostly alike.
    last: Option<(Pattern, usize)>,
}

#[derive(Debug)]
struct Step {
    when: &'static Condition,
    /// How many overlays behind it are nested in it.
    nested: usize,
}

impl FieldLists {
    /// None yet.
    pub fn new() -> FieldLists {
        FieldLists::default()
    }

    /// The number of the list of fields that apply to a part of an object, and its record; `None` if there is no record.
    pub fn of_part<'a>(&mut self, level: &'a Level, object: &Object, part: &Part) -> Option<(usize, Record<'a>)> {
        let record = level.record(part.node.number)?;
        let schema = part.schema.unwrap_or(record.schema());
        Some((self.find(schema, &record, &ObjectFacts { level, object, record }), record))
    }

    /// The fields of a list.
    pub fn fields(&self, list: usize) -> &[&'static Field] {
        self.lists.get(list).map_or(&[], Vec::as_slice)
    }

    /// How many lists were made.
    pub fn len(&self) -> usize {
        self.lists.len()
    }

    /// Whether none was made.
    pub fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    fn find(&mut self, schema: &'static Schema, record: &Record<'_>, facts: &dyn Facts) -> usize {
        let key = (std::ptr::from_ref(schema).addr(), record.layout());
        let prepared = self.prepared.entry(key).or_insert_with(|| Prepared::new(schema));
        // The record's own fields are meant, whatever schema its object gives it.
        let own = std::ptr::eq(schema, record.schema()).then_some(record);
        let pattern = prepared.pattern(own, facts);
        if let Some((last, list)) = &prepared.last
            && *last == pattern
        {
            return *list;
        }
        let list = *prepared.by_pattern.entry(pattern.clone()).or_insert_with(|| {
            self.lists.push(schema.fields_for(facts));
            self.lists.len() - 1
        });
        prepared.last = Some((pattern, list));
        list
    }
}

impl Prepared {
    fn new(schema: &'static Schema) -> Prepared {
        let mut new = Prepared::default();
        new.add(schema, schema.overlays);
        new
    }

    fn add(&mut self, schema: &'static Schema, overlays: &'static [Overlay]) {
        for overlay in overlays {
            overlay.when.each_field(&mut |path| {
                if !self.asked.iter().any(|(known, _)| *known == path) {
                    self.asked.push((path, schema.base_field(path)));
                }
            });
            let at = self.overlays.len();
            self.overlays.push(Step { when: &overlay.when, nested: 0 });
            self.add(schema, overlay.overlays);
            let nested = self.overlays.len() - at - 1;
            if let Some(step) = self.overlays.get_mut(at) {
                step.nested = nested;
            }
        }
    }

    fn pattern(&self, record: Option<&Record<'_>>, facts: &dyn Facts) -> Pattern {
        let mut pattern = Pattern::new();
        if self.overlays.is_empty() {
            return pattern;
        }
        pattern.resize(self.overlays.len().div_ceil(64), 0);
        let known = SmallVec::from_elem(Cell::new(None), self.asked.len());
        let once = Once { facts, record, asked: &self.asked, known };
        let mut at = 0;
        while let Some(step) = self.overlays.get(at) {
            if step.when.holds(&once) {
                if let Some(word) = pattern.get_mut(at / 64) {
                    *word |= 1 << (at % 64);
                }
                at += 1;
            } else {
                at += 1 + step.nested;
            }
        }
        pattern
    }
}

/// Facts of which each field is read at most once.
struct Once<'a> {
    facts: &'a dyn Facts,
    record: Option<&'a Record<'a>>,
    asked: &'a [(&'static str, Option<&'static Field>)],
    known: SmallVec<[Cell<Option<Option<i128>>>; 4]>,
}

impl Facts for Once<'_> {
    fn field(&self, path: &str) -> Option<i128> {
        let at = self.asked.iter().position(|(known, _)| *known == path);
        let Some((at, known)) = at.and_then(|at| Some((at, self.known.get(at)?))) else {
            return self.facts.field(path);
        };
        if let Some(value) = known.get() {
            return value;
        }
        let value = match (self.record, self.asked.get(at)) {
            (Some(record), Some((_, Some(field)))) => record.get(field).ok().and_then(|value| value.as_int()),
            _ => self.facts.field(path),
        };
        known.set(Some(value));
        value
    }
    fn level(&self, name: &str) -> Option<i128> {
        self.facts.level(name)
    }
    fn layout(&self) -> u16 {
        self.facts.layout()
    }
}
