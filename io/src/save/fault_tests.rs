//! Every call of every save goes wrong in every way: afterwards every file is wholly old or wholly new, all of a set
//! alike, and the answer says which.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::commit::{self, Place, Written};
use super::disk::Disk;
use super::error::{Change, SaveError};
use super::faulty::{Fault, FaultyDisk};
use super::fingerprint::Fingerprint;
use super::folder::DataFolder;
use super::memory::{MemoryDisk, PowerCut};
use super::repair::{self, RepairError};
use super::writes::{FileWrite, Patch, Writes};

const GAME: &str = "/spiel/Karten – ä";
const DATA: &str = "/home/data";

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// A save to try: what is there before, what is written, what is there after.
struct Case {
    name: &'static str,
    before: Files,
    writes: Vec<FileWrite>,
    after: Files,
}

fn path(name: &str) -> PathBuf {
    Path::new(GAME).join(name)
}

/// The test format for in-place writing: 4 bytes `PACK`, a directory of (offset, length, check) triples, entries.
mod pack {
    use super::{FileWrite, Fingerprint, Patch, PathBuf, Writes};

    const ROW: usize = 12;

    pub(super) fn build(entries: &[Vec<u8>]) -> Vec<u8> {
        let mut out = b"PACK".to_vec();
        out.extend((entries.len() as u32).to_le_bytes());
        let mut at = 8 + ROW * entries.len();
        for entry in entries {
            out.extend((at as u32).to_le_bytes());
            out.extend((entry.len() as u32).to_le_bytes());
            out.extend(crc32fast::hash(entry).to_le_bytes());
            at += entry.len();
        }
        entries.iter().for_each(|e| out.extend(e));
        out
    }

    /// The patches that put another last entry in; it may be longer or shorter.
    pub(super) fn change_last(path: PathBuf, entries: &[Vec<u8>], last: &[u8]) -> FileWrite {
        let old = build(entries);
        let at = old.len() - entries.last().map_or(0, Vec::len);
        let row = 8 + ROW * (entries.len() - 1);
        let mut fields = (last.len() as u32).to_le_bytes().to_vec();
        fields.extend(crc32fast::hash(last).to_le_bytes());
        FileWrite {
            expected: vec![Fingerprint::Absent],
            path,
            writes: Writes::InPlace {
                patches: vec![
                    Patch { at: row as u64 + 4, bytes: fields },
                    Patch { at: at as u64, bytes: last.to_vec() },
                ],
                new_len: (at + last.len()) as u64,
            },
            watch: vec![0..8, 8..8 + (ROW * entries.len()) as u64],
        }
    }
}

fn entries(last: &[u8]) -> Vec<Vec<u8>> {
    vec![vec![7; 900], (0..200).collect(), last.to_vec()]
}

fn cases() -> Vec<Case> {
    let in_place = |name: &'static str, old: &[u8], new: &[u8]| Case {
        name,
        before: Files::from([(path("LEVEL.WAD"), pack::build(&entries(old)))]),
        writes: vec![pack::change_last(path("LEVEL.WAD"), &entries(old), new)],
        after: Files::from([(path("LEVEL.WAD"), pack::build(&entries(new)))]),
    };
    let a = (path("a.dat"), path("b.dat"), path("new.dat"));
    let replace = |path: &Path, bytes: &[u8]| FileWrite::replace(path.to_owned(), bytes.to_vec(), Vec::new());
    vec![
        Case {
            name: "replace",
            before: Files::from([(path("Näme.sceA"), b"old old old".to_vec())]),
            writes: vec![replace(&path("Näme.sceA"), b"new and longer")],
            after: Files::from([(path("Näme.sceA"), b"new and longer".to_vec())]),
        },
        Case {
            name: "new file",
            before: Files::new(),
            writes: vec![replace(&path("new"), b"new")],
            after: Files::from([(path("new"), b"new".to_vec())]),
        },
        in_place("in place", b"old entry", b"NEW ENTRY"),
        in_place("in place, longer", b"old", b"new and longer"),
        in_place("in place, shorter", b"old and longer", b"new"),
        Case {
            name: "set",
            before: Files::from([(a.0.clone(), b"old a".to_vec()), (a.1.clone(), b"old b".to_vec())]),
            writes: vec![replace(&a.0, b"new a"), replace(&a.1, b"new b!"), replace(&a.2, b"new c")],
            after: Files::from([
                (a.0.clone(), b"new a".to_vec()),
                (a.1.clone(), b"new b!".to_vec()),
                (a.2.clone(), b"new c".to_vec()),
            ]),
        },
        Case {
            name: "set, both ways",
            before: Files::from([(a.0.clone(), b"old a".to_vec()), (path("raw"), pack::build(&entries(b"old raw")))]),
            writes: vec![
                replace(&a.0, b"new a, longer"),
                pack::change_last(path("raw"), &entries(b"old raw"), b"a longer new raw"),
            ],
            after: Files::from([
                (a.0, b"new a, longer".to_vec()),
                (path("raw"), pack::build(&entries(b"a longer new raw"))),
            ]),
        },
    ]
}

