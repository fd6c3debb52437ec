//! What a person does to a running level.

use serde::{Deserialize, Serialize};

use super::subject::Address;

/// Something a person did, with its place in the scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// The tick at whose beginning it acts; 1 is the first.
    pub tick: u32,
    /// What was done.
    #[serde(flatten)]
    pub verb: Verb,
}

/// What can be done. Coordinates, heights and angles are the level's raw units. A game refuses what it cannot do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Verb {
    /// Puts the walker somewhere, without walking.
    Place {
        /// Where.
        x: i32,
        /// Where.
        y: i32,
        /// How high; on the ground where it is not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        z: Option<i32>,
        /// Where it looks.
        #[serde(default)]
        facing: i32,
    },
    /// Takes the walker away.
    Leave,
    /// Walks in a straight line to a place and stays there.
    Walk {
        /// Where to.
        x: i32,
        /// Where to.
        y: i32,
    },
    /// Keys held from now on: each -1, 0 or 1. All 0 stops.
    Keys {
        /// Forward or back.
        #[serde(default)]
        forward: i8,
        /// To the right or left.
        #[serde(default)]
        side: i8,
        /// Turning clockwise or against.
        #[serde(default)]
        turn: i8,
    },
    /// Looks in a direction.
    Look {
        /// The angle.
        facing: i32,
    },
    /// Uses what the walker stands before.
    Use,
    /// Uses a thing, wherever the walker is.
    Touch {
        /// What.
        target: Address,
    },
    /// Strikes or shoots a thing.
    Hit {
        /// What.
        target: Address,
        /// How hard, in the game's own measure.
        #[serde(default)]
        strength: i32,
    },
    /// Throws what the walker holds to a place.
    Throw {
        /// Where to.
        x: i32,
        /// Where to.
        y: i32,
        /// Where to.
        z: i32,
    },
    /// Gives a thing a value.
    Set {
        /// Whose.
        target: Address,
        /// Which.
        field: String,
        /// The raw value.
        value: i64,
    },
    /// Makes an event happen to a thing.
    Fire {
        /// To what.
        target: Address,
        /// Which, in the game's words.
        event: String,
    },
}

impl Verb {
    /// The word for it in logs.
    pub fn word(&self) -> &'static str {
        match self {
            Verb::Place { .. } => "place",
            Verb::Leave => "leave",
            Verb::Walk { .. } => "walk",
            Verb::Keys { .. } => "keys",
            Verb::Look { .. } => "look",
            Verb::Use => "use",
            Verb::Touch { .. } => "touch",
            Verb::Hit { .. } => "hit",
            Verb::Throw { .. } => "throw",
            Verb::Set { .. } => "set",
            Verb::Fire { .. } => "fire",
        }
    }
}
