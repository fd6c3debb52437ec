//! Chunks on the graphics card: positions once, colours for each colouring, triangles as hidden and by what they wear.

use crate::images::Images;
use crate::lines::{Lines, Pen, Stroke};
use crate::program::{Frame, Programs, overlay, solid};
use crate::view::Shown;
use glam::Vec3;
use levelwright_model::scene::{Bounds, Chunk, Colour, Colouring, ImageId, Material};
use std::collections::BTreeMap;
use std::sync::Arc;
use three_d::core::{Context, Cull, ElementBuffer, Program, VertexBuffer};

/// One chunk.
struct Piece {
    chunk: Arc<Chunk>,
    bounds: Bounds,
    positions: VertexBuffer<[f32; 3]>,
    inks: VertexBuffer<[u8; 4]>,
    /// Where corners lie in their images; made when images are first worn.
    texels: Option<VertexBuffer<[f32; 2]>>,
    /// Those without an image first, then image by image.
    triangles: ElementBuffer<u32>,
    /// How `triangles` are split.
    runs: Vec<Run>,
    /// What `inks` holds.
    dressed: Option<Dress>,
    /// What `triangles` are made for; `None` when others are hidden.
    sorted_out: Option<Option<u64>>,
    /// Borders of faces; made when first shown.
    edges: Option<Lines>,
}

/// What colours are made for: the colouring, and the stamp of the images that are worn.
type Dress = (Colouring, Option<u64>);

/// Triangles that are drawn as one: corners from and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    image: Option<ImageId>,
    first: u32,
    count: u32,
}

impl Piece {
    fn new(context: &Context, chunk: Arc<Chunk>) -> Self {
        let positions: Vec<[f32; 3]> = chunk.vertices.iter().map(|vertex| vertex.position.to_array()).collect();
        Self {
            bounds: chunk.bounds(),
            positions: VertexBuffer::new_with_data(context, &positions),
            inks: VertexBuffer::new(context),
            texels: None,
            triangles: ElementBuffer::new(context),
            runs: Vec::new(),
            chunk,
            dressed: None,
            sorted_out: None,
            edges: None,
        }
    }

    fn colour(&mut self, colouring: Colouring, images: Option<&Images>) {
        // What wears nothing looks the same whichever images there are.
        let images = images.filter(|_| !self.chunk.texels.is_empty());
        let dress = (colouring, images.map(Images::stamp));
        if self.dressed == Some(dress) || self.chunk.vertices.is_empty() {
            return;
        }
        let chunk = &self.chunk;
        let ink = |(at, vertex): (usize, &levelwright_model::scene::Vertex)| {
            let worn = images.and_then(|images| {
                let (skin, texel) = chunk.worn(at)?;
                images.get(skin.image).map(|_| (skin, texel))
            });
            let Some((skin, texel)) = worn else {
                return chunk.colour_of(vertex, colouring).scaled(shade(vertex.normal)).0;
            };
            let lit = skin.tint.times(texel.light);
            if skin.shaded { lit.scaled(shade(vertex.normal)).0 } else { lit.0 }
        };
        let inks: Vec<[u8; 4]> = chunk.vertices.iter().enumerate().map(ink).collect();
        self.inks.fill(&inks);
        self.dressed = Some(dress);
    }

    fn sort_out(&mut self, context: &Context, shown: &Shown, images: Option<&Images>) {
        let images = images.filter(|_| !self.chunk.texels.is_empty());
        let wanted = images.map(Images::stamp);
        if self.sorted_out == Some(wanted) {
            return;
        }
        let held = |image: ImageId| images.is_some_and(|images| images.get(image).is_some());
        let (corners, runs) = runs(&self.chunk, |key| !shown.is_hidden(key), held);
        self.triangles.fill(&corners);
        self.runs = runs;
        self.sorted_out = Some(wanted);
        if images.is_some() && self.texels.is_none() {
            let texel = |at: usize| self.chunk.texels.get(at).copied().flatten().map_or([0.0; 2], |texel| texel.at);
            let texels: Vec<[f32; 2]> = (0..self.chunk.vertices.len()).map(texel).collect();
            self.texels = Some(VertexBuffer::new_with_data(context, &texels));
        }
    }

