//! The world: what changes, in the order of a tick, and what a person can do to it.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Vec3;

use super::fixed::Fixed;
use super::person::{Person, vector};
use super::walker::{self, Keys};
use super::{console, door, neutral, patrol, script, sound, spawning, trigger, trigger_volume, turret};
use crate::document::Level;
use crate::games::oni::scripts::program::Value;
use crate::preview::{
    Actor, Address, Cause, Input, Live as LiveValue, Log, Number, Reading, Shape, Start, StateHasher, Subject, Verb,
    World,
};

/// What changes. Parts that seldom do are shared between copies until they do.
#[derive(Clone, Debug)]
pub(super) struct Live {
    pub(super) tick: u32,
    pub(super) threads: Vec<script::Thread>,
    pub(super) next_thread: u32,
    pub(super) globals: Arc<Vec<Value>>,
    pub(super) persons: Vec<Person>,
    pub(super) volumes: Vec<trigger_volume::State>,
    pub(super) doors: Vec<door::State>,
    pub(super) consoles: Vec<console::State>,
    pub(super) triggers: Vec<trigger::State>,
    pub(super) turrets: Vec<bool>,
    pub(super) sounds: Arc<Vec<sound::State>>,
    pub(super) made: Arc<Vec<spawning::Made>>,
    pub(super) alarms: BTreeSet<i32>,
    /// Where somebody was hit lately, and when.
    pub(super) fights: Vec<(Vec3, u32)>,
    pub(super) keys: Keys,
}

impl Live {
    /// Where the player stands in the list, if it is there.
    pub(super) fn player(&self) -> Option<usize> {
        self.persons.iter().position(|person| person.player && person.present)
    }

    pub(super) fn globals_mut(&mut self) -> &mut Vec<Value> {
        Arc::make_mut(&mut self.globals)
    }

    pub(super) fn sounds_mut(&mut self) -> &mut Vec<sound::State> {
        Arc::make_mut(&mut self.sounds)
    }

    pub(super) fn made_mut(&mut self) -> &mut Vec<spawning::Made> {
        Arc::make_mut(&mut self.made)
    }
}

/// The world at work: what is fixed, what changes, where it is written down.
pub(super) struct Run<'a> {
    pub(super) fixed: &'a Fixed,
    pub(super) live: &'a mut Live,
    pub(super) log: &'a mut Log,
    /// How many scripts have started each other.
    pub(super) depth: u32,
}

/// An Oni level, running.
#[derive(Clone, Debug)]
pub struct OniWorld {
    pub(super) fixed: Arc<Fixed>,
    pub(super) live: Live,
}

impl OniWorld {
    /// A level as the game loads it. What loading did is written to the log.
    #[must_use]
    pub fn new(level: &Level, start: &Start, log: &mut Log) -> OniWorld {
        let fixed = Arc::new(Fixed::new(level, start));
        let mut live = Live {
            tick: 0,
            threads: Vec::new(),
            next_thread: 0,
            globals: Arc::new(fixed.program.globals.clone()),
            persons: fixed.characters.iter().enumerate().map(|(at, spec)| Person::of(at, spec)).collect(),
            volumes: fixed.volumes.iter().map(trigger_volume::Spec::state).collect(),
            doors: fixed.doors.iter().map(door::Spec::state).collect(),
            consoles: fixed.consoles.iter().map(console::Spec::state).collect(),
            triggers: fixed.triggers.iter().map(trigger::Spec::state).collect(),
            turrets: fixed.turrets.iter().map(|turret| turret.active).collect(),
            sounds: Arc::new(vec![sound::State::Silent; fixed.sounds.len()]),
            made: Arc::default(),
            alarms: BTreeSet::new(),
            fights: Vec::new(),
            keys: Keys::default(),
        };
        log.set_tick(0);
        let mut run = Run { fixed: &fixed, live: &mut live, log, depth: 0 };
        spawning::load(&mut run);
        OniWorld { fixed, live }
    }
}

impl World for OniWorld {
    fn ticks_per_second(&self) -> u32 {
        60
    }

    fn now(&self) -> u32 {
        self.live.tick
    }

    fn tick(&mut self, inputs: &[Input], log: &mut Log) {
        self.live.tick = self.live.tick.saturating_add(1);
        log.set_tick(self.live.tick);
        let mut run = Run { fixed: &self.fixed, live: &mut self.live, log, depth: 0 };
        for input in inputs {
            act(&mut run, &input.verb);
        }
        script::tick(&mut run);
        // Before the characters move (seed 000, TRGV).
        trigger_volume::tick(&mut run);
        patrol::tick(&mut run);
        neutral::tick(&mut run);
        for person in run.live.persons.iter_mut().filter(|person| person.is_up()) {
            person.step(&run.fixed.speeds);
        }
        walker::tick(&mut run);
        door::tick(&mut run);
        trigger::tick(&mut run);
        sound::tick(&mut run);
    }

