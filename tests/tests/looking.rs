//! Stories of looking around: flying, panning and zooming, what colours tell, the ends of platforms, and files that
//! are dropped onto the window.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use glam::{Vec2, Vec3};
use levelwright_app::window::Window;
use levelwright_app::window::commands::Command;
use levelwright_app::window::dialogs::Dialog;
use levelwright_app::window::dock::Pane;
use levelwright_app::window::intent::{How, Intent};
use levelwright_app::window::panes::second::Picture;
use levelwright_model::scene::camera::{Perspective, Top};
use levelwright_model::scene::{Camera, Colouring, Material};
use levelwright_tests::maps::{sized, two_rooms};
use levelwright_tests::stage::{Stage, doc, picture};

type Play = Harness<'static, Window>;

fn run(play: &mut Play, command: Command) {
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, command);
    play.run();
}

/// The bundled sample, which has platforms, liquids and links.
fn yard() -> Play {
    let mut play = Stage::empty().play();
    play.state_mut().session.carry_out(Intent::Sample(0));
    play.run();
    play
}

fn viewport(play: &Play) -> egui::Rect {
    play.get_by_label("Viewport").rect()
}

fn perspective(play: &Play) -> Perspective {
    doc(play).eye.perspective.unwrap()
}

fn top(play: &Play) -> Top {
    doc(play).eye.top.unwrap()
}

fn button(play: &mut Play, at: Pos2, button: PointerButton, pressed: bool) {
    play.event(egui::Event::PointerMoved(at));
    play.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
    play.step();
}

/// Holds keys for some frames; how far the camera came meanwhile.
fn fly(play: &mut Play, keys: &[Key]) -> Vec3 {
    let before = perspective(play).eye;
    for key in keys {
        play.key_down(*key);
    }
    play.run_steps(10);
    for key in keys {
        play.key_up(*key);
    }
    play.run_steps(2);
    perspective(play).eye - before
}

#[test]
fn the_camera_flies_while_the_right_button_is_held() {
    let mut play = yard();
    run(&mut play, Command::Perspective);
    let at = viewport(&play).center();
    play.hover_at(at);
    play.run();
    assert_eq!(fly(&mut play, &[Key::W]), Vec3::ZERO, "without the button keys are commands");
    button(&mut play, at, PointerButton::Secondary, true);
    // A drag begins with the first movement.
    play.event(egui::Event::PointerMoved(at + egui::vec2(9.0, 0.0)));
    play.run_steps(2);
    let view = perspective(&play);
    let (forward, right) = (view.forward(), view.right());
    let ways = [
        (Key::W, forward),
        (Key::S, -forward),
        (Key::D, right),
        (Key::A, -right),
        (Key::E, Vec3::Z),
        (Key::Q, -Vec3::Z),
    ];
    for (key, way) in ways {
        let gone = fly(&mut play, &[key]);
        assert!(gone.length() > 0.1 && gone.normalize().dot(way) > 0.9, "{key:?} flies {gone}, not along {way}");
    }
    let slow = fly(&mut play, &[Key::W]).length();
    play.event(egui::Event::ModifiersChanged(Modifiers::SHIFT));
    let fast = fly(&mut play, &[Key::W]).length();
    play.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    assert!(fast > slow * 2.0, "{fast} with Shift, {slow} without");
    button(&mut play, at, PointerButton::Secondary, false);
    play.run();
    assert_eq!(fly(&mut play, &[Key::W]), Vec3::ZERO, "the button was let go");
    assert!(doc(&play).preview.is_none() && !doc(&play).file.document.is_modified(), "no key did something else");
}

#[test]
fn a_right_drag_orbits_in_perspective_and_pans_from_above() {
    let mut play = yard();
    let at = viewport(&play).center();
    let drag = |play: &mut Play| {
        button(play, at, PointerButton::Secondary, true);
        for step in 1..=4u8 {
            play.event(egui::Event::PointerMoved(at + egui::vec2(10.0, 5.0) * f32::from(step)));
            play.step();
        }
        button(play, at + egui::vec2(40.0, 20.0), PointerButton::Secondary, false);
        play.run();
    };
    let before = top(&play);
    drag(&mut play);
    let moved = top(&play).centre - before.centre;
    // What was under the pointer stays under it: the camera goes the other way. North is up.
    let wanted = Vec2::new(-40.0, 20.0) * before.units_per_pixel;
    assert!((moved - wanted).length() < before.units_per_pixel * 2.0, "{moved}, not {wanted}");
    run(&mut play, Command::Perspective);
    let before = perspective(&play);
    drag(&mut play);
    let after = perspective(&play);
    let slipped = after.pivot() - before.pivot();
    assert!(slipped.length() < before.distance * 0.001, "it turns about what it looks at, not {slipped} beside it");
    assert!((after.eye - before.eye).length() > 1.0);
    assert_eq!(after.distance, before.distance);
}

