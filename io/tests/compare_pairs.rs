//! The edits of a comparison make one real level of another, byte for byte: levels against the same levels saved by other
//! tools, and against each other.

#![allow(clippy::unwrap_used, reason = "the helpers of tests may stop them")]

use std::path::{Path, PathBuf};

use levelwright_io::format::{Opened, open_bytes};
use levelwright_io::json::script::{apply, write_transaction};
use levelwright_model::compare::{Difference, Wanted, What, differences, take_over, turn_into, turn_state_into};
use levelwright_model::document::{Document, Level, LevelId};
use levelwright_model::edit::Transaction;

fn data() -> Option<PathBuf> {
    let root = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    if root.join("marathon").exists() && root.join("peers-made/marathon").exists() {
        return Some(root);
    }
    println!("skipped: no marathon in the data folder (set LEVELWRIGHT_DATA)");
    None
}

fn open(path: &Path) -> Opened {
    let mut opened = open_bytes(std::fs::read(path).unwrap()).unwrap();
    opened.document.decode_all();
    opened
}

fn find(folder: &Path, name: &str, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            find(&path, name, out);
        } else if path.file_name().is_some_and(|n| n == name) {
            out.push(path);
        }
    }
}

/// Turns the first level of one file into that of the other, through the transaction's bytes.
fn check(a: &Path, b: &Path) -> usize {
    let (mut from, to) = (open(a).document, open(b).document);
    let level = LevelId(0);
    let wanted = to.state().level(level).unwrap();
    let told = differences(from.state().level(level).unwrap(), wanted);
    let mut draft = from.draft();
    turn_into(&mut draft, level, wanted).unwrap();
    let transaction = Transaction::from_frame(draft.finish("take over").frame()).unwrap();
    assert_eq!(told.is_empty(), transaction.is_empty(), "{}", a.display());
    from.accept();
    let before: Vec<_> = from.state().level(level).unwrap().tables().map(|t| t.bytes()).collect();
    if !transaction.is_empty() {
        from.commit_transaction(transaction).unwrap();
    }
    let made = from.state().level(level).unwrap();
    assert_eq!(made.tables().count(), wanted.tables().count());
    for (made, wanted) in made.tables().zip(wanted.tables()) {
        assert_eq!(made.tag, wanted.tag);
        assert!(made.bytes() == wanted.bytes(), "{}: {}", a.display(), wanted.key());
    }
    assert_eq!(differences(made, wanted), [], "nothing differs any more");
    from.undo();
    let after: Vec<_> = from.state().level(level).unwrap().tables().map(|t| t.bytes()).collect();
    assert!(before == after, "undo gives the first file back");
    // Levels that have little in common find other partners once half of one stands in the other.
    if told.len() < ALIKE {
        taken_piece_by_piece(&from, wanted, &told);
    }
    told.len()
}

/// Fewer differences than versions of one level have.
const ALIKE: usize = 400;

/// All differences, taken over as if each had been chosen by itself: none is left, and nothing else came about.
fn taken_piece_by_piece(from: &Document, other: &Level, told: &[Difference]) {
    let wanted: Vec<Wanted<'_>> = told.iter().map(|difference| Wanted { difference, field: None }).collect();
    let mut draft = from.draft();
    match take_over(&mut draft, LevelId(0), other, &wanted, false) {
        Ok(()) => {
            let left = differences(draft.state().level(LevelId(0)).unwrap(), other);
            // Two rows that are alike may have changed places on the way.
            let left: Vec<String> =
                left.iter().filter(|d| d.what != What::Moved).map(ToString::to_string).take(5).collect();
            assert!(left.is_empty(), "{} differences: {left:?}", told.len());
        }
        // A row that goes and must be named by something: the person takes that over in another way.
        Err(refusal) => println!("refused: {refusal}"),
    }
}

#[test]
fn levels_saved_by_other_tools_are_reproduced() {
    let Some(root) = data() else { return };
    let mut pairs = 0;
    for folder in ["peers-made/marathon/weland-saved", "peers-made/marathon/a1-exported", "marathon/weland-resaved"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let saved = entry.unwrap().path();
            if saved.extension().is_none_or(|e| e != "sceA") {
                continue;
            }
            let mut originals = Vec::new();
            let name = saved.file_name().unwrap().to_str().unwrap();
            find(&root.join("marathon"), name, &mut originals);
            originals.retain(|o| *o != saved && !o.to_string_lossy().contains("resaved"));
            for original in originals {
                check(&original, &saved);
                check(&saved, &original);
                pairs += 1;
            }
        }
    }
    assert!(pairs >= 14, "only {pairs} pairs");
}

/// The whole files through an edit script, as `diff --edits` and `apply` do it: bytes of the second file, if the two
/// containers are laid out alike and the level stores no lists that the writer makes anew.
fn script_reproduces(a: &Path, b: &Path) -> bool {
    let (mut from, to) = (open(a), open(b));
    let mut draft = from.document.draft();
    turn_state_into(&mut draft, to.document.state()).unwrap();
    let mut text = Vec::new();
    write_transaction(&mut text, &draft.finish("difference"), from.document.state()).unwrap();
    from.document.accept();
    apply(&mut from.document, std::str::from_utf8(&text).unwrap()).unwrap();
    for id in to.document.state().ids() {
        let (made, wanted) = (from.document.state().level(id).unwrap(), to.document.state().level(id).unwrap());
        assert!(made.tables().zip(wanted.tables()).all(|(a, b)| a.same_bytes(b)), "{}", a.display());
    }
    from.origin.encode(&from.document).unwrap().bytes == to.origin.bytes()
}

#[test]
fn edit_scripts_carry_whole_files() {
    let Some(root) = data() else { return };
    let mut exact = Vec::new();
    for entry in std::fs::read_dir(root.join("peers-made/marathon/weland-saved")).unwrap() {
        let saved = entry.unwrap().path();
        let name = saved.file_name().unwrap().to_str().unwrap().to_owned();
        let mut originals = Vec::new();
        find(&root.join("marathon"), &name, &mut originals);
        for original in originals.iter().filter(|o| o.extension().is_some_and(|e| e == "sceA")) {
            if script_reproduces(original, &saved) {
                exact.push(name.clone());
            }
        }
    }
    println!("whole files byte for byte: {exact:?}");
    assert!(exact.len() >= 5, "{exact:?}");
}

#[test]
fn levels_that_have_nothing_in_common_are_reproduced() {
    let Some(root) = data() else { return };
    let (a, b) = (root.join("marathon/squadron/Quasai-Intro.sceA"), root.join("marathon/phoenix/Botany-Bay.sceA"));
    assert!(check(&a, &b) > 100);
    assert!(check(&b, &a) > 100);
    assert_eq!(check(&a, &a), 0);
}

#[test]
fn what_another_tool_renumbered_is_not_told_row_by_row() {
    let Some(root) = data() else { return };
    let name = "Long-Engagement.sceA";
    let a = open(&root.join("marathon/squadron").join(name)).document;
    let b = open(&root.join("marathon/weland-resaved").join(name)).document;
    let told = differences(a.state().level(LevelId(0)).unwrap(), b.state().level(LevelId(0)).unwrap());
    let rows = told
        .iter()
        .filter(|d| matches!(d.what, What::Added | What::Removed) && d.old_place.is_empty() != d.new_place.is_empty());
    let rows = rows.filter(|d| d.old.is_some() || d.new.is_some()).count();
    println!("{} differences, {rows} rows that came or went", told.len());
    assert_eq!(rows, 0, "the same rows are there");
}
