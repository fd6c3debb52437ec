//! What egui draws over the picture: names, gizmo handles, the box of a box select.

use egui::{Align2, Color32, Pos2, Stroke, TextStyle};
use levelwright_model::scene::gizmo::{Axis, Change, Gizmo, Handle};
use levelwright_model::scene::{Label, Scene, SceneKey};

use super::bearings;
use super::gesture::{self, Gesture};
use super::marked::{Keys, Written};
use super::viewport::{SceneCache, Sees};
use crate::window::theme;

/// More labels than this say nothing.
const MOST_LABELS: usize = 80;

/// So few are written from any distance.
const FEW_LABELS: usize = 40;

/// Side of what a badge keeps free of other things' names, in points.
const BADGE: f32 = 17.0;

/// So many badges are kept free; among more nobody reads a name.
const MOST_BADGES: usize = 400;

/// A cell of the grid must have this side on screen before names are written.
const NEAR_POINTS: f32 = 26.0;

/// More names than this are not tried: where so many found no room, the picture is full.
const MOST_TRIED: usize = 600;

/// Writes labels; those of low importance give way where two would overlap.
pub fn labels(ui: &egui::Ui, sees: &Sees<'_>, cache: &mut SceneCache, hover: Option<SceneKey>) {
    if !sees.doc.eye.labels {
        return;
    }
    let c = theme::of(ui);
    let painter = ui.painter().with_clip_rect(sees.rect);
    let font = TextStyle::Small.resolve(ui.style());
    let (scene, keys) = (cache.scene().clone(), cache.keys.clone());
    // Each is asked once whether it is marked: a sort that asks at every comparison took a third of a frame with all
    // selected.
    let order = cache.view.seen.order.get(cache.stamps, || {
        let there = |at: &usize| scene.labels.get(*at).is_some_and(|l| l.key.is_none_or(|k| !keys.hidden.contains(k)));
        let mut order: Vec<usize> = (0..scene.labels.len()).filter(there).collect();
        order.sort_by_cached_key(|at| {
            let label = scene.labels.get(*at);
            let marked = label.and_then(|l| l.key).is_some_and(|k| keys.selected.contains(k));
            std::cmp::Reverse((marked, label.map(|l| l.importance)))
        });
        order
    });
    let (grid, above) = (sees.doc.eye.overlays.grid, sees.camera.is_top());
    let key = (cache.stamps, hover, sees.look(ui), [grid, above], font.size.to_bits());
    let names = cache.view.seen.names.get(key, || write(&painter, &font, sees, &scene, &keys, &order, hover));
    for name in names.iter() {
        let Some(label) = scene.labels.get(name.label) else { continue };
        let galley = painter.layout_no_wrap(label.text.clone(), font.clone(), c.strong);
        let place = egui::Rect::from_min_size(name.corner, galley.size()).expand(2.0);
        painter.rect_filled(place, 3.0, c.bar.gamma_multiply(0.75));
        painter.galley(name.corner, galley, c.strong);
    }
}

