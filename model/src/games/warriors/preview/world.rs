//! The world: what changes, in the order of a tick, and what a person can do to it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::Vec3;

use super::calls::{self, Order};
use super::fixed::Fixed;
use super::walker::{self, Keys, Person};
use super::{
    aim, barrier, door, emitter, flight, hold, link, loose, pane, pick, prop, removal, shatter, simple, streaming,
    strike, thing, throw, train,
};
use crate::document::{Level, NodeId};
use crate::preview::{
    Actor, Address, Cause, Input, Live as LiveValue, Log, Number, Pose, Reading, Shape, ShiftRegister, Start,
    StateHasher, Subject, Verb, World,
};

/// What changes. Parts that seldom do are shared between copies until they do.
#[derive(Clone, Debug)]
pub(super) struct Live {
    pub(super) tick: u32,
    pub(super) things: Arc<Vec<thing::State>>,
    /// The record that streaming looks at next.
    pub(super) cursor: usize,
    /// Zones that are on.
    pub(super) zones: BTreeSet<u16>,
    /// Nothing comes in or goes out.
    pub(super) paused: bool,
    pub(super) air: Arc<emitter::Air>,
    /// A camera that somebody placed.
    pub(super) camera: Option<Vec3>,
    pub(super) doors: Vec<door::State>,
    pub(super) panes: Vec<pane::State>,
    pub(super) shards: Vec<shatter::Shard>,
    pub(super) pieces: Vec<prop::Piece>,
    pub(super) objects: Vec<loose::Object>,
    /// How many were made.
    pub(super) made: u32,
    pub(super) hand: hold::Hand,
    pub(super) aim: Option<aim::Aim>,
    /// Triangles that stop nobody.
    pub(super) off: BTreeSet<u32>,
    pub(super) flags_off: BTreeSet<u32>,
    pub(super) navigation: Arc<link::Navigation>,
    pub(super) trains: [train::State; train::SLOTS as usize],
    pub(super) walker: Option<Person>,
    pub(super) dummies: BTreeMap<u32, Person>,
    dice: ShiftRegister,
    air_dice: ShiftRegister,
}

impl Live {
    pub(super) fn things_mut(&mut self) -> &mut Vec<thing::State> {
        Arc::make_mut(&mut self.things)
    }
}

/// The world at work: what is fixed, what changes, where it is written down.
pub(super) struct Run<'a> {
    pub(super) fixed: &'a Fixed,
    pub(super) live: &'a mut Live,
    pub(super) log: &'a mut Log,
}

impl Run<'_> {
    /// Where the only camera is.
    pub(super) fn camera(&self) -> Vec3 {
        camera(self.fixed, self.live)
    }

    /// A number from 0 to the most, both included, as the game's own dice give.
    pub(super) fn dice(&mut self, most: u16) -> u16 {
        drawn(&mut self.live.dice, most)
    }

    /// The same for what emitters make: particles have dice of their own, so that one more vent changes nothing else.
    pub(super) fn air_dice(&mut self, most: u16) -> u16 {
        drawn(&mut self.live.air_dice, most)
    }
}

fn drawn(dice: &mut ShiftRegister, most: u16) -> u16 {
    // All bits of the register are new after 16 draws: numbers in a row do not depend on each other.
    let drawn = (0..16).map(|_| dice.draw()).last().unwrap_or(0);
    drawn % most.saturating_add(1).max(1)
}

pub(super) fn camera(fixed: &Fixed, live: &Live) -> Vec3 {
    live.camera.or_else(|| live.walker.as_ref().map(|walker| walker.position)).unwrap_or(fixed.middle)
}

/// Dummies that there can be.
const MOST_DUMMIES: u32 = 60;
/// What shards are thrown with unless a scenario says so; the game's own generator is not known.
const SEED: u16 = 0x5EED;
/// A register of 16 bits that comes through all numbers.
const MASK: u16 = 0xB400;

/// A level of The Warriors, running.
#[derive(Clone, Debug)]
pub struct WarriorsWorld {
    pub(super) fixed: Arc<Fixed>,
    pub(super) live: Live,
}

