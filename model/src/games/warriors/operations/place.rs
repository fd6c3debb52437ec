//! Placing new things.

use super::common::{degrees_or, free_door, level_of, metres, metres_or, script_for, whole_or};
use super::list::{self, NewLine};
use super::moves::{CORNERS, about_z};
use crate::document::{Level, NodeId};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::warriors::level::{calls_of, int};
use crate::games::warriors::links::handle;
use crate::games::warriors::names::{is_emitter, shown_call, shown_name};
use crate::games::warriors::records::calls::{OBJECT_SPAWN, TRAIN_START, TrainStartField};
use crate::games::warriors::scene::mesh::CollisionMesh;
use crate::games::warriors::script::assemble::{Expression, Statement};
use crate::games::warriors::script::cut;
use crate::games::warriors::script::text::{Reach, reach};
use crate::record::Refusal;

/// White, opaque (`warriors.md` 1.1).
const WHITE: i128 = 0xFFFF_FFFF;
/// Trains and their points (`warriors.md` 1.9).
const TRAINS: i128 = 4;
const POINTS: usize = 12;

/// Plan `place`.
pub(super) fn place(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    level_of(draft, arguments)?;
    let kind = arguments.text("kind")?;
    match kind {
        "object" | "emitter" => object(draft, arguments, kind == "emitter"),
        "door" => door(draft, arguments),
        "pane" => pane(draft, arguments),
        "flag" => flag(draft, arguments),
        "volume-box" => volume_box(draft, arguments),
        "train" => train(draft, arguments),
        _ => Err(Refusal::rule(format!("{} cannot be placed", shown_name(kind)))),
    }
}

/// Where it shall stand: without a height on the collision mesh, or at height 0 where that has nothing.
fn spot(draft: &Draft, arguments: &Arguments) -> Result<[f64; 3], Refusal> {
    let level = level_of(draft, arguments)?;
    let needed =
        |name: &str| metres(arguments, name)?.ok_or_else(|| Refusal::rule(format!("argument {name} is needed")));
    let (x, y) = (needed("x")?, needed("y")?);
    let floor = || CollisionMesh::of(draft.level(level).ok()?).and_then(|mesh| mesh.height(x as f32, y as f32));
    let z = match metres(arguments, "z")? {
        Some(z) => z,
        None => floor().map_or(0.0, f64::from),
    };
    Ok([x, y, z])
}

/// Adds a call where its sort belongs.
fn add(draft: &mut Draft, arguments: &Arguments, statement: &Statement) -> Result<NodeId, Refusal> {
    let level = level_of(draft, arguments)?;
    let script = script_for(draft.level(level)?, statement.call);
    let none = || {
        Refusal::rule(format!("no script is open that the call could be added to: {}", shown_call(&statement.text())))
    };
    cut::append(draft, script.ok_or_else(none)?, statement)
}

fn text(text: &str) -> Expression {
    Expression::Text(text.to_owned())
}

fn number(n: i128) -> Expression {
    Expression::Number(n as f64)
}

fn object(draft: &mut Draft, arguments: &Arguments, emitter: bool) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let default = if emitter { "part_steam" } else { "dyn_trashcan" };
    let name = if arguments.values.contains_key("type") { arguments.text("type")? } else { default };
    if emitter != is_emitter(name) {
        let what = if emitter {
            "an emitter's name begins with “part”"
        } else {
            "a name that begins with “part” is an emitter"
        };
        return Err(Refusal::rule(format!("{:?}: {what}", shown_name(name))));
    }
    let place = spot(draft, arguments)?;
    let turn = about_z(degrees_or(arguments, "turn", 0.0)?);
    let zone = whole_or(arguments, "zone", 0, (0, 254))?;
    let flags = whole_or(arguments, "flags", 0, (0, 0xFFFF_FFFF))?;
    let tint = whole_or(arguments, "tint", WHITE, (0, WHITE))?;
    let by_script = whole_or(arguments, "script", 0, (0, 1))? == 1;
    if !emitter && (by_script || !list::has_list(draft, level)) {
        let turn = turn.map(super::common::tidy);
        let arguments_of = vec![
            text(name),
            Expression::numbers(&place),
            Expression::numbers(&turn),
            number(-1),
            number(zone),
            number(flags),
            number(tint),
            Expression::Nil,
        ];
        let statement = Statement { call: "ObjSpawn", arguments: arguments_of, result: None };
        return add(draft, arguments, &statement).map(Some);
    }
    let list = list::list_of(draft.level(level)?);
    let list =
        list.ok_or_else(|| Refusal::rule("the level's object list is not open: emitters can only stand there"))?;
    let tint = u32::try_from(tint).unwrap_or(u32::MAX);
    list::add(draft, list, &NewLine { name, place, turn, zone, flags, tint }).map(Some)
}

fn triangles(arguments: &Arguments) -> Result<[i128; 2], Refusal> {
    // The mesh counts its triangles in 16 bits (`warriors.md` 1.10).
    let triangle = |name: &str| whole_or(arguments, name, 0, (0, 65_535));
    Ok([triangle("triangle1")?, triangle("triangle2")?])
}

fn door(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let name = if arguments.values.contains_key("type") { arguments.text("type")? } else { "dyn_door_chainlnk_a" };
    let place = spot(draft, arguments)?;
    let turn = about_z(degrees_or(arguments, "turn", 0.0)?).map(super::common::tidy);
    let [first, second] = triangles(arguments)?;
    let own = free_door(draft.level(level)?);
    let own = whole_or(arguments, "number", own, (1, 8191))?;
    let arguments_of = vec![
        text(name),
        Expression::numbers(&place),
        Expression::numbers(&turn),
        Expression::List(vec![number(first), number(second)]),
        number(own),
    ];
    add(draft, arguments, &Statement { call: "SpawnDoor", arguments: arguments_of, result: None }).map(Some)
}

