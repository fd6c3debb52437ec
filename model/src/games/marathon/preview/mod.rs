//! Marathon levels, running (`marathon.md` 2): one file per behaviour.

mod control_panel;
mod fixed;
mod light;
mod live;
mod medium;
mod mission;
mod monster;
mod placement;
mod platform;
mod polygon_trigger;
mod sound;
#[cfg(test)]
mod test_levels;
pub mod transfer_mode;
mod trig;
mod walker;
mod world;

pub use world::MarathonWorld;

use crate::games::PreviewSpec;

/// How Marathon's levels run. How true every behaviour is stands in the order of the engine's tick.
pub static PREVIEW: PreviewSpec = PreviewSpec {
    build: |level, seed, log| Box::new(MarathonWorld::new(level, seed, log)),
    scene: crate::games::marathon::scene::live_scene,
    fidelity: &[
        light::FIDELITY,
        medium::FIDELITY,
        platform::FIDELITY,
        control_panel::FIDELITY,
        walker::FIDELITY,
        polygon_trigger::FIDELITY,
        monster::FIDELITY,
        placement::FIDELITY,
        sound::FIDELITY,
        transfer_mode::FIDELITY,
        mission::FIDELITY,
    ],
};
