//! The scenario: what is done when, and its file.

use egui::{RichText, WidgetType};
use levelwright_model::preview::Input;

use super::act::Act;
use super::pane::{entered, line, wish};
use super::run::Preview;
use super::words;
use crate::window::intent::Intent;
use crate::window::panes::name;
use crate::window::texts::preview as texts;
use crate::window::theme;

/// Draws the line of things to do, the inputs, and what can be done with the file.
pub(super) fn show(ui: &mut egui::Ui, preview: &Preview, out: &mut Vec<Intent>) {
    let mut typed = preview.typed.clone();
    let field = line(ui, texts::DO, &mut typed, texts::DO_HINT);
    if entered(ui, &field) {
        wish(out, Act::Do(typed));
    } else if typed != preview.typed {
        wish(out, Act::Type(typed));
    }
    let mut path = preview.path.clone();
    line(ui, texts::PATH, &mut path, "");
    if path != preview.path {
        wish(out, Act::Path(path));
    }
    ui.horizontal_wrapped(|ui| {
        for (label, act) in [(texts::LOAD, Act::Load), (texts::SAVE, Act::Save), (texts::CLEAR, Act::Clear)] {
            if ui.button(label).clicked() {
                wish(out, act);
            }
        }
    });
    let inputs = preview.timeline.scenario().inputs();
    if inputs.is_empty() {
        ui.label(RichText::new(texts::NO_INPUTS).color(theme::of(ui).weak));
    }
    for (at, input) in inputs.iter().enumerate() {
        ui.push_id(("input", at), |ui| {
            ui.horizontal(|ui| {
                let remove = ui.add(egui::Button::new("✖").frame(false).small()).on_hover_text(texts::REMOVE);
                name(&remove, WidgetType::Button, &format!("{} {at}", texts::REMOVE));
                if remove.clicked() {
                    wish(out, Act::Input(at, None));
                }
                let mut tick = input.tick;
                ui.add(egui::DragValue::new(&mut tick).range(1..=preview.longest()));
                if tick != input.tick {
                    wish(out, Act::Input(at, Some(Input { tick, verb: input.verb.clone() })));
                }
                ui.label(words::done(&input.verb));
            });
        });
    }
}
