//! Lists inside records, edited in place in the inspector. The sample's terminal has two.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use levelwright_app::window::Window;
use levelwright_app::window::doc::Doc;
use levelwright_app::window::intent::Intent;
use levelwright_app::window::panes::lists::{Change, List, show};
use levelwright_app::window::panes::sheet;
use levelwright_tests::stage::Stage;

type Play = Harness<'static, Window>;

fn doc(play: &Play) -> &Doc {
    play.state().session.doc().unwrap()
}

fn groups(play: &Play) -> List {
    sheet::data(doc(play)).lists.into_iter().find(|list| list.title == "Groups").unwrap()
}

/// The sample with its terminal selected.
fn play() -> Play {
    let mut stage = Stage::empty();
    // Tall, so that the whole list is drawn.
    stage.size = egui::vec2(1400.0, 2600.0);
    let mut play = stage.play();
    play.state_mut().session.carry_out(Intent::Sample(0));
    play.run();
    let terminal = {
        let objects = doc(&play).objects(doc(&play).level);
        objects.all().iter().find(|o| o.kind.key == "terminal").unwrap().id
    };
    play.state_mut().session.carry_out(Intent::GoTo(terminal));
    play.run();
    play
}

fn click(play: &mut Play, label: &str) {
    play.get_by_label(label).click();
    play.run();
}

#[test]
fn lists_of_a_table_that_is_only_looked_at_are_shown_and_held() {
    let mut play = play();
    let list = groups(&play);
    assert!(list.entries.len() > 1 && list.locked.is_some());
    let first = list.entries[0].title.clone();
    click(&mut play, "Add: Groups");
    click(&mut play, &format!("Remove: Groups {first}"));
    assert_eq!(doc(&play).file.document.history().len(), 0, "nothing was changed");
    assert_eq!(groups(&play).entries.len(), list.entries.len());
}

#[test]
fn entries_are_added_copied_moved_and_removed_by_their_buttons() {
    // The same list as if its table could be edited.
    let list = List { locked: None, ..groups(&play()) };
    let nodes: Vec<_> = list.entries.iter().map(|entry| entry.node).collect();
    let (titles, parent) = (list.entries.iter().map(|e| e.title.clone()).collect::<Vec<_>>(), list.parent);
    let last = nodes.len() - 1;
    let mut play = Harness::builder()
        .with_size(egui::vec2(420.0, 900.0))
        .build_ui_state(move |ui, out: &mut Vec<Intent>| show(ui, std::slice::from_ref(&list), 120.0, out), Vec::new());
    play.run();
    for (label, expected) in [
        ("Add: Groups".to_owned(), Some(Change::Add)),
        (format!("Copy: Groups {}", titles[1]), Some(Change::Copy(nodes[1]))),
        (format!("Remove: Groups {}", titles[0]), Some(Change::Remove(nodes[0]))),
        (format!("Move up: Groups {}", titles[last]), Some(Change::Move(nodes[last], last - 1))),
        (format!("Move down: Groups {}", titles[0]), Some(Change::Move(nodes[0], 1))),
        (format!("Move up: Groups {}", titles[0]), None),
        (format!("Move down: Groups {}", titles[last]), None),
    ] {
        play.get_by_label(&label).click();
        play.run();
        let said = match std::mem::take(play.state_mut()).as_slice() {
            [] => None,
            [Intent::List { parent: of, title, change }] if *of == parent && title == "Groups" => Some(*change),
            other => panic!("{label}: {other:?}"),
        };
        assert_eq!(said, expected, "{label}");
    }
}
