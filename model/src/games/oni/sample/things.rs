//! The sample's objects, placed by the plans that people use.

use std::sync::Arc;

use super::NAME;
use super::halls::{DEPTH, DOOR_AT, WIDTH};
use crate::document::{Document, Level, LevelBuilder, LevelId, LevelSource, NodeId, OpenReport};
use crate::edit::{Draft, local};
use crate::games::Arguments;
use crate::games::oni::ONI;
use crate::games::oni::chunk::{self, EMPTY, ObjectType, TYPES};
use crate::record::{Refusal, Value};

const HERE: LevelId = LevelId(0);

/// A level whose lists are all empty.
#[derive(Debug)]
struct Empty;

impl LevelSource for Empty {
    fn len(&self) -> u32 {
        1
    }
    fn name(&self, _: LevelId) -> String {
        NAME.to_owned()
    }
    fn game_index(&self, _: LevelId) -> i64 {
        1
    }
    fn decode(&self, id: LevelId) -> Level {
        let mut build = LevelBuilder::new(id);
        TYPES.iter().for_each(|of| chunk::decode(&mut build, of, &EMPTY));
        build.finish()
    }
}

/// A draft that things are put into.
struct Stage {
    draft: Draft,
}

impl Stage {
    fn run(&mut self, key: &str, objects: &[NodeId], values: &[(&str, Value)]) -> Result<NodeId, Refusal> {
        let plan = ONI.plan(key).ok_or_else(|| Refusal::Missing(key.to_owned()))?;
        let values = values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let arguments = Arguments { level: HERE.0, objects: objects.to_vec(), values };
        (plan.run)(&mut self.draft, &arguments)?.ok_or_else(|| Refusal::Missing(key.to_owned()))
    }

    /// Places an object, turned by degrees.
    fn place(&mut self, kind: &str, at: [f32; 3], turn: i32) -> Result<NodeId, Refusal> {
        let thousandth = |v: f32| Value::Int((f64::from(v) * 1000.0) as i128);
        let [x, y, z] = at.map(thousandth);
        let turn = Value::Int(i128::from(turn) * 1000);
        let kind = Value::Text(kind.to_owned());
        self.run("place", &[], &[("kind", kind), ("x", x), ("y", y), ("z", z), ("turn", turn)])
    }

    fn create(&mut self, kind: &str, name: &str, objects: &[NodeId]) -> Result<NodeId, Refusal> {
        let values = [("kind", Value::Text(kind.to_owned())), ("name", Value::Text(name.to_owned()))];
        self.run("create", objects, &values)
    }

    fn set(&mut self, node: NodeId, field: &str, value: Value) -> Result<(), Refusal> {
        let field = self.draft.field(node, field)?;
        self.draft.set(node, field, &value).map(|_| ())
    }

    fn text(&mut self, node: NodeId, field: &str, value: &str) -> Result<(), Refusal> {
        self.set(node, field, Value::Text(value.to_owned()))
    }

    fn int(&mut self, node: NodeId, field: &str, value: i128) -> Result<(), Refusal> {
        self.set(node, field, Value::Int(value))
    }

    /// Adds a child at the end of a list.
    fn child(&mut self, parent: NodeId, bytes: Vec<u8>) -> Result<NodeId, Refusal> {
        let at = self.draft.record(parent)?.children().map_or(0, |c| c.len());
        local::insert_child(&mut self.draft, parent, at, bytes)
    }

    fn id(&self, node: NodeId) -> Result<u32, Refusal> {
        Ok(u32::try_from(self.draft.int(node, "object_id")?).unwrap_or(0))
    }
}

/// An event that calls a function.
fn calls(function: &str) -> Vec<u8> {
    let mut out = vec![1, 0];
    out.extend(function.bytes().take(31));
    out.resize(34, 0);
    out
}

