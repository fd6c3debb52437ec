//! Panes of glass (`warriors.md` P11 to P13, 1.7).

use std::sync::Arc;

use glam::Vec3;

use super::fixed::{Call, whole};
use super::world::Run;
use super::{prop, shatter, store};
use crate::games::warriors::names::GLASS_TYPES;
use crate::games::warriors::records::calls::GLASS_TYPE;
use crate::games::warriors::scene::place::PaneShape;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "pane",
        what: "set-up, bodies within 50 m, the first hit, BreakGlassInRadius, ObjDestroy, alarms, window links, flags nearby",
        truth: Truth::Documents,
        note: "(P11, P11b, P12, P13) BreakGlassInRadius also hits things of TYPE_GLASS",
    },
    Fidelity {
        file: "pane",
        what: "what an alarm brings",
        truth: Truth::NotSimulated,
        note: "the event says that it goes off",
    },
];

/// Within which a whole pane has a body, and within which it is drawn on its own: squares of metres.
const BODY: f32 = 2500.0;
const NEAR: f32 = 12.0;
/// Half the depth of a body in metres.
pub(super) const HALF_DEPTH: f32 = 0.25;
/// What setting up does to a pane's triangles (`warriors.md` P11b): a flag, and material GLASS.
pub(super) const TWO_SIDED: u16 = 0x2;
pub(super) const GLASS: u8 = 2;
/// The type of glass without a colour (`warriors.md` 1.7).
const COLOURLESS: i64 = 15;
/// What a broken pane counts in the level of the riot (`warriors.md` P23).
const RIOT_POINTS: i64 = 2;
/// What people do who look through a window (`warriors.md` P13).
const LOOKING: i64 = 9;
/// Within which a car's stereo comes free, in metres.
const STEREO: f32 = 2.0;

/// A pane as the level has it.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) subject: Subject,
    pub(super) shape: PaneShape,
    pub(super) glass: i64,
    pub(super) triangles: [Option<u32>; 2],
    pub(super) window_link: bool,
    pub(super) alarm: bool,
}

/// A pane as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) broken: bool,
    /// Destroyed without a break.
    pub(super) gone: bool,
    pub(super) body: bool,
    /// Drawn on its own, before the others.
    pub(super) near: bool,
}

impl State {
    pub(super) fn hash(self, hasher: &mut StateHasher) {
        let State { broken, gone, body, near } = self;
        hasher.add(u32::from(broken) | u32::from(gone) << 1 | u32::from(body) << 2 | u32::from(near) << 3);
    }

    pub(super) fn whole(self) -> bool {
        !self.broken && !self.gone
    }

    /// The colour, 0xRRGGBBAA.
    pub(super) fn colour(self, spec: &Spec) -> u32 {
        match (self.broken, spec.glass) {
            (true, _) => 0xFFFF_FF70,
            (false, COLOURLESS) => 0,
            (false, _) => 0x8080_80E0,
        }
    }
}

/// Reads a pane.
pub(super) fn read(call: &Call<'_>, subject: Subject, all: &[Call<'_>]) -> Option<Spec> {
    let glass = whole(&call.record, "glass")?;
    // What is configured last counts.
    let own = |call: &&Call<'_>| call.is(&GLASS_TYPE) && whole(&call.record, "type") == Some(glass);
    let configured = all.iter().rev().find(own).and_then(|call| {
        let flag = |name: &str| Some(whole(&call.record, name)? != 0);
        Some((flag("window_link")?, flag("alarm")?))
    });
    let known = usize::try_from(glass).ok().and_then(|at| GLASS_TYPES.get(at));
    let (window_link, alarm) =
        configured.or_else(|| known.map(|glass| (glass.window_link, glass.alarm))).unwrap_or_default();
    let shape = PaneShape::of(&call.record)?;
    Some(Spec { subject, shape, glass, triangles: call.triangles(), window_link, alarm })
}

/// What setting it up does.
pub(super) fn load(run: &mut Run<'_>) {
    let fixed = run.fixed;
    for spec in &fixed.panes {
        // A pane without a colour is made with a body; others get theirs where a camera is near.
        run.live.panes.push(State { broken: false, gone: false, body: spec.glass == COLOURLESS, near: false });
        let navigation = Arc::make_mut(&mut run.live.navigation);
        // Types 17 and 18 are placed broken, 18 also opens the way.
        if matches!(spec.glass, 17 | 18) {
            run.live.off.extend(spec.triangles.into_iter().flatten());
        }
        if spec.glass == 18 {
            navigation.open_at(spec.shape.centre(), true);
        }
        if spec.window_link {
            navigation.window(spec.shape.centre());
        }
    }
}

