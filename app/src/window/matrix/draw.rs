//! The matrix as it is drawn: headings and names stay in sight, and only what is in sight is drawn.

use egui::{Color32, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, TextStyle, UiBuilder, WidgetType, pos2, vec2};
use levelwright_model::record::Kind;

use super::keys::grid_id;
use super::table::NAME;
use super::{Act, Chosen, Matrix, Place, Shown, Source};
use crate::window::doc::Doc;
use crate::window::fields::{self, number};
use crate::window::intent::{How, Intent};
use crate::window::panes::{empty, name, sheet};
use crate::window::problems::Problems;
use crate::window::texts::{self, matrix as words};
use crate::window::{icons, theme};

/// Height of the headings.
const HEADING: f32 = theme::ROW + 2.0;
/// Width of the names, at most this share of the pane.
const NAMES: f32 = 210.0;
/// Width of the rows' numbers, which refusals name.
const NUMBER: f32 = 32.0;
/// Width of the button that sorts.
const SORT: f32 = 18.0;

/// Where things lie on the screen.
struct Layout {
    /// Where the content's first cell would be.
    origin: Pos2,
    /// What is in sight.
    seen: Rect,
    /// The part of it that shows cells.
    cells: Rect,
    names: f32,
}

impl Layout {
    fn cell(&self, matrix: &Matrix, place: Place) -> Rect {
        let width = matrix.widths.get(place.column).copied().unwrap_or(0.0);
        let at = self.origin + vec2(matrix.left(place.column), Matrix::top(place.row));
        Rect::from_min_size(at, vec2(width, theme::ROW))
    }
}

/// Draws the matrix of a document.
pub fn show(
    ui: &mut egui::Ui,
    doc: &Doc,
    matrix: &mut Matrix,
    problems: &mut Problems,
    chosen: &Chosen,
    out: &mut Vec<Intent>,
) {
    matrix.refresh(doc, chosen, problems);
    matrix.tools(ui, doc, chosen, out);
    if matrix.table.is_empty() {
        empty(ui, words::NO_ROWS, words::NO_ROWS_HINT);
        return;
    }
    let held = focus(ui, doc, matrix, out);
    let names = NAMES.min(ui.available_width() * 0.4);
    let size = vec2(names + matrix.widths.iter().sum::<f32>(), HEADING + Matrix::top(matrix.table.len()));
    let area = egui::ScrollArea::both().id_salt("matrix").auto_shrink([false, false]);
    area.show_viewport(ui, |ui, viewport| {
        ui.set_min_size(size);
        let corner = ui.max_rect().min;
        let seen = Rect::from_min_size(corner + viewport.min.to_vec2(), viewport.size());
        let cells = Rect::from_min_max(seen.min + vec2(names, HEADING), seen.max);
        let layout = Layout { origin: corner + vec2(names, HEADING), seen, cells, names };
        if std::mem::take(&mut matrix.follow) {
            let mut wanted = layout.cell(matrix, matrix.cursor);
            wanted.min -= vec2(names, HEADING);
            ui.scroll_to_rect_animation(wanted, None, egui::style::ScrollAnimation::none());
        }
        let rows = {
            let first = ((cells.top() - layout.origin.y) / theme::ROW).floor().max(0.0) as usize;
            let last = ((cells.bottom() - layout.origin.y) / theme::ROW).ceil().max(0.0) as usize;
            first..last.min(matrix.table.len())
        };
        let columns: Vec<usize> = (0..matrix.widths.len())
            .filter(|column| {
                let rect = layout.cell(matrix, Place { row: 0, column: *column });
                rect.right() > cells.left() && rect.left() < cells.right()
            })
            .collect();
        pointer(ui, doc, matrix, &layout, out);
        for row in rows.clone() {
            stripe(ui, doc, matrix, &layout, row);
            for column in &columns {
                cell(ui, doc, matrix, &layout, Place { row, column: *column });
            }
        }
        frame(ui, matrix, &layout, held);
        editor(ui, doc, matrix, &layout, out);
        for row in rows {
            heading_of_row(ui, doc, matrix, &layout, row, out);
        }
        for column in columns {
            heading_of_column(ui, matrix, &layout, column);
        }
        corner_heading(ui, matrix, &layout);
    });
}

