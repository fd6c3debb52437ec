//! The page that is shown while nothing is open.

use std::path::PathBuf;

use egui::{RichText, WidgetType, vec2};

use super::name;
use crate::window::commands::Command;
use crate::window::intent::Intent;
use crate::window::{icons, texts, theme};

/// Draws the page.
pub fn show(ui: &mut egui::Ui, recent: &[PathBuf], samples: &[(&'static str, &'static str)], out: &mut Vec<Intent>) {
    let c = theme::of(ui);
    let top = (ui.available_height() * 0.16).max(12.0);
    ui.add_space(top);
    ui.vertical_centered(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(56.0, 56.0), egui::Sense::hover());
        icons::paint(ui, "levelwright", rect, c.accent);
        ui.add_space(4.0);
        ui.label(RichText::new(texts::PROGRAM).size(28.0).color(c.strong));
        ui.label(RichText::new(texts::TAGLINE).color(c.weak));
        ui.add_space(20.0);
        let open = egui::Button::new(RichText::new(texts::OPEN).size(15.0)).min_size(vec2(200.0, 34.0));
        if ui.add(open).clicked() {
            out.push(Intent::Command(Command::Open));
        }
        ui.label(RichText::new(texts::DROP).color(c.weak).small());
        ui.add_space(20.0);
        ui.allocate_ui_with_layout(
            vec2(520.0_f32.min(ui.available_width()), 0.0),
            egui::Layout::top_down(egui::Align::Min),
            |ui| {
                if !samples.is_empty() {
                    ui.label(RichText::new(texts::SAMPLES).strong());
                    for (key, title) in samples {
                        if ui.link(*title).clicked() {
                            out.push(Intent::Sample(key));
                        }
                    }
                    ui.add_space(12.0);
                }
                ui.label(RichText::new(texts::RECENT).strong());
                if recent.is_empty() {
                    ui.label(RichText::new(texts::NO_RECENT).color(c.weak));
                }
                for path in recent.iter().take(10) {
                    let file = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
                    ui.horizontal(|ui| {
                        let link = ui.link(&file).on_hover_text(path.display().to_string());
                        name(&link, WidgetType::Link, &format!("Open {file}"));
                        if link.clicked() {
                            out.push(Intent::Open(vec![path.clone()]));
                        }
                        let folder = path.parent().map_or_else(String::new, |p| p.display().to_string());
                        ui.add(egui::Label::new(RichText::new(folder).color(c.weak).small()).truncate());
                    });
                }
            },
        );
    });
}
