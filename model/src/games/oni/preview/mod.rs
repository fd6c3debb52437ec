//! Oni's levels, running (seed 000, `oni.md` 2.21): one file a behaviour.

mod beam;
mod calls;
mod console;
mod door;
mod drawing;
mod events;
mod fixed;
mod live;
mod neutral;
mod patrol;
#[cfg(test)]
mod patrol_tests;
mod person;
mod script;
#[cfg(test)]
mod script_tests;
mod sound;
mod spawning;
#[cfg(test)]
pub(crate) mod test_levels;
#[cfg(test)]
mod thing_tests;
mod trigger;
mod trigger_volume;
#[cfg(test)]
mod trigger_volume_tests;
mod turret;
mod walker;
mod world;

pub use world::OniWorld;

use super::ONI;
use crate::games::{Abilities, PreviewSpec};
use crate::preview::StillPicture;

/// How Oni's levels run. How true every behaviour is stands in the order of a tick.
pub static PREVIEW: PreviewSpec = PreviewSpec {
    build: |level, start, log| Box::new(OniWorld::new(level, start, log)),
    picture: |level, objects| Box::new(StillPicture::new((ONI.scene)(level, objects), ONI.kinds, drawing::ACTED)),
    walker: Abilities { paces: true, jumps: false, looks_up: false, carries: false },
    settings: fixed::SETTINGS,
    fidelity: &[
        spawning::FIDELITY,
        script::FIDELITY,
        trigger_volume::FIDELITY,
        patrol::FIDELITY,
        neutral::FIDELITY,
        walker::FIDELITY,
        door::FIDELITY,
        console::FIDELITY,
        events::FIDELITY,
        trigger::FIDELITY,
        beam::FIDELITY,
        turret::FIDELITY,
        sound::FIDELITY,
    ],
};
