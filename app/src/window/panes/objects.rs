//! The tree of levels, kinds and objects.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Sense, TextStyle, WidgetType, vec2};
use levelwright_model::document::{LevelId, NodeId, ObjectId, Objects};

use super::tree_keys::{self, Cursor, tree_id};
use super::{Cache, Caches, empty, name};
use crate::window::doc::{Doc, StateKey};
use crate::window::filter::Filtered;
use crate::window::halves::Half;
use crate::window::intent::{How, Intent};
use crate::window::query_field::{self, Ask};
use crate::window::{icons, texts, theme};

/// Names a row of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowKey {
    /// A level.
    Level(LevelId),
    /// All objects of a kind.
    Kind(LevelId, &'static str),
    /// An object.
    Object(NodeId),
}

/// A row of the tree.
#[derive(Clone, Debug)]
pub struct Row {
    /// Which.
    pub key: RowKey,
    /// How far it is moved in.
    pub depth: u8,
    /// Its text.
    pub label: String,
    /// Its icon.
    pub icon: &'static str,
    /// How many objects are below it.
    pub count: Option<usize>,
    /// Whether it is open; `None` if there is nothing below it.
    pub open: Option<bool>,
    /// The object.
    pub object: Option<ObjectId>,
    /// Whether it is hidden.
    pub hidden: bool,
    /// Whether it is locked.
    pub locked: bool,
}

impl Row {
    /// Whether it can be hidden and locked: levels cannot.
    fn has_marks(&self) -> bool {
        self.object.is_some() || matches!(self.key, RowKey::Kind(..))
    }
}

/// The rows of the tree.
#[derive(Debug, Default)]
pub struct Tree {
    /// In order.
    pub rows: Vec<Row>,
    /// How many objects match the filter in the shown level.
    pub matches: usize,
    /// How many there are.
    pub all: usize,
}

/// Cached by state, level, filter and what is open.
pub type TreeCache = Cache<(StateKey, LevelId, u64, String, u64), Tree>;

/// The rows for a document as it stands.
pub fn data(doc: &Doc, filtered: &Filtered) -> Tree {
    let source = doc.file.document.source();
    let mut tree = Tree::default();
    for level in doc.file.document.state().ids() {
        let key = RowKey::Level(level);
        let shown = level == doc.level && doc.state().level(level).is_some();
        let open = doc.expanded.contains(&key) && shown;
        let objects = if shown { doc.objects(level) } else { Default::default() };
        tree.rows.push(Row {
            key,
            depth: 0,
            label: source.name(level),
            icon: "level",
            count: shown.then(|| objects.all().len()),
            open: Some(open),
            object: None,
            hidden: false,
            locked: false,
        });
        if shown {
            tree.all = objects.all().len();
        }
        if open {
            level_rows(doc, level, &objects, filtered, &mut tree);
        }
    }
    tree
}