#[test]
fn the_wheel_zooms_to_the_pointer() {
    let mut play = yard();
    let rect = viewport(&play);
    let at = rect.center() + egui::vec2(120.0, -60.0);
    let pixel = Vec2::new(at.x - rect.left(), at.y - rect.top());
    let size = Vec2::new(rect.width(), rect.height());
    let before = top(&play);
    play.event(egui::Event::PointerMoved(at));
    for _ in 0..3 {
        let (unit, phase) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move);
        let delta = egui::vec2(0.0, 40.0);
        play.event(egui::Event::MouseWheel { unit, delta, phase, modifiers: Modifiers::NONE });
        play.run_steps(20);
    }
    let after = top(&play);
    assert!(after.units_per_pixel < before.units_per_pixel * 0.8);
    let slipped = after.place(pixel, size) - before.place(pixel, size);
    assert!(slipped.length() < after.units_per_pixel * 1.5, "the place under the pointer slipped by {slipped}");
    run(&mut play, Command::FocusAll);
    assert!((top(&play).units_per_pixel - before.units_per_pixel).abs() < before.units_per_pixel * 0.01);
}

/// Whether a pixel shows a colour, shaded as a floor is.
fn wears(pixel: [u8; 4], colour: [u8; 4]) -> bool {
    let brightness = |c: [u8; 4]| f32::from(c[0]) + f32::from(c[1]) + f32::from(c[2]);
    let shade = brightness(pixel) / brightness(colour).max(1.0);
    let near = |i: usize| (f32::from(pixel[i]) - f32::from(colour[i]) * shade).abs() < 10.0;
    (0.6..=1.05).contains(&shade) && (0..3).all(near)
}

#[test]
fn every_colouring_is_named_and_looks_different() {
    let mut stage = Stage::empty();
    stage.size = egui::vec2(1000.0, 600.0);
    let Ok((mut play, canvas)) = stage.draw() else {
        println!("skipped: no OpenGL");
        return;
    };
    play.state_mut().session.carry_out(Intent::Sample(0));
    play.run();
    // Colours of floors alone, seen from above.
    for command in [Command::Grid, Command::Labels] {
        run(&mut play, command);
    }
    let rect = viewport(&play);
    let mut seen = Vec::new();
    for colouring in Colouring::ALL {
        assert_eq!(doc(&play).eye.colouring, colouring);
        let label = format!("{colouring:?}");
        let named = play.query_all_by_label_contains(&label.to_lowercase()).count();
        assert!(named + play.query_all_by_label_contains(&label).count() > 0, "no control says {label}");
        let image = picture(&play, &canvas).unwrap();
        let scene = doc(&play).caches.scene.scene().clone();
        let camera = doc(&play).eye.camera().unwrap();
        let size = Vec2::new(rect.width(), rect.height());
        let mut matched = 0;
        // In the middle of each triangle of a floor stands the colour that the scene gives its group.
        for chunk in scene.plan.iter().flat_map(|p| &p.surfaces).filter(|c| c.material == Material::Solid) {
            for triangle in &chunk.triangles {
                let corners = triangle.map(|at| chunk.vertices[at as usize].position);
                let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
                let group = chunk.vertices[triangle[0] as usize].group;
                let wanted = chunk.groups[group.0 as usize].colours[colouring.index()].0;
                let Some(place) = camera.project(middle, size) else { continue };
                let at = rect.min - egui::vec2(8.0, 8.0) + egui::vec2(place.pixel.x, place.pixel.y);
                let found = image.get_pixel(at.x as u32, at.y as u32).0;
                matched += usize::from(wears(found, wanted));
            }
        }
        assert!(matched >= 6, "{label}: only {matched} floors wear their colour");
        seen.push((label, image));
        run(&mut play, Command::NextColouring);
    }
    for (at, (name, image)) in seen.iter().enumerate() {
        for (other, second) in &seen[at + 1..] {
            let differ = image.pixels().zip(second.pixels()).filter(|(a, b)| a != b).count();
            assert!(differ > 2000, "{name} and {other} look the same: {differ} pixels differ");
        }
    }
    play.state_mut().release();
}

