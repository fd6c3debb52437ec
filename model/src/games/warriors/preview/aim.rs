//! Aiming a throw (`warriors.md` P39, P29).

use glam::Vec3;

use super::flight::{self, SAMPLE};
use super::hold::{self, RELEASE};
use super::kind::THROW_SET;
use super::throw;
use super::walker::{self, GRAVITY, Person, SUBJECT};
use super::world::Run;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "aim",
        what: "who can aim, the pitch and its ends, how fast keys turn and pitch, the trace in two passes, who is faced, what is aimed at",
        truth: Truth::Documents,
        note: "(P39, P29) the value `aimed_at` is HuIsAimingAt; people are dummies of another team; `look` sets heading and pitch at once",
    },
    Fidelity {
        file: "aim",
        what: "how far the points of the arc lie apart, where people are aimed at",
        truth: Truth::Assumed,
        note: "a setting; the sweep looks every tenth of a metre",
    },
    Fidelity {
        file: "aim",
        what: "the follow camera's heading, locks",
        truth: Truth::NotSimulated,
        note: "the walker aims where it looks",
    },
];

/// The pitch that an aim begins with, and the most either way, in radians.
pub(super) const PITCH: f32 = 0.157;
pub(super) const STEEPEST: f32 = 0.628;
/// Radians a frame for each step of the stick beyond its dead zone; a key is a stick all the way, 128 less 25.
pub(super) const STEP: f32 = 0.000_589;
pub(super) const STICK: f32 = 103.0;
/// Points of the arc.
pub(super) const POINTS: usize = 18;
/// Frames on which a new target is faced.
const FACED: u8 = 5;
/// What thrown things meet (`warriors.md` 1.3).
const THROWNWEAPONTARGET: i64 = 256;

/// An aim.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Aim {
    /// In radians above the horizon.
    pub(super) pitch: f32,
    /// The dummy that is aimed at.
    pub(super) target: Option<u32>,
    /// What the arc meets, unless that is the level itself.
    pub(super) meets: Option<Subject>,
    /// Frames for which the target is still faced.
    faced: u8,
    /// The way of a throw as far as it is free.
    pub(super) arc: Vec<Vec3>,
}

impl Aim {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.add(self.pitch.to_bits());
        hasher.add(self.target.map_or(0, |who| who.saturating_add(1)));
        hasher.add(u32::from(self.faced));
        // What it meets is told when it changes.
        hasher.add(self.meets.map_or(0, |what| what.row.saturating_add(1)));
    }
}

/// Begins to aim, or leaves it.
pub(super) fn toggle(run: &mut Run<'_>, cause: Cause) -> bool {
    if run.live.aim.is_some() {
        leave(run, cause);
        return true;
    }
    let stands = run.live.walker.as_ref().is_some_and(|person| !person.airborne);
    if !stands || run.live.hand.is_busy() {
        return false;
    }
    if hold::kind(run).is_none_or(|kind| kind.set != THROW_SET) {
        run.log.add(SUBJECT, "not aimed: nothing to throw with one hand", SUBJECT, 0, cause);
        return true;
    }
    if let Some(person) = run.live.walker.as_mut() {
        person.way = None;
    }
    run.log.add(SUBJECT, "aims", SUBJECT, 0, cause);
    run.live.aim = Some(Aim { pitch: PITCH, target: None, meets: None, faced: 0, arc: Vec::new() });
    trace(run);
    true
}

/// Leaves the aim.
pub(super) fn leave(run: &mut Run<'_>, cause: Cause) {
    if run.live.aim.take().is_some() {
        run.log.add(SUBJECT, "aims no more", SUBJECT, 0, cause);
    }
}

/// Sets the pitch, in radians.
pub(super) fn pitch(run: &mut Run<'_>, pitch: f32) {
    if let Some(aim) = run.live.aim.as_mut() {
        aim.pitch = pitch.clamp(-STEEPEST, STEEPEST);
    }
}

/// One frame: the trace, who is faced, what the stick does.
pub(super) fn frame(run: &mut Run<'_>) {
    if run.live.aim.is_none() {
        return;
    }
    if hold::held(run).is_none() || run.live.walker.is_none() {
        leave(run, None);
        return;
    }
    trace(run);
    let (Some(mut person), Some(mut aim)) = (run.live.walker.clone(), run.live.aim.clone()) else { return };
    let (across, along) = (f32::from(person.keys.turn), f32::from(person.keys.forward));
    let rests = person.keys.turn == 0 && person.keys.forward == 0;
    let target = aim.target.and_then(|who| run.live.dummies.get(&who)).map(throw::head);
    match target {
        Some(target) if aim.faced > 0 || rests => {
            let from = person.position + hold::in_world(&person, RELEASE * run.fixed.assumed.scale);
            person.facing = (person.facing + throw::towards(&person, from, target)).rem_euclid(360.0);
        }
        _ => {
            // Turning to the right is against the angles.
            person.facing = (person.facing - (across * STICK * STEP).to_degrees()).rem_euclid(360.0);
            aim.pitch = (aim.pitch + along * STICK * STEP).clamp(-STEEPEST, STEEPEST);
        }
    }
    aim.faced = aim.faced.saturating_sub(1);
    (run.live.walker, run.live.aim) = (Some(person), Some(aim));
}