    fn copy(&self) -> Box<dyn World> {
        Box::new(self.clone())
    }

    fn hash(&self) -> u64 {
        let mut hasher = StateHasher::new();
        let live = &self.live;
        hasher.add(live.tick);
        hasher.add(live.next_thread);
        hasher.count(live.threads.len());
        live.threads.iter().for_each(|thread| thread.hash(&mut hasher));
        live.globals.iter().for_each(|value| hasher.add(value.hash()));
        hasher.count(live.persons.len());
        live.persons.iter().for_each(|person| person.hash(&mut hasher));
        live.volumes.iter().for_each(|volume| volume.hash(&mut hasher));
        live.doors.iter().for_each(|door| door.hash(&mut hasher));
        live.consoles.iter().for_each(|console| console.hash(&mut hasher));
        live.triggers.iter().for_each(|trigger| trigger.hash(&mut hasher));
        live.turrets.iter().for_each(|active| hasher.add(*active));
        live.sounds.iter().for_each(|sound| sound.hash(&mut hasher));
        hasher.count(live.made.len());
        for made in live.made.iter() {
            hasher.add(made.what);
            hasher.add(made.amount);
            vector(&mut hasher, made.position);
        }
        hasher.count(live.alarms.len());
        live.alarms.iter().for_each(|alarm| hasher.add(*alarm));
        hasher.count(live.fights.len());
        for (place, tick) in &live.fights {
            vector(&mut hasher, *place);
            hasher.add(*tick);
        }
        let Keys { forward, side, turn, pace } = live.keys;
        [forward, side, turn, pace].into_iter().for_each(|key| hasher.add(key));
        hasher.finish()
    }

    fn bytes(&self) -> usize {
        let live = &self.live;
        size_of::<OniWorld>()
            + live.threads.iter().map(|thread| size_of::<script::Thread>() + thread.bytes()).sum::<usize>()
            + size_of_val(live.globals.as_slice())
            + size_of_val(live.persons.as_slice())
            + size_of_val(live.volumes.as_slice())
            + size_of_val(live.doors.as_slice())
            + size_of_val(live.consoles.as_slice())
            + live.triggers.iter().map(|trigger| size_of::<trigger::State>() + trigger.bytes()).sum::<usize>()
            + size_of_val(live.turrets.as_slice())
            + size_of_val(live.sounds.as_slice())
            + size_of_val(live.made.as_slice())
            + size_of_val(live.fights.as_slice())
    }

    fn value(&self, of: &Subject, field: &str) -> Option<Reading> {
        super::live::value(self, of, field)
    }

    fn find(&self, address: &Address) -> Option<Subject> {
        super::live::find(self, address)
    }

    fn live(&self) -> Vec<LiveValue> {
        super::live::all(self)
    }

    fn actors(&self) -> Vec<Actor> {
        super::drawing::actors(self)
    }

    fn spot(&self, place: Vec3) -> Option<[Number; 2]> {
        let place = super::drawing::stored(place);
        Some([Number::nearest(place.x.into())?, Number::nearest(place.z.into())?])
    }

    fn shapes(&self) -> Vec<Shape> {
        super::drawing::shapes(self)
    }
}

/// A person does something.
fn act(run: &mut Run<'_>, verb: &Verb) {
    let person = Subject::new("person", 0);
    let target = match verb {
        Verb::Touch { target } | Verb::Hit { target, .. } | Verb::Set { target, .. } | Verb::Fire { target, .. } => {
            super::live::find_in(run.fixed, run.live, target).unwrap_or(person)
        }
        Verb::Place { who: Some(who), .. } | Verb::Leave { who: Some(who) } => {
            super::live::find_in(run.fixed, run.live, who).unwrap_or(person)
        }
        _ => walker::SUBJECT,
    };
    let row = run.log.add(person, verb.word(), target, 0, None);
    if !carry_out(run, verb, person, target, row) {
        run.log.add(person, "refused", target, 0, row);
    }
}

/// Who a subject is: a character, or the walker.
fn person_at(live: &Live, subject: Subject) -> Option<usize> {
    live.persons.iter().position(|person| person.subject() == subject && (person.present || subject != walker::SUBJECT))
}

