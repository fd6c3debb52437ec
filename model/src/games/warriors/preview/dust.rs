//! Dust that blows raise (`warriors.md` P23, P41).

use glam::Vec3;

use super::world::Run;
use crate::preview::{Cause, Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "dust",
        what: "dust of riot props (0x8b7d6964, within 40 m of the camera) and of trash (0x8b7d6994, within 60 m): two bursts",
        truth: Truth::Documents,
        note: "(P23, P41) events name the radii, their value is the colour",
    },
    Fidelity { file: "dust", what: "how dust moves, whether it is in view", truth: Truth::NotSimulated, note: "" },
];

/// A burst's colour, and within which of a camera there is one, in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dust {
    colour: u32,
    seen: f32,
}

/// Of stands, crates and benches, with every blow.
pub(super) const RIOT: Dust = Dust { colour: 0x8B7D_6964, seen: 40.0 };
/// Of trash, when it breaks.
pub(super) const TRASH: Dust = Dust { colour: 0x8B7D_6994, seen: 60.0 };

/// Two bursts at a place.
pub(super) fn rises(run: &mut Run<'_>, dust: Dust, of: Subject, at: Vec3, cause: Cause) {
    if (at - run.camera()).length_squared() > dust.seen * dust.seen {
        return;
    }
    for burst in ["dust, 3.75 m", "dust, 2.75 m"] {
        run.log.add(of, burst, of, dust.colour.into(), cause);
    }
}
