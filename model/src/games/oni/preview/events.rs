//! Event lists: what doors, consoles and triggers set off (seed 000, event lists; `oni.md` 2.5).

use super::patrol::person_name;
use super::world::Run;
use super::{console, door, script, trigger, turret};
use crate::document::Record;
use crate::preview::{Cause, Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "events",
        what: "scripts, consoles, triggers, doors and turrets that are switched",
        truth: Truth::Documents,
        note: "in the order of the list, the first thing of each id; scripts get the name of who set them off",
    },
    Fidelity {
        file: "events",
        what: "what an alarm does",
        truth: Truth::NotSimulated,
        note: "which alarms are on is kept and logged",
    },
];

/// One event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Script(String),
    Turret {
        id: i32,
        on: bool,
    },
    Console {
        id: i32,
        on: bool,
    },
    Alarm {
        id: i32,
        on: bool,
    },
    Trigger {
        id: i32,
        on: bool,
    },
    Door {
        id: i32,
        lock: bool,
    },
    /// None, or of an unknown type.
    Nothing,
}

/// The events of a record.
pub(super) fn read(record: &Record<'_>) -> Vec<Event> {
    let count = record.children().map_or(0, |children| children.len());
    (0..count).filter_map(|at| record.child(at)).map(|child| event(&child)).collect()
}

fn event(record: &Record<'_>) -> Event {
    let id = record.int("target").and_then(|id| i32::try_from(id).ok()).unwrap_or(-1);
    match record.int("type") {
        Some(1) => {
            let field = record.fields().into_iter().find(|field| field.name == "function");
            let value = field.and_then(|field| record.get(field).ok());
            Event::Script(value.as_ref().and_then(|value| value.as_text()).unwrap_or_default().to_owned())
        }
        Some(kind @ (2 | 3)) => Event::Turret { id, on: kind == 2 },
        Some(kind @ (4 | 5)) => Event::Console { id, on: kind == 4 },
        Some(kind @ (6 | 7)) => Event::Alarm { id, on: kind == 6 },
        Some(kind @ (8 | 9)) => Event::Trigger { id, on: kind == 8 },
        Some(kind @ (10 | 11)) => Event::Door { id, lock: kind == 10 },
        _ => Event::Nothing,
    }
}

/// Sets off a list.
pub(super) fn set_off(run: &mut Run<'_>, list: &[Event], who: Option<usize>, by: Subject, cause: Cause) {
    let fixed = run.fixed;
    for event in list {
        let missing = |run: &mut Run<'_>, what: &'static str, id: i32| {
            run.log.add(by, what, by, id.into(), cause);
        };
        match event {
            Event::Nothing => {}
            Event::Script(function) => {
                let arguments: Vec<_> = who.map(|at| person_name(fixed, at)).into_iter().collect();
                script::start(run, function, &arguments, by, cause);
            }
            Event::Turret { id, on } => match fixed.turrets_by_id.get(id) {
                Some(at) => {
                    turret::order(run, *at, if *on { "activate" } else { "deactivate" }, by, cause);
                }
                None => missing(run, "turret missing", *id),
            },
            Event::Console { id, on } => match fixed.consoles_by_id.get(id) {
                Some(at) => {
                    let order = if *on { console::Order::Activate } else { console::Order::Deactivate };
                    console::order(run, *at, order, by, cause);
                }
                None => missing(run, "console missing", *id),
            },
            Event::Alarm { id, on } => {
                let changed = if *on { run.live.alarms.insert(*id) } else { run.live.alarms.remove(id) };
                if changed {
                    run.log.add(
                        by,
                        if *on { "alarm on" } else { "alarm off" },
                        Subject::new("level", 0),
                        (*id).into(),
                        cause,
                    );
                }
            }
            Event::Trigger { id, on } => match fixed.triggers_by_id.get(id) {
                Some(at) => {
                    let order = if *on { trigger::Order::Activate } else { trigger::Order::Deactivate };
                    trigger::order(run, *at, order, by, cause);
                }
                None => missing(run, "trigger missing", *id),
            },
            Event::Door { id, lock } => match fixed.doors_by_id.get(id) {
                Some(at) => {
                    let order = if *lock { door::Order::Lock } else { door::Order::Unlock };
                    door::order(run, *at, order, by, cause);
                }
                None => missing(run, "door missing", *id),
            },
        }
    }
}