fn level_rows(doc: &Doc, level: LevelId, objects: &Objects, filtered: &Filtered, tree: &mut Tree) {
    let filtering = filtered.passes.is_some();
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut kinds: Vec<(&'static str, &'static str, &'static str, Vec<u32>)> = Vec::new();
    // Whether an object or something below it matches; parents stand before their children or after.
    let mut wanted: BTreeSet<u32> = BTreeSet::new();
    for (at, object) in (0u32..).zip(objects.all()) {
        if filtering && filtered.passes(at) {
            tree.matches += 1;
            let mut up = Some(at);
            // A broken parent could point in a ring; a seen one ends the walk.
            while let Some(a) = up.filter(|a| wanted.insert(*a)) {
                up = objects.get(a).and_then(|o| o.parent);
            }
        }
        match object.parent {
            Some(parent) if parent != at => children.entry(parent).or_default().push(at),
            _ => match kinds.iter_mut().find(|(key, ..)| *key == object.kind.key) {
                Some((.., list)) => list.push(at),
                None => kinds.push((object.kind.key, object.kind.plural, object.kind.icon, vec![at])),
            },
        }
    }
    if !filtering {
        tree.matches = objects.all().len();
    }
    for (kind, plural, icon, list) in kinds {
        let list: Vec<u32> = list.into_iter().filter(|at| !filtering || wanted.contains(at)).collect();
        if list.is_empty() {
            continue;
        }
        let key = RowKey::Kind(level, kind);
        let open = filtering || doc.expanded.contains(&key);
        // A kind is hidden when all of it is.
        let all_in = |set: &BTreeSet<NodeId>| {
            let mut nodes = list.iter().filter_map(|at| objects.get(*at)).map(|o| o.id.node);
            !set.is_empty() && nodes.all(|node| set.contains(&node))
        };
        let (hidden, locked) = (all_in(&doc.hidden), all_in(&doc.locked));
        tree.rows.push(Row {
            key,
            depth: 1,
            label: plural.to_owned(),
            icon,
            count: Some(list.len()),
            open: Some(open),
            object: None,
            hidden,
            locked,
        });
        if open {
            for at in list {
                object_row(doc, objects, &children, at, 2, filtering.then_some(&wanted), tree);
            }
        }
    }
}

fn object_row(
    doc: &Doc,
    objects: &Objects,
    children: &BTreeMap<u32, Vec<u32>>,
    at: u32,
    depth: u8,
    wanted: Option<&BTreeSet<u32>>,
    tree: &mut Tree,
) {
    // Deeper than any game nests; a ring of parents ends here.
    if depth > 12 {
        return;
    }
    let Some(object) = objects.get(at) else { return };
    let below: Vec<u32> = children
        .get(&at)
        .map(|list| list.iter().copied().filter(|c| wanted.is_none_or(|w| w.contains(c))).collect())
        .unwrap_or_default();
    let key = RowKey::Object(object.id.node);
    let open = wanted.is_some() || doc.expanded.contains(&key);
    tree.rows.push(Row {
        key,
        depth,
        label: object.name.clone(),
        icon: object.kind.icon,
        count: None,
        open: (!below.is_empty()).then_some(open),
        object: Some(object.id),
        hidden: doc.hidden.contains(&object.id.node),
        locked: doc.locked.contains(&object.id.node),
    });
    if open {
        for child in below {
            object_row(doc, objects, children, child, depth + 1, wanted, tree);
        }
    }
}

/// Whether `text` holds `needle`, which is in lower case already. Names are mostly ASCII, which needs
/// no copy.
pub fn contains(text: &str, needle: &str) -> bool {
    if needle.is_empty() {
        return true;
    }
    if text.is_ascii() {
        let (text, needle) = (text.as_bytes(), needle.as_bytes());
        return text.len() >= needle.len() && text.windows(needle.len()).any(|w| w.eq_ignore_ascii_case(needle));
    }
    text.to_lowercase().contains(needle)
}

/// Where the filter's text field is, for the command that goes there.
pub fn filter_id(half: Half) -> egui::Id {
    egui::Id::new(("objects filter", half))
}

/// Draws the tree.
pub fn show(ui: &mut egui::Ui, doc: &Doc, caches: &mut Caches, out: &mut Vec<Intent>) {
    let filtered = caches.filtered(doc);
    let key = (doc.key(), doc.level, doc.marks, doc.filter.clone(), filtered.stamp);
    let tree = caches.tree.get(key, || data(doc, &filtered));
    let cursor = &mut caches.cursor;
    filter_bar(ui, doc, &tree, &filtered, out);
    if tree.rows.is_empty() {
        empty(ui, texts::NO_OBJECTS, "");
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let moved = keyboard(ui, doc.half, &tree, cursor, out);
    let height = ui.available_height();
    let mut area = egui::ScrollArea::vertical().id_salt(TREE).auto_shrink([false, false]);
    let offset = egui::scroll_area::State::load(ui.ctx(), ui.make_persistent_id(egui::IdSalt::new(TREE)));
    let offset = offset.map_or(0.0, |state| state.offset.y);
    let seen = |at: usize| {
        let top = at as f32 * theme::ROW;
        top >= offset && top + theme::ROW <= offset + height
    };
    if let Some(at) = doc.reveal.and_then(|id| tree.rows.iter().position(|r| r.object == Some(id))) {
        if let Some(row) = tree.rows.get(at) {
            cursor.put(row.key);
        }
        // Rows have one height, so the middle of the pane is easily found.
        if !seen(at) {
            area = area.vertical_scroll_offset((at as f32 * theme::ROW - height * 0.4).max(0.0));
        }
    } else if moved && !seen(cursor.at(&tree)) {
        let top = cursor.at(&tree) as f32 * theme::ROW;
        area = area.vertical_scroll_offset(offset.clamp((top + theme::ROW - height).max(0.0), top));
    }
    let here = ui.memory(|m| m.has_focus(tree_id(doc.half))).then(|| cursor.at(&tree));
    area.show_rows(ui, theme::ROW, tree.rows.len(), |ui, range| {
        for at in range {
            if let Some(row) = tree.rows.get(at) {
                show_row(ui, doc, &tree, at, row, here == Some(at), cursor, out);
            }
        }
        if tree.matches == 0 && !doc.filter.trim().is_empty() {
            empty(ui, texts::NOTHING_FOUND, "");
        }
    });
}

fn filter_bar(ui: &mut egui::Ui, doc: &Doc, tree: &Tree, filtered: &Filtered, out: &mut Vec<Intent>) {
    ui.horizontal(|ui| {
        let mut text = doc.filter.clone();
        let clear_width = if text.is_empty() { 0.0 } else { 28.0 };
        let ask = Ask {
            id: filter_id(doc.half),
            name: texts::FILTER,
            hint: texts::FILTER_HINT,
            width: ui.available_width() - clear_width,
            words: doc.file.document.game().into(),
            error: filtered.error.as_ref(),
        };
        let response = query_field::show(ui, &ask, &mut text);
        let escape = response.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Escape));
        let mut clear = escape && !text.is_empty();
        if !text.is_empty() {
            let button = ui.add(egui::Button::new("✖").frame(false)).on_hover_text(texts::CLEAR_FILTER);
            name(&button, WidgetType::Button, texts::CLEAR_FILTER);
            clear |= button.clicked();
        }
        if clear {
            text.clear();
        }
        if text != doc.filter {
            out.push(Intent::Filter(text));
        }
    });
    query_field::trouble(ui, filtered.error.as_ref(), &filtered.warnings);
    let weak = theme::of(ui).weak;
    let counts = if doc.filter.trim().is_empty() {
        texts::count(tree.all, "object", "objects")
    } else {
        format!("{} of {}", texts::grouped(tree.matches), texts::count(tree.all, "object", "objects"))
    };
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new(counts).color(weak).small());
        if !doc.selection.is_empty() {
            let text = format!("{} selected", texts::grouped(doc.selection.len()));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.label(egui::RichText::new(text).color(weak).small());
            });
        }
    });
}

