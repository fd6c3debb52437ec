//! The list of everything under the pointer, to choose from where things overlap.

use egui::{Key, RichText, WidgetType};
use levelwright_model::document::ObjectId;
use levelwright_model::scene::SceneKey;

use super::name;
use super::viewport::object_of;
use crate::window::doc::Doc;
use crate::window::intent::Intent;
use crate::window::{texts, theme};

/// What is under a place of the window.
#[derive(Clone, Debug)]
pub struct Under {
    at: egui::Pos2,
    things: Vec<(ObjectId, String)>,
    /// Whether the click that opened it is over.
    settled: bool,
}

impl Under {
    /// The objects that keys of a scene name, each once; `None` for none.
    pub fn new(doc: &Doc, at: egui::Pos2, keys: impl Iterator<Item = SceneKey>) -> Option<Under> {
        let mut things: Vec<(ObjectId, String)> = Vec::new();
        for id in keys.filter_map(|key| object_of(doc, key)) {
            if !things.iter().any(|(known, _)| *known == id) {
                let title = doc.object(id, |o| format!("{} · {}", o.kind.label, o.name));
                things.extend(title.map(|title| (id, title)));
            }
        }
        (!things.is_empty()).then_some(Under { at, things, settled: false })
    }
}

/// Draws the list until something is chosen, or a click or Escape dismisses it.
pub fn show(ui: &egui::Ui, doc: &Doc, under: &mut Option<Under>, out: &mut Vec<Intent>) {
    let Some(list) = under else { return };
    let area = egui::Area::new(egui::Id::new("under")).order(egui::Order::Foreground).fixed_pos(list.at);
    let mut chosen = None;
    let shown = area.show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_min_width(180.0);
            ui.label(RichText::new(texts::UNDER).color(theme::of(ui).weak).small());
            for (id, title) in &list.things {
                let row = ui.selectable_label(doc.selection.holds(*id), title);
                name(&row, WidgetType::Button, &format!("{}: {title}", texts::UNDER));
                if row.clicked() {
                    chosen = Some(*id);
                }
            }
        });
    });
    let elsewhere = list.settled && shown.response.clicked_elsewhere();
    list.settled = true;
    let escaped = ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape));
    if let Some(id) = chosen {
        out.push(Intent::GoTo(id));
    }
    if chosen.is_some() || elsewhere || escaped {
        *under = None;
        ui.ctx().request_repaint();
    }
}