/// Answers whether it made sense here.
fn carry_out(run: &mut Run<'_>, verb: &Verb, by: Subject, target: Subject, row: Cause) -> bool {
    match verb {
        Verb::Place { x, y, z, facing, who } => {
            let [x, z_ground] = [*x, *y].map(Number::to_f32);
            let (height, facing) = (z.map(Number::to_f32), facing.to_f32());
            if who.is_none() || target == walker::SUBJECT {
                return walker::place(run, x, z_ground, height, facing, row);
            }
            let Some(person) = person_at(run.live, target).and_then(|at| run.live.persons.get_mut(at)) else {
                return false;
            };
            person.position = Vec3::new(x, height.unwrap_or(person.position.y), z_ground);
            person.last = person.position;
            person.way = None;
            person.facing = facing;
            true
        }
        Verb::Leave { who } if who.is_none() || target == walker::SUBJECT => walker::leave(run),
        Verb::Leave { .. } => {
            let Some(at) = person_at(run.live, target) else { return false };
            spawning::delete(run, at, by, row);
            true
        }
        Verb::Walk { x, y } => walker::walk(run, x.to_f32(), y.to_f32()),
        Verb::Keys { forward, side, turn, pace } => {
            run.live.keys = Keys { forward: *forward, side: *side, turn: *turn, pace: *pace };
            if (*forward, *side, *turn) == (0, 0, 0) {
                run.live.keys = Keys::default();
            }
            let player = run.live.player().and_then(|at| run.live.persons.get_mut(at));
            player.map(|person| person.way = None).is_some()
        }
        Verb::Look { facing, .. } => {
            let player = run.live.player().and_then(|at| run.live.persons.get_mut(at));
            player.map(|person| person.facing = facing.to_f32().rem_euclid(360.0)).is_some()
        }
        Verb::Use => {
            let Some(who) = run.live.player() else { return false };
            console::use_near(run, who, row) || door::use_near(run, who, row)
        }
        Verb::Touch { .. } => {
            let at = usize::try_from(target.row).unwrap_or(usize::MAX);
            let who = run.live.player();
            match target.table {
                "consoles" => console::touch(run, at, who, row),
                "doors" if at < run.fixed.doors.len() => {
                    door::order(run, at, door::Order::Open, by, row);
                    true
                }
                _ => false,
            }
        }
        Verb::Hit { strength, .. } => {
            let Some(at) = person_at(run.live, target) else { return false };
            spawning::hurt(run, at, *strength, by, row);
            true
        }
        Verb::Set { field, value, .. } => set(run, target, field, *value),
        Verb::Fire { event, .. } => fire(run, target, event, by, row),
        Verb::Throw { .. } | Verb::Jump | Verb::Take | Verb::Aim => false,
    }
}

/// Values that a person can give: variables of scripts, teams, health.
fn set(run: &mut Run<'_>, target: Subject, field: &str, value: Number) -> bool {
    if target.table == "level" {
        let Some(at) = run.fixed.program.variable(field) else { return false };
        let Some(slot) = run.live.globals_mut().get_mut(usize::from(at)) else { return false };
        *slot = match slot {
            Value::Bool(_) => Value::Bool(value != Number::ZERO),
            Value::Real(_) => Value::Real(value.to_f32()),
            Value::Int(_) | Value::Text(_) => Value::Int(value.round_i32()),
        };
        return true;
    }
    let Some(person) = person_at(run.live, target).and_then(|at| run.live.persons.get_mut(at)) else { return false };
    match field {
        "team" => person.team = u32::try_from(value.round_i32()).unwrap_or(0),
        "health" => person.health = value.round_i32(),
        _ => return false,
    }
    true
}

/// Events that a person can make happen: what scripts could call, by the same words.
fn fire(run: &mut Run<'_>, target: Subject, event: &str, by: Subject, row: Cause) -> bool {
    let at = usize::try_from(target.row).unwrap_or(usize::MAX);
    match target.table {
        "doors" => door::Order::of(event).map(|order| door::order(run, at, order, by, row)).is_some(),
        "consoles" => console::Order::of(event).map(|order| console::order(run, at, order, by, row)).is_some(),
        "triggers" => trigger::Order::of(event).map(|order| trigger::order(run, at, order, by, row)).is_some(),
        "turrets" => turret::order(run, at, event, by, row),
        "scripts" => {
            let known = run.fixed.program.function(event).is_some();
            if known {
                script::start(run, event, &[], by, row);
            }
            known
        }
        "trigger_volumes" => {
            let order = match (event, trigger_volume::Which::of(event)) {
                ("enable", _) => trigger_volume::Order::Enable { on: true, which: None },
                ("disable", _) => trigger_volume::Order::Enable { on: false, which: None },
                ("reset", _) => trigger_volume::Order::Reset,
                (_, Some(Some(which))) => match run.live.player() {
                    Some(who) => trigger_volume::Order::Trigger { which, who },
                    None => return false,
                },
                _ => return false,
            };
            let name = run.fixed.volumes.get(at).map(|spec| spec.name.clone());
            name.is_some_and(|name| trigger_volume::order(run, &name, order, by, row))
        }
        _ => {
            let Some(who) = person_at(run.live, target) else { return false };
            match event {
                "spawn" => spawning::spawn(run, who, true, row),
                "die" => spawning::die(run, who, by, row),
                "delete" => spawning::delete(run, who, by, row),
                _ => return patrol::begin_by_name(run, who, event, row),
            }
            true
        }
    }
}