/// How far the ghosts of the selected platform reach, lowest and highest.
fn ghosts(play: &Play) -> Option<(f32, f32)> {
    let keys = doc(play).caches.scene.keys.selected.clone();
    let scene = doc(play).caches.scene.scene();
    let ghosts = scene.surfaces.iter().filter(|c| c.material == Material::Ghost);
    let heights = ghosts.flat_map(|chunk| {
        let of = |v: &levelwright_model::scene::Vertex| keys.contains(chunk.groups[v.group.0 as usize].key);
        chunk.vertices.iter().filter(move |v| of(v)).map(|v| v.position.z).collect::<Vec<_>>()
    });
    heights.fold(None, |ends, z| Some(ends.map_or((z, z), |(low, high): (f32, f32)| (low.min(z), high.max(z)))))
}

#[test]
fn the_ends_of_a_platform_stand_in_the_picture_and_follow_its_fields() {
    let mut stage = Stage::empty();
    stage.size = egui::vec2(1200.0, 900.0);
    let (mut play, canvas) = match stage.draw() {
        Ok((play, canvas)) => (play, Some(canvas)),
        Err(_) => (Stage::empty().play(), None),
    };
    play.state_mut().session.carry_out(Intent::Sample(0));
    play.run();
    run(&mut play, Command::Perspective);
    let platform = {
        let objects = doc(&play).objects(doc(&play).level);
        objects.all().iter().filter(|o| o.kind.key == "platform").nth(1).map(|o| o.id)
    };
    play.state_mut().session.carry_out(Intent::GoTo(platform.unwrap()));
    play.run();
    let before = ghosts(&play).expect("the platform has ghosts");
    let seen = canvas.as_ref().map(|c| picture(&play, c).unwrap());
    // Hidden, its ghosts are hidden as well.
    if let (Some(canvas), Some(seen)) = (&canvas, &seen) {
        run(&mut play, Command::Hide);
        let hidden = picture(&play, canvas).unwrap();
        let differ = seen.pixels().zip(hidden.pixels()).filter(|(a, b)| a != b).count();
        assert!(differ > 500, "hiding the platform changes {differ} pixels");
        run(&mut play, Command::ShowAll);
    }
    let field = play.get_by_role_and_label(Role::TextInput, "Maximum height");
    field.focus();
    play.run();
    play.get_by_role_and_label(Role::TextInput, "Maximum height").type_text("+1");
    play.run();
    play.key_press(Key::Enter);
    play.run();
    let after = ghosts(&play).unwrap();
    assert_ne!(after, before, "the ghosts follow: {:?}", play.state().session.messages.all());
    run(&mut play, Command::Undo);
    assert_eq!(ghosts(&play), Some(before));
    play.state_mut().release();
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

fn drop_onto(play: &mut Play, path: &Path) {
    play.input_mut().dropped_files.push(Arc::new(Dropped(path.to_owned())));
    play.run_steps(3);
    assert!(play.input_mut().dropped_files.is_empty(), "each drop is told once");
}

#[test]
fn files_and_folders_dropped_onto_the_window_are_opened() {
    let folder = tempfile::tempdir().unwrap();
    let (map, other) = (folder.path().join("Dropped.sceA"), folder.path().join("Second.sceA"));
    for path in [&map, &other] {
        std::fs::write(path, two_rooms()).unwrap();
    }
    let note = folder.path().join("note.txt");
    std::fs::write(&note, b"just a note").unwrap();
    let mut play = Stage::empty().play();
    drop_onto(&mut play, folder.path());
    assert_eq!(play.state().session.preferences.folders.len(), 1, "a folder is listed on the start page");
    assert!(play.state().session.docs.is_empty());
    drop_onto(&mut play, &map);
    assert!(play.state().title().contains("Dropped.sceA"), "{}", play.state().title());
    // Dropped again it comes to the front instead of being opened twice.
    drop_onto(&mut play, &other);
    drop_onto(&mut play, &map);
    assert_eq!((play.state().session.docs.len(), play.state().session.active), (2, 0));
    drop_onto(&mut play, &note);
    let Some(Dialog::Error { text, .. }) = &play.state().session.dialog else { panic!("no error is shown") };
    assert!(text.contains("note.txt"), "{text}");
    assert_eq!(play.state().session.docs.len(), 2, "what was open stays open");
}

#[test]
fn from_above_and_in_perspective_both_see_the_selection() {
    let mut play = yard();
    let id = {
        let objects = doc(&play).objects(doc(&play).level);
        objects.all().iter().find(|o| o.kind.key == "item").map(|o| o.id).unwrap()
    };
    play.state_mut().session.carry_out(Intent::GoTo(id));
    for command in [Command::Top, Command::Perspective] {
        run(&mut play, command);
        run(&mut play, Command::FocusAll);
        run(&mut play, Command::Focus);
        let rect = viewport(&play);
        let size = Vec2::new(rect.width(), rect.height());
        let scene = doc(&play).caches.scene.scene();
        let marker = scene.markers.iter().find(|m| m.key.0 == u64::from(id.node.number)).unwrap();
        let camera: Camera = doc(&play).eye.camera().unwrap();
        let seen = camera.project(marker.position, size).unwrap().pixel;
        assert!((seen - size / 2.0).length() < size.length() * 0.2, "{command:?}: it stands at {seen} of {size}");
    }
}

#[test]
fn two_clicks_measure_and_escape_leaves() {
    let mut play = yard();
    let clicked = |play: &mut Play, at: Pos2| {
        for pressed in [true, false] {
            button(play, at, PointerButton::Primary, pressed);
        }
        play.run_steps(40);
    };
    let rect = viewport(&play);
    let step = {
        let eye = &doc(&play).eye;
        doc(&play).caches.scene.scene().grid_step / eye.top.unwrap().units_per_pixel
    };
    let from = rect.center();
    play.key_press(Key::M);
    play.run();
    clicked(&mut play, from);
    clicked(&mut play, from + egui::vec2(2.0 * step, 0.0));
    let measure = doc(&play).caches.scene.view.measure.unwrap();
    let length = (measure.to.unwrap() - measure.from.unwrap()).truncate() / doc(&play).caches.scene.scene().grid_step;
    assert!((length - Vec2::new(2.0, 0.0)).length() < 0.02, "{length} squares");
    assert!(doc(&play).selection.is_empty(), "the clicks select nothing");
    play.key_press(Key::Escape);
    play.run();
    assert_eq!(doc(&play).caches.scene.view.measure, None);
    clicked(&mut play, from);
    assert!(!doc(&play).selection.is_empty(), "clicks select again");
}

#[test]
fn the_status_bar_hints_at_what_the_hand_can_do() {
    let mut play = yard();
    let says = |play: &Play, words: &str| play.query_all_by_label_contains(words).count();
    assert_eq!(says(&play, "Right drag: "), 0);
    let at = viewport(&play).center();
    play.hover_at(at);
    play.run_steps(3);
    assert_eq!(says(&play, "Right drag: pan"), 1);
    run(&mut play, Command::Perspective);
    play.run_steps(2);
    assert_eq!(says(&play, "with W A S D fly"), 1);
    run(&mut play, Command::Measure);
    play.run_steps(2);
    assert_eq!(says(&play, "click where it begins"), 1);
    run(&mut play, Command::SelectNone);
    run(&mut play, Command::Hints);
    play.run_steps(2);
    assert_eq!(says(&play, "with W A S D fly"), 0);
}

#[test]
fn a_level_fills_the_picture_that_shows_everything() {
    let mut play = yard();
    run(&mut play, Command::Perspective);
    let size = viewport(&play).size();
    let size = Vec2::new(size.x, size.y);
    let here = doc(&play);
    let level = here.state().level(here.level).unwrap();
    let scene = (here.file.document.game().scene)(level, &here.objects(here.level));
    let camera = Camera::Perspective(perspective(&play));
    let seen = scene.frame().corners().map(|corner| camera.project(corner, size).unwrap().pixel);
    let (low, high) = seen.into_iter().fold((seen[0], seen[0]), |(low, high), at| (low.min(at), high.max(at)));
    assert!(low.min_element() >= 0.0 && (size - high).min_element() >= 0.0, "{low} to {high} of {size}");
    let share = (high - low) / size;
    assert!(share.max_element() > 0.9, "it fills {share} of the picture");
    // What is near looks larger than what is far; the room on opposite sides is the same all the same.
    let off = (low + high - size).abs();
    let off = if share.x > share.y { off.x } else { off.y };
    assert!(off < 2.0, "it stands {off} off the middle");
}

#[test]
fn textures_are_switched_beside_the_colours_and_give_way_to_heights() {
    let mut stage = Stage::empty();
    stage.size = egui::vec2(1400.0, 700.0);
    let Ok((mut play, canvas)) = stage.draw() else {
        println!("skipped: no OpenGL");
        return;
    };
    let oni = levelwright_io::format::FORMATS.iter().position(|format| format.game == "oni");
    let with_sample =
        levelwright_io::format::FORMATS.iter().take(oni.unwrap()).filter(|format| format.sample.is_some());
    let at = with_sample.count();
    play.state_mut().session.carry_out(Intent::Sample(at));
    play.run();
    assert_eq!(doc(&play).caches.scene.scene().images.len(), 3, "the hall has three textures");
    run(&mut play, Command::Labels);
    let differ =
        |a: &image::RgbaImage, b: &image::RgbaImage| a.pixels().zip(b.pixels()).filter(|(a, b)| a != b).count();
    assert!(doc(&play).eye.textures, "they are shown at first");
    let with = picture(&play, &canvas).unwrap();
    play.get_by_label("Textures").click();
    play.run();
    assert!(!doc(&play).eye.textures);
    let without = picture(&play, &canvas).unwrap();
    assert!(differ(&with, &without) > 20_000, "{}", differ(&with, &without));
    // While heights are told, the switch changes itself alone.
    run(&mut play, Command::NextColouring);
    let heights = picture(&play, &canvas).unwrap();
    run(&mut play, Command::Textures);
    assert!(doc(&play).eye.textures);
    let same = picture(&play, &canvas).unwrap();
    assert!(differ(&heights, &same) < 6_000, "{}", differ(&heights, &same));
    play.state_mut().release();
}

#[test]
fn arrows_of_thousands_are_left_out_and_the_switch_says_so() {
    let play = |objects: u32| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Many.sceA");
        std::fs::write(&path, sized(1, objects, 0).unwrap()).unwrap();
        let mut stage = Stage::with(&path);
        stage.size = egui::vec2(1900.0, 700.0);
        let mut play = stage.play();
        run(&mut play, Command::SelectAll);
        (folder, play)
    };
    let (_few, few) = play(40);
    assert!(few.query_by_label("Links: selection").is_some());
    let (_many, many) = play(2_100);
    assert!(doc(&many).selection.len() > 2_000);
    assert!(many.query_by_label("Links: too many").is_some());
}

