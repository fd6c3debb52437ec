//! The journal from end to end: what was done is there again after the program died, over saves, with the power cut,
//! and whatever call fails.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::document::{Document, LevelId};

use super::frame::{self, Frame, Header};
use super::log::Log;
use super::recovery::{self, Base, RecoverError, Recovery};
use crate::file::{OpenFile, SaveOptions};
use crate::save::changes::What;
use crate::save::disk::Disk;
use crate::save::faulty::{Fault, FaultyDisk};
use crate::save::memory::{MemoryDisk, PowerCut};
use crate::save::{Change, Choice, ContentHash, DataFolder, LiveIds, SaveError};
use crate::test_data::small_map;

const MAP: &str = "/game/Karte ä.sceA";

fn disk() -> MemoryDisk {
    let disk = MemoryDisk::with_folders(&["/game", "/home"]);
    disk.put(Path::new(MAP), &small_map(2, 6));
    disk
}

fn data(disk: &MemoryDisk) -> Arc<DataFolder> {
    on(Arc::new(disk.clone()))
}

fn on(disk: Arc<dyn Disk>) -> Arc<DataFolder> {
    Arc::new(DataFolder::with(disk, "/home/data".into(), || 1_234_000))
}

fn open(data: &Arc<DataFolder>) -> OpenFile {
    let mut file = OpenFile::open_in(data, Path::new(MAP)).unwrap();
    file.document.decode_all();
    file
}

/// All bytes of all levels.
fn bytes(document: &Document) -> Vec<Vec<u8>> {
    let level = |id| document.state().level(id).map(|l| l.tables().map(|t| t.bytes()).collect::<Vec<_>>());
    document.state().ids().flat_map(|id| level(id).unwrap_or_default()).collect()
}

fn set(file: &mut OpenFile, level: u32, row: usize, x: i16) {
    let mut draft = file.document.draft();
    let id = draft.row(LevelId(level), "objects", row).unwrap().id();
    draft.set_int(id, "x", x).unwrap();
    file.document.commit(draft, &format!("Move {row}")).unwrap();
    file.record();
}

fn remove(file: &mut OpenFile, level: u32, row: usize) {
    let mut draft = file.document.draft();
    let id = draft.row(LevelId(level), "objects", row).unwrap().id();
    draft.remove(id).unwrap();
    file.document.commit(draft, &format!("Remove {row}")).unwrap();
    file.record();
}

fn insert(file: &mut OpenFile, level: u32, at: usize, byte: u8) {
    let mut draft = file.document.draft();
    let schema = draft.table(LevelId(level), "objects").unwrap().spec.record.unwrap();
    let id = draft.insert_row(LevelId(level), "objects", at, schema, vec![byte; 16]).unwrap();
    draft.new_generation(id).unwrap();
    file.document.commit(draft, &format!("Add at {at}")).unwrap();
    file.record();
}

fn undo(file: &mut OpenFile) {
    assert!(file.document.undo());
    file.record();
}

fn redo(file: &mut OpenFile) {
    assert!(file.document.redo());
    file.record();
}

/// The program dies: its locks go, its thread ends, its file stays as the journal has it.
fn crash(file: OpenFile, disk: &MemoryDisk, cut: PowerCut) {
    drop(file);
    disk.die(cut);
}

