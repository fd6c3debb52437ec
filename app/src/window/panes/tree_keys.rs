//! The tree by keyboard: one cursor for all rows, arrows, Home and End, ranges, type-ahead.
//!
//! Rows are not focused one by one (there may be ten thousand, most of them not drawn): the tree has the focus, and
//! its cursor names a row.

use egui::{Event, Key, Modifiers};

use super::objects::{Row, RowKey, Tree};
use crate::window::commands::Command;
use crate::window::halves::Half;
use crate::window::intent::{How, Intent};

/// Letters typed within this many seconds belong to one word.
const WORD_SECONDS: f64 = 1.0;

/// Where the cursor stands and what was typed.
#[derive(Clone, Debug, Default)]
pub struct Cursor {
    /// The row it stands on.
    pub row: Option<RowKey>,
    /// Where ranges begin.
    pub anchor: Option<RowKey>,
    typed: String,
    typed_at: f64,
}

/// Where the focus of the tree is.
pub fn tree_id(half: Half) -> egui::Id {
    egui::Id::new(("objects tree", half))
}

/// The keys that the tree keeps for itself while it has the focus: letters and digits find rows, Home and End go to
/// the ends.
pub fn keeps(modifiers: Modifiers, key: Key) -> bool {
    let plain = !modifiers.command && !modifiers.ctrl && !modifiers.alt;
    let letter = key.name().len() == 1 && key.name().chars().all(char::is_alphanumeric);
    plain && (letter || matches!(key, Key::Home | Key::End))
}

impl Cursor {
    /// The position of the cursor's row; the first row where it is gone.
    pub fn at(&self, tree: &Tree) -> usize {
        self.row.and_then(|key| position(tree, key)).unwrap_or(0)
    }

    /// Puts the cursor on a row, with ranges beginning there.
    pub fn put(&mut self, key: RowKey) {
        self.row = Some(key);
        self.anchor = Some(key);
    }

    /// Does what the keys of this frame ask for. Whether the cursor moved.
    pub fn listen(&mut self, ctx: &egui::Context, tree: &Tree, page: usize, out: &mut Vec<Intent>) -> bool {
        let (events, now) = ctx.input(|i| (i.events.clone(), i.time));
        let before = self.row;
        for event in events {
            match event {
                Event::Key { key, pressed: true, modifiers, .. } => self.key(tree, key, modifiers, page, out),
                Event::Text(text) => self.type_ahead(tree, &text, now, out),
                _ => {}
            }
        }
        self.row != before
    }

    fn key(&mut self, tree: &Tree, key: Key, modifiers: Modifiers, page: usize, out: &mut Vec<Intent>) {
        let at = self.at(tree);
        let last = tree.rows.len().saturating_sub(1);
        let Some(row) = tree.rows.get(at) else { return };
        let to = match key {
            Key::ArrowUp => at.saturating_sub(1),
            Key::ArrowDown => (at + 1).min(last),
            Key::PageUp => at.saturating_sub(page.max(1)),
            Key::PageDown => (at + page.max(1)).min(last),
            Key::Home => 0,
            Key::End => last,
            Key::ArrowLeft if row.open == Some(true) => return out.push(Intent::Expand(row.key, false)),
            Key::ArrowLeft => above(tree, at),
            Key::ArrowRight if row.open == Some(false) => return self.open(row, out),
            Key::ArrowRight => (at + 1).min(last),
            Key::Space => {
                self.put(row.key);
                return out.extend(row.object.map(|id| Intent::Select(vec![id], How::Toggle)));
            }
            Key::Enter if row.object.is_none() => {
                return match row.open {
                    Some(true) => out.push(Intent::Expand(row.key, false)),
                    _ => self.open(row, out),
                };
            }
            Key::Enter => return out.push(Intent::Command(Command::Focus)),
            _ => return,
        };
        self.go(tree, to, modifiers, out);
    }

    /// Opens a row; a level that is not shown is shown.
    fn open(&self, row: &Row, out: &mut Vec<Intent>) {
        if let RowKey::Level(level) = row.key {
            out.push(Intent::Level(level));
        }
        out.push(Intent::Expand(row.key, true));
    }

    /// Moves the cursor: alone with Ctrl, with a range with Shift, else selecting what it comes to.
    fn go(&mut self, tree: &Tree, to: usize, modifiers: Modifiers, out: &mut Vec<Intent>) {
        let Some(row) = tree.rows.get(to) else { return };
        self.row = Some(row.key);
        if modifiers.shift {
            let from = self.anchor.and_then(|key| position(tree, key)).unwrap_or(to);
            out.push(Intent::Select(range(tree, from, to), How::Replace));
        } else if !modifiers.command {
            self.anchor = self.row;
            out.extend(row.object.map(|id| Intent::Select(vec![id], How::Replace)));
        } else {
            self.anchor = self.row;
        }
    }

    fn type_ahead(&mut self, tree: &Tree, text: &str, now: f64, out: &mut Vec<Intent>) {
        if now - self.typed_at > WORD_SECONDS {
            self.typed.clear();
        }
        // A space alone selects; inside a word it is a letter.
        if text.trim().is_empty() && self.typed.is_empty() {
            return;
        }
        self.typed_at = now;
        self.typed.push_str(&text.to_lowercase());
        if let Some(to) = find(tree, self.at(tree), &self.typed) {
            self.go(tree, to, Modifiers::NONE, out);
        }
    }
}

fn position(tree: &Tree, key: RowKey) -> Option<usize> {
    tree.rows.iter().position(|row| row.key == key)
}

