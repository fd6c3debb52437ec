//! Emitters: lines of the object list whose name begins with `part`. Each becomes a particle task at once, whatever its
//! zone, and is neither streamed nor stored (`warriors.md` 1.1, P3; seed 002, "Emitter lines").

use std::sync::Arc;

use glam::{Quat, Vec3};

use super::fixed::{Fixed, row, word};
use super::world::Run;
use super::{flies, neon, steam, strobe};
use crate::document::Level;
use crate::games::warriors::names::is_emitter;
use crate::games::warriors::scene::place::pose;
use crate::games::warriors::tables;
use crate::preview::{Cause, Fidelity, Reading, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "emitter",
        what: "emitters are there from the start, whatever their zone, and are never streamed; what switches them on and off; dust puff and sparks",
        truth: Truth::Documents,
        note: "(1.1, P3, P41) in the words of `fire`: `on` is message 0x12, `off` 0x13 (of steam vents 0x0a); where the dust puff or the sparks come a ball is drawn for half a second, which is our sign",
    },
    Fidelity {
        file: "emitter",
        what: "fires, lights, fog, air vents and the other emitters, what SpawnParticle makes",
        truth: Truth::NotSimulated,
        note: "they can be named and do nothing",
    },
];

/// Particle tasks that there can be at once (the Coney project's page "Particles": 1,400 in play).
const POOL: usize = 1400;
/// Ticks for which a burst is marked.
const SIGN: u32 = 30;
/// The tick of an update that never comes.
const NEVER: u32 = u32::MAX;
/// Ticks until the first update of vents and flies (`warriors.md` P35).
const FIRST: u32 = 60;

/// How an emitter behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sort {
    Steam(steam::Vent),
    Strobe,
    Neon,
    /// Flies or bugs; whether they hum.
    Flies {
        hum: bool,
    },
    /// Something that comes when it is told to, by the word for it.
    Burst(&'static str),
    /// Nothing is known of it here.
    Other,
}

fn sort(name: &str) -> Sort {
    if let Some(vent) = steam::vent(name) {
        return Sort::Steam(vent);
    }
    match name {
        "part_strobe_red" => Sort::Strobe,
        "part_orange_neon" | "part_pink_neon" => Sort::Neon,
        "part_garbage_flies" => Sort::Flies { hum: true },
        "part_garbage_flies_ns" | "part_light_bugs" => Sort::Flies { hum: false },
        "part_s_shack_dust_puff" => Sort::Burst("dust puff"),
        "part_s_subway_sparks" => Sort::Burst("sparks"),
        _ => Sort::Other,
    }
}

/// An emitter as the level has it. Zone, flags, tint and flag of its line count for nothing.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) subject: Subject,
    pub(super) name: String,
    pub(super) at: Vec3,
    pub(super) turn: Quat,
    pub(super) sort: Sort,
}

/// An emitter as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) on: bool,
    /// Its task is over.
    pub(super) ended: bool,
    /// The tick of its next update.
    next: u32,
    /// Since when there is something to see, and until when if that is decided.
    pub(super) since: Option<u32>,
    until: Option<u32>,
}

/// Everything that emitters have made: shared between copies of the world until it changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Air {
    pub(super) tasks: Vec<State>,
    pub(super) puffs: Vec<steam::Puff>,
}

impl Air {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        for task in &self.tasks {
            hasher.add(u32::from(task.on) | u32::from(task.ended) << 1);
            hasher.add(task.next);
            [task.since, task.until].into_iter().for_each(|at| hasher.add(at.map_or(0, |at| at.saturating_add(1))));
        }
        hasher.count(self.puffs.len());
        self.puffs.iter().for_each(|puff| puff.hash(hasher));
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.tasks.as_slice()) + size_of_val(self.puffs.as_slice())
    }
}

/// The lines of the object list that are emitters, by their rows.
pub(super) fn lines(level: &Level) -> Vec<Spec> {
    let Some(table) = level.table(tables::LINES.key) else { return Vec::new() };
    let rows = level.rows(table).enumerate().filter_map(|(at, record)| {
        let name = word(&record, "name").filter(|name| is_emitter(name))?;
        let pose = pose(&record)?;
        let subject = Subject::new(tables::LINES.key, row(at));
        Some(Spec { subject, at: pose.at, turn: pose.turn, sort: sort(&name), name })
    });
    rows.collect()
}

/// Where an emitter stands in the list.
pub(super) fn index(fixed: &Fixed, what: Subject) -> Option<usize> {
    if what.table != tables::LINES.key {
        return None;
    }
    fixed.emitters.binary_search_by_key(&what.row, |emitter| emitter.subject.row).ok()
}

/// Makes their tasks.
pub(super) fn load(run: &mut Run<'_>) {
    let fixed = run.fixed;
    let mut tasks = Vec::with_capacity(fixed.emitters.len());
    for spec in &fixed.emitters {
        let on = matches!(spec.sort, Sort::Steam(_) | Sort::Flies { .. });
        let mut state = State { on, ended: false, next: if on { FIRST } else { NEVER }, since: None, until: None };
        if spec.sort == Sort::Neon {
            (state.ended, state.since) = (true, Some(0));
            run.log.add(spec.subject, neon::PLACED, spec.subject, 0, None);
        }
        tasks.push(state);
    }
    run.live.air = Arc::new(Air { tasks, puffs: Vec::new() });
}

