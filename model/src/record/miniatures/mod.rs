//! Miniatures: for each game the record that asks most of the language, as a small table of its own
//! with a small reader. They prove the language, not the games: those have their own tables.

mod call;
mod line;
mod lists;
mod patrol;
mod side;
mod spawn;
mod trap;

use std::sync::Arc;

use crate::document::{
    Document, Level, LevelBuilder, LevelId, LevelSource, NodeId, Objects, OpenReport, State, TableSpec,
};
use crate::games::Game;
use crate::record::codec::le::I16;
use crate::record::{Role, Value};

/// All miniatures as one game, so that their frames and tables are looked through like any other's.
pub(crate) static MINIATURES: Game = Game {
    key: "miniatures",
    name: "Miniatures",
    axes: crate::games::Axes::SCENE,
    schemas: &[
        &patrol::PATROL,
        &patrol::POINT,
        &trap::OBJECT,
        &trap::REFERENCE,
        &trap::CLASS,
        &trap::TRAP,
        &trap::DOOR,
        &spawn::SPAWN,
        &line::LINE,
        &call::OBJECT_SPAWN,
        &call::PROTOTYPE,
        &call::STRINGS,
        &call::STRING,
        &call::NUMBERS,
        &call::NUMBER,
        &call::CODE,
        &call::INSTRUCTION,
        &lists::PROFILE,
        &lists::ATTACKS,
        &lists::ATTACK,
        &lists::MOVES,
        &lists::MOVE,
        &side::SIDE,
        &side::PLATFORM,
        &OTHER,
    ],
    tables: &[
        &patrol::PATROLS,
        &trap::OBJECTS,
        &trap::REFERENCES,
        &trap::TRAPS,
        &trap::DOORS,
        &spawn::SPAWNS,
        &line::LINES,
        &call::CHUNKS,
        &call::CALLS,
        &lists::PROFILES,
        &side::SIDES,
        &side::PLATFORMS,
        &FLAGS,
        &TYPES,
        &POLYGONS,
        &LINES,
        &LIGHTS,
        &TERMINALS,
    ],
    kinds: &[&trap::KIND],
    objects: |level| if level.table("objects").is_some() { trap::objects(level) } else { Objects::default() },
    links: None,
    set_field: crate::games::store_in_place,
    settle: None,
    ..crate::games::test::TEST
};

crate::record_table! {
    /// Anything that the miniatures refer to and that needs no table of its own here.
    OTHER: Other, OtherField = "miniature.other", "Other", 2 bytes, "made up";
    /// Its number.
    id @ 0: I16, role(Role::Id);
}

static FLAGS: TableSpec = TableSpec::new("flags", "Flags", &OTHER);
static TYPES: TableSpec = TableSpec::new("types", "Types", &OTHER);
static POLYGONS: TableSpec = TableSpec::new("polygons", "Polygons", &OTHER);
static LINES: TableSpec = TableSpec::new("lines_of_sides", "Lines", &OTHER);
static LIGHTS: TableSpec = TableSpec::new("lights", "Lights", &OTHER);
static TERMINALS: TableSpec = TableSpec::new("terminals", "Terminals", &OTHER);

/// The level all miniatures live in: the file itself.
const HERE: LevelId = LevelId::FILE;

#[derive(Debug)]
struct NoLevels;

impl LevelSource for NoLevels {
    fn len(&self) -> u32 {
        0
    }
    fn name(&self, level: LevelId) -> String {
        format!("level {}", level.0)
    }
    fn game_index(&self, level: LevelId) -> i64 {
        i64::from(level.0)
    }
    fn decode(&self, level: LevelId) -> Level {
        LevelBuilder::new(level).finish()
    }
}

/// A document of the tables that `build` makes.
fn open(build: impl FnOnce(&mut LevelBuilder)) -> Document {
    let mut builder = LevelBuilder::new(HERE);
    build(&mut builder);
    Document::new(&MINIATURES, Arc::new(NoLevels), builder.finish(), OpenReport::default())
}

/// The bytes of a table as they would be written.
fn written(state: &State, table: &str) -> Vec<u8> {
    state.level(HERE).unwrap().table(table).unwrap().bytes()
}

/// The id of a row.
fn row(document: &Document, table: &str, position: usize) -> NodeId {
    document.draft().row(HERE, table, position).unwrap().id()
}

/// Sets a field of the record seen alone and commits; answers where the table's bytes differ now, as
/// offsets. Undo must restore every byte, redo the result.
fn set(document: &mut Document, node: NodeId, field: &str, value: Value) -> Vec<usize> {
    let table = document.draft().record(node).unwrap().table().spec.key;
    let before = written(document.state(), table);
    let mut draft = document.draft();
    let line = draft.field(node, field).unwrap();
    assert!(draft.set(node, line, &value).unwrap(), "{field} changes");
    document.commit(draft, field).unwrap();
    let after = written(document.state(), table);
    assert!(document.draft().record(node).unwrap().get(line).unwrap().same(&value));
    assert!(document.undo());
    assert_eq!(written(document.state(), table), before, "undo restores every byte");
    assert!(document.redo());
    assert_eq!(written(document.state(), table), after);
    assert_eq!(before.len(), after.len(), "for fields that keep the length");
    (0..before.len()).filter(|i| before[*i] != after[*i]).collect()
}

/// Sets a field and expects a refusal that changes nothing; answers its words.
fn refused(document: &Document, node: NodeId, field: &str, value: Value) -> String {
    let mut draft = document.draft();
    let line = draft.field(node, field).unwrap();
    let refusal = draft.set(node, line, &value).unwrap_err();
    assert!(draft.is_empty(), "a refusal leaves no trace");
    refusal.to_string()
}
