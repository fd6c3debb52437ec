//! Objects copied as text, pasted within a level, between levels and files, and copies in a row.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use levelwright_app::window::Window;
use levelwright_app::window::commands::Command;
use levelwright_app::window::dialogs::Dialog;
use levelwright_app::window::intent::{How, Intent};
use levelwright_app::window::panes::messages::Tone;
use levelwright_model::document::{LevelId, Object};
use levelwright_tests::maps::two_rooms;
use levelwright_tests::stage::{Stage, doc};

type Play = Harness<'static, Window>;

fn rooms() -> (tempfile::TempDir, Play) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.sceA");
    std::fs::write(&path, two_rooms()).unwrap();
    let play = Stage::with(&path).play();
    (folder, play)
}

fn select(play: &mut Play, wanted: impl Fn(&Object) -> bool) -> usize {
    let ids: Vec<_> = {
        let doc = doc(play);
        doc.objects(doc.level).all().iter().filter(|o| wanted(o)).map(|o| o.id).collect()
    };
    let count = ids.len();
    play.state_mut().session.carry_out(Intent::Select(ids, How::Replace));
    play.run();
    count
}

fn count(play: &Play, kind: &str) -> usize {
    let doc = doc(play);
    doc.objects(doc.level).all().iter().filter(|o| o.kind.key == kind).count()
}

