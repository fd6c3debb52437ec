//! The command palette: find a command by a few letters of its name.

use egui::{Key, Modifiers, RichText, Sense, WidgetType, vec2};

use super::commands::{COMMANDS, Command, Spec};
use super::panes::{empty, name};
use super::{texts, theme};

/// The open palette.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    typed: String,
    at: usize,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It stays open.
    Open,
    /// It closes.
    Closed,
    /// It closes, and this is to be run.
    Run(Command),
}

/// The commands that answer to what was typed, best first.
pub fn found(typed: &str) -> Vec<&'static Spec> {
    let mut list: Vec<(u32, usize, &Spec)> =
        COMMANDS.iter().enumerate().filter_map(|(at, s)| fuzzy(typed, s.label).map(|cost| (cost, at, s))).collect();
    if typed.trim().is_empty() {
        list.sort_by_key(|(_, at, _)| *at);
    } else {
        list.sort_by_key(|(cost, at, _)| (*cost, *at));
    }
    list.into_iter().map(|(.., s)| s).collect()
}

/// Draws the palette.
pub fn show(ctx: &egui::Context, palette: &mut Palette, enabled: impl Fn(Command) -> bool) -> Outcome {
    let mut outcome = Outcome::Open;
    let area = egui::Modal::default_area(egui::Id::new("palette")).anchor(egui::Align2::CENTER_TOP, vec2(0.0, 60.0));
    let modal = egui::Modal::new(egui::Id::new("palette")).area(area).frame(theme::dialog(ctx)).show(ctx, |ui| {
        ui.set_width(theme::DIALOG.min(ui.ctx().content_rect().width() - 60.0));
        let list = found(&palette.typed);
        let last = list.len().saturating_sub(1);
        let (up, down, enter) = ui.input_mut(|i| {
            (
                i.consume_key(Modifiers::NONE, Key::ArrowUp),
                i.consume_key(Modifiers::NONE, Key::ArrowDown),
                i.consume_key(Modifiers::NONE, Key::Enter),
            )
        });
        if up {
            palette.at = palette.at.saturating_sub(1);
        }
        if down {
            palette.at = (palette.at + 1).min(last);
        }
        palette.at = palette.at.min(last);
        let field = egui::TextEdit::singleline(&mut palette.typed).hint_text(texts::FIND_COMMAND);
        let field = ui.add(field.desired_width(f32::INFINITY).margin(vec2(8.0, 6.0)));
        name(&field, WidgetType::TextEdit, texts::FIND_COMMAND);
        field.request_focus();
        if field.changed() {
            palette.at = 0;
        }
        if list.is_empty() {
            empty(ui, texts::NO_COMMAND, "");
        }
        let height = (ui.ctx().content_rect().height() * 0.55).max(120.0);
        egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (at, spec) in list.iter().enumerate() {
                let usable = enabled(spec.command);
                let chosen = row(ui, spec, at == palette.at, usable, (up || down) && at == palette.at);
                if usable && (chosen || (enter && at == palette.at)) {
                    outcome = Outcome::Run(spec.command);
                }
            }
        });
    });
    if outcome == Outcome::Open && modal.should_close() { Outcome::Closed } else { outcome }
}

fn row(ui: &mut egui::Ui, spec: &Spec, here: bool, usable: bool, reveal: bool) -> bool {
    let c = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(WidgetType::Button, usable, spec.label));
    if reveal {
        response.scroll_to_me(None);
    }
    if here {
        ui.painter().rect_filled(rect, 3.0, c.selected);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 3.0, c.bar);
    }
    let font = egui::TextStyle::Body.resolve(ui.style());
    let y = rect.center().y;
    let colour = if usable { c.text } else { c.weak.gamma_multiply(0.6) };
    let menu = RichText::new(spec.menu.label());
    let drawn = ui.painter().text(
        egui::pos2(rect.left() + 8.0, y),
        egui::Align2::LEFT_CENTER,
        spec.label,
        font.clone(),
        colour,
    );
    let small = egui::TextStyle::Small.resolve(ui.style());
    let spot = egui::pos2(drawn.right() + 10.0, y);
    ui.painter().text(spot, egui::Align2::LEFT_CENTER, menu.text(), small, c.weak);
    let keys = spec.key_text(ui.ctx());
    ui.painter().text(egui::pos2(rect.right() - 8.0, y), egui::Align2::RIGHT_CENTER, keys, font, c.weak);
    response.on_hover_text(spec.doc).clicked()
}

/// How well a command's name answers to what was typed: `None` for not at all, smaller is better.
/// All letters must occur in order; runs and beginnings of words count for more.
pub fn fuzzy(typed: &str, name: &str) -> Option<u32> {
    let name: Vec<char> = name.to_lowercase().chars().collect();
    let mut at = 0;
    let mut cost = 0;
    for wanted in typed.to_lowercase().chars().filter(|c| !c.is_whitespace()) {
        let found = name.iter().enumerate().skip(at).find(|(_, c)| **c == wanted)?.0;
        let starts_word = found == 0 || name.get(found - 1).is_some_and(|c| !c.is_alphanumeric());
        let skipped = u32::try_from(found - at).unwrap_or(u32::MAX);
        cost += if starts_word { skipped.min(2) } else { skipped.saturating_mul(2).min(40) };
        at = found + 1;
    }
    Some(cost.saturating_mul(64) + u32::try_from(name.len()).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fuzzy_prefers_beginnings_and_runs() {
        let best = |typed: &str| {
            COMMANDS.iter().filter_map(|s| fuzzy(typed, s.label).map(|c| (c, s.key))).min().map(|(_, key)| key)
        };
        assert_eq!(best("undo"), Some("undo"));
        assert_eq!(best("sa"), Some("save"));
        assert_eq!(best("svas"), Some("save_as"));
        assert_eq!(best("zzz"), None);
    }
}
