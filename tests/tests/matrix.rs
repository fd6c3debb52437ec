//! The matrix by keyboard, mouse and clipboard.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use levelwright_app::window::Window;
use levelwright_app::window::dock::Pane;
use levelwright_app::window::halves::Half;
use levelwright_app::window::intent::{How, Intent};
use levelwright_app::window::matrix::{Place, Source, grid_id};
use levelwright_app::window::panes::messages::Tone;
use levelwright_model::document::Object;
use levelwright_tests::maps::two_rooms;
use levelwright_tests::stage::{Stage, doc};

type Play = Harness<'static, Window>;

/// Two rooms with the matrix in front.
fn play(source: Source) -> Play {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rooms.sceA");
    std::fs::write(&path, two_rooms()).unwrap();
    let mut stage = Stage::with(&path);
    stage.size = egui::vec2(2400.0, 1400.0);
    let mut play = stage.play();
    play.state_mut().show_pane(Pane::Matrix);
    set_source(&mut play, source);
    play
}

fn set_source(play: &mut Play, source: Source) {
    let doc = play.state_mut().session.doc_mut().unwrap();
    doc.caches.matrix.set_source(source);
    play.run();
    let ctx = play.ctx.clone();
    ctx.memory_mut(|m| m.request_focus(grid_id(Half::First)));
    play.run();
}

fn monsters() -> Source {
    Source::Kind("monster".to_owned())
}

/// The values of a field over all rows, as they are shown.
fn column(play: &Play, key: &str) -> Vec<Option<String>> {
    let doc = doc(play);
    let table = doc.caches.matrix.table();
    let at = table.columns.iter().position(|c| c.key() == key).unwrap_or_else(|| panic!("no column {key}"));
    (0..table.len()).map(|row| table.cell(doc.state(), row, at).map(|c| c.text())).collect()
}

fn s<const COUNT: usize>(texts: [&str; COUNT]) -> Vec<String> {
    texts.map(str::to_owned).into()
}

fn values(play: &Play, key: &str) -> Vec<String> {
    column(play, key).into_iter().map(|v| v.unwrap_or_default()).collect()
}

/// Puts the cursor on a cell of a column.
fn go(play: &mut Play, row: usize, key: &str) {
    let doc = play.state_mut().session.doc_mut().unwrap();
    let column = doc.caches.matrix.table().columns.iter().position(|c| c.key() == key).unwrap();
    doc.caches.matrix.choose(Place { row, column }, Place { row, column });
    play.run();
}

fn press(play: &mut Play, modifiers: Modifiers, key: Key) {
    play.key_press_modifiers(modifiers, key);
    play.run();
}

fn type_text(play: &mut Play, text: &str) {
    for letter in text.chars() {
        play.event(Event::Text(letter.to_string()));
        play.run();
    }
}

fn steps(play: &Play) -> usize {
    doc(play).file.document.history().position()
}

fn bad(play: &Play) -> String {
    let messages = &play.state().session.messages;
    messages.all().iter().rev().find(|m| m.tone == Tone::Bad).map(|m| m.text.clone()).unwrap_or_default()
}

