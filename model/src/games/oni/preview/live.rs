//! Values of the moment, by the names that people see.

use super::fixed::Fixed;
use super::person::Person;
use super::walker;
use super::world::{Live, OniWorld};
use crate::games::oni::scripts::program::Value;
use crate::preview::{Address, Live as LiveValue, Reading, Subject};

/// The subject an address names.
pub(super) fn find(world: &OniWorld, address: &Address) -> Option<Subject> {
    find_in(&world.fixed, &world.live, address)
}

/// The same while the world works.
pub(super) fn find_in(fixed: &Fixed, live: &Live, address: &Address) -> Option<Subject> {
    let row = usize::try_from(address.row).ok()?;
    let of = |table: &'static str, count: usize| {
        (address.table == table && row < count).then_some(Subject::new(table, address.row))
    };
    if address.table == "characters" {
        // The player's character is the walker.
        let spec = fixed.characters.get(row)?;
        return Some(live.persons.get(row).filter(|person| person.present).map_or(spec.subject, Person::subject));
    }
    of("walker", 1)
        .or_else(|| of("level", 1))
        .or_else(|| of("doors", fixed.doors.len()))
        .or_else(|| of("consoles", fixed.consoles.len()))
        .or_else(|| of("triggers", fixed.triggers.len()))
        .or_else(|| of("turrets", fixed.turrets.len()))
        .or_else(|| of("trigger_volumes", fixed.volumes.len()))
        .or_else(|| of("sounds", fixed.sounds.len()))
        .or_else(|| of("neutrals", fixed.neutrals.len()))
        .or_else(|| of("patrol_paths", fixed.paths.len()))
        .or_else(|| of("scripts", fixed.files.len()))
        .or_else(|| of("made", live.made.len()))
}

fn flag(value: bool) -> Reading {
    Reading::Int(value.into())
}

/// A value by name.
pub(super) fn value(world: &OniWorld, of: &Subject, field: &str) -> Option<Reading> {
    let (fixed, live) = (&world.fixed, &world.live);
    let row = usize::try_from(of.row).ok()?;
    match of.table {
        "walker" | "characters" => {
            let own = |person: &&Person| person.subject() == *of;
            let person = live.persons.iter().find(own).or_else(|| live.persons.get(row))?;
            if *of == walker::SUBJECT && !person.player {
                return None;
            }
            Some(match field {
                "x" => person.position.x.into(),
                "y" => person.position.y.into(),
                "z" => person.position.z.into(),
                "facing" => person.facing.into(),
                "present" => flag(person.present),
                "alive" => flag(person.alive),
                "health" => person.health.into(),
                "shield" => person.shield.into(),
                "invisibility" => person.invisibility.into(),
                "team" => Reading::Int(person.team.into()),
                "patrol_point" => {
                    let at = person.patrol.as_ref().map_or(-1, |patrol| i64::try_from(patrol.at).unwrap_or(i64::MAX));
                    Reading::Int(at)
                }
                "volumes" => Reading::Int(i64::try_from(person.slots.iter().flatten().count()).unwrap_or(0)),
                "ignores_player" => flag(person.ignores_player),
                _ => return None,
            })
        }
        "level" => match live.globals.get(usize::from(fixed.program.variable(field)?))? {
            Value::Int(number) => Some((*number).into()),
            Value::Real(number) => Some((*number).into()),
            Value::Bool(holds) => Some(flag(*holds)),
            Value::Text(_) => None,
        },
        "doors" => values_of_door(world, row)?.into_iter().find(|(name, _)| *name == field).map(|(_, value)| value),
        "consoles" => {
            let state = live.consoles.get(row)?;
            match field {
                "active" => Some(flag(state.active)),
                "used" => Some(flag(state.used)),
                _ => None,
            }
        }
        "triggers" => {
            let state = live.triggers.get(row)?;
            Some(match field {
                "active" => flag(state.active),
                "on" => flag(state.on),
                "hidden" => flag(state.hidden),
                "set_off" => flag(state.set_off),
                "speed" => state.speed.into(),
                "frame" => state.frame().into(),
                _ => return None,
            })
        }
        "turrets" if field == "active" => live.turrets.get(row).map(|active| flag(*active)),
        "trigger_volumes" if field == "flags" => live.volumes.get(row).map(|state| Reading::Int(state.flags.into())),
        "sounds" if field == "loudness" => live.sounds.get(row).map(|state| state.loudness(live.tick as f32).into()),
        "made" if field == "amount" => live.made.get(row).map(|made| made.amount.into()),
        _ => None,
    }
}

fn values_of_door(world: &OniWorld, row: usize) -> Option<[(&'static str, Reading); 3]> {
    let state = world.live.doors.get(row)?;
    Some([
        ("open", state.share(world.fixed.speeds.door).into()),
        ("locked", flag(state.locked)),
        ("jammed", flag(state.jammed)),
    ])
}

/// Everything that can differ from the document.
pub(super) fn all(world: &OniWorld) -> Vec<LiveValue> {
    let (fixed, live) = (&world.fixed, &world.live);
    let mut all = Vec::new();
    for person in live.persons.iter().filter(|person| person.at < fixed.characters.len()) {
        let Some(spec) = fixed.characters.get(person.at) else { continue };
        all.push(LiveValue::new(spec.subject, "team", i64::from(person.team)));
        all.push(LiveValue::new(spec.subject, "present", flag(person.present)));
        all.push(LiveValue::new(spec.subject, "health", person.health));
    }
    for (row, spec) in fixed.doors.iter().enumerate() {
        for (field, value) in values_of_door(world, row).into_iter().flatten() {
            all.push(LiveValue { glides: field == "open", ..LiveValue::new(spec.subject, field, value) });
        }
    }
    let named = |subject: Subject, fields: &[&'static str], all: &mut Vec<LiveValue>| {
        for field in fields {
            all.extend(value(world, &subject, field).map(|value| LiveValue::new(subject, field, value)));
        }
    };
    fixed.consoles.iter().for_each(|spec| named(spec.subject, &["active", "used"], &mut all));
    fixed.triggers.iter().for_each(|spec| named(spec.subject, &["active", "on", "frame"], &mut all));
    fixed.turrets.iter().for_each(|spec| named(spec.subject, &["active"], &mut all));
    fixed.volumes.iter().for_each(|spec| named(spec.subject, &["flags"], &mut all));
    fixed.sounds.iter().for_each(|spec| named(spec.subject, &["loudness"], &mut all));
    all
}
