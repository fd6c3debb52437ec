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
    Stage { files: vec![dir.to_owned()], size: egui::vec2(900.0, 600.0), ..Stage::empty() }.play()
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
    let text = match &play.state().session.dialog {
        Some(Dialog::Question(question)) => match &**question {
            Question::OnDisk { text, .. } => text.clone(),
            _ => panic!("something else is asked"),
        },
        _ => panic!("nothing is asked"),
    };
    assert!(text.contains("level3_objs.txt") && text.contains("2048"), "{text}");
    // Nothing was written yet, and Cancel leaves it so.
    click(&mut play, "Cancel");
    assert!(modified(&play));
    assert_eq!((std::fs::read(&dir).unwrap(), wad(&dir)), before);
    save(&mut play);
    click(&mut play, "Let it grow");
    assert!(!modified(&play));
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
