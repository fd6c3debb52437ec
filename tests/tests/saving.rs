//! Stories about saving through the window: backups, files that other programs change, crashes, sessions
//! (`docs/guide/files.md`). The data folder is a temporary one.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use levelwright_app::window::Window;
use levelwright_app::window::commands::Command;
use levelwright_app::window::dialogs::Dialog;
use levelwright_app::window::dock::Pane;
use levelwright_app::window::files::Chosen;
use levelwright_app::window::questions::Question;
use levelwright_io::file::OpenFile;
use levelwright_io::save::DataFolder;
use levelwright_io::save::disk::RealDisk;
use levelwright_io::save::faulty::{Fault, FaultyDisk};
use levelwright_model::record::Value;
use levelwright_tests::maps::two_rooms;
use levelwright_tests::stage::Stage;

type Play = Harness<'static, Window>;

/// A folder with a map, and a data folder beside it.
struct Home {
    folder: tempfile::TempDir,
    map: PathBuf,
}

impl Home {
    fn new() -> Home {
        let folder = tempfile::tempdir().unwrap();
        let map = folder.path().join("Two rooms.sceA");
        std::fs::write(&map, two_rooms()).unwrap();
        Home { folder, map }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn stage(&self) -> Stage {
        // Small, because what is drawn is not the point here.
        Stage { data: Some(self.data()), size: egui::vec2(700.0, 500.0), ..Stage::empty() }
    }

    fn start(&self) -> Play {
        Stage { files: vec![self.map.clone()], ..self.stage() }.play()
    }

    fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.map).unwrap()
    }

    fn backups(&self) -> usize {
        DataFolder::new(self.data()).backups().list(None).unwrap().backups.len()
    }

    fn journals(&self) -> usize {
        let list = std::fs::read_dir(self.data().join("journals"));
        let is = |e: &std::fs::DirEntry| e.path().extension().is_some_and(|e| e != "lock");
        list.map_or(0, |l| l.flatten().filter(is).count())
    }
}

fn click(play: &mut Play, label: &str) {
    play.get_by_role_and_label(Role::Button, label).click();
    play.run();
}

fn run(play: &mut Play, command: Command) {
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, command);
    play.run();
}

/// Sets x of the first monster, as the inspector does.
fn edit(play: &mut Play, x: i128) {
    let doc = play.state_mut().session.doc_mut().unwrap();
    let objects = doc.objects(doc.level);
    let node = objects.all().iter().find(|o| o.kind.key == "monster").unwrap().id.node;
    let field = {
        let level = doc.file.document.state().level(doc.level).unwrap();
        level.record(node.number).unwrap().schema().base_fields().find(|f| f.name == "x").unwrap()
    };
    let change = levelwright_app::window::change::Change::Value(Value::Int(x));
    play.state_mut()
        .session
        .carry_out(levelwright_app::window::intent::Intent::Set { fields: vec![(node, field)], change });
    play.run();
}

fn modified(play: &Play) -> bool {
    play.state().session.doc().unwrap().file.document.is_modified()
}

fn encoded(play: &Play) -> Vec<u8> {
    play.state().session.doc().unwrap().file.encode().unwrap().bytes
}

fn question(play: &Play) -> &Question {
    match &play.state().session.dialog {
        Some(Dialog::Question(question)) => question,
        other => panic!("no question is asked: {other:?}"),
    }
}

fn says(play: &Play, words: &str) -> bool {
    play.state().session.messages.all().iter().any(|m| m.text.contains(words))
}

/// Leaves as a person does, and ends the program.
fn leave(mut play: Play) {
    run(&mut play, Command::Quit);
    assert!(play.state().leaves());
    play.state_mut().finish();
}

#[test]
fn a_save_makes_a_backup_and_clears_the_mark_and_the_journal() {
    let home = Home::new();
    let mut play = home.start();
    edit(&mut play, 700);
    assert!(modified(&play));
    assert_eq!((home.backups(), home.journals()), (0, 1));
    run(&mut play, Command::Save);
    assert!(!modified(&play) && !play.state().title().starts_with('●'));
    assert_eq!(home.bytes(), encoded(&play));
    assert_eq!(home.backups(), 1);
    assert!(says(&play, "was saved"));
    run(&mut play, Command::Close);
    assert_eq!(home.journals(), 0, "closed for good");
}

