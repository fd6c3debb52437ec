//! Stories through the window, played on its accessibility tree: what a person (or a screen reader) can
//! find and do.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use std::path::{Path, PathBuf};

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use levelwright_app::window::Window;
use levelwright_app::window::commands::{COMMANDS, Command};
use levelwright_app::window::dialogs::Dialog;
use levelwright_app::window::dock::Pane;
use levelwright_app::window::files::Chosen;
use levelwright_tests::maps::two_rooms;
use levelwright_tests::stage::Stage;

type Play = Harness<'static, Window>;

fn map() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Two rooms.sceA");
    std::fs::write(&path, two_rooms()).unwrap();
    (folder, path)
}

fn click(play: &mut Play, label: &str) {
    play.get_by_label(label).click();
    play.run();
}

/// The text field of this name; the label beside it has the same.
fn input<'a>(play: &'a Play, label: &'a str) -> Node<'a> {
    play.get_by_role_and_label(Role::TextInput, label)
}

fn focus(play: &mut Play, label: &str) {
    input(play, label).focus();
    play.run();
}

fn type_into(play: &mut Play, label: &str, text: &str) {
    focus(play, label);
    input(play, label).type_text(text);
    play.run();
    play.key_press(Key::Enter);
    play.run();
}

fn ctrl(play: &mut Play, key: Key) {
    play.key_press_modifiers(Modifiers::COMMAND, key);
    play.run();
}

fn run(play: &mut Play, command: Command) {
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, command);
    play.run();
}

/// Waits for a save, which a busy machine may not have done when the window comes to rest.
fn saved(play: &mut Play) {
    for _ in 0..500 {
        if !play.state().session.safety.is_saving() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        play.step();
    }
    play.run();
}

fn selected(play: &Play) -> usize {
    play.state().session.doc().map_or(0, |d| d.selection.len())
}

fn modified(play: &Play) -> bool {
    play.state().session.doc().is_some_and(|d| d.file.document.is_modified())
}

fn encoded(play: &Play) -> Vec<u8> {
    play.state().session.doc().unwrap().file.encode().unwrap().bytes
}

/// Opens the group of monsters and selects the one at a place.
fn select_monster(play: &mut Play, at: usize) {
    if play.query_by_label("Monsters, 3").is_some() && labels(play, "Monsters, 3") == 1 {
        click(play, "Monsters, 3");
    }
    let name = {
        let doc = play.state().session.doc().unwrap();
        let objects = doc.objects(doc.level);
        let monsters: Vec<_> = objects.all().iter().filter(|o| o.kind.key == "monster").collect();
        monsters[at].name.clone()
    };
    click(play, &name);
}

fn labels(play: &Play, label: &str) -> usize {
    play.query_all_by_label(label).count()
}

#[test]
fn open_filter_select_set_undo_save() {
    let (_folder, path) = map();
    let before = std::fs::read(&path).unwrap();
    let mut play = Stage::with(&path).play();
    assert!(play.state().title().contains("Two rooms.sceA"), "{}", play.state().title());
    type_into(&mut play, "Filter objects", "monster");
    let first = {
        let doc = play.state().session.doc().unwrap();
        let objects = doc.objects(doc.level);
        objects.all().iter().find(|o| o.kind.key == "monster").unwrap().name.clone()
    };
    click(&mut play, &first);
    assert_eq!(selected(&play), 1);
    type_into(&mut play, "X", "0.75");
    assert!(modified(&play));
    assert!(play.state().title().starts_with('●'), "{}", play.state().title());
    assert!(play.query_by_label("Set x").is_some(), "the history names the edit");
    ctrl(&mut play, Key::Z);
    assert!(!modified(&play));
    assert_eq!(encoded(&play), before, "undone is byte for byte as opened");
    play.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    play.run();
    assert!(modified(&play));
    ctrl(&mut play, Key::S);
    assert!(!modified(&play));
    let after = std::fs::read(&path).unwrap();
    assert_ne!(after, before);
    ctrl(&mut play, Key::Z);
    assert!(modified(&play), "what is on disk is another state now");
    ctrl(&mut play, Key::S);
    assert_eq!(std::fs::read(&path).unwrap(), before, "undone and saved is the file as it was");
}

