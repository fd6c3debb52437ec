//! References as arrows over the picture, from above and in perspective alike.

use std::sync::Arc;

use egui::epaint::{TessellationOptions, Tessellator};
use egui::{Color32, Pos2, Stroke};
use glam::Vec3;
use levelwright_model::document::LevelId;
use levelwright_model::links::Linked;
use levelwright_model::scene::SceneKey;
use levelwright_model::scene::links::{Arrow, Places, arrows};

use super::Cache;
use super::links::LinksCache;
use super::marked::Keys;
use super::viewport::{SceneCache, Sees};
use crate::window::doc::{Doc, StateKey};
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

/// Of a larger selection no arrows are drawn: thousands hide what they lie on, and none of them can be followed.
const MOST: usize = 2_000;

/// What the switch says; not that the selection's arrows are drawn where they are too many.
pub fn state(doc: &Doc) -> &'static str {
    let too_many = doc.eye.arrows == Arrows::Selection && doc.selection.len() > MOST;
    if too_many { crate::window::texts::links::TOO_MANY } else { doc.eye.arrows.text() }
}

/// The arrows to draw.
pub fn data(sees: &Sees<'_>, scene: &mut SceneCache, links: &mut LinksCache) -> Arc<Vec<Arrow>> {
    let doc = sees.doc;
    let which = doc.eye.arrows;
    let Some(level) = doc.state().level(doc.level).filter(|_| which != Arrows::None) else { return Arc::default() };
    if which == Arrows::Selection && doc.selection.len() > MOST {
        return Arc::default();
    }
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

/// Draws them. The triangles are kept: ten thousand selected things have thousands of arrows.
pub fn show(ui: &egui::Ui, sees: &Sees<'_>, scene: &mut SceneCache, links: &mut LinksCache) {
    let list = data(sees, scene, links);
    if list.is_empty() {
        return;
    }
    let c = theme::of(ui);
    let colours = [c.accent, c.good, c.error];
    let (look, keys) = (sees.look(ui), scene.keys.clone());
    let key = (scene.arrows.arrows.made(), scene.stamps, look, colours);
    let mesh = scene.view.seen.arrows.get(key, || {
        let options = ui.ctx().tessellation_options(|options| *options);
        // Lines and triangles need nothing of the letters' texture.
        let options = TessellationOptions { prerasterized_discs: false, ..options };
        let mut brush = Brush {
            tessellator: Tessellator::new(look.scale, options, [1, 1], Vec::new()),
            mesh: egui::Mesh::default(),
        };
        brush.tessellator.set_clip_rect(sees.rect);
        paint(&mut brush, sees, &list, &keys, colours);
        Arc::new(brush.mesh)
    });
    ui.painter().with_clip_rect(sees.rect).add(egui::Shape::Mesh(Arc::clone(&mesh)));
}

/// Turns shapes into triangles.
struct Brush {
    tessellator: Tessellator,
    mesh: egui::Mesh,
}

impl Brush {
    fn add(&mut self, shape: egui::Shape) {
        self.tessellator.tessellate_shape(shape, &mut self.mesh);
    }
}

fn paint(brush: &mut Brush, sees: &Sees<'_>, list: &[Arrow], keys: &Keys, [own, other, wrong]: [Color32; 3]) {
    let all = sees.doc.eye.arrows == Arrows::All;
    let hidden = |key: SceneKey| keys.hidden.contains(key);
    for arrow in list {
        if hidden(arrow.from_key) || arrow.to_key.is_some_and(hidden) {
            continue;
        }
        if arrow.is_broken() {
            if let Some(at) = project(sees, arrow.from) {
                broken(brush, at, wrong);
            }
            continue;
        }
        let Some((from, to)) = segment(sees, arrow.from, arrow.to) else { continue };
        if !sees.rect.intersects(egui::Rect::from_two_pos(from, to)) {
            continue;
        }
        let starts = keys.selected.contains(arrow.from_key);
        let marked = starts || arrow.to_key.is_some_and(|key| keys.selected.contains(key));
        let colour = match (starts, marked) {
            (true, _) => own,
            (false, true) => other,
            (false, false) => own.gamma_multiply(if all { 0.45 } else { 1.0 }),
        };
        draw(brush, from, to, colour, if marked { 1.8 } else { 1.2 }, arrow.through);
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

fn draw(brush: &mut Brush, from: Pos2, to: Pos2, colour: Color32, width: f32, dashed: bool) {
    let length = from.distance(to);
    if length < 2.0 * APART {
        return;
    }
    let way = (to - from) / length;
    let (from, tip) = (from + way * APART, to - way * APART);
    let foot = tip - way * 8.0;
    let stroke = Stroke::new(width, colour);
    if dashed {
        for dash in egui::Shape::dashed_line(&[from, foot], stroke, 6.0, 4.0) {
            brush.add(dash);
        }
    } else {
        brush.add(egui::Shape::line_segment([from, foot], stroke));
    }
    let side = way.rot90() * 4.0;
    brush.add(egui::Shape::convex_polygon(vec![tip, foot + side, foot - side], colour, Stroke::NONE));
}

/// A short arrow into nothing, crossed out: not by colour alone.
fn broken(brush: &mut Brush, at: Pos2, colour: Color32) {
    let way = egui::vec2(0.7, -0.7);
    let (from, end) = (at + way * APART, at + way * STUB);
    let stroke = Stroke::new(2.0, colour);
    brush.add(egui::Shape::line_segment([from, end], stroke));
    for cross in [egui::vec2(4.0, 4.0), egui::vec2(4.0, -4.0)] {
        brush.add(egui::Shape::line_segment([end - cross, end + cross], stroke));
    }
}
