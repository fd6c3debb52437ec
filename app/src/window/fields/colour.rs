//! A colour: a patch that opens a picker, and the digits.

use egui::{Color32, WidgetType};
use levelwright_model::record::{ColourForm, Value};

use super::{Slot, number};
use crate::window::change::Change;
use crate::window::panes::name;

/// Red, green, blue and opacity of a stored colour.
fn split(form: ColourForm, raw: i128) -> [u8; 4] {
    let byte = |shift: u32| (raw >> shift & 0xFF) as u8;
    match form {
        ColourForm::Rgba32 => [byte(24), byte(16), byte(8), byte(0)],
        ColourForm::Argb32 => [byte(16), byte(8), byte(0), byte(24)],
        ColourForm::Bgr24 => [byte(0), byte(8), byte(16), 255],
    }
}

/// The stored number of a colour; bits that are no colour stay.
fn join(form: ColourForm, [r, g, b, a]: [u8; 4], old: i128) -> i128 {
    let at = |v: u8, shift: u32| i128::from(v) << shift;
    match form {
        ColourForm::Rgba32 => at(r, 24) | at(g, 16) | at(b, 8) | at(a, 0),
        ColourForm::Argb32 => at(r, 16) | at(g, 8) | at(b, 0) | at(a, 24),
        ColourForm::Bgr24 => at(r, 0) | at(g, 8) | at(b, 16) | (old & !0xFF_FFFF),
    }
}

/// A patch and the digits. The picker commits once, when it is closed or let go.
pub(super) fn show(ui: &mut egui::Ui, slot: &Slot<'_>, form: ColourForm) -> Option<Change> {
    let raw = slot.value.and_then(Value::as_int);
    ui.horizontal(|ui| {
        let id = ui.make_persistent_id(("colour", slot.name));
        let held: Option<[u8; 4]> = ui.data(|d| d.get_temp(id));
        let mut rgba = held.unwrap_or_else(|| split(form, raw.unwrap_or(0)));
        let [r, g, b, a] = rgba;
        let mut colour = Color32::from_rgba_unmultiplied(r, g, b, a);
        let alpha = match form {
            ColourForm::Bgr24 => egui::color_picker::Alpha::Opaque,
            ColourForm::Rgba32 | ColourForm::Argb32 => egui::color_picker::Alpha::OnlyBlend,
        };
        let response = egui::color_picker::color_edit_button_srgba(ui, &mut colour, alpha);
        name(&response, WidgetType::ColorButton, slot.name);
        let mut picked = None;
        if response.changed() {
            rgba = colour.to_srgba_unmultiplied();
            ui.data_mut(|d| d.insert_temp(id, rgba));
        } else if let Some(held) = held.filter(|_| !ui.input(|i| i.pointer.any_down())) {
            ui.data_mut(|d| d.remove_temp::<[u8; 4]>(id));
            let new = join(form, held, raw.unwrap_or(0));
            picked = (raw != Some(new)).then_some(Change::Value(Value::Int(new)));
        }
        let label = format!("{} digits", slot.name);
        let typed = number::field(ui, &label, slot.shown().as_deref(), 92.0, false);
        picked.or_else(|| typed.map(Change::Typed))
    })
    .inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_comes_back_as_it_was() {
        for form in [ColourForm::Rgba32, ColourForm::Argb32] {
            assert_eq!(join(form, split(form, 0x1234_5678), 0), 0x1234_5678);
        }
        assert_eq!(join(ColourForm::Bgr24, split(ColourForm::Bgr24, 0xAB11_2233), 0xAB11_2233), 0xAB11_2233);
        assert_eq!(split(ColourForm::Bgr24, 0x0000_00FF), [255, 0, 0, 255]);
    }
}
