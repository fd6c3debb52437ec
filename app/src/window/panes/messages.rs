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
    /// How often it was said in a row.
    pub times: usize,
    /// Until when it is shown over the window, in seconds of the window's clock; `None` before it was
    /// first drawn.
    until: Option<f64>,
}

impl Message {
    /// Its text, with how often it was said.
    fn shown(&self) -> String {
        if self.times > 1 { format!("{} ({} times)", self.text, self.times) } else { self.text.clone() }
    }
}

/// All messages of this run.
#[derive(Debug, Default)]
pub struct Messages {
    list: Vec<Message>,
}

/// How long a note stays: long enough to read a refusal twice.
const SECONDS: f64 = 7.0;
/// How many notes a window of this height shows at once: more would hide what one works on.
fn notes(height: f32) -> usize {
    ((height / 180.0) as usize).clamp(1, 3)
}
/// Older ones are dropped.
const KEEP: usize = 500;

impl Messages {
    /// Says something.
    pub fn say(&mut self, tone: Tone, text: impl Into<String>) {
        let text = text.into();
        if let Some(last) = self.list.last_mut().filter(|last| last.tone == tone && last.text == text) {
            last.times += 1;
            last.until = None;
            return;
        }
        self.list.push(Message { tone, text, times: 1, until: None });
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
        for message in self.list.iter_mut().rev().take(notes(ctx.content_rect().height())) {
            let until = *message.until.get_or_insert(now + SECONDS);
            if until > now {
                next = Some(next.map_or(until, |n: f64| n.min(until)));
                shown.push(message);
            }
        }
        let Some(next) = next else { return };
        ctx.request_repaint_after(Duration::from_secs_f64((next - now).clamp(0.01, SECONDS)));
        let area = egui::Area::new(egui::Id::new("toasts"))
            // In the middle: what stands at the sides (fields, history) is what one is working with.
            .anchor(egui::Align2::CENTER_BOTTOM, egui::vec2(0.0, -44.0))
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
                                ui.label(message.shown());
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
        empty(ui, texts::NO_MESSAGES, texts::MESSAGES_HINT);
        return;
    }
    egui::ScrollArea::vertical().id_salt("messages").auto_shrink([false, false]).stick_to_bottom(true).show(ui, |ui| {
        for message in &messages.list {
            let c = theme::of(ui);
            ui.horizontal_top(|ui| {
                let good = message.tone == Tone::Good;
                ui.label(RichText::new(if good { "✔" } else { "✖" }).color(if good { c.good } else { c.error }));
                // A second line stands under the first, not under the mark.
                ui.vertical(|ui| ui.add(egui::Label::new(message.shown()).wrap()));
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_again_is_counted_instead_of_repeated() {
        let mut messages = Messages::default();
        for _ in 0..3 {
            messages.say(Tone::Bad, "no");
        }
        messages.say(Tone::Good, "no");
        messages.say(Tone::Bad, "no");
        let shown: Vec<String> = messages.all().iter().map(Message::shown).collect();
        assert_eq!(shown, ["no (3 times)", "no", "no"]);
    }
}
