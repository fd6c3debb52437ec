//! The bundled sample: two decks with an elevator between them and a cyberspace, made by the plans that people use.
//!
//! What it shows: every class of objects and every unusual one that can be placed; a door with a lock that a switch
//! undoes; an entry trigger that counts and speaks; an elevator; slopes, a bridge, hazards; a pull in cyberspace.

use std::collections::BTreeMap;

use super::blank::{Blank, document};
use crate::document::{Document, LevelId, NodeId};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::shock::SHOCK;
use crate::record::{Refusal, Value};

/// A level of the sample as resources: number, bytes.
pub type SampleLevel = Vec<(u16, Vec<u8>)>;

/// Numbers of the levels: two decks and a cyberspace (`systemshock.md` 2).
const DECK_1: u16 = 1;
const DECK_2: u16 = 2;
const CYBERSPACE: u16 = 14;

/// The sample's levels as resources, in the order of their numbers.
///
/// # Errors
/// Never, unless the sample outgrew the format.
pub fn practice_station() -> Result<Vec<SampleLevel>, Refusal> {
    let blank = |number, cyberspace| Blank { number, cyberspace, height_shift: if cyberspace { 1 } else { 3 } };
    let mut document = document(vec![blank(DECK_1, false), blank(DECK_2, false), blank(CYBERSPACE, true)]);
    let mut draft = document.draft();
    let lower = deck_1(&mut Builder { draft: &mut draft, level: LevelId(0) })?;
    let upper = deck_2(&mut Builder { draft: &mut draft, level: LevelId(1) })?;
    for (level, panel) in [(LevelId(0), &lower), (LevelId(1), &upper)] {
        let numbers = [("panel_0", lower.number), ("panel_1", upper.number)];
        Builder { draft: &mut draft, level }.set(panel, &numbers)?;
    }
    cyberspace(&mut Builder { draft: &mut draft, level: LevelId(2) })?;
    document.commit(draft, "sample")?;
    Ok(levels(&document))
}

fn levels(document: &Document) -> Vec<SampleLevel> {
    let levels = document.state().ids().filter_map(|id| document.state().level(id));
    let stored = |table: &crate::document::Table| {
        let number = crate::games::shock::resources::of_tag(&table.tag)?;
        Some((number, table.bytes()))
    };
    levels.map(|level| level.tables().filter_map(stored).collect()).collect()
}

/// Runs plans on one level.
struct Builder<'a> {
    draft: &'a mut Draft,
    level: LevelId,
}

impl Builder<'_> {
    fn run(&mut self, key: &str, objects: &[NodeId], values: &[(&str, Value)]) -> Result<Option<NodeId>, Refusal> {
        let plan = SHOCK.plans.iter().find(|p| p.key == key).ok_or_else(|| Refusal::Missing(key.to_owned()))?;
        let values: BTreeMap<String, Value> = values.iter().map(|(name, v)| ((*name).to_owned(), v.clone())).collect();
        (plan.run)(self.draft, &Arguments { level: self.level.0, objects: objects.to_vec(), values })
    }

    /// Paints a rectangle of tiles.
    fn paint(&mut self, [x1, y1, x2, y2]: [i64; 4], fields: &[(&str, i64)]) -> Result<(), Refusal> {
        let corners = [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)];
        let values: Vec<(&str, Value)> =
            corners.iter().chain(fields).map(|(name, n)| (*name, Value::Int((*n).into()))).collect();
        self.run("paint", &[], &values).map(|_| ())
    }

    /// Places an object at a place in tiles; answers its number.
    fn place(&mut self, kind: &str, sort: [i64; 2], at: [f32; 2], heading: i64) -> Result<Placed, Refusal> {
        let [x, y] = at.map(|tiles| Value::Int((tiles * 256.0) as i128));
        let [subclass, sort] = sort.map(|n| Value::Int(n.into()));
        let values = [
            ("kind", Value::Text(kind.to_owned())),
            ("subclass", subclass),
            ("type", sort),
            ("x", x),
            ("y", y),
            ("heading", Value::Int(heading.into())),
            ("hit_points", Value::Int(20)),
        ];
        let node = self.run("place", &[], &values)?.ok_or_else(|| Refusal::Missing(kind.to_owned()))?;
        let record = self.draft.record(node)?;
        let number = i64::try_from(record.position()).unwrap_or(0);
        let level = self.draft.level(self.level)?;
        let objects = crate::games::shock::objects::objects(level);
        let class =
            objects.of_node(node.number).and_then(|o| o.parts.iter().find(|p| p.name == "class")).map(|p| p.node);
        Ok(Placed { node, class: class.ok_or_else(|| Refusal::Missing("the class row".to_owned()))?, number })
    }

    /// Sets fields of an object's class row.
    fn set(&mut self, placed: &Placed, fields: &[(&str, i64)]) -> Result<(), Refusal> {
        for (field, value) in fields {
            self.draft.set_int(placed.class, field, *value)?;
        }
        Ok(())
    }
}

