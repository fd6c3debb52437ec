//! The scripts of ten levels of Oni, where they are (`oni.md` 4).

#![allow(clippy::unwrap_used)]

mod support;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use levelwright_model::games::oni::scripts::token::tokens;
use levelwright_model::games::oni::scripts::{Scripts, Sort};

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// The folders of scripts with what is in them.
fn folders() -> Option<(PathBuf, Vec<(String, Scripts)>)> {
    let data = support::data_folder()?.join("oni");
    let read = |folder: &PathBuf| {
        let files = entries(folder).into_iter();
        let scripts = files.map(|path| (None, name(&path), std::fs::read(&path).unwrap().into()));
        (name(folder), Scripts::new(scripts.collect::<Vec<_>>()))
    };
    Some((data.clone(), entries(&data.join("bsl")).iter().map(read).collect()))
}

#[test]
fn the_unknown_names_are_exactly_the_known_slips() {
    let Some((data, folders)) = folders() else { return };
    let mut found = "folder,file,line,name,note\n".to_owned();
    for (folder, scripts) in &folders {
        for unknown in scripts.unknown() {
            let file = &scripts.files()[unknown.place.file];
            let (line, _) = file.line(unknown.place.span.from);
            let note = if unknown.but_for_case.is_some() { "case-only" } else { "unknown" };
            writeln!(found, "{folder},{},{line},{},{note}", file.name, unknown.name).unwrap();
        }
    }
    let expected = std::fs::read_to_string(data.join("bsl_unknown_names.csv")).unwrap();
    assert_eq!(found, expected.replace('\r', ""));
}

#[test]
fn every_script_is_understood_and_its_tokens_are_its_bytes() {
    let Some((_, folders)) = folders() else { return };
    let (mut files, mut functions) = (0, 0);
    for (folder, scripts) in &folders {
        let faults: Vec<String> =
            scripts.faults().map(|(place, fault)| format!("{}: {}", scripts.show(place), fault.message)).collect();
        assert!(faults.is_empty(), "{folder}: {faults:?}");
        for file in scripts.files() {
            let joined: Vec<u8> =
                tokens(&file.text).iter().flat_map(|token| token.span.of(&file.text)).copied().collect();
            assert!(joined == *file.text);
            files += 1;
            functions += file.syntax.functions.len();
        }
        assert_eq!(scripts.function("main").map(|(place, _)| scripts.text(place)), Some("main".to_owned()));
        assert!(scripts.functions().all(|(_, mut places)| places.nth(1).is_none()), "no name is defined twice");
    }
    assert_eq!((folders.len(), files, functions), (10, 42, 1113));
}

#[test]
fn what_scripts_name_is_found_with_its_place() {
    let Some((_, folders)) = folders() else { return };
    let mut counts = vec![0; Sort::ALL.len()];
    for (_, scripts) in &folders {
        for mention in scripts.mentions() {
            assert_eq!(scripts.text(mention.place), mention.name);
            counts[Sort::ALL.iter().position(|sort| *sort == mention.sort).unwrap()] += 1;
        }
    }
    // Counted apart from this reader, with regular expressions over the files without their comments: all but the first
    // three, which depend on what is defined.
    assert_eq!(counts[3..], [227, 346, 43, 1, 893, 201, 323, 135, 405, 18]);
    assert_eq!(counts[..3], [1523, 903, 2115]);
}
