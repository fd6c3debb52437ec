//! What never changes while a level runs, read once from its records and shared by all copies of the world.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec3;

use super::calls::{self, Order};
use super::kind::Kind;
use super::{barrier, door, emitter, link, pane, prop, removal, thing, train, walker};
use crate::document::{Level, NodeId, Record};
use crate::games::warriors::level::{game_number, int, text};
use crate::games::warriors::records::calls::{DOOR, FLAG, OBJECT_SPAWN, PANE, TIME_TO_LIVE, TRAIN_START};
use crate::games::warriors::scene::mesh::CollisionMesh;
use crate::games::warriors::scene::place::position;
use crate::games::warriors::types::Types;
use crate::preview::{Number, Setting, Start, Subject, Truth};
use crate::record::Schema;

const fn setting(
    key: &'static str,
    label: &'static str,
    doc: &'static str,
    unit: &'static str,
    usual: Number,
    range: (i32, i32),
) -> Setting {
    Setting {
        key,
        label,
        doc,
        unit,
        usual,
        least: Number::whole(range.0),
        most: Number::whole(range.1),
        truth: Truth::Assumed,
    }
}

const STORE_DISTANCE: Setting = setting(
    "store_distance",
    "Streaming out",
    "Objects farther from the camera than this and 10 m more are stored; the game's distance is open.",
    "m",
    Number::whole(100),
    (70, 400),
);
const UNLOCKED: Setting = setting(
    "unlocked",
    "Keys and powercuffs",
    "1 if keys and powercuffs that a script places are unlocked; that lies in the saved game.",
    "",
    Number::ZERO,
    (0, 1),
);
const WALK: Setting =
    setting("walk_speed", "Walking", "It lies in the clips.", "m/s", Number::thousandths(1460), (0, 20));
const JOG: Setting =
    setting("jog_speed", "Jogging", "It lies in the clips.", "m/s", Number::thousandths(4500), (0, 20));
const SPRINT: Setting =
    setting("sprint_speed", "Sprinting", "It lies in the clips.", "m/s", Number::thousandths(7800), (0, 20));
const JUMP: Setting = setting(
    "jump_speed",
    "Jumping",
    "How fast the walker leaves the ground; worked out from one recorded jump.",
    "m/s",
    Number::thousandths(5700),
    (0, 20),
);
const REACH: Setting =
    setting("reach", "Reach", "How far the walker's strike reaches.", "m", Number::thousandths(900), (0, 5));
const FLIES: Setting = setting(
    "fly_distance",
    "Flies",
    "How near the camera flies and bugs show themselves; the game goes by what it sees and 50 m beside it.",
    "m",
    Number::whole(50),
    (0, 400),
);
const LOOPS: Setting = setting(
    "loop_range",
    "Looped sounds",
    "How far the looped sounds of simple objects carry; it lies in the sounds.",
    "m",
    Number::whole(20),
    (0, 400),
);

const fn bit(key: &'static str, label: &'static str, doc: &'static str) -> Setting {
    setting(key, label, doc, "", Number::ZERO, (0, 1))
}

const WALK_THROUGH: Setting =
    bit("walk_through_trash", "Walk through trash", "Bit 8 of the game's state 3; what sets it is not known.");
const NO_PIECES: Setting = bit(
    "no_pieces",
    "No pieces",
    "Bit 2 of the game's state 3: trash and barriers leave none; what sets it is not known.",
);
const SILENT: Setting = bit(
    "silent_breaks",
    "Silent breaks",
    "Bit 4 of the game's state 3: props and barriers break silently; what sets it is not known.",
);
const NO_PATH_FLAG: Setting = bit(
    "no_path_flag",
    "Trash off the paths",
    "Bit 1 of the game's state 3: trash marks no path polygon; what sets it is not known.",
);

const TAKE_REACH: Setting = setting(
    "take_reach",
    "Reach for things",
    "How far from a metre above the walker's feet a thing may be that it takes.",
    "m",
    Number::thousandths(1600),
    (0, 5),
);
const SCALE: Setting = setting(
    "scale",
    "Walker's size",
    "The scale of the walker's body; above 1.1 it throws twice as fast.",
    "",
    Number::whole(1),
    (0, 2),
);
const ARC_STEP: Setting = setting(
    "arc_step",
    "Points of an aim",
    "Ticks between two of the 18 points of an aimed throw's arc.",
    "ticks",
    Number::whole(4),
    (1, 12),
);

/// What the documents leave open.
pub(super) static SETTINGS: &[Setting] = &[
    STORE_DISTANCE,
    UNLOCKED,
    WALK,
    JOG,
    SPRINT,
    JUMP,
    REACH,
    TAKE_REACH,
    SCALE,
    ARC_STEP,
    FLIES,
    LOOPS,
    WALK_THROUGH,
    NO_PIECES,
    SILENT,
    NO_PATH_FLAG,
];