#[test]
fn a_file_that_was_changed_on_disk_is_reloaded_overwritten_saved_beside_or_compared() {
    for answer in ["Reload", "Overwrite", "Save beside", "Compare", "Cancel"] {
        let home = Home::new();
        let other = {
            let mut play = home.start();
            edit(&mut play, 300);
            run(&mut play, Command::Save);
            home.bytes()
        };
        std::fs::write(&home.map, two_rooms()).unwrap();
        let mut play = home.start();
        edit(&mut play, 700);
        let mine = encoded(&play);
        std::fs::write(&home.map, &other).unwrap();
        let backups = home.backups();
        run(&mut play, Command::Save);
        let Question::OnDisk { text, .. } = question(&play) else { panic!("{answer}") };
        assert!(text.contains("changed by another program") && text.contains("overwrite"), "{text}");
        assert!(modified(&play));
        assert_eq!(home.bytes(), other, "nothing was written");
        click(&mut play, answer);
        let beside = home.folder.path().join("Two rooms 2.sceA");
        match answer {
            "Reload" => {
                assert!(!modified(&play));
                assert_eq!(encoded(&play), other);
                assert_eq!(home.bytes(), other);
                assert_eq!(home.journals(), 0);
            }
            "Overwrite" => {
                assert!(!modified(&play));
                assert_eq!(home.bytes(), mine);
                let list = DataFolder::new(home.data()).backups().list(None).unwrap().backups;
                assert_eq!(list.len(), backups + 1, "the other program's version is kept");
                assert_eq!(DataFolder::new(home.data()).backups().whole(&list[0]).unwrap(), other);
            }
            "Save beside" => {
                assert!(!modified(&play));
                assert_eq!(home.bytes(), other);
                assert_eq!(std::fs::read(&beside).unwrap(), mine);
                assert!(play.state().title().contains("Two rooms 2.sceA"));
            }
            "Compare" => {
                let Question::Changes { lines, .. } = question(&play) else { panic!("nothing is compared") };
                assert!(lines.iter().any(|l| l.to_lowercase().contains("x: ")), "{lines:?}");
                click(&mut play, "Back");
                assert!(matches!(question(&play), Question::OnDisk { .. }));
                click(&mut play, "Cancel");
                assert!(modified(&play));
            }
            _ => {
                assert!(modified(&play) && play.state().session.dialog.is_none());
                assert_eq!(home.bytes(), other);
            }
        }
        assert_eq!(beside.exists(), answer == "Save beside");
    }
}

#[test]
fn a_file_that_is_gone_is_written_again() {
    let home = Home::new();
    let mut play = home.start();
    edit(&mut play, 700);
    std::fs::remove_file(&home.map).unwrap();
    run(&mut play, Command::Save);
    assert!(play.query_by_role_and_label(Role::Button, "Reload").is_none(), "there is nothing to reload");
    click(&mut play, "Overwrite");
    assert_eq!(home.bytes(), encoded(&play));
}

#[test]
fn what_will_change_is_shown_by_command_and_before_saving() {
    let home = Home::new();
    let mut play = home.start();
    edit(&mut play, 700);
    run(&mut play, Command::ShowChanges);
    let Question::Changes { summary, lines, save: None, .. } = question(&play) else { panic!("no changes") };
    assert!(summary.contains("1 field in 1 object") && summary.contains("byte"), "{summary}");
    assert_eq!(lines.len(), 1);
    click(&mut play, "Close");
    run(&mut play, Command::AskBeforeSaving);
    run(&mut play, Command::Save);
    assert_eq!(home.bytes(), two_rooms(), "not yet");
    click(&mut play, "Cancel");
    assert!(modified(&play));
    run(&mut play, Command::Save);
    click(&mut play, "Save");
    assert!(!modified(&play));
    assert_ne!(home.bytes(), two_rooms());
}

