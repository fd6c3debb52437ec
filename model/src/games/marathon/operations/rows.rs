//! Rows that others name: made, copied, given another number.

use super::common::{append, fit, found, is_marathon_1, level_of, short, short_or, shorts};
use super::locate::Locator;
use super::{moves, objects, platform};
use crate::document::{LevelId, NodeId, TableSpec};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::marathon::geometry::map::{NONE, Point};
use crate::games::marathon::geometry::polygon::PLATFORM;
use crate::games::marathon::{bulk, tables};
use crate::links::{Gone, Mapping, remap};
use crate::record::{Refusal, Value};

/// Full intensity, 16.16 (`marathon.md` 2.2).
const BRIGHT: i32 = 1 << 16;

/// Plan `create`.
pub(super) fn create(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let kind = arguments.text("kind")?;
    let node = match kind {
        "light" => {
            let spec = lights(draft, level)?;
            append(draft, level, spec, new_light(spec))?
        }
        "medium" => append(draft, level, &tables::MEDIAS, new_medium(short_or(arguments, "light", 0)?))?,
        "ambient-sound" => append(draft, level, &tables::AMBIENT_SOUND_TABLE, new_ambient())?,
        "random-sound" => append(draft, level, &tables::RANDOM_SOUND_TABLE, new_random())?,
        "annotation" => new_annotation(draft, level, arguments)?,
        "platform" => return new_platform(draft, level, arguments),
        _ if crate::games::marathon::objects::group_of_kind(kind).is_some() => return objects::place(draft, arguments),
        other => return Err(Refusal::rule(format!("{other} cannot be created"))),
    };
    Ok(Some(node))
}

/// The form of lights that the level has, or that its game has.
pub(super) fn lights(draft: &Draft, level: LevelId) -> Result<&'static TableSpec, Refusal> {
    let level = draft.level(level)?;
    Ok(match level.link_table("lights") {
        Some(table) if !table.is_empty() => table.spec,
        _ if is_marathon_1(level) => &tables::LIGHTS_M1,
        _ => &tables::LIGHTS,
    })
}

/// A light that is on and can be switched off.
fn new_light(spec: &'static TableSpec) -> Vec<u8> {
    /// A second.
    const PERIOD: i16 = 30;
    const INITIALLY_ACTIVE: i16 = 1;
    if std::ptr::eq(spec, &tables::LIGHTS_M1) {
        // Flags, type normal, mode "turning on", phase, minimum, maximum, period, intensity, unused (`marathon.md` 2.2).
        let mut bytes = shorts([0, 0, 0, 0]);
        bytes.extend([0i32.to_be_bytes(), BRIGHT.to_be_bytes()].concat());
        bytes.extend(PERIOD.to_be_bytes());
        bytes.extend(BRIGHT.to_be_bytes());
        bytes.resize(32, 0);
        return bytes;
    }
    let mut bytes = Vec::new();
    if std::ptr::eq(spec, &tables::SAVED_LIGHTS) {
        /// "Primary active".
        const STATE: i16 = 1;
        bytes.extend(shorts([INITIALLY_ACTIVE, STATE]));
        bytes.extend(BRIGHT.to_be_bytes());
        bytes.extend(shorts([0, PERIOD]));
        bytes.extend([BRIGHT.to_be_bytes(), BRIGHT.to_be_bytes()].concat());
        bytes.extend([0; 8]);
    }
    // Type normal, flags, phase; six constant functions, those of being and becoming active bright; tag, unused.
    bytes.extend(shorts([0, INITIALLY_ACTIVE, 0]));
    for intensity in [BRIGHT, BRIGHT, BRIGHT, 0, 0, 0] {
        bytes.extend(shorts([0, PERIOD, 0]));
        bytes.extend(intensity.to_be_bytes());
        bytes.extend(0i32.to_be_bytes());
    }
    bytes.extend([0; 10]);
    bytes
}

