//! The picture of the level. A click selects, a drag selects a box or moves what is selected.

use std::sync::{Arc, Mutex};

use egui::{PointerButton, Sense, WidgetType};
use glam::{Vec2, Vec3};
use levelwright_model::document::{LevelId, ObjectId};
use levelwright_model::games::Game;
use levelwright_model::scene::camera::{Perspective, Top};
use levelwright_model::scene::cycle::Cycle;
use levelwright_model::scene::pick::{Picker, Sight};
use levelwright_model::scene::{Bounds, Camera, Colouring, Scene, SceneKey};
use levelwright_viewport::{Overlays, PixelRect, Renderer, Theme, View, ViewportError};

use super::arrows::{self, ArrowCache, Arrows};
use super::gesture::{self, Gesture, Hand};
pub use super::marked::{Keys, scene_key, scene_keys};
use super::marked::{Look, Seen, Stamps};
use super::measure::{self, Measure};
use super::textures::TextureNote;
use super::under::{self, Under};
use super::{Cache, bearings, empty, name, overlay};
use crate::atlas::Icons;
use crate::window::commands::Command;
use crate::window::doc::{Doc, StateKey};
use crate::window::halves::Half;
use crate::window::intent::{How, Intent};
use crate::window::preview::{Painter, picture, shown};
use crate::window::{texts, theme};

/// How a document is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Eye {
    /// From above; `None` until the level was first shown.
    pub top: Option<Top>,
    /// In perspective.
    pub perspective: Option<Perspective>,
    /// Whether it is looked at from above.
    pub above: bool,
    /// What colours tell.
    pub colouring: Colouring,
    /// Whether textures are worn.
    pub textures: bool,
    /// What is drawn beside surfaces.
    pub overlays: Overlays,
    /// Whether names are written into the picture.
    pub labels: bool,
    /// Whose references have arrows.
    pub arrows: Arrows,
    /// The level the cameras were set up for.
    pub level: Option<LevelId>,
    /// The picture's size in points when it was last drawn.
    pub size: Vec2,
    /// Whether the cameras stand where they were put to show everything; then another size puts them anew.
    pub fitted: bool,
    /// The command that asks for another camera, done when the picture is next drawn.
    pub wish: Option<Wish>,
}

/// What to bring into the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// What is selected.
    Selection,
    /// The whole level.
    Everything,
}

impl Default for Eye {
    fn default() -> Self {
        Eye {
            top: None,
            perspective: None,
            above: true,
            colouring: Colouring::default(),
            textures: true,
            overlays: Overlays::ALL,
            labels: true,
            arrows: Arrows::default(),
            level: None,
            size: Vec2::new(640.0, 480.0),
            fitted: false,
            wish: None,
        }
    }
}

impl Eye {
    /// The camera that looks.
    pub fn camera(&self) -> Option<Camera> {
        if self.above { self.top.map(Camera::Top) } else { self.perspective.map(Camera::Perspective) }
    }

    /// Puts a camera in place.
    pub fn set(&mut self, camera: Camera) {
        self.fitted = false;
        match camera {
            Camera::Top(top) => self.top = Some(top),
            Camera::Perspective(view) => self.perspective = Some(view),
        }
    }

    /// Sets both cameras up to show everything.
    pub fn fit(&mut self, bounds: &Bounds, size: Vec2, level: LevelId) {
        self.top = Some(Top::over(bounds, size));
        self.perspective = Some(Perspective::over(bounds, size));
        self.level = Some(level);
        self.size = size;
        self.fitted = true;
    }
}

/// What draws the pictures: a renderer for each half of the window, on its graphics context.
#[derive(Clone)]
pub struct Gpu(Arc<Mutex<Held>>);

struct Held {
    gl: Arc<levelwright_viewport::gl::Context>,
    /// One for each half, so that neither throws the other's buffers away. The second is made when it is first needed.
    drawing: [Option<Drawing>; 2],
    trouble: Option<String>,
}

