//! What happened, and the short notes that come up over the window.

use std::time::Duration;

use egui::{RichText, WidgetType};

use super::{empty, name};
use crate::window::{texts, theme};

/// How a message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Good,
    /// Something was refused or failed.
    Bad,
}

/// A message.
#[derive(Clone, Debug)]
pub struct Message {
    /// How it is meant.
    pub tone: Tone,
    /// In plain words.
    pub text: String,
    /// Until when it is shown over the window, in seconds of the window's clock; `None` before it was
    /// first drawn.
    until: Option<f64>,
}

/// All messages of this run.
#[derive(Debug, Default)]
pub struct Messages {
    list: Vec<Message>,
}

/// How long a note stays: long enough to read a refusal twice.
const SECONDS: f64 = 7.0;
/// Older ones are dropped.
const KEEP: usize = 500;

impl Messages {
    /// Says something.
    pub fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.list.push(Message { tone, text: text.into(), until: None });
        if self.list.len() > KEEP {
            self.list.remove(0);
        }
    }

    /// All of them, oldest first.
    pub fn all(&self) -> &[Message] {
        &self.list
    }

    /// Draws what is new over the window, and wakes the window when a note has to go.
    pub fn toasts(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|i| i.time);
        let mut next: Option<f64> = None;
        let mut shown = Vec::new();
        for message in self.list.iter_mut().rev().take(4) {
            let until = *message.until.get_or_insert(now + SECONDS);
            if until > now {
                next = Some(next.map_or(until, |n: f64| n.min(until)));
                shown.push(message);
            }
        }
        let Some(next) = next else { return };
        ctx.request_repaint_after(Duration::from_secs_f64((next - now).clamp(0.01, SECONDS)));
        let area = egui::Area::new(egui::Id::new("toasts"))
            .anchor(egui::Align2::RIGHT_BOTTOM, egui::vec2(-12.0, -34.0))
            .order(egui::Order::Foreground);
        area.show(ctx, |ui| {
            ui.set_max_width(360.0);
            for message in shown.into_iter().rev() {
                let c = theme::of(ui);
                let edge = if message.tone == Tone::Good { c.good } else { c.error };
                let frame = egui::Frame::popup(ui.style()).stroke(egui::Stroke::new(1.0, edge));
                frame.show(ui, |ui| {
                    ui.horizontal_top(|ui| {
                        ui.label(RichText::new(if message.tone == Tone::Good { "✔" } else { "✖" }).color(edge));
                        ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
                            let close = ui.add(egui::Button::new("✖").frame(false).small());
                            name(&close, WidgetType::Button, texts::DISMISS);
                            if close.clicked() {
                                message.until = Some(0.0);
                            }
                            ui.with_layout(egui::Layout::top_down(egui::Align::Min), |ui| {
                                ui.label(&message.text);
                            });
                        });
                    });
                });
            }
        });
    }
}

/// Draws the list of all messages.
pub fn show(ui: &mut egui::Ui, messages: &Messages) {
    if messages.list.is_empty() {
        empty(ui, texts::NO_MESSAGES, "");
        return;
    }
    egui::ScrollArea::vertical().id_salt("messages").auto_shrink([false, false]).stick_to_bottom(true).show(ui, |ui| {
        for message in &messages.list {
            let c = theme::of(ui);
            ui.horizontal_wrapped(|ui| {
                let good = message.tone == Tone::Good;
                ui.label(RichText::new(if good { "✔" } else { "✖" }).color(if good { c.good } else { c.error }));
                ui.label(&message.text);
            });
        }
    });
}
