//! The chosen problem: what it means in the game, where it is, and what can be done, shown before it is done.

use egui::RichText;
use levelwright_model::problems::{Check, Problem};

use super::list::{identity, wish};
use super::{Act, Ignored, Line, Planned, Problems, plan};
use crate::window::doc::Doc;
use crate::window::intent::Intent;
use crate::window::panes::empty;
use crate::window::texts::problems as texts;
use crate::window::theme;

/// So many changes are listed; the rest are counted.
const MOST_LISTED: usize = 100;

/// Draws it.
pub(super) fn show(ui: &mut egui::Ui, doc: &Doc, own: &mut Problems, lines: &[Line], out: &mut Vec<Intent>) {
    let chosen = own.chosen.clone();
    let line = chosen.and_then(|chosen| lines.iter().find(|line| identity(line) == chosen));
    let Some(line) = line else {
        empty(ui, texts::NONE_CHOSEN, "");
        return;
    };
    let c = theme::of(ui);
    egui::ScrollArea::vertical().id_salt("problem").auto_shrink([false, false]).show(ui, |ui| {
        let title = line.check.map_or(line.place.as_str(), |check| check.label);
        ui.add(egui::Label::new(RichText::new(title).strong().color(c.strong)).wrap());
        ui.add(egui::Label::new(&line.message).wrap());
        if let Some(check) = line.check {
            ui.add_space(theme::GAP / 2.0);
            ui.add(egui::Label::new(RichText::new(check.doc).color(c.weak)).wrap());
        }
        ui.add_space(theme::GAP / 2.0);
        if let Some(entry) = &line.forgotten {
            if ui.button(texts::FORGET).on_hover_text(texts::FORGET_HELP).clicked() {
                wish(out, Act::Mind(vec![entry.clone()]));
            }
            return;
        }
        let Some((problem, check)) = line.problem.as_ref().zip(line.check) else { return };
        let alike: Vec<Problem> = lines
            .iter()
            .filter(|l| !l.ignored)
            .filter_map(|l| l.problem.clone())
            .filter(|p| p.check == problem.check)
            .collect();
        places(ui, doc, problem, out);
        fixes(ui, doc, own, (check, problem), &alike, out);
        ignoring(ui, doc, line, problem, &alike, out);
    });
}

fn places(ui: &mut egui::Ui, doc: &Doc, problem: &Problem, out: &mut Vec<Intent>) {
    let Some(level) = doc.file.document.state().level(problem.node.level) else { return };
    let objects = doc.objects(problem.node.level);
    let Some(object) = objects.owner(level, problem.node.number) else { return };
    ui.horizontal_wrapped(|ui| {
        if ui.button(format!("{} {}", texts::GO, object.name)).on_hover_text(texts::GO_HELP).clicked() {
            out.push(Intent::GoTo(object.id));
            out.extend(super::script_line(problem));
        }
        if !problem.field.is_empty() && ui.button(texts::FIELD).on_hover_text(texts::FIELD_HELP).clicked() {
            wish(out, Act::Field(object.id, problem.node, problem.field));
        }
    });
}

fn fixes(
    ui: &mut egui::Ui,
    doc: &Doc,
    own: &mut Problems,
    (check, problem): (&'static Check, &Problem),
    alike: &[Problem],
    out: &mut Vec<Intent>,
) {
    let c = theme::of(ui);
    if check.fixes.is_empty() {
        ui.add(egui::Label::new(RichText::new(texts::NO_FIX).color(c.weak).small()).wrap());
        return;
    }
    let writable = doc.file.document.read_only().is_none();
    for (at, fix) in check.fixes.iter().enumerate() {
        ui.horizontal_wrapped(|ui| {
            if ui.add_enabled(writable, egui::Button::new(fix.label)).on_hover_text(fix.doc).clicked() {
                own.planned = plan(doc, check, at, vec![problem.clone()]);
            }
            if alike.len() > 1 {
                let all = texts::all_of_kind(fix.label, alike.len());
                if ui.add_enabled(writable, egui::Button::new(all)).on_hover_text(texts::ALL_HELP).clicked() {
                    own.planned = plan(doc, check, at, alike.to_vec());
                }
            }
        });
    }
    let revision = doc.file.document.revision();
    if let Some(planned) = own.planned.as_ref().filter(|p| p.revision == revision) {
        preview(ui, check, planned, out);
    }
}

/// What would change, and the button that does it.
fn preview(ui: &mut egui::Ui, check: &'static Check, planned: &Planned, out: &mut Vec<Intent>) {
    let c = theme::of(ui);
    ui.add_space(theme::GAP / 2.0);
    ui.label(RichText::new(if planned.lines.is_empty() { texts::NO_CHANGE } else { texts::CHANGES }).strong());
    for line in planned.lines.iter().take(MOST_LISTED) {
        ui.add(egui::Label::new(RichText::new(line).monospace().small()).wrap());
    }
    if let Some(more) = planned.lines.len().checked_sub(MOST_LISTED).filter(|more| *more > 0) {
        ui.label(RichText::new(texts::more(more)).color(c.weak).small());
    }
    if let Some(first) = planned.refused.first() {
        let text = texts::refused(planned.refused.len(), first);
        ui.add(egui::Label::new(RichText::new(text).color(c.warning)).wrap());
    }
    let apply = ui.add_enabled(planned.done > 0, egui::Button::new(RichText::new(texts::APPLY).strong()));
    if apply.on_hover_text(texts::APPLY_HELP).clicked() {
        wish(out, Act::Fix(check, planned.fix, planned.problems.clone()));
    }
}

fn ignoring(ui: &mut egui::Ui, doc: &Doc, line: &Line, problem: &Problem, alike: &[Problem], out: &mut Vec<Intent>) {
    let state = doc.file.document.state();
    ui.add_space(theme::GAP / 2.0);
    ui.horizontal_wrapped(|ui| {
        let own = vec![Ignored::of(state, problem)];
        if line.ignored {
            if ui.button(texts::MIND).on_hover_text(texts::MIND_HELP).clicked() {
                wish(out, Act::Mind(own));
            }
            return;
        }
        if ui.button(texts::IGNORE).on_hover_text(texts::IGNORE_HELP).clicked() {
            wish(out, Act::Ignore(own));
        }
        if alike.len() > 1 && ui.button(texts::ignore_all(alike.len())).on_hover_text(texts::IGNORE_HELP).clicked() {
            wish(out, Act::Ignore(alike.iter().map(|p| Ignored::of(state, p)).collect()));
        }
    });
}
