//! Stories in the viewport: clicks select, drags select boxes and move things, and a drag is one
//! transaction or none.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use egui::{Key, Modifiers, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use glam::Vec2;
use levelwright_app::window::Window;
use levelwright_app::window::commands::{Command, Way};
use levelwright_app::window::intent::{How, Intent};
use levelwright_model::document::ObjectId;
use levelwright_tests::maps::two_rooms;
use levelwright_tests::stage::{Stage, doc};

type Play = Harness<'static, Window>;

/// A window with the two rooms; `None` while the game draws no scene or cannot move things.
fn play() -> Option<(tempfile::TempDir, Play)> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Two rooms.sceA");
    std::fs::write(&path, two_rooms()).unwrap();
    let play = Stage::with(&path).play();
    let ready = {
        let doc = doc(&play);
        let plans = doc.file.document.game().plans;
        plans.iter().any(|p| p.key == "move") && !doc.caches.scene.scene().bounds().is_empty()
    };
    if !ready {
        println!("skipped: no scene or no plans yet");
    }
    ready.then_some((folder, play))
}

fn monster(play: &Play, at: usize) -> ObjectId {
    let objects = doc(play).objects(doc(play).level);
    objects.all().iter().filter(|o| o.kind.key == "monster").nth(at).unwrap().id
}

/// Where an object's marker stands in the window.
fn place_of(play: &Play, id: ObjectId) -> Pos2 {
    let doc = doc(play);
    let scene = doc.caches.scene.scene();
    let marker = scene.markers.iter().find(|m| m.key.0 == u64::from(id.node.number)).unwrap();
    let rect = play.get_by_label("Viewport").rect();
    let camera = doc.eye.camera().unwrap();
    let seen = camera.project(marker.centre(), Vec2::new(rect.width(), rect.height())).unwrap();
    rect.min + egui::vec2(seen.pixel.x, seen.pixel.y)
}

fn x_of(play: &Play, id: ObjectId) -> i128 {
    let level = doc(play).state().level(id.node.level).unwrap();
    level.record(id.node.number).unwrap().int("x").unwrap()
}

fn click_at(play: &mut Play, at: Pos2, modifiers: Modifiers) {
    for pressed in [true, false] {
        play.event_modifiers(egui::Event::PointerMoved(at), modifiers);
        let button = egui::PointerButton::Primary;
        play.event_modifiers(egui::Event::PointerButton { pos: at, button, pressed, modifiers }, modifiers);
    }
    play.run();
    // So that the next click is not the second of a double click.
    play.run_steps(40);
}

fn drag(play: &mut Play, from: Pos2, to: Pos2, abandon: bool) {
    play.hover_at(from);
    play.run();
    play.drag_at(from);
    play.run();
    for step in 1..=4u8 {
        play.hover_at(from + (to - from) * (f32::from(step) / 4.0));
        play.run();
    }
    if abandon {
        play.key_press(Key::Escape);
        play.run();
    }
    play.drop_at(to);
    play.run();
}

#[test]
fn a_click_selects_and_ctrl_adds() {
    let Some((_folder, mut play)) = play() else { return };
    let (a, b) = (monster(&play, 0), monster(&play, 1));
    let at = place_of(&play, a);
    click_at(&mut play, at, Modifiers::NONE);
    assert_eq!(doc(&play).selection.all(), [a]);
    let at = place_of(&play, b);
    click_at(&mut play, at, Modifiers::COMMAND);
    assert_eq!(doc(&play).selection.all(), [a, b]);
    click_at(&mut play, at, Modifiers::COMMAND);
    assert_eq!(doc(&play).selection.all(), [a]);
}

#[test]
fn a_box_takes_what_stands_in_it() {
    let Some((_folder, mut play)) = play() else { return };
    let rect = play.get_by_label("Viewport").rect();
    drag(&mut play, rect.min + egui::vec2(6.0, 6.0), rect.max - egui::vec2(6.0, 6.0), false);
    let doc = doc(&play);
    let objects = doc.objects(doc.level);
    let monsters = doc.selection.all().iter().filter(|id| objects.by_id(**id).unwrap().kind.key == "monster");
    assert_eq!(monsters.count(), 3);
    assert_eq!(doc.file.document.history().len(), 0);
}