#[test]
fn after_a_crash_edits_are_recovered_compared_or_discarded() {
    for answer in ["Recover", "Discard", "Later"] {
        let home = Home::new();
        let mut play = home.start();
        edit(&mut play, 700);
        edit(&mut play, 800);
        let edited = encoded(&play);
        drop(play);
        assert_eq!(home.journals(), 1);

        let mut play = home.stage().play();
        assert!(play.state().session.docs.is_empty(), "nothing is loaded by itself");
        let Question::Recover { journals, open } = question(&play) else { panic!("nothing is offered") };
        assert_eq!((journals.len(), journals[0].edits, open.len()), (1, 2, 1));
        click(&mut play, "Compare Two rooms.sceA");
        let Question::Changes { lines, .. } = question(&play) else { panic!("nothing is compared") };
        assert_eq!(lines.len(), 1, "{lines:?}");
        click(&mut play, "Back");
        let button = if answer == "Later" { answer.to_owned() } else { format!("{answer} Two rooms.sceA") };
        click(&mut play, &button);
        match answer {
            "Recover" => {
                assert_eq!(play.state().session.dialog, None, "nothing is left to ask");
                assert!(modified(&play));
                assert_eq!(encoded(&play), edited);
                assert_eq!(home.bytes(), two_rooms(), "nothing is saved by itself");
                assert_eq!(home.journals(), 1, "the edits are in a new journal");
                run(&mut play, Command::Undo);
                run(&mut play, Command::Undo);
                assert!(!modified(&play));
                assert_eq!(encoded(&play), two_rooms());
            }
            "Discard" => {
                assert_eq!(home.journals(), 0);
                click(&mut play, "Open them again");
                assert_eq!(encoded(&play), two_rooms());
                assert_eq!(play.state().session.dialog, None);
            }
            _ => {
                assert_eq!(home.journals(), 1);
                run(&mut play, Command::Recover);
                click(&mut play, "Recover Two rooms.sceA");
                assert_eq!(encoded(&play), edited);
            }
        }
    }
}

#[test]
fn recovering_takes_the_place_of_the_file_opened_meanwhile_but_not_of_edits() {
    let home = Home::new();
    let mut play = home.start();
    edit(&mut play, 700);
    let edited = encoded(&play);
    drop(play);
    let mut play = home.start();
    click(&mut play, "Later");
    edit(&mut play, 900);
    run(&mut play, Command::Recover);
    click(&mut play, "Recover Two rooms.sceA");
    assert!(matches!(&play.state().session.dialog, Some(Dialog::Error { text, .. }) if text.contains("has changes")));
    click(&mut play, "Close");
    run(&mut play, Command::Undo);
    run(&mut play, Command::Recover);
    click(&mut play, "Recover Two rooms.sceA");
    assert_eq!(play.state().session.docs.len(), 1);
    assert_eq!(encoded(&play), edited);
}

#[test]
fn a_clean_exit_brings_documents_and_layout_back_and_leaves_no_journal() {
    let home = Home::new();
    let mut play = home.start();
    edit(&mut play, 700);
    run(&mut play, Command::Undo);
    play.state_mut().show_pane(Pane::Bytes);
    play.run();
    let layout = |play: &Play| serde_json::to_string(play.state().layout()).unwrap();
    let changed = layout(&play);
    leave(play);
    assert_eq!(home.journals(), 0);
    let play = home.stage().play();
    assert_eq!(play.state().session.dialog, None);
    assert_eq!(play.state().session.docs.len(), 1);
    assert_eq!(play.state().session.recent(), std::slice::from_ref(&home.map));
    assert_ne!(layout(&Stage::empty().play()), changed);
    assert_eq!(layout(&play), changed);
    leave(play);
    std::fs::remove_file(&home.map).unwrap();
    let play = home.stage().play();
    assert!(play.state().session.docs.is_empty() && says(&play, "not there any more"));
}

#[test]
fn discarding_while_leaving_gives_the_edits_up_and_keeps_the_file_in_the_session() {
    let home = Home::new();
    let mut play = home.start();
    edit(&mut play, 700);
    run(&mut play, Command::Quit);
    click(&mut play, "Cancel");
    assert!(!play.state().leaves());
    run(&mut play, Command::Quit);
    click(&mut play, "Discard");
    assert!(play.state().leaves());
    play.state_mut().finish();
    drop(play);
    assert_eq!(home.journals(), 0);
    let play = home.stage().play();
    assert_eq!(encoded(&play), two_rooms());
}

