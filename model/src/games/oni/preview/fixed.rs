//! What never changes while a level runs, read once from its records and shared by all copies of the world.

use std::collections::BTreeMap;

use glam::{Mat3, Vec3};

use super::{console, door, events, neutral, patrol, sound, spawning, trigger, trigger_volume, turret};
use crate::document::{Level, Record, Table};
use crate::games::oni::records::{Flag, ObjectHeader};
use crate::games::oni::scripts::program::Program;
use crate::games::oni::scripts::{Scripts, things};
use crate::preview::{Number, Setting, Start, Subject, Truth};

/// Where something stands and how it is turned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Placed {
    /// Its place.
    pub(super) position: Vec3,
    /// Its rotation about x, y and z in degrees.
    pub(super) rotation: Vec3,
}

impl Placed {
    /// What the record's header says.
    pub(super) fn of(record: &Record<'_>) -> Placed {
        let header = ObjectHeader::new(record.head(), record.layout());
        header.map_or(Placed::default(), |header| Placed {
            position: header.position().into(),
            rotation: header.rotation().into(),
        })
    }

    /// Its rotation: about x, then y, then z (`oni.md` 2.1; seed 000, TRGV).
    pub(super) fn turn(&self) -> Mat3 {
        let [x, y, z] = self.rotation.to_array().map(|degrees| degrees * (core::f32::consts::PI / 180.0));
        Mat3::from_rotation_z(z) * Mat3::from_rotation_y(y) * Mat3::from_rotation_x(x)
    }
}

/// The rows of a table that can be read, with their subjects.
pub(super) fn rows<'a>(level: &'a Level, key: &'static str) -> impl Iterator<Item = (Subject, Record<'a>)> {
    let table: Option<&Table> = level.table(key).filter(|table| table.opaque.is_none());
    let rows = table.into_iter().flat_map(|table| level.rows(table)).enumerate();
    // Levels have far fewer than 2^32 objects.
    rows.map(move |(at, record)| (Subject::new(key, u32::try_from(at).unwrap_or(u32::MAX)), record))
}

/// The first of each id: the game takes the first match (`oni.md` 2.7).
pub(super) fn first_by_id<T>(list: &[T], id: impl Fn(&T) -> i32) -> BTreeMap<i32, usize> {
    list.iter().enumerate().rev().map(|(at, one)| (id(one), at)).collect()
}

/// How fast things go where nobody measured it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speeds {
    /// Units a tick.
    pub(super) walk: f32,
    /// Units a tick.
    pub(super) run: f32,
    /// Units a tick.
    pub(super) creep: f32,
    /// Ticks that a door takes to open or close.
    pub(super) door: u32,
    /// Ticks that a line of dialogue takes.
    pub(super) line: u32,
    /// How near somebody must be to use something.
    pub(super) reach: f32,
}

const fn setting(
    key: &'static str,
    label: &'static str,
    doc: &'static str,
    unit: &'static str,
    usual: i32,
    range: (i32, i32),
) -> Setting {
    Setting {
        key,
        label,
        doc,
        unit,
        usual: Number::whole(usual),
        least: Number::whole(range.0),
        most: Number::whole(range.1),
        truth: Truth::Assumed,
    }
}

const WALK: Setting =
    setting("walk_speed", "Walking", "How fast characters walk; it lies in their animations.", "units/s", 20, (1, 600));
const RUN: Setting = setting(
    "run_speed",
    "Running",
    "How fast characters and the walker run; it lies in their animations.",
    "units/s",
    60,
    (1, 600),
);
const CREEP: Setting = setting(
    "creep_speed",
    "Creeping",
    "How fast characters creep and crouch; it lies in their animations.",
    "units/s",
    10,
    (1, 600),
);
const DOOR: Setting = setting(
    "door_ticks",
    "Doors",
    "How long a door takes to open; it lies in the door's animation.",
    "ticks",
    30,
    (1, 600),
);
const LINE: Setting =
    setting("line_ticks", "Lines", "How long a line of dialogue takes; it lies in the sound.", "ticks", 120, (1, 3600));
const REACH: Setting =
    setting("reach", "Reach", "How near the walker must be to use a console or a manual door.", "units", 20, (1, 200));

/// What the documents leave open.
pub(super) static SETTINGS: &[Setting] = &[WALK, RUN, CREEP, DOOR, LINE, REACH];

impl Speeds {
    fn new(start: &Start) -> Speeds {
        // Speeds are given a second, the game has 60 ticks in one (`oni.md` 2.1).
        let a_tick = |setting| start.setting(setting).to_f32() / 60.0;
        // The ranges hold no negative numbers.
        let ticks = |setting| u32::try_from(start.setting(setting).round()).unwrap_or(1);
        Speeds {
            walk: a_tick(&WALK),
            run: a_tick(&RUN),
            creep: a_tick(&CREEP),
            door: ticks(&DOOR),
            line: ticks(&LINE),
            reach: start.setting(&REACH).to_f32(),
        }
    }
}

