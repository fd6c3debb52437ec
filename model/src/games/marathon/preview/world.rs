//! The world: what changes, in the engine's order, and what a person can do to it.

use std::sync::Arc;

use super::fixed::Fixed;
use super::placement::{Counts, Group, Thing};
use super::walker::{Order, Walker};
use super::{control_panel, light, medium, mission, monster, placement, platform, polygon_trigger, sound, walker};
use crate::document::Level;
use crate::preview::{
    Actor, Address, Cause, Input, Live as LiveValue, Log, Number, Reading, Shape, ShiftRegister, Start, StateHasher,
    Subject, Verb, World,
};

/// The bits that the generator flips (`marathon.md` 2).
const MASK: u16 = 0xB400;
/// The seed when none is given.
const DEFAULT_SEED: u16 = 0xFDED;
/// Where the generator of the sounds begins.
const LOCAL_SEED: u16 = 1;

/// What changes. Parts that seldom do are shared between copies until they do.
#[derive(Clone, Debug)]
pub(super) struct Live {
    pub(super) tick: u32,
    pub(super) random: ShiftRegister,
    pub(super) local_random: ShiftRegister,
    pub(super) lights: Vec<light::State>,
    pub(super) media: Vec<medium::State>,
    pub(super) platforms: Vec<platform::State>,
    pub(super) sides: Arc<Vec<control_panel::State>>,
    pub(super) polygon_kinds: Arc<Vec<i16>>,
    pub(super) things: Arc<Vec<Thing>>,
    pub(super) counts: Arc<Counts>,
    pub(super) sound_phases: Arc<Vec<i16>>,
    /// The sources the walker heard last.
    pub(super) heard: Arc<Vec<Subject>>,
    pub(super) walker: Option<Walker>,
    pub(super) mission: mission::State,
}

/// The world at work: what is fixed, what changes, where it is written down.
pub(super) struct Run<'a> {
    pub(super) fixed: &'a Fixed,
    pub(super) live: &'a mut Live,
    pub(super) log: &'a mut Log,
    /// How many platforms a chain has gone through.
    pub(super) chain: u32,
}

/// A row of a table.
pub(super) fn subject(table: &'static str, row: usize) -> Subject {
    // Tables of this format are far below 2^32 rows.
    Subject::new(table, u32::try_from(row).unwrap_or(u32::MAX))
}

/// A Marathon level, running.
#[derive(Clone, Debug)]
pub struct MarathonWorld {
    fixed: Arc<Fixed>,
    live: Live,
}

impl MarathonWorld {
    /// A level as the game loads it, with everything placed. What loading did is written to the log.
    #[must_use]
    pub fn new(level: &Level, start: &Start, log: &mut Log) -> MarathonWorld {
        let mut world = MarathonWorld::without_things(level, start.seed, log);
        let mut run = Run { fixed: &world.fixed, live: &mut world.live, log, chain: 0 };
        placement::load(&mut run);
        run.live.mission = mission::state(&run);
        world
    }

    /// The same without monsters and items.
    #[must_use]
    pub fn without_things(level: &Level, seed: Option<u32>, log: &mut Log) -> MarathonWorld {
        let fixed = Arc::new(Fixed::new(level));
        // The generator has 16 bits, and 0 would stand still: it stands for the default.
        let seed = seed.map_or(0, |seed| (seed & 0xFFFF) as u16);
        let mut live = Live {
            tick: 0,
            random: ShiftRegister::new(MASK, if seed == 0 { DEFAULT_SEED } else { seed }),
            local_random: ShiftRegister::new(MASK, LOCAL_SEED),
            lights: Vec::with_capacity(fixed.lights.len()),
            media: Vec::with_capacity(fixed.media.len()),
            platforms: Vec::new(),
            sides: Arc::default(),
            polygon_kinds: Arc::new(fixed.polygons.iter().map(|polygon| polygon.kind).collect()),
            things: Arc::default(),
            counts: Arc::default(),
            sound_phases: Arc::default(),
            heard: Arc::default(),
            walker: None,
            mission: mission::State::Unfinished,
        };
        log.set_tick(0);
        let mut run = Run { fixed: &fixed, live: &mut live, log, chain: 0 };
        light::load(&mut run);
        medium::load(&mut run);
        platform::load(&mut run);
        control_panel::load(&mut run);
        sound::load(&mut run);
        run.live.mission = mission::state(&run);
        MarathonWorld { fixed, live }
    }

    /// The state of the random generator.
    #[must_use]
    pub fn random_state(&self) -> u16 {
        self.live.random.state()
    }

    /// Floor, ceiling, dynamic flags and ticks until restart (-1 while inactive) of every platform, in the engine's
    /// order: that of their polygons.
    #[must_use]
    pub fn platform_states(&self) -> Vec<[i32; 4]> {
        let numbers = |platform: &platform::State| {
            let restart = if platform.is_active() { platform.ticks_until_restart } else { -1 };
            [platform.floor.into(), platform.ceiling.into(), platform.flags.into(), restart.into()]
        };
        self.live.platforms.iter().map(numbers).collect()
    }

