//! Stories of patrol paths in the window: points are dragged, added and put in order; and what is part of the environment
//! says so when it is moved.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use egui::Pos2;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use glam::Vec2;
use levelwright_app::window::Window;
use levelwright_app::window::commands::{Command, Way};
use levelwright_app::window::intent::{How, Intent};
use levelwright_app::window::session::samples;
use levelwright_model::document::{LevelId, Object, ObjectId};
use levelwright_tests::stage::{Stage, doc};

type Play = Harness<'static, Window>;

/// The sample that has patrol paths.
fn play() -> Play {
    let mut play = Stage { size: egui::vec2(1360.0, 2400.0), ..Stage::empty() }.play();
    let at = samples().position(|(format, _)| format.game == "oni").unwrap();
    play.state_mut().session.carry_out(Intent::Sample(at));
    play.run();
    play
}

fn all(play: &Play, kind: &str) -> Vec<Object> {
    let objects = doc(play).objects(LevelId(0));
    objects.all().iter().filter(|o| o.kind.key == kind).cloned().collect()
}

fn select(play: &mut Play, id: ObjectId) {
    play.state_mut().session.carry_out(Intent::Select(vec![id], How::Replace));
    play.run();
}

fn run(play: &mut Play, command: Command) {
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, command);
    play.run();
}

/// Whether anything moved.
fn bytes(play: &Play, table: &str) -> Vec<u8> {
    let level = doc(play).file.document.state().level(LevelId(0)).unwrap();
    let table = level.table(table).unwrap();
    let mut out = Vec::new();
    for row in level.rows(table) {
        out.extend_from_slice(row.head());
        for at in 0..row.children().map_or(0, |children| children.len()) {
            out.extend_from_slice(row.child(at).unwrap().head());
        }
        out.extend_from_slice(row.tail());
    }
    out
}

fn drag(play: &mut Play, from: Pos2, to: Pos2) {
    play.hover_at(from);
    play.run();
    play.drag_at(from);
    play.run();
    for step in 1..=4u8 {
        play.hover_at(from + (to - from) * (f32::from(step) / 4.0));
        play.run();
    }
    play.drop_at(to);
    play.run();
}

#[test]
fn a_patrol_point_is_dragged_in_the_viewport_and_its_flag_goes_along() {
    let mut play = play();
    run(&mut play, Command::Top);
    let points = all(&play, "patrol-point");
    let marked = |play: &Play, id: ObjectId| {
        let doc = doc(play);
        let marker = doc.caches.scene.scene().markers.iter().find(|m| m.key.0 == u64::from(id.node.number))?;
        let rect = play.get_by_label("Viewport").rect();
        let seen = doc.eye.camera()?.project(marker.position, Vec2::new(rect.width(), rect.height()))?;
        Some(rect.min + egui::vec2(seen.pixel.x, seen.pixel.y))
    };
    let mut flags_moved = 0;
    let mut points_moved = 0;
    for point in &points {
        select(&mut play, point.id);
        let Some(foot) = marked(&play, point.id) else { continue };
        let (flags, paths) = (bytes(&play, "flags"), bytes(&play, "patrol_paths"));
        let before = doc(&play).file.document.history().position();
        // The arrow to the east is 80 points long.
        let grip = foot + egui::vec2(60.0, 0.0);
        drag(&mut play, grip, grip + egui::vec2(40.0, 0.0));
        let after = doc(&play).file.document.history().position();
        assert_eq!(after, before + 1, "{} moves in one step", point.name);
        flags_moved += usize::from(bytes(&play, "flags") != flags);
        points_moved += usize::from(bytes(&play, "patrol_paths") != paths);
    }
    assert!(points_moved > 0, "a point with a place of its own: {points:?}");
    assert!(flags_moved > 0, "a point that goes to a flag: {points:?}");
}

#[test]
fn points_are_added_and_put_in_order_in_the_inspector() {
    let mut play = play();
    let path = all(&play, "patrol-path").first().unwrap().id;
    select(&mut play, path);
    let names = |play: &Play| all(play, "patrol-point").iter().map(|o| o.name.clone()).collect::<Vec<_>>();
    let (before, stored) = (names(&play), bytes(&play, "patrol_paths"));
    play.query_all_by_label_contains("Move down: Points 0").next().expect("a button").click();
    play.run();
    let after = names(&play);
    assert_eq!(after.len(), before.len());
    assert_ne!(after, before);
    run(&mut play, Command::Undo);
    assert_eq!(bytes(&play, "patrol_paths"), stored);
    play.get_by_label("Add: Points").click();
    play.run();
    assert_eq!(names(&play).len(), before.len() + 1, "{:?}", names(&play));
    let level = doc(&play).file.document.state().level(LevelId(0)).unwrap();
    let row = level.record(path.node.number).unwrap();
    let last = row.child(row.children().unwrap().len() - 1).unwrap();
    assert!(last.int("flag").is_some(), "a whole point that goes to a flag: {:?}", last.head());
    run(&mut play, Command::Undo);
    assert_eq!(bytes(&play, "patrol_paths"), stored);
}

#[test]
fn moving_what_is_part_of_the_environment_tells_the_consequences() {
    let mut play = play();
    let door = all(&play, "sliding-door").first().unwrap().id;
    select(&mut play, door);
    run(&mut play, Command::Nudge(Way::East));
    assert_eq!(doc(&play).file.document.history().position(), 1);
    let told = play.query_all_by_label_contains("part of the environment").count();
    assert!(told > 0, "the consequence is said where the person looks");
    run(&mut play, Command::Show(levelwright_app::window::dock::Pane::Messages));
    assert!(play.query_all_by_label_contains("panels, quads and frame are part of the environment").count() > 0);
}
