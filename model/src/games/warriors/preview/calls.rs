//! What scripts do, as far as their straight-line code tells (`warriors.md` 1.2).

use std::collections::BTreeMap;

use glam::Vec3;

use super::fixed::{Call, number, whole};
use super::world::Run;
use super::{barrier, door, link, marker, pane, prop, thing, train};
use crate::document::{Level, Record};
use crate::games::warriors::level::symbol;
use crate::games::warriors::records::{calls::*, part};
use crate::games::warriors::scene::place::position;
use crate::games::warriors::tables;
use crate::preview::{Cause, Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "calls",
        what: "calls in the straight-line code of scripts",
        truth: Truth::Assumed,
        note: "everything that any function places is there from the start; zones, doors, objects, panes and trains are switched at load by the calls outside of functions, in their order; in scripts as text by all calls; arguments that a script works out are left alone",
    },
    Fidelity {
        file: "calls",
        what: "scripts beyond that: checkpoints, handlers, conditions, loops",
        truth: Truth::NotSimulated,
        note: "scripts are not run: use `fire` and `set`",
    },
];

/// What a script, or a person in its place, can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Order {
    Zone { zone: u16, on: bool },
    MarkZone { zone: u16, removed: bool },
    Show { what: Subject, distance: f32 },
    Hide(Subject),
    Destroy { what: Subject, by_message: bool },
    Colour { what: Subject, tint: u32 },
    Door(Subject, door::Order),
    Link { at: Vec3, on: bool },
    BreakGlass { what: Subject, radius: f32 },
    BreakObjects { what: Subject, radius: f32 },
    TrainStart { slot: u8, radius: f32 },
    TrainPoint { slot: u8, what: Subject, index: u8, gap: bool },
    TrainStop { slot: u8 },
}

/// What handles stand for.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub(super) handles: BTreeMap<String, Subject>,
}

/// Every known call, script by script.
pub(super) fn all(level: &Level) -> Vec<Call<'_>> {
    let mut out = Vec::new();
    for table in level.tables() {
        if table.key() == tables::TEXTS.key || table.key() == tables::LENT.key {
            let known = level.rows(table).filter(|row| call_of(row.schema()).is_some());
            out.extend(known.map(|record| Call { record, runs: true }));
        } else if table.key() == tables::SCRIPTS.key {
            level.rows(table).for_each(|function| within(&function, true, &mut out));
        }
    }
    out
}

fn within<'a>(function: &Record<'a>, runs: bool, out: &mut Vec<Call<'a>>) {
    let count = |list: &Record<'a>| list.children().map_or(0, |c| c.len());
    if let Some(code) = function.child(part::CODE) {
        let known = (0..count(&code)).filter(|at| {
            let node = code.children().and_then(|list| list.get(*at));
            node.is_some_and(|node| call_of(node.schema).is_some())
        });
        out.extend(known.filter_map(|at| code.child(at)).map(|record| Call { record, runs }));
    }
    if let Some(functions) = function.child(part::FUNCTIONS) {
        (0..count(&functions)).filter_map(|at| functions.child(at)).for_each(|inner| within(&inner, false, out));
    }
}

/// `(c x 65,025) mod 256`, as ObjColor keeps a part of a colour (`warriors.md` P4).
pub(super) fn colour_part(part: f32) -> u8 {
    let product = (f64::from(part) * 65_025.0).floor();
    if product.is_finite() { product.rem_euclid(256.0) as u8 } else { 0 }
}

