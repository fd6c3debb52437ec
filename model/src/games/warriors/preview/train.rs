//! Trains: lines that people get out of the way of (`warriors.md` P33).

use std::collections::BTreeSet;

use glam::Vec3;

use super::fixed::whole;
use super::thing;
use super::world::Run;
use crate::document::Record;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "train",
        what: "points, gaps, the box, who must dodge and from which segment",
        truth: Truth::Documents,
        note: "(P33) dummies stand for people: the event says that one must dodge, its value is the segment it dodges from, or -1 for none",
    },
    Fidelity {
        file: "train",
        what: "how people dodge",
        truth: Truth::NotSimulated,
        note: "dummies stay where they are",
    },
];

/// Records of trains; points of one; people that are looked at.
pub(super) const SLOTS: u8 = 4;
const POINTS: usize = 12;
const MOST_PEOPLE: usize = 60;

/// A point of a train.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// The thing that it goes with, and where that was last.
    what: Option<usize>,
    pub(super) at: Vec3,
    gap: bool,
}

/// A train as it is now.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct State {
    pub(super) running: bool,
    pub(super) radius: f32,
    pub(super) points: Vec<Point>,
    /// Dummies that are in its way.
    threatened: BTreeSet<u32>,
}

impl State {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.add(u32::from(self.running));
        hasher.add(self.radius.to_bits());
        hasher.count(self.points.len());
        for point in &self.points {
            thing::vector(hasher, point.at);
            hasher.add(u32::from(point.gap));
            hasher.count(point.what.map_or(0, |what| what + 1));
        }
        hasher.count(self.threatened.len());
        self.threatened.iter().for_each(|who| hasher.add(*who));
    }

    /// The box of its points, grown by its radius; `None` without points.
    pub(super) fn bounds(&self) -> Option<[Vec3; 2]> {
        let grown = Vec3::splat(self.radius);
        let places = || self.points.iter().map(|point| point.at);
        Some([places().reduce(Vec3::min)? - grown, places().reduce(Vec3::max)? + grown])
    }

    /// Whether a place lies within its radius of a segment that is no gap.
    pub(super) fn threatens(&self, at: Vec3) -> bool {
        let Some([least, most]) = self.bounds() else { return false };
        if !self.running || at.cmplt(least).any() || at.cmpgt(most).any() {
            return false;
        }
        self.points.windows(2).any(|pair| match pair {
            [from, to] if !from.gap => {
                let way = to.at - from.at;
                let along = ((at - from.at).dot(way) / way.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
                (from.at + way * along - at).length_squared() <= self.radius * self.radius
            }
            _ => false,
        })
    }

    /// The segment that somebody dodges from: the first that is longer than the way along it. The last one is never
    /// tried and gaps do not count.
    pub(super) fn dodged(&self, at: Vec3) -> Option<usize> {
        let tried = self.points.len().saturating_sub(2);
        self.points.windows(2).take(tried).position(|pair| match pair {
            [from, to] => {
                let way = to.at - from.at;
                let length = way.length();
                let along = (at - from.at).dot(way / length.max(f32::MIN_POSITIVE));
                along >= 0.0 && length > along
            }
            _ => false,
        })
    }
}

/// The subject of a train: its slot.
pub(super) fn subject(call: &Record<'_>) -> Option<Subject> {
    Some(Subject::new("trains", u32::try_from(whole(call, "slot")?).ok()?))
}

fn of(slot: u8) -> Subject {
    Subject::new("trains", slot.into())
}

/// ObjStartTrain: it has no points from now on.
pub(super) fn start(run: &mut Run<'_>, slot: u8, radius: f32, by: Subject, cause: Cause) -> bool {
    let Some(train) = run.live.trains.get_mut(usize::from(slot)) else { return false };
    *train = State { running: true, radius: radius.max(0.0), ..State::default() };
    run.log.add(by, "train starts", of(slot), 0, cause);
    true
}

/// ObjStopTrain.
pub(super) fn stop(run: &mut Run<'_>, slot: u8, by: Subject, cause: Cause) -> bool {
    let Some(train) = run.live.trains.get_mut(usize::from(slot)).filter(|train| train.running) else { return false };
    train.running = false;
    train.threatened.clear();
    run.log.add(by, "train stops", of(slot), 0, cause);
    true
}

/// A train that a person starts again with the points it had.
pub(super) fn resume(run: &mut Run<'_>, slot: u8, by: Subject, cause: Cause) -> bool {
    let Some(train) = run.live.trains.get_mut(usize::from(slot)).filter(|train| !train.points.is_empty()) else {
        return false;
    };
    train.running = true;
    run.log.add(by, "train starts", of(slot), 0, cause);
    true
}

/// ObjSetTrainPoint. The game overruns its records with others than points 0 to 11 of slots 0 to 3; here they are
/// left out.
pub(super) fn point(run: &mut Run<'_>, slot: u8, what: Subject, index: u8, gap: bool) -> bool {
    let Some(what) = thing::index(run.fixed, what) else { return false };
    let Some(at) = run.live.things.get(what).map(|state| state.at) else { return false };
    let (index, train) = (usize::from(index), run.live.trains.get_mut(usize::from(slot)));
    let Some(train) = train.filter(|_| index < POINTS) else { return false };
    let nowhere = Point { what: None, at, gap: false };
    train.points.resize(train.points.len().max(index + 1), nowhere);
    if let Some(point) = train.points.get_mut(index) {
        *point = Point { what: Some(what), at, gap };
    }
    true
}

/// One frame: points go with their things, people in the way are told.
pub(super) fn frame(run: &mut Run<'_>) {
    for slot in 0..SLOTS {
        let live = &mut *run.live;
        let Some(train) = live.trains.get_mut(usize::from(slot)).filter(|train| train.running) else { continue };
        for point in &mut train.points {
            if let Some(thing) = point.what.and_then(|what| live.things.get(what)) {
                point.at = thing.at;
            }
        }
        for (who, dummy) in live.dummies.iter().take(MOST_PEOPLE) {
            if !train.threatens(dummy.position) {
                train.threatened.remove(who);
            } else if train.threatened.insert(*who) {
                let segment = train.dodged(dummy.position).and_then(|at| i64::try_from(at).ok()).unwrap_or(-1);
                run.log.add(of(slot), "must dodge", Subject::new("dummies", *who), segment, None);
            }
        }
    }
}
