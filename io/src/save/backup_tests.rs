//! The store of backups: once each, within its budget, whatever goes wrong.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::backups::{Backups, Budget, Kind};
use super::disk::Disk;
use super::faulty::{Fault, FaultyDisk};
use super::folder::DataFolder;
use super::memory::{MemoryDisk, PowerCut};
use super::restore::RestoreError;
use super::show;
use super::writes::{FileWrite, Patch, Writes};

fn disk() -> MemoryDisk {
    MemoryDisk::with_folders(&["/game", "/home"])
}

fn store(disk: &MemoryDisk, count: usize, bytes: u64) -> Backups {
    Backups::new(Arc::new(disk.clone()), "/home/data/backups".into(), Budget { count, bytes })
}

const BIG: u64 = 1 << 40;

#[test]
fn equal_contents_are_kept_once_and_an_equal_save_makes_no_backup() {
    let disk = disk();
    let backups = store(&disk, 100, BIG);
    let map = Path::new("/game/Map ä");
    let first = backups.keep(map, b"one", 5).unwrap();
    assert_eq!(backups.keep(map, b"one", 6).unwrap(), first);
    backups.keep(map, b"two", 7).unwrap();
    backups.keep(map, b"one", 8).unwrap();
    backups.keep(Path::new("/game/other"), b"one", 9).unwrap();
    let listing = backups.list(None).unwrap();
    assert_eq!(listing.backups.iter().map(|b| b.at).collect::<Vec<_>>(), [9, 8, 7, 5]);
    assert_eq!(listing.bytes, 6, "two contents of three bytes");
    assert_eq!(backups.list(Some(map)).unwrap().backups.len(), 3);
    let oldest = listing.backups.last().unwrap();
    assert_eq!((oldest.path.as_path(), oldest.len), (map, 3));
    assert_eq!(backups.whole(oldest).unwrap(), b"one");
    assert_eq!(backups.find(&oldest.id[..16]).unwrap(), *oldest);
    assert!(backups.find("").is_err() && backups.find("9999").is_err());
    let lines = show::lines(&listing);
    assert!(lines[3].contains("1970-01-01 00:00:00") && lines[3].ends_with("/game/Map ä"), "{lines:?}");
    assert_eq!(show::as_json(&listing)["backups"][0]["kind"], "whole");
}

#[test]
fn the_order_of_one_file_survives_a_clock_that_goes_back() {
    let disk = disk();
    let backups = store(&disk, 100, BIG);
    for (content, now) in [(b"a", 1000), (b"b", 10), (b"c", 10)] {
        backups.keep(Path::new("/game/m"), content, now).unwrap();
    }
    let list = backups.list(None).unwrap().backups;
    let contents: Vec<_> = list.iter().map(|b| backups.whole(b).unwrap()).collect();
    assert_eq!(contents, [b"c", b"b", b"a"]);
}

#[test]
fn the_oldest_go_when_there_are_too_many_or_too_large() {
    let disk = disk();
    let backups = store(&disk, 3, BIG);
    for n in 0..10u8 {
        backups.keep(Path::new("/game/m"), &[n; 10], n.into()).unwrap();
    }
    let listing = backups.list(None).unwrap();
    assert_eq!(listing.backups.iter().map(|b| b.at).collect::<Vec<_>>(), [9, 8, 7]);
    assert_eq!(listing.bytes, 30);

    let small = store(&disk, 100, 25);
    small.keep(Path::new("/game/m"), &[20; 10], 20).unwrap();
    assert_eq!(small.list(None).unwrap().bytes, 20);
    // One that is larger than the budget is kept all the same: it is the newest.
    small.keep(Path::new("/game/m"), &[21; 99], 21).unwrap();
    let listing = small.list(None).unwrap();
    assert_eq!((listing.backups.len(), listing.bytes), (1, 99));
}

#[test]
fn a_content_that_two_backups_share_stays_until_both_are_gone() {
    let disk = disk();
    let backups = store(&disk, 2, BIG);
    backups.keep(Path::new("/game/a"), b"same", 1).unwrap();
    backups.keep(Path::new("/game/b"), b"same", 2).unwrap();
    backups.keep(Path::new("/game/c"), b"else", 3).unwrap();
    let listing = backups.list(None).unwrap();
    assert_eq!(listing.backups.iter().map(|b| b.at).collect::<Vec<_>>(), [3, 2]);
    assert_eq!(backups.whole(&listing.backups[1]).unwrap(), b"same");
}

