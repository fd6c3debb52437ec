//! Marathon levels, running (`marathon.md` 2): one file per behaviour.

mod control_panel;
mod drawing;
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

pub(super) use drawing::ACTED;
pub use world::MarathonWorld;

use crate::games::{Abilities, PreviewSpec};

/// How Marathon's levels run. How true every behaviour is stands in the order of the engine's tick.
pub static PREVIEW: PreviewSpec = PreviewSpec {
    build: |level, start, log| Box::new(MarathonWorld::new(level, start, log)),
    picture: |level, objects| Box::new(crate::games::marathon::scene::RunningScene::new(level, objects)),
    walker: Abilities { paces: false, jumps: false, looks_up: false, carries: false },
    settings: &[],
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
