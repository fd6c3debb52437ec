//! Which field has a name, prepared once for many records: what [`Schema::field_for`] answers, with every overlay that
//! cannot matter left out and the fields of the conditions looked up beforehand.

use super::condition::{Condition, Facts};
use super::schema::covers;
use super::{Field, Overlay, Schema};

/// The field of one name in the records of one schema and layout.
#[derive(Clone, Debug)]
pub struct Lookup {
    base: Option<&'static Field>,
    steps: Vec<Step>,
}

#[derive(Clone, Debug)]
struct Step {
    /// The overlay and those around it apply.
    when: Vec<Test>,
    field: &'static Field,
    /// It has the name; else it hides an earlier field that had it.
    named: bool,
}

/// A condition with its field found.
#[derive(Clone, Debug)]
enum Test {
    Number(&'static Field, &'static Condition),
    All(Vec<Test>),
    Any(Vec<Test>),
    Not(Box<Test>),
    /// It asks for the level, the layout or a sibling part.
    Other(&'static Condition),
}

impl Lookup {
    /// Prepares the look-up of a name.
    pub fn new(schema: &'static Schema, name: &str, layout: u16) -> Lookup {
        let there = |f: &&'static Field| f.place_in(layout).is_some();
        let base = schema.base_field(name).filter(there);
        let named: Vec<&'static Field> = schema.all_fields().into_iter().filter(|f| f.name == name).collect();
        let mut steps = Vec::new();
        collect(schema, schema.overlays, layout, name, &named, &[], &mut steps);
        // What hides a field before anything has the name hides nothing.
        if base.is_none() {
            let first = steps.iter().position(|s| s.named).unwrap_or(steps.len());
            steps.drain(..first);
        }
        Lookup { base, steps }
    }

    /// Whether no record of the schema can have such a field.
    pub fn is_empty(&self) -> bool {
        self.base.is_none() && self.steps.is_empty()
    }

    /// Every field that may be found.
    pub fn candidates(&self) -> impl Iterator<Item = &'static Field> + '_ {
        self.base.into_iter().chain(self.steps.iter().filter(|s| s.named).map(|s| s.field))
    }

    /// The field that applies; `read` gives the number of a base field of the record at hand.
    pub fn find(&self, facts: &dyn Facts, read: &dyn Fn(&'static Field) -> Option<i128>) -> Option<&'static Field> {
        let mut found = self.base;
        for step in &self.steps {
            if !step.named && found.is_none() {
                continue;
            }
            if step.when.iter().all(|test| test.holds(facts, read)) {
                if step.named {
                    found = Some(step.field);
                } else if found.is_some_and(|f| covers(step.field, f, facts.layout())) {
                    found = None;
                }
            }
        }
        found
    }
}

fn collect(
    schema: &'static Schema,
    overlays: &'static [Overlay],
    layout: u16,
    name: &str,
    named: &[&'static Field],
    around: &[Test],
    steps: &mut Vec<Step>,
) {
    for overlay in overlays {
        let mut when = around.to_vec();
        when.push(Test::new(schema, &overlay.when));
        for field in overlay.fields.iter().filter(|f| f.place_in(layout).is_some()) {
            let own = field.name == name;
            if own || named.iter().any(|f| covers(field, f, layout)) {
                steps.push(Step { when: when.clone(), field, named: own });
            }
        }
        collect(schema, overlay.overlays, layout, name, named, &when, steps);
    }
}

impl Test {
    fn new(schema: &'static Schema, condition: &'static Condition) -> Test {
        let list = |list: &'static [Condition]| list.iter().map(|c| Test::new(schema, c)).collect();
        match condition {
            Condition::Is(path, _) | Condition::In(path, _) | Condition::Masked(path, ..) | Condition::Bit(path, _) => {
                match schema.base_field(path) {
                    Some(field) => Test::Number(field, condition),
                    None => Test::Other(condition),
                }
            }
            Condition::All(inner) => Test::All(list(inner)),
            Condition::Any(inner) => Test::Any(list(inner)),
            Condition::Not(inner) => Test::Not(Box::new(Test::new(schema, inner))),
            other => Test::Other(other),
        }
    }

    fn holds(&self, facts: &dyn Facts, read: &dyn Fn(&'static Field) -> Option<i128>) -> bool {
        match self {
            Test::Number(field, condition) => condition.holds(&One(read(field))),
            Test::All(list) => list.iter().all(|t| t.holds(facts, read)),
            Test::Any(list) => list.iter().any(|t| t.holds(facts, read)),
            Test::Not(inner) => !inner.holds(facts, read),
            Test::Other(condition) => condition.holds(facts),
        }
    }
}

/// The one number that a condition over one field asks for.
struct One(Option<i128>);

impl Facts for One {
    fn field(&self, _: &str) -> Option<i128> {
        self.0
    }
    fn level(&self, _: &str) -> Option<i128> {
        None
    }
    fn layout(&self) -> u16 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every field of every registered schema, under facts drawn at random, is the one that the plain look-up finds.
    #[test]
    fn it_finds_what_the_plain_look_up_finds() {
        struct Drawn(u64);
        impl Facts for Drawn {
            fn field(&self, path: &str) -> Option<i128> {
                let hash = path.bytes().fold(self.0, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01B3));
                Some(i128::from(hash >> 40) % 20)
            }
            fn level(&self, name: &str) -> Option<i128> {
                self.field(name).map(|n| n % 2)
            }
            fn layout(&self) -> u16 {
                (self.0 % 3) as u16
            }
        }
        let mut compared = 0;
        for schema in crate::games::all().iter().flat_map(|g| g.schemas) {
            let mut names: Vec<&str> = schema.all_fields().iter().map(|f| f.name).collect();
            names.dedup();
            for seed in 0..12 {
                let facts = Drawn(seed);
                for name in &names {
                    let lookup = Lookup::new(schema, name, facts.layout());
                    let found = lookup.find(&facts, &|f| facts.field(f.name));
                    let plain = schema.field_for(name, &facts);
                    assert_eq!(found.map(std::ptr::from_ref), plain.map(std::ptr::from_ref), "{} {name}", schema.key);
                    assert!(found.is_none_or(|f| lookup.candidates().any(|c| std::ptr::eq(c, f))));
                    compared += 1;
                }
            }
        }
        assert!(compared > 1000);
        let lookup = Lookup::new(crate::games::all()[0].schemas[0], "no such field", 0);
        assert!(lookup.is_empty() && lookup.find(&Drawn(1), &|_| None).is_none());
    }
}
