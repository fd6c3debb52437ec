//! References as a picture: boxes for things, arrows from what refers to what is referred to, laid out in columns.

use egui::{Align2, Key, Pos2, Rect, RichText, Sense, Shape, Stroke, TextStyle, Vec2, WidgetType, pos2, vec2};
use levelwright_model::document::{LevelId, ObjectId};
use levelwright_model::links::layout::{Gaps, layout};
use levelwright_model::links::{End, Graph, Line, Linked};

use super::links::{Item, LinksCache, Spot, item};
use super::{Cache, empty, name};
use crate::window::doc::{Doc, StateKey};
use crate::window::intent::{How, Intent};
use crate::window::texts::graph as texts;
use crate::window::{icons, theme};

/// More boxes than anybody reads; a larger graph says that it is cut.
const MOST: usize = 600;
/// Steps that can be asked for from what is selected.
const STEPS: std::ops::RangeInclusive<u32> = 1..=6;
/// How far the picture can be made smaller and larger.
const ZOOM: std::ops::RangeInclusive<f32> = 0.1..=2.0;
/// Longest text in a box, in points; the tooltip has all of it.
const WIDEST: f32 = 190.0;
/// A picture around a selection is fitted no smaller than this.
const SMALLEST_FIT: f32 = 0.75;
/// Below this size letters cannot be read: boxes are drawn without.
const LEGIBLE: f32 = 0.45;

/// What is shown, and how.
#[derive(Clone, Debug, PartialEq)]
struct Asked {
    /// The things in the middle; all of the level if there are none.
    around: Vec<ObjectId>,
    whole: bool,
    steps: u32,
    derived: bool,
}

/// A box of the picture.
#[derive(Debug)]
struct Drawn {
    item: Item,
    object: Option<ObjectId>,
    rect: Rect,
}

/// An arrow of the picture.
#[derive(Debug)]
struct Way {
    points: Vec<Pos2>,
    from: usize,
    to: usize,
    text: String,
    broken: bool,
}

/// The picture.
#[derive(Debug, Default)]
struct Picture {
    boxes: Vec<Drawn>,
    ways: Vec<Way>,
    size: Vec2,
    cut: bool,
}

/// What a picture is made from.
type PictureKey = (StateKey, LevelId, Asked);

/// What the pane remembers.
#[derive(Debug)]
pub struct GraphCache {
    picture: Cache<PictureKey, Picture>,
    asked: Asked,
    /// What was selected when the picture last followed it.
    followed: Vec<ObjectId>,
    /// The picture's corner in the pane, and its size; `None` until it is fitted.
    view: Option<(Vec2, f32)>,
}

impl Default for GraphCache {
    fn default() -> Self {
        let asked = Asked { around: Vec::new(), whole: false, steps: 1, derived: false };
        GraphCache { picture: Cache::default(), asked, followed: Vec::new(), view: None }
    }
}

impl GraphCache {
    /// The picture follows the selection, unless what is selected stands in it already.
    fn follow(&mut self, doc: &Doc, shown: Option<&Picture>) {
        let selected: Vec<ObjectId> = doc.selection.all().to_vec();
        if selected == self.followed || selected.is_empty() {
            return;
        }
        let stands = |id: &ObjectId| shown.is_some_and(|p| p.boxes.iter().any(|b| b.object == Some(*id)));
        let inside = selected.iter().all(stands);
        self.followed.clone_from(&selected);
        if !inside && !self.asked.whole {
            self.centre(selected);
        }
    }

    fn centre(&mut self, around: Vec<ObjectId>) {
        self.asked.around = around;
        self.asked.whole = false;
        self.view = None;
    }
}

