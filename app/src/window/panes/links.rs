//! Who refers to whom: what the selected thing refers to, what refers to it, and the way along.

use std::sync::Arc;

use egui::{Key, RichText, Sense, TextStyle, WidgetType, vec2};
use levelwright_model::document::{LevelId, ObjectId};
use levelwright_model::links::{End, Line, LinkIndex, Linked};

use super::{Cache, empty, name};
use crate::window::doc::{Doc, StateKey};
use crate::window::intent::Intent;
use crate::window::texts::links as texts;
use crate::window::{icons, theme};

/// Somewhere on a way along references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// An object.
    Object(ObjectId),
    /// A tag of a level.
    Tag(LevelId, &'static str, i128),
    /// A level, by its number in the game.
    Level(i128),
}

/// A reference as it is shown.
#[derive(Clone, Debug)]
pub struct Item {
    /// The icon of what stands at the other end.
    pub icon: &'static str,
    /// What stands there.
    pub text: String,
    /// The field that holds the number.
    pub field: String,
    /// Where a click goes.
    pub spot: Option<Spot>,
    /// The line of a script that one of its ends is.
    pub script: Option<levelwright_model::scripting::Spot>,
    /// Whether it leads nowhere.
    pub broken: bool,
    /// Whether the game derives it, so that it matters less.
    pub derived: bool,
}

/// Both directions from one spot.
#[derive(Debug, Default)]
pub struct Ends {
    /// What it is called.
    pub title: String,
    /// What it refers to.
    pub to: Vec<Item>,
    /// What refers to it.
    pub by: Vec<Item>,
}

/// The links of the shown level and where the person stands in them.
#[derive(Debug, Default)]
pub struct LinksCache {
    index: Cache<(LevelId, Vec<u64>), LinkIndex>,
    /// Of the pane.
    ends: Cache<(StateKey, LevelId, Spot), Ends>,
    /// Of the inspector.
    of_selected: Cache<(StateKey, LevelId, Spot), Ends>,
    trail: Vec<Spot>,
    /// What was selected when the trail was last looked at.
    selected: Option<ObjectId>,
    cursor: Cursor,
}

/// Where the keys are: a column and a row of it.
#[derive(Clone, Copy, Debug, Default)]
struct Cursor {
    /// The column of what is referred to, not of what refers.
    to: bool,
    row: usize,
    /// Whether the list should scroll there.
    moved: bool,
}

impl LinksCache {
    /// The links of the shown level.
    pub fn index(&mut self, doc: &Doc) -> Arc<LinkIndex> {
        let game = doc.file.document.game();
        let Some(level) = doc.state().level(doc.level) else { return Arc::default() };
        self.index.get((doc.level, LinkIndex::stamps(game, level)), || LinkIndex::with(game, level))
    }

    /// Both directions from the one object that is selected.
    pub fn of_selected(&mut self, doc: &Doc) -> Option<Arc<Ends>> {
        let id = doc.selection.last().filter(|_| doc.selection.len() == 1)?;
        let index = self.index(doc);
        let spot = Spot::Object(id);
        Some(self.of_selected.get((doc.key(), doc.level, spot.clone()), || ends(doc, &index, &spot)))
    }

    /// Follows the selection; a walk that led to what is selected goes on.
    fn follow(&mut self, doc: &Doc) {
        let selected = doc.selection.last();
        if selected == self.selected {
            return;
        }
        self.selected = selected;
        let here = self.trail.last();
        if here != selected.map(Spot::Object).as_ref() {
            self.trail = selected.map(Spot::Object).into_iter().collect();
            self.cursor = Cursor { to: true, ..Cursor::default() };
        }
    }

