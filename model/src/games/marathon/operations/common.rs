//! What all plans share: arguments, numbers that fit, tables that may have to be made.

use crate::document::{Level, LevelId, NodeId, Packed, Record, Rows, Subtree, Table, TableSpec};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::marathon::{chunks, tables};
use crate::record::{Field, Refusal, Schema, Value};

/// Tables in the order in which tools write their chunks (`marathon.md` 1.1, "Chunk orders seen"). A table that has to
/// be made goes behind the last one present that stands before it here.
const ORDER: [&str; 20] = [
    "directory",
    "points",
    "lines",
    "polygons",
    "sides",
    "lights",
    "lights_m1",
    "saved_lights",
    "annotations",
    "objects",
    "info",
    "placement",
    "platforms",
    "media",
    "ambient_sounds",
    "random_sounds",
    "map_indices",
    "endpoints",
    "saved_platforms",
    "terminals",
];

/// The level a plan works on; refused where its tables cannot be edited.
pub(super) fn level_of(draft: &Draft, arguments: &Arguments) -> Result<LevelId, Refusal> {
    let level = LevelId(arguments.level);
    check_open(draft, level)?;
    Ok(level)
}

/// Refuses a level that can be looked at but not edited. Terminals alone may be closed: plans do not write texts.
pub(super) fn check_open(draft: &Draft, level: LevelId) -> Result<(), Refusal> {
    if level == LevelId::FILE {
        return Err(Refusal::rule("what belongs to the file as a whole is no level: name a level"));
    }
    let closed = |t: &&Table| t.opaque.is_some() && t.key() != "terminals";
    match draft.level(level)?.tables().find(closed) {
        Some(table) => Err(Refusal::ReadOnly {
            field: table.spec.label.to_owned(),
            reason: table.opaque.as_deref().unwrap_or_default().to_owned(),
        }),
        None => Ok(()),
    }
}

/// Whether the level is Marathon 1's.
pub(super) fn is_marathon_1(level: &Level) -> bool {
    level.fact("data_version") == Some(0)
}

/// Whether the engine trusts the level's derived data (`marathon.md` 0.2). Marathon 1 derives everything again.
pub(super) fn is_preprocessed(level: &Level) -> bool {
    level.table("endpoints").is_some_and(|t| !t.is_empty()) && !is_marathon_1(level)
}

/// A whole number of 16 bits by name.
pub(super) fn short(arguments: &Arguments, name: &str) -> Result<i16, Refusal> {
    fit(name, arguments.int(name)?)
}

/// A whole number of 16 bits by name, or a default where it is not given.
pub(super) fn short_or(arguments: &Arguments, name: &str, default: i16) -> Result<i16, Refusal> {
    if arguments.values.contains_key(name) { short(arguments, name) } else { Ok(default) }
}

/// A number as the format stores it.
pub(super) fn fit(name: &str, value: i128) -> Result<i16, Refusal> {
    i16::try_from(value).map_err(|_| Refusal::OutOfRange {
        field: name.to_owned(),
        value: value.to_string(),
        min: i128::from(i16::MIN),
        max: i128::from(i16::MAX),
    })
}

/// A position as the format stores it.
pub(super) fn index(position: usize) -> Result<i16, Refusal> {
    fit("index", i128::try_from(position).unwrap_or(i128::MAX))
}

/// A record and its table's key.
pub(super) fn found(draft: &Draft, node: NodeId) -> Result<(Record<'_>, &'static str), Refusal> {
    let record = draft.record(node)?;
    Ok((record, record.table().key()))
}

/// The record at an index as files store it; `None` for none and for what lies outside.
pub(super) fn row<'a>(level: &'a Level, key: &str, index: i16) -> Option<Record<'a>> {
    level.row(level.table(key)?, usize::try_from(index).ok()?)
}

/// Reads a base field that is a whole number.
pub(super) fn number(record: &Record<'_>, field: &'static Field) -> Result<i16, Refusal> {
    let value = record.get(field)?;
    fit(field.name, value.as_int().unwrap_or_default())
}

/// Stores a whole number.
pub(super) fn put(draft: &mut Draft, node: NodeId, field: &'static Field, value: i16) -> Result<(), Refusal> {
    draft.store(node, field, &Value::Int(i128::from(value))).map(|_| ())
}

/// The table, made empty if the level has none.
pub(super) fn ensure_table(draft: &mut Draft, level: LevelId, spec: &'static TableSpec) -> Result<(), Refusal> {
    if draft.level(level)?.table(spec.key).is_some() {
        return Ok(());
    }
    make_table(draft, level, spec, &[])
}

/// Makes a table of these rows, in the place of an empty one if the level has that.
pub(super) fn make_table(
    draft: &mut Draft,
    level: LevelId,
    spec: &'static TableSpec,
    rows: &[u8],
) -> Result<(), Refusal> {
    // Lights have one tag for three forms.
    let is_lights = spec.stands_for == tables::LIGHTS.key;
    let key = if is_lights { tables::LIGHTS.key } else { spec.key };
    let tag = chunks::CHUNKS.iter().find(|c| c.spec.key == key).map(|c| &c.tag);
    let tag = tag.ok_or_else(|| Refusal::rule(format!("{} cannot be made", spec.label)))?;
    let empty = draft.level(level)?.table(spec.key).map(|table| table.number);
    let at = match empty {
        Some(number) => {
            let at = draft.level(level)?.table_position(number).unwrap_or_default();
            draft.remove(NodeId { level, number })?;
            at
        }
        None => place_for(draft.level(level)?, spec.key),
    };
    let stride = spec.record.map_or(0, |schema| schema.size as usize);
    let number = draft.next_number(level)?;
    let count = u32::try_from(rows.len().checked_div(stride).unwrap_or(0)).unwrap_or(u32::MAX);
    let numbers = (0..count).map(|row| number.saturating_add(1).saturating_add(row)).collect();
    let table = Table::new(number, spec, tag, 0, Rows::Packed(Packed::new(stride, rows, numbers)));
    draft.insert(NodeId { level, number: 0 }, at, Subtree::of_table(&table))?;
    Ok(())
}

fn place_for(level: &Level, key: &str) -> usize {
    let before = ORDER.iter().take_while(|k| **k != key);
    before.filter_map(|k| level.tables().position(|t| t.key() == *k)).max().map_or(0, |at| at + 1)
}

/// Adds a record at the end of a table, which is made if the level has none.
///
/// # Errors
/// If the table holds as many rows as an index can name (`marathon.md` 1.7).
pub(super) fn append(
    draft: &mut Draft,
    level: LevelId,
    spec: &'static TableSpec,
    bytes: Vec<u8>,
) -> Result<NodeId, Refusal> {
    ensure_table(draft, level, spec)?;
    let schema: &'static Schema =
        spec.record.ok_or_else(|| Refusal::rule(format!("{} holds no records", spec.label)))?;
    let rows = draft.table(level, spec.key)?.len();
    if i16::try_from(rows).is_err() {
        return Err(Refusal::Limit { what: spec.label.to_owned(), limit: 1 << 15, unit: "rows".to_owned() });
    }
    draft.insert_row(level, spec.key, rows, schema, bytes)
}

/// Big-endian bytes of numbers in a row.
pub(super) fn shorts<const COUNT: usize>(values: [i16; COUNT]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_be_bytes()).collect()
}
