//! Doors (seed 000, DOOR; `oni.md` 2.6, 2.21).

use glam::Vec3;

use super::events;
use super::fixed::{Placed, event_list, rows};
use super::person::Person;
use super::world::Run;
use crate::document::{Level, Record};
use crate::games::oni::records::Door;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "door",
        what: "locked at the start, manual doors, the distance at which they open, one-way doors, jams, the flags that are kept",
        truth: Truth::Documents,
        note: "distance to the centre of the frame, squared; a locked one-way door opens for one side",
    },
    Fidelity {
        file: "door",
        what: "how long they take, when they close, when their events are set off, which side is which, what door_open does to a locked door",
        truth: Truth::Assumed,
        note: "a set time; a door that opened by itself closes when nobody is near, one that a script opened stays; events when it begins to open; the bit 0x200 means the side its z axis points to; scripts open locked doors, not jammed ones",
    },
    Fidelity {
        file: "door",
        what: "keys, sounds, what AIs hear, whether somebody stands in the way",
        truth: Truth::NotSimulated,
        note: "what a key does is open; a closed door stops nobody here",
    },
];

/// Flags (`oni.md` 2.6); others are run time and cleared on load.
mod flag {
    pub(super) const KEPT: u16 = 0x1795;
    pub(super) const INITIALLY_LOCKED: u16 = 0x0001;
    pub(super) const MANUAL: u16 = 0x0010;
    pub(super) const ONE_WAY: u16 = 0x0200;
    pub(super) const OTHER_WAY: u16 = 0x0400;
    pub(super) const INITIALLY_OPEN: u16 = 0x1000;
}

/// A door as the level has it.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) subject: Subject,
    pub(super) id: i32,
    flags: u16,
    pub(super) centre: Vec3,
    placed: Placed,
    radius_squared: f32,
    events: Vec<events::Event>,
}

/// Where its panels are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Closed,
    /// So many ticks until it is open.
    Opening(u32),
    Open,
    /// So many ticks until it is closed.
    Closing(u32),
}

/// A door as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) locked: bool,
    pub(super) jammed: bool,
    pub(super) phase: Phase,
    /// Whether it stays open though nobody is near.
    held: bool,
}

impl State {
    /// Adds everything that influences the future.
    pub(super) fn hash(self, hasher: &mut StateHasher) {
        let phase = match self.phase {
            Phase::Closed => 0,
            Phase::Open => 1,
            Phase::Opening(left) => 2 | i64::from(left) << 2,
            Phase::Closing(left) => 3 | i64::from(left) << 2,
        };
        hasher.add(phase << 3 | i64::from(self.locked) << 2 | i64::from(self.jammed) << 1 | i64::from(self.held));
    }

    /// How far it is open, of so many ticks.
    pub(super) fn share(self, ticks: u32) -> f32 {
        match self.phase {
            Phase::Closed => 0.0,
            Phase::Open => 1.0,
            Phase::Opening(left) => 1.0 - left as f32 / ticks as f32,
            Phase::Closing(left) => left as f32 / ticks as f32,
        }
    }
}

/// Reads the doors.
pub(super) fn read(level: &Level) -> Vec<Spec> {
    let door = |(subject, record): (Subject, Record<'_>)| {
        let view = Door::new(record.head(), record.layout())?;
        Some(Spec {
            subject,
            id: view.id().into(),
            flags: view.flags() & flag::KEPT,
            centre: view.center().into(),
            placed: Placed::of(&record),
            radius_squared: view.activation_radius_squared(),
            events: event_list(&record),
        })
    };
    rows(level, "doors").filter_map(door).collect()
}

impl Spec {
    /// A door just loaded.
    pub(super) fn state(&self) -> State {
        let open = self.flags & flag::INITIALLY_OPEN != 0;
        State {
            locked: self.flags & flag::INITIALLY_LOCKED != 0,
            jammed: false,
            phase: if open { Phase::Open } else { Phase::Closed },
            held: open,
        }
    }

    fn is_near(&self, person: &Person) -> bool {
        (person.position - self.centre).length_squared() <= self.radius_squared
    }

    /// Whether it opens for somebody: unlocked for all, locked for one side at most.
    fn lets(&self, state: State, person: &Person) -> bool {
        if !state.locked {
            return true;
        }
        let side = (self.placed.turn().transpose() * (person.position - self.centre)).z;
        (self.flags & flag::ONE_WAY != 0 && side > 0.0) || (self.flags & flag::OTHER_WAY != 0 && side < 0.0)
    }
}

/// What can be done to a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Open,
    Close,
    Lock,
    Unlock,
    Jam,
    Unjam,
}

