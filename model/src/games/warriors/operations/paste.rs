//! Things that come from a clipboard: lines to the object list, calls to the end of a script. Doors take numbers, results of
//! calls variables and trains slots that are free here; calls that came along follow.

use std::collections::{BTreeMap, BTreeSet};

use super::common::{free_door, free_name, level_of, script_for};
use super::list;
use super::place::free_slot;
use super::rows::HANDLES;
use super::travel::CALLS;
use crate::clipboard::{ClipboardSpec, Made, Part, Thing};
use crate::document::{Level, LevelId, NodeId, Object, ObjectId, Objects};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::warriors::level::{calls_of, int, symbol};
use crate::games::warriors::links::handle;
use crate::games::warriors::names::{shown_call, shown_name};
use crate::games::warriors::objects::kind;
use crate::games::warriors::records::calls::{
    self, DOOR, DoorField, OBJECT_SPAWN, TRAIN_START, TrainPointField, TrainStartField,
};
use crate::games::warriors::script::assemble::{Expression, Statement};
use crate::games::warriors::script::{argument, cut, scope, text};
use crate::games::warriors::tables;
use crate::record::text::Encoding;
use crate::record::{Field, Refusal, Schema, Value};

/// Things of The Warriors on the clipboard.
pub static CLIPBOARD: ClipboardSpec = ClipboardSpec { make, along: Some(along), decided: &[] };

/// A train takes its cars along, then its points, which name them. A car that a script works out stays: it is nothing by
/// itself.
fn along(level: &Level, objects: &Objects, id: ObjectId) -> Vec<ObjectId> {
    let record = |object: &Object| level.record(object.id.node.number);
    let Some(own) = objects.all().iter().position(|object| object.id == id && object.kind.key == kind::TRAIN.key)
    else {
        return Vec::new();
    };
    let is_own = |object: &&Object| object.parent.and_then(|at| usize::try_from(at).ok()) == Some(own);
    let points: Vec<&Object> = objects.all().iter().filter(is_own).collect();
    let named = |point: &Object| symbol(&record(point)?, TrainPointField::object.field());
    let cars: BTreeSet<String> = points.iter().filter_map(|point| named(point)).collect();
    let is_car = |object: &&Object| {
        let spawn = record(object).filter(|record| std::ptr::eq(record.schema(), &OBJECT_SPAWN));
        spawn.is_some_and(|spawn| {
            handle(&spawn).is_some_and(|name| cars.contains(&name)) && (CALLS.pack)(&spawn).is_ok()
        })
    };
    let cars = objects.all().iter().filter(is_car);
    cars.chain(points).map(|object| object.id).collect()
}

/// What things that come together call each other here.
#[derive(Default)]
struct Names {
    handles: BTreeMap<String, String>,
    slots: BTreeMap<i128, i128>,
}

fn make(draft: &mut Draft, level: LevelId, things: &[Thing]) -> Result<Vec<Made>, Refusal> {
    level_of(draft, &Arguments { level: level.0, ..Arguments::default() })?;
    let mut names = Names::default();
    let mut out = Vec::with_capacity(things.len());
    for thing in things {
        let [part] = thing.parts.as_slice() else { return Err(refused(thing)) };
        let made = match part.table.key {
            key if key == tables::LINES.key => line(draft, level, part)?,
            key if key == tables::TEXTS.key => call(draft, level, thing, part, &mut names)?,
            _ => return Err(refused(thing)),
        };
        out.push(vec![made]);
    }
    Ok(out)
}

fn refused(thing: &Thing) -> Refusal {
    let name = if thing.name.is_empty() { thing.kind.label } else { &thing.name };
    let name = shown_name(name);
    Refusal::rule(format!("{name} cannot be pasted: lines of object lists and calls of scripts can"))
}

fn line(draft: &mut Draft, level: LevelId, part: &Part) -> Result<NodeId, Refusal> {
    let list = list::list_of(draft.level(level)?);
    let list = list.ok_or_else(|| Refusal::rule("this level's object list is not open: its lines have no place"))?;
    list::add_text(draft, list, &part.subtree.head)
}

/// A statement: the variables that only its old place had, what keeps its result, and its call.
struct Parted<'a> {
    own: Vec<String>,
    kept: Option<String>,
    call: &'a [u8],
}

fn parted<'a>(words: &'a [u8], schema: &'static Schema) -> Option<Parted<'a>> {
    let (own, from) = scope::declared(words);
    let words = words.get(from..)?;
    let (pieces, _) = text::pieces(words);
    let (before, call) = match pieces.as_slice() {
        [call] => (&[] as &[u8], call),
        [before, call] => (words.get(before.span.clone())?, call),
        _ => return None,
    };
    let right = call.call.is_some_and(|found| std::ptr::eq(found, schema));
    let kept = Encoding::Latin1.decode(before).trim().to_owned();
    let kept = match kept.as_str() {
        "" => None,
        some => {
            let name = some.strip_suffix('=')?.trim().to_owned();
            let word = |part: &str| {
                part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
                    && part.bytes().next().is_some_and(|b| !b.is_ascii_digit())
            };
            Some(name).filter(|name| name.split('.').all(word))
        }
        .map(Some)?,
    };
    right.then_some(Parted { own, kept, call: words.get(call.span.clone())? })
}

