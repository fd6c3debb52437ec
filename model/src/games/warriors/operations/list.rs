//! Lines of an object list, and the count that goes with them (`warriors.md` 1.1).

use crate::document::{Level, LevelId, NodeId, Subtree};
use crate::edit::Draft;
use crate::games::warriors::names::shown_name;
use crate::games::warriors::records::LINE;
use crate::games::warriors::tables;
use crate::record::text::Encoding;
use crate::record::{ByteSplice, Refusal};

/// A new line.
pub(super) struct NewLine<'a> {
    pub(super) name: &'a str,
    pub(super) place: [f64; 3],
    pub(super) turn: [f64; 4],
    pub(super) zone: i128,
    pub(super) flags: i128,
    pub(super) tint: u32,
}

impl NewLine<'_> {
    /// As the game's own lists write it, without a line end.
    fn text(&self) -> String {
        // The shortest number that reads back as the same 32-bit float.
        let numbers = |list: &[f64]| {
            let words = list.iter().map(|n| (super::common::tidy(*n) as f32).to_string());
            words.collect::<Vec<_>>().join(", ")
        };
        format!(
            "{{{} {{{}}}, {{{}}}, -1, {}, {}, {:08x}, nil )",
            self.name,
            numbers(&self.place),
            numbers(&self.turn),
            self.zone,
            self.flags,
            self.tint
        )
    }
}

/// The table of a level's own list.
pub(super) fn list_of(level: &Level) -> Option<NodeId> {
    let table = level.tables().find(|t| t.key() == tables::LINES.key && t.opaque.is_none())?;
    Some(level.node_id(table.number))
}

/// Adds a line behind the last.
pub(super) fn add(draft: &mut Draft, list: NodeId, line: &NewLine<'_>) -> Result<NodeId, Refusal> {
    let word = !line.name.is_empty() && !line.name.bytes().any(tables::separator) && line.name != "nil";
    if !word {
        return Err(Refusal::rule(format!(
            "{:?} is no name of a type: one word without brackets is needed",
            shown_name(line.name)
        )));
    }
    let at = draft.level(list.level)?.table_by_number(list.number).map_or(0, |t| t.len());
    let bytes = Encoding::Latin1.encode("type", &line.text())?;
    insert(draft, list, at, bytes)
}

/// Copies a line behind itself.
pub(super) fn copy(draft: &mut Draft, line: NodeId) -> Result<NodeId, Refusal> {
    let record = draft.record(line)?;
    let list = NodeId { level: line.level, number: record.table().number };
    let (at, text) = (record.position(), alone(record.head()).to_vec());
    insert(draft, list, at + 1, text)
}

/// A line without what stands around it: blank lines before it are not copied, and its own end is made anew.
pub(super) fn alone(head: &[u8]) -> &[u8] {
    let text = head.trim_ascii_start();
    let text = text.split(|b| *b == b'\n').next().unwrap_or_default();
    text.strip_suffix(b"\r").unwrap_or(text)
}

/// Adds a line that was written elsewhere behind the last.
pub(super) fn add_text(draft: &mut Draft, list: NodeId, text: &[u8]) -> Result<NodeId, Refusal> {
    let at = draft.level(list.level)?.table_by_number(list.number).map_or(0, |t| t.len());
    insert(draft, list, at, alone(text).to_vec())
}

fn insert(draft: &mut Draft, list: NodeId, at: usize, mut text: Vec<u8>) -> Result<NodeId, Refusal> {
    let level = draft.level(list.level)?;
    let table = level.table_by_number(list.number).ok_or_else(|| Refusal::Missing("the object list".to_owned()))?;
    let crlf = table.head.ends_with(b"\r\n") || table.heads().any(|head| head.ends_with(b"\r\n"));
    let end: &[u8] = if crlf { b"\r\n" } else { b"\n" };
    let before = at.checked_sub(1).and_then(|at| level.row(table, at)).map(|row| (row.id(), row.head().to_vec()));
    // A line must end before another begins.
    let (before, head) = before.unwrap_or_else(|| (list, table.head.to_vec()));
    if !head.ends_with(b"\n") {
        draft.splice(before, false, ByteSplice { at: head.len(), old_len: 0, new: end.to_vec() })?;
    }
    text.extend_from_slice(end);
    let number = draft.next_number(list.level)?;
    let node = draft.insert(list, at, Subtree::record(number, &LINE, text))?;
    count(draft, list, 1)?;
    Ok(node)
}

/// Removes a line.
pub(super) fn remove(draft: &mut Draft, line: NodeId) -> Result<(), Refusal> {
    let list = NodeId { level: line.level, number: draft.record(line)?.table().number };
    draft.remove(line)?;
    count(draft, list, -1)
}

/// A line came, went or moved by itself: the count follows, and the lines must be lines.
///
/// # Errors
/// If the file would be read with other lines.
pub fn follow(draft: &mut Draft, list: NodeId, by: i64) -> Result<(), Refusal> {
    let missing = || Refusal::Missing("the object list".to_owned());
    let table = draft.level(list.level)?.table_by_number(list.number).ok_or_else(missing)?;
    let ends = |bytes: &[u8]| bytes.ends_with(b"\n");
    // One line each, behind blank ones if there are any: so it is read.
    let is_line = |head: &[u8]| {
        let word = head.iter().position(|b| *b != 0 && !b.is_ascii_whitespace());
        word.is_some_and(|word| head.iter().skip(word).filter(|b| **b == b'\n').count() == usize::from(ends(head)))
    };
    let last = table.len().saturating_sub(1);
    let may_end = |at: usize, head: &[u8]| ends(head) || at == last && table.tail.is_empty();
    let right = table.heads().enumerate().all(|(at, head)| is_line(head) && may_end(at, head));
    if !right || !table.is_empty() && !ends(&table.head) {
        return Err(Refusal::rule(
            "each row of an object list is one line with words in it and, but for the last, its line end",
        ));
    }
    if by == 0 { Ok(()) } else { count(draft, list, by) }
}

/// Changes the digits of the count and nothing else. A count that was wrong stays wrong by as much.
fn count(draft: &mut Draft, list: NodeId, by: i64) -> Result<(), Refusal> {
    let table = draft.level(list.level)?.table_by_number(list.number);
    let head = table.map(|t| t.head.clone()).ok_or_else(|| Refusal::Missing("the object list".to_owned()))?;
    let wrong = || Refusal::rule("the list has no count that could be kept in step");
    let at = head.iter().position(u8::is_ascii_digit).ok_or_else(wrong)?;
    if at.checked_sub(1).and_then(|sign| head.get(sign)) == Some(&b'-') {
        return Err(wrong());
    }
    let digits = head.get(at..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit()).count();
    let old =
        std::str::from_utf8(head.get(at..at + digits).unwrap_or_default()).ok().and_then(|t| t.parse::<i64>().ok());
    let new = old.and_then(|old| old.checked_add(by)).filter(|new| *new >= 0).ok_or_else(wrong)?;
    let new = new.to_string().into_bytes();
    draft.splice(list, false, ByteSplice { at, old_len: digits, new })
}

/// Whether a level has an object list.
pub(super) fn has_list(draft: &Draft, level: LevelId) -> bool {
    draft.level(level).is_ok_and(|level| list_of(level).is_some())
}