impl WarriorsWorld {
    /// A level as the game loads it. What loading did is written to the log.
    #[must_use]
    pub fn new(level: &Level, start: &Start, log: &mut Log) -> WarriorsWorld {
        let fixed = Fixed::new(level, start);
        let things = fixed.things.iter().map(|spec| thing::State::of(spec, fixed.assumed.unlocked)).collect();
        // Only 16 bits of a seed count, and 0 would stay 0.
        let seed = start.seed.map_or(SEED, |seed| (seed % 0x1_0000) as u16).max(1);
        let mut live = Live {
            tick: 0,
            things: Arc::new(things),
            cursor: 0,
            // Zone 0 alone is on (`warriors.md` P3).
            zones: BTreeSet::from([0]),
            paused: false,
            air: Arc::default(),
            camera: None,
            doors: Vec::new(),
            panes: Vec::new(),
            shards: Vec::new(),
            pieces: Vec::new(),
            objects: Vec::new(),
            made: 0,
            hand: hold::Hand::default(),
            aim: None,
            off: BTreeSet::new(),
            flags_off: BTreeSet::new(),
            navigation: Arc::clone(&fixed.navigation),
            trains: Default::default(),
            walker: None,
            dummies: BTreeMap::new(),
            dice: ShiftRegister::new(MASK, seed),
            air_dice: ShiftRegister::new(MASK, seed),
        };
        log.set_tick(0);
        let mut run = Run { fixed: &fixed, live: &mut live, log };
        emitter::load(&mut run);
        door::load(&mut run);
        pane::load(&mut run);
        streaming::load(&mut run);
        for (by, order) in &fixed.orders {
            calls::carry_out(&mut run, *order, *by, None);
        }
        WarriorsWorld { fixed: Arc::new(fixed), live }
    }
}

impl World for WarriorsWorld {
    fn ticks_per_second(&self) -> u32 {
        60
    }

    fn now(&self) -> u32 {
        self.live.tick
    }

    fn tick(&mut self, inputs: &[Input], log: &mut Log) {
        self.live.tick = self.live.tick.saturating_add(1);
        log.set_tick(self.live.tick);
        let mut run = Run { fixed: &self.fixed, live: &mut self.live, log };
        for input in inputs {
            act(&mut run, &input.verb);
        }
        walker::tick(&mut run);
        pick::tick(&mut run);
        flight::tick(&mut run);
        hold::tick(&mut run);
        throw::tick(&mut run);
        door::tick(&mut run);
        barrier::tick(&mut run);
        thing::tick(&mut run);
        prop::tick(&mut run);
        simple::tick(&mut run);
        emitter::tick(&mut run);
        // Ticks run in pairs: a frame is two (`warriors.md` P0).
        if run.live.tick.is_multiple_of(2) {
            aim::frame(&mut run);
            streaming::frame(&mut run);
            removal::frame(&mut run);
            pane::frame(&mut run);
            shatter::frame(&mut run);
            train::frame(&mut run);
        }
    }

    fn copy(&self) -> Box<dyn World> {
        Box::new(self.clone())
    }

    fn hash(&self) -> u64 {
        let mut hasher = StateHasher::new();
        let live = &self.live;
        hasher.add(live.tick);
        live.things.iter().for_each(|thing| thing.hash(&mut hasher));
        hasher.count(live.cursor);
        hasher.count(live.zones.len());
        live.zones.iter().for_each(|zone| hasher.add(*zone));
        hasher.add(u32::from(live.paused));
        live.air.hash(&mut hasher);
        thing::vector(&mut hasher, live.camera.unwrap_or(Vec3::NAN));
        live.doors.iter().for_each(|door| door.hash(&mut hasher));
        live.panes.iter().for_each(|pane| pane.hash(&mut hasher));
        hasher.count(live.shards.len());
        live.shards.iter().for_each(|shard| shard.hash(&mut hasher));
        hasher.count(live.objects.len());
        live.objects.iter().for_each(|object| object.hash(&mut hasher));
        hasher.add(live.made);
        live.hand.hash(&mut hasher);
        hasher.add(u32::from(live.aim.is_some()));
        live.aim.iter().for_each(|aim| aim.hash(&mut hasher));
        hasher.count(live.pieces.len());
        live.pieces.iter().for_each(|piece| piece.hash(&mut hasher));
        for set in [&live.off, &live.flags_off] {
            hasher.count(set.len());
            set.iter().for_each(|one| hasher.add(*one));
        }
        live.navigation.hash(&mut hasher);
        live.trains.iter().for_each(|train| train.hash(&mut hasher));
        hasher.add(u32::from(live.walker.is_some()));
        live.walker.iter().for_each(|person| person.hash(&mut hasher));
        hasher.count(live.dummies.len());
        for (who, dummy) in &live.dummies {
            hasher.add(*who);
            dummy.hash(&mut hasher);
        }
        hasher.add(live.dice.state());
        hasher.add(live.air_dice.state());
        hasher.finish()
    }

