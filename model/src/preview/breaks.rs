//! When playing stops by itself.

use std::cmp::Ordering;

use super::event::{Event, Filter};
use super::subject::Subject;
use super::{Log, Number, Reading, World};

/// A condition to stop at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Break {
    /// An event that passes the filter.
    Event(Filter),
    /// A value becomes so; it does not stop again while it stays so.
    Value {
        /// Whose.
        of: Subject,
        /// Which.
        field: String,
        /// How it is compared.
        comparison: Comparison,
        /// With what.
        value: Number,
    },
    /// Nothing has happened for this many ticks; it stops again after the next event.
    Silence(u32),
}

/// How a value is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The same.
    Equal,
    /// Another.
    NotEqual,
    /// Smaller.
    Below,
    /// Greater.
    Above,
}

/// Why playing stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// After which tick.
    pub tick: u32,
    /// Which of the conditions, by its position.
    pub condition: usize,
    /// The row of the event, if it was one.
    pub row: Option<u32>,
}

impl Comparison {
    fn holds(self, found: Reading, wanted: Number) -> bool {
        let order = found.compare(wanted);
        match self {
            Comparison::Equal => order.is_some_and(Ordering::is_eq),
            Comparison::NotEqual => order.is_none_or(Ordering::is_ne),
            Comparison::Below => order.is_some_and(Ordering::is_lt),
            Comparison::Above => order.is_some_and(Ordering::is_gt),
        }
    }
}

impl Break {
    /// Whether the condition about a value holds now; never for the other kinds.
    pub(super) fn holds(&self, world: &dyn World) -> bool {
        match self {
            Break::Value { of, field, comparison, value } => {
                world.value(of, field).is_some_and(|found| comparison.holds(found, *value))
            }
            Break::Event(_) | Break::Silence(_) => false,
        }
    }

    /// Whether to stop after the tick that was just carried out. `held` is what [`Break::holds`] said before it.
    pub(super) fn stops(&self, world: &dyn World, log: &Log, held: bool) -> Option<Option<u32>> {
        let now = world.now();
        match self {
            Break::Event(filter) => {
                let row = log.row_at(now);
                let from = log.events().partition_point(|event| event.tick < now);
                let of_now = log.events().get(from..).unwrap_or_default();
                let found =
                    of_now.iter().take_while(|event| event.tick == now).position(|event| filter.passes(event))?;
                Some(Some(row.saturating_add(u32::try_from(found).unwrap_or(0))))
            }
            Break::Value { .. } => (!held && self.holds(world)).then_some(None),
            Break::Silence(ticks) => {
                let until = log.events().partition_point(|event| event.tick <= now);
                let last = until.checked_sub(1).and_then(|at| log.events().get(at)).map_or(0, |e: &Event| e.tick);
                (now.saturating_sub(last) == *ticks).then_some(None)
            }
        }
    }
}
