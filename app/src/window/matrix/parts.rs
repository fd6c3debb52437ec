//! What stands above the cells: which rows, which columns, one field for all chosen cells.

use std::collections::BTreeMap;

use egui::{RichText, WidgetType};
use levelwright_model::document::State;
use levelwright_model::record::Kind;

use super::table::{Column, Table};
use super::{Act, Chosen, Matrix, Source};
use crate::window::change::Change;
use crate::window::doc::Doc;
use crate::window::fields::number;
use crate::window::intent::Intent;
use crate::window::panes::name;
use crate::window::texts::{self, matrix as words};
use crate::window::theme;

/// Rows whose texts decide about a column's width.
const SAMPLE: usize = 60;
/// Width of a letter, about, in points.
const LETTER: f32 = 7.0;
/// The narrowest and the widest column.
const WIDTH: std::ops::RangeInclusive<f32> = 58.0..=210.0;

/// How wide each column is: its heading with the button that sorts, or the longest of its first texts.
pub(super) fn widths(table: &Table, state: &State) -> Vec<f32> {
    let width = |(at, column): (usize, &Column)| {
        let heading = column.label().chars().count() as f32 * LETTER + 34.0;
        let texts = (0..table.len().min(SAMPLE)).filter_map(|row| table.cell(state, row, at));
        let text = texts.map(|cell| cell.text().chars().count()).max().unwrap_or(0) as f32 * LETTER + 16.0;
        heading.max(text).clamp(*WIDTH.start(), *WIDTH.end())
    };
    table.columns.iter().enumerate().map(width).collect()
}

/// Whether a kind of field is edited in the inspector's own editor instead of a text field.
pub(super) fn wants_popup(kind: &Kind) -> bool {
    match kind {
        Kind::Choice(_) | Kind::Flags(_) | Kind::Bool | Kind::Colour(_) | Kind::Vector { .. } | Kind::Array { .. } => {
            true
        }
        Kind::Int
        | Kind::Real32
        | Kind::Real64
        | Kind::Fixed { .. }
        | Kind::Angle { .. }
        | Kind::Text { .. }
        | Kind::Tag
        | Kind::Link(_)
        | Kind::Keyed { .. }
        | Kind::Bytes => false,
    }
}

/// How wide the field for all chosen cells is, in points.
const SET_WIDTH: f32 = 130.0;

impl Matrix {
    pub(super) fn tools(&mut self, ui: &mut egui::Ui, doc: &Doc, chosen: &Chosen, out: &mut Vec<Intent>) {
        ui.horizontal_wrapped(|ui| {
            self.rows_box(ui, doc);
            let mut all = self.all_levels;
            let several = doc.file.document.state().ids().count() > 1 && self.source != Source::Selection;
            let box_ = ui.add_enabled(several, egui::Checkbox::new(&mut all, words::ALL_LEVELS));
            if box_.on_hover_text(words::ALL_LEVELS_HELP).changed() {
                self.all_levels = all;
                if all {
                    out.push(Intent::DecodeAll);
                }
            }
            self.columns_menu(ui, chosen, out);
            let any = !self.table.is_empty() && !self.table.columns.is_empty();
            if any {
                self.set_field(ui, doc, out);
            }
            let copy = ui.add_enabled(any, egui::Button::new(words::COPY));
            if copy.on_hover_text(words::COPY_HELP).clicked() {
                ui.ctx().copy_text(self.copied(doc, true));
            }
            let mut size = words::size(self.table.len(), self.table.columns.len());
            if self.count() > 1 {
                size = format!("{size}, {}", words::chosen(self.count()));
            }
            if !self.table.is_empty() {
                let size = RichText::new(size).color(theme::of(ui).weak).small();
                ui.add(egui::Label::new(size).extend());
            }
        });
        if matches!(self.source, Source::Query(_)) {
            self.query_field(ui);
        }
    }

    /// The list of what can be rows.
    fn rows_box(&mut self, ui: &mut egui::Ui, doc: &Doc) {
        let kinds = doc.file.document.game().kinds;
        let shown = match &self.source {
            Source::Selection => words::SELECTION,
            Source::Everything => words::EVERYTHING,
            Source::Query(_) => words::QUERY,
            Source::Kind(key) => kinds.iter().find(|k| k.key == key.as_str()).map_or(words::ROWS, |k| k.plural),
        };
        let combo = egui::ComboBox::from_id_salt("matrix rows").width(150.0).height(360.0).selected_text(shown);
        let response = combo.show_ui(ui, |ui| {
            let mut offer = |ui: &mut egui::Ui, text: &str, source: Source| {
                if ui.selectable_label(self.source == source, text).clicked() {
                    self.source = source;
                }
            };
            offer(ui, words::SELECTION, Source::Selection);
            offer(ui, words::EVERYTHING, Source::Everything);
            offer(ui, words::QUERY, Source::Query(self.query.clone()));
            ui.separator();
            let objects = doc.objects(doc.level);
            for kind in kinds {
                let any = self.all_levels || objects.all().iter().any(|o| std::ptr::eq(o.kind, *kind));
                if any {
                    offer(ui, kind.plural, Source::Kind(kind.key.to_owned()));
                }
            }
        });
        let enabled = ui.is_enabled();
        response.response.widget_info(|| {
            let mut info = egui::WidgetInfo::labeled(WidgetType::ComboBox, enabled, words::ROWS);
            info.current_text_value = Some(shown.to_owned());
            info
        });
    }