    fn cull(&self) -> Cull {
        if self.chunk.two_sided { Cull::None } else { Cull::Back }
    }

    /// Draws the triangles that wear an image, or those that do not.
    fn draw(&self, programs: &Programs, images: &Images, frame: &Frame, solids: bool, clad: bool) {
        let program = if clad { &programs.skin } else { &programs.surface };
        let runs = || self.runs.iter().filter(|run| run.image.is_some() == clad);
        if runs().next().is_none() {
            return;
        }
        program.use_vertex_attribute("position", &self.positions);
        program.use_vertex_attribute("ink", &self.inks);
        for run in runs() {
            if clad {
                let (Some(texels), Some(texture)) = (&self.texels, run.image.and_then(|id| images.get(id))) else {
                    continue;
                };
                program.use_vertex_attribute("texel", texels);
                program.use_texture("image", texture);
                program.use_uniform("opaque", if solids { 1.0_f32 } else { 0.0 });
            }
            let states = if solids { solid(self.cull()) } else { overlay(true, self.cull()) };
            // The offset counts in bytes.
            let first = run.first.saturating_mul(4);
            program.draw_subset_of_elements(states, frame.viewport, &self.triangles, first, run.count);
        }
    }
}

/// The corners of all sound triangles of some keys, those that wear the same image together.
fn runs(
    chunk: &Chunk,
    wanted: impl Fn(levelwright_model::scene::SceneKey) -> bool,
    held: impl Fn(ImageId) -> bool,
) -> (Vec<u32>, Vec<Run>) {
    let groups: Vec<bool> = chunk.groups.iter().map(|group| wanted(group.key)).collect();
    let mut by_image: BTreeMap<Option<ImageId>, Vec<u32>> = BTreeMap::new();
    for triangle in &chunk.triangles {
        if let Some([first, _, _]) = chunk.corners(triangle)
            && groups.get(first.group.0 as usize) == Some(&true)
        {
            let worn = usize::try_from(triangle[0]).ok().and_then(|at| chunk.worn(at));
            let image = worn.map(|(skin, _)| skin.image).filter(|image| held(*image));
            by_image.entry(image).or_default().extend_from_slice(triangle);
        }
    }
    let mut corners = Vec::with_capacity(chunk.triangles.len().saturating_mul(3));
    let mut runs = Vec::with_capacity(by_image.len());
    let count = |list: &[u32]| u32::try_from(list.len()).unwrap_or(u32::MAX);
    for (image, of) in by_image {
        runs.push(Run { image, first: count(&corners), count: count(&of) });
        corners.extend(of);
    }
    (corners, runs)
}

/// How bright a face is that looks in a direction: a low sun in the south-west and the sky, so that
/// floors, ceilings and the four sides of a room all differ.
pub(crate) fn shade(normal: Vec3) -> f32 {
    const SUN: Vec3 = Vec3::new(-0.33, -0.58, 0.745);
    if normal == Vec3::ZERO {
        return 1.0;
    }
    let facing = (0.5 + 0.5 * normal.dot(SUN)).clamp(0.0, 1.0);
    0.42 + 0.62 * facing
}

/// All chunks of one kind of view.
#[derive(Default)]
pub(crate) struct Surfaces {
    pieces: Vec<Piece>,
}

impl Surfaces {
    /// Takes over the chunks of a scene; what is on the card already stays.
    pub(crate) fn set(&mut self, context: &Context, chunks: &[Arc<Chunk>]) {
        let mut shared = BTreeMap::new();
        let mut in_place = BTreeMap::new();
        for (index, piece) in self.pieces.drain(..).enumerate() {
            // Two entries may share one chunk; then the second is kept by its place.
            let address = Arc::as_ptr(&piece.chunk);
            if let Some(twin) = shared.insert(address, (index, piece)) {
                in_place.insert(twin.0, twin.1);
            }
        }
        // First those that are the very same, then those that merely look the same.
        let mut found: Vec<Option<Piece>> =
            chunks.iter().map(|chunk| shared.remove(&Arc::as_ptr(chunk)).map(|(_, piece)| piece)).collect();
        in_place.extend(shared.into_values());
        for (index, (slot, chunk)) in found.iter_mut().zip(chunks).enumerate() {
            if slot.is_some() {
                continue;
            }
            let old = in_place.remove(&index);
            *slot = match old.filter(|old| *old.chunk == **chunk) {
                Some(mut old) => {
                    old.chunk = Arc::clone(chunk);
                    Some(old)
                }
                None => Some(Piece::new(context, Arc::clone(chunk))),
            };
        }
        self.pieces = found.into_iter().flatten().collect();
    }

