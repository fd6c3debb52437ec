//! Laser triggers: emitters that run along an animation, beams that somebody breaks (seed 000, TRIG; `oni.md` 2.16,
//! 2.21).

use glam::Vec3;

use super::beam::{Beam, Classes, Optics};
use super::events;
use super::fixed::{Placed, event_list, rows};
use super::person::{HEIGHT, RADIUS};
use super::world::Run;
use crate::document::{Level, Record};
use crate::games::oni::records::Trigger;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "trigger",
        what: "how emitters begin and run, the extra steps at a reset and at set-up, times on and off, setting off once until an emitter misses, speed",
        truth: Truth::Documents,
        note: "with more than one emitter one held crossing sets it off again every tick; tested once a tick, the game does so every frame it draws",
    },
    Fidelity {
        file: "trigger",
        what: "what of the player is hit",
        truth: Truth::Assumed,
        note: "an upright rod of 18 units, 4 thick to each side",
    },
];

/// Flags (`oni.md` 2.16); the game keeps only these on load.
mod flag {
    pub(super) const KEPT: u16 = 0x38;
    pub(super) const INITIALLY_ACTIVE: u16 = 0x08;
    pub(super) const REVERSE: u16 = 0x10;
    pub(super) const PING_PONG: u16 = 0x20;
}

/// How much shorter a beam is drawn (seed 000, TRIG).
const DRAWN_SHORTER: f32 = 2.0;

/// A trigger as the level has it.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) subject: Subject,
    pub(super) id: i32,
    flags: u16,
    pub(super) colour: u32,
    start: f32,
    speed: f32,
    emitters: u16,
    on: u16,
    off: u16,
    optics: Optics,
    events: Vec<events::Event>,
}

/// An emitter's frame and direction.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Emitter {
    frame: f32,
    forward: bool,
}

/// A trigger as it is now.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    pub(super) active: bool,
    pub(super) hidden: bool,
    pub(super) set_off: bool,
    /// Whether the beams are on.
    pub(super) on: bool,
    countdown: u16,
    pub(super) speed: f32,
    emitters: Vec<Emitter>,
}

impl State {
    /// Adds everything that influences the future.
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        let bits = [self.active, self.hidden, self.set_off, self.on].into_iter();
        hasher.add(bits.fold(0i64, |bits, bit| bits << 1 | i64::from(bit)));
        hasher.add(self.countdown);
        hasher.add(self.speed.to_bits());
        hasher.count(self.emitters.len());
        for emitter in &self.emitters {
            hasher.add(i64::from(emitter.frame.to_bits()) << 1 | i64::from(emitter.forward));
        }
    }

    /// The frames of all emitters.
    #[cfg(test)]
    pub(super) fn frames(&self) -> impl Iterator<Item = f32> {
        self.emitters.iter().map(|emitter| emitter.frame)
    }

    /// Heap bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.emitters.as_slice())
    }

    /// The frame of the first emitter.
    pub(super) fn frame(&self) -> f32 {
        self.emitters.first().map_or(0.0, |emitter| emitter.frame)
    }
}

/// Reads the triggers.
pub(super) fn read(level: &Level) -> Vec<Spec> {
    let mut classes = Classes::of(level);
    let trigger = |(subject, record): (Subject, Record<'_>)| {
        let view = Trigger::new(record.head(), record.layout())?;
        Some(Spec {
            subject,
            id: view.id().into(),
            flags: view.flags() & flag::KEPT,
            colour: view.colour(),
            // What is no number is taken as 0.
            start: clamp(view.start(), 1.0),
            speed: clamp(view.speed(), 100.0),
            emitters: view.emitters().clamp(1, 32),
            on: view.ticks_on(),
            off: view.ticks_off(),
            optics: classes.optics(&view.class(), Placed::of(&record)),
            events: event_list(&record),
        })
    };
    rows(level, "triggers").filter_map(trigger).collect()
}

fn clamp(number: f32, most: f32) -> f32 {
    if number.is_nan() { 0.0 } else { number.clamp(0.0, most) }
}

impl Spec {
    /// A trigger just set up: reset, and one step more.
    pub(super) fn state(&self) -> State {
        let mut state = State {
            active: false,
            hidden: false,
            set_off: false,
            on: true,
            countdown: 0,
            speed: self.speed,
            emitters: Vec::new(),
        };
        self.reset(&mut state);
        self.step(&mut state);
        state
    }

    fn last_frame(&self) -> f32 {
        self.optics.frames() - 1.0
    }

    fn has_times(&self) -> bool {
        self.on != 0 || self.off != 0
    }

    fn reset(&self, state: &mut State) {
        state.on = true;
        if self.has_times() {
            state.countdown = self.on;
        }
        let forward = self.flags & flag::REVERSE == 0;
        let last = self.last_frame();
        let spread = |k: u16| {
            let at = f32::from(k) * self.optics.frames() / f32::from(self.emitters) + last * self.start;
            // An animation of a single frame has no other one to be at.
            if last > 0.0 { libm::fmodf(at, last) } else { 0.0 }
        };
        let frame = |k: u16| if self.start == 1.0 { last } else { spread(k) };
        state.emitters = (0..self.emitters).map(|k| Emitter { frame: frame(k), forward }).collect();
        state.set_off = false;
        state.active = self.flags & flag::INITIALLY_ACTIVE != 0;
        self.update(state);
        if state.active {
            self.step(state);
        }
    }

