//! Levels made to have one fault.

use std::sync::Arc;

use crate::document::{Document, Level, LevelBuilder, LevelId, LevelSource, NodeId, OpenReport};
use crate::edit::local;
use crate::games::Arguments;
use crate::games::oni::ONI;
use crate::games::oni::chunk::{self, EMPTY, ObjectType, TYPES};
use crate::games::oni::environment::Environment;
use crate::problems::{Check, Problem, SHAPE, Whole, of_document};
use crate::record::Value;

const HERE: LevelId = LevelId(0);

/// A level of some lists, and empty ones of the other types.
#[derive(Debug)]
struct Made {
    lists: Vec<(&'static ObjectType, Vec<u8>)>,
    environment: Option<Arc<Environment>>,
}

impl LevelSource for Made {
    fn len(&self) -> u32 {
        1
    }
    fn name(&self, _: LevelId) -> String {
        "made".to_owned()
    }
    fn game_index(&self, _: LevelId) -> i64 {
        1
    }
    fn decode(&self, id: LevelId) -> Level {
        let mut build = LevelBuilder::new(id);
        if let Some(environment) = &self.environment {
            build.surroundings(environment.clone());
        }
        for of in TYPES {
            let own = self.lists.iter().find(|(o, _)| std::ptr::eq(*o, of)).map(|(_, bytes)| bytes.as_slice());
            chunk::decode(&mut build, of, own.unwrap_or(&EMPTY));
        }
        build.finish()
    }
}

fn open(made: Made) -> Document {
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let mut document = Document::new(&ONI, Arc::new(made), file, OpenReport::default());
    document.level(HERE).unwrap();
    document
}

/// A level with one object each of these kinds, with their defaults.
pub(super) fn level(kinds: &[&str]) -> (Document, Vec<NodeId>) {
    placed(open(Made { lists: Vec::new(), environment: None }), kinds)
}

/// The same within an environment.
pub(super) fn around(environment: Environment, kinds: &[&str]) -> (Document, Vec<NodeId>) {
    placed(open(Made { lists: Vec::new(), environment: Some(Arc::new(environment)) }), kinds)
}

/// A level of lists with one object each, from its data behind the header.
pub(super) fn lists(objects: &[(&[u8; 4], Vec<u8>)]) -> Document {
    let list = |(tag, data): &(&[u8; 4], Vec<u8>)| {
        let of = ObjectType::of_tag(*tag).unwrap();
        let mut object = vec![0; 40];
        object[4..8].copy_from_slice(&of.stored_tag());
        object.extend(data);
        object.resize(object.len().next_multiple_of(4), 0);
        let size = object.len() as u32 - 4;
        object[..4].copy_from_slice(&size.to_le_bytes());
        let mut bytes = EMPTY[..12].to_vec();
        bytes.extend(object);
        bytes.extend([0; 4]);
        let size = bytes.len() as u32 - 8;
        bytes[4..8].copy_from_slice(&size.to_le_bytes());
        (of, bytes)
    };
    open(Made { lists: objects.iter().map(list).collect(), environment: None })
}

fn run(document: &mut Document, key: &str, kind: &str) -> NodeId {
    let mut values = std::collections::BTreeMap::from([("kind".to_owned(), Value::Text(kind.to_owned()))]);
    values.extend(["x", "z"].map(|name| (name.to_owned(), Value::Int(0))));
    let arguments = Arguments { level: 0, objects: Vec::new(), values };
    let mut draft = document.draft();
    let made = (ONI.plan(key).unwrap().run)(&mut draft, &arguments).unwrap().unwrap();
    document.commit(draft, key).unwrap();
    made
}

fn placed(mut document: Document, kinds: &[&str]) -> (Document, Vec<NodeId>) {
    let made = kinds.iter().map(|kind| run(&mut document, "place", kind)).collect();
    (document, made)
}

/// Makes what has no place.
pub(super) fn make(document: &mut Document, kind: &str) -> NodeId {
    run(document, "create", kind)
}

fn store(document: &mut Document, node: NodeId, field: &str, value: &Value) {
    let mut draft = document.draft();
    let field = draft.field(node, field).unwrap();
    draft.store(node, field, value).unwrap();
    document.commit(draft, "fault").unwrap();
}

pub(super) fn set(document: &mut Document, node: NodeId, field: &str, value: i128) {
    store(document, node, field, &Value::Int(value));
}

pub(super) fn set_text(document: &mut Document, node: NodeId, field: &str, value: &str) {
    store(document, node, field, &Value::Text(value.to_owned()));
}

pub(super) fn set_real(document: &mut Document, node: NodeId, field: &str, value: f64) {
    store(document, node, field, &Value::Real(value));
}

pub(super) fn set_vector(document: &mut Document, node: NodeId, field: &str, value: [f64; 3]) {
    store(document, node, field, &Value::List(value.map(Value::Real).to_vec()));
}

fn append(document: &mut Document, parent: NodeId, bytes: &[u8]) {
    let mut draft = document.draft();
    let at = draft.record(parent).unwrap().children().map_or(0, |c| c.len());
    local::insert_child(&mut draft, parent, at, bytes.to_vec()).unwrap();
    document.commit(draft, "child").unwrap();
}

/// Adds a patrol point at the end of a path.
pub(super) fn point(document: &mut Document, path: NodeId, bytes: &[u8]) {
    append(document, path, bytes);
}

/// Adds an event at the end of a list.
pub(super) fn event(document: &mut Document, owner: NodeId, bytes: &[u8]) {
    append(document, owner, bytes);
}

fn problems(document: &Document, check: &Check) -> Vec<Problem> {
    let look = |state: &crate::document::State| {
        let whole = Whole { state, source: &**document.source() };
        let found = of_document(document.game(), &whole);
        found.into_iter().filter(|p| p.check == check.id).collect::<Vec<_>>()
    };
    let found = look(document.state());
    if !check.reads.is_empty() {
        // The same where only the tables are left that it says it reads.
        let mut draft = document.draft();
        let read: Vec<&str> = check.reads.iter().map(|key| key.strip_suffix(SHAPE).unwrap_or(key)).collect();
        let tables = document.state().level(HERE).unwrap().tables();
        let others: Vec<u32> = tables.filter(|t| !read.contains(&t.key())).map(|t| t.number).collect();
        for number in others {
            draft.remove(NodeId { level: HERE, number }).unwrap();
        }
        assert_eq!(look(draft.state()), found, "{} reads more than it says", check.id);
    }
    found
}

/// What a check finds in words, each as bad as the check says.
pub(super) fn found(document: &Document, check: &Check) -> Vec<String> {
    let words = |p: Problem| {
        assert_eq!(p.severity, check.severity, "{}", p.message);
        format!("{} {}: {}", p.place, p.field, p.message)
    };
    problems(document, check).into_iter().map(words).collect()
}

/// The same, whatever is how bad.
pub(super) fn found_any(document: &Document, check: &Check) -> Vec<String> {
    problems(document, check).into_iter().map(|p| format!("{} {}: {}", p.place, p.field, p.message)).collect()
}
