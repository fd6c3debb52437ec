//! The list of differences: levels, things, fields, each with a way to take it over.

use std::collections::BTreeSet;

use egui::{Rect, RichText, Sense, TextStyle, WidgetType, pos2, vec2};
use levelwright_model::compare::What;
use levelwright_model::document::LevelId;

use super::work::{Entry, Found};
use super::{Act, Comparing, Picks};
use crate::window::commands::Command;
use crate::window::doc::Doc;
use crate::window::intent::Intent;
use crate::window::panes::{empty, name};
use crate::window::texts::{self, compare as words};
use crate::window::theme;

/// Width of the button that takes a difference over.
const TAKE: f32 = 52.0;

/// How the list is looked at.
#[derive(Debug, Default)]
pub struct View {
    /// What lines must hold.
    pub filter: String,
    /// Levels that are closed.
    closed: BTreeSet<LevelId>,
    lines: Vec<Line>,
    made_from: Option<(usize, String, usize)>,
}

/// A line.
#[derive(Clone, Debug)]
struct Line {
    depth: u8,
    text: String,
    /// Both values, for a field.
    values: Option<(String, String)>,
    picks: Picks,
    /// What its button says it takes.
    title: String,
    sort: Sort,
    object: Option<levelwright_model::document::ObjectId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Level(LevelId, bool),
    Added,
    Removed,
    Changed,
    Field,
    Note,
}

/// Draws the comparison of a document.
pub fn show(ui: &mut egui::Ui, doc: &Doc, compare: &mut Comparing, out: &mut Vec<Intent>) {
    compare.poll();
    tools(ui, compare, out);
    if let Some(running) = &compare.running {
        ui.horizontal(|ui| {
            let bar = ui.add(egui::ProgressBar::new(running.share()).desired_width(ui.available_width() - 70.0));
            name(&bar, WidgetType::ProgressIndicator, words::RUNNING);
            if ui.button(texts::STOP).clicked() {
                out.push(Intent::Compare(Act::Stop));
            }
        });
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(60));
    }
    if let Some(trouble) = &compare.trouble {
        let colour = theme::of(ui).error;
        ui.add(egui::Label::new(RichText::new(trouble).color(colour)).wrap());
    }
    let Some(found) = compare.found.clone() else {
        if !compare.is_running() && compare.trouble.is_none() {
            empty(ui, words::NOTHING, words::NOTHING_HINT);
        }
        return;
    };
    let stale = found.revision != doc.file.document.revision();
    if stale && !compare.is_running() && compare.trouble.is_none() {
        out.push(Intent::Compare(Act::Again));
    }
    compare.view.refresh(&found);
    let lines = &compare.view.lines;
    if lines.is_empty() {
        empty(ui, if compare.view.filter.trim().is_empty() { words::SAME } else { texts::NOTHING_FOUND }, "");
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut toggled = None;
    let area = egui::ScrollArea::vertical().id_salt("differences").auto_shrink([false, false]);
    area.show_rows(ui, theme::ROW, lines.len(), |ui, range| {
        for at in range {
            let Some(line) = lines.get(at) else { continue };
            if row(ui, at, line, stale, out)
                && let Sort::Level(id, _) = line.sort
            {
                toggled = Some(id);
            }
        }
    });
    if let Some(id) = toggled {
        let closed = &mut compare.view.closed;
        if !closed.remove(&id) {
            closed.insert(id);
        }
    }
}