/// A placed object: its row, its class row, its number.
struct Placed {
    node: NodeId,
    class: NodeId,
    number: i64,
}

/// Actions (`systemshock.md` 6.5) and the bit of an integer variable (6.2).
const SET_VARIABLE: i64 = 4;
const USE_FOUR: i64 = 6;
const LIGHT: i64 = 7;
const MESSAGE: i64 = 22;
const INTEGER: i64 = 0x1000;
const BOOLEAN: i64 = 0x2000;
/// Variables that the sample uses: a lock and a counter, free in the game as far as is known.
const LOCK: i64 = 500;
const COUNTER: i64 = 60;

/// Halls, a ramp, a bridge, and one of everything.
fn deck_1(deck: &mut Builder<'_>) -> Result<Placed, Refusal> {
    // A hall, a corridor, a room two height units lower behind a ramp, an elevator.
    deck.paint(
        [8, 8, 20, 16],
        &[("type", 1), ("floor", 4), ("ceiling", 12), ("floor_texture", 1), ("wall_texture", 2)],
    )?;
    deck.paint([21, 11, 26, 12], &[("type", 1), ("floor", 4), ("ceiling", 16), ("wall_texture", 3)])?;
    deck.paint([27, 8, 36, 16], &[("type", 1), ("floor", 2), ("ceiling", 12), ("floor_texture", 4)])?;
    deck.paint([26, 11, 26, 12], &[("type", 9), ("floor", 2), ("slope", 2), ("slope_control", 2)])?;
    deck.paint([12, 17, 12, 17], &[("type", 1), ("floor", 4), ("ceiling", 18), ("music", 7)])?;
    // Corners cut off, a pool of biohazard, a dark corner.
    for (x, y, shape) in [(8, 8, 5), (20, 8, 4), (20, 16, 3), (8, 16, 2)] {
        deck.paint([x, y, x, y], &[("type", shape)])?;
    }
    deck.paint([32, 10, 34, 12], &[("floor", 0), ("biohazard", 1)])?;
    deck.paint([34, 14, 36, 16], &[("floor_darkness", 9), ("ceiling_darkness", 9)])?;

    let door = deck.place("door", [0, 0], [21.5, 12.0], 64)?;
    deck.set(&door, &[("lock", LOCK), ("autoclose", 20)])?;
    let unlock = deck.place("trap", [0, 1], [18.5, 15.5], 0)?;
    deck.set(&unlock, &[("action", SET_VARIABLE)])?;
    deck.set(&unlock, &[("variable", BOOLEAN | LOCK), ("new_state", 0)])?;
    let switch = deck.place("fixture", [0, 0], [20.5, 14.5], 192)?;
    deck.set(&switch, &[("action", USE_FOUR)])?;
    deck.set(&switch, &[("object_1", unlock.number), ("object_2", door.number), ("delay_2", 5)])?;
    let light = deck.place("trap", [0, 1], [16.5, 15.5], 0)?;
    deck.set(&light, &[("action", LIGHT)])?;
    deck.set(&light, &[("corner_1", switch.number), ("corner_2", door.number), ("off", 9), ("on", 0)])?;
    let counts = deck.place("trap", [0, 1], [29.5, 15.5], 0)?;
    deck.set(&counts, &[("action", SET_VARIABLE)])?;
    deck.set(&counts, &[("variable", INTEGER | COUNTER)])?;
    deck.set(&counts, &[("operand", 1), ("calculation", 1)])?;
    let enters = deck.place("trap", [0, 0], [28.5, 12.0], 0)?;
    deck.set(&enters, &[("action", USE_FOUR), ("quota", 3)])?;
    deck.set(&enters, &[("object_1", counts.number), ("object_2", light.number), ("delay_2", 10)])?;
    let third = deck.place("trap", [0, 0], [30.5, 12.0], 0)?;
    // Speaks from the third time on: integer variable 60 >= 3.
    deck.set(&third, &[("action", MESSAGE), ("condition_integer", 1), ("condition_variable", COUNTER)])?;
    deck.set(&third, &[("condition_operator", 4), ("condition_value", 3)])?;
    deck.set(&third, &[("text", 1)])?;
    let note = deck.place("trap", [2, 3], [14.5, 12.5], 0)?;
    deck.run("set_note", &[note.node], &[("text", Value::Text("Levelwright was here".to_owned()))])?;

    let bridge = deck.place("big-stuff", [7, 0], [33.5, 11.5], 0)?;
    deck.set(&bridge, &[("size_x", 4), ("size_y", 12), ("height", 4)])?;
    let screen = deck.place("big-stuff", [0, 6], [14.5, 16.5], 128)?;
    deck.set(&screen, &[("frames", 4), ("picture", 0xF7)])?;
    let crate_ = deck.place("container", [0, 0], [10.5, 10.5], 0)?;
    let found = deck.place("ammo", [0, 0], [10.5, 10.5], 0)?;
    deck.run("put_in", &[found.node], &[("into", Value::Int(crate_.number.into()))])?;
    let card = deck.place("small-stuff", [4, 0], [11.5, 9.5], 0)?;
    deck.set(&card, &[("access_mask", 2)])?;
    let guard = deck.place("critter", [0, 0], [33.5, 14.5], 192)?;
    deck.set(&guard, &[("mood", 2), ("orders", 3)])?;
    deck.set(&guard, &[("destination_x", 28), ("destination_y", 14), ("other_end_x", 35), ("other_end_y", 14)])?;
    for (kind, sort, at) in [
        ("gun", [0, 0], [12.5, 9.5]),
        ("grenade", [0, 0], [13.5, 9.5]),
        ("drug", [0, 0], [14.5, 9.5]),
        ("hardware", [0, 0], [15.5, 9.5]),
        ("software", [0, 0], [16.5, 9.5]),
        ("projectile", [0, 0], [17.5, 9.5]),
        ("animating", [0, 0], [18.5, 9.5]),
    ] {
        deck.place(kind, sort, at, 0)?;
    }
    let event = [("time", 1000), ("event", 4), ("data", light.number | 0xFFFF << 16)];
    let event: Vec<(&str, Value)> = event.iter().map(|(name, n)| (*name, Value::Int((*n).into()))).collect();
    deck.run("create", &[], &[&[("kind", Value::Text("event".to_owned()))], event.as_slice()].concat())?;
    elevator(deck)
}

