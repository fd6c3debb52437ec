//! Stories of The Warriors' walker in the window: it takes a can and throws it, aims a bottle, all with keys.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use levelwright_app::window::Window;
use levelwright_app::window::commands::Command;
use levelwright_app::window::dock::Pane;
use levelwright_app::window::intent::Intent;
use levelwright_app::window::preview::{Act, Preview};
use levelwright_io::format::FORMATS;
use levelwright_model::preview::Subject;
use levelwright_tests::stage::{Stage, doc};

type Play = Harness<'static, Window>;

/// The running sample, with the walker at a place that looks north, and the keys in the picture.
fn play(place: &str) -> (tempfile::TempDir, Play) {
    let folder = tempfile::tempdir().unwrap();
    let sample = FORMATS.iter().find(|f| f.game == "warriors" && f.sample.is_some()).unwrap().sample.unwrap();
    let files = levelwright_app::new_files::write(folder.path(), &sample().unwrap()).unwrap();
    let mut play = Stage::with(&files[0]).play();
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, Command::Show(Pane::Preview));
    act(&mut play, Act::Start);
    act(&mut play, Act::Do(place.to_owned()));
    act(&mut play, Act::Seek(60));
    play.get_by_label("Viewport").focus();
    play.run();
    (folder, play)
}

fn act(play: &mut Play, act: Act) {
    play.state_mut().session.carry_out(Intent::Preview(act));
    play.run();
}

/// A key, and some ticks.
fn press(play: &mut Play, key: Key, ticks: u32) {
    play.key_press(key);
    play.run();
    let now = preview(play).timeline().world().now();
    act(play, Act::Seek(now + ticks));
}

fn preview(play: &Play) -> &Preview {
    doc(play).preview.as_deref().unwrap()
}

fn value(play: &Play, of: Subject, field: &str) -> f64 {
    preview(play).timeline().world().value(&of, field).unwrap().to_f64()
}

fn events(play: &Play, kind: &str) -> Vec<String> {
    let log = preview(play).timeline().log();
    log.events().iter().filter(|event| event.kind == kind).map(|event| event.target.to_string()).collect()
}

const WALKER: Subject = Subject::new("walker", 0);

#[test]
fn a_can_is_taken_and_thrown_with_keys() {
    let (_folder, mut play) = play("place 4 -7.9");
    let before = doc(&play).file.encode().unwrap().bytes;
    press(&mut play, Key::Q, 20);
    assert_eq!((events(&play, "in hand"), value(&play, WALKER, "slot_0")), (vec!["lines/0".to_owned()], 509.0));
    press(&mut play, Key::E, 150);
    assert_eq!(
        (events(&play, "lets go"), events(&play, "breaks")),
        (vec!["lines/0".to_owned()], vec!["lines/0".to_owned()])
    );
    assert_eq!((value(&play, WALKER, "holds"), value(&play, WALKER, "slot_0")), (0.0, 388.0));
    // The bags beside it, taken and put down again.
    act(&mut play, Act::Do("place 6.2 -7.9".to_owned()));
    press(&mut play, Key::Q, 20);
    press(&mut play, Key::Q, 5);
    assert_eq!(events(&play, "drops").len(), 1);
    assert_eq!(doc(&play).file.encode().unwrap().bytes, before, "the document is never touched");
    // Back before the throw it holds the can again.
    act(&mut play, Act::Seek(85));
    assert_eq!(value(&play, WALKER, "holds"), 1.0);
}

#[test]
fn a_bottle_from_the_pile_is_aimed_and_thrown_with_keys() {
    let (_folder, mut play) = play("place -6.5 -8.9");
    press(&mut play, Key::V, 2);
    assert_eq!(value(&play, WALKER, "aims"), 0.0, "there is nothing to aim");
    press(&mut play, Key::Q, 20);
    assert_eq!(events(&play, "hands out dyn_beerbottle"), ["lines/12"]);
    press(&mut play, Key::V, 2);
    assert_eq!(value(&play, WALKER, "aims"), 1.0);
    let pitch = value(&play, WALKER, "pitch");
    play.key_down(Key::W);
    play.run();
    let now = preview(&play).timeline().world().now();
    act(&mut play, Act::Seek(now + 10));
    play.key_up(Key::W);
    play.run();
    assert!(value(&play, WALKER, "pitch") > pitch + 0.2, "W raises it");
    let walked = value(&play, WALKER, "y");
    press(&mut play, Key::E, 200);
    assert_eq!((value(&play, WALKER, "y"), value(&play, WALKER, "aims")), (walked, 0.0));
    assert_eq!(
        (events(&play, "lets go"), events(&play, "breaks")),
        (vec!["made/0".to_owned()], vec!["made/0".to_owned()])
    );
}

#[test]
fn only_walkers_that_carry_have_the_keys_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let sample = FORMATS.iter().find(|f| f.game == "marathon" && f.sample.is_some()).unwrap().sample.unwrap();
    let files = levelwright_app::new_files::write(folder.path(), &sample().unwrap()).unwrap();
    let mut play = Stage::with(&files[0]).play();
    act(&mut play, Act::Start);
    assert!(!preview(&play).carries());
    play.get_by_label("Viewport").focus();
    play.run();
    play.key_press(Key::Q);
    play.run();
    assert!(preview(&play).timeline().scenario().inputs().is_empty());
}