fn make(ui: &egui::Ui, doc: &Doc, links: &mut LinksCache, asked: &Asked) -> Picture {
    let index = links.index(doc);
    let Some(level) = doc.state().level(doc.level) else { return Picture::default() };
    let objects = doc.objects(doc.level);
    let linked = Linked { level, objects: &objects, index: &index };
    let wanted = |line: &Line| asked.derived || !line.field.derived;
    let graph = match asked.whole {
        true => Graph::whole(&linked, MOST, &wanted),
        false => Graph::around(&linked, &asked.around, asked.steps, MOST, &wanted),
    };
    let font = TextStyle::Body.resolve(ui.style());
    let items: Vec<(Item, Option<ObjectId>)> = graph.boxes.iter().map(|end| of_end(doc, &linked, end)).collect();
    let sizes: Vec<[f32; 2]> = items
        .iter()
        .map(|(item, _)| {
            let text = ui.painter().layout_no_wrap(item.text.clone(), font.clone(), egui::Color32::WHITE);
            [text.size().x.min(WIDEST) + theme::ICON + 20.0, theme::ROW + 6.0]
        })
        .collect();
    let pairs: Vec<(usize, usize)> = graph.arrows.iter().map(|a| (a.from, a.to)).collect();
    let made = layout(&sizes, &pairs, Gaps { columns: 54.0, rows: 10.0, parts: 26.0 });
    let rect = |place: [f32; 2], size: [f32; 2]| Rect::from_min_size(place.into(), size.into());
    let boxes = items.into_iter().zip(made.places.iter().zip(&sizes));
    let boxes = boxes.map(|((item, object), (place, size))| Drawn { item, object, rect: rect(*place, *size) });
    let boxes: Vec<Drawn> = boxes.collect();
    let ways = graph.arrows.iter().zip(made.routes).map(|(arrow, route)| {
        let fields: Vec<String> = arrow.lines.iter().map(|line| item(doc, &linked, line, true).field).collect();
        let title = |at: usize| boxes.get(at).map_or("", |b| b.item.text.as_str());
        Way {
            points: route.into_iter().map(Pos2::from).collect(),
            from: arrow.from,
            to: arrow.to,
            text: texts::arrow(title(arrow.from), title(arrow.to), &fields),
            broken: arrow.lines.iter().any(Line::is_broken),
        }
    });
    let ways = ways.collect();
    Picture { boxes, ways, size: made.size.into(), cut: graph.cut }
}

/// What stands in a box.
fn of_end(doc: &Doc, linked: &Linked<'_>, end: &End) -> (Item, Option<ObjectId>) {
    let (icon, text, spot) = super::links::words(doc, linked, *end);
    let object = match spot {
        Some(Spot::Object(id)) => Some(id),
        _ => None,
    };
    let broken = matches!(end, End::Missing(..));
    (Item { icon, text, field: String::new(), spot, script: None, broken, derived: false }, object)
}

/// Draws the pane.
pub fn show(ui: &mut egui::Ui, doc: &Doc, cache: &mut GraphCache, links: &mut LinksCache, out: &mut Vec<Intent>) {
    let key = |asked: &Asked| (doc.key(), doc.level, asked.clone());
    let shown = (!cache.asked.around.is_empty() || cache.asked.whole)
        .then(|| cache.picture.get(key(&cache.asked), || make(ui, doc, links, &cache.asked.clone())));
    cache.follow(doc, shown.as_deref());
    controls(ui, doc, cache);
    if !cache.asked.whole && cache.asked.around.iter().all(|id| doc.object(*id, |_| ()).is_none()) {
        empty(ui, texts::NOTHING, texts::HINT);
        return;
    }
    let picture = cache.picture.get(key(&cache.asked), || make(ui, doc, links, &cache.asked.clone()));
    if picture.boxes.is_empty() {
        empty(ui, texts::NO_LINKS, "");
        return;
    }
    if picture.cut {
        ui.label(RichText::new(texts::cut(picture.boxes.len())).color(theme::of(ui).weak).small());
    }
    canvas(ui, doc, cache, &picture, out);
}

