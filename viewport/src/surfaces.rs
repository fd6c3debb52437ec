//! Chunks on the graphics card: positions once, colours for each colouring, triangles as hidden.

use crate::lines::{Lines, Pen, Stroke};
use crate::program::{Frame, overlay, solid};
use crate::view::Shown;
use glam::Vec3;
use levelwright_model::scene::{Bounds, Chunk, Colour, Colouring, Material};
use std::collections::BTreeMap;
use std::sync::Arc;
use three_d::core::{Context, Cull, ElementBuffer, Program, VertexBuffer};

/// One chunk.
struct Piece {
    chunk: Arc<Chunk>,
    bounds: Bounds,
    positions: VertexBuffer<[f32; 3]>,
    inks: VertexBuffer<[u8; 4]>,
    triangles: ElementBuffer<u32>,
    /// What `inks` holds.
    colouring: Option<Colouring>,
    /// Whether `triangles` is as the view wants it.
    sorted_out: bool,
    /// Borders of faces; made when first shown.
    edges: Option<Lines>,
}

impl Piece {
    fn new(context: &Context, chunk: Arc<Chunk>) -> Self {
        let positions: Vec<[f32; 3]> = chunk.vertices.iter().map(|vertex| vertex.position.to_array()).collect();
        Self {
            bounds: chunk.bounds(),
            positions: VertexBuffer::new_with_data(context, &positions),
            inks: VertexBuffer::new(context),
            triangles: ElementBuffer::new(context),
            chunk,
            colouring: None,
            sorted_out: false,
            edges: None,
        }
    }

    fn colour(&mut self, colouring: Colouring) {
        if self.colouring == Some(colouring) || self.chunk.vertices.is_empty() {
            return;
        }
        let inks: Vec<[u8; 4]> = self
            .chunk
            .vertices
            .iter()
            .map(|vertex| {
                let colour = self.chunk.colour_of(vertex, colouring);
                colour.scaled(shade(vertex.normal)).0
            })
            .collect();
        self.inks.fill(&inks);
        self.colouring = Some(colouring);
    }

    fn sort_out(&mut self, shown: &Shown) {
        if self.sorted_out {
            return;
        }
        self.triangles.fill(&wanted_corners(&self.chunk, |key| !shown.is_hidden(key)));
        self.sorted_out = true;
    }

    fn cull(&self) -> Cull {
        if self.chunk.two_sided { Cull::None } else { Cull::Back }
    }
}

/// The corners of all sound triangles of some keys.
fn wanted_corners(chunk: &Chunk, wanted: impl Fn(levelwright_model::scene::SceneKey) -> bool) -> Vec<u32> {
    let groups: Vec<bool> = chunk.groups.iter().map(|group| wanted(group.key)).collect();
    let mut corners = Vec::with_capacity(chunk.triangles.len().saturating_mul(3));
    for triangle in &chunk.triangles {
        if let Some([first, _, _]) = chunk.corners(triangle)
            && groups.get(first.group.0 as usize) == Some(&true)
        {
            corners.extend_from_slice(triangle);
        }
    }
    corners
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
    pub(crate) fn prepare(&mut self, context: &Context, shown: &Shown, hiding: bool, theme: bool) {
        for piece in &mut self.pieces {
            if hiding {
                piece.sorted_out = false;
            }
            if hiding || theme {
                piece.edges = None;
            }
            piece.colour(shown.view().colouring);
            piece.sort_out(shown);
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
    pub(crate) fn draw(&self, program: &Program, frame: &Frame, solids: bool, begin_early: impl Fn()) {
        const MANY: u32 = 25_000;
        let mut waiting = 0_u32;
        frame.enter(program);
        frame.pull(program, 0.0);
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
        for (_, piece) in order {
            program.use_vertex_attribute("position", &piece.positions);
            program.use_vertex_attribute("ink", &piece.inks);
            let states = if solids { solid(piece.cull()) } else { overlay(true, piece.cull()) };
            program.draw_elements(states, frame.viewport, &piece.triangles);
            waiting = waiting.saturating_add(piece.triangles.triangle_count());
            if waiting >= MANY {
                begin_early();
                waiting = 0;
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
        assert_eq!(wanted_corners(&chunk, |_| true), [0, 1, 2]);
        assert!(wanted_corners(&chunk, |_| false).is_empty());
    }
}