/// Finds the names that have room, and where. What is hovered comes before all others.
fn write(
    painter: &egui::Painter,
    font: &egui::FontId,
    sees: &Sees<'_>,
    scene: &Scene,
    keys: &Keys,
    order: &[usize],
    hover: Option<SceneKey>,
) -> Vec<Written> {
    let marked = |key: Option<SceneKey>| key.is_some_and(|k| hover == Some(k) || keys.selected.contains(k));
    let few = order.len() <= FEW_LABELS;
    let badges: Vec<(SceneKey, egui::Rect)> = scene
        .markers
        .iter()
        .filter(|m| !keys.hidden.contains(m.key))
        .filter_map(|m| Some((m.key, sees.global(sees.camera.project(m.centre(), sees.size)?.pixel))))
        .filter(|(_, at)| sees.rect.contains(*at))
        .take(MOST_BADGES)
        .map(|(key, at)| (key, egui::Rect::from_center_size(at, egui::Vec2::splat(BADGE))))
        .collect();
    // The corners belong to the compass and the scale bar.
    let corners = if sees.doc.eye.overlays.grid { bearings::places(sees) } else { [egui::Rect::NOTHING; 2] };
    let mut taken: Vec<egui::Rect> = Vec::from(corners);
    let mut out = Vec::new();
    let mut tried = 0;
    let named = |at: &usize| scene.labels.get(*at).map(|label| (*at, label));
    let hovered = |label: &Label| hover.is_some() && label.key == hover;
    let first = order.iter().filter_map(named).filter(|(_, label)| hovered(label));
    let rest = order.iter().filter_map(named).filter(|(_, label)| !hovered(label));
    for (at_label, label) in first.chain(rest) {
        if out.len() >= MOST_LABELS || tried >= MOST_TRIED {
            break;
        }
        // From afar names would cover the level; only what is marked keeps its own, or all where they are few.
        let near = few
            || scene.grid_step <= 0.0
            || sees.camera.pixels_per_unit(label.at, sees.size) * scene.grid_step >= NEAR_POINTS;
        if !near && !marked(label.key) {
            continue;
        }
        let Some(seen) = sees.camera.project(label.at, sees.size) else { continue };
        let at = sees.global(seen.pixel);
        if !sees.rect.contains(at) {
            continue;
        }
        tried += 1;
        let size = painter.layout_no_wrap(label.text.clone(), font.clone(), Color32::PLACEHOLDER).size();
        let (wide, high) = (size.x, size.y);
        // Below, above, to the right, to the left: where it covers neither another name nor another thing's badge.
        let spots = [
            egui::vec2(-wide / 2.0, 14.0),
            egui::vec2(-wide / 2.0, -14.0 - high),
            egui::vec2(15.0, -high / 2.0),
            egui::vec2(-15.0 - wide, -high / 2.0),
        ];
        let place = |off: egui::Vec2| egui::Rect::from_min_size(at + off, size).expand(2.0);
        let clear = |spot: egui::Rect| !taken.iter().any(|t| t.intersects(spot));
        let covers =
            |spot: egui::Rect| badges.iter().any(|(key, badge)| Some(*key) != label.key && badge.intersects(spot));
        let whole = |spot: egui::Rect| sees.rect.contains_rect(spot);
        let free = spots.into_iter().find(|off| {
            let spot = place(*off);
            whole(spot) && clear(spot) && !covers(spot)
        });
        // What is marked has its name even over a badge or beyond the picture's edge.
        let spot = free.or_else(|| spots.into_iter().find(|off| marked(label.key) && clear(place(*off))));
        let Some(off) = spot else { continue };
        out.push(Written { label: at_label, corner: at + off });
        taken.push(place(off));
    }
    out
}

/// Draws the handles of what is selected; answers with the gizmo that can be taken hold of.
pub fn gizmo(ui: &egui::Ui, sees: &Sees<'_>, cache: &mut SceneCache) -> Option<Gizmo> {
    let scene = cache.scene().clone();
    let gesture = cache.view.gesture.as_ref();
    if let Some(Gesture::Box { from, to }) = gesture {
        let c = theme::of(ui);
        let place = egui::Rect::from_two_pos(*from, *to);
        ui.painter().rect_filled(place, 0.0, c.accent.gamma_multiply(0.12));
        ui.painter().rect_stroke(place, 0.0, Stroke::new(1.0, c.accent), egui::StrokeKind::Inside);
        return None;
    }
    let doc = sees.doc;
    if doc.armed.is_some() || doc.file.document.read_only().is_some() {
        return None;
    }
    let has = |key| gesture::plan(doc, key).is_some();
    let gizmo = Gizmo {
        origin: cache.view.seen.middle(cache.stamps, &scene, &cache.keys)?,
        moves: has(gesture::MOVE),
        turns: has(gesture::ROTATE),
    };
    if !gizmo.moves && !gizmo.turns {
        return None;
    }
    let pointer = ui.input(|i| i.pointer.hover_pos()).filter(|p| sees.rect.contains(*p));
    let held = match gesture {
        Some(Gesture::Gizmo { handle, .. }) => Some(*handle),
        _ => pointer.and_then(|p| gizmo.hit(&sees.camera, sees.size, gizmo_scale(sees.size), sees.local(p))),
    };
    for handle in Handle::ALL.into_iter().rev() {
        draw_handle(ui, sees, &gizmo, handle, held == Some(handle));
    }
    Some(gizmo)
}

