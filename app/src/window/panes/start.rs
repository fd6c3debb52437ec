//! The page that is shown while nothing is open.

use std::path::{Path, PathBuf};

use egui::{RichText, WidgetType, vec2};

use super::name;
use crate::window::commands::Command;
use crate::window::intent::Intent;
use crate::window::library::{Folder, Found};
use crate::window::session::samples;
use crate::window::{icons, texts, theme};

/// Width of the page's columns together.
const WIDTH: f32 = 860.0;
/// Below this width there is one column.
const TWO_COLUMNS: f32 = 640.0;
/// Height of a tile that opens a sample.
const TILE: f32 = 36.0;

/// Draws the page.
pub fn show(ui: &mut egui::Ui, recent: &[PathBuf], folders: &[Folder], out: &mut Vec<Intent>) {
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let all = ui.available_width();
        let width = WIDTH.min(all - 24.0).max(200.0);
        ui.horizontal_top(|ui| {
            ui.add_space((all - width) / 2.0);
            ui.vertical(|ui| {
                ui.set_width(width);
                ui.add_space((ui.clip_rect().height() * 0.09).clamp(8.0, 90.0));
                title(ui);
                ui.add_space(20.0);
                if width < TWO_COLUMNS {
                    begin(ui, recent, out);
                    ui.add_space(16.0);
                    game_folders(ui, folders, out);
                } else {
                    let gap = 36.0;
                    let column = (width - gap) / 2.0;
                    ui.horizontal_top(|ui| {
                        ui.vertical(|ui| {
                            ui.set_width(column);
                            begin(ui, recent, out);
                        });
                        ui.add_space(gap - ui.spacing().item_spacing.x);
                        ui.vertical(|ui| {
                            ui.set_width(column);
                            game_folders(ui, folders, out);
                        });
                    });
                }
                ui.add_space(24.0);
            });
        });
    });
}

fn title(ui: &mut egui::Ui) {
    let c = theme::of(ui);
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(52.0, 52.0), egui::Sense::hover());
        icons::paint(ui, "levelwright", rect, c.accent);
        ui.add_space(6.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.label(RichText::new(texts::PROGRAM).size(26.0).color(c.strong));
            ui.add(egui::Label::new(RichText::new(texts::TAGLINE).color(c.weak)).wrap());
        });
    });
}

fn heading(ui: &mut egui::Ui, text: &str) {
    // As high as the heading with a button beside it, so that both columns begin alike.
    ui.horizontal(|ui| {
        ui.set_min_height(theme::ROW);
        ui.label(RichText::new(text).strong().size(15.0));
    });
}

/// Samples, opening, recent files.
fn begin(ui: &mut egui::Ui, recent: &[PathBuf], out: &mut Vec<Intent>) {
    let c = theme::of(ui);
    heading(ui, texts::SAMPLES);
    ui.add(egui::Label::new(RichText::new(texts::SAMPLE_HINT).color(c.weak)).wrap());
    for (at, (format, _)) in samples().enumerate() {
        if tile(ui, format.name) {
            out.push(Intent::Sample(at));
        }
    }
    ui.add_space(14.0);
    if ui.add(egui::Button::new(RichText::new(texts::OPEN).size(14.0))).clicked() {
        out.push(Intent::Command(Command::Open));
    }
    ui.label(RichText::new(texts::DROP).color(c.weak).small());
    ui.add_space(14.0);
    heading(ui, texts::RECENT);
    if recent.is_empty() {
        ui.label(RichText::new(texts::NO_RECENT).color(c.weak));
    }
    for path in recent.iter().take(10) {
        let file = file_name(path);
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
}

/// A sample's tile; whether it was clicked.
fn tile(ui: &mut egui::Ui, format: &str) -> bool {
    let c = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), TILE), egui::Sense::click());
    name(&response, WidgetType::Button, &texts::open_sample(format));
    let lit = response.hovered() || response.has_focus();
    let line = egui::Stroke::new(1.0, if lit { c.accent } else { c.line });
    ui.painter().rect(rect, 5.0, if lit { c.button_hover } else { c.button }, line, egui::StrokeKind::Inside);
    let icon = egui::Rect::from_center_size(egui::pos2(rect.left() + 22.0, rect.center().y), vec2(20.0, 20.0));
    icons::paint(ui, "level", icon, c.accent);
    let font = egui::TextStyle::Body.resolve(ui.style());
    let at = egui::pos2(rect.left() + 42.0, rect.center().y);
    ui.painter().text(at, egui::Align2::LEFT_CENTER, format, font, c.strong);
    response.clicked()
}

fn game_folders(ui: &mut egui::Ui, folders: &[Folder], out: &mut Vec<Intent>) {
    let c = theme::of(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(texts::FOLDERS).strong().size(15.0));
        let add = Command::AddFolder.spec().map_or("", |s| s.label);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.button(add).clicked() {
                out.push(Intent::Command(Command::AddFolder));
            }
        });
    });
    if folders.is_empty() {
        ui.add(egui::Label::new(RichText::new(texts::NO_FOLDERS).color(c.weak)).wrap());
    }
    for folder in folders {
        show_folder(ui, folder, out);
    }
}

fn show_folder(ui: &mut egui::Ui, folder: &Folder, out: &mut Vec<Intent>) {
    let c = theme::of(ui);
    let title = file_name(&folder.path);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(&title).color(c.strong)).on_hover_text(folder.path.display().to_string());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let remove = ui.add(egui::Button::new("✖").frame(false).small()).on_hover_text(texts::DROP_FOLDER);
            name(&remove, WidgetType::Button, &format!("{}: {title}", texts::DROP_FOLDER));
            if remove.clicked() {
                out.push(Intent::DropFolder(folder.path.clone()));
            }
            if let Some(count) = folder.progress() {
                if ui.small_button(texts::STOP).clicked() {
                    out.push(Intent::StopReading(folder.path.clone()));
                }
                let text = format!("{} so far", texts::count(count, "file", "files"));
                ui.label(RichText::new(text).color(c.weak).small());
            }
        });
    });
    if folder.files.is_empty() && folder.progress().is_none() {
        ui.label(RichText::new(texts::NO_LEVELS).color(c.weak));
    }
    for found in &folder.files {
        show_file(ui, &folder.path, found, out);
    }
}

fn show_file(ui: &mut egui::Ui, root: &Path, found: &Found, out: &mut Vec<Intent>) {
    let c = theme::of(ui);
    let file = file_name(&found.path);
    let place = found.path.strip_prefix(root).unwrap_or(&found.path).display().to_string();
    let open = |ui: &mut egui::Ui, text: &str, out: &mut Vec<Intent>, level| {
        let link = ui.link(text).on_hover_text(format!("{place} · {}", found.format));
        name(&link, WidgetType::Link, &format!("Open {text} of {place}"));
        if link.clicked() {
            out.push(Intent::OpenLevel(found.path.clone(), level));
        }
    };
    match found.levels.as_slice() {
        [] => {}
        [(level, title)] => {
            ui.horizontal(|ui| {
                open(ui, if title.is_empty() { &file } else { title }, out, *level);
                ui.add(egui::Label::new(RichText::new(&place).color(c.weak).small()).truncate());
            });
        }
        levels => {
            let header = RichText::new(format!("{place} · {} levels", levels.len()));
            egui::CollapsingHeader::new(header).id_salt(&found.path).default_open(levels.len() < 8).show(ui, |ui| {
                for (level, title) in levels {
                    let at = format!("Level {}", level.0);
                    open(ui, if title.is_empty() { &at } else { title }, out, *level);
                }
            });
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned())
}
