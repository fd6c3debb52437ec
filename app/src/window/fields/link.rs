//! A number that names another thing: the number, what it leads to, and the way there.

use egui::{RichText, WidgetType, vec2};

use super::{Goal, Slot, number};
use crate::window::change::Change;
use crate::window::intent::Intent;
use crate::window::panes::name;
use crate::window::picking::Picking;
use crate::window::{icons, texts, theme};

/// The number and a button that goes to what it names.
pub(super) fn show(ui: &mut egui::Ui, slot: &Slot<'_>, out: &mut Vec<Intent>) -> Option<Change> {
    let narrow = ui.available_width() < BESIDE + slot.goal.map_or(0.0, |goal| width(ui, goal));
    ui.vertical(|ui| {
        let line = ui.horizontal(|ui| {
            let typed = number::field(ui, slot.name, slot.shown().as_deref(), 52.0, true);
            pick(ui, slot, out);
            if let Some(goal) = slot.goal.filter(|_| !narrow) {
                show_goal(ui, slot.name, goal, out);
            }
            typed.map(Change::Typed)
        });
        if let Some(goal) = slot.goal.filter(|_| narrow) {
            show_goal(ui, slot.name, goal, out);
        }
        line.inner
    })
    .inner
}

/// The number, the button to point with, and the spaces between them. Where the goal's name does not fit beside them it
/// stands in a line of its own, so that it can be read.
const BESIDE: f32 = 104.0;

/// How wide what a link leads to is in full.
fn width(ui: &egui::Ui, goal: &Goal) -> f32 {
    let text = match goal {
        Goal::Object(_, text) | Goal::Level(_, text) => format!("➡ {text}"),
        Goal::Words(text) => text.clone(),
        Goal::Missing(number) => missing(number),
        Goal::Nothing => return 0.0,
    };
    let font = egui::TextStyle::Button.resolve(ui.style());
    let text = ui.painter().layout_no_wrap(text, font, egui::Color32::PLACEHOLDER);
    text.size().x + 2.0 * ui.spacing().button_padding.x
}

fn missing(number: &str) -> String {
    format!("there is no {number}")
}

/// The button that lets a person point at the goal.
pub(super) fn pick(ui: &mut egui::Ui, slot: &Slot<'_>, out: &mut Vec<Intent>) {
    let Some(wants) = slot.row.wants else { return };
    let button = ui.add_sized(vec2(24.0, ui.spacing().interact_size.y), egui::Button::new(""));
    let spot = egui::Rect::from_center_size(button.rect.center(), vec2(theme::ICON, theme::ICON));
    icons::paint(ui, "pick", spot, ui.style().interact(&button).text_color());
    let button = button.on_hover_text(format!("{}. {}", texts::PICK, texts::PICK_HELP));
    name(&button, WidgetType::Button, &format!("{} {}", texts::PICK, slot.name));
    if button.clicked() {
        let fields = slot.row.owners.iter().map(|node| (*node, slot.row.field)).collect();
        let label = slot.name.to_owned();
        out.push(Intent::Pick(Some(Picking { label, fields, element: slot.element, wants })));
    }
}

/// What a link leads to.
pub(super) fn show_goal(ui: &mut egui::Ui, label: &str, goal: &Goal, out: &mut Vec<Intent>) {
    let c = theme::of(ui);
    let button = |ui: &mut egui::Ui, text: &str| {
        let full = format!("{} {text}", texts::GO_TO);
        // A button of a locked line still leads somewhere.
        let response = ui
            .add(egui::Button::new(RichText::new(format!("➡ {text}")).color(c.accent)).truncate())
            .on_hover_text(&full);
        name(&response, WidgetType::Button, &format!("{full} ({label})"));
        response.clicked()
    };
    match goal {
        Goal::Object(id, text) => {
            if button(ui, text) {
                out.push(Intent::GoTo(*id));
            }
        }
        Goal::Level(id, text) => {
            if button(ui, text) {
                out.push(Intent::Level(*id));
            }
        }
        Goal::Words(text) => {
            ui.add(egui::Label::new(RichText::new(text).color(c.weak)).truncate());
        }
        Goal::Missing(number) => {
            let text = missing(number);
            ui.add(egui::Label::new(RichText::new(text).color(c.error)).truncate());
        }
        Goal::Nothing => {}
    }
}
