//! What a person sees as one thing in a level of The Warriors: lines of its object list and calls of its scripts, in one
//! tree (`warriors.md` 1.1, 1.2).

use std::collections::BTreeMap;

use super::level::{all_calls, int, lines, symbol, text};
use super::names::{is_emitter, shown_name};
use super::records::LineField;
use super::records::calls::*;
use super::tables;
use crate::document::{Level, Object, ObjectId, ObjectKind, Objects, Part, Record};

macro_rules! kinds {
    ($($(#[$meta:meta])* $ident:ident = $key:literal, $label:literal, $plural:literal, $icon:literal;)*) => {
        $($(#[$meta])* pub static $ident: ObjectKind =
            ObjectKind { key: $key, label: $label, plural: $plural, icon: $icon };)*
        /// Every kind, in the order of the tree.
        pub static KINDS: &[&ObjectKind] = &[$(&$ident),*];
    };
}

/// Kinds of objects with their icons.
pub mod kind {
    use super::ObjectKind;

    kinds! {
        /// A placed object, by list or by script.
        OBJECT = "object", "Object", "Objects", "crate";
        /// A particle emitter.
        EMITTER = "emitter", "Emitter", "Emitters", "emitter";
        /// A door or barrier.
        DOOR = "door", "Door", "Doors", "hinged-door";
        /// A pane of glass.
        PANE = "pane", "Pane", "Panes", "pane";
        /// A train.
        TRAIN = "train", "Train", "Trains", "train";
        /// A point of a train.
        TRAIN_POINT = "train-point", "Train point", "Train points", "train-point";
        /// A world flag.
        FLAG = "flag", "Flag", "Flags", "pennant";
        /// A volume box.
        VOLUME_BOX = "volume-box", "Volume box", "Volume boxes", "volume-box";
        /// A switch of a zone.
        ZONE = "zone", "Zone switch", "Zone switches", "zone";
        /// Sizes of pools, and lifetimes.
        POOL = "pool", "Setting", "Settings", "pool";
        /// A type of glass.
        GLASS_TYPE = "glass-type", "Glass type", "Glass types", "glass-type";
        /// A type of object.
        TYPE = "type", "Type", "Types", "blueprint";
        /// What a script does with placed things.
        CALL = "script-call", "Script call", "Script calls", "call";
        /// The collision mesh.
        MESH = "collision-mesh", "Collision mesh", "Collision mesh", "mesh";
    }
}

pub use kind::KINDS;

/// The kind of a call.
pub fn kind_of_call(record: &Record<'_>) -> &'static ObjectKind {
    let is = |schema: &'static crate::record::Schema| std::ptr::eq(record.schema(), schema);
    match () {
        () if is(&OBJECT_SPAWN) => &kind::OBJECT,
        () if is(&DOOR) => &kind::DOOR,
        () if is(&PANE) => &kind::PANE,
        () if is(&TRAIN_START) => &kind::TRAIN,
        () if is(&TRAIN_POINT) => &kind::TRAIN_POINT,
        () if is(&FLAG) => &kind::FLAG,
        () if is(&VOLUME_BOX) => &kind::VOLUME_BOX,
        () if is(&ZONE_ENABLE) || is(&ZONE_MARK) => &kind::ZONE,
        () if is(&POOL_SIZES) || is(&TIME_TO_LIVE) => &kind::POOL,
        () if is(&GLASS_TYPE) => &kind::GLASS_TYPE,
        () if is(&OBJECT_TYPE) => &kind::TYPE,
        () => &kind::CALL,
    }
}

/// The kind of a line.
pub fn kind_of_line(record: &Record<'_>) -> &'static ObjectKind {
    let emitter = text(record, LineField::name.field()).is_some_and(|name| is_emitter(&name));
    if emitter { &kind::EMITTER } else { &kind::OBJECT }
}

/// Where a kind stands among [`KINDS`]: its place in the tree and in the atlas of icons.
pub fn rank(kind: &ObjectKind) -> usize {
    KINDS.iter().position(|k| std::ptr::eq(*k, kind)).unwrap_or(KINDS.len())
}

/// The level's objects, in the order of the tree.
pub fn objects(level: &Level) -> Objects {
    let mut list: Vec<Object> = Vec::new();
    for line in lines(level) {
        let kind = kind_of_line(&line);
        list.push(object(level, &line, kind, name_of_line(&line)));
    }
    for call in all_calls(level) {
        let kind = kind_of_call(&call);
        list.push(object(level, &call, kind, name_of_call(&call, kind)));
    }
    if let Some(mesh) = level.table(tables::MESHES.key).and_then(|table| level.row(table, 0)) {
        list.push(object(level, &mesh, &kind::MESH, "Collision mesh".to_owned()));
    }
    // Stable: within a kind, files and their lines stay in order.
    list.sort_by_key(|object| rank(object.kind));
    parents(level, &mut list);
    Objects::new(list)
}

fn object(level: &Level, record: &Record<'_>, kind: &'static ObjectKind, name: String) -> Object {
    let id = record.id();
    Object {
        id: ObjectId { node: id, generation: level.generation(id.number) },
        kind,
        name,
        parts: smallvec::smallvec![Part { name: "", node: id, schema: None }],
        parent: None,
    }
}

/// Points hang under the train of their slot.
fn parents(level: &Level, list: &mut [Object]) {
    let mut trains: BTreeMap<i128, u32> = BTreeMap::new();
    let record = |object: &Object| level.record(object.id.node.number);
    for (at, object) in (0u32..).zip(list.iter()).filter(|(_, o)| std::ptr::eq(o.kind, &kind::TRAIN)) {
        if let Some(slot) = record(object).and_then(|r| int(&r, TrainStartField::slot.field())) {
            trains.entry(slot).or_insert(at);
        }
    }
    for object in list.iter_mut().filter(|o| std::ptr::eq(o.kind, &kind::TRAIN_POINT)) {
        let slot = record(object).and_then(|r| int(&r, TrainPointField::slot.field()));
        object.parent = slot.and_then(|slot| trains.get(&slot)).copied();
    }
}

fn name_of_line(record: &Record<'_>) -> String {
    let name = text(record, LineField::name.field());
    name.map_or_else(|| format!("Line {}", record.position()), |name| shown_name(&name).into_owned())
}

fn name_of_call(record: &Record<'_>, kind: &ObjectKind) -> String {
    let said = |field: &str| {
        let field = record.schema().base_field(field);
        field.and_then(|f| record.get(f).ok().map(|value| f.show(&value))).unwrap_or_else(|| "?".to_owned())
    };
    let label = record.schema().label;
    let name = match kind.key {
        "object" | "flag" | "volume-box" if record.schema().base_field("name").is_some() => said("name"),
        "type" => said("name"),
        "door" => format!("Door {}: {}", said("number"), said("name")),
        "pane" => format!("Pane of glass {}", said("glass")),
        "glass-type" => format!("Glass {}", said("type")),
        "train" => format!("Train {}", said("slot")),
        "train-point" => format!("Point {}: {}", said("index"), said("object")),
        "zone" => format!("{label} {}", said("zone")),
        "pool" => label.to_owned(),
        _ => {
            let handle = ["object", "door", "box_name", "slot"].into_iter().find_map(|name| {
                let field = record.schema().base_field(name)?;
                symbol(record, field).or_else(|| text(record, field))
            });
            handle.map_or_else(|| label.to_owned(), |handle| format!("{label}: {handle}"))
        }
    };
    shown_name(&name).into_owned()
}