    /// The platforms in the same order, as the log names them.
    #[must_use]
    pub fn platform_subjects(&self) -> Vec<Subject> {
        self.fixed.platforms.iter().map(|platform| platform.subject).collect()
    }
}

impl World for MarathonWorld {
    fn ticks_per_second(&self) -> u32 {
        30
    }

    fn now(&self) -> u32 {
        self.live.tick
    }

    fn tick(&mut self, inputs: &[Input], log: &mut Log) {
        self.live.tick = self.live.tick.saturating_add(1);
        log.set_tick(self.live.tick);
        let mut run = Run { fixed: &self.fixed, live: &mut self.live, log, chain: 0 };
        for input in inputs {
            act(&mut run, &input.verb);
        }
        light::tick(&mut run);
        medium::tick(&mut run);
        platform::tick(&mut run);
        control_panel::tick(&mut run);
        walker::tick(&mut run);
        placement::tick(&mut run);
        sound::tick(&mut run);
        polygon_trigger::look_around(&mut run);
    }

    fn copy(&self) -> Box<dyn World> {
        Box::new(self.clone())
    }

    fn hash(&self) -> u64 {
        let mut hasher = StateHasher::new();
        let Live { tick, random, local_random, lights, media, platforms, sides, .. } = &self.live;
        let Live { polygon_kinds, things, counts, sound_phases, heard, walker, mission, .. } = &self.live;
        hasher.add(*tick);
        hasher.add(random.state());
        hasher.add(local_random.state());
        hasher.count(lights.len());
        lights.iter().for_each(|light| light.hash(&mut hasher));
        hasher.count(media.len());
        media.iter().for_each(|medium| medium.hash(&mut hasher));
        hasher.count(platforms.len());
        platforms.iter().for_each(|platform| platform.hash(&mut hasher));
        hasher.count(sides.len());
        sides.iter().for_each(|side| side.hash(&mut hasher));
        hasher.count(polygon_kinds.len());
        polygon_kinds.iter().for_each(|kind| hasher.add(*kind));
        hasher.count(things.len());
        things.iter().for_each(|thing| thing.hash(&mut hasher));
        counts.hash(&mut hasher);
        hasher.count(sound_phases.len());
        sound_phases.iter().for_each(|phase| hasher.add(*phase));
        hasher.count(heard.len());
        heard.iter().for_each(|source| hasher.add(source.row));
        hasher.add(walker.is_some());
        if let Some(walker) = walker {
            walker.hash(&mut hasher);
        }
        hasher.add(mission.number());
        hasher.finish()
    }

    fn bytes(&self) -> usize {
        let live = &self.live;
        size_of::<MarathonWorld>()
            + size_of_val(live.lights.as_slice())
            + size_of_val(live.media.as_slice())
            + size_of_val(live.platforms.as_slice())
            + size_of_val(live.sides.as_slice())
            + size_of_val(live.polygon_kinds.as_slice())
            + size_of_val(live.things.as_slice())
            + size_of_val(live.sound_phases.as_slice())
            + size_of_val(live.heard.as_slice())
            + live.counts.bytes()
    }

    fn value(&self, of: &Subject, field: &str) -> Option<Reading> {
        super::live::value(&self.fixed, &self.live, of, field)
    }

    fn find(&self, address: &Address) -> Option<Subject> {
        super::live::find(&self.fixed, &self.live, address)
    }

    fn live(&self) -> Vec<LiveValue> {
        super::live::all(&self.fixed, &self.live)
    }

    fn actors(&self) -> Vec<Actor> {
        super::drawing::actors(&self.live)
    }

    fn behaviours(&self, table: &str) -> &'static [&'static str] {
        super::live::behaviours(table)
    }

    fn shapes(&self) -> Vec<Shape> {
        super::drawing::shapes(&self.fixed, &self.live)
    }
}

/// A person does something.
fn act(run: &mut Run<'_>, verb: &Verb) {
    let person = Subject::new("person", 0);
    let target = match verb {
        Verb::Touch { target } | Verb::Hit { target, .. } | Verb::Set { target, .. } | Verb::Fire { target, .. } => {
            super::live::find(run.fixed, run.live, target).unwrap_or(person)
        }
        _ => walker::SUBJECT,
    };
    let row = run.log.add(person, verb.word(), target, 0, None);
    if !carry_out(run, verb, person, target, row) {
        run.log.add(person, "refused", target, 0, row);
    }
}