/// The matrix as one control: it takes the focus and what is typed. Whether it has the focus.
fn focus(ui: &mut egui::Ui, doc: &Doc, matrix: &mut Matrix, out: &mut Vec<Intent>) -> bool {
    let place = Rect::from_min_size(ui.next_widget_position(), vec2(ui.available_width(), theme::ROW));
    let response = ui.interact(place, grid_id(matrix.half), Sense::focusable_noninteractive());
    let at = label_of(doc, matrix, matrix.cursor);
    name(&response, WidgetType::Other, &words::grid(&at));
    if !response.has_focus() {
        return false;
    }
    ui.memory_mut(|m| {
        let filter = egui::EventFilter { tab: false, escape: false, horizontal_arrows: true, vertical_arrows: true };
        m.set_focus_lock_filter(grid_id(matrix.half), filter);
    });
    let page = (ui.available_height() / theme::ROW) as usize;
    matrix.listen(ui.ctx(), doc, page.saturating_sub(3), out);
    true
}

fn label_of(doc: &Doc, matrix: &Matrix, place: Place) -> String {
    let (Some(column), Some(object)) = (matrix.table.columns.get(place.column), matrix.table.object(place.row)) else {
        return String::new();
    };
    let text = matrix.table.cell(doc.state(), place.row, place.column).map(|c| c.text());
    words::cell(&column.label(), &object.name, text.as_deref())
}

/// One area for all cells: a click puts the cursor, dragging chooses a rectangle, a double click edits.
fn pointer(ui: &mut egui::Ui, doc: &Doc, matrix: &mut Matrix, layout: &Layout, out: &mut Vec<Intent>) {
    let response = ui.interact(layout.cells, ui.id().with("cells"), Sense::CLICK | Sense::DRAG);
    let Some(at) = response.interact_pointer_pos() else { return };
    let row = ((at.y - layout.origin.y) / theme::ROW).max(0.0) as usize;
    let mut right = layout.origin.x;
    let column = matrix.widths.iter().position(|width| {
        right += width;
        at.x < right
    });
    let last = matrix.table.len().saturating_sub(1);
    let began = response.drag_started() || response.clicked() || response.double_clicked();
    if began && (row > last || column.is_none()) {
        return;
    }
    let place = Place { row: row.min(last), column: column.unwrap_or(matrix.widths.len().saturating_sub(1)) };
    if began {
        let shift = ui.input(|i| i.modifiers.shift);
        matrix.put(place, shift);
        ui.memory_mut(|m| m.request_focus(grid_id(matrix.half)));
        // What was being typed elsewhere goes where it was typed.
        if response.double_clicked() && matrix.editing.is_none() {
            matrix.open(doc);
        }
        if response.clicked() && ui.input(|i| i.modifiers.command) {
            matrix.reveal(place.row, out);
        }
    } else if response.dragged() {
        matrix.put(place, true);
        // Past the edge the cells move along.
        let wanted = layout.cell(matrix, place);
        if !layout.cells.contains_rect(wanted) {
            matrix.follow = true;
        }
    }
}

fn stripe(ui: &egui::Ui, doc: &Doc, matrix: &Matrix, layout: &Layout, row: usize) {
    let c = theme::of(ui);
    let top = layout.origin.y + Matrix::top(row);
    let rect = Rect::from_min_max(pos2(layout.cells.left(), top), pos2(layout.cells.right(), top + theme::ROW));
    let painter = ui.painter().with_clip_rect(layout.cells);
    let selected =
        matrix.source != Source::Selection && matrix.table.object(row).is_some_and(|o| doc.selection.holds(o.id));
    if selected {
        painter.rect_filled(rect, 0.0, c.selected);
    } else if row % 2 == 1 {
        painter.rect_filled(rect, 0.0, c.bar.gamma_multiply(0.5));
    }
}

