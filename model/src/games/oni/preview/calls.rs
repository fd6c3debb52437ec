//! What scripts call of the engine (`oni.md` 2.21): carried out where it touches what is simulated, else logged.

use super::world::Run;
use super::{console, door, neutral, patrol, spawning, trigger, trigger_volume, turret};
use crate::games::oni::scripts::builtins::{self, Type};
use crate::games::oni::scripts::program::Value;
use crate::preview::{Cause, Subject};

/// The teams by name (`oni.md` 2.2).
const TEAMS: [&str; 8] =
    ["Konoko", "TCTF", "Syndicate", "Neutral", "SecurityGuard", "RogueKonoko", "Switzerland", "SyndicateAccessory"];

/// The script id of the player (`oni.md` 2.21); no other placed character has one.
const PLAYER: i32 = 0;

/// A call, and whether it could be carried out.
struct Call<'a> {
    arguments: &'a [Value],
    by: Subject,
    cause: Cause,
}

impl Call<'_> {
    fn int(&self, at: usize) -> Option<i32> {
        self.arguments.get(at)?.int()
    }

    fn real(&self, at: usize) -> Option<f32> {
        self.arguments.get(at)?.number()
    }

    fn text<'t>(&self, run: &Run<'t>, at: usize) -> Option<&'t str> {
        match self.arguments.get(at)? {
            Value::Text(number) => Some(run.fixed.program.text_of(*number)),
            _ => None,
        }
    }

    /// A character by its name, or the player by its number.
    fn person(&self, run: &Run<'_>, at: usize) -> Option<usize> {
        match self.arguments.get(at)? {
            Value::Text(_) => {
                let name = self.text(run, at)?;
                run.fixed.characters_by_name.get(name).copied()
            }
            value => value.int().filter(|id| *id == PLAYER).and_then(|_| run.live.player()),
        }
    }

    /// Somebody who is there.
    fn present(&self, run: &Run<'_>, at: usize) -> Option<usize> {
        self.person(run, at).filter(|at| run.live.persons.get(*at).is_some_and(|person| person.is_up()))
    }
}

/// Calls something of the engine; gives what it gives, and nothing where that is not known.
pub(super) fn call(run: &mut Run<'_>, name: &str, arguments: &[Value], by: Subject, cause: Cause) -> Value {
    let call = Call { arguments, by, cause };
    if let Some(value) = carry_out(run, name, &call) {
        return value;
    }
    let known = builtins::function(name.as_bytes());
    let said: Vec<String> = arguments.iter().map(|value| run.fixed.program.show(*value)).collect();
    let text = if said.is_empty() { name.to_owned() } else { format!("{name} {}", said.join(" ")) };
    let simulated = SIMULATED.binary_search(&name).is_ok();
    let kind = match known {
        _ if simulated => "called, nobody to do it",
        None if !matches!(name, "schedule" | "iterate") => "called, unknown",
        _ => "called, not simulated",
    };
    run.log.say(by, kind, by, &text, cause);
    Value::nothing(known.map_or(Type::Int, |(_, of)| of))
}

/// The calls that are carried out, in byte order.
pub(super) static SIMULATED: &[&str] = &[
    "ai2_dopath",
    "ai2_makeignoreplayer",
    "ai2_movetoflag",
    "ai2_neutralbehavior",
    "ai2_setmovementmode",
    "ai2_spawn",
    "chr_changeteam",
    "chr_delete",
    "chr_facetoflag",
    "chr_has_lsi",
    "chr_is_player",
    "chr_teleport",
    "console_activate",
    "console_deactivate",
    "console_reset",
    "door_close",
    "door_jam",
    "door_lock",
    "door_open",
    "door_unjam",
    "door_unlock",
    "powerup_spawn",
    "trig_activate",
    "trig_deactivate",
    "trig_hide",
    "trig_reset",
    "trig_show",
    "trig_speed",
    "trigvolume_corpse",
    "trigvolume_count",
    "trigvolume_enable",
    "trigvolume_kill",
    "trigvolume_reset",
    "trigvolume_setscript",
    "trigvolume_trigger",
    "turret_activate",
    "turret_deactivate",
    "turret_reset",
    "weapon_spawn",
];

