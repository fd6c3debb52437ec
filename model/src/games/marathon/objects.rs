//! What a person sees as one thing in a Marathon level.
//!
//! Nearly every record is an object of its own. A platform is two: its polygon and its record. The
//! objects chunk holds six kinds in one table, told apart by their group (`marathon.md` 1.3).

use super::names;
use crate::document::{Level, Object, ObjectId, ObjectKind, Objects, Part, Record, Table};
use crate::record::Names;

macro_rules! kinds {
    ($($(#[$meta:meta])* $ident:ident = $key:literal, $label:literal, $plural:literal;)*) => {
        $($(#[$meta])* pub static $ident: ObjectKind =
            ObjectKind { key: $key, label: $label, plural: $plural, icon: $key };)*
        /// Every kind, in the order of the tree.
        pub static KINDS: &[&ObjectKind] = &[$(&$ident),*];
    };
}

kinds! {
    /// Environment, mission, name.
    LEVEL = "level", "Level", "Level";
    /// The level's entry in the file's directory.
    DIRECTORY = "directory", "Directory entry", "Directory entry";
    /// Group 0.
    MONSTER = "monster", "Monster", "Monsters";
    /// Group 2.
    ITEM = "item", "Item", "Items";
    /// Group 1.
    SCENERY = "scenery", "Scenery", "Scenery";
    /// Group 3.
    PLAYER = "player", "Player start", "Player starts";
    /// Group 4.
    GOAL = "goal", "Goal", "Goals";
    /// Group 5.
    SOUND_SOURCE = "sound-source", "Sound source", "Sound sources";
    /// Any other group.
    UNKNOWN_OBJECT = "unknown-object", "Object of unknown group", "Objects of unknown group";
    /// A polygon that moves, with its record.
    PLATFORM = "platform", "Platform", "Platforms";
    /// A light.
    LIGHT = "light", "Light", "Lights";
    /// A liquid.
    MEDIUM = "medium", "Liquid", "Liquids";
    /// A note on the map.
    ANNOTATION = "annotation", "Annotation", "Annotations";
    /// Sound of a polygon.
    AMBIENT_SOUND = "ambient-sound", "Ambient sound", "Ambient sounds";
    /// Now and then a sound in a polygon.
    RANDOM_SOUND = "random-sound", "Random sound", "Random sounds";
    /// How many monsters or items of a type the game places.
    PLACEMENT = "placement", "Placement", "Placement";
    /// A terminal.
    TERMINAL = "terminal", "Terminal", "Terminals";
    /// A polygon.
    POLYGON = "polygon", "Polygon", "Polygons";
    /// A side of a line.
    SIDE = "side", "Side", "Sides";
    /// A line.
    LINE = "line", "Line", "Lines";
    /// A point.
    POINT = "point", "Point", "Points";
}

/// Groups of placed objects (`marathon.md` 1.3).
const GROUP_KINDS: [&ObjectKind; 6] = [&MONSTER, &SCENERY, &ITEM, &PLAYER, &GOAL, &SOUND_SOURCE];

/// The kind of a placed object.
pub fn kind_of_group(group: i128) -> &'static ObjectKind {
    usize::try_from(group).ok().and_then(|g| GROUP_KINDS.get(g)).copied().unwrap_or(&UNKNOWN_OBJECT)
}

/// The group of a kind of placed object.
pub fn group_of_kind(kind: &str) -> Option<i16> {
    GROUP_KINDS.iter().position(|k| k.key == kind).and_then(|g| i16::try_from(g).ok())
}

/// Most rows of one kind that are objects. Indices are 16-bit and signed, so nothing in a level can name more
/// (`marathon.md` 1.7); a chunk of a broken file may hold millions.
pub const MOST_OF_A_KIND: usize = 1 << 15;

/// The level's objects, in the order of the tree.
pub fn objects(level: &Level) -> Objects {
    // A file of points alone has an object for every four bytes: sort small keys, then make each object once, in its
    // place.
    let mut keys: Vec<(u8, u8, u32)> = Vec::new();
    let tables: Vec<(&Table, &'static ObjectKind)> =
        level.tables().filter_map(|table| Some((table, kind_of_table(table)?))).collect();
    // Chunks may repeat: the rows of all tables of a kind count together.
    let mut left = vec![MOST_OF_A_KIND; KINDS.len() + 1];
    for (at, (table, kind)) in tables.iter().enumerate() {
        let Some(left) = left.get_mut(rank(kind)) else { continue };
        let rows = table.len().min(*left);
        *left -= rows;
        for record in level.rows(table).take(rows) {
            let rank = rank(kind_of_record(&record, kind));
            let row = u32::try_from(record.position()).unwrap_or(u32::MAX);
            keys.push((u8::try_from(rank).unwrap_or(u8::MAX), u8::try_from(at).unwrap_or(u8::MAX), row));
        }
    }
    keys.sort_unstable();
    let mut list: Vec<Object> = Vec::with_capacity(keys.len());
    list.extend(keys.iter().filter_map(|(_, table, row)| {
        let (table, kind) = tables.get(usize::from(*table))?;
        let record = level.row(table, *row as usize)?;
        Some(object(level, &record, kind_of_record(&record, kind)))
    }));
    Objects::new(list)
}

/// Where a kind stands in the tree.
fn rank(kind: &ObjectKind) -> usize {
    KINDS.iter().position(|k| std::ptr::eq(*k, kind)).unwrap_or(KINDS.len())
}

/// The objects chunk holds several kinds in one table.
fn kind_of_record(record: &Record<'_>, kind: &'static ObjectKind) -> &'static ObjectKind {
    if std::ptr::eq(kind, &UNKNOWN_OBJECT) { kind_of_group(record.base_int("group").unwrap_or(-1)) } else { kind }
}

fn kind_of_table(table: &Table) -> Option<&'static ObjectKind> {
    Some(match table.key() {
        "info" => &LEVEL,
        "directory" => &DIRECTORY,
        "objects" => &UNKNOWN_OBJECT,
        "platforms" | "saved_platforms" => &PLATFORM,
        "lights" | "lights_m1" | "saved_lights" => &LIGHT,
        "media" => &MEDIUM,
        "annotations" => &ANNOTATION,
        "ambient_sounds" => &AMBIENT_SOUND,
        "random_sounds" => &RANDOM_SOUND,
        "placement" => &PLACEMENT,
        "terminals" => &TERMINAL,
        "polygons" => &POLYGON,
        "sides" => &SIDE,
        "lines" => &LINE,
        "points" | "endpoints" => &POINT,
        _ => return None,
    })
}

fn object(level: &Level, record: &Record<'_>, kind: &'static ObjectKind) -> Object {
    let id = record.id();
    let mut parts: crate::document::Parts = smallvec::smallvec![Part { name: "", node: id, schema: None }];
    let at = record.position();
    let number = |field: &str| record.base_int(field).unwrap_or(-1);
    let name = match kind.key {
        "level" => text(record, "name"),
        "directory" => "Directory entry".to_owned(),
        "monster" | "item" | "scenery" | "player" | "goal" | "sound-source" | "unknown-object" => {
            placed_name(kind, number("index"))
        }
        "platform" => {
            let polygon = number("polygon");
            if let Some(polygon) = level.table("polygons").and_then(|t| {
                let at = usize::try_from(polygon).ok()?;
                level.row(t, at)
            }) {
                parts = smallvec::smallvec![
                    Part { name: "platform", node: id, schema: None },
                    Part { name: "polygon", node: polygon.id(), schema: None },
                ];
            }
            format!("Platform {at} (polygon {polygon})")
        }
        "medium" => format!("Liquid {at}: {}", named(&names::MEDIA_TYPES, number("kind"))),
        "annotation" => text(record, "text"),
        "ambient-sound" => format!("Ambient sound {at}"),
        "placement" => placement_name(at),
        "polygon" => format!("Polygon {at}"),
        _ => format!("{} {at}", kind.label),
    };
    Object { id: ObjectId { node: id, generation: level.generation(id.number) }, kind, name, parts, parent: None }
}

fn text(record: &Record<'_>, field: &str) -> String {
    let field = record.schema().base_field(field);
    let value = field.and_then(|f| record.get(f).ok());
    value.and_then(|v| v.as_text().map(str::to_owned)).unwrap_or_default()
}

fn named(names: &Names, value: i128) -> String {
    names.name(value).map_or_else(|| format!("unknown {value}"), str::to_owned)
}

fn placed_name(kind: &ObjectKind, index: i128) -> String {
    match kind.key {
        "monster" => named(&names::MONSTERS, index),
        "item" => named(&names::ITEMS, index),
        "scenery" => named(&names::SCENERY, index),
        "player" => format!("Player start, team {index}"),
        "goal" => format!("Goal {index}"),
        "sound-source" => format!("Sound source: {}", named(&names::AMBIENT_SOUNDS, index)),
        _ => format!("Object of unknown group, index {index}"),
    }
}

/// The chunk holds 64 item rows, then 64 monster rows (`marathon.md` 1.2, "plac order").
fn placement_name(at: usize) -> String {
    const ITEMS: usize = 64;
    let index = |at: usize| i128::try_from(at).unwrap_or(-1);
    match at.checked_sub(ITEMS) {
        None => format!("Items: {}", named(&names::ITEMS, index(at))),
        // Monster 0 is the player and is zeroed when the level is loaded.
        Some(0) => "Monsters: player (not used)".to_owned(),
        Some(monster) => format!("Monsters: {}", named(&names::MONSTERS, index(monster))),
    }
}