/// A panel in the elevator that leads to the one on the other deck.
fn elevator(deck: &mut Builder<'_>) -> Result<Placed, Refusal> {
    let panel = deck.place("fixture", [3, 4], [12.5, 17.5], 0)?;
    // Both decks are of the shaft and can be reached.
    deck.set(&panel, &[("shaft", 6), ("reachable", 6)])?;
    Ok(panel)
}

/// A small room around the elevator.
fn deck_2(deck: &mut Builder<'_>) -> Result<Placed, Refusal> {
    deck.paint([10, 12, 14, 16], &[("type", 1), ("floor", 6), ("ceiling", 12), ("floor_texture", 5)])?;
    deck.paint([12, 17, 12, 17], &[("type", 1), ("floor", 6), ("ceiling", 16), ("music", 7)])?;
    deck.place("critter", [1, 0], [12.5, 13.5], 128)?;
    elevator(deck)
}

/// Cyberspace: a tunnel with a current, software behind ICE, a way out.
fn cyberspace(level: &mut Builder<'_>) -> Result<(), Refusal> {
    level.paint(
        [20, 20, 30, 24],
        &[("type", 1), ("floor", 2), ("ceiling", 8), ("floor_colour", 40), ("ceiling_colour", 80)],
    )?;
    level.paint([22, 22, 27, 22], &[("pull", 5)])?;
    let software = level.place("software", [0, 0], [29.5, 22.5], 0)?;
    for (field, value) in [("ice", 1), ("ice_level", 64)] {
        level.draft.set_int(software.node, field, value)?;
    }
    level.place("critter", [3, 0], [25.5, 23.5], 192)?;
    let exit = level.place("trap", [0, 0], [20.5, 20.5], 0)?;
    level.set(&exit, &[("action", 1)])?;
    level.set(&exit, &[("to_level", DECK_1.into()), ("to_x", 10), ("to_y", 12), ("to_z", 32)])?;
    Ok(())
}