impl Order {
    /// By its word in scripts.
    pub(super) fn of(word: &str) -> Option<Order> {
        Some(match word {
            "open" => Order::Open,
            "close" => Order::Close,
            "lock" => Order::Lock,
            "unlock" => Order::Unlock,
            "jam" => Order::Jam,
            "unjam" => Order::Unjam,
            _ => return None,
        })
    }
}

/// Scripts, events and people.
pub(super) fn order(run: &mut Run<'_>, at: usize, order: Order, by: Subject, cause: Cause) {
    let Some(target) = run.fixed.doors.get(at).map(|spec| spec.subject) else { return };
    let ticks = run.fixed.speeds.door;
    let Some(state) = run.live.doors.get_mut(at) else { return };
    let word = match order {
        Order::Lock => {
            state.locked = true;
            "door locked"
        }
        Order::Unlock => {
            state.locked = false;
            "door unlocked"
        }
        Order::Jam => {
            state.jammed = true;
            "door jammed"
        }
        Order::Unjam => {
            state.jammed = false;
            "door freed"
        }
        Order::Open | Order::Close if state.jammed => "door is jammed",
        Order::Open => {
            state.held = true;
            open(run, at, None, by, cause);
            return;
        }
        Order::Close => {
            state.held = false;
            close(state, ticks);
            "door closes"
        }
    };
    run.log.add(by, word, target, 0, cause);
}

fn close(state: &mut State, ticks: u32) {
    state.phase = match state.phase {
        Phase::Open => Phase::Closing(ticks),
        Phase::Opening(left) => Phase::Closing(ticks.saturating_sub(left).max(1)),
        other => other,
    };
}

/// Begins to open, and sets off the events.
fn open(run: &mut Run<'_>, at: usize, who: Option<usize>, by: Subject, cause: Cause) {
    let fixed = run.fixed;
    let ticks = fixed.speeds.door;
    let Some(spec) = fixed.doors.get(at) else { return };
    let Some(state) = run.live.doors.get_mut(at) else { return };
    state.phase = match state.phase {
        Phase::Closed => Phase::Opening(ticks),
        Phase::Closing(left) => Phase::Opening(ticks.saturating_sub(left).max(1)),
        Phase::Open | Phase::Opening(_) => return,
    };
    let row = run.log.add(by, "door opens", spec.subject, 0, cause);
    events::set_off(run, &spec.events, who, spec.subject, row);
}

/// The walker uses the nearest manual door it stands at; answers whether there is one.
pub(super) fn use_near(run: &mut Run<'_>, who: usize, cause: Cause) -> bool {
    let fixed = run.fixed;
    let Some(person) = run.live.persons.get(who) else { return false };
    let by = person.subject();
    let at = fixed.doors.iter().enumerate().find(|(at, spec)| {
        let closed =
            run.live.doors.get(*at).is_some_and(|state| matches!(state.phase, Phase::Closed | Phase::Closing(_)));
        closed && spec.is_near(person)
    });
    let Some((at, spec)) = at else { return false };
    let Some(state) = run.live.doors.get(at).copied() else { return false };
    if state.jammed || !spec.lets(state, person) {
        run.log.add(by, if state.jammed { "door is jammed" } else { "door is locked" }, spec.subject, 0, cause);
    } else {
        open(run, at, Some(who), by, cause);
    }
    true
}

/// One tick of every door.
pub(super) fn tick(run: &mut Run<'_>) {
    let fixed = run.fixed;
    for (at, spec) in fixed.doors.iter().enumerate() {
        let Some(state) = run.live.doors.get(at).copied().filter(|state| !state.jammed) else { continue };
        let near =
            run.live.persons.iter().find(|person| person.is_up() && spec.is_near(person) && spec.lets(state, person));
        let near = near.map(|person| (person.at, person.subject()));
        let Some(now) = run.live.doors.get_mut(at) else { continue };
        match now.phase {
            Phase::Closed => {
                if let Some((who, by)) = near.filter(|_| spec.flags & flag::MANUAL == 0) {
                    open(run, at, Some(who), by, None);
                }
            }
            Phase::Opening(left) if left > 1 => now.phase = Phase::Opening(left - 1),
            Phase::Closing(left) if left > 1 => now.phase = Phase::Closing(left - 1),
            Phase::Opening(_) => {
                now.phase = Phase::Open;
                run.log.add(spec.subject, "door is open", spec.subject, 0, None);
            }
            Phase::Closing(_) => {
                now.phase = Phase::Closed;
                run.log.add(spec.subject, "door is closed", spec.subject, 0, None);
            }
            Phase::Open => {
                let somebody = run.live.persons.iter().any(|person| person.is_up() && spec.is_near(person));
                if !now.held && !somebody {
                    close(now, fixed.speeds.door);
                    run.log.add(spec.subject, "door closes", spec.subject, 0, None);
                }
            }
        }
    }
}