/// Bits of the game's state 3 (`warriors.md` 3).
#[derive(Clone, Copy, Debug)]
pub(super) struct GameState {
    pub(super) walk_through: bool,
    pub(super) no_pieces: bool,
    pub(super) silent: bool,
    pub(super) no_path_flag: bool,
}

/// Settings as they are in this run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assumed {
    /// Metres beyond which things are stored, without the 10 m more.
    pub(super) store: f32,
    pub(super) unlocked: bool,
    /// Metres a second by gait: walking, jogging, sprinting.
    pub(super) speeds: [f32; 3],
    pub(super) jump: f32,
    pub(super) reach: f32,
    /// Metres within which flies show themselves, and within which looped sounds are heard.
    pub(super) flies: f32,
    pub(super) loops: f32,
    pub(super) state: GameState,
    /// Metres within which things are taken.
    pub(super) take_reach: f32,
    /// The walker's scale.
    pub(super) scale: f32,
    /// Ticks between points of an aim's arc.
    pub(super) arc_step: u32,
}

impl Assumed {
    fn new(start: &Start) -> Assumed {
        let real = |setting| start.setting(setting).to_f32();
        let set = |setting| start.setting(setting) != Number::ZERO;
        Assumed {
            store: real(&STORE_DISTANCE),
            unlocked: set(&UNLOCKED),
            speeds: [real(&WALK), real(&JOG), real(&SPRINT)],
            jump: real(&JUMP),
            reach: real(&REACH),
            flies: real(&FLIES),
            loops: real(&LOOPS),
            state: GameState {
                walk_through: set(&WALK_THROUGH),
                no_pieces: set(&NO_PIECES),
                silent: set(&SILENT),
                no_path_flag: set(&NO_PATH_FLAG),
            },
            take_reach: real(&TAKE_REACH),
            scale: real(&SCALE),
            arc_step: u32::try_from(start.setting(&ARC_STEP).round()).unwrap_or(1),
        }
    }
}

/// A call with the way to name it.
pub(super) struct Call<'a> {
    pub(super) record: Record<'a>,
    /// Whether it stands in a script's own straight-line code and not in a function that something calls later.
    pub(super) runs: bool,
}

impl Call<'_> {
    pub(super) fn is(&self, schema: &'static Schema) -> bool {
        std::ptr::eq(self.record.schema(), schema)
    }

    /// The two triangles that the call names.
    pub(super) fn triangles(&self) -> [Option<u32>; 2] {
        ["triangle1", "triangle2"].map(|name| {
            let field = self.record.schema().base_field(name)?;
            u32::try_from(int(&self.record, field)?).ok()
        })
    }
}

/// A flag of the world.
#[derive(Clone, Debug)]
pub(super) struct Flag {
    pub(super) subject: Subject,
    pub(super) at: Vec3,
    /// What people do there, and a number that goes with it: a store's own.
    pub(super) activity: i64,
    pub(super) group: i64,
}

/// Everything that stays as it is.
#[derive(Debug)]
pub(super) struct Fixed {
    pub(super) assumed: Assumed,
    pub(super) things: Vec<thing::Spec>,
    pub(super) emitters: Vec<emitter::Spec>,
    /// Glass that is placed is there at once (`warriors.md` P41).
    pub(super) glass_at_once: bool,
    /// The types that can be made while it runs.
    pub(super) made: Vec<Kind>,
    /// Thousandths of a second that what was dropped or thrown stays.
    pub(super) time_to_live: u32,
    pub(super) doors: Vec<door::Spec>,
    pub(super) panes: Vec<pane::Spec>,
    pub(super) flags: Vec<Flag>,
    pub(super) orders: Vec<(Subject, Order)>,
    pub(super) ground: walker::Ground,
    pub(super) navigation: Arc<link::Navigation>,
    /// Where the camera is until somebody is there: the middle of what is placed.
    pub(super) middle: Vec3,
    /// Subjects of calls.
    pub(super) records: Arc<BTreeMap<Subject, NodeId>>,
    /// Triangles that a door or a pane has set up.
    pub(super) owned: BTreeMap<u32, Owned>,
}

/// A triangle of the mesh as a door or a pane set it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Owned {
    /// Its flags, and what it sounds like.
    pub(super) flags: u16,
    pub(super) material: u8,
}

/// The level in which glass is there at once.
const GLASS_AT_ONCE: u16 = 84;