/// The places of a throw: each some ticks after the one before.
pub(super) fn arc(from: Vec3, velocity: Vec3, ticks: u32) -> Vec<Vec3> {
    let (mut at, mut velocity) = (from, velocity);
    let mut points = vec![from];
    while points.len() < POINTS {
        for _ in 0..ticks.max(1) {
            velocity.z -= GRAVITY / 60.0;
            at += velocity / 60.0;
        }
        points.push(at);
    }
    points
}

/// Along a segment, the first place at which something is met: as a share of it.
fn along(from: Vec3, to: Vec3, met: impl Fn(Vec3) -> bool) -> Option<f32> {
    // A segment is at most a few metres long.
    let steps = ((to - from).length() / SAMPLE).ceil().clamp(1.0, 1000.0) as u32;
    (0..=steps).map(|step| step as f32 / steps as f32).find(|share| met(from.lerp(to, *share)))
}

/// Follows the arc: first for people that are not friends, then for anything before them.
fn trace(run: &mut Run<'_>) {
    let (Some(person), Some(kind), Some(mut aim)) = (run.live.walker.clone(), hold::kind(run), run.live.aim.clone())
    else {
        return;
    };
    let factor = throw::factor_of(run, kind);
    let from = person.position + hold::in_world(&person, RELEASE * run.fixed.assumed.scale);
    let velocity = hold::in_world(&person, throw::aimed(factor, aim.pitch));
    let mut points = arc(from, velocity, run.fixed.assumed.arc_step);
    let segments: Vec<(Vec3, Vec3)> = points.iter().copied().zip(points.iter().copied().skip(1)).collect();
    let radius = kind.radius();
    let wanted = |dummy: &&Person| {
        // With the stick to a side only who stands there.
        let side = hold::as_own(&person, dummy.position - person.position).x;
        let turn = f32::from(person.keys.turn);
        dummy.team != person.team && (turn == 0.0 || side * turn > 0.0)
    };
    let mut candidate: Option<(usize, f32, u32)> = None;
    for (at, (from, to)) in segments.iter().enumerate() {
        let met = run.live.dummies.iter().filter(|(_, dummy)| wanted(dummy)).filter_map(|(who, dummy)| {
            let share = along(*from, *to, |place| flight::from_body(dummy, place) <= radius)?;
            Some((at, share, *who))
        });
        candidate = met.min_by(|a, b| a.1.total_cmp(&b.1));
        if candidate.is_some() {
            break;
        }
    }
    let last = candidate.map_or(segments.len(), |(at, ..)| at + 1);
    let mut blocked = None;
    for (at, (from, to)) in segments.iter().enumerate().take(last) {
        let Some((share, what)) = first(run, *from, *to, radius) else { continue };
        let farther = candidate.is_some_and(|(own, near, _)| own == at && share >= near);
        if !farther {
            blocked = Some((at, share, what));
        }
        break;
    }
    let (end, target, meets) = match (blocked, candidate) {
        (Some((at, share, what)), _) => (Some((at, share)), None, what),
        (None, Some((at, share, who))) => (Some((at, share)), Some(who), Some(Subject::new("dummies", who))),
        (None, None) => (None, None, None),
    };
    if let Some((at, share)) = end
        && let Some((from, to)) = segments.get(at)
    {
        points.truncate(at + 1);
        points.push(from.lerp(*to, share));
    }
    if target != aim.target && target.is_some() {
        aim.faced = FACED;
    }
    if meets != aim.meets {
        match meets {
            Some(what) => run.log.add(SUBJECT, "aims at", what, 0, None),
            None => run.log.add(SUBJECT, "aims at nothing", SUBJECT, 0, None),
        };
    }
    (aim.arc, aim.target, aim.meets) = (points, target, meets);
    run.live.aim = Some(aim);
}

/// The first thing on a segment that thrown things meet: the level, a dummy, a body with the flag.
fn first(run: &Run<'_>, from: Vec3, to: Vec3, radius: f32) -> Option<(f32, Option<Subject>)> {
    let level = run.fixed.ground.met(from, to, &run.live.off).map(|(share, _)| (share, None));
    let things = run.fixed.things.iter().zip(run.live.things.iter()).filter_map(|(spec, state)| {
        if spec.phyflags & THROWNWEAPONTARGET == 0 || !spec.stands(state) {
            return None;
        }
        // Most are nowhere near.
        let reach = (to - from).length() * 0.5 + radius + spec.centre.length() + spec.size.length() * 0.5;
        if (state.at - (from + to) * 0.5).length() > reach {
            return None;
        }
        let share = along(from, to, |place| walker::thing_ahead(spec, state, place) <= radius)?;
        Some((share, Some(spec.subject)))
    });
    let dummies = run.live.dummies.iter().filter_map(|(who, dummy)| {
        let share = along(from, to, |place| flight::from_body(dummy, place) <= radius)?;
        Some((share, Some(Subject::new("dummies", *who))))
    });
    level.into_iter().chain(things).chain(dummies).min_by(|a, b| a.0.total_cmp(&b.0))
}
