//! The matrix by keyboard: one focus for all cells, a cursor, rectangles, typing over cells, the clipboard.

use egui::{Event, Key, Modifiers};

use super::{Act, Editing, Matrix, Place};
use crate::window::clipboard::Where;
use crate::window::commands::Command;
use crate::window::doc::Doc;
use crate::window::halves::Half;
use crate::window::intent::{How, Intent};
use crate::window::texts::matrix as words;

/// Where the focus of the matrix is.
pub fn grid_id(half: Half) -> egui::Id {
    egui::Id::new(("matrix grid", half))
}

fn popup_id() -> egui::Id {
    egui::Id::new("matrix popup")
}

/// An editor over a cell is shown in this frame.
pub(super) fn popup_is_open(ctx: &egui::Context) {
    let frame = ctx.cumulative_frame_nr();
    ctx.data_mut(|d| d.insert_temp(popup_id(), frame));
}

/// Whether an editor over a cell was shown in the frame before: Escape closes it and does nothing else.
pub fn is_popup_open(ctx: &egui::Context) -> bool {
    let shown: Option<u64> = ctx.data(|d| d.get_temp(popup_id()));
    shown.is_some_and(|frame| ctx.cumulative_frame_nr().saturating_sub(frame) <= 1)
}

/// The keys that the matrix keeps for itself while it has the focus: what is typed goes into cells.
pub fn keeps(modifiers: Modifiers, key: Key) -> bool {
    let arrow = matches!(key, Key::ArrowUp | Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight);
    let edge = arrow || matches!(key, Key::Home | Key::End);
    if modifiers.alt {
        return false;
    }
    if modifiers.command || modifiers.ctrl {
        return edge || matches!(key, Key::A | Key::Space | Key::Enter | Key::C | Key::X | Key::V);
    }
    let sign = matches!(key, Key::Plus | Key::Minus | Key::Slash | Key::Equals | Key::Period | Key::Comma);
    let letter = key.name().len() == 1 && key.name().chars().all(char::is_alphanumeric);
    edge || sign
        || letter
        || matches!(key, Key::PageUp | Key::PageDown | Key::Enter | Key::Space | Key::F2 | Key::Delete | Key::Backspace)
}

impl Matrix {
    /// Does what the keys of this frame ask for; `page` is how many rows are in sight.
    pub(super) fn listen(&mut self, ctx: &egui::Context, doc: &Doc, page: usize, out: &mut Vec<Intent>) {
        let events = ctx.input(|i| i.events.clone());
        for event in events {
            match event {
                Event::Key { key, pressed: true, modifiers, .. } => self.press(doc, key, modifiers, page, out),
                Event::Text(text) if !text.trim().is_empty() => self.begin(text, false),
                Event::Copy | Event::Cut if !self.table.is_empty() => ctx.copy_text(self.copied(doc, false)),
                Event::Paste(text) => self.paste(doc, &text, out),
                _ => {}
            }
        }
    }

    /// Pastes cells, or says why not.
    pub(super) fn paste(&self, doc: &Doc, text: &str, out: &mut Vec<Intent>) {
        if levelwright_io::json::clip::looks_like(text) {
            return out.push(Intent::Paste(text.to_owned(), Where::InPlace));
        }
        out.push(match self.pasted(doc, text) {
            Ok(cells) => Intent::Matrix(Act::Write(words::PASTE.to_owned(), cells)),
            Err(why) => Intent::Complain(why),
        });
    }

    fn press(&mut self, doc: &Doc, key: Key, modifiers: Modifiers, page: usize, out: &mut Vec<Intent>) {
        let (rows, columns) = (self.table.len(), self.table.columns.len());
        let (Some(last_row), Some(last_column)) = (rows.checked_sub(1), columns.checked_sub(1)) else { return };
        let Place { row, column } = self.cursor;
        let far = modifiers.command || modifiers.ctrl;
        let to = match key {
            Key::ArrowUp if far => Place { row: 0, column },
            Key::ArrowDown if far => Place { row: last_row, column },
            Key::ArrowLeft if far => Place { row, column: 0 },
            Key::ArrowRight if far => Place { row, column: last_column },
            Key::ArrowUp => Place { row: row.saturating_sub(1), column },
            Key::ArrowDown => Place { row: (row + 1).min(last_row), column },
            Key::ArrowLeft => Place { row, column: column.saturating_sub(1) },
            Key::ArrowRight => Place { row, column: (column + 1).min(last_column) },
            Key::PageUp => Place { row: row.saturating_sub(page.max(1)), column },
            Key::PageDown => Place { row: (row + page.max(1)).min(last_row), column },
            Key::Home => Place { row: if far { 0 } else { row }, column: 0 },
            Key::End => Place { row: if far { last_row } else { row }, column: last_column },
            Key::A if far => return self.choose(Place::default(), Place { row: last_row, column: last_column }),
            Key::Space if far => return self.choose(Place { row: 0, column }, Place { row: last_row, column }),
            Key::Space if modifiers.shift => {
                return self.choose(Place { row, column: 0 }, Place { row, column: last_column });
            }
            Key::Enter if far => return self.reveal(row, out),
            Key::Enter | Key::F2 => return self.open(doc),
            _ => return,
        };
        self.put(to, modifiers.shift);
        self.follow = true;
    }

    /// Shows a row's object in the viewport.
    pub(super) fn reveal(&self, row: usize, out: &mut Vec<Intent>) {
        let Some(id) = self.table.object(row).map(|o| o.id) else { return };
        if self.source != super::Source::Selection {
            out.push(Intent::Select(vec![id], How::Replace));
        }
        out.push(Intent::Command(Command::Focus));
    }

    /// Begins to edit the cursor's cell with what it holds.
    pub(super) fn open(&mut self, doc: &Doc) {
        let Some(cell) = self.table.cell(doc.state(), self.cursor.row, self.cursor.column) else { return };
        let popup = super::parts::wants_popup(&cell.field.kind);
        let text = cell.text();
        self.begin(text, popup);
        if let Some(editing) = &mut self.editing {
            editing.whole = true;
        }
    }

    fn begin(&mut self, text: String, popup: bool) {
        if self.table.is_empty() || self.table.columns.is_empty() {
            return;
        }
        match &mut self.editing {
            // A second letter in the same frame.
            Some(editing) if editing.fresh && !popup => editing.text.push_str(&text),
            Some(_) => {}
            None => self.editing = Some(Editing { text, popup, fresh: true, whole: false }),
        }
        self.follow = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_belongs_to_cells_and_chords_to_the_window() {
        for key in [Key::H, Key::Num1, Key::Plus, Key::Home, Key::Delete, Key::Enter] {
            assert!(keeps(Modifiers::NONE, key), "{key:?}");
        }
        for key in [Key::Escape, Key::Tab, Key::F1, Key::F5] {
            assert!(!keeps(Modifiers::NONE, key), "{key:?}");
        }
        assert!(keeps(Modifiers::COMMAND, Key::A) && !keeps(Modifiers::COMMAND, Key::S));
        assert!(!keeps(Modifiers::ALT, Key::Num1));
    }
}