    fn bytes(&self) -> usize {
        let live = &self.live;
        let sets = live.off.len() + live.flags_off.len() + live.zones.len();
        size_of::<WarriorsWorld>()
            + size_of_val(live.things.as_slice())
            + size_of_val(live.doors.as_slice())
            + size_of_val(live.panes.as_slice())
            + size_of_val(live.shards.as_slice())
            + size_of_val(live.pieces.as_slice())
            + size_of_val(live.objects.as_slice())
            + live.air.bytes()
            + sets * size_of::<usize>()
            + live.navigation.bytes()
            + live.trains.iter().map(|train| size_of_val(train.points.as_slice())).sum::<usize>()
            + live.dummies.len() * size_of::<Person>()
    }

    fn value(&self, of: &Subject, field: &str) -> Option<Reading> {
        super::live::value(self, of, field)
    }

    fn find(&self, address: &Address) -> Option<Subject> {
        super::live::find(&self.fixed, address)
    }

    fn live(&self) -> Vec<LiveValue> {
        super::live::all(self)
    }

    fn records(&self) -> Option<Arc<BTreeMap<Subject, NodeId>>> {
        Some(Arc::clone(&self.fixed.records))
    }

    fn behaviours(&self, table: &str) -> &'static [&'static str] {
        match table {
            "doors" => &["door", "leaf", "strike", "barrier", "link"],
            "panes" => &["pane", "shatter"],
            "trains" => &["train"],
            "lines" | "spawns" => &[
                "streaming",
                "thing",
                "simple",
                "prop",
                "tread",
                "dust",
                "impact",
                "pick",
                "hold",
                "wear",
                "removal",
                "tint",
                "marker",
                "wheel",
                "emitter",
                "steam",
                "strobe",
                "flies",
                "neon",
            ],
            "flags" => &["store"],
            "streaming" => &["streaming"],
            "walker" | "dummies" => &["walker", "pick", "hold", "carry", "aim", "throw"],
            "made" => &["loose", "pick", "hold", "flight", "wear", "impact", "removal"],
            "calls" | "zones" => &["calls"],
            _ => &[],
        }
    }

    fn actors(&self) -> Vec<Actor> {
        super::drawing::actors(self)
    }

    fn spot(&self, place: Vec3) -> Option<[Number; 2]> {
        Some([Number::nearest(place.x.into())?, Number::nearest(place.y.into())?])
    }

    fn poses(&self) -> Vec<Pose> {
        super::drawing::poses(self)
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
            super::live::find(run.fixed, target).unwrap_or(person)
        }
        Verb::Place { who: Some(who), .. } | Verb::Leave { who: Some(who) } => {
            super::live::find(run.fixed, who).unwrap_or(person)
        }
        _ => walker::SUBJECT,
    };
    let row = run.log.add(person, verb.word(), target, 0, None);
    if !carry_out(run, verb, person, target, row) {
        run.log.add(person, "refused", target, 0, row);
    }
}

