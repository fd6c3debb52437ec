//! Our own framebuffer, and the way of its pixels into whatever framebuffer was bound.
//!
//! The one place besides `headless` that speaks to OpenGL without three-d's safe layer, which can
//! neither make a framebuffer it did not invent nor copy into someone else's.
#![allow(unsafe_code)]

use crate::ViewportError;
use levelwright_model::scene::Colour;
use std::sync::Arc;
use three_d::context::{self as gl, Context, HasContext, PixelPackData};

/// A rectangle of pixels, counted from the bottom left as OpenGL does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelRect {
    /// The left side.
    pub left: i32,
    /// The lower side.
    pub bottom: i32,
    /// The width; nothing is drawn at 0 or less.
    pub width: i32,
    /// The height; nothing is drawn at 0 or less.
    pub height: i32,
}

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Four bytes a pixel: red, green, blue, opacity; the top row first.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// The colour at a pixel, `None` outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<Colour> {
        if x >= self.width {
            return None;
        }
        let at = (u64::from(y) * u64::from(self.width) + u64::from(x)) * 4;
        let at = usize::try_from(at).ok()?;
        let bytes = self.rgba.get(at..at.checked_add(4)?)?;
        Some(Colour(bytes.try_into().ok()?))
    }
}

/// What was bound before we drew; bound again when this goes out of scope, whatever happened.
pub(crate) struct Bound {
    gl: Arc<Context>,
    draw: Option<gl::Framebuffer>,
    read: Option<gl::Framebuffer>,
}

impl Bound {
    pub(crate) fn remember(gl: &Arc<Context>) -> Self {
        // SAFETY: asking for a binding has no preconditions but a current context, which whoever
        // holds a `Renderer` promises to have.
        unsafe {
            Self {
                gl: Arc::clone(gl),
                draw: gl.get_parameter_framebuffer(gl::DRAW_FRAMEBUFFER_BINDING),
                read: gl.get_parameter_framebuffer(gl::READ_FRAMEBUFFER_BINDING),
            }
        }
    }
}

impl Drop for Bound {
    fn drop(&mut self) {
        // SAFETY: these names were bound a moment ago, and only their owner deletes them.
        unsafe {
            self.gl.depth_mask(true);
            self.gl.bind_framebuffer(gl::DRAW_FRAMEBUFFER, self.draw);
            self.gl.bind_framebuffer(gl::READ_FRAMEBUFFER, self.read);
        }
    }
}

/// A framebuffer with its storage.
struct Store {
    gl: Arc<Context>,
    framebuffer: gl::Framebuffer,
    buffers: Vec<gl::Renderbuffer>,
}

impl Store {
    /// Colour, and depth if asked for. Leaves its framebuffer bound.
    fn new(
        gl: &Arc<Context>,
        [width, height]: [i32; 2],
        samples: i32,
        with_depth: bool,
    ) -> Result<Self, ViewportError> {
        // SAFETY: plain creation calls with a current context; every name made is owned by `store`
        // from the moment it exists and deleted in `Drop`.
        unsafe {
            let framebuffer = gl.create_framebuffer().map_err(|why| ViewportError::driver("a framebuffer", why))?;
            let mut store = Self { gl: Arc::clone(gl), framebuffer, buffers: Vec::new() };
            gl.bind_framebuffer(gl::FRAMEBUFFER, Some(framebuffer));
            let mut wanted = vec![(gl::RGBA8, gl::COLOR_ATTACHMENT0)];
            if with_depth {
                wanted.push((gl::DEPTH_COMPONENT24, gl::DEPTH_ATTACHMENT));
            }
            for (format, attachment) in wanted {
                let buffer = gl.create_renderbuffer().map_err(|why| ViewportError::driver("a renderbuffer", why))?;
                store.buffers.push(buffer);
                gl.bind_renderbuffer(gl::RENDERBUFFER, Some(buffer));
                if samples > 1 {
                    gl.renderbuffer_storage_multisample(gl::RENDERBUFFER, samples, format, width, height);
                } else {
                    gl.renderbuffer_storage(gl::RENDERBUFFER, format, width, height);
                }
                gl.framebuffer_renderbuffer(gl::FRAMEBUFFER, attachment, gl::RENDERBUFFER, Some(buffer));
            }
            gl.bind_renderbuffer(gl::RENDERBUFFER, None);
            let status = gl.check_framebuffer_status(gl::FRAMEBUFFER);
            if status == gl::FRAMEBUFFER_COMPLETE {
                Ok(store)
            } else {
                let why = format!("{width} x {height}, {samples} samples: status {status:#x}");
                Err(ViewportError::driver("a framebuffer", why))
            }
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // SAFETY: the names are ours and nothing else deletes them.
        unsafe {
            self.gl.delete_framebuffer(self.framebuffer);
            for buffer in self.buffers.drain(..) {
                self.gl.delete_renderbuffer(buffer);
            }
        }
    }
}

/// Where scenes are drawn, and kept until something changes.
pub(crate) struct Target {
    size: [u32; 2],
    asked_samples: u8,
    /// Drawn into; the picture itself when plain.
    draw: Store,
    /// The picture of a `draw` with several samples a pixel.
    resolved: Option<Store>,
}

impl Target {
    pub(crate) fn new(gl: &Arc<Context>, size: [u32; 2], samples: u8) -> Result<Self, ViewportError> {
        // SAFETY: asking for limits has no preconditions.
        let (most, most_samples) =
            unsafe { (gl.get_parameter_i32(gl::MAX_RENDERBUFFER_SIZE), gl.get_parameter_i32(gl::MAX_SAMPLES)) };
        let [width, height] = size;
        let side = |side: u32| i32::try_from(side).ok().filter(|side| (1..=most).contains(side));
        let (Some(wide), Some(high)) = (side(width), side(height)) else {
            return Err(ViewportError::Size { width, height, most: u32::try_from(most).unwrap_or(0) });
        };
        let several = i32::from(samples).min(most_samples);
        let resolved = if several > 1 { Some(Store::new(gl, [wide, high], 1, false)?) } else { None };
        Ok(Self { size, asked_samples: samples, draw: Store::new(gl, [wide, high], several, true)?, resolved })
    }

