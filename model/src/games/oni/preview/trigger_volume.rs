//! Trigger volumes: boxes that call functions (seed 000, TRGV; `oni.md` 2.15, 2.21).

use std::collections::BTreeSet;

use glam::{Mat3, Vec3};

use super::fixed::{Placed, rows};
use super::patrol::person_name;
use super::person::{HEIGHT, Person};
use super::world::Run;
use super::{script, spawning};
use crate::document::{Level, Record};
use crate::games::oni::records::TriggerVolume;
use crate::games::oni::scripts::program::Value;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "trigger_volume",
        what: "the box, who is noticed, four volumes a character, entering, being inside, leaving, once, off, parents, the queue of scripts, enabling and resetting",
        truth: Truth::Documents,
        note: "tested before the characters move; switching a whole volume off clears its id from the characters without moving their other ids",
    },
    Fidelity {
        file: "trigger_volume",
        what: "what of a character is noticed, the tick of entering, enabling one script, who is killed",
        truth: Truth::Assumed,
        note: "a segment from the feet 18 units up; the inside script is called from the tick after the entry; trigvolume_corpse takes away the dead",
    },
];

/// Flags (`oni.md` 2.15).
mod flag {
    pub(super) const ONCE: u32 = 0x01;
    pub(super) const SCRIPT_OFF: u32 = 0x08;
    pub(super) const OFF: u32 = 0x40;
    pub(super) const PLAYER_ONLY: u32 = 0x80;
}

/// Scripts that can wait (seed 000, TRGV).
const QUEUE: usize = 128;

/// Which of a volume's scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Entry,
    Inside,
    Exit,
}

impl Which {
    /// By its word in scripts; `Some(None)` is all of them.
    pub(super) fn of(word: &str) -> Option<Option<Which>> {
        Some(match word {
            "entry" => Some(Which::Entry),
            "inside" => Some(Which::Inside),
            "exit" => Some(Which::Exit),
            "all" => None,
            _ => return None,
        })
    }

    fn event(self) -> &'static str {
        match self {
            Which::Entry => "entered",
            Which::Inside => "inside",
            Which::Exit => "left",
        }
    }

    /// Its bits: once, and off.
    fn bits(self) -> (u32, u32) {
        (flag::ONCE << self as u32, flag::SCRIPT_OFF << self as u32)
    }
}

/// A volume as the level has it.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) subject: Subject,
    pub(super) placed: Placed,
    turn: Mat3,
    pub(super) size: Vec3,
    pub(super) name: String,
    pub(super) id: i32,
    parent: i32,
    teams: u32,
    flags: u32,
    scripts: [String; 3],
}

/// What can change: the stored flags and scripts stay apart, a reset copies them back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) flags: u32,
    /// Functions that scripts gave it, by the numbers of their names.
    scripts: [Option<u32>; 3],
}

/// A script that waits: a volume's, for somebody.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    volume: usize,
    which: Which,
    who: usize,
    cause: Cause,
}

/// Reads the volumes.
pub(super) fn read(level: &Level) -> Vec<Spec> {
    let volume = |(subject, record): (Subject, Record<'_>)| {
        let view = TriggerVolume::new(record.head(), record.layout())?;
        let placed = Placed::of(&record);
        Some(Spec {
            subject,
            placed,
            turn: placed.turn(),
            size: view.size().into(),
            name: view.name(),
            id: view.id(),
            parent: view.parent(),
            teams: view.teams(),
            flags: view.flags(),
            scripts: [view.entry_script(), view.inside_script(), view.exit_script()],
        })
    };
    rows(level, "trigger_volumes").filter_map(volume).collect()
}

impl Spec {
    /// The state of a volume just loaded.
    pub(super) fn state(&self) -> State {
        State { flags: self.flags, scripts: [None; 3] }
    }