/// Does it; `None` if it is not simulated or there is nobody and nothing it could be done to.
fn carry_out(run: &mut Run<'_>, name: &str, call: &Call<'_>) -> Option<Value> {
    let nothing = Some(Value::Int(0));
    let (by, cause) = (call.by, call.cause);
    let (module, rest) = name.split_once('_')?;
    match (module, rest) {
        ("door", _) => {
            let at = *run.fixed.doors_by_id.get(&call.int(0)?)?;
            door::order(run, at, door::Order::of(rest)?, by, cause);
            nothing
        }
        ("console", _) => {
            let at = *run.fixed.consoles_by_id.get(&call.int(0)?)?;
            console::order(run, at, console::Order::of(rest)?, by, cause);
            nothing
        }
        ("turret", _) => {
            let at = *run.fixed.turrets_by_id.get(&call.int(0)?)?;
            turret::order(run, at, rest, by, cause).then_some(Value::Int(0))
        }
        ("trig", _) => {
            let at = *run.fixed.triggers_by_id.get(&call.int(0)?)?;
            let order = match rest {
                "speed" => trigger::Order::Speed(call.real(1)?),
                _ => trigger::Order::of(rest)?,
            };
            trigger::order(run, at, order, by, cause);
            nothing
        }
        ("trigvolume", "count") => Some(Value::Int(trigger_volume::count(run, call.int(0)?)?)),
        ("trigvolume", "kill" | "corpse") => {
            trigger_volume::clear(run, call.int(0)?, rest == "corpse", by, cause).then_some(Value::Int(0))
        }
        ("trigvolume", _) => {
            let name = call.text(run, 0)?;
            let order = match rest {
                "enable" => {
                    let which = call.text(run, 2).map_or(Some(None), trigger_volume::Which::of)?;
                    trigger_volume::Order::Enable { on: call.int(1)? != 0, which }
                }
                "reset" => trigger_volume::Order::Reset,
                "setscript" => {
                    let which = trigger_volume::Which::of(call.text(run, 2)?)??;
                    let Value::Text(function) = call.arguments.get(1)? else { return None };
                    trigger_volume::Order::SetScript { which, function: *function }
                }
                "trigger" => {
                    let which = trigger_volume::Which::of(call.text(run, 1)?)??;
                    trigger_volume::Order::Trigger { which, who: call.person(run, 2)? }
                }
                _ => return None,
            };
            trigger_volume::order(run, name, order, by, cause).then_some(Value::Int(0))
        }
        ("ai2", "spawn") => {
            let at = call.person(run, 0)?;
            let force = call.text(run, 1).is_some_and(|word| word == "force");
            spawning::spawn(run, at, force, cause);
            nothing
        }
        ("ai2", "dopath") => {
            let at = call.present(run, 0)?;
            let path = call.text(run, 1)?;
            patrol::begin_by_name(run, at, path, cause).then_some(Value::Int(0))
        }
        ("ai2", "movetoflag") | ("chr", "facetoflag" | "teleport") => {
            let at = call.present(run, 0)?;
            let flag = run.fixed.flag(call.int(1)?)?;
            match rest {
                "movetoflag" => {
                    let faces = call.text(run, 2).is_some_and(|word| word == "setfacing");
                    patrol::send(run, at, flag, faces, by, cause);
                }
                "teleport" => teleport(run, at, flag, by, cause),
                _ => face(run, at, flag, by, cause),
            }
            nothing
        }
        ("ai2", "neutralbehavior") => {
            let at = call.person(run, 0)?;
            neutral::give(run, at, call.text(run, 1)?, by, cause);
            nothing
        }
        ("ai2", "makeignoreplayer") => {
            let ignores = call.int(1)? != 0;
            let at = call.person(run, 0)?;
            run.live.persons.get_mut(at)?.ignores_player = ignores;
            nothing
        }
        ("ai2", "setmovementmode") => {
            let (_, mode) = MODES.iter().find(|(word, _)| Some(*word) == call.text(run, 1))?;
            let at = call.person(run, 0)?;
            run.live.persons.get_mut(at)?.mode = *mode;
            nothing
        }
        ("chr", "delete") => {
            let at = call.person(run, 0)?;
            spawning::delete(run, at, by, cause);
            nothing
        }
        ("chr", "changeteam") => {
            let team = TEAMS.iter().position(|team| Some(*team) == call.text(run, 1))?;
            let at = call.person(run, 0)?;
            let person = run.live.persons.get_mut(at)?;
            person.team = u32::try_from(team).unwrap_or(0);
            let subject = person.subject();
            run.log.add(by, "team changed", subject, i64::try_from(team).unwrap_or(0), cause);
            nothing
        }
        ("chr", "has_lsi") => {
            let at = call.person(run, 0)?;
            Some(Value::Bool(run.live.persons.get(at)?.lsi))
        }
        ("chr", "is_player") => {
            let at = call.person(run, 0)?;
            Some(Value::Bool(run.live.persons.get(at)?.player))
        }
        ("weapon" | "powerup", "spawn") => {
            let Value::Text(what) = call.arguments.first()? else { return None };
            let kind = if module == "weapon" { "weapon" } else { "power-up" };
            spawning::spawn_item(run, kind, *what, call.int(1)?, by, cause);
            nothing
        }
        _ => None,
    }
}

/// The movement modes by their words in scripts (`oni.md` 2.12): those that the game's scripts use, and two like them.
const MODES: [(&str, u32); 5] = [("stop", 1), ("crouch", 2), ("creep", 3), ("walk", 5), ("run", 7)];

/// To a flag at once; the facing stays (seed 000, FLAG).
fn teleport(run: &mut Run<'_>, at: usize, flag: super::fixed::FlagSpec, by: Subject, cause: Cause) {
    let Some(person) = run.live.persons.get_mut(at) else { return };
    person.position = flag.placed.position;
    person.last = person.position;
    person.way = None;
    let subject = person.subject();
    run.log.add(by, "teleported", subject, 0, cause);
}

fn face(run: &mut Run<'_>, at: usize, flag: super::fixed::FlagSpec, by: Subject, cause: Cause) {
    let Some(person) = run.live.persons.get_mut(at) else { return };
    // The name tells no more: to the flag, or as the flag; here as patrol points face “its way”.
    person.facing = flag.placed.rotation.y;
    let subject = person.subject();
    run.log.add(by, "turned", subject, 0, cause);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_carried_out_is_known_to_the_engine() {
        assert!(SIMULATED.is_sorted());
        for name in SIMULATED {
            assert!(builtins::function(name.as_bytes()).is_some(), "{name}");
        }
    }
}
