//! New objects.

use std::collections::BTreeMap;

use super::common::{free_name, level_of, list, names, next_id, next_object_id, offset, put_vector, room, thousandths};
use super::points;
use crate::document::{Level, LevelId, NodeId, Subtree, Table};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::oni::chunk::{ObjectType, TYPES, object};
use crate::games::oni::names::POWER_UPS;
use crate::games::oni::objects::{kind_of_table, type_of_kind};
use crate::games::oni::records::*;
use crate::record::{Field, Refusal, Role, Value};

/// Object flag of what is baked into the environment; the game's own objects of these types have it (`oni.md` 2.1).
const GUNK: i64 = 8;

/// Plan `place`.
pub(super) fn place(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let kind = arguments.text("kind")?;
    let of = known(kind)?;
    if !has_place(of) {
        return Err(Refusal::rule(format!("{kind} is not placed on the map; use create")));
    }
    for name in ["x", "z"] {
        arguments.int(name)?;
    }
    let at = offset(arguments, ["x", "y", "z"])?;
    let turn = if arguments.values.contains_key("turn") { thousandths(arguments, "turn")? } else { 0.0 };
    let node = with_defaults(draft, level, of, arguments)?;
    put_vector(draft, node, "position", at)?;
    put_vector(draft, node, "rotation", [0.0, turn, 0.0])?;
    if of.tag == b"DOOR" {
        put_vector(draft, node, "center", door_centre(at))?;
    }
    if of.baked {
        draft.note(format!(
            "{} are part of the environment in the game: this one has no body there, only what the list says of it.",
            of.table.label
        ));
    }
    Ok(Some(node))
}

/// The centre of the frame of a door at a place: 15 up, as of the published door (`oni.md` appendix A).
fn door_centre([x, y, z]: [f64; 3]) -> [f64; 3] {
    [x, y + 15.0, z]
}

/// The type of a kind; the kinds there are, where it is none of them.
fn known(kind: &str) -> Result<&'static ObjectType, Refusal> {
    if kind == "patrol-point" {
        return Err(Refusal::rule("a patrol-point belongs to its path; use add_point for it"));
    }
    type_of_kind(kind).ok_or_else(|| {
        let kinds: Vec<&str> = TYPES.iter().filter_map(|of| Some(kind_of_table(of.table.key)?.key)).collect();
        Refusal::rule(format!("no kind is called {kind}; there are {}", kinds.join(", ")))
    })
}

fn has_place(of: &ObjectType) -> bool {
    !matches!(of.tag, b"PATR" | b"NEUT" | b"CMBT" | b"MELE")
}

/// Plan `create`.
pub(super) fn create(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let kind = arguments.text("kind")?;
    let of = known(kind)?;
    if has_place(of) {
        return Err(Refusal::rule(format!("{kind} has a place; use place for it")));
    }
    let node = with_defaults(draft, level, of, arguments)?;
    if of.tag == b"PATR" {
        points::along_flags(draft, node, arguments)?;
    }
    Ok(Some(node))
}

/// An object of a type at the end of its list: zeros but for its header, with an object id of its own.
///
/// # Errors
/// If the level has no such list or it cannot be edited.
fn fresh(draft: &mut Draft, level: LevelId, of: &'static ObjectType) -> Result<NodeId, Refusal> {
    let table = list(draft, level, of)?;
    let (parent, rows) = (NodeId { level, number: table.number }, table.len());
    let decoded = draft.level(level)?;
    let id = next_object_id(decoded);
    let mut bytes = vec![0; (of.schema.size as usize).next_multiple_of(4)];
    let size = u32::try_from(bytes.len() - 4).unwrap_or(0);
    let flags = if of.baked { GUNK as u32 } else { 0 };
    let head = [size, u32::from_le_bytes(of.stored_tag()), id, flags].map(u32::to_le_bytes).concat();
    bytes.splice(..head.len(), head);
    if of.tag == b"SNDG" {
        let shape = u32::try_from(SPHERE).unwrap_or(0).to_le_bytes();
        bytes.splice(0x48..0x4C, shape);
    }
    let mut next = decoded.next_number();
    let mut numbers = |_| {
        let number = next;
        next = next.saturating_add(1);
        number
    };
    let (node, fault) = object(of, &bytes, parent.number, &mut numbers);
    debug_assert!(fault.is_none(), "zeros are an object: {fault:?}");
    draft.insert(parent, rows, Subtree::of_node(&node))
}

/// A new object with all that its type needs to be of use.
fn with_defaults(
    draft: &mut Draft,
    level: LevelId,
    of: &'static ObjectType,
    arguments: &Arguments,
) -> Result<NodeId, Refusal> {
    let table = list(draft, level, of)?;
    let decoded = draft.level(level)?;
    let id = next_id(decoded, table);
    let taken = names(decoded, table);
    let usual = most_common(decoded, table);
    let class = match arguments.values.get("class") {
        Some(_) => Some(arguments.text("class")?.to_owned()),
        None => usual,
    };
    let wanted = match arguments.values.get("name") {
        Some(_) => Some(arguments.text("name")?.to_owned()),
        None => None,
    };
    let node = fresh(draft, level, of)?;
    let field = |role: Role| of.schema.base_fields().find(|f| f.role == role);
    if let Some(field) = field(Role::Id) {
        draft.store(node, field, &Value::Int(id))?;
    }
    for (name, value) in defaults(of) {
        set(draft, node, name, value)?;
    }
    // A sound's name is what is heard; the others' is what scripts call them.
    let named = field(Role::Name).filter(|_| of.tag != b"SNDG");
    if let Some(field) = named {
        let stem = name_stem(of);
        let name = match wanted {
            Some(name) => name,
            None => free_name(&taken, &format!("{stem}_{}", taken.len() + 1), room(field).min(31)),
        };
        draft.store(node, field, &Value::Text(name))?;
    }
    if let Some(class) = class {
        set_class(draft, node, of, &class)?;
    }
    Ok(node)
}

