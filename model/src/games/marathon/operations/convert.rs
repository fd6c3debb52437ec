//! From preprocessed to raw (`marathon.md` 1.5): what the engine derives again goes, what only the editor knows stays.
//!
//! Checked against Aleph One's own exports: `tests/goldens/marathon/convert-vs-a1.tsv` lists every field that differs.

use super::common::{is_marathon_1, make_table};
use crate::document::{LevelId, NodeId, Subtree, Table};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::marathon::geometry::map::{NONE, Platform};
use crate::games::marathon::geometry::{line, platform};
use crate::games::marathon::records::line::LineField;
use crate::games::marathon::records::{Endpoint, SavedPlatform};
use crate::games::marathon::{bulk, tables};
use crate::record::{Refusal, Value};

/// Why terminals stay closed when the rest of a mixed level is opened.
const TERMINALS_CLOSED: &str = "terminals can be looked at but not edited yet";

/// Plan `convert_to_raw`. A raw level stays as it is.
pub(super) fn convert_to_raw(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = LevelId(arguments.level);
    if level == LevelId::FILE {
        return Err(Refusal::rule("what belongs to the file as a whole is no level: name a level"));
    }
    if is_marathon_1(draft.level(level)?) {
        return Err(Refusal::rule(
            "Marathon 1 has no raw levels: its game derives everything anew whenever it loads one",
        ));
    }
    let has = |draft: &Draft, key: &str| draft.level(level).map(|l| l.table(key).is_some());
    let stored = [&tables::ENDPOINTS, &tables::MAP_INDICES, &tables::SAVED_PLATFORMS];
    let mut preprocessed = false;
    for spec in stored {
        preprocessed |= has(draft, spec.key)?;
    }
    if !preprocessed {
        return Ok(None);
    }
    if has(draft, tables::POINTS.key)? && has(draft, tables::ENDPOINTS.key)? {
        open_tables(draft, level)?;
    }
    super::common::check_open(draft, level)?;
    open_lines(draft, level)?;
    points(draft, level)?;
    platforms(draft, level)?;
    lights(draft, level)?;
    let derived = |t: &&Table| matches!(t.key(), "endpoints" | "map_indices" | "saved_platforms" | "saved_lights");
    let of_the_game = |t: &&Table| t.key() == tables::SAVED_GAME.key || t.tag.as_ref() == b"slua";
    let gone = draft.level(level)?.tables().filter(|t| derived(t) || of_the_game(t));
    let gone: Vec<u32> = gone.map(|table| table.number).collect();
    for number in gone {
        draft.remove(NodeId { level, number })?;
    }
    Ok(None)
}

/// A level with both kinds of points is closed; made one kind it can be edited. A table is opened by putting it back.
fn open_tables(draft: &mut Draft, level: LevelId) -> Result<(), Refusal> {
    let closed: Vec<(usize, u32)> = draft
        .level(level)?
        .tables()
        .enumerate()
        .filter(|(_, table)| table.opaque.is_some())
        .map(|(at, table)| (at, table.number))
        .collect();
    for (at, number) in closed {
        let table = draft.level(level)?.table_by_number(number);
        let Some(mut subtree) = table.map(Subtree::of_table) else { continue };
        if let Some(head) = &mut subtree.table {
            head.opaque = (head.spec.0.key == tables::TERMINALS.key).then(|| TERMINALS_CLOSED.to_owned());
        }
        draft.remove(NodeId { level, number })?;
        draft.insert(NodeId { level, number: 0 }, at, subtree)?;
    }
    Ok(())
}

/// The game closes lines beside platforms by making them solid; stored so, they would never open again in a raw level.
/// So every line of variable elevation is open, and the engine finds out anew that it varies (as Aleph One exports it).
fn open_lines(draft: &mut Draft, level: LevelId) -> Result<(), Refusal> {
    let map = bulk::geometry(draft.level(level)?);
    for (at, line) in map.lines.iter().enumerate().filter(|(_, l)| l.flags & line::VARIABLE_ELEVATION != 0) {
        let flags = line.flags & !(line::SOLID | line::VARIABLE_ELEVATION) | line::TRANSPARENT;
        let node = draft.row(level, tables::LINES.key, at)?.id();
        draft.store(node, LineField::flags.field(), &Value::Int(flags.into()))?;
    }
    Ok(())
}

/// `EPNT` to `PNTS`. Points that the level has beside its endpoints stay: an editor wrote them.
fn points(draft: &mut Draft, level: LevelId) -> Result<(), Refusal> {
    if draft.level(level)?.table(tables::POINTS.key).is_some_and(|t| !t.is_empty()) {
        return Ok(());
    }
    let Some(endpoints) = draft.level(level)?.table(tables::ENDPOINTS.key) else { return Ok(()) };
    let position = |head: &[u8]| -> Vec<u8> {
        let place = Endpoint::new(head, 0).map_or((0, 0), |e| (e.x(), e.y()));
        [place.0.to_be_bytes(), place.1.to_be_bytes()].concat()
    };
    let rows: Vec<u8> = endpoints.heads().flat_map(position).collect();
    make_table(draft, level, &tables::POINTS, &rows)
}

/// `PLAT` to `plat`: the pair of limits that the platform moves between (`marathon.md` 1.5). Its polygon stays where it
/// stands; the engine puts it at its start.
fn platforms(draft: &mut Draft, level: LevelId) -> Result<(), Refusal> {
    if draft.level(level)?.table(tables::PLATFORMS.key).is_some_and(|t| !t.is_empty()) {
        return Ok(());
    }
    let Some(saved) = draft.level(level)?.table(tables::SAVED_PLATFORMS.key) else { return Ok(()) };
    // The level has no plain platforms, so the decoded ones are these.
    let map = bulk::geometry(draft.level(level)?);
    let records = saved.heads().filter_map(|head| SavedPlatform::new(head, 0)).zip(&map.platforms);
    let rows: Vec<u8> = records.flat_map(|(record, decoded)| given(&record, decoded)).collect();
    make_table(draft, level, &tables::PLATFORMS, &rows)
}

/// The record of 32 bytes (seed 001, Platform Data).
fn given(saved: &SavedPlatform<'_>, decoded: &Platform) -> Vec<u8> {
    /// Behind the tag, unused.
    const REST: usize = 14;
    // What moves nothing has no limits to give.
    let (minimum, maximum) = platform::given_heights(decoded).unwrap_or((NONE, NONE));
    let mut bytes = super::common::shorts([saved.kind(), saved.speed(), saved.delay(), maximum, minimum]);
    bytes.extend(saved.flags().to_be_bytes());
    bytes.extend(super::common::shorts([saved.polygon(), saved.tag()]));
    bytes.extend([0; REST]);
    bytes
}

/// Saved lights lose their state; the light itself follows it (`marathon.md` 1.4).
fn lights(draft: &mut Draft, level: LevelId) -> Result<(), Refusal> {
    /// Bytes of state before the light.
    const STATE: usize = 28;
    let Some(saved) = draft.level(level)?.table(tables::SAVED_LIGHTS.key) else { return Ok(()) };
    let rows: Vec<u8> = saved.heads().flat_map(|head| head.get(STATE..).unwrap_or_default().to_vec()).collect();
    make_table(draft, level, &tables::LIGHTS, &rows)
}