#[test]
fn dragging_an_arrow_is_one_transaction_and_escape_is_none() {
    let Some((_folder, mut play)) = play() else { return };
    let id = monster(&play, 0);
    let before = x_of(&play, id);
    for abandon in [true, false] {
        play.state_mut().session.carry_out(Intent::Select(vec![id], How::Replace));
        play.run();
        // The arrow to the east is 80 points long and begins at the thing's foot.
        let foot = {
            let doc = doc(&play);
            let marker = doc.caches.scene.scene().markers.iter().find(|m| m.key.0 == u64::from(id.node.number));
            let rect = play.get_by_label("Viewport").rect();
            let size = Vec2::new(rect.width(), rect.height());
            let seen = doc.eye.camera().unwrap().project(marker.unwrap().position, size).unwrap();
            rect.min + egui::vec2(seen.pixel.x, seen.pixel.y)
        };
        let grip = foot + egui::vec2(60.0, 0.0);
        drag(&mut play, grip, grip + egui::vec2(40.0, 0.0), abandon);
        let history = doc(&play).file.document.history();
        assert_eq!(history.len(), usize::from(!abandon));
        assert_eq!(x_of(&play, id) > before, !abandon, "abandoned: {abandon}");
        assert!(!doc(&play).has_draft());
    }
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, Command::Undo);
    play.run();
    assert_eq!(x_of(&play, id), before);
    assert_eq!(doc(&play).file.encode().unwrap().bytes, two_rooms());
}

#[test]
fn placing_duplicating_turning_and_deleting_go_through_plans() {
    let Some((_folder, mut play)) = play() else { return };
    let count = |play: &Play| {
        let objects = doc(play).objects(doc(play).level);
        objects.all().iter().filter(|o| o.kind.key == "monster").count()
    };
    let before = count(&play);
    let id = monster(&play, 0);
    let at = place_of(&play, id) + egui::vec2(0.0, -60.0);
    play.state_mut().session.carry_out(Intent::Arm(Some("monster".to_owned())));
    play.run();
    click_at(&mut play, at, Modifiers::NONE);
    assert_eq!(count(&play), before + 1, "{:?}", play.state().session.messages.all());
    assert_eq!(doc(&play).selection.len(), 1, "the new thing is selected");
    let ctx = play.ctx.clone();
    let run = |play: &mut Play, command| {
        play.state_mut().run(&ctx, command);
        play.run();
    };
    run(&mut play, Command::SelectNone);
    assert_eq!(doc(&play).armed, None);
    play.state_mut().session.carry_out(Intent::Select(vec![id], How::Replace));
    run(&mut play, Command::Duplicate);
    assert_eq!(count(&play), before + 2, "{:?}", play.state().session.messages.all());
    run(&mut play, Command::TurnLeft);
    run(&mut play, Command::Delete);
    assert_eq!(count(&play), before + 1);
    let steps = doc(&play).file.document.history().len();
    for _ in 0..steps {
        run(&mut play, Command::Undo);
    }
    assert_eq!(doc(&play).file.encode().unwrap().bytes, two_rooms(), "{steps} steps undone");
}

/// The foot of a thing's marker, where the gizmo's arrows begin.
fn foot(play: &Play, id: ObjectId) -> Pos2 {
    let doc = doc(play);
    let marker = doc.caches.scene.scene().markers.iter().find(|m| m.key.0 == u64::from(id.node.number)).unwrap();
    let rect = play.get_by_label("Viewport").rect();
    let seen = doc.eye.camera().unwrap().project(marker.position, Vec2::new(rect.width(), rect.height())).unwrap();
    rect.min + egui::vec2(seen.pixel.x, seen.pixel.y)
}

/// Takes hold of the arrow to the east and drags it a little.
fn hold(play: &mut Play, id: ObjectId, modifiers: Modifiers) -> Pos2 {
    let grip = foot(play, id) + egui::vec2(60.0, 0.0);
    play.event(egui::Event::PointerMoved(grip));
    play.run();
    let button = egui::PointerButton::Primary;
    play.event_modifiers(egui::Event::PointerButton { pos: grip, button, pressed: true, modifiers }, modifiers);
    play.run();
    for step in 1..=3u8 {
        play.event_modifiers(egui::Event::PointerMoved(grip + egui::vec2(8.0 * f32::from(step), 0.0)), modifiers);
        play.run();
    }
    grip + egui::vec2(24.0, 0.0)
}

fn let_go(play: &mut Play, at: Pos2) {
    let button = egui::PointerButton::Primary;
    play.event(egui::Event::PointerButton { pos: at, button, pressed: false, modifiers: Modifiers::NONE });
    play.run();
    play.run_steps(2);
}

#[test]
fn a_typed_number_moves_by_squares_of_the_grid() {
    let Some((_folder, mut play)) = play() else { return };
    let id = monster(&play, 0);
    let before = x_of(&play, id);
    play.state_mut().session.carry_out(Intent::Select(vec![id], How::Replace));
    play.run();
    let at = hold(&mut play, id, Modifiers::NONE);
    for text in ["0", ".", "5"] {
        play.event(egui::Event::Text(text.to_owned()));
        play.run();
    }
    let_go(&mut play, at);
    assert_eq!(x_of(&play, id), before + 512, "half a square of 1024, wherever the pointer was");
    assert_eq!(doc(&play).file.document.history().len(), 1);
}

