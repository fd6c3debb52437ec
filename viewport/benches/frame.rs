//! How long sending a scene and drawing a frame take: 100,352 triangles and 10,000 markers in
//! 1280 x 800 pixels, beside bare OpenGL that draws the same triangles in the same size.
//!
//! `LIBGL_ALWAYS_SOFTWARE=1 cargo bench -p levelwright-viewport`. Compare `frame::surfaces` with
//! `frame::bare` and `frame::bare_flushed`; the calibration loop stands beside the figures for comparing machines.
#![allow(unsafe_code, missing_docs)]

use glam::{Vec2, Vec3};
use levelwright_model::scene::camera::Perspective;
use levelwright_model::scene::{Camera, Chunk, Colour, Colouring, Marker, Material, Scene, SceneKey};
use levelwright_viewport::gl::{self, HasContext};
use levelwright_viewport::{Headless, Overlays, View};
use std::hint::black_box;
use std::sync::Arc;

const SIZE: [u32; 2] = [1280, 800];

fn main() {
    match Headless::new() {
        Ok(_) => divan::main(),
        Err(error) => eprintln!("skipped: {error}"),
    }
}

/// Hilly ground in 16 chunks, markers on it.
fn scene() -> Arc<Scene> {
    const SIDE: u16 = 224;
    const CHUNK: u16 = 56;
    let height = |x: u16, y: u16| {
        let (x, y) = (f32::from(x), f32::from(y));
        Vec3::new(x, y, (x * 0.2).sin() * 4.0 + (y * 0.13).cos() * 6.0)
    };
    let mut surfaces = Vec::new();
    for row in 0..SIDE / CHUNK {
        for column in 0..SIDE / CHUNK {
            let mut chunk = Chunk::new(Material::Solid);
            for y in row * CHUNK..(row + 1) * CHUNK {
                for x in column * CHUNK..(column + 1) * CHUNK {
                    let number = u32::from(x / 8) * 100 + u32::from(y / 8);
                    let colours = [Colour::distinct(number); Colouring::COUNT];
                    let group = chunk.group(SceneKey(u64::from(number)), colours);
                    let (a, b) = (height(x, y), height(x + 1, y));
                    let (c, d) = (height(x + 1, y + 1), height(x, y + 1));
                    chunk.polygon(group, &[a, b, c]);
                    chunk.polygon(group, &[a, c, d]);
                }
            }
            surfaces.push(Arc::new(chunk));
        }
    }
    let markers = (0..10_000_u16)
        .map(|number| Marker {
            heading: Some(f32::from(number)),
            colour: Colour::distinct(u32::from(number)),
            ..Marker::new(SceneKey(1_000_000 + u64::from(number)), height(number % 100 * 2, number / 100 * 2), 0.4)
        })
        .collect();
    Arc::new(Scene { surfaces, markers, ..Scene::default() })
}

fn camera(scene: &Scene) -> Perspective {
    let [width, height] = SIZE;
    Perspective::over(&scene.bounds(), Vec2::new(width as f32, height as f32))
}

const SURFACES: Overlays = Overlays { grid: false, edges: false, markers: false, lines: false, see_through: false };

/// A fixed amount of integer work.
#[divan::bench]
fn calibration() -> u64 {
    (0..1_000_000_u64).fold(1, |sum, step| black_box(sum.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(step)))
}

mod frame {
    use super::*;

    /// Draws frames while the camera turns, and waits for each.
    fn turning(bencher: divan::Bencher<'_, '_>, overlays: Overlays) {
        let mut headless = Headless::new().expect("EGL, as main found");
        let scene = scene();
        let mut eye = camera(&scene);
        let context = Arc::clone(headless.gl());
        let renderer = headless.renderer();
        renderer.show(&scene);
        bencher.bench_local(|| {
            eye.orbit(0.001, 0.0);
            let view = View { overlays, ..View::new(Camera::Perspective(eye), SIZE) };
            let drew = renderer.draw(&view).expect("a picture");
            // SAFETY: the context is current.
            unsafe { context.finish() };
            drew
        });
    }

    #[divan::bench(sample_count = 30)]
    fn surfaces(bencher: divan::Bencher<'_, '_>) {
        turning(bencher, SURFACES);
    }

    #[divan::bench(sample_count = 30)]
    fn surfaces_and_markers(bencher: divan::Bencher<'_, '_>) {
        let overlays = Overlays { markers: true, ..SURFACES };
        turning(bencher, overlays);
    }

    #[divan::bench(sample_count = 30)]
    fn everything(bencher: divan::Bencher<'_, '_>) {
        turning(bencher, Overlays::ALL);
    }

