//! Scenes into pixels: sends what changed, draws when something changed, copies otherwise.

use crate::ViewportError;
use crate::grid::Grid;
use crate::images::Images;
use crate::lines::{Lines, Pen, Stroke};
use crate::markers::{Atlas, Icons, Markers};
use crate::program::{Frame, Programs};
use crate::surfaces::{Surfaces, Veil};
use crate::target::{Bound, Picture, PixelRect, Target};
use crate::view::{Shown, View};
use levelwright_model::scene::{Bounds, Chunk, Scene, SceneKey};
use std::sync::Arc;
use three_d::core::Context;

/// Draws one scene at a time. Lives on the thread whose OpenGL context it was made with; that
/// context must be current in every call and when the renderer is dropped.
pub struct Renderer {
    context: Context,
    programs: Programs,
    scene: Arc<Scene>,
    bounds: Bounds,
    world: Surfaces,
    plan: Surfaces,
    walls: Lines,
    /// Lines that faces hide, and those over everything.
    lines: Lines,
    lines_through: Lines,
    markers: Markers,
    chosen_markers: Markers,
    icons: Icons,
    images: Images,
    grid_lines: Lines,
    grid: Option<(Grid, levelwright_model::scene::Colour)>,
    world_mark: Mark,
    plan_mark: Mark,
    /// What the buffers are made for.
    prepared: Option<Shown>,
    /// Whether the scene is newer than `prepared`.
    new_scene: bool,
    /// What the target shows; `None` when it shows something older.
    drawn: Option<Shown>,
    target: Option<Target>,
}

/// How selected faces are shown: a veil and their borders.
struct Mark {
    veil: Veil,
    borders: Lines,
}

impl Mark {
    fn new(context: &Context) -> Self {
        Self { veil: Veil::default(), borders: Lines::new(context) }
    }

    fn set(&mut self, context: &Context, surfaces: &Surfaces, shown: &Shown) {
        self.veil.set(context, surfaces.chunks(), shown);
        let chosen = |key: SceneKey| shown.state(Some(key)) > 1.5;
        let mut strokes = Vec::new();
        for chunk in surfaces.chunks().filter(|chunk| has(chunk, chosen)) {
            for (from, to) in chunk.edges(chosen) {
                strokes.push(Stroke::new(from, to, shown.view().theme.selection, 2.2));
            }
        }
        self.borders.set(&strokes);
    }
}

fn has(chunk: &Chunk, wanted: impl Fn(SceneKey) -> bool) -> bool {
    chunk.groups.iter().any(|group| wanted(group.key))
}

impl Renderer {
    /// Compiles the shaders: a tenth of a second without a graphics card.
    ///
    /// # Errors
    /// [`ViewportError::Driver`] when the context is not at least OpenGL 3.3.
    pub fn new(gl: Arc<crate::gl::Context>) -> Result<Self, ViewportError> {
        let context = Context::from_gl_context(gl).map_err(|why| ViewportError::driver("a context", why))?;
        Ok(Self {
            programs: Programs::new(&context)?,
            scene: Arc::default(),
            bounds: Bounds::EMPTY,
            world: Surfaces::default(),
            plan: Surfaces::default(),
            walls: Lines::new(&context),
            lines: Lines::new(&context),
            lines_through: Lines::new(&context),
            markers: Markers::new(&context),
            chosen_markers: Markers::new(&context),
            icons: Icons::none(&context),
            images: Images::default(),
            grid_lines: Lines::new(&context),
            grid: None,
            world_mark: Mark::new(&context),
            plan_mark: Mark::new(&context),
            prepared: None,
            new_scene: true,
            drawn: None,
            target: None,
            context,
        })
    }

    /// Takes over a scene. Only what differs from the last scene is sent at the next draw; the
    /// same [`Arc`] again costs nothing.
    pub fn show(&mut self, scene: &Arc<Scene>) {
        if Arc::ptr_eq(&self.scene, scene) {
            return;
        }
        let context = &self.context;
        self.world.set(context, &scene.surfaces);
        self.images.set(&scene.images);
        let no_chunks = Vec::new();
        let plan = scene.plan.as_ref();
        let plan_chunks = plan.map_or(&no_chunks, |plan| &plan.surfaces);
        self.plan.set(context, plan_chunks);
        if self.scene.lines != scene.lines {
            let of = |through| -> Vec<Stroke> {
                let lines = scene.lines.iter().filter(|line| line.through == through);
                lines.map(Stroke::from).collect()
            };
            self.lines.set(&of(false));
            self.lines_through.set(&of(true));
        }
        if self.scene.markers != scene.markers {
            self.markers.set(scene.markers.iter());
        }
        // The chunks' own boxes are known already; going through all corners again would cost more
        // than the rest of a drag's step.
        self.bounds = scene.bounds_of_things();
        self.bounds.join(&self.world.bounds());
        self.bounds.join(&self.plan.bounds());
        self.scene = Arc::clone(scene);
        self.new_scene = true;
        self.drawn = None;
    }