    /// Each emitter moves by its direction times the speed.
    fn step(&self, state: &mut State) {
        let last = self.last_frame();
        let ping_pong = self.flags & flag::PING_PONG != 0;
        for emitter in &mut state.emitters {
            emitter.frame += if emitter.forward { state.speed } else { -state.speed };
            if emitter.frame > last {
                emitter.frame = if ping_pong { last } else { 0.0 };
                emitter.forward ^= ping_pong;
            } else if emitter.frame < 0.0 {
                emitter.frame = if ping_pong { 0.0 } else { last };
                emitter.forward ^= ping_pong;
            }
        }
    }

    /// The step while active, then the countdown.
    fn update(&self, state: &mut State) {
        if state.active {
            self.step(state);
        }
        if !self.has_times() {
            return;
        }
        state.countdown = state.countdown.saturating_sub(1);
        if state.countdown == 0 {
            state.on = !state.on;
            state.countdown = if state.on { self.on } else { self.off };
        }
    }

    /// The beam of each emitter.
    pub(super) fn beams<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Beam> + 'a {
        state.emitters.iter().map(|emitter| self.optics.beam(emitter.frame))
    }

    /// A beam as it is drawn: it stops 2 short of its end.
    pub(super) fn drawn(from: Vec3, to: Vec3) -> (Vec3, Vec3) {
        let way = to - from;
        let length = way.length();
        (from, if length > DRAWN_SHORTER { to - way * (DRAWN_SHORTER / length) } else { from })
    }
}

/// What can be done to a trigger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Order {
    Activate,
    Deactivate,
    Hide,
    Show,
    Reset,
    /// A factor of the stored speed.
    Speed(f32),
}

impl Order {
    /// By its word in scripts, but for the speed.
    pub(super) fn of(word: &str) -> Option<Order> {
        Some(match word {
            "activate" => Order::Activate,
            "deactivate" => Order::Deactivate,
            "hide" => Order::Hide,
            "show" => Order::Show,
            "reset" => Order::Reset,
            _ => return None,
        })
    }
}

/// Scripts and events.
pub(super) fn order(run: &mut Run<'_>, at: usize, order: Order, by: Subject, cause: Cause) {
    let Some(spec) = run.fixed.triggers.get(at) else { return };
    let Some(state) = run.live.triggers.get_mut(at) else { return };
    let word = match order {
        Order::Activate => {
            state.active = true;
            "trigger activated"
        }
        Order::Deactivate => {
            state.active = false;
            "trigger deactivated"
        }
        Order::Hide => {
            state.hidden = true;
            "trigger hidden"
        }
        Order::Show => {
            state.hidden = false;
            "trigger shown"
        }
        Order::Reset => {
            spec.reset(state);
            "trigger reset"
        }
        Order::Speed(factor) => {
            state.speed = factor * spec.speed;
            "trigger speed set"
        }
    };
    run.log.add(by, word, spec.subject, 0, cause);
}

/// One tick of every trigger: it moves, then its beams are tested against the player.
pub(super) fn tick(run: &mut Run<'_>) {
    let fixed = run.fixed;
    for (at, spec) in fixed.triggers.iter().enumerate() {
        let Some(state) = run.live.triggers.get_mut(at) else { continue };
        spec.update(state);
        test(run, at, spec);
    }
}

fn test(run: &mut Run<'_>, at: usize, spec: &Spec) {
    let Some(state) = run.live.triggers.get(at).filter(|state| !state.hidden && state.active && state.on) else {
        return;
    };
    let Some(who) = run.live.player() else { return };
    let Some(person) = run.live.persons.get(who).filter(|person| person.is_up()) else { return };
    let (feet, head) = (person.position, person.position + Vec3::Y * HEIGHT);
    let hits: Vec<bool> = spec.beams(state).map(|beam| apart(beam.from, beam.reach, feet, head) <= RADIUS).collect();
    let by = person.subject();
    for hit in hits {
        let Some(state) = run.live.triggers.get_mut(at) else { return };
        let before = std::mem::replace(&mut state.set_off, hit);
        if hit && !before {
            let row = run.log.add(by, "beam broken", spec.subject, 0, None);
            events::set_off(run, &spec.events, Some(who), spec.subject, row);
        }
    }
}

/// The distance of two segments.
pub(super) fn apart(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> f32 {
    let (u, v, w) = (b - a, d - c, a - c);
    let (uu, uv, vv, uw, vw) = (u.dot(u), u.dot(v), v.dot(v), u.dot(w), v.dot(w));
    let share = |number: f32, of: f32| if of > 0.0 { (number / of).clamp(0.0, 1.0) } else { 0.0 };
    let cross = uu * vv - uv * uv;
    let s = share(uv * vw - vv * uw, cross);
    // The nearest point of each for the other, in turn: exact where the ends are not reached, and where they are.
    let t = share(s * uv + vw, vv);
    let s = share(t * uv - uw, uu);
    let t = share(s * uv + vw, vv);
    (w + u * s - v * t).length()
}
