//! Stories of scripts in the window: read, walked along, written, renamed in; and fields that name their functions.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use std::path::PathBuf;

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use levelwright_app::window::Window;
use levelwright_app::window::dialogs::Dialog;
use levelwright_app::window::intent::{How, Intent};
use levelwright_app::window::scripts::{Act, text_id};
use levelwright_model::document::{LevelId, Object, ObjectId, Record};
use levelwright_model::scripting::Spot;
use levelwright_tests::stage::{Stage, doc, run};

type Play = Harness<'static, Window>;

/// The sample that has scripts, in a folder of its own.
fn sample() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let format = levelwright_io::format::FORMATS.iter().find(|f| f.game == "oni" && f.sample.is_some()).unwrap();
    let files = format.sample.unwrap()().unwrap();
    let paths = levelwright_app::new_files::write(folder.path(), &files).unwrap();
    (folder, paths.into_iter().next().unwrap())
}

fn play() -> (tempfile::TempDir, Play) {
    let (folder, path) = sample();
    // High enough for all fields of a trigger volume.
    let data = Some(folder.path().join("data"));
    let mut play = Stage { size: egui::vec2(1360.0, 2400.0), data, ..Stage::with(&path) }.play();
    run(&mut play, "pane_script");
    (folder, play)
}

fn select(play: &mut Play, wanted: impl Fn(&Object) -> bool) -> ObjectId {
    let objects = doc(play).objects(LevelId(0));
    let id = objects.all().iter().find(|o| wanted(o)).unwrap().id;
    play.state_mut().session.carry_out(Intent::Select(vec![id], How::Replace));
    play.run();
    id
}

/// The stored text of the first script file.
fn stored(play: &Play) -> String {
    let level = doc(play).file.document.state().level(LevelId(0)).unwrap();
    let row = level.row(level.table("scripts").unwrap(), 0).unwrap();
    row.tail().iter().map(|byte| char::from(*byte)).collect()
}

fn is_link(node: &egui_kittest::Node<'_>) -> bool {
    node.accesskit_node().label().is_some_and(|label| label.starts_with("Refers to "))
}

fn text_of(record: &Record<'_>, field: &str) -> String {
    let field = record.schema().base_field(field).unwrap();
    record.get(field).unwrap().as_text().unwrap().to_owned()
}

/// The line that a text stands in, counted from 1.
fn line_of(text: &str, wanted: &str) -> u32 {
    let at = text.lines().position(|line| line.contains(wanted)).unwrap();
    u32::try_from(at + 1).unwrap()
}

fn show(play: &mut Play, wanted: &str) {
    let text = stored(play);
    let node = doc(play).caches.script.file().unwrap();
    let spot = Spot { node, line: line_of(&text, wanted) };
    play.state_mut().session.carry_out(Intent::Script(Act::Show(spot)));
    play.run();
}

fn type_text(play: &mut Play, text: &str) {
    play.event(egui::Event::Text(text.to_owned()));
    play.run();
}

fn steps(play: &Play) -> usize {
    doc(play).file.document.history().position()
}

#[test]
fn the_pane_shows_the_text_and_goes_to_a_line() {
    let (_folder, mut play) = play();
    assert_eq!(doc(&play).caches.script.text(), stored(&play).replace("\r\n", "\n"));
    assert!(play.query_all_by_label("Script text").count() == 1);
    show(&mut play, "func void hall_left");
    let line = line_of(&stored(&play), "func void hall_left");
    assert!(play.query_all_by_label(&format!("Line {line}, column 1")).count() == 1);
    run(&mut play, "pane_objects");
    select(&mut play, |o| o.kind.key == "script");
    assert_eq!(doc(&play).caches.script.line(), line as usize, "the file is shown already: it stays where it is");
}