#[test]
fn ctrl_drag_leaves_the_originals_and_selects_the_copies() {
    let Some((_folder, mut play)) = play() else { return };
    let all = |play: &Play| {
        let objects = doc(play).objects(doc(play).level);
        objects.all().iter().filter(|o| o.kind.key == "monster").map(|o| o.id).collect::<Vec<_>>()
    };
    let before = all(&play);
    let chosen = vec![before[0], before[1]];
    play.state_mut().session.carry_out(Intent::Select(chosen.clone(), How::Replace));
    play.run();
    let xs = [x_of(&play, before[0]), x_of(&play, before[1])];
    // The handles stand in the middle of both.
    let middle = foot(&play, before[0]) + (foot(&play, before[1]) - foot(&play, before[0])) / 2.0;
    let offset = middle - foot(&play, before[0]);
    let grip = foot(&play, before[0]) + offset + egui::vec2(60.0, 0.0);
    let (modifiers, button) = (Modifiers::COMMAND, egui::PointerButton::Primary);
    play.event(egui::Event::PointerMoved(grip));
    play.run();
    play.event_modifiers(egui::Event::PointerButton { pos: grip, button, pressed: true, modifiers }, modifiers);
    play.run();
    for step in 1..=3u8 {
        play.event_modifiers(egui::Event::PointerMoved(grip + egui::vec2(20.0 * f32::from(step), 0.0)), modifiers);
        play.run();
    }
    let_go(&mut play, grip + egui::vec2(60.0, 0.0));
    assert_eq!(all(&play).len(), before.len() + 2, "{:?}", play.state().session.messages.all());
    assert_eq!([x_of(&play, before[0]), x_of(&play, before[1])], xs, "the originals stay");
    let selected = doc(&play).selection.all().to_vec();
    assert_eq!(selected.len(), 2, "both copies are selected");
    assert!(selected.iter().all(|id| !before.contains(id)));
    assert_eq!(doc(&play).file.document.history().len(), 1);
}

#[test]
fn alt_right_click_lists_everything_under_the_pointer() {
    let Some((_folder, mut play)) = play() else { return };
    let id = monster(&play, 1);
    let at = place_of(&play, id);
    let (modifiers, button) = (Modifiers::ALT, egui::PointerButton::Secondary);
    play.event(egui::Event::PointerMoved(at));
    play.event(egui::Event::ModifiersChanged(modifiers));
    for pressed in [true, false] {
        play.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
    }
    play.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    play.run();
    let room = {
        let doc = doc(&play);
        let objects = doc.objects(doc.level);
        let polygon = objects.all().iter().find(|o| o.kind.key == "polygon").unwrap();
        format!("Under the pointer: {} · {}", polygon.kind.label, polygon.name)
    };
    play.get_by_label(&room).click();
    play.run();
    let kind = doc(&play).object(doc(&play).selection.last().unwrap(), |o| o.kind.key).unwrap();
    assert_eq!(kind, "polygon", "the room below the monster");
    assert!(play.query_by_label(&room).is_none(), "the list is gone");
}

#[test]
fn a_link_is_set_by_pointing_at_its_goal() {
    let Some((_folder, mut play)) = play() else { return };
    let id = monster(&play, 0);
    play.state_mut().session.carry_out(Intent::Select(vec![id], How::Replace));
    play.run();
    play.get_by_label("Pick Polygon").click();
    play.run();
    assert!(doc(&play).picking.is_some());
    // A monster is no polygon: what lies below it is meant.
    let at = place_of(&play, monster(&play, 2));
    click_at(&mut play, at, Modifiers::NONE);
    assert!(doc(&play).picking.is_none(), "{:?}", play.state().session.messages.all());
    assert_eq!(doc(&play).selection.all(), [id], "the selection stays");
    // In the tree another monster is refused, and Escape gives up.
    play.get_by_label("Pick Polygon").click();
    play.run();
    let other = monster(&play, 1);
    play.state_mut().session.carry_out(Intent::GoTo(other));
    assert!(play.state().session.messages.all().last().unwrap().text.contains("cannot lead there"));
    play.key_press(Key::Escape);
    play.run();
    assert!(doc(&play).picking.is_none());
    assert_eq!(doc(&play).selection.all(), [id]);
}

#[test]
fn select_all_and_move_moves_what_has_a_place_and_says_what_stays() {
    let Some((_folder, mut play)) = play() else { return };
    let id = monster(&play, 0);
    let x = x_of(&play, id);
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, Command::SelectAll);
    play.run();
    let all = doc(&play).selection.len();
    play.state_mut().run(&ctx, Command::Nudge(Way::East));
    play.run();
    assert!(x_of(&play, id) > x, "the monster moved");
    let told = play.state().session.messages.all().last().unwrap().text.clone();
    assert!(told.contains("stayed as they are") && told.contains("Level"), "{told}");
    let step = doc(&play).file.document.history().transactions().last().unwrap().name().to_owned();
    assert!(!step.contains(&format!("({all} ")), "the step does not claim to have moved everything: {step}");
    play.state_mut().run(&ctx, Command::Undo);
    play.run();
    assert_eq!(doc(&play).file.encode().unwrap().bytes, two_rooms(), "and it is one step");
}
