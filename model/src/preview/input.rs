//! What a person does to a running level.

use serde::{Deserialize, Serialize};

use super::{Address, Number};

/// Something a person did, with its place in the scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// The tick at whose beginning it acts; 1 is the first.
    pub tick: u32,
    /// What was done.
    #[serde(flatten)]
    pub verb: Verb,
}

/// What can be done. Coordinates, heights and angles are in the level's raw units; games that store whole numbers take
/// the nearest. A game refuses what it cannot do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Verb {
    /// Puts somebody somewhere, without walking.
    Place {
        /// Where.
        x: Number,
        /// Where.
        y: Number,
        /// How high; on the ground where it is not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        z: Option<Number>,
        /// Where it looks.
        #[serde(default)]
        facing: Number,
        /// Who: somebody of the level, or a stand-in that games may know; the walker where it is not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Address>,
    },
    /// Takes somebody away.
    Leave {
        /// Who; the walker where it is not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Address>,
    },
    /// Walks in a straight line to a place and stays there.
    Walk {
        /// Where to.
        x: Number,
        /// Where to.
        y: Number,
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
        /// The gait: slow (creeping, walking) or fast (running); 0 is the usual one.
        #[serde(default, skip_serializing_if = "is_usual")]
        pace: i8,
    },
    /// Looks in a direction.
    Look {
        /// The angle.
        facing: Number,
        /// The angle above the horizon.
        #[serde(default, skip_serializing_if = "is_level")]
        pitch: Number,
    },
    /// Jumps.
    Jump,
    /// Uses what the walker stands before.
    Use,
    /// Takes the nearest thing that can be carried, or lets go of what is carried.
    Take,
    /// Begins to aim what is carried, or ends it.
    Aim,
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
        x: Number,
        /// Where to.
        y: Number,
        /// Where to.
        z: Number,
    },
    /// Gives a thing a value.
    Set {
        /// Whose.
        target: Address,
        /// Which.
        field: String,
        /// The raw value.
        value: Number,
    },
    /// Makes an event happen to a thing.
    Fire {
        /// To what.
        target: Address,
        /// Which, in the game's words.
        event: String,
    },
}

// serde asks with references.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_usual(pace: &i8) -> bool {
    *pace == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_level(pitch: &Number) -> bool {
    *pitch == Number::ZERO
}

impl Verb {
    /// Puts the walker on the ground somewhere.
    pub fn place(x: impl Into<Number>, y: impl Into<Number>, facing: impl Into<Number>) -> Verb {
        Verb::Place { x: x.into(), y: y.into(), z: None, facing: facing.into(), who: None }
    }

    /// Lets the walker walk somewhere.
    pub fn walk(x: impl Into<Number>, y: impl Into<Number>) -> Verb {
        Verb::Walk { x: x.into(), y: y.into() }
    }

    /// The word for it in logs.
    pub fn word(&self) -> &'static str {
        match self {
            Verb::Place { .. } => "place",
            Verb::Leave { .. } => "leave",
            Verb::Walk { .. } => "walk",
            Verb::Keys { .. } => "keys",
            Verb::Look { .. } => "look",
            Verb::Jump => "jump",
            Verb::Use => "use",
            Verb::Take => "take",
            Verb::Aim => "aim",
            Verb::Touch { .. } => "touch",
            Verb::Hit { .. } => "hit",
            Verb::Throw { .. } => "throw",
            Verb::Set { .. } => "set",
            Verb::Fire { .. } => "fire",
        }
    }
}
