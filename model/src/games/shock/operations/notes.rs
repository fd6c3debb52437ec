//! Map notes and their texts: one behind the other in one place of 2048 bytes, each note holding the offset of its own
//! (`systemshock.md` 3.8).

use super::common::*;
use super::lists::{Lists, object};
use crate::document::{LevelId, NodeId};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::shock::objects::table_of;
use crate::games::shock::records::Object;
use crate::games::shock::tables::{NOTES, NOTES_END, OBJECTS, TRAPS};
use crate::record::text::Encoding;
use crate::record::{ByteSplice, Refusal};

/// Where in its class row a note holds the offset of its text (5.10).
const OFFSET: usize = 0x18;
/// The most bytes a text has, its end included.
const LONGEST: usize = 40;

/// A note: its object, its class row, and where its text begins.
struct Note {
    row: u16,
    entry: u16,
    offset: usize,
}

fn notes(draft: &mut Draft, level: LevelId) -> Result<Vec<Note>, Refusal> {
    let rows: Vec<u16> = {
        let level = draft.level(level)?;
        let table = table_of(level, &OBJECTS).ok_or_else(|| Refusal::Missing("table objects".to_owned()))?;
        let is_note = |head: &[u8]| {
            Object::new(head, table.layout)
                .is_some_and(|v| v.active() != 0 && (v.class(), v.subclass(), v.r#type()) == (12, 2, 3))
        };
        (0u16..).zip(table.heads()).skip(1).filter(|(_, head)| is_note(head)).map(|(row, _)| row).collect()
    };
    let lists = Lists::new(draft, level)?;
    rows.into_iter()
        .map(|row| {
            let entry = lists.get(&OBJECTS, row, object::CLASS_INDEX)?;
            let [low, high] = [OFFSET, OFFSET + 2].map(|at| lists.get(&TRAPS, entry, at));
            let offset = usize::from(low?) | usize::from(high?) << 16;
            Ok(Note { row, entry, offset })
        })
        .collect()
}

/// The texts and where they end.
fn heap(draft: &Draft, level: LevelId) -> Result<(Vec<u8>, usize), Refusal> {
    let level = draft.level(level)?;
    let missing = || Refusal::rule("the level has no place for the texts of map notes");
    let texts = table_of(level, &NOTES).and_then(|t| t.row_head(0)).ok_or_else(missing)?.to_vec();
    let end = table_of(level, &NOTES_END).and_then(|t| t.row_head(0)).and_then(|row| row.first_chunk());
    let end = usize::try_from(i32::from_le_bytes(*end.ok_or_else(missing)?)).unwrap_or(usize::MAX);
    if end > texts.len() {
        return Err(Refusal::rule(format!("the texts of map notes would end at byte {end} of {}", texts.len())));
    }
    Ok((texts, end))
}

/// The text that is a note's own: it begins a text, and no other note shares it.
fn own_text(notes: &[Note], row: u16, texts: &[u8], end: usize) -> Option<std::ops::Range<usize>> {
    let note = notes.iter().find(|n| n.row == row)?;
    let shared = notes.iter().any(|n| n.row != row && n.offset == note.offset);
    let begins = note.offset == 0 || texts.get(note.offset - 1) == Some(&0);
    if shared || !begins || note.offset >= end {
        return None;
    }
    let length = texts.get(note.offset..end)?.iter().position(|b| *b == 0)?;
    Some(note.offset..note.offset + length + 1)
}

/// Puts other bytes in the place of a range of texts; the offsets behind it follow.
fn replace(
    draft: &mut Draft,
    level: LevelId,
    notes: &[Note],
    range: std::ops::Range<usize>,
    new: &[u8],
) -> Result<(), Refusal> {
    let (texts, end) = heap(draft, level)?;
    let new_end = end - range.len() + new.len();
    if new_end > texts.len() {
        let what = "the texts of all map notes".to_owned();
        return Err(Refusal::Limit { what, limit: texts.len() as u64, unit: "bytes".to_owned() });
    }
    let used = texts.get(..end).unwrap_or_default();
    let mut changed = used.to_vec();
    changed.splice(range.clone(), new.iter().copied());
    // What lies behind the texts is zero, as the game leaves it.
    changed.resize(changed.len().max(end), 0);
    let mut lists = Lists::new(draft, level)?;
    for note in notes.iter().filter(|n| n.offset >= range.end && n.offset < end) {
        let moved = u32::try_from(note.offset - range.len() + new.len()).unwrap_or(u32::MAX);
        lists.write(&TRAPS, note.entry, OFFSET, &moved.to_le_bytes())?;
    }
    let (texts, place) = (lists.node(&NOTES, 0)?, lists.node(&NOTES_END, 0)?);
    draft.splice(texts, false, ByteSplice { at: 0, old_len: changed.len(), new: changed })?;
    let new_end = i32::try_from(new_end).unwrap_or(i32::MAX).to_le_bytes().to_vec();
    draft.splice(place, false, ByteSplice { at: 0, old_len: 4, new: new_end })
}

/// Plan `set_note`.
pub(super) fn set_note(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let level = level_of(draft, arguments)?;
    let row = object_row(draft, arguments.object()?)?;
    set_text(draft, level, row, arguments.text("text")?).map(|()| None)
}

/// Gives a note a text.
///
/// # Errors
/// If it is no note, or there is no room for the text.
pub(crate) fn set_text(draft: &mut Draft, level: LevelId, row: u16, text: &str) -> Result<(), Refusal> {
    let notes = notes(draft, level)?;
    let note = notes.iter().find(|n| n.row == row);
    let note = note.ok_or_else(|| Refusal::rule(format!("objects/{row} is no map note")))?;
    let mut text = Encoding::Cp437.encode("text", text)?;
    if text.contains(&0) {
        return Err(Refusal::rule("a text cannot contain a zero"));
    }
    text.push(0);
    if text.len() > LONGEST {
        return Err(Refusal::TextTooLong { field: "text".to_owned(), need: text.len() - 1, room: LONGEST - 1 });
    }
    let (texts, end) = heap(draft, level)?;
    match own_text(&notes, row, &texts, end) {
        Some(range) => replace(draft, level, &notes, range, &text)?,
        // A new note names what others name: it gets a text of its own behind all others.
        None => {
            let entry = note.entry;
            replace(draft, level, &notes, end..end, &text)?;
            let at = u32::try_from(end).unwrap_or(u32::MAX);
            Lists::new(draft, level)?.write(&TRAPS, entry, OFFSET, &at.to_le_bytes())?;
        }
    }
    Ok(())
}

/// Closes up the text of a note that is to be deleted; does nothing for what is no note.
pub(super) fn close(draft: &mut Draft, level: LevelId, row: u16) -> Result<(), Refusal> {
    let place = placed(draft, level, row)?;
    if (place.sort.class, place.sort.subclass, place.sort.kind) != (12, 2, 3) {
        return Ok(());
    }
    let notes = notes(draft, level)?;
    let Ok((texts, end)) = heap(draft, level) else { return Ok(()) };
    match own_text(&notes, row, &texts, end) {
        Some(range) => replace(draft, level, &notes, range, &[]),
        None => Ok(()),
    }
}
