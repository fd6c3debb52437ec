//! Small levels made for tests.

use std::sync::Arc;

use super::OniWorld;
use crate::document::{
    Document, Level, LevelBuilder, LevelId, LevelSource, Node, NodeId, NodeList, OpenReport, TableSpec, TailBytes,
};
use crate::games::oni::environment::Environment;
use crate::games::oni::records::SCRIPT;
use crate::games::oni::{ONI, tables};
use crate::preview::{Input, Log, Start, Verb, World};
use crate::record::{Facts, Role, Schema, Value};

/// The level all of them are.
pub(crate) const HERE: LevelId = LevelId(0);

/// A field and its value.
pub(crate) type Set = (&'static str, Value);

/// An object to be made.
#[derive(Clone, Debug)]
pub(crate) struct Thing {
    table: &'static TableSpec,
    fields: Vec<Set>,
    children: Vec<Vec<Set>>,
}

/// An object of a table.
pub(crate) fn thing(table: &'static TableSpec, fields: &[Set]) -> Thing {
    Thing { table, fields: fields.to_vec(), children: Vec::new() }
}

impl Thing {
    /// With a child.
    pub(crate) fn with(mut self, fields: &[Set]) -> Thing {
        self.children.push(fields.to_vec());
        self
    }
}

/// A whole number.
pub(crate) fn n(number: i64) -> Value {
    Value::Int(number.into())
}

/// A text.
pub(crate) fn t(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// A float.
pub(crate) fn f(number: f64) -> Value {
    Value::Real(number)
}

/// A vector.
pub(crate) fn v(parts: [f64; 3]) -> Value {
    Value::List(parts.into_iter().map(Value::Real).collect())
}

struct Bytes<'a>(&'static Schema, &'a [u8]);

impl Facts for Bytes<'_> {
    fn field(&self, path: &str) -> Option<i128> {
        self.0.base_field(path)?.read(self.1, &[], 0).ok()?.as_int()
    }
    fn level(&self, _: &str) -> Option<i128> {
        None
    }
    fn layout(&self) -> u16 {
        0
    }
}

/// A record's bytes with these fields set, the others 0. The field that decides about its size comes first.
fn record(schema: &'static Schema, fields: &[Set]) -> Vec<u8> {
    let decides = schema.variants.map(|(name, _)| name);
    let variant = fields.iter().find(|(name, _)| Some(*name) == decides).map(|(_, value)| value.as_int().unwrap());
    let size = variant.map_or(schema.size, |variant| schema.variant_size(variant).unwrap());
    let mut bytes = vec![0; size as usize];
    for (name, value) in fields {
        let field = schema.field_for(name, &Bytes(schema, &bytes)).unwrap_or_else(|| panic!("{} {name}", schema.key));
        for splice in field.write(&bytes, &[], 0, value).unwrap() {
            bytes.splice(splice.at..splice.at + splice.old_len, splice.new);
        }
    }
    bytes
}

fn node(build: &mut LevelBuilder, parent: u32, made: &Thing, at: usize) -> Node {
    let number = build.number(parent);
    let schema = made.table.record.unwrap();
    let mut head = record(schema, &made.fields);
    for field in schema.all_fields() {
        let value = match field.role {
            Role::CountOf(_) => made.children.len() as i64,
            _ if field.name == "object_id" && !made.fields.iter().any(|(name, _)| *name == "object_id") => {
                100 + at as i64
            }
            _ => continue,
        };
        let splices = field.number().map(|number| (field.place.extent().0 as usize, number.int.bytes() as usize));
        let (from, len) = splices.unwrap();
        head[from..from + len].copy_from_slice(&value.to_le_bytes()[..len]);
    }
    let children = made.children.iter().map(|fields| {
        let schema = schema.below().next().unwrap();
        let head = record(schema, fields);
        let number = build.number(number);
        Node::leaf(number, schema, head)
    });
    let children = NodeList::new(children.collect());
    Node { number, schema, head: head.into(), children, tail: TailBytes::default() }
}

/// A level of these things and scripts.
pub(crate) fn level(things: &[Thing], scripts: &[(&str, &str)]) -> Level {
    built(LevelBuilder::new(HERE), things, scripts)
}

fn built(mut build: LevelBuilder, things: &[Thing], scripts: &[(&str, &str)]) -> Level {
    for spec in ONI.tables.iter().filter(|spec| things.iter().any(|thing| std::ptr::eq(thing.table, **spec))) {
        let own: Vec<&Thing> = things.iter().filter(|thing| std::ptr::eq(thing.table, *spec)).collect();
        build.nodes(spec, b"", 0, |build, table| {
            own.iter().enumerate().map(|(at, thing)| node(build, table, thing, at)).collect()
        });
    }
    if !scripts.is_empty() {
        build.nodes(&tables::SCRIPTS, b"", 0, |build, table| {
            let make = |(name, text): &(&str, &str)| Node {
                number: build.number(table),
                schema: &SCRIPT,
                head: name.as_bytes().into(),
                children: NodeList::default(),
                tail: text.as_bytes().into(),
            };
            scripts.iter().map(make).collect()
        });
    }
    build.finish()
}

#[derive(Debug)]
struct OneLevel(Level);

impl LevelSource for OneLevel {
    fn len(&self) -> u32 {
        1
    }
    fn name(&self, level: LevelId) -> String {
        format!("level {}", level.0)
    }
    fn game_index(&self, level: LevelId) -> i64 {
        i64::from(level.0)
    }
    fn decode(&self, _: LevelId) -> Level {
        self.0.clone()
    }
}

/// A document of such a level.
pub(crate) fn document(things: &[Thing], scripts: &[(&str, &str)]) -> Document {
    let source = Arc::new(OneLevel(level(things, scripts)));
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let mut document = Document::new(&ONI, source, file, OpenReport::default());
    document.level(HERE).unwrap();
    document
}

/// The id of a row.
pub(crate) fn row(level: &Level, table: &str, at: usize) -> NodeId {
    level.row(level.table(table).unwrap(), at).unwrap().id()
}

/// A level that runs, with its log.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) world: OniWorld,
    pub(crate) log: Log,
}

