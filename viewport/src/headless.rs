//! Drawing without a window, a display server or a graphics card: EGL on a device, no surface.
//!
//! One module for the command line's pictures and for tests.
#![allow(unsafe_code)]

use crate::{Picture, Renderer, View, ViewportError};
use glutin::api::egl::{context::PossiblyCurrentContext, device::Device, display::Display};
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, Version};
use glutin::display::GlDisplay as _;
use levelwright_model::scene::Scene;
use std::sync::Arc;
use three_d::context::Context;

/// An OpenGL context of our own, current on the thread that made it, and a renderer on it.
pub struct Headless {
    // Dropped in this order: names are deleted while their context is still current.
    renderer: Renderer,
    gl: Arc<Context>,
    _context: PossiblyCurrentContext,
}

impl Headless {
    /// Takes the first device that draws OpenGL 3.3.
    ///
    /// # Errors
    /// [`ViewportError::NoEgl`] without the library, [`ViewportError::NoDevice`] without a usable
    /// device; both name the packages to install.
    pub fn new() -> Result<Self, ViewportError> {
        let devices = Device::query_devices().map_err(|error| ViewportError::NoEgl(error.to_string()))?;
        let mut refusals = Vec::new();
        for device in devices {
            match open(&device) {
                Ok((context, gl)) => {
                    let gl = Arc::new(gl);
                    return Ok(Self { renderer: Renderer::new(Arc::clone(&gl))?, gl, _context: context });
                }
                Err(error) => refusals.push(error.to_string()),
            }
        }
        if refusals.is_empty() {
            refusals.push("there is no device".to_owned());
        }
        Err(ViewportError::NoDevice(refusals.join("; ")))
    }

    /// The renderer.
    pub fn renderer(&mut self) -> &mut Renderer {
        &mut self.renderer
    }

    /// The context, for others who draw on it. They must let go of it before this is dropped.
    pub fn gl(&self) -> &Arc<Context> {
        &self.gl
    }

    /// One picture of one scene.
    ///
    /// # Errors
    /// Those of [`Renderer::draw`].
    pub fn picture(&mut self, scene: &Arc<Scene>, view: &View<'_>) -> Result<Picture, ViewportError> {
        self.renderer.show(scene);
        self.renderer.draw(view)?;
        self.renderer.read()
    }
}

fn open(device: &Device) -> Result<(PossiblyCurrentContext, Context), glutin::error::Error> {
    // SAFETY: no display handle of a window system is passed that could be invalid.
    let display = unsafe { Display::with_device(device, None)? };
    let template = ConfigTemplateBuilder::new().with_surface_type(ConfigSurfaceTypes::empty()).build();
    // SAFETY: the template names no native window.
    let config = unsafe { display.find_configs(template)? }.next().ok_or(glutin::error::ErrorKind::BadConfig)?;
    let attributes =
        ContextAttributesBuilder::new().with_context_api(ContextApi::OpenGl(Some(Version::new(3, 3)))).build(None);
    // SAFETY: the attributes name no native window.
    let context = unsafe { display.create_context(&config, &attributes)? };
    let context = context.make_current_surfaceless()?;
    // SAFETY: the context is current, and the loader is that of its display.
    let gl = unsafe { Context::from_loader_function_cstr(|name| display.get_proc_address(name)) };
    Ok((context, gl))
}
