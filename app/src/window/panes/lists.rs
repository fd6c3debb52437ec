//! Lists of records inside a record, edited in place: entries are added, copied, removed and put in another order.

use egui::{RichText, WidgetType};
use levelwright_model::document::{Level, NodeId, Object, Record};
use levelwright_model::edit::{Draft, local};
use levelwright_model::games::{Arguments, Game, PlanSpec};
use levelwright_model::record::{Refusal, Value};

use super::inspector::show_row;
use super::name;
use super::sheet::{Folded, Row, line};
use crate::window::doc::Doc;
use crate::window::intent::Intent;
use crate::window::{texts, theme};

/// Lists inside entries of lists are shown to this depth; no game nests deeper.
const DEEPEST: usize = 4;

/// A list of a record.
#[derive(Clone, Debug)]
pub struct List {
    /// What it is called.
    pub title: String,
    /// The record whose children the entries are.
    pub parent: NodeId,
    /// The entries in order.
    pub entries: Vec<Entry>,
    /// Why it cannot be changed.
    pub locked: Option<String>,
}

/// An entry of a list.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The record.
    pub node: NodeId,
    /// What it is called.
    pub title: String,
    /// Its fields.
    pub rows: Vec<Row>,
    /// Its own lists.
    pub lists: Vec<List>,
}

/// A change to a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A new entry, all zero, at the end.
    Add,
    /// A copy behind an entry.
    Copy(NodeId),
    /// An entry goes.
    Remove(NodeId),
    /// An entry goes to a position.
    Move(NodeId, usize),
}

/// The lists of an object.
pub fn data(doc: &Doc, level: &Level, object: &Object) -> Vec<List> {
    let mut lists = Vec::new();
    for part in &object.parts {
        if let Some(record) = level.record(part.node.number) {
            let opaque = record.table().opaque.as_ref().map(ToString::to_string);
            let locked = doc.file.document.read_only().map(str::to_owned).or(opaque);
            of_record(doc, &record, &locked, 0, &mut lists);
        }
    }
    lists
}

fn of_record(doc: &Doc, record: &Record<'_>, locked: &Option<String>, depth: usize, out: &mut Vec<List>) {
    if depth >= DEEPEST {
        return;
    }
    let children = || (0..).map_while(|at| record.child(at));
    let Some(spec) = record.schema().children else {
        // A record with several lists has a child for each.
        children().for_each(|list| of_record(doc, &list, locked, depth + 1, out));
        return;
    };
    let entry = |child: Record<'_>| {
        let mut lists = Vec::new();
        of_record(doc, &child, locked, depth + 1, &mut lists);
        let rows: Vec<Row> = child.fields().into_iter().map(|field| line(doc, &child, field, locked)).collect();
        // What the first choice says tells entries apart.
        let says = rows.iter().find_map(|row| match (&row.field.kind, &row.value) {
            (levelwright_model::record::Kind::Choice(_), Folded::One(value @ Value::Int(_))) => {
                Some(row.field.show(value))
            }
            _ => None,
        });
        let title = format!("{} · {}", child.position(), says.as_deref().unwrap_or(child.schema().label));
        Entry { node: child.id(), title, rows, lists }
    };
    let entries = children().map(entry).collect();
    out.push(List { title: texts::sentence(spec.name), parent: record.id(), entries, locked: locked.clone() });
}

/// The game's own plan for a change to a list: one that is called `add_` or `move_` and the list's name in the singular
/// (`add_point` for points). It knows what a whole entry is and what follows from its place.
pub fn plan(game: &Game, draft: &Draft, parent: NodeId, change: Change) -> Option<(&'static PlanSpec, Arguments)> {
    let list = draft.record(parent).ok()?.schema().list_name()?;
    let single = list.strip_suffix('s')?;
    let (verb, object, to) = match change {
        Change::Add => ("add", parent, None),
        Change::Move(node, at) => ("move", node, Some(at)),
        Change::Copy(_) | Change::Remove(_) => return None,
    };
    let spec = game.plan(&format!("{verb}_{single}"))?;
    let to = to.and_then(|to| Some(("to".to_owned(), Value::Int(i128::try_from(to).ok()?))));
    let arguments = Arguments { level: parent.level.0, objects: vec![object], values: to.into_iter().collect() };
    Some((spec, arguments))
}

