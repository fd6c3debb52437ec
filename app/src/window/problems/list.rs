//! The list: one line a problem, with its sort told by a mark and a word, not by colour alone.

use egui::{RichText, Sense, TextStyle, WidgetType, vec2};
use levelwright_model::document::{LevelId, Severity};
use levelwright_model::problems::check;

use super::{Act, Ignored, Key, Line, Order, Problems, detail};
use crate::window::doc::Doc;
use crate::window::intent::Intent;
use crate::window::panes::{empty, name};
use crate::window::texts::problems as texts;
use crate::window::{texts as all_texts, theme};

/// Below this width what is chosen stands under the list, not beside it.
const BESIDE: f32 = 560.0;

/// The lines as the person wants them.
fn data(own: &Problems, doc: &Doc) -> Vec<Line> {
    let document = &doc.file.document;
    let source = document.source();
    let several = document.state().ids().nth(1).is_some() && !own.one_level;
    let level_name = |id: LevelId| if several && id != LevelId::FILE { source.name(id) } else { String::new() };
    // What is wrong with a level as a whole is at no place in it.
    let place = |text: &str, id: LevelId| {
        let whole = text.is_empty() && !several && id != LevelId::FILE;
        if whole { source.name(id) } else { text.to_owned() }
    };
    let notices = document.report().notices.iter().map(|n| (LevelId::FILE, n));
    let of_levels = document.state().ids().filter_map(|id| Some((id, document.state().level(id)?)));
    let of_levels = of_levels.flat_map(|(id, level)| level.notices().iter().map(move |n| (id, n)));
    let mut lines: Vec<Line> = notices
        .chain(of_levels)
        .filter(|(id, _)| !own.one_level || *id == doc.level || *id == LevelId::FILE)
        .map(|(id, n)| Line {
            severity: n.severity,
            check: None,
            level: level_name(id),
            place: n.place.clone(),
            message: n.message.clone(),
            problem: None,
            ignored: false,
            forgotten: None,
        })
        .collect();
    let mut left: std::collections::BTreeSet<Ignored> = own.ignored.clone().unwrap_or_default();
    for problem in own.found.iter() {
        let id = problem.node.level;
        let ignored = !left.is_empty() && own.is_ignored(doc, problem);
        if ignored {
            left.remove(&Ignored::of(document.state(), problem));
        }
        if own.one_level && id != doc.level && id != LevelId::FILE || ignored && !own.show_ignored {
            continue;
        }
        let object = document.state().level(id).and_then(|level| {
            let objects = doc.objects(id);
            objects.owner(level, problem.node.number).map(|o| o.name.clone())
        });
        lines.push(Line {
            severity: problem.severity,
            check: check(problem.check),
            level: level_name(id),
            place: object.unwrap_or_else(|| place(&problem.place, id)),
            message: problem.message.clone(),
            problem: Some(problem.clone()),
            ignored,
            forgotten: None,
        });
    }
    if own.show_ignored && !own.is_stale(doc) {
        lines.extend(left.into_iter().map(|entry| Line {
            severity: Severity::Info,
            check: check(&entry.check),
            level: level_name(LevelId(entry.level)),
            place: entry.place.clone(),
            message: texts::NO_LONGER.to_owned(),
            problem: None,
            ignored: true,
            forgotten: Some(entry),
        }));
    }
    let words: Vec<String> = own.filter.to_lowercase().split_whitespace().map(str::to_owned).collect();
    lines.retain(|line| {
        let label = line.check.map_or("", |c| c.label);
        let text = format!("{} {} {} {label}", line.level, line.place, line.message).to_lowercase();
        words.iter().all(|word| text.contains(word))
    });
    let kind = |line: &Line| line.check.map_or("", |c| c.label);
    match own.order {
        Order::Severity => lines.sort_by_key(|line| (line.ignored, std::cmp::Reverse(line.severity))),
        Order::Kind => lines.sort_by(|a, b| (a.ignored, kind(a)).cmp(&(b.ignored, kind(b)))),
        Order::Object => {
            let at = |line: &Line| line.problem.as_ref().map(|p| p.node);
            lines.sort_by_key(|line| (line.ignored, at(line)));
        }
    }
    lines
}