#[test]
fn a_backup_is_put_back_and_that_is_backed_up_too() {
    let home = Home::new();
    let mut play = home.start();
    run(&mut play, Command::Backups);
    click(&mut play, "Close");
    edit(&mut play, 700);
    run(&mut play, Command::Save);
    let saved = home.bytes();
    let restore = |play: &mut Play| {
        run(play, Command::Backups);
        let Question::Backups { backups, .. } = question(play) else { panic!("no list") };
        format!("Restore {}", levelwright_io::save::show::time(backups[0].at))
    };
    let label = restore(&mut play);
    click(&mut play, &label.replace("Restore", "Compare"));
    assert!(matches!(question(&play), Question::Changes { lines, .. } if lines.len() == 1));
    click(&mut play, "Back");
    click(&mut play, "Close");
    edit(&mut play, 800);
    let label_now = restore(&mut play);
    assert_eq!(label_now, label);
    click(&mut play, &label);
    assert!(matches!(&play.state().session.dialog, Some(Dialog::Error { text, .. }) if text.contains("has changes")));
    assert_eq!(home.bytes(), saved);
    click(&mut play, "Close");
    run(&mut play, Command::Undo);
    let label = restore(&mut play);
    click(&mut play, &label);
    assert_eq!(home.bytes(), two_rooms());
    assert_eq!(encoded(&play), two_rooms(), "the open document follows");
    assert_eq!(home.backups(), 2);
}

#[test]
fn a_save_on_a_thread_shows_that_it_runs_and_takes_one_at_a_time() {
    let home = Home::new();
    let mut play = home.start();
    play.state_mut().session.safety.threads = true;
    edit(&mut play, 700);
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, Command::Save);
    assert!(play.state().session.safety.is_saving());
    play.state_mut().run(&ctx, Command::Save);
    play.state_mut().run(&ctx, Command::Quit);
    assert!(!play.state().leaves(), "leaving waits for the save");
    for _ in 0..1000 {
        if !play.state().session.safety.is_saving() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        play.step();
    }
    assert_eq!(home.bytes(), encoded(&play));
    assert_eq!(home.backups(), 1);
    assert!(play.state().leaves());
}

#[test]
fn edits_made_while_a_save_runs_are_asked_about() {
    let home = Home::new();
    let mut play = home.start();
    play.state_mut().session.safety.threads = true;
    edit(&mut play, 700);
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, Command::Save);
    play.state_mut().run(&ctx, Command::Close);
    // The window has not looked for the answer yet.
    let session = &mut play.state_mut().session;
    session.travel(levelwright_model::document::Intent::Undo);
    for _ in 0..1000 {
        if !play.state().session.safety.is_saving() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        play.step();
    }
    assert!(matches!(play.state().session.dialog, Some(Dialog::Unsaved { .. })), "the undo is in no file");
}

#[test]
fn a_save_that_fails_says_what_and_what_to_do_and_the_mark_stays() {
    let home = Home::new();
    let mut stage = Stage { files: vec![home.map.clone()], ..home.stage() };
    let gone = home.folder.path().join("gone/copy.sceA");
    stage.answers = vec![Chosen::Save(gone.clone())];
    let mut play = stage.play();
    edit(&mut play, 700);
    run(&mut play, Command::SaveAs);
    let Some(Dialog::Error { text, save_as: true, .. }) = &play.state().session.dialog else { panic!("no error") };
    assert!(text.contains(&gone.display().to_string()) && text.contains("folder"), "{text}");
    assert!(modified(&play));
    assert_eq!(home.bytes(), two_rooms());
    assert_eq!(Path::new(&home.map), play.state().session.doc().unwrap().file.path().unwrap());
}

#[test]
fn a_journal_that_cannot_be_written_is_told_once() {
    let home = Home::new();
    std::fs::create_dir_all(home.data()).unwrap();
    let mut play = home.start();
    // A file where the folder should be.
    std::fs::remove_dir_all(home.data().join("journals")).ok();
    std::fs::write(home.data().join("journals"), b"").unwrap();
    edit(&mut play, 700);
    edit(&mut play, 800);
    let told = |play: &Play| play.state().session.messages.all().iter().filter(|m| m.text.contains("journal")).count();
    assert_eq!(told(&play), 1);
    run(&mut play, Command::Save);
    assert!(!modified(&play), "saving helps");
}