fn cell(ui: &mut egui::Ui, doc: &Doc, matrix: &mut Matrix, layout: &Layout, place: Place) {
    let c = theme::of(ui);
    let rect = layout.cell(matrix, place);
    let spot = rect.intersect(layout.cells);
    if !spot.is_positive() {
        return;
    }
    let table = matrix.table.clone();
    let shown = matrix.texts.entry((place.row, place.column)).or_insert_with(|| {
        let cell = table.cell(doc.state(), place.row, place.column)?;
        let right = matches!(
            cell.field.kind,
            Kind::Int
                | Kind::Real32
                | Kind::Real64
                | Kind::Fixed { .. }
                | Kind::Angle { .. }
                | Kind::Link(_)
                | Kind::Keyed { .. }
        );
        Some(Shown { text: cell.text(), locked: cell.locked().is_some(), right })
    });
    let shown = shown.clone();
    let id = ui.id().with(("cell", place.row, place.column));
    let response = ui.interact(spot, id, Sense::hover());
    let chosen = matrix.is_chosen(place.row, place.column);
    let enabled = shown.as_ref().is_some_and(|s| !s.locked);
    response.widget_info(|| {
        let column = table.columns.get(place.column).map(|c| c.label()).unwrap_or_default();
        let object = table.object(place.row).map_or("", |o| o.name.as_str());
        let text = words::cell(&column, object, shown.as_ref().map(|s| s.text.as_str()));
        egui::WidgetInfo::selected(WidgetType::Other, enabled, chosen, text)
    });
    let painter = ui.painter().with_clip_rect(layout.cells);
    if chosen {
        painter.rect_filled(rect, 0.0, c.accent.gamma_multiply(0.16));
    }
    painter.line_segment([rect.right_top(), rect.right_bottom()], Stroke::new(1.0, c.line));
    let Some(shown) = shown else {
        // The object has no such field: nothing to read, nothing to set.
        painter.rect_filled(rect.shrink(1.0), 0.0, c.line.gamma_multiply(0.35));
        return;
    };
    let colour = if shown.locked { c.weak } else { c.text };
    text(&painter, ui, rect.shrink2(vec2(6.0, 0.0)), &shown.text, colour, shown.right);
    let width = rect.width() / 7.0;
    if shown.text.chars().count() as f32 > width {
        response.on_hover_text(&shown.text);
    }
}

fn text(painter: &egui::Painter, ui: &egui::Ui, rect: Rect, text: &str, colour: Color32, right: bool) {
    let font = TextStyle::Body.resolve(ui.style());
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width().max(4.0));
    let galley = painter.layout_job(job);
    let x = if right { rect.right() - galley.size().x } else { rect.left() };
    painter.galley(pos2(x, rect.center().y - galley.size().y / 2.0), galley, colour);
}

/// The edge of the chosen rectangle and of the cursor.
fn frame(ui: &egui::Ui, matrix: &Matrix, layout: &Layout, held: bool) {
    let c = theme::of(ui);
    let painter = ui.painter().with_clip_rect(layout.cells);
    let colour = if held { c.accent } else { c.weak };
    let corner = |row: &usize, column: &usize| layout.cell(matrix, Place { row: *row, column: *column });
    let (rows, columns) = (matrix.rows(), matrix.columns());
    let all = corner(rows.start(), columns.start()).union(corner(rows.end(), columns.end()));
    painter.rect_stroke(all, 0.0, Stroke::new(1.0, colour), StrokeKind::Inside);
    painter.rect_stroke(layout.cell(matrix, matrix.cursor), 0.0, Stroke::new(2.0, colour), StrokeKind::Inside);
}

