//! A world made up for tests: a number that grows by what a generator draws.

use super::*;

/// Every tenth draw divisible by 8 rings a bell.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    tick: u32,
    sum: i64,
    random: ShiftRegister,
}

pub(super) const BELL: Subject = Subject::new("bells", 0);

impl Counter {
    pub(super) const BYTES: usize = 100;

    pub(super) fn new(seed: u16) -> Counter {
        Counter { tick: 0, sum: 0, random: ShiftRegister::new(0xB400, seed) }
    }
}

impl World for Counter {
    fn ticks_per_second(&self) -> u32 {
        30
    }
    fn now(&self) -> u32 {
        self.tick
    }
    fn tick(&mut self, inputs: &[Input], log: &mut Log) {
        self.tick += 1;
        log.set_tick(self.tick);
        for input in inputs {
            if let Verb::Set { value, .. } = &input.verb {
                self.sum = value.round();
                log.add(BELL, "set", BELL, self.sum, None);
            }
        }
        let draw = self.random.draw();
        self.sum += i64::from(draw);
        if draw.is_multiple_of(8) {
            log.add(BELL, "rings", BELL, self.sum, None);
        }
    }
    fn copy(&self) -> Box<dyn World> {
        Box::new(self.clone())
    }
    fn hash(&self) -> u64 {
        let mut hasher = StateHasher::new();
        hasher.add(self.tick);
        hasher.add(self.sum);
        hasher.add(self.random.state());
        hasher.finish()
    }
    fn bytes(&self) -> usize {
        Counter::BYTES
    }
    fn value(&self, of: &Subject, field: &str) -> Option<Reading> {
        (*of == BELL && field == "sum").then_some(self.sum.into())
    }
    fn find(&self, address: &Address) -> Option<Subject> {
        (*address == BELL.into()).then_some(BELL)
    }
    fn live(&self) -> Vec<Live> {
        vec![Live::new(BELL, "sum", self.sum)]
    }
    fn actors(&self) -> Vec<Actor> {
        Vec::new()
    }
}
