//! The same language over the events of a running level: `tick > 300 and event ~ door`.

use super::ast::Expression;
use super::compare::ValueTest;
use super::parser::{fields_named, parse};
use super::{QueryError, Vocabulary};
use crate::preview::Event;
use crate::record::text::Encoding;
use crate::record::{Field, Int, Kind, Number, Order, Place, Schema, Value};

/// A place is needed only where bytes are read; events have none.
const NUMBER: Place = Place::Number { at: 0, number: Number { int: Int::I32, order: Order::Big } };
const TEXT: Kind = Kind::Text { encoding: Encoding::Latin1, terminated: false };

static FIELDS: [Field; 6] = [
    Field::new("tick", "When it happened.", NUMBER, Kind::Int),
    Field::new("source", "Whose doing it was.", NUMBER, TEXT),
    Field::new("event", "What happened.", NUMBER, TEXT),
    Field::new("target", "To whom.", NUMBER, TEXT),
    Field::new("text", "Words that belong to it.", NUMBER, TEXT),
    Field::new("value", "A number that belongs to it.", NUMBER, Kind::Int),
];

static EVENT: Schema =
    Schema::new("preview.event", "Event", "Something that happened in a running level.", "design.md 5", 4, &FIELDS);

/// What can be asked of events.
pub const EVENTS: Vocabulary =
    Vocabulary { name: "events", schemas: &[&EVENT], kinds: &[], tables: &[], checks: &[], objects: false };

/// A question about events.
#[derive(Clone, Debug)]
pub struct EventQuery {
    test: Test,
}

#[derive(Clone, Debug)]
enum Test {
    All(Vec<Test>),
    Any(Vec<Test>),
    Not(Box<Test>),
    Text(String),
    Field(&'static Field, ValueTest),
    Never,
}

impl EventQuery {
    /// Parses a question; an empty text lets everything through.
    ///
    /// # Errors
    /// At the first character that makes no sense.
    pub fn parse(text: &str) -> Result<EventQuery, QueryError> {
        Ok(EventQuery { test: made(&parse(EVENTS, text)?) })
    }

    /// Whether an event is asked for.
    pub fn passes(&self, event: &Event) -> bool {
        self.test.passes(event)
    }
}

fn made(expression: &Expression) -> Test {
    match expression {
        Expression::All(list) => Test::All(list.iter().map(made).collect()),
        Expression::Any(list) => Test::Any(list.iter().map(made).collect()),
        Expression::Not(inner) => Test::Not(Box::new(made(inner))),
        Expression::Text(text) => Test::Text(text.clone()),
        Expression::Compare(comparison) => {
            let field = fields_named(EVENTS, &comparison.field.name).next();
            // The parser has refused what cannot be compared.
            let test = field.and_then(|field| Some((field, ValueTest::new(field, comparison).ok()?)));
            test.map_or(Test::Never, |(field, test)| Test::Field(field, test))
        }
        // Words of levels, which the parser takes for texts here.
        Expression::Kind(_) | Expression::Near(..) | Expression::Linked { .. } | Expression::Problem(_) => Test::Never,
    }
}

impl Test {
    fn passes(&self, event: &Event) -> bool {
        match self {
            Test::All(list) => list.iter().all(|t| t.passes(event)),
            Test::Any(list) => list.iter().any(|t| t.passes(event)),
            Test::Not(inner) => !inner.passes(event),
            Test::Text(word) => {
                let said = event.text.as_deref().unwrap_or_default();
                let text = format!("{} {} {} {said}", event.source, event.kind, event.target).to_lowercase();
                // A whole address must fit whole: platforms/1 is not platforms/12.
                if word.contains('/') { text.split(' ').any(|part| part == word) } else { text.contains(word.as_str()) }
            }
            Test::Field(field, test) => test.passes(field, &value(event, field.name)),
            Test::Never => false,
        }
    }
}

fn value(event: &Event, field: &str) -> Value {
    match field {
        "tick" => Value::Int(event.tick.into()),
        "source" => Value::Text(event.source.to_string()),
        "event" => Value::Text(event.kind.to_owned()),
        "target" => Value::Text(event.target.to_string()),
        "text" => Value::Text(event.text.as_deref().unwrap_or_default().to_owned()),
        _ => Value::Int(event.value.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preview::{Log, Subject};

    fn found(query: &str) -> Vec<usize> {
        let (door, switch) = (Subject::new("doors", 12), Subject::new("switches", 1));
        let mut log = Log::default();
        log.set_tick(3);
        log.add(switch, "switch pressed", switch, 0, None);
        log.set_tick(40);
        log.add(switch, "door opens", door, 1, None);
        log.add(door, "door open", door, 0, None);
        let query = EventQuery::parse(query).unwrap();
        log.events().iter().enumerate().filter(|(_, e)| query.passes(e)).map(|(at, _)| at).collect()
    }

    #[test]
    fn events_are_asked_by_words_and_by_fields() {
        for (query, rows) in [
            ("", vec![0, 1, 2]),
            ("door", vec![1, 2]),
            ("doors/1", vec![]),
            ("doors/12 opens", vec![1]),
            ("tick < 10", vec![0]),
            ("tick >= 40 and source = switches/1", vec![1]),
            ("event ~ door and not value = 1", vec![2]),
            ("target = doors/12 or event = \"switch pressed\"", vec![0, 1, 2]),
            ("linked-to", vec![]),
        ] {
            assert_eq!(found(query), rows, "{query}");
        }
    }

    #[test]
    fn a_wrong_field_is_pointed_at() {
        let error = EventQuery::parse("tick > 3 and sorce = x").unwrap_err();
        assert_eq!(error.at, 13);
        assert!(error.message.contains("source"), "{error}");
        assert_eq!(EventQuery::parse("tick > soon").unwrap_err().at, 7);
    }
}