/// How far a drag has come, beside the pointer.
pub fn readout(ui: &egui::Ui, sees: &Sees<'_>, cache: &SceneCache) {
    let Some(Gesture::Gizmo { typed, change, refusal, copies, .. }) = &cache.view.gesture else { return };
    let Some(at) = ui.input(|i| i.pointer.hover_pos()) else { return };
    let square = if cache.scene().grid_step > 0.0 { cache.scene().grid_step } else { 1.0 };
    let mut text = match change {
        Some(Change::Move(by)) => {
            let by = *by / square;
            format!("x {:+.3}  y {:+.3}  z {:+.3}", by.x, by.y, by.z)
        }
        Some(Change::Turn(by)) => format!("{:+.1}°", by.to_degrees()),
        None => String::new(),
    };
    if !typed.text.is_empty() {
        text = format!("{text}   [{}]", typed.text);
    }
    if *copies {
        text = format!("copy   {text}");
    }
    let c = theme::of(ui);
    let font = TextStyle::Monospace.resolve(ui.style());
    if let Some(reason) = refusal {
        text = format!("{text}\n{reason}");
    }
    let colour = if refusal.is_some() { c.error } else { c.strong };
    let galley = ui.painter().layout(text, font, colour, 320.0);
    // Inside the picture, whichever corner the pointer is near.
    let room = sees.rect.shrink(8.0);
    let most = (room.max - galley.size()).max(room.min);
    let corner = (at + egui::vec2(18.0, 18.0)).clamp(room.min, most);
    let back = egui::Rect::from_min_size(corner, galley.size()).expand(4.0);
    ui.painter().rect_filled(back, 3.0, c.bar.gamma_multiply(0.92));
    ui.painter().galley(corner, galley, colour);
}

fn colour_of(ui: &egui::Ui, handle: Handle) -> Color32 {
    let [x, y, z] = theme::of(ui).axes;
    match handle {
        Handle::Along(Axis::X) | Handle::Across(Axis::X) => x,
        Handle::Along(Axis::Y) | Handle::Across(Axis::Y) => y,
        Handle::Along(Axis::Z) | Handle::Across(Axis::Z) | Handle::Turn => z,
    }
}

/// Around handles, so that they stand out from floors of their own colour.
const UNDER: Color32 = Color32::from_black_alpha(110);

/// How large the handles are: in a small picture they leave room for what they move.
pub fn gizmo_scale(size: glam::Vec2) -> f32 {
    /// From this height on they have their full size.
    const FULL: f32 = 320.0;
    (size.min_element() / FULL).clamp(0.55, 1.0)
}

fn draw_handle(ui: &egui::Ui, sees: &Sees<'_>, gizmo: &Gizmo, handle: Handle, held: bool) {
    let painter = ui.painter().with_clip_rect(sees.rect);
    let points: Vec<Pos2> = gizmo
        .shape(handle, &sees.camera, sees.size, gizmo_scale(sees.size))
        .into_iter()
        .filter_map(|p| sees.camera.project(p, sees.size))
        .map(|p| sees.global(p.pixel))
        .collect();
    let colour = if held { theme::of(ui).accent } else { colour_of(ui, handle) };
    let width = if held { 3.5 } else { 2.0 };
    match (handle, points.as_slice()) {
        (Handle::Along(axis), [from, to]) => {
            painter.line_segment([*from, *to], Stroke::new(width + 2.0, UNDER));
            painter.line_segment([*from, *to], Stroke::new(width, colour));
            let way = (*to - *from).normalized();
            let side = way.rot90();
            let head = vec![*to + way * 9.0, *to + side * 4.5, *to - side * 4.5];
            painter.add(egui::Shape::convex_polygon(head, colour, Stroke::NONE));
            let text = match axis {
                Axis::X => "X",
                Axis::Y => "Y",
                Axis::Z => "Z",
            };
            let font = TextStyle::Small.resolve(ui.style());
            painter.text(*to + way * 17.0, Align2::CENTER_CENTER, text, font, colour);
        }
        (Handle::Across(_), [a, b, c, d, _]) => {
            let fill = colour.gamma_multiply(if held { 0.55 } else { 0.28 });
            painter.add(egui::Shape::convex_polygon(vec![*a, *b, *c, *d], fill, Stroke::new(1.0, colour)));
        }
        (_, points) if points.len() > 1 => {
            painter.add(egui::Shape::line(points.to_vec(), Stroke::new(width + 2.0, UNDER)));
            painter.add(egui::Shape::line(points.to_vec(), Stroke::new(width, colour)));
        }
        _ => {}
    }
}
