//! Two documents next to each other: each has its own tree, picture and inspector, and what is done in a half is done
//! to its document.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use std::path::PathBuf;

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use levelwright_app::window::Window;
use levelwright_app::window::commands::Command;
use levelwright_app::window::dock::Pane;
use levelwright_app::window::files::Chosen;
use levelwright_tests::maps::two_rooms;
use levelwright_tests::stage::Stage;

type Play = Harness<'static, Window>;

fn maps(names: &[&str]) -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<PathBuf> = names.iter().map(|name| folder.path().join(name)).collect();
    for path in &paths {
        std::fs::write(path, two_rooms()).unwrap();
    }
    (folder, paths)
}

/// The half of the window that shows a document.
fn half<'a>(play: &'a Play, name: &str) -> Node<'a> {
    let label = format!("Half of {name}");
    let is = |node: &Node<'_>| node.accesskit_node().label().is_some_and(|l| l == label);
    play.get_all_by_role(Role::Group).find(is).unwrap_or_else(|| panic!("there is no {label}"))
}

fn run(play: &mut Play, command: Command) {
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, command);
    play.run();
}

fn monster(play: &Play, at: usize) -> String {
    let doc = play.state().session.doc().unwrap();
    let objects = doc.objects(doc.level);
    objects.all().iter().filter(|o| o.kind.key == "monster").nth(at).unwrap().name.clone()
}

fn steps(play: &Play) -> Vec<usize> {
    play.state().session.docs.iter().map(|d| d.file.document.history().position()).collect()
}

#[test]
fn two_documents_are_seen_next_to_each_other_and_edited_each_in_its_half() {
    let (_folder, paths) = maps(&["Left.sceA", "Right.sceA"]);
    let mut stage = Stage::with(&paths[0]);
    stage.files.push(paths[1].clone());
    let mut play = stage.play();
    play.state_mut().session.active = 0;
    play.run();
    assert!(play.query_by_role_and_label(Role::Group, "Half of Left.sceA").is_none());
    play.key_press_modifiers(Modifiers::COMMAND, Key::Backslash);
    play.run();
    for name in ["Left.sceA", "Right.sceA"] {
        let half = half(&play, name);
        half.get_by_label("Viewport");
        half.get_by_role_and_label(Role::TextInput, "Filter objects");
        half.get_by_label("Monsters, 3");
        half.get_by_label("Inspector pane");
    }
    let picture = |name| half(&play, name).get_by_label("Viewport").rect();
    let (left, right) = (picture("Left.sceA"), picture("Right.sceA"));
    assert!(left.right() <= right.left() && left.y_range() == right.y_range(), "{left:?} and {right:?}");
    assert_eq!(play.state().session.active, 1, "the new neighbour has the focus");
    // Work in the left half brings the focus there.
    half(&play, "Left.sceA").get_by_label("Monsters, 3").click();
    play.run();
    assert_eq!(play.state().session.active, 0);
    let name = monster(&play, 0);
    half(&play, "Left.sceA").get_by_label(&name).click();
    play.run();
    let selected = |play: &Play| play.state().session.docs.iter().map(|d| d.selection.len()).collect::<Vec<_>>();
    assert_eq!(selected(&play), [1, 0]);
    assert!(half(&play, "Right.sceA").query_by_label("Flags: blind").is_none(), "the right inspector stays empty");
    half(&play, "Left.sceA").get_by_label("Flags: blind").click();
    play.run();
    assert_eq!(steps(&play), [1, 0]);
    // The same in the other half; each document has its own history and its own undo.
    half(&play, "Right.sceA").get_by_label("Monsters, 3").click();
    play.run();
    half(&play, "Right.sceA").get_by_label(&monster(&play, 2)).click();
    play.run();
    half(&play, "Right.sceA").get_by_label("Flags: blind").click();
    play.run();
    assert_eq!((selected(&play), steps(&play)), (vec![1, 1], vec![1, 1]));
    play.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    play.run();
    assert_eq!(steps(&play), [1, 0], "undo is the focused half's");
    assert!(play.state().title().contains("Right.sceA"), "{}", play.state().title());
}