/// The name of a row's object. A click selects it, with Ctrl as well.
fn heading_of_row(
    ui: &mut egui::Ui,
    doc: &Doc,
    matrix: &mut Matrix,
    layout: &Layout,
    row: usize,
    out: &mut Vec<Intent>,
) {
    let c = theme::of(ui);
    let Some(object) = matrix.table.object(row).cloned() else { return };
    let top = layout.origin.y + Matrix::top(row);
    let rect = Rect::from_min_size(pos2(layout.seen.left(), top), vec2(layout.names, theme::ROW));
    let clip = Rect::from_min_max(pos2(layout.seen.left(), layout.cells.top()), layout.seen.max);
    let spot = rect.intersect(clip);
    if !spot.is_positive() {
        return;
    }
    let response = ui.interact(spot, ui.id().with(("row", row)), Sense::CLICK);
    let selected = doc.selection.holds(object.id);
    let enabled = ui.is_enabled();
    let level =
        if matrix.table.several_levels() { Some(doc.file.document.source().name(object.id.node.level)) } else { None };
    let full = level.map_or_else(|| object.name.clone(), |level| format!("{}, {level}", object.name));
    response
        .widget_info(|| egui::WidgetInfo::selected(WidgetType::SelectableLabel, enabled, selected, words::row(&full)));
    let painter = ui.painter().with_clip_rect(clip);
    let ground = if selected {
        c.selected
    } else if response.hovered() {
        c.button_hover
    } else {
        c.bar
    };
    painter.rect_filled(rect, 0.0, ground);
    painter.line_segment([rect.right_top(), rect.right_bottom()], Stroke::new(1.0, c.line));
    let small = TextStyle::Small.resolve(ui.style());
    let number = pos2(rect.left() + NUMBER, rect.center().y);
    painter.text(number, egui::Align2::RIGHT_CENTER, row + 1, small, c.weak);
    let centre = pos2(rect.left() + NUMBER + 14.0, rect.center().y);
    if clip.contains(centre) {
        let side = egui::Vec2::splat(theme::ICON);
        icons::paint(ui, object.kind.icon, Rect::from_center_size(centre, side), c.weak);
    }
    let words_at = Rect::from_min_max(rect.min + vec2(NUMBER + 26.0, 0.0), rect.max - vec2(4.0, 0.0));
    text(&painter, ui, words_at, &full, if selected { c.strong } else { c.text }, false);
    if response.clicked() {
        let modifiers = ui.input(|i| i.modifiers);
        let last = matrix.table.columns.len().saturating_sub(1);
        if modifiers.shift {
            matrix.cursor = Place { row, column: last };
            matrix.anchor.column = 0;
        } else {
            matrix.choose(Place { row, column: 0 }, Place { row, column: last });
        }
        if matrix.source != Source::Selection {
            let ids = matrix.rows().filter_map(|row| matrix.table.object(row)).map(|o| o.id).collect();
            out.push(Intent::Select(ids, if modifiers.command { How::Toggle } else { How::Replace }));
        }
        ui.memory_mut(|m| m.request_focus(grid_id(matrix.half)));
    }
    if response.double_clicked() {
        matrix.reveal(row, out);
    }
    response.on_hover_text(format!("{full}\n{}", object.kind.label));
}

/// A column's heading: a click chooses the column, the button behind it sorts.
fn heading_of_column(ui: &mut egui::Ui, matrix: &mut Matrix, layout: &Layout, column: usize) {
    let Some(entry) = matrix.table.columns.get(column).cloned() else { return };
    let cell = layout.cell(matrix, Place { row: 0, column });
    let rect = Rect::from_min_size(pos2(cell.left(), layout.seen.top()), vec2(cell.width(), HEADING));
    let clip = Rect::from_min_max(pos2(layout.cells.left(), layout.seen.top()), layout.seen.max);
    let label = entry.label();
    let (clicked, sorted) = heading(ui, matrix, rect, clip, &label, &entry.key());
    if sorted {
        matrix.sort_next(ui, &entry.key());
    }
    if clicked.clicked() {
        let last = matrix.table.len().saturating_sub(1);
        let shift = ui.input(|i| i.modifiers.shift);
        let from = if shift { matrix.anchor.column } else { column };
        matrix.choose(Place { row: 0, column: from }, Place { row: last, column });
        ui.memory_mut(|m| m.request_focus(grid_id(matrix.half)));
    }
    let unit = if entry.field.unit.name.is_empty() { String::new() } else { format!(" ({})", entry.field.unit.name) };
    clicked.on_hover_text(format!("{label}{unit}\n\n{}\n\n{}", entry.field.doc_text(), entry.key()));
}

