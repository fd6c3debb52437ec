//! Queries in the window: the tree's filter, what is offered while typing, selecting, the preview's log.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use levelwright_app::window::Window;
use levelwright_app::window::intent::Intent;
use levelwright_tests::stage::{Stage, doc, run};

type Play = Harness<'static, Window>;

/// The sample, open.
fn play() -> Play {
    let mut play = Stage::empty().play();
    play.state_mut().session.carry_out(Intent::Sample(0));
    play.run();
    play
}

fn filter(play: &mut Play, text: &str) {
    play.state_mut().session.carry_out(Intent::Filter(text.to_owned()));
    play.run();
}

fn write(play: &mut Play, text: &str) {
    for letter in text.chars() {
        play.event(egui::Event::Text(letter.to_string()));
        play.run();
    }
}

fn kinds(play: &Play) -> Vec<&'static str> {
    let objects = doc(play).objects(doc(play).level);
    let mut kinds: Vec<&str> =
        doc(play).selection.all().iter().map(|id| objects.by_id(*id).unwrap().kind.key).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

#[test]
fn the_filter_takes_words_or_a_query_and_points_at_a_mistake() {
    let mut play = play();
    let objects = doc(&play).objects(doc(&play).level);
    let count = |kind: &str| objects.all().iter().filter(|o| o.kind.key == kind).count();
    filter(&mut play, "monst");
    run(&mut play, "select_all");
    assert!(kinds(&play).contains(&"monster") && !kinds(&play).contains(&"polygon"), "half a word will do");
    filter(&mut play, "monster or light");
    let both = count("monster") + count("light");
    assert!(play.query_all_by_label_contains(&format!("{both} of ")).count() > 0, "a query");
    run(&mut play, "select_all");
    assert_eq!(kinds(&play), ["light", "monster"], "what the tree shows is what is selected");
    filter(&mut play, "monster and perod > 3");
    assert!(play.query_all_by_label_contains("character 13").count() > 0, "where it is wrong");
    assert!(play.query_all_by_label_contains("period").count() > 0, "and what was meant");
    filter(&mut play, "linked-to lights/0 and polygon");
    run(&mut play, "select_all");
    assert_eq!(kinds(&play), ["polygon"]);
    // A field that some kinds lack is no match, and said once.
    filter(&mut play, "period > 0");
    assert_eq!(play.query_all_by_label_contains("have no field “period”").count(), 1);
}

#[test]
fn what_may_follow_is_offered_and_taken_by_keyboard() {
    let mut play = play();
    run(&mut play, "find");
    write(&mut play, "floor_hei");
    assert!(play.query_all_by_label_contains("floor_height").count() > 0, "offered");
    play.key_press(Key::Tab);
    play.run();
    assert_eq!(doc(&play).filter, "floor_height ");
    write(&mut play, "> 1 and po");
    play.key_press(Key::ArrowDown);
    play.run();
    play.key_press(Key::Enter);
    play.run();
    let filter = &doc(&play).filter;
    assert!(filter.starts_with("floor_height > 1 and po") && filter.ends_with(' '), "{filter}");
    // Escape empties the field as ever.
    play.key_press(Key::Escape);
    play.run();
    assert_eq!(doc(&play).filter, "");
}

#[test]
fn selecting_by_query_works_over_one_level_or_all() {
    let mut play = play();
    play.state_mut().session.doc_mut().unwrap().file.document.decode_all();
    run(&mut play, "select_by_query");
    write(&mut play, "monster and not name ~ trooper");
    play.key_press(Key::Escape);
    play.run();
    run(&mut play, "select_none");
    for (all, levels) in [(false, 1), (true, 2)] {
        run(&mut play, "select_by_query");
        write(&mut play, "monster");
        if all {
            play.get_by_label("In all levels that were looked at").click();
            play.run();
        }
        play.get_by_label("Select them").click();
        play.run();
        let mut found: Vec<_> = doc(&play).selection.all().iter().map(|id| id.node.level).collect();
        found.dedup();
        assert_eq!(found.len(), levels, "{:?}", play.state().session.dialog);
    }
    run(&mut play, "select_by_query");
    write(&mut play, "monster and x >");
    assert!(play.query_all_by_label_contains("here stands a value").count() > 0);
    play.key_press_modifiers(Modifiers::NONE, Key::Enter);
    play.run();
    assert!(play.state().session.dialog.is_some(), "no query, nothing selected");
}