#[test]
fn cells_columns_and_rectangles_are_set_by_the_keyboard_alone() {
    let mut play = play(monsters());
    assert_eq!(values(&play, "x"), ["0.5", "1", "1.5"]);
    go(&mut play, 0, "x");
    type_text(&mut play, "0.25");
    press(&mut play, Modifiers::NONE, Key::Enter);
    assert_eq!(values(&play, "x"), ["0.25", "1", "1.5"]);
    assert_eq!((steps(&play), doc(&play).caches.matrix.cursor().row), (1, 1), "Enter goes on to the next row");
    // The whole column, relative to what each cell holds.
    press(&mut play, Modifiers::COMMAND, Key::Space);
    type_text(&mut play, "+0.25");
    press(&mut play, Modifiers::NONE, Key::Enter);
    assert_eq!(values(&play, "x"), ["0.5", "1.25", "1.75"]);
    assert_eq!(steps(&play), 2, "one step for the column");
    // A rectangle over two columns.
    go(&mut play, 0, "x");
    press(&mut play, Modifiers::SHIFT, Key::ArrowRight);
    press(&mut play, Modifiers::SHIFT, Key::ArrowDown);
    let second = {
        let doc = doc(&play);
        doc.caches.matrix.table().columns[doc.caches.matrix.cursor().column].key()
    };
    assert_eq!(second, "y");
    type_text(&mut play, "=row*0.125");
    press(&mut play, Modifiers::NONE, Key::Enter);
    assert_eq!(values(&play, "x"), ["0", "0.125", "1.75"]);
    assert_eq!(values(&play, "y"), ["0", "0.125", "1"]);
    assert_eq!(steps(&play), 3);
    press(&mut play, Modifiers::COMMAND, Key::Z);
    assert_eq!(values(&play, "x"), ["0.5", "1.25", "1.75"]);
    // Escape gives up what was typed.
    type_text(&mut play, "7");
    press(&mut play, Modifiers::NONE, Key::Escape);
    assert_eq!(values(&play, "x"), ["0.5", "1.25", "1.75"]);
    assert!(play.ctx.memory(|m| m.has_focus(grid_id(Half::First))), "and the keys stay with the matrix");
}

#[test]
fn letters_typed_into_cells_run_no_commands() {
    let mut play = play(monsters());
    go(&mut play, 0, "x");
    play.key_press(Key::H);
    play.run();
    assert!(doc(&play).hidden.is_empty());
    press(&mut play, Modifiers::NONE, Key::Delete);
    assert_eq!(doc(&play).caches.matrix.table().len(), 3);
}

#[test]
fn a_refused_value_names_its_row_and_column_and_changes_nothing() {
    let mut play = play(monsters());
    let before = values(&play, "x");
    go(&mut play, 1, "x");
    press(&mut play, Modifiers::COMMAND, Key::Space);
    type_text(&mut play, "*30");
    press(&mut play, Modifiers::NONE, Key::Enter);
    assert_eq!(values(&play, "x"), before);
    assert_eq!(steps(&play), 0);
    let said = bad(&play);
    assert!(said.contains("row 3") && said.contains("X"), "{said}");
}