/// Water that lies still at height 0. The game takes the texture from the type (`marathon.md` 2.3).
fn new_medium(light: i16) -> Vec<u8> {
    /// Water: collection 17, shape 19.
    const WATER: i16 = 17 << 8 | 19;
    let mut bytes = shorts([0, 0, light, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend(0i32.to_be_bytes());
    bytes.extend(shorts([WATER, 0, 0, 0]));
    bytes
}

fn new_ambient() -> Vec<u8> {
    /// Full volume (`marathon.md` 1.3).
    const VOLUME: i16 = 256;
    shorts([0, 0, VOLUME, 0, 0, 0, 0, 0])
}

fn new_random() -> Vec<u8> {
    /// Every ten seconds, from anywhere, at its own pitch; the phase is none in files (`marathon.md` 2.7).
    const PERIOD: i16 = 300;
    let mut bytes = shorts([0, 0, 256, 0, PERIOD, 0, 0, 511]);
    bytes.extend([BRIGHT.to_be_bytes(), 0i32.to_be_bytes()].concat());
    bytes.extend(shorts([NONE, 0, 0, 0]));
    bytes
}

fn new_annotation(draft: &mut Draft, level: LevelId, arguments: &Arguments) -> Result<NodeId, Refusal> {
    let at = Point { x: short(arguments, "x")?, y: short(arguments, "y")? };
    let polygon = Locator::new(&bulk::geometry(draft.level(level)?)).polygon_at(at, NONE);
    let polygon = polygon.ok_or_else(|| Refusal::rule(format!("the point {}, {} lies in no polygon", at.x, at.y)))?;
    let mut bytes = shorts([0, at.x, at.y, polygon]);
    bytes.resize(72, 0);
    let node = append(draft, level, &tables::ANNOTATIONS, bytes)?;
    if let Some(text) = arguments.values.get("text") {
        let field = draft.field(node, "text")?;
        draft.store(node, field, text)?;
    }
    Ok(node)
}

/// A platform is its polygon's type: setting that makes the record.
fn new_platform(draft: &mut Draft, level: LevelId, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let polygon = short(arguments, "polygon")?;
    let Some(record) = super::common::row(draft.level(level)?, "polygons", polygon) else {
        return Err(Refusal::Missing(format!("polygons/{polygon}")));
    };
    let node = record.id();
    if record.int("kind") == Some(PLATFORM.into()) && !platform::records_of(draft, level, polygon)?.is_empty() {
        return Err(Refusal::rule(format!("polygon {polygon} is a platform already")));
    }
    if record.int("kind") == Some(PLATFORM.into()) {
        // A platform polygon without a record: as if it became one now.
        draft.store_int(node, "kind", 0)?;
    }
    platform::set_kind(draft, node, &Value::Int(PLATFORM.into()))?;
    let key = platform::table(draft, level)?.key;
    let made = platform::records_of(draft, level, polygon)?;
    let at = made.first().ok_or_else(|| Refusal::Missing(format!("the platform of polygon {polygon}")))?;
    Ok(Some(draft.row(level, key, *at)?.id()))
}

/// Plan `duplicate`: copies at the end of the table, so that nothing else changes its number. Answers the last copy.
pub(super) fn duplicate(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let by = moves::offset(arguments)?;
    let mut placed = Vec::new();
    let mut last = None;
    for node in &arguments.objects {
        let (record, key) = found(draft, *node)?;
        match key {
            "objects" => placed.push(*node),
            "lights" | "lights_m1" | "saved_lights" | "media" | "ambient_sounds" | "random_sounds" | "annotations" => {
                let (spec, bytes) = (record.table().spec, record.head().to_vec());
                let copy = append(draft, level, spec, bytes)?;
                if key == "annotations" {
                    let locator = Locator::new(&bulk::geometry(draft.level(level)?));
                    moves::shift_annotation(draft, &locator, copy, by)?;
                }
                last = Some(copy);
            }
            _ => {
                let label = record.table().spec.label;
                return Err(Refusal::rule(format!("{label} cannot be duplicated: they are parts of the map")));
            }
        }
    }
    if !placed.is_empty() {
        last = objects::duplicate(draft, level, &placed, by)?;
    }
    Ok(last)
}

/// Plan `renumber`: a row takes another position; every reference follows.
pub(super) fn renumber(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let key = arguments.text("table")?.to_owned();
    let table = draft.table(level, &key)?;
    if !is_numbered(&key) {
        return Err(Refusal::rule(format!("the rows of {key} cannot change their numbers")));
    }
    let position = |name: &str| -> Result<usize, Refusal> {
        let at = usize::try_from(arguments.int(name)?).ok().filter(|at| *at < table.len());
        at.ok_or_else(|| Refusal::OutOfRange {
            field: name.to_owned(),
            value: arguments.int_or(name, 0).to_string(),
            min: 0,
            max: i128::try_from(table.len()).unwrap_or(i128::MAX) - 1,
        })
    };
    let (from, to) = (position("from")?, position("to")?);
    let mapping = Mapping::moving(table, from, to);
    let parent = NodeId { level, number: table.number };
    let node = draft.row(level, &key, from)?.id();
    // Nothing goes, so nothing is asked.
    remap(draft, level, &[mapping], &mut |_| Ok(Gone::Nothing))?;
    draft.move_to(node, parent, to)?;
    Ok(Some(node))
}

fn is_numbered(key: &str) -> bool {
    !matches!(key, "info" | "directory" | "wad" | "placement" | "name_m1" | "terminals")
}

/// An index argument that must name a row of a table.
pub(super) fn row_argument(draft: &Draft, level: LevelId, key: &str, value: i128) -> Result<usize, Refusal> {
    let rows = draft.level(level)?.link_table(key).map_or(0, |t| t.len());
    let at = usize::try_from(value).ok().filter(|at| *at < rows);
    at.ok_or_else(|| Refusal::Missing(format!("{key}/{}", fit("replacement", value).unwrap_or(NONE))))
}
