//! One editor for each kind of field. The match is exhaustive: a new kind needs its editor.

mod angle;
mod bytes;
pub mod called;
mod choice;
mod colour;
mod flags;
mod keyed;
mod link;
mod list;
pub mod number;
mod text;
mod yes_no;

use egui::RichText;
use levelwright_model::record::{Field, Kind, Value};

use super::change::Change;
use super::intent::Intent;
use super::panes::sheet::{Folded, Goal, Row};
use super::{texts, theme};

/// What an editor of one value works on: a whole field or an element of a list.
#[derive(Clone, Copy, Debug)]
pub struct Slot<'a> {
    /// The field; for an element, a field of the element's kind.
    pub field: &'a Field,
    /// Its accessible name.
    pub name: &'a str,
    /// The value, `None` where several differ.
    pub value: Option<&'a Value>,
    /// All values, for flags.
    pub folded: &'a Folded,
    /// What a link leads to.
    pub goal: Option<&'a Goal>,
    /// The line it belongs to, and the element.
    pub row: &'a Row,
    /// Which element of the line.
    pub element: Option<usize>,
}

impl Slot<'_> {
    /// The value as people read it; `None` where several differ.
    pub fn shown(&self) -> Option<String> {
        self.value.map(|v| self.field.show(v))
    }

    /// The stored number, where the shown text does not tell it.
    pub fn raw(&self) -> Option<String> {
        match self.value {
            Some(Value::Int(raw)) if self.field.show(&Value::Int(*raw)) != raw.to_string() => Some(raw.to_string()),
            _ => None,
        }
    }
}

/// Draws the editor of a line; answers with what the person changed.
pub fn show(ui: &mut egui::Ui, row: &Row, out: &mut Vec<Intent>) -> Option<Change> {
    let slot = Slot {
        field: row.field,
        name: &row.label,
        value: row.value.one(),
        folded: &row.value,
        goal: row.goals.first(),
        row,
        element: None,
    };
    match row.field.kind {
        Kind::Vector { count, .. } => list::vector(ui, row, usize::from(count), out),
        Kind::Array { count, .. } => list::array(ui, row, usize::from(count), out),
        _ => one(ui, &slot, out),
    }
}

/// Draws the editor of one value.
fn one(ui: &mut egui::Ui, slot: &Slot<'_>, out: &mut Vec<Intent>) -> Option<Change> {
    if let Some(Value::Computed | Value::Symbol(_)) = slot.value {
        return text::show(ui, slot, out);
    }
    match slot.field.kind {
        Kind::Int | Kind::Real32 | Kind::Real64 | Kind::Fixed { .. } => number::show(ui, slot),
        Kind::Angle { turn } => angle::show(ui, slot, turn),
        Kind::Text { .. } | Kind::Tag => text::show(ui, slot, out),
        Kind::Colour(form) => colour::show(ui, slot, form),
        Kind::Choice(names) => choice::show(ui, slot, names),
        Kind::Flags(names) => flags::show(ui, slot, names),
        Kind::Link(_) => link::show(ui, slot, out),
        Kind::Keyed { mask, variables, .. } => keyed::show(ui, slot, mask, variables, out),
        Kind::Bool => yes_no::show(ui, slot),
        Kind::Bytes => bytes::show(ui, slot),
        // Lists of lists do not exist; should one come, it can be typed.
        Kind::Vector { .. } | Kind::Array { .. } => text::show(ui, slot, out),
    }
}

/// The stored number in weak letters behind its meaning.
fn raw(ui: &mut egui::Ui, slot: &Slot<'_>) {
    if let Some(raw) = slot.raw() {
        ui.label(RichText::new(format!("{} {raw}", texts::RAW)).color(theme::of(ui).weak).small());
    }
}