#[test]
fn a_narrow_bar_keeps_its_switches_in_a_menu() {
    let mut stage = Stage::empty();
    stage.size = egui::vec2(700.0, 500.0);
    let mut play = stage.play();
    play.state_mut().session.carry_out(Intent::Sample(0));
    play.run();
    let grid = doc(&play).eye.overlays.grid;
    assert!(play.query_by_label("Grid").is_none(), "there is no room for it");
    play.get_by_label("More").click();
    play.run();
    play.get_by_label("Grid").click();
    play.run();
    assert_eq!(doc(&play).eye.overlays.grid, !grid);
}

#[test]
fn a_frame_in_which_nothing_changed_finds_nothing_out_again() {
    let mut play = yard();
    run(&mut play, Command::SelectAll);
    let made = |play: &Play| {
        let caches = &doc(play).caches;
        (caches.scene.view.seen.made(), caches.scene.stamps, caches.sheet.made(), caches.tree.made())
    };
    let before = made(&play);
    play.run_steps(3);
    assert_eq!(made(&play), before);
    // Another selection is looked at once: middle, order of names, names, arrows; not the scene's bounds.
    let first = doc(&play).selection.all()[0];
    play.state_mut().session.carry_out(Intent::Select(vec![first], How::Replace));
    play.run_steps(3);
    let after = made(&play);
    assert!(after.0 > before.0 && after.0 <= before.0 + 4, "{before:?} {after:?}");
    assert_eq!((after.1.scene, after.2), (before.1.scene, before.2 + 1));
}

