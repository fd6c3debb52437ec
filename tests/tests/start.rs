//! The start page, and what a click on a badge or a room means.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use levelwright_app::window::Window;
use levelwright_app::window::commands::Command;
use levelwright_app::window::dialogs::Dialog;
use levelwright_app::window::files::Chosen;
use levelwright_app::window::intent::{How, Intent};
use levelwright_app::window::panes::viewport::{object_of, scene_key};
use levelwright_app::window::session::samples;
use levelwright_io::format::{FORMATS, Reading};
use levelwright_tests::stage::Stage;

type Play = Harness<'static, Window>;

fn run(play: &mut Play, command: Command) {
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, command);
    play.run();
}

#[test]
fn one_click_opens_each_sample_and_saving_asks_where_to() {
    for (format, make) in samples() {
        let made = make().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join(&made[0].name);
        let data = tempfile::tempdir().unwrap();
        let mut stage = Stage::empty();
        // A sample of several files is written as a whole or not at all, which is noted there.
        stage.data = Some(data.path().to_owned());
        stage.answers = vec![Chosen::Save(place.clone())];
        let mut play = stage.play();
        play.get_by_label(&format!("Open the sample: {}", format.name)).click();
        play.run();
        let documents = if matches!(format.reading, Reading::Place { .. }) { 1 } else { made.len() };
        assert_eq!(play.state().session.docs.len(), documents);
        assert!(play.state().title().contains(&made[0].name), "{}", play.state().title());
        run(&mut play, Command::Save);
        let begun = Instant::now();
        while play.state().session.safety.is_saving() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
            play.step();
        }
        play.run();
        let said = (play.state().session.messages.all().last(), &play.state().session.dialog);
        let written = std::fs::read(&place).unwrap_or_else(|e| panic!("{}: {e}, {said:?}", format.name));
        assert_eq!(written, made[0].bytes, "saved unchanged is the sample");
        assert_eq!(play.state().session.preferences.recent, [place]);
    }
}

/// Draws frames until a folder was read.
fn wait(play: &mut Play) {
    let begun = Instant::now();
    while play.state().session.folders.iter().any(|f| f.progress().is_some()) {
        assert!(begun.elapsed() < Duration::from_secs(20), "the folder is not read");
        std::thread::sleep(Duration::from_millis(5));
        play.step();
    }
    play.run_steps(2);
}

#[test]
fn a_game_folder_is_added_once_listed_by_level_names_and_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let maps = folder.path().join("Game");
    std::fs::create_dir(&maps).unwrap();
    for made in FORMATS.iter().filter_map(|f| f.sample).flat_map(|sample| sample().unwrap()) {
        let place = maps.join(made.name);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(place, made.bytes).unwrap();
    }
    std::fs::write(maps.join("readme.txt"), b"not a level").unwrap();
    let mut stage = Stage::empty();
    stage.answers = vec![Chosen::Folder(maps.clone()), Chosen::Folder(maps.clone())];
    let mut play = stage.play();
    for _ in 0..2 {
        let ctx = play.ctx.clone();
        play.state_mut().run(&ctx, Command::AddFolder);
        play.run_steps(3);
    }
    wait(&mut play);
    assert_eq!(play.state().session.preferences.folders.len(), 1, "added twice, listed once");
    let found = play.state().session.folders[0].files[0].clone();
    let (level, title) = found.levels.last().unwrap().clone();
    let place = found.path.file_name().unwrap().to_string_lossy().into_owned();
    play.get_by_label(&format!("Open {title} of {place}")).click();
    play.run();
    assert_eq!(play.state().session.doc().unwrap().level, level, "the level that was clicked is shown");
    run(&mut play, Command::Close);
    // The next run of the program lists it again.
    let mut later = Stage::empty();
    later.preferences = play.state().session.preferences.clone();
    let mut later = later.play_steps(2);
    wait(&mut later);
    assert_eq!(later.state().session.folders[0].files.len(), play.state().session.folders[0].files.len());
    later.get_by_label("Take off the list: Game").click();
    later.run();
    assert!(later.state().session.preferences.folders.is_empty() && later.state().session.folders.is_empty());
}

#[test]
fn saving_under_another_name_of_the_same_file_is_saving_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map");
    std::fs::write(&path, levelwright_tests::maps::two_rooms()).unwrap();
    let mut stage = Stage::with(&path);
    let detour = folder.path().join("..").join(folder.path().file_name().unwrap()).join("map");
    stage.answers = vec![Chosen::Save(detour)];
    let mut play = stage.play();
    // Somebody else writes the file meanwhile: saving in place must notice, by whatever name.
    std::fs::write(&path, b"another program was here").unwrap();
    run(&mut play, Command::SaveAs);
    assert!(matches!(play.state().session.dialog, Some(Dialog::Question(_))), "it was overwritten");
    assert_eq!(std::fs::read(&path).unwrap(), b"another program was here");
}

/// The sample with a platform in it.
fn yard() -> Play {
    let mut play = Stage::empty().play();
    play.state_mut().session.carry_out(Intent::Sample(0));
    play.run();
    play
}

#[test]
fn a_room_that_is_a_platform_is_marked_isolated_and_met_by_the_pointer_as_one() {
    let mut play = yard();
    let (platform, polygon) = {
        let doc = play.state().session.doc().unwrap();
        let objects = doc.objects(doc.level);
        let platform = objects.all().iter().find(|o| o.kind.key == "platform").unwrap();
        let polygon = platform.parts.iter().find(|p| p.name == "polygon").unwrap().node;
        let polygon = objects.all().iter().find(|o| o.id.node == polygon).unwrap().id;
        (platform.id, polygon)
    };
    for id in [platform, polygon] {
        play.state_mut().session.carry_out(Intent::Select(vec![id], How::Replace));
        play.run();
        let drawn: BTreeSet<_> = {
            let doc = play.state().session.doc().unwrap();
            let scene = doc.caches.scene.scene();
            scene.surfaces.iter().flat_map(|chunk| chunk.groups.iter().map(|g| g.key)).collect()
        };
        let keys = play.state().session.doc().unwrap().caches.scene.keys.clone();
        assert!(drawn.iter().any(|key| keys.selected.contains(*key)), "{id:?}: nothing of it is outlined");
        run(&mut play, Command::Isolate);
        let doc = play.state().session.doc().unwrap();
        assert!(!doc.caches.scene.keys.hidden.contains(scene_key(platform.node)), "isolating {id:?} hides it");
        assert_eq!(object_of(doc, scene_key(platform.node)), Some(platform));
        run(&mut play, Command::ShowAll);
    }
}