#[test]
fn many_objects_show_mixed_values_and_take_sums() {
    let (_folder, path) = map();
    let mut play = Stage::with(&path).play();
    select_monster(&mut play, 0);
    run(&mut play, Command::SelectSimilar);
    assert_eq!(selected(&play), 3);
    type_into(&mut play, "X", "+0.5");
    let xs: Vec<i128> = {
        let doc = play.state().session.doc().unwrap();
        let level = doc.file.document.state().level(doc.level).unwrap();
        doc.selection.nodes().iter().map(|n| level.record(n.number).unwrap().int("x").unwrap()).collect()
    };
    assert_eq!(xs, [1024, 1536, 2048]);
    assert_eq!(play.state().session.doc().unwrap().file.document.history().len(), 1, "one transaction");
    click(&mut play, "Flags: blind");
    let history = play.state().session.doc().unwrap().file.document.history();
    assert_eq!(history.len(), 2);
    run(&mut play, Command::Undo);
    run(&mut play, Command::Undo);
    assert!(!modified(&play));
}

#[test]
fn a_refused_value_changes_nothing_and_says_why() {
    let (_folder, path) = map();
    let mut play = Stage::with(&path).play();
    select_monster(&mut play, 1);
    type_into(&mut play, "X", "4000");
    assert!(!modified(&play));
    let said = play.state().session.messages.all().last().unwrap().text.clone();
    assert!(said.contains("x"), "{said}");
    // A refused field stops the save as well.
    focus(&mut play, "X");
    input(&play, "X").type_text("north");
    play.run();
    let refusals = play.state().session.refusals;
    ctrl(&mut play, Key::S);
    assert_eq!(play.state().session.refusals, refusals + 1);
}

#[test]
fn undo_in_a_text_field_is_the_fields_own() {
    let (_folder, path) = map();
    let mut play = Stage::with(&path).play();
    select_monster(&mut play, 0);
    type_into(&mut play, "X", "0.9");
    focus(&mut play, "Y");
    input(&play, "Y").type_text("7");
    play.run();
    ctrl(&mut play, Key::Z);
    assert_eq!(play.state().session.doc().unwrap().file.document.history().position(), 1, "the edit of x stays");
}

#[test]
fn closing_with_changes_asks_and_takes_three_answers() {
    let (_folder, path) = map();
    let before = std::fs::read(&path).unwrap();
    for answer in ["Cancel", "Discard", "Save"] {
        std::fs::write(&path, &before).unwrap();
        let mut play = Stage::with(&path).play();
        select_monster(&mut play, 0);
        type_into(&mut play, "X", "0.75");
        run(&mut play, Command::Close);
        assert!(matches!(play.state().session.dialog, Some(Dialog::Unsaved { .. })));
        click(&mut play, answer);
        assert_eq!(play.state().session.dialog, None);
        assert_eq!(play.state().session.docs.len(), usize::from(answer == "Cancel"), "{answer}");
        let changed = std::fs::read(&path).unwrap() != before;
        assert_eq!(changed, answer == "Save", "{answer}");
    }
}

#[test]
fn save_as_goes_where_it_is_told_and_a_bad_place_is_explained() {
    let (folder, path) = map();
    let copy = folder.path().join("copy.sceA");
    let mut stage = Stage::with(&path);
    stage.answers = vec![Chosen::Save(folder.path().join("gone/copy.sceA")), Chosen::Save(copy.clone())];
    let mut play = stage.play();
    run(&mut play, Command::SaveAs);
    saved(&mut play);
    let Some(Dialog::Error { text, save_as: true, .. }) = &play.state().session.dialog else {
        panic!("no error is shown: {:?}", play.state().session.dialog)
    };
    assert!(text.contains("copy.sceA"), "{text}");
    click(&mut play, "Save as…");
    saved(&mut play);
    assert_eq!(std::fs::read(&copy).unwrap(), two_rooms());
    assert!(play.state().title().contains("copy.sceA"));
}

#[test]
fn what_is_no_level_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("note.txt");
    std::fs::write(&path, b"just a note").unwrap();
    let play = Stage::with(&path).play();
    let Some(Dialog::Error { text, .. }) = &play.state().session.dialog else { panic!("no error") };
    assert!(text.contains("note.txt"), "{text}");
}

#[test]
fn levels_documents_and_history_are_gone_to() {
    let (folder, path) = map();
    let other = folder.path().join("Other.sceA");
    std::fs::write(&other, two_rooms()).unwrap();
    let mut stage = Stage::with(&path);
    stage.files.push(other);
    let mut play = stage.play();
    assert_eq!(play.state().session.active, 1);
    click(&mut play, "Two rooms.sceA");
    assert_eq!(play.state().session.active, 0);
    click(&mut play, "Second");
    assert_eq!(play.state().session.doc().unwrap().level.0, 1);
    select_monster(&mut play, 2);
    type_into(&mut play, "X", "4.1");
    type_into(&mut play, "Y", "1.1");
    let position = |play: &Play| play.state().session.doc().unwrap().file.document.history().position();
    assert_eq!(position(&play), 2);
    click(&mut play, "As opened");
    assert_eq!(position(&play), 0);
    click(&mut play, "Set y");
    assert_eq!(position(&play), 2);
}