impl Case {
    fn disk(&self) -> MemoryDisk {
        let disk = MemoryDisk::with_folders(&[GAME, "/home"]);
        self.before.iter().for_each(|(path, bytes)| disk.put(path, bytes));
        disk
    }

    /// Saves through a faulty layer over the disk.
    fn save(&self, disk: &MemoryDisk, faulty: Arc<dyn Disk>) -> Result<Written, SaveError> {
        let mut writes = self.writes.clone();
        for write in &mut writes {
            write.expected = vec![Fingerprint::take(disk, &write.path, &write.watch).unwrap()];
        }
        DataFolder::with(faulty, DATA.into(), || 1_000_000).write(&writes)
    }
}

/// What lies in the game's folder.
fn game(disk: &MemoryDisk) -> Files {
    disk.files().into_iter().filter(|(path, _)| path.starts_with(GAME)).collect()
}

fn pending(disk: &MemoryDisk) -> Vec<PathBuf> {
    disk.files().into_keys().filter(|path| path.starts_with("/home/data/pending")).collect()
}

const CUTS: [PowerCut; 4] = [PowerCut::KeepsAll, PowerCut::LosesAll, PowerCut::LosesContents, PowerCut::LosesNames];

/// The next start, and what has to be true then.
fn next_start(case: &Case, disk: &MemoryDisk, result: &Result<Written, SaveError>, dead: bool, what: &str) {
    let start = DataFolder::with(Arc::new(disk.clone()), DATA.into(), || 2_000_000);
    for repair in start.repair().unwrap() {
        assert!(repair.result.is_ok(), "{what}: {repair:?}");
    }
    let found = game(disk);
    let show = |files: &Files| -> Vec<String> {
        files
            .iter()
            .map(|(p, b)| format!("{p:?} {} … {}", b.len(), String::from_utf8_lossy(&b[b.len().saturating_sub(20)..])))
            .collect()
    };
    let (old, new) = (found == case.before, found == case.after);
    match result {
        Ok(_) => assert!(new, "{what}: said it was saved, found {:?}", show(&found)),
        Err(SaveError::Unconfirmed { .. } | SaveError::Unfinished { .. }) => {
            assert!(old || new, "{what}, {result:?}: {:?}", show(&found));
        }
        Err(_) if dead => assert!(old || new, "{what}, {result:?}: {:?}", show(&found)),
        Err(error) => assert!(old, "{what}: said it failed ({error}), found {:?}", show(&found)),
    }
    assert_eq!(pending(disk), Vec::<PathBuf>::new(), "{what}");
    // Nothing is in the way of the next save.
    let again = case.save(disk, Arc::new(disk.clone()));
    assert!(again.is_ok() || new || found.is_empty(), "{what}: {again:?}");
}

/// What has to be true right after the call came back, without a restart.
fn at_once(case: &Case, disk: &MemoryDisk, result: &Result<Written, SaveError>, what: &str) {
    let found = game(disk);
    match result {
        Ok(_) => {
            for (path, bytes) in &case.after {
                assert_eq!(found.get(path), Some(bytes), "{what}");
            }
        }
        Err(SaveError::Unfinished { .. }) => {}
        Err(SaveError::Unconfirmed { .. }) => assert_eq!(found, case.after, "{what}"),
        Err(_) => {
            for (path, bytes) in &found {
                let ours = path.file_name().is_some_and(|n| n.to_string_lossy().starts_with(".levelwright-"));
                assert!(ours || case.before.get(path) == Some(bytes), "{what}: {path:?} {bytes:?}");
            }
            assert!(case.before.keys().all(|p| found.contains_key(p)), "{what}");
        }
    }
    if let Err(error) = result {
        let message = error.message();
        assert!(message.contains(GAME), "{what}: names no file: {message}");
        assert!(!error.help().is_empty() && message.contains("failed") | message.contains("changed"), "{message}");
    }
}

