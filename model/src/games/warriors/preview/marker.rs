//! Objective markers: a disc and its column (`warriors.md` P8 to P10).

use super::thing;
use super::world::Run;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[Fidelity {
    file: "marker",
    what: "turning, fading in and out, colours of columns, removal",
    truth: Truth::Documents,
    note: "(P8 to P10) the column is drawn as its box: what is seen is what the last update but one left",
}];

/// Degrees an update: 90 a second.
const TURN: u16 = 3;
/// Alpha an update.
const FADE: u8 = 8;
/// Whole extents of a column in metres.
pub(super) const COLUMN: [f32; 3] = [0.68, 0.68, 3.68];

/// A marker as it is now. It begins hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) shown: bool,
    pub(super) dying: bool,
    pub(super) alpha: u8,
    /// The alpha that is seen: that of the update before.
    pub(super) drawn: u8,
    /// How far the disc has turned, in degrees; its column turns back as far.
    pub(super) angle: u16,
}

impl State {
    /// One update; answers whether it is the end.
    pub(super) fn update(&mut self) -> bool {
        self.drawn = self.alpha;
        self.angle = (self.angle + TURN) % 360;
        let shown = self.shown && !self.dying;
        self.alpha = if shown { self.alpha.saturating_add(FADE) } else { self.alpha.saturating_sub(FADE) };
        self.dying && self.alpha == 0
    }

    pub(super) fn hash(self, hasher: &mut StateHasher) {
        let flags = u32::from(self.shown) | u32::from(self.dying) << 1;
        hasher.add(flags | u32::from(self.alpha) << 8 | u32::from(self.drawn) << 16);
        hasher.add(self.angle);
    }
}

/// The colour of a disc's column, 0xRRGGBBAA.
pub(super) fn column_colour(disc: &str) -> u32 {
    match disc {
        "dyn_w_mission" | "dyn_objective_yellow" | "dyn_throwtarget" => 0xC1A0_4700,
        "dyn_w_goto" | "dyn_objective_w" | "dyn_objective_red" => 0x9912_1300,
        "dyn_w_bonus" | "dyn_objective_green" => 0x5F44_7000,
        _ => 0xFFFF_FF00,
    }
}

/// Whether it is a live marker, which dies by a message; others go at once.
pub(super) fn is(run: &Run<'_>, what: Subject) -> bool {
    let Some(at) = thing::index(run.fixed, what) else { return false };
    let live = run.live.things.get(at).is_some_and(|state| state.live);
    live && run.fixed.things.get(at).is_some_and(thing::Spec::is_marker)
}

/// ObjDestroy by message: it fades out first.
pub(super) fn dies(run: &mut Run<'_>, what: Subject, by: Subject, cause: Cause) -> bool {
    let Some(state) = thing::index(run.fixed, what).and_then(|at| run.live.things_mut().get_mut(at)) else {
        return false;
    };
    state.marker.dying = true;
    run.log.add(by, "dies", what, 0, cause);
    true
}