#[test]
fn a_burst_of_typing_is_one_step_and_leaves_every_other_byte() {
    let (_folder, mut play) = play();
    let before = stored(&play);
    show(&mut play, "func void hall_left");
    let steps_before = steps(&play);
    play.ctx.memory_mut(|m| m.request_focus(text_id(doc_half())));
    play.run();
    for part in ["# a", " word", " more"] {
        play.event(egui::Event::Text(part.to_owned()));
        play.step();
    }
    play.key_press(Key::Enter);
    play.step();
    assert_eq!(stored(&play), before, "nothing is stored while the person types");
    run(&mut play, "pane_links");
    play.run();
    assert_eq!(steps(&play), steps_before + 1, "a pane that is put away hands over what was typed, as one step");
    let end = if before.contains("\r\n") { "\r\n" } else { "\n" };
    let wanted = before.replace("func void hall_left", &format!("# a word more{end}func void hall_left"));
    assert_eq!(stored(&play), wanted);
    run(&mut play, "undo");
    assert_eq!(stored(&play), before);
    run(&mut play, "pane_script");
    assert_eq!(doc(&play).caches.script.text(), before.replace("\r\n", "\n"), "the pane shows the older text again");
}

fn doc_half() -> levelwright_app::window::halves::Half {
    levelwright_app::window::halves::Half::First
}

#[test]
fn undo_in_the_text_is_the_texts_own() {
    let (_folder, mut play) = play();
    let before = stored(&play);
    show(&mut play, "func void hall_left");
    type_text(&mut play, "x");
    assert!(doc(&play).caches.script.text().contains("xfunc void hall_left"));
    play.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    play.run();
    assert!(!doc(&play).caches.script.text().contains("xfunc void hall_left"));
    assert_eq!((stored(&play), steps(&play)), (before, 0));
}

#[test]
fn what_is_typed_is_saved_though_nobody_left_the_text() {
    let (folder, mut play) = play();
    show(&mut play, "func void hall_left");
    type_text(&mut play, "# mine ");
    play.key_press_modifiers(Modifiers::COMMAND, Key::S);
    play.run();
    play.run();
    let mut found = false;
    let mut folders = vec![folder.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "bsl") {
                found |= std::fs::read_to_string(&path).unwrap().contains("# mine func void hall_left");
            }
        }
    }
    assert!(found, "{:?}", play.state().session.dialog);
}

#[test]
fn a_letter_that_the_file_cannot_hold_is_refused_and_stays_in_the_text() {
    let (_folder, mut play) = play();
    let before = stored(&play);
    show(&mut play, "func void hall_left");
    type_text(&mut play, "\u{20ac}");
    run(&mut play, "pane_links");
    run(&mut play, "pane_script");
    assert_eq!(stored(&play), before);
    assert!(doc(&play).caches.script.text().contains('\u{20ac}'), "what was typed is not lost");
    assert!(play.state().session.refusals > 0);
}

#[test]
fn an_unknown_name_is_told_at_its_line_and_the_next_problem_is_a_click_away() {
    let (_folder, mut play) = play();
    show(&mut play, "func void hall_left");
    type_text(&mut play, "func void broken(void)\n{\n\tnobody_knows 1\n}\n");
    run(&mut play, "pane_links");
    run(&mut play, "pane_script");
    let line = line_of(&stored(&play), "nobody_knows");
    assert!(play.query_all_by_label("1 problem").count() == 1);
    play.get_by_label("Next problem").click();
    play.run();
    play.run();
    assert_eq!(doc(&play).caches.script.line(), line as usize);
    let mark = format!("Line {line}: nobody_knows is not known");
    assert!(play.query_all_by_label(&mark).count() >= 1, "the mark stands at its line");
    // The list of problems leads to the same line.
    show(&mut play, "func void main");
    run(&mut play, "pane_problems");
    play.run();
    let row = play.query_all_by_label_contains("nobody_knows is not known").next().unwrap();
    row.click();
    play.run();
    play.run();
    assert_eq!(doc(&play).caches.script.line(), line as usize);
}

