//! Things that left their place: in a hand, in the air, lying where they came to rest (`warriors.md` 1.6).

use glam::{Quat, Vec3};

use super::fixed::Fixed;
use super::kind::Kind;
use super::thing::{self, vector};
use super::world::Run;
use super::{hold, tread};
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[Fidelity {
    file: "loose",
    what: "what is made while the level runs (`made/0` and on), which counters and timers stay with a thing that lies again",
    truth: Truth::Assumed,
    note: "a counter that a type has as 0 never wears; taking a thing again ends its removal timer; nothing rolls or tips over: what was let go keeps how it was turned when it came to rest",
}];

/// The table of what is made while the level runs.
pub(super) const MADE: &str = "made";
/// Things that can be made in one run.
pub(super) const MOST_MADE: u32 = 4096;

/// Where a thing is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    /// In the walker's hand, so from the bone.
    Hand {
        at: Vec3,
        turn: Quat,
    },
    Air,
    /// At rest.
    Lies,
    /// A knife in a dummy, so from its feet.
    Stuck {
        dummy: u32,
        at: Vec3,
    },
}

/// A thing that left its place, or that was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Object {
    pub(super) subject: Subject,
    /// Where it stands among the level's things; `None` for what was made.
    pub(super) thing: Option<usize>,
    /// Which of the types that can be made; of no meaning for the level's own things.
    pub(super) made: usize,
    pub(super) at: Vec3,
    pub(super) turn: Quat,
    pub(super) velocity: Vec3,
    /// Radians a second about the world's axes.
    pub(super) spin: Vec3,
    pub(super) place: Place,
    /// It was thrown and has touched nothing since: body flag 1.
    pub(super) thrown: bool,
    /// What is left of its two counters; 255 never wears.
    pub(super) hits: [u8; 2],
    /// The tick after which it goes.
    pub(super) removal: Option<u32>,
    /// Its time is over: it is not drawn any more and nobody takes it.
    pub(super) over: bool,
    /// Impacts of this flight that sounded.
    pub(super) impacts: u32,
    /// Where the ground is taken to be in levels without a mesh.
    pub(super) ground: f32,
    pub(super) cause: Cause,
}

impl Object {
    /// What it is.
    pub(super) fn kind<'a>(&self, fixed: &'a Fixed) -> Option<&'a Kind> {
        match self.thing {
            Some(at) => fixed.things.get(at).map(|spec| &spec.kind),
            None => fixed.made.get(self.made),
        }
    }

    pub(super) fn is_held(&self) -> bool {
        matches!(self.place, Place::Hand { .. })
    }

    /// Adds everything that influences the future.
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.count(self.thing.map_or(0, |at| at + 1));
        hasher.count(self.made);
        hasher.add(self.subject.row);
        for part in [self.at, self.velocity, self.spin] {
            vector(hasher, part);
        }
        let (place, at, turn) = match self.place {
            Place::Hand { at, turn } => (0, at, turn),
            Place::Air => (1, Vec3::ZERO, Quat::IDENTITY),
            Place::Lies => (2, Vec3::ZERO, Quat::IDENTITY),
            Place::Stuck { dummy, at } => (3_u32.saturating_add(dummy), at, Quat::IDENTITY),
        };
        hasher.add(place);
        vector(hasher, at);
        for quat in [self.turn, turn] {
            quat.to_array().into_iter().for_each(|part| hasher.add(part.to_bits()));
        }
        hasher.add(u32::from(self.thrown) | u32::from(self.over) << 1);
        self.hits.into_iter().for_each(|left| hasher.add(u32::from(left)));
        hasher.add(self.removal.map_or(0, |tick| tick.saturating_add(1)));
        hasher.add(self.impacts);
        hasher.add(self.ground.to_bits());
    }
}

/// Where an object stands in the list of those that left their places.
pub(super) fn index(run: &Run<'_>, subject: Subject) -> Option<usize> {
    run.live.objects.iter().position(|object| object.subject == subject)
}