/// One frame: bodies by distance.
pub(super) fn frame(run: &mut Run<'_>) {
    let camera = run.camera();
    for (spec, state) in run.fixed.panes.iter().zip(&mut run.live.panes) {
        let distance = (spec.shape.centre() - camera).length_squared();
        // A lost body comes back only to a pane in the colour of whole ones (seed 002, "Near a camera").
        let has = state.body || spec.glass != COLOURLESS;
        state.body = has && state.whole() && distance < BODY;
        state.near = state.whole() && distance < NEAR;
    }
}

/// Message 1: the first hit breaks it, however strong. What else a break sets off belongs to hits alone.
pub(super) fn hit(run: &mut Run<'_>, at: usize, by_hit: bool, by: Subject, cause: Cause) -> bool {
    let fixed = run.fixed;
    let Some(spec) = fixed.panes.get(at) else { return false };
    let Some(state) = run.live.panes.get_mut(at).filter(|state| state.whole()) else { return false };
    *state = State { broken: true, gone: false, body: false, near: false };
    let row = run.log.add(by, "breaks", spec.subject, 0, cause);
    run.live.off.extend(spec.triangles.into_iter().flatten());
    shatter::burst(run, spec, row);
    let centre = spec.shape.centre();
    if spec.glass == 12 {
        for (thing, state) in fixed.things.iter().zip(run.live.things.iter()) {
            if thing.name == "dyn_carstereo" && (state.at - centre).length_squared() <= STEREO * STEREO {
                run.log.add(spec.subject, "comes free", thing.subject, 0, row);
            }
        }
    }
    if by_hit {
        broken_in(run, spec, row);
    }
    true
}

fn broken_in(run: &mut Run<'_>, spec: &Spec, row: Cause) {
    let fixed = run.fixed;
    run.log.add(spec.subject, "riot points", spec.subject, RIOT_POINTS, row);
    let centre = spec.shape.centre();
    if spec.alarm {
        // Crime type 1, reported where the pane is.
        let row = run.log.add(spec.subject, "alarm", spec.subject, 1, row);
        store::break_in(run, centre, row);
    }
    if spec.window_link {
        Arc::make_mut(&mut run.live.navigation).window_broken(centre);
    }
    let [width, height] = spec.shape.size();
    let reach = width.max(height);
    for flag in fixed.flags.iter().filter(|flag| flag.activity == LOOKING) {
        let near = (flag.at - centre).length() <= reach;
        if near && run.live.flags_off.insert(flag.subject.row) {
            run.log.add(spec.subject, "flag off", flag.subject, 0, row);
        }
    }
}

/// BreakGlassInRadius: every pane whose middle is within, and everything that counts as glass (seed 002, "What breaks
/// it").
pub(super) fn break_within(run: &mut Run<'_>, centre: Vec3, radius: f32, by: Subject, cause: Cause) {
    let fixed = run.fixed;
    for (at, spec) in fixed.panes.iter().enumerate() {
        if (spec.shape.centre() - centre).length_squared() <= radius * radius {
            hit(run, at, false, by, cause);
        }
    }
    for (at, spec) in fixed.things.iter().enumerate().filter(|(_, spec)| spec.glass) {
        let near = |state: &&super::thing::State| state.live && (state.at - centre).length_squared() <= radius * radius;
        if run.live.things.get(at).filter(near).is_some() && !prop::hit(run, at, 0, by, cause) {
            run.log.add(by, "is hit", spec.subject, 0, cause);
        }
    }
}

/// Message 0: shards and triangles, but it is not broken.
pub(super) fn shake(run: &mut Run<'_>, at: usize, by: Subject, cause: Cause) -> bool {
    let Some(spec) = run.fixed.panes.get(at) else { return false };
    if run.live.panes.get(at).is_none_or(|state| state.gone) {
        return false;
    }
    let row = run.log.add(by, "shakes", spec.subject, 0, cause);
    run.live.off.extend(spec.triangles.into_iter().flatten());
    shatter::burst(run, spec, row);
    true
}

/// ObjDestroy: it vanishes, without shards; its triangles stay as they are.
pub(super) fn vanish(run: &mut Run<'_>, what: Subject, by: Subject, cause: Cause) -> bool {
    let at = usize::try_from(what.row).unwrap_or(usize::MAX);
    let Some(state) = run.live.panes.get_mut(at).filter(|state| !state.gone) else { return false };
    *state = State { gone: true, body: false, near: false, ..*state };
    run.log.add(by, "removed", what, 0, cause);
    true
}

/// How far a place is from the pane's body; 0 in it.
pub(super) fn distance(shape: &PaneShape, at: Vec3) -> f32 {
    let from = at - shape.centre();
    let outside = |axis: Vec3, half: f32| (from.dot(axis).abs() - half).max(0.0);
    let [width, height] = shape.size();
    Vec3::new(
        outside(shape.w.normalize_or_zero(), width * 0.5),
        outside(shape.h.normalize_or_zero(), height * 0.5),
        outside(shape.normal(), HALF_DEPTH),
    )
    .length()
}