#[test]
fn a_press_the_wheel_and_the_keyboard_know_their_half() {
    let (_folder, paths) = maps(&["Left.sceA", "Right.sceA"]);
    let mut stage = Stage::with(&paths[0]);
    stage.files.push(paths[1].clone());
    let mut play = stage.play();
    run(&mut play, Command::SideBySide);
    // The one that was in front stands left.
    let [left, right] = play.state().session.halves.shown().unwrap();
    assert_eq!([left, right], [1, 0]);
    let picture = |play: &Play, name: &str| half(play, name).get_by_label("Viewport").rect();
    let zoom = |play: &Play, at: usize| play.state().session.docs[at].eye.top.unwrap().units_per_pixel;
    let before = (zoom(&play, left), zoom(&play, right));
    let at = picture(&play, "Right.sceA").center();
    play.event(egui::Event::PointerMoved(at));
    let delta = egui::vec2(0.0, 60.0);
    let (unit, phase) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move);
    play.event(egui::Event::MouseWheel { unit, delta, phase, modifiers: Modifiers::NONE });
    play.run_steps(20);
    assert_ne!(zoom(&play, left), before.0, "the wheel zooms the picture under it");
    assert_eq!(zoom(&play, right), before.1);
    assert_eq!(play.state().session.active, right, "looking around leaves the focus");
    let button = egui::PointerButton::Primary;
    for pressed in [true, false] {
        play.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
        play.run();
    }
    assert_eq!(play.state().session.active, left, "a press brings it");
    // Ctrl+F goes to the filter of the half with the focus, and Tab through controls brings the focus along.
    play.key_press_modifiers(Modifiers::COMMAND, Key::F);
    play.run();
    let focused = |play: &Play, name: &str| {
        half(play, name).get_by_role_and_label(Role::TextInput, "Filter objects").accesskit_node().is_focused()
    };
    assert!(focused(&play, "Right.sceA") && !focused(&play, "Left.sceA"));
    half(&play, "Left.sceA").get_by_role_and_label(Role::TextInput, "Filter objects").focus();
    play.run();
    assert_eq!(play.state().session.active, right);
    run(&mut play, Command::Show(Pane::Bytes));
    assert_eq!(half(&play, "Left.sceA").query_all_by_label("Nothing is selected.").count(), 1);
}

#[test]
fn a_file_opens_beside_and_closing_leaves_the_other_alone() {
    let (_folder, paths) = maps(&["One.sceA", "Two.sceA", "Three.sceA"]);
    let mut stage = Stage::with(&paths[0]);
    stage.answers = vec![Chosen::Nothing, Chosen::Open(vec![paths[1].clone()]), Chosen::Open(vec![paths[2].clone()])];
    let mut play = stage.play();
    run(&mut play, Command::OpenBeside);
    run(&mut play, Command::NextDocument);
    assert_eq!(play.state().session.halves.shown(), None, "nothing was chosen");
    run(&mut play, Command::OpenBeside);
    assert_eq!(play.state().session.halves.shown(), Some([0, 1]));
    half(&play, "One.sceA");
    half(&play, "Two.sceA");
    // A third file comes into the half with the focus.
    run(&mut play, Command::Open);
    assert_eq!(play.state().session.halves.shown(), Some([0, 2]));
    half(&play, "Three.sceA");
    // One of those that are not seen goes: nothing changes on the screen.
    play.get_by_label("Close Two.sceA").click();
    play.run();
    assert_eq!(play.state().session.halves.shown(), Some([0, 1]));
    half(&play, "Three.sceA");
    run(&mut play, Command::Close);
    assert_eq!((play.state().session.docs.len(), play.state().session.halves.shown()), (1, None));
    assert!(play.state().title().contains("One.sceA"), "{}", play.state().title());
}

#[test]
fn leaving_a_half_shows_the_other_document_alone() {
    let (_folder, paths) = maps(&["One.sceA", "Two.sceA"]);
    let mut stage = Stage::with(&paths[0]);
    stage.files.push(paths[1].clone());
    let mut play = stage.play();
    run(&mut play, Command::SideBySide);
    play.get_by_label("Leave this half: Two.sceA").click();
    play.run();
    assert_eq!((play.state().session.halves.shown(), play.state().session.active), (None, 0));
    assert_eq!(play.state().session.docs.len(), 2, "both stay open");
}

#[test]
fn closing_a_document_behind_leaves_the_one_in_front_in_front() {
    let (_folder, paths) = maps(&["One.sceA", "Two.sceA", "Three.sceA"]);
    let mut stage = Stage::with(&paths[0]);
    stage.files.extend([paths[1].clone(), paths[2].clone()]);
    let mut play = stage.play();
    play.get_by_label("Two.sceA").click();
    play.run();
    play.get_by_label("Close One.sceA").click();
    play.run();
    assert!(play.state().title().contains("Two.sceA"), "{}", play.state().title());
}
