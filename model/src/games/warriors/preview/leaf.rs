//! Leaves of swinging doors (`warriors.md` P17, P18).

use crate::preview::{Fidelity, StateHasher, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[Fidelity {
    file: "leaf",
    what: "hinges, the swing: steady, 28 ticks, from the target before, along the shorter arc",
    truth: Truth::Documents,
    note: "(P17, P18) that a model reaches from its hinge to one leaf's width is inferred; drawn as boxes",
}];

/// Ticks of a swing.
pub(super) const SWING: u32 = 28;

/// How a door's leaves turn: the first by the angle, the second by its opposite.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Swing {
    from: f32,
    to: f32,
    /// The tick it starts from.
    start: u32,
}

impl Swing {
    /// A new target: it starts on the tick after, from where the last one was to end.
    pub(super) fn towards(&mut self, angle: f32, now: u32) {
        *self = Swing { from: self.to, to: angle, start: now.saturating_add(1) };
    }

    /// Puts the leaves back at once.
    pub(super) fn reset(&mut self) {
        *self = Swing::default();
    }

    /// The angle at a tick, in degrees.
    pub(super) fn angle(&self, now: u32) -> f32 {
        let part = now.saturating_sub(self.start).min(SWING) as f32 / SWING as f32;
        if part >= 1.0 {
            return self.to;
        }
        // The shorter arc: at most half a turn either way.
        let way = (self.to - self.from).rem_euclid(360.0);
        let way = if way > 180.0 { way - 360.0 } else { way };
        self.from + way * part
    }

    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        [self.from.to_bits(), self.to.to_bits(), self.start].into_iter().for_each(|n| hasher.add(n));
    }
}