/// What a call does; `None` for calls that place or configure, and where an argument is not known.
pub(super) fn read(call: &Record<'_>, named: &Named) -> Option<Order> {
    let is = |schema: &'static crate::record::Schema| std::ptr::eq(call.schema(), schema);
    let handle = |name: &str| {
        let field = call.schema().base_field(name)?;
        named.handles.get(&symbol(call, field)?).copied()
    };
    let zone = || u16::try_from(whole(call, "zone")?).ok();
    let slot = || u8::try_from(whole(call, "slot")?).ok();
    let flag = |name: &str| whole(call, name).map(|n| n != 0);
    Some(match () {
        () if is(&ZONE_ENABLE) => Order::Zone { zone: zone()?, on: flag("on")? },
        () if is(&ZONE_MARK) => Order::MarkZone { zone: zone()?, removed: flag("removed")? },
        () if is(&OBJECT_SHOW) => {
            Order::Show { what: handle("object")?, distance: number(call, "fade_distance").unwrap_or(0.0) }
        }
        () if is(&OBJECT_HIDE) => Order::Hide(handle("object")?),
        () if is(&OBJECT_DESTROY) => {
            Order::Destroy { what: handle("object")?, by_message: flag("by_message").unwrap_or(false) }
        }
        () if is(&OBJECT_COLOUR) => {
            let part = |name: &str| number(call, name).map(colour_part);
            let tint = [part("red")?, part("green")?, part("blue")?, part("alpha")?];
            Order::Colour { what: handle("object")?, tint: u32::from_be_bytes(tint) }
        }
        () if is(&DOOR_OPEN) => Order::Door(handle("door")?, door::Order::Open),
        () if is(&DOOR_CLOSE) => Order::Door(handle("door")?, door::Order::Close),
        () if is(&DOOR_OPEN_DEGREE) => Order::Door(handle("door")?, door::Order::Degree(number(call, "angle")?)),
        () if is(&DOOR_COLLISION) => Order::Door(handle("door")?, door::Order::CollisionOff),
        () if is(&DOOR_PICKABLE) => Order::Door(handle("door")?, door::Order::Pickable(flag("on")?)),
        () if is(&DOOR_LINK_ON) => Order::Link { at: position(call)?, on: true },
        () if is(&DOOR_LINK_OFF) => Order::Link { at: position(call)?, on: false },
        () if is(&BREAK_GLASS) => Order::BreakGlass { what: handle("object")?, radius: number(call, "radius")? },
        () if is(&BREAK_OBJECTS) => Order::BreakObjects { what: handle("object")?, radius: number(call, "radius")? },
        () if is(&TRAIN_START) => Order::TrainStart { slot: slot()?, radius: number(call, "radius")? },
        () if is(&TRAIN_POINT) => Order::TrainPoint {
            slot: slot()?,
            what: handle("object")?,
            index: u8::try_from(whole(call, "index")?).ok()?,
            gap: flag("gap").unwrap_or(false),
        },
        () if is(&TRAIN_STOP) => Order::TrainStop { slot: slot()? },
        () => return None,
    })
}

/// Where something with a handle is.
fn place(run: &Run<'_>, what: Subject) -> Option<Vec3> {
    if let Some(at) = thing::index(run.fixed, what) {
        return run.live.things.get(at).map(|state| state.at);
    }
    let row = usize::try_from(what.row).ok()?;
    match what.table {
        "doors" => run.fixed.doors.get(row).map(|door| door.pose.at),
        "panes" => run.fixed.panes.get(row).map(|pane| pane.shape.centre()),
        "flags" => run.fixed.flags.get(row).map(|flag| flag.at),
        _ => None,
    }
}

/// Carries it out; answers whether it made sense.
pub(super) fn carry_out(run: &mut Run<'_>, order: Order, by: Subject, cause: Cause) -> bool {
    match order {
        Order::Zone { zone, on } => {
            // 255 bits of the mask (`warriors.md` 1.1).
            if zone > 254 {
                return false;
            }
            let changed = if on { run.live.zones.insert(zone) } else { run.live.zones.remove(&zone) };
            if changed {
                let word = if on { "zone on" } else { "zone off" };
                run.log.add(by, word, Subject::new("zones", u32::from(zone)), 0, cause);
            }
            true
        }
        Order::MarkZone { zone, removed } => {
            thing::mark_zone(run, zone, removed, by, cause);
            true
        }
        Order::Show { what, distance } => thing::show(run, what, Some(distance), by, cause),
        Order::Hide(what) => thing::show(run, what, None, by, cause),
        Order::Destroy { what, by_message } if by_message && marker::is(run, what) => {
            marker::dies(run, what, by, cause)
        }
        Order::Destroy { what, .. } if what.table == "panes" => pane::vanish(run, what, by, cause),
        Order::Destroy { what, .. } if what.table == "doors" => barrier::destroy(run, what, by, cause),
        Order::Destroy { what, .. } => thing::remove(run, what, by, cause),
        Order::Colour { what, tint } => thing::colour(run, what, tint, by, cause),
        Order::Door(what, order) => {
            let at = usize::try_from(what.row).unwrap_or(usize::MAX);
            what.table == "doors" && door::order(run, at, order, by, cause)
        }
        Order::Link { at, on } => link::by_place(run, at, on, by, cause),
        Order::BreakGlass { what, radius } => {
            let Some(centre) = place(run, what) else { return false };
            pane::break_within(run, centre, radius, by, cause);
            true
        }
        Order::BreakObjects { what, radius } => {
            let Some(centre) = place(run, what) else { return false };
            prop::break_within(run, centre, radius, by, cause);
            true
        }
        Order::TrainStart { slot, radius } => train::start(run, slot, radius, by, cause),
        Order::TrainPoint { slot, what, index, gap } => train::point(run, slot, what, index, gap),
        Order::TrainStop { slot } => train::stop(run, slot, by, cause),
    }
}