    /// Brings colours up to date; `hiding` says that other triangles are hidden than before,
    /// `theme` that borders have another colour.
    /// `images` are those that are worn, if any are.
    pub(crate) fn prepare(
        &mut self,
        context: &Context,
        shown: &Shown,
        images: Option<&Images>,
        hiding: bool,
        theme: bool,
    ) {
        for piece in &mut self.pieces {
            if hiding {
                piece.sorted_out = None;
            }
            if hiding || theme {
                piece.edges = None;
            }
            piece.colour(shown.view().colouring, images);
            piece.sort_out(context, shown, images);
            if shown.view().overlays.edges && piece.edges.is_none() {
                let edges = piece.chunk.edges(|key| !shown.is_hidden(key));
                let colour = shown.view().theme.edge;
                let strokes: Vec<Stroke> =
                    edges.into_iter().map(|(from, to)| Stroke::new(from, to, colour, 1.0)).collect();
                let mut lines = Lines::new(context);
                lines.set(&strokes);
                piece.edges = Some(lines);
            }
        }
    }

    /// Draws the borders of faces.
    pub(crate) fn draw_edges(&self, program: &Program, frame: &Frame, pen: Pen) {
        for piece in &self.pieces {
            if let Some(edges) = &piece.edges
                && frame.may_show(&piece.bounds)
            {
                edges.draw(program, frame, pen);
            }
        }
    }

    /// Draws the solid ones or, farthest first, the see-through ones. Calls `begin_early` after
    /// every many thousand triangles.
    pub(crate) fn draw(
        &self,
        programs: &Programs,
        images: &Images,
        frame: &Frame,
        solids: bool,
        begin_early: impl Fn(),
    ) {
        const MANY: u32 = 25_000;
        let mut waiting = 0_u32;
        for program in [&programs.surface, &programs.skin] {
            frame.enter(program);
        }
        frame.pull(&programs.surface, 0.0);
        let mut order: Vec<(f32, &Piece)> = self
            .pieces
            .iter()
            .filter(|piece| (piece.chunk.material == Material::Solid) == solids)
            .filter(|piece| piece.triangles.count() > 0 && frame.may_show(&piece.bounds))
            .map(|piece| {
                let middle = frame.matrix * piece.bounds.centre().extend(1.0);
                let depth = if frame.from_above { middle.z } else { middle.w };
                (depth, piece)
            })
            .collect();
        if !solids {
            order.sort_by(|a, b| b.0.total_cmp(&a.0));
        }
        let mut draw = |piece: &Piece, clad: bool| {
            piece.draw(programs, images, frame, solids, clad);
            let count: u32 = piece.runs.iter().filter(|run| run.image.is_some() == clad).map(|run| run.count / 3).sum();
            waiting = waiting.saturating_add(count);
            if waiting >= MANY {
                begin_early();
                waiting = 0;
            }
        };
        if solids {
            // Each program once.
            for clad in [false, true] {
                order.iter().for_each(|(_, piece)| draw(piece, clad));
            }
        } else {
            // The farthest first, whatever it wears.
            for (_, piece) in order {
                draw(piece, false);
                draw(piece, true);
            }
        }
    }

    /// The box around all chunks.
    pub(crate) fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for piece in &self.pieces {
            bounds.join(&piece.bounds);
        }
        bounds
    }

    /// The chunks.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = &Chunk> {
        self.pieces.iter().map(|piece| piece.chunk.as_ref())
    }
}

/// A see-through veil over faces that are selected or under the pointer.
#[derive(Default)]
pub(crate) struct Veil {
    faces: Option<VeilFaces>,
}

struct VeilFaces {
    positions: VertexBuffer<[f32; 3]>,
    inks: VertexBuffer<[u8; 4]>,
}