/// Carries a change to a list out, as the game does it if it has a plan for that.
///
/// # Errors
/// As [`change`], and whatever the plan refuses.
pub fn carry_out(game: &Game, draft: &mut Draft, parent: NodeId, wanted: Change) -> Result<(), Refusal> {
    match plan(game, draft, parent, wanted) {
        Some((spec, arguments)) => (spec.run)(draft, &arguments).map(|_| ()),
        None => change(draft, parent, wanted),
    }
}

/// Carries a change to a list out.
///
/// # Errors
/// If the list is full, or the entry is gone.
pub fn change(draft: &mut Draft, parent: NodeId, change: Change) -> Result<(), Refusal> {
    match change {
        Change::Add => {
            let record = draft.record(parent)?;
            let size = record.schema().children.map_or(0, |c| c.schema.size as usize);
            let at = record.children().map_or(0, |c| c.len());
            local::insert_child(draft, parent, at, vec![0; size]).map(|_| ())
        }
        Change::Copy(node) => {
            let record = draft.record(node)?;
            let (at, head) = (record.position() + 1, record.head().to_vec());
            local::insert_child(draft, parent, at, head).map(|_| ())
        }
        Change::Remove(node) => local::remove_child(draft, node),
        Change::Move(node, at) => local::move_child(draft, node, at),
    }
}

/// Draws lists.
pub fn show(ui: &mut egui::Ui, lists: &[List], label_width: f32, out: &mut Vec<Intent>) {
    for list in lists {
        ui.add_space(theme::GAP);
        let title = RichText::new(format!("{} ({})", list.title, list.entries.len())).strong();
        let header = egui::CollapsingHeader::new(title).id_salt((list.parent, &list.title)).default_open(true);
        header.show_unindented(ui, |ui| show_list(ui, list, label_width, out));
    }
}

fn show_list(ui: &mut egui::Ui, list: &List, label_width: f32, out: &mut Vec<Intent>) {
    let edit = |change| Intent::List { parent: list.parent, title: list.title.clone(), change };
    let last = list.entries.len().saturating_sub(1);
    for (at, entry) in list.entries.iter().enumerate() {
        let id = ui.make_persistent_id(("entry", entry.node));
        let state = egui::collapsing_header::CollapsingState::load_with_default_open(ui.ctx(), id, false);
        let shown = state.show_header(ui, |ui| {
            ui.add(egui::Label::new(&entry.title).truncate());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let buttons = [
                    ("✖", texts::REMOVE, true, Change::Remove(entry.node)),
                    ("⬇", texts::DOWN, at < last, Change::Move(entry.node, at + 1)),
                    ("⬆", texts::UP, at > 0, Change::Move(entry.node, at.saturating_sub(1))),
                    ("+", texts::COPY, true, Change::Copy(entry.node)),
                ];
                for (sign, does, possible, change) in buttons {
                    let usable = possible && list.locked.is_none();
                    let button = ui.add_enabled(usable, egui::Button::new(sign).small().frame(false));
                    name(&button, WidgetType::Button, &format!("{does}: {} {}", list.title, entry.title));
                    if button.on_hover_text(does).clicked() {
                        out.push(edit(change));
                    }
                }
            });
        });
        shown.body(|ui| {
            for row in &entry.rows {
                show_row(ui, row, 1, label_width, out);
            }
            show(ui, &entry.lists, label_width, out);
        });
    }
    let add = ui.add_enabled(list.locked.is_none(), egui::Button::new(texts::ADD).small());
    name(&add, WidgetType::Button, &format!("{}: {}", texts::ADD, list.title));
    if add.on_hover_text(list.locked.as_deref().unwrap_or(texts::ADD_HELP)).clicked() {
        out.push(edit(Change::Add));
    }
}
