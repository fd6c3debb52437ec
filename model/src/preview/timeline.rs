//! Time in the person's hand: play, step, step back, jump, do things, change what was done.

use super::breaks::{Break, Stop};
use super::frames::KeyFrames;
use super::{Event, Log, Scenario, Verb, World};

/// Bytes of key frames at most.
const BUDGET: usize = 64 << 20;
/// Ticks between two key frames as they are made.
const INTERVAL: u32 = 50;

/// A run of a world along a scenario, of which every tick up to the furthest can be gone to.
#[derive(Debug)]
pub struct Timeline {
    world: Box<dyn World>,
    scenario: Scenario,
    log: Log,
    frames: KeyFrames,
    /// The furthest tick carried out along this scenario; the log reaches to it.
    furthest: u32,
    /// Conditions to stop at while playing.
    pub breaks: Vec<Break>,
}

impl Timeline {
    /// A run that stands where the world stands, just loaded. `loaded` is the log of loading it.
    pub fn new(world: Box<dyn World>, scenario: Scenario, loaded: Log) -> Timeline {
        Timeline::with_budget(world, scenario, loaded, BUDGET)
    }

    /// The same with another budget for key frames, in bytes.
    pub fn with_budget(world: Box<dyn World>, scenario: Scenario, loaded: Log, budget: usize) -> Timeline {
        let mut frames = KeyFrames::new(budget);
        frames.keep(world.as_ref());
        let furthest = world.now();
        Timeline { world, scenario, log: loaded, frames, furthest, breaks: Vec::new() }
    }

    /// The world as it stands.
    pub fn world(&self) -> &dyn World {
        self.world.as_ref()
    }

    /// The tick it stands at.
    pub fn now(&self) -> u32 {
        self.world.now()
    }

    /// The furthest tick that is known.
    pub fn furthest(&self) -> u32 {
        self.furthest
    }

    /// Everything that happened up to the furthest tick.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// What is done when.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The key frames.
    pub fn frames(&self) -> &KeyFrames {
        &self.frames
    }

    /// One tick on.
    pub fn step(&mut self) {
        let next = self.world.now().saturating_add(1);
        let inputs = self.scenario.at(next);
        if next > self.furthest {
            self.world.tick(inputs, &mut self.log);
            self.furthest = next;
            if next.is_multiple_of(INTERVAL) {
                self.frames.keep(self.world.as_ref());
            }
        } else {
            // Known already: the rows come out alike and are dropped.
            self.world.tick(inputs, &mut Log::from_row(self.log.row_at(next)));
        }
    }

    /// One tick back.
    pub fn step_back(&mut self) {
        self.seek(self.now().saturating_sub(1));
    }

    /// Goes to a tick, back or forth. Breaks do not stop it.
    pub fn seek(&mut self, tick: u32) {
        let near = self.frames.before(tick);
        if let Some(frame) = near
            && (self.world.now() > tick || frame.now() > self.world.now())
        {
            self.world = frame.copy();
        }
        while self.world.now() < tick {
            self.step();
        }
    }

    /// Plays on to a tick or until a break stops it.
    pub fn play(&mut self, until: u32) -> Option<Stop> {
        while self.now() < until {
            let held: Vec<bool> = self.breaks.iter().map(|b| b.holds(self.world.as_ref())).collect();
            self.step();
            let now = self.now();
            for (condition, (stop, held)) in self.breaks.iter().zip(held).enumerate() {
                if let Some(row) = stop.stops(self.world.as_ref(), &self.log, held) {
                    return Some(Stop { tick: now, condition, row });
                }
            }
        }
        None
    }

    /// Does something: it acts in the next tick. What was known beyond is forgotten.
    pub fn act(&mut self, verb: Verb) {
        let tick = self.now().saturating_add(1);
        self.scenario.add(tick, verb);
        self.forget(tick);
    }

    /// Takes another scenario. The run up to its first change stays; it stands at the same tick afterwards. One with
    /// another seed or other settings is refused, for they act while the level is loaded: make a new timeline. Answers whether it
    /// was taken.
    pub fn set_scenario(&mut self, scenario: Scenario) -> bool {
        if scenario.start() != self.scenario.start() {
            return false;
        }
        let now = self.now();
        let changed = self.scenario.first_change(&scenario);
        self.scenario = scenario;
        if let Some(tick) = changed {
            self.forget(tick.max(1));
            self.seek(now);
        }
        true
    }

