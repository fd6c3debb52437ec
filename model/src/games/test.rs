//! A made-up game that the model's own tests run on: packed rows, records with children and a padded
//! tail, an object over two records.

use super::Game;
use crate::clipboard::{ClipboardSpec, Made, Thing as Copied};
use crate::document::{
    Level, LevelBuilder, LevelId, LevelSource, Node, NodeId, NodeList, Object, ObjectId, ObjectKind, Objects, Part,
    TableSpec,
};
use crate::edit::Draft;
use crate::record::codec::le::*;
use crate::record::{Matching, Refusal, Role, Target};

crate::record_table! {
    /// A thing on the floor.
    pub(crate) THING: Thing, ThingField = "test.thing", "Thing", 8 bytes, "made up", matching(Matching::Alignment);
    /// East.
    x @ 0: I16, role(Role::X);
    /// South.
    y @ 2: I16, role(Role::Y);
    /// The path it walks.
    path @ 4: I16, link(Target::Row("paths"));
    /// Kept.
    spare @ 6: U16;
}

crate::record_table! {
    /// A step of a path.
    pub(crate) STEP: Step, StepField = "test.step", "Step", 3 bytes, "made up";
    /// What to do.
    action @ 0: U8;
    /// For how long.
    ticks @ 1: U16;
}

crate::record_table! {
    /// A path with its steps.
    pub(crate) PATH: Path, PathField = "test.path", "Path", 8 bytes, "made up", matching(Matching::Alignment),
        children("steps", &STEP, 5), pad_to(4);
    /// How many bytes the record has.
    size @ 0: U32, role(Role::SizeOf("record")), fixed("it follows from the steps");
    /// How many steps.
    count @ 4: U16, role(Role::CountOf("steps")), fixed("it follows from the steps");
    /// The path's number.
    number @ 6: U16, role(Role::Id);
}

pub(crate) static THINGS: TableSpec = TableSpec::new("things", "Things", &THING);
pub(crate) static PATHS: TableSpec = TableSpec::new("paths", "Paths", &PATH);
pub(crate) static KIND: ObjectKind = ObjectKind { key: "thing", label: "Thing", plural: "Things", icon: "thing" };

pub(crate) static TEST: Game = Game {
    key: "test",
    name: "Test",
    axes: super::Axes::SCENE,
    schemas: &[&THING, &STEP, &PATH],
    tables: &[&THINGS, &PATHS],
    kinds: &[&KIND],
    objects,
    scene: |_, _| crate::scene::Scene::default(),
    links: None,
    set_field: super::store_in_place,
    settle: None,
    same_but_bulk: super::same_bytes,
    plans: &[],
    checks: crate::problems::basic::CHECKS,
    outside: None,
    clipboard: Some(&CLIPBOARD),
    scripts: None,
    preview: None,
};

static CLIPBOARD: ClipboardSpec = ClipboardSpec { make, along: None, decided: &[] };

fn make(draft: &mut Draft, level: LevelId, things: &[Copied]) -> Result<Vec<Made>, Refusal> {
    let mut made = Vec::new();
    for thing in things {
        let mut nodes = Vec::new();
        for part in &thing.parts {
            let (parent, at) = {
                let table = draft.table(level, part.table.key)?;
                (NodeId { level, number: table.number }, table.len())
            };
            let mut subtree = part.subtree.clone();
            subtree.renumber(&mut draft.next_number(level)?);
            nodes.push(draft.insert(parent, at, subtree)?);
        }
        made.push(nodes);
    }
    Ok(made)
}

fn objects(level: &Level) -> Objects {
    let Some(things) = level.table("things") else { return Objects::default() };
    Objects::new(
        level
            .rows(things)
            .map(|r| Object {
                id: ObjectId { node: r.id(), generation: level.generation(r.id().number) },
                kind: &KIND,
                name: format!("thing {}", r.position()),
                parts: smallvec::smallvec![Part { name: "", node: r.id(), schema: None }],
                parent: None,
            })
            .collect(),
    )
}

/// Three levels of a few things and paths each.
#[derive(Debug)]
pub(crate) struct Source;

impl LevelSource for Source {
    fn len(&self) -> u32 {
        3
    }
    fn name(&self, level: LevelId) -> String {
        format!("level {}", level.0)
    }
    fn game_index(&self, level: LevelId) -> i64 {
        i64::from(level.0)
    }
    fn decode(&self, level: LevelId) -> Level {
        let mut build = LevelBuilder::new(level);
        let things: Vec<u8> = (0..10u8).flat_map(|i| [i, 0, i, 1, 0, 0, 0xAB, level.0 as u8]).collect();
        build.packed(&THINGS, b"THNG", 0, 8, &things);
        build.nodes(&PATHS, b"PATH", 0, |build, table| {
            (0..2u8)
                .map(|i| {
                    let number = build.number(table);
                    let steps: Vec<Node> =
                        (0..=i).map(|s| Node::leaf(build.number(number), &STEP, [s, 30, 0].as_slice())).collect();
                    let body = 8 + 3 * steps.len();
                    let padded = body.next_multiple_of(4);
                    let tail = vec![0xEE; padded - body];
                    let head = [padded as u8, 0, 0, 0, steps.len() as u8, 0, 40 + i, 0];
                    Node {
                        number,
                        schema: &PATH,
                        head: head.as_slice().into(),
                        children: NodeList::new(steps),
                        tail: tail.as_slice().into(),
                    }
                })
                .collect()
        });
        build.finish()
    }
}