/// What a copy or a cut puts on the clipboard.
fn taken(play: &mut Play, event: Event) -> String {
    play.event(event);
    play.step();
    let commands = &play.output().platform_output.commands;
    let text = commands.iter().find_map(|c| match c {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    play.run();
    text.unwrap()
}

fn paste(play: &mut Play, text: &str) {
    play.event(Event::Paste(text.to_owned()));
    play.run();
}

fn steps(play: &Play) -> usize {
    doc(play).file.document.history().position()
}

fn bad(play: &Play) -> String {
    let messages = &play.state().session.messages;
    messages.all().iter().rev().find(|m| m.tone == Tone::Bad).map(|m| m.text.clone()).unwrap_or_default()
}

fn undo(play: &mut Play) {
    play.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    play.run();
}

#[test]
fn objects_are_copied_pasted_and_cut_by_keys() {
    let (_folder, mut play) = rooms();
    assert_eq!(select(&mut play, |o| o.kind.key == "monster"), 3);
    let text = taken(&mut play, Event::Copy);
    assert!(text.contains("\"kind\":\"monster\"") && text.contains("\"game\""), "{text}");
    paste(&mut play, &text);
    assert_eq!((count(&play, "monster"), steps(&play), doc(&play).selection.len()), (6, 1, 3));
    let cut = taken(&mut play, Event::Cut);
    assert_eq!((count(&play, "monster"), steps(&play)), (3, 2));
    paste(&mut play, &cut);
    assert_eq!((count(&play, "monster"), steps(&play)), (6, 3));
    undo(&mut play);
    undo(&mut play);
    undo(&mut play);
    assert_eq!(doc(&play).file.encode().unwrap().bytes, doc(&play).file.origin_bytes());
}

#[test]
fn between_levels_what_would_stand_nowhere_is_refused_and_comes_into_view() {
    let (_folder, mut play) = rooms();
    select(&mut play, |o| o.kind.key == "item");
    let text = taken(&mut play, Event::Copy);
    play.state_mut().session.carry_out(Intent::Level(LevelId(1)));
    play.run();
    paste(&mut play, &text);
    assert!(bad(&play).contains("lies in no polygon"), "{}", bad(&play));
    assert_eq!((count(&play, "item"), steps(&play)), (2, 0));
    // The viewport shows the whole room, so its middle lies in it.
    play.event_modifiers(Event::Paste(text), Modifiers { alt: true, ..Modifiers::COMMAND });
    play.run();
    assert_eq!((count(&play, "item"), steps(&play)), (4, 1), "{}", bad(&play));
}

#[test]
fn references_that_are_not_here_are_asked_about() {
    let (_folder, mut play) = rooms();
    play.state_mut().session.carry_out(Intent::Sample(0));
    play.run();
    assert!(select(&mut play, |o| o.kind.key == "medium") > 0, "the sample has liquids");
    let text = taken(&mut play, Event::Copy);
    // At home nothing is asked.
    paste(&mut play, &text);
    assert_eq!(steps(&play), 1, "{}", bad(&play));
    play.state_mut().session.carry_out(Intent::Activate(0));
    play.run();
    paste(&mut play, &text);
    assert!(matches!(play.state().session.dialog, Some(Dialog::Clipboard(_))), "{}", bad(&play));
    play.get_by_label("Cancel").click();
    play.run();
    assert_eq!((steps(&play), count(&play, "medium")), (0, 0));
    paste(&mut play, &text);
    play.get_by_label("Clear them").click();
    play.run();
    assert_eq!(steps(&play), 1, "{}", bad(&play));
    let lights: Vec<i128> = {
        let doc = doc(&play);
        let level = doc.state().level(doc.level).unwrap();
        level.rows(level.table("media").unwrap()).map(|r| r.int("light").unwrap()).collect()
    };
    assert!(!lights.is_empty() && lights.iter().all(|l| *l == -1), "{lights:?}");
}

#[test]
fn what_cannot_be_pasted_says_so() {
    let (_folder, mut play) = rooms();
    paste(&mut play, "just words");
    assert!(bad(&play).contains("no copied objects"), "{}", bad(&play));
    select(&mut play, |o| o.kind.key == "polygon");
    let text = taken(&mut play, Event::Copy);
    paste(&mut play, &text);
    assert!(bad(&play).contains("cannot be pasted"), "{}", bad(&play));
    paste(&mut play, &text.replace("\"game\": \"", "\"game\": \"x"));
    assert!(bad(&play).contains("are of x"), "{}", bad(&play));
    assert_eq!(steps(&play), 0);
}

#[test]
fn copies_in_a_row_are_one_step_each_moved_on() {
    let (_folder, mut play) = rooms();
    select(&mut play, |o| o.kind.key == "player");
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, Command::CopiesInRow);
    play.run();
    let fill = |play: &mut Play, label: &str, text: &str| {
        play.get_by_role_and_label(egui::accesskit::Role::TextInput, label).focus();
        play.run();
        play.key_press_modifiers(Modifiers::COMMAND, Key::A);
        play.run();
        play.get_by_role_and_label(egui::accesskit::Role::TextInput, label).type_text(text);
        play.run();
    };
    fill(&mut play, "Copies", "3");
    fill(&mut play, "Offset X", "90");
    play.get_by_label("Copy").click();
    play.run();
    assert_eq!(steps(&play), 0);
    assert!(
        play.query_by_label_contains("lies in no polygon").is_some() || play.query_by_label_contains("32767").is_some()
    );
    fill(&mut play, "Offset X", "0.25");
    play.get_by_label("Copy").click();
    play.run();
    assert_eq!((count(&play, "player"), steps(&play), doc(&play).selection.len()), (4, 1, 3));
    let doc = doc(&play);
    let level = doc.state().level(doc.level).unwrap();
    let x: Vec<i128> =
        doc.selection.all().iter().map(|id| level.record(id.node.number).unwrap().int("x").unwrap()).collect();
    assert_eq!(x, [300 + 256, 300 + 512, 300 + 768]);
}

/// A folder with a level of lines and calls, its script a text.
fn street() -> (tempfile::TempDir, Play) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level7_objs.txt");
    let list = "2\r\n{dyn_trashcan {1, 2, 0}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )\r\n\
                {part_steam {3, 2, 0}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )\r\n";
    std::fs::write(&path, list).unwrap();
    let script = "Door01 = SpawnDoor(\"dyn_door_store\", {1, 2, 3}, {0, 0, 0, 1}, {4, 5}, 1)\r\n\
                  Pane01 = SpawnBreakableGlass(1, {0, 0, 0}, {0, 0, 2}, {1, 0, 0}, {0, 0}, {1, 1}, 0, 6, 7)\r\n";
    std::fs::write(folder.path().join("level7.lua"), script).unwrap();
    let play = Stage::with(&path).play();
    (folder, play)
}