/// A row number of a list.
pub(super) fn row(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl Fixed {
    /// Reads a level.
    pub(super) fn new(level: &Level, start: &Start) -> Fixed {
        let assumed = Assumed::new(start);
        let types = Types::of(level);
        let all = calls::all(level);
        let mut records = BTreeMap::new();
        let mut named = calls::Named::default();
        let mut things = Vec::new();
        let mut doors: Vec<door::Spec> = Vec::new();
        let mut panes = Vec::new();
        let mut flags = Vec::new();
        for call in &all {
            let handle = crate::games::warriors::links::handle(&call.record);
            let subject = if call.is(&OBJECT_SPAWN) {
                let subject = Subject::new("spawns", row(things.len()));
                let Some(spec) = thing::read(&call.record, subject, &types, true) else { continue };
                things.push(spec);
                subject
            } else if call.is(&DOOR) {
                let subject = Subject::new("doors", row(doors.len()));
                let Some(spec) = door::read(call, subject, &types) else { continue };
                doors.push(spec);
                subject
            } else if call.is(&PANE) {
                let subject = Subject::new("panes", row(panes.len()));
                let Some(spec) = pane::read(call, subject, &all) else { continue };
                panes.push(spec);
                subject
            } else if call.is(&FLAG) {
                let subject = Subject::new("flags", row(flags.len()));
                let Some(at) = position(&call.record) else { continue };
                let [activity, group] = ["kind", "kind2"].map(|name| whole(&call.record, name).unwrap_or(0));
                flags.push(Flag { subject, at, activity, group });
                subject
            } else if call.is(&TRAIN_START) {
                let Some(subject) = train::subject(&call.record) else { continue };
                subject
            } else {
                continue;
            };
            records.entry(subject).or_insert(call.record.id());
            if let Some(handle) = handle {
                named.handles.entry(handle).or_insert(subject);
            }
        }
        things.extend(thing::lines(level, &types));
        if assumed.state.walk_through {
            let trash = things.iter_mut().filter(|thing| thing.prop == Some(prop::Sort::Trash));
            trash.for_each(|thing| thing.phyflags &= !walker::BLOCKHUMANS);
        }
        let mut orders = Vec::new();
        for call in all.iter().filter(|call| call.runs) {
            if let Some(order) = calls::read(&call.record, &named) {
                let subject = Subject::new("calls", row(orders.len()));
                records.insert(subject, call.record.id());
                orders.push((subject, order));
            }
        }
        let own = all.iter().rev().find(|call| call.is(&TIME_TO_LIVE));
        let time_to_live = own.and_then(|call| u32::try_from(whole(&call.record, "time")?).ok());
        let mesh = CollisionMesh::of(level).unwrap_or_default();
        let mut owned = BTreeMap::new();
        let mut own = |triangles: [Option<u32>; 2], bits: u16, material: u8| {
            for triangle in triangles.into_iter().flatten() {
                let stored = usize::try_from(triangle).ok().and_then(|at| mesh.triangles.get(at));
                let flags = stored.map_or(0, |(_, flags, _)| *flags) | bits;
                owned.insert(triangle, Owned { flags, material });
            }
        };
        doors.iter().for_each(|door| own(door.triangles, door.triangle_bits(), door.material));
        panes.iter().for_each(|pane| own(pane.triangles, pane::TWO_SIDED, pane::GLASS));
        let mut navigation = link::Navigation::of(level);
        for door in doors.iter().filter(|door| barrier::retags(door)) {
            navigation.charge(door.number);
        }
        let places: Vec<Vec3> =
            things.iter().map(|thing| thing.at).chain(doors.iter().map(|door| door.pose.at)).collect();
        let sum: Vec3 = places.iter().sum();
        Fixed {
            assumed,
            things,
            emitters: emitter::lines(level),
            glass_at_once: game_number(level) == Some(GLASS_AT_ONCE),
            made: prop::made().map(|name| Kind::of(name, &types.get(name))).collect(),
            time_to_live: time_to_live.unwrap_or(removal::USUAL),
            doors,
            panes,
            flags,
            orders,
            ground: walker::Ground::new(&mesh, &owned),
            navigation: Arc::new(navigation),
            middle: sum / places.len().max(1) as f32,
            records: Arc::new(records),
            owned,
        }
    }
}

/// A text of a record by its field's name.
pub(super) fn word(record: &Record<'_>, name: &str) -> Option<String> {
    text(record, record.schema().base_field(name)?)
}

/// A whole number of a record by its field's name.
pub(super) fn whole(record: &Record<'_>, name: &str) -> Option<i64> {
    i64::try_from(int(record, record.schema().base_field(name)?)?).ok()
}

/// A number of a record by its field's name.
pub(super) fn number(record: &Record<'_>, name: &str) -> Option<f32> {
    crate::games::warriors::level::real(record, record.schema().base_field(name)?).map(|n| n as f32)
}
