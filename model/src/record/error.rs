//! Why a field could not be read, and why something was refused.

/// A field that cannot be read from the bytes at hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    /// The record is shorter than the field's place.
    #[error("{field} needs bytes {at}..{end}, the record has {have}")]
    Short {
        /// The field's name.
        field: &'static str,
        /// First byte of the place.
        at: usize,
        /// One past its last byte.
        end: usize,
        /// Length of the record.
        have: usize,
    },
    /// The record's layout has no such field.
    #[error("{field} does not exist in layout {layout}")]
    Absent {
        /// The field's name.
        field: &'static str,
        /// The layout at hand.
        layout: u16,
    },
    /// The access pair found no such token or argument.
    #[error("{field}: {reason}")]
    NotThere {
        /// The field's name.
        field: &'static str,
        /// What is missing.
        reason: String,
    },
}

/// A plan that was not carried out, with the reason in plain words. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The number does not fit.
    #[error("{field}: {value} is outside {min}..{max}")]
    OutOfRange {
        /// What was to be set.
        field: String,
        /// The value as typed.
        value: String,
        /// Smallest allowed.
        min: i128,
        /// Largest allowed.
        max: i128,
    },
    /// The text does not fit.
    #[error("{field}: the text needs {need} bytes, there is room for {room}")]
    TextTooLong {
        /// What was to be set.
        field: String,
        /// Bytes needed.
        need: usize,
        /// Bytes available.
        room: usize,
    },
    /// A character that the game's character set lacks.
    #[error("{field}: {character:?} does not exist in {encoding}")]
    Character {
        /// What was to be set.
        field: String,
        /// The character.
        character: char,
        /// The character set.
        encoding: &'static str,
    },
    /// A value of the wrong sort.
    #[error("{field}: expected {expected}, got {got}")]
    WrongSort {
        /// What was to be set.
        field: String,
        /// What the field takes.
        expected: String,
        /// What was given.
        got: String,
    },
    /// The field cannot be written.
    #[error("{field} cannot be changed: {reason}")]
    ReadOnly {
        /// What was to be set.
        field: String,
        /// Why not.
        reason: String,
    },
    /// A table or format is full.
    #[error("{what}: at most {limit} {unit}")]
    Limit {
        /// What is full.
        what: String,
        /// How many it can hold.
        limit: u64,
        /// Of what.
        unit: String,
    },
    /// Something named does not exist (any more).
    #[error("{0} does not exist")]
    Missing(String),
    /// The bytes found are not the bytes expected.
    #[error("{what}: the bytes are not what this edit expects")]
    Mismatch {
        /// Where.
        what: String,
    },
    /// The field could not be read.
    #[error(transparent)]
    Unreadable(#[from] FieldError),
    /// Any other rule of the game or the format.
    #[error("{0}")]
    Rule(String),
}

impl Refusal {
    /// A rule of the game, in plain words.
    pub fn rule(text: impl Into<String>) -> Refusal {
        Refusal::Rule(text.into())
    }
}