    /// Whether a segment meets the box, which goes from the place, a corner, along the turned axes.
    pub(super) fn meets(&self, from: Vec3, to: Vec3) -> bool {
        let local = |point: Vec3| self.turn.transpose() * (point - self.placed.position);
        let (from, to) = (local(from).to_array(), local(to).to_array());
        let (mut first, mut last) = (0.0f32, 1.0f32);
        for (axis, size) in self.size.to_array().into_iter().enumerate() {
            let (from, to) = (from[axis], to[axis]);
            let (low, high) = (size.min(0.0), size.max(0.0));
            let way = to - from;
            // What is no number meets nothing.
            if way.is_nan() || size.is_nan() {
                return false;
            }
            if way == 0.0 {
                if from < low || from > high {
                    return false;
                }
                continue;
            }
            let (enter, leave) = ((low - from) / way, (high - from) / way);
            first = first.max(enter.min(leave));
            last = last.min(enter.max(leave));
        }
        first <= last
    }

    /// Its middle, its half size and how it is turned.
    pub(super) fn shape(&self) -> (Vec3, Vec3, Mat3) {
        let half = self.size * 0.5;
        (self.placed.position + self.turn * half, half, self.turn)
    }

    fn notices(&self, person: &Person) -> bool {
        // Bit n is team n (`oni.md` 2.15); a number beyond the bits is in no mask.
        let team = 1u32.checked_shl(person.team).unwrap_or(0);
        self.teams & team != 0 && self.meets(person.position, person.position + Vec3::Y * HEIGHT)
    }
}

impl State {
    /// Adds everything that influences the future.
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.add(self.flags);
        self.scripts.iter().for_each(|script| hasher.add(script.map_or(-1, i64::from)));
    }
}

/// Tests everybody against every volume; each volume's scripts run when it is through with everybody.
pub(super) fn tick(run: &mut Run<'_>) {
    let fixed = run.fixed;
    for (volume, spec) in fixed.volumes.iter().enumerate() {
        let mut queue = Vec::new();
        for who in 0..run.live.persons.len() {
            let Some(flags) = run.live.volumes.get(volume).map(|state| state.flags) else { continue };
            let Some(person) = run.live.persons.get_mut(who) else { continue };
            let player_only = flags & flag::PLAYER_ONLY != 0;
            if flags & flag::OFF != 0 || (player_only && !person.player) || !person.is_up() {
                continue;
            }
            let meets = spec.notices(person);
            let slot = person.slots.iter().position(|slot| *slot == Some(spec.id));
            let which = match (meets, slot) {
                (true, None) => {
                    // Without a free slot nothing is noted.
                    let Some(free) = person.slots.iter_mut().find(|slot| slot.is_none()) else { continue };
                    *free = Some(spec.id);
                    Which::Entry
                }
                (true, Some(_)) => Which::Inside,
                (false, Some(slot)) => {
                    // The later ones move down.
                    person.slots[slot..].rotate_left(1);
                    person.slots[3] = None;
                    Which::Exit
                }
                (false, None) => continue,
            };
            let subject = person.subject();
            let cause = match which {
                // Every tick would fill the log; the script that is called tells of it.
                Which::Inside => None,
                _ => run.log.add(subject, which.event(), spec.subject, 0, None),
            };
            fire(run, Waiting { volume, which, who, cause }, &mut queue);
        }
        carry_out(run, queue);
    }
}

/// Puts a script of a volume, and that of its parents, into the queue.
fn fire(run: &mut Run<'_>, first: Waiting, queue: &mut Vec<Waiting>) {
    let fixed = run.fixed;
    let mut seen = BTreeSet::new();
    let mut next = Some(first);
    while let Some(waiting) = next.take() {
        // Parents that go round in a circle are each called once.
        if !seen.insert(waiting.volume) {
            return;
        }
        let Some(spec) = fixed.volumes.get(waiting.volume) else { return };
        let Some(state) = run.live.volumes.get_mut(waiting.volume) else { return };
        let (once, off) = waiting.which.bits();
        if state.flags & off != 0 {
            return;
        }
        if state.flags & once != 0 {
            state.flags |= off;
        }
        let own = state.scripts.get(waiting.which as usize).copied().flatten().is_some();
        if own || spec.scripts.get(waiting.which as usize).is_some_and(|script| !script.is_empty()) {
            if queue.len() < QUEUE {
                queue.push(waiting);
            } else {
                run.log.add(spec.subject, "script lost: the queue is full", spec.subject, 0, waiting.cause);
            }
        }
        let parent = (spec.parent != 0).then(|| fixed.volumes_by_id.get(&spec.parent)).flatten();
        next = parent.map(|parent| Waiting { volume: *parent, ..waiting });
    }
}