/// The row that a row hangs under; itself where it hangs under none.
fn above(tree: &Tree, at: usize) -> usize {
    let Some(depth) = tree.rows.get(at).map(|row| row.depth) else { return at };
    let before = tree.rows.get(..at).unwrap_or_default();
    before.iter().rposition(|row| row.depth < depth).unwrap_or(at)
}

/// The objects of the rows from one to another, in either direction.
pub fn range(tree: &Tree, from: usize, to: usize) -> Vec<levelwright_model::document::ObjectId> {
    let rows = tree.rows.get(from.min(to)..=from.max(to)).unwrap_or_default();
    let mut list: Vec<_> = rows.iter().filter_map(|row| row.object).collect();
    if to < from {
        // What was reached last is what keys and links go on from.
        list.reverse();
    }
    list
}

/// The next row whose text begins with what was typed. One letter goes on behind the row the cursor stands on, so
/// that typing it again goes through all of them.
fn find(tree: &Tree, from: usize, typed: &str) -> Option<usize> {
    let mut letters = typed.chars();
    let first = letters.next()?;
    // The same letter again and again means the next of that letter.
    let again = letters.all(|letter| letter == first);
    let wanted = if again { &typed[..first.len_utf8()] } else { typed };
    let count = tree.rows.len();
    let start = if again { from + 1 } else { from };
    (0..count).map(|step| (start + step) % count).find(|at| {
        tree.rows.get(*at).is_some_and(|row| {
            let mut have = row.label.chars().flat_map(char::to_lowercase);
            wanted.chars().all(|letter| have.next() == Some(letter))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use levelwright_model::document::{LevelId, NodeId, ObjectId};

    fn tree() -> Tree {
        let level = LevelId(0);
        let row = |key, depth, label: &str, object| Row {
            key,
            depth,
            label: label.to_owned(),
            icon: "level",
            count: None,
            open: if object { None } else { Some(true) },
            object: None,
            hidden: false,
            locked: false,
        };
        let object = |number, label: &str| {
            let node = NodeId { level, number };
            let id = ObjectId { node, generation: 0 };
            Row { object: Some(id), ..row(RowKey::Object(node), 2, label, true) }
        };
        let rows = vec![
            row(RowKey::Level(level), 0, "Yard", false),
            row(RowKey::Kind(level, "monster"), 1, "Monsters", false),
            object(1, "fighter"),
            object(2, "Flyer"),
            object(3, "trooper"),
            row(RowKey::Kind(level, "item"), 1, "Items", false),
            object(4, "flask"),
        ];
        Tree { rows, ..Tree::default() }
    }

    fn press(cursor: &mut Cursor, key: Key, modifiers: Modifiers) -> Vec<u32> {
        let mut out = Vec::new();
        cursor.key(&tree(), key, modifiers, 3, &mut out);
        match out.pop() {
            Some(Intent::Select(ids, _)) => ids.into_iter().map(|id| id.node.number).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn arrows_move_select_and_extend() {
        let mut cursor = Cursor::default();
        assert!(press(&mut cursor, Key::ArrowDown, Modifiers::NONE).is_empty(), "a group is no object");
        assert_eq!(press(&mut cursor, Key::ArrowDown, Modifiers::NONE), [1]);
        assert_eq!(press(&mut cursor, Key::ArrowDown, Modifiers::SHIFT), [1, 2]);
        assert_eq!(press(&mut cursor, Key::ArrowDown, Modifiers::SHIFT), [1, 2, 3]);
        assert_eq!(press(&mut cursor, Key::ArrowUp, Modifiers::SHIFT), [1, 2]);
        assert!(press(&mut cursor, Key::End, Modifiers::COMMAND).is_empty(), "Ctrl moves the cursor alone");
        assert_eq!(cursor.at(&tree()), 6);
        assert_eq!(press(&mut cursor, Key::Space, Modifiers::COMMAND), [4]);
        assert_eq!(press(&mut cursor, Key::PageUp, Modifiers::SHIFT), [4, 3, 2], "backwards, the last one last");
        press(&mut cursor, Key::ArrowLeft, Modifiers::NONE);
        assert_eq!(cursor.at(&tree()), 1, "to the group");
        press(&mut cursor, Key::Home, Modifiers::NONE);
        assert_eq!(cursor.at(&tree()), 0);
        press(&mut cursor, Key::ArrowUp, Modifiers::NONE);
        assert_eq!(cursor.at(&tree()), 0);
    }

    #[test]
    fn letters_find_rows_whatever_their_case_and_go_round() {
        let (tree, mut out) = (tree(), Vec::new());
        let mut cursor = Cursor::default();
        let mut typed = |text: &str, now| {
            cursor.type_ahead(&tree, text, now, &mut out);
            cursor.at(&tree)
        };
        assert_eq!([typed("f", 1.0), typed("f", 1.1), typed("f", 1.2), typed("f", 1.3)], [2, 3, 6, 2]);
        assert_eq!([typed("f", 3.0), typed("l", 3.2), typed("a", 3.3)], [3, 3, 6]);
        assert_eq!(typed("x", 9.0), 6, "nothing begins with it");
        let empty = Tree::default();
        assert_eq!(find(&empty, 0, "a"), None);
    }

    #[test]
    fn letters_belong_to_the_tree_and_chords_to_the_window() {
        assert!(keeps(Modifiers::NONE, Key::H) && keeps(Modifiers::SHIFT, Key::H) && keeps(Modifiers::NONE, Key::Home));
        assert!(!keeps(Modifiers::COMMAND, Key::H) && !keeps(Modifiers::ALT, Key::Num1));
        assert!(!keeps(Modifiers::NONE, Key::Delete) && !keeps(Modifiers::NONE, Key::Escape));
    }
}
