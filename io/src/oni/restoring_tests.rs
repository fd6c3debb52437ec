//! A level's files put back as they were before the first save, all at once.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::document::LevelId;
use levelwright_model::games::Arguments;
use levelwright_model::record::Value;

use super::script_tests::{level, tree};
use crate::file::OpenFile;
use crate::save::DataFolder;
use crate::save::restore::RestoreError;

const HERE: LevelId = LevelId(0);

/// Flags more, another text of the first script, another number in a door.
fn edit(file: &mut OpenFile, step: i64) {
    for n in 0..3 {
        let mut values = std::collections::BTreeMap::from([("kind".to_owned(), Value::Text("flag".to_owned()))]);
        values.extend(["x", "z"].map(|name| (name.to_owned(), Value::Int(1000 * n))));
        let mut draft = file.document.draft();
        let plan = file.document.game().plan("place").unwrap();
        (plan.run)(&mut draft, &Arguments { level: 0, objects: Vec::new(), values }).unwrap();
        file.document.commit(draft, "place").unwrap();
    }
    let mut draft = file.document.draft();
    let script = draft.row(HERE, "scripts", 0).unwrap().id();
    let text = draft.field(script, "text").unwrap();
    draft.set(script, text, &Value::Text(format!("# {step}\nfunc main {{ }}\n"))).unwrap();
    let door = draft.row(HERE, "doors", 0).unwrap().id();
    draft.set_int(door, "key", step).unwrap();
    file.document.commit(draft, "edit").unwrap();
}

fn paths(file: &OpenFile) -> Vec<PathBuf> {
    file.path().into_iter().chain(file.companions()).map(Path::to_owned).collect()
}

#[test]
fn after_two_saves_every_file_of_the_set_comes_back_byte_by_byte() {
    let (folder, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let Some(path) = level(folder.path()) else { return };
    let before = tree(folder.path());
    let kept = Arc::new(DataFolder::new(data.path().to_owned()));
    let mut file = OpenFile::open(&path).unwrap();
    file.use_backups(kept.clone());
    file.document.level(HERE).unwrap();
    for step in [1, 2] {
        edit(&mut file, step);
        file.save().unwrap();
    }
    let set = paths(&file);
    let after = tree(folder.path());
    let names = |changed: &dyn Fn(&str) -> bool| {
        let mut pairs = before.iter().zip(&after).filter(|(a, b)| a.1 != b.1);
        pairs.any(|(a, _)| changed(&a.0.to_string_lossy()))
    };
    for ending in [".dat", ".raw", "main.bsl"] {
        assert!(names(&|name| name.ends_with(ending)), "{ending} was saved");
    }
    // Another session, with other edits, changes nothing of it.
    drop(file);
    let mut again = OpenFile::open(&path).unwrap();
    again.use_backups(kept.clone());
    again.document.level(HERE).unwrap();
    edit(&mut again, 3);
    again.save().unwrap();
    drop(again);
    let saved = tree(folder.path());
    let done = kept.restore_original(&set).unwrap();
    assert_eq!(done.len(), 3, "{done:?}");
    assert!(tree(folder.path()) == before, "byte by byte");
    // That was a save: what it overwrote is kept as well.
    for (path, _) in &done {
        let newest = kept.backups().list(Some(path)).unwrap().backups.remove(0);
        kept.restore(&newest, None).unwrap();
    }
    assert!(tree(folder.path()) == saved);
    kept.restore_original(&set).unwrap();
    assert!(tree(folder.path()) == before);
    assert!(kept.restore_original(&[folder.path().join("another.dat")]).unwrap().is_empty());
}

#[test]
fn a_payload_file_that_another_program_wrote_is_not_put_back_and_neither_are_the_others() {
    let (folder, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let Some(path) = level(folder.path()) else { return };
    let kept = Arc::new(DataFolder::new(data.path().to_owned()));
    let mut file = OpenFile::open(&path).unwrap();
    file.use_backups(kept.clone());
    file.document.level(HERE).unwrap();
    edit(&mut file, 1);
    file.save().unwrap();
    let set = paths(&file);
    let raw = path.with_extension("raw");
    let mut bytes = std::fs::read(&raw).unwrap();
    bytes.extend([1; 64]);
    std::fs::write(&raw, &bytes).unwrap();
    let before = tree(folder.path());
    assert!(matches!(kept.restore_original(&set), Err(RestoreError::OtherFile { .. })));
    assert!(tree(folder.path()) == before);
}
