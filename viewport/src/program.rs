//! The shader programs, and what all of them are told about a frame.

use crate::ViewportError;
use glam::{Mat4, Vec2, Vec3};
use levelwright_model::scene::{Bounds, Camera, Colour};
use three_d::core::{Blend, Context, Cull, DepthTest, Program, RenderStates, Viewport, WriteMask};
use three_d::{Vec2 as GlVec2, Vec4 as GlVec4};

/// The programs, compiled once.
pub(crate) struct Programs {
    pub(crate) surface: Program,
    pub(crate) skin: Program,
    pub(crate) line: Program,
    pub(crate) marker: Program,
}

impl Programs {
    pub(crate) fn new(context: &Context) -> Result<Self, ViewportError> {
        let program = |vertex, fragment| {
            Program::from_source(context, vertex, fragment)
                .map_err(|why| ViewportError::driver("a shader program", why))
        };
        Ok(Self {
            surface: program(include_str!("shaders/surface.vert"), include_str!("shaders/surface.frag"))?,
            skin: program(include_str!("shaders/skin.vert"), include_str!("shaders/skin.frag"))?,
            line: program(include_str!("shaders/line.vert"), include_str!("shaders/line.frag"))?,
            marker: program(include_str!("shaders/marker.vert"), include_str!("shaders/marker.frag"))?,
        })
    }
}

/// The numbers of one frame.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) matrix: Mat4,
    pub(crate) viewport: Viewport,
    pub(crate) size: Vec2,
    pub(crate) scale: f32,
    /// Pixels of a world unit at depth 1, or anywhere from above.
    pub(crate) unit: f32,
    /// The eye and 1, or the direction to the viewer and 0.
    toward: [f32; 4],
    /// What a small step towards the viewer is: a share of the way to the eye, or world units.
    step: f32,
    pub(crate) from_above: bool,
}

impl Frame {
    pub(crate) fn new(camera: &Camera, size: [u32; 2], scale: f32, bounds: &Bounds) -> Self {
        let [width, height] = size;
        let extent = Vec2::new(width as f32, height as f32);
        let (toward, unit, step) = match camera {
            Camera::Perspective(view) => {
                (view.eye.extend(1.0).to_array(), 1.0 / view.units_per_pixel(1.0, extent), 1.5e-3)
            }
            Camera::Top(view) => {
                (Vec3::Z.extend(0.0).to_array(), 1.0 / view.units_per_pixel, 1e-4 * (1.0 + bounds.radius()))
            }
        };
        Self {
            matrix: camera.view_projection(extent, bounds),
            viewport: Viewport::new_at_origo(width, height),
            size: extent,
            scale: if scale.is_finite() { scale.clamp(0.25, 16.0) } else { 1.0 },
            unit,
            toward,
            step,
            from_above: camera.is_top(),
        }
    }

    /// Sets what every program takes.
    pub(crate) fn enter(&self, program: &Program) {
        program.use_uniform("matrix", three_d::Mat4::from(self.matrix.to_cols_array_2d()));
        // Faces with images are never pulled.
        program.use_uniform_if_required("toward", GlVec4::from(self.toward));
    }

    /// Sets how many small steps towards the viewer things are pulled.
    pub(crate) fn pull(&self, program: &Program, steps: f32) {
        program.use_uniform("amount", self.step * steps);
    }

    /// Sets what programs with sizes in pixels take as well.
    pub(crate) fn enter_pixels(&self, program: &Program) {
        self.enter(program);
        program.use_uniform("size", GlVec2::new(self.size.x, self.size.y));
        program.use_uniform("scale", self.scale);
    }

    /// Whether some of a box may be in the picture.
    pub(crate) fn may_show(&self, bounds: &Bounds) -> bool {
        if bounds.is_empty() {
            return false;
        }
        let corners = bounds.corners().map(|corner| self.matrix * corner.extend(1.0));
        let beyond = |side: fn(glam::Vec4) -> f32| corners.iter().all(|corner| side(*corner) < 0.0);
        !(beyond(|c| c.w + c.x)
            || beyond(|c| c.w - c.x)
            || beyond(|c| c.w + c.y)
            || beyond(|c| c.w - c.y)
            || beyond(|c| c.w + c.z)
            || beyond(|c| c.w - c.z))
    }
}

/// A colour as shaders take it.
pub(crate) fn ink(colour: Colour) -> GlVec4 {
    GlVec4::from(colour.0.map(|part| f32::from(part) / 255.0))
}

/// Opaque faces.
pub(crate) fn solid(cull: Cull) -> RenderStates {
    RenderStates {
        write_mask: WriteMask::COLOR_AND_DEPTH,
        depth_test: DepthTest::LessOrEqual,
        blend: Blend::Disabled,
        cull,
    }
}

/// What lies over the faces without hiding anything; `hidden` says whether faces hide it.
pub(crate) fn overlay(hidden: bool, cull: Cull) -> RenderStates {
    RenderStates {
        write_mask: WriteMask::COLOR,
        depth_test: if hidden { DepthTest::LessOrEqual } else { DepthTest::Always },
        blend: Blend::TRANSPARENCY,
        cull,
    }
}

/// Badges hide each other.
pub(crate) fn badge(hidden: bool) -> RenderStates {
    RenderStates {
        write_mask: if hidden { WriteMask::COLOR_AND_DEPTH } else { WriteMask::COLOR },
        ..overlay(hidden, Cull::None)
    }
}
