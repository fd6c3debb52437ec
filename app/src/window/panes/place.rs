//! What can be placed: choose a kind, then click in the viewport.

use egui::{RichText, Sense, TextStyle, WidgetType, vec2};

use levelwright_model::document::ObjectKind;
use levelwright_model::games::PlanSpec;

use super::{empty, gesture};
use crate::window::doc::Doc;
use crate::window::intent::Intent;
use crate::window::{icons, texts, theme};

/// The plans that make new things (by convention of all games): the first where a click says where, the
/// second for what has no place.
pub const PLANS: [&str; 2] = ["place", "create"];

/// The plan that makes things of a kind.
pub fn plan_for(doc: &Doc, kind: &str) -> Option<&'static PlanSpec> {
    PLANS.iter().filter_map(|key| gesture::plan(doc, key)).find(|plan| names(plan, kind))
}

/// Whether a plan's `kind` argument names a kind.
fn names(plan: &PlanSpec, kind: &str) -> bool {
    let meaning = plan.arguments.iter().find(|(name, _)| *name == "kind").map_or("", |(_, meaning)| meaning);
    meaning.split([',', ';', '.', ' ']).any(|word| word == kind)
}

/// Draws the kinds.
pub fn show(ui: &mut egui::Ui, doc: &Doc, out: &mut Vec<Intent>) {
    let game = doc.file.document.game();
    let mut kinds: Vec<(&ObjectKind, &PlanSpec)> =
        game.kinds.iter().filter_map(|k| plan_for(doc, k.key).map(|plan| (*k, plan))).collect();
    // What a click places comes first, each part under one heading.
    kinds.sort_by_key(|(_, plan)| PLANS.iter().position(|key| *key == plan.key));
    if kinds.is_empty() {
        empty(ui, texts::NOTHING_TO_PLACE, "");
        return;
    }
    let c = theme::of(ui);
    egui::ScrollArea::vertical().id_salt("place").auto_shrink([false, false]).show(ui, |ui| {
        let mut last = "";
        for (kind, plan) in kinds {
            let by_click = plan.key == PLANS[0];
            if plan.key != last {
                let hint = if by_click { texts::PLACE_HINT } else { texts::CREATE_HINT };
                if !last.is_empty() {
                    ui.add_space(theme::GAP);
                }
                ui.add(egui::Label::new(RichText::new(hint).color(c.weak).small()).wrap());
                last = plan.key;
            }
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), Sense::click());
            let armed = doc.armed.as_deref() == Some(kind.key);
            let enabled = ui.is_enabled();
            let title = format!("{} {}", plan.label, kind.label);
            response.widget_info(|| egui::WidgetInfo::selected(WidgetType::SelectableLabel, enabled, armed, &title));
            if armed {
                ui.painter().rect_filled(rect, 3.0, c.selected);
            } else if response.hovered() || response.has_focus() {
                ui.painter().rect_filled(rect, 3.0, c.bar);
            }
            let spot = egui::Rect::from_center_size(egui::pos2(rect.left() + 16.0, rect.center().y), vec2(18.0, 18.0));
            icons::paint(ui, kind.icon, spot, c.text);
            let font = TextStyle::Body.resolve(ui.style());
            let at = egui::pos2(rect.left() + 34.0, rect.center().y);
            ui.painter().text(at, egui::Align2::LEFT_CENTER, kind.label, font, c.text);
            if response.clicked() {
                if by_click {
                    out.push(Intent::Arm((!armed).then(|| kind.key.to_owned())));
                } else {
                    let middle = doc.eye.top.map_or(glam::Vec3::ZERO, |top| top.centre.extend(0.0));
                    out.extend(gesture::place(doc, kind.key, middle));
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_from_the_argument() {
        let plan = PlanSpec {
            key: "place",
            label: "Place",
            doc: "",
            arguments: &[("x", "east"), ("kind", "monster, item or sound-source")],
            run: |_, _| Ok(None),
        };
        assert!(names(&plan, "item") && names(&plan, "sound-source"));
        assert!(!names(&plan, "sound") && !names(&plan, "east"));
    }
}