    /// Goes a step on, or back to a spot that the trail has already.
    fn walk(&mut self, spot: Spot, out: &mut Vec<Intent>) {
        match self.trail.iter().position(|s| *s == spot) {
            Some(at) => self.trail.truncate(at + 1),
            None => self.trail.push(spot.clone()),
        }
        self.cursor.row = 0;
        self.cursor.moved = true;
        if let Spot::Object(id) = spot {
            out.push(Intent::GoTo(id));
        }
    }
}

/// Both directions from a spot, in words.
pub fn ends(doc: &Doc, index: &LinkIndex, spot: &Spot) -> Ends {
    let Some(level) = doc.state().level(doc.level) else { return Ends::default() };
    let objects = doc.objects(doc.level);
    let linked = Linked { level, objects: &objects, index };
    let items = |lines: Vec<Line>, forward: bool| lines.iter().map(|l| item(doc, &linked, l, forward)).collect();
    match spot {
        Spot::Object(id) => match objects.by_id(*id) {
            Some(object) => Ends {
                title: object.name.clone(),
                to: items(linked.refers_to(object), true),
                by: items(linked.referred_by(object), false),
            },
            None => Ends { title: texts::GONE.to_owned(), ..Ends::default() },
        },
        Spot::Tag(_, tag, number) => {
            let (naming, called) = linked.tag(tag, *number);
            Ends { title: texts::tag(tag, *number), to: items(called, false), by: items(naming, false) }
        }
        Spot::Level(number) => {
            let mut by = Vec::new();
            let document = &doc.file.document;
            for id in document.state().ids() {
                // Only levels that were looked at are decoded.
                let Some(level) = document.state().level(id) else { continue };
                let (objects, index) = (document.objects(id), LinkIndex::of(level));
                let linked = Linked { level, objects: &objects, index: &index };
                by.extend(linked.exits(*number).iter().map(|line| {
                    let mut item = item(doc, &linked, line, false);
                    item.text = format!("{} · {}", document.source().name(id), item.text);
                    item
                }));
            }
            Ends { title: level_name(doc, *number), to: Vec::new(), by }
        }
    }
}

fn level_name(doc: &Doc, number: i128) -> String {
    let source = doc.file.document.source();
    let found = doc.file.document.state().ids().find(|id| i128::from(source.game_index(*id)) == number);
    found.map_or_else(|| texts::level(number), |id| format!("{} {}", texts::level(number), source.name(id)))
}

pub(super) fn item(doc: &Doc, linked: &Linked<'_>, line: &Line, forward: bool) -> Item {
    let mut field = crate::window::texts::sentence(&line.field.label_text());
    if let Some(element) = line.element {
        field = format!("{field} {element}");
    }
    if let Some(line) = line.line {
        field = format!("{field}, {} {line}", texts::LINE);
    }
    if line.implied && line.line.is_none() && !line.field.is_link() {
        field = texts::by_flags(&field);
    }
    let record = linked.level.record(line.holder.number);
    // A field of a list in the object says which entry holds it; the object's own record needs no such words.
    let nested = record.filter(|r| {
        let number = r.id().number;
        let own =
            linked.objects.of_node(number).is_some_and(|o| o.parts.first().is_some_and(|p| p.node.number == number));
        !own && linked.level.parent(number).is_some_and(|p| linked.level.record(p).is_some())
    });
    if let Some(record) = nested.filter(|_| forward || !line.implied) {
        field = format!("{} {} · {field}", record.schema().label, record.position());
    }
    let (icon, text, spot) = words(doc, linked, line.end);
    let end = match line.end {
        End::Object(id) => Some(id.node),
        _ => None,
    };
    let script = crate::window::scripts::spot_of(doc, [end, Some(line.holder)], line.line);
    Item { icon, text, field, spot, script, broken: line.is_broken(), derived: line.field.derived }
}

