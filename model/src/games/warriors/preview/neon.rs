//! Neon emitters: each places a light and ends (`warriors.md` 1.1, P41).

use crate::preview::{Fidelity, Truth};
use crate::scene::Colour;

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "neon",
        what: "orange and pink neon emitters place a light and end",
        truth: Truth::Documents,
        note: "(1.1, P41) the light stays",
    },
    Fidelity {
        file: "neon",
        what: "flicker, exact colours, what they light",
        truth: Truth::NotSimulated,
        note: "drawn as a steady glow in a colour of ours",
    },
];

/// What the log says when it does.
pub(super) const PLACED: &str = "places a light and ends";

/// The colour that a sign is drawn in.
pub(super) fn colour(name: &str) -> Colour {
    if name == "part_pink_neon" { Colour::rgb(255, 120, 200) } else { Colour::rgb(255, 150, 60) }
}