    /// Nothing changed: what an idle window's repaint costs, without the copy.
    #[divan::bench]
    fn unchanged(bencher: divan::Bencher<'_, '_>) {
        let mut headless = Headless::new().expect("EGL, as main found");
        let scene = scene();
        let view = View::new(Camera::Perspective(camera(&scene)), SIZE);
        let renderer = headless.renderer();
        renderer.show(&scene);
        renderer.draw(&view).expect("a picture");
        bencher.bench_local(|| renderer.draw(&view).expect("a picture"));
    }

    /// The same vertices, colours and triangles, each chunk drawn once by OpenGL alone.
    #[divan::bench(sample_count = 30)]
    fn bare(bencher: divan::Bencher<'_, '_>) {
        draw_bare(bencher, false);
    }

    /// The same, telling the driver to begin after each chunk: without a graphics card one core
    /// then fills pixels while the other moves corners, so this is the harder one to beat.
    #[divan::bench(sample_count = 30)]
    fn bare_flushed(bencher: divan::Bencher<'_, '_>) {
        draw_bare(bencher, true);
    }

    fn draw_bare(bencher: divan::Bencher<'_, '_>, flush: bool) {
        let headless = Headless::new().expect("EGL, as main found");
        let scene = scene();
        let mut eye = camera(&scene);
        let context = Arc::clone(headless.gl());
        let bounds = scene.bounds();
        let [width, height] = SIZE.map(|side| i32::try_from(side).expect("small"));
        // SAFETY: the context is current, all sizes match their buffers; the names end with the
        // context.
        unsafe {
            let program = bare_program(&context);
            let pieces: Vec<_> = scene.surfaces.iter().map(|chunk| bare_chunk(&context, chunk)).collect();
            bare_target(&context, width, height);
            let matrix = context.get_uniform_location(program, "matrix");
            bencher.bench_local(|| {
                eye.orbit(0.001, 0.0);
                let camera = Camera::Perspective(eye);
                let size = Vec2::new(width as f32, height as f32);
                let to_clip = camera.view_projection(size, &bounds).to_cols_array();
                context.viewport(0, 0, width, height);
                context.enable(gl::DEPTH_TEST);
                context.depth_func(gl::LEQUAL);
                context.enable(gl::CULL_FACE);
                context.clear_color(0.1, 0.1, 0.1, 1.0);
                context.clear(gl::COLOR_BUFFER_BIT | gl::DEPTH_BUFFER_BIT);
                context.use_program(Some(program));
                context.uniform_matrix_4_f32_slice(matrix.as_ref(), false, &to_clip);
                for (array, count) in &pieces {
                    context.bind_vertex_array(Some(*array));
                    context.draw_elements(gl::TRIANGLES, *count, gl::UNSIGNED_INT, 0);
                    if flush {
                        context.flush();
                    }
                }
                context.finish();
            });
        }
    }

    unsafe fn bare_program(context: &gl::Context) -> gl::Program {
        const VERTEX: &str = "#version 330 core
            uniform mat4 matrix;
            layout (location = 0) in vec3 position;
            layout (location = 1) in uvec4 ink;
            out vec4 shade;
            void main() { shade = vec4(ink) / 255.0; gl_Position = matrix * vec4(position, 1.0); }";
        const FRAGMENT: &str = "#version 330 core
            in vec4 shade;
            out vec4 pixel;
            void main() { pixel = shade; }";
        // SAFETY: the caller has a current context.
        unsafe {
            let program = context.create_program().expect("a program");
            for (kind, source) in [(gl::VERTEX_SHADER, VERTEX), (gl::FRAGMENT_SHADER, FRAGMENT)] {
                let shader = context.create_shader(kind).expect("a shader");
                context.shader_source(shader, source);
                context.compile_shader(shader);
                context.attach_shader(program, shader);
            }
            context.link_program(program);
            assert!(context.get_program_link_status(program));
            program
        }
    }

    unsafe fn bare_chunk(context: &gl::Context, chunk: &Chunk) -> (gl::VertexArray, i32) {
        let mut positions = Vec::new();
        let mut inks = Vec::new();
        for vertex in &chunk.vertices {
            for part in vertex.position.to_array() {
                positions.extend_from_slice(&part.to_ne_bytes());
            }
            inks.extend_from_slice(&chunk.colour_of(vertex, Colouring::Type).0);
        }
        let corners = chunk.triangles.iter().flatten();
        let corners: Vec<u8> = corners.flat_map(|corner| corner.to_ne_bytes()).collect();
        // SAFETY: the caller has a current context; the layouts are those of the bytes above.
        unsafe {
            let array = context.create_vertex_array().expect("an array");
            context.bind_vertex_array(Some(array));
            let buffer = |target, bytes: &[u8]| {
                let buffer = context.create_buffer().expect("a buffer");
                context.bind_buffer(target, Some(buffer));
                context.buffer_data_u8_slice(target, bytes, gl::STATIC_DRAW);
            };
            buffer(gl::ARRAY_BUFFER, &positions);
            context.enable_vertex_attrib_array(0);
            context.vertex_attrib_pointer_f32(0, 3, gl::FLOAT, false, 0, 0);
            buffer(gl::ARRAY_BUFFER, &inks);
            context.enable_vertex_attrib_array(1);
            context.vertex_attrib_pointer_i32(1, 4, gl::UNSIGNED_BYTE, 0, 0);
            buffer(gl::ELEMENT_ARRAY_BUFFER, &corners);
            context.bind_vertex_array(None);
            let count = chunk.triangles.len() * 3;
            (array, i32::try_from(count).expect("few"))
        }
    }