struct Drawing {
    renderer: Renderer,
    /// The game whose icons the renderer has.
    icons: Option<&'static str>,
}

impl Held {
    /// The renderer of a half, with a game's icons. Badges without icons are still badges, so a failure there is none.
    fn renderer(&mut self, half: Half, game: &Game) -> Result<&mut Renderer, ViewportError> {
        let [first, second] = &mut self.drawing;
        let slot = match half {
            Half::First => first,
            Half::Second => second,
        };
        let drawing = match slot {
            Some(drawing) => drawing,
            None => slot.insert(Drawing { renderer: Renderer::new(self.gl.clone())?, icons: None }),
        };
        if drawing.icons != Some(game.key) && drawing.renderer.set_icons(&Icons::of(game).atlas()).is_ok() {
            drawing.icons = Some(game.key);
        }
        Ok(&mut drawing.renderer)
    }
}

impl Gpu {
    /// On the context that is current now.
    pub fn new(gl: Arc<levelwright_viewport::gl::Context>) -> Gpu {
        let (first, trouble) = match Renderer::new(gl.clone()) {
            Ok(renderer) => (Some(Drawing { renderer, icons: None }), None),
            Err(error) => (None, Some(error.to_string())),
        };
        Gpu(Arc::new(Mutex::new(Held { gl, drawing: [first, None], trouble })))
    }

    fn with<R>(&self, f: impl FnOnce(&mut Held) -> R) -> R {
        match self.0.lock() {
            Ok(mut held) => f(&mut held),
            // A panic while drawing leaves at worst an old picture.
            Err(poisoned) => f(&mut poisoned.into_inner()),
        }
    }

    /// Lets go of everything that lives on the context, which must be current.
    pub fn release(&self) {
        self.with(|held| held.drawing = [None, None]);
    }

    fn trouble(&self) -> Option<String> {
        self.with(|held| held.trouble.clone())
    }
}

/// The scene of the shown level and what answers for it.
#[derive(Debug, Default)]
pub struct SceneCache {
    key: Option<(StateKey, LevelId, Option<shown::Key>)>,
    scene: Arc<Scene>,
    picker: Option<Picker>,
    painter: Painter,
    /// What is selected, hidden and locked, as the scene names it.
    pub keys: Arc<Keys>,
    /// Grow with the scene and with what is marked in it.
    pub stamps: Stamps,
    keys_of: Cache<(StateKey, LevelId, u64, u64), Keys>,
    /// References as arrows.
    pub arrows: ArrowCache,
    /// What was said of too many textures.
    textures: TextureNote,
    /// The picture in front.
    pub view: PictureCache,
    /// The other picture of the level.
    pub aside: PictureCache,
}

/// What one picture of a scene knows, and what the hand does in it.
#[derive(Debug, Default)]
pub struct PictureCache {
    cycle: Cycle,
    /// What is seen of the scene.
    pub seen: Seen,
    /// The drag under way.
    pub gesture: Option<Gesture>,
    /// What is measured, while it is.
    pub measure: Option<Measure>,
    /// Whether the pointer is over the picture.
    pub pointed: bool,
    /// The list of what is under a place, while it is shown.
    pub under: Option<Under>,
    /// Whether the keys drive the walker here.
    pub drives: bool,
}

impl SceneCache {
    /// Brings the scene up to date.
    pub fn refresh(&mut self, doc: &Doc) {
        let key = (doc.key(), doc.level, doc.marks, doc.selection.stamp());
        self.keys = self.keys_of.get(key, || Keys::of(doc));
        self.stamps.keys = self.keys_of.made();
        let running = doc.running();
        let key = (doc.key(), doc.level, running.map(|running| running.shown().key()));
        if self.key == Some(key) {
            return;
        }
        let game = doc.file.document.game();
        let stored = || Some((game.scene)(doc.state().level(doc.level)?, &doc.objects(doc.level)));
        let scene = running.map_or_else(stored, |preview| self.painter.scene(doc, preview));
        let mut scene = scene.unwrap_or_default();
        scene.share(&self.scene);
        self.scene = Arc::new(scene);
        self.stamps.scene += 1;
        self.key = Some(key);
        match &mut self.picker {
            Some(picker) => picker.follow(self.scene.clone()),
            None => self.picker = Some(Picker::new(self.scene.clone())),
        }
    }