    fn query_field(&mut self, ui: &mut egui::Ui) {
        let mut text = self.query.clone();
        let field = egui::TextEdit::singleline(&mut text)
            .id(egui::Id::new(("matrix query", self.half)))
            .hint_text(words::QUERY_HINT)
            .font(egui::TextStyle::Monospace)
            .desired_width(f32::INFINITY);
        let response = ui.add(field);
        name(&response, WidgetType::TextEdit, words::QUERY_FIELD);
        if text != self.query {
            self.query.clone_from(&text);
            self.source = Source::Query(text);
        }
        let c = theme::of(ui);
        if let Some(wrong) = &self.table.wrong {
            ui.label(RichText::new(wrong).color(c.error).small());
        }
        for warning in &self.table.warnings {
            ui.label(RichText::new(warning).color(c.warning).small());
        }
    }

    fn columns_menu(&self, ui: &mut egui::Ui, chosen: &Chosen, out: &mut Vec<Intent>) {
        let table = &self.table;
        let menu =
            egui::containers::menu::MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
        let button = egui::containers::menu::MenuButton::new(words::COLUMNS).config(menu);
        let (response, _) = button.ui(ui, |ui| {
            ui.set_min_width(220.0);
            let all_keys: Vec<String> = table.available.iter().map(Column::key).collect();
            ui.horizontal(|ui| {
                if ui.button(words::ALL_COLUMNS).clicked() {
                    out.extend(table.kinds.iter().map(|(kind, _)| Intent::Matrix(Act::Choose(kind.key, None))));
                }
                if ui.button(words::NO_COLUMNS).clicked() {
                    let none = |kind: &'static str| Intent::Matrix(Act::Choose(kind, Some(Vec::new())));
                    out.extend(table.kinds.iter().map(|(kind, _)| none(kind.key)));
                }
            });
            egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
                for column in &table.available {
                    let key = column.key();
                    let mut on = table.columns.iter().any(|c| c.key() == key);
                    let help = format!("{}\n\n{key}", column.field.doc_text());
                    if ui.checkbox(&mut on, column.label()).on_hover_text(help).changed() {
                        out.extend(choose(column, &key, on, &all_keys, chosen));
                    }
                }
            });
        });
        response.on_hover_text(words::COLUMNS_HELP);
    }

    /// One field for all chosen cells: what typing into a cell does, where it can be seen.
    fn set_field(&self, ui: &mut egui::Ui, doc: &Doc, out: &mut Vec<Intent>) {
        let mut same: Option<String> = None;
        let mut mixed = false;
        // A look at some of them is enough to say that they differ.
        'cells: for row in self.rows().take(SAMPLE) {
            for column in self.columns() {
                let Some(cell) = self.table.cell(doc.state(), row, column) else { continue };
                let text = cell.text();
                mixed = same.as_ref().is_some_and(|t| *t != text) || self.rows().count() > SAMPLE;
                if mixed {
                    break 'cells;
                }
                same = Some(text);
            }
        }
        let shown = same.filter(|_| !mixed);
        let label = RichText::new(words::SET_LABEL).color(theme::of(ui).weak);
        let label = egui::WidgetText::from(label).into_galley(ui, None, f32::INFINITY, egui::TextStyle::Body);
        // The label stays with its field.
        if label.size().x + ui.spacing().item_spacing.x + SET_WIDTH > ui.available_size_before_wrap().x {
            ui.end_row();
        }
        ui.label(label);
        if let Some(text) = number::field(ui, words::SET, shown.as_deref(), SET_WIDTH, false) {
            out.extend(self.typed(doc, &text));
        }
    }

    /// Sets all chosen cells to what was typed.
    pub(super) fn typed(&self, doc: &Doc, text: &str) -> Option<Intent> {
        let cells = self.fill(doc, &Change::Typed(text.to_owned()));
        let first = cells.first()?;
        let columns = self.columns().count();
        let rows = self.rows().count();
        let title = words::set_name(&texts::sentence(&first.field.label_text()), columns, rows);
        Some(Intent::Matrix(Act::Write(title, cells)))
    }
}

/// The lists of chosen columns after one is shown or hidden, for each kind that has it.
fn choose<'a>(
    column: &'a Column,
    key: &'a str,
    on: bool,
    all: &'a [String],
    chosen: &'a BTreeMap<String, Vec<String>>,
) -> impl Iterator<Item = Intent> + 'a {
    column.kinds.iter().map(move |kind| {
        let mut list = chosen.get(*kind).cloned().unwrap_or_else(|| all.to_vec());
        list.retain(|k| k != key);
        if on {
            list.push(key.to_owned());
        }
        Intent::Matrix(Act::Choose(kind, Some(list)))
    })
}
