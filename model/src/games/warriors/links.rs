//! Links that names and handles tell: a placed thing to its type, a type to its model, a pane to its glass, a train's
//! point to its object, a thing to its zone and its flag (`warriors.md` 1.2, 1.11). Triangles of doors and panes are
//! plain numbers and need no help.

use std::collections::BTreeMap;

use super::level::{all_calls, int, lines, symbol, text};
use super::names::model_hash;
use super::records::calls::*;
use super::records::{LineField, Model, NavLink};
use super::tables;
use crate::document::{Level, NodeId, Record};
use crate::links::{Implied, Link};
use crate::record::{Field, Schema};

/// What can be referred to.
#[derive(Default)]
struct Named {
    types: BTreeMap<String, NodeId>,
    models: BTreeMap<u32, NodeId>,
    glass: BTreeMap<i128, NodeId>,
    flags: BTreeMap<String, NodeId>,
    boxes: BTreeMap<String, NodeId>,
    handles: BTreeMap<String, NodeId>,
    trains: BTreeMap<i128, NodeId>,
    zones: BTreeMap<i128, NodeId>,
    nav: BTreeMap<u16, Vec<NodeId>>,
}

/// A field of a record type by name.
fn field(record: &Record<'_>, name: &str) -> Option<&'static Field> {
    record.schema().base_field(name)
}

fn is(record: &Record<'_>, schema: &'static Schema) -> bool {
    std::ptr::eq(record.schema(), schema)
}

/// The variable that holds a call's result.
pub fn handle(record: &Record<'_>) -> Option<String> {
    text(record, field(record, "handle")?)
}

impl Named {
    fn of(level: &Level, calls: &[Record<'_>]) -> Named {
        let mut named = Named::default();
        for call in calls {
            let (id, name) = (call.id(), field(call, "name").and_then(|f| text(call, f)));
            let number = |name: &str| field(call, name).and_then(|f| int(call, f));
            // The first of a name is the one that the game finds (`warriors.md` 1.3).
            match name {
                Some(name) if is(call, &OBJECT_TYPE) => drop(named.types.entry(name).or_insert(id)),
                Some(name) if is(call, &FLAG) => drop(named.flags.entry(name).or_insert(id)),
                Some(name) if is(call, &VOLUME_BOX) => drop(named.boxes.entry(name).or_insert(id)),
                _ => {}
            }
            if is(call, &GLASS_TYPE)
                && let Some(number) = number("type")
            {
                // A type that is configured again is what was said last.
                named.glass.insert(number, id);
            }
            if let (true, Some(slot)) = (is(call, &TRAIN_START), number("slot")) {
                named.trains.entry(slot).or_insert(id);
            }
            if let (true, Some(zone)) = (is(call, &ZONE_ENABLE), number("zone")) {
                named.zones.entry(zone).or_insert(id);
            }
            if let Some(handle) = handle(call) {
                named.handles.entry(handle).or_insert(id);
            }
        }
        if let Some(table) = level.table(tables::MODELS.key) {
            for row in level.rows(table) {
                if let Some(model) = Model::new(row.head(), 0) {
                    named.models.entry(model.type_hash()).or_insert(row.id());
                }
            }
        }
        if let Some(table) = level.table(tables::NAV_LINKS.key) {
            for row in level.rows(table) {
                // Number 0 is no door's.
                let door = NavLink::new(row.head(), 0).and_then(|link| u16::try_from(link.door()).ok());
                if let Some(door) = door.filter(|door| *door != 0) {
                    named.nav.entry(door).or_default().push(row.id());
                }
            }
        }
        named
    }
}

/// What names and handles tell.
pub static IMPLIED: Implied = Implied {
    // Names and handles may stand in any argument.
    reads: &[tables::LINES.key, tables::SCRIPTS.key, tables::TEXTS.key, tables::LENT.key],
    find,
};

fn find(level: &Level, out: &mut dyn FnMut(Link)) {
    let calls = all_calls(level);
    let named = Named::of(level, &calls);
    for line in lines(level) {
        placed(&line, &named, LineField::name.field(), out);
    }
    for call in &calls {
        of_call(call, &named, out);
    }
}

fn add(out: &mut dyn FnMut(Link), from: &Record<'_>, field: &'static Field, to: Option<&NodeId>) {
    if let Some(to) = to {
        out(Link { from: from.id(), field, element: None, to: *to, implied: true, line: None });
    }
}

/// What a placed thing names: its type, or, where no script configures that, its model; its zone and its flag.
fn placed(record: &Record<'_>, named: &Named, name_field: &'static Field, out: &mut dyn FnMut(Link)) {
    if let Some(name) = text(record, name_field) {
        let known = named.types.get(&name);
        add(out, record, name_field, known.or_else(|| named.models.get(&model_hash(&name))));
    }
    if let Some(zone) = field(record, "zone") {
        // Zone 0 is on from the start.
        let number = int(record, zone).filter(|zone| *zone != 0);
        add(out, record, zone, number.and_then(|zone| named.zones.get(&zone)));
    }
    if let Some(flag) = field(record, "flag_name") {
        add(out, record, flag, text(record, flag).and_then(|name| named.flags.get(&name)));
    }
}

fn of_call(call: &Record<'_>, named: &Named, out: &mut dyn FnMut(Link)) {
    if is(call, &OBJECT_SPAWN) {
        placed(call, named, ObjectSpawnField::name.field(), out);
    } else if is(call, &DOOR) {
        placed(call, named, DoorField::name.field(), out);
        let number = int(call, DoorField::number.field()).and_then(|n| u16::try_from(n).ok());
        for link in number.and_then(|n| named.nav.get(&n)).into_iter().flatten() {
            add(out, call, DoorField::number.field(), Some(link));
        }
    } else if is(call, &PANE) {
        let glass = PaneField::glass.field();
        add(out, call, glass, int(call, glass).and_then(|n| named.glass.get(&n)));
    } else if is(call, &OBJECT_TYPE) {
        let name = ObjectTypeField::name.field();
        let model = text(call, name).and_then(|name| named.models.get(&model_hash(&name)));
        add(out, call, name, model);
    } else if (is(call, &TRAIN_POINT) || is(call, &TRAIN_STOP))
        && let Some(slot) = field(call, "slot")
    {
        add(out, call, slot, int(call, slot).and_then(|n| named.trains.get(&n)));
    }
    for name in ["object", "door"] {
        if let Some(field) = field(call, name) {
            add(out, call, field, symbol(call, field).and_then(|name| named.handles.get(&name)));
        }
    }
    if is(call, &VOLUME_BOX_TURN) {
        let field = VolumeBoxTurnField::box_name.field();
        let name = text(call, field).or_else(|| symbol(call, field));
        let to = name.and_then(|name| named.boxes.get(&name).or_else(|| named.handles.get(&name)));
        add(out, call, field, to);
    }
}
