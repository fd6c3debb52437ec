//! Consoles (seed 000, CONS; `oni.md` 2.4).

use super::events;
use super::fixed::{Placed, event_list, rows};
use super::world::Run;
use crate::document::{Level, Record};
use crate::games::oni::records::Console;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "console",
        what: "active at the start, used, switched on and off, its events",
        truth: Truth::Documents,
        note: "",
    },
    Fidelity {
        file: "console",
        what: "who can use it from where, whether it can be used twice",
        truth: Truth::Assumed,
        note: "the nearest active one within reach, whatever way the walker looks; a used one only after console_reset; the place of action lies in its class",
    },
    Fidelity {
        file: "console",
        what: "the animation of using, alarms that AIs raise",
        truth: Truth::NotSimulated,
        note: "",
    },
];

/// Flag: active at the start (`oni.md` 2.4).
const INITIALLY_ACTIVE: u16 = 0x08;

/// A console as the level has it.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) subject: Subject,
    pub(super) id: i32,
    placed: Placed,
    active: bool,
    events: Vec<events::Event>,
}

/// A console as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) active: bool,
    pub(super) used: bool,
}

impl State {
    /// Adds everything that influences the future.
    pub(super) fn hash(self, hasher: &mut StateHasher) {
        hasher.add(i64::from(self.active) << 1 | i64::from(self.used));
    }
}

/// Reads the consoles.
pub(super) fn read(level: &Level) -> Vec<Spec> {
    let console = |(subject, record): (Subject, Record<'_>)| {
        let view = Console::new(record.head(), record.layout())?;
        Some(Spec {
            subject,
            id: view.id().into(),
            placed: Placed::of(&record),
            active: view.flags() & INITIALLY_ACTIVE != 0,
            events: event_list(&record),
        })
    };
    rows(level, "consoles").filter_map(console).collect()
}

impl Spec {
    /// A console just loaded.
    pub(super) fn state(&self) -> State {
        State { active: self.active, used: false }
    }
}

/// What can be done to a console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Activate,
    Deactivate,
    Reset,
}

impl Order {
    /// By its word in scripts.
    pub(super) fn of(word: &str) -> Option<Order> {
        Some(match word {
            "activate" => Order::Activate,
            "deactivate" => Order::Deactivate,
            "reset" => Order::Reset,
            _ => return None,
        })
    }
}

/// Scripts and events.
pub(super) fn order(run: &mut Run<'_>, at: usize, order: Order, by: Subject, cause: Cause) {
    let Some(spec) = run.fixed.consoles.get(at) else { return };
    let Some(state) = run.live.consoles.get_mut(at) else { return };
    let word = match order {
        Order::Activate => {
            state.active = true;
            "console activated"
        }
        Order::Deactivate => {
            state.active = false;
            "console deactivated"
        }
        Order::Reset => {
            *state = spec.state();
            "console reset"
        }
    };
    run.log.add(by, word, spec.subject, 0, cause);
}

/// The walker uses the nearest console within reach that can be used; answers whether there is one.
pub(super) fn use_near(run: &mut Run<'_>, who: usize, cause: Cause) -> bool {
    let fixed = run.fixed;
    let Some(person) = run.live.persons.get(who) else { return false };
    let reach = fixed.speeds.reach;
    let distance = |spec: &Spec| (spec.placed.position - person.position).length();
    let usable = fixed.consoles.iter().enumerate().filter(|(at, spec)| {
        run.live.consoles.get(*at).is_some_and(|state| state.active && !state.used) && distance(spec) <= reach
    });
    let nearest = usable.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b))).map(|(at, _)| at);
    nearest.is_some_and(|at| touch(run, at, Some(who), cause))
}

/// Somebody uses a console; answers whether that did anything.
pub(super) fn touch(run: &mut Run<'_>, at: usize, who: Option<usize>, cause: Cause) -> bool {
    let fixed = run.fixed;
    let Some(spec) = fixed.consoles.get(at) else { return false };
    let Some(state) = run.live.consoles.get_mut(at).filter(|state| state.active && !state.used) else { return false };
    state.used = true;
    let by = who.and_then(|who| run.live.persons.get(who)).map_or(spec.subject, |person| person.subject());
    let row = run.log.add(by, "console used", spec.subject, 0, cause);
    events::set_off(run, &spec.events, who, spec.subject, row);
    true
}
