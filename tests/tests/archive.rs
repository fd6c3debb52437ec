//! Stories about files that are written where they lie: what no longer fits is asked about, in the window and on the
//! command line.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use std::path::{Path, PathBuf};

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use levelwright_app::window::Window;
use levelwright_app::window::commands::Command;
use levelwright_app::window::dialogs::Dialog;
use levelwright_app::window::questions::Question;
use levelwright_io::warriors::archive;
use levelwright_model::document::LevelId;
use levelwright_model::games::Arguments;
use levelwright_model::record::Value;
use levelwright_tests::stage::Stage;

type Play = Harness<'static, Window>;

const LEVEL: LevelId = LevelId(0);
/// Sectors of the archive (`warriors.md` 1.0).
const SECTOR: usize = 2048;

/// A list that fills its sector to the last bytes, and something behind it.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let lines = "{dyn_ring {1, 2, 3}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )\r\n".repeat(30);
    let list = format!("30\r\n{lines}").into_bytes();
    assert!(list.len() < SECTOR && SECTOR - list.len() < 200);
    let (dir, wad) = archive::pack(&[("level3_objs.txt", &list), ("nobody.dat", &[7; 3000])]);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("WARRIORS.DIR"), dir).unwrap();
    std::fs::write(folder.path().join("WARRIORS.WAD"), wad).unwrap();
    let path = folder.path().join("WARRIORS.DIR");
    (folder, path)
}

fn wad(dir: &Path) -> Vec<u8> {
    std::fs::read(dir.with_extension("WAD")).unwrap()
}

fn start(dir: &Path) -> Play {
    // With backups, as the program runs: what is written in place is kept first.
    let data = dir.with_file_name("data");
    Stage { files: vec![dir.to_owned()], data: Some(data), size: egui::vec2(900.0, 600.0), ..Stage::empty() }.play()
}

/// Ten lines more than there is room for.
fn fill(play: &mut Play) {
    let doc = play.state_mut().session.doc_mut().unwrap();
    let mut draft = doc.file.document.draft();
    let place = doc.file.document.game().plan("place").unwrap();
    let values = [("kind", Value::Text("object".to_owned())), ("x", Value::Int(0)), ("y", Value::Int(0))];
    let values = values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let arguments = Arguments { level: LEVEL.0, values, ..Arguments::default() };
    for _ in 0..10 {
        (place.run)(&mut draft, &arguments).unwrap();
    }
    doc.file.document.commit(draft, "place").unwrap();
    play.run();
}

fn save(play: &mut Play) {
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, Command::Save);
    play.run();
}

fn click(play: &mut Play, label: &str) {
    play.get_by_role_and_label(Role::Button, label).click();
    play.run();
}

fn modified(play: &Play) -> bool {
    play.state().session.doc().unwrap().file.document.is_modified()
}

#[test]
fn what_no_longer_fits_is_asked_about_and_may_grow() {
    let (_folder, dir) = folder();
    let before = (std::fs::read(&dir).unwrap(), wad(&dir));
    let mut play = start(&dir);
    fill(&mut play);
    save(&mut play);
    let Some(Dialog::Question(question)) = &play.state().session.dialog else { panic!("nothing is asked") };
    let Question::OnDisk { text, .. } = question.as_ref() else { panic!("{question:?}") };
    assert!(text.contains("level3_objs.txt") && text.contains("2048"), "{text}");
    // Nothing was written yet, and Cancel leaves it so.
    click(&mut play, "Cancel");
    assert!(modified(&play));
    assert_eq!((std::fs::read(&dir).unwrap(), wad(&dir)), before);
    save(&mut play);
    click(&mut play, "Let it grow");
    assert!(!modified(&play), "{:?}", play.state().session.dialog);
    let after = wad(&dir);
    assert!(after.len() > before.1.len() && after[..before.1.len()] == before.1, "it stands behind the end");
    // Asked once for as long as it is open: the next save just goes on.
    fill(&mut play);
    save(&mut play);
    assert!(play.state().session.dialog.is_none() && !modified(&play));
    let mut again = levelwright_io::file::OpenFile::open(&dir).unwrap();
    again.document.decode_all();
    assert_eq!(again.document.state().level(LEVEL).unwrap().table("lines").unwrap().len(), 50);
}

fn shown(play: &Play) -> String {
    match &play.state().session.dialog {
        Some(Dialog::Error { text, .. }) => text.clone(),
        other => format!("{other:?}"),
    }
}

/// Lets it grow where nothing can be kept; answers what the window says.
fn grown_without_data(data: Option<PathBuf>, dir: &Path) -> (Play, String) {
    let before = (std::fs::read(dir).unwrap(), wad(dir));
    let mut play = Stage { files: vec![dir.to_owned()], data, size: egui::vec2(900.0, 600.0), ..Stage::empty() }.play();
    fill(&mut play);
    save(&mut play);
    click(&mut play, "Let it grow");
    let text = shown(&play);
    assert!(modified(&play), "it was not saved, so it counts as changed");
    assert_eq!((std::fs::read(dir).unwrap(), wad(dir)), before, "and nothing was written");
    (play, text)
}

#[test]
fn what_is_written_in_place_says_that_it_needs_a_data_folder_and_how_to_name_one() {
    let (_folder, dir) = folder();
    let (_, text) = grown_without_data(None, &dir);
    assert!(text.contains("there is no data folder") && text.contains("LEVELWRIGHT_HOME"), "{text}");
}

#[test]
fn a_data_folder_that_nothing_can_be_written_to_is_said_at_the_start_and_keeps_no_single_file_from_being_saved() {
    let (folder, dir) = folder();
    // A file stands where the folder would be made.
    std::fs::write(folder.path().join("taken"), b"").unwrap();
    let data = folder.path().join("taken/data");
    let (play, text) = grown_without_data(Some(data.clone()), &dir);
    assert!(text.contains("LEVELWRIGHT_HOME"), "{text}");
    let messages = &play.state().session.messages;
    let said = messages.all().iter().filter(|m| m.text.contains("taken")).map(|m| m.text.clone()).collect::<String>();
    assert!(said.contains("there are no backups") && said.contains("LEVELWRIGHT_HOME"), "{said}");
    let alone = folder.path().join("alone.txt");
    std::fs::write(&alone, b"1\r\n{dyn_ring {1, 2, 3}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )\r\n").unwrap();
    let mut play = Stage { files: vec![alone.clone()], data: Some(data), ..Stage::empty() }.play();
    fill(&mut play);
    save(&mut play);
    assert!(!modified(&play), "{}", shown(&play));
    assert!(std::fs::read(&alone).unwrap().starts_with(b"11\r\n"));
}