#[test]
fn cells_go_to_a_spreadsheet_and_come_back() {
    let mut play = play(monsters());
    go(&mut play, 0, "x");
    press(&mut play, Modifiers::SHIFT, Key::ArrowRight);
    press(&mut play, Modifiers::SHIFT, Key::ArrowDown);
    play.event(Event::Copy);
    play.step();
    let copied = play.output().platform_output.commands.iter().find_map(|c| match c {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    assert_eq!(copied.as_deref(), Some("0.5\t1\n1\t1\n"));
    play.run();
    // Pasting what was copied changes nothing.
    play.event(Event::Paste(copied.unwrap()));
    play.run();
    assert_eq!(steps(&play), 0);
    play.event(Event::Paste("0.25\t0.5\r\n0.75\t1.5\r\n".to_owned()));
    play.run();
    assert_eq!(values(&play, "x"), ["0.25", "0.75", "1.5"]);
    assert_eq!(values(&play, "y"), ["0.5", "1.5", "1"]);
    assert_eq!(steps(&play), 1, "one step");
    // One value fills the rectangle.
    play.event(Event::Paste("1\n".to_owned()));
    play.run();
    assert_eq!(values(&play, "x"), ["1", "1", "1.5"]);
    // What does not fit is refused whole.
    for (text, why) in [
        ("1\t2\t3\n4\t5\t6\n", "2 rows of 3 cells"),
        ("1\t2\n3\n", "line 2"),
        ("", "no cells"),
        ("1\t2\n3\tnorth\n", "row 2"),
        ("1\t2\n3\t900\n", "row 2"),
    ] {
        let (before, step) = (values(&play, "x"), steps(&play));
        play.event(Event::Paste(text.to_owned()));
        play.run();
        assert_eq!((values(&play, "x"), steps(&play)), (before, step), "{text}");
        assert!(bad(&play).contains(why), "{text}: {}", bad(&play));
    }
    // “+1” is a number as any other there, not a sum; a line fills as many as are chosen.
    play.event(Event::Paste("+1\t2\n".to_owned()));
    play.run();
    assert_eq!((values(&play, "x"), values(&play, "y")), (s(["1", "1", "1.5"]), s(["2", "2", "1"])));
    // From one cell on, as far as there are rows.
    go(&mut play, 2, "x");
    play.event(Event::Paste("1\n2\n".to_owned()));
    play.run();
    assert!(bad(&play).contains("only 1 row"), "{}", bad(&play));
}

#[test]
fn headings_and_names_come_back_too() {
    let mut play = play(monsters());
    press(&mut play, Modifiers::COMMAND, Key::A);
    let text = {
        let doc = doc(&play);
        doc.caches.matrix.copied(doc, true)
    };
    assert!(text.starts_with("Object\t"), "{text}");
    play.event(Event::Paste(text.clone()));
    play.run();
    assert_eq!(steps(&play), 0, "{}", bad(&play));
    let changed = text.replace("\t0.5\t", "\t0.75\t");
    play.event(Event::Paste(changed));
    play.run();
    assert_eq!(values(&play, "x"), ["0.75", "1", "1.5"], "{}", bad(&play));
}

#[test]
fn cells_of_kinds_without_the_field_are_blank_and_stay_out_of_edits() {
    let mut play = play(Source::Everything);
    let shown = column(&play, "x");
    assert!(shown.iter().any(Option::is_none) && shown.iter().any(Option::is_some));
    let blank = shown.iter().position(Option::is_none).unwrap();
    go(&mut play, blank, "x");
    type_text(&mut play, "1");
    press(&mut play, Modifiers::NONE, Key::Enter);
    assert_eq!((steps(&play), column(&play, "x")), (0, shown.clone()));
    play.event(Event::Paste("5".to_owned()));
    play.run();
    assert!(bad(&play).contains("must be empty"), "{}", bad(&play));
    // Over the whole column the blank cells are left out.
    go(&mut play, blank, "facing");
    press(&mut play, Modifiers::COMMAND, Key::Space);
    type_text(&mut play, "90");
    press(&mut play, Modifiers::NONE, Key::Enter);
    let facing = column(&play, "facing");
    assert!(facing.iter().flatten().all(|v| v.starts_with("90")), "{facing:?}");
    assert_eq!(steps(&play), 1);
}

#[test]
fn sorting_orders_rows_and_edits_leave_them_where_they_are() {
    let mut play = play(monsters());
    play.get_by_label("Sort by X").click();
    play.run();
    play.get_by_label("Sort by X").click();
    play.run();
    assert_eq!(values(&play, "x"), ["1.5", "1", "0.5"]);
    go(&mut play, 0, "x");
    type_text(&mut play, "0.125");
    press(&mut play, Modifiers::NONE, Key::Enter);
    assert_eq!(values(&play, "x"), ["0.125", "1", "0.5"], "the row does not run away");
    play.get_by_label("Sort by X").click();
    play.run();
    assert_eq!(values(&play, "x"), ["0.5", "1", "0.125"], "back to the order of the tree");
}

#[test]
fn rows_follow_selection_query_and_levels() {
    let mut play = play(Source::Selection);
    assert!(doc(&play).caches.matrix.table().is_empty());
    assert!(play.query_by_label("There are no rows.").is_some());
    let ids = |play: &Play, wanted: &dyn Fn(&Object) -> bool| {
        let doc = doc(play);
        doc.objects(doc.level).all().iter().filter(|o| wanted(o)).map(|o| o.id).collect::<Vec<_>>()
    };
    let items = ids(&play, &|o| o.kind.key == "item");
    play.state_mut().session.carry_out(Intent::Select(items, How::Replace));
    play.run();
    assert_eq!(doc(&play).selection.len(), 2);
    assert_eq!(doc(&play).caches.matrix.table().len(), 2);
    set_source(&mut play, Source::Query("monster x > 0.6".to_owned()));
    assert_eq!(doc(&play).caches.matrix.table().len(), 2);
    play.get_by_label("All levels").click();
    play.run();
    assert!(doc(&play).caches.matrix.table().len() > 2);
    set_source(&mut play, Source::Query("x >".to_owned()));
    let wrong = doc(&play).caches.matrix.table().wrong.clone().unwrap();
    assert!(wrong.contains("character"), "{wrong}");
}

#[test]
fn columns_are_chosen_and_remembered_for_the_game() {
    let mut play = play(monsters());
    play.get_by_label("Columns").click();
    play.run();
    play.get_by_label("None").click();
    play.run();
    assert!(doc(&play).caches.matrix.table().columns.is_empty());
    play.get_by_label("X").click();
    play.run();
    play.get_by_label("Y").click();
    play.run();
    let keys: Vec<String> = doc(&play).caches.matrix.table().columns.iter().map(|c| c.key()).collect();
    assert_eq!(keys, ["x", "y"]);
    let game = doc(&play).file.document.game().key;
    assert_eq!(play.state().session.preferences.columns_of(game)["monster"], ["x", "y"]);
    // Other kinds keep their own choice.
    set_source(&mut play, Source::Kind("light".to_owned()));
    assert!(doc(&play).caches.matrix.table().columns.len() > 2);
}

#[test]
fn cells_have_names_and_the_mouse_chooses_and_edits() {
    let mut play = play(monsters());
    let name = {
        let doc = doc(&play);
        let table = doc.caches.matrix.table();
        table.object(1).unwrap().name.clone()
    };
    play.get_by_label(&format!("X of {name}: 1")).click();
    play.run();
    assert_eq!(doc(&play).caches.matrix.cursor().row, 1);
    assert!(
        play.query_by_label(&format!("Matrix, at X of {name}: 1")).is_some(),
        "the matrix says where the cursor is"
    );
    play.get_by_label(&format!("Row {name}")).click();
    play.run();
    let selected = doc(&play).selection.last().unwrap();
    assert_eq!(doc(&play).object(selected, |o| o.name.clone()).unwrap(), name);
    play.get_by_label("Column X").click();
    play.run();
    type_text(&mut play, "2");
    press(&mut play, Modifiers::NONE, Key::Enter);
    assert_eq!(values(&play, "x"), ["2", "2", "2"]);
}

#[test]
fn flags_and_choices_open_the_inspectors_editor() {
    let mut play = play(monsters());
    go(&mut play, 0, "flags");
    press(&mut play, Modifiers::COMMAND, Key::Space);
    press(&mut play, Modifiers::NONE, Key::F2);
    let flags = values(&play, "flags");
    let label = {
        let doc = doc(&play);
        let table = doc.caches.matrix.table();
        format!("Edit Flags of {}", table.object(2).unwrap().name)
    };
    let boxes: Vec<_> = play.query_all_by_label_contains(&label).collect();
    assert!(boxes.len() > 2, "{label}");
    boxes.into_iter().find(|b| b.accesskit_node().label().is_some_and(|l| l.contains(": "))).unwrap().click();
    play.run();
    assert_ne!(values(&play, "flags"), flags);
    assert_eq!(steps(&play), 1, "one step for the column");
    press(&mut play, Modifiers::NONE, Key::Escape);
    assert!(play.query_by_label(&label).is_none());
}