/// Every first fault of a pair with `LEVELWRIGHT_ALL_FAULTS=1` (a minute), else every seventh.
fn stride() -> usize {
    if std::env::var_os("LEVELWRIGHT_ALL_FAULTS").is_some() { 1 } else { 7 }
}

const FAULTS: [Fault; 8] = [
    Fault::Fails(io::ErrorKind::Other),
    Fault::Fails(io::ErrorKind::StorageFull),
    Fault::FailsTorn(io::ErrorKind::StorageFull),
    Fault::FailsFromNowOn(io::ErrorKind::PermissionDenied),
    Fault::Corrupts,
    Fault::DiesBefore,
    Fault::DiesWithin,
    Fault::DiesAfter,
];

#[test]
fn every_call_goes_wrong_in_every_way() {
    let mut total = 0;
    for case in cases() {
        let disk = case.disk();
        let counting = FaultyDisk::counting(Arc::new(disk.clone()));
        case.save(&disk, Arc::new(counting.clone())).unwrap();
        assert_eq!(game(&disk), case.after, "{}", case.name);
        let calls = counting.calls();
        let mut injected = 0;
        for fault in FAULTS {
            for at in 0..calls {
                // After an error the program lives on: two cuts stand for what may happen later.
                let dies = matches!(fault, Fault::DiesBefore | Fault::DiesWithin | Fault::DiesAfter);
                for cut in if dies { &CUTS[..] } else { &CUTS[..2] } {
                    let cut = *cut;
                    let what = format!("{}, call {at}, {fault:?}, {cut:?}", case.name);
                    let disk = case.disk();
                    let faulty = FaultyDisk::new(Arc::new(disk.clone()), at, fault);
                    let result = case.save(&disk, Arc::new(faulty.clone()));
                    assert!(faulty.met(), "{what}");
                    if !faulty.is_dead() {
                        at_once(&case, &disk, &result, &what);
                    }
                    disk.die(cut);
                    if fault == Fault::Corrupts && result.is_ok() {
                        // A manifest or a backup was hit, or a call that writes nothing.
                        assert_eq!(game(&disk), case.after, "{what}");
                    }
                    next_start(&case, &disk, &result, faulty.is_dead(), &what);
                    injected += 1;
                }
            }
        }
        println!("{}: {calls} calls, {injected} faults injected", case.name);
        total += injected;
    }
    println!("{total} faults injected one at a time");
}

#[test]
fn the_end_comes_while_an_error_is_taken_back() {
    let mut total = 0;
    for case in cases() {
        let disk = case.disk();
        let counting = FaultyDisk::counting(Arc::new(disk.clone()));
        case.save(&disk, Arc::new(counting.clone())).unwrap();
        for first in (0..counting.calls()).step_by(stride()) {
            // Until the second fault is not reached any more.
            for second in first.. {
                let mut met = true;
                for (fault, cut) in [
                    (Fault::DiesBefore, PowerCut::LosesAll),
                    (Fault::DiesWithin, PowerCut::KeepsAll),
                    (Fault::DiesAfter, PowerCut::LosesNames),
                    (Fault::DiesAfter, PowerCut::LosesContents),
                    (Fault::FailsFromNowOn(io::ErrorKind::Other), PowerCut::KeepsAll),
                ] {
                    let what = format!("{}, call {first} fails, then {second}, {fault:?}, {cut:?}", case.name);
                    let disk = case.disk();
                    let inner = FaultyDisk::new(Arc::new(disk.clone()), second, fault);
                    let outer = FaultyDisk::new(Arc::new(inner.clone()), first, Fault::FailsTorn(io::ErrorKind::Other));
                    let result = case.save(&disk, Arc::new(outer));
                    met = inner.met();
                    if !inner.is_dead() {
                        at_once(&case, &disk, &result, &what);
                    }
                    disk.die(cut);
                    next_start(&case, &disk, &result, inner.is_dead(), &what);
                    total += 1;
                }
                if !met {
                    break;
                }
            }
        }
    }
    println!("{total} pairs of faults injected");
}