    fn forget(&mut self, tick: u32) {
        self.log.cut(tick);
        self.frames.cut(tick);
        self.furthest = self.furthest.min(tick.saturating_sub(1));
        if self.world.now() > self.furthest
            && let Some(frame) = self.frames.before(self.furthest)
        {
            self.world = frame.copy();
            self.seek(self.furthest);
        }
    }

    /// The events from one tick to another, both included.
    pub fn events(&self, from: u32, to: u32) -> &[Event] {
        let events = self.log.events();
        let first = events.partition_point(|event| event.tick < from);
        let end = events.partition_point(|event| event.tick <= to);
        events.get(first..end).unwrap_or_default()
    }

    /// Heap bytes of key frames and log, at most.
    pub fn bytes(&self) -> usize {
        self.frames.bytes() + self.log.bytes() + self.world.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_world::{BELL, Counter};
    use super::super::{Comparison, Filter, Input, Number};
    use super::*;

    fn timeline() -> Timeline {
        Timeline::new(Box::new(Counter::new(77)), Scenario::default(), Log::default())
    }

    fn set(value: i32) -> Verb {
        Verb::Set { target: BELL.into(), field: "sum".to_owned(), value: Number::whole(value) }
    }

    #[test]
    fn every_tick_is_the_same_from_the_start_and_from_a_key_frame() {
        let mut timeline = timeline();
        let hashes: Vec<u64> = (0..500)
            .map(|_| {
                timeline.step();
                timeline.world().hash()
            })
            .collect();
        let log = timeline.log().clone();
        for tick in [500, 1, 499, 250, 51, 49, 300] {
            timeline.seek(tick);
            assert_eq!(timeline.world().hash(), hashes[tick as usize - 1], "tick {tick}");
        }
        timeline.step_back();
        assert_eq!(timeline.world().hash(), hashes[298]);
        assert_eq!(timeline.log(), &log, "going back and forth changes nothing");
        timeline.seek(600);
        assert_eq!(timeline.furthest(), 600);
    }

    #[test]
    fn an_input_changes_what_follows_and_nothing_before() {
        let mut timeline = timeline();
        timeline.seek(200);
        let before = timeline.log().clone();
        timeline.seek(100);
        timeline.act(set(-5));
        assert_eq!((timeline.now(), timeline.furthest()), (100, 100));
        timeline.seek(200);
        assert_eq!(timeline.events(101, 101)[0].kind, "set");
        assert_eq!(timeline.events(0, 100), &before.events()[..before.row_at(101) as usize]);
        let hash = timeline.world().hash();
        let mut again = Timeline::new(Box::new(Counter::new(77)), timeline.scenario().clone(), Log::default());
        again.seek(200);
        assert_eq!(again.world().hash(), hash);
        assert_eq!(again.log(), timeline.log());
        assert!(again.set_scenario(Scenario::default()));
        assert_eq!((again.now(), again.log()), (200, &before));
        assert!(again.set_scenario(Scenario::new(None, vec![Input { tick: 101, verb: set(-5) }])));
        assert_eq!(again.world().hash(), hash);
        assert!(!again.set_scenario(Scenario::new(Some(7), Vec::new())));
        assert_eq!(again.world().hash(), hash, "another seed is another world");
    }

    #[test]
    fn playing_stops_where_it_was_told_to() {
        let mut timeline = timeline();
        timeline.breaks = vec![Break::Event(Filter::new("rings"))];
        let stop = timeline.play(500).unwrap();
        let row = timeline.log().row(stop.row.unwrap()).unwrap();
        assert_eq!((row.tick, row.kind, stop.tick), (timeline.now(), "rings", timeline.now()));
        // Also where the course is known already.
        let first = stop;
        timeline.seek(400);
        timeline.seek(0);
        assert_eq!(timeline.play(500), Some(first));

        timeline.breaks = vec![Break::Value {
            of: BELL,
            field: "sum".to_owned(),
            comparison: Comparison::Above,
            value: Number::whole(1_000_000),
        }];
        let stop = timeline.play(500).unwrap();
        assert!(timeline.world().value(&BELL, "sum").unwrap().int().unwrap() > 1_000_000);
        assert_eq!(stop.row, None);
        assert_eq!(timeline.play(500), None, "it is so already");

        timeline.breaks = vec![Break::Silence(20)];
        timeline.seek(0);
        let stop = timeline.play(3000).unwrap();
        let last = timeline.events(0, stop.tick).last().unwrap().tick;
        assert_eq!(stop.tick - last, 20);
    }
}