fn pane(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let glass = whole_or(arguments, "type", 0, (0, 18))?;
    let corner = spot(draft, arguments)?;
    let turn = degrees_or(arguments, "turn", 0.0)?.to_radians();
    let (width, height) = (metres_or(arguments, "width", 1.0)?, metres_or(arguments, "height", 2.0)?);
    // From the corner to the second is the height, to the third the width (`warriors.md` 1.2).
    let [x, y, z] = corner;
    let default = [[x, y, z + height], [x + libm::cos(turn) * width, y + libm::sin(turn) * width, z]];
    let mut corners = vec![corner];
    for (names, default) in CORNERS.iter().skip(1).zip(default) {
        let mut at = [0.0; 3];
        for ((at, name), default) in at.iter_mut().zip(names).zip(default) {
            *at = super::common::tidy(metres_or(arguments, name, default)?);
        }
        corners.push(at);
    }
    let [first, second] = triangles(arguments)?;
    let mut arguments_of = vec![number(glass)];
    arguments_of.extend(corners.iter().map(|corner| Expression::numbers(corner)));
    arguments_of.extend([Expression::numbers(&[0.0, 0.0]), Expression::numbers(&[1.0, 1.0])]);
    arguments_of.extend([number(0), number(first), number(second)]);
    add(draft, arguments, &Statement { call: "SpawnBreakableGlass", arguments: arguments_of, result: None }).map(Some)
}

fn flag(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let name = arguments.text("type")?.to_owned();
    let place = spot(draft, arguments)?;
    let heading = super::common::tidy(degrees_or(arguments, "turn", 0.0)?);
    let arguments_of =
        vec![text(&name), Expression::numbers(&place), Expression::Number(heading), number(0), number(0)];
    add(draft, arguments, &Statement { call: "AddFlag", arguments: arguments_of, result: None }).map(Some)
}

fn volume_box(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let name = arguments.text("type")?.to_owned();
    let place = spot(draft, arguments)?;
    let (width, height) = (metres_or(arguments, "width", 1.0)?, metres_or(arguments, "height", 2.0)?);
    let size = Expression::numbers(&[width, width, height]);
    let arguments_of = vec![text(&name), number(0), Expression::numbers(&place), size];
    add(draft, arguments, &Statement { call: "AddVolumeBox", arguments: arguments_of, result: None }).map(Some)
}

/// A train over the selected objects, in their order. Starting it takes its points away, so they are set after it
/// (`warriors.md` 1.2).
fn train(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    if arguments.objects.is_empty() || arguments.objects.len() > POINTS {
        let what = format!("a train has 1 to {POINTS} objects, {} are selected", arguments.objects.len());
        return Err(Refusal::rule(what));
    }
    let handles: Vec<String> =
        arguments.objects.iter().map(|node| car(draft, *node)).collect::<Result<_, Refusal>>()?;
    let slot = match arguments.values.contains_key("number") {
        true => whole_or(arguments, "number", 0, (0, TRAINS - 1))?,
        false => free_slot(draft.level(level)?)?,
    };
    let radius = metres_or(arguments, "radius", 2.5)?;
    let start = vec![number(slot), Expression::Number(radius)];
    let start = add(draft, arguments, &Statement { call: "ObjStartTrain", arguments: start, result: None })?;
    let script = draft.record(start)?.table().number;
    let last = handles.len() - 1;
    for (at, handle) in handles.into_iter().enumerate() {
        let point = vec![
            number(slot),
            Expression::Symbols(vec![handle]),
            number(at as i128),
            // No line begins at the last point.
            number(i128::from(at == last)),
        ];
        let statement = Statement { call: "ObjSetTrainPoint", arguments: point, result: None };
        cut::append(draft, NodeId { level, number: script }, &statement)?;
    }
    Ok(Some(start))
}

/// The variable of an object that a train may follow.
fn car(draft: &Draft, node: NodeId) -> Result<String, Refusal> {
    let record = draft.record(node)?;
    let spawned = std::ptr::eq(record.schema(), &OBJECT_SPAWN);
    let handle = spawned.then(|| handle(&record)).flatten();
    let handle =
        handle.ok_or_else(|| Refusal::rule("a train follows objects that a script places and keeps in a variable"))?;
    // The train's calls go to the end of the script that has trains, else of the level's own.
    let train = script_for(draft.level(node.level)?, "ObjStartTrain").map(|script| script.number);
    let there = match reach(&record) {
        Reach::Everywhere => true,
        Reach::Script => train == Some(record.table().number),
        Reach::Block => false,
    };
    if there { Ok(handle) } else { Err(lost(&handle)) }
}

/// A variable that a call at the end of a script does not see.
pub(super) fn lost(variable: &str) -> Refusal {
    let variable = shown_name(variable);
    Refusal::rule(format!(
        "{variable} is a local variable: a call at the end of the script does not see it. Make it a global one in the script"
    ))
}

/// The first slot without a train.
pub(super) fn free_slot(level: &Level) -> Result<i128, Refusal> {
    let trains = calls_of(level, &TRAIN_START);
    let taken: Vec<i128> = trains.iter().filter_map(|t| int(t, TrainStartField::slot.field())).collect();
    let full = || Refusal::Limit { what: "trains".to_owned(), limit: TRAINS as u64, unit: "slots".to_owned() };
    (0..TRAINS).find(|slot| !taken.contains(slot)).ok_or_else(full)
}