/// Icon and name of an end, and where a click on it goes.
pub(super) fn words(doc: &Doc, linked: &Linked<'_>, end: End) -> (&'static str, String, Option<Spot>) {
    match end {
        End::Object(id) => {
            let of = |o: &levelwright_model::document::Object| (o.kind.icon, o.name.clone());
            let (icon, text) = linked.objects.by_id(id).map_or_else(|| ("unknown", String::new()), of);
            (icon, text, Some(Spot::Object(id)))
        }
        End::Record(node) => {
            let words = |r: levelwright_model::document::Record<'_>| format!("{} {}", r.schema().label, r.position());
            // A part of something is found where that is.
            let owner = linked.objects.owner(linked.level, node.number);
            let icon = owner.map_or("point", |o| o.kind.icon);
            let text = linked.level.record(node.number).map(words).unwrap_or_default();
            (icon, text, owner.map(|o| Spot::Object(o.id)))
        }
        End::Tag(tag, number) => ("several", texts::tag(tag, number), Some(Spot::Tag(linked.level.id(), tag, number))),
        End::Level(number) => ("level", level_name(doc, number), Some(Spot::Level(number))),
        End::Outside(sort, number) => {
            let name = doc.file.document.game().name_outside(linked.level, sort, number);
            let name = name.map(|name| format!(": {name}")).unwrap_or_default();
            ("unknown", format!("{} {number}{name}", crate::window::texts::sentence(sort)), None)
        }
        End::Missing(key, number) => ("unknown", texts::missing(key, number), None),
    }
}

/// Where the focus of the pane is.
pub fn list_id() -> egui::Id {
    egui::Id::new("links list")
}

/// Draws the pane.
pub fn show(ui: &mut egui::Ui, doc: &Doc, cache: &mut LinksCache, out: &mut Vec<Intent>) {
    cache.follow(doc);
    let Some(spot) = cache.trail.last().cloned() else {
        empty(ui, texts::NOTHING, texts::HINT);
        return;
    };
    let index = cache.index(doc);
    let ends = cache.ends.get((doc.key(), doc.level, spot.clone()), || ends(doc, &index, &spot));
    trail(ui, doc, cache, &ends, out);
    ui.separator();
    keys(ui, cache, &ends, out);
    let focused = ui.memory(|m| m.has_focus(list_id()));
    let moved = std::mem::take(&mut cache.cursor.moved);
    let mut walked = None;
    ui.columns(2, |columns| {
        let sides = [(false, texts::BY, &ends.by), (true, texts::TO, &ends.to)];
        for (ui, (to, title, items)) in columns.iter_mut().zip(sides) {
            let cursor = (focused && cache.cursor.to == to).then_some(cache.cursor.row);
            let title = format!("{title} ({})", items.len());
            ui.label(RichText::new(title).strong());
            if let Some(at) = column(ui, to, items, cursor, moved) {
                walked = Some((to, at));
            }
        }
    });
    if let Some((to, at)) = walked {
        cache.cursor = Cursor { to, row: at, moved: false };
        let items = if to { &ends.to } else { &ends.by };
        if let Some(item) = items.get(at) {
            ui.memory_mut(|m| m.request_focus(list_id()));
            follow(cache, item, out);
        }
    }
}

/// The way so far; a click goes back.
fn trail(ui: &mut egui::Ui, doc: &Doc, cache: &mut LinksCache, ends: &Ends, out: &mut Vec<Intent>) {
    let c = theme::of(ui);
    let mut back = None;
    ui.horizontal_wrapped(|ui| {
        let last = cache.trail.len().saturating_sub(1);
        for (at, spot) in cache.trail.iter().enumerate() {
            if at == last {
                ui.label(RichText::new(&ends.title).strong().color(c.strong));
                continue;
            }
            let title = match spot {
                Spot::Object(id) => doc.object(*id, |o| o.name.clone()).unwrap_or_else(|| texts::GONE.to_owned()),
                Spot::Tag(_, tag, number) => texts::tag(tag, *number),
                Spot::Level(number) => level_name(doc, *number),
            };
            let button = ui.small_button(&title).on_hover_text(texts::BACK_HELP);
            name(&button, WidgetType::Button, &texts::back_to(&title));
            if button.clicked() {
                back = Some(spot.clone());
            }
            ui.label(RichText::new("›").color(c.weak));
        }
    });
    if let Some(spot) = back {
        cache.walk(spot, out);
    }
}