/// A point that scripts and patrols name by number.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlagSpec {
    pub(super) subject: Subject,
    pub(super) placed: Placed,
}

/// Everything that stays as it is.
#[derive(Debug)]
pub(super) struct Fixed {
    pub(super) program: Program,
    /// The files of the scripts, by number.
    pub(super) files: Vec<String>,
    pub(super) speeds: Speeds,
    pub(super) characters: Vec<spawning::Spec>,
    pub(super) characters_by_name: BTreeMap<String, usize>,
    pub(super) items: Vec<spawning::Item>,
    pub(super) paths: Vec<patrol::Path>,
    pub(super) flags: BTreeMap<i32, FlagSpec>,
    pub(super) volumes: Vec<trigger_volume::Spec>,
    pub(super) volumes_by_id: BTreeMap<i32, usize>,
    pub(super) doors: Vec<door::Spec>,
    pub(super) doors_by_id: BTreeMap<i32, usize>,
    pub(super) consoles: Vec<console::Spec>,
    pub(super) consoles_by_id: BTreeMap<i32, usize>,
    pub(super) triggers: Vec<trigger::Spec>,
    pub(super) triggers_by_id: BTreeMap<i32, usize>,
    pub(super) turrets: Vec<turret::Spec>,
    pub(super) turrets_by_id: BTreeMap<i32, usize>,
    pub(super) sounds: Vec<sound::Spec>,
    pub(super) neutrals: Vec<neutral::Spec>,
    pub(super) neutrals_by_id: BTreeMap<i32, usize>,
}

impl Fixed {
    /// Reads a level.
    pub(super) fn new(level: &Level, start: &Start) -> Fixed {
        let scripts = Scripts::of_level(level);
        let mut program = Program::new(&scripts);
        let characters = spawning::read(level, &mut program);
        let characters_by_name = {
            let named = characters.iter().enumerate().filter(|(_, spec)| !spec.name.is_empty());
            named.rev().map(|(at, spec)| (spec.name.clone(), at)).collect()
        };
        let flags = {
            let all: Vec<_> = rows(level, "flags")
                .filter_map(|(subject, record)| {
                    let id = Flag::new(record.head(), record.layout())?.id();
                    Some((i32::from(id), FlagSpec { subject, placed: Placed::of(&record) }))
                })
                .collect();
            all.into_iter().rev().collect()
        };
        let volumes = trigger_volume::read(level);
        let doors = door::read(level);
        let consoles = console::read(level);
        let triggers = trigger::read(level);
        let turrets = turret::read(level);
        let neutrals = neutral::read(level);
        Fixed {
            program,
            files: scripts.files().iter().map(|file| file.name.clone()).collect(),
            speeds: Speeds::new(start),
            characters_by_name,
            characters,
            items: spawning::items(level),
            paths: patrol::read(level),
            flags,
            volumes_by_id: first_by_id(&volumes, |volume| volume.id),
            volumes,
            doors_by_id: first_by_id(&doors, |door| door.id),
            doors,
            consoles_by_id: first_by_id(&consoles, |console| console.id),
            consoles,
            triggers_by_id: first_by_id(&triggers, |trigger| trigger.id),
            triggers,
            turrets_by_id: first_by_id(&turrets, |turret| turret.id),
            turrets,
            sounds: sound::read(level),
            neutrals_by_id: first_by_id(&neutrals, |neutral| neutral.id),
            neutrals,
        }
    }

    /// A flag by id.
    pub(super) fn flag(&self, id: i32) -> Option<FlagSpec> {
        self.flags.get(&id).copied()
    }

    /// The function that a patrol point names by its number.
    pub(super) fn patrol_script(&self, number: i16) -> String {
        things::patrol_script(number.into())
    }
}

/// The event list of a record.
pub(super) fn event_list(record: &Record<'_>) -> Vec<events::Event> {
    events::read(record)
}

/// The direction somebody looks who is turned by so many degrees: 0 is along z (`oni.md` 2.1).
pub(super) fn ahead(degrees: f32) -> Vec3 {
    let angle = degrees * (core::f32::consts::PI / 180.0);
    Vec3::new(libm::sinf(angle), 0.0, libm::cosf(angle))
}

/// The angle in degrees, 0 to 360, of a way along the ground; `None` of no way at all.
pub(super) fn heading(way: Vec3) -> Option<f32> {
    (way.x != 0.0 || way.z != 0.0).then(|| {
        let degrees = libm::atan2f(way.x, way.z) * (180.0 / core::f32::consts::PI);
        if degrees < 0.0 { degrees + 360.0 } else { degrees }
    })
}
