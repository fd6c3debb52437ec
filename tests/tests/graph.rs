//! The graph of references in the window: it follows the selection, boxes select, double clicks go on, keys move.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use levelwright_app::window::Window;
use levelwright_app::window::commands::COMMANDS;
use levelwright_app::window::intent::{How, Intent};
use levelwright_model::document::ObjectId;
use levelwright_tests::stage::{Stage, doc};

type Play = Harness<'static, Window>;

/// The sample, open, with the graph in front.
fn play() -> Play {
    let mut play = Stage { size: egui::vec2(1500.0, 1400.0), ..Stage::empty() }.play();
    play.state_mut().session.carry_out(Intent::Sample(0));
    play.run();
    let spec = COMMANDS.iter().find(|s| s.key == "pane_graph").unwrap();
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, spec.command);
    play.run();
    play
}

fn select(play: &mut Play, name: &str) -> ObjectId {
    let objects = doc(play).objects(doc(play).level);
    let id = objects.all().iter().find(|o| o.name.starts_with(name)).unwrap().id;
    play.state_mut().session.carry_out(Intent::Select(vec![id], How::Replace));
    play.run();
    id
}

fn boxes(play: &Play) -> usize {
    play.query_all_by_label_contains("Graph: ").count()
}

#[test]
fn it_shows_what_hangs_together_with_the_selection_and_follows_it() {
    let mut play = play();
    assert!(play.query_all_by_label_contains("Select something to see").count() > 0);
    let light = select(&mut play, "Light 0");
    assert!(boxes(&play) > 2, "{}", boxes(&play));
    assert!(play.query_all_by_label_contains("Graph: Light 0").count() > 0);
    // A click on a box selects, and the picture stays.
    let before = boxes(&play);
    let other = {
        let all: Vec<String> =
            play.query_all_by_label_contains("Graph: ").filter_map(|n| n.accesskit_node().label()).collect();
        all.into_iter().find(|label| !label.contains("Light 0")).unwrap()
    };
    play.get_by_label(&other).click();
    play.run();
    assert_ne!(doc(&play).selection.last(), Some(light));
    assert_eq!(boxes(&play), before);
    // Something far away brings another picture.
    play.get_by_label("Whole level").click();
    play.run();
    assert!(boxes(&play) >= before);
}

#[test]
fn the_keys_move_along_and_enter_puts_a_thing_in_the_middle() {
    let mut play = play();
    let light = select(&mut play, "Light 0");
    play.get_by_label_contains("Graph of ").focus();
    play.run();
    for key in [Key::ArrowLeft, Key::ArrowRight, Key::ArrowDown, Key::ArrowUp, Key::ArrowLeft] {
        play.key_press(key);
        play.run();
    }
    let here = doc(&play).selection.last().unwrap();
    assert_ne!(here, light, "the arrow keys select the neighbours");
    play.key_press(Key::Enter);
    play.run();
    assert_eq!(doc(&play).selection.last(), Some(here));
    assert!(boxes(&play) > 1);
}