/// Draws the pane.
pub fn show(ui: &mut egui::Ui, doc: &Doc, own: &mut Problems, out: &mut Vec<Intent>) {
    own.wanted = true;
    let c = theme::of(ui);
    if let Some(reason) = doc.file.document.read_only() {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(format!("Read-only: {reason}")).color(c.warning));
            if ui.button(all_texts::ACCEPT).clicked() {
                out.push(Intent::Accept);
            }
        });
        ui.separator();
    }
    let key = Key {
        found: own.stamp,
        revision: doc.file.document.revision(),
        level: own.one_level.then_some(doc.level),
        order: own.order,
        filter: own.filter.clone(),
        ignored: own.ignored_stamp,
        show_ignored: own.show_ignored,
    };
    let mut cache = std::mem::take(&mut own.lines);
    let lines = cache.get(key, || data(own, doc));
    own.lines = cache;
    let before = (own.order, own.filter.clone(), own.one_level, own.show_ignored);
    bar(ui, doc, own, &lines, out);
    if before != (own.order, own.filter.clone(), own.one_level, own.show_ignored) {
        // The list follows in the next frame.
        ui.ctx().request_repaint();
    }
    if own.failed {
        ui.label(RichText::new(texts::FAILED).color(c.error));
    }
    if lines.is_empty() {
        empty(ui, if own.filter.is_empty() { all_texts::NO_PROBLEMS } else { all_texts::NOTHING_FOUND }, "");
        return;
    }
    let size = ui.available_size();
    let beside = size.x >= BESIDE;
    let (list, rest) = if beside {
        (vec2(size.x * 0.58, size.y), vec2(size.x * 0.42 - 12.0, size.y))
    } else {
        (vec2(size.x, size.y * 0.5), vec2(size.x, (size.y * 0.5 - 8.0).max(0.0)))
    };
    let layout =
        if beside { egui::Layout::left_to_right(egui::Align::Min) } else { egui::Layout::top_down(egui::Align::Min) };
    ui.with_layout(layout, |ui| {
        ui.allocate_ui(list, |ui| {
            ui.set_min_size(list);
            ui.vertical(|ui| rows(ui, doc, own, &lines, out));
        });
        ui.allocate_ui(rest, |ui| {
            ui.vertical(|ui| detail::show(ui, doc, own, &lines, out));
        });
    });
}

fn bar(ui: &mut egui::Ui, doc: &Doc, own: &mut Problems, lines: &[Line], out: &mut Vec<Intent>) {
    let c = theme::of(ui);
    ui.horizontal_wrapped(|ui| {
        let field = egui::TextEdit::singleline(&mut own.filter).hint_text(texts::FILTER_HINT).desired_width(140.0);
        let field = ui.add(field);
        name(&field, WidgetType::TextEdit, texts::FILTER);
        let orders = [Order::Severity, Order::Kind, Order::Object];
        let text = |order: Order| texts::ORDERS.get(order as usize).copied().unwrap_or_default();
        let combo = egui::ComboBox::from_id_salt("problem order").selected_text(text(own.order)).width(104.0);
        let combo = combo.show_ui(ui, |ui| {
            for order in orders {
                ui.selectable_value(&mut own.order, order, text(order));
            }
        });
        name(&combo.response, WidgetType::ComboBox, texts::ORDER);
        if doc.file.document.state().ids().nth(1).is_some() {
            ui.checkbox(&mut own.one_level, texts::ONE_LEVEL).on_hover_text(texts::ONE_LEVEL_HELP);
        }
        ui.checkbox(&mut own.show_ignored, texts::SHOW_IGNORED).on_hover_text(texts::SHOW_IGNORED_HELP);
        let count = |severity: Severity| lines.iter().filter(|l| !l.ignored && l.severity == severity).count();
        let counts = texts::counts(count(Severity::Error), count(Severity::Warning), count(Severity::Info));
        // Numbers and what they count stay on one line.
        ui.add(egui::Label::new(RichText::new(counts).color(c.weak).small()).extend());
        if own.is_stale(doc) {
            ui.label(RichText::new(texts::CHECKING).color(c.accent).small());
        }
        // A level is decoded when it is first looked at; until then nothing is known of it.
        let state = doc.file.document.state();
        let unseen = state.ids().filter(|id| state.level(*id).is_none()).count();
        if unseen > 0 && !own.one_level {
            ui.add(egui::Label::new(RichText::new(texts::unseen(unseen)).color(c.warning).small()).extend());
            if ui.button(texts::CHECK_ALL).on_hover_text(texts::CHECK_ALL_HELP).clicked() {
                out.push(Intent::DecodeAll);
            }
        }
    });
}