/// Names the tree's scroll area.
const TREE: &str = "tree";

/// The tree as one control: takes the focus and what is typed. Whether the cursor moved.
fn keyboard(ui: &mut egui::Ui, half: Half, tree: &Tree, cursor: &mut Cursor, out: &mut Vec<Intent>) -> bool {
    let place = egui::Rect::from_min_size(ui.next_widget_position(), vec2(ui.available_width(), theme::ROW));
    // Behind the rows: it takes no clicks, only the focus.
    let response = ui.interact(place, tree_id(half), Sense::focusable_noninteractive());
    let row = tree.rows.get(cursor.at(tree)).map_or("", |row| row.label.as_str());
    name(&response, WidgetType::Other, &texts::tree(row));
    if !response.has_focus() {
        return false;
    }
    ui.memory_mut(|m| {
        let filter = egui::EventFilter { tab: false, escape: false, horizontal_arrows: true, vertical_arrows: true };
        m.set_focus_lock_filter(tree_id(half), filter);
    });
    let page = (ui.available_height() / theme::ROW) as usize;
    cursor.listen(ui.ctx(), tree, page.saturating_sub(1), out)
}

#[expect(clippy::too_many_arguments, reason = "one row, with all it may depend on")]
fn show_row(
    ui: &mut egui::Ui,
    doc: &Doc,
    tree: &Tree,
    at: usize,
    row: &Row,
    here: bool,
    cursor: &mut Cursor,
    out: &mut Vec<Intent>,
) {
    let c = theme::of(ui);
    // Clicks only: the focus is the tree's.
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), Sense::CLICK);
    let selected = row.object.is_some_and(|id| doc.selection.holds(id));
    let enabled = ui.is_enabled();
    let title = match row.count {
        Some(count) => format!("{}, {count}", row.label),
        None => row.label.clone(),
    };
    response.widget_info(|| egui::WidgetInfo::selected(WidgetType::SelectableLabel, enabled, selected, &title));
    // Also while the pointer is on one of its marks, which lie over it.
    let hovered = ui.rect_contains_pointer(rect) || here;
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        if selected {
            painter.rect_filled(rect, 3.0, c.selected);
        } else if hovered {
            painter.rect_filled(rect, 3.0, c.bar);
        }
        if here {
            painter.rect_stroke(rect, 3.0, egui::Stroke::new(1.0, c.accent), egui::StrokeKind::Inside);
        }
        let dim = row.hidden || row.locked;
        let colour = if dim {
            c.weak
        } else if selected {
            c.strong
        } else {
            c.text
        };
        let mut x = rect.left() + 4.0 + f32::from(row.depth) * theme::INDENT;
        if let Some(open) = row.open {
            triangle(painter, egui::pos2(x + 5.0, rect.center().y), open, c.weak);
        }
        x += 14.0;
        let side = theme::ICON;
        let spot = egui::Rect::from_min_size(egui::pos2(x, rect.center().y - side / 2.0), egui::Vec2::splat(side));
        icons::paint(ui, row.icon, spot, if row.object.is_some() { c.weak } else { colour });
        x += side + 6.0;
        let font = TextStyle::Body.resolve(ui.style());
        let mut right = rect.right() - 4.0;
        if row.has_marks() && (hovered || dim) {
            right -= 2.0 * 20.0;
        }
        if let Some(count) = row.count {
            let small = TextStyle::Small.resolve(ui.style());
            let drawn = ui.painter().text(
                egui::pos2(right, rect.center().y),
                egui::Align2::RIGHT_CENTER,
                texts::grouped(count),
                small,
                c.weak,
            );
            right = drawn.left() - 6.0;
        }
        let mut job = egui::text::LayoutJob::simple_singleline(row.label.clone(), font, colour);
        job.wrap = egui::text::TextWrapping::truncate_at_width((right - x).max(10.0));
        let galley = ui.painter().layout_job(job);
        let top = rect.center().y - galley.size().y / 2.0;
        ui.painter().galley(egui::pos2(x, top), galley, colour);
    }
    if row.has_marks() && (hovered || row.hidden || row.locked) {
        row_marks(ui, doc, rect, row, out);
    }
    act(ui, doc, tree, at, row, rect, &response, cursor, out);
    if response.clicked() {
        response.ctx.memory_mut(|m| m.request_focus(tree_id(doc.half)));
        if ui.input(|i| i.modifiers.shift) {
            cursor.row = Some(row.key);
        } else {
            cursor.put(row.key);
        }
    }
}

