//! Two whole stories: the same work by keyboard alone and with the mouse, from the start page to the saved file.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use glam::Vec2;
use levelwright_app::window::Window;
use levelwright_app::window::files::Chosen;
use levelwright_app::window::session::samples;
use levelwright_model::document::ObjectId;
use levelwright_tests::stage::{Stage, doc};

type Play = Harness<'static, Window>;

fn steps(play: &Play) -> usize {
    doc(play).file.document.history().position()
}

fn xs(play: &Play, ids: &[ObjectId]) -> Vec<i128> {
    let level = doc(play).state().level(doc(play).level).unwrap();
    ids.iter().map(|id| level.record(id.node.number).unwrap().int("x").unwrap()).collect()
}

/// A window whose save dialog answers with a place.
fn begin() -> (tempfile::TempDir, std::path::PathBuf, Vec<u8>, Play) {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("Yard");
    let (_, make) = samples().next().unwrap();
    let bytes = make().unwrap().remove(0).bytes;
    let mut stage = Stage::empty();
    stage.answers = vec![Chosen::Save(place.clone())];
    (folder, place, bytes, stage.play())
}

struct Keyboard(Play);

impl Keyboard {
    fn press(&mut self, key: Key) {
        self.chord(Modifiers::NONE, key);
    }

    fn chord(&mut self, modifiers: Modifiers, key: Key) {
        self.0.key_press_modifiers(modifiers, key);
        self.0.run();
    }

    fn text(&mut self, text: &str) {
        for letter in text.chars() {
            self.0.event(egui::Event::Text(letter.to_string()));
        }
        self.0.run();
    }

    /// The name of the control with the focus.
    fn focused(&self) -> String {
        let mut waiting = vec![self.0.root()];
        while let Some(node) = waiting.pop() {
            if node.accesskit_node().is_focused() {
                return node.accesskit_node().label().unwrap_or_default();
            }
            waiting.extend(node.children());
        }
        String::new()
    }

    /// Tab until a control has the focus.
    fn tab_to(&mut self, label: &str) {
        for _ in 0..400 {
            if self.focused() == label {
                return;
            }
            self.press(Key::Tab);
        }
        panic!("Tab does not reach {label}");
    }
}

