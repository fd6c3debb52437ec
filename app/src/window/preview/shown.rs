//! What of a preview is drawn: the tick it stands at, or a moment on the way there.

use std::sync::Arc;

use levelwright_model::preview::Moment;

/// Names a picture: the stamp of the tick it leads to, and the share of the way, in bits.
pub type Key = (u64, u32);

/// What is drawn. While a preview plays, pictures go from one tick to the next; the world knows nothing of it.
#[derive(Debug, Default)]
pub struct Shown {
    stamp: u64,
    /// The tick before, if that is where it came from and something glides from there.
    before: Option<Arc<Moment>>,
    now: Arc<Moment>,
    moment: Arc<Moment>,
    /// The share of the way to `now`, in bits.
    share: u32,
}

impl Shown {
    /// Another tick is shown.
    pub(super) fn step(&mut self, stamp: u64, before: Arc<Moment>, now: &Arc<Moment>) {
        let next = before.tick + 1.0 == now.tick;
        self.before = Some(before).filter(|before| next && before.glides_to(now));
        (self.stamp, self.now, self.moment, self.share) = (stamp, now.clone(), now.clone(), 1f32.to_bits());
    }

    /// How far it is on the way to the tick; answers whether a later picture would look otherwise.
    pub(super) fn at(&mut self, share: f32) -> bool {
        let Some(before) = &self.before else { return false };
        let share = share.clamp(0.0, 1.0);
        if self.share != share.to_bits() {
            self.share = share.to_bits();
            self.moment = if share < 1.0 { Arc::new(before.towards(&self.now, share)) } else { self.now.clone() };
        }
        share < 1.0
    }

    /// What to draw.
    pub fn moment(&self) -> &Arc<Moment> {
        &self.moment
    }

    /// Names what is drawn.
    pub fn key(&self) -> Key {
        (self.stamp, self.share)
    }
}