/// The pane as one control: takes the focus and the arrow keys.
fn keys(ui: &mut egui::Ui, cache: &mut LinksCache, ends: &Ends, out: &mut Vec<Intent>) {
    let place = egui::Rect::from_min_size(ui.next_widget_position(), vec2(ui.available_width(), theme::ROW));
    let response = ui.interact(place, list_id(), Sense::focusable_noninteractive());
    let cursor = &mut cache.cursor;
    let items = |to: bool| if to { &ends.to } else { &ends.by };
    let here = items(cursor.to).get(cursor.row).map_or("", |item| item.text.as_str());
    name(&response, WidgetType::Other, &texts::list(&ends.title, here));
    if !response.has_focus() {
        return;
    }
    ui.memory_mut(|m| {
        let filter = egui::EventFilter { tab: false, escape: false, horizontal_arrows: true, vertical_arrows: true };
        m.set_focus_lock_filter(list_id(), filter);
    });
    let pressed = |key: Key| ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key));
    let before = (cursor.to, cursor.row);
    let last = items(cursor.to).len().saturating_sub(1);
    if pressed(Key::ArrowDown) {
        cursor.row = (cursor.row + 1).min(last);
    }
    if pressed(Key::ArrowUp) {
        cursor.row = cursor.row.min(last).saturating_sub(1);
    }
    for (key, to) in [(Key::ArrowLeft, false), (Key::ArrowRight, true)] {
        if pressed(key) && cursor.to != to {
            cursor.to = to;
            cursor.row = cursor.row.min(items(to).len().saturating_sub(1));
        }
    }
    cursor.moved |= before != (cursor.to, cursor.row);
    if pressed(Key::Enter) {
        if let Some(item) = items(cursor.to).get(cursor.row) {
            follow(cache, item, out);
        }
    } else if pressed(Key::Backspace)
        && let Some(spot) = cache.trail.len().checked_sub(2).and_then(|at| cache.trail.get(at).cloned())
    {
        cache.walk(spot, out);
    }
}

/// Goes where a reference leads; to a script at its line.
fn follow(cache: &mut LinksCache, item: &Item, out: &mut Vec<Intent>) {
    if let Some(spot) = item.spot.clone() {
        cache.walk(spot, out);
    }
    out.extend(item.script.map(|spot| Intent::Script(crate::window::scripts::Act::Show(spot))));
}

