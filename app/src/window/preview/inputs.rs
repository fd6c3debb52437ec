//! The scenario: what is done when, and its file.

use egui::{RichText, WidgetType};
use levelwright_model::preview::{Input, Number};

use super::act::Act;
use super::pane::{entered, line, wish};
use super::run::Preview;
use super::words;
use crate::window::commands::Command;
use crate::window::files::PreviewFile;
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
    ui.horizontal_wrapped(|ui| {
        for (label, text) in [(texts::TOUCH_IT, "touch it"), (texts::HIT_IT, "hit it")] {
            if ui.button(label).on_hover_text(texts::IT_HELP).clicked() {
                wish(out, Act::Do(text.to_owned()));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        for what in [PreviewFile::Load, PreviewFile::Save, PreviewFile::Log] {
            let command = Command::PreviewFile(what);
            let Some(spec) = command.spec() else { continue };
            if ui.button(spec.label).on_hover_text(spec.doc).clicked() {
                out.push(Intent::Command(command));
            }
        }
        if ui.button(texts::CLEAR).on_hover_text(texts::CLEAR_HELP).clicked() {
            wish(out, Act::Clear);
        }
    });
    settings(ui, preview, out);
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
                let field = ui.add(egui::DragValue::new(&mut tick).range(1..=preview.longest()));
                name(&field, WidgetType::DragValue, &format!("{} {at}", texts::INPUT_TICK));
                if tick != input.tick {
                    wish(out, Act::Input(at, Some(Input { tick, verb: input.verb.clone() })));
                }
                edited(ui, at, &words::done(&input.verb), out);
            });
        });
    }
}

/// What an input does, to be written anew; Enter puts it in its place.
fn edited(ui: &mut egui::Ui, at: usize, done: &str, out: &mut Vec<Intent>) {
    let id = ui.id().with(("typed", done));
    let mut text: String = ui.data(|d| d.get_temp(id)).unwrap_or_else(|| done.to_owned());
    let field = egui::TextEdit::singleline(&mut text).desired_width(f32::INFINITY);
    let field = ui.add(field).on_hover_text(texts::EDIT_HELP);
    name(&field, WidgetType::TextEdit, &format!("{} {at}", texts::INPUT));
    if entered(ui, &field) && text != done {
        wish(out, Act::Edit(at, text));
        ui.data_mut(|d| d.remove::<String>(id));
    } else if field.changed() {
        ui.data_mut(|d| d.insert_temp(id, text));
    } else if field.lost_focus() {
        ui.data_mut(|d| d.remove::<String>(id));
    }
}

/// What is assumed and may be set otherwise.
fn settings(ui: &mut egui::Ui, preview: &Preview, out: &mut Vec<Intent>) {
    let start = preview.timeline.scenario().start();
    for setting in preview.spec.settings {
        let is = start.setting(setting);
        let mut value = is.to_f64();
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(setting.label).on_hover_text(setting.doc);
            let field = egui::DragValue::new(&mut value)
                .range(setting.least.to_f64()..=setting.most.to_f64())
                .suffix(format!(" {}", setting.unit));
            ui.add(field).on_hover_text(setting.doc).labelled_by(label.id);
            ui.label(RichText::new(setting.truth.words()).color(theme::of(ui).preview));
        });
        if let Some(wanted) = Number::nearest(value).filter(|wanted| *wanted != is) {
            wish(out, Act::Setting(setting, wanted));
        }
    }
}