/// The heading of the names, which can be sorted by too.
fn corner_heading(ui: &mut egui::Ui, matrix: &mut Matrix, layout: &Layout) {
    let rect = Rect::from_min_size(layout.seen.min, vec2(layout.names, HEADING));
    let (clicked, sorted) = heading(ui, matrix, rect, rect, words::OBJECT, NAME);
    if sorted {
        matrix.sort_next(ui, NAME);
    }
    if clicked.clicked() {
        let (rows, columns) = (matrix.table.len().saturating_sub(1), matrix.table.columns.len().saturating_sub(1));
        matrix.choose(Place::default(), Place { row: rows, column: columns });
        ui.memory_mut(|m| m.request_focus(grid_id(matrix.half)));
    }
}

/// Draws a heading; answers with its response and whether its button was clicked.
fn heading(
    ui: &mut egui::Ui,
    matrix: &Matrix,
    rect: Rect,
    clip: Rect,
    label: &str,
    key: &str,
) -> (egui::Response, bool) {
    let c = theme::of(ui);
    let spot = rect.intersect(clip);
    let button = Rect::from_min_max(pos2(rect.right() - SORT, rect.top()), rect.max).intersect(clip);
    let response = ui.interact(spot, ui.id().with(("heading", key)), Sense::CLICK);
    name(&response, WidgetType::Button, &words::heading(label));
    let sorter = ui.interact(button, ui.id().with(("sort", key)), Sense::CLICK);
    name(&sorter, WidgetType::Button, &words::sort(label));
    let painter = ui.painter().with_clip_rect(clip);
    painter.rect_filled(rect, 0.0, if response.hovered() { c.button_hover } else { c.button });
    painter.line_segment([rect.right_top(), rect.right_bottom()], Stroke::new(1.0, c.line));
    let space = Rect::from_min_max(rect.min + vec2(6.0, 0.0), pos2(rect.right() - SORT, rect.bottom()));
    text(&painter, ui, space, label, c.strong, false);
    let sorted = matrix.sort.as_ref().filter(|(k, _)| k == key).map(|(_, falling)| *falling);
    let colour = if sorted.is_some() {
        c.accent
    } else if sorter.hovered() {
        c.strong
    } else {
        c.weak.gamma_multiply(0.6)
    };
    arrow(&painter, pos2(rect.right() - SORT / 2.0, rect.center().y), sorted == Some(true), colour);
    let clicked = sorter.clicked();
    sorter.on_hover_text(words::SORT_HELP);
    (response, clicked)
}

fn arrow(painter: &egui::Painter, at: Pos2, down: bool, colour: Color32) {
    let y = if down { 3.0 } else { -3.0 };
    let points = vec![at + vec2(0.0, y), at + vec2(4.0, -y), at + vec2(-4.0, -y)];
    painter.add(egui::Shape::convex_polygon(points, colour, Stroke::NONE));
}

impl Matrix {
    fn sort_next(&mut self, ui: &egui::Ui, key: &str) {
        self.next_sort(key);
        ui.memory_mut(|m| m.request_focus(grid_id(self.half)));
    }

    fn next_sort(&mut self, key: &str) {
        self.sort = match &self.sort {
            Some((present, false)) if present == key => Some((key.to_owned(), true)),
            Some((present, true)) if present == key => None,
            _ => Some((key.to_owned(), false)),
        };
    }
}

