//! Levels of The Warriors, running (`warriors.md` 2, seed 002): one file a behaviour.

mod aim;
#[cfg(test)]
mod aim_tests;
mod barrier;
mod calls;
mod carry;
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
mod flight;
#[cfg(test)]
mod flight_tests;
mod hold;
#[cfg(test)]
mod hold_tests;
mod impact;
mod kind;
mod leaf;
mod link;
mod live;
mod loose;
mod marker;
#[cfg(test)]
mod meeting_tests;
#[cfg(test)]
mod navigation_tests;
mod neon;
mod pane;
#[cfg(test)]
mod pane_tests;
mod pick;
#[cfg(test)]
mod pick_tests;
mod prop;
#[cfg(test)]
mod prop_tests;
mod removal;
#[cfg(test)]
mod removal_tests;
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
mod wear;
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
    walker: Abilities { paces: true, jumps: true, looks_up: false, carries: true },
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
        pick::FIDELITY,
        hold::FIDELITY,
        carry::FIDELITY,
        aim::FIDELITY,
        throw::FIDELITY,
        flight::FIDELITY,
        wear::FIDELITY,
        removal::FIDELITY,
        loose::FIDELITY,
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