fn controls(ui: &mut egui::Ui, doc: &Doc, cache: &mut GraphCache) {
    let before = cache.asked.clone();
    ui.horizontal_wrapped(|ui| {
        let around = ui.selectable_label(!cache.asked.whole, texts::AROUND).on_hover_text(texts::AROUND_HELP);
        if around.clicked() {
            let selected: Vec<ObjectId> = doc.selection.all().to_vec();
            let around = if selected.is_empty() { cache.asked.around.clone() } else { selected };
            cache.centre(around);
        }
        if ui.selectable_label(cache.asked.whole, texts::WHOLE).on_hover_text(texts::WHOLE_HELP).clicked() {
            cache.asked.whole = true;
        }
        ui.separator();
        ui.add_enabled_ui(!cache.asked.whole, |ui| {
            let label = ui.label(texts::STEPS);
            let steps = egui::DragValue::new(&mut cache.asked.steps).range(STEPS).speed(0.05);
            ui.add(steps).labelled_by(label.id).on_hover_text(texts::STEPS_HELP);
        });
        ui.checkbox(&mut cache.asked.derived, texts::DERIVED).on_hover_text(texts::DERIVED_HELP);
        if ui.button(texts::FIT).on_hover_text(texts::FIT_HELP).clicked() {
            cache.view = None;
        }
    });
    if cache.asked != before {
        cache.view = None;
    }
}

/// Where the focus of the picture is.
pub fn canvas_id() -> egui::Id {
    egui::Id::new("graph canvas")
}

/// All of the picture in the middle; or, where nothing could be read then, what it was asked for.
fn fitted(area: Rect, picture: &Picture, asked: &Asked) -> (Vec2, f32) {
    let room = (area.size() - Vec2::splat(24.0)).max(Vec2::splat(20.0));
    let zoom = (room / picture.size.max(Vec2::splat(1.0))).min_elem().clamp(*ZOOM.start(), 1.0);
    let middle = picture.boxes.iter().find(|b| b.object.is_some_and(|id| asked.around.contains(&id)));
    match middle.filter(|_| !asked.whole && zoom < SMALLEST_FIT) {
        Some(drawn) => (area.size() / 2.0 - drawn.rect.center().to_vec2() * SMALLEST_FIT, SMALLEST_FIT),
        None => ((area.size() - picture.size * zoom) / 2.0, zoom),
    }
}

