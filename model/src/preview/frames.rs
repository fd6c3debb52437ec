//! Copies of a world kept along the way, so that any tick is near.

use super::World;

/// A world as it was.
#[derive(Debug)]
struct Frame {
    tick: u32,
    bytes: usize,
    world: Box<dyn World>,
}

/// Key frames in the order of their ticks, within a budget of bytes. Over the budget they are thinned as they age: the
/// gap between two grows with their distance from the newest. The first is always kept.
#[derive(Debug)]
pub struct KeyFrames {
    frames: Vec<Frame>,
    bytes: usize,
    budget: usize,
}

impl KeyFrames {
    /// None yet.
    pub fn new(budget: usize) -> KeyFrames {
        KeyFrames { frames: Vec::new(), bytes: 0, budget }
    }

    /// Keeps a copy of a world, unless there is one of its tick or a later one.
    pub fn keep(&mut self, world: &dyn World) {
        let tick = world.now();
        if self.frames.last().is_some_and(|last| last.tick >= tick) {
            return;
        }
        let copy = world.copy();
        let bytes = copy.bytes() + size_of::<Frame>();
        self.bytes += bytes;
        self.frames.push(Frame { tick, bytes, world: copy });
        while self.bytes > self.budget && self.thin() {}
    }

    /// Drops the frame that is missed least: the one whose neighbours would then be closest together for their age.
    fn thin(&mut self) -> bool {
        let Some(newest) = self.frames.last().map(|frame| u64::from(frame.tick)) else { return false };
        let ticks = self.frames.iter().map(|frame| u64::from(frame.tick));
        let inner = ticks.clone().zip(ticks.clone().skip(1)).zip(ticks.skip(2)).enumerate();
        // gap / age, compared without fractions: gap * other age < other gap * age.
        let least = inner.map(|(at, ((before, own), after))| (after - before, newest - own + 1, at + 1)).reduce(
            |best, next| {
                let smaller = u128::from(next.0) * u128::from(best.1) < u128::from(best.0) * u128::from(next.1);
                if smaller { next } else { best }
            },
        );
        let Some((_, _, at)) = least else { return false };
        let dropped = self.frames.remove(at);
        self.bytes -= dropped.bytes;
        true
    }

    /// The latest world at or before a tick.
    pub fn before(&self, tick: u32) -> Option<&dyn World> {
        let after = self.frames.partition_point(|frame| frame.tick <= tick);
        self.frames.get(after.checked_sub(1)?).map(|frame| frame.world.as_ref())
    }

    /// Forgets the frames at a tick and after it; the first stays.
    pub fn cut(&mut self, tick: u32) {
        let keep = self.frames.partition_point(|frame| frame.tick < tick).max(1);
        self.frames.truncate(keep);
        self.bytes = self.frames.iter().map(|frame| frame.bytes).sum();
    }

    /// The ticks there are frames of.
    pub fn ticks(&self) -> impl Iterator<Item = u32> {
        self.frames.iter().map(|frame| frame.tick)
    }

    /// What they hold, at most.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::super::Log;
    use super::super::test_world::Counter;
    use super::*;

    #[test]
    fn frames_stay_within_the_budget_and_get_sparser_with_age() {
        let mut world = Counter::new(1);
        let mut frames = KeyFrames::new(20 * (Counter::BYTES + size_of::<Frame>()));
        frames.keep(&world);
        for _ in 0..2000 {
            world.tick(&[], &mut Log::default());
            if world.now().is_multiple_of(10) {
                frames.keep(&world);
                frames.keep(&world);
            }
            assert!(frames.bytes() <= frames.budget);
        }
        let ticks: Vec<u32> = frames.ticks().collect();
        assert_eq!((ticks.len(), ticks[0], ticks[19]), (20, 0, 2000));
        let gaps: Vec<u32> = ticks.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps[18] <= 20 && gaps[0] >= 100 && gaps[0] < 1500, "{gaps:?}");
        assert_eq!(frames.before(5).unwrap().now(), 0);
        assert_eq!(frames.before(1999).unwrap().now(), ticks[18]);
        frames.cut(ticks[3]);
        assert_eq!(frames.ticks().count(), 3);
        frames.cut(0);
        assert_eq!(frames.ticks().collect::<Vec<_>>(), [0]);
    }
}