/// Answers whether it made sense here.
fn carry_out(run: &mut Run<'_>, verb: &Verb, by: Subject, target: Subject, row: Cause) -> bool {
    let at = usize::try_from(target.row).unwrap_or(usize::MAX);
    let walker = run.live.walker.as_ref().map(|walker| walker.position);
    match verb {
        Verb::Place { x, y, z, facing, .. } => {
            place(run, target, [x.to_f32(), y.to_f32()], z.map(Number::to_f32), facing.to_f32())
        }
        Verb::Leave { .. } => match target.table {
            "walker" => run.live.walker.take().is_some(),
            "dummies" => run.live.dummies.remove(&target.row).is_some(),
            "cameras" => run.live.camera.take().is_some(),
            _ => false,
        },
        Verb::Walk { x, y } => {
            let to = glam::Vec2::new(x.to_f32(), y.to_f32());
            let person = run.live.walker.as_mut().filter(|_| run.live.aim.is_none());
            person.map(|person| (person.keys, person.way) = (Keys::default(), Some(to))).is_some()
        }
        Verb::Keys { forward, side, turn, pace } => {
            let Some(person) = run.live.walker.as_mut() else { return false };
            person.way = None;
            // Who aims stands: keys turn and pitch the aim.
            let still = (*forward, *side, *turn) == (0, 0, 0);
            let keys = Keys { forward: *forward, side: *side, turn: *turn, pace: *pace };
            person.keys = if still { Keys::default() } else { keys };
            true
        }
        Verb::Look { facing, pitch } => {
            aim::pitch(run, pitch.to_f32().to_radians());
            let person = run.live.walker.as_mut();
            person.map(|person| person.facing = facing.to_f32().rem_euclid(360.0)).is_some()
        }
        Verb::Jump => run.live.aim.is_none() && walker::jump(run, row),
        // The same button strikes, or throws what is carried to be thrown (`warriors.md` P27).
        Verb::Use if hold::kind(run).is_some_and(|kind| throw::search(kind.set) > 0.0) => throw::begin(run, None, row),
        Verb::Use => walker::strike(run, row),
        Verb::Take => pick::take(run, row),
        Verb::Aim => aim::toggle(run, row),
        Verb::Touch { .. } => {
            let from = walker.unwrap_or_else(|| run.camera());
            match thing::index(run.fixed, target) {
                Some(thing) if walker.is_none() => prop::touch(run, thing, by, row),
                Some(_) => pick::touch(run, target, row),
                None if target.table == loose::MADE => pick::touch(run, target, row),
                None => target.table == "doors" && door::order(run, at, door::Order::OpenBy(from), by, row),
            }
        }
        Verb::Hit { strength, .. } => match target.table {
            "panes" => pane::hit(run, at, true, by, row),
            "doors" => {
                let from = walker.unwrap_or_else(|| run.camera());
                strike::hit(run, at, *strength, from, by, row)
            }
            _ => thing::index(run.fixed, target).is_some_and(|at| prop::hit(run, at, *strength, by, row)),
        },
        Verb::Set { field, value, .. } => set(run, target, field, *value, by, row),
        Verb::Fire { event, .. } => fire(run, target, event, by, row),
        Verb::Throw { x, y, z } => throw::begin(run, Some(Vec3::new(x.to_f32(), y.to_f32(), z.to_f32())), row),
    }
}

/// Puts the walker, a dummy, the camera or a thing somewhere.
fn place(run: &mut Run<'_>, who: Subject, [x, y]: [f32; 2], z: Option<f32>, facing: f32) -> bool {
    match who.table {
        "walker" => run.live.walker = Some(Person::at(walker::stand(run, x, y, z), facing)),
        "dummies" if who.row < MOST_DUMMIES => {
            let dummy = Person::at(walker::stand(run, x, y, z), facing);
            run.live.dummies.insert(who.row, dummy);
        }
        "cameras" => {
            let z = z.unwrap_or_else(|| run.camera().z);
            run.live.camera = Some(Vec3::new(x, y, z));
        }
        _ => {
            let Some(thing) = thing::index(run.fixed, who).and_then(|at| run.live.things_mut().get_mut(at)) else {
                return false;
            };
            thing.at = Vec3::new(x, y, z.unwrap_or(thing.at.z));
            let at = thing.at;
            if let Some(object) = loose::index(run, who).and_then(|object| run.live.objects.get_mut(object)) {
                object.at = at;
            }
        }
    }
    true
}