/// Answers whether it made sense here.
fn carry_out(run: &mut Run<'_>, verb: &Verb, person: Subject, target: Subject, row: Cause) -> bool {
    match verb {
        Verb::Place { who, .. } | Verb::Leave { who } if !is_walker(who.as_ref()) => false,
        Verb::Place { x, y, z, facing, .. } => {
            let place = [x.round_i32(), y.round_i32()];
            walker::place(run, place, z.map(Number::round_i32), facing.round_i32(), row)
        }
        Verb::Leave { .. } => run.live.walker.take().is_some(),
        Verb::Walk { x, y } => {
            // Coordinates of the format have 16 bits.
            let [x, y] = [*x, *y].map(|to| to.round_i32().clamp(i16::MIN.into(), i16::MAX.into()));
            order(run, Order::Walk { x, y })
        }
        Verb::Keys { forward: 0, side: 0, turn: 0, .. } => order(run, Order::Stand),
        Verb::Keys { forward, side, turn, pace: 0 } => {
            order(run, Order::Keys { forward: *forward, side: *side, turn: *turn })
        }
        Verb::Look { facing, .. } => run.live.walker.as_mut().is_some_and(|walker| {
            walker.facing = facing.round_i32().rem_euclid(512);
            true
        }),
        Verb::Use if run.live.walker.is_some() => {
            walker::use_what_is_ahead(run, row);
            true
        }
        Verb::Touch { .. } => touch(run, person, target, control_panel::By::Player, row),
        Verb::Hit { .. } => {
            let things = &run.live.things;
            if let Some(index) = placement::find(things, target.table, target.row) {
                monster::kill(run, index, person, row);
                return true;
            }
            touch(run, person, target, control_panel::By::Projectile, row)
        }
        Verb::Set { field, value, .. } => set(run, person, target, field, value.round(), row),
        Verb::Fire { event, .. } => fire(run, person, target, event, row),
        // The movement that is assumed is running; nobody jumps in this game.
        Verb::Use | Verb::Take | Verb::Aim | Verb::Throw { .. } | Verb::Keys { .. } | Verb::Jump => false,
    }
}

fn is_walker(who: Option<&Address>) -> bool {
    who.is_none_or(|who| *who == walker::SUBJECT.into())
}

fn order(run: &mut Run<'_>, order: Order) -> bool {
    run.live.walker.as_mut().is_some_and(|walker| {
        walker.order = order;
        true
    })
}

/// The platform a subject means: its record, or its polygon.
fn platform_of(fixed: &Fixed, target: Subject) -> Option<usize> {
    if target.table == polygon_trigger::TABLE {
        return fixed.platform_at(i16::try_from(target.row).ok()?);
    }
    fixed.platforms.iter().position(|platform| platform.subject == target)
}

fn touch(run: &mut Run<'_>, person: Subject, target: Subject, by: control_panel::By, row: Cause) -> bool {
    if target.table == control_panel::TABLE {
        control_panel::operate(run, i16::try_from(target.row).unwrap_or(-1), by, person, row);
        return true;
    }
    let Some(index) = platform_of(run.fixed, target).filter(|_| by == control_panel::By::Player) else { return false };
    platform::touch(run, index, person, row);
    true
}

fn fire(run: &mut Run<'_>, person: Subject, target: Subject, event: &str, row: Cause) -> bool {
    let index = i16::try_from(target.row).unwrap_or(-1);
    let on = match event {
        "activate" | "on" => true,
        "deactivate" | "off" => false,
        "enter" if target.table == polygon_trigger::TABLE => {
            polygon_trigger::entered(run, index, person, row);
            return true;
        }
        _ => return false,
    };
    match target.table {
        light::TABLE => {
            light::set(run, index, on, person, row);
            true
        }
        super::live::TAGS => {
            control_panel::set_tag(run, index, on, person, row);
            true
        }
        "objects" | "things" if on => {
            let Some(thing) = placement::find(&run.live.things, target.table, target.row) else { return false };
            if run.live.things.get(thing).is_some_and(|thing| thing.group == Group::Monster) {
                monster::activate(run, thing, person, row);
                return true;
            }
            false
        }
        _ => platform_of(run.fixed, target).is_some_and(|index| {
            platform::try_set(run, index, on, person, row);
            true
        }),
    }
}

/// Values that a person can give: the walker's energy and oxygen, whether lights and platforms are on.
fn set(run: &mut Run<'_>, person: Subject, target: Subject, field: &str, value: i64, row: Cause) -> bool {
    match (target.table, field) {
        ("walker", "energy" | "oxygen") => {
            let Some(walker) = run.live.walker.as_mut() else { return false };
            let value = i16::try_from(value.clamp(0, i64::from(i16::MAX))).unwrap_or(0);
            if field == "energy" {
                walker.energy = value;
            } else {
                walker.oxygen = value;
            }
            true
        }
        (_, "active") => fire(run, person, target, if value != 0 { "activate" } else { "deactivate" }, row),
        _ => false,
    }
}