fn canvas(ui: &mut egui::Ui, doc: &Doc, cache: &mut GraphCache, picture: &Picture, out: &mut Vec<Intent>) {
    let area = ui.available_rect_before_wrap();
    let response = ui.interact(area, ui.id().with(canvas_id()), Sense::click_and_drag());
    name(&response, WidgetType::Other, &texts::canvas(picture.boxes.len(), picture.ways.len()));
    let (mut corner, mut zoom) = cache.view.unwrap_or_else(|| fitted(area, picture, &cache.asked));
    if response.dragged() {
        corner += response.drag_delta();
    }
    if let Some(pointer) = response.hover_pos().filter(|_| ui.rect_contains_pointer(area)) {
        let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
        let wanted = (zoom * (scroll / 300.0).exp() * pinch).clamp(*ZOOM.start(), *ZOOM.end());
        // What is under the pointer stays there.
        let under = pointer - area.min - corner;
        corner -= under * (wanted / zoom - 1.0);
        zoom = wanted;
    }
    cache.view = Some((corner, zoom));
    let place = |p: Pos2| area.min + corner + p.to_vec2() * zoom;
    let painter = ui.painter_at(area);
    let c = theme::of(ui);
    let selected = |b: &Drawn| b.object.is_some_and(|id| doc.selection.holds(id));
    let chosen: Vec<bool> = picture.boxes.iter().map(selected).collect();
    for way in &picture.ways {
        let points: Vec<Pos2> = way.points.iter().map(|p| place(*p)).collect();
        let Some(bounds) = points.iter().copied().map(|p| Rect::from_min_max(p, p)).reduce(Rect::union) else {
            continue;
        };
        if !area.intersects(bounds) {
            continue;
        }
        let touches = |at: usize| chosen.get(at).copied().unwrap_or(false);
        let colour = match (way.broken, touches(way.from), touches(way.to)) {
            (true, ..) => c.error,
            (_, true, _) => c.warning,
            (_, _, true) => c.good,
            _ => c.weak,
        };
        draw_way(&painter, &points, Stroke::new(1.2, colour), zoom);
    }
    if let Some(way) = response.hover_pos().and_then(|at| under(picture, at, &place)) {
        response.clone().on_hover_text_at_pointer(&way.text);
    }
    let mut clicked = None;
    for (at, drawn) in picture.boxes.iter().enumerate() {
        let rect = Rect::from_min_max(place(drawn.rect.min), place(drawn.rect.max));
        if !area.intersects(rect) {
            continue;
        }
        let here = ui.interact(rect.intersect(area), ui.id().with(("graph box", at)), Sense::click());
        name(&here, WidgetType::Button, &texts::a_box(&drawn.item.text));
        draw_box(ui, &painter, drawn, rect, zoom, (chosen.get(at) == Some(&true), here.hovered() || here.has_focus()));
        if here.clicked() || here.double_clicked() {
            clicked = Some((at, here.double_clicked()));
        }
        here.on_hover_text(texts::box_help(&drawn.item.text));
    }
    keys(ui, &response, doc, cache, picture, out);
    let Some((drawn, twice)) = clicked.and_then(|(at, twice)| Some((picture.boxes.get(at)?, twice))) else { return };
    if let Some(id) = drawn.object {
        if twice {
            cache.centre(vec![id]);
        }
        out.push(Intent::Select(vec![id], How::Replace));
    } else {
        // Whoever touches a tag is what it stands for.
        let at = picture.boxes.iter().position(|b| std::ptr::eq(b, drawn));
        let near = picture.ways.iter().filter_map(|w| match at {
            Some(at) if w.from == at => Some(w.to),
            Some(at) if w.to == at => Some(w.from),
            _ => None,
        });
        let near: Vec<ObjectId> = near.filter_map(|at| picture.boxes.get(at)?.object).collect();
        if !near.is_empty() {
            out.push(Intent::Select(near, How::Replace));
        }
    }
}

/// The arrow keys move from box to box, Enter goes to the selected one.
fn keys(
    ui: &egui::Ui,
    response: &egui::Response,
    doc: &Doc,
    cache: &mut GraphCache,
    picture: &Picture,
    out: &mut Vec<Intent>,
) {
    if response.clicked() {
        response.request_focus();
    }
    if !response.has_focus() {
        return;
    }
    ui.memory_mut(|m| {
        let filter = egui::EventFilter { tab: false, escape: false, horizontal_arrows: true, vertical_arrows: true };
        m.set_focus_lock_filter(response.id, filter);
    });
    let pressed = |key: Key| ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key));
    let here = picture.boxes.iter().find(|b| b.object.is_some() && b.object == doc.selection.last());
    let ways = [
        (Key::ArrowLeft, vec2(-1.0, 0.0)),
        (Key::ArrowRight, vec2(1.0, 0.0)),
        (Key::ArrowUp, vec2(0.0, -1.0)),
        (Key::ArrowDown, vec2(0.0, 1.0)),
    ];
    for (key, way) in ways {
        if !pressed(key) {
            continue;
        }
        let next = match here {
            None => picture.boxes.iter().find(|b| b.object.is_some()),
            Some(here) => nearest(picture, here, way),
        };
        if let Some(id) = next.and_then(|b| b.object) {
            out.push(Intent::Select(vec![id], How::Replace));
        }
    }
    if pressed(Key::Home) {
        cache.view = None;
    }
    if pressed(Key::Enter)
        && let Some(id) = here.and_then(|b| b.object)
    {
        cache.centre(vec![id]);
        out.push(Intent::GoTo(id));
    }
}