#[test]
fn the_step_one_stands_at_is_in_sight() {
    let (_folder, path) = map();
    let mut play = Stage::with(&path).play();
    select_monster(&mut play, 0);
    for _ in 0..30 {
        run(&mut play, Command::TurnLeft);
    }
    // Steps far back are not drawn until one goes there.
    let seen = |play: &Play, name: &str| play.query_all_by_label(name).count();
    assert_eq!(seen(&play, "As opened"), 0, "thirty steps do not fit");
    for _ in 0..30 {
        run(&mut play, Command::Undo);
    }
    assert_eq!(seen(&play, "As opened"), 1, "the list follows");
}

#[test]
fn a_link_leads_to_what_it_names() {
    let (_folder, path) = map();
    let mut play = Stage::with(&path).play();
    select_monster(&mut play, 0);
    let go = play.query_all_by_label_contains("Go to").next().expect("the polygon can be gone to");
    go.click();
    play.run();
    let kind = {
        let doc = play.state().session.doc().unwrap();
        doc.object(doc.selection.last().unwrap(), |o| o.kind.key).unwrap()
    };
    assert_eq!(kind, "polygon");
}

#[test]
fn hide_isolate_lock() {
    let (_folder, path) = map();
    let mut play = Stage::with(&path).play();
    select_monster(&mut play, 0);
    // In the tree letters find rows; the chord hides.
    ctrl(&mut play, Key::H);
    let hidden = |play: &Play| play.state().session.doc().unwrap().hidden.len();
    assert_eq!(hidden(&play), 1);
    run(&mut play, Command::ShowAll);
    run(&mut play, Command::Isolate);
    assert!(hidden(&play) > 5);
    run(&mut play, Command::Lock);
    assert_eq!(play.state().session.doc().unwrap().locked.len(), 1);
    assert!(!modified(&play), "none of that is in the file");
}

#[test]
fn all_of_a_kind_are_hidden_and_locked_by_the_marks_of_its_row() {
    let (_folder, path) = map();
    let mut play = Stage::with(&path).play();
    let doc = |play: &Play| {
        let doc = play.state().session.doc().unwrap();
        (doc.hidden.len(), doc.locked.len(), doc.caches.scene.keys.hidden.keys().len())
    };
    let row = play.get_by_label("Monsters, 3").rect().center();
    play.hover_at(row);
    play.run();
    click(&mut play, "Hide Monsters");
    assert_eq!(doc(&play), (3, 0, 3), "all of them are gone from the picture");
    play.hover_at(row);
    play.run();
    click(&mut play, "Lock Monsters");
    assert_eq!(doc(&play), (3, 3, 3));
    // Hidden rows keep their marks without the pointer.
    play.hover_at(egui::pos2(600.0, 5.0));
    play.run();
    click(&mut play, "Show Monsters");
    click(&mut play, "Unlock Monsters");
    assert_eq!(doc(&play), (0, 0, 0));
}

#[test]
fn the_palette_finds_and_runs_commands() {
    let (_folder, path) = map();
    let mut play = Stage::with(&path).play();
    ctrl(&mut play, Key::P);
    play.get_by_label("Type a command").type_text("persp");
    play.run();
    play.key_press(Key::Enter);
    play.run();
    assert!(!play.state().session.doc().unwrap().eye.above);
    assert!(play.query_by_label("Type a command").is_none(), "it is closed");
}

#[test]
fn every_command_runs_on_nothing_and_on_something() {
    let (_folder, path) = map();
    for file in [None, Some(path.as_path())] {
        let mut stage = file.map_or_else(Stage::empty, Stage::with);
        stage.answers = vec![Chosen::Nothing; 4];
        // Small, because what is drawn is not the point here.
        stage.size = egui::vec2(640.0, 420.0);
        let mut play = stage.play();
        for spec in COMMANDS {
            if file.is_some() {
                if play.state().session.docs.is_empty() {
                    play.state_mut().session.open(&path);
                }
                let ctx = play.ctx.clone();
                play.state_mut().run(&ctx, Command::SelectAll);
            }
            let ctx = play.ctx.clone();
            play.state_mut().run(&ctx, spec.command);
            play.step();
            play.state_mut().session.dialog = None;
            // Handled by the next step: closes the palette.
            play.key_press(Key::Escape);
        }
    }
}