    /// Takes over the icons that markers name.
    ///
    /// # Errors
    /// [`ViewportError::Atlas`] when the bytes do not fit the description.
    pub fn set_icons(&mut self, atlas: &Atlas<'_>) -> Result<(), ViewportError> {
        self.icons = Icons::new(&self.context, atlas)?;
        self.drawn = None;
        Ok(())
    }

    /// Draws into the renderer's own framebuffer, unless it shows just this already. Returns
    /// whether it drew. What was bound before is bound again.
    ///
    /// # Errors
    /// [`ViewportError::Size`] for a picture without pixels or with too many,
    /// [`ViewportError::Driver`] when there is no memory for it.
    pub fn draw(&mut self, view: &View<'_>) -> Result<bool, ViewportError> {
        let bound = Bound::remember(&self.context);
        let drew = self.draw_bound(view);
        drop(bound);
        drew
    }

    fn draw_bound(&mut self, view: &View<'_>) -> Result<bool, ViewportError> {
        let shown = Shown::new(view);
        if self.drawn.as_ref() == Some(&shown) {
            return Ok(false);
        }
        self.drawn = None;
        if !self.target.as_ref().is_some_and(|target| target.fits(view.size, view.samples)) {
            // The old one is deleted first: two large ones may not fit.
            self.target = None;
            self.target = Some(Target::new(&self.context, view.size, view.samples)?);
        }
        self.prepare(&shown);
        let frame = Frame::new(&view.camera, view.size, view.scale, &self.bounds);
        self.prepare_grid(&shown, &frame);
        if let Some(target) = &self.target {
            target.begin(view.theme.background);
            if frame.from_above {
                self.draw_above(&shown, &frame);
            } else {
                self.draw_inside(&shown, &frame);
            }
            target.finish();
        }
        self.drawn = Some(shown);
        Ok(true)
    }

    /// Draws if need be and copies the picture into the framebuffer that is bound for drawing, to
    /// `rect` and within `clip`. Made for a window's paint callback: the framebuffer stays bound.
    /// Scissor, viewport, blend and the like are left as the drawing needed them.
    ///
    /// # Errors
    /// Those of [`Self::draw`].
    pub fn paint(&mut self, view: &View<'_>, rect: PixelRect, clip: PixelRect) -> Result<(), ViewportError> {
        let bound = Bound::remember(&self.context);
        self.draw_bound(view)?;
        if let Some(target) = &self.target {
            target.blit(&bound, rect, clip);
        }
        drop(bound);
        Ok(())
    }

    /// Fetches the last picture.
    ///
    /// # Errors
    /// [`ViewportError::Driver`] when none was drawn yet.
    pub fn read(&self) -> Result<Picture, ViewportError> {
        let bound = Bound::remember(&self.context);
        let picture = self.target.as_ref().map(Target::read);
        drop(bound);
        picture.ok_or_else(|| ViewportError::driver("a picture", "nothing was drawn yet"))
    }

    /// Brings all buffers up to date with what is hidden, selected and coloured.
    fn prepare(&mut self, shown: &Shown) {
        let old = self.prepared.take();
        let new_scene = std::mem::take(&mut self.new_scene);
        let hiding = old.as_ref().is_none_or(|old| !old.hides_as(shown));
        let marking = old.as_ref().is_none_or(|old| !old.marks_as(shown));
        let theme = old.as_ref().is_none_or(|old| old.view().theme != shown.view().theme);
        let wears = shown.view().wears_images();
        if wears {
            self.images.send(&self.context);
        }
        let images = wears.then_some(&self.images);
        for surfaces in [&mut self.world, &mut self.plan] {
            surfaces.prepare(&self.context, shown, images, hiding, theme);
        }
        if new_scene || theme {
            let theme = &shown.view().theme;
            let walls = self.scene.plan.iter().flat_map(|plan| &plan.walls);
            let strokes: Vec<Stroke> = walls.map(|wall| Stroke::of_wall(wall, theme.wall, theme.passable)).collect();
            self.walls.set(&strokes);
        }
        if new_scene || marking || theme {
            self.walls.mark(shown);
            self.lines.mark(shown);
            self.lines_through.mark(shown);
            self.markers.mark(shown);
            let chosen = self.scene.markers.iter().filter(|marker| shown.state(Some(marker.key)) > 0.5);
            self.chosen_markers.set(chosen);
            self.chosen_markers.mark(shown);
            self.world_mark.set(&self.context, &self.world, shown);
            self.plan_mark.set(&self.context, &self.plan, shown);
        }
        self.prepared = Some(shown.clone());
    }