/// The editor over the cursor's cell.
fn editor(ui: &mut egui::Ui, doc: &Doc, matrix: &mut Matrix, layout: &Layout, out: &mut Vec<Intent>) {
    let Some(editing) = matrix.editing.clone() else { return };
    let rect = layout.cell(matrix, matrix.cursor);
    let (Some(column), Some(object)) =
        (matrix.table.columns.get(matrix.cursor.column), matrix.table.object(matrix.cursor.row))
    else {
        matrix.editing = None;
        return;
    };
    let label = words::edit(&column.label(), &object.name);
    if editing.popup {
        return popup(ui, doc, matrix, rect, &label, out);
    }
    let id = ui.id().with("editor");
    let mut text = editing.text.clone();
    let room = rect.expand2(vec2(0.0, 1.0));
    let room = Rect::from_min_size(room.min, vec2(room.width().max(110.0), room.height()));
    let mut child = ui.new_child(UiBuilder::new().max_rect(room));
    child.set_clip_rect(layout.cells.intersect(ui.clip_rect()).expand2(vec2(0.0, 1.0)));
    match number::cell(&mut child, id, &label, &mut text, editing.fresh, editing.whole) {
        number::Cell::Typing => {
            if let Some(editing) = &mut matrix.editing {
                editing.text = text;
                editing.fresh = false;
            }
        }
        number::Cell::GivenUp => {
            matrix.editing = None;
            ui.memory_mut(|m| m.request_focus(grid_id(matrix.half)));
        }
        number::Cell::Done { entered } => {
            matrix.editing = None;
            out.extend(matrix.typed(doc, &text));
            if entered {
                if matrix.count() == 1 {
                    let row = (matrix.cursor.row + 1).min(matrix.table.len().saturating_sub(1));
                    matrix.put(Place { row, ..matrix.cursor }, false);
                    matrix.follow = true;
                }
                ui.memory_mut(|m| m.request_focus(grid_id(matrix.half)));
            }
        }
    }
}

/// The inspector's own editor for what is no plain text, over the cell.
fn popup(ui: &mut egui::Ui, doc: &Doc, matrix: &mut Matrix, rect: Rect, label: &str, out: &mut Vec<Intent>) {
    let cells = matrix.fill_like_cursor(doc, &crate::window::change::Change::Bit(0, false));
    let part = matrix.table.columns.get(matrix.cursor.column).map_or("", |c| c.part);
    let nodes: Vec<_> = cells.iter().map(|c| (c.node, c.field)).collect();
    let Some(mut row) = sheet::folded(doc, part, &nodes) else {
        matrix.editing = None;
        return;
    };
    label.clone_into(&mut row.label);
    let fresh = matrix.editing.as_ref().is_some_and(|e| e.fresh);
    super::keys::popup_is_open(ui.ctx());
    let area = egui::Area::new(ui.id().with("popup"))
        .order(egui::Order::Foreground)
        .fixed_pos(rect.left_top() - vec2(6.0, 6.0))
        .constrain(true);
    let shown = area.show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_width(rect.width().max(240.0));
            ui.label(RichText::new(label).color(theme::of(ui).weak).small());
            ui.add_enabled_ui(row.locked.is_none(), |ui| fields::show(ui, &row, out)).inner
        })
    });
    if let Some(editing) = &mut matrix.editing {
        editing.fresh = false;
    }
    if let Some(change) = shown.inner.inner {
        let cells = matrix.fill_like_cursor(doc, &change);
        let title = texts::sentence(&row.field.label_text());
        out.push(Intent::Matrix(Act::Write(words::set_name(&title, 1, cells.len()), cells)));
    }
    // A list that is open belongs to it, though it lies elsewhere.
    let open = egui::Popup::is_any_open(ui.ctx());
    let escape = !open && ui.input(|i| i.key_pressed(egui::Key::Escape));
    if escape || !fresh && !open && shown.response.clicked_elsewhere() {
        matrix.editing = None;
        if escape {
            ui.memory_mut(|m| m.request_focus(grid_id(matrix.half)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_goes_up_down_and_back_to_the_tree() {
        let mut matrix = Matrix::default();
        let mut seen = Vec::new();
        for key in ["x", "x", "x", "y", "x"] {
            matrix.next_sort(key);
            seen.push(matrix.sort.clone());
        }
        let sort = |key: &str, falling| Some((key.to_owned(), falling));
        assert_eq!(seen, [sort("x", false), sort("x", true), None, sort("y", false), sort("x", false)]);
    }
}
