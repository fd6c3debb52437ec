//! The level, running: what every game's preview has in common.
//!
//! A game builds a [`World`] from a snapshot of a level. A world knows its tick and nothing of clocks, threads, files
//! or graphics; the same level, seed and inputs give the same state at every tick on any machine and in any build.
//! Sines come from the game's integer tables or from `libm`, never from `std`.
//!
//! A [`Timeline`] drives it: plays, steps back, jumps, records what a person does as [`Input`]s of a [`Scenario`], and
//! keeps [`KeyFrames`] so that any tick is near. What happens is written to a causal [`Log`].
//!
//! Tick N is the Nth update: an input of tick N acts at its beginning, its events carry N. Tick 0 is loading.

mod breaks;
mod compare;
mod event;
mod fidelity;
mod frames;
mod hash;
mod input;
mod moment;
mod number;
mod overlay;
mod picture;
mod random;
mod reading;
mod scenario;
mod schedule;
mod setting;
mod shape;
mod subject;
#[cfg(test)]
mod test_world;
mod timeline;

pub use breaks::{Break, Comparison, Stop};
pub use compare::{Difference, first_difference};
pub use event::{Cause, Event, Filter, Log};
pub use fidelity::{Fidelity, Truth, sheet};
pub use frames::KeyFrames;
pub use hash::StateHasher;
pub use input::{Input, Verb};
pub use moment::Moment;
pub use number::{Number, NumberError};
pub use overlay::Overlay;
pub use picture::{Picture, StillPicture};
pub use random::ShiftRegister;
pub use reading::{Live, Reading};
pub use scenario::{Scenario, ScenarioError};
pub use schedule::Schedule;
pub use setting::{Setting, Start};
pub use shape::{Actor, Form, Pose, Shape};
pub use subject::{Address, AddressError, Subject};
pub use timeline::Timeline;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use crate::document::NodeId;

/// A level that runs. It never touches the document it was built from.
pub trait World: Debug + Send + Sync {
    /// How many ticks make a second in the game.
    fn ticks_per_second(&self) -> u32;

    /// The tick that was carried out last; 0 after loading.
    fn now(&self) -> u32;

    /// Carries out the next tick: first the inputs in their order, then the game's own update.
    /// What happens goes to the log. An input that makes no sense here is logged as refused.
    fn tick(&mut self, inputs: &[Input], log: &mut Log);

    /// A copy that shares what never changes.
    fn copy(&self) -> Box<dyn World>;

    /// A hash over everything that influences the future.
    fn hash(&self) -> u64;

    /// Bytes that this copy holds for itself. What is shared copy on write counts whole, so the sum over key frames is
    /// an upper bound.
    fn bytes(&self) -> usize;

    /// A value at the moment: a field of a record by its name in the record's table, or a run-time value
    /// (`intensity`). `None` if there is no such thing.
    fn value(&self, of: &Subject, field: &str) -> Option<Reading>;

    /// The subject an address names; `None` if the world has no such row.
    fn find(&self, address: &Address) -> Option<Subject>;

    /// Everything whose value can differ from the document's, in a stable order: to draw, and to show beside what is
    /// being edited.
    fn live(&self) -> Vec<Live>;

    /// The records that subjects stand for which no table has as its rows: calls in a script. `None` where rows are
    /// all there is.
    fn records(&self) -> Option<Arc<BTreeMap<Subject, NodeId>>> {
        None
    }

    /// Who walks and stands around, in a stable order; the walker is `walker/0`.
    fn actors(&self) -> Vec<Actor>;

    /// Where the walker is sent by a click on a place of the scene, as [`Verb::Walk`] has it; `None` where the game's
    /// plans and its scenarios count in the same units.
    fn spot(&self, _place: glam::Vec3) -> Option<[Number; 2]> {
        None
    }

    /// The behaviours, by the files that the fidelity sheet names, that make what happens to rows of a table; empty for
    /// a table that nothing happens to.
    fn behaviours(&self, table: &str) -> &'static [&'static str] {
        let _ = table;
        &[]
    }

    /// What of the level's own scene is not where it is stored, in a stable order.
    fn poses(&self) -> Vec<Pose> {
        Vec::new()
    }

    /// What is drawn beside the level's own scene, in a stable order.
    fn shapes(&self) -> Vec<Shape> {
        Vec::new()
    }
}