fn tools(ui: &mut egui::Ui, compare: &mut Comparing, out: &mut Vec<Intent>) {
    ui.horizontal_wrapped(|ui| {
        let menu = ui.menu_button(words::WITH, |ui| {
            ui.set_min_width(220.0);
            for (with, title) in &compare.offers {
                if ui.button(title).clicked() {
                    out.push(Intent::Compare(Act::Start(with.clone())));
                    ui.close();
                }
            }
            if ui.button(words::CHOOSE).clicked() {
                out.push(Intent::Command(Command::CompareFile));
                ui.close();
            }
        });
        if menu.response.clicked() {
            out.push(Intent::Compare(Act::Offers));
        }
        menu.response.on_hover_text(words::WITH_HELP);
        let Some(found) = compare.found.clone() else { return };
        let field = egui::TextEdit::singleline(&mut compare.view.filter).hint_text(words::FILTER).desired_width(150.0);
        let field = ui.add(field);
        name(&field, WidgetType::TextEdit, words::FILTER);
        let picks = compare.view.shown();
        let any = !picks.is_empty() && !compare.is_running();
        let take = ui.add_enabled(any, egui::Button::new(words::TAKE_ALL));
        if take.on_hover_text(words::TAKE_ALL_HELP).clicked() {
            out.push(Intent::Compare(Act::Take(picks)));
        }
        if matches!(compare.with, Some(super::With::Open(_)))
            && ui.button(words::SWAP).on_hover_text(words::SWAP_HELP).clicked()
        {
            out.push(Intent::Compare(Act::Swap));
        }
        let script = ui.add_enabled(found.notes.is_empty(), egui::Button::new(words::SCRIPT));
        if script.on_hover_text(words::SCRIPT_HELP).clicked() {
            out.push(Intent::Compare(Act::Script));
        }
        let count = found.levels.iter().map(|l| l.entries.len()).sum();
        let text = RichText::new(words::summary(count, &compare.title)).color(theme::of(ui).weak).small();
        ui.add(egui::Label::new(text).extend());
    });
}

impl View {
    /// The differences that the filter lets through.
    fn shown(&self) -> Picks {
        let things = self.lines.iter().filter(|l| matches!(l.sort, Sort::Added | Sort::Removed | Sort::Changed));
        let mut picks: Picks = things.flat_map(|l| l.picks.clone()).collect();
        // Levels that are closed show none of their lines, yet belong to what is shown.
        for line in &self.lines {
            if let Sort::Level(_, true) = line.sort {
                picks.extend(line.picks.clone());
            }
        }
        picks
    }

    fn refresh(&mut self, found: &std::sync::Arc<Found>) {
        let key = (std::sync::Arc::as_ptr(found).addr(), self.filter.clone(), self.closed.len());
        if self.made_from.as_ref() == Some(&key) {
            return;
        }
        self.made_from = Some(key);
        self.lines.clear();
        let filter = self.filter.trim().to_lowercase();
        for note in &found.notes {
            self.lines.push(Line {
                depth: 0,
                text: note.clone(),
                values: None,
                picks: Vec::new(),
                title: String::new(),
                sort: Sort::Note,
                object: None,
            });
        }
        for level in &found.levels {
            let shown: Vec<usize> = (0..level.entries.len())
                .filter(|at| level.entries.get(*at).is_some_and(|e| matches(e, &filter)))
                .collect();
            if shown.is_empty() {
                continue;
            }
            let closed = self.closed.contains(&level.id);
            self.lines.push(Line {
                depth: 0,
                text: words::level(&level.name, shown.len()),
                values: None,
                picks: shown.iter().map(|at| (level.id, *at, None)).collect(),
                title: level.name.clone(),
                sort: Sort::Level(level.id, closed),
                object: None,
            });
            if !closed {
                for at in shown {
                    if let Some(entry) = level.entries.get(at) {
                        add(&mut self.lines, level.id, at, entry);
                    }
                }
            }
        }
    }
}

fn add(lines: &mut Vec<Line>, level: LevelId, at: usize, entry: &Entry) {
    let difference = &entry.difference;
    let (word, sort) = match &difference.what {
        What::Added => (words::ADDED.to_owned(), Sort::Added),
        What::Removed => (words::REMOVED.to_owned(), Sort::Removed),
        What::Moved => (words::moved(&difference.new_place), Sort::Changed),
        What::Bytes(count) => (words::bytes(*count), Sort::Changed),
        What::Changed(_) => (String::new(), Sort::Changed),
    };
    let text = if word.is_empty() { entry.title.clone() } else { format!("{} – {word}", entry.title) };
    lines.push(Line {
        depth: 1,
        text,
        values: None,
        picks: vec![(level, at, None)],
        title: entry.title.clone(),
        sort,
        object: entry.object,
    });
    if let What::Changed(fields) = &difference.what {
        lines.extend(fields.iter().map(|change| Line {
            depth: 2,
            text: change.field.to_owned(),
            values: Some((words::value(change.old.as_deref()), words::value(change.new.as_deref()))),
            picks: vec![(level, at, Some(change.field))],
            title: format!("{} of {}", change.field, entry.title),
            sort: Sort::Field,
            object: entry.object,
        }));
    }
}

