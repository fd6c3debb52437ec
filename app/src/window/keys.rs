//! Which commands the keys of a frame ask for.

use egui::{Key, KeyboardShortcut};

use super::commands::{COMMANDS, Command, Spec};
use super::halves::Half;
use super::matrix;
use super::panes::tree_keys;

/// The commands whose keys were pressed. Keys with more modifiers are looked at first, so that
/// Ctrl+Shift+Z is not taken for Ctrl+Z.
pub fn pressed(ctx: &egui::Context) -> Vec<Command> {
    let in_text = in_text_field(ctx);
    let in_tree = ctx.memory(|m| Half::ALL.into_iter().any(|half| m.has_focus(tree_keys::tree_id(half))));
    let mut keys: Vec<(&KeyboardShortcut, &Spec)> =
        COMMANDS.iter().filter(|s| s.in_text || !in_text).flat_map(|s| s.keys.iter().map(move |k| (k, s))).collect();
    keys.retain(|(k, _)| !(in_tree && tree_keys::keeps(k.modifiers, k.logical_key)));
    let in_matrix = ctx.memory(|m| Half::ALL.into_iter().any(|half| m.has_focus(matrix::grid_id(half))));
    keys.retain(|(k, _)| !(in_matrix && matrix::keeps(k.modifiers, k.logical_key)));
    let open = matrix::is_popup_open(ctx);
    keys.retain(|(k, _)| !(open && k.logical_key == Key::Escape));
    let weight = |k: &KeyboardShortcut| {
        let m = k.modifiers;
        u8::from(m.shift) + u8::from(m.alt) + u8::from(m.command || m.ctrl)
    };
    keys.sort_by_key(|(k, _)| std::cmp::Reverse(weight(k)));
    // The system turns the keys of the clipboard into events of their own.
    let clipboard = ctx.input(|i| {
        i.events.iter().find_map(|event| match event {
            egui::Event::Copy => Some(Command::Copy),
            egui::Event::Cut => Some(Command::Cut),
            egui::Event::Paste(_) if i.modifiers.alt => Some(Command::PasteInView),
            egui::Event::Paste(_) => Some(Command::Paste),
            _ => None,
        })
    });
    if let Some(command) = clipboard.filter(|_| !in_text && !in_matrix) {
        return vec![command];
    }
    ctx.input_mut(|input| keys.into_iter().filter(|(k, _)| input.consume_shortcut(k)).map(|(_, s)| s.command).collect())
}

/// Whether what is typed goes into a text field. Escape takes the focus away before anything is asked, yet it belongs to
/// the field that had it.
fn in_text_field(ctx: &egui::Context) -> bool {
    let id = egui::Id::new("a text field had the focus");
    let now = ctx.text_edit_focused();
    let before = ctx.data_mut(|d| {
        let before = d.get_temp(id).unwrap_or(false);
        d.insert_temp(id, now);
        before
    });
    now || before && ctx.input(|i| i.key_pressed(Key::Escape))
}