    fn prepare_grid(&mut self, shown: &Shown, frame: &Frame) {
        let view = shown.view();
        let grid = Grid::new(self.scene.grid_step, &view.camera, frame.size, frame.scale, &self.bounds);
        let grid = grid.map(|grid| (grid, view.theme.grid));
        if grid != self.grid {
            let strokes = grid.map_or(Vec::new(), |(grid, colour)| grid.strokes(colour));
            self.grid_lines.set(&strokes);
            self.grid = grid;
        }
    }

    fn draw_inside(&self, shown: &Shown, frame: &Frame) {
        let view = shown.view();
        let (programs, line) = (&self.programs, &self.programs.line);
        let pen = Pen { hidden: true, pull: 0.7, fade: 1.0, highlight: view.theme.selection };
        self.world.draw(programs, &self.images, frame, true, || self.begin_early());
        if view.overlays.grid {
            let below = Pen { pull: -1.0, ..pen };
            self.grid_lines.draw(line, frame, below);
        }
        if view.overlays.edges {
            self.world.draw_edges(line, frame, pen);
            self.begin_early();
        }
        if view.overlays.lines {
            self.lines.draw(line, frame, pen);
        }
        if view.overlays.see_through {
            self.world.draw(programs, &self.images, frame, false, || self.begin_early());
        }
        self.draw_mark(&self.world_mark, frame, pen);
        self.draw_top_layer(shown, frame, pen, true);
    }

    fn draw_above(&self, shown: &Shown, frame: &Frame) {
        let view = shown.view();
        let (programs, line) = (&self.programs, &self.programs.line);
        let has_plan = self.scene.plan.is_some();
        let (surfaces, mark) = if has_plan { (&self.plan, &self.plan_mark) } else { (&self.world, &self.world_mark) };
        let pen = Pen { hidden: true, pull: 1.0, fade: 1.0, highlight: view.theme.selection };
        surfaces.draw(programs, &self.images, frame, true, || self.begin_early());
        if view.overlays.see_through {
            surfaces.draw(programs, &self.images, frame, false, || self.begin_early());
        }
        let over = Pen { hidden: false, ..pen };
        if view.overlays.grid {
            self.grid_lines.draw(line, frame, over);
        }
        if view.overlays.edges && !has_plan {
            surfaces.draw_edges(line, frame, pen);
        }
        self.walls.draw(line, frame, over);
        self.draw_mark(mark, frame, pen);
        if view.overlays.lines {
            self.lines.draw(line, frame, over);
        }
        self.draw_top_layer(shown, frame, pen, false);
    }

    fn begin_early(&self) {
        if let Some(target) = &self.target {
            target.begin_early();
        }
    }

    /// Selected faces: a veil, and borders that shine through faintly where they are hidden.
    fn draw_mark(&self, mark: &Mark, frame: &Frame, pen: Pen) {
        let line = &self.programs.line;
        mark.veil.draw(&self.programs.surface, frame);
        let behind = Pen { hidden: false, fade: 0.3, ..pen };
        mark.borders.draw(line, frame, behind);
        mark.borders.draw(line, frame, Pen { pull: 1.5, ..pen });
    }

    /// Markers, the lines over everything, and the selected markers over those.
    fn draw_top_layer(&self, shown: &Shown, frame: &Frame, pen: Pen, hidden: bool) {
        let overlays = shown.view().overlays;
        let marker = &self.programs.marker;
        if overlays.lines {
            let over = Pen { hidden: false, ..pen };
            self.lines_through.draw(&self.programs.line, frame, over);
        }
        if overlays.markers {
            self.markers.draw(marker, frame, shown, &self.icons, hidden);
            self.chosen_markers.draw(marker, frame, shown, &self.icons, false);
        }
    }
}