/// Lists of objects as stored, and the object ids of what is baked.
pub type SampleLists = (Vec<(&'static ObjectType, Vec<u8>)>, [u32; 5]);

/// The sample's lists, and the object ids of its door, console, laser trigger, turret and furniture.
///
/// # Errors
/// Never, unless a plan refuses what it allowed when this was written; the tests would notice.
pub fn lists() -> Result<SampleLists, Refusal> {
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let mut document = Document::new(&ONI, Arc::new(Empty), file, OpenReport::default());
    document.level(HERE)?;
    let mut stage = Stage { draft: document.draft() };
    let baked = people_and_ways(&mut stage)?;
    things(&mut stage)?;
    let level = stage.draft.level(HERE)?;
    let list = |of: &'static ObjectType| Some((of, chunk::encode(level.table(of.table.key)?)));
    Ok((TYPES.iter().filter_map(list).collect(), baked))
}

fn people_and_ways(stage: &mut Stage) -> Result<[u32; 5], Refusal> {
    let player = stage.place("character", [40.0, 0.0, 100.0], 90)?;
    stage.int(player, "flags", 1)?;
    stage.int(player, "team", 0)?;
    stage.text(player, "class", "konoko_generic")?;
    stage.text(player, "name", "player")?;
    let corners = [[220.0, 0.0, 60.0], [280.0, 0.0, 60.0], [280.0, 0.0, 140.0], [220.0, 0.0, 140.0]];
    let mut flags = Vec::new();
    for (at, turn) in corners.into_iter().zip([0, 90, 180, 270]) {
        flags.push(stage.place("flag", at, turn)?);
    }
    let path = stage.create("patrol-path", "hall_round", &flags)?;
    // A look around, a script that is waited for, a place between the flags, and round again.
    let wait = [&19u32.to_le_bytes()[..], &120i16.to_le_bytes(), &1i16.to_le_bytes(), &45f32.to_le_bytes()].concat();
    stage.child(path, wait)?;
    stage.child(path, [&21u32.to_le_bytes()[..], &1i16.to_le_bytes()].concat())?;
    let place: Vec<u8> = [250f32, 0.0, 100.0].iter().flat_map(|p| p.to_le_bytes()).collect();
    stage.child(path, [&8u32.to_le_bytes()[..], &place].concat())?;
    stage.child(path, 6u32.to_le_bytes().to_vec())?;
    let guard = stage.place("character", corners[0], 0)?;
    stage.text(guard, "name", "guard_1")?;
    stage.text(guard, "weapon", "w1_tap")?;
    stage.int(guard, "job", 3)?;
    stage.int(guard, "patrol_path", 1)?;
    stage.text(guard, "die_script", "guard_down")?;
    let neutral = stage.create("conversation", "clerk_talk", &[])?;
    stage.text(neutral, "end_script", "talk_over")?;
    let mut line = vec![0; 40];
    line.splice(8..13, *b"hello");
    stage.child(neutral, line)?;
    let clerk = stage.place("character", [60.0, 0.0, 40.0], 180)?;
    stage.text(clerk, "name", "clerk")?;
    stage.int(clerk, "team", 3)?;
    stage.int(clerk, "job", 8)?;
    stage.int(clerk, "neutral", 1)?;
    let door = stage.place("sliding-door", DOOR_AT, 90)?;
    stage.int(door, "flags", 0x05)?;
    let console = stage.place("console", [25.0, 0.0, 15.0], 0)?;
    stage.child(console, calls("console_used"))?;
    let laser = stage.place("laser", [250.0, 2.0, 190.0], 180)?;
    stage.child(laser, calls("laser_broken"))?;
    let turret = stage.place("turret", [306.0, 4.0, 26.0], 225)?;
    let furniture = stage.place("furniture", [115.0, 0.0, 37.0], 0)?;
    Ok([stage.id(door)?, stage.id(console)?, stage.id(laser)?, stage.id(turret)?, stage.id(furniture)?])
}

fn things(stage: &mut Stage) -> Result<(), Refusal> {
    let volume = stage.place("trigger-volume", [WIDTH + 10.0, 0.0, DEPTH / 2.0 - 20.0], 0)?;
    stage.text(volume, "name", "hall_entry")?;
    stage.text(volume, "entry_script", "hall_entered")?;
    stage.text(volume, "exit_script", "hall_left")?;
    stage.set(volume, "size", Value::List([30.0, 30.0, 40.0].map(Value::Real).to_vec()))?;
    stage.place("weapon", [70.0, 0.0, 160.0], 0)?;
    let shield = stage.place("power-up", [90.0, 0.0, 160.0], 30)?;
    stage.set(shield, "kind", Value::Symbol("shield".to_owned()))?;
    stage.place("power-up", [110.0, 0.0, 160.0], 0)?;
    stage.place("particle", [80.0, 40.0, 100.0], 0)?;
    let hum = stage.place("ambient-sound", [80.0, 20.0, 100.0], 0)?;
    stage.text(hum, "name", "hall_hum")?;
    let room = stage.place("ambient-sound", [240.0, 25.0, 100.0], 0)?;
    stage.text(room, "name", "hall_air")?;
    stage.set(room, "shape", Value::Symbol("box".to_owned()))?;
    // Characters begin with profiles number 0.
    let combat = stage.create("combat-profile", "stand", &[])?;
    stage.int(combat, "id", 0)?;
    let melee = stage.create("melee-profile", "punches", &[])?;
    stage.int(melee, "id", 0)?;
    let list = |stage: &Stage, at: usize| -> Result<NodeId, Refusal> {
        let child = stage.draft.record(melee)?.child(at).map(|c| c.id());
        child.ok_or_else(|| Refusal::Missing("a list of the profile".to_owned()))
    };
    let moves = list(stage, 3)?;
    for kind in 0..3u32 {
        let mut bytes = kind.to_le_bytes().to_vec();
        bytes.resize(16, 0);
        stage.child(moves, bytes)?;
    }
    let attacks = list(stage, 0)?;
    let combo = stage.child(attacks, vec![0; 88])?;
    stage.text(combo, "name", "combo")?;
    stage.int(combo, "weight", 10)?;
    stage.int(combo, "move_count", 3)
}
