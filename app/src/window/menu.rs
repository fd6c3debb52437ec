//! The bars: menus, open documents, status.

use egui::{RichText, WidgetType};

use super::commands::{COMMANDS, Menu};
use super::intent::Intent;
use super::panes::name;
use super::session::Session;
use super::{Window, hints, run, texts, theme};

/// The menus, made from the list of commands.
pub(super) fn bar(ui: &mut egui::Ui, window: &Window, out: &mut Vec<Intent>) {
    egui::MenuBar::new().ui(ui, |ui| {
        for menu in Menu::ALL {
            ui.menu_button(menu.label(), |ui| {
                ui.set_min_width(220.0);
                for spec in COMMANDS.iter().filter(|s| s.menu == menu) {
                    let button = egui::Button::new(spec.label).shortcut_text(spec.key_text(ui.ctx()));
                    let response = ui.add_enabled(run::enabled(window, spec.command), button);
                    if response.on_hover_text(spec.doc).clicked() {
                        out.push(Intent::Command(spec.command));
                        ui.close();
                    }
                }
                if menu == Menu::File {
                    recent(ui, window, out);
                }
            });
        }
    });
}

fn recent(ui: &mut egui::Ui, window: &Window, out: &mut Vec<Intent>) {
    let recent = &window.session.preferences.recent;
    if recent.is_empty() {
        return;
    }
    ui.separator();
    ui.label(RichText::new(texts::RECENT).color(theme::of(ui).weak).small());
    for path in recent.iter().take(8) {
        let file = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        if ui.button(file).on_hover_text(path.display().to_string()).clicked() {
            out.push(Intent::Open(vec![path.clone()]));
            ui.close();
        }
    }
}

/// The open documents.
pub(super) fn documents(ui: &mut egui::Ui, session: &Session, out: &mut Vec<Intent>) {
    ui.horizontal(|ui| {
        for (at, doc) in session.docs.iter().enumerate() {
            let mark = if doc.file.document.is_modified() { "● " } else { "" };
            let title = format!("{mark}{}", doc.name());
            let label = ui.selectable_label(at == session.active, &title);
            if let Some(path) = doc.file.path() {
                label.clone().on_hover_text(path.display().to_string());
            }
            if label.clicked() {
                out.push(Intent::Activate(at));
            }
            let close = ui.add(egui::Button::new("✖").frame(false).small());
            name(&close, WidgetType::Button, &format!("{} {}", texts::CLOSE, doc.name()));
            if close.clicked() {
                out.push(Intent::Close(at));
            }
            ui.add_space(8.0);
        }
    });
}

/// What is open, what is selected, how large things are.
pub(super) fn status(ui: &mut egui::Ui, session: &Session) {
    let Some(doc) = session.doc() else { return };
    let c = theme::of(ui);
    ui.horizontal(|ui| {
        let weak = |text: String| RichText::new(text).color(c.weak).small();
        ui.label(weak(doc.file.summary().format.clone()));
        ui.label(weak("·".to_owned()));
        ui.label(weak(doc.file.document.source().name(doc.level)));
        if doc.file.document.read_only().is_some() {
            ui.label(RichText::new("read-only").color(c.warning).small());
        }
        if let Some(picking) = &doc.picking {
            ui.label(RichText::new(texts::picking(&picking.label)).color(c.accent).small());
        }
        if let Some(kind) = &doc.armed {
            ui.label(RichText::new(format!("click to place: {kind} (Escape leaves)")).color(c.accent).small());
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(weak(format!("{:.0} %", session.preferences.scale * 100.0)));
            if !doc.selection.is_empty() {
                ui.label(weak("·".to_owned()));
                ui.label(weak(texts::count(doc.selection.len(), "object selected", "objects selected")));
            }
            if session.preferences.hints {
                let hint = hints::text(ui.ctx(), doc);
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.add_space(theme::GAP * 2.0);
                    ui.add(egui::Label::new(weak(hint.to_owned())).truncate());
                });
            }
        });
    });
}