#[test]
fn kept_views_are_there_in_the_next_run_and_nothing_of_them_is_in_the_file() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("Rooms.sceA");
    std::fs::write(&file, two_rooms()).unwrap();
    let bytes = std::fs::read(&file).unwrap();
    let stage = || Stage { data: Some(home.path().join("data")), ..Stage::with(&file) };
    let keep = Modifiers { alt: true, ..Modifiers::COMMAND };
    let mut play = stage().play();
    let at_first = doc(&play).eye.camera().unwrap();
    let bookmark = Command::Bookmark(2).spec().unwrap();
    play.key_press_modifiers(Modifiers::COMMAND, Key::Num2);
    play.run();
    assert_eq!(doc(&play).eye.camera(), Some(at_first), "nothing was kept as view 2");

    run(&mut play, Command::Perspective);
    let near = Camera::Perspective(Perspective { eye: Vec3::new(1.0, 2.0, 3.0), ..perspective(&play) });
    play.state_mut().session.carry_out(Intent::Camera(near));
    play.run();
    play.key_press_modifiers(keep, Key::Num2);
    play.run();
    assert!(play.query_by_label_contains("View 2 of this level is kept").is_some());
    run(&mut play, Command::Top);
    run(&mut play, Command::FocusAll);
    assert_ne!(doc(&play).eye.camera(), Some(near));
    play.key_press_modifiers(Modifiers::COMMAND, Key::Num2);
    play.run();
    assert_eq!(doc(&play).eye.camera(), Some(near), "also from above it goes back to the perspective");
    drop(play);

    let mut play = stage().play();
    assert_ne!(doc(&play).eye.camera(), Some(near));
    run(&mut play, bookmark.command);
    assert_eq!(doc(&play).eye.camera(), Some(near), "in the next run");
    assert!(!doc(&play).file.document.is_modified());
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
}