#[test]
fn edits_of_a_file_that_was_changed_since_are_recovered_as_a_copy_without_a_name() {
    let home = Home::new();
    let mut play = home.start();
    edit(&mut play, 700);
    run(&mut play, Command::Save);
    edit(&mut play, 800);
    run(&mut play, Command::Save);
    run(&mut play, Command::Undo);
    let edited = encoded(&play);
    // Puts the present file into the backups, too.
    let present = home.bytes();
    let data = DataFolder::new(home.data());
    data.backups().keep(&home.map, &present, data.now()).unwrap();
    drop(play);
    std::fs::write(&home.map, two_rooms()).unwrap();
    let mut play = home.stage().play();
    assert!(play.query_by_label_contains("as a copy without a name").is_some());
    click(&mut play, "Recover Two rooms.sceA");
    assert_eq!(encoded(&play), edited);
    assert_eq!(play.state().session.doc().unwrap().file.path(), None);
    assert!(modified(&play) && play.state().title().contains("Two rooms.sceA"));
    assert_eq!(home.bytes(), two_rooms());
}

#[test]
fn an_interrupted_save_is_put_right_at_the_start_and_that_is_said() {
    let mut said = 0;
    for at in 0..80 {
        let home = Home::new();
        let disk = FaultyDisk::new(Arc::new(RealDisk), at, Fault::DiesBefore);
        let data = Arc::new(DataFolder::with(Arc::new(disk), home.data(), || 1));
        let Ok(mut file) = OpenFile::open_in(&data, &home.map) else { continue };
        let saved = file.save();
        drop(file);
        let pending = std::fs::read_dir(home.data().join("pending")).map_or(0, Iterator::count);
        if saved.is_ok() || pending == 0 {
            continue;
        }
        let play = home.start();
        said += usize::from(says(&play, "interrupted"));
        assert_eq!(encoded(&play), two_rooms());
        assert_eq!(std::fs::read_dir(home.data().join("pending")).unwrap().count(), 0, "call {at}");
        let others = std::fs::read_dir(home.folder.path()).unwrap().count();
        assert_eq!(others, 2, "call {at}: nothing is left beside the map");
    }
    assert!(said > 0);
}

#[test]
fn every_control_of_the_questions_has_a_name_of_its_own() {
    let home = Home::new();
    let mut play = home.start();
    edit(&mut play, 700);
    run(&mut play, Command::Save);
    edit(&mut play, 800);
    drop(play);
    let mut play = home.stage().play();
    for name in ["Recover Two rooms.sceA", "Compare Two rooms.sceA", "Discard Two rooms.sceA", "Later"] {
        assert!(play.query_by_role_and_label(Role::Button, name).is_some(), "{name}");
    }
    click(&mut play, "Open them again");
    assert!(
        matches!(question(&play), Question::Recover { open, .. } if open.is_empty()),
        "the edits are still asked about"
    );
    click(&mut play, "Later");
    run(&mut play, Command::Backups);
    assert_eq!(play.query_all_by_role(Role::Button).filter(|b| b.accesskit_node().label().is_none()).count(), 0);
}

#[test]
fn a_sample_that_was_never_saved_is_recovered_with_its_name() {
    let home = Home::new();
    let mut play = home.stage().play();
    play.state_mut().session.carry_out(levelwright_app::window::intent::Intent::Sample(0));
    play.run();
    let (plain, title) = (encoded(&play), play.state().title().to_owned());
    edit(&mut play, 700);
    let edited = encoded(&play);
    assert_ne!(edited, plain);
    drop(play);
    let mut play = home.stage().play();
    let Question::Recover { journals, open } = question(&play) else { panic!("nothing is offered") };
    assert!(journals.len() == 1 && journals[0].path.is_none() && open.is_empty());
    let label = format!("Recover {}", journals[0].name);
    click(&mut play, &label);
    assert_eq!(encoded(&play), edited);
    assert_eq!(play.state().title(), format!("● {title}"));
    run(&mut play, Command::Undo);
    assert_eq!(encoded(&play), plain);
}
