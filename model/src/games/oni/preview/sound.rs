//! Ambient sounds: spheres and boxes in which the listener hears them (seed 000, SNDG; `oni.md` 2.14).

use glam::Vec3;

use super::fixed::{Placed, rows};
use super::world::Run;
use crate::document::{Level, Record};
use crate::games::oni::records::{BOX, SPHERE, ShortSound, Sound};
use crate::preview::{Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "sound",
        what: "where spheres and boxes are heard, fades of boxes, handing over between boxes of the same sound",
        truth: Truth::Documents,
        note: "a sphere out to three times its larger radius; boxes fade over 120 ticks; a sphere starts at a quarter of its volume",
    },
    Fidelity {
        file: "sound",
        what: "how loud a sphere is at a distance, boxes over each other, fading out of what still fades in, where the listener is",
        truth: Truth::Assumed,
        note: "full within the smaller radius, then evenly less; a fade turns round where it is; the listener is the walker, in the game the camera",
    },
    Fidelity {
        file: "sound",
        what: "walls, pitch and volume, the sounds themselves",
        truth: Truth::NotSimulated,
        note: "which of a sound's two numbers is the volume is not verified",
    },
];

/// Ticks that a box fades in or out.
const FADE: f32 = 120.0;
/// How much farther than its radius a sphere is heard.
const REACH: f32 = 3.0;
/// What a sphere begins with.
const FIRST_LOUDNESS: f32 = 0.25;

/// Where a sound is heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Area {
    Sphere {
        min: f32,
        max: f32,
    },
    /// Corners, from the object's place.
    Box {
        min: Vec3,
        max: Vec3,
    },
    /// Of an unknown shape: nowhere.
    Unknown,
}

/// A sound as the level has it.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) subject: Subject,
    pub(super) name: String,
    pub(super) position: Vec3,
    pub(super) area: Area,
}

/// A sound as it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum State {
    #[default]
    Silent,
    /// A sphere that plays, with its loudness.
    Playing(f32),
    /// A box at its full volume.
    On,
    /// A box that began to fade in at this time; a part of a tick is possible after a hand-over.
    FadingIn(f32),
    /// A box that began to fade out.
    FadingOut(f32),
    /// A box whose sound another one took over while the listener was in both.
    TakenOver,
}

impl State {
    /// How loud it is at a time.
    pub(super) fn loudness(self, now: f32) -> f32 {
        match self {
            State::Silent | State::TakenOver => 0.0,
            State::Playing(loudness) => loudness,
            State::On => 1.0,
            State::FadingIn(start) => {
                let t = (now - start).clamp(0.0, FADE);
                1.0 - (t - FADE) * (t - FADE) / (FADE * FADE)
            }
            State::FadingOut(start) => {
                let t = (now - start).clamp(0.0, FADE);
                1.0 - t * t / (FADE * FADE)
            }
        }
    }

    /// Adds everything that influences the future.
    pub(super) fn hash(self, hasher: &mut StateHasher) {
        let (kind, number) = match self {
            State::Silent => (0, 0.0f32),
            State::Playing(loudness) => (1, loudness),
            State::On => (2, 0.0),
            State::FadingIn(start) => (3, start),
            State::FadingOut(start) => (4, start),
            State::TakenOver => (5, 0.0),
        };
        hasher.add(i64::from(number.to_bits()) << 3 | kind);
    }
}

/// Reads the sounds.
pub(super) fn read(level: &Level) -> Vec<Spec> {
    let sound = |(subject, record): (Subject, Record<'_>)| {
        let name = match Sound::new(record.head(), record.layout()) {
            Some(view) => view.name(),
            None => ShortSound::new(record.head(), record.layout())?.name(),
        };
        let field = |name: &str| record.fields().into_iter().find(|field| field.name == name);
        let value = |name: &str| field(name).and_then(|field| record.get(field).ok());
        let real = |name: &str| value(name).and_then(|value| value.as_f64()).map(|number| number as f32);
        let corner = |name: &str| match value(name)? {
            crate::record::Value::List(parts) => {
                let part = |at: usize| Some(parts.get(at)?.as_f64()? as f32);
                Some(Vec3::new(part(0)?, part(1)?, part(2)?))
            }
            _ => None,
        };
        let shape = record.int("shape").and_then(|shape| i64::try_from(shape).ok());
        let area = match shape {
            Some(SPHERE) => real("min_radius").zip(real("max_radius")).map(|(min, max)| Area::Sphere { min, max }),
            Some(BOX) => corner("box_min").zip(corner("box_max")).map(|(min, max)| Area::Box { min, max }),
            _ => None,
        };
        let position = Placed::of(&record).position;
        Some(Spec { subject, name, position, area: area.unwrap_or(Area::Unknown) })
    };
    rows(level, "sounds").filter_map(sound).collect()
}

