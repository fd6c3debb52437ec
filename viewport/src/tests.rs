//! Pictures of a made-up level. They need EGL; without it each test says so and passes.

use crate::gl::{self, HasContext};
use crate::{Atlas, Headless, Overlays, Picture, PixelRect, Theme, View, ViewportError};
use glam::{Vec2, Vec3};
use levelwright_model::scene::camera::{Perspective, Top};
use levelwright_model::scene::{
    Camera, Chunk, Colour, Colouring, Image, ImageId, Line, Marker, MarkerShape, Material, Plan, Scene, SceneKey, Skin,
    Texel, Wall,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

const SIZE: [u32; 2] = [640, 420];
const EXTENT: Vec2 = Vec2::new(640.0, 420.0);
/// The objects of the level: rooms count from 0.
const WATER: SceneKey = SceneKey(50);
const GHOST: SceneKey = SceneKey(51);
const MARKER: SceneKey = SceneKey(100);
const LINK: SceneKey = SceneKey(200);

/// `None`, with a message, where there is no EGL.
fn headless() -> Option<Headless> {
    match Headless::new() {
        Ok(headless) => Some(headless),
        Err(error @ (ViewportError::NoEgl(_) | ViewportError::NoDevice(_))) => {
            eprintln!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Four rooms in a row at different heights, water in one of them, a ghost, ten markers, a link.
fn level() -> Scene {
    let mut world = Chunk::new(Material::Solid);
    let mut floors = Chunk::new(Material::Solid);
    let mut water = Chunk::new(Material::Liquid);
    water.two_sided = true;
    let mut ghost = Chunk::new(Material::Ghost);
    let mut walls = Vec::new();
    let rooms: [(Vec2, Vec2, f32, f32); 4] = [
        (Vec2::new(0.0, 0.0), Vec2::new(6.0, 5.0), 0.0, 3.0),
        (Vec2::new(6.0, 1.0), Vec2::new(9.0, 4.0), 0.5, 2.5),
        (Vec2::new(9.0, 0.0), Vec2::new(15.0, 7.0), 1.0, 4.0),
        (Vec2::new(2.0, 5.0), Vec2::new(8.0, 10.0), -1.5, 3.0),
    ];
    for (number, (low, high, floor, ceiling)) in rooms.into_iter().enumerate() {
        let key = SceneKey(number as u64);
        let share = number as f32 / 3.0;
        let colours = [
            Colour::distinct(number as u32 + 2),
            Colour::ramp((floor + 1.5) / 2.5),
            Colour::brightness(1.0 - share * 0.7),
            if number == 3 { Colour::rgb(60, 110, 220) } else { Colour::rgb(120, 120, 124) },
            Colour::distinct(number as u32 * 7),
        ];
        let group = world.group(key, colours);
        let plan = floors.group(key, colours);
        let ring = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
        let at = |height: f32| ring.map(|corner| corner.extend(height));
        world.polygon(group, &at(floor));
        floors.polygon(plan, &at(floor));
        let mut top = at(ceiling);
        top.reverse();
        world.polygon(group, &top);
        for (from, to) in ring.into_iter().zip(ring.into_iter().cycle().skip(1)) {
            world.upright(group, from, to, floor, ceiling);
            walls.push(Wall { key, from: from.extend(floor), to: to.extend(floor), solid: number != 1 });
        }
        if number == 3 {
            let water_group = water.group(WATER, [Colour([50, 110, 235, 130]); Colouring::COUNT]);
            water.polygon(water_group, &at(-0.6));
        }
    }
    let ghost_group = ghost.group(GHOST, [Colour([255, 120, 60, 70]); Colouring::COUNT]);
    ghost.block(ghost_group, Vec3::new(10.0, 4.0, 1.0), Vec3::new(12.0, 6.0, 2.5));
    let shapes = [MarkerShape::Round, MarkerShape::Square, MarkerShape::Diamond];
    let markers = (0..10_u8)
        .map(|number| {
            let step = f32::from(number);
            Marker {
                heading: (number % 3 != 1).then_some(step * 0.7),
                icon: (number % 2 == 0).then_some(u16::from(number / 2)),
                colour: Colour::distinct(u32::from(number)),
                shape: shapes[usize::from(number) % 3],
                ..Marker::new(
                    SceneKey(MARKER.0 + u64::from(number)),
                    Vec3::new(1.0 + step * 1.4, 2.0 + (step * 1.3).sin() * 0.9, if number < 4 { 0.0 } else { 1.0 }),
                    0.3,
                )
            }
        })
        .collect();
    let mut patrol = Line::new(Vec3::new(9.5, 6.0, 1.05), Vec3::new(14.0, 5.0, 1.05), Colour::rgb(90, 220, 140));
    patrol.dashed = true;
    let link = Line::link(LINK, Vec3::new(1.0, 2.0, 0.3), Vec3::new(13.0, 2.0, 1.3), Colour::rgb(240, 200, 60));
    Scene {
        surfaces: vec![Arc::new(world), Arc::new(water), Arc::new(ghost)],
        markers,
        lines: vec![link, patrol],
        labels: Vec::new(),
        plan: Some(Plan { surfaces: vec![Arc::new(floors)], walls }),
        grid_step: 1.0,
        images: std::sync::Arc::default(),
    }
}

fn perspective(scene: &Scene) -> Camera {
    Camera::Perspective(Perspective::over(&scene.bounds(), EXTENT))
}

fn above(scene: &Scene) -> Camera {
    Camera::Top(Top::over(&scene.bounds(), EXTENT))
}

fn picture(headless: &mut Headless, scene: &Arc<Scene>, view: &View<'_>) -> Picture {
    headless.picture(scene, view).expect("a picture")
}

fn pixels(picture: &Picture) -> impl Iterator<Item = Colour> {
    let bytes = picture.rgba.as_chunks::<4>().0;
    bytes.iter().map(|pixel| Colour(*pixel))
}

fn count(picture: &Picture, wanted: impl Fn(Colour) -> bool) -> usize {
    pixels(picture).filter(|colour| wanted(*colour)).count()
}

fn changed(a: &Picture, b: &Picture) -> usize {
    pixels(a).zip(pixels(b)).filter(|(a, b)| a != b).count()
}

fn at(picture: &Picture, camera: &Camera, point: Vec3) -> Colour {
    let seen = camera.project(point, EXTENT).expect("in front").pixel;
    picture.pixel(seen.x as u32, seen.y as u32).expect("inside")
}

fn near(a: Colour, b: Colour) -> bool {
    a.0.iter().zip(b.0).all(|(a, b)| a.abs_diff(b) <= 3)
}

/// Keeps a picture where one can look at it, if asked to by `LEVELWRIGHT_PICTURES`.
fn keep(name: &str, picture: &Picture) {
    if let Some(folder) = std::env::var_os("LEVELWRIGHT_PICTURES") {
        let path = std::path::Path::new(&folder).join(name);
        image::save_buffer(path, &picture.rgba, picture.width, picture.height, image::ColorType::Rgba8)
            .expect("a folder one can write to");
    }
}

/// A ring in every icon: enough to see where they land.
fn icons() -> Vec<u8> {
    let side = 16.0_f32;
    let mut cover = Vec::new();
    for row in 0..16_u8 {
        for column in 0..64_u8 {
            let (x, y) = (f32::from(column % 16) + 0.5, f32::from(row) + 0.5);
            let away = Vec2::new(x, y).distance(Vec2::splat(side / 2.0));
            let up = y < 8.0 && (x - 8.0).abs() < 1.5;
            cover.push(if (away - 5.5).abs() < 1.2 || up { 255 } else { 0 });
        }
    }
    cover
}

#[test]
fn perspective_and_above_show_the_level() {
    let Some(mut headless) = headless() else {
        return;
    };
    let scene = Arc::new(level());
    let cover = icons();
    let atlas = Atlas { columns: 4, rows: 1, side: 16, cover: &cover };
    headless.renderer().set_icons(&atlas).expect("a sound atlas");
    for (theme, name) in [(Theme::DARK, "dark"), (Theme::LIGHT, "light")] {
        let view = View { theme, ..View::new(perspective(&scene), SIZE) };
        let inside = picture(&mut headless, &scene, &view);
        keep(&format!("perspective-{name}.png"), &inside);
        let ground = |picture: &Picture| count(picture, |colour| colour != theme.background);
        let all = (SIZE[0] * SIZE[1]) as usize;
        assert!(ground(&inside) > all / 5, "{} of {all}", ground(&inside));
        assert!(ground(&inside) < all, "the background shows");
        let view = View { camera: above(&scene), ..view };
        let plan = picture(&mut headless, &scene, &view);
        keep(&format!("above-{name}.png"), &plan);
        assert!(ground(&plan) > all / 5);
        assert!(changed(&inside, &plan) > all / 5);
    }
}

#[test]
fn badges_wear_their_own_icon_the_right_way_up() {
    let Some(mut headless) = headless() else {
        return;
    };
    // Two icons below each other: the first has ink in its upper half only, the second has none.
    const SIDE: u32 = 16;
    let cover: Vec<u8> = (0..2 * SIDE * SIDE).map(|at| if at < SIDE * SIDE / 2 { 255 } else { 0 }).collect();
    let atlas = Atlas { columns: 1, rows: 2, side: SIDE, cover: &cover };
    headless.renderer().set_icons(&atlas).expect("a sound atlas");
    let mut shown = |icon| {
        let marker = Marker { icon, ..Marker::new(SceneKey(1), Vec3::ZERO, 1.0) };
        let scene = Arc::new(Scene { markers: vec![marker], ..Scene::default() });
        let top = Top { centre: glam::Vec2::ZERO, units_per_pixel: 0.05 };
        picture(&mut headless, &scene, &View::new(Camera::Top(top), [64, 64]))
    };
    let (plain, first, second) = (shown(None), shown(Some(0)), shown(Some(1)));
    assert_eq!(changed(&plain, &second), 0, "the second icon is empty");
    let differs = |y: u32| (0..64).filter(|x| plain.pixel(*x, y) != first.pixel(*x, y)).count();
    let (upper, lower): (usize, usize) = ((0..31).map(differs).sum(), (33..64).map(differs).sum());
    assert!(upper > 50 && lower < 10, "{upper} pixels of ink above the middle, {lower} below");
}

#[test]
fn floors_wear_the_colour_of_the_colouring() {
    let Some(mut headless) = headless() else {
        return;
    };
    let scene = Arc::new(level());
    let camera = above(&scene);
    let mut view = View::new(camera, SIZE);
    view.overlays.grid = false;
    view.overlays.edges = false;
    let up = crate::surfaces::shade(Vec3::Z);
    for colouring in Colouring::ALL {
        view.colouring = colouring;
        let picture = picture(&mut headless, &scene, &view);
        keep(&format!("colouring-{colouring:?}.png"), &picture);
        let floors = &scene.plan.as_ref().expect("a plan").surfaces[0];
        for (room, middle) in [(0, Vec3::new(3.0, 4.2, 0.0)), (2, Vec3::new(14.0, 6.0, 1.0))] {
            let wanted = floors.groups[room].colours[colouring.index()].scaled(up);
            let found = at(&picture, &camera, middle);
            assert!(near(found, wanted), "{colouring:?} {room}: {found:?}, not {wanted:?}");
        }
    }
}

#[test]
fn liquids_are_see_through_and_can_be_left_out() {
    let Some(mut headless) = headless() else {
        return;
    };
    let scene = Arc::new(level());
    let mut camera = Perspective::over(&scene.bounds(), EXTENT);
    camera.pitch = -1.3;
    camera.focus(&scene.bounds(), EXTENT);
    let camera = Camera::Perspective(camera);
    let mut view = View::new(camera, SIZE);
    let with = picture(&mut headless, &scene, &view);
    view.overlays.see_through = false;
    let without = picture(&mut headless, &scene, &view);
    let place = Vec3::new(5.0, 7.5, -0.6);
    let (wet, dry) = (at(&with, &camera, place), at(&without, &camera, place));
    assert!(wet != dry && wet.0[2] > dry.0[2], "{wet:?} {dry:?}");
    assert!(!near(wet, Colour::rgb(50, 110, 235)), "the floor shows through");
}

#[test]
fn selecting_hiding_and_hovering_change_pixels() {
    let Some(mut headless) = headless() else {
        return;
    };
    let scene = Arc::new(level());
    for (camera, name) in [(perspective(&scene), "perspective"), (above(&scene), "above")] {
        let view = View::new(camera, SIZE);
        let plain = picture(&mut headless, &scene, &view);
        let keys = [SceneKey(2), SceneKey(MARKER.0 + 2), SceneKey(MARKER.0 + 4), LINK];
        let chosen = picture(&mut headless, &scene, &View { selection: &keys, ..view.clone() });
        keep(&format!("selected-{name}.png"), &chosen);
        assert!(changed(&plain, &chosen) > 2000);
        let strong = |colour| near(colour, Theme::DARK.selection);
        assert!(count(&chosen, strong) > count(&plain, strong) + 200);
        let hovered = picture(&mut headless, &scene, &View { hover: Some(SceneKey(MARKER.0)), ..view.clone() });
        let change = changed(&plain, &hovered);
        assert!((5..2000).contains(&change), "{change}");
        let hidden = picture(&mut headless, &scene, &View { hidden: &keys, ..view.clone() });
        keep(&format!("hidden-{name}.png"), &hidden);
        assert!(changed(&plain, &hidden) > 2000);
        let again = picture(&mut headless, &scene, &view);
        assert_eq!(changed(&plain, &again), 0, "back as it was");
    }
}

#[test]
fn nothing_is_drawn_twice_and_a_new_scene_sends_what_changed() {
    let Some(mut headless) = headless() else {
        return;
    };
    let first = Arc::new(level());
    let view = View::new(perspective(&first), SIZE);
    let renderer = headless.renderer();
    renderer.show(&first);
    assert!(renderer.draw(&view).expect("a picture"));
    assert!(!renderer.draw(&view).expect("a picture"));
    renderer.show(&first);
    assert!(!renderer.draw(&view).expect("a picture"));
    let before = renderer.read().expect("a picture");
    let mut moved = level();
    moved.markers[0].position.x += 1.0;
    let moved = Arc::new(moved);
    renderer.show(&moved);
    assert!(renderer.draw(&view).expect("a picture"));
    let after = renderer.read().expect("a picture");
    let change = changed(&before, &after);
    assert!((20..3000).contains(&change), "one marker moved: {change}");
    renderer.show(&Arc::new(level()));
    assert!(renderer.draw(&view).expect("a picture"));
    assert_eq!(changed(&before, &renderer.read().expect("a picture")), 0);
    // A chunk that changed its place in the list and its colours.
    let mut painted = level();
    let mut chunk = Chunk::clone(&painted.surfaces[0]);
    for group in &mut chunk.groups {
        group.colours = [Colour::rgb(255, 0, 0); Colouring::COUNT];
    }
    painted.surfaces.swap(0, 1);
    painted.surfaces[1] = Arc::new(chunk);
    renderer.show(&Arc::new(painted));
    assert!(renderer.draw(&view).expect("a picture"));
    assert!(changed(&before, &renderer.read().expect("a picture")) > 10_000);
}

#[test]
fn from_inside_a_room_badges_keep_their_size() {
    let Some(mut headless) = headless() else {
        return;
    };
    let scene = Arc::new(level());
    let camera = Camera::Perspective(Perspective {
        eye: Vec3::new(9.4, 6.6, 2.6),
        yaw: -0.75,
        pitch: -0.25,
        distance: 3.0,
        fov_y: 1.0,
    });
    let mut view = View::new(camera, SIZE);
    let with = picture(&mut headless, &scene, &view);
    keep("inside.png", &with);
    view.overlays.markers = false;
    let without = picture(&mut headless, &scene, &view);
    let background = |colour| colour == Theme::DARK.background;
    assert!(count(&with, background) < 20, "walls all around");
    for marker in &scene.markers[7..10] {
        let Some(seen) = camera.project(marker.centre(), EXTENT) else {
            continue;
        };
        let reach = camera.marker_pixels(marker, EXTENT, view.scale);
        assert!(reach > Marker::LEAST_POINTS && reach <= Marker::MOST_POINTS);
        // The badge reaches as far as picking says, and no farther (its arrow aside).
        let differs = |x: f32| {
            let (x, y) = ((seen.pixel.x + x) as u32, seen.pixel.y as u32);
            with.pixel(x, y) != without.pixel(x, y)
        };
        assert!(differs(0.0), "{marker:?}");
        assert!(differs(reach * 0.8) && differs(-reach * 0.8), "{marker:?}");
        assert!(!differs(reach * 1.9), "{marker:?}");
    }
}

#[test]
fn samples_smooth_the_borders_only() {
    let Some(mut headless) = headless() else {
        return;
    };
    let scene = Arc::new(level());
    let mut view = View::new(perspective(&scene), SIZE);
    view.overlays.edges = false;
    let plain = picture(&mut headless, &scene, &view);
    view.samples = 4;
    let smooth = picture(&mut headless, &scene, &view);
    keep("smooth.png", &smooth);
    let change = changed(&plain, &smooth);
    let all = (SIZE[0] * SIZE[1]) as usize;
    assert!(change > 300 && change < all / 5, "{change} of {all}");
}

#[test]
#[allow(unsafe_code)]
fn painting_keeps_what_was_bound_and_stays_in_the_clip() {
    let Some(mut headless) = headless() else {
        return;
    };
    let scene = Arc::new(level());
    let gl = Arc::clone(headless.gl());
    const SIDE: i32 = 500;
    // SAFETY: the context is current; names are made, used and deleted here.
    let (framebuffer, buffer) = unsafe {
        let framebuffer = gl.create_framebuffer().expect("a framebuffer");
        let buffer = gl.create_renderbuffer().expect("a renderbuffer");
        gl.bind_framebuffer(gl::FRAMEBUFFER, Some(framebuffer));
        gl.bind_renderbuffer(gl::RENDERBUFFER, Some(buffer));
        gl.renderbuffer_storage(gl::RENDERBUFFER, gl::RGBA8, SIDE, SIDE);
        gl.framebuffer_renderbuffer(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::RENDERBUFFER, Some(buffer));
        gl.clear_color(0.0, 1.0, 0.0, 1.0);
        gl.clear(gl::COLOR_BUFFER_BIT);
        // As a window's painter has it when it calls us.
        gl.enable(gl::SCISSOR_TEST);
        gl.scissor(3, 3, 5, 5);
        gl.enable(gl::BLEND);
        (framebuffer, buffer)
    };
    let rect = PixelRect { left: 100, bottom: 200, width: 200, height: 100 };
    let clip = PixelRect { width: 150, ..rect };
    let view = View::new(perspective(&scene), [200, 100]);
    let renderer = headless.renderer();
    renderer.show(&scene);
    for samples in [0, 4, 4] {
        let view = View { samples, ..view.clone() };
        renderer.paint(&view, rect, clip).expect("a picture");
        let own = renderer.read().expect("a picture");
        let mut bytes = vec![0; 500 * 500 * 4];
        // SAFETY: the slice holds 500 x 500 pixels of four bytes.
        unsafe {
            for name in [gl::DRAW_FRAMEBUFFER_BINDING, gl::READ_FRAMEBUFFER_BINDING] {
                assert_eq!(gl.get_parameter_framebuffer(name), Some(framebuffer));
            }
            gl.read_pixels(0, 0, SIDE, SIDE, gl::RGBA, gl::UNSIGNED_BYTE, gl::PixelPackData::Slice(Some(&mut bytes)));
            assert_eq!(gl.get_error(), gl::NO_ERROR);
        }
        let green = [0, 255, 0, 255];
        for (number, pixel) in bytes.as_chunks::<4>().0.iter().enumerate() {
            let (x, y) = (number as u32 % 500, number as u32 / 500);
            let inside = (100..250).contains(&x) && (200..300).contains(&y);
            if inside {
                // Rows count from below here and from above there.
                assert_eq!(own.pixel(x - 100, 299 - y), Some(Colour(*pixel)));
            } else {
                assert_eq!(*pixel, green, "{x} {y}");
            }
        }
    }
    // SAFETY: as above.
    unsafe {
        gl.delete_framebuffer(framebuffer);
        gl.delete_renderbuffer(buffer);
    }
}

#[test]
fn wrong_sizes_scenes_and_icons_are_refused_or_survived() {
    let Some(mut headless) = headless() else {
        return;
    };
    let scene = Arc::new(level());
    let mut view = View::new(perspective(&scene), [0, 10]);
    for size in [[0, 10], [10, 0], [u32::MAX, 10]] {
        view.size = size;
        let refused = headless.picture(&scene, &view);
        assert!(matches!(refused, Err(ViewportError::Size { .. })), "{size:?}");
    }
    let atlas = Atlas { columns: 4, rows: u32::MAX, side: u32::MAX, cover: &[1, 2, 3] };
    let refused = headless.renderer().set_icons(&atlas);
    assert!(matches!(refused, Err(ViewportError::Atlas { .. })));
    // Nothing in a scene may stop the program.
    let mut broken = level();
    let mut chunk = Chunk::clone(&broken.surfaces[0]);
    chunk.vertices[0].position = Vec3::NAN;
    chunk.vertices[5].position.x = f32::INFINITY;
    chunk.vertices[9].group = levelwright_model::scene::GroupId(999);
    chunk.triangles.push([u32::MAX, 0, 1]);
    broken.surfaces = vec![Arc::new(chunk), Arc::default()];
    broken.markers[0].position = Vec3::NAN;
    broken.markers[1].radius = f32::NAN;
    broken.markers[2].heading = Some(f32::INFINITY);
    broken.markers[3].icon = Some(u16::MAX);
    broken.lines[0].to = Vec3::INFINITY;
    broken.grid_step = 1e-30;
    let broken = Arc::new(broken);
    for camera in [perspective(&broken), above(&broken)] {
        let seen = picture(&mut headless, &broken, &View::new(camera, SIZE));
        assert!(count(&seen, |colour| colour != Theme::DARK.background) > 1000);
    }
    let empty = Arc::<Scene>::default();
    for camera in [perspective(&empty), above(&empty)] {
        let seen = picture(&mut headless, &empty, &View::new(camera, SIZE));
        assert_eq!(count(&seen, |colour| colour != Theme::DARK.background), 0);
    }
}

#[test]
fn badges_show_in_a_level_without_floors() {
    let Some(mut headless) = headless() else {
        return;
    };
    // Large units: the badge stands higher than everything else in the level.
    let ink = Colour::rgb(230, 90, 80);
    let marker = Marker { colour: ink, ..Marker::new(MARKER, Vec3::ZERO, 200.0) };
    let scene = Arc::new(Scene { markers: vec![marker], ..Scene::default() });
    let bounds = scene.bounds();
    assert!(bounds.max.z >= 400.0, "{bounds:?}");
    let mut view = View::new(Camera::Top(Top { centre: Vec2::ZERO, units_per_pixel: 4.0 }), SIZE);
    view.overlays.grid = false;
    let seen = picture(&mut headless, &scene, &view);
    assert!(count(&seen, |colour| colour == ink) > 200, "the badge is not drawn");
}

#[test]
fn a_renderer_may_live_behind_a_lock() {
    const fn shared<T: Send>() {}
    shared::<crate::Renderer>();
}

/// A floor of two by two units over which an image of four by four pixels lies twice along each side. `load` has the
/// image's pixels.
fn papered(load: impl Fn() -> Option<Vec<u8>> + Send + Sync + 'static) -> Scene {
    let mut wall = Chunk::new(Material::Solid);
    let skin = Skin { image: ImageId(0), tint: Colour::WHITE, shaded: false };
    let colours = [Colour::rgb(0, 0, 200); Colouring::COUNT];
    let group = wall.clad(SceneKey(1), colours, Some(skin));
    let floor = |x: f32, y: f32| Vec3::new(x, y, 0.0);
    let corners = [floor(0.0, 0.0), floor(2.0, 0.0), floor(2.0, 2.0), floor(0.0, 2.0)];
    let texels = [[0.0, 2.0], [2.0, 2.0], [2.0, 0.0], [0.0, 0.0]];
    wall.textured(group, &corners, &texels.map(|at| Texel { at, light: Colour::WHITE }));
    let image = Image::new([4, 4], false, load).expect("a small image");
    Scene { surfaces: vec![Arc::new(wall)], images: [Arc::new(image)].into(), ..Scene::default() }
}

/// Four by four pixels: red above on the left, green above on the right, white below on the left, black on the right,
/// all without opacity.
fn chequers() -> Vec<u8> {
    let pixel = |at: u32| match (at / 4 < 2, at % 4 < 2) {
        (true, true) => [255, 0, 0, 0],
        (true, false) => [0, 255, 0, 0],
        (false, true) => [255, 255, 255, 0],
        (false, false) => [0, 0, 0, 0],
    };
    (0..16).flat_map(pixel).collect()
}

#[test]
fn images_repeat_stand_upright_and_are_sent_once() {
    static DECODED: AtomicU32 = AtomicU32::new(0);
    let Some(mut headless) = headless() else { return };
    let scene = Arc::new(papered(|| {
        DECODED.fetch_add(1, Ordering::Relaxed);
        Some(chequers())
    }));
    // 100 pixels a unit: the image is 100 pixels wide.
    let camera = Camera::Top(Top { centre: Vec2::ONE, units_per_pixel: 0.01 });
    let off = View { overlays: Overlays { grid: false, ..Overlays::ALL }, ..View::new(camera, [200, 200]) };
    let seen = picture(&mut headless, &scene, &off);
    assert_eq!(DECODED.load(Ordering::Relaxed), 0, "nothing is decoded while textures are off");
    assert!(count(&seen, |colour| colour.0[2] > 100 && colour.0[0] == 0) > 39_000, "its colour");
    let on = View { textures: true, ..off.clone() };
    for _ in 0..2 {
        let seen = picture(&mut headless, &scene, &on);
        for (x, y) in [(0, 0), (100, 0), (0, 100), (100, 100)] {
            let at = |dx: u32, dy: u32| seen.pixel(x + dx, y + dy);
            let opaque = [[255, 0, 0, 255], [0, 255, 0, 255], [255, 255, 255, 255], [0, 0, 0, 255]];
            let found = [at(25, 25), at(75, 25), at(25, 75), at(75, 75)];
            assert_eq!(found, opaque.map(|c| Some(Colour(c))), "the image at {x}, {y}; solid faces are opaque");
        }
        // Off and on again sends nothing anew.
        picture(&mut headless, &scene, &off);
    }
    let again = Arc::new(Scene { markers: vec![Marker::new(MARKER, Vec3::ZERO, 0.1)], ..Scene::clone(&scene) });
    picture(&mut headless, &again, &on);
    assert_eq!(DECODED.load(Ordering::Relaxed), 1, "an edited scene keeps its images");
    let height = View { colouring: Colouring::Height, ..on.clone() };
    let seen = picture(&mut headless, &scene, &height);
    assert!(count(&seen, |colour| colour.0[2] > 100 && colour.0[0] == 0) > 39_000, "heights win over images");
    let hidden = [SceneKey(1)];
    let seen = picture(&mut headless, &scene, &View { hidden: &hidden, ..on });
    assert_eq!(count(&seen, |colour| colour != Theme::DARK.background), 0, "what is hidden wears nothing");
}

#[test]
fn the_light_at_corners_darkens_an_image_and_see_through_faces_keep_its_opacity() {
    let Some(mut headless) = headless() else { return };
    let mut scene = papered(|| Some([200, 100, 0, 128].repeat(16)));
    let mut wall = Chunk::clone(&scene.surfaces[0]);
    for texel in wall.texels.iter_mut().flatten() {
        texel.light = Colour::rgb(128, 128, 128);
    }
    let camera = Camera::Top(Top { centre: Vec2::ONE, units_per_pixel: 0.01 });
    let overlays = Overlays { grid: false, ..Overlays::ALL };
    let view = View { textures: true, overlays, ..View::new(camera, [200, 200]) };
    scene.surfaces = vec![Arc::new(wall.clone())];
    let seen = picture(&mut headless, &Arc::new(scene.clone()), &view);
    assert_eq!(seen.pixel(60, 60), Some(Colour([100, 50, 0, 255])));
    wall.material = Material::Liquid;
    scene.surfaces = vec![Arc::new(wall)];
    let seen = picture(&mut headless, &Arc::new(scene), &view);
    // Half of it over the background.
    let Colour([r, g, b, _]) = seen.pixel(60, 60).unwrap();
    assert!((62..=66).contains(&r) && (38..=41).contains(&g) && (15..=19).contains(&b), "{r} {g} {b}");
}

#[test]
fn images_that_cannot_be_had_leave_the_colour() {
    let Some(mut headless) = headless() else { return };
    let scene = Arc::new(papered(|| Some(vec![1, 2, 3])));
    let camera = Camera::Top(Top { centre: Vec2::ONE, units_per_pixel: 0.01 });
    let seen = picture(&mut headless, &scene, &View { textures: true, ..View::new(camera, [200, 200]) });
    assert!(count(&seen, |colour| colour.0[2] > 100 && colour.0[0] == 0) > 35_000, "its colour");
}
