//! References as arrows over the picture, from above and in perspective alike.

use std::sync::Arc;

use egui::{Color32, Pos2, Stroke};
use glam::Vec3;
use levelwright_model::document::LevelId;
use levelwright_model::links::Linked;
use levelwright_model::scene::SceneKey;
use levelwright_model::scene::links::{Arrow, Places, arrows};

use super::Cache;
use super::links::LinksCache;
use super::viewport::{SceneCache, Sees};
use crate::window::doc::StateKey;
use crate::window::theme;

/// Whose references have arrows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrows {
    /// Nobody's.
    None,
    /// What is selected, from both ends.
    #[default]
    Selection,
    /// Everything's.
    All,
}

impl Arrows {
    /// The next choice.
    pub fn next(self) -> Arrows {
        match self {
            Arrows::None => Arrows::Selection,
            Arrows::Selection => Arrows::All,
            Arrows::All => Arrows::None,
        }
    }

    /// Its name.
    pub fn text(self) -> &'static str {
        let [none, selection, all] = crate::window::texts::links::ARROWS;
        match self {
            Arrows::None => none,
            Arrows::Selection => selection,
            Arrows::All => all,
        }
    }
}

/// Where things are and what leads where, made again only when the level or the selection changes.
#[derive(Debug, Default)]
pub struct ArrowCache {
    places: Cache<(StateKey, LevelId), Places>,
    arrows: Cache<(StateKey, LevelId, Arrows, u64), Vec<Arrow>>,
}

/// The length of the mark of a reference that leads nowhere, in points.
const STUB: f32 = 22.0;
/// Arrows end this far from the middle of a thing, in points.
const APART: f32 = 7.0;

/// The arrows to draw.
pub fn data(sees: &Sees<'_>, scene: &mut SceneCache, links: &mut LinksCache) -> Arc<Vec<Arrow>> {
    let doc = sees.doc;
    let which = doc.eye.arrows;
    let Some(level) = doc.state().level(doc.level).filter(|_| which != Arrows::None) else { return Arc::default() };
    let index = links.index(doc);
    let shown = Arc::clone(scene.scene());
    let cache = &mut scene.arrows;
    // A running preview moves things only a little: the places of the stored level will do.
    let places = cache.places.get((doc.key(), doc.level), || Places::of(&shown));
    let stamp = if which == Arrows::Selection { doc.selection.stamp() } else { 0 };
    cache.arrows.get((doc.key(), doc.level, which, stamp), || {
        let objects = doc.objects(doc.level);
        let linked = Linked { level, objects: &objects, index: &index };
        let wanted = (which == Arrows::Selection).then(|| doc.selection.all());
        arrows(&places, &linked, wanted)
    })
}

/// Draws them.
pub fn show(ui: &egui::Ui, sees: &Sees<'_>, scene: &mut SceneCache, links: &mut LinksCache) {
    let list = data(sees, scene, links);
    let keys = &scene.keys;
    let c = theme::of(ui);
    let hidden = |key: SceneKey| keys.hidden.contains(&key);
    let painter = ui.painter().with_clip_rect(sees.rect);
    let all = sees.doc.eye.arrows == Arrows::All;
    for arrow in list.iter() {
        if hidden(arrow.from_key) || arrow.to_key.is_some_and(hidden) {
            continue;
        }
        let marked =
            keys.selected.contains(&arrow.from_key) || arrow.to_key.is_some_and(|k| keys.selected.contains(&k));
        if arrow.is_broken() {
            if let Some(at) = project(sees, arrow.from) {
                broken(&painter, at, c.error);
            }
            continue;
        }
        let Some((from, to)) = segment(sees, arrow.from, arrow.to) else { continue };
        if !sees.rect.intersects(egui::Rect::from_two_pos(from, to)) {
            continue;
        }
        let colour = match (keys.selected.contains(&arrow.from_key), marked) {
            (true, _) => c.accent,
            (false, true) => c.good,
            (false, false) => c.accent.gamma_multiply(if all { 0.45 } else { 1.0 }),
        };
        draw(&painter, from, to, colour, if marked { 1.8 } else { 1.2 }, arrow.through);
    }
}

fn project(sees: &Sees<'_>, at: Vec3) -> Option<Pos2> {
    sees.camera.project(at, sees.size).map(|seen| sees.global(seen.pixel))
}

/// The part of a line that lies before the camera.
fn segment(sees: &Sees<'_>, from: Vec3, to: Vec3) -> Option<(Pos2, Pos2)> {
    match (project(sees, from), project(sees, to)) {
        (Some(a), Some(b)) => Some((a, b)),
        (None, None) => None,
        (Some(a), None) => nearest(sees, from, to).map(|b| (a, b)),
        (None, Some(b)) => nearest(sees, to, from).map(|a| (a, b)),
    }
}

/// The last place of a line from before the camera to behind it that is still seen.
fn nearest(sees: &Sees<'_>, seen: Vec3, behind: Vec3) -> Option<Pos2> {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..12 {
        let middle = (low + high) * 0.5;
        if project(sees, seen.lerp(behind, middle)).is_some() {
            low = middle;
        } else {
            high = middle;
        }
    }
    project(sees, seen.lerp(behind, low))
}

fn draw(painter: &egui::Painter, from: Pos2, to: Pos2, colour: Color32, width: f32, dashed: bool) {
    let length = from.distance(to);
    if length < 2.0 * APART {
        return;
    }
    let way = (to - from) / length;
    let (from, tip) = (from + way * APART, to - way * APART);
    let foot = tip - way * 8.0;
    let stroke = Stroke::new(width, colour);
    if dashed {
        painter.extend(egui::Shape::dashed_line(&[from, foot], stroke, 6.0, 4.0));
    } else {
        painter.line_segment([from, foot], stroke);
    }
    let side = way.rot90() * 4.0;
    painter.add(egui::Shape::convex_polygon(vec![tip, foot + side, foot - side], colour, Stroke::NONE));
}

/// A short arrow into nothing, crossed out: not by colour alone.
fn broken(painter: &egui::Painter, at: Pos2, colour: Color32) {
    let way = egui::vec2(0.7, -0.7);
    let (from, end) = (at + way * APART, at + way * STUB);
    let stroke = Stroke::new(2.0, colour);
    painter.line_segment([from, end], stroke);
    for cross in [egui::vec2(4.0, 4.0), egui::vec2(4.0, -4.0)] {
        painter.line_segment([end - cross, end + cross], stroke);
    }
}