#[test]
fn the_repair_itself_is_interrupted() {
    let mut total = 0;
    for case in cases() {
        let disk = case.disk();
        let counting = FaultyDisk::counting(Arc::new(disk.clone()));
        case.save(&disk, Arc::new(counting.clone())).unwrap();
        for first in (0..counting.calls()).step_by(stride()) {
            for second in 0.. {
                let mut met = false;
                for (fault, cut) in [
                    (Fault::DiesWithin, PowerCut::LosesAll),
                    (Fault::DiesAfter, PowerCut::LosesNames),
                    (Fault::Fails(io::ErrorKind::Other), PowerCut::KeepsAll),
                ] {
                    let what = format!("{}, dies at {first}, repair at {second}, {fault:?}, {cut:?}", case.name);
                    let disk = case.disk();
                    let faulty = FaultyDisk::new(Arc::new(disk.clone()), first, Fault::DiesAfter);
                    let result = case.save(&disk, Arc::new(faulty));
                    disk.die(PowerCut::LosesContents);
                    let broken = FaultyDisk::new(Arc::new(disk.clone()), second, fault);
                    let pending = Path::new(DATA).join("pending");
                    drop(repair::repair_all(&broken, &pending));
                    met |= broken.met();
                    disk.die(cut);
                    next_start(&case, &disk, &result, true, &what);
                    total += 1;
                }
                if !met {
                    break;
                }
            }
        }
    }
    println!("{total} interrupted repairs");
}

#[test]
fn a_target_replaced_between_check_and_rename_is_left_alone() {
    let case = &cases()[0];
    let disk = case.disk();
    let counting = FaultyDisk::counting(Arc::new(disk.clone()));
    case.save(&disk, Arc::new(counting.clone())).unwrap();
    let mut noticed = 0;
    for at in 0..counting.calls() {
        let disk = case.disk();
        let (meddler, target) = (disk.clone(), path("Näme.sceA"));
        let meddling = FaultyDisk::meddling(Arc::new(disk.clone()), at, move || meddler.put(&target, b"theirs"));
        let result = case.save(&disk, Arc::new(meddling));
        match result {
            Err(SaveError::ChangedOnDisk { how: Change::Changed, .. }) => {
                noticed += 1;
                assert_eq!(game(&disk), Files::from([(path("Näme.sceA"), b"theirs".to_vec())]));
            }
            Ok(_) => {
                // They came right before the rename or after it. Before it, no check can tell; their bytes are lost
                // only if they came in that one call.
            }
            Err(SaveError::Unconfirmed { .. }) => assert_eq!(game(&disk).len(), 1),
            other => panic!("call {at}: {other:?}"),
        }
    }
    assert!(noticed > 10, "{noticed}");
}

#[test]
fn a_set_notices_a_change_of_its_second_file_and_takes_the_first_back() {
    let case = &cases()[5];
    let disk = case.disk();
    let counting = FaultyDisk::counting(Arc::new(disk.clone()));
    case.save(&disk, Arc::new(counting.clone())).unwrap();
    for at in 0..counting.calls() {
        let disk = case.disk();
        let meddler = disk.clone();
        let meddling = FaultyDisk::meddling(Arc::new(disk.clone()), at, move || meddler.put(&path("b.dat"), b"theirs"));
        if let Err(SaveError::ChangedOnDisk { .. }) = case.save(&disk, Arc::new(meddling)) {
            let found = game(&disk);
            assert_eq!(found.get(&path("a.dat")).unwrap(), b"old a", "call {at}");
            assert_eq!(found.get(&path("b.dat")).unwrap(), b"theirs", "call {at}");
            assert_eq!(found.len(), 2, "call {at}: {found:?}");
        }
    }
}

#[test]
fn a_full_disk_is_named_and_everything_is_old() {
    for case in cases() {
        let needed: usize = 4000;
        let mut failed = 0;
        for room in 0..needed {
            let disk = case.disk();
            disk.room(Some(room));
            match case.save(&disk, Arc::new(disk.clone())) {
                Ok(_) => break,
                Err(error) => {
                    assert!(error.message().contains("make room"), "{}", error.message());
                    failed += 1;
                    disk.room(None);
                    disk.die(PowerCut::KeepsAll);
                    next_start(&case, &disk, &Err(error), false, &format!("{}, room for {room}", case.name));
                }
            }
        }
        assert!(failed > 50, "{}: {failed}", case.name);
    }
}

