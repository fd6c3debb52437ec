//! A number, or a variable that the high bits name.

use levelwright_model::record::Value;

use super::{Slot, choice, link, number, raw};
use crate::window::change::Change;
use crate::window::intent::Intent;
use crate::window::texts;

/// A list of what the high bits mean, and the number in the low ones.
pub(super) fn show(
    ui: &mut egui::Ui,
    slot: &Slot<'_>,
    mask: u32,
    variables: &'static [(u32, &'static str)],
    out: &mut Vec<Intent>,
) -> Option<Change> {
    let present = slot.value.and_then(Value::as_int);
    let mask = i128::from(mask);
    let bits = present.map(|p| p & mask);
    let named = |bits: i128| variables.iter().find(|(b, _)| i128::from(*b) == bits).map(|(_, name)| *name);
    let text = match bits {
        None => texts::MIXED.to_owned(),
        Some(0) => "number".to_owned(),
        Some(bits) => named(bits).map_or_else(|| format!("{bits:#x}"), str::to_owned),
    };
    ui.horizontal(|ui| {
        let mut chosen = None;
        let low = present.unwrap_or(0) & !mask;
        let combo =
            egui::ComboBox::from_id_salt(("keyed", slot.name)).width(90.0).selected_text(text).show_ui(ui, |ui| {
                let plain = std::iter::once((0u32, "number"));
                for (bits_of, name) in plain.chain(variables.iter().copied()) {
                    let on = bits == Some(i128::from(bits_of));
                    if ui.selectable_label(on, name).clicked() && !on {
                        chosen = Some(Change::Value(Value::Int(low | i128::from(bits_of))));
                    }
                }
            });
        choice::named(&combo.response, &format!("{} is", slot.name));
        let known = bits.is_some_and(|b| b != 0 && named(b).is_some());
        let shown = present.map(|p| if known { low.to_string() } else { p.to_string() });
        let typed = number::field(ui, slot.name, shown.as_deref(), 70.0, false);
        raw(ui, slot);
        if !known {
            link::pick(ui, slot, out);
        }
        if let Some(goal) = slot.goal {
            link::show_goal(ui, slot.name, goal, out);
        }
        chosen.or_else(|| {
            // Under a variable's name the typed number is the variable's.
            typed.map(|t| match t.trim().parse::<i128>() {
                Ok(n) if known && n & mask == 0 && n >= 0 => Change::Value(Value::Int(n | bits.unwrap_or(0))),
                _ => Change::Typed(t),
            })
        })
    })
    .inner
}
