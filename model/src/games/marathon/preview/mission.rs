//! Whether the mission is done (`marathon.md` 2.4).

use super::control_panel;
use super::placement::{Group, is_civilian};
use super::polygon_trigger::MUST_BE_EXPLORED;
use super::world::{Run, subject};
use crate::preview::{Cause, Fidelity, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "mission",
        what: "exploration, retrieval, repair, rescue",
        truth: Truth::Documents,
        note: "asked again after everything that can change it",
    },
    Fidelity {
        file: "mission",
        what: "extermination",
        truth: Truth::Assumed,
        note: "everyone but bobs is an alien; which are is in the physics model",
    },
];

// Mission flags (seed 001, FLAGS).
const EXTERMINATION: u16 = 1 << 0;
const EXPLORATION: u16 = 1 << 1 | EXPLORATION_M1;
pub(super) const EXPLORATION_M1: u16 = 1 << 5;
const RETRIEVAL: u16 = 1 << 2;
const REPAIR: u16 = 1 << 3 | REPAIR_M1;
const REPAIR_M1: u16 = 1 << 7;
const RESCUE: u16 = 1 << 4 | 1 << 6;
/// Environment flag: everyone counts as an enemy, none may be left.
const REBELLION: u16 = 1 << 2;
/// Aliens that may be left.
const FEW: usize = 8;
/// The items that are no weapon, ammunition or power-up: key and uplink chip.
const TO_RETRIEVE: [i16; 2] = [24, 25];

/// How the mission stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum State {
    #[default]
    Unfinished,
    Finished,
    /// Done, but too many civilians died.
    Failed,
}

impl State {
    pub(super) fn number(self) -> i64 {
        match self {
            State::Unfinished => 0,
            State::Finished => 1,
            State::Failed => 2,
        }
    }
}

/// How it stands now.
pub(super) fn state(run: &Run<'_>) -> State {
    let asks = |flags: u16| run.fixed.mission_flags & flags != 0;
    let there = || run.live.things.iter().filter(|thing| thing.is_there());
    let rebellion = run.fixed.environment_flags & REBELLION != 0;
    let aliens = || {
        there().filter(|thing| thing.group == Group::Monster && (rebellion || !is_civilian(thing.kind))).count()
            > if rebellion { 0 } else { FEW }
    };
    let left = asks(EXTERMINATION) && aliens()
        || asks(EXPLORATION) && run.live.polygon_kinds.contains(&MUST_BE_EXPLORED)
        || asks(RETRIEVAL) && there().any(|thing| thing.group == Group::Item && TO_RETRIEVE.contains(&thing.kind))
        || asks(REPAIR) && control_panel::untouched_repair_switches(run, asks(REPAIR_M1));
    let counts = &run.live.counts;
    if left {
        State::Unfinished
    } else if asks(RESCUE) && counts.dead_civilians > counts.civilians / 2 {
        State::Failed
    } else {
        State::Finished
    }
}

/// Asks again and logs a change.
pub(super) fn check(run: &mut Run<'_>, cause: Cause) {
    let now = state(run);
    if now == run.live.mission {
        return;
    }
    run.live.mission = now;
    let level = subject("info", 0);
    let word = match now {
        State::Unfinished => "mission unfinished",
        State::Finished => "mission finished",
        State::Failed => "mission failed",
    };
    run.log.add(level, word, level, 0, cause);
}
