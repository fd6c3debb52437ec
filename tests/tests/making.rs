//! Stories of what is made of a document beside saving it: plugins, packages, compacted levels, texts, packed files.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use std::path::{Path, PathBuf};

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use levelwright_app::window::Window;
use levelwright_app::window::dialogs::Dialog;
use levelwright_app::window::files::Chosen;
use levelwright_app::window::intent::{How, Intent};
use levelwright_model::document::LevelId;
use levelwright_tests::stage::{Stage, doc, run};

type Play = Harness<'static, Window>;

fn sample(game: &str, folder: &Path) -> PathBuf {
    let format = levelwright_io::format::FORMATS.iter().find(|f| f.game == game && f.sample.is_some()).unwrap();
    let files = format.sample.unwrap()().unwrap();
    levelwright_app::new_files::write(folder, &files).unwrap().into_iter().next().unwrap()
}

/// The sample of a game in the folder `here` of another, and file dialogs that answer with places in that.
fn play(game: &str, answers: impl FnOnce(&Path) -> Vec<Chosen>) -> (tempfile::TempDir, Play) {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("here");
    std::fs::create_dir(&here).unwrap();
    let path = sample(game, &here);
    let stage = Stage { answers: answers(folder.path()), ..Stage::with(&path) };
    (folder, stage.play())
}

fn nudge_first(play: &mut Play, kind: &str) {
    let id = {
        let objects = doc(play).objects(LevelId(0));
        objects.all().iter().find(|o| o.kind.key == kind).unwrap().id
    };
    play.state_mut().session.carry_out(Intent::Select(vec![id], How::Replace));
    play.run();
    run(play, "nudge_east");
}

fn click(play: &mut Play, label: &str) {
    play.get_by_label(label).click();
    play.run();
}

fn refusal(play: &Play) -> String {
    format!("{:?}", play.state().session.dialog)
}