#[test]
fn a_level_is_seen_from_two_places_and_keys_go_to_the_picture_under_the_pointer() {
    let mut play = yard();
    let alone = viewport(&play);
    run(&mut play, Command::Show(Pane::SecondViewport));
    let second = play.get_by_label("Second viewport").rect();
    let first = viewport(&play);
    assert!(first.width() < alone.width() && second.left() >= first.right(), "{first:?} {second:?}");
    play.hover_at(second.center());
    play.run();
    let cameras = |play: &Play| {
        let doc = doc(play);
        let eyes = [doc.eye.camera().unwrap(), doc.aside.camera().unwrap()];
        if doc.front == Picture::First { eyes } else { [eyes[1], eyes[0]] }
    };
    let before = cameras(&play);
    assert!(before[0].is_top() && !before[1].is_top(), "one from above, one in perspective");

    // What is asked for by key moves the picture under the pointer, and only that one.
    let something = {
        let doc = play.state_mut().session.doc_mut().unwrap();
        doc.objects(doc.level).all().iter().find(|o| o.kind.key == "monster").unwrap().id
    };
    play.state_mut().session.carry_out(Intent::Select(vec![something], How::Replace));
    play.hover_at(second.center());
    play.run();
    play.key_press(Key::F);
    play.run();
    let after = cameras(&play);
    assert_eq!(after[0], before[0]);
    assert_ne!(after[1], before[1]);
    play.hover_at(first.center());
    play.run();
    play.key_press(Key::F);
    play.run();
    assert_ne!(cameras(&play)[0], after[0]);
    assert_eq!(cameras(&play)[1], after[1]);

    // The wheel as well, without a click first.
    let before = cameras(&play);
    play.hover_at(second.center());
    let (unit, phase) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move);
    play.event(egui::Event::MouseWheel { unit, delta: egui::vec2(0.0, 40.0), phase, modifiers: Modifiers::NONE });
    play.run_steps(20);
    let after = cameras(&play);
    assert_eq!(after[0], before[0]);
    assert_ne!(after[1], before[1]);

    // Without the second picture the first one is in front, from above as it was.
    run(&mut play, Command::ResetLayout);
    assert_eq!(doc(&play).front, Picture::First);
    assert!(doc(&play).eye.above);
    assert!(play.query_by_label("Second viewport").is_none());
}
