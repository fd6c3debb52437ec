//! Levels of The Warriors, running (`warriors.md` 2, seed 002): one file a behaviour.

mod barrier;
mod calls;
mod door;
#[cfg(test)]
mod door_tests;
mod drawing;
mod dust;
mod emitter;
#[cfg(test)]
mod emitter_tests;
mod fixed;
mod flies;
mod impact;
mod leaf;
mod link;
mod live;
mod marker;
#[cfg(test)]
mod navigation_tests;
mod neon;
mod pane;
#[cfg(test)]
mod pane_tests;
mod prop;
#[cfg(test)]
mod prop_tests;
mod shatter;
mod simple;
#[cfg(test)]
mod small_tests;
mod steam;
mod store;
mod streaming;
mod strike;
mod strobe;
#[cfg(test)]
pub(crate) mod test_levels;
mod thing;
#[cfg(test)]
mod thing_tests;
mod throw;
#[cfg(test)]
mod throw_tests;
mod tint;
mod train;
mod tread;
mod walker;
#[cfg(test)]
mod walker_tests;
mod wheel;
mod world;

pub use world::WarriorsWorld;

use super::WARRIORS;
use crate::games::{Abilities, PreviewSpec};
use crate::preview::StillPicture;

/// How its levels run. How true every behaviour is stands in the order of a tick.
pub static PREVIEW: PreviewSpec = PreviewSpec {
    build: |level, start, log| Box::new(WarriorsWorld::new(level, start, log)),
    picture: |level, objects| {
        Box::new(StillPicture::new((WARRIORS.scene)(level, objects), WARRIORS.kinds, drawing::ACTED))
    },
    walker: Abilities { paces: true, jumps: true, looks_up: false },
    settings: fixed::SETTINGS,
    fidelity: &[
        calls::FIDELITY,
        walker::FIDELITY,
        door::FIDELITY,
        leaf::FIDELITY,
        strike::FIDELITY,
        barrier::FIDELITY,
        link::FIDELITY,
        thing::FIDELITY,
        simple::FIDELITY,
        prop::FIDELITY,
        tread::FIDELITY,
        dust::FIDELITY,
        impact::FIDELITY,
        throw::FIDELITY,
        tint::FIDELITY,
        marker::FIDELITY,
        streaming::FIDELITY,
        pane::FIDELITY,
        shatter::FIDELITY,
        train::FIDELITY,
        wheel::FIDELITY,
        emitter::FIDELITY,
        steam::FIDELITY,
        strobe::FIDELITY,
        store::FIDELITY,
        flies::FIDELITY,
        neon::FIDELITY,
    ],
};