/// A level of these things and scripts, running.
pub(crate) fn run(things: &[Thing], scripts: &[(&str, &str)]) -> Running {
    let mut log = Log::default();
    let world = OniWorld::new(&level(things, scripts), &Start::default(), &mut log);
    Running { world, log }
}

/// The same with something around it.
pub(crate) fn run_in(around: Environment, things: &[Thing], scripts: &[(&str, &str)]) -> Running {
    let mut build = LevelBuilder::new(HERE);
    build.surroundings(Arc::new(around));
    let mut log = Log::default();
    let world = OniWorld::new(&built(build, things, scripts), &Start::default(), &mut log);
    Running { world, log }
}

/// A player's character at a place.
pub(crate) fn player(place: [f64; 3]) -> Thing {
    thing(&tables::CHARACTERS, &[("name", t("char_0")), ("flags", n(1)), ("position", v(place))])
}

/// A flag with an id, at a place, turned.
pub(crate) fn flag(id: i64, place: [f64; 3], turned: f64) -> Thing {
    thing(&tables::FLAGS, &[("id", n(id)), ("position", v(place)), ("rotation", v([0.0, turned, 0.0]))])
}

impl Running {
    /// The next tick with something done in it.
    pub(crate) fn act(&mut self, verb: Verb) -> &mut Running {
        let tick = self.world.now() + 1;
        self.world.tick(&[Input { tick, verb }], &mut self.log);
        self
    }

    /// Some ticks.
    pub(crate) fn wait(&mut self, ticks: u32) -> &mut Running {
        for _ in 0..ticks {
            self.world.tick(&[], &mut self.log);
        }
        self
    }

    /// Puts the walker somewhere, x and z.
    pub(crate) fn place(&mut self, x: i32, z: i32) -> &mut Running {
        self.act(Verb::place(x, z, 0))
    }

    /// Lets something happen.
    pub(crate) fn fire(&mut self, target: &str, event: &str) -> &mut Running {
        self.act(Verb::Fire { target: target.parse().unwrap(), event: event.to_owned() })
    }

    /// When events of a kind happened, and to whom.
    pub(crate) fn events(&self, kind: &str) -> Vec<(u32, String)> {
        let of = self.log.events().iter().filter(|event| event.kind == kind);
        of.map(|event| (event.tick, event.target.to_string())).collect()
    }

    /// What events of a kind say.
    pub(crate) fn said(&self, kind: &str) -> Vec<(u32, String)> {
        let of = self.log.events().iter().filter(|event| event.kind == kind);
        of.map(|event| (event.tick, event.text.as_deref().unwrap_or_default().to_owned())).collect()
    }

    /// The functions that were started, with their ticks.
    pub(crate) fn started(&self) -> Vec<(u32, String)> {
        self.said("script starts")
    }

    /// A value.
    pub(crate) fn value(&self, of: &str, field: &str) -> f64 {
        let address = of.parse().unwrap();
        let subject = self.world.find(&address).unwrap_or_else(|| panic!("{of}"));
        self.world.value(&subject, field).unwrap_or_else(|| panic!("{of} {field}")).to_f64()
    }
}