/// Whether there is room for another particle.
pub(super) fn room(run: &Run<'_>) -> bool {
    let air = &run.live.air;
    let tasks = air.tasks.iter().filter(|task| !task.ended).count();
    tasks + air.puffs.len() + run.live.shards.len() < POOL
}

fn state<'a>(run: &'a mut Run<'_>, at: usize) -> Option<&'a mut State> {
    Arc::make_mut(&mut run.live.air).tasks.get_mut(at)
}

/// One tick: the emitters whose update it is, and what they made.
pub(super) fn tick(run: &mut Run<'_>) {
    let (fixed, now) = (run.fixed, run.live.tick);
    for (at, spec) in fixed.emitters.iter().enumerate() {
        let Some(task) = run.live.air.tasks.get(at).copied() else { continue };
        if task.until.is_some_and(|until| until <= now)
            && let Some(task) = state(run, at)
        {
            (task.since, task.until) = (None, None);
        }
        if now < task.next {
            continue;
        }
        let wait = match spec.sort {
            Sort::Steam(vent) => steam::blow(run, at, spec, &vent, task.on),
            Sort::Flies { hum } => {
                let near = flies::near(run, spec);
                if near != task.since.is_some() {
                    flies::log(run, spec, hum, near);
                    if let Some(task) = state(run, at) {
                        task.since = near.then_some(now);
                    }
                }
                flies::wait(near)
            }
            _ => continue,
        };
        if let Some(task) = state(run, at) {
            task.next = now.saturating_add(wait);
        }
    }
    steam::tick(run);
}

/// Switches an emitter on or off; answers whether that means anything to it.
pub(super) fn switch(run: &mut Run<'_>, at: usize, on: bool, by: Subject, cause: Cause) -> bool {
    let now = run.live.tick;
    let Some(spec) = run.fixed.emitters.get(at) else { return false };
    let Some(task) = state(run, at) else { return false };
    match spec.sort {
        Sort::Steam(_) | Sort::Strobe => {
            if task.on == on {
                return true;
            }
            task.on = on;
            if spec.sort == Sort::Strobe {
                // What flashes ends with its next update.
                task.until = task.since.filter(|_| !on).map(|since| strobe::end(since, now));
                if on {
                    task.since = Some(now);
                }
            }
            let row = run.log.add(by, if on { "on" } else { "off" }, spec.subject, 0, cause);
            if spec.sort == Sort::Strobe {
                let sound = if on { "alarm sounds" } else { "alarm stops" };
                run.log.add(spec.subject, sound, spec.subject, 0, row);
            }
        }
        Sort::Burst(word) if on => {
            (task.since, task.until) = (Some(now), Some(now.saturating_add(SIGN)));
            run.log.add(by, word, spec.subject, 0, cause);
        }
        _ => return false,
    }
    true
}

/// The nearest emitter whose name contains a word, within a distance.
pub(super) fn nearest(fixed: &Fixed, word: &str, at: Vec3, within: f32) -> Option<usize> {
    let far = |spec: &Spec| (spec.at - at).length_squared();
    let all = fixed.emitters.iter().enumerate().filter(|(_, spec)| spec.name.contains(word));
    let all = all.map(|(index, spec)| (far(spec), index)).filter(|(far, _)| *far <= within * within);
    all.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, index)| index)
}

/// The values of an emitter, by how it behaves.
pub(super) fn fields(sort: Sort) -> &'static [&'static str] {
    match sort {
        Sort::Steam(_) => &["on", "puffs"],
        Sort::Strobe => &["on", "light"],
        Sort::Neon => &["ended", "light"],
        Sort::Flies { .. } => &["flies"],
        Sort::Burst(_) | Sort::Other => &["ended"],
    }
}

/// A value by name.
pub(super) fn value(run: &super::world::Live, spec: &Spec, at: usize, field: &str) -> Option<Reading> {
    let task = run.air.tasks.get(at)?;
    let count = |count: usize| Reading::Int(i64::try_from(count).unwrap_or(i64::MAX));
    Some(match field {
        "on" => Reading::Int(task.on.into()),
        "ended" => Reading::Int(task.ended.into()),
        "x" => spec.at.x.into(),
        "y" => spec.at.y.into(),
        "z" => spec.at.z.into(),
        "puffs" => count(run.air.puffs.iter().filter(|puff| puff.vent == at).count()),
        "flies" => count(if task.since.is_some() { flies::COUNT } else { 0 }),
        "light" => light(spec, task, run.tick).into(),
        _ => return None,
    })
}

/// How bright its light is: 0 to 1.
pub(super) fn light(spec: &Spec, task: &State, now: u32) -> f32 {
    match (spec.sort, task.since) {
        (Sort::Strobe, Some(since)) => strobe::brightness(now.saturating_sub(since)),
        (Sort::Neon, Some(_)) => 1.0,
        _ => 0.0,
    }
}