    /// Whether this is the target for a size and number of samples.
    pub(crate) fn fits(&self, size: [u32; 2], samples: u8) -> bool {
        self.size == size && self.asked_samples == samples
    }

    fn rect(&self) -> PixelRect {
        let [width, height] = self.size.map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        PixelRect { left: 0, bottom: 0, width, height }
    }

    /// Binds it for drawing and fills it with a colour.
    pub(crate) fn begin(&self, background: Colour) {
        let [red, green, blue, opacity] = background.0.map(|part| f32::from(part) / 255.0);
        let gl = &self.draw.gl;
        // SAFETY: plain state calls; the framebuffer is ours and complete.
        unsafe {
            gl.bind_framebuffer(gl::FRAMEBUFFER, Some(self.draw.framebuffer));
            gl.disable(gl::SCISSOR_TEST);
            gl.color_mask(true, true, true, true);
            gl.depth_mask(true);
            gl.clear_color(red, green, blue, opacity);
            gl.clear_depth_f32(1.0);
            gl.clear(gl::COLOR_BUFFER_BIT | gl::DEPTH_BUFFER_BIT);
            // Debug builds of three-d stop at any error they find, so they must not find those of
            // whoever drew before. There is at most one flag for each kind of error.
            if cfg!(debug_assertions) {
                for _ in 0..8 {
                    if gl.get_error() == gl::NO_ERROR {
                        break;
                    }
                }
            }
        }
    }

    /// Lets the driver begin with what it was told so far. Without a graphics card the cores then
    /// fill pixels while the corners of the next batch are still being moved.
    pub(crate) fn begin_early(&self) {
        // SAFETY: has no preconditions but a current context.
        unsafe { self.draw.gl.flush() };
    }

    /// Makes one pixel of several samples; nothing to do for a plain target.
    pub(crate) fn finish(&self) {
        if let Some(resolved) = &self.resolved {
            let gl = &self.draw.gl;
            // SAFETY: both framebuffers are ours, complete and of one size.
            unsafe { gl.disable(gl::SCISSOR_TEST) };
            let rect = self.rect();
            copy(gl, self.draw.framebuffer, Some(resolved.framebuffer), rect, rect);
        }
    }

    fn picture_store(&self) -> &Store {
        self.resolved.as_ref().unwrap_or(&self.draw)
    }

    /// Copies the picture into what was bound, within the clip.
    pub(crate) fn blit(&self, bound: &Bound, rect: PixelRect, clip: PixelRect) {
        if rect.width <= 0 || rect.height <= 0 || clip.width <= 0 || clip.height <= 0 {
            return;
        }
        let gl = &self.draw.gl;
        // SAFETY: plain state calls with a positive size.
        unsafe {
            gl.enable(gl::SCISSOR_TEST);
            gl.scissor(clip.left, clip.bottom, clip.width, clip.height);
        }
        copy(gl, self.picture_store().framebuffer, bound.draw, self.rect(), rect);
    }

    /// Fetches the picture.
    pub(crate) fn read(&self) -> Picture {
        let [width, height] = self.size;
        let row = width as usize * 4;
        let mut upside_down = vec![0; row * height as usize];
        let rect = self.rect();
        let store = self.picture_store();
        let gl = &store.gl;
        // SAFETY: the slice holds exactly width * height pixels of four bytes, rows unpadded.
        unsafe {
            gl.bind_framebuffer(gl::READ_FRAMEBUFFER, Some(store.framebuffer));
            gl.pixel_store_i32(gl::PACK_ALIGNMENT, 1);
            gl.read_pixels(
                0,
                0,
                rect.width,
                rect.height,
                gl::RGBA,
                gl::UNSIGNED_BYTE,
                PixelPackData::Slice(Some(&mut upside_down)),
            );
        }
        let mut rgba = Vec::with_capacity(upside_down.len());
        for line in upside_down.chunks_exact(row).rev() {
            rgba.extend_from_slice(line);
        }
        Picture { width, height, rgba }
    }
}

/// Copies colours from one framebuffer to another.
fn copy(gl: &Context, from: gl::Framebuffer, to: Option<gl::Framebuffer>, source: PixelRect, target: PixelRect) {
    let right = |rect: PixelRect| rect.left.saturating_add(rect.width);
    let top = |rect: PixelRect| rect.bottom.saturating_add(rect.height);
    let filter = if (source.width, source.height) == (target.width, target.height) { gl::NEAREST } else { gl::LINEAR };
    // SAFETY: both framebuffers exist; parts outside of them are left out by OpenGL.
    unsafe {
        gl.bind_framebuffer(gl::READ_FRAMEBUFFER, Some(from));
        gl.bind_framebuffer(gl::DRAW_FRAMEBUFFER, to);
        gl.blit_framebuffer(
            source.left,
            source.bottom,
            right(source),
            top(source),
            target.left,
            target.bottom,
            right(target),
            top(target),
            gl::COLOR_BUFFER_BIT,
            filter,
        );
    }
}