#[test]
fn locked_and_protected_files_and_missing_folders_say_what_to_do() {
    for case in cases().iter().filter(|c| !c.before.is_empty()) {
        let target = case.before.keys().last().unwrap();
        let disk = case.disk();
        disk.hold(target, true);
        let error = case.save(&disk, Arc::new(disk.clone())).unwrap_err();
        assert!(error.message().contains("close it there"), "{}", error.message());
        assert_eq!(game(&disk), case.before, "{}", case.name);

        let disk = case.disk();
        disk.make_read_only(target);
        let error = case.save(&disk, Arc::new(disk.clone())).unwrap_err();
        assert!(matches!(error, SaveError::WriteProtected { .. }), "{error}");
        assert!(error.message().contains("write protection"), "{}", error.message());
        assert_eq!(game(&disk), case.before, "{}", case.name);
    }
    let disk = MemoryDisk::with_folders(&["/home"]);
    let error = cases()[1].save(&disk, Arc::new(disk.clone())).unwrap_err();
    assert!(error.message().contains("make it again"), "{}", error.message());
}

#[test]
fn permissions_stay_and_links_are_written_through() {
    let disk = MemoryDisk::with_folders(&[GAME, "/home", "/links"]);
    disk.put(&path("map"), b"old");
    disk.set_mode(&path("map"), 0o640);
    disk.put_link(Path::new("/links/map"), &path("map"));
    let data = DataFolder::with(Arc::new(disk.clone()), DATA.into(), || 1);
    data.write(&[FileWrite::replace("/links/map".into(), b"new".to_vec(), Vec::new())]).unwrap();
    assert_eq!(game(&disk), Files::from([(path("map"), b"new".to_vec())]));
    assert_eq!(disk.mode(&path("map")), Some(0o640));
    assert!(!disk.files().contains_key(Path::new("/links/map")));
}

#[test]
fn what_needs_a_data_folder_is_refused_without_one() {
    let disk = cases()[5].disk();
    let place = Place { disk: &disk, pending: None, backups: None, now: 0 };
    let error = commit::write(&place, &cases()[5].writes).unwrap_err();
    assert!(matches!(error, SaveError::NoDataFolder { .. }));
    assert_eq!(game(&disk), cases()[5].before);
}

#[test]
fn a_rollback_is_not_played_into_another_file() {
    let case = &cases()[2];
    let disk = case.disk();
    let counting = FaultyDisk::counting(Arc::new(disk.clone()));
    case.save(&disk, Arc::new(counting.clone())).unwrap();
    let mut refused = 0;
    for at in 0..counting.calls() {
        let disk = case.disk();
        let faulty = FaultyDisk::new(Arc::new(disk.clone()), at, Fault::DiesAfter);
        drop(case.save(&disk, Arc::new(faulty)));
        disk.die(PowerCut::KeepsAll);
        // The game was installed anew meanwhile: same length, other contents.
        let other = vec![0x55; case.before[&path("LEVEL.WAD")].len()];
        disk.put(&path("LEVEL.WAD"), &other);
        let start = DataFolder::with(Arc::new(disk.clone()), DATA.into(), || 2);
        for found in start.repair().unwrap() {
            if let Err(error) = &found.result {
                assert!(matches!(error, RepairError::Changed { .. }), "{error}");
                assert_eq!(repair::discard(&disk, &start.pending(), &path("LEVEL.WAD")).unwrap(), 1);
                refused += 1;
            }
        }
        assert_eq!(game(&disk)[&path("LEVEL.WAD")], other);
        assert!(start.repair().unwrap().is_empty());
    }
    assert!(refused > 5, "{refused}");
}

#[test]
fn a_running_save_of_another_instance_is_not_repaired() {
    let case = &cases()[5];
    let disk = case.disk();
    let counting = FaultyDisk::counting(Arc::new(disk.clone()));
    case.save(&disk, Arc::new(counting.clone())).unwrap();
    for at in 0..counting.calls() {
        let disk = case.disk();
        let other = disk.clone();
        let meddling = FaultyDisk::meddling(Arc::new(disk.clone()), at, move || {
            let start = DataFolder::with(Arc::new(other.clone()), DATA.into(), || 3);
            assert!(start.repair().unwrap().is_empty(), "call {at}");
        });
        case.save(&disk, Arc::new(meddling)).unwrap();
        assert_eq!(game(&disk), case.after, "call {at}");
    }
}