#[test]
fn lines_and_calls_of_scripts_are_copied_as_text_and_pasted_with_names_of_their_own() {
    let (_folder, mut play) = street();
    assert_eq!(select(&mut play, |o| matches!(o.kind.key, "object" | "emitter" | "door" | "pane")), 4);
    let text = taken(&mut play, Event::Copy);
    assert!(text.contains("\"kind\":\"door\"") && text.contains("\"number\":1"), "{text}");
    paste(&mut play, &text);
    let counts = |play: &Play| ["object", "emitter", "door", "pane"].map(|kind| count(play, kind));
    assert_eq!((counts(&play), steps(&play), doc(&play).selection.len()), ([2; 4], 1, 4), "{}", bad(&play));
    let values = |play: &Play, kind: &str, field: &str| -> Vec<f64> {
        let doc = doc(play);
        let level = doc.state().level(doc.level).unwrap();
        let objects = doc.objects(doc.level);
        let of = objects.all().iter().filter(|o| o.kind.key == kind);
        let read = |o: &Object| {
            let record = level.record(o.id.node.number).unwrap();
            record.get(record.schema().base_field(field).unwrap()).unwrap().as_f64().unwrap()
        };
        of.map(read).collect()
    };
    assert_eq!(values(&play, "door", "number"), [1.0, 2.0]);
    // Copies in a row are moved in metres, panes with all their corners.
    assert_eq!(select(&mut play, |o| o.kind.key == "pane"), 2);
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, Command::CopiesInRow);
    play.run();
    play.get_by_label("Copy").click();
    play.run();
    assert_eq!(
        (values(&play, "pane", "x"), values(&play, "pane", "vx")),
        (vec![0.0, 0.0, 1.0, 1.0], vec![1.0, 1.0, 2.0, 2.0])
    );
    // At the middle of the view they stand somewhere else, across the map and not up.
    select(&mut play, |o| o.kind.key == "door");
    play.event_modifiers(Event::Paste(text), Modifiers { alt: true, ..Modifiers::COMMAND });
    play.run();
    assert_eq!((count(&play, "door"), values(&play, "door", "z")), (3, vec![3.0; 3]), "{}", bad(&play));
    let x = values(&play, "door", "x");
    assert!(x[2].abs() < 1000.0, "metres, not thousandths: {x:?}");
    for _ in 0..3 {
        undo(&mut play);
    }
    assert!(!doc(&play).file.document.is_modified());
}

#[test]
fn what_is_in_a_thing_comes_with_it_to_another_level() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("archive.dat");
    std::fs::write(&path, levelwright_io::shock::sample::sample().unwrap().remove(0).bytes).unwrap();
    let mut play = Stage::with(&path).play();
    assert_eq!(select(&mut play, |o| o.kind.key == "container"), 1);
    let text = taken(&mut play, Event::Copy);
    play.state_mut().session.carry_out(Intent::Level(LevelId(1)));
    play.run();
    let before = (count(&play, "container"), count(&play, "ammo"));
    paste(&mut play, &text);
    assert_eq!(steps(&play), 1, "{}", bad(&play));
    assert_eq!((count(&play, "container"), count(&play, "ammo")), (before.0 + 1, before.1 + 1));
    undo(&mut play);
    assert_eq!((count(&play, "container"), count(&play, "ammo")), before);
    assert_eq!(doc(&play).file.encode().unwrap().bytes, doc(&play).file.origin_bytes());
}

#[test]
fn at_the_middle_of_the_view_what_is_stored_with_its_height_second_keeps_its_height() {
    let format = levelwright_io::format::FORMATS.iter().find(|f| f.game == "oni" && f.sample.is_some()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let made = format.sample.unwrap()().unwrap();
    for file in &made {
        let path = folder.path().join(&file.name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &file.bytes).unwrap();
    }
    let mut play = Stage::with(&folder.path().join(&made[0].name)).play();
    let values = |play: &Play| -> Vec<[f64; 3]> {
        let doc = doc(play);
        let level = doc.state().level(doc.level).unwrap();
        let objects = doc.objects(doc.level);
        let of = objects.all().iter().filter(|o| o.kind.key == "character");
        // Where it is stored, in thousandths.
        let place =
            |o: &Object| levelwright_model::clipboard::copy(level, &objects, &[o.id]).unwrap().middle().unwrap();
        of.map(place).collect()
    };
    let before = values(&play);
    let first = {
        let doc = doc(&play);
        let objects = doc.objects(doc.level);
        objects.all().iter().find(|o| o.kind.key == "character").unwrap().id
    };
    select(&mut play, |o| o.id == first);
    let text = taken(&mut play, Event::Copy);
    for above in [true, false] {
        play.state_mut().session.doc_mut().unwrap().eye.above = above;
        play.run();
        play.event_modifiers(Event::Paste(text.clone()), Modifiers { alt: true, ..Modifiers::COMMAND });
        play.run();
        let after = values(&play);
        assert_eq!(after.len(), before.len() + 1, "{}", bad(&play));
        let new = *after.iter().find(|place| !before.contains(place)).unwrap();
        // The world's z is the level's y, its y the level's -z.
        let eye = doc(&play).eye.clone();
        let middle = match above {
            true => eye.top.unwrap().place(eye.size * 0.5, eye.size).extend(0.0),
            false => eye.perspective.unwrap().pivot(),
        };
        let far = (new[0] / 1000.0 - f64::from(middle.x)).abs().max((new[2] / 1000.0 + f64::from(middle.y)).abs());
        assert!(far < 0.01, "{new:?} {middle}");
        assert_eq!(new[1], before[0][1], "its height stays");
        undo(&mut play);
    }
}
