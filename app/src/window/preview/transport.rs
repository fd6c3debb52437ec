//! The controls of time.

use super::act::Act;
use super::pane::wish;
use super::run::{Preview, SPEEDS};
use crate::window::commands::Command;
use crate::window::intent::Intent;
use crate::window::texts::preview as texts;

/// Draws the controls.
pub(super) fn show(ui: &mut egui::Ui, preview: &Preview, out: &mut Vec<Intent>) {
    ui.horizontal_wrapped(|ui| {
        button(ui, if preview.playing { "Pause" } else { "Play" }, Command::PreviewPlay, out);
        button(ui, "Step back", Command::PreviewStepBack, out);
        button(ui, "Step", Command::PreviewStep, out);
        tick(ui, preview, out);
        speed(ui, preview, out);
        range(ui, preview, out);
        ui.separator();
        let mut steering = preview.steering;
        let more = if preview.carries() { texts::CARRY_HELP } else { "" };
        let help = format!("{}\n{more}", texts::STEER_HELP);
        if ui.checkbox(&mut steering, texts::STEER).on_hover_text(help.trim_end()).changed() {
            wish(out, Act::Steer(steering));
        }
        if ui.button(texts::END).clicked() {
            wish(out, Act::End);
        }
    });
}

fn button(ui: &mut egui::Ui, label: &str, command: Command, out: &mut Vec<Intent>) {
    let help = command.spec().map(|s| format!("{} ({})", s.doc, s.key_text(ui.ctx()))).unwrap_or_default();
    if ui.button(label).on_hover_text(help).clicked() {
        out.push(Intent::Command(command));
    }
}

fn tick(ui: &mut egui::Ui, preview: &Preview, out: &mut Vec<Intent>) {
    let label = ui.label(texts::TICK);
    let now = preview.now();
    let mut wanted = now;
    let field = egui::DragValue::new(&mut wanted).range(0..=preview.longest()).speed(0.25);
    ui.add(field).labelled_by(label.id);
    if wanted != now {
        wish(out, Act::Seek(wanted));
    }
}

fn speed(ui: &mut egui::Ui, preview: &Preview, out: &mut Vec<Intent>) {
    let label = ui.label(texts::SPEED);
    let choice = egui::ComboBox::from_id_salt("preview speed").width(64.0).selected_text(texts::speed(preview.speed));
    let choice = choice.show_ui(ui, |ui| {
        for power in SPEEDS {
            if ui.selectable_label(power == preview.speed, texts::speed(power)).clicked() {
                wish(out, Act::Speed(power));
            }
        }
    });
    choice.response.labelled_by(label.id);
}

fn range(ui: &mut egui::Ui, preview: &Preview, out: &mut Vec<Intent>) {
    let mut on = preview.looped.is_some();
    // Two seconds from here on, until told otherwise.
    let length = preview.timeline.world().ticks_per_second().saturating_mul(2);
    let (mut from, mut to) = preview.looped.unwrap_or((preview.now(), preview.now().saturating_add(length)));
    let mut changed = ui.checkbox(&mut on, texts::LOOP).changed();
    if on {
        for (end, text) in [&mut from, &mut to].into_iter().zip(texts::LOOP_ENDS) {
            let label = ui.label(text);
            let field = ui.add(egui::DragValue::new(end).range(0..=preview.longest())).labelled_by(label.id);
            changed |= field.changed();
        }
    }
    if changed {
        wish(out, Act::Loop(on.then_some((from, to))));
    }
}