fn call(draft: &mut Draft, level: LevelId, thing: &Thing, part: &Part, names: &mut Names) -> Result<NodeId, Refusal> {
    let schema = part.subtree.schema.map(|schema| schema.0).ok_or_else(|| refused(thing))?;
    let name = calls::call_of(schema).ok_or_else(|| refused(thing))?;
    let damaged = || Refusal::rule(format!("{}: its text is no call of {name}", shown_name(&thing.name)));
    let Parted { own, kept, call } = parted(&part.subtree.head, schema).ok_or_else(damaged)?;
    let mut words = call.to_vec();
    let script = script_for(draft.level(level)?, name);
    let script = script.ok_or_else(|| {
        let call = Encoding::Latin1.decode(&words);
        Refusal::rule(format!("no script is open that the call could be added to: {}", shown_call(&call)))
    })?;
    adjust(draft.level(level)?, schema, &mut words, names)?;
    let kept = kept.map(|old| {
        // A variable of its own: what a table of the other level's script would keep it in is not here.
        let wanted = old.rsplit('.').next().unwrap_or(&old).to_owned();
        let new = own_name(draft.level(level)?, &wanted);
        names.handles.insert(old, new.clone());
        Ok::<String, Refusal>(new)
    });
    let kept = kept.transpose()?;
    let is_text = draft.level(level)?.table_by_number(script.number).is_some_and(|t| t.key() == tables::TEXTS.key);
    if is_text {
        let before = kept.map(|name| format!("{name} = ")).unwrap_or_default();
        return cut::append_text(draft, script, (before.as_bytes(), &words), schema);
    }
    let arguments = text::arguments(&words);
    let call = || shown_call(&Encoding::Latin1.decode(&words)).into_owned();
    // What came along has a variable here.
    let here = |name: &String| names.handles.values().any(|handle| handle == name);
    if let Some(lost) = scope::variables(&arguments).iter().find(|name| own.contains(name) && !here(name)) {
        return Err(Refusal::rule(format!(
            "this level's script is compiled, and {} is worked out where the call comes from, by a function or a \
             loop: {}",
            shown_name(lost),
            call()
        )));
    }
    let arguments: Option<Vec<Expression>> = arguments.iter().map(Expression::of).collect();
    let arguments = arguments.ok_or_else(|| {
        Refusal::rule(format!("this level's script is compiled, and an argument is worked out: {}", call()))
    })?;
    cut::append(draft, script, &Statement { call: name, arguments, result: kept })
}

/// A variable as it was called, or one like it if that is taken.
fn own_name(level: &Level, wanted: &str) -> String {
    if super::common::taken(level).contains(wanted) { free_name(level, wanted) } else { wanted.to_owned() }
}

/// Gives a call the numbers and names that are right here.
fn adjust(level: &Level, schema: &'static Schema, words: &mut Vec<u8>, names: &mut Names) -> Result<(), Refusal> {
    let is = |other: &'static Schema| std::ptr::eq(schema, other);
    let read = |words: &[u8], name: &str| {
        let field = schema.base_field(name)?;
        Some((field, (CALLS.get)(words, field).ok()?))
    };
    if is(&DOOR)
        && let Some((field, Value::Int(number))) = read(words, "number")
    {
        let taken = calls_of(level, &DOOR).iter().any(|door| int(door, DoorField::number.field()) == Some(number));
        if taken || number == 0 {
            *words = (CALLS.set)(words, field, &Value::Int(free_door(level)))?;
        }
    }
    if let Some((field, Value::Int(slot))) = read(words, "slot") {
        if is(&TRAIN_START) {
            let taken =
                calls_of(level, &TRAIN_START).iter().any(|t| int(t, TrainStartField::slot.field()) == Some(slot));
            names.slots.insert(slot, if taken { free_slot(level)? } else { slot });
        }
        if let Some(new) = names.slots.get(&slot).filter(|new| **new != slot) {
            *words = (CALLS.set)(words, field, &Value::Int(*new))?;
        }
    }
    for name in HANDLES {
        let Some((field, Value::Symbol(old))) = read(words, name) else { continue };
        if let Some(new) = names.handles.get(&old).filter(|new| **new != old) {
            rename(words, field, new);
        }
    }
    Ok(())
}

/// Puts another variable where a call names one.
fn rename(words: &mut Vec<u8>, field: &Field, new: &str) {
    let arguments = text::arguments(words);
    let span = argument::find(&arguments, field).ok().and_then(|found| found.place().cloned());
    if let Some(span) = span.filter(|span| words.get(span.clone()).is_some()) {
        words.splice(span, new.bytes());
    }
}