/// One direction; answers the row that was clicked.
fn column(ui: &mut egui::Ui, to: bool, items: &[Item], cursor: Option<usize>, moved: bool) -> Option<usize> {
    if items.is_empty() {
        ui.label(RichText::new(if to { texts::NONE_TO } else { texts::NONE_BY }).color(theme::of(ui).weak));
        return None;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut clicked = None;
    let height = ui.available_height();
    let mut area = egui::ScrollArea::vertical().id_salt(("links", to)).auto_shrink([false, false]);
    if let Some(at) = cursor.filter(|_| moved) {
        let top = at as f32 * theme::ROW;
        area = area.vertical_scroll_offset((top - height * 0.4).max(0.0));
    }
    area.show_rows(ui, theme::ROW, items.len(), |ui, range| {
        for at in range {
            let Some(item) = items.get(at) else { continue };
            if row(ui, item, to, cursor == Some(at)).clicked() {
                clicked = Some(at);
            }
        }
    });
    clicked
}

/// One reference: icon, what stands at the other end, and the field. Used by the inspector as well.
pub fn row(ui: &mut egui::Ui, item: &Item, to: bool, here: bool) -> egui::Response {
    let c = theme::of(ui);
    let sense = if item.spot.is_some() { Sense::CLICK } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), theme::ROW), sense);
    let kind = if item.spot.is_some() { WidgetType::Link } else { WidgetType::Label };
    name(&response, kind, &texts::line(to, &item.text, &item.field));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    if response.hovered() || here {
        ui.painter().rect_filled(rect, 3.0, c.bar);
    }
    if here {
        ui.painter().rect_stroke(rect, 3.0, egui::Stroke::new(1.0, c.accent), egui::StrokeKind::Inside);
    }
    let colour = if item.broken {
        c.error
    } else if item.derived {
        c.weak
    } else {
        c.text
    };
    let side = theme::ICON;
    let y = rect.center().y;
    let spot = egui::Rect::from_min_size(egui::pos2(rect.left() + 4.0, y - side / 2.0), egui::Vec2::splat(side));
    icons::paint(ui, item.icon, spot, if item.broken { c.error } else { c.weak });
    let (body, small) = (TextStyle::Body.resolve(ui.style()), TextStyle::Small.resolve(ui.style()));
    let left = spot.right() + 6.0;
    let room = (rect.right() - 4.0 - left).max(20.0);
    let one_line = |text: &str, font, colour, width: f32| {
        let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, colour);
        job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(10.0));
        ui.painter().layout_job(job)
    };
    let text = one_line(&item.text, body, colour, room);
    let rest = room - text.size().x - 10.0;
    ui.painter().galley(egui::pos2(left, y - text.size().y / 2.0), text, colour);
    if rest > 24.0 {
        let field = one_line(&item.field, small, c.weak, rest);
        ui.painter().galley(egui::pos2(rect.right() - 4.0 - field.size().x, y - field.size().y / 2.0), field, c.weak);
    }
    response.on_hover_text(texts::line(to, &item.text, &item.field))
}

/// So many lines of each direction stand in the inspector; the pane has them all.
const IN_INSPECTOR: usize = 24;

/// Draws both directions of what is selected below its fields.
pub fn in_inspector(ui: &mut egui::Ui, doc: &Doc, cache: &mut LinksCache, out: &mut Vec<Intent>) {
    let Some(ends) = cache.of_selected(doc) else { return };
    for (to, title, items) in [(true, texts::TO, &ends.to), (false, texts::BY, &ends.by)] {
        if items.is_empty() {
            continue;
        }
        let title = RichText::new(format!("{title} ({})", items.len())).strong();
        egui::CollapsingHeader::new(title).id_salt(("links", to)).default_open(true).show_unindented(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for item in items.iter().take(IN_INSPECTOR) {
                if row(ui, item, to, false).clicked() {
                    out.extend(item.script.map(|spot| Intent::Script(crate::window::scripts::Act::Show(spot))));
                    match item.spot {
                        Some(Spot::Object(id)) => out.push(Intent::GoTo(id)),
                        Some(Spot::Level(number)) => out.extend(level_of(doc, number).map(Intent::Level)),
                        _ => {
                            let pane = crate::window::dock::Pane::Links;
                            cache.trail.extend(item.spot.clone());
                            out.push(Intent::Command(crate::window::commands::Command::Show(pane)));
                        }
                    }
                }
            }
            if let Some(more) = items.len().checked_sub(IN_INSPECTOR).filter(|more| *more > 0) {
                let button = ui.small_button(texts::more(more)).on_hover_text(texts::MORE_HELP);
                if button.clicked() {
                    let pane = crate::window::dock::Pane::Links;
                    out.push(Intent::Command(crate::window::commands::Command::Show(pane)));
                }
            }
            ui.add_space(theme::GAP);
        });
    }
}

fn level_of(doc: &Doc, number: i128) -> Option<LevelId> {
    let document = &doc.file.document;
    document.state().ids().find(|id| i128::from(document.source().game_index(*id)) == number)
}