/// Runs what waits, with the name of who set it off.
fn carry_out(run: &mut Run<'_>, queue: Vec<Waiting>) {
    let fixed = run.fixed;
    for Waiting { volume, which, who, cause } in queue {
        let Some(spec) = fixed.volumes.get(volume) else { continue };
        let given = run.live.volumes.get(volume).and_then(|state| state.scripts.get(which as usize).copied().flatten());
        let function = match given {
            Some(text) => fixed.program.text_of(text),
            None => spec.scripts.get(which as usize).map_or("", String::as_str),
        };
        let name: Value = person_name(fixed, who);
        script::start(run, function, &[name], spec.subject, cause);
    }
}

/// What scripts do to volumes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    Enable { on: bool, which: Option<Which> },
    Reset,
    SetScript { which: Which, function: u32 },
    Trigger { which: Which, who: usize },
}

/// Does something to every volume of a name; answers whether there is one.
pub(super) fn order(run: &mut Run<'_>, name: &str, order: Order, by: Subject, cause: Cause) -> bool {
    let fixed = run.fixed;
    let mut found = false;
    for (volume, spec) in fixed.volumes.iter().enumerate().filter(|(_, spec)| spec.name == name) {
        found = true;
        let Some(state) = run.live.volumes.get_mut(volume) else { continue };
        match order {
            Order::Enable { on, which } => {
                let bit = which.map_or(flag::OFF, |which| which.bits().1);
                state.flags = if on { state.flags & !bit } else { state.flags | bit };
                run.log.add(by, if on { "volume on" } else { "volume off" }, spec.subject, 0, cause);
                if !on && which.is_none() {
                    // Its id goes from everybody's slots; the others stay where they are.
                    for person in &mut run.live.persons {
                        person.slots.iter_mut().filter(|slot| **slot == Some(spec.id)).for_each(|slot| *slot = None);
                    }
                }
            }
            Order::Reset => {
                *state = spec.state();
                run.log.add(by, "volume reset", spec.subject, 0, cause);
            }
            Order::SetScript { which, function } => {
                if let Some(slot) = state.scripts.get_mut(which as usize) {
                    *slot = Some(function);
                }
                run.log.say(by, "volume script set", spec.subject, fixed.program.text_of(function), cause);
            }
            Order::Trigger { which, who } => {
                let cause = run.log.add(by, "volume set off", spec.subject, 0, cause);
                let mut queue = Vec::new();
                fire(run, Waiting { volume, which, who, cause }, &mut queue);
                carry_out(run, queue);
            }
        }
    }
    found
}

/// `trigvolume_count`: how many are in a volume; `None` if there is none of this id.
pub(super) fn count(run: &Run<'_>, id: i32) -> Option<i32> {
    let spec = run.fixed.volumes.get(*run.fixed.volumes_by_id.get(&id)?)?;
    let inside = run.live.persons.iter().filter(|person| person.is_up() && spec.notices(person));
    Some(i32::try_from(inside.count()).unwrap_or(i32::MAX))
}

/// `trigvolume_kill`, and `trigvolume_corpse` for the dead; answers whether there is such a volume.
pub(super) fn clear(run: &mut Run<'_>, id: i32, corpses: bool, by: Subject, cause: Cause) -> bool {
    let fixed = run.fixed;
    let Some(spec) = fixed.volumes_by_id.get(&id).and_then(|at| fixed.volumes.get(*at)) else { return false };
    for at in 0..run.live.persons.len() {
        let inside = |person: &&Person| person.present && person.alive != corpses && spec.notices(person);
        if run.live.persons.get(at).filter(inside).is_none() {
            continue;
        }
        if corpses {
            spawning::delete(run, at, by, cause);
        } else {
            spawning::die(run, at, by, cause);
        }
    }
    true
}