/// Roles that a person can act on.
const CONTROLS: &[Role] = &[
    Role::Button,
    Role::CheckBox,
    Role::ComboBox,
    Role::TextInput,
    Role::MultilineTextInput,
    Role::SpinButton,
    Role::Slider,
    Role::ColorWell,
    Role::Link,
    Role::RadioButton,
    Role::Image,
];

fn without_a_name(play: &Play) -> Vec<String> {
    let mut out = Vec::new();
    let mut waiting = vec![play.root()];
    while let Some(node) = waiting.pop() {
        let inner = node.accesskit_node();
        let named = inner.label().is_some_and(|l| !l.trim().is_empty()) || inner.labelled_by().next().is_some();
        if CONTROLS.contains(&inner.role()) && !named {
            out.push(format!("{:?} at {:?}, value {:?}", inner.role(), node.rect(), inner.value()));
        }
        waiting.extend(node.children());
    }
    out
}

#[test]
fn every_control_has_a_name() {
    let (_folder, path) = map();
    let empty = Stage::empty().play();
    assert_eq!(without_a_name(&empty), Vec::<String>::new(), "start page");
    let mut play = Stage::with(&path).play();
    select_monster(&mut play, 0);
    for pane in Pane::ALL {
        play.state_mut().show_pane(pane);
        play.run();
        assert_eq!(without_a_name(&play), Vec::<String>::new(), "{pane:?}");
    }
    run(&mut play, Command::Palette);
    assert_eq!(without_a_name(&play), Vec::<String>::new(), "palette");
    play.key_press(Key::Escape);
    play.run();
    run(&mut play, Command::CheatSheet);
    assert_eq!(without_a_name(&play), Vec::<String>::new(), "cheat sheet");
}

#[test]
fn every_pane_can_be_chosen_by_name() {
    let (_folder, path) = map();
    let mut play = Stage::with(&path).play();
    for pane in ["Bytes pane", "Messages pane", "Place pane", "History pane", "Objects pane"] {
        click(&mut play, pane);
    }
}

/// Whether the window asks for another frame though nobody touches it.
fn restless(play: &mut Play) -> bool {
    play.run();
    play.step();
    play.ctx.has_requested_repaint()
}

#[test]
fn an_idle_window_draws_nothing() {
    let (_folder, path) = map();
    let mut play = Stage::with(&path).play();
    assert!(!restless(&mut play), "just opened");
    select_monster(&mut play, 0);
    input(&play, "X").focus();
    assert!(!restless(&mut play), "with a focused text field");
}

#[test]
fn a_picture_of_the_window_holds_the_window() {
    let (_folder, path) = map();
    let drawn = |path: &Path, light: bool| {
        let mut stage = Stage::with(path);
        stage.size = egui::vec2(900.0, 600.0);
        if light {
            stage.preferences.look = levelwright_app::window::theme::Look::Light;
        }
        match stage.draw() {
            Ok((mut play, canvas)) => {
                let image = levelwright_tests::stage::picture(&play, &canvas).unwrap();
                play.state_mut().release();
                Some(image)
            }
            Err(error) => {
                println!("skipped: {error}");
                None
            }
        }
    };
    let (Some(dark), Some(light)) = (drawn(&path, false), drawn(&path, true)) else { return };
    let mean = |image: &image::RgbaImage| {
        let sum: u64 = image.pixels().map(|p| u64::from(p.0[0]) + u64::from(p.0[1]) + u64::from(p.0[2])).sum();
        sum / u64::from(image.width() * image.height() * 3)
    };
    assert!(mean(&dark) > 10 && mean(&dark) < 90, "{}", mean(&dark));
    assert!(mean(&light) > 170, "{}", mean(&light));
}

#[test]
fn going_up_in_the_tree_leaves_the_rows_where_they_are() {
    let mut play = Stage::empty().play();
    play.state_mut().session.carry_out(levelwright_app::window::intent::Intent::Sample(0));
    play.run();
    click(&mut play, "Sides, 46");
    let names: Vec<String> = {
        let doc = play.state().session.doc().unwrap();
        let objects = doc.objects(doc.level);
        objects.all().iter().filter(|o| o.kind.key == "side").map(|o| o.name.clone()).collect()
    };
    click(&mut play, &names[0]);
    for _ in 0..40 {
        play.key_press(Key::ArrowDown);
        play.run();
    }
    let top = |play: &Play| play.get_all_by_label(&names[38]).next().unwrap().rect().top();
    let before = top(&play);
    play.key_press(Key::ArrowUp);
    play.run();
    assert_eq!(top(&play), before, "the row above was in sight already");
}