impl Veil {
    pub(crate) fn set<'a>(&mut self, context: &Context, chunks: impl Iterator<Item = &'a Chunk>, shown: &Shown) {
        let theme = &shown.view().theme;
        let mut positions = Vec::new();
        let mut inks = Vec::new();
        for chunk in chunks {
            let colours: Vec<Option<Colour>> = chunk
                .groups
                .iter()
                .map(|group| match shown.state(Some(group.key)) {
                    state if state > 1.5 => Some(theme.selection.with_opacity(105)),
                    state if state > 0.5 => Some(theme.hover.with_opacity(60)),
                    _ => None,
                })
                .collect();
            if colours.iter().all(Option::is_none) {
                continue;
            }
            for triangle in &chunk.triangles {
                let Some(corners) = chunk.corners(triangle) else {
                    continue;
                };
                let [first, _, _] = corners;
                let colour = colours.get(first.group.0 as usize).copied().flatten();
                let Some(Colour(colour)) = colour else {
                    continue;
                };
                let [a, b, c] = corners.map(|corner| corner.position.to_array());
                positions.extend([a, b, c]);
                inks.extend([colour; 3]);
                if chunk.two_sided {
                    positions.extend([a, c, b]);
                    inks.extend([colour; 3]);
                }
            }
        }
        self.faces = (!positions.is_empty()).then(|| VeilFaces {
            positions: VertexBuffer::new_with_data(context, &positions),
            inks: VertexBuffer::new_with_data(context, &inks),
        });
    }

    pub(crate) fn draw(&self, program: &Program, frame: &Frame) {
        let Some(VeilFaces { positions, inks }) = &self.faces else {
            return;
        };
        frame.enter(program);
        frame.pull(program, 1.0);
        program.use_vertex_attribute("position", positions);
        program.use_vertex_attribute("ink", inks);
        let states = overlay(true, Cull::Back);
        program.draw_arrays(states, frame.viewport, positions.vertex_count());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use levelwright_model::scene::SceneKey;

    #[test]
    fn all_sides_of_a_room_are_shaded_differently() {
        let mut shades: Vec<f32> =
            [Vec3::X, Vec3::Y, Vec3::Z].into_iter().flat_map(|side| [shade(side), shade(-side)]).collect();
        shades.sort_by(f32::total_cmp);
        assert!(shades.windows(2).all(|two| two[1] - two[0] > 0.03), "{shades:?}");
        assert!(shades[0] > 0.4 && shades[5] <= 1.0, "{shades:?}");
        assert_eq!(shade(Vec3::ZERO), 1.0);
    }

    #[test]
    fn broken_triangles_are_left_out() {
        let mut chunk = Chunk::new(Material::Solid);
        let group = chunk.group(SceneKey(1), [Colour::WHITE; Colouring::COUNT]);
        chunk.polygon(group, &[Vec3::ZERO, Vec3::X, Vec3::Y]);
        chunk.triangles.push([0, 1, 3]);
        let run = Run { image: None, first: 0, count: 3 };
        assert_eq!(runs(&chunk, |_| true, |_| true), (vec![0, 1, 2], vec![run]));
        assert_eq!(runs(&chunk, |_| false, |_| true), (Vec::new(), Vec::new()));
    }

    #[test]
    fn triangles_are_drawn_image_by_image_and_those_that_cannot_be_had_with_the_plain_ones() {
        use levelwright_model::scene::{Skin, Texel};
        let mut chunk = Chunk::new(Material::Solid);
        let texels = [Texel { at: [0.0; 2], light: Colour::WHITE }; 3];
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
        for image in [7, 4, 9, 4] {
            let skin = Skin { image: ImageId(image), tint: Colour::WHITE, shaded: false };
            let group = chunk.clad(SceneKey(1), [Colour::WHITE; Colouring::COUNT], Some(skin));
            chunk.textured(group, &corners, &texels);
        }
        let (drawn, split) = runs(&chunk, |_| true, |image| image != ImageId(9));
        assert_eq!(drawn, [6, 7, 8, 3, 4, 5, 9, 10, 11, 0, 1, 2]);
        let run = |image: Option<u32>, first, count| Run { image: image.map(ImageId), first, count };
        assert_eq!(split, [run(None, 0, 3), run(Some(4), 3, 6), run(Some(7), 9, 3)]);
        assert_eq!(runs(&chunk, |_| true, |_| false).1, [run(None, 0, 12)], "textures are off");
    }
}
