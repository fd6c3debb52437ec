//! Display maps: a number that is stored in one form and shown in another.

/// How a stored number is shown, and a shown one stored. The two need not be exact inverses:
/// typing back the text that is shown changes nothing (see [`super::parse_shown`]).
#[derive(Clone, Copy, Debug)]
pub struct Display {
    /// What the shown number is, for the inspector's help ("radius; stored squared").
    pub what: &'static str,
    /// Stored to shown.
    pub show: fn(f64) -> f64,
    /// Shown to stored.
    pub store: fn(f64) -> f64,
}