#[test]
fn every_call_goes_wrong_and_older_backups_stay() {
    let mut count = 0;
    for fault in [
        Fault::Fails(io::ErrorKind::Other),
        Fault::FailsTorn(io::ErrorKind::StorageFull),
        Fault::DiesBefore,
        Fault::DiesWithin,
        Fault::DiesAfter,
    ] {
        for cut in [PowerCut::KeepsAll, PowerCut::LosesAll, PowerCut::LosesContents, PowerCut::LosesNames] {
            for at in 0.. {
                let disk = disk();
                let good = store(&disk, 3, BIG);
                for n in 0..3u8 {
                    good.keep(Path::new("/game/m"), &[n; 5], n.into()).unwrap();
                }
                let faulty = FaultyDisk::new(Arc::new(disk.clone()), at, fault);
                let broken = Backups::new(
                    Arc::new(faulty.clone()),
                    "/home/data/backups".into(),
                    Budget { count: 3, bytes: BIG },
                );
                let kept = broken.keep(Path::new("/game/m"), b"newest", 9).is_ok();
                disk.die(cut);
                let what = format!("call {at}, {fault:?}, {cut:?}");
                let listing = good.list(None).unwrap();
                assert!(listing.damaged.is_empty(), "{what}");
                assert!(listing.backups.len() >= 3, "{what}: {listing:?}");
                for backup in &listing.backups {
                    good.whole(backup).unwrap_or_else(|e| panic!("{what}: {e}"));
                }
                if kept {
                    assert_eq!(good.whole(&listing.backups[0]).unwrap(), b"newest", "{what}");
                }
                // What was left behind goes with the next one.
                good.keep(Path::new("/game/m"), b"after", 10).unwrap();
                let listing = good.list(None).unwrap();
                assert_eq!(listing.backups.len(), 3, "{what}");
                let contents = disk.list(Path::new("/home/data/backups/contents")).unwrap();
                assert_eq!(contents.len(), 3, "{what}: {contents:?}");
                count += 1;
                if !faulty.met() {
                    break;
                }
            }
        }
    }
    println!("{count} faults injected into the store of backups");
}

#[test]
fn a_damaged_entry_or_content_costs_itself_alone() {
    let disk = disk();
    let backups = store(&disk, 9, BIG);
    backups.keep(Path::new("/game/a"), b"aaaa", 1).unwrap();
    backups.keep(Path::new("/game/b"), b"bbbb", 2).unwrap();
    let files: Vec<PathBuf> = disk.files().into_keys().collect();
    let entry = files.iter().find(|p| p.to_string_lossy().contains("entries/0000000000001")).unwrap();
    disk.set_len(entry, 7).unwrap();
    let listing = backups.list(None).unwrap();
    assert_eq!((listing.backups.len(), listing.damaged.len()), (1, 1));
    let b = &listing.backups[0];
    let content = files.iter().find(|p| p.to_string_lossy().contains(&format!("contents/{}", b.hash))).unwrap();
    disk.write_at(content, 0, b"X").unwrap();
    assert!(backups.whole(b).unwrap_err().to_string().contains("damaged"));
    // The same content kept again mends it.
    backups.keep(Path::new("/game/c"), b"bbbb", 3).unwrap();
    assert_eq!(backups.whole(b).unwrap(), b"bbbb");
}

#[test]
fn restoring_backs_up_what_it_overwrites() {
    let disk = disk();
    let data = DataFolder::with(Arc::new(disk.clone()), "/home/data".into(), || 50);
    let map = PathBuf::from("/game/map");
    disk.put(&map, b"first");
    data.write(&[FileWrite::replace(map.clone(), b"second".to_vec(), Vec::new())]).unwrap();
    let backup = data.backups().list(Some(&map)).unwrap().backups.remove(0);
    data.restore(&backup, None).unwrap();
    assert_eq!(disk.read(&map).unwrap(), b"first");
    let list = data.backups().list(Some(&map)).unwrap().backups;
    assert_eq!(data.backups().whole(&list[0]).unwrap(), b"second");
    data.restore(&list[0], Some(Path::new("/game/copy"))).unwrap();
    assert_eq!(disk.read(Path::new("/game/copy")).unwrap(), b"second");
    assert!(disk.files().keys().filter(|p| p.starts_with("/game")).count() == 2, "nothing else in the game's folder");
}

#[test]
fn parts_are_put_back_over_several_saves_and_only_into_the_same_file() {
    let disk = disk();
    let data = DataFolder::with(Arc::new(disk.clone()), "/home/data".into(), || 50);
    let wad = PathBuf::from("/game/WAD");
    let states: [&[u8]; 4] = [b"0123456789", b"01AB456789", b"01ACCC6789tail", b"01ACCC"];
    let save = |patches: &[(u64, &[u8])], new_len: u64| {
        let patches = patches.iter().map(|(at, b)| Patch { at: *at, bytes: b.to_vec() }).collect();
        let writes = Writes::InPlace { patches, new_len };
        data.write(&[FileWrite { path: wad.clone(), expected: Vec::new(), writes, watch: vec![0..1, 1..2] }]).unwrap();
    };
    disk.put(&wad, states[0]);
    save(&[(2, b"AB")], 10);
    save(&[(3, b"CCC"), (10, b"tail")], 14);
    save(&[], 6);
    assert_eq!(disk.read(&wad).unwrap(), states[3]);
    let list = data.backups().list(Some(&wad)).unwrap().backups;
    assert!(list.iter().all(|b| b.kind == Kind::Ranges));
    for (backup, state) in list.iter().rev().zip(states) {
        data.restore(backup, None).unwrap();
        assert_eq!(disk.read(&wad).unwrap(), state);
    }
    disk.put(&wad, b"another file");
    assert!(matches!(data.restore(&list[0], None), Err(RestoreError::OtherFile { .. })));
    assert!(matches!(data.restore(&list[0], Some(Path::new("/game/x"))), Err(RestoreError::PartsOnly { .. })));
}