#[test]
fn a_plugin_is_refused_in_words_until_something_changed_then_written_and_says_who_loads_it() {
    let into = |folder: &Path| vec![Chosen::Into(folder.join("out")), Chosen::Into(folder.join("out"))];
    let (folder, mut play) = play("oni", into);
    run(&mut play, "plugin");
    assert!(play.query_all_by_label_contains("Only patched engines load plugin levels").count() == 1);
    click(&mut play, "Choose the folder…");
    assert!(refusal(&play).contains("no list of objects differs from the file"), "{}", refusal(&play));
    assert!(!folder.path().join("out").exists());
    click(&mut play, "Cancel");
    nudge_first(&mut play, "flag");
    run(&mut play, "plugin");
    click(&mut play, "Choose the folder…");
    assert!(play.state().session.dialog.is_none(), "{}", refusal(&play));
    let mut names: Vec<String> = std::fs::read_dir(folder.path().join("out"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["level1_Mine.dat", "level1_Mine.raw"]);
    run(&mut play, "pane_messages");
    assert!(play.query_all_by_label_contains("It holds flags").count() > 0);
}

#[test]
fn a_file_that_is_there_is_never_overwritten() {
    let into = |folder: &Path| vec![Chosen::Into(folder.join("out")); 2];
    let (folder, mut play) = play("oni", into);
    for written in [true, false] {
        run(&mut play, "compact");
        click(&mut play, "Choose the folder…");
        assert_eq!(play.state().session.dialog.is_none(), written, "{}", refusal(&play));
    }
    assert!(refusal(&play).contains("is there already"));
    assert!(folder.path().join("out").join("level1_Practice.dat").exists());
}

#[test]
fn a_package_holds_the_lists_that_are_chosen() {
    let into = |folder: &Path| vec![Chosen::Into(folder.join("out"))];
    let (folder, mut play) = play("oni", into);
    run(&mut play, "package");
    click(&mut play, "Flags");
    click(&mut play, "Choose the folder…");
    assert!(play.state().session.dialog.is_none(), "{}", refusal(&play));
    assert!(folder.path().join("out/00001Mine/Mod_Info.cfg").exists());
}

#[test]
fn the_calls_of_scripts_are_exported_where_texts_are_not_read_back() {
    let (folder, mut play) = play("warriors", |folder| vec![Chosen::Into(folder.join("out"))]);
    run(&mut play, "export");
    click(&mut play, "Choose the folder…");
    assert!(play.state().session.dialog.is_none(), "{}", refusal(&play));
    let text = std::fs::read_to_string(folder.path().join("out").join("level0_calls.lua")).unwrap();
    assert!(text.contains("SpawnDoor(\"dyn_door_store\", {1.09, 5, 0}"), "{text}");
    // There is no command for the way back, and the list opens as the script that it is.
    let path = folder.path().join("out").join("level0_calls.lua");
    let mut again = levelwright_io::file::OpenFile::open(&path).unwrap();
    again.document.decode_all();
    let doors = |document: &levelwright_model::document::Document| {
        document.objects(LevelId(0)).all().iter().filter(|o| o.kind.key == "door").count()
    };
    assert_eq!(doors(&again.document), doors(&doc(&play).file.document));
}

#[test]
fn texts_are_exported_and_imported_as_one_step() {
    let answers = |folder: &Path| {
        let text = folder.join("out").join("BINACJBOFlag.xml");
        vec![Chosen::Into(folder.join("out")), Chosen::From(vec![text])]
    };
    let (folder, mut play) = play("oni", answers);
    run(&mut play, "export");
    click(&mut play, "Choose the folder…");
    assert!(play.state().session.dialog.is_none(), "{}", refusal(&play));
    let path = folder.path().join("out").join("BINACJBOFlag.xml");
    assert!(path.exists(), "{:?}", std::fs::read_dir(folder.path().join("out")).unwrap().collect::<Vec<_>>());
    nudge_first(&mut play, "flag");
    assert_eq!(doc(&play).file.document.history().position(), 1);
    run(&mut play, "import");
    assert!(play.state().session.dialog.is_none(), "{}", refusal(&play));
    assert_eq!(doc(&play).file.document.history().position(), 2, "the text brings the flag back, as one step");
    let (now, opened) = (doc(&play).file.document.state(), doc(&play).file.document.origin());
    let flags = |state: &levelwright_model::document::State| {
        let level = state.level(LevelId(0)).unwrap();
        level.table("flags").unwrap().bytes().to_vec()
    };
    assert_eq!(flags(now), flags(opened));
}

#[test]
fn all_edits_are_taken_back_at_once() {
    let (_folder, mut play) = play("oni", |_| Vec::new());
    nudge_first(&mut play, "flag");
    nudge_first(&mut play, "flag");
    run(&mut play, "as_opened");
    assert_eq!(doc(&play).file.document.history().position(), 0);
    assert!(!doc(&play).file.document.is_modified());
}

#[test]
fn an_archive_is_packed_and_its_changes_written_alone() {
    let answers = |folder: &Path| {
        let out = folder.join("out");
        vec![Chosen::Into(out.clone()), Chosen::From(vec![folder.join("here/archive.dat")]), Chosen::Into(out)]
    };
    let (folder, mut play) = play("shock", answers);
    run(&mut play, "pack");
    click(&mut play, "Choose the folder…");
    assert!(play.state().session.dialog.is_none(), "{}", refusal(&play));
    let packed = std::fs::read(folder.path().join("out/packed-archive.dat")).unwrap();
    let whole = std::fs::read(folder.path().join("here/archive.dat")).unwrap();
    assert!(packed.len() <= whole.len() && !packed.is_empty());
    run(&mut play, "pack_changes");
    assert!(matches!(play.state().session.dialog, Some(Dialog::Making(_))));
    play.get_by_role_and_label(Role::TextInput, "Name").focus();
    play.run();
    play.key_press_modifiers(Modifiers::COMMAND, Key::A);
    play.event(egui::Event::Text("changes.res".to_owned()));
    play.run();
    click(&mut play, "Choose the folder…");
    assert!(play.state().session.dialog.is_none(), "{}", refusal(&play));
    assert!(std::fs::read(folder.path().join("out/changes.res")).unwrap().len() < whole.len());
}

#[test]
fn a_document_whose_game_has_no_such_form_offers_none() {
    let mut play = Stage::empty().play();
    play.state_mut().session.carry_out(Intent::Sample(0));
    play.run();
    for key in ["plugin", "package", "compact", "export", "import", "rename"] {
        run(&mut play, key);
        assert!(play.state().session.dialog.is_none(), "{key}");
    }
}