/// The nearest box in a direction; ways to the side count double.
fn nearest<'a>(picture: &'a Picture, here: &Drawn, way: Vec2) -> Option<&'a Drawn> {
    let from = here.rect.center();
    let cost = |b: &Drawn| {
        let to = b.rect.center() - from;
        let along = to.dot(way);
        (along > 1.0).then(|| along + 2.0 * (to - way * along).length())
    };
    let others = picture.boxes.iter().filter(|b| b.object.is_some() && b.object != here.object);
    others.filter_map(|b| Some((cost(b)?, b))).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, b)| b)
}

/// The arrow under a point of the pane.
fn under<'a>(picture: &'a Picture, at: Pos2, place: &dyn Fn(Pos2) -> Pos2) -> Option<&'a Way> {
    let near = |a: Pos2, b: Pos2| {
        let along = b - a;
        let share = ((at - a).dot(along) / along.length_sq().max(1e-6)).clamp(0.0, 1.0);
        (a + along * share).distance(at) < 4.0
    };
    picture.ways.iter().find(|way| way.points.windows(2).any(|pair| near(place(pair[0]), place(pair[1]))))
}

fn draw_way(painter: &egui::Painter, points: &[Pos2], stroke: Stroke, zoom: f32) {
    for pair in points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let bend = vec2((b.x - a.x) * 0.5, 0.0);
        let curve = egui::epaint::CubicBezierShape::from_points_stroke(
            [a, a + bend, b - bend, b],
            false,
            egui::Color32::TRANSPARENT,
            stroke,
        );
        painter.add(curve);
    }
    let [.., before, end] = points else { return };
    let back = vec2(if end.x >= before.x { -1.0 } else { 1.0 }, 0.0) * (7.0 * zoom.max(0.5));
    let side = vec2(0.0, back.length() * 0.5);
    painter.add(Shape::convex_polygon(vec![*end, *end + back + side, *end + back - side], stroke.color, Stroke::NONE));
}

fn draw_box(
    ui: &egui::Ui,
    painter: &egui::Painter,
    drawn: &Drawn,
    rect: Rect,
    zoom: f32,
    (selected, hovered): (bool, bool),
) {
    let c = theme::of(ui);
    let round = if drawn.object.is_some() { 4.0 } else { rect.height() / 2.0 };
    let ground = match (selected, hovered) {
        (true, _) => c.selected,
        (_, true) => c.button_hover,
        _ => c.button,
    };
    let line = match (drawn.item.broken, selected || hovered) {
        (true, _) => c.error,
        (_, true) => c.accent,
        _ => c.line,
    };
    painter.rect(rect, round, ground, Stroke::new(1.0, line), egui::StrokeKind::Inside);
    if zoom < LEGIBLE {
        return;
    }
    let side = theme::ICON * zoom;
    let icon = Rect::from_center_size(pos2(rect.left() + 7.0 * zoom + side / 2.0, rect.center().y), Vec2::splat(side));
    let colour = if drawn.item.broken { c.error } else { c.text };
    if painter.clip_rect().contains_rect(icon) {
        icons::paint(ui, drawn.item.icon, icon, if drawn.item.broken { c.error } else { c.weak });
    }
    let mut font = TextStyle::Body.resolve(ui.style());
    font.size *= zoom;
    let mut job = egui::text::LayoutJob::simple_singleline(drawn.item.text.clone(), font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width((rect.right() - icon.right() - 10.0 * zoom).max(8.0));
    let text = painter.layout_job(job);
    let at = Align2::LEFT_CENTER.anchor_size(pos2(icon.right() + 5.0 * zoom, rect.center().y), text.size());
    painter.galley(at.min, text, colour);
}
