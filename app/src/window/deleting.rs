//! Deleting what others refer to: says so first, and mends them in the same step.

use egui::{RichText, WidgetType};
use levelwright_model::document::{Document, NodeId};
use levelwright_model::games::Arguments;
use levelwright_model::links::{DELETE_MENDED, Line, hanging};
use levelwright_model::record::Value;

use super::dialogs::{Answer, Dialog, buttons};
use super::doc::Doc;
use super::intent::Intent;
use super::panes::{gesture, name};
use super::session::Session;
use super::texts::links::deleting as texts;
use super::{texts as all_texts, theme};

/// The plan that deletes what is selected.
const DELETE: &str = "delete";

/// So many references are listed; the rest are counted.
const MOST_LISTED: usize = 200;

/// A question before something goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Deleting {
    /// What goes, in words.
    what: String,
    /// The references, in words.
    lines: Vec<String>,
    /// How many there are.
    count: usize,
    /// Why they cannot name nothing.
    refusal: Option<String>,
    /// The names of the rows that could be named instead, by position; empty where none can.
    rows: Vec<Option<String>>,
    instead: bool,
    number: String,
    objects: Vec<NodeId>,
    level: u32,
}

/// Deletes what is selected, or asks first if others refer to it.
pub(super) fn begin(session: &mut Session) {
    let Some(doc) = session.doc() else { return };
    if gesture::plan(doc, DELETE).is_none() || doc.selection.is_empty() {
        return;
    }
    let arguments = gesture::arguments(doc, Default::default());
    match hanging(&doc.file.document.draft(), &arguments) {
        Ok(found) if !found.lines.is_empty() => {
            let question = Deleting::new(doc, &arguments, &found.lines, found.refusal.map(|r| r.to_string()));
            session.dialog = Some(Dialog::Delete(Box::new(question)));
        }
        // Nothing hangs, or the plan says itself why it cannot be.
        _ => session.run_by_key(DELETE, |d| gesture::arguments(d, Default::default())),
    }
}

/// Carries out what was decided.
pub(super) fn finish(session: &mut Session, deleting: &Deleting) {
    let mut arguments = Arguments { level: deleting.level, objects: deleting.objects.clone(), ..Arguments::default() };
    if let Some(row) = deleting.row() {
        arguments.values.insert("instead".to_owned(), Value::Int(row));
    }
    session.carry_out(Intent::Run(&DELETE_MENDED, arguments));
}

impl Deleting {
    fn new(doc: &Doc, arguments: &Arguments, lines: &[Line], refusal: Option<String>) -> Deleting {
        let what = match doc.selection.all() {
            [one] => doc.object(*one, |o| o.name.clone()).unwrap_or_default(),
            many => all_texts::count(many.len(), "object", "objects"),
        };
        let document = &doc.file.document;
        Deleting {
            what,
            count: lines.len(),
            lines: lines.iter().take(MOST_LISTED).map(|line| words(doc, line)).collect(),
            instead: refusal.is_some(),
            refusal,
            rows: rows(document, doc, arguments),
            number: String::new(),
            objects: arguments.objects.clone(),
            level: arguments.level,
        }
    }

    /// The row that is named instead, if that was chosen and it can be.
    fn row(&self) -> Option<i128> {
        let at: usize = self.number.trim().parse().ok().filter(|_| self.instead)?;
        self.rows.get(at)?.as_ref()?;
        i128::try_from(at).ok()
    }

    fn ready(&self) -> bool {
        if self.instead { self.row().is_some() } else { self.refusal.is_none() }
    }
}

/// A reference: who holds it, and in which field.
fn words(doc: &Doc, line: &Line) -> String {
    let level = doc.file.document.state().level(line.holder.level);
    let objects = doc.objects(line.holder.level);
    let owner = level.and_then(|level| objects.owner(level, line.holder.number));
    let field = all_texts::sentence(&line.field.label_text());
    owner.map_or_else(|| field.clone(), |object| format!("{} · {field}", object.name))
}

/// The names of the rows beside those that go; empty where they lie in several tables.
fn rows(document: &Document, doc: &Doc, arguments: &Arguments) -> Vec<Option<String>> {
    let Some(level) = document.state().level(doc.level) else { return Vec::new() };
    let objects = doc.objects(doc.level);
    let record = |node: &NodeId| level.record(node.number);
    let Some(first) = arguments.objects.first().and_then(record) else { return Vec::new() };
    let table = first.table();
    let same = |node: &NodeId| record(node).is_some_and(|r| r.table().number == table.number);
    if !arguments.objects.iter().all(same) {
        return Vec::new();
    }
    let name = |at: usize| {
        let number = table.row_number(at)?;
        let stays = !arguments.objects.contains(&level.node_id(number));
        let object = objects.of_node(number).filter(|_| stays)?;
        Some(object.name.clone())
    };
    (0..table.len()).map(name).collect()
}

/// Draws the question.
pub(super) fn show(ui: &mut egui::Ui, deleting: &mut Deleting, answer: &mut Option<Answer>) {
    let c = theme::of(ui);
    ui.heading(texts::title(&deleting.what));
    ui.add_space(theme::GAP);
    ui.label(texts::count(deleting.count));
    egui::ScrollArea::vertical().id_salt("hanging").max_height(180.0).auto_shrink([false, true]).show(ui, |ui| {
        for line in &deleting.lines {
            ui.add(egui::Label::new(RichText::new(line).color(c.weak)).truncate());
        }
        if let Some(more) = deleting.count.checked_sub(MOST_LISTED).filter(|more| *more > 0) {
            ui.label(RichText::new(texts::more(more)).color(c.weak));
        }
    });
    ui.add_space(theme::GAP);
    let may = deleting.refusal.is_none();
    let nothing = ui.add_enabled(may, egui::RadioButton::new(!deleting.instead, texts::NOTHING));
    if nothing.clicked() {
        deleting.instead = false;
    }
    if let Some(reason) = &deleting.refusal {
        ui.indent("why not", |ui| ui.add(egui::Label::new(RichText::new(reason).color(c.weak).small()).wrap()));
    }
    let can = deleting.rows.iter().any(Option::is_some);
    ui.horizontal(|ui| {
        let radio = ui.add_enabled(can, egui::RadioButton::new(deleting.instead, texts::INSTEAD));
        let field = egui::TextEdit::singleline(&mut deleting.number).desired_width(56.0);
        let field = ui.add_enabled(can, field).on_hover_text(texts::NUMBER);
        name(&field, WidgetType::TextEdit, texts::NUMBER);
        if radio.clicked() {
            field.request_focus();
        }
        if radio.clicked() || field.gained_focus() {
            deleting.instead = true;
        }
        let typed = deleting.number.trim();
        if deleting.instead && !typed.is_empty() {
            let found = typed.parse().ok().and_then(|at: usize| deleting.rows.get(at)?.as_deref());
            let colour = if found.is_some() { c.text } else { c.error };
            ui.add(egui::Label::new(RichText::new(found.unwrap_or(texts::NO_ROW)).color(colour)).truncate());
        }
    });
    let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
    buttons(ui, |ui| {
        let go = ui.add_enabled_ui(deleting.ready(), |ui| ui.add(theme::grave_button(ui, texts::DELETE))).inner;
        let go = go.on_hover_text(texts::DELETE_HELP);
        if (go.clicked() || enter) && deleting.ready() {
            *answer = Some(Answer::Delete(Box::new(deleting.clone())));
        }
        if ui.button(all_texts::CANCEL).clicked() {
            *answer = Some(Answer::Close);
        }
    });
}