    /// The scene.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }
}

/// The object that a key of the scene names.
pub fn object_of(doc: &Doc, key: SceneKey) -> Option<ObjectId> {
    let number = u32::try_from(key.0).ok()?;
    doc.objects(doc.level).of_node(number).map(|o| o.id)
}

/// What the pane needs while it is drawn.
pub struct Sees<'a> {
    /// The document.
    pub doc: &'a Doc,
    /// The camera.
    pub camera: Camera,
    /// Where the picture is.
    pub rect: egui::Rect,
    /// Its size in points.
    pub size: Vec2,
}

impl Sees<'_> {
    /// All that decides where something of the scene is seen.
    pub fn look(&self, ui: &egui::Ui) -> Look {
        Look { camera: self.camera, rect: self.rect, scale: ui.ctx().pixels_per_point() }
    }

    /// A place of the window as a place of the picture.
    pub fn local(&self, at: egui::Pos2) -> Vec2 {
        let off = at - self.rect.min;
        Vec2::new(off.x, off.y)
    }

    /// A place of the picture as a place of the window.
    pub fn global(&self, at: Vec2) -> egui::Pos2 {
        self.rect.min + egui::vec2(at.x, at.y)
    }
}

/// Draws the picture and answers to the pointer.
pub fn show(
    ui: &mut egui::Ui,
    doc: &mut Doc,
    cache: &mut SceneCache,
    links: &mut super::links::LinksCache,
    gpu: Option<&Gpu>,
    out: &mut Vec<Intent>,
) {
    cache.refresh(doc);
    out.extend(cache.textures.unsaid(doc, &cache.scene).map(Intent::Complain));
    bar(ui, doc, !cache.scene().images.is_empty(), out);
    let size = ui.available_size().max(egui::vec2(32.0, 32.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    name(&response, WidgetType::Image, doc.front.pane().title());
    let extent = Vec2::new(rect.width(), rect.height());
    let bounds = cache.view.seen.bounds(cache.stamps, &cache.scene);
    // A scale or a layout may come into force only after the first frame.
    if doc.eye.level != Some(doc.level) || (doc.eye.fitted && doc.eye.size != extent) {
        doc.eye.fit(&roomy(cache.scene.frame(), cache.scene.grid_step), extent, doc.level);
    }
    doc.eye.size = extent;
    grant(doc, cache, &bounds, extent);
    let Some(camera) = doc.eye.camera() else { return };
    if bounds.is_empty() {
        ui.painter().rect_filled(rect, 0.0, theme::of(ui).bar);
        ui.scope_builder(egui::UiBuilder::new().max_rect(rect), |ui| empty(ui, texts::NO_SCENE, ""));
        return;
    }
    let sees = Sees { doc, camera, rect, size: extent };
    let keys = Arc::clone(&cache.keys);
    let accept = |key: SceneKey| !keys.untouchable.contains(key);
    let sight = Sight { camera: &sees.camera, size: extent, scale: 1.0, accept: &accept };
    let hover = match (&cache.view.gesture, response.hover_pos(), &cache.picker) {
        (None, Some(at), Some(picker)) => picker.under(&sight, sees.local(at)).first().map(|h| h.key),
        _ => None,
    };
    paint(ui, &sees, cache, gpu, hover);
    arrows::show(ui, &sees, cache, links);
    cache.view.pointed = response.hovered();
    if doc.eye.overlays.grid {
        bearings::show(ui, &sees, cache.scene.grid_step);
    }
    overlay::labels(ui, &sees, cache, hover);
    picture::show(ui, &sees);
    picture::drive(ui, doc, &response, &mut cache.view.drives, out);
    let gizmo = overlay::gizmo(ui, &sees, cache);
    let origin = ui.input(|i| i.pointer.press_origin());
    let held =
        gizmo.zip(origin).is_some_and(|(gizmo, at)| gizmo.hit(&sees.camera, extent, 1.0, sees.local(at)).is_some());
    let looks = cache.view.gesture.is_none() && !held && picture::looks(ui, doc, &response, out);
    if let Some(picker) = cache.picker.as_ref().filter(|_| !looks) {
        let hand = gesture::act(ui, &sees, &response, picker, &sight, gizmo, &mut cache.view.gesture, out);
        let tapped = hand == Hand::Tapped;
        if cache.view.measure.is_some() {
            measure::act(ui, &sees, &response, picker, &sight, &mut cache.view.measure, tapped, cache.scene.grid_step);
        } else if tapped || hand == Hand::Free {
            click(ui, &sees, &response, picker, &sight, &mut cache.view.cycle, &keys, tapped, out);
        }
    }
    if let Some(moved) = navigate(ui, &sees, &response, cache.picker.as_ref(), &sight) {
        out.push(Intent::Camera(moved));
    }
    if response.secondary_clicked()
        && ui.input(|i| i.modifiers.alt)
        && let Some((at, picker)) = response.interact_pointer_pos().zip(cache.picker.as_ref())
    {
        let keys = picker.under(&sight, sees.local(at)).into_iter().map(|h| h.key);
        cache.view.under = Under::new(sees.doc, at, keys);
    }
    tip(ui, &sees, &response, cache, hover);
    overlay::readout(ui, &sees, cache);
    under::show(ui, doc, &mut cache.view.under, out);
}

/// Bounds that hold some squares of the grid, so that a level of two things is not looked at through a microscope.
fn roomy(mut bounds: Bounds, square: f32) -> Bounds {
    const LEAST: f32 = 4.0;
    if !bounds.is_empty() && (bounds.max - bounds.min).truncate().max_element() < LEAST * square {
        let (middle, half) = (bounds.centre(), Vec3::new(square, square, 0.0) * (LEAST / 2.0));
        bounds.include(middle - half);
        bounds.include(middle + half);
    }
    bounds
}

/// A bar of this width has room for everything; a narrower one has the rest in a menu at its end, so that it stays one
/// line.
const FULL_BAR: f32 = 760.0;
/// From this width on what is drawn is switched in the bar itself, and only the ways to look are in the menu.
const SWITCHES: f32 = 560.0;

fn bar(ui: &mut egui::Ui, doc: &Doc, images: bool, out: &mut Vec<Intent>) {
    let width = ui.available_width();
    ui.horizontal_wrapped(|ui| {
        for (above, command) in [(true, Command::Top), (false, Command::Perspective)] {
            let Some(spec) = command.spec() else { continue };
            if ui.selectable_label(doc.eye.above == above, spec.label).on_hover_text(spec.doc).clicked() {
                out.push(Intent::Command(command));
            }
        }
        ui.separator();
        let text = colouring_text(doc.eye.colouring);
        // A bare word would not say what it is about; only the narrowest pane has to do with it.
        let room = ui.available_width() >= 130.0;
        let colouring = if room { format!("Colours: {text}") } else { texts::sentence(text) };
        if ui.button(colouring).on_hover_text(Command::NextColouring.spec().map_or("", |s| s.doc)).clicked() {
            out.push(Intent::Command(Command::NextColouring));
        }
        if width >= SWITCHES {
            switches(ui, doc, images, out);
        }
        if width >= FULL_BAR {
            ui.separator();
            ways(ui, out);
            return;
        }
        let more = ui.menu_button(texts::MORE, |ui| {
            if width < SWITCHES {
                switches(ui, doc, images, out);
                ui.separator();
            }
            ways(ui, out);
        });
        more.response.on_hover_text(texts::MORE_HELP);
    });
}

/// What is drawn besides surfaces.
fn switches(ui: &mut egui::Ui, doc: &Doc, images: bool, out: &mut Vec<Intent>) {
    let eye = &doc.eye;
    let all = [(eye.textures, Command::Textures), (eye.overlays.grid, Command::Grid), (eye.labels, Command::Labels)];
    // A level without images has nothing to wear.
    for (on, command) in all.into_iter().filter(|(_, command)| images || *command != Command::Textures) {
        let Some(spec) = command.spec() else { continue };
        if ui.selectable_label(on, spec.label).on_hover_text(spec.doc).clicked() {
            out.push(Intent::Command(command));
        }
    }
    let spec = Command::NextArrows.spec();
    if ui.button(arrows::state(doc)).on_hover_text(spec.map_or("", |s| s.doc)).clicked() {
        out.push(Intent::Command(Command::NextArrows));
    }
}

/// What to bring into the picture.
fn ways(ui: &mut egui::Ui, out: &mut Vec<Intent>) {
    for command in [Command::Focus, Command::FocusAll] {
        let Some(spec) = command.spec() else { continue };
        if ui.button(spec.label).on_hover_text(spec.doc).clicked() {
            out.push(Intent::Command(command));
        }
    }
}

const fn colouring_text(colouring: Colouring) -> &'static str {
    match colouring {
        Colouring::Type => "type",
        Colouring::Height => "height",
        Colouring::Light => "light",
        Colouring::Medium => "medium",
        Colouring::Texture => "texture",
    }
}

/// Brings into the picture what was asked for.
fn grant(doc: &mut Doc, cache: &SceneCache, bounds: &Bounds, size: Vec2) {
    let Some(wish) = doc.eye.wish.take() else { return };
    let Some(mut camera) = doc.eye.camera() else { return };
    let wanted = match wish {
        Wish::Everything => roomy(cache.scene.frame(), cache.scene.grid_step),
        Wish::Selection => {
            let mut of = cache.scene.bounds_of(|k| cache.keys.selected.contains(k));
            if !of.is_empty() {
                // Room around a single thing, so that one sees where it is.
                let room = Vec3::splat((bounds.radius() * 0.03).max(of.radius() * 0.25));
                of.include(of.min - room);
                of.include(of.max + room);
            }
            of
        }
    };
    if !wanted.is_empty() {
        camera.focus(&wanted, size);
        doc.eye.set(camera);
    }
}

fn paint(ui: &egui::Ui, sees: &Sees<'_>, cache: &SceneCache, gpu: Option<&Gpu>, hover: Option<SceneKey>) {
    let c = theme::of(ui);
    ui.painter().rect_filled(sees.rect, 0.0, c.bar);
    let Some(gpu) = gpu else { return };
    if let Some(trouble) = gpu.trouble() {
        let font = egui::TextStyle::Body.resolve(ui.style());
        ui.painter().text(sees.rect.center(), egui::Align2::CENTER_CENTER, trouble, font, c.error);
        return;
    }
    let (selection, hidden) = (cache.keys.selected.keys().clone(), cache.keys.hidden.keys().clone());
    let theme = if ui.visuals().dark_mode { Theme::DARK } else { Theme::LIGHT };
    let eye = &sees.doc.eye;
    let (camera, colouring, textures, overlays) = (sees.camera, eye.colouring, eye.textures, eye.overlays);
    let (gpu, scene, half) = (gpu.clone(), cache.scene.clone(), sees.doc.half);
    let game = sees.doc.file.document.game();
    let callback = egui_glow::CallbackFn::new(move |info, _| {
        let rect = info.viewport_in_pixels();
        let clip = info.clip_rect_in_pixels();
        let size = [u32::try_from(rect.width_px).unwrap_or(0), u32::try_from(rect.height_px).unwrap_or(0)];
        let scale = info.pixels_per_point;
        let view = View {
            camera: scaled(camera, scale),
            colouring,
            textures,
            size,
            scale,
            selection: &selection,
            hover,
            hidden: &hidden,
            overlays,
            theme,
            samples: 0,
        };
        let pixels = |r: &egui::epaint::ViewportInPixels| PixelRect {
            left: r.left_px,
            bottom: r.from_bottom_px,
            width: r.width_px,
            height: r.height_px,
        };
        gpu.with(|held| {
            let painted = held.renderer(half, game).and_then(|renderer| {
                renderer.show(&scene);
                renderer.paint(&view, pixels(&rect), pixels(&clip))
            });
            if let Err(error) = painted {
                held.trouble = Some(error.to_string());
            }
        });
    });
    ui.painter().add(egui::PaintCallback { rect: sees.rect, callback: Arc::new(callback) });
}

/// The same camera for a picture with `scale` pixels in a point.
fn scaled(camera: Camera, scale: f32) -> Camera {
    match camera {
        Camera::Top(top) => Camera::Top(Top { units_per_pixel: top.units_per_pixel / scale, ..top }),
        Camera::Perspective(view) => Camera::Perspective(view),
    }
}

#[expect(clippy::too_many_arguments, reason = "everything a click may depend on")]
fn click(
    ui: &egui::Ui,
    sees: &Sees<'_>,
    response: &egui::Response,
    picker: &Picker,
    sight: &Sight<'_>,
    cycle: &mut Cycle,
    keys: &Keys,
    tapped: bool,
    out: &mut Vec<Intent>,
) {
    if response.double_clicked() {
        out.push(Intent::Command(Command::Focus));
        return;
    }
    if !response.clicked() && !tapped {
        return;
    }
    let Some(at) = response.interact_pointer_pos() else { return };
    response.request_focus();
    let pixel = sees.local(at);
    if let Some(picking) = &sees.doc.picking {
        // The top thing that the link can lead to, whatever lies over it.
        let under = picker.under(sight, pixel).into_iter().filter_map(|hit| object_of(sees.doc, hit.key));
        let found = under.into_iter().find(|id| picking.wants.number(sees.doc, *id).is_some());
        out.push(found.map_or_else(|| Intent::Complain(texts::no_goal(&picking.label)), Intent::GoTo));
        return;
    }
    if let Some(kind) = &sees.doc.armed {
        match picker.floor_under(sight, pixel) {
            Some(floor) => out.extend(gesture::place(sees.doc, kind, floor)),
            None => out.push(Intent::Complain(texts::NO_FLOOR.to_owned())),
        }
        return;
    }
    if picture::steers(sees.doc, ui.input(|i| i.modifiers))
        && let Some(floor) = picker.floor_under(sight, pixel)
    {
        picture::go_to(floor, out);
        return;
    }
    let under: Vec<SceneKey> = picker.under(sight, pixel).iter().map(|h| h.key).collect();
    let modifiers = ui.input(|i| i.modifiers);
    let taken = if modifiers.command || modifiers.shift {
        // Adding and taking away mean what is on top, whatever was clicked before.
        under.first().copied()
    } else {
        let selected = |key| keys.selected.contains(key);
        cycle.click(&under, selected)
    };
    let taken = taken.and_then(|key| object_of(sees.doc, key));
    match taken {
        Some(id) if modifiers.command => out.push(Intent::Select(vec![id], How::Toggle)),
        Some(id) if modifiers.shift => out.push(Intent::Select(vec![id], How::Add)),
        // Its row is shown in the tree as well.
        Some(id) => out.push(Intent::GoTo(id)),
        None if modifiers.command || modifiers.shift => {}
        None => out.push(Intent::Select(Vec::new(), How::Replace)),
    }
}

/// Pans, orbits, zooms and flies.
fn navigate(
    ui: &egui::Ui,
    sees: &Sees<'_>,
    response: &egui::Response,
    picker: Option<&Picker>,
    sight: &Sight<'_>,
) -> Option<Camera> {
    let mut camera = sees.camera;
    let mut moved = false;
    let delta = response.drag_delta();
    let delta = Vec2::new(delta.x, delta.y);
    let turning = response.dragged_by(PointerButton::Secondary);
    if response.dragged_by(PointerButton::Middle) || (turning && camera.is_top()) {
        camera.pan(delta, sees.size);
        moved = delta != Vec2::ZERO;
    } else if turning && let Camera::Perspective(view) = &mut camera {
        // A drag across a picture of usual width is about half a turn.
        const RADIANS_A_POINT: f32 = 0.006;
        view.orbit(-delta.x * RADIANS_A_POINT, -delta.y * RADIANS_A_POINT);
        moved = delta != Vec2::ZERO;
        if let Some(push) = pushed(ui) {
            let (seconds, fast) = ui.input(|i| (i.stable_dt.min(0.1), i.modifiers.shift));
            let speed = view.distance.max(1.0) * if fast { 2.0 } else { 0.6 };
            view.fly(push, speed, seconds);
            moved = true;
            ui.ctx().request_repaint();
        }
    }
    if let Some(at) = response.hover_pos() {
        let scroll = ui.input(|i| i.smooth_scroll_delta().y + i.zoom_delta().ln() * 400.0);
        if scroll != 0.0 && scroll.is_finite() {
            let pixel = sees.local(at);
            let anchor = picker.and_then(|p| p.floor_under(sight, pixel));
            camera.zoom((-scroll * 0.0035).exp(), pixel, sees.size, anchor);
            moved = true;
        }
    }
    moved.then_some(camera)
}

/// The keys that fly: right, forward, up.
fn pushed(ui: &egui::Ui) -> Option<Vec3> {
    use egui::Key::{A, D, E, Q, S, W};
    let push = ui.input(|i| {
        let axis = |plus, minus| f32::from(u8::from(i.key_down(plus))) - f32::from(u8::from(i.key_down(minus)));
        Vec3::new(axis(D, A), axis(W, S), axis(E, Q))
    });
    (push != Vec3::ZERO).then_some(push)
}

/// What is under the pointer, and where, in a corner of the picture.
fn tip(ui: &egui::Ui, sees: &Sees<'_>, response: &egui::Response, cache: &SceneCache, hover: Option<SceneKey>) {
    let Some(at) = response.hover_pos() else { return };
    let mut parts = Vec::new();
    let place = match sees.camera {
        Camera::Top(top) => Some(top.place(sees.local(at), sees.size).extend(0.0)),
        Camera::Perspective(_) => {
            let ray = sees.camera.ray(sees.local(at), sees.size);
            cache.picker.as_ref().and_then(|p| p.nearest(&ray)).map(|h| h.point)
        }
    };
    if let Some(place) = place {
        let axes = sees.doc.file.document.game().axes;
        let stored = axes.store(place.to_array());
        let named = |at: usize| Some(format!("{} {}", ["x", "y", "z"].get(at)?, stored.get(at)?));
        parts.push(axes.on_map().into_iter().filter_map(named).collect::<Vec<_>>().join("  "));
    }
    if let Some(id) = hover.and_then(|k| object_of(sees.doc, k)) {
        parts.extend(sees.doc.object(id, |o| format!("{} · {}", o.kind.label, o.name)));
    }
    let c = theme::of(ui);
    let font = egui::TextStyle::Small.resolve(ui.style());
    let galley = ui.painter().layout_no_wrap(parts.join("   "), font, c.strong);
    let corner = egui::pos2(sees.rect.left() + 10.0, sees.rect.bottom() - 10.0 - galley.size().y);
    let back = egui::Rect::from_min_size(corner, galley.size()).expand(4.0);
    ui.painter().rect_filled(back, 3.0, c.bar.gamma_multiply(0.85));
    ui.painter().galley(corner, galley, c.strong);
}
