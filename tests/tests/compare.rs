//! Comparing in the window, and taking over what differs.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use std::path::{Path, PathBuf};

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use levelwright_app::window::Window;
use levelwright_app::window::change::Change;
use levelwright_app::window::commands::Command;
use levelwright_app::window::comparing::{Act, With};
use levelwright_app::window::doc::Doc;
use levelwright_app::window::dock::Pane;
use levelwright_app::window::files::Chosen;
use levelwright_app::window::intent::Intent;
use levelwright_io::file::OpenFile;
use levelwright_model::document::{Intent as Travel, LevelId};
use levelwright_model::record::Value;
use levelwright_tests::maps::two_rooms;
use levelwright_tests::stage::{Stage, doc};

type Play = Harness<'static, Window>;

/// A map, and another that was edited: a monster moved and turned, an item gone, a light more, a name in the second
/// level.
fn pair() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (here, there) = (folder.path().join("here.sceA"), folder.path().join("there.sceA"));
    std::fs::write(&here, two_rooms()).unwrap();
    std::fs::write(&there, two_rooms()).unwrap();
    let mut file = OpenFile::open(&there).unwrap();
    file.document.decode_all();
    let mut draft = file.document.draft();
    let (first, second) = (LevelId(0), LevelId(1));
    let monster = draft.row(first, "objects", 1).unwrap().id();
    draft.set_int(monster, "x", 1100).unwrap();
    draft.set_int(monster, "facing", 128).unwrap();
    let item = draft.row(first, "objects", 3).unwrap().id();
    draft.remove(item).unwrap();
    let light = draft.row(first, "lights", 0).unwrap();
    let (schema, mut bytes) = (light.schema(), light.head().to_vec());
    bytes[1] ^= 1;
    draft.insert_row(first, "lights", 1, schema, bytes).unwrap();
    let other = draft.row(second, "objects", 0).unwrap().id();
    draft.set_int(other, "facing", 256).unwrap();
    file.document.commit(draft, "edit").unwrap();
    file.save_as(&there).unwrap();
    (folder, here, there)
}

fn play(here: &Path, there: &Path) -> Play {
    let mut stage = Stage::with(here);
    stage.size = egui::vec2(2400.0, 1500.0);
    stage.answers = vec![Chosen::Open(vec![there.to_owned()])];
    let mut play = stage.play();
    play.state_mut().show_pane(Pane::Compare);
    play.run();
    play
}

fn start(play: &mut Play, with: With) {
    play.state_mut().session.carry_out(Intent::Compare(Act::Start(with)));
    play.run();
}

fn count(play: &Play) -> usize {
    doc(play).caches.compare.found.as_ref().unwrap().levels.iter().map(|l| l.entries.len()).sum()
}

fn steps(play: &Play) -> usize {
    doc(play).file.document.history().position()
}

#[test]
fn differences_are_shown_taken_over_and_undone() {
    let (_folder, here, there) = pair();
    let mut play = play(&here, &there);
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, Command::CompareFile);
    play.run();
    play.run();
    let all = count(&play);
    assert!(all >= 4, "{all}");
    assert!(play.query_by_label("facing: 45° here, 90° there").is_some());
    // One field alone.
    let title = {
        let found = doc(&play).caches.compare.found.clone().unwrap();
        let level = found.levels.iter().find(|l| l.id == LevelId(0)).unwrap();
        level.entries.iter().find(|e| e.difference.old_place == "objects/1").unwrap().title.clone()
    };
    play.get_by_label(&format!("Take facing of {title}")).click();
    play.run();
    assert_eq!((steps(&play), count(&play)), (1, all), "x still differs, and it is compared again by itself");
    assert!(play.query_by_label("facing: 45° here, 90° there").is_none());
    // Everything, as one edit.
    play.get_by_label("Take all shown").click();
    play.run();
    assert_eq!((steps(&play), count(&play)), (2, 0));
    assert!(play.query_by_label("There is no difference.").is_some());
    assert_eq!(doc(&play).file.encode().unwrap().bytes, std::fs::read(&there).unwrap(), "byte for byte");
    play.state_mut().session.travel(Travel::Jump(0));
    play.run();
    assert_eq!(count(&play), all);
    assert_eq!(doc(&play).file.encode().unwrap().bytes, std::fs::read(&here).unwrap());
}

#[test]
fn the_filter_decides_what_is_taken() {
    let (_folder, here, there) = pair();
    let mut play = play(&here, &there);
    start(&mut play, With::File(there));
    let all = count(&play);
    doc_mut(&mut play).caches.compare.set_filter("facing");
    play.run();
    play.get_by_label("Take all shown").click();
    play.run();
    assert_eq!((steps(&play), count(&play)), (1, all - 2), "the two things that differ in it");
}

fn doc_mut(play: &mut Play) -> &mut Doc {
    play.state_mut().session.doc_mut().unwrap()
}

#[test]
fn the_other_way_round_changes_the_other_document() {
    let (_folder, here, there) = pair();
    let mut play = play(&here, &there);
    play.state_mut().session.open(&there);
    play.state_mut().session.carry_out(Intent::Activate(0));
    play.run();
    start(&mut play, With::Open(1));
    play.get_by_label("Other way round").click();
    play.run();
    assert_eq!(play.state().session.active, 1);
    play.get_by_label("Take all shown").click();
    play.run();
    assert_eq!(doc(&play).file.encode().unwrap().bytes, std::fs::read(&here).unwrap());
    assert!(!play.state().session.docs[0].file.document.is_modified());
}