impl Spec {
    /// Whether a place is within.
    pub(super) fn holds(&self, place: Vec3) -> bool {
        match self.area {
            Area::Sphere { max, .. } => {
                let way = place - self.position;
                way.length_squared() / (REACH * REACH) <= max * max
            }
            // No plane of the box has the place in front.
            Area::Box { min, max } => {
                let way = place - self.position;
                way.cmpge(min).all() && way.cmple(max).all()
            }
            Area::Unknown => false,
        }
    }

    fn loudness(&self, place: Vec3) -> f32 {
        let Area::Sphere { min, max } = self.area else { return 1.0 };
        let distance = (place - self.position).length();
        let far = max * REACH;
        if distance <= min || far <= min { 1.0 } else { ((far - distance) / (far - min)).clamp(0.0, 1.0) }
    }
}

/// Listens where the walker is.
pub(super) fn tick(run: &mut Run<'_>) {
    let fixed = run.fixed;
    let place = run.live.player().and_then(|at| run.live.persons.get(at)).filter(|p| p.present).map(|p| p.position);
    let now = run.live.tick as f32;
    let walker = super::walker::SUBJECT;
    for (at, spec) in fixed.sounds.iter().enumerate() {
        let Some(state) = run.live.sounds.get(at).copied() else { continue };
        let holds = place.is_some_and(|place| spec.holds(place));
        let next = match (spec.area, holds) {
            (Area::Sphere { .. }, true) => match state {
                State::Silent => State::Playing(FIRST_LOUDNESS),
                _ => State::Playing(place.map_or(0.0, |place| spec.loudness(place))),
            },
            (Area::Sphere { .. } | Area::Unknown, _) => State::Silent,
            (Area::Box { .. }, true) => match state {
                State::Silent | State::FadingOut(_) => enter(run, at, spec, state, now),
                // Entering takes over, being in does not: two boxes over each other would hand it to and fro for ever.
                State::TakenOver if !plays_on(run, at, spec) => enter(run, at, spec, state, now),
                State::FadingIn(start) if now - start >= FADE => State::On,
                other => other,
            },
            (Area::Box { .. }, false) => match state {
                State::On => State::FadingOut(now),
                State::FadingIn(_) => State::FadingOut(now - FADE * libm::sqrtf((1.0 - state.loudness(now)).max(0.0))),
                State::FadingOut(start) if now - start >= FADE => State::Silent,
                State::TakenOver => State::Silent,
                other => other,
            },
        };
        match (state, next) {
            (State::Silent | State::TakenOver, State::Silent | State::TakenOver) => {}
            (State::Silent | State::TakenOver, _) => {
                run.log.say(walker, "sound begins", spec.subject, &spec.name, None);
            }
            (_, State::Silent) => {
                run.log.say(walker, "sound ends", spec.subject, &spec.name, None);
            }
            _ => {}
        }
        if let Some(slot) = run.live.sounds_mut().get_mut(at) {
            *slot = next;
        }
    }
}

/// Another box with the same sound as one, and what it does.
fn other_box(run: &Run<'_>, at: usize, spec: &Spec, does: fn(State) -> bool) -> Option<(usize, State)> {
    let others = run.fixed.sounds.iter().zip(run.live.sounds.iter()).enumerate();
    let mut others = others.filter(|(other, (own, state))| {
        *other != at && matches!(own.area, Area::Box { .. }) && own.name == spec.name && does(**state)
    });
    others.next().map(|(other, (_, state))| (other, *state))
}

/// Whether another box that the listener is in plays the same sound.
fn plays_on(run: &Run<'_>, at: usize, spec: &Spec) -> bool {
    other_box(run, at, spec, |state| matches!(state, State::On | State::FadingIn(_))).is_some()
}

/// The listener comes into a box: it takes over the same sound from another box that plays it, its fade carried on.
fn enter(run: &mut Run<'_>, at: usize, spec: &Spec, state: State, now: f32) -> State {
    let fixed = run.fixed;
    let volume = match other_box(run, at, spec, |state| !matches!(state, State::Silent | State::TakenOver)) {
        Some((other, playing)) => {
            let from = fixed.sounds.get(other);
            if let Some(slot) = run.live.sounds_mut().get_mut(other) {
                *slot = State::TakenOver;
            }
            if let Some(from) = from {
                run.log.say(from.subject, "sound handed over", spec.subject, &spec.name, None);
            }
            playing.loudness(now)
        }
        // One that still fades out goes on from where it is.
        None => state.loudness(now),
    };
    // The start set back so that the fade is at this volume.
    let start = now + FADE * libm::sqrtf((1.0 - volume).max(0.0)) - FADE;
    State::FadingIn(start)
}
