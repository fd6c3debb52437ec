//! All edits; a click goes to any of them.

use egui::{Sense, TextStyle, WidgetType, vec2};

use super::empty;
use crate::window::doc::Doc;
use crate::window::intent::Intent;
use crate::window::{texts, theme};

/// Draws the list. What is undone stands back; the saved state is marked.
pub fn show(ui: &mut egui::Ui, doc: &Doc, out: &mut Vec<Intent>) {
    let history = doc.file.document.history();
    if history.is_empty() {
        empty(ui, texts::NO_EDITS, texts::EDITS_HINT);
        return;
    }
    let mut names = vec![texts::AS_OPENED];
    if history.dropped() > 0 {
        names = vec!["The oldest state kept"];
    }
    names.extend(history.transactions().map(|t| t.name()));
    let position = history.position();
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = egui::ScrollArea::vertical().id_salt("history").auto_shrink([false, false]);
    // Where one stands is in sight after each step, also far back.
    let id = ui.make_persistent_id("history position");
    if ui.data(|d| d.get_temp::<usize>(id)) != Some(position) {
        ui.data_mut(|d| d.insert_temp(id, position));
        let height = ui.available_height();
        let state = egui::scroll_area::State::load(ui.ctx(), ui.make_persistent_id(egui::IdSalt::new("history")));
        let offset = state.map_or(0.0, |state| state.offset.y);
        let top = position as f32 * theme::ROW;
        if top < offset || top + theme::ROW > offset + height {
            area = area.vertical_scroll_offset((top - height * 0.4).max(0.0));
        }
    }
    area.show_rows(ui, theme::ROW, names.len(), |ui, range| {
        for at in range {
            let Some(text) = names.get(at) else { continue };
            let c = theme::of(ui);
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
            let here = at == position;
            let enabled = ui.is_enabled();
            response.widget_info(|| egui::WidgetInfo::selected(WidgetType::SelectableLabel, enabled, here, *text));
            let painter = ui.painter();
            if here {
                painter.rect_filled(rect, 3.0, c.selected);
            } else if response.hovered() {
                painter.rect_filled(rect, 3.0, c.bar);
            }
            let colour = if at > position { c.weak } else { c.text };
            let font = TextStyle::Body.resolve(ui.style());
            let number = TextStyle::Small.resolve(ui.style());
            let y = rect.center().y;
            painter.text(egui::pos2(rect.left() + 24.0, y), egui::Align2::RIGHT_CENTER, at.to_string(), number, c.weak);
            painter.text(egui::pos2(rect.left() + 32.0, y), egui::Align2::LEFT_CENTER, text, font, colour);
            if history.saved() == Some(at) {
                let font = TextStyle::Small.resolve(ui.style());
                let spot = egui::pos2(rect.right() - 6.0, y);
                painter.text(spot, egui::Align2::RIGHT_CENTER, texts::SAVED_MARK, font, c.good);
            }
            if response.clicked() && !here {
                out.push(Intent::Jump(at));
            }
        }
    });
}