fn only(data: &DataFolder) -> Recovery {
    let mut found = recovery::find(data).unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn edits_undos_and_redos_come_back_and_can_be_undone() {
    let disk = disk();
    let data = data(&disk);
    let mut file = open(&data);
    set(&mut file, 0, 1, 11);
    insert(&mut file, 1, 3, 9);
    remove(&mut file, 0, 0);
    set(&mut file, 0, 0, 12);
    undo(&mut file);
    undo(&mut file);
    redo(&mut file);
    let want = bytes(&file.document);
    crash(file, &disk, PowerCut::LosesAll);

    let found = only(&data);
    assert_eq!((found.edits(), found.base(), found.last_at()), (7, &Base::File, 1_234_000));
    assert_eq!(found.path(), Some(Path::new(MAP)));
    let (changes, stopped) = found.compare(&data).unwrap();
    assert!(stopped.is_none());
    assert!(changes.lines().iter().any(|l| l.ends_with("removed")), "{:#?}", changes.lines());
    assert_eq!(changes.levels.len(), 2);

    let recovered = found.recover(&data).unwrap();
    let mut file = recovered.file;
    assert_eq!((recovered.applied, recovered.stopped), (7, None));
    file.document.decode_all();
    assert_eq!(bytes(&file.document), want);
    assert!(file.document.is_modified());
    assert!(file.document.redo(), "what was undone can be redone");
    while file.document.undo() {}
    assert!(!file.document.is_modified());
    assert_eq!(file.encode().unwrap().bytes, small_map(2, 6));
}

#[test]
fn what_was_recovered_is_in_a_journal_again() {
    let disk = disk();
    let data = data(&disk);
    let mut file = open(&data);
    set(&mut file, 0, 1, 11);
    remove(&mut file, 0, 4);
    undo(&mut file);
    let want = bytes(&file.document);
    crash(file, &disk, PowerCut::LosesAll);
    for _ in 0..3 {
        let mut recovered = only(&data).recover(&data).unwrap();
        recovered.file.document.decode_all();
        assert_eq!(bytes(&recovered.file.document), want);
        crash(recovered.file, &disk, PowerCut::LosesAll);
    }
    let recovered = only(&data).recover(&data).unwrap();
    recovered.file.close();
    assert!(recovery::find(&data).unwrap().is_empty(), "a closed document offers nothing");
}

/// Edits around a save: numbers of the session are not those of the saved file any more.
fn edits_before(file: &mut OpenFile) {
    insert(file, 0, 0, 7);
    remove(file, 0, 3);
    insert(file, 0, 2, 8);
    set(file, 1, 2, 5);
}

fn edits_after(file: &mut OpenFile) {
    set(file, 0, 0, 21);
    set(file, 0, 5, 22);
    insert(file, 0, 1, 6);
    set(file, 0, 1, 23);
    for _ in 0..6 {
        undo(file);
    }
    // Now undone into what was saved: the removal's and the insertion's nodes came and went.
    redo(file);
    insert(file, 0, 6, 5);
    remove(file, 0, 0);
}

#[test]
fn a_journal_goes_on_over_a_save_though_the_nodes_have_other_numbers_then() {
    let disk = disk();
    let data = data(&disk);
    let mut file = open(&data);
    edits_before(&mut file);
    file.save().unwrap();
    assert!(!file.document.is_modified());
    edits_after(&mut file);
    let want = bytes(&file.document);
    file.flush_journal().unwrap();
    crash(file, &disk, PowerCut::LosesAll);

    let found = only(&data);
    assert_eq!((found.edits(), found.base()), (13, &Base::File));
    let mut recovered = found.recover(&data).unwrap();
    assert_eq!(recovered.stopped, None);
    recovered.file.document.decode_all();
    assert_eq!(bytes(&recovered.file.document), want);
    // Saved once more, and gone on once more.
    recovered.file.save().unwrap();
    edits_after_recovery(&mut recovered.file);
    let want = bytes(&recovered.file.document);
    crash(recovered.file, &disk, PowerCut::LosesAll);
    let mut again = only(&data).recover(&data).unwrap();
    again.file.document.decode_all();
    assert_eq!(bytes(&again.file.document), want);
}

fn edits_after_recovery(file: &mut OpenFile) {
    undo(file);
    undo(file);
    set(file, 0, 2, 77);
}

#[test]
fn nothing_is_offered_where_everything_is_saved() {
    let disk = disk();
    let data = data(&disk);
    let mut file = open(&data);
    edits_before(&mut file);
    file.save().unwrap();
    file.flush_journal().unwrap();
    crash(file, &disk, PowerCut::LosesAll);
    assert!(recovery::find(&data).unwrap().is_empty());
    assert!(disk.list(&data.journals()).unwrap().is_empty());
}

#[test]
fn every_call_of_edit_and_save_is_the_last_and_nothing_flushed_is_lost() {
    // The script, with a mark after each step whose edits were flushed; the states that may come back are those.
    let script = |data: &Arc<DataFolder>, reached: &mut Vec<Vec<Vec<u8>>>| {
        let Ok(mut file) = OpenFile::open_in(data, Path::new(MAP)) else { return };
        file.document.decode_all();
        reached.push(bytes(&file.document));
        let steps: [fn(&mut OpenFile); 6] = [
            |f| insert(f, 0, 0, 7),
            |f| remove(f, 0, 3),
            |f| {
                drop(f.save());
            },
            |f| set(f, 0, 5, 22),
            undo,
            undo,
        ];
        for step in steps {
            step(&mut file);
            let flushed = file.flush_journal().is_ok();
            reached.push(bytes(&file.document));
            if !flushed {
                return;
            }
        }
    };
    let (all, calls) = {
        let disk = disk();
        let counting = FaultyDisk::counting(Arc::new(disk.clone()));
        let mut reached = Vec::new();
        script(&on(Arc::new(counting.clone())), &mut reached);
        (reached, counting.calls())
    };
    assert_eq!(all.len(), 7);
    let mut injected = 0;
    for at in 0..calls {
        for fault in [Fault::DiesBefore, Fault::DiesWithin, Fault::DiesAfter] {
            for cut in [PowerCut::KeepsAll, PowerCut::LosesAll, PowerCut::LosesContents, PowerCut::LosesNames] {
                let what = format!("call {at}, {fault:?}, {cut:?}");
                let disk = disk();
                let faulty = FaultyDisk::new(Arc::new(disk.clone()), at, fault);
                let mut reached = Vec::new();
                script(&on(Arc::new(faulty)), &mut reached);
                disk.die(cut);
                let data = data(&disk);
                data.repair().unwrap();
                let mut found = recovery::find(&data).unwrap();
                let mut file = match found.pop() {
                    Some(found) => {
                        assert_eq!(found.base(), &Base::File, "{what}");
                        let recovered = found.recover(&data).unwrap();
                        assert_eq!(recovered.stopped, None, "{what}");
                        recovered.file
                    }
                    None => open(&data),
                };
                assert!(found.is_empty(), "{what}");
                file.document.decode_all();
                let got = bytes(&file.document);
                // The last state reached may be lost, if it was not flushed; the one before it may not.
                let last = reached.len().saturating_sub(2);
                let allowed = all.get(last..=reached.len()).unwrap_or(&all[last..]);
                assert!(allowed.contains(&got), "{what}: after {} states", reached.len());
                injected += 1;
            }
        }
    }
    println!("{calls} calls, {injected} ends of the program injected");
}

#[test]
fn a_torn_last_frame_is_dropped_wherever_it_is_torn() {
    let disk = disk();
    let data = data(&disk);
    let mut file = open(&data);
    let mut states = vec![bytes(&file.document)];
    for n in 0..4 {
        set(&mut file, 0, n, 50 + n as i16);
        states.push(bytes(&file.document));
    }
    crash(file, &disk, PowerCut::LosesAll);
    let path = disk.list(&data.journals()).unwrap().into_iter().find(|p| p.extension().is_some_and(|e| e == "journal"));
    let path = path.unwrap();
    let whole = disk.read(&path).unwrap();
    for cut in (0..whole.len()).rev() {
        disk.put(&path, &whole[..cut]);
        let found = recovery::find(&data).unwrap();
        let steps = frame::read(&whole[..cut]).map_or(0, |j| j.frames.len());
        assert_eq!(found.iter().map(Recovery::edits).sum::<usize>(), steps, "cut at {cut}");
        if let Some(found) = found.first() {
            let (changes, stopped) = found.compare(&data).unwrap();
            assert_eq!((changes.fields(), stopped), (steps, None));
            assert_eq!(found.is_torn(), frame::whole_len(&whole[..cut]) < cut);
        }
    }
}

#[test]
fn a_step_that_does_not_fit_stops_the_replay_and_the_journal_stays() {
    let disk = disk();
    let data = data(&disk);
    let mut file = open(&data);
    set(&mut file, 0, 0, 1);
    set(&mut file, 0, 1, 2);
    set(&mut file, 0, 0, 3);
    crash(file, &disk, PowerCut::LosesAll);
    // Another step is cut out of the middle.
    let path = disk.list(&data.journals()).unwrap().into_iter().find(|p| p.extension().is_some_and(|e| e == "journal"));
    let path = path.unwrap();
    let journal = frame::read(&disk.read(&path).unwrap()).unwrap();
    let mut log = frame::MAGIC.to_vec();
    log.extend(Frame::Header(journal.header.clone()).bytes().unwrap());
    [1, 2].iter().for_each(|n| log.extend(journal.frames[*n].bytes().unwrap()));
    disk.put(&path, &log);
    let recovered = only(&data).recover(&data).unwrap();
    let stopped = recovered.stopped.unwrap();
    assert_eq!((recovered.applied, stopped.after, stopped.name.as_str()), (1, 1, "Move 0"));
    assert!(stopped.reason.contains("not what the edit replaces"), "{}", stopped.reason);
    recovered.file.close();
    assert_eq!(only(&data).edits(), 2, "the whole journal is still there");
}

#[test]
fn a_file_that_changed_since_is_recovered_as_a_copy_from_the_backups() {
    let disk = disk();
    let data = data(&disk);
    let mut file = open(&data);
    set(&mut file, 0, 0, 1);
    file.save().unwrap();
    set(&mut file, 0, 1, 2);
    let want = bytes(&file.document);
    let saved = disk.read(Path::new(MAP)).unwrap();
    crash(file, &disk, PowerCut::LosesAll);
    // Another program saves over it; nobody has the base any more, but the backups have what was before the save.
    disk.put(Path::new(MAP), &small_map(1, 2));
    let found = only(&data);
    assert_eq!((found.base(), found.edits()), (&Base::Missing, 1));
    let (error, found) = found.recover(&data).unwrap_err();
    assert!(matches!(error, RecoverError::NoBase { .. }), "{error}");
    drop(found);
    data.backups().keep(Path::new(MAP), &saved, 9).unwrap();
    let found = only(&data);
    assert_eq!(found.base(), &Base::Backup);
    let mut recovered = found.recover(&data).unwrap();
    recovered.file.document.decode_all();
    assert_eq!(bytes(&recovered.file.document), want);
    assert_eq!((recovered.file.path(), recovered.file.document.is_modified()), (None, true));
    assert_eq!(disk.read(Path::new(MAP)).unwrap(), small_map(1, 2), "their file is left alone");
}

#[test]
fn a_document_without_a_file_has_a_journal_too() {
    let disk = disk();
    let data = data(&disk);
    let mut file = OpenFile::untitled(small_map(1, 3)).unwrap();
    file.set_name("Untitled 2");
    file.use_data_folder(data.clone());
    file.document.decode_all();
    remove(&mut file, 0, 1);
    let want = bytes(&file.document);
    crash(file, &disk, PowerCut::LosesAll);
    let found = only(&data);
    assert_eq!((found.base(), found.name(), found.path()), (&Base::Untitled, "Untitled 2", None));
    let mut recovered = found.recover(&data).unwrap();
    recovered.file.document.decode_all();
    assert_eq!((bytes(&recovered.file.document), recovered.file.name()), (want.clone(), "Untitled 2"));
    // Saved, it has a file, and the journal belongs to that.
    let place = PathBuf::from("/game/new.sceA");
    recovered.file.save_as(&place).unwrap();
    undo(&mut recovered.file);
    crash(recovered.file, &disk, PowerCut::LosesAll);
    let found = only(&data);
    assert_eq!((found.base(), found.path()), (&Base::File, Some(place.as_path())));
    assert_eq!(found.recover(&data).unwrap().file.encode().unwrap().bytes.len(), small_map(1, 3).len());
}

#[test]
fn a_second_instance_leaves_the_journal_of_the_first_alone() {
    let disk = disk();
    let (first, second) = (data(&disk), data(&disk));
    let mut file = open(&first);
    set(&mut file, 0, 0, 1);
    file.flush_journal().unwrap();
    assert!(recovery::find(&second).unwrap().is_empty());
    let mut other = open(&second);
    set(&mut other, 0, 0, 2);
    other.flush_journal().unwrap();
    assert!(recovery::find(&first).unwrap().is_empty());
    other.close();
    crash(file, &disk, PowerCut::KeepsAll);
    let offered = only(&second);
    assert!(recovery::find(&first).unwrap().is_empty(), "one instance has it in hand");
    offered.discard().unwrap();
    assert!(recovery::find(&second).unwrap().is_empty());
}

#[test]
fn a_file_another_program_changed_is_noticed_and_can_be_compared_or_overwritten() {
    let disk = disk();
    let data = data(&disk);
    let mut file = open(&data);
    set(&mut file, 0, 0, 1);
    assert_eq!(file.disk_change().unwrap(), None);
    let theirs = {
        let mut theirs = OpenFile::untitled(small_map(2, 6)).unwrap();
        theirs.document.decode_all();
        set(&mut theirs, 1, 3, 99);
        theirs.encode().unwrap().bytes
    };
    disk.put(Path::new(MAP), &theirs);
    assert_eq!(file.disk_change().unwrap(), Some(Change::Changed));
    let error = file.save().unwrap_err();
    assert_eq!(error.choices(), [Choice::Reload, Choice::Overwrite, Choice::SaveBeside, Choice::Compare]);
    assert!(error.message().contains(MAP) && error.message().contains("another program"), "{}", error.message());
    assert!(file.document.is_modified());
    let compared = file.compare_with_disk().unwrap();
    assert_eq!((compared.objects(), compared.fields(), compared.levels.len()), (2, 2, 2));
    assert!(compared.bytes.unwrap() > 0);
    assert_eq!(file.name_beside().unwrap(), Path::new("/game/Karte ä 2.sceA"));
    file.save_with(Path::new(MAP), SaveOptions { overwrite: true }).unwrap();
    assert!(!file.document.is_modified());
    let kept = data.backups().list(Some(Path::new(MAP))).unwrap().backups;
    assert_eq!(data.backups().whole(&kept[0]).unwrap(), theirs, "theirs is in the backups");
    disk.put(Path::new(MAP), &theirs);
    file.reload().unwrap();
    assert_eq!(file.encode().unwrap().bytes, theirs);
    disk.remove(Path::new(MAP)).unwrap();
    assert_eq!(file.disk_change().unwrap(), Some(Change::Removed));
}

#[test]
fn what_will_change_is_counted_against_what_is_on_disk() {
    let disk = disk();
    let data = data(&disk);
    let mut file = OpenFile::open_in(&data, Path::new(MAP)).unwrap();
    file.document.level(LevelId(0)).unwrap();
    assert!(file.changes().unwrap().is_empty());
    set(&mut file, 0, 1, 300);
    let changes = file.changes().unwrap();
    assert_eq!((changes.objects(), changes.fields()), (1, 1));
    // Two bytes of the field and four of the checksum at most.
    assert!((2..=6).contains(&changes.bytes.unwrap()), "{changes:?}");
    assert!(changes.summary().starts_with("1 field in 1 object, "), "{}", changes.summary());
    let What::Changed(fields) = &changes.levels[0].objects[0].what else { panic!("{changes:?}") };
    assert_eq!(fields[0].field, "x");
    file.save().unwrap();
    assert!(file.changes().unwrap().is_empty());
    assert_eq!(file.changes().unwrap().bytes, Some(0));
    file.document.level(LevelId(1)).unwrap();
    assert!(file.changes().unwrap().is_empty(), "a level that is looked at is no change");
    undo(&mut file);
    remove(&mut file, 1, 0);
    insert(&mut file, 1, 5, 1);
    let changes = file.changes().unwrap();
    assert!(changes.summary().starts_with("1 field in 1 object, 1 added, 1 removed, "), "{}", changes.summary());
}

#[test]
fn edits_made_while_a_worker_saves_stay_modified_and_in_the_journal() {
    let disk = disk();
    let data = data(&disk);
    let mut file = open(&data);
    set(&mut file, 0, 0, 1);
    remove(&mut file, 0, 2);
    let task = file.begin_save(Path::new(MAP), SaveOptions::default());
    let worker = std::thread::spawn(move || task.run());
    set(&mut file, 0, 3, 33);
    let done = worker.join().unwrap();
    set(&mut file, 0, 4, 44);
    file.finish_save(done).unwrap();
    assert!(file.document.is_modified());
    let want = bytes(&file.document);
    file.flush_journal().unwrap();
    disk.die(PowerCut::LosesAll);
    let found = only(&data);
    assert_eq!((found.edits(), found.base()), (2, &Base::File));
    let mut recovered = found.recover(&data).unwrap();
    recovered.file.document.decode_all();
    assert_eq!(bytes(&recovered.file.document), want);
    undo(&mut file);
    undo(&mut file);
    assert!(!file.document.is_modified(), "what was written is what is there");
}

#[test]
fn a_save_that_fails_leaves_the_document_modified_and_says_why() {
    let (calls, total) = {
        let disk = disk();
        let counting = FaultyDisk::counting(Arc::new(disk.clone()));
        let mut file = open(&on(Arc::new(counting.clone())));
        set(&mut file, 0, 0, 1);
        file.flush_journal().unwrap();
        let before = counting.calls();
        file.save().unwrap();
        (before, counting.calls())
    };
    let old = small_map(2, 6);
    for at in calls..total {
        for fault in [Fault::Fails(io::ErrorKind::StorageFull), Fault::FailsTorn(io::ErrorKind::PermissionDenied)] {
            let disk = disk();
            let faulty = FaultyDisk::new(Arc::new(disk.clone()), at, fault);
            let mut file = open(&on(Arc::new(faulty)));
            set(&mut file, 0, 0, 1);
            file.flush_journal().unwrap();
            let result = file.save();
            let on_disk = disk.read(Path::new(MAP)).unwrap();
            let what = format!("call {at}, {fault:?}, {result:?}");
            match result {
                Ok(_) => assert!(!file.document.is_modified() && on_disk != old, "{what}"),
                Err(error) => {
                    assert!(file.document.is_modified(), "{what}");
                    assert_eq!(on_disk != old, matches!(error, SaveError::Unconfirmed { .. }), "{what}");
                    assert!(error.message().contains(MAP), "{what}");
                }
            }
            // The next one goes well, and does not take the first for another program.
            file.save().unwrap_or_else(|e| panic!("{what}: {e}"));
            assert!(!file.document.is_modified());
            assert_ne!(disk.read(Path::new(MAP)).unwrap(), old);
        }
    }
}

#[test]
fn a_journal_that_cannot_be_written_says_so_and_catches_up() {
    let disk = disk();
    let data = data(&disk);
    let mut file = open(&data);
    disk.room(Some(0));
    set(&mut file, 0, 0, 1);
    assert!(file.flush_journal().is_err());
    assert!(file.journal_problem().unwrap().contains("save soon"));
    disk.room(None);
    set(&mut file, 0, 1, 2);
    file.flush_journal().unwrap();
    assert_eq!(file.journal_problem(), None);
    disk.room(Some(10));
    set(&mut file, 0, 2, 3);
    assert!(file.flush_journal().is_err());
    assert!(file.journal_problem().unwrap().contains("save soon"));
    disk.room(None);
    set(&mut file, 0, 3, 4);
    file.flush_journal().unwrap();
    assert_eq!(file.journal_problem(), None);
    let want = bytes(&file.document);
    crash(file, &disk, PowerCut::LosesAll);
    let found = only(&data);
    assert_eq!(found.edits(), 4);
    let mut recovered = found.recover(&data).unwrap();
    recovered.file.document.decode_all();
    assert_eq!(bytes(&recovered.file.document), want);
}

#[test]
fn a_restart_that_fails_at_any_call_leaves_a_journal_that_is_just_as_good() {
    let header = |first| Header::new(Some(Path::new(MAP)), "m", ContentHash::of(b""), LiveIds::default(), first);
    let step = |n: u64| Frame::Step { at: n, verb: frame::Verb::Do, transaction: vec![n as u8] };
    for at in 0..20 {
        for fault in [Fault::Fails(io::ErrorKind::Other), Fault::DiesWithin, Fault::DiesAfter] {
            let disk = disk();
            let folder = Path::new("/home/journals");
            let mut log = Log::create(Arc::new(disk.clone()), folder, 1, &header(0), None).unwrap();
            (1..=5).for_each(|n| log.push(&step(n)));
            log.flush().unwrap();
            let path = log.path().to_owned();
            drop(log);
            disk.die(PowerCut::KeepsAll);
            // The same again, over a disk that fails: the log is made anew on it.
            let faulty = FaultyDisk::new(Arc::new(disk.clone()), at + 4, fault);
            let Ok(mut log) = Log::create(Arc::new(faulty), folder, 2, &header(0), None) else { continue };
            let made = log.path().to_owned();
            (1..=5).for_each(|n| log.push(&step(n)));
            let flushed = log.flush().is_ok();
            let restarted = flushed && log.restart(&header(3)).is_ok();
            drop(log);
            disk.die(PowerCut::LosesContents);
            assert!(disk.read(&path).is_ok());
            let Some(journal) = disk.read(&made).ok().and_then(|b| frame::read(&b)) else {
                assert!(!flushed, "call {at}, {fault:?}");
                continue;
            };
            let count = journal.frames.len();
            if restarted {
                assert_eq!((journal.header.first, count), (3, 2), "call {at}, {fault:?}");
            } else if flushed {
                assert!([(0, 5), (3, 2)].contains(&(journal.header.first, count)), "call {at}, {fault:?}");
            }
        }
    }
}
