//! References in the window: the pane that walks them, the inspector's groups, arrows, and deleting what others name.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use levelwright_app::window::Window;
use levelwright_app::window::dialogs::Dialog;
use levelwright_app::window::intent::{How, Intent};
use levelwright_app::window::panes::arrows::Arrows;
use levelwright_app::window::panes::links::list_id;
use levelwright_model::document::ObjectId;
use levelwright_tests::stage::{Stage, doc, run};

type Play = Harness<'static, Window>;

/// The sample, open.
fn play() -> Play {
    // High enough for all fields of a light and what stands below them.
    let mut play = Stage { size: egui::vec2(1360.0, 2400.0), ..Stage::empty() }.play();
    play.state_mut().session.carry_out(Intent::Sample(0));
    play.run();
    play
}

fn select(play: &mut Play, wanted: impl Fn(&levelwright_model::document::Object) -> bool) -> ObjectId {
    let objects = doc(play).objects(doc(play).level);
    let id = objects.all().iter().find(|o| wanted(o)).unwrap().id;
    play.state_mut().session.carry_out(Intent::Select(vec![id], How::Replace));
    play.run();
    id
}

fn selected(play: &Play) -> ObjectId {
    doc(play).selection.last().unwrap()
}

#[test]
fn the_pane_walks_along_references_by_keyboard_and_back() {
    let mut play = play();
    run(&mut play, "pane_links");
    let light = select(&mut play, |o| o.name.starts_with("Light 0"));
    assert!(play.query_all_by_label_contains("Referred to by (").count() > 0);
    play.ctx.memory_mut(|m| m.request_focus(list_id()));
    play.run();
    play.key_press(Key::ArrowLeft);
    play.run();
    play.key_press(Key::Enter);
    play.run();
    let room = selected(&play);
    assert_ne!(room, light, "what refers to it is selected");
    assert!(play.query_all_by_label_contains("Back to Light 0").count() > 0, "the way back is shown");
    play.key_press(Key::Backspace);
    play.run();
    assert_eq!(selected(&play), light);
    assert!(play.query_all_by_label_contains("Back to ").count() == 0, "the way is short again");
}

#[test]
fn the_inspector_shows_both_directions_and_a_click_goes_there() {
    let mut play = play();
    let light = select(&mut play, |o| o.name.starts_with("Light 0"));
    let line = play.query_all_by_label_contains("Referred to by Polygon").next().expect("a room it lights");
    line.click();
    play.run();
    assert_ne!(selected(&play), light);
    assert!(play.query_all_by_label_contains("Refers to Light 0").count() > 0);
}

#[test]
fn arrows_are_drawn_for_none_the_selection_or_all() {
    let mut play = play();
    assert_eq!(doc(&play).eye.arrows, Arrows::Selection);
    run(&mut play, "arrows");
    assert_eq!(doc(&play).eye.arrows, Arrows::All);
    run(&mut play, "arrows");
    assert_eq!(doc(&play).eye.arrows, Arrows::None);
}

#[test]
fn deleting_what_others_name_asks_first_and_mends_in_one_step() {
    let mut play = play();
    let count = |play: &Play| doc(play).objects(doc(play).level).all().iter().filter(|o| o.kind.key == "light").count();
    let (before, steps) = (count(&play), doc(&play).file.document.history().position());
    select(&mut play, |o| o.name.starts_with("Light 0"));
    run(&mut play, "delete");
    assert!(matches!(play.state().session.dialog, Some(Dialog::Delete(_))));
    assert_eq!(count(&play), before, "nothing is gone yet");
    play.key_press(Key::Enter);
    play.run();
    assert!(play.state().session.dialog.is_some(), "rooms must be lit: another light has to be named");
    play.get_by_label("Its number").focus();
    play.run();
    play.event(egui::Event::Text("0".to_owned()));
    play.run();
    play.key_press(Key::Enter);
    play.run();
    assert!(play.state().session.dialog.is_some(), "it cannot stand in for itself");
    play.get_by_label("Its number").focus();
    play.run();
    play.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    play.event(egui::Event::Text("1".to_owned()));
    play.run();
    play.get_by_label("Delete").click();
    play.run();
    assert_eq!(count(&play), before - 1, "{:?}", play.state().session.dialog);
    assert_eq!(doc(&play).file.document.history().position(), steps + 1, "one step");
    run(&mut play, "undo");
    assert_eq!(count(&play), before);
}

#[test]
fn what_nobody_names_goes_at_once() {
    let mut play = play();
    let steps = doc(&play).file.document.history().position();
    select(&mut play, |o| o.kind.key == "scenery");
    run(&mut play, "delete");
    assert_eq!(play.state().session.dialog, None);
    assert_eq!(doc(&play).file.document.history().position(), steps + 1);
}