/// A thing of the level leaves its place.
pub(super) fn leave(run: &mut Run<'_>, at: usize, cause: Cause) -> Option<usize> {
    let (spec, state) = (run.fixed.things.get(at)?, run.live.things.get(at)?);
    if let Some(known) = index(run, spec.subject) {
        return Some(known);
    }
    // The first counter is the one that blows take from.
    let first = match spec.prop {
        Some(_) if state.prop.left > 0 => u8::try_from(state.prop.left).unwrap_or(super::kind::ENDLESS),
        _ => spec.kind.hits[0],
    };
    let object = Object {
        subject: spec.subject,
        thing: Some(at),
        made: 0,
        at: state.at,
        turn: state.turn,
        velocity: Vec3::ZERO,
        spin: Vec3::ZERO,
        place: Place::Lies,
        thrown: false,
        hits: [first, spec.kind.hits[1]],
        removal: None,
        over: false,
        impacts: 0,
        ground: state.at.z,
        cause,
    };
    run.live.objects.push(object);
    let at = run.live.objects.len().checked_sub(1);
    tread::clear(run, spec.subject, cause);
    at
}

/// Makes an object of a name at a place; `None` for names that nothing hands out.
pub(super) fn make(run: &mut Run<'_>, name: &str, at: Vec3, cause: Cause) -> Option<usize> {
    let made = run.fixed.made.iter().position(|kind| kind.name == name)?;
    let hits = run.fixed.made.get(made)?.hits;
    let row = run.live.made;
    if row >= MOST_MADE {
        return None;
    }
    run.live.made += 1;
    let subject = Subject::new(MADE, row);
    run.log.add(subject, "is made", subject, 0, cause);
    run.live.objects.push(Object {
        subject,
        thing: None,
        made,
        at,
        turn: Quat::IDENTITY,
        velocity: Vec3::ZERO,
        spin: Vec3::ZERO,
        place: Place::Lies,
        thrown: false,
        hits,
        removal: None,
        over: false,
        impacts: 0,
        ground: at.z,
        cause,
    });
    run.live.objects.len().checked_sub(1)
}

/// Writes where an object is into the thing that it is.
pub(super) fn settle(run: &mut Run<'_>, at: usize) {
    let Some(object) = run.live.objects.get(at).copied() else { return };
    let Some(thing) = object.thing else { return };
    let carried = object.place != Place::Lies;
    let is = run.live.things.get(thing);
    if is.is_none_or(|is| (is.at, is.turn, is.carried) == (object.at, object.turn, carried)) {
        return;
    }
    if let Some(state) = run.live.things_mut().get_mut(thing) {
        (state.at, state.turn, state.carried) = (object.at, object.turn, carried);
    }
}

/// Takes an object out for good.
pub(super) fn remove(run: &mut Run<'_>, at: usize, cause: Cause) {
    if at >= run.live.objects.len() {
        return;
    }
    loses(run, at, cause);
    let object = run.live.objects.remove(at);
    if let Some(state) = object.thing.and_then(|thing| run.live.things_mut().get_mut(thing)) {
        state.carried = false;
    }
    if object.thing.is_none() {
        run.log.add(object.subject, "removed", object.subject, 0, cause);
    } else {
        thing::remove(run, object.subject, object.subject, cause);
    }
}

/// Forgets what the level took away by other ways.
pub(super) fn forget(run: &mut Run<'_>) {
    let mut at = 0;
    while let Some(object) = run.live.objects.get(at) {
        let thing =
            object.thing.filter(|thing| run.live.things.get(*thing).is_some_and(|state| state.removed && !state.live));
        let Some(thing) = thing else {
            at += 1;
            continue;
        };
        loses(run, at, None);
        run.live.objects.remove(at);
        if let Some(state) = run.live.things_mut().get_mut(thing) {
            state.carried = false;
        }
    }
}

/// Whoever holds what goes lets go of it (seed 002, ObjDestroy).
fn loses(run: &mut Run<'_>, at: usize, cause: Cause) {
    if run.live.objects.get(at).is_some_and(Object::is_held) {
        hold::let_go(run, at, "drops", cause);
    }
}
