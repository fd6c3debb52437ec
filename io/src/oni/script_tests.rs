//! Script files as part of a level: found, changed, saved, taken along.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::document::LevelId;
use levelwright_model::games::oni::scripts::Scripts;
use levelwright_model::games::oni::scripts::arguments::Sort;
use levelwright_model::games::oni::scripts::rename::rename;
use levelwright_model::record::Value;

use crate::file::{OpenFile, RoundTrip};
use crate::save::DataFolder;

const HERE: LevelId = LevelId(0);
const MAIN: &[u8] = b"func void main(void)\r\n{\r\n\tgreet x\r\n}\r\n";
const ALL: &[u8] = b"func void greet(string ai_name) { }\n";

/// A copy of a level that has a name, with scripts beside it; `None` without the data.
pub(super) fn level(folder: &Path) -> Option<PathBuf> {
    let data = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from)
        .join("oni/onisplit-made/level36-geometry/nosep");
    if !data.is_dir() {
        println!("skipped: no levels made with OniSplit");
        return None;
    }
    for ending in ["dat", "raw"] {
        let name = format!("level36_Final.{ending}");
        // Written, not copied: the data folder may be write-protected.
        std::fs::write(folder.join(&name), std::fs::read(data.join(&name)).unwrap()).unwrap();
    }
    let path = folder.join("level36_Final.dat");
    let name = OpenFile::open(&path).unwrap().document.source().name(HERE);
    // The game does not care for the case of folders.
    let own = folder.join("IGMD").join(name.to_uppercase());
    for (folder, name, text) in [(own, "main.bsl", MAIN), (folder.join("IGMD/global"), "all.BSL", ALL)] {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name), text).unwrap();
        std::fs::write(folder.join("notes.txt"), b"no script").unwrap();
    }
    Some(path)
}

fn scripts(file: &OpenFile) -> Vec<(String, Vec<u8>)> {
    let scripts = Scripts::of_level(file.document.state().level(HERE).unwrap());
    scripts.files().iter().map(|file| (file.name.clone(), file.text.to_vec())).collect()
}

/// Every file of a folder and those below it.
pub(super) fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in std::fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                all.push((path.strip_prefix(folder).unwrap().to_owned(), std::fs::read(&path).unwrap()));
            }
        }
    }
    all.sort();
    all
}

#[test]
fn a_levels_scripts_are_read_with_those_for_every_level() {
    let folder = tempfile::tempdir().unwrap();
    let Some(path) = level(folder.path()) else { return };
    let mut file = OpenFile::open(&path).unwrap();
    file.document.level(HERE).unwrap();
    let found = scripts(&file);
    assert_eq!(found.iter().map(|(_, text)| text.as_slice()).collect::<Vec<_>>(), [MAIN, ALL]);
    assert!(found[0].0.ends_with("/main.bsl") && found[1].0 == "global/all.BSL", "{found:?}");
    assert_eq!(file.round_trip(), RoundTrip::Identical);
    let encoded = file.encode().unwrap();
    assert!(encoded.beside.is_empty(), "nothing changed, nothing to write");
}

#[test]
fn a_rename_is_saved_into_the_script_files_and_nothing_else_changes() {
    let folder = tempfile::tempdir().unwrap();
    let Some(path) = level(folder.path()) else { return };
    let before = tree(folder.path());
    let mut file = OpenFile::open(&path).unwrap();
    let data = tempfile::tempdir().unwrap();
    file.use_backups(Arc::new(DataFolder::new(data.path().to_owned())));
    file.document.level(HERE).unwrap();
    let mut draft = file.document.draft();
    assert_eq!(rename(&mut draft, HERE, Sort::Function, "greet", "say_hello"), Ok(2));
    file.document.commit(draft, "rename").unwrap();
    file.save().unwrap();
    let after = tree(folder.path());
    let changed: Vec<_> = before.iter().zip(&after).filter(|(a, b)| a != b).map(|(_, b)| b.1.clone()).collect();
    assert_eq!(before.len(), after.len());
    let renamed = |text: &[u8]| String::from_utf8(text.to_vec()).unwrap().replace("greet", "say_hello").into_bytes();
    assert_eq!(changed.len(), 2);
    assert!(changed.contains(&renamed(MAIN)) && changed.contains(&renamed(ALL)));
    // Undone and saved, everything is as it was.
    assert!(file.document.undo());
    file.save().unwrap();
    assert_eq!(tree(folder.path()), before);
}

#[test]
fn a_level_that_goes_to_another_place_takes_its_scripts_along() {
    let folder = tempfile::tempdir().unwrap();
    let Some(path) = level(folder.path()) else { return };
    let before = tree(folder.path());
    let other = tempfile::tempdir().unwrap();
    let mut file = OpenFile::open(&path).unwrap();
    let data = tempfile::tempdir().unwrap();
    file.use_backups(Arc::new(DataFolder::new(data.path().to_owned())));
    file.document.level(HERE).unwrap();
    let mut draft = file.document.draft();
    let row = draft.row(HERE, "scripts", 0).unwrap().id();
    let field = draft.field(row, "text").unwrap();
    assert!(draft.set(row, field, &Value::Text("func main { }".to_owned())).unwrap());
    file.document.commit(draft, "text").unwrap();
    file.save_as(&other.path().join("level36_Final.dat")).unwrap();
    assert_eq!(tree(folder.path()), before, "the level it came from stays");
    let found = tree(other.path());
    let texts: Vec<&[u8]> =
        found.iter().filter(|(path, _)| path.starts_with("IGMD")).map(|(_, bytes)| bytes.as_slice()).collect();
    assert_eq!(texts.len(), 2);
    assert!(texts.contains(&b"func main { }".as_slice()) && texts.contains(&ALL));
}
