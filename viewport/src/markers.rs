//! Markers on the graphics card: badges that face the viewer, one instance each.

use crate::ViewportError;
use crate::program::{Frame, badge, ink};
use crate::view::Shown;
use glam::Vec2;
use levelwright_model::scene::{Marker, MarkerShape, SceneKey};
use three_d::Vec2 as GlVec2;
use three_d::core::{
    Context, CpuTexture, ElementBuffer, InstanceBuffer, Program, Texture2D, TextureData, VertexBuffer,
};

/// The icons that markers name, white on nothing.
#[derive(Clone, Copy, Debug)]
pub struct Atlas<'a> {
    /// Icons in a row.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
    /// Pixels along an icon's side.
    pub side: u32,
    /// How much of each pixel the icons cover: one byte a pixel, the top row first.
    pub cover: &'a [u8],
}

/// The texture of an atlas, or a stand-in without icons.
pub(crate) struct Icons {
    texture: Texture2D,
    columns: f32,
    rows: f32,
}

impl Icons {
    pub(crate) fn none(context: &Context) -> Self {
        Self::from_cover(context, 1, 1, vec![0], [0.0, 0.0])
    }

    pub(crate) fn new(context: &Context, atlas: &Atlas<'_>) -> Result<Self, ViewportError> {
        let width = u64::from(atlas.columns) * u64::from(atlas.side);
        let height = u64::from(atlas.rows) * u64::from(atlas.side);
        let needed = width.saturating_mul(height);
        let found = atlas.cover.len() as u64;
        let wrong =
            || ViewportError::Atlas { columns: atlas.columns, rows: atlas.rows, side: atlas.side, needed, found };
        if needed == 0 || needed != found {
            return Err(wrong());
        }
        let width = u32::try_from(width).map_err(|_| wrong())?;
        let height = u32::try_from(height).map_err(|_| wrong())?;
        let grid = [atlas.columns as f32, atlas.rows as f32];
        Ok(Self::from_cover(context, width, height, atlas.cover.to_vec(), grid))
    }

    fn from_cover(context: &Context, width: u32, height: u32, cover: Vec<u8>, [columns, rows]: [f32; 2]) -> Self {
        let texture = CpuTexture { data: TextureData::RU8(cover), width, height, ..CpuTexture::default() };
        Self { texture: Texture2D::new(context, &texture), columns, rows }
    }
}

/// A batch of markers.
pub(crate) struct Markers {
    corners: VertexBuffer<[f32; 2]>,
    triangles: ElementBuffer<u8>,
    stands: InstanceBuffer<[f32; 4]>,
    looks: InstanceBuffer<[f32; 4]>,
    inks: InstanceBuffer<[u8; 4]>,
    states: InstanceBuffer<f32>,
    keys: Vec<SceneKey>,
}

impl Markers {
    pub(crate) fn new(context: &Context) -> Self {
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        Self {
            corners: VertexBuffer::new_with_data(context, &corners),
            triangles: ElementBuffer::new_with_data(context, &[0, 1, 2, 0, 2, 3]),
            stands: InstanceBuffer::new(context),
            looks: InstanceBuffer::new(context),
            inks: InstanceBuffer::new(context),
            states: InstanceBuffer::new(context),
            keys: Vec::new(),
        }
    }

    /// Replaces all markers.
    pub(crate) fn set<'a>(&mut self, markers: impl Iterator<Item = &'a Marker> + Clone) {
        self.keys = markers.clone().map(|marker| marker.key).collect();
        if self.keys.is_empty() {
            return;
        }
        let stands: Vec<[f32; 4]> =
            markers.clone().map(|marker| marker.position.extend(marker.radius).to_array()).collect();
        let looks: Vec<[f32; 4]> = markers
            .clone()
            .map(|marker| {
                let heading = marker.heading.filter(|heading| heading.is_finite());
                let Vec2 { x, y } = heading.map_or(Vec2::ZERO, Vec2::from_angle);
                let shape = match marker.shape {
                    MarkerShape::Round => 0.0,
                    MarkerShape::Square => 1.0,
                    MarkerShape::Diamond => 2.0,
                };
                [x, y, shape, marker.icon.map_or(-1.0, f32::from)]
            })
            .collect();
        let inks: Vec<[u8; 4]> = markers.map(|marker| marker.colour.0).collect();
        self.stands.fill(&stands);
        self.looks.fill(&looks);
        self.inks.fill(&inks);
        self.states.fill(&vec![0.0; inks.len()]);
    }

    /// Marks what is hidden, under the pointer or selected.
    pub(crate) fn mark(&mut self, shown: &Shown) {
        if !self.keys.is_empty() {
            let states: Vec<f32> = self.keys.iter().map(|key| shown.state(Some(*key))).collect();
            self.states.fill(&states);
        }
    }

    /// Draws them; `hidden` says whether faces hide them.
    pub(crate) fn draw(&self, program: &Program, frame: &Frame, shown: &Shown, icons: &Icons, hidden: bool) {
        let Ok(count) = u32::try_from(self.keys.len()) else {
            return;
        };
        if count == 0 {
            return;
        }
        let theme = &shown.view().theme;
        frame.enter_pixels(program);
        program.use_uniform("unit", frame.unit);
        program.use_uniform("limits", GlVec2::new(Marker::LEAST_POINTS, Marker::MOST_POINTS));
        program.use_uniform("highlight", ink(theme.selection));
        program.use_uniform("hover", ink(theme.hover));
        program.use_uniform("rim", ink(theme.rim));
        program.use_uniform("atlas", GlVec2::new(icons.columns, icons.rows));
        program.use_texture("icons", &icons.texture);
        program.use_vertex_attribute("corner", &self.corners);
        program.use_instance_attribute("stand", &self.stands);
        program.use_instance_attribute("look", &self.looks);
        program.use_instance_attribute("ink", &self.inks);
        program.use_instance_attribute("state", &self.states);
        program.draw_elements_instanced(badge(hidden), frame.viewport, &self.triangles, count);
    }
}
