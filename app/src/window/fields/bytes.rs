//! Bytes whose meaning nobody knows: hexadecimal digits.

use super::{Slot, number};
use crate::window::change::Change;

/// The digits; long runs in groups of four bytes.
pub(super) fn show(ui: &mut egui::Ui, slot: &Slot<'_>) -> Option<Change> {
    let shown = slot.shown().map(|digits| {
        let mut text = String::with_capacity(digits.len() + digits.len() / 8);
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && at % 8 == 0 {
                text.push(' ');
            }
            text.push(digit);
        }
        text
    });
    let width = ui.available_width() - 4.0;
    // `parse_shown` ignores the spaces.
    number::field(ui, slot.name, shown.as_deref(), width, false).map(Change::Typed)
}