/// The mark of a row that opens and closes.
pub fn triangle(painter: &egui::Painter, at: egui::Pos2, open: bool, colour: egui::Color32) {
    let points = if open {
        vec![at + vec2(-4.0, -2.0), at + vec2(4.0, -2.0), at + vec2(0.0, 3.0)]
    } else {
        vec![at + vec2(-2.0, -4.0), at + vec2(3.0, 0.0), at + vec2(-2.0, 4.0)]
    };
    painter.add(egui::Shape::convex_polygon(points, colour, egui::Stroke::NONE));
}

/// The eye and the lock at the end of an object's row.
/// The eye and the lock of a row: of one object, or of all objects of a kind.
fn row_marks(ui: &mut egui::Ui, doc: &Doc, rect: egui::Rect, row: &Row, out: &mut Vec<Intent>) {
    let nodes = || match (row.object, row.key) {
        (Some(id), _) => vec![id.node],
        (None, RowKey::Kind(level, kind)) => {
            doc.objects(level).all().iter().filter(|o| o.kind.key == kind).map(|o| o.id.node).collect()
        }
        (None, _) => Vec::new(),
    };
    let c = theme::of(ui);
    let marks = [
        ("lock", row.locked, if row.locked { "Unlock" } else { "Lock" }),
        (if row.hidden { "hidden" } else { "visible" }, row.hidden, if row.hidden { "Show" } else { "Hide" }),
    ];
    for (at, (icon, on, verb)) in (0u8..).zip(marks) {
        let centre = egui::pos2(rect.right() - 12.0 - 20.0 * f32::from(at), rect.center().y);
        let spot = egui::Rect::from_center_size(centre, egui::Vec2::splat(18.0));
        let response = ui.interact(spot, ui.id().with(("mark", row.key, at)), Sense::click()).on_hover_text(verb);
        name(&response, WidgetType::Button, &format!("{verb} {}", row.label));
        let colour = if response.hovered() || on { c.strong } else { c.weak };
        icons::paint(ui, icon, spot.shrink(2.0), colour);
        if response.clicked() {
            out.push(if at == 0 { Intent::Lock(nodes(), !on) } else { Intent::Hide(nodes(), !on) });
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "one row's click, with all it may depend on")]
fn act(
    ui: &egui::Ui,
    doc: &Doc,
    tree: &Tree,
    at: usize,
    row: &Row,
    rect: egui::Rect,
    response: &egui::Response,
    cursor: &Cursor,
    out: &mut Vec<Intent>,
) {
    let arrow_end = rect.left() + 18.0 + f32::from(row.depth) * theme::INDENT;
    if response.double_clicked() && row.object.is_some() {
        out.push(Intent::Command(crate::window::commands::Command::Focus));
        return;
    }
    if !response.clicked() {
        return;
    }
    let on_arrow = response.interact_pointer_pos().is_some_and(|p| p.x < arrow_end);
    match (row.key, row.object, row.open) {
        (_, Some(_), Some(open)) if on_arrow => out.push(Intent::Expand(row.key, !open)),
        (_, Some(id), _) => {
            let modifiers = ui.input(|i| i.modifiers);
            if modifiers.shift
                && let Some(from) = cursor.anchor.and_then(|key| tree.rows.iter().position(|r| r.key == key))
            {
                let how = if modifiers.command { How::Add } else { How::Replace };
                out.push(Intent::Select(tree_keys::range(tree, from, at), how));
            } else {
                out.push(Intent::Select(vec![id], if modifiers.command { How::Toggle } else { How::Replace }));
            }
        }
        (RowKey::Level(level), None, open) if level != doc.level => {
            out.push(Intent::Level(level));
            if open == Some(false) {
                out.push(Intent::Expand(row.key, true));
            }
        }
        (key, None, Some(open)) => out.push(Intent::Expand(key, !open)),
        (_, None, None) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::contains;

    #[test]
    fn the_filter_ignores_case() {
        assert!(contains("Fighter 12", "fight"));
        assert!(contains("Fighter 12", ""));
        assert!(contains("Größe", "größe"));
        assert!(!contains("Door", "doors"));
    }
}