/// What a line is known by while the list changes.
pub(super) fn identity(line: &Line) -> (String, String, String) {
    let check = line.check.map_or("", |c| c.id).to_owned();
    let place = line.problem.as_ref().map_or_else(|| line.place.clone(), |p| format!("{}@{}", p.node.number, p.field));
    (check, place, line.message.clone())
}

fn rows(ui: &mut egui::Ui, doc: &Doc, own: &mut Problems, lines: &[Line], out: &mut Vec<Intent>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = egui::ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]);
    area.show_rows(ui, theme::ROW, lines.len(), |ui, range| {
        for line in lines.get(range).unwrap_or_default() {
            let here = own.chosen.as_ref().is_some_and(|chosen| *chosen == identity(line));
            let response = row(ui, line, here);
            if response.clicked() {
                own.chosen = Some(identity(line));
                own.planned = None;
                let node = line.problem.as_ref().map(|p| p.node);
                let level = node.and_then(|n| doc.file.document.state().level(n.level).map(|level| (n, level)));
                if let Some((node, level)) = level {
                    let objects = doc.objects(node.level);
                    out.extend(objects.owner(level, node.number).map(|o| Intent::GoTo(o.id)));
                    out.extend(line.problem.as_ref().and_then(super::script_line));
                }
            }
        }
    });
}

fn row(ui: &mut egui::Ui, line: &Line, here: bool) -> egui::Response {
    let c = theme::of(ui);
    let (word, mark, colour) = match line.severity {
        Severity::Error => ("Error", "✖", c.error),
        Severity::Warning => ("Warning", "⚠", c.warning),
        Severity::Info => ("Note", "ℹ", c.weak),
    };
    let (text_colour, colour) = if line.ignored { (c.weak, c.weak) } else { (c.text, colour) };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
    let colon = if line.place.is_empty() { "" } else { ": " };
    let says = format!("{word}: {}{colon}{}", line.place, line.message);
    let enabled = ui.is_enabled();
    response.widget_info(|| egui::WidgetInfo::selected(WidgetType::SelectableLabel, enabled, here, &says));
    if here {
        ui.painter().rect_filled(rect, 3.0, c.selected);
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 3.0, c.bar);
    }
    let font = TextStyle::Body.resolve(ui.style());
    let y = rect.center().y;
    ui.painter().text(egui::pos2(rect.left() + 4.0, y), egui::Align2::LEFT_CENTER, mark, font.clone(), colour);
    let cut = |text: &str, colour, width: f32| {
        let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font.clone(), colour);
        job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(10.0));
        ui.painter().layout_job(job)
    };
    let parts = [line.level.as_str(), line.place.as_str()];
    let place = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    let place = cut(&place, c.weak, rect.width() * 0.42);
    let left = rect.left() + 24.0;
    let x = (left + place.size().x + 10.0).max(rect.left() + 130.0);
    ui.painter().galley(egui::pos2(left, y - place.size().y / 2.0), place, c.weak);
    let text = cut(&line.message, text_colour, rect.right() - x);
    ui.painter().galley(egui::pos2(x, y - text.size().y / 2.0), text, text_colour);
    response.on_hover_text(says)
}

/// An intent of this pane.
pub(super) fn wish(out: &mut Vec<Intent>, act: Act) {
    out.push(Intent::Problem(act));
}
