//! The pane of problems: reading, going there, fixing with a look at what changes, and ignoring.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use levelwright_app::window::Window;
use levelwright_app::window::intent::Intent;
use levelwright_app::window::problems::ignored;
use levelwright_app::window::session::samples;
use levelwright_model::document::LevelId;
use levelwright_tests::stage::{Stage, doc, run};

type Play = Harness<'static, Window>;

/// Makes rooms name liquids that do not exist, whatever a plan would make of it.
fn drown(play: &mut Play, rooms: &[usize]) {
    let document = &mut play.state_mut().session.doc_mut().unwrap().file.document;
    let mut draft = document.draft();
    for room in rooms {
        let node = draft.row(LevelId(0), "polygons", *room).unwrap().id();
        draft.store_int(node, "media", 99).unwrap();
    }
    document.commit(draft, "drown").unwrap();
    play.run();
}

fn media(play: &Play, room: usize) -> i128 {
    let level = doc(play).file.document.state().level(LevelId(0)).unwrap();
    level.row(level.table("polygons").unwrap(), room).unwrap().int("media").unwrap()
}

fn listed(play: &Play, words: &str) -> usize {
    play.query_all_by_label_contains(words).count()
}

fn click(play: &mut Play, label: &str) {
    play.query_all_by_label_contains(label).next().unwrap_or_else(|| panic!("nothing is called {label}")).click();
    play.run();
}

/// How many rooms are listed with an error.
fn errors(play: &Play) -> usize {
    listed(play, "Error: Polygon")
}

/// The sample's rooms 2 and 3 name a liquid that is not there.
fn broken(mut play: Play) -> Play {
    run(&mut play, "pane_problems");
    assert_eq!(errors(&play), 0);
    drown(&mut play, &[2, 3]);
    assert_eq!(errors(&play), 2, "an edit is looked at");
    play
}

fn sample() -> Play {
    let mut play = Stage { size: egui::vec2(1900.0, 1400.0), ..Stage::empty() }.play();
    play.state_mut().session.carry_out(Intent::Sample(0));
    play.run();
    broken(play)
}

#[test]
fn a_problem_says_what_it_means_and_leads_to_its_object_and_field() {
    let mut play = sample();
    click(&mut play, "Error: Polygon 2");
    let selected = doc(&play).selection.last().unwrap();
    assert_eq!(doc(&play).object(selected, |o| o.name.clone()).as_deref(), Some("Polygon 2"));
    assert_eq!(listed(&play, "reads beyond the end of an array"), 1, "what it means in the game");
    click(&mut play, "Show the field");
    assert_eq!(doc(&play).selection.last(), Some(selected));
}

#[test]
fn a_fix_shows_what_it_changes_and_is_one_edit() {
    let mut play = sample();
    let steps = doc(&play).file.document.history().position();
    click(&mut play, "Error: Polygon 2");
    play.get_by_label("Name nothing").click();
    play.run();
    assert_eq!(media(&play, 2), 99, "only shown");
    assert!(listed(&play, "polygons/2: media 99 -> none") > 0);
    play.get_by_label("Apply").click();
    play.run();
    assert_eq!((media(&play, 2), media(&play, 3)), (-1, 99));
    assert_eq!(doc(&play).file.document.history().position(), steps + 1);
    assert_eq!(errors(&play), 1);
    run(&mut play, "undo");
    assert_eq!(errors(&play), 2);
}

#[test]
fn all_of_a_kind_are_fixed_in_one_edit() {
    let mut play = sample();
    let steps = doc(&play).file.document.history().position();
    click(&mut play, "Error: Polygon 3");
    click(&mut play, "Name nothing: all 2");
    assert!(listed(&play, "polygons/2: media 99 -> none") > 0 && listed(&play, "polygons/3: media 99 -> none") > 0);
    play.get_by_label("Apply").click();
    play.run();
    assert_eq!((media(&play, 2), media(&play, 3)), (-1, -1));
    assert_eq!(doc(&play).file.document.history().position(), steps + 1);
    assert_eq!(errors(&play), 0);
}

#[test]
fn what_is_ignored_stays_so_until_its_record_changes() {
    let folder = tempfile::tempdir().unwrap();
    let (file, data) = (folder.path().join("Yard"), folder.path().join("data"));
    let (_, make) = samples().next().unwrap();
    std::fs::write(&file, make().unwrap().remove(0).bytes).unwrap();
    let stage = || Stage {
        size: egui::vec2(1900.0, 1400.0),
        data: Some(data.clone()),
        files: vec![file.clone()],
        ..Stage::empty()
    };
    let mut play = broken(stage().play());
    click(&mut play, "Error: Polygon 2");
    play.get_by_label("Ignore").click();
    play.run();
    assert_eq!(errors(&play), 1, "the other one is left");
    let path = std::fs::canonicalize(&file).unwrap();
    assert_eq!(ignored::load(&data, &path).unwrap().len(), 1, "kept in the user's data");
    assert!(!std::fs::read(&file).unwrap().windows(7).any(|w| w == b"ignored"), "not in the file");
    // Closed as it was opened, so that the next start has nothing to recover.
    run(&mut play, "undo");
    run(&mut play, "close");
    drop(play);

    let mut play = broken_again(stage().play());
    assert_eq!(errors(&play), 1, "ignored in the next run as well");
    play.get_by_label("Show ignored").click();
    play.run();
    assert_eq!(errors(&play), 2, "greyed");
    // The record changes: what was ignored is another thing now.
    let document = &mut play.state_mut().session.doc_mut().unwrap().file.document;
    let mut draft = document.draft();
    let node = draft.row(LevelId(0), "polygons", 2).unwrap().id();
    draft.set_int(node, "floor_light", 1).unwrap();
    document.commit(draft, "light").unwrap();
    play.run();
    assert!(listed(&play, "Error: Polygon 2") > 0, "heard of again");
    assert_eq!(listed(&play, "no longer there as it was"), 1, "the old entry is kept, greyed");
    click(&mut play, "no longer there as it was");
    play.get_by_label("Forget").click();
    play.run();
    assert_eq!(listed(&play, "no longer there as it was"), 0);
    assert_eq!(ignored::load(&data, &path).unwrap(), []);
}

/// The same edit in a window that was opened anew.
fn broken_again(mut play: Play) -> Play {
    run(&mut play, "pane_problems");
    drown(&mut play, &[2, 3]);
    play
}

#[test]
fn levels_that_were_not_looked_at_are_named_and_can_be_checked() {
    let mut play = Stage { size: egui::vec2(1900.0, 1400.0), ..Stage::empty() }.play();
    play.state_mut().session.carry_out(Intent::Sample(0));
    play.run();
    run(&mut play, "pane_problems");
    assert_eq!(listed(&play, "1 level is not checked yet"), 1, "the second level was never shown");
    play.get_by_label("Check all levels").click();
    play.run();
    assert_eq!(listed(&play, "not checked yet"), 0);
    assert!(doc(&play).file.document.state().level(LevelId(1)).is_some());
}
