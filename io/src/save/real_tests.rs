//! Saving on the real disk, and real maps through edit, save, journal and undo.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use levelwright_model::document::{LevelId, State};
use levelwright_model::games::Game;
use levelwright_model::record::ByteSplice;

use super::folder::DataFolder;
use super::writes::FileWrite;
use super::{ContentHash, SaveError, replace};
use crate::file::OpenFile;
use crate::journal::recovery;
use crate::test_data::{files_below, small_map};

#[test]
fn a_file_is_replaced_whole_and_nothing_else_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Näme – карта.sceA");
    fs::write(&path, b"old").unwrap();
    replace(&path, b"new bytes", Some(ContentHash::of(b"old"))).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new bytes");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let error = replace(&path, b"ours", Some(ContentHash::of(b"old"))).unwrap_err();
    assert!(error.message().contains("changed by another program"), "{}", error.message());
    assert_eq!(fs::read(&path).unwrap(), b"new bytes");
    let error = replace(&folder.path().join("gone/map"), b"ours", None).unwrap_err();
    assert!(error.message().contains("folder is not there"), "{}", error.message());
}

#[cfg(unix)]
#[test]
fn permissions_links_and_write_protection_on_a_real_disk() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir_all(root.join("game")).unwrap();
    let map = root.join("game/Map");
    fs::write(&map, b"old").unwrap();
    fs::set_permissions(&map, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("game/Map", root.join("link")).unwrap();
    let data = DataFolder::new(root.join("data"));
    let save = |bytes: &[u8]| data.write(&[FileWrite::replace(root.join("link"), bytes.to_vec(), Vec::new())]);
    save(b"new").unwrap();
    assert_eq!(fs::read(&map).unwrap(), b"new");
    assert_eq!(fs::metadata(&map).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(root.join("link")).unwrap().is_symlink());
    assert_eq!(fs::read_dir(root.join("game")).unwrap().count(), 1, "nothing else in the game's folder");
    assert_eq!(fs::read_dir(root.join("data/pending")).unwrap().count(), 0);
    fs::set_permissions(&map, fs::Permissions::from_mode(0o440)).unwrap();
    assert!(matches!(save(b"newer"), Err(SaveError::WriteProtected { .. })));
    assert_eq!(fs::read(&map).unwrap(), b"new");
    // A new file gets the permissions that any program's would.
    let fresh = root.join("game/fresh");
    data.write(&[FileWrite::replace(fresh.clone(), b"x".to_vec(), Vec::new())]).unwrap();
    fs::write(root.join("usual"), b"x").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&fresh), mode(&root.join("usual")));
}

/// Whether both hold the same but for what a save derives anew.
fn same(a: &State, b: &State, game: &Game) -> bool {
    a.ids().all(|id| match (a.level(id), b.level(id)) {
        (Some(a), Some(b)) => {
            a.tables().count() == b.tables().count()
                && a.tables().zip(b.tables()).all(|(a, b)| (game.same_but_bulk)(a, b))
        }
        _ => false,
    })
}

fn edit(file: &mut OpenFile, n: i16) {
    let level = LevelId(0);
    let mut draft = file.document.draft();
    let rows = draft.table(level, "objects").unwrap().len();
    let id = draft.row(level, "objects", n as usize % rows).unwrap().id();
    draft.set_int(id, "x", n).unwrap();
    // Its first and last bytes, with derived ones between.
    let polygons = draft.table(level, "polygons").map_or(0, |t| t.len());
    if polygons > 0 {
        let polygon = draft.row(level, "polygons", n as usize % polygons).unwrap();
        let (id, head) = (polygon.id(), polygon.head().to_vec());
        let at = head.len() - 1;
        draft.splice(id, false, ByteSplice { at: 0, old_len: 1, new: vec![head[0] ^ 1] }).unwrap();
        draft.splice(id, false, ByteSplice { at, old_len: 1, new: vec![head[at] ^ 1] }).unwrap();
    }
    if n % 3 == 0 {
        let first = draft.row(level, "objects", 0).unwrap().id();
        draft.remove(first).unwrap();
    }
    file.document.commit(draft, "Edit").unwrap();
    file.record();
}

#[test]
fn real_maps_are_saved_recovered_and_undone_to_the_byte() {
    let folder = tempfile::tempdir().unwrap();
    let data = Arc::new(DataFolder::new(folder.path().join("data")));
    let made = folder.path().join("made.sceA");
    fs::write(&made, small_map(3, 40)).unwrap();
    let mut seen = 0;
    for original in files_below("marathon/squadron").into_iter().chain([made]) {
        let path = folder.path().join("Map.sceA");
        drop(fs::remove_file(&path));
        fs::write(&path, fs::read(&original).unwrap()).unwrap();
        let Ok(mut file) = OpenFile::open_in(&data, &path) else { continue };
        if file.document.level(LevelId(0)).is_ok_and(|l| l.table("objects").is_none_or(|t| t.len() < 20)) {
            continue;
        }
        file.document.decode_all();
        let origin = fs::read(&path).unwrap();
        (1..8).for_each(|n| edit(&mut file, n * 10));
        file.save().unwrap();
        assert!(!file.document.is_modified());
        (1..5).for_each(|n| edit(&mut file, n * 11));
        for _ in 0..6 {
            file.document.undo();
        }
        file.document.redo();
        file.record();
        let want = file.document.state().clone();
        drop(file);
        let mut found = recovery::find(&data).unwrap();
        assert_eq!(found.len(), 1, "{}", original.display());
        let recovered = found.remove(0).recover(&data).unwrap();
        assert_eq!(recovered.stopped, None);
        let mut file = recovered.file;
        file.document.decode_all();
        assert!(same(file.document.state(), &want, file.document.game()), "{}", original.display());
        file.close();
        // The first save's backup is the file as it was.
        let backup = data.backups().list(Some(&path.canonicalize().unwrap())).unwrap().backups.remove(0);
        data.restore(&backup, None).unwrap();
        assert!(fs::read(&path).unwrap() == origin, "{}", original.display());
        seen += 1;
    }
    assert!(seen > 0);
    println!("{seen} maps");
}