#[test]
fn what_was_saved_last_can_be_taken_back_in_parts() {
    let (_folder, here, there) = pair();
    let mut play = play(&here, &there);
    let monster = {
        let doc = doc_mut(&mut play);
        let mut draft = doc.file.document.draft();
        let monster = draft.row(LevelId(0), "objects", 0).unwrap().id();
        draft.set_int(monster, "x", 1000).unwrap();
        draft.set_int(monster, "y", 1000).unwrap();
        doc.file.document.commit(draft, "move").unwrap();
        monster
    };
    start(&mut play, With::Saved);
    assert_eq!(count(&play), 1);
    let title = doc(&play).caches.compare.found.clone().unwrap().levels[0].entries[0].title.clone();
    play.get_by_label(&format!("Take x of {title}")).click();
    play.run();
    let draft = doc(&play).file.document.draft();
    assert_eq!((draft.int(monster, "x").unwrap(), draft.int(monster, "y").unwrap()), (512, 1000));
}

#[test]
fn the_script_that_is_copied_makes_the_other_file() {
    let (_folder, here, there) = pair();
    let mut play = play(&here, &there);
    start(&mut play, With::File(there.clone()));
    play.get_by_label("Copy edits as script").click();
    play.step();
    let commands = &play.output().platform_output.commands;
    let script = commands.iter().find_map(|c| match c {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let mut file = OpenFile::open(&here).unwrap();
    levelwright_io::json::script::apply(&mut file.document, &script.unwrap()).unwrap();
    assert_eq!(file.encode().unwrap().bytes, std::fs::read(&there).unwrap());
}

#[test]
fn what_cannot_be_compared_says_so() {
    let (folder, here, there) = pair();
    let mut play = play(&here, &there);
    let other = folder.path().join("words.txt");
    std::fs::write(&other, "no level").unwrap();
    start(&mut play, With::File(other));
    assert!(doc(&play).caches.compare.trouble.is_some());
    start(&mut play, With::Open(7));
    assert!(play.query_by_label_contains("is not open any more").is_some());
}

/// A map and a data folder beside it; the window with the pane in front.
fn kept() -> (tempfile::TempDir, PathBuf, Stage) {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("here.sceA");
    std::fs::write(&map, two_rooms()).unwrap();
    let data = Some(folder.path().join("data"));
    let stage = Stage { data, size: egui::vec2(2400.0, 1500.0), files: vec![map.clone()], ..Stage::empty() };
    (folder, map, stage)
}

fn turn_a_monster(play: &mut Play) {
    let (node, field) = {
        let objects = doc(play).objects(doc(play).level);
        let node = objects.all().iter().find(|o| o.kind.key == "monster").unwrap().id.node;
        let level = doc(play).state().level(doc(play).level).unwrap();
        (node, level.record(node.number).unwrap().schema().base_fields().find(|f| f.name == "facing").unwrap())
    };
    let change = Change::Value(Value::Int(200));
    play.state_mut().session.carry_out(Intent::Set { fields: vec![(node, field)], change });
    play.run();
}

/// Waits for what runs on a worker.
fn wait(play: &mut Play, done: impl Fn(&Play) -> bool) {
    let begun = std::time::Instant::now();
    while !done(play) {
        assert!(begun.elapsed() < std::time::Duration::from_secs(20), "it does not end");
        std::thread::sleep(std::time::Duration::from_millis(5));
        play.step();
    }
    play.run();
}

#[test]
fn a_backup_is_compared_and_taken_over_whole() {
    let (_folder, map, stage) = kept();
    let mut play = stage.play();
    turn_a_monster(&mut play);
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, Command::Save);
    wait(&mut play, |play| !doc(play).file.document.is_modified());
    assert_ne!(std::fs::read(&map).unwrap(), two_rooms());
    play.state_mut().show_pane(Pane::Compare);
    play.run();
    play.get_by_label_contains("Compare with").click();
    play.run();
    play.get_by_label_contains("Backup of").click();
    play.run();
    wait(&mut play, |play| doc(play).caches.compare.found.is_some());
    assert_eq!(count(&play), 1);
    play.get_by_label("Take all shown").click();
    play.run();
    assert_eq!(doc(&play).file.encode().unwrap().bytes, two_rooms(), "what was saved over is back");
}

#[test]
fn a_journal_that_a_crash_left_is_compared_and_taken_over() {
    let (folder, map, stage) = kept();
    let mut play = stage.play();
    turn_a_monster(&mut play);
    let edited = doc(&play).file.encode().unwrap().bytes;
    drop(play);
    let data = Some(folder.path().join("data"));
    let stage = Stage { data, size: egui::vec2(2400.0, 1500.0), files: vec![map.clone()], ..Stage::empty() };
    let mut play = stage.play();
    play.get_by_label("Later").click();
    play.run();
    play.state_mut().show_pane(Pane::Compare);
    play.run();
    start(&mut play, With::Journal(0));
    wait(&mut play, |play| doc(play).caches.compare.found.is_some());
    assert_eq!(count(&play), 1);
    play.get_by_label("Take all shown").click();
    play.run();
    assert_eq!(doc(&play).file.encode().unwrap().bytes, edited);
    assert_eq!(std::fs::read(&map).unwrap(), two_rooms(), "nothing is saved by itself");
}