    unsafe fn bare_target(context: &gl::Context, width: i32, height: i32) {
        // SAFETY: the caller has a current context.
        unsafe {
            let framebuffer = context.create_framebuffer().expect("a framebuffer");
            context.bind_framebuffer(gl::FRAMEBUFFER, Some(framebuffer));
            for (format, attachment) in
                [(gl::RGBA8, gl::COLOR_ATTACHMENT0), (gl::DEPTH_COMPONENT24, gl::DEPTH_ATTACHMENT)]
            {
                let buffer = context.create_renderbuffer().expect("a renderbuffer");
                context.bind_renderbuffer(gl::RENDERBUFFER, Some(buffer));
                context.renderbuffer_storage(gl::RENDERBUFFER, format, width, height);
                context.framebuffer_renderbuffer(gl::FRAMEBUFFER, attachment, gl::RENDERBUFFER, Some(buffer));
            }
        }
    }
}

mod send {
    use super::*;

    /// The whole scene and its first frame.
    #[divan::bench(sample_count = 10)]
    fn all(bencher: divan::Bencher<'_, '_>) {
        let mut headless = Headless::new().expect("EGL, as main found");
        let scene = scene();
        let empty = Arc::<Scene>::default();
        let view = View { overlays: SURFACES, ..View::new(Camera::Perspective(camera(&scene)), [16, 16]) };
        let renderer = headless.renderer();
        bencher.bench_local(|| {
            renderer.show(&empty);
            renderer.show(&scene);
            renderer.draw(&view).expect("a picture")
        });
    }

    /// One marker moved: a step of a drag.
    #[divan::bench(sample_count = 30)]
    fn one_marker_moved(bencher: divan::Bencher<'_, '_>) {
        let mut headless = Headless::new().expect("EGL, as main found");
        let scene = scene();
        let mut other = Scene::clone(&scene);
        if let Some(marker) = other.markers.first_mut() {
            marker.position.x += 1.0;
        }
        let scenes = [scene, Arc::new(other)];
        let view = View { overlays: SURFACES, ..View::new(Camera::Perspective(camera(&scenes[0])), [16, 16]) };
        let renderer = headless.renderer();
        for scene in &scenes {
            renderer.show(scene);
            renderer.draw(&view).expect("a picture");
        }
        let mut turn = false;
        bencher.bench_local(|| {
            turn = !turn;
            renderer.show(&scenes[usize::from(turn)]);
            renderer.draw(&view).expect("a picture")
        });
    }

    /// Another colouring.
    #[divan::bench(sample_count = 10)]
    fn colouring(bencher: divan::Bencher<'_, '_>) {
        let mut headless = Headless::new().expect("EGL, as main found");
        let scene = scene();
        let renderer = headless.renderer();
        renderer.show(&scene);
        let mut turn = false;
        bencher.bench_local(|| {
            turn = !turn;
            let colouring = if turn { Colouring::Height } else { Colouring::Type };
            let view =
                View { overlays: SURFACES, colouring, ..View::new(Camera::Perspective(camera(&scene)), [16, 16]) };
            renderer.draw(&view).expect("a picture")
        });
    }

    /// All 10,000 markers selected and deselected.
    #[divan::bench(sample_count = 10)]
    fn select_all(bencher: divan::Bencher<'_, '_>) {
        let mut headless = Headless::new().expect("EGL, as main found");
        let scene = scene();
        let keys: Vec<SceneKey> = scene.markers.iter().map(|marker| marker.key).collect();
        let renderer = headless.renderer();
        renderer.show(&scene);
        let mut turn = false;
        bencher.bench_local(|| {
            turn = !turn;
            let view = View {
                overlays: SURFACES,
                selection: if turn { &keys } else { &[] },
                ..View::new(Camera::Perspective(camera(&scene)), [16, 16])
            };
            renderer.draw(&view).expect("a picture")
        });
    }
}
