//! Pictures of the window without a display: egui's painter and the viewport's renderer on one context
//! of our own.
#![allow(unsafe_code, reason = "OpenGL calls; the context is current on the thread that made it")]

use egui_glow::glow::{self, HasContext};
use levelwright_viewport::{Headless, ViewportError};

/// What the window is drawn on.
pub struct Canvas {
    // Dropped in this order: the painter's names are deleted while their context lives.
    painter: egui_glow::Painter,
    headless: Headless,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// There is no OpenGL.
    #[error(transparent)]
    Viewport(#[from] ViewportError),
    /// egui's painter or a framebuffer could not be made.
    #[error("the window cannot be drawn: {0}")]
    Painter(String),
}

impl Canvas {
    /// A canvas on the first device that draws.
    ///
    /// # Errors
    /// If there is no EGL or no device; the packages to install are named.
    pub fn new() -> Result<Canvas, PictureError> {
        let headless = Headless::new()?;
        let painter = egui_glow::Painter::new(headless.gl().clone(), "", None, false)
            .map_err(|error| PictureError::Painter(error.to_string()))?;
        Ok(Canvas { painter, headless })
    }

    /// The context.
    pub fn gl(&self) -> std::sync::Arc<glow::Context> {
        self.headless.gl().clone()
    }

    /// Draws a frame into pixels, rows from the top.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn draw(&mut self, ctx: &egui::Context, output: &egui::FullOutput) -> Result<image::RgbaImage, PictureError> {
        let scale = output.pixels_per_point;
        let size = ctx.content_rect().size() * scale;
        let (width, height) = (size.x.round() as u32, size.y.round() as u32);
        let primitives = ctx.tessellate(output.shapes.clone(), scale);
        let mut pixels = vec![0; width as usize * height as usize * 4];
        self.paint([width, height], scale, &primitives, Some(&mut pixels))?;
        let mut image = image::RgbaImage::from_raw(width, height, pixels)
            .ok_or_else(|| PictureError::Painter("the picture has no pixels".to_owned()))?;
        image::imageops::flip_vertical_in_place(&mut image);
        Ok(image)
    }

    /// Draws triangles and waits until they are drawn; reads the pixels, rows from the bottom, where they are wanted.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn paint(
        &mut self,
        [width, height]: [u32; 2],
        scale: f32,
        primitives: &[egui::ClippedPrimitive],
        pixels: Option<&mut [u8]>,
    ) -> Result<(), PictureError> {
        let gl = self.gl();
        let (wide, high) = (width.cast_signed(), height.cast_signed());
        if pixels.as_ref().is_some_and(|pixels| pixels.len() != width as usize * height as usize * 4) {
            return Err(PictureError::Painter("the pixels have another size".to_owned()));
        }
        // SAFETY: the context is current on this thread as long as `headless` lives, and the buffer has
        // the size that is read.
        unsafe {
            let error = PictureError::Painter;
            let frame = gl.create_framebuffer().map_err(error)?;
            let colour = gl.create_renderbuffer().map_err(error)?;
            gl.bind_renderbuffer(glow::RENDERBUFFER, Some(colour));
            gl.renderbuffer_storage(glow::RENDERBUFFER, glow::RGBA8, wide, high);
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(frame));
            gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, glow::COLOR_ATTACHMENT0, glow::RENDERBUFFER, Some(colour));
            gl.disable(glow::SCISSOR_TEST);
            gl.clear_color(0.0, 0.0, 0.0, 1.0);
            gl.clear(glow::COLOR_BUFFER_BIT);
            self.painter.paint_primitives([width, height], scale, primitives);
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(frame));
            match pixels {
                Some(pixels) => {
                    let target = glow::PixelPackData::Slice(Some(pixels));
                    gl.read_pixels(0, 0, wide, high, glow::RGBA, glow::UNSIGNED_BYTE, target);
                }
                None => gl.finish(),
            }
            gl.bind_framebuffer(glow::FRAMEBUFFER, None);
            gl.delete_framebuffer(frame);
            gl.delete_renderbuffer(colour);
        }
        Ok(())
    }

    /// Takes in what became of the textures.
    pub fn feed(&mut self, delta: &mut egui::TexturesDelta) {
        let mut set: Vec<_> = delta.set.drain().collect();
        // In a fixed order, so that two runs do the same.
        set.sort_by_key(|(id, _)| *id);
        for (id, images) in set {
            for image in images {
                self.painter.set_texture(id, &image);
            }
        }
        let mut free: Vec<_> = delta.free.drain().collect();
        free.sort();
        for id in free {
            self.painter.free_texture(id);
        }
    }
}

impl Drop for Canvas {
    fn drop(&mut self) {
        self.painter.destroy();
    }
}