#[test]
fn by_keyboard_alone() {
    let (_folder, place, bytes, play) = begin();
    let mut keys = Keyboard(play);
    let (format, _) = samples().next().unwrap();
    keys.tab_to(&format!("Open the sample: {}", format.name));
    keys.press(Key::Enter);
    assert_eq!(keys.0.state().session.docs.len(), 1);
    // Filter, then three rows with Shift.
    keys.chord(Modifiers::COMMAND, Key::F);
    keys.text("monster");
    keys.chord(Modifiers::COMMAND, Key::E);
    assert!(keys.focused().starts_with("Tree of objects"), "{}", keys.focused());
    keys.press(Key::Home);
    keys.text("monst");
    keys.press(Key::ArrowDown);
    keys.chord(Modifiers::SHIFT, Key::ArrowDown);
    keys.chord(Modifiers::SHIFT, Key::ArrowDown);
    let ids = doc(&keys.0).selection.all().to_vec();
    assert_eq!(ids.len(), 3);
    // One of them gets the flag, so that it is mixed; then all get it.
    keys.press(Key::Home);
    keys.text("monst");
    keys.press(Key::ArrowDown);
    assert_eq!(doc(&keys.0).selection.len(), 1);
    keys.tab_to("Flags: blind");
    keys.press(Key::Space);
    keys.chord(Modifiers::COMMAND, Key::E);
    keys.chord(Modifiers::SHIFT, Key::ArrowDown);
    keys.chord(Modifiers::SHIFT, Key::ArrowDown);
    assert_eq!(doc(&keys.0).selection.all(), ids);
    keys.tab_to("Flags: blind");
    keys.press(Key::Space);
    let before = xs(&keys.0, &ids);
    keys.chord(Modifiers::ALT, Key::ArrowRight);
    let after: Vec<i128> = before.iter().map(|x| x + 128).collect();
    assert_eq!(xs(&keys.0, &ids), after, "{:?}", keys.0.state().session.messages.all());
    assert_eq!(steps(&keys.0), 3);
    for _ in 0..3 {
        keys.chord(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(steps(&keys.0), 0);
    keys.chord(Modifiers::COMMAND, Key::S);
    assert_eq!(std::fs::read(&place).unwrap(), bytes, "everything undone and saved is the sample");
    assert!(!doc(&keys.0).file.document.is_modified());
}

fn click(play: &mut Play, label: &str) {
    play.get_by_label(label).click();
    play.run();
}

/// A click with a modifier held on a row of the tree.
fn click_with(play: &mut Play, at: Pos2, modifiers: Modifiers) {
    play.event(egui::Event::PointerMoved(at));
    play.event(egui::Event::ModifiersChanged(modifiers));
    for pressed in [true, false] {
        let button = egui::PointerButton::Primary;
        play.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
    }
    play.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    play.run();
    play.run_steps(8);
}

/// Where the gizmo of the selection stands.
fn middle(play: &Play, ids: &[ObjectId]) -> Pos2 {
    let doc = doc(play);
    let scene = doc.caches.scene.scene();
    let of = |id: &ObjectId| scene.markers.iter().find(|m| m.key.0 == u64::from(id.node.number)).unwrap().position;
    let sum: glam::Vec3 = ids.iter().map(of).sum();
    let rect = play.get_by_label("Viewport").rect();
    let size = Vec2::new(rect.width(), rect.height());
    let seen = doc.eye.camera().unwrap().project(sum / ids.len() as f32, size).unwrap();
    rect.min + egui::vec2(seen.pixel.x, seen.pixel.y)
}

#[test]
fn with_the_mouse() {
    let (_folder, place, bytes, mut play) = begin();
    let (format, _) = samples().next().unwrap();
    click(&mut play, &format!("Open the sample: {}", format.name));
    play.get_by_role_and_label(Role::TextInput, "Filter objects").click();
    play.run();
    play.get_by_role_and_label(Role::TextInput, "Filter objects").type_text("monster");
    play.run();
    let rows: Vec<Pos2> = {
        let objects = doc(&play).objects(doc(&play).level);
        let first = play.get_by_label_contains("Monsters, ").rect();
        let count = objects.all().iter().filter(|o| o.kind.key == "monster").count();
        (1..=count).map(|n| first.center() + egui::vec2(0.0, first.height() * n as f32)).collect()
    };
    click_with(&mut play, rows[0], Modifiers::NONE);
    click(&mut play, "Flags: blind");
    click_with(&mut play, rows[1], Modifiers::COMMAND);
    click_with(&mut play, rows[2], Modifiers::COMMAND);
    let ids = doc(&play).selection.all().to_vec();
    assert_eq!(ids.len(), 3);
    click(&mut play, "Flags: blind");
    assert_eq!(steps(&play), 2);
    let before = xs(&play, &ids);
    // The arrow to the east is 80 points long.
    let grip = middle(&play, &ids) + egui::vec2(60.0, 0.0);
    play.hover_at(grip);
    play.run();
    play.drag_at(grip);
    play.run();
    for step in 1..=4u8 {
        play.hover_at(grip + egui::vec2(6.0 * f32::from(step), 0.0));
        play.run();
    }
    play.drop_at(grip + egui::vec2(24.0, 0.0));
    play.run();
    assert_eq!(steps(&play), 3, "{:?}", play.state().session.messages.all());
    let moved = xs(&play, &ids);
    assert!(moved.iter().zip(&before).all(|(now, then)| now > then), "{before:?} to {moved:?}");
    click(&mut play, "As opened");
    assert_eq!((steps(&play), xs(&play, &ids)), (0, before));
    click(&mut play, "File");
    // Behind its name stand its keys.
    let save = play.query_all_by_label_contains("Save").next().expect("the menu has it");
    save.click();
    play.run();
    assert_eq!(std::fs::read(&place).unwrap(), bytes, "everything undone and saved is the sample");
}