fn set(draft: &mut Draft, node: NodeId, name: &str, value: Value) -> Result<(), Refusal> {
    let field: &'static Field = draft.field(node, name)?;
    draft.store(node, field, &value).map(|_| ())
}

fn set_class(draft: &mut Draft, node: NodeId, of: &ObjectType, class: &str) -> Result<(), Refusal> {
    match of.tag {
        b"PWRU" => {
            let kind = POWER_UPS.value(class).ok_or_else(|| {
                let known: Vec<&str> = POWER_UPS.list.iter().map(|n| n.name).collect();
                Refusal::rule(format!("{class} is no power-up: {}", known.join(", ")))
            })?;
            set(draft, node, "kind", Value::Int(kind))
        }
        b"SNDG" => set(draft, node, "name", Value::Text(class.to_owned())),
        b"FLAG" | b"TRGV" | b"PATR" | b"NEUT" | b"CMBT" => Ok(()),
        _ => set(draft, node, "class", Value::Text(class.to_owned())),
    }
}

/// The class that most rows of a list have, the first of equals.
fn most_common(level: &Level, table: &Table) -> Option<String> {
    let name = match table.key() {
        "sounds" => "name",
        "power_ups" | "melee" => return None,
        _ => "class",
    };
    let field = table.spec.record?.base_field(name)?;
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (at, record) in level.rows(table).enumerate() {
        if let Ok(Value::Text(class)) = record.get(field)
            && !class.is_empty()
        {
            counts.entry(class).or_insert((0, at)).0 += 1;
        }
    }
    counts.into_iter().max_by_key(|(_, (count, first))| (*count, std::cmp::Reverse(*first))).map(|(class, _)| class)
}

fn name_stem(of: &ObjectType) -> &'static str {
    match of.tag {
        b"CHAR" => "char",
        b"TRGV" => "trigger_volume",
        b"PATR" => "patrol",
        b"NEUT" => "neutral",
        b"PART" => "particle",
        b"CMBT" => "combat",
        b"MELE" => "melee",
        _ => "object",
    }
}

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

fn vector(value: [f64; 3]) -> Value {
    Value::List(value.map(Value::Real).to_vec())
}

/// What a new object of each type has beside its number, name and class. Classes are names of the retail game; values
/// are those of published objects (`oni.md` appendix A) or the game's defaults.
fn defaults(of: &ObjectType) -> Vec<(&'static str, Value)> {
    let int = Value::Int;
    /// Upper bytes of team masks as in the game's own files (`oni.md` 2.15).
    const MASK: i128 = 0xFFFF_FF00;
    match of.tag {
        b"CHAR" => vec![
            ("class", text("striker_easy_1")),
            ("job", int(1)),
            ("team", int(2)),
            ("ammo_percentage", int(100)),
            ("alert_job_start", int(1)),
            ("alert_investigate", int(1)),
            ("pursuit_strong_unseen", int(6)),
            ("pursuit_weak_unseen", int(4)),
            ("pursuit_strong_seen", int(5)),
            ("pursuit_weak_seen", int(2)),
        ],
        b"CONS" => vec![
            ("class", text("console_data")),
            ("flags", int(8)),
            ("inactive_texture", text("_con_INFO")),
            ("active_texture", text("_con_INFO")),
            ("used_texture", text("_con_INFO")),
        ],
        b"DOOR" => vec![("class", text("TCdouble")), ("activation_radius_squared", Value::Real(900.0))],
        b"FLAG" => vec![("colour", int(0xFFFF_0000)), ("prefix", int(0x4D58))],
        b"FURN" => vec![("class", text("desk"))],
        b"NEUT" => vec![
            ("trigger_range", Value::Real(100.0)),
            ("talk_range", Value::Real(40.0)),
            ("follow_range", Value::Real(200.0)),
            ("enemy_range", Value::Real(70.0)),
        ],
        b"PART" => {
            vec![("class", text("steam_vent")), ("decal_scale", Value::List(vec![Value::Real(1.0), Value::Real(1.0)]))]
        }
        b"PWRU" => vec![("kind", int(0x4859_504F))],
        b"SNDG" => vec![
            ("min_radius", Value::Real(10.0)),
            ("max_radius", Value::Real(60.0)),
            ("volume", Value::Real(1.0)),
            ("pitch", Value::Real(1.0)),
        ],
        b"TRGV" => vec![("teams", int(MASK | 1)), ("size", vector([20.0, 20.0, 20.0]))],
        b"TRIG" => vec![
            ("class", text("trigger_laser")),
            ("flags", int(8)),
            ("colour", int(0xFFFF_0000)),
            ("speed", Value::Real(1.0)),
            ("emitters", int(1)),
        ],
        b"TURR" => vec![("class", text("phr_turret_wall")), ("flags", int(2)), ("teams", int(1))],
        b"WEAP" => vec![("class", text("w1_tap"))],
        b"CMBT" => vec![
            ("long_range", int(2)),
            ("medium_range_behaviour", int(2)),
            ("short_range_behaviour", int(2)),
            ("medium_retreat", int(2)),
            ("long_retreat", int(2)),
            ("medium_range", Value::Real(120.0)),
            ("short_range", Value::Real(40.0)),
            ("pursuit_distance", Value::Real(300.0)),
            ("melee_override", int(1)),
        ],
        b"MELE" => vec![("notice", int(100)), ("block_single", int(15)), ("block_group", int(20))],
        _ => Vec::new(),
    }
}