/// Values that a person can give.
fn set(run: &mut Run<'_>, target: Subject, field: &str, value: Number, by: Subject, row: Cause) -> bool {
    let at = usize::try_from(target.row).unwrap_or(usize::MAX);
    match (target.table, field) {
        ("doors", "angle") => door::order(run, at, door::Order::Degree(value.to_f32()), by, row),
        // Message 0x19 (`warriors.md` P41).
        ("doors", "hitpoints") => run.live.doors.get_mut(at).map(|door| door.hitpoints = value.round_i32()).is_some(),
        ("spawns" | "lines", "tint") => match u32::try_from(value.round()) {
            Ok(tint) => thing::colour(run, target, tint, by, row),
            Err(_) => false,
        },
        ("spawns" | "lines", "show_distance") => thing::show(run, target, Some(value.to_f32()), by, row),
        ("spawns" | "lines" | "doors" | "flags" | "panes", "break_objects_radius") => {
            calls::carry_out(run, Order::BreakObjects { what: target, radius: value.to_f32() }, by, row)
        }
        ("dummies", "team") => {
            run.live.dummies.get_mut(&target.row).map(|dummy| dummy.team = value.round_i32()).is_some()
        }
        // Class 13 lifts what others cannot (`warriors.md` P38).
        ("walker", "class") => run.live.walker.as_mut().map(|person| person.class = value.round_i32()).is_some(),
        ("walker", "team") => run.live.walker.as_mut().map(|person| person.team = value.round_i32()).is_some(),
        ("streaming", "paused") => {
            run.live.paused = value != Number::ZERO;
            run.log.add(by, if run.live.paused { "paused" } else { "goes on" }, target, 0, row);
            true
        }
        ("panes", "break_radius") => {
            let Some(centre) = run.fixed.panes.get(at).map(|pane| pane.shape.centre()) else { return false };
            pane::break_within(run, centre, value.to_f32(), by, row);
            true
        }
        _ => false,
    }
}

/// Events that a person can make happen: what scripts could call.
fn fire(run: &mut Run<'_>, target: Subject, event: &str, by: Subject, row: Cause) -> bool {
    let at = usize::try_from(target.row).unwrap_or(usize::MAX);
    let walker = run.live.walker.as_ref().map(|walker| walker.position);
    if let Some(at) = emitter::index(run.fixed, target) {
        return matches!(event, "on" | "off") && emitter::switch(run, at, event == "on", by, row);
    }
    let order = match (target.table, event) {
        ("spawns" | "lines", "message_12") => return simple::message(run, target, 0x12, by, row),
        ("spawns" | "lines", "message_13") => return simple::message(run, target, 0x13, by, row),
        ("spawns" | "lines", "message_3c") => return simple::message(run, target, 0x3C, by, row),
        ("spawns" | "lines", "hittable" | "not_hittable") => {
            return simple::hittable(run, target, event == "hittable", by, row);
        }
        ("zones", "enable" | "disable") => {
            u16::try_from(target.row).ok().map(|zone| Order::Zone { zone, on: event == "enable" })
        }
        ("zones", "remove" | "restore") => {
            u16::try_from(target.row).ok().map(|zone| Order::MarkZone { zone, removed: event == "remove" })
        }
        ("doors", "open") => Some(Order::Door(target, door::Order::Open)),
        ("doors", "open_by") => Some(Order::Door(target, door::Order::OpenBy(walker.unwrap_or_else(|| run.camera())))),
        ("doors", "close") => Some(Order::Door(target, door::Order::Close)),
        ("doors", "collision_off") => Some(Order::Door(target, door::Order::CollisionOff)),
        ("doors", "collision_on") => Some(Order::Door(target, door::Order::CollisionOn)),
        ("doors", "pickable") => Some(Order::Door(target, door::Order::Pickable(true))),
        ("doors", "not_pickable") => Some(Order::Door(target, door::Order::Pickable(false))),
        ("trains", "stop") => u8::try_from(target.row).ok().map(|slot| Order::TrainStop { slot }),
        ("trains", "start") => {
            return u8::try_from(target.row).is_ok_and(|slot| train::resume(run, slot, by, row));
        }
        ("panes", "shake") => return pane::shake(run, at, by, row),
        ("spawns" | "lines", "show") => Some(Order::Show { what: target, distance: 0.0 }),
        ("spawns" | "lines", "hide") => Some(Order::Hide(target)),
        ("spawns" | "lines" | "panes" | "doors", "destroy") => Some(Order::Destroy { what: target, by_message: false }),
        ("spawns" | "lines", "destroy_by_message") => Some(Order::Destroy { what: target, by_message: true }),
        _ => None,
    };
    order.is_some_and(|order| calls::carry_out(run, order, by, row))
}