#[test]
fn a_field_leads_to_its_function_and_an_unknown_one_is_flagged() {
    let (_folder, mut play) = play();
    let id = select(&mut play, |o| o.kind.key == "trigger-volume");
    let go = play.query_all_by_label_contains("(Entry script)").next().expect("a way to the function");
    go.click();
    play.run();
    play.run();
    let name = {
        let level = doc(&play).state().level(LevelId(0)).unwrap();
        let record = level.record(id.node.number).unwrap();
        text_of(&record, "entry_script")
    };
    let line = line_of(&stored(&play), &format!("func void {name}("));
    assert_eq!(doc(&play).caches.script.line(), line as usize);
    play.get_by_role_and_label(Role::TextInput, "Entry script").focus();
    play.run();
    play.key_press_modifiers(Modifiers::COMMAND, Key::A);
    type_text(&mut play, "no_such");
    play.key_press(Key::Enter);
    play.run();
    play.run();
    assert!(play.query_all_by_label("Entry script: no script defines it").count() == 1);
}

#[test]
fn a_field_that_names_a_function_is_completed() {
    let (_folder, mut play) = play();
    let id = select(&mut play, |o| o.kind.key == "trigger-volume");
    play.get_by_role_and_label(Role::TextInput, "Exit script").focus();
    play.run();
    play.key_press_modifiers(Modifiers::COMMAND, Key::A);
    type_text(&mut play, "guard");
    assert!(play.query_all_by_label("guard_down").count() == 1, "what holds the letters is offered");
    play.key_press(Key::Tab);
    play.run();
    play.run();
    let level = doc(&play).state().level(LevelId(0)).unwrap();
    let record = level.record(id.node.number).unwrap();
    assert_eq!(text_of(&record, "exit_script"), "guard_down");
}

#[test]
fn renaming_shows_the_places_first_then_changes_them_in_one_step() {
    let (_folder, mut play) = play();
    let before = stored(&play);
    show(&mut play, "func void guard_down");
    // The cursor goes onto the name.
    for _ in 0..12 {
        play.key_press(Key::ArrowRight);
        play.run();
    }
    run(&mut play, "rename");
    assert!(matches!(play.state().session.dialog, Some(Dialog::Rename(_))), "{:?}", play.state().session.dialog);
    assert!(play.query_all_by_label_contains("func void guard_down").count() > 0, "the line's text is shown");
    assert!(play.query_all_by_label_contains("It is named in ").count() == 1);
    assert_eq!(stored(&play), before, "nothing is changed yet");
    let field = play.get_by_role_and_label(Role::TextInput, "New name");
    field.focus();
    play.run();
    play.key_press_modifiers(Modifiers::COMMAND, Key::A);
    type_text(&mut play, "main");
    play.get_by_label("Rename").click();
    play.run();
    assert!(play.query_all_by_label_contains("is defined already").count() == 1, "the refusal is told in words");
    play.get_by_role_and_label(Role::TextInput, "New name").focus();
    play.run();
    play.key_press_modifiers(Modifiers::COMMAND, Key::A);
    type_text(&mut play, "guard_fell");
    let steps_before = steps(&play);
    play.get_by_label("Rename").click();
    play.run();
    assert!(play.state().session.dialog.is_none());
    assert_eq!(steps(&play), steps_before + 1);
    assert_eq!(stored(&play), before.replace("guard_down", "guard_fell"));
    let level = doc(&play).state().level(LevelId(0)).unwrap();
    let table = level.table("characters").unwrap();
    let named = level.rows(table).filter(|r| text_of(r, "die_script") == "guard_fell");
    assert!(named.count() > 0, "fields follow in the same step");
}

#[test]
fn references_of_scripts_lead_to_their_lines() {
    let (_folder, mut play) = play();
    select(&mut play, |o| o.kind.key == "trigger-volume");
    show(&mut play, "func void main");
    play.query_all_by_label_contains(", line ").find(|n| is_link(n)).expect("a reference to a script").click();
    play.run();
    play.run();
    assert!(doc(&play).caches.script.line() > 1);
}