fn matches(entry: &Entry, filter: &str) -> bool {
    let difference = &entry.difference;
    let contains = |text: &str| crate::window::panes::objects::contains(text, filter);
    if filter.is_empty() || contains(&entry.title) || contains(difference.table) {
        return true;
    }
    match &difference.what {
        What::Added => contains(words::ADDED),
        What::Removed => contains(words::REMOVED),
        What::Changed(fields) => fields.iter().any(|c| {
            let value = |v: &Option<String>| v.as_ref().is_some_and(|v| contains(v));
            contains(c.field) || value(&c.old) || value(&c.new)
        }),
        What::Moved | What::Bytes(_) => false,
    }
}

/// Draws a line; whether it was clicked.
fn row(ui: &mut egui::Ui, at: usize, line: &Line, stale: bool, out: &mut Vec<Intent>) -> bool {
    let c = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::click());
    let full = match &line.values {
        Some((old, new)) => words::field(&line.text, old, new),
        None => line.text.clone(),
    };
    name(&response, WidgetType::Button, &full);
    let painter = ui.painter().clone();
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, 3.0, c.bar);
    }
    let (mark, colour) = match line.sort {
        Sort::Level(..) => ("", c.strong),
        Sort::Added => ("+", c.good),
        Sort::Removed => ("−", c.error),
        Sort::Changed => ("∙", c.text),
        Sort::Field => ("", c.text),
        Sort::Note => ("ℹ", c.warning),
    };
    let font = TextStyle::Body.resolve(ui.style());
    let left = rect.left() + 6.0 + f32::from(line.depth) * theme::INDENT;
    let y = rect.center().y;
    painter.text(pos2(left, y), egui::Align2::LEFT_CENTER, mark, font.clone(), colour);
    if let Sort::Level(_, closed) = line.sort {
        crate::window::panes::objects::triangle(&painter, pos2(left + 5.0, y), !closed, c.weak);
    }
    let right = rect.right() - if line.picks.is_empty() { 4.0 } else { TAKE + 8.0 };
    let mut job = egui::text::LayoutJob::default();
    let format = |color| egui::TextFormat { font_id: font.clone(), color, ..Default::default() };
    match &line.values {
        Some((old, new)) => {
            job.append(&format!("{}  ", line.text), 0.0, format(c.weak));
            job.append(old, 0.0, format(c.text));
            job.append("  ➡  ", 0.0, format(c.weak));
            job.append(new, 0.0, format(c.accent));
        }
        None => job.append(&line.text, 0.0, format(colour)),
    }
    job.wrap = egui::text::TextWrapping::truncate_at_width((right - left - 16.0).max(20.0));
    let galley = painter.layout_job(job);
    painter.galley(pos2(left + 16.0, y - galley.size().y / 2.0), galley, colour);
    if !line.picks.is_empty() {
        let spot = Rect::from_min_max(pos2(rect.right() - TAKE - 2.0, rect.top() + 1.0), rect.max - vec2(2.0, 1.0));
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(spot).id_salt(("take", at)));
        let button = child.add_enabled(!stale, egui::Button::new(RichText::new(words::TAKE).small()));
        name(&button, WidgetType::Button, &words::take(&line.title));
        if button.on_hover_text(words::TAKE_HELP).clicked() {
            out.push(Intent::Compare(Act::Take(line.picks.clone())));
        }
    }
    let clicked = response.clicked();
    if clicked && let Some(id) = line.object {
        out.push(Intent::GoTo(id));
    }
    response.on_hover_text(full);
    clicked
}
